"""The certificates as a JavaScript file: a page that is opened from a file cannot load other data.

Main definitions:
    certificates_js   the stored book, for `data/certificates.js` of the site
    script_of         the script `var CERTIFICATES = "…";` for some entries

`static/check.js` loads this script when a reader starts a check. It unpacks the text, which is eight times as long, and
passes each entry to `static/checker.js`.
"""

from __future__ import annotations

import gzip
import json
from base64 import b64encode
from collections.abc import Iterable
from typing import Any

from ..proofs import evidence


def script_of(entries: Iterable[Any]) -> str:
    r"""Return a classic script that sets CERTIFICATES to the certificates: JSON, packed by gzip, in base 64.

    >>> from base64 import b64decode
    >>> written = script_of([{"statement": {"id": "a`${b}"}}])
    >>> gzip.decompress(b64decode(written.removeprefix('var CERTIFICATES = "').removesuffix('";\n')))
    b'{"entries":[\n{"statement":{"id":"a`${b}"}}\n]}\n'
    """
    written = [json.dumps(entry, ensure_ascii=False, separators=(",", ":")) for entry in entries]
    text = '{"entries":[\n' + ",\n".join(written) + "\n]}\n"
    return f'var CERTIFICATES = "{b64encode(gzip.compress(text.encode(), mtime=0)).decode()}";\n'


def certificates_js() -> str:
    """Return the script for the stored certificates; raise `BadInput` if they cannot be read."""
    return script_of(evidence.certificates().values())
