// In space Novikoff's bound is reached: seen from above, along u, with γ = 1 and D² = N.
//
// After t mistakes w = tu + a, with a at a right angle to u. The next example is u + e, where ‖e‖² = N − 1 and ⟨a, e⟩ = −t, so
// that ⟨w, x⟩ = 0. Hence ‖w‖² = tN in every step, ‖a‖² = tN − t², and at t = N nothing is left of a: w = Nu.
"use strict";

Figures.space = (function () {
  const { q, root } = Exact;

  // The steps e, in floats: the part of e along a is −t/‖a‖, and it always turns to the left.
  function path(N) {
    const states = [[0, 0]];
    for (let t = 0; t < N; t++) {
      const [a, b] = states[t], size = Math.sqrt(t * N - t * t), along = t ? -t / size : 0, aside = Math.sqrt(Math.max(0, N - 1 - along * along));
      const [x, y] = t ? [a / size, b / size] : [1, 0];
      states.push(t ? [a + along * x - aside * y, b + along * y + aside * x] : [Math.sqrt(N - 1), 0]);
    }
    return states;
  }

  function compute(state) {
    const N = state.N, t = Math.min(state.t, N), states = path(N), all = Array.from({ length: N + 1 }, (_, i) => i);
    const across = q(t * N - t * t);
    return {
      shapes: [
        { kind: "circle", at: [0, 0], radius: Math.sqrt(N - 1), role: "term3" },
        ...all.slice(0, t).map((i) => ({ kind: "segment", from: states[i], to: states[i + 1], role: "path" })),
        ...(across.sign() ? [{ kind: "arrow", to: states[t], role: "weights", name: "a" }] : [{ kind: "dot", at: [0, 0], role: "weights", name: "a = 0" }]),
        ...(t < N ? [{ kind: "arrow", from: states[t], to: states[t + 1], role: "last", name: "a + e" }] : []),
      ],
      chain: [["⟨w, u⟩² = t²γ²", q(t * t), "≤", 0], ["‖w‖² = tD²", q(t * N), "≤", 3]],
      plot: { x: "t", at: t, lines: [
        { label: "⟨w, u⟩ = tγ", values: all.map(q) },
        { label: "‖a‖", values: all.map((i) => root(q(i * N - i * i))) },
        { label: "‖w‖ = √t·D", values: all.map((i) => root(q(i * N))) },
      ] },
      rows: [["‖a‖² = tD² − t²γ²", across.toString()], ["(D/γ)²", String(N)]],
      says: t === N ? `${Runs.counted(N, "mistake")}: the bound (D/γ)² = ${N} is reached, and w = ${N}u.`
        : `After ${Runs.counted(t, "mistake")} ‖a‖² is ${across}; the next example has ⟨w, x⟩ = 0, a mistake again.`,
      data: { across: across.toString(), left: states[N].map(Math.abs).reduce((a, b) => a + b) < 1e-6, squares: states.map(([a, b]) => a * a + b * b) },
    };
  }

  return {
    title: "The bound is reached in space, seen along u",
    handles: () => [],
    controls: [
      { name: "N", label: "(D/γ)²", kind: "range", min: 2, max: () => 12, text: (state) => String(state.N) },
      { name: "t", label: "mistakes", kind: "range", max: (state) => state.N, play: true },
    ],
    compute,
  };
})();
