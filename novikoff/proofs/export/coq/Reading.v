(** Statements as their authors write them: what they mean in the words of Coq, and which statement of the checker
    they are. For a statement that is written out, [reads] reduces to the theorem that is exported. *)

From Novikoff Require Import InnerProduct Exponential Algebra Terms Checker Meaning Rules Definitions Proving Refuting Book.
Open Scope R_scope.

(** * Terms *)

(** Quotients, roots and logarithms come with what the checker has for them: a term, or the name of a definition. *)
Inductive num :=
| NCon (q : Q) | NVar (v : name) | NAdd (a b : num) | NSub (a b : num) | NNeg (a : num) | NMul (a b : num)
| NDiv (a b : num) (inverse : term) | NPow (a : num) (n : nat) | NInner (u v : vec) | NSum (a : num)
| NExp (a : num) | NLn (a : num) (n : name) | NSqrt (a : num) (n : name) | NAbs (a : num) (n : name)
| NMax (a b : num) (n : name) | NMin (a b : num) (n : name)
with vec :=
| VZero | VVar (v : name) | VAdd (u v : vec) | VSub (u v : vec) | VNeg (u : vec) | VScale (a : num) (u : vec)
| VOver (u : vec) (b : num) (inverse : term) | VSum (u : vec).

(** The checker's terms. *)
Fixpoint plain_num (w : num) : term :=
  match w with
  | NCon q => Con q | NVar v => Var v
  | NAdd a b => Add (plain_num a) (plain_num b) | NSub a b => Sub (plain_num a) (plain_num b)
  | NNeg a => Neg (plain_num a) | NMul a b => Mul (plain_num a) (plain_num b)
  | NDiv a _ inverse => Mul (plain_num a) inverse
  | NPow a n => Power (plain_num a) n | NInner u v => Inner (plain_vec u) (plain_vec v)
  | NSum a => Sum (plain_num a) | NExp a => Exp (plain_num a)
  | NLn _ n | NSqrt _ n | NAbs _ n => Var n
  | NMax a b n => Mul (Con (1 # 2)) (Add (Add (plain_num a) (plain_num b)) (Var n))
  | NMin a b n => Mul (Con (1 # 2)) (Sub (Add (plain_num a) (plain_num b)) (Var n))
  end
with plain_vec (w : vec) : term :=
  match w with
  | VZero => Con 0 | VVar v => Var v
  | VAdd u v => Add (plain_vec u) (plain_vec v) | VSub u v => Sub (plain_vec u) (plain_vec v)
  | VNeg u => Neg (plain_vec u) | VScale a u => Mul (plain_num a) (plain_vec u)
  | VOver u _ inverse => Mul inverse (plain_vec u) | VSum u => Sum (plain_vec u)
  end.

(** What they mean. *)
Definition ratio (q : Q) : Real := match Qden q with 1%positive => IZR (Qnum q) | d => IZR (Qnum q) / IZR (Zpos d) end.
Fixpoint real {E} (r : env E) (i : nat) (w : num) : Real :=
  match w with
  | NCon q => ratio q | NVar v => fst (value r v (if family v then i else O))
  | NAdd a b => real r i a + real r i b | NSub a b => real r i a - real r i b
  | NNeg a => - real r i a | NMul a b => real r i a * real r i b
  | NDiv a b _ => real r i a / real r i b
  | NPow a n => real r i a ^ n | NInner u v => inner (vect r i u) (vect r i v)
  | NSum a => total (size r) (fun j => real r j a) | NExp a => exp (real r i a)
  | NLn a _ => ln (real r i a) | NSqrt a _ => sqrt (real r i a) | NAbs a _ => Rabs (real r i a)
  | NMax a b _ => Rmax (real r i a) (real r i b) | NMin a b _ => Rmin (real r i a) (real r i b)
  end
with vect {E} (r : env E) (i : nat) (w : vec) : E :=
  match w with
  | VZero => vzero E | VVar v => snd (value r v (if family v then i else O))
  | VAdd u v => vadd (vect r i u) (vect r i v) | VSub u v => vsub (vect r i u) (vect r i v)
  | VNeg u => vopp (vect r i u) | VScale a u => vscale (real r i a) (vect r i u)
  | VOver u b _ => vscale (/ real r i b) (vect r i u) | VSum u => vsum (size r) (fun j => vect r j u)
  end.

(** Does a term speak of one index? *)
Fixpoint at_num (w : num) : bool :=
  match w with
  | NCon _ | NSum _ => false | NVar v => family v
  | NAdd a b | NSub a b | NMul a b | NDiv a b _ | NMax a b _ | NMin a b _ => at_num a || at_num b
  | NNeg a | NPow a _ | NExp a | NLn a _ | NSqrt a _ | NAbs a _ => at_num a
  | NInner u v => at_vec u || at_vec v
  end
with at_vec (w : vec) : bool :=
  match w with
  | VZero | VSum _ => false | VVar v => family v
  | VAdd u v | VSub u v => at_vec u || at_vec v
  | VNeg u => at_vec u | VScale a u => at_num a || at_vec u | VOver u b _ => at_vec u || at_num b
  end.
(** Does a term speak of adjoined units? *)
Fixpoint units_num (w : num) : bool :=
  match w with
  | NCon _ => false | NVar v => is_unit v
  | NAdd a b | NSub a b | NMul a b | NDiv a b _ | NMax a b _ | NMin a b _ => units_num a || units_num b
  | NNeg a | NPow a _ | NExp a | NLn a _ | NSqrt a _ | NAbs a _ | NSum a => units_num a
  | NInner u v => units_vec u || units_vec v
  end
with units_vec (w : vec) : bool :=
  match w with
  | VZero => false | VVar v => is_unit v
  | VAdd u v | VSub u v => units_vec u || units_vec v
  | VNeg u | VSum u => units_vec u | VScale a u => units_num a || units_vec u | VOver u b _ => units_vec u || units_num b
  end.

(** * Facts *)

Inductive comparison_ := AtMostW | BelowW | EqualW | UnequalW | AboveW | AtLeastW.
Inductive claim_ := Compare (x : comparison_) (a b : num) | Same (u v : vec).

Definition plain_claim (c : claim_) : fact :=
  match c with
  | Compare AtMostW a b => (AtLeast, Sub (plain_num b) (plain_num a))
  | Compare BelowW a b => (Above, Sub (plain_num b) (plain_num a))
  | Compare EqualW a b => (Equal, Sub (plain_num a) (plain_num b))
  | Compare UnequalW a b => (Unequal, Sub (plain_num a) (plain_num b))
  | Compare AboveW a b => (Above, Sub (plain_num a) (plain_num b))
  | Compare AtLeastW a b => (AtLeast, Sub (plain_num a) (plain_num b))
  | Same u v => (Equal, Inner (Sub (plain_vec u) (plain_vec v)) (Sub (plain_vec u) (plain_vec v)))
  end.
Definition at_claim (c : claim_) : bool :=
  match c with Compare _ a b => at_num a || at_num b | Same u v => at_vec u || at_vec v end.
Definition units_claim (c : claim_) : bool :=
  match c with Compare _ a b => units_num a || units_num b | Same u v => units_vec u || units_vec v end.
Definition claim_at {E} (r : env E) (i : nat) (c : claim_) : Prop :=
  match c with
  | Compare AtMostW a b => real r i a <= real r i b
  | Compare BelowW a b => real r i a < real r i b
  | Compare EqualW a b => real r i a = real r i b
  | Compare UnequalW a b => real r i a <> real r i b
  | Compare AboveW a b => real r i a > real r i b
  | Compare AtLeastW a b => real r i a >= real r i b
  | Same u v => vect r i u = vect r i v
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

Inductive expression := Number_ (a : num) | Vector_ (u : vec).
Definition expressions := list (name * expression).
Record moves := { w_start : expressions; w_inputs : list name; w_when : claims; w_next : expressions }.
Record written := { w_names : list name; w_lets : list definition; w_run : option moves; w_given : claims; w_assume : claims; w_show : claims }.

Definition plain (e : expression) : term := match e with Number_ a => plain_num a | Vector_ u => plain_vec u end.
Definition plain_claims (cs : claims) : facts := map (fun nc => (fst nc, plain_claim (snd nc))) cs.
Definition plain_table (t : expressions) : table := map (fun ne => (fst ne, plain (snd ne))) t.
Definition plain_run (c : moves) : run :=
  {| start := plain_table (w_start c); inputs := w_inputs c; when := plain_claims (w_when c); next := plain_table (w_next c) |}.
Definition statement_of (w : written) : statement :=
  {| declared := w_names w; lets := w_lets w; a_run := option_map plain_run (w_run w);
     assume := plain_claims (w_assume w); show := plain_claims (w_show w) |}.

Fixpoint expression_for (t : expressions) (n : name) : expression :=
  match t with [] => Vector_ VZero | (m, e) :: others => if same_name n m then e else expression_for others n end.
Definition value_in {E} (r : env E) (e : expression) (i : nat) : element E :=
  match e with Number_ a => number_of (real r i a) | Vector_ u => vector_of (vect r i u) end.
Definition moved_to {E} (t : expressions) (r : env E) (n : name) : type_of E n := taken n (value_in r (expression_for t n)).
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
