(** The point of a cone, or of a span, of finitely many vectors that is nearest to a given one, under
    one linear constraint on the weights: there are such weights. *)

From Novikoff Require Import InnerProduct.
Open Scope R_scope.

Section Nearest.
Context {E : ips}.

Definition combined n (m : nat -> Real) (f : nat -> E) : E := vsum n (fun i => (m i *: f i)%V).

Definition extended n (m : nat -> Real) x : nat -> Real := fun i => if Nat.eq_dec i n then x else m i.

Lemma extended_before n m x i : (i < n)%nat -> extended n m x i = m i.
Proof. intro below. unfold extended. destruct (Nat.eq_dec i n) as [->|]; [now apply Nat.lt_irrefl in below | easy]. Qed.

Lemma extended_last n m x : extended n m x n = x.
Proof. unfold extended. now destruct (Nat.eq_dec n n). Qed.

Lemma before_or_last n i : (i < S n)%nat -> (i < n)%nat \/ i = n.
Proof. intro below. apply Nat.lt_eq_cases. now apply Nat.lt_succ_r. Qed.

Lemma combined_extended n m x (f : nat -> E) : combined (S n) (extended n m x) f = (combined n m f + x *: f n)%V.
Proof.
  unfold combined. cbn [vsum]. rewrite extended_last. f_equal. apply vsum_eq.
  intros i below. now rewrite extended_before.
Qed.

Lemma total_extended n m x y : total (S n) (fun i => extended n m x i * y i) = total n (fun i => m i * y i) + x * y n.
Proof. cbn. rewrite extended_last. f_equal. apply total_eq. intros i below. now rewrite extended_before. Qed.

Lemma combined_shifted n m (f : nat -> E) t u :
  combined n m (fun i => (f i + (- t i) *: u)%V) = (combined n m f + (- total n (fun i => m i * t i)) *: u)%V.
Proof.
  apply same_inner. intro z. unfold combined. induction n as [|n IH]; cbn [vsum total]; [gram; ring|].
  rewrite !inner_vadd, IH. gram. ring.
Qed.

(** What is known at the members of a cone is known at the combination. *)
Lemma combined_below n m (f : nat -> E) y b u q : (forall i, (i < n)%nat -> 0 <= m i) ->
  (forall i, (i < n)%nat -> inner u (f i) + b * y i <= inner q (f i)) ->
  inner u (combined n m f) + b * total n (fun i => m i * y i) <= inner q (combined n m f).
Proof.
  unfold combined. induction n as [|n IH]; intros sign each; cbn [vsum total]; [gram; lra|].
  assert (less : forall i, (i < n)%nat -> (i < S n)%nat) by (intros; now apply Nat.lt_lt_succ_r).
  specialize (IH ltac:(auto) ltac:(auto)). gram.
  pose proof (product (sign n (Nat.lt_succ_diag_r n)) (gap (each n (Nat.lt_succ_diag_r n)))). lra.
Qed.

(** Weights m with signs as in S and a multiplier b, where P holds of how far each vector is on the wrong side. *)
Definition solves (S P : Real -> Prop) n (f : nat -> E) c y m b : Prop :=
  (forall i, (i < n)%nat -> S (m i)) /\ total n (fun i => m i * y i) = 0 /\
  inner c (combined n m f) = inner (combined n m f) (combined n m f) /\
  forall i, (i < n)%nat -> P (inner c (f i) + b * y i - inner (f i) (combined n m f)).

Lemma total_scaled n m t y k : (forall i, y i = t i * k) ->
  total n (fun i => m i * y i) = total n (fun i => m i * t i) * k.
Proof. intro same. induction n as [|n IH]; cbn [total]; [ring | rewrite IH, same; ring]. Qed.

Lemma combined_scaled n m (f : nat -> E) t v k : (forall i, inner (f i) v = t i * k) ->
  inner (combined n m f) v = total n (fun i => m i * t i) * k.
Proof.
  intro same. unfold combined. induction n as [|n IH]; cbn [vsum total]; gram; [ring | rewrite IH, same; ring].
Qed.

(** The last vector l gets a weight with which it is on neither side. *)
Lemma balanced (S P : Real -> Prop) n (f : nat -> E) c y l e : (forall f c y, exists m b, solves S P n f c y m b) ->
  e <> 0 \/ inner l l <> 0 ->
  exists m x b, (forall i, (i < n)%nat -> S (m i)) /\ total n (fun i => m i * y i) + x * e = 0 /\
  let q := (combined n m f + x *: l)%V in
  inner c q = inner q q /\ (forall i, (i < n)%nat -> P (inner c (f i) + b * y i - inner (f i) q)) /\
  inner c l + b * e = inner l q.
Proof.
  intros IH some. destruct (Req_dec e 0) as [flat|tilted].
  - assert (long : inner l l <> 0) by (destruct some; [contradiction | easy]).
    set (t i := inner (f i) l / inner l l). set (k := inner c l / inner l l).
    destruct (IH (fun i => (f i + (- t i) *: l)%V) (c + (- k) *: l)%V y) as (m & b & sign & sum & along & across).
    assert (flat_f : forall i, inner (f i) l = t i * inner l l) by (intro; unfold t; now field).
    assert (flat_c : inner c l = k * inner l l) by (unfold k; now field).
    pose proof (combined_scaled n m f t l _ flat_f) as flat_p.
    rewrite combined_shifted in along, across.
    set (s := total n (fun i => m i * t i)) in *. set (p := combined n m f) in *.
    exists m, (k - s), b. cbv zeta. fold p.
    split; [exact sign | split; [rewrite flat, sum; ring | split; [|split]]].
    + revert along. gram. rewrite ?(inner_comm l p), ?(inner_comm l c), flat_c, flat_p. intro along. lra.
    + intros i below. specialize (across i below). revert across. gram.
      rewrite ?(inner_comm l (f i)), ?(inner_comm l p), ?(inner_comm l c), ?flat_c, ?flat_p, !flat_f. intro across.
      match type of across with P ?g => match goal with |- P ?h => replace h with g by ring end end. exact across.
    + rewrite flat. gram. rewrite (inner_comm l p), flat_c, flat_p. ring.
  - set (t i := y i / e).
    destruct (IH (fun i => (f i + (- t i) *: l)%V) c (fun _ => 0)) as (m & b & sign & _ & along & across).
    assert (scaled : forall i, y i = t i * e) by (intro; unfold t; now field).
    pose proof (total_scaled n m t y e scaled) as sum.
    rewrite combined_shifted in along, across.
    set (s := total n (fun i => m i * t i)) in *. set (p := combined n m f) in *.
    exists m, (- s), ((inner l (p + (- s) *: l)%V - inner c l) / e). cbv zeta. fold p.
    split; [exact sign | split; [rewrite sum; ring | split; [exact along | split]]].
    + intros i below. specialize (across i below). revert across. set (q := (p + (- s) *: l)%V).
      gram. intro across.
      match type of across with P ?g => match goal with |- P ?h => replace h with g end end; [exact across|].
      rewrite (scaled i). field. exact tilted.
    + field. exact tilted.
Qed.

(** As the old solution has the last vector on the wrong side, its new weight is not negative: otherwise the squared
    distance of the two combinations would be negative. *)
Lemma last_sign n (f : nat -> E) c y m0 b0 m x b : solves (Rle 0) (fun g => g <= 0) n f c y m0 b0 ->
  0 < inner c (f n) + b0 * y n - inner (f n) (combined n m0 f) ->
  (forall i, (i < n)%nat -> 0 <= m i) -> total n (fun i => m i * y i) + x * y n = 0 ->
  let q := (combined n m f + x *: f n)%V in inner c q = inner q q ->
  (forall i, (i < n)%nat -> inner c (f i) + b * y i - inner (f i) q <= 0) -> 0 <= x.
Proof.
  intros (sign0 & sum0 & along0 & across0) beyond sign sum q along across.
  set (q0 := combined n m0 f) in *. set (p := combined n m f) in *.
  assert (one : inner c q0 + b * total n (fun i => m0 i * y i) <= inner q q0).
  { apply combined_below; [exact sign0|]. intros i below. specialize (across i below). rewrite (inner_comm q). lra. }
  assert (two : inner c p + b0 * total n (fun i => m i * y i) <= inner q0 p).
  { apply combined_below; [exact sign|]. intros i below. specialize (across0 i below). rewrite (inner_comm q0). lra. }
  rewrite sum0 in one. pose proof (inner_nonneg (q + (-1) *: q0)%V) as gap.
  assert (whole : inner c q = inner c p + x * inner c (f n)) by (unfold q; gram; ring).
  assert (part : inner q q0 = inner q0 p + x * inner (f n) q0) by (unfold q; gram; rewrite (inner_comm p); ring).
  autorewrite with gram in gap. rewrite (inner_comm q0 q) in gap.
  apply Rnot_lt_le. intro negative.
  pose proof (product_strict (Ropp_0_gt_lt_contravar _ negative) beyond).
  replace (total n (fun i => m i * y i)) with (- (x * y n)) in two by lra. lra.
Qed.

(** A vector that is not beyond the old solution gets the weight 0. *)
Lemma unchanged (S P : Real -> Prop) n (f : nat -> E) c y m b : S 0 -> solves S P n f c y m b ->
  P (inner c (f n) + b * y n - inner (f n) (combined n m f)) -> solves S P (Datatypes.S n) f c y (extended n m 0) b.
Proof.
  intros zero (sign & sum & along & across) last. unfold solves. rewrite total_extended, combined_extended, sum.
  assert (same : (combined n m f + 0 *: f n)%V = combined n m f) by (now rewrite vscale_zero, vadd_zero).
  rewrite same. split; [|split; [ring | split; [exact along|]]]; intros i below.
  - destruct (before_or_last _ _ below) as [less| ->]; [rewrite extended_before; auto | now rewrite extended_last].
  - destruct (before_or_last _ _ below) as [less| ->]; [now apply across | exact last].
Qed.

Lemma changed (S P : Real -> Prop) n (f : nat -> E) c y m x b : P 0 -> S x -> (forall i, (i < n)%nat -> S (m i)) ->
  total n (fun i => m i * y i) + x * y n = 0 ->
  (let q := (combined n m f + x *: f n)%V in
   inner c q = inner q q /\ (forall i, (i < n)%nat -> P (inner c (f i) + b * y i - inner (f i) q)) /\
   inner c (f n) + b * y n = inner (f n) q) -> solves S P (Datatypes.S n) f c y (extended n m x) b.
Proof.
  intros zero sign_x sign sum (along & across & last). unfold solves. rewrite total_extended, combined_extended.
  split; [|split; [exact sum | split; [exact along|]]]; intros i below.
  - destruct (before_or_last _ _ below) as [less| ->]; [rewrite extended_before; auto | now rewrite extended_last].
  - destruct (before_or_last _ _ below) as [less| ->]; [now apply across|]. rewrite last, Rminus_eq_0. exact zero.
Qed.

Lemma solved_cone n : forall (f : nat -> E) c y, exists m b, solves (Rle 0) (fun g => g <= 0) n f c y m b.
Proof.
  induction n as [|n IH]; intros f c y.
  { exists (fun _ => 0), 0. repeat split; cbn; try (intros i below; now apply Nat.nlt_0_r in below).
    now rewrite !inner_vzero_r. }
  destruct (IH f c y) as (m0 & b0 & old).
  destruct (Rle_or_lt (inner c (f n) + b0 * y n - inner (f n) (combined n m0 f)) 0) as [inside|beyond].
  { exists (extended n m0 0), b0. apply unchanged; auto; lra. }
  destruct (balanced (Rle 0) (fun g => g <= 0) n f c y (f n) (y n) IH) as (m & x & b & sign & sum & rest).
  { destruct (Req_dec (y n) 0) as [flat|]; [right | now left]. intro short. apply inner_definite in short.
    rewrite short, inner_vzero_r, inner_vzero, flat in beyond. lra. }
  exists (extended n m x), b. apply changed; [lra | | exact sign | exact sum | exact rest].
  destruct rest as (along & across & _). exact (last_sign n f c y m0 b0 m x b old beyond sign sum along across).
Qed.

Lemma solved_span n : forall (f : nat -> E) c y, exists m b, solves (fun _ => True) (eq 0) n f c y m b.
Proof.
  induction n as [|n IH]; intros f c y.
  { exists (fun _ => 0), 0. repeat split; cbn; try (intros i below; now apply Nat.nlt_0_r in below).
    now rewrite !inner_vzero_r. }
  destruct (Req_dec (y n) 0) as [flat|tilted]; [destruct (Req_dec (inner (f n) (f n)) 0) as [short|long]|].
  { destruct (IH f c y) as (m & b & old). exists (extended n m 0), b. apply unchanged; [exact I | exact old|].
    apply inner_definite in short. rewrite short, inner_vzero_r, inner_vzero, flat. ring. }
  all: destruct (balanced (fun _ => True) (eq 0) n f c y (f n) (y n) IH) as (m & x & b & sign & sum & rest);
    [auto | exists (extended n m x), b; now apply changed].
Qed.
End Nearest.

Lemma nearest_exists (E : ips) size (f : nat -> E) (c : E) (y : nat -> Real) : exists m b,
  (forall i, (i < size)%nat -> 0 <= m i) /\ total size (fun i => m i * y i) = 0 /\
  inner c (vsum size (fun i => m i *: f i)%V)
    = inner (vsum size (fun i => m i *: f i)%V) (vsum size (fun i => m i *: f i)%V) /\
  forall i, (i < size)%nat -> inner c (f i) + b * y i <= inner (f i) (vsum size (fun i => m i *: f i)%V).
Proof.
  destruct (solved_cone size f c y) as (m & b & sign & sum & along & across). exists m, b.
  split; [exact sign | split; [exact sum | split; [exact along|]]].
  intros i below. specialize (across i below). unfold combined in across. cbv beta in across. lra.
Qed.

Lemma projection_exists (E : ips) size (f : nat -> E) (c : E) (y : nat -> Real) : exists m b,
  total size (fun i => m i * y i) = 0 /\
  inner c (vsum size (fun i => m i *: f i)%V)
    = inner (vsum size (fun i => m i *: f i)%V) (vsum size (fun i => m i *: f i)%V) /\
  forall i, (i < size)%nat -> inner (f i) (vsum size (fun i => m i *: f i)%V) = inner c (f i) + b * y i.
Proof.
  destruct (solved_span size f c y) as (m & b & _ & sum & along & across). exists m, b.
  split; [exact sum | split; [exact along|]].
  intros i below. specialize (across i below). unfold combined in across. lra.
Qed.
