(** How many ways there are to divide points: Sauer's lemma, the VC dimension of half-spaces, and Cover's theorem. *)

From Novikoff Require Import InnerProduct.
Require Import List Bool Lia.
Import ListNotations.
Open Scope R_scope.

(** * Sauer's lemma

    A set is the list of its members' marks, a mask marks some of the points. The sets of which the first point is a
    member or not, taken without it, have a union and a meet: what the union shatters, all sets shatter, and what the
    meet shatters, they shatter together with the first point. *)

Definition counted (mask : list bool) : nat := length (filter (fun i => nth i mask false) (seq 0 (length mask))).
Definition shattered (sets : list (list bool)) (mask : list bool) : Prop :=
  forall b : nat -> bool, exists t, In t sets /\ forall i, nth i mask false = true -> b i = nth i t false.

Lemma filter_shifted (f : nat -> bool) l : length (filter f (map S l)) = length (filter (fun i => f (S i)) l).
Proof. induction l as [|a l IH]; [reflexivity|]. cbn. destruct (f (S a)); cbn; now rewrite IH. Qed.

Lemma counted_cons b mask : counted (b :: mask) = ((if b then 1 else 0) + counted mask)%nat.
Proof.
  unfold counted. cbn [length seq]. rewrite <- seq_shift. cbn [filter nth].
  destruct b; cbn [length]; now rewrite filter_shifted.
Qed.

Definition tails (b : bool) (sets : list (list bool)) : list (list bool) :=
  flat_map (fun t => match t with [] => [] | h :: s => if eqb h b then [s] else [] end) sets.

Lemma in_tails b s sets : In s (tails b sets) <-> In (b :: s) sets.
Proof.
  unfold tails. rewrite in_flat_map. split.
  - intros ([|h t] & member & found); [easy|]. destruct (eqb h b) eqn:same; [|easy].
    apply eqb_prop in same. destruct found as [->|[]]. now subst.
  - intro member. exists (b :: s). split; [exact member|]. rewrite eqb_reflx. now left.
Qed.

Lemma tails_distinct b sets : NoDup sets -> NoDup (tails b sets).
Proof.
  induction 1 as [|[|h t] sets fresh _ IH]; [constructor | exact IH |].
  change (NoDup ((if eqb h b then [t] else []) ++ tails b sets)). destruct (eqb h b) eqn:same; [|exact IH].
  apply eqb_prop in same. subst. constructor; [now rewrite in_tails | exact IH].
Qed.

Lemma tails_length n sets : (forall t, In t sets -> length t = S n) ->
  length sets = (length (tails true sets) + length (tails false sets))%nat.
Proof.
  induction sets as [|t sets IH]; intro sized; [reflexivity|].
  assert (rest : forall t, In t sets -> length t = S n) by (intros; apply sized; now right).
  pose proof (sized t (in_eq _ _)) as own. destruct t as [|h t]; [easy|].
  change (S (length sets) = (length ((if eqb h true then [t] else []) ++ tails true sets)
    + length ((if eqb h false then [t] else []) ++ tails false sets))%nat).
  rewrite (IH rest), !app_length. destruct h; cbn [eqb length]; lia.
Qed.

Lemma map_distinct A B (f : A -> B) l :
  NoDup l -> (forall x y, In x l -> In y l -> f x = f y -> x = y) -> NoDup (map f l).
Proof.
  induction 1 as [|a l fresh distinct IH]; intro apart; cbn; constructor.
  - rewrite in_map_iff. intros (x & same & member). apply fresh.
    rewrite <- (apart x a); [exact member | now right | now left | exact same].
  - apply IH. intros x y ? ?. apply apart; now right.
Qed.

Lemma distinct_app A (l r : list A) : NoDup l -> NoDup r -> (forall x, In x l -> In x r -> False) -> NoDup (l ++ r).
Proof.
  induction 1 as [|a l fresh distinct IH]; intros right_distinct apart; cbn; [exact right_distinct|]. constructor.
  - rewrite in_app_iff. intros [there|there]; [now apply fresh | apply (apart a); [now left | exact there]].
  - apply IH; [exact right_distinct|]. intros x ? ?. apply (apart x); [now right | assumption].
Qed.

Lemma filter_length A f (l : list A) : (length (filter f l) + length (filter (fun a => negb (f a)) l) = length l)%nat.
Proof. induction l as [|a l IH]; [reflexivity|]. cbn. destruct (f a); cbn; lia. Qed.

Section Sauer.
Variable B : nat -> nat -> Real.
Hypothesis none : forall n, B n 0%nat = 1.
Hypothesis many : forall k, B 0%nat (S k) = 0.
Hypothesis pascal : forall n k, B (S n) (S k) = B n k + B n (S k).

Lemma pascal_total n k : total (S k) (B (S n)) = total (S k) (B n) + total k (B n).
Proof.
  induction k as [|k IH]; [cbn; rewrite !none; ring|].
  change (total (S k) (B (S n)) + B (S n) (S k) = total (S (S k)) (B n) + total (S k) (B n)).
  rewrite IH, pascal. cbn [total]. ring.
Qed.

Lemma no_points k : total (S k) (B 0%nat) = 1.
Proof.
  induction k as [|k IH]; [cbn; rewrite none; ring|].
  change (total (S k) (B 0%nat) + B 0%nat (S k) = 1). rewrite IH, many. ring.
Qed.


Lemma empty_mask n sets t : In t sets -> shattered sets (repeat false n).
Proof. intros member b. exists t. split; [exact member|]. intros i marked. now rewrite nth_repeat in marked. Qed.

Lemma empty_counted n : counted (repeat false n) = 0%nat.
Proof. induction n as [|n IH]; [reflexivity|]. cbn [repeat]. now rewrite counted_cons. Qed.

Lemma sauer n : forall sets k, NoDup sets -> (forall t, In t sets -> length t = n) ->
  (forall mask, length mask = n -> shattered sets mask -> (counted mask < k)%nat) ->
  INR (length sets) <= total k (B n).
Proof.
  induction n as [|n IH]; intros sets k distinct sized small.
  - destruct sets as [|t sets].
    + destruct k as [|k]; [cbn; lra | rewrite no_points; cbn; lra].
    + specialize (small [] eq_refl (empty_mask 0 _ t (in_eq _ _))).
      destruct k as [|k]; [now apply Nat.nlt_0_r in small|]. rewrite no_points.
      destruct sets as [|s sets]; [cbn; lra|]. exfalso.
      assert (t = s).
      { pose proof (sized t (in_eq _ _)) as first.
        pose proof (sized s (in_cons _ _ _ (in_eq _ _))) as second.
        destruct t; [|easy]. now destruct s. }
      subst. inversion distinct as [|? ? fresh _]. apply fresh. now left.
  - destruct k as [|k].
    { destruct sets as [|t sets]; [cbn; lra|].
      specialize (small (repeat false (S n)) (repeat_length _ _) (empty_mask _ _ t (in_eq _ _))).
      now apply Nat.nlt_0_r in small. }
    set (yes := tails true sets). set (no := tails false sets).
    set (member s := if in_dec (list_eq_dec bool_dec) s yes then true else false).
    assert (member_in : forall s, member s = true <-> In s yes).
    { intro s. unfold member. now destruct (in_dec (list_eq_dec bool_dec) s yes). }
    set (meet := filter member no). set (rest := filter (fun s => negb (member s)) no).
    assert (sizes : (length sets = length (yes ++ rest) + length meet)%nat).
    { rewrite (tails_length n sets sized), app_length. fold yes no.
      pose proof (filter_length _ member no) as split. fold meet rest in split. lia. }
    assert (tail_sized : forall b t, In t (tails b sets) -> length t = n).
    { intros b t found. apply in_tails, sized in found. now injection found. }
    rewrite sizes, plus_INR, pascal_total. apply Rplus_le_compat.
    + apply IH.
      * apply distinct_app; [now apply tails_distinct | now apply NoDup_filter, tails_distinct |].
        intros s there here. apply filter_In in here. apply member_in in there. now rewrite there in here.
      * intros t found. apply in_app_or in found.
        destruct found as [found|found]; [|apply filter_In in found; destruct found as [found _]];
          now apply (tail_sized _ _ found).
      * intros mask length_mask by_union.
        assert (all : shattered sets (false :: mask)).
        { intro b. destruct (by_union (fun i => b (S i))) as (t & found & same).
          apply in_app_or in found. assert (where_ : exists h, In (h :: t) sets).
          { destruct found as [found|found]; [exists true; now apply in_tails|].
            apply filter_In in found. exists false. now apply in_tails. }
          destruct where_ as [h here]. exists (h :: t). split; [exact here|].
          intros [|i] marked; [easy|]. now apply same. }
        apply (small (false :: mask)) in all; [|cbn; now rewrite length_mask]. now rewrite counted_cons in all.
    + apply IH.
      * now apply NoDup_filter, tails_distinct.
      * intros t found. apply filter_In in found. now apply (tail_sized false).
      * intros mask length_mask by_meet.
        assert (all : shattered sets (true :: mask)).
        { intro b. destruct (by_meet (fun i => b (S i))) as (t & found & same).
          apply filter_In in found. destruct found as [in_no in_yes]. apply member_in in in_yes.
          exists (b 0%nat :: t). split; [destruct (b 0%nat); now apply in_tails|].
          intros [|i] marked; [reflexivity|]. now apply same. }
        apply (small (true :: mask)) in all; [|cbn; now rewrite length_mask]. rewrite counted_cons in all. cbn in all. lia.
Qed.
End Sauer.

(** Numbered sets of points as lists. *)
Lemma marks (f : nat -> bool) n i : (i < n)%nat -> nth i (map f (seq 0 n)) false = f i.
Proof.
  intro below. rewrite (nth_indep _ false (f 0%nat)) by (now rewrite map_length, seq_length).
  now rewrite (map_nth f), seq_nth.
Qed.

Definition numbered (F : nat -> nat -> bool) m n : list (list bool) := map (fun j => map (F j) (seq 0 n)) (seq 0 m).

Lemma numbered_length F m n : length (numbered F m n) = m.
Proof. unfold numbered. now rewrite map_length, seq_length. Qed.

Lemma numbered_distinct F m n :
  (forall j k, (j < k)%nat -> (k < m)%nat -> exists i, (i < n)%nat /\ F j i <> F k i) -> NoDup (numbered F m n).
Proof.
  intro apart. apply map_distinct; [apply seq_NoDup|].
  intros x y x_below y_below same. apply in_seq in x_below, y_below.
  assert (pointwise : forall i, (i < n)%nat -> F x i = F y i).
  { intros i below. rewrite <- (marks (F x) n), <- (marks (F y) n) by exact below. now rewrite same. }
  destruct (Nat.lt_trichotomy x y) as [less|[equal|less]]; [|exact equal|].
  - destruct (apart x y less) as (i & below & differ); [lia|]. now destruct differ; apply pointwise.
  - destruct (apart y x less) as (i & below & differ); [lia|]. now destruct differ; symmetry; apply pointwise.
Qed.

Lemma increasing_filter f n s k l (found := filter f (seq s n)) :
  (k < l)%nat -> (l < length found)%nat -> (nth k found 0 < nth l found 0)%nat.
Proof.
  unfold found. clear found. revert s k l. induction n as [|n IH]; intros s k l less below; [now apply Nat.nlt_0_r in below|].
  cbn [seq filter] in *. destruct (f s); [|now apply IH]. cbn [length] in below.
  destruct l as [|l]; [easy|]. destruct k as [|k]; cbn [nth]; [|apply IH; lia].
  assert (member : In (nth l (filter f (seq (S s) n)) 0%nat) (filter f (seq (S s) n))) by (apply nth_In; lia).
  apply filter_In in member. destruct member as [member _]. apply in_seq in member. lia.
Qed.

Theorem sets_at_most (B : nat -> nat -> Real) : (forall n, B n 0%nat = 1) -> (forall k, B 0%nat (S k) = 0) ->
  (forall n k, B (S n) (S k) = B n k + B n (S k)) -> forall (n m d : nat) (F : nat -> nat -> bool),
  (forall j k, (j < k)%nat -> (k < m)%nat -> exists i, (i < n)%nat /\ F j i <> F k i) ->
  (forall p : nat -> nat, (forall k l, (k < l)%nat -> (l <= d)%nat -> (p k < p l)%nat) -> (p d < n)%nat ->
    exists b : nat -> bool, forall j, (j < m)%nat -> exists k, (k <= d)%nat /\ F j (p k) <> b k) ->
  INR m <= total (S d) (B n).
Proof.
  intros none many pascal n m d F apart unshattered.
  rewrite <- (numbered_length F m n). apply (sauer B none many pascal n _ (S d)); [now apply numbered_distinct | |].
  - intros t found. apply in_map_iff in found. destruct found as (j & <- & _). now rewrite map_length, seq_length.
  - intros mask sized all. apply Nat.nle_gt. intro large. unfold counted in large. rewrite sized in large.
    set (p k := nth k (filter (fun i => nth i mask false) (seq 0 n)) 0%nat).
    assert (rises : forall k l, (k < l)%nat -> (l <= d)%nat -> (p k < p l)%nat).
    { intros k l less below. apply increasing_filter; lia. }
    assert (there : forall k, (k <= d)%nat -> (p k < n)%nat /\ nth (p k) mask false = true).
    { intros k below. assert (found : In (p k) (filter (fun i => nth i mask false) (seq 0 n))) by (apply nth_In; lia).
      apply filter_In in found. destruct found as [found marked]. apply in_seq in found. now split; [lia|]. }
    destruct (unshattered p rises (proj1 (there d (le_n d)))) as [b missed].
    destruct (all (fun i => match find (fun k => Nat.eqb (p k) i) (seq 0 (S d)) with Some k => b k | None => false end))
      as (t & found & same).
    apply in_map_iff in found. destruct found as (j & <- & j_below). apply in_seq in j_below.
    destruct (missed j) as (k & below & differ); [lia|]. apply differ.
    rewrite <- (marks (F j) n) by (now apply there). rewrite <- same by (now apply there).
    destruct (find (fun l => Nat.eqb (p l) (p k)) (seq 0 (S d))) as [l|] eqn:search.
    + apply find_some in search. destruct search as [l_in equal]. apply in_seq in l_in. apply Nat.eqb_eq in equal.
      destruct (Nat.lt_trichotomy l k) as [less|[->|less]]; [|reflexivity|];
        [specialize (rises l k less below) | specialize (rises k l less)]; lia.
    + apply (find_none _ _) with (x := k) in search; [|apply in_seq; lia]. now rewrite Nat.eqb_refl in search.
Qed.

(** * Sums *)

Lemma total_plus n f g : total n (fun i => f i + g i) = total n f + total n g.
Proof. induction n as [|n IH]; cbn; [|rewrite IH]; ring. Qed.

Lemma total_scaled n c f : total n (fun i => c * f i) = c * total n f.
Proof. induction n as [|n IH]; cbn; [|rewrite IH]; ring. Qed.

Lemma total_zero n : total n (fun _ => 0) = 0.
Proof. induction n as [|n IH]; cbn; [|rewrite IH]; ring. Qed.

Lemma total_exchanged m n f : total m (fun i => total n (f i)) = total n (fun j => total m (fun i => f i j)).
Proof.
  induction m as [|m IH]; cbn; [now rewrite total_zero|]. rewrite IH. now rewrite <- total_plus.
Qed.

(** The sum over all indices of a number that is 0 for all but one. *)
Lemma total_single n j f : (j < n)%nat -> total n (fun i => f i * (if Nat.eqb j i then 1 else 0)) = f j.
Proof.
  assert (outside : forall m, (m <= j)%nat -> total m (fun i => f i * (if Nat.eqb j i then 1 else 0)) = 0).
  { induction m as [|m IH]; intro less; cbn; [reflexivity|]. rewrite IH by lia.
    destruct (Nat.eqb_spec j m); [lia|ring]. }
  induction n as [|n IH]; intro below; [lia|]. cbn. destruct (Nat.eqb_spec j n) as [->|other].
  - rewrite outside by lia. ring.
  - rewrite IH by lia. ring.
Qed.

Lemma all_or_some n (P : nat -> Prop) : (forall i, P i \/ ~ P i) ->
  (exists i, (i < n)%nat /\ ~ P i) \/ (forall i, (i < n)%nat -> P i).
Proof.
  intro decided. induction n as [|n [(i & below & not)|all]]; [right; lia | left; exists i; now split; [lia|] |].
  destruct (decided n) as [holds|not]; [right | left; exists n; now split; [lia|]].
  intros i below. destruct (Nat.eq_dec i n) as [->|other]; [exact holds|]. apply all. lia.
Qed.

Lemma nothing_added n f : (forall i, (i < n)%nat -> 0 <= f i) -> total n f = 0 -> forall i, (i < n)%nat -> f i = 0.
Proof.
  intros each none i below. pose proof (total_each n (fun _ => 0) f each i below) as one.
  rewrite total_zero, none in one. specialize (each i below). lra.
Qed.

(** * The VC dimension of half-spaces *)

(** The indices but for p. *)
Definition skip (p j : nat) : nat := if Nat.ltb j p then j else S j.

Lemma total_skip p n f : (p <= n)%nat -> total (S n) f = total n (fun j => f (skip p j)) + f p.
Proof.
  intro below. induction n as [|n IH]; [replace p with 0%nat by lia; reflexivity|].
  change (total (S n) f + f (S n) = total n (fun j => f (skip p j)) + f (skip p n) + f p).
  destruct (Nat.eq_dec p (S n)) as [->|other].
  - change (total n f + f n + f (S n) = total n (fun j => f (skip (S n) j)) + f (skip (S n) n) + f (S n)).
    replace (skip (S n) n) with n by (unfold skip; destruct (Nat.ltb_spec n (S n)); lia).
    f_equal. f_equal. apply total_eq. intros i less. unfold skip. destruct (Nat.ltb_spec i (S n)); [reflexivity|lia].
  - rewrite IH by lia. replace (skip p n) with (S n) by (unfold skip; destruct (Nat.ltb_spec n p); lia). ring.
Qed.

(** n + 1 rows of n numbers are dependent. *)
Lemma dependent n : forall A : nat -> nat -> Real, exists a,
  (exists j, (j <= n)%nat /\ a j <> 0) /\ forall k, (k < n)%nat -> total (S n) (fun j => a j * A j k) = 0.
Proof.
  induction n as [|n IH]; intro A; [exists (fun _ => 1); split; [exists 0%nat; split; [lia|lra] | lia]|].
  destruct (all_or_some (S (S n)) (fun p => A p n = 0) (fun p => Req_dec (A p n) 0)) as [(p & below & pivot)|flat].
  - destruct (IH (fun j k => A (skip p j) k - A (skip p j) n / A p n * A p k)) as (a & (j & j_below & apart) & zero).
    set (q := total (S n) (fun j => a j * (A (skip p j) n / A p n))).
    set (b i := if Nat.eqb i p then - q else if Nat.ltb i p then a i else a (pred i)).
    assert (same : forall j, b (skip p j) = a j).
    { intro i. unfold b, skip. destruct (Nat.ltb_spec i p) as [less|more].
      - destruct (Nat.eqb_spec i p); [lia|]. destruct (Nat.ltb_spec i p); [reflexivity|lia].
      - destruct (Nat.eqb_spec (S i) p); [lia|]. now destruct (Nat.ltb_spec (S i) p); [lia|]. }
    exists b. split.
    + exists (skip p j). split; [unfold skip; destruct (Nat.ltb_spec j p); lia | now rewrite same].
    + intros k k_below. rewrite (total_skip p) by lia.
      replace (b p) with (- q) by (unfold b; now rewrite Nat.eqb_refl).
      rewrite (total_eq _ _ (fun j => a j * A (skip p j) k)) by (intros; now rewrite same).
      assert (swept : total (S n) (fun j => a j * A (skip p j) k) = A p k * q).
      { destruct (Nat.eq_dec k n) as [->|other].
        - unfold q. rewrite <- total_scaled. apply total_eq. intros. field. exact pivot.
        - specialize (zero k ltac:(lia)).
          rewrite (total_eq _ _ (fun j => a j * A (skip p j) k + - A p k * (a j * (A (skip p j) n / A p n)))) in zero
            by (intros; ring).
          rewrite total_plus, total_scaled in zero. fold q in zero. lra. }
      rewrite swept. ring.
  - destruct (IH A) as (a & (j & j_below & apart) & zero).
    exists (fun j => if Nat.eqb j (S n) then 0 else a j). split.
    + exists j. destruct (Nat.eqb_spec j (S n)); [lia|]. now split; [lia|].
    + intros k below. change (total (S n) (fun j => (if Nat.eqb j (S n) then 0 else a j) * A j k)
        + (if Nat.eqb (S n) (S n) then 0 else a (S n)) * A (S n) k = 0).
      rewrite Nat.eqb_refl, (total_eq _ _ (fun j => a j * A j k)).
      2:{ intros i i_below. destruct (Nat.eqb_spec i (S n)); [lia|reflexivity]. }
      destruct (Nat.eq_dec k n) as [->|other]; [|rewrite zero by lia; ring].
      rewrite (total_eq _ _ (fun _ => 0)); [rewrite total_zero; ring|].
      intros i i_below. rewrite flat by lia. ring.
Qed.

Theorem dimension (n : nat) :
  (exists X : nat -> nat -> Real, forall b : nat -> bool, exists (w : nat -> Real) (c : Real), forall j, (j <= n)%nat ->
     if b j then total n (fun k => w k * X j k) + c > 0 else total n (fun k => w k * X j k) + c < 0)
  /\ (forall X : nat -> nat -> Real, exists b : nat -> bool, forall (w : nat -> Real) (c : Real), exists j,
     (j <= S n)%nat /\ ~ (b j = true <-> total n (fun k => w k * X j k) + c >= 0)).
Proof.
  split.
  - exists (fun j k => if Nat.eqb j k then 1 else 0). intro b. set (s j := if b j then 1 else -1).
    exists (fun k => s k - s n), (s n). intros j below.
    assert (value : total n (fun k => (s k - s n) * (if Nat.eqb j k then 1 else 0)) + s n = s j).
    { destruct (Nat.eq_dec j n) as [->|other].
      - rewrite (total_eq _ _ (fun _ => 0)); [rewrite total_zero; ring|].
        intros i less. destruct (Nat.eqb_spec n i); [lia|ring].
      - rewrite (total_single n j (fun k => s k - s n)) by lia. ring. }
    rewrite value. unfold s. destruct (b j); lra.
  - intro X. destruct (dependent (S n) (fun j k => if Nat.ltb k n then X j k else 1)) as (a & (j & below & apart) & zero).
    set (b j := if Rlt_dec 0 (a j) then true else false). exists b. intros w c.
    set (f j := total n (fun k => w k * X j k) + c).
    destruct (all_or_some (S (S n)) (fun j => b j = true <-> f j >= 0)) as [(i & i_below & not)|all].
    + intro i. destruct (b i), (Rge_dec (f i) 0); intuition congruence.
    + exists i. now split; [lia|].
    + exfalso. assert (sum : total (S (S n)) a = 0).
      { rewrite <- (zero n ltac:(lia)). apply total_eq. intros i _.
        destruct (Nat.ltb_spec n n); [lia|ring]. }
      assert (scores : total (S (S n)) (fun i => a i * f i) = 0).
      { unfold f. rewrite (total_eq _ _ (fun i => total n (fun k => w k * (a i * X i k)) + c * a i)).
        2:{ intros i _. rewrite Rmult_plus_distr_l, <- total_scaled. f_equal; [apply total_eq; intros|]; ring. }
        rewrite total_plus, total_scaled, sum, total_exchanged.
        rewrite (total_eq n _ (fun _ => 0)); [rewrite total_zero; ring|].
        intros k k_below. rewrite total_scaled. specialize (zero k ltac:(lia)).
        destruct (Nat.ltb_spec k n); [|lia]. rewrite zero. ring. }
      assert (signs : forall i, (i < S (S n))%nat -> 0 <= a i * f i /\ (a i < 0 -> 0 < a i * f i)).
      { intros i i_below. specialize (all i i_below). unfold b in all. destruct (Rlt_dec 0 (a i)) as [more|less].
        - assert (f i >= 0) by now apply all. split; [apply Rmult_le_pos; lra | lra].
        - assert (f i < 0) by (apply Rnot_ge_lt; intro high; apply all in high; discriminate).
          split; [|intro]; [replace (a i * f i) with (- a i * - f i) by ring; apply Rmult_le_pos; lra|].
          replace (a i * f i) with (- a i * - f i) by ring. apply Rmult_lt_0_compat; lra. }
      pose proof (nothing_added _ _ (fun i i_below => proj1 (signs i i_below)) scores) as none.
      assert (plus : forall i, (i < S (S n))%nat -> 0 <= a i).
      { intros i i_below. apply Rnot_lt_le. intro minus. pose proof (proj2 (signs i i_below) minus).
        rewrite none in *; [lra|exact i_below]. }
      apply apart, (nothing_added _ _ plus sum). lia.
Qed.

(** * Cover's theorem *)

Definition score d (w y : nat -> Real) : Real := total d (fun k => w k * y k).
Definition signed (b : bool) r : Prop := if b then r > 0 else r < 0.

(** A labelling of N points that a plane through 0 has. *)
Definition divided d N (X : nat -> nat -> Real) (t : list bool) : Prop :=
  length t = N /\ exists w, forall i, (i < N)%nat -> signed (nth i t false) (score d w (X i)).

(** No d of the points, or fewer, are dependent. *)
Definition general d N (X : nat -> nat -> Real) : Prop := forall a,
  total N (fun i => if Req_EM_T (a i) 0 then 0 else 1) <= INR d ->
  (forall k, (k < d)%nat -> total N (fun i => a i * X i k) = 0) -> forall i, (i < N)%nat -> a i = 0.

Lemma total_first n f : total (S n) f = f 0%nat + total n (fun i => f (S i)).
Proof. rewrite (total_skip 0) by lia. rewrite Rplus_comm. reflexivity. Qed.

Lemma score_sum d a b v w y : score d (fun k => a * v k + b * w k) y = a * score d v y + b * score d w y.
Proof.
  unfold score. rewrite <- !total_scaled, <- total_plus. apply total_eq. intros. ring.
Qed.

Lemma least_positive n (f : nat -> Real) :
  (forall i, (i < n)%nat -> 0 < f i) -> exists d, 0 < d /\ forall i, (i < n)%nat -> d <= f i.
Proof.
  induction n as [|n IH]; intro positive; [exists 1; split; [lra|lia]|].
  destruct IH as (d & d_positive & below); [intros; apply positive; lia|].
  pose proof (positive n ltac:(lia)). exists (Rmin d (f n)). split; [now apply Rmin_glb_lt|].
  intros i less. destruct (Nat.eq_dec i n) as [->|other]; [apply Rmin_r|].
  eapply Rle_trans; [apply Rmin_l | apply below; lia].
Qed.

(** A small step turns no sign. *)
Lemma small_step d N X t w v : (forall i, (i < N)%nat -> signed (nth i t false) (score d w (X i))) ->
  exists e, 0 < e /\ forall c, (c = e \/ c = - e) -> forall i, (i < N)%nat ->
    signed (nth i t false) (score d (fun k => 1 * w k + c * v k) (X i)).
Proof.
  intro separates. set (m i := Rabs (score d w (X i))). set (q i := 1 + Rabs (score d v (X i))).
  assert (q_positive : forall i, 0 < q i) by (intro i; unfold q; pose proof (Rabs_pos (score d v (X i))); lra).
  destruct (least_positive N (fun i => m i / q i)) as (e & e_positive & below).
  { intros i less. apply Rmult_lt_0_compat; [|now apply Rinv_0_lt_compat].
    specialize (separates i less). apply Rabs_pos_lt. unfold signed in separates. destruct (nth i t false); lra. }
  exists e. split; [exact e_positive|]. intros c which i less. specialize (separates i less). specialize (below i less).
  assert (near : e * Rabs (score d v (X i)) < m i).
  { apply Rlt_le_trans with (e * q i); [apply Rmult_lt_compat_l; [exact e_positive | unfold q; lra]|].
    apply (Rmult_le_compat_r (q i)) in below; [|apply Rlt_le, q_positive].
    replace (m i / q i * q i) with (m i) in below by (field; apply Rgt_not_eq, q_positive). exact below. }
  rewrite score_sum.
  assert (high : Rabs (c * score d v (X i)) < m i).
  { rewrite Rabs_mult. replace (Rabs c) with e; [exact near|].
    destruct which as [->| ->]; [|rewrite Rabs_Ropp]; symmetry; apply Rabs_pos_eq; lra. }
  apply Rabs_def2 in high. unfold m in *. unfold signed in *.
  destruct (nth i t false); [rewrite Rabs_pos_eq in high by lra | rewrite Rabs_left in high by lra]; lra.
Qed.

Section Projection.
Variables (d N c : nat) (X : nat -> nat -> Real).
Hypothesis c_below : (c <= d)%nat.
Hypothesis pivot : X 0%nat c <> 0.

(** The other points, along the first one to the plane where the coordinate c is 0. *)
Definition projected (i k : nat) : Real := X (S i) (skip c k) - X (S i) c / X 0%nat c * X 0%nat (skip c k).
Definition lifted (w : nat -> Real) : nat -> Real :=
  let q := total d (fun k => w k * X 0%nat (skip c k)) / X 0%nat c in
  fun k => if Nat.eqb k c then - q else if Nat.ltb k c then w k else w (pred k).

Lemma lifted_skip w k : lifted w (skip c k) = w k.
Proof.
  unfold lifted, skip. destruct (Nat.ltb_spec k c) as [less|more].
  - destruct (Nat.eqb_spec k c); [lia|]. destruct (Nat.ltb_spec k c); [reflexivity|lia].
  - destruct (Nat.eqb_spec (S k) c); [lia|]. now destruct (Nat.ltb_spec (S k) c); [lia|].
Qed.

Lemma score_through w i : score (S d) w (X 0%nat) = 0 ->
  score (S d) w (X (S i)) = score d (fun k => w (skip c k)) (projected i).
Proof.
  unfold score. rewrite !(total_skip c) by exact c_below. intro through.
  assert (sum : total d (fun k => w (skip c k) * projected i k) = total d (fun k => w (skip c k) * X (S i) (skip c k))
    + - (X (S i) c / X 0%nat c) * total d (fun k => w (skip c k) * X 0%nat (skip c k))).
  { rewrite <- total_scaled, <- total_plus. apply total_eq. intros. unfold projected. ring. }
  rewrite sum.
  replace (total d (fun k => w (skip c k) * X 0%nat (skip c k))) with (- (w c * X 0%nat c)) by lra. field. exact pivot.
Qed.

Lemma lifted_through w : score (S d) (lifted w) (X 0%nat) = 0.
Proof.
  unfold score. rewrite (total_skip c) by exact c_below.
  rewrite (total_eq d _ (fun k => w k * X 0%nat (skip c k))) by (intros; now rewrite lifted_skip).
  unfold lifted. rewrite Nat.eqb_refl. field. exact pivot.
Qed.

(** Both labels of the first point go with a labelling of the others just if it is one of their projections. *)
Lemma both_labels t : (divided (S d) (S N) X (true :: t) /\ divided (S d) (S N) X (false :: t)) <->
  divided d N projected t.
Proof.
  split.
  - intros [[sized (v & above)] [_ (w & below)]]. injection sized as sized. split; [exact sized|].
    pose proof (above 0%nat ltac:(lia)) as v_first. pose proof (below 0%nat ltac:(lia)) as w_first. cbn [nth signed] in v_first, w_first.
    set (u k := - score (S d) w (X 0%nat) * v k + score (S d) v (X 0%nat) * w k).
    assert (through : score (S d) u (X 0%nat) = 0) by (unfold u; rewrite score_sum; ring).
    exists (fun k => u (skip c k)). intros i less. rewrite <- (score_through u i through). unfold u. rewrite score_sum.
    pose proof (above (S i) ltac:(lia)) as one. pose proof (below (S i) ltac:(lia)) as other. cbn [nth] in one, other.
    unfold signed in *. revert one other. destruct (nth i t false); intros one other.
    + pose proof (Rmult_lt_0_compat (- score (S d) w (X 0%nat)) (score (S d) v (X (S i))) ltac:(lra) ltac:(lra)).
      pose proof (Rmult_lt_0_compat (score (S d) v (X 0%nat)) (score (S d) w (X (S i))) ltac:(lra) ltac:(lra)). lra.
    + pose proof (Rmult_lt_0_compat (- score (S d) w (X 0%nat)) (- score (S d) v (X (S i))) ltac:(lra) ltac:(lra)).
      pose proof (Rmult_lt_0_compat (score (S d) v (X 0%nat)) (- score (S d) w (X (S i))) ltac:(lra) ltac:(lra)). lra.
  - intros [sized (w & separates)].
    assert (same : forall i, score (S d) (lifted w) (X (S i)) = score d w (projected i)).
    { intro i. rewrite score_through by apply lifted_through. apply total_eq. intros. now rewrite lifted_skip. }
    destruct (small_step (S d) N (fun i => X (S i)) t (lifted w) (X 0%nat)) as (e & e_positive & step).
    { intros i less. rewrite same. now apply separates. }
    assert (own : 0 < score (S d) (X 0%nat) (X 0%nat)).
    { unfold score. rewrite (total_skip c) by exact c_below.
      assert (0 <= total d (fun k => X 0%nat (skip c k) * X 0%nat (skip c k))).
      { rewrite <- (total_zero d). apply total_le. intros. apply (Rle_0_sqr (X 0%nat (skip c i))). }
      pose proof (Rsqr_pos_lt _ pivot) as square. unfold Rsqr in square. lra. }
    pose proof (Rmult_lt_0_compat _ _ e_positive own).
    split; (split; [now cbn; rewrite sized|]).
    + exists (fun k => 1 * lifted w k + e * X 0%nat k). intros [|i] less; cbn [nth].
      * rewrite score_sum, lifted_through. cbn [signed]. lra.
      * exact (step e (or_introl eq_refl) i ltac:(lia)).
    + exists (fun k => 1 * lifted w k + - e * X 0%nat k). intros [|i] less; cbn [nth].
      * rewrite score_sum, lifted_through. cbn [signed]. lra.
      * exact (step (- e) (or_intror eq_refl) i ltac:(lia)).
Qed.

Lemma some_label t : divided (S d) N (fun i => X (S i)) t <->
  (divided (S d) (S N) X (true :: t) \/ divided (S d) (S N) X (false :: t)).
Proof.
  split.
  - intros [sized (w & separates)].
    assert (cases : forall v, (forall i, (i < N)%nat -> signed (nth i t false) (score (S d) v (X (S i)))) ->
      score (S d) v (X 0%nat) <> 0 -> divided (S d) (S N) X (true :: t) \/ divided (S d) (S N) X (false :: t)).
    { intros v all apart. destruct (Rlt_dec 0 (score (S d) v (X 0%nat))); [left|right];
        (split; [now cbn; rewrite sized|]); exists v; (intros [|i] less; cbn [nth]; [cbn [signed]; lra | exact (all i ltac:(lia))]). }
    destruct (Req_dec (score (S d) w (X 0%nat)) 0) as [through|apart]; [left | now apply (cases w)].
    apply both_labels. split; [exact sized|]. exists (fun k => w (skip c k)). intros i less.
    rewrite <- score_through by exact through. now apply separates.
  - intros [[sized (w & all)]|[sized (w & all)]]; injection sized as sized; (split; [exact sized|]); exists w;
      intros i less; exact (all (S i) ltac:(lia)).
Qed.

Lemma general_others : general (S d) (S N) X -> general (S d) N (fun i => X (S i)).
Proof.
  intros known a few zero i less.
  refine (known (fun i => match i with O => 0 | S j => a j end) _ _ (S i) ltac:(lia)).
  - rewrite total_first. destruct (Req_EM_T 0 0); [lra | easy].
  - intros k below. rewrite total_first, zero by exact below. ring.
Qed.

Lemma general_projected : general (S d) (S N) X -> general d N projected.
Proof.
  intros known a few zero i less. set (q := total N (fun i => a i * (X (S i) c / X 0%nat c))).
  refine (known (fun i => match i with O => - q | S j => a j end) _ _ (S i) ltac:(lia)).
  - rewrite total_first, S_INR. destruct (Req_EM_T (- q) 0); lra.
  - assert (value : forall k, total (S N) (fun i => match i with O => - q | S j => a j end * X i k)
      = total N (fun i => a i * (X (S i) k - X (S i) c / X 0%nat c * X 0%nat k))).
    { intro k. rewrite total_first. unfold q.
      replace (- total N (fun i => a i * (X (S i) c / X 0%nat c)) * X 0%nat k)
        with (- X 0%nat k * total N (fun i => a i * (X (S i) c / X 0%nat c))) by ring.
      rewrite <- total_scaled, <- total_plus. apply total_eq. intros. ring. }
    intros k below. rewrite value. destruct (Nat.eq_dec k c) as [->|other].
    + rewrite (total_eq N _ (fun _ => 0)); [apply total_zero|]. intros j _. field. exact pivot.
    + set (j := if Nat.ltb k c then k else pred k).
      assert (place : k = skip c j).
      { unfold j, skip. destruct (Nat.ltb_spec k c) as [low|high]; [destruct (Nat.ltb_spec k c); lia|].
        destruct (Nat.ltb_spec (pred k) c); lia. }
      rewrite <- (zero j) by (unfold j; destruct (Nat.ltb_spec k c); lia). apply total_eq. intros. unfold projected.
      now rewrite <- place.
Qed.
End Projection.

Section Cover.
Variable B : nat -> nat -> Real.
Hypothesis none : forall n, B n 0%nat = 1.
Hypothesis many : forall k, B 0%nat (S k) = 0.
Hypothesis pascal : forall n k, B (S n) (S k) = B n k + B n (S k).

Lemma no_dimension N X t : divided 0 (S N) X t -> False.
Proof. intros [_ (w & all)]. specialize (all 0%nat ltac:(lia)). cbn in all. destruct (nth 0 t false); cbn in all; lra. Qed.

Lemma first_apart d N X : general (S d) (S N) X -> exists c, (c <= d)%nat /\ X 0%nat c <> 0.
Proof.
  intro known. destruct (all_or_some (S d) (fun c => X 0%nat c = 0) (fun c => Req_dec _ _)) as [(c & below & apart)|flat].
  - exists c. now split; [lia|].
  - exfalso. assert (one : (match 0%nat with O => 1 | S _ => 0 end) = 0); [|lra].
    refine (known (fun i => match i with O => 1 | S _ => 0 end) _ _ 0%nat ltac:(lia)).
    + rewrite total_first. destruct (Req_EM_T 1 0); [lra|]. rewrite (total_eq N _ (fun _ => 0)), total_zero, S_INR.
      * pose proof (pos_INR d). lra.
      * intros. destruct (Req_EM_T 0 0); [reflexivity | easy].
    + intros k below. rewrite total_first, flat, (total_eq N _ (fun _ => 0)), total_zero by (assumption || (intros; ring)). ring.
Qed.

Lemma count N : forall d X sets, general d (S N) X -> NoDup sets -> (forall t, In t sets <-> divided d (S N) X t) ->
  INR (length sets) = 2 * total d (B N).
Proof.
  induction N as [|N IH]; intros d X sets known distinct complete;
    (destruct d as [|d];
      [destruct sets as [|t sets];
        [cbn; ring | exfalso; eapply (no_dimension _ X t), complete; now left] |]);
    destruct (first_apart _ _ _ known) as (c & below & pivot).
  - rewrite no_points by assumption.
    assert (same : length sets = length [[true]; [false]]).
    { apply Nat.le_antisymm; apply NoDup_incl_length; try assumption.
      - intros t found. apply complete in found. destruct found as [sized _].
        destruct t as [|[] [|]]; try easy; cbn; tauto.
      - constructor; [cbn; intuition discriminate | constructor; [easy | constructor]].
      - assert (both : divided (S d) 1 X [true] /\ divided (S d) 1 X [false]).
        { apply (both_labels d 0 c X below pivot). split; [reflexivity|]. exists (fun _ => 0). lia. }
        intros t [<-|[<-|[]]]; apply complete; tauto. }
    rewrite same. cbn. ring.
  - set (yes := tails true sets). set (no := tails false sets).
    set (member s := if in_dec (list_eq_dec bool_dec) s yes then true else false).
    assert (member_in : forall s, member s = true <-> In s yes).
    { intro s. unfold member. now destruct (in_dec (list_eq_dec bool_dec) s yes). }
    set (meet := filter member no). set (rest := filter (fun s => negb (member s)) no).
    assert (sizes : (length sets = length (yes ++ rest) + length meet)%nat).
    { rewrite app_length, (tails_length (S N) sets) by (intros t found; apply complete in found; apply found).
      fold yes no. pose proof (filter_length _ member no) as split. fold meet rest in split. lia. }
    rewrite sizes, plus_INR, (pascal_total B none pascal).
    rewrite (IH (S d) (fun i => X (S i)) (yes ++ rest)), (IH d (projected c X) meet); [ring| | | | | |].
    + exact (general_projected d (S N) c X below pivot known).
    + now apply NoDup_filter, tails_distinct.
    + intro t. unfold meet, no. rewrite filter_In, member_in. unfold yes. rewrite !in_tails, !complete.
      rewrite <- (both_labels d (S N) c X below pivot). tauto.
    + exact (general_others d (S N) c X below known).
    + apply distinct_app; [now apply tails_distinct | now apply NoDup_filter, tails_distinct|].
      intros s there here. apply filter_In in here. apply member_in in there. now rewrite there in here.
    + intro t. rewrite (some_label d (S N) c X below pivot), in_app_iff, <- !complete, <- !in_tails.
      fold yes no. unfold rest. rewrite filter_In. destruct (member t) eqn:marked; cbn.
      * apply member_in in marked. tauto.
      * assert (~ In t yes) by (intro there; apply member_in in there; now rewrite there in marked). tauto.
Qed.
End Cover.

(** Functions in place of lists: the dichotomies are numbered. *)
Theorem dichotomies (B : nat -> nat -> Real) : (forall n, B n 0%nat = 1) -> (forall k, B 0%nat (S k) = 0) ->
  (forall n k, B (S n) (S k) = B n k + B n (S k)) -> forall (d n m : nat) (X : nat -> nat -> Real) (F : nat -> nat -> bool),
  (forall a : nat -> Real, total (S n) (fun i => if Req_EM_T (a i) 0 then 0 else 1) <= INR d ->
    (forall k, (k < d)%nat -> total (S n) (fun i => a i * X i k) = 0) -> forall i, (i < S n)%nat -> a i = 0) ->
  (forall j k, (j < k)%nat -> (k < m)%nat -> exists i, (i < S n)%nat /\ F j i <> F k i) ->
  (forall b : nat -> bool, (exists w : nat -> Real, forall i, (i < S n)%nat ->
      if b i then total d (fun k => w k * X i k) > 0 else total d (fun k => w k * X i k) < 0)
    <-> (exists j, (j < m)%nat /\ forall i, (i < S n)%nat -> F j i = b i)) ->
  INR m = 2 * total d (B n).
Proof.
  intros none many pascal d n m X F known apart complete.
  rewrite <- (numbered_length F m (S n)).
  apply (count B none many pascal n d X _ known); [now apply numbered_distinct|].
  intro t. unfold numbered. rewrite in_map_iff. split.
  - intros (j & <- & j_below). apply in_seq in j_below. split; [now rewrite map_length, seq_length|].
    destruct (proj2 (complete (F j))) as [w separates]; [exists j; now split; [lia|]|].
    exists w. intros i below. rewrite marks by exact below. now apply separates.
  - intros [sized (w & separates)]. destruct (proj1 (complete (fun i => nth i t false))) as (j & j_below & same).
    { exists w. intros i below. now apply separates. }
    exists j. split; [|apply in_seq; lia].
    apply (nth_ext _ _ false false); [now rewrite map_length, seq_length|].
    intros i below. rewrite map_length, seq_length in below. rewrite marks by exact below. now apply same.
Qed.

(** * The claims *)

Ltac sauer_shelah_lemma := exact sets_at_most.
Ltac half_spaces_have_vc_dimension_n_plus_1 := exact dimension.
Ltac cover_function_counting := exact dichotomies.
