"""The book: a static site about all claims, made from the same objects that the kernel checks.

`novikoff book -o FOLDER` writes it; its pages open from a file, without a server or a network.

    site                   the files of the book, and how a build writes and caches them
    site_data              the contents: claims, verdicts, rows, and their relations
    claim_html             the part of a page about one claim, set by proof_identities, html_writer and others
    pages, chapters        the pages of claims, and the pages of prose
    prose, prose_formulas  the syntax of the prose; formulas in sentences
    slides                 slides of some claims, and how a proof is divided into lines
    claim_graphs           graphs of claims, with a layout of our own
    figures                the start values of figures, and their descriptions in words
    handout                a page to print, with gaps and exercises
    figure_export          figures as pictures, and as files by themselves
    data_scripts           the data that the browser checks and grades, as scripts
"""
