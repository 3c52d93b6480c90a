"""The words of Lean, in the names of Mathlib.

>>> from novikoff.proofs import kernel
>>> identity = {"w@": "w", "x@": "x", "R": "R", "t": "t"}
>>> LEAN.fact((">=", kernel.read_poly({"R^2": "1", "w@x": "-1/2"})), identity)
'1 / 2 * ⟪w, x⟫_ℝ ≤ R ^ 2'
>>> LEAN.vector(kernel.read_poly({"w@": "1", "t x@": "1"}), identity)
'(w + t • x)'
>>> LEAN.real(kernel.read_poly({"1": "-1/2"}), identity)  # a constant says that it is real
'(-1 / 2 : ℝ)'
"""

from __future__ import annotations

from ..spelling import Spelling

RESERVED = """
    Adjoin embed adjoined gram vector_eq multiple cancel_le cancel_lt cancel_eq cancel_ne inverse_exists root_exists
    exp_power exp_series exp_remainder log_exists each_exists nearest_exists projection_exists Real
    V ι s t j out i hi ih at from have show fun end open variable by do then else if where with in let match instance
    theorem example def notation local prefix section universe using calc suffices obtain intro exact Type Prop Sort
    true false lemma namespace import macro syntax private protected mutual for return try catch unless deriving
    extends class structure inductive axiom opaque abbrev nat_lit this λ Π Σ
"""

LEAN = Spelling(
    reals="ℝ",
    index="ι",
    arrow=" → ",
    space="V",
    in_space="(V := {})",
    adjoin="Adjoin",
    inner="⟪{}, {}⟫_ℝ",
    total="(∑ i ∈ s, {})",
    vectors="(∑ i ∈ s, {})",
    count="(s.card : ℝ)",
    exponential="Real.exp {}",
    size="s",
    relations={">=": "≤", ">": "<", "=": "=", "!=": "≠"},
    everywhere="∀ i ∈ s, ",
    some="∃ {} : ℝ, ",
    both=" ∧ ",
    constant="({} : ℝ)",
    minus="-",
    scale="•",
    combined="({})",
    zero="(0 : {})",
)
