(* Prints statements from the trees that the checker was given. *)
open Checker

let decimal p = (* digits from the last one on, doubled for each binary digit *)
  let rec doubled carry = function
    | [] -> if carry = 0 then [] else [carry]
    | d :: ds -> let v = 2 * d + carry in v mod 10 :: doubled (v / 10) ds in
  let rec digits = function XH -> [1] | XO q -> doubled 0 (digits q) | XI q -> doubled 1 (digits q) in
  String.concat "" (List.rev_map string_of_int (digits p))
let number q =
  let top = match q.qnum with Z0 -> "0" | Zpos p -> decimal p | Zneg p -> "-" ^ decimal p in
  if q.qden = XH then top else top ^ "/" ^ decimal q.qden
let name v = if v.sort = Unit then "#" ^ decimal v.id ^ "@" else try Hashtbl.find Reader.words v.id with Not_found -> "?"

let rec term = function
  | Con q -> number q
  | Var v -> name v
  | Add (a, b) -> term a ^ " + " ^ term b
  | Mul (a, b) -> tight a ^ "*" ^ tight b
  | Power (a, n) -> base a ^ "^" ^ string_of_int (Reader.int_of n)
  | Inner (a, b) -> "<" ^ term a ^ ", " ^ term b ^ ">"
  | Sum a -> "sum(" ^ term a ^ ")"
  | Exp a -> "exp(" ^ term a ^ ")"
and tight = function
  | (Add _ | Power _) as t -> "(" ^ term t ^ ")"
  | Con q when q.qden <> XH || (match q.qnum with Zneg _ -> true | _ -> false) -> "(" ^ number q ^ ")"
  | t -> term t
and base = function Mul _ as t -> "(" ^ term t ^ ")" | t -> tight t
let fact (r, t) = term t ^ (match r with AtLeast -> " >= 0" | Above -> " > 0" | Equal -> " = 0" | Unequal -> " != 0")
let pair sign (v, t) = name v ^ sign ^ term t
let definition = function
  | Inverse (n, p, _) -> name n ^ " = 1/(" ^ term p ^ ")"
  | Root (n, p, _, _) -> name n ^ " = sqrt(" ^ term p ^ ")"
  | Log (n, p, _) -> name n ^ " = ln(" ^ term p ^ ")"
  | Weights (signed, n, m, f, c, y, _, _, _, _) ->
    Printf.sprintf "%s, %s = weights, multiplier of the point nearest to %s in the %s of %s, balanced by %s" (name n)
      (name m) (term c) (if signed then "cone" else "span") (term f) (term y)
let statement s =
  let line what f = function [] -> [] | l -> ["  " ^ what ^ " " ^ String.concat ", " (List.map f l)] in
  let run = match s.a_run with
    | None -> []
    | Some c ->
      line "start" (pair " = ") c.start @ line "input" name c.inputs @ line "when" (fun (_, f) -> fact f) c.coq_when
      @ line "next" (pair " := ") c.next in
  let facts what = line what (fun (_, f) -> fact f) in
  String.concat "\n" (line "for all" name s.declared @ run @ line "let" definition s.lets
    @ facts "assume" s.assume @ facts "show" s.show)
