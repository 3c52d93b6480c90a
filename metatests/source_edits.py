"""Mutants of source: small changes of one node of a module's syntax tree.

Main definitions:
    Source           a mutant, which can be compiled and loaded
    source_mutants   the mutants of some definitions of a module
    edits            the changes of a node that do not depend on the module
"""

from __future__ import annotations

import ast
import contextlib
import copy
import itertools
import sys
import types
from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from novikoff.algorithms.resumable_work import digest

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.Gt), ast.LtE: (ast.Lt, ast.GtE), ast.Gt: (ast.GtE, ast.Lt), ast.GtE: (ast.Gt, ast.LtE),
    ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.In: (ast.NotIn,), ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,),
}
OPERATIONS: dict[type[ast.operator], tuple[type[ast.operator], ...]] = {
    ast.Add: (ast.Sub,), ast.Sub: (ast.Add,), ast.Mult: (ast.Add,), ast.BitOr: (ast.BitAnd,), ast.BitAnd: (ast.BitOr,),
}
FACTS = {">=": ">", ">": ">=", "=": ">=", "!=": ">", "<": "<=", "<=": "<"}


class Edit(NamedTuple):
    """One change to a syntax tree: the old node, the new node, and the kind of change."""

    old: ast.AST
    new: ast.AST
    kind: str


def edits(node: ast.AST) -> Iterator[Edit]:
    """Yield small changes of one node."""
    match node:
        case ast.Expr(value=ast.Call(func=ast.Name(id="require"), args=[condition, *rest]) as call):
            yield Edit(node, ast.Pass(), "check deleted")
            negated = ast.UnaryOp(ast.Not(), condition)
            yield Edit(node, ast.Expr(ast.Call(call.func, [negated, *rest], [])), "check negated")
        case ast.Compare(left=left, ops=ops, comparators=right):
            for n, op in enumerate(ops):
                for other in COMPARISONS[type(op)]:
                    yield Edit(node, ast.Compare(left, [*ops[:n], other(), *ops[n + 1 :]], right), "comparison")
        case ast.BoolOp(op=op, values=values):
            yield Edit(node, ast.BoolOp(ast.And() if isinstance(op, ast.Or) else ast.Or(), values), "and, or")
            for n in range(len(values)):
                rest = [*values[:n], *values[n + 1 :]]
                yield Edit(node, rest[0] if len(rest) == 1 else ast.BoolOp(op, rest), "part of a condition dropped")
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield Edit(node, operand, "not, minus")
        case ast.BinOp(left=left, op=op, right=right):
            for operation in OPERATIONS.get(type(op), ()):
                yield Edit(node, ast.BinOp(left, operation(), right), "operation")
            if isinstance(op, ast.Add | ast.Mult | ast.BitOr):
                yield Edit(node, left, "term dropped")
                yield Edit(node, right, "term dropped")
        case ast.IfExp(test=test, body=body, orelse=orelse):
            yield Edit(node, ast.IfExp(test, orelse, body), "branches exchanged")
        case ast.If(test=test):
            negated_if = copy.copy(node)
            negated_if.test = ast.UnaryOp(ast.Not(), test)
            yield Edit(node, negated_if, "branches exchanged")
        case ast.Name(id="all" | "any" as name):
            yield Edit(node, ast.Name("any" if name == "all" else "all", ast.Load()), "all, any")
        case ast.Constant(value=bool(value)):
            yield Edit(node, ast.Constant(not value), "constant")
        case ast.Constant(value=int(value)):
            yield Edit(node, ast.Constant(value + 1), "constant")
            yield Edit(node, ast.Constant(value - 1), "constant")
        case ast.Constant(value=str(value)) if value in FACTS:
            yield Edit(node, ast.Constant(FACTS[value]), "relation")


class Source(NamedTuple):
    """A mutant: the definition, kind and text of the change; the shipped tree and the edit."""

    target: str
    kind: str
    change: str
    shipped: ast.Module
    edit: Edit

    @contextlib.contextmanager
    def tree(self) -> Iterator[ast.Module]:
        """Yield the tree with the new node in the place of the old one; afterwards restore it."""
        for parent in ast.walk(self.shipped):
            for name, value in ast.iter_fields(parent):
                if value is self.edit.old:
                    setattr(parent, name, self.edit.new)
                    yield ast.fix_missing_locations(self.shipped)
                    setattr(parent, name, self.edit.old)
                    return
                if isinstance(value, list) and any(item is self.edit.old for item in value):
                    n = next(n for n, item in enumerate(value) if item is self.edit.old)
                    value[n] = self.edit.new
                    yield ast.fix_missing_locations(self.shipped)
                    value[n] = self.edit.old
                    return

    def code(self) -> types.CodeType:
        """Return the changed module, compiled."""
        with self.tree() as tree:
            return compile(tree, "<mutant>", "exec")


def source_mutants(
    text: str, wanted: Callable[[ast.stmt], bool], more: Callable[[ast.AST], Iterator[Edit]]
) -> list[Source]:
    """Return the mutants of the wanted definitions of a module. Annotations, texts and messages do not change."""
    tree = ast.parse(text)
    found: list[Source] = []
    counts = Counter[str]()
    for top in tree.body:
        if not wanted(top):
            continue
        for where, node in nodes_of(top):
            for edit in itertools.chain(edits(node), more(node)):
                change = f"{shortened(edit.old)} -> {shortened(edit.new)}"
                counts[f"{where}: {change}"] += 1
                if (n := counts[f"{where}: {change}"]) > 1:
                    change += f" #{n}"
                found.append(Source(where, edit.kind, change, tree, edit))
    return found


def nodes_of(top: ast.AST, where: str = "") -> Iterator[tuple[str, ast.AST]]:
    """Yield all nodes that are executed, with the definition that holds them."""
    if isinstance(top, ast.FunctionDef | ast.ClassDef):
        where = f"{where}.{top.name}".lstrip(".")
    elif isinstance(top, ast.Assign) and not where:
        where = ast.unparse(top.targets[0])
    yield where, top
    for name, value in ast.iter_fields(top):
        if name in ("annotation", "returns", "decorator_list"):
            continue
        for child in value if isinstance(value, list) else [value]:
            is_text = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
            if isinstance(child, ast.AST) and not is_text and not isinstance(child, ast.JoinedStr):
                yield from nodes_of(child, where)


def shortened(node: ast.AST) -> str:
    """Return the source of a node, on one line."""
    text = "deleted" if isinstance(node, ast.Pass) else " ".join(ast.unparse(ast.fix_missing_locations(node)).split())
    return text if len(text) < 130 else f"{text[:100]}... {digest(text)[:6]}"


@contextlib.contextmanager
def register_module(module: types.ModuleType) -> Iterator[None]:
    """Register a module under its name inside the block, as dataclasses need it."""
    old = sys.modules.get(module.__name__)
    sys.modules[module.__name__] = module
    try:
        yield
    finally:
        if old is None:
            del sys.modules[module.__name__]
        else:
            sys.modules[module.__name__] = old


def execute_as_module(code: types.CodeType, like: types.ModuleType, name: str) -> types.ModuleType:
    """Execute the code as a module with the package and file of `like`, and return the module."""
    module = types.ModuleType(name)
    module.__dict__.update({"__package__": like.__package__, "__file__": like.__file__})
    with register_module(module):
        exec(code, module.__dict__)
    return module
