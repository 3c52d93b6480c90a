(** The p-norm perceptron for every real p ≥ 2: the square of the p-norm is smooth with the constant p − 1. *)

Require Import Lia Reals.
From Novikoff Require Import InnerProduct Exponential.
Open Scope R_scope.

(** * Logarithms and powers: those of the standard library rest on the excluded middle *)

Lemma exp_ineq1_le x : 1 + x <= exp x.
Proof. pose proof (exp_remainder 0 x 0) as above. cbn in above. rewrite exp_0 in above. lra. Qed.

Lemma exp_increasing u v : u < v -> exp u < exp v.
Proof.
  intro less. replace (exp v) with (exp u * exp (v - u)) by (rewrite <- exp_plus; f_equal; ring).
  pose proof (exp_ineq1_le (v - u)). rewrite <- (Rmult_1_r (exp u)) at 1.
  apply Rmult_lt_compat_l; [apply exp_pos | lra].
Qed.

Lemma ln_mult u v : 0 < u -> 0 < v -> ln (u * v) = ln u + ln v.
Proof.
  intros. rewrite <- (exp_ln u) at 1 by assumption. rewrite <- (exp_ln v) at 1 by assumption.
  rewrite <- exp_plus. apply ln_exp.
Qed.

Lemma ln_1 : ln 1 = 0.
Proof. rewrite <- exp_0. apply ln_exp. Qed.

Lemma ln_quotient u v : 0 < u -> 0 < v -> ln (u / v) = ln u - ln v.
Proof.
  intros. assert (0 < u / v) by now apply Rdiv_lt_0_compat.
  replace u with (u / v * v) at 2 by (field; lra). rewrite ln_mult by assumption. ring.
Qed.

Lemma ln_below u : 0 < u -> ln u <= u - 1.
Proof. intro. pose proof (exp_ineq1_le (ln u)) as tangent. rewrite exp_ln in tangent by assumption. lra. Qed.

Lemma ln_order u v : 0 < u -> u <= v -> ln u <= ln v.
Proof. intros. apply exp_at_most. rewrite !exp_ln by lra. assumption. Qed.

Lemma ln_increasing u v : 0 < u -> u < v -> ln u < ln v.
Proof.
  intros u_positive less. apply Rnot_le_lt. intro more.
  assert (exp (ln v) <= exp (ln u)) by (destruct more as [|<-]; [now apply Rlt_le, exp_increasing | lra]).
  rewrite !exp_ln in * by lra. lra.
Qed.

Lemma ln_derivative x : 0 < x -> derivable_pt_lim ln x (/ x).
Proof.
  intros x_positive e e_positive.
  assert (radius : 0 < Rmin (x / 2) (e * (x * x) / 2)).
  { apply Rmin_pos; [lra|]. apply Rdiv_lt_0_compat; [|lra]. repeat apply Rmult_lt_0_compat; assumption. }
  exists (mkposreal _ radius). intros h apart small. cbn in small.
  assert (small_x : Rabs h < x / 2) by (eapply Rlt_le_trans; [exact small | apply Rmin_l]).
  assert (small_e : Rabs h < e * (x * x) / 2) by (eapply Rlt_le_trans; [exact small | apply Rmin_r]).
  destruct (Rabs_def2 _ _ small_x) as [right left].
  assert (above : ln (x + h) - ln x <= h / x).
  { rewrite <- ln_quotient by lra. replace (h / x) with ((x + h) / x - 1) by (field; lra).
    apply ln_below, Rdiv_lt_0_compat; lra. }
  assert (below : h / (x + h) <= ln (x + h) - ln x).
  { replace (ln (x + h) - ln x) with (- (ln x - ln (x + h))) by ring. rewrite <- ln_quotient by lra.
    replace (h / (x + h)) with (- (x / (x + h) - 1)) by (field; lra).
    apply Ropp_le_contravar, ln_below, Rdiv_lt_0_compat; lra. }
  assert (near : Rabs (ln (x + h) - ln x - h / x) <= Rabs h * (Rabs h / (x * (x + h)))).
  { replace (Rabs h * (Rabs h / (x * (x + h)))) with (h / x - h / (x + h)).
    - rewrite Rabs_left1 by lra. lra.
    - unfold Rdiv at 3. rewrite <- Rmult_assoc, <- Rabs_mult, (Rabs_right (h * h)) by (apply Rle_ge, Rle_0_sqr).
      field. lra. }
  replace ((ln (x + h) - ln x) / h - / x) with ((ln (x + h) - ln x - h / x) * / h) by (field; lra).
  rewrite Rabs_mult, Rabs_inv. pose proof (Rabs_pos_lt h apart) as size.
  apply Rle_lt_trans with (Rabs h * (Rabs h / (x * (x + h))) * / Rabs h).
  - apply Rmult_le_compat_r; [now apply Rlt_le, Rinv_0_lt_compat | exact near].
  - replace (Rabs h * (Rabs h / (x * (x + h))) * / Rabs h) with (Rabs h / (x * (x + h))) by (field; lra).
    assert (positive : 0 < x * (x + h)) by (apply Rmult_lt_0_compat; lra).
    apply (Rmult_lt_reg_r (x * (x + h))); [exact positive|].
    replace (Rabs h / (x * (x + h)) * (x * (x + h))) with (Rabs h) by (field; lra).
    apply Rlt_le_trans with (e * (x * x) / 2); [exact small_e|].
    replace (e * (x * x) / 2) with (e * (x * (x / 2))) by field.
    apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_l; lra.
Qed.

Definition Rpower (s r : Real) : Real := exp (r * ln s).

Lemma Rpower_plus r t s : Rpower s (r + t) = Rpower s r * Rpower s t.
Proof. unfold Rpower. rewrite <- exp_plus. f_equal. ring. Qed.

Lemma Rpower_1 s : 0 < s -> Rpower s 1 = s.
Proof. intro. unfold Rpower. rewrite Rmult_1_l. now apply exp_ln. Qed.

Lemma Rpower_O s : 0 < s -> Rpower s 0 = 1.
Proof. intro. unfold Rpower. rewrite Rmult_0_l. apply exp_0. Qed.

Lemma Rpower_mult s r t : Rpower (Rpower s r) t = Rpower s (r * t).
Proof. unfold Rpower. rewrite ln_exp. f_equal. ring. Qed.

Lemma Rpower_Ropp s r : Rpower s (- r) = / Rpower s r.
Proof. unfold Rpower. replace (- r * ln s) with (- (r * ln s)) by ring. apply exp_Ropp. Qed.

Lemma Rpower_mult_distr u v r : 0 < u -> 0 < v -> Rpower u r * Rpower v r = Rpower (u * v) r.
Proof. intros. unfold Rpower. rewrite ln_mult, <- exp_plus by assumption. f_equal. ring. Qed.

Lemma exp_order u v : u <= v -> exp u <= exp v.
Proof. intros [less|<-]; [now apply Rlt_le, exp_increasing | lra]. Qed.

Lemma power_order r s t : 0 < s -> s <= t -> 0 <= r -> Rpower s r <= Rpower t r.
Proof. intros. apply exp_order. apply Rmult_le_compat_l; [assumption | now apply ln_order]. Qed.

Lemma Rle_Rpower s r t : 1 <= s -> r <= t -> Rpower s r <= Rpower s t.
Proof.
  intros. apply exp_order. apply Rmult_le_compat_r; [|assumption]. rewrite <- ln_1. apply ln_order; lra.
Qed.

Lemma derivable_pt_lim_power x r : 0 < x -> derivable_pt_lim (fun s => Rpower s r) x (r * Rpower x (r - 1)).
Proof.
  intro x_positive. replace (r * Rpower x (r - 1)) with (Rpower x r * (0 * ln x + r * / x)).
  - apply (derivable_pt_lim_comp (fun s => r * ln s) exp); [|apply derivable_pt_lim_exp].
    apply (derivable_pt_lim_mult (fun _ => r) ln); [apply derivable_pt_lim_const | now apply ln_derivative].
  - replace r with ((r - 1) + 1) at 1 by ring. rewrite Rpower_plus, Rpower_1 by assumption. field. lra.
Qed.

(** * Powers of absolute values *)

Definition pw (r t : Real) : Real := if Req_EM_T t 0 then 0 else exp (r * ln (Rabs t)).

Lemma pw_zero r : pw r 0 = 0.
Proof. unfold pw. destruct (Req_EM_T 0 0); [reflexivity | contradiction]. Qed.

Lemma pw_apart r t : t <> 0 -> pw r t = Rpower (Rabs t) r.
Proof. intro apart. unfold pw. destruct (Req_EM_T t 0); [contradiction | reflexivity]. Qed.

Lemma power_positive t r : 0 < Rpower t r.
Proof. apply exp_pos. Qed.

Lemma pw_sign r t : 0 <= pw r t.
Proof. unfold pw. destruct (Req_EM_T t 0); [lra | apply Rlt_le, exp_pos]. Qed.

Lemma pw_positive r t : 0 < t -> pw r t = Rpower t r.
Proof. intro sign. rewrite pw_apart by lra. now rewrite Rabs_right by lra. Qed.

Lemma pw_null r t : pw r t = 0 -> t = 0.
Proof.
  destruct (Req_dec t 0) as [null|apart]; [tauto|]. rewrite pw_apart by assumption. intro same.
  pose proof (power_positive (Rabs t) r). lra.
Qed.

(** Arithmetic and geometric mean, with weights. *)
Lemma means r u v : 0 <= r <= 1 -> 0 < u -> 0 < v -> Rpower u (1 - r) * Rpower v r <= (1 - r) * u + r * v.
Proof.
  intros range u_positive v_positive.
  set (m := Rpower u (1 - r) * Rpower v r).
  assert (m_positive : 0 < m) by (apply Rmult_lt_0_compat; apply power_positive).
  assert (m_log : m = exp ((1 - r) * ln u + r * ln v)) by (unfold m, Rpower; now rewrite exp_plus).
  assert (part : forall t, 0 < t -> m * (1 + (ln t - ((1 - r) * ln u + r * ln v))) <= t).
  { intros t t_positive. rewrite <- (exp_ln t) at 2 by assumption.
    replace (exp (ln t)) with (m * exp (ln t - ((1 - r) * ln u + r * ln v))).
    - apply Rmult_le_compat_l; [lra|]. apply exp_ineq1_le.
    - rewrite m_log, <- exp_plus. f_equal. ring. }
  pose proof (part u u_positive) as first. pose proof (part v v_positive) as second.
  apply (Rmult_le_compat_l (1 - r)) in first; [|lra]. apply (Rmult_le_compat_l r) in second; [|lra].
  eapply Rle_trans; [|apply Rplus_le_compat; [exact first | exact second]]. apply Req_le. ring.
Qed.

(** * Derivatives *)

Lemma abs_derivative t : t <> 0 -> derivable_pt_lim Rabs t (t / Rabs t).
Proof.
  intro apart. destruct (Rtotal_order t 0) as [less|[null|more]]; [|contradiction|].
  - replace (t / Rabs t) with (-1) by (rewrite Rabs_left by assumption; field; lra). now apply Rabs_derive_2.
  - replace (t / Rabs t) with 1 by (rewrite Rabs_right by lra; field; lra). now apply Rabs_derive_1.
Qed.

Lemma derivative_same f g t l :
  (exists d, 0 < d /\ forall h, Rabs h < d -> f (t + h) = g (t + h)) ->
  derivable_pt_lim f t l -> derivable_pt_lim g t l.
Proof.
  intros (d & d_positive & same) known e e_positive. destruct (known e e_positive) as [delta near].
  assert (least : 0 < Rmin d delta) by (apply Rmin_pos; [assumption | apply cond_pos]).
  exists (mkposreal _ least). intros h apart small. cbn in small.
  rewrite <- same by (eapply Rlt_le_trans; [exact small | apply Rmin_l]).
  rewrite <- (Rplus_0_r t) at 2. rewrite <- same by (rewrite Rabs_R0; assumption). rewrite Rplus_0_r.
  apply near; [exact apart|]. eapply Rlt_le_trans; [exact small | apply Rmin_r].
Qed.

Lemma pw_derivative_apart r t : t <> 0 -> derivable_pt_lim (pw r) t (r * (t * pw (r - 2) t)).
Proof.
  intro apart. apply (derivative_same (fun s => Rpower (Rabs s) r)).
  - exists (Rabs t). split; [now apply Rabs_pos_lt|]. intros h small. symmetry. apply pw_apart. intro null.
    assert (h = - t) by lra. subst h. rewrite Rabs_Ropp in small. lra.
  - replace (r * (t * pw (r - 2) t)) with (r * Rpower (Rabs t) (r - 1) * (t / Rabs t)).
    + apply (derivable_pt_lim_comp Rabs (fun s => Rpower s r)); [now apply abs_derivative|].
      apply derivable_pt_lim_power. now apply Rabs_pos_lt.
    + rewrite pw_apart by assumption. replace (r - 1) with ((r - 2) + 1) by ring.
      rewrite Rpower_plus, Rpower_1 by now apply Rabs_pos_lt. field. now apply Rabs_no_R0.
Qed.

(** A function that is at most c·|t|^s near 0, s > 1, is flat there. *)
Lemma flat f s : 1 < s -> f 0 = 0 -> (forall t, Rabs (f t) <= pw s t) -> derivable_pt_lim f 0 0.
Proof.
  intros more null below e e_positive.
  assert (radius : 0 < Rpower e (/ (s - 1))) by apply power_positive.
  exists (mkposreal _ radius). intros h apart small. cbn in small.
  rewrite Rplus_0_l, null, !Rminus_0_r. unfold Rdiv. rewrite Rabs_mult, Rabs_inv.
  pose proof (Rabs_pos_lt h apart) as size.
  apply Rle_lt_trans with (pw s h * / Rabs h).
  - apply Rmult_le_compat_r; [now apply Rlt_le, Rinv_0_lt_compat | apply below].
  - rewrite pw_apart by assumption. replace s with ((s - 1) + 1) at 1 by ring.
    rewrite Rpower_plus, Rpower_1 by assumption. rewrite Rmult_assoc, Rinv_r by lra. rewrite Rmult_1_r.
    apply Rlt_le_trans with (Rpower (Rpower e (/ (s - 1))) (s - 1)).
    + unfold Rpower at 1 2. apply exp_increasing. apply Rmult_lt_compat_l; [lra|]. apply ln_increasing; assumption.
    + rewrite Rpower_mult, Rinv_l by lra. rewrite Rpower_1 by assumption. lra.
Qed.

Lemma pw_derivative p t : 2 <= p -> derivable_pt_lim (pw p) t (p * (t * pw (p - 2) t)).
Proof.
  intro least. destruct (Req_dec t 0) as [->|apart]; [|now apply pw_derivative_apart].
  replace (p * (0 * pw (p - 2) 0)) with 0 by ring. apply (flat _ p); [lra | apply pw_zero|].
  intro s. rewrite Rabs_right by (apply Rle_ge, pw_sign). lra.
Qed.

(** |t|^(p − 2), which is 1 for p = 2, also at 0. *)
Definition bend (p t : Real) : Real := if Req_EM_T p 2 then 1 else pw (p - 2) t.

Lemma bend_times p t : t * pw (p - 2) t = t * bend p t.
Proof.
  unfold bend. destruct (Req_EM_T p 2) as [->|other]; [|reflexivity].
  destruct (Req_dec t 0) as [->|apart]; [ring|]. rewrite pw_apart by assumption.
  replace (2 - 2) with 0 by ring. rewrite Rpower_O by now apply Rabs_pos_lt. ring.
Qed.

Lemma slope_derivative p t :
  2 <= p -> derivable_pt_lim (fun s => s * pw (p - 2) s) t ((p - 1) * bend p t).
Proof.
  intro least. unfold bend. destruct (Req_EM_T p 2) as [->|other].
  - replace ((2 - 1) * 1) with 1 by ring. apply (derivative_same id).
    + exists 1. split; [lra|]. intros h _. unfold id. rewrite bend_times. unfold bend.
      destruct (Req_EM_T 2 2); [ring | contradiction].
    + apply derivable_pt_lim_id.
  - destruct (Req_dec t 0) as [->|apart].
    + rewrite pw_zero, Rmult_0_r. apply (flat _ (p - 1)); [lra | ring|]. intro s.
      destruct (Req_dec s 0) as [->|s_apart]; [rewrite Rmult_0_l, Rabs_R0; apply pw_sign|].
      rewrite Rabs_mult, (Rabs_right (pw _ _)) by (apply Rle_ge, pw_sign). rewrite !pw_apart by assumption.
      replace (p - 1) with ((p - 2) + 1) by ring. rewrite Rpower_plus, Rpower_1 by now apply Rabs_pos_lt. lra.
    + replace ((p - 1) * pw (p - 2) t) with (1 * pw (p - 2) t + t * ((p - 2) * (t * pw (p - 2 - 2) t))).
      * apply (derivable_pt_lim_mult id (pw (p - 2))); [apply derivable_pt_lim_id | now apply pw_derivative_apart].
      * rewrite !pw_apart by assumption. set (q := Rpower (Rabs t) (p - 2 - 2)).
        replace (Rpower (Rabs t) (p - 2)) with (q * (t * t)); [ring|].
        replace (t * t) with (Rabs t * Rabs t) by (rewrite <- Rabs_mult; apply Rabs_right; nra).
        replace (p - 2) with ((p - 2 - 2) + 1 + 1) by ring.
        rewrite !Rpower_plus, Rpower_1 by now apply Rabs_pos_lt. unfold q. ring.
Qed.

(** * Sums *)

Lemma total_positive n f : (forall i, (i < n)%nat -> 0 <= f i) -> 0 <= total n f.
Proof.
  intro each. replace 0 with (total n (fun _ => 0)); [now apply total_le|].
  clear. induction n as [|n IH]; cbn; [reflexivity | rewrite IH; ring].
Qed.

Lemma total_times n c f : total n (fun i => c * f i) = c * total n f.
Proof. induction n as [|n IH]; cbn; [ring | rewrite IH; ring]. Qed.

Lemma total_plus n f g : total n (fun i => f i + g i) = total n f + total n g.
Proof. induction n as [|n IH]; cbn; [ring | rewrite IH; ring]. Qed.

Lemma total_null n f : (forall i, (i < n)%nat -> 0 <= f i) -> total n f = 0 -> forall i, (i < n)%nat -> f i = 0.
Proof.
  induction n as [|n IH]; [lia|]. cbn. intros each null i below.
  pose proof (each n ltac:(lia)) as last. pose proof (total_positive n f ltac:(intros; apply each; lia)) as rest.
  destruct (Nat.eq_dec i n) as [->|other]; [lra|]. apply IH; [intros; apply each; lia | lra | lia].
Qed.

Lemma total_derivative n (f g : nat -> Real -> Real) t :
  (forall i, derivable_pt_lim (f i) t (g i t)) ->
  derivable_pt_lim (fun s => total n (fun i => f i s)) t (total n (fun i => g i t)).
Proof.
  intro each. induction n as [|n IH]; cbn; [apply derivable_pt_lim_const|].
  apply (derivable_pt_lim_plus (fun s => total n (fun i => f i s)) (f n)); [exact IH | apply each].
Qed.

Lemma derivative_value f t l m : l = m -> derivable_pt_lim f t l -> derivable_pt_lim f t m.
Proof. now intros ->. Qed.

Lemma line_derivative f l a z t :
  (forall s, derivable_pt_lim f s (l s)) -> derivable_pt_lim (fun s => f (a + s * z)) t (l (a + t * z) * z).
Proof.
  intro known. apply (derivable_pt_lim_comp (fun s => a + s * z) f); [|apply known].
  apply (derivative_value _ _ (0 + (1 * z + t * 0))); [ring|].
  apply (derivable_pt_lim_plus (fun _ => a) (fun s => s * z)); [apply derivable_pt_lim_const|].
  apply (derivable_pt_lim_mult id (fun _ => z)); [apply derivable_pt_lim_id | apply derivable_pt_lim_const].
Qed.

(** Hölder's inequality, for the exponents p/(p − 2) and p/2. *)
Lemma hoelder p n (b z : nat -> Real) T :
  2 <= p -> 0 < T -> total n (fun i => pw p (b i)) <= T ->
  total n (fun i => bend p (b i) * (z i * z i)) <=
    Rpower T (1 - 2 / p) * pw (2 / p) (total n (fun i => pw p (z i))).
Proof.
  intros least T_positive below. set (Z := total n (fun i => pw p (z i))).
  assert (Z_sign : 0 <= Z) by (apply total_positive; intros; apply pw_sign).
  assert (range : 0 <= 2 / p <= 1).
  { split; [apply Rlt_le, Rdiv_lt_0_compat; lra|]. apply (Rmult_le_reg_r p); [lra|]. field_simplify; lra. }
  destruct (Req_dec Z 0) as [null|apart].
  - rewrite null, pw_zero, Rmult_0_r. rewrite (total_eq _ _ (fun i => 0 * 0)); [rewrite total_times; lra|].
    intros i under. rewrite (pw_null p (z i)); [ring|].
    apply (total_null n (fun i => pw p (z i))); [intros; apply pw_sign | exact null | exact under].
  - assert (Z_positive : 0 < Z) by lra. rewrite (pw_positive _ Z) by assumption.
    set (m := Rpower T (1 - 2 / p) * Rpower Z (2 / p)).
    assert (m_positive : 0 < m) by (apply Rmult_lt_0_compat; apply power_positive).
    apply Rle_trans with (total n (fun i => m * ((1 - 2 / p) / T * pw p (b i) + 2 / p / Z * pw p (z i)))).
    + apply total_le. intros i _. destruct (Req_dec (z i) 0) as [z_null|z_apart].
      { rewrite z_null, Rmult_0_r, Rmult_0_r. apply Rmult_le_pos; [lra|]. rewrite pw_zero, Rmult_0_r, Rplus_0_r.
        apply Rmult_le_pos; [|apply pw_sign]. apply Rmult_le_pos; [lra | now apply Rlt_le, Rinv_0_lt_compat]. }
      unfold bend. destruct (Req_EM_T p 2) as [two|other].
      { assert (one : 2 / p = 1) by (rewrite two; field). unfold m. rewrite one. rewrite Rminus_diag_eq by reflexivity.
        rewrite Rpower_O, Rpower_1 by assumption. rewrite (pw_apart _ (z i)) by assumption.
        replace p with (1 + 1) by lra. rewrite Rpower_plus, Rpower_1 by now apply Rabs_pos_lt.
        rewrite <- Rabs_mult, Rabs_right by nra. apply Req_le. field. lra. }
      destruct (Req_dec (b i) 0) as [b_null|b_apart].
      { rewrite b_null, !pw_zero, Rmult_0_l, Rmult_0_r, Rplus_0_l. apply Rmult_le_pos; [lra|].
        apply Rmult_le_pos; [|apply pw_sign]. apply Rmult_le_pos; [lra | now apply Rlt_le, Rinv_0_lt_compat]. }
      rewrite !pw_apart by assumption. pose proof (Rabs_pos_lt _ b_apart) as B. pose proof (Rabs_pos_lt _ z_apart) as C.
      set (u := Rpower (Rabs (b i)) p / T). set (v := Rpower (Rabs (z i)) p / Z).
      assert (u_positive : 0 < u) by (apply Rdiv_lt_0_compat; [apply power_positive | assumption]).
      assert (v_positive : 0 < v) by (apply Rdiv_lt_0_compat; [apply power_positive | assumption]).
      replace (Rpower (Rabs (b i)) (p - 2) * (z i * z i)) with (m * (Rpower u (1 - 2 / p) * Rpower v (2 / p))).
      { apply Rmult_le_compat_l; [lra|]. eapply Rle_trans; [now apply means|]. apply Req_le. unfold u, v. field. lra. }
      replace (z i * z i) with (Rpower (Rabs (z i)) 2).
      2: { replace 2 with (1 + 1) by ring. rewrite Rpower_plus, Rpower_1 by assumption.
           rewrite <- Rabs_mult. apply Rabs_right. nra. }
      unfold m, u, v, Rpower. rewrite !ln_quotient, !ln_exp by (assumption || apply exp_pos).
      rewrite <- !exp_plus. f_equal. field. lra.
    + rewrite total_times, total_plus, !total_times. fold Z. rewrite <- (Rmult_1_r m) at 2.
      apply Rmult_le_compat_l; [lra|].
      apply Rle_trans with ((1 - 2 / p) / T * T + 2 / p / Z * Z); [|apply Req_le; field; lra].
      apply Rplus_le_compat_r. apply Rmult_le_compat_l; [|exact below].
      apply Rmult_le_pos; [lra | now apply Rlt_le, Rinv_0_lt_compat].
Qed.

Section Step.
Variables (p : Real) (n : nat) (a z : nat -> Real) (eps : Real).
Hypotheses (least : 2 <= p) (eps_positive : 0 < eps).

(** eps keeps the sum from being 0, so that its powers have derivatives. *)
Let sum t := eps + total n (fun i => pw p (a i + t * z i)).
Let sum1 t := p * total n (fun i => (a i + t * z i) * pw (p - 2) (a i + t * z i) * z i).
Let sum2 t := p * ((p - 1) * total n (fun i => bend p (a i + t * z i) * (z i * z i))).

Lemma sum_positive t : 0 < sum t.
Proof.
  unfold sum. pose proof (total_positive n (fun i => pw p (a i + t * z i)) ltac:(intros; apply pw_sign)). lra.
Qed.

Lemma sum_derivative t : derivable_pt_lim sum t (sum1 t).
Proof.
  apply (derivative_value _ _ (0 + total n (fun i => p * ((a i + t * z i) * pw (p - 2) (a i + t * z i)) * z i))).
  - unfold sum1. rewrite <- total_times, Rplus_0_l. apply total_eq. intros i _. ring.
  - apply (derivable_pt_lim_plus (fun _ => eps) (fun s => total n (fun i => pw p (a i + s * z i))));
      [apply derivable_pt_lim_const|].
    apply (total_derivative n (fun i s => pw p (a i + s * z i))
      (fun i s => p * ((a i + s * z i) * pw (p - 2) (a i + s * z i)) * z i)).
    intro i. apply (line_derivative (pw p) (fun s => p * (s * pw (p - 2) s))). intro s. now apply pw_derivative.
Qed.

Lemma sum1_derivative t : derivable_pt_lim sum1 t (sum2 t).
Proof.
  apply (derivative_value _ _
    (0 * total n (fun i => (a i + t * z i) * pw (p - 2) (a i + t * z i) * z i)
      + p * total n (fun i =>
          (p - 1) * bend p (a i + t * z i) * z i * z i + (a i + t * z i) * pw (p - 2) (a i + t * z i) * 0))).
  - unfold sum2. rewrite Rmult_0_l, Rplus_0_l. f_equal. rewrite <- total_times. apply total_eq. intros i _. ring.
  - apply (derivable_pt_lim_mult (fun _ => p)
      (fun s => total n (fun i => (a i + s * z i) * pw (p - 2) (a i + s * z i) * z i)));
      [apply derivable_pt_lim_const|].
    apply (total_derivative n (fun i s => (a i + s * z i) * pw (p - 2) (a i + s * z i) * z i)
      (fun i s => (p - 1) * bend p (a i + s * z i) * z i * z i + (a i + s * z i) * pw (p - 2) (a i + s * z i) * 0)).
    intro i. apply (derivable_pt_lim_mult (fun s => (a i + s * z i) * pw (p - 2) (a i + s * z i)) (fun _ => z i));
      [|apply derivable_pt_lim_const].
    apply (line_derivative (fun s => s * pw (p - 2) s) (fun s => (p - 1) * bend p s)).
    intro s. now apply slope_derivative.
Qed.

Let value t := Rpower (sum t) (2 / p).
Let value1 t := 2 / p * Rpower (sum t) (2 / p - 1) * sum1 t.
Let value2 t := 2 / p * ((2 / p - 1) * Rpower (sum t) (2 / p - 1 - 1) * sum1 t) * sum1 t
  + 2 / p * Rpower (sum t) (2 / p - 1) * sum2 t.

Lemma value_derivative t : derivable_pt_lim value t (value1 t).
Proof.
  apply (derivable_pt_lim_comp sum (fun s => Rpower s (2 / p))); [apply sum_derivative|].
  apply derivable_pt_lim_power, sum_positive.
Qed.

Lemma value1_derivative t : derivable_pt_lim value1 t (value2 t).
Proof.
  apply (derivable_pt_lim_mult (fun s => 2 / p * Rpower (sum s) (2 / p - 1)) sum1); [|apply sum1_derivative].
  apply (derivative_value _ _ (0 * Rpower (sum t) (2 / p - 1)
    + 2 / p * ((2 / p - 1) * Rpower (sum t) (2 / p - 1 - 1) * sum1 t))); [ring|].
  apply (derivable_pt_lim_mult (fun _ => 2 / p) (fun s => Rpower (sum s) (2 / p - 1))); [apply derivable_pt_lim_const|].
  apply (derivable_pt_lim_comp sum (fun s => Rpower s (2 / p - 1))); [apply sum_derivative|].
  apply derivable_pt_lim_power, sum_positive.
Qed.

Lemma share_range : 0 < 2 / p <= 1.
Proof. split; [apply Rdiv_lt_0_compat; lra|]. apply (Rmult_le_reg_r p); [lra|]. field_simplify; lra. Qed.

Let size := pw (2 / p) (total n (fun i => pw p (z i))).

Lemma value2_below t : value2 t <= 2 * (p - 1) * size.
Proof.
  pose proof share_range as range. pose proof (sum_positive t) as positive.
  unfold value2. apply Rle_trans with (0 + 2 / p * Rpower (sum t) (2 / p - 1) * sum2 t).
  - apply Rplus_le_compat_r.
    replace (2 / p * ((2 / p - 1) * Rpower (sum t) (2 / p - 1 - 1) * sum1 t) * sum1 t)
      with (- (2 / p * (1 - 2 / p) * Rpower (sum t) (2 / p - 1 - 1) * (sum1 t * sum1 t))) by ring.
    apply Ropp_le_cancel. rewrite Ropp_0, Ropp_involutive. apply Rmult_le_pos; [|apply Rle_0_sqr].
    apply Rmult_le_pos; [apply Rmult_le_pos; lra | apply Rlt_le, power_positive].
  - rewrite Rplus_0_l. pose proof (hoelder p n (fun i => a i + t * z i) z (sum t) least positive) as known.
    cbv beta in known. fold size in known.
    assert (below : total n (fun i => pw p (a i + t * z i)) <= sum t) by (unfold sum; lra). specialize (known below).
    unfold sum2. set (w := total n (fun i => bend p (a i + t * z i) * (z i * z i))) in *.
    replace (2 / p * Rpower (sum t) (2 / p - 1) * (p * ((p - 1) * w)))
      with (2 * (p - 1) * (Rpower (sum t) (2 / p - 1) * w)) by (field; lra).
    apply Rmult_le_compat_l; [lra|].
    replace size with (Rpower (sum t) (2 / p - 1) * (Rpower (sum t) (1 - 2 / p) * size)).
    + apply Rmult_le_compat_l; [apply Rlt_le, power_positive | exact known].
    + rewrite <- Rmult_assoc, <- Rpower_plus. replace (2 / p - 1 + (1 - 2 / p)) with 0 by ring.
      rewrite Rpower_O by assumption. ring.
Qed.

(** Taylor's formula with the bound of the second derivative. *)
Lemma taylor : value 1 <= value 0 + value1 0 + (p - 1) * size.
Proof.
  set (c := 2 * (p - 1) * size).
  assert (slope : forall t, 0 <= t -> value1 t <= value1 0 + c * t).
  { intros t t_sign.
    assert (rise : c * 0 - value1 0 <= c * t - value1 t); [|lra].
    apply (slope_up (fun s => c * s - value1 s) (fun s => c - value2 s)); [assumption | intro s |].
    - apply (derivable_pt_lim_minus (fun s => c * s) value1); [|apply value1_derivative].
      apply (derivative_value _ _ (0 * s + c * 1)); [ring|].
      apply (derivable_pt_lim_mult (fun _ => c) id); [apply derivable_pt_lim_const | apply derivable_pt_lim_id].
    - intros s _. pose proof (value2_below s). unfold c. lra. }
  set (g t := value1 0 * t + c * (t * t) / 2 - value t).
  assert (rise : g 0 <= g 1).
  { apply (slope_up g (fun t => value1 0 + c * t - value1 t)); [lra | intro t |].
    - apply (derivable_pt_lim_minus (fun s => value1 0 * s + c * (s * s) / 2) value); [|apply value_derivative].
      apply (derivative_value _ _
        (0 * t + value1 0 * 1 + ((0 * (t * t) + c * (1 * t + t * 1)) * / 2 + c * (t * t) * 0))); [field|].
      apply (derivable_pt_lim_plus (fun s => value1 0 * s) (fun s => c * (s * s) * / 2)).
      + apply (derivable_pt_lim_mult (fun _ => value1 0) id);
          [apply derivable_pt_lim_const | apply derivable_pt_lim_id].
      + apply (derivable_pt_lim_mult (fun s => c * (s * s)) (fun _ => / 2)); [|apply derivable_pt_lim_const].
        apply (derivable_pt_lim_mult (fun _ => c) (fun s => s * s)); [apply derivable_pt_lim_const|].
        apply (derivable_pt_lim_mult id id); apply derivable_pt_lim_id.
    - intros t [t_sign _]. pose proof (slope t t_sign). lra. }
  unfold g in rise. unfold c in rise. lra.
Qed.

Lemma taylor_at_ends :
  Rpower (eps + total n (fun i => pw p (a i + z i))) (2 / p) <=
  Rpower (eps + total n (fun i => pw p (a i))) (2 / p)
    + 2 * Rpower (eps + total n (fun i => pw p (a i))) (2 / p - 1) * total n (fun i => a i * pw (p - 2) (a i) * z i)
    + (p - 1) * size.
Proof.
  pose proof taylor as known. unfold value, value1, sum, sum1 in known.
  rewrite (total_eq _ (fun i => pw p (a i + 1 * z i)) (fun i => pw p (a i + z i))) in known
    by (intros i _; f_equal; ring).
  rewrite (total_eq _ (fun i => pw p (a i + 0 * z i)) (fun i => pw p (a i))) in known by (intros i _; f_equal; ring).
  rewrite (total_eq _ (fun i => (a i + 0 * z i) * pw (p - 2) (a i + 0 * z i) * z i)
    (fun i => a i * pw (p - 2) (a i) * z i)) in known
    by (intros i _; replace (a i + 0 * z i) with (a i) by ring; reflexivity).
  set (q := Rpower _ (2 / p - 1)) in *. set (w := total n (fun i => a i * _ * z i)) in *.
  replace (2 * q * w) with (2 / p * q * (p * w)) by (field; lra). exact known.
Qed.
End Step.

(** * From ε > 0 to 0 *)

Definition square_norm p n (v : nat -> Real) : Real := pw (2 / p) (total n (fun i => pw p (v i))).

Lemma pw_one r : pw r 1 = 1.
Proof. rewrite pw_positive by lra. unfold Rpower. rewrite ln_1, Rmult_0_r. apply exp_0. Qed.

(** (s + t)^r ≤ s^r + t^r for r ≤ 1. *)
Lemma subadditive r s t : 0 < r <= 1 -> 0 < s -> 0 <= t -> Rpower (s + t) r <= Rpower s r + pw r t.
Proof.
  intros range s_positive t_sign. destruct (Req_dec t 0) as [->|apart]; [rewrite pw_zero, !Rplus_0_r; lra|].
  rewrite pw_positive by lra.
  assert (part : forall u, 0 < u -> u <= s + t -> u / (s + t) * Rpower (s + t) r <= Rpower u r).
  { intros u u_positive below. replace u with (u / (s + t) * (s + t)) at 2 by (field; lra).
    assert (ratio : 0 < u / (s + t)) by (apply Rdiv_lt_0_compat; lra).
    rewrite <- Rpower_mult_distr by lra. apply Rmult_le_compat_r; [apply Rlt_le, power_positive|].
    unfold Rpower. rewrite <- (exp_ln (u / (s + t))) at 1 by assumption.
    assert (negative : ln (u / (s + t)) <= 0).
    { pose proof (exp_ineq1_le (ln (u / (s + t)))) as tangent. rewrite exp_ln in tangent by assumption.
      assert (u / (s + t) <= 1) by (apply (Rmult_le_reg_r (s + t)); [lra|]; field_simplify; lra). lra. }
    destruct (Req_dec (ln (u / (s + t))) (r * ln (u / (s + t)))) as [same|other]; [rewrite <- same; lra|].
    apply Rlt_le, exp_increasing. nra. }
  pose proof (part s s_positive ltac:(lra)). pose proof (part t ltac:(lra) ltac:(lra)).
  replace (Rpower (s + t) r) with (s / (s + t) * Rpower (s + t) r + t / (s + t) * Rpower (s + t) r) by (field; lra).
  lra.
Qed.

Lemma share_in p : 2 <= p -> 0 < 2 / p <= 1.
Proof. intro least. split; [apply Rdiv_lt_0_compat; lra|]. apply (Rmult_le_reg_r p); [lra|]. field_simplify; lra. Qed.

Theorem mistake_step p n (a z : nat -> Real) :
  2 <= p -> total n (fun i => a i * pw (p - 2) (a i) * z i) <= 0 ->
  square_norm p n (fun i => a i + z i) <= square_norm p n a + (p - 1) * square_norm p n z.
Proof.
  intros least turn. pose proof (share_in p least) as range. apply le_epsilon. intros d d_positive.
  assert (eps_positive : 0 < Rpower d (p / 2)) by apply power_positive.
  pose proof (taylor_at_ends p n a z (Rpower d (p / 2)) least eps_positive) as known.
  fold (square_norm p n z) in known.
  assert (after : 0 <= total n (fun i => pw p (a i + z i))) by (apply total_positive; intros; apply pw_sign).
  assert (before : 0 <= total n (fun i => pw p (a i))) by (apply total_positive; intros; apply pw_sign).
  pose proof (subadditive (2 / p) (Rpower d (p / 2)) (total n (fun i => pw p (a i))) range eps_positive before)
    as start.
  rewrite Rpower_mult in start. replace (p / 2 * (2 / p)) with 1 in start by (field; lra).
  rewrite Rpower_1 in start by assumption. fold (square_norm p n a) in start.
  assert (fall : 2 * Rpower (Rpower d (p / 2) + total n (fun i => pw p (a i))) (2 / p - 1)
    * total n (fun i => a i * pw (p - 2) (a i) * z i) <= 0).
  { pose proof (power_positive (Rpower d (p / 2) + total n (fun i => pw p (a i))) (2 / p - 1)). nra. }
  assert (own : square_norm p n (fun i => a i + z i)
    <= Rpower (Rpower d (p / 2) + total n (fun i => pw p (a i + z i))) (2 / p)).
  { unfold square_norm. destruct (Req_dec (total n (fun i => pw p (a i + z i))) 0) as [null|apart].
    - rewrite null, pw_zero. apply Rlt_le, power_positive.
    - rewrite pw_positive by lra. apply power_order; lra. }
  lra.
Qed.

(** A small change of a number above 0 changes its power −s little, 0 ≤ s ≤ 1. *)
Lemma power_near s N e : 0 <= s <= 1 -> 0 < N -> 0 < e ->
  Rpower N (- s) * (1 - e / N) <= Rpower (e + N) (- s) <= Rpower N (- s).
Proof.
  intros range N_positive e_positive. set (y := e / N).
  assert (y_positive : 0 < y) by (apply Rdiv_lt_0_compat; lra).
  replace (e + N) with (N * (1 + y)) by (unfold y; field; lra).
  rewrite <- Rpower_mult_distr by lra. pose proof (power_positive N (- s)) as own.
  rewrite (Rpower_Ropp (1 + y)). pose proof (power_positive (1 + y) s) as positive.
  assert (above : 1 <= Rpower (1 + y) s) by (rewrite <- (Rpower_O (1 + y)) at 1 by lra; apply Rle_Rpower; lra).
  assert (below : Rpower (1 + y) s <= 1 + y).
  { pose proof (means s 1 (1 + y) range ltac:(lra) ltac:(lra)) as known.
    replace (Rpower 1 (1 - s)) with 1 in known by (unfold Rpower; rewrite ln_1, Rmult_0_r, exp_0; reflexivity). nra. }
  split.
  - apply Rmult_le_compat_l; [lra|]. apply (Rmult_le_reg_r (Rpower (1 + y) s)); [assumption|].
    rewrite Rinv_l by lra. destruct (Rle_dec (1 - y) 0) as [negative|other].
    + apply Rle_trans with 0; [|lra]. rewrite <- (Rmult_0_l (Rpower (1 + y) s)). apply Rmult_le_compat_r; lra.
    + apply Rle_trans with ((1 - y) * (1 + y)); [apply Rmult_le_compat_l; lra|].
      pose proof (Rle_0_sqr y). unfold Rsqr in *. lra.
  - rewrite <- (Rmult_1_r (Rpower N (- s))) at 2. apply Rmult_le_compat_l; [lra|].
    apply (Rmult_le_reg_r (Rpower (1 + y) s)); [assumption|]. rewrite Rinv_l by lra. lra.
Qed.

Theorem smooth p n (a z : nat -> Real) :
  2 <= p ->
  square_norm p n (fun i => a i + z i) <= square_norm p n a
    + 2 * pw (2 / p - 1) (total n (fun i => pw p (a i))) * total n (fun i => a i * pw (p - 2) (a i) * z i)
    + (p - 1) * square_norm p n z.
Proof.
  intro least. pose proof (share_in p least) as range.
  set (N := total n (fun i => pw p (a i))). set (G := total n (fun i => a i * pw (p - 2) (a i) * z i)).
  assert (N_sign : 0 <= N) by (apply total_positive; intros; apply pw_sign).
  destruct (Req_dec N 0) as [null|apart].
  { assert (none : G = 0).
    { unfold G. rewrite (total_eq _ _ (fun i => 0 * 0)); [rewrite total_times; ring|]. intros i below.
      rewrite (pw_null p (a i)); [ring|].
      apply (total_null n (fun i => pw p (a i))); [intros; apply pw_sign | exact null | exact below]. }
    pose proof (mistake_step p n a z least) as known. fold G in known. rewrite none in *.
    specialize (known ltac:(lra)). lra. }
  assert (N_positive : 0 < N) by lra. rewrite (pw_positive _ N) by assumption.
  apply le_epsilon. intros d d_positive.
  set (K := Rpower N (2 / p - 1) * Rabs G).
  assert (K_sign : 0 <= K) by (apply Rmult_le_pos; [apply Rlt_le, power_positive | apply Rabs_pos]).
  set (e := Rmin (Rpower (d / 2) (p / 2)) (d * N / (4 * (K + 1)))).
  assert (e_positive : 0 < e).
  { apply Rmin_pos; [apply power_positive|]. apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat; lra | lra]. }
  assert (e_first : Rpower e (2 / p) <= d / 2).
  { apply Rle_trans with (Rpower (Rpower (d / 2) (p / 2)) (2 / p)).
    - apply power_order; [assumption | apply Rmin_l | lra].
    - rewrite Rpower_mult. replace (p / 2 * (2 / p)) with 1 by (field; lra). rewrite Rpower_1 by lra. lra. }
  assert (e_second : 2 * K * (e / N) <= d / 2).
  { apply Rle_trans with (2 * K * (d / (4 * (K + 1)))).
    - apply Rmult_le_compat_l; [lra|]. apply (Rmult_le_reg_r N); [assumption|].
      replace (e / N * N) with e by (field; lra).
      replace (d / (4 * (K + 1)) * N) with (d * N / (4 * (K + 1))) by (field; lra).
      apply Rmin_r.
    - apply (Rmult_le_reg_r (K + 1)); [lra|].
      replace (2 * K * (d / (4 * (K + 1))) * (K + 1)) with (K * d / 2) by (field; lra). nra. }
  pose proof (taylor_at_ends p n a z e least e_positive) as known. fold (square_norm p n z) in known. fold N G in known.
  pose proof (subadditive (2 / p) e N range e_positive N_sign) as start.
  change (pw (2 / p) N) with (square_norm p n a) in start.
  pose proof (power_near (1 - 2 / p) N e ltac:(lra) N_positive e_positive) as near.
  replace (- (1 - 2 / p)) with (2 / p - 1) in near by ring.
  assert (slope : 2 * Rpower (e + N) (2 / p - 1) * G <= 2 * Rpower N (2 / p - 1) * G + d / 2).
  { set (r := Rpower (e + N) (2 / p - 1)) in *. set (s := Rpower N (2 / p - 1)) in *.
    apply Rle_trans with (2 * s * G + 2 * K * (e / N)); [|lra]. unfold K.
    pose proof (Rabs_pos G). pose proof (Rle_abs (- G)) as low. rewrite Rabs_Ropp in low.
    assert (gap : (s - r) * (- G) <= s * (e / N) * Rabs G).
    { apply Rle_trans with ((s - r) * Rabs G); [apply Rmult_le_compat_l; lra | apply Rmult_le_compat_r; lra]. }
    lra. }
  assert (own : square_norm p n (fun i => a i + z i)
    <= Rpower (e + total n (fun i => pw p (a i + z i))) (2 / p)).
  { unfold square_norm.
    assert (after : 0 <= total n (fun i => pw p (a i + z i))) by (apply total_positive; intros; apply pw_sign).
    destruct (Req_dec (total n (fun i => pw p (a i + z i))) 0) as [none|some].
    - rewrite none, pw_zero. apply Rlt_le, power_positive.
    - rewrite pw_positive by lra. apply power_order; lra. }
  lra.
Qed.

(** Hölder's inequality, for the exponents q and p. *)
Lemma hoelder_dual p q n (u v : nat -> Real) :
  1 < p -> 1 < q -> / p + / q = 1 ->
  total n (fun i => u i * v i) <= pw (/ q) (total n (fun i => pw q (u i))) * pw (/ p) (total n (fun i => pw p (v i))).
Proof.
  intros p_more q_more dual. set (U := total n (fun i => pw q (u i))). set (V := total n (fun i => pw p (v i))).
  assert (U_sign : 0 <= U) by (apply total_positive; intros; apply pw_sign).
  assert (V_sign : 0 <= V) by (apply total_positive; intros; apply pw_sign).
  assert (zero : (forall i, (i < n)%nat -> u i * v i = 0) ->
    total n (fun i => u i * v i) <= pw (/ q) U * pw (/ p) V).
  { intro null. rewrite (total_eq _ _ (fun i => 0 * 0)) by (intros i below; rewrite null by assumption; ring).
    rewrite total_times, Rmult_0_l. apply Rmult_le_pos; apply pw_sign. }
  destruct (Req_dec U 0) as [U_null|U_apart].
  { apply zero. intros i below. rewrite (pw_null q (u i)); [ring|].
    apply (total_null n (fun i => pw q (u i))); [intros; apply pw_sign | exact U_null | exact below]. }
  destruct (Req_dec V 0) as [V_null|V_apart].
  { apply zero. intros i below. rewrite (pw_null p (v i)); [ring|].
    apply (total_null n (fun i => pw p (v i))); [intros; apply pw_sign | exact V_null | exact below]. }
  assert (U_positive : 0 < U) by lra. assert (V_positive : 0 < V) by lra. rewrite !pw_positive by assumption.
  set (m := Rpower U (/ q) * Rpower V (/ p)).
  assert (m_positive : 0 < m) by (apply Rmult_lt_0_compat; apply power_positive).
  assert (p_inverse : 0 < / p) by (apply Rinv_0_lt_compat; lra).
  assert (q_inverse : 0 < / q) by (apply Rinv_0_lt_compat; lra).
  apply Rle_trans with (total n (fun i => m * (/ q / U * pw q (u i) + / p / V * pw p (v i)))).
  - apply total_le. intros i _. destruct (Req_dec (u i * v i) 0) as [null|apart].
    { rewrite null. apply Rmult_le_pos; [lra|]. apply Rplus_le_le_0_compat; (apply Rmult_le_pos; [|apply pw_sign]);
        apply Rmult_le_pos; try lra; now apply Rlt_le, Rinv_0_lt_compat. }
    assert (u_apart : u i <> 0) by (intro null; apply apart; rewrite null; ring).
    assert (v_apart : v i <> 0) by (intro null; apply apart; rewrite null; ring).
    rewrite !pw_apart by assumption. pose proof (Rabs_pos_lt _ u_apart) as B. pose proof (Rabs_pos_lt _ v_apart) as C.
    apply Rle_trans with (Rabs (u i) * Rabs (v i)); [rewrite <- Rabs_mult; apply Rle_abs|].
    set (s := Rpower (Rabs (u i)) q / U). set (t := Rpower (Rabs (v i)) p / V).
    assert (s_positive : 0 < s) by (apply Rdiv_lt_0_compat; [apply power_positive | assumption]).
    assert (t_positive : 0 < t) by (apply Rdiv_lt_0_compat; [apply power_positive | assumption]).
    replace (Rabs (u i) * Rabs (v i)) with (m * (Rpower s (1 - / p) * Rpower t (/ p))).
    { apply Rmult_le_compat_l; [lra|]. eapply Rle_trans; [apply means; [lra | assumption | assumption]|].
      apply Req_le. unfold s, t. replace (1 - / p) with (/ q) by lra. field. lra. }
    replace (1 - / p) with (/ q) by lra.
    rewrite <- (exp_ln (Rabs (u i))) at 1 by assumption. rewrite <- (exp_ln (Rabs (v i))) at 1 by assumption.
    unfold m, s, t, Rpower. rewrite !ln_quotient, !ln_exp by (assumption || apply exp_pos).
    rewrite <- !exp_plus. f_equal. field. lra.
  - rewrite total_times, total_plus, !total_times. fold U V. apply Req_le.
    replace (/ q / U * U + / p / V * V) with (/ p + / q) by (field; lra). rewrite dual. ring.
Qed.

Lemma square_of_norm p n v : 2 <= p -> pw (/ p) (total n (fun i => pw p (v i))) ^ 2 = square_norm p n v.
Proof.
  intro least. unfold square_norm. set (V := total n _).
  assert (V_sign : 0 <= V) by (apply total_positive; intros; apply pw_sign).
  destruct (Req_dec V 0) as [null|apart]; [rewrite null, !pw_zero; ring|].
  rewrite !pw_positive by lra. replace (2 / p) with (/ p + / p) by (field; lra). rewrite Rpower_plus. ring.
Qed.

Theorem p_norm_bound (p q : Real) (n T : nat) (u : nat -> Real) (theta x : nat -> nat -> Real) (g X : Real) :
  2 <= p -> / p + / q = 1 -> 0 <= g ->
  (forall i, theta 0%nat i = 0) ->
  (forall t, (t < T)%nat ->
    (forall i, theta (S t) i = theta t i + x t i) /\
    total n (fun i => theta t i * pw (p - 2) (theta t i) * x t i) <= 0 /\
    pw (/ p) (total n (fun i => pw p (x t i))) <= X /\
    g <= total n (fun i => u i * x t i)) ->
  INR T * g ^ 2 <= (p - 1) * X ^ 2 * pw (/ q) (total n (fun i => pw q (u i))) ^ 2.
Proof.
  intros least dual g_sign start step.
  assert (q_more : 1 < q).
  { assert (half : 0 < / p <= / 2).
    { split; [apply Rinv_0_lt_compat; lra | apply Rinv_le_contravar; lra]. }
    assert (positive : 0 < q).
    { destruct (Rtotal_order q 0) as [less|[null|more]]; [|subst q; rewrite Rinv_0 in dual; lra|assumption].
      pose proof (Rinv_lt_0_compat q less). lra. }
    rewrite <- (Rinv_inv q), <- Rinv_1. apply Rinv_lt_contravar; [|lra].
    rewrite Rmult_1_r. now apply Rinv_0_lt_compat. }
  assert (progress : forall t, (t <= T)%nat ->
    INR t * g <= total n (fun i => u i * theta t i) /\ square_norm p n (theta t) <= INR t * ((p - 1) * X ^ 2)).
  { induction t as [|t IH]; intro below.
    - cbn. rewrite !Rmult_0_l. split.
      + rewrite (total_eq _ _ (fun i => 0 * 0)) by (intros i _; rewrite start; ring). rewrite total_times. lra.
      + unfold square_norm. rewrite (total_eq _ _ (fun i => 0 * 0)) by (intros i _; rewrite start, pw_zero; ring).
        rewrite total_times, Rmult_0_l, pw_zero. lra.
    - destruct (IH ltac:(lia)) as [along short]. destruct (step t ltac:(lia)) as (next & turn & radius & margin).
      rewrite S_INR. split.
      + rewrite (total_eq _ _ (fun i => u i * theta t i + u i * x t i)) by (intros i _; rewrite next; ring).
        rewrite total_plus. lra.
      + pose proof (mistake_step p n (theta t) (x t) least turn) as known.
        assert (same : square_norm p n (theta (S t)) = square_norm p n (fun i => theta t i + x t i)).
        { unfold square_norm. f_equal. apply total_eq. intros i _. now rewrite next. }
        rewrite same. rewrite <- square_of_norm with (v := x t) in known by assumption.
        assert (size : pw (/ p) (total n (fun i => pw p (x t i))) ^ 2 <= X ^ 2).
        { apply pow_incr. split; [apply pw_sign | exact radius]. }
        nra. }
  destruct (progress T (le_n T)) as [along short].
  pose proof (hoelder_dual p q n u (theta T) ltac:(lra) q_more dual) as known.
  rewrite <- square_of_norm in short by assumption.
  set (a := pw (/ q) _) in *. set (b := pw (/ p) _) in *.
  assert (a_sign : 0 <= a) by apply pw_sign. assert (b_sign : 0 <= b) by apply pw_sign.
  pose proof (pos_INR T) as count.
  destruct (Req_dec (INR T) 0) as [none|some].
  - rewrite none, Rmult_0_l. apply Rmult_le_pos; [apply Rmult_le_pos; [lra | apply pow2_ge_0] | apply pow2_ge_0].
  - assert (positive : 0 < INR T) by lra.
    assert (square : (INR T * g) ^ 2 <= (a * b) ^ 2).
    { apply pow_incr. split; [apply Rmult_le_pos; lra | lra]. }
    apply (Rmult_le_reg_l (INR T)); [assumption|].
    replace (INR T * (INR T * g ^ 2)) with ((INR T * g) ^ 2) by ring. eapply Rle_trans; [exact square|].
    replace ((a * b) ^ 2) with (a ^ 2 * b ^ 2) by ring.
    replace (INR T * ((p - 1) * X ^ 2 * a ^ 2)) with (a ^ 2 * (INR T * ((p - 1) * X ^ 2))) by ring.
    apply Rmult_le_compat_l; [apply pow2_ge_0 | exact short].
Qed.

Ltac p_norm_is_smooth := exact smooth.
Ltac p_norm_perceptron_mistake_bound := exact p_norm_bound.
