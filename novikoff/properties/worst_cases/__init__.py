"""What is the most that an algorithm can need? The theorem that bounds it, and exact data on which it needs that much.

What is fixed is a ratio, R²/γ² of the signed examples, or the number of updates. Each family of algorithms is a file:
its docstring says what is known of its worst case, with the source, and its class has the theorems (claims of the
ledger, evaluated by `proofs.bounds`) and the data.

Main definitions:
    worst_case       the question and the answer: the bound, and a run of the shipped algorithm on the data
    by_algorithm     which family an algorithm with its options belongs to
    inverted_bounds  a claim as a function of the ratio, and its inverse
    spiral_data      data in three dimensions, by a recursion in integers
"""
