"""Two update rules that no theorem covers."""

from fractions import Fraction


def forgetting(state, x, y):
    """On a mistake, take three quarters of the weights, and add the example."""
    return state._replace(w=Fraction(3, 4) * state.w + y * x)


def backwards(state, x, y):
    """The perceptron with a wrong sign."""
    return state._replace(w=state.w - y * x)
