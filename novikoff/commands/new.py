"""`novikoff new theorem ID`: writes a first theorem file, whose proof is complete."""

from __future__ import annotations

import re
from pathlib import Path

import click

from ..algorithms.errors import BadInput
from ..algorithms.safe_files import write_whole
from ..report.result_output import Printed
from ._shared import Writable, command

FILE = '''"""Your own theorem. This example is proved; replace it.

    novikoff check {file}           check the proof, and that some values satisfy all hypotheses
    novikoff explain {file}         print the statement and its proof; compare them with what you mean
    novikoff check {file} --save    write the certificate beside this file, for `novikoff check --replay`
"""

from novikoff.algorithms import perceptron
from novikoff.algorithms.perceptron import State
from novikoff.theorems import Eq, Script, by, length, theorem


@theorem("{id}", title="What an update does to a score")
def {name}(p: Script) -> None:
    """After a mistake, no score exceeds (‖w‖² + R²)·‖u‖² in square."""
    # Declare the variables. Vectors are those of any real inner-product space; "x[i]" declares a finite family.
    w, x, u = p.vectors("w x u")
    y, R = p.reals("y R")

    # State the hypotheses, each with a name, and the conclusion. `novikoff run perceptron` calls the same `update`.
    p.assume(label=Eq(y**2, 1), mistake=y * (w @ x) <= 0, radius=x @ x <= R**2)
    after = p.let("w'", perceptron.update(State(w, 0), x, y, bias_step=0).w)
    p.show(conclusion=(after @ u) ** 2 <= (w @ w + R**2) * (u @ u))

    # Prove it: derive facts, each with its reasons. A reason is the name of a fact, a product of names, or a theorem to
    # cite (`novikoff list -k schwarz` finds this one). If you leave out a reason, the verdict is `unknown`, and `check`
    # names the step. If you leave out a hypothesis, the verdict is `refuted`, and `check` prints exact vectors.
    p.have("growth", after @ after <= w @ w + R**2, "label", "mistake", "radius")
    p.have("size", u @ u >= 0, length(u))
    p.conclude(by("cauchy-schwarz", u=after, v=u), "growth * size")
'''


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
    write_whole(path, FILE.format(id=identifier, name=name, file=path.name))
    lines = [] if quiet else [f"{path} is written; novikoff check {path}"]
    return Printed(lines, {"schema": 1, "id": identifier, "file": str(path)})
