"""`novikoff run`: one run of any algorithm, exactly, with the proved bounds beside it and its certificate.

What governs the run is computed first (`properties.applicable_bounds`), so that progress can be shown against the least
bound, and an interruption can say what is known. A run that its cap or an interruption ended is never called
convergence.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from math import floor
from typing import Any

import click

from ..algorithms import nearest_point
from ..algorithms.candidate_choice import Lead
from ..algorithms.cycle_detection import Cycle, find_cycle
from ..algorithms.datasets import (
    Dataset,
    How,
    Records,
    both_labels,
    candidates,
    contradiction,
    many_classes,
    number_of,
    two_classes,
)
from ..algorithms.errors import BadInput, Interrupted, NoSeparator, near, of_algorithm, setting
from ..algorithms.nearest_point import Margin
from ..algorithms.options import Option
from ..algorithms.registry import Algorithm, named, parted
from ..algorithms.results import Result, counted
from ..algorithms.safe_files import plain
from ..algorithms.scaling import KINDS
from ..output import certificates
from ..output.plot_geometry import chosen_axes
from ..output.printing import BLINK, FAILED, INTERRUPTED, OK, Row, emit, has_live_bar, progress, style
from ..properties import applicable_bounds
from ..properties.bound_slack import CLAIM, FACTORS, Missed, missed
from ._plots import axes_option, plot_combination, plot_option, plot_run
from ._shared import certificate_option, command, data_argument, examples, reading, scale_option

LONGEST = 25  # characters of a rational that text output still prints in full: two numbers of 12 digits
MOST = 20  # numbers of a vector that text output prints
SOON, SMALL = 10_000, 100_000  # updates in which a cycle is looked for, of so many numbers at most
FIRST_LINE = 10_000  # updates before the first line of progress where there is no terminal
MUCH = 5 * 10**7  # numbers that are looked at for the best margin, before the first line of progress
TOO_MANY = 10**9  # updates: half an hour of the fast engine, if all are made
OF_THE_PROGRAM = ("order", "seed", "rate", "tie", "max_updates")  # options that are typed with their own name


@dataclass(frozen=True, repr=False)
class CheckedRun(Result):
    """A run held against what governs it. `typed` is the algorithm as it was typed."""

    typed: str
    algorithm: Algorithm
    options: Mapping[str, Any]
    data: Dataset
    governed: applicable_bounds.Governed
    record: Any
    bounds: list[tuple[str, Fraction, bool]]
    missed: Missed | None = None
    conditions: Sequence[applicable_bounds.Condition] = ()
    without_margin: str = ""  # why the best margin was not computed

    @property
    def stopped(self) -> str:
        """Why the run ended; "solved" for what is solved at one stroke."""
        separable = getattr(self.record, "separable", None)
        solved = "solved" if separable is None else "separated" if separable else "inseparable"
        return getattr(self.record, "stopped", solved)

    @property
    def separated(self) -> bool:
        """Whether every example is on its side in the end."""
        found = getattr(self.record, "separated", None)
        return self.errors == 0 if found is None else found

    @property
    def errors(self) -> int | None:
        """How many examples are not on their side; None if nothing classifies them."""
        return training_errors(self.algorithm, self.record, self.data)

    def in_short(self) -> str:
        """The updates, why the run ended, and how many bounds hold."""
        updates = f"{counted(self.record.updates, 'update')}, " if hasattr(self.record, "updates") else ""
        hold = [*(holds for *_, holds in self.bounds), *(condition.holds for condition in self.conditions)]
        held = f"; {sum(hold)} of {len(hold)} bounds hold" * bool(hold)
        return f"{self.typed} on {self.data.source}: {updates}{stop_text(self)}{held}"

    @property
    def exit_status(self) -> int:
        """That of `novikoff run`."""
        cut = "interrupted" in (self.stopped, self.without_margin)
        return INTERRUPTED if cut else OK if self.fine else FAILED

    @property
    def fine(self) -> bool:
        """Whether the run ended as it should and every bound holds."""
        ended = self.stopped in self.algorithm.ends and (self.stopped != "separated" or self.separated)
        hold = [*(holds for *_, holds in self.bounds), *(condition.holds for condition in self.conditions)]
        return ended and all(hold)


def complete_algorithm(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Names of algorithms, and the variants of the perceptron."""
    from ..algorithms.registry import ALGORITHMS

    names = [*ALGORITHMS, "perceptron:R2", "perceptron:homogeneous", "perceptron:c="]
    return [name for name in names if name.startswith(incomplete.replace("-", "_"))]


def complete_option(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """The options of the algorithm that stands before."""
    try:
        known = named(str(context.params.get("algorithm", "")).partition(":")[0]).takes({})
    except BadInput:
        return []
    return [f"{name}=" for name in known if name.startswith(incomplete)]


class Run(click.Command):
    """The command `run`, which also reads what scripts may still write: -o NAME=VALUE for -p NAME=VALUE."""

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        """Read the arguments; a file whose name is like NAME=VALUE is written as ./NAME=VALUE."""
        return super().parse_args(context, [newer(*pair) for pair in zip(args, [*args[1:], ""], strict=False)])


def newer(word: str, following: str) -> str:
    """What is written today for a word of the command line, with the word after it.

    >>> newer("-o", "k=3"), newer("-ok=3", ""), newer("-o", "report.txt")
    ('-p', '-pk=3', '-o')
    """
    is_option = re.match(r"-o\w+=", word + following if word == "-o" else word)
    return f"-p{word[2:]}" if is_option else word


@command(
    click.argument("algorithm", shell_complete=complete_algorithm),
    data_argument,
    reading,
    scale_option,
    click.option(
        "-p", "--option", multiple=True, metavar="NAME=VALUE", shell_complete=complete_option,
        help="An option of the algorithm, as in -p epsilon=1/100; repeat for more. A wrong name lists those there are.",
    ),
    click.option("--order", help="cyclic (the default), first (always the first mistake) or random."),
    click.option("--seed", metavar="N", help="For --order random, which needs it, and other random choices."),
    click.option("--rate", metavar="α", help="Learning rate, a positive rational. Default: 1."),
    click.option("--tie", help="What a score of 0 is: mistake (the default), correct, positive or negative."),
    click.option("--max-updates", metavar="N", help="Stop after N updates (never called convergence)."),
    click.option("--no-margin", "margin", is_flag=True, flag_value=False, default=True,
                 help="Do not compute the best margin, nor the bounds that need it; a run may then have no end."),
    certificate_option,
    plot_option,
    axes_option,
    kind=Run,
)  # fmt: skip
def run_command(
    algorithm: str, data: str, *, how: How, option: Sequence[str], margin: bool, certificate: str | None,
    plot: str | None, axes: str | None, output_format: str, quiet: bool, verbose: bool, **own: Any,
) -> int:  # fmt: skip
    """Run ALGORITHM exactly on the examples of DATA and hold the run against the proved bounds.

    \b
    ALGORITHM is
      perceptron               bias step 1 (Algorithm 1.3 of the book section)
      perceptron:R2            bias step R² (the tutorial)
      perceptron:c=1/4         any bias step c = ρ² > 0
      perceptron:homogeneous   no bias
    or averaged_perceptron, voted_perceptron, variable_increment, margin_perceptron, relaxation, romma, alma,
    shifting_perceptron, forgetron, random_budget_perceptron, widrow_hoff, batch_perceptron, pocket, gradient_descent,
    kozinec, von_neumann, hull_distance, nearest_point, separability, svm, hinge, pegasos, kernel_perceptron, lifting,
    nearest_mean, nearest_neighbours, winnow, weighted_majority, one_vs_rest, multi_class_perceptron,
    structured_perceptron, prank; or MODULE:FUNCTION, an update rule of your own, whose module is imported, from the
    current folder too: its code is run.
    DATA is a text with a row a line (comma, tab, semicolon), whose numbers are read as exact decimals; libsvm; ARFF;
    .npz with X and y; .npy; Parquet or Arrow (extra `data`). `iris.csv` and `breast_cancer.csv` are built in.

    \b
    novikoff run perceptron iris.csv --label species --positive setosa
    novikoff run perceptron:R2 iris.csv --positive setosa --order random --seed 7 --json
    novikoff run kozinec iris.csv --positive setosa -p epsilon=1/100 --certificate kozinec.json
    novikoff run kernel_perceptron iris.csv --positive versicolor -p kernel=polynomial -p degree=2 --max-updates 500
    novikoff run nearest_neighbours iris.csv -p k=3
    novikoff run one_vs_rest iris.csv -p driver=pocket -p patience=20

    Progress goes to stderr. After Ctrl-C the run made so far is printed and certified, and the exit status is 130.
    """
    entry, options = settings(algorithm, option, own)
    given = read(data, how, entry, quiet)
    if axes:
        chosen_axes(axes, given.features)
    if plot and entry.grouped:
        raise BadInput(f"{entry.name}: there is no picture of choices; leave out --plot")
    shown = list[str]()

    def show(found: CheckedRun) -> None:
        if output_format == "text" and not quiet:
            shown.append("\n".join(of_the_run(found, verbose, quiet)))
            click.echo(shown[0])

    try:
        held = hold(algorithm, entry, options, given, quiet, margin=margin, first=show)
    except NoSeparator as problem:
        return inseparable(algorithm, entry, options, given, problem, certificate, (plot, axes), output_format)
    said = "\n".join(of_the_bounds(held, verbose, quiet)) if shown else text(held, verbose, quiet)
    emit(output_format, text=said, data=as_json(held), rows=rows(held))
    if held.stopped in ("interrupted", "max_updates"):
        click.echo(f"novikoff: {unfinished(held)}", err=True)
    if certificate:
        write_certificate(certificate, held)
    if plot:
        plot_run(plot, held, axes)
    return held.exit_status


def write_certificate(file: str, held: CheckedRun) -> None:
    """Write the certificate of the run; where an interrupted one has none, say so, and that is all."""
    try:
        proof = held.algorithm.certify(held.record, held.data.X, held.data.y, **held.options)
        certificates.write(file, proof | scaling_json(held.data))
    except BadInput as problem:
        if held.stopped != "interrupted":
            raise
        click.echo(f"novikoff: no certificate was written: {problem}", err=True)


# ----------------------------------------------------------------------------------- what was typed


def settings(
    typed: str, pairs: Sequence[str], own: Mapping[str, Any], taken: Collection[str] = ()
) -> tuple[Algorithm, dict[str, Any]]:
    """The algorithm, of those that are taken, and its options, read by the registry; raises `BadInput` for others."""
    entry, variant = parted(typed, taken)
    given = {key: (f"--{key.replace('_', '-')}", str(value)) for key, value in own.items() if value is not None}
    for key, value in _pairs(pairs):
        if key in given:
            raise BadInput(f"{key} is given twice; give it once")
        given[key] = of_algorithm(key), value
    if variant is not None:
        given |= _variant(typed, entry, variant, given)
    known = entry.takes({key: value for key, (_, value) in given.items()})
    options = _read(entry.name, known, given)
    _require_order(known, options)
    _require_all(entry, known, options)
    return entry, options


def read_options(name: str, known: Mapping[str, Option], pairs: Sequence[str]) -> dict[str, Any]:
    """Read options NAME=VALUE of what has these options; raises `BadInput` for others."""
    return _read(name, known, {key: (of_algorithm(key), value) for key, value in _pairs(pairs)})


def _pairs(pairs: Sequence[str]) -> list[tuple[str, str]]:
    found = [pair.partition("=") for pair in pairs]
    for pair, (key, sign, _) in zip(pairs, found, strict=True):
        if not sign or not key:
            raise BadInput(f"--option {pair[:40]!r} has no value; write --option name=value")
        if [other for other, *_ in found].count(key) > 1:
            raise BadInput(f"{key} is given twice; give it once")
    return [(key, value) for key, _, value in found]


def _read(name: str, known: Mapping[str, Option], given: Mapping[str, tuple[str, str]]) -> dict[str, Any]:
    for key, (where, _) in given.items():
        if key not in known:
            raise BadInput(f"{where}: {name} has no option {key!r}; {near(key, known, _listed(list(known)))}")
    return {key: known[key].read(value, where) for key, (where, value) in given.items()}


def _listed(names: list[str]) -> str:
    return f"it takes {', '.join(names)}" if names else "it takes none"


def _variant(typed: str, entry: Algorithm, variant: str, given: Mapping[str, Any]) -> dict[str, tuple[str, str]]:
    """The bias step that a variant stands for: R2, homogeneous, c=p/q."""
    words = {"R2": "R2", "homogeneous": "0", "": "1"}
    if "bias_step" not in entry.takes({}):
        raise BadInput(f"{entry.name} has no variants (got {typed[:40]!r})")
    if "bias_step" in given:
        raise BadInput(f"{typed} and {of_algorithm('bias_step')} both say the bias step; give it once")
    if variant.startswith("c="):
        if bias_step(variant, typed) <= 0:
            raise BadInput(f"{typed}: the bias step must be > 0; {entry.name}:homogeneous has no bias")
        return {"bias_step": (typed, variant[2:])}
    if variant not in words:
        raise BadInput(f"there is no variant {variant[:40]!r} of {entry.name}; known are {entry.name}, "
                       f"{entry.name}:R2, {entry.name}:homogeneous and {entry.name}:c=NUMBER; the module of a rule of "
                       "your own needs another name")  # fmt: skip
    return {"bias_step": (typed, words[variant])}


def bias_step(variant: str, where: str) -> Fraction:
    """The number of a variant c=p/q."""
    from ..algorithms.options import rational

    return rational(variant[2:], where)


def _require_order(known: Mapping[str, Any], options: Mapping[str, Any]) -> None:
    order = options.get("order", "cyclic")
    if "order" in known and order != "random" and "seed" in options:
        random, given = setting("order", "random"), setting("order", str(order)[:40])
        raise BadInput(f"{setting('seed')} goes with {random} only, not with {given}")
    if "order" in known and order == "random" and "seed" not in options:
        random = setting("order", "random")
        raise BadInput(f"{random} needs {setting('seed', 'N')}, a whole number, so that the run can be repeated")


def _require_all(entry: Algorithm, known: Mapping[str, Any], options: dict[str, Any]) -> None:
    """Refuse a run without an option that has no default."""
    import inspect

    for key, default in entry.defaults(options).items():
        if default is inspect.Parameter.empty and key in known and key not in options:
            name = setting(key, "N") if key == "max_updates" else f"{of_algorithm(key)}=…"
            raise BadInput(f"{entry.name} needs {name}: {known[key].meaning}")


# --------------------------------------------------------------------------------------- the data


def read(file: str, how: How, entry: Algorithm, quiet: bool = True) -> Dataset:
    """The examples; for an algorithm of many classes, without --positive, their labels are texts."""
    if entry.only_classes and how.positive is not None:
        alone = ", or run its driver alone" if entry.driver else ""
        raise BadInput(f"{entry.name} takes every label as a class; leave out {setting('positive')}{alone}")

    if how.group is not None and not entry.grouped:
        raise BadInput(f"{entry.name} takes each row as an example; {setting('group')} is for examples of several "
                       "rows, as for structured_perceptron")  # fmt: skip

    def make(found: Records) -> Dataset:
        if entry.grouped:
            return candidates(found, how.positive)
        if entry.whole_labels and how.positive is None:
            _require_integers(entry, found.labels)
        return many_classes(found) if entry.classes and how.positive is None else two_classes(found, how.positive)

    return examples(file, how, quiet, make)


def _require_integers(entry: Algorithm, values: Sequence[str]) -> None:
    for value in values:
        number = number_of(value)
        if number is not None and number.denominator != 1:
            raise BadInput(f"the label {value} is not a whole number; {entry.name.capitalize()} takes two classes, "
                           f"best written -1 and 1, or {setting('positive', 'VALUE')}")  # fmt: skip


# ---------------------------------------------------------------------------------------- the run


def hold(
    typed: str, entry: Algorithm, options: Mapping[str, Any], data: Dataset, quiet: bool | None = True, *,
    margin: bool = True, first: Callable[[CheckedRun], None] = lambda held: None,
) -> CheckedRun:  # fmt: skip
    """Run, and compare with the bounds that hold for these options. Raises NoSeparator and BadInput.

    A run that few updates end is made before the best margin is computed, and `first` gets it without the margin. A
    longer one waits for the margin, which says whether it has an end. With `margin` False there is none.
    """
    full = entry.defaults(options) | dict(options)
    free = options.get("max_updates") is None and "max_updates" in entry.takes(options)
    if free and entry.ends == ("separated",) and not entry.grouped and (weights := both_labels(data)):
        raise NoSeparator("no separator exists: one point has both labels", weights)
    known = applicable_bounds.governed(entry.name, data.X, data.y, full, margin=False)
    is_short = _is_short(entry, options)
    record = _record(entry, options, data, quiet, known, "") if is_short else _short(entry, options, data)
    if record is not None:
        held = _compared_with(typed, entry, options, data, known, record)
        if not margin or held.stopped == "interrupted":
            return replace(held, without_margin="as asked" if not margin else "interrupted")
        first(held)
        try:
            known = with_margin(entry, data, full, quiet)
        except KeyboardInterrupt:
            click.echo("novikoff: interrupted: the best margin was still being computed", err=True)
            return replace(held, without_margin="interrupted")
        return _compared_with(typed, entry, options, data, known, record)
    if margin:
        try:
            known = with_margin(entry, data, full, quiet)
        except KeyboardInterrupt:
            click.echo("novikoff: interrupted: 0 updates were made; the best bound was still being computed", err=True)
            raise click.exceptions.Exit(INTERRUPTED) from None
        if known.no_separator and endless(entry, options, known):
            raise known.no_separator
    foretold = forecast(known, data) if margin and quiet is False and options.get("max_updates") is None else ""
    record = _record(entry, options, data, quiet, known, foretold)
    held = _compared_with(typed, entry, options, data, known, record)
    return held if margin else replace(held, without_margin="as asked")


def with_margin(
    entry: Algorithm, data: Dataset, options: Mapping[str, Any], quiet: bool | None
) -> applicable_bounds.Governed:  # fmt: skip
    """Return what is known of every run, with the best margin; a line tells now and then how many steps were made."""
    due, made = 1 + MUCH // (len(data.X) * len(data.features)), 0

    def step() -> None:
        nonlocal due, made
        made += 1
        if made == due and quiet is False:
            due *= 2
            click.echo(f"margin: {made} {'step' if made == 1 else 'steps'}", err=True)

    token = nearest_point.ON_STEP.set(step)
    try:
        return applicable_bounds.governed(entry.name, data.X, data.y, options)
    finally:
        nearest_point.ON_STEP.reset(token)


def _is_short(entry: Algorithm, options: Mapping[str, Any]) -> bool:
    cap = options.get("max_updates")
    return "max_updates" in entry.takes(options) and cap is not None and cap <= FIRST_LINE


def _short(entry: Algorithm, options: Mapping[str, Any], data: Dataset) -> Any:
    """The record of a run that at most `FIRST_LINE` updates end, of an algorithm whose updates are cheap; else None."""
    known = entry.takes(options)
    if not entry.additive or entry.driver or entry.grouped or "kernel" in known or "max_updates" in options:
        return None
    try:
        record = entry.run(data.X, data.y, **{**options, "max_updates": FIRST_LINE})
    except Interrupted as interruption:
        return interruption.record
    return None if record.stopped == "max_updates" else record


def _record(
    entry: Algorithm, options: Mapping[str, Any], data: Dataset, quiet: bool | None, known: applicable_bounds.Governed,
    foretold: str,
) -> Any:  # fmt: skip
    """The record of the run, also of one that was interrupted; its progress is shown."""
    progressing = {"progress"} & set(entry.defaults(options))
    with reporting(entry.name, quiet, known, options.get("max_updates")) as after:
        report = partial(_report, [foretold], after)
        try:
            return entry.run(data.X, data.y, **options, **dict.fromkeys(progressing, report))
        except Interrupted as interruption:
            return interruption.record


def _compared_with(
    typed: str, entry: Algorithm, options: Mapping[str, Any], data: Dataset, known: applicable_bounds.Governed,
    record: Any,
) -> CheckedRun:  # fmt: skip
    """The run beside its bounds."""
    bounds = [(name, value, record.updates <= value) for name, value in known.bounds]
    away = missed(entry, entry.defaults(options) | dict(options), data.y, known, record)
    met = applicable_bounds.conditions(entry, known, record)
    return CheckedRun(typed, entry, options, data, known, record, bounds, away, met)


def endless(entry: Algorithm, options: Mapping[str, Any], known: applicable_bounds.Governed) -> bool:
    """Whether a run cannot end on these examples, which no hyperplane separates, and the proof of that is at hand."""
    mistake = options.get("tie", "mistake") == "mistake" and options.get("max_updates") is None
    proof = known.no_separator is not None and known.no_separator.certificate
    return bool(entry.endless and mistake and proof and (known.R2 or known.bias_step))


def forecast(known: applicable_bounds.Governed, data: Dataset) -> str:
    """What is known before a run without cap, unless it will be over at once: whether it ends, how late, what helps."""
    if known.limit is None or known.limit[1] <= FIRST_LINE:
        return ""
    claim, most = known.limit
    few = most <= TOO_MANY
    said = f"{'separable: ' if known.margin else ''}at most {floor(most) if few else number(most)} updates ({claim})"
    if few:
        return said
    scale = "" if data.scaling else f"{setting('scale', 'standard')} makes features alike, and the bound smaller; "
    return (f"{said}, more than can be waited for; {scale}`novikoff separate` and `novikoff run svm` find a separator "
            f"without updates; {setting('max_updates', 'N')} ends the run")  # fmt: skip


def _report(foretold: list[str], after: Callable[[int], None], updates: int) -> None:
    """Say what is foretold once the run has begun, since the options are right then; then how far it is."""
    if foretold and (said := foretold.pop()):
        click.echo(f"novikoff: {said}", err=True)
    after(updates)


@contextmanager
def reporting(
    name: str, quiet: bool | None, known: applicable_bounds.Governed, cap: int | None
) -> Iterator[Callable[[int], None]]:
    """A function to call with the updates made: a live bar on a terminal, a line at each doubling elsewhere."""
    limits: list[int] = [floor(known.limit[1])] if known.limit else []
    limits += [] if cap is None else [cap]
    total = min(limits, default=0)
    if quiet or not has_live_bar():
        yield partial(_line, name, [FIRST_LINE], quiet is not False)
        return
    with progress(name, quiet) as say:
        yield partial(_bar, say, [0.0], total or None)


def _line(name: str, due: list[int], quiet: bool, updates: int) -> None:
    if not quiet and updates >= due[0]:
        due[0] = 2 * updates
        click.echo(f"{name}: {counted(updates, 'update')}", err=True)


def _bar(say: Callable[..., None], last: list[float], total: int | None, updates: int) -> None:
    now = time.monotonic()
    if now - last[0] >= BLINK:
        last[0] = now
        say("updates", updates, total)


def unfinished(held: CheckedRun) -> str:
    """Say how far the run came, and the best bound known."""
    made = held.record.updates
    cap = held.options.get("max_updates", made)
    capped = f"stopped at {setting('max_updates', cap)}, which is no convergence"
    how = "interrupted" if held.stopped == "interrupted" else capped
    limit = held.governed.limit
    known = f"the best bound known is {number(limit[1])} updates ({limit[0]})" if limit else "no bound is known"
    return f"{how}: {made} {'update was' if made == 1 else 'updates were'} made; {known}"


def inseparable(
    typed: str, entry: Algorithm, options: Mapping[str, Any], data: Dataset, problem: NoSeparator,
    certificate: str | None, plot: tuple[str | None, str | None], output_format: str,
) -> int:  # fmt: skip
    """Say that no run can end, with the convex combination that proves it, and write that as the certificate.

    `plot` is the file of a picture, if one is wanted, with its axes.
    """
    given = entry.defaults(options) | dict(options)
    vectors, weights = entry.vectors_of(data.X, given), list(problem.certificate)
    if entry.none:
        weights, proof = entry.none(problem, data.X, data.y, given)
    else:
        proof = certificates.of_combination(vectors, data.y, weights)
    lines = {str(data.lines[i]): str(a) for i, a in enumerate(weights) if a}
    answer = {
        "schema": 1, "algorithm": typed, "data": data.source, "updates": None, "separated": False, "separable": False,
        "R2": str(applicable_bounds.size2(entry, data.X, data.y)), "w": None, "b": None, "bounds": [],
        **reading_json(data), "no_separator": {"weights_by_line": lines},
    }  # fmt: skip
    message = combination(lines, data, entry.of_none) if proof else str(problem)
    if entry.driver:
        message = f"{str(problem).partition(':')[0]}: {message}"
    message = through_0(message, given.get("bias_step"))
    text, cycle = message, None
    if "max_updates" in entry.takes(options):
        message += ", so every run goes on for ever; --max-updates N makes N updates of it"
        mistakes = first_mistakes(entry, options, data)
        cycle = find_cycle(*mistakes) if mistakes else None
        answer["cycle"] = cycle and cycle._asdict()
        known = ["the combination; --certificate FILE writes it for `novikoff verify`"] if proof else []
        known += [repetition(cycle)] if mistakes else []
        text = "\n".join([message, *(f"proof      {line}" for line in known)])
    emit(output_format, text=text, data=answer, rows=[Row(typed, "failed", message, data.source)])
    if certificate and proof is None:
        raise BadInput(f"there is no certificate of this kind of inseparability for {entry.name}; "
                       "novikoff separate --certificate writes that of linear inseparability")  # fmt: skip
    if certificate and proof:
        mapped = bool(entry.vectors)  # to points whose coordinates are no features, so that no scaling of these fits
        certificates.write(certificate, proof if mapped else proof | scaling_json(data))
        if mapped:
            click.echo(f"novikoff: the certificate is about the points to which {entry.name} maps the examples; "
                       "`novikoff verify` checks it without --data", err=True)  # fmt: skip
    if plot[0]:
        plot_combination(plot[0], typed, data, vectors, proof, repetition(cycle) if cycle else "", plot[1])
    return FAILED


def first_mistakes(entry: Algorithm, options: Mapping[str, Any], data: Dataset) -> tuple[Any, ...] | None:
    """The beginning of a run, as `find_cycle` takes it, if it is short and one of whose weights may come back."""
    order = options.get("order", "cyclic")
    if not entry.additive or order == "random" or len(data.X) * len(data.features) > SMALL:
        return None
    record = entry.run(data.X, data.y, **{**options, "max_updates": SOON})
    if not hasattr(record, "mistakes"):
        return None
    vectors = entry.vectors_of(data.X, entry.defaults(options) | dict(options))
    return record.mistakes, vectors, data.y, record.bias_step != 0, order


def repetition(cycle: Cycle | None) -> str:
    """What else shows that a run in one order never ends."""
    if cycle is None:
        return f"a cycle, if weights come back: none in the first {SOON} updates"
    after = counted(cycle.start + cycle.updates, "update")
    return (f"a cycle: after {after} the weights are those after {cycle.start}, and the "
            f"{counted(cycle.updates, 'update')} between them repeat for ever")  # fmt: skip


def combination(weights: Mapping[str, str], data: Dataset, of: str = "{} signed examples") -> str:
    """Say which lines a combination that is 0 uses; it is one of what `of` says."""
    choices = isinstance(data.X[0][0], tuple | list)
    pair = None if choices else contradiction(data)
    if pair and [str(data.lines[i]) for i in pair] == list(weights):
        return f"no separator exists: lines {' and '.join(weights)} of {data.source} are one point with both labels"
    named_lines = ", ".join(list(weights)[:8]) + (", …" if len(weights) > 8 else "")
    return (f"no separator exists: a convex combination of {of.format(len(weights))} is 0 "
            f"(lines {named_lines} of {data.source})")  # fmt: skip


# --- what the record says ----------------------------------------------------------------------------


def training_errors(entry: Algorithm, record: Any, data: Dataset) -> int | None:
    """How many examples get another label than their own; a linear f(x) = 0 is no label."""
    said = entry.labels(record, data.X, data.y)
    return None if said is None else sum(a != b for a, b in zip(said, data.y, strict=True))


# What else a record may say: the name in JSON, how it is got, and its line for a reader (None: JSON only).
Fact = tuple[str, Callable[[Any], Any], str | None]
FACTS: dict[str, Fact] = {
    "visits": ("visits", int, None),
    "mistakes": ("mistakes", list, None),
    "engine": ("engine", str, None),
    "why": ("why", str, None),
    "errors": ("errors_in_the_pocket", int, None),
    "found": ("found_at", int, "found      at update {}"),
    "value": ("value", str, "value      {} at the end"),
    "best_value": ("best_value", str, "best       {} is the least value met"),
    "norm2": ("norm2", str, "hull       ‖w‖² = {} is at least the squared distance of the hull from 0"),
    "least": ("least", str, "least      ⟨w, z⟩ = {} over the signed examples z"),
    "lowest": ("lowest", str, "least      ⟨w, z⟩ = {} over the signed examples z"),
    "combined": ("combined", lambda count: count, "proof      a convex combination of {} signed examples is 0"),
    "counts": ("support_examples", lambda counts: sum(1 for a in counts if a), "support    {} examples"),
    "support": ("support_examples", len, "support    {} examples"),
    "votes": ("voters", len, "voters     {}"),
    "weights": ("weights", lambda weights: list(map(str, weights)), None),
    "squares": ("squares", str, "squares    {} is the sum of the squared errors"),
    "thresholds": ("thresholds", lambda values: list(map(str, values)), None),
    "loss": ("loss", int, "loss       {} is the sum of the differences of ranks"),
    "changes": ("changes", int, "changes    {} of thresholds"),
    "expert_mistakes": ("expert_mistakes", list, None),
    "best": ("best_expert", int, "best       expert {}, counted from 0"),
    "k": ("k", int, None),
    "optimal": ("optimal", bool, None),
    "upper": ("upper", str, None),
    "lower": ("lower", str, None),
    "classifiers": ("classifiers", lambda found: classifiers_json(found), None),
    "combination": ("combination", lambda weights: None if weights is None else list(map(str, weights)), None),
}


def classifiers_json(found: Mapping[Any, Any]) -> list[dict[str, Any]]:
    """The (w, b) of several classes."""
    return [{"class": str(name), "w": [str(v) for v in w], "b": str(b)} for name, (w, b) in found.items()]


def facts(record: Any) -> dict[str, Any]:
    """What a record says beyond what all have, JSON-ready."""
    return {
        name: get(getattr(record, attribute))
        for attribute, (name, get, _) in FACTS.items()
        if hasattr(record, attribute)
    }


def as_json(held: CheckedRun) -> dict[str, Any]:
    """The result of `run --json`; rationals are strings."""
    record, known = held.record, held.governed
    w = getattr(record, "w", None)
    data: dict[str, Any] = {
        "schema": 1,
        "algorithm": held.typed,
        "data": held.data.source,
        "options": {key: written(value) for key, value in held.options.items()},
        "updates": getattr(record, "updates", None),
        "separated": held.separated,
        "separable": separable(known, record),
        "stopped": held.stopped,
        **reading_json(held.data, record),
        "R2": str(known.R2),
        "bias_step": None if known.bias_step is None else str(known.bias_step),
        "w": None if w is None else [str(value) for value in w],
        "b": None if w is None else str(record.b),
        "training_errors": held.errors,
        "bounds": [{"id": name, "value": str(value), "holds": holds} for name, value, holds in held.bounds],
        "conditions": [{"id": c.claim, "says": c.says, "left": str(c.left), "right": str(c.right), "holds": c.holds}
                       for c in held.conditions],
        "missed": missed_json(held.missed),
        **facts(record),
    }
    if held.algorithm.driver:
        runs = zip(record.classes, record.runs, strict=False)
        data["runs"] = [_one_class(name, run, held.data) for name, run in runs]
    if known.margin:
        data["margin"] = margin_json(known.margin, held.data)
    return data


def missed_json(away: Missed | None) -> dict[str, Any] | None:
    """The best bound, what is known of other data, and the factors of the bound over the updates."""
    if away is None:
        return None
    others = None if away.others is None else {"updates": away.others, "by": list(away.by)}
    factors = {name: str(value) for name, value in away.factors.items()}
    product = {"by": CLAIM, "product": str(away.times), **factors} if factors else None
    return {"best": away.claim, "most": away.most, "others": others, "factors": product}


def separable(known: applicable_bounds.Governed, record: Any) -> bool | None:
    """Whether there is a separator in the space of the run, as far as that was found out."""
    if known.margin or known.no_separator:
        return known.no_separator is None
    found: bool | None = getattr(record, "separable", None)
    return found


def reading_json(data: Dataset, record: Any = None) -> dict[str, Any]:
    """What was left out when the data were read, columns by name and rows by line; how the features were scaled."""
    scaled = None if data.scaling is None else scaling_json(data)["scaling"]
    if scaled and (found := original(data, record)):
        w, b = found
        scaled |= {"original": {"w": [str(value) for value in w], "b": str(b)}}
    return {"label": data.label, "dropped": list(data.dropped), "missing": list(data.missing), "scaled": scaled}


def scaling_json(data: Dataset) -> dict[str, Any]:
    """How the features were scaled, as certificates say it; nothing if they were not."""
    made = data.scaling
    if made is None:
        return {}
    numbers = {"shift": list(map(str, made.shift)), "factor": list(map(str, made.factor))}
    return {"scaling": {"kind": made.kind, **numbers}}


def original(data: Dataset, record: Any) -> tuple[tuple[Fraction, ...], Fraction] | None:
    """The (w, b) of a record in terms of the numbers of the file, if these were scaled and it has one for them."""
    w = getattr(record, "w", None)
    if data.scaling is None or w is None or len(w) != len(data.features):
        return None
    return data.scaling.original(w, record.b)


def scaling_lines(data: Dataset, record: Any) -> list[str]:
    """What was scaled, and the classifier for the numbers of the file."""
    if data.scaling is None:
        return []
    runs = dict(zip(getattr(record, "classes", ()), getattr(record, "runs", ()), strict=False))
    runs |= getattr(record, "classifiers", None) or {}
    found = [(f"{plain(str(name))}: ", original(data, run)) for name, run in runs.items()]
    found = found or [("", original(data, record))]
    lines = [f"unscaled   {name}{classifier(*one)}" for name, one in found if one]
    others = "line is" if len(lines) == 1 else f"{len(lines)} lines are"
    return [f"scaled     {KINDS[data.scaling.kind]}" + f"; all but the next {others} about that" * bool(lines), *lines]


def written(value: Any) -> Any:
    """An option as JSON: rationals are strings."""
    if isinstance(value, list):
        return [str(part) for part in value]
    return str(value) if isinstance(value, Fraction) else value


def _one_class(name: str, run: Any, data: Dataset) -> dict[str, Any]:
    found = original(data, run)
    unscaled = {"original": {"w": [str(value) for value in found[0]], "b": str(found[1])}} if found else {}
    return {
        "class": name, "updates": run.updates, "stopped": run.stopped, "separated": run.separated,
        "w": [str(value) for value in run.w], "b": str(run.b), **unscaled,
    }  # fmt: skip


def margin_json(margin: Margin | Lead, data: Dataset) -> dict[str, Any]:
    """The bracket of the best margin, with the dual weights by the lines of the file."""
    dual = {str(data.lines[i]): str(a) for i, a in enumerate(margin.dual) if a}
    best: dict[str, Any] = {"w": [str(v) for v in margin.w], "b": str(margin.b)}
    if found := getattr(margin, "classifiers", None):
        best = {"classifiers": classifiers_json(found)}
    return {"lower": str(margin.lower), "upper": str(margin.upper), **best, "dual_by_line": dual}


def rows(held: CheckedRun) -> list[Row]:
    """How the run ended and each bound as results."""
    ended = held.stopped in held.algorithm.ends and (held.stopped != "separated" or held.separated)
    name = "separates" if "separated" in held.algorithm.ends else "ends"
    return [Row(name, "ok" if ended else "failed", stop_text(held), held.typed)] + [
        Row(name, "ok" if holds else "failed", f"{counted(held.record.updates, 'update')}, bound {number(value)}",
            held.typed)
        for name, value, holds in held.bounds
    ] + [
        Row(met.claim, "ok" if met.holds else "failed", f"{met.says}: {number(met.left)}, {number(met.right)}",
            held.typed)
        for met in held.conditions
    ]


# --- what is printed --------------------------------------------------------------------------------


def text(held: CheckedRun, verbose: bool, quiet: bool) -> str:
    """The result for a reader."""
    return "\n".join([*of_the_run(held, verbose, quiet), *of_the_bounds(held, verbose, quiet)])


def of_the_run(held: CheckedRun, verbose: bool, quiet: bool) -> list[str]:
    """The lines that need no margin."""
    head = [f"{held.typed}: {', '.join(phrases(held))}".removesuffix(": "), about(held.data), ""]
    lines = updates_lines(held)
    if not quiet:
        lines = [*head, *lines, *engine_lines(held, verbose), *result_lines(held)]
        lines += [f"R²         {number(held.governed.R2)}"]
    return lines


def of_the_bounds(held: CheckedRun, verbose: bool, quiet: bool) -> list[str]:
    """The best margin, the bounds, and with `verbose` more about the run."""
    lines = [] if quiet else margin_lines(held.governed)
    if held.without_margin and held.governed.bias_step is not None:
        lines.append(f"margin     not computed, {held.without_margin}")
    if held.bounds or held.conditions:
        lines += ["bounds", *(bound_line(held, *bound) for bound in held.bounds)]
        lines += [line for met in held.conditions for line in condition_lines(met)]
        lines += missed_lines(held.missed) if held.missed and not quiet else []
    elif held.governed.no_separator and held.governed.bias_step is not None:
        lines.append(through_0("bounds     none: no separator exists for these data", held.governed.bias_step))
    if verbose:
        lines += detail_lines(held)
    return lines


PHRASES: dict[str, Callable[[Any], str]] = {
    "bias_step": lambda value: f"bias step {number(value)}",
    "rate": lambda value: f"rate {number(value) if isinstance(value, Fraction) else _plain(value)}",
    "order": lambda value: f"{value} order",
    "tie": lambda value: f"a score of 0 counts as {value}",
}


def phrases(held: CheckedRun) -> list[str]:
    """The options in words, given or not; those that are not in use are left out."""
    options = held.algorithm.defaults(held.options) | dict(held.options)
    if held.governed.bias_step is not None:
        options["bias_step"] = held.governed.bias_step
    if options.get("order") == "random":
        options["order"] = f"random order with seed {options['seed']}".removesuffix(" order")
    used = set(held.algorithm.takes(held.options)) - {"max_updates", *(["seed"] if "order" in options else [])}
    order = sorted(used & set(options), key=lambda name: (list(PHRASES).index(name) if name in PHRASES else -1, name))
    takes = held.algorithm.takes(held.options)
    return [
        takes[name].says.format(options[name]) if takes[name].says else
        PHRASES.get(name, lambda value, name=name: f"{name} {_plain(value)}")(options[name])
        for name in order
        if options[name] is not None
    ]  # fmt: skip


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return str(value)


def about(data: Dataset) -> str:
    """The data in one line."""
    without = f" ({len(data.missing)} left out, where a value is missing)" if data.missing else ""
    shape = f"{counted(len(data.X), 'example')}{without}, {counted(len(data.features), 'feature')}"
    size = f"{data.source}: {shape}; {plain(data.label)}"
    positive = plain(data.positive)
    if data.group:
        sizes = sorted({len(x) for x in data.X})
        each = " to ".join(map(str, dict.fromkeys((sizes[0], sizes[-1]))))
        return f"{size} = {positive} is the right one of {each} candidates with the same {plain(data.group)}"
    if isinstance(data.X[0][0], tuple):
        right = data.y.count(0)
        return f"{size} = {positive} is right against 0 ({right}), the rest wrong ({len(data.y) - right})"
    if not data.positive:
        counts = [f"{plain(str(name))} ({data.y.count(name)})" for name in dict.fromkeys(data.y)]
        return f"{size} is {', '.join(map(str, counts[:6]))}{', …' if len(counts) > 6 else ''}"
    above = sum(v > 0 for v in data.y)
    return f"{size} = {positive} is +1 ({above}), the rest −1 ({len(data.y) - above})"


def updates_lines(held: CheckedRun) -> list[str]:
    """The line of the updates, if there can be any."""
    if held.stopped in ("computed", "solved", "inseparable") or not hasattr(held.record, "updates"):
        return []
    visits = getattr(held.record, "visits", None)
    return [f"updates    {held.record.updates}{'' if visits is None else f' in {visits} visits'}; {stop_text(held)}"]


def engine_lines(held: CheckedRun, verbose: bool) -> list[str]:
    """Which engine ran; a short run in plain integers is not worth a line unless asked for."""
    engine, why = getattr(held.record, "engine", ""), getattr(held.record, "why", "")
    if not engine or (why == "the run was short" and not verbose):
        return []
    return [f"engine     {engine}{f' ({why})' if why else ''}"]


STOPS = {
    "max_updates": "stopped at the cap of --max-updates, which is no convergence",
    "cycle": "the state comes back, so that the run has no end",
    "interrupted": "interrupted, which is no convergence",
    "target": "the target number of errors is reached",
    "patience": "so many steps without improvement are enough",
    "stationary": "no further step changes anything",
    "rates_exhausted": "the step sizes are used up",
    "order_exhausted": "every example was judged once",
    "gradient_zero": "the gradient is 0, so no step is made",
    "gradient_undefined": "an example is on the boundary, so the gradient is undefined and no step is made",
    "eps_solution": "the distance of the hull is known within ε",
    "epsilon": "the bounds of the distance are within ε",
    "contradiction": "two of the constraints exclude each other, so no separator exists",
    "origin": "0 lies in the hull, so no separator exists",
    "near": "the hull has a point nearer than ε to 0, so no margin reaches ε",
    "mixed": "the runs of the classes ended for different reasons",
    "computed": "the classifier is computed",
    "solved": "solved, with an exact proof of how good it is",
    "inseparable": "no separator exists",
}


def stop_text(held: CheckedRun) -> str:
    """Why the run ended; a cap is never called convergence."""
    if held.stopped in STOPS:
        return through_0(STOPS[held.stopped], held.governed.bias_step)
    return "every example is on its side" if held.separated else "not every example is on its side"


def through_0(text: str, bias_step: Any) -> str:
    """The text, in which without a bias no separator is one that passes through 0."""
    return text.replace("no separator exists", "no separator through 0 exists") if bias_step == 0 else text


def result_lines(held: CheckedRun) -> list[str]:
    """What was found: the classifier, and what else the record says."""
    record = held.record
    lines = []
    if held.algorithm.driver:
        lines += [f"class      {plain(str(name))}: {counted(one.updates, 'update')}, {one.stopped}; "
                  f"{classifier(one.w, one.b)}"
                  for name, one in zip(record.classes, record.runs, strict=False)]  # fmt: skip
    lines += class_lines(getattr(record, "classifiers", {}))
    if getattr(record, "w", None) is not None:
        lines.append(f"{'separator' if held.separated else 'weights  '}  {classifier(record.w, record.b)}")
    lines += scaling_lines(held.data, record)
    if hasattr(record, "thresholds"):
        between = ", ".join(map(number, record.thresholds))
        lines.append(f"ranks by   w {vector(record.weights)}, thresholds {between}")
    if hasattr(record, "discriminant"):
        lines.append(f"f(x)       {polynomial(record.discriminant, held.data.features)}")
    lines += [
        line.format(number(value) if isinstance(value, Fraction) else get(value))
        for attribute, (_, get, line) in FACTS.items()
        if line and (value := getattr(record, attribute, None)) is not None
    ]
    if hasattr(record, "upper"):
        lines.append(f"value      least {_least(held)}  {bracket(record.lower, record.upper)}")
    if not held.separated or held.algorithm.ends == ("computed",):
        lines += [] if held.errors is None else [f"errors     {held.errors} of {len(held.data.y)} examples"]
    return lines


def class_lines(classifiers: Mapping[Any, Any]) -> list[str]:
    """The (w, b) of each class."""
    return [f"class      {plain(str(name))}: {classifier(*one)}" for name, one in classifiers.items()]


def _least(held: CheckedRun) -> str:
    """What was made least."""
    if held.algorithm.objective:
        return held.algorithm.objective(held.record)
    step = held.options.get("bias_step", 1)
    return objective(held.governed.R2 if step == "R2" else Fraction(step)) + " under y(⟨w, x⟩ + b) ≥ 1"


def bracket(lower: Fraction, upper: Fraction) -> str:
    """A least value between two exact ones."""
    if lower == upper:
        return f"{equal(upper)}, attained and proved least by a dual point"
    return f"between {number(lower)} and {number(upper)}"


def equal(value: Any) -> str:
    """The number after =, or after ≈ if it is rounded."""
    said = number(value)
    return said if said.startswith("≈") else f"= {said}"


def classifier(w: Sequence[Any], b: Any) -> str:
    """(w, b) in one line; of many coordinates only how many there are."""
    return f"w {vector(w)}, b = {number(b)}"


def vector(values: Sequence[Any]) -> str:
    """Numbers in one line; of many only how many there are.

    >>> vector([1, Fraction(1, 2)]), vector([0, 1] * 20)
    ('= (1, 1/2)', 'with 40 coordinates, 20 of them not 0 (in full in JSON and in the certificate)')
    """
    if len(values) <= MOST:
        return f"= ({', '.join(map(number, values))})"
    count = sum(1 for value in values if value)
    return f"with {len(values)} coordinates, {count} of them not 0 (in full in JSON and in the certificate)"


def polynomial(terms: Mapping[tuple[int, ...], Any], features: Sequence[str]) -> str:
    """A polynomial of the features.

    >>> polynomial({(0, 0): -2, (2, 1): 3, (1, 0): -1}, ["x", "y"])
    '− 2 + 3·x²·y − x'
    """
    small = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")

    def term(exponents: tuple[int, ...], size: Any) -> str:
        powers = [
            plain(name) + ("" if e == 1 else str(e).translate(small))
            for name, e in zip(features, exponents, strict=True)
            if e
        ]
        return "·".join([*([number(size)] if size != 1 or not powers else []), *powers])

    signed = [("− " if c < 0 else "+ ") + term(exponents, abs(c)) for exponents, c in terms.items() if c]
    rest = [f"… ({len(signed)} terms, in full in JSON)"] * (len(signed) > MOST)
    return " ".join([*signed[:MOST], *rest]).removeprefix("+ ") or "0"


def detail_lines(held: CheckedRun) -> list[str]:
    """What -v adds."""
    record, margin, lines = held.record, held.governed.margin, []
    if several := getattr(margin, "classifiers", None):
        lines += [f"best       {plain(str(name))}: {classifier(*one)}" for name, one in several.items()]
    elif margin:
        lines.append(f"best       {classifier(margin.w, margin.b)} has the least {least(held.governed)}")
    if hasattr(record, "mistakes"):
        visited = ", ".join(str(held.data.lines[i]) for i in record.mistakes)
        lines.append(f"mistakes   lines {visited} of {held.data.source}")
    return lines


def objective(step: Fraction | None) -> str:
    """What the best separator makes least."""
    return "‖w‖² + b²" if step == 1 else f"‖w‖² + b²/({number(step)})" if step else "‖w‖²"


def margin_lines(governed: applicable_bounds.Governed) -> list[str]:
    """The exact bracket of the best margin."""
    margin = governed.margin
    if margin is None:
        return []
    size = bracket(margin.lower, margin.upper)
    under = "the right one leading by 1" if isinstance(margin, Lead) else "y(⟨w, x⟩ + b) ≥ 1"
    return [f"margin     least {least(governed)} under {under}  {size}"]


def least(governed: applicable_bounds.Governed) -> str:
    """What the best separator makes least, which is a sum over the classes, if there are several."""
    of_one = objective(governed.bias_step)
    several = getattr(governed.margin, "classifiers", None)
    return (f"Σ({of_one})" if governed.bias_step else f"Σ{of_one}") if several else of_one


def bound_line(held: CheckedRun, name: str, value: Fraction, holds: bool) -> str:
    """One bound beside the updates."""
    return f"  {_compared(held.record.updates, value, holds)}  {name}"


def condition_lines(met: applicable_bounds.Condition) -> list[str]:
    """An inequality of a claim, at the numbers of the run, and what it says."""
    return [f"  {_compared(met.left, met.right, met.holds)}  {met.claim}", f"         {met.says}"]


def _compared(left: Any, right: Fraction, holds: bool) -> str:
    verdict = style("holds", fg="green") if holds else style("VIOLATED", fg="red")
    size = "" if right.denominator == 1 or len(str(right)) > LONGEST else f" (≈ {float(right):.2f})"
    return f"{verdict}  {number(left)} {'≤' if holds else '>'} {number(right)}{size}"


def missed_lines(away: Missed) -> list[str]:
    """The best bound with what other data reach, and what kept this run from it."""
    lines = [f"best       {away.updates} of at most {counted(away.most, 'update')} ({away.claim})"]
    if away.others is not None and away.others > away.updates:
        lines.append(f"others     {away.others} on other data with this R² and margin ({', '.join(away.by)})")
    if away.factors:
        due = [f"× {brief(value)} {FACTORS[name]}" for name, value in away.factors.items() if value != 1]
        lines.append(f"missed     {', '.join(due)}" if due else "reached    by lengths, scores, direction and margins")
        lines.append(f"           ({CLAIM})")
    return lines


def brief(value: Fraction) -> str:
    """A factor: itself if it is short, else rounded.

    >>> brief(Fraction(4, 3)), brief(Fraction(10**9 + 1, 10**9))
    ('4/3', '1.00')
    """
    if value >= 10**300:  # no float is as large
        return f"10^{int(value).bit_length() * 30103 // 100000}"
    if value < 10**6:
        return str(value) if value.denominator < 10**5 and len(str(value)) <= 5 else f"{float(value):.2f}"
    return f"{float(value):.3g}"


def number(value: Any) -> str:
    """A rational in full if it is short, else rounded and marked so; JSON has it in full.

    >>> number(Fraction(1, 3)), number(Fraction(10**50 + 1, 10**49)), number(Fraction(1, 3**60))
    ('1/3', '≈ 10', '≈ 2.35898248759e-29')
    """
    if isinstance(value, float) or len(str(value)) <= LONGEST:
        return str(value)
    exponent = len(str(abs(value.numerator))) - len(str(value.denominator))
    if abs(exponent) > 300:
        return f"≈ {'-' if value < 0 else ''}10^{exponent}"
    return f"≈ {float(value):.12g}"
