"""The inner loop for numbers of any length, in limbs: compiled by numba, without which it cannot be imported.

With β = 2^bits, a whole number is Σ zᵢβⁱ with 0 ≤ zᵢ < β, except for the last limb, which has the sign: |z_last| ≤ β
where |z| < β^count. As in `_narrow_loops`, an example (x, y) is the vector z = y·(x, 1), and an update adds u = rate·z
to the weights. The score ⟨w, z⟩ is Σ Sₘβᵐ with Sₘ = Σ zᵢⱼ·w_{m−i,j} over i and j. By `term-guard-no-overflow`, for p
limbs and d coordinates each partial sum of Sₘ is at most d·p·β² in absolute value. So with d·p·β² ≤ 2⁶² no partial sum
and no carry from Sₘ₋₁ leaves 64 bits. The sign of the score follows from the last carry and from whether all other
digits are 0. By `term-growth`, |wⱼ| ≤ |w₀ⱼ| + k·aMⱼ after k updates, and `fast_perceptron` allows only as many updates
as keep it below β^q, for q limbs.
"""

from typing import Any

from ._int64_loops import CLEAN, FULL, PAUSED, compile_loop
from .lazy_numpy import np

LEAST_BITS = 20
PADDED = 16  # the coordinates are filled up to a multiple, for the vectors of the machine


def layout(dimension: int, largest: int) -> tuple[int, int] | None:
    """Return (bits, p): the most bits of a limb for which d·p·β² ≤ 2⁶², and the number p of limbs that hold `largest`.
    Return None if `largest` is too long.

    >>> layout(31, 2**35), layout(2, 2**29 - 1)
    ((28, 2), (30, 1))
    """
    for bits in range(30, LEAST_BITS - 1, -1):
        count = length(largest, bits)
        if dimension * count <= 2 ** (62 - 2 * bits):
            return bits, count
    return None


def length(largest: int, bits: int) -> int:
    """Return the least number of limbs with largest < β^count.

    >>> length(2**28, 28), length(2**28 - 1, 28), length(0, 28)
    (2, 1, 1)
    """
    return max(1, -(-largest.bit_length() // bits))


def limbs(values: Any, bits: int, count: int) -> Any:
    """Return whole numbers within ±(β^count − 1), of shape (…, d), as int32 of shape (…, count, d), with d padded.

    >>> import numpy as np
    >>> limbs(np.array([-1, 2**40 + 5], dtype=object), 20, 3)[:, :2].tolist()
    [[1048575, 5], [1048575, 0], [-1, 1]]
    """
    parts = [values >> bits * i & (1 << bits) - 1 for i in range(count - 1)] + [values >> bits * (count - 1)]
    found = np.zeros((*values.shape[:-1], count, -(-values.shape[-1] // PADDED) * PADDED), np.int32)
    found[..., : values.shape[-1]] = np.stack(parts, axis=-2)
    return found


def whole(found: Any, bits: int, dimension: int) -> list[int]:
    """Return the numbers of `limbs`, of shape (count, d) with d padded.

    >>> import numpy as np
    >>> whole(limbs(np.array([-1, 2**40 + 5], dtype=object), 20, 3), 20, 2)
    [-1, 1099511627781]
    """
    return [sum(value << bits * i for i, value in enumerate(column)) for column in found.T[:dimension].tolist()]


@compile_loop
def advance(Z, U, least, bits, indices, period, restart, place, limits, mistakes):
    """Continue a run from `place`; return (position, dirty, updates, visits, how it ended).

    Z and U, of shapes (n, p, d) and (n, at most q, d), hold the z and u; `place` is (w, position, dirty) with w of
    shape (q, d); `least` has the t of each example, below which ⟨w, z⟩ is a mistake. The rest is as in
    `_int64_loops.advance`. Empty `indices` mean all examples in turn. Changes w.
    """
    w, position, dirty = place
    most_updates, most_visits = limits
    length = len(indices) if len(indices) else len(Z)
    end = (position // period + 1) * period
    mask = (1 << bits) - 1
    top = Z.shape[1] + len(w) - 2
    updates = 0
    visits = 0
    while visits < most_visits:
        i = indices[position] if len(indices) else position
        z = Z[i]
        carry = 0
        rest = 0
        for m in range(top + 1):
            total = carry
            for part in range(max(0, m - len(w) + 1), min(len(z), m + 1)):
                x, v = z[part], w[m - part]
                for j in range(len(x)):
                    total += x[j] * v[j]
            carry = total >> bits
            if m < top:
                rest |= total & mask
            else:
                rest |= total
        mistake = total < 0 or (rest == 0 and least[i] > 0)
        if mistake:
            if updates == most_updates:
                return position, dirty, updates, visits, FULL
            u = U[i]
            for j in range(w.shape[1]):
                carry = 0
                for part in range(len(w)):
                    total = carry + w[part, j]
                    if part < len(u):
                        total += u[part, j]
                    w[part, j] = total & mask if part < len(w) - 1 else total
                    carry = total >> bits
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
                return position, dirty, updates, visits, CLEAN
            dirty = False
            end += period
        if position == length:
            position = 0
            end = period
    return position, dirty, updates, visits, PAUSED
