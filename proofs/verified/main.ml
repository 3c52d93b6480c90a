(* Reads entries as S-expressions, has the extracted checker check them, and prints what it has checked: each statement
   from the tree that the checker was given, so that a fault in what wrote the file, or read it, can be seen. *)
open Checker

exception Refused of string

let largest = 1 lsl 26 (* bytes *)
let deepest = 500 (* parentheses *)
let depth_of_proofs = 250

type tree = Word of string | Many of tree list

let read text =
  let n = String.length text in
  let rec several at depth found =
    if depth > deepest then raise (Refused "parentheses are nested too deeply");
    if at >= n then if depth = 0 then List.rev found, at else raise (Refused "a parenthesis is not closed")
    else match text.[at] with
      | ' ' | '\n' -> several (at + 1) depth found
      | ')' -> if depth > 0 then List.rev found, at + 1 else raise (Refused "a parenthesis is not opened")
      | '(' -> let inner, after = several (at + 1) (depth + 1) [] in several after depth (Many inner :: found)
      | _ ->
        let stop = ref at in
        while !stop < n && not (String.contains " \n()" text.[!stop]) do incr stop done;
        several !stop depth (Word (String.sub text at (!stop - at)) :: found) in
  fst (several 0 0 [])

let wrong what = raise (Refused ("not " ^ what))
let list f = function Many l -> List.map f l | Word _ -> wrong "a list"
let word = function Word w -> w | Many _ -> wrong "a word"

(* Numbers; those of Coq are written in binary. *)
let rec positive i = if i = 1 then XH else if i land 1 = 1 then XI (positive (i / 2)) else XO (positive (i / 2))
let integer i = if i = 0 then Z0 else Zpos (positive i)
let whole text =
  if text = "" || String.length text > 400 then wrong "a number";
  String.fold_left (fun z c -> if c < '0' || c > '9' then wrong "a number" else
    Z.add (Z.mul z (integer 10)) (integer (Char.code c - 48))) Z0 text
let rational text =
  let negative = text.[0] = '-' in
  let digits = if negative then String.sub text 1 (String.length text - 1) else text in
  let top, bottom = match String.split_on_char '/' digits with
    | [p] -> whole p, XH
    | [p; q] -> whole p, (match whole q with Zpos d -> d | _ -> wrong "a denominator")
    | _ -> wrong "a number" in
  { qnum = (if negative then Z.opp top else top); qden = bottom }
let rec nat i = if i = 0 then O else S (nat (i - 1))
let small limit tree = match int_of_string_opt (word tree) with
  | Some i when 0 <= i && i <= limit -> nat i
  | _ -> wrong "a small number"

(* Words get numbers, each its own. *)
let numbered : (string, positive) Hashtbl.t = Hashtbl.create 999
let words : (positive, string) Hashtbl.t = Hashtbl.create 999
let number_of word =
  match Hashtbl.find_opt numbered word with
  | Some p -> p
  | None ->
    let p = positive (Hashtbl.length numbered + 10) in
    Hashtbl.add numbered word p; Hashtbl.add words p word; p
let label tree = number_of (":" ^ word tree)
let ends word ending =
  let n = String.length word and m = String.length ending in n >= m && String.sub word (n - m) m = ending
(* w@ is a vector, a[i] a family of numbers, x[i]@ one of vectors, #1@ an adjoined unit. *)
let name tree =
  let w = word tree in
  if w = "" || String.contains "0123456789-:" w.[0] then wrong "a name";
  if w.[0] = '#' then
    match w with
    | "#1@" | "#2@" | "#3@" | "#4@" | "#5@" | "#6@" | "#7@" | "#8@" | "#9@" ->
      { sort = Unit; family = false; id = positive (Char.code w.[1] - 48) }
    | _ -> wrong "an adjoined unit"
  else { sort = (if ends w "@" then Vector else Number); family = ends w "[i]" || ends w "[i]@"; id = number_of w }

let rec together make = function
  | [] -> wrong "a term" | [t] -> t | t :: others -> make t (together make others)
let rec term = function
  | Word w when w <> "" && String.contains "0123456789-" w.[0] -> Con (rational w)
  | Word _ as w -> Var (name w)
  | Many (Word "+" :: ts) -> together (fun a b -> Add (a, b)) (List.map term ts)
  | Many (Word "*" :: ts) -> together (fun a b -> Mul (a, b)) (List.map term ts)
  | Many [Word "-"; a; b] -> Add (term a, Mul (Con (rational "-1"), term b))
  | Many [Word "-"; a] -> Mul (Con (rational "-1"), term a)
  | Many [Word "^"; a; n] -> Power (term a, small 99 n)
  | Many [Word "@"; a; b] -> Inner (term a, term b)
  | Many [Word "sum"; a] -> Sum (term a)
  | Many [Word "exp"; a] -> Exp (term a)
  | _ -> wrong "a term"
let relation = function
  | Word ">=" -> AtLeast | Word ">" -> Above | Word "=" -> Equal | Word "!=" -> Unequal | _ -> wrong "a relation"
let fact = function Many [r; t] -> (relation r, term t) | _ -> wrong "a fact"
let facts = list (function Many [n; r; t] -> (label n, (relation r, term t)) | _ -> wrong "a named fact")
let table = list (function Many [v; t] -> (name v, term t) | _ -> wrong "a name and its term")
let run = function
  | Many [] -> None
  | Many [s; i; w; n] -> Some { start = table s; inputs = list name i; when0 = facts w; next = table n }
  | _ -> wrong "a run"
let definition = function
  | Many [Word "inverse"; n; p; d] -> Inverse (name n, term p, label d)
  | Many [Word "sqrt"; n; p; d; s] -> Root (name n, term p, label d, label s)
  | Many [Word "ln"; n; p; d] -> Log (name n, term p, label d)
  | Many [Word ("nearest" | "projection" as kind); n; m; f; c; y; a; b; d; s] ->
    Weights (kind = "nearest", name n, name m, term f, term c, term y, label a, label b, label d, label s)
  | _ -> wrong "a definition"

let factor = function
  | Many [Word "fact"; n] -> Fact (label n)
  | Many [Word "square"; t] -> Square (term t)
  | Many [Word "norm"; t] -> Norm (term t)
  | Many [Word "exp"; t] -> Exponential (term t)
  | Many [Word "remainder"; p; q; d] -> Remainder (term p, term q, small 19 d)
  | _ -> wrong "a factor"
let product = function Many (Word c :: fs) -> (rational c, List.map factor fs) | _ -> wrong "a product"
let multiple = function
  | Many [Word "fact"; n; by] -> (Known (label n), term by)
  | Many [Word "law"; p; q; by] -> (Law (term p, term q), term by)
  | Many [Word "sum"; u; v; by] -> (Unfold (term u, term v), term by)
  | _ -> wrong "a multiple of an equation"
let arm = function
  | Word "<" -> Less | Word "<=" -> AtMost | Word "=" -> Zero | Word ">=" -> NotLess | Word ">" -> More | _ -> wrong "a case"
let rec proof = function
  | Many [Word "poly"; t; s; i] -> Poly (list product t, list product s, list multiple i)
  | Many [Word "cases"; on; n; arms] ->
    Cases (term on, label n, list (function Many [a; p] -> (arm a, proof p) | _ -> wrong "a case") arms)
  | Many [Word "contra"; n; p] -> Contra (label n, proof p)
  | Many [Word "have"; n; f; why; p] -> Have (label n, fact f, proof why, proof p)
  | Many [Word "split"; ps] -> Split (list proof ps)
  | Many [Word "define"; d; why; p] -> Define (definition d, proof why, proof p)
  | Many [Word "lemma"; o; s; seen; ps; ns; p] ->
    let simulation = match seen with
      | Many [] -> None
      | Many [g; a; b; c] -> Some (Simulation (table g, list proof a, list proof b, list proof c))
      | _ -> wrong "a simulation" in
    Lemma_ (number_of ("!" ^ word o), table s, simulation, list proof ps, list label ns, proof p)
  | Many [Word "induction"; i; b; s; p] -> Induction (facts i, list proof b, list proof s, proof p)
  | Many [Word "sum"; o; n; e; p] ->
    SumUp (label o, label n, (match e with Many [] -> None | e -> Some (label e)), proof p)
  | Many [Word "entry"; ns; ks; p] ->
    let pair f = list (function Many [a; b] -> (f a, f b) | _ -> wrong "a pair") in
    Entry (pair name ns, pair label ks, proof p)
  | Many [Word "open"; p] -> Open (proof p)
  | _ -> wrong "a proof"
let values = list (function Many [v; ts] -> (name v, list term ts) | _ -> wrong "a name and its values")
let evidence = function
  | Many [Word "values"; n; v; s] -> ByValues { count = small 99 n; given = values v; steps = list values s }
  | p -> ByProof (proof p)
let entry = function
  | Many [Word key; Many [names; lets; r; a; s]; sides; p] ->
    key, { key = number_of ("!" ^ key); sides = list proof sides; shown_by = evidence p;
           claim = { declared = list name names; lets = list definition lets; a_run = run r; assume = facts a; show = facts s } }
  | _ -> wrong "an entry"

(* Printing *)
let decimal p = (* digits from the last one on, doubled for each binary digit *)
  let rec doubled carry = function
    | [] -> if carry = 0 then [] else [carry]
    | d :: ds -> let v = 2 * d + carry in v mod 10 :: doubled (v / 10) ds in
  let rec digits = function XH -> [1] | XO q -> doubled 0 (digits q) | XI q -> doubled 1 (digits q) in
  String.concat "" (List.rev_map string_of_int (digits p))
let shown_number q =
  let top = match q.qnum with Z0 -> "0" | Zpos p -> decimal p | Zneg p -> "-" ^ decimal p in
  if q.qden = XH then top else top ^ "/" ^ decimal q.qden
let shown_word p = try Hashtbl.find words p with Not_found -> "?"
let shown_name v = if v.sort = Unit then "#" ^ decimal v.id ^ "@" else shown_word v.id
let rec int_of = function O -> 0 | S n -> 1 + int_of n
let rec shown = function
  | Con q -> shown_number q
  | Var v -> shown_name v
  | Add (a, b) -> shown a ^ " + " ^ shown b
  | Mul (a, b) -> tight a ^ "*" ^ tight b
  | Power (a, n) -> tight a ^ "^" ^ string_of_int (int_of n)
  | Inner (a, b) -> "<" ^ shown a ^ ", " ^ shown b ^ ">"
  | Sum a -> "sum(" ^ shown a ^ ")"
  | Exp a -> "exp(" ^ shown a ^ ")"
and tight = function
  | (Add _ | Power _) as t -> "(" ^ shown t ^ ")"
  | Con q when q.qden <> XH || (match q.qnum with Zneg _ -> true | _ -> false) -> "(" ^ shown_number q ^ ")"
  | t -> shown t
let shown_fact (_, (r, t)) =
  shown t ^ (match r with AtLeast -> " >= 0" | Above -> " > 0" | Equal -> " = 0" | Unequal -> " != 0")
let shown_pair sign (v, t) = shown_name v ^ sign ^ shown t
let shown_definition = function
  | Inverse (n, p, _) -> shown_name n ^ " = 1/(" ^ shown p ^ ")"
  | Root (n, p, _, _) -> shown_name n ^ " = sqrt(" ^ shown p ^ ")"
  | Log (n, p, _) -> shown_name n ^ " = ln(" ^ shown p ^ ")"
  | Weights (signed, n, m, f, c, y, _, _, _, _) ->
    Printf.sprintf "%s, %s = weights, multiplier of the point nearest to %s in the %s of %s, balanced by %s" (shown_name n)
      (shown_name m) (shown c) (if signed then "cone" else "span") (shown f) (shown y)
let shown_statement s =
  let line what f = function [] -> [] | l -> ["  " ^ what ^ " " ^ String.concat ", " (List.map f l)] in
  let of_run = match s.a_run with
    | None -> []
    | Some c ->
      line "start" (shown_pair " = ") c.start @ line "input" shown_name c.inputs @ line "when" shown_fact c.when0
      @ line "next" (shown_pair " := ") c.next in
  String.concat "\n" (line "for all" shown_name s.declared @ of_run @ line "let" shown_definition s.lets
    @ line "assume" shown_fact s.assume @ line "show" shown_fact s.show)

let () =
  try
    let file = open_in_bin Sys.argv.(1) in
    if in_channel_length file > largest then raise (Refused "a file of at most 64 MiB");
    let entries = List.map entry (read (really_input_string file (in_channel_length file))) in
    let verdicts = check_book (nat depth_of_proofs) [] (List.map snd entries) in
    List.iter2 (fun (key, e) verdict ->
      let said = match verdict with Proved -> "proved" | Refuted -> "refuted" | Rejected -> "rejected" in
      Printf.printf "%s %s\n%s\n" said key (shown_statement e.claim)) entries verdicts
  with
  | Refused why -> prerr_endline why; exit 2
  | Stack_overflow -> prerr_endline "the file is nested too deeply"; exit 2
  | Sys_error why -> prerr_endline why; exit 2
  | Invalid_argument _ -> prerr_endline "usage: check FILE"; exit 2
