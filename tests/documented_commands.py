"""The commands that documents show in ```console blocks, and what they do in an environment with the wheel alone.

    python -m tests.documented_commands PYTHON [SEED]

PYTHON is that of the environment, in which no extra is installed. With a seed, a third of the blocks are drawn. Each
command that `DOCUMENTS` shows, and each of `BEYOND`, ends there as it is shown, or with status 2 and one sentence that
names the extra it needs and how to install it; `prove` may leave a statement open, with that sentence. `make package`
does this; `tests/novikoff/test_documents.py` runs the commands of all documents where everything is installed.

A command follows "$ ", continued on lines that start with "> ". Lines below it must appear in its output in this order;
a line "..." stands for any number of lines, and without it nothing is left out between two lines or before the first.
`# exit 1` after a command states an exit status other than 0. Calls outside of console blocks are not run; the commands
and options that they name must exist.
"""

from __future__ import annotations

import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
DOCUMENTS = ("README.md", "docs/how-to/install.md", "docs/how-to/tasks.md")
NOT_RUN = {"git", "make", "pip", "cd", "open", "python3", "source"}  # by themselves; `cd FOLDER && novikoff` is run
NEEDS = re.compile(r"novikoff: .* needs (the extra '[\w-]+' \(.*\)|[\w-]+, which is not installed); pip install '.*'")
SKIPPED = "skipped without the extra 'solvers': "  # what `prove` could not try
BEYOND = r"""
$ python -W error -c "import novikoff; [getattr(novikoff, name) for name in novikoff.__all__ if '_with_' not in name]"
$ for each in $(novikoff --help | sed '1,/^Commands/d' | sed -n 's/^  \([a-z-]*\)  .*/\1/p'); do
>     novikoff $each --help > /dev/null || exit; done
$ novikoff check --replay -q > /dev/null
$ novikoff separate iris.csv --label species --positive setosa -q
$ novikoff run svm iris.csv --positive setosa -q
$ novikoff run svm iris.csv --positive versicolor -p C=1 -q
$ novikoff run perceptron iris.csv --positive setosa -q --plot build/iris.svg
$ printf PAR1 > build/points.parquet; novikoff run perceptron build/points.parquet
$ novikoff bound smola-mistake-bound -q --datasets 20
$ novikoff worst-case perceptron --updates 4 -q
$ cd docs/examples && novikoff worst-case forgetting:forgetting --updates 2 -q
$ novikoff campaign multi-class-bias-step-mistake-bound --count 100 -j 1 -q -o build/classes.jsonl
$ novikoff campaign multi-class-bias-step-mistake-bound --count 100 -q -o build/dask.jsonl --backend dask \
> --scheduler tcp://localhost:1
$ novikoff audit novikoff.algorithms.estimators:Perceptron
$ novikoff audit river.linear_model:Perceptron
$ novikoff audit mlxtend.classifier:Perceptron
$ cd docs/examples/damped && novikoff audit estimators:Damped --algorithm rules:damped -q
$ novikoff mutate cauchy-schwarz --sample 3 -q
$ novikoff export coq cauchy-schwarz -o build/coq -q
$ novikoff exercise list -q > build/exercises
$ novikoff book --only smola-mistake-bound -o build/book
$ COMP_WORDS="novikoff book --only " COMP_CWORD=3 _NOVIKOFF_COMPLETE=bash_complete novikoff
$ novikoff book --figure perceptron -o build/perceptron.svg
$ cd docs/examples/damped && novikoff check theorems/damped_bound.py -q
$ python -c "import novikoff; print(novikoff.bound('k <= R**2/gamma**2', data=([[0]], [-1])).verdict)"
refuted
"""  # every command, and what needs an extra; each is a block of its own


@dataclass(frozen=True)
class Shown:
    """A command of a document, its exit status, and the lines below it."""

    place: str
    block: str
    command: str
    status: int
    output: tuple[str, ...]

    @property
    def words(self) -> list[str]:
        """The words of the command, as the shell splits them."""
        return shlex.split(self.command.replace("\\\n", " "), comments=True)

    @property
    def is_for_the_shell(self) -> bool:
        """Is it more than one call of one program, or a call of another than novikoff?"""
        return self.words[0] != "novikoff" or "$" in self.command or bool({"|", "<", ">", "&&", ";"} & {*self.words})

    @property
    def is_run(self) -> bool:
        """Is it run, and not only shown?"""
        is_longer = "&&" in self.words or "\n" in self.command.replace("\\\n", " ")
        return is_longer or self.words[0] not in NOT_RUN


def commands_in(text: str, document: str = "text") -> list[Shown]:
    """The commands of all console blocks."""
    found = []
    for block in re.finditer(r"^```console\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        first = text.count("\n", 0, block.start()) + 2
        lines = block.group(1).splitlines()
        starts = [n for n, line in enumerate(lines) if line.startswith("$ ")]
        for start, stop in zip(starts, [*starts[1:], len(lines)], strict=True):
            end = start + 1
            while end < stop and lines[end].startswith("> "):
                end += 1
            command = "\n".join(line[2:] for line in lines[start:end])
            status = re.search(r"\s+# exit (\d+)$", command)
            output = lines[end:stop]
            while output and not output[-1].strip():
                output.pop()
            place = f"{document}:{first + start}"
            bare = command[: status.start()] if status else command
            number = int(status.group(1)) if status else 0
            found.append(Shown(place, f"{document}:{first}", bare, number, tuple(output)))
    return found


def names_in(text: str) -> list[str]:
    """The calls of novikoff and pytest outside of console blocks: in other blocks, and within words."""
    blocks = re.findall(r"^```(?!console)\w*\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    lines = [line for block in blocks for line in block.replace("\\\n", " ").splitlines()]
    words = re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL))
    return [each for each in [*lines, *words] if re.match(r"(novikoff|pytest) [^:]", each)]


def misnamed(command: str, options: Mapping[str, Collection[str]]) -> str | None:
    """The part of a call that does not exist, or None. `options` has those of each command, and of pytest as "pytest";
    a name in capitals stands for any.
    """
    program, *words = command.split("#")[0].split()
    if program == "novikoff":
        program, words = words[0], words[1:]
        group = f"{program} {words[0]}" if words else ""
        program = group if group in options else program
        if program.isupper() or program.startswith("-"):
            return None if program.isupper() or program in options["novikoff"] else program
    if program not in options:
        return program
    return next((word for word in words if word.startswith("-") and word.split("=")[0] not in options[program]), None)


def missing(shown: tuple[str, ...], printed: list[str]) -> str | None:
    """The first shown line that was not printed where it should be, or None."""
    at, anywhere = 0, False
    for line in shown:
        if line.strip() == "...":
            anywhere = True
            continue
        here = range(at, len(printed)) if anywhere else range(at, min(at + 1, len(printed)))
        match = next((n for n in here if printed[n].rstrip() == line.rstrip()), None)
        if match is None:
            return line
        at, anywhere = match + 1, False
    return None


def by_the_shell(command: str, python: str, home: Path, environment: Mapping[str, str]) -> tuple[int, str, str]:
    """The exit status, the output and the messages of a command, with this Python's programs first in the PATH."""
    path = f"{Path(python).parent}{os.pathsep}{environment['PATH']}"
    settings = {**{k: v for k, v in environment.items() if k != "COLUMNS"}, "PATH": path, "NO_COLOR": "1"}
    done = subprocess.run(["bash", "-c", command], cwd=home, env=settings, capture_output=True, text=True, timeout=300,
                          stdin=subprocess.DEVNULL)
    return done.returncode, done.stdout, done.stderr


def alone() -> dict[str, str]:
    """The environment without settings for Python, pytest and novikoff, and without verdicts that were kept before."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PYTEST", "NOVIKOFF"))}
    return kept | {"NOVIKOFF_CACHE": "off"}


def judged(shown: Shown, status: int, printed: str, messages: str) -> str | None:
    """None if a command did what is shown, "" if its one sentence names what is not installed, else what is wrong."""
    if (status == 2 and not printed and NEEDS.fullmatch(messages.strip())) or (status == 3 and SKIPPED in printed):
        return ""
    if status != shown.status:
        return f"{shown.place}: {shown.command}\nends with {status}, not {shown.status}\n{printed}{messages}"
    if "Warning: " in messages or "Traceback" in messages:
        return f"{shown.place}: {shown.command}\nprints a raw warning\n{messages}"
    if (line := missing(shown.output, printed.splitlines())) is not None:
        return f"{shown.place}: {shown.command}\ndoes not print {line}\n{printed}{messages}"
    return None


def main(arguments: list[str]) -> int:
    """Try all commands, or those that a seed draws, and print what is wrong and how many did what."""
    python, *seed = arguments
    python = str(Path(python).absolute())
    texts = {name: (ROOT / name).read_text(encoding="utf-8") for name in DOCUMENTS}
    more = [f"```console\n$ {each.rstrip()}\n```\n" for each in BEYOND.split("\n$ ")[1:]]
    texts |= {f"BEYOND {n}": block for n, block in enumerate(more, 1)}
    commands = [shown for name, text in texts.items() for shown in commands_in(text, name) if shown.is_run]
    if seed:  # the commands of a block may use what those above them have made
        blocks = sorted({shown.block for shown in commands})
        drawn = random.Random(seed[0]).sample(blocks, -(-len(blocks) // 3))
        commands = [shown for shown in commands if shown.block in drawn]
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        shutil.copytree(ROOT / "docs", home / "docs", ignore=shutil.ignore_patterns("__pycache__"))
        (home / "build").mkdir()
        outcomes = [judged(shown, *by_the_shell(shown.command, python, home, alone())) for shown in commands]
    wrong = [outcome for outcome in outcomes if outcome]
    print(*wrong, sep="\n\n")
    print(f"{len(commands)} commands with the wheel alone: {outcomes.count(None)} do what is shown, "
          f"{outcomes.count('')} say which extra they need, {len(wrong)} are wrong")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
