"""What refutes a statement about runs happens when the shipped algorithms run on its data."""

from fractions import Fraction

import numpy as np
import pytest

from novikoff.algorithms import lifting, perceptron, winnow
from novikoff.proofs.claims.winnow.winnow import BOTH, PASS
from novikoff.proofs.statements.registry import claims


def exact(entries):
    return [[Fraction(x) for x in (entry if isinstance(entry, list) else [entry])] for entry in entries]


def errors(record, X, y):
    """The samples to which eq. (1) gives another class than their label."""
    scores = [sum(w * x for w, x in zip(record.w, row, strict=True)) + record.b for row in X]
    return [i for i, score in enumerate(scores) if (1 if score > 0 else -1) != y[i]]


def test_the_second_update_on_the_samples_in_their_order_makes_two_errors_where_there_were_none():
    values = claims()["update-adds-no-errors-as-printed"].script.witness["values"]
    X, y = exact(values["x[i]"]), values["y[i]"]
    records = [perceptron.run(X, y, bias_step="R2", max_updates=count) for count in (1, 2)]
    assert [record.mistakes for record in records] == [(0,), (0, 1)]
    assert [errors(record, X, y) for record in records] == [[], [2, 3]]
    assert errors(perceptron.run(X, y, bias_step="R2"), X, y) == []


@pytest.mark.parametrize(
    ("name", "data", "few", "many"),
    [("shifted-lifting-needs-no-more-updates", [(-1, 1), ("3/2", -1), (-4, -1)], "squares", "shifted_squares"),
     ("plain-lifting-needs-no-more-updates", [("-5/2", 1), ("-1/2", -1), (1, 1)], "shifted_squares", "squares")],
)
def test_on_its_data_each_lifting_needs_four_updates_where_the_other_one_needs_two(name, data, few, many):
    witness, X, y = claims()[name].script.witness, exact(x for x, _ in data), [label for _, label in data]
    mistakes = {phi: [data[i] for i in lifting.run(X, y, lifting=phi).mistakes] for phi in (few, many)}
    assert mistakes[few] == [(witness["values"]["x1"], witness["values"]["y1"]),
                             (witness["values"]["x2"], witness["values"]["y2"])]
    assert mistakes[many] == [(step["x"], step["y"]) for step in witness["steps"]]
    assert len(mistakes[many]) == 4


@pytest.mark.parametrize("factor", [Fraction(21, 20), Fraction(7, 5), Fraction(3)])
def test_a_winnow_that_always_changes_its_weights_errs_in_every_later_pass_and_the_shipped_one_in_none(factor):
    weights, wrong = np.ones(3, dtype=object), []
    for _ in range(30):
        for x in PASS:
            wrong.append(winnow.is_mistake(weights, x, 1))
            weights = np.array(winnow.update(weights, x, 1, factor), dtype=object)
    first = -(-1 // (factor**2 - 1))  # k(F² − 1) ≥ 1 from this k on
    assert first < 30
    assert all(wrong[len(PASS) * k + PASS.index(BOTH)] for k in range(first, 30))
    assert winnow.run(PASS, [1] * len(PASS), delta=factor - 1).mistakes == ()
