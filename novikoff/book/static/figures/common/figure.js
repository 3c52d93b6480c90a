// Draws a figure and lets the reader play with it. What a figure says is computed by its own file, figures/NAME.js.
//
// A figure is a record in `Figures`:
//   title                  its heading
//   extent                 the plane shown is [−extent, extent]²
//   handles(state)         what can be dragged: [{path: ["points", 0], kind: "sample" | "vector", label}]
//   controls               [{name, label, kind: "range" | "choice" | "check", min, max(state, result), options: [[value, text], …], play, when(state), text(state)}]
//                          or {label, kind: "press", act(state), off(state)}: a button that changes the state
//   examples               {label: what differs from the start}, offered as a choice
//   samples                {least, most}: how many samples there may be; without it their number is fixed
//   compute(state)         pure and exact: {shapes, chain, rows, says, plot, score}
// Of a result:
//   shapes   [{kind: "line" | "segment" | "arrow" | "dot" | "circle" | "polygon" | "cell", …, role}] in the plane, in floats
//   chain    [[expression, number, relation to the one before: "≤" at first, or "=", "<", ">", term], …]: both sides of the
//            theorem; rows, curves and words of the page with the same `term` have one colour, and light up together
//   rows     [[what, value as text], …]: the same numbers in words
//   says     one sentence, also for a screen reader
//   plot     {x, lines: [{label, values}], at, to}: values against a whole number; null is a gap; `to` names the last one
//   score    {value, label}: to be made as large as can be; the best one is kept
//
// `Figure.mount` makes a figure of a page; `Figure.picture` is the picture alone, with its numbers in words.
"use strict";

var Figures = {};

var Figure = (function () {
  const SVG = "http://www.w3.org/2000/svg";
  const SIZE = 400, PLOT = { width: 400, height: 170, left: 40, bottom: 26 };
  const calm = () => typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches;

  function make(name, attributes, ...children) {
    const drawn = ["svg", "g", "line", "circle", "rect", "path", "polygon", "polyline", "text", "title", "desc", "clipPath"].includes(name);
    const node = drawn ? document.createElementNS(SVG, name) : document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) {
      if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
      else if (value !== undefined && value !== false) node.setAttribute(key, value === true ? "" : value);
    }
    node.append(...children.filter((child) => child !== undefined && child !== null));
    return node;
  }

  const decimal = (value) => {
    const text = value.toString();
    return /^−?\d+$/.test(text) ? text : text.length < 16
      ? text + " (≈ " + value.toNumber().toPrecision(4).replace("-", "−") + ")"
      : "≈ " + value.toNumber().toPrecision(7).replace("-", "−");
  };

  // ------------------------------------------------------------------------------------------ the plane

  function plane(extent) {
    const scale = SIZE / (2 * extent + 1);
    return {
      extent, scale,
      x: (value) => SIZE / 2 + value * scale,
      y: (value) => SIZE / 2 - value * scale,
      back: (px, py) => [Math.round((px - SIZE / 2) / scale), Math.round((SIZE / 2 - py) / scale)],
    };
  }

  function grid(view) {
    const lines = [], end = view.extent + 0.5;
    for (let i = -view.extent; i <= view.extent; i++) {
      const role = i === 0 ? "axis" : "grid";
      lines.push(make("line", { class: role, x1: view.x(i), x2: view.x(i), y1: view.y(-end), y2: view.y(end) }));
      lines.push(make("line", { class: role, x1: view.x(-end), x2: view.x(end), y1: view.y(i), y2: view.y(i) }));
    }
    return make("g", { "aria-hidden": "true" }, ...lines);
  }

  // The part of {z : ⟨normal, z⟩ + offset = 0} that can be seen, far beyond the border; the SVG clips it.
  function lineOf(normal, offset, reach) {
    const length = Math.hypot(...normal);
    const foot = normal.map((part) => (-offset * part) / length ** 2);
    const along = [-normal[1] / length, normal[0] / length];
    return [-1, 1].map((side) => foot.map((part, i) => part + side * reach * along[i]));
  }

  const DRAW = {
    line(shape, view) {
      if (Math.hypot(...shape.normal) === 0) return null;
      const [a, b] = lineOf(shape.normal, shape.offset, 4 * view.extent);
      return make("line", { x1: view.x(a[0]), y1: view.y(a[1]), x2: view.x(b[0]), y2: view.y(b[1]) });
    },
    segment: (shape, view) => make("line", {
      x1: view.x(shape.from[0]), y1: view.y(shape.from[1]), x2: view.x(shape.to[0]), y2: view.y(shape.to[1]),
    }),
    arrow(shape, view) {
      const from = shape.from || [0, 0], way = [shape.to[0] - from[0], shape.to[1] - from[1]];
      const length = Math.hypot(...way);
      if (length === 0) return make("circle", { cx: view.x(from[0]), cy: view.y(from[1]), r: 3 });
      const tip = tipOf(shape, view), [x, y] = [view.x(tip[0]), view.y(tip[1])], unit = [way[0] / length, -way[1] / length];
      if (tip !== shape.to) {
        // A vector that leaves the plane ends at the border without a head, with two strokes across it.
        const stroke = (back) => make("line", {
          x1: x - back * unit[0] - 6 * unit[1], y1: y - back * unit[1] + 6 * unit[0], x2: x - back * unit[0] + 6 * unit[1], y2: y - back * unit[1] - 6 * unit[0],
        });
        return make("g", {}, make("line", { x1: view.x(from[0]), y1: view.y(from[1]), x2: x, y2: y }), stroke(6), stroke(12));
      }
      const wing = (side) => `${x - 9 * unit[0] + side * 4 * unit[1]},${y - 9 * unit[1] - side * 4 * unit[0]}`;
      return make("g", {},
        make("line", { x1: view.x(from[0]), y1: view.y(from[1]), x2: x, y2: y }),
        make("polygon", { points: `${x},${y} ${wing(1)} ${wing(-1)}` }));
    },
    dot: (shape, view) => make("circle", { cx: view.x(shape.at[0]), cy: view.y(shape.at[1]), r: shape.size || 4 }),
    circle: (shape, view) => make("circle", { cx: view.x(shape.at[0]), cy: view.y(shape.at[1]), r: shape.radius * view.scale }),
    polygon: (shape, view) => make("polygon", { points: shape.points.map((z) => view.x(z[0]) + "," + view.y(z[1])).join(" ") }),
    cell: (shape, view) => make("rect", {
      x: view.x(shape.at[0] - 0.5), y: view.y(shape.at[1] + 0.5), width: view.scale, height: view.scale,
    }),
  };

  // Where an arrow ends in the picture: its tip, or the place on the way to it where it leaves the plane.
  function tipOf(shape, view) {
    const from = shape.from || [0, 0];
    const shares = shape.to.map((part, i) => Math.abs(part) > view.extent ? (Math.sign(part) * view.extent - from[i]) / (part - from[i]) : 1);
    const share = Math.min(...shares);
    return share < 1 ? shape.to.map((part, i) => from[i] + share * (part - from[i])) : shape.to;
  }

  const plain = (value) => String(Number(value.toFixed(2))).replace("-", "−");

  function draw(shape, view) {
    const node = DRAW[shape.kind](shape, view);
    if (!node) return null;
    node.setAttribute("class", "shape " + shape.kind + " " + (shape.role || ""));
    if (shape.label) node.append(make("title", {}, shape.label));
    if (!shape.name) return node;
    const at = shape.to ? tipOf(shape, view) : shape.at, cut = shape.to && at !== shape.to;
    const right = cut && at[0] > 0, down = cut && at[1] > 0;  // its words then stay inside of the picture
    const words = cut ? `${shape.name} goes on to (${shape.to.map(plain).join(", ")})` : shape.name;
    return make("g", {}, node, make("text", {
      class: "name", x: view.x(at[0]) + (right ? -7 : 7), y: view.y(at[1]) + (down ? 24 : -7), "text-anchor": right ? "end" : "start",
    }, words));
  }

  // ------------------------------------------------------------------------------------------ numbers and plots

  function chainTable(chain) {
    const greatest = Math.max(...chain.map(([, value]) => Math.abs(value.toNumber())), 1e-9);
    const rows = chain.map(([expression, value, relation = "≤", term], i) => {
      const order = i ? chain[i - 1][1].cmp(value) : 0;
      const holds = i === 0 || { "≤": order <= 0, "=": order === 0, "<": order < 0, ">": order > 0 }[relation];
      const width = (100 * Math.max(0, value.toNumber())) / greatest;
      return make("tr", { class: (holds ? "holds" : "fails") + (term === undefined ? "" : " term term" + term) },
        make("td", { class: "relation" }, i ? relation + (holds ? "" : " ✗") : "\u00a0"),
        make("th", { scope: "row" }, expression),
        make("td", { class: "value" }, decimal(value)),
        make("td", { class: "bar", "aria-hidden": "true" },
          make("svg", { viewBox: "0 0 100 8", preserveAspectRatio: "none" }, make("rect", { width, height: 8 }))));
    });
    return make("table", { class: "chain" }, make("caption", {}, "Both sides of the theorem, exactly"), make("tbody", {}, ...rows));
  }

  const rowTable = (rows) => make("table", { class: "amounts" }, make("caption", {}, "In numbers"), make("tbody", {},
    ...rows.map(([what, value]) => make("tr", {}, make("th", { scope: "row" }, what), make("td", {}, value)))));

  function curves(plot) {
    const shown = plot.lines.flatMap((line) => line.values).filter((value) => value !== null).map((value) => value.toNumber());
    const top = Math.max(...shown, 1), last = Math.max(...plot.lines.map((line) => line.values.length)) - 1 || 1;
    const x = (i) => PLOT.left + (i * (PLOT.width - PLOT.left - 8)) / last;
    const y = (value) => PLOT.height - PLOT.bottom - (value * (PLOT.height - PLOT.bottom - 10)) / top;
    const lines = plot.lines.map((line, number) => make("polyline", {
      class: "series series" + number,
      points: line.values.map((value, i) => value === null ? "" : x(i) + "," + y(value.toNumber())).join(" "),
    }, make("title", {}, line.label)));
    return [
      make("line", { class: "axis", x1: x(0), x2: x(last), y1: y(0), y2: y(0) }),
      make("line", { class: "axis", x1: x(0), x2: x(0), y1: y(0), y2: y(top) }),
      plot.at === undefined ? null : make("line", { class: "at", x1: x(plot.at), x2: x(plot.at), y1: y(0), y2: y(top) }),
      ...lines,
      make("text", { x: x(last), y: PLOT.height - 6, "text-anchor": "end" }, plot.x + (plot.to || " (to " + last + ")")),
      make("text", { x: PLOT.left - 4, y: y(top) + 8, "text-anchor": "end" }, Number(top.toPrecision(3))),
      make("text", { x: PLOT.left - 4, y: y(0), "text-anchor": "end" }, "0"),
    ];
  }

  const sample = (number, y) => make("line", { class: "series series" + number, x1: 0, x2: 24, y1: y, y2: y });

  function plotOf(plot) {
    const legend = make("ul", { class: "legend" }, ...plot.lines.map((line, number) =>
      make("li", { class: "series" + number }, make("svg", { viewBox: "0 0 24 8", "aria-hidden": "true" }, sample(number, 4)), line.label)));
    const label = plot.lines.map((line) => line.label).join(", ") + " against " + plot.x;
    return make("div", { class: "plot" },
      make("svg", { viewBox: `0 0 ${PLOT.width} ${PLOT.height}`, role: "img", "aria-label": label }, ...curves(plot)), legend);
  }

  // ------------------------------------------------------------------------------------------ a picture alone

  // What a result says, with all its numbers as they are.
  function told(result) {
    const chain = (result.chain || []).map(([what, value, relation = "≤"], i) => `${i ? relation + " " : ""}${what} = ${value}`);
    const rows = (result.rows || []).map(([what, value]) => `${what}: ${value}`);
    return [result.says, chain.join(", "), rows.join("; ")].filter(Boolean).join("\n");
  }

  // The picture of a state, on paper: as `mount` draws it, without what is pressed.
  function picture(name, state) {
    const figure = Figures[name], view = plane(figure.extent || 6), result = figure.compute(state);
    const lines = figure.flat ? result.plot.lines : [], height = figure.flat ? PLOT.height + 20 * lines.length : SIZE;
    const drawn = figure.flat ? curves(result.plot) : [
      make("clipPath", { id: "field" }, make("rect", { width: SIZE, height: SIZE })),
      make("g", { "clip-path": "url(#field)" }, grid(view), ...result.shapes.map((shape) => draw(shape, view)).filter(Boolean),
        ...figure.handles(state).map((handle) => placed(make("g", {}, ...knobOf()), handle, state, view))),
    ];
    const legend = lines.map((line, number) => {
      const y = PLOT.height + 20 * number + 10;
      return make("g", {}, sample(number, y), make("text", { x: 32, y: y + 4 }, line.label));
    });
    return make("svg", { xmlns: SVG, viewBox: `0 0 ${SIZE} ${height}`, width: SIZE, height, role: "img" },
      make("title", {}, figure.title), make("desc", {}, told(result)), ...drawn, ...legend);
  }

  // Why there is no picture of a state; "" if there is one. Points lie in the plane that is shown, settings are offered.
  function refused(name, state) {
    const figure = Figures[name], extent = figure.extent || 6, { least, most } = figure.samples || {};
    const count = (state.points || []).length;
    if (figure.samples && (count < least || count > most)) return `it has ${least} to ${most} points (got ${count})`;
    for (const { path } of figure.handles(state)) {
      const [x, y] = read(state, path);
      if (Math.max(Math.abs(x), Math.abs(y)) > extent) return `(${x}, ${y}) is outside of the plane from ${-extent} to ${extent}`;
    }
    for (const { name: key, kind, min = 0, options = [] } of figure.controls) {
      const values = options.map(([value]) => value);
      if (kind === "choice" && !values.includes(String(state[key]))) return `${key} is one of ${values.join(", ")} (got ${state[key]})`;
      if (kind === "range" && state[key] < min) return `${key} is at least ${min} (got ${state[key]})`;
    }
    const result = figure.compute(state);
    for (const { name: key, kind, max } of figure.controls) {
      if (kind === "range" && state[key] > max(state, result)) return `${key} is at most ${max(state, result)} (got ${state[key]})`;
    }
    return "";
  }

  // ------------------------------------------------------------------------------------------ playing

  const read = (state, path) => path.reduce((value, key) => value[key], state);
  const copy = (state) => JSON.parse(JSON.stringify(state));

  // The best score of each figure stays in this browser; a file that may not keep anything plays without it.
  const memory = {
    get(name) { try { return JSON.parse(localStorage.getItem("novikoff figure " + name)); } catch { return null; } },
    set(name, value) { try { localStorage.setItem("novikoff figure " + name, JSON.stringify(value)); } catch { /* nothing is kept */ } },
  };

  // What is dragged: a sample with its sign, or the tip of a vector.
  const knobOf = () => [make("circle", { class: "target", r: 16 }), make("circle", { class: "round", r: 9 }),
    make("rect", { class: "square", x: -8, y: -8, width: 16, height: 16 }), make("text", {})];

  function placed(knob, handle, state, view) {
    const [x, y, sign] = read(state, handle.path);
    knob.setAttribute("class", `handle ${handle.kind} ${sign > 0 ? "plus" : sign < 0 ? "minus" : ""} ${handle.role || ""}`);
    knob.setAttribute("transform", `translate(${view.x(x)},${view.y(y)})`);
    knob.lastChild.textContent = sign > 0 ? "+" : sign < 0 ? "−" : handle.label;
    return knob;
  }

  function describe(handle, state) {
    const [x, y, sign] = read(state, handle.path);
    return `x = ${x}, y = ${y}` + (sign === undefined ? "" : sign > 0 ? ", class plus" : ", class minus");
  }

  function mount(root, name) {
    const figure = Figures[name], view = plane(figure.extent || 6);
    const given = root.querySelector('script[type="application/json"]');
    const first = JSON.parse(given.textContent); // the state at first: integers, strings, and lists of them
    let state = copy(first), result, selected = null, timer = null, example = null;

    const drawing = make("g", {}), knobs = make("g", {}), background = grid(view);
    const svg = make("svg", { viewBox: `0 0 ${SIZE} ${SIZE}`, class: "field", role: "group", "aria-label": figure.title }, background, drawing, knobs);
    const says = make("p", { class: "says", role: "status" });
    const panel = make("div", { class: "panel" }), numbers = make("div", { class: "sides" });
    root.classList.add("playing");
    root.prepend(make("div", { class: "play" }, make("div", { class: "stage" }, figure.flat ? null : svg, says, panel), numbers));

    // The one way in which anything changes; speak = false while something is dragged.
    function change(edit, speak = true) {
      const before = copy(state);
      edit(state);
      try {
        show(speak);
      } catch (error) {
        state = before;
        throw error;
      }
    }

    function show(speak) {
      result = figure.compute(state);
      for (const control of figure.controls) {
        if (control.kind !== "range") continue;
        const most = control.max(state, result);
        if (state[control.name] > most) {
          state[control.name] = most;
          result = figure.compute(state);
        }
      }
      drawing.replaceChildren(...result.shapes.map((shape) => draw(shape, view)).filter(Boolean));
      drawHandles();
      drawPanel();
      numbers.replaceChildren(
        ...(result.chain ? [chainTable(result.chain)] : []), ...(result.plot ? [plotOf(result.plot)] : []), ...(result.rows ? [rowTable(result.rows)] : []));
      if (speak) says.textContent = result.says + best();
      root.dataset.state = JSON.stringify(state);
    }

    function best() {
      if (!result.score) return "";
      const kept = memory.get(name);
      if (!kept || Exact.q(kept.value).cmp(result.score.value) < 0) {
        memory.set(name, { value: result.score.value.toString(), state });
      }
      const record = Exact.q(memory.get(name) ? memory.get(name).value : result.score.value);
      return ` ${result.score.label}: ${decimal(result.score.value)}; your best so far: ${decimal(record)}.`;
    }

    // ---- handles

    function drawHandles() {
      const handles = figure.handles(state);
      while (knobs.childElementCount > handles.length) knobs.lastChild.remove();
      handles.forEach((handle, i) => {
        const knob = knobs.children[i] || knobs.appendChild(newKnob());
        placed(knob, handle, state, view).figureHandle = handle;
        knob.setAttribute("aria-label", handle.label);
        knob.setAttribute("aria-valuetext", describe(handle, state));
        knob.setAttribute("aria-valuenow", read(state, handle.path)[0]);
      });
    }

    function newKnob() {
      const knob = make("g", {
        tabindex: 0, role: "slider", "aria-roledescription": "point in the plane", "aria-valuemin": -view.extent, "aria-valuemax": view.extent,
        onkeydown: key, onpointerdown: grab, onfocus: () => { selected = knob.figureHandle; },
      }, ...knobOf());
      return knob;
    }

    const MOVES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

    function place(path, x, y) {
      const inside = (value) => Math.max(-view.extent, Math.min(view.extent, value));
      const at = read(state, path);
      [at[0], at[1]] = [inside(x), inside(y)];
    }

    function flip(path) {
      const at = read(state, path);
      if (at.length === 3) at[2] = -at[2];
    }

    function key(event) {
      const path = event.currentTarget.figureHandle.path, move = MOVES[event.key];
      if (move) change(() => { const at = read(state, path); place(path, at[0] + move[0], at[1] + move[1]); });
      else if (event.key === " " || event.key === "Enter") change(() => flip(path));
      else return;
      event.preventDefault();
    }

    // A press that does not move flips the class, so that touch needs no second gesture.
    function grab(event) {
      const knob = event.currentTarget, path = knob.figureHandle.path;
      let moved = false;
      const at = () => { const box = svg.getBoundingClientRect(); return (e) => view.back(((e.clientX - box.left) * SIZE) / box.width, ((e.clientY - box.top) * SIZE) / box.height); };
      const where = at();
      const drag = (e) => {
        const [x, y] = where(e), now = read(state, path);
        if (x === now[0] && y === now[1]) return;
        moved = true;
        change(() => place(path, x, y), false);
      };
      const drop = () => {
        knob.removeEventListener("pointermove", drag);
        knob.removeEventListener("pointerup", drop);
        knob.removeEventListener("pointercancel", drop);
        change(() => { if (!moved) flip(path); });
      };
      knob.setPointerCapture(event.pointerId);
      knob.addEventListener("pointermove", drag);
      knob.addEventListener("pointerup", drop);
      knob.addEventListener("pointercancel", drop);
      knob.focus();
      event.preventDefault();
    }

    // ---- controls

    function stop() {
      clearInterval(timer);
      timer = null;
    }

    function play(control) {
      if (timer) { stop(); return drawPanel(); }
      const most = () => control.max(state, result);
      if (state[control.name] >= most()) change(() => { state[control.name] = 0; }, false);
      if (calm()) return change(() => { state[control.name] = most(); });
      timer = setInterval(() => {
        const end = state[control.name] + 1 >= most();
        if (end) stop();
        change(() => { state[control.name] = Math.min(most(), state[control.name] + 1); }, end);
      }, 500);
      drawPanel();
    }

    const position = (control) => {
      if (control.text) return " " + control.text(state);
      const value = String(state[control.name]).replace("-", "−");
      return " " + (control.min < 0 ? value : `${value} of ${control.max(state, result)}`);
    };

    const button = (text, onclick, disabled) => make("button", { type: "button", onclick, disabled }, text);

    const WIDGETS = {
      range(control) {
        const most = control.max(state, result), least = control.min || 0, value = state[control.name];
        const set = (next) => () => change(() => { state[control.name] = Math.max(least, Math.min(most, next)); });
        const slider = make("input", {
          type: "range", min: least, max: most, value, "data-control": control.name,
          oninput: (event) => change(() => { state[control.name] = Number(event.target.value); }, false), onchange: () => show(true),
        });
        return make("span", { class: "control" }, make("label", {}, control.label + " ", slider, make("output", {}, position(control))),
          button("−1", set(value - 1), value <= least), button("+1", set(value + 1), value >= most),
          control.play ? button(timer ? "Pause" : "Play", () => play(control)) : null);
      },
      choice: (control) => make("label", { class: "control" }, control.label + " ", make("select", {
        "data-control": control.name, onchange: (event) => change(() => { state[control.name] = event.target.value; }),
      }, ...control.options.map(([value, text]) => make("option", { value, selected: state[control.name] === value }, text)))),
      check: (control) => make("label", { class: "control" }, make("input", {
        type: "checkbox", "data-control": control.name, checked: state[control.name], onchange: (event) => change(() => { state[control.name] = event.target.checked; }),
      }), " " + control.label),
    };

    WIDGETS.press = (control) => button(control.label, () => { stop(); change(control.act); }, control.off && control.off(state));

    // The panel is drawn anew after each change; what had the focus keeps it.
    function drawPanel() {
      const held = document.activeElement && panel.contains(document.activeElement)
        ? [...panel.querySelectorAll("input, select, button")].indexOf(document.activeElement) : -1;
      const dragging = held >= 0 && document.activeElement.type === "range";
      if (dragging) {
        // A slider that is being moved may not be replaced under the finger.
        const control = figure.controls.find((c) => c.name === document.activeElement.dataset.control);
        const most = control.max(state, result), [down, up] = document.activeElement.closest(".control").querySelectorAll("button");
        document.activeElement.max = most;
        down.disabled = state[control.name] <= (control.min || 0);
        up.disabled = state[control.name] >= most;
        document.activeElement.nextSibling.textContent = position(control);
        return;
      }
      const extra = figure.samples ? [
        button("Add a sample", () => change(addSample), state.points.length >= figure.samples.most),
        button("Remove the selected sample", () => change(removeSample), state.points.length <= figure.samples.least),
      ] : [];
      if (figure.examples) extra.unshift(make("label", { class: "control" }, "example ", make("select", {
        "data-control": "example", onchange: (event) => { stop(); change(() => { example = event.target.value; state = Object.assign(copy(first), copy(figure.examples[example])); }); },
      }, ...Object.keys(figure.examples).map((text) => make("option", { selected: text === example }, text)))));
      panel.replaceChildren(...figure.controls.filter((control) => !control.when || control.when(state)).map((control) => WIDGETS[control.kind](control)), ...extra,
        button("Start again", () => { stop(); change(() => { state = copy(first); example = null; }); }));
      if (held >= 0) { const all = panel.querySelectorAll("input, select, button"); if (all[held]) all[held].focus(); }
    }

    function addSample() {
      const taken = new Set(state.points.map((z) => z[0] + "," + z[1]));
      for (let r = 1; r <= view.extent; r++) for (const [x, y] of [[r, 0], [0, r], [-r, 0], [0, -r], [r, r], [-r, r], [-r, -r], [r, -r]]) {
        if (!taken.has(x + "," + y)) { state.points.push([x, y, state.points.length % 2 ? -1 : 1]); return; }
      }
    }

    function removeSample() {
      const chosen = selected && selected.path[0] === "points" ? selected.path[1] : state.points.length - 1;
      state.points.splice(Math.min(chosen, state.points.length - 1), 1);
      selected = null;
    }

    show(true);
  }

  // A term of a formula in the text, or its row in a figure, lights up its curve while the pointer is on it.
  function light(event) {
    const term = event.target.closest(".term"), found = term && /term(\d)/.exec(term.className);
    for (const root of document.querySelectorAll("figure.playing")) {
      if (found) root.dataset.lit = found[1];
      else delete root.dataset.lit;
    }
  }

  function mountAll() {
    for (const root of document.querySelectorAll("figure[data-figure]")) mount(root, root.dataset.figure);
    document.addEventListener("pointerover", light);
  }

  if (typeof document !== "undefined") {
    if (document.readyState === "complete") mountAll();
    else document.addEventListener("DOMContentLoaded", mountAll);
  }
  return { mount, picture, refused };
})();

if (typeof module !== "undefined") module.exports = { Figures, Figure };
