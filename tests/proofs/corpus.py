"""The cases of `kernel_cases`, certificates with the verdict on each entry and the reason for a refusal, and ways to
corrupt them. Every checker reads them: the kernel, the verified checker and the script for pages.

Main definitions:
    CASES       all cases, as they are in the files: a name, verdicts, a reason and entries
    BOOKS       the entries of each case by its name
    ACCEPTED    the names of the cases whose entries are all accepted; REFUSED, of the others
    ATTACKS     the names of proofs of false statements
    RARE        the names of cases with rules that no claim or few claims use; `named` gives an entry its own id
    READABLE    words that are atoms, and UNREADABLE, words that are none; `read` makes a book of one
    corrupt     an entry with one or two corruptions
    reshape     a text of an entry with a part of another type, an odd letter, a repeated key, or an odd number
"""

import json
import re
from pathlib import Path

FOLDER = Path(__file__).parent / "kernel_cases"
FILES = {name: json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
         for name in ("proved", "refuted", "refused", "attacks")}
CASES = [case for cases in FILES.values() for case in cases]
BOOKS = {case["name"]: case["entries"] for case in CASES}
assert len(BOOKS) == len(CASES), "two cases have one name"
REFUSED = [case["name"] for case in CASES if "error" in case["verdicts"]]
ACCEPTED = [case["name"] for case in CASES if "error" not in case["verdicts"]]
ATTACKS = [case["name"] for case in FILES["attacks"]]
RARE = ["entries", "an entry in an exponent", "an entry in an induction", "nearest points", "projections",
        "a nearest point with units"]
NAMES = ["a[i]", "b[i]", "t", "x[i]@", "w@"]
READABLE = ["a[i]", "b[i]", "t", "1/2", "-3"]
UNREADABLE = re.findall(
    r"\S+",
    """
    u w@ #1@ #0 a b x[i] a[i]@ t[i] w@x a[i]^2 sum() exp(1) sum(a[i],b[i]) exp(-1/2,t^2,w@w;3) t@t t^2 -t +1 1.0 1/0
    sum(a[i],x[i]@) sum(a[i])@ sum(a[i])@w w@sum(a[i]) sum(a[i],w@)@w sum(x[i]@^2)@w sum(x[i]@,x[i]@)@w sum(a[i],#1@)@w
    sum(t) sum(t,a[i]) sum(,a[i]) sum(a[i] sum(a[i])) sum(sum(a[i])) sum(sum(x[i]@)@)@w w@x[i]@ #1@w w@#1 w@#1@ t²
    exp() exp(0) exp(t) exp(1,w@) exp(1,sum(x[i]@)@) exp(1,t)@w exp(1;) exp(1,) exp(1,t;-1,t) exp(1,a[i];1;-1,a[i])
    exp(0,a[i];1) exp(1,t^100) exp(1,t)^100 exp(1,t))(
    """,
)


def named(name):
    """The last entry of a case, which has the name of the case as its id."""
    entry = BOOKS[name][-1]
    return {**entry, "statement": {**entry["statement"], "id": name.replace(" ", "-")}}


def read(word):
    """A book whose goal has the word in it, 0 times."""
    goal = [">=", ["+", ["*", "0", word], ["^", "a[i]", "2"]], "0"]
    statement = {"id": "it", "declare": NAMES, "assume": {}, "show": {"goal": goal}}
    return [{"statement": statement, "proof": {"rule": "poly", "sum": [{"squares": ["a[i]"]}]}}]


NAME = re.compile(r"(?<![\w#])([^\W\d]\w*[*']*)(\[i\])?")
WORDS = set(
    re.findall(
        r"\w+",
        """
        id declare assume show run let state start input when next name kind of inverse sqrt rule poly cases contra have
        split define lemma induction sum times ideal fact by facts squares norms c on arms then why parts put premises
        as invariants base step dimension size values steps statement proof sides counterexample
        ln nearest projection to balance multiplier open entry names exponentials remainders at degree law with exp
        abs max min
        """,
    )
)
LISTS = (("declare",), ("state",), ("input",))


def places(data):
    """All parts, with the paths to them, each part before its own."""
    found = [((), data)]
    def of(whole, at):
        for key, value in whole.items() if isinstance(whole, dict) else enumerate(whole):
            found.append((path := (*at, key), value))
            if isinstance(value, dict | list):
                of(value, path)
    if isinstance(data, dict | list):
        of(data, ())
    return found


def leaves(proof):
    """All polynomial certificates in a proof."""
    return [value for _, value in places(proof) if isinstance(value, dict) and value.get("rule") == "poly"]


def part(data, path):
    for key in path:
        data = data[key]
    return data


def replaced(data, path, value):
    """The data with another part there."""
    if not path:
        return value
    key, *rest = path
    if isinstance(data, dict):
        return {k: replaced(v, rest, value) if k == key else v for k, v in data.items()}
    return [replaced(v, rest, value) if n == key else v for n, v in enumerate(data)]


def removed(data, path):
    *front, key = path
    whole = part(data, front)
    if isinstance(whole, dict):
        return replaced(data, front, {k: v for k, v in whole.items() if k != key})
    return replaced(data, front, whole[:key] + whole[key + 1 :])


def pick(chance, data, good):
    """A path to a part that is good, or None."""
    found = [path for path, value in places(data) if path and good(path, value)]
    return chance.choice(found) if found else None


def strings(data):
    """All keys and texts."""
    if isinstance(data, dict):
        return [*data, *(s for v in data.values() for s in strings(v))]
    if isinstance(data, list):
        return [s for v in data for s in strings(v)]
    return [data] if isinstance(data, str) else []


def mapped(data, change, put=True):
    """Each text and key changed; the names of a theorem that is used are left alone if put is False."""
    if isinstance(data, dict):
        kept = {"put", "input"} if not put else set()
        return {
            change(k): {n: mapped(v, change, put) for n, v in x.items()}
            if k in kept and isinstance(x, dict)
            else mapped(x, change, put)
            for k, x in data.items()
        }
    if isinstance(data, list):
        return [mapped(v, change, put) for v in data]
    return change(data) if isinstance(data, str) else data


def is_number(path, value):
    return isinstance(value, str) and re.fullmatch(r"-?\d+(/\d+)?", value) and path[-1] != "id"


def is_term(path, value):
    return isinstance(value, list) and value and value[0] in ("+", "-", "*", "/", "^", "@", "sum", "exp")


def is_proof(path, value):
    return isinstance(value, dict) and "rule" in value


def is_fact(path, value):
    return isinstance(value, list) and len(value) == 3 and value[0] in (">=", ">", "=", "!=")


def coefficient(chance, data):
    path = pick(chance, data, is_number)
    return path and replaced(data, path, chance.choice(["0", "1", "2", "-1", "1/2", "3", "-0", "2/4", "1/0", "x"]))


def sign(chance, data):
    path = pick(chance, data, is_number)
    value = path and part(data, path)
    return path and replaced(data, path, value[1:] if value[0] == "-" else f"-{value}")


def relation(chance, data):
    path = pick(chance, data, is_fact)
    return path and replaced(data, (*path, 0), chance.choice([">=", ">", "=", "!="]))


def opposite(chance, data):
    path = pick(chance, data, is_fact)
    return path and replaced(data, path, [part(data, path)[0], *part(data, path)[:0:-1]])


def text(chance, data):
    """Another name where one stands."""
    path = pick(chance, data, lambda p, v: isinstance(v, str) and p[-1] != "id")
    return path and replaced(data, path, chance.choice(strings(data)))


def key(chance, data):
    path = pick(chance, data, lambda p, v: isinstance(v, dict) and v)
    if not path:
        return None
    whole = part(data, path)
    old, new = chance.choice(list(whole)), chance.choice(strings(data))
    return replaced(data, path, {new if k == old else k: v for k, v in whole.items()})


def drop(chance, data):
    path = pick(chance, data, lambda p, v: p[-1] not in ("id", "statement", "show", "rule"))
    return path and removed(data, path)


def skip(chance, data):
    """A proof without its first step."""
    path = pick(chance, data, lambda p, v: is_proof(p, v) and "then" in v)
    return path and replaced(data, path, part(data, path)["then"])


def swap(chance, data, good=is_proof):
    """Two parts exchanged."""
    one, two = pick(chance, data, good), pick(chance, data, good)
    if not one or not two or one == two[: len(one)] or two == one[: len(two)]:
        return None
    return replaced(replaced(data, one, part(data, two)), two, part(data, one))


def swap_terms(chance, data):
    return swap(chance, data, is_term)


def swap_facts(chance, data):
    return swap(chance, data, is_fact)


def graft(chance, data):
    """A part in the place of another."""
    one, two = (pick(chance, data, lambda p, v: p[-1] != "id") for _ in "12")
    return one and two and replaced(data, one, part(data, two))


def rule(chance, data):
    path = pick(chance, data, is_proof)
    names = ["poly", "cases", "contra", "have", "split", "define", "lemma", "induction", "sum", "entry", "trust"]
    return path and replaced(data, (*path, "rule"), chance.choice(names))


def openness(chance, data):
    """A step that leaves the index open, or no longer does."""
    path = pick(chance, data, is_proof)
    proof = path and part(data, path)
    new = path and ({k: v for k, v in proof.items() if k != "open"} if "open" in proof else {**proof, "open": True})
    return path and replaced(data, path, new)


def names_in(data):
    found = {n for path, value in places(data) if path[-1:] in LISTS for n in strings(value)}
    return sorted(n for n in found if NAME.fullmatch(n.removesuffix("@")) and n.removesuffix("@") not in WORDS)


def everywhere(chance, data):
    """A name gets an index, loses it or becomes another name in the whole entry."""
    names = names_in(data)
    if not names:
        return None
    old = chance.choice(names).removesuffix("@")
    new = chance.choice([old.removesuffix("[i]"), f"{old.removesuffix('[i]')}[i]", chance.choice(names)])
    new = new.removesuffix("@")
    def change(string):
        return NAME.sub(lambda m: new if m[0] == old else m[0], string) if string not in WORDS else string
    return mapped(data, change, put=chance.random() < 0.5)


def list_item(chance, data):
    """An element twice, or two in another order."""
    path = pick(chance, data, lambda p, v: isinstance(v, list) and v and p[-1] != "id")
    if not path:
        return None
    whole = part(data, path)
    return replaced(data, path, chance.choice([[*whole, chance.choice(whole)], whole[::-1], whole[:-1]]))


WAYS = [coefficient, sign, relation, opposite, text, key, drop, skip, swap, swap_terms, swap_facts, graft]
WAYS += [rule, everywhere, everywhere, list_item, openness]


def corrupt(chance, data):
    """The data after one or two corruptions, and their names."""
    names = []
    while not names or chance.random() < 0.15:
        way = chance.choice(WAYS)
        new = way(chance, data)
        if new is not None and new != data:
            data = new
            names.append(way.__name__)
    return data, names


JUNK = [None, True, False, 0, -1, 1, 10**30, "", "x", "1", "a", [], {}, [[]], [None], {"a": None}, {"rule": "poly"}]
JUNK += ["[i]", [">=", "0", "0"], "1", "a", ["="], "@", "sum()", "a[i]", {"": "1"}, [">", "a", "0"], "#1@"]
JUNK += [["+", "a"], ["*", "a", "a"], ["^", "a", "1/2"], ["/", "1", "a"], ["-", "a", "a"], ["@", "w@", "w@"]]
LETTERS = ["[i]", "@", "*", "'", *"жﬁℓ²½ñÀ×ɏϐ₀₉ₐ\u0301\u200b\u2028\x85\x00ḀỿΑ΢Ωω", "\U0001d465", "\ud800", "\\", '"']
NUMBERS = ["01", "+1", " 1", "1 ", "1.0", "１", "1/1", "-0", "0/1", "1/0", "1e0", "1_0", "1\n", "--1", "1/-1", ".5"]
NUMBERS += ["9" * 400, "9" * 401, "1/" + "9" * 401, "-", "/", "1/", "/1", "1/2/3", "1/00"]


def text_of(data):
    """Return JSON; letters are not escaped."""
    return json.dumps(data, ensure_ascii=False)


def reshape(chance, data):
    """Return the text of the data after one such change."""
    return chance.choice([replace_part, repeat_key, change_letter, change_number])(chance, data)


def replace_part(chance, data):
    data = json.loads(text_of(data))
    path = chance.choice([path for path, _ in places(data) if path])
    place, at = part(data, path[:-1]), path[-1]
    way = chance.randrange(4)
    if way == 0:
        del place[at]
    elif way == 1 and isinstance(place, dict):
        place[chance.choice([*place, "note", "run", "let", "sides", "open", "to", "each"])] = chance.choice(JUNK)
    elif way == 1:
        place.insert(at, chance.choice(JUNK))
    else:
        place[at] = chance.choice(JUNK)
    return text_of(data)


def repeat_key(chance, data):
    """A key twice in one object; or a number that is not an integer."""
    path = chance.choice([path for path, value in places(data) if isinstance(value, dict) and value])
    table = part(data, path)
    key = chance.choice([*table])
    new = {**table, key: "\x00number"} if chance.random() < 0.3 else {**table, "\x00key": table[key]}
    number = chance.choice(["1.0", "1e0", "-0", "NaN", "Infinity", "01", "1.", ".5", "9" * 401, "9" * 400, "+1", "0x1"])
    text = text_of(replaced(data, path, new))
    return text.replace('"\\u0000key"', text_of(key)).replace('"\\u0000number"', number)


def change_letter(chance, data):
    """Another letter for one in a name, everywhere or at one place."""
    text, letter = text_of(data), chance.choice(LETTERS)
    at = chance.choice([n for n, c in enumerate(text) if c not in '{}[]":, '])
    new = json.dumps(letter)[1:-1] if chance.random() < 0.5 or letter in "\ud800\x00\\\"" else letter
    if chance.random() < 0.5 and text[at].isalpha():
        return re.sub(rf"(?<=[\" @({{,]){re.escape(text[at])}(?=[\" @)\[^,*'])", lambda _: new, text)
    return text[:at] + new + text[at + 1 :]


def change_number(chance, data):
    """A number or monomial in another spelling."""
    text = text_of(data)
    found = list(re.finditer(r'"(-?\d+(?:/\d+)?)"', text))
    if found and chance.random() < 0.5:
        one = chance.choice(found)
        return text[: one.start()] + text_of(chance.choice(NUMBERS)) + text[one.end() :]
    at = chance.choice([n for n, c in enumerate(text) if c in ' ":,'])
    more = [" ", "\t", "\n", "\u00a0", "\ufeff", ",", "//", "(", ")", "^1", "^0", "^2", "^99", "@", ";"]
    return text[:at] + chance.choice(more) + text[at:]
