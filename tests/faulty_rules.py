"""The perceptron's update with one fault each, for tests that have to notice them."""

from novikoff.algorithms import perceptron
from novikoff.algorithms.perceptron import State


def faulty(name, added):
    """Return an update that adds to w and b what a function of x, y, the bias step and the rate gives."""
    def update(state, x, y, *, bias_step=1, rate=1):
        w, b = added(x, y, bias_step, rate)
        return State(state.w + w, state.b + b)
    update.__name__ = name
    return update


wrong_sign = faulty("wrong_sign", lambda x, y, c, rate: (-rate * (y * x), -rate * c * y))
doubled = faulty("doubled", lambda x, y, c, rate: (2 * rate * (y * x), 2 * rate * c * y))
without_label = faulty("without_label", lambda x, y, c, rate: (rate * x, rate * c))
without_bias = faulty("without_bias", lambda x, y, c, rate: (rate * (y * x), 0))
bias_of_wrong_sign = faulty("bias_of_wrong_sign", lambda x, y, c, rate: (rate * (y * x), -rate * c * y))
bias_step_of_1 = faulty("bias_step_of_1", lambda x, y, c, rate: (rate * (y * x), rate * y))
bias_without_rate = faulty("bias_without_rate", lambda x, y, c, rate: (rate * (y * x), c * y))


def strict_tie(state, x, y):
    """Hold a score of 0 for right."""
    return perceptron.margin(state, x, y) < 0


def eager(state, x, y):
    """Hold margins up to 1 for wrong."""
    return perceptron.margin(state, x, y) <= 1
