// Errors on all samples, and the angle between w and the best separator u, after each update: both may rise.
//
// Angles are compared exactly, by ⟨w, u⟩·|⟨w, u⟩|/‖w‖²; degrees are for the plot alone.
"use strict";

Figures.progress = (function () {
  const { q, root, dot, norm2, max, nearest, zero } = Exact;
  const NAMES = { neither: "neither can rise", errors: "only the errors can rise", angle: "only the angle can rise", both: "both can rise" };

  function compute(state) {
    const vectors = Runs.signed(state.points), u = nearest(vectors).point, radius = max(vectors.map(norm2));
    if (zero(u)) return { shapes: [], data: { k: 0 }, says: "No line through 0 separates these samples: move one, or press it." };
    const { states, mistakes } = Runs.perceptron(vectors, { most: 60 }), k = mistakes.length, t = Math.min(state.t, k), w = states[t];
    const errors = states.map((at) => vectors.filter((z) => dot(at, z).sign() <= 0).length);
    // The cosine times ‖u‖; at w = 0 there is no angle.
    const cosines = states.map((at) => { const part = dot(at, u); return zero(at) ? null : root(part.mul(part).div(norm2(at)), part.sign()); });
    const degrees = cosines.map((value) => value && { toNumber: () => Math.acos(Math.max(-1, Math.min(1, value.toNumber() / root(norm2(u)).toNumber()))) * 18 / Math.PI });
    const up = (values, rises) => values.flatMap((value, i) => i && value !== null && values[i - 1] !== null && rises(values[i - 1], value) ? [i] : []);
    const more = up(errors, (a, b) => b > a), wider = up(cosines, (a, b) => b.cmp(a) < 0);
    const list = (what, at) => at.length ? `${what} rise${what === "the angle" ? "s" : ""} at update${at.length === 1 ? "" : "s"} ${at.join(", ")}` : `${what} never rise${what === "the angle" ? "s" : ""}`;
    const voted = state.vote !== "none";
    return {
      shapes: [
        { kind: "arrow", to: Runs.floats(u).map((part, _, all) => (4 * part) / Math.hypot(...all)), role: "target", name: "u" },
        { kind: "line", normal: Runs.floats(w), offset: 0, role: "boundary" },
        ...(zero(w) ? [] : [{ kind: "arrow", to: Runs.floats(w), role: "weights", name: "w" }]),
        ...(t ? [{ kind: "dot", at: state.points[mistakes[t - 1]].slice(0, 2), size: 14, role: "last" }] : []),
      ],
      chain: [["updates t", q(t)], ["(D/γ)²", radius.div(norm2(u))]],
      plot: voted && { x: "updates", at: t, lines: [
        { label: "errors on all samples", values: errors.map(q) },
        { label: "angle to u, in units of 10°", values: degrees },
      ] },
      rows: voted ? [["errors after each update", errors.join(", ")], ["w", Runs.text(w)]] : [["w", Runs.text(w)]],
      says: voted ? `You said that ${NAMES[state.vote]}. Here ${list("the errors", more)}, and ${list("the angle", wider)}.`
        : "Vote first: can an update increase the number of errors, or the angle between w and u?",
      data: { k, errors, more, wider },
    };
  }

  return {
    title: "Does it get better with every update?",
    samples: { least: 1, most: 9 },
    handles: Runs.samples,
    controls: [
      { name: "vote", label: "your vote", kind: "choice", options: [["none", "choose"], ...Object.entries(NAMES)] },
      { name: "t", label: "updates shown", kind: "range", max: (_, result) => result.data.k, play: true },
    ],
    compute,
  };
})();
