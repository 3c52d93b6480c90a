"""Common parts of the commands: shared options, error handling, completion.

This module imports only click at the start, so that `--help` and completion are quick.
"""

from __future__ import annotations

import inspect
import os
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import replace
from functools import wraps
from io import StringIO
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ..report.result_output import FORMATS, INCONCLUSIVE, INTERNAL, MISUSE, Reported, note, show
from . import EXIT, HELP

if TYPE_CHECKING:
    from ..algorithms.dataset_reader import Dataset, How, Records

T = TypeVar("T")
PACKAGES = {"flint": "python-flint", "z3": "z3-solver"}  # packages named differently from their module


class Failure(click.ClickException):
    """A user's mistake: one sentence on stderr, exit status 2."""

    exit_code = MISUSE

    def show(self, file: Any = None) -> None:
        """Print the sentence."""
        note(self.format_message())


def report_internal_error(problem: BaseException, verbose: bool) -> int:
    """Report an exception that is not a mistake of the user; return the exit status.

    An unknown exception is an internal error, printed with a traceback if `verbose`. A process stopped at its limits is
    inconclusive; a missing package is wrong use.
    """
    import traceback

    from ..algorithms.optional_packages import install
    from ..algorithms.processes import Stopped

    if isinstance(problem, Stopped):
        note(f"no verdict: {problem}")
        return INCONCLUSIVE
    if isinstance(problem, ModuleNotFoundError) and problem.name and not problem.name.startswith("novikoff"):
        module = problem.name.partition(".")[0]
        package = PACKAGES.get(module, module)
        note(f"this needs {package}, which is not installed; {install(package)}")
        return MISUSE
    last = traceback.extract_tb(problem.__traceback__)[-1]
    said = " ".join(f"{type(problem).__name__}: {problem}".split())[:300]
    if verbose:
        traceback.print_exception(problem)
    note(f"internal error, not a verdict: {said} ({os.path.basename(last.filename)}, line {last.lineno}); please "
         "report the command with what it prints with -v")
    return INTERNAL


class Writable(click.ParamType):
    """A file, or a `folder`, to write: a path that cannot be written is refused before the work starts."""

    name = "path"

    def __init__(self, what: str = "file", *, folder: bool = False, allowed: str | None = None) -> None:
        """Describe the file by `what`; `allowed` is a word that is accepted although it is not a path."""
        self.what: str = what
        self.folder: bool = folder
        self.allowed: str | None = allowed

    def convert(self, value: Any, parameter: click.Parameter | None, context: click.Context | None) -> str:
        """Return the path; raise `Failure` if it cannot be written."""
        from ..algorithms.errors import BadInput
        from ..algorithms.safe_files import require_writable

        try:
            if value != self.allowed:
                require_writable(value, self.what, folder=self.folder)
        except BadInput as problem:
            raise Failure(str(problem)) from None
        return str(value)

    def shell_complete(self, context: click.Context, parameter: click.Parameter, incomplete: str) -> list[Any]:
        """Complete files or folders."""
        from click.shell_completion import CompletionItem

        return [CompletionItem(incomplete, type="dir" if self.folder else "file")]


class _Seconds(click.FloatRange):
    """Seconds within a range; refuses nan, which click accepts."""

    def convert(self, value: Any, parameter: click.Parameter | None, context: click.Context | None) -> float:
        seconds: float = super().convert(value, parameter, context)
        if seconds != seconds:
            self.fail(f"{seconds} is not a number of seconds.", parameter, context)
        return seconds


class _Count(click.IntRange):
    """A number from 1 on; the help text leaves out the upper limit."""

    def _describe_range(self) -> str:
        return "x>=1"


SECONDS = _Seconds(min=0, max=10**6, min_open=True)
MOST = 10**18  # largest count that an option accepts
AT_LEAST_ONE = _Count(1, MOST)


@contextmanager
def printing_to(file: str | None) -> Iterator[None]:
    """Write the output of the block to `file` when the block ends; after an exception write nothing."""
    if file is None:
        yield
        sys.stdout.flush()
        return
    from ..algorithms.safe_files import write_whole

    with redirect_stdout(StringIO()) as printed:
        yield
    write_whole(file, printed.getvalue())


@contextmanager
def print_warning(quiet: bool) -> Iterator[None]:
    """Print novikoff's own warnings as messages on stderr; with `quiet`, drop them."""
    from ..algorithms.errors import Slower

    def show(message: Warning | str, category: type[Warning], *where: Any, **more: Any) -> None:
        if issubclass(category, Slower):
            note(str(message))
        else:
            shown(message, category, *where, **more)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore" if quiet else "always", Slower)  # also if PYTHONWARNINGS makes them errors
        shown, warnings.showwarning = warnings.showwarning, show
        yield


def command(
    *parameters: Callable[..., Any], kind: type[click.Command] = click.Command, verdicts: bool = True
) -> Callable[[Callable[..., int | Reported]], click.Command]:
    """Make the command `check` of a function `check_command`, with the options that all commands share.

    The function takes the values of its options. It takes output_format, quiet and verbose only if it has parameters
    with these names. It returns its result, which is then printed, or the exit status if it prints by itself.
    `BadInput` is printed as one sentence. With -o, the output goes to a file, unless the function has a parameter
    `output`. A command without `verdicts` checks nothing, so it offers no JUnit report and no annotations.
    """

    def decorate(function: Callable[..., int | Reported]) -> click.Command:
        takes = inspect.signature(function).parameters

        @wraps(function)
        def run(as_json: bool, output_format: str, quiet: bool, verbose: bool, printed: str | None = None,
                **arguments: Any) -> None:
            from ..algorithms.errors import BadInput, use_cli_names

            output_format = "json" if as_json else output_format
            how: dict[str, Any] = {"output_format": output_format, "quiet": quiet, "verbose": verbose}
            try:
                with use_cli_names(), printing_to(printed), print_warning(quiet):
                    made = function(**{name: value for name, value in how.items() if name in takes}, **arguments)
                    status = made if isinstance(made, int) else show(made, **how)
            except BadInput as problem:
                raise Failure(str(problem)) from None
            except OSError as problem:  # a file in place of a folder, a full disk
                what = problem.filename or "the output cannot be written"
                raise Failure(f"{what}: {problem.strerror or problem}") from None
            except (click.ClickException, click.exceptions.Exit, click.Abort, KeyboardInterrupt):
                raise
            except BaseException as problem:  # also SystemExit: its status must not look like a verdict
                status = report_internal_error(problem, verbose)
            sys.exit(status)

        shared = [
            click.option(
                "--output-format", type=click.Choice(FORMATS if verdicts else FORMATS[:2]), default="text",
                show_default=True, help="The format of the output.",
            ),
            click.option("--json", "as_json", is_flag=True, help="Short for --output-format json."),
            *([] if "output" in takes else [output_option]),
            click.option("-q", "--quiet", is_flag=True, help="Print only failures and the summary, without progress."),
            click.option("-v", "--verbose", is_flag=True, help="More detail."),
        ]
        for parameter in reversed([*parameters, *shared]):
            run = parameter(run)
        name = function.__name__.removesuffix("_command").replace("_", "-")
        return click.command(name, cls=kind, epilog=EXIT, context_settings=HELP)(run)

    return decorate


# ----------------------------------------------------------------------------------- completion


def complete_claim(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Return the claim ids that start with `incomplete`."""
    from ..proofs.statements.registry import claims, claims_of_coq

    return [identifier for identifier in (*claims(), *claims_of_coq()) if identifier.startswith(incomplete)]


def complete_data(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[Any]:
    """Return bundled datasets, and complete files."""
    from click.shell_completion import CompletionItem

    from ..algorithms.dataset_reader import list_bundled

    names = [CompletionItem(f"{n}.csv") for n in list_bundled() if n.startswith(incomplete)]
    return [*names, CompletionItem(incomplete, type="file")]


# ----------------------------------------------------------------------------------- shared parameters

output_option = click.option(
    "-o", "--output", "printed", type=Writable(), metavar="FILE", help="Write the output to FILE."
)
ids_argument = click.argument("ids", nargs=-1, metavar="[ID]...", shell_complete=complete_claim)
expression_option = click.option(
    "-k", "expression", metavar="EXPR",
    help="Only claims whose id, title or source matches EXPR. EXPR may use and, or, not, and beginnings of words: "
    "'norm and not smola'.",
)
source_option = click.option("--source", metavar="KEY", help="Only claims from this source.")
jobs_option = click.option(
    "-j", "--jobs", type=AT_LEAST_ONE, metavar="N",
    help="The number of worker processes. Default: one for each processor.",
)


def limit_option(default: float, at_limit: str, about: str = "verdict") -> Callable[..., Any]:
    """Make the option --limit of a command that counts its work; `at_limit` says what happens at the limit."""
    return click.option(
        "--limit", type=SECONDS, default=default, show_default=True, metavar="SECONDS",
        help="Stop after the work that a laptop does in about SECONDS. The command counts work, so the load of the "
        f"machine changes no {about}. At the limit {at_limit}",
    )


data_argument = click.argument("data", metavar="DATA", shell_complete=complete_data)
scale_option = click.option(
    "--scale", type=click.Choice(["integers", "unit", "range", "standard"]),
    help="Scale each feature exactly. integers: to whole numbers; unit: into [0, 1]; range: into [-1, 1]; standard: to "
    "about mean 0 and deviation 1.",
)
certificate_option = click.option(
    "--certificate", type=Writable("certificate"), metavar="FILE",
    help="Also write the proof to FILE, for `novikoff verify`.",
)


_READING = (
    click.option(
        "--label", metavar="COL",
        help="The column of the labels. Default: a column with a name such as label or class, else the last one.",
    ),
    click.option("--positive", metavar="VALUE", help="The label that is +1; all others are -1."),
    click.option(
        "--sep", metavar="CHAR",
        help="The character between the cells, or its name: comma, tab, semicolon or space. Default: detected.",
    ),
    click.option("--group", metavar="COL",
                 help="The column that groups rows: rows with the same value are the candidates of one example."),
    click.option("--drop", multiple=True, metavar="COL", help="Leave out this column. You can repeat it."),
    click.option(
        "--missing", type=click.Choice(["error", "drop"]), default="error", show_default=True,
        help="What to do if a number or a label is missing: refuse the file (error), or leave out the row (drop).",
    ),
)


def with_own_theorems(function: Callable[..., T]) -> Callable[..., T]:
    """Let the command's `ids`, or its `identifier`, name a file, a folder, or one theorem of a file."""

    @wraps(function)
    def run(**arguments: Any) -> T:
        from ..api.theorem_loading import load_named, select_theorem

        name = arguments.get("identifier")
        with load_named(arguments["ids"] if name is None else [name], arguments.get("certificates")) as ids:
            named = {"ids": tuple(ids)} if name is None else {"identifier": select_theorem(name, ids)}
            return function(**{**arguments, **named})

    return run


def reading(function: Callable[..., int]) -> Callable[..., int]:
    """Add the options for reading a file of examples; the function receives them as `how`."""

    @wraps(function)
    def with_how(label: str | None, positive: str | None, sep: str | None, group: str | None,
                 drop: tuple[str, ...], missing: Any, scale: str | None = None, **others: Any) -> int:
        from ..algorithms.dataset_reader import How

        return function(how=How(label, positive, sep, drop, missing, scale, group), **others)

    for option in reversed(_READING):
        with_how = option(with_how)
    return with_how


def complete_algorithm(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Return the names of algorithms, and the variants of the perceptron, that start with `incomplete`."""
    from ..algorithms.registry import ALGORITHMS

    names = [*ALGORITHMS, "perceptron:R2", "perceptron:homogeneous", "perceptron:c="]
    return [name for name in names if name.startswith(incomplete.replace("-", "_"))]


def complete_option(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Complete the options of the algorithm that precedes them on the command line."""
    from ..algorithms.errors import BadInput
    from ..algorithms.registry import lookup_algorithm

    try:
        known = lookup_algorithm(str(context.params.get("algorithm", "")).partition(":")[0]).takes({})
    except BadInput:
        return []
    return [f"{name}=" for name in known if name.startswith(incomplete)]


def examples(file: str, how: How, quiet: bool, make: Callable[[Records], Dataset]) -> Dataset:
    """Read a file and apply `make`; on a terminal, ask whether to drop a column that seems to number the rows."""
    from ..algorithms.dataset_reader import read_records
    from ..algorithms.errors import format_option
    from ..algorithms.safe_files import quote_short

    found = read_records(file, how)
    data = make(found)
    if quiet:
        return data
    for remark in found.notes:
        note(remark)
    for name in found.numbering:
        says = f"column {quote_short(name)} of {found.source} seems to number its rows"
        if not on_terminal():
            note(f"{says}, and is taken as a feature; {format_option('drop', name)} leaves it out")
        elif click.confirm(f"{says}; leave it out?", default=True, err=True):
            how = replace(how, drop=(*how.drop, name))
    if how.drop != found.dropped:
        data = make(read_records(file, how))
    if count := len(data.missing):
        rows = f"{count} {'row' if count == 1 else 'rows'} of {found.source} left out, where a value is missing"
        first = ", ".join(map(str, data.missing[:6])) + (", …" if count > 6 else "")
        note(f"{rows} ({found.place} {first})")
    return data


def on_terminal() -> bool:
    """Return whether a user can answer a question."""
    return sys.stdin.isatty() and sys.stderr.isatty()
