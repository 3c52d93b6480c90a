// Grades [[kind, task as JSON text, answer], …] as the page of the book does, and prints the grades.
"use strict";

const fs = require("fs"), path = require("path"), vm = require("vm");

const folder = path.join(__dirname, "..", "..", "novikoff", "book", "static"), context = vm.createContext({});
for (const file of ["figures/common/exact.js", "figures/common/runs.js", "checker.js", "grading.js"]) {
  vm.runInContext(fs.readFileSync(path.join(folder, file), "utf8"), context, { filename: file });
}
context.asked = fs.readFileSync(0, "utf8");
const graded = "JSON.stringify(JSON.parse(asked).map(([kind, task, answer]) => Grading.grade({ kind, task: JSON.parse(task) }, answer)))";
process.stdout.write(vm.runInContext(graded, context));
