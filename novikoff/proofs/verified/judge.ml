(* The verdict of the extracted checker on entries in JSON, one after the other; an entry may cite those before it. *)
open Checker
open Json

let depth_of_proofs = Reader.nat 250
exception Too_much

type verdict = Proved | Refuted | Rejected
type answer = { key : string; verdict : verdict; reason : Reasons.t; entry : Checker.entry option }
type book = {
  mutable entries : int; mutable proved : Checker.library; read : Entries.library; seen : (string, unit) Hashtbl.t }

let book () =
  { entries = 0; proved = []; read = Hashtbl.create 99; seen = Hashtbl.create 99 }

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
  let answer ?entry ?(reason = Reasons.plainly "") verdict = { key; verdict; reason; entry } in
  if keep then Hashtbl.replace book.seen key ();
  let plainly why = answer Rejected ~reason:(Reasons.plainly why) in
  if not is_new then plainly "not a new id"
  else
    try
      let entry, cited = Entries.entry book.read data in
      let entry = if keep then entry else { entry with key = Reader.identifier "" } in
      let verdict, proved = check_one depth_of_proofs book.proved entry in
      if keep then book.proved <- proved;
      match verdict with
      | Checker.Proved -> if keep then Hashtbl.replace book.read id cited; answer Proved ~entry
      | Checker.Refuted -> answer Refuted ~entry
      | Checker.Rejected -> answer Rejected ~entry ~reason:(Reasons.of_entry depth_of_proofs book.proved entry)
    with
    | Refused why -> plainly why
    | Too_much | Stack_overflow -> plainly "the work takes too long"
    | Not_found | Failure _ | Invalid_argument _ -> plainly "not an entry"
