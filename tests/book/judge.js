// What the port of the kernel says of many texts, in one process: `node judge.js QUESTIONS` writes the answers as JSON: for
// each entry the verdict, the theorems cited, and where no reason is given against it the amount of work.
//
// QUESTIONS has the `source` of the port, the text of a book, `library`, whose proved statements may be cited, the work that
// is allowed, `most`, and `texts`: an array is a book, checked from its first entry on, everything else an entry, checked
// beside the library; `read` are texts that are read only. With `mutants`, changed sources, it writes for each
// the number of the first text of which it says something else than `source`, texts that are read only last, or null.
"use strict";

const fs = require("fs"), vm = require("vm");
const TOGETHER = 100, SECONDS = 10; // so many texts take a tenth of a second: what takes so long does not end
Error.stackTraceLimit = 0;

function loaded(source) {
  return new Function(`${source}\nreturn kernel;`)();
}

function library_of(kernel, text) {
  const library = new Map();
  for (const entry of kernel.read_json(text).get("entries")) {
    const statement = entry.get("statement");
    if (entry.has("proof")) library.set(statement.get("id"), kernel.read_statement(statement, entry.get("sides") || null));
  }
  return library;
}

// The data, or undefined where the text is no strict JSON.
function data_of(kernel, text) {
  try {
    return kernel.read_json(text);
  } catch (problem) {
    if (problem instanceof kernel.Rejected) return undefined;
    throw problem;
  }
}

function answer(kernel, known, text, most) {
  const book = new kernel.Book(most), data = data_of(kernel, text);
  if (data === undefined) return "unread";
  if (!Array.isArray(data)) {
    const theorems = known(); // of which a copy for each text would take longer than its check
    book.library = { has: (id) => theorems.has(id), get: (id) => theorems.get(id), set() {} };
  }
  return (Array.isArray(data) ? data : [data]).map((entry) => {
    for (const cache of kernel.caches) cache.clear(); // the work is that of each entry alone
    const left = book.left, { verdict, reason, used } = book.check(entry);
    return [verdict, used, reason ? 0 : left - book.left];
  });
}

// Data as JSON in which nothing can be taken for something else.
function dumped(data) {
  if (data instanceof Map) return ["object", [...data].map(([key, value]) => [key, dumped(value)])];
  if (Array.isArray(data)) return ["array", data.map(dumped)];
  return typeof data === "bigint" ? ["integer", String(data)] : data === undefined ? "unread" : ["", data];
}

const { source, library, texts = [], read = [], most, mutants } = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));

// The answers on all texts, one after the other.
function* answers(kernel) {
  let theorems;
  const known = () => theorems || (theorems = library_of(kernel, library)); // which takes longer than a small book
  for (const text of texts) yield JSON.stringify(answer(kernel, known, text, most));
  for (const text of read) yield JSON.stringify(dumped(data_of(kernel, text)));
}

// The first text of which a changed source says something else.
function noticed(changed) {
  const said = answers(loaded(changed)), long = (n) => (n < texts.length ? texts[n].length : 0);
  let n = 0;
  globalThis.differs = function (end) {
    for (; n < end; n++) if (said.next().value !== expected[n]) return true;
    return false;
  };
  while (n < expected.length) {
    const end = Math.min(n + TOGETHER, expected.length), timeout = 1000 * SECONDS + long(end - 1);
    if (vm.runInThisContext(`differs(${end})`, { timeout })) return n;
  }
  return null;
}

function judged(changed) {
  try {
    return noticed(changed);
  } catch (problem) {
    return problem.code === "ERR_SCRIPT_EXECUTION_TIMEOUT" ? "no end" : `${problem.name}: ${problem.message}`;
  }
}

const expected = [...answers(loaded(source))];

if (mutants) {
  for (const changed of mutants) fs.writeSync(1, `${JSON.stringify(judged(changed))}\n`);
} else {
  const found = expected.map((said) => JSON.parse(said));
  console.log(JSON.stringify({ answers: found.slice(0, texts.length), read: found.slice(texts.length) }));
}
