"""What the command line asks, asked from Python, with the same options.

Main definitions:
    prove, check, explain          a statement, claims, a page
    run, separate                  examples from a file, or as (X, y)
    worst_case, estimate           examples on which a run is as long as a theorem allows; the same of any rule
    audit                          an implementation
    Separation                     what `separate` finds

`novikoff.bound` and `novikoff.test_bound` are in `commands.bound`. Where the command line takes FILE.py or FILE.py::ID
for theorems of one's own, so do these. Progress is shown in a notebook, and elsewhere with `quiet=False`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from .algorithms.datasets import Dataset, How
from .algorithms.errors import BadInput
from .algorithms.results import FAILED, OK, Result
from .commands._user_files import ids_of, is_of_the_ledger, reading_also, reading_what
from .output.printing import progress

if TYPE_CHECKING:
    from fractions import Fraction

    from .algorithms.multi_class_perceptron import Classes
    from .algorithms.registry import Algorithm
    from .algorithms.separability import Separability
    from .algorithms.structured_perceptron import Chooser
    from .commands.audit import ProfileLike
    from .commands.run import CheckedRun
    from .output.claim_text import Explanation
    from .proofs.checking.outcomes import Outcomes
    from .proofs.prover.prove import Finding
    from .properties.audit.audit_runner import Audit
    from .properties.estimation.estimates import Estimate
    from .properties.worst_cases.worst_case import WorstCase

    Examples = str | os.PathLike[str] | tuple[Any, Any] | Any  # or a frame


# ---------------------------------------------------------------------------------- statements and claims


def prove(
    text: str, *, using: str | Iterable[str] = (), by: str | Iterable[str] = (), seed: int = 0,
    limit: float | None = None, patience: float | None = None,
) -> Finding:  # fmt: skip
    """Prove or refute a statement in the grammar of `novikoff prove`.

    using     hints: "square(e)", "length(v)", "tangent(e, f)", "exponents(e, f)", products "hypothesis1*hypothesis2"
    by        theorems, by id or as FILE.py::ID, with what is put for their variables: "cauchy-schwarz(u=a, v=2*b)"
    seed      of the search for counterexamples
    limit     seconds after which the verdict is `unknown`; None: there is no limit, and no process of its own
    patience  seconds for the question whether the hypotheses have a model; None: half of the limit

    Raises `BadInput` for a statement that cannot be read or makes no sense, and for what cannot be cited.

    >>> prove("vec u v |- u@v <= norm(u)*norm(v)", limit=60)
    <proved: |- (u@v) <= sqrt((u@u))*sqrt((v@v))>
    >>> prove("real a |- a <= a**2")
    <refuted at a = 1/2: |- a <= a**2>
    """
    from .algorithms.processes import OutOfTime, Stopped, within
    from .algorithms.run_loop import seconds, whole
    from .proofs.prover import prove as prover
    from .proofs.statements.proof_script import Script

    hints, lemmas = _several("hints", using), _several("theorems", by)
    whole(seed, "seed", 0)
    for name, given in (("limit", limit), ("patience", patience)):
        if given is not None:
            seconds(given, name)
    names = [lemma.rpartition("::")[2] for lemma in lemmas]

    def work() -> Finding:
        rest = limit / 2 if patience is None and limit is not None else patience
        return prover.prove(text, using=hints, by=names, seed=seed, patience=rest)

    with reading_what(lemma.partition("(")[0] for lemma in lemmas):
        try:
            return work() if limit is None else within(limit, work)
        except Stopped as problem:
            more = "; a larger limit allows more" * isinstance(problem, OutOfTime)
            return prover.Finding(Script(), "unknown", reason=f"{problem}{more}")


def check(
    wanted: str | Iterable[str] | None = None, *, expression: str | None = None, source: str | None = None,
    engines: str | Iterable[str] | None = None, jobs: int | None = None, replay: bool = False, evaluate: int = 0,
    fail_fast: bool = False, limit: float | None = None, progress: Callable[[str, int, int], None] | None = None,
    quiet: bool | None = None,
) -> Outcomes:  # fmt: skip
    """Verdicts on claims (default: all), with everything that they rest on checked too.

    wanted      ids, rows of a document, files of theorems of one's own, folders, FILE.py::ID: one, or several
    expression  words that a claim is to have, as for -k: "norm and not smola"
    source      a key of the bibliography
    engines     kernel, z3, cvc5 (default: all three), coq or verified
    jobs        worker processes (default: the number of processors)
    replay      the kernel re-checks stored certificates, with no engine else
    evaluate    so many random exact instances of each proved claim
    limit       seconds after which a claim that the search has not decided is `unknown`; None: there is no limit
    fail_fast   what comes after the first outcome that is not as expected is left out
    progress    is called with (id, done, total); without it, see `quiet`

    Raises `BadInput` for an unknown claim, engine or source, or a number that is none; `OSError` if a replay finds no
    stored book; `proofs.checking.outcomes.Interrupted`, a KeyboardInterrupt with the outcomes so far, after Ctrl-C.

    >>> check("cauchy-schwarz", engines="kernel")
    <1 claim: 1 proved; 1 as expected>
    """
    from .commands._selection import select
    from .output.printing import progress as shown
    from .proofs.checking import check as checking
    from .proofs.checking.outcomes import ENGINES

    names = None if wanted is None else _several("claims", wanted)
    asked = ENGINES if engines is None else _several("engines", engines)
    settings: dict[str, Any] = {"engines": asked, "jobs": jobs, "replay": replay, "evaluate": evaluate}
    settings |= {"fail_fast": fail_fast, "limit": limit}
    with _reading(names or ()) as ids:
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
) -> Explanation:  # fmt: skip
    """A claim with its derivation and all that it rests on: text to print, and a page in a notebook.

    claim        a claim, or an id; of a theorem of one's own also FILE.py::ID
    format       of the text: "text", "markdown", "latex" (a fragment, for amsmath) or "html" (a self-contained file)
    depth        how far citations are followed: 0 for the claim alone, None for the whole chain
    standalone   LaTeX as a complete document
    width        of text, in columns; a formula that is longer is not broken
    expanded     inner products multiplied out, as the kernel reads them, instead of as the author wrote them

    Raises `BadInput` for an unknown claim id or format.

    >>> print(explain("count-at-most-quotient", depth=0).splitlines()[0])
    Dividing a quadratic bound by the count
    """
    from .algorithms.run_loop import whole
    from .output.claim_text import explain as explained
    from .output.document_formats import WIDTH

    for name, given, least in (("depth", depth, 0), ("width", width, 1)):
        if given is not None:
            whole(given, name, least)

    with _reading([claim] if isinstance(claim, str) else []) as ids:
        if len(ids) > 1:
            raise BadInput(f"{claim} has {len(ids)} theorems; name one, as {claim}::{ids[0]}")
        what = ids[0] if ids else claim
        return explained(what, format, depth, standalone=standalone, width=width or WIDTH, expanded=expanded)


# -------------------------------------------------------------------------------------------- examples


def run(
    algorithm: str, data: Examples, *, label: str | None = None, positive: str | None = None, sep: str | None = None,
    drop: str | Iterable[str] = (), missing: Literal["error", "drop"] = "error", scale: str | None = None,
    group: str | None = None, margin: bool = True, quiet: bool | None = None, **options: Any,
) -> CheckedRun:  # fmt: skip
    """Run an algorithm exactly on examples, and hold the run against the proved bounds.

    algorithm  a name as for `novikoff run`: "perceptron", "perceptron:R2", "kozinec", "MODULE:FUNCTION", …
    data       a file, the name of a built-in dataset, a frame of pandas or polars or a table of Arrow, or (X, y) with X
               of shape (n, d), an array, a frame or lists of numbers, and n labels, each ±1, or of two values, of which
               the larger number or the later text is +1 unless `positive` is given; a float is the binary number that
               it is. `label`, `positive`, `sep`, `drop`, `missing` and `group` say how a file or a frame is read,
               `scale` how it is scaled; for structured_perceptron X has lists of candidates, and y the numbers of the
               right ones
    margin     whether to compute the best margin, and the bounds that need it; without, a run may have no end
    options    of the algorithm: order="random", seed=7, max_updates=100, epsilon="1/100", …; a float is the binary
               number that it is, so that 1/10 is written Fraction(1, 10) or "0.1", not 0.1

    The result has the `record` of the run, `bounds` as (id, value, holds), `separated` and `stopped`. Raises
    `BadInput`, and its subclass `NoSeparator` with the convex combination that shows that no run can end.

    >>> run("perceptron", ([[2, 1], [-1, 3]], [1, -1]))
    <perceptron on (X, y): 2 updates, every example is on its side; 2 of 2 bounds hold>
    """
    from .commands.run import hold, settings

    entry, read = settings(algorithm, _pairs(options), {})
    given = _examples(data, _how(label, positive, sep, drop, missing, scale, group), entry)
    return hold(algorithm, entry, read, given, quiet, margin=margin)


@dataclass(frozen=True, repr=False)
class Separation(Result):
    """Is there a hyperplane between the classes: `answer` has it, or the convex combination that shows that there is
    none; `margin` is a lower and an upper bound of the least ‖w‖² under y(⟨w, x⟩ + b) ≥ 1, None if there is no least.
    Of several classes `answer` has the (w, b) of each, and `margin` is about Σ(‖w‖² + b²), the right one leading by 1.
    """

    data: Dataset
    answer: Separability | Classes | Chooser
    margin: tuple[Fraction, Fraction] | None

    @property
    def separable(self) -> bool:
        """Whether there is one."""
        return self.answer.separable

    @property
    def exit_status(self) -> int:
        """That of `novikoff separate`."""
        return OK if self.separable else FAILED

    def in_short(self) -> str:
        """Whether there is one, and the proof."""
        from .commands.separate import as_text

        first, about, *rest = as_text(self.data, self.answer, self.margin, quiet=False, verbose=False).splitlines()
        return "; ".join([first, about, " ".join(rest[0].split())] if rest and self.separable else [first, about])


def separate(
    data: Examples, *, classes: bool = False, bias: bool = True, label: str | None = None, positive: str | None = None,
    sep: str | None = None, drop: str | Iterable[str] = (), missing: Literal["error", "drop"] = "error",
    scale: str | None = None, group: str | None = None,
) -> Separation:  # fmt: skip
    """Is there a hyperplane between the classes (through the origin, if not `bias`)? True if there is.

    With `classes` every label is a class, and the question is whether each can have a (w, b) with which its examples
    score highest. With `group`, the rows of a file that have the same value in this column are candidates, and the
    question is whether the right ones can be told. `data` and how it is read are as for `run`. Raises `BadInput`.

    >>> separate(([[2], [3], [5]], [-1, 1, -1]))
    <not separable: no separator exists: a convex combination of 3 signed examples is 0 (lines 1, 2, 3 of (X, y)); \
(X, y): 3 examples, 1 feature; y = 1 is +1 (1), the rest −1 (2)>
    """
    from .algorithms.run_loop import flag
    from .commands.separate import answered

    if classes and positive is not None:
        raise BadInput("classes=True takes every label as a class; leave out positive")
    how = _how(label, positive, sep, drop, missing, scale, group)
    given = _examples(data, how, classes=flag(classes, "classes"))
    return Separation(given, *answered(given, flag(bias, "bias")))


def _examples(data: Examples, how: How, entry: Algorithm | None = None, classes: bool = False) -> Dataset:
    """The examples of a file, or of arrays."""
    from .algorithms.data_frames import records_of
    from .algorithms.datasets import Dataset, candidates, many_classes, read_records, two_classes
    from .algorithms.labelled_examples import exact_rows
    from .algorithms.structured_perceptron import examples as choices
    from .commands import run as command

    if isinstance(data, str | os.PathLike):
        if entry is not None:
            return command.read(os.fspath(data), how, entry)
        found = read_records(data, how)
        if how.group is not None:
            return candidates(found, how.positive)
        return many_classes(found) if classes else two_classes(found, how.positive)
    if isinstance(data, tuple) and len(data) == 2 and entry is not None and entry.grouped:
        given, right = choices(*data)
        several: Any = tuple(tuple(map(tuple, exact_rows(one))) for one in given)
        names = tuple(f"x{k}" for k in range(1, len(given[0][0]) + 1))
        lines = tuple(range(1, len(given) + 1))
        return Dataset(several, tuple(right), names, "y", "the number", "(X, y)", lines, group="row of X")
    found = records_of(data, how)
    if how.group is not None or (entry is not None and entry.grouped):
        return candidates(found, how.positive)
    many = classes or (entry is not None and entry.classes and how.positive is None)
    return many_classes(found) if many else two_classes(found, how.positive)


def _how(
    label: Any, positive: Any, sep: Any, drop: str | Iterable[str], missing: Literal["error", "drop"],
    scale: str | None, group: Any,
) -> How:  # fmt: skip
    """How a file is read; labels and names of columns may be given as numbers."""
    from .algorithms.run_loop import choice

    choice("missing", missing, ("error", "drop"))
    label, positive, sep, group = (None if each is None else str(each) for each in (label, positive, sep, group))
    return How(label, positive, sep, _several("columns", drop), missing, scale, group)


def _pairs(options: Mapping[str, Any]) -> list[str]:
    """Options of an algorithm as they are typed; those that are None are not given."""
    return [f"{name}={_written(value, name)}" for name, value in options.items() if value is not None]


def _written(value: Any, name: str) -> str:
    """An option as it is typed."""
    from .algorithms.labelled_examples import exact

    if isinstance(value, list | tuple):
        return ",".join(_written(each, name) for each in value)
    if isinstance(value, bool):
        return str(value).lower()
    return str(exact(value, name)) if isinstance(value, float) else str(value)


def worst_case(
    algorithm: str, *, updates: int | None = None, ratio: Fraction | int | str | None = None,
    dimension: int | None = None, R2: Fraction | int | str | None = None,
    rates: Iterable[Fraction | int | str] | str | None = None, examples: int | None = None,
    start: Fraction | int | str | None = None, limit: float | None = None, **options: Any,
) -> WorstCase:  # fmt: skip
    """How many updates can an algorithm need? The bound that a theorem gives, and exact data that need as many.

    algorithm  a name as for `novikoff worst-case`: "perceptron:homogeneous", "perceptron:R2", …
    updates    a number of updates, for which the least ratio R²/γ² is asked for; or
    ratio      R²/γ², for which the most updates are asked for: an exact number, or a text such as "7/2"
    dimension  of the examples: 2, 3, or any
    R2         ‖x‖² ≤ R2; any, if it is not given
    rates      step sizes of the first updates, of which the last one is that of all later ones; or "1/t" or "2^-t"
    examples   how many there are, for the batch perceptron
    start      ‖w₀‖/R at most, for starts other than 0
    limit      seconds; None: there is no limit, and no process of its own
    options    of the algorithm: beta="1/2", …

    The result has the bound `upper` with the claim `theorem`, `data` with X and y, the `record` of the run on them,
    and says whether they are `closed`, that is, meet. Raises `BadInput`, and `OutOfTime` at the limit.

    >>> found = worst_case("perceptron:homogeneous", ratio="7/2")
    >>> found, found.theorem, found.data.X
    (<perceptron:homogeneous, R²/γ² = 7/2: 3 updates of 7/2>, 'novikoff-mistake-bound', \
[[54, 84, 0], [-54, 35, -76], [54, -80, -26]])
    """
    from .algorithms.options import increments, rational
    from .algorithms.run_loop import seconds_of
    from .commands.run import settings
    from .commands.worst_case import answer

    def exact(value: Fraction | int | str | None, where: str) -> Fraction | None:
        return None if value is None else rational(value, where)

    entry, read = settings(algorithm, _pairs(options), {})
    steps = rates if rates is None or isinstance(rates, str) else [*rates]
    sizes = None if steps is None else increments(_written(steps, "rates"), "rates")
    return answer(algorithm, entry, read, updates=updates, ratio=exact(ratio, "ratio"), dimension=dimension,
                  R2=exact(R2, "R2"), rates=sizes, examples=examples, start=exact(start, "start"),
                  limit=seconds_of(limit))  # fmt: skip


def estimate(
    algorithm: str, updates: int, *, R2: Fraction | int | str = 1, labels: Sequence[int] | None = None,
    equal_lengths: bool = False, rates: Sequence[Fraction | int | str] = (), start: Fraction | int | str | None = None,
    limit: float | None = None, **options: Any,
) -> Estimate:  # fmt: skip
    """The worst case of a rule that nobody has analysed, for a number of updates: what is proved, and what is attained.

    algorithm      "MODULE:FUNCTION", an update rule of your own, or a name as for `worst_case`
    R2             ‖x‖² ≤ R2, where the rule has a scale of its own; where it has none, R is any
    labels         of the examples, −1 or 1, one for each update; without them all are tried
    equal_lengths  all examples have ‖x‖² = R2
    rates          step sizes, one for each update, for the perceptron
    start          the run begins at any w₀ with ‖w₀‖ ≤ start·R, for the perceptron without bias
    limit          seconds; None: there is no limit, and no process of its own
    options        of the algorithm: beta="1/2", …

    The result has the bound `lower` that its `theorems` prove, `data` that have the value `upper`, whether that
    `is_exact`, and the `book` of the theorems. Raises `BadInput`, also for a rule that is out of reach, and without the
    solver; and `OutOfTime` at the limit.

    >>> found = estimate("margin_perceptron:homogeneous", 3, beta="1/2")
    >>> found, found.is_exact, found.theorems[0].statement[-21:]
    (<margin_perceptron:homogeneous, 3 updates: 20/11>, True, 'u@u >= 20*gamma**2/11')
    """
    from .algorithms.options import rational
    from .algorithms.run_loop import flag, seconds_of, whole
    from .commands._estimates import Asked, answers
    from .commands.run import settings

    entry, read = settings(algorithm, _pairs(options), {})
    steps = [rational(rate, "rates") for rate in rates]
    begun = None if start is None else rational(start, "start")
    number = whole(updates, "updates", 1)
    asked = Asked([number], labels, rational(R2, "R2"), flag(equal_lengths, "equal_lengths"), steps, begun)
    ((found, _),), _ = answers(algorithm, entry, read, asked, seconds_of(limit))
    return found


# ------------------------------------------------------------------------------------- implementations


def audit(
    estimator: Any, params: Mapping[str, Any] | None = None, *, profile: ProfileLike = None,
    algorithm: str | None = None, options: Sequence[str] = (), examples: int | None = None,
    limit: float | None = None, check_limit: float | None = None, seed: int = 0,
    only: Callable[[str], bool] = lambda name: True, quiet: bool | None = None,
) -> Audit:  # fmt: skip
    """Hold an implementation against the theorems that its conventions imply.

    estimator  a class, an object with `get_params`, or "MODULE:CLASS", whose module is then imported
    params     arguments of the class
    profile    "MODULE:CLASS" of one that ships, a JSON file, a mapping; None: the one that ships, or what is found out
    algorithm  "MODULE:FUNCTION", an update rule of your own, whose exact runs the class is held against instead; or
               an algorithm for two classes, as "nearest_neighbours"
    options    those of that algorithm, as ["k=3"]
    examples   datasets that are generated for a check
    limit      seconds, after which the checks that are left are not made; None: all are made
    check_limit    seconds for a check; None: 20
    seed       decides the datasets
    only       selects checks by their ids

    Raises `BadInput`.

    >>> audit("novikoff.algorithms.estimators:Perceptron", examples=3, only="separates.plain".__eq__)
    <novikoff.algorithms.estimators:Perceptron ...: 1 of 1 checks as expected>
    """
    from .algorithms.run_loop import whole
    from .commands.audit import check_bounds

    if params is not None and not isinstance(params, Mapping):
        raise BadInput(f"params are the arguments of the class by name, as {{'max_iter': 9}} (got {params!r:.60})")
    if examples is not None:
        whole(examples, "examples", 1)
    with progress("audit", quiet) as tick:
        return check_bounds(estimator, params, profile=profile, algorithm=algorithm, options=options,
                            examples=examples, limit=limit, check_limit=check_limit, seed=seed, only=only,
                            tick=tick)  # fmt: skip


# --------------------------------------------------------------------------------------------- of several


@contextmanager
def _reading(given: Iterable[str]) -> Iterator[list[str]]:
    """The ids that are meant, while the files that are named are read."""
    names = list(given)
    if all(map(is_of_the_ledger, names)):
        yield names
        return
    with reading_also(names):
        yield [identifier for name in names for identifier in ids_of(name)]


def _several(what: str, given: str | Iterable[str]) -> list[str]:
    from .proofs.checking.outcomes import several

    return several(what, given)
