"""True mutants of the claims on the hinge loss."""

from ....statements.script import Script
from . import derives


@derives("slack-is-hinge-as-printed", "conclusion: = becomes >=")
def slack_at_least_hinge(p: Script) -> None:
    """The slack is at least the hinge loss, as is proved for the correction."""
    p.use("slack-at-least-hinge")
