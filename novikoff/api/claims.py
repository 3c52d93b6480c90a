"""Statements and claims: prove, check, explain, mutate.

Where a function takes an id, it also takes FILE.py or FILE.py::ID, for your own theorems. Progress is shown in a
notebook, and elsewhere with `quiet=False`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..algorithms.errors import BadInput, uses_cli_names
from .theorem_loading import load_configured, load_named, select_theorem

if TYPE_CHECKING:
    from ..proofs.checking.outcomes import Outcomes
    from ..proofs.prover.prove import Finding
    from ..report.claim_text import Explanation
    from ..report.mutation_text import MutationReport

__all__ = ["check", "explain", "mutate", "prove"]

CITING = re.compile(r"""\s*by\s*\(\s*["']([^"']*)""")  # a hint that cites a theorem
GUARD = 20  # wall-clock limit for work that is not counted, as a multiple of the limit of work


def prove(
    text: str, *, using: str | Iterable[str] = (), by: str | Iterable[str] = (), seed: int = 0,
    limit: float | None = None, patience: float | None = None,
) -> Finding:
    """Prove or refute a statement in the grammar of `novikoff prove`.

    using     hints: "square(e)", "length(v)", "tangent(e, f)", "exponents(e, f)", products "hypothesis1*hypothesis2"
    by        theorems, by id or as FILE.py::ID, with terms for their variables: "cauchy-schwarz(u=a, v=2*b)"
    seed      of the search for counterexamples
    limit     work, in seconds on a typical laptop, after which the verdict is `unknown`; None: no limit. Work is
              counted, so the load of the machine changes no verdict.
    patience  seconds for the search for a model of the hypotheses; None: half of the limit

    Raises `BadInput` for a statement that cannot be read or makes no sense, and for an unknown theorem.

    >>> prove("vec u v |- u@v <= norm(u)*norm(v)", limit=60)
    <proved: |- (u@v) <= sqrt((u@u))*sqrt((v@v))>
    >>> prove("real a |- a <= a**2")
    <refuted at a = 1/2: |- a <= a**2>
    """
    from ..algorithms.processes import OutOfTime, Stopped, run_in_subprocess
    from ..algorithms.run_loop import check_integer, check_time_limit
    from ..proofs.checking.outcomes import as_list
    from ..proofs.kernel import Rejected
    from ..proofs.prover import prove as prover
    from ..proofs.statements.proof_script import Script

    hints, lemmas = as_list("hints", using), as_list("theorems", by)
    check_integer(seed, "seed", 0)
    limit, patience = check_time_limit(limit), check_time_limit(patience, "patience")
    stated: dict[str, Any] = {"using": hints, "by": lemmas, "seed": seed}
    cited = [lemma.partition("(")[0] for lemma in lemmas]
    cited += [found[1] for hint in hints if (found := CITING.match(hint))]

    def work() -> Finding:
        rest = limit / 2 if patience is None and limit is not None else patience
        return prover.prove(text, **stated, patience=rest, limit=limit)

    with load_configured(cited):
        try:
            return work() if limit is None else run_in_subprocess(GUARD * limit + GUARD, work)
        except Stopped as problem:
            late, known = isinstance(problem, OutOfTime), None
            with suppress(Stopped, Rejected, RecursionError, MemoryError):
                known = (
                    run_in_subprocess(limit / 4, lambda: prover.describe_outlook(text, **stated))
                    if late and limit
                    else None
                )
            more = f"; give a larger {'--limit' if uses_cli_names() else 'limit'}" * late
            return prover.Finding(Script(), "unknown", reason=f"{problem}{more}", evidence=known)


def check(
    wanted: str | Iterable[str] | None = None, *, expression: str | None = None, source: str | None = None,
    engines: str | Iterable[str] | None = None, jobs: int | None = None, replay: bool = False, evaluate: int = 0,
    fail_fast: bool = False, limit: float | None = None, progress: Callable[[str, int, int], None] | None = None,
    quiet: bool | None = None,
) -> Outcomes:
    """Check claims and all claims that they depend on, and return their outcomes.

    wanted      ids, source statements, files of your own theorems, folders, or FILE.py::ID: one or several. None: all
                claims
    expression  words that a claim must have, as for -k: "norm and not smola"
    source      a key of the bibliography
    engines     kernel, z3, cvc5 (default: all three), coq or verified
    jobs        number of worker processes; None: the number of processors
    replay      whether the kernel re-checks stored certificates, without any other engine
    evaluate    number of random exact instances of each proved claim
    fail_fast   whether to stop at the first outcome that is not as expected
    limit       seconds after which an undecided claim is `unknown`; None: no limit
    progress    called with (id, done, total)
    quiet       whether to print no progress; None: print it on a terminal

    Raises `BadInput` for an unknown claim, engine or source, and for a number out of range; `OSError` if a replay
    finds no certificates; `proofs.checking.outcomes.Interrupted`, with the outcomes so far, after Ctrl-C.

    >>> check("cauchy-schwarz", engines="kernel")
    <1 claim: 1 proved; 1 as expected>
    """
    from ..algorithms.run_loop import check_time_limit
    from ..proofs.checking import ledger_check as checking
    from ..proofs.checking.outcomes import ENGINES, as_list
    from ..report.result_output import progress as shown
    from .claim_selection import select

    names = None if wanted is None else as_list("claims", wanted)
    asked = ENGINES if engines is None else as_list("engines", engines)
    settings: dict[str, Any] = {"engines": asked, "jobs": jobs, "replay": replay, "evaluate": evaluate}
    settings |= {"fail_fast": fail_fast, "limit": check_time_limit(limit)}
    with load_named(names or ()) as ids:
        chosen: list[str] | None = None if names is None else ids
        if expression is not None or source is not None:
            chosen = [claim.id for claim in select(ids, expression, source, coq="coq" in asked)] if names != [] else []
        elif names:
            chosen = [claim.id for claim in select(ids, None, None, coq=True)]
        with shown("check", quiet) as tick:
            return checking.check(chosen, **settings, progress=progress or tick)


def explain(
    claim: Any, format: str = "text", depth: int | None = None, *, standalone: bool = False, width: int | None = None,
    expanded: bool = False,
) -> Explanation:
    """Write a claim, its derivation and the claims that it depends on as text, or as a page in a notebook.

    claim        a claim or an id; for your own theorem also FILE.py::ID
    format       "text", "markdown", "latex" (a fragment for the preamble of `standalone`) or "html" (one self-contained
                 file)
    depth        how far to follow citations: 0 for the claim alone, None for the whole chain
    standalone   whether to write LaTeX as a complete document
    width        columns of the text; a longer formula is not broken
    expanded     whether to multiply out inner products, as the kernel reads them

    Raises `BadInput` for an unknown id or format.

    >>> print(explain("count-at-most-quotient", depth=0).splitlines()[0])
    Dividing a quadratic bound by the count
    """
    from ..algorithms.run_loop import check_flag, check_integer, check_text
    from ..report.claim_text import explain as explained
    from ..report.document_formats import WIDTH

    check_text(format, "format")
    for name, flag in (("standalone", standalone), ("expanded", expanded)):
        check_flag(flag, name)
    for name, given, least in (("depth", depth, 0), ("width", width, 20)):
        if given is not None:
            check_integer(given, name, least, 10**6)

    with load_named([claim]) if isinstance(claim, str) else nullcontext(list[str]()) as ids:
        what = select_theorem(claim, ids) if ids else claim
        return explained(what, format, depth, standalone=standalone, width=width or WIDTH, expanded=expanded)


def mutate(
    wanted: str | Iterable[str] | None = None, *, jobs: int | None = None, sample: int | None = None,
    resume: str | Path | None = None, quiet: bool | None = None,
) -> MutationReport:
    """Mutate claims, and report which checks notice each mutant.

    wanted   ids, or your own theorems as for `check`; None: all claims, which takes minutes
    jobs     number of worker processes; None: the number of processors
    sample   number of mutants of each claim, the same ones in every run; None: all
    resume   a file that notes finished work; a later call with the same file continues it

    Raises `BadInput` for an unknown id, and for your own theorem if it does not hold.

    >>> mutate("cauchy-schwarz", sample=2, jobs=1)
    <2 mutants: ... 0 open>
    """
    from ..algorithms.run_loop import check_integer, check_path
    from ..algorithms.safe_files import require_writable
    from ..proofs import mutation
    from ..proofs.checking import ledger_check as checking
    from ..proofs.checking.outcomes import as_list
    from ..proofs.statements.registry import claims, known_claims
    from ..report.mutation_text import MutationReport
    from ..report.outcome_text import explain_verdict
    from ..report.result_output import progress

    names = None if wanted is None else as_list("claims", wanted)
    for name, given in (("jobs", jobs), ("sample", sample)):
        if given is not None:
            check_integer(given, name, 1)
    notes = None if resume is None else Path(check_path(resume, "resume"))
    if notes is not None:
        require_writable(notes, "file of resume")
    with load_named(names or ()) as ids:
        asked = claims().values() if names is None else filter(None, map(known_claims().get, ids))
        own = [claim.id for claim in asked if claim.origin]
        if bounded := [i for i in own if known_claims()[i].sizes is not None]:
            raise BadInput(f"{bounded[0]} is a claim about families of limited size; mutate takes only claims about "
                           "families of every size")
        for outcome in checking.check(own, engines="kernel"):
            if not outcome:
                raise BadInput("only a claim with its expected verdict is mutated; "
                               f"{outcome.claim.id} is {explain_verdict(outcome)}")
        with progress("mutate", quiet) as tick:
            return MutationReport(mutation.mutate(ids or None, jobs, tick, sample=sample, resume=notes))
