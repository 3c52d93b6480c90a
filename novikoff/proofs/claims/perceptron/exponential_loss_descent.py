"""Gradient descent on the exponential loss of separable samples: loss, margin and length after t steps.

Notation: z[i] are the n signed samples, ‖z[i]‖ ≤ R, ⟨u, z[i]⟩ ≥ γ for a unit vector u. The exponential loss is L = Σ
exp(−⟨w, z[i]⟩), its negative gradient G = Σ exp(−⟨w, z[i]⟩)z[i]. P = Σ δ and Q = Σ δ² over the lengths of the steps.

Comparison with the perceptron: both add signed samples. The perceptron adds one misclassified sample. Gradient descent
adds all samples, with weights that decrease when their margins grow. A step along the normalised gradient adds at least
γδ − R²δ² to −ln L. The perceptron's update adds at most R² to ‖w‖² and at least γ to ⟨u, w⟩.

Implementation notes: the direction converges to the direction of the largest margin, which is a limit. The ledger has
its finite form, with a number of steps for each ε. Gradient descent with a constant rate converges to the same
direction, at the rate 1/ln t (Soudry et al.). To conclude this from exponential-loss-any-steps, one needs a bound on
the sum of its steps, which is not proved here.
"""

from typing import Any

from ...statements.proof_script import Script, by, exponents, length, square, tangent, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq, Rational, Scalar, Sum, equal, exp, ln, norm


def for_positive(p: Script, s: Scalar, c: Scalar) -> None:
    """Conclude cosh s − c·sinh s ≤ exp(s² − cs) from the fact `sign`, which is s ≥ 0.

    For c ≤ 1 the tangent at s²/2 gives exp(s² − cs) ≥ exp(s²/2)(1 + s²/2 − cs), and cosh s ≤ exp(s²/2). So tanh s ≥ s −
    s²/2 is enough. It follows from exp(2s) ≥ 1 + 2s + 2s² + 4s³/3. For c > 1 the tangent at 0 is enough.
    """
    up, down = exp(s), exp(-s)
    p.have("inverse", Eq(up * down, 1), exponents(s, -s))
    p.have("first", up > 0)
    p.have("second", down > 0)
    with p.case(c <= 1, "c"):
        p.have("double", Eq(exp(2 * s), up**2), exponents(s, s))
        p.have("taylor", up**2 >= 1 + 2 * s + 2 * s**2 + 4 * s**3 / 3, "double", tangent(2 * s, degree=3))
        p.have("part", 1 - s + s**2 / 2 >= 0, square(s - 1))
        p.have("scaled", (1 - s + s**2 / 2) * up**2 >= (1 - s + s**2 / 2) * (1 + 2 * s + 2 * s**2 + 4 * s**3 / 3),
               "part * taylor")
        p.have("gap", 1 - s + 2 * s**2 >= 0, square(s), square(2 * s - 1))
        p.have("cubic", s**3 * (1 - s + 2 * s**2) >= 0, "sign * sign * sign * gap")
        p.have("before", (1 - s + s**2 / 2) * up**2 >= 1 + s - s**2 / 2, "scaled", "cubic", square(s))
        p.have("weighed", down * ((1 - s + s**2 / 2) * up**2) >= down * (1 + s - s**2 / 2), "second * before")
        p.have("tanh", up - down >= (s - s**2 / 2) * (up + down), "weighed", "inverse")
        with p.proving("wide", s * (up + down) >= up - down):
            with p.case(1 - s > 0):
                V = 1 - s + s**2 / 2 - s**3 / 6
                p.have("short", s**2 * (1 - s) >= 0, "case", square(s), "sign * sign * case")
                p.have("V", V >= 0, "short", "case", square(s))
                p.have("above V", down >= V, tangent(-s, degree=3))
                p.have("squares", down**2 >= V**2, "above V * above V", "above V * V")
                rest = Rational(2, 3) - 3 * s / 4 + 5 * s**2 / 12 - 5 * s**3 / 36 + s**4 / 36
                p.have("rest", rest >= 0, "short", square(s - Rational(27, 20)), square(s**2), square(s))
                p.have("rests", s**3 * rest >= 0, "sign * sign * sign * rest")
                p.have("more", 1 + s >= 0, "sign")
                p.have("product", (1 + s) * down**2 >= 1 - s, "more * squares", "rests")
                p.conclude("first * product", "inverse")
            with p.case(1 - s <= 0):
                p.conclude("first * case", "second * sign", "second")
        p.use("cosh-below-gaussian", name="cosh", t=s)
        p.have("room", 1 + s**2 / 2 - c * s >= 0, "sign * c", square(s - 1))
        p.have("tangent", exp(s**2 - c * s) >= exp(s**2 / 2) * (1 + s**2 / 2 - c * s),
               tangent(s**2 - c * s, at=s**2 / 2))
        p.have("least", exp(s**2 - c * s) >= (up + down) / 2 * (1 + s**2 / 2 - c * s), "tangent", "room * cosh")
        p.have("rest", (1 - c) * (s * (up + down) - (up - down)) >= 0, "c * wide")
        p.conclude("least", "rest", "tanh")
    with p.case(c > 1, "c"):
        third = 1 + s + s**2 / 2 + s**3 / 6
        p.have("taylor", up >= third, tangent(s, degree=3))
        p.have("other", 1 - s + s**2 >= 0, square(1 - 2 * s))
        p.have("cube", s**3 >= 0, "sign * sign * sign")
        p.have("five", s**5 >= 0, "sign * sign * sign * sign * sign")
        p.have("product", (1 - s + s**2) * third >= 1, "cube", "five", square(s), square(s**2))
        p.have("above", (1 - s + s**2) * up >= 1, "other * taylor", "product")
        p.have("below", down <= 1 - s + s**2, "above * second", "inverse")
        p.have("rise", exp(2 * s) >= 1 + 2 * s, tangent(2 * s))
        p.have("double", Eq(exp(2 * s), up**2), exponents(s, s))
        p.have("sinh", (up - down) / 2 >= s, "taylor", tangent(-s), "cube", square(s), "below")
        p.have("slope", (c - 1) * ((up - down) / 2 - s) >= 0, "c * sinh")
        p.have("tangent", exp(s**2 - c * s) >= 1 + s**2 - c * s, tangent(s**2 - c * s))
        p.conclude("tangent", "slope", "below")


@theorem("tilted-cosh-below-exponential", title="cosh s − c·sinh s is at most exp(s² − cs)",
         source=cite("mohri2018", "Lemma D.1, Hoeffding's lemma for two values; here with twice the variance term"))
def tilted_cosh(p: Script) -> None:
    """(exp s + exp(−s))/2 − c(exp s − exp(−s))/2 ≤ exp(s² − cs) for all s and c."""
    s, c = p.reals("s c")
    p.show(conclusion=(exp(s) + exp(-s)) / 2 - c * (exp(s) - exp(-s)) / 2 <= exp(s**2 - c * s))
    with p.case(s >= 0, "s"):
        p.have("sign", s >= 0, "s")
        for_positive(p, s, c)
    with p.case(s < 0, "s"):
        p.have("sign", -s >= 0, "s")
        for_positive(p, -s, -c)


@theorem("weighted-exponentials-after-a-step",
         title="Along the weighted sum of the samples, weighted exponentials fall by a factor exp(R²δ² − γδ)",
         source=cite("jitelgarsky2021", "the normalised steps; here with explicit constants"))
def weighted_exponentials(p: Script) -> None:
    """Let ‖u‖ = 1, R > 0, and let every z[i] satisfy ⟨u, z[i]⟩ ≥ γ and ‖z[i]‖ ≤ R. Let a[i] ≥ 0 be weights. Let h be
    the direction of Σ a[i]z[i]: a unit vector with Σ a[i]z[i] = λh and λ ≥ 0. Let δ ≥ 0. Then Σ a[i]exp(−δ⟨h, z[i]⟩) ≤
    exp(R²δ² − γδ)·Σ a[i], and γ Σ a[i] ≤ λ ≤ R Σ a[i].
    """
    h, u, z = p.vectors("h u z[i]")
    delta, lam, R, gamma, e = p.reals("δ λ R γ a[i]")
    L = Sum(e)
    p.assume(unit=Eq(u @ u, 1), direction=Eq(h @ h, 1), gradient=equal(Sum(e * z), lam * h), forward=lam >= 0,
             margin=u @ z >= gamma, radius=z @ z <= R**2, step=delta >= 0, positive=R > 0, weight=e >= 0)
    rate, after = R**2 * delta**2 - gamma * delta, Sum(e * exp(-delta * (h @ z)))
    p.show(loss=after <= exp(rate) * L, steep=lam >= gamma * L, flat=lam <= R * L)
    p.sum("weight", "weights")
    for y in (u, h):
        p.have(f"along {y}", Eq(y @ Sum(e * z), lam * (y @ h)),
               by("equal-vectors-have-equal-products", u=Sum(e * z), v=lam * h, w=y), "gradient")
    p.have("each margin", e * (u @ z) >= gamma * e, "weight * margin")
    p.sum("each margin", "margins")
    p.have("angle", u @ h <= 1, "unit", "direction", length(u - h))
    p.have("steep", lam >= gamma * L, "margins", "along u", "forward * angle")
    p.have("reach", (h @ z) ** 2 <= R**2, by("cauchy-schwarz", u=h, v=z), "direction", "radius")
    p.have("across", h @ z <= R, "reach", "positive")
    p.have("each length", e * (h @ z) <= R * e, "weight * across")
    p.sum("each length", "lengths")
    p.have("flat", lam <= R * L, "lengths", "along h", "direction")
    s, part = delta * R, -(h @ z) / R
    up, down = exp(s), exp(-s)
    p.have("inverse", 1 / R > 0, "positive")
    p.have("within", part**2 <= 1, "inverse * inverse * reach", "definition")
    p.have("chord", exp(s * part) <= (1 + part) / 2 * up + (1 - part) / 2 * down,
           by("exponential-below-chord", {"η": s, "t": part}), "within")
    p.have("same", Eq(s * part, -delta * (h @ z)), "definition")
    p.have("power", exp(-delta * (h @ z)) <= exp(s * part), tangent(s * part, at=-delta * (h @ z)), "same")
    half, tilt = (up + down) / 2, (up - down) / 2
    p.have("term", e * exp(-delta * (h @ z)) <= e * (half + part * tilt), "weight * power", "weight * chord")
    p.have("scaled", R * e * exp(-delta * (h @ z)) <= R * e * half - e * (h @ z) * tilt, "positive * term",
           "definition")
    p.sum("scaled", "sums")
    p.have("total", R * after <= R * L * half - lam * tilt, "sums", "along h", "direction")
    p.have("path", s >= 0, "positive * step")
    p.have("rise", exp(2 * s) >= 1, tangent(2 * s), "path")
    with p.proving("widens", tilt >= 0):
        p.have("double", Eq(exp(2 * s), up**2), exponents(s, s))
        p.have("pair", Eq(up * down, 1), exponents(s, -s))
        p.have("second", down > 0)
        p.have("scaled'", down * (up**2 - 1) >= 0, "rise * second", "double")
        p.conclude("scaled'", "pair")
    p.have("bent", R * after <= L * (R * half - gamma * tilt), "total", "steep * widens")
    c = gamma / R
    p.use("tilted-cosh-below-exponential", {"s": s, "c": c}, name="tilted")
    p.have("same rate", Eq(s**2 - c * s, rate), "definition")
    p.have("exponents", exp(rate) >= exp(s**2 - c * s), tangent(rate, at=s**2 - c * s), "same rate")
    p.have("factor", R * exp(rate) >= R * half - gamma * tilt, "positive * tilted", "positive * exponents",
           "definition")
    p.have("both", R * after <= R * exp(rate) * L, "bent", "weights * factor")
    p.have("loss", after <= exp(rate) * L, "both", times("positive"))
    p.conclude("loss", "steep", "flat")


@theorem("exponential-loss-step",
         title="A step of length δ along the gradient multiplies the exponential loss by at most exp(R²δ² − γδ)",
         source=cite("jitelgarsky2021", "the normalised steps; here with explicit constants"))
def exponential_step(p: Script) -> None:
    """Let ‖u‖ = 1, R > 0, and let every z[i] satisfy ⟨u, z[i]⟩ ≥ γ and ‖z[i]‖ ≤ R. Let h be the direction of G: a unit
    vector with G = λh and λ ≥ 0. Let δ ≥ 0. Then L(w + δh) ≤ exp(R²δ² − γδ)·L(w). And γL ≤ ‖G‖ = λ ≤ RL.
    """
    w, h, u, z = p.vectors("w h u z[i]")
    delta, lam, R, gamma = p.reals("δ λ R γ")
    e = exp(-(w @ z))
    p.assume(unit=Eq(u @ u, 1), direction=Eq(h @ h, 1), gradient=equal(Sum(e * z), lam * h), forward=lam >= 0,
             margin=u @ z >= gamma, radius=z @ z <= R**2, step=delta >= 0, positive=R > 0)
    p.show(loss=Sum(exp(-((w + delta * h) @ z))) <= exp(R**2 * delta**2 - gamma * delta) * Sum(e),
           steep=lam >= gamma * Sum(e), flat=lam <= R * Sum(e))
    p.have("weight", e > 0)
    p.use("weighted-exponentials-after-a-step", {"a[i]": e}, name="weighted")
    p.have("law", Eq(exp(-((w + delta * h) @ z)), e * exp(-delta * (h @ z))), exponents(-(w @ z), -delta * (h @ z)))
    p.sum("law", "laws")
    p.conclude("weighted", "laws")


@theorem("logistic-loss-step",
         title="A step δ changes the terms of the logistic loss by factors 1 + c with Σ c ≤ −W(1 − exp(R²δ² − γδ))",
         source=cite("jitelgarsky2021", "the normalised steps; here for the logistic loss, with explicit constants"))
def logistic_step(p: Script) -> None:
    """Let ‖u‖ = 1, R > 0, and let every z[i] satisfy ⟨u, z[i]⟩ ≥ γ and ‖z[i]‖ ≤ R. Let s[i] = 1/(1 + exp⟨w, z[i]⟩) and
    W = Σ s[i]. The negative gradient of the logistic loss Σ ln(1 + exp(−⟨w, z[i]⟩)) is Σ s[i]z[i]. Let h be its
    direction: a unit vector with Σ s[i]z[i] = λh and λ ≥ 0. For δ ≥ 0, w + δh multiplies 1 + exp(−⟨w, z[i]⟩) by 1 +
    c[i], where Σ c[i] ≤ −W(1 − exp(R²δ² − γδ)). And λ ≤ RW.

    As ln(1 + c) ≤ c (logarithm-below-tangent), the logistic loss falls by at least W(1 − exp(R²δ² − γδ)), if δ < γ/R².
    """
    w, h, u, z = p.vectors("w h u z[i]")
    delta, lam, R, gamma, s = p.reals("δ λ R γ s[i]")
    e, new = exp(-(w @ z)), exp(-((w + delta * h) @ z))
    change, rate = s * (exp(-delta * (h @ z)) - 1), exp(R**2 * delta**2 - gamma * delta)
    p.assume(unit=Eq(u @ u, 1), direction=Eq(h @ h, 1), share=Eq(s * (1 + exp(w @ z)), 1),
             gradient=equal(Sum(s * z), lam * h), forward=lam >= 0, margin=u @ z >= gamma, radius=z @ z <= R**2,
             step=delta >= 0, positive=R > 0)
    p.show(factor=Eq(1 + new, (1 + e) * (1 + change)), sum=Sum(change) <= -Sum(s) * (1 - rate), flat=lam <= R * Sum(s))
    p.have("other", exp(w @ z) > 0)
    p.have("denominator", 1 + exp(w @ z) > 0, "other")
    p.have("weight", s >= 0, "share", times("denominator"))
    p.use("weighted-exponentials-after-a-step", {"a[i]": s}, name="weighted")
    p.have("pair", Eq(e * exp(w @ z), 1), exponents(-(w @ z), w @ z))
    p.have("share of e", Eq(s * (1 + e), e), "pair", "share", times("denominator"))
    p.have("law", Eq(new, e * exp(-delta * (h @ z))), exponents(-(w @ z), -delta * (h @ z)))
    p.have("ratio", Eq(1 + new, (1 + e) * (1 + change)), "law", "share of e")
    p.conclude("ratio", "weighted")

    def example(without: str, z: list[list[Any]], **changed: Any) -> None:
        """Start at w = 0, where s = 1/2."""
        size, dimension = len(z), len(z[0])
        values = {"γ": changed.pop("γ", 1), "δ": changed.pop("δ", "1/2"), "λ": changed.pop("λ", "1/2"), "z[i]": z,
                  "s[i]": [changed.pop("s", "1/2")] * size}
        plain: dict[str, Any] = {"w": [0] * dimension, "h": [1], "u": [1], "R": 1}
        p.example_without(without, dimension=dimension, size=size, values=values, **(plain | changed))

    example("unit", [[1]], u=[2], γ=2)
    example("direction", [[1]], h=["1/10"], λ=5)
    example("share", [[1]], s=10, λ=10)
    example("gradient", [[1]], h=[-1])
    example("forward", [[1]], h=[-1], λ="-1/2")
    example("margin", [["1/10"]], λ="1/20")
    example("radius", [[1, 10], [1, -3], [1, -3]], h=["3/5", "4/5"], u=[1, 0], R="1/10", δ=1, λ="5/2")
    example("step", [[1]], γ="1/10", δ="-1/10")
    example("positive", [[1]], R=-1)


@theorem("exponential-loss-any-steps",
         title="Steps δ along the gradient of the exponential loss leave margins of at least γΣδ − R²Σδ² − ln n",
         source=cite("jitelgarsky2021", "the normalised steps; here with explicit constants"))
def any_steps(p: Script) -> None:
    """Let ‖u‖ = 1, γ > 0, R > 0, and let each of the n ≥ 1 samples satisfy ⟨u, z[i]⟩ ≥ γ and ‖z[i]‖ ≤ R. From w = 0 let
    each step add δh, where h is the direction of G and δ ≥ 0. With P = Σ δ and Q = Σ δ², at any time L ≤ n·exp(R²Q −
    γP), each ⟨w, z[i]⟩ ≥ γP − R²Q − ln n, ‖w‖ ≤ P, and R⟨u, w⟩ ≥ γP.

    For δ = ηλ with λ = ‖G‖, these are the steps of gradient descent with any step sizes η.
    """
    w, h, u, z = p.vectors("w h u z[i]")
    delta, lam, R, gamma, P, Q = p.reals("δ λ R γ P Q")
    e, n = exp(-(w @ z)), Sum(1)
    L = Sum(e)
    bound = exp(R**2 * Q - gamma * P)
    p.assume(unit=Eq(u @ u, 1), positive=R > 0, separable=gamma > 0, margin=u @ z >= gamma, radius=z @ z <= R**2,
             some=n > 0)
    p.run([(w, 0, w + delta * h), (P, 0, P + delta), (Q, 0, Q + delta**2)], [h, lam, delta], {
        "direction": Eq(h @ h, 1), "gradient": equal(Sum(e * z), lam * h), "forward": lam >= 0,
        "step": delta >= 0})
    p.show(loss=n * bound >= L, margins=w @ z >= gamma * P - R**2 * Q - ln(n), length=norm(w) <= P,
           diverges=R * (u @ w) >= gamma * P)
    with p.induction(loss=n * bound >= L):
        p.use("exponential-loss-step", name="step'")
        rate = R**2 * delta**2 - gamma * delta
        p.have("factor", exp(rate) > 0)
        p.have("law", Eq(exp(R**2 * (Q + delta**2) - gamma * (P + delta)), bound * exp(rate)),
               exponents(R**2 * Q - gamma * P, rate))
        p.conclude("step'", "factor * loss", "law")
    with p.induction(path=P >= 0, short_way=w @ w <= P**2):
        p.use("cauchy-schwarz", name="schwarz", u=w, v=h)
        p.have("reach", (w @ h) ** 2 <= P**2, "schwarz", "direction", "short_way")
        p.have("ahead", w @ h <= P, "reach", "path")
        p.conclude("short_way", "step", "direction", "path", "step * ahead", "path * step")
    with p.induction(diverges=R * (u @ w) >= gamma * P):
        p.use("exponential-loss-step", name="step'")
        p.have("weight", e > 0)
        p.sum("weight", "weights", each="single")
        p.have("along", Eq(u @ Sum(e * z), lam * (u @ h)),
               by("equal-vectors-have-equal-products", u=Sum(e * z), v=lam * h, w=u), "gradient")
        p.have("each margin", e * (u @ z) >= gamma * e, "weight * margin")
        p.sum("each margin", "total")
        p.have("gain", R * lam * (u @ h) >= gamma * lam, "total", "along", "positive * total", "separable * step'.flat")
        with p.proving("loss left", L > 0):
            p.suppose_not("none")
            p.have("no weight", e <= 0, "none", "single")
            p.have("inverse", exp(w @ z) > 0)
            p.have("pair", Eq(e * exp(w @ z), 1), exponents(-(w @ z), w @ z))
            p.have("nothing", e * exp(w @ z) <= 0, "no weight * inverse")
            p.sum("nothing", "empty")
            p.sum("pair", "all")
            p.conclude("empty", "all", "some")
        p.have("steep", lam > 0, "step'.steep", "separable * loss left")
        p.have("turn", R * (u @ h) >= gamma, "gain", times("steep"))
        p.conclude("diverges", "step * turn")
    p.have("weight", e > 0)
    p.sum("weight", "weights", each="single")
    p.have("own", e <= n * bound, "single", "loss")
    p.have("product", Eq(exp(ln(n) + R**2 * Q - gamma * P), n * bound), exponents(ln(n), R**2 * Q - gamma * P))
    p.have("positive power", exp(ln(n) + R**2 * Q - gamma * P) > 0)
    p.have("exponent", -(w @ z) <= ln(n) + R**2 * Q - gamma * P,
           tangent(-(w @ z), at=ln(n) + R**2 * Q - gamma * P), "own", "product", times("positive power"))
    p.have("own norm", Eq(norm(w) ** 2, w @ w))
    p.have("norm sign", norm(w) >= 0)
    p.have("length", norm(w) <= P, "own norm", "short_way", "path", "norm sign")
    p.conclude("loss", "exponent", "length", "diverges")


@theorem("normalised-steps-reach-margin",
         title="T steps of length δ along the gradient: margins of at least (γ − R²δ)Tδ − ln n at a length of at most "
               "Tδ",
         source=cite("nacson2019", "gradient descent with normalised steps; here with explicit constants"))
def normalised_steps(p: Script) -> None:
    """Let ‖u‖ = 1, γ > 0, R > 0, and let each of the n ≥ 1 samples satisfy ⟨u, z[i]⟩ ≥ γ and ‖z[i]‖ ≤ R. From w = 0
    make T steps δh, where h is the direction of G and δ ≥ 0. Then ⟨w, z[i]⟩ ≥ (γ − R²δ)Tδ − ln n for every i, ‖w‖ ≤ Tδ
    and R⟨u, w⟩ ≥ γTδ.

    So every ⟨w, z[i]⟩/‖w‖ is at least m = γ − R²δ − ln n/(Tδ), if m ≥ 0. With γ the largest margin, δ = εγ/(2R²) and T
    ≥ 4R² ln n/(ε²γ²) steps, m is at least (1 − ε)γ.
    """
    w, h, u, z = p.vectors("w h u z[i]")
    delta, lam, R, gamma, T = p.reals("δ λ R γ T")
    e, n = exp(-(w @ z)), Sum(1)
    p.assume(unit=Eq(u @ u, 1), positive=R > 0, separable=gamma > 0, margin=u @ z >= gamma, radius=z @ z <= R**2,
             some=n > 0, step=delta >= 0)
    p.run([(w, 0, w + delta * h), (T, 0, T + 1)], [h, lam], {
        "direction": Eq(h @ h, 1), "gradient": equal(Sum(e * z), lam * h), "forward": lam >= 0})
    p.show(margins=w @ z >= (gamma - R**2 * delta) * T * delta - ln(n), length=norm(w) <= T * delta,
           diverges=R * (u @ w) >= gamma * T * delta)
    p.use("exponential-loss-any-steps", {"P": T * delta, "Q": T * delta**2}, name="run",
          inputs={"δ": delta})
    p.conclude("run.margins", "run.length", "run.diverges")


@theorem("near-best-margin-near-direction",
         title="A direction whose margin is near the best one is near the best direction",
         source=cite("soudry2018", "the convergence of the direction; here by the margin"))
def near_direction(p: Script) -> None:
    """Let γu, with ‖u‖ = 1 and γ > 0, be a convex combination Σ c[i]z[i] of the samples. For example, γu may be the
    point of their hull that is nearest to 0. If ‖a‖ = 1 and ⟨a, z[i]⟩ ≥ (1 − ε)γ for every i, then ‖a − u‖² ≤ 2ε.

    So if the margin tends to the largest margin, the direction tends to the direction with the largest margin.
    """
    a, u, z = p.vectors("a u z[i]")
    c, gamma, eps = p.reals("c[i] γ ε")
    p.assume(unit=Eq(u @ u, 1), direction=Eq(a @ a, 1), positive=gamma > 0, weights=c >= 0, total=Eq(Sum(c), 1),
             nearest=equal(gamma * u, Sum(c * z)), margin=a @ z >= (1 - eps) * gamma)
    p.show(conclusion=(a - u) @ (a - u) <= 2 * eps)
    p.have("each", c * (a @ z) >= c * (1 - eps) * gamma, "weights * margin")
    p.sum("each", "all")
    p.have("with a", Eq(a @ (gamma * u), a @ Sum(c * z)),
           by("equal-vectors-have-equal-products", u=gamma * u, v=Sum(c * z), w=a), "nearest")
    p.have("scaled", gamma * (a @ u) >= gamma * (1 - eps), "all", "with a", "total")
    p.have("angle", a @ u >= 1 - eps, "scaled", times("positive"))
    p.conclude("angle", "unit", "direction")
