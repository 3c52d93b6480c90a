"""Derivation of a claimed mistake bound from the proved theorems, or its comparison with exact runs.

Main definitions: `bound`, `BoundFinding`, `test_bound`, `BoundViolated`.

The verdict is `refuted` (with exact examples), `proved` (it follows from a theorem of the ledger, and the kernel has
checked the derivation), `tested` (neither: it holds on all examples tried), `vacuous` (its hypotheses contradict each
other, and the kernel has checked that) or `unknown` (no examples met its hypotheses).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING, Any, Literal

from ..algorithms.command_results import FAILED, INCONCLUSIVE, NOTHING, OK, format_count
from ..algorithms.errors import BadInput, format_option, suggest_name
from ..algorithms.run_loop import check_text
from ..algorithms.safe_files import quote_short
from ..proofs.statements.vector_language import Relation
from ..report.document_formats import Block, Formula, Inline, Line, Lines, Mark, Table, Words
from ..report.result_output import Reported, Row, progress
from .broken_bound_text import (
    broken_blocks,
    broken_text,
    case_code,
    case_json,
    describe_sharpness,
    examples_rows,
    ratio_text,
)
from .option_parsing import read_settings

if TYPE_CHECKING:
    from ..properties.claimed_bound_counterexamples import Found
    from ..properties.claimed_bound_proofs import Derivation
    from ..properties.claimed_bound_statements import ClaimedBound
    from ..properties.square_roots import Number

MOST = 10**18  # datasets
PATIENCE = 10  # times the limit, in real seconds: then a user-defined rule that may never return is stopped
__all__ = ["BoundFinding", "BoundViolated", "bound", "test_bound"]


DATASETS = 1500  # compared exactly, by default
ENOUGH = 60  # for a derived bound: they show the largest k/bound, and that the hypotheses have a model
SLOW = (2, 3, 5, 8, 13, 21, 34)  # updates on data that reach the bound of a theorem
MOST_SLOW = 1_000  # for constant bounds up to this one, data with more updates are made
SLOW_OWN = (2, 4, 8, 20, 34)  # for user-defined rules, which are not compiled
NAMED = {  # the bounds of the documents: claims of the ledger as typed text, and their algorithms
    "no-bias-mistake-bound": ("w@w == 1 |- k <= R**2/gamma**2", "perceptron:homogeneous"),
    "tutorial-mistake-bound": ("R > 0 |- k <= 2*((w@w)*R**2 + b**2)/gamma**2", "perceptron:R2"),
    "smola-mistake-bound": ("w@w == 1 |- k <= (R**2 + 1)*(b**2 + 1)/gamma**2", "perceptron"),
    "multi-class-mistake-bound": ("k <= 2*(w@w)*R**2/gamma**2", "multi_class_perceptron:homogeneous"),
    "multi-class-bias-step-mistake-bound":
        ("k <= 2*((b@b) + (w@w)*c)*(R**2 + c)/(c*gamma**2)", "multi_class_perceptron"),
    "prank-change-bound": ("k <= ((b@b) + (w@w))*(R**2*m - R**2 + 1)/gamma**2", "prank"),
}
VERDICTS = {  # with their colours, the statuses in reports, and the exit statuses
    "refuted": ("red", "failed", FAILED), "vacuous": ("red", "failed", FAILED), "proved": ("green", "ok", OK),
    "tested": ("yellow", "ok", OK), "unknown": ("yellow", "inconclusive", NOTHING),
}


@dataclass(frozen=True, repr=False)
class BoundFinding(Reported):
    """The verdict on a claimed bound, with its evidence; true if the bound was not refuted.

    `found` has the number of datasets, the largest ratio and, for `refuted`, the broken case. For `proved`,
    `derivation` names the theorem and has the certificate, and `times` brackets the ratio to the sharp bound. For
    `vacuous`, `contradiction` is the certificate of −1 ≥ 0. A bound that is `proved` although no examples met its
    hypotheses may be vacuous, and `reason` says so. `stopped` says why the search ended before its last dataset. It is
    "" if the search made all comparisons, or if nothing was left to decide.
    """

    claim: ClaimedBound
    algorithm: str
    found: Found
    derivation: Derivation | None
    contradiction: Any = None
    times: tuple[Number, Number] | None = None
    stopped: str = ""
    seed: int = 0

    def in_short(self) -> str:
        return f"{self.verdict}: {self.claim.text}; {self.reason}"

    @property
    def verdict(self) -> Literal["refuted", "proved", "tested", "vacuous", "unknown"]:
        """Return the verdict."""
        if self.found.broken:
            return "refuted"
        if self.contradiction:
            return "vacuous"
        return "proved" if self.derivation else "tested" if self.found.datasets else "unknown"

    @property
    def exit_status(self) -> int:
        """Return the exit status of `novikoff bound`: 3 if the limit came before the last dataset."""
        return INCONCLUSIVE if self.stopped else VERDICTS[self.verdict][2]

    @property
    def reason(self) -> str:
        """Return the reason for the verdict, in one line."""
        from ..properties.claimed_bound_proofs import convention

        if self.found.broken:
            return broken_text(self.found.broken)
        if self.contradiction:
            return "the hypotheses contradict each other, or exclude every run; checked by the kernel"
        unmet = "no examples met the hypotheses"
        if self.derivation:
            doubt = "" if self.found.datasets else f"; {unmet}, so it may be vacuous"
            theorem, runs = self.derivation.theorem, self.derivation.convention
            why = f"follows from {theorem}" if theorem else "is proved by induction over the run"
            return f"{why} ({runs}){describe_sharpness(self.times)}; checked by the kernel{doubt}"
        late = f"; {self.stopped}" if self.stopped else ""
        if not self.found.datasets:
            return f"nothing was tested: {self.left_out or self.stopped or unmet}"
        tested = format_count(self.found.datasets, "dataset")
        return f"holds on {tested} ({convention(self.claim)}); no theorem is found to imply it{late}"

    @property
    def left_out(self) -> str:
        """Return a phrase that says how many long runs were left out; "" if none."""
        from ..algorithms.user_rules import MOST_BITS
        from ..properties.claimed_bound_counterexamples import update_limit

        reasons = [(self.found.long, f"of more than {update_limit(self.claim)} updates"),
                   (self.found.large, f"with numbers of more than {MOST_BITS} bits")]
        each = [f"{format_count(n, 'run')} {'was' if n == 1 else 'were'} left out, {why}" for n, why in reasons if n]
        return ", and ".join(each)

    @property
    def reproduce(self) -> str:
        """Return Python code that shows the failure; "" if there is none."""
        return case_code(self.claim, self.algorithm, self.found.broken) if self.found.broken else ""

    def blocks(self, quiet: bool = False, verbose: bool = False) -> list[Block]:
        """Return the result for a reader; the claim is also set as formulas, where that is possible."""
        claim, found = self.claim, self.found
        facts = {f"hypothesis {n}:": r for n, r in enumerate(claim.hypotheses, 1)}
        facts["claim:"] = Relation(claim.left, claim.operator, claim.right)
        made: list[Block] = [Words([Mark(f"{self.verdict:10}", VERDICTS[self.verdict][0]), f" {claim.text}"])]
        made.append(Lines(tuple(Line(name, Formula("relation", (r,))) for name, r in facts.items())))
        made.append(Table([("", self.reason)]))
        made += broken_blocks(found.broken, self.reproduce) if found.broken else []
        rows: list[Sequence[Inline]] = []
        if found.largest and not quiet:
            rows += [("largest", ratio_text(found.largest)), *examples_rows(found.largest)]
        if not quiet:
            long = f"; {self.left_out}" if self.left_out else ""
            chosen = f", after an estimate for {found.screened}" if found.screened else ""
            rows.append(("tested", f"{format_count(found.datasets, 'dataset')} compared exactly{chosen}{long}"))
            rows.append(("supposes", ", ".join(claim.conditions)))
        if claim.moves:
            rows.append(("note", "the bound changes if (w, b, gamma) is multiplied by a number; a hypothesis such as "
                         "w@w == 1 fixes their scale"))
        return [*made, Table(rows)]

    def rows(self) -> list[Row]:
        status = "inconclusive" if self.stopped else VERDICTS[self.verdict][1]
        return [Row(self.claim.text, status, self.reason, self.algorithm)]

    def json(self) -> dict[str, Any]:
        from ..properties.claimed_bound_proofs import convention

        found = self.found
        return {
            "schema": 1,
            "statement": self.claim.text,
            "algorithm": self.algorithm,
            "tie": self.claim.tie,
            "seed": self.seed,
            "verdict": self.verdict,
            "reason": self.reason,
            "datasets": found.datasets,
            "screened": found.screened,
            **({"stopped": self.stopped} if self.stopped else {}),
            "theorem": (self.derivation and self.derivation.theorem) or None,
            "convention": convention(self.claim),
            "conditions": list(self.claim.conditions),
            "times_sharp": self.times and dict(zip(("least", "most"), map(str, self.times), strict=True)),
            "certificate": self.derivation.certificate if self.derivation else self.contradiction,
            "largest": case_json(found.largest),
            "counterexample": case_json(found.broken) and {**case_json(found.broken), "reproduce": self.reproduce},
        }


class BoundViolated(AssertionError):
    """The failure of a claimed bound; the message has the examples, and code that reproduces the failure."""


def bound(
    statement: str,
    *,
    algorithm: str | None = None,
    tie: str = "mistake",
    seed: int = 0,
    datasets: int = DATASETS,
    data: tuple[Any, Any] | None = None,
    limit: float | None = None,
    quiet: bool | None = None,
) -> BoundFinding:
    """Derive a claimed mistake bound from the theorems, or compare it with exact runs.

    statement  a bound such as "k <= R**2*(w@w)/gamma**2", or the name of a bound; `novikoff help bounds` lists these
               names, and the quantities that a bound may use
    algorithm  perceptron (the default), perceptron:R2, perceptron:homogeneous, perceptron:c=p/q;
               multi_class_perceptron, also with :R2, :homogeneous or :c=p/q; prank; or "MODULE:FUNCTION", your own rule
    tie        what a score of 0 counts as: "mistake", "correct", "positive" or "negative"; for several classes, what
               equal scores count as: "mistake", "correct" or "first"
    seed       chooses the datasets
    datasets   number of datasets if no theorem implies the bound; a derived bound is compared with at most 60
    data       (X, y) of shape (n, d) and n labels: compare the bound with these data only
    limit      work, in seconds on a typical laptop, after which the comparisons so far give the verdict; work
               is counted, so the verdict does not depend on the machine. None: no limit. With a limit, a separate
               process works; it is stopped after ten times as many real seconds, if your rule does not return.
    quiet      whether to print no progress; None: print it on a terminal

    Raises `BadInput` for a statement or options that cannot be read.

    >>> held = bound("w@w == 1 |- k <= (1 + R**2)/gamma**2", datasets=200)
    >>> held.verdict, held.found.broken.k, str(held.found.broken.right)
    ('refuted', 1, '1/9')
    >>> bound("w@w == 1 |- k <= (1 + R**2)*(1 + b**2)/gamma**2", datasets=20).derivation.theorem
    'bias-step-mistake-bound'
    >>> bound("k <= m*(R**2 + 1)*(w@w + b@b)/gamma**2", algorithm="multi_class_perceptron", datasets=9).verdict
    'proved'
    """
    from ..algorithms.processes import Stopped, yield_latest
    from ..algorithms.run_loop import check_integer, check_time_limit
    from ..proofs.search.work import PER_SECOND, limited_to
    from ..properties.claimed_bound_counterexamples import Found
    from ..properties.claimed_bound_statements import claim, exact_data

    if not isinstance(statement, str):
        raise BadInput(f"a bound must be text, such as 'k <= R**2*(w@w)/gamma**2' (got {statement!r:.60})")
    datasets = check_integer(datasets, "datasets", 1, MOST)
    if data is not None and not (isinstance(data, (tuple, list)) and len(data) == 2):
        raise BadInput(f"data must be a pair (X, y) (got {data!r:.60})")
    seed, limit = check_integer(seed, "seed", least=0), check_time_limit(limit)
    statement, algorithm = resolve_claim(statement, algorithm)
    stated = claim(statement, tie=tie, **resolve_runs(algorithm))
    given = None if data is None else exact_data(*data, stated.several)

    def work() -> Iterator[Progress]:
        with limited_to(limit and limit * PER_SECOND):
            yield from _progress(stated, algorithm, seed, datasets, given)

    at_most = None if limit is None or stated.rule is None else limit * PATIENCE
    known: Progress = BoundFinding(stated, algorithm, Found(stated), None, seed=seed), 0, datasets
    with progress("bound", quiet) as tell:
        try:
            for known in work() if limit is None else yield_latest(at_most, work):
                _, looked, total = known
                if looked:
                    tell("datasets", min(looked, total), total)
        except Stopped as problem:
            return _cut_short(*known, str(problem))
    return known[0]


Progress = tuple[BoundFinding, int, int]  # the finding so far, the datasets done, and their total


def _progress(
    stated: ClaimedBound, algorithm: str, seed: int, datasets: int, data: tuple[Any, Any] | None
) -> Iterator[Progress]:
    """Yield the finding so far after each step: the derivation, then the search, then the sharpness.

    Each finding comes with the number of datasets done and the total.
    """
    from ..proofs.search import work
    from ..properties.claimed_bound_counterexamples import Found, iterate_search, require_same_run
    from ..properties.claimed_bound_proofs import contradiction, derive_bound, sharpness_ratio

    found, derivation = Found(stated), derive_bound(stated)
    total = min(datasets, ENOUGH) if derivation else datasets

    def make_finding(**more: Any) -> BoundFinding:
        return BoundFinding(stated, algorithm, replace(found, seeds=[]), derivation, seed=seed, **more)

    yield make_finding(), 0, total
    slow = find_extremal(stated, derivation is not None)
    enough = total if derivation else None
    steps = iterate_search(found, seed=seed, datasets=datasets, also=slow, enough=enough) if data is None else [1]
    looked = 0
    if data is not None:
        found.look(*data)
    for looked in steps:
        if found.broken:  # before and after shrinking
            require_same_run(found.broken)
            if derivation:
                raise AssertionError(f"{stated.text} is derived from {derivation.theorem}, and examples break it")
        yield make_finding(), looked, total
    if work.is_over():
        yield _cut_short(make_finding(), looked, total, work.LIMIT), total, total
        return
    empty = None if found.datasets or data is not None else contradiction(stated)
    times = sharpness_ratio(stated, derivation, found.largest) if derivation and not empty else None
    last = make_finding(contradiction=empty, times=times)
    yield replace(last, derivation=None if empty else derivation), total, total


def find_extremal(stated: ClaimedBound, derived: bool) -> Iterator[tuple[Any, Any]]:
    """Yield data on which the runs of a claim are as slow as a theorem allows, also at the sizes that the hypotheses of
    a claim which is not derived may require.

    For user-defined rules the data come from a perceptron with the threshold of the rule.
    """
    from ..proofs.statements.expressions import value_of
    from ..properties.claimed_bound_counterexamples import constants_of
    from ..properties.worst_cases.by_algorithm import slow_below, slowest

    if stated.rule is None:
        most = value_of(stated.right) if stated.grows else None  # a number: the least larger numbers would break it
        larger = [math.floor(most) + 1, math.floor(most) + 2] if most and 0 < most <= MOST_SLOW else []
        given = slowest(stated.bias_step, larger, constants_of(stated))
        sizes = [] if derived else [size * factor for size in constants_of(stated) for factor in (1, 2)]
        sign = -1 if stated.tie == "positive" else 1  # these data begin with a label 1, which is right at the score 0
        for X, y in chain(given, slowest(stated.bias_step, SLOW, sizes)):
            yield [[sign * v for v in x] for x in X], [sign * label for label in y]
        return
    radii = dict.fromkeys([Fraction(1), *constants_of(stated)])
    yield from slow_below(stated.rule.threshold or Fraction(0), stated.bias_step, radii, SLOW_OWN)


def _cut_short(held: BoundFinding, looked: int, total: int, problem: str) -> BoundFinding:
    """Return the finding of a search that was stopped; a bound that is already proved or refuted keeps its verdict."""
    if held.verdict in ("refuted", "proved"):
        return held
    tried = f"{looked} of {format_count(total, 'dataset')} tried" if looked else "not all derivations tried"
    return replace(held, stopped=f"{problem}, with {tried}")


def test_bound(statement: str, **options: Any) -> BoundFinding:
    """Assert that a claimed bound is not refuted, and return the finding.

    The arguments are the arguments of `bound`. Raises `BoundViolated`, with code that reproduces the failure, and
    `BadInput` as `bound`.

    >>> test_bound("k <= 2*R**2*(w@w + b**2/R**2)/gamma**2", algorithm="perceptron:R2", datasets=20).verdict
    'proved'
    """
    held = bound(statement, **options)
    if held.verdict == "refuted":
        raise BoundViolated(f"{statement}: {held.reason}\n\n{held.reproduce}")
    if not held:
        raise BadInput(f"{statement}: {held.reason}")
    return held


test_bound.__test__ = False  # type: ignore[attr-defined]  # pytest must not collect this function as a test


def resolve_claim(statement: str, algorithm: str | None) -> tuple[str, str]:
    """Return the statement with this name, or the text itself, and the algorithm that it is about by default.

    >>> resolve_claim("smola-mistake-bound", None)
    ('w@w == 1 |- k <= (R**2 + 1)*(b**2 + 1)/gamma**2', 'perceptron')
    >>> resolve_claim("k <= R", None), resolve_claim("smola-mistake-bound", "perceptron:R2")[1]
    (('k <= R', 'perceptron'), 'perceptron:R2')
    """
    name = check_text(statement, "the bound").strip()
    if name not in NAMED:
        if re.fullmatch(r"[\w-]+", name):  # a single word compares nothing
            known = f"write one, such as  k <= R**2/gamma**2,  or name one of {', '.join(NAMED)}"
            raise BadInput(f"there is no bound named {quote_short(name)}; {suggest_name(name, NAMED, known)}")
        return statement, "perceptron" if algorithm is None else algorithm
    typed, runs = NAMED[name]
    if algorithm is not None and ("several" in resolve_runs(algorithm)) != ("several" in resolve_runs(runs)):
        raise BadInput(f"{name} is a bound of {runs}, not of {algorithm:.60}; leave out {format_option('algorithm')}, "
                       "or write the bound as a statement")
    return typed, runs if algorithm is None else algorithm


def resolve_runs(algorithm: str) -> dict[str, Any]:
    """Return the facts about the runs of an algorithm: the bias step, the user's rule, or the class for several
    offsets.

    Raises `BadInput` for algorithms without bounds here.
    """
    from ..algorithms import perceptron
    from ..properties.multiclass_claimed_bounds import SEVERAL

    entry, options = read_settings(algorithm, {}, taken=["perceptron", *SEVERAL])
    if entry.rule is not None:
        return {"rule": entry.rule}
    several = SEVERAL.get(entry.name)
    if entry.module is not perceptron and several is None:
        raise BadInput(f"bounds are tested on runs of the perceptron, not of {entry.name}; give perceptron, "
                       "perceptron:R2, perceptron:homogeneous, perceptron:c=NUMBER, multi_class_perceptron with "
                       "the same suffixes, prank, or MODULE:FUNCTION, a rule of your own")
    given = options.get("bias_step", 1)
    step = given if given == "R2" else Fraction(given)
    return {"bias_step": step, **({"several": several(step != 0)} if several else {})}
