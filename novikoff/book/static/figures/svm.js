// Hard and soft margin: the exact optimum, its multipliers, and what Karush, Kuhn and Tucker ask of each sample.
//
// Least ‖w‖²/2 + C·Σξ with y(⟨w, x⟩ + b) ≥ 1 − ξ, ξ ≥ 0; hard: no ξ. The multipliers a lie in [0, C], Σ ay = 0, w = Σ ayx.
// No dual value Σa − ‖Σ ayx‖²/2 exceeds a primal one; where they agree, both are optimal.
"use strict";

Figures.svm = (function () {
  const { q, vector, dot, norm2, plus, times, solve, sum, separator, ZERO, ONE } = Exact;
  const HALF = ONE.div(q(2));

  // For each sample a guess: weight 0, weight C, or in between (then it lies on its margin). A guess gives linear equations
  // in the weights in between and b; the answer is right exactly if all conditions hold, and then it is an optimum.
  function optimum(samples, C) {
    const kinds = C === null ? ["zero", "free"] : ["zero", "free", "full"];
    for (let code = 0; code < kinds.length ** samples.length; code++) {
      const guess = samples.map((_, i) => kinds[Math.floor(code / kinds.length ** i) % kinds.length]);
      const found = attempt(samples, C, guess);
      if (found) return found;
    }
    return null;
  }

  function attempt(samples, C, guess) {
    const free = samples.map((_, i) => i).filter((i) => guess[i] === "free");
    const full = samples.map((_, i) => i).filter((i) => guess[i] === "full");
    if (!free.length) return null; // an optimum with a sample on its margin is looked for: b is then determined
    const fixed = (value) => sum(full.map((j) => C.mul(value(j))));
    const product = (i, j) => samples[i].y.mul(samples[j].y).mul(dot(samples[i].x, samples[j].x));
    const rows = free.map((i) => [...free.map((j) => product(i, j)), samples[i].y]);
    const right = free.map((i) => ONE.sub(fixed((j) => product(i, j))));
    rows.push([...free.map((j) => samples[j].y), ZERO]);
    right.push(fixed((j) => samples[j].y).neg());
    const answer = solve(rows, right);
    if (!answer) return null;
    const a = samples.map((_, i) => guess[i] === "full" ? C : ZERO), b = answer[free.length];
    free.forEach((i, at) => { a[i] = answer[at]; });
    if (a.some((value) => value.sign() < 0 || (C !== null && value.cmp(C) > 0))) return null;
    const w = samples.map(({ x, y }, i) => times(a[i].mul(y), x)).reduce(plus);
    const margins = samples.map(({ x, y }) => y.mul(dot(w, x).add(b)));
    const fits = margins.every((value, i) => guess[i] === "free" ? value.cmp(ONE) === 0 : guess[i] === "zero" ? value.cmp(ONE) >= 0 : value.cmp(ONE) <= 0);
    return fits ? { a, w, b, margins } : null;
  }

  function compute(state) {
    const samples = state.points.map(([x1, x2, y]) => ({ x: vector([x1, x2]), y: q(y) }));
    const C = state.C === "hard" ? null : q(state.C), of = (sign) => samples.filter(({ y }) => y.sign() === sign).map(({ x }) => x);
    const nothing = (says) => ({ shapes: [], data: null, says });
    if (!of(1).length || !of(-1).length) return nothing("Both classes need a sample: press one to change its class.");
    if (C === null && !separator(of(1), of(-1)).separable) return nothing("No line separates the classes, so the hard margin has no solution: choose a C.");
    const found = optimum(samples, C);
    if (!found) return nothing("At this optimum no sample lies on its margin strictly between 0 and C, so that b is not determined; move a sample or choose another C.");
    const { a, w, b, margins } = found, slack = margins.map((value) => value.cmp(ONE) < 0 ? ONE.sub(value) : ZERO);
    const primal = HALF.mul(norm2(w)).add(C === null ? ZERO : C.mul(sum(slack))), dual = sum(a).sub(HALF.mul(norm2(w)));
    const line = (offset, role) => ({ kind: "line", normal: Runs.floats(w), offset: b.add(q(offset)).toNumber(), role });
    return {
      shapes: [
        line(0, "boundary"), line(-1, "margin"), line(1, "margin"),
        ...state.points.filter((_, i) => a[i].sign() > 0).map((point) => ({ kind: "dot", at: point.slice(0, 2), size: 14, role: "last", label: "support vector" })),
      ],
      chain: [["dual value Σa − ‖w‖²/2", dual], ["primal value ‖w‖²/2 + CΣξ", primal, "="]],
      rows: [
        ["w, b", Runs.text(w) + ", " + b], ["geometric margin squared, 1/‖w‖²", norm2(w).sign() ? ONE.div(norm2(w)).toString() : "w = 0"],
        ...samples.map((_, i) => [`sample ${i + 1}: a, y·f(x), ξ`, `${a[i]}, ${margins[i]}, ${slack[i]}`]),
      ],
      says: `${a.filter((value) => value.sign() > 0).length} of ${samples.length} samples are support vectors; the primal and the dual value are both ${primal}.`,
      data: { w: w.map(String), b: b.toString(), a: a.map(String), primal: primal.toString(), dual: dual.toString() },
    };
  }

  return {
    title: "Hard and soft margin",
    samples: { least: 2, most: 6 },
    handles: Runs.samples,
    controls: [{ name: "C", label: "margin", kind: "choice", options: [["hard", "hard"], ["1", "C = 1"], ["1/4", "C = 1/4"], ["1/16", "C = 1/16"], ["1/64", "C = 1/64"]] }],
    compute,
  };
})();
