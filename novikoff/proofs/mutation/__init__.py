"""Mutation testing of claims: each claim is changed a little, and each change has to be noticed.

Main definitions:
    mutate        a report on all mutants of the wanted claims
    Report        the verdicts

A mutant is one of

    killed        by an exact counterexample, confirmed by the kernel, a theorem that it fails at some logarithms, or a
                  point at which a quotient or root has no meaning; of a statement that is to be refuted, also by a
                  proof: then the verdict changes
    equivalent    true as well, which the kernel has checked: a weaker statement, a superfluous hypothesis
    open          neither: it may be a sharper theorem; at how many exact instances it holds is said

Everything is found from fixed seeds, with effort counted in values tried.
"""

from __future__ import annotations

import inspect
import time
from collections.abc import Iterable
from functools import partial
from pathlib import Path

from ...algorithms.errors import BadInput
from ...algorithms.resumable_work import Progress, hash_files, package_folders, run_parts
from ..checking.stored_book import stored_entries
from ..statements.registry import claims
from .mutant_verdicts import Judge, claim_verdicts
from .reports import Report
from .statement_mutants import Verdict


def mutate(
    wanted: Iterable[str] | None = None,
    jobs: int | None = None,
    progress: Progress = lambda name, done, total: None,
    *,
    sample: int | None = None,
    resume: Path | None = None,
    kind: type[Judge] = Judge,
) -> Report:
    """Return the verdicts on all mutants of the wanted claims (default: of all).

    jobs        worker processes (default: the number of processors)
    progress    is called with (name, done, total) as claims are done
    sample      at most so many mutants of each, always the same
    resume      a file in which verdicts are noted as they come; those noted there for the same sources are used again
    kind        what judges the mutants of a claim

    Raises BadInput for an id that is of no claim.
    """
    began = time.perf_counter()
    names = list(dict.fromkeys(claims() if wanted is None else wanted))
    if unknown := [name for name in names if name not in claims()]:
        raise BadInput(f"no claim is named {unknown[0]!r}; `novikoff list` prints the ids of all claims")
    stored_entries()  # read once, before the processes part
    own = sorted({claim.origin.file for claim in claims().values() if claim.origin})
    judging = Path(inspect.getfile(kind)).parent
    state = hash_files([*package_folders(), judging, *own]) if resume else ""
    judge = partial(claim_verdicts, sample=sample, kind=kind)
    found = run_parts(names, judge, jobs=jobs, progress=progress, resume=resume, state=f"{state}{sample}")
    return Report([Verdict(*data) for part in found for data in part], time.perf_counter() - began)


__all__ = ["Judge", "Report", "Verdict", "mutate"]
