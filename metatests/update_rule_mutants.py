"""Mutate update rules: `python -m metatests.update_rule_mutants`.

The program changes each algorithm's rule; a claim or a property has to notice.

Main definitions:
    Algorithm         a rule to mutate: its place, and the checks besides claims
    ALGORITHMS        all of them, by name
    mutants_of_rule   the mutants of an algorithm's rule, tie convention and table of ties
    rule_verdict      the claim that a changed rule leaves unproved, or the property, example or test that it breaks

A rule is changed in a separate process with a limit of CPU seconds, which stops mutants that loop. There the shipped
module has the changed functions, and caches made with the old ones are cleared. If neither claims nor properties nor
doctests notice a mutant, the algorithm's own tests run.
"""

from __future__ import annotations

import ast
import contextlib
import doctest
import io
import sys
import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from novikoff.algorithms import (
    alma,
    batch_perceptron,
    candidate_rule,
    dynamic_margin_perceptron,
    forgetron,
    hinge,
    kernel_perceptron,
    kozinec,
    margin_perceptron,
    multi_class_perceptron,
    nearest_mean,
    pegasos,
    perceptron,
    romma,
    shifting_perceptron,
    structured_perceptron,
    variable_increment,
    von_neumann,
    weighted_majority,
    winnow,
)
from novikoff.algorithms.errors import BadInput
from novikoff.algorithms.processes import Stopped, run_in_subprocess
from novikoff.proofs.checking import entry_building
from novikoff.proofs.mutation import Verdict
from novikoff.proofs.mutation.mutant_verdicts import proves
from novikoff.proofs.search import citation_graph
from novikoff.proofs.statements.registry import claims

from .mutant_runner import ROOT, arguments, campaign, finish, tick
from .source_edits import Edit, Source, execute_as_module, source_mutants
from .update_rule_checks import RULE_CHECKS

Property = Callable[[], str]  # returns a message about a failure; "" if nothing fails
RULE = 15  # CPU seconds for a mutant of an update rule; one that nothing notices needs about half
PAIRS = (("x", "y"), ("w", "b"), ("bias_step", "rate"), ("minus", "plus"), ("ww", "xx"), ("pull", "push"), ("lam", "t"))
EXCHANGED = {a: b for pair in PAIRS for a, b in (pair, pair[::-1])}


@dataclass(frozen=True)
class Algorithm:
    """The mutated parts of an algorithm: the functions that claims call, and the rest, which checks have to notice."""

    module: types.ModuleType
    rule: tuple[str, ...]
    rest: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of all mutated definitions."""
        return self.rule + self.rest


@cache
def mutants_of_rule(algorithm: str) -> list[Source]:
    """Return the mutants of the rule and of its tie convention."""
    chosen = ALGORITHMS[algorithm]
    assert chosen.module.__file__ is not None

    def wanted(top: ast.stmt) -> bool:
        names = [ast.unparse(t) for t in top.targets] if isinstance(top, ast.Assign) else [getattr(top, "name", "")]
        return names[0] in chosen.names

    return source_mutants(Path(chosen.module.__file__).read_text(encoding="utf-8"), wanted, rule_edits)


def rule_edits(node: ast.AST) -> Iterator[Edit]:
    """Yield edits that exchange names, or add or remove labels of ties."""
    match node:
        case ast.Name(id=name, ctx=ast.Load()) if name in EXCHANGED:
            yield Edit(node, ast.Name(EXCHANGED[name], ast.Load()), "name")
        case ast.Attribute(value=value, attr=name, ctx=ast.Load()) if name in EXCHANGED:
            yield Edit(node, ast.Attribute(value, EXCHANGED[name], ast.Load()), "name")
        case ast.Tuple(elts=labels, ctx=ast.Load()):
            old = [ast.unparse(e) for e in labels]
            for new in ("()", "(-1,)", "(1,)", "(-1, 1)"):
                if sorted(ast.unparse(e) for e in ast.parse(new).body[0].value.elts) != sorted(old):  # type: ignore
                    yield Edit(node, ast.parse(new, mode="eval").body, "tie rule")


@contextlib.contextmanager
def change_rule(algorithm: Algorithm, source: Source) -> Iterator[None]:
    """Give the algorithm another rule inside the block, with cleared caches; restore both afterwards."""
    module = algorithm.module
    changed = execute_as_module(source.code(), module, module.__name__)
    before = {name: getattr(module, name) for name in algorithm.names}
    with forget_scripts():
        try:
            for name in algorithm.names:
                new = getattr(changed, name)
                setattr(module, name, rebind(new, module) if isinstance(new, types.FunctionType) else new)
            yield
        finally:
            for name, value in before.items():
                setattr(module, name, value)


@contextlib.contextmanager
def forget_scripts() -> Iterator[None]:
    """Derive the claims' scripts again inside the block; afterwards restore the old ones."""
    scripts = {identifier: vars(claim).pop("script", None) for identifier, claim in claims().items()}
    citation_graph.library.cache_clear()
    try:
        yield
    finally:
        for identifier, claim in claims().items():
            vars(claim).pop("script", None)
            if scripts[identifier] is not None:
                vars(claim)["script"] = scripts[identifier]
        citation_graph.library.cache_clear()


def rebind(function: types.FunctionType, module: types.ModuleType) -> types.FunctionType:
    """Return the function with the shipped module as its globals, where it looks the rule up."""
    new = types.FunctionType(function.__code__, vars(module), function.__name__, function.__defaults__)
    new.__kwdefaults__ = function.__kwdefaults__
    return new


def rule_verdict(algorithm: str, source: Source, checks: Mapping[str, tuple[Property, ...]] = RULE_CHECKS) -> Verdict:
    """Return the verdict on a changed rule: the claim that it leaves unproved, and the check or property that it
    breaks.
    """
    claims_of_the_rule(algorithm)  # of the shipped rule, for all its mutants
    by = in_a_child(partial(what_notices, algorithm, source, checks.get(algorithm, ())))
    return Verdict(f"{algorithm}.{source.target}", source.kind, source.change, "killed" if by else "survived", by)


def what_notices(algorithm: str, source: Source, checks: Iterable[Property]) -> str:
    """Return what notices a changed rule; "" if nothing does."""
    chosen, users = ALGORITHMS[algorithm], claims_of_the_rule(algorithm)
    with change_rule(chosen, source):
        unproved = unproved_claim(users) if source.target in chosen.rule else ""
        broken = next(filter(None, map(run_check, checks)), "")
        return "; ".join(filter(None, [unproved, broken])) or failing_example(chosen) or failing_test(algorithm)


def in_a_child(work: Property) -> str:
    """Return the result of the work in a separate process, which ends even if the rule loops."""
    try:
        return run_in_subprocess(None, work, computing=RULE)
    except Stopped as problem:
        return f"what runs it is stopped: {problem}"


def run_check(check: Property) -> str:
    """Return a check's message about the changed rule; an exception counts as a failure."""
    try:
        return check()
    except Exception as problem:
        return f"a property cannot be checked: {type(problem).__name__}"


def claims_of_the_rule(algorithm: str) -> list[str]:
    """Return the claims that are expected to be proved and whose scripts call the rule, short derivations first."""
    return [identifier for _, identifier in sorted(claims_of_rules()[algorithm])]


@cache
def claims_of_rules() -> dict[str, list[tuple[int, str]]]:
    """Return the claims of each rule, with the lengths of their derivations; all scripts are derived once."""
    rules = [(algorithm, chosen.module, name) for algorithm, chosen in ALGORITHMS.items() for name in chosen.rule]
    called, users = set[str](), {algorithm: list[tuple[int, str]]() for algorithm in ALGORITHMS}
    with forget_scripts(), contextlib.ExitStack() as undo:
        for algorithm, module, name in rules:
            undo.callback(setattr, module, name, getattr(module, name))
            setattr(module, name, note_calls(getattr(module, name), algorithm, called))
        for identifier, claim in claims().items():
            if claim.origin:
                continue
            called.clear()
            steps = len(claim.script.steps)
            if claim.expected == "proved":
                for algorithm in called:
                    users[algorithm].append((steps, identifier))
    return users


def note_calls(function: Callable[..., Any], algorithm: str, called: set[str]) -> Callable[..., Any]:
    """Return the function, extended to record that its rule is called."""

    def noted(*args: Any, **options: Any) -> Any:
        called.add(algorithm)
        return function(*args, **options)

    return noted


def unproved_claim(users: list[str]) -> str:
    """Return the first claim that is not proved of the current rule."""
    for identifier in users:
        try:
            made = entry_building.build_entry(identifier, ("kernel",))
        except Exception as problem:
            return f"{identifier} is not proved: {type(problem).__name__}"
        if made.entry is None or not proves(made.entry, made.entry["statement"]):
            return f"{identifier} is not proved"
    return ""


def failing_example(algorithm: Algorithm) -> str:
    """Return a message on the first function whose doctest fails."""
    finder, runner = doctest.DocTestFinder(recurse=False), doctest.DocTestRunner(verbose=False)
    for name in algorithm.names:
        for test in finder.find(getattr(algorithm.module, name), name, globs=dict(vars(algorithm.module))):
            with contextlib.redirect_stdout(io.StringIO()):
                if runner.run(test).failed:
                    return f"the example of {name} comes out otherwise"
    return ""


def failing_test(algorithm: str) -> str:
    """Return a message on the first of the algorithm's own tests that fails, except those against other libraries.

    Call this in a child process only: it imports the tests' modules again, with the changed rule.
    """
    path = ROOT / "tests" / "algorithms" / f"test_{algorithm}.py"
    if not path.exists():
        return ""
    import pytest
    from hypothesis import Phase, settings

    settings.register_profile("unshrunk", phases=(Phase.explicit, Phase.generate), database=None, derandomize=True)
    settings.load_profile("unshrunk")  # a failing test is enough; it need not be shrunk
    for name in [n for n, m in sys.modules.items() if is_below(path.parents[1], m)]:
        del sys.modules[name]  # they have imported the shipped functions
    failed = list[str]()

    class Noting:
        """Records the tests that fail."""

        def pytest_runtest_logreport(self, report: Any) -> None:
            """Record a failed phase of a test."""
            if report.failed:
                failed.append(report.nodeid.rpartition("::")[2])

    without = (f"-pno:{plugin}" for plugin in ("cacheprovider", "terminal", "xdist"))
    options = ["-x", "-k", "not learn", "-o", "addopts=--import-mode=importlib", "--assert=plain", *without]
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        status = pytest.main([*options, str(path)], plugins=[Noting()])
    if status not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        raise BadInput(f"{path.name} cannot be run as a test of changed rules (pytest ends with {status})")
    return f"the test {failed[0]} fails" if failed else ""


def is_below(folder: Path, module: Any) -> bool:
    """Return whether the module was read from the folder."""
    file = getattr(module, "__file__", None)
    return file is not None and folder in Path(file).parents


ALGORITHMS: dict[str, Algorithm] = {
    "perceptron": Algorithm(perceptron, ("update", "margin", "mistake_condition"), ("is_mistake", "TIES")),
    "variable_increment": Algorithm(variable_increment, (), ("by_length", "sizes", "_halve", "_to_list", "step_sizes")),
    "margin_perceptron": Algorithm(margin_perceptron, ("update_condition",)),
    "dynamic_margin_perceptron": Algorithm(dynamic_margin_perceptron, ("update_condition",)),
    "alma": Algorithm(alma, ("step", "threshold", "span"), ("rate", "rescale", "roots")),
    "romma": Algorithm(romma, ("meeting", "step"), ("coefficients", "shorten")),
    "forgetron": Algorithm(forgetron, ("update", "forget"), ("shrinking",)),
    "shifting_perceptron": Algorithm(shifting_perceptron, ("update",), ("share",)),
    "batch_perceptron": Algorithm(batch_perceptron, ("step",)),
    "kozinec": Algorithm(kozinec, ("step", "minimiser"), ("kappa", "is_far")),
    "candidates": Algorithm(candidate_rule, (), ("wrong_ones", "shares", "choose_candidate")),
    "multi_class_perceptron": Algorithm(multi_class_perceptron, ("update",), ("_place", "classifiers_of")),
    "structured_perceptron": Algorithm(structured_perceptron, ("update",), ("_choices",)),
    "von_neumann": Algorithm(von_neumann, (), ("is_near", "weights_after")),
    "winnow": Algorithm(winnow, ("update",), ("is_mistake",)),
    "weighted_majority": Algorithm(weighted_majority, ("update",), ("is_mistake",)),
    "kernel_perceptron": Algorithm(kernel_perceptron, ("update",), ("is_mistake",)),
    "nearest_mean": Algorithm(nearest_mean, ("mean", "classifier"), ("coefficients", "offset")),
    "pegasos": Algorithm(pegasos, ("step",), ("project",)),
    "hinge": Algorithm(hinge, ("step",)),
}


def verdict(mutant: tuple[str, int]) -> Verdict:
    """Return the verdict on a mutant, by its algorithm and number."""
    algorithm, number = mutant
    return rule_verdict(algorithm, mutants_of_rule(algorithm)[number])


def mutants_of_rules(names: Iterable[str] = ()) -> list[tuple[str, int]]:
    """Return the mutants of these algorithms (default: of all); KeyError for another name."""
    chosen = {name: ALGORITHMS[name] for name in names} or ALGORITHMS
    return [(name, number) for name in chosen for number in range(len(mutants_of_rule(name)))]


if __name__ == "__main__":
    given = arguments(__doc__, "algorithms")
    options = {"sample": given.sample, "jobs": given.jobs, "resume": given.resume}
    finish(campaign(mutants_of_rules(given.names), verdict, progress=tick, **options), given)
