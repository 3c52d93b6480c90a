"""Rules that are declared once. Record, driver, replay, certificate and options follow from the declaration.

Main definitions:
    Rule        a learner with its options, and everything derived from them; a subclass with a `name` is in `RULES`
    Record      the record of a run, with the fields of the rule
    RULES       the rules by name, as far as their modules are imported

A rule declares its options, which steps are due and where they lead. Its module names the class method
`driver()` of the rule `run`, and `Run`, `replay` and `certificate` of the rule as they are.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Generator, Iterable
from dataclasses import make_dataclass
from numbers import Number
from typing import TYPE_CHECKING, Any, ClassVar, Self

from . import run_certificates, run_loop
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

    def __init_subclass__(cls) -> None:
        """Register a rule that has a name, and make its record class."""
        if "name" not in vars(cls):
            return
        own, shared = ([o.name for o in cls.options if (o.name in SHARED) == known] for known in (False, True))
        shared.sort(key=["bias_step", "rate", "order", "seed", "tie", "start"].index)
        fields = ["updates", *cls.found, "separated", "stopped", *own, *shared, "arithmetic"]
        meaning = f"{Record.__doc__}\n\n{inspect.getdoc(cls)}".partition("\n\n>>>")[0]
        cls.Run = make_dataclass("Run", fields, bases=(Record,), frozen=True,
                                 namespace={"__module__": cls.__module__, "__doc__": meaning})
        RULES[cls.name] = cls

    # ------------------------------------------------------------------------ what a rule says

    @classmethod
    def begin(cls, X: Iterable[Any], y: Iterable[Any], **settings: Any) -> tuple[Self, Generator[Any, None, str]]:
        """Return a learner that has these examples, and the steps that are due; all options are given."""
        raise NotImplementedError

    def refuse_endless(self) -> None:
        """Raise `NoSeparator` or `BadInput` for a run without a cap that never ends, or may never end."""
        raise NotImplementedError

    def results(self, stopped: str) -> dict[str, Any]:
        """Return the fields of the record except the options."""
        raise NotImplementedError

    @staticmethod
    def step_to_json(step: Any) -> Any:
        """Return a step as a certificate has it."""
        return step

    @classmethod
    def examples_to_json(cls, X: Iterable[Any]) -> Iterable[Any]:
        """Return the examples as a certificate has them."""
        return X

    @classmethod
    def read_option(cls, record: Record, name: str) -> Any:
        """Return an option of a recorded run, as `begin` takes it."""
        return getattr(record, name)

    # -------------------------------------------------------------------------- what follows

    def setting(self, name: str) -> Any:
        """Return an option as a record has it."""
        value = getattr(self, name)
        return to_plain_number(value) if isinstance(value, Number) and not isinstance(value, bool) else value

    def record(self, stopped: str) -> Any:
        found = self.results(stopped)
        return self.Run(**{option.name: self.setting(option.name) for option in self.options} | found)

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
        settings = {option.name: cls.read_option(record, option.name) for option in cls.options}
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
    def driver(cls) -> Driver:
        """Return `run` as the function of the rule's module, with the signature and the text of its options."""
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
        return run
