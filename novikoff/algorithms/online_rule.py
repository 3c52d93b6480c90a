"""Online rules on examples with two labels: they visit one example after the other, and some cause an update of (w, b).

Main definitions:
    OnlineRule          the perceptron's learner with declared options
    positive_margins    whether a classifier is strictly right on all examples

A rule overrides what differs from the perceptron: `is_wrong` says which examples cause an update, and `after` returns
the state after an update. It overrides `final` if the classifier is not the state itself. It overrides `separated` if
"separated" means more than y·f(x) > 0 for all examples. It overrides `contradicts` if some examples allow no step.
`options` lists the shared options of the rule, which become the perceptron's settings, and its own, each an attribute
of the learner. `prepare` tests conditions on several options.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import Any, ClassVar, Self

from . import perceptron
from .declared_rule import SHARED, Rule
from .labelled_examples import Arithmetic
from .options import START, TIE, Found
from .perceptron import State
from .run_certificates import rational_to_text, rationals_to_text
from .run_loop import overflow_is_an_error


class OnlineRule(Rule, perceptron.Learner):
    """The perceptron's learner with declared options."""

    found: ClassVar[Found] = {"visits": int, "w": rationals_to_text, "b": rational_to_text, "mistakes": None}
    kept: ClassVar[tuple[str, ...]]
    goes_on: ClassVar[bool]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "name" in vars(cls):
            cls.kept = tuple(option.name for option in cls.options if option.name not in ("order", "seed"))
            cls.goes_on = vars(cls).get("goes_on", START in cls.options)

    def __init__(self, dimension: int, arithmetic: Arithmetic, **settings: Any) -> None:
        """Set the rule's own options, and the settings of the perceptron."""
        own = {option.name: settings.pop(option.name) for option in self.options if option.name not in SHARED}
        super().__init__(dimension, arithmetic, **settings)
        for option in self.options:
            if option.name in own:
                setattr(self, option.name, option.check(own[option.name], arithmetic, option.name))
        self.prepare()

    def prepare(self) -> None:
        """Raise `BadInput` for options that do not fit together, or for examples that no step changes."""

    def final(self) -> State:
        """Return the classifier of the state."""
        state: State = self.state
        return state

    def is_separated(self) -> bool:
        """Return whether the result is right on all examples: under `tie` if there is one, else strictly."""
        return self.separates() if TIE in self.options else positive_margins(self.final(), self)

    def contradicts(self, i: int) -> bool:
        """Return whether this example, whose step is due, shows that no separator exists; then no step can be made."""
        return False

    def limit(self, due: Generator[int, None, str]) -> Generator[int, None, str]:
        """Yield the steps that are due, as long as they can be made; return why there are no more."""
        while True:
            try:
                i = next(due)
            except StopIteration as end:
                return str(end.value)
            if self.contradicts(i):
                return "contradiction"
            yield i

    @classmethod
    def begin(cls, X: Iterable[Any], y: Iterable[Any], **settings: Any) -> tuple[Self, Generator[int, None, str]]:
        """Return a learner that has these examples, and the steps of its visits in this order."""
        order, seed = settings.pop("order"), settings.pop("seed")
        learner = cls.on(X, y, **settings)
        return learner, learner.limit(perceptron.steps_in_order(learner, order, seed))

    def refuse_endless(self) -> None:
        """Raise `NoSeparator` or `BadInput` for a run without a cap, in an endless order, where an example causes an
        update.
        """
        with overflow_is_an_error():
            if isinstance(self.order, str) and not self.separates():
                self.require_an_end()

    def setting(self, name: str) -> Any:
        return perceptron.to_plain_state(self.start) if name == START.name else super().setting(name)

    def results(self, stopped: str) -> dict[str, Any]:
        found = self.course(stopped) | {"arithmetic": self.arithmetic, "separated": self.is_separated()}
        return found | (perceptron.to_plain_state(self.final())._asdict() if "w" in self.found else {})


def positive_margins(state: State, learner: perceptron.Learner) -> bool:
    """Return whether y·f(x) > 0 on all examples of a learner.

    >>> learner = perceptron.Learner.on([[1], [-1]], [1, -1])
    >>> positive_margins(State(learner.X[0], 0), learner), positive_margins(State(learner.X[0], 1), learner)
    (True, False)
    """
    return all(perceptron.margin(state, x, y) > 0 for x, y in zip(learner.X, learner.y, strict=True))
