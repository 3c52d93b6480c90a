"""`novikoff bound`: a claimed mistake bound is derived from the proved theorems, or compared with exact runs.

Main definitions:
    bound, BoundFinding    try to derive a bound, and else to break it; the verdict with its evidence
    test_bound             the same as an assertion, for a test suite
    BoundViolated          what it raises, with code that reproduces the failure

The verdict is `refuted` (with exact examples), `proved` (it follows from a theorem of the ledger, and the kernel has
checked the derivation), `tested` (neither: it holds on all examples tried), `vacuous` (its hypotheses contradict each
other, and the kernel has checked that) or `unknown` (no examples met its hypotheses).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from ..algorithms.errors import BadInput, near
from ..algorithms.results import Result, counted, rounded
from ..algorithms.safe_files import short
from ..output.printing import FAILED, INCONCLUSIVE, NOTHING, OK, Row, emit, progress, style
from ._plots import plot_bound, plot_option
from ._shared import AT_LEAST_ONE, MOST, SECONDS, command

if TYPE_CHECKING:
    from ..algorithms.processes import Stopped
    from ..properties.bound_counterexamples import Found
    from ..properties.bound_derivations import Derivation
    from ..properties.bound_statements import Case, ClaimedBound
    from ..properties.square_roots import Number

DATASETS = 1500  # compared exactly, by default
ENOUGH = 60  # where the bound is derived: they show how large k/bound is, and that the hypotheses have a model
LIMIT = 300.0  # seconds, by default; the counted limits of the search end it long before
SLOW = (2, 3, 5, 8, 13, 21, 34)  # updates on data on which there are as many as a theorem allows
SLOW_OWN = (2, 4, 8, 20, 34)  # the same of your own rules, which are not compiled
MOST_SHOWN = 16  # examples, and coordinates of each; of larger data their size
NAMED = {  # the documents' bounds: claims of the ledger, with the runs that they are about
    "no-bias-mistake-bound": "perceptron:homogeneous",
    "tutorial-mistake-bound": "perceptron:R2",
    "smola-mistake-bound": "perceptron",
    "multi-class-mistake-bound": "multi_class_perceptron:homogeneous",
    "multi-class-bias-step-mistake-bound": "multi_class_perceptron",
    "prank-change-bound": "prank",
}
STATUS = {"refuted": FAILED, "vacuous": FAILED, "proved": OK, "tested": OK, "unknown": NOTHING}


@dataclass(frozen=True, repr=False)
class BoundFinding(Result):
    """The verdict on a claimed bound, with its evidence; true if the bound was not refuted.

    `verdict` is "refuted", "proved", "tested", "vacuous" or "unknown"; `found` has the number of datasets, the largest
    ratio and, for `refuted`, the broken case; `derivation` names the theorem and has the certificate, for `proved`;
    `contradiction` is the certificate of −1 ≥ 0, for `vacuous`; `times` says between which numbers it is how many times
    the sharp bound, for `proved`. A bound that is `proved` although no examples met its
    hypotheses may be vacuous, which `reason` says. `stopped` says why the search ended before its last dataset; "" if
    it did not, or if nothing was left to decide.
    """

    claim: ClaimedBound
    algorithm: str
    found: Found
    derivation: Derivation | None
    contradiction: Any = None
    times: tuple[Number, Number] | None = None
    stopped: str = ""

    def in_short(self) -> str:
        """The verdict, the bound and the reason."""
        return f"{self.verdict}: {self.claim.text}; {self.reason}"

    @property
    def verdict(self) -> str:
        """The verdict, in one word."""
        if self.found.broken:
            return "refuted"
        if self.contradiction:
            return "vacuous"
        return "proved" if self.derivation else "tested" if self.found.datasets else "unknown"

    @property
    def exit_status(self) -> int:
        """The exit status of `novikoff bound`: 3 if the limit came before the last dataset that was to be compared."""
        return INCONCLUSIVE if self.stopped else STATUS[self.verdict]

    @property
    def reason(self) -> str:
        """Why the verdict is what it is, in one line."""
        from ..properties.bound_derivations import convention

        if self.found.broken:
            return broken_text(self.found.broken)
        if self.contradiction:
            return "the hypotheses contradict each other, so it speaks of no examples; checked by the kernel"
        unmet = "no examples met the hypotheses"
        if self.derivation:
            doubt = "" if self.found.datasets else f"; {unmet}, so it may be vacuous"
            theorem, runs = self.derivation.theorem, self.derivation.convention
            return f"follows from {theorem} ({runs}){sharpness(self.times)}; checked by the kernel{doubt}"
        late = f"; {self.stopped}" if self.stopped else ""
        if not self.found.datasets:
            return f"nothing was tested: {self.left_out or self.stopped or unmet}"
        return (f"holds on {self.found.datasets} datasets ({convention(self.claim)}); no theorem is found to imply it"
                f"{late}")  # fmt: skip

    @property
    def left_out(self) -> str:
        """How many runs were left out because they are long; "" if none."""
        from ..algorithms.user_rules import MOST_BITS
        from ..properties.bound_counterexamples import longest

        reasons = [(self.found.long, f"of more than {longest(self.claim)} updates"),
                   (self.found.large, f"with numbers of more than {MOST_BITS} bits")]  # fmt: skip
        each = [f"{counted(n, 'run')} {'was' if n == 1 else 'were'} left out, {why}" for n, why in reasons if n]
        return ", and ".join(each)

    @property
    def reproduce(self) -> str:
        """Python code that shows the failure; empty if there is none."""
        return code(self.claim, self.algorithm, self.found.broken) if self.found.broken else ""


class BoundViolated(AssertionError):
    """A claimed bound is false; the message has the examples, and code that reproduces the failure."""


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
    """Derive a claimed bound, such as "k <= R**2*(w@w)/gamma**2", from the theorems, or compare it with exact runs.

    `statement` may also be a name of `NAMED`. `algorithm` is perceptron (the default), perceptron:R2,
    perceptron:homogeneous, perceptron:c=p/q, the same of multi_class_perceptron, prank, or "MODULE:FUNCTION", an update
    rule of somebody's own; `tie` is as in their `run`. If no theorem implies the bound, about `datasets` datasets are
    compared exactly, chosen by `seed`; of a derived bound at most `ENOUGH`, or until one meets its hypotheses. With
    `data` = (X, y), of shape (n, d) and n labels, only that one is, with several separators of it. `limit` is in
    seconds, after which the verdict is that of what was compared; None: there is none, and no process of its own.
    `properties.bound_statements.QUANTITIES` are the names that a statement may use; what some of them are for several
    classes is in `properties.several_offsets`. `quiet` is as for `output.printing.progress`.

    Raises `BadInput` for a statement or options that cannot be read.

    >>> held = bound("w@w == 1 |- k <= (1 + R**2)/gamma**2", datasets=200)
    >>> held.verdict, held.found.broken.k, str(held.found.broken.right)
    ('refuted', 1, '1/9')
    >>> bound("w@w == 1 |- k <= (1 + R**2)*(1 + b**2)/gamma**2", datasets=20).derivation.theorem
    'bias-step-mistake-bound'
    >>> bound("k <= m*(R**2 + 1)*(w@w + b@b)/gamma**2", algorithm="multi_class_perceptron", datasets=9).verdict
    'proved'
    """
    from ..algorithms.processes import Stopped, newest
    from ..algorithms.run_loop import seconds_of, whole
    from ..properties.bound_counterexamples import Found
    from ..properties.bound_statements import claim, exact_data

    if not isinstance(statement, str):
        raise BadInput(f"a bound is text, such as 'k <= R**2*(w@w)/gamma**2' (got {statement!r:.60})")
    datasets = whole(datasets, "datasets", 1, MOST)
    if data is not None and not (isinstance(data, (tuple, list)) and len(data) == 2):
        raise BadInput(f"data is a pair (X, y) (got {data!r:.60})")
    seed, limit = whole(seed, "seed", least=0), seconds_of(limit)
    statement, algorithm = named(statement, algorithm)
    stated = claim(statement, tie=tie, **runs_of(algorithm))
    given = None if data is None else exact_data(*data, stated.several)

    def work() -> Iterator[Progress]:
        return _progress(stated, algorithm, seed, datasets, given)

    known: Progress = BoundFinding(stated, algorithm, Found(stated), None), 0, datasets
    with progress("bound", quiet) as tell:
        try:
            for known in work() if limit is None else newest(limit, work):
                _, looked, total = known
                if looked:
                    tell("datasets", min(looked, total), total)
        except Stopped as problem:
            return _cut_short(*known, problem)
    return known[0]


Progress = tuple[BoundFinding, int, int]  # what is known, how many datasets were looked at, and of how many


def _progress(
    stated: ClaimedBound, algorithm: str, seed: int, datasets: int, data: tuple[Any, Any] | None
) -> Iterator[Progress]:
    """What is known of a bound, after each step of the work: derive it, then search, then compute how sharp it is."""
    from ..properties.bound_counterexamples import Found, require_repeated, searching
    from ..properties.bound_derivations import contradiction, derived, times_sharp

    found, derivation = Found(stated), derived(stated)
    total = min(datasets, ENOUGH) if derivation else datasets

    def known(**more: Any) -> BoundFinding:
        return BoundFinding(stated, algorithm, replace(found, seeds=[]), derivation, **more)

    yield known(), 0, total
    slow = extremal(stated)
    enough = total if derivation else None
    steps = searching(found, seed=seed, datasets=datasets, also=slow, enough=enough) if data is None else [1]
    if data is not None:
        found.look(*data)
    for looked in steps:
        if found.broken:  # before and after it is made small
            require_repeated(found.broken)
            if derivation:
                raise AssertionError(f"{stated.text} is derived from {derivation.theorem}, and examples break it")
        yield known(), looked, total
    empty = None if found.datasets or data is not None else contradiction(stated)
    times = times_sharp(stated, derivation, found.largest) if derivation and not empty else None
    yield replace(known(contradiction=empty, times=times), derivation=None if empty else derivation), total, total


def extremal(stated: ClaimedBound) -> Iterator[tuple[Any, Any]]:
    """Data on which the runs of a claim are as slow as a theorem allows; of your own rules those of a perceptron that
    learns below the score at which they do.
    """
    from ..properties.bound_counterexamples import constants_of
    from ..properties.worst_cases.by_algorithm import slow_below, slowest

    if stated.rule is None:
        return slowest(stated.bias_step, SLOW)
    radii = dict.fromkeys([Fraction(1), *constants_of(stated)])
    return slow_below(stated.rule.threshold or Fraction(0), stated.bias_step, radii, SLOW_OWN)


def _cut_short(held: BoundFinding, looked: int, total: int, problem: Stopped) -> BoundFinding:
    """What is known when the work was stopped. That is all there is to know of a bound that is proved or refuted."""
    from ..algorithms.processes import OutOfTime

    if held.verdict in ("refuted", "proved"):
        return held
    tried = f"{looked} of {counted(total, 'dataset')} tried" if looked else "not all derivations tried"
    late = "; a larger limit allows more" * isinstance(problem, OutOfTime)
    return replace(held, stopped=f"{problem}, with {tried}{late}")


def test_bound(statement: str, **options: Any) -> BoundFinding:
    """Assert that a claimed bound is not refuted; takes what `bound` takes, and returns what it returns.

    Raises `BoundViolated`, with code that reproduces the failure.

    >>> test_bound("k <= 2*R**2*(w@w + b**2/R**2)/gamma**2", algorithm="perceptron:R2", datasets=20).verdict
    'proved'
    """
    held = bound(statement, **options)
    if held.verdict == "refuted":
        raise BoundViolated(f"{statement}: {held.reason}\n\n{held.reproduce}")
    if not held:
        raise BadInput(f"{statement}: {held.reason}")
    return held


test_bound.__test__ = False  # type: ignore[attr-defined]  # pytest must not take it for a test of its own


def named(statement: str, algorithm: str | None) -> tuple[str, str]:
    """A statement, or the one of this name, and the algorithm that it is about unless another is given.

    >>> named("smola-mistake-bound", None)
    ('w@w == 1 |- k <= (R**2 + 1)*(b**2 + 1)/gamma**2', 'perceptron')
    >>> named("k <= R", None), named("smola-mistake-bound", "perceptron:R2")[1]
    (('k <= R', 'perceptron'), 'perceptron:R2')
    """
    from ..properties.bound_statements import of_the_ledger

    name = statement.strip()
    if name not in NAMED:
        if re.fullmatch(r"[\w-]+", name):  # which compares nothing
            known = f"write one, such as  k <= R**2/gamma**2,  or name one of {', '.join(NAMED)}"
            raise BadInput(f"there is no bound named {short(name)}; {near(name, NAMED, known)}")
        return statement, algorithm or "perceptron"
    return of_the_ledger(name), algorithm or NAMED[name]


def runs_of(algorithm: str) -> dict[str, Any]:
    """What an algorithm's name says of the runs: the bias step, a Fraction or "R2"; the rule of somebody's own; and
    what is to be known of an algorithm of several classes.
    """
    from ..algorithms import perceptron
    from ..properties.several_offsets import SEVERAL
    from .run import settings

    entry, options = settings(algorithm, [], {}, taken=["perceptron", *SEVERAL])
    if entry.rule is not None:
        return {"rule": entry.rule}
    several = SEVERAL.get(entry.name)
    if entry.module is not perceptron and several is None:
        raise BadInput(f"bounds are tested on runs of the perceptron, not of {entry.name}; give perceptron, "
                       "perceptron:R2, perceptron:homogeneous, perceptron:c=NUMBER, the same of "
                       "multi_class_perceptron, prank, or MODULE:FUNCTION, a rule of your own")  # fmt: skip
    given = options.get("bias_step", 1)
    step = given if given == "R2" else Fraction(given)
    return {"bias_step": step, **({"several": several(step != 0)} if several else {})}


def complete_bound(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """The bounds that have names."""
    return [name for name in NAMED if name.startswith(incomplete)]


bound_argument = click.argument("statement", metavar="BOUND", shell_complete=complete_bound)
algorithm_option = click.option(
    "--algorithm", metavar="NAME",
    help="perceptron (bias step 1; the default), perceptron:R2, perceptron:homogeneous or perceptron:c=p/q; the same "
    "of multi_class_perceptron; prank; or MODULE:FUNCTION, an update rule of your own, whose module is imported.",
)  # fmt: skip
tie_option = click.option(
    "--tie", default="mistake", show_default=True, metavar="TIE",
    help="What a score of 0 is: mistake, correct, positive or negative; of several classes, what an equal score is: "
    "mistake, correct or first.",
)  # fmt: skip


@command(
    bound_argument,
    algorithm_option,
    tie_option,
    click.option("--seed", type=int, default=0, show_default=True, help="The search depends on it and on N alone."),
    click.option(
        "--datasets", type=AT_LEAST_ONE, default=DATASETS, show_default=True, metavar="N",
        help="About so many datasets are compared exactly, if no theorem implies the bound.",
    ),
    click.option(
        "--limit", type=SECONDS, default=LIMIT, show_default=True, metavar="SECONDS",
        help="Stop then, and report the datasets compared so far.",
    ),
    plot_option,
)  # fmt: skip
def bound_command(
    statement: str, *, algorithm: str | None, tie: str, seed: int, datasets: int, limit: float, plot: str | None,
    output_format: str, quiet: bool, verbose: bool,
) -> int:  # fmt: skip
    """Derive a claimed mistake bound from the proved theorems, or compare it with exact runs.

    BOUND is a comparison, or hypotheses |- a comparison, in the grammar of `novikoff prove`; or the name of a bound of
    the documents: smola-mistake-bound, tutorial-mistake-bound, no-bias-mistake-bound; or, of several classes,
    multi-class-mistake-bound, multi-class-bias-step-mistake-bound, prank-change-bound. The names in a statement:

    \b
      k      the number of updates of the run from 0 until no example is a mistake
      R      the largest ‖x‖;  D the largest ‖(x, √c)‖, where c is the bias step;  c itself
      w, b   a separator of the examples, any: w is a vector, so write w@w or norm(w)
      gamma  its margin, the least y(⟨w, x⟩ + b), which is > 0
      n, d   the number of examples and their dimension

    Of multi_class_perceptron and prank other names mean something else:

    \b
      m      the number of classes that the examples have, at least 2
      w, b   a separator: w@w is the sum of ‖w_r‖² over the classes, b@b that of
             b_r²; of prank w is one vector, and b has the m - 1 thresholds
      gamma  its margin: the least lead of the class of an example over another
             one; of prank the least distance of a score from a threshold

    A hypothesis such as w@w == 1 fixes the scale of w, b and gamma; a bound that divides by R speaks of R != 0 only.
    First the command tries to derive the bound from the proved theorems; the kernel checks the derivation. If it finds
    none, it searches for examples that break the bound: on small grids, at random next to hyperplanes, at many scales,
    and by local search. All comparisons are exact. A run that never ends refutes the bound, and so does a run that is
    past it when the command stops watching.

    \b
    novikoff bound "k <= 2*R**2*(w@w + b**2/R**2)/gamma**2" --algorithm perceptron:R2
    novikoff bound "w@w == 1 |- k <= (1 + R**2)*(1 + b**2)/gamma**2"
    novikoff bound "w@w == 1 |- k <= R**2/gamma**2" --algorithm perceptron:homogeneous --json
    novikoff bound "k <= 2*(R**2 + 1)*(w@w)/gamma**2" --algorithm multi_class_perceptron

    The exit status is 1 if examples break the bound or its hypotheses contradict each other, 0 if it is proved or no
    examples break it, 5 if none met its hypotheses, and 3 if the limit came first.
    """
    held = bound(statement, algorithm=algorithm, tie=tie, seed=seed, datasets=datasets, limit=limit, quiet=quiet)
    emit(output_format, text=text(held, quiet, verbose), data=as_json(held, seed), rows=[row(held)])
    if plot:
        plot_bound(plot, held)
    return held.exit_status


# ----------------------------------------------------------------------------------- what is printed


def text(held: BoundFinding, quiet: bool, verbose: bool) -> str:
    """The result for a reader."""
    colour = {"refuted": "red", "vacuous": "red", "proved": "green"}.get(held.verdict, "yellow")
    lines = [f"{style(f'{held.verdict:10}', fg=colour)} {held.claim.text}", f"           {held.reason}"]
    if held.found.broken:
        lines += broken_lines(held.found.broken, held.reproduce)
    if held.found.largest and not quiet:
        lines += [f"largest    {ratio_text(held.found.largest)}", *examples_lines(held.found.largest)]
    if not quiet:
        long = f"; {held.left_out}" if held.left_out else ""
        lines.append(f"tested     {held.found.datasets} datasets exactly, of {held.found.screened} looked at{long}")
    if not quiet:
        lines.append(f"supposes   {', '.join(held.claim.conditions)}")
    if held.claim.moves:
        lines.append("note       the claim changes when (w, b, gamma) is multiplied by a number; a hypothesis such as "
                     "w@w == 1 fixes that")  # fmt: skip
    return "\n".join(lines)


def sharpness(times: tuple[Number, Number] | None) -> str:
    """How many times the sharp bound it is, in words.

    >>> sharpness((Fraction(19, 10), Fraction(19, 10))), sharpness((Fraction(1), Fraction(4, 3)))
    (', and is 19/10 times the sharp one', ', and is at most 4/3 times the sharp one')
    >>> sharpness((Fraction(19, 10), Fraction(2)))
    ', and is between 19/10 and 2 times the sharp one'
    """
    if times is None:
        return ""
    least, most = times
    if least == most == 1:
        return ", and no smaller multiple of it holds"
    shown = rounded(most) if isinstance(most, Fraction) else f"≈ {float(most):.5f}"
    between = "" if least == most else "at most " if least == 1 else f"between {least} and "
    return f", and is {between}{shown} times the sharp one"


def broken_text(case: Case) -> str:
    """Why a claim is false, in one line."""
    size = counted(len(case.X), "example")
    if case.k is None:
        why = "no update changes anything (R = 0)" if case.claim.rule is None else "its state comes back"
        return f"false for a run on {size} that never ends: {why}"
    return f"false for a run of {case.made} on {size}: {case.left} {_not(case)} {case.right}"


def _not(case: Case) -> str:
    return {"<=": ">", "<": ">="}[case.claim.operator]


def broken_lines(case: Case, reproduce: str) -> list[str]:
    """The examples that break a claim, and the code that shows it; of large data where to get them."""
    if is_large(case):
        return examples_lines(case)
    return [*examples_lines(case), "to reproduce:", *(f"    {line}".rstrip() for line in reproduce.splitlines())]


def is_large(case: Case) -> bool:
    """Whether a reader gets the size of the examples only."""
    return max(len(case.X), len(case.X[0])) > MOST_SHOWN


def ratio_text(case: Case) -> str:
    """The ratio of the two sides, in one line."""
    name = "k/bound" if str(case.claim.left) == "k" else "left/right"
    whole = isinstance(case.ratio, Fraction) and case.ratio.denominator == 1
    near = "" if whole else f" (≈ {case.steepness:.4g})"
    return f"{name} = {case.ratio}{near}, with k = {case.k}{' and more' * case.more}"


def examples_lines(case: Case) -> list[str]:
    """The examples of a case and the separator; of large data their size."""
    if is_large(case):
        size = f"{counted(len(case.X), 'example')} in dimension {len(case.X[0])}"
        return [f"           on {size}, gamma = {case.gamma}",
                "           --json has them, with the code that reproduces a refutation; -o FILE writes it to a file"]
    points = [f"           x = {_point(x)}, y = {label}" for x, label in zip(case.X, case.y, strict=True)]
    return [*points, f"           w = {_point(case.w)}, b = {_point(case.b)}, gamma = {case.gamma}"]


def _point(x: Any) -> str:
    """A number, or a tuple of such things; of a long one the first."""
    if not isinstance(x, tuple):
        return str(x)
    return f"({', '.join([*map(_point, x[:MOST_SHOWN]), *['…'] * (len(x) > MOST_SHOWN)])})"


def code(stated: ClaimedBound, algorithm: str, case: Case, separator: tuple[Sequence[Any], Any] | None = None) -> str:
    """Python code that makes the run on the examples, and then asks for the claim there.

    `separator` = (w, b) is asked for alone: it need not be one that `bound` tries.
    """
    points = ", ".join(map(_number, case.X))
    tie = "" if stated.tie == "mistake" else f", tie={stated.tie!r}"
    if stated.rule is None:
        runs = stated.several.name if stated.several else "perceptron"
        source = f"from novikoff.algorithms import {runs}"
        options = stated.several.options(stated.bias_step, stated.tie) if stated.several else {"bias_step": 1}
        given = f", bias_step={_step(stated)}{tie}" if options else ""
        still = ["max_updates=1", 'run.stopped == "max_updates" and not any(run.w) and not run.b  # as at the start, '
                 "so it never ends"]  # fmt: skip
    else:
        source, runs = "from novikoff.algorithms.registry import named", f"named({stated.rule.name!r})"
        given, still = f", tie={stated.tie!r}", ["max_updates=10**4", 'run.stopped == "cycle"']
    cut = f", max_updates={case.k}" if case.more else ""
    shown = [f"assert {runs}.run(X, y{given}{cut}).updates == {case.k}"] if case.k is not None else [
        f"run = {runs}.run(X, y{given}, {still[0]})", f"assert {still[1]}"]  # fmt: skip
    sides = "" if case.k is None else f"  # {case.left} {_not(case)} {case.right}"
    if separator is None:
        imported = "import novikoff"
        asked = [f"held = novikoff.bound({stated.text!r}, algorithm={algorithm!r}{tie}, data=(X, y))",
                 f'assert held.verdict == "refuted"{sides}']  # fmt: skip
    else:
        imported = "from novikoff.properties.bound_statements import claim"
        w, b = map(_number, separator)
        about = f"bias_step={_step(stated)}" if stated.rule is None else f"rule={runs}.rule"
        if stated.several:
            imported += "\nfrom novikoff.properties.several_offsets import SEVERAL"
            about += f", several=SEVERAL[{stated.several.name!r}]({stated.several.bias})"
        asked = [f"case = claim({stated.text!r}, {about}{tie}).at(X, y, {w}, {b}, {case.k})",
                 f"assert not case.holds{sides}"]  # fmt: skip
    lines = [imported, source, "", f"X, y = [{points}], {list(case.y)}",
             *shown, *asked]  # fmt: skip
    return "\n".join(["from fractions import Fraction", *lines] if "Fraction(" in "".join(lines) else lines)


def _step(stated: ClaimedBound) -> str:
    return repr("R2") if stated.bias_step == "R2" else _number(stated.bias_step)


def _number(value: Any) -> str:
    """A rational as Python code, or a list of such things."""
    if isinstance(value, tuple | list):
        return f"[{', '.join(map(_number, value))}]"
    exact = Fraction(value)
    return str(exact) if exact.denominator == 1 else f"Fraction({exact.numerator}, {exact.denominator})"


def row(held: BoundFinding) -> Row:
    """The verdict as a result for reports."""
    status = {"refuted": "failed", "vacuous": "failed", "unknown": "inconclusive"}.get(held.verdict, "ok")
    return Row(held.claim.text, "inconclusive" if held.stopped else status, held.reason, held.algorithm)


def as_json(held: BoundFinding, seed: int) -> dict[str, Any]:
    """The result of `bound --json`; numbers are strings "p/q", or sums of roots."""
    from ..properties.bound_derivations import convention

    found = held.found
    return {
        "schema": 1,
        "statement": held.claim.text,
        "algorithm": held.algorithm,
        "tie": held.claim.tie,
        "seed": seed,
        "verdict": held.verdict,
        "reason": held.reason,
        "datasets": found.datasets,
        "screened": found.screened,
        **({"stopped": held.stopped} if held.stopped else {}),
        "theorem": held.derivation and held.derivation.theorem,
        "convention": convention(held.claim),
        "conditions": list(held.claim.conditions),
        "times_sharp": held.times and dict(zip(("least", "most"), map(str, held.times), strict=True)),
        "certificate": held.derivation.certificate if held.derivation else held.contradiction,
        "largest": case_json(found.largest),
        "counterexample": case_json(found.broken) and {**case_json(found.broken), "reproduce": held.reproduce},
    }


def case_json(case: Case | None) -> Any:
    """A case: examples, separator, updates, both sides of the claim and their ratio."""
    return case and {
        "X": [list(map(str, x)) for x in case.X], "y": list(case.y), "k": case.k, "w": _texts(case.w),
        "b": _texts(case.b), "gamma": str(case.gamma), "left": None if case.k is None else str(case.left),
        "right": str(case.right),
        "ratio": None if case.ratio is None else str(case.ratio), **({"more": True} if case.more else {}),
    }  # fmt: skip


def _texts(value: Any) -> Any:
    """A number as text, or a list of such things."""
    return list(map(_texts, value)) if isinstance(value, tuple) else str(value)
