"""True mutants of the claims on the classifier."""

from ....statements.language import Eq
from ....statements.script import Script, square, times
from . import derives


@derives("mistake-means-opposite-labels-as-printed", "conclusion: = becomes <=")
def one_of_both_negative(p: Script) -> None:
    """If f is 1, the score is positive, so y is -1; and neither exceeds 1."""
    w, x = p.vectors("w x")
    b, f, y = p.reals("b f y")
    with p.case(w @ x + b > 0):
        p.have("not positive", y <= 0, "mistake", times("case"))
        p.have("label minus one", Eq(y, -1), "not positive", "label")
        p.have("at most one", f <= 1, "classes", square(f - 1))
        p.conclude("label minus one", "at most one")
    with p.case(w @ x + b <= 0):
        p.have("class minus one", Eq(f, -1), "case", "positive_if_one", "classes")
        p.have("at most one", y <= 1, "label", square(y - 1))
        p.conclude("class minus one", "at most one")
