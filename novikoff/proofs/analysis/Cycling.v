(** The cycling theorem: the weights of the perceptron stay bounded on any finitely many vectors.

    The proof is that of the claim cycling-subspace-step, by induction over the mistakes and over subspaces. *)

From Novikoff Require Import InnerProduct.
From Novikoff Require Dichotomies.
Require Import List Lia.
Import ListNotations.
Open Scope R_scope.

Lemma square_sign r : 0 <= r ^ 2.
Proof. replace (r ^ 2) with (Rsqr r) by (unfold Rsqr; ring). apply Rle_0_sqr. Qed.

(** Cauchy and Schwarz. *)
Lemma schwarz (E : ips) (u v : E) : inner u v ^ 2 <= inner u u * inner v v.
Proof.
  destruct (Req_dec (inner v v) 0) as [null|apart].
  - apply inner_definite in null. subst. rewrite !inner_vzero_r. lra.
  - pose proof (inner_nonneg (inner v v *: u + (- inner u v) *: v)%V) as known. gram in known.
    rewrite (inner_comm v u) in known. pose proof (inner_nonneg v).
    assert (product : 0 <= inner v v * (inner u u * inner v v - inner u v ^ 2)) by lra.
    apply Rnot_lt_le. intro less. assert (0 < inner v v) by lra.
    assert (0 < inner v v * (inner u v ^ 2 - inner u u * inner v v)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

Section Remainders.
Variables (E : ips) (z : nat -> E).

(** What is left of a vector outside of the span of some of the z, one after the other. *)
Fixpoint left (S : list nat) (v : E) : E :=
  match S with
  | [] => v
  | i :: T => let u := left T (z i) in
      if Req_EM_T (inner u u) 0 then left T v else (left T v + (- (inner (left T v) u / inner u u)) *: u)%V
  end.

Lemma left_sum S c v w : left S (v + c *: w)%V = (left S v + c *: left S w)%V.
Proof.
  revert v w. induction S as [|i S IH]; intros v w; cbn; [reflexivity|]. rewrite !IH.
  destruct (Req_EM_T _ 0) as [null|apart]; [reflexivity|].
  apply same_inner. intro x. gram. field. exact apart.
Qed.

(** It is orthogonal to what was taken away. *)
Lemma left_orthogonal S v w : inner (left S v) (left S w) = inner (left S v) w.
Proof.
  revert v w. induction S as [|i S IH]; intros v w; cbn; [reflexivity|].
  destruct (Req_EM_T (inner (left S (z i)) (left S (z i))) 0) as [null|apart]; [apply IH|].
  set (u := left S (z i)) in *. set (p := left S v). set (r := left S w).
  assert (u_w : inner u w = inner u r) by (symmetry; apply IH).
  assert (p_w : inner p w = inner p r) by (symmetry; apply IH).
  gram. rewrite u_w, p_w, (inner_comm r u). field. exact apart.
Qed.

Lemma left_shorter S i v : inner (left (i :: S) v) (left (i :: S) v) <= inner (left S v) (left S v).
Proof.
  cbn. destruct (Req_EM_T _ 0) as [null|apart]; [lra|]. set (u := left S (z i)) in *. set (p := left S v).
  pose proof (inner_nonneg u). gram. rewrite (inner_comm u p).
  enough (0 <= inner p u ^ 2 / inner u u).
  { match goal with |- ?l <= ?r => replace l with (r - inner p u ^ 2 / inner u u) by (field; exact apart) end. lra. }
  apply Rmult_le_pos; [apply square_sign | apply Rlt_le, Rinv_0_lt_compat; lra].
Qed.

Lemma left_short S v : inner (left S v) (left S v) <= inner v v.
Proof. induction S as [|i S IH]; [apply Rle_refl|]. eapply Rle_trans; [apply left_shorter | exact IH]. Qed.

Lemma left_null S v : inner (left S v) (left S v) = 0 -> forall w, inner (left S w) v = 0.
Proof.
  intros null w. rewrite <- left_orthogonal. rewrite (inner_definite E _ null). apply inner_vzero_r.
Qed.

Lemma left_member S i : In i S -> inner (left S (z i)) (left S (z i)) = 0.
Proof.
  induction S as [|j S IH]; [easy|]. intro member.
  destruct (Nat.eq_dec j i) as [->|other].
  - cbn. destruct (Req_EM_T _ 0) as [null|apart]; [exact null|]. gram. field. exact apart.
  - destruct member as [same|member]; [easy|]. specialize (IH member).
    pose proof (left_shorter S j (z i)). pose proof (inner_nonneg (left (j :: S) (z i))). lra.
Qed.

Fixpoint independent (n : nat) (S : list nat) : Prop :=
  match S with
  | [] => True
  | i :: T => (i < n)%nat /\ inner (left T (z i)) (left T (z i)) <> 0 /\ independent n T
  end.

Lemma independent_distinct n S : independent n S -> NoDup S /\ incl S (seq 0 n).
Proof.
  induction S as [|i S IH]; cbn; [intros _; split; [constructor | easy]|].
  intros (below & apart & rest). destruct (IH rest) as [distinct inside]. split.
  - constructor; [|exact distinct]. intro member. now apply apart, left_member.
  - intros j [<-|member]; [apply in_seq; lia | now apply inside].
Qed.

Lemma independent_few n S : independent n S -> (length S <= n)%nat.
Proof.
  intro known. apply independent_distinct in known. destruct known as [distinct inside].
  rewrite <- (seq_length n 0). now apply NoDup_incl_length.
Qed.

(** * Nothing left is arbitrarily short *)

Lemma least n (f : nat -> Real) : (forall i, (i < n)%nat -> 0 < f i) -> exists d, 0 < d /\ forall i, (i < n)%nat -> d <= f i.
Proof.
  induction n as [|n IH]; intro positive; [exists 1; split; [lra|lia]|].
  destruct IH as (d & d_positive & below); [intros; apply positive; lia|].
  pose proof (positive n ltac:(lia)). exists (Rmin d (f n)). split; [now apply Rmin_glb_lt|].
  intros i less. destruct (Nat.eq_dec i n) as [->|other]; [apply Rmin_r|].
  eapply Rle_trans; [apply Rmin_l | apply below; lia].
Qed.

Lemma least_left n k : forall f : list nat -> Real, (forall S, 0 <= f S) ->
  exists d, 0 < d /\ forall S, length S = k -> incl S (seq 0 n) -> f S = 0 \/ d <= f S.
Proof.
  induction k as [|k IH]; intros f positive.
  - specialize (positive []). destruct (Req_EM_T (f []) 0) as [null|apart].
    + exists 1. split; [lra|]. intros [|] ? ?; [now left | easy].
    + exists (f []). split; [lra|]. intros [|] ? ?; [right; lra | easy].
  - assert (each : forall m, (m <= n)%nat -> exists d, 0 < d /\
      forall i S, (i < m)%nat -> length S = k -> incl S (seq 0 n) -> f (i :: S) = 0 \/ d <= f (i :: S)).
    { induction m as [|m small]; intro below; [exists 1; split; [lra|lia]|].
      destruct small as (d & d_positive & known); [lia|].
      destruct (IH (fun S => f (m :: S)) (fun S => positive _)) as (e & e_positive & last).
      exists (Rmin d e). split; [now apply Rmin_glb_lt|]. intros i S less sized inside.
      pose proof (Rmin_l d e). pose proof (Rmin_r d e).
      destruct (Nat.eq_dec i m) as [->|other];
        [destruct (last S sized inside) | destruct (known i S ltac:(lia) sized inside)]; (now left) || (right; lra). }
    destruct (each n (le_n n)) as (d & d_positive & known). exists d. split; [exact d_positive|].
    intros [|i S] sized inside; [easy|]. injection sized as sized. apply known; [|exact sized|].
    + specialize (inside i (in_eq _ _)). apply in_seq in inside. lia.
    + intros j member. apply inside. now right.
Qed.

Lemma gap_exists n : exists d, 0 < d /\ forall S j, independent n S -> (j < n)%nat ->
  inner (left S (z j)) (left S (z j)) = 0 \/ d <= inner (left S (z j)) (left S (z j)).
Proof.
  assert (each : forall m, exists d, 0 < d /\ forall S j, (length S < m)%nat -> incl S (seq 0 n) -> (j < n)%nat ->
    inner (left S (z j)) (left S (z j)) = 0 \/ d <= inner (left S (z j)) (left S (z j))).
  { induction m as [|m (d & d_positive & known)]; [exists 1; split; [lra|lia]|].
    destruct (least_left n (S m) (fun T => match T with [] => 0 | j :: U => inner (left U (z j)) (left U (z j)) end))
      as (e & e_positive & last); [intros [|]; [lra | apply inner_nonneg]|].
    exists (Rmin d e). split; [now apply Rmin_glb_lt|]. intros S j sized inside below.
    pose proof (Rmin_l d e). pose proof (Rmin_r d e). destruct (Nat.eq_dec (length S) m) as [equal|other].
    - destruct (last (j :: S)) as [null|more]; [cbn; lia | | now left | right; lra].
      intros i [<-|member]; [apply in_seq; lia | now apply inside].
    - destruct (known S j ltac:(lia) inside below); [now left | right; lra]. }
  destruct (each (S n)) as (d & d_positive & known). exists d. split; [exact d_positive|].
  intros S j free below. apply known; [|now apply (independent_distinct n) | exact below].
  pose proof (independent_few n S free). lia.
Qed.

(** * The weights of a run *)

Variables (n D : nat) (R d : Real).
Hypothesis few : forall S, independent n S -> (length S <= D)%nat.
Hypothesis R_sign : 0 <= R.
Hypothesis radius : forall i, (i < n)%nat -> inner (z i) (z i) <= R ^ 2.
Hypothesis d_positive : 0 < d.
Hypothesis gap : forall S j, independent n S -> (j < n)%nat ->
  inner (left S (z j)) (left S (z j)) = 0 \/ d ^ 2 <= inner (left S (z j)) (left S (z j)).

(** The square C² of the room in k dimensions. *)
Definition room (k : nat) : Real := R ^ 2 * ((1 + 2 * R ^ 2 / d ^ 2) ^ k - 1).

Lemma rate_large : 1 <= 1 + 2 * R ^ 2 / d ^ 2.
Proof.
  assert (0 <= 2 * R ^ 2 / d ^ 2); [|lra]. apply Rmult_le_pos; [pose proof (square_sign R); lra|].
  apply Rlt_le, Rinv_0_lt_compat, pow_lt. exact d_positive.
Qed.

Lemma room_sign k : 0 <= room k.
Proof.
  unfold room. apply Rmult_le_pos; [apply square_sign|]. pose proof (pow_R1_Rle _ k rate_large). lra.
Qed.

Lemma room_next k : (room (S k) - room k) * d ^ 2 = 2 * R ^ 2 * (room k + R ^ 2).
Proof. unfold room. cbn [pow]. field. lra. Qed.

Lemma room_grows k m : (k <= m)%nat -> room k <= room m.
Proof.
  intro le. unfold room. apply Rmult_le_compat_l; [apply square_sign|].
  pose proof (Rle_pow _ _ _ rate_large le). lra.
Qed.

(** If the part of w + x inside of a subspace of dimension k is at most C_k long, the part outside is at most h_k. *)
Lemma mistake_step S j k (w : E) H :
  independent n (j :: S) -> inner w (z j) <= 0 ->
  inner (left S w) (left S w) <= H - room k ->
  inner (left (j :: S) w) (left (j :: S) w) <= H - room (Datatypes.S k) ->
  (let w' := (w + z j)%V in inner (w' - left S w')%V (w' - left S w')%V <= room k) ->
  inner (left S (w + z j)%V) (left S (w + z j)%V) <= H - room k.
Proof.
  intros (below & apart & free) mistake old small inside. cbn zeta in inside.
  set (x := z j) in *. set (w' := (w + x)%V) in *. set (v := left S w') in *.
  set (y := left S x). set (o := left S w) in *.
  assert (v_is : v = (o + y)%V).
  { unfold v, w'. replace (w + x)%V with (w + 1 *: x)%V by (apply same_inner; intro; gram; ring).
    rewrite left_sum. fold o y. apply same_inner. intro. gram. ring. }
  assert (Y : d ^ 2 <= inner y y) by (destruct (gap S j free below) as [null|more]; [easy | exact more]).
  assert (d2 : 0 < d ^ 2) by now apply pow_lt.
  pose proof (radius j below) as x_short. fold x in x_short.
  (* the score of w + x *)
  assert (score : inner w' x <= R ^ 2) by (unfold w'; gram; lra).
  assert (v_y : inner v y = inner v x) by apply left_orthogonal.
  assert (split : inner w' x = inner (w' - v)%V x + inner v y).
  { rewrite v_y. unfold vsub. gram. ring. }
  pose proof (schwarz E (w' - v)%V x) as cauchy.
  assert (cauchy' : inner (w' - v)%V x ^ 2 <= room k * R ^ 2).
  { eapply Rle_trans; [exact cauchy|]. apply Rmult_le_compat; try apply inner_nonneg; assumption. }
  (* what is outside of the larger subspace *)
  assert (outside : inner (left (j :: S) w') (left (j :: S) w') = inner (left (j :: S) w) (left (j :: S) w)).
  { unfold w'. replace (w + x)%V with (w + 1 *: x)%V by (apply same_inner; intro; gram; ring).
    rewrite left_sum. replace (left (j :: S) x) with (vzero E); [gram; ring|].
    symmetry. apply inner_definite, left_member. now left. }
  assert (parts : inner (left (j :: S) w') (left (j :: S) w') = inner v v - inner v y ^ 2 / inner y y).
  { cbn. fold x y v. destruct (Req_EM_T (inner y y) 0) as [null|_]; [easy|].
    gram. rewrite (inner_comm y v). field. lra. }
  set (a := inner v y) in *. set (q := inner y y) in *.
  destruct (Rle_dec a 0) as [low|high].
  - (* w + x is no longer than w was, outside of S *)
    assert (inner v v <= inner o o); [|lra].
    assert (o_is : inner o o = inner v v - 2 * a + q).
    { unfold a, q. rewrite v_is. gram. rewrite (inner_comm y o). ring. }
    assert (0 < q) by lra. lra.
  - assert (enough_room : a ^ 2 / q <= room (Datatypes.S k) - room k).
    { apply (Rmult_le_reg_r (d ^ 2)); [exact d2|]. rewrite room_next.
      apply Rle_trans with (a ^ 2).
      - replace (a ^ 2) with (a ^ 2 / q * q) at 2 by (field; lra).
        apply Rmult_le_compat_l; [|exact Y]. apply Rmult_le_pos; [apply square_sign | apply Rlt_le, Rinv_0_lt_compat; lra].
      - set (b := inner (w' - v)%V x) in *.
        (* a ≤ R² − b, b² ≤ C²R² *)
        assert (a <= R ^ 2 - b) by lra.
        assert (a ^ 2 <= (R ^ 2 - b) ^ 2) by (apply pow_incr; lra).
        pose proof (square_sign (R ^ 2 + b)). lra. }
    lra.
Qed.

Lemma mistake_kept H : forall w j, (j < n)%nat -> inner w (z j) <= 0 ->
  (forall S, independent n S -> inner (left S w) (left S w) <= H + room D - room (length S)) ->
  forall S, independent n S -> inner (left S (w + z j)%V) (left S (w + z j)%V) <= H + room D - room (length S).
Proof.
  intros w j below mistake known.
  assert (each : forall S, independent n S ->
    (let w' := (w + z j)%V in inner (w' - left S w')%V (w' - left S w')%V <= room (length S)) ->
    inner (left S (w + z j)%V) (left S (w + z j)%V) <= H + room D - room (length S)).
  { intros S free inside. destruct (Req_EM_T (inner (left S (z j)) (left S (z j))) 0) as [null|apart].
    - replace (w + z j)%V with (w + 1 *: z j)%V by (apply same_inner; intro; gram; ring).
      rewrite left_sum, (inner_definite E _ null).
      replace (left S w + 1 *: vzero E)%V with (left S w) by (apply same_inner; intro; gram; ring). now apply known.
    - assert (more : independent n (j :: S)) by (cbn; tauto).
      apply (mistake_step S j (length S) w (H + room D)); try assumption; [now apply known|]. now apply (known (j :: S)). }
  assert (whole : inner (w + z j)%V (w + z j)%V <= H + room D).
  { pose proof (each [] I) as known'. cbn in known'. unfold room at 2 in known'. cbn in known'.
    enough (inner (w + z j)%V (w + z j)%V <= H + room D - R * (R * 1) * (1 - 1)) by lra. apply known'.
    unfold vsub, room. gram. cbn. lra. }
  intros S free. set (w' := (w + z j)%V) in *.
  destruct (Rle_dec (inner (left S w') (left S w')) (H + room D - room (length S))) as [yes|no]; [exact yes|].
  apply each; [exact free|]. cbn zeta. fold w'. unfold vsub. gram.
  rewrite (inner_comm w' (left S w')), <- left_orthogonal. lra.
Qed.

Lemma run_bounded (w : nat -> E) :
  (forall t, w (S t) = w t \/ exists j, (j < n)%nat /\ inner (w t) (z j) <= 0 /\ w (S t) = (w t + z j)%V) ->
  forall t, inner (w t) (w t) <= inner (w 0%nat) (w 0%nat) + room D.
Proof.
  intros step t.
  assert (all : forall S, independent n S ->
    inner (left S (w t)) (left S (w t)) <= inner (w 0%nat) (w 0%nat) + room D - room (length S)).
  { induction t as [|t IH]; intros S free.
    - pose proof (left_short S (w 0%nat)). pose proof (room_grows _ _ (few S free)). lra.
    - destruct (step t) as [->|(j & below & mistake & ->)]; [now apply IH | now apply mistake_kept]. }
  specialize (all [] I). cbn in all. unfold room at 2 in all. cbn in all. lra.
Qed.
End Remainders.

(** * The bound by distances *)

Section Distances.
Variables (E : ips) (z : nat -> E) (n : nat).

Definition among (S : list nat) (i : nat) : bool := if in_dec Nat.eq_dec i S then true else false.
Definition combined (s : nat -> bool) (c : nat -> Real) : E := vsum n (fun i => (if s i then c i else 0) *: z i)%V.

Lemma inner_combined s c v : inner (combined s c) v = total n (fun i => (if s i then c i else 0) * inner (z i) v).
Proof.
  unfold combined. induction n as [|m IH]; cbn; [apply inner_vzero|]. now rewrite inner_vadd, IH, inner_vscale.
Qed.

Lemma left_combined S : (forall i, In i S -> (i < n)%nat) ->
  forall v, exists c, left E z S v = (v - combined (among S) c)%V.
Proof.
  induction S as [|i S IH]; intros below v.
  - exists (fun _ => 0). apply same_inner. intro x. unfold vsub. gram. rewrite inner_combined.
    cbn. assert (none : forall m, total m (fun j => 0 * inner (z j) x) = 0) by (induction m as [|m known]; cbn; [|rewrite known]; ring).
    rewrite none. ring.
  - destruct (IH ltac:(intros; apply below; now right) v) as [c own].
    destruct (IH ltac:(intros; apply below; now right) (z i)) as [b other].
    assert (form : exists k, left E z (i :: S) v = (left E z S v + k *: left E z S (z i))%V).
    { cbn. destruct (Req_EM_T _ 0); [exists 0; apply same_inner; intro; gram; ring | now eexists]. }
    destruct form as [k form]. rewrite form, own, other.
    exists (fun j => (if among S j then c j + k * b j else 0) - (if Nat.eqb i j then k else 0)).
    apply same_inner. intro x. unfold vsub. gram. rewrite !inner_combined.
    assert (i_below : (i < n)%nat) by (apply below; now left).
    assert (sums : total n (fun j => (if among (i :: S) j then (if among S j then c j + k * b j else 0)
        - (if Nat.eqb i j then k else 0) else 0) * inner (z j) x)
      = total n (fun j => (if among S j then c j else 0) * inner (z j) x)
        + k * total n (fun j => (if among S j then b j else 0) * inner (z j) x) - k * inner (z i) x).
    { assert (each : forall m, total m (fun j => (if among (i :: S) j then (if among S j then c j + k * b j else 0)
          - (if Nat.eqb i j then k else 0) else 0) * inner (z j) x)
        = total m (fun j => (if among S j then c j else 0) * inner (z j) x)
          + k * total m (fun j => (if among S j then b j else 0) * inner (z j) x)
          - (if Nat.ltb i m then k * inner (z i) x else 0)).
      { induction m as [|m known]; [cbn; ring|]. cbn [total]. rewrite known. unfold among.
        destruct (in_dec Nat.eq_dec m (i :: S)) as [there|not]; destruct (in_dec Nat.eq_dec m S) as [inside|outside];
          destruct (Nat.eqb_spec i m) as [same|apart]; destruct (Nat.ltb_spec i m); destruct (Nat.ltb_spec i (Datatypes.S m));
          try lia; cbn in *; try tauto; try (subst; ring). }
      rewrite each. destruct (Nat.ltb_spec i n); [ring|lia]. }
    rewrite sums. ring.
Qed.

(** Independent vectors that are combinations of D vectors are at most D in number. *)
Lemma independent_zero S : independent E z n S -> forall b,
  (forall v, total (length S) (fun p => b p * inner (z (nth p S 0%nat)) v) = 0) ->
  forall p, (p < length S)%nat -> b p = 0.
Proof.
  induction S as [|i S IH]; intros free b zero; [cbn; lia|]. destruct free as (below & apart & free).
  assert (first : b 0%nat = 0).
  { pose proof (zero (left E z S (z i))) as known. cbn [length] in known.
    rewrite Dichotomies.total_first in known. cbn [nth] in known.
    rewrite (total_eq _ _ (fun _ => 0)), Dichotomies.total_zero in known.
    - rewrite (inner_comm (z i)), <- left_orthogonal in known. apply (Rmult_eq_reg_r (inner (left E z S (z i)) (left E z S (z i)))); [lra | exact apart].
    - intros p less. rewrite (inner_comm (z (nth p S 0%nat))), (left_null E z S); [ring|].
      now apply left_member, nth_In. }
  intros [|p] less; [exact first|]. apply (IH free (fun q => b (Datatypes.S q))); [|cbn in less; lia].
  intro v. specialize (zero v). cbn [length] in zero. rewrite Dichotomies.total_first in zero. rewrite first in zero.
  cbn [nth] in zero. lra.
Qed.

Lemma independent_tail D S : independent E z n S -> (D <= length S)%nat ->
  exists T, independent E z n T /\ length T = D.
Proof.
  induction S as [|i S IH]; intros free more; [exists []; cbn in *; split; [exact I | lia]|].
  destruct (Nat.eq_dec D (length (i :: S))) as [same|other]; [now exists (i :: S)|].
  apply IH; [apply free | cbn in *; lia].
Qed.

Lemma inner_vsum size (f : nat -> E) v : inner (vsum size f) v = total size (fun k => inner (f k) v).
Proof. induction size as [|m IH]; cbn; [apply inner_vzero | now rewrite inner_vadd, IH]. Qed.

Lemma spanned_few D (e : nat -> E) (a : nat -> nat -> Real) :
  (forall j, (j < n)%nat -> z j = vsum D (fun k => a j k *: e k)%V) ->
  forall S, independent E z n S -> (length S <= D)%nat.
Proof.
  intros spanned S free. destruct (Nat.le_gt_cases (length S) D) as [le|more]; [exact le|].
  destruct (independent_tail (Datatypes.S D) S free more) as (T & free' & size).
  destruct (Dichotomies.dependent D (fun p => a (nth p T 0%nat))) as (b & (p & below & apart) & zero).
  exfalso. apply apart. apply (independent_zero T free'); [|lia]. intro v. rewrite size.
  rewrite (total_eq _ _ (fun q => total D (fun k => b q * a (nth q T 0%nat) k * inner (e k) v))).
  - rewrite Dichotomies.total_exchanged.
    rewrite (total_eq _ _ (fun _ => 0)); [apply Dichotomies.total_zero|]. intros k k_below.
    rewrite (total_eq _ _ (fun q => inner (e k) v * (b q * a (nth q T 0%nat) k))) by (intros; ring).
    rewrite Dichotomies.total_scaled, zero by assumption. ring.
  - intros q q_below. rewrite spanned, inner_vsum, <- Dichotomies.total_scaled.
    + apply total_eq. intros k _. rewrite inner_vscale. ring.
    + assert (In (nth q T 0%nat) T) as member by (apply nth_In; lia).
      apply (independent_distinct E z n T free') in member. apply in_seq in member. lia.
Qed.
End Distances.

(** A run that updates on mistakes only, and the bound. *)
Theorem bounded (E : ips) (n : nat) (z : nat -> E) : exists M : Real, forall w : nat -> E,
  (forall t, w (S t) = w t \/ exists j, (j < n)%nat /\ inner (w t) (z j) <= 0 /\ w (S t) = (w t + z j)%V) ->
  forall t, inner (w t) (w t) <= inner (w 0%nat) (w 0%nat) + M.
Proof.
  destruct (gap_exists E z n) as (d & d_positive & far).
  assert (size : exists r, forall i, (i < n)%nat -> inner (z i) (z i) <= r).
  { clear. induction n as [|n (r & known)]; [exists 0; lia|]. exists (Rmax r (inner (z n) (z n))). intros i below.
    destruct (Nat.eq_dec i n) as [->|other]; [apply Rmax_r|].
    eapply Rle_trans; [apply known; lia | apply Rmax_l]. }
  destruct size as [r short]. set (q := Rmax 0 r).
  exists (room (sqrt q) (sqrt d) n). intros w step t.
  apply (run_bounded E z n n (sqrt q) (sqrt d)); try assumption; [apply independent_few | | |].
  - intros i below. replace (sqrt q ^ 2) with q by (symmetry; apply pow2_sqrt; apply Rmax_l).
    eapply Rle_trans; [now apply short | apply Rmax_r].
  - now apply sqrt_lt_R0.
  - intros S j free below. replace (sqrt d ^ 2) with d by (symmetry; apply pow2_sqrt; lra). now apply far.
Qed.

Theorem bounded_by_distance (E : ips) (n D : nat) (z e : nat -> E) (a : nat -> nat -> Real) (R d : Real) :
  0 < d -> (forall j, (j < n)%nat -> z j = vsum D (fun k => a j k *: e k)%V) -> (forall j, (j < n)%nat -> inner (z j) (z j) <= R ^ 2) ->
  (forall (s : nat -> bool) j, (j < n)%nat ->
    (exists c, z j = vsum n (fun i => (if s i then c i else 0) *: z i)%V) \/
    (forall c, let rest := (z j - vsum n (fun i => (if s i then c i else 0) *: z i))%V in d ^ 2 <= inner rest rest)) ->
  forall w : nat -> E,
  (forall t, w (S t) = w t \/ exists j, (j < n)%nat /\ inner (w t) (z j) <= 0 /\ w (S t) = (w t + z j)%V) ->
  forall t, inner (w t) (w t) <= inner (w 0%nat) (w 0%nat) + R ^ 2 * ((1 + 2 * R ^ 2 / d ^ 2) ^ D - 1).
Proof.
  intros d_positive spanned radius apart w step t.
  apply (run_bounded E z n D R d); try assumption; [exact (spanned_few E z n D e a spanned)|]. intros T j free below.
  assert (inside : forall i, In i T -> (i < n)%nat).
  { intros i member. apply (independent_distinct E z n T free) in member. apply in_seq in member. lia. }
  destruct (apart (among T) j below) as [[c same]|far].
  - left. rewrite left_orthogonal, (inner_comm _ (z j)). rewrite same at 1. rewrite (inner_combined E z n (among T) c).
    assert (none : forall m f, (forall i, f i = 0) -> total m f = 0).
    { intros m f zero. induction m as [|m known]; cbn; [reflexivity|]. rewrite known, zero. ring. }
    apply none. intro i. unfold among. destruct (in_dec Nat.eq_dec i T) as [member|outside]; [|ring].
    rewrite (inner_comm (z i)), (left_null E z T (z i)); [ring|]. now apply left_member.
  - right. destruct (left_combined E z n T inside (z j)) as [c own]. rewrite own. apply far.
Qed.

Ltac cycling_theorem := exact bounded.
Ltac cycling_bound := exact bounded_by_distance.
