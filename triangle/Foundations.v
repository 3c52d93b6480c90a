(** Foundations *)

From Novikoff Require Import InnerProduct.
Open Scope R_scope.

(** * CauchySchwarz *)

(** ** cauchy-schwarz
    Cauchy–Schwarz inequality
    The square of an inner product is at most the product of the square lengths.
    Source: steele2004, chapter 1 *)

Theorem cauchy_schwarz (E : ips) (u v : E)
  : inner u v ^ 2 <= inner u u * inner v v.
Proof.
  assert (arms1 : 0 < inner u u + inner v v \/ inner u u + inner v v <= 0).
  { clear. destruct (Rtotal_order 0 (inner u u + inner v v)) as [?|[?|?]]; intuition lra. }
  destruct arms1 as [case | case].
  { clear - case u v.
    assert (norm1 : 0 <= inner u u * inner v v ^ 2 - inner u v ^ 2 * inner v v) by (pose proof (inner_nonneg ((inner v v) *: u + (- inner u v) *: v)%V) as raw; gram in raw; rewrite ?(inner_comm v u) in raw; linear).
    assert (norm2 : 0 <= inner u u ^ 2 * inner v v - inner u u * inner u v ^ 2) by (pose proof (inner_nonneg ((- inner u v) *: u + (inner u u) *: v)%V) as raw; gram in raw; rewrite ?(inner_comm v u) in raw; linear).
    assert (multiplier : 0 < inner u u + inner v v) by lra.
    apply (cancel_le _ _ _ multiplier). lra. }
  { assert (sum : 0 <= 1 / 2 * inner u u + inner u v + 1 / 2 * inner v v).
    { clear - u v.
      assert (norm1 : 0 <= inner u u + 2 * inner u v + inner v v) by (pose proof (inner_nonneg (u + v)%V) as raw; gram in raw; rewrite ?(inner_comm v u) in raw; linear).
      lra. }
    assert (difference : inner u v <= 1 / 2 * inner u u + 1 / 2 * inner v v).
    { clear - u v.
      assert (norm1 : 0 <= inner u u + inner v v - 2 * inner u v) by (pose proof (inner_nonneg (u + (- 1) *: v)%V) as raw; gram in raw; rewrite ?(inner_comm v u) in raw; linear).
      lra. }
    assert (first : 0 <= inner u u).
    { clear - u.
      pose proof (inner_nonneg u) as sign1.
      lra. }
    assert (second : 0 <= inner v v).
    { clear - v.
      pose proof (inner_nonneg v) as sign1.
      lra. }
    assert (zero : inner u v = 0).
    { assert (arms2 : inner u v = 0 \/ inner u v < 0 \/ 0 < inner u v).
      { clear. destruct (Rtotal_order 0 (inner u v)) as [?|[?|?]]; intuition lra. }
      destruct arms2 as [sign' | [sign' | sign']].
      { exact sign'. }
      { destruct (Req_dec (inner u v) 0) as [found|sign'']; [exact found|].
        enough (1 <= 0) by lra.
        clear - sign' case sum.
        assert (multiplier : 0 < - inner u v) by lra.
        apply (cancel_le _ _ _ multiplier). lra. }
      { destruct (Req_dec (inner u v) 0) as [found|sign'']; [exact found|].
        enough (1 <= 0) by lra.
        clear - sign' case difference.
        assert (multiplier : 0 < inner u v) by lra.
        apply (cancel_le _ _ _ multiplier). lra. } }
    clear - first second zero u v.
    pose proof (product (gap first) (gap second)) as sign1.
    pose proof (multiple (- inner u v) zero) as sign2.
    lra. }
Qed.
