"""Calls that are refused: `refused_calls.txt` beside a test has them by module, each with a part of what is said.

There may be several parts, with " … " between them, and the first may begin with the name of the error.
"""

import math
import re
from dataclasses import replace
from fractions import Fraction
from functools import cache
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from novikoff.algorithms.errors import BadInput

from .statement_files import read_statements


def read_calls(test):
    """The module, the call and what is said for each call in the file beside a test."""
    groups = read_statements(Path(test).with_name("refused_calls.txt"))
    calls = [(module, each.text, each.note) for module, found in groups.items() for each in found]
    assert len({call[:2] for call in calls}) == len(calls)
    return calls


@cache
def names_of(module):
    """What a call may use: the names of its module, and a few more."""
    found = import_module(module)
    return {"F": Fraction, "np": np, "math": math, "replace": replace, **{n: getattr(found, n) for n in dir(found)}}


def check_refusal(module, call, words, **names):
    """Make a call, which is refused in one sentence that has these words, and return it."""
    with pytest.raises(BadInput) as caught:
        eval(call, {**names_of(module), **names})
    said = f"{caught.type.__name__}: {caught.value}"
    assert re.search(".*".join(map(re.escape, words.split(" … "))), said), said
    assert "\n" not in said
    assert len(said) < 300 or "file(" not in call
    return said
