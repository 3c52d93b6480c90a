"""Rules that are declared once. Record, driver, replay, certificate and options follow from the declaration.

Main definitions: `Rule`, `PassingRule`, `Record`; RULES holds the rules by name, as far as their modules are imported.

A rule declares its options, which steps are due and where they lead. Its module gives names to what `functions()`
returns: the record class `Run`, and the functions `run`, `replay` and `certificate`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import make_dataclass
from numbers import Number
from typing import TYPE_CHECKING, Any, ClassVar, Self

from . import run_certificates, run_loop
from .labelled_examples import Arithmetic
from .options import BIAS_STEP, MAX_UPDATES, ORDER, RATE, SEED, START, TIE, Found, Options
from .run_loop import Progress, drive, replay_steps, to_plain_number

Driver = Callable[..., Any]  # (X, y, *, options) -> Record
RULES: dict[str, type[Rule]] = {}
NEEDED = inspect.Parameter.empty  # an option without a default
SHARED = tuple(option.name for option in (BIAS_STEP, RATE, ORDER, SEED, START, TIE))  # as certificates list them


class Record:
    """The record of a run, with all that `replay` needs to repeat it."""

    if TYPE_CHECKING:
        updates: int
        stopped: str
        separated: bool

        def __getattr__(self, name: str) -> Any:
            """Return a field of the rule."""


class Rule(run_loop.Learner):
    """A learner whose options are declared.

    `found` names the fields of the record besides the options, `updates`, `stopped`, `separated` and the arithmetic. It
    maps each to the function that converts it for a certificate, or to None if certificates leave it out. `trace` is
    the field that holds the steps. A rule with `max_updates` = `NEEDED` never ends by itself. An estimator makes at
    most `cap` updates by default, and takes the `usual` values of options without a default. It can continue from its
    last state if `goes_on`.
    """

    name: ClassVar[str]
    options: ClassVar[Options]
    found: ClassVar[Found]
    trace: ClassVar[str] = "mistakes"
    called: ClassVar[dict[str, str]] = {}  # what certificates call a field, if not by its name
    named: ClassVar[bool] = False  # labels are names of classes
    cap: ClassVar[int] = 10_000
    max_updates: ClassVar[Any] = None
    usual: ClassVar[dict[str, Any]] = {}
    goes_on: ClassVar[bool] = False
    Run: ClassVar[type[Record]]
    recorded: ClassVar[Sequence[str]]  # the names of the options that are fields of the record

    def __init_subclass__(cls) -> None:
        """Register a rule that has a name, and make its record class."""
        if "name" not in vars(cls):
            return
        cls.recorded = [option.name for option in cls.options if option.recorded]
        own, shared = ([name for name in cls.recorded if (name in SHARED) == known] for known in (False, True))
        shared.sort(key=["bias_step", "rate", "order", "seed", "tie", "start"].index)
        fields = ["updates", *cls.found, "separated", "stopped", *own, *shared, "arithmetic"]
        meaning = f"{Record.__doc__}\n\n{inspect.getdoc(cls)}".partition("\n\n>>>")[0]
        cls.Run = make_dataclass("Run", fields, bases=(Record,), frozen=True, namespace={"__doc__": meaning})
        cls.Run.__module__ = cls.__module__  # pickle looks the class up in this module
        RULES[cls.name] = cls

    # ------------------------------------------------------------------------ what a rule says

    arithmetic: Arithmetic

    @classmethod
    def begin(cls, X: Iterable[Any], y: Iterable[Any], **settings: Any) -> tuple[Self, Generator[Any, None, str]]:
        """Return a learner that has these examples, and the steps that are due; all options are given."""
        learner = cls(X, y, **settings)  # type: ignore[call-arg]  # each rule takes examples and its options
        return learner, learner.steps()

    def steps(self) -> Generator[Any, None, str]:
        """Yield the steps that are due; return why there are no more."""
        raise NotImplementedError

    def is_separated(self) -> bool:
        """Return whether the result is right on all examples."""
        raise NotImplementedError

    def refuse_endless(self) -> None:
        """Raise `NoSeparator` or `BadInput` for a run without a cap that never ends, or may never end."""
        raise NotImplementedError

    def results(self, stopped: str) -> dict[str, Any]:
        """Return the fields of the record except the options and the arithmetic."""
        return {"updates": self.updates, self.trace: self.steps_taken, "stopped": stopped,
                "separated": self.is_separated()}

    @staticmethod
    def step_to_json(step: Any) -> Any:
        """Return a step as a certificate has it."""
        return list(step) if type(step) is tuple else step

    @classmethod
    def examples_to_json(cls, X: Iterable[Any]) -> Iterable[Any]:
        """Return the examples as a certificate has them."""
        return X

    @classmethod
    def read_option(cls, record: Record, name: str) -> Any:
        """Return an option of a recorded run, as `begin` takes it."""
        return getattr(record, name)

    # -------------------------------------------------------------------------- what follows

    def set_options(self, settings: Mapping[str, Any]) -> None:
        """Check the options that are given, in the arithmetic of the learner, and make them its attributes."""
        for option in self.options:
            if option.name in settings:
                setattr(self, option.name, option.check(settings[option.name], self.arithmetic, option.name))

    def setting(self, name: str) -> Any:
        """Return an option as a record has it."""
        value = getattr(self, name)
        return to_plain_number(value) if isinstance(value, Number) and not isinstance(value, bool) else value

    def record(self, stopped: str) -> Any:
        found = self.results(stopped) | {"arithmetic": self.arithmetic}
        return self.Run(**{name: self.setting(name) for name in self.recorded} | found)

    @classmethod
    def run(cls, X: Iterable[Any], y: Iterable[Any], *, max_updates: int | None = None, progress: Progress = None,
            **given: Any) -> Record:
        """Run the rule on the examples and return its record; `given` holds options of the rule."""
        settings = {option.name: given.get(option.name, option.default) for option in cls.options}
        learner, steps = cls.begin(X, y, **settings)
        if max_updates is None:
            learner.refuse_endless()
        record: Record = drive(learner, steps, max_updates, progress)
        return record

    @classmethod
    def resume(cls, record: Record, X: Iterable[Any], y: Iterable[Any]) -> tuple[Self, Generator[Any, None, str]]:
        """Return a learner at the start of a recorded run on its examples, and the steps that are due."""
        settings = {name: cls.read_option(record, name) for name in cls.recorded}
        return cls.begin(X, y, arithmetic=record.arithmetic, **settings)

    @classmethod
    def replay(cls, record: Record, X: Iterable[Any], y: Iterable[Any]) -> Record:
        """Repeat the recorded run and return its record; raises `ReplayError`, naming the step, if it differs."""
        learner, steps = cls.resume(record, X, y)
        again: Record = replay_steps(learner, steps, getattr(record, cls.trace), record)
        return again

    @classmethod
    def certificate(cls, record: Record, X: Iterable[Any], y: Iterable[Any]) -> dict[str, Any]:
        """Return the run as JSON-ready data that `checkers.dispatch.verify` can repeat; exact runs only."""
        known = {option.name: option for option in cls.options}
        order = [*(name for name in SHARED if name in known), *(name for name in known if name not in SHARED)]
        found = {name: write(getattr(record, name)) for name, write in cls.found.items() if write}
        result = {cls.called.get(name, name): value for name, value in found.items()}
        parameters = {name: write(getattr(record, name)) for name in order if (write := known[name].write)}
        steps = list(map(cls.step_to_json, getattr(record, cls.trace)))
        examples = cls.examples_to_json(X)
        return run_certificates.make_certificate(cls.name, record, examples, y, parameters=parameters, steps=steps,
                                                 result=result, named=cls.named)

    @classmethod
    def signature(cls) -> inspect.Signature:
        """Return the signature of `run`, with every option by name."""
        last = [*([START.name] if START in cls.options else []), "progress"]
        named = {option.name: option.default for option in cls.options if option is not START}
        named |= {"max_updates": cls.max_updates}
        first = [inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD) for name in ("X", "y")]
        return inspect.Signature([*first, *(
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=named.get(name))
            for name in (*named, *last)
        )])

    @classmethod
    def functions(cls) -> tuple[Driver, Callable[..., Record], Callable[..., dict[str, Any]]]:
        """Return what the rule's module names `run`, `replay` and `certificate`; `run` has the signature and the text
        of the options.
        """
        signature = cls.signature()

        def run(*args: Any, **given: Any) -> Record:
            return cls.run(**signature.bind(*args, **given).arguments)

        lines = [f"    {o.name} = {o.default}: {o.meaning}" for o in (*cls.options, MAX_UPDATES)]
        run.__doc__ = "\n".join([
            "Run the rule on the examples, X of shape (n, d) and n labels ±1, and return its record.", "",
            str(inspect.getdoc(cls)), "", *lines, "",
            "Raises `NoSeparator` if the run would never end, `BadInput` for unusable arguments and `Interrupted`, "
            "with the record so far, on a keyboard interrupt.",
        ])
        run.__module__, run.__signature__ = cls.__module__, signature  # type: ignore[attr-defined]
        return run, cls.replay, cls.certificate


class PassingRule(Rule):
    """A rule that passes over the examples, in the order of the data, until a pass has no mistake.

    It defines `is_wrong` and `require_an_end`. Its record lists the `mistakes`, which are the examples that caused the
    updates, in order. `WeightedMajority` is an exception: it makes one pass, so its end needs no condition.
    """

    y: Sequence[int]
    order: str = "cyclic"

    def is_wrong(self, i: int) -> bool:
        """Return whether example number i causes an update."""
        raise NotImplementedError

    def require_an_end(self) -> None:
        """Raise `NoSeparator` or `BadInput` for a run without a cap that never ends, or may never end."""
        raise NotImplementedError

    def wrong(self) -> Iterable[int]:
        """Yield the wrong examples in the order of the data, each tested with the state at its turn."""
        return (i for i in range(len(self.y)) if self.is_wrong(i))

    def steps(self) -> Generator[int, None, str]:
        before = -1
        while before < self.updates:
            before = self.updates
            for i in self.wrong():
                yield i
                if self.order == "first":
                    break
        return "separated"

    def is_separated(self) -> bool:
        return not any(True for _ in self.wrong())

    def refuse_endless(self) -> None:
        if not self.is_separated():
            self.require_an_end()
