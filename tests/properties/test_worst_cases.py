"""The data of worst cases: a run of the shipped algorithm makes just as many updates as the theorem allows there."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import floor
from typing import Any

import numpy as np
import pytest

from novikoff.algorithms import margin_perceptron, perceptron
from novikoff.algorithms.checkers import Refuted
from novikoff.algorithms.checkers.dispatch import verify
from novikoff.algorithms.errors import BadInput
from novikoff.algorithms.registry import ALGORITHMS
from novikoff.proofs import evidence
from novikoff.proofs.bounds import bound, conclusion, conclusions
from novikoff.proofs.checking import ledger_check as checking
from novikoff.proofs.statements.registry import claims
from novikoff.properties.worst_cases import nonzero_start, winding_data
from novikoff.properties.worst_cases.batch_perceptron import Batches
from novikoff.properties.worst_cases.biased_perceptron import Biased
from novikoff.properties.worst_cases.by_algorithm import family, supported_names
from novikoff.properties.worst_cases.homogeneous_perceptron import Homogeneous
from novikoff.properties.worst_cases.kozinec import Kozinec
from novikoff.properties.worst_cases.margin_perceptron import Margins
from novikoff.properties.worst_cases.nonzero_start import Starts, Weighted
from novikoff.properties.worst_cases.perceptron_step_sizes import Rates
from novikoff.properties.worst_cases.plane_perceptron import Plane
from novikoff.properties.worst_cases.ratio_bounds import Theorem
from novikoff.properties.worst_cases.worst_case import Data, Family, enlarge_ratio, find_worst_case


@pytest.fixture(scope="module", autouse=True)
def _not_stored_yet() -> Iterator[None]:
    """Claims whose certificates are still to be stored have those that are made today."""
    named = {theorem.claim for made in ALL for theorem in made.theorems() if not theorem.stored} & {*claims()}
    made = {o.claim.id: o.entry for o in checking.check(sorted(named), engines=("kernel",))} if named else {}
    stored = evidence.certificate
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(evidence, "certificate", lambda claim: made.get(claim) or stored(claim))
        yield
    conclusions.cache_clear()
    conclusion.cache_clear()


WHOLE = range(1, 201)


def data_of(made: Family, updates: int) -> Data:
    """The data for so many updates, at a ratio that is hardly larger than the least."""
    found = made.data(updates, enlarge_ratio(made.least(updates)[0], updates))
    assert found is not None
    return found


def square(data: Data) -> Fraction:
    """The largest ‖x‖²."""
    return Fraction(max(sum(Fraction(v) ** 2 for v in x) for x in data.X))


def novikoffs(data: Data) -> Fraction:
    """Novikoff's bound, from the examples themselves."""
    norm2 = sum(Fraction(v) ** 2 for v in data.w)
    return bound("novikoff-mistake-bound", {"D^2": square(data), "γ^2": data.margin**2 / norm2})


def with_bias(data: Data) -> Fraction:
    """The bound with the bias step of the run."""
    c = square(data) if data.options["bias_step"] == "R2" else data.options["bias_step"]
    given = {"R^2": square(data), "ρ^2": c, "w*@w*": sum(Fraction(v) ** 2 for v in data.w), "b*": data.b}
    return bound("bias-step-mistake-bound", {**given, "γ": data.margin})


@pytest.mark.sampled(8)
@pytest.mark.parametrize("k", WHOLE)
def test_the_bounds_are_reached_by_every_number_of_updates(k: int) -> None:
    data = data_of(Homogeneous(), k)
    assert {len(x) for x in data.X} == {3}
    assert perceptron.run(data.X, data.y, bias_step=0).updates == k == floor(novikoffs(data))
    # With bias step 1 every number is reached
    data = data_of(Biased(Fraction(1)), k)
    assert square(data) <= data.R2
    assert perceptron.run(data.X, data.y, bias_step=1).updates == k == floor(with_bias(data))
    # Orthonormal examples meet the bounds with equality
    plain, biased = Homogeneous().exactly(k, Fraction(k)), Biased(Fraction(1)).exactly(k, Fraction(k))
    for data, step in ((plain, 0), (biased, 1)):
        if data is not None:
            assert data.ratio == k
            assert ALGORITHMS["perceptron"].run(data.X, data.y, bias_step=step).updates == k
    assert (plain is None, biased is None) == (k == 1, k > 1 and k % 2 == 1)
    # In the plane half as many updates are made
    data = Plane().data(k, Fraction(max(2 * k - 2, 1)) + Fraction(1, 1000))
    assert data is not None
    assert {len(x) for x in data.X} == {2}
    assert perceptron.run(data.X, data.y, bias_step=0).updates == k == 1 + floor(data.ratio / 2)


@pytest.mark.sampled(8)
@pytest.mark.parametrize("k", [1, *WHOLE[1::2]])
def test_with_the_bias_step_of_the_tutorial_even_numbers_are_reached(k: int) -> None:
    data = data_of(Biased("R2"), k)
    assert square(data) == data.R2
    assert perceptron.run(data.X, data.y, bias_step="R2").updates == k == floor(with_bias(data))


@pytest.mark.parametrize("k", [3, 5, 7, 21])
def test_with_the_bias_step_of_the_tutorial_odd_numbers_have_a_gap(k: int) -> None:
    """There k updates need a ratio above k, by Bessel's inequality, and one below k + 1 is enough."""
    found = find_worst_case("perceptron:R2", ALGORITHMS["perceptron"], Biased("R2"), updates=k)
    assert (found.ratio, found.theorem, found.closed, found.exit_status) == (k, "tutorial-mistake-bound", False, 3)
    assert found.reached == k == floor(found.data.ratio)


@pytest.mark.parametrize("R2", ["1", "3/2", "7"])
@pytest.mark.parametrize("k", [2, 8, 20])
def test_a_given_radius_is_kept(R2: str, k: int) -> None:
    data = data_of(Biased(Fraction(1), Fraction(R2)), k)
    assert data.R2 == Fraction(R2) >= square(data)
    assert perceptron.run(data.X, data.y).updates == k


def test_ratios_of_small_radii_are_monotone() -> None:
    """For R² < c two updates need the ratio (R² + c)/R², since y₁y₂(⟨x₁, x₂⟩ + c) ≤ 0 needs labels that differ."""
    made = Biased(Fraction(1), Fraction(1, 2))
    found = find_worst_case("perceptron", ALGORITHMS["perceptron"], made, updates=2)
    assert found.data.ratio - 3 < Fraction(1, 1000)
    if "small-radius-sharper-bound" in claims():
        assert (found.ratio, found.closed) == (3, True)
    assert not find_worst_case("perceptron", ALGORITHMS["perceptron"], made, updates=6).closed
    # With R² = 1/2 and c = 7 two need 15, and the formula alone says 135/19 of three
    made = Biased(Fraction(7), Fraction(1, 2))
    assert [made.least(k)[0] for k in (1, 2, 3, 4, 40)] == [1, 15, 15, 15, Fraction(40 * 40 * 15, 2 * 287)]
    assert floor(made.most(Fraction(14))[0]) == 1


def test_many_updates_and_integers_in_the_plane() -> None:
    found = [Plane().exactly(k, Fraction(2 * k - 2)) for k in range(2, 60)]
    data = {k: data for k, data in enumerate(found, 2) if data}
    assert list(data) == [2, 6, 14, 26, 42]
    assert all(perceptron.run(d.X, d.y, bias_step=0).updates == k == 1 + d.ratio / 2 for k, d in data.items())
    # Many updates are made in a moment
    data = data_of(Homogeneous(), 2_000)
    assert len(data.X) == 2_000
    assert ALGORITHMS["perceptron"].run(data.X, data.y, bias_step=0).updates == 2_000


SIZES = {
    "ones": ["1"], "falling": ["1", "1/2", "1/4", "1/8"], "large first": ["2"] * 6 + ["1"], "wild": ["1/3", "7", "1"],
}


def sizes(name: str) -> Rates:
    return Rates(tuple(map(Fraction, SIZES[name])))


@pytest.mark.sampled(8)
@pytest.mark.parametrize("name", SIZES)
@pytest.mark.parametrize("k", WHOLE)
def test_any_step_sizes(k: int, name: str) -> None:
    """k mistakes need 1 + P²/Q after each of the first k − 1, and no more; then the shipped rule makes k."""
    made = sizes(name)
    etas = made.of(k)
    least = max((1 + sum(etas[:i]) ** 2 / sum(eta**2 for eta in etas[:i]) for i in range(1, k)), default=Fraction(1))
    data = made.data(k, enlarge_ratio(least, k))
    assert data is not None
    assert novikoffs(data) <= enlarge_ratio(least, k)
    state, mistakes = perceptron.State(0 * vector(data.X[0]), 0), 0
    for x, y, eta in zip(map(vector, data.X), data.y, etas, strict=True):
        assert perceptron.is_mistake(state, x, y)
        state, mistakes = perceptron.update(state, x, y, bias_step=0, rate=eta), mistakes + 1
    assert made.run(ALGORITHMS["perceptron"], data).updates >= mistakes == k
    assert made.least(k)[0] == least
    assert made.data(k, least * Fraction(999, 1000)) is None or least == 1


ALL_SIZES: dict[str, Any] = {**{name: tuple(map(Fraction, listed)) for name, listed in SIZES.items()}, "1/t": "1/t",
                             "2^-t": "2^-t"}


@pytest.mark.sampled(40)
@pytest.mark.parametrize("name", ALL_SIZES)
@pytest.mark.parametrize("k", range(1, 31))
def test_the_runs_of_step_sizes_have_certificates(k: int, name: str) -> None:
    """The algorithm makes exactly k updates on the data for k; they are verified, and with another size refuted. Where
    the ratio of the data has room for more, as for 2^−t, the run is ended there.
    """
    entry, rates = ALGORITHMS["variable_increment"], ALL_SIZES[name]
    found = find_worst_case("variable_increment", entry, Rates(rates), updates=k)
    assert found.closed
    cap = {"max_updates": k} if isinstance(rates, str) else {}
    record = entry.run(found.data.X, found.data.y, bias_step=0, rates=rates, **cap)
    assert record.updates == found.reached
    assert (record.updates, record.mistakes) == (k, tuple(range(k)))
    assert record.stopped == "separated" or found.data.ratio >= Rates(rates).least(k + 1)[0]
    proof = found.family.certify(entry, found.record, found.data)
    assert proof == entry.certify(record, found.data.X, found.data.y)
    assert verify(proof)["updates"] == k
    given = proof["parameters"]["rates"]
    changed = "normalised" if isinstance(given, str) else [*given[:-1], str(Fraction(given[-1]) + 1)]
    if k > 8:  # then all step sizes are used
        with pytest.raises(Refuted):
            verify({**proof, "parameters": {**proof["parameters"], "rates": changed}})


@pytest.mark.sampled(16)
@pytest.mark.parametrize("ratio", ["1", "2", "5/2", "39/10", "4", "11/2", "12", "100"])
@pytest.mark.parametrize("name", ALL_SIZES)
def test_the_most_updates_are_found_one_by_one(ratio: str, name: str) -> None:
    """The first k after which another one is excluded, by a loop over all of them."""
    made, limit = Rates(ALL_SIZES[name]), 1001
    P = Q = Fraction(0)
    expected = None
    for k, eta in enumerate(made.of(limit), start=1):
        P, Q = P + eta, Q + eta**2
        if (Fraction(ratio) - 1) * Q < P**2:
            expected = k
            break
    (theorem,) = made.theorems()
    assert theorem.most(Fraction(ratio)) == expected
    if expected is None:
        with pytest.raises(BadInput, match="no number of updates up to 1000 is excluded"):
            find_worst_case("variable_increment", ALGORITHMS["variable_increment"], made, ratio=Fraction(ratio))


def test_where_large_step_sizes_come_late_earlier_ones_decide() -> None:
    """After 1, 1, 1 there is little room, and after 100 much."""
    late = Rates((Fraction(1), Fraction(1), Fraction(1), Fraction(100), Fraction(99)))
    (theorem,) = late.theorems()
    assert [theorem.least(k) for k in range(1, 6)] == [1, 2, 3, 4, 4]
    assert theorem.most(Fraction(7, 2)) == 3
    assert (theorem.most(Fraction(4)) or 0) > 5
    assert [theorem.allows(k, Fraction(7, 2)) for k in range(1, 6)] == [True, True, True, False, False]


def vector(x: Sequence[Fraction | int]) -> np.ndarray:
    return np.array([Fraction(v) for v in x], dtype=object)


@pytest.mark.parametrize("L", [1, 2, 10, 31])
@pytest.mark.parametrize("ratio", ["1", "5/2", "4", "40"])
def test_batches(L: int, ratio: str) -> None:
    """The run is between what the claim of the data says, more than h(L − 1) steps, and the bound."""
    found = find_worst_case("batch_perceptron", ALGORITHMS["batch_perceptron"], Batches(L), ratio=Fraction(ratio))
    h = 1 - 2 / Fraction(ratio)
    assert h * (L - 1) - 1 < found.reached <= floor(found.upper)
    assert len(found.data.X) == L


@pytest.mark.parametrize("S", ["0", "1/4", "1/2", "1"])
def test_two_mistakes_from_a_start(S: str) -> None:
    """They need R²/γ² ≥ 2/(1 + S)."""
    least = 2 / (1 + Fraction(S))
    data = Starts(Fraction(S)).data(2, least * Fraction(1001, 1000))
    assert data is not None
    (w, b), w2 = data.options["start"], Fraction(S) ** 2 * data.R2
    assert b == 0
    assert sum(v * v for v in w) <= w2
    assert ALGORITHMS["perceptron"].run(data.X, data.y, **data.options).updates == 2
    assert Starts(Fraction(S)).data(2, least * Fraction(999, 1000)) is None or least == 1


@pytest.mark.parametrize(("S", "k", "claim"), [
    ("1/2", 2, "start-anywhere-two-mistakes"), ("1", 2, "start-anywhere-mistake-bound"),
    ("1/2", 3, "start-anywhere-weighted-bound"), ("1/4", 1, "start-anywhere-mistake-bound"),
])
def test_the_best_theorem_for_a_start_is_named(S: str, k: int, claim: str) -> None:
    """For two mistakes that is exact, and for more of them it says less than the others."""
    least, said = Starts(Fraction(S)).least(k)
    assert said == claim
    assert (k != 2) or least == 2 / (1 + Fraction(S))
    found = find_worst_case("perceptron", ALGORITHMS["perceptron"], Starts(Fraction(S)), updates=k)
    assert found.closed == (k == 2 or found.data.ratio <= least)
    assert found.sharp == (("start-anywhere-two-mistakes-reached",) if found.reached == 2 else ())


STARTS = [("1/2", "7/2", 5), ("2", "1", 3), ("0", "5/2", 2), ("1/4", "9/2", 5)]


@pytest.mark.parametrize(("S", "ratio", "updates"), STARTS)
def test_starts_at_a_ratio(S: str, ratio: str, updates: int) -> None:
    found = find_worst_case("perceptron", ALGORITHMS["perceptron"], Starts(Fraction(S)), ratio=Fraction(ratio))
    assert (found.reached, floor(found.upper), found.closed) == (updates, updates, True)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("k", [1, 2])
def test_from_a_long_start_few_weights_are_tried(monkeypatch: pytest.MonkeyPatch, k: int) -> None:
    """There are 202 numbers of first mistakes that may count apart; the bound is that of the claim that is named."""
    tried, best = [], Weighted._best
    monkeypatch.setattr(Weighted, "_best", lambda self, *which: tried.append(which[0]) or best(self, *which))
    found = find_worst_case("perceptron", ALGORITHMS["perceptron"], Starts(Fraction(100)), updates=k)
    assert (found.reached, found.ratio, found.theorem) == (101, 1, "start-anywhere-weighted-bound")
    assert found.upper < 120
    assert max(map(tried.count, tried)) <= 24
    weighted = found.family.theorems()[1]
    assert weighted.most(Fraction(1)) == found.upper


def test_some_weights_are_nearly_as_good_as_all(monkeypatch: pytest.MonkeyPatch) -> None:
    (theorem,) = Starts(Fraction(20)).theorems()[1:2]
    some = [theorem.least(k) for k in (50, 100, 400)]
    monkeypatch.setattr(nonzero_start, "FIRST", 10**6)
    every = [theorem.least(k) for k in (50, 100, 400)]
    assert all(one <= other <= one * Fraction(101, 100) for one, other in zip(some, every, strict=True))


def test_a_run_that_is_longer_than_is_made_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Starts, "limit", 200)
    with pytest.raises(BadInput, match=r"^\d+ updates are possible where R²/γ² = 1 .*; runs of at most 200 are made$"):
        find_worst_case("perceptron", ALGORITHMS["perceptron"], Starts(Fraction(200)), updates=2)


def longest(k: int, s: Fraction) -> Fraction:
    """What is proved to be needed for k mistakes from a start of the length s·R: max over φ of M²/(M + S) + φ."""
    found = Fraction(0)
    for i in range(1, 400):
        phi = Fraction(i, 400)
        M, S = 1 + (k - 2) * phi, s * s * phi / (1 - phi)
        found = max(found, M * M / (M + S) + phi)
    return found


@pytest.mark.parametrize("k", [3, 5, 12])
@pytest.mark.parametrize("s", ["1/4", "1"])
def test_more_mistakes_from_a_start(k: int, s: str) -> None:
    """Within half a percent of what is needed, which the claim says."""
    need = longest(k, Fraction(s))
    assert need * Fraction(999_999, 10**6) <= Starts(Fraction(s)).least(k)[0] <= need * Fraction(1001, 1000)
    data = Starts(Fraction(s)).data(k, need * Fraction(1005, 1000))
    assert data is not None
    assert ALGORITHMS["perceptron"].run(data.X, data.y, **data.options).updates == k
    assert Starts(Fraction(s)).data(k, need * Fraction(999, 1000)) is None


@pytest.mark.parametrize("k", [1, 2, 5, 20])
def test_kozinecs_bound_is_reached(k: int) -> None:
    data = Kozinec().data(k, Fraction(k + 1))
    assert data is not None
    assert ALGORITHMS["kozinec"].run(data.X, data.y, **data.options).updates == k
    assert Kozinec().data(k, Fraction(k) + Fraction(1, 2)) is None


def f(k: int, beta: Fraction) -> Fraction:
    """The least R²/γ² for k updates at the threshold β, with R = 1."""
    if beta == 1:
        return max(Fraction(k + 1, 3), Fraction(1))
    return max((k * (k - 1) - 2 * beta) / ((k - 1) * (1 + 2 * beta) - beta * (2 + beta)), Fraction(1))


@pytest.mark.sampled(8)
@pytest.mark.parametrize("beta", [Fraction(0), Fraction(1, 3), Fraction(1, 2), Fraction(1)])
@pytest.mark.parametrize("k", range(2, 201))
def test_the_margin_perceptron(k: int, beta: Fraction) -> None:
    """At the ratio f(k), as good as: k updates, and fewer than f(k + 1) would be needed for one more."""
    data = Margins(beta, Fraction(1)).data(k, enlarge_ratio(f(k, beta), k))
    assert data is not None
    assert square(data) <= 1
    assert margin_perceptron.run(data.X, data.y, beta=beta, bias_step=0).updates == k
    assert Margins(beta, Fraction(1)).least(k)[0] == f(k, beta)
    assert floor(Margins(beta, Fraction(1)).most(data.ratio)[0]) == k
    assert Margins(beta, Fraction(1)).data(k, f(k, beta) * Fraction(999, 1000)) is None or f(k, beta) == 1


@pytest.mark.parametrize("made", [Homogeneous(False), Biased("R2"), sizes("falling"), Plane(), Starts(Fraction(1, 2))])
@pytest.mark.parametrize("k", [3, 4, 7])
def test_R2_is_the_largest_square_length(made: Family, k: int) -> None:
    """Also where the grid made all examples shorter than planned: the ratio that is said is that of the data."""
    data = find_worst_case("perceptron", ALGORITHMS["perceptron"], made, updates=k).data
    assert square(data) == data.R2


def test_orthonormal_examples_are_taken_where_the_dimension_has_room() -> None:
    perceptrons = ALGORITHMS["perceptron"]
    for k, dimension, exact in [(2, 3, True), (3, 3, True), (4, 3, False), (4, 5, True)]:
        made = family(perceptrons, {"bias_step": 0}, dimension=dimension)
        data = find_worst_case("perceptron", perceptrons, made, updates=k).data
        assert (data.ratio == k) == exact
        assert 3 <= len(data.X[0]) <= dimension
    four = Data([[1, 1, 0], [1, -1, 0], [0, 1, -1], [0, -1, -1]], [1] * 4, {"bias_step": 0}, (1, 0, -1), 0, 2)
    assert (four.ratio, perceptron.run(four.X, four.y, bias_step=0).updates) == (4, 4)  # no root is needed


# -------------------------------------------------------------------------------------------- what is printed
@pytest.mark.sampled(14)
@pytest.mark.parametrize("ratio", ["1", "2", "7/2", "9", "100", "2001/10"])
@pytest.mark.parametrize("made", [Homogeneous(), Homogeneous(False), Plane(), Biased(Fraction(1)), Biased("R2"),
                                  Margins(Fraction(1, 2), Fraction(1)), sizes("falling")])
def test_an_answer_is_what_its_claim_says(made: Family, ratio: str) -> None:
    """The claim is proved, its conclusion gives the value, and the run is between what the data show and the value."""
    name = "margin_perceptron" if isinstance(made, Margins) else "perceptron"
    found = find_worst_case(name, ALGORITHMS[name], made, ratio=Fraction(ratio))
    assert claims()[found.theorem].expected == "proved"
    given = {theorem.claim: theorem for theorem in made.find_stored()}
    assert found.upper == given[found.theorem].most(Fraction(ratio)) == made.most(Fraction(ratio))[0]
    assert found.reached <= floor(made.most(found.data.ratio)[0])
    assert found.closed == (found.reached == floor(found.upper))
    assert found.data.ratio <= enlarge_ratio(Fraction(ratio), floor(found.upper))


@pytest.mark.sampled(15)
@pytest.mark.parametrize("k", [1, 2, 3, 10, 77])
@pytest.mark.parametrize("made", [Homogeneous(), Biased(Fraction(2)), Biased("R2"), Kozinec(),
                                  Margins(Fraction(1, 2), Fraction(3)), Plane(), Batches(7),
                                  Starts(Fraction(1, 2)), sizes("wild")])
def test_the_least_ratio_is_the_inverse_of_the_bound(made: Family, k: int) -> None:
    for theorem in made.find_stored():
        least = theorem.least(k)
        above = least * Fraction(1_000_001, 1_000_000)
        assert theorem.allows(k, above)
        assert theorem.most(above) is None or floor(theorem.most(above)) >= k
        assert least == 1 or not theorem.allows(k, least * Fraction(999_999, 1_000_000))
        assert claims()[theorem.claim].expected == "proved"


# ------------------------------------------------------------------------------------------ what would be wrong
def test_mistakes_of_the_recursion_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong side of the line, a margin that is too large and a missing update fail."""
    right, spiral = winding_data.outermost, winding_data.spiral
    def seen() -> bool:
        data = Homogeneous().data(12, enlarge_ratio(Fraction(12), 12))
        return data is None or perceptron.run(data.X, data.y, bias_step=0).updates != 12
    assert not seen()
    wrongs = [
        lambda P, Q, r, most: right(P, Q, r, most + r // 50), lambda P, Q, r, most: right(P, Q, r, -most),
        lambda P, Q, r, most: right(Q, P, r, most), lambda P, Q, r, most: right(P, Q, r - r // 50, most),
    ]
    for wrong in wrongs:
        monkeypatch.setattr(winding_data, "outermost", wrong)
        assert seen()
    monkeypatch.undo()
    monkeypatch.setattr(winding_data, "spiral", lambda examples, R2, **more: spiral(list(examples)[1:], R2, **more))
    with pytest.raises(ValueError, match="shorter"):
        seen()


def test_what_cannot_be_reached_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """One update more than the theorem allows, or equality, which needs roots."""
    for k in (3, 4, 10):
        assert Homogeneous().data(k, Fraction(k)) is None
        assert Homogeneous().data(k + 1, enlarge_ratio(Fraction(k), k)) is None
        assert Plane().data(k, Fraction(2 * k - 3)) is None


# ------------------------------------------------------------------------------------------------ the questions
def test_which_algorithms_have_a_family() -> None:
    for name in supported_names():
        entry = ALGORITHMS[name]
        options = {"bias_step": Fraction(0), **({"beta": Fraction(0)} if "beta" in entry.takes({}) else {})}
        by_batches = "batch-perceptron-step-bound" in entry.bounded_by
        found = find_worst_case(name, entry, family(entry, options, examples=9 if by_batches else None),
                                ratio=Fraction(9, 2))
        assert found.closed != by_batches
        assert 3 <= found.reached <= floor(found.upper)


ALL = (Homogeneous(), Plane(), Kozinec(), sizes("ones"), Margins(Fraction(1, 2), Fraction(1)), Biased("R2"),
       Biased(Fraction(1)), Biased(Fraction(1), Fraction(1, 2)), Batches(5), Starts(Fraction(1)))


def test_claims_in_use_are_proved() -> None:
    for made in ALL:
        assert made.find_stored()
        assert {claims()[theorem.claim].expected for theorem in made.find_stored()} == {"proved"}
    found = {claim for made in ALL for k in (1, 2, 3) for claim in made.sharp_for(k)}
    assert len(found) == 10
    assert {claims()[claim].expected for claim in found} == {"proved"}


def test_what_is_not_stored_bounds_nothing() -> None:
    class Bounded(Homogeneous):
        def theorems(self) -> Sequence[Theorem]:
            return (Theorem("no-such-claim", lambda ratio, updates: {}),)
    with pytest.raises(BadInput, match="no certificate is stored of no-such-claim"):
        find_worst_case("perceptron", ALGORITHMS["perceptron"], Bounded(), updates=3)


def test_what_has_no_data_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(winding_data, "GRIDS", ())
    with pytest.raises(BadInput, match="no data are known for perceptron at R²/γ² = 7"):
        find_worst_case("perceptron", ALGORITHMS["perceptron"], Homogeneous(False), updates=7)
