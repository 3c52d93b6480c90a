// Make the bound tight yourself: in the plane the perceptron makes at most 1 + D²/(2γ²) updates, and some data reach it.
//
// γ is the exact best margin of the samples (the nearest point of the hull of y·x to 0) and D² = max ‖x‖².
"use strict";

Figures.extremal = (function () {
  const { q, norm2, max, nearest, ONE } = Exact;

  function compute(state) {
    const vectors = Runs.signed(state.points), best = nearest(vectors).point, gamma = norm2(best), radius = max(vectors.map(norm2));
    const { states, mistakes, separated } = Runs.perceptron(vectors), k = mistakes.length, t = Math.min(state.t, k), w = states[t];
    if (gamma.sign() === 0) return {
      shapes: [], data: { k, ratio: null }, says: "No line through 0 separates these samples: move one, or press it to change its class.",
    };
    const novikoff = radius.div(gamma), plane = ONE.add(novikoff.div(q(2))), reached = plane.floor() === BigInt(k);
    return {
      shapes: [
        { kind: "arrow", to: Runs.floats(best), role: "target", name: "best" },
        ...states.slice(1, t + 1).map((v, i) => ({ kind: "segment", from: Runs.floats(states[i]), to: Runs.floats(v), role: "path" })),
        ...(t ? [{ kind: "arrow", to: Runs.floats(w), role: "weights", name: "w" }, { kind: "line", normal: Runs.floats(w), offset: 0, role: "boundary" }] : []),
      ],
      chain: [["updates t", q(k)], ["1 + D²/(2γ²)", plane]],
      rows: [["D²", radius.toString()], ["γ²", gamma.toString()], ["Novikoff’s bound D²/γ²", novikoff.toString()], ["samples that were updated", mistakes.map((i) => i + 1).join(", ")]],
      says: (reached ? `${Runs.counted(k, "update")}: the bound is reached!` : `${Runs.counted(k, "update")} of at most ${plane.floor()}.`) + (separated ? "" : " The run goes on."),
      score: { label: "Updates divided by the bound", value: q(k).div(plane) },
      data: { k, ratio: novikoff.toString(), separated },
    };
  }

  return {
    title: "Make the bound tight yourself",
    samples: { least: 1, most: 6 },
    handles: Runs.samples,
    controls: [{ name: "t", label: "updates shown", kind: "range", max: (_, result) => result.data.k, play: true }],
    compute,
  };
})();
