"""What a check gives: the verdict on each claim, who gave it, and what it rests on.

Main definitions:
    Trust        what one claim rests on: lemmas, what is supposed, admitted, solver-only or bounded, who checked it
    Outcome      the verdict on one claim
    Outcomes     those of a check, in order
    Interrupted  a check was interrupted; it has the outcomes so far
    Times        CPU seconds that went into each kind of work
    ENGINES      who is asked, and in OPTIONAL who may be
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ...algorithms.errors import BadInput, suggest_name
from ...algorithms.processes import cpu_seconds
from ...algorithms.results import Result, exit_status, format_count
from ..statements.registry import Claim

if TYPE_CHECKING:
    from ..search.elaboration import Obligation

Json = Any
ENGINES = ("kernel", "z3", "cvc5")  # those asked by default
OPTIONAL = ("coq", "verified")


class Times(dict[str, float]):
    """CPU seconds that went into each kind of work: writing scripts, search, each solver, kernel, models.

    >>> times = Times(kernel=1.0)
    >>> with times.of("search"):
    ...     pass
    >>> sorted(times)
    ['kernel', 'search']
    """

    @contextmanager
    def of(self, kind: str) -> Iterator[None]:
        """What is done here is of this kind, also by processes that end meanwhile."""
        began = cpu_seconds()
        try:
            yield
        finally:
            self.add({kind: cpu_seconds() - began})

    def add(self, others: Mapping[str, float]) -> None:
        """Add the seconds of others."""
        for kind, seconds in others.items():
            self[kind] = self.get(kind, 0.0) + seconds


@dataclass(frozen=True)
class Trust:
    """What a claim rests on, transitively: lemmas by id, what is assumed as id -> reason, sizes as id -> largest.

    What is `supposed`, as CLAIM.HYPOTHESIS -> fact, are hypotheses of what is proved, and so no reason to doubt the
    proof; but the statement is weaker by them than the theorem for which it stands. `axioms` are those on which
    a proof by Coq alone rests.
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
        """What keeps the claim from being plainly proved, in words; "" if nothing does."""
        said = [f"{name} is admitted ({why})" for name, why in self.admitted.items()]
        said += [f"{name} is solver-only ({why})" for name, why in self.solver_only.items()]
        said += [f"{name} is proved for at most {n} members only" for name, n in self.bounded.items()]
        return "it rests on what is not proved: " + ", ".join(said) if said else ""

    @property
    def verdict(self) -> str:
        """The best verdict that this allows."""
        return "unknown" if self.admitted or self.solver_only else "proved-bounded" if self.bounded else "proved"

    def json(self) -> dict[str, Any]:
        """As `check --json` prints it; every key is always there."""
        return asdict(self)


@dataclass(frozen=True, repr=False)
class Outcome(Result):
    """The verdict on one claim, what each engine said, and the theorems that it rests on (transitively). It is true
    if the verdict is the expected one.

    `open` is the first step that has no certificate, if the claim is unknown for that reason. `instances` is how many
    random instances of the hypotheses were evaluated, None if none were asked for. It is `reused` if it was given
    before, and all that decides on it is as it was (see `kept`).
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
        """Is the verdict the expected one, and no engine against it?"""
        return self.verdict == self.claim.expected and not self.reason

    @property
    def agreeing(self) -> list[str]:
        """The engines that confirm a verdict; nobody confirms that it is unknown, or an error."""
        confirmed = () if self.verdict in ("unknown", "error") else (self.verdict,)
        return [engine for engine, said in self.engines.items() if said in ("agrees", *confirmed)]

    @property
    def opinions(self) -> dict[str, str]:
        """What the engines said that give no verdicts."""
        return {engine: said for engine, said in self.engines.items() if engine != "kernel"}

    @property
    def status(self) -> str:
        """"ok", "failed", "inconclusive" or "error"."""
        if self.as_expected:
            return "ok"
        return {"unknown": "inconclusive", "error": "error"}.get(self.verdict, "failed")

    @property
    def exit_status(self) -> int:
        """That of `novikoff check`."""
        return exit_status([self.status])

    def in_short(self) -> str:
        """The verdict with those who agree, and the reason, if it is not the expected one."""
        reason = "" if self.as_expected else f", expected {self.claim.expected}: {self.reason or self.trust.taint}"
        return f"{self.verdict} {self.claim.id} [{', '.join(self.agreeing)}]{reason}"


class Interrupted(KeyboardInterrupt):
    """A check was interrupted; `outcomes` are those of the wanted claims that were done."""

    def __init__(self, outcomes: Outcomes) -> None:
        super().__init__(f"interrupted after {format_count(len(outcomes), 'claim')}")
        self.outcomes = outcomes


class Outcomes(Result, list[Outcome]):
    """The outcomes of a check, in order; true if there are any and all are as expected. `times` is where time went, of
    lemmas too; what was done in several processes is added up.
    """

    def __init__(self, outcomes: Iterable[Outcome] = (), times: Times | None = None) -> None:
        super().__init__(outcomes)
        self.times: Times = times or Times()

    @property
    def exit_status(self) -> int:
        """That of `novikoff check`."""
        return exit_status(outcome.status for outcome in self)

    def in_short(self) -> str:
        """How many have each verdict, and the first that are not as expected."""
        counts = Counter(outcome.verdict for outcome in self)
        bad = [outcome.in_short() for outcome in self if not outcome.as_expected]
        said = ", ".join(f"{count} {verdict}" for verdict, count in counts.items())
        count = format_count(len(self), "claim") + f": {said}" * bool(said)
        good = f"{len(self) - len(bad)} as expected"
        return "; ".join([count, good, *bad[:3], *["…"] * (len(bad) > 3)])


def add_corrections(wanted: Iterable[str], known: Mapping[str, Claim]) -> list[str]:
    """Return the wanted claims with the corrections of refuted ones, which count as part of them."""
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
    """Return the engines that are meant."""
    known = (*ENGINES, *OPTIONAL)
    names = tuple(name for one in as_list("engines", given) for name in one.split(","))
    if unknown := [name for name in names if name not in known]:
        raise BadInput(f"there is no engine {unknown[0]!r}; "
                       f"{suggest_name(unknown[0], known, 'engines are ' + ', '.join(known))}")  # fmt: skip
    return names


def as_list(what: str, given: str | Iterable[str]) -> list[str]:
    """Return one name, or several."""
    names: list[str] = [given] if isinstance(given, str) else list(given) if isinstance(given, Iterable) else [given]
    if wrong := [name for name in names if not isinstance(name, str)]:
        raise BadInput(f"{what} are given by name, as text (got {wrong[0]!r})")
    return names
