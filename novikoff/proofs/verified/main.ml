(* check FILE...: reads files of entries, has the extracted checker check them, and prints for each entry its verdict, its id,
   the reason for a refusal, and what it states, from the tree that the checker was given. Each of several files has its
   name as a heading, and cites nothing of the others. *)
open Json

let largest = 1 lsl 24 (* bytes *)
let most_of_entry = 1e8 and most_of_file = 1e10 (* words that may be allocated *)

let contents path =
  let file = open_in_bin path in
  if in_channel_length file > largest then refuse (Printf.sprintf "a file of more than %d bytes" largest);
  let text = really_input_string file (in_channel_length file) in
  close_in file; text

let shown (answer : Judge.answer) =
  let word, why = match answer.verdict with
    | Proved -> "proved", "" | Refuted -> "refuted", ""
    | Rejected -> "rejected", ": " ^ answer.reason.why in
  let why = if code_points why = None then String.escaped why else String.map (fun c -> if c < ' ' then ' ' else c) why in
  Printf.sprintf "%s %s%s\n" word answer.key why
  ^ match answer.entry with Some entry -> Printing.statement entry.claim ^ "\n" | None -> ""

(* How many words may have been allocated, while an entry is checked. *)
let until = ref infinity

(* Can the file be read? *)
let checked path =
  try
    let entries = match read (contents path) with
      | Object given -> Reader.items (Option.value (List.assoc_opt "entries" given) ~default:(Text ""))
      | Array entries -> entries
      | _ -> refuse "neither an array of entries nor an object that has one" in
    let book = Judge.book () and last = Gc.minor_words () +. most_of_file in
    List.iter (fun data ->
      until := Float.min last (Gc.minor_words () +. most_of_entry);
      let answer = Judge.decide book ~keep:true data in
      until := infinity;
      print_string (shown answer)) entries;
    true
  with
  | Refused why | Sys_error why -> prerr_endline (path ^ ": " ^ why); false
  | Stack_overflow -> prerr_endline (path ^ ": nested too deeply"); false

let () =
  let files = List.tl (Array.to_list Sys.argv) in
  if files = [] then (prerr_endline "usage: check FILE..."; exit 2);
  ignore (Gc.create_alarm (fun () -> if Gc.minor_words () > !until then raise Judge.Too_much));
  let one path =
    if List.tl files <> [] then Printf.printf "==> %s\n" path;
    checked path in
  if not (List.for_all Fun.id (List.map one files)) then exit 2
