(** A book of entries, each of which may cite those before it: the theorem that the program rests on. *)

From Novikoff Require Import InnerProduct Algebra Terms Checker Proving.

Record entry := { key : label; claim : statement; sides : list proof; shown_by : proof }.

(** Is each entry proved? Labels that are taken are not used again. *)
Fixpoint check_book (fuel : nat) (lib : library) (es : list entry) : list bool :=
  match es with
  | [] => []
  | e :: others =>
      match cited lib (key e), check_proof fuel lib (claim e) (sides e) (shown_by e) with
      | None, Some th => true :: check_book fuel ((key e, th) :: lib) others
      | _, _ => false :: check_book fuel lib others
      end
  end.

(** What is accepted holds in every real inner-product space, for every finite index set and every run. *)
Theorem check_book_sound (fuel : nat) (es : list entry) :
  Forall2 (fun e accepted => accepted = true -> valid (claim e)) es (check_book fuel [] es).
Proof.
  assert (from : forall lib, (forall n th, cited lib n = Some th -> true_theorem th) ->
            Forall2 (fun e accepted => accepted = true -> valid (claim e)) es (check_book fuel lib es)).
  { induction es as [|e others IH]; intros lib true_lib; cbn [check_book]; [constructor|].
    destruct (cited lib (key e)) eqn:taken; [constructor; [discriminate | auto]|].
    destruct (check_proof fuel lib (claim e) (sides e) (shown_by e)) as [th|] eqn:ok; [|constructor; [discriminate | auto]].
    destruct (check_proof_sound fuel lib _ _ _ _ true_lib ok) as [is_valid is_true].
    constructor; [auto|]. apply IH. intros n other. cbn [cited].
    destruct (Pos.eqb n (key e)); [intros [= <-]; exact is_true | apply true_lib]. }
  apply from. discriminate.
Qed.
Print Assumptions check_book_sound.

Require Import Extraction ExtrOcamlBasic.
Extraction Language OCaml.
Extraction "checker.ml" check_book Z.add Z.mul Z.opp.
