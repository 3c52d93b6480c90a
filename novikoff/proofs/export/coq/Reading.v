(** Statements as their authors write them: what they mean in the words of Coq, and which statement of the checker
    they are. For a statement that is written out, [reads] reduces to the theorem that is exported. *)

From Novikoff Require Import InnerProduct Exponential Algebra Terms Checker Meaning Rules Definitions Proving Refuting Book.
Open Scope R_scope.

(** * Terms *)

(** Quotients, roots, logarithms, absolute values and maxima come with what the checker has for them: a term, or the name
    of a definition. Whether a term is a number or a vector is seen where it is used. *)
Inductive function := Log_of | Root_of | Size_of.
Inductive expression :=
| WCon (q : Q) | WVar (v : name) | WAdd (a b : expression) | WSub (a b : expression) | WNeg (a : expression)
| WMul (a b : expression) | WDiv (a b : expression) (inverse : term) | WPow (a : expression) (n : nat)
| WInner (u v : expression) | WSum (a : expression) | WExp (a : expression) | WApply (f : function) (a : expression) (n : name)
| WMost (largest : bool) (a b : expression) (n : name).

(** The checker's terms. *)
Fixpoint plain (w : expression) : term :=
  match w with
  | WCon q => Con q | WVar v => Var v | WAdd a b => Add (plain a) (plain b) | WSub a b => Sub (plain a) (plain b)
  | WNeg a => Neg (plain a) | WMul a b => Mul (plain a) (plain b) | WDiv a _ inverse => Mul (plain a) inverse
  | WPow a n => Power (plain a) n | WInner u v => Inner (plain u) (plain v) | WSum a => Sum (plain a) | WExp a => Exp (plain a)
  | WApply _ _ n => Var n
  | WMost largest a b n => Mul (Con (1 # 2)) (Add (Add (plain a) (plain b)) (if largest then Var n else Neg (Var n)))
  end.

(** What they mean. *)
Definition ratio (q : Q) : Real := match Qden q with 1%positive => IZR (Qnum q) | d => IZR (Qnum q) / IZR (Zpos d) end.
Definition applied_to (f : function) : Real -> Real := match f with Log_of => ln | Root_of => sqrt | Size_of => Rabs end.
Fixpoint real {E} (r : env E) (i : nat) (w : expression) : Real :=
  match w with
  | WCon q => ratio q | WVar v => fst (value r v (if family v then i else O))
  | WAdd a b => real r i a + real r i b | WSub a b => real r i a - real r i b | WNeg a => - real r i a
  | WMul a b => real r i a * real r i b | WDiv a b _ => real r i a / real r i b | WPow a n => real r i a ^ n
  | WInner u v => inner (vect r i u) (vect r i v) | WSum a => total (size r) (fun j => real r j a) | WExp a => exp (real r i a)
  | WApply f a _ => applied_to f (real r i a)
  | WMost largest a b _ => (if largest then Rmax else Rmin) (real r i a) (real r i b)
  end
with vect {E} (r : env E) (i : nat) (w : expression) : E :=
  match w with
  | WVar v => snd (value r v (if family v then i else O))
  | WAdd u v => vadd (vect r i u) (vect r i v) | WSub u v => vsub (vect r i u) (vect r i v) | WNeg u => vopp (vect r i u)
  | WMul a u => vscale (real r i a) (vect r i u) | WDiv u b _ => vscale (/ real r i b) (vect r i u)
  | WSum u => vsum (size r) (fun j => vect r j u)
  | WCon _ | WPow _ _ | WInner _ _ | WExp _ | WApply _ _ _ | WMost _ _ _ _ => vzero E
  end.

(** Does a term speak of one index? *)
Fixpoint at_one (w : expression) : bool :=
  match w with
  | WCon _ | WSum _ => false | WVar v => family v
  | WAdd a b | WSub a b | WMul a b | WDiv a b _ | WInner a b | WMost _ a b _ => at_one a || at_one b
  | WNeg a | WPow a _ | WExp a | WApply _ a _ => at_one a
  end.
(** Does a term speak of adjoined units? *)
Fixpoint has_units (w : expression) : bool :=
  match w with
  | WCon _ => false | WVar v => is_unit v
  | WAdd a b | WSub a b | WMul a b | WDiv a b _ | WInner a b | WMost _ a b _ => has_units a || has_units b
  | WNeg a | WPow a _ | WExp a | WApply _ a _ | WSum a => has_units a
  end.

(** * Facts *)

(** The last one is between vectors. *)
Inductive comparison_ := AtMostW | BelowW | EqualW | UnequalW | AboveW | AtLeastW | SameW.
Inductive claim_ := Compare (x : comparison_) (a b : expression).
Definition of_vectors (x : comparison_) : bool := match x with SameW => true | _ => false end.

Definition plain_claim (c : claim_) : fact :=
  let (x, a, b) := c in let gap := Sub (plain a) (plain b) in
  match x with
  | AtMostW => (AtLeast, Sub (plain b) (plain a)) | BelowW => (Above, Sub (plain b) (plain a))
  | EqualW => (Equal, gap) | UnequalW => (Unequal, gap) | AboveW => (Above, gap) | AtLeastW => (AtLeast, gap)
  | SameW => (Equal, Inner gap gap)
  end.
Definition at_claim (c : claim_) : bool := let (_, a, b) := c in at_one a || at_one b.
Definition units_claim (c : claim_) : bool := let (_, a, b) := c in has_units a || has_units b.
Definition claim_at {E} (r : env E) (i : nat) (c : claim_) : Prop :=
  let (x, a, b) := c in
  match x with
  | AtMostW => real r i a <= real r i b | BelowW => real r i a < real r i b
  | EqualW => real r i a = real r i b | UnequalW => real r i a <> real r i b
  | AboveW => real r i a > real r i b | AtLeastW => real r i a >= real r i b
  | SameW => vect r i a = vect r i b
  end.
Definition claim_in {E} (r : env E) (c : claim_) : Prop :=
  if at_claim c then forall i, (i < size r)%nat -> claim_at r i c else claim_at r O c.
(** What speaks of adjoined units is about the space with these. *)
Definition claimed {E} (r : env E) (c : claim_) : Prop := if units_claim c then claim_in (adjoining r) c else claim_in r c.

Definition claims := list (label * claim_).
Fixpoint given_all {E} (r : env E) (cs : claims) (P : Prop) : Prop :=
  match cs with [] => P | (_, c) :: others => claimed r c -> given_all r others P end.
Fixpoint all_claimed {E} (r : env E) (cs : claims) : Prop :=
  match cs with [] => True | [(_, c)] => claimed r c | (_, c) :: others => claimed r c /\ all_claimed r others end.

(** * Names *)

Definition type_of (E : ips) (n : name) : Type :=
  match numeric n, family n return Type with true, true => nat -> Real | true, false => Real | false, true => nat -> E | false, false => E end.
Definition taken {E} (n : name) (f : nat -> element E) : type_of E n :=
  match numeric n as b, family n as c
  return match b, c return Type with true, true => nat -> Real | true, false => Real | false, true => nat -> E | false, false => E end with
  | true, true => fun i => fst (f i) | true, false => fst (f O)
  | false, true => fun i => snd (f i) | false, false => snd (f O)
  end.
Definition wrapped {E} (n : name) : type_of E n -> nat -> element E :=
  match numeric n as b, family n as c
  return match b, c return Type with true, true => nat -> Real | true, false => Real | false, true => nat -> E | false, false => E end
    -> nat -> element E with
  | true, true => fun a i => number_of (a i) | true, false => fun a _ => number_of a
  | false, true => fun u i => vector_of (u i) | false, false => fun u _ => vector_of u
  end.
Definition set {E} (r : env E) (n : name) (f : nat -> element E) : env E :=
  {| size := size r; value v j := if same_name v n then f j else value r v j |}.

(** For all values of these names. *)
Fixpoint for_all {E} (ns : list name) (r : env E) (F : env E -> Prop) : Prop :=
  match ns with [] => F r | n :: others => forall x : type_of E n, for_all others (set r n (wrapped n x)) F end.
Fixpoint predicate (E : ips) (ns : list name) : Type :=
  match ns with [] => Prop | n :: others => type_of E n -> predicate E others end.
Fixpoint applied {E} (ns : list name) : predicate E ns -> (forall n, type_of E n) -> Prop :=
  match ns with [] => fun P _ => P | n :: others => fun P f => applied others (P (f n)) f end.

(** * Runs and statements *)

Definition expressions := list (name * expression).
Record moves := { w_start : expressions; w_inputs : list name; w_when : claims; w_next : expressions }.
Record written := { w_names : list name; w_lets : list definition; w_run : option moves; w_given : claims; w_assume : claims; w_show : claims }.

Definition plain_claims (cs : claims) : facts := map (fun nc => (fst nc, plain_claim (snd nc))) cs.
Definition plain_table (t : expressions) : table := map (fun ne => (fst ne, plain (snd ne))) t.
Definition plain_run (c : moves) : run :=
  {| start := plain_table (w_start c); inputs := w_inputs c; when := plain_claims (w_when c); next := plain_table (w_next c) |}.
Definition statement_of (w : written) : statement :=
  {| declared := w_names w; lets := w_lets w; a_run := option_map plain_run (w_run w);
     assume := plain_claims (w_assume w); show := plain_claims (w_show w) |}.

Fixpoint expression_for (t : expressions) (n : name) : expression :=
  match t with [] => WCon 0 | (m, e) :: others => if same_name n m then e else expression_for others n end.
Definition value_in {E} (r : env E) (vector : bool) (e : expression) (i : nat) : element E :=
  if vector then vector_of (vect r i e) else number_of (real r i e).
Definition moved_to {E} (t : expressions) (r : env E) (n : name) : type_of E n := taken n (value_in r (negb (numeric n)) (expression_for t n)).
Definition as_it_is {E} (r : env E) (n : name) : type_of E n := taken n (value r n).
Definition states (c : moves) : list name := map fst (w_start c).

(** Each property of states holds here that holds at the start and is kept by each step. *)
Definition went {E} (c : moves) (r : env E) : Prop := forall P : predicate E (states c),
  applied (states c) P (moved_to (w_start c) r) ->
  for_all (states c ++ w_inputs c) r (fun s =>
    applied (states c) P (as_it_is s) -> given_all s (w_when c) (applied (states c) P (moved_to (w_next c) s))) ->
  applied (states c) P (as_it_is r).

Definition weights (ds : list definition) : list name :=
  flat_map (fun d => match d with Weights _ _ _ _ _ _ _ _ _ _ => defined d | _ => [] end) ds.
Definition says_of {E} (w : written) (r : env E) : Prop :=
  given_all r (w_given w ++ w_assume w) (all_claimed r (w_show w)).
(** Without families and sums nothing is said of an index set. *)
Fixpoint sums (t : term) : bool :=
  match t with
  | Con _ | Var _ => false | Sum _ => true
  | Add a b | Mul a b | Inner a b => sums a || sums b
  | Power a _ | Exp a => sums a
  end.
Definition names_of (w : written) : list name :=
  w_names w ++ match w_run w with Some c => states c | None => [] end ++ weights (w_lets w).
Definition sized (w : written) : bool :=
  let c := match w_run w with Some c => c | None => {| w_start := []; w_inputs := []; w_when := []; w_next := [] |} end in
  existsb family (names_of w ++ w_inputs c)
  || existsb (fun nc => sums (snd (plain_claim (snd nc)))) (w_given w ++ w_assume w ++ w_show w ++ w_when c)
  || existsb (fun ne => sums (plain (snd ne))) (w_start c ++ w_next c).
Definition about {E} (w : written) (r : env E) : Prop :=
  match w_run w with Some c => went c r -> says_of w r | None => says_of w r end.
Definition reads_of_size (w : written) (E : ips) (n : nat) : Prop :=
  for_all (names_of w) {| size := n; value _ _ := @number_of E 0 |} (about w).
Definition reads (w : written) : Prop := forall E : ips, if sized w then forall n, reads_of_size w E n else reads_of_size w E O.

Record told := { t_key : label; says_ : written; t_sides : list proof; t_shown : evidence }.
Definition entry_of (e : told) : entry := {| key := t_key e; claim := statement_of (says_ e); sides := t_sides e; shown_by := t_shown e |}.
