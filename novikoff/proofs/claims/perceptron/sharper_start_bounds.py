"""The perceptron from a start w0 other than 0: sharper bounds, which treat the first mistakes and the last one
separately.

Notation: z is a signed vector with ‖z‖ ≤ R and ⟨u, z⟩ ≥ γ > 0, ‖u‖ = 1. In start-anywhere-mistake-bound, R²/γ² +
2‖w0‖/γ, the first mistakes and the last one count like all others.
"""

from ...statements.proof_script import Script, length, square, times
from ...statements.registry import cite, theorem
from ...statements.symbolic_points import score, update_weights
from ...statements.vector_language import Eq


@theorem("start-anywhere-weighted-bound",
         title="From any start, with any weights of the first mistakes, of the last one, and of those between",
         source=cite("novikoff1962", "the theorem; here from any start"),
         says="the bound from the start 0. We did not find the bound of this claim in the literature that we searched.")
def weighted_bound(p: Script) -> None:
    """Let ‖u‖ = 1, and all signed vectors satisfy ⟨u, z⟩ ≥ γ > 0 and ‖z‖ ≤ R. Let the perceptron from the start w0 make
    m mistakes, n more mistakes, and a last mistake on z'. Let λ ≥ 0, θ > 0 and φ = 1/(1 + θ). Then R²/γ² ≥ 2λ(m + nφ) −
    λ²(m² + nφ + ‖w0‖²/(θR²)) + φ.

    Z is the sum of the first m vectors: the proof needs only ‖Z‖ ≤ mR and ⟨u, Z⟩ ≥ mγ, and m = 1 is always possible.
    For the start 0, m = 1, λ = 1 and θ → 0, it becomes R²/γ² ≥ m + n + 1.
    """
    u, w0, total, w, z, last = p.vectors("u w₀ Z w z z'")
    n, m, lam, theta, gamma, R = p.reals("n m λ θ γ R")
    p.assume({"unit": Eq(u @ u, 1), "positive": gamma > 0, "weight": lam >= 0, "share": theta > 0,
              "first_margin": u @ total >= m * gamma, "first_radius": total @ total <= m**2 * R**2})
    p.run([(w, w0 + total, update_weights(w, z)), (n, 0, n + 1)], [z],
          {"margin": u @ z >= gamma, "radius": z @ z <= R**2, "mistake": score(w, z) <= 0})
    p.assume({"margin'": u @ last >= gamma, "radius'": last @ last <= R**2, "mistake'": score(w, last) <= 0})

    def positive_radius() -> None:
        """Derive "R2"."""
        p.have("at least γ", gamma**2 <= R**2, length(last - gamma * u), "positive * margin'", "unit", "radius'")
        p.have("R2", R**2 > 0, "at least γ", "positive * positive")

    with p.making_sense(1 / R):
        positive_radius()
        p.conclude("R2")
    q, start = 1 + theta, w0 + total
    between = n / q
    p.show(conclusion=R**2 / gamma**2 >= 2 * lam * (m + between) + 1 / q
           - lam**2 * (m**2 + between + (w0 @ w0) / (theta * R**2)))
    with p.induction(aligned=u @ (w - start) >= n * gamma, growth=w @ w <= start @ start + n * R**2):
        p.conclude("aligned", "margin", "growth", "mistake", "radius")
    p.have("q", q > 0, "share")
    later = w - start
    head, rest = q * total + later, q * w0 + theta * later
    combined = lam * head + last
    p.have("far", u @ combined >= (lam * (q * m + n) + 1) * gamma,
           "first_margin * weight * q", "aligned * weight", "margin'")
    p.have("parts", Eq(theta * (head @ head) + rest @ rest,
           q * (theta * q * (total @ total) + theta * (w @ w) - theta * (start @ start) + q * (w0 @ w0))))
    p.have("cap", theta * (head @ head) + rest @ rest <= q * (theta * (q * m**2 + n) * R**2 + q * (w0 @ w0)),
           "parts", "first_radius * share * q * q", "growth * share * q")
    p.have("cross", Eq(head @ last, q * (w @ last) - rest @ last))
    most = lam**2 * q * (theta * (q * m**2 + n) * R**2 + q * (w0 @ w0)) + theta * q * R**2
    p.have("short", theta * (combined @ combined) <= most, "cap * weight * weight", "cross",
           "mistake' * weight * q * share", "radius' * share * q", length(lam * rest + theta * last))
    scale = R**2 / gamma
    p.have("long", 2 * q * scale * (u @ combined) <= q**2 * scale**2 + combined @ combined,
           "unit", length(q * scale * u - combined))
    p.have("inverse", 1 / gamma > 0, "positive")
    positive_radius()
    p.have("scale", scale > 0, "R2 * inverse")
    p.have("reach", scale * (u @ combined) >= (lam * (q * m + n) + 1) * R**2, "far * scale", "definition")
    p.have("all", theta * q**2 * scale**2 + most >= 2 * theta * q * (lam * (q * m + n) + 1) * R**2,
           "long * share", "short", "reach * q * share")
    p.have("divided", theta * q**2 * (R**2 / gamma**2) * R**2 + most >= 2 * theta * q * (lam * (q * m + n) + 1) * R**2,
           "all")
    p.conclude("divided", times("q", "q", "share", "R2"))
    data = {"γ": 1, "m": 1, "λ": 1, "θ": "1/10", "w₀": [0, 0]}
    p.example_without("first_radius", dimension=2, u=[1, 0], Z=[1, 100], R="5/4",
                      values={**data, "z'": [1, "-1/100"]})
    p.example_without("radius", dimension=2, steps=[{"z": [1, -100]}], u=[1, 0], Z=[1, 1], R="3/2",
                      values={**data, "z'": [1, 1]})
    p.example_without("mistake", dimension=2, steps=[{"z": [1, 1]}], u=[1, 0], Z=[1, 1], R="3/2",
                      values={**data, "z'": [1, -1]})


@theorem("start-anywhere-two-mistakes", title="From a start w0 two mistakes are made only if 2γ² ≤ R(R + ‖w0‖)",
         source=cite("novikoff1962", "the theorem; here two mistakes from any start"),
         says="the bound from the start 0. We did not find the bound of this claim in the literature that we searched.")
def two_mistakes(p: Script) -> None:
    """If ‖u‖ = 1, ⟨u, z⟩ ≥ γ ≥ 0 and ‖z‖ ≤ R for two vectors z₁ and z₂, and if z₂ is a mistake after an update on z₁
    from the start w0 with ‖w0‖ ≤ s, then 2γ² ≤ R(R + s).
    """
    u, w0, z1, z2 = p.vectors("u w₀ z₁ z₂")
    gamma, R, s = p.reals("γ R s")
    p.assume(unit=Eq(u @ u, 1), nonnegative=gamma >= 0, radius=R >= 0, size=s >= 0, start=w0 @ w0 <= s**2)
    p.assume({"margin₁": u @ z1 >= gamma, "radius₁": z1 @ z1 <= R**2, "margin₂": u @ z2 >= gamma,
              "radius₂": z2 @ z2 <= R**2, "mistake₂": score(update_weights(w0, z1), z2) <= 0})
    p.show(conclusion=2 * gamma**2 <= R * (R + s))
    p.have("far", u @ (z1 + z2) >= 2 * gamma, "margin₁", "margin₂")
    p.have("square", 4 * gamma**2 <= (u @ (z1 + z2)) ** 2, "far * far", "far * nonnegative")
    p.use("cauchy-schwarz", name="along", v=z1 + z2)
    p.use("cauchy-schwarz", name="against", u=w0, v=z2)
    p.have("start2", w0 @ w0 >= 0, length(w0))
    p.have("R2", R**2 >= 0, square(R))
    p.have("turn2", (w0 @ z2) ** 2 <= (s * R) ** 2, "against", "start * R2", "radius₂ * start2")
    p.have("product", s * R >= 0, "size * radius")
    p.use("square-root-monotone", name="turn", u=-(w0 @ z2), v=s * R)
    p.conclude("square", "along", "unit", "radius₁", "radius₂", "mistake₂", "turn")


@theorem("start-anywhere-two-mistakes-reached",
         title="Two mistakes with 2γ² = R(R + ‖w0‖), from a start no longer than the examples",
         source=cite("novikoff1962", "the theorem; here data for two mistakes from a start"),
         says="nothing about data that attain the bound. We did not find these data in the literature that we "
              "searched.")
def two_mistakes_reached(p: Script) -> None:
    """Let ‖z₁‖ = ‖z₂‖ = R > 0 and ⟨z₁, z₂⟩ = sR, and start at w0 = −(s/R)z₂, of the length |s|. Then z₁ is a mistake,
    and after its update z₂ is a mistake. And u = z₁ + z₂ has the same margin on both, with 2⟨u, z₁⟩² = R(R + s)‖u‖².

    There are such vectors for every s from −R to R.
    """
    z1, z2 = p.vectors("z₁ z₂")
    R, s = p.reals("R s")
    p.assume({"some": R > 0, "radius₁": Eq(z1 @ z1, R**2), "radius₂": Eq(z2 @ z2, R**2), "angle": Eq(z1 @ z2, s * R)})
    start = p.let("w₀", -(s / R) * z2)
    u = z1 + z2
    p.show(size=Eq(start @ start, s**2), mistake=score(start, z1) <= 0,
           second_mistake=Eq(score(update_weights(start, z1), z2), 0), margin=Eq(u @ z1, u @ z2),
           equality=Eq(2 * (u @ z1) ** 2, R * (R + s) * (u @ u)))
    p.have("share", Eq(s / R * R, s), "definition")
    p.have("turn", Eq(start @ z1, -(s**2)), "angle", "share")
    p.have("length", Eq(start @ z2, -s * R), "radius₂", "share")
    p.have("size'", Eq(start @ start, s**2), "radius₂", "share")
    p.have("mistake'", start @ z1 <= 0, "turn", square(s))
    p.have("along", Eq(u @ z1, R * (R + s)), "radius₁", "angle")
    p.have("other", Eq(u @ z2, R * (R + s)), "radius₂", "angle")
    p.have("sum", Eq(u @ u, 2 * R * (R + s)), "radius₁", "radius₂", "angle")
    p.conclude("size'", "mistake'", "length", "angle", "along", "other", "sum")
