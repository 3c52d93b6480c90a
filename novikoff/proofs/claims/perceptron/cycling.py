"""The perceptron on data that are not separable: how far the weights can go.

Notation: x is a signed vector with ‖x‖ ≤ R.

Block and Levin's theorem: the weights of every run on finitely many vectors are bounded. `cycling-subspace-step` is the
step of a proof that gives a bound. Any set of these vectors spans a subspace S. There are finitely many of these
subspaces. D is the largest dimension of an S. δ > 0 is the least nonzero length of the part of a vector x that is
orthogonal to an S. With C_k² = R²((1 + 2R²/δ²)^k − 1), and c² = C²_{k+1} − C_k² = 2R²(C_k² + R²)/δ², so that cδ ≥ R(C_k
+ R),

    ‖w‖² ≤ ‖w0‖² + C_D²  after any number of mistakes.

Let h_k² = ‖w0‖² + C_D² − C_k². The proof shows that the part of w orthogonal to an S of dimension k is at most h_k long
at any time. This holds at the start, as h_k ≥ ‖w0‖. A mistake on an x in S does not change this part. For another x, S
and x span a subspace of dimension k + 1. The part of w orthogonal to it is at most h_{k+1} long, with h_{k+1}² = h_k² −
c²: this is `line`. For k = 0 no part of w lies in S, so the claim gives ‖w'‖ ≤ h_0. Suppose that the part of w'
orthogonal to another S is longer than h_k. Then its part in S is shorter than √(h_0² − h_k²) = C_k, and the claim gives
a contradiction. `analysis/Cycling.v` contains this induction over the mistakes, and the projections, because the
language has no subspaces.

With integer vectors and bounded weights there are finitely many states. So a run in cyclic order returns to an earlier
state, and then repeats itself. If the hull of the vectors contains the ball of radius r around 0, the vector with the
least ⟨w, x⟩ has ⟨w, x⟩ ≤ −r‖w‖. The claim on worst mistakes uses this.
"""


from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, by, length, square, times
from ...statements.registry import cite, proved_by_coq, theorem
from ...statements.vector_language import Eq, Max, equal, norm


@theorem("cycling-line-bound", title="On a line the weights stay within ‖w0‖² + R²",
         source=cite("blocklevin1970", "the boundedness theorem, in dimension one"))
def line_bound(p: Script) -> None:
    """If every signed vector is a multiple ce of a unit vector e, with |c| ≤ R, then ⟨w, e⟩² ≤ max(⟨w0, e⟩², R²) and
    ‖w‖² ≤ ‖w0‖² + R² after any number of mistakes from any start w0.
    """
    e, w0, w = p.vectors("e w0 w")
    R, c = p.reals("R c")
    p.assume(unit=Eq(e @ e, 1))
    after = perceptron.update(State(w, 0), c * e, 1, bias_step=0).w
    mistake = perceptron.mistake_condition(State(w, 0), c * e, 1)
    p.run([(w, w0, after)], [c], {"radius": c**2 <= R**2, "mistake": mistake})
    inner = Max((w0 @ e) ** 2, R**2)
    p.show(along=(w @ e) ** 2 <= inner, length=w @ w <= w0 @ w0 + R**2)
    p.have("start", inner >= (w0 @ e) ** 2)
    p.have("limit", inner >= R**2)
    p.have("sum", inner <= (w0 @ e) ** 2 + R**2, square(R), square(w0 @ e))
    with p.induction(along=(w @ e) ** 2 <= inner, rest=Eq(w @ w - (w @ e) ** 2, w0 @ w0 - (w0 @ e) ** 2)):
        p.have("turn", (w @ e) * c <= 0, "mistake")
        with p.case(c**2 + 2 * (w @ e) * c <= 0):
            p.conclude("along", "rest", "case", "unit")
        with p.case(c**2 + 2 * (w @ e) * c > 0):
            p.conclude("along", "rest", "radius", "limit", "turn", "unit", "case", square(w @ e + c))
    p.conclude("along", "rest", "sum")


@theorem("cycling-subspace-step", title="After a mistake the part of w outside of a subspace is at most h long",
         source=cite("blocklevin1970", "the boundedness theorem, with an explicit bound"))
def subspace_step(p: Script) -> None:
    """Let w = s + v and x = z + y, where z is orthogonal to v and y, ‖x‖ ≤ R and ‖y‖ ≥ δ, and let x be a mistake. If ‖s
    + z‖ ≤ C, ‖v‖ ≤ h, and v is at distance at most √(h² − c²) from the line of y, with cδ ≥ R(C + R), then ‖v + y‖ ≤ h.

    Otherwise y ≠ 0 and ⟨v, y⟩ + ‖y‖² > c‖y‖ ≥ R(C + R). But ⟨s, x⟩ + ⟨v, y⟩ ≤ 0, so ⟨v, y⟩ + ‖y‖² is at most −⟨s + z,
    x⟩ + ‖x‖² ≤ CR + R².
    """
    s, v, z, y = p.vectors("s v z y")
    R, C, c, h, delta = p.reals("R C c h δ")
    w, x = State(s + v, 0), z + y
    p.assume(orthogonal_v=Eq(z @ v, 0), orthogonal_y=Eq(z @ y, 0), radius=x @ x <= R**2, size=R >= 0,
             outside=y @ y >= delta**2, small=C >= 0, inside=(s + z) @ (s + z) <= C**2,
             far=c * delta >= R * (C + R), mistake=perceptron.mistake_condition(w, x, 1), before=v @ v <= h**2,
             line=(v @ v) * (y @ y) - (v @ y) ** 2 <= (h**2 - c**2) * (y @ y))
    after = p.let("v'", perceptron.update(w, x, 1, bias_step=0).w - (s + z))
    p.show(conclusion=after @ after <= h**2)
    p.suppose_not("not")
    reach = v @ y + y @ y
    p.have("turn", v @ y + reach > 0, "not", "before")
    p.have("own", y @ y >= 0, length(y))
    with p.proving("positive", y @ y > 0):
        p.suppose_not("none")
        p.have("nothing", Eq(y @ y, 0), "none", "own")
        p.have("flat", (v @ y) ** 2 <= 0, by("cauchy-schwarz", u=v, v=y), "nothing")
        p.have("across", Eq(v @ y, 0), "flat")
        p.conclude("turn", "across", "nothing")
    p.have("forward", reach > 0, "turn", "positive")
    p.have("long", reach**2 > c**2 * (y @ y), "line", "not * positive")
    p.have("needed", c**2 * delta**2 >= R**2 * (C + R) ** 2, "far * far", "far * size * small", "far * size * size")
    p.have("squares", reach**2 > R**2 * (C + R) ** 2, "long", "needed", "outside", square(c))
    p.have("whole", x @ x >= 0, length(x))
    p.have("within", ((s + z) @ (s + z)) * (x @ x) <= C**2 * (x @ x), "inside * whole")
    p.have("scaled", C**2 * (x @ x) <= C**2 * R**2, "radius * small * small")
    p.have("back", ((s + z) @ x) ** 2 <= (C * R) ** 2, by("cauchy-schwarz", u=s + z, v=x), "within", "scaled")
    p.have("room", C * R >= 0, "small * size")
    p.use("square-root-monotone", name="least", u=-((s + z) @ x), v=C * R)
    p.have("short", reach <= R * (C + R), "least", "mistake", "orthogonal_v", "orthogonal_y", "radius")
    p.conclude("squares", "short", "forward")


RUN = """forall w : nat -> E,
  (forall t, w (S t) = w t \\/
    exists j, (j < n)%nat /\\ inner (w t) (z j) <= 0 /\\ w (S t) = (w t + z j)%V) ->"""


@proved_by_coq("cycling-theorem",
               title="On finitely many vectors the perceptron's weights stay bounded, ‖w‖² ≤ ‖w0‖² + M, separable or "
                     "not",
               source=cite("blocklevin1970", "the boundedness theorem"), file="Cycling")
def cycling_theorem(p: Script) -> None:
    """For any finitely many signed vectors zⱼ of any inner-product space there is an M with this property: in every run
    from every start w0 that adds zⱼ only at mistakes (⟨w, zⱼ⟩ ≤ 0), in any order, ‖w‖² ≤ ‖w0‖² + M at all times.

    So ‖w‖ ≤ ‖w0‖ + √M, which is the usual form of the theorem. M depends on the vectors only, and not on the start.
    A time at which nothing is added may be a correct answer.
    """
    p.state_in_coq(f"""
forall (E : ips) (n : nat) (z : nat -> E), exists M : Real, {RUN}
  forall t, inner (w t) (w t) <= inner (w 0%nat) (w 0%nat) + M""")


@proved_by_coq("cycling-bound",
               title="‖w‖² ≤ ‖w0‖² + R²((1 + 2R²/δ²)^D − 1) for ever, in D dimensions, if vectors are in spans or δ "
                     "from them",
               source=cite("blocklevin1970", "the boundedness theorem, with an explicit bound"),
               says="a bound without an explicit constant. We did not find the bound of this claim in the literature "
                    "that we searched.",
               file="Cycling")
def cycling_bound(p: Script) -> None:
    """Let n signed vectors zⱼ with ‖zⱼ‖ ≤ R be combinations of D vectors. For any set of the zⱼ let each zⱼ be a
    combination of the set, or at least δ > 0 from all its combinations. Then ‖w‖² ≤ ‖w0‖² + R²((1 + 2R²/δ²)^D − 1) at
    all times of every run from every start w0 that adds zⱼ only at mistakes, in any order.

    s marks the set. Finitely many vectors have such a δ. For D = 1 the constant is at least 2R², where
    cycling-line-bound has R². Whether the bound is attained for larger D is open.
    """
    p.state_in_coq(f"""
forall (E : ips) (n D : nat) (z e : nat -> E) (a : nat -> nat -> Real) (R delta : Real),
  0 < delta -> (forall j, (j < n)%nat -> z j = vsum D (fun k => a j k *: e k)%V) ->
  (forall j, (j < n)%nat -> inner (z j) (z j) <= R ^ 2) ->
  (forall (s : nat -> bool) j, (j < n)%nat ->
    (exists c, z j = vsum n (fun i => (if s i then c i else 0) *: z i)%V) \\/
    (forall c, let rest := (z j - vsum n (fun i => (if s i then c i else 0) *: z i))%V in
      delta ^ 2 <= inner rest rest)) ->
  {RUN}
  forall t, inner (w t) (w t) <= inner (w 0%nat) (w 0%nat) + R ^ 2 * ((1 + 2 * R ^ 2 / delta ^ 2) ^ D - 1)""")


@theorem("cycling-worst-mistake-bound", title="On the worst mistakes the weights stay within max(‖w0‖², R², R⁴/(4r²))",
         source=cite("gelfand2010", "the cycling theorem, for the choice of the least inner product"))
def worst_mistake_bound(p: Script) -> None:
    """Let r > 0, and let every update be on a signed vector with ⟨w, x⟩ ≤ −r‖w‖ and ‖x‖ ≤ R. Then ‖w‖² ≤ max(‖w0‖², R²,
    R⁴/(4r²)) after any number of updates from any start w0.

    ⟨w, x⟩ ≤ −r‖w‖ is stated as ⟨w, x⟩ ≤ 0 and ⟨w, x⟩² ≥ r²‖w‖². If 2r‖w‖ > R², the update does not make w longer.
    Otherwise, if R ≥ 2r, then 4r²(‖w‖² − 2r‖w‖ + R²) − R⁴ = (2r‖w‖ − R²)(2r‖w‖ + R² − 4r²) is not positive.
    """
    w0, w, x = p.vectors("w0 w x")
    R, r = p.reals("R r")
    p.assume(depth=r > 0)
    after = perceptron.update(State(w, 0), x, 1, bias_step=0).w
    p.run([(w, w0, after)], [x], {"radius": x @ x <= R**2, "far": (w @ x) ** 2 >= r**2 * (w @ w),
                                  "mistake": perceptron.mistake_condition(State(w, 0), x, 1)})
    early, bound = Max(w0 @ w0, R**2), Max(w0 @ w0, R**2, R**4 / (4 * r**2))
    p.show(conclusion=w @ w <= bound)
    p.have("own start", early >= w0 @ w0)
    p.have("first step", early >= R**2)
    p.have("early", bound >= early)
    p.have("start", bound >= w0 @ w0, "early", "own start")
    p.have("first", bound >= R**2, "early", "first step")
    p.have("limit", bound >= R**4 / (4 * r**2))
    with p.induction(conclusion=w @ w <= bound):
        p.have("size", norm(w) >= 0)
        p.have("own", Eq(norm(w) ** 2, w @ w))
        p.have("turns", (r * norm(w)) ** 2 <= (w @ x) ** 2, "far", "own")
        p.use("square-root-monotone", name="turn", u=r * norm(w), v=-(w @ x))
        p.have("after", (w + x) @ (w + x) <= norm(w) ** 2 - 2 * r * norm(w) + R**2, "turn", "own", "radius")
        with p.case(2 * r * norm(w) - R**2 > 0):
            p.conclude("conclusion", "after", "own", "case")
        with p.case(2 * r * norm(w) - R**2 <= 0):
            with p.case(R**2 - 4 * r**2 <= 0, name="near"):
                p.have("short", norm(w) <= 2 * r, "case", "near", times("depth"))
                p.conclude("after", "short * size", "first")
            with p.case(R**2 - 4 * r**2 > 0, name="near"):
                p.have("wide", 2 * r * norm(w) + R**2 - 4 * r**2 >= 0, "near", "depth * size")
                p.have("small", 4 * r**2 * ((w + x) @ (w + x)) <= R**4, "after * depth * depth", "case * wide")
                p.have("bounded", (w + x) @ (w + x) <= R**4 / (4 * r**2), "small", times("depth", "depth"))
                p.conclude("bounded", "limit")
    p.conclude("conclusion")


@theorem("equal-weights-equal-future", title="Runs with equal weights on the same examples stay equal",
         source=cite("blocklevin1970", "a consequence of the boundedness theorem; from bounded to periodic"))
def equal_future(p: Script) -> None:
    """Let two runs start with equal weights and visit the same signed vectors, and let each make an update exactly at
    its mistakes. Then they have equal weights after any number of visits.

    So if a run in cyclic order has the weights of an earlier round, it repeats all rounds since that round. m is 1 for
    a mistake of the first run and n is 1 for a mistake of the second run; otherwise they are 0.
    """
    w0, w, v, x = p.vectors("w0 w v x")
    m, n = p.reals("m n")
    one = perceptron.update(State(w, 0), x, 1, bias_step=0, rate=m).w
    other = perceptron.update(State(v, 0), x, 1, bias_step=0, rate=n).w
    p.run([(w, w0, one), (v, w0, other)], [x, m, n], {
        "choice_w": Eq(m**2, m), "mistake_w": m * (w @ x) <= 0, "correct_w": (1 - m) * (w @ x) + m > 0,
        "choice_v": Eq(n**2, n), "mistake_v": n * (v @ x) <= 0, "correct_v": (1 - n) * (v @ x) + n > 0,
    })
    p.show(conclusion=equal(w, v))
    with p.induction(same=equal(w, v)):
        p.have("turn", ((w - v) @ x) ** 2 <= 0, by("cauchy-schwarz", u=w - v, v=x), "same")
        p.have("score", Eq(w @ x, v @ x), "turn")
        with p.proving("decision", Eq(m, n)):
            with p.case(w @ x > 0):
                p.have("first", Eq(m, 0), "choice_w", "mistake_w", "case")
                p.have("second", Eq(n, 0), "choice_v", "mistake_v", "case", "score")
                p.conclude("first", "second")
            with p.case(w @ x <= 0):
                p.have("first", Eq(m, 1), "choice_w", "correct_w", "case")
                p.have("second", Eq(n, 1), "choice_v", "correct_v", "case", "score")
                p.conclude("first", "second")
        p.have("turned", Eq((w - v) @ x, 0), "score")
        p.conclude("same", "decision", "turned")
    p.conclude("same")
