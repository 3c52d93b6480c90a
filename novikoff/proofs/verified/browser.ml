(* The checker for pages: a global object `checker`, compiled by js_of_ocaml, whose functions take and give JSON texts.

   book()                   a book without entries, with two functions of the text of an entry:
                              check  {"id", "verdict": "proved", "refuted" or "error", "reason", "place"}; it may be cited then
                              try    the same of an entry that is not added
                            "place" is where a proof is refused: {"rule", "goals": [[relation, polynomial]], "left": polynomial}
   sum(products)            the polynomial that a sum of products is, each a list of terms
   facts(table)             {name: [relation, polynomial]}
   evaluate(entry)          of a counterexample: {"assume": [[name, does it hold?, value]], "show": the same}

   A polynomial is given as [[coefficient, [[atom, exponent], ...]], ...]. What cannot be read gives {"refused": why}, and an
   entry that is no JSON the id "". *)
open Checker
open Json
open Js_of_ocaml

let quoted t =
  let buffer = Buffer.create (String.length t + 2) in
  let add c = match c with
    | '"' | '\\' -> Buffer.add_char buffer '\\'; Buffer.add_char buffer c
    | c when c < ' ' -> Buffer.add_string buffer (Printf.sprintf "\\u%04x" (Char.code c))
    | c -> Buffer.add_char buffer c in
  String.iter add t;
  "\"" ^ Buffer.contents buffer ^ "\""
let list parts = "[" ^ String.concat "," parts ^ "]"
let table parts = "{" ^ String.concat "," (List.map (fun (key, value) -> quoted key ^ ":" ^ value) parts) ^ "}"

(* Monomials as certificates have them. *)
let rec counted = function
  | [] -> []
  | a :: others ->
    let same, rest = List.partition (( = ) a) others in
    (a, 1 + List.length same) :: counted rest
let without_at t = if Reader.ends t "@" then String.sub t 0 (String.length t - 1) else t
let rec atom = function
  | Var v -> Printing.name v
  | Inner (a, b) -> String.concat "@" (List.sort Stdlib.compare [without_at (atom a); without_at (atom b)])
  | Sum a -> "sum(" ^ String.concat "," (List.concat_map (fun (m, _) -> factors m) (normal a)) ^ ")" ^ (if number a then "" else "@")
  | Exp a -> "exp(" ^ String.concat ";" (List.map (fun (m, c) -> String.concat "," (Printing.number c :: factors m)) (normal a)) ^ ")"
  | t -> Printing.term t
and factors m = List.map (fun (a, e) -> if e = 1 then a else Printf.sprintf "%s^%d" a e) (named m)
and named m = List.sort Stdlib.compare (List.map (fun (a, e) -> atom a, e) (counted m))
let polynomial p =
  let factor (a, e) = list [quoted a; string_of_int e] in
  list (List.map (fun (m, c) -> list [quoted (Printing.number c); list (List.map factor (named m))]) p)
let relation = function AtLeast -> ">=" | Above -> ">" | Equal -> "=" | Unequal -> "!="
let fact (_, (r, t)) = list [quoted (relation r); polynomial (normal t)]

let answer (a : Judge.answer) =
  let verdict, reason = match a.verdict with
    | Proved -> "proved", "" | Refuted -> "refuted", ""
    | Rejected -> "error", a.reason.why in
  let place = match a.reason.place with
    | Some { rule; goals; left } when verdict = "error" ->
      let left = match left with Some p -> ["left", polynomial p] | None -> [] in
      ["place", table (["rule", quoted rule; "goals", list (List.map fact goals)] @ left)]
    | _ -> [] in
  table (["id", quoted a.key; "verdict", quoted verdict; "reason", quoted reason] @ place)

let product data = List.fold_left (fun t part -> Mul (t, Reader.term Reader.anywhere part)) (Con Reader.one) (Reader.items data)
let sum data = polynomial (normal (List.fold_left (fun t part -> Add (t, product part)) (Con (Reader.rational "0")) (Reader.items data)))
let facts data =
  let read = List.combine (Reader.keys data) (Reader.facts Reader.anywhere data) in
  table (List.map (fun (name, f) -> name, fact f) read)

let evaluate data =
  let entry, _ = Entries.entry (Hashtbl.create 1) data in
  match entry.shown_by with
  | ByProof _ -> refuse "not a counterexample"
  | ByValues w ->
    match final w.count entry.claim w with
    | None -> refuse "a step is not allowed"
    | Some values ->
      let one (n, (r, t)) =
        let value = match normal (instance w.count values O t) with
          | [] -> "0" | [[], q] -> Printing.number q | _ -> refuse "a value is not rational" in
        list [quoted (Reasons.word n); string_of_bool (is_true w.count values (n, (r, t))); quoted value] in
      table ["assume", list (List.map one entry.claim.assume); "show", list (List.map one entry.claim.show)]

let unread why = table ["refused", quoted why]
let export ?(unread = unread) f = Js.Unsafe.inject (Js.wrap_callback (fun text ->
  Js.string (try f (read (Js.to_string text)) with
    | Refused why -> unread why
    | Stack_overflow -> unread "it is nested too deeply")))
let book () =
  let book = Judge.book () in
  let unread why = table ["id", quoted ""; "verdict", quoted "error"; "reason", quoted why] in
  let export = export ~unread and judged keep data = answer (Judge.decide book ~keep data) in
  Js.Unsafe.obj [| "check", export (judged true); "try", export (judged false) |]

let () =
  Js.Unsafe.set Js.Unsafe.global (Js.string "checker") (Js.Unsafe.obj [|
    "book", Js.Unsafe.inject (Js.wrap_callback book); "sum", export sum; "facts", export facts; "evaluate", export evaluate |])
