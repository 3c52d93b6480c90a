"""A sum in which each term contains a sum over all numbers up to it, as a run."""

from novikoff.theorems import Eq, Script, square, theorem


@theorem("adagrad-sum", title="Σ g²/√S ≤ 2√S for the sums S of the first squares")
def adagrad_sum(p: Script) -> None:
    """The numbers g₁, …, g_k have the prefix sums S_t = g₁² + … + g_t² > 0. Then Σ_t g_t²/√S_t is at most 2√S_k.

    The state is √S_t and the sum up to t. A step takes g, the next root and its inverse.
    """
    root, total, g, after, inverse = p.reals("root total g after inverse")
    step = {"square": Eq(after**2, root**2 + g**2), "positive": after > 0, "inverse": Eq(inverse * after, 1)}
    p.run([(root, 0, after), (total, 0, total + g**2 * inverse)], [g, after, inverse], step)
    with p.induction(low=root >= 0, bound=total <= 2 * root):
        p.have("small", inverse > 0, "positive", "inverse")
        p.have("increment", g**2 * inverse <= 2 * (after - root), "square", "inverse", "small", square(after - root))
        p.conclude("increment", "bound", "positive")
    p.conclude("bound", conclusion=total <= 2 * root)
