// The exercises of a page: in <section class="exercises" data-claim="ID"> those about a claim, with data-only="ID ID" these,
// with neither all of them, by level and kind. What was solved is kept in this browser; a page says so where it is not.
//
// EXERCISES (data/exercises.js) has the records of novikoff/exercises; Grading grades.
"use strict";

(function () {
  const KEY = "novikoff exercises";
  const FIRST = 3; // on the page of a claim; the rest can be unfolded
  const LEVELS = [["", "all levels"], ["1", "level 1, easy"], ["2", "level 2"], ["3", "level 3, hard"]];
  const KINDS = [["", "all kinds"], ["point", "numbers that break it"], ["hypothesis", "the missing hypothesis"], ["multipliers", "multipliers of a step"], ["order", "lines in order"], ["count", "a run by hand"]];

  let solved = new Set(), kept = true;

  function store() {
    try { localStorage.setItem(KEY, JSON.stringify([...solved])); } catch { kept = false; }
  }

  try { solved = new Set(JSON.parse(localStorage.getItem(KEY) || "[]")); } catch { /* what is there is no list */ }
  store();

  // How many of some exercises are solved, and whether that outlasts the page.
  function progressOf(exercises) {
    const done = `${exercises.filter(({ id }) => solved.has(id)).length} of ${exercises.length} solved.`;
    return kept ? done : `${done} This browser keeps nothing for this page: when you close it, what you solved is forgotten.`;
  }

  function make(name, attributes, ...children) {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) {
      if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
      else if (value !== false && value !== undefined) node.setAttribute(key, value === true ? "" : value);
    }
    node.append(...children);
    return node;
  }

  function card(exercise, root, level) {
    const id = "exercise-" + exercise.id.replaceAll("/", "-"), says = make("p", { class: "says", role: "status" });
    const mark = make("span", { class: "mark" }), input = make("input", { id: id + "-answer", type: "text", autocomplete: "off", spellcheck: "false" });
    const hints = make("ol", { class: "hints" }), more = make("button", { type: "button", onclick: hint }, "A hint");
    const settle = () => { mark.textContent = solved.has(exercise.id) ? " ✓ solved" : ""; };

    function hint() {
      const shown = hints.childElementCount;
      const next = shown < exercise.hints.length ? exercise.hints[shown] : `One right answer: ${exercise.solution}. ${exercise.worked}`;
      hints.append(make("li", {}, next));
      more.textContent = shown + 1 < exercise.hints.length ? "Another hint" : "A solution";
      if (shown >= exercise.hints.length) more.disabled = true;
    }

    function answer(event) {
      event.preventDefault();
      const result = Grading.grade(exercise, input.value);
      says.className = "says " + (result.right ? "right" : "wrong");
      says.textContent = (result.right ? "Right: " : "Not yet: ") + result.says + ".";
      if (result.right) { solved.add(exercise.id); store(); settle(); root.dispatchEvent(new Event("solved")); }
    }

    if (!exercise.hints.length) more.textContent = "A solution";
    settle();
    const title = root.dataset.claim || "part" in document.body.dataset ? [exercise.title]
      : [make("a", { href: (root.dataset.claims || "claims/") + exercise.claim + ".html" }, exercise.title)];
    return make("article", { class: "exercise", id },
      make(level, {}, ...title, make("span", { class: "level" }, ` level ${exercise.level}`), mark),
      make("p", {}, exercise.question),
      make("ul", { class: "given" }, ...exercise.given.map((line) => make("li", {}, line))),
      make("form", { onsubmit: answer },
        make("label", { for: id + "-answer" }, exercise.form), input,
        make("span", { class: "buttons" }, make("button", { type: "submit" }, "Grade it"), more)),
      says, hints);
  }

  function mount(root) {
    const level = root.dataset.claim ? "h3" : "h2";
    if (root.dataset.claim) {
      const cards = EXERCISES.filter((exercise) => exercise.claim === root.dataset.claim).map((exercise) => card(exercise, root, level));
      const more = cards.slice(FIRST);
      root.append(...cards.slice(0, FIRST));
      if (more.length) root.append(make("details", {}, make("summary", {}, `${more.length} more`), ...more));
      return;
    }
    const progress = make("p", { class: "progress", role: "status" });
    if (root.dataset.only) {
      const asked = root.dataset.only.split(" ").map((id) => EXERCISES.find((exercise) => exercise.id === id));
      const count = () => { progress.textContent = progressOf(asked); };
      root.addEventListener("solved", count);
      root.append(progress, ...asked.map((exercise) => card(exercise, root, "h3")));
      return count();
    }
    const list = make("div", {});
    const choice = (name, options) => make("select", { "data-choice": name, onchange: draw }, ...options.map(([value, text]) => make("option", { value }, text)));
    const [levels, kinds] = [choice("level", LEVELS), choice("kind", KINDS)];
    const told = () => { progress.textContent = progressOf(EXERCISES); };

    function draw() {
      const fit = EXERCISES.filter((e) => (!levels.value || String(e.level) === levels.value) && (!kinds.value || e.kind === kinds.value));
      list.replaceChildren(...fit.map((exercise) => card(exercise, root, level)));
      told();
    }
    root.addEventListener("solved", told);
    root.append(make("p", { class: "choices" }, make("label", {}, "Level ", levels), make("label", {}, "Kind ", kinds)), progress, list);
    draw();
  }

  document.querySelectorAll("section.exercises").forEach(mount);
})();
