"""The least square size of a separator for which data with k updates may exist: found numerically, made exact, and
proved.

The certificate is an identity: the goal times positive factors is Σ λ·hypothesis + Σ ‖·‖² + Σ (·)². Factors R and γ
make all terms homogeneous: a hypothesis that is linear in u is multiplied by γ (and R², if R is a variable), any other
hypothesis by γ².
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from operator import mul
from typing import Any

from ...proofs import kernel
from ...proofs.kernel import Poly
from ...proofs.prover.automatic_derivations import book_of, make_translation
from ...proofs.prover.prove import Question, parse_question
from ...proofs.search import sums_of_squares
from ...proofs.search.ideal_reduction import Quotient
from ...proofs.search.linear_certificates import ONE, Term, fact_term, norm_term, square_term
from ...proofs.search.sums_of_squares import Block, Program
from .k_update_conditions import Problem


@dataclass(frozen=True)
class Multiplier:
    """The multiplier λ of a hypothesis, given by its number in the problem; or λ·‖v‖² or λ·(v)². `of` gives v in the
    vectors of the problem, or in γ and b, at R = γ = 1."""

    value: Fraction
    hypothesis: int | None = None
    of: tuple[tuple[str, Fraction], ...] = ()


@dataclass(frozen=True)
class Theorem:
    """A statement that the kernel accepts, with its certificate and the multipliers in it."""

    statement: str
    entry: Any
    multipliers: tuple[Multiplier, ...]


class Dual:
    """The program for one problem; each solution proves the goal that the square size is at least c·γ²."""

    def __init__(self, problem: Problem, c: Fraction | None, name: str = "statement"):
        """Parse the statement as the kernel does, and make its blocks; without c the statement is that no data exist.
        """
        self.problem = problem
        self.question: Question = parse_question(problem.statement(c))
        self.name = name
        facts = self.question.statement.context.facts
        names = list(facts)
        signs = [fact_term(n, facts[n]) for n in names[: len(problem.positive)]]
        self.gamma: Term = signs[0]
        self.radius: Term = signs[1] if len(signs) > 1 else ONE
        self.names: dict[str, int] = dict(zip(names[len(signs) :], range(len(names)), strict=False))
        self.require_all_is_said()
        known = {n: facts[n] for n in self.names}
        self.quotient: Quotient = Quotient({n: p for n, (relation, p) in known.items() if relation == "="})
        (goal,) = (p for _, p in self.question.statement.show.values())
        self.goal: Poly = goal
        self.times: Term = self.radius * self.radius * (self.gamma * self.gamma if c is None else ONE)
        terms = [self.alike(fact_term(n, f)) for n, f in known.items() if f[0] != "="]
        self.signed: list[int] = [self.names[n] for n, f in known.items() if f[0] != "="]
        self.blocks: list[Block] = [Block(t, entries={(0, 0): self.normal(t.poly)}) for t in terms]
        self.blocks += [self.block(self.vectors(), "norms", kernel.gram)]
        if problem.bias:
            self.blocks.append(self.block(self.numbers(), "squares", lambda a, b: kernel.product([a, b])))

    def require_all_is_said(self) -> None:
        """Assert that the parsed statement has exactly the hypotheses of the problem."""
        translation = make_translation(self.question.written)
        meant = [translation.fact(h.relation) for h in self.problem.hypotheses]
        facts = self.question.statement.context.facts
        if [facts[n] for n in self.names] != meant:
            raise AssertionError("the statement lacks a hypothesis of the problem, or changes one: "
                                 f"{self.question.parser.text}")

    def alike(self, term: Term) -> Term:
        """Return a hypothesis times the factors that give it the degree of the goal in R and γ."""
        if any(name == "b" or "u" in name.split("@") for m in term.poly for name, _ in m):  # about the separator
            return reduce(mul, [term, self.gamma, self.radius, self.radius] if self.radius is not ONE else
                          [term, self.gamma])
        return term * self.gamma * self.gamma

    def normal(self, p: Poly) -> Poly:
        """Return the normal form modulo the hypotheses that are equations."""
        return self.quotient.reduce(p)

    def vectors(self) -> tuple[Poly, ...]:
        """Return R²u and γx, whose squared lengths the certificate may use."""
        scale = [self.radius.poly, self.radius.poly] if self.radius is not ONE else []
        factors = {name: [self.gamma.poly] for name in self.problem.vectors} | {"u": scale}
        return tuple(kernel.product([*factors[n], kernel.atom(f"{n}@")]) for n in self.problem.vectors)

    def numbers(self) -> tuple[Poly, ...]:
        """Return Rγ and Rb, whose squares the certificate may use."""
        return tuple(kernel.product([self.radius.poly, p]) for p in (self.gamma.poly, kernel.atom("b")))

    def block(self, basis: tuple[Poly, ...], kind: str, pair: Any) -> Block:
        """Return the block of all sums of squares of combinations of the basis."""
        entries = {(i, j): self.normal(kernel.add(*[pair(a, b)] * (1 if i == j else 2)))
                   for i, a in enumerate(basis) for j, b in enumerate(basis[i:], i)}
        return Block(ONE, basis, kind, entries)

    def numerical(self) -> list[float] | None:
        """Return a numerical solution with the largest c, for a problem with c = 0. The list holds 1, c, and then the
        unknowns of the blocks. Returns None if there is no largest c."""
        unit = kernel.product([self.times.poly, self.gamma.poly, self.gamma.poly])
        largest = Block(ONE, entries={(0, 0): unit}, price=-1.0)
        goal = self.normal(kernel.product([self.times.poly, self.goal]))
        program = Program([(ONE, goal)], [largest, *(replace(b, price=0.0) for b in self.blocks)])
        return sums_of_squares.solve_numerically(program, central=False)

    def certify(self) -> Theorem | None:
        """Return the theorem with an exact certificate, None if none is found."""
        goal = self.normal(kernel.product([self.times.poly, self.goal]))
        found = sums_of_squares.solve_exactly(Program([(self.times, goal)], self.blocks))
        return found and self.theorem([(term, c) for term, c, _ in sums_of_squares.list_summands(*found)])

    def certified_by(self, multipliers: Sequence[Multiplier], more: Fraction = Fraction(0)) -> Theorem | None:
        """Return the theorem with this certificate, None if the certificate is wrong. `more` is the amount by which the
        certificate shows more than c."""
        bases = {last_name(m): p for p in (*self.vectors(), *self.numbers()) for m in p}
        terms = dict(zip(self.signed, self.blocks, strict=False))
        summands = list[tuple[Term, Any]]()
        for m in (*multipliers, *([Multiplier(more, of=(("gamma", Fraction(1)),))] if more else ())):
            if m.value < 0 and (m.of or m.hypothesis in terms):
                return None
            if m.of:
                of = kernel.add(*(kernel.product([kernel.constant(c), bases[name]]) for name, c in m.of))
                summands.append((square_term(of) if "gamma" in dict(m.of) else norm_term(of), m.value))
            elif m.hypothesis in terms:  # equations follow by themselves
                summands.append((terms[m.hypothesis].term, m.value))
        return self.theorem([(t, c) for t, c in summands if c])

    def theorem(self, summands: Sequence[tuple[Term, Any]]) -> Theorem | None:
        """Return the theorem if the summands add up to the goal and the kernel accepts the proof, else None."""
        proof = sums_of_squares.identity(self.quotient, self.goal, [(self.times, 1)], summands)
        if proof is None:
            return None
        entry = self.question.entry(proof=proof)
        entry = {**entry, "statement": {**entry["statement"], "id": self.name}}
        if book_of(entry) is None:
            return None
        return Theorem(self.question.parser.text, entry, tuple(self.multiplier(t, Fraction(c)) for t, c in summands))

    def multiplier(self, term: Term, c: Fraction) -> Multiplier:
        """Return the multiplier of a summand at R = γ = 1, scaled so that u has the coefficient 1 in a square."""
        if not term.norms and not term.squares:
            (name,) = (n for n in term.facts if n in self.names)
            return Multiplier(c, self.names[name])
        (of,) = term.norms or term.squares
        found = {last_name(m): Fraction(d) for m, d in of.items()}
        scale = next((found[name] for name in ("u", "b") if name in found), Fraction(1))
        return Multiplier(c * scale**2, of=tuple((name, d / scale) for name, d in found.items()))


def last_name(m: kernel.Monomial) -> str:
    """Return u for the monomial R²·u@, b for R·b, and gamma for R·gamma."""
    names = [n.removesuffix("@") for n, _ in m]
    return next((n for n in names if n not in ("R", "gamma")), "gamma")
