"""True mutants of the claims on the steps of Kozinec's algorithm."""

from ....statements.language import Eq, norm
from ....statements.script import Script, length, square, times
from . import derives

HULL, END, SHORTENS = "segment-step-stays-in-hull", "eps-kozinec-ends-at-eps-solution", "kozinec-step-shortens"


@derives(HULL, "show.nonnegative: a[i] becomes 1", "show.nonnegative: a[i] κ becomes a[i]^2 κ")
def weights_at_most_one(p: Script) -> None:
    """No a[i] is negative, and they add up to 1, so a[i] <= 1; then a[i]κ <= 1 and a[i]²κ <= a[i]κ <= a[i]."""
    p.use(HULL, name="claim")
    p.sum("w_nonnegative", "sum", each="single")
    p.have("rest", 1 - p.real("a[i]") >= 0, "single", "w_total")
    p.conclude("claim", "rest", "w_nonnegative * rest * nonnegative")


@derives(END, "inv2: of -1 times as much")
def other_side(p: Script) -> None:
    """⟨w, v⟩ < -|w|(|w| - ε), and |⟨w, v⟩| <= |w||v|; it is the claim for -w."""
    w, share = p.vector("w"), p.real("inv2")
    p.have("size", norm(w) > 0)
    p.have("negative", Eq(-share, 1 / norm(w)), "inv2.def", times("size"))
    p.use(END, {"w": -w})


@derives(END, "inv2: of 2 times as much")
def half_of_quotient(p: Script) -> None:
    """Twice the right side is less than ⟨w, v⟩/|w| <= |v|, and so is the right side, if positive."""
    (w, v), (share, epsilon) = p.vectors("w v"), p.reals("inv2 ε")
    p.have("size", norm(w) > 0)
    p.have("own", norm(v) >= 0)
    p.have("half", Eq(2 * share, 1 / norm(w)), "inv2.def", times("size"))
    p.use(END, {"ε": 2 * epsilon - norm(w)}, name="claim")
    p.conclude("claim", "own")


@derives(END, "root1: of 4 times as much")
def twice_the_length(p: Script) -> None:
    """Twice the right side is less than ⟨w, v⟩/|w| <= |v|, and so is the right side, if positive."""
    (w, v), (root, share, epsilon) = p.vectors("w v"), p.reals("root1 inv2 ε")
    p.have("size", norm(w) > 0)
    p.have("own", norm(v) >= 0)
    p.have("other", 2 * norm(w) >= 0, "size")
    p.use("square-root-unique", name="double", u=root, v=2 * norm(w))
    p.have("half", Eq(2 * share, 1 / norm(w)), "inv2.def", "double", times("size"))
    p.use(END, {"ε": 2 * epsilon - 3 * norm(w)}, name="claim")
    p.conclude("claim", "own", "double")


@derives(SHORTENS, "show.conclusion: inv1 w@w w@x becomes inv1 w@x")
def sum_of_products(p: Script) -> None:
    """Times |w - x|² it is (⟨w, w⟩ + ⟨w, x⟩)² - 4⟨w, x⟩, and ⟨w, x⟩ <= 0; both vanish only for w = 0."""
    w, x = p.vectors("w x")
    total = (w @ w + w @ x) ** 2 - 4 * (w @ x)
    p.have("apart", (w - x) @ (w - x) > 0, "nonzero", "wrong", length(x))
    with p.proving("total", total > 0):
        with p.case(w @ x < 0):
            p.conclude("case", square(w @ w + w @ x))
        with p.case(w @ x >= 0):
            p.have("across", Eq(w @ x, 0), "case", "wrong")
            p.conclude("across", "nonzero * nonzero")
    p.conclude("total", times("apart"))
