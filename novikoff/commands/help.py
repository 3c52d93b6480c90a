"""`novikoff help TOPIC`: what holds for all commands, by topic; of a command, its help."""

from __future__ import annotations

import click

from ..algorithms.errors import BadInput, suggest_name
from ..report.printing import OK, emit
from . import EXIT
from ._shared import command

VERDICTS = """proved          a certificate passed the kernel; it holds in every dimension and for every size
proved-by-coq   a step is a limit or the like, for which the kernel has no rule; Coq accepts a proof by hand
proved-bounded  proved for sizes up to one that is named, and only those
refuted         an exact counterexample was evaluated; of a source's statement, with its correction, which is proved
tested          no proof: it holds on so many exact examples
definition      it fixes a word
informal        it says nothing that can be checked; the reason is given
unknown         neither proved nor refuted; what is missing is named
vacuous         no exact model of the hypotheses is found, or they contradict each other: a theorem about nothing
error           the claim cannot be read, or two checkers disagree

The last three are never a success. `novikoff help trust` says who decides."""

FILES = """DATA            examples: text with a header row, libsvm, .npz, Parquet, Arrow; built in are iris.csv and
                breast_cancer.csv
FILE.py         theorems of your own, or a folder of such; to check a file is to run it (novikoff new theorem ID)
MODULE:NAME     a class to audit or an update rule to run, importable from the current folder too; importing runs it
pyproject.toml  [tool.novikoff] theorems = ["theorems/"], bibliography = "refs.bib", certificates = "proofs/"; not read
                if other users can write it or these theorems, unless the folder is in NOVIKOFF_SAFE
CERT.json       a certificate, by --certificate or --save; `novikoff verify CERT.json` checks it, --data ties it to data
-o              in every command, where to write: FILE for what would be printed, FOLDER where many files are made
--plot          a picture, FILE.svg or FILE.png

Files are written as a whole or not at all; a link is replaced, and what it leads to stays as it is. A path that cannot
be written is refused before the work."""

TRUST = """What is `proved` is what the kernel accepts: one file of Python that needs the standard library alone and
checks certificates by exact rational arithmetic. z3, cvc5 and all searches only find proofs, or object: a disagreement
is an error. Runs, bounds and separators are exact, and their certificates are checked by code apart from what makes
them.

novikoff check --trust ID     lemmas, all that is supposed or unproved, and who checked it
novikoff check --replay       the stored certificates, by the kernel alone
novikoff check --evaluate     the claims computed on random exact instances
novikoff mutate ID            would a wrong claim be noticed?"""

TOPICS = {
    "verdicts": ("what each verdict means", VERDICTS),
    "exit-status": ("what a script is told", EXIT.replace("\b", "").strip()),
    "files": ("what is read and written", FILES),
    "trust": ("who decides what is proved", TRUST),
}
IN_COMMANDS = {"grammar": ("how statements are written", "prove"), "bounds": ("the names in a claimed bound", "bound")}


def complete_topic(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Topics and commands."""
    group = context.find_root().command
    commands = group.list_commands(context) if isinstance(group, click.Group) else []
    return [name for name in (*TOPICS, *IN_COMMANDS, *commands) if name.startswith(incomplete)]


@command(click.argument("topic", required=False, default="", shell_complete=complete_topic), verdicts=False)
def help_command(topic: str, *, output_format: str, quiet: bool, verbose: bool) -> int:
    """What holds for all commands, by topic; of a command, its help. Without TOPIC, a list.

    \b
    novikoff help verdicts
    novikoff help grammar
    novikoff help check
    """
    text = topic_text(topic, click.get_current_context())
    emit(output_format, text=text, data={"schema": 1, "topic": topic, "text": text})
    return OK


def topic_text(topic: str, context: click.Context) -> str:
    """The text of a topic or command; of none, the list of topics. Raises `BadInput` for others."""
    if not topic:
        lines = [f"{name:12}  {title}" for name, (title, _) in {**TOPICS, **IN_COMMANDS}.items()]
        return "\n".join([*lines, "", "novikoff help TOPIC tells one; novikoff help COMMAND is the command's --help"])
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
