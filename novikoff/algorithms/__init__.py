"""The reference algorithms, the data they run on, and exact certificates. Imports neither proofs nor tests.

Linear classifiers, one example at a time
    perceptron, variable_increment, margin_perceptron, dynamic_margin_perceptron, relaxation, widrow_hoff, romma, alma,
    ellipsoid, shifting_perceptron, forgetron, random_budget_perceptron, averaged_perceptron, voted_perceptron, winnow,
    weighted_majority, pegasos
all examples at a time
    batch_perceptron, noise_tolerant_perceptron, pocket, gradient_descent, hinge
in the convex hull, and by optimisation
    kozinec, von_neumann, hull_distance, nearest_point, separability, svm, smo
by kernels, means and neighbours
    lifting, kernels, kernel_perceptron, nearest_mean, nearest_neighbours, one_vs_rest
by a vote of stumps
    adaboost
ranks
    prank
fast, and for other libraries
    fast_perceptron             exact runs of the perceptron in compiled 64-bit integers; many small datasets at once
    estimators                  all of them as scikit-learn estimators
    registry                    all of them in one table

What they share
    errors, labelled_examples, signed_examples, exact_linear, run_loop, run_certificates
    processes                   functions and commands with limits of time and memory, also for all that they start
    safe_files, datasets, data  files read within limits; exact data of CSV files; the datasets that ship with it
    checkers                    certificates re-checked with nothing but fractions

Import the module you need; nothing is loaded here.
"""
