// The batch perceptron, the criterion J that it lowers, and the pocket.
//
// J(w) = −Σ ⟨w, z⟩ over the wrong z = y·x, those with ⟨w, z⟩ ≤ 0. A step adds η times the sum of all wrong z, which goes
// against a sub-gradient of J; from w = 0 on L separable samples there are at most 1 + (L + 1)²/(4L)·(D²/γ² − 1) ≤ L·D²/γ²
// steps. The pocket keeps the weights with the fewest errors so far, the first of them.
"use strict";

Figures.descent = (function () {
  const { q, dot, norm2, plus, times, max, nearest, zero, sum, ONE } = Exact;
  const MOST = 60;

  const wrong = (w, vectors) => vectors.filter((z) => dot(w, z).sign() <= 0);
  const criterion = (w, vectors) => sum(wrong(w, vectors).map((z) => dot(w, z))).neg();

  // Ends where nothing is wrong, where the wrong vectors sum to 0, and where this figure stops.
  function run(vectors, rate) {
    const states = [times(0, vectors[0])];
    for (;;) {
      const w = states[states.length - 1], mistakes = wrong(w, vectors), step = mistakes.reduce(plus, times(0, w));
      if (zero(step) || states.length > MOST) return { states, ended: !mistakes.length };
      states.push(plus(w, times(rate, step)));
    }
  }

  function compute(state) {
    const vectors = Runs.signed(state.points), rate = q(state.rate), L = q(vectors.length);
    const { states, ended } = run(vectors, rate), errors = states.map((w) => wrong(w, vectors).length);
    const pocket = errors.map((_, t) => Math.min(...errors.slice(0, t + 1)));
    const k = states.length - 1, t = Math.min(state.t, k), w = states[t], kept = states[errors.indexOf(pocket[t])];
    const radius = max(vectors.map(norm2)), gamma = norm2(nearest(vectors).point);
    const ratio = gamma.sign() > 0 ? radius.div(gamma) : null;
    const sharp = ratio && ONE.add(L.add(ONE).mul(L.add(ONE)).div(q(4).mul(L)).mul(ratio.sub(ONE)));
    return {
      shapes: [
        { kind: "line", normal: Runs.floats(w), offset: 0, role: "boundary" },
        ...(zero(w) ? [] : [{ kind: "arrow", to: Runs.floats(w), role: "weights", name: "w" }]),
        ...(zero(kept) ? [] : [{ kind: "line", normal: Runs.floats(kept), offset: 0, role: "target", label: "the boundary of the pocket" }]),
      ],
      chain: ratio && [["steps made", q(t)], ["1 + (L + 1)²/(4L)·(D²/γ² − 1)", sharp], ["L·D²/γ²", L.mul(ratio)]],
      plot: { x: "steps", at: t, lines: [
        { label: "J(w)", values: states.map((at) => criterion(at, vectors)) },
        { label: "errors of w", values: errors.map(q) },
        { label: "errors of the pocket", values: pocket.map(q) },
      ] },
      rows: [
        ["w", Runs.text(w)], ["J(w)", criterion(w, vectors).toString()], ["errors of w", String(errors[t])],
        ["in the pocket", `${Runs.text(kept)} with ${pocket[t]} errors`], ["L, D², γ²", `${L}, ${radius}, ${gamma}`],
      ],
      says: ended ? `Separated after ${Runs.counted(k, "step")}.`
        : gamma.sign() > 0 ? `Not separated after ${k} steps, where this figure stops.`
          : `No line through 0 separates these samples; after ${t} steps w has ${errors[t]} errors, the pocket ${pocket[t]}.`,
      data: { k, ended, w: states[k].map(String), errors, pocket: states[errors.indexOf(pocket[k])].map(String), gamma: gamma.toString() },
    };
  }

  return {
    title: "The batch perceptron, its criterion, and the pocket",
    samples: { least: 1, most: 10 },
    handles: Runs.samples,
    controls: [
      { name: "t", label: "steps shown", kind: "range", max: (_, result) => result.data.k, play: true },
      { name: "rate", label: "rate η", kind: "choice", options: [["1/2", "1/2"], ["1", "1"], ["2", "2"]] },
    ],
    compute,
  };
})();
