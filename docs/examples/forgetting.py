"""Two update rules of which no theorem speaks."""

from fractions import Fraction


def forgetting(state, x, y):
    """On a mistake forget a quarter of what was learned, and learn the example."""
    return state._replace(w=Fraction(3, 4) * state.w + y * x)


def backwards(state, x, y):
    """The perceptron with a wrong sign."""
    return state._replace(w=state.w - y * x)
