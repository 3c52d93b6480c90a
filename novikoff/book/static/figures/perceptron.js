// The perceptron in the plane: ⟨w, u⟩ grows at least by m at each update, ‖w‖² at most by the radius.
//
// After t updates with rate η:  t·m·η ≤ ⟨w, u⟩ ≤ ‖w‖·‖u‖ and ‖w‖² ≤ t·η²·D², where m = min y⟨x, u⟩ over the samples and
// D² = max ‖x‖². With a bias, ρ, each sample is (x, ρ) and u has a last coordinate u₀.
"use strict";

Figures.perceptron = (function () {
  const { q, vector, dot, norm2, min, max, zero } = Exact;
  const square = (value) => value.mul(value);

  function compute(state) {
    const coordinate = q(state.bias), rate = q(state.rate);
    const vectors = Runs.signed(state.points, coordinate);
    const u = vector(state.u).concat(coordinate.sign() ? [q(state.u0)] : []);
    const { states, mistakes, visit, separated, ended } = Runs.perceptron(vectors, { order: state.order, tie: state.tie, rate });
    const t = Math.min(state.t, mistakes.length), w = states[t], k = mistakes.length;
    const m = min(vectors.map((z) => dot(z, u))), radius = max(vectors.map(norm2)), size = norm2(u);
    const bound = m.sign() > 0 ? radius.mul(size).div(square(m)) : null;
    const low = (i) => square(q(i).mul(rate).mul(m)).div(size), high = (i) => q(i).mul(square(rate)).mul(radius);
    const inner = (i) => square(dot(states[i], u)).div(size);
    // The plot goes on to the bound, where the outer curves meet, or to twice the run if there is none or it is far away.
    const most = 400, last = bound && bound.floor() < most ? Number(bound.floor()) + 1 : Math.min(most, 2 * Math.max(1, k));
    const upTo = (last, value) => Array.from({ length: last + 1 }, (_, i) => value(i));
    const made = separated ? `The run separates the samples after ${Runs.counted(k, "update")}`
      : ended ? `The run ends after ${Runs.counted(k, "update")} with a tie, and separates nothing` : `After ${k} updates the run goes on`;
    return {
      shapes: [
        ...(zero(u.slice(0, 2)) ? [] : [{ kind: "arrow", to: state.u, role: "target", name: "u" }]),
        { kind: "line", normal: Runs.floats(w.slice(0, 2)), offset: coordinate.sign() ? w[2].mul(coordinate).toNumber() : 0, role: "boundary" },
        ...(zero(w.slice(0, 2)) ? [] : [{ kind: "arrow", to: Runs.floats(w.slice(0, 2)), role: "weights", name: "w" }]),
        ...(t > 0 ? [{ kind: "dot", at: state.points[mistakes[t - 1]].slice(0, 2), size: 14, role: "last" }] : []),
      ],
      chain: size.sign() > 0 && [
        ...(bound ? [["(t·η·m)²/‖u‖²", low(t)]] : []),
        ["⟨w, u⟩²/‖u‖²", inner(t)],
        ["‖w‖²", norm2(w)],
        ["t·η²·D²", high(t)],
      ],
      plot: size.sign() > 0 && {
        x: "updates t", at: t,
        lines: [
          { label: "⟨w, u⟩²/‖u‖²", values: upTo(Math.min(last, k), inner) },
          { label: "‖w‖²", values: upTo(Math.min(last, k), (i) => norm2(states[i])) },
          { label: "t·η²·D²", values: upTo(last, high) },
          ...(bound ? [{ label: "(t·η·m)²/‖u‖²", values: upTo(last, low) }] : []),
        ],
      },
      rows: [
        [`weights w after ${Runs.counted(t, "update")}`, Runs.text(w)],
        ["samples that were updated", mistakes.slice(0, t).map((i) => i + 1).join(", ") || "none"],
        ["margin m = min y⟨x, u⟩", m.toString()],
        ["D² = max ‖x‖²", radius.toString()],
        ["‖u‖²", size.toString()],
        ["bound D²‖u‖²/m²", bound ? bound.toString() : "none: u does not separate"],
        ["updates made", k + (ended ? "" : " and more")],
      ],
      says: bound ? `${made}; the theorem allows ${bound.floor()}.`
        : `${made}. u does not separate the samples, so the theorem gives no bound: drag u, or the samples.`,
      data: { k, mistakes, visits: visit, separated, ended, w: states[k].map(String), bound: bound && bound.toString() },
    };
  }

  return {
    title: "The perceptron in the plane",
    samples: { least: 1, most: 12 },
    handles: (state) => [
      ...Runs.samples(state),
      { path: ["u"], kind: "vector", label: "u" },
    ],
    controls: [
      { name: "t", label: "updates shown", kind: "range", max: (_, result) => result.data.k, play: true },
      { name: "order", label: "order", kind: "choice", options: [["cyclic", "as listed"], ["backwards", "backwards"], ["shuffled", "shuffled in each pass"]] },
      { name: "bias", label: "bias: samples (x, ρ)", kind: "choice", options: [["0", "no bias"], ["1", "ρ = 1"], ["2", "ρ = 2"], ["6", "ρ = 6"]] },
      { name: "u0", label: "u₀", kind: "range", min: -12, max: () => 12, when: (state) => state.bias !== "0" },
      { name: "tie", label: "⟨w, x⟩ = 0", kind: "choice", options: [["mistake", "is a mistake"], ["correct", "is none"]] },
      { name: "rate", label: "rate η", kind: "choice", options: [["1/2", "1/2"], ["1", "1"], ["3", "3"]] },
    ],
    compute,
  };
})();
