"""The perceptron with several classes: one weight vector for each class, and its updates.

Notation: w[i] are the weights of class i, and x is classified by the largest ⟨wᵢ, x⟩. A mistake adds τᵢx to w[i]. τ is
1 for the class of x. For the other classes τ is negative or 0, with the sum −1, and it is negative only where the score
is at least the score of the class of x. So Σ τᵢ² ≤ 2 and Σ τᵢ⟨wᵢ, x⟩ ≤ 0. The proofs need nothing else. If ⟨uᵢ, x⟩ is
larger for the class of x than for any other class by at least γ, then Σ τᵢ⟨uᵢ, x⟩ ≥ γ.

The shipped rule for several classes updates each class by the rule of the perceptron, with τᵢ as the label.
"""

from ....algorithms import multi_class_perceptron, perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, length, square
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq, Sum, augment, equal
from .mistake_bound_reached import unseen


@theorem("multi-class-mistake-bound", title="The multi-class perceptron makes at most 2R² Σ‖uᵢ‖²/γ² mistakes",
         source=cite("crammersinger2003", "the mistake bound for separable data"))
def mistake_bound(p: Script) -> None:
    """Let every mistake have ‖x‖ ≤ R and Σ τᵢ⟨uᵢ, x⟩ ≥ γ > 0, where Σ τᵢ² ≤ 2 and Σ τᵢ⟨wᵢ, x⟩ ≤ 0. Then the multi-class
    perceptron makes at most 2R² Σ‖uᵢ‖²/γ² mistakes, for any number of classes and any rule that chooses the τᵢ.
    """
    w, u, x = p.vectors("w[i] u[i] x")
    k, gamma, R, tau = p.reals("k γ R τ[i]")
    p.assume(positive=gamma > 0)
    ((after, _),) = multi_class_perceptron.update([State(w, 0)], x, [tau], bias_step=0)
    p.run([(w, 0, after), (k, 0, k + 1)], [x, tau], {
        "changes": Sum(tau**2) <= 2, "radius": x @ x <= R**2, "margin": Sum(tau * (u @ x)) >= gamma,
        "mistake": Sum(tau * (w @ x)) <= 0,
    })
    along, size = Sum(u @ w), Sum(u @ u)
    p.show(conclusion=k <= 2 * R**2 * size / gamma**2)
    with p.induction(counter=k >= 0, alignment=along >= k * gamma, growth=Sum(w @ w) <= 2 * R**2 * k):
        p.have("length", x @ x >= 0, length(x))
        p.have("added", (x @ x) * Sum(tau**2) <= 2 * R**2, "changes * length", "radius")
        p.conclude("counter", "alignment", "margin", "growth", "mistake", "added")
    p.use("cauchy-schwarz-for-families", {"v[i]": w}, name="all")
    p.have("size", u @ u >= 0, length(u))
    p.sum("size", "sizes")
    p.have("reach", k * gamma >= 0, "counter * positive")
    p.have("squares", (k * gamma) ** 2 <= along**2, "alignment * alignment", "alignment * reach")
    p.have("quadratic", (k * gamma) ** 2 <= k * (2 * R**2 * size), "squares", "all", "growth * sizes")
    p.have("nonnegative", 2 * R**2 * size >= 0, "sizes", square(R))
    p.use("count-at-most-quotient", name="count", t=k, B=2 * R**2 * size)
    p.conclude("count")


@theorem("multi-class-mistake-bound-reached", title="The multi-class bound 2R² Σ‖uᵢ‖²/γ² is reached",
         source=cite("crammersinger2003", "the mistake bound for separable data"),
         says="nothing about data that attain the bound")
def bound_reached(p: Script) -> None:
    """Visit k ≥ 1 of finitely many orthogonal examples x[i] of length R > 0, all of the first of two classes, once
    each, in any order. Each is a mistake with a tie: ⟨w, x⟩ = ⟨v, x⟩ = 0. It adds x to the weights w of its class and
    −x to the weights v of the other class. After the k visits u = (w, v) has the margin γ = 2R² on the visited
    examples, and k is 2R²(‖w‖² + ‖v‖²)/γ².

    ⟨w, xᵢ⟩ is R² or 0: x[i] was visited or not.
    """
    w, v, x, family = p.vectors("w v x x[i]")
    k, R, gamma, d = p.reals("k R γ d[i]")
    p.assume(radius=R > 0, margin=Eq(gamma, 2 * R**2))
    (first, _), (second, _) = multi_class_perceptron.update([State(w, 0), State(v, 0)], x, [1, -1], bias_step=0)
    p.run([(w, 0, first), (v, 0, second), (k, 0, k + 1)], [x, d], unseen(w, family, x, d, R**2))
    seen = w @ family
    p.show(conclusion=Eq(k, 2 * R**2 * (w @ w + v @ v) / gamma**2), visits=Eq(seen * (seen - R**2), 0),
           margin=Eq(seen * (w @ family - v @ family), seen * gamma))
    with p.induction(visits=Eq(seen * (seen - R**2), 0)):
        p.conclude("visits", "products", "choice", "new")
    with p.induction(growth=Eq(w @ w, k * R**2), opposite=Eq((v + w) @ (v + w), 0), other=Eq(v @ v, k * R**2)):
        p.sum("new", "no turn")
        p.have("square", Eq(d * (x @ family), d * R**2), "products", "choice")
        p.sum("square", "length")
        p.use("cauchy-schwarz", name="no-sum", u=v + w, v=x)
        p.have("no sum", Eq((v + w) @ x, 0), "no-sum", "opposite")
        p.conclude("growth", "opposite", "other", "no turn", "with_w", "length", "itself", "one", "no sum")
    with p.induction(mirrored=Eq(v @ family, -seen)):
        p.conclude("mirrored", "products")
    p.have("share", Eq(gamma * (1 / gamma), 1), "definition")
    p.have("scaled", Eq(k * gamma**2, 2 * R**2 * (w @ w + v @ v)), "growth", "other", "margin")
    p.have("count", Eq(k, 2 * R**2 * (w @ w + v @ v) / gamma**2), "scaled", "share")
    p.have("margin'", Eq(seen * (w @ family - v @ family), seen * gamma), "visits", "mirrored", "margin")
    p.conclude("count", "visits", "margin'")


@theorem("multi-class-bias-step-mistake-bound", title="The multi-class perceptron with a bias step",
         source=cite("crammersinger2003", "the mistake bound for separable data, on the vectors (x, ρ)"),
         says="no bias")
def bias_step_bound(p: Script) -> None:
    """Let a mistake move w[i] by τᵢx and b[i] by ρ²τᵢ, with ρ > 0. Let every mistake have ‖x‖ ≤ R and Σ τᵢ(⟨uᵢ, x⟩ +
    βᵢ) ≥ γ > 0, where Σ τᵢ² ≤ 2 and Σ τᵢ(⟨wᵢ, x⟩ + bᵢ) ≤ 0. Then the perceptron makes at most 2(R² + ρ²) Σ(‖uᵢ‖² +
    βᵢ²/ρ²)/γ² mistakes.
    """
    w, u, x = p.vectors("w[i] u[i] x")
    b, beta, k, gamma, R, rho, tau = p.reals("b[i] β[i] k γ R ρ τ[i]")
    p.assume(positive=gamma > 0, step=rho > 0)
    (after,) = multi_class_perceptron.update([State(w, b)], x, [tau], bias_step=rho**2)
    p.run([(w, 0, after.w), (b, 0, after.b), (k, 0, k + 1)], [x, tau], {
        "changes": Sum(tau**2) <= 2, "radius": x @ x <= R**2, "margin": Sum(tau * (u @ x + beta)) >= gamma,
        "mistake": Sum(tau * perceptron.margin(State(w, b), x, 1)) <= 0,
    })
    most = R**2 + rho**2
    separator, learnt = augment(u, beta / rho), augment(w, b / rho)
    size = Sum(u @ u + beta**2 / rho**2)
    p.show(conclusion=k <= 2 * most * size / gamma**2)
    p.example(dimension=1, size=2, R=2, ρ=3, γ=26, steps=[{"x": [2], "τ[i]": [1, -1]}],
              values={"u[i]": [[2], [-2]], "β[i]": [9, -9]})
    with p.induction(counter=k >= 0, alignment=Sum(u @ w + beta * b / rho**2) >= k * gamma,
                     growth=Sum(w @ w + b**2 / rho**2) <= 2 * most * k):
        p.have("length", x @ x >= 0, length(x))
        p.have("added", (x @ x + rho**2) * Sum(tau**2) <= 2 * most, "changes * length", "radius",
               "changes * step * step")
        p.conclude("counter", "alignment", "margin", "growth", "mistake", "added")
    p.use("cauchy-schwarz-for-families", {"v[i]": learnt, "u[i]": separator}, name="all")
    p.have("size", u @ u + beta**2 / rho**2 >= 0, length(u), square(beta / rho))
    p.sum("size", "sizes")
    along = Sum(u @ w + beta * b / rho**2)
    p.have("reach", k * gamma >= 0, "counter * positive")
    p.have("squares", (k * gamma) ** 2 <= along**2, "alignment * alignment", "alignment * reach")
    p.have("quadratic", (k * gamma) ** 2 <= k * (2 * most * size), "squares", "all", "growth * sizes")
    p.have("room", most >= 0, square(R), square(rho))
    p.have("nonnegative", 2 * most * size >= 0, "room * sizes")
    p.use("count-at-most-quotient", name="count", t=k, B=2 * most * size)
    p.conclude("count")


@theorem("ultraconservative-update", title="The mistake bound allows any shares of the classes that score too high",
         source=cite("crammersinger2003", "the conditions on an ultraconservative update"))
def ultraconservative(p: Script) -> None:
    """Let (w, b) be the weights of the class of x, and w[i], b[i] the weights of the other classes. Let class i have
    the share aᵢ ≥ 0 of an update, with Σ aᵢ = 1, and aᵢ = 0 where its score is below the score of the class of x. A
    class with a tie may have a share. With τ = 1 for the class of x and −aᵢ for the others, Σ τᵢ = 0, Σ τᵢ² ≤ 2, and
    the sum of τ times the scores is at most 0. Let u and u[i] be weights with offsets, for which the class of x scores
    higher than every other class by at least γ. Then the scores, weighted by τ, have a sum of at least γ.

    So the predicted class may have the whole share, or all classes that score too high may have equal shares.
    """
    w, u, x, wrong, other = p.vectors("w u x w[i] u[i]")
    b, beta, gamma, share, offset, level = p.reals("b β γ a[i] b[i] β[i]")
    score, scores = perceptron.margin(State(w, b), x, 1), perceptron.margin(State(wrong, offset), x, 1)
    good, goods = perceptron.margin(State(u, beta), x, 1), perceptron.margin(State(other, level), x, 1)
    p.assume(shares=share >= 0, total=Eq(Sum(share), 1), too_high=share * (scores - score) >= 0,
             margin=good - goods >= gamma)
    p.show(sum=Eq(1 + Sum(-share), 0), squares=1 + Sum((-share) ** 2) <= 2, mistake=score + Sum(-share * scores) <= 0,
           reach=good + Sum(-share * goods) >= gamma)
    p.sum("shares", "nonnegative", each="one")
    p.have("small", share <= 1, "one", "total")
    p.have("square", share**2 <= share, "small * shares")
    p.sum("square", "squared")
    p.have("gap", share * (good - goods) >= share * gamma, "shares * margin")
    p.sum("gap", "gaps")
    p.sum("too_high", "excess")
    p.have("all", Eq(Sum(share * gamma), gamma), "total")
    p.have("good", Eq(Sum(share * good), good), "total")
    p.have("own", Eq(Sum(share * score), score), "total")
    p.conclude("total", "squared", "gaps", "excess", "all", "good", "own")


@theorem("two-classes-run-as-one-perceptron", title="With two classes the multi-class perceptron is the perceptron",
         source=cite("crammersinger2003", "the multi-class perceptron, for two classes"),
         says="with two classes, the multi-class perceptron is the perceptron; the factors are not stated")
def as_one_perceptron(p: Script) -> None:
    """With two classes, let y = 1 for the first and y = −1 for the second. Each mistake adds yx to the weights of the
    first class and subtracts it from the weights of the second. Update the perceptron on the same examples, all with
    the bias step c and the rate α. Then the first class has the perceptron's weights, and the second class their
    negatives. So the class of x scores higher than the other class by 2y(⟨w, x⟩ + b), at every x. Both make the same
    mistakes, ties included.
    """
    first, second, w, x, z = p.vectors("w1 w2 w x z")
    b1, b2, b, y, label, c, rate = p.reals("b1 b2 b y l c α")
    before = [State(first, b1), State(second, b2), State(w, b)]
    after = [*multi_class_perceptron.update(before[:2], x, [y, -y], bias_step=c, rate=rate),
             perceptron.update(before[2], x, y, bias_step=c, rate=rate)]
    states = zip(before, after, strict=True)
    p.run([part for one, other in states for part in ((one.w, 0, other.w), (one.b, 0, other.b))], [x, y], {})
    ahead = perceptron.margin(State(first, b1), z, label) - perceptron.margin(State(second, b2), z, label)
    p.show(first=equal(first, w), second=equal(second, -w), offset=Eq(b1, b), opposite=Eq(b2, -b),
           ahead=Eq(ahead, 2 * perceptron.margin(State(w, b), z, label)))
    with p.induction(first=equal(first, w), second=equal(second, -w), offset=Eq(b1, b), opposite=Eq(b2, -b)):
        p.conclude("first", "second", "offset", "opposite")
    p.use("equal-vectors-have-equal-products", {"w": z}, name="at z", u=first, v=w)
    p.use("equal-vectors-have-equal-products", {"w": z}, name="at -z", u=second, v=-w)
    p.conclude("first", "second", "offset", "opposite", "at z", "at -z")


@theorem("two-classes-bound-is-novikoff", title="With two classes the multi-class bound is Novikoff's, at best",
         source=cite("crammersinger2003", "the mistake bound for separable data, for two classes"),
         says="nothing about this case")
def bound_for_two(p: Script) -> None:
    """If ⟨u₁, x⟩ − ⟨u₂, x⟩ is the margin of the first class over the second, u = u₁ − u₂ has the same margin γ.
    Novikoff's bound R²‖u‖²/γ² is at most 2R²(‖u₁‖² + ‖u₂‖²)/γ². The difference is 4R²‖m‖²/γ², where m is the mean of u₁
    and u₂. So the bounds are equal for u₂ = −u₁, and no pair with the difference u gives a smaller bound than (u/2,
    −u/2).
    """
    first, second = p.vectors("u1 u2")
    R, gamma = p.reals("R γ")
    p.assume(positive=gamma > 0)
    mean, u = p.let("m", (first + second) / 2), first - second
    both = 2 * R**2 * (first @ first + second @ second) / gamma**2
    p.show(gap=Eq(both, R**2 * (u @ u) / gamma**2 + 4 * R**2 * (mean @ mean) / gamma**2),
           conclusion=R**2 * (u @ u) / gamma**2 <= both)
    p.have("size", R**2 / gamma**2 * (mean @ mean) >= 0, length(R / gamma * mean))
    p.conclude("size")
