// Nearest means and nearest neighbours: ‖x − μ₋‖² − ‖x − μ₊‖² = ⟨w, x⟩ + b with w = 2(μ₊ − μ₋), b = ‖μ₋‖² − ‖μ₊‖².
//
// So the classifier by the nearest mean has a line for its boundary; that of the nearest neighbours has not.
"use strict";

Figures.means = (function () {
  const { q, vector, dot, norm2, plus, minus, times } = Exact;
  const EXTENT = 6;

  const mean = (points) => times(q(1).div(q(points.length)), points.reduce(plus));

  // The sign of the votes of the k nearest; whoever is as near as the k-th votes too, and a tie is no class.
  function neighbours(samples, x, k) {
    const far = samples.map((sample) => norm2(minus(sample.x, x))), sorted = [...far].sort((a, b) => a.cmp(b));
    const limit = sorted[Math.min(k, sorted.length) - 1];
    return Math.sign(samples.reduce((votes, { y }, i) => votes + (far[i].cmp(limit) <= 0 ? y : 0), 0));
  }

  function compute(state) {
    const samples = state.points.map(([x1, x2, y]) => ({ x: vector([x1, x2]), y })), of = (sign) => samples.filter(({ y }) => y === sign).map(({ x }) => x);
    if (!of(1).length || !of(-1).length) return { shapes: [], data: null, says: "Both classes need a sample: press one to change its class." };
    const x = vector(state.x), above = mean(of(1)), below = mean(of(-1));
    const w = times(2, minus(above, below)), b = norm2(below).sub(norm2(above));
    const f = (z) => dot(w, z).add(b), rule = state.rule === "mean" ? (z) => f(z).sign() : (z) => neighbours(samples, z, Number(state.rule));
    const cells = [], word = (sign) => sign > 0 ? "plus" : sign < 0 ? "minus" : "undecided";
    for (let i = -EXTENT; i <= EXTENT; i++) for (let j = -EXTENT; j <= EXTENT; j++) {
      const sign = rule(vector([i, j]));
      if (sign) cells.push({ kind: "cell", at: [i, j], role: word(sign) });
    }
    return {
      shapes: [
        ...cells,
        { kind: "dot", at: Runs.floats(above), role: "weights", name: "μ₊", size: 5 }, { kind: "dot", at: Runs.floats(below), role: "weights", name: "μ₋", size: 5 },
        { kind: "segment", from: Runs.floats(above), to: Runs.floats(below), role: "margin" },
        { kind: "line", normal: Runs.floats(w), offset: b.toNumber(), role: "boundary" },
      ],
      chain: [
        ["‖x − μ₋‖² − ‖x − μ₊‖²", norm2(minus(x, below)).sub(norm2(minus(x, above)))],
        ["⟨w, x⟩ + b", f(x), "="],
      ],
      rows: [
        ["μ₊, μ₋", Runs.text(above) + ", " + Runs.text(below)], ["w, b", Runs.text(w) + ", " + b],
        ["class of x by the nearest mean", word(f(x).sign())],
        ...[1, 3, 5].map((k) => [`class of x by ${k} nearest`, word(neighbours(samples, x, k))]),
      ],
      says: `x is ${word(f(x).sign())} by the nearest mean and ${word(neighbours(samples, x, 3))} by its 3 nearest neighbours.`,
      data: { w: w.map(String), b: b.toString(), mean: f(x).sign(), neighbours: [1, 3, 5].map((k) => neighbours(samples, x, k)) },
    };
  }

  return {
    title: "Nearest means and nearest neighbours",
    samples: { least: 2, most: 12 },
    handles: (state) => [
      ...Runs.samples(state),
      { path: ["x"], kind: "vector", label: "x", role: "query" },
    ],
    controls: [{ name: "rule", label: "the plane is coloured by", kind: "choice", options: [["mean", "the nearest mean"], ["1", "the nearest neighbour"], ["3", "3 neighbours"], ["5", "5 neighbours"]] }],
    compute,
  };
})();
