"""The command line. Each command imports what it needs when it runs, so that `--help` is quick."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

import click

from . import __version__
from .commands._shared import (
    EXIT,
    Failure,
    algorithm_option,
    bound_argument,
    certificate_option,
    command,
    complete_claim,
    data_argument,
    expression_option,
    jobs_option,
    label_option,
    positive_option,
    resume_option,
    tie_option,
)
from .output.legible import legible
from .output.printing import INTERRUPTED

STATEMENT = 1_000_000  # more characters are not read from standard input; `parse` takes fewer still


HERE: dict[str, click.Command] = {}


class Commands(Mapping[str, click.Command]):
    """The commands by name; each is imported from the file of its name when it is asked for."""

    def __getitem__(self, name: str) -> click.Command:
        """Import a command; KeyError if there is none of this name."""
        if name not in ("bound", "run"):
            return HERE[name]
        found: click.Command = getattr(import_module(f".commands.{name}", __package__), f"{name}_command")
        return found

    def __iter__(self) -> Iterator[str]:
        """Their names."""
        return iter((*HERE, "bound", "run"))

    def __len__(self) -> int:
        """How many there are."""
        return len(list(iter(self)))


@click.group(commands=Commands(), context_settings={"help_option_names": ["-h", "--help"]}, epilog=EXIT)
@click.version_option(__version__, prog_name="novikoff")
def cli() -> None:
    """Proofs, exact runs and property tests for the theory of linear classifiers.

    \b
    novikoff check                       every claim proved or refuted, with who checked it
    novikoff prove "vec u v |- (u@v)**2 <= (u@u)*(v@v)"
    novikoff explain smola-mistake-bound
    novikoff run perceptron iris.csv --label species --positive setosa
    novikoff separate iris.csv --positive setosa --certificate proof.json
    novikoff verify proof.json
    novikoff audit sklearn.linear_model:Perceptron
    novikoff bound "w@w == 1 |- k <= (1 + R**2)*(1 + b**2)/gamma**2"
    novikoff campaign smola-mistake-bound --count 1e8
    novikoff mutate, novikoff fuzz       is a wrong claim noticed, a wrong proof refused?

    Shell completion: eval "$(_NOVIKOFF_COMPLETE=bash_source novikoff)" (or zsh_source, fish_source).
    """
    gc.set_threshold(50_000)  # few objects are circular; at 700, the search for those takes a tenth of the time


@command(
    click.argument("ids", nargs=-1, metavar="[ID]...", shell_complete=complete_claim),
    expression_option,
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
        "--evaluate",
        is_flag=False,
        flag_value=100,
        type=click.IntRange(min=1),
        metavar="[N]",
        help="Also evaluate each proved claim on N random exact instances of its hypotheses (100 if no N is given).",
    ),
    click.option(
        "--trust", is_flag=True, help="Say what each claim rests on: lemmas, all supposed or unproved, who checked it."
    ),
    click.option(
        "--save",
        type=click.Path(dir_okay=False),
        metavar="FILE",
        help="Also write the certificates to FILE; --replay reads those that ship with the package.",
    ),
)
def check(ids: tuple[str, ...], **options: Any) -> int:
    """Prove or refute the claims of the ledger, from scratch.

    Each claim gets its verdict from the kernel, which checks a certificate; z3 and cvc5 give their
    opinion on every obligation. A refuted statement of a source counts only with its proved correction.
    A claim without an exact model of its hypotheses is vacuous. What rests on something that is admitted,
    or that only a solver has found valid, is unknown; on sizes up to a bound, proved-bounded.

    \b
    novikoff check                        the whole ledger
    novikoff check smola-mistake-bound    one claim and all that it rests on
    novikoff check -k "norm and not smola" --engine kernel
    novikoff check --trust --evaluate     also what all rests on, and 100 random instances of each claim
    """
    from .commands.reports import check_command

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

    The verdict is proved (a certificate passed the kernel), refuted (an exact counterexample), vacuous (the kernel has
    checked that the hypotheses contradict each other) or unknown. If no values are found at which the hypotheses of a
    proved statement hold, that is said.
    """
    from .commands.reports import prove_command

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
)
def explain(identifier: str, **options: Any) -> int:
    """The statement, its hypotheses, the derivation step by step, and all that it rests on.

    \b
    novikoff explain smola-mistake-bound
    novikoff explain geometric-margin --format html > margin.html
    """
    from .commands.reports import explain_command

    return explain_command(identifier, **options)


@command(
    click.argument("ids", nargs=-1, metavar="[ID]...", shell_complete=complete_claim),
    expression_option,
    click.option("--source", metavar="KEY", help="Only claims from this source."),
    click.option("--supposes", is_flag=True, help="Only claims that suppose something, or rest on such; with what."),
)
def list_(ids: tuple[str, ...], **options: Any) -> int:
    """The claims: id, expected verdict, source and title.

    \b
    novikoff list -k "norm and not smola"
    novikoff list --source tutorial -q      ids only, for scripts
    novikoff list smola-mistake-bound -v    with the sentence in plain words
    novikoff list --supposes                what is taken for granted, as that a maximum is attained
    """
    from .commands.reports import list_command

    return list_command(ids, **options)


@command(
    click.argument("ids", nargs=-1, metavar="[ROW]..."),
    click.option("--source", metavar="KEY", help="Only rows of this document (tutorial, notes, …, relations)."),
    click.option("--fresh", is_flag=True, help="Prove everything from scratch instead of replaying certificates."),
)
def ledger(ids: tuple[str, ...], **options: Any) -> int:
    """Every statement of the documents: its claim, verdict and trust; and the totals.

    The claims that state the row, wholly or in part, decide on it by their verdicts, and those that it denies by
    the opposite: one that is refuted refutes the row; else the row has the weakest verdict among them. A row that
    no claim states or denies has the verdict of its account. Corrections, consequences and false statements that
    show what the row lacks decide nothing; but a claim of any role that is vacuous, unknown or an error makes the
    row that too.

    \b
    novikoff ledger -q                      the totals, and rows without a home
    novikoff ledger --source lecture -v     with places, all claims in their roles, and what accounts for the row
    novikoff ledger --json                  one entry for each row
    """
    from .commands.coverage import ledger_command

    return ledger_command(ids, **options)


@command(
    click.argument("ids", nargs=-1, metavar="[ID]...", shell_complete=complete_claim),
    click.option("--source", metavar="KEY", help="Only statements of this source."),
    click.option(
        "--format", "page_format", type=click.Choice(["text", "markdown", "html", "latex"]), default="text",
        show_default=True, help="How the page is written.",
    ),
)  # fmt: skip
def errata(ids: tuple[str, ...], **options: Any) -> int:
    """What the documents have wrong: the statement, an exact counterexample, what holds instead.

    \b
    novikoff errata --source iml            those of one document
    novikoff errata --format markdown       as a page
    novikoff errata --json                  for programs
    """
    from .commands.coverage import errata_command

    return errata_command(ids, **options)


@command(
    data_argument,
    label_option,
    positive_option,
    click.option("--no-bias", "bias", is_flag=True, flag_value=False, default=True, help="Hyperplanes through 0 only."),
    certificate_option,
)
def separate(data: str, **options: Any) -> int:
    """Is there a hyperplane between the classes of DATA.csv? An exact separator, or an exact proof that there is none.

    The exit status is 0 if the examples are separable and 1 if they are not. A separator comes with the best margin,
    between an exact lower and an exact upper bound; the proof of the contrary is a convex combination of the signed
    examples that is 0, given by the lines of the file.

    \b
    novikoff separate iris.csv --positive setosa
    novikoff separate iris.csv --positive versicolor -v
    novikoff separate breast_cancer.csv --certificate separable.json
    novikoff verify separable.json
    """
    from .commands.separate import separate_command

    return separate_command(data, **options)


@command(
    click.argument("file", metavar="FILE.json", type=click.Path()),
    click.option("--data", metavar="DATA.csv", help="The examples, in their order, have to be those of this file."),
    label_option,
    positive_option,
)
def verify(file: str, **options: Any) -> int:
    """Check one certificate of `novikoff run` or `novikoff separate`, in fractions, with no solver.

    A run is repeated step by step; a separator, a combination that is 0, primal and dual points are put into their
    inequalities. The certificate has its examples with it; with --data they are compared with those of a file, which
    --label and --positive read as in `novikoff run`. The exit status is 0 if the certificate shows what it claims, 1 if
    it does not, 2 if it cannot be read, and 3 if that takes more work than is allowed.

    \b
    novikoff run perceptron iris.csv --positive setosa --certificate run.json
    novikoff verify run.json
    novikoff verify run.json --data iris.csv --positive setosa
    novikoff verify run.json --json
    """
    from .commands.verify import verify_command

    return verify_command(file, **options)


@command(
    click.argument("language", type=click.Choice(["smt2", "coq", "lean"])),
    click.argument("ids", nargs=-1, metavar="[ID]...", shell_complete=complete_claim),
    click.option("-o", "--output", metavar="DIR", required=True, help="The folder to write to; it is made if missing."),
    expression_option,
    click.option("--source", metavar="KEY", help="Only claims from this source."),
)
def export(language: str, ids: tuple[str, ...], **options: Any) -> int:
    """Write claims in the LANGUAGE of another prover.

    \b
    novikoff export smt2 smola-mistake-bound -o obligations
    z3 obligations/smola-mistake-bound-01.smt2
    novikoff export coq -o coq
    novikoff export lean -o lean        not checked by Lean, and says so
    """
    from .commands.export import export_command

    return export_command(language, ids, **options)


def complete_mutable(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """What can be mutated: the kernel, algorithms, claims."""
    from .proofs.scrutiny.mutation import ALGORITHMS, KERNEL

    names = [KERNEL, *ALGORITHMS, *complete_claim(context, parameter, "")]
    return [name for name in names if name.startswith(incomplete)]


@command(
    click.argument("ids", nargs=-1, metavar="[ID]...", shell_complete=complete_mutable),
    jobs_option,
    click.option(
        "--sample", type=click.IntRange(min=1), metavar="N", help="At most N mutants of each, always the same."
    ),
    resume_option,
)
def mutate(ids: tuple[str, ...], **options: Any) -> int:
    """Change claims, update rules and the kernel a little: what notices each change?

    ID is a claim, an algorithm (`perceptron`, `kozinec`, …) or `kernel`; without any, all are changed. A mutant is
    killed (an exact counterexample, an unproved claim, a failed property, another verdict of the kernel), equivalent
    (true as well, with a proof that the kernel accepts), open (of a claim: neither; perhaps a sharper theorem), argued
    (of the kernel: not to be noticed, for a reason that no machine has checked) or survived. One that survives shows a
    check that is missing, and the exit status is 1. A complete run takes minutes.

    \b
    novikoff mutate smola-mistake-bound        all mutants of one claim
    novikoff mutate smola-mistake-bound -v     each of them, with what killed it
    novikoff mutate perceptron kernel          of the update rule, and of the kernel
    novikoff mutate --sample 5 -j 2            five of each, on two processors
    novikoff mutate --resume mutate.jsonl      everything; can be interrupted and repeated
    """
    from .commands.trust import mutate_command

    return mutate_command(ids, **options)


@command(
    click.option(
        "--number",
        type=click.IntRange(min=1),
        metavar="N",
        help="So many false statements, and as many corrupted certificates (100 000), or so many changes (all).",
    ),
    click.option("--seed", type=int, default=0, show_default=True, help="The report depends on N and on this alone."),
    jobs_option,
    resume_option,
    click.option("--certificates", is_flag=True, help="Change certificates of runs and data instead of proofs."),
)
def fuzz(number: int | None, certificates: bool, **options: Any) -> int:
    """Try to make the kernel, or `novikoff verify`, accept something false.

    Random statements that are false at a known exact point come with proofs in which one step is wrong, and right
    certificates are corrupted. The kernel must accept none of them, and must accept the right ones from which they are
    made. What it accepts wrongly is printed, made small, and the exit status is 1.

    With --certificates, every leaf of certificates of every kind is changed in many ways. What `verify` still confirms
    is judged without it, by a run of the changed question: if it is false, the exit status is 1.

    \b
    novikoff fuzz                          100 000 of each; takes minutes
    novikoff fuzz --number 2000 --seed 7   fewer, others
    novikoff fuzz --resume fuzz.jsonl      can be interrupted and repeated
    novikoff fuzz --certificates           of runs, separators, margins and support vector machines
    """
    from .commands.trust import fuzz_command, sweep_command

    if certificates:
        ignored = [f"--{name}" for name in ("jobs", "resume", "seed") if options[name]]
        if ignored:
            raise Failure(f"--certificates changes every leaf: give it --number alone, not {' and '.join(ignored)}")
        return sweep_command(number=number, output_format=options["output_format"], quiet=options["quiet"])
    return fuzz_command(number=number or 100_000, **options)


@command(
    click.argument("target", metavar="MODULE:CLASS"),
    click.option("--params", default="{}", metavar="JSON", help="Arguments of the class, as a JSON object."),
    click.option(
        "--profile",
        metavar="NAME|FILE",
        help="MODULE:CLASS of a profile that ships, or a JSON file with the conventions. Default: the one that ships "
        "for this class, or else what probing finds out.",
    ),
    click.option(
        "--write-profile", type=click.Path(dir_okay=False), metavar="FILE",
        help="Write the conventions, as told or found out, as a profile in JSON.",
    ),
    click.option(
        "--examples", type=click.IntRange(min=1), metavar="N", help="Datasets generated for a check. Default: 12."
    ),
    click.option(
        "--limit", "seconds", type=click.FloatRange(min=0, min_open=True), metavar="SECONDS",
        help="A check may take so long. Default: 20.",
    ),
)  # fmt: skip
def audit(target: str, **options: Any) -> int:
    """Hold an implementation against the theorems that its conventions imply.

    This imports the named module, so its code is run; each check is made in a process of its own. The conventions
    (ties, start, step size, bias increment, order, end, penalty, dtype) are told by a profile or found out by probing;
    the theorem that governs them is named, or the reason why none does. Then it is checked on generated and bundled
    data, in exact arithmetic, and what fails is shrunk to a small dataset with the code that reproduces it.

    \b
    novikoff audit sklearn.linear_model:Perceptron
    novikoff audit sklearn.linear_model:Perceptron --params '{"shuffle": false, "tol": null}' --json
    novikoff audit mypackage.mymodule:MyPerceptron --profile mine.json

    A profile is JSON such as {"tie": "mistake", "start": "zero", "rate": 1, "bias_step": "1/100", "order": "cyclic",
    "stop": "separated", "dtype": "float64", "labels": [0, 1], "weights": ["w_", "b_"], "counter": "n_updates_",
    "expected": {"fit.separates": ["stopped early, does not separate", "why"]}}. What it leaves out is found out.

    What needs no convention is always checked: data that a plane separates, as they are, permuted, doubled, renamed and
    rescaled, predictions that fit the scores, second fits and copies. The exit status is 1 if a check fails, and 3 if
    nothing fails but some check is inconclusive, as where no conventions explain what fit does.
    """
    from .commands.audit import audit_command

    return audit_command(target, **options)


@command(
    bound_argument,
    click.option(
        "--count", default="1e6", show_default=True, metavar="N", help="So many datasets, from the first; 1e8 is read."
    ),
    algorithm_option,
    tie_option,
    click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True, help="Makes the datasets."),
    jobs_option,
    click.option("--resume", is_flag=True, help="Go on with the campaign whose results are in the file of -o."),
    click.option(
        "-o",
        "--output",
        default="campaign.jsonl",
        show_default=True,
        type=click.Path(dir_okay=False),
        metavar="FILE",
        help="The results, one line of JSON a block; also the checkpoint.",
    ),
    click.option("--points", type=int, default=8, show_default=True, metavar="N", help="At most N points, up to 32."),
    click.option(
        "--dimensions", type=int, default=3, show_default=True, metavar="D", help="At most D dimensions, up to 32."
    ),
    click.option(
        "--size", type=int, default=3, show_default=True, metavar="M", help="Coordinates are drawn within ±M."
    ),
    click.option(
        "--backend",
        type=click.Choice(["processes", "dask"]),
        default="processes",
        show_default=True,
        help="Processes of this machine, or the workers of a Dask cluster.",
    ),
    click.option("--scheduler", metavar="ADDRESS", help="The Dask scheduler, such as tcp://host:8786."),
)
def campaign(statement: str, **options: Any) -> int:
    """Compare a claimed mistake bound exactly on as many datasets as there is time for.

    BOUND is a statement or a name, as for `novikoff bound`. Each dataset is made from the seed and its number with a
    separator of known whole margin, run exactly, and compared in 64-bit integers that are proved not to overflow. The
    results depend on the seed and the count alone, not on the number of workers. Every few seconds they are written to
    the file of -o, at once; a campaign that is killed goes on with --resume, also to a larger count. Needs numba, and
    for more than one worker joblib: pip install 'novikoff[fast]'; for --backend dask 'novikoff[cluster]'.

    \b
    novikoff campaign smola-mistake-bound --count 1e8
    novikoff campaign smola-mistake-bound --count 1e9 --resume
    novikoff campaign "k <= 2*R**2*(w@w + b**2/R**2)/gamma**2" --algorithm perceptron:R2 -j 2 --seed 7 -o r2.jsonl

    The exit status is 1 if a dataset breaks the bound, and 5 if none met its hypotheses.
    """
    from .commands.campaign import campaign_command

    return campaign_command(statement, **options)


for each in (check, prove, explain, list_, ledger, errata, separate, verify, export, mutate, fuzz, campaign, audit):
    HERE[str(each.name)] = each


def main() -> None:
    """The entry point: interruption ends with status 130."""
    for stream in (sys.stdout, sys.stderr):
        legible(stream)
    sys.set_int_max_str_digits(0)  # exact results are printed in full; what is read has limits of its own
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
