(* Makes the proofs and counterexamples that the extracted checker takes from those of certificates. A mistake in this file
   cannot make a statement true: the checker decides on what it is given. *)
open Checker
open Json
open Reader

type library = (string, cited) Hashtbl.t

(* --- Proofs *)

let relation_of_arm = function
  | "<" -> Less | "<=" -> AtMost | "=" -> Zero | ">=" -> NotLess | ">" -> More | _ -> refuse "the cases do not cover every sign"

let factor_list data =
  let get = fields [] ~optional:["c"; "facts"; "squares"; "norms"; "exponentials"; "remainders"] data in
  let all key f = List.map f (items (get key)) and t = term anywhere in
  let remainder data =
    let get = fields ["of"; "at"; "degree"] data in
    Remainder (t (get "of"), t (get "at"), nat (whole 20 (get "degree"))) in
  (match get "c" with Null -> one | c -> number_of_text c),
  all "facts" (fun n -> Fact (label n)) @ all "squares" (fun p -> Square (t p)) @ all "norms" (fun v -> Norm (t v))
  @ all "exponentials" (fun e -> Exponential (t e)) @ all "remainders" remainder

let multiple data =
  let get = fields ["by"] ~optional:["fact"; "law"; "sum"] data and t = term anywhere in
  let pair first second data = let get = fields [first; second] data in t (get first), t (get second) in
  (match get "fact", get "law", get "sum" with
   | n, Null, Null when n <> Null -> Known (label n)
   | Null, law, Null when law <> Null -> let p, q = pair "of" "and" law in Law (p, q)
   | Null, Null, total when total <> Null -> let u, v = pair "of" "with" total in Unfold (u, v)
   | _ -> refuse "not one equation"), t (get "by")

(* A proof of the goals with these names. *)
let rec proof (library : library) goals data =
  let rule, is_open = match data with
    | Object given -> List.assoc_opt "rule" given, Option.value (List.assoc_opt "open" given) ~default:Null
    | _ -> refuse "not a proof" in
  let rest = Object (List.filter (fun (key, _) -> key <> "rule" && key <> "open") (members data)) in
  let get needed = fields needed rest and again = proof library goals in
  let made = match rule with
    | Some (Text "poly") ->
      let get = fields [] ~optional:["times"; "sum"; "ideal"] rest in
      let all key f = List.map f (items (get key)) in
      Poly (all "times" factor_list, all "sum" factor_list, all "ideal" multiple)
    | Some (Text "cases") ->
      let get = get ["on"; "name"; "arms"] in
      Cases (term anywhere (get "on"), label (get "name"), List.map (fun (arm, p) -> relation_of_arm arm, again p) (members (get "arms")))
    | Some (Text "contra") ->
      let get = get ["name"; "then"] in
      Contra (label (get "name"), proof library ["false"] (get "then"))
    | Some (Text "have") ->
      let get = get ["name"; "fact"; "why"; "then"] in
      Have (label (get "name"), fact anywhere (get "fact"), proof library [text (get "name")] (get "why"), again (get "then"))
    | Some (Text "split") -> Split (each library goals (get ["parts"] "parts"))
    | Some (Text "define") ->
      let get = get ["let"; "why"; "then"] in
      Define (fst (definition anywhere (get "let")), proof library ["side"] (get "why"), again (get "then"))
    | Some (Text "lemma") ->
      let get = fields ["of"; "put"; "premises"; "as"; "then"] ~optional:["run"] rest in
      let of_ = text (get "of") in
      let theirs = match Hashtbl.find_opt library of_ with
        | Some theirs -> theirs | None -> refuse ("no theorem before this has this id: " ^ of_) in
      let new_names = fields theirs.shows (get "as") in
      let seen = match theirs.runs, get "run" with
        | None, Null -> None
        | Some (states, inputs, conditions), (Object _ as seen) ->
          let get = fields ["input"; "start"; "when"; "next"] seen in
          Some (Simulation (table anywhere inputs (get "input"), each library states (get "start"),
                            each library conditions (get "when"), each library states (get "next")))
        | _ -> refuse "a simulation goes with a theorem about runs" in
      Lemma_ (identifier of_, table anywhere (keys (get "put")) (get "put"), seen, each library theirs.assumes (get "premises"),
              List.map (fun n -> label (new_names n)) theirs.shows, again (get "then"))
    | Some (Text "induction") ->
      let get = get ["invariants"; "base"; "step"; "then"] in
      let names = keys (get "invariants") in
      Induction (facts anywhere (get "invariants"), each library names (get "base"), each library names (get "step"), again (get "then"))
    | Some (Text "sum") ->
      let get = fields ["fact"; "name"; "then"] ~optional:["each"] rest in
      SumUp (label (get "fact"), label (get "name"), optional label (get "each"), again (get "then"))
    | Some (Text "entry") ->
      let get = get ["names"; "facts"; "then"] in
      Entry (List.map (fun (z, x) -> name z, name (text x)) (members (get "names")),
             List.map (fun (n, old) -> label old, number_of (":" ^ n)) (members (get "facts")), again (get "then"))
    | _ -> refuse "not a proof" in
  match is_open with
  | Null -> made
  | Bool true -> Open made
  | _ -> refuse "this rule does not leave the index open"
and each library goals data =
  let get = fields goals data in
  List.map (fun goal -> proof library [goal] (get goal)) goals

(* --- Counterexamples *)

let values claim data =
  let get = fields ["dimension"; "size"; "values"] ~optional:["steps"] data in
  let dimension = whole 10 (get "dimension") and size = whole 100 (get "size") in
  let number = term { anywhere with known = fun _ -> false } in
  let vector data =
    require (List.length (items data) = dimension) "not one coordinate for each dimension";
    let coordinate k c = Mul (Con (number_of_text c), Var { sort = Unit; family = false; id = positive (k + 1) }) in
    sum (Mul (Con (rational "0"), Var { sort = Unit; family = false; id = XH }) :: List.mapi coordinate (items data)) in
  let given of_names data =
    let get = fields (List.map (fun v -> Hashtbl.find words v.id) of_names) data in
    let value v =
      let one = if is_vector v then vector else number and data = get (Hashtbl.find words v.id) in
      if not v.family then [one data]
      else (require (List.length (items data) = size) "not one value for each index"; List.map one (items data)) in
    List.map (fun v -> v, value v) of_names in
  require (claim.a_run <> None || items (get "steps") = []) "steps without a run";
  let inputs = match claim.a_run with Some r -> r.inputs | None -> [] in
  { count = nat size; given = given (claim.declared @ List.concat_map defined claim.lets) (get "values");
    steps = List.map (given inputs) (items (get "steps")) }

(* --- Entries *)

let is_identifier id =
  let good c = is_digit c || ('A' <= c && c <= 'Z') || ('a' <= c && c <= 'z') in
  id <> "" && String.length id <= 100 && good id.[0] && String.for_all (fun c -> good c || String.contains "._-" c) id

(* An entry, which may cite what is in the library, and what the library then says of it. *)
let entry (library : library) data =
  require (is_shallow 200 data) "objects and arrays are nested too deeply";
  let get = fields ["statement"] ~optional:["sides"; "proof"; "counterexample"] data in
  let to_prove = get "proof" <> Null in
  require (to_prove <> (get "counterexample" <> Null)) "an entry has either a proof or a counterexample";
  let stated = get "statement" in
  let claim, cited = statement ~stronger:to_prove stated in
  let part key = Option.value (List.assoc_opt key (members stated)) ~default:Null in
  let defined = List.map (fun data -> text (List.assoc "name" (members data))) (items (part "let")) in
  let side_of = fields defined (match get "sides" with Null -> Object [] | sides -> sides) in
  let sides = List.map (fun n -> proof library ["side"] (side_of n)) defined in
  let shown_by =
    if to_prove then ByProof (proof library cited.shows (get "proof")) else ByValues (values claim (get "counterexample")) in
  { key = identifier (text (part "id")); claim; sides; shown_by }, cited
