// Search over titles, ids, sentences and sources, in a file that is loaded when somebody begins to type.
// Accents and subscripts do not matter (NFKD), Greek letters are found by their names as well.
"use strict";

(function () {
  const root = document.body.dataset.root, GREEK = {
    α: "alpha", β: "beta", γ: "gamma", δ: "delta", ε: "epsilon", η: "eta", θ: "theta", κ: "kappa", λ: "lambda",
    μ: "mu", ξ: "xi", ρ: "rho", σ: "sigma", τ: "tau", φ: "phi", ω: "omega", Σ: "sum",
  };
  const WEIGHTS = [0, 4, 3, 1, 2, 1], MOST = 12;  // of address, title, id, sentence, source, verdict
  let rows = null, shown = [], at = -1;

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
    made("label", { class: "hidden", for: "query" }, "Search claims, titles, sentences and sources"), input, box,
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
      rows = CLAIMS.map((row) => ({ row: row, words: row.map((text, n) => (n ? words(text) : [])) }));
      then();
    };
    document.head.append(script);
  }

  // The sum, over the words asked for, of the best weight with which a row has a word that begins so; 0 if one is missing.
  function score(entry, asked) {
    let total = 0;
    for (const word of asked) {
      let best = 0;
      entry.words.forEach(function (found, n) {
        for (const each of found)
          if (each.startsWith(word)) best = Math.max(best, WEIGHTS[n] * (each === word ? 2 : 1));
      });
      if (!best) return 0;
      total += best;
    }
    return total;
  }

  function find(text) {
    const asked = words(text);
    if (!asked.length) return [];
    const found = rows.map((entry, n) => [score(entry, asked), n]).filter((pair) => pair[0]);
    found.sort((a, b) => b[0] - a[0] || a[1] - b[1]);
    return found.map((pair) => rows[pair[1]].row);
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
      const more = row[5].replace(/-/g, " ") + " · " + row[2] + (row[4] ? " · " + row[4] : "");
      const attributes = { href: root + row[0], id: "result-" + n, role: "option", "aria-selected": "false", tabindex: -1 };
      return made("a", attributes, row[1], made("small", {}, more));
    }));
    const asked = input.value.trim() !== "";
    if (asked && (!shown.length || shown.length > MOST)) {
      const note = shown.length ? `${shown.length - MOST} more; type on` : "Nothing is called so.";
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
