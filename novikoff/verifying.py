"""`novikoff verify`: one certificate, checked in fractions by `algorithms/verifying`, with no solver."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .algorithms.files import read_json
from .algorithms.verifying import Refuted
from .algorithms.verifying.dispatch import verify
from .output import FAILED, OK, Row, emit

LONGEST_REASON = 400  # characters


def verify_command(file: str, *, output_format: str, quiet: bool, verbose: bool) -> int:
    """Check the certificate in `file`; the exit status says whether it shows what it claims."""
    certificate = read_json(file)
    name = Path(file).name
    try:
        facts = verify(certificate)
    except Refuted as problem:
        return _refuted(name, shortened(str(problem)), output_format)
    about = {key: certificate[key] for key in ("kind", "algorithm") if key in certificate}
    data = {"schema": 1, "file": name, "verdict": "verified", **about, "facts": facts}
    lines = [f"verified: {name}, {what(about)}, repeated in exact arithmetic"]
    if not quiet:
        width = max(map(len, facts))
        lines += [f"  {key.replace('_', ' '):<{width}}  {shown(value)}" for key, value in facts.items()
                  if key not in about]  # fmt: skip
    emit(output_format, text="\n".join(lines), data=data, rows=[Row(name, "ok", lines[0], "verify")])
    return OK


def _refuted(name: str, reason: str, output_format: str) -> int:
    data = {"schema": 1, "file": name, "verdict": "refuted", "reason": reason}
    emit(output_format, text=f"refuted: {name}: {reason}", data=data, rows=[Row(name, "failed", reason, "verify")])
    return FAILED


def what(about: dict[str, str]) -> str:
    """Say what kind of certificate it is."""
    names = {"separability": "linear separability", "margin": "the best margin", "svm": "the optimum of an SVM"}
    return names.get(about["kind"]) or f"a run of {about['algorithm']}"


def shown(value: Any) -> str:
    """A fact in one short line; JSON has it in full."""
    words = {True: "yes", False: "no", None: "none"}
    return shortened(words[value] if isinstance(value, bool) or value is None else str(value), 80)


def shortened(text: str, most: int = LONGEST_REASON) -> str:
    """The text, or its beginning: a certificate may hold numbers of thousands of digits."""
    return text if len(text) <= most else f"{text[: most - 4]} ..."
