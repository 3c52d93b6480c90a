(** The words of the titles, from the exported theorems and from nothing else that is proved of these kernels: the runs
    reach the sums over all pairs. *)

(** ** gaussian-in-words *)

Theorem gaussian_in_words (E : ips) size (x : nat -> E) gamma (a : nat -> Real) (width : 0 <= gamma)
  : 0 <= total size (fun i => total size (fun j =>
      a i * a j * exp (- gamma * inner (x i + (-1) *: x j)%V (x i + (-1) *: x j)%V))).
Proof.
  destruct (GaussianKernel.sums_reached E size x (GaussianKernel.gaussian gamma) a
    (gaussian_kernel_positive_run E size x gamma) (GaussianKernel.gaussian_symmetric E gamma)) as (b & reached & _).
  - now intros P start step.
  - intros b q n t reached only.
    eassert (next : gaussian_kernel_positive_run E size x gamma (fun i => b i + t i) _).
    { intros P start step. exact (step b q (x n) t (reached P start step) (GaussianKernel.apart_only E size x (x n) t only)). }
    eapply transport; [exact next|]. rewrite GaussianKernel.gaussian_itself. f_equal.
    change (total size (fun i => t i)) with (total size t).
    change (total size (fun i => b i * GaussianKernel.gaussian gamma (x i) (x n)))
      with (total size (fun i => b i * exp (- gamma * inner (x i - x n)%V (x i - x n)%V))). ring.
  - apply Rge_le. exact (gaussian_kernel_positive E size x gamma b _ reached (Rle_ge _ _ width)).
Qed.

(** ** polynomial-in-words *)

Lemma polynomial_moved (E : ips) size (x : nat -> E) c d a q z m k o a' q' z' m' k' o' :
  polynomial_kernel_positive_run E size x c d a q z m k o ->
  a = a' -> q = q' -> z = z' -> m = m' -> k = k' -> o = o' ->
  polynomial_kernel_positive_run E size x c d a' q' z' m' k' o'.
Proof. now intros reached -> -> -> -> -> ->. Qed.

Lemma polynomial_powers (E : ips) size (x : nat -> E) c d a q z n :
  polynomial_kernel_positive_run E size x c d a q z 0 (fun _ => 1) 1 ->
  polynomial_kernel_positive_run E size x c d a q z (INR n)
    (fun i => (inner (x i) z + c) ^ n) ((inner z z + c) ^ n).
Proof.
  intro start. induction n as [|n IH]; [exact start|].
  eapply polynomial_moved;
    [intros P first step; apply (step a q z _ _ _ z (fun _ => 0) 0 (IH P first step)); intros; ring|..].
  - apply same_family. intro. ring.
  - ring.
  - apply same_inner. intro. gram. ring.
  - rewrite S_INR. ring.
  - apply same_family. intro. cbn [pow]. ring.
  - cbn [pow]. ring.
Qed.

Lemma polynomial_added (E : ips) size (x : nat -> E) c n a q z z' t :
  polynomial_kernel_positive_run E size x c (INR n) a q z 0 (fun _ => 1) 1 ->
  (forall i, (i < size)%nat -> t i * inner (x i) (x i) + t i * inner z z = 2 * t i * inner (x i) z) ->
  polynomial_kernel_positive_run E size x c (INR n) (fun i => a i + t i)
    (q + 2 * total size (fun i => a i * (inner (x i) z + c) ^ n) * total size t + (inner z z + c) ^ n * total size t ^ 2)
    z' 0 (fun _ => 1) 1.
Proof.
  intros start only. pose proof (polynomial_powers E size x c (INR n) a q z n start) as powers.
  eapply polynomial_moved;
    [intros P first step; apply (step a q z _ _ _ z' t 1 (powers P first step));
      [ring | ring | exact (GaussianKernel.apart_only E size x z t only)]|..].
  - apply same_family. intro. ring.
  - change (total size (fun i => t i)) with (total size t). ring.
  - apply same_inner. intro. gram. ring.
  - ring.
  - apply same_family. intro. ring.
  - ring.
Qed.

Theorem polynomial_in_words (E : ips) size (x : nat -> E) c (n : nat) (a : nat -> Real) (constant : 0 <= c)
  : 0 <= total size (fun i => total size (fun j => a i * a j * (inner (x i) (x j) + c) ^ n)).
Proof.
  destruct (GaussianKernel.sums_reached E size x (GaussianKernel.power c n) a
    (fun b q => exists z, polynomial_kernel_positive_run E size x c (INR n) b q z 0 (fun _ => 1) 1)
    (GaussianKernel.power_symmetric E c n)) as (b & (z & reached) & _).
  - exists (vzero E). now intros P start step.
  - intros b q j t (z & reached) only. exists (vzero E). apply polynomial_added; [|exact only].
    eapply polynomial_moved; [apply (polynomial_added E size x c n b q z (x j) (fun _ => 0) reached); intros; ring|..];
      try reflexivity.
    + apply same_family. intro. ring.
    + assert (none : total size (fun _ => 0) = 0) by (clear; induction size as [|k IH]; cbn; [|rewrite IH]; ring).
      rewrite none. ring.
  - apply Rge_le. exact (polynomial_kernel_positive E size x c (INR n) b _ z 0 _ _ reached (Rle_ge _ _ constant)).
Qed.

(** ** series-in-words *)

Lemma series_moved (E : ips) size (x : nat -> E) c d a q z m k o s v a' q' z' m' k' o' s' v' :
  exponential_series_positive_run E size x c d a q z m k o s v ->
  a = a' -> q = q' -> z = z' -> m = m' -> k = k' -> o = o' -> s = s' -> v = v' ->
  exponential_series_positive_run E size x c d a' q' z' m' k' o' s' v'.
Proof. now intros reached -> -> -> -> -> -> -> ->. Qed.

Definition term n t := t ^ n * / INR (fact n).
Definition terms n t := sum_f_R0 (fun k => term k t) n.

Lemma term_next n t : term (S n) t = term n t * t * / INR (S n).
Proof.
  unfold term. change (fact (S n)) with (S n * fact n)%nat. rewrite mult_INR. cbn [pow]. field.
  split; [now apply not_0_INR | apply INR_fact_neq_0].
Qed.

Lemma series_terms (E : ips) size (x : nat -> E) gamma d a q z n :
  exponential_series_positive_run E size x gamma d a q z 0 (fun _ => 1) 1 (fun _ => 1) 1 ->
  exponential_series_positive_run E size x gamma d a q z (INR n)
    (fun i => term n (2 * gamma * inner (x i) z)) (term n (2 * gamma * inner z z))
    (fun i => terms n (2 * gamma * inner (x i) z)) (terms n (2 * gamma * inner z z)).
Proof.
  intro start. induction n as [|n IH].
  - eapply series_moved; [exact start|..]; try reflexivity; try apply same_family; intros;
      unfold terms, term; cbn; field.
  - assert (share : / INR (S n) * INR (S n) = 1) by (apply Rinv_l, not_0_INR; discriminate).
    rewrite S_INR in share.
    eapply series_moved;
      [intros P first step; apply (step a q z _ _ _ _ _ z (fun _ => 0) 0 (/ (INR n + 1)) (IH P first step)); intros; lra|..];
      try (apply same_family; intro); unfold terms; cbn [sum_f_R0]; rewrite ?term_next, ?S_INR; try ring.
    apply same_inner. intro. gram. ring.
Qed.

Lemma series_added (E : ips) size (x : nat -> E) gamma n a q z z' t :
  exponential_series_positive_run E size x gamma (INR n) a q z 0 (fun _ => 1) 1 (fun _ => 1) 1 ->
  (forall i, (i < size)%nat -> t i * inner (x i) (x i) + t i * inner z z = 2 * t i * inner (x i) z) ->
  exponential_series_positive_run E size x gamma (INR n) (fun i => a i + t i)
    (q + 2 * total size (fun i => a i * terms n (2 * gamma * inner (x i) z)) * total size t
      + terms n (2 * gamma * inner z z) * total size t ^ 2)
    z' 0 (fun _ => 1) 1 (fun _ => 1) 1.
Proof.
  intros start only. pose proof (series_terms E size x gamma (INR n) a q z n start) as reached.
  eapply series_moved;
    [intros P first step; apply (step a q z _ _ _ _ _ z' t 1 0 (reached P first step));
      [ring | ring | exact (GaussianKernel.apart_only E size x z t only) | ring]|..].
  - apply same_family. intro. ring.
  - change (total size (fun i => t i)) with (total size t). ring.
  - apply same_inner. intro. gram. ring.
  - ring.
  - apply same_family. intro. ring.
  - ring.
  - apply same_family. intro. ring.
  - ring.
Qed.

Theorem series_in_words (E : ips) size (x : nat -> E) gamma (n : nat) (a : nat -> Real) (width : 0 <= gamma)
  : 0 <= total size (fun i => total size (fun j =>
      a i * a j * sum_f_R0 (fun k => (2 * gamma * inner (x i) (x j)) ^ k * / INR (fact k)) n)).
Proof.
  destruct (GaussianKernel.sums_reached E size x (fun u v => terms n (2 * gamma * inner u v)) a
    (fun b q => exists z,
      exponential_series_positive_run E size x gamma (INR n) b q z 0 (fun _ => 1) 1 (fun _ => 1) 1))
    as (b & (z & reached) & _).
  - intros u v. now rewrite (inner_comm u v).
  - exists (vzero E). now intros P start step.
  - intros b q j t (z & reached) only. exists (vzero E). apply series_added; [|exact only].
    eapply series_moved; [apply (series_added E size x gamma n b q z (x j) (fun _ => 0) reached); intros; ring|..];
      try reflexivity.
    + apply same_family. intro. ring.
    + assert (none : total size (fun _ => 0) = 0) by (clear; induction size as [|k IH]; cbn; [|rewrite IH]; ring).
      rewrite none. ring.
  - apply Rge_le. exact (exponential_series_positive E size x gamma (INR n) b _ z 0 _ _ _ _ reached (Rle_ge _ _ width)).
Qed.
