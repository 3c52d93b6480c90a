"""Does a claimed bound follow from a proved theorem? If so, a certificate that the kernel checks.

Main definitions:
    derived, Derivation    the claim as a statement about every run, with the theorem as its first step
    times_sharp            how much larger the claimed bound is than it need be
    contradiction          a certificate that no examples meet its hypotheses

The page says of a run of the perceptron with this bias step what is known of every such run (R ≥ 0, lengths at most
R, margin at least γ > 0), and what the claim supposes (its hypotheses, and that its terms have a meaning). It says
nothing else, so that what a theorem needs besides, such as R > 0 for the bias step R², has to follow. Its conclusion is
the claim; its proof cites the theorem and lets the search do the rest. What the kernel accepts holds in every
dimension, for any examples, in any order, and whatever a score of 0 is, as an update is made only where y(⟨w, x⟩ + b)
is at most 0. The claim is proved for every R ≥ max‖x‖ and every positive γ that is at most the margin, so for the very
R and γ that it speaks of. The run ends, since the theorem bounds k after any number of steps.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, islice
from math import floor
from typing import Any

from sympy import Eq, Integer, Rational, Symbol

from ..proofs.adhoc.attempts import attempt, attempts
from ..proofs.statements.language import Relation, Vector
from ..proofs.statements.runs import perceptron_run
from ..proofs.statements.script import Conclude, Have, Script, length, square
from .claimed import Case, ClaimedBound, names_in
from .surds import Number, root

# The theorem for each bias step; the family holds for every c = ρ² > 0.
FAMILY = "bias-step-mistake-bound"
NO_BIAS = "no-offset-bound-from-family"
SIZE = "size"
HUNDRED = 100


@dataclass(frozen=True)
class Derivation:
    """The theorem from which a claim follows, the convention under which it speaks of the runs, and a certificate.

    `certificate` is a book: `kernel.check_book(certificate["entries"])` finds its entry "statement" proved. `tried`
    says how many attempts were made.
    """

    theorem: str
    convention: str
    certificate: Any
    tried: int


def derived(claim: ClaimedBound, tries: int | None = None) -> Derivation | None:
    """A derivation of the claim from the mistake bound for its bias step, or None if none is found, by so many tries.

    >>> from .claimed import claim
    >>> derived(claim("w@w == 1 |- k <= (1 + R)**2*(1 + b**2)/gamma**2")).theorem
    'bias-step-mistake-bound'
    >>> derived(claim("w@w == 1 |- k <= (1 + R**2)/gamma**2")) is None
    True
    """
    if claim.rule is not None:  # the theorems are about runs of the perceptron
        return None
    script, theorem = page_of(claim)
    ways = chain(attempts(script, []), [[Conclude(tuple(_products(script)))]])
    for tried, steps in enumerate(islice(ways, tries), start=1):
        if book := attempt(script, [*script.steps, *steps]):
            return Derivation(theorem, convention(claim), book, tried)
    return None


def times_sharp(claim: ClaimedBound, proof: Derivation, largest: Case | None) -> tuple[Number, Number] | None:
    """How many times the sharp bound this proved one is, from both sides: the sharp one is its least multiple that is
    true of the same data. None if the claim is no bound on k itself, or no data are known.

    Exact data with k/bound = s say that it is at most 1/s times the sharp one. It is that if s times the bound can be
    derived as well, in no more tries; else the largest number of hundredths is taken for which that can be done.

    >>> from .claimed import claim
    >>> twice = claim("w@w == 1 |- k <= 2*R**2/gamma**2", bias_step=Fraction(0))
    >>> times_sharp(twice, derived(twice), twice.at([[1]], [1], [1], 0, 1))
    (Fraction(2, 1), Fraction(2, 1))
    """
    k = Symbol("k")
    if largest is None or not largest.ratio or (claim.left / k).has(k) or claim.right.has(k):
        return None
    share = largest.ratio
    most = 1 / share

    def proved(times: Fraction) -> bool:
        smaller = Rational(times.denominator, times.numerator) * claim.right
        return derived(replace(claim, right=smaller, operator="<="), proof.tried) is not None

    if most == 1 or (isinstance(most, Fraction) and proved(most)):
        return most, most
    low, high = HUNDRED, floor(float(most) * HUNDRED) + 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if proved(Fraction(middle, HUNDRED)) else (low, middle)
    return Fraction(low, HUNDRED), most


def contradiction(claim: ClaimedBound) -> Any | None:
    """A certificate that no examples meet the claim's hypotheses: −1 ≥ 0 follows from them; or None.

    >>> from .claimed import claim
    >>> [contradiction(claim(f"R < 1, R {operator} 1 |- k <= 0")) is None for operator in (">=", "!=")]
    [False, True]
    """
    p, w, b, gamma, R, _ = _supposed(claim)
    if "k" in names_in(*(side for r in (*claim.hypotheses, *claim.senses) for side in (r.lhs, r.rhs))):
        p.assume(counter=p.real("k") >= 0)
    z, y = p.vector("z"), p.real("y")  # y·x of some example, since there is one
    p.assume(label=Eq(y**2, 1), length=z @ z <= R**2, margin=z @ w + y * b >= gamma)
    p.conclusions["contradiction"] = Relation(Integer(-1), ">=", Integer(0))
    return next((book for steps in attempts(p, [w, z]) if (book := attempt(p, [*p.steps, *steps]))), None)


def page_of(claim: ClaimedBound) -> tuple[Script, str]:
    """The claim as a page about every run, and the theorem that its proof cites first."""
    p, ws, bs, gamma, R, step = _supposed(claim)
    run = perceptron_run(p, bias_step=step**2)
    run.examples(length=run.x @ run.x <= R**2, margin=run.y * (run.x @ ws + bs) >= gamma)
    with p.induction(counter=run.k >= 0):
        p.conclude("counter")
    if claim.bias_step == "R2":
        p.have("step", R > 0)  # from the hypotheses, or the theorem does not apply: for R = 0 no run need end
    p.have("inverse", 1 / gamma > 0, "positive")
    sizes = {"1": (1, square(1 / gamma)), "b": (bs**2, square(bs / gamma)), "w": (ws @ ws, length(ws / gamma)),
             "R": (R**2, square(R / gamma)), "Rb": (R**2 * bs**2, square(R * bs / gamma)),
             "Rw": (R**2 * (ws @ ws), length(R * ws / gamma))}  # fmt: skip
    for name, (size, why) in sizes.items():
        p.have(f"{SIZE} {name}", size / gamma**2 >= 0, why)
    for name, r in p.assumptions.items():
        if r.operator == "==" and r.rhs == 1:  # norm(w) == 1 says more when squared
            p.have(f"{name} squared", Eq(r.lhs**2, 1), name)
        elif r.lhs == R and r.operator == "<=" and r.rhs.is_Rational and r.rhs >= 0:
            p.have(f"{name} squared", Relation(R**2, "<=", r.rhs**2), "radius", name)
    theorem = FAMILY if claim.bias_step else NO_BIAS
    p.use(theorem, {"ρ": step, **({"α": 1} if claim.bias_step else {})}, name="theorem")
    p.mentions += claim.mentions
    p.conclusions["conclusion"] = Relation(claim.left, claim.operator, claim.right)
    return p, theorem


def _supposed(claim: ClaimedBound) -> tuple[Script, Vector, Any, Any, Any, Any]:
    """A page with what the claim supposes: hypotheses, and terms with a meaning; w*, b*, γ, R, and ρ with ρ² = c."""
    p = Script()
    ws, (bs, gamma, R) = p.vector("w*"), p.reals("b* γ R")
    p.assume(positive=gamma > 0, radius=R >= 0)
    supposed = (*claim.hypotheses, *claim.senses)
    used = names_in(claim.left, claim.right, *(side for r in supposed for side in (r.lhs, r.rhs)))
    step = _bias_step(p, claim, R)
    for name in sorted({"n", "d"} & used):
        p.assume({f"{name}-positive": p.real(name) >= 1})
    if "D" in used:
        D = p.real("D")
        p.assume({"diameter": D >= 0, "diameter-square": Eq(D**2, R**2 + step**2)})
    p.assume({f"hypothesis{i}": r for i, r in enumerate(claim.hypotheses, 1)})
    p.assume({f"sense{i}": r for i, r in enumerate(claim.senses, 1)})
    return p, ws, bs if claim.bias_step else 0, gamma, R, step


def _bias_step(p: Script, claim: ClaimedBound, R: Any) -> Any:
    """ρ with ρ² = c, as a term of the page."""
    c = claim.bias_step
    if c == "R2":
        return R
    if c in (0, 1):
        return Integer(c)
    if isinstance(root(c), Fraction):
        return Rational(root(c))
    rho = p.real("ρ")
    p.assume(step=rho > 0, value=Eq(rho**2, Rational(c)))
    p.have("step-inverse", Eq(1 / rho**2, 1 / Rational(c)), "value")
    return rho


def _products(p: Script) -> Iterator[Any]:
    """The theorem, and each inequality times sizes that are not negative."""
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
    """The convention of the runs in words.

    >>> from .claimed import claim
    >>> convention(claim("k <= 1", bias_step="R2"))
    'perceptron from 0, bias step R², a score of 0 counts as mistake'
    """
    tie = {"mistake": "as mistake", "correct": "as correct", "positive": "as +1", "negative": "as −1"}[claim.tie]
    step = {"R2": "bias step R²", 0: "no bias"}.get(claim.bias_step, f"bias step {claim.bias_step}")
    if claim.rule is not None:
        step = "no bias" if not claim.rule.bias else "with bias"
    runs = "perceptron" if claim.rule is None else claim.rule.name
    return f"{runs} from 0, {step}, a score of 0 counts {tie}"
