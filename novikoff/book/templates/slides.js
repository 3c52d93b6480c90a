// Shows one slide at a time, and of a proof one line after the other. Where one is stands after the # of the address.
"use strict";

(function () {
  const all = (query, inside) => [...(inside || document).querySelectorAll(query)];
  const slides = all(".slide"), root = document.documentElement, counter = document.querySelector(".move output");
  let at = 0, shown = 0;

  // What unfolds on a slide, in its order: lines, each with the words before it; of a hypothesis what breaks without it.
  function steps(slide) {
    const parts = [[]];
    if (slide.matches(".talk")) return all(".words li, .words blockquote", slide).map((each) => [each]);
    if (slide.matches(".necessity")) return all(".line > .why", slide).map((why) => [why]);
    if (!slide.matches(".proof, .counterexample")) return [];
    for (const item of all(".body > div p:not(.identity), .body > div .line", slide)) {
      parts[parts.length - 1].push(item);
      if (item.matches(".line, .counterexample > p")) parts.push([]);
    }
    if (parts[parts.length - 1].length === 0) parts.pop();
    return parts;
  }

  const parted = slides.map(steps);
  const facts = (line) => new Set(all("a.fact", line).map((link) => decodeURIComponent(link.hash.slice(1))));

  // A formula in pieces, each of which may begin a line: before a relation, + or − that stands in no bracket.
  function part(math) {
    const pieces = [[]], bars = {};
    let depth = 0;
    for (const each of math.childNodes) {
      const sign = each.localName === "mo" ? each.textContent : "";
      if ("‖|".includes(sign) && sign) depth += (bars[sign] = !bars[sign]) ? 1 : -1;
      depth += "([⟨".includes(sign) && sign ? 1 : ")]⟩".includes(sign) && sign ? -1 : 0;
      if (sign && "=≠<>≤≥+−-".includes(sign) && depth === 0 && pieces[pieces.length - 1].length) pieces.push([]);
      pieces[pieces.length - 1].push(each);
    }
    const made = pieces.map((piece) => {
      const each = math.cloneNode(false);
      each.append(...piece);
      if (piece[0].localName === "mo" && piece !== pieces[0]) piece[0].setAttribute("form", "infix"); // with its space
      return each;
    });
    math.replaceWith(...made.flatMap((each) => [each, " "]));
  }

  // Letters are made smaller until all of the slide fits, but not too small to be read; a short slide has large ones.
  // A formula that is too long for its column has the reasons below it, goes on in the next line, or is set smaller;
  // what is known gives way to a proof that does not fit beside it.
  function fit() {
    const slide = slides[at], phone = window.innerWidth < 736, last = phone ? 1 : 1.1;
    const wide = () => all(".formula, .why, pre, .known li", slide).filter((each) => each.scrollWidth > each.clientWidth + 1);
    const full = () => slide.scrollHeight > slide.clientHeight + 1 || wide().length > 0;
    for (const each of all("[data-narrow]", slide)) each.style.fontSize = "";
    for (const known of all("aside", slide)) known.hidden = false;
    for (let size = phone ? 1 : 1.4; size > 0.5; size -= Math.abs(size - last) > 0.01 ? 0.05 : 0.03) {
      root.style.setProperty("--fit", size.toFixed(2));
      for (const line of all(".line", slide)) line.classList.remove("wide");
      for (const each of wide().filter((each) => each.matches(".line > *"))) each.parentElement.classList.add("wide");
      if (phone || !full()) return;
      if (size > last + 0.01) continue;
      if (size > last - 0.01) {
        for (const each of wide()) all("math", each).forEach(part);
        for (const each of wide()) {
          each.dataset.narrow = "";
          each.style.fontSize = `${Math.floor(100 * each.clientWidth / each.scrollWidth)}%`;
        }
      }
      const giving = size > last - 0.01 ? ".body:not(.beside) > aside" : ".body > aside";
      for (const known of all(giving, slide)) known.hidden = full();
      if (!full()) return;
    }
  }

  function show(slide, step) {
    step = Math.min(step, parted[slide].length);
    const moved = slide !== at || !slides[at].classList.contains("shown");
    [at, shown] = [slide, step];
    slides.forEach((each, n) => each.classList.toggle("shown", n === at));
    parted[at].forEach((part, n) => part.forEach((item) => item.classList.toggle("later", n >= shown)));
    const now = parted[at].slice(0, shown).flat().filter((item) => item.matches(".line")), newest = now[now.length - 1];
    const used = newest ? facts(newest) : new Set();
    for (const line of all(".line", slides[at])) line.classList.toggle("now", line === newest);
    for (const fact of all(".known li", slides[at])) {
      fact.classList.toggle("later", !fact.dataset.at.split(" ").includes(String(Math.max(1, now.length))));
      fact.classList.toggle("used", used.has(fact.dataset.of));
    }
    if (moved) { fit(); slides[at].scrollTop = 0; }
    if (newest) newest.scrollIntoView({ block: "nearest" });
    counter.textContent = `${at + 1} / ${slides.length}` + (parted[at].length ? ` · step ${shown} of ${parted[at].length}` : "");
    history.replaceState(null, "", `#${at + 1}.${shown}`);
  }

  function move(by) {
    const step = shown + by;
    if (step >= 0 && step <= parted[at].length) show(at, step);
    else if (slides[at + by]) show(at + by, by > 0 ? 0 : parted[at + by].length);
  }

  // The place that an address names: a slide and a step of it, or anything on a slide.
  function place() {
    const name = decodeURIComponent(location.hash.slice(1)), numbers = /^(\d+)\.(\d+)$/.exec(name);
    if (numbers) return show(Math.min(Number(numbers[1]), slides.length) - 1, Number(numbers[2]));
    const target = name && document.getElementById(name), slide = target && slides.indexOf(target.closest(".slide"));
    if (slide >= 0 && target) show(slide, parted[slide].findIndex((part) => part.includes(target)) + 1);
    else show(0, 0);
  }

  const KEYS = {
    ArrowRight: 1, ArrowDown: 1, PageDown: 1, " ": 1, Enter: 1, ArrowLeft: -1, ArrowUp: -1, PageUp: -1, Backspace: -1,
  };

  document.addEventListener("keydown", function (event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("figure")) return; // a figure has its own keys
    if ([" ", "Enter"].includes(event.key) && event.target.closest("a, button, summary")) return;
    if (event.key === "Home") show(0, 0);
    else if (event.key === "End") show(slides.length - 1, 0);
    else if (KEYS[event.key]) move(KEYS[event.key]);
    else return;
    event.preventDefault();
  });

  // A press on the left fifth of the window goes back. What is pressed for itself, or was marked, moves nothing.
  document.addEventListener("click", function (event) {
    const by = event.target.closest("[data-by]");
    if (by) return move(Number(by.dataset.by));
    if (event.target.closest("a, button, summary, details[open], figure, input, select") || String(getSelection())) return;
    move(event.clientX < window.innerWidth / 5 ? -1 : 1);
  });

  let began = null;
  document.addEventListener("touchstart", (event) => { began = event.changedTouches[0]; }, { passive: true });
  document.addEventListener("touchend", function (event) {
    const end = event.changedTouches[0], x = end.clientX - began.clientX, y = end.clientY - began.clientY;
    if (Math.abs(x) > 60 && Math.abs(x) > 2 * Math.abs(y) && !event.target.closest(".formula, pre, figure")) move(x < 0 ? 1 : -1);
  });

  window.addEventListener("hashchange", place);
  window.addEventListener("resize", fit);
  document.fonts.ready.then(fit);
  root.classList.add("live");
  place();
})();
