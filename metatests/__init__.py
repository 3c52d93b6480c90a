"""Tests of the checkers and of the tests: does anything notice if a claim, an update rule or the kernel is wrong?

These programs run for minutes to hours; `make trust` runs them all. Each can be run by itself:

    python -m metatests.claim_mutants        changes of the claims' statements
    python -m metatests.update_rule_mutants  changes of the update rules
    python -m metatests.kernel_mutants       changes of the kernel
    python -m metatests.kernel_fuzzing       false statements and wrong proofs, which the kernel must refuse
    python -m metatests.certificate_mutants  changes of certificates of runs and data
    python -m metatests.renew_stored         renews the evidence stored for the claims, after they have changed
    python -m metatests.exercise_selection   chooses the exercises again
"""
