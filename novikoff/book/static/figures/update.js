// One update: w' = w + yx, b' = b + yD² adds ‖x‖² + D², between D² and 2D², to the margin of its sample; without a bias ‖x‖².
//
// It may take from the others: sample 1 is updated, and the table shows what happens to each.
"use strict";

Figures.update = (function () {
  const { q, vector, dot, norm2, plus, times, max } = Exact;

  function compute(state) {
    const samples = state.points.map(([a, b, y]) => ({ x: vector([a, b]), y: q(y) }));
    const { x, y } = samples[0], radius = max(samples.map((sample) => norm2(sample.x)));
    const moves = state.bias === "radius", step = moves ? radius : Exact.ZERO;
    const before = { w: vector(state.w), b: moves ? q(state.b) : Exact.ZERO };
    const after = { w: plus(before.w, times(y, x)), b: before.b.add(y.mul(step)) };
    const margin = (at, sample) => dot(at.w, sample.x).add(at.b).mul(sample.y);
    const was = margin(before, samples[0]), is = margin(after, samples[0]);
    const worse = samples.filter((sample) => margin(after, sample).cmp(margin(before, sample)) < 0).length;
    const line = (at, role) => ({ kind: "line", normal: Runs.floats(at.w), offset: at.b.toNumber(), role });
    return {
      shapes: [
        line(before, "margin"), { kind: "arrow", to: Runs.floats(before.w), role: "margin", name: "w" },
        // Tip to tail: yx is put on the tip of w.
        { kind: "arrow", from: Runs.floats(before.w), to: Runs.floats(after.w), role: "last", name: "" },
        { kind: "segment", from: [0, 0], to: [y.toNumber() * x[0].toNumber(), y.toNumber() * x[1].toNumber()], role: "margin", label: "yx" },
        line(after, "boundary"), { kind: "arrow", to: Runs.floats(after.w), role: "weights", name: "w′" },
        { kind: "dot", at: state.points[0].slice(0, 2), size: 14, role: "last" },
      ],
      chain: moves ? [["D²", radius], ["what the update adds, ‖x‖² + D²", is.sub(was)], ["2D²", radius.add(radius)]]
        : [["what the update adds", is.sub(was)], ["‖x‖²", norm2(x), "="], ["D²", radius]],
      rows: samples.map((sample, i) => [`margin of sample ${i + 1} before → after`, `${margin(before, sample)} → ${margin(after, sample)}`]),
      says: (was.sign() > 0 ? "Sample 1 was right before, so the perceptron would not make this update. " : "")
        + (is.sign() > 0 ? "After the update sample 1 is right" : "Even after the update sample 1 is wrong")
        + (worse ? `; the margin of ${worse} other${worse > 1 ? "s" : ""} fell.` : "; no other margin fell."),
      data: { margins: samples.map((sample) => [margin(before, sample).toString(), margin(after, sample).toString()]), radius: radius.toString() },
    };
  }

  return {
    title: "What one update does",
    samples: { least: 1, most: 6 },
    handles: (state) => [
      ...Runs.samples(state),
      { path: ["w"], kind: "vector", label: "w" },
    ],
    controls: [
      { name: "bias", label: "bias", kind: "choice", options: [["none", "none"], ["radius", "b, which moves by yD²"]] },
      { name: "b", label: "b", kind: "range", min: -30, max: () => 30, when: (state) => state.bias === "radius" },
    ],
    compute,
  };
})();
