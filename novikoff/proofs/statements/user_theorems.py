"""User-defined theorems in files: while loaded, they are claims like those of the ledger.

Main definitions: `Own`, `load_theorems`, `files_in`, `claims_of_file`, `has_theorems`, `certificate_file`.

Loading a file runs it. A file that cannot be read or run gets one claim whose verdict is `error`, and the other files
are still loaded; only Ctrl-C stops the loading. A name that is in the ledger or in another file is refused, so no file
can change the verdict of a claim of the ledger.
"""

import ast
import os
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
from typing import NoReturn

from ...algorithms.errors import BadInput
from ...algorithms.processes import end_after, intercept_os_exit
from ...algorithms.safe_files import read_bytes, read_text
from ...algorithms.user_rules import add_current_folder
from . import bibliography, registry
from .registry import Claim, Origin, Taken, claims

STATING = frozenset({"theorem", "refuted"})
LONGEST_LOADING = 60.0  # processor seconds for a file, without the proofs, which are written later


@dataclass(frozen=True)
class Own:
    """Sources of theorems: files, installed modules, a bibliography, and the folder of the certificates.

    Without that folder, certificates are beside each file. The `named` files must state theorems; other files were only
    found in a folder.
    """

    files: tuple[Path, ...] = ()
    modules: tuple[str, ...] = ()
    bibliography: Path | None = None
    certificates: Path | None = None
    named: tuple[Path, ...] = ()


@contextmanager
def load_theorems(own: Own) -> Iterator[None]:
    """Register the theorems of all files and modules within the block. Raises `BadInput` for a name that is taken."""
    known = set(sys.modules)
    with bibliography.with_entries_of(own.bibliography), registry.temporary_claims():
        try:
            for name in own.modules:
                read_module(name, own.certificates)
            read = set[Path]()
            for file in own.files:
                if resolve_links(file) not in read:
                    read.add(resolve_links(file))
                    read_file(file, own.certificates)
            for file in own.named:
                if not claims_of_file(file):
                    registry.register_unread_file(_origin_of(file, own.certificates), "it states no theorem")
            yield
        finally:
            for name in [name for name in sys.modules if name not in known and name.startswith("own_")]:
                del sys.modules[name]


def read_file(file: Path, folder: Path | None = None) -> None:
    """Run a file and register its theorems, or a claim that reports its error. Its output goes to stderr. It can import
    modules of the current folder."""
    add_current_folder()
    origin = _origin_of(file, folder)
    try:
        text = read_text(file)
    except BadInput as problem:
        registry.register_unread_file(origin, str(problem))
        return
    name = _module_name(file)
    module = sys.modules[name] = ModuleType(name)
    module.__file__ = str(origin.file)
    with register_from(origin):
        exec(compile(text, str(origin.file), "exec", dont_inherit=True), vars(module))


def _origin_of(file: Path, folder: Path | None) -> Origin:
    return Origin(resolve_links(file.parent) / file.name, 1, certificate_file(resolve_links(file), folder))


@contextmanager
def register_from(origin: Origin) -> Iterator[None]:
    """Register the theorems of the block, or a claim that reports its error; redirect its output to stderr."""
    with registry.set_origin(origin), redirect_stdout(sys.stderr), intercept_os_exit():
        try:
            with end_after(LONGEST_LOADING, computing=True):
                yield
        except (Taken, KeyboardInterrupt):
            raise
        except BaseException as problem:  # pytest.skip, asyncio.CancelledError, GeneratorExit, sys.exit
            registry.register_unread_file(origin, registry.describe_error(problem))


def _module_name(file: Path) -> str:
    stem = "own_" + re.sub(r"\W", "_", file.stem)
    number = next(n for n in range(1, len(sys.modules) + 2) if (f"{stem}_{n}" if n > 1 else stem) not in sys.modules)
    return f"{stem}_{number}" if number > 1 else stem


_imported: dict[str, list[Claim]] = {}  # Python runs a module once


def read_module(name: str, folder: Path | None = None) -> None:
    """Import an installed module and register its theorems, or a claim that reports its error."""
    file = find_module_file(name)
    before = set(claims())
    with register_from(Origin(file, 1, certificate_file(file, folder))):
        for claim in _imported.get(name, ()):
            registry.register(claim)
        import_module(name)
        _imported[name] = [claim for identifier, claim in claims().items() if identifier not in before]


def find_module_file(name: str) -> Path:
    """Return the file of a module, or the name of the module if it is not found; its import then reports why."""
    with suppress(ImportError, ValueError):
        spec = find_spec(name)
        return Path(spec.origin) if spec and spec.origin else Path(name)
    return Path(name)


def certificate_file(file: Path, folder: Path | None = None) -> Path:
    """Return the file of a file's certificates: beside it, or in `folder`.

    >>> certificate_file(Path("theorems/my_bound.py")).as_posix()
    'theorems/my_bound.certificates.json'
    """
    return (folder or file.parent) / f"{file.stem}.certificates.json"


def files_in(folder: Path) -> list[Path]:
    """Return the files below a folder that have theorems or cannot be opened; other files must not be run. Links are
    followed, and each folder is entered once. Names that begin with a point or underscore are left out."""
    return [file for file in sorted(find_python_files(folder)) if may_have_theorems(file)]


def find_python_files(folder: Path) -> Iterator[Path]:
    """Yield the Python files below a folder, also through links. Raises `BadInput` for a folder that cannot be
    listed."""

    def refuse(problem: OSError) -> NoReturn:
        raise BadInput(f"the folder {problem.filename} cannot be read: {problem.strerror}")

    entered = set[Path]()
    for place, folders, files in os.walk(folder, followlinks=True, onerror=refuse):
        if resolve_links(place) in entered:
            folders.clear()
            continue
        entered.add(resolve_links(place))
        folders[:] = sorted(name for name in folders if name[0] not in "._")
        yield from (Path(place, name) for name in files if name.endswith(".py") and name[0] not in "._")


def resolve_links(path: str | Path) -> Path:
    """Return the path without links, also for a broken or circular link."""
    return Path(os.path.realpath(path))


def may_have_theorems(file: Path) -> bool:
    """Return whether a file has theorems, or cannot be opened."""
    try:
        return has_theorems(read_bytes(file).decode("utf-8-sig", "replace"))
    except BadInput:
        return True


def has_theorems(text: str) -> bool:
    """Return whether a file states theorems, judged without running it.

    It has `theorem` or `refuted` as a decorator, or imports one of them under any name, or contains one of these names
    and `novikoff`. Text that is not valid Python counts if it contains one of these words, because reading it then
    reports the error.

    >>> has_theorems("import novikoff.theorems as t\\nif True:\\n    @t.theorem('a', title='A')\\n    def a(p): ...")
    True
    >>> has_theorems("from novikoff.theorems import theorem as claim"), has_theorems("theorem = 'of novikoff'")
    (True, False)
    >>> has_theorems("from common import *\\n@theorem('a', title='A'"), has_theorems("print 'of Python 2'")
    (True, False)
    """
    if not any(word in text for word in (*STATING, "novikoff")):
        return False
    try:
        with warnings.catch_warnings(action="ignore"):
            nodes = list(ast.walk(ast.parse(text)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return True
    decorators = [d for node in nodes for d in getattr(node, "decorator_list", ())]
    imported = [name for node in nodes if isinstance(node, ast.Import | ast.ImportFrom) for name in names_in(node)]
    used = {name for node in nodes if not hasattr(node, "names") for name in names_in(node)}
    of_novikoff = any(name.split(".")[0] == "novikoff" for name in (*imported, *used))
    outright = {name for d in decorators for name in names_in(d.func if isinstance(d, ast.Call) else d)}
    return not STATING.isdisjoint({*outright, *imported, *(used if of_novikoff else ())})


def names_in(node: ast.AST) -> list[str]:
    """Return the names at a node: imported modules and objects, a loaded name, an attribute, a string constant."""
    match node:
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            return [*(each.name for each in names), *filter(None, [getattr(node, "module", None)])]
        case ast.Name(id=name, ctx=ast.Load()) | ast.Attribute(attr=name) | ast.Constant(value=str(name)):
            return [name]
    return []


def claims_of_file(path: Path) -> list[Claim]:
    """Return the theorems that a file, or the files below a folder, registered."""
    files = set(map(resolve_links, files_in(path))) if path.is_dir() else {resolve_links(path)}
    return [claim for claim in claims().values() if claim.origin and resolve_links(claim.origin.file) in files]
