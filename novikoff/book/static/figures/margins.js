// Functional and geometric margin, the projection of a sample to the boundary, and the boundary's distance from 0.
//
// For f(x) = ⟨w, x⟩ + b and w ≠ 0 the nearest point of the boundary to x is p = x − f(x)·w/‖w‖², so that
// ‖x − p‖² = f(x)²/‖w‖²; for x = 0 this is b²/‖w‖². Multiplying (w, b) by s multiplies f, and leaves the distances.
"use strict";

Figures.margins = (function () {
  const { q, vector, dot, norm2, minus, times, zero } = Exact;

  function compute(state) {
    const s = q(state.scale), w = times(s, vector(state.w)), b = s.mul(q(state.b)), size = norm2(w);
    const [a1, a2, label] = state.points[0], x = vector([a1, a2]), y = q(label);
    if (zero(w)) return {
      shapes: [], rows: [["w", "(0, 0)"]], data: null,
      says: "w = 0 has no decision boundary, and the geometric margin is not defined: drag w.",
    };
    const score = dot(w, x).add(b), functional = score.mul(y);
    const foot = minus(x, times(score.div(size), w)), origin = times(b.neg().div(size), w);
    const squared = score.mul(score).div(size), verdict = functional.sign();
    return {
      shapes: [
        { kind: "line", normal: Runs.floats(w), offset: b.toNumber(), role: "boundary" },
        { kind: "arrow", to: Runs.floats(w), role: "weights", name: "w" },
        { kind: "segment", from: state.points[0].slice(0, 2), to: Runs.floats(foot), role: "margin", label: "from x to its projection" },
        { kind: "dot", at: Runs.floats(foot), name: "p" },
        { kind: "segment", from: [0, 0], to: Runs.floats(origin), role: "target", label: "from 0 to the boundary" },
      ],
      chain: [
        ["‖x − p‖²", norm2(minus(x, foot))],
        ["f(x)²/‖w‖², the geometric margin squared", squared, "="],
      ],
      rows: [
        ["w, b", Runs.text(w) + ", " + b],
        ["functional margin y·f(x)", functional.toString()],
        ["sign of the geometric margin", verdict > 0 ? "plus: x is classified correctly" : verdict < 0 ? "minus: x is misclassified" : "0: x lies on the boundary"],
        ["projection p", Runs.text(foot)],
        ["f(p)", dot(w, foot).add(b).toString()],
        ["distance of the boundary from 0, squared: b²/‖w‖²", b.mul(b).div(size).toString()],
      ],
      says: `The functional margin is ${functional}; the geometric margin is ${verdict < 0 ? "minus " : ""}the square root of ${squared}, whatever the scale.`,
      data: { functional: functional.toString(), squared: squared.toString(), foot: foot.map(String), origin: norm2(origin).toString() },
    };
  }

  return {
    title: "Functional and geometric margin",
    handles: () => [{ path: ["points", 0], kind: "sample", label: "x" }, { path: ["w"], kind: "vector", label: "w" }],
    controls: [
      { name: "b", label: "b", kind: "range", min: -12, max: () => 12 },
      { name: "scale", label: "multiply (w, b) by", kind: "choice", options: [["1/2", "1/2"], ["1", "1"], ["2", "2"], ["5", "5"]] },
    ],
    compute,
  };
})();
