(** Statements as they are read, entries of a book, and the theorem on proofs. *)

From Novikoff Require Import InnerProduct Algebra Terms Checker Meaning Rules Lemmas Definitions.
Require Import FMapPositive.
Open Scope R_scope.

(** * Reading a statement *)

Definition nothing : context := {| names := PositiveMap.empty name; known_facts := PositiveMap.empty fact; run_of := None; state := []; at_index := false |}.
Definition begin_run (g : context) (c : run) : option context :=
  bind (naming g (keys (start c))) (fun h => bind (naming h (inputs c)) (fun i => bind (know i (when c)) (fun step =>
    if same_names (keys (start c)) (keys (next c)) && forallb (fits true) (start c ++ next c)
       && forallb (fun vt => over g (snd vt)) (start c) && forallb (fun vt => over step (snd vt)) (next c)
    then Some {| names := names h; known_facts := known_facts h; run_of := Some c; state := keys (start c); at_index := false |}
    else None))).

(** The depth of proofs is limited; any limit will do. *)
Section Limited.
Variable fuel : nat.

(** Each definition makes sense by what can be written before it; those that need no state come before the run. *)
Fixpoint read_lets (hypotheses : facts) (g : context) (pending : option run) (ds : list definition) (sides : list proof)
  : option (context * option run) :=
  match ds, sides with
  | [], [] => Some (g, pending)
  | d :: ds', p :: ps =>
      let needs := existsb (fun t => negb (over g t)) (made_of d) in
      bind (match pending with
            | Some c => if needs then bind (begin_run g c) (fun h => Some (h, None)) else Some (g, pending)
            | None => Some (g, pending) end) (fun gp =>
      bind (know (fst gp) (filter (fun nf => over (fst gp) (snd (snd nf))) hypotheses)) (fun known_ =>
      if check [] fuel known_ [(1%positive, tidied (side d))] p then
        bind (define (fst gp) d) (fun h => read_lets hypotheses h (snd gp) ds' ps)
      else None))
  | _, _ => None
  end.
Definition context_of (s : statement) (sides : list proof) : option context :=
  bind (naming nothing (declared s)) (fun g => bind (read_lets (assume s) g (a_run s) (lets s) sides) (fun gp =>
  bind (match snd gp with Some c => begin_run (fst gp) c | None => Some (fst gp) end) (fun h =>
  bind (know h (show s)) (fun _ => know h (assume s))))).

Definition no_units_table (s : table) : bool := forallb (fun vt => negb (is_unit (fst vt)) && negb (mentions is_unit (snd vt))) s.
Definition in_the_space (s : statement) : bool :=
  let all := facts_within s in
  no_units (tidied_all all) && forallb (fun nf => kept (snd nf)) all
  && no_units (tidied_all (map (fun d => (1%positive, side d)) (lets s)))
  && match a_run s with Some c => no_units_table (start c) && no_units_table (next c) && no_units (tidied_all (when c))
         && forallb (fun nf => kept (snd nf)) (when c)
     | None => true end.
(** The run with its conditions multiplied out, in which no unit is left. *)
Definition tidied_run (c : run) : run := {| start := start c; inputs := inputs c; when := tidied_all (when c); next := next c |}.

Definition theorem_of (s : statement) (g : context) : theorem :=
  {| its_names := names_in g; its_state := state g; its_run := option_map tidied_run (a_run s);
     assumed := tidied_all (flat_map facts_of (lets s) ++ assume s); shown := tidied_all (show s) |}.

Definition check_proof (lib : library) (s : statement) (sides : list proof) (p : proof) : option theorem :=
  bind (context_of s sides) (fun g =>
    match show s with [] => None | _ =>
      if in_the_space s && check lib fuel g (tidied_all (show s)) p then Some (theorem_of s g) else None end).

End Limited.

(** * The checker is sound *)

Section Checking.
Variable lib : library.
Hypothesis true_lib : forall n th, cited lib n = Some th -> true_theorem th.

Lemma rule_sound chk : good chk -> forall g goals p, rule chk lib g goals p = true -> sound g goals.
Proof.
  intros good_chk g goals p. destruct p; cbn [rule]; intro ok.
  - eapply poly_rule; eauto.
  - eapply cases_rule; eauto.
  - eapply contra_rule; eauto.
  - eapply have_rule; eauto.
  - eapply split_rule; eauto.
  - eapply define_rule; eauto.
  - eapply lemma_rule; eauto.
  - eapply induction_rule; eauto.
  - eapply sum_rule; eauto.
  - eapply entry_rule; eauto.
  - discriminate.
Qed.
Lemma check_good k : good (check lib k).
Proof.
  induction k as [|k IH]; intros g goals p; cbn [check]; [discriminate|].
  destruct p; intro ok; try exact (rule_sound _ IH _ _ _ ok); try exact (focus_sound _ _ (rule_sound _ IH _ _ _ ok)).
  apply andb_prop in ok as [_ ok]. eapply rule_sound; eauto.
Qed.
End Checking.

Section Reading.
Context {E : ips}.
Variable r : env E.

Lemma begin_run_known g c h : known r (below r) g -> reached orthonormal c r -> at_index g = false ->
  begin_run g c = Some h -> known r (below r) h.
Proof.
  unfold begin_run. intros (units & all & _ & where_) runs no_index made. bound. destruct (_ && _); [|discriminate].
  injection made as <-. unfold naming in found. destruct (_ && _) in found; [|discriminate]. injection found as <-.
  repeat split; auto; cbn; unfold below; tauto.
Qed.
Lemma naming_index g ns h : naming g ns = Some h -> at_index h = at_index g.
Proof. unfold naming. destruct (_ && _); [|discriminate]. now intros [= <-]. Qed.
Lemma know_index fs : forall g h, know g fs = Some h -> at_index h = at_index g.
Proof.
  induction fs as [|[n f] fs IH]; cbn [know]; intros g h made; [now injection made as <-|].
  unfold know_one in made. destruct (_ && _); [|discriminate]. now apply IH in made.
Qed.
Lemma begin_run_index g c h : begin_run g c = Some h -> at_index h = false.
Proof. unfold begin_run. intro made. bound. destruct (_ && _); [|discriminate]. now injection made as <-. Qed.
Lemma define_index g d h : define g d = Some h -> at_index h = at_index g.
Proof.
  unfold define. destruct (well_defined g d); [|discriminate]. intro made. bound. apply know_index in made.
  apply naming_index in found. now rewrite made.
Qed.

(** The definition holds if its condition is proved. *)
Definition grants (d : definition) : Prop := holds r (below r) (tidied (side d)) -> all_hold r (below r) (facts_of d).

Lemma read_lets_known fuel c hypotheses ds : forall sides g pending g' pending', read_lets fuel hypotheses g pending ds sides = Some (g', pending') ->
  known r (below r) g -> at_index g = false -> reached_if orthonormal c r -> (pending = None \/ pending = c) ->
  all_hold r (below r) hypotheses -> (forall d, In d ds -> grants d) ->
  known r (below r) g' /\ at_index g' = false /\ (pending' = None \/ pending' = c).
Proof.
  induction ds as [|d ds IH]; intros [|p sides] g pending g' pending' made old no_index runs which given_ all; cbn in made; try discriminate.
  - injection made as <- <-. auto.
  - set (first := match pending with Some c0 => _ | None => _ end) in made.
    destruct first as [[h still]|] eqn:first_made; cbn [bind fst snd] in made; [|discriminate]. subst first.
    destruct (know h _) as [known_|] eqn:more; cbn [bind] in made; [|discriminate].
    destruct (check _ _ _ _ _) eqn:ok; [|discriminate]. destruct (define h d) as [h'|] eqn:defined_; cbn [bind] in made; [|discriminate].
    assert (now_ : known r (below r) h /\ at_index h = false /\ (still = None \/ still = c)).
    { destruct pending as [c0|]; [destruct (existsb _ _)|].
      - destruct (begin_run g c0) as [h0|] eqn:begun; cbn [bind] in first_made; [|discriminate]. injection first_made as <- <-.
        destruct which as [|<-]; [discriminate|]. split; [now apply (begin_run_known g c0) | split; [now apply begin_run_index in begun | auto]].
      - injection first_made as <- <-. auto.
      - injection first_made as <- <-. auto. }
    destruct now_ as (old' & no_index' & which').
    assert (side_ : holds r (below r) (tidied (side d))).
    { apply (all_one r (below r) 1%positive). refine (check_good [] ltac:(discriminate) fuel _ _ _ ok E r _ _).
      refine (know_known _ h known_ r _ old' _ more). intros n f there. apply filter_In in there as [there _]. now apply (given_ n). }
    apply (IH _ _ _ _ _ made); auto.
    + apply (defined_known E r r (below r) h h' d defined_ old'). apply (all d); [now left | exact side_].
    + rewrite (define_index _ _ _ defined_). exact no_index'.
    + intros d' there. apply all. now right.
Qed.
Lemma context_known fuel s sides g : context_of fuel s sides = Some g -> orthonormal r -> reached_if orthonormal (a_run s) r ->
  (forall d, In d (lets s) -> grants d) -> all_hold r (below r) (assume s) -> known r (below r) g.
Proof.
  unfold context_of. intros made units runs all_lets all_assumed.
  destruct (naming nothing (declared s)) as [g0|] eqn:named; cbn [bind] in made; [|discriminate].
  destruct (read_lets _ _ _ _ _ _) as [[g1 pending]|] eqn:lets_; cbn [bind fst snd] in made; [|discriminate].
  assert (old : known r (below r) g0).
  { eapply naming_known; [|exact named]. repeat split; auto; try apply all_nil; cbn; unfold below; tauto. }
  destruct (read_lets_known fuel (a_run s) _ _ _ _ _ _ _ lets_ old) as (old1 & no_index & which); auto.
  { now rewrite (naming_index _ _ _ named). }
  set (second := match pending with Some c => _ | None => _ end) in made.
  destruct second as [h|] eqn:begun; cbn [bind] in made; [|discriminate]. subst second.
  destruct (know h (show s)) as [ignored|]; cbn [bind] in made; [|discriminate].
  refine (know_known _ h g r _ _ all_assumed made). destruct pending as [c|]; [|now injection begun as <-].
  destruct which as [|equal]; [discriminate|]. rewrite <- equal in runs. now apply (begin_run_known g1 c).
Qed.
End Reading.

(** * Nine more dimensions, in which the adjoined units are *)

Lemma lift_vadd n (E : ips) (u v : E) : lift n (vadd u v) = vadd (lift n u) (lift n v).
Proof. induction n as [|n IH]; cbn [lift]; [reflexivity | rewrite IH; apply embed_vadd]. Qed.
Lemma lift_vscale n (E : ips) a (v : E) : lift n (vscale a v) = vscale a (lift n v).
Proof. induction n as [|n IH]; cbn [lift]; [reflexivity | rewrite IH; apply embed_vscale]. Qed.
Lemma lift_vzero n (E : ips) : lift n (vzero E) = vzero (more n E).
Proof. induction n as [|n IH]; cbn [lift]; [reflexivity | now rewrite IH]. Qed.
Lemma lift_inner n (E : ips) (u v : E) : inner (lift n u) (lift n v) = inner u v.
Proof. induction n as [|n IH]; cbn [lift]; [reflexivity | etransitivity; [apply inner_embed | exact IH]]. Qed.
Lemma unit_lift n (E : ips) j (v : E) : inner (unit_vector n E j) (lift n v) = 0.
Proof.
  induction n as [|n IH]; cbn [lift unit_vector]; [apply inner_vzero|].
  destruct (Nat.eqb j (S n)); [apply inner_adjoined_embed | etransitivity; [apply inner_embed | exact IH]].
Qed.
Lemma unit_unit n (E : ips) i j : (1 <= i <= n)%nat ->
  inner (unit_vector n E i) (unit_vector n E j) = if Nat.eqb i j then 1 else 0.
Proof.
  induction n as [|n IH]; intros range; [lia|]. cbn [unit_vector].
  destruct (Nat.eqb_spec i (S n)) as [->|other], (Nat.eqb_spec j (S n)) as [->|other'].
  - rewrite Nat.eqb_refl. apply inner_adjoined.
  - rewrite (proj2 (Nat.eqb_neq (S n) j)) by congruence. apply inner_adjoined_embed.
  - rewrite (proj2 (Nat.eqb_neq i (S n))) by congruence. apply inner_embed_adjoined.
  - etransitivity; [apply inner_embed | apply IH; lia].
Qed.

Section Adjoining.
Context {E : ips}.
Notation E9 := (more 9 E).
Add Ring ring_of_elements_more : (@element_ring E9).

Definition up (x : element E) : element E9 := (fst x, lift 9 (snd x)).
Definition adjoining (r : env E) : env E9 :=
  {| size := size r; value v j := if is_unit v then vector_of (unit_vector 9 E (Pos.to_nat (id v))) else up (value r v j) |}.

Lemma up_number a : up (number_of a) = number_of a.
Proof. unfold up, number_of. cbn [fst snd]. now rewrite lift_vzero. Qed.
Lemma up_plus x y : up (plus x y) = plus (up x) (up y).
Proof. unfold up, plus. cbn [fst snd]. now rewrite lift_vadd. Qed.
Lemma up_times x y : up (times x y) = times (up x) (up y).
Proof. unfold up, times. cbn [fst snd]. now rewrite lift_vadd, !lift_vscale. Qed.
Lemma up_dot x y : up (dot x y) = dot (up x) (up y).
Proof. unfold dot. rewrite up_number. unfold up. cbn [snd]. now rewrite lift_inner. Qed.
Lemma up_sum n f : up (sum n f) = sum n (fun i => up (f i)).
Proof. induction n as [|n IH]; cbn [sum]; [apply up_number | now rewrite up_plus, IH]. Qed.
Lemma up_cut v x : cut v (up x) = up (cut v x).
Proof. unfold cut. destruct (numeric v); [symmetry; apply up_number | reflexivity]. Qed.

Lemma at_adjoining r v i : is_unit v = false -> at_ (adjoining r) v i = up (at_ r v i).
Proof.
  intro none. unfold at_, adjoining. cbn [size value]. rewrite none.
  destruct (family v); [destruct (Nat.ltb i (size r))|]; rewrite ?up_cut, ?up_number; reflexivity.
Qed.
Lemma den_adjoining r t : mentions is_unit t = false -> forall i, den (adjoining r) i t = up (den r i t).
Proof.
  induction t; cbn [den mentions]; intros none i; try both; try (rewrite IHt1, IHt2 by assumption).
  - symmetry. apply up_number.
  - now apply at_adjoining.
  - symmetry. apply up_plus.
  - symmetry. apply up_times.
  - rewrite IHt by assumption. induction n as [|n IH]; cbn [power]; [symmetry; apply up_number | now rewrite IH, up_times].
  - symmetry. apply up_dot.
  - rewrite up_sum. apply sum_same. intros. now apply IHt.
  - rewrite IHt by assumption. symmetry. apply up_number.
Qed.
Lemma holds_adjoining r I f : mentions is_unit (snd f) = false -> holds (adjoining r) I f <-> holds r I f.
Proof.
  intro none. unfold holds. pose proof (den_adjoining r (snd f) none) as equal.
  destruct (indexed (snd f)); [|now rewrite equal].
  split; intros all i here; specialize (all i here); rewrite equal in *; exact all.
Qed.
Lemma at_unit r u i : is_unit u = true -> at_ (adjoining r) u i = vector_of (unit_vector 9 E (Pos.to_nat (id u))).
Proof.
  intro is_u. unfold at_, adjoining. cbn [size value]. rewrite is_u. unfold is_unit in is_u.
  destruct (sort u) eqn:kind_; try discriminate. ands. destruct (family u); [discriminate|].
  unfold cut, numeric. now rewrite kind_.
Qed.
Lemma adjoining_orthonormal r : orthonormal (adjoining r).
Proof.
  intros u is_u v i j. rewrite at_unit by exact is_u. destruct (is_unit v) eqn:is_v; cbn [andb].
  - rewrite at_unit by exact is_v. unfold dot, vector_of. cbn [snd].
    assert (range : (1 <= Pos.to_nat (id u) <= 9)%nat).
    { unfold is_unit in is_u. destruct (sort u); try discriminate. ands. apply Pos.leb_le in H0. lia. }
    rewrite unit_unit by exact range. destruct (Pos.eqb_spec (id u) (id v)) as [->|apart].
    + now rewrite Nat.eqb_refl.
    + rewrite (proj2 (Nat.eqb_neq _ _)); [reflexivity|]. intro equal. now apply Pos2Nat.inj in equal.
  - rewrite at_adjoining by exact is_v. unfold dot, vector_of, up. cbn [snd]. now rewrite unit_lift.
Qed.
Lemma agree_adjoining P r r' : agree P r r' -> agree P (adjoining r) (adjoining r').
Proof.
  intros [sizes same]. split; [exact sizes|]. intros v none i. destruct (is_unit v) eqn:is_v.
  - now rewrite !at_unit.
  - rewrite !at_adjoining by exact is_v. now rewrite same.
Qed.
Lemma assign_adjoining r s : no_units_table s = true -> forallb (fits true) s = true ->
  agree (fun _ => false) (assign (adjoining r) s O) (adjoining (assign r s O)).
Proof.
  intros free fit. apply agree_intro; [reflexivity|]. intros v _ i inside. cbn [size assign adjoining] in inside.
  rewrite (at_assign true) by auto. unfold no_units_table in free. rewrite forallb_forall in free.
  destruct (among (keys s) v) eqn:there.
  - specialize (free _ (put_in _ _ there)). cbn [fst snd] in free. ands.
    rewrite at_adjoining, den_adjoining by (now apply negb_true_iff). now rewrite (at_assign true).
  - rewrite put_none by exact there. cbn [den]. destruct (is_unit v) eqn:is_v; [now rewrite !at_unit|].
    rewrite !at_adjoining by exact is_v. rewrite (at_assign true) by auto. now rewrite put_none.
Qed.
Lemma no_units_in fs n f : no_units fs = true -> In (n, f) fs -> mentions is_unit (snd f) = false.
Proof. unfold no_units. rewrite forallb_forall. intros free there. specialize (free _ there). now apply negb_true_iff in free. Qed.
Lemma all_adjoining r I fs : no_units fs = true -> all_hold r I fs <-> all_hold (adjoining r) I fs.
Proof.
  intro free. split; intros all n f there; apply holds_adjoining; eauto using no_units_in.
Qed.
Lemma reached_adjoining c r : no_units_table (start c) = true -> no_units_table (next c) = true ->
  no_units (tidied_all (when c)) = true -> forallb (fits true) (start c ++ next c) = true ->
  reached anything (tidied_run c) r -> reached orthonormal c (adjoining r).
Proof.
  intros free_start free_next free_when fit. rewrite forallb_app in fit. apply andb_prop in fit as [fit_start fit_next].
  assert (units : forall s r0, no_units_table s = true -> forallb (fits true) s = true -> orthonormal (assign (adjoining r0) s O)).
  { intros s r0 free fit. apply (orthonormal_agree (adjoining (assign r0 s O))); [apply agree_sym; now apply assign_adjoining | apply adjoining_orthonormal]. }
  induction 1 as [r0 _ _ | r0 runs IH allowed _ | r0 r1 runs IH same _].
  - apply (by_input _ _ (assign (adjoining r0) (start c) O)); [|apply (agree_less (fun _ => false)); auto; now apply assign_adjoining | apply adjoining_orthonormal].
    apply at_start; [apply adjoining_orthonormal | auto].
  - apply (by_input _ _ (assign (adjoining r0) (next c) O)); [|apply (agree_less (fun _ => false)); auto; now apply assign_adjoining | apply adjoining_orthonormal].
    apply by_step; [exact IH | | auto]. apply all_hold_tidied; [apply adjoining_orthonormal|]. now apply (proj1 (all_adjoining r0 _ _ free_when)).
  - apply (by_input _ _ (adjoining r0)); [exact IH | now apply agree_adjoining | apply adjoining_orthonormal].
Qed.

(** Where the units are orthonormal, or a fact as it is written speaks of none, it holds multiplied out, too. *)
Lemma tidied_in_space (r : env E) I f : kept f = true -> mentions is_unit (snd (tidied f)) = false ->
  mentions is_unit (snd f) = false \/ orthonormal r -> holds r I f -> holds r I (tidied f).
Proof.
  intros kept_ free [none|units] said; [|now apply tidied_holds].
  apply holds_adjoining; [exact free|]. apply tidied_holds; [apply adjoining_orthonormal | exact kept_ | now apply holds_adjoining].
Qed.
Lemma reached_tidied c (r : env E) : no_units (tidied_all (when c)) = true -> forallb (fun nf => kept (snd nf)) (when c) = true ->
  reached (in_space (when c)) c r -> reached anything (tidied_run c) r.
Proof.
  intros free kept_. induction 1 as [r0 _ _ | r0 runs IH allowed _ | r0 r1 runs IH same _].
  - now apply (at_start anything (tidied_run c)).
  - apply (by_step anything (tidied_run c)); [exact IH | | exact Logic.I]. apply all_map. intros n f there. apply tidied_in_space.
    + rewrite forallb_forall in kept_. exact (kept_ _ there).
    + refine (no_units_in _ n (tidied f) free _). apply in_map_iff. now exists (n, f).
    + apply reached_is in runs as [none|units]; [left; now apply (no_units_in (when c) n) | now right].
    + now apply (allowed n).
  - now apply (by_input anything (tidied_run c) r0).
Qed.
End Adjoining.

(** * The theorem on proofs *)

Lemma run_fits fuel s sides g c : context_of fuel s sides = Some g -> a_run s = Some c -> forallb (fits true) (start c ++ next c) = true.
Proof.
  assert (begun : forall g0 h, begin_run g0 c = Some h -> forallb (fits true) (start c ++ next c) = true).
  { unfold begin_run. intros g0 h made. bound. destruct (_ && _) eqn:ok; [|discriminate]. now ands. }
  assert (read : forall ds hypotheses sides g0 pending gp, read_lets fuel hypotheses g0 pending ds sides = Some gp ->
            pending = Some c -> snd gp = Some c \/ forallb (fits true) (start c ++ next c) = true).
  { induction ds as [|d ds IH]; intros hypotheses [|p ps] g0 pending gp made; cbn in made; try discriminate; intros ->.
    - injection made as <-. now left.
    - destruct (existsb _ _).
      + destruct (begin_run g0 c) as [h|] eqn:begun_; [|discriminate]. right. eauto.
      + cbn [bind fst snd] in made. bound. destruct (check _ _ _ _ _); [|discriminate]. bound. eauto. }
  unfold context_of. intros made running. bound. rewrite running in found0.
  destruct (read _ _ _ _ _ _ found0 eq_refl) as [still|]; [|assumption]. rewrite still in found1. eauto.
Qed.

Lemma no_units_app fs gs : no_units (fs ++ gs) = true -> no_units fs = true /\ no_units gs = true.
Proof. unfold no_units. intro both_. rewrite forallb_app in both_. now apply andb_prop in both_. Qed.
Lemma no_units_side d : no_units (facts_of d) = true -> mentions is_unit (snd (side d)) = false.
Proof. destruct d; cbn; try reflexivity; intro free; ands; destruct (mentions is_unit p); auto; now destruct (is_unit n). Qed.
Lemma no_units_lets ds d : no_units (flat_map facts_of ds) = true -> In d ds -> no_units (facts_of d) = true.
Proof.
  induction ds as [|d' ds IH]; cbn; [easy|]. intros free [->|there]; apply no_units_app in free as [first others]; auto.
Qed.
Lemma tidied_lets ds d : In d ds -> forall n f, In (n, f) (facts_of d) -> In (n, f) (flat_map facts_of ds).
Proof. intros there n f member. apply in_flat_map. now exists d. Qed.

Theorem check_proof_sound (fuel : nat) (lib : library) (s : statement) (sides : list proof) (p : proof) (th : theorem) :
  (forall n t, cited lib n = Some t -> true_theorem t) ->
  check_proof fuel lib s sides p = Some th -> valid s /\ true_theorem th.
Proof.
  intros true_lib. unfold check_proof. intro made. bound. rename a into g, found into context_.
  assert (made' : (if in_the_space s && check lib fuel g (tidied_all (show s)) p then Some (theorem_of s g) else None) = Some th)
    by (destruct (show s); [discriminate | exact made]). clear made.
  destruct (in_the_space s) eqn:space; cbn [andb] in made'; [|discriminate].
  destruct (check lib fuel g (tidied_all (show s)) p) eqn:ok; [|discriminate]. injection made' as <-.
  apply (check_good lib true_lib) in ok. unfold in_the_space in space. repeat (apply andb_prop in space as [space ?H]).
  rename space into free_tidied, H1 into kept_, H0 into free_sides, H into free_run.
  assert (core : forall (E : ips) (r : env E), reached_if anything (option_map tidied_run (a_run s)) r ->
            (forall d, In d (lets s) -> grants (adjoining r) d) -> all_hold (adjoining r) (below r) (assume s) ->
            all_hold (adjoining r) (below r) (tidied_all (show s))).
  { intros E r runs lets_ all. apply (ok (more 9 E) (adjoining r)).
    apply (context_known (adjoining r) fuel s sides g context_ (adjoining_orthonormal r)); auto.
    destruct (a_run s) as [c|] eqn:running; [|exact Logic.I]. ands. cbn [reached_if option_map] in *.
    apply reached_adjoining; [assumption | assumption | assumption | now apply (run_fits fuel s sides g) | exact runs]. }
  unfold facts_within in free_tidied. rewrite app_assoc in free_tidied. unfold tidied_all in free_tidied. rewrite map_app in free_tidied.
  fold (tidied_all (flat_map facts_of (lets s) ++ assume s)) (tidied_all (show s)) in free_tidied.
  destruct (no_units_app _ _ free_tidied) as [free_assumed' free_shown'].
  assert (kept_in : forall n f, In (n, f) (flat_map facts_of (lets s) ++ assume s) -> kept f = true).
  { intros n f there. rewrite forallb_forall in kept_. apply (kept_ (n, f)). unfold facts_within. rewrite app_assoc. apply in_or_app. now left. }
  assert (raised_ : forall (E : ips) (r : env E) fs, orthonormal r -> (forall n f, In (n, f) fs -> In (n, f) (flat_map facts_of (lets s) ++ assume s)) ->
            all_hold r (below r) fs -> all_hold (adjoining r) (below r) fs).
  { intros E r fs units within_ all. apply all_hold_tidied; [apply adjoining_orthonormal|]. apply all_map. intros n f there.
    apply holds_adjoining.
    - refine (no_units_in _ n (tidied f) free_assumed' _). unfold tidied_all. apply in_map_iff. exists (n, f). auto.
    - apply tidied_holds; eauto. }
  assert (is_true : true_theorem (theorem_of s g)).
  { intros E r runs assumed_. cbn [its_run assumed shown theorem_of] in *. apply (proj2 (all_adjoining r _ _ free_shown')).
    assert (all : all_hold (adjoining r) (below r) (flat_map facts_of (lets s) ++ assume s)).
    { apply all_hold_tidied; [apply adjoining_orthonormal|]. now apply (proj1 (all_adjoining r _ _ free_assumed')). }
    apply core; [exact runs | |].
    - intros d there _ n f member. apply (all n), in_or_app. left. now apply (tidied_lets _ d).
    - intros n f there. apply (all n), in_or_app. now right. }
  split; [|exact is_true]. intros E r space runs_ lets_ assumed_.
  assert (runs : reached_if anything (option_map tidied_run (a_run s)) r).
  { unfold run_reaches in runs_. destruct (a_run s) as [c|]; [|exact Logic.I]. ands. now apply reached_tidied. }
  destruct space as [free|units].
  - unfold facts_within in free. destruct (no_units_app _ _ free) as [free_lets free_rest]. destruct (no_units_app _ _ free_rest) as [free_assumed free_shown].
    apply (proj2 (all_adjoining r _ _ free_shown)). apply all_hold_tidied; [apply adjoining_orthonormal|]. apply core; [exact runs | |].
    + intros d there side_. pose proof (no_units_lets _ d free_lets there) as free_d. apply (proj1 (all_adjoining r _ _ free_d)).
      apply (lets_ d there). apply (proj1 (holds_adjoining r (below r) (side d) (no_units_side d free_d))).
      now apply holds_tidied; [apply adjoining_orthonormal|].
    + now apply (proj1 (all_adjoining r _ _ free_assumed)).
  - apply all_hold_tidied; [exact units|]. apply (proj2 (all_adjoining r _ _ free_shown')). apply core; [exact runs | |].
    + intros d there side_. apply (raised_ E r); [exact units | |].
      * intros n f member. apply in_or_app. left. now apply (tidied_lets _ d).
      * apply (lets_ d there). apply holds_tidied; [exact units|].
        refine (proj1 (holds_adjoining r (below r) (tidied (side d)) _) side_). refine (no_units_in _ 1%positive (tidied (side d)) free_sides _).
        unfold tidied_all. apply in_map_iff. exists (1%positive, side d). split; [reflexivity|]. apply in_map_iff. now exists d.
    + apply raised_; auto. intros n f member. apply in_or_app. now right.
Qed.
