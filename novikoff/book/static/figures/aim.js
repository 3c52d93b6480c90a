// The first plan: does each mistake bring w nearer to a goal cu? By ‖w + x − cu‖² ≤ ‖w − cu‖² + D² − 2cγ, if c > D²/(2γ).
//
// c = n/4·D²/γ. With n > 2 each mistake lessens the square distance, which begins at c², by 2cγ − D² at least. So there are at
// most c²/(2cγ − D²) mistakes, and n = 4 makes that least: (D/γ)². Here u is the best separator, of length 1.
"use strict";

Figures.aim = (function () {
  const { q, root, dot, norm2, minus, times, max, nearest, zero } = Exact;

  function compute(state) {
    const vectors = Runs.signed(state.points), best = nearest(vectors).point, gamma = norm2(best); // γ² = ‖best‖², and γu = best
    if (zero(best)) return { shapes: [], data: { k: 0 }, says: "No line through 0 separates these samples: move one, or press it." };
    const radius = max(vectors.map(norm2)), { states, mistakes } = Runs.perceptron(vectors), k = mistakes.length, t = Math.min(state.t, k);
    const part = q(state.n).div(q(4)), goal = times(part.mul(radius).div(gamma), best); // cu = (n/4)(D²/γ²)(γu)
    const start = norm2(goal), change = radius.mul(q(1).sub(q(state.n).div(q(2)))); // c² and D² − 2cγ
    const far = (i) => norm2(minus(states[i], goal)), line = (i) => start.add(q(i).mul(change));
    const gain = change.neg(), bound = gain.sign() > 0 ? start.div(gain) : null, rose = states.findIndex((_, i) => i && far(i).cmp(far(i - 1)) > 0);
    const all = Array.from({ length: k + 1 }, (_, i) => i);
    return {
      shapes: [
        { kind: "segment", from: Runs.floats(states[t]), to: Runs.floats(goal), role: "term1 thick", label: "w − cu" },
        ...states.slice(1, t + 1).map((w, i) => ({ kind: "segment", from: Runs.floats(states[i]), to: Runs.floats(w), role: "path" })),
        { kind: "arrow", to: Runs.floats(goal), role: "target", name: "cu" },
        ...(zero(states[t]) ? [] : [{ kind: "arrow", to: Runs.floats(states[t]), role: "weights", name: "w" }]),
      ],
      chain: [["‖w − cu‖²", far(t), "≤", 1], ["c² + t(D² − 2cγ)", line(t), "≤", 0]],
      plot: { x: "t", at: t, lines: [{ label: "c² + t(D² − 2cγ)", values: all.map(line) }, { label: "‖w − cu‖²", values: all.map(far) }] },
      rows: [
        ["c", root(start).toString()], ["D²", radius.toString()], ["γ²", gamma.toString()], ["D² − 2cγ", change.toString()],
        ["mistakes of the run", String(k)], ["most that this goal allows", bound ? bound.toString() : "no number: the square distance may grow"],
      ],
      says: (rose < 0 ? "Each mistake brings w nearer to this goal" : `Mistake ${rose} takes w farther from this goal`)
        + (bound ? `; it takes at least ${gain} from the square distance ${start}, so that at most ${bound.floor()} are possible.`
          : "; D² − 2cγ is not negative, so that this plan gives no bound."),
      data: { k, change: change.toString(), far: states.map((_, i) => far(i).toString()), bound: bound && bound.toString() },
    };
  }

  return {
    title: "Does each mistake bring w nearer? It depends on the goal",
    extent: 8,
    samples: { least: 1, most: 8 },
    handles: Runs.samples,
    controls: [
      { name: "n", label: "goal cu, c =", kind: "range", min: 1, max: () => 8, text: (state) => `${q(state.n).div(q(4))}·D²/γ` },
      { name: "t", label: "mistakes shown", kind: "range", max: (_, result) => result.data.k, play: true },
    ],
    compute,
  };
})();
