"""What accounts for the rows of the documents of which no theorem can be made.

One file for each document, named by its bibliography key: definitions, informal remarks, examples repeated exactly.
"""
