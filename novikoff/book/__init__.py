"""The book: a static site about all claims, made from the same objects that the kernel checks.

`novikoff book -o FOLDER` writes it; its pages open from a file, without a server or a network.

    site                     the files of the book; what a build keeps, and how it is written
    site_data                what the book is about: claims, verdicts, rows, how they are related
    claim_pages the part of a page about one claim, set by proof_identities, html_writer and others
    pages, chapters the pages of claims, and those of prose
    prose, formulas the syntax of the prose; formulas in sentences
    slides                   slides of some claims, and what parts a proof into lines
    graphs                   graphs of claims, with a layout of our own
    figures                  what figures begin with, and the same in words
    handout                  a page to print, with gaps and exercises
    pictures                 figures as pictures, and as files by themselves
    certificates, exercises  what the browser checks and grades, as scripts
"""
