"""The largest number of updates of an algorithm: a theorem that bounds it, and exact data that need that many updates.

Either the ratio R²/γ² of the signed examples is fixed, or the number of updates. Each family of algorithms has its own
file. The docstring of the file explains the worst case and cites the source; its class gives the theorems (claims of
the ledger, evaluated by `proofs.bounds`) and the data.

Main definitions:
    worst_case    the question and the answer: the bound, and a run of the shipped algorithm on the data
    by_algorithm  the family of an algorithm with its options
    ratio_bounds  a claim as a function of the ratio, and its inverse
    winding_data  data in three dimensions, by a recursion in integers
"""
