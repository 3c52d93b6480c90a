"""Pegasos: stochastic sub-gradient descent on λ/2·‖w‖² + (1/n)·Σmax(0, 1 − yᵢ⟨w, xᵢ⟩), step size 1/(λt).

Proofs call `step` on symbols.

Iteration t draws a batch A_t of k examples, uniformly, with the violations V_t = {i ∈ A_t : yᵢ⟨w, xᵢ⟩ < 1}:
w ← (1 − 1/t)w + 1/(λtk)·Σ_{V_t} yᵢxᵢ, and then, with projection, w ← min(1, 1/(√λ‖w‖))·w. With f_t(w) = λ/2·‖w‖² +
(1/k)·Σ_{A_t} hinge, every sequence of batches has, for every u (‖u‖ ≤ 1/√λ with projection),
Σf_t(w_t) ≤ Σf_t(u) + G²/(2λ)·Σ_{t≤T} 1/t with G = 2R without and √λ + R with projection, R = max‖xᵢ‖.

There is no bias; `bias` appends the coordinate 1 to every example, so that b is regularised like w. The projection
takes a root: it is made in float64 only. Without it the run is exact on exact data, and λ(t−1)k·w_t is a sum of
signed examples, so the numbers stay short.

Source: shalevshwartz2011 (Pegasos), fig. 1–3; lemma 1 and theorem 1 for the bound, whose harmonic sum is bounded there
by 1 + ln T. The slides name the algorithm ("Randomly sample from the training data") and give nothing else.
"""

import random
from collections.abc import Generator, Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any, ClassVar

from .base_rule import NEEDED
from .errors import BadInput
from .lazy_numpy import np
from .options import LAM, SEED, Option, Options, check_seed, identity, parse_flag, parse_integer, whole
from .signed_examples import SignedRule

Batch = tuple[int, ...]
MOST_DRAWN = 10**6  # examples in one batch, so that a step ends


def step(w: Any, violating: Iterable[Any], *, t: Any, lam: Any, batch: Any = 1) -> Any:
    """Return (1 − 1/t)w + 1/(λtk)·Σz over the signed examples z = yx in violation. Nothing is checked or converted.

    `t` must divide exactly: a Fraction, float or symbol.

    >>> step(w=2, violating=[3, 1], t=Fraction(2), lam=1, batch=2)
    Fraction(2, 1)
    """
    return (1 - 1 / t) * w + 1 / (lam * t * batch) * sum(violating)


def project(w: Any, lam: float) -> Any:
    """Return the point nearest to w of the ball ‖w‖ ≤ 1/√λ, in float64.

    >>> import numpy as np
    >>> project(np.array([3.0, 4.0]), 1.0).tolist()
    [0.6000000000000001, 0.8]
    """
    norm = np.sqrt(lam * (w @ w))
    return w if norm <= 1 else w * (1 / norm)


class Pegasos(SignedRule):
    """`max_updates` iterations from w = 0. `batch` is k, from 1 to 10⁶; `projection` needs floats.

    `steps` are the batches drawn; `seed` drew them. `stopped` is "max_updates" or "interrupted": nothing here claims
    convergence. `separated` says whether the final (w, b) has yᵢf(xᵢ) > 0 for all i.

    >>> result = run([[1], [-2]], [1, -1], lam=1, max_updates=3)
    >>> result.w, result.separated, result.stopped
    ((Fraction(2, 3),), True, 'max_updates')
    """

    name = "pegasos"
    max_updates = NEEDED
    cap = 1000
    usual: ClassVar[dict[str, Any]] = {"lam": 1}
    options: ClassVar[Options] = (
        LAM,
        Option("batch", parse_integer, "examples drawn in each iteration", default=1, check=whole(1, MOST_DRAWN),
               write=int),
        replace(SEED, default=0, check=check_seed),
        Option("projection", parse_flag, "whether w is kept in a ball", default=False, write=identity,
               typed=False),
        Option("bias", parse_flag, "true appends the coordinate 1", default=False, write=identity))
    lam: Any
    batch: int
    seed: int
    projection: bool

    def beginning(self) -> Any:
        if self.projection and self.arithmetic == "exact":
            raise BadInput("the projection takes a root, which exact numbers do not have; give floats, or "
                           "projection=False")
        return self.examples.zero()

    def violations(self, drawn: Batch) -> list[Any]:
        """Return the signed examples zᵢ of the batch with ⟨w, zᵢ⟩ < 1."""
        return [z for z in self.examples.Z[list(drawn)] if self.state @ z < 1]

    def after(self, drawn: Batch) -> Any:
        t = Fraction(self.updates + 1) if self.examples.arithmetic == "exact" else float(self.updates + 1)
        moved = step(self.state, self.violations(drawn), t=t, lam=self.lam, batch=self.batch)
        return project(moved, self.lam) if self.projection else moved

    def steps(self) -> Generator[Batch, None, str]:
        """Yield the batches, drawn uniformly with replacement, without end."""
        generator, count = random.Random(self.seed), len(self.examples.y)
        while True:
            yield tuple(generator.randrange(count) for _ in range(self.batch))

    def refuse_endless(self) -> None:
        raise BadInput("Pegasos does not end by itself; give max_updates")


Run = Pegasos.Run
run, replay, certificate = Pegasos.functions()
