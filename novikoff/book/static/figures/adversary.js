// You choose the examples: each at most D long, at least γ = 1 along u = (0, 1), and a mistake. How many mistakes can you force?
//
// In the plane 1 + D²/(2γ²) are the most. "Play on" takes the longest continuation on the grid with ⟨u, x⟩ = 1.
"use strict";

Figures.adversary = (function () {
  const { q, vector, dot, norm2, plus, ZERO, ONE } = Exact, EXTENT = 6;
  const U = [ZERO, ONE];

  const why = (w, z, D) => norm2(z).cmp(D.mul(D)) > 0 ? `it is longer than D = ${D}`
    : dot(U, z).cmp(ONE) < 0 ? "⟨u, x⟩ is less than γ = 1" : dot(w, z).sign() > 0 ? "⟨w, x⟩ > 0, so that it is no mistake" : "";

  // The points that were played, up to the first that may not be.
  function replay(state) {
    const D = q(state.D), states = [[ZERO, ZERO]];
    for (const point of state.played) {
      const w = states[states.length - 1], z = vector(point);
      if (why(w, z, D)) break;
      states.push(plus(w, z));
    }
    return { states, D };
  }

  // The longest continuation from (a, h) with steps (x, 1), |x| ≤ width.
  function longest(a, h, width, known = new Map()) {
    const key = a + "," + h;
    if (!known.has(key)) {
      let best = [];
      for (let x = -width; x <= width; x++) {
        if (h + a * x > 0) continue;
        const then = longest(a + x, h + 1, width, known);
        if (then.length >= best.length) best = [[x, 1], ...then];
      }
      known.set(key, best);
    }
    return known.get(key);
  }

  function playOn(state) {
    const { states, D } = replay(state), k = states.length - 1, [a, h] = states[k].map((value) => Number(value.n)), far = Number(D.n);
    const width = Math.floor(Math.sqrt(far * far - 1));
    state.played = [...state.played.slice(0, k), ...longest(a, h, width)];
  }

  function compute(state) {
    const { states, D } = replay(state), k = states.length - 1, w = states[k], next = vector(state.next), reason = why(w, next, D);
    const novikoff = D.mul(D), plane = ONE.add(novikoff.div(q(2))), cells = [];
    for (let x = -EXTENT; x <= EXTENT; x++) for (let y = 1; y <= EXTENT; y++) if (!why(w, vector([x, y]), D)) cells.push([x, y]);
    return {
      shapes: [
        ...cells.map((at) => ({ kind: "cell", at, role: "plus" })),
        { kind: "circle", at: [0, 0], radius: D.toNumber(), role: "term3" },
        { kind: "line", normal: [0, 1], offset: -1, role: "term0" },
        { kind: "arrow", to: [0, 2], role: "target", name: "u" },
        ...(k ? [{ kind: "line", normal: Runs.floats(w), offset: 0, role: "boundary" }, { kind: "arrow", to: Runs.floats(w), role: "weights", name: "w" }] : []),
        { kind: "arrow", to: state.next, role: "last", name: "x" },
      ],
      chain: [["mistakes t", q(k)], ["1 + D²/(2γ²), the most in the plane", plane], ["(D/γ)², the most in any space", novikoff]],
      rows: [["w", Runs.text(w)], ["⟨w, u⟩", w[1].toString()], ["‖w‖²", norm2(w).toString()], ["played", states.slice(1).map((v, i) => `(${state.played[i].map((c) => String(c).replace("-", "−")).join(", ")})`).join(" ") || "nothing"]],
      says: !cells.length ? `No point of the grid is left: you forced ${Runs.counted(k, "mistake")}.`
        : reason ? `This x may not come next: ${reason}. The coloured squares may.` : "This x may come next: it is within D, beyond γ, and a mistake.",
      score: { label: "Mistakes divided by the most in the plane", value: q(k).div(plane) },
      data: { k, w: w.map(String), left: cells.length, allowed: !reason },
    };
  }

  return {
    title: "You are the adversary",
    handles: () => [{ path: ["next"], kind: "vector", label: "x, the next example" }],
    controls: [
      { name: "D", label: "D, with γ = 1", kind: "choice", options: [["3", "3"], ["4", "4"], ["5", "5"], ["6", "6"]] },
      { label: "Play x", kind: "press", off: (state) => !compute(state).data.allowed, act(state) { state.played = [...state.played.slice(0, replay(state).states.length - 1), [...state.next]]; } },
      { label: "Take it back", kind: "press", off: (state) => !state.played.length, act(state) { state.played.pop(); } },
      { label: "Play on as well as the grid allows", kind: "press", off: (state) => !compute(state).data.left, act: playOn },
    ],
    compute,
  };
})();
