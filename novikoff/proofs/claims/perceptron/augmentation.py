"""Augmentation: the bias becomes one more coordinate, R in the examples and b/R in the weights.

Notation: w̃ = (w, b/R) and x̃ = (x, R) are elements of V ⊕ R, whatever the dimension of V. The only condition on R here
is R ≠ 0, so any ρ ≠ 0 can replace R.
"""

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq, Ne, augment


@theorem("augmented-inner-product", title="The score is an inner product of augmented vectors",
         source=cite("tutorial", "eq. (10)"), ledger=["000-eq10-inner"], adds={"nonzero": "R ≠ 0"})
def inner_product(p: Script) -> None:
    """For R ≠ 0 the inner product of (w, b/R) with (x, R) is the score ⟨w, x⟩ + b."""
    w, x = p.vectors("w x")
    b, R = p.reals("b R")
    p.assume(nonzero=Ne(R, 0))
    weights, longer = p.let("w̃", augment(w, b / R)), p.let("x̃", augment(x, R))
    p.calc(weights @ longer, "==", w @ x + b, "bilinearity")


@theorem("augmented-square-length", title="Length of an augmented example", source=cite("tutorial", "before eq. (13)"),
         ledger=["000-xtilde-norm"])
def square_length(p: Script) -> None:
    """The square length of (x, R) is ‖x‖² + R², which is at most 2R² if ‖x‖ ≤ R."""
    x, R = p.vector("x"), p.real("R")
    p.assume(radius=x @ x <= R**2)
    longer = p.let("x̃", augment(x, R))
    p.show(length=Eq(longer @ longer, x @ x + R**2), bound=longer @ longer <= 2 * R**2)
    p.calc(longer @ longer,
           "==", x @ x + R**2, "bilinearity",
           "<=", 2 * R**2, "radius")


@theorem("augmented-update", title="The update of the augmented weights", source=cite("tutorial", "after eq. (11)"),
         ledger=["000-wtilde-update"], adds={"nonzero": "R ≠ 0"})
def update(p: Script) -> None:
    """For R ≠ 0 an update with bias step R² on the example (x, y) adds y·(x, R) to (w, b/R)."""
    w, x = p.vectors("w x")
    b, y, R = p.reals("b y R")
    p.assume(nonzero=Ne(R, 0))
    after = perceptron.update(State(w, b), x, y, bias_step=R**2)
    p.calc(augment(after.w, after.b / R),
           "==", augment(w + y * x, (b + y * R**2) / R), "update",
           "==", augment(w + y * x, b / R + y * R), "algebra",
           "==", augment(w, b / R) + y * augment(x, R), "algebra")


@theorem("augmented-margin", title="The margin of augmented vectors", source=cite("tutorial", "after eq. (10)"),
         ledger=["001-wlog-origin"])
def margin(p: Script) -> None:
    """For R ≠ 0 the example (x, y) has the same margin y(⟨w, x⟩ + b) for (w, b) as (x, R) has for (w, b/R) without
    bias.
    """
    w, x = p.vectors("w x")
    b, y, R = p.reals("b y R")
    p.assume(nonzero=Ne(R, 0))
    weights, longer = p.let("w̃", augment(w, b / R)), p.let("x̃", augment(x, R))
    p.calc(perceptron.margin(State(weights, 0), longer, y),
           "==", y * (w @ x + b), "bilinearity",
           "==", perceptron.margin(State(w, b), x, y), "definition")


@theorem("notes-augmentation", title="A hyperplane through the origin of the augmented space",
         source=cite("notes", "linear models, x' = (x, 1)"), ledger=["001-augment", "003-augment"],
         says="the text does not state that the radius grows, from R² to R² + 1")
def appended_one(p: Script) -> None:
    """With v = (w, w₀) and x' = (x, 1) the score is ⟨v, x'⟩, and ‖x'‖² = ‖x‖² + 1."""
    w, x = p.vectors("w x")
    bias = p.real("w₀")
    v, longer = p.let("v", augment(w, bias)), p.let("x'", augment(x, 1))
    p.show(score=Eq(v @ longer, w @ x + bias), length=Eq(longer @ longer, x @ x + 1))
    p.conclude("bilinearity")


@theorem("augmented-separator-length", title="Length of the augmented separator",
         source=cite("tutorial", "before eq. (15)"), ledger=["000-boundedness-wstar"], adds={"nonzero": "R ≠ 0"})
def separator_length(p: Script) -> None:
    """For R ≠ 0 the vector w̃* = (w*, b*/R) has the square length ‖w*‖² + (b*/R)², and R²‖w̃*‖² = R²‖w*‖² + b*²."""
    ws, (bs, R) = p.vector("w*"), p.reals("b* R")
    p.assume(nonzero=Ne(R, 0))
    separator = p.let("w̃*", augment(ws, bs / R))
    p.show(
        length=Eq(separator @ separator, ws @ ws + (bs / R) ** 2),
        scaled=Eq(R**2 * (separator @ separator), R**2 * (ws @ ws) + bs**2),
    )
    p.conclude("bilinearity")
