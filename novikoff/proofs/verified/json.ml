(* Strict JSON in UTF-8: no key twice, whole numbers only, of at most 400 digits, and objects and arrays nested at most
   1000 deep. Numbers stay texts. *)

type t = Null | Bool of bool | Number of string | Text of string | Array of t list | Object of (string * t) list

exception Refused of string
let refuse why = raise (Refused why)
let require condition why = if not condition then refuse why

let deepest = 1000

(* The code points of a text, or none if it is not in UTF-8. *)
let code_points text =
  let n = String.length text in
  let rec from at found =
    if at = n then Some (List.rev found)
    else
      let first = Char.code text.[at] in
      let more, least, bits =
        if first < 0x80 then 0, 0, first
        else if first land 0xe0 = 0xc0 then 1, 0x80, first land 0x1f
        else if first land 0xf0 = 0xe0 then 2, 0x800, first land 0x0f
        else if first land 0xf8 = 0xf0 then 3, 0x10000, first land 0x07
        else -1, 0, 0 in
      if more < 0 || at + more >= n then None
      else
        let rec point k value =
          if k > more then Some value
          else
            let next = Char.code text.[at + k] in
            if next land 0xc0 = 0x80 then point (k + 1) ((value lsl 6) lor (next land 0x3f)) else None in
        match point 1 bits with
        | Some p when p >= least && p < 0x110000 && (p < 0xd800 || p > 0xdfff) -> from (at + more + 1) (p :: found)
        | _ -> None in
  from 0 []

(* UTF-8 of a code point; half of a pair, which only an escape can give, as if it were one. *)
let add_utf_8 buffer p =
  let put code = Buffer.add_char buffer (Char.chr code) in
  let rest shift = put (0x80 lor ((p lsr shift) land 0x3f)) in
  if p < 0x80 then put p
  else if p < 0x800 then (put (0xc0 lor (p lsr 6)); rest 0)
  else if p < 0x10000 then (put (0xe0 lor (p lsr 12)); rest 6; rest 0)
  else (put (0xf0 lor (p lsr 18)); rest 12; rest 6; rest 0)

let is_digit c = '0' <= c && c <= '9'

let read text =
  let n = String.length text and at = ref 0 in
  let wrong what = refuse (Printf.sprintf "no JSON: %s at byte %d" what !at) in
  let peek () = if !at < n then text.[!at] else '\000' in
  let take c = if peek () = c then incr at else wrong (Printf.sprintf "no %c" c) in
  let rec blank () = match peek () with ' ' | '\t' | '\n' | '\r' -> incr at; blank () | _ -> () in
  let word w value =
    let m = String.length w in
    if !at + m <= n && String.sub text !at m = w then (at := !at + m; value) else wrong "an unknown word" in
  let number () =
    let start = !at in
    if peek () = '-' then incr at;
    let first = !at in
    while is_digit (peek ()) do incr at done;
    let digits = !at - first in
    if digits = 0 || digits > 400 || (digits > 1 && text.[first] = '0') then wrong "no number";
    (match peek () with '.' | 'e' | 'E' -> wrong "a number that is not whole" | _ -> ());
    Number (String.sub text start (!at - start)) in
  let hex () =
    let digits = if !at + 4 <= n then String.sub text !at 4 else "" in
    let hexadecimal = function '0' .. '9' | 'a' .. 'f' | 'A' .. 'F' -> true | _ -> false in
    if digits = "" || not (List.for_all hexadecimal (List.init 4 (String.get digits))) then wrong "no four digits";
    at := !at + 4;
    int_of_string ("0x" ^ digits) in
  let escape buffer =
    let c = peek () in
    incr at;
    match c with
    | '"' | '\\' | '/' -> Buffer.add_char buffer c
    | 'b' -> Buffer.add_char buffer '\b'
    | 'f' -> Buffer.add_char buffer '\012'
    | 'n' -> Buffer.add_char buffer '\n'
    | 'r' -> Buffer.add_char buffer '\r'
    | 't' -> Buffer.add_char buffer '\t'
    | 'u' ->
      let high = hex () in
      let pair = 0xd800 <= high && high < 0xdc00 && !at + 1 < n && text.[!at] = '\\' && text.[!at + 1] = 'u' in
      if not pair then add_utf_8 buffer high
      else begin
        let here = !at in
        at := !at + 2;
        let low = hex () in
        if 0xdc00 <= low && low < 0xe000 then add_utf_8 buffer (0x10000 + ((high - 0xd800) lsl 10) + low - 0xdc00)
        else (at := here; add_utf_8 buffer high)
      end
    | _ -> wrong "an unknown escape" in
  let string () =
    take '"';
    let buffer = Buffer.create 16 in
    while peek () <> '"' do
      let c = peek () in
      if c < ' ' then wrong "a text that does not end";
      incr at;
      if c = '\\' then escape buffer else Buffer.add_char buffer c
    done;
    incr at;
    Buffer.contents buffer in
  let rec value depth =
    if depth > deepest then wrong "too many objects and arrays in one another";
    blank ();
    let read = match peek () with
      | '{' -> incr at; Object (unique (several '}' (fun () -> blank (); let key = string () in blank (); take ':'; key, value (depth + 1))))
      | '[' -> incr at; Array (several ']' (fun () -> value (depth + 1)))
      | '"' -> Text (string ())
      | 't' -> word "true" (Bool true)
      | 'f' -> word "false" (Bool false)
      | 'n' -> word "null" Null
      | _ -> number () in
    blank ();
    read
  and several : 'a. char -> (unit -> 'a) -> 'a list = fun closing one ->
    blank ();
    if peek () = closing then (incr at; [])
    else
      let rec more found =
        let found = one () :: found in
        blank ();
        if peek () = ',' then (incr at; more found) else (take closing; List.rev found) in
      more []
  and unique members =
    let keys = List.map fst members in
    if List.compare_lengths (List.sort_uniq compare keys) keys <> 0 then wrong "a key is repeated before here";
    members in
  require (code_points text <> None) "no JSON: not in UTF-8";
  let whole = value 0 in
  if !at < n then wrong "more than one value";
  whole

(* Objects and arrays of which so many are open at once. *)
let rec is_shallow left = function
  | Array parts -> left > 0 && List.for_all (is_shallow (left - 1)) parts
  | Object members -> left > 0 && List.for_all (fun (_, part) -> is_shallow (left - 1) part) members
  | _ -> true
