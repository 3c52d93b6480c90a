"""True mutants of the claims on the soft margin before any duality."""

from ....statements.language import Eq, Sum, equal, reals, vectors
from ....statements.script import Script, length, square, times
from . import derives

FIRST, SECOND = ("first", "w", "b", "ξ[i]"), ("second", "v", "c", "η[i]")


def no_gap(p: Script, name: str, weights: str, bias: str, slack: str) -> None:
    """Derive from the value of the dual problem that a solution has w = S/2, and slackness."""
    (w, S, x), (b, xi, a, y, C) = vectors(f"{weights} S x[i]"), reals(f"{bias} {slack} a[i] y[i] C")
    distance, gap, room = (w - S / 2) @ (w - S / 2), a * (y * (w @ x + b) - 1 + xi), (C - a) * xi
    p.have(f"{name} gap", gap >= 0, f"dual * {name}")
    p.have(f"{name} room", room >= 0, f"box * {name}_sign")
    p.sum(f"{name} gap", f"{name} gaps", each=f"one {name} gap")
    p.sum(f"{name} room", f"{name} rooms", each=f"one {name} room")
    p.have(f"{name} distance", distance >= 0, length(w - S / 2))
    p.have(f"{name} total", Eq(distance + Sum(gap) + Sum(room), 0), f"{name}_value", f"S_with_{weights}", "balance")
    signs = [f"{name} total", f"{name} gaps", f"{name} rooms", f"{name} distance"]
    p.have(f"{name} weights", Eq(distance, 0), *signs)
    p.have(f"{name} slackness", Eq(gap, 0), *signs, f"{name} gap", f"one {name} gap")
    p.have(f"{name} slack", Eq(room, 0), *signs, f"{name} room", f"one {name} room")


def no_weights(p: Script, name: str, weights: str, bias: str, slack: str) -> None:
    """Derive a contradiction from "no support", that all a[i] are 0, and "no slack": "high" and "low"."""
    (w, S, x), (b, a, y) = vectors(f"{weights} S x[i]"), reals(f"{bias} a[i] y[i]")
    p.have("term", Eq(a * y * (S @ x), 0), "no support")
    p.sum("term", "terms")
    p.have("S zero", Eq(S @ S, 0), "terms", "S_with_S")
    p.use("cauchy-schwarz", name="S with it", u=S, v=w)
    p.have("S with it zero", Eq(S @ w, 0), "S with it", "S zero")
    p.have("weights zero", Eq(w @ w, 0), f"{name} weights", "S zero", "S with it zero")
    with p.proving("score", Eq(y * (w @ x), 0)):
        p.use("cauchy-schwarz", name="scores", u=w, v=x)
        p.have("score zero", Eq(w @ x, 0), "scores", "weights zero")
        p.conclude("score zero")
    p.have("right", y * b - 1 >= 0, name, "score", "no slack")
    p.have("positive", 1 + y >= 0, "label", square(1 + y))
    p.have("negative", 1 - y >= 0, "label", square(1 - y))
    p.have("above", (1 + y) * (b - 1) >= 0, "positive * right", "label")
    p.have("below", (1 - y) * (b + 1) <= 0, "negative * right", "label")
    p.sum("above", "all above")
    p.sum("below", "all below")
    p.have("high", b >= 1, "all above", times("some_positive"))
    p.have("low", b <= -1, "all below", times("some_negative"))


def no_support(p: Script, name: str, weights: str, bias: str, slack: str) -> None:
    """Show that this is so where all margins are too large."""
    names, (a, xi) = (name, weights, bias, slack), reals(f"a[i] {slack}")
    no_gap(p, *names)
    p.have("no support", Eq(a, 0), f"{name} slackness", times(name))
    p.have("no slack", Eq(xi, 0), f"{name} slack", "no support", times("penalty"))
    no_weights(p, *names)
    p.conclude("high", "low")


@derives("soft-margin-unique-as-printed", "first: >= becomes >")
def first_without_support(p: Script) -> None:
    """Every a[i] is 0, and so are w and all slacks; but y[i]b > 1 fails, as there are both labels."""
    no_support(p, *FIRST)


@derives("soft-margin-unique-as-printed", "second: >= becomes >")
def second_without_support(p: Script) -> None:
    """Every a[i] is 0, and so are v and all slacks; but y[i]c > 1 fails, as there are both labels."""
    no_support(p, *SECOND)


@derives("soft-margin-unique-as-printed", "box: >= becomes >")
def all_slacks_zero(p: Script) -> None:
    """a < C makes all slacks 0, and w = v = S/2; not all a[i] are 0, as there are both labels, so they fix b."""
    w, v, S, x = p.vectors("w v S x[i]")
    b, c, a, y, xi, eta = p.reals("b c a[i] y[i] ξ[i] η[i]")
    for names in (FIRST, SECOND):
        no_gap(p, *names)
    p.have("no slack", Eq(xi, 0), "first slack", times("box"))
    p.have("no other slack", Eq(eta, 0), "second slack", times("box"))
    p.have("apart", (w - v) @ (w - v) >= 0, length(w - v))
    p.have("same", equal(w, v), "first weights", "second weights", length(w + v - S), "apart")
    p.sum("dual", "all", each="part")
    with p.proving("some", Sum(a) > 0):
        p.suppose_not("none")
        p.have("no support", Eq(a, 0), "dual", "part", "none")
        no_weights(p, *FIRST)
        p.conclude("high", "low")
    with p.proving("each", Eq(a * (b - c), 0)):
        p.use("equal-vectors-have-equal-products", name="products", u=w, v=v, w=x)
        p.have("score", Eq(a * y * (w @ x), a * y * (v @ x)), "products")
        p.have("labelled", Eq(a * y * (b - c), 0), "first slackness", "second slackness", "no slack", "no other slack",
               "score")  # fmt: skip
        p.have("squared", Eq(a * y**2 * (b - c), 0), "labelled")
        p.conclude("squared", "label")
    p.sum("each", "biases")
    p.have("bias", Eq(b, c), "biases", times("some"))
    p.have("slacks", Eq(xi, eta), "no slack", "no other slack")
    p.conclude("same", "bias", "slacks")
