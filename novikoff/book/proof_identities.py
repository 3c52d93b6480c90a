"""The identity of polynomials behind each line of a proof, from the certificate.

A fact is written "polynomial ≥ 0"; here its name means that polynomial. An identity says that the polynomial of the
goal is a sum of products that cannot be negative, and of multiples of terms that are 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..proofs import kernel
from ..proofs.statements.expressions import term_of, value_of
from ..proofs.statements.printable_polynomials import term, vector
from ..proofs.statements.vector_language import exp, facts_of, norm
from ..report.document_formats import Formula, Inline, Name

Json = Any
MOST = 80  # terms of an identity that are written out
RELATIONS = {">=": "≥", ">": ">", "=": "=", "!=": "≠"}


@dataclass(frozen=True)
class Identity:
    """The polynomial of the goal, how it is related to 0, what it equals, and the facts that are used."""

    goal: Inline
    relation: str
    right: Inline
    uses: tuple[str, ...]


def identities(entry: Json, order: tuple[str, ...]) -> dict[str, list[Identity | None]]:
    """Return the identities of a certificate's proof by the name of the fact that each shows, in the proof's order.
    The value is None for an identity that is too long, and for a leaf that is not a plain identity.
    """
    statement = entry["statement"]
    lets = {let["name"]: let for let in statement.get("let") or [] if "to" not in let}
    found: dict[str, list[Identity | None]] = {}
    for name, fact, leaf, defined in leaves(entry["proof"], facts_of(statement, "show"), lets):
        found.setdefault(name, []).append(identity(fact, leaf, defined, order))
    return found


def leaves(
    proof: Json, goals: Mapping[str, kernel.Fact], lets: Mapping[str, Json]
) -> Iterator[tuple[str, kernel.Fact | None, Json, Mapping[str, Json]]]:
    """Yield the leaves of a proof: the goal's name, the goal if the walk knows it, the rule, and the definitions."""
    rule = proof["rule"]
    if rule == "split":
        for name, part in proof["parts"].items():
            yield from leaves(part, {name: goals[name]} if name in goals else {}, lets)
    elif rule == "have":
        yield from leaves(proof["why"], kernel.read_facts({proof["name"]: proof["fact"]}), lets)
        yield from leaves(proof["then"], goals, lets)
    elif rule == "induction":
        for name in proof["invariants"]:
            yield name, None, proof["base"][name], lets
            yield from leaves(proof["step"][name], {}, lets) if proof["step"][name]["rule"] != "poly" else [
                (name, None, proof["step"][name], lets)
            ]
        yield from leaves(proof["then"], goals, lets)
    elif rule == "cases":
        supposed = {"rule": "poly", "ideal": [{"fact": proof["name"], "by": "1"}]}  # the case is the goal
        for arm in proof["arms"].values():
            yield from leaves({"rule": "supposed"} if arm == supposed else arm, goals, lets)
    elif rule == "define":
        let = proof["let"]
        yield from leaves(proof["then"], goals, {**lets, let["name"]: let} if "to" not in let else lets)
    elif rule in ("lemma", "sum", "entry"):
        known = goals if rule != "entry" else {}
        yield from leaves(proof["then"], known, lets)
    else:
        for name in goals:
            yield name, goals[name], proof, lets


def identity(
    fact: kernel.Fact | None, leaf: Json, lets: Mapping[str, Json], order: tuple[str, ...]
) -> Identity | None:
    """Return the identity of a leaf, or None if it is not a plain identity, too long, or combines nothing."""
    if fact is None or leaf["rule"] != "poly":
        return None
    relation, p = fact
    products = leaf.get("sum", [])
    multiples = leaf.get("ideal", [])
    size = len(p) + sum(1 + len(str(each)) // 12 for each in (*products, *multiples))
    if not (products or multiples) or size > MOST:
        return None
    speak = Speaker(lets, order)
    parts = [speak.product(each) for each in products] + [speak.multiple(each) for each in multiples]
    left: list[Any] = [speak.number(p)]
    if leaf.get("times"):
        times = _join_sum(speak.product(each) for each in leaf["times"])
        left = ["(", *times, ") · (", *left, ")"]
    used = [name for each in (*leaf.get("times", []), *products) for name in each.get("facts", [])]
    used += [each["fact"] for each in multiples if "fact" in each]
    return Identity(left, RELATIONS[relation], _join_sum(parts), tuple(dict.fromkeys(used)))


def _join_sum(parts: Any) -> list[Any]:
    found = list[Any]()
    for part in parts:
        minus, positive = split_sign(part)
        found += [" − " if found else "−"] if minus else [" + "] if found else []
        found += positive
    return found


def split_sign(part: list[Any]) -> tuple[bool, list[Any]]:
    """Return whether a negative number comes first, and the product without its sign."""
    number = value_of(part[0].arguments[0]) if isinstance(part[0], Formula) else None
    if number is None or number >= 0:
        return False, part
    if number == -1 and len(part) > 1:
        return True, part[2:]  # without the sign of multiplication
    return True, [Formula("term", (-number,), part[0].order), *part[1:]]


@dataclass(frozen=True)
class Speaker:
    """Turns the kernel's polynomials into formulas, given the definitions."""

    lets: Mapping[str, Json]
    order: tuple[str, ...]

    def number(self, p: kernel.Poly) -> Formula:
        """Return a number as a formula."""
        return self.formula(term(p, self.lets))

    def formula(self, e: Any) -> Formula:
        """Return a number or vector of the language as a formula."""
        return Formula("term", (e,), self.order)

    def product(self, data: Json) -> list[Any]:
        """Return a product that cannot be negative."""
        factors: list[list[Any]] = [[self.formula(Fraction(data["c"]))]] if "c" in data else []
        names = data.get("facts", [])
        factors += [[Name(n), "²" * (names.count(n) == 2)] if names.count(n) < 3 else [Name(n), f"^{names.count(n)}"]
                    for n in dict.fromkeys(names)]
        squares = [term(kernel.read_poly(q), self.lets) for q in data.get("squares", [])]
        factors += [[self.formula(q**2)] for q in squares]
        factors += [[self.formula(norm(vector(kernel.read_poly(v), self.lets)) ** 2)] for v in data.get("norms", [])]
        exponents = (term(kernel.read_poly(e), self.lets) for e in data.get("exponentials", []))
        factors += [[self.formula(exp(e))] for e in exponents]
        for r in data.get("remainders", []):
            of, at = kernel.read_poly(r["of"]), kernel.read_poly(r["at"])
            rest = self.number(kernel.remainder(of, at, r["degree"]))
            factors.append(["(", rest, ")"])
        if not factors:
            return [self.formula(1)]
        return [piece for n, factor in enumerate(factors) for piece in (["·"] if n else []) + [p for p in factor if p]]

    def multiple(self, data: Json) -> list[Any]:
        """Return a multiple of an expression that is 0."""
        by = term(kernel.read_poly(data["by"]), self.lets)
        if "fact" in data:
            of: list[Any] = [Name(data["fact"])]
        else:
            rule, parts = (kernel.power_law, data["law"]) if "law" in data else (kernel.unfolded, data["sum"])
            of = ["(", self.number(rule(*map(kernel.read_poly, parts.values()))), ")"]
        if by == 1:
            return of
        fence = ("(", ")") if term_of(by)[0] == "+" else ("", "")
        return [*filter(None, (fence[0], self.formula(by), fence[1])), "·", *of]
