"""The pieces of HTML on one claim, which do not depend on the rest of the site.

Main definitions: `Piece`, `make_piece`, `hash_claim_inputs`; slides and handouts use the other functions too.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
import textwrap
from collections.abc import Mapping
from html import escape
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, TypedDict

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers.python import PythonLexer

from .. import algorithms
from ..proofs.checking.verdict_cache import digest, is_of_claims, source_unit
from ..proofs.prover import proof_printer
from ..proofs.search.citation_graph import read
from ..proofs.statements.proof_script import Script
from ..proofs.statements.registry import Claim
from ..report.claim_text import remarks, why_coq
from ..report.derivation_blocks import (
    Reader,
    derivations_of,
    reader_of,
    shipped_necessity,
    sympy_derivation,
)
from ..report.document_formats import WRITERS
from .counterexample_pictures import draw_witness
from .html_writer import Addresses, BookWriter, link_claims
from .proof_identities import identities
from .site_data import Contents

HELPERS = {"source_lines"}  # modules of the algorithms that keep places in files, and compute nothing
PLAIN = re.compile(r'<span class="(?:[nopw]|n[bn]|si)">([^<]*)</span>')  # of Pygments, without a style
NOT_READ = ("evidence/", "certificates.json")  # of whose content a page has what is about its claim alone
SAID_ELSEWHERE = ("Expected verdict", "Corrected claim", "What is missing")  # remarks that the page has in another form


class Piece(TypedDict):
    """The pieces of a claim; "" for a missing piece."""

    statement: str
    notes: str  # the ideas, and what letters mean, as the author explains them
    proof: str
    counterexample: str  # of a refuted claim
    necessity: str  # what each hypothesis is for
    derivations: str
    remarks: list[tuple[str, str]]
    rules: list[tuple[str, str]]  # the functions of the algorithms that the statement and proof call, highlighted
    script: str  # the claim as it is written
    latex: str
    markdown: str
    prove: str
    coq: str
    lean: str
    transcript: str  # of a run, with its command


def make_piece(claim: Claim, entry: Any, addresses: Addresses) -> Piece:
    """Make the pieces of a claim, with the identities of its certificate behind the steps of its proof."""
    page, writer = make_page_and_writer(claim, entry, addresses)
    statement = page.statement()
    piece: Piece = {
        "statement": writer.blocks(statement),
        "notes": link_claims(claim.notes, addresses),
        "proof": "", "counterexample": "", "necessity": "", "derivations": "",
        "remarks": [(heading, link_claims(words, addresses)) for heading, words in remarks(claim)
                    if heading not in (*SAID_ELSEWHERE, "Notes")],
        "rules": [(name, highlight_python(source)) for name, source in rules_of(claim)],
        "script": escape(_source_of(claim.write), quote=False),
        "latex": WRITERS["latex"]({}).blocks(statement),
        "markdown": WRITERS["markdown"]({}).blocks(statement),
        "prove": "" if claim.script.in_coq else proof_printer.sentence(read(claim.id, claim.script)[0]),
        "coq": "", "lean": "", "transcript": "",
    }
    if claim.expected == "refuted":
        numbers = writer.blocks(page.counterexample(claim))
        piece["counterexample"] = numbers + draw_witness(page.evaluated[""])
        return piece
    if claim.coq:
        piece["proof"] = coq_proof_place(claim)
        return piece
    piece["proof"] = writer.blocks(page.proof())
    beside, needed = necessity_blocks(claim, page, addresses)
    folded = "<details><summary>A picture</summary>{}</details>"
    beside.drawn = {name: folded.format(drawing) for name, drawing in beside.drawn.items()}
    piece["necessity"] = beside.blocks(needed)
    derived = [sympy_derivation(found, page.order) for found in derivations_of(claim.id)]
    piece["derivations"] = "".join(writer.blocks(group.blocks) for group in derived)
    return piece


def make_page_and_writer(claim: Claim, entry: Any, addresses: Addresses, prefix: str = "") -> tuple[Reader, BookWriter]:
    """Make the reader of the claim's page and its writer, which knows the identities of its certificate. The writer's
    anchors begin with the prefix.
    """
    page = reader_of(claim)
    behind = identities(entry, page.order) if entry and "proof" in entry and not claim.coq else {}
    return page, BookWriter({}, prefix=prefix, addresses=addresses, behind=behind)


def coq_proof_place(claim: Claim) -> str:
    """Return the place of the proof of a claim that only Coq decides."""
    where = [f"proofs/analysis/{claim.coq}.v", f"novikoff check {claim.id} --engine coq"]
    return (f"<p>The proof is written by hand in Coq, in <code>{where[0]}</code>: {why_coq(claim)}. "
            f"<code>{where[1]}</code> exports this statement, compiles the proof, and asks Coq for its axioms.</p>")


def necessity_blocks(
    claim: Claim, page: Reader, addresses: Addresses, prefix: str = ""
) -> tuple[BookWriter, list[Any]]:
    """Return blocks on why each hypothesis is needed, and their writer; no blocks without hypotheses."""
    found = page.necessity(claim)
    drawn = {name: drawing for name, seen in page.evaluated.items() if (drawing := draw_witness(seen))}
    writer = BookWriter({}, prefix=f"{prefix}.needs", addresses=addresses, drawn=drawn)
    return writer, list(found[0].blocks) if found else []


def rules_of(claim: Claim) -> list[tuple[str, str]]:
    """Return the functions of the algorithms that ran while the claim was recorded: name and source, as called."""
    called = dict[CodeType, None]()

    def watch(frame: FrameType, event: str, argument: Any) -> None:
        if event == "call" and frame.f_globals.get("__name__", "").startswith(f"{algorithms.__name__}."):
            called.setdefault(frame.f_code)

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        claim.write(Script())
    finally:
        sys.setprofile(before)
    plain = [code for code in called if code.co_qualname.isidentifier() and not code.co_name.startswith("_")
             and Path(code.co_filename).stem not in HELPERS]
    return [(f"algorithms.{Path(c.co_filename).stem}.{c.co_name}",
             shorten_docstring(textwrap.dedent(inspect.getsource(c))))
            for c in plain]


def shorten_docstring(source: str) -> str:
    """Return a function with only the first line of its docstring.

    >>> print(shorten_docstring('def f():\\n    \"\"\"One.\\n\\n    Two.\\n    \"\"\"\\n    return 1'))
    def f():
        \"\"\"One.\"\"\"
        return 1
    """
    (function,) = ast.parse(source).body
    said = function.body[0] if isinstance(function, ast.FunctionDef) else None
    if not (isinstance(said, ast.Expr) and isinstance(said.value, ast.Constant) and said.end_lineno):
        return source
    lines = source.splitlines()
    first = lines[said.lineno - 1].removesuffix('"""')
    return "\n".join([*lines[: said.lineno - 1], f'{first}"""', *lines[said.end_lineno :]])


def _source_of(write: Any) -> str:
    try:
        return textwrap.dedent(inspect.getsource(write))
    except (OSError, TypeError):
        return ""


def highlight_python(source: str) -> str:
    """Return Python code, highlighted with classes of the style sheet.

    >>> highlight_python("def f(a): return a")
    '<span class="k">def</span> <span class="nf">f</span>(a): <span class="k">return</span> a'
    """
    found = highlight(source, PythonLexer(), HtmlFormatter(nowrap=True)).rstrip("\n") if source else ""
    return PLAIN.sub(r"\1", found)


def hash_claim_inputs(
    claim: Claim, contents: Contents, sources: Mapping[str, str], needed: Mapping[str, set[str]]
) -> str:
    """Return a digest of everything that determines the pieces of a claim. These are the program, the file of the claim
    and the files of cited claims, its certificate, the results about its hypotheses, and the titles of pages that it
    may link to.
    """
    files = {source_unit(contents.claims[i]) for i in (claim.id, *needed.get(claim.id, ()))}
    program = {n: said for n, said in sources.items() if not is_of_claims(n) and not any(p in n for p in NOT_READ)}
    own = {n: sources[n] for n in files}
    titles = {i: c.title for i, c in contents.claims.items()}
    evidence = [contents.entries.get(claim.id), shipped_necessity().get(claim.id)]
    return digest([program, own, evidence, titles, sys.version])
