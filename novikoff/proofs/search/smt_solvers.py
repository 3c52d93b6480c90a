"""Second opinions: z3 and cvc5 on the obligations of a proof, as SMT-LIB 2 over Gram symbols.

Each leaf of a proof (what was shown by computation) becomes one script: the facts that its certificate uses, the
instances of ⟨v, v⟩ ≥ 0 that the certificate uses, and the negated goal. First, all leaves of a claim together become
one question: whether any of them can fail. In it, monomials are unknowns, and the facts include the signs of products,
so that linear arithmetic nearly always answers. If it does not, each leaf becomes a question. Both solvers read the
very same text, z3 in a fresh context for each claim, with a resource limit, so that the same run costs the same. A
counterexample also becomes a script, written out in coordinates. Its answer must be `sat`.

z3 also gets the plain inequality of each small leaf: the question whether all facts known there imply the goal. This
script does not contain the certificate. The script states that the Gram symbols are inner products of vectors, so `sat`
means that the leaf is false. `unknown` means nothing there, because this question is harder than the question about the
certificate. A statement without a proof is written in the same way, with the principal minors up to order 3 of the Gram
matrix of its vectors.

A solver's `unsat` is an opinion, not a proof: both have had unsound releases in nonlinear arithmetic.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations
from time import process_time
from typing import Any

from ...algorithms.processes import SOLVER, Stopped, Worker
from .. import kernel
from ..kernel import Fact, Poly, Rational, Statement
from ..statements.vector_language import atoms_of
from .elaboration import Obligation
from .proof_json import negation, objects_in

Z3_RESOURCES = 2_000_000
# Within Z3_RAW, z3 decides all but 40 of the 2345 raw steps of the ledger; beyond 100_000 it stops counting in some.
# Its general solver decides none of these 40 either, and none of 37 raw steps that are false without a hypothesis.
Z3_RAW = 50_000
RAW_FACTS = 16  # of a leaf that is asked about without its certificate
ORDER = 3  # of the principal minors of a Gram matrix that solvers are given
MOST_VECTORS = 12  # of which they get minors of that order; of more vectors the square lengths alone
CVC5_RESOURCES = 100_000
Schema = tuple[list[Fact], Fact]  # premises and conclusion
SIGNED = ("facts", "norms", "exponentials", "remainders")  # what has a sign in a product, beside squares


@dataclass(frozen=True)
class Answer:
    """A solver's answer (sat, unsat, unknown, or why it was stopped), the resources it counted, and CPU seconds."""

    result: str
    cost: int
    seconds: float = field(default=0.0, compare=False)


# --- SMT-LIB ------------------------------------------------------------------------------------


def _rational_term(value: Rational) -> str:
    p, q = abs(value.numerator), value.denominator
    text = f"{p}.0" if q == 1 else f"(/ {p}.0 {q}.0)"
    return f"(- {text})" if value < 0 else text


def _apply_operator(operator: str, terms: list[str], unit: str) -> str:
    """Return an operator applied to any number of terms, `unit` for none."""
    return unit if not terms else terms[0] if len(terms) == 1 else f"({operator} {' '.join(terms)})"


def polynomial(p: Poly, atom: Any = lambda name: f"|{name}|") -> str:
    """Return a polynomial as a term; `atom` writes the atoms."""
    summands = []
    for monomial, value in sorted(p.items()):
        factors = [] if value == 1 and monomial else [_rational_term(value)]
        factors += [atom(name) for name, e in monomial for _ in range(e)]
        summands.append(_apply_operator("*", factors, "1.0"))
    return _apply_operator("+", summands, "0.0")


def formula(fact: Fact, atom: Any = lambda name: f"|{name}|") -> str:
    """Return a fact as a formula; `atom` writes the atoms."""
    relation, p = fact
    if relation == "!=":
        return f"(not (= {polynomial(p, atom)} 0.0))"
    return f"({relation} {polynomial(p, atom)} 0.0)"


def script(names: list[str], assertions: list[str], logic: str = "QF_NRA") -> str:
    """Return a complete SMT-LIB 2 script over real constants."""
    lines = [f"(set-logic {logic})", *(f"(declare-const |{name}| Real)" for name in names)]
    return "\n".join([*lines, *(f"(assert {a})" for a in assertions), "(check-sat)", ""])


def obligation(leaf: Obligation) -> str:
    """Return a script that is unsatisfiable if the leaf is right."""
    if leaf.proof is None:  # all that is known, and what is true of inner products and exponentials
        known = list(leaf.context.facts.values())
        polys = [p for _, p in [*known, leaf.goal]]
        powers: list[Fact] = [(">", {((a, 1),): 1}) for a in sorted(atoms_of(*polys)) if kernel.shape(a).kind == "exp"]
        facts, schemas = [*known, *minor_facts(_vectors_of(polys)), *powers, *sums_of_products(polys)], list[Schema]()
    else:
        facts, schemas = premises_of(leaf)
    if leaf.proof is not None and is_linear(leaf.proof, {r for r, _ in facts}):
        return script(*linearise([*facts, negation(leaf.goal)]), "QF_LRA")
    atoms = atoms_of(*(p for _, p in [*facts, leaf.goal, *(f for premises, f in schemas for f in [*premises, f])]))
    return script(sorted(atoms), failure_formulas(facts, schemas, leaf.goal, formula))


def write_raw_script(leaf: Obligation) -> str | None:
    """Return a script for the leaf without its certificate, which is unsatisfiable if the leaf is right. Return None
    for a large leaf, and for one with sums or exponentials.

    Vectors with given inner products exist if and only if all principal minors of their Gram matrix are ≥ 0.
    """
    known = list(leaf.context.facts.values())
    if len(known) > RAW_FACTS or not has_exact_models(leaf):
        return None
    schemas = minor_facts(_vectors_of(p for _, p in [*known, leaf.goal]))
    names = sorted(atoms_of(*(p for _, p in [*known, leaf.goal, *schemas])))
    return script(names, failure_formulas([*known, *schemas], [], leaf.goal, formula))


def has_exact_models(leaf: Obligation) -> bool:
    """Return whether the principal minors say everything, so that each model consists of numbers and vectors."""
    polys = [p for _, p in [*leaf.context.facts.values(), leaf.goal]]
    plain = all(kernel.shape(a).kind in ("variable", "pair") and "[i]" not in a for a in atoms_of(*polys))
    return plain and len(_vectors_of(polys)) <= ORDER


def _vectors_of(polys: Iterable[Poly]) -> list[str]:
    """Return the vectors, with the sums of vectors that are in inner products."""
    whole: Poly = {m: 1 for p in polys for m in p}
    sums = {v for a in atoms_of(whole) if "@" in a for v in kernel.shape(a).pair if "(" in v}
    return sorted(sums.union(name for name in kernel.variables(whole) if name.endswith("@")))


def minor_facts(vectors: Sequence[str]) -> list[Fact]:
    """Return the facts that principal minors up to `ORDER` of the vectors' Gram matrix are not negative."""
    most = ORDER if len(vectors) <= MOST_VECTORS else 1
    sizes = range(1, min(most, len(vectors)) + 1)
    return [(">=", minor(some)) for size in sizes for some in combinations(vectors, size)]


def sums_of_products(polys: Iterable[Poly]) -> Iterator[Fact]:
    """Yield the facts ⟨Σu, v⟩ = Σ⟨u, v⟩ about the products in the polynomials."""
    pairs = [kernel.shape(a).pair for a in sorted(atoms_of(*polys)) if kernel.shape(a).kind == "pair"]
    for u, v in (each for pair in pairs for each in dict.fromkeys((pair, pair[::-1]))):
        if kernel.shape(u).kind == "sum" and not kernel.is_indexed(kernel.atom(v)):
            yield "=", kernel.unfolded(kernel.shape(u).inner, kernel.atom(v))


def sum_facts(facts: Mapping[str, Fact]) -> dict[str, Fact]:
    """Return the sums of the facts about every index. The facts must hold for all indices, as hypotheses do."""
    return {f"sum of {name}": (">=" if relation == ">" else relation, kernel.sum_over(p))
            for name, (relation, p) in facts.items() if kernel.is_indexed(p) and relation != "!="}


@lru_cache(1000)  # the steps of a claim have the same vectors
def minor(vectors: tuple[str, ...]) -> Poly:
    """Return the determinant of the vectors' Gram matrix; do not change it."""
    def determinant(rows: list[list[Poly]]) -> Poly:
        if not rows:
            return kernel.constant(1)
        others = [[[*r[:j], *r[j + 1 :]] for r in rows[1:]] for j in range(len(rows))]
        return kernel.add(*(kernel.product([kernel.constant((-1) ** j), rows[0][j], determinant(rest)])
                            for j, rest in enumerate(others)))

    return determinant([[kernel.gram(kernel.atom(u), kernel.atom(v)) for v in vectors] for u in vectors])


def premises_of(leaf: Obligation) -> tuple[list[Fact], list[Schema]]:
    """Return the facts that the leaf's certificate uses, and the rules of signs behind its products. The facts include
    those that are true of all vectors and real numbers."""
    names, instances = used_facts(leaf.proof)
    known = [leaf.context.facts[name] for name in sorted(names & set(leaf.context.facts))]
    return known + instances, list(sign_rules(leaf.context.facts, leaf.goal, leaf.proof))


def failure_formulas(facts: list[Fact], schemas: list[Schema], goal: Fact, write: Callable[[Fact], str]) -> list[str]:
    """Return the formulas that hold where all facts hold and the goal fails."""
    hints = [f"(=> {_apply_operator('and', list(map(write, premises)), 'true')} {write(f)})" for premises, f in schemas]
    return [*map(write, facts), *hints, f"(not {write(goal)})"]


def write_joint_script(leaves: Iterable[Obligation]) -> str:
    """Return one script for all leaves, in which every monomial is an unknown. It is satisfiable if some leaf fails for
    some values of these unknowns. If it is unsatisfiable, no leaf fails for real numbers: a consequence of linear facts
    about monomials holds for them too.
    """
    names: dict[kernel.Monomial, str] = {}
    written: dict[tuple[str, int], str] = {}  # the same facts are known to many leaves

    def unknown(m: kernel.Monomial) -> kernel.Monomial:
        if m and m not in names:
            names[m] = " ".join(f"{a}^{e}" for a, e in m)
        return ((names[m], 1),) if m else ()

    def write(fact: Fact) -> str:
        relation, p = fact
        key = relation, id(p)
        if key not in written:
            written[key] = formula((relation, {unknown(m): c for m, c in p.items()}))
        return written[key]

    parts = [(*premises_of(leaf), leaf.goal) for leaf in leaves]  # which live until all is written
    cases = dict.fromkeys(_apply_operator("and", failure_formulas(*part, write), "true") for part in parts)
    return script(sorted(names.values()), [_apply_operator("or", list(cases), "false")], "QF_LRA")


def is_linear(proof: Any, relations: set[str]) -> bool:
    """Return whether the certificate combines facts linearly, so that monomials may be unknowns."""
    if proof["rule"] != "poly" or "times" in proof or "!=" in relations:
        return False
    summands, multiples = proof.get("sum", []), proof.get("ideal", [])
    single = all(sum(len(t.get(part, [])) for part in SIGNED) <= 1 and "squares" not in t for t in summands)
    return single and all(set(kernel.read_poly(entry["by"])) == {()} for entry in multiples)


def linearise(facts: list[Fact]) -> tuple[list[str], list[str]]:
    """Return facts with each monomial as an unknown of its own; their consequences hold for real numbers too."""
    names = {m: " ".join(f"{a}^{e}" for a, e in m) for _, p in facts for m in p if m}
    linear: list[Fact] = [(r, {((names[m], 1),) if m else (): c for m, c in p.items()}) for r, p in facts]
    return sorted(names.values()), [formula(fact) for fact in linear]


def used_facts(proof: Any) -> tuple[set[str], list[Fact]]:
    """Return the names of the facts in a certificate, and what it uses of all vectors and real numbers."""
    names: set[str] = set()
    instances: list[Fact] = []
    for node in objects_in(proof):
        names |= set(node["facts"]) if isinstance(node.get("facts"), list) else set()
        names |= {node["fact"]} if isinstance(node.get("fact"), str) else set()
        instances += signs_of(node) if any(part in node for part in SIGNED) else []
        instances += [_equation_of(node, {})] if "by" in node and "fact" not in node else []
    return names, instances


def signs_of(term: Any) -> list[Fact]:
    """Return the facts about the signs of lengths and exponentials in a product."""
    tangents = ((kernel.read_poly(r["of"]), kernel.read_poly(r["at"]), r["degree"]) for r in term.get("remainders", []))
    return [*((">=", kernel.gram(v, v)) for v in map(kernel.read_poly, term.get("norms", []))),
            *((">", kernel.exponential(p)) for p in map(kernel.read_poly, term.get("exponentials", []))),
            *((">=", kernel.remainder(*tangent)) for tangent in tangents)]


def _equation_of(entry: Any, facts: Mapping[str, Fact]) -> Fact:
    if "fact" in entry:
        return facts[entry["fact"]]
    if "law" in entry:
        return "=", kernel.power_law(*(kernel.read_poly(entry["law"][part]) for part in ("of", "and")))
    return "=", kernel.unfolded(*(kernel.read_poly(entry["sum"][part]) for part in ("of", "with")))


def sign_rules(facts: Mapping[str, Fact], goal: Fact, proof: Any) -> Iterator[Schema]:
    """Yield instances of the rules of signs for the products in a certificate, as (premises, conclusion).

    Each is true of all real numbers whatever the certificate says ("if f ≥ 0 and g ≥ 0 then f·g ≥ 0"), so that
    nothing is assumed; but with them the solver needs linear arithmetic only.
    """
    if proof["rule"] == "contra":
        yield from sign_rules({**facts, proof["name"]: negation(goal)}, kernel.FALSE, proof["then"])
    elif proof["rule"] == "cases":
        p = kernel.read_poly(proof["on"])
        signs = {"<": (">", kernel.negative(p)), "=": ("=", p), ">": (">", p)}
        for arm, then in proof["arms"].items():
            yield from sign_rules({**facts, proof["name"]: signs[arm]}, goal, then)
    else:
        yield from products(facts, goal, proof)


def products(facts: Mapping[str, Fact], goal: Fact, proof: Any) -> Iterator[Schema]:
    """Yield the rules of signs behind one polynomial certificate."""
    for term in proof.get("sum", []):
        premises, value = factors_of(facts, term)
        strict = "squares" not in term and all(relation != ">=" for relation, _ in premises)
        if len(premises) == 1 and "squares" not in term and premises[0][0] != "!=":
            continue
        yield premises, (">" if strict else ">=", value)
    for entry in proof.get("ideal", []):
        by = kernel.read_poly(entry["by"])
        if set(by) != {()}:
            equation = _equation_of(entry, facts)
            yield [equation], ("=", kernel.product([by, equation[1]]))
    multipliers = [factors_of(facts, term) for term in proof.get("times", [])]
    if multipliers:
        relation, p = negation(goal)
        total = kernel.add(*(value for _, value in multipliers))
        # -goal > 0 and M > 0 give -goal·M > 0; an equation's negation is that its square is positive
        premises = [f for some, _ in multipliers for f in some]
        yield [*premises, (relation, p)], (relation, kernel.product([total, p]))


def factors_of(facts: Mapping[str, Fact], term: Any) -> tuple[list[Fact], Poly]:
    """Return the facts that make a product non-negative, and its value."""
    premises = [facts[name] for name in term.get("facts", [])]
    signed = signs_of(term)
    squares = [p for square in term.get("squares", []) for p in [kernel.read_poly(square)] * 2]
    polys = [p for relation, p in premises for _ in range(1 + (relation == "!="))]
    value = kernel.product([kernel.constant(kernel.read_rational(term.get("c", "1"))), *polys, *squares])
    return premises + signed, kernel.product([value, *(p for _, p in signed)])


# --- counterexamples in coordinates ---------------------------------------------------------------


class Unrolled:
    """A counterexample as a script: coordinates of every vector, states of the run one after another."""

    def __init__(self, statement: Statement, witness: Mapping[str, Any]):
        self.dimension: Any = witness["dimension"]
        self.size: Any = witness["size"]
        self.names: list[str] = []
        self.assertions: list[str] = []
        self.spelling: dict[str, Any] = {}
        self.values: kernel.Witness = kernel.Witness(self.dimension, self.size)
        run = statement.context.run or kernel.Run([], {}, [], {}, {})
        for name in sorted(statement.context.names - set(run.state)):
            self.give(name, "", witness["values"][name])
        self.move(run.start, "0")
        for number_, step in enumerate(witness.get("steps") or [], 1):
            for name in run.input:
                self.give(name, f"!{number_}", step[name])
            self.assertions += [self.fact(f) for f in run.when.values()]
            self.move(run.next, str(number_))
        self.assertions += [self.fact(f) for f in statement.assume.values()]
        self.assertions.append(
            f"(not {_apply_operator('and', [self.fact(f) for f in statement.show.values()], 'true')})"
        )

    def text(self) -> str:
        """Return the script, which is satisfiable if the witness is a counterexample."""
        return script(self.names, self.assertions)

    def give(self, name: str, mark: str, value: Any) -> None:
        """Declare a name with a value; lists nest as the sort demands."""
        self.spelling[name] = self.declare(name + mark, value)
        self.values.read([name], {name: value})

    def declare(self, name: str, value: Any) -> Any:
        """Declare constants for a value, assert what they equal, and return them."""
        if isinstance(value, list):
            return [self.declare(f"{name}.{j}", v) for j, v in enumerate(value)]
        return self.constant(name, _rational_term(kernel.read_rational(value)))

    def constant(self, name: str, value: str) -> str:
        """Declare a constant, assert the term that it equals, and return it."""
        self.names.append(name)
        self.assertions.append(f"(= |{name}| {value})")
        return f"|{name}|"

    def move(self, terms: Mapping[str, Poly], mark: str) -> None:
        """Declare the next state, with all its parts."""
        new = {}
        for name, p in terms.items():
            members = [self.entry(name, p, mark, i) for i in range(self.size if "[i]" in name else 1)]
            new[name] = members if "[i]" in name else members[0]
        self.spelling |= new
        self.values.terms |= {name: self.values.at(p) for name, p in terms.items()}

    def entry(self, name: str, p: Poly, mark: str, i: int) -> Any:
        """Declare constants for one part of the next state (of a family, at index i), and return them."""
        spelled = [self.constant(f"{name}!{mark}.{i}.{k}", polynomial(p, lambda a, k=k: self.atom(a, i, k)))
                   for k in range(self.dimension if name.endswith("@") else 1)]
        return spelled if name.endswith("@") else spelled[0]

    def atom(self, name: str, i: int = 0, k: int = 0) -> str:
        """Return the term of an atom at index i. For a vector, return its coordinate k."""
        kind, inner, pair = kernel.shape(name)
        if kind == "sum":
            terms = [polynomial(inner, lambda a, j=j: self.atom(a, j, k)) for j in range(self.size)]
            return _apply_operator("+", terms, "0.0")
        if kind == "pair":
            coordinates = ([self.atom(vector, i, j) for vector in pair] for j in range(self.dimension))
            return _apply_operator("+", [f"(* {x} {y})" for x, y in coordinates], "0.0")
        if kind == "exp":
            exponents = self.values.at(inner)
            return self.exponential(exponents[i % len(exponents)].get((), 0))
        spelled = self.spelling[name][i] if "[i]" in name else self.spelling[name]
        return spelled[k] if name.endswith("@") else spelled

    def exponential(self, exponent: Rational) -> str:
        """Declare a constant between rational bounds of an exponential, and return it."""
        name = f"exp({exponent})"
        if name not in self.names:
            bounds = [_rational_term(Fraction(bound, kernel.UNIT)) for bound in kernel.enclosure(exponent)]
            self.names.append(name)
            self.assertions.append(f"(<= {bounds[0]} |{name}| {bounds[1]})")
        return f"|{name}|"

    def fact(self, fact: Fact) -> str:
        """Return a fact as a formula, for every index if it mentions one."""
        indices = range(self.size) if kernel.is_indexed(fact[1]) else [0]
        return _apply_operator("and", [formula(fact, lambda a, i=i: self.atom(a, i)) for i in indices], "true")


# --- the solvers ----------------------------------------------------------------------------------


def ask(engine: str, scripts: Sequence[str], *, seconds: float = SOLVER, resources: int = Z3_RESOURCES) -> list[Answer]:
    """Return a solver's answers on some scripts, from a process with limits. If the process exceeds its limits, the
    answers say so. `resources` are the resources that z3 may use for each script.

    The resource limits end a solver long before, and always at the same point; the limits of the process are for a
    solver that does not count its work.
    """
    try:
        return process.ask((engine, list(scripts), resources), seconds)
    except Stopped as problem:
        return [Answer(str(problem), 0)] * len(scripts)


def answers(question: tuple[str, list[str], int]) -> list[Answer]:
    """Return the answers inside the process."""
    (engine, scripts, resources), began = question, process_time()
    keep_freed_memory()
    try:
        found = ask_z3(scripts, resources) if engine == "z3" else ask_cvc5(scripts)
        return [replace(answer, seconds=(process_time() - began) / len(found)) for answer in found]
    except MemoryError:
        raise
    except Exception as problem:  # z3's and cvc5's own, also when they get no memory
        return [Answer(f"{type(problem).__name__}: {problem}", 0)] * len(scripts)


process: Worker[tuple[str, list[str], int], list[Answer]] = Worker(answers, alone=True)


@cache
def keep_freed_memory() -> None:
    """Make glibc keep a large block once it is freed, since z3 frees such blocks again and again."""
    bytearray(2**24)


def ask_z3(scripts: Sequence[str], resources: int) -> list[Answer]:
    """Return z3's answers, each from a fresh solver with its own resource limit, in a fresh context for all scripts. A
    fresh context is expensive. A context in which a solver was stopped is not used again: z3 5.4 sometimes crashes
    there.
    """
    import z3

    context, answers, spent = z3.Context(), [], 0
    for text in scripts:
        stopped = False
        for solver in z3_solvers(text, context, thorough=resources > Z3_RAW):
            solver.set("rlimit", resources)
            solver.from_string(text)
            result = str(solver.check())
            counted = next((int(value) for name, value in solver.statistics() if name == "rlimit count"), spent)
            stopped |= result == "unknown"
            if result != "unknown":
                break
        answers.append(Answer(result, counted - spent))  # the context counts on from script to script
        context, spent = (z3.Context(), 0) if stopped else (context, counted)
    return answers


def z3_solvers(text: str, context: Any, *, thorough: bool) -> Iterator[Any]:
    """Yield the solvers to ask one after the other, until one decides. For products, the procedure that z3 tries last
    comes first, since z3 spends most of its time before that; it comes alone unless `thorough`. Otherwise the solver
    for the script's logic comes first.
    """
    import z3

    linear = "(set-logic QF_LRA)" in text
    if not linear:
        yield z3.Tactic("qfnra-nlsat", ctx=context).solver()
    if linear or thorough:
        yield z3.SolverFor("QF_LRA" if linear else "QF_NRA", ctx=context)


def ask_cvc5(scripts: Sequence[str]) -> list[Answer]:
    """Return cvc5's answers, each from a fresh solver; it reports no cost."""
    return [Answer(cvc5_result(text), 0) for text in scripts]


@cache
def cvc5_result(text: str) -> str:
    """Return a fresh solver's answer on a script; obligations of different claims are sometimes equal."""
    import cvc5

    solver = cvc5.Solver(cvc5.TermManager())
    solver.setOption("rlimit-per", str(CVC5_RESOURCES))
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "obligation")
    result = "unknown"
    while not (command := parser.nextCommand()).isNull():
        output = str(command.invoke(solver, parser.getSymbolManager())).strip()
        result = output if output in ("sat", "unsat") else result
    return result


def second_opinion(leaf: Any, engines: Iterable[str], seconds: float = SOLVER) -> dict[str, str]:
    """Return each solver's answer on a leaf without certificate: "valid", "not valid" or "unknown". A model counts only
    if it consists of vectors. It does not count if there may be vectors or sums that the script does not contain."""
    said = {"unsat": "valid", "sat": "not valid" if has_exact_models(leaf) else "unknown"}
    return {e: said.get(ask(e, [obligation(leaf)], seconds=seconds)[0].result, "unknown") for e in engines}
