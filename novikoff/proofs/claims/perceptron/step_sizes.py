"""The perceptron with changing step sizes: bounds in terms of the sizes η of the updates, and when they are attained.

Notation: an update adds ηz to w, with any η > 0; z is a signed vector, ‖z‖ ≤ R and ⟨u, z⟩ ≥ γ > 0. P = Σ η and Q = Σ η²
over the updates made so far. With η = 1, P²/Q is their number, and the bounds are Novikoff's.
"""

from ...statements.proof_script import Script, length, square, times
from ...statements.registry import cite, theorem
from ...statements.symbolic_points import Point, has_room, moves, score, update_weights
from ...statements.vector_language import Eq, Scalar


@theorem("last-mistake-bounds-sums", title="What one more mistake says about the weights before it",
         source=cite("novikoff1962", "the theorem; here its last step, with the last mistake in view"),
         says="the step without the last mistake, P²γ² ≤ R²Q")
def last_mistake(p: Script) -> None:
    """Let ‖u‖ = 1, ⟨u, w⟩ ≥ Pγ with P ≥ 0, and ‖w‖² ≤ R²Q. Let z have ⟨u, z⟩ ≥ γ > 0 and ‖z‖ ≤ R. Then z is a mistake,
    that is ⟨w, z⟩ ≤ 0, only if P² ≤ (R²/γ² − 1)·Q.
    """
    u, w, z = p.vectors("u w z")
    P, Q, gamma, R = p.reals("P Q γ R")
    p.assume(unit=Eq(u @ u, 1), positive=gamma > 0, sum=P >= 0, aligned=u @ w >= P * gamma, growth=w @ w <= R**2 * Q,
             margin=u @ z >= gamma, radius=z @ z <= R**2, mistake=score(w, z) <= 0)
    p.show(conclusion=(R**2 / gamma**2 - 1) * Q >= P**2)
    h, m, W, L = u @ w, u @ z, w @ w, z @ z
    p.have("square", gamma**2 > 0, "positive * positive")
    p.have("reach", P * gamma >= 0, "sum * positive")
    p.have("along", h**2 >= P**2 * gamma**2, "aligned * aligned", "aligned * reach")
    p.have("high", m**2 >= gamma**2, "margin * margin", "margin * positive")
    p.have("ahead", h * m >= 0, "aligned * margin", "reach * margin", "aligned * positive", "reach * positive")
    p.use("score-within-reach", name="room")
    p.have("against", (w @ z - h * m) ** 2 >= (h * m) ** 2, "mistake * ahead", square(w @ z))
    p.have("both", W * m**2 + h**2 * L <= W * L, "room", "against")
    p.use("cauchy-schwarz", name="longer", v=z)
    p.have("long", L - gamma**2 >= 0, "longer", "unit", "high")
    p.have("some", L > 0, "long", "square")
    p.have("R2", R**2 > 0, "some", "radius")
    p.have("size", W >= 0, length(w))
    p.have("part", P**2 * gamma**2 * L <= W * (L - gamma**2), "both", "along * some", "high * size")
    p.have("less", W * (L - gamma**2) * R**2 <= W * (R**2 - gamma**2) * L, "radius * square * size")
    p.have("without L", P**2 * gamma**2 * R**2 <= W * (R**2 - gamma**2), "part * R2", "less", times("some"))
    p.have("gap", R**2 - gamma**2 >= 0, "long", "radius")
    p.have("without R", P**2 * gamma**2 <= Q * (R**2 - gamma**2), "without L", "growth * gap", times("R2"))
    p.conclude("without R", times("square"))


@theorem("any-step-sizes-mistake-bound",
         title="With any step sizes, one more mistake is made only if (Σ η)² ≤ (R²/γ² − 1)·Σ η²",
         source=cite("novikoff1962", "the theorem; here with any step sizes"),
         says="the bound for the step size 1. We did not find the bound of this claim in the literature that we "
              "searched.")
def any_step_sizes(p: Script) -> None:
    """Let ‖u‖ = 1, and let all signed vectors satisfy ⟨u, z⟩ ≥ γ > 0 and ‖z‖ ≤ R. Let the perceptron add ηz at a
    mistake, with any step sizes η > 0. It makes one more mistake on an example z' only if (Σ η)² ≤ (R²/γ² − 1)·Σ η²,
    with sums over the earlier updates.
    """
    u, w, z, last = p.vectors("u w z z'")
    P, Q, rate, gamma, R = p.reals("P Q η γ R")
    p.assume(unit=Eq(u @ u, 1), positive=gamma > 0)
    p.run([(w, 0, update_weights(w, z, rate)), (P, 0, P + rate), (Q, 0, Q + rate**2)], [z, rate],
          {"rate": rate > 0, "margin": u @ z >= gamma, "radius": z @ z <= R**2,
           "mistake": score(w, z) <= 0})
    p.assume({"margin'": u @ last >= gamma, "radius'": last @ last <= R**2, "mistake'": score(w, last) <= 0})
    with p.induction(sum=P >= 0, aligned=u @ w >= P * gamma, growth=w @ w <= R**2 * Q):
        p.conclude("sum", "rate", "aligned", "rate * margin", "growth", "rate * mistake", "rate * rate * radius")
    p.use("last-mistake-bounds-sums", name="last", z=last)
    p.conclude("last", conclusion=(R**2 / gamma**2 - 1) * Q >= P**2)


def show_room(p: Script, w: Point, first: Point, P: Scalar, Q: Scalar) -> None:
    """Derive "off'" and "room'", which state that the next vector is possible, from "positive", "squares positive",
    "growth", "alignment" and "possible".
    """
    gamma, x, y = first.coordinates
    R2 = first @ first
    p.have("square", gamma**2 > 0, "positive * positive")
    p.have("R2", R2 > 0, "square", square(x), square(y))
    p.have("enough", P**2 * gamma**2 <= (R2 - gamma**2) * Q, "possible * square")
    p.have("across", Eq(w.across, Q * R2 - P**2 * gamma**2), "growth", "alignment")
    p.have("off'", w.across > 0, "across", "enough", "squares positive * square")
    p.have("room'", has_room(w, gamma, 0, R2), "across", "alignment", "enough * R2")


@theorem("any-step-sizes-bound-reached-in-space",
         title="In ℝ³ one more mistake can be made whenever the step sizes allow it",
         source=cite("novikoff1962", "the theorem; here data that reach it, with any step sizes"),
         says="nothing about data that attain the bound. We did not find these data in the literature that we "
              "searched.")
def any_step_sizes_reached(p: Script) -> None:
    """In ℝ³ let u = (1, 0, 0) and γ > 0. Choose any step sizes η. Show the perceptron any vector with the margin γ and
    the length R, and then any vectors of the same margin and length with the score 0. Such vectors are mistakes. There
    is another vector as long as (Σ η)² ≤ (R²/γ² − 1)·Σ η² for the updates made so far. So the step sizes η₁, …, η_k are
    possible for k mistakes with the radius R and the margin γ if and only if this holds before every mistake except the
    first.

    The first vector is (γ, x₁, y₁), so that R² = γ² + x₁² + y₁², and its step size is r₁. The conclusions on w = (h, a,
    b) are the hypotheses of space-example-with-given-score for a vector with the margin γ, the score 0 and the squared
    length R².
    """
    h, a, b, P, Q, x, y, rate, gamma, x1, y1, r1 = p.reals("h a b P Q x y η γ x₁ y₁ r₁")
    w, z, first = Point(h, a, b), Point(gamma, x, y), Point(gamma, x1, y1)
    R2 = first @ first
    p.assume(positive=gamma > 0, first_rate=r1 > 0, possible=(R2 / gamma**2 - 1) * Q >= P**2)
    p.run([*moves(w, update_weights(Point(0, 0, 0), first, r1), update_weights(w, z, rate)), (P, r1, P + rate),
           (Q, r1**2, Q + rate**2)], [x, y, rate],
          {"length": Eq(z @ z, R2), "tie": Eq(score(w, z), 0)})
    p.show(growth=Eq(w @ w, Q * R2), alignment=Eq(h, P * gamma), off=w.across > 0, room=has_room(w, gamma, 0, R2))
    with p.induction({"squares positive": Q > 0}, growth=Eq(w @ w, Q * R2), alignment=Eq(h, P * gamma)):
        p.conclude("squares positive", square(rate), "growth", "alignment", "length", "tie")
    show_room(p, w, first, P, Q)
    p.conclude("growth", "alignment", "off'", "room'")


@theorem("step-sizes-kantorovich-bound",
         title="With step sizes in [a, b] at most 1 + (a + b)²/(4ab)·(R²/γ² − 1) mistakes",
         source=cite("novikoff1962", "the theorem; here with step sizes in an interval"),
         says="the bound for the step size 1. We did not find the bound of this claim in the literature that we "
              "searched.")
def kantorovich(p: Script) -> None:
    """Let ‖u‖ = 1, and let all signed vectors satisfy ⟨u, z⟩ ≥ γ > 0 and ‖z‖ ≤ R. Let the perceptron add ηz at a
    mistake, with step sizes η between two numbers a, b > 0. It makes at most 1 + (a + b)²/(4ab)·(R²/γ² − 1) mistakes,
    whatever the order.

    k counts the mistakes; z' is the last of them. As (η − a)(b − η) ≥ 0, Σ η² ≤ (a + b)·Σ η − (k − 1)ab. This is
    Kantorovich's inequality for Σ η and Σ η².
    """
    u, w, z, last = p.vectors("u w z z'")
    k, P, Q, rate, a, b, gamma, R = p.reals("k P Q η a b γ R")
    p.assume(unit=Eq(u @ u, 1), positive=gamma > 0, one=a > 0, other=b > 0)
    p.run([(w, 0, update_weights(w, z, rate)), (k, 1, k + 1), (P, 0, P + rate), (Q, 0, Q + rate**2)], [z, rate],
          {"between": (rate - a) * (b - rate) >= 0, "margin": u @ z >= gamma, "radius": z @ z <= R**2,
           "mistake": score(w, z) <= 0})
    p.assume({"margin'": u @ last >= gamma, "radius'": last @ last <= R**2, "mistake'": score(w, last) <= 0})
    G = R**2 / gamma**2 - 1
    p.show(conclusion=k <= 1 + (a + b) ** 2 / (4 * a * b) * G)
    p.have("sum of both", a + b > 0, "one", "other")
    with p.induction(counter=k >= 1, sum=P >= 0, squares=(a + b) * P - (k - 1) * a * b >= Q, nonnegative=Q >= 0,
                     aligned=u @ w >= P * gamma, growth=w @ w <= R**2 * Q):
        p.have("rate", rate > 0, "between", "one * other", square(rate), times("sum of both"))
        p.conclude("counter", "sum", "rate", "squares", "between", "nonnegative", square(rate),
                   "aligned", "rate * margin", "growth", "rate * mistake", "rate * rate * radius")
    p.use("last-mistake-bounds-sums", name="sums", z=last)
    p.have("square", gamma**2 > 0, "positive * positive")
    p.use("cauchy-schwarz", name="along", v=last)
    p.have("high", (u @ last) ** 2 >= gamma**2, "margin' * margin'", "margin' * positive")
    p.have("wide", R**2 - gamma**2 >= 0, "along", "unit", "high", "radius'")
    p.have("ratio", G >= 0, "wide", times("square"))
    p.have("sums'", G * ((a + b) * P - (k - 1) * a * b) >= P**2, "sums", "squares * ratio")
    p.have("product", 4 * a * b * (k - 1) * G <= (a + b) ** 2 * G**2, "sums'", square((a + b) * G - 2 * P))
    p.have("interval", 4 * a * b > 0, "one * other")
    with p.proving("count", 4 * a * b * (k - 1) <= (a + b) ** 2 * G):
        with p.case(G > 0):
            p.conclude("product", times("case"))
        with p.case(G <= 0):
            p.have("no room", Eq(G, 0), "case", "ratio")
            p.have("none", P**2 <= 0, "sums'", "no room")
            p.have("no step", Eq(P, 0), "none")
            p.conclude("squares", "nonnegative", "no step", "no room")
    p.conclude("count", times("interval"))


@theorem("step-sizes-kantorovich-bound-reached",
         title="Large steps first and small ones then reach the bound for step sizes in [a, b]",
         source=cite("novikoff1962", "the theorem; here data that reach it, with step sizes in an interval"),
         says="nothing about data that attain the bound. We did not find these data in the literature that we "
              "searched.")
def kantorovich_reached(p: Script) -> None:
    """Let 0 < a ≤ b, and let ca and cb be whole numbers. Make ca updates with the step size b, and then cb updates with
    the step size a. Let B = R²/γ², and let the bound 1 + (a + b)²/(4ab)·(B − 1) be 1 + c(a + b). Then (Σ η)² ≤ (B −
    1)·Σ η² at all times, also after the last of these updates, so one more mistake is possible. So the run makes 1 +
    c(a + b) mistakes, which is the bound.

    The steps of the run are the updates with a. Earlier, after i ≤ ca updates with b, (Σ η)² is i·Σ η², and ca ≤ B − 1.
    any-step-sizes-bound-reached-in-space constructs the mistakes in ℝ³.
    """
    P, Q, j, a, b, c, B = p.reals("P Q j a b c B")
    p.assume(least=a > 0, order=a <= b, last=j <= c * b,
             bound=Eq(1 + (a + b) ** 2 / (4 * a * b) * (B - 1), 1 + c * (a + b)))
    p.run([(P, c * a * b, P + a), (Q, c * a * b**2, Q + a**2), (j, 0, j + 1)], [], {})
    p.show(before=c * a <= B - 1, room=(B - 1) * Q >= P**2)
    p.have("b", b > 0, "least", "order")
    p.have("interval", a * b > 0, "least * b")
    p.have("both", a + b > 0, "least", "b")
    with p.induction(many=j >= 0, sums=Eq(P, c * a * b + j * a), squares=Eq(Q, c * a * b**2 + j * a**2)):
        p.conclude("many", "sums", "squares")
    p.have("some", c >= 0, "last", "many", times("b"))
    p.have("B", Eq((B - 1) * (a + b), 4 * a * b * c), "bound", times("both"))
    p.have("spare", a * c * (3 * b - a) >= 0, "least * some * order", "least * some * b")
    p.have("before'", c * a <= B - 1, "B", "spare", times("both"))
    p.have("rest", c * b - j >= 0, "last")
    p.have("more", 3 * c * b + j >= c * b - j, "many", "some * b")
    p.have("weight", b * (3 * c * b + j) >= a * (c * b - j), "more * b", "rest * order")
    p.have("product", (c * b - j) * (b * (3 * c * b + j) - a * (c * b - j)) >= 0, "weight * rest")
    p.have("scaled", P**2 * (a + b) <= 4 * a * b * c * Q, "sums", "squares", "product * least * least")
    p.have("B times Q", Eq((B - 1) * Q * (a + b), 4 * a * b * c * Q), "B")
    p.have("room'", (B - 1) * Q >= P**2, "scaled", "B times Q", times("both"))
    p.conclude("before'", "room'")


@theorem("square-length-steps-mistake-bound", title="With the step sizes 1/‖z‖² at most R²/γ² mistakes",
         source=cite("novikoff1962", "the theorem; here with one over the square length of the example as step size"),
         says="the bound for the step size 1")
def square_length_steps(p: Script) -> None:
    """If ‖u‖ = 1, and all signed vectors satisfy ⟨u, z⟩ ≥ γ > 0 and ‖z‖ ≤ R, the perceptron that adds z/‖z‖² at a
    mistake makes at most R²/γ² mistakes, in any order. The sum P of 1/‖z‖² over the mistakes is at most 1/γ², which is
    stronger if some mistakes are shorter than R.

    Each step adds at most 1/‖z‖² to ‖w‖², which is its size η. So P²γ² ≤ ‖w‖² ≤ P.
    """
    u, w, z = p.vectors("u w z")
    k, total, rate, gamma, R = p.reals("k P η γ R")
    p.assume(unit=Eq(u @ u, 1), positive=gamma > 0)
    p.run([(w, 0, update_weights(w, z, rate)), (k, 0, k + 1), (total, 0, total + rate)], [z, rate],
          {"size": Eq(rate * (z @ z), 1), "margin": u @ z >= gamma, "radius": z @ z <= R**2,
           "mistake": score(w, z) <= 0})
    p.show(count=k <= R**2 / gamma**2, sum=total <= 1 / gamma**2)
    with p.induction(together=total >= 0, number=k <= R**2 * total, aligned=u @ w >= total * gamma,
                     growth=w @ w <= total):
        p.have("square", rate**2 * (z @ z) >= 0, length(rate * z))
        p.have("rate", rate >= 0, "square", "size")
        p.conclude("together", "rate", "number", "size", "rate * radius", "aligned", "rate * margin", "growth",
                   "rate * mistake")
    p.use("cauchy-schwarz", name="schwarz", v=w)
    p.have("reach", total * gamma >= 0, "together * positive")
    p.have("along", (total * gamma) ** 2 <= (u @ w) ** 2, "aligned * aligned", "aligned * reach")
    p.have("squares", (total * gamma) ** 2 <= total * 1, "along", "schwarz", "unit", "growth")
    p.use("count-at-most-quotient", name="sum'", t=total, B=1)
    p.have("R2", R**2 >= 0, square(R))
    p.conclude("sum'", "number", "R2 * sum'")
