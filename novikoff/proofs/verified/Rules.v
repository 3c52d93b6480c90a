(** Each rule that speaks neither of definitions nor of simulations: if it accepts, its goals hold. *)

From Novikoff Require Import InnerProduct Exponential Algebra Terms Checker Meaning.
Open Scope R_scope.

Definition good (chk : checker) : Prop := forall g goals p, chk g goals p = true -> sound g goals.

Lemma if_some_true {A} (x : option A) f : if_some x f = true -> exists a, x = Some a /\ f a = true.
Proof. destruct x as [a|]; cbn; [eauto | discriminate]. Qed.
Ltac some a known := match goal with found : if_some ?x _ = true |- _ =>
  apply if_some_true in found; destruct found as (a & known & found) end.
Ltac bound := repeat match goal with
  | found : bind ?x _ = Some _ |- _ => let a := fresh "a" in let eq := fresh "found" in
      destruct x as [a|] eqn:eq; cbn [bind] in found; [|discriminate]
  end.

Section Signs.
Context {E : ips}.
Variables (r : env E) (I : nat -> Prop) (g : context) (k : nat).
Hypothesis old : known r I g.
Hypothesis here : here_in g I k.
Notation v t := (fst (den r k t)).

Lemma plain_fact_says n f : plain_fact g n = Some f -> says (fst f) (v (snd f)).
Proof.
  unfold plain_fact. intro found. bound. destruct (plain g (snd a)) eqn:flat; [|discriminate]. injection found as ->.
  apply (plain_says r I g); auto. apply look_in in found0. destruct old as (_ & all & _). eauto.
Qed.

Lemma power_of_horner x k0 n : den r k x = den r k x -> forall m, k0 = Pos.of_nat (S m) ->
  exp_power m (v x) * v (horner x k0 n) + (exp_series m (v x) - exp_power m (v x)) = exp_series (m + n) (v x).
Proof.
  intros _. revert k0. induction n as [|n IH]; intros k0 m ->.
  - cbn [horner den]. rewrite fst_number, Q2R_1, Nat.add_0_r. ring.
  - cbn [horner den]. autorewrite with first. rewrite Q2R_1.
    specialize (IH (Pos.succ (Pos.of_nat (S m))) (S m)). rewrite <- Nat2Pos.inj_succ in IH by lia.
    specialize (IH eq_refl). replace (m + S n)%nat with (S m + n)%nat by lia. rewrite <- IH. clear IH.
    rewrite <- Nat2Pos.inj_succ by lia. cbn [exp_series].
    change (exp_power (S m) (v x)) with (exp_power m (v x) * (v x / IZR (Z.of_nat (S m)))).
    assert (inverse : Q2R (1 # Pos.of_nat (S m)) = / IZR (Z.of_nat (S m))).
    { unfold Q2R. cbn [Qnum Qden]. rewrite Rmult_1_l. f_equal. f_equal. lia. }
    rewrite inverse. unfold Rdiv. ring.
Qed.
Lemma horner_series x d : v (horner x 1 d) = exp_series d (v x).
Proof.
  pose proof (power_of_horner x 1 d eq_refl 0 eq_refl) as known_. cbn [exp_power exp_series Nat.add] in known_.
  rewrite <- known_. ring.
Qed.
Lemma v_sub s t : v (Sub s t) = v s - v t.
Proof. unfold Sub, Neg. cbn [den]. autorewrite with first. rewrite Q2R_minus_1. ring. Qed.
Lemma v_neg t : v (Neg t) = - v t.
Proof. unfold Neg. cbn [den]. autorewrite with first. rewrite Q2R_minus_1. ring. Qed.
Lemma remainder_sign p q d : Nat.odd d = true -> 0 <= v (remainder p q d).
Proof.
  intro odd. apply Nat.odd_spec in odd as [e ->]. unfold remainder. rewrite v_sub. cbn [den]. autorewrite with first.
  rewrite horner_series, v_sub. apply exp_remainder.
Qed.

Notation w p := (fst (den_poly r k p)).
Notation units := (proj1 old).
Lemma square_strict a : a <> 0 -> 0 < a * a.
Proof. exact (Rsqr_pos_lt a). Qed.
Lemma factor_sign x p b : factor_in g x = Some (p, b) -> 0 <= w p /\ (b = true -> 0 < w p).
Proof.
  destruct x; cbn [factor_in]; intro made.
  - bound. pose proof (plain_fact_says n a found) as said. rewrite <- (poly_of_denotes r k) in said.
    destruct (fst a); cbn in said; try discriminate; injection made as <- <-; try (split; intros; (discriminate || lra)).
    rewrite multiplied_denotes, fst_times. pose proof (square_strict _ said). split; intros; lra.
  - destruct (plain_number g t); [|discriminate]. injection made as <- <-. split; [|discriminate].
    rewrite multiplied_denotes, fst_times. apply Rle_0_sqr.
  - destruct (_ && _); [|discriminate]. injection made as <- <-. split; [|discriminate].
    rewrite (inner_polys_denotes r units), fst_dot. apply inner_nonneg.
  - destruct (plain_number g t); [|discriminate]. injection made as <- <-.
    rewrite exponential_denotes, fst_number. pose proof (exp_pos (w (normal t))). split; intros; lra.
  - destruct (_ && _) eqn:ok; [|discriminate]. injection made as <- <-. ands. split; [|discriminate].
    rewrite (normal_denotes r units). now apply remainder_sign.
Qed.
Lemma times_signs a b x y : (0 <= a /\ (x = true -> 0 < a)) -> (0 <= b /\ (y = true -> 0 < b)) ->
  0 <= a * b /\ (x && y = true -> 0 < a * b).
Proof. intros [weak strict] [weak' strict']. split; [now apply InnerProduct.product | intro; ands; apply product_strict; auto]. Qed.
Lemma factors_sign xs : forall p b, factors_in g xs = Some (p, b) -> 0 <= w p /\ (b = true -> 0 < w p).
Proof.
  induction xs as [|x [|y xs] IH]; intros p b made.
  - injection made as <- <-. rewrite constant_denotes. unfold rational. rewrite fst_number, Q2R_1. split; intros; lra.
  - now apply (factor_sign x).
  - change (factors_in g (x :: y :: xs)) with (bind (factor_in g x) (fun a => bind (factors_in g (y :: xs)) (fun b =>
      Some (multiplied (fst a) (fst b), snd a && snd b)))) in made. bound. destruct a as [s x'], a0 as [u y']. injection made as <- <-.
    cbn [fst snd]. rewrite multiplied_denotes, fst_times. apply times_signs; [now apply (factor_sign x) | now apply IH].
Qed.
Lemma product_sign x p b : product_in g x = Some (p, b) -> 0 <= w p /\ (b = true -> 0 < w p).
Proof.
  unfold product_in. destruct (Z.ltb 0 (Qnum (fst x))) eqn:positive; [|discriminate]. intro made. bound.
  destruct a as [s y]. injection made as <- <-. cbn [fst snd]. rewrite scaled_poly_denotes, fst_times. unfold rational. rewrite fst_number.
  apply (times_signs _ _ true y); [|now apply (factors_sign (snd x))].
  assert (0 < Q2R (fst x)); [|split; intros; lra].
  apply Z.ltb_lt in positive. unfold Q2R. apply Rmult_lt_0_compat; [now apply IZR_lt | apply Rinv_0_lt_compat, IZR_lt; reflexivity].
Qed.
Lemma products_sign xs : forall ts, collect (product_in g) xs = Some ts ->
  0 <= w (total_of (map fst ts)) /\ (existsb snd ts = true -> 0 < w (total_of (map fst ts))).
Proof.
  intro ts. rewrite total_denotes. revert ts. induction xs as [|x xs IH]; cbn; intros ts made.
  - injection made as <-. cbn. rewrite fst_number. split; [lra | discriminate].
  - bound. injection made as <-. destruct a as [t b]. destruct (IH _ eq_refl) as [weak strict].
    destruct (product_sign x t b found) as [weak' strict'].
    cbn [map fst snd den_polys existsb]. rewrite fst_plus. split; [lra|].
    intro some_. apply orb_prop in some_ as [one_|other]; [specialize (strict' one_) | specialize (strict other)]; lra.
Qed.
Lemma multiples_vanish es : forall ts, collect (multiple_in g) es = Some ts -> fst (den_polys r k ts) = 0.
Proof.
  induction es as [|[e t] es IH]; cbn; intros ts made.
  - injection made as <-. reflexivity.
  - bound. injection made as <-. cbn [den_polys]. rewrite fst_plus, (IH _ eq_refl).
    unfold multiple_in in found. cbn [fst snd] in found. bound. destruct (plain_number g t); [|discriminate].
    injection found as <-. rewrite multiplied_denotes, fst_times. cut (w a1 = 0); [intros ->; ring|]. clear IH found0.
    destruct e; cbn [equation_in] in found1.
    + bound. pose proof (plain_fact_says n a found) as said. destruct (fst a); try discriminate. injection found1 as <-.
      rewrite poly_of_denotes. exact said.
    + destruct (_ && _); [|discriminate]. injection found1 as <-. rewrite (normal_denotes r units), v_sub. cbn [den]. autorewrite with first.
      rewrite exp_plus. ring.
    + destruct (_ && _) eqn:ok; [|discriminate]. injection found1 as <-. ands. rewrite (normal_denotes r units), v_sub. cbn [den].
      rewrite sum_dot. apply Rminus_diag_eq. f_equal. apply sum_same. intros j _. f_equal. apply den_same_index.
      now apply negb_true_iff.
Qed.
End Signs.

Lemma all_strict (ts : list (poly * bool)) : ts <> [] -> forallb snd ts = true -> existsb snd ts = true.
Proof. destruct ts as [|[t b] ts]; [congruence|]. cbn. intros _ all. ands. now subst. Qed.
Lemma collect_nil {A B} (f : A -> option B) x xs : collect f (x :: xs) <> Some [].
Proof. cbn. destruct (f x); cbn; [|discriminate]. destruct (collect f xs); cbn; discriminate. Qed.

Lemma poly_rule g goals multiplier summands ideal : poly_ok g goals multiplier summands ideal = true -> sound g goals.
Proof.
  unfold poly_ok. destruct goals as [|[n [x goal]] [|]]; try discriminate. intros ok E r I old. ands.
  destruct (somewhere r I g old) as [k here]. unfold plain_number in *. ands.
  apply one_all, (says_plain r I g k); auto. cbn [fst snd].
  some ts made_t. some ss made_s. some es made_e. ands.
  destruct (difference _ _ _ _) eqn:identity; [|discriminate]. apply (f_equal (fun p => fst (den_poly r k p))) in identity.
  destruct (products_sign r I g k old here _ ts made_t) as [weak_t strict_t].
  destruct (products_sign r I g k old here _ ss made_s) as [weak_s strict_s].
  pose proof (multiples_vanish r I g k old here _ es made_e) as none.
  unfold difference in identity. rewrite added_denotes, scaled_poly_denotes, multiplied_denotes, poly_of_denotes,
    (total_denotes r k (_ ++ _)), den_polys_app, <- total_denotes in identity.
  autorewrite with first in identity. rewrite none in identity. unfold rational in identity.
  rewrite fst_number, Q2R_minus_1 in identity. cbn [den_poly] in identity. rewrite fst_number in identity.
  assert (some_t : forallb snd ts = true -> existsb snd ts = true).
  { apply all_strict. intros ->. now destruct multiplier; apply collect_nil in made_t. }
  set (T := fst (den_poly r k (total_of (map fst ts)))) in *. set (S := fst (den_poly r k (total_of (map fst ss)))) in *.
  set (G := fst (den r k goal)) in *.
  destruct x; cbn [says].
  - assert (0 < T) by auto. apply Rnot_lt_le. intro less. assert (0 < T * - G) by (apply product_strict; lra). lra.
  - assert (0 < S) by auto. apply Rnot_le_lt. intro less. assert (0 <= T * - G) by (apply InnerProduct.product; lra). lra.
  - ands. assert (0 < T) by auto. destruct ss; [|discriminate].
    assert (S = 0) by apply fst_number.
    apply (Rmult_eq_reg_l T); lra.
  - assert (0 < S) by auto. intro flat. rewrite flat in identity. lra.
Qed.

Lemma total_zero n : total n (fun _ => 0) = 0.
Proof. induction n as [|n IH]; cbn; [reflexivity | rewrite IH; ring]. Qed.

Section Rules.
Variable chk : checker.
Hypothesis good_chk : good chk.

Lemma each_good goals : forall ps g, each chk g goals ps = true -> sound g goals.
Proof.
  induction goals as [|[n f] goals IH]; intros [|p ps] g; cbn; try discriminate; intros ok E r I old.
  - apply all_nil.
  - ands. apply all_cons; [apply (all_one r I n), (good_chk g [(n, f)] p); assumption | eapply IH; eauto].
Qed.
Lemma split_rule g goals parts : each chk g goals parts = true -> sound g goals.
Proof. apply each_good. Qed.

(** The goals follow if they do with more facts, which hold. *)
Lemma with_more g h fs goals p E (r : env E) I : known r I g -> all_hold r I fs -> know g fs = Some h ->
  chk h goals p = true -> all_hold r I goals.
Proof. intros old more made ok. apply (good_chk _ _ _ ok). now apply (know_known fs g). Qed.

Lemma cases_rule g goals on n arms : cases_ok chk g goals on n arms = true -> sound g goals.
Proof.
  unfold cases_ok, covers. intros ok E r I old. destruct (somewhere r I g old) as [k here].
  apply andb_prop in ok as [ok each_arm]. apply andb_prop in ok as [flat ok].
  apply andb_prop in ok as [ok up]. apply andb_prop in ok as [down level].
  unfold plain_number in flat. apply andb_prop in flat as [_ flat].
  assert (arm_ok : forall a, In a (map fst arms) -> says (fst (arm_fact on a)) (fst (den r k (snd (arm_fact on a)))) ->
            all_hold r I goals).
  { intros a there said. apply in_map_iff in there as ([a' p] & <- & there). rewrite forallb_forall in each_arm.
    specialize (each_arm _ there). cbn [fst snd] in each_arm, said. some h made.
    apply (with_more g h [(n, arm_fact on a')] goals p E r I old); auto. apply one_all.
    apply (says_plain r I g k); auto. destruct a'; exact flat. }
  rewrite existsb_exists in down, level, up.
  destruct down as (a & there_a & is_a), level as (b & there_b & is_b), up as (c & there_c & is_c).
  destruct (Rtotal_order (fst (den r k on)) 0) as [less|[equal|more]].
  - apply (arm_ok a there_a). destruct a; try discriminate; cbn [arm_fact fst snd says]; rewrite v_neg; lra.
  - apply (arm_ok b there_b). destruct b; try discriminate; cbn [arm_fact fst snd says]; rewrite ?v_neg; lra.
  - apply (arm_ok c there_c). destruct c; try discriminate; cbn [arm_fact fst snd says]; lra.
Qed.

Lemma contra_rule g goals n p : contra_ok chk g goals n p = true -> sound g goals.
Proof.
  unfold contra_ok. destruct goals as [|[m f] [|]]; try discriminate. intros ok E r I old. ands. some h made.
  destruct (somewhere r I g old) as [k here]. apply one_all, (says_plain r I g k); auto.
  destruct (says_dec (fst f) (fst (den r k (snd f)))) as [yes|no]; [exact yes|]. exfalso.
  assert (negated : holds r I (negation f)).
  { apply (says_plain r I g k); auto; destruct f as [[] t]; auto; cbn [negation fst snd says] in *; rewrite ?v_neg; lra. }
  pose proof (with_more g h _ _ p E r I old (one_all r I n _ negated) made ltac:(eassumption)) as false.
  apply all_one in false. unfold holds in false. cbn [indexed fst snd says den] in false.
  rewrite fst_number, Q2R_minus_1 in false. lra.
Qed.

Lemma have_rule g goals n f why p : have_ok chk g goals n f why p = true -> sound g goals.
Proof.
  unfold have_ok. intros ok E r I old. some h made. ands.
  apply (with_more g h [(n, f)] goals p E r I old); [|cbn [know]; now rewrite made|assumption].
  apply one_all, holds_tidied; [apply old|]. apply (all_one r I n). eapply good_chk; eauto.
Qed.

Lemma sum_rule g goals of n each_ p : sum_ok chk g goals of n each_ p = true -> sound g goals.
Proof.
  unfold sum_ok. intros ok E r I old. some f found. destruct f as [x t]. apply look_in in found.
  apply andb_prop in ok as [ok then_ok]. apply andb_prop in ok as [no_index weak].
  apply negb_true_iff in no_index. pose proof (known_below r I g old no_index) as all_i.
  pose proof (proj1 (proj2 old) _ _ found) as fact_.
  assert (members : forall i, (i < size r)%nat -> says x (fst (den r i t))).
  { intros i less. unfold holds in fact_. cbn [fst snd] in fact_. destruct (indexed t) eqn:index.
    - apply fact_, all_i, less.
    - now rewrite (den_same_index r t index i O). }
  assert (summed : holds r I (match x with Equal => Equal | _ => AtLeast end, Sum t)).
  { unfold holds. cbn [indexed fst snd den]. rewrite sum_fst. destruct x; try discriminate; cbn [says] in *.
    - rewrite <- (total_zero (size r)). now apply total_le.
    - rewrite <- (total_zero (size r)). now apply total_lt.
    - rewrite (total_eq _ _ (fun _ => 0)) by auto. apply total_zero. }
  destruct each_ as [m|].
  - apply andb_prop in then_ok as [index then_ok]. some h made.
    refine (with_more g h _ goals p E r I old _ made ltac:(assumption)).
    apply all_cons; [|now apply one_all]. assert (index' : indexed t = true) by now destruct x.
    unfold holds. cbn [fst snd]. unfold Sub, Neg. cbn [indexed]. rewrite index'. cbn [orb].
    intros i there. apply all_i in there. fold (Neg t). fold (Sub (Sum t) t). rewrite v_sub. cbn [den says]. rewrite sum_fst.
    assert (weak_members : forall j, (j < size r)%nat -> 0 <= fst (den r j t)).
    { intros j less. specialize (members j less). destruct x; try discriminate; cbn in members; lra. }
    pose proof (total_each (size r) (fun _ => 0) (fun j => fst (den r j t)) weak_members i there) as most.
    rewrite total_zero in most. cbv beta in most. lra.
  - some h made. refine (with_more g h _ goals p E r I old _ made ltac:(assumption)). now apply one_all.
Qed.

Lemma focus_sound g goals : sound (focus g goals) goals -> sound g goals.
Proof.
  unfold focus. destruct goals as [|[n f] [|]]; auto. destruct (indexed (snd f)) eqn:index; auto.
  intros focused E r I old. destruct (at_index g) eqn:already.
  - apply (focused E r I). destruct old as (units & all & running & where_). rewrite already in where_.
    repeat split; auto.
  - pose proof (known_below r I g old already) as all_i. apply one_all. unfold holds. rewrite index. intros i there.
    assert (now_known : known r (fun j => j = i) {| names := names g; known_facts := known_facts g; run_of := run_of g;
                                             state := state g; at_index := true |}).
    { destruct old as (units & all & running & _). repeat split; auto; cbn.
      - apply (all_less r I); [now intros j -> | exact all].
      - exists i. split; [now apply all_i | reflexivity]. }
    specialize (focused E r _ now_known). apply all_one in focused. unfold holds in focused. rewrite index in focused. auto.
Qed.

(** * Runs *)

Lemma before_known E (r r' : env E) I g c : known r I g -> at_index g = false -> orthonormal r' ->
  agree (changing c) r r' -> known r' (below r') (before g c).
Proof.
  intros old no_index units same. pose proof (known_below r I g old no_index) as all_i.
  repeat split; auto; cbn; try (unfold below; tauto).
  intros n f there. apply in_kept in there as [there free]. cbn in free. apply negb_true_iff in free.
  assert (same' : agree (depends g c) r r').
  { apply (agree_less (changing c)); [|exact same]. unfold depends. intros v none. now both. }
  apply (agree_holds _ _ _ _ _ same' free). destruct old as (_ & all & _).
  refine (all_less r I (below r') (facts_in g) _ all n f there).
  intros j less. apply all_i. rewrite (proj1 same). exact less.
Qed.
Lemma naming_known E (r : env E) I g ns h : known r I g -> naming g ns = Some h -> known r I h.
Proof. unfold naming. destruct (_ && _); [|discriminate]. intros old [= <-]. exact old. Qed.
Lemma stepping_known E (r r' : env E) I g c h : known r I g -> at_index g = false -> orthonormal r' ->
  agree (changing c) r r' -> all_hold r' (below r') (when c) -> stepping g c = Some h -> known r' (below r') h.
Proof.
  intros old no_index units same allowed made. unfold stepping in made. bound.
  apply (know_known (when c) a); auto. eapply naming_known; [|exact found]. eapply before_known; eauto.
Qed.

Lemma changing_start c v : changing c v = false -> among (keys (start c)) v = false.
Proof. unfold changing. intro none. repeat both. assumption. Qed.
Lemma changing_next c v : changing c v = false -> among (keys (next c)) v = false.
Proof. unfold changing. intro none. repeat both. assumption. Qed.
Lemma changing_input c v : changing c v = false -> among (inputs c) v = false.
Proof. unfold changing. intro none. repeat both. assumption. Qed.

Lemma goals_hold E (r : env E) I s fs : orthonormal r -> all_hold r I (goals_by s fs) ->
  forall n f, In (n, f) fs -> holds r I (substituted s f).
Proof.
  unfold goals_by. intros units all n f there. apply holds_tidied; [exact units|].
  rewrite (all_map r I (fun f => tidied (substituted s f))) in all. eauto.
Qed.
Lemma goals_assigned E (r : env E) s fs : orthonormal r -> orthonormal (assign r s O) -> forallb (fits true) s = true ->
  all_hold r (below r) (goals_by s (tidied_all fs)) -> all_hold (assign r s O) (below r) fs.
Proof.
  intros units units' fitting all. apply all_hold_tidied; [exact units'|]. intros n f there.
  apply holds_assigned; [exact fitting | intros i less; exact less |]. now apply (goals_hold E r _ s (tidied_all fs) units all n).
Qed.
Lemma reached_is E (P : env E -> Prop) c (r : env E) : reached P c r -> P r.
Proof. now intros []. Qed.

Lemma induction_rule g goals invariants base step p : induction_ok chk g goals invariants base step p = true -> sound g goals.
Proof.
  unfold induction_ok. intros ok E r I old. some c running. some h stepped. some arbitrary made.
  apply andb_prop in ok as [ok then_ok]. apply andb_prop in ok as [ok step_ok]. apply andb_prop in ok as [ok base_ok].
  apply andb_prop in ok as [ok free]. apply andb_prop in ok as [no_index fitting]. apply negb_true_iff in no_index.
  rewrite forallb_app in fitting. apply andb_prop in fitting as [fits_start fits_next].
  some after made_after. refine (with_more g after invariants goals p E r I old _ made_after ltac:(assumption)).
  pose proof (known_below r I g old no_index) as all_i. apply (all_less r (below r)); [intros j there; now apply all_i|].
  assert (kept_along : forall r', reached orthonormal c r' -> agree (changing c) r r' -> all_hold r' (below r') invariants).
  { intros r' runs. induction runs as [r' units' units | r' runs IH allowed units | r' r'' runs IH same units]; intro along.
    - assert (back : agree (changing c) (assign r' (start c) 0) r')
        by (apply (agree_assign true); [exact fits_start | apply changing_start]).
      pose proof (before_known E r r' I g c old no_index units' (agree_trans _ _ _ _ along back)) as known_.
      exact (goals_assigned E r' _ _ units' units fits_start (each_good _ _ _ base_ok E r' _ known_)).
    - assert (back : agree (changing c) (assign r' (next c) 0) r')
        by (apply (agree_assign true); [exact fits_next | apply changing_next]).
      pose proof (agree_trans _ _ _ _ along back) as along'. pose proof (reached_is _ _ _ _ runs) as units'.
      pose proof (stepping_known E r r' I g c h old no_index units' along' allowed stepped) as known_.
      refine (goals_assigned E r' _ _ units' units fits_next (each_good _ _ _ step_ok E r' _ _)).
      refine (know_known invariants h arbitrary r' _ known_ _ made). auto.
    - assert (along' : agree (changing c) r r').
      { apply (agree_trans _ _ _ _ along), agree_sym, (agree_less (among (inputs c))); [apply changing_input | exact same]. }
      specialize (IH along'). intros n f there. rewrite forallb_forall in free. specialize (free _ there).
      apply negb_true_iff in free. apply (agree_holds _ _ _ _ _ same free).
      unfold below. rewrite <- (proj1 same). exact (IH n f there). }
  apply kept_along; [|apply agree_refl]. destruct old as (_ & _ & runs & _). now rewrite running in runs.
Qed.
End Rules.
