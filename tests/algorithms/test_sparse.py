"""Sparse examples: every answer is that of the same examples with all zeros, and the cost is that of the non-zeros."""

import json
import math
import pickle
import zipfile
from fractions import Fraction

import numpy as np
import pytest
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st

from novikoff.algorithms import (
    _int64_loops,
    fast_perceptron,
    nearest_point,
    perceptron,
    run_certificates,
    separability,
    sparse_margin,
    svm,
)
from novikoff.algorithms.checkers import Refuted
from novikoff.algorithms.checkers.budgeted_fractions import Q, SparseVector, Vector, Work, inner
from novikoff.algorithms.checkers.dispatch import verify, verify_nested
from novikoff.algorithms.dataset_reader import How, find_contradiction, read_records, two_classes
from novikoff.algorithms.errors import BadInput
from novikoff.algorithms.labelled_examples import Rows, rows
from novikoff.algorithms.sparse_rows import SparseRows
from novikoff.algorithms.table_readers import FEW_CELLS, SparseTable, read_table
from novikoff.properties.applicable_bounds import radius2

from .conftest import peak_of
from .test_tables import member

numbers = st.sampled_from([0, 0, 0, 1, -1, 2, Fraction(1, 3), Fraction(-5, 2), 2**40, Fraction(7, 10**12)])
tables = st.integers(1, 6).flatmap(
    lambda d: st.lists(st.lists(numbers, min_size=d, max_size=d), min_size=1, max_size=6)
)


def labelled(draw_labels, table):
    return draw_labels.draw(st.lists(st.sampled_from([-1, 1]), min_size=len(table), max_size=len(table)))


def both(table):
    """The same rows in the two forms."""
    return rows(table), SparseRows.of(table)


@settings(deadline=None)
@given(tables)
def test_rows_are_those_that_were_given(table):
    dense, sparse = both(table)
    assert tuple(sparse) == dense
    assert sparse == dense
    assert sparse == SparseRows.of(dense)
    assert radius2(sparse) == radius2(dense)
    assert sparse.take([0, len(table) - 1]) == [dense[0], dense[-1]]
    assert [sparse.column(j) for j in range(len(table[0]))] == [list(column) for column in zip(*dense, strict=True)]
    w = [Fraction(j, 3) - 1 for j in range(len(table[0]))]
    assert sparse.products(w) == [sum(a * b for a, b in zip(w, x, strict=True)) for x in dense]
    dense, sparse = both([*table, table[0]])
    keys = [*sparse.keys()]
    assert [keys[0] == key for key in keys] == [dense[0] == x for x in dense]


@settings(max_examples=60, deadline=None)
@given(tables, st.data())
def test_a_sparse_run_has_the_certificate_of_the_dense_one(table, data):
    dense, sparse = both(table)
    y = labelled(data, table)
    options = {
        "bias_step": data.draw(st.sampled_from([0, 1, "R2", Fraction(1, 4)])), "rate": Fraction(2, 3),
        "tie": data.draw(st.sampled_from([*perceptron.TIES])), "order": data.draw(st.sampled_from(["cyclic", "first"])),
        "max_updates": 20,
    }
    found = [perceptron.certificate(run(X, y, **options), X, y)
             for run in (fast_perceptron.run, perceptron.run) for X in (dense, sparse)]
    assert len({json.dumps(one) for one in found}) == 1
    assert verify(found[0])["updates"] == found[0]["result"]["updates"]


def wide_examples(n=40, d=3000, seed=1):
    random = np.random.default_rng(seed)
    table = np.zeros((n, d), dtype=int)
    for row in table:
        row[random.choice(d, 5, replace=False)] = random.integers(-9, 10, 5)
    return table, random.choice([-1, 1], n)


@pytest.mark.parametrize("compiled", [False, True])
def test_certificates_of_wide_examples_have_no_zeros(compiled, monkeypatch):
    if compiled:
        monkeypatch.setitem(fast_perceptron.WORK, fast_perceptron.PYTHON, 1)
    table, y = wide_examples()
    dense, sparse = both(table.tolist())
    found = [fast_perceptron.run(X, y) for X in (dense, sparse)]
    texts = [json.dumps(perceptron.certificate(run, X, y)) for run, X in zip(found, (dense, sparse), strict=True)]
    assert texts[0] == texts[1]
    assert len(texts[0]) < 20 * np.count_nonzero(table) + 20_000
    certificate = json.loads(texts[0])
    assert certificate["X"][0]["dimension"] == 3000
    assert verify(certificate)["separated"] is True
    assert (found[1].engine == "float64") == compiled
    small = run_certificates.omit_examples(certificate)
    assert run_certificates.add_examples(small, sparse, y.tolist()) == certificate
    assert run_certificates.add_examples(small, dense, y.tolist()) == certificate


@pytest.mark.parametrize(("row", "reason"), [
    ({"dimension": 3000, "indices": [1, 1], "values": ["1", "2"]}, "indices must increase"),
    ({"dimension": 3000, "indices": [2, 1], "values": ["1", "2"]}, "indices must increase"),
    ({"dimension": 3000, "indices": [3000], "values": ["1"]}, "indices must increase"),
    ({"dimension": 3000, "indices": [-1], "values": ["1"]}, "indices must increase"),
    ({"dimension": 3000, "indices": [1], "values": ["0"]}, "each entry must be other than 0"),
    ({"dimension": 3000, "indices": [1], "values": []}, "each entry"),
    ({"dimension": 2**60, "indices": [1], "values": ["1"]}, "not from 1 to"),
    ({"dimension": 2999, "indices": [1], "values": ["1"]}, "2999 coordinates, not 3000"),
    ({"dimension": 3000, "indices": [1]}, "the key 'values' is missing"),
])
def test_what_is_no_row_without_zeros_is_refused(row, reason):
    table, y = wide_examples()
    certificate = perceptron.certificate(fast_perceptron.run(table, y), table.tolist(), y)
    certificate["X"][3] = row
    with pytest.raises(Refuted, match=reason):
        verify(certificate)


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_combination_may_be_of_rows_with_and_without_zeros(place):
    X, y = [["0", "1"], ["1", "0"], ["2", "-1"]], [1, -1, 1]
    certificate = {"schema": 1, "kind": "separability", "bias": True, "X": X, "y": y, "separable": False,
                   "proof": {"combination": ["1/4", "1/2", "1/4"]}}
    X[place] = {"dimension": 2, "indices": [j for j in (0, 1) if X[place][j] != "0"],
                "values": [value for value in X[place] if value != "0"]}
    assert verify(certificate)["separable"] is False
    y[place] *= -1
    with pytest.raises(Refuted, match="is not"):
        verify(certificate)


def test_one_changed_number_refutes_a_sparse_certificate():
    table, y = wide_examples()
    certificate = perceptron.certificate(fast_perceptron.run(table, y), table.tolist(), y)
    certificate["result"]["w"]["values"][0] += "1"
    with pytest.raises(Refuted, match="w is"):
        verify(certificate)


@settings(deadline=None)
@given(st.lists(numbers, min_size=4, max_size=4), st.lists(numbers, min_size=4, max_size=4), st.integers(-3, 3))
def test_the_checkers_compute_with_non_zeros_as_with_all_numbers(a, b, factor):
    def sparse(numbers):
        whole = Vector.of(numbers)
        there = [(j, value) for j, value in enumerate(whole.values) if value]
        return SparseVector([j for j, _ in there], [value for _, value in there], whole.over, len(numbers))
    u, v = Vector.of(a), Vector.of(b)
    assert inner(u, v) == inner(u, sparse(b)) == inner(sparse(b), u) == inner(sparse(a), sparse(b))
    assert u.plus(Q(factor, 2), v).numbers() == u.plus(Q(factor, 2), sparse(b)).numbers()
    assert sparse(b).times(-1).numbers() == v.times(-1).numbers()
    assert u.plus(Q(factor), sparse(b)).bits >= max(x.bit_length() for x in u.plus(Q(factor), v).values)


# --------------------------------------------------------------------------------- what it costs
class Counted(list):
    """Weights that count how often they are read."""

    reads = 0

    def __getitem__(self, j):
        Counted.reads += 1
        return super().__getitem__(j)


def test_a_visit_reads_one_weight_for_each_non_zero():
    starts, columns, values = [0, 2, 2, 5], [1, 7, 0, 7, 9], [1, 1, 1, 1, 1]
    w = Counted([1] * 10**5)
    Counted.reads = 0
    ended = _int64_loops.advance_sparse((starts, columns, values), [1, 1, 1], (1, 1, 1, 1), None, 3, False,
                                        (w, 1, 0, False), (5, 3), [0] * 5)
    assert ended[-1] == _int64_loops.CLEAN
    assert Counted.reads == 5


def work_of(dimension, updates=None):
    """The units of work for a run on the same non-zeros in this dimension, of at most so many updates."""
    table, y = wide_examples(n=60, d=1500)
    X = SparseRows.of(table.tolist())
    X = SparseRows(X.starts, X.indices, X.numerators, 1, dimension)
    certificate = perceptron.certificate(fast_perceptron.run(X, y, max_updates=updates), X, y)
    Work.left = 10**9
    try:
        verify_nested(certificate)
        return 10**9 - Work.left
    finally:
        Work.left = math.inf


def test_the_work_of_a_checker_is_that_of_the_non_zeros():
    """To write down the start and the end; the 60 rows with all zeros would take 60·60 units for each."""
    assert work_of(150_000) - work_of(1_500) < 200 * 150_000
    wide, narrow = (work_of(dimension, 40) - work_of(dimension, 20) for dimension in (150_000, 1_500))
    assert wide == narrow


def test_a_checker_holds_no_list_of_all_states():
    X, y = separable(60, 20_000, 5)
    certificate = perceptron.certificate(fast_perceptron.run(X, y, max_updates=600), X, y)
    assert certificate["result"]["updates"] > 50
    assert peak_of(lambda: verify(certificate))[0] < 25 * 8 * 20_000  # 25 states of 8 bytes a coordinate


def test_a_huge_index_takes_little_room_until_zeros_are_written(file):
    path = file("1 1:1\n-1 1000000:2\n")
    peak, data = peak_of(lambda: two_classes(read_records(path)))
    assert (len(data.features), data.features[-1], len(data.X.indices)) == (10**6, "x1000000", 2)
    assert peak < 2**20
    found = fast_perceptron.run(data.X, data.y)
    assert (found.updates, found.separated) == (2, True)
    assert [(j, w) for j, w in enumerate(found.w) if w] == [(0, 1), (999_999, -2)]
    X = read_records(file("1 1:1\n-1 1000000:2\n" * 11)).X
    with pytest.raises(BadInput, match="this would write out 22 sparse examples with 1000000 features"):
        tuple(X)


def test_a_run_takes_less_room_than_its_examples():
    """A file in CSR has 8 bytes for each float and 4 for each index."""
    random = np.random.default_rng(3)
    X, y = drawn(random, 2000, 3000, 60, 10**5, 10**5), random.choice([-1, 1], 2000)
    fast_perceptron.run(X, y, max_updates=100)
    assert peak_of(lambda: fast_perceptron.run(X, y, max_updates=2000))[0] < 2000 * 60 * 12


# --------------------------------------------------------------------------------- separators and margins
@settings(max_examples=60, deadline=None)
@given(tables, st.data(), st.booleans())
def test_separate_has_the_same_certificate_without_zeros(table, data, bias):
    dense, sparse = both(table)
    y = labelled(data, table)
    found = [separability.certificate(separability.separate(X, y, bias=bias), X, y) for X in (dense, sparse)]
    assert json.dumps(found[0]) == json.dumps(found[1])
    verify(found[0])


@settings(max_examples=60, deadline=None)
@given(tables, st.data(), st.sampled_from([0, 1, Fraction(1, 3), None]))
def test_the_bracket_of_a_margin_is_confirmed_and_holds_the_exact_one(table, data, step):
    y = labelled(data, table)
    found = sparse_margin.bracket(SparseRows.of(table), y, step) if step is not None or len(set(y)) == 2 else None
    if found is None:
        return
    least = 2 * svm.hard_margin(table, y).upper if step is None else nearest_point.best_margin(table, y, step).upper
    assert found.lower <= least <= found.upper
    certificate = {**nearest_point.certificate(found, table, y, step or 0)}
    certificate["bias_step"] = None if step is None else str(step)
    assert verify(certificate)["lower"] == str(found.lower)


def drawn(random, n, d, k, most, denominator=1):
    """Sparse rows of k numbers each."""
    indices = np.concatenate([np.sort(random.choice(d, k, replace=False)) for _ in range(n)])
    return SparseRows(np.arange(n + 1) * k, indices, random.integers(1, most, n * k), denominator, d)


def separable(n, d, k, seed=0):
    """Sparse rows of whole numbers that a plane through 0 separates."""
    random = np.random.default_rng(seed)
    X = drawn(random, n, d, k, 100)
    w = random.integers(-9, 10, d)
    return X, [1 if value > 0 else -1 for value in X.products(w.tolist())]


def _raise_not_compiled(function):
    raise _int64_loops.NotCompiled


def test_more_points_than_are_exact_get_a_bracket_after_few_systems(monkeypatch):
    """Point by point, Wolfe's rule would solve a system for each of the active points."""
    X, y = separable(260, 900, 6)
    solved = []
    solve = np.linalg.solve
    monkeypatch.setattr(np.linalg, "solve", lambda A, b: solved.append(len(A)) or solve(A, b))
    machine = svm.hard_margin(X, y)
    assert len([size for size in solved if size > 2]) < 20
    assert len(machine.support) > nearest_point.MOST_EXACT
    assert 0 < machine.gap <= Fraction(1, 10**9)
    assert verify(svm.margin_certificate(machine, X, y))["optimal"] is False
    near = nearest_point.best_margin(X, y, 1, gap=svm.GAP)
    assert 0 < near.upper - near.lower <= svm.GAP * near.lower
    assert verify(nearest_point.certificate(near, X, y, 1))["upper"] == str(near.upper)
    answer = separability.separate(X, y)
    assert verify(separability.certificate(answer, X, y))["separable"] is True


def test_brackets_do_not_depend_on_a_compiler_nor_on_copies(monkeypatch):
    X, y = separable(110, 400, 6)
    twice = SparseRows.of([*X, *X])
    assert svm.hard_margin(twice, y + y, gap=0).upper == svm.hard_margin(X, y, gap=0).upper
    X, y = separable(60, 200, 5)
    found = sparse_margin.bracket(X, y, 1)
    monkeypatch.setattr(sparse_margin, "compile_loop", _raise_not_compiled)
    assert sparse_margin.bracket(X, y, 1) == found
    assert found.upper <= Fraction(102, 100) * found.lower


@pytest.mark.sampled(0)  # it takes a minute
def test_large_examples_are_separated_without_their_zeros():
    X, y = separable(300, 100_000, 5)
    assert X.is_large
    answer = separability.separate(X, y)
    assert (answer.separable, answer.method) == (True, "coordinate ascent")
    assert verify(separability.certificate(answer, X, y))["separable"] is True
    x = X.take([0] * 2 + [*range(300)])
    none = separability.separate(x, [1, -1, *y])
    assert (none.separable, none.active) == (False, (0, 1))
    assert verify(separability.certificate(none, x, [1, -1, *y]))["active"] == [0, 1]


# --------------------------------------------------------------------------------- files
@pytest.fixture
def read(file):
    """Read rows of a file; with so many columns it has more numbers than are written out, unless there are none."""
    def reading(lines, how=None, columns=5000):
        more = [f"1 {columns}:1"] * (FEW_CELLS // columns + 2) if columns else []
        return read_records(file("\n".join([*lines, *more])), how or How())
    return reading


def test_a_large_libsvm_file_is_read_without_zeros(read):
    found = read(["-1 3:0.5 10:2e-1 # x", "", "+1 qid:3 10:-.25 3:1e2", "-1 7:1/3", "1.0 2:0 1:true"])
    assert isinstance(found.X, SparseRows)
    assert [found.X.entries(i) for i in range(4)] == [
        ([2, 9], [Fraction(1, 2), Fraction(1, 5)]), ([2, 9], [100, Fraction(-1, 4)]),
        ([6], [Fraction(1, 3)]), ([0], [1]),
    ]
    assert found.labels[:4] == ("-1", "+1", "-1", "+1")
    assert found.lines[:4] == (1, 3, 4, 5)
    assert (found.features[0], found.features[-1], len(found.features)) == ("x1", "x5000", 5000)


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize(("line", "reason"), [
    ("1 2:1 2:3", "line 1: the index 2 is there twice"),
    ("1 3:1 2:1 3:1", "the index 3 is there twice"),
    ("1 1:2 01:3", "the index 1 is there twice"),
    ("1 2:nan", "line 1, column 'x2': nan is not finite"),
    ("1 2:inf", "inf is not finite"),
    ("1 2:x", "line 1, column 'x2': 'x' is not a number"),
    ("1 2:", "the cell is empty"),
    ("1 2:1e999", "too many digits"),
    ("1 2:1/0", "divides by 0"),
    ("nan 2:1", "line 1, column 'label': nan is not finite"),
    ("1 2", "'2' is not a pair index:value"),
    ("1 -2:1", "'-2:1' is not a pair index:value"),
    ("1 a:2", "not a pair index:value"),
    ("1 99999999:1", "index 99999999; at most 16777216 columns"),
    ("1 9999999999999:1", "is not a pair"),
])
def test_errors_of_a_libsvm_file_name_the_place(read, large, line, reason):
    with pytest.raises(BadInput, match=reason):
        read([line, "1 1:1"], columns=5000 if large else 0)


def test_rows_with_missing_values_and_columns_are_left_out(read):
    found = read(["-1 1:1 2:nan", "-1 1:3 4:5", "nan 1:1", "1 2:?"], How(missing="drop", drop=("x1", "x3")))
    assert (found.missing, found.lines[0]) == ((1, 3, 4), 2)
    assert (found.X.entries(0), found.features[:3]) == (([1], [5]), ["x2", "x4", "x5"])
    with pytest.raises(BadInput, match="has no column 'x9999'"):
        read(["1 1:1"], How(drop=("x9999",)))


def test_a_file_gives_the_same_examples_with_and_without_zeros(read, monkeypatch, tmp_path):
    lines = ["-1 3:0.5 10:2e-1", "+1 10:-.25 3:1e2", "-1 7:1/3", "1.0 2:0"]
    sparse = two_classes(read(lines))
    monkeypatch.setattr("novikoff.algorithms.table_readers.FEW_CELLS", 10**9)
    dense = two_classes(read(lines))
    assert isinstance(dense.X, Rows)
    assert sparse.X == dense.X
    assert (sparse.y, tuple(sparse.features), sparse.lines) == (dense.y, dense.features, dense.lines)
    runs = [(fast_perceptron.run(one.X, one.y), one.X, one.y) for one in (sparse, dense)]
    texts = [json.dumps(perceptron.certificate(*one)) for one in runs]
    assert texts[0] == texts[1]


def test_both_labels_of_a_point_and_the_index_0_are_seen(read):
    assert find_contradiction(two_classes(read(["-1 3:0.5 10:2", "+1 3:1", "1 10:2.0 3:1/2"]))) == (0, 2)
    found = read(["-1 5:1 0:2"])
    assert (found.features[0], len(found.features), found.X.entries(0)) == ("x0", 5001, ([0, 5], [2, 1]))


MATRIX = scipy.sparse.csr_matrix(np.array([[0, 0.5, 0, -3], [1e-3, 0, 0, 0], [0, 0, 0, 0]]))


def test_a_matrix_of_scipy_is_read_at_its_exact_values(tmp_path):
    scipy.sparse.save_npz(tmp_path / "a.npz", MATRIX)
    np.save(tmp_path / "y.npy", np.array(["u", "v", "u"]))
    found = read_records(tmp_path / "a.npz", How(label=str(tmp_path / "y.npy")))
    assert [*found.X] == [tuple(map(Fraction, row)) for row in MATRIX.toarray().tolist()]
    assert found.labels == ("u", "v", "u")
    with pytest.raises(BadInput, match=r"no labels; save them with numpy.save\('y.npy', y\)"):
        read_records(tmp_path / "a.npz")
    np.save(tmp_path / "y.npy", np.array([1, -1]))
    with pytest.raises(BadInput, match="2 labels for the 3 rows"):
        read_records(tmp_path / "a.npz", How(label=str(tmp_path / "y.npy")))


@settings(max_examples=40, deadline=None)
@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=8))
def test_every_float_has_its_exact_value(values):
    from novikoff.algorithms.table_readers import sparse_from_arrays
    count = len(values)
    X = sparse_from_arrays(np.array([0, count]), np.arange(count), np.array(values), count)
    assert X[0] == tuple(map(Fraction, values))


def arrays(**changed):
    there = {"format": np.array(b"csr"), "shape": np.array([3, 4]), "indptr": np.array([0, 2, 3, 3]),
             "indices": np.array([3, 1, 0]), "data": np.array([1.5, 2, 3]), "y": np.array([1, -1, 1])}
    return there | changed


@pytest.mark.parametrize(("changed", "reason"), [
    ({"format": np.array(b"csc")}, "the format 'csc'; save it with"),
    ({"shape": np.array([3, -4])}, "the shape is"),
    ({"shape": np.array([3, 2])}, "an index outside of 0, …, 1"),
    ({"shape": np.array([3, 2**40])}, "at most 16777216 are read"),
    ({"shape": np.array([2**40, 4])}, "indptr has 4 entries"),
    ({"indptr": np.array([0, 2, 1, 3])}, "the rows of X do not fit"),
    ({"indptr": np.array([0, 2, 3, 9])}, "the rows of X do not fit"),
    ({"indptr": np.array([1, 2, 3, 3])}, "the rows of X do not fit"),
    ({"indptr": np.array([0, 2**63, 3, 3], dtype=np.uint64)}, "the rows of X do not fit"),
    ({"indices": np.array([3, 3, 0])}, r"X\[0\] has two entries at the index 3"),
    ({"indices": np.array([3, -1, 0])}, "an index outside"),
    ({"indices": np.array([3.0, 1, 0])}, "it lacks the arrays of a sparse matrix"),
    ({"data": np.array([1, np.nan, 3])}, r"X\[0\]\[1\] = nan is not finite"),
    ({"data": np.array([1, 2, np.inf])}, r"X\[1\]\[0\] = inf is not finite"),
    ({"data": np.array(["1", "2", "3"])}, "it lacks the arrays of a sparse matrix"),
    ({"data": np.array([1j, 2, 3])}, "has the type complex128"),
    ({"y": np.array([1, -1])}, "2 labels y for 3 rows"),
])
def test_what_is_no_sparse_matrix_is_refused(tmp_path, changed, reason):
    np.savez(tmp_path / "a.npz", **arrays(**changed))
    with pytest.raises(BadInput, match=reason):
        read_table(tmp_path / "a.npz")


def test_unsorted_indices_explicit_zeros_and_integers_are_read(tmp_path):
    np.savez(tmp_path / "a.npz", **arrays(data=np.array([5, 0, 7], dtype=np.uint64)))
    table = read_table(tmp_path / "a.npz")
    assert isinstance(table, SparseTable)
    assert ([*table.X], table.labels) == ([(0, 0, 0, 5), (7, 0, 0, 0), (0, 0, 0, 0)], [1, -1, 1])
    np.savez(tmp_path / "a.npz", **arrays())
    assert read_table(tmp_path / "a.npz").X[0] == (0, 2, 0, Fraction(3, 2))


class Bomb:
    def __reduce__(self):
        return (pytest.fail, ("a pickle was loaded",))


@pytest.mark.parametrize("name", ["format", "data", "indices", "shape", "y"])
def test_no_pickle_is_loaded(tmp_path, name):
    bomb = np.empty(1, dtype=object)
    bomb[0] = Bomb()
    np.savez(tmp_path / "a.npz", **arrays(**{name: bomb}))
    with pytest.raises(BadInput, match=f"{name} holds Python objects"):
        read_table(tmp_path / "a.npz")
    (tmp_path / "b.npz").write_bytes(pickle.dumps(Bomb()))
    with pytest.raises(BadInput, match="a pickle of Python"):
        read_table(tmp_path / "b.npz")


def test_a_header_that_promises_too_much_is_refused(tmp_path):
    np.savez(tmp_path / "a.npz", **{key: value for key, value in arrays().items() if key != "data"})
    with zipfile.ZipFile(tmp_path / "a.npz", "a") as archive:
        archive.writestr("data.npy", member((10**12,)))
    with pytest.raises(BadInput, match="data ends before its 1000000000000 entries"):
        read_table(tmp_path / "a.npz")
