"""Kozinec's algorithm and its ε-version: towards the point of a convex hull that is nearest to 0.

Proofs call `step` and `minimiser` on symbols.

Notation: the examples are the signed vectors zᵢ = yᵢ(xᵢ, 1) of `signed_examples`; m is the distance of their convex
hull from 0, D = max‖zᵢ‖. The run starts at any example; w stays in the hull, so min ⟨w, zᵢ⟩/|w| ≤ m ≤ |w|.

Source: `lecture`, pp. 31–35. Plain Kozinec moves towards any zⱼ with ⟨w, zⱼ⟩ ≤ 0 and ends at the first separator, not
at the best. ε-Kozinec moves towards any zⱼ with |w| − ⟨w, zⱼ⟩/|w| ≥ ε and ends at an ε-solution: |w| − m < ε.
Where the page differs: its ε-rule takes the minimum over j inside the condition on j (j is bound twice); and its κ
ranges over (0, 1), where no minimum need exist: for ⟨w, x⟩ ≥ ‖x‖² the minimiser over (0, 1] is the end κ = 1, as for
w = (2, 0), x = (1, 0). At the other end, for ⟨w, x⟩ ≥ ‖w‖², every κ > 0 lengthens w and no minimum exists. The
algorithm never chooses this x. If w = 0 is reached, 0 lies in the hull and there is no separator: stopped = "origin".

Bounds (on separable examples): T + 1 ≤ D²/m² steps of plain Kozinec, since 1/‖w'‖² ≥ 1/‖w‖² + 1/‖x‖²;
T ≤ D²(D² − m²)/(ε²m²) steps of ε-Kozinec.

Implementation notes: the exact κ doubles the digits of w at each step. Exact runs therefore round κ down to
`kappa_bits` significant binary digits or one more, once its numerator or denominator is longer. w stays in the hull and
every decision stays exact; a step loses at most a fraction 4^(1 − kappa_bits) of its decrease of ‖w‖². kappa_bits=None
never rounds.
"""

from bisect import bisect_left
from collections.abc import Callable, Generator
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

from .errors import BadInput
from .exact_linear import round_down
from .labelled_examples import Number
from .options import (
    BIAS_STEP,
    Found,
    Option,
    Options,
    allow_none,
    bits_kept,
    one_of,
    parse_integer,
    parse_integer_or_none,
    parse_word,
    whole,
    within,
)
from .options import parse_rational as number
from .run_certificates import rational_to_text, rationals_to_text
from .run_loop import overflow_is_an_error, to_plain_number
from .signed_examples import SignedRule

# Which of the wrong examples is taken, from their indices in order of ⟨w, z⟩, and the last one taken.
CHOICES: dict[str, Callable[[list[int], int], int]] = {
    "first": lambda wrong, last: min(wrong),
    "cyclic": lambda wrong, last: min(wrong, key=lambda j: (j <= last, j)),
    "worst": lambda wrong, last: wrong[0],
}


class Step(NamedTuple):
    """One step: towards example number `example`, by κ."""

    example: int
    kappa: Number


def minimiser(ww: Any, wx: Any, xx: Any) -> Any:
    """Return the κ for which ‖(1 − κ)w + κx‖ is least on the whole line, from ⟨w, w⟩, ⟨w, x⟩, ⟨x, x⟩; w ≠ x.

    >>> minimiser(Fraction(4), 2, 1)
    Fraction(2, 1)
    """
    return (ww - wx) / (ww - 2 * wx + xx)


def kappa(ww: Any, wx: Any, xx: Any) -> Any:
    """Return the κ in (0, 1] for which ‖(1 − κ)w + κx‖ is least; raise `BadInput` unless ⟨w, x⟩ < ⟨w, w⟩.

    >>> kappa(Fraction(1), -1, 1), kappa(Fraction(4), 2, 1)
    (Fraction(1, 2), 1)
    """
    if wx >= ww:
        raise BadInput(f"<w, x> = {wx} >= <w, w> = {ww}: every step towards x lengthens w, so no best step exists")
    return min(minimiser(ww, wx, xx), 1)


def step(w: Any, x: Any, kappa: Any) -> Any:
    """Return (1 − κ)w + κx. Nothing is checked or converted.

    >>> step(w=4, x=2, kappa=Fraction(1, 2))
    Fraction(3, 1)
    """
    return (1 - kappa) * w + kappa * x


def is_far(ww: Any, wx: Any, epsilon: Any) -> bool:
    """Return whether |w| − ⟨w, x⟩/|w| ≥ ε, from ⟨w, w⟩ > 0 and ⟨w, x⟩, for ε > 0.

    Multiplied by |w| this is g = ⟨w, w⟩ − ⟨w, x⟩ ≥ ε|w|, decided by the squares with the sign of g: g|g| ≥ ε²|w|².

    >>> is_far(4, 2, 1), is_far(4, 3, 1), is_far(4, 8, 1)
    (True, False, False)
    """
    gap = ww - wx
    return bool(gap * abs(gap) >= epsilon * epsilon * ww)


EPSILON = Option("epsilon", number, "ε > 0: end when the distance is known within ε; without it, at a separator",
                 **allow_none(within(above=0), rational_to_text))
FIRST = Option("start", parse_integer, "the example to start at, from 0", default=0, check=whole(0), write=int)
KAPPA_BITS = Option("kappa_bits", parse_integer_or_none, "round κ down to this number of binary digits; none: never",
                    **allow_none(bits_kept(), default=8))


class Towards(SignedRule):
    """A rule whose vector w stays in the hull of the signed examples: each step moves it towards an example, by κ.

    `norm2` is ‖w‖² and `least` the least ⟨w, zᵢ⟩ of the final w of the hull, so that least/√norm2 ≤ m ≤ √norm2.
    """

    found: ClassVar[Found] = {
        "w": rationals_to_text,
        "b": rational_to_text,
        "norm2": rational_to_text,
        "least": rational_to_text,
        "steps": None,
    }
    start: int
    epsilon: Any
    kappa_bits: int | None

    def beginning(self) -> Any:
        exact, last = self.arithmetic == "exact", len(self.examples.y) - 1
        if self.start > last:
            raise BadInput(f"start = {self.start} is not an index of an example; give one from 0 to {last}")
        self.points: Any = self.examples.Z * Fraction(1) if exact else self.examples.Z  # so that / is exact
        with overflow_is_an_error():
            self.squares: list[Any] = [self.examples.inner(z, z) for z in self.points]
        return self.points[self.start]

    def after(self, step_due: Step) -> Any:
        return step(self.state, self.points[step_due.example], step_due.kappa)

    def step_towards(self, j: int, norm2: Any, product: Any, scale: Any) -> Step:
        """Return the step towards example j, from s²⟨w, w⟩ and s⟨w, z⟩. A κ of more than `kappa_bits` binary digits is
        rounded down to `kappa_bits` digits, or to one more.
        """
        found, bits = kappa(norm2, scale * product, scale * scale * self.squares[j]), self.kappa_bits
        if bits is not None and max(found.numerator.bit_length(), found.denominator.bit_length()) > bits:
            found = round_down(found, bits)
        return Step(j, to_plain_number(found))

    def results(self, stopped: str) -> dict[str, Any]:
        least = min(self.examples.products(self.state))
        return super().results(stopped) | {
            "norm2": to_plain_number(self.examples.inner(self.state, self.state)), "least": to_plain_number(least)}

    @staticmethod
    def step_to_json(step: Step) -> dict[str, Any]:
        return {"example": step.example, "kappa": rational_to_text(step.kappa)}


class Kozinec(Towards):
    """Kozinec's algorithm, or with `epsilon` > 0 its ε-version. `choose` says which wrong example is taken: "first" in
    the order of the data, the next in "cyclic" order, or "worst", the example with the least ⟨w, z⟩.

    `stopped` is "separated" (plain), "eps_solution", "origin" (w = 0: there is no separator), "max_updates" or
    "interrupted". `separated` says whether ⟨w, zᵢ⟩ > 0 for all i; an ε-solution with ε ≥ m need not separate.

    >>> result = run([[2, 1], [1, -2]], [1, 1], bias_step=0, epsilon=Fraction(1, 10))
    >>> result.steps, result.w, result.norm2, result.least
    ((Step(example=1, kappa=Fraction(1, 2)),), (Fraction(3, 2), Fraction(-1, 2)), Fraction(5, 2), Fraction(5, 2))
    """

    name = "kozinec"
    cap = 1000
    options: ClassVar[Options] = (
        EPSILON, BIAS_STEP, FIRST,
        Option("choose", parse_word, "first, cyclic or worst: which of the examples that are due",
               default="first", check=one_of(CHOICES), write=str), KAPPA_BITS)
    choose: str

    def steps(self) -> Generator[Step, None, str]:
        """Yield the steps that are due; return why there are no more.

        Everything is scaled by a factor s that makes it integral. Scaling w, z and ε changes neither κ nor the ε-rule.
        """
        while any(self.state):
            products, s = self.examples.scaled_products(self.state)
            norm2 = self.examples.inner(s * self.state, s * self.state)
            wrong = self._wrong(norm2, s * products, s)
            if not wrong:
                return "separated" if self.epsilon is None else "eps_solution"
            j = CHOICES[self.choose](wrong, self.taken[-1].example if self.taken else self.start)
            yield self.step_towards(j, norm2, products[j], s)
        return "origin"

    def _wrong(self, norm2, products, s):
        """Return the indices of the examples to move towards, in order of ⟨w, z⟩."""

        def is_right(j):
            return products[j] > 0 if self.epsilon is None else not is_far(norm2, products[j], s * self.epsilon)

        order = sorted(range(len(products)), key=products.__getitem__)
        return order[: bisect_left(order, True, key=is_right)]


Run = Kozinec.Run
run, replay, certificate = Kozinec.functions()
