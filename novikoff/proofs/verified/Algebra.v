(** Numbers and vectors of a space E in one commutative ring, E's elements being of square 0.

    A term of any sort then denotes an element of the ring, so that sums and scalar multiples need one rule each, and
    Coq's [ring] decides their equations. *)

From Novikoff Require Import InnerProduct.
Require Export QArith Qreals Bool List Ring Lia.
Export ListNotations.
Open Scope R_scope.

Section Algebra.
Context {E : ips}.

Definition element : Type := (Real * E)%type.
Implicit Types x y z : element.

Definition number_of (a : Real) : element := (a, vzero E).
Definition vector_of (v : E) : element := (0, v).
Definition plus x y : element := (fst x + fst y, vadd (snd x) (snd y)).
Definition times x y : element := (fst x * fst y, vadd (vscale (fst x) (snd y)) (vscale (fst y) (snd x))).
Definition opposite x : element := (- fst x, vscale (-1) (snd x)).
Definition minus x y : element := plus x (opposite y).
Definition dot x y : element := number_of (inner (snd x) (snd y)).
Notation zero := (number_of 0).
Notation one := (number_of 1).

Ltac by_parts :=
  intros; repeat match goal with a : element |- _ => destruct a end;
  unfold minus, plus, times, opposite, dot, number_of in *; cbn [fst snd] in *;
  f_equal; try ring; apply same_inner; intro; repeat (rewrite ?inner_vadd, ?inner_vscale, ?inner_vzero); ring.

Lemma element_ring : ring_theory zero one plus times minus opposite (@eq element).
Proof. constructor; by_parts. Qed.

Lemma scaled_zero a : vscale a (vzero E) = vzero E.
Proof. apply same_inner. intro. rewrite inner_vscale, inner_vzero. ring. Qed.

Definition is_number x : Prop := snd x = vzero E.
Definition is_vector x : Prop := fst x = 0.

Lemma number_plus x y : is_number x -> is_number y -> is_number (plus x y).
Proof. unfold is_number, plus. cbn. intros -> ->. apply vadd_zero. Qed.
Lemma number_times x y : is_number x -> is_number y -> is_number (times x y).
Proof. unfold is_number, times. cbn. intros -> ->. now rewrite !scaled_zero, vadd_zero. Qed.

Lemma number_of_plus a b : number_of (a + b) = plus (number_of a) (number_of b).
Proof. by_parts. Qed.
Lemma number_of_times a b : number_of (a * b) = times (number_of a) (number_of b).
Proof. by_parts. Qed.

Lemma dot_comm x y : dot x y = dot y x.
Proof. unfold dot. now rewrite inner_comm. Qed.
Lemma dot_plus x y z : dot (plus x y) z = plus (dot x z) (dot y z).
Proof. unfold dot. cbn. now rewrite inner_vadd, number_of_plus. Qed.
Lemma dot_times x y z : is_number x -> dot (times x y) z = times x (dot y z).
Proof.
  unfold is_number, dot, times. cbn. intros ->. rewrite !scaled_zero, !vadd_zero, inner_vscale. reflexivity.
Qed.
Lemma dot_number x y : is_number x -> dot x y = zero.
Proof. unfold is_number, dot. intros ->. now rewrite inner_vzero. Qed.

Lemma equal_if_no_gap x y : minus x y = zero -> x = y.
Proof.
  destruct x as [a u], y as [b v]. unfold minus, plus, opposite, number_of. cbn. intros [= same none].
  f_equal; [lra|]. apply same_inner. intro z. apply (f_equal (fun w => inner w z)) in none.
  rewrite inner_vadd, inner_vscale, inner_vzero in none. lra.
Qed.

(** Sums over the indices below n. *)
Fixpoint sum (n : nat) (f : nat -> element) : element :=
  match n with O => zero | S k => plus (sum k f) (f k) end.

Add Ring ring_of_elements : element_ring.

Lemma sum_same n f g : (forall i, (i < n)%nat -> f i = g i) -> sum n f = sum n g.
Proof.
  induction n as [|n IH]; intro same; [reflexivity|]. cbn. rewrite IH, (same n); auto with arith.
Qed.
Lemma sum_plus n f g : sum n (fun i => plus (f i) (g i)) = plus (sum n f) (sum n g).
Proof. induction n as [|n IH]; cbn; [ring | rewrite IH; ring]. Qed.
Lemma sum_times n c f : sum n (fun i => times c (f i)) = times c (sum n f).
Proof. induction n as [|n IH]; cbn; [ring | rewrite IH; ring]. Qed.
Lemma sum_zero n : sum n (fun _ => zero) = zero.
Proof. induction n as [|n IH]; cbn; [ring | rewrite IH; ring]. Qed.
Lemma sum_dot n f z : dot (sum n f) z = sum n (fun i => dot (f i) z).
Proof.
  induction n as [|n IH]; cbn; [apply dot_number; reflexivity | now rewrite dot_plus, IH].
Qed.
Lemma sum_number n f : (forall i, is_number (f i)) -> is_number (sum n f).
Proof. intro each. induction n as [|n IH]; cbn; [reflexivity | now apply number_plus]. Qed.
Lemma sum_fst n f : fst (sum n f) = total n (fun i => fst (f i)).
Proof. induction n as [|n IH]; cbn; [reflexivity | now rewrite IH]. Qed.
Lemma sum_snd n f : snd (sum n f) = vsum n (fun i => snd (f i)).
Proof. induction n as [|n IH]; cbn; [reflexivity | now rewrite IH]. Qed.

Fixpoint power x (n : nat) : element := match n with O => one | S k => times x (power x k) end.

Lemma power_number x n : is_number x -> is_number (power x n).
Proof. intro known. induction n; [reflexivity | now apply number_times]. Qed.
End Algebra.

Arguments element : clear implicits.
Notation zero := (number_of 0).
Notation one := (number_of 1).

(** [simpl] and [cbn] are to see a ring, not pairs. *)
Arguments number_of {E} a : simpl never.
Arguments plus {E} x y : simpl never.
Arguments times {E} x y : simpl never.
Arguments opposite {E} x : simpl never.
Arguments minus {E} x y : simpl never.
Arguments dot {E} x y : simpl never.

Section First.
Context {E : ips}.
Implicit Types x y : element E.
Lemma fst_number a : fst (@number_of E a) = a. Proof. reflexivity. Qed.
Lemma fst_plus x y : fst (plus x y) = fst x + fst y. Proof. reflexivity. Qed.
Lemma fst_times x y : fst (times x y) = fst x * fst y. Proof. reflexivity. Qed.
Lemma fst_dot x y : fst (dot x y) = inner (snd x) (snd y). Proof. reflexivity. Qed.
End First.
#[global] Hint Rewrite @fst_number @fst_plus @fst_times @fst_dot : first.
