(** The exponential function and logarithms. *)

From Novikoff Require Import InnerProduct.
Require Export Rtrigo_def Exp_prop.
Require Import Ranalysis1 Rsqrt_def.
Open Scope R_scope.

(** A function whose derivative is not negative does not decrease; by suprema, as the mean value theorem of the
    standard library assumes the excluded middle. *)
Lemma positive_slope g g' a b : a <= b -> (forall t, a <= t <= b -> derivable_pt_lim g t (g' t)) ->
  (forall t, a <= t <= b -> 0 < g' t) -> g a <= g b.
Proof.
  intros ab slope positive.
  set (rising x := a <= x <= b /\ forall t, a <= t <= x -> g a <= g t).
  assert (first : rising a).
  { split; [lra|]. intros t between. replace t with a by lra. lra. }
  destruct (completeness rising) as [c [above least]].
  { exists b. intros x [between _]. lra. }
  { exists a. exact first. }
  pose proof (above a first) as ac. assert (cb : c <= b) by (apply least; intros x [between _]; lra).
  destruct (slope c (conj ac cb) (g' c) (positive c (conj ac cb))) as [[d d_positive] near]. cbn in near.
  assert (signed : forall t, t <> c -> Rabs (t - c) < d -> 0 < (g t - g c) * (t - c)).
  { intros t apart close. specialize (near (t - c)). replace (c + (t - c)) with t in near by ring.
    assert (slopes : 0 < (g t - g c) / (t - c)) by (pose proof (Rabs_def2 _ _ (near ltac:(lra) close)); lra).
    assert (squared : 0 < (t - c) * (t - c)) by (apply (Rsqr_pos_lt (t - c)); lra).
    replace ((g t - g c) * (t - c)) with ((g t - g c) / (t - c) * ((t - c) * (t - c))) by (field; lra).
    now apply product_strict. }
  assert (before : forall t, a <= t < c -> g a <= g t).
  { intros t between. apply Rnot_lt_le. intro less. assert (c <= t); [|lra].
    apply least. intros x [_ known]. apply Rnot_lt_le. intro beyond. specialize (known t). lra. }
  assert (there : g a <= g c).
  { destruct (Req_dec a c) as [<-|apart]; [lra|].
    set (t := Rmax a (c - d / 2)). assert (near_c : a <= t < c /\ c - t < d) by (unfold t, Rmax; destruct Rle_dec; lra).
    specialize (signed t). specialize (before t). rewrite Rabs_left in signed by lra.
    assert (0 < (g c - g t) * (c - t)) by lra.
    assert (0 < g c - g t); [|lra]. apply (Rmult_lt_reg_r (c - t)); lra. }
  destruct (Req_dec c b) as [<-|apart]; [exact there|].
  set (e := Rmin b (c + d / 2)). assert (after : c < e <= b /\ e - c < d) by (unfold e, Rmin; destruct Rle_dec; lra).
  assert (further : rising e); [|specialize (above e further); lra].
  split; [lra|]. intros t between. destruct (Rlt_or_le t c) as [less|more]; [apply before; lra|].
  destruct (Req_dec t c) as [->|other]; [exact there|].
  specialize (signed t other). rewrite Rabs_right in signed by lra. specialize (signed ltac:(lra)).
  assert (0 < g t - g c); [|lra]. apply (Rmult_lt_reg_r (t - c)); lra.
Qed.

Lemma slope_up g g' a b : a <= b -> (forall t, derivable_pt_lim g t (g' t)) ->
  (forall t, a <= t <= b -> 0 <= g' t) -> g a <= g b.
Proof.
  intros ab slope weak. apply le_epsilon. intros e positive.
  set (h t := g t + e / (b - a + 1) * t).
  assert (scaled : 0 < e / (b - a + 1)) by (apply Rdiv_lt_0_compat; lra).
  assert (risen : h a <= h b).
  { apply (positive_slope h (fun t => g' t + e / (b - a + 1))); [exact ab| |].
    - intros t _. apply (derivable_pt_lim_plus g (fun t => e / (b - a + 1) * t)); [apply slope|].
      pose proof (derivable_pt_lim_scal id (e / (b - a + 1)) t 1 (derivable_pt_lim_id t)) as line.
      rewrite Rmult_1_r in line. exact line.
    - intros t between. specialize (weak t between). lra. }
  unfold h in risen. assert (e / (b - a + 1) * (b - a) <= e); [|lra].
  replace e with (e / (b - a + 1) * (b - a + 1)) at 2 by (field; lra). lra.
Qed.

(** x^k/k!, and the sum of these up to k = d. *)
Fixpoint exp_power (k : nat) (x : Real) : Real :=
  match k with O => 1 | S j => exp_power j x * (x / IZR (Z.of_nat k)) end.
Fixpoint exp_series (d : nat) (x : Real) : Real :=
  match d with O => 1 | S k => exp_series k x + exp_power d x end.


Lemma exp_power_slope k x : derivable_pt_lim (exp_power (S k)) x (exp_power k x).
Proof.
  induction k as [|k IH].
  - replace (exp_power 0 x) with (1 * (1 / 1)) by (cbn; field).
    apply (derivable_pt_lim_ext (fun y => y * (1 / 1))); [intro; cbn; field|].
    apply (derivable_pt_lim_scal_right id). apply derivable_pt_lim_id.
  - set (n := IZR (Z.of_nat (S k))). set (m := IZR (Z.of_nat (S (S k)))).
    assert (more : m = n + 1) by (unfold m, n; rewrite <- plus_IZR; f_equal; rewrite !Nat2Z.inj_succ; ring).
    assert (positive : 0 < n) by (apply IZR_lt; rewrite Nat2Z.inj_succ; apply Zle_lt_succ, Nat2Z.is_nonneg).
    assert (same : exp_power (S k) x = exp_power k x * (x / n)) by reflexivity.
    replace (exp_power (S k) x) with ((exp_power k x * x + exp_power (S k) x * 1) * (1 / m))
      by (rewrite same, more; field; lra).
    apply (derivable_pt_lim_ext (fun y => exp_power (S k) y * y * (1 / m))).
    { intro y. change (exp_power (S (S k)) y) with (exp_power (S k) y * (y / m)). unfold Rdiv. ring. }
    apply (derivable_pt_lim_scal_right (fun y => exp_power (S k) y * y)).
    apply (derivable_pt_lim_mult (exp_power (S k)) id); [exact IH | apply derivable_pt_lim_id].
Qed.

Lemma exp_series_slope d x : derivable_pt_lim (exp_series (S d)) x (exp_series d x).
Proof.
  induction d as [|d IH].
  - replace (exp_series 0 x) with (0 + exp_power 0 x) by (cbn; ring).
    apply (derivable_pt_lim_plus (fun _ => 1) (exp_power 1)); [apply derivable_pt_lim_const | apply exp_power_slope].
  - apply (derivable_pt_lim_plus (exp_series (S d)) (exp_power (S (S d)))); [exact IH | apply exp_power_slope].
Qed.

Lemma exp_series_zero d : exp_series d 0 = 1.
Proof.
  induction d as [|d IH]; [reflexivity|]. cbn [exp_series]. rewrite IH. change (exp_power (S d) 0) with
    (exp_power d 0 * (0 / IZR (Z.of_nat (S d)))). unfold Rdiv. ring.
Qed.

(** exp less its series: by the slopes, of even degree it has the sign of x, of odd degree it is not negative. *)
Definition exp_rest (d : nat) (x : Real) : Real := exp x - exp_series d x.

Lemma exp_rest_slope d x : derivable_pt_lim (exp_rest (S d)) x (exp_rest d x).
Proof.
  apply (derivable_pt_lim_minus exp (exp_series (S d))); [apply derivable_pt_lim_exp | apply exp_series_slope].
Qed.

Lemma exp_rest_zero d : exp_rest d 0 = 0.
Proof. unfold exp_rest. rewrite exp_0, exp_series_zero. ring. Qed.

Lemma exp_rest_falls d x : x <= 0 -> (forall t, t <= 0 -> exp_rest d t <= 0) -> 0 <= exp_rest (S d) x.
Proof.
  intros negative known. pose proof (exp_rest_zero (S d)).
  assert (less : - exp_rest (S d) x <= - exp_rest (S d) 0); [|lra].
  apply (slope_up (fun t => - exp_rest (S d) t) (fun t => - exp_rest d t)); [exact negative | |].
  - intro t. apply (derivable_pt_lim_opp (exp_rest (S d))). apply exp_rest_slope.
  - intros t between. specialize (known t). lra.
Qed.

Lemma exp_rest_rises d x : 0 <= x -> (forall t, 0 <= t -> 0 <= exp_rest d t) -> 0 <= exp_rest (S d) x.
Proof.
  intros positive known. rewrite <- (exp_rest_zero (S d)).
  apply (slope_up (exp_rest (S d)) (exp_rest d)); [exact positive | intro; apply exp_rest_slope|].
  intros t between. apply known. lra.
Qed.

Lemma exp_rest_keeps d x : x <= 0 -> (forall t, t <= 0 -> 0 <= exp_rest d t) -> exp_rest (S d) x <= 0.
Proof.
  intros negative known. rewrite <- (exp_rest_zero (S d)).
  apply (slope_up (exp_rest (S d)) (exp_rest d)); [exact negative | intro; apply exp_rest_slope|].
  intros t between. apply known. lra.
Qed.

Lemma exp_rest_first x : (0 <= x -> 0 <= exp_rest 0 x) /\ (x <= 0 -> exp_rest 0 x <= 0).
Proof.
  assert (rises : forall a b, a <= b -> exp a <= exp b).
  { intros a b ab. apply (slope_up exp exp); [exact ab | apply derivable_pt_lim_exp|].
    intros t _. apply Rlt_le, exp_pos. }
  unfold exp_rest. cbn. rewrite <- exp_0. split; intro sign; pose proof (rises 0 x); pose proof (rises x 0); lra.
Qed.

Lemma exp_rest_signs d :
  (forall x, 0 <= x -> 0 <= exp_rest (2 * d) x) /\ (forall x, x <= 0 -> exp_rest (2 * d) x <= 0) /\
  (forall x, 0 <= exp_rest (2 * d + 1) x).
Proof.
  assert (odd : forall e, (forall x, 0 <= x -> 0 <= exp_rest e x) -> (forall x, x <= 0 -> exp_rest e x <= 0) ->
    forall x, 0 <= exp_rest (S e) x).
  { intros e more less x. destruct (Rle_or_lt 0 x); [now apply exp_rest_rises | apply exp_rest_falls]; auto; lra. }
  induction d as [|d (more & less & any)].
  - split; [|split; [|apply (odd 0%nat)]]; intros x; apply exp_rest_first.
  - rewrite (Nat.add_1_r (2 * S d)). replace (2 * S d)%nat with (S (2 * d + 1)) by ring.
    assert (up : forall x, 0 <= x -> 0 <= exp_rest (S (2 * d + 1)) x) by (intros; apply exp_rest_rises; auto).
    assert (down : forall x, x <= 0 -> exp_rest (S (2 * d + 1)) x <= 0) by (intros; apply exp_rest_keeps; auto).
    split; [exact up | split; [exact down | now apply odd]].
Qed.

(** exp is at least its series of odd degree, at any point. *)
Lemma exp_remainder d p q : 0 <= exp p - exp q * exp_series (2 * d + 1) (p - q).
Proof.
  replace (exp p) with (exp q * exp (p - q)) by (rewrite <- exp_plus; f_equal; ring).
  rewrite <- Rmult_minus_distr_l. apply Rmult_le_pos; [apply Rlt_le, exp_pos | apply exp_rest_signs].
Qed.

(** Logarithms, by the intermediate value theorem between 0 and p. *)
Lemma log_of p : 1 <= p -> exists n, exp n = p.
Proof.
  intro more. pose proof (exp_remainder 0 p 0) as above. cbn in above. rewrite exp_0 in above.
  destruct (IVT_cor (fun t => exp t - p) 0 p) as (n & _ & found).
  - apply (continuity_minus exp (fun _ => p)); [|apply continuity_const; now intros ? ?].
    intro t. apply derivable_continuous_pt. exists (exp t). apply derivable_pt_lim_exp.
  - lra.
  - rewrite exp_0. assert (0 <= (p - 1) * (exp p - p)) by (apply Rmult_le_pos; lra). lra.
  - exists n. lra.
Qed.

Lemma log_exists a b : b < a -> exists n, exp n = a - b.
Proof.
  intro less. destruct (Rle_or_lt 1 (a - b)) as [more|small]; [now apply log_of|].
  destruct (log_of (/ (a - b))) as [n found].
  - rewrite <- Rinv_1. apply Rinv_le_contravar; lra.
  - exists (- n). apply (Rmult_eq_reg_l (exp n)); [|apply Rgt_not_eq, exp_pos].
    rewrite <- exp_plus, found, Rplus_opp_r, exp_0. field. lra.
Qed.
Arguments log_exists {a b} _.

(** The logarithm, which is 0 where there is none: the last number whose exponential is not greater. *)
Lemma exp_at_most x n : exp x <= exp n -> x <= n.
Proof.
  intro less. apply Rnot_lt_le. intro more. pose proof (exp_remainder 0 x n) as above. cbn in above.
  assert (0 < exp n * (x - n)) by (apply product_strict; [apply exp_pos | lra]).
  apply (Rlt_irrefl (exp x)). apply (Rle_lt_trans _ (exp n)); [exact less|]. lra.
Qed.
Lemma logarithms a : 0 < a -> bound (fun x => exp x <= a) /\ exists x, exp x <= a.
Proof.
  intro positive. destruct (log_exists positive) as [n known]. rewrite Rminus_0_r in known. subst a.
  split; [exists n; intro; apply exp_at_most | exists n; lra].
Qed.
Definition ln (a : Real) : Real :=
  match Rlt_dec 0 a with
  | left positive =>
      let both := logarithms a positive in proj1_sig (completeness (fun x => exp x <= a) (proj1 both) (proj2 both))
  | right _ => 0
  end.
Lemma exp_ln a : 0 < a -> exp (ln a) = a.
Proof.
  intro positive. unfold ln. cbv zeta. destruct (Rlt_dec 0 a) as [yes|no]; [|contradiction].
  destruct (completeness _ _ _) as [m [above least]]. cbn. destruct (log_exists yes) as [n known].
  rewrite Rminus_0_r in known. subst a. f_equal. apply Rle_antisym.
  - apply least. intros x less. now apply exp_at_most.
  - apply above. cbn. lra.
Qed.
Lemma ln_exp n : ln (exp n) = n.
Proof. pose proof (exp_ln (exp n) (exp_pos n)). apply Rle_antisym; apply exp_at_most; lra. Qed.
