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


GOOD = "a,b,y\n1,2,1\n3,4,-1\n"


@pytest.mark.parametrize(("text", "options", "words"), [
    ("", {}, "data.csv is empty"),
    ("\n\n", {}, "is empty"),
    ("a,b,y\n", {}, "header but no rows"),
    ("a\n1\n", {}, "one column"),
    ("a|b|y\n1|2|1\n", {}, "separate features and label by commas"),
    (GOOD + "5,6\n", {}, "line 4: 2 cells where 3 are expected"),
    (GOOD + "5,6,1,\n", {}, "line 4: 4 cells"),
    ("a,b,y\n1,nan,1\n", {}, "line 2, column 'b': nan is not finite"),
    ("a,b,y\n-Inf,1,1\n", {}, "line 2, column 'a': -Inf is not finite"),
    ("a,b,y\n1,1,NaN\n", {}, "column 'y': NaN is not finite"),
    (GOOD + "5,six,1\n", {}, "line 4, column 'b': 'six' is not a number"),
    (GOOD + "5,six,1\n7,8\n", {}, "line 4, column 'b': 'six' is not a number"),  # the first mistake of the file
    (GOOD + "5,0x10,1\n", {}, "'0x10' is not a number"),
    (GOOD + "5,1_000,1\n", {}, "'1_000' is not a number"),
    (GOOD + "5,٣,1\n", {}, "is not a number"),
    (GOOD + "5,,1\n", {}, "line 4, column 'b': the cell is empty"),
    (GOOD + "5,6,\n", {}, "line 4, column 'y': the cell is empty"),
    (GOOD + "5,1/0,1\n", {}, "divides by 0"),
    (GOOD, {"label": "kind"}, "no column 'kind'; its columns are: a, b, y"),
    ("height,species\n1,u\n", {"label": "specis"}, "did you mean 'species'"),
    ("a,y\n1,u\n2,v\n3,w\n", {}, "3 label values.*u, v, w.*means .1 with positive"),
    ("a,y\n" + "".join(f"1,k{i}\n" for i in range(9)), {}, "k5 and 3 more"),
    ("a,y\n1,setosa\n2,other\n", {"positive": "Setosa"}, "did you mean 'setosa'.*other, setosa"),
    ("a,a,y\n1,2,1\n", {}, "two columns are called 'a'"),
    ("5.1,3.5,width\n4.9,3.0,1\n", {}, "line 1: the header has the number 5.1"),
    (b"a,y\n1,\xff\xfe\n", {}, "not UTF-8"),
    ('a,y\n"1,1\n', {}, "not CSV"),
    ("a,y\n1e999999999,1\n", {}, "too many digits"),
    ("a,y\n1e-99999999999999999999,1\n", {}, "too many digits"),
    ("a,y\n" + "9" * 5000 + ",1\n", {}, "too many digits"),
    ("a,y\n1e" + "9" * 5000 + ",1\n", {}, "too many digits"),
    ("a,y\n" + "9" * 130_000 + "x,1\n", {}, "is not a number"),
    ("a,y\n" + "9" * 140_000 + ",1\n", {}, "not CSV"),
    ("a,y\n1e400,1\n2,1e-401\n3e-401,1", {}, "line 4, column 'a': '3e-401' has too many digits"),
    (",".join(f"c{k}" for k in range(10_001)) + "\n", {}, "line 1: 10001 columns; at most 10000 are read"),
    ("k" * 90_000 + ",y\nx,1\n", {}, "column 'k{37}...': its cells are words, as 'x' in line 2"),
    ("k" * 90_000 + ",y\n1,1\n", {"label": "kk"}, "its columns are: 'k{37}...', y"),
    ('"a\nb",y\n1,1\n', {"label": "z"}, r"its columns are: 'a\\nb', y"),
    ("a,y\n1,\0\n", {}, "line 2: a NUL character"),
])
def test_bad_file_is_one_clear_sentence(file, text, options, words):
    path = file(text)
    with pytest.raises(BadInput, match=words) as caught:
        read_csv(path, **options)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 250


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
