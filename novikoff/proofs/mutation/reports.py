"""The result of a campaign of mutants: `Report`, the verdicts on all mutants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from .statement_mutants import Verdict

STATUSES = ("killed", "equivalent", "open")


@dataclass(frozen=True)
class Report:
    """The verdicts on all mutants, in order, and the possible statuses."""

    verdicts: list[Verdict]
    seconds: float
    statuses: tuple[str, ...] = STATUSES

    def count(self, key: Callable[[Verdict], str]) -> dict[str, dict[str, int]]:
        """Return the number of mutants of each status, grouped by a key."""
        table: dict[str, Counter[str]] = {}
        for verdict in self.verdicts:
            table.setdefault(key(verdict), Counter())[verdict.status] += 1
        return {name: self.numbers(counts) for name, counts in sorted(table.items())}

    def numbers(self, counts: Counter[str]) -> dict[str, int]:
        """Return the counts of all statuses."""
        return {status: counts[status] for status in self.statuses}

    def totals(self) -> dict[str, int]:
        """Return the number of mutants of each status."""
        return self.numbers(Counter(verdict.status for verdict in self.verdicts))
