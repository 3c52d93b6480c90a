(* The verdict of the extracted checker on entries in JSON, one after the other; an entry may cite those before it. *)
open Checker
open Json

let depth_of_proofs = Reader.nat 250
exception Too_much

type verdict = Proved | Refuted | Rejected | Uncovered
type answer = { key : string; verdict : verdict; reason : Reasons.t; entry : Checker.entry option }
type book = {
  mutable entries : int; mutable proved : Checker.library; read : Entries.library; seen : (string, unit) Hashtbl.t;
  uncovered : (string, unit) Hashtbl.t }

let book () =
  { entries = 0; proved = []; read = Hashtbl.create 99; seen = Hashtbl.create 99; uncovered = Hashtbl.create 9 }

(* What the rules do not cover in an entry: its run speaks of adjoined units. *)
let not_covered entry =
  match entry.claim.a_run with
  | Some c when List.exists (mentions is_unit) (List.map (fun (_, (_, t)) -> t) c.coq_when @ List.map snd (c.start @ c.next)) ->
    Some "adjoined units in a run"
  | _ -> None

(* Does it cite a theorem that is not covered? *)
let rec cites book = function
  | Object given ->
    (match List.assoc_opt "rule" given, List.assoc_opt "of" given with
     | Some (Text "lemma"), Some (Text id) when Hashtbl.mem book.uncovered id -> Some id
     | _ -> List.find_map (fun (_, part) -> cites book part) given)
  | Array parts -> List.find_map (cites book) parts
  | _ -> None

let identifier data = match data with
  | Object given -> (match List.assoc_opt "statement" given with
    | Some (Object stated) -> (match List.assoc_opt "id" stated with Some (Text id) -> id | _ -> "")
    | _ -> "")
  | _ -> ""

(* The verdict on an entry, whose id has to be new. `keep`: what it proves may be cited. *)
let decide book ~keep data =
  book.entries <- book.entries + 1;
  let id = identifier data in
  let is_new = Entries.is_identifier id && not (keep && Hashtbl.mem book.seen id) in
  let key = if is_new then id else Printf.sprintf "entry %d" book.entries in
  let answer ?entry ?(reason = Reasons.plainly "") verdict =
    if verdict = Uncovered && keep then Hashtbl.replace book.uncovered key ();
    { key; verdict; reason; entry } in
  if keep then Hashtbl.replace book.seen key ();
  let refused ?entry reason = match cites book data with
    | Some id -> answer Uncovered ?entry ~reason:(Reasons.plainly ("it cites " ^ id))
    | None -> answer Rejected ?entry ~reason in
  let plainly why = refused (Reasons.plainly why) in
  if not is_new then plainly "not a new id"
  else
    try
      let entry, cited = Entries.entry book.read data in
      let entry = if keep then entry else { entry with key = Reader.identifier "" } in
      let verdict, proved = check_one depth_of_proofs book.proved entry in
      if keep then book.proved <- proved;
      match verdict, not_covered entry with
      | Checker.Proved, _ -> if keep then Hashtbl.replace book.read id cited; answer Proved ~entry
      | Checker.Refuted, _ -> answer Refuted ~entry
      | Checker.Rejected, Some what -> answer Uncovered ~entry ~reason:(Reasons.plainly what)
      | Checker.Rejected, None -> refused ~entry (Reasons.of_entry depth_of_proofs book.proved entry)
    with
    | Refused why -> plainly why
    | Too_much | Stack_overflow -> plainly "the work takes too long"
    | Not_found | Failure _ | Invalid_argument _ -> plainly "not an entry"
