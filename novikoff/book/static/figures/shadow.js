// Cauchy–Schwarz with a shadow: ‖u − λv‖² ≥ 0 for every λ, and it is least where λv is the shadow of u on the line of v.
//
// At λ = ⟨u, v⟩/‖v‖² the rest u − λv is at a right angle to v, and ‖u − λv‖² = ‖u‖² − ⟨u, v⟩²/‖v‖².
"use strict";

Figures.shadow = (function () {
  const { q, vector, dot, norm2, minus, times } = Exact;
  const TENTHS = (l) => q(l - 20).div(q(10));

  function compute(state) {
    const u = vector(state.u), v = vector(state.v), size = norm2(v), inner = dot(u, v);
    if (!size.sign()) return { shapes: [], data: null, says: "v = 0 has no line on which u could cast a shadow: drag v." };
    const best = inner.div(size), part = TENTHS(state.l), rest = (c) => norm2(minus(u, times(c, v)));
    const tip = times(part, v), foot = times(best, v), order = part.cmp(best);
    return {
      shapes: [
        { kind: "line", normal: [-v[1].toNumber(), v[0].toNumber()], offset: 0, role: "margin" },
        { kind: "segment", from: Runs.floats(u), to: Runs.floats(foot), role: "margin" },
        { kind: "segment", from: [0, 0], to: Runs.floats(foot), role: "term1 thick", label: "the shadow of u" },
        { kind: "arrow", to: Runs.floats(v), role: "target", name: "v" },
        { kind: "arrow", to: Runs.floats(u), role: "weights", name: "u" },
        { kind: "arrow", from: Runs.floats(tip), to: Runs.floats(u), role: "term3", name: "" },
        { kind: "dot", at: Runs.floats(tip), role: "term3", name: "λv" },
      ],
      chain: [["0", Exact.ZERO], ["‖u‖² − ⟨u, v⟩²/‖v‖²", rest(best)], ["‖u − λv‖²", rest(part), "≤", 3]],
      plot: { x: "λ", to: " from −2 to 2", at: state.l, lines: [
        { label: "least value", values: Array.from({ length: 41 }, () => rest(best)) },
        { label: "‖u − λv‖²", values: Array.from({ length: 41 }, (_, l) => rest(TENTHS(l))) },
      ] },
      rows: [["⟨u, v⟩", inner.toString()], ["‖u‖²", norm2(u).toString()], ["‖v‖²", size.toString()], ["λ of the shadow, ⟨u, v⟩/‖v‖²", best.toString()]],
      says: order === 0 ? "λv is the shadow of u: no other λ leaves a shorter rest, and the rest is at a right angle to v."
        : `λ = ${part} is too ${order < 0 ? "small" : "large"}: the rest u − λv can be shorter.`,
      data: { least: rest(best).toString(), now: rest(part).toString(), best: best.toString() },
    };
  }

  return {
    title: "A shadow is never longer than what casts it",
    handles: () => [{ path: ["u"], kind: "vector", label: "u" }, { path: ["v"], kind: "vector", label: "v" }],
    controls: [{ name: "l", label: "λ", kind: "range", max: () => 40, text: (state) => TENTHS(state.l).toString() }],
    compute,
  };
})();
