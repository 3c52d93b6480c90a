"""Implementations held against the theorems: their conventions, the theorem that governs these, exact checks on data.

    verdicts           what a check can find, each thing by its own name
    conventions        ties, start, step size, bias increment, order, end, penalty, dtype; which theorem speaks of them
    implementations    one estimator behind one interface; what a profile tells about it
    estimator_adapter  how to speak to a class of which nothing is told: labels, weights, seed, cap
    convention_probes  the same conventions found out by a few steps or fits
    reachable_ends     where a run can end, whatever its order: all runs at once
    general_checks     the checks that need no convention
    update_counts      updates counted soundly: by the sign of the score before each step, or by a replay of `fit`
    float_cycles       where a rounded run is after millions of updates: the state that comes back
    audit_data         generated, bundled and difficult datasets
    seeded_data        datasets that a seed decides
    data_search        generated datasets are judged, and one that fails is shrunk
    score_rounding     where rounding may decide the sign of a score
    number_literals    exact numbers and arrays as code
    failure_code       the code that shows a failure
    isolated_checks    checks in processes of their own, with a limit of time and their output caught
    perceptron_checks  the checks of a perceptron; svm_checks and prototype_checks have those of others
    profiles/          what is known of other packages, by version
    audit_runner       all checks of one implementation

Import the module you need; nothing is loaded here.
"""
