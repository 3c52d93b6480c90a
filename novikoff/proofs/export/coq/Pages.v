(** Entries as pages of bytes, from numbers of 56 bits: no theorem shall rest on Coq's machine integers. Coq is slow where
    the last digits of many numbers are alike. *)

From Coq Require Import Uint63 PArray Init.Byte.

Inductive bytes := Done | Next (b c d e f g h : byte) (others : bytes).
Inductive pages := End | Page (b : bytes) (others : pages).

Definition byte_at (n k : int) : byte :=
  let bit j := negb ((n >> (8 * k + j)) land 1 =? 0)%uint63 in
  of_bits (bit 0, (bit 1, (bit 2, (bit 3, (bit 4, (bit 5, (bit 6, bit 7)))))))%uint63.
Fixpoint page (data : array int) (k : nat) (i : int) : bytes :=
  match k with
  | O => Done
  | S k => let n := data.[i] in let n := (n lxor (n >> 31))%uint63 in
      Next (byte_at n 0) (byte_at n 1) (byte_at n 2) (byte_at n 3) (byte_at n 4) (byte_at n 5) (byte_at n 6) (page data k (i + 1)%uint63)
  end.
Fixpoint pages_of (data : array int) (k : nat) (i : int) : pages :=
  match k with O => End | S k => Page (page data 500 i) (pages_of data k (i + 500)%uint63) end.
Definition stored (data : array int) (pages : nat) := pages_of data pages 0%uint63.

(** A definition whose value is computed once, and is not typed before the kernel does so. *)
Ltac computed t := let value := eval vm_compute in t in exact_no_check value.
