"""The works that are cited: the entries of `references.bib`.

Main definitions:
    bibliography    the fields of each entry, by key
    unconfirmed     the places in a work that nobody could compare with its text
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

NOTE = "Not confirmed against the text: "


@cache
def bibliography() -> dict[str, dict[str, str]]:
    """The fields of each entry, by key.

    >>> bibliography()["lecture"]["year"]
    '2016'
    """
    text = files("novikoff.proofs").joinpath("references.bib").read_text(encoding="utf-8")
    entries = re.findall(r"^@\w+\{([^,\s]+),\n(.*?)^\}", text, re.MULTILINE | re.DOTALL)
    return {key: dict(re.findall(r"^\s*(\w+)\s*=\s*\{(.*)\},?$", body, re.MULTILINE)) for key, body in entries}


def unconfirmed(key: str) -> str:
    """Which places in a work nobody could compare with its text, "" if there are none."""
    return bibliography()[key].get("note", "").partition(NOTE)[2]
