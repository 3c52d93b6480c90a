"""The certificates as a script, so that a page that is opened from a file has them.

Main definitions:
    certificates_js   the stored book, for `data/certificates.js` of the site
    script_of         the script `var CERTIFICATES = String.raw`…`;` for some entries

`static/check.js` reads the text with the JSON reader of `static/kernel.js`, and asks for this script when a reader
wants something checked.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from ..proofs import evidence

ESCAPED = {"`": "\\u0060", "$": "\\u0024"}  # which would end the text, or begin a place in it


def script_of(entries: Iterable[Any]) -> str:
    r"""A classic script that sets CERTIFICATES to a book, as text.

    >>> script_of([{"statement": {"id": "a`${b}\n"}}])
    'var CERTIFICATES = String.raw`{"entries":[\n{"statement":{"id":"a\\u0060\\u0024{b}\\n"}}\n]}\n`;\n'
    """
    written = [json.dumps(entry, ensure_ascii=False, separators=(",", ":")) for entry in entries]
    text = '{"entries":[\n' + ",\n".join(written) + "\n]}\n"
    for letter, escape in ESCAPED.items():
        text = text.replace(letter, escape)
    return f"var CERTIFICATES = String.raw`{text}`;\n"


def certificates_js() -> str:
    """The script for the stored book. Raises `BadInput` if it cannot be read."""
    return script_of(evidence.certificates().values())
