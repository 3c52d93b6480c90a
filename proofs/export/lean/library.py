"""The Lean file that every exported file imports: one dimension more, and the few steps that proofs repeat."""

NAME = "Basic"

TEXT = r"""import Mathlib

/-! What the exported proofs need beside Mathlib. -/

namespace Novikoff

open scoped InnerProductSpace

/-! ### A space with one more dimension -/

/-- The sum of `V` and the real line. -/
abbrev Adjoin (V : Type*) := WithLp 2 (V × ℝ)

/-- A vector of `V` in the larger space. -/
noncomputable def embed {V : Type*} [NormedAddCommGroup V] [InnerProductSpace ℝ V] (v : V) : Adjoin V :=
  WithLp.toLp 2 (v, 0)

/-- A unit vector that is orthogonal to all of `V`. -/
noncomputable def adjoined (V : Type*) [NormedAddCommGroup V] [InnerProductSpace ℝ V] : Adjoin V :=
  WithLp.toLp 2 (0, 1)

theorem inner_embed {V : Type*} [NormedAddCommGroup V] [InnerProductSpace ℝ V] (u v : V) :
    ⟪embed u, embed v⟫_ℝ = ⟪u, v⟫_ℝ := by
  simp [embed]

theorem inner_embed_adjoined {V : Type*} [NormedAddCommGroup V] [InnerProductSpace ℝ V] (v : V) :
    ⟪embed v, adjoined V⟫_ℝ = 0 := by
  simp [embed, adjoined]

theorem inner_adjoined_embed {V : Type*} [NormedAddCommGroup V] [InnerProductSpace ℝ V] (v : V) :
    ⟪adjoined V, embed v⟫_ℝ = 0 := by
  simp [embed, adjoined]

theorem inner_adjoined {V : Type*} [NormedAddCommGroup V] [InnerProductSpace ℝ V] :
    ⟪adjoined V, adjoined V⟫_ℝ = 1 := by
  simp [adjoined]

/-- Inner products of combined vectors become polynomials in inner products of variables. -/
syntax "gram" (Lean.Parser.Tactic.location)? : tactic
macro_rules
  | `(tactic| gram $[$place]?) => `(tactic|
      try simp only [inner_add_left, inner_add_right, inner_sub_left, inner_sub_right, inner_neg_left,
        inner_neg_right, real_inner_smul_left, real_inner_smul_right, inner_zero_left, inner_zero_right,
        inner_embed, inner_embed_adjoined, inner_adjoined_embed, inner_adjoined] $[$place]?)

/-- Vectors are equal if their difference has length 0. -/
theorem vector_eq {V : Type*} [NormedAddCommGroup V] [InnerProductSpace ℝ V] {u v : V}
    (same : ⟪u + (-1 : ℝ) • v, u + (-1 : ℝ) • v⟫_ℝ = 0) : u = v := by
  have zero := inner_self_eq_zero.mp same
  rw [neg_smul, one_smul, ← sub_eq_add_neg] at zero
  exact sub_eq_zero.mp zero

/-! ### Signs -/

theorem multiple (c : ℝ) {a b : ℝ} (same : a = b) : c * (a - b) = 0 := by
  rw [same, sub_self, mul_zero]

theorem cancel_le {m a b : ℝ} (positive : 0 < m) (le : 0 ≤ m * (b - a)) : a ≤ b := by
  by_contra found
  have lt := mul_pos positive (sub_pos.mpr (not_le.mp found))
  linarith

theorem cancel_lt {m a b : ℝ} (nonneg : 0 ≤ m) (lt : 0 < m * (b - a)) : a < b := by
  by_contra found
  have le := mul_nonneg nonneg (sub_nonneg.mpr (not_lt.mp found))
  linarith

theorem cancel_eq {m a b : ℝ} (positive : 0 < m) (zero : m * (a - b) = 0) : a = b :=
  sub_eq_zero.mp ((mul_eq_zero.mp zero).resolve_left positive.ne')

theorem cancel_ne {m a b : ℝ} (lt : 0 < m * (a - b)) : a ≠ b := by
  intro same
  rw [same, sub_self, mul_zero] at lt
  exact lt_irrefl 0 lt

theorem inverse_exists {a b : ℝ} (apart : a ≠ b) : ∃ n : ℝ, n * (a - b) = 1 :=
  ⟨(a - b)⁻¹, inv_mul_cancel₀ (sub_ne_zero.mpr apart)⟩

theorem root_exists {a b : ℝ} (le : b ≤ a) : ∃ n : ℝ, 0 ≤ n ∧ n * n = a - b :=
  ⟨Real.sqrt (a - b), Real.sqrt_nonneg _, Real.mul_self_sqrt (sub_nonneg.mpr le)⟩

end Novikoff
"""
