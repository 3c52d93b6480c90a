// The perceptron on signed vectors z = y·x, exactly: what several figures run.
//
//   signed(points, coordinate)   the vectors y·(x, ρ) of samples [a, b, y]; without ρ in the plane itself
//   perceptron(vectors, options) all states of a run, which vector made each update, and how it ended
//   samples(state)               what can be dragged of a state: all its samples
//   counted(n, noun)             the number with the noun, in the plural if it is not 1
"use strict";

var Runs = (function () {
  const { q, vector, dot, plus, times, dice, ZERO } = Exact;

  const signed = (points, coordinate) => points.map(([a, b, y]) =>
    times(y, vector([a, b]).concat(coordinate && coordinate.sign() ? [coordinate] : [])));

  // The indices in the order in which one pass visits them; shuffled, each pass has another one.
  const ORDERS = {
    cyclic: (n) => Array.from({ length: n }, (_, i) => i),
    backwards: (n) => Array.from({ length: n }, (_, i) => n - 1 - i),
    shuffled(n, roll) {
      const order = ORDERS.cyclic(n);
      for (let i = n - 1; i > 0; i--) { const j = roll(i + 1); [order[i], order[j]] = [order[j], order[i]]; }
      return order;
    },
  };

  // A run ends with a pass without a mistake, or at `most` updates. Where ties are no mistakes it may end without a
  // separator: at w = 0 in any case. `visit` is the number of visits.
  function perceptron(vectors, { order = "cyclic", tie = "mistake", rate = Exact.ONE, most = 400 } = {}) {
    const roll = dice(1), states = [vectors[0].map(() => ZERO)], mistakes = [];
    const right = (w, z) => { const sign = dot(w, z).sign(); return sign > 0 || (sign === 0 && tie === "correct"); };
    let ended = false, visit = 0;
    while (!ended && mistakes.length < most) {
      ended = true;
      for (const i of ORDERS[order](vectors.length, roll)) {
        visit += 1;
        const w = states[states.length - 1];
        if (right(w, vectors[i])) continue;
        ended = false;
        states.push(plus(w, times(rate, vectors[i])));
        mistakes.push(i);
        if (mistakes.length === most) break;
      }
    }
    const last = states[states.length - 1];
    return { states, mistakes, visit, ended, separated: vectors.every((z) => dot(last, z).sign() > 0) };
  }

  const samples = (state) => state.points.map((_, i) => ({ path: ["points", i], kind: "sample", label: "sample " + (i + 1) }));

  // A number of things: "1 step", "2 steps".
  const counted = (n, noun) => `${n} ${noun}${n === 1 ? "" : "s"}`;

  return { signed, perceptron, samples, counted, text: (v) => "(" + v.join(", ") + ")", floats: (v) => v.map((value) => value.toNumber()) };
})();

if (typeof module !== "undefined") module.exports = Runs;
