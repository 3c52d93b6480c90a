"""Examples from arrays, lists and frames: every value exactly, and columns as in a file."""

from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest

import novikoff
from novikoff.algorithms.dataset_reader import How
from novikoff.algorithms.errors import BadInput
from novikoff.algorithms.in_memory_data import records_of

TENTH = Fraction(0.1)  # the float64, which is not 1/10
COLUMNS = {"a": [0.1, 2.0, 3.0], "b": [1, 2, 3], "kind": ["u", "v", "u"]}


class Polars:
    """What is asked of a frame of polars, which the tests do not install."""

    columns = tuple(COLUMNS)

    def iter_columns(self):
        return [SimpleNamespace(name=name, to_list=values.copy) for name, values in COLUMNS.items()]


def frames():
    pandas = pytest.importorskip("pandas", reason="the frames of pandas are asked for their columns")
    pyarrow = pytest.importorskip("pyarrow", reason="the tables of Arrow are asked for their columns")
    return {"pandas": pandas.DataFrame(COLUMNS), "arrow": pyarrow.table(COLUMNS), "polars": Polars()}


@pytest.mark.parametrize("kind", ["pandas", "arrow", "polars"])
def test_a_frame_is_read_as_a_file_is(kind):
    frame = frames()[kind]
    found = records_of(frame, How())
    assert ((TENTH, 1), (2, 2), (3, 3)) == found.X
    assert (found.labels, found.features, found.label, found.lines) == (("u", "v", "u"), ("a", "b"), "kind", (1, 2, 3))
    named = records_of(frame, How(label="b", drop=["kind"]))
    assert (named.labels, named.features) == (("1", "2", "3"), ("a",))
    with pytest.raises(BadInput, match="has no column 'c'"):
        records_of(frame, How(label="c"))


def test_frames_of_pandas():
    pandas = pytest.importorskip("pandas", reason="a frame")
    assert records_of(pandas.DataFrame({"target": [1, -1], "a": [1, 2]}), How()).label == "target"
    # Missing values of a frame
    frame = pandas.DataFrame({"a": pandas.array([1, None, 3], dtype="Int64"), "b": [0.5, 1, np.nan], "y": [1, -1, 1]})
    with pytest.raises(BadInput, match="row 2, column 'a': the cell is empty"):
        records_of(frame, How())
    assert ((1, Fraction(1, 2)),) == records_of(frame, How(missing="drop")).X
    with pytest.raises(BadInput, match="column 'when' has a value of the type Timestamp"):
        records_of(pandas.DataFrame({"when": pandas.to_datetime(["2020-01-01"]), "y": [1]}), How())
    # A frame and a series
    frame = pandas.DataFrame({"length": [0.1, 2.0], "label": [3, 4]})
    found = records_of((frame, pandas.Series(["u", "v"], name="kind")), How())
    assert (found.features, found.label, found.labels) == (("length", "label"), "kind", ("u", "v"))
    same = records_of((frame, pandas.Series([1, -1], name="label")), How())
    assert (same.features, same.label) == (("length", "label"), "the label")


ARRAYS = {"lists of floats": [[0.1, 2.0], [1.5, -1.0]], "float64": np.array([[0.1, 2], [1.5, -1]]),
          "objects": np.array([[TENTH, 2], [1.5, -1]], dtype=object)}


@pytest.mark.parametrize("kind", ARRAYS)
@pytest.mark.parametrize("y", [[1, -1], [1.0, -1.0], np.array([1, -1]), [np.int64(1), np.int64(-1)]])
def test_arrays_are_taken_exactly(kind, y):
    found = records_of((ARRAYS[kind], y), How())
    assert ((TENTH, 2), (Fraction(3, 2), -1)) == found.X
    assert found.labels == ("1", "-1")


def test_float32_has_its_own_value():
    found = records_of((np.array([[0.1]], dtype="float32"), [1]), How())
    assert ((Fraction(float(np.float32(0.1))),),) == found.X


def test_a_frame_has_no_separator():
    with pytest.raises(BadInput, match="sep is for"):
        records_of(Polars(), How(sep=","))


def test_run_and_separate_take_them():
    pandas = pytest.importorskip("pandas", reason="a frame")
    frame = pandas.DataFrame({"class": ["u", "v", "v"], "a": [0.1, 2.0, 3.5], "b": [1, 2, 3]})
    assert novikoff.separate(frame).data.label == "class"
    assert novikoff.run("perceptron", frame, positive="u").separated
    X = np.array([[0.1, 1], [2, 2.5]])
    assert novikoff.run("perceptron", (X, np.array([-1.0, 1.0]))).separated
    assert novikoff.separate((X.tolist(), [-1, 1]))
    assert novikoff.run("perceptron", (X, [-1, 1]), margin=False).governed.margin is None
