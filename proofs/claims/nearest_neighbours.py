"""Nearest neighbours: which samples the rule may forget, and when the votes of k of them decide.

Main statements
    every-nearest-sample-counts-as-printed    refuted: without its nearest sample the decision on x need not change
    sample-decides-its-own-point              a sample that differs from all others is the only nearest one to itself
    sample-between-is-enough                  if v lies between u and each zᵢ, every x nearer to u than to all zᵢ is
                                              nearer to v than to all zᵢ; so u may be forgotten if v has its label
    odd-vote-decides                          of two classes, an odd number of votes gives one the majority

Notation: distances are compared by their squares ‖x − u‖²; the rule is that of one neighbour, but for the
last statement.
"""

from ..language import Eq, Sum, equal
from ..ledger import cite, refuted, theorem
from ..page import length, times


@refuted(
    "every-nearest-sample-counts-as-printed",
    title="No sample can be thrown away",
    source=cite("notes", "k nearest neighbors"),
    corrected="sample-between-is-enough",
    missing="some samples can: a sample whose part is taken over by another one with the same label",
    ledger=["001-knn-cannot-discard"],
)
def every_sample_counts(p):
    """If the sample u, with label c, is the nearest one to x, and of the others v, with label d, is nearest, the rest
    being the z[i], then without u the decision on x is another one: c ≠ d.

    The counterexample has x = u. That u can be thrown away, because the decision is another one at no x at all, is the
    corrected claim, for the same samples.
    """
    x, u, v, z = p.vectors("x u v z[i]")
    c, d = p.reals("c d")
    p.assume(label=Eq(c**2, 1), second_label=Eq(d**2, 1), nearest=(x - u) @ (x - u) < (x - v) @ (x - v),
             next_nearest=(x - v) @ (x - v) < (x - z) @ (x - z))  # fmt: skip
    p.show(conclusion=Eq(c, -d))
    p.counterexample(size=1, u=[0], v=[1], x=[0], c=1, d=1, values={"z[i]": [[2]]})


@theorem(
    "sample-decides-its-own-point",
    title="A sample is the nearest one to itself",
    source=cite("notes", "k nearest neighbors"),
    ledger=["001-knn-cannot-discard"],
    says="so a sample must be kept if without it the decision at its own place is another one",
)
def own_point(p):
    """If u differs from every other sample z[i], then u is at distance 0 from itself, and every z[i] is farther."""
    u, z = p.vectors("u z[i]")
    p.assume(different=(u - z) @ (u - z) > 0)
    p.show(own=equal((u - u) @ (u - u), 0), others=(u - z) @ (u - z) > (u - u) @ (u - u))


@theorem(
    "sample-between-is-enough",
    title="A sample can be thrown away if another one lies between it and the other class",
    source=cite("notes", "k nearest neighbors"),
    ledger=["001-knn-cannot-discard"],
    says="that no sample can ever be thrown away",
)
def between(p):
    """Let v lie between u and each zᵢ, that is zᵢ = u + sᵢ(v − u) with sᵢ ≥ 1. If x is not farther from u than from any
    of the zᵢ, then x is not farther from v than from any of them.

    So if the zᵢ are the samples of the other class and v has the label of u, one neighbour decides alike with and
    without u, wherever x is: 0 and 1 with label +1 and 2 with label −1 decide as 1 and 2 do.
    """
    x, u, v = p.vectors("x u v")
    s = p.real("s[i]")
    z = u + s * (v - u)
    p.assume(between=s >= 1, nearer=(x - u) @ (x - u) <= (x - z) @ (x - z))
    p.show(conclusion=(x - v) @ (x - v) <= (x - z) @ (x - z))
    p.have("ray", s**2 * ((v - u) @ (v - u)) >= 2 * s * ((x - u) @ (v - u)), "nearer")
    p.have("positive", s > 0, "between")
    p.have("reach", s * ((v - u) @ (v - u)) >= 2 * ((x - u) @ (v - u)), "ray", times("positive"))
    p.have("rest", s - 1 >= 0, "between")
    p.have("longer", (s - 1) * ((v - u) @ (v - u)) >= 0, "rest", length(v - u))
    p.have("more", (s - 1) * ((s + 1) * ((v - u) @ (v - u)) - 2 * ((x - u) @ (v - u))) >= 0, "rest * reach", "longer")
    p.show("more")


@theorem(
    "odd-vote-decides",
    title="Of two classes, an odd number of votes gives one the majority",
    source=cite("notes", "k nearest neighbors"),
    ledger=["001-knn"],
    says="k is any number, and so is the number of classes; then votes may be equal",
)
def odd_vote(p):
    """If k = 2j + 1 neighbours have labels yᵢ = ±1, n of them −1, then (Σ yᵢ)² ≥ 1: the votes are not equal.

    Of whole numbers j and n it is used that j − n is not between −1 and 0.
    """
    y, j, n = p.reals("y[i] j n")
    p.assume(odd=Eq(Sum(1), 2 * j + 1), negative=Eq(n, Sum((1 - y) / 2)), whole=(j - n) * (j - n + 1) >= 0)
    p.show(conclusion=Sum(y) ** 2 >= 1)
    p.have("difference", Eq(Sum(y), 2 * (j - n) + 1), "odd", "negative")
    p.show("difference", "whole")
