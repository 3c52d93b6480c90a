// Search over claims, source statements, and the sections of the book and of the documentation. The rows are in a file
// that is loaded at the first letter. Accents and subscripts do not matter (NFKD); Greek letters are found by their names
// as well; where a word occurs nowhere, words that differ from it by one letter or one exchange stand for it.
"use strict";

(function () {
  const root = document.body.dataset.root, GREEK = {
    α: "alpha", β: "beta", γ: "gamma", δ: "delta", ε: "epsilon", η: "eta", θ: "theta", κ: "kappa", λ: "lambda",
    μ: "mu", ξ: "xi", ρ: "rho", σ: "sigma", τ: "tau", φ: "phi", ω: "omega", Σ: "sum",
  };
  const WEIGHTS = [0, 4, 3, 1, 2, 1], MOST = 12;  // of address, title, id, text, source, kind
  const STANDING = [["#row-", -6], ["docs/dev/", -6], ["docs/reference/", -4], ["README", -4], ["docs/", -1], ["chapters/", 2]];  // by part of the address
  let rows = null, known = null, shown = [], at = -1;

  function made(name, attributes, ...inside) {
    const element = document.createElement(name);
    Object.entries(attributes).forEach((pair) => element.setAttribute(...pair));
    element.append(...inside);
    return element;
  }

  // Without this script nothing is found, so that no page has the field. What it and the results are to each other is
  // told to who does not see it.
  const box = made("div", { id: "results", role: "listbox", "aria-label": "Results", hidden: "hidden" });
  const input = made("input", {
    id: "query", type: "search", placeholder: "Search ( / )", autocomplete: "off", role: "combobox",
    "aria-expanded": "false", "aria-controls": "results", "aria-autocomplete": "list",
  });
  document.querySelector(".top").append(made(
    "form", { class: "search", role: "search", action: root + "chapters/all-claims.html" },
    made("label", { class: "hidden", for: "query" }, "Search the book and the documentation"), input, box,
  ));

  function words(text) {
    const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").replace(/[’']s\b/g, "");
    const spelled = plain.replace(/[αβγδεηθκλμξρστφωΣ]/g, (c) => " " + c + " " + GREEK[c] + " ");
    return spelled.toLowerCase().match(/[\p{L}\p{N}]+/gu) || [];
  }

  function load(then) {
    if (rows) return then();
    const script = document.createElement("script");
    script.src = root + "data/search.js";
    script.onload = function () {
      for (const row of ROWS) row[0] ||= "claims/" + row[2] + ".html";
      rows = ROWS.map((row) => ({ row: row, words: row.map((text, n) => (n ? words(text) : [])) }));
      known = new Set(rows.flatMap((entry) => entry.words.flat()));
      then();
    };
    document.head.append(script);
  }

  // 2 for the same word, 1 for one that begins so or is the same but for its ending, else 0.
  function alike(found, word) {
    if (found === word) return 2;
    const short = found.length >= 4 && word.length - found.length <= 2 && word.startsWith(found);
    return found.startsWith(word) || short ? 1 : 0;
  }

  // The sum of the best weights with which a row has the words, and the share of the title that they are. A row that lacks
  // some of the words, but not most, counts for less than those that have all.
  function score(entry, asked) {
    let total = 0, had = 0;
    for (const word of asked) {
      let best = 0;
      entry.words.forEach(function (found, n) {
        if (best < 2 * WEIGHTS[n]) for (const each of found) best = Math.max(best, WEIGHTS[n] * alike(each, word));
      });
      total += best;
      had += best > 0;
    }
    if (2 * had < asked.length || !had) return 0;
    const title = entry.words[1], named = title.filter((each) => asked.some((word) => alike(each, word) === 2)).length;
    const [, standing] = STANDING.find(([part]) => entry.row[0].includes(part)) || ["", 0];
    const whole = total + 8 * named / Math.max(title.length, asked.length) + standing
      + (entry.row[5] === "chapter" || entry.row[5] === "documentation") + (entry.words[2].join() === asked.join() ? 20 : 0);
    return Math.max(whole, 1) * (had / asked.length) ** 3;
  }

  function ranked(asked) {
    const found = rows.map((entry, n) => [score(entry, asked), n]).filter((pair) => pair[0]);
    return found.sort((a, b) => b[0] - a[0] || a[1] - b[1]).map((pair) => rows[pair[1]].row);
  }

  // Does one letter more, less or other, or one exchange of neighbours, make one word of the other?
  function near(a, b) {
    let start = 0, end = 0;
    while (start < a.length && a[start] === b[start]) start++;
    while (end < Math.min(a.length, b.length) - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
    const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
    return Math.max(left.length, right.length) <= 1 || (left.length === 2 && left[1] + left[0] === right);
  }

  // The words asked for, each that occurs nowhere replaced by near ones: all ways to read what is asked.
  function readings(asked) {
    const choices = asked.map(function (word) {
      if (word.length < 4 || [...known].some((each) => alike(each, word))) return [word];
      const close = [...known].filter((each) => Math.abs(each.length - word.length) <= 1 && near(each, word));
      return close.length ? close.slice(0, 4) : [word];
    });
    return choices.reduce((lists, next) => lists.flatMap((list) => next.map((word) => [...list, word])), [[]]).slice(0, 16);
  }

  function find(text) {
    const asked = words(text);
    if (!asked.length) return [];
    return [...new Set(readings(asked).flatMap(ranked))];
  }

  function choose(n) {
    const links = box.querySelectorAll("a");
    if (at >= 0 && links[at]) links[at].setAttribute("aria-selected", "false");
    at = links.length ? (n + links.length) % links.length : -1;
    if (at < 0) return input.removeAttribute("aria-activedescendant");
    links[at].setAttribute("aria-selected", "true");
    links[at].scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", links[at].id);
  }

  function show() {
    shown = find(input.value);
    at = -1;
    input.removeAttribute("aria-activedescendant");
    box.replaceChildren(...shown.slice(0, MOST).map(function (row, n) {
      const more = [row[5].replace(/-/g, " "), row[2], row[4]].filter(Boolean).join(" · ");
      const attributes = { href: root + row[0], id: "result-" + n, role: "option", "aria-selected": "false", tabindex: -1 };
      const sign = row[5] === "refuted" ? made("b", {}, "✗ ") : "";
      return made("a", attributes, sign, row[1], made("small", {}, more));
    }));
    const asked = input.value.trim() !== "";
    if (asked && (!shown.length || shown.length > MOST)) {
      const note = shown.length ? `${shown.length - MOST} more; type on` : "Nothing was found.";
      box.append(made("p", { role: "option", "aria-disabled": "true" }, note));
    }
    box.hidden = !asked;
    input.setAttribute("aria-expanded", String(asked));
  }

  function close() {
    box.hidden = true;
    input.setAttribute("aria-expanded", "false");
  }

  input.addEventListener("input", () => load(show));
  input.addEventListener("focus", () => load(() => input.value && show()));
  input.addEventListener("keydown", function (event) {
    if (event.key === "ArrowDown") choose(at + 1);
    else if (event.key === "ArrowUp") choose(at < 0 ? -1 : at - 1);
    else if (event.key === "Escape") close();
    else if (event.key === "Enter" && shown.length) location.href = root + shown[Math.max(at, 0)][0];
    else return;
    event.preventDefault();
  });
  document.addEventListener("keydown", function (event) {
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      input.focus();
    }
  });
  document.addEventListener("click", (event) => event.target.closest(".search") || close());
})();
