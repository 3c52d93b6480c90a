(** Counterexamples: values at which all that is assumed holds and a conclusion fails. *)

From Novikoff Require Import InnerProduct Algebra Terms Checker Meaning Rules Lemmas Definitions Proving Signs.
Open Scope R_scope.

(** There are a space and values for which the statement fails. *)
Definition refuted (s : statement) : Prop := exists (E : ips) (r : env E),
  in_space (facts_within s) r /\ run_reaches s r /\
  all_hold r (below r) (flat_map facts_of (lets s)) /\ all_hold r (below r) (assume s) /\
  exists n f, In (n, f) (show s) /\ ~ holds r (below r) f.

(** Values are terms over the adjoined units; a family has a list of them. *)
Definition values := list (name * list term).
Record witness := { count : nat; given : values; steps : list values }.

Fixpoint lookup (s : values) (v : name) : option (list term) :=
  match s with [] => None | (w, l) :: others => if same_name v w then Some l else lookup others v end.

Lemma reached_less {E} (P Q : env E -> Prop) c r : (forall t, P t -> Q t) -> reached P c r -> reached Q c r.
Proof. intros less. induction 1; [apply at_start | apply by_step | eapply by_input]; eauto. Qed.

Section At.
Variable n : nat.

Fixpoint instance (s : values) (i : nat) (t : term) : term :=
  match t with
  | Con _ => t
  | Var v => match lookup s v with
             | Some l => nth (place v i) l (Con 0)
             | None => if is_unit v then t else Con 0 end
  | Add a b => Add (instance s i a) (instance s i b)
  | Mul a b => Mul (instance s i a) (instance s i b)
  | Power a k => Power (instance s i a) k
  | Inner a b => Inner (instance s i a) (instance s i b)
  | Sum a => (fix added (k : nat) : term := match k with O => Con 0 | S j => Add (added j) (instance s j a) end) n
  | Exp a => Exp (instance s i a)
  end.
Definition well (s : values) : bool :=
  forallb (fun vl => negb (is_unit (fst vl)) && forallb (if numeric (fst vl) then number else vector) (snd vl)) s.

Definition decide (x : relation) (t : term) : option bool := bind (sign_of (normal t)) (fun sign => Some (says_sign x sign)).
Definition places (t : term) : list nat := if indexed t then seq 0 n else [O].
(** Does the fact hold at these values? At several indices, the first at which it fails, or is not decided, says so. *)
Fixpoint everywhere (f : nat -> option bool) (is : list nat) : option bool :=
  match is with [] => Some true | i :: others => match f i with Some true => everywhere f others | b => b end end.
Definition truth (s : values) (nf : label * fact) : option bool :=
  let (x, t) := snd nf in everywhere (fun i => decide x (instance s i t)) (places t).
Definition is_true (s : values) (nf : label * fact) : bool := match truth s nf with Some b => b | None => false end.
(** Of conclusions, all are decided, and one fails. *)
Definition one_fails (answers : list (option bool)) : bool :=
  forallb (fun b => match b with Some _ => true | None => false end) answers
  && existsb (fun b => match b with Some false => true | _ => false end) answers.
(** Numbers whose signs are decided, so that their exponentials are within reach. *)
Definition has_sign (t : term) : bool := match t with Con _ => true | _ => match sign_of (normal t) with Some _ => true | None => false end end.
Definition has_signs (s : values) : bool := forallb (fun vl => negb (numeric (fst vl)) || forallb has_sign (snd vl)) s.

Definition moved (s : values) (to : table) : values :=
  map (fun vt => (fst vt, map (fun i => tidy (instance s i (snd vt))) (if family (fst vt) then seq 0 n else [O]))) to ++ s.
Fixpoint run_through (c : run) (s : values) (inputs_ : list values) : option values :=
  match inputs_ with
  | [] => Some s
  | more :: others =>
      let s' := more ++ s in
      let s'' := moved s' (next c) in
      if well s' && well s'' && forallb (fun vl => among (inputs c) (fst vl)) more && forallb (is_true s') (tidied_all (when c))
      then run_through c s'' others else None
  end.
Definition final (s : statement) (w : witness) : option values :=
  match a_run s with
  | None => match steps w with [] => Some (given w) | _ => None end
  | Some c => let s' := moved (given w) (start c) in
      if forallb (fits true) (start c ++ next c) && well s' then run_through c s' (steps w) else None
  end.

Definition base : env (more 9 origin) := adjoining {| size := n; value _ _ := zero |}.
Definition env_of (s : values) : env (more 9 origin) :=
  {| size := n; value v j := match lookup s v with
                             | Some l => den base O (nth j l (Con 0))
                             | None => if is_unit v then value base v j else zero end |}.
Notation v t := (den base O t).
Add Ring ring_of_elements_of_rows : (@element_ring (more 9 origin)).
Lemma units_base : orthonormal base. Proof. apply adjoining_orthonormal. Qed.
Lemma zero_con : v (Con 0) = zero. Proof. cbn [den]. now rewrite Q2R_0. Qed.
Lemma lookup_in s u l : lookup s u = Some l -> In (u, l) s.
Proof.
  induction s as [|[w m] s IH]; cbn; [discriminate|]. destruct (same_name u w) eqn:same; [|auto].
  apply same_name_eq in same as <-. intros [= <-]. now left.
Qed.
Lemma nth_sorted s u l k : well s = true -> lookup s u = Some l -> cut u (v (nth k l (Con 0))) = v (nth k l (Con 0)).
Proof.
  intros ok found. apply lookup_in in found. unfold well in ok. rewrite forallb_forall in ok. specialize (ok _ found).
  cbn [fst snd] in ok. ands. rewrite forallb_forall in H0. apply cut_same.
  destruct (nth_in_or_default k l (Con 0)) as [there| ->].
  - specialize (H0 _ there). destruct (numeric u); [now apply number_denotes | now apply vector_denotes].
  - rewrite zero_con. destruct (numeric u); reflexivity.
Qed.
Lemma at_env s u i : well s = true -> (family u = true -> (i < n)%nat) -> at_ (env_of s) u i = v (instance s i (Var u)).
Proof.
  intros ok inside. unfold at_, env_of, instance, place. cbn [size value].
  assert (in_range : family u = true -> Nat.ltb i n = true) by (intro is_f; apply Nat.ltb_lt; auto).
  destruct (lookup s u) as [l|] eqn:found.
  - pose proof (fun k => nth_sorted s u l k ok found) as sorted. destruct (family u); [rewrite in_range by reflexivity|]; apply sorted.
  - destruct (is_unit u) eqn:is_u.
    + assert (family u = false) as ->. { unfold is_unit in is_u. destruct (sort u); try discriminate. now destruct (family u). }
      cbn [den]. unfold at_. assert (family u = false) as ->; [|reflexivity].
      unfold is_unit in is_u. destruct (sort u); try discriminate. now destruct (family u).
    + rewrite zero_con. destruct (family u); [destruct (Nat.ltb i n)|]; auto; unfold cut; destruct (numeric u); reflexivity.
Qed.
Lemma instance_den s t : well s = true -> forall i, (indexed t = true -> (i < n)%nat) -> den (env_of s) i t = v (instance s i t).
Proof.
  intro ok. induction t; intros i inside;
    try (cbn [indexed] in inside; cbn [den instance]; rewrite IHt1, IHt2 by (intro known_; apply inside; rewrite known_; auto using orb_true_r); reflexivity).
  - reflexivity.
  - now apply at_env.
  - cbn [den instance]. now rewrite IHt by auto.
  - cbn [den]. change (size (env_of s)) with n.
    assert (upto : forall k, (k <= n)%nat -> sum k (fun j => den (env_of s) j t) =
      v ((fix added (k : nat) : term := match k with O => Con 0 | S j => Add (added j) (instance s j t) end) k)).
    { induction k as [|k again]; intro less; [symmetry; apply zero_con|]. cbn [sum den]. rewrite again by lia. f_equal. apply IHt. intros _. lia. }
    now apply upto.
  - cbn [den instance]. now rewrite IHt by auto.
Qed.

Lemma decide_spec x t b : decide x t = Some b -> if b then says x (fst (v t)) else ~ says x (fst (v t)).
Proof.
  unfold decide. intro found. destruct (sign_of (normal t)) as [sign|] eqn:known_; [|discriminate]. injection found as <-.
  rewrite <- (normal_denotes base units_base O t). apply says_sign_spec. now apply (sign_denotes base units_base).
Qed.
Lemma everywhere_spec f is b : everywhere f is = Some b ->
  if b then forall i, In i is -> f i = Some true else exists i, In i is /\ f i = Some false.
Proof.
  induction is as [|i is IH]; cbn [everywhere]; intro found; [now injection found as <-|].
  destruct (f i) as [[]|] eqn:here_; [|injection found as <-; exists i; split; [now left | exact here_] | discriminate].
  specialize (IH found). destruct b.
  - intros j [<-|there]; auto.
  - destruct IH as (j & there & fails_). exists j. split; [now right | exact fails_].
Qed.
Lemma truth_spec s nf b : well s = true -> truth s nf = Some b ->
  if b then holds (env_of s) (below (env_of s)) (snd nf) else ~ holds (env_of s) (below (env_of s)) (snd nf).
Proof.
  destruct nf as [k [x t]]. unfold truth, places, holds. cbn [fst snd]. intros ok found. apply everywhere_spec in found.
  assert (decided : forall i c, decide x (instance s i t) = Some c -> (indexed t = true -> (i < n)%nat) ->
    if c then says x (fst (den (env_of s) i t)) else ~ says x (fst (den (env_of s) i t))).
  { intros i c known_ inside. rewrite (instance_den s t ok i inside). now apply decide_spec. }
  destruct b.
  - destruct (indexed t); [|apply (decided O true); [apply found; now left | discriminate]].
    intros i less. apply (decided i true); [apply found, in_seq; unfold below, env_of in less; cbn in less; lia | intros _; exact less].
  - destruct found as (i & there & fails_). intro all. refine (decided i false fails_ _ _).
    + destruct (indexed t); [|discriminate]. apply in_seq in there. lia.
    + destruct (indexed t) eqn:index; [apply in_seq in there; apply all; unfold below, env_of; cbn; lia | destruct there as [<-|[]]; exact all].
Qed.
Lemma is_true_holds s nf : well s = true -> is_true s nf = true -> holds (env_of s) (below (env_of s)) (snd nf).
Proof.
  unfold is_true. intros ok yes. destruct (truth s nf) as [b|] eqn:known_; [|discriminate]. apply truth_spec in known_; [|exact ok]. now subst b.
Qed.
Lemma one_fails_at s nfs : one_fails (map (truth s) nfs) = true -> exists nf, In nf nfs /\ truth s nf = Some false.
Proof.
  unfold one_fails. intro ok. apply andb_prop in ok as [_ some_]. apply existsb_exists in some_ as (b & there & no).
  apply in_map_iff in there as (nf & equal & there). exists nf. split; [exact there|]. destruct b as [[]|]; [discriminate | exact equal | discriminate].
Qed.

Lemma lookup_moved s to u : lookup (moved s to) u =
  if among (keys to) u then Some (map (fun i => tidy (instance s i (put to u))) (if family u then seq 0 n else [O])) else lookup s u.
Proof.
  unfold moved, put. induction to as [|[w t] to IH]; cbn; [reflexivity|]. destruct (same_name u w) eqn:same; cbn; [|exact IH].
  now apply same_name_eq in same as <-.
Qed.
Lemma moved_agrees s to : well s = true -> well (moved s to) = true -> forallb (fits true) to = true ->
  agree (fun _ => false) (assign (env_of s) to O) (env_of (moved s to)).
Proof.
  intros ok ok' fit. apply agree_intro; [reflexivity|]. intros u _ i inside. cbn [size assign env_of] in inside.
  rewrite (at_assign true) by auto. fold (place u i). rewrite at_env by auto. unfold instance at 1. rewrite lookup_moved.
  destruct (among (keys to) u) eqn:there.
  - pose proof (put_fits true to u fit) as fit_u. cbn in fit_u.
    rewrite (instance_den s (put to u) ok).
    + symmetry. transitivity (v (tidy (instance s (place u i) (put to u)))); [|apply tidy_denotes, units_base]. f_equal.
      unfold place. destruct (family u).
      * rewrite (nth_indep _ _ (tidy (instance s O (put to u)))) by (rewrite map_length, seq_length; auto).
        rewrite (map_nth (fun j => tidy (instance s j (put to u)))). now rewrite seq_nth by auto.
      * reflexivity.
    + intro index. rewrite index in fit_u. unfold place. destruct (family u); auto. now apply andb_prop in fit_u as [].
  - rewrite put_none by exact there. change (den (env_of s) (place u i) (Var u)) with (at_ (env_of s) u (place u i)).
    rewrite at_env by (auto; unfold place; destruct (family u); congruence || auto). unfold instance, place. destruct (family u); reflexivity.
Qed.
Lemma run_through_reached c inputs_ : forallb (fits true) (next c) = true -> forall s s', well s = true ->
  reached anything (tidied_run c) (env_of s) -> run_through c s inputs_ = Some s' ->
  reached anything (tidied_run c) (env_of s') /\ well s' = true.
Proof.
  intro fit. induction inputs_ as [|more_ others IH]; cbn [run_through]; intros s s' ok runs made; [now injection made as <-|].
  destruct (_ && _) eqn:all; [|discriminate]. ands. refine (IH _ _ _ _ made); auto.
  apply (by_input _ _ (assign (env_of (more_ ++ s)) (next c) O)); [|apply (agree_less (fun _ => false)); [auto | now apply moved_agrees] | exact Logic.I].
  apply (by_step anything (tidied_run c)); [| |exact Logic.I].
  - apply (by_input _ _ (env_of s)); [exact runs | | exact Logic.I]. split; [reflexivity|]. intros u none i.
    cbn [tidied_run inputs] in none. unfold at_, env_of. cbn [size value]. assert (lookup (more_ ++ s) u = lookup s u) as ->; [|reflexivity].
    match goal with ins : forallb _ more_ = true |- _ => revert ins end. clear -none. induction more_ as [|[w l] more_ IH]; cbn; [reflexivity|].
    intro all. ands. destruct (same_name u w) eqn:same; [apply same_name_eq in same as <-; congruence | auto].
  - intros m f there. match goal with all : forallb (is_true _) _ = true |- _ => rewrite forallb_forall in all; specialize (all _ there) end.
    now apply (is_true_holds _ (m, f)).
Qed.

Lemma final_reached s w vs c : a_run s = Some c -> final s w = Some vs -> well (given w) = true ->
  reached anything (tidied_run c) (env_of vs) /\ forallb (fits true) (start c ++ next c) = true.
Proof.
  unfold final. intros -> made ok. destruct (_ && _) eqn:fit in made; [|discriminate]. ands.
  match goal with both_ : forallb (fits true) _ = true |- _ => split; [|exact both_]; rewrite forallb_app in both_ end. ands.
  eapply run_through_reached; [| | |exact made]; auto.
  apply (by_input _ _ (assign (env_of (given w)) (start c) O)); [now apply (at_start anything (tidied_run c)) | | exact Logic.I].
  apply (agree_less (fun _ => false)); [auto | now apply moved_agrees].
Qed.

(** Units are orthogonal to all else: they are adjoined to the space of the values, in which facts, multiplied out, speak of none. *)
Definition fails (s : statement) (w : witness) : bool :=
  in_the_space s && has_signs (given w ++ concat (steps w)) && if_some (final s w) (fun vs => well (given w) && well vs
    && forallb (is_true vs) (tidied_all (flat_map facts_of (lets s) ++ assume s))
    && one_fails (map (truth vs) (tidied_all (show s)))).
Lemma fails_refuted s w : fails s w = true -> refuted s.
Proof.
  unfold fails. intro ok. apply andb_prop in ok as [free ok]. apply andb_prop in free as [space _].
  apply if_some_true in ok as (vs & made & ok). ands. unfold in_the_space in space.
  repeat (apply andb_prop in space as [space ?free_]). rename space into free, free_1 into kept_, free_0 into free_sides, free_ into free_run.
  set (r := adjoining (env_of vs)).
  assert (kept_in : forall m f, In (m, f) (facts_within s) -> kept f = true).
  { intros m f there. rewrite forallb_forall in kept_. now apply (kept_ (m, f)). }
  assert (free_in : forall m f, In (m, f) (facts_within s) -> mentions is_unit (snd (tidied f)) = false).
  { intros m f there. refine (no_units_in _ m (tidied f) free _). apply in_map_iff. now exists (m, f). }
  assert (hold : forall m f, In (m, f) (flat_map facts_of (lets s) ++ assume s) -> holds r (below r) f).
  { intros m f there. assert (within_ : In (m, f) (facts_within s)).
    { unfold facts_within. rewrite app_assoc. apply in_or_app. now left. }
    apply holds_tidied; [apply adjoining_orthonormal|]. apply holds_adjoining; [now apply (free_in m)|].
    apply (is_true_holds vs (m, tidied f)); [assumption|].
    match goal with all : forallb (is_true vs) _ = true |- _ => rewrite forallb_forall in all; apply all end.
    apply in_map_iff. now exists (m, f). }
  exists (more 9 (more 9 origin)), r. split; [right; apply adjoining_orthonormal | split; [|split; [|split]]].
  - unfold run_reaches. destruct (a_run s) as [c|] eqn:running; [|exact Logic.I].
    destruct (final_reached s w vs c running made) as [runs fit]; [assumption|].
    apply (reached_less orthonormal (in_space (when c)) c r (fun _ units => or_intror units)). clear -free_run runs fit. ands.
    now apply (reached_adjoining c (env_of vs)).
  - intros m f there. apply (hold m). apply in_or_app. now left.
  - intros m f there. apply (hold m). apply in_or_app. now right.
  - match goal with some_ : one_fails _ = true |- _ => apply one_fails_at in some_ as ([m g] & there & no) end.
    apply in_map_iff in there as ([m' f] & equal & there). cbn [fst snd] in equal. apply pair_equal_spec in equal as [<- <-].
    exists m', f. split; [exact there|]. intro holds_. assert (within_ : In (m', f) (facts_within s)).
    { unfold facts_within. apply in_or_app. right. apply in_or_app. now right. }
    match goal with ok_ : well vs = true |- _ => apply (truth_spec vs (m', tidied f) false ok_ no) end. cbn [snd].
    apply (proj1 (holds_adjoining (env_of vs) _ (tidied f) (free_in m' f within_))).
    apply tidied_holds; [apply adjoining_orthonormal | now apply (kept_in m') | exact holds_].
Qed.
End At.
