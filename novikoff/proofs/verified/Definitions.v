(** New names: numbers that exist, and entries of families. *)

From Novikoff Require Import InnerProduct Exponential NearestPoint Algebra Terms Checker Meaning Rules Lemmas.
Require Import MSetPositive.
Open Scope R_scope.

Section Extending.
Context {E : ips}.
Implicit Types r : env E.
Add Ring ring_of_elements_extended : (@element_ring E).

Definition extended r (l : list name) (F : name -> nat -> element E) : env E :=
  {| size := size r; value v j := if among l v then F v j else value r v j |}.

Lemma extended_agrees r l F : agree (among l) r (extended r l F).
Proof. split; [reflexivity|]. intros v none i. unfold at_, extended. cbn [size value]. now rewrite none. Qed.
Lemma at_extended r l F v i : among l v = true -> (family v = true -> (i < size r)%nat) ->
  at_ (extended r l F) v i = cut v (F v (place v i)).
Proof.
  intros there inside. unfold at_, extended, place. cbn [size value]. rewrite there. destruct (family v); [|reflexivity].
  now replace (Nat.ltb i (size r)) with true by (symmetry; apply Nat.ltb_lt; auto).
Qed.

Lemma orthonormal_agree r r' : agree (fun _ => false) r r' -> orthonormal r -> orthonormal r'.
Proof. intros [_ same] units u is_u v i j. rewrite <- !same by reflexivity. auto. Qed.

(** Values of the names N from r', those of the others from r. *)
Definition mixed (N : name -> bool) r r' : env E :=
  {| size := size r; value v j := if N v then value r' v j else value r v j |}.
Lemma mixed_in N r r' v i : size r = size r' -> N v = true -> at_ (mixed N r r') v i = at_ r' v i.
Proof. intros sizes there. unfold at_, mixed. cbn [size value]. now rewrite there, sizes. Qed.
Lemma mixed_out N r r' v i : N v = false -> at_ (mixed N r r') v i = at_ r v i.
Proof. intros there. unfold at_, mixed. cbn [size value]. now rewrite there. Qed.
Lemma mixed_orthonormal N r r' : size r = size r' -> (forall u, is_unit u = true -> N u = false) ->
  (forall u i, is_unit u = true -> at_ r u i = at_ r' u i) -> orthonormal r -> orthonormal r' -> orthonormal (mixed N r r').
Proof.
  intros sizes no_unit steady units units' u is_u v i j. rewrite (mixed_out N r r' u) by auto.
  destruct (N v) eqn:there; [rewrite mixed_in by auto; rewrite steady by auto | rewrite mixed_out by auto]; auto.
Qed.

(** What a run reaches, it reaches with other values of names that it does not mention. *)
Definition free_of (N : name -> bool) (s : table) : Prop :=
  forall v t, In (v, t) s -> N v = false /\ mentions N t = false.
Lemma frame c N r : forallb (fits true) (start c) = true -> forallb (fits true) (next c) = true ->
  free_of N (start c) -> free_of N (next c) -> (forall n f, In (n, f) (when c) -> mentions N (snd f) = false) ->
  (forall u, is_unit u = true -> N u = false /\ changing c u = false) ->
  reached orthonormal c r -> forall r', agree N r r' -> orthonormal r' -> reached orthonormal c r'.
Proof.
  intros fit_start fit_next free_start free_next free_when no_unit runs.
  assert (again : forall s r0 r', forallb (fits true) s = true -> free_of N s -> size r0 = size r' ->
            agree N (assign r0 s O) r' -> agree (fun _ => false) (assign (mixed N r0 r') s O) r').
  { intros s r0 r' fit free sizes [_ same]. apply agree_intro; [exact sizes|]. intros v _ i inside. cbn [size assign mixed] in inside.
    rewrite (at_assign true) by auto. fold (place v i). destruct (among (keys s) v) eqn:there.
    - destruct (free _ _ (put_in _ _ there)) as [out none]. rewrite <- same by assumption.
      rewrite (at_assign true) by auto. fold (place v i). apply (agree_den N); [|exact none].
      split; [reflexivity|]. intros u no j. now apply mixed_out.
    - rewrite put_none by auto. cbn [den]. assert (at_ (mixed N r0 r') v (place v i) = at_ (mixed N r0 r') v i) as ->
        by (unfold at_, place; now destruct (family v)).
      destruct (N v) eqn:is_n; [now apply mixed_in|]. rewrite mixed_out, <- same by assumption.
      rewrite (at_assign true) by auto. rewrite put_none by auto. cbn [den]. unfold at_. now destruct (family v). }
  assert (steady_assign : forall s r0 r' u i, forallb (fits true) s = true -> among (keys s) u = false -> is_unit u = true ->
            agree N (assign r0 s O) r' -> at_ r0 u i = at_ r' u i).
  { intros s r0 r' u i fit out is_u [_ same]. rewrite <- same by (now apply no_unit).
    destruct (agree_assign true r0 s O (fun v => among (keys s) v) fit (fun v none => none)) as [_ back]. symmetry. now apply back. }
  induction runs as [r0 units0 units | r0 runs IH allowed units | r0 r1 runs IH same_ units]; intros r' same units'.
  - assert (sizes : size r0 = size r') by apply same.
    assert (mixed_units : orthonormal (mixed N r0 r')).
    { apply mixed_orthonormal; auto; [intros u is_u; now apply no_unit|]. intros u i is_u.
      apply (steady_assign (start c)); auto. now apply changing_start, no_unit. }
    pose proof (again (start c) r0 r' fit_start free_start sizes same) as back.
    apply (by_input _ _ (assign (mixed N r0 r') (start c) O)); auto.
    + apply at_start; [exact mixed_units|]. apply (orthonormal_agree r'); [now apply agree_sym | exact units'].
    + apply (agree_less (fun _ => false)); auto.
  - assert (sizes : size r0 = size r') by apply same.
    assert (mixed_units : orthonormal (mixed N r0 r')).
    { apply mixed_orthonormal; auto; [intros u is_u; now apply no_unit| |now apply reached_is in runs]. intros u i is_u.
      apply (steady_assign (next c)); auto. now apply changing_next, no_unit. }
    assert (like : agree N r0 (mixed N r0 r')) by (split; [reflexivity | intros v none i; symmetry; now apply mixed_out]).
    pose proof (again (next c) r0 r' fit_next free_next sizes same) as back.
    apply (by_input _ _ (assign (mixed N r0 r') (next c) O)); auto.
    + apply by_step; [now apply IH | | apply (orthonormal_agree r'); [now apply agree_sym | exact units']].
      intros n f there. apply (agree_holds N r0); eauto.
    + apply (agree_less (fun _ => false)); auto.
  - assert (sizes : size r0 = size r') by (destruct same, same_; congruence).
    assert (mixed_units : orthonormal (mixed N r0 r')).
    { apply mixed_orthonormal; auto; [intros u is_u; now apply no_unit| |now apply reached_is in runs]. intros u i is_u.
      destruct same_ as [_ same_], same as [_ same]. rewrite same_, same; auto; [now apply no_unit|]. now apply changing_input, no_unit. }
    apply (by_input _ _ (mixed N r0 r')); auto.
    + apply IH; [|exact mixed_units]. split; [reflexivity | intros v none i; symmetry; now apply mixed_out].
    + split; [exact sizes|]. intros v no i. destruct (N v) eqn:is_n; [now apply mixed_in|]. rewrite mixed_out by auto.
      destruct same_ as [_ same_], same as [_ same]. now rewrite same_, same by auto.
Qed.

Lemma free_of_all l t : (forall v, In v l -> mentions (same_name v) t = false) -> mentions (among l) t = false.
Proof.
  induction t; cbn; intro each_; auto;
    try (rewrite IHt1, IHt2; [reflexivity|intros v in_; specialize (each_ v in_); now both ..]).
  apply not_among. intro there. specialize (each_ _ there). now rewrite same_name_refl in each_.
Qed.

Lemma extend r (I : nat -> Prop) g goals l F : known r I g -> forallb (absent g goals) l = true ->
  (forall v, among l v = true -> forall u, is_unit u = true -> forall i j, dot (at_ r u i) (cut v (F v j)) = zero) ->
  known (extended r l F) I g /\ (all_hold (extended r l F) I goals -> all_hold r I goals).
Proof.
  intros old new orthogonal. rewrite forallb_forall in new. pose proof old as (units & all & runs & where_).
  assert (no_unit : forall u, is_unit u = true -> among l u = false).
  { intros u is_u. apply not_among. intro there. specialize (new _ there). unfold absent in new. ands. now rewrite is_u in *. }
  assert (units' : orthonormal (extended r l F)).
  { intros u is_u v i j. destruct (extended_agrees r l F) as [_ same]. rewrite <- same by auto.
    destruct (among l v) eqn:there; [|rewrite <- same by auto; auto].
    destruct (is_unit v) eqn:is_v; [now rewrite no_unit in there|]. cbn.
    unfold at_ at 2. unfold extended. cbn [size value]. rewrite there.
    destruct (family v); [destruct (Nat.ltb j (size r))|]; auto. rewrite dot_comm. now apply dot_number. }
  assert (free : forall fs, (forall v, In v l -> forallb (fun nf : label * fact => negb (mentions (same_name v) (snd (snd nf)))) fs = true) ->
            forall n f, In (n, f) fs -> mentions (among l) (snd f) = false).
  { intros fs none n f there. apply free_of_all. intros v in_. specialize (none v in_). rewrite forallb_forall in none.
    specialize (none _ there). now apply negb_true_iff in none. }
  pose proof (extended_agrees r l F) as same. split; [split; [exact units' | split; [|split; [|exact where_]]]|].
  - intros n f there. apply (agree_holds (among l) r); [exact same | | exact (all n f there)]. apply (free (facts_in g)) with (n := n); auto.
    intros v in_. specialize (new v in_). unfold absent in new. now ands.
  - destruct (run_of g) as [c|] eqn:running; [|exact Logic.I]. cbn in *.
    destruct l as [|v0 l'] eqn:is_l.
    { apply (by_input _ _ r); auto. apply (agree_less (among [])); [reflexivity | exact same]. }
    rewrite <- is_l in *. assert (there0 : In v0 l) by (rewrite is_l; now left).
    assert (table_free : forall s, (forall v, In v l -> forallb (fun vt : name * term => negb (same_name v (fst vt)) && negb (mentions (same_name v) (snd vt))) s = true) -> free_of (among l) s).
    { intros s none w t in_. split.
      - apply not_among. intro there. specialize (none _ there). rewrite forallb_forall in none. specialize (none _ in_).
        cbn in none. now rewrite same_name_refl in none.
      - apply free_of_all. intros v there. specialize (none v there). rewrite forallb_forall in none. specialize (none _ in_).
        cbn in none. ands. now apply negb_true_iff. }
    assert (parts : forall v, In v l ->
       (forallb (fun vt : name * term => negb (same_name v (fst vt)) && negb (mentions (same_name v) (snd vt))) (start c) = true /\
        forallb (fun vt : name * term => negb (same_name v (fst vt)) && negb (mentions (same_name v) (snd vt))) (next c) = true /\
        forallb (fun nf : label * fact => negb (mentions (same_name v) (snd (snd nf)))) (when c) = true) /\
       forallb (fits true) (start c ++ next c) = true /\
       forallb (fun u => negb (is_unit u)) (inputs c ++ keys (start c) ++ keys (next c)) = true).
    { intros v in_. specialize (new v in_). unfold absent in new. rewrite running in new. ands. tauto. }
    destruct (parts v0 there0) as (_ & fit & steady). rewrite forallb_app in fit. apply andb_prop in fit as [fit_start fit_next].
    apply (frame c (among l) r); auto.
    + apply table_free. intros v in_. now destruct (parts v in_) as ((? & _) & _).
    + apply table_free. intros v in_. now destruct (parts v in_) as ((_ & ? & _) & _).
    + apply free. intros v in_. now destruct (parts v in_) as ((_ & _ & ?) & _).
    + intros u is_u. split; [auto|]. rewrite !forallb_app in steady. ands. unfold changing.
      assert (out : forall s, forallb (fun u => negb (is_unit u)) s = true -> among s u = false).
      { intros s none. apply not_among. intro there. rewrite forallb_forall in none. specialize (none _ there). now rewrite is_u in none. }
      now rewrite !out.
  - intros shown_ n f there. apply (agree_holds (among l) (extended r l F)); [now apply agree_sym | | eauto].
    apply (free goals) with (n := n); auto. intros v in_. specialize (new v in_). unfold absent in new. now ands.
Qed.

(** * Definitions *)

Lemma holds_if r (I : nat -> Prop) f : (forall i, I i \/ indexed (snd f) = false -> says (fst f) (fst (den r i (snd f)))) -> holds r I f.
Proof. intro all. unfold holds. destruct (indexed (snd f)); auto. Qed.

(** If a number is good at each place, there is a family, or a number, that is. *)
Lemma chosen r I g n p (good_ : Real -> Real -> Prop) x : known r I g -> holds r I (x, p) ->
  Bool.eqb (family n) (indexed p && negb (at_index g)) = true -> (forall a, says x a -> exists b, good_ a b) ->
  exists f : nat -> Real, forall i, I i \/ family n = false /\ indexed p = false -> good_ (fst (den r i p)) (f (place n i)).
Proof.
  intros old side_ sort_ exists_. apply eqb_prop in sort_. unfold place. destruct (family n) eqn:is_family.
  - symmetry in sort_. ands. apply negb_true_iff in H0. pose proof (known_below r I g old H0) as all_i.
    destruct (each_exists (size r) (fun i b => good_ (fst (den r i p)) b)) as [f good_f].
    + intros i less. apply exists_. unfold holds in side_. cbn [fst snd] in side_. rewrite H in side_. now apply side_, all_i.
    + exists f. intros i [there|[? _]]; [|discriminate]. now apply good_f, all_i.
  - destruct (somewhere r I g old) as [k here].
    assert (said : says x (fst (den r k p))).
    { apply (plain_says r I g k (x, p) old here); [|exact side_]. unfold plain. cbn [snd].
      destruct (indexed p), (at_index g); auto; discriminate. }
    destruct (exists_ _ said) as [b good_b]. exists (fun _ => b). intros i where_.
    replace (den r i p) with (den r k p); [exact good_b|]. destruct (indexed p) eqn:index; [|now apply den_same_index].
    destruct where_ as [there|[_ ?]]; [|discriminate]. destruct (at_index g) eqn:at_; [|discriminate].
    destruct old as (_ & _ & _ & one_). rewrite at_ in one_. destruct one_ as (j & _ & only). specialize (here at_).
    apply only in here, there. now subst.
Qed.

Definition with_number r n (f : nat -> Real) := extended r [n] (fun _ j => number_of (f j)).
Lemma with_number_at r n f i : numeric n = true -> (family n = true -> (i < size r)%nat) ->
  at_ (with_number r n f) n i = number_of (f (place n i)).
Proof.
  intros is_number_ inside. unfold with_number. rewrite at_extended; auto.
  - unfold cut. now rewrite is_number_.
  - cbn. now rewrite same_name_refl.
Qed.
Lemma with_number_den r n f t i : mentions (same_name n) t = false -> den (with_number r n f) i t = den r i t.
Proof.
  intro none. symmetry. apply (agree_den (among [n])); [apply extended_agrees|]. apply free_of_all. intros v [<-|[]]. exact none.
Qed.
Lemma number_orthogonal r v a : numeric v = true -> forall u, is_unit u = true -> forall i (j : nat), dot (at_ r u i) (cut v (number_of a)) = zero.
Proof. intros is_n u _ i _. rewrite dot_comm. unfold cut. rewrite is_n. now apply dot_number. Qed.
End Extending.

Section Defining.
Variable chk : checker.
Hypothesis good_chk : good chk.

Ltac at_places inside := apply holds_if; cbn [fst snd]; unfold Sub, Neg; cbn [indexed]; intros i where_;
  cbn [den]; autorewrite with first; rewrite ?Q2R_minus_1, ?Q2R_1; cbn [says].

Lemma one_number (E : ips) (r : env E) I g goals n p x (good_ : Real -> Real -> Prop) : known r I g ->
  holds r I (x, p) -> forallb (absent g goals) [n] = true -> numeric n = true ->
  Bool.eqb (family n) (indexed p && negb (at_index g)) = true -> negb (mentions (same_name n) p) = true ->
  (forall a, says x a -> exists b, good_ a b) ->
  exists r' : env E, known r' I g /\ (all_hold r' I goals -> all_hold r I goals) /\
    forall i, I i \/ family n = false /\ indexed p = false ->
      at_ r' n i = number_of (fst (at_ r' n i)) /\ good_ (fst (den r' i p)) (fst (at_ r' n i)).
Proof.
  intros old side_ new is_n sort_ none exists_. apply negb_true_iff in none.
  destruct (chosen r I g n p good_ x old side_ sort_ exists_) as [f good_f].
  exists (with_number r n f). destruct (extend r I g goals [n] (fun _ j => number_of (f j)) old new) as [known_ back].
  - intros v there. apply among_in in there as [<-|[]]. intros. now apply number_orthogonal.
  - split; [exact known_ | split; [exact back|]]. intros i where_.
    assert (inside : family n = true -> (i < size r)%nat).
    { intro is_family. destruct where_ as [there|[? _]]; [|congruence]. now apply (known_within r I g old). }
    rewrite with_number_at, with_number_den by auto. split; [reflexivity|]. rewrite fst_number. auto.
Qed.

Lemma defined_known (E : ips) (r r' : env E) I g h d : define g d = Some h ->
  known r' I g -> all_hold r' I (facts_of d) -> known r' I h.
Proof.
  unfold define. destruct (well_defined g d); [|discriminate]. intros made old all. bound.
  refine (know_known _ _ _ _ _ _ all made). unfold naming in found. destruct (_ && _) in found; [|discriminate].
  injection found as <-. exact old.
Qed.

Lemma define_rule g goals d why p : define_ok chk g goals d why p = true -> sound g goals.
Proof.
  unfold define_ok. intros ok E r I old. apply andb_prop in ok as [ok then_ok]. apply andb_prop in ok as [side_ok new].
  some h made. pose proof made as ok. unfold define in ok. destruct (well_defined g d) eqn:well; [clear ok|discriminate].
  assert (side_ : holds r I (side d)).
  { apply holds_tidied; [apply old|]. apply (all_one r I 1%positive). eapply good_chk; eauto. }
  cut (exists r' : env E, known r' I g /\ (all_hold r' I goals -> all_hold r I goals) /\ all_hold r' I (facts_of d)).
  { intros (r' & known_ & back & all). apply back. apply (good_chk _ _ _ then_ok). now apply (defined_known E r r' I g h d). }
  destruct d as [n q def | n q def sign | n q def | signed n m f c y across along balance sign]; cbn [side defined facts_of] in *; unfold well_defined in well.
  - ands. destruct (one_number E r I g goals n q Unequal (fun a b => b * a = 1) old side_ new) as (r' & known_ & back & at_n); auto.
    { intros a apart. exists (/ a). now apply Rinv_l. }
    exists r'. split; [exact known_ | split; [exact back|]]. apply one_all. at_places tt. destruct (at_n i) as [_ good_n].
    { destruct where_ as [?|index]; [auto|]. right. repeat both. auto. }
    rewrite good_n. lra.
  - ands. destruct (one_number E r I g goals n q AtLeast (fun a b => 0 <= b /\ b * b = a) old side_ new) as (r' & known_ & back & at_n); auto.
    { intros a weak. exists (sqrt a). split; [apply sqrt_pos | now apply sqrt_sqrt]. }
    exists r'. split; [exact known_ | split; [exact back|]]. apply all_cons; [|apply one_all]; at_places tt.
    + destruct (at_n i) as [_ [_ good_n]].
      { destruct where_ as [?|index]; [auto|]. right. repeat both. auto. }
      rewrite good_n. lra.
    + assert (signed_at : forall j, I j \/ family n = false /\ indexed q = false -> 0 <= fst (at_ r' n j)) by (intros j there; now apply at_n).
      destruct where_ as [there|single]; [auto|].
      match goal with sort_ : Bool.eqb _ _ = true |- _ => apply eqb_prop in sort_; rewrite single in sort_ end.
      destruct (somewhere r' I g known_) as [k here]. unfold here_in in here.
      replace (at_ r' n i) with (at_ r' n k) by (unfold at_; now rewrite single).
      apply signed_at. destruct (at_index g), (indexed q); auto; discriminate.
  - ands. destruct (one_number E r I g goals n q Above (fun a b => exp b = a) old side_ new) as (r' & known_ & back & at_n); auto.
    { intros a positive. destruct (@log_exists a 0) as [b is_log]; [exact positive|]. exists b. rewrite is_log. ring. }
    exists r'. split; [exact known_ | split; [exact back|]]. apply one_all. at_places tt. destruct (at_n i) as [_ good_n].
    { destruct where_ as [?|index]; [auto|]. right. repeat both. auto. }
    rewrite good_n. lra.
  - ands. repeat match goal with known_ : negb _ = true |- _ => apply negb_true_iff in known_ end.
    match goal with none : forallb _ [n; m] = true |- _ => cbn in none end. ands.
    repeat match goal with known_ : negb _ = true |- _ => apply negb_true_iff in known_ end.
    pose proof (known_below r I g old ltac:(assumption)) as all_i.
    set (fi i := snd (den r i f)). set (yi i := fst (den r i y)). set (c0 := snd (den r O c)).
    set (q mi := vsum (size r) (fun i => vscale (mi i) (fi i))).
    assert (solved : exists mi b, (signed = true -> forall i, (i < size r)%nat -> 0 <= mi i) /\
              total (size r) (fun i => mi i * yi i) = 0 /\ inner c0 (q mi) = inner (q mi) (q mi) /\
              forall i, (i < size r)%nat -> if signed then 0 <= - (inner c0 (fi i) - inner (q mi) (fi i) + b * yi i)
                                     else - (inner c0 (fi i) - inner (q mi) (fi i) + b * yi i) = 0).
    { destruct signed.
      - destruct (nearest_exists E (size r) fi c0 yi) as (mi & b & sign_ & sum_ & along_ & across_). exists mi, b.
        repeat split; auto. intros i less. specialize (across_ i less). rewrite (inner_comm (q mi)). unfold q. lra.
      - destruct (projection_exists E (size r) fi c0 yi) as (mi & b & sum_ & along_ & across_). exists mi, b.
        repeat split; auto; [discriminate|]. intros i less. specialize (across_ i less). rewrite (inner_comm (q mi)). unfold q. lra. }
    destruct solved as (mi & b & sign_ & sum_ & along_ & across_).
    set (F := fun v j => if same_name v n then @number_of E (mi j) else number_of b).
    assert (numbers : forall v, among [n; m] v = true -> numeric v = true).
    { intros v there. apply among_in in there as [<-|[<-|[]]]; assumption. }
    destruct (extend r I g goals [n; m] F old new) as [known_ back].
    { intros v there u is_u i j. unfold F. destruct (same_name v n); apply number_orthogonal; auto. }
    set (r' := extended r [n; m] F) in *. exists r'. split; [exact known_ | split; [exact back|]].
    assert (apart : same_name m n = false).
    { destruct (same_name m n) eqn:same_; [|reflexivity]. apply same_name_eq in same_. congruence. }
    assert (at_n : forall i, (i < size r)%nat -> at_ r' n i = number_of (mi i)).
    { intros i less. unfold r'. rewrite at_extended by (cbn; rewrite ?same_name_refl; auto). unfold F, place, cut.
      rewrite same_name_refl. repeat match goal with is_ : _ = true |- _ => rewrite is_ end. reflexivity. }
    assert (at_m : forall i, at_ r' m i = number_of b).
    { intros i. unfold r'. rewrite at_extended by (cbn; rewrite ?same_name_refl, ?orb_true_r; congruence || auto). unfold F, cut.
      rewrite apart. now rewrite numbers by (cbn; rewrite same_name_refl, orb_true_r; reflexivity). }
    assert (same_den : forall t i, mentions (same_name n) t = false -> mentions (same_name m) t = false -> den r' i t = den r i t).
    { intros t i no_n no_m. symmetry. apply (agree_den (among [n; m])); [apply extended_agrees|].
      apply free_of_all. intros v [<-|[<-|[]]]; assumption. }
    assert (as_vector : forall t i, vector t = true -> den r i t = vector_of (snd (den r i t))).
    { intros t i is_v. pose proof (vector_denotes r t is_v i) as none. unfold is_vector in none. destruct (den r i t). cbn in *. now subst. }
    unfold vector_in, number_in in *. ands.
    assert (den_q : forall i, snd (den r' i (Sum (Mul (Var n) f))) = q mi).
    { intro i. cbn [den]. rewrite sum_snd. unfold q. apply vsum_eq. intros j less. cbn [size r' extended] in less.
      rewrite at_n, same_den by assumption. rewrite as_vector by assumption. unfold times, number_of, vector_of. cbn [fst snd].
      now rewrite scaled_zero, vadd_zero. }
    assert (den_gap : forall i z, inner (snd (den r' i (Sub c (Sum (Mul (Var n) f))))) z = inner c0 z - inner (q mi) z).
    { intros i z. unfold Sub, Neg. cbn [den]. fold (den r' i (Sum (Mul (Var n) f))).
      change (sum (size r') (fun j => times (at_ r' n j) (den r' j f))) with (den r' i (Sum (Mul (Var n) f))).
      rewrite same_den by assumption. rewrite (den_same_index r c ltac:(assumption) i O).
      pose proof (den_q i) as equal. destruct (den r' i (Sum (Mul (Var n) f))) as [a w]. cbn in equal. subst w. fold c0.
      unfold plus, times, number_of. cbn [fst snd]. rewrite !inner_vadd, !inner_vscale, inner_vzero, Q2R_minus_1. unfold c0. ring. }
    apply all_cons; [|apply all_cons; [|apply all_cons]].
    + apply holds_if. cbn [fst snd]. intros i where_.
      assert (less : (i < size r)%nat).
      { destruct where_ as [there|none]; [now apply all_i|]. exfalso. unfold Neg, Sub in none. cbn [indexed] in none. repeat both.
        match goal with yes : ?x = true, no : ?x = false |- _ => now rewrite yes in no end. }
      rewrite v_neg. cbn [den]. rewrite fst_plus, fst_dot, fst_times, at_m, fst_number, den_gap, !same_den by assumption.
      fold (fi i) (yi i). specialize (across_ i less). now destruct signed.
    + apply holds_if. cbn [fst snd says]. intros i _. cbn [den]. rewrite fst_dot.
      change (sum (size r') (fun j => times (at_ r' n j) (den r' j f))) with (den r' i (Sum (Mul (Var n) f))).
      rewrite den_q. fold (Sub c (Sum (Mul (Var n) f))). rewrite den_gap. lra.
    + apply holds_if. cbn [fst snd says]. intros i _. cbn [den]. rewrite sum_fst, <- sum_. apply total_eq. intros j less.
      rewrite at_n, same_den, fst_times, fst_number by assumption. reflexivity.
    + destruct signed; [|apply all_nil]. apply one_all, holds_if. cbn [fst snd says indexed]. intros i where_.
      assert (less : (i < size r)%nat).
      { destruct where_ as [there|none]; [now apply all_i|]. match goal with yes : ?x = true |- _ => now rewrite yes in none end. }
      cbn [den]. rewrite at_n by exact less. rewrite fst_number. auto.
Qed.
End Defining.

Section Entries.
Variable chk : checker.
Hypothesis good_chk : good chk.

Lemma all_new_unseen l : forall seen, all_new seen l = true -> forall v, In v l -> PositiveSet.mem (id v) seen = false.
Proof.
  induction l as [|w l IH]; cbn; intros seen ok v there; [destruct there|].
  apply andb_prop in ok as [first ok]. apply negb_true_iff in first. destruct there as [<-|there]; [exact first|].
  specialize (IH _ ok v there). destruct (PositiveSet.mem (id v) seen) eqn:old; [|reflexivity].
  rewrite (proj2 (PositiveSet.add_spec seen (id w) (id v)) (or_intror old)) in IH. discriminate.
Qed.
Lemma distinct_snd (ns : list (name * name)) : distinct (map snd ns) = true ->
  forall z z' x, In (z, x) ns -> In (z', x) ns -> z = z'.
Proof.
  unfold distinct. generalize PositiveSet.empty.
  induction ns as [|[w y] ns IH]; cbn; intros seen only z z' x first second; [destruct first|].
  apply andb_prop in only as [_ only]. assert (new : ~ In y (map snd ns)).
  { intro there. pose proof (all_new_unseen _ _ only y there) as unseen.
    rewrite (proj2 (PositiveSet.add_spec seen (id y) (id y)) (or_introl eq_refl)) in unseen. discriminate. }
  destruct first as [first|first], second as [second|second]; [congruence | | | eauto].
  - injection first as -> ->. exfalso. apply new. now apply (in_map snd) in second.
  - injection second as -> ->. exfalso. apply new. now apply (in_map snd) in first.
Qed.

Lemma entry_rule g goals ns ks p : entry_ok chk g goals ns ks p = true -> sound g goals.
Proof.
  unfold entry_ok. destruct goals as [|[n [x t]] [|]]; try discriminate. intros ok E r I old.
  set (s := map (fun zx : name * name => (fst zx, Var (snd zx))) ns) in *. set (xs := map snd ns) in *.
  apply andb_prop in ok as [ok then_ok]. apply andb_prop in ok as [ok flat]. apply andb_prop in ok as [ok new].
  apply andb_prop in ok as [ok _]. apply andb_prop in ok as [ok pairs]. apply andb_prop in ok as [index no_index].
  apply negb_true_iff in flat, no_index. some news taken. some h named. some there known_there.
  assert (only : distinct xs = true). { unfold naming in named. destruct (distinct xs); [reflexivity | discriminate]. }
  pose proof (known_below r I g old no_index) as all_i. apply one_all. unfold holds. cbn [fst snd]. rewrite index.
  intros i here. pose proof (proj1 (all_i i) here) as less.
  set (back := map (fun zx : name * name => (snd zx, Var (fst zx))) ns).
  set (F := fun v (_ : nat) => den r i (put back v)).
  rewrite forallb_forall in pairs.
  assert (found : forall z y, In (z, y) ns -> put back y = Var z).
  { intros z y in_. assert (key : among (keys back) y = true).
    { apply among_in. unfold back, keys. rewrite map_map. cbn. now apply (in_map snd) in in_. }
    apply put_in in key. unfold back in key at 2. apply in_map_iff in key as ([z' y'] & [= <- <-] & in').
    f_equal. exact (distinct_snd ns only _ _ _ in' in_). }
  assert (value_of : forall z y, In (z, y) ns -> cut y (den r i (put back y)) = at_ r z i).
  { intros z y in_. rewrite (found z y in_). cbn [den]. apply cut_same. specialize (pairs _ in_). cbn in pairs. ands.
    match goal with same_ : Bool.eqb _ _ = true |- _ => apply eqb_prop in same_; rewrite <- same_ end.
    destruct (numeric z) eqn:is_n; [now apply at_number | now apply at_vector]. }
  assert (in_pairs : forall v, among xs v = true -> exists z, In (z, v) ns).
  { intros v there_. apply among_in, in_map_iff in there_ as ([z y] & <- & in_). now exists z. }
  destruct (extend r I g _ xs F old new) as [known_ _].
  { intros v there_ u is_u j k. destruct (in_pairs v there_) as [z in_]. unfold F. rewrite (value_of z v in_).
    rewrite (proj1 old u is_u z j i). specialize (pairs _ in_). cbn in pairs. ands.
    unfold is_unit at 1. destruct (sort z); [reflexivity|reflexivity|].
    match goal with fam : family z = true |- _ => now rewrite fam end. }
  set (r' := extended r xs F) in *.
  assert (seen : forall a, (forall v, In v xs -> mentions (same_name v) a = false) -> indexed (outside s a) = false ->
            forall j, den r' j (outside s a) = den r i a).
  { intros a none. apply free_of_all in none. pose proof (extended_agrees r xs F) as same_.
    induction a; cbn [outside den indexed mentions] in *; intros flat_ j; auto; repeat both;
      try (rewrite IHa1, IHa2 by assumption; reflexivity).
    - destruct (among (keys s) v) eqn:key.
      + apply put_in in key. unfold s in key at 2. apply in_map_iff in key as ([z y] & equal & in_).
        cbn in equal. injection equal as -> equal. rewrite <- equal in *. cbn [den indexed] in *.
        unfold r'. rewrite at_extended; [|unfold xs; apply among_in; now apply (in_map snd) in in_ | congruence].
        unfold F. now apply value_of.
      + rewrite put_none in * by exact key. cbn [den indexed] in *. destruct same_ as [_ same_].
        unfold r'. rewrite <- same_ by exact none. unfold at_. now rewrite flat_.
    - now rewrite IHa.
    - symmetry. exact (agree_den (among xs) r r' (Sum a) same_ none O).
    - now rewrite IHa. }
  assert (absent_in : forall m f, In (m, f) (facts_in g) \/ f = (x, t) -> forall v, In v xs -> mentions (same_name v) (snd f) = false).
  { intros m f which v in_. rewrite forallb_forall in new. specialize (new v in_). unfold absent in new. ands.
    destruct which as [in_g| ->].
    - match goal with all_ : forallb _ (facts_in g) = true |- _ => rewrite forallb_forall in all_; specialize (all_ _ in_g); now apply negb_true_iff in all_ end.
    - match goal with all_ : forallb _ [_] = true |- _ => cbn in all_ end. ands. now apply negb_true_iff. }
  assert (news_hold : all_hold r' I news).
  { clear then_ok known_there. revert news taken. induction ks as [|[o w] ks IH]; cbn; intros news taken.
    - injection taken as <-. apply all_nil.
    - destruct (look g o) as [f|] eqn:looked; cbn [bind] in taken; [|discriminate].
      destruct (indexed (outside s (snd f))) eqn:flat_; cbn [bind] in taken; [discriminate|].
      bound. injection taken as <-. apply look_in in looked. apply all_cons; [|now apply IH].
      unfold holds. cbn [fst snd]. rewrite flat_. rewrite seen by eauto. pose proof (proj1 (proj2 old) _ _ looked) as fact_.
      unfold holds in fact_. destruct (indexed (snd f)) eqn:index_f; [now apply fact_|]. now rewrite (den_same_index r _ index_f i O). }
  pose proof (naming_known E r' I g xs h known_ named) as known_named.
  assert (known_last : known r' I there) by (eapply (know_known news); [|exact news_hold|exact known_there]; exact known_named).
  pose proof (good_chk _ _ _ then_ok E r' I known_last) as shown_. apply all_one in shown_.
  apply holds_tidied in shown_; [|apply known_]. unfold holds in shown_. cbn [fst snd] in shown_. rewrite flat in shown_.
  rewrite seen in shown_; auto. exact (absent_in n (x, t) (or_intror eq_refl)).
Qed.
End Entries.
