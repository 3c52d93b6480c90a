"""The theorems as properties of exact data. Builds on the algorithms and the proofs, knows nothing of the CLI.

    separable_instances  data with a known separator; a run on them by any driver
    strategies           Hypothesis strategies for separable data and runs on them
    bounds               the mistake bounds as exact functions, by the id of their claim
    run_properties       one function per property, which raises AssertionError where the property fails
    worst_cases/         the most updates of an algorithm, by theorems and exact data
    estimation/          the same for any rule, by semidefinite programs
    audit/               implementations compared with the theorems about them
    applicable_bounds, bound_slack    the bounds on a run, and its distance from the best one
    claimed_bound_statements, claimed_bound_counterexamples, claimed_bound_proofs, campaign
                         a claimed bound: parsed, tested on exact data, derived from theorems, tested on many datasets
    float_safety         float_safe: when a float run obeys the theorems; float_failure_data has runs that do not
    test_*.py            the properties on generated data; pytest collects them

Import the module you need; nothing is loaded here.
"""
