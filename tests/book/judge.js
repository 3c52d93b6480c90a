// What the checker of the pages says of books: reads [[text of an entry, …], …] and writes the verdicts on each.
"use strict";

const fs = require("fs");
require("../../novikoff/book/static/checker.js");

const { checker } = globalThis, library = checker.book();
const verdict = (text) => { const { id, verdict, reason } = JSON.parse(text); return [id, verdict, reason]; };
const { stored, entries, books } = JSON.parse(fs.readFileSync(0, "utf8"));
const answers = {
  stored: stored.map((entry) => verdict(library.check(entry))),
  entries: entries.map((entry) => verdict(library.try(entry))), // each beside the stored ones
  books: books.map((book) => { const one = checker.book(); return book.map((entry) => verdict(one.check(entry))); }),
};
process.stdout.write(JSON.stringify(answers));
