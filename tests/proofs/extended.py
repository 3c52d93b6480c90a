"""Entries in the language of sums of vectors, exponentials, entries at one index and nearest points, for the tests of
what other provers and solvers are told of them.
"""

from functools import cache

from sympy import sqrt

from novikoff.proofs import kernel
from novikoff.proofs.search.elaboration import Prover
from novikoff.proofs.statements.proof_script import Script, exponents, length, tangent
from novikoff.proofs.statements.vector_language import Eq, Sum, Vector, as_written, augment, exp, ln

PROOFS = {}


def told(prove):
    """Keep a proof under its name."""
    PROOFS[prove.__name__.replace("_", "-")] = prove
    return prove


@told
def jensen(p):
    x, a = p.vector("x[i]"), p.real("a[i]")
    p.assume(sign=a >= 0, whole=Eq(Sum(a), 1))
    mean = Sum(a * x)
    p.show(shorter=mean @ mean <= Sum(a * (x @ x)))
    p.have("spread", a * ((x - mean) @ (x - mean)) >= 0, "sign", length(x - mean))
    p.sum("spread", "all")
    p.conclude("all", "whole")


@told
def jensen_moved(p):
    """The same of the points w + x, with weights c·b."""
    x, w, b, c = p.vector("x[i]"), p.vector("w"), p.real("b[i]"), p.real("c")
    p.assume(weight=b >= 0, scale=c > 0, one=Eq(c * Sum(b), 1))
    mean = Sum(c * b * (w + x))
    p.show(shorter=mean @ mean <= Sum(c * b * ((w + x) @ (w + x))))
    p.have("sign", c * b >= 0, "weight * scale")
    p.use("jensen", {"x[i]": w + x, "a[i]": c * b})


@told
def double_sum(p):
    x, a = p.vector("x[i]"), p.real("a[i]")
    p.show(same=Eq(Sum(a * x) @ Sum(a * x), Sum(a * (x @ Sum(a * x)))))


@told
def double_sum_moved(p):
    x, w, b = p.vector("x[i]"), p.vector("w"), p.real("b[i]")
    moved = Sum(2 * b * (x - w))
    p.show(same=Eq(moved @ moved, Sum(2 * b * ((x - w) @ moved))))
    p.use("double-sum", {"x[i]": x - w, "a[i]": 2 * b})


@told
def scores_are_bounded(p):
    x, a, R = p.vector("x[i]"), p.real("a[i]"), p.real("R")
    p.assume(radius=x @ x <= R**2, sign=a >= 0)
    p.show(score=Sum(a * x) @ x <= R**2 * Sum(a))
    (x0,) = p.entry("k", x="x0")
    p.have("term", a * (R**2 - x @ x0) >= 0, "sign * radius", "sign * radius@k", "sign", length(x - x0))
    p.sum("term", "all")


@told
def exponentials_of_a_sum(p):
    s, t = p.reals("s t")
    p.show(above=exp(s + t) >= exp(s) * (1 + t + t**2 / 2 + t**3 / 6))
    p.have("factor", exp(t) >= 1 + t + t**2 / 2 + t**3 / 6, tangent(t, degree=3))
    p.have("positive", exp(s) > 0)
    p.have("law", Eq(exp(s + t), exp(s) * exp(t)), exponents(s, t))
    p.conclude("law", "factor * positive")


@told
def exponentials_put_to_use(p):
    w, x = p.vectors("w x")
    p.show(above=exp((w - x) @ (w - x)) >= exp(x @ x - w @ x) * (1 + w @ w - w @ x + (w @ w - w @ x)**2 / 2
                                                                 + (w @ w - w @ x)**3 / 6))
    p.use("exponentials-of-a-sum", s=x @ (x - w), t=w @ (w - x))


@told
def logarithms_below_tangents(p):
    q = p.real("q[i]")
    p.assume(positive=q > 0)
    p.show(sum=Sum(ln(q)) <= Sum(q) - Sum(1))
    p.have("term", ln(q) <= q - 1)
    p.sum("term", "all")


@told
def roots_of_a_family(p):
    q = p.real("q[i]")
    p.assume(positive=q >= 0)
    p.show(sum=Sum(sqrt(q) ** 2) >= 0)
    p.have("term", sqrt(q) ** 2 >= 0)
    p.sum("term", "all")


@told
def nearest_point_of_a_hull(p):
    """Of the cone of the augmented points, with balanced weights."""
    x, y = p.vector("x[i]"), p.real("y[i]")
    m, beta = p.nearest("m[i] β", augment(x, 1), augment(Vector({}), 1), balance=y)
    q = Sum(m * x)
    p.show(along=Eq(q @ q, Sum(m) - Sum(m) ** 2), across=q @ x + Sum(m) >= 1 + beta * y)
    p.conclude("m[i].along", "m[i].across")


@told
def projection_onto_a_span(p):
    c, x = p.vectors("c x[i]")
    m, _ = p.nearest("m[i] β", x, c, free=True)
    p.show(longer=c @ c >= Sum(m * (c @ x)), across=Eq(x @ (c - Sum(m * x)), 0))
    p.conclude("m[i].along", "m[i].across", length(c - Sum(m * x)))


@cache
def made():
    """The entries in order, each of which the kernel has read, and the leaves of their proofs."""
    library, book, found = {}, [], []
    for name, prove in PROOFS.items():
        script, prover = Script(), Prover(library)
        with as_written():
            prove(script)
        entry = prover.entry(name, script.finish())
        library[name] = entry["statement"], kernel.read_statement(entry["statement"], entry.get("sides"))
        book.append(entry)
        found += prover.leaves
    return book, found


def entries():
    return made()[0]


def leaves():
    return made()[1]
