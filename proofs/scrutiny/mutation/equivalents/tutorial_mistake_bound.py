"""True mutants of the claims on the tutorial's mistake bound."""

from sympy import sqrt

from ....statements.language import Eq, Scalar, augment, norm, reals, vectors
from ....statements.script import Script, length, square, times
from . import derives, no_step

WEIGHTS = "tutorial-weights-not-zero"
COSINE = "tutorial-cosine-at-most-one"
RATIO = "tutorial-alignment-ratio"
GROWN = "tutorial-ratio-after-growth"
PRINTED = "tutorial-mistake-bound-as-printed"


@derives(
    WEIGHTS,
    "separator: R and inv1 exchanged",
    "separator: inv1 and k exchanged",
    "weights: inv1 and γ* exchanged",
    "weights: inv1 and k exchanged",
)
def other_factors(p: Script) -> None:
    """(w*, b*) and (w, b) are not 0, and k, γ* and R are positive."""
    w, ws = p.vectors("w w*")
    b, bs, k, gamma, R = p.reals("b b* k γ* R")
    p.use(WEIGHTS, name="claim")
    p.have("inverse", 1 / R**2 >= 0, square(1 / R))
    chosen = [
        ("separator", R, "radius_positive"),
        ("separator", k, "updates"),
        ("weights", gamma, "positive"),
        ("weights", k, "updates"),
    ]
    for part, factor, positive in chosen:
        v, offset = (ws, bs) if part == "separator" else (w, b)
        with p.proving(f"{part} {positive}", v @ v + factor**2 * offset**2 > 0):
            with p.case(offset**2 > 0):
                p.conclude(f"{positive} * {positive} * case", length(v))
            with p.case(offset**2 <= 0):
                p.conclude(f"claim.{part}", square(factor * offset), "case * inverse")
    p.conclude("claim", *(f"{part} {positive}" for part, _, positive in chosen))


@derives(
    WEIGHTS,
    "separator: w*@ and w@ exchanged",
    "separator: b and inv1 exchanged",
    "separator: b and b* exchanged",
    "weights: b and b* exchanged",
    "weights: w*@ and w@ exchanged",
)
def parts_exchanged(p: Script) -> None:
    """0 < ⟨w*, w⟩ + b* b/R², and with Cauchy and Schwarz its square is at most (|w|² + b*²/R²)(|w*|² + b²/R²)."""
    w, ws = p.vectors("w w*")
    b, bs, R = p.reals("b b* R")
    first, second = w @ w + (bs / R) ** 2, ws @ ws + (b / R) ** 2
    p.use(WEIGHTS, name="claim")
    p.use("tutorial-alignment", name="alignment")
    p.have("aligned", ws @ w + bs * b / R**2 > 0, "alignment", "updates * positive")
    p.use("pair-cauchy-schwarz", name="product", u=ws, s=b / R, v=w, t=bs / R)
    p.have("first sign", first >= 0, length(w), square(bs / R))
    p.have("second sign", second >= 0, length(ws), square(b / R))
    p.have("square", first * second > 0, "product", "aligned * aligned")
    p.have("first", first > 0, "square", "first sign", "second sign")
    p.have("second", second > 0, "square", "first sign", "second sign")
    with p.proving("both offsets", ws @ ws + (b * bs) ** 2 > 0):
        with p.case(ws @ ws > 0):
            p.conclude("case", square(b * bs))
        with p.case(ws @ ws <= 0):
            p.have("b", (b / R) ** 2 > 0, "second", "case")
            p.have("b*", (bs / R) ** 2 > 0, "claim.separator", "case")
            p.conclude("b * b* * radius_positive * radius_positive * radius_positive * radius_positive", length(ws))
    p.conclude("claim", "first", "second", "both offsets")


@derives(COSINE, "inv3: of -1 times as much", "inv5: of -1 times as much")
def opposite_vector(p: Script) -> None:
    """The cosine is at least -1 as well."""
    ws, w = p.vectors("w* w")
    bs, b, R, inv3, inv5 = p.reals("b* b R inv3 inv5")
    separator, weights = augment(ws, bs / R), augment(w, b / R)
    p.use(COSINE, {"w*": -ws, "b*": -bs}, name="claim")
    p.have("opposite", Eq(1 / (norm(separator) * norm(weights)), -inv3 * inv5))
    p.conclude("claim", "opposite")


def count_of_steps(p: Script, first: Scalar) -> None:
    """`begun`: k, which starts at `first`, is larger by 1 or more, as the weights are not 0."""
    (w, x), (b, k, y, R) = vectors("w x"), reals("b k y R")
    more, longer, shift = k - first - 1, w + y * x, b + R**2 * y
    with p.induction(counted=k >= first, moved=more * (w @ w) >= 0, shifted=more * b**2 >= 0):
        p.have("length", longer @ longer >= 0, length(longer))
        p.have("bias", shift**2 >= 0, square(shift))
        p.conclude("counted", "counted * length", "counted * bias")
    p.have("inverse", 1 / R**2 >= 0, square(1 / R))
    p.have("begun", more >= 0, times("weights"), "moved", "shifted * inverse")


def smaller_share(p: Script, inverses: Scalar, *signs: str) -> None:
    """Where γ* is not negative, `begun` says that no more is claimed; where it is negative, the left side is."""
    (gamma,) = reals("γ*")
    p.have("share", inverses >= 0, " * ".join(signs))
    with p.case(gamma >= 0):
        p.conclude("claim", "case * share", "case * share * begun")
    with p.case(gamma < 0):
        p.conclude("claim", "case * share", "case * share * begun")


def smaller_ratio(p: Script) -> None:
    """The two inverse lengths are not negative."""
    inv3, inv5 = reals("inv3 inv5")
    p.have("first", inv3 >= 0, square(inv3))
    p.have("second", inv5 >= 0, square(inv5))
    smaller_share(p, inv3 * inv5, "first", "second")


@derives(RATIO, "run.start.k: 0 becomes -1 before 1")
def ratio_counted_late(p: Script) -> None:
    """k + 1 is at least 1, as the weights are not 0; so kγ* is at most (k + 1)γ*, or not positive."""
    k = p.real("k")
    count_of_steps(p, first=-1)
    p.use(RATIO, k=k + 1, name="claim")
    smaller_ratio(p)


@derives(RATIO, "conclusion: k becomes k-1", "show.conclusion: inv3 inv5 k γ* becomes inv3 inv5 γ*")
def ratio_of_fewer_steps(p: Script) -> None:
    """k is at least 1, as the weights are not 0; so (k - 1)γ* and γ* are at most kγ*, or not positive."""
    count_of_steps(p, first=0)
    p.use(RATIO, name="claim")
    smaller_ratio(p)


@derives(RATIO, "inv1: of 1/2 times as much")
def larger_lengths(p: Script) -> None:
    """kγ* is at most ⟨w*, w⟩ + b* b/R², and both lengths are larger than those of (w*, b*/R) and (w, b/R)."""
    ws, w = p.vectors("w* w")
    bs, b, k, gamma, R, inv1, inv3, inv5, root2, root4 = p.reals("b* b k γ* R inv1 inv3 inv5 root2 root4")
    p.use("tutorial-alignment", name="alignment")
    p.use("pair-cauchy-schwarz", name="product", u=ws, s=bs / R, v=w, t=b / R)
    p.have("half", Eq(1 / R, inv1 / 2))
    p.have("first", ws @ ws + (bs / R) ** 2 <= root2**2, "half", square(bs * inv1))
    p.have("second", w @ w + (b / R) ** 2 <= root4**2, "half", square(b * inv1))
    p.have("first size", ws @ ws + (bs / R) ** 2 >= 0, length(ws), square(bs / R))
    p.have("square", (ws @ w + bs * b / R**2) ** 2 <= (root2 * root4) ** 2, "product", "first size * second",
           "first * root4.sign * root4.sign")  # fmt: skip
    p.have("lengths", root2 * root4 >= 0, "root2.sign * root4.sign")
    p.use("square-root-monotone", name="within", u=ws @ w + bs * b / R**2, v=root2 * root4)
    p.have("first inverse", inv3 >= 0, square(inv3))
    p.have("second inverse", inv5 >= 0, square(inv5))
    p.have("total", k * gamma <= root2 * root4, "alignment", "within")
    p.conclude("total * first inverse * second inverse")


def whole_count(p: Script) -> None:
    """`begun`: k is at least 1."""
    (k,) = reals("k")
    with p.induction(counted=k >= 0, between=k * (k - 1) >= 0):
        p.conclude("counted", square(k))
    p.have("begun", k >= 1, times("updates"), "between")


def signs_of_inverses(p: Script) -> None:
    """R and the two roots are positive."""
    inv1, inv3, inv5 = reals("inv1 inv3 inv5")
    p.have("first", inv1 >= 0, square(inv1), "radius_positive")
    p.have("second", inv3 >= 0, square(inv3))
    p.have("third", inv5 >= 0, square(inv5))


@derives(GROWN, "show.conclusion: inv1 inv3 inv5 k γ* becomes inv1 inv3 inv5 γ*")
def grown_for_one_step(p: Script) -> None:
    """k is at least 1, as it is not 0; so γ* is at most kγ*, or not positive."""
    inv1, inv3, inv5 = p.reals("inv1 inv3 inv5")
    whole_count(p)
    p.use(GROWN, name="claim")
    signs_of_inverses(p)
    smaller_share(p, inv1 * inv3 * inv5, "first", "second", "third")


@derives(GROWN, "show.conclusion: inv1 inv3 inv5 k γ* becomes inv1 inv3^2 inv5 k γ*")
def squared_inverse(p: Script) -> None:
    """√(2k) is more than 1, and a negative γ* makes it trivial."""
    k, gamma, inv1, inv3, inv5, root2 = p.reals("k γ* inv1 inv3 inv5 root2")
    whole_count(p)
    p.use(GROWN, name="claim")
    signs_of_inverses(p)
    p.have("root", root2 >= 1, "begun")
    p.have("smaller", 1 - inv3 >= 0, "second * root")
    p.have("share", k * inv1 * inv3 * inv5 >= 0, "updates * first * second * third")
    with p.case(gamma >= 0):
        p.conclude("claim", "case * share * smaller")
    with p.case(gamma < 0):
        p.conclude("case * share * second")


@derives(GROWN, "run.start.k: 0 becomes -1 before 1")
def grown_counted_late(p: Script) -> None:
    """k/√(2k) is half of √(2k), so it grows with k; and a negative γ* makes it trivial."""
    k, gamma, inv1, inv3, inv5, root2 = p.reals("k γ* inv1 inv3 inv5 root2")
    root = sqrt(2 * k + 2)
    p.use(GROWN, k=k + 1, name="claim")
    signs_of_inverses(p)
    p.have("root", root >= root2)
    p.have("next", Eq((k + 1) / root, root / 2))
    p.have("this", Eq(k * inv3, root2 / 2))
    p.have("share", inv1 * inv5 >= 0, "first * third")
    p.have("scaled", gamma * inv1 * inv5 * root / 2 <= 1, "claim", "next")
    with p.case(gamma >= 0):
        p.have("half", gamma * inv1 * inv5 * root2 / 2 <= 1, "scaled", "case * share * root")
        p.conclude("half", "this")
    with p.case(gamma < 0):
        p.have("half", gamma * inv1 * inv5 * root2 / 2 <= 1, "case * share * root2.sign")
        p.conclude("half", "this")


@derives(GROWN, "inv1: of 2 times as much")
def twice_the_radius(p: Script) -> None:
    """2R√(|w*|² + b*²/(4R²)) is at least R√(|w*|² + b*²/R²)."""
    ws, (bs, k, gamma, R, inv1, inv3, inv5, root4) = p.vector("w*"), p.reals("b* k γ* R inv1 inv3 inv5 root4")
    size = norm(augment(ws, bs / R))
    p.have("half", Eq(inv1, 1 / R / 2))
    p.have("larger", ws @ ws + (bs / R) ** 2 > 0, "separator", "half", square(bs / R))
    p.use(GROWN, name="claim")
    signs_of_inverses(p)
    p.have("positive length", 1 / size >= 0, square(1 / size))
    p.have("lengths", size <= 2 * root4, "half", length(ws))
    p.have("times one", 2 * root4 / size >= 1, "lengths * positive length")
    p.have("inverses", inv5 <= 2 / size, "times one * third")
    p.have("share", k * inv3 / R >= 0, "updates * second * first", "half")
    with p.case(gamma >= 0):
        p.conclude("claim", "half", "case * share * inverses")
    with p.case(gamma < 0):
        p.conclude("case * share * third", "half")


@derives(PRINTED, "radius: >= becomes >")
def no_example(p: Script) -> None:
    """If R = 0, no example is shorter: there is no step; otherwise the corrected claim says so."""
    ws, x, (bs, gamma, k, R) = p.vector("w*"), p.vector("x"), p.reals("b* γ* k R")
    with p.case(R > 0):
        p.use("tutorial-mistake-bound", name="corrected")
        p.conclude("corrected.expanded")
    with p.case(R <= 0):
        p.have("zero", Eq(R, 0), "case", "radius_nonnegative")
        with p.induction(count=k <= 0):
            p.suppose_not("moved")
            p.conclude("radius", length(x), "zero")
        p.conclude("count", square(bs / gamma), length(R / gamma * ws))


@derives(PRINTED, "radius_nonnegative: >= becomes >")
def positive_radius(p: Script) -> None:
    """R is not 0: the corrected claim."""
    p.use("tutorial-mistake-bound", name="corrected")
    p.conclude("corrected.expanded")


@derives(PRINTED, "mistake: >= becomes >")
def ties_left(p: Script) -> None:
    """At the start all scores are 0: there is no step."""
    ws, w, x = p.vectors("w* w x")
    bs, b, gamma, k, R = p.reals("b* b γ* k R")
    no_step(p, w, x, "mistake", bias=Eq(b, 0), count=k <= 0)
    p.conclude("count", square(bs / gamma), length(R / gamma * ws))
