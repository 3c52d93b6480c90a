"""`novikoff help TOPIC`: prints a topic that concerns all commands, or the help of one command."""

from __future__ import annotations

import click

from ..algorithms.errors import BadInput, suggest_name
from ..report.result_output import Printed
from . import EXIT
from ._shared import command

VERDICTS = """proved          a certificate passed the kernel; the statement holds in every dimension and for every size
proved-by-coq   Coq accepts a proof by hand, for example of a limit, for which the kernel has no rule
proved-bounded  proved for the sizes that are named, and only for those
refuted         the kernel evaluated an exact counterexample; a refuted source statement has a proved correction
tested          no proof; the statement holds on the number of exact examples that is printed
definition      the sentence fixes a word
informal        the sentence says nothing that can be checked; the reason is printed
unknown         neither proved nor refuted; what is missing is printed
vacuous         no exact model of the hypotheses is known, or they contradict each other
error           the claim cannot be read, or two checkers disagree

unknown, vacuous and error are never a success. `novikoff help trust` says who decides."""

FILES = """DATA            examples: text with a header row, libsvm, .npz, Parquet, Arrow; built in are iris.csv and
                breast_cancer.csv
FILE.py         a file of your own theorems, or a folder of such files; checking a file runs it
MODULE:NAME     a class to audit or an update rule to run, importable also from the current folder; it is run
pyproject.toml  [tool.novikoff] theorems = ["theorems/"], bibliography = "refs.bib", certificates = "proofs/";
                ignored if other users can write it or the theorems, unless NOVIKOFF_SAFE names the folder
CERT.json       a certificate, written by --certificate or --save; `novikoff verify CERT.json` checks it, and --data
                compares its examples with a file
-o              where to write, in every command: FILE for the output, FOLDER where a command makes many files
--plot          a picture, FILE.svg or FILE.png

A command writes a whole file or none. It replaces a link, and does not change the file that the link names. Before it
begins to compute, it refuses a path that it cannot write."""

TRUST = """The kernel decides what is `proved`. It is one file of Python that needs the standard library only. It
checks certificates by exact rational arithmetic. z3, cvc5 and all searches propose proofs or object to them; a
disagreement is an error. Runs, bounds and separators are exact. The checkers of their certificates share no code with
the programs that write them.

novikoff check --trust ID     lemmas, assumed and unproved facts, and who checked the claim
novikoff check --replay       check the stored certificates with the kernel alone
novikoff check --evaluate     evaluate the claims on random exact instances
novikoff mutate ID            would a wrong claim be noticed?"""

TOPICS = {
    "verdicts": ("what each verdict means", VERDICTS),
    "exit-status": ("the exit status of each command", EXIT.replace("\b", "").strip()),
    "files": ("files that commands read and write", FILES),
    "trust": ("who decides what is proved", TRUST),
}
IN_COMMANDS = {"grammar": ("how statements are written", "prove"), "bounds": ("the names in a claimed bound", "bound")}


def _complete_topic(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    group = context.find_root().command
    commands = group.list_commands(context) if isinstance(group, click.Group) else []
    return [name for name in (*TOPICS, *IN_COMMANDS, *commands) if name.startswith(incomplete)]


@command(click.argument("topic", required=False, default="", shell_complete=_complete_topic), verdicts=False)
def help_command(topic: str) -> Printed:
    """Print a TOPIC that concerns all commands, or the help of a command. Without TOPIC, list the topics.

    \b
    novikoff help verdicts
    novikoff help grammar
    novikoff help check
    """
    text = topic_text(topic, click.get_current_context())
    return Printed([text], {"schema": 1, "topic": topic, "text": text})


def topic_text(topic: str, context: click.Context) -> str:
    """Return the text of a topic or a command, or the list of topics for "". Raises `BadInput` for unknown names."""
    if not topic:
        lines = [f"{name:12}  {title}" for name, (title, _) in {**TOPICS, **IN_COMMANDS}.items()]
        lines += ["", "`novikoff help TOPIC` prints a topic, `novikoff help COMMAND` the command's --help"]
        return "\n".join(lines)
    if topic in TOPICS:
        return TOPICS[topic][1]
    root = context.find_root()
    name = IN_COMMANDS[topic][1] if topic in IN_COMMANDS else topic
    found = root.command.get_command(root, name) if isinstance(root.command, click.Group) else None
    if found is None:
        topics = [*TOPICS, *IN_COMMANDS]
        names = [*topics, *(root.command.commands if isinstance(root.command, click.Group) else ())]
        hint = suggest_name(topic, names, f"topics are {', '.join(topics)}")
        raise BadInput(f"there is no topic or command {topic[:40]!r}; {hint}")
    return found.get_help(click.Context(found, info_name=name, parent=root))
