// Grades an answer to an exercise, by the arithmetic of the checker in this browser (checker.js): the rules and the
// sentences are those of novikoff/exercises/grading.py, which says what an answer looks like.
//
//   Grading.grade(exercise, answer)   {right, says}; `exercise.task` is what its grader reads
//
// A polynomial is [[coefficient, [[atom, exponent], …]], …], as the checker gives it. It multiplies out sums of products
// of terms: [[term, …], …].
"use strict";

var Grading = (function () {
  const NUMBER = /^[-−+]?(?:\d{1,9}(?:\/\d{1,9}|\.\d{1,9})?|\.\d{1,9})$/u;
  const RELATION = /<=|>=|==|!=|[<>=≤≥≠]/gu;
  const LETTERS = {
    alpha: "α", beta: "β", gamma: "γ", delta: "δ", epsilon: "ε", eta: "η", kappa: "κ", lambda: "λ",
    mu: "μ", rho: "ρ", sigma: "σ", tau: "τ",
  };
  const TYPED = [
    [/[\s\ufeff\x1c-\x1f\x85]+/gu, " "], // what is white space in JavaScript or in Python, which differ
    [/[⟨<]\s*([^\s,<>⟨⟩=]+)\s*,\s*([^\s,<>⟨⟩=]+)\s*[⟩>]/gu, " $1@$2 "],
    [/(?:‖|\|\|?)\s*([^\s‖|]+)\s*(?:‖|\|\|?)\s*(?:²|\^2|\*\*2)/gu, " $1@$1 "],
    [/²/gu, "^2"], [/\*\*/gu, "^"], [/=</gu, "<="], [/=>/gu, ">="], [/\[/gu, "("], [/\]/gu, ")"],
    ...Object.entries(LETTERS).map(([name, letter]) => [new RegExp(`(?<![A-Za-z_])${name}(?![A-Za-z_0-9])`, "gu"), letter]),
  ];
  const SEPARATOR = /;|,(?=[^,;=]*=)/u;
  const TOKEN = /\s*([0-9.]+|[^\-−+*·/^()\s0-9.@][^\-−+*·/^()\s@]*(?:@[^\-−+*·/^()\s@]+)?|\S)/gu;
  const MOST_TOKENS = 200, MOST_PRODUCTS = 10000, MOST_DEGREE = 99;
  const SIGNS = { "≤": "<=", "≥": ">=", "≠": "!=", "==": "=" };

  class Unreadable extends Error {}

  const wrong = (says) => ({ right: false, says });
  const right = (says) => ({ right: true, says });
  const quoted = (text, most) => `'${text}'`.slice(0, most);
  const asked = (given) => { if (given.refused) throw new Error(given.refused); return given; };
  const tooLarge = () => new Unreadable("this polynomial is too large to multiply out");
  function total(products) {
    const p = JSON.parse(checker.sum(JSON.stringify(products)));
    if (p.refused || p.some(([c]) => /\d{401}/.test(c))) throw tooLarge();
    return p;
  }
  // As terms of a certificate.
  const atom = (name) => (name.includes("@") ? ["@", ...name.split("@").map((vector) => `${vector}@`)] : name);
  const written = (p) => ["+", "0", "0", ...p.map(([c, m]) => ["*", "1", c, ...m.map(([name, e]) => ["^", atom(name), `${e}`])])];

  function grade(exercise, answer) {
    try {
      return GRADERS[exercise.kind](exercise.task, asTyped(answer));
    } catch (problem) {
      if (problem instanceof Unreadable) return wrong(problem.message);
      throw problem;
    }
  }

  // ------------------------------------------------------------------------------------------ reading

  // The answer with the signs of the page replaced by those that are read here.
  const asTyped = (answer) => TYPED.reduce((text, [pattern, put]) => text.replace(pattern, put), answer);

  function assigned(answer) {
    const table = new Map();
    for (const part of answer.split(SEPARATOR).filter((text) => text.trim())) {
      const at = part.indexOf("=");
      if (at < 0) throw new Unreadable(`${quoted(part.trim(), 60)} is not of the form NAME = VALUE; separate the parts by semicolons`);
      const name = part.slice(0, at).trim().split(/\s+/u).join("_");
      if (table.has(name)) throw new Unreadable(`${name} is given twice`);
      table.set(name, part.slice(at + 1).trim());
    }
    return table;
  }

  function rational(text) {
    if (!NUMBER.test(text) || /\/0+$/.test(text)) throw new Unreadable(`${quoted(text, 40)} is not a number such as -3/4 or 0.5`);
    const [whole, places] = text.replace("−", "-").replace(/^\++/, "").split(".");
    return places ? `${BigInt(whole + places)}/1${"0".repeat(places.length)}` : whole;
  }

  // How many products a term has when it is multiplied out and nothing is collected, and a bound on their degrees.
  function measured(term) {
    if (typeof term === "string") return [1, /^-?\d/.test(term) ? 0 : 1];
    const [word, ...parts] = term;
    if (word === "@" || word === "^") return [1, word === "^" ? Number(parts[1]) : 1];
    return parts.slice(word === "+" ? 2 : 1).map(measured).reduce(([m, d], [n, e]) => (
      word === "+" ? [m + n, Math.max(d, e)] : [m * n, d + e]));
  }

  function polynomial(text, known) {
    const tokens = [...text.matchAll(TOKEN)].map((found) => found[1]);
    const next = () => tokens[0] || "", take = () => tokens.shift() || "";
    const misread = () => new Unreadable(`${quoted(text.trim(), 60)} is not a polynomial such as 2*y^2 - 1/2*x@x`);
    if (!tokens.length) throw new Unreadable("a polynomial is expected, such as 2 or -x@x");
    if (tokens.length > MOST_TOKENS) throw new Unreadable(`a polynomial has at most ${MOST_TOKENS} numbers, names and signs`);

    function sum() {
      const term = ["+", "0", "0"];
      while (term.length === 3 || /^[-−+]$/u.test(next())) {
        const sign = /^[-−+]$/u.test(next()) ? take() : "+", factors = [factor()];
        while (next() && !/^[-−+)]$/u.test(next())) {
          const by = /^[*·/]$/u.test(next()) ? take() : "";
          factors.push(by === "/" ? rational(`1/${take()}`) : factor());
        }
        term.push(["*", sign === "+" ? "1" : "-1", ...factors]);
      }
      return term;
    }

    const isProduct = (text) => text.includes("@") && (known.has(text) || known.has(text.split("@").reverse().join("@")));

    function factor() {
      let token = take();
      if (token === "(") {
        const term = sum();
        if (take() !== ")") throw misread();
        return term;
      }
      if (/^[-−+*·/^)]?$/u.test(token)) throw misread();
      if (/^[0-9.]/u.test(token)) return rational(token);
      if (tokens.length > 1 && /^[*·]$/u.test(tokens[0]) && isProduct(`${token}@${tokens[1]}`)) {
        take();
        token += `@${take()}`; // u·x for the inner product
      }
      if (!known.has(token) && !isProduct(token)) {
        throw new Unreadable(`${quoted(token, 40)} is neither a number nor one of: ${[...known].sort().join(", ")}`);
      }
      if (next() !== "^") return atom(token);
      take();
      const exponent = take();
      if (!/^[1-9]$/u.test(exponent)) {
        throw new Unreadable(`an exponent is a whole number from 1 to 9, as in y^2 (got ${quoted(exponent, 40)})`);
      }
      return ["^", atom(token), exponent];
    }

    const term = sum();
    if (tokens.length) throw misread();
    const [products, degree] = measured(term);
    if (products > MOST_PRODUCTS || degree > MOST_DEGREE) throw tooLarge();
    return total([[term]]);
  }

  // A comparison of two polynomials in the inner products and numbers of a statement, as [relation, polynomial].
  function comparison(text, declared) {
    const sides = text.split(RELATION), signs = text.match(RELATION) || [];
    if (signs.length !== 1) throw new Unreadable(`${quoted(text, 60)} is not a hypothesis such as w@x <= 0`);
    const vectors = declared.filter((name) => name.endsWith("@")).map((name) => name.slice(0, -1));
    const known = new Set([...declared.filter((name) => !name.endsWith("@")), ...vectors.flatMap((v) => vectors.map((w) => `${v}@${w}`))]);
    const [left, right] = sides.map((side) => polynomial(side, known));
    const sign = SIGNS[signs[0]] || signs[0], [less, greater] = sign === "<" || sign === "<=" ? [right, left] : [left, right];
    return [sign.replace("<", ">"), total([[written(less)], ["-1", written(greater)]])];
  }

  // ------------------------------------------------------------------------------------------ the five kinds

  // The values of an answer, as a counterexample of a certificate.
  function pointAt(declared, answer) {
    const given = assigned(answer);
    const names = new Map(declared.map((name) => [name.replace(/@$/, ""), name]));
    if (given.size !== names.size || ![...given.keys()].every((name) => names.has(name))) {
      throw new Unreadable(`give a value to each of: ${[...names.keys()].join(", ")}`);
    }
    const values = {};
    for (const [short, name] of names) {
      const text = given.get(short);
      values[name] = name.endsWith("@") ? text.replace(/^[()]+|[()]+$/g, "").split(",").map((part) => rational(part.trim())) : rational(text);
    }
    const sizes = new Set(Object.values(values).filter(Array.isArray).map((value) => value.length));
    const dimension = sizes.size ? Math.max(...sizes) : 0;
    if (sizes.size > 1 || dimension > 9) throw new Unreadable("all vectors need equally many coordinates, at most 9");
    return { dimension, size: 0, values };
  }

  function point(task, answer) {
    const counterexample = pointAt(task.statement.declare, answer);
    for (const name of task.nonzero) {
      const parts = [counterexample.values[name]].flat();
      if (parts.every((part) => /^-?0+(\/|$)/.test(part))) return wrong(`${name.replace(/@$/, "")} must not be 0 here`);
    }
    const { assume, show } = asked(JSON.parse(checker.evaluate(JSON.stringify({ statement: task.statement, counterexample }))));
    const at = (value) => `left side minus right side is ${value}`;
    for (const [name, holds, value] of assume) if (!holds) return wrong(`the hypothesis ${name} does not hold there: ${at(value)}`);
    for (const [name, holds, value] of show) if (!holds) return right(`all hypotheses hold there and ${name === "goal" ? "the claim" : name} fails: ${at(value)}`);
    return wrong("every conclusion is true there");
  }

  // How a fact relates to another: "same", "stronger", or "" if it is no multiple that implies the other.
  function compared([sign, p], [wanted, q]) {
    const coefficient = (poly) => (poly.find(([, m]) => JSON.stringify(m) === JSON.stringify(q[0][1])) || [])[0];
    const first = q.length ? coefficient(p) : undefined;
    if (first === undefined || total([[first, written(q)], ["-1", q[0][0], written(p)]]).length) return "";
    const along = first.startsWith("-") === q[0][0].startsWith("-");
    if (sign === wanted && (sign === "=" || sign === "!=" || along)) return "same";
    const implied = wanted === ">=" ? sign === "=" : sign === ">" && wanted === "!=";
    return implied || (sign === ">" && wanted === ">=" && along) ? "stronger" : "";
  }

  function hypothesis(task, answer) {
    const { declare, show } = task.statement, [sign, p] = comparison(answer, declare);
    const statement = { id: "exercise", declare, assume: { yours: [sign, written(p), "0"] }, show };
    for (const text of task.points) {
      const found = asked(JSON.parse(checker.evaluate(JSON.stringify({ statement, counterexample: pointAt(declare, text) }))));
      if (found.assume[0][1]) return wrong(`with it the statement is still false: ${text} satisfies all hypotheses`);
    }
    const read = asked(JSON.parse(checker.facts(JSON.stringify({ ...show, " it": task.missing }))));
    const found = compared([sign, p], read[" it"]);
    if (found === "same") return right("with it the statement is proved");
    if (found) return wrong("with it the statement is true, but a weaker hypothesis is enough");
    if (Object.keys(show).some((name) => compared([sign, p], read[name]))) return wrong("this supposes what is to be shown");
    return wrong("no counterexample that is stored here refutes it, but it is no multiple of the hypothesis that was left out: look for a simpler one");
  }

  function multipliers(task, answer) {
    const read = asked(JSON.parse(checker.facts(JSON.stringify({ ...task.facts, " goal": task.goal }))));
    const facts = new Map(Object.keys(task.facts).map((name) => [name, read[name]])), goal = read[" goal"];
    const known = new Set(Object.values(read).flatMap(([, p]) => p.flatMap(([, m]) => m.map(([name]) => name))));
    const rest = [[written(goal[1])]];
    let strict = false;
    for (const [name, text] of assigned(answer)) {
      if (!facts.has(name)) throw new Unreadable(`${quoted(name, 40)} is not one of the facts: ${[...facts.keys()].join(", ")}`);
      const factor = polynomial(text, known), [relation, p] = facts.get(name);
      if (relation !== "=" && factor.some(([c, m]) => m.length || c.startsWith("-"))) {
        return wrong(`${name} is an inequality: its multiplier has to be a number that is not negative`);
      }
      if (relation !== "=" && factor.length && (goal[0] === "=" || relation === "!=")) {
        return wrong(`${name} is an inequality: ${goal[0] === "=" ? "an equation follows from equations alone" : "≠ does not determine a sign"}`);
      }
      strict ||= relation === ">" && factor.length > 0;
      rest.push(["-1", written(factor), written(p)]);
    }
    const left = total(rest);
    if (left.length) return wrong(`there remains ${spelt(left)}`);
    if ((goal[0] === ">" || goal[0] === "!=") && !strict) return wrong("nothing remains, but no strict inequality is used: this shows only ≥");
    return right("nothing remains: the step is proved");
  }

  // As answers are written, sorted as Python sorts monomials: atom by atom, then by exponent, the shorter one first.
  function spelt(p) {
    const before = ([, m], [, n]) => {
      for (let i = 0; i < Math.min(m.length, n.length); i++) {
        if (m[i][0] !== n[i][0]) return m[i][0] < n[i][0] ? -1 : 1;
        if (m[i][1] !== n[i][1]) return m[i][1] - n[i][1];
      }
      return m.length - n.length;
    };
    let text = "";
    for (const [c, m] of [...p].sort(before)) {
      const factors = m.map(([name, e]) => (e === 1 ? name : `${name}^${e}`)), size = c.replace("-", ""), minus = c !== size;
      text += text ? (minus ? " - " : " + ") : minus ? "-" : "";
      text += (size !== "1" || !factors.length ? [size, ...factors] : factors).join("*");
    }
    return text || "0";
  }

  function order(task, answer) {
    const uses = task.uses, given = answer.replaceAll(",", " ").split(/\s+/).filter(Boolean);
    const all = uses.map((_, i) => String(i + 1));
    if ([...given].sort().join() !== [...all].sort().join()) throw new Unreadable(`give each of the numbers 1 to ${uses.length} once, as in 3 1 2`);
    const places = given.map((number) => Number(number) - 1);
    for (const [place, line] of places.entries()) for (const used of uses[line]) {
      if (!places.slice(0, place).includes(used)) return wrong(`line ${line + 1} uses line ${used + 1}, which comes later`);
    }
    return right("each line comes after those that it uses");
  }

  function count(task, answer) {
    if (!/^\d{1,6}$/.test(answer.trim())) throw new Unreadable("a whole number of at most six digits is expected, as in 7");
    const vectors = task.X.map((x, i) => x.map((part) => Exact.q(part * task.y[i])));
    const made = Runs.perceptron(vectors, { most: 10000 }).mistakes.length, said = Number(answer);
    if (said === made) return right(`the run makes ${made} updates`);
    return wrong(`the run makes ${made > said ? "more" : "fewer"} updates`);
  }

  const GRADERS = { point, hypothesis, multipliers, order, count };
  return { grade };
})();
