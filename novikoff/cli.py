"""The command line. Each command imports what it needs when it runs, so that `--help` is quick."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from . import __version__
from .output import FORMATS, INTERRUPTED, MISUSE, OK

EXIT = """
\b
Exit status: 0 all hold; 1 something refuted, vacuous or disallowed; 2 wrong use or bad input;
3 inconclusive only; 5 nothing selected; 130 interrupted.
"""

STATEMENT = 1_000_000  # more characters are not read from standard input; `parse` takes fewer still


class Failure(click.ClickException):
    """A user's mistake: one sentence on stderr, exit status 2."""

    exit_code = MISUSE

    def show(self, file: Any = None) -> None:
        """Print the sentence."""
        click.echo(f"novikoff: {self.format_message()}", err=True)


def command(*parameters: Callable[..., Any], **settings: Any) -> Callable[..., Any]:
    """A command with the options that all commands share; BadInput becomes one sentence."""

    def decorate(function: Callable[..., int]) -> click.Command:
        @wraps(function)
        def run(as_json: bool, output_format: str, **arguments: Any) -> None:
            from .algorithms.errors import BadInput

            try:
                status = function(output_format="json" if as_json else output_format, **arguments)
                sys.stdout.flush()
            except BadInput as problem:
                raise Failure(str(problem)) from None
            except BrokenPipeError:  # the reader has seen enough; what is left in the buffer goes nowhere
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
                status = OK
            sys.exit(status)

        shared = [
            click.option(
                "--output-format", type=click.Choice(FORMATS), default="text", show_default=True, help="How to print."
            ),
            click.option("--json", "as_json", is_flag=True, help="Short for --output-format json."),
            click.option("-q", "--quiet", is_flag=True, help="No progress, and only what failed and the summary."),
            click.option("-v", "--verbose", is_flag=True, help="More detail."),
        ]
        for parameter in reversed([*parameters, *shared]):
            run = parameter(run)
        return click.command(epilog=EXIT, **settings)(run)

    return decorate


@click.group(context_settings={"help_option_names": ["-h", "--help"]}, epilog=EXIT)
@click.version_option(__version__, prog_name="novikoff")
def cli() -> None:
    """Proofs, exact runs and property tests for the theory of linear classifiers.

    \b
    novikoff check                       every claim proved or refuted, with who checked it
    novikoff prove "vec u v |- (u@v)**2 <= (u@u)*(v@v)"
    novikoff explain smola-mistake-bound
    novikoff run perceptron iris.csv --label species --positive setosa

    Shell completion: eval "$(_NOVIKOFF_COMPLETE=bash_source novikoff)" (or zsh_source, fish_source).
    """


def complete_claim(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Claim ids that start like this."""
    from .proofs.ledger import claims

    return [identifier for identifier in claims() if identifier.startswith(incomplete)]


def complete_data(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[Any]:
    """Bundled datasets and files."""
    from click.shell_completion import CompletionItem

    from .algorithms.datasets import bundled

    names = [CompletionItem(f"{n}.csv") for n in bundled() if n.startswith(incomplete)]
    return [*names, CompletionItem(incomplete, type="file")]


@command(
    click.argument("ids", nargs=-1, metavar="[ID]...", shell_complete=complete_claim),
    click.option(
        "-k", "expression", metavar="EXPR", help="Only claims whose words satisfy EXPR, as in 'norm and not smola'."
    ),
    click.option("--source", metavar="KEY", help="Only claims from this source (a key of the bibliography)."),
    click.option(
        "--engine",
        "engines",
        multiple=True,
        metavar="NAME",
        help="kernel, z3, cvc5 (the default: all three) or coq; repeat, or separate by commas.",
    ),
    click.option(
        "-j", "--jobs", type=click.IntRange(min=1), metavar="N", help="Worker processes. Default: one a processor."
    ),
    click.option(
        "--replay", is_flag=True, help="Re-check the stored certificates by the kernel alone; no solver is loaded."
    ),
    click.option(
        "--save",
        type=click.Path(dir_okay=False),
        metavar="FILE",
        help="Also write the certificates to FILE; --replay reads those that ship with the package.",
    ),
    name="check",
)
def check(ids: tuple[str, ...], **options: Any) -> int:
    """Prove or refute the claims of the ledger, from scratch.

    Each claim gets its verdict from the kernel, which checks a certificate; z3 and cvc5 give their
    opinion on every obligation. A refuted statement of a source counts only with its proved correction.

    \b
    novikoff check                        the whole ledger
    novikoff check smola-mistake-bound    one claim and all that it rests on
    novikoff check -k "norm and not smola" --engine kernel
    """
    from .reports import check_command

    return check_command(ids, **options)


@command(
    click.argument("statement"),
    click.option("--seed", type=int, default=0, show_default=True, help="For the search for counterexamples."),
    click.option(
        "--limit",
        type=click.FloatRange(min=0, min_open=True),
        default=20,
        show_default=True,
        metavar="SECONDS",
        help="Give up then, with the verdict unknown.",
    ),
    name="prove",
)
def prove(statement: str, **options: Any) -> int:
    """Prove or refute one STATEMENT; a wrong one yields the exact vectors that break it.

    \b
    novikoff prove "vec u v |- u@v <= norm(u)*norm(v)"
    novikoff prove "vec w x; real b y R; y**2 == 1, y*(w@x + b) <= 0, x@x <= R**2
                    |- (w + y*x)@(w + y*x) + (b + y)**2 <= w@w + b**2 + R**2 + 1"
    novikoff prove "vec x[i]; real a[i]; all(a[i] >= 0), all(x[i]@x[i] <= 1)
                    |- Sum(a[i]*(x[i]@x[i])) <= Sum(a[i])"

    `vec` and `real` declare, commas separate hypotheses, `|-` precedes the conclusion. `@` is the inner
    product of an arbitrary real inner-product space; norm, abs, max, min, sqrt, Sum, all(...), chained
    comparisons and != are known. `-` reads the statement from standard input.
    """
    from .reports import prove_command

    try:
        text = sys.stdin.read(STATEMENT) if statement == "-" else statement
    except UnicodeDecodeError:
        raise Failure("standard input is not UTF-8 text") from None
    return prove_command(text, **options)


@command(
    click.argument("identifier", metavar="ID", shell_complete=complete_claim),
    click.option(
        "--format",
        "page_format",
        type=click.Choice(["text", "markdown", "latex", "html"]),
        default="text",
        show_default=True,
        help="The language of the page.",
    ),
    name="explain",
)
def explain(identifier: str, **options: Any) -> int:
    """The statement, its hypotheses, the derivation step by step, and all that it rests on.

    \b
    novikoff explain smola-mistake-bound
    novikoff explain geometric-margin --format html > margin.html
    """
    from .reports import explain_command

    return explain_command(identifier, **options)


@command(
    click.argument("ids", nargs=-1, metavar="[ID]...", shell_complete=complete_claim),
    click.option("-k", "expression", metavar="EXPR", help="Only claims whose words satisfy EXPR."),
    click.option("--source", metavar="KEY", help="Only claims from this source."),
    name="list",
)
def list_(ids: tuple[str, ...], **options: Any) -> int:
    """The claims: id, expected verdict, source and title.

    \b
    novikoff list -k "norm and not smola"
    novikoff list --source tutorial -q      ids only, for scripts
    novikoff list smola-mistake-bound -v    with the sentence in plain words
    """
    from .reports import list_command

    return list_command(ids, **options)


@command(
    click.argument("algorithm"),
    click.argument("data", metavar="DATA.csv", shell_complete=complete_data),
    click.option("--label", metavar="COL", help="The column with the labels. Default: the last."),
    click.option("--positive", metavar="VALUE", help="The label that is +1; all others are -1."),
    click.option(
        "--order", default="cyclic", show_default=True, help="cyclic, first (always the first mistake) or random."
    ),
    click.option("--seed", type=int, help="For --order random, which needs it."),
    click.option("--rate", default="1", show_default=True, metavar="α", help="Learning rate, a positive rational."),
    click.option(
        "--tie",
        default="mistake",
        show_default=True,
        help="What a score of 0 is: mistake, correct, positive or negative.",
    ),
    click.option(
        "--max-updates",
        type=click.IntRange(min=0),
        metavar="N",
        help="Stop after N updates (never called convergence).",
    ),
    name="run",
)
def run(algorithm: str, data: str, **options: Any) -> int:
    """Run ALGORITHM exactly on the examples of DATA.csv and hold the run against the proved bounds.

    \b
    ALGORITHM is
      perceptron               bias step 1 (Algorithm 1.3 of the book section)
      perceptron:R2            bias step R² (the tutorial)
      perceptron:c=1/4         any bias step c = ρ² > 0
      perceptron:homogeneous   no bias
    DATA.csv has a header row; numbers are read as exact decimals. `iris.csv` is built in.

    \b
    novikoff run perceptron iris.csv --label species --positive setosa
    novikoff run perceptron:R2 iris.csv --positive setosa --order random --seed 7 --json
    """
    from .running import run_command

    return run_command(algorithm, data, **options)


@command(
    click.argument("language", type=click.Choice(["smt2", "coq"])),
    click.argument("ids", nargs=-1, metavar="[ID]...", shell_complete=complete_claim),
    click.option("-o", "--output", metavar="DIR", required=True, help="The folder to write to; it is made if missing."),
    click.option("-k", "expression", metavar="EXPR", help="Only claims whose words satisfy EXPR."),
    click.option("--source", metavar="KEY", help="Only claims from this source."),
    name="export",
)
def export(language: str, ids: tuple[str, ...], **options: Any) -> int:
    """Write claims in the LANGUAGE of another prover.

    \b
    novikoff export smt2 smola-mistake-bound -o obligations
    z3 obligations/smola-mistake-bound-01.smt2
    novikoff export coq -o coq
    """
    from .exporting import export_command

    return export_command(language, ids, **options)


for each in (check, prove, explain, list_, run, export):
    cli.add_command(each)


def main() -> None:
    """The entry point: interruption ends with status 130."""
    try:
        cli.main(prog_name="novikoff", standalone_mode=False)
    except click.exceptions.Abort:
        click.echo("novikoff: interrupted", err=True)
        sys.exit(INTERRUPTED)
    except click.ClickException as problem:
        problem.show()
        sys.exit(problem.exit_code)
    except click.exceptions.Exit as done:
        sys.exit(done.exit_code)


__all__ = ["cli", "main"]
