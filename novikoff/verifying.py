"""`novikoff verify`: one certificate, checked exactly by `algorithms/verifying`, with no solver, in bounded time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .algorithms.files import read_json
from .algorithms.verifying import Refuted
from .algorithms.verifying.dispatch import TooMuchWork, verify
from .output import OK, Row, emit, exit_status

LONGEST_REASON = 400  # characters
LARGEST = 16 * 2**20  # bytes of a certificate


def verify_command(file: str, *, output_format: str, quiet: bool, verbose: bool) -> int:
    """Check the certificate in `file`; the exit status says whether it shows what it claims."""
    certificate = read_json(file, LARGEST)
    name = Path(file).name
    try:
        facts = verify(certificate)
    except Refuted as problem:
        return _answer("failed", "refuted", name, shortened(str(problem)), output_format)
    except TooMuchWork as problem:
        return _answer("inconclusive", "unknown", name, str(problem), output_format)
    about = {key: certificate[key] for key in ("kind", "algorithm") if key in certificate}
    data = {"schema": 1, "file": name, "verdict": "verified", **about, "facts": facts}
    lines = [f"verified: {name}, {what(about)}, repeated in exact arithmetic"]
    if not quiet:
        width = max(map(len, facts))
        lines += [f"  {key.replace('_', ' '):<{width}}  {shown(value)}" for key, value in facts.items()
                  if key not in about]  # fmt: skip
    emit(output_format, text="\n".join(lines), data=data, rows=[Row(name, "ok", lines[0], "verify")])
    return OK


def _answer(status: str, verdict: str, name: str, reason: str, output_format: str) -> int:
    """Print an answer other than "verified"; return its exit status."""
    data = {"schema": 1, "file": name, "verdict": verdict, "reason": reason}
    rows = [Row(name, status, reason, "verify")]
    emit(output_format, text=f"{verdict}: {name}: {reason}", data=data, rows=rows)
    return exit_status(rows)


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
