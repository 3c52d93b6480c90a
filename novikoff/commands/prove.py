"""`novikoff prove`: one statement proved, or refuted by exact values."""

from __future__ import annotations

import json
import re
import sys
from contextlib import suppress
from fractions import Fraction
from math import exp, log, prod, sqrt
from pathlib import Path
from typing import Any

import click

from ..algorithms.errors import BadInput
from ..algorithms.safe_files import write_whole
from ..output.printing import COLOURS, Row, emit, exit_status, style
from ._shared import SECONDS, Writable, command
from ._user_files import reading_what

STATEMENT = 1_000_000  # more characters are not read from standard input; `parse` takes fewer still


@command(
    click.argument("statement"),
    click.argument("hints", nargs=-1, metavar="[using HINT...] [by LEMMA...]"),
    click.option(
        "--save", type=Writable("certificate"), metavar="FILE",
        help="Write the certificate, which `novikoff verify FILE` checks.",
    ),
    click.option("--seed", type=int, default=0, show_default=True, help="For the search for counterexamples."),
    click.option(
        "--limit", type=SECONDS, default=20, show_default=True, metavar="SECONDS",
        help="Give up then, with the verdict unknown.",
    ),
)  # fmt: skip
def prove_command(
    statement: str, *, hints: tuple[str, ...], save: str | None, seed: int, limit: float, output_format: str,
    quiet: bool, verbose: bool,
) -> int:  # fmt: skip
    """Prove or refute one STATEMENT; a wrong one yields the exact vectors that break it.

    \b
    novikoff prove "vec u v |- u@v <= norm(u)*norm(v)"
    novikoff prove "vec w x; real b y R; y**2 == 1, y*(w@x + b) <= 0, x@x <= R**2
                    |- (w + y*x)@(w + y*x) + (b + y)**2 <= w@w + b**2 + R**2 + 1"
    novikoff prove "vec x[i]; real a[i]; all(a[i] >= 0), all(x[i]@x[i] <= 1)
                    |- Sum(a[i]*(x[i]@x[i])) <= Sum(a[i])"
    novikoff prove "vec u v; real e; e > 0 |- 2*(u@v) <= e*(u@u) + (v@v)/e" using "square(e*u - v)"
    novikoff prove "vec a b |- (a@(2*b))**2 <= 4*(a@a)*(b@b)" by "cauchy-schwarz(u=a, v=2*b)"

    `vec` and `real` declare, commas separate hypotheses, `|-` precedes the conclusion. `@` is the inner
    product of an arbitrary real inner-product space; norm, abs, max, min, sqrt, exp, ln, Sum (of a vector, a vector),
    all(...), chained comparisons and != are known. `-` reads the statement from standard input.

    The verdict is proved (a certificate passed the kernel), refuted (an exact counterexample), vacuous (the kernel has
    checked that the hypotheses contradict each other) or unknown. If no values are found at which the hypotheses of a
    proved statement hold, that is said. What is unknown comes with what is left to show, the smallest gap that
    was seen and where, and what usually helps. After `using` come hints: square(e), length(v), tangent(e, f),
    exponents(e, f), and products of hypotheses, which are called hypothesis1, hypothesis2 and so on in their order.
    After `by` come theorems to cite, by id, with what is put for their variables; those that are not named stay. Of
    one's own theorems those are known that the project has, and others as FILE.py::ID, which runs that file. A lemma
    is used if it is proved, by the kernel and now, and if its hypotheses follow here.
    """
    from ..algorithms.processes import OutOfTime, Stopped, within
    from ..proofs.kernel import Rejected
    from ..proofs.prover.prove import Finding, outlook, prove
    from ..proofs.statements.proof_script import Script

    using, lemmas = asked(hints)
    try:
        text = sys.stdin.read(STATEMENT) if statement == "-" else statement
    except UnicodeDecodeError:
        raise BadInput("standard input is not UTF-8 text") from None
    by = [text.rpartition("::")[2] for text in lemmas]
    given: dict[str, Any] = {"using": using, "by": by, "seed": seed}
    with reading_what(text.partition("(")[0] for text in lemmas):
        try:
            answer = within(limit, lambda: answer_of(prove(text, **given, patience=limit / 2), quiet, verbose))
        except Stopped as problem:
            late, known = isinstance(problem, OutOfTime), None
            with suppress(Stopped, Rejected, RecursionError, MemoryError):
                known = within(limit / 4, lambda: outlook(text, **given)) if late else None
            open_ = Finding(Script(), "unknown", reason=f"{problem}{'; --limit allows more' * late}", evidence=known)
            answer = answer_of(open_, quiet, verbose)
    printed, data, row = answer
    if save and "certificate" in data:
        write_whole(Path(save), json.dumps(data["certificate"], ensure_ascii=False, indent=1) + "\n")
    elif save:
        click.echo(f"novikoff: there is no certificate, so nothing is written to {save}", err=True)
    if "counterexample" in data and "refutes" not in data["certificate"]:
        del data["certificate"]  # the kernel evaluates the counterexample itself
    emit(output_format, text=printed, data=data, rows=[row])
    return exit_status([row])


def asked(words: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """The hints after `using` and the lemmas after `by`.

    >>> asked(("using", "square(a)", "by", "my-lemma", "cauchy-schwarz(u=a)"))
    (['square(a)'], ['my-lemma', 'cauchy-schwarz(u=a)'])
    """
    found = {"using": list[str](), "by": list[str]()}
    if words and words[0] not in found:
        raise BadInput(f"after the statement comes  using HINT ...  or  by LEMMA ...  (got {words[0]!r:.60})")
    to = ""
    for word in words:
        if word in found:
            to = word
        else:
            found[to].append(word)
    return found["using"], found["by"]


def answer_of(finding: Any, quiet: bool, verbose: bool) -> tuple[str, dict[str, Any], Row]:
    """A finding as text, as data and as a result."""
    data: dict[str, Any] = {"schema": 1, "verdict": finding.verdict}
    if finding.certificate is not None:
        data["certificate"] = finding.certificate
    if finding.counterexample is not None:
        data["counterexample"] = finding.counterexample
    if cited := cited_by(finding):
        data["rests_on"] = cited
    if finding.reason:
        data["reason"] = finding.reason
    if finding.evidence is not None:
        data |= finding.evidence.json()
    message = finding.verdict
    if finding.counterexample is not None:
        message += " by " + ", ".join(line.strip() for line in witness_lines(finding))
    printed = finding.verdict if quiet else finding_text(finding, verbose)
    return printed, data, Row("statement", finding.status, finding.reason or message)


def finding_text(finding: Any, verbose: bool) -> str:
    """The verdict in words, with the certificate or the values that break the statement."""
    verdict = style(finding.verdict, fg=COLOURS.get(finding.verdict, "red"), bold=True)
    if finding.certificate is not None and finding.verdict == "proved":
        scope = " in every dimension" * is_about(finding, "@")
        scope += " for every number of indices" * is_about(finding, "[i]")
        lines = [f"{verdict}{scope}; the certificate passed the kernel"]
        if cited := cited_by(finding):
            lines.append(f"using {', '.join(cited)}")
        lines += [f"but {finding.reason}"] * bool(finding.reason)
        return "\n".join(lines + proof_lines(finding, verbose))
    if finding.counterexample is None:
        known = finding.evidence.lines() if finding.evidence else []
        return "\n".join([f"{verdict}: {finding.reason}", *known, *proof_lines(finding, verbose)])
    at = " at" if finding.script.names else ""
    lines = [f"{verdict}: every hypothesis holds and the conclusion fails{at}", *witness_lines(finding)]
    for e in finding.evaluated:
        if verbose or not e.holds:
            lines += ["", *evaluated_lines(e)]
    return "\n".join(lines)


def cited_by(finding: Any) -> list[str]:
    """The theorems that a proof rests on, in the order of the certificate."""
    entries = finding.certificate["entries"] if finding.certificate and finding.verdict == "proved" else []
    return [entry["statement"]["id"] for entry in entries[:-1]]


def proof_lines(finding: Any, verbose: bool) -> list[str]:
    """The last proof of the certificate as a chain, if there is one and it is asked for, and as a script."""
    from ..proofs.prover.proof_printer import chain, script

    if finding.certificate is None or not verbose:
        return []
    entries = finding.certificate["entries"]
    pasted = ["", "as a claim:", "", *script(entries, finding.said)] if finding.said else []
    return ["", *chain(entries), *pasted]


def is_about(finding: Any, mark: str) -> bool:
    """Does the statement declare vectors (@) or families ([i])?"""
    return any(mark in name for name in finding.script.names)


def witness_lines(finding: Any) -> list[str]:
    """The values of a counterexample, vectors in coordinates."""
    values = finding.counterexample["values"]
    given = [f"  {name.rstrip('@')} = {shown(values[name])}" for name in finding.script.names]
    size = finding.counterexample["size"]
    return given + ([f"  with {size} ind{'ex' if size == 1 else 'ices'} i"] if is_about(finding, "[i]") else [])


def evaluated_lines(e: Any) -> list[str]:
    """Both sides of a relation with their exact values, and whether it holds."""
    where = f"at index {e.index} " if e.index else ""
    left, right = map(shown, e.values)
    width = max(len(e.left), len(e.right))
    return [
        f"  {e.name} {where}{'holds' if e.holds else 'fails'}: {left} {e.operator} {right} is {str(e.holds).lower()}",
        f"    left-hand side   {e.left:{width}} = {left}",
        f"    right-hand side  {e.right:{width}} = {right}",
    ]


def shown(value: Any) -> str:
    """A number, a vector (1, -1/2), or a family of either."""
    from ..proofs.statements.witness import is_term, multiples

    if isinstance(value, dict) or is_term(value):
        return with_exponentials(multiples(value))
    return value if isinstance(value, str) else "(" + ", ".join(map(shown, value)) + ")"


def with_exponentials(value: dict[str, str]) -> str:
    """A number such as {"exp(1)": "2", "1": "-1"} or {"ln(2)": "1/2"}, and what it is nearly.

    >>> with_exponentials({"exp(1)": "2", "1": "-1"})
    '2*exp(1) - 1 (nearly 4.43656)'
    >>> with_exponentials({"ln(2)^2 ln(3)": "1"})
    'ln(2)**2*ln(3) (nearly 0.527832)'
    """
    words = {m: m.replace(" ", "*").replace("^", "**") for m in value}
    signs = {"1": "", "-1": "-"}
    terms = [c if m == "1" else f"{signs.get(c, f'{c}*')}{words[m]}" for m, c in value.items()]
    near = sum(float(Fraction(c)) * prod(map(factor, m.split(" "))) for m, c in value.items())
    return f"{' + '.join(terms).replace('+ -', '- ')} (nearly {near:.6g})"


def factor(text: str) -> float:
    """What exp(1/2)^3, ln(2) or sqrt(2) is nearly, or 1."""
    word, inside, power = re.fullmatch(r"(?:(exp|ln|sqrt)\()?([0-9/-]+)\)?(?:\^([0-9]+))?", text).groups()  # type: ignore[union-attr]
    value = float(Fraction(inside))
    return {"exp": exp, "ln": log, "sqrt": sqrt, None: float}[word](value) ** int(power or 1)
