"""The certificates and the exercises as JavaScript files: a page that is opened from a file cannot load other data."""

from __future__ import annotations

import gzip
import json
from base64 import b64encode
from collections.abc import Iterable
from typing import Any

from ..exercises.generation import exercises


def _join_objects(objects: Iterable[Any]) -> str:
    return ",\n".join(json.dumps(each, ensure_ascii=False, separators=(",", ":")) for each in objects)


def certificates_js(entries: Iterable[Any]) -> str:
    r"""Return the script that sets CERTIFICATES to the entries: JSON, packed by gzip, in base 64.

    `static/check.js` loads the script when a reader starts a check. It unpacks the text, which is eight times as long,
    and passes each entry to `static/checker.js`.

    >>> from base64 import b64decode
    >>> written = certificates_js([{"statement": {"id": "a`${b}"}}])
    >>> gzip.decompress(b64decode(written.removeprefix('var CERTIFICATES = "').removesuffix('";\n')))
    b'{"entries":[\n{"statement":{"id":"a`${b}"}}\n]}\n'
    """
    text = f'{{"entries":[\n{_join_objects(entries)}\n]}}\n'
    return f'var CERTIFICATES = "{b64encode(gzip.compress(text.encode(), mtime=0)).decode()}";\n'


def exercises_js() -> str:
    """Return the script `var EXERCISES = […];`, which `static/exercises.js` reads."""
    return f"var EXERCISES = [\n{_join_objects(each.json() for each in exercises())}\n];\n"
