"""Accounts for the rows of the documents that cannot become theorems.

Each document has one module, named by its bibliography key: definitions, informal remarks, examples computed exactly.
"""
