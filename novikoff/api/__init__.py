"""What can be asked from Python, below the command line: each question, its options, and its result.

Main definitions:
    claims              prove, check, explain
    exact_runs          run: an algorithm on examples, compared with the proved bounds
    separations         separate: is there a separator, with proof
    worst_cases         worst_case, estimate: how many updates an algorithm can need
    mistake_bounds      bound, test_bound: a claimed bound, derived or refuted
    audits              audit, check_bounds: an implementation
    verification        verify: a certificate
"""
