(** A book of entries, each of which may cite those before it: the theorem that the program rests on. *)

From Novikoff Require Import InnerProduct Algebra Terms Checker Proving Signs Refuting.

Inductive evidence := ByProof (p : proof) | ByValues (w : witness).
Record entry := { key : label; claim : statement; sides : list proof; shown_by : evidence }.
Inductive verdict := Proved | Refuted | Rejected.

(** The values are of a statement that makes sense. *)
Definition check_values (fuel : nat) (e : entry) (w : witness) : bool :=
  match context_of fuel (claim e) (sides e) with Some _ => fails (count w) (claim e) w | None => false end.

(** The verdict on an entry, and the library after it. Labels that are taken are not used again. *)
Definition check_one (fuel : nat) (lib : library) (e : entry) : verdict * library :=
  match shown_by e with
  | ByValues w => (if check_values fuel e w then Refuted else Rejected, lib)
  | ByProof p =>
      match cited lib (key e), check_proof fuel lib (claim e) (sides e) p with
      | None, Some th => (Proved, (key e, th) :: lib)
      | _, _ => (Rejected, lib)
      end
  end.
Fixpoint check_book (fuel : nat) (lib : library) (es : list entry) : list verdict :=
  match es with [] => [] | e :: others => let (v, more) := check_one fuel lib e in v :: check_book fuel more others end.

Definition means (e : entry) (v : verdict) : Prop :=
  match v with Proved => valid (claim e) | Refuted => refuted (claim e) | Rejected => True end.

Definition true_library (lib : library) : Prop := forall n th, cited lib n = Some th -> true_theorem th.
Lemma check_one_sound (fuel : nat) (lib : library) (e : entry) : true_library lib ->
  means e (fst (check_one fuel lib e)) /\ true_library (snd (check_one fuel lib e)).
Proof.
  intro true_lib. unfold check_one. destruct (shown_by e) as [p|w]; cbn [fst snd].
  - destruct (cited lib (key e)) eqn:taken; [now split|].
    destruct (check_proof fuel lib (claim e) (sides e) p) as [th|] eqn:ok; [|now split].
    destruct (check_proof_sound fuel lib _ _ _ _ true_lib ok) as [is_valid is_true].
    split; [exact is_valid|]. intros n other. cbn [snd cited].
    destruct (Pos.eqb n (key e)); [intros [= <-]; exact is_true | apply true_lib].
  - split; [|exact true_lib]. destruct (check_values fuel e w) eqn:ok; [|exact I]. unfold check_values in ok.
    destruct (context_of _ _ _); [|discriminate]. now apply fails_refuted in ok.
Qed.
Lemma check_book_from (fuel : nat) (es : list entry) : forall lib, true_library lib -> Forall2 means es (check_book fuel lib es).
Proof.
  induction es as [|e others IH]; intros lib true_lib; cbn [check_book]; [constructor|].
  destruct (check_one_sound fuel lib e true_lib) as [first more]. destruct (check_one fuel lib e).
  constructor; [exact first | now apply IH].
Qed.

(** What is proved holds in every real inner-product space, for every finite index set and every state that its run
    reaches; what is refuted fails in one. *)
Theorem check_book_sound (fuel : nat) (es : list entry) : Forall2 means es (check_book fuel [] es).
Proof. apply check_book_from. discriminate. Qed.
Print Assumptions check_book_sound.

Require Import Extraction ExtrOcamlBasic.
Extraction Language OCaml.
Extraction "checker.ml" check_one check_book Z.add Z.mul Z.opp.
