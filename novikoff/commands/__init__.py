"""The commands of the command line, one file each."""

EXIT = """
\b
Exit status: 0 all hold; 1 something refuted, vacuous or disallowed; 2 wrong use or bad input;
3 inconclusive only; 5 nothing selected; 70 an internal error, not a verdict; 130 interrupted.
"""
HELP = {"help_option_names": ["-h", "--help"]}  # settings of the program and of each command
