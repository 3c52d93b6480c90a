// Exact arithmetic of the figures: rational numbers and vectors of them, and the nearest point of a hull in the plane.
//
// Everything that a figure says is computed here, in integers of any length; floats only place pixels (`toNumber`).
//
//   q(value)                    a rational number from an integer, a BigInt, a string "-3/4", or another rational
//   root(value)                 the square root of a rational, compared exactly; with the sign of the second argument
//   dot, plus, minus, times     of vectors (arrays of rationals); norm2 is ‖v‖²
//   least(values, by), sum      the index of the least value; the sum
//   solve(rows, right)          a solution of linear equations, or null
//   nearest(points)             the point of conv(points) in the plane that is nearest to 0, with its weights
//   separator(plus, minus)      the widest strip between two classes in the plane, or a point that lies in both hulls
"use strict";

var Exact = (function () {
  const abs = (n) => (n < 0n ? -n : n);

  function gcd(a, b) {
    while (b) [a, b] = [b, a % b];
    return a;
  }

  class Rational {
    constructor(numerator, denominator) {
      if (denominator === 0n) throw new RangeError("the denominator is 0");
      if (denominator !== 1n) {
        const common = gcd(abs(numerator), abs(denominator)) * (denominator < 0n ? -1n : 1n);
        numerator /= common;
        denominator /= common;
      }
      this.n = numerator;
      this.d = denominator;
      Object.freeze(this);
    }
    add(other) { return new Rational(this.n * other.d + other.n * this.d, this.d * other.d); }
    sub(other) { return new Rational(this.n * other.d - other.n * this.d, this.d * other.d); }
    mul(other) { return new Rational(this.n * other.n, this.d * other.d); }
    div(other) { return new Rational(this.n * other.d, this.d * other.n); }
    neg() { return new Rational(-this.n, this.d); }
    // −1, 0 or 1: the sign of this − other, and of this.
    cmp(other) {
      const left = this.n * other.d, right = other.n * this.d;
      return left < right ? -1 : left > right ? 1 : 0;
    }
    sign() { return this.n < 0n ? -1 : this.n > 0n ? 1 : 0; }
    floor() {
      const part = this.n / this.d;
      return part * this.d > this.n ? part - 1n : part;
    }
    // For pixels and for the decimals in brackets beside an exact value, never for a decision.
    toNumber() {
      const whole = this.n / this.d;
      return Number(whole) + Number(((this.n - whole * this.d) * 1000000000n) / this.d) / 1e9;
    }
    toString() { return (this.n < 0n ? "−" : "") + abs(this.n) + (this.d === 1n ? "" : "/" + this.d); }
  }

  function q(value) {
    if (value instanceof Rational) return value;
    if (typeof value === "string") {
      const parts = /^\s*([-−+]?)(\d+)(?:\s*\/\s*(\d+)|\.(\d+))?\s*$/.exec(value);
      if (!parts) throw new RangeError("not a rational number: " + value);
      const sign = parts[1] === "-" || parts[1] === "−" ? -1n : 1n;
      if (parts[4]) return new Rational(sign * BigInt(parts[2] + parts[4]), 10n ** BigInt(parts[4].length));
      return new Rational(sign * BigInt(parts[2]), BigInt(parts[3] || 1));
    }
    return new Rational(BigInt(value), 1n);
  }

  // ±√square: compared by squares, shown as it is.
  class Root {
    constructor(square, sign) {
      this.square = square;
      this.signed = sign < 0 ? square.neg() : square;
      Object.freeze(this);
    }
    cmp(other) { return this.signed.cmp(other.signed); }
    toNumber() { return Math.sign(this.signed.sign()) * Math.sqrt(this.square.toNumber()); }
    toString() {
      const whole = (n) => { const near = BigInt(Math.round(Math.sqrt(Number(n)))); return near * near === n ? near : null; };
      const n = whole(this.square.n), d = whole(this.square.d), minus = this.signed.sign() < 0 ? "−" : "";
      return minus + (n !== null && d !== null ? new Rational(n, d).toString() : "√" + (this.square.d === 1n ? this.square : `(${this.square})`));
    }
  }

  const root = (square, sign = 1) => new Root(square, sign);

  const ZERO = q(0), ONE = q(1);
  const vector = (values) => values.map(q);
  const sum = (values) => values.reduce((total, value) => total.add(value), ZERO);
  const dot = (u, v) => sum(u.map((value, i) => value.mul(v[i])));
  const norm2 = (v) => dot(v, v);
  const plus = (u, v) => u.map((value, i) => value.add(v[i]));
  const minus = (u, v) => u.map((value, i) => value.sub(v[i]));
  const times = (c, v) => v.map((value) => q(c).mul(value));
  const zero = (v) => v.every((value) => value.sign() === 0);

  function least(values) {
    let best = 0;
    values.forEach((value, i) => { if (value.cmp(values[best]) < 0) best = i; });
    return best;
  }
  const min = (values) => values[least(values)];
  const max = (values) => min(values.map((value) => value.neg())).neg();

  // Gauss's elimination; free unknowns are 0. `rows` are the left sides, `right` the right ones.
  function solve(rows, right) {
    const table = rows.map((row, i) => [...row, right[i]]);
    const unknowns = rows[0].length, pivots = [];
    for (let column = 0; column < unknowns && pivots.length < table.length; column++) {
      const at = table.findIndex((row, i) => i >= pivots.length && row[column].sign() !== 0);
      if (at < 0) continue;
      [table[at], table[pivots.length]] = [table[pivots.length], table[at]];
      const pivot = table[pivots.length];
      table.forEach((row, i) => {
        if (i === pivots.length || row[column].sign() === 0) return;
        const factor = row[column].div(pivot[column]);
        for (let j = column; j <= unknowns; j++) row[j] = row[j].sub(factor.mul(pivot[j]));
      });
      pivots.push(column);
    }
    if (table.slice(pivots.length).some((row) => row[unknowns].sign() !== 0)) return null;
    const answer = Array(unknowns).fill(ZERO);
    pivots.forEach((column, i) => { answer[column] = table[i][unknowns].div(table[i][column]); });
    return answer;
  }

  // In the plane the nearest point lies at a corner, on a side, or is 0 itself inside a triangle. A candidate v is the
  // nearest point exactly if ⟨v, z⟩ ≥ ‖v‖² for every point z: so the answer carries its own proof.
  function nearest(points) {
    const proved = (v) => points.every((z) => dot(v, z).cmp(norm2(v)) >= 0);
    const weights = (entries) => {
      const all = points.map(() => ZERO);
      entries.forEach(([i, weight]) => { all[i] = all[i].add(weight); });
      return all;
    };
    for (let i = 0; i < points.length; i++) {
      if (proved(points[i])) return { point: points[i], weights: weights([[i, ONE]]) };
      for (let j = 0; j < i; j++) {
        const side = minus(points[j], points[i]);
        if (zero(side)) continue;
        const part = dot(points[i], side).neg().div(norm2(side));
        if (part.sign() <= 0 || part.cmp(ONE) >= 0) continue;
        const v = plus(points[i], times(part, side));
        if (proved(v)) return { point: v, weights: weights([[i, ONE.sub(part)], [j, part]]) };
      }
    }
    for (let i = 0; i < points.length; i++) for (let j = 0; j < i; j++) for (let k = 0; k < j; k++) {
      const three = [points[i], points[j], points[k]];
      const part = solve([0, 1].map((c) => three.map((z) => z[c])).concat([[ONE, ONE, ONE]]), [ZERO, ZERO, ONE]);
      if (part && part.every((weight) => weight.sign() >= 0)) {
        return { point: [ZERO, ZERO], weights: weights([[i, part[0]], [j, part[1]], [k, part[2]]]) };
      }
    }
    throw new Error("a hull without a nearest point");
  }

  // p and m are the nearest points of the two hulls; w = p − m, and ⟨w, x⟩ + b is c on the one side
  // of the strip and −c on the other, c = ‖w‖²/2. If the hulls meet, p = m and separable is false.
  function separator(positive, negative) {
    const pairs = positive.flatMap((p, i) => negative.map((m, j) => [i, j, minus(p, m)]));
    const found = nearest(pairs.map((pair) => pair[2]));
    const mix = (points, side) => pairs.map((pair, k) => times(found.weights[k], points[pair[side]])).reduce(plus);
    const p = mix(positive, 0), m = mix(negative, 1), w = found.point;
    return { separable: !zero(w), w, b: norm2(m).sub(norm2(p)).div(q(2)), p, m };
  }

  // A generator of whole numbers below `bound` that is the same in every language: z ← 48271z mod (2³¹ − 1).
  function dice(seed) {
    let state = BigInt(seed) % 2147483646n + 1n;
    return (bound) => {
      state = (state * 48271n) % 2147483647n;
      return Number(state % BigInt(bound));
    };
  }

  return {
    Rational, q, root, vector, sum, dot, norm2, plus, minus, times, zero, least, min, max, solve, nearest, separator, dice, ZERO, ONE,
  };
})();

if (typeof module !== "undefined") module.exports = Exact;
