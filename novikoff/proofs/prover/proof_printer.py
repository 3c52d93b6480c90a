"""Proofs as text: a certificate as readable steps (`chain`), and as a proof script to paste into a theorem file."""

import ast
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from .. import kernel
from ..kernel import Fact, Poly
from ..search.factoring import square_root, vector_of_square
from ..statements.expressions import term_to_text, with_terms
from ..statements.printable_polynomials import of_polynomial
from ..statements.vector_language import OPPOSITES, SIGNS, facts_of, multiplied_out, write_poly

Json = Any
EXACT = 'Fraction("{}")'  # for what Python would read as a float
SYMBOLIC = {"abs": "Abs", "max": "Max", "min": "Min"}  # Python's functions of these names cannot compare symbols
LONGEST = 100_000  # letters of a sentence
WORD = re.compile(r"""[^\s^;,:()@"{}]+""")  # a name or number in the kernel's JSON


@dataclass(frozen=True)
class Speaker:
    """Writes polynomials, with the roots and quotients that names abbreviate."""

    lets: Mapping[str, Json]

    def number(self, p: Poly) -> str:
        """Return a scalar or a vector as text, positive terms of a high degree first."""
        order = sorted(p.items(), key=lambda term: (term[1] < 0, -sum(e for _, e in term[0]), term[0]))
        starred = {name: f"({name})" for name in kernel.variables(p) if name.endswith("*")}  # b* times c is no power
        return term_to_text(with_terms(of_polynomial(dict(order), name_roots(self.lets)), starred))

    def fact(self, fact: Fact) -> str:
        """Return a relation to 0."""
        return f"{self.number(fact[1])} {SIGNS[fact[0]]} 0"

    def source(self, data: Json) -> str:
        """Return the polynomial that is 0 in a multiple of an equation."""
        if "fact" in data:
            return f"[{data['fact']}]"
        rule, parts = (kernel.power_law, data["law"]) if "law" in data else (kernel.unfolded, data["sum"])
        return f"({self.number(rule(*map(kernel.read_poly, parts.values())))})"

    def product(self, data: Json) -> str:
        """Return a product that cannot be negative, with facts by name."""
        factors = [data["c"]] if "c" in data else []
        factors += [f"[{name}]" for name in data.get("facts", [])]
        factors += [f"({self.number(kernel.read_poly(q))})**2" for q in data.get("squares", [])]
        factors += [f"norm({self.number(kernel.read_poly(v))})**2" for v in data.get("norms", [])]
        factors += [f"exp({self.number(kernel.read_poly(p))})" for p in data.get("exponentials", [])]
        factors += [f"({self.number(remainder(r))})" for r in data.get("remainders", [])]
        return "*".join(factors) or "1"


def remainder(data: Json) -> Poly:
    """Return an exponential minus its Taylor polynomial."""
    return kernel.remainder(kernel.read_poly(data["of"]), kernel.read_poly(data["at"]), data["degree"])


@dataclass(frozen=True)
class Teller:
    """Writes proofs as text, given the statements that they cite."""

    speaker: Speaker
    cited: Mapping[str, Json]

    def proof(self, proof: Json, goals: Mapping[str, Fact], indent: str = "") -> Iterator[str]:
        """Yield the lines of a proof."""
        yield from getattr(self, proof["rule"], self.other)(proof, goals, indent)

    def other(self, proof: Json, goals: Mapping[str, Fact], indent: str) -> Iterator[str]:
        """Yield the line for a rule that only proof scripts use."""
        yield f"{indent}by {proof['rule']}"

    def poly(self, proof: Json, goals: Mapping[str, Fact], indent: str) -> Iterator[str]:
        """Yield an identity."""
        (goal,) = goals.values()
        times = " + ".join(map(self.speaker.product, proof.get("times", [])))
        right = [self.speaker.product(term) for term in proof.get("sum", [])]
        multiples = [(kernel.read_poly(e["by"]), self.speaker.source(e)) for e in proof.get("ideal", [])]
        right += [f"({self.speaker.number(by)})*{source}" for by, source in multiples]
        left = f"({times})*({self.speaker.number(goal[1])})" if times else self.speaker.number(goal[1])
        yield f"{indent}{left} = {' + '.join(right) or '0'}"

    def have(self, proof: Json, goals: Mapping[str, Fact], indent: str) -> Iterator[str]:
        """Yield the proof of a fact, then the rest."""
        new = kernel.read_facts({proof["name"]: proof["fact"]})
        yield f"{indent}[{proof['name']}]  {self.speaker.fact(new[proof['name']])}, because"
        yield from self.proof(proof["why"], new, indent + "    ")
        yield from self.proof(proof["then"], goals, indent)

    def contra(self, proof: Json, goals: Mapping[str, Fact], indent: str) -> Iterator[str]:
        """Suppose not."""
        ((relation, p),) = goals.values()
        yield f"{indent}suppose not: [{proof['name']}]  {self.speaker.number(p)} {OPPOSITES[SIGNS[relation]]} 0; then"
        yield from self.proof(proof["then"], {"false": kernel.FALSE}, indent)

    def cases(self, proof: Json, goals: Mapping[str, Fact], indent: str) -> Iterator[str]:
        """Yield the cases of a split."""
        for arm, then in proof["arms"].items():
            sign = "==" if arm == "=" else arm
            yield f"{indent}case [{proof['name']}]  {self.speaker.number(kernel.read_poly(proof['on']))} {sign} 0"
            yield from self.proof(then, goals, indent + "    ")

    def split(self, proof: Json, goals: Mapping[str, Fact], indent: str) -> Iterator[str]:
        """Yield the proof of each conclusion."""
        for name, part in proof["parts"].items():
            yield f"{indent}{name}: {self.speaker.fact(goals[name])}"
            yield from self.proof(part, {name: goals[name]}, indent + "    ")

    def sum(self, proof: Json, goals: Mapping[str, Fact], indent: str) -> Iterator[str]:
        """Yield the sum of a fact."""
        yield f"{indent}[{proof['name']}]  [{proof['fact']}] summed over all indices"
        yield from self.proof(proof["then"], goals, indent)

    def lemma(self, proof: Json, goals: Mapping[str, Fact], indent: str) -> Iterator[str]:
        """Yield the use of a theorem of the ledger."""
        images = {name: kernel.read_poly(p) for name, p in proof["put"].items()}
        for name, (relation, p) in facts_of(self.cited[proof["of"]], "show").items():
            fact = relation, kernel.substitute(p, images)
            yield f"{indent}[{proof['as'][name]}]  {self.speaker.fact(fact)}, by {proof['of']}"
        yield from self.proof(proof["then"], goals, indent)

    def define(self, proof: Json, goals: Mapping[str, Fact], indent: str) -> Iterator[str]:
        """Yield a new root or quotient, then the rest."""
        let = proof["let"]
        known = replace(self, speaker=Speaker({**self.speaker.lets, let["name"]: let}))
        yield f"{indent}there is {known.speaker.number(kernel.atom(let['name']))}"
        yield from known.proof(proof["then"], goals, indent)


def speaker_of(statement: Json) -> Speaker:
    """Return a printer for the roots and quotients of a statement in the kernel's JSON."""
    lets = statement.get("let") or []
    table = kernel.read_table(lets)
    return Speaker({e["name"]: {**e, "of": write_poly(kernel.read_poly(e["of"], table))} for e in lets})


def name_roots(lets: Mapping[str, Json]) -> dict[str, Json]:
    """Return the definitions, with the root of a square written as an absolute value or a length."""
    found = dict[str, Json]()
    for name, let in lets.items():
        p, kind = kernel.read_poly(let["of"]), let["kind"]
        root = (square_root(p) or vector_of_square(p)) if kind == "sqrt" else None
        words = {**let, "kind": "abs" if square_root(p) else "norm", "of": write_poly(root)} if root else let
        found[name] = words
    return found


def sentence(data: Json) -> str:
    """Return a statement of the kernel in the grammar of `prove`, with each definition put in place of its name.

    Return "" if the grammar cannot express it: runs, nearest points, adjoined units, a number and a vector of one
    name. Return "" also if it would be longer than about `LONGEST` letters: each definition can double the length.

    >>> sentence({"id": "x", "declare": ["a", "u@"], "assume": {"h": [">", "a", "0"]}, "show": {"c": [
    ...     ">=", ["*", "r", ["@", "u@", "u@"]], "0"]}, "let": [{"name": "r", "kind": "inverse", "of": "a"}]})
    'vec u; real a; a > 0 |- (u@u)/a >= 0'
    """
    if data.get("run") is not None or any("to" in e for e in data.get("let") or []) or "#" in str(data["show"]):
        return ""
    speaker = speaker_of(data)
    if length_of(data) > LONGEST:
        return ""
    if len({name.rstrip("@") for name in data["declare"]}) < len(data["declare"]):
        return ""
    sorts = {"vec": [n[:-1] for n in data["declare"] if n.endswith("@")],
             "real": [n for n in data["declare"] if not n.endswith("@")]}
    declared = [f"{sort} {' '.join(names)}" for sort, names in sorts.items() if names]
    given, shown = (", ".join(f"all({speaker.fact(fact)})" if kernel.is_indexed(fact[1]) else speaker.fact(fact)
                              for fact in facts_of(data, part).values())
                    for part in ("assume", "show"))
    return f"{'; '.join([*declared, *filter(None, [given])])} |- {shown}"


def length_of(statement: Json) -> int:
    """Count the letters of names and numbers in a statement with each definition put in place of its name."""
    lengths = dict[str, int]()

    def letters(data: Json) -> int:
        return sum(lengths.get(word, len(word)) for word in WORD.findall(json.dumps(data, ensure_ascii=False)))

    for entry in statement.get("let") or []:
        lengths[entry["name"]] = letters(entry["of"])
    plain = multiplied_out(statement)
    return letters([plain["assume"], plain["show"]])


def chain(entries: list[Json]) -> list[str]:
    """Return the proof of the last certificate, line by line; a name in [ ] is an expression that is ≥ 0 or = 0."""
    statement, cited = entries[-1]["statement"], {e["statement"]["id"]: e["statement"] for e in entries}
    speaker, goals = speaker_of(statement), facts_of(statement, "show")
    given = [f"[{name}]  {speaker.fact(fact)}" for name, fact in facts_of(statement, "assume").items()]
    shown = [f"to show  {speaker.fact(fact)}" for fact in goals.values()]
    roots = [f"{name} is {speaker.number(kernel.atom(name))}" for name, let in speaker.lets.items()
             if let["kind"] == "sqrt"]
    return [*given, *roots, *shown, *Teller(speaker, cited).proof(entries[-1]["proof"], goals)]


# --- as a script --------------------------------------------------------------------------------------


def script(entries: list[Json], said: Mapping[str, tuple[str, str, str]]) -> list[str]:
    """Return the last certificate as code for a theorem file. If the proof is one identity, its reasons are in the last
    line. Otherwise the lines of the chain precede it as comments, for the author to choose from.

    said    the text of each relation: left side, sign and right side
    """
    statement, proof = entries[-1]["statement"], entries[-1]["proof"]
    vectors = [name[:-1] for name in statement["declare"] if name.endswith("@")]
    reals = [name for name in statement["declare"] if not name.endswith("@")]
    taken = {name.removesuffix("[i]") for name in [*vectors, *reals]}
    p = next(name for name in ("p" * n for n in count(1)) if name not in taken)
    lines = ["from fractions import Fraction", "from novikoff.theorems import *", "", '@theorem("ID", title="TITLE")',
             f"def statement({p}: Script) -> None:", '    """SENTENCE."""']
    for names, method in ((vectors, "vector"), (reals, "real")):
        if names:
            plural = "s" * (len(names) > 1)
            left = ", ".join(name.removesuffix("[i]") for name in names)
            lines.append(f'    {left} = {p}.{method}{plural}("{" ".join(names)}")')
    facts = {name: relation(*words) for name, words in said.items()}
    given = [f"{name}={fact}" for name, fact in facts.items() if name in statement["assume"]]
    lines += [f"    {p}.assume({', '.join(given)})"] if given else []
    shown = [f"{name}={fact}" for name, fact in facts.items() if name in statement["show"]]
    lines.append(f"    {p}.show({', '.join(shown)})")
    reasons = reasons_of(speaker_of(statement), proof)
    lines += [f"    # {line}" for line in chain(entries)] if reasons is None else []
    return [*lines, f"    {p}.conclude({', '.join(reasons or ())})"]


def relation(left: str, sign: str, right: str) -> str:
    """Return a relation in Python, where families have no brackets and == is Eq.

    >>> relation("abs(a[i])", "==", "max(b, 1/3)")
    'Eq(Abs(a), Max(b, Fraction("1/3")))'
    """
    left, right = map(term, (left, right))
    return f"{'Eq' if sign == '==' else 'Ne'}({left}, {right})" if sign in ("==", "!=") else f"{left} {sign} {right}"


def term(text: str) -> str:
    """Return a term as Python code in which no number becomes a float.

    >>> term("2*1/3*a - 0.5"), term("b/3 + 2**-1")
    ('Fraction("2")*1/3*a - Fraction("0.5")', 'b/3 + Fraction("2")**-1')
    """
    code = " ".join(text.replace("[i]", "").split()).encode()
    found = replacements(ast.parse(code.decode(), mode="eval").body)
    for node, new in sorted(found, key=lambda pair: -pair[0].col_offset):  # from the right, so that the places stay
        old = code[node.col_offset : node.end_col_offset].decode()
        code = code[: node.col_offset] + new.format(old.replace(" ", "")).encode() + code[node.end_col_offset :]
    return code.decode()


def replacements(node: ast.AST) -> Iterator[tuple[ast.expr, str]]:
    """Yield the functions that must take symbols and the numbers that must be exact, each with its new form."""
    match node:
        case ast.Constant(value=float()):
            yield node, EXACT
        case ast.BinOp(left=left, op=ast.Div(), right=right) if is_number(left) and is_number(right):
            yield from first_exact(node)
        case ast.BinOp(left=left, op=ast.Pow(), right=ast.UnaryOp()) if is_number(left):
            yield from first_exact(left)
        case ast.Name(id=name) if name in SYMBOLIC:
            yield node, SYMBOLIC[name]
        case _:
            for part in ast.iter_child_nodes(node):
                yield from replacements(part)


def first_exact(node: ast.AST) -> Iterator[tuple[ast.expr, str]]:
    """Yield replacements that make the first number in a term of numbers exact, so that its value is exact."""
    match node:
        case ast.BinOp(left=ast.Constant(value=int()), op=ast.Div(), right=ast.Constant(value=int())) | ast.Constant():
            yield node, EXACT
        case ast.BinOp(left=first, right=rest):
            yield from [*first_exact(first), *replacements(rest)]
        case ast.UnaryOp(operand=first):
            yield from first_exact(first)


def is_number(node: ast.expr) -> bool:
    """Return whether a term consists of numbers."""
    return all(isinstance(part, ast.Constant | ast.BinOp | ast.UnaryOp | ast.operator | ast.unaryop)
               for part in ast.walk(node))


def reasons_of(speaker: Speaker, proof: Json) -> list[str] | None:
    """Return the reasons for a conclusion by one identity, or None if scripts cannot express the proof."""
    if proof["rule"] != "poly":
        return None
    found = list[str]()
    for term in proof.get("sum", []):
        kinds = term.keys() - {"c"}
        if len(kinds) > 1 or any(len(term.get(kind, [])) > 1 for kind in ("squares", "norms", "remainders")):
            return None
        found += [f'"{" * ".join(term["facts"])}"'] if "facts" in term else []
        for kind, word in (("squares", "square"), ("norms", "length")):
            found += [f"{word}({speaker.number(kernel.read_poly(p))})" for p in term.get(kind, [])]
        for r in term.get("remainders", []):
            of, at = (speaker.number(kernel.read_poly(r[part])) for part in ("of", "at"))
            found.append(f"tangent({of}, at={at}, degree={r['degree']})")
    for e in proof.get("ideal", []):
        found += [f'"{e["fact"]}"'] if "fact" in e and not e["fact"].endswith(".def") else []
        if "law" in e:
            found.append(f"exponents({', '.join(speaker.number(kernel.read_poly(p)) for p in e['law'].values())})")
    for term in proof.get("times", []):
        names = ", ".join(f'"{name}"' for name in term.get("facts", []))
        found += [f"times({names})"] if names else []
    return list(dict.fromkeys(found)) or ['"algebra"']
