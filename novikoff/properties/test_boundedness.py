"""On finitely many vectors, separable or not, the weights stay bounded: Block and Levin's theorem with its constant.

The claim `cycling-subspace-step` is one step of the proof of the theorem, for one subspace. This test compares the
whole theorem with runs of the shipped rule.
"""

from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from novikoff.algorithms.perceptron import State, mistake_condition, update

MISTAKES = 40


def rest(x: Any, basis: Any) -> Any:
    """Return the component of x orthogonal to the span of an orthogonal basis."""
    for e in basis:
        x = x - (x @ e) / (e @ e) * e
    return x


def orthogonal(vectors: Any) -> Any:
    """Return an orthogonal basis of the span."""
    basis: list = []
    for x in vectors:
        left = rest(x, basis)
        basis += [left] if left.any() else []
    return basis


def spans(examples: Any) -> Any:
    """Return orthogonal bases of all subspaces that are spanned by some of the examples."""
    return [orthogonal(some) for k in range(len(examples[0]) + 1) for some in combinations(examples, k)]


def growth(examples: Any, bases: Any) -> Any:
    """Return C_k² = R²((1 + 2R²/δ²)^k − 1) as a function of k, the least with c²δ² ≥ 2R²(C² + R²) ≥ (R(C + R))²."""
    R2 = max(x @ x for x in examples)
    least = min(y @ y for basis in bases for x in examples if (y := rest(x, basis)).any())
    return lambda k: R2 * ((1 + 2 * R2 / least) ** k - 1)


def vectors(d: int) -> Any:
    coordinates = st.lists(st.integers(-3, 3).map(Fraction), min_size=d, max_size=d)
    return coordinates.map(lambda x: np.array(x, dtype=object))


@given(source=st.data())
def test_what_is_outside_of_each_subspace_stays_bounded(source):
    d = source.draw(st.integers(1, 3))
    examples = source.draw(st.lists(vectors(d).filter(np.any), min_size=1, max_size=4))
    w = start = source.draw(vectors(d))
    bases = spans(examples)
    C2 = growth(examples, bases)
    most = start @ start + C2(len(orthogonal(examples)))
    for _ in range(MISTAKES):
        wrong = [x for x in examples if mistake_condition(State(w, 0), x, 1)]
        if not wrong:
            return
        w = update(State(w, 0), source.draw(st.sampled_from(wrong)), 1, bias_step=0).w
        for basis in bases:
            left = rest(w, basis)
            assert left @ left <= most - C2(len(basis))
