"""The page of audits, docs/dev/audits.md, made by a command:  python -m metatests.audits_page > docs/dev/audits.md

Main definitions:
    AUDITS     the implementations and parameters of the page: every shipped profile
    section    what the page says of one audit
    page       the whole page

A test makes every audit again and compares the sections, where the same versions are installed.
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
]  # fmt: skip
INTRODUCTION = f"""# Audits

What `novikoff audit` finds in the implementations whose profiles ship, with the versions named. It is made by
`python -m metatests.audits_page > docs/dev/audits.md`, {EXAMPLES} datasets generated for a check; a test repeats every
audit.

A line is a check, its verdict and the reason. "(known: …)" marks a failure that the profile expects; were it gone, the
audit would fail. "hypotheses not met" is an answer, not a failure: the data have no separator. "contract broken" is a
failure: the class contradicts its own interface. What holds on generated data is tested, not proved; the theorem that
is named is proved in the ledger, of exact arithmetic.

A class need not promise to separate what a plane separates: logistic regression, ridge regression, a soft margin and
naive Bayes do not. `"separates": false` in a profile says so. Without a profile, the audit assumes so if no conventions
of a perceptron explain `fit`, and the class has `predict_proba`, a parameter such as `C`, `penalty` or `solver`, a loss
other than the perceptron's, or a name such as LogisticRegression. The other checks are made all the same. The name SVM
does not excuse a class whose parameter `C` is `None` or infinite: then there is no soft margin.

[The checks of an audit](../reference/audit-checks.md) lists what each check asks.
[Fifteen classifiers from PyPI](audited-classifiers.md) shows what the audit finds in classes without a profile.

Parameters with well-known names do what they say. `fit_intercept=False`: the intercept is 0 after every fit; `True`: it
is not always 0. `shuffle=False`: the run is the same for every seed. `eta0`: doubling it doubles the weights. This
holds for a run from 0 without a threshold or a penalty, with one step size; the audit compares where both fits end
without mistakes. `C`: the training loss of scikit-learn's `SVC` and `LinearSVC` does not grow with it. With
`--algorithm passive_aggressive` (PA-I, PA-II) or `svm`, and the same C in both, the class follows the exact algorithm
under two other values of C, too. Where nothing certain is known of a parameter, the audit prints "no theorem applies:
not checked" with the reason.

`--algorithm NAME` compares a class with the exact runs of another algorithm. For example, `--algorithm
averaged_perceptron` compares labels, of the examples and of points that the class has not seen, and weights up to a
positive factor. Give the options of the algorithm with `-p`, as in `--algorithm nearest_neighbours -p k=3`, or in a
profile. `-p passes=10` compares with runs that visit all examples ten times in turn, whether mistakes are left or not.
If the class has a parameter such as `n_iter`, `epochs` or `max_iter`, the audit finds out whether `fit` makes all its
passes. `--algorithm passive_aggressive` takes `variant` (PA, PA-I or PA-II), `C` and `bias` (feature, apart or none).
Its check `rule.classes` fits three or more classes. It compares predictions with one run per class against the rest (as
scikit-learn), and with runs that move the right class and the highest other one. If neither agrees, the check is "not
checked". With `-p classes=one-vs-rest` or `-p classes=highest`, another result is a failure. `--algorithm
batch_perceptron` takes `tie`: mistake, correct, positive or negative. If neither an option nor a profile gives `tie`,
the audit finds out whether a score of 0 has the label of one of the two classes, and prints this rule. `--algorithm
multi_class_perceptron` and `one_vs_rest` use data of several classes. Points near a boundary, and data on which a tie
decides whose score is rounded, are left out.

A class may end `fit` at a cap in its code, which is no parameter. If `fit` ends where the run that visits the examples
in turn is after 20 passes or more, with mistakes left, the check is inconclusive, and the reason gives the number of
passes. After fewer passes, and on data that need hundreds of passes, the check fails with the same reason.
"""


def title(target: str, params: dict[str, Any]) -> str:
    """The heading of a section.

    >>> title("sklearn.svm:SVC", {"kernel": "linear"})
    '## `sklearn.svm:SVC` with `{"kernel": "linear"}`'
    """
    return f"## `{target}`" + (f" with `{json.dumps(params)}`" if params else "")


def section(found: Any) -> str:
    """heading, version, conventions, all findings, and the code that reproduces what fails."""
    lines = [title(found.target, dict(found.params)), "", f"Version {found.version}; profile {found.profile}."]
    if known := describe_conventions(found.rule):
        lines += [
            "",
            "Conventions: " + ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in known.items()) + ".",
        ]
    width = max(len(finding.id) for finding in found.findings)
    lines += ["", "```text", *(f"{f.id:{width}}  {finding_message(f)}" for f in found.findings), "```"]
    for finding in found.findings:
        if finding.reproduce:
            lines += ["", f"`{finding.id}`:", "", "```python", finding.reproduce, "```"]
    return "\n".join([*lines, "", summarise(found.summary) + ".", ""])


def page(sections: Iterable[str]) -> str:
    """The page."""
    return "\n".join([INTRODUCTION, *sections])


if __name__ == "__main__":
    made = []
    for target, params in AUDITS:
        print(target, params, file=sys.stderr)
        made.append(section(check_bounds(target, params, examples=EXAMPLES)))
    print(page(made), end="")
