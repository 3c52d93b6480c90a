// Winnow against the perceptron where few of many inputs count: x ∈ {±1}ⁿ, y the majority of the first r inputs, r odd.
//
// With F = 1 + δ, δ = 2/(2r − 1), Winnow's number M of mistakes satisfies Fᴹ ≤ nʳ·cʳᴹ, c = (F + 1/F)/2, and so M ≤ 2r² ln n;
// the perceptron's is at most n·r. (The margin of the majority is at least 1, ‖x‖² = n, and the target has length √r.)
"use strict";

Figures.winnow = (function () {
  const { q, ONE, dice } = Exact;
  const EXAMPLES = 150;

  // Examples by dice, the same for every n that is plotted as far as they go.
  function examples(n, r, seed) {
    const roll = dice(seed);
    return Array.from({ length: EXAMPLES }, () => {
      const x = Array.from({ length: n }, () => 2 * roll(2) - 1);
      return { x, y: Math.sign(x.slice(0, r).reduce((a, b) => a + b)) };
    });
  }

  // Passes over the examples until one has no mistake; `is` tells whether one is due, `learn` changes the weights.
  function mistakes(data, is, learn) {
    for (let made = 0, clean = false; ; ) {
      clean = true;
      for (const { x, y } of data) if (is(x, y)) { learn(x, y); made += 1; clean = false; }
      if (clean) return made;
    }
  }

  function perceptron(data, n) {
    const w = Array(n).fill(0);
    return mistakes(data, (x, y) => y * x.reduce((s, v, i) => s + v * w[i], 0) <= 0, (x, y) => x.forEach((v, i) => { w[i] += y * v; }));
  }

  // The weights are powers of F = p/q; the exponents are kept, and the sign of Σ F^eᵢ·xᵢ is that of an integer.
  function winnow(data, n, r) {
    const e = Array(n).fill(0), p = BigInt(2 * r + 1), bottom = BigInt(2 * r - 1);
    const score = (x) => {
      const low = Math.min(...e), high = Math.max(...e);
      return x.reduce((s, v, i) => s + BigInt(v) * p ** BigInt(e[i] - low) * bottom ** BigInt(high - e[i]), 0n);
    };
    return mistakes(data, (x, y) => BigInt(y) * score(x) <= 0n, (x, y) => x.forEach((v, i) => { e[i] += y * v; }));
  }

  const power = (value, count) => q(value.n ** BigInt(count)).div(q(value.d ** BigInt(count)));

  // The largest M with Fᴹ ≤ nʳ·cʳᴹ: whether it holds is monotone, since c^r < F.
  function bound(n, r) {
    const F = q(2 * r + 1).div(q(2 * r - 1)), c = F.add(ONE.div(F)).div(q(2));
    const shrink = power(c, r).div(F), all = power(q(n), r);
    let M = 0, value = ONE;
    while (all.mul(value.mul(shrink)).cmp(ONE) >= 0) { value = value.mul(shrink); M += 1; }
    return M;
  }

  const kept = new Map();
  function counts(n, r, seed) {
    const key = [n, r, seed].join();
    if (!kept.has(key)) {
      const data = examples(n, r, seed);
      kept.set(key, { winnow: winnow(data, n, r), perceptron: perceptron(data, n), bound: bound(n, r) });
    }
    return kept.get(key);
  }

  function compute(state) {
    const r = Number(state.relevant), n = Math.max(state.n, r), here = counts(n, r, state.seed);
    const sizes = Array.from({ length: 9 }, (_, i) => Math.max(r, 8 * i));
    const values = (name) => sizes.map((size) => size <= n ? q(counts(size, r, state.seed)[name]) : null);
    return {
      shapes: [],
      chain: [["mistakes of Winnow", q(here.winnow)], ["its bound: the largest M with Fᴹ ≤ nʳcʳᴹ", q(here.bound)]],
      plot: { x: "inputs n, in eights", at: n / 8, lines: [
        { label: "mistakes of Winnow", values: values("winnow") },
        { label: "mistakes of the perceptron", values: values("perceptron") },
      ] },
      rows: [
        ["mistakes of the perceptron", String(here.perceptron)], ["its bound, n·r", String(n * r)],
        ["inputs n, and r of them that count", `${n}, ${r}`], ["random examples", String(EXAMPLES)], ["Winnow’s factor F", q(2 * r + 1).div(q(2 * r - 1)).toString()],
      ],
      says: `With ${n} inputs, of which ${r} count${r === 1 ? "s" : ""}, Winnow makes ${Runs.counted(here.winnow, "mistake")} and the perceptron ${here.perceptron}.`,
      data: { ...here, examples: examples(n, r, state.seed) },
    };
  }

  return {
    title: "Winnow against the perceptron",
    flat: true,
    handles: () => [],
    controls: [
      { name: "n", label: "inputs n", kind: "range", min: 8, max: () => 64 },
      { name: "relevant", label: "inputs that count", kind: "choice", options: [["1", "1"], ["3", "3"]] },
      { name: "seed", label: "dice", kind: "range", min: 1, max: () => 9 },
    ],
    compute,
  };
})();
