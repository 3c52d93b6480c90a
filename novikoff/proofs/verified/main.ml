(* check FILE: reads entries, has the extracted checker check them, and prints for each its verdict, its id, the reason for
   a refusal, and what it states, from the tree that the checker was given. *)
open Json

let largest = 1 lsl 24 (* bytes *)
let most_of_entry = 2e8 and most_of_file = 1e10 (* words that may be allocated *)

let contents path =
  let file = open_in_bin path in
  if in_channel_length file > largest then refuse (Printf.sprintf "a file of more than %d bytes" largest);
  really_input_string file (in_channel_length file)

let shown (answer : Judge.answer) =
  let word, why = match answer.verdict with
    | Proved -> "proved", "" | Refuted -> "refuted", ""
    | Rejected -> "rejected", ": " ^ answer.reason.why | Uncovered -> "uncovered", ": " ^ answer.reason.why in
  let why = if code_points why = None then String.escaped why else String.map (fun c -> if c < ' ' then ' ' else c) why in
  Printf.sprintf "%s %s%s\n" word answer.key why
  ^ match answer.entry with Some entry -> Printing.statement entry.claim ^ "\n" | None -> ""

let () =
  try
    if Array.length Sys.argv <> 2 then refuse "usage: check FILE";
    let entries = match read (contents Sys.argv.(1)) with
      | Object given -> Reader.items (Option.value (List.assoc_opt "entries" given) ~default:(Text ""))
      | data -> Reader.items data in
    let book = Judge.book () and until = ref infinity in
    ignore (Gc.create_alarm (fun () -> if Gc.minor_words () > !until then raise Judge.Too_much));
    List.iter (fun data ->
      until := Float.min most_of_file (Gc.minor_words () +. most_of_entry);
      let answer = Judge.decide book ~keep:true data in
      until := infinity;
      print_string (shown answer)) entries
  with Refused why | Sys_error why -> prerr_endline why; exit 2 | Stack_overflow -> prerr_endline "nested too deeply"; exit 2
