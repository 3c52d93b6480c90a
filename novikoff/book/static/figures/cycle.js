// Where nothing separates, the perceptron on integers runs in a cycle; and where something does, an average may still err.
//
// The weights stay bounded, so that a run on integer samples comes back to a state that it had: from there on it repeats.
// The average is taken over all visits. If the hull of the vectors y·x has 0 in it, with weights λ, nothing separates.
"use strict";

Figures.cycle = (function () {
  const { q, dot, norm2, plus, times, max, nearest, zero } = Exact;
  const MOST = 200;

  // States after each visit, until a pass has no mistake, or a pass begins with weights that an earlier one began with.
  function run(vectors) {
    const states = [times(0, vectors[0])], begun = new Map();
    let updates = 0, total = times(0, vectors[0]);
    for (let pass = 0; ; pass++) {
      const w = states[states.length - 1], key = w.join();
      if (begun.has(key)) return { states, updates, total, cycle: { from: begun.get(key), passes: pass - begun.get(key) }, separated: false };
      begun.set(key, pass);
      let clean = true;
      for (const z of vectors) {
        const now = states[states.length - 1], wrong = dot(now, z).sign() <= 0;
        states.push(wrong ? plus(now, z) : now);
        total = plus(total, states[states.length - 1]);
        if (wrong) { updates += 1; clean = false; }
      }
      if (clean) return { states, updates, total, cycle: null, separated: true };
      if (states.length > MOST * vectors.length) return { states, updates, total, cycle: null, separated: false };
    }
  }

  function compute(state) {
    const vectors = Runs.signed(state.points), { states, updates, total, cycle, separated } = run(vectors);
    const visits = states.length - 1, t = Math.min(state.t, visits), w = states[t], found = nearest(vectors);
    const steps = states.slice(1, t + 1).map((v, i) => [states[i], v]).filter(([from, to]) => from !== to);
    const average = times(q(1).div(q(Math.max(1, visits))), total);
    const errors = (v) => vectors.filter((z) => dot(v, z).sign() <= 0).length;
    return {
      shapes: [
        ...steps.map(([from, to]) => ({ kind: "segment", from: Runs.floats(from), to: Runs.floats(to), role: "path" })),
        { kind: "line", normal: Runs.floats(w), offset: 0, role: "boundary" },
        ...(zero(w) ? [] : [{ kind: "arrow", to: Runs.floats(w), role: "weights", name: "w" }]),
        ...(zero(average) ? [] : [{ kind: "arrow", to: Runs.floats(average), role: "target", name: "average" }]),
      ],
      chain: [["‖w‖²", norm2(w)], ["updates so far · D²", q(steps.length).mul(max(vectors.map(norm2)))]],
      plot: { x: "visits", at: t, lines: [{ label: "‖w‖²", values: states.map(norm2) }] },
      rows: [
        ["w", Runs.text(w)], ["average over all visits", Runs.text(average)],
        ["errors of the last w", String(errors(states[visits]))], ["errors of the average", String(errors(average))],
        ...(zero(found.point) ? [["weights λ with Σ λ·y·x = 0", found.weights.join(", ")]] : [["best margin squared", norm2(found.point).toString()]]),
      ],
      says: cycle ? `From pass ${cycle.from + 1} on the run repeats ${cycle.passes === 1 ? "every pass" : `itself after ${cycle.passes} passes`}: it never ends.`
        : separated ? `Separated after ${Runs.counted(updates, "update")}; the average ${errors(average) ? `still errs on ${errors(average)}` : "separates too"}.`
          : `No end and no cycle within ${MOST} passes.`,
      data: { updates, separated, cycle, w: states[visits].map(String), average: average.map(String), visits },
    };
  }

  return {
    title: "Cycles, and the trap of the average",
    examples: { "a cycle of six passes": {}, "an average that errs": { points: [[5, 1, 1], [5, -1, -1]], t: 4 } },
    samples: { least: 1, most: 8 },
    handles: Runs.samples,
    controls: [{ name: "t", label: "visits shown", kind: "range", max: (_, result) => result.data.visits, play: true }],
    compute,
  };
})();
