"""The rescaled perceptron: the result of a phase, and how stretching the space along this result changes the margin.

Notation: the signed examples a have length 1, and the unit vector z has the margin ρ on them; n is the dimension. The
improvement phase begins at a unit vector x. While some a has ⟨a, x⟩ < −σ‖x‖, it changes x to x − ⟨a, x⟩a. Then the
algorithm stretches the space along the resulting unit vector x: a becomes a' = a + ⟨a, x⟩x, divided by its length. The
new margin is at least the margin of z' = z + (ρ − ⟨z, x⟩)/2·x, divided by its length. Not stated here: a random x has
⟨z, x⟩ ≥ 1/√n with probability at least 1/8.
"""

from typing import NamedTuple

from ...statements.proof_script import Script, exponents, length, square, tangent, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq, Rational, Scalar, Vector, exp, ln, norm

MARGIN = cite("dunaganvempala2008", "the lemma on the margin after one phase")
PHASE = cite("dunaganvempala2008", "the lemma on the improvement phase")


@theorem("improvement-phase-steps",
         title="An improvement phase of the rescaled perceptron takes at most (ln n)/σ² steps", source=PHASE)
def phase(p: Script) -> None:
    """Let ‖z‖ = 1, and let x₀ with ‖x₀‖ ≤ 1 have ⟨z, x₀⟩ > 0 and ⟨z, x₀⟩² ≥ 1/n. Let σ > 0, and change x in T steps to
    x − ⟨a, x⟩a, each for an a of length 1 with ⟨a, z⟩ ≥ 0, ⟨a, x⟩ ≤ 0 and ⟨a, x⟩² ≥ σ²‖x‖². Then ⟨z, x⟩² ≥ ‖x‖²/n still
    holds, and T ≤ (ln n)/σ².

    ⟨z, x⟩ does not fall, and e^{Tσ²}‖x‖² is at most 1.
    """
    start, x, a, z = p.vectors("x0 x a z")
    n, sigma, t = p.reals("n σ T")
    p.assume(separator=Eq(z @ z, 1), short=start @ start <= 1, right=z @ start > 0, aligned=n * (z @ start) ** 2 >= 1,
             tolerance=sigma > 0)
    after = x - (a @ x) * a
    p.run([(x, start, after), (t, 0, t + 1)], [a], {
        "example": Eq(a @ a, 1), "feasible": a @ z >= 0, "wrong": a @ x <= 0,
        "deep": (a @ x) ** 2 >= sigma**2 * (x @ x),
    })

    def size() -> None:
        """Derive `large`: n > 0."""
        p.have("square", (z @ start) ** 2 > 0, "right * right")
        p.have("large", n > 0, "aligned", times("square"))

    with p.making_sense(ln(n)):
        size()
        p.conclude("large")
    p.show(aligned=n * (z @ x) ** 2 >= x @ x, count=t <= ln(n) / sigma**2)
    size()
    power = exp(t * sigma**2)
    with p.induction(counter=t >= 0, along=z @ x >= z @ start, shrunk=power * (x @ x) <= 1):
        p.have("power", power > 0)
        p.have("factor", exp(sigma**2) > 0)
        p.have("unit", Eq(exp(sigma**2) * exp(-(sigma**2)), 1), exponents(sigma**2, -(sigma**2)))
        p.have("slow", exp(sigma**2) * (1 - sigma**2) <= 1, "unit", "factor", tangent(-(sigma**2)))
        p.have("shorter", after @ after <= (1 - sigma**2) * (x @ x), "example", "deep")
        p.have("size", x @ x >= 0, length(x))
        p.have("step", exp(sigma**2) * (after @ after) <= x @ x, "factor * shorter", "slow * size")
        p.have("law", Eq(exp((t + 1) * sigma**2), power * exp(sigma**2)), exponents(t * sigma**2, sigma**2))
        p.have("shrunk'", exp((t + 1) * sigma**2) * (after @ after) <= 1, "law", "power * step", "shrunk")
        p.have("along'", z @ after >= z @ start, "along", "feasible * wrong")
        p.conclude("counter", "along'", "shrunk'")
    p.have("power", power > 0)
    p.have("one", power >= 1, tangent(t * sigma**2), "counter * tolerance * tolerance")
    p.have("size", x @ x >= 0, length(x))
    p.have("short'", x @ x <= 1, "shrunk", "one * size")
    p.have("far", (z @ x) ** 2 >= (z @ start) ** 2, "along * along", "along * right")
    p.have("kept", n * (z @ x) ** 2 >= 1, "aligned", "large * far")
    p.use("cauchy-schwarz", name="within", u=z, v=x)
    p.have("long", n * (x @ x) >= 1, "kept", "large * within", "separator")
    p.have("top", power <= n, "power * long", "large * shrunk")
    p.have("bounded", power <= exp(ln(n)), "top", "definition")
    p.have("total", t * sigma**2 <= ln(n), "bounded", tangent(t * sigma**2, at=ln(n)), "definition", times("large"))
    p.have("count'", t <= ln(n) / sigma**2, "total", times("tolerance", "tolerance"))
    p.conclude("kept", "short'", "count'")


class Stretched(NamedTuple):
    """An example a with ⟨a, z⟩ ≥ ρ, s = ⟨a, x⟩ and c = ⟨z, x⟩; a' and z'; z."""

    rho: Scalar
    score: Scalar
    s: Scalar
    c: Scalar
    example: Vector
    separator: Vector
    z: Vector

    def lengths(self, p: Script) -> None:
        """Derive that ‖a'‖ and ‖z'‖ make sense."""
        for vector in (self.example, self.separator):
            with p.making_sense(norm(vector)):
                p.conclude(length(vector))

    def margin(self, p: Script, sigma: Scalar, factor: Scalar, size: Scalar) -> None:
        """Conclude ⟨a', z'⟩ ≥ factor·ρ‖a'‖‖z'‖ ("all"), from ‖z'‖² ≤ size ("long"), (1 − σ)² ≥ factor²(1 + 3σ²)·size
        ("room"), and the conclusion of rescaling-score ("step").
        """
        A, B = self.example @ self.example, self.separator @ self.separator
        p.have("A", A >= 0, length(self.example))
        p.have("lengths", Eq((norm(self.example) * norm(self.separator)) ** 2, A * B), "definition")
        p.use("score-from-squares", name="all", σ=sigma, f=factor, A=A, B=B, S=size,
              P=self.example @ self.separator, L=norm(self.example) * norm(self.separator))


def stretched(p: Script) -> Stretched:
    """Declare an example, z with the margin ρ on it, and x."""
    a, x, z = p.vectors("a x z")
    rho = p.real("ρ")
    p.assume(example=Eq(a @ a, 1), direction=Eq(x @ x, 1), positive=rho > 0, margin=a @ z >= rho)
    s, c = a @ x, z @ x
    return Stretched(rho, a @ z, s, c, p.let("a'", a + s * x), p.let("z'", z + (rho - c) / 2 * x), z)


@theorem("rescaling-score", title="A stretched example has at least the score ρ(1 − σ)/√(1 + 3σ²) times its length",
         source=MARGIN)
def score(p: Script) -> None:
    """Let 0 ≤ σ ≤ 1, let a and x have length 1, and let ⟨a, z⟩ ≥ ρ > 0 and ⟨a, x⟩ ≥ −σ. Then a' = a + ⟨a, x⟩x and z' =
    z + (ρ − ⟨z, x⟩)/2·x have ⟨a', z'⟩ = ⟨a, z⟩ + ρ⟨a, x⟩ ≥ 0, and ⟨a', z'⟩² ≥ ρ²‖a'‖²(1 − σ)²/(1 + 3σ²).
    """
    rho, known, s, _, example, separator, _ = stretched(p)
    sigma = p.real("σ")
    p.assume(ended=s >= -sigma, least=sigma >= 0, most=sigma <= 1)
    reach, size = example @ separator, example @ example
    p.show(product=Eq(reach, known + rho * s), sign=reach >= 0,
           score=(1 + 3 * sigma**2) * reach**2 >= (1 - sigma) ** 2 * rho**2 * size)
    p.have("length", Eq(size, 1 + 3 * s**2), "example", "direction")
    p.have("product'", Eq(reach, known + rho * s), "direction")
    p.use("cauchy-schwarz", name="within", u=Vector({"a": 1}), v=Vector({"x": 1}))
    p.have("inside", s**2 <= 1, "within", "example", "direction")
    p.have("above -1", 1 + s >= 0, "ended", "most")
    p.have("below 1", 1 - s >= 0, "inside", square(s - 1))
    p.have("enough", known + rho * s >= rho * (1 + s), "margin")
    p.have("reach", rho * (1 + s) >= 0, "positive * above -1")
    p.have("squared", (known + rho * s) ** 2 >= rho**2 * (1 + s) ** 2, "enough * enough", "enough * reach")
    p.have("gap", s + sigma >= 0, "ended")
    p.have("rest", 2 + 2 * sigma - 2 * s + 6 * s * sigma >= 0,
           "least * above -1", "most * below 1", "below 1", "least", "above -1")
    p.have("shape", (1 + 3 * sigma**2) * (1 + s) ** 2 >= (1 - sigma) ** 2 * (1 + 3 * s**2), "gap * rest")
    p.have("wide", 1 + 3 * sigma**2 > 0, square(sigma))
    p.have("scaled", rho**2 * (1 + 3 * sigma**2) * (1 + s) ** 2 >= rho**2 * (1 - sigma) ** 2 * (1 + 3 * s**2),
           "shape * positive * positive")
    p.have("score'", (1 + 3 * sigma**2) * (known + rho * s) ** 2 >= (1 - sigma) ** 2 * rho**2 * (1 + 3 * s**2),
           "scaled", "wide * squared")
    p.conclude("product'", "length", "enough", "reach", "score'")


@theorem("score-from-squares", title="What the squares of the lengths say about a stretched example and the separator",
         source=MARGIN)
def from_squares(p: Script) -> None:
    """If P ≥ 0, P² ≥ ρ²A(1 − σ)²/(1 + 3σ²), A ≥ 0, B ≤ S and (1 − σ)² ≥ f²(1 + 3σ²)S, then P ≥ fρL for L² = AB."""
    rho, sigma, f, A, B, S, P, L = p.reals("ρ σ f A B S P L")
    wide = 1 + 3 * sigma**2
    p.assume(sign=P >= 0, score=wide * P**2 >= (1 - sigma) ** 2 * rho**2 * A, A=A >= 0, long=B <= S,
             room=(1 - sigma) ** 2 >= f**2 * wide * S, lengths=Eq(L**2, A * B))
    p.show(conclusion=f * rho * L <= P)
    p.have("wide", wide > 0, square(sigma))
    p.have("ρ²", rho**2 >= 0, square(rho))
    p.have("f²", f**2 >= 0, square(f))
    p.have("weight", A * rho**2 >= 0, "A * ρ²")
    p.have("size", Eq((f * rho * L) ** 2, f**2 * rho**2 * A * B), "lengths")
    p.have("part", wide * f**2 * rho**2 * A >= 0, "wide * f² * weight")
    p.have("short", wide * f**2 * rho**2 * A * (S - B) >= 0, "part * long")
    p.have("below", A * rho**2 * ((1 - sigma) ** 2 - f**2 * wide * S) >= 0, "weight * room")
    p.have("scaled", wide * (f * rho * L) ** 2 <= wide * P**2, "score", "short", "below", "size")
    p.have("squares", (f * rho * L) ** 2 <= P**2, "scaled", times("wide"))
    p.use("square-root-monotone", name="root", u=f * rho * L, v=P)
    p.conclude("root")


@theorem("rescaling-keeps-margin",
         title="A phase of the rescaled perceptron leaves at least (1 − 1/(32n) − 1/(512n²))ρ of the margin",
         source=MARGIN)
def keeps(p: Script) -> None:
    """Let a, x and z have length 1, ⟨a, z⟩ ≥ ρ > 0 and ⟨a, x⟩ ≥ −1/(32n), with n > 0 and ρ ≤ 1/(32n). Then ⟨a', z'⟩ ≥
    (1 − 1/(32n) − 1/(512n²))ρ‖a'‖‖z'‖, for any value of ⟨z, x⟩.

    ‖z'‖² is at most 1 + ρ²/3.
    """
    given = stretched(p)
    rho, known, s, c, example, separator, _ = given
    n = p.real("n")
    h = 1 / (32 * n)
    p.assume(separator=Eq(given.z @ given.z, 1), dimension=n > 0, ended=s >= -h, small=rho <= h)
    factor = 1 - 1 / (32 * n) - 1 / (512 * n**2)
    given.lengths(p)
    p.show(conclusion=example @ separator >= factor * rho * norm(example) * norm(separator))
    p.have("h", h > 0, "dimension")
    with p.case(h <= Rational(1, 2), "how small"):
        p.have("below 1", h <= 1, "how small")
        p.use("rescaling-score", name="step", σ=h)
        p.have("square", h**2 >= rho**2, "small * h", "small * positive")
        p.have("long", separator @ separator <= 1 + h**2 / 3, "direction", "separator", "square", square(rho - 3 * c))
        powers = ["how small" + " * h" * j for j in range(2, 8)]
        p.have("room", (1 - h) ** 2 >= (1 - h - 2 * h**2) ** 2 * (1 + 3 * h**2) * (1 + h**2 / 3), *powers, "h * h * h")
        given.margin(p, h, 1 - h - 2 * h**2, 1 + h**2 / 3)
        p.conclude("all")
    with p.case(h > Rational(1, 2), "how small"):
        p.use("cauchy-schwarz", name="within", u=Vector({"a": 1}), v=Vector({"x": 1}))
        p.have("inside", s**2 <= 1, "within", "example", "direction")
        p.have("above -1", 1 + s >= 0, "inside", square(s + 1))
        p.have("product", Eq(example @ separator, known + rho * s), "direction")
        p.have("sign", example @ separator >= 0, "product", "margin", "positive * above -1")
        p.have("lengths", norm(example) * norm(separator) >= 0)
        p.have("no bound", h + 2 * h**2 - 1 >= 0, "how small", "how small * h")
        p.have("below", (h + 2 * h**2 - 1) * rho * (norm(example) * norm(separator)) >= 0,
               "no bound * positive * lengths")
        p.conclude("sign", "below")
    p.example_without("separator", dimension=2, a=[1, 0], x=[0, 1], z=["1/32", "16255/4096"],
                      values={"ρ": "1/32", "n": 1})
    p.example_without("example", dimension=3, a=["200/10001", "13333/6666", "-40000/99999999"], z=[1, 0, 0],
                      x=["200/10001", 0, "9999/10001"], values={"ρ": "200/10001", "n": 1})
    p.example_without("ended", dimension=2, a=[1, 0], x=[-1, 0], z=["200/10001", "9999/10001"],
                      values={"ρ": "200/10001", "n": 1})
    p.example_without("small", dimension=3, a=[1, 0, 0], x=[0, 1, 0], z=["18/23", "13/23", "6/23"],
                      values={"ρ": "18/23", "n": 10})


@theorem("rescaling-raises-margin",
         title="A phase of the rescaled perceptron that finds ⟨z, x⟩² ≥ 1/n raises the margin to (1 + 1/(3n))ρ",
         source=MARGIN)
def raises(p: Script) -> None:
    """Let a, x and z have length 1, ⟨a, z⟩ ≥ ρ > 0, ⟨a, x⟩ ≥ −1/(32n) and ρ ≤ 1/(32n), and let n⟨z, x⟩² ≥ 1.
    Then ⟨a', z'⟩ ≥ (1 + 1/(3n))ρ‖a'‖‖z'‖.

    ‖z'‖² is at most 1 − 47/(64n) + 17/(4096n²).
    """
    given = stretched(p)
    rho, _, s, c, example, separator, _ = given
    n = p.real("n")
    h = 1 / (32 * n)
    p.assume(separator=Eq(given.z @ given.z, 1), aligned=n * c**2 >= 1)

    def dimension() -> None:
        """Derive `dimension`: n > 0."""
        with p.proving("dimension", n > 0):
            p.suppose_not("none")
            p.have("square", c**2 >= 0, square(c))
            p.conclude("aligned", "none * square")

    with p.making_sense(h):
        dimension()
        p.conclude("dimension")
    p.assume(ended=s >= -h, small=rho <= h)
    given.lengths(p)
    p.show(conclusion=example @ separator >= (1 + 1 / (3 * n)) * rho * norm(example) * norm(separator))
    dimension()
    p.have("h", h > 0, "dimension")
    p.have("e", Eq(n * (32 * h), 1), "definition")
    p.use("cauchy-schwarz", name="within", u=Vector({"z": 1}), v=Vector({"x": 1}))
    p.have("inside", c**2 <= 1, "within", "separator", "direction")
    p.have("far", c**2 >= 32 * h, "aligned * h", "e")
    p.have("below 1", 32 * h <= 1, "far", "inside")
    p.use("rescaling-score", name="step", σ=h)
    size = 1 - Rational(47, 2) * h + Rational(17, 4) * h**2
    p.have("square", h**2 >= rho**2, "small * h", "small * positive")
    p.have("near", 16 * (2 * rho * c) <= c**2 + 256 * rho**2, square(c - 16 * rho))
    p.have("long", separator @ separator <= size, "direction", "separator", "square", "near", "far")
    powers = ["below 1" + " * h" * j for j in range(1, 7)]
    p.have("room", (1 - h) ** 2 >= (1 + 32 * h / 3) ** 2 * (1 + 3 * h**2) * size, *powers, "h", "h * h", "h * h * h")
    given.margin(p, h, 1 + 32 * h / 3, size)
    p.conclude("all")
    p.example_without("example", dimension=3, a=["267/225625", "4271999733/1444000000", "-801/902500"], z=[1, 0, 0],
                      x=["3/5", 0, "4/5"], values={"ρ": "267/225625", "n": "25/9"})
    p.example_without("ended", dimension=3, a=["-3/13", "12/13", "4/13"], x=[1, 0, 0], z=["-17/19", "-6/19", "6/19"],
                      values={"ρ": "23591/2001384", "n": "361/289"})


@theorem("rescaling-phase-balance",
         title="G good and B bad phases of the rescaled perceptron up to the margin r: G/(4n) − B/(29n) ≤ ln(r/ρ₀)",
         source=cite("dunaganvempala2008",
                     "the count of phases in the proof of the main theorem; the constants are ours"))
def phase_balance(p: Script) -> None:
    """Let the margin be ρ₀ > 0 at first, and n ≥ 1. A good phase (g = 1) changes the margin ρ to at least (1 + 1/(3n))ρ
    (rescaling-raises-margin). A bad phase (g = 0) changes it to at least (1 − 1/(32n) − 1/(512n²))ρ
    (rescaling-keeps-margin). If ρ ≤ r after G good and B bad phases, then G/(4n) − B/(29n) ≤ ln r − ln ρ₀.

    For r = 1/(32n) the right side is ln(1/(32nρ₀)). If at least the fraction q > 4/33 of all T phases is good, then
    T(33q − 4)/(116n) ≤ ln(1/(32nρ₀)), so T is O(n·ln(1/(nρ₀))). A random start makes a phase good with a probability of
    at least 1/8, which is more than 4/33. This part of the proof is about probabilities, so no claim states it. With
    improvement-phase-steps, σ = 1/(32n), each phase takes at most 1024n²·ln n steps.
    """
    margin, start, n, g, G, B, after, most = p.reals("ρ ρ0 n g G B ρ' r")
    good, bad = 1 / (4 * n), 1 / (29 * n)
    p.assume(some=start > 0, dimension=n >= 1, reach=most > 0, still=margin <= most)
    p.run([(margin, start, after), (G, 0, G + g), (B, 0, B + 1 - g)], [g, after], {
        "raises": g * (after - (1 + 1 / (3 * n)) * margin) >= 0,
        "keeps": (1 - g) * (after - (1 - 1 / (32 * n) - 1 / (512 * n**2)) * margin) >= 0})
    p.show(conclusion=G * good - B * bad <= ln(most) - ln(start))
    total = G * good - B * bad
    h, change = 1 / n, g * good - (1 - g) * bad
    with p.induction(positive=margin > 0, grows=exp(total) * start <= margin):
        p.have("some dimension", n > 0, "dimension")
        p.have("share", h > 0, "some dimension")
        p.have("most", h <= 1, "dimension", "some dimension", times("some dimension"))
        for value, given in ((1, g > 0), (0, g <= 0)):
            with p.case(given, "phase"):
                own = good if value else -bad
                factor = 1 + h / 3 if value else 1 - h / 32 - h**2 / 512
                if value:
                    with p.proving("whole", g <= 1):
                        p.suppose_not("more")
                        both = "more * phase * positive * share"
                        rise = h / 3 + h / 32 + h**2 / 512
                        p.have("both", (g - 1) * g * rise * margin > 0, both, f"{both} * share")
                        p.conclude("raises * more", "keeps * phase", "both")
                else:
                    p.have("whole", 1 - g > 0, "phase")
                p.have("less", change <= own, "whole * share" if value else "phase * share")
                p.have("tangent", exp(-change) >= 1 - own, tangent(-change), "less")
                p.have("inverse", Eq(exp(change) * exp(-change), 1), exponents(change, -change))
                p.have("size", exp(change) > 0)
                p.have("room", (1 - own) * factor >= 1, "most", "share * most", "share", "share * share * most")
                p.have("base", factor > 0, "most", "share", "share * most")
                p.have("below", exp(change) <= factor, "room * size", "tangent * size * base", "inverse")
                p.have("law", Eq(exp(total + change), exp(total) * exp(change)), exponents(total, change))
                p.have("after", after >= factor * margin, "raises" if value else "keeps",
                       times("phase" if value else "whole"))
                p.have("positive'", after > 0, "after", "base * positive")
                p.have("grown", exp(change) * exp(total) * start <= factor * margin, "grows * size", "below * positive")
                p.conclude("positive'", "grown", "law", "after")
    p.have("product", Eq(exp(ln(start) + total), start * exp(total)), exponents(ln(start), total))
    p.have("power", exp(ln(start) + total) > 0)
    p.have("exponent", ln(start) + total <= ln(most), tangent(ln(start) + total, at=ln(most)), "grows", "still",
           "product", times("reach"))
    p.conclude("exponent")
