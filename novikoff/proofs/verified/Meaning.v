(** What substitution, other environments and multiplying out do to the values of terms and to facts. *)

From Novikoff Require Import InnerProduct Algebra Terms Checker.
Require Import FMapPositive.
Open Scope R_scope.

Ltac ands := repeat match goal with known : _ && _ = true |- _ => apply andb_prop in known; destruct known end.

(** * Names *)

Lemma same_name_eq v w : same_name v w = true -> v = w.
Proof.
  unfold same_name. intro same. apply andb_prop in same as [_ same].
  destruct (compare_names v w) eqn:order; try discriminate. now apply compare_names_eq.
Qed.
Lemma same_name_refl v : same_name v v = true.
Proof. unfold same_name, compare_names. now rewrite Pos.eqb_refl, !Pos.compare_refl. Qed.
Lemma among_in l v : among l v = true <-> In v l.
Proof.
  unfold among. rewrite existsb_exists. split.
  - intros (w & there & same). now apply same_name_eq in same as <-.
  - intro there. exists v. split; [exact there | apply same_name_refl].
Qed.
Lemma not_among l v : among l v = false <-> ~ In v l.
Proof. rewrite <- among_in. destruct (among l v); split; congruence. Qed.
Lemma image_in s v t : image s v = Some t -> In (v, t) s.
Proof.
  induction s as [|[w u] s IH]; cbn; [discriminate|]. destruct (same_name v w) eqn:same; [|auto].
  apply same_name_eq in same as <-. intros [= <-]. now left.
Qed.
Lemma image_none s v : among (keys s) v = false -> image s v = None.
Proof.
  induction s as [|[w u] s IH]; cbn; [reflexivity|]. intro none. apply orb_false_elim in none as [other rest].
  now rewrite other, IH.
Qed.
Lemma put_none s v : among (keys s) v = false -> put s v = Var v.
Proof. intro none. unfold put. now rewrite image_none. Qed.
Lemma put_in s v : among (keys s) v = true -> In (v, put s v) s.
Proof.
  intro some. unfold put. destruct (image s v) as [t|] eqn:found; [now apply image_in|].
  exfalso. induction s as [|[w u] s IH]; cbn in *; [discriminate|]. destruct (same_name v w); [discriminate | auto].
Qed.

Lemma says_dec x a : says x a \/ ~ says x a.
Proof. destruct x; cbn; destruct (Rtotal_order a 0) as [?|[?|?]]; try (left; lra); right; lra. Qed.

Lemma look_in g n f : look g n = Some f -> In (n, f) (facts_in g).
Proof. apply PositiveMap.elements_correct. Qed.
Lemma in_added n f (m : PositiveMap.t fact) nf : In nf (PositiveMap.elements (PositiveMap.add n f m)) ->
  nf = (n, f) \/ In nf (PositiveMap.elements m).
Proof.
  destruct nf as [k h]. intro there. apply PositiveMap.elements_complete in there.
  destruct (Pos.eq_dec k n) as [->|other].
  - rewrite PositiveMap.gss in there. left. congruence.
  - rewrite PositiveMap.gso in there by exact other. right. now apply PositiveMap.elements_correct.
Qed.
Lemma in_kept P g nf : In nf (PositiveMap.elements (kept_facts P g)) -> In nf (facts_in g) /\ P (snd nf) = true.
Proof.
  unfold kept_facts. induction (facts_in g) as [|[n f] fs IH]; cbn [fold_right fst snd].
  - intro there. destruct nf as [k h]. apply PositiveMap.elements_complete in there. now rewrite PositiveMap.gempty in there.
  - destruct (P f) eqn:good_.
    + intro there. apply in_added in there as [->|there]; [split; [now left | exact good_]|].
      destruct (IH there). split; [now right | assumption].
    + intro there. destruct (IH there). split; [now right | assumption].
Qed.

Section Meaning.
Context {E : ips}.
Implicit Types r : env E.
Add Ring ring_of_elements_in_meaning : (@element_ring E).

(** * Environments *)

Lemma cut_same v (x : element E) : (if numeric v then is_number x else is_vector x) -> cut v x = x.
Proof.
  unfold cut, is_number, is_vector, number_of, vector_of. destruct x as [a u]. cbn.
  destruct (numeric v); intros ->; reflexivity.
Qed.
Lemma put_fits o s v : forallb (fits o) s = true -> fits o (v, put s v) = true.
Proof.
  intro all. unfold put. destruct (image s v) as [t|] eqn:found.
  - apply image_in in found. rewrite forallb_forall in all. now apply all.
  - unfold fits. change (number (Var v)) with (numeric v). change (vector (Var v)) with (negb (numeric v)).
    change (indexed (Var v)) with (family v). destruct (numeric v), (family v), o; reflexivity.
Qed.
Lemma fits_denotes o v t : fits o (v, t) = true -> forall r i, if numeric v then is_number (den r i t) else is_vector (den r i t).
Proof.
  cbn. intros known r i. ands. destruct (numeric v); [now apply number_denotes | now apply vector_denotes].
Qed.
Lemma at_assign o r s k v i : forallb (fits o) s = true -> (family v = true -> (i < size r)%nat) ->
  at_ (assign r s k) v i = den r (if family v then i else k) (put s v).
Proof.
  intros all inside. pose proof (fits_denotes o v _ (put_fits o s v all)) as sorted. unfold at_, assign. cbn [size value].
  destruct (family v) eqn:is_family; [|apply cut_same, sorted].
  replace (Nat.ltb i (size r)) with true by (symmetry; apply Nat.ltb_lt; auto). apply cut_same, sorted.
Qed.
Lemma at_beyond r v i : family v = true -> ~ (i < size r)%nat -> at_ r v i = zero.
Proof. unfold at_. intros -> out. destruct (Nat.ltb i (size r)) eqn:less; [apply Nat.ltb_lt in less; contradiction | reflexivity]. Qed.

Lemma agree_intro P r r' : size r = size r' ->
  (forall v, P v = false -> forall i, (family v = true -> (i < size r)%nat) -> at_ r v i = at_ r' v i) -> agree P r r'.
Proof.
  intros sizes same. split; [exact sizes|]. intros v none i. destruct (family v) eqn:is_family.
  - destruct (Nat.lt_ge_cases i (size r)) as [less|more]; [auto|].
    rewrite !at_beyond; auto; rewrite <- ?sizes; lia.
  - apply same; congruence.
Qed.
Lemma agree_refl P r : agree P r r. Proof. split; reflexivity. Qed.
Lemma agree_sym P r r' : agree P r r' -> agree P r' r.
Proof. intros [sizes same]. split; [easy|]. intros. symmetry. auto. Qed.
Lemma agree_trans P r r' r'' : agree P r r' -> agree P r' r'' -> agree P r r''.
Proof. intros [sizes same] [sizes' same']. split; [congruence|]. intros. rewrite same, same'; auto. Qed.
Lemma agree_less (P Q : name -> bool) r r' : (forall v, Q v = false -> P v = false) -> agree P r r' -> agree Q r r'.
Proof. intros less [sizes same]. split; auto. Qed.

Lemma agree_den P r r' t : agree P r r' -> mentions P t = false -> forall i, den r i t = den r' i t.
Proof.
  intros [sizes same]. induction t; cbn; intros none i; auto; try both; try (rewrite IHt1, IHt2 by assumption; reflexivity).
  - now rewrite IHt.
  - rewrite sizes. apply sum_same. auto.
  - now rewrite IHt.
Qed.
Lemma agree_holds P r r' I f : agree P r r' -> mentions P (snd f) = false -> holds r I f -> holds r' I f.
Proof.
  intros same none. unfold holds. pose proof (agree_den P r r' _ same none) as equal.
  destruct (indexed (snd f)); [intros all i here; rewrite <- equal; auto | now rewrite <- equal].
Qed.
Lemma agree_assign o r s k P : forallb (fits o) s = true -> (forall v, P v = false -> among (keys s) v = false) ->
  agree P (assign r s k) r.
Proof.
  intros all less. apply agree_intro; [reflexivity|]. intros v none i inside. rewrite (at_assign o) by assumption.
  rewrite put_none by auto. cbn. unfold at_. destruct (family v); reflexivity.
Qed.

(** * Substitution *)

Lemma substitute_indexed s t : forallb (fits true) s = true -> indexed t = false -> indexed (substitute s t) = false.
Proof.
  intro all. induction t; cbn; intro none; try both; try (rewrite IHt1, IHt2 by assumption); auto.
  pose proof (put_fits true s v all) as fitting. cbn in fitting. rewrite none in fitting. ands.
  destruct (indexed (put s v)); [discriminate | reflexivity].
Qed.
Lemma substitute_den r s k t : forallb (fits true) s = true -> forall i, (indexed t = true -> (i < size r)%nat) ->
  den (assign r s k) i t = den r i (substitute s t).
Proof.
  intro all. induction t; cbn; intros i inside; auto;
    try (rewrite IHt1, IHt2 by (intro known; apply inside; rewrite known; auto using orb_true_r); reflexivity).
  - rewrite (at_assign true) by auto. destruct (family v) eqn:is_family; [reflexivity|].
    apply den_same_index. pose proof (substitute_indexed s (Var v) all) as known. auto.
  - now rewrite IHt by auto.
  - apply sum_same. intros. apply IHt. auto.
  - now rewrite IHt by auto.
Qed.
Lemma nameless_den r s k t : mentions (fun _ => true) t = false -> forall j, den (assign r s k) j t = den r j (substitute s t).
Proof.
  induction t; cbn; intros none j; try discriminate; try both; try (rewrite IHt1, IHt2 by assumption); auto.
  - now rewrite IHt.
  - apply sum_same. auto.
  - now rewrite IHt.
Qed.
Lemma substitute_den_at r s k t : forallb (fits false) s = true -> no_sums t = true -> indexed t = false ->
  forall i, den (assign r s k) i t = den r k (substitute s t).
Proof.
  intro all. induction t; cbn; intros flat none i; ands; try both; auto;
    try (rewrite IHt1, IHt2 by assumption; reflexivity).
  - rewrite (at_assign false) by congruence. now rewrite none.
  - now rewrite IHt.
  - apply sum_same. intros j _. apply nameless_den. now apply negb_true_iff.
  - now rewrite IHt.
Qed.

Definition within r (I : nat -> Prop) : Prop := forall i, I i -> (i < size r)%nat.

Lemma holds_assigned r s k I f : forallb (fits true) s = true -> within r I ->
  holds r I (substituted s f) -> holds (assign r s k) I f.
Proof.
  intros all inside. pose proof (substitute_indexed s (snd f) all) as none. unfold holds. cbn [fst snd substituted].
  destruct (indexed (snd f)) eqn:index.
  - intros known i here. rewrite substitute_den by auto.
    destruct (indexed (substitute s (snd f))) eqn:image_index; [auto|]. now rewrite (den_same_index r _ image_index i O).
  - rewrite none by reflexivity. now rewrite substitute_den by congruence.
Qed.
Lemma assigned_holds r s k I f : forallb (fits true) s = true -> within r I ->
  negb (indexed (snd f)) || indexed (substitute s (snd f)) = true -> holds (assign r s k) I f -> holds r I (substituted s f).
Proof.
  intros all inside kept_. pose proof (substitute_indexed s (snd f) all) as none. unfold holds. cbn [fst snd substituted].
  destruct (indexed (snd f)) eqn:index; cbn in kept_.
  - rewrite kept_. intros known i here. rewrite <- (substitute_den r s k) by auto. auto.
  - rewrite none by reflexivity. now rewrite <- (substitute_den r s k) by congruence.
Qed.
Lemma holds_at_one r I k f : (forall j, I j <-> j = k) -> holds r I f <-> says (fst f) (fst (den r k (snd f))).
Proof.
  intro only. unfold holds. destruct (indexed (snd f)) eqn:index.
  - split; [intro all; apply all; now apply only | intros known i here; apply only in here; now subst].
  - now rewrite (den_same_index r _ index O k).
Qed.

(** * Many facts *)

Lemma all_nil r I : all_hold r I []. Proof. intros n f []. Qed.
Lemma all_cons r I n f fs : holds r I f -> all_hold r I fs -> all_hold r I ((n, f) :: fs).
Proof. intros first rest m g [[= <- <-]|there]; [exact first | now apply (rest m)]. Qed.
Lemma all_one r I n f : all_hold r I [(n, f)] -> holds r I f.
Proof. intro all. apply (all n). now left. Qed.
Lemma one_all r I n f : holds r I f -> all_hold r I [(n, f)].
Proof. intro one. apply all_cons; [exact one | apply all_nil]. Qed.
Lemma all_app r I fs gs : all_hold r I fs -> all_hold r I gs -> all_hold r I (fs ++ gs).
Proof. intros first second n f there. apply in_app_or in there as [there|there]; eauto. Qed.
Lemma all_less r (I J : nat -> Prop) fs : (forall i, J i -> I i) -> all_hold r I fs -> all_hold r J fs.
Proof. intros less all n f there. specialize (all n f there). unfold holds in *. destruct (indexed (snd f)); auto. Qed.
Lemma holds_less r (I J : nat -> Prop) f : (forall i, J i -> I i) -> holds r I f -> holds r J f.
Proof. unfold holds. destruct (indexed (snd f)); auto. Qed.
Lemma all_map r I (h : fact -> fact) fs :
  all_hold r I (map (fun nf => (fst nf, h (snd nf))) fs) <-> forall n f, In (n, f) fs -> holds r I (h f).
Proof.
  split.
  - intros all n f there. apply (all n). apply in_map_iff. now exists (n, f).
  - intros all n f there. apply in_map_iff in there as ([m g] & [= <- <-] & there). eauto.
Qed.

(** * Multiplying out *)

Lemma holds_tidied r I f : orthonormal r -> holds r I (tidied f) -> holds r I f.
Proof.
  intros units. unfold holds, tidied. cbn [fst snd]. pose proof (tidy_indexed (snd f)) as none.
  destruct (indexed (snd f)).
  - destruct (indexed (tidy (snd f))) eqn:index; intros all i here; rewrite <- tidy_denotes by assumption; [auto|].
    now rewrite (den_same_index r _ index i O).
  - rewrite none by reflexivity. now rewrite tidy_denotes by assumption.
Qed.
Lemma tidied_holds r I f : orthonormal r -> kept f = true -> holds r I f -> holds r I (tidied f).
Proof.
  intros units. unfold kept, holds, tidied. cbn [fst snd]. pose proof (tidy_indexed (snd f)) as none.
  destruct (indexed (snd f)); cbn.
  - intros ->. intros all i here. rewrite tidy_denotes by assumption. auto.
  - intros _. rewrite none by reflexivity. now rewrite tidy_denotes by assumption.
Qed.
Lemma all_hold_tidied r I fs : orthonormal r -> all_hold r I (tidied_all fs) -> all_hold r I fs.
Proof. unfold tidied_all. rewrite all_map. intros units all n f there. apply holds_tidied; eauto. Qed.

(** * Contexts *)

Lemma known_more r I g n f : known r I g -> holds r I f ->
  known r I {| names := names g; known_facts := PositiveMap.add n f (known_facts g); run_of := run_of g; state := state g;
               at_index := at_index g |}.
Proof.
  intros (units & all & running & where_) more. split; [exact units | split; [|split; [exact running | exact where_]]].
  intros m h there. apply in_added in there as [[= -> ->]|there]; [exact more | exact (all m h there)].
Qed.
Lemma know_one_known g h n f r I : known r I g -> holds r I f -> know_one g n f (tidied f) = Some h -> known r I h.
Proof.
  unfold know_one. destruct (_ && _) eqn:ok; [|discriminate]. ands. intros old said [= <-]. pose proof old as (units & _).
  apply known_more; auto. now apply tidied_holds.
Qed.
Lemma know_known fs : forall g g' r I, known r I g -> all_hold r I fs -> know g fs = Some g' -> known r I g'.
Proof.
  induction fs as [|[n f] fs IH]; cbn [know]; intros g g' r I old all made; [now injection made as <-|].
  destruct (know_one g n f (tidied f)) as [h|] eqn:one_; [|discriminate]. refine (IH h g' r I _ _ made).
  - apply (know_one_known g h n f); auto. apply (all n). now left.
  - intros m h' there. apply (all m). now right.
Qed.
Lemma known_below r I g : known r I g -> at_index g = false -> forall j, I j <-> (j < size r)%nat.
Proof. intros (_ & _ & _ & where_) no. now rewrite no in where_. Qed.
Lemma known_within r I g : known r I g -> within r I.
Proof.
  intros (_ & _ & _ & where_) i here. destruct (at_index g).
  - destruct where_ as (k & inside & only). apply only in here. now subst.
  - now apply where_.
Qed.
(** Where a plain fact is to hold. *)
Definition here_in (g : context) (I : nat -> Prop) (k : nat) : Prop := at_index g = true -> I k.
Lemma somewhere r I g : known r I g -> exists k, here_in g I k.
Proof.
  intros (_ & _ & _ & where_). unfold here_in. destruct (at_index g); [|now exists O].
  destruct where_ as (k & _ & only). exists k. intros _. now apply only.
Qed.
Lemma plain_says r I g k f : known r I g -> here_in g I k -> plain g (snd f) = true -> holds r I f ->
  says (fst f) (fst (den r k (snd f))).
Proof.
  unfold plain, holds, here_in. intros old here flat all. destruct (indexed (snd f)) eqn:index.
  - destruct (at_index g); [auto | discriminate].
  - now rewrite (den_same_index r _ index k O).
Qed.
Lemma says_plain r I g k f : known r I g -> here_in g I k -> plain g (snd f) = true ->
  says (fst f) (fst (den r k (snd f))) -> holds r I f.
Proof.
  unfold plain, holds, here_in. intros (_ & _ & _ & where_) here flat said. destruct (indexed (snd f)) eqn:index.
  - destruct (at_index g); [|discriminate]. destruct where_ as (j & _ & only). intros i there.
    apply only in there. specialize (here eq_refl). apply only in here. now subst.
  - now rewrite (den_same_index r _ index O k).
Qed.
End Meaning.
