"""Theorems of somebody's own, in files of their own: read for a while, and then claims as those of the ledger are.

    Own            what is to be read: files, modules that are installed, a bibliography, where certificates are
    reading        reads it; what it has are claims until the end
    files_in       the files of a folder that have theorems
    of_file        the claims that were read of a file or folder
    certificates   the file of the certificates of a file

To read a file is to run it. What it raises is the error of a claim that stands for it, and stops nothing else. A name
that the ledger has, or another file, is refused: no file can change what is said of a claim of the ledger.
"""

from __future__ import annotations

import ast
import re
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from ...algorithms.files import read_text
from ...algorithms.own import find_here
from . import bibliography, registry
from .registry import Claim, Origin, Taken, claims

STATING = frozenset({"theorem", "refuted"})


@dataclass(frozen=True)
class Own:
    """What is to be read: files, installed modules by name, more works that are cited, and the folder in which the
    certificates are, if that is not the folder of each file.
    """

    files: tuple[Path, ...] = ()
    modules: tuple[str, ...] = ()
    bibliography: Path | None = None
    certificates: Path | None = None


@contextmanager
def reading(own: Own) -> Iterator[None]:
    """The theorems of all files and modules are claims until the end. Raises `BadInput` for a name that is taken, and
    for a file that is none.
    """
    known = set(sys.modules)
    with bibliography.also(own.bibliography), registry.for_a_while():
        try:
            for name in own.modules:
                read_module(name, own.certificates)
            for file in dict.fromkeys(path.resolve() for path in own.files):
                read_file(file, own.certificates)
            yield
        finally:
            for name in [name for name in sys.modules if name not in known and name.startswith("own_")]:
                del sys.modules[name]


def read_file(file: Path, folder: Path | None = None) -> None:
    """Run a file and register its theorems, or in their place what it raises. What it prints goes to stderr. Modules of
    the current folder can be imported.
    """
    find_here()
    text, origin = read_text(file), Origin(file, 1, certificates(file, folder))
    name = module_name(file)
    module = sys.modules[name] = ModuleType(name)
    module.__file__ = str(file)
    with registry.own(origin), redirect_stdout(sys.stderr):
        try:
            exec(compile(text, str(file), "exec", dont_inherit=True), vars(module))
        except Taken:
            raise
        except (Exception, SystemExit) as problem:
            registry.unread_file(origin, problem)


def module_name(file: Path) -> str:
    """The name under which a file is imported: that of no other module."""
    stem = "own_" + re.sub(r"\W", "_", file.stem)
    number = next(n for n in range(1, len(sys.modules) + 2) if (f"{stem}_{n}" if n > 1 else stem) not in sys.modules)
    return f"{stem}_{number}" if number > 1 else stem


_imported: dict[str, list[Claim]] = {}  # Python runs a module once


def read_module(name: str, folder: Path | None = None) -> None:
    """Import an installed module and register its theorems, or in their place what it raises."""
    file = home(name)
    origin, before = Origin(file, 1, certificates(file, folder)), set(claims())
    with registry.own(origin), redirect_stdout(sys.stderr):
        try:
            for claim in _imported.get(name, ()):
                registry.register(claim)
            import_module(name)
        except Taken:
            raise
        except (Exception, SystemExit) as problem:
            registry.unread_file(origin, problem)
            return
    _imported[name] = [claim for identifier, claim in claims().items() if identifier not in before]


def home(name: str) -> Path:
    """The file of a module, or its name, if none is found: to import it says why."""
    with suppress(ImportError, ValueError):
        spec = find_spec(name)
        return Path(spec.origin) if spec and spec.origin else Path(name)
    return Path(name)


def certificates(file: Path, folder: Path | None = None) -> Path:
    """The file of the certificates of a file: beside it, or in a folder of its own.

    >>> certificates(Path("theorems/my_bound.py")).as_posix()
    'theorems/my_bound.certificates.json'
    """
    return (folder or file.parent) / f"{file.stem}.certificates.json"


def files_in(folder: Path) -> list[Path]:
    """The files below a folder that have theorems. Others are not run; nor is what has a name, or is in a folder with a
    name, that begins with a point or underscore.
    """
    found = [file for file in sorted(folder.rglob("*.py")) if file.is_file()]
    visible = [file for file in found if not any(part[0] in "._" for part in file.relative_to(folder).parts)]
    return [file for file in visible if has_theorems(read_text(file))]


def has_theorems(text: str) -> bool:
    """Does a file state theorems, as far as it can be seen without running it? It has `theorem` or `refuted` as a
    decorator, or imports one of them, whatever the name here; or it names one of them, and novikoff. So does, lest it
    be passed over in silence, a file that speaks of them and is no Python: to read it says why.

    >>> has_theorems("import novikoff.theorems as t\\nif True:\\n    @t.theorem('a', title='A')\\n    def a(p): ...")
    True
    >>> has_theorems("from novikoff.theorems import theorem as claim"), has_theorems("theorem = 'of novikoff'")
    (True, False)
    """
    if not any(word in text for word in STATING):
        return False
    try:
        with warnings.catch_warnings(action="ignore"):
            nodes = list(ast.walk(ast.parse(text)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return "novikoff" in text
    decorators = [d for node in nodes for d in getattr(node, "decorator_list", ())]
    imported = [name for node in nodes if isinstance(node, ast.Import | ast.ImportFrom) for name in names_in(node)]
    used = {name for node in nodes if not hasattr(node, "names") for name in names_in(node)}
    of_novikoff = any(name.split(".")[0] == "novikoff" for name in (*imported, *used))
    outright = {name for d in decorators for name in names_in(d.func if isinstance(d, ast.Call) else d)}
    return not STATING.isdisjoint({*outright, *imported, *(used if of_novikoff else ())})


def names_in(node: ast.AST) -> list[str]:
    """What a node names: modules and what is imported of them, a name that is read, an attribute, a short text."""
    match node:
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            return [*(each.name for each in names), *filter(None, [getattr(node, "module", None)])]
        case ast.Name(id=name, ctx=ast.Load()) | ast.Attribute(attr=name) | ast.Constant(value=str(name)):
            return [name]
    return []


def of_file(path: Path) -> list[Claim]:
    """The theorems that were read of a file, or of all files below a folder."""
    place = path.resolve()
    found = [(claim, claim.origin.file.resolve()) for claim in claims().values() if claim.origin]
    return [claim for claim, file in found if file == place or file.is_relative_to(place)]
