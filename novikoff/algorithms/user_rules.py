"""User-defined update rules: any Python function that returns the next (w, b) at an example.

    def damped(state, x, y):
        return state._replace(w=state.w + y * x / (1 + x @ x))

A rule is a function of (state, x, y), or of (state, example), where `state` is (w, b) and `example` is (x, y). It
computes with w + c·x and ⟨w, x⟩, so a proof can call it on symbols. It is called for examples that are mistakes (y·f(x)
≤ 0) or that satisfy the decorator's condition, and it returns the next state. The first state is 0.

Runs are exact: w, b, x and y are Fractions. A root is no Fraction, so a rule can divide by ‖x‖² or R², and not by ‖x‖:
a float in the new state is refused. A state of another shape, a change of the arguments, and a rule or condition that
gives two answers at one place are also refused. A run whose state repeats never ends.
"""

from __future__ import annotations

import inspect
import os
import sys
import sysconfig
import traceback
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from importlib import import_module
from itertools import product
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, NamedTuple, NoReturn, TypeVar

from . import perceptron
from .errors import BadInput, format_option, suggest_name
from .labelled_examples import Number, exact_rows, labels, number
from .lazy_numpy import np
from .optional_packages import NotInstalled
from .perceptron import State
from .processes import intercept_os_exit
from .run_loop import Point, Progress, check_integer, drive
from .source_lines import place_of

MOST_UPDATES = 100_000  # of a run without a cap, which no theorem may bound
MOST_BITS = 4_000  # of a numerator or denominator of a state, in a `BoundedLearner`
MOST_BITS_OF_RUN = 300_000  # in other runs; each update may multiply the number of bits, and the next takes minutes
SETTINGS = "__novikoff__"
UNSTEADY = "is random, or keeps state between calls, so its runs cannot be repeated"
F = TypeVar("F", bound=Callable[..., Any])


class Example(NamedTuple):
    """A point x and its label y, −1 or 1."""

    x: Any
    y: Any


def algorithm(*, when: Callable[..., Any] | None = None, bias: bool | None = None) -> Callable[[F], F]:
    """Declare when an update rule is called, and whether it moves b; return the rule itself.

    when  a condition on (state, x, y) under which the rule is called; None: at mistakes
    bias  whether the rule moves b; None: a few updates show it

    >>> @algorithm(when=lambda state, x, y: y * (state.w @ x) <= 1, bias=False)
    ... def eager(state, x, y):
    ...     return State(state.w + y * x, 0)
    >>> run([[1]], [1], rule=Rule.of(eager)).updates
    2
    """

    def note(function: F) -> F:
        setattr(function, SETTINGS, (when, bias))
        return function

    return note


# ------------------------------------------------------------------------------------------- the rule


@dataclass(frozen=True)
class Rule:
    """A user-defined rule. `when` is None if it learns from mistakes; `bias` says whether it moves b."""

    name: str
    function: Callable[..., Any]
    when: Callable[..., Any] | None
    bias: bool

    @classmethod
    def of(cls, function: Callable[..., Any], name: str = "") -> Rule:
        """Return the rule that a function defines; raise `BadInput` if it defines none, or fails on small examples."""
        name = name or f"{function.__module__}:{getattr(function, '__qualname__', repr(function))}"
        when, bias = getattr(function, SETTINGS, (None, None))
        rule = cls(name, function, when, bias is not False)
        if rule.arguments not in (2, 3):
            raise BadInput(f"{name} is not a function of (state, x, y), nor of (state, example)")
        return rule if bias is not None else cls(name, function, when, _moves_the_bias(rule))

    def __reduce__(self) -> Any:
        """Pickle the rule by its name."""
        return load_rule, (self.name,)

    @cached_property
    def arguments(self) -> int:
        """Return how many arguments the function must have; 0 if it is not a function."""
        kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
        try:
            parameters = inspect.signature(self.function).parameters.values()
        except (TypeError, ValueError):
            return 0
        return sum(p.kind in kinds and p.default is p.empty for p in parameters)

    @cached_property
    def threshold(self) -> Fraction | None:
        """Return about the largest score of an example of length 1 at which the rule is called, 0 for a rule that
        learns from mistakes. Return None if there is none below 2^20, or the condition fails there. No verdict depends
        on it.
        """
        x, one = exact_vector([1]), Fraction(1)
        if self.when is None:
            return Fraction(0)
        try:
            low, high = Fraction(0), one
            while self.is_due(State(exact_vector([high]), Fraction(0)), x, one) and high < 2**20:
                low, high = high, 2 * high
            for _ in range(20 if high < 2**20 else 0):
                middle = (low + high) / 2
                due = self.is_due(State(exact_vector([middle]), Fraction(0)), x, one)
                low, high = (middle, high) if due else (low, middle)
        except BadInput:
            return None
        return high.limit_denominator(1000) if high < 2**20 else None

    def call(self, state: State, x: Any, y: Any) -> Any:
        """Return the function's result unchanged."""
        return self.function(state, Example(x, y)) if self.arguments == 2 else self.function(state, x, y)

    def is_due(self, state: State, x: Any, y: Any, tie: str = "mistake") -> bool:
        """Return whether the rule is called for this example; raise `BadInput` if two calls disagree."""
        if self.when is None:
            return perceptron.is_mistake(state, x, y, tie)
        found, again = (self._guard(lambda: bool(self.when(state, x, y)), state, x, y) for _ in (0, 1))  # type: ignore[misc]
        if found != again:
            place = format_place(state, x, y)
            raise BadInput(f"{self.name}: the condition `when` gives two answers at {place}: it {UNSTEADY}")
        return found

    def after(self, state: State, x: Any, y: Any) -> State:
        """Return the exact state after the example; raise `BadInput`, naming the place, if there is none."""
        found = self._call_safely(state, x, y)
        self.require_again(state, x, y, found)
        if found.b and not self.bias:
            raise BadInput(f"{self.name} moves b to {found.b}, but a trial run left b at 0; decorate it with "
                           "@novikoff.algorithm(bias=True)")
        return found

    def _call_safely(self, state: State, x: Any, y: Any) -> State:
        given = self._guard(lambda: self.call(state, x, y), state, x, y)
        try:
            w, b = given
            values = list(w)
        except (TypeError, ValueError):
            raise BadInput(f"{self.name} returns {given!r:.60}, not a state (w, b)") from None
        if len(values) != len(x):
            raise BadInput(f"{self.name} returns {len(values)} weights for an example with {len(x)} coordinates")
        return State(exact_vector([self._exact(v, f"w[{j}]") for j, v in enumerate(values)]), self._exact(b, "b"))

    def _exact(self, value: Any, where: str) -> Fraction:
        found = value if type(value) is Fraction else number(value, f"{self.name} returns {where}")
        if isinstance(found, float):
            raise BadInput(f"{self.name} returns the float {where} = {found!r}, so that its run is not exact; write "
                           "numbers as Fraction(1, 10) and use no root: ‖x‖² = x @ x is exact, ‖x‖ is not")
        return Fraction(found)

    def _guard(self, work: Callable[[], Any], state: State, x: Any, y: Any) -> Any:
        try:
            return work()
        except KeyboardInterrupt:
            raise
        except BaseException as problem:
            where = f"at {format_place(state, x, y)}"
            raise BadInput(f"{self.name} raises {self._describe_problem(problem)} {where:.200}") from None

    def _describe_problem(self, problem: BaseException) -> str:
        own = {getattr(getattr(f, "__code__", None), "co_filename", "") for f in (self.function, self.when)}
        at = f" ({place})" if (place := place_of(problem, own)) else ""
        said = " ".join(f"{type(problem).__name__}: {problem}".split())[:200]
        more = ""
        if "read-only" in said:
            more = "; it changes its arguments; it must return a new state instead"
        elif "sqrt" in said:
            more = "; a root is not rational: ‖x‖² = x @ x is exact, ‖x‖ is not"
        return f"{said}{at}{more},"

    def require_again(self, state: State, x: Any, y: Any, found: State) -> None:
        """Call the function again where it returned `found`; raise `BadInput` if it returns another state."""
        again = self._call_safely(state, x, y)
        if found.b != again.b or list(found.w) != list(again.w):
            raise BadInput(f"{self.name} returns two states for the same arguments, {format_place(found)} and "
                           f"{format_place(again)}: it {UNSTEADY}")


def _moves_the_bias(rule: Rule) -> bool:
    """Return whether b moves in short runs from 0, which call the rule only where it is due."""
    points = [exact_vector(map(Fraction, x)) for x in ([1, 0], [3, 1], [-1, 2])]
    for signs in product((-1, 1), repeat=len(points)):
        state = State(exact_vector([0, 0]), Fraction(0))
        for x, y in zip(points, map(Fraction, signs), strict=True):
            if rule.is_due(state, x, y):
                state = rule.after(state, x, y)
            if state.b:
                return True
    return False


def exact_vector(values: Iterable[Any]) -> Any:
    """Return an exact vector that no caller can change or make writable."""
    made = np.array([Fraction(v) for v in values], dtype=object)
    made.setflags(write=False)
    return made.view()


def format_place(state: State, *example: Any) -> str:
    """Return the place of a call of a rule, as printed: the state, and the example (x, y) if it is given."""
    said = f"w = ({', '.join(map(str, state.w))}), b = {state.b}"
    return f"{said}, x = ({', '.join(map(str, example[0]))}), y = {example[1]}" if example else said


@cache
def load_rule(name: str) -> Rule:
    """Return the rule "MODULE:FUNCTION"; importing the module runs its code. Raise `BadInput`."""
    return Rule.of(load_object(name, "function", inspect.isfunction), name)


def load_object(name: str, what: str, is_one: Callable[[Any], bool]) -> Any:
    """Return the object "MODULE:NAME"; importing the module runs its code. Raise `BadInput` if there is none.

    The message says `what` was expected, and suggests a similar name for which `is_one` is true.
    """
    module, _, attribute = name.partition(":")
    file = Path(module)
    if file.suffix == ".py" or len(file.parts) > 1:
        outside = file.is_absolute() or ".." in file.parts
        meant = file.stem if outside else ".".join(file.with_suffix("").parts)
        said = f"say {meant}:{attribute}" + (f", in the folder {file.parent}" if outside else "")
        raise BadInput(f"{name}: this is the name of a file, not of a module; {said}")
    home = import_user_module(module, name)
    try:
        return getattr(home, attribute)
    except AttributeError:
        known = vars(home)
        hint = suggest_name(attribute, [each for each in dir(home) if each not in known or is_one(known[each])])
        raise BadInput(f"{name}: the module {module} has no {what} {attribute!r}{hint and f'; {hint}'}") from None


def add_current_folder() -> str:
    """Make modules of the current folder importable, as `python -m` does; return the folder."""
    if (here := os.getcwd()) not in sys.path:
        sys.path.insert(0, here)
    return here


def import_user_module(module: str, name: str) -> Any:
    """Return the module, also from the current folder; raise `BadInput` if its import fails."""
    here = add_current_folder()
    try:
        with intercept_os_exit():
            return import_module(module)
    except (KeyboardInterrupt, NotInstalled):
        raise
    except BaseException as problem:
        if isinstance(problem, ModuleNotFoundError) and problem.name and f"{module}.".startswith(f"{problem.name}."):
            raise BadInput(f"{name}: {_no_module_message(problem.name)}") from None
        frames = traceback.extract_tb(problem.__traceback__)
        said = " ".join(f"{type(problem).__name__}: {problem}".split())[:200]
        if isinstance(problem, ModuleNotFoundError) and problem.name:
            said = f"it needs {problem.name}, which is not installed"
        place = [f for f in frames if f.filename.startswith(here) and f.filename != __file__][-1:]
        where = "".join(f" ({os.path.relpath(f.filename)}, line {f.lineno})" for f in place)
        raise BadInput(f"{name} cannot be imported: {said}{where}") from None


def _no_module_message(name: str) -> str:
    """Return the sentence that says that there is no such module, with a similar name."""
    parent, _, last = name.rpartition(".")
    places = getattr(sys.modules.get(parent), "__path__", []) if parent else None
    # Of all installed modules, some are always a little similar.
    hint = suggest_name(last, {each.name for each in iter_modules(places)}, least=0.6 if parent else 0.75)
    hint = hint or "PYTHONPATH=FOLDER names another folder"
    return f"there is no module {name}, in the current folder or installed; {hint}"


def user_module_files() -> list[Path]:
    """Return the files of the loaded modules that are not Python's, not installed, and not of the package."""
    others = [Path(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib", "purelib", "platlib")]
    files = {Path(file) for module in list(sys.modules.values()) if (file := getattr(module, "__file__", None))}
    package = Path(__file__).parents[1]
    return [file for file in files if not any(file.is_relative_to(place) for place in (*others, package))]


def files_of(name: str) -> list[Path]:
    """Return the files on which the rule "MODULE:FUNCTION" may depend: its module's, and the user's other modules."""
    file = getattr(sys.modules[load_rule(name).name.partition(":")[0]], "__file__", None)
    return [path for path in {*user_module_files(), *([Path(file)] if file else [])} if path.is_file()]


# -------------------------------------------------------------------------------------------- its runs


@dataclass(frozen=True)
class Run:
    """The record of a run, with the fields of `perceptron.Run` and the name of the rule.

    `stopped` is "separated", "max_updates", "order_exhausted", "interrupted", or "cycle": the state occurred before at
    the start of a pass, so the run never ends. For a rule with `when`, "separated" means that no update is due.
    """

    rule: str
    updates: int
    visits: int
    w: tuple[Number, ...]
    b: Number
    mistakes: tuple[int, ...]
    separated: bool
    stopped: str
    order: str | tuple[int, ...]
    seed: int | None
    tie: str


class Learner(perceptron.Perceptron):
    """The perceptron's learner with a user-defined rule, and Fractions, so that no division gives a float."""

    most_bits = MOST_BITS_OF_RUN

    def __init__(self, X: Iterable[Iterable[Any]], y: Iterable[int], rule: Rule, tie: str) -> None:
        """Set the examples, in exact numbers."""
        table = exact_rows(X)
        super().__init__(len(table[0]), "exact", bias_step=int(rule.bias), tie=tie)
        self.rule_of_update = rule
        self.table: Sequence[Sequence[Any]] = table
        self.X = list(map(exact_vector, table))
        self.y: Any = [Fraction(label) for label in labels(y, len(table))]
        self.first: tuple[State, Any, Any, State] | None = None
        self.at: Point = self.at._replace(state=State(exact_vector([0] * len(table[0])), Fraction(0)))

    def is_wrong(self, x: Any, y: Any) -> bool:
        return self.rule_of_update.is_due(self.state, x, y, self.tie)

    def after(self, step: int) -> State:
        """Return the state after a call of the rule. At powers of two, repeat the first call, which detects a rule that
        counts its calls, whatever the period.
        """
        here = self.state, self.X[step], self.y[step]
        found = self.rule_of_update.after(*here)
        self.first = self.first or (*here, found)
        if self.updates & (self.updates - 1) == 0 or not self.updates:
            self.rule_of_update.require_again(*self.first)
        if max(max(v.numerator.bit_length(), v.denominator.bit_length()) for v in (*found.w, found.b)) > self.most_bits:
            self.refuse_large_numbers()
        return found

    def refuse_large_numbers(self) -> NoReturn:
        """Raise an error for an update whose state has numbers of more than `most_bits` binary digits."""
        raise BadInput(f"{self.rule_of_update.name}: after {self.updates + 1} updates the state has numbers of more "
                       f"than {self.most_bits} binary digits, and an exact run would take too long; stop it before, "
                       f"with {format_option('max_updates', self.updates)}")

    def passes_until_clean(self, passes: Iterable[Iterable[int]], restart: bool) -> Generator[int, None, str]:
        """Pass as the perceptron's learner does, but stop as a "cycle" when a state returns between equal passes."""
        seen = set[Any]()

        def note() -> Generator[Iterable[int], None, None]:
            for indices in passes:
                key = (tuple(self.state.w), self.state.b)
                if isinstance(indices, range) and key in seen and self.updates:
                    return
                seen.add(key)
                yield indices

        try:
            return (yield from super().passes_until_clean(note(), restart))
        except AssertionError:
            return "cycle"

    def is_separated(self) -> bool:
        return self.has_margins(self.state) if self.rule_of_update.when else self.separates()

    def record(self, stopped: str) -> Run:
        return Run(self.rule_of_update.name, tie=self.tie, **self.results(stopped))


def run(X: Iterable[Iterable[Any]], y: Iterable[int], *, rule: Rule, order: str | Iterable[int] = "cyclic",
        seed: int | None = None, tie: str = "mistake", max_updates: int | None = None,
        progress: Progress = None) -> Run:
    """Run a rule on exact examples, from 0, and return its record; the other options are as in `perceptron.run`.

    Without `max_updates`, the run stops after `MOST_UPDATES`. It first requires that the data have a separator, unless
    the rule has its own condition for an update.

    Raises `BadInput` for floats, and for a rule that does something forbidden.

    >>> def damped(state, x, y):
    ...     return state._replace(w=state.w + y * x / (1 + x @ x))
    >>> found = run([[1, 2], [0, -1]], [1, -1], rule=Rule.of(damped))
    >>> found.updates, [str(v) for v in found.w], found.stopped
    (1, ['1/6', '1/3'], 'separated')
    """
    learner = Learner(X, y, rule, tie)
    if max_updates is None and rule.when is None and isinstance(order, str) and not learner.separates():
        perceptron.require_an_end(learner)
    cap = MOST_UPDATES if max_updates is None else check_integer(max_updates, "max_updates", least=0)
    return drive(learner, perceptron.steps_in_order(learner, order, seed), cap, progress)


class Unfinished(TimeoutError):
    """A run that is stopped because it has many updates or large numbers."""

    def __init__(self, updates: int, large: bool) -> None:
        super().__init__(f"numbers of more than {MOST_BITS} bits" if large else f"more than {updates - 1} updates")
        self.updates = updates
        self.large = large


class BoundedLearner(Learner):
    """A learner that stops when numbers become large, as they do if each update divides by them."""

    most_bits = MOST_BITS

    def refuse_large_numbers(self) -> NoReturn:
        """Raise `Unfinished`."""
        raise Unfinished(self.updates + 1, large=True)


def count_updates(X: Sequence[Sequence[Any]], y: Sequence[int], rule: Rule, tie: str, most: int) -> int | None:
    """Return the number of updates of the cyclic run, None if it never ends. Raise `Unfinished` after `most` updates,
    or for numbers of more than `MOST_BITS` bits.

    >>> count_updates([[1], [-1]], [1, 1], Rule.of(lambda state, x, y: State(state.w + y * x, 0)), "mistake", 9) is None
    True
    """
    learner = BoundedLearner(X, y, rule, tie)
    found = drive(learner, perceptron.steps_in_order(learner, "cyclic", None), most, None)
    if found.stopped == "max_updates":
        raise Unfinished(most + 1, large=False)
    return found.updates if found.stopped == "separated" else None


def estimate_updates(X: Any, y: Any, rule: Rule, tie: str, most: int) -> int:
    """Return the number of updates in float64, at most `most`; 0 if the rule fails on floats. No verdict depends on it.

    >>> import numpy as np
    >>> rule = Rule.of(lambda state, x, y: State(state.w + y * x, 0))
    >>> estimate_updates(np.array([[1.0]]), np.array([1]), rule, "mistake", 9)
    1
    """
    state, made, clean = State(np.zeros(X.shape[1]), 0.0), 0, 0
    try:
        with np.errstate(all="ignore"):
            while clean < len(X) and made < most:
                for x, label in zip(X, y, strict=True):
                    if rule.is_due(state, x, label, tie):
                        state, made, clean = State(*rule.call(state, x, label)), made + 1, 0
                    else:
                        clean += 1
    except (Exception, SystemExit):
        return 0
    return made
