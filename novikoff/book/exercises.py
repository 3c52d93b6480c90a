"""The exercises as a JavaScript file: a page that is opened from a file cannot load other data."""

from __future__ import annotations

import json

from ..exercises.generation import exercises


def exercises_js() -> str:
    """Return the script `var EXERCISES = […];`, which `static/exercises.js` reads."""
    written = (json.dumps(e.json(), ensure_ascii=False, separators=(",", ":")) for e in exercises())
    lines = ",\n".join(written)
    return f"var EXERCISES = [\n{lines}\n];\n"
