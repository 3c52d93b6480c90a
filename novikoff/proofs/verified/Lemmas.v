(** Citing a theorem; if it is about runs, our run is seen as one of its runs. *)

From Novikoff Require Import InnerProduct Algebra Terms Checker Meaning Rules.
Open Scope R_scope.

Lemma mentions_substituted (P Q : name -> bool) s t :
  (forall v, Q v = false -> mentions P (put s v) = false) -> mentions Q t = false -> mentions P (substitute s t) = false.
Proof.
  intros each_. induction t; cbn; intro none; auto; both; now rewrite IHt1, IHt2.
Qed.
Lemma same_names_in l m v : same_names l m = true -> among l v = among m v.
Proof.
  unfold same_names. intro same. ands. rewrite forallb_forall in *.
  destruct (among l v) eqn:left, (among m v) eqn:right; auto; exfalso.
  - apply among_in in left. specialize (H1 _ left). congruence.
  - apply among_in in right. specialize (H _ right). congruence.
Qed.
Lemma put_app s s' v : put (s ++ s') v = if among (keys s) v then put s v else put s' v.
Proof.
  unfold put. induction s as [|[w t] s IH]; cbn; [reflexivity|]. destruct (same_name v w); [reflexivity | exact IH].
Qed.
Lemma image_filter (P : name -> bool) s v :
  image (filter (fun vt => P (fst vt)) s) v = if P v then image s v else None.
Proof.
  induction s as [|[w t] s IH]; cbn; [now destruct (P v)|]. destruct (same_name v w) eqn:same.
  - apply same_name_eq in same as <-. destruct (P v) eqn:yes; cbn; [now rewrite same_name_refl | exact IH].
  - destruct (P w); cbn; [rewrite same|]; exact IH.
Qed.
Lemma keys_image s v : among (keys s) v = match image s v with Some _ => true | None => false end.
Proof. induction s as [|[w t] s IH]; cbn; [reflexivity|]. destruct (same_name v w); [reflexivity | exact IH]. Qed.
Lemma forallb_filter {A} (P Q : A -> bool) l : forallb P l = true -> forallb P (filter Q l) = true.
Proof. rewrite !forallb_forall. intros all x there. apply filter_In in there as [there _]. auto. Qed.

Section Equality.
Context {E : ips}.
Implicit Types r : env E.

Lemma equal_if_gap_vanishes v (x y : element E) :
  (if numeric v then is_number x else is_vector x) -> (if numeric v then is_number y else is_vector y) ->
  fst (if numeric v then plus x (times (number_of (-1)) y)
       else dot (plus x (times (number_of (-1)) y)) (plus x (times (number_of (-1)) y))) = 0 -> x = y.
Proof.
  unfold is_number, is_vector, dot, plus, times, number_of. destruct x as [a u], y as [b w].
  destruct (numeric v); cbn; intros -> -> none.
  - f_equal. lra.
  - f_equal. apply vector_eq. revert none. gram. rewrite ?(inner_comm w u). intro none. lra.
Qed.

(** What is at index i, or at 0 if the name has none. *)
Definition place (v : name) (i : nat) : nat := if family v then i else O.

Lemma gap_closed r images ours theirs through v i :
  orthonormal r -> forallb (fits true) images = true -> forallb (fits true) ours = true ->
  forallb (fits true) theirs = true -> forallb (fits true) through = true ->
  all_hold r (below r) (gaps images ours theirs through) -> among (keys theirs) v = true ->
  (family v = true -> (i < size r)%nat) ->
  den r (place v i) (substitute ours (put images v)) = den r (place v i) (substitute through (put theirs v)).
Proof.
  intros units fit_images fit_ours fit_theirs fit_through all there inside.
  set (f := gap_fact v (substitute ours (put images v)) (substitute through (put theirs v))).
  assert (closed : holds r (below r) f).
  { apply holds_tidied; [exact units|]. apply (all 1%positive). apply in_map_iff. exists v. split; [reflexivity|].
    now apply among_in. }
  pose proof (put_fits true images v fit_images) as fit_here. pose proof (put_fits true theirs v fit_theirs) as fit_there.
  assert (flat : family v = false -> indexed (put images v) = false /\ indexed (put theirs v) = false).
  { intro none. cbn in fit_here, fit_there. rewrite none in *. ands. split.
    - now destruct (indexed (put images v)). - now destruct (indexed (put theirs v)). }
  assert (range : forall t, fits true (v, t) = true -> indexed t = true -> (place v i < size r)%nat).
  { intros t fit index. unfold place. cbn in fit. destruct (family v); auto. rewrite index in fit. now apply andb_prop in fit as []. }
  assert (said : fst (den r (place v i) (snd f)) = 0).
  { unfold holds in closed. destruct (indexed (snd f)) eqn:index.
    - assert (is_family : family v = true).
      { destruct (family v) eqn:none; [reflexivity|]. destruct (flat eq_refl) as [one_ other].
        apply (substitute_indexed ours) in one_; [|exact fit_ours]. apply (substitute_indexed through) in other; [|exact fit_through].
        unfold f, gap_fact in index. cbn [snd] in index. destruct (numeric v); cbn in index; rewrite one_, other in index; discriminate. }
      unfold place. rewrite is_family. exact (closed i (inside is_family)).
    - rewrite (den_same_index r _ index _ O). exact closed. }
  apply (equal_if_gap_vanishes v).
  - rewrite <- (substitute_den r ours O) by eauto. now apply (fits_denotes true).
  - rewrite <- (substitute_den r through O) by eauto. now apply (fits_denotes true).
  - rewrite <- said. unfold f, gap_fact. cbn [snd]. unfold Sub, Neg. destruct (numeric v); cbn [den]; rewrite Q2R_minus_1; reflexivity.
Qed.
End Equality.

Section Simulation.
Variable chk : checker.
Hypothesis good_chk : good chk.

Lemma simulate_rule (E : ips) (r : env E) I g th images seen k : known r I g ->
  forallb (fits (negb (at_index g))) images = true -> simulate_ok chk g th images seen = true -> (at_index g = false -> k = O) ->
  reached_if anything (its_run th) (assign r images k).
Proof.
  intros old fit_images ok zero_k. unfold simulate_ok in ok. destruct (its_run th) as [c'|]; [|exact Logic.I]. cbn.
  destruct seen as [[given first steps after]|]; [|discriminate]. some c running. some h stepped.
  set (state' := keys (start c')) in *.
  set (taken := filter (fun vt => among state' (fst vt) || negb (among (its_state th) (fst vt))) images) in *.
  set (moved := given ++ taken) in *.
  repeat (apply andb_prop in ok as [ok ?H]).
  rename H into after_ok, H0 into first_ok, H1 into steps_ok, H2 into theirs_over, H3 into start_over, H4 into inputs_new,
    H5 into states_in, H6 into states_next, H7 into inputs_given, H8 into given_over, H9 into fit_all, H10 into images_ok.
  apply negb_true_iff in ok. rename ok into no_index. rewrite (zero_k no_index). rewrite no_index in fit_images. cbn in fit_images.
  rewrite !forallb_app in fit_all. repeat (apply andb_prop in fit_all as [fit_all ?H] || apply andb_prop in H as [? H]).
  ands. rename fit_all into fit_start.
  assert (fit_moved : forallb (fits true) moved = true).
  { unfold moved. rewrite forallb_app. apply andb_true_intro. split; [assumption | now apply forallb_filter]. }
  rewrite forallb_forall in images_ok, states_in.
  assert (in_state : forall v, among state' v = true -> among (its_state th) v = true /\ among (keys images) v = true).
  { intros v there. apply among_in in there. specialize (states_in _ there). now ands. }
  (* Parameters of theirs are seen by what our run leaves as it is. *)
  assert (fixed : forall v, among (keys images) v = true -> among (its_state th) v = false ->
            mentions (changing c) (put images v) = false).
  { intros v there no. specialize (images_ok _ (put_in _ _ there)). cbn [fst snd] in images_ok. rewrite no in images_ok.
    ands. match goal with free : negb (mentions (depends g c) _) = true |- _ => apply negb_true_iff in free; rename free into free end.
    destruct (mentions (changing c) (put images v)) eqn:some_; [|reflexivity]. exfalso.
    assert (mono : forall t, mentions (depends g c) t = false -> mentions (changing c) t = false).
    { clear. induction t; cbn; intro none; auto; try both; try now rewrite IHt1, IHt2. unfold depends in none. now both. }
    now rewrite mono in some_. }
  assert (no_input : forall v, among state' v = true -> mentions (among (inputs c)) (put images v) = false).
  { intros v there. destruct (in_state v there) as [yes key]. specialize (images_ok _ (put_in _ _ key)). cbn [fst snd] in images_ok.
    rewrite yes, there in images_ok. cbn in images_ok. ands. now apply negb_true_iff. }
  set (rho := assign r images O).
  set (mix r' := {| size := size r; value v j := if among state' v then den r' (if family v then j else O) (put images v)
                                                else value rho v j |}).
  assert (at_mix : forall r' v i, among state' v = true -> (family v = true -> (i < size r)%nat) ->
            at_ (mix r') v i = den r' (place v i) (put images v)).
  { intros r' v i there inside. pose proof (fits_denotes true v _ (put_fits true images v fit_images) r') as sorted.
    unfold at_, mix, place. cbn [size value]. rewrite there. destruct (family v) eqn:is_family.
    - replace (Nat.ltb i (size r)) with true by (symmetry; apply Nat.ltb_lt; auto). apply cut_same, sorted.
    - apply cut_same, sorted. }
  assert (at_rest : forall r' v i, among state' v = false -> at_ (mix r') v i = at_ rho v i).
  { intros r' v i none. unfold at_, mix, rho, assign. cbn [size value]. now rewrite none. }
  assert (at_rho : forall v i, (family v = true -> (i < size r)%nat) -> at_ rho v i = den r (place v i) (put images v)).
  { intros v i inside. now apply (at_assign true). }
  assert (range : forall s v i, forallb (fits true) s = true -> (family v = true -> (i < size r)%nat) ->
            indexed (put s v) = true -> (place v i < size r)%nat).
  { intros s v i fit inside index. unfold place. pose proof (put_fits true s v fit) as fit_v. cbn in fit_v.
    destruct (family v); auto. rewrite index in fit_v. now apply andb_prop in fit_v as []. }
  Ltac in_range range := intro; eapply range; [| |eassumption]; assumption.
  assert (chain : forall r', reached orthonormal c r' -> agree (changing c) r r' -> reached anything c' (mix r')).
  { intros r' runs. induction runs as [r0 units0 units | r1 runs IH allowed units | r1 r2 runs IH same_ units]; intro along.
    - assert (back : agree (changing c) (assign r0 (start c) 0) r0)
        by (apply (agree_assign true); [exact fit_start | apply changing_start]).
      pose proof (agree_trans _ _ _ _ along back) as along'.
      pose proof (before_known E r r0 I g c old no_index units0 along') as known_.
      pose proof (each_good chk good_chk _ _ _ first_ok E r0 _ known_) as closed.
      apply (by_input _ _ (assign rho (start c') O)); [now apply at_start | | exact Logic.I].
      apply agree_intro; [reflexivity|]. intros v _ i inside. cbn [size assign rho] in inside.
      rewrite (at_assign true) by auto. destruct (among state' v) eqn:there.
      + rewrite at_mix by auto. fold (place v i). unfold rho at 1.
        rewrite (substitute_den r images O); [|exact fit_images | in_range range].
        rewrite (agree_den _ r r0 _ along').
        * rewrite <- (gap_closed r0 images (start c) (start c') images v i); auto.
          -- rewrite <- (substitute_den r0 (start c) O); [reflexivity | exact fit_start|]. rewrite <- (proj1 along'). in_range range.
          -- rewrite <- (proj1 along'). exact inside.
        * apply (mentions_substituted _ (fun u => negb (among (keys images) u) || among (its_state th) u)).
          -- intros u none. apply orb_false_elim in none as [key no]. apply negb_false_iff in key. auto.
          -- rewrite forallb_forall in start_over. specialize (start_over _ (put_in _ _ there)). now apply negb_true_iff in start_over.
      + rewrite at_rest by auto. rewrite put_none by auto. cbn [den]. unfold at_. destruct (family v); reflexivity.
    - assert (back : agree (changing c) (assign r1 (next c) 0) r1)
        by (apply (agree_assign true); [assumption | apply changing_next]).
      pose proof (agree_trans _ _ _ _ along back) as along'. pose proof (reached_is _ _ _ _ runs) as units1.
      pose proof (stepping_known E r r1 I g c h old no_index units1 along' allowed stepped) as known_.
      pose proof (each_good chk good_chk _ _ _ steps_ok E r1 _ known_) as stepping_.
      pose proof (each_good chk good_chk _ _ _ after_ok E r1 _ known_) as closed.
      assert (sizes : size r = size r1) by apply along'.
      set (m2 := {| size := size r; value v j := if among (inputs c') v then den r1 (if family v then j else O) (put given v)
                                                 else value (mix r1) v j |}).
      assert (m2_rest : forall v i, among (inputs c') v = false -> at_ m2 v i = at_ (mix r1) v i).
      { intros v i none. unfold at_, m2. cbn [size value]. now rewrite none. }
      assert (like_moved : agree (fun v => negb (among (keys moved) v)) m2 (assign r1 moved O)).
      { apply agree_intro; [exact sizes|]. intros v there i inside. apply negb_false_iff in there. cbn [size m2] in inside.
        rewrite (at_assign true) by (rewrite <- ?sizes; auto). fold (place v i). unfold moved. rewrite put_app.
        rewrite (same_names_in _ _ v inputs_given). destruct (among (inputs c') v) eqn:is_input.
        - pose proof (fits_denotes true v _ (put_fits true given v ltac:(assumption)) r1) as sorted.
          unfold at_, m2, place. cbn [size value]. rewrite is_input. destruct (family v) eqn:is_family.
          + replace (Nat.ltb i (size r)) with true by (symmetry; apply Nat.ltb_lt; auto). apply cut_same, sorted.
          + apply cut_same, sorted.
        - rewrite m2_rest by auto.
          assert (found : image taken v = image images v /\ among state' v || negb (among (its_state th) v) = true /\ among (keys images) v = true).
          { unfold moved, keys in there. rewrite map_app in there. unfold among in there. rewrite existsb_app in there.
            fold (keys given) (keys taken) (among (keys given) v) (among (keys taken) v) in there.
            rewrite (same_names_in _ _ v inputs_given), is_input in there. cbn in there.
            rewrite keys_image in there. unfold taken in *.
            rewrite (image_filter (fun u => among state' u || negb (among (its_state th) u))) in *.
            rewrite keys_image. destruct (_ || _); [|discriminate]. destruct (image images v); [auto | discriminate]. }
          destruct found as (found & which & key). assert (put taken v = put images v) as -> by (unfold put; now rewrite found).
          destruct (among state' v) eqn:there'; [now apply at_mix|].
          cbn in which. apply negb_true_iff in which. rewrite at_rest by auto. rewrite at_rho by auto.
          apply (agree_den (changing c)); auto. }
      apply (by_input _ _ (assign m2 (next c') O)); [apply by_step; [| |exact Logic.I] | | exact Logic.I].
      + apply (by_input _ _ (mix r1)); [auto | | exact Logic.I]. apply agree_intro; [reflexivity|].
        intros v none i _. symmetry. now apply m2_rest.
      + intros n f there. apply (agree_holds _ (assign r1 moved O) m2 _ _ (agree_sym _ _ _ like_moved)).
        * rewrite forallb_forall in theirs_over. apply negb_true_iff, theirs_over, in_or_app. left.
          apply in_map_iff. now exists (n, f).
        * apply holds_assigned; [exact fit_moved | unfold within, below; cbn; rewrite sizes; auto |].
          change (below m2) with (fun i => (i < size r)%nat). rewrite sizes. eapply goals_hold; eauto.
      + apply agree_intro; [reflexivity|]. intros v no i inside. cbn [size assign m2] in inside.
        rewrite (at_assign true) by auto. fold (place v i). destruct (among state' v) eqn:there.
        * pose proof there as there_next. rewrite (same_names_in _ _ v states_next) in there_next.
          rewrite at_mix by auto. rewrite (agree_den _ _ _ _ like_moved).
          -- rewrite substitute_den; [|exact fit_moved | rewrite <- sizes; in_range range].
             rewrite <- (gap_closed r1 images (next c) (next c') moved v i); auto; [|rewrite <- sizes; exact inside].
             rewrite <- (substitute_den r1 (next c) O); [reflexivity | assumption | rewrite <- sizes; in_range range].
          -- rewrite forallb_forall in theirs_over. apply negb_true_iff, theirs_over, in_or_app. right.
             apply in_map_iff. exists (v, put (next c') v). split; [reflexivity | now apply put_in].
        * rewrite at_rest by auto. rewrite put_none by (rewrite <- (same_names_in _ _ v states_next); exact there).
          cbn [den]. rewrite <- (at_rest r1) by auto. rewrite <- m2_rest by auto. unfold at_, place. destruct (family v); reflexivity.
    - assert (along' : agree (changing c) r r1).
      { apply (agree_trans _ _ _ _ along), agree_sym, (agree_less (among (inputs c))); [apply changing_input | exact same_]. }
      apply (by_input _ _ (mix r1)); [auto | | exact Logic.I]. apply agree_intro; [reflexivity|].
      intros v _ i inside. cbn [size mix] in inside. destruct (among state' v) eqn:there.
      + rewrite !at_mix by auto. apply (agree_den (among (inputs c))); auto.
      + now rewrite !at_rest by auto. }
  apply (by_input _ _ (mix r)); [apply chain; [|apply agree_refl] | | exact Logic.I].
  - destruct old as (_ & _ & runs & _). now rewrite running in runs.
  - apply agree_intro; [reflexivity|]. intros v _ i inside. cbn [size mix] in inside. fold rho. destruct (among state' v) eqn:there.
    + rewrite at_mix by auto. symmetry. now apply at_rho.
    + now apply at_rest.
Qed.

Lemma all_combined (E : ips) (r : env E) I ns (fs : list fact) : (forall f, In f fs -> holds r I f) -> all_hold r I (combine ns fs).
Proof. intros all n f there. apply in_combine_r in there. auto. Qed.

Lemma lemma_rule lib : (forall n th, cited lib n = Some th -> true_theorem th) -> forall g goals of images seen premises ns p,
  lemma_ok chk lib g goals of images seen premises ns p = true -> sound g goals.
Proof.
  intros true_lib g goals of images seen premises ns p. unfold lemma_ok. intros ok E r I old. some th found.
  apply andb_prop in ok as [ok then_ok]. apply andb_prop in ok as [ok _]. apply andb_prop in ok as [ok kept_].
  apply andb_prop in ok as [ok premises_ok]. apply andb_prop in ok as [ok seen_ok]. apply andb_prop in ok as [ok at_one_].
  apply andb_prop in ok as [_ fit_images]. some after made.
  refine (with_more chk good_chk g after _ goals p E r I old _ made then_ok). apply all_combined.
  intros f there. apply in_map_iff in there as ([n f'] & <- & there). cbn [snd].
  assert (fitting : forallb (fits (negb (at_index g))) images = true).
  { rewrite forallb_forall in *. intros vt in_. specialize (fit_images _ in_). now ands. }
  pose proof (each_good chk good_chk _ _ _ premises_ok E r I old) as given.
  pose proof (goals_hold E r I images (assumed th) (proj1 old) given) as premises_hold. clear given.
  pose proof (known_within r I g old) as inside. rewrite forallb_forall in kept_. specialize (kept_ _ there). cbn [snd] in kept_.
  destruct (at_index g) eqn:index; cbn in fitting, at_one_.
  - pose proof old as (_ & _ & _ & where_). rewrite index in where_. destruct where_ as (k & less & only).
    apply andb_prop in at_one_ as [at_one_ _]. rewrite forallb_forall in at_one_.
    assert (flat : forall m e, In (m, e) (assumed th ++ shown th) -> indexed (snd e) = false /\
              forall i, den (assign r images k) i (snd e) = den r k (substitute images (snd e))).
    { intros m e in_. specialize (at_one_ _ in_). unfold at_one in at_one_. cbn [snd] in at_one_. ands.
      assert (indexed (snd e) = false) by now apply negb_true_iff. split; [assumption|]. intro i. now apply substitute_den_at. }
    assert (runs : reached_if anything (its_run th) (assign r images k)).
    { apply (simulate_rule E r I g th images seen k old); [now rewrite index | exact seen_ok | congruence]. }
    assert (assumed_ : all_hold (assign r images k) (below (assign r images k)) (assumed th)).
    { intros m e in_. destruct (flat m e) as [none value_]; [apply in_or_app; now left|].
      unfold holds. rewrite none, value_. specialize (premises_hold m e in_).
      rewrite (holds_at_one r I k) in premises_hold by exact only. exact premises_hold. }
    pose proof (true_lib _ _ found E _ runs assumed_ n f' there) as shown_.
    destruct (flat n f') as [none value_]; [apply in_or_app; now right|].
    unfold holds in shown_. rewrite none, value_ in shown_. rewrite (holds_at_one r I k) by exact only. exact shown_.
  - pose proof (known_below r I g old index) as all_i.
    assert (runs : reached_if anything (its_run th) (assign r images O)).
    { apply (simulate_rule E r I g th images seen O old); [now rewrite index | exact seen_ok | reflexivity]. }
    assert (assumed_ : all_hold (assign r images O) (below (assign r images O)) (assumed th)).
    { intros m e in_. apply holds_assigned; [exact fitting | intros i less; exact less |].
      apply (holds_less r I); [intros i less; now apply all_i | eauto]. }
    pose proof (true_lib _ _ found E _ runs assumed_ n f' there) as shown_.
    apply (assigned_holds r images O); auto. apply (holds_less _ (below r)); [intros i in_; now apply all_i | exact shown_].
Qed.
End Simulation.
