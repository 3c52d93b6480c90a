"""A run that was compared with its bounds, for readers and programs.

Main definitions: `CheckedRun`, `run_blocks`, `bound_blocks`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from numbers import Number
from typing import Any

from ..algorithms.adaboost import AdaBoost
from ..algorithms.candidate_rule import Lead
from ..algorithms.command_results import FAILED, INTERRUPTED, OK, count_examples, format_count
from ..algorithms.dataset_reader import Dataset
from ..algorithms.errors import format_option
from ..algorithms.nearest_point import Margin
from ..algorithms.registry import Algorithm
from ..algorithms.safe_files import safe_text
from ..properties import applicable_bounds
from ..properties.bound_slack import CLAIM, FACTORS, Missed
from ..report.document_formats import BLANK, Block, Cite, Group, Inline, Mark, Table, Words
from ..report.result_output import Reported, Row
from ..report.value_text import (
    LEADS,
    LONGEST,
    add_through_zero,
    class_rows,
    classifier,
    classifier_json,
    classifiers_json,
    describe_data,
    exact_json,
    format_bracket,
    format_brief,
    format_equal,
    format_number,
    format_polynomial,
    format_vector,
    number,
    objective,
    reading_json,
    scaling_rows,
    unscaled_classifier,
)

MOST_STUMPS = 8  # of a vote that are printed
# Further facts of records: the name in JSON, a getter, and the line for a reader (None: JSON only). The first
# word of the line is in the column of names.
Fact = tuple[str, Callable[[Any], Any], str | None]
Cells = Sequence[Inline]
FACTS: dict[str, Fact] = {
    "visits": ("visits", int, None),
    "mistakes": ("mistakes", list, None),
    "engine": ("engine", str, None),
    "why": ("why", str, None),
    "errors": ("errors_in_the_pocket", int, None),
    "found": ("found_at", int, "found at update {}"),
    "value": ("value", str, "value {} at the end"),
    "best_value": ("best_value", str, "best {} is the least value met"),
    "norm2": ("norm2", str, "hull ‖w‖² {equal} is at least the squared distance of the hull from 0"),
    "least": ("least", str, "least ⟨w, z⟩ {equal} over the signed examples z"),
    "lowest": ("lowest", str, "least ⟨w, z⟩ {equal} over the signed examples z"),
    "combined": ("combined", lambda count: count, "proof a convex combination of {signed_examples} is 0"),
    "counts": ("support_examples", lambda counts: sum(1 for a in counts if a), "support {examples}"),
    "support": ("support_examples", len, "support {examples}"),
    "votes": ("voters", len, "voters {}"),
    "stumps": ("stumps", lambda found: [AdaBoost.step_to_json(one) for one in found], None),
    "product": ("product", str, "product Π(1 − e²) {equal}, over the edges e of the stumps"),
    "weights": ("weights", exact_json, None),
    "squares": ("squares", str, "squares {} is the sum of the squared errors"),
    "thresholds": ("thresholds", exact_json, None),
    "loss": ("loss", int, "loss {} is the sum of the differences of ranks"),
    "changes": ("changes", int, "changes {} (of thresholds)"),
    "expert_mistakes": ("expert_mistakes", list, None),
    "best": ("best_expert", int, "best expert {}, counted from 0"),
    "k": ("k", int, None),
    "optimal": ("optimal", bool, None),
    "upper": ("upper", str, None),
    "lower": ("lower", str, None),
    "classifiers": ("classifiers", lambda found: classifiers_json(found), None),
    "combination": ("combination", exact_json, None),
}


@dataclass(frozen=True, repr=False)
class CheckedRun(Reported):
    """A run compared with its bounds. `typed` is the algorithm as the user typed it."""

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
        """Return why the run ended; "solved" for an algorithm that solves without steps."""
        separable = getattr(self.record, "separable", None)
        solved = "solved" if separable is None else "separated" if separable else "inseparable"
        return getattr(self.record, "stopped", solved)

    @property
    def separated(self) -> bool:
        """Return whether every example is on its side in the end."""
        found = getattr(self.record, "separated", None)
        return self.errors == 0 if found is None else found

    @property
    def errors(self) -> int | None:
        """Return the number of examples that are not on their side; None if nothing classifies them."""
        return training_errors(self.algorithm, self.record, self.data)

    def in_short(self) -> str:
        """Return the updates, the reason for the end, and the number of bounds that hold, in one line."""
        updates = f"{format_count(self.record.updates, 'update')}, " if hasattr(self.record, "updates") else ""
        held = f"; {sum(self.hold)} of {len(self.hold)} bounds hold" * bool(self.hold)
        return f"{self.typed} on {self.data.source}: {updates}{stop_text(self)}{held}"

    @property
    def exit_status(self) -> int:
        cut = "interrupted" in (self.stopped, self.without_margin)
        return INTERRUPTED if cut else OK if self.fine else FAILED

    @property
    def fine(self) -> bool:
        """Return whether the run ended as it should and every bound holds."""
        return self.ended and all(self.hold)

    @property
    def ended(self) -> bool:
        """Return whether the run ended as it should."""
        return self.stopped in self.algorithm.ends and (self.stopped != "separated" or self.separated)

    @property
    def hold(self) -> list[bool]:
        """Return whether each bound and each condition holds."""
        return [*(holds for *_, holds in self.bounds), *(condition.holds for condition in self.conditions)]

    def blocks(self, quiet: bool = False, verbose: bool = False) -> list[Block]:
        return [*run_blocks(self, verbose, quiet), *bound_blocks(self, verbose, quiet)]

    def json(self) -> dict[str, Any]:
        record, known = self.record, self.governed
        w = getattr(record, "w", None)
        data: dict[str, Any] = {
            "schema": 1,
            "algorithm": self.typed,
            "data": self.data.source,
            "options": {key: exact_json(value) if isinstance(value, list | Fraction) else value
                        for key, value in self.options.items()},
            "updates": getattr(record, "updates", None),
            "separated": self.separated,
            "separable": is_separable(known, record),
            "stopped": self.stopped,
            **reading_json(self.data, record),
            "R2": str(known.R2),
            "bias_step": None if known.bias_step is None else str(known.bias_step),
            **classifier_json(w, None if w is None else record.b),
            "training_errors": self.errors,
            "bounds": [{"id": name, "value": str(value), "holds": holds} for name, value, holds in self.bounds],
            "conditions": [{"id": c.claim, "says": c.says, "left": str(c.left), "right": str(c.right), "holds": c.holds}
                           for c in self.conditions],
            "missed": missed_json(self.missed),
            **{name: get(getattr(record, attribute)) for attribute, (name, get, _) in FACTS.items()
               if hasattr(record, attribute)},
        }
        if self.algorithm.driver:
            runs = zip(record.classes, record.runs, strict=False)
            data["runs"] = [_one_class(name, run, self.data) for name, run in runs]
        if known.margin:
            data["margin"] = margin_json(known.margin, self.data)
        return data

    def rows(self) -> list[Row]:
        ends = "separates" if "separated" in self.algorithm.ends else "ends"
        found = [(ends, self.ended, stop_text(self))]
        found += [(name, holds, f"{format_count(self.record.updates, 'update')}, bound {format_number(value)}")
                  for name, value, holds in self.bounds]
        found += [(met.claim, met.holds, f"{met.says}: {format_number(met.left)}, {format_number(met.right)}")
                  for met in self.conditions]
        return [Row(name, "ok" if holds else "failed", says, self.typed) for name, holds, says in found]


def training_errors(entry: Algorithm, record: Any, data: Dataset) -> int | None:
    """Return the number of examples with a wrong predicted label. For a linear classifier, f(x) = 0 predicts no
    label."""
    said = entry.labels(record, data.X, data.y)
    return None if said is None else sum(a != b for a, b in zip(said, data.y, strict=True))


STOPS = {
    "max_updates": "stopped at the cap of {cap}, which does not count as convergence",
    "cycle": "a state repeats, so the run never ends",
    "interrupted": "interrupted, which does not count as convergence",
    "target": "the target number of errors is reached",
    "patience": "the given number of steps brought no improvement",
    "stationary": "no further step changes anything",
    "rates_exhausted": "the step sizes are used up",
    "order_exhausted": "every example was judged once",
    "gradient_zero": "the gradient is 0, so no step is made",
    "gradient_undefined": "an example is on the boundary, so the gradient is undefined and no step is made",
    "eps_solution": "the distance of the hull is known within ε",
    "epsilon": "the bounds of the distance are within ε",
    "optimal": "no pair of weights can improve the value, so it is the least",
    "gap": "the least value is known within ε",
    "contradiction": "two of the constraints exclude each other, so no separator exists",
    "origin": "0 lies in the hull, so no separator exists",
    "near": "the hull has a point nearer than ε to 0, so no margin reaches ε",
    "mixed": "the runs of the classes ended for different reasons",
    "computed": "the classifier is computed",
    "solved": "solved, with an exact proof of how good it is",
    "inseparable": "no separator exists",
}


def stop_text(held: CheckedRun) -> str:
    """Return the reason why the run ended. A run that ended at its cap does not count as converged."""
    if held.stopped in STOPS:
        return add_through_zero(STOPS[held.stopped].format(cap=format_option("max_updates")), held.governed.bias_step)
    return "every example is on its side" if held.separated else "not every example is on its side"


def missed_json(away: Missed | None) -> dict[str, Any] | None:
    """Return the best bound, the updates on other data, and the factors of the bound over the updates, as JSON data."""
    if away is None:
        return None
    others = None if away.others is None else {"updates": away.others, "by": list(away.by)}
    factors = {name: str(value) for name, value in away.factors.items()}
    product = {"by": CLAIM, "product": str(away.times), **factors} if factors else None
    return {"best": away.claim, "most": away.most, "others": others, "factors": product}


def is_separable(known: applicable_bounds.Governed, record: Any) -> bool | None:
    """Return whether there is a separator in the space of the run; None if that is not known."""
    if known.margin or known.no_separator:
        return known.no_separator is None
    found: bool | None = getattr(record, "separable", None)
    return found


def _one_class(name: str, run: Any, data: Dataset) -> dict[str, Any]:
    found = unscaled_classifier(data, run)
    unscaled = {"original": classifier_json(*found)} if found else {}
    return {
        "class": name, "updates": run.updates, "stopped": run.stopped, "separated": run.separated,
        **classifier_json(run.w, run.b), **unscaled,
    }


def margin_json(margin: Margin | Lead, data: Dataset) -> dict[str, Any]:
    """Return the bracket of the best margin as JSON data, with the dual weights by the lines of the file."""
    dual = {str(data.lines[i]): str(a) for i, a in enumerate(margin.dual) if a}
    found = getattr(margin, "classifiers", None)
    best = {"classifiers": classifiers_json(found)} if found else classifier_json(margin.w, margin.b)
    return {"lower": str(margin.lower), "upper": str(margin.upper), **best, "dual_by_line": dual}


def run_blocks(held: CheckedRun, verbose: bool, quiet: bool) -> list[Block]:
    """Return the blocks that need no margin."""
    if quiet:
        return [Table(updates_rows(held))]
    title = f"{held.typed}: {', '.join(option_phrases(held))}".removesuffix(": ")
    size: Cells = ("R²", [number(held.governed.R2)])
    found = Table([*updates_rows(held), *engine_rows(held, verbose), *result_rows(held), size])
    return [Words([title]), Words([describe_data(held.data)]), BLANK, found]


def bound_blocks(held: CheckedRun, verbose: bool, quiet: bool) -> list[Block]:
    """Return the best margin, the bounds, and with `verbose` more about the run."""
    rows = [] if quiet else margin_rows(held.governed)
    if held.without_margin and held.governed.bias_step is not None:
        rows.append(("margin", f"not computed, {held.without_margin}"))
    met: list[Block] = []
    if held.bounds or held.conditions:
        compared = [compare_sides(name, held.record.updates, value, holds) for name, value, holds in held.bounds]
        for each in held.conditions:
            compared += [compare_sides(each.claim, each.left, each.right, each.holds), ("", each.says)]
        met = [Group("bounds", [Table(compared, 5)]), Table(missed_rows(held.missed) if not quiet else ())]
    elif held.governed.no_separator and held.governed.bias_step is not None:
        none = add_through_zero("none: no separator exists for these data", held.governed.bias_step)
        rows.append(("bounds", none))
    return [Table(rows), *met, Table(_detail_rows(held) if verbose else ())]


PHRASES: dict[str, Callable[[Any], str]] = {
    "bias_step": lambda value: f"bias step {format_number(value)}",
    "rate": lambda value: f"rate {format_number(value) if isinstance(value, Fraction) else _plain(value)}",
    "order": lambda value: f"{value} order",
    "tie": lambda value: f"a score of 0 counts as {value}",
}


def option_phrases(held: CheckedRun) -> list[str]:
    """Return phrases about the options, given or not; unused options are left out."""
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
    ]


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return str(value)


def updates_rows(held: CheckedRun) -> list[Cells]:
    """Return the row of the updates; no row if the algorithm makes none."""
    if held.stopped in ("computed", "solved", "inseparable") or not hasattr(held.record, "updates"):
        return []
    visits = getattr(held.record, "visits", None)
    among = "" if visits is None else f" in {format_count(visits, 'visit')}"
    return [("updates", f"{held.record.updates}{among}; {stop_text(held)}")]


def engine_rows(held: CheckedRun, verbose: bool) -> list[Cells]:
    """Return the row of the engine. Unless something prevented the usual engine, only `verbose` has it: the engine
    depends on the runs that this process has made before.
    """
    engine, why = getattr(held.record, "engine", ""), getattr(held.record, "why", "")
    if not engine or (why in ("", "the run was short") and not verbose):
        return []
    return [("engine", f"{engine}{f' ({why})' if why else ''}")]


def result_rows(held: CheckedRun) -> list[Cells]:
    """Return the rows of the classifier, and of further facts of the record."""
    record = held.record
    rows: list[Cells] = []
    if held.algorithm.driver:
        rows += [("class", [f"{safe_text(str(name))}: {format_count(one.updates, 'update')}, {one.stopped}; ",
                            *classifier(one.w, one.b)])
                 for name, one in zip(record.classes, record.runs, strict=False)]
    rows += class_rows(getattr(record, "classifiers", {}))
    if getattr(record, "w", None) is not None:
        rows.append(("separator" if held.separated else "weights", classifier(record.w, record.b)))
    rows += scaling_rows(held.data, record)
    if stumps := getattr(record, "stumps", ()):
        names = [*map(safe_text, held.data.features), "1"]
        rows += [
            (
                "vote" if not i else "",
                f"{names[one.feature]} > {format_number(one.threshold)}: {one.sign:+d}, edge {format_number(one.edge)}",
            )
            for i, one in enumerate(stumps[:MOST_STUMPS])
        ]
        rows += [("", f"and {format_count(len(stumps) - MOST_STUMPS, 'stump')} more")] * (len(stumps) > MOST_STUMPS)
    if hasattr(record, "thresholds"):
        between = ", ".join(map(format_number, record.thresholds))
        rows.append(("ranks by", f"w {format_vector(record.weights)}, thresholds {between}"))
    if hasattr(record, "discriminant"):
        rows.append(("f(x)", format_polynomial(record.discriminant, held.data.features)))
    for attribute, (_, get, line) in FACTS.items():
        if line and (value := getattr(record, attribute, None)) is not None:
            name, says = line.split(" ", 1)
            shown = format_number(value) if isinstance(value, Fraction) else get(value)
            equal = format_equal(value) if isinstance(value, Number) else ""
            rows.append((name, count_examples(says, shown, equal=equal)))
    if hasattr(record, "upper"):
        rows.append(("value", f"the least {_least(held)} {format_bracket(record.lower, record.upper)}"))
    if (not held.separated or held.algorithm.ends == ("computed",)) and held.errors is not None:
        rows.append(("errors", f"{held.errors} of {len(held.data.y)} examples"))
    return rows


def _least(held: CheckedRun) -> str:
    """Return the quantity that was minimised, as text."""
    if held.algorithm.objective:
        return held.algorithm.objective(held.record)
    step = held.options.get("bias_step", 1)
    return objective(held.governed.R2 if step == "R2" else Fraction(step)) + " with y(⟨w, x⟩ + b) ≥ 1"


def _detail_rows(held: CheckedRun) -> list[Cells]:
    record, margin = held.record, held.governed.margin
    rows = class_rows(getattr(margin, "classifiers", None) or {}, "best")
    if margin and not rows:
        rows.append(("best", [*classifier(margin.w, margin.b), f" has the least {objective_text(held.governed)}"]))
    if hasattr(record, "mistakes"):
        visited = ", ".join(str(held.data.lines[i]) for i in record.mistakes)
        rows.append(("mistakes", f"lines {visited} of {held.data.source}"))
    return rows


def margin_rows(governed: applicable_bounds.Governed) -> list[Cells]:
    """Return the row of the exact bracket of the best margin."""
    margin = governed.margin
    if margin is None:
        return []
    size = format_bracket(margin.lower, margin.upper)
    right = "class" if getattr(margin, "classifiers", None) else "candidate"
    condition = f"for which {LEADS.format(right)}" if isinstance(margin, Lead) else "with y(⟨w, x⟩ + b) ≥ 1"
    return [("margin", f"the least {objective_text(governed)} {condition} {size}")]


def objective_text(governed: applicable_bounds.Governed) -> str:
    """Return the quantity that the best separator minimises, as text. For several classes it is a sum over the
    classes."""
    of_one = objective(governed.bias_step)
    several = getattr(governed.margin, "classifiers", None)
    return (f"Σ({of_one})" if governed.bias_step else f"Σ{of_one}") if several else of_one


def compare_sides(claim: str, left: Any, right: Fraction, holds: bool) -> Cells:
    """Return the row with both sides of an inequality of a claim, and whether it holds."""
    size = "" if right.denominator == 1 or len(str(right)) > LONGEST else f" (≈ {float(right):.2f})"
    verdict = Mark("holds", "green") if holds else Mark("VIOLATED", "red")
    return [verdict], [number(left), " ≤ " if holds else " > ", number(right), size], [Cite(claim)]


def missed_rows(away: Missed | None) -> list[Cells]:
    """Return the rows with the best bound, the updates on other data, and the reasons why this run made fewer."""
    if away is None:
        return []
    rows: list[Cells] = [("best", f"{away.updates} of at most {format_count(away.most, 'update')} ({away.claim})")]
    if away.others is not None and away.others > away.updates:
        rows.append(("others", f"{away.others} on other data with this R² and margin ({', '.join(away.by)})"))
    if away.factors:
        due = [f"× {format_brief(value)} {FACTORS[name]}" for name, value in away.factors.items() if value != 1]
        rows.append(("missed", ", ".join(due)) if due else ("reached", "by lengths, scores, direction and margins"))
        rows.append(("", f"({CLAIM})"))
    return rows
