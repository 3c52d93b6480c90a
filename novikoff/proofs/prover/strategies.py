"""Strategies for one statement: preparations that make it easier, then sums of squares of some strength."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

from .. import kernel
from ..kernel import Fact, Poly
from ..search.sparse_products import Effort
from ..search.sums_of_squares import Strength
from .denominators import about_quotients, clear_denominators, clear_quotients, denominators, squares_of_roots
from .direct_proofs import prove_directly
from .expansions_at_bounds import prove_at_bounds, put_roots
from .exponentials import (
    about_exponentials,
    expansions,
    exponentials,
    forget_exponentials,
    halves_and_opposites,
    simplify_exponents,
)
from .exponentials_of_numbers import enclose_exponentials, tangents_with_slopes
from .goal_multipliers import complete_square, lengths_vanish, products_bounded, smaller_side, triangles
from .named_inequalities import cite_named
from .preparations import (
    all_lengths,
    determinants,
    equal_vectors,
    find_orders,
    intervals,
    lengths,
    magnitudes,
    pairs,
    piecewise,
    put_values,
    sum_equations,
    termwise,
    unfold_sums,
)
from .reductions import square_facts, without_idle_roots, without_translations
from .sequents import Json, Preparation, Sequent, prune
from .squares_and_factors import compare_squares, prove_by_factors
from .sum_inequalities import cauchy_for_sums, entries_below_sums, entropies, weighted_sums, without_index
from .sums_over_indices import sum_products, weigh
from .taylor_bounds import (
    common_factor,
    compare_logarithm,
    compare_logarithms,
    compare_powers,
    compare_with_tangents,
    compare_with_taylor,
    order_exponents,
    two_inequalities,
)

ALWAYS = (unfold_sums, squares_of_roots, equal_vectors, simplify_exponents, exponentials, denominators,
          clear_denominators, sum_equations)


@dataclass(frozen=True)
class Strategy:
    """Preparations, and the strength of the search that comes after them."""

    name: str
    preparations: tuple[Preparation, ...]
    strength: Strength | Effort
    before: tuple[Preparation, ...] = ()  # those of every strategy

    def proof(self, s: Sequent, first: tuple[Preparation, ...] = ()) -> Json | None:
        """Return a proof of the goal after some first preparations, or None."""

        def step(here: Sequent, todo: tuple[Preparation, ...]) -> Json | None:
            return todo[0](here, lambda inner: step(inner, todo[1:])) if todo else self.finish(here)

        return step(s, (*first, put_values, without_translations, *self.before, *ALWAYS, *self.preparations))

    def finish(self, s: Sequent) -> Json | None:
        """Return the proof of the goal that is left after the preparations, or None."""
        return prove_directly(without_idle_roots(s), self.strength)


NARROW, NARROWER = Effort(columns=400), Effort(rounds=1, columns=200)
COMPLETED, TURNED = (magnitudes, complete_square, prove_by_factors), (lengths_vanish, products_bounded)
THREE, WIDE = Strength(4, 3, squares=False), Strength(6, 3, squares=False)
STRATEGIES = [
    Strategy("squares of weight 2", (), Strength(2)),
    Strategy("named inequalities", (cite_named,), Effort()),
    Strategy("named inequalities, signs of absolute values", (magnitudes, cite_named), Effort()),
    Strategy("named inequalities, absolute values", (intervals, cite_named), THREE),
    Strategy("products with tangents", (about_exponentials,), Strength(4, squares=False)),
    Strategy("no quotients, products with tangents", (about_exponentials,), Strength(4, squares=False),
             before=(clear_quotients,)),
    Strategy("powers below exponentials", (about_exponentials,), Strength(4, squares=False), before=(compare_powers,)),
    Strategy("no quotients, powers below exponentials", (about_exponentials,), Strength(4, squares=False),
             before=(clear_quotients, compare_powers)),
    Strategy("known orders of exponents", (about_exponentials,), Strength(2, squares=False), before=(order_exponents,)),
    *(Strategy(f"an exponential alone, degree {d}", (common_factor,), Strength(4), before=(compare_with_taylor(d),))
      for d in (1, 3, 5)),
    Strategy("bounds of exponentials", (), Strength(4, squares=False), before=(enclose_exponentials,)),
    Strategy("a logarithm alone, bounds of exponentials", (), Strength(4, squares=False),
             before=(compare_logarithm, enclose_exponentials)),
    Strategy("tangents with given slopes", (), Strength(2, squares=False), before=(tangents_with_slopes,)),
    Strategy("piecewise", (), Effort(), before=(piecewise,)),
    Strategy("sparse products", (), Effort()),
    Strategy("term by term", (), Strength(2), before=(termwise,)),
    Strategy("term by term, signs of absolute values", (magnitudes,), Strength(2), before=(termwise,)),
    Strategy("signs of absolute values", (magnitudes,), Strength(2)),
    Strategy("products of three facts", (), THREE),
    Strategy("signs of absolute values, products of three facts", (magnitudes,), THREE),
    Strategy("Cauchy–Schwarz for lengths", (lengths,), Strength(2)),
    Strategy("Cauchy–Schwarz for lengths, products of three facts", (lengths,), THREE),
    Strategy("products of arguments of logarithms, Cauchy–Schwarz for sums", (cauchy_for_sums,), Strength(2),
             before=(compare_logarithms,)),
    Strategy("products of arguments of logarithms, term by term", (about_exponentials,), Strength(4, squares=False),
             before=(compare_logarithms, termwise)),
    Strategy("products of arguments of logarithms, term by term, absolute values", (intervals, about_exponentials),
             Strength(4, squares=False), before=(compare_logarithms, termwise)),
    Strategy("products of arguments of logarithms, entries below sums, products in sum", (sum_products,), Strength(2),
             before=(compare_logarithms, entries_below_sums)),
    Strategy("named inequalities, products of three facts", (cite_named,), THREE),
    Strategy("named inequalities with quotients", (), Strength(4, squares=False),
             before=(about_quotients, cite_named, simplify_exponents)),
    Strategy("named inequalities, a logarithm alone", (cite_named,), Effort(), before=(compare_logarithm,)),
    Strategy("named inequalities, products of arguments of logarithms", (cite_named, simplify_exponents), Effort(),
             before=(compare_logarithms,)),
    Strategy("products of arguments of logarithms", (about_exponentials,), Strength(2),
             before=(two_inequalities, compare_logarithms)),
    Strategy("products of arguments of logarithms alone", (forget_exponentials,), Strength(2),
             before=(two_inequalities, compare_logarithms)),
    Strategy("products of bounded vectors", (products_bounded,), Effort()),
    Strategy("signs of absolute values, products of bounded vectors", (magnitudes, products_bounded), Effort()),
    Strategy("Gram determinants, products of bounded vectors", (determinants, products_bounded), NARROWER),
    Strategy("signs of absolute values, Gram determinants, products of bounded vectors",
             (magnitudes, determinants, products_bounded), NARROWER),
    Strategy("triangle inequalities", (triangles,), Effort()),
    Strategy("signs of absolute values, a completed square, factors", COMPLETED, Strength(4)),
    Strategy("hypotheses squared, products with tangents", (about_exponentials,), Strength(4, squares=False),
             before=(square_facts, squares_of_roots, denominators, clear_denominators)),
    Strategy("hypotheses squared, known orders of exponents", (about_exponentials,), Strength(2, squares=False),
             before=(square_facts, order_exponents)),
    Strategy("both sides squared, sparse products", (square_facts,), Effort(columns=400), before=(compare_squares,)),
    Strategy("factors", (prove_by_factors,), Strength(4)),
    Strategy("bounds of names", (prove_at_bounds,), Strength(2)),
    Strategy("known orders, bounds of names", (find_orders, prove_at_bounds), Strength(2)),
    Strategy("bounds of roots", (put_roots, find_orders, prove_at_bounds), Strength(2)),
    Strategy("sparse products and squares", (), Effort(squares=True)),
    Strategy("hypotheses squared, Cauchy–Schwarz for vectors, sparse products", (square_facts, pairs), Effort()),
    Strategy("Gram determinants, sparse products", (determinants,), Effort()),
    Strategy("signs of absolute values, the smaller side as a multiplier", (magnitudes, smaller_side), NARROW),
    Strategy("both sides squared", (), Strength(2), before=(compare_squares,)),
    Strategy("both sides squared, Cauchy–Schwarz for vectors, products of three facts", (pairs,), THREE,
             before=(compare_squares,)),
    Strategy("both sides squared, Cauchy–Schwarz for vectors", (pairs,), WIDE, before=(compare_squares,)),
    Strategy("piecewise, both sides squared, Cauchy–Schwarz for all lengths", (all_lengths,), Effort(),
             before=(piecewise, compare_squares)),
    Strategy("both sides squared, a length is 0 or positive, products of bounded vectors", TURNED, NARROWER,
             before=(compare_squares,)),
    Strategy("both sides squared twice, Cauchy–Schwarz for sums", (cauchy_for_sums,), WIDE,
             before=(compare_squares, compare_squares)),
    Strategy("three facts and tangents, absolute values", (intervals, about_exponentials), WIDE),
    Strategy("term by term, piecewise", (), Effort(), before=(termwise, piecewise)),
    Strategy("weights in sum, term by term", (common_factor,), Strength(4), before=(weigh, termwise)),
    Strategy("weights in sum, term by term, absolute values", (intervals, common_factor), Strength(4),
             before=(weigh, termwise)),
    Strategy("weights in sum, term by term, an exponential alone", (), Strength(4),
             before=(weigh, termwise, common_factor, compare_with_taylor(3))),
    Strategy("tangents, weights in sum, term by term, an exponential alone", (forget_exponentials,), Strength(4),
             before=(compare_with_tangents, weigh, termwise, common_factor, compare_with_taylor(3))),
    Strategy("products in sum, sparse products", (sum_products,), Effort()),
    Strategy("hypotheses squared, products in sum", (sum_products,), Effort(), before=(square_facts,)),
    Strategy("products in sum, sparse products and squares", (sum_products,), Effort(squares=True)),
    Strategy("Cauchy–Schwarz for sums", (cauchy_for_sums,), Strength(2)),
    Strategy("entries below their sums, no quotients", (), Strength(4, squares=False),
             before=(entries_below_sums, clear_quotients)),
    Strategy("tangents for entropies", (entropies, sum_equations), Strength(4, squares=False)),
    Strategy("entries below their sums", (), Strength(2), before=(entries_below_sums,)),
    Strategy("sums with weights are positive", (weighted_sums,), Strength(3)),
    Strategy("halves and opposites of exponents", (halves_and_opposites,), Strength(4, squares=False)),
    Strategy("Taylor polynomials of degree 3 at every exponent", (expansions,), Effort(squares=True)),
    Strategy("squares of weight 4", (), Strength(4, 3)),
    Strategy("whether there is an index", (without_index,), Strength(2)),
    Strategy("signs of absolute values, Cauchy–Schwarz for lengths, weight 4", (magnitudes, lengths), Strength(4, 3)),
    Strategy("Cauchy–Schwarz for vectors", (pairs,), Strength(4)),
    Strategy("squares of weight 6", (), Strength(6, 3)),
]

CHEAP, USUAL = 24, 77  # strategies before a thorough search for a counterexample, and before a numerical one


def proof_of(strategy: Strategy, sequents: Mapping[str, Sequent], first: tuple[Preparation, ...] = ()) -> Json | None:
    """Return a proof of all goals by one strategy; None if there is none, or if the kernel's limits are exceeded."""
    parts: dict[str, Json] = {}
    for name, sequent in sequents.items():
        try:
            parts[name] = strategy.proof(sequent, first)
        except (kernel.Rejected, RecursionError, OverflowError):
            return None
        if parts[name] is None:
            return None
    return prune(parts.popitem()[1] if len(parts) == 1 else {"rule": "split", "parts": parts})


def simplify(s: Sequent, first: tuple[Preparation, ...] = ()) -> Sequent:
    """Return the sequent in the form in which every search begins."""
    left = [s]

    def step(here: Sequent, todo: tuple[Preparation, ...]) -> Json | None:
        left[0] = here
        return todo[0](here, lambda inner: step(inner, todo[1:])) if todo else None

    with suppress(kernel.Rejected, RecursionError):
        step(s, (*first, *ALWAYS))
    return left[0]


def sequents_of(
    statement: kernel.Statement, data: Json, vectors: Iterable[Poly], gaps: Mapping[str, Poly]
) -> dict[str, Sequent]:
    """Return one sequent for each conclusion of a statement.

    vectors    the vectors whose lengths are mentioned
    gaps       the differences of the vectors that hypotheses say are equal
    """
    definitions = tuple(kernel.definition(entry["name"], entry["kind"], kernel.read_poly(entry["of"]))
                        for entry in data.get("let", []))
    squares = [(v, kernel.gram(v, v)) for v in vectors]
    lengths = {d.names[0]: v for d in definitions if d.kind == "sqrt" for v, p in squares if d.of[0] == p}

    def sequent(goal: Fact) -> Sequent:
        context = replace(statement.context, at_index=kernel.is_indexed(goal[1]) and len(statement.show) == 1)
        return Sequent(context, goal, lengths, definitions, gaps)

    return {name: sequent(goal) for name, goal in statement.show.items()}
