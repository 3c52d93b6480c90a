(* Makes the terms and statements that the extracted checker takes from those of certificates, and refuses what the kernel
   refuses to read. The format is that of proofs/kernel.py. *)
open Checker
open Json

let max_nesting = 20 (* of sums and exponentials in one another *)

(* --- JSON *)

let text = function Text t -> t | _ -> refuse "a text is expected"
let items = function Null -> [] | Array parts -> parts | _ -> refuse "not an array"
let members = function Object m -> m | _ -> refuse "not an object"
(* The values of an object with all needed keys and no unknown ones; Null for those that are absent. *)
let fields ?(optional = []) needed data =
  let given = members data in
  let allowed = Hashtbl.create 8 and found = Hashtbl.create 8 in
  List.iter (fun key -> Hashtbl.replace allowed key ()) (needed @ optional);
  List.iter (fun (key, value) -> Hashtbl.replace found key value) given;
  require (List.for_all (Hashtbl.mem found) needed && List.for_all (fun (key, _) -> Hashtbl.mem allowed key) given)
    ("keys are given where others belong: " ^ String.concat ", " (needed @ optional));
  fun key -> Option.value (Hashtbl.find_opt found key) ~default:Null
let optional f = function Null -> None | data -> Some (f data)
let whole limit = function
  | Number n when String.length n < 4 && 0 <= int_of_string n && int_of_string n < limit -> int_of_string n
  | _ -> refuse (Printf.sprintf "not a whole number below %d" limit)

(* --- Numbers; those of Coq are written in binary *)

let rec positive i = if i = 1 then XH else if i land 1 = 1 then XI (positive (i / 2)) else XO (positive (i / 2))
let integer i = if i = 0 then Z0 else Zpos (positive i)
let rec nat i = if i = 0 then O else S (nat (i - 1))
let rec int_of = function O -> 0 | S n -> 1 + int_of n
let natural digits = (* by nine digits, which fit into 31 bits *)
  let n = String.length digits in
  let rec from at value =
    if at = n then value
    else
      let k = min 9 (n - at) in
      let shift = List.fold_left (fun p _ -> 10 * p) 1 (List.init k Fun.id) in
      from (at + k) (Z.add (Z.mul value (integer shift)) (integer (int_of_string (String.sub digits at k)))) in
  from 0 Z0
let is_natural t = t <> "" && String.length t <= 400 && String.for_all is_digit t
let split_sign t =
  if t <> "" && t.[0] = '-' then true, String.sub t 1 (String.length t - 1) else false, t
let is_rational t = match String.split_on_char '/' (snd (split_sign t)) with
  | [p] -> is_natural p
  | [p; q] -> is_natural p && is_natural q
  | _ -> false
let rational t =
  require (is_rational t) "not a rational number";
  let negative, digits = split_sign t in
  let top, bottom = match List.map natural (String.split_on_char '/' digits) with
    | [p] -> p, XH
    | [p; Zpos q] -> p, q
    | _ -> refuse "the denominator is 0" in
  { qnum = (if negative then Z.opp top else top); qden = bottom }
let number_of_text = function Text t -> rational t | _ -> refuse "not a rational number"
let zero q = q.qnum = Z0

(* --- Names. Words get numbers, each its own; w@ is a vector, a[i] a family, #1@ an adjoined unit. *)

let numbered : (string, positive) Hashtbl.t = Hashtbl.create 999
let words : (positive, string) Hashtbl.t = Hashtbl.create 999
let number_of word =
  match Hashtbl.find_opt numbered word with
  | Some p -> p
  | None ->
    let p = positive (Hashtbl.length numbered + 10) in
    Hashtbl.add numbered word p; Hashtbl.add words p word; p
let label data = number_of (":" ^ text data)
let identifier id = number_of ("!" ^ id)

let within ranges c = List.exists (fun (least, most) -> least <= c && c <= most) ranges
let is_figure = within [0x30, 0x39; 0x2080, 0x2089]
let is_letter = within [
  0x30, 0x39; 0x41, 0x5a; 0x5f, 0x5f; 0x61, 0x7a; 0xc0, 0xd6; 0xd8, 0xf6; 0xf8, 0x24f; 0x391, 0x3a1; 0x3a3, 0x3a9;
  0x3b1, 0x3c9; 0x1e00, 0x1eff; 0x2080, 0x2089]
let is_mark c = c = Char.code '*' || c = Char.code '\''
let is_name t = match code_points t with
  | Some (first :: _ as all) when is_letter first && not (is_figure first) && List.compare_length_with all 100 < 0 ->
    let rec skip some = function c :: others when some c -> skip some others | others -> others in
    let rest = skip is_mark (skip is_letter all) in
    List.exists (fun ending -> code_points ending = Some rest) [""; "@"; "[i]"; "[i]@"]
  | _ -> false
let ends t ending =
  let n = String.length t and m = String.length ending in n >= m && String.sub t (n - m) m = ending
let named : (string, name) Hashtbl.t = Hashtbl.create 999
let name t = match Hashtbl.find_opt named t with
  | Some v -> v
  | None ->
    require (is_name t) ("not a name: " ^ t);
    let v = { sort = (if ends t "@" then Vector else Number); family = ends t "[i]" || ends t "[i]@"; id = number_of t } in
    Hashtbl.add named t v; v
let names data = List.map (fun n -> name (text n)) (items data)
let is_vector v = v.sort <> Number
let unit_of t =
  if String.length t = 3 && t.[0] = '#' && t.[2] = '@' && '1' <= t.[1] && t.[1] <= '9'
  then Some { sort = Unit; family = false; id = positive (Char.code t.[1] - 48) } else None

(* --- Terms as they are written: [operator, term, ...] *)

(* The names of quotients, roots and logarithms by the normal form of what they are of, and which names there are. *)
type scope = { defined : ((string * poly) * name) list; known : name -> bool }
let anywhere = { defined = []; known = fun _ -> true }

let one = rational "1" and half = rational "1/2"
let neg a = Mul (Con (rational "-1"), a)
let sub a b = Add (a, neg b)
let rec together make = function [] -> refuse "not a term" | [t] -> t | t :: others -> make t (together make others)
(* By halves, for the checker merges sorted lists: one factor after the other would take quadratic time. *)
let rec balanced make = function [] -> refuse "not a term" | [t] -> t | ts -> balanced make (pairs make ts)
and pairs make = function a :: b :: others -> make a b :: pairs make others | ts -> ts
let sum ts = balanced (fun a b -> Add (a, b)) ts
let multiplied ts = balanced (fun a b -> Mul (a, b)) ts
let rec nesting = function
  | Con _ | Var _ -> 0
  | Add (a, b) | Mul (a, b) | Inner (a, b) -> max (nesting a) (nesting b)
  | Power (a, _) -> nesting a
  | Sum a | Exp a -> 1 + nesting a
(* No exponent, also within sums and exponentials, is larger when it is multiplied out. *)
let rec degree = function
  | Con _ -> 0 | Var _ -> 1
  | Add (a, b) -> max (degree a) (degree b)
  | Mul (a, b) | Inner (a, b) -> degree a + degree b
  | Power (a, n) -> int_of n * degree a
  | Sum a -> 1 + degree a (* the number of indices is a factor *)
  | Exp a -> max 1 (degree a)
let rec has_small_exponents p =
  let rec atom = function
    | Con _ | Var _ -> true
    | Add (a, b) | Mul (a, b) | Inner (a, b) -> atom a && atom b
    | Power (a, _) -> atom a
    | Sum a | Exp a -> has_small_exponents (normal a) in
  let rec small times before = function
    | [] -> true
    | a :: others -> let times = if Some a = before then times + 1 else 1 in times < 100 && small times (Some a) others in
  let small m = small 0 None (List.sort Stdlib.compare m) in
  List.for_all (fun (m, _) -> small m && List.for_all atom m) p
let limited t =
  require (nesting t <= max_nesting || nesting (term_of (normal t)) <= max_nesting) "sums and exponentials are nested too deeply";
  require (degree t < 100 || has_small_exponents (normal t)) "an exponent is too large";
  t
(* Does it speak of one index, as it is written? *)
let rec of_index = function
  | Text t -> ends t "[i]" || ends t "[i]@"
  | Array (Text word :: parts) -> word <> "sum" && List.exists of_index parts
  | _ -> false
let keeps_index t = indexed (term_of (normal t))

let arity = function
  | "-" -> 1, 2
  | "/" | "@" | "^" -> 2, 2
  | "sum" | "exp" | "ln" | "sqrt" | "abs" -> 1, 1
  | "+" | "*" | "max" | "min" -> 2, max_int
  | _ -> refuse "not a term"

(* The tree of a term. Is it a vector? None: it is the number 0 or the vector 0. *)
let rec read_term scope = function
  | Text t when is_rational t -> let q = rational t in Con q, if zero q then None else Some false
  | Text t ->
    (match unit_of t with
     | Some u -> Var u, Some true
     | None ->
       require (is_name t) ("neither a name nor a number: " ^ t);
       let v = name t in
       require (scope.known v) ("not declared: " ^ t);
       Var v, Some (v.sort <> Number))
  | Array (Text word :: given) ->
    let least, most = arity word in
    require (List.compare_length_with given least >= 0 && List.compare_length_with given most <= 0) "not a term";
    let read = List.map (read_term scope) (if word = "^" then [List.hd given] else given) in
    let trees = List.map fst read and sorts = List.map snd read in
    let some sort = List.mem (Some sort) sorts in
    let sort = if List.for_all (( = ) None) sorts then None else Some (some true) in
    (match word, trees with
     | ("+" | "-"), _ ->
       require (not (some true && some false)) "a number and a vector are added";
       (match trees with
        | [a] -> neg a
        | [a; b] when word = "-" -> sub a b
        | _ -> sum trees), sort
     | "@", [a; b] -> require (not (some false)) "not two vectors"; Inner (a, b), Some false
     | "sum", [a] -> Sum (limited a), sort
     | _ ->
       let allowed = word = "*" || (word = "/" && List.hd sorts = Some true) in
       let vectors = List.length (List.filter (( = ) (Some true)) sorts) in
       require (vectors <= if allowed then 1 else 0) "a vector is where a number belongs";
       (match word, trees with
        | "*", _ -> multiplied trees, sort
        | "/", [a; b] -> Mul (a, inverse scope (List.nth given 1) b), sort
        | "^", [a] -> power scope (List.hd given) a (number_of_text (List.nth given 1)), Some false
        | "exp", [a] -> Exp (limited a), Some false
        | "abs", [a] -> root scope (Mul (a, a)), Some false
        | ("max" | "min"), _ -> together (extreme scope (word = "max")) (List.rev trees), Some false
        | _ -> by_name scope word (List.hd trees), Some false))
  | _ -> refuse "not a term"

(* max(a, b) is half of a + b + |a - b|. *)
and extreme scope most b a =
  let gap = sub a b in
  let distance = root scope (Mul (gap, gap)) in
  Mul (Con half, sum [a; b; if most then distance else neg distance])
and root scope a = by_name scope "sqrt" a

and power scope base a exponent =
  let rec small bits p = match p with
    | _ when bits = 0 -> refuse "not an exponent"
    | XH -> 1 | XO q -> 2 * small (bits - 1) q | XI q -> 1 + 2 * small (bits - 1) q in
  let n = qred exponent in
  let size, negative = match n.qnum with Z0 -> 0, false | Zpos p -> small 7 p, false | Zneg p -> small 7 p, true in
  require (size < 100) "not an exponent";
  let base, a = match n.qden with
    | XH -> base, a
    | XO XH -> Null, root scope a
    | _ -> refuse "not an exponent" in
  Power ((if negative then inverse scope base a else a), nat size)

(* Of a product or a power without a name for its own inverse: made of those of its factors. *)
and inverse scope data a = match data with
  | Array (Text word :: given) when not (List.mem_assoc ("inverse", normal a) scope.defined) ->
    let of_part part = inverse scope part (fst (read_term scope part)) in
    (match word, given with
     | "*", _ -> multiplied (List.map of_part given)
     | "-", [b] -> neg (of_part b)
     | "^", [b; n] when (match qred (number_of_text n) with { qnum = Z0 | Zpos _; qden = XH } -> true | _ -> false) ->
       power scope Null (of_part b) (number_of_text n)
     | _ -> by_name scope "inverse" a)
  | _ -> by_name scope "inverse" a

and by_name scope kind a = match kind, normal a with
  | "inverse", [([], { qnum = Zpos p; qden })] -> Con { qnum = Zpos qden; qden = p }
  | "inverse", [([], { qnum = Zneg p; qden })] -> Con { qnum = Zneg qden; qden = p }
  | _, p ->
    match List.assoc_opt (kind, p) scope.defined with
    | Some v -> Var v
    | None -> refuse ("no definition in `let` says that this exists: " ^ kind)

(* A term; [i] may not cancel in it. *)
let term scope data =
  let t = limited (fst (read_term scope data)) in
  require (not (of_index data) || keeps_index t) "where [i] cancels, nothing is said";
  t

(* --- Facts *)

let relations = [
  "<=", (false, AtLeast); "<", (false, Above); "=", (true, Equal); "!=", (true, Unequal); ">", (true, Above); ">=", (true, AtLeast)]

(* A fact for every i has to mention [i] when it is multiplied out; if `stronger`, it is the fact without "for every i". *)
let fact ?(stronger = false) scope data =
  let r, t = match items data with
    | [Text r; left; right] ->
      require (List.mem_assoc r relations) "not [relation, left side, right side]";
      let forwards, relation = List.assoc r relations in
      let (p, s), (q, s') = read_term scope left, read_term scope right in
      let some sort = List.mem (Some sort) [s; s'] in
      require (not (some true && some false)) "a number and a vector are compared";
      require (not (some true) || r = "=") "vectors are not compared so";
      let gap = if forwards then sub p q else sub q p in
      relation, limited (if some true then Inner (gap, gap) else gap)
    | _ -> refuse "not [relation, left side, right side]" in
  if not (List.exists of_index (items data)) then r, t
  else if not stronger then (require (indexed t) "where [i] cancels, nothing is said"; r, t)
  else r, (if keeps_index t then t else term_of (normal t))
let facts ?stronger scope data = List.map (fun (n, f) -> number_of (":" ^ n), fact ?stronger scope f) (members data)

(* One term for each name. *)
let table scope of_names data =
  let get = fields of_names data in
  List.map (fun n -> name n, term scope (get n)) of_names

(* --- Definitions *)

let ending n part = number_of (":" ^ n ^ "." ^ part)
(* A definition, and the names of its facts. *)
let definition scope data =
  let get = fields ["name"; "kind"; "of"] ~optional:["to"; "balance"; "multiplier"] data in
  let n = text (get "name") and p = term scope (get "of") in
  let made parts = List.map (fun part -> n ^ "." ^ part) parts in
  let plain = List.for_all (fun key -> get key = Null) ["to"; "balance"; "multiplier"] in
  match text (get "kind") with
  | "inverse" when plain -> Inverse (name n, p, ending n "def"), made ["def"]
  | "sqrt" when plain -> Root (name n, p, ending n "def", ending n "sign"), made ["def"; "sign"]
  | "ln" when plain -> Log (name n, p, ending n "def"), made ["def"]
  | "nearest" | "projection" as kind ->
    let c, y, m = term scope (get "to"), term scope (get "balance"), name (text (get "multiplier")) in
    let signed = kind = "nearest" in
    Weights (signed, name n, m, p, c, y, ending n "across", ending n "along", ending n "balance", ending n "sign"),
    made (["across"; "along"; "balance"] @ if signed then ["sign"] else [])
  | _ -> refuse "no kind of definition, or this kind has no more than a name and a term"

(* What the terms of a statement are named by its definitions, in their order. *)
let defined_by scope lets =
  List.fold_left (fun scope data ->
    let get = fields ["name"; "kind"; "of"] ~optional:(List.map fst (members data)) data in
    let key = text (get "kind"), normal (term scope (get "of")) in
    { scope with defined = (key, name (text (get "name"))) :: scope.defined }) scope lets

(* --- What is stated *)

(* What is known of a theorem where it is cited: names of what it assumes and shows; states, inputs, conditions of its run. *)
type cited = { assumes : string list; shows : string list; runs : (string list * string list * string list) option }

let texts data = List.map text (items data)
let keys data = List.map fst (members data)

let run scope data =
  let get = fields ["state"; "start"; "input"; "when"; "next"] data in
  let states = texts (get "state") in
  { start = table scope states (get "start"); inputs = names (get "input"); coq_when = facts scope (get "when");
    next = table scope states (get "next") }, (states, texts (get "input"), keys (get "when"))

(* A statement, and what is known of it where it is cited. `stronger`: it is to be proved, see [fact]. *)
let statement ~stronger data =
  let get = fields ["id"; "declare"; "assume"; "show"] ~optional:["run"; "let"] data in
  let declared = names (get "declare") and lets = items (get "let") in
  let of_let data =
    let get = fields ["name"] ~optional:(keys data) data in
    name (text (get "name")) :: (match get "multiplier" with Null -> [] | m -> [name (text m)]) in
  let of_run data = let get = fields ["state"; "input"] ~optional:(keys data) data in names (get "state") @ names (get "input") in
  let known = Hashtbl.create 99 in
  let all = declared @ List.concat_map of_let lets @ Option.value (optional of_run (get "run")) ~default:[] in
  List.iter (fun v -> Hashtbl.replace known v ()) all;
  let scope = defined_by { defined = []; known = Hashtbl.mem known } lets in
  let definitions = List.map (definition scope) lets and a_run = optional (run scope) (get "run") in
  { declared; lets = List.map fst definitions; a_run = Option.map fst a_run; assume = facts scope (get "assume");
    show = facts ~stronger scope (get "show") },
  { assumes = List.concat_map snd definitions @ keys (get "assume"); shows = keys (get "show"); runs = Option.map snd a_run }
