(** Entries as numbers: [decoded] reads what the export writes. Nothing rests on it: each theorem says what it says. *)

From Novikoff Require Import InnerProduct Algebra Terms Checker Proving Refuting Book Reading Pages.
From Coq Require Import FMapPositive NArith Init.Byte.
Open Scope positive_scope.

(** * Trees

    A number is written in bytes of 7 bits, the last of which has no eighth. Each node is 1 and the number of its
    parts, and these: an odd number is a leaf, an even one says how far before this node another one is. *)

Inductive tree := Leaf (n : positive) | Node (l : list tree).
Record reading := { digits : N; missing : option N; parts : list tree; place : positive; nodes : PositiveMap.t tree; newest : tree }.

Definition with_node (s : reading) (t : tree) : reading :=
  {| digits := 0; missing := None; parts := []; place := Pos.succ (place s); nodes := PositiveMap.add (place s) t (nodes s); newest := t |}.
Definition part (s : reading) (n : N) : tree :=
  match n with
  | Npos p~1 => Leaf p
  | Npos p~0 => match PositiveMap.find (place s - p) (nodes s) with Some t => t | None => Node [] end
  | _ => Node []
  end.
Definition number (s : reading) (n : N) : reading :=
  match missing s, n with
  | _, N0 => s
  | None, Npos 1 => with_node s (Node [])
  | None, _ => {| digits := 0; missing := Some (N.pred n); parts := []; place := place s; nodes := nodes s; newest := newest s |}
  | Some 1%N, _ => with_node s (Node (rev' (part s n :: parts s)))
  | Some k, _ => {| digits := 0; missing := Some (N.pred k); parts := part s n :: parts s; place := place s; nodes := nodes s; newest := newest s |}
  end.
Definition shifted (n : N) (b : bool) : N := if b then N.succ_double n else N.double n.
Definition next_byte (s : reading) (b : byte) : reading :=
  let '(b0, (b1, (b2, (b3, (b4, (b5, (b6, more))))))) := to_bits b in
  let n := shifted (shifted (shifted (shifted (shifted (shifted (shifted (digits s) b6) b5) b4) b3) b2) b1) b0 in
  if more then {| digits := n; missing := missing s; parts := parts s; place := place s; nodes := nodes s; newest := newest s |}
  else number s n.
Fixpoint next_bytes (s : reading) (bs : bytes) : reading :=
  match bs with
  | Done => s
  | Next b c d e f g h others => next_bytes (next_byte (next_byte (next_byte (next_byte (next_byte (next_byte (next_byte s b) c) d) e) f) g) h) others
  end.
Fixpoint next_pages (s : reading) (ps : pages) : reading :=
  match ps with End => s | Page b others => next_pages (next_bytes s b) others end.
Definition tree_of (ps : pages) : tree :=
  newest (next_pages {| digits := 0; missing := None; parts := []; place := 1; nodes := PositiveMap.empty tree; newest := Node [] |} ps).

(** * What they stand for; 1 is added to numbers that may be 0 *)

Fixpoint integer (t : tree) : Z :=
  match t with
  | Leaf p => (Z.pos p - 1)%Z
  | Node l => fold_left (fun z d => (z * 65536 + integer d)%Z) l 0%Z
  end.
Definition rational (t : tree) : Q :=
  match t with
  | Node [p; q] => Qmake (integer p) (Z.to_pos (integer q))
  | Node [p; q; _] => Qmake (- integer p) (Z.to_pos (integer q))
  | _ => Qmake (integer t) 1
  end.
Definition small (t : tree) : nat := Z.to_nat (integer t).
Definition label_of (t : tree) : label := match t with Leaf p => p | _ => 1 end.
Definition low (p : positive) : positive * bool := match p with q~1 => (q, true) | q~0 => (q, false) | 1 => (1, true) end.
Definition named (p : positive) : name :=
  let (p, is_family) := low p in let (p, is_vector) := low p in let (p, unit_) := low p in
  {| sort := if unit_ then Unit else if is_vector then Vector else Number; family := is_family; id := p |}.
Definition name_of (t : tree) : name := named (label_of t).
Definition list_of {A} (f : tree -> A) (t : tree) : list A := match t with Node l => map f l | Leaf _ => [] end.
Definition pair_of {A B} (a : A) (b : B) (f : tree -> A) (g : tree -> B) (t : tree) : A * B :=
  match t with Node [s; t] => (f s, g t) | _ => (a, b) end.

Fixpoint expression_of (t : tree) : expression :=
  match t with
  | Leaf p => WVar (named p)
  | Node (Leaf h :: l) =>
      match h, l with
      | 1, [q] => WCon (rational q) | 2, [a; b] => WAdd (expression_of a) (expression_of b)
      | 3, [a; b] => WMul (expression_of a) (expression_of b) | 4, [a; n] => WPow (expression_of a) (small n)
      | 5, [u; v] => WInner (expression_of u) (expression_of v) | 6, [a] => WSum (expression_of a) | 7, [a] => WExp (expression_of a)
      | 8, [a; b] => WSub (expression_of a) (expression_of b) | 9, [a] => WNeg (expression_of a)
      | 10, [a; b; t] => WDiv (expression_of a) (expression_of b) (plain (expression_of t))
      | 11, [a; n] => WApply Log_of (expression_of a) (name_of n) | 12, [a; n] => WApply Root_of (expression_of a) (name_of n)
      | 13, [a; n] => WApply Size_of (expression_of a) (name_of n)
      | 14, [a; b; n] => WMost true (expression_of a) (expression_of b) (name_of n)
      | 15, [a; b; n] => WMost false (expression_of a) (expression_of b) (name_of n)
      | _, _ => WCon 0
      end
  | _ => WCon 0
  end.
Definition term_of (t : tree) : term := plain (expression_of t).

Definition relation_of (t : tree) : relation := match label_of t with 1 => AtLeast | 2 => Above | 3 => Equal | _ => Unequal end.
Definition fact_of (t : tree) : fact := pair_of AtLeast (Con 0) relation_of term_of t.
Definition facts_of_tree : tree -> facts :=
  list_of (fun t => match t with Node [n; r; t] => (label_of n, (relation_of r, term_of t)) | _ => (1, (AtLeast, Con 0)) end).
Definition table_of : tree -> table := list_of (pair_of (name_of (Leaf 1)) (Con 0) name_of term_of).
Definition definition_of (t : tree) : definition :=
  match t with
  | Node [Leaf 1; n; p; d] => Inverse (name_of n) (term_of p) (label_of d)
  | Node [Leaf 2; n; p; d; s] => Root (name_of n) (term_of p) (label_of d) (label_of s)
  | Node [Leaf 3; n; p; d] => Log (name_of n) (term_of p) (label_of d)
  | Node [Leaf h; n; m; f; c; y; a; b; d; s] =>
      Weights (Pos.eqb h 4) (name_of n) (name_of m) (term_of f) (term_of c) (term_of y) (label_of a) (label_of b) (label_of d) (label_of s)
  | _ => Inverse (name_of t) (Con 0) 1
  end.
Definition claims_of : tree -> claims :=
  list_of (fun t => match t with
  | Node [n; Leaf h; a; b] =>
      let x := match h with 1 => AtMostW | 2 => BelowW | 3 => EqualW | 4 => UnequalW | 5 => AboveW | 6 => AtLeastW | _ => SameW end in
      (label_of n, Compare x (expression_of a) (expression_of b))
  | _ => (1, Compare AtMostW (WCon 0) (WCon 0)) end).
Definition expressions_of : tree -> expressions := list_of (pair_of (name_of (Leaf 1)) (WCon 0) name_of expression_of).
Definition moves_of (t : tree) : option moves :=
  match t with
  | Node [s; i; w; n] => Some {| w_start := expressions_of s; w_inputs := list_of name_of i; w_when := claims_of w; w_next := expressions_of n |}
  | _ => None
  end.

Definition factor_of (t : tree) : factor :=
  match t with
  | Leaf n => Fact n
  | Node [Leaf 2; t] => Square (term_of t) | Node [Leaf 3; t] => Norm (term_of t) | Node [Leaf 4; t] => Exponential (term_of t)
  | Node [Leaf 5; p; q; d] => Remainder (term_of p) (term_of q) (small d)
  | _ => Fact 1
  end.
Definition product_of (t : tree) : product := match t with Node (c :: fs) => (rational c, map factor_of fs) | _ => (1%Q, []) end.
Definition multiple_of (t : tree) : equation * term :=
  match t with
  | Node [Leaf 1; n; by_] => (Known (label_of n), term_of by_)
  | Node [Leaf 2; p; q; by_] => (Law (term_of p) (term_of q), term_of by_)
  | Node [_; u; v; by_] => (Unfold (term_of u) (term_of v), term_of by_)
  | _ => (Known 1, Con 0)
  end.
Definition arm_of (p : positive) : arm := match p with 1 => Less | 2 => AtMost | 3 => Zero | 4 => NotLess | _ => More end.
Fixpoint proof_of (t : tree) : proof :=
  match t with
  | Node (Leaf h :: l) =>
      match h, l with
      | 1, [t; s; i] => Poly (list_of product_of t) (list_of product_of s) (list_of multiple_of i)
      | 2, [on; n; Node arms] => Cases (term_of on) (label_of n)
          (map (fun ap => match ap with Node [Leaf a; p] => (arm_of a, proof_of p) | _ => (Less, Split []) end) arms)
      | 3, [n; p] => Contra (label_of n) (proof_of p)
      | 4, [n; f; why; p] => Have (label_of n) (fact_of f) (proof_of why) (proof_of p)
      | 5, [Node ps] => Split (map proof_of ps)
      | 6, [d; why; p] => Define (definition_of d) (proof_of why) (proof_of p)
      | 7, [o; s; seen; Node ps; ns; p] =>
          let simulation := match seen with
            | Node [g; Node a; Node b; Node c] =>
                Some (Simulation (table_of g) (map proof_of a) (map proof_of b) (map proof_of c))
            | _ => None end in
          Lemma_ (label_of o) (table_of s) simulation (map proof_of ps) (list_of label_of ns) (proof_of p)
      | 8, [i; Node b; Node s; p] => Induction (facts_of_tree i) (map proof_of b) (map proof_of s) (proof_of p)
      | 9, [o; n; e; p] => SumUp (label_of o) (label_of n) (match e with Leaf m => Some m | _ => None end) (proof_of p)
      | 10, [ns; ks; p] => Entry (list_of (pair_of (named 1) (named 1) name_of name_of) ns)
          (list_of (pair_of 1 1 label_of label_of) ks) (proof_of p)
      | 11, [p] => Open (proof_of p)
      | _, _ => Split []
      end
  | _ => Split []
  end.
Definition values_of : tree -> values := list_of (pair_of (named 1) [] name_of (list_of term_of)).
Definition evidence_of (t : tree) : evidence :=
  match t with
  | Node [Leaf 12; n; v; s] => ByValues {| count := small n; given := values_of v; steps := list_of values_of s |}
  | _ => ByProof (proof_of t)
  end.
Definition told_of (t : tree) : told :=
  match t with
  | Node [k; n; d; r; g; a; s; ps; p] =>
      {| t_key := label_of k; t_sides := list_of proof_of ps; t_shown := evidence_of p;
         says_ := {| w_names := list_of name_of n; w_lets := list_of definition_of d; w_run := moves_of r;
                     w_given := claims_of g; w_assume := claims_of a; w_show := claims_of s |} |}
  | _ => {| t_key := 1; t_sides := []; t_shown := evidence_of t;
            says_ := {| w_names := []; w_lets := []; w_run := None; w_given := []; w_assume := []; w_show := [] |} |}
  end.
Definition decoded (ps : pages) : list told := list_of told_of (tree_of ps).
