(** A book of entries, each of which may cite those before it: the theorem that the program rests on. *)

From Novikoff Require Import InnerProduct Algebra Terms Checker Proving Refuting.

Inductive evidence := ByProof (p : proof) | ByValues (w : witness).
Record entry := { key : label; claim : statement; sides : list proof; shown_by : evidence }.
Inductive verdict := Proved | Refuted | Rejected.

(** The values are of a statement that makes sense. *)
Definition check_values (fuel : nat) (e : entry) (w : witness) : bool :=
  match context_of fuel (claim e) (sides e) with Some _ => fails (count w) (claim e) w | None => false end.

(** Labels that are taken are not used again. *)
Fixpoint check_book (fuel : nat) (lib : library) (es : list entry) : list verdict :=
  match es with
  | [] => []
  | e :: others =>
      match shown_by e with
      | ByValues w => (if check_values fuel e w then Refuted else Rejected) :: check_book fuel lib others
      | ByProof p =>
          match cited lib (key e), check_proof fuel lib (claim e) (sides e) p with
          | None, Some th => Proved :: check_book fuel ((key e, th) :: lib) others
          | _, _ => Rejected :: check_book fuel lib others
          end
      end
  end.

Definition means (e : entry) (v : verdict) : Prop :=
  match v with Proved => valid (claim e) | Refuted => refuted (claim e) | Rejected => True end.

Lemma check_book_from (fuel : nat) (es : list entry) : forall lib, (forall n th, cited lib n = Some th -> true_theorem th) ->
  Forall2 means es (check_book fuel lib es).
Proof.
  induction es as [|e others IH]; intros lib true_lib; cbn [check_book]; [constructor|]. destruct (shown_by e) as [p|w].
  - destruct (cited lib (key e)) eqn:taken; [constructor; [exact I | auto]|].
    destruct (check_proof fuel lib (claim e) (sides e) p) as [th|] eqn:ok; [|constructor; [exact I | auto]].
    destruct (check_proof_sound fuel lib _ _ _ _ true_lib ok) as [is_valid is_true].
    constructor; [exact is_valid|]. apply IH. intros n other. cbn [cited].
    destruct (Pos.eqb n (key e)); [intros [= <-]; exact is_true | apply true_lib].
  - constructor; [|auto]. destruct (check_values fuel e w) eqn:ok; [|exact I]. unfold check_values in ok.
    destruct (context_of _ _ _); [|discriminate]. now apply fails_refuted in ok.
Qed.

(** What is proved holds in every real inner-product space, for every finite index set and every state that its run
    reaches; what is refuted fails in one. *)
Theorem check_book_sound (fuel : nat) (es : list entry) : Forall2 means es (check_book fuel [] es).
Proof. apply check_book_from. discriminate. Qed.
Print Assumptions check_book_sound.

Require Import Extraction ExtrOcamlBasic.
Extraction Language OCaml.
Extraction "checker.ml" check_book Z.add Z.mul Z.opp.
