"""Certificates of ROMMA: the visits are made again, and every step is the shortest vector under its two constraints.

Main definitions:
    check    a run of romma

What is confirmed: the steps are all examples with y·f(x) ≤ ρ of the visits, in their order; the weights follow, with
the digits that the rule keeps; the run ends where and why it says.
"""

from dataclasses import dataclass
from typing import Annotated, Any

from .exact import Q, Vector, shifted, total
from .reading import From, NotNegative, Part
from .repeating import Rule, Run, check_run
from .visits import Last, Order, Walk

MOST_DIGITS = 10_000  # binary digits of a coefficient


@dataclass(frozen=True)
class _Relaxed:
    bias_step: NotNegative
    order: Order
    seed: int | None
    rho: Part
    bits: Annotated[int, From(2, MOST_DIGITS)] | None


def check(certificate: Any) -> dict[str, Any]:
    """{"updates", "stopped", "separated", "visits"}; raises `Refuted`."""
    return check_run(RULES, certificate)


class _Relaxing(Walk):
    """A state is (w, b)."""

    def __init__(self, run: Run) -> None:
        super().__init__(run, Vector([0] * (len(run.X[0]) + 1)))
        c = run.parameters.bias_step
        self.signed = [z.numbers() for z in run.signed(1)]
        self.squares = [total(v * v for v in z[:-1]) + c for z in self.signed]

    def margin(self, values: list[Q], i: int) -> Any:
        return total(v * u for v, u in zip(values, self.signed[i], strict=True))

    def is_wrong(self, state: Vector, i: int) -> bool:
        return bool(self.margin(state.numbers(), i) <= self.run.parameters.rho)

    def products(self, state: Vector, i: int) -> tuple[Any, Any, Any]:
        """⟨w, w⟩, ⟨w, z⟩ and ⟨z, z⟩."""
        c, (*w, b) = self.run.parameters.bias_step, state.numbers()
        ww: Any = total(v * v for v in w) + (b * b / c if c else 0)
        return ww, self.margin([*w, b], i), self.squares[i]

    def is_stuck(self, state: Vector, i: int) -> bool:
        ww, wx, xx = self.products(state, i)
        return not xx or (wx < ww * xx and ww * xx == wx * wx)

    def moved(self, state: Vector, i: int) -> Vector:
        p, (*w, b), (*x, sign) = self.run.parameters, state.numbers(), self.signed[i]
        products = self.products(state, i)
        found = _shortest(*products)
        c, d = found if p.bits is None else _fewer_digits(found, *products, p.bits)
        moved = [c * v + d * u for v, u in zip(w, x, strict=True)]
        return Vector.of([*moved, c * b + d * p.bias_step * sign]).reduced()


def _shortest(ww: Any, wx: Any, xx: Any) -> tuple[Any, Any]:
    """The coefficients of the shortest v = cw + dx with ⟨v, w⟩ ≥ ⟨w, w⟩ and ⟨v, x⟩ ≥ 1."""
    if wx >= ww * xx:
        return Q(0), 1 / xx
    apart = ww * xx - wx * wx
    return (ww * xx - wx) / apart, ww * (1 - wx) / apart


def _fewer_digits(found: tuple[Any, Any], ww: Any, wx: Any, xx: Any, bits: int) -> tuple[Any, Any]:
    """The coefficients, or their first digits, as many as keep what the rule promises."""
    if max(part.bit_length() for q in found for part in (q.numerator, q.denominator)) <= bits:
        return found
    best, places = found[0] * ww + found[1], bits
    while True:
        c, d = (shifted(q, places + q.denominator.bit_length() - q.numerator.bit_length()) for q in found)
        made: Any = c * c * ww + 2 * c * d * wx + d * d * xx
        if made <= c * ww + d and (best - made) * 2 ** (bits - 1) <= best - ww:
            return c, d
        places += bits


def _romma(run: Run) -> Last:
    walk = _Relaxing(run)
    *_, (last, _) = walk.held()
    *w, b = last.numbers()
    separated = all(walk.margin([*w, b], i) > 0 for i in range(len(run.y)))
    return Last(**walk.ended(separated), w=w, b=b)


RULES = {"romma": Rule(_Relaxed, int, Last, _romma, ("visits",))}
