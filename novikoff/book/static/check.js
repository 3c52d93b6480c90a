// "Check it yourself": the reader's browser checks a claim with all that its proof cites, or the whole book, by checker.js;
// and what a reader changes in a statement or a certificate is refused, with the reason. It finds its place as
// section#recheck: with data-claim it is about one claim, without about the whole book. It asks for data/certificates.js
// when that is needed. Needs checker.js, which is given each entry as JSON.
"use strict";

var recheck = (function () {
  const SLICE = 20; // milliseconds, after which the page may draw
  const SIGNS = { ">=": "≥ 0", ">": "> 0", "=": "= 0", "!=": "≠ 0" };
  const COMPARED = { "<=": "≤", "<": "<", "=": "=", "!=": "≠", ">": ">", ">=": "≥" };
  const INFIX = { "+": " + ", "-": " − ", "*": "·", "/": "/", "^": "^", "@": "@" };
  const RULES = {
    poly: "an identity", cases: "a case", contra: "a contradiction", have: "a step", split: "a part", define: "a definition",
    lemma: "the use of a theorem", induction: "an induction", sum: "a sum", entry: "one entry",
  };
  const POWERS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

  // ------------------------------------------------------------------------------------------------------- the book

  let read; // the entries by id, once they are read

  // The text that was packed by gzip and written in base 64.
  async function unpacked(packed) {
    const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
  }

  // The entries by id, in the order of the book: when the script that has them is there, `then` is called.
  function with_entries(then, failed) {
    const ready = function () {
      if (read) then(read);
      else unpacked(CERTIFICATES).then((text) => {
        if (!read) read = new Map(JSON.parse(text).entries.map((entry) => [entry.statement.id, entry]));
        then(read);
      }, failed);
    };
    if (typeof CERTIFICATES !== "undefined") {
      ready();
      return;
    }
    const script = document.createElement("script");
    script.src = `${document.body.dataset.root}data/certificates.js`;
    script.addEventListener("load", ready);
    script.addEventListener("error", failed);
    document.head.append(script);
  }

  // The ids of the theorems that a proof cites, wherever in it.
  function cited(data) {
    if (typeof data !== "object" || data === null) return [];
    return [...(data.rule === "lemma" ? [data.of] : []), ...Object.values(data).flatMap(cited)];
  }

  // A claim and all that it rests on, in the order of the book.
  function needed(entries, id) {
    const wanted = new Set(), waiting = [id];
    while (waiting.length) {
      const next = waiting.pop();
      if (wanted.has(next) || !entries.has(next)) continue;
      wanted.add(next);
      waiting.push(...cited(entries.get(next)));
    }
    return [...entries.keys()].filter((other) => wanted.has(other));
  }

  // Check entries one after the other, and let the page draw between them; `each` sees every result, `done` the end.
  // What is given back stops it.
  function run(entries, each, done) {
    const book = checker.book(), waiting = entries.values();
    let stopped = false;
    (function some() {
      for (const begin = performance.now(); performance.now() - begin < SLICE && !stopped;) {
        const { value, done: ended } = waiting.next();
        if (ended) {
          done(book);
          return;
        }
        each(JSON.parse(book.check(JSON.stringify(value))));
      }
      if (!stopped) setTimeout(some);
    })();
    return () => { stopped = true; };
  }

  // ------------------------------------------------------------------------------------------------ formulas in words

  const power = (e) => (e === 1 ? "" : [...String(e)].map((digit) => POWERS[digit]).join(""));
  const name = (text) => text.replace("[i]", "ᵢ").replace(/@$/, "");

  // The pieces of a text, apart by a separator outside of parentheses.
  function pieces(text, separator) {
    const found = [""];
    let depth = 0;
    for (const letter of text) {
      depth += (letter === "(") - (letter === ")");
      if (letter === separator && !depth) found.push("");
      else found[found.length - 1] += letter;
    }
    return found;
  }

  // An atom, as one writes it: w@x is ⟨w, x⟩, w@w is ‖w‖².
  function atom(text, e = 1) {
    const [x, y] = pieces(text, "@");
    if (y) {
      const [u, v] = [atom(x === "" ? x : `${x}@`), atom(`${y}@`)];
      if (u !== v) return `⟨${u}, ${v}⟩${power(e)}`;
      return `‖${u}‖${power(2 * e)}`;
    }
    const inside = x.slice(4, -1);
    if (x === "sum()") return `(Σᵢ 1)${power(e)}`;
    if (x.startsWith("sum(")) return `(Σᵢ ${monomial(pieces(inside, ","))})${power(e)}`;
    if (x.startsWith("exp(")) return `exp(${exponent(inside)})${power(e)}`;
    return name(x) + power(e);
  }

  const exponent = (text) => total(pieces(text, ";").map((t) => pieces(t, ",")).map(([c, ...m]) => [c, monomial(m)]));

  // The product of factors such as "w@x^2".
  function monomial(factors) {
    return factors.map((factor) => /^([^]*?)(?:\^([1-9][0-9]?))?$/.exec(factor)).map(([, base, e]) => atom(base, Number(e || 1)))
      .join("·");
  }

  // The sum of multiples [coefficient, monomial].
  function total(terms) {
    const signed = terms.map(([c, m]) => [c.startsWith("-"), c.replace("-", ""), m]);
    const written = signed.map(([minus, c, m]) => [minus ? "−" : "+", c === "1" && m ? m : m ? `${c}·${m}` : c]);
    const text = written.map(([sign, words]) => `${sign} ${words}`).join(" ");
    return text.replace(/^\+ /, "").replace(/^− /, "−") || "0";
  }

  // A polynomial of the checker, and a fact, in words.
  const polynomial = (p) => total(p.map(([c, m]) => [c, m.map(([a, e]) => atom(a, e)).join("·")]));
  const fact = ([relation, p]) => `${polynomial(p)} ${SIGNS[relation]}`;

  // A term of a certificate in words; none, if it cannot be read.
  function in_words(data) {
    const read = JSON.parse(checker.sum(JSON.stringify([[data]])));
    return Array.isArray(read) ? polynomial(read) : "";
  }

  // ---------------------------------------------------------------------------------------------------------- changes

  // The part of data at a path, and data with another part there (none, if it is undefined).
  const part = (data, path) => path.reduce((whole, key) => whole[key], data);

  function changed(data, [key, ...path], value) {
    const whole = Array.isArray(data) ? [...data] : { ...data };
    const now = path.length ? changed(data[key], path, value) : value;
    if (now === undefined) delete whole[key];
    else whole[key] = now;
    return whole;
  }

  // The verdict on a changed entry beside those of a book, and for a proof where it is refused, and the polynomial that is
  // left over if the sides of an identity differ: { verdict, reason, where, left }.
  function verdict_on(entry, book) {
    const { verdict, reason, place } = JSON.parse(book.try(JSON.stringify(entry)));
    if (!place) return { verdict, reason };
    const where = `in ${RULES[place.rule] || "a step"} that is to show ${place.goals.map(fact).join(" and ")}`;
    return { verdict, reason, where, left: place.left && polynomial(place.left) };
  }

  const is_number = (data) => typeof data === "string" && /^-?[0-9]+(\/[0-9]+)?$/.test(data);
  const is_term = (data) => Array.isArray(data) && typeof data[0] === "string" && !is_number(data[0]) && !(data[0] in COMPARED);

  // The numbers of a proof or counterexample, each with its path, in groups, each with its own: a term, a vector, a coefficient.
  function* numbers(data, path) {
    const entries = Array.isArray(data) ? [...data.entries()] : typeof data === "object" && data ? Object.entries(data) : [];
    const inside = entries.flatMap(([key, value]) => [...numbers(value, [...path, key])]);
    const own = entries.filter(([key, value]) => key !== "rule" && key !== "by" && is_number(value)).map(([key]) => [...path, key]);
    const paths = is_term(data) ? [...own, ...inside.flatMap((group) => group.paths)] : own;
    if (paths.length) yield { at: path, paths };
    if (is_number((data || {}).by)) yield { at: [...path, "by"], paths: [[...path, "by"]] };
    if (!is_term(data)) yield* inside;
  }

  // ----------------------------------------------------------------------------------------------------------- pages

  function made(tag, attributes = {}, ...inside) {
    const node = document.createElement(tag);
    for (const [key, value] of Object.entries(attributes)) {
      if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
      else node.setAttribute(key, value);
    }
    node.append(...inside);
    return node;
  }

  const button = (words, act) => made("button", { type: "button", onclick: act }, words);
  const counted = (n, words) => `${n} ${words}${n === 1 ? "" : "s"}`;
  const SAYS = { proved: "accepted: it is proved", refuted: "accepted: it is refuted, by exact numbers", error: "refused" };

  // A line about a result.
  function line(result, link) {
    const id = link ? made("a", { href: link(result.id) }, result.id) : result.id;
    const words = { proved: "✓ proved", refuted: "✓ refuted", error: "✗ refused" }[result.verdict];
    return made("li", { class: result.verdict, "data-id": result.id }, id, ` ${words}`, result.reason ? `: ${result.reason}` : "");
  }

  // The part of a claim's page: check it with all that it rests on; change it.
  function claim_part(section) {
    const id = section.dataset.claim, root = document.body.dataset.root || "../", link = "part" in document.body.dataset ? null : (other) => `${root}claims/${other}.html`;
    const status = made("p", { role: "status", class: "said" }), list = made("ul", { class: "checked" });
    const change = made("div", { class: "change", hidden: "" });
    const failed = () => { status.textContent = "The certificates are not there: data/certificates.js cannot be read."; };

    function check(then) {
      with_entries(function (entries) {
        const ids = needed(entries, id), results = [];
        if (!ids.length) {
          status.textContent = "The kernel has no certificate of this claim.";
          return;
        }
        list.replaceChildren();
        status.textContent = "Checking …";
        run(ids.map((other) => entries.get(other)), (result) => results.push(result), function (book) {
          const bad = results.filter((result) => result.verdict === "error"), own = results[results.length - 1];
          const others = ids.length > 1 ? `, with ${counted(ids.length - 1, "claim")} that it rests on` : "";
          status.textContent = bad.length ? `Refused: ${bad.map((result) => result.id).join(", ")}.`
            : `Your browser has checked this claim${others}: ${own.verdict}.`;
          status.className = bad.length ? "said error" : `said ${own.verdict}`;
          list.replaceChildren(...(ids.length > 1 || bad.length ? results.map((result) => line(result, link)) : []));
          if (then) then(entries.get(id), book);
        });
      }, failed);
    }

    function open_change() {
      check(function (entry, book) {
        change_part(change, entry, book);
        change.hidden = false;
      });
    }

    section.append(
      made("p", { class: "buttons" }, button("Check this page", () => check()), button("Change something", open_change)),
      status, list, change);
  }

  // The part in which something is changed: hypotheses left out, relations, coefficients; and what the checker says of it.
  function change_part(place, entry, book) {
    const changes = new Map(), status = made("p", { role: "status", class: "said" }), left = made("p", { class: "left" });
    const statement = ["statement"], has_proof = "proof" in entry;

    function told() {
      let now = entry;
      for (const { path, value } of changes.values()) now = changed(now, path, value);
      if (!changes.size) {
        [status.textContent, left.textContent, status.className] = ["Nothing is changed.", "", "said"];
        return;
      }
      const { verdict, reason, where, left: over } = verdict_on(now, book);
      status.className = `said ${verdict}`;
      const words = verdict === "error" ? `Refused${where ? `, ${where}` : ""}: ${reason}.` : `${SAYS[verdict]}.`;
      const why = verdict === "proved" ? " The proof shows the changed statement as well." : "";
      status.textContent = words[0].toUpperCase() + words.slice(1) + why;
      left.textContent = over ? `What is left over: ${over}` : "";
    }

    function set(path, value) {
      const key = JSON.stringify(path);
      if (value === part(entry, path)) changes.delete(key);
      else changes.set(key, { path, value });
      told();
    }

    const coefficient = (path, label) => made("input", {
      value: part(entry, path), size: 5, "aria-label": label, "data-path": JSON.stringify(path), inputmode: "text",
      oninput: (event) => set(path, event.target.value.trim().replace("−", "-")),
    });

    // A term as it is written; its numbers can be changed.
    function term_parts(path, title) {
      const data = part(entry, path);
      if (typeof data === "string") return [/^-?[0-9]/.test(data) ? coefficient(path, `number in ${title}`) : atom(data, 1)];
      const [word, ...given] = data, inner = given.map((_, k) => term_parts([...path, k + 1], title));
      if (!INFIX[word]) return [`${word}(`, ...inner.flatMap((one, k) => (k ? [", ", ...one] : one)), ")"];
      const closed = inner.map((one, k) => (Array.isArray(given[k]) && INFIX[given[k][0]] ? ["(", ...one, ")"] : one));
      return given.length > 1 ? closed.flatMap((one, k) => (k ? [INFIX[word], ...one] : one)) : [INFIX[word], ...closed[0]];
    }

    // A fact whose relation and numbers can be changed.
    function fact_line(path, title, optional) {
      const [relation] = part(entry, path), signs = Object.entries(COMPARED);
      const select = made("select", { "aria-label": `relation of ${title}`, onchange: (event) => set([...path, 0], event.target.value) },
        ...signs.map(([sign, words]) => made("option", { value: sign, ...(sign === relation ? { selected: "" } : {}) }, words)));
      const box = made("input", {
        type: "checkbox", checked: "", "aria-label": `keep the hypothesis ${title}`,
        onchange: (event) => set(path, event.target.checked ? part(entry, path) : undefined),
      });
      const [left, right] = [1, 2].map((k) => term_parts([...path, k], title));
      return made("li", {}, ...(optional ? [box, " "] : []), made("b", {}, title), ": ", ...left, " ", select, " ", ...right);
    }

    const facts = (key, optional) => Object.keys(part(entry, [...statement, key])).map((title) => fact_line([...statement, key, title], title, optional));
    const said = [["Hypotheses; without its mark one is left out", facts("assume", true)], ["What is shown", facts("show", false)]];
    // The numbers of one group: a term is written as it is, others one after the other.
    function group_line({ at, paths }) {
      const title = title_of(entry, at), data = part(entry, at);
      const list = () => paths.flatMap((path, k) => [k ? ", " : "", coefficient(path, `${path[path.length - 1]} in ${title}`)]);
      return made("li", {}, made("b", {}, title), ": ", ...(is_term(data) || is_number(data) ? term_parts(at, title) : list()));
    }

    // All numbers of a part, folded away.
    function all_numbers(words, path) {
      const groups = [...numbers(part(entry, path), path)], count = groups.reduce((sum, group) => sum + group.paths.length, 0);
      const list = made("ul", { class: "coefficients" }, ...groups.map(group_line));
      return count ? [made("details", {}, made("summary", {}, `Numbers of the ${words} (${count})`), list)] : [];
    }

    const inside = has_proof ? ["certificate", ["proof"]] : ["counterexample", ["counterexample"]];
    const run = "run" in part(entry, statement) ? all_numbers("run", [...statement, "run"]) : [];
    const defined = (part(entry, statement).let || []).map(definition_in_words);
    place.replaceChildren(
      made("h3", {}, "What would the checker say if …"),
      made("p", {}, "Change what you like: the proof stays as it is, and is checked anew against what then is to be shown."),
      ...(defined.length ? [made("p", {}, `Here ${defined.join(", ")}.`)] : []),
      ...said.filter(([, list]) => list.length).flatMap(([words, list]) => [made("h4", {}, words), made("ul", { class: "facts" }, ...list)]),
      ...run, ...all_numbers(...inside),
      made("div", { class: "verdict" }, status, left), made("p", { class: "buttons" }, button("As it was", () => change_part(place, entry, book))));
    told();
  }

  // What `let` names in a statement.
  function definition_in_words(given) {
    const of = in_words(given.of), n = name(given.name);
    const kinds = { inverse: `1/(${of})`, sqrt: `√(${of})`, ln: `ln(${of})` };
    return `${n} = ${kinds[given.kind] || `the weights of a nearest point Σᵢ ${n}·(${of})`}`;
  }

  // What the numbers at a path belong to: a step, a product of facts, a multiple of an equation.
  function title_of(entry, path) {
    const key = path[path.length - 1], before = path[path.length - 2], whole = part(entry, path);
    if (before === "sum" || before === "times") {
      const inside = { facts: (name) => name, squares: (p) => `(${in_words(p)})²`, norms: (p) => `‖${in_words(p)}‖²`,
        exponentials: (p) => `exp(${in_words(p)})`, remainders: () => "a remainder" };
      const named = Object.keys(inside).flatMap((kind) => (whole[kind] || []).map(inside[kind]));
      return `coefficient of ${named.join("·") || "1"}${before === "times" ? ", beside the goal" : ""}`;
    }
    if (key === "by") {
      const multiple = part(entry, path.slice(0, -1));
      return `multiplier of ${multiple.fact || (multiple.law ? "the law of exponents" : "the sum of inner products")}`;
    }
    const last = path.lastIndexOf("fact");
    if (typeof key === "number" && last === path.length - 2) return `step ${part(entry, path.slice(0, last)).name}`;
    return words_of(path) || "size";
  }

  // Where in a proof or counterexample a number stands.
  function words_of(path) {
    const quiet = new Set(["statement", "proof", "then", "parts", "why", "values", "counterexample", 1, "1"]);
    return path.filter((key) => !quiet.has(key)).map((key) => (typeof key === "number" ? `${key + 1}` : key)).join(" › ");
  }

  // The part of the page about the whole book: progress, results, and a coefficient that is spoilt on wish.
  function book_part(section) {
    const root = document.body.dataset.root || "", link = "part" in document.body.dataset ? null : (id) => `${root}claims/${id}.html`;
    const status = made("p", { role: "status", class: "said" }), list = made("ul", { class: "checked" });
    const bar = made("progress", { value: 0, max: 1, "aria-label": "How much is checked", hidden: "" });
    const spoil = made("input", { type: "checkbox", id: "spoil" });
    const failed = () => { status.textContent = "The certificates are not there: data/certificates.js cannot be read."; };
    let stop = null;

    function ended(words, kind) {
      [status.textContent, status.className, start.textContent, stop, bar.hidden] = [words, `said ${kind}`, "Check the whole book", null, true];
    }

    function act() {
      if (stop) {
        stop();
        ended("Stopped.", "");
        return;
      }
      with_entries(function (entries) {
        const chosen = spoil.checked ? spoilt(entries) : null, given = new Map(entries), counts = { proved: 0, refuted: 0, error: 0 };
        if (chosen) given.set(chosen.id, chosen.entry);
        list.replaceChildren();
        [bar.hidden, bar.max, bar.value, start.textContent, status.className] = [false, given.size, 0, "Stop", "said"];
        status.textContent = "Checking …";
        stop = run([...given.values()], function (result) {
          counts[result.verdict] += 1;
          bar.value += 1;
          if (result.verdict === "error") list.append(line(result, link));
        }, function () {
          const all = `Your browser has checked ${counted(bar.value, "claim")}: ${counts.proved} proved, ${counts.refuted} refuted, `;
          const spoiled = chosen ? ` Spoilt was ${chosen.id}: ${chosen.from} became ${chosen.to} (${title_of(chosen.entry, chosen.at)}).` : "";
          ended(`${all}${counts.error || "none"} refused.${spoiled}`, counts.error ? "error" : "proved");
        });
      }, failed);
    }

    const start = button("Check the whole book", act);
    section.append(
      made("p", { class: "buttons" }, start, made("label", {}, spoil, " but first spoil one coefficient, somewhere at random")),
      bar, status, list);
  }

  // A claim, drawn by lot, with one coefficient of its proof made larger by 1.
  function spoilt(entries) {
    const ids = [...entries.keys()].filter((id) => "proof" in entries.get(id));
    for (;;) {
      const id = ids[Math.floor(Math.random() * ids.length)], entry = entries.get(id);
      const groups = [...numbers(entry.proof, ["proof"])];
      const places = groups.flatMap(({ at, paths }) => paths.map((path) => ({ at, path }))).filter(({ path }) => part(entry, path) !== "0");
      if (!places.length) continue;
      const { at, path } = places[Math.floor(Math.random() * places.length)], data = part(entry, path), [p, q] = data.split("/");
      const to = `${BigInt(p) + BigInt(q || 1)}${q ? `/${q}` : ""}`;
      return { id, at, path, from: data, to, entry: changed(entry, path, to) };
    }
  }

  function begin() {
    const section = document.getElementById("recheck");
    if (section) (section.dataset.claim ? claim_part : book_part)(section);
  }

  if (typeof document !== "undefined") {
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
    else begin();
  }
  return { changed, fact, needed, numbers, polynomial, run, verdict_on };
})();

if (typeof module !== "undefined") module.exports = recheck;
