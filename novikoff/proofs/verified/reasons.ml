(* Why an entry is refused, and where: for readers; no verdict rests on it. *)
open Checker

(* The step that is refused, what it is to show, and the polynomial that is left over where an identity fails. *)
type place = { rule : string; goals : facts; left : Checker.poly option }
type t = { why : string; place : place option }

let word n = try let w = Hashtbl.find Reader.words n in String.sub w 1 (String.length w - 1) with Not_found -> "?"
let plainly why = { why; place = None }

(* The first reason that there is. *)
let first reasons ~otherwise = Option.value (List.find_map (fun reason -> reason ()) reasons) ~default:otherwise
let when_ condition why () = if condition then Some why else None

(* The names in a term that are not known. *)
let rec names = function
  | Con _ -> [] | Var v -> [v]
  | Add (a, b) | Mul (a, b) | Inner (a, b) -> names a @ names b
  | Power (a, _) | Sum a | Exp a -> names a
let undeclared g terms () =
  let unknown v = not (over g (Var v)) in
  Option.map (fun v -> "not declared: " ^ Printing.name v) (List.find_opt unknown (List.concat_map names terms))
let unnamed g labels () =
  Option.map (fun n -> "no fact is named: '" ^ word n ^ "'") (List.find_opt (fun n -> look g n = None) labels)

let of_fact g (n, (_, t)) =
  first ~otherwise:"" [
    undeclared g [t]; when_ (not (number_in g (tidy t))) "a number is expected, or a vector";
    when_ (indexed t && not (indexed (tidy t))) "where [i] cancels, nothing is said";
    when_ (look g n <> None) ("two facts have one name: " ^ word n)]
let of_facts g facts () = List.find_map (fun f -> match of_fact g f with "" -> None | why -> Some why) facts

let terms_of_factor = function Fact _ -> [] | Square t | Norm t | Exponential t -> [t] | Remainder (p, q, _) -> [p; q]
let equation_parts = function Known n -> [n], [] | Law (p, q) | Unfold (p, q) -> [], [p; q]

let of_poly g (_, (relation, goal)) multiplier summands ideal =
  let factors = List.concat_map snd (multiplier @ summands) in
  let facts = List.filter_map (function Fact n -> Some n | _ -> None) factors in
  let equations = List.concat_map (fun (e, _) -> fst (equation_parts e)) ideal in
  let terms = List.concat_map terms_of_factor factors @ List.concat_map (fun (e, by) -> by :: snd (equation_parts e)) ideal in
  let relation_of n = Option.map fst (look g n) and strong = relation = Above || relation = Unequal in
  let products l = collect (product_in g) l in
  let sides = match products (if multiplier = [] then [{ qnum = Zpos XH; qden = XH }, []] else multiplier), products summands,
      collect (multiple_in g) ideal with
    | Some ts, Some ss, Some es -> Some (ts, ss, es)
    | _ -> None in
  let left = match sides with
    | Some (ts, ss, es) -> Some (difference goal (List.map fst ts) (List.map fst ss) es)
    | None -> None in
  let strict f = match sides with Some (ts, ss, _) -> f ts ss | None -> false in
  let why = first ~otherwise:"the conditions of this rule do not hold" [
    unnamed g (facts @ equations); undeclared g terms;
    when_ (List.exists (fun (c, _) -> match c.qnum with Zpos _ -> false | _ -> true) (multiplier @ summands)) "a coefficient is not positive";
    when_ (List.exists (fun n -> relation_of n = Some Equal) facts) "an equation has no sign";
    when_ (List.exists (fun n -> relation_of n <> Some Equal) equations) "not an equation";
    when_ (sides = None) "a number or a vector is expected, or an index [i] is used outside a proof for one index";
    when_ (left <> Some []) "the two sides of the certificate differ";
    when_ (not strong && strict (fun ts _ -> not (List.for_all snd ts))) "the goal's multiplier is not strictly positive";
    when_ (strong && strict (fun _ ss -> not (List.exists snd ss))) "no summand is strictly positive";
    when_ (relation = Equal && summands <> []) "an equation is certified by equations only"] in
  why, (if why = "the two sides of the certificate differ" then left else None)

let rec name_of_rule = function
  | Poly _ -> "poly" | Cases _ -> "cases" | Contra _ -> "contra" | Have _ -> "have" | Split _ -> "split" | Define _ -> "define"
  | Lemma_ _ -> "lemma" | Induction _ -> "induction" | SumUp _ -> "sum" | Entry _ -> "entry" | Open p -> name_of_rule p

let of_step lib g goals p =
  let conditions = "the conditions of this rule do not hold" in
  let why, left = match p, goals with
    | Poly (multiplier, summands, ideal), [goal] -> of_poly g goal multiplier summands ideal
    | Cases (on, n, arms), _ ->
      first ~otherwise:conditions [
        undeclared g [on]; when_ (not (covers (List.map fst arms))) "the cases do not cover every sign"; of_facts g [n, (Equal, on)]], None
    | Contra (n, _), [_, f] -> first ~otherwise:conditions [of_facts g [n, f]], None
    | Have (n, f, _, _), _ -> first ~otherwise:conditions [of_facts g [n, f]], None
    | SumUp (n, _, _, _), _ -> first ~otherwise:conditions [unnamed g [n]], None
    | Lemma_ (of_, images, _, _, _, _), _ ->
      first ~otherwise:conditions [
        when_ (cited lib of_ = None) ("no theorem before this has this id: " ^ word of_); undeclared g (List.map snd images)], None
    | Define (d, _, _), _ -> first ~otherwise:conditions [undeclared g (made_of d)], None
    | _ -> conditions, None in
  { why; place = Some { rule = name_of_rule p; goals; left } }

(* Checks as [check] does, and keeps the first step that is refused. *)
let rec follow lib found g goals p =
  let again = follow lib found in
  let here, ok = match p with
    | Open q -> g, may_be_open q && rule again lib g goals q
    | Entry _ -> g, rule again lib g goals p
    | _ -> let here = focus g goals in here, rule again lib here goals p in
  if not ok && !found = None then found := Some (of_step lib here goals p);
  ok

let of_statement fuel claim sides =
  let facts = claim.assume @ claim.show in
  match naming nothing claim.declared with
  | None -> plainly "a name is declared twice, or cannot be declared"
  | Some g when claim.lets = [] && claim.a_run = None ->
    plainly (first ~otherwise:"two facts have one name" [of_facts g facts])
  | Some _ -> plainly "a name, a fact, the run or the side condition of a definition is not accepted"

let leaves_space = "a run, or a fact, leaves the space by an adjoined unit, or [i] cancels in it"

let of_values n claim w =
  match final n claim w with
  | _ when not (in_the_space claim) -> leaves_space
  | None -> "a step is not allowed"
  | Some values ->
    let answers facts = List.map (fun fact -> fst fact, truth n values fact) (tidied_all facts) in
    let hypotheses = answers (List.concat_map facts_of claim.lets @ claim.assume) in
    if not (has_signs (w.given @ List.concat w.steps)) || List.exists (fun (_, b) -> b = None) (hypotheses @ answers claim.show)
    then "a sign is not decided"
    else match List.find_opt (fun (_, b) -> b = Some false) hypotheses with
    | Some (name, _) -> "a hypothesis does not hold: " ^ word name
    | None -> "the counterexample makes every conclusion true"

let of_entry fuel lib entry =
  match context_of fuel entry.claim entry.sides, entry.shown_by with
  | None, _ -> of_statement fuel entry.claim entry.sides
  | Some _, ByValues w -> plainly (of_values w.count entry.claim w)
  | Some g, ByProof p ->
    if entry.claim.show = [] then plainly "nothing is shown"
    else if not (in_the_space entry.claim) then plainly leaves_space
    else begin
      let found = ref None in
      ignore (follow lib found g (tidied_all entry.claim.show) p);
      Option.value !found ~default:(plainly "its rules do not accept this")
    end
