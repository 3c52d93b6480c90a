"""Mutation: changed claims, changed update rules and a changed kernel, each of which has to be noticed.

Main definitions:
    mutate        a report on all mutants of the wanted claims, of update rules and of the kernel
    Report        the verdicts; report_text and report_json print it

    statement_mutants   the mutants of a claim, made from its JSON
    judging             the verdict on each: a counterexample, or a proof
    proof_search        proofs that a mutant is true as well
    by_theorem          counterexamples at which a number is a logarithm
    scaling             points of a claim in other units
    memory              proofs that are sought once for all mutants of a claim
    stored_evidence     proofs and counterexamples that the search does not find, checked by the kernel
    source_edits        the mutants of source
    rule_mutants        those of the algorithms' update rules, noticed by claims and properties
    kernel_mutants      those of `kernel.py`, noticed by its cases

A mutant is one of

    killed        by an exact counterexample, confirmed by the kernel, a theorem that it fails at some logarithms, or a
                  point at which a quotient or root has no meaning; of a rule, by a claim that it leaves unproved, a
                  property that fails or its computing time; of the kernel or its port, by a verdict that changes; of a
                  statement that is to be refuted, also by a proof: then the verdict changes
    equivalent    true as well, which the kernel has checked: a weaker statement, a superfluous hypothesis
    open          of a claim, neither: it may be a sharper theorem; at how many exact instances it holds is said
    argued        of the kernel or its port, not to be noticed, for a reason that is written down and that no machine
                  has checked
    survived      of a rule, the kernel or its port, neither; there should be none

Everything is found from fixed seeds, with effort counted in values tried.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from ....algorithms.errors import BadInput
from ....algorithms.resumable_work import Progress, package, results, state_of
from ...checking.stored_book import stored_entries
from ...statements.registry import claims
from .kernel_mutants import KERNEL, can_be_limited, kernel_verdict, mutants_of_kernel, tests_folder
from .mutant_verdicts import claim_verdicts
from .reports import Report, report_json, report_text
from .rule_mutants import ALGORITHMS, Property, mutants_of_rule, rule_verdict
from .statement_mutants import Verdict, sampled

Json = Any
KERNEL_PARTS, RULE_PARTS = 40, 6


class Unit(NamedTuple):
    """A part of the work: a claim, or some mutants of a rule or of the kernel."""

    name: str
    part: int = 0
    parts: int = 1
    sample: int | None = None

    def __str__(self) -> str:
        """Its name."""
        return self.name


def verdicts(unit: Unit, properties: Mapping[str, Property]) -> list[Verdict]:
    """Of all mutants of this part."""
    name, part, parts, sample = unit
    if name == KERNEL:
        return [kernel_verdict(source) for source in sampled(mutants_of_kernel(), name, sample)[part::parts]]
    if name in ALGORITHMS:
        sources = sampled(mutants_of_rule(name), name, sample)[part::parts]
        return [rule_verdict(name, source, properties) for source in sources]
    return claim_verdicts(name, sample)


def units(wanted: Iterable[str] | None, sample: int | None) -> list[Unit]:
    """The parts of the work: the kernel, algorithms and claims by name; all of them if nothing is named."""
    known = [KERNEL, *ALGORITHMS, *claims()]
    names = list(dict.fromkeys(known if wanted is None else wanted))
    unknown = [name for name in names if name not in set(known)]
    if unknown:
        more = ", ".join([*ALGORITHMS, KERNEL])
        raise BadInput(f"there is nothing named {unknown[0]!r} to mutate; give ids of claims (`novikoff list`), {more}")
    if KERNEL in names and not can_be_limited():
        raise BadInput("mutants of the kernel need a timer (signal.setitimer), which this system does not have; name "
                       "claims or algorithms instead")  # fmt: skip
    found: list[Unit] = []
    for name in names:
        whole = KERNEL_PARTS if name == KERNEL else RULE_PARTS if name in ALGORITHMS else 1
        parts = whole if sample is None else 1
        found += [Unit(name, part, parts, sample) for part in range(parts)]
    return found


def mutate(
    wanted: Iterable[str] | None = None,
    jobs: int | None = None,
    progress: Progress = lambda name, done, total: None,
    *,
    sample: int | None = None,
    resume: Path | None = None,
    properties: Mapping[str, Property] | None = None,
) -> Report:
    """The verdicts on all mutants of the wanted claims, algorithms and of the `kernel` (default: of all).

    jobs        worker processes (default: the number of processors)
    progress    is called with (name, done, total) as parts of the work are done
    sample      at most so many mutants of each, always the same
    resume      a file in which verdicts are noted as they come; those noted there for the same sources are used again
    properties  what has to notice a changed rule besides claims, by algorithm: functions that say what fails
    """
    began = time.perf_counter()
    work = units(wanted, sample)
    stored_entries()  # read once, before the processes part
    judge = partial(verdicts, properties=dict(properties or {}))
    state = state_of(folders()) if resume else ""
    found = results(work, judge, jobs=jobs, progress=progress, resume=resume, state=state)
    return Report([Verdict(*data) for part in found for data in part], time.perf_counter() - began)


def folders() -> list[Path]:
    """On what verdicts depend: the package, the kernel's cases, and theorems that are somebody's own."""
    top = package()
    top += sorted({claim.origin.file for claim in claims().values() if claim.origin})
    try:
        return [*top, tests_folder()]
    except BadInput:
        return top


__all__ = ["Report", "Verdict", "mutate", "report_json", "report_text"]
