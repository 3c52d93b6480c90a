"""The docstrings of functions begin with an imperative verb: "Return the smallest …", "Check that …"."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
VERBS = {*(ROOT / "tests" / "imperative_verbs.txt").read_text(encoding="utf-8").split()}
FOLDERS = ["benchmarks", "metatests", "novikoff"]


def is_claim(function: ast.FunctionDef) -> bool:
    """Return whether a decorator registers the function as a claim."""
    calls = [d.func for d in function.decorator_list if isinstance(d, ast.Call)]
    return any(isinstance(f, ast.Name) and f.id in ("theorem", "refuted", "proved_by_coq") for f in calls)


def find_other_beginnings(source: str) -> Iterator[str]:
    """Yield the name and the first word of each function whose docstring begins with another word than a verb.

    The docstring of a claim is its sentence; a decorator marks the function.
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and (text := ast.get_docstring(node)) and not is_claim(node):
            first, *_ = text.split()
            if first not in VERBS:
                yield f"{node.name}: {first}"


@pytest.mark.parametrize("folder", FOLDERS)
def test_docstrings_begin_with_a_verb(folder: str) -> None:
    files = (ROOT / folder).rglob("*.py")
    found = {str(path): [*find_other_beginnings(path.read_text(encoding="utf-8"))] for path in files}
    assert {name: each for name, each in found.items() if each} == {}, "a new verb belongs in imperative_verbs.txt"


def test_another_beginning_is_found() -> None:
    source = 'class Sum:\n    def of(self):\n        """The sum."""\n    def add(self):\n        """Add one."""\n'
    assert [*find_other_beginnings(source)] == ["of: The"]
    assert not [*find_other_beginnings('@theorem("a-b")\ndef f(p):\n    """The sum is 1."""\n')]


def list_undocumented(sources: dict[str, str]) -> list[str]:
    """Return the public methods, of public classes, that neither have nor inherit a docstring; `sources` is by path."""
    classes = {(path, node.name): node for path, source in sources.items() if "\nclass " in f"\n{source}"
               for node in ast.parse(source).body if isinstance(node, ast.ClassDef)}
    def is_explained(path: str, cls: ast.ClassDef, method: str) -> bool:
        if any(isinstance(m, ast.FunctionDef) and m.name == method and ast.get_docstring(m) for m in cls.body):
            return True
        for base in map(ast.unparse, cls.bases):
            *home, name = base.partition("[")[0].split(".")
            above = [(place, other) for (place, known), other in classes.items() if known == name and other is not cls
                     and (not home or Path(place).stem == home[-1])]
            if any(is_explained(place, other, method) for place, other in above):
                return True
        return False
    return [f"{path}: {cls.name}.{m.name}" for (path, _), cls in classes.items() if not cls.name.startswith("_")
            for m in cls.body if isinstance(m, ast.FunctionDef) and not m.name.startswith("_")
            and not is_explained(path, cls, m.name)]


def test_methods_have_or_inherit_a_docstring() -> None:
    files = [path for path in (ROOT / "novikoff").rglob("*.py") if not path.name.startswith("test_")]
    assert list_undocumented({str(path): path.read_text(encoding="utf-8") for path in files}) == []


def test_an_unexplained_method_is_found() -> None:
    sources = {"a.py": 'class Rule:\n    def run(self):\n        """Run."""\n',
               "b.py": "class Rule(a.Rule):\n    def run(self): ...\n    def end(self): ...\n"}
    assert list_undocumented(sources) == ["b.py: Rule.end"]


PARTICIPLES = {"broken", "chosen", "drawn", "found", "given", "held", "kept", "known", "left", "made", "said", "seen",
               "shown", "sought", "spoken", "taken", "told", "written"}  # those that do not end in -ed
NAMED_OTHERWISE = {*(ROOT / "tests" / "participle_names.txt").read_text(encoding="utf-8").split()}


def find_participles(source: str) -> Iterator[str]:
    """Yield the names of the functions that begin with a participle, except properties."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and not any("property" in ast.unparse(d) for d in node.decorator_list):
            first = node.name.strip("_").split("_")[0]
            if first in PARTICIPLES or (first.endswith("ed") and first.capitalize() not in VERBS and first != "need"):
                yield node.name


def test_functions_are_named_by_verbs() -> None:
    folders = [ROOT / "metatests", ROOT / "novikoff"]
    files = [path for folder in folders for path in folder.rglob("*.py") if "claims" not in path.parts]
    found = {name for path in files for name in find_participles(path.read_text(encoding="utf-8"))}
    assert found == NAMED_OTHERWISE, "name a new function by a verb; remove a renamed one from participle_names.txt"


def test_a_participle_is_found() -> None:
    source = "def rounded(x): ...\ndef embed(x): ...\nclass A:\n    @property\n    def kept(self): ...\n"
    source += "    def _told(self): ...\n"
    assert [*find_participles(source)] == ["rounded", "_told"]
