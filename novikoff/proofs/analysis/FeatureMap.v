(** A positive semi-definite matrix is a matrix of inner products: one row and column after the other, as Cholesky does. *)

From Novikoff Require Import InnerProduct.
Require Import Lia.
Open Scope R_scope.

Lemma total_plus n f g : total n (fun i => f i + g i) = total n f + total n g.
Proof. induction n as [|n IH]; cbn; [|rewrite IH]; ring. Qed.

Lemma total_scaled n c f : total n (fun i => c * f i) = c * total n f.
Proof. induction n as [|n IH]; cbn; [|rewrite IH]; ring. Qed.

Lemma total_zero n : total n (fun _ => 0) = 0.
Proof. induction n as [|n IH]; cbn; [|rewrite IH]; ring. Qed.

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

Definition form n (K : nat -> nat -> Real) c : Real := total n (fun i => total n (fun j => c i * c j * K i j)).

Lemma form_next n K c : (forall i j, (i <= n)%nat -> (j <= n)%nat -> K i j = K j i) ->
  form (S n) K c = form n K c + 2 * c n * total n (fun i => c i * K i n) + c n ^ 2 * K n n.
Proof.
  intro symmetric. unfold form. cbn [total].
  rewrite total_plus. rewrite (total_eq n (fun i => c n * c i * K n i) (fun i => c n * (c i * K i n))).
  2:{ intros i below. rewrite (symmetric n i) by lia. ring. }
  rewrite (total_eq n (fun i => c i * c n * K i n) (fun i => c n * (c i * K i n))) by (intros; ring).
  rewrite total_scaled. ring.
Qed.

Lemma form_eq n K L c d : (forall i j, (i < n)%nat -> (j < n)%nat -> K i j = L i j) ->
  (forall i, (i < n)%nat -> c i = d i) -> form n K c = form n L d.
Proof. intros same equal. apply total_eq. intros i ?. apply total_eq. intros j ?. now rewrite same, !equal. Qed.

Lemma form_less n K q c :
  form n (fun i j => K i j - q i * q j) c = form n K c - total n (fun i => c i * q i) ^ 2.
Proof.
  unfold form. rewrite (total_eq n _ (fun i => total n (fun j => c i * c j * K i j)
    + - total n (fun j => c j * q j) * (c i * q i))).
  - rewrite total_plus, total_scaled. ring.
  - intros i _. replace (- total n (fun j => c j * q j) * (c i * q i))
      with (- (c i * q i) * total n (fun j => c j * q j)) by ring.
    rewrite <- total_scaled, <- total_plus. apply total_eq. intros. ring.
Qed.

Lemma feature_map n : forall K, (forall i j, (i < n)%nat -> (j < n)%nat -> K i j = K j i) ->
  (forall c, 0 <= form n K c) ->
  exists phi : nat -> nat -> Real, forall i j, (i < n)%nat -> (j < n)%nat ->
    K i j = total n (fun k => phi i k * phi j k).
Proof.
  induction n as [|n IH]; intros K symmetric positive; [exists (fun _ _ => 0); lia|].
  assert (sides : forall c t, 0 <= form n K c + 2 * t * total n (fun i => c i * K i n) + t ^ 2 * K n n).
  { intros c t. pose proof (positive (fun i => if Nat.eqb i n then t else c i)) as known.
    rewrite form_next in known by (intros; apply symmetric; lia). rewrite Nat.eqb_refl in known.
    rewrite (form_eq n K K _ c) in known; [|reflexivity | intros i below; destruct (Nat.eqb_spec i n); [lia|reflexivity]].
    rewrite (total_eq n _ (fun i => c i * K i n)) in known; [exact known|].
    intros i below. destruct (Nat.eqb_spec i n); [lia|reflexivity]. }
  assert (own : 0 <= K n n).
  { pose proof (sides (fun _ => 0) 1) as known.
    assert (flat : forall f, total n (fun i => 0 * f i) = 0) by (intro f; rewrite total_scaled; ring).
    rewrite flat in known. unfold form in known.
    rewrite (total_eq n _ (fun i => 0 * total n (fun j => 0 * K i j))), flat in known; [lra|].
    intros i _. rewrite <- total_scaled. apply total_eq. intros. ring. }
  assert (root : exists q : nat -> Real,
    (forall i, (i <= n)%nat -> q i * q n = K i n) /\ (q n = 0 -> forall i, q i = 0)).
  { destruct (Req_dec (K n n) 0) as [null|apart].
    - exists (fun _ => 0). split; [|reflexivity]. intros i below. destruct (Nat.eq_dec i n) as [->|other]; [rewrite null; ring|].
      destruct (Req_dec (K i n) 0) as [zero|more]; [rewrite zero; ring | exfalso].
      set (c j := if Nat.eqb i j then 1 else 0).
      assert (along : total n (fun j => c j * K j n) = K i n).
      { rewrite (total_eq n _ (fun j => K j n * (if Nat.eqb i j then 1 else 0))) by (intros; unfold c; ring).
        apply (total_single n i (fun j => K j n)). lia. }
      pose proof (sides c (- (form n K c + 1) / (2 * K i n))) as known. rewrite along, null in known.
      replace (form n K c + 2 * (- (form n K c + 1) / (2 * K i n)) * K i n
        + (- (form n K c + 1) / (2 * K i n)) ^ 2 * 0) with (-1) in known by (field; exact more). lra.
    - assert (K_positive : 0 < K n n) by lra. pose proof (sqrt_lt_R0 _ K_positive) as root.
      pose proof (sqrt_sqrt (K n n) own) as square. set (r := sqrt (K n n)) in *. clearbody r.
      exists (fun i => K i n / r). split.
      + intros i _. rewrite <- square. field. lra.
      + intro null. exfalso. replace (K n n / r) with r in null by (rewrite <- square; field; lra). lra. }
  destruct root as (q & root & null_root).
  destruct (IH (fun i j => K i j - q i * q j)) as [phi found].
  - intros i j i_below j_below. rewrite (symmetric i j) by lia. ring.
  - intro c. rewrite form_less. destruct (Req_dec (q n) 0) as [null|apart].
    + rewrite (total_eq n _ (fun _ => 0)), total_zero by (intros; rewrite null_root by assumption; ring).
      pose proof (sides c 0). lra.
    + pose proof (sides c (- total n (fun i => c i * q i) / q n)) as known.
      rewrite <- (root n) in known by lia.
      rewrite (total_eq n (fun i => c i * K i n) (fun i => q n * (c i * q i))), total_scaled in known.
      2:{ intros i below. rewrite <- root by lia. ring. }
      replace (form n K c - total n (fun i => c i * q i) ^ 2) with
        (form n K c + 2 * (- total n (fun i => c i * q i) / q n) * (q n * total n (fun i => c i * q i))
         + (- total n (fun i => c i * q i) / q n) ^ 2 * (q n * q n)) by (field; exact apart).
      exact known.
  - exists (fun i k => if Nat.eqb k n then q i else if Nat.eqb i n then 0 else phi i k). intros i j i_below j_below.
    cbn [total]. rewrite Nat.eqb_refl.
    rewrite (total_eq n _ (fun k => (if Nat.eqb i n then 0 else phi i k) * (if Nat.eqb j n then 0 else phi j k))).
    2:{ intros k below. destruct (Nat.eqb_spec k n); [lia|reflexivity]. }
    destruct (Nat.eqb_spec i n) as [->|i_other]; [|destruct (Nat.eqb_spec j n) as [->|j_other]].
    + rewrite (total_eq n _ (fun _ => 0)) by (intros; ring). rewrite total_zero, (symmetric n j), <- root by lia. ring.
    + rewrite (total_eq n _ (fun _ => 0)) by (intros; ring). rewrite total_zero, <- root by lia. ring.
    + rewrite <- (found i j) by lia. ring.
Qed.

Ltac positive_matrix_has_feature_map := exact feature_map.
