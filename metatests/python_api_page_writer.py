"""The page docs/reference/python-api.md, made from docstrings:  python -m metatests.python_api_page_writer > FILE

Main definitions:
    page             every public name of `novikoff` and `novikoff.theorems`, with types and docstring, as Markdown
    format_signature  the parameters of a function or class, one a line, with their types
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Iterator
from typing import Any

INTRODUCTION = """# The Python API

```pycon
>>> import novikoff
>>> novikoff.prove("vec u v |- u@v <= norm(u)*norm(v)").verdict
'proved'
```

This page has every name of `novikoff`, and of `novikoff.theorems`, which proof scripts use.
[From Python](python.md) shows how the names work together. A test compares this page with the code;
`python -m metatests.python_api_page_writer > docs/reference/python-api.md` writes it.
"""
MODULES = ("novikoff", "novikoff.theorems")


def public_names() -> Iterator[tuple[str, str, Any]]:
    """Yield module, name and object of each public function and class."""
    for module in MODULES:
        home = importlib.import_module(module)
        yield from ((module, name, getattr(home, name)) for name in home.__all__ if not name.startswith("__"))


def format_signature(name: str, found: Any) -> str:
    """Return a call with one parameter a line, with types and defaults; an exception has no parameters.

    >>> print(format_signature("f", lambda x, *, y=1: x))
    f(
        x,
        *,
        y=1,
    )
    """
    if isinstance(found, type) and issubclass(found, BaseException):
        return name
    signature, lines = inspect.signature(found), list[str]()
    for each in signature.parameters.values():
        if each.kind is each.KEYWORD_ONLY and not any(line.startswith("    *") for line in lines):
            lines.append("    *,")
        lines.append(f"    {_format_parameter(each)},")
    result = "" if isinstance(found, type) else _format_type(signature.return_annotation, " -> ")
    return "\n".join([f"{name}(", *lines, f"){result}"]) if lines else f"{name}(){result}"


def _format_parameter(each: inspect.Parameter) -> str:
    stars = "*" * (each.kind is each.VAR_POSITIONAL) + "**" * (each.kind is each.VAR_KEYWORD)
    shown, typed = repr(each.default), _format_type(each.annotation, ": ")
    default = "…" if " at 0x" in shown or "<factory>" in shown else shown
    equals = " = " if typed else "="
    return f"{stars}{each.name}{typed}" + (f"{equals}{default}" if each.default is not each.empty else "")


def _format_type(annotation: object, before: str) -> str:
    return "" if annotation is inspect.Parameter.empty else before + (
        annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    )


def page() -> str:
    """Return the page."""
    parts, last = [INTRODUCTION], ""
    for module, name, found in public_names():
        parts += [f"## {module}\n"] if module != last else []
        last = module
        body = inspect.cleandoc(found.__doc__)
        call = format_signature(name, found)
        parts.append(f"### {module}.{name}\n\n```python\n{call}\n```\n\n```text\n{body}\n```\n")
    return "\n".join(parts)


if __name__ == "__main__":
    print(page(), end="")
