"""Runs of the perceptron as transition systems, built from the shipped update rule.

A theorem about a run holds for every sequence of examples: any data, any order, any number of updates. Each theorem
states its conditions on the examples, such as radius and margin. Most theorems are about mistakes (`examples`);
theorems about the update rule alone are about any updates (`updates`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...algorithms import perceptron
from ...algorithms.perceptron import State
from .proof_script import Script
from .vector_language import Eq, Scalar, Vector


@dataclass
class PerceptronRun:
    """The state of a run: weights w and bias b after k updates, an example (x, y), and the state after its update."""

    script: Script
    w: Vector
    b: Scalar
    k: Scalar
    x: Vector
    y: Scalar
    after: State

    def updates(self, **facts: Any) -> None:
        """State all facts about each example of an update, which need not be a mistake; y is any number."""
        state = [(self.w, 0, self.after.w), (self.b, 0, self.after.b), (self.k, 0, self.k + 1)]
        self.script.run(state, [self.x, self.y], facts)

    def examples(self, **facts: Any) -> None:
        """State the facts about each mistaken example, besides y² = 1 and the mistake."""
        mistake = perceptron.mistake_condition(State(self.w, self.b), self.x, self.y)
        self.updates(label=Eq(self.y**2, 1), **facts, mistake=mistake)


def perceptron_run(p: Script, *, bias_step: Scalar = 1, rate: Scalar = 1, counter: str = "k") -> PerceptronRun:
    """Declare a run of the perceptron with bias, from w = 0 and b = 0.

    `w'` and `b'` abbreviate the updated state, and `counter` counts the updates. Call the method `examples(…)` of the
    result with the facts about each example.

    >>> from .proof_script import Script
    >>> p = Script()
    >>> perceptron_run(p).k, p.names[:2]
    (k, ['w@', 'x@'])
    """
    w, x = p.vectors("w x")
    b, k, y = p.reals(f"b {counter} y")
    after = perceptron.update(State(w, b), x, y, bias_step=bias_step, rate=rate)
    return PerceptronRun(p, w, b, k, x, y, State(p.let("w'", after.w), p.let("b'", after.b)))


@dataclass
class HomogeneousRun:
    """The state of a run without bias on signed vectors z = y·x: weights w after k updates."""

    script: Script
    w: Vector
    k: Scalar
    z: Vector
    after: Vector

    def updates(self, **facts: Any) -> None:
        """State all facts about each signed vector of an update, which need not be a mistake."""
        self.script.run([(self.w, 0, self.after), (self.k, 0, self.k + 1)], [self.z], facts)

    def examples(self, **facts: Any) -> None:
        """State the facts about each mistaken signed vector, besides the mistake."""
        self.updates(**facts, mistake=perceptron.mistake_condition(State(self.w, 0), self.z, 1))


def homogeneous_run(p: Script, *, weights: str = "w", example: str = "z", counter: str = "k") -> HomogeneousRun:
    """Declare a run of the perceptron through the origin on signed vectors, from w = 0.

    >>> from .proof_script import Script
    >>> homogeneous_run(Script()).k
    k
    """
    w, z = p.vectors(f"{weights} {example}")
    k = p.real(counter)
    after = perceptron.update(State(w, 0), z, 1, bias_step=0).w
    return HomogeneousRun(p, w, k, z, p.let(f"{weights}'", after))
