"""Renews what is stored beside the claims: `python -m novikoff.proofs.renew`, after claims have changed.

certificates.json   every statement with its proof or counterexample, and what it cost to find
models.json         for each claim an exact model of its hypotheses
necessity.json      for each hypothesis, what happens without it

What still holds is kept, so that only changed claims are searched again; the results do not depend on the machine.
"""

from __future__ import annotations

import sys
from pathlib import Path

from . import checking, necessity, vacuity

HOME = Path(__file__).parent


def tell(what: str, done: int, total: int) -> None:
    """A line for every tenth claim."""
    if done % 10 == 0 or done == total:
        print(f"{done} of {total}  {what}", file=sys.stderr)


def write(name: str, text: str) -> None:
    """Replace a stored file, all or nothing."""
    scratch = HOME / f"{name}.new"
    scratch.write_text(text, encoding="utf-8")
    scratch.replace(HOME / name)


def main() -> None:
    """Renew all three; an interruption keeps what was found so far."""
    checking.save(checking.check(progress=tell), HOME / checking.STORE)
    write("models.json", vacuity.save_models(vacuity.stored_models(), tell))
    kept = necessity.stored_results()
    write("necessity.json", necessity.save_necessity(kept, tell, lambda text: write("necessity.json", text)))


if __name__ == "__main__":
    main()
