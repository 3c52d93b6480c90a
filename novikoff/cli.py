"""The command line. Each command is in the file of its name below `commands`, and imported when it is asked for."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

import click

from . import __version__
from .commands._shared import EXIT
from .output.legible import legible
from .output.printing import INTERRUPTED

NAMES = (
    "audit", "bound", "campaign", "check", "errata", "explain", "export", "fuzz", "help", "ledger", "list", "mutate",
    "new", "prove", "run", "separate", "verify", "worst-case",
)  # fmt: skip


class Commands(Mapping[str, click.Command]):
    """The commands by name."""

    def __getitem__(self, name: str) -> click.Command:
        """Import a command; KeyError if there is none of this name."""
        if name not in NAMES:
            raise KeyError(name)
        file = name.replace("-", "_")
        found: click.Command = getattr(import_module(f".commands.{file}", __package__), f"{file}_command")
        return found

    def __iter__(self) -> Iterator[str]:
        """Their names."""
        return iter(NAMES)

    def __len__(self) -> int:
        """How many there are."""
        return len(NAMES)


commands: Any = Commands()  # click asks for a mapping that can be changed, and changes none


@click.group(commands=commands, context_settings={"help_option_names": ["-h", "--help"]}, epilog=EXIT)
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
    novikoff worst-case perceptron:homogeneous --ratio 7/2
    novikoff mutate, novikoff fuzz       is a wrong claim noticed, a wrong proof refused?
    novikoff new theorem my-bound        a theorem of your own; then  novikoff check my_bound.py

    novikoff help                        verdicts, grammar, exit status, files, trust

    Shell completion: eval "$(_NOVIKOFF_COMPLETE=bash_source novikoff)" (or zsh_source, fish_source).
    """
    gc.set_threshold(50_000)  # few objects are circular; at 700, the search for those takes a tenth of the time


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
