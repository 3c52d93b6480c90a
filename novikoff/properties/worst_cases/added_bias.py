"""Examples whose signed vectors y(x, √c) are orthogonal, or nearly, in as many dimensions as there are examples.

Each of orthogonal vectors is a mistake with the score 0 when it is first met, in any order (`mistake-bound-reached`).

Linearly independent signed vectors z₁, …, zₙ with labels y belong to examples x with a bias, too. Let
⟨v, zᵢ⟩ = yᵢ and t = (c + ‖v‖²)/2. Then xᵢ = t·yᵢzᵢ − v has yᵢyⱼ(⟨xᵢ, xⱼ⟩ + c) = t²⟨zᵢ, zⱼ⟩, so that the run with the
bias step c on the (xᵢ, yᵢ) makes the updates of the run without bias on the zᵢ.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction


def add_bias(vectors: Sequence[Sequence[int]], labels: Sequence[int], c: Fraction) -> list[tuple[Fraction, ...]]:
    """Return examples whose signed vectors, with bias step c, have t² times the inner products of `vectors`.

    `vectors` form a matrix with 1 on the diagonal and 0 above it.

    >>> [[str(value) for value in x] for x in add_bias([[1, 0], [0, 1]], [1, -1], Fraction(1))]
    [['1/2', '1'], ['-1', '-1/2']]
    """
    if not c:
        return [tuple(Fraction(label * value) for value in z) for z, label in zip(vectors, labels, strict=True)]
    v: list[int] = []
    for z, label in zip(vectors, labels, strict=True):
        v.append(label - sum(a * b for a, b in zip(v, z, strict=False)))
    t = (c + sum(value * value for value in v)) / 2
    return [tuple(t * label * a - b for a, b in zip(z, v, strict=True))
            for z, label in zip(vectors, labels, strict=True)]
