(** Signs of numbers that are made of rational numbers and of their exponentials. *)

From Novikoff Require Import InnerProduct Exponential Algebra Terms Checker Meaning Rules.
Require Import Ranalysis1 Rtrigo_def Exp_prop.
Open Scope R_scope.

(** * Bounds of exp q: its series, from the last term to the first, in units of 1/2^128, rounded down and up *)

Definition unit_of_bounds : Z := 2 ^ 128.
(** What follows the power 99, as a multiple of it, is between 0 and 2. *)
Fixpoint enclosed (a : Z) (b : positive) (k : positive) (n : nat) : Z * Z :=
  match n with
  | O => (0, 2 * unit_of_bounds)%Z
  | S m =>
      let (low, high) := enclosed a b (Pos.succ k) m in
      let (least, most) := (if Z.ltb a 0 then (a * high, a * low) else (a * low, a * high))%Z in
      let d := Z.pos (b * k) in
      (unit_of_bounds + least / d, unit_of_bounds - (- most) / d)%Z
  end.
Definition enclosure (q : Q) : Z * Z :=
  if Z.eqb (Qnum q) 0 then (unit_of_bounds, unit_of_bounds) else enclosed (Qnum q) (Qden q) 1 99.
Definition within_reach (q : Q) : bool := Z.leb (Z.abs (Qnum q)) (25 * Z.pos (Qden q)).

(** * Signs *)

(** The exponents of a polynomial in exponentials, which are rational numbers, and their coefficients. *)
Fixpoint exponent (m : mono) : option poly :=
  match m with
  | [] => Some []
  | Exp a :: m' => bind (exponent m') (fun p => Some (added (normal a) p))
  | _ => None
  end.
Definition rational_in (p : poly) : option Q := match p with [] => Some 0%Q | [([], q)] => Some q | _ => None end.
Definition powers := list (Q * Q).
Fixpoint with_power (e c : Q) (ps : powers) : powers :=
  match ps with
  | [] => [(e, c)]
  | (e', c') :: others => if Qeq_bool e e' then (e', Qred (c + c')) :: others else (e', c') :: with_power e c others
  end.
Fixpoint powers_of (p : poly) : option powers :=
  match p with
  | [] => Some []
  | (m, c) :: others => bind (bind (exponent m) rational_in) (fun e => bind (powers_of others) (fun ps => Some (with_power e c ps)))
  end.

(** Bounds of the sum, as multiples of the unit. *)
Fixpoint bounds (ps : powers) : Q * Q :=
  match ps with
  | [] => (0, 0)%Q
  | (e, c) :: others =>
      let (least, most) := bounds others in
      let (low, high) := enclosure e in
      let (low, high) := if Z.ltb (Qnum c) 0 then (high, low) else (low, high) in
      (least + c * inject_Z low, most + c * inject_Z high)%Q
  end.
Definition sign_of (p : poly) : option comparison :=
  bind (powers_of p) (fun ps =>
    if negb (forallb (fun ec => within_reach (fst ec)) ps) then None
    else if forallb (fun ec => Z.eqb (Qnum (snd ec)) 0) ps then Some Eq
    else let (least, most) := bounds ps in
      if Z.ltb 0 (Qnum least) then Some Gt else if Z.ltb (Qnum most) 0 then Some Lt else None).
Definition says_sign (x : relation) (s : comparison) : bool :=
  match x, s with
  | AtLeast, Lt | Above, (Eq | Lt) | Equal, (Gt | Lt) | Unequal, Eq => false
  | _, _ => true
  end.

(** * The bounds are right *)

Lemma exp_power_positive k x : 0 <= x -> 0 <= exp_power k x.
Proof.
  intro positive. induction k as [|k IH]; [apply Rle_0_1|]. cbn [exp_power]. apply Rmult_le_pos; [exact IH|].
  apply Rmult_le_pos; [exact positive|]. apply Rlt_le, Rinv_0_lt_compat, IZR_lt. lia.
Qed.

(** Up to half of the degree, the terms that follow add at most the last one. *)
Lemma exp_series_above d x : 0 <= x -> 2 * x <= IZR (Z.of_nat (S d)) ->
  exp x <= exp_series (S d) x + exp_power (S d) x.
Proof.
  intros positive half. set (n := IZR (Z.of_nat (S d))) in *. assert (0 < n) by (apply IZR_lt; lia).
  set (g t := (exp_series (S d) t + exp_power (S d) t) * exp (- t)).
  set (g' t := (exp_series d t + exp_power d t) * exp (- t) + (exp_series (S d) t + exp_power (S d) t) * (exp (- t) * -1)).
  assert (risen : g 0 <= g x).
  { apply (slope_up g g'); [exact positive | |].
    - intro t. apply (derivable_pt_lim_mult (fun t => exp_series (S d) t + exp_power (S d) t) (fun t => exp (- t))).
      + apply (derivable_pt_lim_plus (exp_series (S d)) (exp_power (S d))); [apply exp_series_slope | apply exp_power_slope].
      + apply (derivable_pt_lim_comp Ropp exp); [|apply derivable_pt_lim_exp].
        exact (derivable_pt_lim_opp (fun y : Real => y) t 1 (derivable_pt_lim_id t)).
    - intros t between. unfold g'. cbn [exp_series].
      change (exp_power (S d) t) with (exp_power d t * (t / n)).
      replace (_ + _) with (exp_power d t * (1 - 2 * t / n) * exp (- t)) by (field; lra).
      apply Rmult_le_pos; [apply Rmult_le_pos|].
      + apply exp_power_positive. lra.
      + assert (2 * t / n <= 1); [|lra]. apply (Rmult_le_reg_r n); [assumption|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
      + apply Rlt_le, exp_pos. }
  unfold g in risen. rewrite exp_series_zero, Ropp_0, exp_0 in risen.
  assert (zero_power : exp_power (S d) 0 = 0) by (cbn [exp_power]; unfold Rdiv; ring). rewrite zero_power in risen.
  apply (Rmult_le_reg_r (exp (- x))); [apply exp_pos|]. rewrite <- exp_plus, Rplus_opp_r, exp_0. lra.
Qed.

(** The series with the remainder s for the terms from x^n on. *)
Fixpoint tail (s x : Real) (k : positive) (n : nat) : Real :=
  match n with O => s | S m => 1 + x / IZR (Z.pos k) * tail s x (Pos.succ k) m end.
Lemma tail_series s x n : forall m,
  exp_power m x * tail s x (Pos.of_nat (S m)) n + (exp_series m x - exp_power m x)
  = exp_series (m + n) x + (s - 1) * exp_power (m + n) x.
Proof.
  induction n as [|n IH]; intro m.
  - cbn [tail]. rewrite Nat.add_0_r. ring.
  - cbn [tail]. rewrite <- Nat2Pos.inj_succ by lia. replace (m + S n)%nat with (S m + n)%nat by lia. rewrite <- IH. clear IH.
    cbn [exp_series]. change (exp_power (S m) x) with (exp_power m x * (x / IZR (Z.of_nat (S m)))).
    replace (IZR (Z.pos (Pos.of_nat (S m)))) with (IZR (Z.of_nat (S m))) by (f_equal; lia). ring.
Qed.

Lemma exp_is_tail d x : - 2 * x <= IZR (Z.of_nat (2 * d + 1)) -> 2 * x <= IZR (Z.of_nat (2 * d + 1)) ->
  exists s, 0 <= s <= 2 /\ exp x = tail s x 1 (2 * d + 1).
Proof.
  rewrite Nat.add_1_r. set (e := (2 * d)%nat). intros less more.
  pose proof (fun s => tail_series s x (S e) 0) as known. cbn [exp_power exp_series Nat.add] in known.
  assert (is_tail : forall s, tail s x 1 (S e) = exp_series (S e) x + (s - 1) * exp_power (S e) x).
  { intro s. specialize (known s). change (Pos.of_nat 1) with 1%positive in known. cbn [exp_series exp_power] in *. rewrite <- known. ring. }
  set (p := exp_power (S e) x) in *. set (t := exp_series (S e) x) in *.
  assert (low : t <= exp x).
  { destruct (exp_rest_signs d) as (_ & _ & rest). specialize (rest x). unfold exp_rest in rest. rewrite Nat.add_1_r in rest. fold e t in rest. lra. }
  assert (high : exp x <= t + Rabs p).
  { destruct (Rle_or_lt 0 x) as [positive|negative].
    - rewrite Rabs_right by (apply Rle_ge, exp_power_positive, positive). now apply exp_series_above.
    - destruct (exp_rest_signs d) as (_ & rest & _). specialize (rest x). unfold exp_rest in rest. fold e in rest.
      assert (t = exp_series e x + p) by reflexivity. pose proof (Rle_abs (- p)) as bound_. rewrite Rabs_Ropp in bound_. lra. }
  destruct (Req_dec p 0) as [none|some_].
  - exists 1. split; [lra|]. rewrite is_tail, none. rewrite none, Rabs_R0 in high. lra.
  - exists (1 + (exp x - t) / p). split.
    + assert (- 1 <= (exp x - t) / p <= 1); [|lra]. unfold Rabs in high. destruct (Rcase_abs p).
      * split; [apply (Rmult_le_reg_r (- p)) | apply (Rmult_le_reg_r (- p))]; try lra;
          replace ((exp x - t) / p * - p) with (- (exp x - t)) by (field; lra); lra.
      * split; [apply (Rmult_le_reg_r p) | apply (Rmult_le_reg_r p)]; try lra;
          replace ((exp x - t) / p * p) with (exp x - t) by (field; lra); lra.
    + rewrite is_tail. field. exact some_.
Qed.

Lemma floor_below a d : (0 < d)%Z -> IZR (a / d) <= IZR a / IZR d.
Proof.
  intro positive. assert (0 < IZR d) by now apply IZR_lt. apply (Rmult_le_reg_r (IZR d)); [assumption|].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. rewrite <- mult_IZR. apply IZR_le.
  pose proof (Z.mul_div_le a d positive). lia.
Qed.

Definition one_unit : Real := IZR unit_of_bounds.
Lemma one_unit_positive : 0 < one_unit. Proof. apply IZR_lt. reflexivity. Qed.
#[local] Opaque unit_of_bounds.

Lemma enclosed_tail s q n : 0 <= s <= 2 -> forall k low high, enclosed (Qnum q) (Qden q) k n = (low, high) ->
  IZR low <= tail s (Q2R q) k n * one_unit <= IZR high.
Proof.
  intro between. pose proof one_unit_positive as positive. induction n as [|n IH]; cbn [enclosed tail]; intros k low high made.
  - apply pair_equal_spec in made as [<- <-]. rewrite mult_IZR. fold one_unit. split; [apply Rmult_le_pos|apply Rmult_le_compat_r]; lra.
  - destruct (enclosed _ _ _ _) as [l h] eqn:inner_. specialize (IH _ _ _ inner_). clear inner_.
    set (t := tail s (Q2R q) (Pos.succ k) n) in *. set (d := (Qden q * k)%positive) in *.
    assert (d_positive : 0 < IZR (Z.pos d)) by (apply IZR_lt; reflexivity).
    replace ((1 + Q2R q / IZR (Z.pos k) * t) * one_unit) with (one_unit + IZR (Qnum q) * (t * one_unit) / IZR (Z.pos d)).
    2: { unfold Q2R, d. rewrite Pos2Z.inj_mul, mult_IZR. field. split; apply Rgt_not_eq, IZR_lt; reflexivity. }
    set (y := t * one_unit) in *.
    assert (parts : forall least most, IZR least <= IZR (Qnum q) * y <= IZR most ->
      (unit_of_bounds + least / Z.pos d, unit_of_bounds - (- most) / Z.pos d)%Z = (low, high) ->
      IZR low <= one_unit + IZR (Qnum q) * y / IZR (Z.pos d) <= IZR high).
    { intros least most [above below_] ends. apply pair_equal_spec in ends as [<- <-]. rewrite plus_IZR, minus_IZR. fold one_unit.
      pose proof (floor_below least (Z.pos d) eq_refl) as first. pose proof (floor_below (- most) (Z.pos d) eq_refl) as second.
      rewrite opp_IZR in second. assert (inverse : 0 <= / IZR (Z.pos d)) by (apply Rlt_le, Rinv_0_lt_compat, d_positive).
      pose proof (Rmult_le_compat_r _ _ _ inverse above). pose proof (Rmult_le_compat_r _ _ _ inverse below_).
      unfold Rdiv in *. lra. }
    destruct (Z.ltb (Qnum q) 0) eqn:sign_.
    + apply Z.ltb_lt, IZR_lt in sign_. refine (parts _ _ _ made). rewrite !mult_IZR. split; apply Rmult_le_compat_neg_l; lra.
    + apply Z.ltb_ge, IZR_le in sign_. refine (parts _ _ _ made). rewrite !mult_IZR. split; apply Rmult_le_compat_l; lra.
Qed.

Lemma enclosure_spec q low high : within_reach q = true -> enclosure q = (low, high) ->
  IZR low <= exp (Q2R q) * one_unit <= IZR high.
Proof.
  unfold within_reach, enclosure. intros reach made. apply Z.leb_le in reach. destruct (Z.eqb_spec (Qnum q) 0) as [none|_].
  { apply pair_equal_spec in made as [<- <-]. fold one_unit. replace (Q2R q) with 0 by (unfold Q2R; rewrite none; ring).
    rewrite exp_0. lra. }
  assert (d_positive : 0 < IZR (Z.pos (Qden q))) by (apply IZR_lt; reflexivity).
  assert (ends : - 25 <= Q2R q <= 25).
  { unfold Q2R. assert (sides : (- (25 * Z.pos (Qden q)) <= Qnum q <= 25 * Z.pos (Qden q))%Z) by lia.
    destruct sides as [l h]. apply IZR_le in l, h. rewrite opp_IZR, mult_IZR in l. rewrite mult_IZR in h.
    split; apply (Rmult_le_reg_r (IZR (Z.pos (Qden q)))); try assumption; rewrite Rmult_assoc, Rinv_l by lra; lra. }
  destruct (exp_is_tail 49 (Q2R q)) as (s & between & ->); [cbn; lra | cbn; lra |].
  exact (enclosed_tail s q 99 between 1 low high made).
Qed.

(** * The signs are right *)

Fixpoint worth (ps : powers) : Real :=
  match ps with [] => 0 | (e, c) :: others => Q2R c * exp (Q2R e) + worth others end.
Lemma worth_with e c ps : worth (with_power e c ps) = Q2R c * exp (Q2R e) + worth ps.
Proof.
  induction ps as [|[e' c'] ps IH]; cbn [with_power worth]; [reflexivity|]. destruct (Qeq_bool e e') eqn:same_; cbn [worth].
  - apply Qeq_bool_eq, Qeq_eqR in same_. rewrite same_, (Qeq_eqR _ _ (Qred_correct _)), Q2R_plus. ring.
  - rewrite IH. ring.
Qed.
Lemma worth_nothing ps : forallb (fun ec => Z.eqb (Qnum (snd ec)) 0) ps = true -> worth ps = 0.
Proof.
  induction ps as [|[e c] ps IH]; cbn [forallb worth snd]; intro all; [reflexivity|]. ands. rewrite IH by assumption.
  match goal with none : Z.eqb _ _ = true |- _ => apply Z.eqb_eq in none; replace (Q2R c) with 0 by (unfold Q2R; rewrite none; ring) end.
  ring.
Qed.
Lemma bounds_spec ps : forallb (fun ec => within_reach (fst ec)) ps = true ->
  Q2R (fst (bounds ps)) <= worth ps * one_unit <= Q2R (snd (bounds ps)).
Proof.
  induction ps as [|[e c] ps IH]; cbn [forallb bounds worth fst snd]; intro all; [rewrite Q2R_0; lra|]. ands.
  specialize (IH ltac:(assumption)). destruct (bounds ps) as [least most]. cbn [fst snd] in IH.
  destruct (enclosure e) as [low high] eqn:made. apply enclosure_spec in made; [|assumption].
  assert (integer : forall z, Q2R (inject_Z z) = IZR z) by (intro; unfold Q2R, inject_Z; cbn [Qnum Qden]; field).
  assert (parts : forall l h, Q2R c * IZR l <= Q2R c * (exp (Q2R e) * one_unit) <= Q2R c * IZR h ->
    Q2R (least + c * inject_Z l) <= (Q2R c * exp (Q2R e) + worth ps) * one_unit <= Q2R (most + c * inject_Z h)).
  { intros l h [below_ above]. rewrite !Q2R_plus, !Q2R_mult, !integer. lra. }
  assert (sign_ : if Z.ltb (Qnum c) 0 then Q2R c <= 0 else 0 <= Q2R c).
  { unfold Q2R. assert (0 < / IZR (Z.pos (Qden c))) by (apply Rinv_0_lt_compat, IZR_lt; reflexivity).
    destruct (Z.ltb_spec (Qnum c) 0) as [less|more].
    - apply IZR_lt in less. assert (0 <= - IZR (Qnum c) * / IZR (Z.pos (Qden c))) by (apply Rmult_le_pos; lra). lra.
    - apply IZR_le in more. apply Rmult_le_pos; lra. }
  destruct (Z.ltb (Qnum c) 0); cbn [fst snd]; apply parts.
  - split; apply Rmult_le_compat_neg_l; lra.
  - split; apply Rmult_le_compat_l; lra.
Qed.

Definition of_sign (a : Real) (s : comparison) : Prop := match s with Lt => a < 0 | Eq => a = 0 | Gt => 0 < a end.
Lemma Q2R_above q : Z.ltb 0 (Qnum q) = true -> 0 < Q2R q.
Proof.
  intro more. apply Z.ltb_lt, IZR_lt in more. unfold Q2R. apply product_strict; [exact more|]. apply Rinv_0_lt_compat, IZR_lt. reflexivity.
Qed.
Lemma Q2R_below q : Z.ltb (Qnum q) 0 = true -> Q2R q < 0.
Proof.
  intro less. apply Z.ltb_lt, IZR_lt in less. unfold Q2R.
  assert (0 < - IZR (Qnum q) * / IZR (Z.pos (Qden q))); [|lra].
  apply product_strict; [lra|]. apply Rinv_0_lt_compat, IZR_lt. reflexivity.
Qed.

Section At.
Context {E : ips}.
Variable r : env E.
Hypothesis units : orthonormal r.
Lemma exponent_denotes m : forall p, exponent m = Some p -> den_mono r O m = number_of (exp (fst (den_poly r O p))).
Proof.
  induction m as [|a m IH]; cbn [exponent den_mono]; intros p found.
  - injection found as <-. cbn [den_poly]. now rewrite fst_number, exp_0.
  - destruct a; try discriminate. bound. injection found as <-. cbn [den].
    rewrite (IH _ eq_refl), added_denotes, (normal_denotes r units), fst_plus, exp_plus. symmetry. apply number_of_times.
Qed.
Lemma rational_in_denotes p q : rational_in p = Some q -> fst (den_poly r O p) = Q2R q.
Proof.
  destruct p as [|[[|a m] c] [|mc p]]; try discriminate; intros [= <-]; cbn [den_poly den_mono].
  - rewrite fst_number. symmetry. apply Q2R_0.
  - autorewrite with first. unfold rational. rewrite fst_number. ring.
Qed.
Lemma powers_denote p : forall ps, powers_of p = Some ps -> den_poly r O p = number_of (worth ps).
Proof.
  induction p as [|[m c] p IH]; cbn [powers_of den_poly]; intros ps found; [injection found as <-; reflexivity|].
  bound. assert (ps = with_power a c a0) as -> by congruence.
  rewrite (exponent_denotes _ _ found2), (rational_in_denotes _ _ found0), (IH _ eq_refl), worth_with.
  unfold rational. now rewrite number_of_plus, number_of_times.
Qed.
Lemma sign_denotes p s : sign_of p = Some s -> of_sign (fst (den_poly r O p)) s.
Proof.
  unfold sign_of. intro found. bound. rewrite (powers_denote _ _ found0), fst_number. pose proof one_unit_positive as positive.
  destruct (forallb _ a) eqn:reach in found; [|discriminate]. cbn [negb] in found.
  destruct (forallb _ a) eqn:none in found; [injection found as <-; now apply worth_nothing|].
  apply bounds_spec in reach. destruct (bounds a) as [least most]. cbn [fst snd] in reach.
  destruct (Z.ltb 0 (Qnum least)) eqn:above; [|destruct (Z.ltb (Qnum most) 0) eqn:below_; [|discriminate]]; injection found as <-; cbn.
  - apply Q2R_above in above. apply (Rmult_lt_reg_r one_unit); lra.
  - apply Q2R_below in below_. apply (Rmult_lt_reg_r one_unit); lra.
Qed.
End At.
Lemma says_sign_spec x a s : of_sign a s -> if says_sign x s then says x a else ~ says x a.
Proof. destruct x, s; cbn; lra. Qed.
