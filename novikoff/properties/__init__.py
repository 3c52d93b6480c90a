"""The theorems as properties of exact data. Builds on the algorithms and the proofs, knows nothing of the CLI.

    separable_instances  data with a known separator; a run on them by any driver
    strategies           Hypothesis strategies for such data and runs
    bounds               the mistake bounds as exact functions, by the id of their claim
    run_properties       one function per property, which raises AssertionError where the property fails
    audit/               implementations held against the theorems that govern them
    claimed, searching, deriving, bulk
                  a bound that somebody claims: read, tried on exact data, derived from theorems, tried in bulk
    float_safety         float_safe: when a float run obeys the theorems; float_failures has those that do not
    test_*.py     the properties on generated data; pytest collects them

Import the module you need; nothing is loaded here.
"""
