"""Hostile files through every door: one sentence that names the file and the reason, in bounded time and memory.

Each file is given to a process of its own, which the system ends if it takes more than `MEMORY` bytes or `SECONDS` of
processor time: then its exit status is not the documented one.
"""

import bz2
import functools
import json
import lzma
import multiprocessing
import os
import pickle
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import pytest

from novikoff.proofs import kernel
from novikoff.proofs.evidence import CERTIFICATES, read_evidence

MEMORY = 2 * 2**30
SECONDS = 60
NOVIKOFF = (sys.executable, "-m", "novikoff")
KERNEL = (sys.executable, "-I", kernel.__file__)
# The readers of the files that ship with the package, made to read another file.
REPLAY = (sys.executable, "-c", """
import sys
from pathlib import Path
from novikoff.proofs import evidence
evidence.CERTIFICATES = Path(sys.argv.pop())
sys.argv += ["check", "--replay", "cauchy-schwarz"]
from novikoff.cli import main
main()""")
STORED = """
import sys
from novikoff.algorithms.errors import BadInput
from pathlib import Path
from novikoff.proofs import evidence
from novikoff.proofs.{module} import {reader}
evidence.{file} = Path(sys.argv[1])
try:
    {reader}()
except BadInput as problem:
    sys.exit(2 * bool(print("novikoff:", problem, file=sys.stderr) is None))"""
MODELS = (sys.executable, "-c", STORED.format(file="MODELS", module="checking.vacuity", reader="stored_models"))
NECESSITY = (sys.executable, "-c",
             STORED.format(file="NECESSITY", module="checking.necessity", reader="stored_results"))


# A process that has imported what the doors need; each test runs in a child of it, which need not import it again.
# Threads of linear algebra would reserve address space.
os.environ |= {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
SERVER = multiprocessing.get_context("forkserver")
SERVER.set_forkserver_preload(
    [f"novikoff.{name}" for name in (
        "commands.check", "commands.prove", "commands.run", "proofs.prover.prove", "proofs.checking.ledger_check",
        "proofs.checking.necessity", "algorithms.perceptron",
    )]
)
CHILD = """
import os, sys
limited()
os.chdir(folder)
for number, (file, mode) in enumerate(((given, os.O_RDONLY), (out, os.O_WRONLY), (err, os.O_WRONLY))):
    os.dup2(os.open(file, mode), number)
sys.stdin, sys.stdout, sys.stderr = (open(n, "rw"[n > 0], encoding="utf-8", closefd=False) for n in range(3))
sys.argv = argv
exec(code, {"__name__": "__main__"})
"""
LIMITS = f"""
def limited():
    import resource
    resource.setrlimit(resource.RLIMIT_AS, ({MEMORY}, {MEMORY}))
    resource.setrlimit(resource.RLIMIT_CPU, ({SECONDS}, {SECONDS}))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
"""  # called in the child: the limits are the system's, not the program's


def run(program, option, code, *arguments, cwd=".", stdin=None):
    """Run `python -I FILE`, `python -c CODE` or `python -m novikoff` within the limits."""
    if option == "-I":
        command = [program, option, code, *arguments]
        exec(LIMITS, names := {})
        return subprocess.run(command, capture_output=True, encoding="utf-8", preexec_fn=names["limited"], check=False)
    if option == "-m":
        code = "from novikoff.cli import main; main()"
    with tempfile.TemporaryDirectory() as folder:
        out, err = Path(folder, "out"), Path(folder, "err")
        out.touch()
        err.touch()
        given = {"argv": ["novikoff", *arguments], "code": code, "folder": str(cwd), "out": str(out), "err": str(err),
                 "given": stdin.name if stdin else os.devnull}
        child = SERVER.Process(target=exec, args=(LIMITS + CHILD, given))
        child.start()
        child.join(5 * SECONDS)  # what waits for a pipe uses no processor time
        if child.is_alive():
            child.kill()
        child.join()
        printed = (file.read_text(encoding="utf-8") for file in (out, err))
        return subprocess.CompletedProcess(arguments, child.exitcode, *printed)


def sentence_of(done):
    """The one line on stderr of a command that ended with status 2."""
    assert done.returncode == 2, (done.returncode, done.stderr[-2000:])
    assert done.stdout == ""
    lines = done.stderr.splitlines()
    assert len(lines) == 1, done.stderr[-2000:]
    assert len(lines[0]) < 400
    return lines[0]


def sparse(path: Path, size: int):
    path.touch()
    os.truncate(path, size)


def blank(path: Path, size: int):
    """Spaces that were really written, a little more than the largest limit."""
    with path.open("wb") as file:
        for _ in range(size // 2**20):
            file.write(b" " * 2**20)


class Command:
    """What runs if it is unpickled."""

    def __reduce__(self):
        return os.system, ("touch unpickled",)


FILES = {
    "sparse": lambda path: sparse(path, 2**30),
    "spaces": lambda path: blank(path, 2**26 + 2**20),
    "directory": lambda path: path.mkdir(),
    "pipe": lambda path: os.mkfifo(path),
    "endless": lambda path: path.symlink_to("/dev/zero"),
    "circle": lambda path: path.symlink_to(path),
    "pickle": lambda path: path.write_bytes(pickle.dumps(Command())),
    "not-utf-8": lambda path: path.write_bytes(b'{"entries": ["\xff"]}\n'),
    "utf-16": lambda path: path.write_bytes('{"entries": []}'.encode("utf-16")),
    "NUL": lambda path: path.write_bytes(b'{"entries": [\0]}\n'),
    "empty": lambda path: path.touch(),
    "missing": lambda path: None,
}


@pytest.fixture
def hostile(tmp_path):
    """Make a hostile file: by a function of its path, or from its content."""
    def make(content, suffix):
        path = tmp_path / f"hostile.{suffix}"
        content(path) if callable(content) else path.write_bytes(content.encode())
        return path
    return make


ENTRIES_OF_BOOK = json.loads(read_evidence(CERTIFICATES))["entries"]


def entry(show, **proof):
    """An entry that shows a >= 0 by a certificate."""
    statement = {"id": "hostile", "declare": ["a", "b"], "assume": {"sign": [">=", "a", "0"]},
                 "show": {"c": [">=", show, "0"]}}
    return {"statement": statement, "proof": {"rule": "poly", **proof}}


def with_number(text):
    """A book whose only entry has this coefficient, written as JSON."""
    return json.dumps({"entries": [entry(["*", "number", "a"])]}).replace('"number"', text)


JSON = {
    **FILES,
    "brackets": '{"entries": ' + "[" * 100_000 + "]" * 100_000 + "}",
    "objects": '{"entries": ' + '{"a": ' * 100_000 + "1" + "}" * 100_000 + "}",
    "open brackets": "[" * 10**6,
    "a number with a million digits": with_number("9" * 10**6),
    "a power": with_number("2**10**9"),
    "a repeated key": '{"entries": [], "entries": []}',
    "single quotes": "{'entries': []}",
    "code": "__import__('os').system('touch unpickled')",
    "a string that is not closed": '{"entries": ["a',
}


@pytest.mark.sampled(40)
@pytest.mark.parametrize("door", [KERNEL, REPLAY, MODELS, NECESSITY], ids=["kernel", "replay", "models", "necessity"])
@pytest.mark.parametrize("name", JSON)
def test_a_file_that_is_no_book_is_one_sentence(door, name, hostile):
    path = hostile(JSON[name], "json")
    assert path.name in sentence_of(run(*door, str(path), cwd=path.parent))
    assert not (path.parent / "unpickled").exists()


@pytest.mark.parametrize("door", [KERNEL, REPLAY], ids=["kernel", "replay"])
@pytest.mark.parametrize("content", ["17", "[]", "{}", '{"entries": 17}', '{"entries": [17]}'])
def test_json_that_is_no_book_is_one_sentence(door, content, hostile):
    done = run(*door, str(hostile(content, "json")))
    assert done.returncode in ((1, 2) if door is KERNEL else (2,))
    assert "Traceback" not in done.stderr
    assert 1 <= len((done.stdout + done.stderr).splitlines()) <= 2


def nested(depth):
    """A proof with so many steps inside each other."""
    why = {"rule": "poly", "sum": [{"facts": ["sign"]}]}
    proof = why
    for k in range(depth):
        proof = {"rule": "have", "name": f"h{k}", "fact": [">=", "a", "0"], "why": why, "then": proof}
    return {**entry("a"), "proof": proof}


def all_pairs(count):
    return ["+", *(["*", ["^", "a", str(i)], ["^", "b", str(j)]] for i in range(1, count) for j in range(1, count))]


ENTRIES = {
    "a coefficient with a million digits": entry(["*", "9" * 10**6, "a"]),
    "a denominator with a million digits": entry(["*", "1/" + "9" * 10**6, "a"]),
    "an exponent of nine digits": entry(["^", "a", "999999999"]),
    "an exponent of a million digits": entry(["^", "a", "9" * 10**6]),
    "a power": entry("2**10**9"),
    "a float": entry("1e999999999"),
    "NaN": entry(float("nan")),
    "infinity": entry(float("-inf")),
    "Arabic digits": entry("١"),
    "a surrogate": entry("\ud800"),
    "a long name": entry("a" * 10**6),
    "many factors": entry(["*", *["a"] * 10**5]),
    "powers of squares": entry("a", sum=[{"squares": [all_pairs(60)] * 30}]),
    "a large product": entry("a", sum=[{"squares": [all_pairs(99)], "facts": ["sign"] * 1000}]),
    "nested sums": entry(functools.reduce(lambda term, _: ["sum", term], range(500), "a")),
    "many products": entry("a", sum=[{"squares": [all_pairs(12)]}] * 20_000),
}


@pytest.mark.sampled(8)
@pytest.mark.parametrize("name", ENTRIES)
def test_the_kernel_refuses_a_hostile_entry_and_says_why(name, hostile):
    done = run(*KERNEL, str(hostile(json.dumps({"entries": [ENTRIES[name]]}), "json")))
    assert done.returncode in (1, 2), done.stderr[-2000:]
    assert "Traceback" not in done.stderr
    said = [line for line in (done.stdout + done.stderr).splitlines() if line]
    assert 1 <= len(said) <= 3
    assert max(map(len, said)) < 400
    assert not any(line.startswith("proved") for line in said)


def test_the_kernel_bounds_the_depth_of_a_proof_and_still_checks_stored_entries(hostile):
    done = run(*KERNEL, str(hostile(json.dumps({"entries": [nested(20)]}), "json")))
    assert done.returncode == 0, done.stderr
    deep = json.dumps({"entries": [nested(0)]}).replace('"sum"', '"deep": ' + "[" * 900 + "]" * 900 + ', "sum"')
    done = run(*KERNEL, str(hostile(deep, "json")))
    assert done.returncode in (1, 2)
    assert "Traceback" not in done.stderr
    # The whole book: `docs/explanation/trust.md`.
    done = run(*KERNEL, str(hostile(json.dumps({"entries": ENTRIES_OF_BOOK[:60]}), "json")))
    assert done.returncode == 0, done.stderr[-2000:]
    first, *_, last = done.stdout.splitlines()
    assert (first[:6], last[-8:]) == ("proved", " 0 error")


def test_the_other_doors_still_read_what_ships():
    done = run(*NOVIKOFF, "check", "--replay", "cauchy-schwarz", "-q")
    assert done.returncode == 0, done.stderr[-2000:]
    for module, reader in (("checking.vacuity", "stored_models"), ("checking.necessity", "stored_results")):
        code = f"from novikoff.proofs.{module} import {reader}; print(len({reader}()) > 100)"
        done = run(sys.executable, "-c", code)
        assert done.stdout == "True\n", done.stderr[-2000:]


def archive(path: Path, kind: str, shape: str, content: bytes):
    """A file of NumPy whose arrays have this header, packed."""
    header = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}}}"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name in ("X.npy", "y.npy"):
            start = b"\x93NUMPY\1\0" + len(header).to_bytes(2, "little") + header.encode()
            file.writestr(name, start + content)


def zipped(path: Path, files: dict[str, bytes]):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in files.items():
            file.writestr(name, content)


CSV = {
    **FILES,
    "a million columns": lambda path: path.write_text(",".join(map(str, range(10**6))) + "\n"),
    "a million named columns": lambda path: path.write_text(",".join(f"c{k}" for k in range(10**6)) + "\n"),
    "a million equal names": "c," * 10**6 + "y\n",
    "a million digits": "a,y\n" + "9" * 10**6 + ",1\n",
    "a hundred thousand digits": "a,y\n" + "9" * 10**5 + ",1\n",
    "an exponent with a hundred thousand digits": "a,y\n1e" + "9" * 10**5 + ",1\n",
    "a long denominator": "a,y\n1/" + "9" * 10**5 + ",1\n",
    "code": "a,y\n__import__('os').system('touch unpickled'),1\n",
    "an open quote": 'a,y\n"1,1\n' + "1,1\n" * 10**6,
    "an open quote at the end": 'a,y\n1,1\n"',
    "a long row": "a,b,y\n1,2,1\n" + "3," * 10**6 + "\n",
    "a column name with a line break": '"a\nb",y\nx,1\n',
    "long column names": "a" * 10**5 + "," + "b" * 10**5 + "\nx,1\n",
    "many label values": lambda path: path.write_text("a,y\n" + "".join(f"{k},k{k}\n" for k in range(10**5))),
    "long label values": "a,y\n" + "".join(f"{k},{'k' * 10**5}{k}\n" for k in range(30)),
    "label values with line breaks": 'a,y\n1,"p\nq"\n2,"r\n"\n3,s\n',
    "only commas": "," * 10**6,
    "only line breaks": "\n" * 10**6,
    "an array without end": lambda path: archive(path, "|u1", "(1000000000000000,)", b""),
    "pickled objects": lambda path: archive(path, "|O", "(1,)", pickle.dumps(Command())),
    "an index of nine digits": "1 999999999:1\n",
    "a bzip2 bomb": lambda path: path.write_bytes(bz2.compress(bytes(10**8))),
    "an xz bomb": lambda path: path.write_bytes(lzma.compress(bytes(10**8))),
    "a bomb in a zip archive": lambda path: zipped(path, {"a": bytes(10**8)}),
    "a zip archive with hostile names": lambda path: zipped(path, {"\n::warning::a\x1b[2J": b"", "../b": b""}),
    "a workbook": lambda path: zipped(path, {"xl/workbook.xml": b"<!DOCTYPE a>", "[Content_Types].xml": b""}),
    "an array whose header lies": b"\x93NUMPY\1\0\xff\xff{".decode("latin-1"),
    "ARFF of line breaks": "\n" * 10**6 + "@relation",
    "ARFF with a cell of spaces": "@relation a\n@attribute a real\n@attribute b real\n@data\na" + " " * 10**6 + "b\n",
    "ARFF with open quotes": "@relation a\n@attribute '" + "\\'" * 10**6 + "\n@data\n1\n",
    "only comments": "#\n" * 10**6,
    "decimal commas": "a;y\n" + "1,5;1\n" * 10**5 + "1.5;1\n",
    "no Parquet": "PAR1" + "\0" * 10**6 + "PAR1",
    "no Arrow": "ARROW1" + "\0" * 10**6 + "ARROW1",
}


@pytest.mark.sampled(20)
@pytest.mark.parametrize("name", CSV)
def test_a_file_that_is_no_table_of_examples_is_one_sentence(name, hostile):
    path = hostile(CSV[name], "csv")
    assert path.name in sentence_of(run(*NOVIKOFF, "run", "perceptron", str(path), cwd=path.parent))
    assert not (path.parent / "unpickled").exists()


def test_a_wrong_option_is_answered_quickly_for_long_and_many_values(hostile):
    """A near miss is looked for among few and short words only."""
    values = "a,y\n" + "".join(f"{k},{'k' * 300}{k}\n" for k in range(3 * 10**4))
    path = hostile(values, "csv")
    line = sentence_of(run(*NOVIKOFF, "run", "perceptron", str(path), "--positive", "k" * 10**5))
    assert "no row has the label 'kkk" in line


EXTREMES = {
    "digits": f"a,b,y\n{'7' * 999},1,1\n1/{'3' * 900},2,-1\n",
    "exponents": "a,b,y\n1e400,1e-400,1\n-1e400,1e-400,-1\n",
    "denominators": "a,b,y\n" + "".join(f"{k}/{10**490 + k},{k}/{10**480 + 7 * k},{k % 2}\n" for k in range(1, 11)),
}


@pytest.mark.parametrize("how", [[], ["--json"]], ids=["text", "json"])
@pytest.mark.parametrize("name", EXTREMES)
def test_the_largest_numbers_that_are_read_are_printed_too(name, how, hostile):
    path = hostile(EXTREMES[name], "csv")
    done = run(*NOVIKOFF, "run", "perceptron", str(path), "--max-updates", "20", *how)
    assert done.returncode in (0, 1, 3), done.stderr[-2000:]
    assert "Traceback" not in done.stderr
    assert done.stdout


STATEMENTS = {
    "brackets": "real a |- " + "(" * 10**5 + "a" + ")" * 10**5 + " >= 0",
    "minus signs": "real a |- " + "-" * 19_000 + "a >= 0",
    "a million digits": "real a |- a <= " + "9" * 10**6,
    "a tower": "real a |- 2**10**9 >= a",
    "a large exponent": "real a |- a**999999999 >= 0",
    "more than is read": "real a |- a >= 0" + " " * 10**7,
    "not UTF-8": b"real a |- a >= \xff",
    "NUL": "real a |- a >= \0",
    "a call": "real a |- __import__('os').system('touch unpickled') >= 0",
}


@pytest.mark.parametrize("name", STATEMENTS)
def test_a_hostile_statement_is_one_sentence(name, tmp_path):
    path = tmp_path / "statement"
    path.write_bytes(STATEMENTS[name] if isinstance(STATEMENTS[name], bytes) else STATEMENTS[name].encode())
    with path.open("rb") as file:
        line = sentence_of(run(*NOVIKOFF, "prove", "-", stdin=file, cwd=tmp_path))
    assert line.startswith(("novikoff: column ", "novikoff: the statement is too long", "novikoff: standard input"))
    assert not (tmp_path / "unpickled").exists()


@pytest.mark.parametrize("argument", [b"real a |- a >= \xff", b"\xed\xa0\x80 |- 1 >= 0", b"real a |- a >= 0 @"])
def test_a_hostile_argument_is_one_sentence(argument):
    assert "column" in sentence_of(run(*NOVIKOFF, "prove", os.fsdecode(argument)))


def test_an_endless_statement_is_one_sentence():
    with open("/dev/zero", "rb") as endless:
        sentence_of(run(*NOVIKOFF, "prove", "-", stdin=endless))
