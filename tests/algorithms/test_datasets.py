"""Reading CSV files exactly, and saying clearly what is wrong with one."""

from collections import Counter
from fractions import Fraction

import pytest

from novikoff.algorithms.dataset_reader import both_labels, find_contradiction, read_csv, resolve
from novikoff.algorithms.errors import BadInput


def test_what_a_file_gives(file):
    data = read_csv(file("a,b,c,d,y\n5.1,-.5,1e-3,2/6,1\n+7,1.,2E2,-1/2,-1\n"))
    assert data.X[0] == (Fraction(51, 10), Fraction(-1, 2), Fraction(1, 1000), Fraction(1, 3))
    assert data.X[1] == (7, 1, 200, Fraction(-1, 2))
    # The column of labels may be anywhere
    data = read_csv(file("a,kind,b\n1,u,2\n3,v,4\n"), label="kind")
    assert (data.X, data.y, data.features, data.label) == (((1, 2), (3, 4)), (-1, 1), ("a", "b"), "kind")
    # Columns without a header get names
    data = read_csv(file("1,2,-1\n3,4,1\n"))
    assert (data.features, data.label, data.X, data.lines) == (("x1", "x2"), "x3", ((1, 2), (3, 4)), (1, 2))
    # Lines are those of the file
    data = read_csv(file('\ufeffa,y\r\n\r\n1,1\r\n   \r\n "2",-1\r\n'))
    assert (data.X, data.lines) == (((1,), (2,)), (3, 5))
    assert data.features == ("a",)  # without the byte order mark
    # Lines count the breaks inside quotes
    assert read_csv(file('"a\nb",y\n1,1\n')).lines == (3,)


def test_iris_is_fishers():
    iris = read_csv("iris.csv", "species", "setosa")
    assert iris.features == ("sepal_length", "sepal_width", "petal_length", "petal_width")
    assert (len(iris.X), Counter(iris.y)) == (150, {1: 50, -1: 100})
    assert iris.X[34] == tuple(map(Fraction, ("4.9", "3.1", "1.5", "0.2")))
    assert iris.X[37] == tuple(map(Fraction, ("4.9", "3.6", "1.4", "0.1")))
    # R. A. Fisher's Table I, means per species in hundredths of a centimetre times 50
    totals = {"setosa": (2503, 1714, 731, 123), "versicolor": (2968, 1385, 2130, 663),
              "virginica": (3294, 1487, 2776, 1013)}
    for species, expected in totals.items():
        data = read_csv("iris", positive=species)
        chosen = [x for x, y in zip(data.X, data.y, strict=True) if y == 1]
        assert tuple(10 * sum(column) for column in zip(*chosen, strict=True)) == expected


@pytest.mark.parametrize(("values", "positive", "expected", "chosen"), [
    (["1", "-1"], None, (1, -1), "1"),
    (["+1", "-1", "1.0"], None, (1, -1, 1), "+1"),
    (["-1.000000000000000000e+00", "1.0000e+00"], None, (-1, 1), "1.0000e+00"),  # as NumPy writes them
    (["0", "1"], None, (-1, 1), "1"),
    (["9", "10"], None, (-1, 1), "10"),
    (["ham", "spam"], None, (-1, 1), "spam"),
    (["spam", "ham"], "ham", (-1, 1), "ham"),
    (["a", "b", "c"], "b", (-1, 1, -1), "b"),
    (["1", "2", "3"], "2.0", (-1, 1, -1), "2"),
    (["-1", "-1"], None, (-1, -1), "1"),
    (["1"], None, (1,), "1"),
    (["only"], "only", (1,), "only"),
    (["1", "-1"], "-1", (-1, 1), "-1"),
])
def test_which_label_is_positive(file, values, positive, expected, chosen):
    path = file("a,y\n" + "".join(f"{k},{v}\n" for k, v in enumerate(values)))
    data = read_csv(path, positive=positive)
    assert (data.y, data.positive) == (expected, chosen)


def test_a_contradiction_is_one_point_with_both_labels(file):
    data = read_csv(file("a,b,y\n5,5,1\n1,2.0,1\n1,2,1\n3,3,-1\n1.0,2,-1\n"))
    assert find_contradiction(data) == (1, 4)
    assert both_labels(data) == (0, Fraction(1, 2), 0, 0, Fraction(1, 2))
    data = read_csv(file("a,y\n1,1\n1,1\n2,-1\n"))
    assert find_contradiction(data) is None
    assert both_labels(data) is None


def test_names_of_files_and_labels_come_before_their_meaning(file, monkeypatch):
    data = read_csv(file("a,y\n1,1e999999999\n2,1/0\n"))
    assert sorted(data.y) == [-1, 1]
    # A file comes before a bundled name
    assert resolve("iris").parent.name == "data"
    path = file("a,y\n1,1\n", "iris.csv")
    monkeypatch.chdir(path.parent)
    assert len(read_csv("iris.csv").X) == 1
    assert len(read_csv("iris", positive="setosa").X) == 150


@pytest.mark.parametrize("name", ["nowhere.csv", "iris.txt", "", "a\0b", "."])
def test_no_such_file(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput, match=r"no such file|is a directory"):
        read_csv(name)
