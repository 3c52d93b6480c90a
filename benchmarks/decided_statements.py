"""Count the statements that `prove` decides, compared with z3 and cvc5.

    python benchmarks/decided_statements.py [FILE] [--only TEXT] [--solvers] [--fresh] [--page FILE]

FILE is `benchmarks/statements.txt`, from papers and textbooks, or `tests/proofs/statements.txt`. `prove` gets a limit
of work, so that its verdicts do not depend on the machine. With `--solvers`, each solver gets a limit of CPU seconds.
Each question has a process of its own. The solvers get the question as `novikoff export smt2` writes it, with the
principal minors up to order 3 of the Gram matrix, and absolute values as if-then-else. They do not get families,
exponentials and logarithms. `build/benchmarks` stores answers, so an interrupted run can continue; after a change of
its code, `prove` runs again. `--page` writes the table as a page of the docs. Ends with status 1 if a verdict is wrong.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import resource
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from measuring import Row, at_least, at_most, show

from novikoff.algorithms.errors import BadInput
from novikoff.algorithms.processes import Stopped, run_with_cpu_limit
from novikoff.proofs import kernel
from novikoff.proofs.prover.prove import parse_question, prove, to_smtlib
from novikoff.proofs.search import smt_solvers
from novikoff.proofs.search.factoring import square_root

ROOT = Path(__file__).parents[1]
FILE = Path(__file__).with_name("statements.txt")
SOLVERS, SOLVER_SECONDS = ("z3", "cvc5"), 2.0  # of CPU
RESOURCES = 50_000_000  # of z3, which reaches its limit of CPU seconds earlier
WANTED = {"+": "proved", "-": "refuted"}
CPU_SECONDS = 30  # for each unit of the limit: a unit takes a second on a laptop
LEAST_PROVED, MEDIAN = 0.95, 1.0  # targets: share of the true statements, and CPU seconds
PAGE = """# What `prove` decides

`python benchmarks/decided_statements.py --page docs/dev/statements.md` writes this page. Its {count} statements are in
`benchmarks/statements.txt`, each with its source: {sources} papers, books and named inequalities on optimisation,
operators, online learning, inner products and numbers. A false statement is a true one with an error, such as a missing
hypothesis. The last two groups were written before the prover was changed to prove their statements.

`prove` has the limit {limit:g}, and each solver has {solver:g} CPU seconds. z3 and cvc5 get the question of `novikoff
export smt2`, in inner products. They also get the principal minors up to order 3 of the Gram matrix, and absolute
values as if-then-else. Their columns count the true statements that they find valid. They do not get statements with
families, exponentials or logarithms. *Union* counts true statements that `prove` or a solver proves.

| statements | true | proved | z3 | cvc5 | union | false | refuted | median CPU s |
|---|---|---|---|---|---|---|---|---|
{rows}

Wrong verdicts: {wrong}. {found}

{undecided}"""


class Statement(NamedTuple):
    """A statement with its truth by its source."""

    group: str
    mark: str  # "+" or "-"
    source: str
    text: str


class Decision(NamedTuple):
    """The verdict, CPU seconds, and the answers of the solvers: "valid", "not valid", "unknown" or "" (not asked)."""

    verdict: str
    seconds: float
    gap: float | None
    said: dict[str, str]


def statements(path: Path) -> list[Statement]:
    """Return the statements in a file."""
    group, found = "", []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            group = line.strip("[]")
        elif line[:2] in ("+ ", "- "):
            source, text = line[2:].split(" :: ", 1)
            found.append(Statement(group, line[0], source, text))
    return found


@cache
def code() -> str:
    """Return a digest of the code that decides."""
    files = sorted((ROOT / "novikoff" / "proofs").rglob("*.py"))
    kept = [f for f in files if "claims" not in f.parts]
    return hashlib.sha256(b"".join(f.read_bytes() for f in kept)).hexdigest()[:16]


def spent() -> float:
    """Return the CPU seconds of this process and of its finished child processes."""
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def decide(text: str, limit: float) -> dict[str, Any]:
    """Return the answer of `prove`."""

    def work() -> dict[str, Any]:
        began, found = spent(), prove(text, limit=limit)
        gap = found.evidence.gap if found.evidence else None
        return {"verdict": found.verdict, "seconds": spent() - began, "gap": gap}

    try:
        return run_with_cpu_limit(CPU_SECONDS * limit, work)
    except Stopped:
        return {"verdict": "unknown", "seconds": CPU_SECONDS * limit, "gap": None}
    except BadInput:
        return {"verdict": "not well defined", "seconds": 0.0, "gap": None}


def ask(engine: str, text: str, seconds: float) -> str:
    """Return a solver's answer; "" for a statement that it cannot be asked."""
    question = parse_question(text)
    names = {a for p in [f[1] for f in (*question.statement.assume.values(), *question.statement.show.values())]
             for m in p for a, _ in m}
    if any("(" in a or "[i]" in a for a in names):
        return ""
    lets = [(entry["name"], square_root(kernel.read_poly(entry["of"])))
            for entry in question.written.data.get("let", []) if entry["kind"] == "sqrt"]
    cases = [f"(assert (= |{name}| (ite (>= {p} 0.0) {p} (- {p}))))"
             for name, t in lets if t for p in [smt_solvers.polynomial(t)]]
    scripts = [script.replace("(check-sat)", "\n".join([*cases, "(check-sat)"])) for script, _ in to_smtlib(text)]

    def work() -> list[str]:
        answers = smt_solvers.ask_z3(scripts, RESOURCES) if engine == "z3" else smt_solvers.ask_cvc5(scripts)
        return [answer.result for answer in answers]

    try:
        results = set(run_with_cpu_limit(seconds, work))
    except Stopped:
        return "unknown"
    return "valid" if results == {"unsat"} else "unknown"


class Results:
    """Answers stored in a file."""

    def __init__(self, path: Path, *, fresh: bool, solvers: bool) -> None:
        self.path, self.solvers = path, SOLVERS if solvers else ()
        self.known = {} if fresh or not path.exists() else json.loads(path.read_text(encoding="utf-8"))

    def get(self, key: str, find: Callable[[], Any]) -> Any:
        """Return the answer to a question, and compute it if it is not stored."""
        if key not in self.known:
            self.known[key] = find()
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_text(json.dumps(self.known, indent=0, ensure_ascii=False), encoding="utf-8")
        return self.known[key]

    def of(self, one: Statement, limit: float) -> Decision:
        """Return the answers of `prove` and of the solvers, which are asked about true statements only."""
        found = self.get(f"{code()} {limit} {one.text}", lambda: decide(one.text, limit))
        said = {e: self.get(f"{e} {SOLVER_SECONDS} {one.text}", partial(ask, e, one.text, SOLVER_SECONDS))
                for e in self.solvers if one.mark == "+"}
        return Decision(found["verdict"], found["seconds"], found["gap"], said)


Table = list[tuple[Statement, Decision]]


def is_good(one: Statement, found: Decision) -> bool:
    """Return whether the verdict is the right one."""
    return found.verdict == WANTED[one.mark]


def is_wrong(one: Statement, found: Decision) -> bool:
    """Return whether the verdict is false, or a true statement is reported to fail."""
    fails = one.mark == "+" and found.gap is not None and found.gap < -1e-4
    return fails or (found.verdict in ("proved", "refuted", "vacuous") and not is_good(one, found))


def share(table: Table, mark: str, good: Callable[[Statement, Decision], bool] = is_good) -> tuple[int, int]:
    """Return how many statements with this mark are good, and how many there are."""
    chosen = [pair for pair in table if pair[0].mark == mark]
    return sum(good(*pair) for pair in chosen), len(chosen)


def row(name: str, table: Table) -> str:
    """Return a line of the page."""
    (proved, true), (refuted, false) = share(table, "+"), share(table, "-")
    asked = [d.said for _, d in table if any(d.said.values())]
    said = [f"{sum(s[e] == 'valid' for s in asked)} of {len(asked)}" for e in SOLVERS]
    union, _ = share(table, "+", lambda s, d: is_good(s, d) or "valid" in d.said.values())
    typical = f"{median(d.seconds for _, d in table):.2f}"
    return "| " + " | ".join([name, *map(str, [true, proved, *said, union, false, refuted]), typical]) + " |"


def page(table: Table, limit: float) -> str:
    """Return the page of the docs."""
    groups = dict.fromkeys(one.group for one, _ in table)
    rows = [row(g, [pair for pair in table if pair[0].group == g]) for g in groups] + [row("**all**", table)]
    left = [f"| {WANTED[s.mark]} | {s.source} | `{s.text.replace('|-', '⊢')}` |" for s, d in table if not is_good(s, d)]
    lost = [s.source for s, d in table if "valid" in d.said.values() and not is_good(s, d)]
    found = f"A solver proves {len(lost)} that `prove` does not: {', '.join(lost)}." if lost else (
        "`prove` proves all that z3 or cvc5 proves.")
    head = ["## Undecided", "", "| should be | source or slip | statement |", "|---|---|---|"] if left else []
    sources = len({s.source.split(",")[0].split(" ")[0] for s, _ in table if s.mark == "+"})
    return PAGE.format(
        count=len(table), sources=sources, limit=limit, solver=SOLVER_SECONDS, rows="\n".join(rows), found=found,
        wrong=sum(is_wrong(*pair) for pair in table), undecided="\n".join([*head, *left]),
    ).rstrip() + "\n"


def summary(table: Table) -> Iterator[Row]:
    """Yield the figures that have targets."""
    (proved, true), (refuted, false) = share(table, "+"), share(table, "-")
    yield at_least("true statements proved", proved, LEAST_PROVED * true, f"of {true}", 0)
    yield at_least("false statements refuted", refuted, false, f"of {false}", 0)
    yield at_most("wrong verdicts", sum(is_wrong(*pair) for pair in table), 0, "", 0)
    lost = sum("valid" in d.said.values() and not is_good(s, d) for s, d in table)
    yield at_most("proved by z3 or cvc5 only", lost, 0, "", 0)
    yield at_most("median", median(d.seconds for _, d in table), MEDIAN, "CPU s")


def decisions(chosen: Iterable[Statement], results: Results, limit: float) -> Iterator[tuple[Statement, Decision]]:
    """Yield the statements with their decisions, and print those that are not good."""
    for one in chosen:
        found = results.of(one, limit)
        if not is_good(one, found):
            valid = ", ".join(e for e, said in found.said.items() if said == "valid")
            wrong = "WRONG " * is_wrong(one, found)
            print(f"{found.seconds:5.1f} s  {wrong}{found.verdict:8} {one.mark} {one.source} :: {one.text}"
                  + f"  ({valid}: valid)" * bool(valid), flush=True)
        yield one, found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?", type=Path, default=FILE)
    parser.add_argument("--only", default="", help="statements with this text in their group, source or themselves")
    parser.add_argument("--mark", choices=["+", "-"], help="true or false statements only")
    parser.add_argument("--limit", type=float, default=20.0, help="of work, as for `novikoff prove` (20)")
    parser.add_argument("--solvers", action="store_true", help="ask z3 and cvc5, too")
    parser.add_argument("--fresh", action="store_true", help="forget former answers")
    parser.add_argument("--page", type=Path)
    given = parser.parse_args()
    chosen = [s for s in statements(given.file)
              if given.only in f"[{s.group}] {s.source} :: {s.text}" and given.mark in (None, s.mark)]
    results = Results(ROOT / "build" / "benchmarks" / "statements.json", fresh=given.fresh, solvers=given.solvers)
    table = list(decisions(chosen, results, given.limit))
    if given.page:
        given.page.write_text(page(table, given.limit), encoding="utf-8")
    show(summary(table))
    return int(any(is_wrong(*pair) for pair in table))


if __name__ == "__main__":
    sys.exit(main())
