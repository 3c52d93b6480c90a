(** Terms as they are written, what they denote, and a normaliser that multiplies out.

    [normal_denotes] is all that the checker needs of it. That equal polynomials get equal normal forms is not proved:
    if they did not, a proof would be rejected. *)

From Novikoff Require Import InnerProduct Algebra.
Require Import Rtrigo_def Exp_prop.
Open Scope R_scope.

(** * Terms *)

Inductive kind := Number | Vector | Unit.
(** A name whose [family] is true has a value for each index. Units are vectors that are adjoined to the space. *)
Record name := { sort : kind; family : bool; id : positive }.

Inductive term :=
| Con (q : Q) | Var (v : name) | Add (a b : term) | Mul (a b : term) | Power (a : term) (n : nat)
| Inner (a b : term) | Sum (a : term) | Exp (a : term).

Definition Neg (a : term) := Mul (Con (-1)) a.
Definition Sub (a b : term) := Add a (Neg b).
Definition square (t : term) := Mul t t.

Definition is_unit (v : name) : bool :=
  match sort v with Unit => negb (family v) && Pos.leb (id v) 9 | _ => false end.
Definition numeric (v : name) : bool := match sort v with Number => true | _ => false end.

(** Does a name with this property occur in the term? *)
Fixpoint mentions (P : name -> bool) (t : term) : bool :=
  match t with
  | Con _ => false
  | Var v => P v
  | Add a b | Mul a b | Inner a b => mentions P a || mentions P b
  | Power a _ | Sum a | Exp a => mentions P a
  end.

(** Does the term speak of one index? Sums bind theirs. *)
Fixpoint indexed (t : term) : bool :=
  match t with
  | Con _ | Sum _ => false
  | Var v => family v
  | Add a b | Mul a b | Inner a b => indexed a || indexed b
  | Power a _ | Exp a => indexed a
  end.

Fixpoint number (t : term) : bool :=
  match t with
  | Con _ => true
  | Var v => numeric v
  | Add a b | Mul a b => number a && number b
  | Inner a b => vector a && vector b
  | Power a _ | Sum a | Exp a => number a
  end
with vector (t : term) : bool :=
  match t with
  | Con q => Z.eqb (Qnum q) 0
  | Var v => negb (numeric v)
  | Add a b => vector a && vector b
  | Mul a b => number a && vector b || vector a && number b
  | Sum a => vector a
  | Power _ _ | Inner _ _ | Exp _ => false
  end.

(** * What they denote *)

Record env (E : ips) := { size : nat; value : name -> nat -> element E }.
Arguments size {E}.
Arguments value {E}.

(** The value of a name is of its sort, and 0 beyond the index set, whatever the environment has for it. *)
Definition cut {E} (v : name) (x : element E) : element E :=
  if numeric v then number_of (fst x) else vector_of (snd x).
Definition at_ {E} (r : env E) (v : name) (i : nat) : element E :=
  if family v then if Nat.ltb i (size r) then cut v (value r v i) else zero else cut v (value r v O).

Fixpoint den {E} (r : env E) (i : nat) (t : term) : element E :=
  match t with
  | Con q => number_of (Q2R q)
  | Var v => at_ r v i
  | Add a b => plus (den r i a) (den r i b)
  | Mul a b => times (den r i a) (den r i b)
  | Power a n => power (den r i a) n
  | Inner a b => dot (den r i a) (den r i b)
  | Sum a => sum (size r) (fun j => den r j a)
  | Exp a => number_of (exp (fst (den r i a)))
  end.

(** The adjoined units are orthonormal, and orthogonal to all else. *)
Definition orthonormal {E} (r : env E) : Prop :=
  forall u, is_unit u = true -> forall v i j,
  dot (at_ r u i) (at_ r v j) = if is_unit v && Pos.eqb (id u) (id v) then one else zero.

Definition rational (q : Q) {E} : element E := number_of (Q2R q).

Lemma Q2R_0 : Q2R 0 = 0. Proof. unfold Q2R. cbn. ring. Qed.
Lemma Q2R_1 : Q2R 1 = 1. Proof. unfold Q2R. cbn. field. Qed.
Lemma Q2R_minus_1 : Q2R (-1) = -1. Proof. unfold Q2R. cbn. field. Qed.

Ltac both := match goal with known : _ || _ = false |- _ => apply orb_false_elim in known; destruct known end.

Section Denotation.
Context {E : ips}.
Variable r : env E.
Add Ring ring_of_elements_here : (@element_ring E).

Lemma den_same_index t : indexed t = false -> forall i j, den r i t = den r j t.
Proof.
  induction t; cbn; intros none i j; auto.
  - unfold at_. now rewrite none.
  - both. now rewrite (IHt1 ltac:(auto) i j), (IHt2 ltac:(auto) i j).
  - both. now rewrite (IHt1 ltac:(auto) i j), (IHt2 ltac:(auto) i j).
  - now rewrite (IHt none i j).
  - both. now rewrite (IHt1 ltac:(auto) i j), (IHt2 ltac:(auto) i j).
  - now rewrite (IHt none i j).
Qed.

Lemma at_number v i : numeric v = true -> is_number (at_ r v i).
Proof. unfold at_, cut. intros ->. destruct (family v); [destruct (Nat.ltb _ _)|]; reflexivity. Qed.
Lemma at_vector v i : numeric v = false -> is_vector (at_ r v i).
Proof. unfold at_, cut. intros ->. destruct (family v); [destruct (Nat.ltb _ _)|]; reflexivity. Qed.

Lemma number_denotes t : number t = true -> forall i, is_number (den r i t).
Proof.
  induction t; cbn; intros known i; try reflexivity;
    try (apply andb_prop in known as [one_is other_is]).
  - now apply at_number.
  - apply number_plus; auto.
  - apply number_times; auto.
  - apply power_number; auto.
  - apply sum_number; auto.
Qed.

Lemma vector_denotes t : vector t = true -> forall i, is_vector (den r i t).
Proof.
  unfold is_vector. induction t; cbn; intros known i; try discriminate.
  - destruct q as [n d]. apply Z.eqb_eq in known. cbn in known. subst n. rewrite fst_number. unfold Q2R. cbn. ring.
  - apply at_vector. now destruct (numeric v).
  - apply andb_prop in known as [one_is other_is]. rewrite fst_plus, IHt1, IHt2 by auto. ring.
  - rewrite fst_times. apply orb_prop in known as [known|known]; apply andb_prop in known as [one_is other_is];
      [rewrite IHt2 by auto | rewrite IHt1 by auto]; ring.
  - rewrite sum_fst. rewrite (total_eq _ _ (fun _ => 0)) by auto. induction (size r); cbn; lra.
Qed.
End Denotation.

(** * An order on terms, of which only [Eq] has to be right *)

(** A notation, as a function would have both comparisons made. *)
Notation then_by c d := (match c with Eq => d | Lt => Lt | Gt => Gt end).
Definition tag (t : term) : positive :=
  match t with
  | Con _ => 1 | Var _ => 2 | Add _ _ => 3 | Mul _ _ => 4 | Power _ _ => 5 | Inner _ _ => 6 | Sum _ => 7 | Exp _ => 8
  end.
Definition kind_tag (k : kind) : positive := match k with Number => 1 | Vector => 2 | Unit => 3 end.
Definition bool_tag (b : bool) : positive := if b then 2 else 1.
Definition compare_names (v w : name) : comparison :=
  then_by (Pos.compare (id v) (id w)) (then_by (Pos.compare (kind_tag (sort v)) (kind_tag (sort w)))
    (Pos.compare (bool_tag (family v)) (bool_tag (family w)))).
Fixpoint compare (s t : term) : comparison :=
  match s, t with
  | Con p, Con q => then_by (Z.compare (Qnum p) (Qnum q)) (Pos.compare (Qden p) (Qden q))
  | Var v, Var w => compare_names v w
  | Add a b, Add c d | Mul a b, Mul c d | Inner a b, Inner c d => then_by (compare a c) (compare b d)
  | Power a n, Power b m => then_by (compare a b) (Nat.compare n m)
  | Sum a, Sum b | Exp a, Exp b => compare a b
  | _, _ => Pos.compare (tag s) (tag t)
  end.

Lemma then_by_eq (c d : comparison) : then_by c d = Eq -> c = Eq /\ d = Eq.
Proof. destruct c; cbn; intuition discriminate. Qed.
Lemma compare_names_eq v w : compare_names v w = Eq -> v = w.
Proof.
  destruct v as [k f i], w as [l g j]. unfold compare_names. cbn. intro same.
  apply then_by_eq in same as [ids same]. apply then_by_eq in same as [kinds families].
  apply Pos.compare_eq in ids. subst. f_equal; [now destruct k, l | now destruct f, g].
Qed.
Lemma compare_eq s t : compare s t = Eq -> s = t.
Proof.
  revert t. induction s; destruct t; cbn; intro same; try discriminate same;
    try apply compare_names_eq in same; try (apply then_by_eq in same as [first second]); f_equal; auto using compare_names_eq, Nat.compare_eq.
  destruct q, q0. cbn in *. f_equal; [now apply Z.compare_eq | now apply Pos.compare_eq].
Qed.

(** * Polynomials whose atoms are terms, both sorted *)

Definition mono := list term.
Definition poly := list (mono * Q).

Fixpoint merge (m : mono) : mono -> mono :=
  match m with
  | [] => fun n => n
  | a :: m' =>
      fix into (n : mono) : mono :=
        match n with
        | [] => m
        | b :: n' => match compare a b with Gt => b :: into n' | _ => a :: merge m' n end
        end
  end.
Fixpoint compare_monos (m n : mono) : comparison :=
  match m, n with
  | [], [] => Eq | [], _ => Lt | _, [] => Gt
  | a :: m', b :: n' => then_by (compare a b) (compare_monos m' n')
  end.
(** Sums and products of whole numbers are reduced as they are. *)
Definition plus_q (p q : Q) : Q :=
  match p, q with Qmake a 1, Qmake b 1 => Qmake (a + b) 1 | _, _ => Qred (p + q) end.
Definition times_q (p q : Q) : Q :=
  match p, q with Qmake a 1, Qmake b 1 => Qmake (a * b) 1 | _, _ => Qred (p * q) end.
Definition scaled_mono (q : Q) (m : mono) (rest : poly) : poly :=
  match Qnum q with Z0 => rest | _ => (m, q) :: rest end.
Fixpoint added (p : poly) : poly -> poly :=
  match p with
  | [] => fun q => q
  | (m, c) :: p' =>
      fix into (q : poly) : poly :=
        match q with
        | [] => p
        | (n, d) :: q' =>
            match compare_monos m n with
            | Eq => scaled_mono (plus_q c d) m (added p' q')
            | Lt => (m, c) :: added p' q
            | Gt => (n, d) :: into q'
            end
        end
  end.

(** The sum of many polynomials, by halves. *)
Fixpoint by_two (ps : list poly) : list poly :=
  match ps with p :: q :: rest => added p q :: by_two rest | _ => ps end.
Fixpoint halving (steps : nat) (ps : list poly) : poly :=
  match ps, steps with
  | [], _ => []
  | [p], _ => p
  | _, O => fold_right added [] ps
  | _, S k => halving k (by_two ps)
  end.
Definition total_of (ps : list poly) : poly := halving 40 ps.

Definition constant (q : Q) : poly := scaled_mono q [] [].
Definition atom (t : term) : poly := [([t], 1%Q)].
Definition times_mono (c : Q) (m : mono) (p : poly) : list poly :=
  map (fun nd => scaled_mono (times_q c (snd nd)) (merge m (fst nd)) []) p.
Definition scaled_poly (c : Q) (p : poly) : poly :=
  match c with Qmake 1 1 => p | _ => fold_right (fun nd => scaled_mono (times_q c (snd nd)) (fst nd)) [] p end.
Definition multiplied (p q : poly) : poly :=
  match p, q with
  | [([], c)], _ => scaled_poly c q
  | [(m, c)], [(n, d)] => scaled_mono (times_q c d) (merge m n) []
  | _, _ => total_of (flat_map (fun mc => times_mono (snd mc) (fst mc) q) p)
  end.
Fixpoint raised (p : poly) (n : nat) : poly :=
  match n with O => constant 1 | S O => p | S k => multiplied p (raised p k) end.

(** Back to terms. *)
Fixpoint term_of_mono (m : mono) : term :=
  match m with [] => Con 1 | [a] => a | a :: m' => Mul a (term_of_mono m') end.
Definition scaled (q : Q) (m : mono) : term :=
  match m with
  | [] => Con q
  | _ => match q with Qmake 1 1 => term_of_mono m | _ => Mul (Con q) (term_of_mono m) end
  end.
Fixpoint term_of (p : poly) : term :=
  match p with [] => Con 0 | [(m, q)] => scaled q m | (m, q) :: p' => Add (scaled q m) (term_of p') end.

(** Inner products of two vector atoms, of two monomials, of two polynomials. *)
Definition unit_of (t : term) : option positive :=
  match t with Var v => if is_unit v then Some (id v) else None | _ => None end.
Definition paired (a b : term) : poly := atom (match compare a b with Gt => Inner b a | _ => Inner a b end).
Definition inner_atoms (a b : term) : poly :=
  match unit_of a, unit_of b with
  | Some j, Some k => if Pos.eqb j k then constant 1 else []
  | Some _, None => if mentions is_unit b then paired a b else []
  | None, Some _ => if mentions is_unit a then paired a b else []
  | None, None => paired a b
  end.
Definition inner_monos (mc nd : mono * Q) : poly :=
  let (m, u) := partition number (fst mc) in
  let (n, v) := partition number (fst nd) in
  match u, v with
  | [], _ | _, [] => []
  | _, _ => multiplied (scaled_mono (times_q (snd mc) (snd nd)) (merge m n) []) (inner_atoms (term_of_mono u) (term_of_mono v))
  end.
Definition inner_polys (p q : poly) : poly := total_of (flat_map (fun mc => map (inner_monos mc) q) p).

(** What does not depend on the index is taken out of a sum. *)
Definition sum_mono (mc : mono * Q) : poly :=
  let (under, out) := partition indexed (fst mc) in
  multiplied (scaled_mono (snd mc) out []) (atom (Sum (term_of_mono under))).
Definition exponential (p : poly) : poly := match p with [] => constant 1 | _ => atom (Exp (term_of p)) end.

Fixpoint normal (t : term) : poly :=
  match t with
  | Con q => constant (Qred q)
  | Var _ => atom t
  | Add a b => added (normal a) (normal b)
  | Mul a b => multiplied (normal a) (normal b)
  | Power a n => raised (normal a) n
  | Inner (Var _ as a) (Var _ as b) => inner_atoms a b
  | Inner a b => inner_polys (normal a) (normal b)
  | Sum a => total_of (map sum_mono (normal a))
  | Exp a => exponential (normal a)
  end.

(** The polynomial of a normal form, whose atoms stay as they are. *)
Fixpoint atoms_of (t : term) : mono := match t with Mul a b => a :: atoms_of b | _ => [t] end.
Definition mono_of (t : term) : mono * Q := match t with Mul (Con q) m => (atoms_of m, q) | _ => (atoms_of t, 1%Q) end.
Fixpoint poly_of (t : term) : poly :=
  match t with
  | Con q => constant q
  | Add (Con q) p => ([], q) :: poly_of p
  | Add m p => mono_of m :: poly_of p
  | _ => [mono_of t]
  end.

Section Normal.
Context {E : ips}.
Variable r : env E.
Hypothesis units : orthonormal r.
Add Ring ring_of_elements_there : (@element_ring E).
Notation element := (element E).

Fixpoint den_mono (i : nat) (m : mono) : element :=
  match m with [] => one | a :: m' => times (den r i a) (den_mono i m') end.
Fixpoint den_poly (i : nat) (p : poly) : element :=
  match p with [] => zero | (m, q) :: p' => plus (times (rational q) (den_mono i m)) (den_poly i p') end.
Fixpoint den_polys (i : nat) (ps : list poly) : element :=
  match ps with [] => zero | p :: ps' => plus (den_poly i p) (den_polys i ps') end.

Lemma rational_red q : rational (Qred q) = (rational q : element).
Proof. unfold rational. now rewrite (Qeq_eqR _ _ (Qred_correct q)). Qed.
Lemma rational_plus p q : rational (plus_q p q) = plus (rational p) (rational q : element).
Proof.
  assert (known : plus_q p q == p + q) by (destruct p as [a [d|d|]], q as [b [e|e|]]; try apply Qred_correct; unfold Qeq, plus_q, Qplus; cbn; lia).
  unfold rational. now rewrite (Qeq_eqR _ _ known), Q2R_plus, number_of_plus.
Qed.
Lemma rational_times p q : rational (times_q p q) = times (rational p) (rational q : element).
Proof.
  assert (known : times_q p q == p * q) by (destruct p as [a [d|d|]], q as [b [e|e|]]; try apply Qred_correct; reflexivity).
  unfold rational. now rewrite (Qeq_eqR _ _ known), Q2R_mult, number_of_times.
Qed.
Lemma rational_0 d : rational (0 # d) = (zero : element).
Proof. unfold rational, Q2R. cbn. f_equal. ring. Qed.
Lemma rational_1 : rational 1 = (one : element).
Proof. unfold rational. now rewrite Q2R_1. Qed.

Lemma merge_denotes i m n : den_mono i (merge m n) = times (den_mono i m) (den_mono i n).
Proof.
  revert n. induction m as [|a m IH]; intro n; [cbn; ring|].
  induction n as [|b n inner_IH]; [cbn; ring|].
  cbn [merge]. destruct (compare a b); cbn [den_mono]; try (rewrite IH; cbn; ring).
  cbn [merge] in inner_IH. rewrite inner_IH. cbn. ring.
Qed.
Lemma compare_monos_eq m n : compare_monos m n = Eq -> m = n.
Proof.
  revert n. induction m as [|a m IH]; intros [|b n]; cbn; try congruence.
  intro same. apply then_by_eq in same as [first rest]. f_equal; auto using compare_eq.
Qed.
Lemma scaled_mono_denotes i q m p :
  den_poly i (scaled_mono q m p) = plus (times (rational q) (den_mono i m)) (den_poly i p).
Proof. unfold scaled_mono. destruct q as [[|n|n] d]; cbn [Qnum den_poly]; try reflexivity. rewrite rational_0. ring. Qed.
Lemma added_denotes i p q : den_poly i (added p q) = plus (den_poly i p) (den_poly i q).
Proof.
  revert q. induction p as [|[m c] p IH]; intro q; [cbn; ring|].
  induction q as [|[n d] q inner_IH]; [cbn; ring|].
  cbn [added]. destruct (compare_monos m n) eqn:order; cbn [den_poly].
  - apply compare_monos_eq in order as <-. rewrite scaled_mono_denotes, IH, rational_plus. ring.
  - rewrite IH. cbn. ring.
  - cbn [added] in inner_IH. rewrite inner_IH. cbn. ring.
Qed.
Lemma den_polys_app i ps qs : den_polys i (ps ++ qs) = plus (den_polys i ps) (den_polys i qs).
Proof. induction ps as [|p ps IH]; cbn; [ring | rewrite IH; ring]. Qed.
Lemma by_two_denotes i ps : den_polys i (by_two ps) = den_polys i ps.
Proof.
  enough (den_polys i (by_two ps) = den_polys i ps /\
          forall p, den_polys i (by_two (p :: ps)) = den_polys i (p :: ps)) by tauto.
  induction ps as [|q ps [same more]]; [split; reflexivity|]. split; [apply more|].
  intro p. cbn. rewrite added_denotes, same. ring.
Qed.
Lemma total_denotes i ps : den_poly i (total_of ps) = den_polys i ps.
Proof.
  unfold total_of. generalize 40%nat. intro k. revert ps. induction k as [|k IH]; intros [|p [|q ps]]; try (cbn; ring).
  - assert (folded : forall rest, den_poly i (fold_right added [] rest) = den_polys i rest).
    { induction rest as [|one_ rest known]; cbn; [reflexivity | now rewrite added_denotes, known]. }
    exact (folded (p :: q :: ps)).
  - change (halving (S k) (p :: q :: ps)) with (halving k (by_two (p :: q :: ps))). now rewrite IH, by_two_denotes.
Qed.
Lemma times_mono_denotes i c m p : den_polys i (times_mono c m p) = times (times (rational c) (den_mono i m)) (den_poly i p).
Proof.
  unfold times_mono. induction p as [|[n d] p IH]; cbn [map den_polys den_poly fst snd]; [ring|].
  rewrite scaled_mono_denotes, merge_denotes, rational_times, IH. cbn. ring.
Qed.
Lemma scaled_poly_denotes i c p : den_poly i (scaled_poly c p) = times (rational c) (den_poly i p).
Proof.
  assert (general : den_poly i (fold_right (fun nd => scaled_mono (times_q c (snd nd)) (fst nd)) [] p) = times (rational c) (den_poly i p)).
  { induction p as [|[n d] p IH]; cbn [fold_right den_poly fst snd]; [ring|].
    rewrite scaled_mono_denotes, IH, rational_times. ring. }
  unfold scaled_poly. destruct c as [[|[|?|]|] [?|?|]]; try exact general. rewrite rational_1. ring.
Qed.
Lemma multiplied_denotes i p q : den_poly i (multiplied p q) = times (den_poly i p) (den_poly i q).
Proof.
  assert (general : den_poly i (total_of (flat_map (fun mc => times_mono (snd mc) (fst mc) q) p)) = times (den_poly i p) (den_poly i q)).
  { rewrite total_denotes. induction p as [|[m c] p IH]; cbn [flat_map den_polys den_poly]; [ring|].
    rewrite den_polys_app, times_mono_denotes, IH. cbn [fst snd]. ring. }
  destruct p as [|[[|a m] c] [|mc p]]; try exact general.
  - cbn [multiplied den_poly den_mono]. rewrite scaled_poly_denotes. ring.
  - destruct q as [|[n d] [|nd q]]; exact general.
Qed.
Lemma constant_denotes i q : den_poly i (constant q) = rational q.
Proof. unfold constant. rewrite scaled_mono_denotes. cbn. ring. Qed.
Lemma atom_denotes i t : den_poly i (atom t) = den r i t.
Proof. cbn. rewrite rational_1. ring. Qed.
Lemma raised_denotes i p n : den_poly i (raised p n) = power (den_poly i p) n.
Proof.
  induction n as [|n IH]; [cbn [raised power]; now rewrite constant_denotes, rational_1|].
  destruct n as [|n]; [cbn; ring|]. change (raised p (S (S n))) with (multiplied p (raised p (S n))).
  now rewrite multiplied_denotes, IH.
Qed.
Lemma term_of_mono_denotes i m : den r i (term_of_mono m) = den_mono i m.
Proof.
  induction m as [|a m IH]; [cbn; apply rational_1|]. destruct m as [|b m]; [cbn; ring|].
  change (term_of_mono (a :: b :: m)) with (Mul a (term_of_mono (b :: m))). cbn [den]. now rewrite IH.
Qed.
Lemma scaled_denotes i q m : den r i (scaled q m) = times (rational q) (den_mono i m).
Proof.
  destruct m as [|a m]; [cbn; fold (rational q : element); ring|]. unfold scaled.
  assert (general : den r i (Mul (Con q) (term_of_mono (a :: m))) = times (rational q) (den_mono i (a :: m))).
  { cbn [den]. now rewrite term_of_mono_denotes. }
  destruct q as [[|[|?|]|] [?|?|]]; try exact general. rewrite term_of_mono_denotes, rational_1. ring.
Qed.
Lemma term_of_denotes i p : den r i (term_of p) = den_poly i p.
Proof.
  induction p as [|[m q] p IH]; [cbn; now rewrite Q2R_0|]. destruct p as [|nd p].
  - cbn [term_of den_poly]. rewrite scaled_denotes. ring.
  - change (term_of ((m, q) :: nd :: p)) with (Add (scaled q m) (term_of (nd :: p))). cbn [den].
    now rewrite IH, scaled_denotes.
Qed.

Lemma partition_denotes i (f : term -> bool) m :
  den_mono i m = times (den_mono i (fst (partition f m))) (den_mono i (snd (partition f m))).
Proof.
  induction m as [|a m IH]; cbn; [ring|]. rewrite IH. destruct (partition f m) as [yes no]. destruct (f a); cbn; ring.
Qed.
Lemma partition_yes (f : term -> bool) m : forall a, In a (fst (partition f m)) -> f a = true.
Proof.
  induction m as [|b m IH]; cbn; [easy|]. destruct (partition f m) as [yes no]. destruct (f b) eqn:known; cbn in *.
  - intros a [<-|there]; auto.
  - exact IH.
Qed.
Lemma partition_no (f : term -> bool) m : forall a, In a (snd (partition f m)) -> f a = false.
Proof.
  induction m as [|b m IH]; cbn; [easy|]. destruct (partition f m) as [yes no]. destruct (f b) eqn:known; cbn in *.
  - exact IH.
  - intros a [<-|there]; auto.
Qed.
Lemma den_mono_number i m : (forall a, In a m -> number a = true) -> is_number (den_mono i m).
Proof.
  induction m as [|a m IH]; intro each; [reflexivity|]. cbn. apply number_times.
  - apply number_denotes, each. now left.
  - apply IH. intros b there. apply each. now right.
Qed.
Lemma den_mono_same_index i j m : (forall a, In a m -> indexed a = false) -> den_mono i m = den_mono j m.
Proof.
  induction m as [|a m IH]; intro each; [reflexivity|]. cbn. f_equal.
  - apply den_same_index, each. now left.
  - apply IH. intros b there. apply each. now right.
Qed.

(** A vector made without units is orthogonal to them. *)
Lemma unit_orthogonal u t : is_unit u = true -> mentions is_unit t = false -> forall i j,
  dot (den r j t) (at_ r u i) = zero.
Proof.
  intros is_one. induction t; intros none i j; cbn [mentions den] in *; try (apply dot_number; reflexivity).
  - rewrite dot_comm, units by assumption. now rewrite none.
  - both. rewrite dot_plus, IHt1, IHt2 by assumption. ring.
  - both. destruct (den r j t1) as [a x] eqn:first, (den r j t2) as [b y] eqn:second.
    specialize (IHt1 ltac:(assumption) i j). specialize (IHt2 ltac:(assumption) i j).
    rewrite first in IHt1. rewrite second in IHt2. unfold dot, times, number_of in *. cbn in *.
    injection IHt1 as flat1. injection IHt2 as flat2. rewrite inner_vadd, !inner_vscale, flat1, flat2. f_equal. ring.
  - induction n as [|n again]; cbn; [apply dot_number; reflexivity|].
    specialize (IHt none i j). destruct (den r j t) as [a x], (power _ n) as [b y].
    unfold dot, times, number_of in *. cbn in *. injection IHt as flat1. injection again as flat2.
    rewrite inner_vadd, !inner_vscale, flat1, flat2. f_equal. ring.
  - rewrite sum_dot. rewrite (sum_same _ _ (fun _ => zero)) by auto. apply sum_zero.
Qed.

Lemma paired_denotes i a b : den_poly i (paired a b) = dot (den r i a) (den r i b).
Proof. unfold paired. rewrite atom_denotes. destruct (compare a b); cbn; auto using dot_comm. Qed.
Lemma unit_of_some t k : unit_of t = Some k -> exists u, t = Var u /\ is_unit u = true /\ id u = k.
Proof. destruct t; try discriminate. cbn. destruct (is_unit v) eqn:known; [|discriminate]. intros [= <-]. eauto. Qed.
Lemma inner_atoms_denotes i a b : den_poly i (inner_atoms a b) = dot (den r i a) (den r i b).
Proof.
  unfold inner_atoms. destruct (unit_of a) as [j|] eqn:left; destruct (unit_of b) as [k|] eqn:right;
    try apply paired_denotes.
  - apply unit_of_some in left as (u & -> & is_u & <-). apply unit_of_some in right as (v & -> & is_v & <-).
    cbn [den]. rewrite units by assumption. rewrite is_v. cbn [andb]. destruct (Pos.eqb _ _); [|reflexivity].
    rewrite constant_denotes. apply rational_1.
  - destruct (mentions is_unit b) eqn:free; [apply paired_denotes|].
    apply unit_of_some in left as (u & -> & is_u & <-). cbn [den]. rewrite dot_comm, unit_orthogonal; auto.
  - destruct (mentions is_unit a) eqn:free; [apply paired_denotes|].
    apply unit_of_some in right as (u & -> & is_u & <-). cbn [den]. rewrite unit_orthogonal; auto.
Qed.
Lemma inner_monos_denotes i mc nd : den_poly i (inner_monos mc nd) =
  dot (times (rational (snd mc)) (den_mono i (fst mc))) (times (rational (snd nd)) (den_mono i (fst nd))).
Proof.
  destruct mc as [mm c], nd as [nn d]. unfold inner_monos. cbn [fst snd].
  pose proof (partition_denotes i number mm) as split_m. pose proof (partition_denotes i number nn) as split_n.
  pose proof (den_mono_number i _ (partition_yes number mm)) as number_m.
  pose proof (den_mono_number i _ (partition_yes number nn)) as number_n.
  destruct (partition number mm) as [m u], (partition number nn) as [n v]. cbn [fst snd] in *. rewrite split_m, split_n.
  assert (number_q : forall q, is_number (rational q : element)) by reflexivity.
  assert (out : forall x y, dot (times (rational c) (times (den_mono i m) x)) (times (rational d) (times (den_mono i n) y))
    = times (times (times (rational c) (rational d)) (times (den_mono i m) (den_mono i n))) (dot x y)).
  { intros x y. rewrite !dot_times by auto. rewrite (dot_comm x), !dot_times by auto. rewrite (dot_comm y). ring. }
  rewrite out. destruct u as [|a u]; [|destruct v as [|b v]].
  - rewrite (dot_number (den_mono i [])) by reflexivity. cbn. ring.
  - rewrite dot_comm, (dot_number (den_mono i [])) by reflexivity. cbn [den_poly]. ring.
  - rewrite multiplied_denotes, scaled_mono_denotes, inner_atoms_denotes, !term_of_mono_denotes, merge_denotes,
      rational_times. cbn [den_poly]. ring.
Qed.
Lemma inner_polys_denotes i p q : den_poly i (inner_polys p q) = dot (den_poly i p) (den_poly i q).
Proof.
  unfold inner_polys. rewrite total_denotes. induction p as [|[m c] p IH].
  - cbn. now rewrite dot_number.
  - cbn [flat_map den_poly]. rewrite den_polys_app, IH, dot_plus. f_equal. clear IH.
    induction q as [|[n d] q IH]; [cbn; now rewrite dot_comm, dot_number|].
    cbn [map den_polys den_poly]. rewrite inner_monos_denotes, IH. cbn [fst snd].
    now rewrite !(dot_comm (times (rational c) (den_mono i m))), dot_plus.
Qed.

Lemma sum_mono_denotes i mc :
  den_poly i (sum_mono mc) = sum (size r) (fun j => times (rational (snd mc)) (den_mono j (fst mc))).
Proof.
  destruct mc as [m c]. unfold sum_mono. cbn [fst snd].
  pose proof (fun j => partition_denotes j indexed m) as split_m.
  pose proof (fun j => den_mono_same_index j i _ (partition_no indexed m)) as outside.
  destruct (partition indexed m) as [under out]. cbn [fst snd] in *.
  rewrite multiplied_denotes, scaled_mono_denotes, atom_denotes. cbn [den den_poly].
  rewrite (sum_same (size r) (fun j => den r j (term_of_mono under)) (fun j => den_mono j under))
    by (intros; apply term_of_mono_denotes).
  rewrite (sum_same (size r) (fun j => times (rational c) (den_mono j m))
             (fun j => times (times (rational c) (den_mono i out)) (den_mono j under))).
  - rewrite sum_times. ring.
  - intros j _. rewrite split_m, (outside j). ring.
Qed.
Lemma sums_denote i p : den_poly i (total_of (map sum_mono p)) = sum (size r) (fun j => den_poly j p).
Proof.
  rewrite total_denotes. induction p as [|[m c] p IH]; cbn [map den_polys den_poly]; [now rewrite sum_zero|].
  rewrite (sum_mono_denotes i), IH. cbn [fst snd]. now rewrite <- sum_plus.
Qed.
Lemma exponential_denotes i p : den_poly i (exponential p) = number_of (exp (fst (den_poly i p))).
Proof.
  unfold exponential. destruct p as [|mc p].
  - rewrite constant_denotes. cbn [den_poly fst]. rewrite rational_1, fst_number, exp_0. reflexivity.
  - rewrite atom_denotes. cbn [den]. now rewrite term_of_denotes.
Qed.

Theorem normal_denotes i t : den_poly i (normal t) = den r i t.
Proof.
  revert i. induction t; intro i; cbn [normal den].
  - rewrite constant_denotes. apply rational_red.
  - apply atom_denotes.
  - now rewrite added_denotes, IHt1, IHt2.
  - now rewrite multiplied_denotes, IHt1, IHt2.
  - now rewrite raised_denotes, IHt.
  - assert (general : den_poly i (inner_polys (normal t1) (normal t2)) = dot (den r i t1) (den r i t2))
      by now rewrite inner_polys_denotes, IHt1, IHt2.
    destruct t1; try exact general. destruct t2; try exact general. apply inner_atoms_denotes.
  - rewrite sums_denote. now apply sum_same.
  - now rewrite exponential_denotes, IHt.
Qed.

(** The normal form as a term; what does not speak of an index does not do so afterwards. *)
Definition tidy (t : term) : term :=
  let t' := term_of (normal t) in if indexed t' && negb (indexed t) then t else t'.
Lemma tidy_denotes i t : den r i (tidy t) = den r i t.
Proof. unfold tidy. destruct (_ && _); [reflexivity|]. now rewrite term_of_denotes, normal_denotes. Qed.
Lemma tidy_indexed t : indexed t = false -> indexed (tidy t) = false.
Proof. unfold tidy. intros none. rewrite none, andb_true_r. now destruct (indexed (term_of (normal t))) eqn:index. Qed.

Definition same (s t : term) : bool := match normal (Sub s t) with [] => true | _ => false end.
Lemma same_denotes i s t : same s t = true -> den r i s = den r i t.
Proof.
  unfold same. pose proof (normal_denotes i (Sub s t)) as known. destruct (normal _); [|discriminate]. intros _.
  apply equal_if_no_gap. unfold Sub, Neg in known. cbn [den den_poly] in known. fold (rational (-1) : element) in known.
  rewrite known. assert (rational (-1) = (opposite one : element)) as ->; [|ring].
  unfold rational. rewrite Q2R_minus_1. unfold opposite, number_of. cbn. now rewrite scaled_zero.
Qed.
Lemma atoms_of_denotes i t : den_mono i (atoms_of t) = den r i t.
Proof. induction t; cbn [atoms_of den_mono den]; try ring. rewrite IHt2. ring. Qed.
Lemma mono_of_denotes i t : times (rational (snd (mono_of t))) (den_mono i (fst (mono_of t))) = den r i t.
Proof.
  assert (general : times (rational 1) (den_mono i (atoms_of t)) = den r i t) by (rewrite rational_1, atoms_of_denotes; ring).
  destruct t; try exact general. destruct t1; try exact general. cbn [mono_of fst snd den]. now rewrite atoms_of_denotes.
Qed.
Lemma poly_of_denotes i t : den_poly i (poly_of t) = den r i t.
Proof.
  assert (alone : forall t, den_poly i [mono_of t] = den r i t).
  { intro one_. rewrite <- (mono_of_denotes i one_). destruct (mono_of one_). cbn. ring. }
  induction t; try apply alone; cbn [poly_of den].
  - apply constant_denotes.
  - rewrite <- IHt2. destruct t1; try (rewrite <- (mono_of_denotes i); destruct (mono_of _); reflexivity).
    cbn [den_poly den_mono den]. fold (rational q : element). ring.
Qed.
End Normal.
#[global] Arguments normal : simpl never.
#[global] Arguments multiplied : simpl never.
