"""The shifting perceptron: its mistakes on separable data, and on any data compared with a moving separator.

Notation: x is a signed vector, ‖x‖ ≤ R. A mistake (⟨w, x⟩ ≤ 0) changes w to w + s(x − w) with (λ + k)s = λ, where k is
the number of earlier mistakes. A separator u moves: it is v when the run visits x, and its hinge loss on x is at most
h, that is, ⟨v, x⟩ ≥ 1 − h. L is the sum of h over the mistakes, U is the greatest length of u, and W is the sum of all
‖v − u‖, the length of the path of the separator. S is the sum of all √(ak)‖v − u‖, which is at most √(ak)·W for the
last k.

For λ = 1 the separable bound is Novikoff's, and the last bound is the perceptron's bound for hinge losses with K = R(U
+ W) in place of R‖u‖. The last bound is least for a = W/U, if W/U ≥ 1. Then K = 2R√(UW).
"""

from ....algorithms import shifting_perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, length, square, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq, Scalar, Vector, sqrt

SOURCE = "cavallanti2007"


def stepped(w: Vector, x: Vector, part: Scalar) -> Vector:
    """Return the weights after the shipped step."""
    after: Vector = shifting_perceptron.update(State(w, 0), x, 1, share=part, bias_step=0).w
    return after


def show_shorter(p: Script, w: Vector, x: Vector, after: Vector, lam: Scalar, R: Scalar, k: Scalar) -> None:
    """Derive "shorter", the bound on ‖w‖ after a mistake. The facts "a" (2λ − 1 > 0), "number" (k ≥ 0), "short",
    "share", "mistake" and "radius" must be known. It also derives "lam", "all" and "size".
    """
    a, N = 2 * lam - 1, w @ w
    p.have("lam", lam > 0, "a")
    p.have("all", lam + k > 0, "lam", "number")
    p.have("size", N >= 0, length(w))
    p.have("mixed", k * lam * (w @ x) <= 0, "number * lam * mistake")
    p.have("wide", lam**2 * (x @ x) <= lam**2 * R**2, "lam * lam * radius")
    p.have("moved", (lam + k) ** 2 * (after @ after) <= k**2 * N + lam**2 * R**2, "share", "mixed", "wide",
           "definition")
    p.have("spread", (lam - 1) ** 2 * N >= 0, square(lam - 1), "size")
    p.have("part", (a * k + lam**2) * k * N <= lam**2 * R**2 * (k + 1), "short * number", "short", "spread")
    p.have("scale", a * k + lam**2 > 0, "a * number", "lam * lam")
    p.have("whole", (a * k + lam**2) * (lam + k) ** 2 * (after @ after) <= lam**2 * R**2 * (lam + k) ** 2,
           "moved * scale", "part * number")
    p.have("shorter", (a * k + lam**2) * (after @ after) <= lam**2 * R**2, "whole", times("all", "all"))


@theorem("shifting-perceptron-length", title="How long the weights of the shifting perceptron are at most",
         source=cite(SOURCE, "the analysis of the shifting perceptron, the length of the weights"),
         says="another bound of the length. We could not compare the two bounds.")
def weights_length(p: Script) -> None:
    """If λ > 1/2 and ‖x‖ ≤ R for all examples, then ((2λ − 1)(k − 1) + λ²)‖w‖² ≤ λ²R² after k mistakes."""
    w, x = p.vectors("w x")
    lam, R, k, s = p.reals("λ R k s")
    p.assume(late=2 * lam > 1)
    after = p.let("w'", stepped(w, x, s))
    p.run([(w, 0, after), (k, 0, k + 1)], [x, s],
          {"share": Eq((lam + k) * s, lam), "mistake": w @ x <= 0, "radius": x @ x <= R**2})
    a, N = 2 * lam - 1, w @ w
    p.show(conclusion=(a * (k - 1) + lam**2) * N <= lam**2 * R**2)
    with p.induction(number=k >= 0, short=(a * (k - 1) + lam**2) * N <= lam**2 * R**2):
        p.have("a", a > 0, "late")
        show_shorter(p, w, x, after, lam, R, k)
        p.conclude("number", "shorter")
    p.conclude("short")


@theorem("shifting-perceptron-separable-bound",
         title="For λ > 1/2 a shifting perceptron makes at most 1 + λ²/(2λ − 1)·(R²‖u‖²/γ² − 1) mistakes on separable "
               "data",
         source=cite(SOURCE, "the analysis of the shifting perceptron, for one separator without loss"),
         says="a bound for separators that move, which we could not compare. We did not find the bound of this claim "
              "there.")
def separable_bound(p: Script) -> None:
    """If λ > 1/2, ‖x‖ ≤ R and ⟨u, x⟩ ≥ γ > 0 for all examples, then after k ≥ 1 mistakes ⟨u, w⟩ ≥ γ, and k ≤ 1 + λ²/(2λ
    − 1)·(R²‖u‖²/γ² − 1).
    """
    u, w, x = p.vectors("u w x")
    lam, R, gamma, k, s = p.reals("λ R γ k s")
    p.assume(late=2 * lam > 1, positive=gamma > 0)
    after = p.let("w'", stepped(w, x, s))
    p.run([(w, 0, after), (k, 0, k + 1)], [x, s],
          {"share": Eq((lam + k) * s, lam), "mistake": w @ x <= 0, "radius": x @ x <= R**2,
           "margin": u @ x >= gamma})
    p.assume(some=k >= 1)
    a = 2 * lam - 1
    p.show(aligned=u @ w >= gamma, count=k <= 1 + lam**2 / a * (R**2 * (u @ u) / gamma**2 - 1))
    with p.induction(number=k >= 0, aligned=k * (u @ w - gamma) >= 0):
        p.have("all", lam + k > 0, "late", "number")
        p.have("turned", (lam + k) * (u @ after - gamma) >= 0, "share", "aligned", "late * margin", "margin",
               "definition")
        p.have("turned'", u @ after - gamma >= 0, "turned", times("all"))
        p.conclude("number", "turned'", "number * turned'")
    p.use("shifting-perceptron-length", name="short")
    p.have("k", k > 0, "some")
    p.have("ahead", u @ w >= gamma, "aligned", times("k"))
    p.have("square", (u @ w) ** 2 >= gamma**2, "ahead * ahead", "ahead * positive")
    p.use("cauchy-schwarz", name="across", u=u, v=w)
    p.have("a", a > 0, "late")
    p.have("scale", a * (k - 1) + lam**2 > 0, "a * some", "late * late", "late")
    p.have("long", u @ u >= 0, length(u))
    p.have("whole", (a * (k - 1) + lam**2) * gamma**2 <= lam**2 * R**2 * (u @ u), "square * scale", "across * scale",
           "short * long")
    p.have("all'", a * gamma**2 > 0, "a * positive * positive")
    p.have("count'", k <= 1 + lam**2 / a * (R**2 * (u @ u) / gamma**2 - 1), "whole", "definition", times("all'"))
    p.conclude("ahead", "count'")


@theorem("shifting-perceptron-root-step", title="The roots of the tracking bound grow by enough",
         source=cite(SOURCE, "the bound for the shifting perceptron"),
         says="nothing about these roots; they belong to the proof of another bound")
def root_step(p: Script) -> None:
    """If λ ≥ 1, q ≥ λ − 1, t > 0 and t² = q² + 2λ − 1, then q(t − q) ≥ λ − 1."""
    lam, q, t = p.reals("λ q t")
    a = 2 * lam - 1
    p.assume(late=lam >= 1, start=q >= lam - 1, root=t > 0, next=Eq(t**2, q**2 + a))
    p.show(conclusion=q * (t - q) >= lam - 1)
    p.have("q", q >= 0, "start", "late")
    p.have("both", t + q > 0, "q", "root")
    p.have("side", lam * q >= 0, "late * q", "q")
    p.have("a", a >= 0, "late")
    p.have("far", a * (lam - 1) ** 2 <= a * q**2, "start * start * a", "start * late * a")
    p.have("squares", ((lam - 1) * t) ** 2 <= (lam * q) ** 2, "next", "far", "definition")
    p.use("square-root-monotone", name="slow", u=(lam - 1) * t, v=lam * q)
    p.conclude("slow", "next", times("both"))


@theorem("shifting-perceptron-tracking-bound",
         title="The shifting perceptron's mistakes against a separator that moves, before they are counted",
         source=cite(SOURCE, "the bound for the shifting perceptron"),
         says="a bound of the same form. We could not compare its constants.")
def tracking_bound(p: Script) -> None:
    """Let λ ≥ 1, a = 2λ − 1 and ‖x‖ ≤ R for all examples. After k mistakes and before the next, let the separator move
    from u to v, with ‖v‖ ≤ U, ⟨v, x⟩ ≥ 1 − h and √(ak)‖v − u‖ ≤ δ. L is the sum of all h, and S is the sum of all δ.
    After k mistakes a(k − L) ≤ aRU(q − λ + 1) + RS with q = √(a(k − 1) + λ²).

    t is the next root q.
    """
    u, w, x, v, u0 = p.vectors("u w x v u0")
    lam, R, U, k, L, S, q, s, h, d, t = p.reals("λ R U k L S q s h δ t")
    a, N, after = 2 * lam - 1, w @ w, p.let("w'", stepped(w, x, s))
    p.assume(late=lam >= 1, R_sign=R >= 0, U_sign=U >= 0)
    p.run([(w, 0, after), (u, u0, v), (k, 0, k + 1), (q, lam - 1, t), (L, 0, L + h), (S, 0, S + d)],
          [x, v, s, h, d, t],
          {"share": Eq((lam + k) * s, lam), "mistake": w @ x <= 0, "radius": x @ x <= R**2, "loss": v @ x >= 1 - h,
           "long": v @ v <= U**2, "way": a * k * ((v - u) @ (v - u)) <= d**2, "ahead": d >= 0,
           "root": Eq(t**2, a * k + lam**2), "root sign": t >= 0})
    first = {"x": [1], "v": [1], "s": 1, "h": 0, "δ": 0, "t": "5/4"}
    second = {**first, "s": "5/9", "t": "7/4"}
    given = {"λ": "5/4", "R": 1, "U": 1, "u0": [1]}
    back = {"x": [-10], "v": ["-1/10"], "δ": "1/4"}
    p.example(dimension=1, steps=[{**first, "x": [10], "v": ["1/10"]}, second | back],
              values=given | {"R": 10, "U": "1/10", "u0": ["1/10"]})
    p.example_without("mistake", dimension=1, steps=[first, second], values=given)
    p.example_without("share", dimension=1, steps=[{**first, "s": 0}, second], values=given)
    p.example_without("way", dimension=1, steps=[first, {**second, "x": [-1], "v": [-1]}], values=given)
    p.example_without("radius", dimension=1, steps=[first], values=given | {"R": 0})
    p.example_without("long", dimension=1, steps=[first], values=given | {"U": 0})
    p.example_without("loss", dimension=1, steps=[{**first, "v": [0]}], values=given | {"U": 0, "u0": [0]})
    p.example_without("ahead", dimension=1, steps=[{**first, "δ": -1}], values=given)
    p.example_without("root sign", dimension=1, steps=[{**first, "t": "-5/4"}], values=given)
    p.example_without("root", dimension=1, steps=[{**first, "t": "1/4"}], values=given)
    p.show(conclusion=a * (k - L) <= a * R * U * (q - lam + 1) + R * S, root=Eq(q**2, a * (k - 1) + lam**2),
           sign=q >= 0)
    curve = R * U * lam * (lam - 1)
    F = lam * a * (k - L) - a * k * (u @ w) - lam * R * S
    with p.induction(
        {"q square": Eq(q**2, a * (k - 1) + lam**2), "start": q >= lam - 1},
        number=k >= 0, short=(a * (k - 1) + lam**2) * N <= lam**2 * R**2,
        conclusion=a * (k - L) <= a * R * U * (q - lam + 1) + R * S,
        slow=a * curve * k >= F, potential=q * F <= curve * (2 * q**2 + lam - 1 - a * q),
    ):
        p.have("a", a > 0, "late")
        show_shorter(p, w, x, after, lam, R, k)
        show_next_root(p, lam, k, q, t)
        show_reach(p, w, u, v, after, lam, R, U, k, t, d)
        reach, X = v @ after, lam * a * (k + 1 - L - h) - lam * R * (S + d)
        p.have("turn", a * (lam + k) * reach >= a * k * (v @ w) + a * lam * (1 - h), "share", "loss * a * lam",
               "definition")
        p.have("both", a * (lam + k) * reach + F >= X, "lag", "turn", "definition")
        p.have("curve", curve >= 0, "area * late * lam")
        with p.proving("further", t * F <= curve * (2 * t**2 - lam - a * t)):
            with p.case(lam - 1 > 0):
                p.have("q positive", q > 0, "start", "case")
                p.conclude("potential * t", "apart * curve", "definition", times("q positive"))
            with p.case(lam - 1 <= 0):
                p.have("one", Eq(lam, 1), "case", "late")
                p.have("flat", F <= 0, "slow", "one")
                p.conclude("flat * t", "one")
        p.have("mean", a * (lam + k) * t * reach <= (t**2 + lam * (lam - 1)) * lam * R * U, "reach * a * all", "root",
               "definition")
        p.have("count", a * (k + 1 - L - h) <= a * R * U * (t - lam + 1) + R * (S + d), "both * t", "mean", "further",
               "definition", times("lam", "t"))
        p.have("added", a * (lam - 1) * t * reach <= a * curve, "reach * late * a", "definition")
        p.have("potential'", t * (X - a * (k + 1) * reach) <= curve * (2 * t**2 + lam - 1 - a * t), "both * t", "added",
               "further", "definition")
        p.have("slow'", X - a * (k + 1) * reach <= a * curve * (k + 1), "both", "slow", "reached * late * a")
        p.conclude("number", "root", "shorter", "count", "later", "start", "potential'", "slow'")
    p.conclude("conclusion", "q square", "start", "late")


def show_next_root(p: Script, lam: Scalar, k: Scalar, q: Scalar, t: Scalar) -> None:
    """Derive "t" (t > 0), "later" (t > q), and "apart" (a bound on t − q)."""
    a = 2 * lam - 1
    p.have("t square", t**2 > 0, "root", "a * number", "lam * lam")
    with p.proving("t", t > 0):
        p.suppose_not("none")
        p.conclude("none * root sign", "t square")
    p.have("next", Eq(t**2, q**2 + a), "root", "q square")
    with p.proving("later", t - q > 0):
        p.suppose_not("less")
        p.have("q sign", q >= 0, "start", "late")
        p.conclude("less * t", "less * q sign", "next", "a")
    p.use("shifting-perceptron-root-step", name="step")
    p.have("apart", 2 * q * t * (t - q) >= (lam - 1) * t + lam * q, "step * later", "next", "definition")


def show_reach(p: Script, w: Vector, u: Vector, v: Vector, after: Vector, lam: Scalar, R: Scalar, U: Scalar,
               k: Scalar, t: Scalar, d: Scalar) -> None:
    """Derive three facts: "reach" is t⟨v, w'⟩ ≤ λRU, "reached" is ⟨v, w'⟩ ≤ λRU, and "lag" is (2λ − 1)k⟨u − v, w⟩ ≤
    λRδ."""
    reach, made = v @ after, (2 * lam - 1) * k
    p.use("cauchy-schwarz", name="across", u=v, v=after)
    p.have("own", after @ after >= 0, length(after))
    p.have("within", (v @ v) * (after @ after) <= U**2 * (after @ after), "long * own")
    p.have("near", t**2 * (after @ after) <= lam**2 * R**2, "shorter", "root")
    p.have("room", t**2 * (U**2 * (after @ after)) <= U**2 * lam**2 * R**2, "near * U_sign * U_sign")
    p.have("product", (t * reach) ** 2 <= (lam * R * U) ** 2, "across * t * t", "room", "within * t * t",
           "definition")
    p.have("area", R * U >= 0, "R_sign * U_sign")
    p.have("far", lam * R * U >= 0, "lam * area")
    p.use("square-root-monotone", name="reach", u=t * reach, v=lam * R * U)
    p.have("t least", t**2 >= 1, "root", "a * number", "late * late", "late")
    p.use("square-root-monotone", name="least", u=1, v=t)
    with p.proving("reached", reach <= lam * R * U):
        with p.case(reach > 0):
            p.conclude("least * case", "reach")
        with p.case(reach <= 0):
            p.conclude("case", "far")
    p.use("cauchy-schwarz", name="lagging", u=u - v, v=w)
    p.have("shorter by", made * (w @ w) <= lam**2 * R**2, "short", "spread")
    p.have("made", made >= 0, "a * number")
    p.have("turned by", made**2 * ((u - v) @ (u - v)) * (w @ w) <= d**2 * (made * (w @ w)), "way * made * size",
           "definition")
    p.have("lost", (made * ((u - v) @ w)) ** 2 <= (lam * R * d) ** 2, "lagging * made * made", "turned by",
           "shorter by * ahead * ahead", "definition")
    p.have("lost sign", lam * R * d >= 0, "lam * R_sign * ahead")
    p.use("square-root-monotone", name="lag", u=made * ((u - v) @ w), v=lam * R * d)


@theorem("shifting-perceptron-quadratic", title="The inequality that the tracking bound leaves, solved",
         source=cite(SOURCE, "the bound for the shifting perceptron"))
def quadratic(p: Script) -> None:
    """If k − L ≤ y and y² ≤ K²k for K ≥ 0, then k ≤ (K/2 + r)² for r = √(K²/4 + L)."""
    k, far, L, y, r = p.reals("k K L y r")
    p.assume(factor=far >= 0, sign=r >= 0, root=Eq(r**2, far**2 / 4 + L), most=k - L <= y, near=y**2 <= far**2 * k)
    p.show(conclusion=k <= (far / 2 + r) ** 2)
    p.have("side", far * r >= 0, "factor * sign")
    p.suppose_not("more")
    p.have("beyond", k - L - far**2 / 2 > far * r, "more", "root")
    p.have("ahead", k - L > 0, "beyond", "side", square(far))
    p.have("near'", (k - L) ** 2 <= far**2 * k, "near", "most * most", "most * ahead")
    p.have("apart", (k - L - far**2 / 2) ** 2 > (far * r) ** 2, "beyond * beyond", "beyond * side")
    p.conclude("apart", "near'", "root", "definition")


@theorem("shifting-perceptron-mistake-bound",
         title="How many mistakes the shifting perceptron makes against a separator that moves",
         source=cite(SOURCE, "the bound for the shifting perceptron"),
         says="a bound of the same form. We could not compare its constants.")
def mistake_bound(p: Script) -> None:
    """Let a = 2λ − 1 with λ ≥ 1, k, K, R, U, W ≥ 0 and aK² = R²(aU + W)². If a(k − L) ≤ aRU(q − λ + 1) + RS with q² =
    a(k − 1) + λ², and S² ≤ akW², then k ≤ (K/2 + r)² for r = √(K²/4 + L). The first inequality holds by
    shifting-perceptron-tracking-bound, the second if W is the length of the path of the separator.
    """
    lam, R, U, W, K, k, L, S, q, r = p.reals("λ R U W K k L S q r")
    a, root = 2 * lam - 1, sqrt((2 * lam - 1) * k)
    z, y = p.let("z", root), p.let("y", R * ((2 * lam - 1) * U + W) * root / (2 * lam - 1))
    p.assume(late=lam >= 1, R_sign=R >= 0, U_sign=U >= 0, way=W >= 0, factor=K >= 0, number=k >= 0,
             size=Eq(a * K**2, R**2 * (a * U + W) ** 2), root=Eq(q**2, a * (k - 1) + lam**2), sign=r >= 0,
             moves=a * k * W**2 >= S**2, most=a * (k - L) <= a * R * U * (q - lam + 1) + R * S,
             solution=Eq(r**2, K**2 / 4 + L))
    with p.making_sense(root):
        p.conclude("number * late", "number")
    p.show(conclusion=k <= (K / 2 + r) ** 2)
    p.have("a", a > 0, "late")
    p.have("z", z >= 0, "definition")
    p.have("z square", Eq(z**2, a * k), "definition")
    p.have("wide", z + lam - 1 >= 0, "z", "late")
    p.have("q square", q**2 <= (z + lam - 1) ** 2, "root", "z square", "z * late")
    p.use("square-root-monotone", name="near", u=q, v=z + lam - 1)
    p.have("far", z * W >= 0, "z * way")
    p.have("S square", (z * W) ** 2 >= S**2, "moves", "z square")
    p.use("square-root-monotone", name="moved", u=S, v=z * W)
    p.have("area", a * R * U >= 0, "a * R_sign * U_sign")
    p.have("all", a * (k - L) <= R * (a * U + W) * z, "most", "near * area", "moved * R_sign")
    p.have("y", k - L <= y, "all", "definition", times("a"))
    p.have("y square", y**2 <= K**2 * k, "z square", "size", "definition", times("a", "a"))
    p.use("shifting-perceptron-quadratic", name="solved", y=y)
    p.conclude("solved")
