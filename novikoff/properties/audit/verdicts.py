"""The verdicts of a check.

Main definitions:
    Finding    the result of one check
    HOLDS, VIOLATED, ENDLESS, EARLY, CAP, NO_THEOREM, UNCHECKED    verdicts about the mathematics
    BREACH, DEVIATES    the class contradicts its own interface, or the conventions that its profile declares
    UNMET      the data do not meet the hypotheses of the theorem (for example, no separator); not a failure
    PROBLEMS   verdicts about a class that cannot be checked
    with_same_cause    the failures that have the cause of an earlier one, each with the id of the earlier one
    OF_DTYPE   the failures of every perceptron that computes in floats of this kind, even if it is correct
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

HOLDS = "holds"
VIOLATED = "bound violated"
ENDLESS = "never terminates"
EARLY = "stopped early, does not separate"
BREACH = "contract broken"
DEVIATES = "does not follow the declared rule"
UNMET = "hypotheses not met"
CAP = "inconclusive at the cap"
NO_THEOREM = "no theorem applies"
DIFFERS = "differs from the exact answer"  # for classifiers that make no updates
UNCHECKED = "not checked"  # there is nothing to compare the class with
VERDICTS = (HOLDS, VIOLATED, ENDLESS, EARLY, BREACH, DEVIATES, UNMET, CAP, NO_THEOREM, DIFFERS, UNCHECKED)

RAISES, SHAPE = "raises", "wrong shape"
MUTATES, HANGS, PRINTS, NAN = "mutates its input", "hangs", "prints", "returns NaN"
DIED = "ends its process"
PROBLEMS = (RAISES, SHAPE, MUTATES, HANGS, PRINTS, NAN, DIED)

OF_DTYPE: Mapping[str | None, Mapping[str, tuple[str, str]]] = {
    "float64": {
        "known.float64-false-mistake": (VIOLATED, "2⁻⁵⁴ is lost when it is added to 1 in float64"),
        "known.float64-cycle": (ENDLESS, "2⁵⁴ + 1 is rounded to 2⁵⁴ in float64"),
        "known.absorption-float64": (ENDLESS, "2⁵⁴ + 1 is rounded to 2⁵⁴ in float64"),
    },
    "float32": {
        "known.float32-absorption": (ENDLESS, "products of more than 24 binary digits are rounded in float32"),
        "known.absorption-float32": (ENDLESS, "2²⁵ + 1 is rounded to 2²⁵ in float32"),
        "known.absorption-float64": (ENDLESS, "2⁵⁴ + 1 is rounded to 2⁵⁴ in float32"),
    },
}


@dataclass(frozen=True)
class Finding:
    """The finding of one check: a verdict, the reason in one sentence, and code that shows it. `datasets` counts the
    datasets behind a verdict "holds". `expected` is the verdict that is expected, with the reason `why`; any other
    verdict, even "holds", is a failure. `traceback` is the traceback of a class that raises. `cause` is a name that
    failures of different families have in common if they have one cause, such as `PREDICT`.

    >>> Finding("bound.fit", HOLDS, datasets=20).said, Finding("bound.fit", VIOLATED).status
    ('holds (20 datasets)', 'failed')
    """

    id: str
    verdict: str
    reason: str = ""
    reproduce: str = ""
    datasets: int = 0
    expected: str = ""
    why: str = ""
    traceback: str = ""
    cause: str = ""

    @property
    def status(self) -> str:
        """Return "ok", "failed", "inconclusive" or "error"."""
        if self.expected and self.verdict != CAP:
            return "ok" if self.verdict == self.expected else "failed"
        known = {HOLDS: "ok", NO_THEOREM: "ok", UNMET: "ok", CAP: "inconclusive", UNCHECKED: "inconclusive"}
        return "error" if self.verdict in PROBLEMS else known.get(self.verdict, "failed")

    @property
    def said(self) -> str:
        """Return the verdict as text, with the number of datasets."""
        if not self.datasets:
            return self.verdict
        return f"{self.verdict} ({self.datasets} dataset{'s' * (self.datasets != 1)})"


PREDICT = "predict"  # the cause of failures of a class whose weights are right, but whose `predict` is wrong
ALONE = ("interface", "convention", "known", "parameters")  # in these families each failure has a separate cause


def with_same_cause(findings: Sequence[Finding]) -> dict[str, list[str]]:
    """Return the ids of failures that probably have the same cause as an earlier one, by the id of the earlier one.
    Failures have one cause if they name it, or if fit raises the same error, or does not end, or ends early. Other
    failures have one cause if they are in one family, such as fit.bound.plain and fit.bound.sorted.

    >>> failed = [Finding(f"{name}.plain", verdict) for name, verdict in (("a", EARLY), ("b", EARLY), ("c", VIOLATED))]
    >>> with_same_cause(failed)
    {'a.plain': ['b.plain']}
    """
    first: dict[Any, str] = {}
    found: dict[str, list[str]] = {}
    for finding in findings:
        if finding.status not in ("failed", "error"):
            continue
        family = finding.id.rpartition(".")[0]
        by_verdict = {RAISES: finding.reason, HANGS: "", NAN: "", DIED: "", EARLY: ""}
        other = by_verdict.get(finding.verdict, finding.id if family in ALONE else family)
        key = (finding.cause, "") if finding.cause else (finding.verdict, other)
        if key in first:
            found.setdefault(first[key], []).append(finding.id)
        else:
            first[key] = finding.id
    return found
