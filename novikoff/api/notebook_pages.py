"""Notebook pages of results: the output of their commands, for classes in packages that do not import the reports."""

from __future__ import annotations

from collections.abc import Sequence

from ..properties.audit.audit_runner import Audit
from ..properties.claimed_bound_statements import Case
from ..properties.worst_cases.worst_case import WorstCase
from ..report.document_formats import Block, Table
from ..report.notebook import as_page, blocks, page
from .audits import AuditReport
from .broken_bound_text import examples_rows
from .worst_cases import WorstCaseReport

__all__ = ["page"]


@blocks.register
def _(shown: WorstCase) -> Sequence[Block]:
    return as_page(WorstCaseReport(shown).blocks())


@blocks.register
def _(shown: Audit) -> Sequence[Block]:
    return as_page(AuditReport(shown).blocks())


@blocks.register
def _(shown: Case) -> Sequence[Block]:
    return [Table(examples_rows(shown))]
