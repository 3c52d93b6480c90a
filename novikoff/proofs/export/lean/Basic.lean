import Mathlib

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

/-- Vectors are equal if and only if their difference has length 0. -/
theorem vector_eq {V : Type*} [NormedAddCommGroup V] [InnerProductSpace ℝ V] {u v : V} :
    u = v ↔ ⟪u - v, u - v⟫_ℝ = 0 := by
  rw [inner_self_eq_zero, sub_eq_zero]

theorem embed_add {V : Type*} [NormedAddCommGroup V] [InnerProductSpace ℝ V] (u v : V) :
    embed (u + v) = embed u + embed v := by
  apply vector_eq.mpr
  gram
  ring

theorem embed_smul {V : Type*} [NormedAddCommGroup V] [InnerProductSpace ℝ V] (a : ℝ) (v : V) :
    embed (a • v) = a • embed v := by
  apply vector_eq.mpr
  gram
  ring

theorem embed_sum {V : Type*} [NormedAddCommGroup V] [InnerProductSpace ℝ V] {ι : Type*} (s : Finset ι) (f : ι → V) :
    embed (∑ i ∈ s, f i) = ∑ i ∈ s, embed (f i) := by
  classical
  induction s using Finset.induction_on with
  | empty => simp [vector_eq (u := embed (0 : V)), inner_embed]
  | insert j t out ih => rw [Finset.sum_insert out, Finset.sum_insert out, embed_add, ih]

/-- Sums of sums and of multiples become sums and multiples of sums. -/
syntax "split_sums" (Lean.Parser.Tactic.location)? : tactic
macro_rules
  | `(tactic| split_sums $[$place]?) => `(tactic|
      try simp only [Finset.sum_add_distrib, Finset.sum_sub_distrib, ← Finset.mul_sum, ← Finset.sum_mul,
        ← Finset.smul_sum, ← Finset.sum_smul, Finset.sum_const, nsmul_eq_mul, ← Nat.cast_smul_eq_nsmul ℝ,
        embed_sum, embed_smul, embed_add] $[$place]?)

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

/-! ### Quotients, roots and logarithms are the numbers with their defining properties -/

theorem quotient_is {a b q : ℝ} (one : q * b = 1) : a / b = a * q := by
  rw [div_eq_mul_inv, eq_inv_of_mul_eq_one_left one]

theorem inverse_of_product {a b p q : ℝ} (one : p * a = 1) (two : q * b = 1) : (p * q) * (a * b) = 1 := by
  rw [mul_mul_mul_comm, one, two, one_mul]

theorem inverse_of_power {b q : ℝ} (one : q * b = 1) (n : ℕ) : q ^ n * b ^ n = 1 := by
  rw [← mul_pow, one, one_pow]

theorem inverse_of_opposite {b q : ℝ} (one : q * b = 1) : (-q) * (-b) = 1 := by
  rw [neg_mul_neg, one]

theorem root_is {n b : ℝ} (sign : 0 ≤ n) (square : n * n = b) : Real.sqrt b = n := by
  rw [← square, Real.sqrt_mul_self sign]

theorem abs_is {n b : ℝ} (sign : 0 ≤ n) (square : n * n = b * b) : abs b = n := by
  rw [← Real.sqrt_mul_self_eq_abs, ← square, Real.sqrt_mul_self sign]

theorem max_is {n a b : ℝ} (sign : 0 ≤ n) (square : n * n = (a - b) * (a - b)) : max a b = 1 / 2 * (a + b + n) := by
  rw [← abs_is sign square]
  rcases le_total a b with le | le
  · rw [max_eq_right le, abs_of_nonpos (sub_nonpos.mpr le)]
    ring
  · rw [max_eq_left le, abs_of_nonneg (sub_nonneg.mpr le)]
    ring

theorem min_is {n a b : ℝ} (sign : 0 ≤ n) (square : n * n = (a - b) * (a - b)) : min a b = 1 / 2 * (a + b - n) := by
  have sum := min_add_max a b
  rw [max_is sign square] at sum
  linarith

theorem log_is {n b : ℝ} (power : Real.exp n = b) : Real.log b = n := by
  rw [← power, Real.log_exp]

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

end Novikoff
