"""The inner loops of the fast exact engine: compiled by numba for int64, interpreted on Python integers.

The loops implement the rule of `perceptron.is_mistake` and `perceptron.update` in integers: (x, y) is a mistake
if and only if y·f(x) < t, where t is 1 if a tie is a mistake for the label y, and 0 if not; then w gains step·y·x and b
gains bias_step·y. They check nothing: `fast_perceptron` proves first that no value leaves int64.

Implementation notes: a loop must mean the same to numba and to Python, so it uses whole numbers, `while`, `for`
and indices only. `X[i][j]` suits arrays and lists of lists alike.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

# How a stretch of a run ended.
CLEAN = 0  # a pass had no mistake
PAUSED = 1  # the number of visits given was made
FULL = 2  # a mistake was met, but the number of updates given was made; the visit is not counted


class NotCompiled(Exception):
    """Nothing can be compiled: numba is not installed."""


@cache
def compile_loop(function: Callable) -> Any:
    """Compile `function` to machine code, or load it from disk if it was compiled before. Several threads may call the
    result at the same time.

    numba keeps the code beside this file, or in the user's cache directory if this folder is not writable.
    """
    try:
        import numba
    except ImportError:
        raise NotCompiled from None
    try:
        return numba.njit(nogil=True, cache=True)(function)
    except RuntimeError:  # no directory can be written: compile in each process
        return numba.njit(nogil=True)(function)


def advance(X, y, rule, indices, period, restart, place, limits, mistakes):
    """Continue a run from `place`; return (b, position, dirty, updates, visits, how it ended).

    X has shape (n, d); `rule` is (step, bias_step, t for the label −1, t for the label 1); `place` is (w, b, position,
    dirty), `limits` are the most updates and the most visits. From `position` on, the loop visits `indices` again and
    again (None: the n examples in turn). A pass ends after each `period` of them, and at a mistake if `restart`;
    `dirty` says whether the current pass has had a mistake. Changes w; writes the example of each update to `mistakes`.
    """
    step, bias_step, negative, positive = rule
    w, b, position, dirty = place
    most_updates, most_visits = limits
    length = len(X) if indices is None else len(indices)
    end = (position // period + 1) * period
    updates = 0
    visits = 0
    while visits < most_visits:
        i = position
        if indices is not None:
            i = indices[position]
        x = X[i]
        label = y[i]
        score = b
        for j in range(len(w)):
            score += w[j] * x[j]
        mistake = label * score < (positive if label > 0 else negative)
        if mistake:
            if updates == most_updates:
                return b, position, dirty, updates, visits, FULL
            for j in range(len(w)):
                w[j] += step * (label * x[j])
            b += bias_step * label
            mistakes[updates] = i
            updates += 1
            dirty = True
        visits += 1
        position += 1
        if mistake and restart:
            position = 0
            dirty = False
        if position == end:
            if not dirty:
                return b, position, dirty, updates, visits, CLEAN
            dirty = False
            end += period
        if position == length:
            position = 0
            end = period
    return b, position, dirty, updates, visits, PAUSED


def advance_sparse(X, y, rule, indices, period, restart, place, limits, mistakes):
    """Do what `advance` does for sparse examples, where X is (starts, columns, values).

    Row i has values[starts[i]:starts[i + 1]] in these columns. A visit and an update cost as many operations as the row
    has non-zeros. The weights, steps and b may be floats, if all of them are whole. Slices keep the compiler from
    gathering weights into vectors, which takes three times as long. With four sums, additions do not wait for each
    other; the guard covers partial sums in any order.
    """
    starts, columns, values = X
    step, bias_step, negative, positive = rule
    w, b, position, dirty = place
    most_updates, most_visits = limits
    length = len(starts) - 1 if indices is None else len(indices)
    end = (position // period + 1) * period
    updates = 0
    visits = 0
    while visits < most_visits:
        i = position
        if indices is not None:
            i = indices[position]
        label = y[i]
        at = columns[starts[i] : starts[i + 1]]
        x = values[starts[i] : starts[i + 1]]
        score = b
        one = two = three = 0 * b
        whole = len(x) // 4 * 4
        for k in range(0, whole, 4):
            score += w[at[k]] * x[k]
            one += w[at[k + 1]] * x[k + 1]
            two += w[at[k + 2]] * x[k + 2]
            three += w[at[k + 3]] * x[k + 3]
        for k in range(whole, len(x)):
            score += w[at[k]] * x[k]
        score += one + two + three
        mistake = label * score < (positive if label > 0 else negative)
        if mistake:
            if updates == most_updates:
                return b, position, dirty, updates, visits, FULL
            for k in range(len(x)):
                w[at[k]] += step * (label * x[k])
            b += bias_step * label
            mistakes[updates] = i
            updates += 1
            dirty = True
        visits += 1
        position += 1
        if mistake and restart:
            position = 0
            dirty = False
        if position == end:
            if not dirty:
                return b, position, dirty, updates, visits, CLEAN
            dirty = False
            end += period
        if position == length:
            position = 0
            end = period
    return b, position, dirty, updates, visits, PAUSED


def extremes(X, least, greatest):
    """Write the extremes of each column and 0 to `least` and `greatest`; return max ‖x‖².

    X, of shape (n, d), is read once. In int64 the squares may overflow; the extremes then reveal it.
    """
    radius2 = 0
    for i in range(len(X)):
        x = X[i]
        square = 0
        for j in range(len(least)):
            value = 0 + x[j]  # of 64 bits and signed, whatever X holds
            least[j] = min(least[j], value)
            greatest[j] = max(greatest[j], value)
            square += value * value
        radius2 = max(radius2, square)
    return radius2


@cache
def make_batch_loop(dimension: int) -> Callable:
    """Return the loop over many datasets of this dimension, a constant over which the compiler unrolls."""

    def runs(X, y, rule, max_updates, largest, updates, w, b, separated):
        """Run on each dataset from zero in cyclic order; write the results. X has shape (m, n, d), y (m, n).

        `rule` is (bias_step, t for the label −1, t for the label 1); w is given as zeros. Datasets that
        are `separated` already are skipped.

        Returns the index of the first dataset with a coordinate beyond ±`largest` or a label other than ±1,
        where it stops; −1 if there is none.
        """
        bias_step, negative, positive = rule
        for k in range(len(X)):
            if separated[k]:
                continue
            points, labels, v = X[k], y[k], w[k]
            refused = False
            for i in range(len(points)):
                refused |= (labels[i] != 1) & (labels[i] != -1)
                for j in range(dimension):
                    refused |= (points[i][j] > largest) | (points[i][j] < -largest)
            if refused:
                return k
            bias = 0
            made = 0
            clean = False
            while not clean and made <= max_updates:
                clean = True
                for i in range(len(points)):
                    label = labels[i]
                    score = bias
                    for j in range(dimension):
                        score += v[j] * points[i][j]
                    if label * score < (positive if label > 0 else negative):
                        clean = False
                        made += 1
                        if made > max_updates:  # one more was due
                            break
                        for j in range(dimension):
                            v[j] += label * points[i][j]
                        bias += bias_step * label
            updates[k] = min(made, max_updates)
            b[k] = bias
            separated[k] = clean
        return -1

    return runs
