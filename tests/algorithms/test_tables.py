"""The formats of files with examples: every value exact, every hostile file one sentence."""

import bz2
import fractions
import gzip
import io
import lzma
import pickle
import random
import struct
import subprocess
import sys
import tracemalloc
import zipfile
from decimal import Decimal
from fractions import Fraction
from functools import partial

import numpy as np
import pytest

from novikoff.algorithms import dataset_reader, processes, table_readers
from novikoff.algorithms.dataset_reader import How, read_csv, read_records
from novikoff.algorithms.errors import BadInput

TENTH = Fraction(0.1)  # the float64, which is not 1/10


# ------------------------------------------------------------------------------- separators

ROWS = [["a", "long name", "y"], ["0.1", "-2", "u"], ["3e2", "1/3", "v"]]
X = ((Fraction(1, 10), -2), (300, Fraction(1, 3)))


@pytest.mark.parametrize("mark", [",", "\t", ";", " ; ", ", "])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_the_separator_is_found_out(file, mark, end):
    data = read_csv(file("\ufeff" + end.join(map(mark.join, ROWS)) + end))
    assert (data.X, data.features, data.lines) == (X, ("a", "long name"), (2, 3))


def test_spaces_separate_where_all_rows_agree(file):
    data = read_csv(file(" a  b\ty \n0.1 -2 u\n\n 3e2   1/3 v\n"))
    assert (data.X, data.features, data.lines) == (X, ("a", "b"), (2, 4))
    assert read_records(file('"a" b\n1 2\n')).features == ("a",)
    assert read_records(file('"a" "b c" y\n1 2 1\n'), How(sep="space")).features == ("a", "b c")


@pytest.mark.parametrize(("text", "features"), [
    ("a;b,c,y\n1,2,1\n3,4,0\n", ("a;b", "c")),  # the header alone has semicolons
    ("height, in cm;width;y\n1;2;1\n", ("height, in cm", "width")),
    ('"a;b";"c,d";y\n1;2;1\n', ("a;b", "c,d")),
    ("a\tb;c\ty\n1\t2\t1\n", ("a", "b;c")),
])
def test_another_separator_in_a_name_confuses_nobody(file, text, features):
    assert read_csv(file(text)).features == features


@pytest.mark.parametrize("sep", ["|", ":", "tab", "\\t", "semicolon", "comma"])
def test_the_separator_can_be_said(file, sep):
    mark = {"tab": "\t", "\\t": "\t", "semicolon": ";", "comma": ","}.get(sep, sep)
    text = "\n".join(map(mark.join, ROWS)).replace("1/3", "2")
    assert read_records(file(text), How(sep=sep)).X[1] == (300, 2)
    first = read_records(file(f"SEP={mark}\r\n{text}"))  # as Excel writes it
    assert (first.X[1], first.lines) == ((300, 2), (3, 4))


def test_a_decimal_is_what_fractions_reads():
    choose = random.Random(1)
    for _ in range(300):
        text = choose.choice(["", "+", "-"]) + str(choose.randrange(10**6)) + choose.choice(
            ["", ".", f".{choose.randrange(10**6):06}", "e-3", "E5", "/7"])
        assert dataset_reader.parse_value(text) == Fraction(text)


# ----------------------------------------------------------------------------- columns and rows


def test_columns_are_left_out(file):
    found = read_records(file("id,a,b,y\n1,x,2,1\n2,y,3,0\n"), How(drop=["id", "a"]))
    assert (found.features, found.X, found.dropped) == (("b",), ((2,), (3,)), ("id", "a"))
    assert read_records(file("a,y,note\n1,u,-\n2,v,-\n"), How(drop=["note"])).label == "y"  # the last that is left


@pytest.mark.parametrize("mark", ["", "NA", "nan", "NULL", "?", "n/a"])
def test_missing_values_are_an_error_or_left_out(file, mark):
    path = file(f"a,b,y\n1,2,1\n3,{mark},0\n5,6,0\n")
    with pytest.raises(BadInput, match=r"line 3, column 'b': .*missing='drop'"):
        read_records(path)
    found = read_records(path, How(missing="drop"))
    assert (found.X, found.labels, found.missing, found.lines) == (((1, 2), (5, 6)), ("1", "0"), (3,), (2, 4))
    kept = read_records(path, How(missing="drop", drop=["b"]))  # missing only where nobody looks
    assert (kept.missing, len(kept.X)) == ((), 3)


def test_a_missing_label_and_a_label_called_none(file):
    found = read_records(file("a,y\n1,none\n2,\n3,NaN\n4,mild\n5,NA\n6,?\n"), How(missing="drop"))
    assert (found.labels, found.missing) == (("none", "mild"), (3, 4, 6, 7))


@pytest.mark.parametrize(("name", "values", "seems"), [
    ("id", "5 3 9", True), ("Patient_ID", "1 2 3", True), ("", "0 1 2", True), ("Unnamed: 0", "0 1 2", True),
    ("index", "3 2 1", True), ("id", "1 1 2", False), ("id", "1.5 2 3", False), ("width", "1 2 3", False),
    ("t", " ".join(map(str, range(7, 30))), True), ("t", " ".join(map(str, range(7, 53, 2))), False),
])
def test_which_columns_seem_to_number_the_rows(file, name, values, seems):
    text = f"{name},a,y\n" + "".join(f"{value},1,1\n" for value in values.split())
    assert read_records(file(text)).numbering == [name] * seems


# --------------------------------------------------------------------------------- data as people have them


@pytest.mark.parametrize(("text", "label", "features"), [
    ("label,a,b\n1,2,3\n0,4,5\n", "label", ("a", "b")), ("a,Class,b\n1,2,3\n", "Class", ("a", "b")),
    ("y,a,b\n1,2,3\n", "y", ("a", "b")), ("x,y,z\n1,2,3\n", "z", ("x", "y")),
    ("x,y,label\n1,2,3\n", "label", ("x", "y")),
    ("label,x,y\n1,2,3\n", "label", ("x", "y")), ("labelled,a,b\n1,2,3\n", "b", ("labelled", "a")),
    ("a,y\n1,2\n", "y", ("a",)), ("TARGET,a,b\n1,2,3\n", "TARGET", ("a", "b")),
    ("diagnosis,a\n1,2\n", "diagnosis", ("a",)),
])
def test_the_label_column_by_its_name(file, text, label, features):
    found = read_records(file(text))
    assert (found.label, found.features) == (label, features)
    assert ("by its name" in "".join(found.notes)) == (text.split("\n")[0].split(",")[-1] != label)


def test_two_names_of_labels_are_asked_about(file):
    path = file("class,a,target\n1,2,3\n")
    with pytest.raises(BadInput, match="the labels may be in class, target; name the column with label"):
        read_records(path)
    assert read_records(path, How(drop=["class"])).label == "target"
    assert read_records(path, How(label="a")).notes == ()


@pytest.mark.parametrize(("text", "how", "label", "labels"), [
    ("5.1,3.5,Iris-setosa\n4.9,3,Iris-setosa\n7,2,other\n", How(), "x3", ("Iris-setosa", "Iris-setosa", "other")),
    ("842302,M,17.99\n842517,M,20\n84300903,B,3\n", How(), "x2", ("M", "M", "B")),
    ("1,14.2,1065\n2,13.2,1050\n", How(label="1"), "x1", ("1", "2")),
    ("M,1,2,a\nM,3,4,b\nN,3,4,a\n", How(drop=["1"]), "x4", ("a", "b", "a")),
    ("?,5,u\n1,6,u\n", How(missing="drop"), "x3", ("u",)),
])
def test_files_without_a_header(file, text, how, label, labels):
    found = read_records(file(text), how)
    assert (found.label, found.labels) == (label, labels)
    assert any("the only one with words" in note for note in found.notes) == (label == "x2")


@pytest.mark.parametrize(("text", "names", "X"), [
    ("# exported\n# by us\nx,y,label\n1,2,0\n", ("x", "y"), ((1, 2),)),
    ("# a,b,label\n1,2,0\n3,4,1\n", ("a", "b"), ((1, 2), (3, 4))),
    ("\n#one\nx,label\n1,2\n# two\n3,4\n", ("x",), ((1,), (3,))),
    ('# 1" nails\nx,label\n1,2\n', ("x",), ((1,),)),
    ("#id,x,label\n7,1,2\n", ("id", "x"), ((7, 1),)),
])
def test_comments(file, text, names, X):
    found = read_records(file(text))
    assert (found.features, found.X) == (names, X)


@pytest.mark.parametrize("text", [
    '"len" "wid" "kind"\n"1" 5.1 3.5 "a b"\n"2" 4.9 3 "c"\n', "len\twid\tkind\nm1\t5.1\t3.5\ta b\nm2\t4.9\t3\tc\n",
    '"len","wid","kind"\n"1",5.1,3.5,"a b"\n"2",4.9,3,"c"\n',
    '"","len","wid","kind"\n"1",5.1,3.5,"a b"\n"2",4.9,3,"c"\n',
])
def test_tables_of_r(file, text):
    found = read_records(file(text), How(drop=[""] if text.startswith('""') else []))
    assert (found.features, found.labels, found.lines) == (("len", "wid"), ("a b", "c"), (2, 3))
    assert ((Fraction(51, 10), Fraction(7, 2)), (Fraction(49, 10), 3)) == found.X


def test_decimal_commas(file):
    text = "Länge;Preis;Sorte\n5,1;1.234,50;gut\n-0,25;12.500,00;gut\n7;3;schlecht, sehr\n"
    found = read_records(file(text))
    assert ((Fraction(51, 10), Fraction(2469, 2)), (Fraction(-1, 4), 12500), (7, 3)) == found.X
    assert found.labels == ("gut", "gut", "schlecht, sehr")
    assert read_records(file("5,1;3,5;u\n4,9;3,0;u\n")).X[0] == (Fraction(51, 10), Fraction(7, 2))


def test_booleans_are_0_and_1(file):
    assert read_records(file("a,b,y\nTrue,0,1\nfalse,1,0\n")).X == ((1, 0), (0, 1))


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-8-sig"])
def test_encodings(file, encoding):
    text = "ä,y\n0.1,ü\n"
    data = b"\xfe\xff" * (encoding == "utf-16-be") + text.encode(encoding)
    assert read_records(file(data)).labels == ("ü",)


def arff(rows):
    attributes = "@attribute 'the a' numeric\n@attribute b real\n@attribute class {x,'y z'}"
    return f"% about\n@RELATION 'a b'\n{attributes}\n@data\n{rows}"


def test_arff(file):
    found = read_records(file(arff("1,0.1,x\n% one\n\n?,2, 'y z' \n3,4,\"y z\"\n")), How(missing="drop"))
    assert (found.features, found.label, found.labels) == (("the a", "b"), "class", ("x", "y z"))
    assert (found.X, found.lines, found.missing) == (((1, Fraction(1, 10)), (3, 4)), (7, 11), (10,))


def zipped(**files):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name.replace("__", "."), content)
    return packed.getvalue()


PLAIN = b"a,y\n0.1,1\n"
PACKERS = (bz2.compress, lzma.compress, partial(gzip.compress, mtime=0))  # the same bytes in each of pytest's processes
TWICE = [pack(PLAIN[:4]) + pack(PLAIN[4:]) for pack in PACKERS]


@pytest.mark.parametrize("content", [zipped(a__csv=PLAIN), *(pack(PLAIN) for pack in PACKERS), *TWICE])
def test_packed_files(file, content):
    assert ((Fraction(1, 10),),) == read_records(file(content)).X


@pytest.mark.parametrize("pack", [*PACKERS, lambda content: zipped(a=content)])
def test_no_bomb_is_unpacked(file, monkeypatch, pack):
    monkeypatch.setattr(table_readers, "MAX_BYTES", 10**5)
    with pytest.raises(BadInput, match="unpacked it has more than 100000 bytes"):
        read_records(file(pack(b" " * 10**7)))


def test_npy(tmp_path):
    np.save(tmp_path / "a.npy", np.array([[0.1, 2, 1], [3, 4, -1]]))
    found = read_records(tmp_path / "a.npy")
    assert (found.X, found.labels, found.label) == (((TENTH, 2), (3, 4)), ("1", "-1"), "x3")
    assert read_records(tmp_path / "a.npy", How(label="1")).label == "x1"
    np.save(tmp_path / "a.npy", np.array([0.1, 2]))
    with pytest.raises(BadInput, match=r"an array of the shape \(2,\); give rows of features"):
        read_records(tmp_path / "a.npy")


# ------------------------------------------------------------------------------------ libsvm


def test_libsvm(file):
    text = "# a comment\n+1 1:0.1 3:-2 # note\n\n-1 qid:4 3:1/3 2:3e2\n1\n"
    data = read_csv(file(text, "heart_scale"))
    assert list(data.X) == [(Fraction(1, 10), 0, -2), (0, 300, Fraction(1, 3)), (0, 0, 0)]
    assert (data.y, data.features, data.lines, data.label) == ((1, -1, 1), ("x1", "x2", "x3"), (2, 4, 5), "label")


def test_libsvm_that_counts_from_0(file):
    data = read_csv(file("1 0:5 1:6\n0 1:7\n"))
    assert (data.X, data.features) == (((5, 6), (0, 7)), ("x0", "x1"))


def test_libsvm_with_words_as_labels(file):
    data = read_csv(file("spam 1:2 2:3.5 # a comment\nham qid:2 1:1\nspam 2:1/2\n", "mail.svm"), "label", "spam")
    assert (data.y, data.X) == ((1, -1, 1), ((2, Fraction(7, 2)), (1, 0), (0, Fraction(1, 2))))


def test_a_damaged_binary_file_is_not_taken_for_text(tmp_path):
    (tmp_path / "data.parquet").write_bytes(bytes(range(128, 256)))
    with pytest.raises(BadInput, match=r"data\.parquet: this is not the content of a \.parquet file"):
        read_csv(tmp_path / "data.parquet")


# ------------------------------------------------------------------------------ what is refused
@pytest.mark.parametrize(("content", "words"), [
    (arff("{0 1, 2 x}\n"), "a sparse row"), (arff("1,2\n"), "2 cells where 3"),
    (arff(""), "no rows of data"), (arff("1,2,x\n1,2,z\n"), "line 8: 'z' is not among the values"),
    # other formats, which are named
    (zipped(a__csv=PLAIN, b__csv=PLAIN), "a zip archive of 2 files; unpack it, and give one: a.csv, b.csv"),
    (zipped(a__gz=gzip.compress(PLAIN, mtime=0)), "a.gz in it is packed, too"),
    (zipped(**{"xl/workbook__xml": "", "[Content_Types]__xml": ""}), "an Excel workbook"),
    (pickle.dumps([1]), "a pickle of Python"), (b"a" * 257 + b"ustar" + bytes(250), "a tar archive"),
    (gzip.compress(b"RDX3\nX", mtime=0), "R's save"), (lzma.compress(PLAIN)[:-9], "end too early"),
    (gzip.compress(PLAIN, mtime=0)[:-9], r"data\.csv: the packed data end too early"),
    (bz2.compress(PLAIN) + b"more", "not bzip2: something else follows"),
])
def test_what_is_no_table_is_refused(file, content, words):
    with pytest.raises(BadInput, match=words):
        read_records(file(content))


# ------------------------------------------------------------------------------------ npz


@pytest.mark.parametrize("kind", ["float16", "float32", "float64"])
def test_floats_of_npz_are_their_binary_values(npz, kind):
    value = np.array([[0.1, -2.0]] * 2, dtype=kind)
    data = read_csv(npz(X=value, y=np.array([1.0, -1.0])))
    assert data.X[0] == (Fraction(float(np.dtype(kind).type(0.1))), -2)
    assert (data.X[0][0] == TENTH) == (kind == "float64")
    assert (data.y, data.lines, data.features, data.label) == ((1, -1), (1, 2), ("x1", "x2"), "y")


@pytest.mark.parametrize(("y", "labels"), [
    (np.array(["ham", "spam"]), ("ham", "spam")), (np.array([True, False]), ("1", "0")),
    (np.array([[3], [4]]), ("3", "4")), (np.array([0.5, 1]), ("1/2", "1")),
])
def test_labels_of_npz(npz, y, labels):
    found = read_records(npz(X=np.array([[2**62 + 1], [-128]]), y=y, feature_names=np.array(["mass"])))
    assert (found.labels, found.X, found.features) == (labels, ((2**62 + 1,), (-128,)), ("mass",))


def test_nan_is_missing_in_npz(npz):
    assert read_records(npz(X=[[1.0, np.nan], [2, 3]], y=[0, 1]), How(missing="drop")).missing == (1,)


def member(shape, kind="<f8", content=b""):
    """A file of one array, with this header, whatever its content."""
    header = f"{{'descr': {kind!r}, 'fortran_order': False, 'shape': {shape!r}, }}\n".encode()
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + content


@pytest.mark.parametrize(("content", "words"), [
    (member((10**12, 10**12)), "ends before its"),
    (member((-1, -1)), "ends before its"),
    (member((2, 1), content=bytes(8)), "X ends before its 2 entries"),
    (member((1, 1), "|O", b"cos\nsystem\n"), "unpickled"),
    (member("__import__('os').system('touch unpickled')"), "not an array of NumPy"),
    (b"nothing", "not an array of NumPy"),
])
def test_what_is_no_npz(tmp_path, content, words):
    path = tmp_path / "data.npz"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("X.npy", content)
        archive.writestr("y.npy", content)
    with pytest.raises(BadInput, match=words) as caught:
        read_csv(path)
    assert len(str(caught.value)) < 300


def test_a_zip_bomb_is_not_unpacked(file, monkeypatch):
    monkeypatch.setattr(table_readers, "MAX_CELLS", 10**4)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("X.npy", member((1000, 1000), content=bytes(8 * 10**6)))
    with pytest.raises(BadInput, match="X has more than 160000 bytes; longer files are not read"):
        read_csv(file(packed.getvalue(), "data.npz"))
    with pytest.raises(BadInput, match=r"data\.npz: not an \.npz file"):
        read_csv(file(packed.getvalue()[:100], "data.npz"))


# ------------------------------------------------------------------------------ Parquet and Arrow


@pytest.fixture
def arrow(tmp_path):
    """Write columns in one of the three formats."""
    pyarrow = pytest.importorskip("pyarrow", reason="Parquet and Arrow are read by the extra `data`")
    from pyarrow import ipc, parquet

    def write(columns, kind="parquet"):
        table, path = pyarrow.table(columns), tmp_path / f"data.{kind}"
        if kind == "parquet":
            parquet.write_table(table, path)
        else:
            with (ipc.new_file if kind == "arrow" else ipc.new_stream)(path, table.schema) as writer:
                writer.write_table(table)
        return path

    return write


@pytest.mark.parametrize("kind", ["parquet", "arrow", "arrows"])
def test_arrow_and_parquet(arrow, kind):
    columns = {"f": [0.1, 2.0, None], "g": np.array([0.1, 1, 2], dtype="float32"), "d": [Decimal("0.1")] * 3,
               "i": [2**62 + 1, -1, 0], "t": ["0.1", "1/3", "4"], "y": ["u", "v", "u"]}
    path = arrow(columns, kind)
    with pytest.raises(BadInput, match="row 3, column 'f': the cell is empty"):
        read_csv(path)
    data = read_records(path, How(missing="drop"))
    single = Fraction(float(np.float32(0.1)))
    assert data.X[0] == (TENTH, single, Fraction(1, 10), 2**62 + 1, Fraction(1, 10))
    assert data.X[1] == (2, 1, Fraction(1, 10), -1, Fraction(1, 3))
    assert (data.labels, data.lines, data.missing) == (("u", "v"), (1, 2), (3,))


def test_categories_are_texts(arrow):
    import pyarrow

    labels = pyarrow.array(["u", "v", "u"]).dictionary_encode()
    assert read_records(arrow({"a": [1, 2, 3], "y": labels})).labels == ("u", "v", "u")


def test_what_is_no_parquet(arrow, file, monkeypatch):
    with pytest.raises(BadInput, match="column 'when' has the type timestamp"):
        read_csv(arrow({"when": np.array([0], dtype="M8[us]"), "y": [1]}))
    with pytest.raises(BadInput, match="column 'a' has the type list"):
        read_csv(arrow({"a": [[1, 2]], "y": [1]}, "arrow"))
    for content in (b"PAR1 and so on", b"ARROW1\0\0 and so on", b"\xff\xff\xff\xff and so on"):
        with pytest.raises(BadInput, match=r"data\.csv: not (Parquet|Arrow)"):
            read_csv(file(content))
    monkeypatch.setattr(table_readers, "MAX_CELLS", 10**6)
    with pytest.raises(BadInput, match="1000000 rows of 2 columns; at most 1000000 cells"):
        read_csv(arrow({"a": np.zeros(10**6), "y": np.zeros(10**6)}))


def test_without_pyarrow_it_is_named(file, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(BadInput, match=r"data\.csv: a Parquet or Arrow file needs the extra 'data' \(.*\); pip"):
        read_csv(file(b"PAR1"))


# ---------------------------------------------------------------------------------------- memory

ROOM, COLUMNS = 2**11 + 1, 10


@pytest.fixture
def large(file, npz):
    """A file of this kind, with `ROOM` rows of `COLUMNS` features and a label."""
    values = np.random.default_rng(1).integers(1, 10**6, (ROOM, COLUMNS))
    labels = [i % 2 for i in range(ROOM)]
    few = values % 7
    lines = {
        "different": [f"{','.join(f'{v}.25' for v in row)},{y}" for row, y in zip(values, labels, strict=True)],
        "repeated": [f"{','.join(map(str, row))},{y}" for row, y in zip(few, labels, strict=True)],
        "sparse": [
            f"{y} " + " ".join(f"{k}:{v}" for k, v in enumerate(row)) for row, y in zip(values, labels, strict=True)
        ],
    }

    def write(kind):
        return npz(X=values / 8, y=labels) if kind == "npz" else file("\n".join(lines[kind]) + "\n")

    return write


@pytest.mark.parametrize("kind", ["different", "repeated", "sparse", "npz"])
def test_what_does_not_fit_is_refused_before_it_is_read_with_the_size_that_would_be_needed(monkeypatch, large, kind):
    """Where it is said to fit, no more is used: counted by tracemalloc."""
    path, asked = large(kind), []
    monkeypatch.setattr(dataset_reader, "KEPT", 2**8)
    monkeypatch.setattr(dataset_reader, "require_room", lambda needed, *_: asked.append(needed))
    tracemalloc.start()
    read = read_records(path)
    if remembered := getattr(fractions, "_hash_algorithm", None):  # at most 2¹⁴ hashes, from Python 3.13 on
        remembered.cache_clear()
    held, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(read.X) == ROOM
    assert held < asked[-1] < 3 * peak
    monkeypatch.undo()
    monkeypatch.setattr(processes, "LITTLE", 0)
    monkeypatch.setattr(processes, "_memory_available", lambda: max(asked))
    assert read_records(path).X == read.X
    monkeypatch.setattr(processes, "_memory_available", lambda: asked[-1] / 8)
    with pytest.raises(BadInput, match=r"needs 0\.0 GiB of memory, but 0\.0 GiB are free; give fewer$"):
        read_records(path)


LIMITED = """
import resource, sys
from novikoff.algorithms import dataset_reader, processes
kind, room, processes.LITTLE = getattr(resource, sys.argv[2]), int(sys.argv[3]), 0
held = dict(zip((resource.RLIMIT_DATA, resource.RLIMIT_AS), processes._memory_in_use()[1:]))
resource.setrlimit(kind, (held[kind] + room, held[kind] + room))
try:
    print(len(dataset_reader.read_records(sys.argv[1]).X))
except dataset_reader.BadInput as problem:
    print(problem)
"""


@pytest.mark.parametrize("limit", ["RLIMIT_DATA", "RLIMIT_AS"])
def test_a_file_beyond_the_memory_is_one_sentence_in_a_process_with_little(file, limit):
    """200 000 different numbers at 112 bytes and their digits; the file itself has less than 2 MB."""
    lines = [",".join(f"{i * 20 + j}.5" for j in range(20)) for i in range(10_000)]
    path = file("\n".join([",".join(f"x{j}" for j in range(20)), *lines]))

    def said(room):
        command = [sys.executable, "-c", LIMITED, str(path), limit, str(room)]
        return subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout

    assert said(2**28) == "10000\n"
    assert "data.csv with 10001 rows of 20 columns needs 0.0 GiB of memory, but 0.0 GiB are free" in said(2**24)
