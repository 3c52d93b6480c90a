"""Write the page of audits:  python -m metatests.audits_page_writer > docs/dev/audits.md

Main definitions:
    AUDITS     the implementations and parameters of the page: every shipped profile
    section    the section of one audit
    page       the whole page

A test repeats every audit and compares the sections, if the same versions are installed.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import Any

from novikoff.api.audits import check_bounds, describe_conventions, finding_message, summarise

EXAMPLES = 8  # datasets generated for a check
AUDITS: list[tuple[str, dict[str, Any]]] = [
    ("sklearn.linear_model:Perceptron", {}),
    ("sklearn.linear_model:Perceptron", {"tol": None, "shuffle": False}),
    ("sklearn.linear_model:Perceptron", {"fit_intercept": False, "tol": None, "shuffle": False}),
    ("sklearn.linear_model:SGDClassifier", {}),
    ("sklearn.linear_model:SGDClassifier",
     {"loss": "perceptron", "penalty": None, "learning_rate": "constant", "eta0": 1, "tol": None, "max_iter": 200}),
    ("sklearn.linear_model:SGDClassifier",
     {"loss": "hinge", "penalty": None, "learning_rate": "constant", "eta0": 1, "tol": None, "max_iter": 200}),
    ("sklearn.svm:LinearSVC", {}),
    ("sklearn.svm:SVC", {"kernel": "linear"}),
    ("sklearn.neighbors:NearestCentroid", {}),
    ("sklearn.neighbors:KNeighborsClassifier", {"n_neighbors": 3}),
    ("river.linear_model:Perceptron", {}),
    ("mlxtend.classifier:Perceptron", {"random_seed": 0, "eta": 0.5, "epochs": 100}),
    ("novikoff.algorithms.estimators:Perceptron", {}),
    ("novikoff.algorithms.estimators:MultiClassPerceptron", {}),
    ("novikoff.algorithms.estimators:StructuredPerceptron", {}),
]
INTRODUCTION = f"""# Audits of shipped profiles

`python -m metatests.audits_page_writer > docs/dev/audits.md` writes this page: one audit for each shipped profile, with
the versions named and {EXAMPLES} generated datasets for each check. A test repeats every audit. [Audit an
implementation](../how-to/audit-an-implementation.md) explains how to read the lines.
"""


def title(target: str, params: dict[str, Any]) -> str:
    """Return the heading of a section.

    >>> title("sklearn.svm:SVC", {"kernel": "linear"})
    '## `sklearn.svm:SVC` with `{"kernel": "linear"}`'
    """
    return f"## `{target}`" + (f" with `{json.dumps(params)}`" if params else "")


def section(found: Any) -> str:
    """Return the heading, version, conventions, all findings, and the code that reproduces each failure."""
    lines = [title(found.target, dict(found.params)), "", f"Version {found.version}; profile {found.profile}."]
    if known := describe_conventions(found.rule):
        lines += [
            "",
            "Conventions: " + ", ".join(f"{name.replace('_', ' ')} = {value}" for name, value in known.items()) + ".",
        ]
    width = max(len(finding.id) for finding in found.findings)
    lines += ["", "```text", *(f"{f.id:{width}}  {finding_message(f)}" for f in found.findings), "```"]
    for finding in found.findings:
        if finding.reproduce:
            lines += ["", f"`{finding.id}`:", "", "```python", finding.reproduce, "```"]
    return "\n".join([*lines, "", summarise(found.summary) + ".", ""])


def page(sections: Iterable[str]) -> str:
    """Return the whole page."""
    return "\n".join([INTRODUCTION, *sections])


if __name__ == "__main__":
    made = []
    for target, params in AUDITS:
        print(target, params, file=sys.stderr)
        made.append(section(check_bounds(target, params, examples=EXAMPLES)))
    print(page(made), end="")
