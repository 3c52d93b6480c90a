// What no line separates a kernel may: the kernel perceptron, and the classes that it gives to the points of the plane.
//
// f(x) = Σ aᵢyᵢk(xᵢ, x), aᵢ counting the updates on sample i. In the kernel's feature space w = Σ aᵢyᵢφ(xᵢ), and with
// m = min yf over the samples at the end and D² = max k(x, x):  t·m ≤ ‖w‖² ≤ t·D², t = Σ aᵢ.
"use strict";

Figures.lifting = (function () {
  const { q, vector, dot, min, max, sum, ONE } = Exact;
  const MOST = 300, EXTENT = 6;

  const raised = (value, degree) => degree === 1 ? value : value.mul(raised(value, degree - 1));
  const KERNELS = {
    linear: (x, z) => dot(x, z),
    affine: (x, z) => dot(x, z).add(ONE),
    square: (x, z) => raised(dot(x, z).add(ONE), 2),
    cube: (x, z) => raised(dot(x, z).add(ONE), 3),
  };

  function run(samples, kernel) {
    const gram = samples.map((s) => samples.map((t) => kernel(s.x, t.x)));
    const a = samples.map(() => 0), score = (i) => sum(samples.map((s, j) => q(a[j]).mul(s.y).mul(gram[j][i])));
    let k = 0, ended = false;
    while (!ended && k < MOST) {
      ended = true;
      for (let i = 0; i < samples.length && k < MOST; i++) {
        if (score(i).mul(samples[i].y).sign() > 0) continue;
        a[i] += 1; k += 1; ended = false;
      }
    }
    return { a, k, ended, margins: samples.map(({ y }, i) => score(i).mul(y)), radius: max(gram.map((row, i) => row[i])) };
  }

  function compute(state) {
    const samples = state.points.map(([x1, x2, y]) => ({ x: vector([x1, x2]), y: q(y) })), kernel = KERNELS[state.kernel];
    const { a, k, ended, margins, radius } = run(samples, kernel);
    const f = (x) => sum(samples.map((s, i) => a[i] ? q(a[i]).mul(s.y).mul(kernel(s.x, x)) : Exact.ZERO));
    const cells = [];
    for (let x = -EXTENT; x <= EXTENT; x++) for (let y = -EXTENT; y <= EXTENT; y++) {
      const sign = f(vector([x, y])).sign();
      if (sign) cells.push({ kind: "cell", at: [x, y], role: sign > 0 ? "plus" : "minus" });
    }
    const square = sum(margins.map((value, i) => value.mul(q(a[i])))), m = min(margins);
    return {
      shapes: cells,
      chain: [
        ...(m.sign() > 0 ? [["t·m", q(k).mul(m)]] : []),
        ["‖w‖² = Σ aᵢyᵢf(xᵢ)", square],
        ["t·D²", q(k).mul(radius)],
      ],
      rows: [
        ["updates t", k + (ended ? "" : " and more")], ["updates on each sample", a.join(", ")],
        ["y·f(x) of each sample; m is the least", margins.join(", ")], ["D² = max k(x, x)", radius.toString()],
      ],
      says: ended ? `Separated after ${Runs.counted(k, "update")} in the space of the kernel.` : `Not separated after ${MOST} updates with this kernel.`,
      data: { k, ended, a, margins: margins.map(String), map: cells.map(({ at, role }) => [...at, role === "plus" ? 1 : -1]) },
    };
  }

  return {
    title: "Lifting, and the kernel perceptron",
    samples: { least: 1, most: 8 },
    handles: Runs.samples,
    controls: [{ name: "kernel", label: "kernel k(x, z)", kind: "choice", options: [
      ["linear", "⟨x, z⟩"], ["affine", "⟨x, z⟩ + 1"], ["square", "(⟨x, z⟩ + 1)²"], ["cube", "(⟨x, z⟩ + 1)³"],
    ] }],
    compute,
  };
})();
