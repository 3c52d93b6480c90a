// Lines shatter three points of the plane that lie on no line, and never four.
//
// For each of the 2ⁿ labellings there is either a line or a point that lies in the hulls of both classes (for four points
// Radon's), which proves that there is none.
"use strict";

Figures.shatter = (function () {
  const { q, vector, separator } = Exact;

  function realised(points, labels) {
    const of = (sign) => points.filter((_, i) => labels[i] === sign);
    if (!of(1).length || !of(-1).length) return { separable: true, w: vector([0, 0]), b: q(of(1).length ? 1 : -1) };
    return separator(of(1), of(-1));
  }

  function compute(state) {
    const points = state.points.map((point) => vector(point.slice(0, 2))), labels = state.points.map((point) => point[2]), n = points.length;
    const all = Array.from({ length: 2 ** n }, (_, code) => points.map((_, i) => (code >> i) & 1 ? 1 : -1));
    const count = all.filter((some) => realised(points, some).separable).length, here = realised(points, labels);
    const word = labels.map((sign) => sign > 0 ? "+" : "−").join(" ");
    return {
      shapes: here.separable ? [{ kind: "line", normal: Runs.floats(here.w), offset: here.b.toNumber(), role: "boundary" }]
        : [{ kind: "dot", at: Runs.floats(here.p), role: "weights", size: 6, name: "in both hulls" }],
      chain: [["labellings that lines realise", q(count)], ["2ⁿ", q(2 ** n), n > 3 ? "<" : "≤"]],
      rows: [
        ["this labelling", word],
        here.separable ? ["a line ⟨w, x⟩ + b = 0", `w = ${Runs.text(here.w)}, b = ${here.b}`] : ["point of both hulls", Runs.text(here.p)],
        ["labellings without a line", all.filter((some) => !realised(points, some).separable).map((some) => some.map((sign) => sign > 0 ? "+" : "−").join("")).join(", ") || "none"],
      ],
      says: count === 2 ** n ? `Lines realise all ${count} labellings: the ${n} points are shattered.` : `Lines realise ${count} of ${2 ** n} labellings: the ${n} points are not shattered.`,
      data: { count, separable: here.separable },
    };
  }

  return {
    title: "Shatter three points, fail at four",
    examples: {
      "four, one inside": {}, "four in convex position": { points: [[-3, -3, 1], [4, -2, -1], [3, 4, 1], [-2, 3, -1]] },
      "three": { points: [[-3, -2, 1], [4, -1, -1], [0, 4, 1]] }, "three on a line": { points: [[-4, -2, 1], [0, 0, -1], [4, 2, 1]] },
    },
    samples: { least: 1, most: 5 },
    handles: (state) => state.points.map((_, i) => ({ path: ["points", i], kind: "sample", label: "point " + (i + 1) })),
    controls: [],
    compute,
  };
})();
