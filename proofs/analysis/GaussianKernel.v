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

Lemma total_swap n m f : total n (fun i => total m (f i)) = total m (fun j => total n (fun i => f i j)).
Proof.
  induction n as [|n IH]; cbn; [now rewrite total_zero|]. rewrite IH.
  rewrite <- (Rmult_1_l (total m (fun j => total n (fun i => f i j)))), <- total_sum.
  apply total_eq. intros j _. ring.
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
Definition pairs {E : ips} size (x : nat -> E) gamma (a : nat -> Real) : Real :=
  square size (fun i j => a i * a j * gaussian gamma (x i) (x j)).

Theorem pairs_positive (E : ips) size (x : nat -> E) gamma a : 0 <= gamma -> 0 <= pairs size x gamma a.
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
  unfold pairs. rewrite (square_eq _ _ _ (fun i j _ _ =>
    f_equal (Rmult (a i * a j)) (gaussian_factors E gamma (x i) (x j)))).
  exact known.
Qed.

(** * The claim

    A step changes the coefficients of points that are equal to z, by t: that is how the sum over all pairs changes. *)

Lemma square_product size u v : square size (fun i j => u i * v j) = total size u * total size v.
Proof.
  unfold square. rewrite (total_eq _ _ (fun i => total size v * u i)).
  - rewrite total_scaled. ring.
  - intros i _. rewrite total_scaled. ring.
Qed.

Lemma pairs_start (E : ips) size (x : nat -> E) gamma : pairs size x gamma (fun _ => 0) = 0.
Proof.
  unfold pairs. rewrite (square_eq _ _ (fun _ _ => 0 * 0)) by (intros; ring). rewrite square_product, total_zero. ring.
Qed.

Lemma pairs_step (E : ips) size (x : nat -> E) gamma a z t :
  (forall i, (i < size)%nat -> t i * inner (x i) (x i) + t i * inner z z = 2 * t i * inner (x i) z) ->
  pairs size x gamma (fun i => a i + t i) = pairs size x gamma a
    + 2 * total size (fun i => a i * gaussian gamma (x i) z) * total size t + total size t ^ 2.
Proof.
  intro only_z.
  assert (there : forall i u, (i < size)%nat -> t i * gaussian gamma (x i) u = t i * gaussian gamma z u).
  { intros i u below. destruct (Req_dec (t i) 0) as [->|apart]; [ring|]. do 2 f_equal. apply vector_eq. gram.
    rewrite (inner_comm z (x i)). apply (Rmult_eq_reg_l (t i)); [|exact apart]. specialize (only_z i below). lra. }
  assert (symmetric : forall u v : E, gaussian gamma u v = gaussian gamma v u).
  { intros u v. unfold gaussian. f_equal. gram. rewrite (inner_comm u v). ring. }
  assert (itself : gaussian gamma z z = 1).
  { unfold gaussian. rewrite <- exp_0. f_equal. gram. ring. }
  set (g i := a i * gaussian gamma (x i) z).
  unfold pairs. rewrite (square_eq size _ (fun i j => 1 * (a i * a j * gaussian gamma (x i) (x j))
    + (1 * (g i * t j) + (1 * (t i * g j) + t i * t j)))).
  - rewrite !square_sum, !square_product. unfold square. ring.
  - intros i j i_below j_below. unfold g.
    assert (first : t i * gaussian gamma (x i) (x j) = t i * gaussian gamma (x j) z)
      by (rewrite there by exact i_below; now rewrite symmetric).
    assert (second : t j * gaussian gamma (x i) (x j) = t j * gaussian gamma (x i) z)
      by (rewrite symmetric, there by exact j_below; now rewrite symmetric).
    assert (both : t i * (t j * gaussian gamma (x i) (x j)) = t i * t j)
      by (rewrite second, <- Rmult_assoc, (Rmult_comm (t i) (t j)), Rmult_assoc, there by exact i_below;
          rewrite itself; ring).
    replace ((a i + t i) * (a j + t j) * gaussian gamma (x i) (x j))
      with (a i * a j * gaussian gamma (x i) (x j) + a i * (t j * gaussian gamma (x i) (x j))
        + a j * (t i * gaussian gamma (x i) (x j)) + t i * (t j * gaussian gamma (x i) (x j))) by ring.
    rewrite both, first, second. ring.
Qed.

(** By such steps every sum over all pairs is reached, one point after another. *)
Lemma pairs_reached (E : ips) size (x : nat -> E) gamma a (Reached : (nat -> Real) -> Real -> Prop) :
  Reached (fun _ => 0) 0 ->
  (forall b q z t, Reached b q ->
    (forall i, (i < size)%nat -> t i * inner (x i) (x i) + t i * inner z z = 2 * t i * inner (x i) z) ->
    Reached (fun i => b i + t i)
      (q + 2 * total size (fun i => b i * gaussian gamma (x i) z) * total size t + total size t ^ 2)) ->
  exists b, Reached b (pairs size x gamma a) /\ forall i, (i < size)%nat -> b i = a i.
Proof.
  intros start step.
  enough (first : forall n, exists b, Reached b (pairs size x gamma b) /\
    forall i, b i = if (i <? n)%nat then a i else 0).
  { destruct (first size) as (b & reached & same). exists b.
    assert (here : forall i, (i < size)%nat -> b i = a i).
    { intros i below. now rewrite same, (proj2 (Nat.ltb_lt i size) below). }
    split; [|exact here]. replace (pairs size x gamma a) with (pairs size x gamma b); [exact reached|].
    apply square_eq. intros i j i_below j_below. now rewrite !here. }
  induction n as [|n (b & reached & same)].
  - exists (fun _ => 0). rewrite pairs_start. split; [exact start | reflexivity].
  - exists (fun i => b i + (if (i =? n)%nat then a n else 0)).
    assert (only : forall i, (i < size)%nat -> (if (i =? n)%nat then a n else 0) * inner (x i) (x i)
      + (if (i =? n)%nat then a n else 0) * inner (x n) (x n)
      = 2 * (if (i =? n)%nat then a n else 0) * inner (x i) (x n)).
    { intros i _. destruct (Nat.eqb_spec i n) as [->|_]; ring. }
    split.
    + rewrite (pairs_step E size x gamma b (x n) _ only). now apply (step b _ (x n)).
    + intro i. rewrite same. destruct (Nat.eqb_spec i n) as [->|other].
      * rewrite Nat.ltb_irrefl, (proj2 (Nat.ltb_lt n (S n)) (Nat.lt_succ_diag_r n)). ring.
      * replace (i <? S n)%nat with (i <? n)%nat; [ring|]. apply Bool.eq_iff_eq_true.
        rewrite !Nat.ltb_lt, Nat.lt_succ_r, Nat.le_lteq. intuition easy.
Qed.

(** The proof of the exported claim: q is the sum over all pairs. *)
Ltac gaussian_kernel_positive :=
  lazymatch goal with reached : _ ?size ?x ?gamma ?a ?q |- 0 <= ?q =>
    cut (q = pairs size x gamma a); [intros ->; now apply pairs_positive|];
    induction reached; [symmetry; apply pairs_start|]
  end;
  lazymatch goal with known : ?q = pairs ?size ?x ?gamma ?a, only_z : forall i, _ -> _ = _ * inner _ ?z |- _ =>
    rewrite known, (pairs_step _ size x gamma a z) by exact only_z; do 4 f_equal; apply total_eq;
    intros; unfold gaussian; do 2 f_equal; gram; rewrite (inner_comm z (x _)); ring
  end.
