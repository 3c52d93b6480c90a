"""The p-norm perceptron adds examples to a sum, whose powers are the weights. This favours targets with few relevant
inputs.

Coq proves the two claims for every real p, as the language has no real exponents.

Notation for p = 4: θ[i] is the sum of the yxᵢ at the mistakes, i = 1, …, n. The weights are the derivatives of ‖θ‖₄²/2,
that is θᵢ³/‖θ‖₄². They give the same labels as the θᵢ³: a mistake is y Σ θᵢ³xᵢ ≤ 0. The target is written as uᵢ = vᵢ³,
so that ‖u‖ for q = 4/3 is (Σ vᵢ⁴)^{3/4}, and its square √V³, where V = Σ vᵢ⁴. Every example has ‖x‖₄² = √(Σ xᵢ⁴) ≤ D.
"""

from typing import NamedTuple

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, square, times
from ...statements.registry import cite, proved_by_coq, theorem
from ...statements.vector_language import Eq, Scalar, Sum, sqrt
from .winnow import Family

GENTILE_ANY = cite("gentile2003", "the mistake bound (p − 1)‖x‖²‖u‖²/γ² for p ≥ 2")
GENTILE = cite("gentile2003", "the mistake bound (p − 1)‖x‖²‖u‖²/γ², here for p = 4")

GROVE = cite("grove2001", "the mistake bound of the p-norm algorithms, for the quasi-additive potential ‖θ‖²/2")
POWER = "let power := fun r t => if Req_EM_T t 0 then 0 else exp (r * ln (Rabs t)) in"


@proved_by_coq("p-norm-is-smooth",
               title="‖θ + z‖² ≤ ‖θ‖² + ⟨gradient, z⟩ + (p − 1)‖z‖² for the p-norm, for every real p ≥ 2", source=GROVE,
               file="PNorm")
def smooth(p: Script) -> None:
    """For every real p ≥ 2 and any n, ‖θ + z‖² ≤ ‖θ‖² + 2‖θ‖^(2 − p)·Σ θᵢ|θᵢ|^(p − 2)zᵢ + (p − 1)‖z‖², where ‖z‖ = (Σ
    |zᵢ|^p)^(1/p).

    The middle term is the product of z with the gradient of ‖θ‖²; at θ = 0 it is 0. power r t is |t|^r, and 0 for t =
    0. The second derivative of (ε + Σ |θᵢ + tzᵢ|^p)^(2/p) in t is at most 2(p − 1)‖z‖² by Hölder's inequality, and ε
    goes to 0.
    """
    p.state_in_coq(f"""
forall (p : Real) (n : nat) (theta z : nat -> Real), 2 <= p -> {POWER}
  let square := fun v : nat -> Real => power (2 / p) (total n (fun i => power p (v i))) in
  square (fun i => theta i + z i) <= square theta
    + 2 * power (2 / p - 1) (total n (fun i => power p (theta i)))
      * total n (fun i => theta i * power (p - 2) (theta i) * z i)
    + (p - 1) * square z""")


@proved_by_coq("p-norm-perceptron-mistake-bound",
               title="The p-norm perceptron makes at most (p − 1)X²‖u‖²/γ² mistakes, for every real p ≥ 2",
               source=GENTILE_ANY, file="PNorm")
def perceptron_bound(p: Script) -> None:
    """Let p ≥ 2 and 1/p + 1/q = 1. Let θ = 0 at first, and let each mistake on a signed example x, Σ θᵢ|θᵢ|^(p − 2)xᵢ ≤
    0, add x to θ. If ‖x‖_p ≤ X and Σ uᵢxᵢ ≥ γ ≥ 0 for all of these examples, the number T of mistakes satisfies Tγ² ≤
    (p − 1)X²‖u‖_q².

    The weights are θᵢ|θᵢ|^(p − 2), up to a factor. For p = 2 it is Novikoff's theorem. u needs no unit length. For p =
    2 ln n the bound is about that of Winnow.
    """
    p.state_in_coq(f"""
forall (p q : Real) (n T : nat) (u : nat -> Real) (theta x : nat -> nat -> Real) (g X : Real),
  2 <= p -> / p + / q = 1 -> 0 <= g -> {POWER}
  let norm := fun r (v : nat -> Real) => power (/ r) (total n (fun i => power r (v i))) in
  (forall i, theta 0%nat i = 0) ->
  (forall t, (t < T)%nat ->
    (forall i, theta (S t) i = theta t i + x t i) /\\
    total n (fun i => theta t i * power (p - 2) (theta t i) * x t i) <= 0 /\\
    norm p (x t) <= X /\\ g <= total n (fun i => u i * x t i)) ->
  INR T * g ^ 2 <= (p - 1) * X ^ 2 * norm q u ^ 2""")


@theorem("p-norm-step", title="No mistake of the 4-norm perceptron brings ‖θ‖₄² above its bound by more than 3D",
         source=GENTILE)
def one_step(p: Script) -> None:
    """Let Σ θᵢ⁴ ≤ N² and Σ xᵢ⁴ ≤ D² with N ≥ 0 and D > 0. If Σ θᵢ³xᵢ ≤ 0, then Σ (θᵢ + xᵢ)⁴ ≤ (N + 3D)².

    With z = (3N + D)/D, z³D times the difference is at least Σ D(z²xᵢ² − 2zθᵢxᵢ − (3z + 2)θᵢ²)².
    """
    theta, x, N, D = p.reals("θ[i] x[i] N D")
    p.assume(size=N >= 0, length=Sum(theta**4) <= N**2, radius_sign=D > 0, radius=Sum(x**4) <= D**2,
             mistake=Sum(theta**3 * x) <= 0)
    p.show(conclusion=Sum((theta + x) ** 4) <= (N + 3 * D) ** 2)
    z = p.let("z", (3 * N + D) / D)
    p.have("z", z - 1 >= 0, "size", "definition", times("radius_sign"))
    p.have("scale", Eq(N, (z - 1) * D / 3), "definition")
    p.have("least", 60 * z**3 + 11 * z**2 - 4 * z - 4 >= 0, "z * z * z", "z * z", "z")
    p.have("room", z**3 * (N + 3 * D) ** 2 >= (z**3 + (3 * z + 2) ** 2) * N**2 + (z**3 + z**4) * D**2,
           "least * radius_sign * radius_sign", "scale")
    gap = z**2 * x**2 - 2 * z * theta * x - (3 * z + 2) * theta**2
    p.have("square", gap**2 >= 0, square(gap))
    p.sum("square", "squares")
    p.have("positive", z > 0, "z")
    p.have("cube", z**3 > 0, "positive * positive * positive")
    p.have("sums", (z**3 + (3 * z + 2) ** 2) * (N**2 - Sum(theta**4)) >= 0,
           "length * cube", "length * positive * positive", "length * positive", "length")
    p.have("inputs", (z**3 + z**4) * (D**2 - Sum(x**4)) >= 0, "radius * cube", "radius * cube * positive")
    p.have("turn", (z**3 + 3 * z**2 + 2 * z) * Sum(theta**3 * x) <= 0,
           "mistake * cube", "mistake * positive * positive", "mistake * positive")
    p.have("scaled", z**3 * Sum((theta + x) ** 4) <= z**3 * (N + 3 * D) ** 2,
           "room", "squares", "sums", "inputs", "turn")
    p.conclude("scaled", times("cube"))


class Cubic(NamedTuple):
    """A run of the 4-norm perceptron: the sums θ[i] after M mistakes, an example, the target's v[i], D and γ."""

    theta: Scalar
    M: Scalar
    x: Scalar
    y: Scalar
    v: Scalar
    D: Scalar
    gamma: Scalar

    @property
    def target(self) -> Scalar:
        """Return ‖u‖² = (Σ vᵢ⁴)^{3/2}."""
        return sqrt(Sum(self.v**4)) ** 3

    def below(self, p: Script, size: Scalar) -> None:
        """Derive (Mγ)² ≤ size·‖u‖² ("reach") and ‖u‖² ≥ 0 ("target") from "growth" and "size". These facts state Σ θᵢ⁴
        ≤ size² and size ≥ 0.
        """
        v, theta, root = self.v, self.theta, sqrt(Sum(self.v**4))
        p.use("cauchy-schwarz-for-sums", {"s[i]": v**3 * theta, "a[i]": v**4, "b[i]": v**2 * theta**2}, name="outer")
        p.use("cauchy-schwarz-for-sums", {"s[i]": v**2 * theta**2, "a[i]": v**4, "b[i]": theta**4}, name="inner")
        fourths(p, v)
        p.have("root", root >= 0, "definition")
        mixed, along = Sum(v**2 * theta**2), Sum(v**3 * theta)
        p.have("inner square", mixed**2 <= (root * size) ** 2, "inner", "fourths * growth", "definition")
        p.have("product", root * size >= 0, "root * size")
        p.use("square-root-monotone", name="middle", u=mixed, v=root * size)
        p.have("far", self.M * self.gamma >= 0, "counter * positive")
        p.have("squares", (self.M * self.gamma) ** 2 <= along**2, "alignment * alignment", "alignment * far")
        p.have("reach", (self.M * self.gamma) ** 2 <= size * root**3,
               "squares", "outer", "fourths * middle", "definition")
        p.have("target", root**3 >= 0, "root * root * root")


def fourths(p: Script, v: Scalar) -> None:
    """Derive Σ vᵢ⁴ ≥ 0 ("fourths")."""
    p.have("fourth", v**4 >= 0, square(v**2))
    p.sum("fourth", "fourths")


def cubic_run(p: Script) -> Cubic:
    """Declare its names."""
    theta, M, x, y, v, D, gamma = p.reals("θ[i] M x[i] y v[i] D γ")
    p.assume(radius_sign=D > 0, positive=gamma > 0)
    after = perceptron.update(State(theta, 0), x, y, bias_step=0).w
    p.run([(theta, 0, after), (M, 0, M + 1)], [x, y], {
        "label": Eq(y**2, 1), "radius": Sum(x**4) <= D**2, "margin": y * Sum(v**3 * x) >= gamma,
        "mistake": perceptron.mistake_condition(State(Family(theta**3), 0), Family(x), y),
    })
    with p.making_sense(sqrt(Sum(v**4))):
        fourths(p, v)
        p.conclude("fourths")
    return Cubic(theta, M, x, y, v, D, gamma)


@theorem("p-norm-mistake-bound",
         title="The 4-norm perceptron makes at most 3D‖u‖²/γ² mistakes, ‖u‖ being the norm for q = 4/3", source=GENTILE)
def mistake_bound(p: Script) -> None:
    """Let Σ xᵢ⁴ ≤ D², D > 0, and y Σ vᵢ³xᵢ ≥ γ > 0 on every example. Then the 4-norm perceptron makes M ≤ 3D‖u‖²/γ²
    mistakes, where ‖u‖² = (Σ vᵢ⁴)^{3/2}, for any number of inputs.

    (Mγ)⁴ ≤ (Σ vᵢ³θᵢ)⁴ ≤ (Σ vᵢ⁴)³ Σ θᵢ⁴ by Hölder's inequality, and Σ θᵢ⁴ ≤ (3DM)².
    """
    run = cubic_run(p)
    theta, M, x, y, v, D, gamma = run
    size = 3 * D * M
    p.show(conclusion=3 * D * run.target / gamma**2 >= M)
    with p.induction(counter=M >= 0, alignment=Sum(v**3 * theta) >= M * gamma, growth=Sum(theta**4) <= size**2):
        p.have("fourth power", Eq(y**4, 1), "label")
        p.have("size", size >= 0, "counter * radius_sign")
        p.use("p-norm-step", {"x[i]": y * x}, name="step", N=size, D=D)
        p.conclude("counter", "alignment", "margin", "step")
    p.have("size", size >= 0, "counter * radius_sign")
    run.below(p, size)
    p.have("nonnegative", 3 * D * run.target >= 0, "radius_sign * target")
    p.use("count-at-most-quotient", name="count", t=M, B=3 * D * run.target)
    p.conclude("count")


@theorem("p-norm-sharper-bound", title="The bound of the 4-norm perceptron is not reached: M² ≤ (3M − 2)D‖u‖²/γ²",
         source=GENTILE, says="nothing about the first mistake, which increases ‖θ‖₄² by D and not by 3D")
def sharper_bound(p: Script) -> None:
    """Let Σ xᵢ⁴ ≤ D², D > 0, and y Σ vᵢ³xᵢ ≥ γ > 0 on every example. Then the number M ≥ 1 of mistakes of the 4-norm
    perceptron satisfies M² ≤ (3M − 2)D‖u‖²/γ², where ‖u‖² = (Σ vᵢ⁴)^{3/2}. So M < 3D‖u‖²/γ².

    After the first mistake Σ θᵢ⁴ is at most D², and then it is at most ((3M − 2)D)².
    """
    run = cubic_run(p)
    theta, M, x, y, v, D, gamma = run
    size = (3 * M - 2) * D
    p.assume(some=M >= 1)
    p.show(conclusion=(3 * M - 2) * D * run.target / gamma**2 >= M**2,
           smaller=3 * D * run.target / gamma**2 > M)
    after = theta + y * x
    with p.induction(counter=M >= 0, whole=M * (M - 1) >= 0, alignment=Sum(v**3 * theta) >= M * gamma,
                     start=Sum(theta**4) <= (3 * M * D) ** 2, growth=Sum(theta**4) <= size**2):
        p.have("fourth power", Eq(y**4, 1), "label")
        p.have("whole'", (M + 1) * M >= 0, "counter", "counter * counter")
        p.have("start size", 3 * M * D >= 0, "counter * radius_sign")
        p.use("p-norm-step", {"x[i]": y * x}, name="start step", N=3 * M * D, D=D)
        p.have("start'", Sum(after**4) <= (3 * (M + 1) * D) ** 2, "start step")
        with p.case(M > 0, "which"):
            p.have("one", M >= 1, "whole", times("which"))
            p.have("size", size >= 0, "one * radius_sign", "radius_sign")
            p.use("p-norm-step", {"x[i]": y * x}, name="step", N=size, D=D)
            p.conclude("counter", "whole'", "alignment", "margin", "start'", "step")
        with p.case(M <= 0, "which"):
            p.have("first", Eq(M, 0), "which", "counter")
            p.have("nothing", Sum(theta**4) <= 0, "start", "first")
            p.have("fourth", theta**4 >= 0, square(theta**2))
            p.sum("fourth", "fourths", each="part")
            p.have("no fourth", Eq(theta**4, 0), "fourth", "part", "nothing")
            p.have("no square", Eq(theta**2, 0), "no fourth")
            p.have("zero", Eq(theta, 0), "no square")
            p.have("alone", Eq(after**4, x**4), "zero", "fourth power")
            p.sum("alone", "all alone")
            p.conclude("counter", "whole'", "alignment", "margin", "start'", "all alone", "first", "radius")
    p.have("size", size >= 0, "some * radius_sign", "radius_sign")
    run.below(p, size)
    p.have("count", M > 0, "some")
    p.have("growing", 3 * M - 2 > 0, "some")
    p.have("learnt", (M * gamma) ** 2 > 0, "count * count * positive * positive")
    p.have("long", D * run.target > 0, "reach", "learnt", times("growing"))
    p.have("less", M * gamma**2 < 3 * D * run.target, "reach", "long", times("count"))
    p.have("squared", size * run.target / gamma**2 >= M**2, "reach", times("positive", "positive"))
    p.have("smaller'", 3 * D * run.target / gamma**2 > M, "less", times("positive", "positive"))
    p.conclude("squared", "smaller'")
