"""The page docs/reference/command-line.md, made from the help:  python -m metatests.command_line_page_writer > FILE

Main definitions:
    page    the help of novikoff and of each command, as Markdown
"""

from __future__ import annotations

from collections.abc import Iterator

import click

from novikoff.cli import cli

WIDTH = 100
INTRODUCTION = """# The command line

```sh
novikoff COMMAND --help
```

Each section of this page is what `--help` prints. A test compares the page with the code, and
`python -m metatests.command_line_page_writer > docs/reference/command-line.md` writes it.

`novikoff help` explains verdicts, the grammar of statements, exit statuses and files. [Configuration](configuration.md)
lists environment variables and the table of `pyproject.toml`. [Certificates and JSON](certificates-and-json.md)
describes what `--json` prints.
"""


def help_texts() -> Iterator[tuple[str, str]]:
    """Yield each command line with its help; subcommands follow their command."""
    yield from _help_texts("novikoff", cli, None)


def _help_texts(name: str, command: click.Command, parent: click.Context | None) -> Iterator[tuple[str, str]]:
    context = click.Context(command, parent, info_name=name, terminal_width=WIDTH, **command.context_settings)
    yield context.command_path, command.get_help(context)
    for inner, each in getattr(command, "commands", {}).items():
        yield from _help_texts(inner, each, context)


def page() -> str:
    """Return the page."""
    parts = (f"## {name}\n\n```text\n{text.rstrip()}\n```\n" for name, text in help_texts())
    return "\n".join([INTRODUCTION, *parts])


if __name__ == "__main__":
    print(page(), end="")
