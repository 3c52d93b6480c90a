"""Theorems for which the kernel has no rule, for example because a proof takes a limit. Coq scripts written by hand
prove them.

`proofs/claims/` states each theorem as a claim, which `proved_by_coq` registers. A file `.v` here has a tactic with the
name of the claim. The tactic must prove the exported statement of the claim, so it cannot prove an easier one.
`novikoff check --engine coq` compiles the files and prints the assumptions of each theorem. The verdict is
`proved-by-coq`, and nothing that the kernel proves can cite it.
"""

import re
from pathlib import Path

from ...algorithms.safe_files import read_text

HOME = Path(__file__).parent
REQUIRED = re.compile(r"^From Novikoff Require (?:Import )?(.*)\.$", re.MULTILINE)


def find_required(text: str) -> set[str]:
    """Return the files that a text requires."""
    return {name for names in REQUIRED.findall(text) for name in names.split()}


def source(file: str) -> str:
    """Return the text of one of the files.

    >>> source("GaussianKernel").count("Theorem pairs_positive")
    1
    """
    return read_text(HOME / f"{file}.v")


def sources(file: str) -> dict[str, str]:
    """Return the texts of a file and of the files of this folder that it requires, in an order in which they compile.

    >>> list(sources("Cycling"))
    ['Dichotomies', 'Cycling']
    """
    text = source(file)
    names = sorted(name for name in find_required(text) if (HOME / f"{name}.v").is_file())
    return {name: text for required in names for name, text in sources(required).items()} | {file: text}
