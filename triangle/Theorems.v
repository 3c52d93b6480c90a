(** Theorems *)

From Novikoff Require Import InnerProduct Foundations.
Open Scope R_scope.

(** * Theorems *)

(** ** statement *)

Lemma statement_root1_exists (E : ips) (u v : E)
  : exists root1, 0 <= root1 /\ root1 ^ 2 = inner u u + 2 * inner u v + inner v v.
Proof.
  assert (side1 : 0 <= inner u u + 2 * inner u v + inner v v).
  { clear - u v.
    assert (norm1 : 0 <= inner u u + 2 * inner u v + inner v v) by (pose proof (inner_nonneg (u + v)%V) as raw; gram in raw; rewrite ?(inner_comm v u) in raw; linear).
    lra. }
  pose proof (root_exists side1) as [root1 [root1_sign found2]].
  assert (root1_def : root1 ^ 2 = inner u u + 2 * inner u v + inner v v) by (clear - found2; lra). clear found2.
  exists root1. exact (conj root1_sign root1_def).
Qed.

Lemma statement_root2_exists (E : ips) (u v : E) (root1 : Real)
    (root1_sign : 0 <= root1)
    (root1_def : root1 ^ 2 = inner u u + 2 * inner u v + inner v v)
  : exists root2, 0 <= root2 /\ root2 ^ 2 = inner u u.
Proof.
  assert (side3 : 0 <= inner u u).
  { clear - u.
    pose proof (inner_nonneg u) as sign1.
    lra. }
  pose proof (root_exists side3) as [root2 [root2_sign found4]].
  assert (root2_def : root2 ^ 2 = inner u u) by (clear - found4; lra). clear found4.
  exists root2. exact (conj root2_sign root2_def).
Qed.

Lemma statement_root3_exists (E : ips) (u v : E) (root1 root2 : Real)
    (root1_sign : 0 <= root1)
    (root1_def : root1 ^ 2 = inner u u + 2 * inner u v + inner v v)
    (root2_sign : 0 <= root2)
    (root2_def : root2 ^ 2 = inner u u)
  : exists root3, 0 <= root3 /\ root3 ^ 2 = inner v v.
Proof.
  assert (side5 : 0 <= inner v v).
  { clear - v.
    pose proof (inner_nonneg v) as sign1.
    lra. }
  pose proof (root_exists side5) as [root3 [root3_sign found6]].
  assert (root3_def : root3 ^ 2 = inner v v) by (clear - found6; lra). clear found6.
  exists root3. exact (conj root3_sign root3_def).
Qed.

Theorem statement (E : ips) (u v : E) (root1 root2 root3 : Real)
    (root1_sign : 0 <= root1)
    (root1_def : root1 ^ 2 = inner u u + 2 * inner u v + inner v v)
    (root2_sign : 0 <= root2)
    (root2_def : root2 ^ 2 = inner u u)
    (root3_sign : 0 <= root3)
    (root3_def : root3 ^ 2 = inner v v)
  : root1 <= root2 + root3.
Proof.
  pose proof (cauchy_schwarz E u v) as cs_root2_root3.
  assert (cs_root2_root3__ : inner u v <= root2 * root3).
  { destruct (Rle_or_lt (inner u v) (root2 * root3)) as [found|not]; [exact found|].
    enough (1 <= 0) by lra.
    clear - not root2_sign root3_sign cs_root2_root3 root2_def v root3_def root2.
    pose proof (product_strict (gap_strict not) (gap_strict not)) as sign1.
    pose proof (product (product (gap root2_sign) (gap root3_sign)) (gap_weak not)) as sign2.
    pose proof (multiple (inner v v) root2_def) as sign3.
    pose proof (multiple (root2 ^ 2) root3_def) as sign4.
    assert (multiplier : 0 < root2 ^ 2 * root3 ^ 2 + inner u v ^ 2 - 2 * root2 * root3 * inner u v) by lra.
    apply (cancel_le _ _ _ multiplier). lra. }
  assert (cs_root2_root3__' : 0 <= root2 * root3 + inner u v).
  { destruct (Rle_or_lt 0 (root2 * root3 + inner u v)) as [found|not]; [exact found|].
    enough (1 <= 0) by lra.
    clear - not root2_sign root3_sign cs_root2_root3 root2_def v root3_def root2.
    pose proof (product_strict (gap_strict not) (gap_strict not)) as sign1.
    pose proof (product (product (gap root2_sign) (gap root3_sign)) (gap_weak not)) as sign2.
    pose proof (multiple (inner v v) root2_def) as sign3.
    pose proof (multiple (root2 ^ 2) root3_def) as sign4.
    assert (multiplier : 0 < root2 ^ 2 * root3 ^ 2 + 2 * root2 * root3 * inner u v + inner u v ^ 2) by lra.
    apply (cancel_le _ _ _ multiplier). lra. }
  destruct (Rle_or_lt root1 (root2 + root3)) as [found|not]; [exact found|].
  enough (1 <= 0) by lra.
  clear - not cs_root2_root3__ root2_sign root3_sign root1_def root3_def root2_def.
  pose proof (product_strict (gap_strict not) (gap_strict not)) as sign1.
  pose proof (product (gap root2_sign) (gap_weak not)) as sign2.
  pose proof (product (gap root3_sign) (gap_weak not)) as sign3.
  assert (multiplier : 0 < root1 ^ 2 + root2 ^ 2 + 2 * root2 * root3 + root3 ^ 2 - 2 * root1 * root2 - 2 * root1 * root3) by lra.
  apply (cancel_le _ _ _ multiplier). lra.
Qed.
