"""The command line: each command is in the module of its name in `commands`.

A command's module is imported only when the command is called; listing the commands imports none.
"""

from __future__ import annotations

import atexit
import gc
import os
import re
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any

import click

from . import __version__
from .commands import EXIT, HELP
from .report.output_streams import ignore_closed_pipe, make_legible, open_what_is_closed

NAMES = {  # with the first sentence of the docstring of each
    "audit": "Test an implementation against the theorems that its conventions imply.",
    "book": "Write the book: all claims, their proofs and the source statements, as a site that opens from a file.",
    "bound": "Derive a claimed mistake bound from the proved theorems, or refute it by exact runs.",
    "campaign": "Compare a claimed mistake bound exactly on millions of datasets.",
    "check": "Check the claims of the ledger, and your own theorems.",
    "errata": "List the false statements of the documents: each with an exact counterexample and a corrected claim.",
    "exercise": "Make and grade exercises about the claims.",
    "explain": "Print a claim: its statement, its hypotheses, and its derivation step by step.",
    "export": "Write claims for another prover: SMT-LIB, Coq or Lean.",
    "help": "Print a TOPIC that concerns all commands, or the help of a command.",
    "ledger": "List every statement of the five documents, with its claims and its verdict.",
    "list": "List claims: id, expected verdict, source and title.",
    "mutate": "Change claims a little, and report what notices each change (mutation testing).",
    "new": "Write a first theorem file: a small theorem that is proved, with explanations.",
    "prove": "Prove or refute one STATEMENT.",
    "run": "Run ALGORITHM exactly on the examples of DATA, and compare the run with the proved bounds.",
    "separate": "Find an exact separating hyperplane between the classes of DATA, or prove that there is none.",
    "verify": "Check a certificate of `novikoff run`, `separate`, `worst-case` or `prove --save`, without any solver.",
    "worst-case": "Find how many updates ALGORITHM can need: the bound of a theorem, and exact data that reach it.",
}


NO_ARGUMENTS: Any = getattr(click.exceptions, "NoArgsIsHelpError", ())  # not in older clicks


class Commands(Mapping[str, click.Command]):
    """The commands by name."""

    def __getitem__(self, name: str) -> click.Command:
        """Import a command; raise KeyError if there is none with this name."""
        if name not in NAMES:
            raise KeyError(name)
        file = name.replace("-", "_")
        found: click.Command = getattr(import_module(f".commands.{file}", __package__), f"{file}_command")
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(NAMES)

    def __len__(self) -> int:
        return len(NAMES)


commands: Any = Commands()  # click's type asks for a mutable mapping, but click never changes it


@contextmanager
def shorten_usage_errors() -> Iterator[None]:
    """Turn click's usage errors in the block into one sentence, without the usage lines."""
    try:
        yield
    except NO_ARGUMENTS:
        raise
    except click.UsageError as problem:
        from .commands._shared import Failure

        said = " ".join(problem.format_message().split())
        said = re.sub(r"\((Did .*)\)$", r"\1", said)
        said = re.sub(r"not a valid (float|integer)( range)?",
                      lambda kind: "not a whole number" if kind[1] == "integer" else "not a number", said)
        said = re.sub(r"(\S+) is not in the range x>=(\d+)", r"must be at least \2 (got \1)", said)
        said = re.sub(r"(\S+) is not in the range (\d+)<=x<=(\d+)", r"must be from \2 to \3 (got \1)", said)
        said = re.sub(r"^(Invalid value for|(Missing argument)) '\{.*?\}'(: )?", r"\2", said)  # '{coq|lean}'
        if not said.endswith("?"):
            path = problem.ctx.command_path if problem.ctx else "novikoff COMMAND"
            said = f"{said.removesuffix('.')}. `{path} --help` shows arguments and options"
        sentences = (each[0].lower() + each[1:] for each in re.split(r"\. (?=[A-Z`])", said))
        raise Failure("; ".join(sentences)) from None


class Program(click.Group):
    """The program; it lists its commands without importing them."""

    def make_context(self, *arguments: Any, **settings: Any) -> click.Context:
        """Parse the arguments before the command."""
        with shorten_usage_errors():
            return super().make_context(*arguments, **settings)

    def invoke(self, context: click.Context) -> Any:
        """Parse the arguments of the command, and run it."""
        with shorten_usage_errors():
            return super().invoke(context)

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands with as much of their first sentences as fits."""
        room = formatter.width - 6 - max(map(len, NAMES))
        with formatter.section("Commands"):
            formatter.write_dl([(n, click.Command(n, help=text).get_short_help_str(room)) for n, text in NAMES.items()])


@click.group(cls=Program, commands=commands, context_settings=HELP, epilog=EXIT)
@click.version_option(__version__, prog_name="novikoff")
def cli() -> None:
    """Check proofs, run algorithms exactly, and test implementations of linear classifiers.

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
    novikoff worst-case perceptron:homogeneous --ratio 7/2
    novikoff mutate smola-mistake-bound  would a wrong claim be noticed?
    novikoff new theorem my-bound        a theorem of your own; then  novikoff check my_bound.py

    \b
    novikoff help                        verdicts, grammar, exit status, files, trust

    Shell completion: eval "$(_NOVIKOFF_COMPLETE=bash_source novikoff)" (or zsh_source, fish_source).
    """
    gc.set_threshold(50_000)  # few objects are in cycles; at the default of 700, collecting takes a tenth of the time
    atexit.register(gc.freeze)  # spares a last collection at exit, when the system frees all memory anyway


def memory_is_limited() -> bool:
    """Return whether the memory of this process is limited, as by `ulimit -v`."""
    try:
        import resource
    except ImportError:  # Windows has no such limits
        return False
    limits = (resource.getrlimit(kind)[0] for kind in (resource.RLIMIT_AS, resource.RLIMIT_DATA))
    return any(limit != resource.RLIM_INFINITY for limit in limits)


def main() -> None:
    """Run the command line; an interruption ends with exit status 130.

    A thread that a user's file has started does not keep the process alive.
    """
    try:
        run_program()
    except SystemExit as done:
        if any(not thread.daemon for thread in threading.enumerate() if thread is not threading.main_thread()):
            for stream in (sys.stdout, sys.stderr):
                with suppress(OSError, ValueError):
                    stream.flush()
            atexit._run_exitfuncs()
            os._exit(done.code if isinstance(done.code, int) else bool(done.code))
        raise


def run_program() -> None:
    """Run the command line; always raise SystemExit after a command."""
    open_what_is_closed()
    if memory_is_limited():
        from .algorithms.processes import probe_import

        probe_import("numpy", "scipy.linalg")  # with too little memory, their import would end the process
    sys.stdout, sys.stderr = map(ignore_closed_pipe, (sys.stdout, sys.stderr))
    for stream in (sys.stdout, sys.stderr):
        make_legible(stream)
    sys.set_int_max_str_digits(0)  # exact results are printed in full; readers have their own limits
    try:
        cli.main(prog_name="novikoff", standalone_mode=False)
    except click.exceptions.Abort:
        from .algorithms.command_results import INTERRUPTED

        click.echo("novikoff: interrupted", err=True)
        sys.exit(INTERRUPTED)
    except click.ClickException as problem:
        problem.show()
        sys.exit(problem.exit_code)
    except click.exceptions.Exit as done:
        sys.exit(done.exit_code)


__all__ = ["cli", "main"]
