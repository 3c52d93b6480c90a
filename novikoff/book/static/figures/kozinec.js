// Kozinec's algorithm walks towards the nearest points of two hulls: w = p − m, with p and m inside of the hulls.
//
// A step goes from w to the shortest vector between w and a difference z = x₊ − x₋ of samples: with ⟨w, z⟩ ≤ 0 (the plain
// rule), or with ‖w‖ − ⟨w, z⟩/‖w‖ ≥ ε. The plain rule adds at least 1/D² to 1/‖w‖² in each step, D = max ‖z‖, so that
// t + 1 ≤ D²/‖w‖² ≤ D²/γ², where γ is the distance of the hulls; a step by ε divides ‖w‖² at least by 1 + ε²/D².
"use strict";

Figures.kozinec = (function () {
  const { q, vector, dot, norm2, plus, minus, times, max, separator, zero, ONE } = Exact;
  const MOST = 8; // an exact step doubles the number of digits

  // The best κ in (0, 1] of (1 − κ)w + κz.
  function towards(w, z) {
    const way = minus(w, z), part = dot(w, way).div(norm2(way));
    return part.cmp(ONE) > 0 ? ONE : part;
  }

  // Whether z is to be walked to: by the plain rule, or ‖w‖² − ⟨w, z⟩ ≥ ε‖w‖, compared in squares.
  function wrong(w, z, epsilon) {
    if (epsilon === null) return dot(w, z).sign() <= 0;
    const gap = norm2(w).sub(dot(w, z));
    return gap.sign() > 0 && gap.mul(gap).cmp(epsilon.mul(epsilon).mul(norm2(w))) >= 0;
  }

  function run(positive, negative, epsilon) {
    const pairs = positive.flatMap((p) => negative.map((m) => ({ p, m, z: minus(p, m) })));
    const states = [{ p: pairs[0].p, m: pairs[0].m, w: pairs[0].z }];
    for (;;) {
      const { p, m, w } = states[states.length - 1];
      const chosen = zero(w) ? undefined : pairs.find((pair) => wrong(w, pair.z, epsilon));
      if (!chosen || states.length > MOST) return { states, ended: !chosen, radius: max(pairs.map((pair) => norm2(pair.z))) };
      const part = towards(w, chosen.z), mix = (a, b) => plus(times(ONE.sub(part), a), times(part, b));
      states.push({ p: mix(p, chosen.p), m: mix(m, chosen.m), w: mix(w, chosen.z) });
    }
  }

  function compute(state) {
    const of = (sign) => state.points.filter((point) => point[2] === sign).map((point) => vector(point.slice(0, 2)));
    const positive = of(1), negative = of(-1);
    if (!positive.length || !negative.length) return {
      shapes: [], data: { steps: 0 }, says: "Both classes need a sample: press one to change its class.",
    };
    const epsilon = state.rule === "plain" ? null : q(state.rule);
    const { states, ended, radius } = run(positive, negative, epsilon), best = separator(positive, negative);
    const steps = states.length - 1, t = Math.min(state.t, steps), { p, m, w } = states[t];
    const gamma = norm2(best.w), length = norm2(w);
    const pull = (values, inner) => values.map((value) => inner ? value : null);
    return {
      shapes: [
        ...[[positive, "plus"], [negative, "minus"]].map(([points, role]) => ({ kind: "polygon", points: hull(points).map(Runs.floats), role })),
        { kind: "segment", from: Runs.floats(best.p), to: Runs.floats(best.m), role: "target", label: "the shortest way between the hulls" },
        { kind: "segment", from: Runs.floats(p), to: Runs.floats(m), role: "weights", label: "w" },
        { kind: "dot", at: Runs.floats(p), role: "weights", name: "p" }, { kind: "dot", at: Runs.floats(m), role: "weights", name: "m" },
        // The boundary that w gives: half-way between p and m.
        { kind: "line", normal: Runs.floats(w), offset: norm2(m).sub(norm2(p)).div(q(2)).toNumber(), role: "boundary" },
      ],
      chain: !best.separable || zero(w) ? null : [
        epsilon === null ? ["t + 1", q(t + 1)] : ["(1 + ε²/D²)ᵗ", power(ONE.add(epsilon.mul(epsilon).div(radius)), t)],
        ["D²/‖w‖²", radius.div(length)],
        ["D²/γ²", radius.div(gamma)],
      ],
      plot: { x: "steps t", at: t, lines: [
        { label: "‖w‖²", values: states.map((at) => norm2(at.w)) },
        { label: "γ²", values: pull(states.map(() => gamma), best.separable) },
      ] },
      rows: [
        ["‖w‖²", short(length)], ["γ², the square distance of the hulls", gamma.toString()],
        ["D²", radius.toString()], ["nearest points", Runs.text(best.p) + " and " + Runs.text(best.m)],
      ],
      says: !best.separable ? `The hulls meet at ${Runs.text(best.p)}: nothing separates the classes.`
        : ended ? `It ends after ${Runs.counted(steps, "step")}; ‖w‖² is ${decimals(norm2(states[steps].w).div(gamma))} times γ².`
          : `After ${MOST} steps, where this figure stops, it would go on.`,
      data: { steps, ended, w: states[steps].w.map(String), gamma: gamma.toString(), radius: radius.toString() },
    };
  }

  const power = (value, count) => Array(count).fill(value).reduce((product, factor) => product.mul(factor), ONE);
  const decimals = (value) => value.toNumber().toPrecision(4);
  const short = (value) => value.toString().length < 20 ? value.toString() : "≈ " + value.toNumber().toPrecision(8);

  // The corners of a hull in order, for drawing (Andrew's monotone chain).
  function hull(points) {
    const sorted = [...points].sort((a, b) => a[0].cmp(b[0]) || a[1].cmp(b[1]));
    const turn = (a, b, c) => b[0].sub(a[0]).mul(c[1].sub(a[1])).sub(b[1].sub(a[1]).mul(c[0].sub(a[0]))).sign();
    const half = (list) => list.reduce((chain, z) => {
      while (chain.length > 1 && turn(chain[chain.length - 2], chain[chain.length - 1], z) <= 0) chain.pop();
      return [...chain, z];
    }, []);
    return [...half(sorted).slice(0, -1), ...half(sorted.reverse()).slice(0, -1), ...(sorted.length === 1 ? sorted : [])];
  }

  return {
    title: "Kozinec’s algorithm and the nearest points of two hulls",
    samples: { least: 2, most: 10 },
    handles: Runs.samples,
    controls: [
      { name: "t", label: "steps shown", kind: "range", max: (_, result) => result.data.steps, play: true },
      { name: "rule", label: "rule", kind: "choice", options: [["plain", "plain: ⟨w, z⟩ ≤ 0"], ["1", "ε = 1"], ["1/2", "ε = 1/2"], ["1/10", "ε = 1/10"]] },
    ],
    compute,
  };
})();
