"""The reference algorithms, the data they run on, and exact separators. Knows nothing of proofs or tests.

    errors          BadInput, NoSeparator, ReplayError: what a user can do wrong
    examples        labelled examples, checked where they enter; exact and float64 numbers
    perceptron      the update rule, once for every carrier; runs, online learning, replay
    nearest_point   the nearest point of a hull, separators and the best margin, in rational arithmetic
    datasets        CSV files read exactly; the datasets that ship with the package
    data            the files of these datasets, with their sources

Import the module you need; nothing is loaded here.
"""
