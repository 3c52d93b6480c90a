"""Certificates of runs that minimise something: distances of hulls, the hinge objective, Pegasos.

Main definitions:
    check   a certificate of kind "run" whose algorithm is "hull_distance", "hinge" or "pegasos"

Every step is made again in Fractions, and every choice that the rule leaves to the data is compared: the worst point
and the giver, the violations, the length of a step. Pegasos draws its batches at random: that they were drawn fairly is
not, and cannot be, confirmed. Reaching max_updates confirms no convergence.
"""

from fractions import Fraction
from typing import Any

from . import Refuted, dot, fields, fraction, fractions
from .separability import examples, require_kind

Vector = list[Fraction]


def check(certificate: Any) -> dict[str, Any]:
    """Return {"algorithm", "updates", "stopped", "separated"}; raises `Refuted`, naming the step."""
    schema, kind, algorithm, parameters, X, y, steps, result = fields(
        certificate, "schema", "kind", "algorithm", "parameters", "X", "y", "steps", "result"
    )
    require_kind(schema, kind, "run")
    if not isinstance(algorithm, str) or algorithm not in REPEAT:
        raise Refuted(f"{algorithm!r:.40} is none of {', '.join(REPEAT)}")
    if not isinstance(steps, list):
        raise Refuted("'steps' must be a list")
    points, signs = examples(X, y)
    names, repeat = REPEAT[algorithm]
    updates, stopped, separated, w, b, *rest = fields(result, "updates", "stopped", "separated", "w", "b", *names)
    if type(updates) is not int or updates != len(steps):
        raise Refuted(f"there are {len(steps)} steps, not {updates!r:.20} updates")
    vector, bias = repeat(parameters, points, signs, steps, stopped, rest)
    if vector != fractions(w, len(points[0])) or bias != fraction(b):
        raise Refuted("the steps lead to another (w, b)")
    apart = all(sign * (dot(vector, x) + bias) > 0 for x, sign in zip(points, signs, strict=True))
    if separated is not apart:
        raise Refuted(f"'separated' is {apart}, not {separated!r:.20}")
    return {"algorithm": algorithm, "updates": updates, "stopped": stopped, "separated": apart}


# ------------------------------------------------------------------------------------ hull distance


def _hull_distance(parameters, points, signs, steps, stopped, rest):
    rule, epsilon, bits, start, bias = fields(parameters, "rule", "epsilon", "bits", "start", "bias")
    Z = _signed(points, signs, bias)
    tolerance = fraction(epsilon)
    if rule not in ("gilbert", "mdm") or tolerance < 0:
        raise Refuted("the rule must be gilbert or mdm, and epsilon >= 0")
    weights = [Fraction(0)] * len(Z)
    weights[_index(start, len(Z), "start")] = Fraction(1)
    w = list(Z[start])
    for count, step in enumerate(steps, start=1):
        w, weights = _hull_step(f"step {count}", rule, bits is None, Z, w, weights, step)
    lowest, norm2 = min(dot(w, z) for z in Z), dot(w, w)
    _require_stop(stopped, {"epsilon": (norm2 - lowest) ** 2 <= tolerance**2 * norm2, "origin": norm2 == 0})
    claimed, size, least = rest
    if weights != fractions(claimed, len(Z)) or norm2 != fraction(size) or lowest != fraction(least):
        raise Refuted("the weights, norm2 or lowest are not those of the steps")
    return (w[:-1], w[-1]) if bias else (w, Fraction(0))


def _hull_step(where, rule, whole, Z, w, weights, step):
    """Make one step, after checking that it goes to the lowest point, no farther than the line minimum."""
    if not isinstance(step, list) or len(step) != 3:
        raise Refuted(f"{where} is not [length, to, giver]")
    length, to, giver = fraction(step[0]), _index(step[1], len(Z), where), step[2]
    products = [dot(w, z) for z in Z]
    if products[to] != min(products):
        raise Refuted(f"{where}: point {to} is not the lowest")
    if rule == "mdm":
        highest = max(product for product, weight in zip(products, weights, strict=True) if weight)
        if not weights[_index(giver, len(Z), where)] or products[giver] != highest:
            raise Refuted(f"{where}: point {giver} is not the highest of positive weight")
        origin, limit = Z[giver], weights[giver]
    else:
        origin, limit = w, Fraction(1)
    edge = [a - b for a, b in zip(Z[to], origin, strict=True)]
    best = min(limit, -dot(w, edge) / dot(edge, edge)) if any(edge) else Fraction(0)
    if not 0 < length <= best or (whole and length != best):
        raise Refuted(f"{where}: the length {step[0]:.40} does not fit")
    kept = weights if rule == "mdm" else [(1 - length) * weight for weight in weights]
    moved = [weight + length * (j == to) - length * (rule == "mdm" and j == giver) for j, weight in enumerate(kept)]
    return [a + length * d for a, d in zip(w, edge, strict=True)], moved


# -------------------------------------------------------------------------------------------- hinge


def _hinge(parameters, points, signs, steps, stopped, rest):
    lam, rate, bias = fields(parameters, "lam", "rate", "bias")
    weight = _positive(lam, "lam")
    _require_bool(bias)
    w, b = [Fraction(0)] * len(points[0]), Fraction(0)
    best = (_objective(points, signs, w, b, weight), w, b)
    for count, step in enumerate(steps, start=1):
        size, violations = _hinge_step(f"step {count}", step, rate, weight * count)
        slope, push, inside = _subgradient(points, signs, w, b, weight)
        if violations != inside:
            raise Refuted(f"step {count}: the violations are {inside}")
        w = [value - size * part for value, part in zip(w, slope, strict=True)]
        b -= size * push if bias else 0
        best = min(best, (_objective(points, signs, w, b, weight), w, b), key=lambda found: found[0])
    slope, push, _ = _subgradient(points, signs, w, b, weight)
    _require_stop(stopped, {"stationary": not any(slope) and not (bias and push), "rates_exhausted": rate == "listed"})
    value, best_value, best_w, best_b = rest
    claimed = (fraction(best_value), fractions(best_w, len(w)), fraction(best_b))
    if fraction(value) != _objective(points, signs, w, b, weight) or claimed != best:
        raise Refuted("the objective or the best point are not those of the steps")
    return w, b


def _hinge_step(where, step, rate, lam_t):
    if not isinstance(step, list) or len(step) != 2:
        raise Refuted(f"{where} is not [rate, violations]")
    size = _positive(step[0], where)
    if rate != "listed" and size != (1 / lam_t if rate == "1/(λt)" else fraction(rate)):
        raise Refuted(f"{where}: the size {step[0]:.40} is not that of the rate {rate:.40}")
    return size, step[1]


def _subgradient(points, signs, w, b, lam):
    inside = [i for i, (x, sign) in enumerate(zip(points, signs, strict=True)) if sign * (dot(w, x) + b) < 1]
    share = Fraction(1, len(points))
    slope = [lam * value - share * sum(signs[i] * points[i][k] for i in inside) for k, value in enumerate(w)]
    return slope, -share * sum(signs[i] for i in inside), inside


def _objective(points, signs, w, b, lam):
    losses = (max(Fraction(0), 1 - sign * (dot(w, x) + b)) for x, sign in zip(points, signs, strict=True))
    return lam / 2 * dot(w, w) + sum(losses) / len(points)


# ------------------------------------------------------------------------------------------ pegasos


def _pegasos(parameters, points, signs, steps, stopped, rest):
    lam, batch, _, projection, bias = fields(parameters, "lam", "batch", "seed", "projection", "bias")
    Z, weight = _signed(points, signs, bias), _positive(lam, "lam")
    if projection is not False or type(batch) is not int or batch < 1:
        raise Refuted("an exact run has no projection, and a batch of at least 1")
    w = [Fraction(0)] * len(Z[0])
    for t, drawn in enumerate(steps, start=1):
        if not isinstance(drawn, list) or len(drawn) != batch:
            raise Refuted(f"step {t} is not a list of {batch} examples")
        inside = [Z[i] for i in drawn if dot(w, Z[_index(i, len(Z), f"step {t}")]) < 1]
        rate = 1 / (weight * t * batch)
        w = [(1 - Fraction(1, t)) * value + rate * sum(z[k] for z in inside) for k, value in enumerate(w)]
    _require_stop(stopped, {})
    return (w[:-1], w[-1]) if bias else (w, Fraction(0))


# ---------------------------------------------------------------------------------------- helpers

REPEAT = {
    "hull_distance": (("weights", "norm2", "lowest"), _hull_distance),
    "hinge": (("value", "best_value", "best_w", "best_b"), _hinge),
    "pegasos": ((), _pegasos),
}


def _signed(points, signs, bias):
    """Return yᵢ(xᵢ, 1), or yᵢxᵢ without bias."""
    _require_bool(bias)
    extra = [Fraction(1)] if bias else []
    return [[sign * value for value in x + extra] for x, sign in zip(points, signs, strict=True)]


def _require_bool(bias):
    if not isinstance(bias, bool):
        raise Refuted("'bias' must be true or false")


def _require_stop(stopped, reasons):
    """Confirm the reason to stop; the cap and an interruption claim nothing."""
    true = {"max_updates", "interrupted", *(reason for reason, holds in reasons.items() if holds is True)}
    if not isinstance(stopped, str) or stopped not in true:
        raise Refuted(f"the run does not stop by {stopped!r:.40}")


def _index(value, count, where):
    if type(value) is not int or not 0 <= value < count:
        raise Refuted(f"{where}: {value!r:.20} is no example")
    return value


def _positive(text, where):
    value = fraction(text)
    if value <= 0:
        raise Refuted(f"{where}: {text} is not above 0")
    return value
