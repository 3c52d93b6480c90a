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

theorem log_exists {a b : ℝ} (lt : b < a) : ∃ n : ℝ, Real.exp n = a - b :=
  ⟨Real.log (a - b), Real.exp_log (sub_pos.mpr lt)⟩

/-- If there is a number for each index, there is a family of numbers. -/
theorem each_exists {ι : Type*} (s : Finset ι) {P : ι → ℝ → Prop} (each : ∀ i ∈ s, ∃ n, P i n) :
    ∃ f : ι → ℝ, ∀ i ∈ s, P i (f i) := by
  choose! f known using each
  exact ⟨f, known⟩

/-! ### Exponentials -/

/-- `x ^ k / k!`. -/
noncomputable def exp_power : ℕ → ℝ → ℝ
  | 0, _ => 1
  | k + 1, x => exp_power k x * (x / (k + 1 : ℕ))

/-- The sum of these up to `k = d`. -/
noncomputable def exp_series : ℕ → ℝ → ℝ
  | 0, _ => 1
  | k + 1, x => exp_series k x + exp_power (k + 1) x

theorem exp_power_slope (k : ℕ) (x : ℝ) : HasDerivAt (exp_power (k + 1)) (exp_power k x) x := by
  induction k with
  | zero =>
    have found := (hasDerivAt_id x).div_const ((0 + 1 : ℕ) : ℝ)
    simpa [exp_power, Function.id_def] using found
  | succ k ih =>
    have found := ih.mul ((hasDerivAt_id x).div_const ((k + 1 + 1 : ℕ) : ℝ))
    have first : ((k : ℝ) + 1) ≠ 0 := by positivity
    have second : ((k : ℝ) + 1 + 1) ≠ 0 := by positivity
    convert found using 1
    simp only [exp_power, id]
    push_cast
    field_simp
    ring

theorem exp_series_slope (d : ℕ) (x : ℝ) : HasDerivAt (exp_series (d + 1)) (exp_series d x) x := by
  induction d with
  | zero => simpa [exp_series, exp_power] using (exp_power_slope 0 x).const_add 1
  | succ d ih => exact ih.add (exp_power_slope (d + 1) x)

theorem exp_series_zero (d : ℕ) : exp_series d 0 = 1 := by
  induction d with
  | zero => rfl
  | succ d ih => simp [exp_series, exp_power, ih]

/-- Of odd degree, `exp` less its series is not negative; of even degree it has the sign of `x`. -/
theorem exp_rest_signs (d : ℕ) :
    (∀ x, 0 ≤ x → exp_series (2 * d) x ≤ Real.exp x) ∧ (∀ x, x ≤ 0 → Real.exp x ≤ exp_series (2 * d) x) ∧
      ∀ x, exp_series (2 * d + 1) x ≤ Real.exp x := by
  have slope : ∀ e x, HasDerivAt (fun t => Real.exp t - exp_series (e + 1) t) (Real.exp x - exp_series e x) x :=
    fun e x => (Real.hasDerivAt_exp x).sub (exp_series_slope e x)
  have up : ∀ e, (∀ x, 0 ≤ x → exp_series e x ≤ Real.exp x) → ∀ x, 0 ≤ x → exp_series (e + 1) x ≤ Real.exp x := by
    intro e known x positive
    have rises := monotoneOn_of_deriv_nonneg (convex_Ici (0 : ℝ))
      (fun t _ => (slope e t).continuousAt.continuousWithinAt)
      (fun t _ => (slope e t).differentiableAt.differentiableWithinAt)
      (fun t ht => by rw [(slope e t).deriv]; linarith [known t (interior_subset ht)])
    have found := rises (Set.mem_Ici.mpr le_rfl) (Set.mem_Ici.mpr positive) positive
    simp only [Real.exp_zero, exp_series_zero] at found
    linarith
  have keeps : ∀ e, (∀ x, x ≤ 0 → exp_series e x ≤ Real.exp x) → ∀ x, x ≤ 0 → Real.exp x ≤ exp_series (e + 1) x := by
    intro e known x negative
    have rises := monotoneOn_of_deriv_nonneg (convex_Iic (0 : ℝ))
      (fun t _ => (slope e t).continuousAt.continuousWithinAt)
      (fun t _ => (slope e t).differentiableAt.differentiableWithinAt)
      (fun t ht => by rw [(slope e t).deriv]; linarith [known t (interior_subset ht)])
    have found := rises (Set.mem_Iic.mpr negative) (Set.mem_Iic.mpr le_rfl) negative
    simp only [Real.exp_zero, exp_series_zero] at found
    linarith
  have falls : ∀ e, (∀ x, x ≤ 0 → Real.exp x ≤ exp_series e x) → ∀ x, x ≤ 0 → exp_series (e + 1) x ≤ Real.exp x := by
    intro e known x negative
    have falling := antitoneOn_of_deriv_nonpos (convex_Iic (0 : ℝ))
      (fun t _ => (slope e t).continuousAt.continuousWithinAt)
      (fun t _ => (slope e t).differentiableAt.differentiableWithinAt)
      (fun t ht => by rw [(slope e t).deriv]; linarith [known t (interior_subset ht)])
    have found := falling (Set.mem_Iic.mpr negative) (Set.mem_Iic.mpr le_rfl) negative
    simp only [Real.exp_zero, exp_series_zero] at found
    linarith
  have odd : ∀ e, (∀ x, 0 ≤ x → exp_series e x ≤ Real.exp x) → (∀ x, x ≤ 0 → Real.exp x ≤ exp_series e x) →
      ∀ x, exp_series (e + 1) x ≤ Real.exp x :=
    fun e more less x => (le_total 0 x).elim (up e more x) (falls e less x)
  induction d with
  | zero =>
    have more : ∀ x, 0 ≤ x → exp_series 0 x ≤ Real.exp x := fun x => Real.one_le_exp
    have less : ∀ x, x ≤ 0 → Real.exp x ≤ exp_series 0 x := fun x => Real.exp_le_one_iff.mpr
    exact ⟨more, less, odd 0 more less⟩
  | succ d ih =>
    have more := up (2 * d + 1) (fun x _ => ih.2.2 x)
    have less := keeps (2 * d + 1) (fun x _ => ih.2.2 x)
    exact ⟨more, less, odd (2 * d + 2) more less⟩

theorem exp_remainder (d : ℕ) (p q : ℝ) : 0 ≤ Real.exp p - Real.exp q * exp_series (2 * d + 1) (p - q) := by
  have whole : Real.exp p = Real.exp q * Real.exp (p - q) := by
    rw [← Real.exp_add, add_sub_cancel]
  rw [whole, ← mul_sub]
  exact mul_nonneg (Real.exp_nonneg q) (sub_nonneg.mpr ((exp_rest_signs d).2.2 (p - q)))

/-! ### Nearest points of cones and spans of finitely many vectors, under one linear constraint on the weights -/

/-- Weights `m` with signs as in `S` and a multiplier `b`; `P` holds of how far each vector is on the wrong side. -/
def Solves {V : Type*} [NormedAddCommGroup V] [InnerProductSpace ℝ V] {ι : Type*} (S P : ℝ → Prop) (s : Finset ι)
    (f : ι → V) (c : V) (y m : ι → ℝ) (b : ℝ) : Prop :=
  (∀ i ∈ s, S (m i)) ∧ (∑ i ∈ s, m i * y i) = 0 ∧
    ⟪c, ∑ i ∈ s, m i • f i⟫_ℝ = ⟪∑ i ∈ s, m i • f i, ∑ i ∈ s, m i • f i⟫_ℝ ∧
      ∀ i ∈ s, P (⟪c, f i⟫_ℝ + b * y i - ⟪f i, ∑ i ∈ s, m i • f i⟫_ℝ)

/-- The last vector `l` gets a weight with which it is on neither side. -/
theorem balanced {V : Type*} [NormedAddCommGroup V] [InnerProductSpace ℝ V] {ι : Type*} {S P : ℝ → Prop}
    {s : Finset ι} (ih : ∀ (f : ι → V) c y, ∃ m b, Solves S P s f c y m b) (f : ι → V) (c : V) (y : ι → ℝ) (l : V)
    (e : ℝ) (some : e ≠ 0 ∨ ⟪l, l⟫_ℝ ≠ 0) :
    ∃ (m : ι → ℝ) (x b : ℝ), (∀ i ∈ s, S (m i)) ∧ (∑ i ∈ s, m i * y i) + x * e = 0 ∧
      ⟪c, (∑ i ∈ s, m i • f i) + x • l⟫_ℝ = ⟪(∑ i ∈ s, m i • f i) + x • l, (∑ i ∈ s, m i • f i) + x • l⟫_ℝ ∧
        (∀ i ∈ s, P (⟪c, f i⟫_ℝ + b * y i - ⟪f i, (∑ i ∈ s, m i • f i) + x • l⟫_ℝ)) ∧
          ⟪c, l⟫_ℝ + b * e = ⟪l, (∑ i ∈ s, m i • f i) + x • l⟫_ℝ := by
  have shifted : ∀ (m t : ι → ℝ),
      (∑ i ∈ s, m i • (f i - t i • l)) = (∑ i ∈ s, m i • f i) - (∑ i ∈ s, m i * t i) • l := by
    intro m t
    simp only [smul_sub, Finset.sum_sub_distrib, smul_smul, Finset.sum_smul]
  by_cases flat : e = 0
  · have long : ⟪l, l⟫_ℝ ≠ 0 := some.resolve_left (fun other => other flat)
    obtain ⟨m, b, sign, sum, along, across⟩ :=
      ih (fun i => f i - (⟪f i, l⟫_ℝ / ⟪l, l⟫_ℝ) • l) (c - (⟪c, l⟫_ℝ / ⟪l, l⟫_ℝ) • l) y
    rw [shifted] at along
    simp only [shifted] at across
    have flat_p : ⟪∑ i ∈ s, m i • f i, l⟫_ℝ = (∑ i ∈ s, m i * (⟪f i, l⟫_ℝ / ⟪l, l⟫_ℝ)) * ⟪l, l⟫_ℝ := by
      rw [sum_inner, Finset.sum_mul]
      refine Finset.sum_congr rfl (fun i _ => ?_)
      rw [real_inner_smul_left]
      field_simp
    have flat_c : ⟪c, l⟫_ℝ = ⟪c, l⟫_ℝ / ⟪l, l⟫_ℝ * ⟪l, l⟫_ℝ := by field_simp
    generalize (∑ i ∈ s, m i • f i) = p at *
    generalize (∑ i ∈ s, m i * (⟪f i, l⟫_ℝ / ⟪l, l⟫_ℝ)) = t at *
    generalize ⟪c, l⟫_ℝ / ⟪l, l⟫_ℝ = k at *
    refine ⟨m, k - t, b, sign, by rw [flat, sum]; ring, ?_, ?_, ?_⟩
    · gram
      gram at along
      simp only [real_inner_comm l p, real_inner_comm l c, flat_p, flat_c] at along ⊢
      linarith
    · intro i hi
      have found := across i hi
      have flat_f : ⟪f i, l⟫_ℝ = ⟪f i, l⟫_ℝ / ⟪l, l⟫_ℝ * ⟪l, l⟫_ℝ := by field_simp
      generalize ⟪f i, l⟫_ℝ / ⟪l, l⟫_ℝ = u at *
      gram at found
      gram
      simp only [real_inner_comm l p, real_inner_comm l c, real_inner_comm l (f i), flat_p, flat_c, flat_f] at found ⊢
      ring_nf at found ⊢
      exact found
    · gram
      simp only [real_inner_comm l p, flat_p, flat_c, flat]
      ring
  · obtain ⟨m, b, sign, -, along, across⟩ := ih (fun i => f i - (y i / e) • l) c (fun _ => 0)
    rw [shifted] at along
    simp only [shifted, sub_eq_add_neg, ← neg_smul] at along across
    have sum : (∑ i ∈ s, m i * y i) = (∑ i ∈ s, m i * (y i / e)) * e := by
      rw [Finset.sum_mul]
      exact Finset.sum_congr rfl (fun i _ => by field_simp)
    refine ⟨m, -(∑ i ∈ s, m i * (y i / e)),
      (⟪l, (∑ i ∈ s, m i • f i) + (-(∑ i ∈ s, m i * (y i / e))) • l⟫_ℝ - ⟪c, l⟫_ℝ) / e,
      sign, by rw [sum]; ring, along, ?_, by field_simp; ring⟩
    intro i hi
    have found := across i hi
    generalize (∑ i ∈ s, m i • f i) + (-(∑ i ∈ s, m i * (y i / e))) • l = q at *
    gram at found
    convert found using 1
    field_simp
    ring

/-- What is known at the members of a cone is known at a combination. -/
theorem combined_below {V : Type*} [NormedAddCommGroup V] [InnerProductSpace ℝ V] {ι : Type*} (s : Finset ι)
    (f : ι → V) (y m : ι → ℝ) (b : ℝ) (u q : V) (sign : ∀ i ∈ s, 0 ≤ m i)
    (each : ∀ i ∈ s, ⟪u, f i⟫_ℝ + b * y i ≤ ⟪q, f i⟫_ℝ) :
    ⟪u, ∑ i ∈ s, m i • f i⟫_ℝ + b * (∑ i ∈ s, m i * y i) ≤ ⟪q, ∑ i ∈ s, m i • f i⟫_ℝ := by
  rw [inner_sum, inner_sum, Finset.mul_sum, ← Finset.sum_add_distrib]
  refine Finset.sum_le_sum (fun i hi => ?_)
  rw [real_inner_smul_right, real_inner_smul_right]
  nlinarith [mul_nonneg (sign i hi) (sub_nonneg.mpr (each i hi))]

/-- The weights for one vector more, from weights for the others and one for the last. -/
theorem solved_insert {V : Type*} [NormedAddCommGroup V] [InnerProductSpace ℝ V] {ι : Type*} [DecidableEq ι]
    {S P : ℝ → Prop} {s : Finset ι} {j : ι} (out : j ∉ s) (f : ι → V) (c : V) (y m : ι → ℝ) (x b : ℝ)
    (sign : ∀ i ∈ s, S (m i)) (last : S x) (sum : (∑ i ∈ s, m i * y i) + x * y j = 0)
    (along : ⟪c, (∑ i ∈ s, m i • f i) + x • f j⟫_ℝ
      = ⟪(∑ i ∈ s, m i • f i) + x • f j, (∑ i ∈ s, m i • f i) + x • f j⟫_ℝ)
    (across : ∀ i ∈ s, P (⟪c, f i⟫_ℝ + b * y i - ⟪f i, (∑ i ∈ s, m i • f i) + x • f j⟫_ℝ))
    (there : P (⟪c, f j⟫_ℝ + b * y j - ⟪f j, (∑ i ∈ s, m i • f i) + x • f j⟫_ℝ)) :
    Solves S P (insert j s) f c y (Function.update m j x) b := by
  have same : ∀ i ∈ s, Function.update m j x i = m i :=
    fun i hi => Function.update_of_ne (fun equal => out (equal ▸ hi)) x m
  have total : (∑ i ∈ insert j s, Function.update m j x i * y i) = (∑ i ∈ s, m i * y i) + x * y j := by
    rw [Finset.sum_insert out, Function.update_self, add_comm]
    exact congrArg (· + x * y j) (Finset.sum_congr rfl (fun i hi => by rw [same i hi]))
  have combined : (∑ i ∈ insert j s, Function.update m j x i • f i) = (∑ i ∈ s, m i • f i) + x • f j := by
    rw [Finset.sum_insert out, Function.update_self, add_comm]
    exact congrArg (· + x • f j) (Finset.sum_congr rfl (fun i hi => by rw [same i hi]))
  refine ⟨fun i hi => ?_, by rw [total, sum], by rw [combined, along], fun i hi => ?_⟩
  · rcases Finset.mem_insert.mp hi with rfl | before
    · rwa [Function.update_self]
    · rw [same i before]
      exact sign i before
  · rw [combined]
    rcases Finset.mem_insert.mp hi with rfl | before
    · exact there
    · exact across i before

theorem solved_cone {V : Type*} [NormedAddCommGroup V] [InnerProductSpace ℝ V] {ι : Type*} (s : Finset ι) :
    ∀ (f : ι → V) (c : V) (y : ι → ℝ), ∃ m b, Solves (0 ≤ ·) (· ≤ 0) s f c y m b := by
  classical
  induction s using Finset.induction_on with
  | empty => exact fun f c y => ⟨fun _ => 0, 0, by simp [Solves]⟩
  | insert j s out ih =>
    intro f c y
    obtain ⟨m₀, b₀, sign₀, sum₀, along₀, across₀⟩ := ih f c y
    by_cases inside : ⟪c, f j⟫_ℝ + b₀ * y j - ⟪f j, ∑ i ∈ s, m₀ i • f i⟫_ℝ ≤ 0
    · refine ⟨_, b₀, solved_insert out f c y m₀ 0 b₀ sign₀ le_rfl ?_ ?_ ?_ ?_⟩ <;>
        simp only [zero_mul, zero_smul, add_zero] <;> assumption
    have beyond := not_le.mp inside
    have some : y j ≠ 0 ∨ ⟪f j, f j⟫_ℝ ≠ 0 := by
      by_contra none
      rw [not_or, not_not, not_not] at none
      rw [inner_self_eq_zero.mp none.2, none.1] at inside
      exact inside (by simp)
    obtain ⟨m, x, b, sign, sum, along, across, there⟩ := balanced ih f c y (f j) (y j) some
    have last : 0 ≤ x := by
      have one := combined_below s f y m₀ b c ((∑ i ∈ s, m i • f i) + x • f j) sign₀
        (fun i hi => by rw [real_inner_comm (f i)]; linarith [across i hi])
      have two := combined_below s f y m b₀ c (∑ i ∈ s, m₀ i • f i) sign
        (fun i hi => by rw [real_inner_comm (f i)]; linarith [across₀ i hi])
      have gap := real_inner_self_nonneg
        (x := (∑ i ∈ s, m i • f i) + x • f j - ∑ i ∈ s, m₀ i • f i)
      rw [sum₀] at one
      generalize (∑ i ∈ s, m i • f i) = p at *
      generalize (∑ i ∈ s, m₀ i • f i) = q₀ at *
      gram at gap
      gram at one
      gram at along
      simp only [real_inner_comm q₀ p, real_inner_comm q₀ (f j), real_inner_comm (f j) p] at *
      by_contra negative
      nlinarith [mul_pos (neg_pos.mpr (not_le.mp negative)) beyond]
    exact ⟨_, b, solved_insert out f c y m x b sign last sum along across (by rw [there, sub_self])⟩

theorem solved_span {V : Type*} [NormedAddCommGroup V] [InnerProductSpace ℝ V] {ι : Type*} (s : Finset ι) :
    ∀ (f : ι → V) (c : V) (y : ι → ℝ), ∃ m b, Solves (fun _ => True) (· = 0) s f c y m b := by
  classical
  induction s using Finset.induction_on with
  | empty => exact fun f c y => ⟨fun _ => 0, 0, by simp [Solves]⟩
  | insert j s out ih =>
    intro f c y
    by_cases some : y j ≠ 0 ∨ ⟪f j, f j⟫_ℝ ≠ 0
    · obtain ⟨m, x, b, sign, sum, along, across, there⟩ := balanced ih f c y (f j) (y j) some
      exact ⟨_, b, solved_insert out f c y m x b sign trivial sum along across (by rw [there, sub_self])⟩
    · rw [not_or, not_not, not_not] at some
      obtain ⟨m, b, sign, sum, along, across⟩ := ih f c y
      refine ⟨_, b, solved_insert out f c y m 0 b sign trivial ?_ ?_ ?_ ?_⟩ <;>
        simp only [zero_mul, zero_smul, add_zero, inner_self_eq_zero.mp some.2, some.1, inner_zero_left,
          inner_zero_right, mul_zero, sub_zero] <;> assumption

theorem nearest_exists {V : Type*} [NormedAddCommGroup V] [InnerProductSpace ℝ V] {ι : Type*} (s : Finset ι)
    (f : ι → V) (c : V) (y : ι → ℝ) :
    ∃ (m : ι → ℝ) (b : ℝ), (∀ i ∈ s, 0 ≤ m i) ∧ (∑ i ∈ s, m i * y i) = 0 ∧
      ⟪c, ∑ i ∈ s, m i • f i⟫_ℝ = ⟪∑ i ∈ s, m i • f i, ∑ i ∈ s, m i • f i⟫_ℝ ∧
        ∀ i ∈ s, ⟪c, f i⟫_ℝ + b * y i ≤ ⟪f i, ∑ i ∈ s, m i • f i⟫_ℝ := by
  obtain ⟨m, b, sign, sum, along, across⟩ := solved_cone s f c y
  exact ⟨m, b, sign, sum, along, fun i hi => sub_nonpos.mp (across i hi)⟩

theorem projection_exists {V : Type*} [NormedAddCommGroup V] [InnerProductSpace ℝ V] {ι : Type*} (s : Finset ι)
    (f : ι → V) (c : V) (y : ι → ℝ) :
    ∃ (m : ι → ℝ) (b : ℝ), (∑ i ∈ s, m i * y i) = 0 ∧
      ⟪c, ∑ i ∈ s, m i • f i⟫_ℝ = ⟪∑ i ∈ s, m i • f i, ∑ i ∈ s, m i • f i⟫_ℝ ∧
        ∀ i ∈ s, ⟪f i, ∑ i ∈ s, m i • f i⟫_ℝ = ⟪c, f i⟫_ℝ + b * y i := by
  obtain ⟨m, b, -, sum, along, across⟩ := solved_span s f c y
  exact ⟨m, b, sum, along, fun i hi => (sub_eq_zero.mp (across i hi)).symm⟩

end Novikoff
"""
