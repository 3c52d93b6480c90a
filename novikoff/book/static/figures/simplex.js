// Winnow with three inputs, in the triangle of the shares qᵢ = wᵢ/Σw: each corner has all the weight on one input.
//
// The signed examples are all z ∈ {−1, 0, 1}³ with ⟨T, z⟩ ≥ 1, for a target T of whole numbers with the sum 3. At a mistake,
// ⟨q, z⟩ ≤ 0, wᵢ is multiplied by F^zᵢ. After t mistakes, with c = (F + 1/F)/2: F^t ≤ Πwᵢ^Tᵢ ≤ (Σw)³ ≤ (3cᵗ)³, since one
// mistake multiplies Πwᵢ^Tᵢ by F^⟨T, z⟩, and Σw by c + ⟨q, z⟩(F − 1/F)/2 at most.
"use strict";

Figures.simplex = (function () {
  const { q, ONE, plus, times, dot, vector, sum } = Exact;
  const CORNERS = [[-6, -4], [6, -4], [0, 6]].map(vector), MOST = 60, SIGNS = [-1, 0, 1];
  // The share of input i at (x, y) is i.at + i.along·(x, y).
  const SHARES = [["3/10", ["-1/12", "-1/20"]], ["3/10", ["1/12", "-1/20"]], ["2/5", ["0", "1/10"]]].map(([at, along]) => ({ at: q(at), along: vector(along) }));

  function power(value, count) {
    const n = BigInt(Math.abs(count)), whole = q(value.n ** n).div(q(value.d ** n));
    return count < 0 ? ONE.div(whole) : whole;
  }

  function run(target, F) {
    const examples = SIGNS.flatMap((a) => SIGNS.flatMap((b) => SIGNS.map((c) => [a, b, c])))
      .filter((z) => z.reduce((s, part, i) => s + part * target[i], 0) > 0);
    const states = [[0, 0, 0]], mistakes = [];
    for (let clean = false; !clean && mistakes.length < MOST;) {
      clean = true;
      for (const z of examples) {
        const e = states[states.length - 1];
        if (mistakes.length === MOST || dot(vector(z), e.map((count) => power(F, count))).sign() > 0) continue;
        states.push(e.map((count, i) => count + z[i]));
        mistakes.push(z);
        clean = false;
      }
    }
    return { states, mistakes };
  }

  function compute(state) {
    const target = state.target.split(" ").map(Number), F = q(state.factor), c = F.add(ONE.div(F)).div(q(2));
    const { states, mistakes } = run(target, F), k = mistakes.length, t = Math.min(state.t, k);
    const weights = (i) => states[i].map((count) => power(F, count));
    const shares = (w) => { const all = sum(w); return w.map((part) => part.div(all)); };
    const place = (parts) => Runs.floats(parts.map((part, i) => times(part, CORNERS[i])).reduce(plus));
    const product = (w) => w.map((part, i) => power(part, target[i])).reduce((a, b) => a.mul(b));
    const w = weights(t), here = shares(w), goal = target.map((part) => q(part).div(q(3)));
    const z = t < k ? mistakes[t] : null, way = Array.from({ length: t + 1 }, (_, i) => place(shares(weights(i))));
    const line = z && { normal: Runs.floats(SHARES.map(({ along }, i) => times(z[i], along)).reduce(plus)), offset: sum(SHARES.map(({ at }, i) => at.mul(q(z[i])))).toNumber() };
    const all = Array.from({ length: k + 1 }, (_, i) => i);
    return {
      shapes: [
        { kind: "polygon", points: CORNERS.map(Runs.floats), role: "region" },
        ...(line ? [{ kind: "line", ...line, role: "margin", label: "⟨q, z⟩ = 0" }] : []),
        ...way.slice(1).map((to, i) => ({ kind: "segment", from: way[i], to, role: "path" })),
        ...CORNERS.map((at, i) => ({ kind: "dot", at: Runs.floats(at), size: 3, name: String(i + 1) })),
        { kind: "dot", at: place(goal), size: 6, name: "T/3" },
        { kind: "dot", at: way[t], size: 5, role: "weights", name: "q" },
      ],
      chain: [["Fᵗ", power(F, t)], ["w₁^T₁·w₂^T₂·w₃^T₃", product(w)], ["(w₁ + w₂ + w₃)³", power(sum(w), 3)], ["(3cᵗ)³", power(q(3).mul(power(c, t)), 3)]],
      plot: { x: "t", at: t, lines: [1, 2, 3].map((number) => ({ label: `share of input ${number}`, values: all.map((i) => shares(weights(i))[number - 1]) })) },
      rows: [
        ["weights w", Runs.text(w)], ["shares q", Runs.text(here)], ["target T", `(${target.join(", ")})`],
        ["next mistake z", z ? `(${z.join(", ").replaceAll("-", "−")})` : "none"], ["mistakes of the run", k + (k === MOST ? " and more" : "")],
      ],
      says: z ? `After ${Runs.counted(t, "mistake")} q is not on the right side of the dashed line, and the next example is a mistake.`
        : `After ${Runs.counted(t, "mistake")} q is on the same side as the target for every example.`,
      data: { k, exponents: states, mistakes },
    };
  }

  return {
    title: "Winnow in the triangle of the shares",
    extent: 7,
    handles: () => [],
    controls: [
      { name: "t", label: "mistakes shown", kind: "range", max: (_, result) => result.data.k, play: true },
      { name: "factor", label: "factor F", kind: "choice", options: [["11/10", "11/10"], ["5/4", "5/4"], ["2", "2"]] },
      { name: "target", label: "target T", kind: "choice", options: [["3 0 0", "(3, 0, 0)"], ["2 1 0", "(2, 1, 0)"], ["0 1 2", "(0, 1, 2)"]] },
    ],
    compute,
  };
})();
