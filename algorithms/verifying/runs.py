"""Certificates of runs of the perceptron and its relatives: each is run again, step by step, in fractions.

Main definitions:
    check                             any of them, by the algorithm that the certificate names
    check_perceptron, check_margin    perceptron, margin_perceptron: the visits in their order
    check_averaged, check_voted       averaged_perceptron, voted_perceptron: the same, with the votes
    check_batch, check_pocket, check_descent   batch_perceptron, pocket, gradient_descent
    check_kozinec                     kozinec, plain and with ε

What is confirmed: every step is the one that is due at the weights that the steps before it made, for the order or
choice that the parameters name; the weights, counts and claims of the result follow; the run ends where and why it
says. The order of a random run is written out, as the list of the examples visited.
"""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from math import lcm
from operator import mul
from typing import Any, NamedTuple

from . import Refuted, fields, fraction, fractions
from .kernels import by_algorithm, classifier, integers, mistake_rule
from .separability import examples, require_kind

Vector = Sequence[Fraction]


class State(NamedTuple):
    """A classifier (w, b)."""

    w: list[Fraction]
    b: Fraction


class Read(NamedTuple):
    """The parts of a certificate; `parameters` and `result` hold the values asked for, in that order.

    `Z` holds the examples X times `scale`, in integers, with which sums are fast.
    """

    parameters: list[Any]
    X: list[list[Fraction]]
    y: list[int]
    steps: list[Any]
    result: list[Any]
    stopped: str
    separated: bool
    Z: list[list[int]]
    scale: int

    def functional_margins(self, state: State) -> tuple[list[int], int]:
        """Return S·y(⟨w, x⟩ + b) of all examples, in integers, and S > 0."""
        w, b, multiple = self.whole(state)
        return [y * (sum(map(mul, w, z)) + b) for z, y in zip(self.Z, self.y, strict=True)], multiple

    def whole(self, state: State) -> tuple[list[int], int, int]:
        """Return t·w, t·b·scale and t·scale, all whole, so that ⟨w, x⟩ + b = (⟨t·w, z⟩ + t·b·scale)/(t·scale)."""
        ((*w, b),), t = integers([[*state.w, state.b]])
        return w, b * self.scale, t * self.scale

    def separates(self, state: State) -> bool:
        """Say whether every y(⟨w, x⟩ + b) is above 0."""
        return min(self.functional_margins(state)[0]) > 0


def check(certificate: Any) -> dict[str, Any]:
    """Return the facts that a run shows, at least {"updates", "stopped", "separated"}; raises `Refuted`."""
    return by_algorithm(certificate, CHECKERS)


# ------------------------------------------------------------------------------- visits in order


def check_perceptron(certificate: Any) -> dict[str, Any]:
    """Return {"updates", "stopped", "separated", "visits"}; raises `Refuted`."""
    read, walk = _walk(certificate, "tie", ["w", "b"])
    _require_classifier(read, walk.states[-1], *read.result[1:])
    separated = not any(map(walk.wrong_at(walk.states[-1]), range(len(read.y))))
    return _facts(read, separated) | {"visits": walk.visits}


def check_margin(certificate: Any) -> dict[str, Any]:
    """Return {"updates", "stopped", "separated", "visits"}; raises `Refuted`."""
    read, walk = _walk(certificate, "beta", ["w", "b"])
    _require_classifier(read, walk.states[-1], *read.result[1:])
    return _facts(read, read.separates(walk.states[-1])) | {"visits": walk.visits}


def check_averaged(certificate: Any) -> dict[str, Any]:
    """Return {"updates", "stopped", "separated", "visits"}, the third of the average; raises `Refuted`."""
    read, walk = _walk(certificate, "tie", ["votes", "last", "w", "b"])
    _, votes, last, w, b = read.result
    _require_votes(votes, walk)
    _require_classifier(read, walk.states[-1], *fields(last, "w", "b"))
    mean = _mean(walk)
    _require_classifier(read, mean, w, b)
    return _facts(read, read.separates(mean)) | {"visits": walk.visits}


def _mean(walk):
    total = sum(walk.votes)
    if not total:
        return walk.states[0]
    w = [
        sum((v * c for v, c in zip(walk.votes, column, strict=True)), Fraction(0)) / total
        for column in zip(*(state.w for state in walk.states), strict=True)
    ]
    return State(w, sum((v * state.b for v, state in zip(walk.votes, walk.states, strict=True)), Fraction(0)) / total)


def check_voted(certificate: Any) -> dict[str, Any]:
    """Return {"updates", "stopped", "separated", "visits"}, the third of the vote; raises `Refuted`."""
    read, walk = _walk(certificate, "tie", ["votes"])
    _require_votes(read.result[1], walk)
    scores = [0] * len(read.y)
    for votes, state in zip(walk.votes, walk.states, strict=True):
        margins, _ = read.functional_margins(state)
        scores = [score + votes * ((m > 0) - (m < 0)) for score, m in zip(scores, margins, strict=True)]
    return _facts(read, min(scores) > 0) | {"visits": walk.visits}


class Walk(NamedTuple):
    """The visits of a run made again: all its weights, the votes of each, and the rule."""

    states: list[State]
    votes: list[int]
    visits: int
    wrong_at: Callable[[State], Callable[[int], bool]]


def _walk(certificate, rule, results):
    """Return the certificate and its visits, made again; β or the rule for ties says what is a mistake."""
    names = ["bias_step", "rate", "order", "seed", "start", rule]
    stops = ("separated", "order_exhausted", "max_updates", "interrupted")
    read = _read(certificate, names, ["visits", *results], stops)
    _require_indices(read.steps, len(read.y), "steps")
    bias_step, rate, order, seed, start, given = read.parameters
    c, alpha = _bias_step(bias_step), fraction(rate)
    if alpha <= 0:
        raise Refuted(f"the rate is {alpha}, not above 0")
    visits = _visits(read, order, seed)
    mistake = _small_margin(given) if rule == "beta" else mistake_rule(given)

    def wrong_at(state):
        w, b, multiple = read.whole(state)
        return lambda i: mistake(Fraction(sum(map(mul, w, read.Z[i])) + b, multiple), read.y[i])

    def update(state, i):
        step = alpha * read.y[i]
        return State([w + step * x for w, x in zip(state.w, read.X[i], strict=True)], state.b + c * step)

    states, marks, pending = _visit(read, order, State(*classifier(start, len(read.X[0]))), visits, wrong_at, update)
    _require_end(read, order, seed, visits, marks[-1] if read.steps else 0, pending)
    votes = [until - since for since, until in pairwise([*marks, visits + 1 - pending])]
    return read, Walk(states, votes, visits, wrong_at)


def _small_margin(text):
    beta = fraction(text)
    if beta < 0:
        raise Refuted(f"beta is {beta}, below 0")
    return lambda f, y: y * f <= beta


def _visit(read, order, start, visits, wrong_at, update):
    """Return all weights, the visits at which they came to hold (from 1), and whether the last visit left a mistake."""
    states, marks, i, is_wrong = [start], [1], 0, wrong_at(start)
    for visit in range(1, visits + 1):
        i = order[visit - 1] if isinstance(order, list) else i
        mistake = is_wrong(i)
        if mistake:
            if len(states) > len(read.steps):
                if visit != visits:
                    raise Refuted(f"example {i} is a mistake at visit {visit}, and no step answers it")
                return states, marks, True
            if read.steps[len(states) - 1] != i:
                raise Refuted(f"step {len(states)}: the next mistake is example {i}, not {read.steps[len(states) - 1]}")
            states.append(update(states[-1], i))
            marks.append(visit)
            is_wrong = wrong_at(states[-1])
        elif isinstance(order, str) and visit - marks[-1] >= 2 * len(read.y):
            raise Refuted(f"{visits} visits are claimed, and the passes have no mistake from visit {marks[-1]} on")
        i = 0 if mistake and order == "first" else (i + 1) % len(read.y)
    if len(states) <= len(read.steps):
        raise Refuted(f"step {len(states)}: example {read.steps[len(states) - 1]} is no mistake up to visit {visits}")
    return states, marks, False


def _visits(read, order, seed):
    visits = read.result[0]
    if isinstance(order, list):
        _require_indices(order, len(read.y), "order")
    elif order not in ("cyclic", "first"):
        raise Refuted(f"the order is {order!r:.40}, not 'cyclic', 'first' or the list of the examples visited")
    if type(visits) is not int or (isinstance(order, list) and len(order) != visits):
        raise Refuted(f"visits = {visits!r:.40} is no count, or not the length of the order")
    if seed is not None and (type(seed) is not int or not isinstance(order, list)):
        raise Refuted(f"seed = {seed!r:.40} must be an integer, of a run whose order is written out, or null")
    return visits


def _require_end(read, order, seed, visits, last, pending):
    """Refuse a run that does not end where and why it says; its last update was at visit `last`, 0 if none."""
    size = len(read.y)
    complete = last + size if order == "first" else (-(-last // size) + 1) * size
    named = isinstance(order, str) or seed is not None
    ends = {
        "separated": named and not pending and visits == complete,
        "order_exhausted": not named and not pending,
        "max_updates": pending,
        "interrupted": not pending and (visits < complete or not named),
    }
    if not ends[read.stopped]:
        raise Refuted(f"the run of {visits} visits, the last update at visit {last}, does not end as {read.stopped!r}")


def _require_votes(given, walk):
    if given != walk.votes or any(type(vote) is not int for vote in given):
        raise Refuted(f"the votes are {walk.votes!r:.80}, not {given!r:.80}")


# ------------------------------------------------------------------------- all mistakes at once


def check_batch(certificate: Any) -> dict[str, Any]:
    """Return {"updates", "stopped", "separated"}; raises `Refuted`."""
    read = _read(certificate, ["bias_step", "rate"], ["w", "b"], ("separated", "stationary", *UNFINISHED))
    descent = _Descent(read, *read.parameters)
    descent.repeat(descent.why_stop)
    _require_classifier(read, descent.state, *read.result)
    return _facts(read, not descent.wrong())


def check_pocket(certificate: Any) -> dict[str, Any]:
    """Return {"updates", "stopped", "separated", "errors"}; raises `Refuted`."""
    stops = ("separated", "target", "patience", "stationary", *UNFINISHED)
    read = _read(certificate, ["bias_step", "rate", "patience", "target"], ["errors", "found", "w", "b"], stops)
    bias_step, rate, patience, target = read.parameters
    if type(target) is not int or target < 0 or (patience is not None and (type(patience) is not int or patience < 1)):
        raise Refuted("the target must be an integer >= 0, and the patience an integer >= 1 or null")
    descent = _Descent(read, bias_step, rate)
    best: list[Any] = [len(read.y), 0, descent.state]  # errors, found, weights

    def why_stop(wrong):
        if len(wrong) < best[0]:
            best[:] = len(wrong), descent.done, descent.state
        if best[0] <= target:
            return "target" if best[0] else "separated"
        if patience is not None and descent.done - best[1] >= patience:
            return "patience"
        return descent.why_stop(wrong)

    descent.repeat(why_stop)
    errors, found, w, b = read.result
    _require_count("errors", errors, best[0])
    _require_count("found", found, best[1])
    _require_classifier(read, best[2], w, b)
    return _facts(read, best[0] == 0) | {"errors": errors}


def check_descent(certificate: Any) -> dict[str, Any]:
    """Return {"updates", "stopped", "separated", "value"}; raises `Refuted`."""
    stops = ("separated", "gradient_zero", "gradient_undefined", *UNFINISHED)
    read = _read(certificate, ["bias_step", "rate", "criterion", "start"], ["value", "w", "b"], stops)
    bias_step, rate, criterion, start = read.parameters
    if criterion not in ("J_p", "J"):
        raise Refuted(f"the criterion is {criterion!r:.40}, not 'J_p' or 'J'")
    descent = _Descent(read, bias_step, rate, State(*classifier(start, len(read.X[0]))))

    def why_stop(wrong):
        if criterion == "J" and wrong:
            return "gradient_undefined" if descent.tie() else "gradient_zero"
        reason = descent.why_stop(wrong)
        return "gradient_zero" if reason == "stationary" else reason

    descent.repeat(why_stop)
    value, w, b = read.result
    _require_classifier(read, descent.state, w, b)
    margins, multiple = read.functional_margins(descent.state)
    loss = sum(Fraction(-m, multiple) if criterion == "J_p" else Fraction(1) for m in margins if m <= 0)
    if fraction(value) != loss:
        raise Refuted(f"the value of {criterion} at the end is {loss}, not {value!r:.60}")
    return _facts(read, not descent.wrong()) | {"value": value}


UNFINISHED = ("rates_exhausted", "max_updates", "interrupted")


class _Descent:
    """The steps w + η·Σ over the examples with y·f(x) ≤ 0, made again."""

    def __init__(self, read, bias_step, rate, start=None):
        self.read, self.c, self.rate = read, _bias_step(bias_step), rate
        self.state = start or State([Fraction(0)] * len(read.X[0]), Fraction(0))
        if not self.c and self.state.b:
            raise Refuted(f"the start has b = {self.state.b}, but bias step 0 means that there is no bias")
        if rate not in ("1/t", "listed") and fraction(rate) <= 0:
            raise Refuted(f"the rate is {rate!r:.40}, not above 0")
        self.done = 0

    def wrong(self):
        return [i for i, margin in enumerate(self.read.functional_margins(self.state)[0]) if margin <= 0]

    def total(self, wrong):
        """Return Σ y·x and Σ y over these examples."""
        signs = [self.read.y[i] for i in wrong]
        points = [self.read.Z[i] for i in wrong]
        w = [Fraction(sum(map(mul, signs, column)), self.read.scale) for column in zip(*points, strict=True)]
        return w, sum(signs)

    def why_stop(self, wrong):
        if not wrong:
            return "separated"
        w, b = self.total(wrong)
        return None if any(w) or (self.c and b) else "stationary"

    def tie(self):
        """Say whether an example is on the boundary of the weights and not at 0."""
        margins, _ = self.read.functional_margins(self.state)
        return any(m == 0 and (self.c or any(x)) for m, x in zip(margins, self.read.X, strict=True))

    def repeat(self, why_stop):
        """Make the steps again, and confirm why the run ends."""
        for step in self.read.steps:
            wrong = self.wrong()
            if reason := why_stop(wrong):
                raise Refuted(f"step {self.done + 1}: the run ends there as {reason!r}, so no step is due")
            rate, given_wrong = fields(step, "rate", "wrong")
            self._take(rate, given_wrong, wrong)
        reason = why_stop(self.wrong())
        allowed = {reason} if reason else {"max_updates", *(["rates_exhausted"] if self.rate == "listed" else [])}
        if self.read.stopped not in allowed | {"interrupted"}:
            raise Refuted(f"the run does not end as {self.read.stopped!r}: {reason or 'another step'} is due")

    def _take(self, given_rate, given_wrong, wrong):
        self.done += 1
        eta = fraction(given_rate)
        expected = {"1/t": Fraction(1, self.done), "listed": eta}.get(self.rate) or fraction(self.rate)
        if eta != expected or eta <= 0:
            raise Refuted(f"step {self.done}: its size is {eta}, not {expected}, or not above 0")
        if given_wrong != wrong or any(type(i) is not int for i in given_wrong):
            raise Refuted(f"step {self.done}: the mistakes are {wrong!r:.80}, not {given_wrong!r:.80}")
        w, b = self.total(wrong)
        self.state = State([v + eta * s for v, s in zip(self.state.w, w, strict=True)], self.state.b + eta * self.c * b)


# ------------------------------------------------------------------------ towards the nearest point


def check_kozinec(certificate: Any) -> dict[str, Any]:
    """Return {"updates", "stopped", "separated", "norm2", "least"}; raises `Refuted`.

    The distance m of the hull of the y(x, 1) from 0, where ⟨(x, s), (x', s')⟩ = ⟨x, x'⟩ + c·ss', is at most √norm2 and
    at least least/√norm2.
    """
    stops = ("separated", "eps_solution", "origin", "max_updates", "interrupted")
    names = ["bias_step", "start", "choose", "epsilon", "kappa_bits"]
    read = _read(certificate, names, ["norm2", "least", "w", "b"], stops)
    hull = _Hull(read, *read.parameters)
    for step in read.steps:
        hull.take(*fields(step, "example", "kappa"))
    if read.stopped not in {hull.why_stop() or "max_updates", "interrupted"}:
        raise Refuted(f"the run does not end as {read.stopped!r}: {hull.why_stop() or 'another step'} is due")
    norm2, least, w, b = read.result
    if (fraction(norm2), fraction(least)) != (hull.norm2(), hull.least()):
        raise Refuted("the square length of the last vector, or its least product, is another")
    _require_classifier(read, hull.classifier(), w, b)
    return _facts(read, hull.least() > 0) | {"norm2": norm2, "least": least}


class _Hull:
    """The vector N/(q·s) of a run, in integers: s·zᵢ = `Z[i]` are the examples, and r·⟨·,·⟩ the inner product."""

    def __init__(self, read, bias_step, start, choose, epsilon, kappa_bits):
        self.c = _bias_step(bias_step)
        _require_indices([start], len(read.y), "start")
        if choose not in ("first", "cyclic", "worst"):
            raise Refuted(f"the choice is {choose!r:.40}, not 'first', 'cyclic' or 'worst'")
        if kappa_bits is not None and (type(kappa_bits) is not int or kappa_bits < 2):
            raise Refuted("kappa_bits must be an integer >= 2 or null")
        self.epsilon = None if epsilon is None else fraction(epsilon)
        if self.epsilon is not None and self.epsilon <= 0:
            raise Refuted(f"epsilon is {self.epsilon}, not above 0")
        self.choose, self.bits, self.last, self.done = choose, kappa_bits, start, 0
        self.s = lcm(*(value.denominator for x in read.X for value in x))
        self.r = self.c.denominator
        extra = [self.s] if self.c else []
        self.Z = [
            [y * v for v in [*(int(value * self.s) for value in x), *extra]]
            for x, y in zip(read.X, read.y, strict=True)
        ]
        self.metric = [self.r] * len(read.X[0]) + [self.c.numerator] * len(extra)
        self.N, self.q = self.Z[start], 1

    def inner(self, u, v):
        return sum(m * a * b for m, a, b in zip(self.metric, u, v, strict=True))

    def due(self):
        """Return the products with N and the wrong examples in the order of these, which decide what is wrong."""
        products = [self.inner(self.N, z) for z in self.Z]
        order = sorted(range(len(products)), key=products.__getitem__)
        limit, unit = self._limit()

        def is_right(j):
            gap = self.inner(self.N, self.N) - self.q * products[j]
            return products[j] > 0 if self.epsilon is None else gap <= 0 or gap * gap * unit < limit

        return products, order[: bisect_left(order, True, key=is_right)]

    def _limit(self):
        """Return numbers l, u: an example is wrong if its gap g > 0 has g²·u ≥ l, which is |w| − ⟨w, z⟩/|w| ≥ ε."""
        scaled = (self.epsilon or Fraction(0)) ** 2 * self.s**2 * self.r
        return scaled.numerator * self.q**2 * self.inner(self.N, self.N), scaled.denominator

    def why_stop(self):
        if not any(self.N):
            return "origin"
        return None if self.due()[1] else "separated" if self.epsilon is None else "eps_solution"

    def take(self, example, given):
        self.done += 1
        products, wrong = self.due()
        if not any(self.N) or not wrong:
            raise Refuted(f"step {self.done}: the run ends there, so no step is due")
        following = min(wrong, key=lambda j: (j <= self.last, j))
        j = {"first": min(wrong), "worst": wrong[0], "cyclic": following}[self.choose]
        if type(example) is not int or example != j:
            raise Refuted(f"step {self.done}: example {j} is due there, not {example!r:.40}")
        kappa = fraction(given)
        self._require_kappa(kappa, products[j], self.inner(self.Z[j], self.Z[j]))
        a, b = kappa.numerator, kappa.denominator
        self.N = [(b - a) * n + a * self.q * z for n, z in zip(self.N, self.Z[j], strict=True)]
        self.q *= b
        self.last = j

    def _require_kappa(self, kappa, product, square):
        """Refuse a κ that is not the best in (0, 1], or its rounding down if that is longer than the bits allowed."""
        norm2 = self.inner(self.N, self.N)
        gap = norm2 - self.q * product
        best = min(Fraction(gap, gap - self.q * product + self.q**2 * square), Fraction(1))
        length = max(best.numerator.bit_length(), best.denominator.bit_length())
        if self.bits is None or length <= self.bits:
            if kappa != best:
                raise Refuted(f"step {self.done}: κ is not the best one in (0, 1]")
        elif not 0 <= (best - kappa) * 2 ** (self.bits - 1) <= best:
            raise Refuted(f"step {self.done}: κ is not the best one in (0, 1], rounded down to {self.bits} digits")

    def norm2(self):
        return Fraction(self.inner(self.N, self.N), (self.q * self.s) ** 2 * self.r)

    def least(self):
        return Fraction(min(self.due()[0]), self.q * self.s**2 * self.r)

    def classifier(self):
        v = [Fraction(n, self.q * self.s) for n in self.N]
        return State(v[:-1], self.c * v[-1]) if self.c else State(v, Fraction(0))


CHECKERS: dict[str, Callable[[Any], dict[str, Any]]] = {
    "perceptron": check_perceptron, "margin_perceptron": check_margin, "averaged_perceptron": check_averaged,
    "voted_perceptron": check_voted, "batch_perceptron": check_batch, "pocket": check_pocket,
    "gradient_descent": check_descent, "kozinec": check_kozinec,
}  # fmt: skip


# ----------------------------------------------------------------------------- reading and claims


def _read(certificate, parameters, result, stops):
    """Return the parts of a certificate; refuses other keys, shapes and types."""
    schema, kind, _, given, X, y, steps, claimed = fields(
        certificate, "schema", "kind", "algorithm", "parameters", "X", "y", "steps", "result"
    )
    require_kind(schema, kind, "run")
    points, signs = examples(X, y)
    updates, stopped, separated, *values = fields(claimed, "updates", "stopped", "separated", *result)
    if not isinstance(steps, list):
        raise Refuted("the steps must be a list")
    _require_count("updates", updates, len(steps))
    if stopped not in stops:
        raise Refuted(f"stopped = {stopped!r:.40} must be one of {', '.join(stops)}")
    return Read(fields(given, *parameters), points, signs, steps, values, stopped, separated, *integers(points))


def _require_indices(given, count, name):
    if any(type(i) is not int or not 0 <= i < count for i in given):
        raise Refuted(f"{name} holds {given!r:.60}, not indices from 0 to {count - 1}")


def _require_count(name, given, expected):
    if type(given) is not int or given != expected:
        raise Refuted(f"{name} is {expected}, not {given!r:.40}")


def _require_classifier(read, state, w, b):
    if (fractions(w, len(read.X[0])), fraction(b)) != state:
        raise Refuted("the steps do not end at the (w, b) of the result")


def _bias_step(text):
    c = fraction(text)
    if c < 0:
        raise Refuted(f"the bias step is {c}, below 0")
    return c


def _facts(read, separated):
    """Return what is confirmed; refuses a claim about separation that is not so."""
    if separated is not read.separated:
        raise Refuted(f"separated is {separated} in the end, not {read.separated!r:.40}")
    return {"updates": len(read.steps), "stopped": read.stopped, "separated": separated}
