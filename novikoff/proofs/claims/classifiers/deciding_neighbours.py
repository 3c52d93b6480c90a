"""Nearest neighbours: which samples the rule may forget, and when the votes of k neighbours decide.

Notation: distances are compared by their squares ‖x − u‖². The last statement is about k neighbours, all others about
one.
"""

from ...statements.proof_script import Script, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq, Ne, Sum


@theorem("sample-decides-its-own-point", title="Without a sample the decision at its own point may change",
         source=cite("notes", "k nearest neighbors"), ledger={"001-knn-cannot-discard": "corrects"},
         says="no sample can ever be thrown away")
def own_point(p: Script) -> None:
    """Let the sample u have the label s, and let every other sample z[i], with label t[i], be at another point. The
    nearest neighbour of u, ties in any way, gives the label f = s. So if another label g is decided without u, the
    decision at u changes.

    The decision is the label of the sample with the weight 1. The weight of u is c, and the weight of z[i] is c[i].
    """
    u, z = p.vectors("u z[i]")
    s, t, c, e, f, g = p.reals("s t[i] c c[i] f g")
    p.assume(different=(u - z) @ (u - z) > 0, weights=e >= 0, one=Eq(c + Sum(e), 1),
             nearest=e * ((u - z) @ (u - z)) <= e * ((u - u) @ (u - u)),
             decision=Eq(f, c * s + Sum(e * t)), other=Ne(g, s))
    p.show(own=Eq(f, s), changes=Ne(f, g))
    p.have("far", e <= 0, "nearest", times("different"))
    p.have("none", Eq(e, 0), "far", "weights")
    p.have("vote", Eq(e * t, 0), "none")
    p.sum("none", "no others")
    p.sum("vote", "no votes")
    p.have("own'", Eq(f, s), "decision", "no votes", "one", "no others")
    p.conclude("own'", "other")


@theorem("sample-behind-another-never-decides",
         title="Some samples can be thrown away: those behind another one of their class",
         source=cite("notes", "k nearest neighbors"), ledger={"001-knn-cannot-discard": "denies"},
         aliases=["sample-between-is-enough", "every-nearest-sample-counts-as-printed"],
         says="no sample can ever be thrown away")
def behind(p: Script) -> None:
    """Let u ≠ v be samples of one class and v lie between u and each zᵢ, that is zᵢ = u + sᵢ(v − u) with sᵢ > 1. If u
    is a nearest sample to x, so that ‖x − u‖ ≤ ‖x − v‖, then v is nearer to x than every zᵢ.

    Let the zᵢ be the samples of the other classes. If u is among the nearest samples to x, then all of them have the
    class of u, and without u the nearest samples still have this class. If u is not among them, u does not matter. So
    with one neighbour the decision on every x is the same with and without u, for any rule for ties. For example, the
    points 0 and 1 with label +1 and 2 with label −1 decide as the points 1 and 2 do.
    """
    x, u, v = p.vectors("x u v")
    s = p.real("s[i]")
    z = u + s * (v - u)
    p.assume(different=(v - u) @ (v - u) > 0, between=s > 1, nearest=(x - u) @ (x - u) <= (x - v) @ (x - v))
    p.show(conclusion=(x - v) @ (x - v) < (x - z) @ (x - z))
    p.have("rest", s - 1 > 0, "between")
    p.have("reach", (v - u) @ (v - u) >= 2 * ((x - u) @ (v - u)), "nearest")
    p.have("farther", (s - 1) * ((v - u) @ (v - u)) >= (s - 1) * 2 * ((x - u) @ (v - u)), "rest * reach")
    p.have("positive", s > 0, "between")
    p.have("gap", s * (s - 1) * ((v - u) @ (v - u)) > 0, "positive * rest * different")
    p.conclude("farther", "gap")


@theorem("odd-vote-decides", title="With two classes, an odd number of votes gives one of them the majority",
         source=cite("notes", "k nearest neighbors"), ledger=["001-knn"],
         says="k and the number of classes are any numbers; then votes may be equal")
def odd_vote(p: Script) -> None:
    """If k = 2j + 1 neighbours have labels yᵢ = ±1, of which n are −1, then (Σ yᵢ)² ≥ 1: the votes are not equal.

    The proof uses only one property of the whole numbers j and n: j − n is not between −1 and 0.
    """
    y, j, n = p.reals("y[i] j n")
    p.assume(odd=Eq(Sum(1), 2 * j + 1), negative=Eq(n, Sum((1 - y) / 2)), whole=(j - n) * (j - n + 1) >= 0)
    p.show(conclusion=Sum(y) ** 2 >= 1)
    p.have("difference", Eq(Sum(y), 2 * (j - n) + 1), "odd", "negative")
    p.conclude("difference", "whole")
