"""`novikoff new theorem ID`: writes a first theorem file, whose proof is complete."""

from __future__ import annotations

import re
from pathlib import Path

import click

from ..algorithms.errors import BadInput
from ..algorithms.safe_files import write_whole
from ..report.result_output import Printed
from ._shared import Writable, command

FILE = Path(__file__).with_name("new_theorem.txt")


@command(
    click.argument("kind", type=click.Choice(["theorem"])),
    click.argument("identifier", metavar="ID"),
    click.option(
        "-o", "--output", type=Writable(folder=True), metavar="FOLDER", default=".", show_default=True,
        help="Write the file to this folder. The command creates the folder if it does not exist.",
    ),
    verdicts=False,
)
def new_command(kind: str, identifier: str, *, output: str, quiet: bool) -> Printed:
    """Write a first theorem file: a small theorem that is proved, with explanations.

    \b
    novikoff new theorem my-bound                 my_bound.py
    novikoff new theorem my-bound -o theorems     theorems/my_bound.py
    novikoff check my_bound.py

    ID consists of lower-case words joined by hyphens, and must not be an id of the ledger. The command overwrites no
    file.
    """
    from ..proofs.statements.registry import ID, find

    if not re.fullmatch(ID, identifier) or not identifier[0].isalpha():
        raise BadInput(f"{identifier!r:.60} is not an id of a theorem: lower-case words joined by hyphens are expected")
    try:
        taken = find(identifier)
    except BadInput:
        pass
    else:
        raise BadInput(f"the ledger has a claim named {identifier!r}, in {taken.place}; choose another id")
    name = identifier.replace("-", "_")
    path = Path(output) / f"{name}.py"
    if path.exists():
        raise BadInput(f"{path} exists already and is not overwritten; choose another id or folder")
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, FILE.read_text(encoding="utf-8").format(id=identifier, name=name, file=path.name))
    lines = [] if quiet else [f"{path} is written; novikoff check {path}"]
    return Printed(lines, {"schema": 1, "id": identifier, "file": str(path)})
