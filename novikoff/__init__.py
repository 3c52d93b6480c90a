"""novikoff — proofs, exact runs and property tests for the theory of linear classifiers.

From Python:

>>> import novikoff
>>> novikoff.prove("vec u v |- (u@v)**2 <= (u@u)*(v@v)").verdict
'proved'
>>> finding = novikoff.prove("vec u v |- u@v <= norm(u)")
>>> finding.verdict, finding.counterexample["values"]["u@"], finding.counterexample["values"]["v@"]
('refuted', ['1'], ['2'])
>>> [outcome.verdict for outcome in novikoff.check(["cauchy-schwarz"], engines=["kernel"])]
['proved']
>>> novikoff.claims()["cauchy-schwarz"].title
'Cauchy–Schwarz inequality'
>>> novikoff.parse("real a b; a <= b |- a**2 <= b**2").assumptions
{'hypothesis1': Relation(lhs=a, operator='<=', rhs=b)}
>>> novikoff.bound("w@w == 1 |- k <= (1 + R**2)/gamma**2", datasets=100).verdict
'refuted'
>>> try:
...     novikoff.parse("vec w; real b |- w + b == 0")
... except novikoff.BadInput as problem:
...     print(problem)
column 18: a vector and a scalar are added: w and b

Python loads these names when they are first used, so importing novikoff is quick. Type checkers see them where they are
defined.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .algorithms.errors import BadInput as BadInput
    from .algorithms.user_rules import algorithm as algorithm
    from .api.audits import audit as audit
    from .api.audits import check_bounds as check_bounds
    from .api.book_files import write_book as write_book
    from .api.bound_campaigns import campaign as campaign
    from .api.claim_list import list_claims as list_claims
    from .api.claimed_bound_checks import bound as bound
    from .api.claimed_bound_checks import test_bound as test_bound
    from .api.claims import check as check
    from .api.claims import explain as explain
    from .api.claims import mutate as mutate
    from .api.claims import prove as prove
    from .api.exact_runs import run as run
    from .api.separations import separate as separate
    from .api.verification import verify as verify
    from .api.worst_cases import estimate as estimate
    from .api.worst_cases import worst_case as worst_case
    from .notebook_theorems import theorem as theorem
    from .plugin import parametrize_with_bounds as parametrize_with_bounds
    from .proofs.statements.grammar import parse as parse
    from .proofs.statements.registry import claims as claims
    from .properties.float_safety import float_safe as float_safe

__version__ = "1.0.0"

_HOMES = {
    "BadInput": "algorithms.errors",
    "algorithm": "algorithms.user_rules",
    "audit": "api.audits",
    "bound": "api.claimed_bound_checks",
    "campaign": "api.bound_campaigns",
    "check": "api.claims",
    "check_bounds": "api.audits",
    "claims": "proofs.statements.registry",
    "estimate": "api.worst_cases",
    "explain": "api.claims",
    "float_safe": "properties.float_safety",
    "list_claims": "api.claim_list",
    "mutate": "api.claims",
    "parametrize_with_bounds": "plugin",
    "parse": "proofs.statements.grammar",
    "prove": "api.claims",
    "run": "api.exact_runs",
    "separate": "api.separations",
    "test_bound": "api.claimed_bound_checks",
    "theorem": "notebook_theorems",
    "verify": "api.verification",
    "worst_case": "api.worst_cases",
    "write_book": "api.book_files",
}

if not TYPE_CHECKING:  # hidden, so that a misspelt name is an error
    __all__ = ["__version__", *_HOMES]

    def __getattr__(name: str) -> object:
        """Load a public name from the module that defines it."""
        if name not in _HOMES:
            raise AttributeError(f"module 'novikoff' has no attribute {name!r}")
        import_module(".algorithms.command_results", __name__).Shown.page = _page
        value = getattr(import_module(f".{_HOMES[name]}", __name__), name)
        globals()[name] = value  # also where a module of the package has this name
        return value


def _page(shown: object, form: str) -> str | None:
    """Return how a notebook shows a result, in "html" or "latex"; the code for it is loaded on demand."""
    found: str | None = import_module(".api.notebook_pages", __name__).page(shown, form)
    return found


def __dir__() -> list[str]:
    return [*globals(), *_HOMES]
