"""The exercises as a JavaScript file: a page that is opened from a file cannot load other data."""

from __future__ import annotations

import json

from ..exercises.generation import exercises


def exercises_js() -> str:
    """Return the script `var EXERCISES = […];`; a task is JSON text, which `static/grading.js` reads."""
    made = [{**e.json(), "task": json.dumps(e.task, ensure_ascii=False)} for e in exercises()]
    written = ",\n".join(json.dumps(exercise, ensure_ascii=False) for exercise in made)
    return f"var EXERCISES = [\n{written}\n];\n"
