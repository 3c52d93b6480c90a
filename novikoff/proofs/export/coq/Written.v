(** What is written is what is checked: [reads] follows from [valid], and its negation from [refuted]. *)

From Novikoff Require Import InnerProduct Exponential Algebra Terms Checker Meaning Rules Lemmas Definitions Proving Refuting Book Reading.
Open Scope R_scope.

(** * What is checked of a statement as it is written *)

Inductive kind := Inverse_ | Root_ | Log_.
Definition apply_function (k : kind) : Real -> Real := match k with Inverse_ => Rinv | Root_ => sqrt | Log_ => ln end.
Definition same_function (k l : kind) : bool :=
  match k, l with Inverse_, Inverse_ | Root_, Root_ | Log_, Log_ => true | _, _ => false end.
Definition value_of (d : definition) : option (name * term * kind) :=
  match d with
  | Inverse n p _ => Some (n, p, Inverse_) | Root n p _ _ => Some (n, p, Root_) | Log n p _ => Some (n, p, Log_)
  | Weights _ _ _ _ _ _ _ _ _ _ => None
  end.

Section Checks.
Variable ds : list definition.
Variable unknown : name -> bool. (* names that may not be written *)

(** Is n the name of this function of t? *)
Definition called (k : kind) (n : name) (t : term) (index : bool) : bool :=
  existsb (fun d => match value_of d with
    | Some (m, p, l) => same_function k l && same_name n m && same t p && implb (family m) index
    | None => false end) ds.
Definition inverse_here (b : expression) (h : term) : bool :=
  match h with
  | Var n => called Inverse_ n (plain b) (at_one b) | Con q => same (Mul (plain b) (Con q)) (Con 1) | _ => false
  end.
Fixpoint inverse_ok (b : expression) (h : term) : bool :=
  inverse_here b h ||
  match b, h with
  | WMul b c, Mul h g => inverse_ok b h && inverse_ok c g
  | WPow b n, Power h m => Nat.eqb n m && inverse_ok b h
  | WNeg b, Mul (Con (Qmake (Zneg 1) 1)) h => inverse_ok b h
  | _, _ => false
  end.
Fixpoint term_ok (vector : bool) (w : expression) : bool :=
  match w with
  | WCon q => negb vector || Qeq_bool q 0 | WVar v => Bool.eqb (numeric v) (negb vector) && negb (unknown v)
  | WAdd a b | WSub a b => term_ok vector a && term_ok vector b
  | WNeg a | WSum a => term_ok vector a
  | WMul a b => term_ok false a && term_ok vector b
  | WDiv a b h => term_ok vector a && (term_ok false b && inverse_ok b h)
  | WPow a _ | WExp a => negb vector && term_ok false a
  | WInner u v => negb vector && (term_ok true u && term_ok true v)
  | WApply f a n => negb vector && (term_ok false a && match f with
      | Log_of => called Log_ n (plain a) (at_one a) | Root_of => called Root_ n (plain a) (at_one a)
      | Size_of => called Root_ n (square (plain a)) (at_one a) end)
  | WMost _ a b n => negb vector && (term_ok false a && (term_ok false b
      && called Root_ n (square (Sub (plain a) (plain b))) (at_one a || at_one b)))
  end.
Definition claim_ok (c : claim_) : bool :=
  let (x, a, b) := c in
  term_ok (of_vectors x) a && term_ok (of_vectors x) b && Bool.eqb (indexed (snd (plain_claim c))) (at_claim c).
Definition claims_ok (cs : claims) : bool := forallb (fun nc => claim_ok (snd nc)) cs.
(** The value of a name of the state is of its sort, within the space, and not at an index if there is no such name. *)
Definition move_ok (ne : name * expression) : bool :=
  let (n, e) := ne in
  fits true (n, plain e) && (term_ok (negb (numeric n)) e && negb (has_units e) && (family n || negb (at_one e))).
End Checks.

(** * Terms *)

Lemma ratio_is q : ratio q = Q2R q.
Proof. unfold ratio, Q2R. destruct (Qden q); try reflexivity. rewrite Rinv_1. ring. Qed.
Lemma root_of_square a : sqrt (a * a) = Rabs a. Proof. apply sqrt_Rsqr_abs. Qed.
Lemma half_most (largest : bool) a b :
  1 / 2 * (a + b + if largest then Rabs (a - b) else -1 * Rabs (a - b)) = (if largest then Rmax else Rmin) a b.
Proof. destruct largest; unfold Rmax, Rmin, Rabs; destruct (Rle_dec a b), (Rcase_abs (a - b)); lra. Qed.

Section Elements.
Context {E : ips}.
Implicit Types u v : E.
Ltac parts :=
  unfold plus, times, dot, number_of, vector_of; cbn [fst snd]; f_equal; try ring; apply same_inner; intro;
  repeat (rewrite ?inner_vadd, ?inner_vscale, ?inner_vzero); ring.
Lemma plus_numbers a b : plus (@number_of E a) (number_of b) = number_of (a + b). Proof. symmetry. apply number_of_plus. Qed.
Lemma times_numbers a b : times (@number_of E a) (number_of b) = number_of (a * b). Proof. symmetry. apply number_of_times. Qed.
Lemma plus_vectors u v : plus (vector_of u) (vector_of v) = vector_of (vadd u v). Proof. parts. Qed.
Lemma times_vector a u : times (number_of a) (vector_of u) = vector_of (vscale a u). Proof. parts. Qed.
Lemma vector_times a u : times (vector_of u) (number_of a) = vector_of (vscale a u). Proof. parts. Qed.
Lemma power_number a n : power (@number_of E a) n = number_of (a ^ n).
Proof. induction n as [|n IH]; [reflexivity|]. cbn [power pow]. now rewrite IH, times_numbers. Qed.
Lemma sum_numbers n (f : nat -> Real) : sum n (fun i => @number_of E (f i)) = number_of (total n f).
Proof. induction n as [|n IH]; [reflexivity|]. cbn [sum total]. now rewrite IH, plus_numbers. Qed.
Lemma sum_vectors n (f : nat -> E) : sum n (fun i => vector_of (f i)) = vector_of (vsum n f).
Proof. induction n as [|n IH]; [reflexivity|]. cbn [sum vsum]. now rewrite IH, plus_vectors. Qed.
End Elements.
#[global] Hint Rewrite @plus_numbers @times_numbers @plus_vectors @times_vector @vector_times @power_number @fst_number
  Q2R_minus_1 root_of_square : written.

Definition canonical {E} (r : env E) (d : definition) : Prop :=
  match value_of d with
  | Some (n, p, k) => forall i, (family n = true -> (i < size r)%nat) -> at_ r n i = number_of (apply_function k (fst (den r i p)))
  | None => True
  end.

Section Terms.
Context {E : ips}.
Variables r s : env E.
Variable ds : list definition.
Variable unknown : name -> bool.
Hypothesis orthonormal_ : orthonormal r.
Hypothesis sizes : size s = size r.
Hypothesis base : forall v i, unknown v = false -> (family v = true -> (i < size r)%nat) ->
  at_ r v i = cut v (value s v (place v i)).
Hypothesis defined_ : forall d, In d ds -> canonical r d.

Lemma called_value k n t index i : called ds k n t index = true -> (index = true -> (i < size r)%nat) ->
  at_ r n i = number_of (apply_function k (fst (den r i t))).
Proof.
  unfold called. intros ok inside. apply existsb_exists in ok as (d & there & ok). specialize (defined_ d there).
  unfold canonical in defined_. destruct (value_of d) as [[[m p] l]|]; [|discriminate]. ands.
  assert (k = l) as -> by (destruct k, l; auto; discriminate). match goal with equal : same_name _ _ = true |- _ => apply same_name_eq in equal as -> end.
  match goal with equal : same _ _ = true |- _ => rewrite (same_denotes r orthonormal_ i _ _ equal) end. apply defined_.
  intro is_family. match goal with index_ : implb _ _ = true |- _ => rewrite is_family in index_; cbn in index_ end. auto.
Qed.
Lemma inverse_value w i h : (at_one w = true -> (i < size r)%nat) -> den r i (plain w) = number_of (real s i w) ->
  inverse_here ds w h = true -> den r i h = number_of (/ real s i w).
Proof.
  intros inside known_ ok. destruct h; try discriminate; cbn [inverse_here] in ok.
  - apply (same_denotes r orthonormal_ i) in ok. cbn [den] in ok. rewrite known_, times_numbers in ok.
    apply (f_equal fst) in ok. rewrite !fst_number, Q2R_1 in ok. cbn [den]. f_equal.
    assert (real s i w <> 0) by (intro none; rewrite none in ok; lra). apply (Rmult_eq_reg_l (real s i w)); auto. rewrite ok. now rewrite Rinv_r.
  - cbn [den]. rewrite (called_value _ _ _ _ i ok inside), known_, fst_number. reflexivity.
Qed.

Ltac halves := let is := fresh in intro is; match goal with all : _ -> (_ < _)%nat |- _ => apply all; cbn [at_one]; rewrite is; auto using orb_true_r end.
(** What is known of the parts of a term. *)
Ltac parts_read := ands; repeat match goal with IH : forall vector, term_ok _ _ vector ?w = true -> _, ok : term_ok _ _ ?v ?w = true, inside : _ -> (?i < _)%nat |- _ =>
  let below := fresh in pose proof (IH v ok i) as below; specialize (below ltac:(halves)) as [? ?]; clear ok end.
Ltac rewrites := repeat match goal with known_ : den _ _ _ = _ |- _ => rewrite !known_ end; autorewrite with written.
Ltac inverses := repeat match goal with made : inverse_ok _ ?w ?h = true, known_ : _ -> forall h, inverse_ok _ ?w h = true -> _ |- _ =>
  rewrite (known_ eq_refl h made); clear known_ end; autorewrite with written.
Lemma terms_read w : forall vector, term_ok ds unknown vector w = true -> forall i, (at_one w = true -> (i < size r)%nat) ->
  den r i (plain w) = value_in s vector w i /\
  (vector = false -> forall h, inverse_ok ds w h = true -> den r i h = number_of (/ real s i w)).
Proof.
  induction w; intros vector ok i inside; match goal with |- den r i (plain ?w) = _ /\ _ =>
    cut (den r i (plain w) = value_in s vector w i);
      [intro here; split; [exact here|]; intros -> h made; cbn [inverse_ok] in made; apply orb_prop in made as [made|made];
        [now apply (inverse_value _ i h inside here)|]; try discriminate; destruct h; try discriminate; clear here
      |destruct vector] end; cbn [term_ok negb orb andb] in ok; try discriminate.
  all: try parts_read.
  all: cbn [plain den value_in real vect] in *; unfold Sub, Neg; cbn [den].
  all: rewrites.
  all: try reflexivity; try (f_equal; ring).
  - apply Qeq_bool_eq in ok. now rewrite (Qeq_eqR _ _ ok), Q2R_0.
  - now rewrite ratio_is.
  - rewrite base by (auto; now apply negb_true_iff). unfold cut, place. now destruct (numeric v).
  - rewrite base by (auto; now apply negb_true_iff). unfold cut, place. now destruct (numeric v).
  - destruct h1 as [[[|[]|[]] []]| | | | | | |]; try discriminate. cbn [den]. inverses. f_equal. rewrite Rinv_opp. ring.
  - inverses. now rewrite Rinv_mult.
  - inverses. reflexivity.
  - inverses. reflexivity.
  - match goal with equal : Nat.eqb _ _ = true |- _ => apply Nat.eqb_eq in equal as <- end. inverses. now rewrite pow_inv.
  - rewrite sizes, <- sum_vectors. apply sum_same. intros j below_. now apply (IHw true).
  - rewrite sizes, <- sum_numbers. apply sum_same. intros j below_. now apply (IHw false).
  - destruct f; rewrite (called_value _ _ _ _ i ltac:(eassumption) inside); unfold square; cbn [den]; rewrites; reflexivity.
  - assert (root_ : at_ r n i = number_of (Rabs (real s i w1 - real s i w2))).
    { rewrite (called_value _ _ _ _ i ltac:(eassumption) inside). unfold square, Sub, Neg. cbn [den]. rewrites.
      do 2 f_equal. ring. }
    replace (Q2R (1 # 2)) with (1 / 2) by reflexivity. rewrite <- half_most. destruct largest; cbn [den]; rewrite root_; now autorewrite with written.
Qed.

Lemma claim_holds c : claim_ok ds unknown c = true -> holds r (below r) (plain_claim c) <-> claim_in s c.
Proof.
  destruct c as [x a b]. unfold claim_ok. intro ok. apply andb_prop in ok as [ok index]. apply eqb_prop in index. apply andb_prop in ok as [ok_a ok_b].
  assert (one : forall i, (at_claim (Compare x a b) = true -> (i < size r)%nat) ->
    says (fst (plain_claim (Compare x a b))) (fst (den r i (snd (plain_claim (Compare x a b))))) <-> claim_at s i (Compare x a b)).
  { intros i inside. cbn [at_claim] in inside. pose proof (terms_read a _ ok_a i ltac:(halves)) as [known_a _].
    pose proof (terms_read b _ ok_b i ltac:(halves)) as [known_b _].
    destruct x; cbn [of_vectors value_in] in *; cbn [plain_claim fst snd claim_at]; unfold Sub, Neg; cbn [den]; rewrite known_a, known_b;
      autorewrite with written; cbn [says]; try (split; intro; lra).
    unfold dot, vector_of. cbn [fst snd]. split; [apply vector_eq | intros ->; rewrite fst_number; gram; ring]. }
  unfold holds, claim_in, below. rewrite index, sizes. destruct (at_claim (Compare x a b)).
  - split; intros all i here; apply one; auto.
  - apply one. discriminate.
Qed.
End Terms.

(** * The space with adjoined units *)

Section Adjoined.
Context {E : ips}.
Variable s : env E.

Lemma lift_injective (u v : E) : lift 9 u = lift 9 v -> u = v.
Proof. intro equal. apply same_inner. intro z. now rewrite <- (lift_inner 9 E u z), <- (lift_inner 9 E v z), equal. Qed.
Lemma lift_vsum n (f : nat -> E) : lift 9 (vsum n f) = vsum n (fun i => lift 9 (f i)).
Proof. induction n as [|n IH]; cbn [vsum]; [apply lift_vzero | now rewrite lift_vadd, IH]. Qed.
Lemma value_adjoining v i : is_unit v = false -> value (adjoining s) v i = up (value s v i).
Proof. intro none. unfold adjoining. cbn [value]. now rewrite none. Qed.

Lemma up_terms w : has_units w = false -> forall i,
  real (adjoining s) i w = real s i w /\ vect (adjoining s) i w = lift 9 (vect s i w).
Proof.
  induction w; cbn [has_units]; intros none i; repeat both; repeat match goal with IH : ?p = false -> _, none : ?p = false |- _ => specialize (IH none) end;
    cbn [real vect]; try rewrite value_adjoining by assumption; unfold vsub, vopp; rewrite ?lift_vsum, ?lift_vadd, ?lift_vscale, ?lift_vzero;
    split; try reflexivity;
    try (repeat match goal with IH : forall i, _ /\ _ |- _ => destruct (IH i) as [? ?]; clear IH end; congruence).
  - destruct (IHw1 i) as [_ ->], (IHw2 i) as [_ ->]. apply (lift_inner 9).
  - apply total_eq. intros j _. apply IHw.
  - apply vsum_eq. intros j _. apply IHw.
Qed.

Lemma claimed_adjoining c : claim_in (adjoining s) c <-> claimed s c.
Proof.
  unfold claimed. destruct (units_claim c) eqn:none; [reflexivity|].
  assert (one : forall i, claim_at (adjoining s) i c <-> claim_at s i c).
  { intro i. destruct c as [x a b]. cbn [units_claim] in none. both. cbn [claim_at].
    destruct (up_terms a ltac:(assumption) i) as [-> ->], (up_terms b ltac:(assumption) i) as [-> ->].
    destruct x; try reflexivity. split; [apply lift_injective | now intros ->]. }
  unfold claim_in. cbn [size adjoining]. destruct (at_claim c); [|apply one]. split; intros all i here; apply one; auto.
Qed.
End Adjoined.

(** * Values of what is defined *)

Definition hidden (ds : list definition) : list name :=
  flat_map (fun d => match value_of d with Some (n, _, _) => [n] | None => [] end) ds.
Fixpoint completed {E} (ds : list definition) (r : env E) : env E :=
  match ds with
  | [] => r
  | d :: others => completed others (match value_of d with
      | Some (n, p, k) => set r n (fun j => number_of (apply_function k (fst (den r (if family n then j else O) p))))
      | None => r end)
  end.
(** What is defined has no value before, and is of a sort of its own. *)
Fixpoint ordered (ds : list definition) : bool :=
  match ds with
  | [] => true
  | d :: others =>
      match value_of d with
      | Some (n, p, _) => numeric n && (family n || negb (indexed p))
          && negb (mentions (among (hidden ds)) p) && negb (among (hidden others) n)
      | None => true
      end && ordered others
  end.

Section Completing.
Context {E : ips}.
Implicit Types r : env E.

Lemma at_set r n f v i : at_ (set r n f) v i = if same_name v n then at_ (set r n f) v i else at_ r v i.
Proof. destruct (same_name v n) eqn:other; [reflexivity|]. unfold at_, set. cbn [size value]. now rewrite other. Qed.
Lemma at_set_same r n (f : nat -> element E) i : (family n = true -> (i < size r)%nat) -> at_ (set r n f) n i = cut n (f (place n i)).
Proof.
  intro inside. unfold at_, set, place. cbn [size value]. rewrite same_name_refl. destruct (family n); [|reflexivity].
  now replace (Nat.ltb i (size r)) with true by (symmetry; apply Nat.ltb_lt; auto).
Qed.
Lemma set_agrees r n f : agree (fun v => same_name v n) r (set r n f).
Proof. split; [reflexivity|]. intros v none i. now rewrite at_set, none. Qed.
Lemma numeric_no_unit n : numeric n = true -> is_unit n = false.
Proof. unfold numeric, is_unit. destruct (sort n); congruence. Qed.
Lemma set_orthonormal r n (g : nat -> Real) : numeric n = true -> orthonormal r -> orthonormal (set r n (fun j => number_of (g j))).
Proof.
  intros is_number units u is_u v i j. pose proof (numeric_no_unit n is_number) as no_unit.
  assert (other : same_name u n = false) by (destruct (same_name u n) eqn:same_; auto; apply same_name_eq in same_; congruence).
  rewrite (at_set r n _ u), other. destruct (same_name v n) eqn:same_.
  - apply same_name_eq in same_ as ->. rewrite no_unit. cbn [andb]. rewrite dot_comm. apply dot_number. now apply at_number.
  - rewrite (at_set r n _ v), same_. now apply units.
Qed.
Lemma completed_agrees ds : forall r, agree (among (hidden ds)) r (completed ds r).
Proof.
  induction ds as [|d ds IH]; intro r; [apply agree_refl|]. cbn [completed hidden flat_map]. fold (hidden ds).
  destruct (value_of d) as [[[n p] k]|]; [|apply IH].
  apply (agree_trans _ _ (set r n (fun j => number_of (apply_function k (fst (den r (if family n then j else O) p)))))).
  - apply (agree_less (fun v => same_name v n)); [|apply set_agrees]. cbn. intros v none. now both.
  - apply (agree_less (among (hidden ds))); [|apply IH]. cbn. intros v none. now both.
Qed.
Lemma completed_orthonormal ds : forall r, ordered ds = true -> orthonormal r -> orthonormal (completed ds r).
Proof.
  induction ds as [|d ds IH]; cbn [completed ordered]; intros r ok units; [exact units|]. ands. apply IH; [assumption|].
  destruct (value_of d) as [[[n p] k]|]; [|exact units]. ands. now apply set_orthonormal.
Qed.
Lemma completed_canonical ds : forall r, ordered ds = true -> forall d, In d ds -> canonical (completed ds r) d.
Proof.
  induction ds as [|d ds IH]; intros r ok e there; [easy|]. cbn [ordered] in ok. apply andb_prop in ok as [ok others].
  destruct there as [<-|there]; [|cbn [completed]; now apply IH]. unfold canonical. cbn [completed].
  pose proof (completed_agrees (d :: ds) r) as agrees. cbn [completed] in agrees.
  destruct (value_of d) as [[[n p] k]|]; [|exact I]. ands. intros i inside.
  set (r1 := set r n _) in *. pose proof (completed_agrees ds r1) as later.
  rewrite <- (proj2 later n) by (now apply negb_true_iff). rewrite <- (proj1 later) in inside. cbn [size set r1] in inside.
  unfold r1 at 1. rewrite at_set_same by exact inside.
  rewrite <- (agree_den _ _ _ p agrees) by (now apply negb_true_iff).
  unfold cut, place. match goal with is_number : numeric n = true |- _ => rewrite is_number end. rewrite fst_number.
  destruct (family n) eqn:is_family; [reflexivity|]. do 3 f_equal. apply den_same_index.
  match goal with flat : _ || _ = true |- _ => cbn in flat; now apply negb_true_iff end.
Qed.

(** A definition's facts at one index: the number exists, and it is the value of the function. *)
Lemma point r d n p k i : value_of d = Some (n, p, k) -> at_ r n i = number_of (fst (at_ r n i)) ->
  Forall (fun nf => says (fst (snd nf)) (fst (den r i (snd (snd nf))))) (facts_of d)
  <-> says (fst (side d)) (fst (den r i (snd (side d)))) /\ fst (at_ r n i) = apply_function k (fst (den r i p)).
Proof.
  intros value_ is_number. assert (eq0 : forall x y, x + -1 * y = 0 <-> x = y) by (intros; split; lra).
  destruct d as [m q e|m q e e'|m q e|]; cbn [value_of] in value_; try discriminate; injection value_ as -> -> <-;
    cbn [facts_of side fst snd says apply_function]; rewrite ?Forall_cons_iff, Forall_nil_iff; cbn [fst snd says];
    unfold Sub, Neg; cbn [den]; rewrite is_number; rewrite ?fst_plus, ?fst_times, ?fst_number, ?Q2R_minus_1, ?Q2R_1, eq0;
    set (x := fst (at_ r n i)); set (y := fst (den r i p)).
  - split; [|intros [some ->]; split; [now apply Rinv_l | exact I]]. intros [one _].
    assert (y <> 0) by (intro none; rewrite none in one; lra). split; [assumption|]. apply (Rmult_eq_reg_r y); [|assumption]. now rewrite Rinv_l.
  - split; [intros (<- & sign_ & _) | intros [sign_ ->]; repeat split; [now apply sqrt_sqrt | apply sqrt_pos]].
    split; [apply InnerProduct.square | symmetry; now apply sqrt_square].
  - split; [intros [<- _]; split; [apply exp_pos | symmetry; apply ln_exp] | intros [sign_ ->]; split; [now apply exp_ln | exact I]].
Qed.
Lemma holds_everywhere r f : holds r (below r) f <-> forall i, (indexed (snd f) = true -> (i < size r)%nat) -> says (fst f) (fst (den r i (snd f))).
Proof.
  unfold holds, below. destruct (indexed (snd f)) eqn:index; [split; auto|]. split; [|intro all; apply all; discriminate].
  intros here i _. now rewrite (den_same_index r _ index i O).
Qed.
Lemma all_hold_everywhere r d n p k : value_of d = Some (n, p, k) -> family n || negb (indexed p) = true ->
  all_hold r (below r) (facts_of d) <-> forall i, (family n = true -> (i < size r)%nat) ->
    Forall (fun nf => says (fst (snd nf)) (fst (den r i (snd (snd nf))))) (facts_of d).
Proof.
  intros value_ flat. assert (same_ : forall m f, In (m, f) (facts_of d) -> indexed (snd f) = family n).
  { intros m f there. destruct d; try discriminate; injection value_ as -> -> <-; cbn in there;
      repeat destruct there as [there|there]; try contradiction; injection there as <- <-; cbn; destruct (family n), (indexed p); auto. }
  unfold all_hold. setoid_rewrite holds_everywhere. setoid_rewrite Forall_forall. split.
  - intros all i inside [m f] there. apply (all m f there). cbn. now rewrite (same_ m f there).
  - intros all m f there i inside. rewrite (same_ m f there) in inside. exact (all i inside (m, f) there).
Qed.
Lemma ordered_sorts ds d n p k : ordered ds = true -> In d ds -> value_of d = Some (n, p, k) -> numeric n = true /\ family n || negb (indexed p) = true.
Proof.
  induction ds as [|e ds IH]; [easy|]. cbn [ordered]. intros order there value_. apply andb_prop in order as [first others].
  destruct there as [->|there]; [|auto]. rewrite value_ in first. now ands.
Qed.
Lemma canonical_granted r d n p k : value_of d = Some (n, p, k) -> numeric n = true /\ family n || negb (indexed p) = true ->
  canonical r d -> granted r d.
Proof.
  intros value_ [is_number flat] known_ side_. unfold canonical in known_. rewrite value_ in known_. apply (all_hold_everywhere r d n p k value_ flat). intros i inside.
  rewrite holds_everywhere in side_. apply (point r d n p k i value_); rewrite known_, fst_number by exact inside; [reflexivity|].
  split; [|reflexivity]. apply side_. intro index. apply inside.
  destruct d; try discriminate; injection value_ as -> -> <-; cbn in index; rewrite index in flat; now destruct (family n).
Qed.
Lemma number_is (x : element E) : is_number x -> x = number_of (fst x).
Proof. destruct x as [a u]. unfold is_number, number_of. cbn. now intros ->. Qed.
Lemma facts_canonical r d n p k : value_of d = Some (n, p, k) -> numeric n = true /\ family n || negb (indexed p) = true ->
  all_hold r (below r) (facts_of d) -> canonical r d.
Proof.
  intros value_ [is_number flat] known_. unfold canonical. rewrite value_. intros i inside.
  rewrite (all_hold_everywhere r d n p k value_ flat) in known_. pose proof (number_is (at_ r n i) (at_number r n i is_number)) as here.
  rewrite here at 1. f_equal. now apply (point r d n p k i value_ here), known_.
Qed.
End Completing.

(** * Statements *)

Definition one_of (l : list name) (v : name) : bool := is_unit v || among l v.
Definition earlier (c : moves) (ds : list definition) : list definition :=
  filter (fun d => negb (existsb (mentions (among (states c ++ w_inputs c))) (made_of d))) ds.
Definition run_ok (ds : list definition) (params : list name) (c : moves) : bool :=
  let here := states c ++ w_inputs c in
  forallb (fun v => negb (is_unit v) && negb (among (hidden ds) v)) here
  && forallb (fun v => negb (among (states c) v)) (w_inputs c)
  && same_names (states c) (map fst (w_next c))
  && forallb (move_ok (earlier c ds) (fun v => negb (one_of params v) || among here v || among (hidden ds) v)) (w_start c)
  && forallb (move_ok (earlier c ds) (fun v => negb (one_of (params ++ here) v) || among (hidden ds) v)) (w_next c)
  && claims_ok (earlier c ds) (fun v => negb (one_of (params ++ here) v) || among (hidden ds) v) (w_when c).
Definition same_relation (x y : relation) : bool :=
  match x, y with AtLeast, AtLeast | Above, Above | Equal, Equal | Unequal, Unequal => true | _, _ => false end.
Definition same_fact (f g : fact) : bool :=
  same_relation (fst f) (fst g) && same (snd f) (snd g) && Bool.eqb (indexed (snd f)) (indexed (snd g)).
Definition given_ok (w : written) : bool :=
  forallb (fun d => match value_of d with
    | Some _ => true
    | None => forallb (fun nf => existsb (fun nc => same_fact (plain_claim (snd nc)) (snd nf)) (w_given w)) (facts_of d) end) (w_lets w).
Definition written_ok (w : written) : bool :=
  ordered (w_lets w) && given_ok w
  && claims_ok (w_lets w) (fun v => negb (one_of (names_of w) v) || among (hidden (w_lets w)) v) (w_given w ++ w_assume w ++ w_show w)
  && match w_run w with Some c => run_ok (w_lets w) (w_names w) c | None => true end.

Section Statements.
Context {E : ips}.

Fixpoint put_all (ns : list name) (r : env E) (f : forall n, type_of E n) : env E :=
  match ns with [] => r | n :: others => put_all others (set r n (wrapped n (f n))) f end.
Fixpoint having (ns : list name) (r : env E) (F : env E -> Prop) : predicate E ns :=
  match ns with [] => F r | n :: others => fun x => having others (set r n (wrapped n x)) F end.

Lemma wrapped_taken n (f : nat -> element E) j : wrapped n (taken n f) j = cut n (f (place n j)).
Proof. destruct n as [[] [] x]; reflexivity. Qed.
Lemma value_put_all ns f v : forall r j, value (put_all ns r f) v j = if among ns v then wrapped v (f v) j else value r v j.
Proof.
  induction ns as [|n ns IH]; intros r j; cbn [put_all]; [reflexivity|]. rewrite IH. cbn [among existsb].
  fold (among ns v). destruct (among ns v); [now rewrite orb_true_r|]. rewrite orb_false_r. cbn [set value].
  destruct (same_name v n) eqn:same_; [|reflexivity]. now apply same_name_eq in same_ as ->.
Qed.
Lemma size_put_all ns f : forall r, size (put_all ns r f) = size r.
Proof. induction ns as [|n ns IH]; intro r; cbn [put_all]; [reflexivity | now rewrite IH]. Qed.
Lemma for_all_at ns F f : forall r, for_all ns r F -> F (put_all ns r f).
Proof. induction ns as [|n ns IH]; cbn [for_all put_all]; auto. Qed.
Lemma for_all_within ns : forall r (F : env E -> Prop),
  (forall s, size s = size r -> (forall v, among ns v = false -> forall j, value s v j = value r v j) -> F s) -> for_all ns r F.
Proof.
  induction ns as [|n ns IH]; cbn [for_all]; intros r F all; [now apply all|]. intro x. apply IH. intros s sizes same_.
  apply all; [exact sizes|]. intros v none j. cbn [among existsb] in none. both. rewrite same_ by assumption. cbn [set value].
  now match goal with other : same_name v n = false |- _ => rewrite other end.
Qed.
Lemma applied_having ns F f : forall r, applied ns (having ns r F) f = F (put_all ns r f).
Proof. induction ns as [|n ns IH]; intro r; cbn [applied having put_all]; [reflexivity | apply IH]. Qed.
Lemma applied_same ns f g : (forall n, In n ns -> f n = g n) -> forall P : predicate E ns, applied ns P f = applied ns P g.
Proof.
  induction ns as [|n ns IH]; intros same_ P; cbn [applied]; [reflexivity|]. rewrite (same_ n) by now left.
  apply IH. intros m there. apply same_. now right.
Qed.
Lemma given_all_iff (r : env E) cs P : given_all r cs P <-> ((forall n c, In (n, c) cs -> claimed r c) -> P).
Proof.
  induction cs as [|[n c] cs IH]; cbn [given_all]; [split; [intros p _; exact p | intro all; apply all; intros n c []]|]. rewrite IH. split.
  - intros all known_. apply all; [apply (known_ n); now left | intros m d there; apply (known_ m); now right].
  - intros all first others. apply all. intros m d [[= <- <-]|there]; [exact first | now apply (others m)].
Qed.
Lemma all_claimed_iff (r : env E) cs : all_claimed r cs <-> (forall n c, In (n, c) cs -> claimed r c).
Proof.
  induction cs as [|[n c] cs IH]; [split; [intros _ n c [] | intros _; exact Logic.I]|].
  assert (parts : all_claimed r ((n, c) :: cs) <-> claimed r c /\ all_claimed r cs).
  { destruct cs as [|[m d] cs]; cbn [all_claimed]; tauto. }
  rewrite parts, IH. split.
  - intros [first others] m d [[= <- <-]|there]; eauto.
  - intro all. split; [apply (all n); now left | intros m d there; apply (all m); now right].
Qed.

Lemma at_here (r : env E) v i : (family v = true -> (i < size r)%nat) -> at_ r v i = cut v (value r v (place v i)).
Proof.
  intro inside. unfold at_, place. destruct (family v); [|reflexivity].
  now replace (Nat.ltb i (size r)) with true by (symmetry; apply Nat.ltb_lt; auto).
Qed.
Lemma plain_claims_in cs n f : In (n, f) (plain_claims cs) -> exists c, In (n, c) cs /\ f = plain_claim c.
Proof. unfold plain_claims. rewrite in_map_iff. intros ([m c] & [= <- <-] & there). eauto. Qed.
Lemma claims_ok_in ds unknown cs n c : claims_ok ds unknown cs = true -> In (n, c) cs -> claim_ok ds unknown c = true.
Proof. unfold claims_ok. rewrite forallb_forall. intros all there. exact (all _ there). Qed.
Lemma put_plain (t : expressions) v : among (map fst t) v = true -> put (plain_table t) v = plain (expression_for t v).
Proof.
  unfold put. induction t as [|[n e] t IH]; cbn [map fst plain_table image expression_for among existsb]; [discriminate|].
  destruct (same_name v n); [reflexivity | exact IH].
Qed.
Lemma keys_plain (t : expressions) : keys (plain_table t) = map fst t.
Proof. unfold keys, plain_table. rewrite map_map. reflexivity. Qed.
Lemma expression_in (t : expressions) v : among (map fst t) v = true -> In (v, expression_for t v) t.
Proof.
  induction t as [|[n e] t IH]; cbn [map fst expression_for among existsb]; [discriminate|].
  destruct (same_name v n) eqn:same_; [apply same_name_eq in same_ as ->; now left | right; auto].
Qed.
Lemma moves_fit ds unknown t : forallb (move_ok ds unknown) t = true -> forallb (fits true) (plain_table t) = true.
Proof.
  rewrite !forallb_forall. intros all [n p] there. unfold plain_table in there. apply in_map_iff in there as ([m e] & [= <- <-] & there).
  specialize (all _ there). unfold move_ok in all. now apply andb_prop in all as [all _].
Qed.
Lemma cut_cut v (x : element E) : cut v (cut v x) = cut v x.
Proof. unfold cut. now destruct (numeric v). Qed.

(** The value to which a step moves a name, as it is written and as the checker has it. *)
Lemma moved_value (r : env (more 9 E)) (s : env E) ds unknown t v i : orthonormal r -> size s = size r ->
  (forall v i, unknown v = false -> (family v = true -> (i < size r)%nat) -> at_ r v i = cut v (value (adjoining s) v (place v i))) ->
  (forall d, In d ds -> canonical r d) -> forallb (move_ok ds unknown) t = true -> among (map fst t) v = true ->
  (family v = true -> (i < size r)%nat) ->
  den r (place v i) (put (plain_table t) v) = up (cut v (value_in s (negb (numeric v)) (expression_for t v) (place v i))).
Proof.
  intros units_ sizes base defined_ all there inside. rewrite put_plain by exact there. rewrite forallb_forall in all.
  specialize (all _ (expression_in t v there)). cbn [move_ok] in all. ands.
  assert (range : at_one (expression_for t v) = true -> (place v i < size r)%nat).
  { intro index. unfold place. match goal with flat : _ || negb _ = true |- _ => rewrite index in flat end. destruct (family v); [auto | discriminate]. }
  destruct (terms_read r (adjoining s) ds unknown units_ sizes base defined_ _ _ ltac:(eassumption) _ range) as [-> _].
  destruct (up_terms s (expression_for t v) ltac:(now apply negb_true_iff) (place v i)) as [same_ up_].
  unfold value_in, cut. rewrite same_, up_. destruct (numeric v); cbn [negb fst snd]; [now rewrite <- up_number | reflexivity].
Qed.
End Statements.

Section Runs.
Context {E : ips}.
Variables (ds : list definition) (params : list name) (c : moves).
Hypothesis ok : run_ok ds params c = true.
Notation here := (states c ++ w_inputs c).

Lemma among_app l m v : among (l ++ m) v = among l v || among m v.
Proof. unfold among. apply existsb_app. Qed.
Lemma here_is v : among here v = true -> is_unit v = false /\ among (hidden ds) v = false.
Proof.
  intro there. unfold run_ok in ok. repeat (apply andb_prop in ok as [ok _]). rewrite forallb_forall in ok.
  apply among_in in there. specialize (ok _ there). ands. split; now apply negb_true_iff.
Qed.
Lemma state_here v : among (states c) v = true -> among here v = true.
Proof. intro there. now rewrite among_app, there. Qed.
Lemma input_apart v : among (w_inputs c) v = true -> among (states c) v = false.
Proof.
  intro there. unfold run_ok in ok. repeat (apply andb_prop in ok as [ok ?H]). rewrite forallb_forall in H3.
  apply among_in in there. specialize (H3 _ there). now apply negb_true_iff.
Qed.
Lemma next_states v : among (map fst (w_next c)) v = among (states c) v.
Proof. unfold run_ok in ok. repeat (apply andb_prop in ok as [ok ?H]). symmetry. now apply same_names_in. Qed.
Lemma starts_ok : forallb (move_ok (earlier c ds) (fun v => negb (one_of params v) || among here v || among (hidden ds) v)) (w_start c) = true.
Proof. unfold run_ok in ok. now repeat (apply andb_prop in ok as [ok ?H]). Qed.
Lemma nexts_ok : forallb (move_ok (earlier c ds) (fun v => negb (one_of (params ++ here) v) || among (hidden ds) v)) (w_next c) = true.
Proof. unfold run_ok in ok. now repeat (apply andb_prop in ok as [ok ?H]). Qed.
Lemma whens_ok : claims_ok (earlier c ds) (fun v => negb (one_of (params ++ here) v) || among (hidden ds) v) (w_when c) = true.
Proof. unfold run_ok in ok. now repeat (apply andb_prop in ok as [ok ?H]). Qed.
Lemma place_place v i : place v (place v i) = place v i.
Proof. unfold place. now destruct (family v). Qed.
(** A definition that the run does not change. *)
Lemma canonical_same {G : ips} (r r' : env G) d : In d (earlier c ds) -> agree (among here) r r' ->
  (forall n p k, value_of d = Some (n, p, k) -> among here n = false) -> canonical r d -> canonical r' d.
Proof.
  unfold earlier. rewrite filter_In. intros [_ free] same_ apart. unfold canonical.
  destruct (value_of d) as [[[n p] k]|] eqn:value_; [|auto]. intros known_ i inside. rewrite <- (proj1 same_) in inside.
  rewrite <- (proj2 same_) by (now apply (apart n p k)). rewrite known_ by exact inside. do 3 f_equal.
  apply (agree_den _ _ _ p same_). apply negb_true_iff in free.
  destruct (mentions (among here) p) eqn:some_; [|reflexivity]. exfalso. revert free. apply not_false_iff_true.
  apply existsb_exists. exists p. split; [|exact some_]. destruct d; try discriminate; injection value_ as <- <- <-; now left.
Qed.
Lemma hidden_in d n p k : In d ds -> value_of d = Some (n, p, k) -> among (hidden ds) n = true.
Proof.
  intros there value_. apply among_in. unfold hidden. apply in_flat_map. exists d. split; [exact there|]. rewrite value_. now left.
Qed.
Lemma defined_apart d n p k : In d (earlier c ds) -> value_of d = Some (n, p, k) -> among here n = false.
Proof.
  unfold earlier. rewrite filter_In. intros [there _] value_. destruct (among here n) eqn:is_here; [|reflexivity].
  apply here_is in is_here as [_ visible]. now rewrite (hidden_in d n p k there value_) in visible.
Qed.

Section Reaching.
Variables (s : env E) (r : env (more 9 E)).
Hypothesis units : orthonormal r.
Hypothesis sizes : size s = size r.
Hypothesis base : forall v i, among (hidden ds) v = false -> (family v = true -> (i < size r)%nat) ->
  at_ r v i = cut v (value (adjoining s) v (place v i)).
Hypothesis defined_ : forall d, In d ds -> canonical r d.

Lemma earlier_defined d : In d (earlier c ds) -> canonical r d.
Proof. unfold earlier. rewrite filter_In. intros [there _]. now apply defined_. Qed.

(** The state of t, and all else of r. *)
Notation moved_by N t := (mixed (among N) r (adjoining t)).
Lemma at_moved N t v i : among N v = true -> is_unit v = false -> (family v = true -> (i < size r)%nat) ->
  at_ (moved_by N t) v i = up (cut v (value t v (place v i))).
Proof.
  intros there no_unit inside. rewrite at_here by exact inside. unfold mixed. cbn [value]. rewrite there, value_adjoining by exact no_unit.
  apply up_cut.
Qed.
Lemma at_taken N (t : env E) f v i : among N v = true -> among (states c) v = true -> (family v = true -> (i < size r)%nat) ->
  at_ (moved_by N (put_all (states c) t (fun n => taken n (f n)))) v i = up (cut v (f v (place v i))).
Proof.
  intros in_N there inside. destruct (here_is v (state_here v there)) as [no_unit _]. rewrite at_moved by assumption.
  now rewrite value_put_all, there, wrapped_taken, cut_cut, place_place.
Qed.

Lemma moved_orthonormal N t : size t = size s -> (forall v, among N v = true -> among here v = true) -> orthonormal (moved_by N t).
Proof.
  intros size_t inner. apply mixed_orthonormal; [cbn; now rewrite size_t | | | exact units | apply adjoining_orthonormal].
  - intros u is_u. destruct (among N u) eqn:there; [|reflexivity]. apply inner, here_is in there as [no_unit _]. congruence.
  - intros u i is_u. assert (among (hidden ds) u = false) as visible.
    { destruct (among (hidden ds) u) eqn:there; [|reflexivity]. apply among_in in there. unfold hidden in there.
      apply in_flat_map in there as (d & there & is_). specialize (defined_ d there). unfold canonical in defined_.
      destruct (value_of d) as [[[n p] k]|] eqn:value_; [|contradiction]. destruct is_ as [->|[]].
      assert (none : dot (at_ r u O) (at_ r u O) = one).
      { rewrite (units u is_u u O O). now rewrite is_u, Pos.eqb_refl. }
      assert (family u = false) as flat by (unfold is_unit in is_u; destruct (sort u); try discriminate; now destruct (family u)).
      rewrite defined_ in none by congruence. rewrite dot_number in none by reflexivity.
      apply (f_equal fst) in none. rewrite !fst_number in none. lra. }
    assert (flat : family u = false) by (unfold is_unit in is_u; destruct (sort u); try discriminate; now destruct (family u)).
    rewrite base by (auto; congruence). rewrite at_here by congruence. cbn [value adjoining]. now rewrite is_u.
Qed.
Lemma went_reached : went c s -> reached orthonormal (plain_run c) r.
Proof.
  intro goes. set (F t := reached orthonormal (plain_run c) (moved_by (states c) t)).
  specialize (goes (having (states c) s F)). rewrite !applied_having in goes.
  apply (by_input _ _ (moved_by (states c) (put_all (states c) s (as_it_is s)))); [apply goes | | exact units].
  - set (first := moved_by (states c) (put_all (states c) s (moved_to (w_start c) s))).
    assert (units_first : orthonormal first) by (apply moved_orthonormal; [apply size_put_all | apply state_here]).
    assert (equal : agree (fun _ => false) (assign r (plain_table (w_start c)) O) first).
    2: { apply (by_input _ _ (assign r (plain_table (w_start c)) O)); [| now apply (agree_less (fun _ => false)) | exact units_first].
         apply at_start; [exact units | exact (orthonormal_agree _ _ (agree_sym _ _ _ equal) units_first)]. }
    apply agree_intro; [reflexivity|]. intros v _ i inside. cbn [size assign] in inside.
    rewrite (at_assign true) by (eauto using moves_fit, starts_ok). fold (place v i).
    destruct (among (states c) v) eqn:there.
    + rewrite (moved_value r s (earlier c ds) (fun v => negb (one_of params v) || among here v || among (hidden ds) v)) by
        (auto using earlier_defined, starts_ok; intros u j none; both; auto).
      symmetry. now apply (at_taken (states c) s (fun n => value_in s (negb (numeric n)) (expression_for (w_start c) n))).
    + rewrite put_none by (now rewrite keys_plain). cbn [den]. unfold first. rewrite mixed_out by exact there.
      unfold at_, place. now destruct (family v).
  - apply for_all_within. intros t size_t same_t. rewrite !applied_having. intro before_. apply given_all_iff. intro allowed.
    set (r1 := moved_by here t).
    assert (units1 : orthonormal r1) by now apply moved_orthonormal.
    assert (other : forall v i, among here v = false -> at_ r1 v i = at_ r v i) by (intros; now apply mixed_out).
    assert (base1 : forall v i, negb (one_of (params ++ here) v) || among (hidden ds) v = false -> (family v = true -> (i < size r1)%nat) ->
              at_ r1 v i = cut v (value (adjoining t) v (place v i))).
    { intros v i known_ inside. both. destruct (among here v) eqn:there.
      - destruct (here_is v there) as [no_unit _]. unfold r1. rewrite at_moved by assumption. now rewrite value_adjoining, up_cut.
      - rewrite other, base by assumption. f_equal. cbn [value adjoining]. destruct (is_unit v); [reflexivity|]. now rewrite same_t. }
    assert (defined1 : forall d, In d (earlier c ds) -> canonical r1 d).
    { intros d there. apply (canonical_same r r1 d there); [|intros; eapply defined_apart; eauto | now apply earlier_defined].
      split; [reflexivity|]. intros v none i. symmetry. now apply other. }
    assert (sizes1 : size t = size r1) by (cbn; now rewrite size_t).
    assert (reached1 : reached orthonormal (plain_run c) r1).
    { apply (by_input _ _ _ _ before_); [|exact units1]. apply agree_intro; [reflexivity|]. intros v no_input i inside. cbn [size mixed] in inside.
      cbn [plain_run inputs] in no_input. destruct (among (states c) v) eqn:there.
      - destruct (here_is v (state_here v there)) as [no_unit _]. unfold r1. rewrite (at_moved here) by auto using state_here.
        now rewrite (at_taken (states c) s (fun n => value t n)).
      - rewrite mixed_out by exact there. symmetry. apply other. now rewrite among_app, there, no_input. }
    set (after := put_all (states c) t (moved_to (w_next c) t)).
    assert (size_after : size after = size s) by (unfold after; now rewrite size_put_all).
    assert (equal : agree (fun _ => false) (moved_by here after) (assign r1 (plain_table (w_next c)) O)).
    { apply agree_intro; [reflexivity|]. intros v _ i inside. cbn [size mixed] in inside.
      rewrite (at_assign true) by (eauto using moves_fit, nexts_ok). fold (place v i).
      destruct (among (states c) v) eqn:there.
      * rewrite (moved_value r1 t (earlier c ds) (fun v => negb (one_of (params ++ here) v) || among (hidden ds) v)) by
          (auto using nexts_ok; now rewrite next_states).
        now apply (at_taken here t (fun n => value_in t (negb (numeric n)) (expression_for (w_next c) n))); [apply state_here|..].
      * rewrite put_none by (now rewrite keys_plain, next_states). cbn [den]. transitivity (at_ r1 v i); [|unfold at_, place; now destruct (family v)].
        destruct (among here v) eqn:is_here; [|unfold r1; now rewrite !mixed_out by exact is_here].
        destruct (here_is v is_here) as [no_unit _]. unfold r1. rewrite !at_moved by assumption. unfold after. now rewrite value_put_all, there. }
    apply (by_input _ _ (assign r1 (plain_table (w_next c)) O)); [apply by_step; [exact reached1 | |] | | apply moved_orthonormal; [apply size_put_all | apply state_here]].
    + cbn [plain_run when]. intros n f there. apply plain_claims_in in there as (d & there & ->).
      apply (claim_holds r1 (adjoining t) (earlier c ds) (fun v => negb (one_of (params ++ here) v) || among (hidden ds) v)); auto.
      * eapply claims_ok_in; [exact whens_ok | exact there].
      * apply claimed_adjoining. now apply (allowed n).
    + apply (orthonormal_agree _ _ equal), moved_orthonormal; [exact size_after | auto].
    + apply agree_intro; [reflexivity|]. intros v no_input i inside. cbn [size assign] in inside. cbn [plain_run inputs] in no_input.
      rewrite (at_assign true) by (eauto using moves_fit, nexts_ok). fold (place v i).
      destruct (among (states c) v) eqn:there.
      * rewrite (moved_value r1 t (earlier c ds) (fun v => negb (one_of (params ++ here) v) || among (hidden ds) v)) by
          (auto using nexts_ok; now rewrite next_states).
        symmetry. now apply (at_taken (states c) s (fun n => value_in t (negb (numeric n)) (expression_for (w_next c) n))).
      * rewrite put_none by (now rewrite keys_plain, next_states). cbn [den]. rewrite mixed_out by exact there.
        rewrite other by (now rewrite among_app, there, no_input). unfold at_, place. now destruct (family v).
  - apply agree_intro; [reflexivity|]. intros v _ i inside. cbn [size mixed] in inside. destruct (among (states c) v) eqn:there.
    + destruct (here_is v (state_here v there)) as [no_unit visible]. rewrite (at_taken (states c) s (fun n => value s n)) by assumption.
      rewrite base by assumption. now rewrite value_adjoining, up_cut.
    + now apply mixed_out.
Qed.
End Reaching.
End Runs.

(** The theorem as it is written follows from what the checker has shown. *)
Theorem written_valid w : written_ok w = true -> valid (statement_of w) -> reads w.
Proof.
  intros ok holds_. unfold written_ok in ok. repeat (apply andb_prop in ok as [ok ?H]).
  rename H into runs_ok, H0 into facts_ok, H1 into givens_ok. rename ok into order.
  assert (core : forall (E : ips) (s : env E), about w s).
  { intros E s. set (ds := w_lets w) in *. set (r := completed ds (adjoining s)).
    pose proof (completed_agrees ds (adjoining s)) as agrees. fold r in agrees.
    assert (sizes : size s = size r) by apply agrees.
    assert (units : orthonormal r) by (apply completed_orthonormal; [exact order | apply adjoining_orthonormal]).
    assert (defined_ : forall d, In d ds -> canonical r d) by (intros d there; now apply completed_canonical).
    assert (base : forall v i, among (hidden ds) v = false -> (family v = true -> (i < size r)%nat) ->
              at_ r v i = cut v (value (adjoining s) v (place v i))).
    { intros v i visible inside. rewrite <- (proj2 agrees v visible i). apply at_here. cbn [size adjoining]. now rewrite sizes. }
    assert (read : forall n c, In (n, c) (w_given w ++ w_assume w ++ w_show w) -> holds r (below r) (plain_claim c) <-> claimed s c).
    { intros n c there. rewrite <- claimed_adjoining.
      apply (claim_holds r (adjoining s) ds (fun v => negb (one_of (names_of w) v) || among (hidden ds) v)); auto.
      - intros v i known_ inside. both. now apply base.
      - eapply claims_ok_in; [exact facts_ok | exact there]. }
    assert (shown_ : run_reaches (statement_of w) r -> says_of w s).
    { intro runs. apply given_all_iff. intro known_. apply all_claimed_iff. intros n c there.
      apply (read n c); [rewrite !in_app_iff; auto|].
      apply (holds_ (more 9 E) r (or_intror units) runs) with (n := n).
      - cbn [lets statement_of]. intros d member. pose proof (defined_ d member) as canonical_.
        destruct (value_of d) as [[[m p] k]|] eqn:value_.
        + apply (canonical_granted r d m p k value_); [now apply (ordered_sorts ds d m p k) | exact canonical_].
        + intros _ m f there_. unfold given_ok in givens_ok. rewrite forallb_forall in givens_ok. specialize (givens_ok d member).
          rewrite value_, forallb_forall in givens_ok. specialize (givens_ok _ there_). apply existsb_exists in givens_ok as ([m' c'] & there' & equal).
          unfold same_fact in equal. cbn [snd] in equal. ands.
          assert (hold : holds r (below r) (plain_claim c')).
          { apply (read m' c'); [rewrite !in_app_iff; auto|]. apply (known_ m'). apply in_or_app. now left. }
          revert hold. unfold holds.
          match goal with index_ : Bool.eqb _ _ = true |- _ => apply eqb_prop in index_; rewrite <- index_ end.
          assert (fst (plain_claim c') = fst f) as -> by (destruct (fst (plain_claim c')), (fst f); auto; discriminate).
          pose proof (fun i => same_denotes r units i (snd (plain_claim c')) (snd f) ltac:(assumption)) as terms_.
          destruct (indexed (snd (plain_claim c'))); [intros all i here; rewrite <- terms_; auto | now rewrite <- terms_].
      - cbn [assume statement_of]. intros m f there_. apply plain_claims_in in there_ as (c' & there' & ->).
        apply (read m c'); [rewrite !in_app_iff; auto|]. apply (known_ m). apply in_or_app. now right.
      - cbn [show statement_of]. unfold plain_claims. apply in_map_iff. now exists (n, c). }
    unfold about. unfold run_reaches in shown_. cbn [a_run statement_of] in shown_. destruct (w_run w) as [c|]; [|now apply shown_].
    intro goes. apply shown_. apply (reached_less orthonormal (in_space (when (plain_run c))) _ r (fun _ units_ => or_intror units_)).
    now apply (went_reached ds (w_names w) c runs_ok s r units sizes base defined_). }
  unfold reads, reads_of_size. intro E. assert (each_ : forall r : env E, for_all (names_of w) r (about w)).
  { intro r. apply for_all_within. intros. apply core. }
  destruct (sized w); auto.
Qed.

(** * Counterexamples *)

(** Families do not change in runs that are refuted: beyond the index set their values are unknown. *)
Definition refuted_ok (w : written) : bool :=
  no_units (facts_within (statement_of w)) && match w_given w with [] => true | _ => false end
  && match w_run w with
     | Some c => negb (existsb family (states c)) && no_units_table (plain_table (w_start c)) && no_units_table (plain_table (w_next c))
         && no_units (plain_claims (w_when c))
     | None => true end.

Section Backwards.
Context {E : ips}.
Implicit Types r t : env E.

Lemma up_injective (x y : element E) : up x = up y -> x = y.
Proof.
  destruct x as [a u], y as [b v]. unfold up. cbn [fst snd]. intro equal.
  pose proof (f_equal fst equal) as numbers_. pose proof (f_equal snd equal) as vectors_. cbn [fst snd] in numbers_, vectors_.
  apply lift_injective in vectors_. congruence.
Qed.
Lemma taken_same n (f g : nat -> element E) : family n = false -> cut n (f O) = cut n (g O) -> taken n f = taken n g.
Proof. destruct n as [[] [] x]; cbn; try discriminate; intros _ equal; unfold number_of, vector_of in equal; congruence. Qed.
Section Run.
Variables (ds : list definition) (params : list name) (c : moves) (r0 s : env E).
Hypothesis ok : run_ok ds params c = true.
Hypothesis flat : existsb family (states c) = false.
Hypothesis free_start : no_units_table (plain_table (w_start c)) = true.
Hypothesis free_next : no_units_table (plain_table (w_next c)) = true.
Hypothesis free_when : no_units (plain_claims (w_when c)) = true.
Hypothesis sizes : size s = size r0.
Hypothesis values : forall v, among (params ++ states c) v = true -> forall j, value s v j = cut v (value r0 v (place v j)).
Hypothesis defined_ : forall d, In d ds -> canonical (adjoining r0) d.
Notation here := (states c ++ w_inputs c).

Lemma flat_state n : among (states c) n = true -> family n = false.
Proof.
  intro there. apply among_in in there. destruct (family n) eqn:is_family; [|reflexivity]. rewrite <- flat. symmetry.
  apply existsb_exists. eauto.
Qed.
Lemma changing_here v : changing (plain_run c) v = among here v.
Proof.
  unfold changing. cbn [plain_run inputs start next]. rewrite !keys_plain, (next_states ds params c ok), among_app.
  fold (states c). destruct (among (w_inputs c) v), (among (states c) v); reflexivity.
Qed.
Lemma base_of r1 t unknown : (forall v, unknown v = false -> is_unit v = false -> forall i, (family v = true -> (i < size r1)%nat) ->
    at_ r1 v i = cut v (value t v (place v i))) ->
  forall v i, unknown v = false -> (family v = true -> (i < size (adjoining r1))%nat) -> at_ (adjoining r1) v i = cut v (value (adjoining t) v (place v i)).
Proof.
  intros known_ v i visible inside. destruct (is_unit v) eqn:is_u.
  - rewrite at_here by exact inside. cbn [value adjoining]. now rewrite is_u.
  - rewrite at_adjoining, value_adjoining, up_cut by exact is_u. f_equal. now apply known_.
Qed.
Lemma defined_here r1 : agree (among here) r0 r1 -> forall d, In d (earlier c ds) -> canonical (adjoining r1) d.
Proof.
  intros same_ d there. apply (canonical_same ds c (adjoining r0) (adjoining r1) d there); [now apply agree_adjoining | |].
  - intros n p k. now apply (defined_apart ds params c ok).
  - apply defined_. unfold earlier in there. now apply filter_In in there as [there _].
Qed.
Lemma moved_here r1 t unknown table_ n : size t = size r1 -> agree (among here) r0 r1 ->
  (forall v, unknown v = false -> is_unit v = false -> forall i, (family v = true -> (i < size r1)%nat) -> at_ r1 v i = cut v (value t v (place v i))) ->
  forallb (move_ok (earlier c ds) unknown) table_ = true -> no_units_table (plain_table table_) = true -> among (map fst table_) n = true ->
  family n = false -> as_it_is (assign r1 (plain_table table_) O) n = moved_to table_ t n.
Proof.
  intros sizes_t same_ known_ all free there flat_. unfold as_it_is, moved_to. apply taken_same; [exact flat_|].
  cbn [value assign]. rewrite flat_. pose proof (moved_value (adjoining r1) t (earlier c ds) unknown table_ n O) as moved_.
  specialize (moved_ (adjoining_orthonormal r1) sizes_t (base_of r1 t unknown known_) (defined_here r1 same_) all there ltac:(congruence)).
  unfold place in moved_. rewrite flat_ in moved_. rewrite den_adjoining in moved_.
  - apply up_injective in moved_. rewrite moved_. apply cut_cut.
  - unfold no_units_table in free. rewrite forallb_forall in free. rewrite <- keys_plain in there. specialize (free _ (put_in _ _ there)).
    cbn [fst snd] in free. ands. now apply negb_true_iff.
Qed.
Lemma known_param r1 v i : agree (among here) r0 r1 -> among params v = true -> among here v = false -> (family v = true -> (i < size r1)%nat) ->
  at_ r1 v i = cut v (value s v (place v i)).
Proof.
  intros [sizes1 same_] there apart inside. rewrite <- same_ by exact apart. rewrite at_here by now rewrite sizes1.
  rewrite values by now rewrite among_app, there. now rewrite cut_cut, place_place.
Qed.

Lemma reached_went (P : predicate E (states c)) : reached anything (plain_run c) r0 ->
  applied (states c) P (moved_to (w_start c) s) ->
  for_all here s (fun t => applied (states c) P (as_it_is t) -> given_all t (w_when c) (applied (states c) P (moved_to (w_next c) t))) ->
  applied (states c) P (as_it_is r0).
Proof.
  intros runs first step. assert (along : agree (among here) r0 r0) by apply agree_refl.
  enough (all : forall r', reached anything (plain_run c) r' -> agree (among here) r0 r' -> applied (states c) P (as_it_is r')) by auto.
  clear runs along. intros r' runs. induction runs as [r1 _ _ | r1 runs IH allowed _ | r1 r2 runs IH same_ _]; intro along.
  - assert (along1 : agree (among here) r0 r1).
    { apply (agree_trans _ _ _ _ along). apply (agree_assign true); [eapply moves_fit, (starts_ok ds params c ok)|]. intros v none.
      rewrite <- changing_here in none. now apply changing_start. }
    rewrite (applied_same _ _ (moved_to (w_start c) s)); [exact first|]. intros n there. apply among_in in there.
    eapply moved_here; eauto using starts_ok, flat_state; [now rewrite sizes, (proj1 along1)|].
    intros v visible no_unit i inside. cbv beta in visible. unfold one_of in visible. rewrite no_unit in visible. cbn [orb] in visible.
    repeat both. apply known_param; auto. now apply negb_false_iff.
  - assert (along1 : agree (among here) r0 r1).
    { apply (agree_trans _ _ _ _ along). apply (agree_assign true); [eapply moves_fit, (nexts_ok ds params c ok)|]. intros v none.
      rewrite <- changing_here in none. now apply changing_next. }
    specialize (IH along1). set (t := put_all here s (as_it_is r1)).
    assert (value_t : forall v j, value t v j = if among here v then cut v (value r1 v (place v j)) else value s v j).
    { intros v j. unfold t. rewrite value_put_all. destruct (among here v); [|reflexivity]. apply wrapped_taken. }
    assert (size_t : size t = size r1) by (unfold t; now rewrite size_put_all, sizes, (proj1 along1)).
    assert (known_ : forall v, negb (one_of (params ++ here) v) || among (hidden ds) v = false -> is_unit v = false -> forall i,
              (family v = true -> (i < size r1)%nat) -> at_ r1 v i = cut v (value t v (place v i))).
    { intros v visible no_unit i inside. both. unfold one_of in *. rewrite no_unit in *. cbn [orb] in *. rewrite value_t.
      destruct (among here v) eqn:is_here; [rewrite at_here by exact inside; now rewrite cut_cut, place_place|].
      apply known_param; auto. match goal with some_ : negb _ = false |- _ => apply negb_false_iff in some_; rewrite among_app, is_here, orb_false_r in some_; exact some_ end. }
    pose proof (for_all_at here _ (as_it_is r1) s step) as stepped. fold t in stepped. cbv beta in stepped.
    assert (same_t : applied (states c) P (as_it_is t)).
    { rewrite (applied_same _ _ (as_it_is r1)); [exact IH|]. intros n there. apply among_in in there. unfold as_it_is.
      apply taken_same; [now apply flat_state|]. rewrite value_t, (state_here c n there), cut_cut. f_equal. f_equal.
      unfold place. now rewrite (flat_state n there). }
    specialize (stepped same_t). rewrite given_all_iff in stepped.
    rewrite (applied_same _ _ (moved_to (w_next c) t)).
    + apply stepped. intros n d there. apply claimed_adjoining.
      apply (claim_holds (adjoining r1) (adjoining t) (earlier c ds) (fun v => negb (one_of (params ++ here) v) || among (hidden ds) v));
        eauto using adjoining_orthonormal, base_of, defined_here, claims_ok_in, whens_ok.
      * apply base_of. exact known_.
      * apply holds_adjoining; [|].
        { eapply (no_units_in (plain_claims (w_when c)) n); [exact free_when|]. unfold plain_claims. apply in_map_iff. now exists (n, d). }
        apply (allowed n). cbn [plain_run when]. unfold plain_claims. apply in_map_iff. now exists (n, d).
    + intros n there. apply among_in in there. 
      apply (moved_here r1 t (fun v => negb (one_of (params ++ here) v) || among (hidden ds) v)); auto using flat_state.
      * exact (nexts_ok ds params c ok).
      * now rewrite (next_states ds params c ok).
  - assert (along1 : agree (among here) r0 r1).
    { apply (agree_trans _ _ _ _ along), agree_sym, (agree_less (among (w_inputs c))); [|exact same_]. intros v none.
      rewrite among_app in none. now both. }
    specialize (IH along1). rewrite (applied_same _ _ (as_it_is r1)); [exact IH|]. intros n there. apply among_in in there.
    pose proof (flat_state n there) as flat_. unfold as_it_is. apply taken_same; [exact flat_|].
    pose proof (proj2 same_ n) as equal. cbn [plain_run inputs] in equal.
    assert (no_input : among (w_inputs c) n = false).
    { destruct (among (w_inputs c) n) eqn:is_input; [|reflexivity]. apply (input_apart ds params c ok) in is_input. congruence. }
    specialize (equal no_input O). rewrite !at_here in equal by congruence. unfold place in equal. now rewrite flat_ in equal.
Qed.
End Run.
End Backwards.

(** The theorem as it is written is false if the checker has refuted it. *)
Theorem written_refuted w : written_ok w = true -> refuted_ok w = true -> refuted (statement_of w) -> ~ forall E n, reads_of_size w E n.
Proof.
  intros ok false_ok (E & r & _ & runs & lets_ & assumed_ & n & f & there & fails_) all. specialize (all E (size r)).
  unfold written_ok in ok. repeat (apply andb_prop in ok as [ok ?H]). rename H into runs_ok, H0 into facts_ok, H1 into givens_ok, ok into order.
  unfold refuted_ok in false_ok. apply andb_prop in false_ok as [false_ok free_run]. apply andb_prop in false_ok as [free given_].
  set (ds := w_lets w) in *. set (empty := {| size := size r; value _ _ := @number_of E 0 |}) in *.
  set (s := put_all (names_of w) empty (as_it_is r)).
  pose proof (for_all_at (names_of w) (about w) (as_it_is r) empty all) as told_. fold s in told_. clear all.
  assert (sizes : size s = size r) by exact (size_put_all (names_of w) (as_it_is r) empty).
  assert (values : forall v, among (names_of w) v = true -> forall j, value s v j = cut v (value r v (place v j))).
  { intros v known_ j. unfold s. rewrite value_put_all, known_. apply wrapped_taken. }
  destruct (no_units_app _ _ free) as [free_lets free_rest]. destruct (no_units_app _ _ free_rest) as [free_assumed free_shown].
  assert (defined_ : forall d, In d ds -> canonical (adjoining r) d).
  { intros d member. destruct (value_of d) as [[[m p] k]|] eqn:value_; [|unfold canonical; now rewrite value_].
    apply (facts_canonical _ d m p k value_).
    - now apply (ordered_sorts ds d m p k).
    - apply (proj1 (all_adjoining r (below r) (facts_of d) (no_units_lets _ d free_lets member))).
      intros m' f' there'. apply (lets_ m'). now apply (tidied_lets _ d). }
  assert (read : forall m c, In (m, c) (w_given w ++ w_assume w ++ w_show w) -> mentions is_unit (snd (plain_claim c)) = false ->
            holds r (below r) (plain_claim c) <-> claimed s c).
  { intros m c member no_unit. rewrite <- claimed_adjoining, <- (holds_adjoining r (below r) _ no_unit).
    apply (claim_holds (adjoining r) (adjoining s) ds (fun v => negb (one_of (names_of w) v) || among (hidden ds) v)); auto.
    - apply adjoining_orthonormal.
    - apply base_of. intros v visible no_unit_v i inside. cbv beta in visible. unfold one_of in visible. rewrite no_unit_v in visible.
      cbn [orb] in visible. both. rewrite at_here by exact inside. rewrite values by now apply negb_false_iff. now rewrite cut_cut, place_place.
    - eapply claims_ok_in; [exact facts_ok | exact member]. }
  assert (says_ : says_of w s).
  { unfold about in told_. unfold run_reaches in runs. cbn [a_run statement_of] in runs. destruct (w_run w) as [c|] eqn:running; [|exact told_]. apply told_. clear told_.
    intros P first step. ands.
    assert (flat : existsb family (states c) = false) by now apply negb_true_iff.
    assert (known_ : forall v, among (w_names w ++ states c) v = true -> among (names_of w) v = true).
    { intros v there_. unfold names_of. rewrite running, app_assoc, among_app. now rewrite there_. }
    rewrite (applied_same _ _ (as_it_is r)).
    - eapply (reached_went ds (w_names w) c r s); eauto. now apply (reached_less _ _ _ r (fun _ _ => Logic.I) runs).
    - intros m there_. apply among_in in there_. unfold as_it_is. pose proof (flat_state c flat m there_) as flat_.
      apply taken_same; [exact flat_|]. rewrite values by (apply known_; now rewrite among_app, there_, orb_true_r).
      rewrite cut_cut. f_equal. f_equal. unfold place. now rewrite flat_. }
  unfold says_of in says_. rewrite given_all_iff, all_claimed_iff in says_. cbn [show statement_of] in there.
  pose proof (no_units_in _ n f free_shown there) as no_unit_f. apply plain_claims_in in there as (c & there & ->).
  apply fails_. apply (read n c); [rewrite !in_app_iff; auto | exact no_unit_f|]. refine (says_ _ n c there).
  intros m c' member. apply in_app_iff in member as [member|member]; [destruct (w_given w); [destruct member | discriminate]|].
  assert (stated_ : In (m, plain_claim c') (plain_claims (w_assume w))) by (unfold plain_claims; apply in_map_iff; now exists (m, c')).
  apply (read m c'); [rewrite !in_app_iff; auto | exact (no_units_in _ m _ free_assumed stated_) | exact (assumed_ m _ stated_)].
Qed.

(** * Books of entries as they are written *)

(** What an entry says, and whether that is shown to be true, or false. *)
Definition so (w : written) (is_true : bool) : Prop :=
  if is_true then reads w else ~ forall E n, reads_of_size w E n.
Definition judged (e : told) (v : verdict) : option (written * bool) :=
  let w := says_ e in
  match t_shown e, v with
  | ByProof _, Proved => if written_ok w then Some (w, true) else None
  | ByValues _, Refuted => if written_ok w && refuted_ok w then Some (w, false) else None
  | _, _ => None
  end.
Fixpoint all_judged (es : list told) (vs : list verdict) : list (option (written * bool)) :=
  match es, vs with e :: es, v :: vs => judged e v :: all_judged es vs | _, _ => [] end.
Definition accepted (es : list told) : list (option (written * bool)) := all_judged es (check_book 250 [] (map entry_of es)).
Definition at_place (l : list (option (written * bool))) (k : N) : option (written * bool) := nth (N.to_nat k) l None.

(** An answer as a proposition, which holds for each entry of a book. *)
Definition so_at (answer : option (written * bool)) : Prop := match answer with Some (w, is_true) => so w is_true | None => True end.

Theorem accepted_so es k : so_at (at_place (accepted es) k).
Proof.
  unfold accepted, at_place. pose proof (check_book_sound 250 (map entry_of es)) as sound_. generalize (N.to_nat k). clear k. revert sound_.
  generalize (check_book 250 [] (map entry_of es)). induction es as [|e es IH]; intros vs sound_ k; [destruct k, vs; exact Logic.I|].
  inversion_clear sound_ as [|? v ? ? means_ rest]. destruct k as [|k]; [|now apply IH]. cbn [all_judged nth].
  unfold judged. destruct (t_shown e), v; cbn in means_ |- *; try exact Logic.I.
  - destruct (written_ok (says_ e)) eqn:ok; cbn; [now apply written_valid | exact Logic.I].
  - destruct (_ && _) eqn:ok; cbn; [|exact Logic.I]. ands. now apply written_refuted.
Qed.

(** * Theorems as they are written

    The kernel compares the answer on an entry with the theorem, by computation, when the proof ends. Sums of vectors in
    the space with adjoined units are compared step by step instead: computed, they would grow with each dimension. *)
Ltac by_answer answer is_true shown :=
  lazymatch eval vm_compute in (match answer with Some (_, b) => Some b | None => None end) with
  | Some is_true => idtac
  | _ => fail "the checker does not accept this entry"
  end;
  lazymatch goal with
  | |- context [@vsum (more _ _)] =>
      let found := eval vm_compute in answer in
      exact_no_check (eq_ind answer so_at shown found (@eq_refl _ found <: answer = found))
  | _ => vm_cast_no_check shown
  end.
Ltac by_accepted answer shown := repeat match goal with h : _ |- _ => revert h end; by_answer answer true shown.
(** What speaks of no families is false whatever the size. *)
Ltac by_refuted answer shown :=
  lazymatch goal with
  | |- ~ forall (E : ips) (size : nat), _ => idtac
  | |- ~ forall E : ips, @?says E => refine ((fun false claim => false (fun E _ => claim E)) (_ : ~ forall (E : ips) (size : nat), says E))
  end;
  by_answer answer false shown.
