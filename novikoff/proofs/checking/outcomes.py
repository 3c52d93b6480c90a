"""The outcomes of a check: the verdict on each claim, its engines, and what it rests on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ...algorithms.command_results import Result, exit_status, format_count
from ...algorithms.errors import BadInput, suggest_name
from ...algorithms.processes import cpu_seconds
from ..statements.registry import Claim

if TYPE_CHECKING:
    from ..search.elaboration import Obligation

Json = Any
ENGINES = ("kernel", "z3", "cvc5")  # the default
OPTIONAL = ("coq", "verified")


class Times(dict[str, float]):
    """CPU seconds of each kind of work: writing scripts, search, each solver, kernel, models.

    >>> times = Times(kernel=1.0)
    >>> with times.of("search"):
    ...     pass
    >>> sorted(times)
    ['kernel', 'search']
    """

    @contextmanager
    def of(self, kind: str) -> Iterator[None]:
        """Add the CPU time of the block to this kind, including processes that end within it."""
        began = cpu_seconds()
        try:
            yield
        finally:
            self.add({kind: cpu_seconds() - began})

    def add(self, others: Mapping[str, float]) -> None:
        """Add the seconds of another table."""
        for kind, seconds in others.items():
            self[kind] = self.get(kind, 0.0) + seconds


@dataclass(frozen=True)
class Trust:
    """Everything that a claim rests on, transitively: lemmas by id, assumptions as id -> reason, sizes as id ->
    largest.

    `supposed` maps CLAIM.HYPOTHESIS to a fact. These facts are hypotheses of the proved statement, so the proof is not
    in doubt, but the statement is weaker than the theorem of the source. `axioms` lists the axioms of a proof by Coq
    alone.
    """

    lemmas: list[str] = field(default_factory=list)
    admitted: dict[str, str] = field(default_factory=dict)
    solver_only: dict[str, str] = field(default_factory=dict)
    bounded: dict[str, int] = field(default_factory=dict)
    supposed: dict[str, str] = field(default_factory=dict)
    checked_by: list[str] = field(default_factory=list)
    axioms: list[str] = field(default_factory=list)

    @property
    def taint(self) -> str:
        """Return why the claim is not plainly proved, "" if it is."""
        said = [f"{name} is admitted ({why})" for name, why in self.admitted.items()]
        said += [f"{name} is solver-only ({why})" for name, why in self.solver_only.items()]
        said += [f"{name} is proved for at most {n} members only" for name, n in self.bounded.items()]
        return "it rests on unproved facts: " + ", ".join(said) if said else ""

    @property
    def verdict(self) -> str:
        """Return the best verdict that this basis allows."""
        return "unknown" if self.admitted or self.solver_only else "proved-bounded" if self.bounded else "proved"

    def json(self) -> dict[str, Any]:
        """Return the data of `check --json`; every key is always present."""
        return asdict(self)


@dataclass(frozen=True, repr=False)
class Outcome(Result):
    """The verdict on one claim, the opinion of each engine, and the theorems that it rests on (transitively).

    An outcome is true if the verdict is the expected one.

    `open` is the first step without a certificate, if the claim is unknown for that reason. `instances` is the number
    of random instances evaluated, None without `evaluate`. The outcome is `reused` if an earlier check found it and
    nothing has changed that it depends on (see `verdict_cache`).
    """

    claim: Claim
    verdict: str
    engines: dict[str, str]
    rests_on: list[str]
    seconds: float
    reason: str = ""
    entry: Json = None
    cost: dict[str, int] = field(default_factory=dict)
    trust: Trust = field(default_factory=Trust)
    parts: tuple[Json, ...] = ()
    instances: int | None = None
    failures: int = 0
    reused: bool = False
    open: Obligation | None = field(default=None, compare=False)
    times: Times = field(default_factory=Times, compare=False)

    @property
    def as_expected(self) -> bool:
        """Return whether the verdict is the expected one and no engine disagrees."""
        return self.verdict == self.claim.expected and not self.reason

    @property
    def agreeing(self) -> list[str]:
        """Return the engines that confirm the verdict; none confirms unknown or error."""
        confirmed = () if self.verdict in ("unknown", "error") else (self.verdict,)
        return [engine for engine, said in self.engines.items() if said in ("agrees", *confirmed)]

    @property
    def opinions(self) -> dict[str, str]:
        """Return the opinions of all engines except the kernel."""
        return {engine: said for engine, said in self.engines.items() if engine != "kernel"}

    @property
    def status(self) -> str:
        """Return "ok", "failed", "inconclusive" or "error"."""
        if self.as_expected:
            return "ok"
        return {"unknown": "inconclusive", "error": "error"}.get(self.verdict, "failed")

    @property
    def exit_status(self) -> int:
        return exit_status([self.status])

    def in_short(self) -> str:
        """Return the verdict with the agreeing engines, and the reason if it is not the expected one."""
        reason = "" if self.as_expected else f", expected {self.claim.expected}: {self.reason or self.trust.taint}"
        return f"{self.verdict} {self.claim.id} [{', '.join(self.agreeing)}]{reason}"


class Interrupted(KeyboardInterrupt):
    """A check was interrupted; `outcomes` has the wanted claims that were done."""

    def __init__(self, outcomes: Outcomes) -> None:
        super().__init__(f"interrupted after {format_count(len(outcomes), 'claim')}")
        self.outcomes = outcomes


class Outcomes(Result, list[Outcome]):
    """The outcomes of a check, in order; true if there are any and all are as expected. `times` has the CPU seconds of
    all processes, including the time for lemmas."""

    def __init__(self, outcomes: Iterable[Outcome] = (), times: Times | None = None) -> None:
        super().__init__(outcomes)
        self.times: Times = times or Times()

    @property
    def exit_status(self) -> int:
        return exit_status(outcome.status for outcome in self)

    def in_short(self) -> str:
        """Return the number of each verdict, and the first unexpected outcomes."""
        counts = Counter(outcome.verdict for outcome in self)
        bad = [outcome.in_short() for outcome in self if not outcome.as_expected]
        said = ", ".join(f"{count} {verdict}" for verdict, count in counts.items())
        count = format_count(len(self), "claim") + f": {said}" * bool(said)
        good = f"{len(self) - len(bad)} as expected"
        return "; ".join([count, good, *bad[:3], *["…"] * (len(bad) > 3)])


def add_corrections(wanted: Iterable[str], known: Mapping[str, Claim]) -> list[str]:
    """Return the wanted claims with the corrections of refuted ones, which are part of their verdict."""
    return [i for w in wanted for i in (w, known[w].corrected) if i is not None and i in known]


def with_correction(given: Outcome, outcomes: Mapping[str, Outcome]) -> Outcome:
    """Return the outcome, with a reason if the correction of a refuted claim is not proved."""
    claim = given.claim
    if claim.expected != "refuted" or given.verdict != "refuted":
        return given
    correction = outcomes.get(claim.corrected or "")
    if correction is not None and correction.verdict == "proved":
        return given
    return replace(given, reason=f"its correction {claim.corrected!r} is not proved")


def parse_engines(given: str | Iterable[str]) -> tuple[str, ...]:
    """Return the names of engines, given one or several, also separated by commas. Raises `BadInput`."""
    known = (*ENGINES, *OPTIONAL)
    names = tuple(name for one in as_list("engines", given) for name in one.split(","))
    if unknown := [name for name in names if name not in known]:
        raise BadInput(f"there is no engine {unknown[0]!r}; "
                       f"{suggest_name(unknown[0], known, 'engines are ' + ', '.join(known))}")
    return names


def as_list(what: str, given: str | Iterable[str]) -> list[str]:
    """Return one name or several as a list. Raises `BadInput` if one is not text."""
    names: list[str] = [given] if isinstance(given, str) else list(given) if isinstance(given, Iterable) else [given]
    if wrong := [name for name in names if not isinstance(name, str)]:
        raise BadInput(f"{what} must be given by name, as text (got {wrong[0]!r})")
    return names
