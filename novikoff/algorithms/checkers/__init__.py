"""Checkers of certificates of runs and data, with exact arithmetic only.

`typed_records` reads certificates. A file of runs has `RULES`, by which `run_replay.check_run` repeats a run. The
files of other certificates have functions `check…(certificate) -> facts`. A check recomputes the answer from the
question and compares all fields, so it notices a change of any field. Nothing here imports the algorithms, a solver or
numpy.
"""


class Refuted(ValueError):
    """The certificate does not show what it claims."""
