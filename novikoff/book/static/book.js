// What makes pages handier: what is folded is unpacked, copying, unfolding all steps at once, the facts that a step uses
// beside its identity, lines of the map that belong to what is pointed at. Only what is folded needs it to be read.
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

  function copyable(inside) {
    for (const block of all("pre[data-copy]", inside)) {
      const made = button("copy", "copy", () => copy(block.querySelector("code").textContent, made));
      made.setAttribute("aria-label", "Copy: " + block.dataset.copy);
      block.append(made);
    }
  }
  copyable();

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

  function prepare(inside) {
    for (const step of all("details.step", inside)) {
      step.firstElementChild.title = "the identity behind this step";
      step.firstElementChild.setAttribute("aria-label", "the identity behind this step");
      step.addEventListener("toggle", function () {
        if (step.open && !step.dataset.filled) {
          step.dataset.filled = "yes";
          facts(step);
        }
      });
    }
  }
  prepare();

  // --- what a reason says ---

  // Pointing at the name of a fact, or tapping or focusing it, shows the line that says it.
  const tip = document.createElement("div");
  tip.id = "tip";
  tip.setAttribute("role", "tooltip");
  tip.hidden = true;
  document.body.append(tip);

  function tell(event) {
    const link = event.target.closest && event.target.closest("a.fact");
    const line = link && document.getElementById(link.hash.slice(1)), formula = line && line.querySelector(".formula");
    if (!formula || line.contains(link)) { tip.hidden = true; return; }
    tip.replaceChildren(...[...formula.childNodes].map((node) => node.cloneNode(true)));
    link.setAttribute("aria-describedby", "tip");
    tip.hidden = false;
    const { left, bottom } = link.getBoundingClientRect();
    tip.style.left = `${Math.max(4, Math.min(left, innerWidth - tip.offsetWidth - 4)) + scrollX}px`;
    tip.style.top = `${bottom + scrollY + 4}px`;
  }
  for (const event of ["pointerover", "focusin"]) document.addEventListener(event, tell);
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") tip.hidden = true; });

  // --- what is folded ---

  // The parts that `fold_packing.py` packed: unpacked soon after the page is there, put in their places when these are opened.
  let folds = null;

  function fill(fold) {
    if (!folds || !fold.dataset.fold) return;
    fold.firstElementChild.insertAdjacentHTML("afterend", folds[fold.dataset.fold]);
    delete fold.dataset.fold;
    copyable(fold);
    prepare(fold);
    if (fold.matches(".long")) unfoldable(fold.firstElementChild, fold);
  }

  const packed = document.getElementById("folds");
  if (packed) {
    const bytes = Uint8Array.from(atob(packed.textContent), (letter) => letter.charCodeAt(0));
    new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json().then(function (found) {
      folds = found;
      document.body.dataset.unpacked = "";
      for (const proof of all("details[data-open]")) proof.open = true;
      all("details[open][data-fold]").forEach(fill);
      reachable();
      reveal();
    });
    document.addEventListener("toggle", (event) => fill(event.target), true);
  }

  // A button below the heading of a proof, or in a long one that is unfolded.
  function unfoldable(heading, proof) {
    const steps = all("details.step", proof);
    if (steps.length < 2) return;
    heading.after(button("unfold all steps", "unfold", function (made) {
      const open = made.textContent === "unfold all steps";
      for (const step of steps) step.open = open;
      made.textContent = open ? "fold all steps" : "unfold all steps";
    }));
  }
  for (const heading of all("h2#proof")) unfoldable(heading, heading.parentElement);

  // On paper nothing unfolds: the steps of a proof are open there, and what else is folded is left out.
  let opened = [];
  window.addEventListener("beforeprint", function () {
    all("details.long").forEach(fill);
    opened = all("details.step:not([open]), details.long:not([open])");
    opened.forEach(fill);
    for (const each of opened) each.open = true;
  });
  window.addEventListener("afterprint", () => opened.forEach((each) => { each.open = false; }));

  // A link to a line inside of something folded opens that.
  function reveal() {
    const named = () => location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const target = named() || (all("[data-fold]").forEach(fill), named());
    for (let at = target; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
    if (target && target.tagName === "H2") for (const part of all("details.long", target.parentElement)) part.open = true;
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
