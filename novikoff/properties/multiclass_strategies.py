"""Hypothesis strategies for exact data of several classes or candidates, and for runs on them.

Main definitions: `several`, `class_runs`, `candidate_examples`.
"""

import math
from typing import Any

from hypothesis import strategies as st

from ..algorithms import multi_class_perceptron
from ..algorithms.candidate_choice import SHARES, TIES
from ..algorithms.declared_rule import Record
from ..algorithms.perceptron import ORDERS, State
from .multiclass_runs import LARGEST, SeveralClasses, label_by_leader, with_best
from .strategies import positive_rationals


@st.composite
def several(draw: Any, classes: int | None = None, *, bias: bool = True) -> SeveralClasses:
    """Return data of 2 to 4 classes with at most 8 points in at most 3 dimensions, each labelled by the separator.

    A point at which two classes have the largest score is left out. If no point is left, a point at which a class leads
    is made.
    """
    d = draw(st.integers(1, 3))
    number = draw(st.integers(2, 4)) if classes is None else classes
    vector = st.tuples(*[st.integers(-LARGEST, LARGEST)] * d)
    offsets = st.integers(-LARGEST, LARGEST) if bias else st.just(0)
    separator = [State(*one) for one in draw(st.lists(st.tuples(vector, offsets), min_size=number, max_size=number))]
    points = draw(st.lists(vector, min_size=1, max_size=8))
    return label_by_leader(separator, points, draw(positive_rationals()))


@st.composite
def class_runs(draw: Any) -> tuple[SeveralClasses, Record]:
    """Return (data, run) with any options; a run is capped one update above its bound, which it never reaches."""
    c = draw(st.one_of(st.just(0), st.just(1), positive_rationals()))
    given: SeveralClasses = draw(several(bias=bool(c)))
    order = draw(st.sampled_from(ORDERS))
    run = multi_class_perceptron.run(given.X, given.y, classes=range(len(given.separator)), bias_step=c,
                                     rate=draw(positive_rationals()), order=order,
                                     seed=draw(st.integers(0, 9)) if order == "random" else None,
                                     tie=draw(st.sampled_from(TIES)), shares=draw(st.sampled_from(SHARES)),
                                     max_updates=math.floor(given.bound(c)) + 1)
    return given, run


@st.composite
def candidate_examples(draw: Any, *, separable: bool = True) -> tuple[list[Any], list[int], tuple[int, ...]]:
    """Return at most 5 examples of 2 to 4 candidates in at most 3 dimensions, the numbers of the right ones, and a
    vector u.

    If `separable`, the right candidate is the one with the largest product with u. Wrong candidates with the same
    product are left out. If no wrong candidate is left, the opposite of the right candidate is added. Otherwise u and
    the right ones are arbitrary.
    """
    d = draw(st.integers(1, 3))
    vector = st.tuples(*[st.integers(-LARGEST, LARGEST)] * d)
    u = draw(vector.filter(any))
    X, y = [], []
    for each in draw(st.lists(st.lists(vector, min_size=2, max_size=4), min_size=1, max_size=5)):
        right = draw(st.integers(0, len(each) - 1))
        candidates, right = with_best(u, each, right) if separable else (each, right)
        X.append(candidates)
        y.append(right)
    return X, y, u
