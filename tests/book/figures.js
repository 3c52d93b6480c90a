// Computes figures outside of a browser: reads [[figure, state], …] as JSON and prints what `compute` answers for each.
"use strict";

const fs = require("fs"), path = require("path"), vm = require("vm");

const folder = path.join(__dirname, "..", "..", "novikoff", "book", "static", "figures");
const names = fs.readdirSync(folder).filter((name) => name.endsWith(".js")).sort();
const context = vm.createContext({});
for (const file of ["common/exact.js", "common/runs.js", "common/figure.js", ...names]) {
  vm.runInContext(fs.readFileSync(path.join(folder, file), "utf8"), context, { filename: file });
}
const Figures = vm.runInContext("Figures", context);

// Of each link of a chain whether it holds, judged as on the page: by comparing rationals.
function judged(chain) {
  return (chain || []).map(([expression, value, relation = "≤"], i) => {
    const order = i ? chain[i - 1][1].cmp(value) : 0;
    return [expression, value.toString(), i === 0 || { "≤": order <= 0, "=": order === 0, "<": order < 0, ">": order > 0 }[relation]];
  });
}

const asked = JSON.parse(fs.readFileSync(0, "utf8"));
const answers = asked.map(([name, state]) => {
  const result = Figures[name].compute(state);
  const numbers = result.shapes.flatMap((shape) => [shape.normal, shape.offset, shape.at, shape.from, shape.to, shape.points]).flat(3);
  const boundary = result.shapes.find((shape) => shape.kind === "line" && shape.role === "boundary");
  return {
    boundary: boundary && [...boundary.normal, boundary.offset], data: result.data, chain: judged(result.chain), says: result.says, rows: Object.fromEntries(result.rows || []),
    plot: (result.plot ? result.plot.lines : []).map((line) => [line.label, line.values.map((value) => value && value.toNumber())]),
    drawn: numbers.every((value) => value === undefined || Number.isFinite(value)),
  };
});
const examples = Object.entries(Figures).flatMap(([name, figure]) => Object.values(figure.examples || {}).map((example) => [name, example]));
process.stdout.write(JSON.stringify({ answers, examples }));
