"""Mutation testing of claims: small changes of each claim must be detected.

A mutant is one of

    killed        refuted by an exact counterexample that the kernel confirms, by a proof that the mutant fails at
                  irrational values, or by a point where a quotient or root is undefined; a proof also kills a mutant of
                  a refuted statement, because the verdict changes
    equivalent    also true, by a proof that the kernel accepts: a weaker statement, a superfluous hypothesis
    open          neither: perhaps a sharper theorem; the verdict counts the exact instances where the mutant holds

All searches have fixed seeds, and limits that count the values tried.
"""

import inspect
import time
from collections.abc import Iterable
from functools import partial
from pathlib import Path

from ...algorithms.resumable_work import Progress, hash_files, package_folders, run_parts
from ..checking.stored_certificates import stored_entries
from ..statements.registry import claims, find, known_claims
from .mutant_verdicts import Judge, claim_verdicts
from .statement_mutants import Report, Verdict


def mutate(wanted: Iterable[str] | None = None, jobs: int | None = None,
           progress: Progress = lambda name, done, total: None, *, sample: int | None = None,
           resume: Path | None = None, kind: type[Judge] = Judge) -> Report:
    """Return the verdicts on all mutants of the wanted claims (default: all).

    jobs        worker processes (default: the number of processors)
    progress    called with (name, done, total) when a claim is done
    sample      the largest number of mutants of each claim, always the same ones
    resume      a file in which verdicts are noted; verdicts noted there for the same sources are reused
    kind        the class that judges the mutants of a claim

    Raises BadInput for an unknown id.
    """
    began = time.perf_counter()
    names = list(dict.fromkeys(claims() if wanted is None else (find(name, known_claims()).id for name in wanted)))
    stored_entries()  # read once, before the workers start
    state = ""
    if resume:
        own = sorted({claim.origin.file for claim in claims().values() if claim.origin})
        state = hash_files([*package_folders(), Path(inspect.getfile(kind)).parent, *own])
    judge = partial(claim_verdicts, sample=sample, kind=kind)
    found = run_parts(names, judge, jobs=jobs, progress=progress, resume=resume, state=f"{state}{sample}")
    return Report([Verdict(*data) for part in found for data in part], time.perf_counter() - began)


__all__ = ["Judge", "Report", "Verdict", "mutate"]
