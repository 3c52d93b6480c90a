"""A run that never ends, because no hyperplane separates its examples: the proof, and the cycle if there is one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..algorithms.command_results import FAILED, format_count
from ..algorithms.cycle_detection import Cycle, find_cycle
from ..algorithms.dataset_reader import Dataset
from ..algorithms.errors import NoSeparator, format_option
from ..algorithms.registry import Algorithm
from ..properties import applicable_bounds
from ..report import certificate_files
from ..report.document_formats import Block, Table, Words
from ..report.result_output import Reported, Row
from ..report.value_text import add_through_zero, combination, reading_json

SOON, SMALL = 10_000, 100_000  # the most updates searched for a cycle, and the most numbers in the data


@dataclass(frozen=True, repr=False)
class Endless(Reported):
    """An algorithm on examples on which none of its runs ends; `problem` has the convex combination that proves it."""

    typed: str
    algorithm: Algorithm
    options: Mapping[str, Any]
    data: Dataset
    problem: NoSeparator

    @property
    def exit_status(self) -> int:
        return FAILED

    @cached_property
    def given(self) -> dict[str, Any]:
        """Return all options, given or not."""
        return self.algorithm.defaults(self.options) | dict(self.options)

    @cached_property
    def vectors(self) -> Any:
        """Return the vectors to separate."""
        return self.algorithm.vectors_of(self.data.X, self.given)

    @cached_property
    def weights_and_proof(self) -> tuple[Any, dict[str, Any] | None]:
        """Return the weights of the examples, and the certificate; None if there is no certificate of this kind."""
        if self.algorithm.none:
            found: tuple[Any, dict[str, Any] | None] = self.algorithm.none(self.problem, self.data.X, self.data.y,
                                                                           self.given)
            return found
        weights = list(self.problem.certificate)
        return weights, certificate_files.combination_certificate(self.vectors, self.data.y, weights)

    @property
    def proof(self) -> dict[str, Any] | None:
        """Return the certificate."""
        return self.weights_and_proof[1]

    @property
    def is_mapped(self) -> bool:
        """Return whether the certificate is about points that are not the examples: images of the examples, or for
        PRank examples with thresholds. The scaling of the features does not apply to such points.
        """
        if self.proof is None or self.proof["kind"] != "separability":
            return False
        first = self.proof["X"][0]
        size = first["dimension"] if isinstance(first, dict) else len(first)
        return bool(self.algorithm.vectors) or size != len(self.data.features)

    @property
    def lines(self) -> dict[str, str]:
        """Return the weights by the lines of the file."""
        return {str(self.data.lines[i]): str(a) for i, a in enumerate(self.weights_and_proof[0]) if a}

    @property
    def is_capped(self) -> bool:
        """Return whether a cap of updates would end the run."""
        return "max_updates" in self.algorithm.takes(self.options)

    @cached_property
    def mistakes(self) -> tuple[Any, ...] | None:
        """Return the arguments of `find_cycle` for the beginning of a run; None if the data are large or no cycle is
        possible.
        """
        entry, options, data = self.algorithm, self.options, self.data
        order = options.get("order", "cyclic")
        is_large = len(data.X) * len(data.features) > SMALL
        if not self.is_capped or not entry.additive or order == "random" or is_large:
            return None
        record = entry.run(data.X, data.y, **{**options, "max_updates": SOON})
        if not hasattr(record, "mistakes"):
            return None
        return record.mistakes, self.vectors, data.y, record.bias_step != 0, order

    @cached_property
    def cycle(self) -> Cycle | None:
        """Return the cycle of the weights, if one was found."""
        return find_cycle(*self.mistakes) if self.mistakes else None

    @property
    def message(self) -> str:
        """Return a sentence that says why no run ends."""
        entry = self.algorithm
        message = combination(self.lines, self.data, entry.of_none) if self.proof else str(self.problem)
        if entry.driver:
            message = f"{str(self.problem).partition(':')[0]}: {message}"
        message = add_through_zero(message, self.given.get("bias_step"))
        cap = f"; {format_option('max_updates', 'N')} stops it after N updates"
        return message + f", so every run goes on for ever{cap}" * self.is_capped

    def in_short(self) -> str:
        return f"{self.typed} on {self.data.source}: {self.message}"

    def blocks(self, quiet: bool = False, verbose: bool = False) -> list[Block]:
        known = ["the combination; --certificate FILE writes it for `novikoff verify`"] if self.proof else []
        known += [find_repetition(self.cycle)] if self.mistakes else []
        return [Words([self.message]), Table([("proof", line) for line in known * self.is_capped])]

    def json(self) -> dict[str, Any]:
        data = self.data
        found = {
            "schema": 1, "algorithm": self.typed, "data": data.source, "updates": None, "separated": False,
            "separable": False, "R2": str(applicable_bounds.square_size(self.algorithm, data.X, data.y)), "w": None,
            "b": None, "bounds": [], **reading_json(data), "no_separator": {"weights_by_line": self.lines},
        }
        return found | ({"cycle": self.cycle and self.cycle._asdict()} if self.is_capped else {})

    def rows(self) -> list[Row]:
        return [Row(self.typed, "failed", self.message, self.data.source)]


def find_repetition(cycle: Cycle | None) -> str:
    """Return a sentence about the cycle of a run in one order."""
    if cycle is None:
        return f"no cycle of the weights in the first {SOON} updates"
    after = format_count(cycle.start + cycle.updates, "update")
    return (f"a cycle: after {after} the weights are those after {cycle.start}, and the "
            f"{format_count(cycle.updates, 'update')} between them repeat for ever")
