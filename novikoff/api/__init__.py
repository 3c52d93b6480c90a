"""The Python interface below the command line: each question, its options, and its result.

Main definitions:
    claims                prove, check, explain, mutate
    claim_list            list_claims
    claim_checks          check_claims: the check of the command line, with kept verdicts and certificate files
    exact_runs            run: an algorithm on examples, compared with the proved bounds
    separations           separate: is there a separator, with proof
    worst_cases           worst_case, estimate: how many updates an algorithm can need
    claimed_bound_checks  bound, test_bound: a claimed bound, derived or refuted
    bound_campaigns       campaign, merge_campaign: a claimed bound on millions of datasets
    audits                audit, check_bounds: an implementation
    verification          verify: a certificate
    source_statements     read_ledger, read_errata: the statements of the documents
    book_files            write_book, write_slides, write_handout, write_figure
"""
