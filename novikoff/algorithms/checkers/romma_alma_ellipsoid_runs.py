"""Certificates of ROMMA, ALMA₂ and the ellipsoid method, whose steps keep few digits: visits and steps are repeated.

The checker confirms that the steps are all visited examples with y·f(x) at most ρ, at most the threshold of the next
correction, or at most 0, in their order. It confirms that the weights follow, with the digits that the rule keeps, and
that the run ends at the recorded visit for the recorded reason.
"""

from typing import Annotated, Any

from . import Refuted
from .budgeted_fractions import Q, Vector, charge, root, round_down, total
from .online_runs import Walk, rule
from .run_replay import Run
from .typed_records import Part, Positive, from_to

MOST_DIGITS = 10_000  # binary digits of a coefficient


class _Signed(Walk):
    """A walk in which (w, b) is the state times `scale`."""

    scale: Any = Q(1)

    def __init__(self, run: Run) -> None:
        super().__init__(run, Vector([0] * (len(run.X[0]) + 1)))
        c = run.parameters.bias_step
        self.signed = [z.numbers() for z in run.sign_examples(1)]
        self.squares = [total(v * v for v in z[:-1]) + c for z in self.signed]

    def margin(self, values: list[Q], i: int) -> Any:
        return total(v * u for v, u in zip(values, self.signed[i], strict=True))

    def square(self, state: Vector) -> Any:
        """Return ‖w‖² + b²/c."""
        c, (*w, b) = self.run.parameters.bias_step, state.numbers()
        return total(v * v for v in w) + (b * b / c if c else 0)

    def separates(self, state: Vector) -> bool:
        values = state.numbers()
        return all(self.margin(values, i) > 0 for i in range(len(self.run.y)))

    def read(self, state: Vector) -> dict[str, Any]:
        *w, b = (self.scale * v for v in state.numbers())
        return {"w": w, "b": b}


class _Relaxing(_Signed):
    def is_wrong(self, state: Vector, i: int) -> bool:
        return bool(self.margin(state.numbers(), i) <= self.run.parameters.rho)

    def products(self, state: Vector, i: int) -> tuple[Any, Any, Any]:
        """Return ⟨w, w⟩, ⟨w, z⟩ and ⟨z, z⟩."""
        return self.square(state), self.margin(state.numbers(), i), self.squares[i]

    def is_stuck(self, state: Vector, i: int) -> bool:
        ww, wx, xx = self.products(state, i)
        return not xx or (wx < ww * xx and ww * xx == wx * wx)

    def move(self, state: Vector, i: int) -> Vector:
        p, (*w, b), (*x, sign) = self.run.parameters, state.numbers(), self.signed[i]
        products = self.products(state, i)
        found = _shortest(*products)
        c, d = found if p.bits is None else _fewer_digits(found, *products, p.bits)
        moved = [c * v + d * u for v, u in zip(w, x, strict=True)]
        return Vector.of([*moved, c * b + d * p.bias_step * sign]).reduce()


def _shortest(ww: Any, wx: Any, xx: Any) -> tuple[Any, Any]:
    """Return the coefficients of the shortest v = cw + dx with ⟨v, w⟩ ≥ ⟨w, w⟩ and ⟨v, x⟩ ≥ 1."""
    if wx >= ww * xx:
        return Q(0), 1 / xx
    apart = ww * xx - wx * wx
    return (ww * xx - wx) / apart, ww * (1 - wx) / apart


def _fewer_digits(found: tuple[Any, Any], ww: Any, wx: Any, xx: Any, bits: int) -> tuple[Any, Any]:
    """Return the coefficients, or as many of their first digits as the rule's guarantee needs."""
    if max(part.bit_length() for q in found for part in (q.numerator, q.denominator)) <= bits:
        return found
    best, places = found[0] * ww + found[1], bits
    while True:
        c, d = (round_down(q, places) for q in found)
        made: Any = c * c * ww + 2 * c * d * wx + d * d * xx
        if made <= c * ww + d and (best - made) * 2 ** (bits - 1) <= best - ww:
            return c, d
        places += bits


class _Correcting(_Signed):
    """The walk of ALMA₂; `step` is the size of the next correction, in units of the scale."""

    def __init__(self, run: Run) -> None:
        super().__init__(run)
        if run.parameters.alpha > 1:
            raise Refuted("alpha must be at most 1")
        self.number, self.D2 = 1, max(self.squares)
        self.moves = run.sign_examples(run.parameters.bias_step)
        self.step = self.next_step()

    def next_step(self) -> Any:
        """Return the size of the next correction, rounded up to a number of digits that keeps the bound."""
        p, digits = self.run.parameters, self.run.parameters.bits
        square: Any = self.number * self.scale**2
        while True:
            unit, down = root(2 / square, digits)
            found = down if down**2 == 2 / square else down + unit
            if (4 / p.alpha - 3) * found**2 * square <= 8 / p.alpha - Q(11, 2):
                return found
            digits += p.bits

    def next_scale(self, state: Vector) -> Any:
        """Return the scale after a correction to this state."""
        p, square, digits = self.run.parameters, self.square(state), self.run.parameters.bits + self.number.bit_length()
        if self.scale**2 * square <= self.D2:
            return self.scale
        while True:
            _, found = root(self.D2 / square, digits)
            if found**2 * (self.number + 8 / p.alpha - 5) >= self.number * self.scale**2:
                return found
            digits += p.bits

    def is_wrong(self, state: Vector, i: int) -> bool:
        most = (2 / self.run.parameters.alpha - 2) * self.step * self.D2
        return bool(self.margin(state.numbers(), i) <= most)

    def move(self, state: Vector, i: int) -> Vector:
        after = state.plus(self.step, self.moves[i]).reduce()
        self.scale = self.next_scale(after)
        self.number += 1
        self.step = self.next_step()
        return after


class _Cutting(_Signed):
    """The walk of the ellipsoid method. `A` and `p` describe the ellipsoid whose centre is the state."""

    def __init__(self, run: Run) -> None:
        super().__init__(run)
        c = run.parameters.bias_step
        self.axes = [Q(1)] * len(run.X[0]) + ([c] if c else [])
        charge(len(self.axes) ** 2)
        self.A = [[axis if i == j else Q(0) for j in range(len(self.axes))] for i, axis in enumerate(self.axes)]
        self.p = [Q(0)] * len(self.axes)

    def is_wrong(self, state: Vector, i: int) -> bool:
        return bool(self.margin(state.numbers(), i) <= 0)

    def is_stuck(self, state: Vector, i: int) -> bool:
        return not self.squares[i]

    def times(self, u: list[Q]) -> list[Any]:
        return [_product(row, u) for row in self.A]

    def move(self, state: Vector, i: int) -> Vector:
        D, z = max(2, len(self.axes)), self.signed[i][: len(self.axes)]
        moved = self.times(z)
        g, score, square = _product(z, moved), _product(self.p, moved), 1 + _product(self.p, self.times(self.p))
        bits = self.run.parameters.bits + D.bit_length()
        beta: Any = round_down(Q(2, D - 1) / g, bits)
        unit, down = root(g * square, bits + 2)
        height: Any = score / unit + down / unit + 1
        charge(height.numerator.bit_length())
        most = -(-height.numerator // height.denominator) * unit
        share = beta / (1 + beta * g)
        self.A = [[v - share * a * b for v, b in zip(row, moved, strict=True)]
                  for row, a in zip(self.A, moved, strict=True)]
        self.p = [v + beta * most / 2 * u for v, u in zip(self.p, z, strict=True)]
        centre = self.times(self.p)
        return Vector.of(centre if self.run.parameters.bias_step else [*centre, 0])


def _product(u: list[Q], v: list[Q]) -> Any:
    return total(a * b for a, b in zip(u, v, strict=True))


Digits = Annotated[int, from_to(2, MOST_DIGITS)]
RULES = {"romma": rule(_Relaxing, rho=Part, bits=Digits | None), "alma": rule(_Correcting, alpha=Positive, bits=Digits),
         "ellipsoid": rule(_Cutting, bits=Annotated[int, from_to(5, MOST_DIGITS)])}
