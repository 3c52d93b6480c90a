"""Items of each kind: right ones, statements that are false, proofs in which one thing is wrong.

Main definitions:
    true_item, false_item                   one random item each
    made                                    one item, with a cheat or without, if its choices lead somewhere
    shifted, spoiled                        make a conclusion false; make one thing in a proof wrong
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator
from fractions import Fraction

from .polynomials import Fact, add, const, read, scaled, written
from .questions import Certificate, Irrational, Item, Json
from .random_terms import CHEATS, RELATIONS, RUN_CHEATS, Impossible, Scope
from .runs import Maker


def made(chance: random.Random, cheat: str = "") -> Item | None:
    """One item; None if the choices led nowhere, or never to the cheat."""
    try:
        runs = [c for c in (cheat,) if c in RUN_CHEATS]
        shared = cheat in CHEATS and cheat in RUN_CHEATS
        if (runs and not (shared and chance.random() < 0.5)) or (not cheat and chance.random() < 0.2):
            maker = Maker(chance, cheat, declare=chance.choice(("p q", "p v@")))
            simulated = cheat.startswith("a simulation") or (not cheat and chance.random() < 0.4)
            item = (maker.finish_simulation if simulated else maker.finish_run)(chance.randrange(2))
        else:
            maker = Maker(chance, cheat)
            item = maker.finish(chance.choice((1, 1, 2)) if cheat else chance.choice((0, 1, 1, 2)))
    except (Impossible, Irrational):
        return None
    if cheat and not maker.cheated:
        return None
    item.witness = item.statement.is_false()
    return item


def true_item(chance: random.Random) -> Item:
    """A true statement with a right proof."""
    while True:
        if item := made(chance):
            return item


def cheated_item(chance: random.Random, cheat: str = "") -> Item:
    """A proof with one wrong step; mostly of a false statement."""
    while True:
        this = cheat or chance.choice(CHEATS + RUN_CHEATS)
        for _ in range(12):  # or else those that rarely come about would be rare
            item = made(chance, this)
            if item and (item.witness or item.kind not in COMPUTED or any(leaf.wrong() for leaf in item.leaves)):
                return item


# cheats that may by chance come out right: whether they did is computed
COMPUTED = {"a square taken once", "a fact != 0 taken once", "a norm that is no square", "a negative coefficient"}


def shifted(item: Item, chance: random.Random) -> bool:
    """Make a conclusion false at the point; mend the certificates by negative numbers, or not."""
    statement, end = item.statement, item.statement.reached()
    name = chance.choice(list(statement.show))
    relation, p = statement.show[name]
    assert end
    values = end.range(p)
    if not values:
        return False
    worst = min(values)
    by = -worst - chance.choice((1, 1, 2, Fraction(1, 2)))
    match chance.choice(("shift", "shift", "mend", "mend", "negate", "stronger")):
        case "negate":
            new: Fact = relation, scaled(p, -1)
        case "stronger":
            new = chance.choice({">=": (">", "="), ">": ("=",), "!=": (">", ">="), "=": ("!=", ">")}[relation]), p
        case "shift":
            new = relation, add(p, const(-worst if relation in (">", "!=") else by))
        case _:
            if relation == "=":
                return False
            new = relation, add(p, const(by))
            for leaf in item.leaves:
                if leaf.goal is statement.show[name] and not leaf.proof.get("times"):
                    leaf.proof["sum"] = [*leaf.proof.get("sum", []), {"c": str(by)}]
    statement.show[name] = new
    item.kind, item.witness = f"shift of {item.kind}", statement.is_false()
    return item.witness


def at_a_point(chance: random.Random) -> Item | None:
    """Hypotheses that hold at a random point, a conclusion that does not, and a random proof of something else."""
    item = made(chance)
    if item is None or item.statement.run:
        return None
    maker = Maker(chance, point=item.statement.point, declare=" ".join(item.statement.declare))
    at = bool(maker.families) and chance.random() < 0.3 and item.statement.point.size > 0
    relation, p = chance.choice(RELATIONS), maker.poly(Scope({}, at), 3, 2)
    values = maker.here.range(p)
    p = add(p, const(-values[0] - (relation in (">=", "=")) * chance.choice((1, 2))))
    item.statement.show = {"goal0": (relation, p)}
    item.kind, item.witness = "point", item.statement.is_false()
    return item if item.witness else None


def false_item(chance: random.Random, kind: str = "") -> Item:
    """A false statement with a proof that cannot be right."""
    while True:
        way = chance.random()
        if kind.startswith("shift") or (not kind and way < 0.3):
            item: Item | None = true_item(chance)
            if item and shifted(item, chance):
                return item
        elif kind == "point" or (not kind and way < 0.4):
            if item := at_a_point(chance):
                return item
        elif (item := cheated_item(chance, kind)).witness:
            return item


ODD: tuple[Json, ...] = (
    "1/0", " 1", "1 ", "+1", "1.0", "1e3", "1_0", "٣", "0x1", "--1", "-", "", "/2", "1/-2", "1/2/3", "NaN", "inf",
    "\u0661", 1, 1.0, True, [], {}, ["1"], "1\n", "9" * 401, "1/" + "9" * 401,
)  # fmt: skip


ODDLY = "an odd number"


def nodes(proof: Json) -> Iterator[Json]:
    """All proofs inside a proof."""
    if isinstance(proof, dict):
        if "rule" in proof:
            yield proof
        for value in proof.values():
            yield from nodes(value)


def spoiled(item: Item, chance: random.Random) -> tuple[str, Callable[[], None]]:
    """Make one thing in the proof wrong; say what, or nothing if it is not known to be wrong, and how to undo it."""
    leaf = chance.choice(item.leaves)
    if chance.random() < 0.8:
        place, before = leaf.proof, copy.deepcopy(leaf.proof)
        how = spoiled_leaf(leaf, chance)
        how = how if how == ODDLY or (how and leaf.wrong()) else ""
    else:  # the proofs inside stay the same objects
        place = chance.choice([*nodes(item.proof), *(n for s in item.sides.values() for n in nodes(s))])
        before = {k: dict(v) if isinstance(v, dict) and "rule" not in v else v for k, v in place.items()}
        how = spoiled_node(place, chance)

    def undo() -> None:
        place.clear()
        place.update(before)

    return how, undo


def spoiled_leaf(leaf: Certificate, chance: random.Random) -> str:
    """Change a certificate somewhere."""
    proof, known = leaf.proof, [*leaf.assume, *leaf.local, "h0"]
    terms = [*(proof.get("times") or []), *(proof.get("sum") or [])]
    ideal = proof.get("ideal") or []
    ways = "coefficient", "sign", "odd", "drop", "double", "fact", "more", "by", "side", "square", "relation"
    match way := chance.choice(ways):
        case "coefficient" | "sign" if terms:
            term = chance.choice(terms)
            c = Fraction(term.get("c", 1))
            other = (c + 1, c / 2, c * 2, c + Fraction(1, 10**9))
            term["c"] = str(-c if way == "sign" else chance.choice((*other, Fraction(0))))
        case "odd" if terms or ideal:
            numbers = [(term, "c") for term in terms] + [(e, "by") for e in ideal]
            if not numbers:
                return ""
            entry, key = chance.choice(numbers)
            entry[key] = chance.choice(ODD)
            return ODDLY
        case "drop" if terms or ideal:
            key = chance.choice([k for k in ("times", "sum", "ideal") if proof.get(k)])
            proof[key] = [e for n, e in enumerate(proof[key]) if n != chance.randrange(len(proof[key]))]
        case "double" if terms or ideal:
            key = chance.choice([k for k in ("times", "sum", "ideal") if proof.get(k)])
            proof[key] = [*proof[key], chance.choice(proof[key])]
        case "fact" if any(t.get("facts") for t in terms) or ideal:
            entry = chance.choice([*ideal, *(t for t in terms if t.get("facts"))])
            name = chance.choice(known)
            if "sum" in entry or "law" in entry:
                return spoiled_schema(entry, chance)
            if "by" in entry:
                entry["fact"] = name
            else:
                entry["facts"] = [name, *entry["facts"][1:]]
        case "more":
            term = {"facts": [chance.choice(known)]} if chance.random() < 0.7 else {"c": "1/1000000"}
            proof["sum"] = [*(proof.get("sum") or []), term]
        case "by" if ideal:
            entry = chance.choice(ideal)
            by = read(entry["by"])
            entry["by"] = written(add(by, {chance.choice([*by, ()]): chance.choice((1, -1))}))
        case "side" if any("fact" in entry for entry in ideal):
            entry = chance.choice([entry for entry in ideal if "fact" in entry])
            proof["ideal"].remove(entry)
            proof["sum"] = [*(proof.get("sum") or []), {"facts": [entry["fact"]]}]
        case "square" if any("remainders" in term for term in terms):
            rest = chance.choice([term for term in terms if "remainders" in term])["remainders"][0]
            rest["degree"] = chance.choice((0, 2, 4, -1, True, "1", 1.0))
            return "an even degree"
        case "square" if terms:
            term = chance.choice(terms)
            term["squares"] = [*(term.get("squares") or []), ["+", "a", "2"]]
        case "relation" if terms:
            term = proof["sum"].pop() if proof.get("sum") else {}
            proof["ideal"] = [*ideal, {"fact": next(iter(term.get("facts") or known)), "by": term.get("c", "1")}]
        case _:
            return ""
    return f"a certificate's {way}"


def spoiled_schema(multiple: Json, chance: random.Random) -> str:
    """Change a vector or an exponent in an equation of its own."""
    (kind,) = {"sum", "law"} & set(multiple)
    place = multiple[kind] = dict(multiple[kind])
    place[chance.choice(list(place))] = "x[i]@" if kind == "sum" else "a"
    return f"another {kind} in a certificate"


def spoiled_node(node: Json, chance: random.Random) -> str:
    """Change the frame of a proof."""
    match node["rule"], chance.choice(("rule", "key", "own", "own", "unknown")):
        case rule, "rule":
            other = chance.choice([r for r in RULES if r != rule])
            node["rule"] = other
            return "" if rule == "poly" and other == "poly" else "another rule"
        case rule, "key" if rule != "poly":
            key = chance.choice([k for k in node if k not in ("rule", "run")])
            del node[key]
            return "a key left out"
        case rule, "unknown":
            node["note"] = "QED"
            return "a key that is not known"
        case "cases", _:
            del node["arms"][chance.choice(list(node["arms"]))]
            return "" if set("".join(node["arms"])) == set("<=>") else "a case left out"
        case "lemma", _:
            key = chance.choice(["premises", "put", "as"])
            if not node[key]:
                return ""
            del node[key][chance.choice(list(node[key]))]
            return "something left out of a lemma"
        case "induction", _:
            del node[chance.choice(["base", "step"])]["I"]
            return "an induction without base or step"
        case "split", _:
            del node["parts"][chance.choice(list(node["parts"]))]
            return "a conclusion not shown"
        case (("have" | "define"), _):
            node["why"] = None
            return "no reason"
    return ""


RULES = ("poly", "cases", "contra", "have", "split", "define", "lemma", "induction", "sum", "trust", "", None)
