// The race of Novikoff's proof: t·γ ≤ ⟨w, u⟩ ≤ ‖w‖ ≤ √t·D, in the plane and against t, until the outer two cross.
//
// After t mistakes w lies beyond the line ⟨z, u⟩ = t·γ and within the circle of radius √t·D. Here u has any length: γ is the
// least ⟨x, u⟩/‖u‖ of the signed samples x, and D² the greatest ‖x‖². Without one of the hypotheses a run may leave that region:
//   mistake   all examples are added in turn, also where nothing is wrong
//   margin    one more example, the first one with its class changed
//   radius    one more example, the longest one multiplied by 3, which comes first
"use strict";

Figures.race = (function () {
  const { q, root, vector, dot, norm2, plus, times, min, max, least, nearest, zero } = Exact;
  const square = (value) => value.mul(value), MOST = 60, GO_ON = 24;

  // All states of the run, at most `most` updates.
  function run(vectors, without, most) {
    if (without === "mistake") {
      const states = [times(0, vectors[0])];
      for (let i = 0; i < most; i++) states.push(plus(states[i], vectors[i % vectors.length]));
      return states;
    }
    const longest = vectors[least(vectors.map((z) => norm2(z).neg()))];
    const shown = { margin: [...vectors, times(-1, vectors[0])], radius: [times(3, longest), ...vectors] }[without] || vectors;
    return Runs.perceptron(shown, { most }).states;
  }

  function compute(state) {
    const vectors = Runs.signed(state.points), without = state.without;
    const u = state.target === "best" ? nearest(vectors).point : vector(state.u), size = norm2(u);
    const m = size.sign() ? min(vectors.map((z) => dot(z, u))) : Exact.ZERO, radius = max(vectors.map(norm2));
    if (m.sign() <= 0) return {
      shapes: zero(u) ? [] : [{ kind: "arrow", to: Runs.floats(u), role: "target", name: "u" }], data: { k: 0, last: 0 },
      says: state.target === "best" ? "No line through 0 separates these samples, so there is no γ > 0: move a sample, or press it."
        : "This u does not separate the samples, so there is no γ > 0: drag u, or choose the best one.",
    };
    const bound = radius.mul(size).div(square(m)), crossing = bound.floor() < MOST ? Number(bound.floor()) + 1 : MOST;
    const states = run(vectors, without, without === "all" ? MOST : Math.max(crossing, Math.min(2 * crossing, GO_ON)));
    const k = states.length - 1, last = Math.max(crossing, k), t = Math.min(state.t, last), at = t <= k;
    const low = (i) => root(square(q(i).mul(m)).div(size)), high = (i) => root(q(i).mul(radius));
    const along = (i) => { const part = dot(states[i], u); return root(square(part).div(size), part.sign()); };
    const upTo = (end, value) => Array.from({ length: end + 1 }, (_, i) => value(i));
    const w = states[Math.min(t, k)], shadow = times(dot(w, u).div(size), u), foot = times(q(t).mul(m).div(size), u);
    const length = (i) => root(norm2(states[i]));
    const step = (before, after, term) => [before[1].cmp(after[1]) <= 0 ? "≤" : ">", term];
    const chain = [["t·γ", low(t)], ...(at ? [["⟨w, u⟩, the shadow of w", along(t)], ["‖w‖", length(t)]] : []), ["√t·D", high(t)]];
    const terms = at ? [0, 1, 2, 3] : [0, 3], crossed = low(t).cmp(high(t)) > 0;
    const escapes = at && chain.some((link, i) => i && chain[i - 1][1].cmp(link[1]) > 0);
    const first = without === "all" ? -1 : upTo(k, (i) => i).find((i) => low(i).cmp(along(i)) > 0 || length(i).cmp(high(i)) > 0);
    const left = without === "all" ? `After ${Runs.counted(Math.min(t, k), "mistake")} w is beyond the line and within the circle`
      : escapes ? `Without the hypothesis, the chain is broken at t = ${t}`
        : first === undefined ? "In this run the chain holds without the hypothesis, too" : `The chain holds up to here; after update ${first} it is broken`;
    return {
      shapes: [
        { kind: "circle", at: [0, 0], radius: high(t).toNumber(), role: "term3 region" },
        { kind: "line", normal: Runs.floats(u), offset: -q(t).mul(m).toNumber(), role: "term0" },
        { kind: "segment", from: [0, 0], to: Runs.floats(foot), role: "term0 thick" },
        { kind: "arrow", to: Runs.floats(u), role: "target", name: "u" },
        ...(at && !zero(w) ? [
          { kind: "segment", from: Runs.floats(w), to: Runs.floats(shadow), role: "margin" },
          { kind: "segment", from: [0, 0], to: Runs.floats(shadow), role: "term1 thick" },
          { kind: "arrow", to: Runs.floats(w), role: "term2", name: "w" },
        ] : []),
      ],
      chain: chain.map((link, i) => [...link, ...(i ? step(chain[i - 1], link, terms[i]) : ["≤", terms[i]])]),
      plot: { x: "t", at: t, to: " (to " + last + ")", lines: [
        { label: "t·γ", values: upTo(last, low) },
        { label: "⟨w, u⟩", values: upTo(k, along) },
        { label: "‖w‖", values: upTo(k, length) },
        { label: "√t·D", values: upTo(last, high) },
      ] },
      rows: [
        ["w", at ? Runs.text(w) : `the run ended with w = ${Runs.text(w)}`], ["γ² = min ⟨x, u⟩²/‖u‖²", square(m).div(size).toString()],
        ["D² = max ‖x‖²", radius.toString()], ["bound (D/γ)²", bound.toString()], [without === "all" ? "mistakes of the run" : "updates shown", k + (k === MOST ? " and more" : "")],
      ],
      says: at ? left + "." : `The run ended after ${Runs.counted(k, "mistake")}. ` + (crossed
        ? `After ${t} mistakes w would be beyond the line and within the circle, and they do not meet: so many mistakes are impossible.`
        : `A run with ${t} mistakes is not excluded: the line still meets the circle.`),
      data: { k, last, bound: bound.toString(), w: states[k].map(String), first: first === undefined ? null : first,
        squares: [low(t), ...(at ? [along(t), length(t)] : []), high(t)].map((value) => value.signed.toString()) },
    };
  }

  return {
    title: "The race: a shadow that grows like t, and a length that grows like √t",
    extent: 8,
    samples: { least: 1, most: 8 },
    handles: (state) => [...Runs.samples(state), ...(state.target === "best" ? [] : [{ path: ["u"], kind: "vector", label: "u" }])],
    controls: [
      { name: "t", label: "t", kind: "range", max: (_, result) => result.data.last, play: true },
      { name: "without", label: "hypotheses", kind: "choice", options: [
        ["all", "all hold"], ["mistake", "without “mistake”: all examples are added"], ["margin", "without “margin”: an example too near"], ["radius", "without “radius”: an example too long"],
      ] },
      { name: "target", label: "u", kind: "choice", options: [["drag", "where you drag it"], ["best", "the best one"]] },
    ],
    compute,
  };
})();
