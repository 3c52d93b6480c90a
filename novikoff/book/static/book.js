// What makes pages handier, none of which is needed to read them: copying, unfolding all steps at once, the facts that a
// step uses beside its identity, lines of the map that belong to what is pointed at.
"use strict";

(function () {
  const all = (query, inside) => [...(inside || document).querySelectorAll(query)];

  function button(words, kind, act) {
    const made = document.createElement("button");
    made.type = "button";
    made.className = kind;
    made.textContent = words;
    made.addEventListener("click", () => act(made));
    return made;
  }

  // --- copying ---

  function copy(text, made) {
    const done = () => { made.textContent = "copied"; setTimeout(() => { made.textContent = "copy"; }, 1500); };
    const byHand = function () {
      const area = document.createElement("textarea");
      area.value = text;
      document.body.append(area);
      area.select();
      if (document.execCommand("copy")) done();
      area.remove();
    };
    if (navigator.clipboard) navigator.clipboard.writeText(text).then(done, byHand);
    else byHand();
  }

  for (const block of all("pre[data-copy]")) {
    const made = button("copy", "copy", () => copy(block.querySelector("code").textContent, made));
    made.setAttribute("aria-label", "Copy: " + block.dataset.copy);
    block.append(made);
  }

  // --- steps ---

  // The facts that an identity names, with their formulas, are cloned from the lines that say them.
  function facts(step) {
    const seen = new Set(), list = document.createElement("ul");
    list.className = "used-facts";
    for (const link of all("a.fact", step)) {
      const line = document.getElementById(link.hash.slice(1)), formula = line && line.querySelector(".formula");
      if (!formula || seen.has(link.hash) || line.contains(step)) continue;
      seen.add(link.hash);
      const item = document.createElement("li");
      item.append(link.cloneNode(true), ": ", ...[...formula.childNodes].map((node) => node.cloneNode(true)));
      list.append(item);
    }
    if (list.children.length) step.append(list);
  }

  for (const step of all("details.step")) {
    step.firstElementChild.title = "the identity behind this step";
    step.firstElementChild.setAttribute("aria-label", "the identity behind this step");
    step.addEventListener("toggle", function () {
      if (step.open && !step.dataset.filled) {
        step.dataset.filled = "yes";
        facts(step);
      }
    });
  }

  for (const heading of all("h2#proof")) {
    const steps = all("details.step", heading.parentElement);
    if (steps.length < 2) continue;
    heading.after(button("unfold all steps", "unfold", function (made) {
      const open = made.textContent === "unfold all steps";
      for (const step of steps) step.open = open;
      made.textContent = open ? "fold all steps" : "unfold all steps";
    }));
  }

  // On paper nothing unfolds: the steps of a proof are open there, and what else is folded is left out.
  let opened = [];
  window.addEventListener("beforeprint", function () {
    opened = all("details.step:not([open])");
    for (const each of opened) each.open = true;
  });
  window.addEventListener("afterprint", () => opened.forEach((each) => { each.open = false; }));

  // A link to a line inside of something folded opens that.
  function reveal() {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (let at = target; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
    if (target) target.scrollIntoView();
  }
  window.addEventListener("hashchange", reveal);
  reveal();

  // --- what is wider than its place can be reached by the keyboard ---

  // A formula that is too long for its column gets the place of its reason too, which then stands below. What is folded is
  // measured when it unfolds. All is measured before anything is changed, so that the page is laid out twice at most.
  function reachable() {
    const seen = (query) => all(query).filter((each) => !each.closest("details:not([open])"));
    const isWide = (each) => each.clientWidth && each.scrollWidth > each.clientWidth + 1;
    const long = seen(".line:not(.long) > .formula").filter(isWide);
    for (const each of long) each.parentElement.classList.add("long");
    const boxes = seen(".formula, .identity, pre, .wide, table, main p, .why, dd"), wide = boxes.map(isWide);
    boxes.forEach(function (each, n) {
      if (wide[n]) each.tabIndex = 0;
      else if (each.hasAttribute("tabindex")) each.removeAttribute("tabindex");
    });
  }
  reachable();
  window.addEventListener("resize", reachable);
  document.addEventListener("toggle", reachable, true);

  // --- the map ---

  for (const map of all("svg.map")) {
    const edges = all(".edge", map);
    const light = (id) => edges.forEach((e) => e.classList.toggle("lit", e.dataset.a === id || e.dataset.b === id));
    for (const node of all("[data-id]", map)) {
      for (const event of ["mouseenter", "focus"]) node.addEventListener(event, () => light(node.dataset.id));
      for (const event of ["mouseleave", "blur"]) node.addEventListener(event, () => light(""));
    }
  }
})();
