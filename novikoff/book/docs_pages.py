"""The pages of the documentation: Markdown as HTML, with links to pages and to claims.

The name of a claim, alone in code, becomes a link to the page of the claim.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import replace
from html import escape
from typing import Any, cast

from markdown_it import MarkdownIt
from markdown_it.token import Token

from .claim_html import highlight_python
from .docs import SECTIONS, START, resolve_link, to_page
from .pages import Addresses, Frame
from .prose import anchor_headings, plain_tables

COPIED = {"python", "toml", "yaml", "sh"}  # languages of blocks that a reader copies as they are


class DocsPages(Frame):
    """Sets documents as pages."""

    links: Addresses

    def page(self, path: str) -> str:
        """Return the page at a path of the site."""
        docs, name = self.material.docs, f"{path.removesuffix('.html')}.md"
        body, sections = self.body(name)
        beside = docs.sections[docs.section(name)] if name != START else []
        at = beside.index(name) if beside else -1
        around = [(self.address(name, each), escape(docs.titles[each]), each == name) for each in beside]
        crumbs = f'<a href="{self.address(name, START)}">Documentation</a>'
        return self.render(
            "chapter.html", docs.titles[name], path, body=body, kind="document", sections=sections,
            crumbs=f"{crumbs} › {SECTIONS[docs.section(name)]}" if beside else "", around=around,
            part=SECTIONS[docs.section(name)], previous=around[at - 1][:2] if at > 0 else None,
            next=around[at + 1][:2] if 0 <= at < len(around) - 1 else None,
        )

    def body(self, name: str) -> tuple[str, list[tuple[str, str]]]:
        """Return a document as HTML, and its sections: anchor and heading."""
        self.links = replace(self.addresses, place=f"{'../' * name.count('/')}claims/{{}}.html")
        markdown = MarkdownIt("commonmark", {"xhtmlOut": True, "typographer": False}).enable("table")
        markdown.add_render_rule("fence", render_fence)
        cast(Any, markdown.renderer).rules["code_inline"] = self.render_code
        tokens = markdown.parse(self.material.docs.texts[name])
        for token in tokens:
            token.children = list(self.lead(name, token.children or []))
        sections = anchor_headings(tokens, markdown, heading_anchor)
        return plain_tables(str(markdown.renderer.render(tokens, markdown.options, {}))), sections

    def lead(self, name: str, tokens: list[Token]) -> Iterator[Token]:
        """Yield the tokens of a line, with links to pages; a link to a folder is left out."""
        is_left_out = False
        for token in tokens:
            if token.type == "link_open":
                file, _, anchor = str(token.attrs["href"]).partition("#")
                target = resolve_link(name, file) if file else ""
                is_left_out = bool(target) and not target.endswith(".md") and target not in self.material.docs.files
                if target.endswith(".md"):
                    token.attrs["href"] = self.address(name, target) + (f"#{anchor}" if anchor else "")
            if not (is_left_out and token.type in ("link_open", "link_close")):
                yield token

    def address(self, name: str, target: str) -> str:
        """Return the address of a document, as a link on the page of another document."""
        return posixpath.relpath(to_page(target), posixpath.dirname(name) or ".")

    def render_code(self, tokens: list[Token], idx: int, options: Any, env: Any) -> str:
        """Return code within a line. The name of a claim links to its page, unless the code is inside a link
        already."""
        content = tokens[idx].content
        shown = f"<code>{escape(content)}</code>"
        in_link = any(token.type == "link_open" for token in tokens[:idx]) and any(
            token.type == "link_close" for token in tokens[idx:]
        )
        return shown if content not in self.links.titles or in_link else self.links.cite(content, shown)


def heading_anchor(words: str) -> str:
    """Return the anchor that GitHub and GitLab give to a heading.

    >>> heading_anchor("What novikoff's `prove` prints: 1")
    'what-novikoffs-prove-prints-1'
    """
    return re.sub(r"[^\w\- ]", "", words.lower()).strip().replace(" ", "-")


def render_fence(self: Any, tokens: list[Token], idx: int, options: Any, env: Any) -> str:
    """Return a block of code: Python is highlighted, and commands look different from their output."""
    language, content = tokens[idx].info.strip(), tokens[idx].content.rstrip("\n")
    if language == "python":
        inside = highlight_python(content)
    elif language == "console":
        lines = (escape(line) for line in content.split("\n"))
        inside = "\n".join(f"<b>{x}</b>" if x.startswith(("$ ", "&gt; ")) else x for x in lines)
    else:
        inside = escape(content)
    copied = f' data-copy="{language}"' if language in COPIED else ""
    return f'<pre class="{language or "plain"}"{copied}><code>{inside}</code></pre>\n'
