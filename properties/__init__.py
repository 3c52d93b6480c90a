"""The theorems as properties of exact data. Builds on the algorithms and the proofs, knows nothing of the CLI.

    instances     data with a known separator; a run on them by any driver
    strategies    Hypothesis strategies for such data and runs
    bounds        the mistake bounds as exact functions, by the id of their claim
    checks        one function per property, which raises AssertionError where the property fails
    test_*.py     the properties on generated data; pytest collects them

Import the module you need; nothing is loaded here.
"""
