"""How formulas are written: exact outputs, and what every formula of the ledger must satisfy."""

from fractions import Fraction
from xml.etree import ElementTree

import pytest

from novikoff.proofs.statements.expressions import Expression, Max, Rational, Symbol, sqrt
from novikoff.proofs.statements.notation import Notation
from novikoff.proofs.statements.vector_language import Relation, Sum, Vector, augment, exp, ln, norm, reals, vectors

w, x, star, u, v = vectors("w x w* u v")
b, y, t, g, R, bs, k, margin = reals("b y t γ R b* k gamma_G")
(xi,), (ai,) = vectors("x[i]"), reals("a[i]")
total = Sum(ai * xi)
ORDER = ["w", "b", "t", "y", "x", "w*", "γ", "R", "b*"]


def test_sums_of_numbers_times_vectors_are_apart_whatever_their_letters() -> None:
    """Letters that are numbers in one statement are vectors in another, and both are read in one process."""
    (numbers, factors), (vs, others) = reals("a[i] c[i]"), vectors("a[i] c[i]")
    one, other = Sum(factors * vs), Sum(numbers * others)
    assert one @ one - other @ other != 0
    assert sorted([str(one), str(other)]) == ["Sum(a[i]*c[i])", "Sum(c[i]*a[i])"]


@pytest.mark.parametrize(("e", "text"), [
    (w @ w + b**2 + 2 * y * (w @ x + b) + x @ x + 1, "‖w‖² + b² + 2·y·(⟨w, x⟩ + b) + ‖x‖² + 1"),
    (w @ star + b * bs + y * (x @ star + bs), "⟨w, w*⟩ + b·b* + y·(⟨x, w*⟩ + b*)"),
    (t * (1 + R**2) * (1 + bs**2) / g**2, "t·(R² + 1)·(b*² + 1)/γ²"),
    ((t + 1) * g, "(t + 1)·γ"),
    (1 - k, "1 − k"),
    (-k - b, "−b − k"),
    (-(b + y), "−(b + y)"),
    (k - (b - y), "k − (b − y)"),
    (-(w @ w) / 2, "−‖w‖²/2"),
    (Rational(-1, 2), "−1/2"),
    (Fraction(2, 3), "2/3"),
    (0, "0"),
    (norm(w), "‖w‖"),
    (norm(w) ** 3, "‖w‖³"),
    (1 / norm(w), "1/‖w‖"),
    (1 / (w @ w), "1/‖w‖²"),
    (abs(w @ x + b) / norm(w), "|⟨w, x⟩ + b|/‖w‖"),
    ((b + 1) ** 2 / (y * (b + y)), "(b + 1)²/(y·(b + y))"),
    (1 / (b**2 + 1), "1/(b² + 1)"),
    (norm(w - x), "‖w − x‖"),
    (norm(w + y * x) ** 3, "‖w + y·x‖³"),
    (sqrt(w @ w + 1), "√(‖w‖² + 1)"),
    (R * sqrt(2), "R·√2"),
    (Max(b, y), "max(b, y)"),
    (Sum(ai * (xi @ xi)), "Σᵢ aᵢ·‖xᵢ‖²"),
    (k * Sum(ai + 1) ** 2, "k·(Σᵢ (aᵢ + 1))²"),
    (margin, "γ_G"),
    (w @ total, "⟨w, Σᵢ aᵢ·xᵢ⟩"),
    (total @ total + b, "b + ‖Σᵢ aᵢ·xᵢ‖²"),
    (norm(total), "‖Σᵢ aᵢ·xᵢ‖"),
    (total @ xi, "⟨Σⱼ aⱼ·xⱼ, xᵢ⟩"),
    (ai - Sum(ai), "aᵢ − Σⱼ aⱼ"),
    (Sum(ai * (total @ xi)), "Σᵢ aᵢ·⟨Σⱼ aⱼ·xⱼ, xᵢ⟩"),
    (exp(t - b**2 / 2), "exp(t − b²/2)"),
    (ln(ai) * exp(-t) ** 2, "exp(−t)²·ln(aᵢ)"),
    # vectors
    (w + y * x, "w + y·x"),
    (v - u, "v − u"),
    (-u + v, "v − u"),
    (-u, "−u"),
    ((v @ v) * u - (u @ v) * v, "‖v‖²·u − ⟨u, v⟩·v"),
    (w / norm(w), "w/‖w‖"),
    ((b + 1) * w, "(b + 1)·w"),
    (Vector({}), "0"),
    (augment(w, b), "(w, b)"),
    (total, "Σᵢ aᵢ·xᵢ"),
    (w - total / b, "w − (Σᵢ aᵢ·xᵢ)/b"),
    (Sum(ai * xi - w), "Σᵢ (aᵢ·xᵢ − w)"),
    (Sum((total @ xi) * xi), "Σᵢ ⟨Σⱼ aⱼ·xⱼ, xᵢ⟩·xᵢ"),
])
def test_terms_as_text(e, text):
    assert Notation("text", ORDER).term(e) == text


@pytest.mark.parametrize(("e", "latex"), [
    (bs**2, r"b^{\ast 2}"),
    (star @ star, r"\lVert w^{\ast} \rVert^{2}"),
    (Symbol("b'") ** 2, "b'^{2}"),
    ((w @ x + b) / norm(w), r"\frac{\langle w, x \rangle + b}{\lVert w \rVert}"),
    (margin**2, r"\gamma_{G}^{2}"),
    (xi @ w, r"\langle w, x_{i} \rangle"),
    (1 / (b**2 + 1), r"\frac{1}{b^{2} + 1}"),
    ((b / y) ** 2 * Sum(ai), r"(b/y)^{2} (\sum_{i} a_{i})"),
    (b**2 * Sum(ai) / y**2, r"\frac{b^{2} (\sum_{i} a_{i})}{y^{2}}"),
    (total @ xi, r"\langle \sum_{j} a_{j} x_{j}, x_{i} \rangle"),
    (exp(b) - ln(t), r"\operatorname{exp}(b) - \operatorname{ln}(t)"),
])
def test_scalars_as_latex(e, latex):
    assert Notation("latex", ORDER).term(e) == latex


@pytest.mark.parametrize(("name", "text", "latex"), [
    ("w*", "w*", r"w^{\ast}"),
    ("w'", "w'", "w'"),
    ("w̃*", "w̃*", r"\tilde{w}^{\ast}"),
    ("ŷ", "ŷ", r"\hat{y}"),
    ("x1", "x₁", "x_{1}"),
    ("w₀", "w₀", "w_{0}"),
    ("γ", "γ", r"\gamma"),
    ("gamma_F", "γ_F", r"\gamma_{F}"),
    ("x_⊥", "x_⊥", r"x_{\perp}"),
    ("a[i]", "aᵢ", "a_{i}"),
    ("size", "size", r"\mathit{size}"),
])
def test_names(name, text, latex):
    assert (Notation("text").name(name), Notation("latex").name(name)) == (text, latex)


def test_relations_in_all_forms():
    r = Relation(t, "<=", R**2)
    assert Notation("text").relation(r) == "t ≤ R²"
    assert Notation("latex").relation(r) == r"t \leq R^{2}"
    assert (
        Notation("mathml").relation(r)
        == "<mrow><mi>t</mi><mo>≤</mo><msup><mi>R</mi><mrow><mn>2</mn></mrow></msup></mrow>"
    )
    assert [Notation().relation(Relation(t, o, 0)) for o in ("==", "!=", ">", "<", ">=")] == [
        "t = 0", "t ≠ 0", "t > 0", "t < 0", "t ≥ 0",
    ]
    assert Notation().relation(Relation(w, "==", 0)) == "w = 0"
    # Less than is escaped in mathml
    assert "<mo>&lt;</mo>" in Notation("mathml").relation(Relation(t, "<", 0))
    # An unknown form is refused
    with pytest.raises(ValueError, match="text, latex, mathml"):
        Notation("roman")


def test_squares_lengths_and_names_are_written_in_their_order():
    assert Notation().is_square(R * bs) == "(R·b*)² ≥ 0"
    assert Notation(order=["w"]).is_square(w - x) == "‖w − x‖² ≥ 0"
    # A length that is a variable is not confused with the inner product
    inner = Expression(("inner", "w@", "w@"))
    assert Notation().relation(Relation(inner, "==", Symbol("‖w‖") ** 2)) == "⟨w, w⟩ = ‖w‖²"
    # The order of names decides the order of terms
    assert Notation("text", ["b", "t"]).term(t + b) == "b + t"
    assert Notation("text", ["t", "b"]).term(t + b) == "t + b"
    # An index is free in the whole relation or in none of it
    assert Notation().relation(Relation(Sum(ai), ">=", ai)) == "Σⱼ aⱼ ≥ aᵢ"
    write = Notation()
    assert [write.term(e) for e in (ai * Sum(ai), Sum(ai), total)] == ["aᵢ·(Σⱼ aⱼ)", "Σᵢ aᵢ", "Σᵢ aᵢ·xᵢ"]


@pytest.mark.parametrize("form", ["text", "latex", "mathml"])
def test_what_is_outside_of_the_language_is_refused(form):
    with pytest.raises(TypeError, match="cannot be part of a statement"):
        Notation(form).term(object())


@pytest.mark.parametrize("e", [w @ x - b, (b + y) / (2 * norm(w)), Sum(ai * (xi @ w)) ** 2, abs(b) + sqrt(b + 1),
                               (w - total) @ xi + b])
def test_mathml_is_well_formed_and_says_what_the_text_says(e):
    tree = ElementTree.fromstring(f"<math>{Notation('mathml', ORDER).term(e)}</math>")
    names = {node.text for node in tree.iter("mi")}
    text = Notation("text", ORDER).term(e).replace("ᵢ", "i").replace("ⱼ", "j")
    assert names == {c for c in text if c.isalpha() and c != "Σ"}
