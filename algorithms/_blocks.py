"""The inner loops that go over blocks of narrow numbers: compiled by numba, without which it cannot be imported.

Main definitions:
    LANES      the examples of a block
    sweep      a stretch of one run in the order of the examples: what `_compiled.advance` does without indices
    in_step(d)   many runs on small datasets of dimension d: what `_compiled.every` does, as far as int16 reaches

An example (x, y) is here the vector z = y·(x, 1), and the weights v hold the bias as their last coordinate. So it is a
mistake if and only if ⟨v, z⟩ < t, where t is 1 if a tie is a mistake for the label y, and 0 if not; then vⱼ gains
rateⱼ·zⱼ, the rate being that of the bias for the last j. A block holds LANES examples, coordinate by coordinate, so
that one coordinate of all of them is multiplied at a time, in the narrowest format that holds them; those that fill up
the last block are zeros with t = 0, and never mistakes. The scores of a block are computed at once. After a mistake
they change by ⟨rate·z, zₖ⟩, a row of the Gram matrix that is kept where there is room, and are computed anew elsewhere.
Of many small datasets LANES are run together instead, each in its lane, with the same example of all at a time.

The loops check nothing: `engine` proves beforehand that every score, weight and row, and every partial sum in any
order, is a whole number that the format of the weights holds exactly. No liberty with floats is asked of the compiler.
"""

from collections.abc import Callable
from functools import cache

import numpy as np

from ._compiled import CLEAN, FULL, PAUSED, compiled

LANES = 64


@compiled
def score(z, w, scores):
    """Write ⟨w, zₖ⟩ to scores[k] for the block z, of shape (d, LANES)."""
    some = len(w) % 4
    for k in range(LANES):
        scores[k] = 0
    for j in range(some):
        for k in range(LANES):
            scores[k] += w[j] * z[j, k]
    for j in range(some, len(w), 4):
        a, b, c, d = w[j], w[j + 1], w[j + 2], w[j + 3]
        for k in range(LANES):
            scores[k] += a * z[j, k] + b * z[j + 1, k] + c * z[j + 2, k] + d * z[j + 3, k]


@compiled
def fill(z, c, rates, row):
    """Write ⟨rate·z_c, zₖ⟩ to row[k] for each of the LANES, and then the coordinates of rate·z_c."""
    for k in range(LANES):
        row[k] = 0
    for j in range(len(rates)):
        row[LANES + j] = rates[j] * z[j, c]
        for k in range(LANES):
            row[k] += row[LANES + j] * z[j, k]


@compiled
def sweep(Z, least, size, rates, restart, place, limits, mistakes, work):
    """Go on with a run from `place`; return (position, dirty, updates, visits, how it ended).

    Z has shape (blocks, d, LANES), with the bias as a coordinate; `least` (blocks, LANES) holds the t of `size`
    examples; `place` is (w, position, dirty), `limits` are the most updates and about how many visits: they end with
    a block. A pass ends after all examples, and at a mistake if `restart`. Changes w; writes the example of each
    update to `mistakes`. `work` is (scores, rows, known): room for LANES scores, for what `fill` writes of some first
    examples, and for whether it was written.
    """
    w, position, dirty = place
    most_updates, most_visits = limits
    scores, rows, known = work
    updates = 0
    visits = 0
    while visits < most_visits:
        base = position // LANES * LANES
        z, t = Z[position // LANES], least[position // LANES]
        first, end = position - base, min(LANES, size - base)
        score(z, w, scores)
        some = 0
        for k in range(LANES):
            some |= scores[k] < t[k]
        back = False
        for c in range(LANES if some else 0):
            if scores[c] < t[c] and c >= first:
                i = base + c
                if updates == most_updates:
                    return i, dirty, updates, visits + c - first, FULL
                mistakes[updates] = i
                updates += 1
                dirty = True
                if i < len(rows):
                    row = rows[i]
                    if not known[i]:
                        fill(z, c, rates, row)
                        known[i] = True
                    for k in range(LANES):
                        scores[k] += row[k]
                    for j in range(len(w)):
                        w[j] += row[LANES + j]
                else:
                    for j in range(len(w)):
                        w[j] += rates[j] * z[j, c]
                    score(z, w, scores)
                if restart:
                    back = True
                    visits += c + 1 - first
                    break
        if back:
            position = 0
            dirty = False
            continue
        visits += end - first
        position = base + end
        if position == size:
            if not dirty:
                return 0, dirty, updates, visits, CLEAN
            dirty = False
            position = 0
    return position, dirty, updates, visits, PAUSED


@cache
def in_step(dimension: int) -> Callable:
    """The loop over many small datasets of this dimension; a constant, so that the compiler unrolls over it."""

    def runs(X, y, rule, most, largest, updates, w, b, separated):
        """Make runs as `_compiled.every` does, LANES at a time, pass by pass, and write the results of what separates.

        A lane takes the next dataset once its run has had a pass without mistake, or more than `most` updates. Runs of
        the latter kind are left alone, as is what has a coordinate beyond ±`largest` or a label other than ±1.
        """
        bias_step, negative, positive = rule
        m, n, t = len(X), X.shape[1], dimension + 1
        data = np.zeros((n, t + 1, LANES), np.int16)  # of each example y·x, y and t
        v = np.zeros((t, LANES), np.int16)  # w and b
        made, miss, clean = np.zeros(LANES, np.int16), np.zeros(LANES, np.int16), np.ones(LANES, np.int16)
        held = np.full(LANES, -1)  # the dataset of each lane
        coming = 0
        active = 1
        while active:
            active = 0
            for k in range(LANES):
                if clean[k] or made[k] > most:
                    i = held[k]
                    if i >= 0 and clean[k]:
                        updates[i], b[i], separated[i] = made[k], v[dimension, k], True
                        for j in range(dimension):
                            w[i, j] = v[j, k]
                    held[k] = -1
                    while held[k] < 0 and coming < m:
                        refused = False
                        for e in range(n):
                            label = y[coming, e]
                            refused |= (label != 1) & (label != -1)
                            for j in range(dimension):
                                x = X[coming, e, j]
                                refused |= (x > largest) | (x < -largest)
                                data[e, j, k] = label * x
                            data[e, dimension, k] = label
                            data[e, t, k] = positive if label > 0 else negative
                        if not refused:
                            held[k] = coming
                        coming += 1
                    made[k] = 0
                    for j in range(t):
                        v[j, k] = 0
                active += held[k] >= 0
            clean[:] = 1
            for e in range(n):
                z = data[e]
                for k in range(LANES):
                    total = 0
                    for j in range(t):
                        total += v[j, k] * z[j, k]
                    miss[k] = total
                for k in range(LANES):
                    miss[k] = -1 if miss[k] < z[t, k] else 0
                for k in range(LANES):
                    clean[k] &= ~miss[k]
                    made[k] -= miss[k]
                for k in range(LANES):
                    for j in range(dimension):
                        v[j, k] += miss[k] & z[j, k]
                    v[dimension, k] += miss[k] & (bias_step * z[dimension, k])

    return runs
