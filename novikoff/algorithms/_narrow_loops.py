"""The inner loops that go over blocks of narrow numbers: compiled by numba, without which it cannot be imported.

Main definitions: `sweep`, as `_int64_loops.advance` without indices, and `make_lockstep_loop`. `score`, `add`, `below`
and `lowest` are the steps of the loop for all lanes together: in Python, and as vector instructions.

An example (x, y) is here the vector z = y·(x, 1), and the weights v hold the bias as their last coordinate. So it is a
mistake if and only if ⟨v, z⟩ < t, where t is 1 if a tie is a mistake for the label y, and 0 if not; then vⱼ gains
rateⱼ·zⱼ, where the last rate is the bias step. A block holds LANES examples, coordinate by coordinate, in the narrowest
format that holds them. One operation multiplies one coordinate of all these examples. The examples that fill up the
last block are zeros with t = 0, and never mistakes. One instruction computes all scores of a block. After a mistake
they change by ⟨rate·z, zₖ⟩, a row of the Gram matrix. The row is stored if there is memory for it, and otherwise
computed again. With many small datasets, LANES runs are made together instead. Each run has a lane, and all runs are at
the same example.

The processor cannot predict mistakes, so a run with many would mostly wait for the scores after each of them. So
`sweep` bets that a mistake does not change the next one: it continues with the known mistakes, and switches if the new
scores differ.

The loops check nothing: `fast_perceptron` proves first that every score, weight and row, and every partial sum in any
order, is a whole number that the format of the weights holds exactly. The compiler gets no permission to reorder float
operations.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from ._int64_loops import CLEAN, FULL, PAUSED, compile_loop

LANES = 64
instructions: Any = intrinsic  # numba calls what it decorates without the first argument
LINE = 64  # bytes of a cache line; of vectors that lie across two, a run with many mistakes takes a sixth longer
UNIT = 8  # what follows the scores in an array of scores and weights has a multiple of this length


# ------------------------------------------------------------------------- all lanes at once, in Python


def score(z, state):
    """Write ⟨w, zₖ⟩ to state[k] for the block z, of shape (d, LANES), and w = state[LANES], …, state[LANES + d − 1]."""
    for k in range(LANES):
        state[k] = sum(state[LANES + j] * z[j, k] for j in range(len(z)))


def add(state, row):
    """Add the row to the state. Both have the same length, LANES plus a multiple of UNIT."""
    for k in range(len(state)):
        state[k] += row[k]


def below(state, least):
    """Return the lanes k with state[k] < least[k], as bits of an integer of LANES bits."""
    return sum(int(state[k] < least[k]) << k for k in range(LANES))


def lowest(lanes):
    """Return the first of these lanes; there must be at least one."""
    return (lanes & -lanes).bit_length() - 1


# -------------------------------------------------------------------------- the same for the compiler


class _Vector:
    """Reading, writing and combining vectors of `length` numbers of an array in LLVM."""

    def __init__(self, context: Any, builder: Any, array: Any, value: Any, length: int = LANES):
        self.builder, self.type = builder, array.dtype
        made = context.make_array(array)(context, builder, value)
        self.data, self.size = made.data, builder.extract_value(made.shape, 0)
        self.whole = isinstance(array.dtype, types.Integer)
        self.vector = ir.VectorType(context.get_data_type(array.dtype), length)

    def _at(self, index: Any) -> Any:
        return self.builder.bitcast(self.builder.gep(self.data, [index]), self.vector.as_pointer())

    def read(self, index: Any) -> Any:
        """Return the numbers from this index on."""
        return self.builder.load(self._at(index), align=self.type.bitwidth // 8)

    def write(self, values: Any, index: Any) -> None:
        self.builder.store(values, self._at(index), align=self.type.bitwidth // 8)

    def sum(self, a: Any, b: Any) -> Any:
        return (self.builder.add if self.whole else self.builder.fadd)(a, b)

    def product(self, a: Any, b: Any) -> Any:
        return (self.builder.mul if self.whole else self.builder.fmul)(a, b)

    def same(self, index: Any) -> Any:
        """Return a vector that repeats the number at this index."""
        number = self.builder.load(self.builder.gep(self.data, [index]))
        one = self.builder.insert_element(ir.Constant(self.vector, ir.Undefined), number, _index(0, 32))
        places = ir.Constant(ir.VectorType(ir.IntType(32), self.vector.count), [0] * self.vector.count)
        return self.builder.shuffle_vector(one, one, places)

    def of_my_kind(self, narrow: Any) -> Any:
        """Return a vector of narrower integers in this format."""
        if narrow.type == self.vector:
            return narrow
        return (self.builder.sext if self.whole else self.builder.sitofp)(narrow, self.vector)


def _index(number: int, bits: int = 64) -> Any:
    return ir.Constant(ir.IntType(bits), number)


def _loop(builder: Any, first: int, end: Any, step: int, start: Any, body: Callable) -> Any:
    """Return the last body(j, value), from `start`, for j = first, first + step, … < `end`, at least once."""
    before, inside = builder.block, builder.append_basic_block()
    builder.branch(inside)
    builder.position_at_end(inside)
    j, value = builder.phi(ir.IntType(64)), builder.phi(start.type)
    j.add_incoming(_index(first), before)
    value.add_incoming(start, before)
    made, following = body(j, value), builder.add(j, _index(step))
    j.add_incoming(following, inside)
    value.add_incoming(made, inside)
    after = builder.append_basic_block()
    builder.cbranch(builder.icmp_signed("<", following, end), inside, after)
    builder.position_at_end(after)
    return made


@instructions
def _score(typing: Any, z: Any, state: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        block, scores = (_Vector(context, builder, *pair) for pair in zip(signature.args, given, strict=True))

        def step(j: Any, total: Any) -> Any:
            numbers = scores.of_my_kind(block.read(builder.mul(j, _index(LANES))))
            return scores.sum(total, scores.product(scores.same(builder.add(j, _index(LANES))), numbers))

        scores.write(_loop(builder, 0, block.size, 1, ir.Constant(scores.vector, [0] * LANES), step), _index(0))
        return context.get_dummy_value()

    return types.void(z, state), code


@instructions
def _add(typing: Any, state: Any, row: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        def step(length: int, index: Any) -> Any:
            pairs = zip(signature.args, given, strict=True)
            to, what = (_Vector(context, builder, *pair, length) for pair in pairs)
            to.write(to.sum(to.read(index), what.read(index)), index)
            return to.size

        size = _Vector(context, builder, state, given[0]).size
        _loop(builder, LANES, size, UNIT, size, lambda j, _: step(UNIT, j))
        step(LANES, _index(0))
        return context.get_dummy_value()

    return types.void(state, row), code


@instructions
def _below(typing: Any, state: Any, least: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        scores, ties = (_Vector(context, builder, *pair) for pair in zip(signature.args, given, strict=True))
        compare = builder.icmp_signed if scores.whole else builder.fcmp_ordered
        found = compare("<", scores.read(_index(0)), scores.of_my_kind(ties.read(_index(0))))
        return builder.bitcast(found, ir.IntType(LANES))  # the first lane is the lowest bit of a little-endian machine

    return types.int64(state, least), code


@instructions
def _lowest(typing: Any, lanes: Any) -> Any:
    return types.int64(types.int64), lambda context, builder, _, given: builder.cttz(given[0], _index(0, 1))


overload(score)(lambda z, state: lambda z, state: _score(z, state))
overload(add)(lambda state, row: lambda state, row: _add(state, row))
overload(below)(lambda state, least: lambda state, least: _below(state, least))
overload(lowest)(lambda lanes: lambda lanes: _lowest(lanes))


# -------------------------------------------------------------------------------------------- the loops


def allocate_aligned(shape, dtype):
    """Return an array of zeros that begins at a cache line."""
    size = np.dtype(dtype).itemsize * int(np.prod(shape))
    room = np.zeros(size + LINE, np.uint8)
    first = -room.ctypes.data % LINE
    return room[first : first + size].view(dtype).reshape(shape)


@compile_loop
def sweep(Z, least, size, rates, restart, place, limits, mistakes, work):
    """Continue a run from `place`; return (position, dirty, updates, visits, how it ended).

    Z has shape (blocks, d, LANES), with the bias as a coordinate; `least` (blocks, LANES) holds the t of `size`
    examples; `place` is (state, position, dirty), where `state` has LANES scores, the d weights, and zeros up to a
    multiple of UNIT; `limits` are the most updates and the approximate number of visits (visits end with a block). A
    pass ends after all examples, and at a mistake if `restart`. Changes the weights; writes the example of each update
    to `mistakes`. `work` is (rows, places). `rows` stores what mistakes add to the state. `places` has the row of each
    example, or −1, and at its end the number of rows in use. The last row is a scratch row.
    """
    state, position, dirty = place
    most_updates, most_visits = limits
    rows, places = work
    updates = 0
    visits = 0
    while visits < most_visits:
        base = position // LANES * LANES
        z = Z[position // LANES]
        t = least[position // LANES]
        first = position - base
        end = min(LANES, size - base)
        back = False
        score(z, state)
        due = below(state, t) & (-1 << first)
        while due:
            hoped = due
            while hoped:
                c = lowest(hoped)
                i = base + c
                if updates == most_updates:
                    return i, dirty, updates, visits + c - first, FULL
                mistakes[updates] = i
                updates += 1
                dirty = True
                held = places[i]
                if held < 0:
                    held = places[size]
                    row = rows[held]
                    for j in range(len(rates)):
                        row[LANES + j] = rates[j] * z[j, c]
                    score(z, row)
                    if held + 1 < len(rows):
                        places[i] = held
                        places[size] += 1
                add(state, rows[held])
                due = below(state, t) & ~(hoped ^ (hoped - 1))
                hoped &= hoped - 1
                if restart:
                    back = True
                    end = c + 1
                    due = hoped = 0
                if (due & -due) != (hoped & -hoped):
                    break
        visits += end - first
        position = base + end
        if back or position == size:
            if not dirty:
                return 0, dirty, updates, visits, CLEAN
            dirty = False
            position = 0
    return position, dirty, updates, visits, PAUSED


@compile_loop
def fill(X, y, Z):
    """Write the vectors y·(x, 1) to Z, of shape (blocks, d + 1, LANES), and zeros where the last block is filled up.

    The rows of a block become narrow before they are turned, so that X is read and converted in its order.
    """
    n, d = X.shape
    rows = np.zeros((LANES, d + 1), Z.dtype)
    for block in range(len(Z)):
        first = LANES * block
        count = min(LANES, n - first)
        for k in range(count):
            for j in range(d):
                rows[k, j] = y[first + k] * X[first + k, j]
            rows[k, d] = y[first + k]
        rows[count:] = 0
        for j in range(d + 1):
            for k in range(LANES):
                Z[block, j, k] = rows[k, j]


@cache
def make_lockstep_loop(dimension: int) -> Callable:
    """Return the loop over many small datasets of this dimension, a constant over which the compiler unrolls."""

    def runs(X, y, rule, most, largest, updates, w, b, separated):
        """Make runs as `_int64_loops.make_batch_loop` does, LANES at a time, pass by pass; write the results of the
        separated ones.

        A lane takes the next dataset once its run has had a pass without mistake, or more than `most` updates. Longer
        runs are skipped, as are datasets with a coordinate beyond ±`largest` or a label other than ±1.
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
