"""The plan of the house: imports go downwards only, and no two files need each other.

Every import counts, also those inside functions and those for type checkers.
"""

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("algorithms", "proofs", "properties", "novikoff")
# From the ground up. A room may import what stands before it, and its own files; a room is a folder or a file.
ROOMS = [
    "algorithms.checkers",
    "algorithms",
    "proofs",
    "proofs.kernel",
    "proofs.evidence",
    "proofs.statements",
    "proofs.bounds",
    "proofs.claims",
    "proofs.analysis",
    "proofs.derivations",
    "proofs.documents",
    "proofs.search",
    "proofs.export",
    "proofs.verified",
    "proofs.checking",
    "proofs.prover",
    "proofs.mutation",
    "properties.bounds",
    "properties.worst_cases",
    "properties",
    "properties.estimation",
    "properties.audit",
    "novikoff.report",
    "novikoff.exercises",
    "novikoff.book",
    "novikoff.api",
    "novikoff",
    "novikoff.commands",
    "novikoff.cli",
    "novikoff.__main__",
]
THE_PACKAGE = "novikoff.__init__"  # its version and public names, which it loads when they are first used


def modules() -> dict[str, Path]:
    """The files of the package by dotted name, without the leading `novikoff` for the three linked folders."""
    found = {}
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            linked = parts[0] == "novikoff" and len(parts) > 1 and parts[1] in FOLDERS
            if not linked and not parts[-1].startswith(("test_", "conftest")):
                found[".".join(parts)] = path
    return found


def absolute(name: str) -> str:
    """`novikoff.proofs.kernel` as it stands in `modules`: the linked folders are at the top."""
    first, _, rest = name.partition(".")
    return rest if first == "novikoff" and rest.split(".")[0] in FOLDERS else name


def imported(name: str, source: str, known: set[str]) -> set[str]:
    """The modules that a module imports."""
    package = (name if name.split(".")[0] == "novikoff" else f"novikoff.{name}").split(".")[:-1]
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            origin = ".".join([*base, *([node.module] if node.module else [])])
            found |= {f"{origin}.{alias.name}" for alias in node.names}
    targets = {holding(absolute(each), known) for each in found}
    return {each for each in targets if each and each not in (name, THE_PACKAGE)}


def holding(target: str, known: set[str]) -> str | None:
    """The module that is imported with a dotted name: it itself, or the one that holds its last part."""
    owner = target.rpartition(".")[0]
    return next((m for m in (target, f"{target}.__init__", owner, f"{owner}.__init__") if m in known), None)


@pytest.fixture(scope="module")
def imports() -> dict[str, set[str]]:
    """Module -> what it imports."""
    files = modules()
    return {name: imported(name, path.read_text(encoding="utf-8"), set(files)) for name, path in files.items()}


def room_of(name: str) -> str:
    """The most special room that holds a module."""
    return max((room for room in ROOMS if f"{name}.".startswith(f"{room}.")), key=len)


def circle(graph: dict[str, set[str]]) -> list[str]:
    """Nodes that need each other; [] if there are none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as problem:
        return problem.args[1]
    return []


def test_no_files_need_each_other(imports) -> None:
    assert circle(imports) == []


def test_imports_go_downwards(imports) -> None:
    height = {room: number for number, room in enumerate(ROOMS)}
    upwards = {
        f"{name} -> {other}"
        for name, others in imports.items()
        for other in others
        if height[room_of(other)] > height[room_of(name)]
    }
    assert upwards == set()


def crossing(imports: dict[str, set[str]], start: tuple[str, ...], end: str) -> set[str]:
    """The imports that lead from some modules to others."""
    return {f"{name} -> {other}" for name in imports for other in imports[name]
            if name.startswith(start) and other.startswith(end)}


def test_what_searches_imports_nothing_of_what_checks(imports) -> None:
    """But a lemma that a statement cites is first checked as `check` does."""
    found = crossing(imports, ("proofs.prover.", "proofs.search."), "proofs.checking.")
    assert found == {"proofs.prover.cited_theorems -> proofs.checking.ledger_check"}


def test_properties_import_no_claims(imports) -> None:
    """But the derivation of a bound for PRank declares the run that the claims are about."""
    found = crossing(imports, ("properties.",), "proofs.claims.")
    assert found == {"properties.multiclass_claimed_bounds -> proofs.claims.perceptron.ranking"}


def test_commands_ask_the_api(imports) -> None:
    """But names are completed and found without loading what proves, and some words are options of what is below."""
    below = ("proofs.", "properties.", "novikoff.book.", "novikoff.exercises.")
    found = {pair for each in below for pair in crossing(imports, ("novikoff.commands.",), each)}
    assert {pair.removeprefix("novikoff.commands.") for pair in found} == {
        "_shared -> proofs.statements.registry", "export -> proofs.statements.registry",
        "new -> proofs.statements.registry",
        "_watch -> proofs.checking.verdict_cache", "check -> proofs.checking.verdict_cache",
        "check -> proofs.checking.outcomes", "campaign -> properties.compiled_campaign",
        "worst_case -> properties.estimation.worst_case_by_algorithm",
        "worst_case -> properties.worst_cases.by_algorithm",
        "book -> novikoff.book.figures", "book -> novikoff.book.prose",
        "exercise -> novikoff.exercises.answer_sheets", "exercise -> novikoff.exercises.generation",
    }


def test_only_the_command_line_imports_click() -> None:
    asking = {name for name, path in modules().items() if imports_click(path.read_text(encoding="utf-8"))}
    assert {name for name in asking if not name.startswith("novikoff.commands.")} == {"novikoff.cli"}


def imports_click(source: str) -> bool:
    """Whether a module imports click, at its beginning or inside a function."""
    if "click" not in source:
        return False
    nodes = list(ast.walk(ast.parse(source)))
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom) and not node.level}
    return any(name.partition(".")[0] == "click" for name in names)


def test_the_kernel_imports_nothing_of_the_house(imports) -> None:
    assert imports["proofs.kernel"] == set()


def test_what_would_be_wrong_is_found() -> None:
    known = {"proofs.search.smt_solvers", "proofs.kernel", "proofs.checking.entry_verdicts",
             "novikoff.report.result_output"}
    source = """
from typing import TYPE_CHECKING
from .. import kernel
if TYPE_CHECKING:
    from ..checking.entry_verdicts import Outcome
def late():
    from novikoff.report import result_output
"""
    assert imported("proofs.search.smt_solvers", source, known) == known - {"proofs.search.smt_solvers"}
    assert sorted(circle({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": set()})[1:]) == ["a", "b", "c"]
    assert circle({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []
    assert room_of("proofs.claims.svm.svm_margin_support_vectors") == "proofs.claims"
    assert room_of("properties.audit.audit_data") == "properties.audit"


def test_the_map_of_the_house_has_the_rooms_in_their_order() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    shown = page.partition("<!-- packages -->")[2].partition("<!-- /packages -->")[0]
    paths = [ROOT.joinpath(*room.split(".")) for room in ROOMS]
    rooms = [f"{path.relative_to(ROOT)}/" if path.is_dir() else f"{path.relative_to(ROOT)}.py" for path in paths]
    assert [line.split("`")[1] for line in shown.splitlines() if line.startswith("| `")] == rooms


def test_the_folders_are_inside_the_package_and_links_lead_to_them() -> None:
    for folder in FOLDERS[:3]:
        assert (ROOT / folder).is_symlink()
        assert (ROOT / folder).resolve() == ROOT / "novikoff" / folder
        assert not (ROOT / "novikoff" / folder).is_symlink()
