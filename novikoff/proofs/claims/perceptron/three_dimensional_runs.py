"""Runs in three dimensions: only two numbers of w matter, and Novikoff's bound is attained.

Notation: in ℝ³ the separator u is (1, 0, 0), the weights w are (h, a, b), and a signed vector z = (m, x, y) has the
margin m = ⟨u, z⟩. In the plane there are fewer mistakes: plane-mistake-bound.
"""


from ...statements.proof_script import Script, square
from ...statements.registry import cite, theorem
from ...statements.symbolic_points import Point, has_room, moves, score, update_weights
from ...statements.vector_language import Eq, sqrt


@theorem("score-within-reach",
         title="The score ⟨w, z⟩ differs from ⟨u, w⟩⟨u, z⟩ at most by the lengths of w and z across u, multiplied",
         source=cite("steele2004", "chapter 1, Cauchy's inequality; for what two vectors have across a third"))
def within_reach(p: Script) -> None:
    """If ‖u‖ = 1, then (⟨w, z⟩ − ⟨u, w⟩⟨u, z⟩)² ≤ (‖w‖² − ⟨u, w⟩²)(‖z‖² − ⟨u, z⟩²)."""
    u, w, z = p.vectors("u w z")
    p.assume(unit=Eq(u @ u, 1))
    p.show(conclusion=(w @ z - (u @ w) * (u @ z)) ** 2 <= (w @ w - (u @ w) ** 2) * (z @ z - (u @ z) ** 2))
    w_across, z_across = w - (u @ w) * u, z - (u @ z) * u
    p.have("score", Eq(w_across @ z_across, w @ z - (u @ w) * (u @ z)), "unit")
    p.have("of w", Eq(w_across @ w_across, w @ w - (u @ w) ** 2), "unit")
    p.have("of z", Eq(z_across @ z_across, z @ z - (u @ z) ** 2), "unit")
    p.use("cauchy-schwarz", name="across", u=w_across, v=z_across)
    p.conclude("across", "score", "of w", "of z")


@theorem("space-example-with-given-score",
         title="In ℝ³ there is an example for every score that is possible with its margin and its length",
         source=cite("novikoff1962", "the theorem; here what an example in three dimensions can be"),
         says="nothing about this. In the literature that we searched, we did not find that only ⟨u, w⟩ and ‖w‖ "
              "matter.")
def example_with_given_score(p: Script) -> None:
    """In ℝ³ let w = (h, a, b) be off the line of u = (1, 0, 0), that is q² = a² + b² > 0. For all numbers m, g and L
    with (g − mh)² ≤ q²(L − m²) there is a vector z with ⟨u, z⟩ = m, ⟨w, z⟩ = g and ‖z‖² = L.

    By score-within-reach, with q² = ‖w‖² − ⟨u, w⟩², no other numbers m, g and L are possible in any space.
    """
    h, a, b, m, g, L = p.reals("h a b m g L")
    w = Point(h, a, b)
    turn, rest = (g - m * h) / w.across, w.across * (L - m**2) - (g - m * h) ** 2
    root = sqrt(rest) / w.across
    z = Point(m, p.let("x", turn * a - root * b), p.let("y", turn * b + root * a))
    p.assume(off=w.across > 0, room=has_room(w, m, g, L))
    p.show(score=Eq(score(w, z), g), length=Eq(z @ z, L))
    p.have("inverse", Eq(1 / w.across * w.across, 1), "definition")
    p.have("root", Eq(sqrt(rest) ** 2, rest), "definition")
    p.have("score of z", Eq(w @ z, m * h + (g - m * h) / w.across * w.across), "definition")
    p.have("length of z", Eq(z @ z, m**2 + ((g - m * h) ** 2 + rest) * (1 / w.across) ** 2 * w.across), "root")
    p.have("score'", Eq(w @ z, g), "score of z", "inverse")
    p.have("length'", Eq(z @ z, L), "length of z", "inverse")
    p.conclude("score'", "length'")


@theorem("novikoff-bound-reached-in-space",
         title="Three dimensions are enough to reach Novikoff's bound, for every number of mistakes",
         source=cite("novikoff1962", "the theorem; here data that reach it in three dimensions"),
         says="nothing about data that attain the bound. Orthonormal data are known to attain it "
              "(mistake-bound-reached), in as many dimensions as there are mistakes. We did not find these data in "
              "the literature that we searched.")
def novikoff_reached(p: Script) -> None:
    """In ℝ³ let u = (1, 0, 0) and γ > 0. Show the perceptron any vector with the margin γ and the length R, and then
    any vectors of the same margin and length with the score 0. Such vectors are mistakes. After k mistakes there is
    another one, as long as (k + 1)γ² ≤ R². So Novikoff's bound R²/γ² is attained in three dimensions if it is a whole
    number.

    The first one is (γ, x₁, y₁), so that R² = γ² + x₁² + y₁². The conclusions on w = (h, a, b) are the hypotheses of
    space-example-with-given-score for a vector with the margin γ, the score 0 and the squared length R².
    """
    h, a, b, k, x, y, gamma, x1, y1 = p.reals("h a b k x y γ x₁ y₁")
    w, z, first = Point(h, a, b), Point(gamma, x, y), Point(gamma, x1, y1)
    start, after, R2 = update_weights(Point(0, 0, 0), first), update_weights(w, z), first @ first
    p.assume(positive=gamma > 0, more=(k + 1) * gamma**2 <= R2)
    p.run([*moves(w, start, after), (k, 1, k + 1)], [x, y], {"length": Eq(z @ z, R2), "tie": Eq(score(w, z), 0)})
    p.show(growth=Eq(w @ w, k * R2), alignment=Eq(h, k * gamma), off=w.across > 0, room=has_room(w, gamma, 0, R2))
    with p.induction(counter=k >= 1, growth=Eq(w @ w, k * R2), alignment=Eq(h, k * gamma)):
        p.conclude("counter", "growth", "alignment", "length", "tie")
    p.have("square", gamma**2 > 0, "positive * positive")
    p.have("R2", R2 > 0, "square", square(x1), square(y1))
    p.have("across", Eq(w.across, k * (R2 - k * gamma**2)), "growth", "alignment")
    p.have("rest", R2 - k * gamma**2 > 0, "more", "square")
    p.have("off'", w.across > 0, "across", "counter * rest", "rest")
    p.have("enough", k * (R2 - (k + 1) * gamma**2) >= 0, "counter * more", "more")
    p.have("room'", has_room(w, gamma, 0, R2), "across", "alignment", "enough * R2")
    p.conclude("growth", "alignment", "off'", "room'")


@theorem("every-run-has-a-copy-in-space", title="Whatever a run does to ⟨u, w⟩ and ‖w‖², some run in ℝ³ does as well",
         source=cite("novikoff1962", "the theorem; here what a run in three dimensions can be"),
         says="nothing about this. We did not find it in the literature that we searched.")
def copy_in_space(p: Script) -> None:
    """Take any run from 0 in any space, with any step sizes on any signed vectors z, and u with ‖u‖ = 1. Copy the run
    to ℝ³, with (1, 0, 0) in place of u: let the copy of each vector z have the same length, margin and score as z. Then
    ⟨u, w⟩ and ‖w‖² agree in both runs. For any next vector z' there is a copy, or w is on the line of u in both runs.

    The conclusions are the hypotheses of space-example-with-given-score. If w is on the line of u, the score is ⟨u, w⟩
    times the margin in both runs, so any vector with the same margin and length is a copy.
    """
    u, v, z, last = p.vectors("u v z z'")
    h, a, b, x, y, rate = p.reals("h a b x y η")
    w, copy = Point(h, a, b), Point(u @ z, x, y)
    p.assume(unit=Eq(u @ u, 1))
    start, after = Point(0, 0, 0), update_weights(w, copy, rate)
    p.run([(v, 0, update_weights(v, z, rate)), *moves(w, start, after)], [z, x, y, rate],
          {"length": Eq(copy @ copy, z @ z), "score": Eq(score(w, copy), score(v, z))})
    p.show(alignment=Eq(h, u @ v), growth=Eq(w @ w, v @ v), room=has_room(w, u @ last, score(v, last), last @ last))
    with p.induction(alignment=Eq(h, u @ v), growth=Eq(w @ w, v @ v)):
        p.conclude("alignment", "growth", "length", "score")
    p.use("score-within-reach", name="reach", w=v, z=last)
    p.conclude("alignment", "growth", "reach")
