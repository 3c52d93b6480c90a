(** Real inner-product spaces of any dimension, and what the theorems exported by novikoff need of them. *)

Require Export Arith Rbase Rfunctions R_sqrt Lra.
Require FunctionalExtensionality.
Open Scope R_scope.

(** The real numbers; theorems have a radius R. *)
Notation Real := Rdefinitions.R.

(** * Inner-product spaces *)

Record ips : Type := {
  vector :> Type;
  vzero : vector;
  vadd : vector -> vector -> vector;
  vscale : Real -> vector -> vector;
  inner : vector -> vector -> Real;

  vadd_comm : forall u v, vadd u v = vadd v u;
  vadd_assoc : forall u v w, vadd u (vadd v w) = vadd (vadd u v) w;
  vadd_zero : forall v, vadd v vzero = v;
  vscale_one : forall v, vscale 1 v = v;
  vscale_assoc : forall a b v, vscale a (vscale b v) = vscale (a * b) v;
  vscale_vadd : forall a u v, vscale a (vadd u v) = vadd (vscale a u) (vscale a v);
  vscale_plus : forall a b v, vscale (a + b) v = vadd (vscale a v) (vscale b v);
  vscale_zero : forall v, vscale 0 v = vzero;

  inner_comm : forall u v, inner u v = inner v u;
  inner_vadd : forall u v w, inner (vadd u v) w = inner u w + inner v w;
  inner_vscale : forall a u v, inner (vscale a u) v = a * inner u v;
  inner_nonneg : forall v, 0 <= inner v v;
  inner_definite : forall v, inner v v = 0 -> v = vzero
}.

Arguments vadd {_} _ _.
Arguments vscale {_} _%R _.
Arguments inner {_} _ _.
Arguments inner_comm {_} _ _.
Arguments inner_vadd {_} _ _ _.
Arguments inner_vscale {_} _ _ _.
Arguments inner_nonneg {_} _.

Declare Scope vector_scope.
Delimit Scope vector_scope with V.
Bind Scope vector_scope with vector.
Infix "+" := vadd : vector_scope.
Notation "a *: v" := (vscale a v) (at level 40, left associativity) : vector_scope.

Definition vsub {E : ips} (u v : E) : E := (u + (-1) *: v)%V.
Definition vopp {E : ips} (v : E) : E := ((-1) *: v)%V.
Infix "-" := vsub : vector_scope.
Notation "- v" := (vopp v) : vector_scope.

Lemma inner_vadd_r (E : ips) (u v w : E) : inner u (v + w)%V = inner u v + inner u w.
Proof. now rewrite inner_comm, inner_vadd, !(inner_comm _ u). Qed.

Lemma inner_vscale_r (E : ips) a (u v : E) : inner u (a *: v)%V = a * inner u v.
Proof. now rewrite inner_comm, inner_vscale, (inner_comm u). Qed.

Lemma inner_vzero (E : ips) (v : E) : inner (vzero E) v = 0.
Proof. rewrite <- (vscale_zero E v), inner_vscale. ring. Qed.

Lemma inner_vzero_r (E : ips) (v : E) : inner v (vzero E) = 0.
Proof. rewrite inner_comm. apply inner_vzero. Qed.

(** Vectors are equal if their difference has length 0. *)
Lemma vector_eq (E : ips) (u v : E) : inner (u + (-1) *: v)%V (u + (-1) *: v)%V = 0 -> u = v.
Proof.
  intro same. apply inner_definite in same.
  assert (cancel : ((-1) *: v + v)%V = vzero E).
  { rewrite <- (vscale_one E v) at 2. rewrite <- vscale_plus.
    replace (-1 + 1) with 0 by ring. apply vscale_zero. }
  rewrite <- (vadd_zero E u), <- cancel, vadd_assoc.
  now rewrite same, vadd_comm, vadd_zero.
Qed.

(** Vectors are equal if their inner products with any vector are. *)
Lemma same_inner (E : ips) (u v : E) : (forall z, inner u z = inner v z) -> u = v.
Proof.
  intro same. apply vector_eq. rewrite inner_vadd, inner_vscale, same. ring.
Qed.

(** * A space with one more dimension

    [adjoin E] is the sum of E and the real line; [adjoined E] is a unit vector orthogonal to all of E.
    It is a space like any other, so that every theorem can be applied there. *)

Definition adjoin (E : ips) : ips.
Proof.
  refine {|
    vector := (E * Real)%type;
    vzero := (vzero E, 0);
    vadd u v := ((fst u + fst v)%V, snd u + snd v);
    vscale a v := ((a *: fst v)%V, a * snd v);
    inner u v := inner (fst u) (fst v) + snd u * snd v
  |}; intros; cbn in *.
  - f_equal; [apply vadd_comm | ring].
  - f_equal; [apply vadd_assoc | ring].
  - destruct v; cbn; f_equal; [apply vadd_zero | ring].
  - destruct v; cbn; f_equal; [apply vscale_one | ring].
  - f_equal; [apply vscale_assoc | ring].
  - f_equal; [apply vscale_vadd | ring].
  - f_equal; [apply vscale_plus | ring].
  - f_equal; [apply vscale_zero | ring].
  - rewrite inner_comm. ring.
  - rewrite inner_vadd. ring.
  - rewrite inner_vscale. ring.
  - pose proof (inner_nonneg (fst v)). pose proof (Rle_0_sqr (snd v)). unfold Rsqr in *. lra.
  - destruct v as [v a]; cbn in *.
    pose proof (inner_nonneg v). pose proof (Rle_0_sqr a). unfold Rsqr in *.
    f_equal; [apply inner_definite; lra | apply Rsqr_0_uniq; unfold Rsqr; lra].
Defined.

(** The space of dimension 0, and the space of rows of n numbers, for counterexamples. *)
Definition origin : ips.
Proof.
  refine {|
    vector := unit; vzero := tt; vadd _ _ := tt; vscale _ _ := tt; inner _ _ := 0
  |}; intros; try ring; try apply Rle_refl; now repeat match goal with v : unit |- _ => destruct v end.
Defined.

Fixpoint rows (n : nat) : ips :=
  match n with
  | O => origin
  | S k => adjoin (rows k)
  end.

Definition embed {E : ips} (v : E) : adjoin E := (v, 0).
Definition adjoined (E : ips) : adjoin E := (vzero E, 1).

(** n dimensions more: the vectors of E there, and the units that are orthogonal to these and to each other. *)
Fixpoint more (n : nat) (E : ips) : ips := match n with O => E | S k => adjoin (more k E) end.
Fixpoint lift n {E : ips} (v : E) : more n E := match n with O => v | S k => embed (lift k v) end.
Fixpoint unit_vector n (E : ips) (j : nat) : more n E :=
  match n with O => vzero E | S k => if Nat.eqb j (S k) then adjoined (more k E) else embed (unit_vector k E j) end.

Lemma embed_vadd (E : ips) (u v : E) : embed (u + v)%V = (embed u + embed v)%V.
Proof. unfold embed. cbn. f_equal. ring. Qed.

Lemma embed_vscale (E : ips) a (v : E) : embed (a *: v)%V = (a *: embed v)%V.
Proof. unfold embed. cbn. f_equal. ring. Qed.

Lemma inner_embed (E : ips) (u v : E) : inner (embed u) (embed v) = inner u v.
Proof. cbn. ring. Qed.

Lemma inner_embed_adjoined (E : ips) (v : E) : inner (embed v) (adjoined E) = 0.
Proof. cbn. rewrite inner_vzero_r. ring. Qed.

Lemma inner_adjoined_embed (E : ips) (v : E) : inner (adjoined E) (embed v) = 0.
Proof. cbn. rewrite inner_vzero. ring. Qed.

Lemma embed_vzero (E : ips) : embed (vzero E) = vzero (adjoin E).
Proof. reflexivity. Qed.

Lemma inner_adjoined (E : ips) : inner (adjoined E) (adjoined E) = 1.
Proof. cbn. rewrite inner_vzero. ring. Qed.

(** [gram] writes inner products of combined vectors as polynomials of inner products of variables. *)
#[global] Hint Rewrite @inner_vadd @inner_vadd_r @inner_vscale @inner_vscale_r @inner_vzero @inner_vzero_r
  inner_embed inner_embed_adjoined inner_adjoined_embed inner_adjoined embed_vadd embed_vscale embed_vzero : gram.
Tactic Notation "gram" := cbv beta; autorewrite with gram.
Tactic Notation "gram" "in" hyp(h) := cbv beta in h; autorewrite with gram in h.

(** Families are equal if their members are. *)
Lemma same_family (T : Type) (f g : nat -> T) : (forall i, f i = g i) -> f = g.
Proof. apply FunctionalExtensionality.functional_extensionality. Qed.

(** * Sums over a finite index set, which may be empty *)

Fixpoint total (size : nat) (f : nat -> Real) : Real :=
  match size with
  | O => 0
  | S i => total i f + f i
  end.

Lemma total_le size f g : (forall i, (i < size)%nat -> f i <= g i) -> total size f <= total size g.
Proof.
  induction size as [|n IH]; cbn; intro le; [apply Rle_refl|].
  apply Rplus_le_compat; [apply IH; intros i below |]; apply le.
  - now apply Nat.lt_lt_succ_r.
  - apply Nat.lt_succ_diag_r.
Qed.

Lemma total_eq size f g : (forall i, (i < size)%nat -> f i = g i) -> total size f = total size g.
Proof. intro eq. apply Rle_antisym; apply total_le; intros i below; rewrite (eq i below); apply Rle_refl. Qed.

Lemma total_lt size f g : (forall i, (i < size)%nat -> f i < g i) -> total size f <= total size g.
Proof. intro lt. apply total_le. intros i below. now apply Rlt_le, lt. Qed.

Lemma total_each size f g :
  (forall i, (i < size)%nat -> f i <= g i) -> forall i, (i < size)%nat -> total size f + g i <= total size g + f i.
Proof.
  induction size as [|n IH]; intros le i below; [now apply Nat.nlt_0_r in below|]. cbn [total].
  assert (before : forall j, (j < n)%nat -> f j <= g j) by (intros j less; now apply le, Nat.lt_lt_succ_r).
  pose proof (le n (Nat.lt_succ_diag_r n)) as last. destruct (Nat.eq_dec i n) as [->|other].
  - pose proof (total_le n f g before). lra.
  - assert (less : (i < n)%nat) by (apply Nat.le_neq; split; [now apply Nat.lt_succ_r | exact other]).
    pose proof (IH before i less). lra.
Qed.

(** Sums of vectors *)

Fixpoint vsum {E : ips} (size : nat) (f : nat -> E) : E :=
  match size with
  | O => vzero E
  | S i => (vsum i f + f i)%V
  end.

Lemma vsum_eq (E : ips) size (f g : nat -> E) : (forall i, (i < size)%nat -> f i = g i) -> vsum size f = vsum size g.
Proof.
  induction size as [|n IH]; cbn; intro eq; [reflexivity|].
  rewrite IH, (eq n (Nat.lt_succ_diag_r n)); [reflexivity|]. intros i below. now apply eq, Nat.lt_lt_succ_r.
Qed.

(** * Signs *)

Lemma gap a b : a <= b -> 0 <= b - a.
Proof. lra. Qed.

Lemma square a : 0 <= a * a.
Proof. exact (Rle_0_sqr a). Qed.

Lemma product a b : 0 <= a -> 0 <= b -> 0 <= a * b.
Proof. apply Rmult_le_pos. Qed.

Lemma product_strict a b : 0 < a -> 0 < b -> 0 < a * b.
Proof. apply Rmult_lt_0_compat. Qed.

Arguments gap {a b} _.
Arguments product {a b} _ _.
Arguments product_strict {a b} _ _.

(** If there is a number for each index, there is a family of numbers. *)
Lemma each_exists size (P : nat -> Real -> Prop) :
  (forall i, (i < size)%nat -> exists n, P i n) -> exists f, forall i, (i < size)%nat -> P i (f i).
Proof.
  induction size as [|n IH]; intro each.
  - exists (fun _ => 0). intros i below. now apply Nat.nlt_0_r in below.
  - destruct IH as [f known]; [intros i below; now apply each, Nat.lt_lt_succ_r|].
    destruct (each n (Nat.lt_succ_diag_r n)) as [x last].
    exists (fun i => if Nat.eq_dec i n then x else f i). intros i below.
    destruct (Nat.eq_dec i n) as [->|other]; [exact last|].
    apply known, Nat.le_neq. split; [now apply Nat.lt_succ_r | exact other].
Qed.

(** Equal propositions: a run seen through a map is another run. *)
Lemma transport {P Q : Prop} : P -> P = Q -> Q.
Proof. now intros p <-. Qed.
