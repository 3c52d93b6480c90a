(** The Gaussian kernel is positive semi-definite: products of Gram matrices, the series of exp, and its limit. *)

From Novikoff Require Import InnerProduct Exponential.
Require Import SeqProp SeqSeries.
Open Scope R_scope.

(** * Quadratic forms *)

Definition square size (f : nat -> nat -> Real) : Real := total size (fun i => total size (f i)).
Definition form size (K : nat -> nat -> Real) (a : nat -> Real) : Real := square size (fun i j => a i * a j * K i j).
Definition positive size K : Prop := forall a, 0 <= form size K a.

Lemma square_eq size f g :
  (forall i j, (i < size)%nat -> (j < size)%nat -> f i j = g i j) -> square size f = square size g.
Proof. intro same. apply total_eq. intros i i_below. apply total_eq. intros j j_below. now apply same. Qed.

Lemma total_sum size c f g : total size (fun i => c * f i + g i) = c * total size f + total size g.
Proof. induction size as [|n IH]; cbn; [|rewrite IH]; ring. Qed.

Lemma total_scaled size c f : total size (fun i => c * f i) = c * total size f.
Proof. induction size as [|n IH]; cbn; [|rewrite IH]; ring. Qed.

Lemma total_zero size : total size (fun _ => 0) = 0.
Proof. induction size as [|n IH]; cbn; [|rewrite IH]; ring. Qed.

Lemma square_sum size c f g : square size (fun i j => c * f i j + g i j) = c * square size f + square size g.
Proof.
  unfold square. rewrite <- total_sum. apply total_eq. intros i _. apply total_sum.
Qed.

(** * Products of kernels, by Schur

    Take from each vector its part along the n-th: that leaves one vector less that is not 0, and what is taken away
    adds a value of the form of K, times the square length of the n-th vector. *)

Lemma schur size (E : ips) K n (y : nat -> E) :
  positive size K -> (forall i, (n <= i)%nat -> (i < size)%nat -> forall z, inner (y i) z = 0) ->
  0 <= square size (fun i j => K i j * inner (y i) (y j)).
Proof.
  intro K_positive. revert y. induction n as [|n IH]; intros y rest.
  { rewrite (square_eq _ _ (fun i j => 0 * 0 + 0)); [rewrite square_sum; unfold square; rewrite !total_zero; lra|].
    intros i j below _. rewrite (rest i (Nat.le_0_l i) below). ring. }
  destruct (Req_dec (inner (y n) (y n)) 0) as [null|apart].
  { apply IH. intros i more below z. destruct (Nat.eq_dec i n) as [->|other].
    - rewrite (inner_definite E (y n) null). apply inner_vzero.
    - apply rest; [|exact below]. apply Nat.le_succ_l, Nat.le_neq. now split; [|intros ->]. }
  set (d := inner (y n) (y n)) in *. set (c i := inner (y i) (y n) / d).
  assert (d_positive : 0 <= d) by apply inner_nonneg.
  rewrite (square_eq _ _ (fun i j => d * (c i * c j * K i j)
    + K i j * inner (y i + (- c i) *: y n)%V (y j + (- c j) *: y n)%V)).
  - rewrite square_sum. apply Rplus_le_le_0_compat; [apply Rmult_le_pos; [exact d_positive | apply K_positive]|].
    apply IH. intros i more below z. gram. destruct (Nat.eq_dec i n) as [->|other].
    + unfold c. fold d. field. exact apart.
    + assert (i_null : forall v, inner (y i) v = 0).
      { apply rest; [|exact below]. apply Nat.le_succ_l, Nat.le_neq. now split; [|intros ->]. }
      unfold c. rewrite !i_null. field. exact apart.
  - intros i j _ _. gram. rewrite (inner_comm (y n) (y j)). fold d. unfold c. field. exact apart.
Qed.

Lemma product_positive size (E : ips) K (x : nat -> E) :
  positive size K -> positive size (fun i j => K i j * inner (x i) (x j)).
Proof.
  intros K_positive a. unfold form.
  rewrite (square_eq _ _ (fun i j => K i j * inner (a i *: x i)%V (a j *: x j)%V)) by (intros; gram; ring).
  apply (schur size E K size); [exact K_positive|]. intros i more below. now apply Nat.le_ngt in more.
Qed.

Lemma rescaled_positive size K g : positive size K -> positive size (fun i j => g i * g j * K i j).
Proof.
  intros K_positive a. unfold form.
  rewrite (square_eq _ _ (fun i j => a i * g i * (a j * g j) * K i j)) by (intros; ring).
  apply (K_positive (fun i => a i * g i)).
Qed.

Lemma combined_positive size c K L :
  0 <= c -> positive size K -> positive size L -> positive size (fun i j => c * K i j + L i j).
Proof.
  intros sign K_positive L_positive a. unfold form.
  rewrite (square_eq _ _ (fun i j => c * (a i * a j * K i j) + a i * a j * L i j)) by (intros; ring).
  rewrite square_sum. apply Rplus_le_le_0_compat; [apply Rmult_le_pos; [exact sign | apply K_positive] | apply L_positive].
Qed.

Lemma power_positive size (E : ips) (x : nat -> E) d : positive size (fun i j => inner (x i) (x j) ^ d).
Proof.
  induction d as [|d IH].
  - intro a. unfold form, square. cbn.
    rewrite (total_eq _ _ (fun i => total size a * a i)).
    + rewrite total_scaled. apply (Rle_0_sqr (total size a)).
    + intros i _. rewrite (total_eq _ _ (fun j => a i * a j)) by (intros; ring). rewrite total_scaled. ring.
  - intro a. unfold form.
    rewrite (square_eq _ _ (fun i j => a i * a j * (inner (x i) (x j) ^ d * inner (x i) (x j))))
      by (intros; cbn; ring).
    now apply product_positive.
Qed.

(** * The exponential series *)

Definition series n t : Real := sum_f_R0 (fun k => / INR (fact k) * t ^ k) n.

Lemma series_positive size (E : ips) (x : nat -> E) c n :
  0 <= c -> positive size (fun i j => series n (c * inner (x i) (x j))).
Proof.
  intro sign.
  assert (term : forall k, 0 <= / INR (fact k) * c ^ k).
  { intro k. apply Rmult_le_pos; [|now apply pow_le]. apply Rlt_le, Rinv_0_lt_compat, INR_fact_lt_0. }
  assert (none : positive size (fun _ _ => 0)).
  { intro a. unfold form. rewrite (square_eq _ _ (fun _ _ => 0 * 0 + 0)) by (intros; ring).
    rewrite square_sum. unfold square. rewrite !total_zero. lra. }
  induction n as [|n IH]; intro a; unfold form.
  - rewrite (square_eq _ _ (fun i j => a i * a j * (/ INR (fact 0) * c ^ 0 * inner (x i) (x j) ^ 0 + 0)))
      by (intros; unfold series; cbn; ring).
    apply combined_positive; [apply term | apply power_positive | exact none].
  - rewrite (square_eq _ _ (fun i j => a i * a j * (/ INR (fact (S n)) * c ^ S n * inner (x i) (x j) ^ S n
        + series n (c * inner (x i) (x j))))).
    + apply combined_positive; [apply term | apply power_positive | exact IH].
    + intros i j _ _. unfold series. cbn [sum_f_R0]. rewrite Rpow_mult_distr. ring.
Qed.

Lemma series_limit t : Un_cv (fun n => series n t) (exp t).
Proof. unfold exp. destruct (exist_exp t) as [l limit]. exact limit. Qed.

(** * Limits *)

Lemma constant_limit c : Un_cv (fun _ => c) c.
Proof. intros e e_positive. exists 0%nat. intros n _. now rewrite R_dist_eq. Qed.

Lemma not_negative_limit u l : (forall n, 0 <= u n) -> Un_cv u l -> 0 <= l.
Proof.
  intros each limit. apply Rnot_lt_le. intro negative.
  destruct (limit (- l)) as [n near]; [lra|]. specialize (near n (Nat.le_refl n)). specialize (each n).
  apply Rabs_def2 in near. lra.
Qed.

Lemma total_limit size (f : nat -> nat -> Real) g :
  (forall i, Un_cv (f i) (g i)) -> Un_cv (fun n => total size (fun i => f i n)) (total size g).
Proof.
  intro each. induction size as [|m IH]; cbn; [apply constant_limit|].
  apply (CV_plus (fun n => total m (fun i => f i n)) (f m)); auto.
Qed.

Lemma limit_positive size (K : nat -> nat -> nat -> Real) L :
  (forall n, positive size (K n)) -> (forall i j, Un_cv (fun n => K n i j) (L i j)) -> positive size L.
Proof.
  intros each limit a.
  apply (not_negative_limit (fun n => form size (K n) a)); [intro; apply each|].
  unfold form, square. apply (total_limit size (fun i n => total size (fun j => a i * a j * K n i j))). intro i.
  apply (total_limit size (fun j n => a i * a j * K n i j)). intro j.
  apply (CV_mult (fun _ => a i * a j) (fun n => K n i j)); [apply constant_limit | apply limit].
Qed.

(** * The Gaussian kernel *)

Definition gaussian {E : ips} (gamma : Real) (x z : E) : Real :=
  exp (- gamma * inner (x + (-1) *: z)%V (x + (-1) *: z)%V).

Lemma gaussian_factors (E : ips) gamma (x z : E) :
  gaussian gamma x z
  = exp (- gamma * inner x x) * exp (- gamma * inner z z) * exp (2 * gamma * inner x z).
Proof. unfold gaussian. rewrite <- !exp_plus. f_equal. gram. rewrite (inner_comm z x). ring. Qed.

(** The sum over all pairs of points is not negative: for every n, all points and all coefficients. *)
Theorem pairs_positive (E : ips) size (x : nat -> E) gamma a :
  0 <= gamma -> 0 <= square size (fun i j => a i * a j * gaussian gamma (x i) (x j)).
Proof.
  intro sign.
  assert (known : positive size (fun i j => exp (- gamma * inner (x i) (x i)) * exp (- gamma * inner (x j) (x j))
    * exp (2 * gamma * inner (x i) (x j)))).
  { apply (rescaled_positive size (fun i j => exp (2 * gamma * inner (x i) (x j)))
      (fun i => exp (- gamma * inner (x i) (x i)))).
    apply (limit_positive size (fun n i j => series n (2 * gamma * inner (x i) (x j)))).
    - intro n. apply series_positive. lra.
    - intros i j. apply series_limit. }
  specialize (known a). unfold form in known.
  rewrite (square_eq _ _ _ (fun i j _ _ =>
    f_equal (Rmult (a i * a j)) (gaussian_factors E gamma (x i) (x j)))).
  exact known.
Qed.

(** * The sum over all pairs, step by step

    A step changes the coefficients of points that are equal to z, by t: that is how the sum over all pairs changes. *)

Definition sums {E : ips} size (x : nat -> E) (K : E -> E -> Real) (a : nat -> Real) : Real :=
  square size (fun i j => a i * a j * K (x i) (x j)).

Definition symmetric {E : ips} (K : E -> E -> Real) : Prop := forall u v, K u v = K v u.

Lemma square_product size u v : square size (fun i j => u i * v j) = total size u * total size v.
Proof.
  unfold square. rewrite (total_eq _ _ (fun i => total size v * u i)).
  - rewrite total_scaled. ring.
  - intros i _. rewrite total_scaled. ring.
Qed.

Lemma sums_eq (E : ips) size (x : nat -> E) K a b :
  (forall i, (i < size)%nat -> a i = b i) -> sums size x K a = sums size x K b.
Proof. intro same. apply square_eq. intros i j i_below j_below. now rewrite !same. Qed.

Lemma sums_start (E : ips) size (x : nat -> E) K a : (forall i, (i < size)%nat -> a i = 0) -> sums size x K a = 0.
Proof.
  intro none. unfold sums. rewrite (square_eq _ _ (fun _ _ => 0 * 0)).
  - rewrite square_product, total_zero. ring.
  - intros i j below _. rewrite none by exact below. ring.
Qed.

Lemma sums_step (E : ips) size (x : nat -> E) K a z t : symmetric K ->
  (forall i, (i < size)%nat -> t i * inner (x i) (x i) + t i * inner z z = 2 * t i * inner (x i) z) ->
  sums size x K (fun i => a i + t i)
  = sums size x K a + 2 * total size (fun i => a i * K (x i) z) * total size t + K z z * total size t ^ 2.
Proof.
  intros K_symmetric only_z.
  assert (there : forall i u, (i < size)%nat -> t i * K (x i) u = t i * K z u).
  { intros i u below. destruct (Req_dec (t i) 0) as [->|apart]; [ring|]. do 2 f_equal. apply vector_eq. gram.
    rewrite (inner_comm z (x i)). apply (Rmult_eq_reg_l (t i)); [|exact apart]. specialize (only_z i below). lra. }
  set (g i := a i * K (x i) z).
  unfold sums. rewrite (square_eq size _ (fun i j => 1 * (a i * a j * K (x i) (x j))
    + (1 * (g i * t j) + (1 * (t i * g j) + (K z z * (t i * t j) + 0 * 0))))).
  - rewrite !square_sum, !square_product. unfold square. rewrite total_zero. ring.
  - intros i j i_below j_below. unfold g.
    assert (first : t i * K (x i) (x j) = t i * K (x j) z)
      by (rewrite there by exact i_below; now rewrite K_symmetric).
    assert (second : t j * K (x i) (x j) = t j * K (x i) z)
      by (rewrite K_symmetric, there by exact j_below; now rewrite K_symmetric).
    assert (both : t i * (t j * K (x i) (x j)) = K z z * (t i * t j))
      by (rewrite second, <- Rmult_assoc, (Rmult_comm (t i) (t j)), Rmult_assoc, there by exact i_below; ring).
    replace ((a i + t i) * (a j + t j) * K (x i) (x j))
      with (a i * a j * K (x i) (x j) + a i * (t j * K (x i) (x j))
        + a j * (t i * K (x i) (x j)) + t i * (t j * K (x i) (x j))) by ring.
    rewrite both, first, second. ring.
Qed.

(** By such steps every sum over all pairs is reached, one point after another. *)
Lemma sums_reached (E : ips) size (x : nat -> E) K a (Reached : (nat -> Real) -> Real -> Prop) : symmetric K ->
  Reached (fun _ => 0) 0 ->
  (forall b q n t, Reached b q ->
    (forall i, (i < size)%nat -> t i * inner (x i) (x i) + t i * inner (x n) (x n) = 2 * t i * inner (x i) (x n)) ->
    Reached (fun i => b i + t i)
      (q + 2 * total size (fun i => b i * K (x i) (x n)) * total size t + K (x n) (x n) * total size t ^ 2)) ->
  exists b, Reached b (sums size x K a) /\ forall i, (i < size)%nat -> b i = a i.
Proof.
  intros K_symmetric start step.
  enough (first : forall n, exists b, Reached b (sums size x K b) /\
    forall i, b i = if (i <? n)%nat then a i else 0).
  { destruct (first size) as (b & reached & same). exists b.
    assert (here : forall i, (i < size)%nat -> b i = a i).
    { intros i below. now rewrite same, (proj2 (Nat.ltb_lt i size) below). }
    split; [|exact here]. now rewrite <- (sums_eq E size x K b a here). }
  induction n as [|n (b & reached & same)].
  - exists (fun _ => 0). rewrite sums_start by reflexivity. split; [exact start | reflexivity].
  - exists (fun i => b i + (if (i =? n)%nat then a n else 0)).
    assert (only : forall i, (i < size)%nat -> (if (i =? n)%nat then a n else 0) * inner (x i) (x i)
      + (if (i =? n)%nat then a n else 0) * inner (x n) (x n)
      = 2 * (if (i =? n)%nat then a n else 0) * inner (x i) (x n)).
    { intros i _. destruct (Nat.eqb_spec i n) as [->|_]; ring. }
    split.
    + rewrite (sums_step E size x K b (x n) _ K_symmetric only). now apply (step b _ n).
    + intro i. rewrite same. destruct (Nat.eqb_spec i n) as [->|other].
      * rewrite Nat.ltb_irrefl, (proj2 (Nat.ltb_lt n (S n)) (Nat.lt_succ_diag_r n)). ring.
      * replace (i <? S n)%nat with (i <? n)%nat; [ring|]. apply Bool.eq_iff_eq_true.
        rewrite !Nat.ltb_lt, Nat.lt_succ_r, Nat.le_lteq. intuition easy.
Qed.

(** Coefficients change of points only that are equal to z. *)
Lemma only_at (E : ips) size (x : nat -> E) z t :
  (forall i, (i < size)%nat -> t i * inner (x i - z)%V (x i - z)%V = 0) ->
  forall i, (i < size)%nat -> t i * inner (x i) (x i) + t i * inner z z = 2 * t i * inner (x i) z.
Proof.
  intros none i below. specialize (none i below). revert none. unfold vsub. gram. rewrite (inner_comm z (x i)). intro none. lra.
Qed.

Lemma apart_only (E : ips) size (x : nat -> E) z t :
  (forall i, (i < size)%nat -> t i * inner (x i) (x i) + t i * inner z z = 2 * t i * inner (x i) z) ->
  forall i, (i < size)%nat -> t i * inner (x i - z)%V (x i - z)%V = 0.
Proof.
  intros only i below. specialize (only i below). unfold vsub. gram. rewrite (inner_comm z (x i)). lra.
Qed.

(** * The Gaussian kernel: the claim *)

Lemma gaussian_symmetric (E : ips) gamma : symmetric (gaussian (E := E) gamma).
Proof. intros u v. unfold gaussian. f_equal. gram. rewrite (inner_comm u v). ring. Qed.

Lemma gaussian_itself (E : ips) gamma (z : E) : gaussian gamma z z = 1.
Proof. unfold gaussian. rewrite <- exp_0. f_equal. gram. ring. Qed.

Ltac gaussian_kernel_positive :=
  lazymatch goal with reached : _ ?size ?x ?gamma ?a ?q |- ?q >= 0 =>
    apply Rle_ge; cut (q = sums size x (gaussian gamma) a); [intros ->; now apply pairs_positive, Rge_le|];
    apply (reached (fun a q => q = sums size x (gaussian gamma) a)); [symmetry; now apply sums_start|]; intros ? ? ? ? known only_z
  end;
  lazymatch goal with
  | known : ?q = sums ?size ?x (gaussian ?gamma) ?a, only_z : forall i, _ -> ?t i * inner (_ - ?z)%V _ = 0 |- _ =>
    rewrite known, (sums_step _ size x _ a z t (gaussian_symmetric _ _) (only_at _ size x z t only_z)), gaussian_itself;
    rewrite (total_eq size (fun i => a i * gaussian gamma (x i) z)
      (fun i => a i * exp (- gamma * inner (x i - z)%V (x i - z)%V)));
      [change (total size (fun i => t i)) with (total size t); ring|];
    intros; unfold gaussian, vsub; do 2 f_equal; gram; rewrite (inner_comm z (x _)); ring
  end.

(** * Kernels whose values come in steps

    K n are the values after n steps, from 1. The sum over all pairs is that for the kernel after d steps. *)

Definition kept {E : ips} size (x : nat -> E) (K : nat -> E -> E -> Real) d a q : Prop :=
  (q = 0 /\ forall i, a i = 0) \/ exists n, d = INR n /\ q = sums size x (K n) a.

Definition valued {E : ips} (x : nat -> E) (K : nat -> E -> E -> Real) z n k o : Prop :=
  (forall i, k i = K n (x i) z) /\ o = K n z z.

Lemma kept_start (E : ips) size (x : nat -> E) K d : kept size x K d (fun _ => 0) 0.
Proof. now left. Qed.

Lemma kept_positive (E : ips) size (x : nat -> E) K d a q :
  (forall n, positive size (fun i j => K n (x i) (x j))) -> kept size x K d a q -> 0 <= q.
Proof. intros K_positive [[-> _]|(n & _ & ->)]; [apply Rle_refl | apply K_positive]. Qed.

Lemma zero_or_one u : u ^ 2 = u -> u = 0 \/ u = 1.
Proof. intro either. destruct (Rmult_integral u (u - 1)); [lra | now left | right; lra]. Qed.

Lemma kept_step (E : ips) size (x : nat -> E) K d a q z n k o t u q' : (forall n, symmetric (K n)) ->
  kept size x K d a q -> valued x K z n k o -> u ^ 2 = u -> INR n * u = d * u ->
  (forall i, (i < size)%nat -> t i * inner (x i) (x i) + t i * inner z z = 2 * t i * inner (x i) z) ->
  q' = q + u * (2 * total size (fun i => a i * k i) * total size (fun i => t i) + o * total size (fun i => t i) ^ 2) ->
  kept size x K d (fun i => a i + u * t i) q'.
Proof.
  intros K_symmetric known [values own] either degree only_z ->.
  destruct (zero_or_one u either) as [->| ->].
  - rewrite Rmult_0_l, Rplus_0_r. destruct known as [[-> none]|(n' & same & ->)].
    + left. split; [reflexivity|]. intro i. rewrite none. ring.
    + right. exists n'. split; [exact same|]. apply sums_eq. intros; ring.
  - right. exists n. split; [lra|].
    rewrite (sums_eq E size x (K n) _ (fun i => a i + t i)) by (intros; ring).
    change (total size (fun i => t i)) with (total size t).
    rewrite (sums_step E size x (K n) a z t (K_symmetric n) only_z), <- own.
    rewrite (total_eq size (fun i => a i * k i) (fun i => a i * K n (x i) z)) by (intros; now rewrite values).
    destruct known as [[-> none]|(n' & same & ->)].
    + rewrite sums_start by (intros; apply none). ring.
    + rewrite (INR_eq n' n) by lra. ring.
Qed.

(** * The polynomial kernel: the claim *)

Definition power {E : ips} c n (u v : E) : Real := (inner u v + c) ^ n.

Lemma power_symmetric (E : ips) c n : symmetric (power (E := E) c n).
Proof. intros u v. unfold power. now rewrite (inner_comm u v). Qed.

Lemma powers_positive (E : ips) size (x : nat -> E) c n : 0 <= c -> positive size (fun i j => power c n (x i) (x j)).
Proof.
  intro sign. induction n as [|n IH]; intro a.
  - unfold form. rewrite (square_eq _ _ (fun i j => a i * a j * inner (x i) (x j) ^ 0)) by (intros; cbn; ring).
    apply power_positive.
  - unfold form. rewrite (square_eq _ _ (fun i j => a i * a j * (c * power c n (x i) (x j)
      + power c n (x i) (x j) * inner (x i) (x j)))) by (intros; unfold power; cbn; ring).
    apply combined_positive; [exact sign | exact IH | now apply product_positive].
Qed.

Lemma power_valued (E : ips) (x : nat -> E) c z z' n k o u : valued x (power c) z n k o -> u ^ 2 = u ->
  exists n', (1 - u) * (INR n + 1) = INR n' /\ valued x (power c) ((1 - u) *: z + u *: z')%V n'
    (fun i => (1 - u) * (k i * (inner (x i) z + c)) + u * 1) ((1 - u) * (o * (inner z z + c)) + u * 1).
Proof.
  intros [values own] either. destruct (zero_or_one u either) as [->| ->].
  - replace ((1 - 0) *: z + 0 *: z')%V with z by (apply same_inner; intro; gram; ring).
    exists (S n). rewrite S_INR. split; [ring|]. split; [intro i; rewrite values | rewrite own];
      unfold power; cbn [pow]; ring.
  - exists 0%nat. split; [cbn; ring|]. split; [intro i | idtac]; unfold power; cbn; ring.
Qed.

(** A step of kept values, from its hypotheses as they are stated. *)
Tactic Notation "kept_by" uconstr(symmetric_) constr(known) constr(values) :=
  lazymatch goal with only_z : forall i, _ -> ?t i * inner (?x i - ?z)%V _ = 0 |- kept ?size _ _ _ _ _ =>
    apply (kept_step _ _ _ _ _ _ _ _ _ _ _ _ _ _ symmetric_ known values);
      [assumption | lra | exact (only_at _ size x z t only_z) | ring]
  end.

Ltac polynomial_kernel_positive :=
  lazymatch goal with reached : _ _ ?size ?x ?c ?d ?a ?q ?z ?m ?k ?o |- ?q >= 0 =>
    enough (known : kept size x (power c) d a q /\ exists n, m = INR n /\ valued x (power c) z n k o);
      [apply Rle_ge; refine (kept_positive _ size x (power c) d a q _ (proj1 known)); intro; now apply powers_positive, Rge_le|];
    apply (reached (fun a q z m k o => kept size x (power c) d a q /\ exists n, m = INR n /\ valued x (power c) z n k o));
      [split; [apply kept_start | now exists 0%nat]|];
    intros ? ? ? ? ? ? ? ? ? [known (n & -> & values)] either degree only_z;
    split; [|now apply power_valued]; kept_by (power_symmetric _ c) known values
  end.

(** * The series of exp: the claim *)

Definition summand gamma {E : ips} n (u v : E) : Real := / INR (fact n) * (2 * gamma * inner u v) ^ n.
Definition partial gamma {E : ips} n (u v : E) : Real := series n (2 * gamma * inner u v).

Lemma partial_symmetric (E : ips) gamma n : symmetric (partial gamma (E := E) n).
Proof. intros u v. unfold partial. now rewrite (inner_comm u v). Qed.

Lemma summand_next (E : ips) gamma n (u v : E) r : r * INR (S n) = 1 ->
  summand gamma (S n) u v = 2 * summand gamma n u v * r * inner u v * gamma.
Proof.
  intro share. unfold summand. cbn [fact]. replace (fact n + n * fact n)%nat with (S n * fact n)%nat by reflexivity.
  rewrite mult_INR. cbn [pow]. assert (r = / INR (S n)) as ->.
  { apply (Rmult_eq_reg_r (INR (S n))); [|now apply not_0_INR]. rewrite share. field. now apply not_0_INR. }
  field. split; [now apply not_0_INR | apply INR_fact_neq_0].
Qed.

Lemma partial_next (E : ips) gamma n (u v : E) : partial gamma (S n) u v = partial gamma n u v + summand gamma (S n) u v.
Proof. reflexivity. Qed.

Lemma partial_valued (E : ips) (x : nat -> E) gamma z z' n k o s own u r :
  valued x (summand gamma) z n k o -> valued x (partial gamma) z n s own -> u ^ 2 = u ->
  (1 - u) * (r * (INR n + 1) - 1) = 0 ->
  exists n', (1 - u) * (INR n + 1) = INR n' /\
    valued x (summand gamma) ((1 - u) *: z + u *: z')%V n'
      (fun i => (1 - u) * (2 * gamma * r * k i * inner (x i) z) + u * 1)
      ((1 - u) * (2 * gamma * r * o * inner z z) + u * 1) /\
    valued x (partial gamma) ((1 - u) *: z + u *: z')%V n'
      (fun i => (1 - u) * (s i + 2 * gamma * r * k i * inner (x i) z) + u * 1)
      ((1 - u) * (own + 2 * gamma * r * o * inner z z) + u * 1).
Proof.
  intros [terms its_term] [values its_value] either inverse. destruct (zero_or_one u either) as [->| ->].
  - assert (share : r * INR (S n) = 1) by (rewrite S_INR; lra).
    replace ((1 - 0) *: z + 0 *: z')%V with z by (apply same_inner; intro; gram; ring).
    exists (S n). rewrite S_INR. split; [ring|].
    repeat split; intros; rewrite ?partial_next, ?(summand_next E gamma n _ _ r share), <- ?terms, <- ?values,
      <- ?its_term, <- ?its_value; ring.
  - exists 0%nat. split; [cbn; ring|]. repeat split; intros; unfold partial, series, summand; cbn; field.
Qed.

Ltac exponential_series_positive :=
  lazymatch goal with reached : _ _ ?size ?x ?gamma ?d ?a ?q ?z ?m ?k ?o ?s ?own |- ?q >= 0 =>
    enough (known : kept size x (partial gamma) d a q /\
        exists n, m = INR n /\ valued x (summand gamma) z n k o /\ valued x (partial gamma) z n s own);
      [apply Rle_ge; refine (kept_positive _ size x (partial gamma) d a q _ (proj1 known)); intro; apply series_positive; lra|];
    apply (reached (fun a q z m k o s own => kept size x (partial gamma) d a q /\
        exists n, m = INR n /\ valued x (summand gamma) z n k o /\ valued x (partial gamma) z n s own));
      [split; [apply kept_start | exists 0%nat; repeat split; intros; unfold partial, series, summand; cbn; field]|];
    intros ? ? ? ? ? ? ? ? ? ? ? ? [known (n & -> & terms & values)] either degree only_z inverse;
    split; [|now apply partial_valued]; kept_by (partial_symmetric _ gamma) known values
  end.
