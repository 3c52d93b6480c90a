"""Text and JSON for the findings of `prove`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flint import arb

from ..proofs.prover.proof_printer import chain, script
from ..proofs.prover.prove import Finding
from ..proofs.statements.expressions import is_numeral, read_term, term_to_text
from ..proofs.statements.term_values import HALF, Numbers, evaluate
from ..proofs.statements.valuation import ball
from ..proofs.statements.witness_completion import format_value
from .document_formats import Block, Mark, Words
from .result_output import COLOURS, Reported, Row, to_blocks


@dataclass(frozen=True, repr=False)
class FindingReport(Reported):
    """The output of `novikoff prove`: the verdict with the certificate, or with the counterexample."""

    finding: Finding

    def json(self) -> dict[str, Any]:
        finding = self.finding
        data: dict[str, Any] = {"schema": 1, "verdict": finding.verdict}
        certificate = finding.certificate
        if certificate is not None and (finding.counterexample is None or "refutes" in certificate):
            data["certificate"] = certificate  # else the kernel evaluates the counterexample itself
        if finding.counterexample is not None:
            data["counterexample"] = finding.counterexample
        if cited := cited_by(finding):
            data["rests_on"] = cited
        if finding.reason:
            data["reason"] = finding.reason
        if finding.evidence is not None:
            data |= finding.evidence.json()
        return data

    def rows(self) -> list[Row]:
        finding, message = self.finding, str(self.finding.verdict)
        if finding.counterexample is not None:
            message += " by " + ", ".join(line.strip() for line in _witness_lines(finding))
        return [Row("statement", finding.status, finding.reason or message)]

    def blocks(self, quiet: bool = False, verbose: bool = False) -> list[Block]:
        """Return the verdict in words; with `verbose`, also the proof or all evaluated relations."""
        finding = self.finding
        if quiet:
            return [Words([finding.verdict])]
        says, *more = self.lines(verbose)
        return [Words([Mark(finding.verdict, COLOURS.get(finding.verdict, "red"), bold=True), says]), *to_blocks(more)]

    def lines(self, verbose: bool) -> list[str]:
        """Return the lines after the verdict."""
        finding = self.finding
        if finding.certificate is not None and finding.verdict == "proved":
            scope = " in every dimension" * is_about(finding, "@")
            scope += " for every number of indices" * is_about(finding, "[i]")
            lines = [f"{scope}; the certificate passed the kernel"]
            if cited := cited_by(finding):
                lines.append(f"using {', '.join(cited)}")
            lines += [f"but {finding.reason}"] * bool(finding.reason)
            return lines + proof_lines(finding, verbose)
        if finding.counterexample is None:
            known = finding.evidence.lines(verbose) if finding.evidence else []
            return [f": {finding.reason}", *known, *proof_lines(finding, verbose)]
        at = " at" if finding.script.names else ""
        lines = [f": every hypothesis holds and the conclusion fails{at}", *_witness_lines(finding)]
        for e in finding.evaluated:
            if verbose or not e.holds:
                lines += ["", *evaluated_lines(e)]
        return lines


def cited_by(finding: Finding) -> list[str]:
    """Return the theorems that a proof cites, in the order of the certificate."""
    entries = finding.certificate["entries"] if finding.certificate and finding.verdict == "proved" else []
    return [entry["statement"]["id"] for entry in entries[:-1]]


def proof_lines(finding: Finding, verbose: bool) -> list[str]:
    """Return the last proof of the certificate as a chain and as a script; [] unless `verbose`."""
    if finding.certificate is None or not verbose:
        return []
    entries = finding.certificate["entries"]
    pasted = ["", "as code for a theorem file:", "", *script(entries, finding.said)] if finding.said else []
    return ["", *chain(entries), *pasted]


def is_about(finding: Finding, mark: str) -> bool:
    """Return whether the statement declares vectors (@) or families ([i])."""
    return any(mark in name for name in finding.script.names)


def _witness_lines(finding: Finding) -> list[str]:
    values = finding.counterexample["values"]
    given = [f"  {name.rstrip('@')} = {format_value(values[name], number_to_text)}" for name in finding.script.names]
    size = finding.counterexample["size"]
    return given + ([f"  with {size} ind{'ex' if size == 1 else 'ices'} i"] if is_about(finding, "[i]") else [])


def evaluated_lines(e: Any) -> list[str]:
    """Return both sides of a relation with their exact values, and whether it holds."""
    where = f"at index {e.index} " if e.index else ""
    left, right = (format_value(value, number_to_text) for value in e.values)
    width = max(len(e.left), len(e.right))
    return [
        f"  {e.name} {where}{'holds' if e.holds else 'fails'}: {left} {e.operator} {right} is {str(e.holds).lower()}",
        f"    left-hand side   {e.left:{width}} = {left}",
        f"    right-hand side  {e.right:{width}} = {right}",
    ]


BALLS = Numbers(ball, lambda q, n: q.sqrt() if n == HALF else q ** int(n), abs, max, min, arb.exp, arb.log)


def number_to_text(value: Any) -> str:
    """Print a rational number, or a term such as ["exp", "1"] with its float value.

    >>> number_to_text(["-", ["*", "2", ["exp", "1"]], "1"])
    '2*exp(1) - 1 (nearly 4.43656)'
    >>> number_to_text(["+", "-2", ["*", ["sqrt", "2"], ["sqrt", "2"]]])
    '-2 + sqrt(2)*sqrt(2) (nearly 0)'
    """
    term = read_term(value)
    if is_numeral(term):
        return term_to_text(term)
    near = evaluate(term, {}, BALLS)
    return f"{term_to_text(term)} (nearly {0 if near.contains(0) else float(near):.6g})"
