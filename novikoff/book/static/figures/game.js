// The game: points come one at a time, your line guesses the class, you are told, and you may move the line.
//
// The line is at a right angle to w. The perceptron plays the same points beside you and keeps its own weights.
"use strict";

Figures.game = (function () {
  const { q, vector, dot, norm2, plus, times, max, nearest, ZERO } = Exact;

  function compute(state) {
    const shown = Math.min(state.guesses.length, state.points.length), points = state.points.slice(0, shown);
    const vectors = Runs.signed(state.points), best = norm2(nearest(vectors).point), radius = max(vectors.map(norm2));
    const yours = points.filter((point, i) => state.guesses[i] !== point[2]).length;
    let w = [ZERO, ZERO], theirs = 0;
    for (const z of vectors.slice(0, shown)) if (dot(w, z).sign() <= 0) { w = plus(w, z); theirs += 1; }
    const next = state.points[shown], word = (sign) => sign > 0 ? "plus" : sign < 0 ? "minus" : "nothing, as it lies on the line";
    const before = shown ? `Your line said ${word(state.guesses[shown - 1])}, and the point is ${word(points[shown - 1][2])}: ${
      state.guesses[shown - 1] === points[shown - 1][2] ? "right. " : "wrong. Move your line by the arrow w, if you like. "}` : "";
    const end = next ? before + (shown ? "" : "Here is the first point. ") + "What is the next one?"
      : `${before}That was the last one. You were wrong ${yours} times and the perceptron ${theirs} times.`;
    return {
      shapes: [
        { kind: "line", normal: state.w, offset: 0, role: "boundary" },
        ...(state.w[0] || state.w[1] ? [{ kind: "arrow", to: state.w, role: "weights", name: "w" }] : []),
        ...points.map(([x, y, sign]) => ({ kind: "dot", at: [x, y], size: 8, role: sign > 0 ? "plus" : "minus", name: sign > 0 ? "+" : "−" })),
        ...(next ? [{ kind: "dot", at: next.slice(0, 2), size: 9, role: "last", name: "?" }] : []),
      ],
      chain: best.sign() ? [["mistakes of the perceptron", q(theirs)], ["(D/γ)²: it never makes more", radius.div(best)]] : null,
      rows: [["points seen", `${shown} of ${state.points.length}`], ["your mistakes", String(yours)], ["mistakes of the perceptron", String(theirs)]],
      says: end,
      data: { shown, yours, theirs, bound: best.sign() ? radius.div(best).toString() : null },
    };
  }

  return {
    title: "How often can you be wrong?",
    handles: () => [{ path: ["w"], kind: "vector", label: "w, which turns your line" }],
    controls: [{
      label: "Ask my line", kind: "press", off: (state) => state.guesses.length >= state.points.length,
      act(state) { state.guesses.push(dot(vector(state.w), vector(state.points[state.guesses.length].slice(0, 2))).sign()); },
    }],
    compute,
  };
})();
