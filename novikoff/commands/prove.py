"""`novikoff prove`: proves one statement, or refutes it by exact values."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from ..algorithms.errors import BadInput
from ..algorithms.safe_files import write_whole
from ..api.claims import prove
from ..report.result_output import Reported, note
from ._shared import Writable, command, limit_option

STATEMENT = 1_000_000  # characters read from standard input at most; `parse` accepts fewer


@command(
    click.argument("statement"),
    click.argument("hints", nargs=-1, metavar="[using HINT...] [by LEMMA...]"),
    click.option(
        "--save", type=Writable("certificate"), metavar="FILE",
        help="Also write the certificate to FILE. `novikoff verify FILE` checks it.",
    ),
    click.option("--seed", type=int, default=0, show_default=True,
                 help="The seed of the random choices in the search for counterexamples."),
    limit_option(20, "the verdict is unknown."),
)
def prove_command(statement: str, *, hints: tuple[str, ...], save: str | None, seed: int, limit: float) -> Reported:
    """Prove or refute one STATEMENT.

    \b
    novikoff prove "vec u v |- u@v <= norm(u)*norm(v)"
    novikoff prove "vec w x; real b y R; y**2 == 1, y*(w@x + b) <= 0, x@x <= R**2
                    |- (w + y*x)@(w + y*x) + (b + y)**2 <= w@w + b**2 + R**2 + 1"
    novikoff prove "vec x[i]; real a[i]; all(a[i] >= 0), all(x[i]@x[i] <= 1)
                    |- Sum(a[i]*(x[i]@x[i])) <= Sum(a[i])"
    novikoff prove "vec u v; real e; e > 0 |- 2*(u@v) <= e*(u@u) + (v@v)/e" using "square(e*u - v)"
    novikoff prove "vec a b |- (a@(2*b))**2 <= 4*(a@a)*(b@b)" by "cauchy-schwarz(u=a, v=2*b)"

    `vec` and `real` declare names, commas separate hypotheses, and `|-` precedes the conclusion. `@` is the inner
    product of any real inner-product space. Statements may contain norm, abs, max, min, sqrt, exp, ln, Sum (of numbers
    or vectors), all(...), chained comparisons and !=. The STATEMENT `-` is read from standard input.

    \b
    Verdicts:
      proved    a certificate passed the kernel
      refuted   the command prints exact values at which all hypotheses hold and the conclusion fails
      vacuous   the kernel checked that the hypotheses contradict each other
      unknown   neither was found; the command prints what is left to show, the smallest
                gap that a numerical search found, and suggestions

    If the command knows no values at which the hypotheses of a proved statement hold, it says so.

    After `using` come hints. square(e), length(v), tangent(e, f) and exponents(e, f) are facts to use. Products of
    these and of hypotheses are hints, too; the hypotheses have the names hypothesis1, hypothesis2 and so on.
    have(e >= f) is a fact to prove first, case(e >= f) splits the proof, and times(e) multiplies the goal by a positive
    number.

    After `by` come theorems to cite, each by its id, with values for its variables; a variable without a value keeps
    its name. A lemma is an id of the ledger, a theorem of the project, or FILE.py::ID, which runs that file. The kernel
    checks each lemma again, and its hypotheses have to follow.
    """
    using, by = split_hints(hints)
    try:
        text = sys.stdin.read(STATEMENT) if statement == "-" else statement
    except UnicodeDecodeError:
        raise BadInput("standard input is not UTF-8 text") from None
    from ..report.prove_result_text import FindingReport

    found = prove(text, using=using, by=by, seed=seed, limit=limit)
    if save and found.certificate is not None:
        write_whole(Path(save), json.dumps(found.certificate, ensure_ascii=False, indent=1) + "\n")
    elif save:
        note(f"there is no certificate, so nothing is written to {save}")
    return FindingReport(found)


def split_hints(words: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """Return the hints after `using` and the lemmas after `by`.

    >>> split_hints(("using", "square(a)", "by", "my-lemma", "cauchy-schwarz(u=a)"))
    (['square(a)'], ['my-lemma', 'cauchy-schwarz(u=a)'])
    """
    found = {"using": list[str](), "by": list[str]()}
    if words and words[0] not in found:
        raise BadInput(f"only  using HINT ...  or  by LEMMA ...  may follow the statement (got {words[0]!r:.60})")
    to = ""
    for word in words:
        if word in found:
            to = word
        else:
            found[to].append(word)
    return found["using"], found["by"]
