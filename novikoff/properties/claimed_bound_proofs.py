"""The derivation of a claimed bound from a proved theorem, with a certificate that the kernel checks.

The script states what is known about every run of the perceptron with this bias step (R ≥ 0, lengths at most R, margin
at least γ > 0), and what the claim supposes (its hypotheses, and that its terms are defined). It says nothing else.
Further hypotheses of a theorem, such as R > 0 for the bias step R², must follow from it. Its conclusion is the claim;
its proof cites the theorem and lets the search do the rest. A bound that the kernel accepts holds in every dimension,
for any examples in any order. It also holds for both treatments of ties, since an update is made only where y(⟨w, x⟩ +
b) is at most 0. The claim is proved for every R ≥ max‖x‖ and every positive γ that is at most the margin, so in
particular for R = max‖x‖ and the margin itself. The run ends, since the theorem bounds k after any number of steps. If
the claim is that k is at most a number, the proof uses that k is a whole number: by induction k is never between j and
j + 1.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, islice, product
from math import ceil, floor
from typing import Any

from ..algorithms import perceptron
from ..algorithms.perceptron import State
from ..proofs.prover.automatic_derivations import attempt, attempts
from ..proofs.prover.strategies import STRATEGIES
from ..proofs.search import sums_of_squares, work
from ..proofs.statements.expressions import Expression, Number, Symbol, Term, is_numeral, term_of, value_of
from ..proofs.statements.perceptron_runs import perceptron_run
from ..proofs.statements.proof_script import Conclude, Have, Script, length, square, times
from ..proofs.statements.symbolic_points import Point, moves
from ..proofs.statements.term_values import name_of_product
from ..proofs.statements.vector_language import Eq, Relation, reals
from ..proofs.statements.vector_language import vectors as symbolic_vectors
from .claimed_bound_statements import BB, WW, B, Case, ClaimedBound, degrees_of, quantities_in
from .multiclass_claimed_bounds import Classes, Theorem
from .square_roots import Number as Exact
from .square_roots import root

# The theorem for each bias step; the family holds for every c = ρ² > 0.
FAMILY = "bias-step-mistake-bound"
NO_BIAS = "no-offset-bound-from-family"
LINE = "line-mistake-bound"  # of numbers
PLANE = "plane-mistake-bound-any-separator"  # without bias
AFTER_TWO = "small-radius-sharper-bound"  # with a bias, for two updates or more
Runs = Callable[[Script, ClaimedBound, Any, Any, Any], tuple[Theorem, dict[str, Any]]]
SIZE = "size"
HUNDRED = 100
DERIVING = 100_000  # units of work for an attempt, beside what its search counts
MOST_WHOLE = 200  # takes two seconds; at twice as many the search is nested too deeply
LAST = [
    s for s in STRATEGIES if s.name in ("products of three facts", "both sides squared")
] * sums_of_squares.is_there()


@dataclass(frozen=True)
class Derivation:
    """The theorem from which a claim follows, or "" for an induction over the run; the convention under which it
    applies to the runs; and a certificate. `kernel.check_book(certificate["entries"])` finds the entry "statement" of
    the certificate proved. `tried` is the number of attempts."""

    theorem: str
    convention: str
    certificate: Any
    tried: int


def derive_bound(claim: ClaimedBound, tries: int | None = None) -> Derivation | None:
    """Return a derivation of the claim from the mistake bound for its bias step; None if `tries` attempts find none.

    >>> from .claimed_bound_statements import claim
    >>> derive_bound(claim("w@w == 1 |- k <= (1 + R)**2*(1 + b**2)/gamma**2")).theorem
    'bias-step-mistake-bound'
    >>> derive_bound(claim("w@w == 1 |- k <= (1 + R**2)/gamma**2")) is None
    True
    """
    if claim.rule is not None:  # the theorems are about runs of the perceptron
        return None
    for runs, aim in product(_runs_of(claim), _targets(claim)):
        script, theorem = page_of(aim, runs)
        for tried, (steps, strategies) in enumerate(islice(_proof_attempts(script), tries), start=1):
            if work.is_over():
                return None
            work.spend(DERIVING)
            book = attempt(script, [*script.steps, *steps], strategies=strategies)
            if book and aim != claim:
                page, _ = page_of(claim, runs)
                book = attempt(page, [*page.steps, *_round_down_steps(script, steps)], strategies=strategies)
            if book:
                return Derivation(theorem, convention(claim), book, tried)
    return None


def _proof_attempts(script: Script) -> Iterator[tuple[list[Any], Sequence[Any]]]:
    """Yield steps to try after the steps of the script, with strategies for the remaining goals."""
    numbers = replace(script, names=[name for name in script.names if "[i]" not in name])  # they are tried with
    plain = chain(attempts(numbers, []), [[Conclude(tuple(_products(script)))]])
    return chain(((steps, ()) for steps in plain), [([], LAST)])


def _targets(claim: ClaimedBound) -> Iterator[ClaimedBound]:
    """Yield the claim and, if it says that k is at most a number, also k < n + 1, where the whole number n is the limit
    on k."""
    yield claim
    most = value_of(claim.right)
    if claim.left.term == "k" and most is not None:
        above = floor(most) + 1 if claim.operator == "<=" else ceil(most)
        aim = replace(claim, operator="<", right=Number(above))
        if 0 < above <= MOST_WHOLE and aim != claim:
            yield aim


def _round_down_steps(aim: Script, steps: Sequence[Any]) -> list[Any]:
    """Return steps that lead from k < n + 1, the conclusion of a script, to k ≤ n, by induction: k is never between j
    and j + 1 for j ≤ n. The fact for j + 1 after an update is the fact for j before it."""
    (strict,), p = aim.conclusions.values(), Script()
    k, n = p.real(str(strict.lhs)), int(value_of(strict.rhs) or 0) - 1
    between = {f"whole {j}": (k - j) * (k - j - 1) >= 0 for j in range(n + 1)}
    with p.induction({"counted": k >= 0, **between}):
        p.have("more", k + 1 >= 0, "counted")
        p.have("more than one", (k + 1) * k >= 0, "counted", "counted * counted")
        p.conclude("more", "more than one", *between)
    below = Have("below", strict, steps=[*steps] or None)
    return [below, *p.steps, Conclude((times("below"), f"whole {n}", "below"))]


def sharpness_ratio(claim: ClaimedBound, proof: Derivation, largest: Case | None) -> tuple[Exact, Exact] | None:
    """Return bounds on the ratio of the proved bound to the sharp bound, which is the least true multiple of the proved
    bound. Returns None if the claim is not a bound on k, or no data are known. Exact data with k/bound = s show that
    the ratio is at most 1/s. It is 1/s if s times the bound can be derived as well, in no more attempts. Otherwise the
    lower bound comes from the largest number of hundredths that can be derived.

    >>> from .claimed_bound_statements import claim
    >>> twice = claim("w@w == 1 |- k <= 2*R**2/gamma**2", bias_step=Fraction(0))
    >>> sharpness_ratio(twice, derive_bound(twice), twice.at([[1]], [1], [1], 0, 1))
    (Fraction(2, 1), Fraction(2, 1))
    """
    powers = degrees_of(claim.left, {"k": 1})
    is_linear = powers is not None and {*powers.parts} == {1} and "k" not in quantities_in(claim.right)
    if largest is None or not largest.ratio or not is_linear:
        return None
    share = largest.ratio
    most = 1 / share

    def is_proved(times: Fraction) -> bool:
        smaller = Number(1 / times) * claim.right
        return derive_bound(replace(claim, right=smaller, operator="<="), proof.tried) is not None

    if most == 1 or (isinstance(most, Fraction) and is_proved(most)):
        return most, most
    low, high = HUNDRED, floor(float(most) * HUNDRED) + 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if is_proved(Fraction(middle, HUNDRED)) else (low, middle)
    return Fraction(low, HUNDRED), most


def contradiction(claim: ClaimedBound) -> Any | None:
    """Return a certificate that no examples, or no runs on them, meet the claim's hypotheses, by deriving −1 ≥ 0 from
    them; None if there is none.

    >>> from .claimed_bound_statements import claim
    >>> [contradiction(claim(f"R < 1, R {operator} 1 |- k <= 0")) is None for operator in (">=", "!=")]
    [False, True]
    """
    p, gamma, R, step = _begin_page(claim)
    if claim.several:
        W, B, _ = p.reals("W B m")
        _suppose(p, claim, R, step, {WW: W, BB: B})
        p.assume({"weights": W >= 0, "offsets": B >= 0})
        vectors = []
    else:
        w, b = p.vector("w*"), p.real("b*") if claim.bias_step else 0
        _suppose(p, claim, R, step, {})
        _have_reach(p, w, b, gamma, R, step)
        vectors = [w, *symbolic_vectors("z")]
    if "k" in quantities_in(*(side for r in (*claim.hypotheses, *claim.senses) for side in (r.lhs, r.rhs))):
        p.assume({"counter": p.real("k") >= 0, **_whole_numbers(claim, {"k"})})
    p.conclusions["contradiction"] = Relation(Number(-1), ">=", Number(0))
    ways = chain(((steps, ()) for steps in attempts(p, vectors)), [((), LAST)])
    found = next((b for steps, more in ways if (b := attempt(p, [*p.steps, *steps], strategies=more))), None)
    for runs in _runs_of(claim) if not found and claim.rule is None else ():  # no run of this kind meets them
        p, _ = page_of(claim, runs)
        p.conclusions = {"contradiction": Relation(Number(-1), ">=", Number(0))}
        if found := attempt(p, p.steps, strategies=LAST):
            break
    return found


def _have_reach(p: Script, w: Any, b: Any, gamma: Any, R: Any, step: Any) -> None:
    """Assume a signed example z = yx, which exists. Add steps that its margin is at most D·‖(w, b/ρ)‖ or, without bias,
    R·‖w‖, by Cauchy–Schwarz."""
    z, y = p.vector("z"), p.real("y₀")
    p.assume({"label₀": Eq(y**2, 1), "length₀": z @ z <= R**2, "margin₀": z @ w + y * b >= gamma})
    p.have("margin square", gamma**2 <= (z @ w + y * b) ** 2, "margin₀ * margin₀", "margin₀ * positive")
    p.use("cauchy-schwarz", {"u": w, "v": z}, name="product")
    p.have("weights", w @ w >= 0, length(w))
    if not isinstance(b, Expression):
        p.have("reach of a margin", gamma**2 <= R**2 * (w @ w), "margin square", "product", "weights * length₀")
        return
    size = step**2 * (w @ w) + b**2
    p.have("step square", step**2 >= 0, square(step))
    p.have("size", size >= 0, square(b), length(step * w))
    p.have("lifted", step**2 * (z @ w + y * b) ** 2 <= (z @ z + step**2) * size, "product * step square", "label₀",
           length(b * z - step**2 * y * w))
    p.have("reach of a margin", step**2 * gamma**2 <= (R**2 + step**2) * size, "margin square * step square",
           "lifted", "size * length₀")


def page_of(claim: ClaimedBound, runs: Runs | None = None) -> tuple[Script, str]:
    """Return the claim as a script about every run, or every run of this kind, and the theorem that its proof cites
    first."""
    p, gamma, R, step = _begin_page(claim)
    theorem, put = (runs or next(_runs_of(claim)))(p, claim, gamma, R, step)
    for name, r in p.assumptions.items():
        size = value_of(r.rhs)
        if r.operator == "==" and size == 1:  # norm(w) == 1 is stronger when squared
            p.have(f"{name} squared", Eq(r.lhs**2, 1), name)
        elif r.lhs.term == "R" and r.operator == "<=" and size is not None and size >= 0:
            p.have(f"{name} squared", Relation(R**2, "<=", Number(size**2)), "reach", name)
    if theorem.id:
        p.use(theorem.id, theorem.put, name="theorem", inputs=theorem.inputs)
    p.mentions += [_substitute(e, put) for e in claim.mentions]
    p.conclusions["conclusion"] = Relation(_substitute(claim.left, put), claim.operator, _substitute(claim.right, put))
    return p, theorem.id


def _runs_of(claim: ClaimedBound) -> Iterator[Runs]:
    """Yield the kinds of runs that theorems are about: all runs; runs on vectors of a plane, where the bias is a
    coordinate; and runs with a bias from the second update on. Other kinds need no theorem: runs on one example, on
    numbers, and on examples that are 0, and runs from 0 without an update, because a score of 0 counts as correct."""
    yield _multiclass_run if claim.several else _binary_run
    if claim.several:
        if claim.several.name == Classes.name and claim.tie == "correct":
            yield _multiclass_run_without_update
        return
    said = [_name_on_left(r) for r in claim.hypotheses]

    def at_most(names: tuple[str, ...], least_too_many: int) -> bool:
        return any(name in names and _leaves_below(least_too_many, *size) for name, *size in said)

    if at_most(("d",), 2 if claim.bias_step else 3):
        yield _in_the_plane
    if at_most(("n",), 2):
        yield _run_on_one_example
    if at_most(("d",), 2) and not claim.bias_step:
        yield _run_on_numbers
    if claim.bias_step and any(name == "k" and _exceeds_one(operator, size) for name, operator, size in said):
        yield _run_after_two
    if claim.bias_step != "R2":
        yield _run_with_an_example
        if claim.bias_step and any(name in ("R", "R**2") and _leaves_below(1, operator, size) and size == 0
                                   for name, operator, size in said):
            yield _run_on_zeros
    if claim.tie == "correct":
        yield _run_without_update


def _name_on_left(r: Relation) -> tuple[str, str, Any]:
    """Return the relation with a name on its left side, if one of its sides is a name."""
    mirrored = {"<=": ">=", "<": ">", ">=": "<=", ">": "<"}
    left, operator, right = r.lhs, r.operator, r.rhs
    if isinstance(right.term, str) and not is_numeral(right.term):
        left, operator, right = right, mirrored.get(operator, operator), left
    return str(left), operator, value_of(right)


def _leaves_below(most: int, operator: str, size: Any) -> bool:
    """Return whether an integer in this relation to `size` must be less than `most`."""
    return size is not None and (size < most if operator in ("==", "<=") else operator == "<" and size <= most)


def _exceeds_one(operator: str, size: Any) -> bool:
    """Return whether an integer in this relation to `size` must be greater than 1."""
    return size is not None and (size > 1 if operator in ("==", ">=") else operator == ">" and size >= 1)


def _run_with_an_example(p: Script, claim: ClaimedBound, gamma: Any, R: Any,
                         step: Any) -> tuple[Theorem, dict[str, Any]]:
    """Add a run of the perceptron, and an example, which shows that the theorem's bound is at least 1."""
    made, (w,), b = _binary_run(p, claim, gamma, R, step), symbolic_vectors("w*"), Symbol(B) if claim.bias_step else 0
    _have_reach(p, w, b, gamma, R, step)
    most = (R**2 + step**2) * (w @ w + b**2 / step**2) if claim.bias_step else R**2 * (w @ w)
    p.have(f"{SIZE} of the bound", most / gamma**2 - 1 >= 0, f"reach of a margin * {SIZE} 1")
    return made


def _binary_run(p: Script, claim: ClaimedBound, gamma: Any, R: Any, step: Any) -> tuple[Theorem, dict[str, Any]]:
    ws, bs = p.vector("w*"), p.real("b*")
    bs = bs if claim.bias_step else 0
    _suppose(p, claim, R, step, {})
    run = perceptron_run(p, bias_step=step**2)
    run.examples(length=run.x @ run.x <= R**2, margin=run.y * (run.x @ ws + bs) >= gamma)
    _have_facts(p, claim, run.k, ws, bs, gamma, R)
    theorem = FAMILY if claim.bias_step else NO_BIAS
    return Theorem(theorem, {"ρ": step, **({"α": 1} if claim.bias_step else {})}), {}


def _in_the_plane(p: Script, claim: ClaimedBound, gamma: Any, R: Any, step: Any) -> tuple[Theorem, dict[str, Any]]:
    """Add a run on numbers, or without bias on vectors of ℝ², whose coordinates are numbers."""
    names = ("w", "w*", "x") if claim.bias_step else ("w₁ w₂", "v₁ v₂", "x₁ x₂")
    w, ws, x = (Point(*map(p.real, each.split())) for each in names)
    b, bs, k, y = p.reals("b b* k y")
    b, bs = (b, bs) if claim.bias_step else (0, 0)
    put = {WW: ws @ ws, B: bs}
    _suppose(p, claim, R, step, put)
    after = perceptron.update(State(w, b), x, y, bias_step=step**2)
    p.run([*moves(w, 0 * ws, after.w), *([(b, 0, after.b)] if claim.bias_step else []), (k, 0, k + 1)],
          [y, *x.coordinates],
          {**_example(x, y, ws, bs, gamma, R), "mistake": perceptron.mistake_condition(State(w, b), x, y)})
    _have_facts(p, claim, k, ws, bs, gamma, R)
    if claim.bias_step:
        return Theorem(LINE, {"ρ": step}), put
    return Theorem(PLANE, {}, dict(zip(("z₁", "z₂"), (y * x).coordinates, strict=True))), put


def _run_after_two(p: Script, claim: ClaimedBound, gamma: Any, R: Any, step: Any) -> tuple[Theorem, dict[str, Any]]:
    """Add a run of the perceptron with a bias, after its first two updates."""
    ws, x1, x2 = p.vectors("w* x₁ x₂")
    bs, y1, y2 = p.reals("b* y₁ y₂")
    _suppose(p, claim, R, step, {})
    for place, x, y in (("₁", x1, y1), ("₂", x2, y2)):
        p.assume(_example(x, y, ws, bs, gamma, R, place))
    first = perceptron.update(State(0 * x1, 0), x1, y1, bias_step=step**2)
    second = perceptron.update(first, x2, y2, bias_step=step**2)
    p.assume({"mistake₂": perceptron.mistake_condition(first, x2, y2)})
    w, x = p.vectors("w x")
    b, k, y = p.reals("b k y")
    after = perceptron.update(State(w, b), x, y, bias_step=step**2)
    p.run([(w, second.w, after.w), (b, second.b, after.b), (k, 2, k + 1)], [x, y],
          {**_example(x, y, ws, bs, gamma, R), "mistake": perceptron.mistake_condition(State(w, b), x, y)})
    _have_facts(p, claim, k, ws, bs, gamma, R)
    return Theorem(AFTER_TWO, {"ρ": step}), {}


def _run_on_zeros(p: Script, claim: ClaimedBound, gamma: Any, R: Any, step: Any) -> tuple[Theorem, dict[str, Any]]:
    """Add a run of the perceptron with a bias for R = 0, where each example is 0, and prove that it makes at most one
    update."""
    ws, (bs, b, k, y) = p.vector("w*"), p.reals("b* b k y")
    _suppose(p, claim, R, step, {})
    zero = 0 * ws
    after = perceptron.update(State(zero, b), zero, y, bias_step=step**2)
    p.run([(b, 0, after.b), (k, 0, k + 1)], [y], {
        "label": Eq(y**2, 1), "margin": y * bs >= gamma, "mistake": y * b <= 0,
    })
    _have_inverse(p, k, gamma)
    _have_sizes(p, ws, bs, gamma, R)
    p.have("area", step**2 * gamma > 0, *["step * step * positive"] * ("step" in p.assumptions), "positive")
    with p.induction(along=b * bs >= k * step**2 * gamma, once=k <= 1, far=k * gamma**2 <= bs**2):
        p.have("ahead", y * bs >= 0, "margin", "positive")
        p.have("against", b * bs <= 0, "mistake * ahead", "label")
        p.have("first", k <= 0, "along", "against", times("area"))
        p.have("long", bs**2 >= gamma**2, "margin * margin", "margin * positive", "label")
        p.conclude()
    p.have("theorem", k <= 1, "once")
    p.have(f"{SIZE} of the offset", bs**2 / gamma**2 - k >= 0, f"far * {SIZE} 1")
    return Theorem("", {}), {}


def _run_on_one_example(p: Script, claim: ClaimedBound, gamma: Any, R: Any,
                        step: Any) -> tuple[Theorem, dict[str, Any]]:
    """Add a run of the perceptron on a single example, and prove that it makes at most one update."""
    ws, w, x = p.vectors("w* w x")
    bs, b, k, y = p.reals("b* b k y")
    bs = bs if claim.bias_step else 0
    _suppose(p, claim, R, step, {})
    p.assume(_example(x, y, ws, bs, gamma, R))
    after = perceptron.update(State(w, b), x, y, bias_step=step**2)
    p.run([(w, 0 * x, after.w), (b, 0, after.b), (k, 0, k + 1)], [],
          {"mistake": perceptron.mistake_condition(State(w, b), x, y)})
    _have_facts(p, claim, k, ws, bs, gamma, R)
    if claim.bias_step:
        p.have("area", x @ x + step**2 > 0, length(x), *["step * step"] * (claim.bias_step not in (0, 1)))
    else:
        _have_length(p, ws, x, y)
    with p.induction(along=Eq(w @ x, k * y * (x @ x)), offset=Eq(b, k * step**2 * y), once=k <= 1):
        p.have("score", k * (x @ x + step**2) <= 0, "mistake", "along", "offset", "label")
        p.have("first", k <= 0, "score", times("area"))
        p.conclude()
    p.have("theorem", k <= 1, "once")
    return Theorem("", {}), {}


def _have_length(p: Script, ws: Any, x: Any, y: Any) -> None:
    """Add the step ‖x‖² > 0 for an example with a margin, without bias."""
    p.use("cauchy-schwarz", {"u": ws, "v": x}, name="product₁")
    with p.proving("area", x @ x > 0):
        p.suppose_not("short")
        p.have("weights", ws @ ws >= 0, length(ws))
        p.have("none", Eq(ws @ x, 0), "product₁", "weights * short")
        p.have("never", Eq(0 * y, 1), "none", "margin", "positive")
        p.conclude("never")


def _run_on_numbers(p: Script, claim: ClaimedBound, gamma: Any, R: Any, step: Any) -> tuple[Theorem, dict[str, Any]]:
    """Add a run of the perceptron without bias on numbers, and prove that it makes at most one update."""
    ws, w, x, k, y = p.reals("w* w x k y")
    put = {WW: ws**2}
    _suppose(p, claim, R, step, put)
    after = w + y * x
    p.run([(w, 0, after), (k, 0, k + 1)], [x, y], {
        "label": Eq(y**2, 1), "length": x**2 <= R**2, "margin": y * x * ws >= gamma, "mistake": y * x * w <= 0,
    })
    _have_inverse(p, k, gamma)
    with p.induction(along=w * ws >= k * gamma, once=k <= 1):
        p.have("ahead", y * x * ws >= 0, "margin", "positive")
        p.have("against", x**2 * (w * ws) <= 0, "mistake * ahead", "label")
        p.have("far", x**2 * ws**2 > 0, "margin * margin", "margin * positive", "positive * positive", "label")
        with p.proving("long", x**2 > 0):
            p.suppose_not("short")
            p.have("square", ws**2 >= 0, square(ws))
            p.have("never", x**2 * ws**2 <= 0, "short * square")
            p.conclude("far", "never")
        p.have("area", x**2 * gamma > 0, "long * positive")
        p.have("first", k <= 0, "along * long", "against", times("area"))
        p.conclude()
    p.have("theorem", k <= 1, "once")
    return Theorem("", {}), put


def _multiclass_run_without_update(p: Script, claim: ClaimedBound, gamma: Any, R: Any,
                                   step: Any) -> tuple[Theorem, dict[str, Any]]:
    """Add a run of the perceptron of several classes that updates where a score is below another, and prove that it
    makes no update."""
    _, put = _multiclass_run(p, claim, gamma, R, step, strict=True)
    (w, x), (tau, b) = symbolic_vectors("w[i] x"), reals("τ[i] b[i]")
    b = b if claim.bias_step else 0
    zero = {"zero": Eq(b, 0)} if claim.bias_step else {}
    with p.induction({"still": Eq(w @ w, 0), "none": Eq(put["k"], 0), **zero}):
        p.have("long", (x @ x + 1) * (w @ x) ** 2 >= 0, square(w @ x), length((w @ x) * x))
        p.have("short", (x @ x + 2) * (w @ x) ** 2 <= 0, length((x @ x + 1) * w - (w @ x) * x), "still")
        p.have("product", Eq(w @ x, 0), "short", "long")
        p.have("score", Eq(tau * (w @ x + b), 0), "product", *zero)
        p.sum("score", "scores")
        p.have("never", Eq(0 * gamma, 1), "scores", "mistake")
        p.conclude("never", "still", "none")
    p.have("theorem", put["k"] <= 0, "none")
    return Theorem("", {}), put


def _run_without_update(p: Script, claim: ClaimedBound, gamma: Any, R: Any,
                        step: Any) -> tuple[Theorem, dict[str, Any]]:
    """Add a run of the perceptron that updates at scores below 0, and prove that it makes no update."""
    ws, w, x = p.vectors("w* w x")
    bs, b, k, y = p.reals("b* b k y")
    _suppose(p, claim, R, step, {})
    after = perceptron.update(State(w, b), x, y, bias_step=step**2)
    mistake = perceptron.mistake_condition(State(w, b), x, y)
    p.run([(w, 0, after.w), (b, 0, after.b), (k, 0, k + 1)], [x, y], {
        "label": Eq(y**2, 1), "mistake": Relation(mistake.lhs, "<", mistake.rhs),
    })
    _have_inverse(p, k, gamma)
    _have_sizes(p, ws, bs if claim.bias_step else 0, gamma, R)
    with p.induction(still=Eq(w, 0 * w), zero=Eq(b, 0), none=Eq(k, 0)):
        p.use("cauchy-schwarz", {"u": w, "v": x}, name="product")
        p.have("score", Eq(w @ x, 0), "product", "still")
        p.have("never", Eq(0 * k, 1), "score", "zero", "mistake")
        p.conclude("never", "still", "zero", "none")
    p.have("theorem", k <= 0, "none")
    return Theorem("", {}), {}


def _example(x: Any, y: Any, ws: Any, bs: Any, gamma: Any, R: Any, place: str = "") -> dict[str, Any]:
    """Return the facts about an example (x, y): its label, its length and its margin."""
    return {f"label{place}": Eq(y**2, 1), f"length{place}": x @ x <= R**2, f"margin{place}": y * (x @ ws + bs) >= gamma}


def _have_facts(p: Script, claim: ClaimedBound, k: Any, ws: Any, bs: Any, gamma: Any, R: Any) -> None:
    """Add the steps k ≥ 0, 1/γ > 0, R > 0 for the bias step R², and that no size is negative; w* is a vector, or a
    point with coordinates."""
    _have_inverse(p, k, gamma)
    if claim.bias_step == "R2":
        _have_step(p, ws, bs, gamma, R)
    _have_sizes(p, ws, bs, gamma, R)


def _have_sizes(p: Script, ws: Any, bs: Any, gamma: Any, R: Any) -> None:
    """Add the steps that no size, divided by γ², is negative."""

    def long(factor: Any) -> list[Any]:
        """Return reasons why the square length of a multiple of w* is not negative."""
        return [square(factor * c) for c in ws.coordinates] if isinstance(ws, Point) else [length(factor * ws)]

    sizes = {"1": (1, [square(1 / gamma)]), "b": (bs**2, [square(bs / gamma)]), "w": (ws @ ws, long(1 / gamma)),
             "R": (R**2, [square(R / gamma)]), "Rb": (R**2 * bs**2, [square(R * bs / gamma)]),
             "Rw": (R**2 * (ws @ ws), long(R / gamma))}
    for name, (size, why) in sizes.items():
        p.have(f"{SIZE} {name}", size / gamma**2 >= 0, *why)


def _multiclass_run(p: Script, claim: ClaimedBound, gamma: Any, R: Any, step: Any, *,
                    strict: bool = False) -> tuple[Theorem, dict[str, Any]]:
    assert claim.several is not None
    theorem, k, weights, offsets = claim.several.page(p, gamma, R, step, strict)
    put = {"k": k, WW: weights, BB: offsets}
    _suppose(p, claim, R, step, put)
    _have_inverse(p, k, gamma)
    p.have("square R", R**2 >= 0, square(R))
    p.have(f"{SIZE} 1", 1 / gamma**2 >= 0, square(1 / gamma))
    p.have(f"{SIZE} R", R**2 / gamma**2 >= 0, square(R / gamma))
    for name, size in (("weights", weights), ("offsets", offsets))[: 2 if claim.bias_step else 1]:
        p.have(f"{SIZE} {name}", size / gamma**2 >= 0, f"{name} * {SIZE} 1")
        p.have(f"{SIZE} R {name}", R**2 * size / gamma**2 >= 0, f"square R * {SIZE} {name}")
        p.have(f"{SIZE} m {name}", (Symbol("m") - 2) * size / gamma**2 >= 0, f"several * {SIZE} {name}")
    return theorem, put


def _have_inverse(p: Script, k: Any, gamma: Any) -> None:
    """Add the steps k ≥ 0 and 1/γ > 0."""
    with p.induction(counter=k >= 0):
        p.conclude("counter")
    p.have("inverse", 1 / gamma > 0, "positive")


def _have_step(p: Script, ws: Any, bs: Any, gamma: Any, R: Any) -> None:
    """Add the step R > 0. For vectors there is an example, and if all examples are 0, then γ² ≤ b², which the
    hypotheses must exclude, because no run ends there."""
    if isinstance(ws, Point):
        p.have("step", R > 0)
        return
    z, y = p.vector("z"), p.real("y₀")
    p.assume(_example(z, y, ws, bs, gamma, R, "₀"))
    p.use("cauchy-schwarz", {"u": ws, "v": z}, name="product₀")
    with p.proving("step", R > 0):
        p.suppose_not("points")
        p.have("point", Eq(R, 0), "points", "reach")
        p.have("short", z @ z <= 0, "length₀", "point")
        p.have("weights", ws @ ws >= 0, length(ws))
        p.have("none", Eq(ws @ z, 0), "product₀", "weights * short")
        p.have("offset", y * bs >= gamma, "margin₀", "none")
        p.have("far", bs**2 >= gamma**2, "offset * offset", "offset * positive", "label₀")
        p.conclude()


def _begin_page(claim: ClaimedBound) -> tuple[Script, Any, Any, Any]:
    """Return a script that assumes γ > 0, R ≥ 0 and the bias step, with γ, R and ρ, where ρ² = c is the bias step."""
    p = Script()
    gamma, R = p.reals("γ R")
    p.assume(positive=gamma > 0, reach=R > 0 if claim.several else R >= 0)  # of two classes not all examples are 0
    return p, gamma, R, _bias_step(p, claim, R)


def _suppose(p: Script, claim: ClaimedBound, R: Any, step: Any, put: dict[str, Any]) -> None:
    """Assume the hypotheses of the claim, and that its terms are defined."""
    supposed = (*claim.hypotheses, *claim.senses)
    used = quantities_in(claim.left, claim.right, *(side for r in supposed for side in (r.lhs, r.rhs)))
    for name in sorted({"n", "d"} & used):
        p.assume({f"{name}-positive": p.real(name) >= 1})
    p.assume(_whole_numbers(claim, {"n", "d", "m"}))
    if claim.several:  # each class has an example
        m = Symbol("m")
        p.assume({"several": m >= 2, **({"each": Symbol("n") >= m} if "n" in used else {})})
    if "D" in used:
        D = p.real("D")
        p.assume({"diameter": D >= 0, "diameter-square": Eq(D**2, R**2 + step**2)})
    for name, relations in (("hypothesis", claim.hypotheses), ("sense", claim.senses)):
        p.assume({f"{name}{i}": Relation(_substitute(r.lhs, put), r.operator, _substitute(r.rhs, put))
                  for i, r in enumerate(relations, 1)})


def _whole_numbers(claim: ClaimedBound, names: set[str]) -> dict[str, Relation]:
    """Return facts that none of these names, which the hypotheses compare with numbers, is between whole numbers
    there."""
    sizes = {(name, floor(size)) for name, _, size in map(_name_on_left, claim.hypotheses)
             if name in names and size is not None}
    return {f"{name} is whole at {j}": (Symbol(name) - j) * (Symbol(name) - j - 1) >= 0 for name, j in sorted(sizes)}


def _substitute(e: Expression, put: dict[str, Any]) -> Expression:
    """Return an expression of the claim with the names of the script."""
    terms = {name: term_of(of) for name, of in put.items()}

    def substitute(term: Term) -> Term:
        if isinstance(term, str):
            return terms.get(term, term)
        named = terms.get(name_of_product(*term[1:])) if term[0] == "@" else None
        return named or (term[0], *map(substitute, term[1:]))

    return Expression(substitute(e.term))


def _bias_step(p: Script, claim: ClaimedBound, R: Any) -> Any:
    """Return ρ with ρ² = c, as a term of the script."""
    c = claim.bias_step
    if c == "R2":
        return R
    if c in (0, 1):
        return Number(c)
    if isinstance(root(c), Fraction):
        return Number(root(c))
    rho = p.real("ρ")
    p.assume(step=rho > 0, value=Eq(rho**2, Number(c)))
    p.have("step-inverse", Eq(1 / rho**2, Number(1 / c)), "value")
    return rho


def _products(p: Script) -> Iterator[Any]:
    """Yield the theorem, and each inequality times sizes that are not negative."""
    yield "theorem"
    sizes = [step.name for step in p.steps if isinstance(step, Have) and step.name.startswith(SIZE)]
    yield from sizes
    for name, r in p.assumptions.items():
        yield name
        if r.operator not in ("==", "!="):
            yield from (f"{name} * {size}" for size in sizes)
    for step in p.steps:
        if isinstance(step, Have) and step.name.endswith("squared"):
            yield step.name
            yield from (f"{step.name} * {size}" for size in sizes)


def convention(claim: ClaimedBound) -> str:
    """Return the convention of the runs as text.

    >>> from .claimed_bound_statements import claim
    >>> convention(claim("k <= 1", bias_step="R2"))
    'perceptron from 0, bias step R², a score of 0 counts as mistake'
    """
    step = {"R2": "bias step R²", 0: "no bias"}.get(claim.bias_step, f"bias step {claim.bias_step}")
    if claim.several:
        return f"{claim.several.name} from 0, {step}, {claim.several.convention(claim.tie)}"
    if claim.rule is not None:
        step = "no bias" if not claim.rule.bias else "with bias"
    tie = {"mistake": "as mistake", "correct": "as correct", "positive": "as +1", "negative": "as −1"}[claim.tie]
    runs = "perceptron" if claim.rule is None else claim.rule.name
    return f"{runs} from 0, {step}, a score of 0 counts {tie}"
