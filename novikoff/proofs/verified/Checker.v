(** Facts, runs, statements and proofs; what they mean; the checker. Its rules are those of proofs/kernel.py. *)

From Novikoff Require Import InnerProduct Algebra Terms.
Require Import MSetPositive FMapPositive.
Open Scope R_scope.

(** * Facts *)

Inductive relation := AtLeast | Above | Equal | Unequal.
Definition fact := (relation * term)%type.
Definition label := positive.
Definition facts := list (label * fact).

Definition says (x : relation) (a : Real) : Prop :=
  match x with AtLeast => 0 <= a | Above => 0 < a | Equal => a = 0 | Unequal => a <> 0 end.

(** A fact that speaks of an index is meant for each index in I. *)
Definition holds {E} (r : env E) (I : nat -> Prop) (f : fact) : Prop :=
  if indexed (snd f) then forall i, I i -> says (fst f) (fst (den r i (snd f)))
  else says (fst f) (fst (den r O (snd f))).
Definition all_hold {E} (r : env E) (I : nat -> Prop) (fs : facts) : Prop := forall n f, In (n, f) fs -> holds r I f.
Definition below {E} (r : env E) : nat -> Prop := fun i => (i < size r)%nat.

(** * Substitution *)

Definition same_name (v w : name) : bool :=
  if Pos.eqb (id v) (id w) then match compare_names v w with Eq => true | _ => false end else false.
Definition among (l : list name) (v : name) : bool := existsb (same_name v) l.

Definition table := list (name * term).
Fixpoint image (s : table) (v : name) : option term :=
  match s with [] => None | (w, t) :: s' => if same_name v w then Some t else image s' v end.
Definition put (s : table) (v : name) : term := match image s v with Some t => t | None => Var v end.
Definition keys (s : table) : list name := map fst s.
Fixpoint substitute (s : table) (t : term) : term :=
  match t with
  | Con _ => t
  | Var v => put s v
  | Add a b => Add (substitute s a) (substitute s b)
  | Mul a b => Mul (substitute s a) (substitute s b)
  | Power a n => Power (substitute s a) n
  | Inner a b => Inner (substitute s a) (substitute s b)
  | Sum a => Sum (substitute s a)
  | Exp a => Exp (substitute s a)
  end.
Definition substituted (s : table) (f : fact) : fact := (fst f, substitute s (snd f)).

(** The environment in which names have the values of their images; those without index have them at k. *)
Definition assign {E} (r : env E) (s : table) (k : nat) : env E :=
  {| size := size r; value v j := den r (if family v then j else k) (put s v) |}.

(** Images are of the sort of their names. If the index is open, a name without one takes no [i], or a sum, or "for
    every i", would capture it. *)
Definition fits (open : bool) (vt : name * term) : bool :=
  let (v, t) := vt in (if numeric v then number t else vector t) && (family v || negb open || negb (indexed t)).

(** * Runs *)

Record run := { start : table; inputs : list name; when : facts; next : table }.

(** The same but for names with the property P. *)
Definition agree {E} (P : name -> bool) (r r' : env E) : Prop :=
  size r = size r' /\ forall v, P v = false -> forall i, at_ r v i = at_ r' v i.

(** The environments that finitely many steps reach, all with the property P; inputs may change at any time. *)
Inductive reached {E} (P : env E -> Prop) (c : run) : env E -> Prop :=
| at_start r : P r -> P (assign r (start c) O) -> reached P c (assign r (start c) O)
| by_step r : reached P c r -> all_hold r (below r) (when c) -> P (assign r (next c) O) ->
    reached P c (assign r (next c) O)
| by_input r r' : reached P c r -> agree (among (inputs c)) r r' -> P r' -> reached P c r'.

Definition reached_if {E} (P : env E -> Prop) (c : option run) (r : env E) : Prop :=
  match c with None => True | Some c => reached P c r end.
Definition anything {E} (r : env E) : Prop := True.

(** * Definitions: numbers that exist, or one for each index *)

Inductive definition :=
| Inverse (n : name) (p : term) (def : label)
| Root (n : name) (p : term) (def sign : label)
| Log (n : name) (p : term) (def : label)
| Weights (signed : bool) (n multiplier : name) (f c y : term) (across along balance sign : label).

Definition defined (d : definition) : list name :=
  match d with Inverse n _ _ | Root n _ _ _ | Log n _ _ => [n] | Weights _ n m _ _ _ _ _ _ _ => [n; m] end.
Definition made_of (d : definition) : list term :=
  match d with Inverse _ p _ | Root _ p _ _ | Log _ p _ => [p] | Weights _ _ _ f c y _ _ _ _ => [f; c; y] end.
(** The condition under which there are such numbers. *)
Definition side (d : definition) : fact :=
  match d with
  | Inverse _ p _ => (Unequal, p) | Root _ p _ _ => (AtLeast, p) | Log _ p _ => (Above, p)
  | Weights _ _ _ _ _ _ _ _ _ _ => (Equal, Con 0)
  end.
Definition facts_of (d : definition) : facts :=
  match d with
  | Inverse n p def => [(def, (Equal, Sub (Mul (Var n) p) (Con 1)))]
  | Root n p def sign => [(def, (Equal, Sub (Mul (Var n) (Var n)) p)); (sign, (AtLeast, Var n))]
  | Log n p def => [(def, (Equal, Sub (Exp (Var n)) p))]
  | Weights signed n m f c y across along balance sign =>
      let nearest := Sum (Mul (Var n) f) in
      let gap := Sub c nearest in
      [(across, (if signed then AtLeast else Equal, Neg (Add (Inner gap f) (Mul (Var m) y))));
       (along, (Equal, Inner gap nearest)); (balance, (Equal, Sum (Mul (Var n) y)))]
      ++ if signed then [(sign, (AtLeast, Var n))] else []
  end.

(** * Statements *)

Record statement := { declared : list name; lets : list definition; a_run : option run; assume : facts; show : facts }.

Definition no_units (fs : facts) : bool := forallb (fun nf => negb (mentions is_unit (snd (snd nf)))) fs.
Definition facts_within (s : statement) : facts := flat_map facts_of (lets s) ++ assume s ++ show s.

(** A definition holds where its condition does. That the condition follows from what is assumed is part of the statement. *)
Definition granted {E} (r : env E) (d : definition) : Prop := holds r (below r) (side d) -> all_hold r (below r) (facts_of d).

(** If facts speak of adjoined units, they are about spaces in which these are orthonormal, and orthogonal to all else. If
    the conditions of a run do, all its states and inputs are in such a space. *)
Definition in_space {E} (fs : facts) (r : env E) : Prop := no_units fs = true \/ orthonormal r.
Definition run_reaches {E} (s : statement) (r : env E) : Prop :=
  match a_run s with None => True | Some c => reached (in_space (when c)) c r end.
Definition valid (s : statement) : Prop := forall (E : ips) (r : env E),
  in_space (facts_within s) r -> run_reaches s r ->
  (forall d, In d (lets s) -> granted r d) -> all_hold r (below r) (assume s) -> all_hold r (below r) (show s).

(** What the library keeps of a proved statement; its terms are multiplied out. *)
Record theorem := { its_names : list name; its_state : list name; its_run : option run; assumed : facts; shown : facts }.
Definition true_theorem (t : theorem) : Prop := forall (E : ips) (r : env E), reached_if anything (its_run t) r ->
  all_hold r (below r) (assumed t) -> all_hold r (below r) (shown t).
Definition library := list (label * theorem).
Fixpoint cited (lib : library) (n : label) : option theorem :=
  match lib with [] => None | (m, t) :: others => if Pos.eqb n m then Some t else cited others n end.

(** * Proofs *)

Inductive factor := Fact (n : label) | Square (t : term) | Norm (t : term) | Exponential (t : term)
| Remainder (p q : term) (degree : nat).
Definition product := (Q * list factor)%type.
Inductive equation := Known (n : label) | Law (p q : term) | Unfold (u v : term).
Inductive arm := Less | AtMost | Zero | NotLess | More.

Inductive proof :=
| Poly (multiplier summands : list product) (ideal : list (equation * term))
| Cases (on : term) (n : label) (arms : list (arm * proof))
| Contra (n : label) (p : proof)
| Have (n : label) (f : fact) (why p : proof)
| Split (parts : list proof)
| Define (d : definition) (why p : proof)
| Lemma_ (of : label) (images : table) (seen : option simulation) (premises : list proof) (names : list label) (p : proof)
| Induction (invariants : facts) (base step : list proof) (p : proof)
| SumUp (of n : label) (each : option label) (p : proof)
| Entry (names : list (name * name)) (known : list (label * label)) (p : proof)
| Open (p : proof)
with simulation := Simulation (given : table) (first steps after : list proof).

(** * Contexts *)

(** Facts and names are in trees: by their labels, and by their numbers. *)
Record context := { names : PositiveMap.t name; known_facts : PositiveMap.t fact; run_of : option run; state : list name; at_index : bool }.

Definition facts_in (g : context) : facts := PositiveMap.elements (known_facts g).
Definition look (g : context) (n : label) : option fact := PositiveMap.find n (known_facts g).
Arguments look : simpl never.
Definition kept_facts (P : fact -> bool) (g : context) : PositiveMap.t fact :=
  fold_right (fun nf others => if P (snd nf) then PositiveMap.add (fst nf) (snd nf) others else others)
    (PositiveMap.empty fact) (facts_in g).

Definition known {E} (r : env E) (I : nat -> Prop) (g : context) : Prop :=
  orthonormal r /\ all_hold r I (facts_in g) /\ reached_if orthonormal (run_of g) r /\
  if at_index g then exists k, (k < size r)%nat /\ forall j, I j <-> j = k else forall j, I j <-> (j < size r)%nat.
Definition sound (g : context) (goals : facts) : Prop :=
  forall (E : ips) (r : env E) I, known r I g -> all_hold r I goals.

Definition bind {A B} (x : option A) (f : A -> option B) : option B := match x with Some a => f a | None => None end.
Definition if_some {A} (x : option A) (f : A -> bool) : bool := match x with Some a => f a | None => false end.

Definition is_known (g : context) (v : name) : bool :=
  match PositiveMap.find (id v) (names g) with Some w => same_name v w | None => false end.
Definition names_in (g : context) : list name := map snd (PositiveMap.elements (names g)).
Definition with_names (ns : list name) (others : PositiveMap.t name) : PositiveMap.t name :=
  fold_right (fun v => PositiveMap.add (id v) v) others ns.
Definition over (g : context) (t : term) : bool := negb (mentions (fun v => negb (is_unit v || is_known g v)) t).
Definition plain (g : context) (t : term) : bool := at_index g || negb (indexed t).
Definition number_in g t := over g t && number t.
Definition vector_in g t := over g t && vector t.
Definition plain_number g t := number_in g t && plain g t.

Definition tidied (f : fact) : fact := (fst f, tidy (snd f)).
Definition tidied_all (fs : facts) : facts := map (fun nf => (fst nf, tidied (snd nf))) fs.
(** Where [i] cancels, nothing would be said "for every i". *)
Definition kept (f : fact) : bool := negb (indexed (snd f)) || indexed (tidy (snd f)).

(** A fact, and the same multiplied out. *)
Definition know_one (g : context) (n : label) (f f' : fact) : option context :=
  if over g (snd f) && number_in g (snd f') && (negb (indexed (snd f)) || indexed (snd f')) &&
     match look g n with None => true | Some _ => false end
  then Some {| names := names g; known_facts := PositiveMap.add n f' (known_facts g); run_of := run_of g; state := state g;
               at_index := at_index g |}
  else None.
Fixpoint know (g : context) (fs : facts) : option context :=
  match fs with [] => Some g | (n, f) :: others => bind (know_one g n f (tidied f)) (fun h => know h others) end.

(** Names with different numbers are different; the reader gives each word its own number. *)
Fixpoint all_new (seen : PositiveSet.t) (l : list name) : bool :=
  match l with [] => true | v :: l' => negb (PositiveSet.mem (id v) seen) && all_new (PositiveSet.add (id v) seen) l' end.
Definition distinct (l : list name) : bool := all_new PositiveSet.empty l.
Definition declarable (v : name) : bool := match sort v with Unit => false | _ => true end.
Definition naming (g : context) (ns : list name) : option context :=
  let taken := match run_of g with Some c => inputs c | None => [] end in
  if distinct ns && forallb (fun v => declarable v && negb (is_known g v) && negb (among taken v)) ns then
    Some {| names := with_names ns (names g); known_facts := known_facts g; run_of := run_of g; state := state g; at_index := at_index g |}
  else None.

(** Names that a run changes; what is known without it. *)
Definition changing (c : run) (v : name) : bool := among (inputs c) v || among (keys (start c)) v || among (keys (next c)) v.
Definition depends (g : context) (c : run) (v : name) : bool := among (state g) v || changing c v.
Definition before (g : context) (c : run) : context :=
  {| names := with_names (filter (fun v => negb (among (state g) v)) (names_in g)) (PositiveMap.empty name);
     known_facts := kept_facts (fun f => negb (mentions (depends g c) (snd f))) g;
     run_of := None; state := []; at_index := false |}.
Definition stepping (g : context) (c : run) : option context :=
  bind (naming (before g c) (keys (start c) ++ inputs c)) (fun h => know h (when c)).

(** * Rules *)

Definition checker := context -> facts -> proof -> bool.

Fixpoint each (chk : checker) (g : context) (goals : facts) (ps : list proof) : bool :=
  match goals, ps with
  | [], [] => true
  | f :: fs, p :: qs => chk g [f] p && each chk g fs qs
  | _, _ => false
  end.

(** exp(p) - exp(q)(1 + x + ... + x^d/d!), with x = p - q *)
Fixpoint horner (x : term) (k : positive) (n : nat) : term :=
  match n with O => Con 1 | S m => Add (Con 1) (Mul (Mul (Con (1 # k)) x) (horner x (Pos.succ k) m)) end.
Definition remainder (p q : term) (d : nat) : term := Sub (Exp p) (Mul (Exp q) (horner (Sub p q) 1 d)).

(** Each factor is not negative; it is strict if it is positive. *)
Definition plain_fact (g : context) (n : label) : option fact :=
  bind (look g n) (fun f => if plain g (snd f) then Some f else None).
Definition factor_in (g : context) (x : factor) : option (poly * bool) :=
  match x with
  | Fact n => bind (plain_fact g n) (fun f =>
      let p := poly_of (snd f) in
      match fst f with
      | AtLeast => Some (p, false) | Above => Some (p, true) | Unequal => Some (multiplied p p, true) | Equal => None
      end)
  | Square t => if plain_number g t then let p := normal t in Some (multiplied p p, false) else None
  | Norm t => if vector_in g t && plain g t then let p := normal t in Some (inner_polys p p, false) else None
  | Exponential t => if plain_number g t then Some (exponential (normal t), true) else None
  | Remainder p q d => if plain_number g p && plain_number g q && Nat.odd d && Nat.leb d 19
      then Some (normal (remainder p q d), false) else None
  end.
Fixpoint factors_in (g : context) (xs : list factor) : option (poly * bool) :=
  match xs with
  | [] => Some (constant 1, true)
  | [x] => factor_in g x
  | x :: others => bind (factor_in g x) (fun a => bind (factors_in g others) (fun b =>
      Some (multiplied (fst a) (fst b), snd a && snd b)))
  end.
Definition product_in (g : context) (x : product) : option (poly * bool) :=
  if Z.ltb 0 (Qnum (fst x)) then
    bind (factors_in g (snd x)) (fun a => Some (scaled_poly (fst x) (fst a), snd a))
  else None.
Fixpoint collect {A B} (f : A -> option B) (xs : list A) : option (list B) :=
  match xs with [] => Some [] | x :: others => bind (f x) (fun y => bind (collect f others) (fun ys => Some (y :: ys))) end.
Definition equation_in (g : context) (e : equation) : option poly :=
  match e with
  | Known n => bind (plain_fact g n) (fun f => match fst f with Equal => Some (poly_of (snd f)) | _ => None end)
  | Law p q => if plain_number g p && plain_number g q then Some (normal (Sub (Exp (Add p q)) (Mul (Exp p) (Exp q)))) else None
  | Unfold u v => if vector_in g u && vector_in g v && negb (indexed v)
      then Some (normal (Sub (Inner (Sum u) v) (Sum (Inner u v)))) else None
  end.
Definition multiple_in (g : context) (et : equation * term) : option poly :=
  bind (equation_in g (fst et)) (fun e => if plain_number g (snd et) then Some (multiplied e (normal (snd et))) else None).
(** By how much the two sides of a certificate differ: T·goal - (S + E). *)
Definition difference (goal : term) (ts ss es : list poly) : poly :=
  added (multiplied (total_of ts) (poly_of goal)) (scaled_poly (-1) (total_of (ss ++ es))).

Definition poly_ok (g : context) (goals : facts) (multiplier summands : list product) (ideal : list (equation * term)) : bool :=
  match goals with
  | [(_, (x, goal))] =>
      plain_number g goal &&
      if_some (collect (product_in g) (match multiplier with [] => [(1%Q, [])] | _ => multiplier end)) (fun ts =>
      if_some (collect (product_in g) summands) (fun ss =>
      if_some (collect (multiple_in g) ideal) (fun es =>
        match x with
        | AtLeast => forallb snd ts
        | Equal => forallb snd ts && match ss with [] => true | _ => false end
        | Above | Unequal => existsb snd ss
        end
        && match difference goal (map fst ts) (map fst ss) es with [] => true | _ => false end)))
  | _ => false
  end.

Definition arm_fact (t : term) (a : arm) : fact :=
  match a with Less => (Above, Neg t) | AtMost => (AtLeast, Neg t) | Zero => (Equal, t) | NotLess => (AtLeast, t) | More => (Above, t) end.
Definition covers (arms : list arm) : bool :=
  existsb (fun a => match a with Less | AtMost => true | _ => false end) arms
  && existsb (fun a => match a with AtMost | Zero | NotLess => true | _ => false end) arms
  && existsb (fun a => match a with More | NotLess => true | _ => false end) arms.
Definition cases_ok (chk : checker) g goals on n (arms : list (arm * proof)) : bool :=
  plain_number g on && covers (map fst arms)
  && forallb (fun ap => if_some (know g [(n, arm_fact on (fst ap))]) (fun h => chk h goals (snd ap))) arms.

Definition negation (f : fact) : fact :=
  match f with (AtLeast, t) => (Above, Neg t) | (Above, t) => (AtLeast, Neg t) | (Equal, t) => (Unequal, t) | (Unequal, t) => (Equal, t) end.
Definition contra_ok (chk : checker) g (goals : facts) n p : bool :=
  match goals with
  | [(_, f)] => plain g (snd f)
      && if_some (know g [(n, negation f)]) (fun h => chk h [(1%positive, (AtLeast, Con (-1)))] p)
  | _ => false
  end.

Definition have_ok (chk : checker) g goals n f why p : bool :=
  let f' := tidied f in if_some (know_one g n f f') (fun h => chk g [(n, f')] why && chk h goals p).

(** Definitions *)
Definition absent (g : context) (goals : facts) : name -> bool :=
  let old := facts_in g in fun v =>  (* listed once for all names *)
  let free t := negb (mentions (same_name v) t) in
  let free_facts (fs : facts) := forallb (fun nf => free (snd (snd nf))) fs in
  let free_table (s : table) := forallb (fun vt => negb (same_name v (fst vt)) && free (snd vt)) s in
  negb (is_unit v) && free_facts old && free_facts goals
  && match run_of g with
     | None => true
     | Some c => free_table (start c) && free_table (next c) && free_facts (when c) && forallb (fits true) (start c ++ next c)
         && forallb (fun u => negb (is_unit u)) (inputs c ++ keys (start c) ++ keys (next c))
     end.
Definition well_defined (g : context) (d : definition) : bool :=
  match d with
  | Inverse n p _ | Root n p _ _ | Log n p _ =>
      number_in g p && numeric n && Bool.eqb (family n) (indexed p && negb (at_index g)) && negb (mentions (same_name n) p)
  | Weights _ n m f c y _ _ _ _ =>
      vector_in g f && vector_in g c && number_in g y && numeric n && numeric m && family n && negb (family m)
      && negb (indexed c) && indexed f && negb (at_index g)
      && forallb (fun v => forallb (fun t => negb (mentions (same_name v) t)) [f; c; y]) [n; m]
  end.
Definition define (g : context) (d : definition) : option context :=
  if well_defined g d then
    bind (naming g (defined d)) (fun h =>
    know {| names := names h; known_facts := known_facts h; run_of := run_of h; at_index := at_index h;
            state := if existsb (mentions (among (state g))) (made_of d) then defined d ++ state h else state h |} (facts_of d))
  else None.
Definition define_ok (chk : checker) g goals d why p : bool :=
  chk g [(1%positive, tidied (side d))] why && forallb (absent g goals) (defined d)
  && if_some (define g d) (fun h => chk h goals p).

(** Lemmas. At one index a theorem may not sum over what is put for a name: its sums would capture the index. *)
Fixpoint no_sums (t : term) : bool :=
  match t with
  | Con _ | Var _ => true
  | Add a b | Mul a b | Inner a b => no_sums a && no_sums b
  | Power a _ | Exp a => no_sums a
  | Sum a => negb (mentions (fun _ => true) a)
  end.
Definition at_one (nf : label * fact) : bool := no_sums (snd (snd nf)) && negb (indexed (snd (snd nf))).
Definition same_names (l m : list name) : bool := forallb (among l) m && forallb (among m) l && Nat.eqb (length l) (length m).
Definition goals_by (s : table) (fs : facts) : facts := map (fun nf => (fst nf, tidied (substituted s (snd nf)))) fs.

(** Our run, seen through the images, is one of theirs. *)
Definition gap_fact (v : name) (here there : term) : fact :=
  let gap := Sub here there in (Equal, if numeric v then gap else Inner gap gap).
Definition gaps (images ours theirs : table) (through : table) : facts :=
  map (fun v => (1%positive, tidied (gap_fact v (substitute ours (put images v)) (substitute through (put theirs v))))) (keys theirs).
Definition simulate_ok (chk : checker) g (of : theorem) images (seen : option simulation) : bool :=
  match its_run of, seen with
  | None, None => true
  | Some c', Some (Simulation given first steps after) =>
      if_some (run_of g) (fun c => if_some (stepping g c) (fun h =>
        let state' := keys (start c') in
        let taken := filter (fun vt => among state' (fst vt) || negb (among (its_state of) (fst vt))) images in
        let moved := given ++ taken in
        negb (at_index g)
        && forallb (fun vt => if among (its_state of) (fst vt)
             then negb (among state' (fst vt)) || over h (snd vt) && negb (mentions (among (inputs c)) (snd vt))
             else over (before g c) (snd vt) && negb (mentions (depends g c) (snd vt))) images
        && forallb (fits true) (start c ++ next c ++ start c' ++ next c' ++ given)
        && forallb (fun vt => over h (snd vt)) given
        && same_names (keys given) (inputs c') && same_names state' (keys (next c'))
        && forallb (fun v => among (its_state of) v && among (keys images) v) state'
        && forallb (fun v => negb (among (keys images) v)) (inputs c')
        && forallb (fun vt => negb (mentions (fun v => negb (among (keys images) v) || among (its_state of) v) (snd vt))) (start c')
        && forallb (fun t => negb (mentions (fun v => negb (among (keys moved) v)) t)) (map (fun nf => snd (snd nf)) (when c') ++ map snd (next c'))
        && each chk h (goals_by moved (when c')) steps
        && each chk (before g c) (gaps images (start c) (start c') images) first
        && each chk h (gaps images (next c) (next c') moved) after))
  | _, _ => false
  end.
Definition lemma_ok (chk : checker) (lib : library) g goals of images seen premises ns p : bool :=
  if_some (cited lib of) (fun th =>
    same_names (keys images) (its_names th)
    && forallb (fun vt => fits (negb (at_index g)) vt && over g (snd vt)) images
    && (negb (at_index g) || forallb at_one (assumed th ++ shown th) && negb (existsb family (its_names th)))
    && simulate_ok chk g th images seen
    && each chk g (goals_by images (assumed th)) premises
    && forallb (fun nf => negb (indexed (snd (snd nf))) || indexed (substitute images (snd (snd nf)))) (shown th)
    && Nat.eqb (length ns) (length (shown th))
    && if_some (know g (combine ns (map (fun nf => substituted images (snd nf)) (shown th)))) (fun h => chk h goals p)).

Definition induction_ok (chk : checker) g goals (invariants : facts) base step p : bool :=
  if_some (run_of g) (fun c => if_some (stepping g c) (fun h => if_some (know h invariants) (fun arbitrary =>
    negb (at_index g) && forallb (fits true) (start c ++ next c)
    && forallb (fun nf => negb (mentions (among (inputs c)) (snd (snd nf)))) invariants
    && each chk (before g c) (goals_by (start c) (tidied_all invariants)) base
    && each chk arbitrary (goals_by (next c) (tidied_all invariants)) step
    && if_some (know g invariants) (fun reached => chk reached goals p)))).

Definition sum_ok (chk : checker) g goals of n (each_ : option label) p : bool :=
  if_some (look g of) (fun f =>
    let (x, t) := f in
    let total := (n, (match x with Equal => Equal | _ => AtLeast end, Sum t)) in
    negb (at_index g) && match x with Unequal => false | _ => true end
    && match each_ with
       | None => if_some (know g [total]) (fun h => chk h goals p)
       | Some m => match x with Equal => false | _ => indexed t end
           && if_some (know g [(m, (AtLeast, Sub (Sum t) t)); total]) (fun h => chk h goals p)
       end).

(** Entries: x is put for z[i] outside of sums. *)
Fixpoint outside (s : table) (t : term) : term :=
  match t with
  | Con _ | Sum _ => t
  | Var v => put s v
  | Add a b => Add (outside s a) (outside s b)
  | Mul a b => Mul (outside s a) (outside s b)
  | Power a n => Power (outside s a) n
  | Inner a b => Inner (outside s a) (outside s b)
  | Exp a => Exp (outside s a)
  end.
Definition entry_ok (chk : checker) g (goals : facts) (ns : list (name * name)) (ks : list (label * label)) p : bool :=
  match goals with
  | [(n, (x, t))] =>
      let s := map (fun zx => (fst zx, Var (snd zx))) ns in
      let xs := map snd ns in
      indexed t && negb (at_index g)
      && forallb (fun zx => is_known g (fst zx) && family (fst zx) && negb (family (snd zx))
           && Bool.eqb (numeric (fst zx)) (numeric (snd zx))) ns
      && distinct (map fst ns) && forallb (absent g goals) xs && negb (indexed (outside s t))
      && if_some (collect (fun old_new => bind (look g (fst old_new)) (fun f =>
             if indexed (outside s (snd f)) then None else Some (snd old_new, (fst f, outside s (snd f))))) ks) (fun news =>
         if_some (naming g xs) (fun h =>
         if_some (know {| names := names h; known_facts := known_facts h; run_of := run_of h; at_index := at_index h;
                     state := map snd (filter (fun zx => among (state g) (fst zx)) ns) ++ state h |} news) (fun there =>
         chk there [(n, tidied (x, outside s t))] p)))
  | _ => false
  end.

Definition rule (chk : checker) (lib : library) (g : context) (goals : facts) (p : proof) : bool :=
  match p with
  | Poly multiplier summands ideal => poly_ok g goals multiplier summands ideal
  | Cases on n arms => cases_ok chk g goals on n arms
  | Contra n q => contra_ok chk g goals n q
  | Have n f why q => have_ok chk g goals n f why q
  | Split parts => each chk g goals parts
  | Define d why q => define_ok chk g goals d why q
  | Lemma_ of images seen premises ns q => lemma_ok chk lib g goals of images seen premises ns q
  | Induction invariants base step q => induction_ok chk g goals invariants base step q
  | SumUp of n each_ q => sum_ok chk g goals of n each_ q
  | Entry ns ks q => entry_ok chk g goals ns ks q
  | Open _ => false
  end.

(** One goal that speaks of an index is proved at one index, unless the rule is open or is [Entry]. *)
Definition focus (g : context) (goals : facts) : context :=
  match goals with
  | [(_, f)] => if indexed (snd f)
      then {| names := names g; known_facts := known_facts g; run_of := run_of g; state := state g; at_index := true |} else g
  | _ => g
  end.
Definition may_be_open (p : proof) : bool :=
  match p with Have _ _ _ _ | Define _ _ _ | Lemma_ _ _ _ _ _ _ | Induction _ _ _ _ | SumUp _ _ _ _ => true | _ => false end.
Fixpoint check (lib : library) (fuel : nat) (g : context) (goals : facts) (p : proof) : bool :=
  match fuel with
  | O => false
  | S k =>
      match p with
      | Open q => may_be_open q && rule (check lib k) lib g goals q
      | Entry _ _ _ => rule (check lib k) lib g goals p
      | _ => rule (check lib k) lib (focus g goals) goals p
      end
  end.
