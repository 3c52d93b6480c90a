// The kernel once more: proofs/kernel.py, rule for rule, in the language of your browser, so that your own machine can check
// what the book says is proved. It checks proofs and finds nothing. If an entry is `proved`, its statement is true in every
// real inner-product space, for every finite index set and every finite run; if it is `refuted`, its witness makes every
// hypothesis true and a conclusion false. Names and order are those of kernel.py, whose first page says what the terms and
// statements mean; a sequent above a rule has its premises over its conclusion, with what is written there:
//
//     Γ           what is known: names, facts about them, each under a name of its own, and perhaps a run
//     Γ ⊢ Δ       wherever the facts of Γ hold, so do the facts Δ, the goals
//     A, ¬A       a fact p ⋈ 0, where ⋈ is ≥, >, = or ≠, and its negation
//     Γ, n: A     Γ with one more fact, over the names of Γ, under the new name n
//     Γ, i        Γ at one index: from here on [i] is one i, the same everywhere outside of sums
//     t of Γ      t is a number or vector over the names of Γ; a vector may use the adjoined units too
//     p plain     p is a number of Γ; it mentions [i] only if Γ is at one index, for elsewhere there may be no i
//     σA, A[t/s]  A with terms put, all at once, for its names, or for the names s only
//     s, x        the state and the input of Γ's run, which goes from `start` by `next`, where `when` holds
//     Γ⁻          what Γ knows without the run: no name and no fact that depends on the state reached
//     Γ⁻, s, x    any one step of the run: Γ⁻, the names s and x, the facts `when`
//
// Numbers are exact: fractions of BigInt. A monomial is an array of [atom, exponent], sorted by atom; a polynomial is a Map
// from the spelling of a monomial to [monomial, coefficient]; a fact is [relation, polynomial]; a table is a Map. JSON is
// read by `read_json`, whose objects are Maps and whose numbers are BigInts. This is a second reading of the same rules: a
// mistake in the rules would be in both; one in Python, in its libraries or in your copy of them would not.
"use strict";

var kernel = (function () {
  const NAME = /^(?!.{100}|[0-9₀-₉])[A-Za-z0-9_À-ÖØ-öø-ɏḀ-ỿΑ-ΡΣ-Ωα-ω₀-₉]+[*']*(\[i\])?@?$/;
  const IDENTIFIER = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;
  const UNIT = /^#[1-9]@$/;
  const RATIONAL = /^-?[0-9]{1,400}(\/[0-9]{1,400})?$/;
  const FACTOR = /^([^]*?)(?:\^([1-9][0-9]?))?$/;
  const MAX_BYTES = 2 ** 24, MAX_TERMS = 20000, MAX_BITS = 10000, MAX_WORK = 10 ** 6, MAX_BOOK = 10 ** 8;
  const MAX_DEPTH = 200, MAX_NESTING = 20;
  const NARY = ["+", "*", "max", "min"], BINARY = ["/", "@", "^"], UNARY = ["sum", "exp", "ln", "sqrt", "abs"];
  const RELATIONS = new Map([
    ["<=", [-1, ">="]], ["<", [-1, ">"]], ["=", [1, "="]], ["!=", [1, "!="]], [">", [1, ">"]], [">=", [1, ">="]],
  ]);
  const RULES = ["poly", "cases", "contra", "have", "split", "define", "lemma", "induction", "sum", "entry"];
  const OPEN = ["have", "define", "lemma", "induction", "sum"]; // rules that are right for every i at once
  const FACTORS = ["c", "facts", "squares", "norms", "exponentials", "remainders"];

  class Rejected extends Error {} // the proof, statement or witness is not accepted; the message says why

  function require(condition, message, ...given) {
    if (!condition) throw new Rejected([message, ...given.map(shown)].join(": "));
  }

  function shown(part) {
    const text = part instanceof Map ? `{${[...part.keys()]}}` : typeof part === "string" ? `'${part}'` : String(part);
    return text.slice(0, 60);
  }

  // ------------------------------------------------------------------------------------------------------ fractions

  const absolute = (n) => (n < 0n ? -n : n);

  function fraction(n, d) { // in lowest terms; d is positive
    let [a, b] = [absolute(n), d];
    while (b) [a, b] = [b, a % b];
    return { n: n / a, d: d / a };
  }

  const integer = (n) => ({ n: BigInt(n), d: 1n });
  const plus = (a, b) => fraction(a.n * b.d + b.n * a.d, a.d * b.d);
  const by = (a, b) => fraction(a.n * b.n, a.d * b.d);
  const minus = (a) => ({ n: -a.n, d: a.d });
  const text_of = (a) => (a.d === 1n ? `${a.n}` : `${a.n}/${a.d}`);
  const ZERO = integer(0), ONE = integer(1);

  const bit_length = (n) => absolute(n).toString(2).length; // 1 for 0, which no limit notices
  // The work left for the entry that is being checked: at most MAX_WORK, and MAX_BOOK for all entries together.
  const Work = { left: Infinity };

  // The number, which took work in proportion to its length and to the size of what it belongs to.
  function spend(value, size) {
    const bits = bit_length(value.n) + bit_length(value.d);
    Work.left -= 1 + size + Math.floor(bits / 64);
    require(bits <= MAX_BITS && Work.left >= 0, "a number is too long, or the work takes too long");
    return value;
  }

  // A function of a text that keeps up to 10 000 values: of more names the kernel keeps others, and so counts other work.
  const caches = [];
  function cached(compute) {
    const known = new Map();
    caches.push(known);
    return function (text) {
      if (!known.has(text)) {
        const found = compute(text);
        if (known.size >= 10000) known.clear();
        known.set(text, found);
      }
      return known.get(text);
    };
  }

  // ---------------------------------------------------------------------------------------------------- polynomials

  const one_term = (monomial, value) => new Map([[spelled(monomial), [monomial, value]]]);
  const constant = (value) => (value.n ? one_term([], value) : new Map());
  const atom = (name) => one_term([[name, 1]], ONE);
  const equal = (p, q) => p.size === q.size && [...p].every(([key, [, c]]) => q.has(key) && !plus(c, minus(q.get(key)[1])).n);

  // The sum of polynomials, which are made one after the other.
  const add = (...polys) => add_all(polys);
  const add_all = (polys) => collect((function* () { for (const p of polys) yield* p.values(); })());

  // The sum of terms.
  function collect(terms) {
    const total = new Map();
    for (const [m, value] of terms) {
      const key = spelled(m), so_far = total.has(key) ? total.get(key)[1] : ZERO;
      total.set(key, [m, spend(plus(so_far, value), m.reduce((sum, [, e]) => sum + e, 0))]);
    }
    return new Map([...total].filter(([, [, value]]) => value.n));
  }

  const negative = (p) => new Map([...p].map(([key, [m, c]]) => [key, [m, minus(c)]]));

  // The product of two monomials.
  function times(m, n) {
    const exponents = new Map(m);
    for (const [name, e] of n) exponents.set(name, (exponents.get(name) || 0) + e);
    return [...exponents.keys()].sort().map((name) => [name, exponents.get(name)]);
  }

  // The product of polynomials; 1 for none. Factors 1 are left out.
  function product(polys) {
    const factors = [...polys], one = constant(ONE);
    spend(ZERO, factors.length);
    let [total, ...others] = factors.filter((p) => !equal(p, one));
    for (const q of others) {
      require(total.size * q.size <= MAX_TERMS, "a product of polynomials is too large");
      const terms = [];
      for (const [m, a] of total.values()) for (const [n, b] of q.values()) terms.push([times(m, n), by(a, b)]);
      total = collect(terms);
    }
    return total || one;
  }

  // The inner product of two vectors: bilinear, symmetric, adjoined units orthonormal.
  function gram(u, v) {
    const left = parts(u), right = parts(v);
    return add_all((function* () {
      for (const [x, m, a] of left) {
        for (const [y, n, b] of right) yield product([one_term(times(m, n), by(a, b)), gram_of(x, y)]);
      }
    })());
  }

  // The vector variable, the rest and the coefficient of each monomial of a vector.
  function parts(v) {
    return [...v.values()].flatMap(([m, c]) =>
      m.filter(([x]) => x.endsWith("@")).map(([x]) => [x, m.filter(([name]) => name !== x), c]));
  }

  // The inner product of two vector variables.
  function gram_of(x, y) {
    if (UNIT.test(x) || UNIT.test(y)) return constant(x === y ? ONE : ZERO);
    return atom([x.slice(0, -1), y.slice(0, -1)].sort().join("@"));
  }

  // The pieces of a text, apart by a separator outside of parentheses.
  function pieces(text, separator) {
    spend(ZERO, text.length);
    const found = [];
    let depth = 0, start = 0;
    for (let k = 0; k < text.length; k++) {
      depth += (text[k] === "(") - (text[k] === ")");
      require(depth <= MAX_NESTING, "parentheses are nested too deeply", text);
      if (text[k] === separator && !depth) {
        found.push(text.slice(start, k));
        start = k + 1;
      }
    }
    return [...found, text.slice(start)];
  }

  // What an atom is made of, { kind, inner, pair }: a sum of the monomial in it, an exponential of the polynomial in it,
  // an inner product of a pair of vectors; a variable of itself.
  const shape = cached(function (name) {
    const [x, ...y] = pieces(name, "@");
    require(y.length < 2, "not an atom", name);
    if (y.length && y[0]) {
      const pair = [`${x}@`, `${y[0]}@`];
      return { kind: "pair", inner: new Map(pair.flatMap((vector) => [...atom(vector)])), pair };
    }
    const form = x.endsWith(")") ? x.slice(0, 4) : "";
    if (form === "sum(") {
      return { kind: "sum", inner: one_term(read_monomial(x === "sum()" ? [] : pieces(x.slice(4, -1), ",")), ONE), pair: [] };
    }
    if (form === "exp(") return { kind: "exp", inner: read_exponent(x.slice(4, -1)), pair: [] };
    return { kind: "variable", inner: atom(name), pair: [] };
  });

  // Does the polynomial speak of a single index [i] (outside of sums)?
  function is_indexed(p) {
    const indexed = (name) => !name.includes("(") || (shape(name).kind !== "sum" && is_indexed(shape(name).inner));
    return [...p.values()].some(([m]) => m.some(([name]) => name.includes("[i]") && indexed(name)));
  }

  // The factors of a monomial.
  function spelled(m) {
    return m.map(([a, e]) => (e === 1 ? a : `${a}^${e}`)).join(",");
  }

  // The sum over the index: what does not depend on [i] is taken out; sum() is the number of indices.
  function sum_over(p) {
    return collect([...p.values()].map(([m, value]) => [summed(m), value]));
  }

  // The sum of a monomial.
  function summed(m) {
    const under = m.filter((f) => is_indexed(one_term([f], ONE)));
    require(readable(under), "an exponent is too large", under);
    const name = `sum(${spelled(under)})${under.some(([a]) => a.endsWith("@")) ? "@" : ""}`;
    return times(m.filter((f) => !under.includes(f)), [[name, 1]]);
  }

  // Can the factors of a monomial be read again?
  const readable = (m) => m.every(([, e]) => e < 100);

  // exp(p), which is 1 for p = 0.
  function exponential(p) {
    require([...p.values()].every(([m]) => readable(m)), "an exponent is too large", p);
    const name = [...p.values()].map(([m, c]) => [text_of(c), ...(m.length ? [spelled(m)] : [])].join(",")).sort().join(";");
    require(name.length < MAX_TERMS, "an exponent is too long");
    return p.size ? atom(`exp(${name})`) : constant(ONE);
  }

  // The names of the variables in a polynomial, or in an atom; vectors end in @.
  function variables(p) {
    spend(ZERO, p.size);
    const found = new Set();
    for (const [m] of p.values()) for (const [name] of m) for (const v of variables_of(name)) found.add(v);
    return found;
  }

  const variables_of = cached((name) => (shape(name).kind === "variable" ? new Set([name]) : variables(shape(name).inner)));

  // Replace variables by their images; those without one stay. `total` says what becomes of the sum of a monomial, if
  // not the sum of its image.
  function substitute(p, images, total) {
    total = total || ((m) => sum_over(substitute(one_term(m, ONE), images)));
    const powers = (m) => m.flatMap(([a, e]) => Array.from({ length: e }, () => substitute_atom(a, images, total)));
    return add_all((function* () { for (const [m, c] of p.values()) yield product([constant(c), ...powers(m)]); })());
  }

  // The image of an atom: of a sum by what is under it, of an exponential by its exponent, of an inner product by its
  // vectors.
  function substitute_atom(name, images, total) {
    if (images.has(name)) return images.get(name);
    const { kind, inner, pair } = shape(name);
    if (kind === "sum") return total(inner.values().next().value[0]);
    if (kind === "exp") return exponential(substitute(inner, images, total));
    return pair.length ? gram(...pair.map((x) => substitute_atom(x, images, total))) : atom(name);
  }

  // -------------------------------------------------------------------------------------------------------- reading

  // What a JSON text says: objects as Maps, in which no key is repeated; numbers, which are integers, as BigInts.
  function read_json(text) {
    require(text.length <= MAX_BYTES, "the text is too long");
    const space = /[ \t\n\r]*/y, number = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y;
    const string = /"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*)*"/y;
    const words = { true: true, false: false, null: null };
    let at = 0;

    function expect(condition) {
      require(condition, "not JSON", text.slice(at));
    }

    function match(pattern) {
      pattern.lastIndex = at;
      const found = pattern.exec(text);
      expect(found && (found[0] || pattern === space));
      at += found[0].length;
      return found[0];
    }

    function take(letters) { // with the space around it
      match(space);
      const found = text.startsWith(letters, at);
      if (found) at += letters.length;
      return found;
    }

    function several(end, read) { // what is read, apart by commas, up to the end
      if (take(end)) return;
      do read(); while (take(","));
      expect(take(end));
    }

    function read_string() {
      match(space);
      return JSON.parse(match(string));
    }

    function value(left) {
      const opens = take("{") ? "{" : take("[") ? "[" : "";
      require(left > 0 || !opens, "objects and arrays are nested too deeply");
      if (opens === "{") {
        const found = new Map();
        several("}", function () {
          const key = read_string();
          require(!found.has(key), "a key is repeated", key);
          expect(take(":"));
          found.set(key, value(left - 1));
        });
        return found;
      }
      if (opens === "[") {
        const found = [];
        several("]", () => found.push(value(left - 1)));
        return found;
      }
      if (text[at] === '"') return read_string();
      for (const word in words) if (take(word)) return words[word];
      const digits = match(number);
      require(/^-?[0-9]{1,400}$/.test(digits), "not an integer", digits);
      return BigInt(digits);
    }

    const found = value(2 * MAX_DEPTH);
    match(space);
    expect(at === text.length);
    return found;
  }

  // The values of a JSON object that has all needed keys and no unknown ones, in this order.
  function fields(data, needed, optional = []) {
    const names = [...needed, ...optional];
    require(data instanceof Map, "not an object", data);
    const fit = [...needed].every((name) => data.has(name)) && [...data.keys()].every((name) => names.includes(name));
    require(fit, "keys are given where others belong", data, names);
    return names.map((name) => (data.has(name) ? data.get(name) : null));
  }

  // The elements of a JSON array; none if it is absent.
  function items(data) {
    require(data === null || Array.isArray(data), "not an array", data);
    return data || [];
  }

  // What a table has under a name.
  function lookup(table, name) {
    require(table.has(name), "no fact is named", name);
    return table.get(name);
  }

  // The one goal.
  function single(goals) {
    require(goals.size === 1, "one conclusion at a time");
    return [...goals][0];
  }

  // Refuse data in which more than so many objects and arrays are open at once.
  function require_shallow(level, left) {
    for (;;) {
      level = level.filter((whole) => whole instanceof Map || Array.isArray(whole));
      if (!level.length) return;
      require(left > 0, "objects and arrays are nested too deeply");
      level = level.flatMap((whole) => [...whole.values()]);
      left -= 1;
    }
  }

  // A number from "p" or "p/q".
  const read_rational = cached(function (text) {
    require(typeof text === "string" && RATIONAL.test(text), "not a rational number", text);
    const [p, q] = text.split("/").map(BigInt);
    require(q !== 0n, "the denominator is 0", text);
    return q === undefined ? integer(p) : fraction(p, q);
  });

  // A monomial from factors "R^2", "x@w", "sum(a[i],x@w[i])"; atoms get their canonical spelling.
  function read_monomial(factors) {
    let monomial = [];
    for (const factor of factors) {
      const [, base, exponent] = FACTOR.exec(factor);
      const name = UNIT.test(base) ? base : read_atom(base);
      monomial = times(monomial, [[name, Number(exponent || 1)]]);
      spend(ZERO, monomial.length);
      require(new Map(monomial).get(name) < 100, "the exponent is too large", factor);
    }
    return monomial;
  }

  // An atom in its canonical spelling.
  function read_atom(text) {
    const { kind, inner, pair } = shape(text);
    if (kind === "pair") return pair.map((vector) => read_atom(vector).slice(0, -1)).sort().join("@");
    if (kind === "variable") {
      require(NAME.test(text), "not an atom", text);
      return text;
    }
    const under = kind === "sum" ? inner.values().next().value[0] : [], vectors = under.filter(([a]) => a.endsWith("@"));
    const count = vectors.reduce((sum, [, e]) => sum + e, 0);
    require(count === Number(text.endsWith("@")), "not a vector, or not a number", text);
    require(under.every((f) => is_indexed(one_term([f], ONE))), "not a sum of terms with [i]", text);
    return (kind === "sum" ? sum_over(inner) : exponential(inner)).values().next().value[0][0][0];
  }

  // The number p of exp(p), from its terms: a coefficient and factors each.
  function read_exponent(text) {
    const terms = pieces(text, ";").map((t) => pieces(t, ",")).map(([c, ...m]) => [read_monomial(m), read_rational(c)]);
    const p = collect(terms), mentioned = terms.some(([m]) => is_indexed(one_term(m, ONE)));
    require(is_indexed(p) || !mentioned, "where [i] cancels, nothing is said of it", text);
    require(p.size && ![...p.values()].some(([m]) => m.some(([a]) => a.endsWith("@"))), "not an exponent", text);
    return p;
  }

  // A polynomial from {"monomial": "rational"}, or from a term as it is written.
  function read_poly(data, defined = new Map()) {
    if (!(data instanceof Map)) {
      const [p] = read_term(data, defined);
      require(is_indexed(p) === mentions_index(data), "where [i] cancels, nothing is said of it", data);
      return p;
    }
    return collect([...data].map(([m, c]) => [read_product(m), read_rational(c)]));
  }

  // The names in a term as it is written, or in terms, also those that cancel.
  function leaves(data) {
    if (typeof data === "string") return RATIONAL.test(data) || UNIT.test(data) ? [] : [data];
    return [...new Set((Array.isArray(data) ? data.slice(1) : []).flatMap(leaves))];
  }

  // Does a term, as it is written, speak of a single index [i] (outside of sums)?
  function mentions_index(data) {
    if (typeof data === "string") return data.includes("[i]");
    return data[0] !== "sum" && data.slice(1).some(mentions_index);
  }

  // A term as it is written, multiplied out: [polynomial, is it a vector?]. null: it is the number 0 or the vector 0.
  function read_term(data, defined) {
    if (typeof data === "string") {
      if (RATIONAL.test(data)) {
        const number = read_rational(data);
        return [constant(number), number.n ? false : null];
      }
      require(NAME.test(data) || UNIT.test(data), "neither a name nor a number", data);
      return [atom(data), data.endsWith("@")];
    }
    const [word, ...given] = items(data);
    const [least, most] = word === "-" ? [1, 2] : BINARY.includes(word) ? [2, 2] : UNARY.includes(word) ? [1, 1] : [2, MAX_TERMS];
    const fits = [...NARY, ...BINARY, ...UNARY, "-"].includes(word) && least <= given.length && given.length <= most;
    require(fits, "not a term", data);
    const terms = (word === "^" ? given.slice(0, 1) : given).map((part) => read_term(part, defined));
    const polys = terms.map(([p]) => p), sorts = terms.map(([, sort]) => sort);
    const is_vector = sorts.every((sort) => sort === null) ? null : sorts.includes(true);
    if (word === "+" || word === "-") {
      require(!(sorts.includes(true) && sorts.includes(false)), "a number and a vector are added", data);
      const [first, ...others] = polys.length > 1 ? polys : [new Map(), ...polys];
      return [add(first, ...(word === "+" ? others : others.map(negative))), is_vector];
    }
    if (word === "@") {
      require(!sorts.includes(false), "not two vectors", data);
      return [gram(...polys), false];
    }
    if (word === "sum") return [sum_over(polys[0]), is_vector];
    const vectors = sorts.filter((sort) => sort).length, allowed = word === "*" || (word === "/" && sorts[0] === true);
    require(vectors <= Number(allowed), "a vector is where a number belongs", data);
    if (word === "*") return [product(polys), is_vector];
    if (word === "/") return [product([polys[0], inverse(given[1], polys[1], defined)]), is_vector];
    return [of_numbers(word, polys, given, defined), false];
  }

  // A power, an exponential, a logarithm, a root, an absolute value, a maximum or a minimum; |p| is the root of p², and
  // max(p, q) is half of p + q + |p − q|.
  function of_numbers(word, polys, given, defined) {
    let [p, ...others] = polys;
    if (word === "^") {
      const n = read_rational(given[1]), times_of = absolute(n.n);
      require(n.d < 3n && times_of < 100n, "not an exponent", given[1]);
      const base = n.d === 2n ? "" : given[0];
      if (n.d === 2n) p = named("sqrt", p, defined);
      return product(Array(Number(times_of)).fill(n.n < 0n ? inverse(base, p, defined) : p));
    }
    if (word === "exp") return exponential(p);
    if (word === "ln" || word === "sqrt") return named(word, p, defined);
    if (word === "abs") return named("sqrt", product([p, p]), defined);
    for (const q of others) {
      const gap = add(p, negative(q)), distance = named("sqrt", product([gap, gap]), defined);
      p = product([constant({ n: 1n, d: 2n }), add(p, q, word === "max" ? distance : negative(distance))]);
    }
    return p;
  }

  // The inverse of a number that is written so: of a product or a power without a name for its own inverse, made of those
  // of its factors.
  function inverse(data, p, defined) {
    const [word, ...parts] = Array.isArray(data) && !defined.has(key_of("inverse", p)) ? data : [""];
    const n = word === "^" ? read_rational(parts[1]) : ONE, opposite = word === "-" && parts.length === 1;
    if (word !== "*" && (word !== "^" || n.n < 0n || n.d > 1n) && !opposite) return named("inverse", p, defined);
    const factors = (word === "^" ? parts.slice(0, 1) : parts).map((part) => [part, read_term(part, defined)[0]]);
    const inverses = factors.map(([part, q]) => inverse(part, q, defined));
    const whole = product(Array(Number(n.n)).fill(inverses).flat());
    return opposite ? negative(whole) : whole;
  }

  // The inverse, root or logarithm of a number, which has a name; the inverse of a rational number is one.
  function named(kind, p, defined) {
    if (kind === "inverse" && p.size === 1 && p.has("")) {
      const { n, d } = p.get("")[1];
      return constant(fraction(n < 0n ? -d : d, absolute(n)));
    }
    const name = defined.get(key_of(kind, p));
    require(name, `no definition in \`let\` says that this ${kind} exists`, p);
    return atom(name);
  }

  // What a number is looked up by in the table of definitions.
  const key_of = (kind, p) => `${kind} ${[...p].map(([key, [, c]]) => `${key}:${text_of(c)}`).sort().join(";")}`;

  // A monomial from its factors, apart by spaces.
  const read_product = cached((text) => read_monomial(text === "1" ? [] : text.split(" ")));

  // Named facts. `stronger`: a fact for every i in which [i] cancels is read without "for every i".
  function read_facts(data, defined = new Map(), stronger = false) {
    require(data instanceof Map, "not a table of facts", data);
    return new Map([...data].map(([name, fact]) => [name, read_fact(name, items(fact), defined, stronger)]));
  }

  // A fact from [relation, left side, right side], or from [relation, polynomial].
  function read_fact(name, data, defined, stronger) {
    let fact, is_meant;
    if (data.length === 3) {
      const [relation, ...sides] = data;
      require(RELATIONS.has(relation), "not a relation", relation);
      const [[p, is_vector], [q, is_too]] = sides.map((side) => read_term(side, defined));
      require(is_vector === is_too || is_vector === null || is_too === null, "a number and a vector are compared", name);
      require(!(is_vector || is_too) || relation === "=", "vectors are not compared so", relation);
      const [sign, word] = RELATIONS.get(relation), gap = sign > 0 ? add(p, negative(q)) : add(q, negative(p));
      [fact, is_meant] = [[word, is_vector || is_too ? gram(gap, gap) : gap], sides.some(mentions_index)];
    } else {
      require(data.length === 2 && [">=", ">", "=", "!="].includes(data[0]), "not [relation, polynomial]", name);
      fact = [data[0], read_poly(data[1])];
      is_meant = data[1] instanceof Map && [...data[1].keys()].some((m) => is_indexed(one_term(read_product(m), ONE)));
    }
    require(stronger || is_indexed(fact[1]) || !is_meant, 'where [i] cancels, a fact is not meant "for every i"', name);
    return fact;
  }

  // ------------------------------------------------------------------------------------------------------ statements

  // A definition is { names, kind, of, side, facts }: numbers, or one for each index, defined by facts, and the side
  // condition under which there are such numbers. The inverse of p: n*p = 1; its square root: n >= 0 and n^2 = p; its
  // logarithm: exp(n) = p.
  function definition(name, kind, p) {
    const n = atom(name), kinds = {
      inverse: ["!=", product([n, p])], sqrt: [">=", product([n, n])], ln: [">", exponential(n)],
    };
    require(Object.keys(kinds).includes(kind), "no kind of definition", kind);
    const [side, value] = kinds[kind], is_p = kind === "inverse" ? constant(ONE) : p;
    const facts = new Map([[`${name}.def`, ["=", add(value, negative(is_p))]]]);
    if (kind === "sqrt") facts.set(`${name}.sign`, [">=", n]);
    return { names: [name], kind, of: [p], side: [side, p], facts };
  }

  // The weights n[i] for which q = Σ n[i]·f[i] is nearest to c, among those with Σ n[i]·y[i] = 0 and, if the kind is
  // `nearest`, n[i] >= 0; and the multiplier of this constraint. They exist whatever f, c and y are: a cone, or a span, of
  // finitely many vectors is closed.
  function nearest(name, kind, f, c, y, multiplier) {
    const n = atom(name), q = sum_over(product([n, f])), gap = add(c, negative(q));
    const across = negative(add(gram(gap, f), product([atom(multiplier), y])));
    const facts = new Map([
      [`${name}.across`, [kind === "projection" ? "=" : ">=", across]],
      [`${name}.along`, ["=", gram(gap, q)]],
      [`${name}.balance`, ["=", sum_over(product([n, y]))]],
    ]);
    if (kind === "nearest") facts.set(`${name}.sign`, [">=", n]);
    const families = name.includes("[i]") && !multiplier.includes("[i]") && is_indexed(across);
    require(families, "no weights, one for each index", name);
    return { names: [name, multiplier], kind, of: [f, c, y], side: ["=", new Map()], facts };
  }

  // What is known at one place of a proof. Facts come in by `knowing` only: all are numbers over its names.
  class Context {
    constructor(given = {}) {
      this.names = new Set();
      this.facts = new Map();
      this.run = null; // { state, start, input, when, next }: a transition system over parameters
      this.state = new Set(); // the names that depend on the state reached
      this.at_index = false; // inside a proof for one arbitrary index
      Object.assign(this, given);
    }

    with(given) {
      return new Context({ ...this, ...given });
    }

    // The polynomial, if it is over declared names and of the same sort as `name`.
    term(name, p) {
      const unknown = [...variables(p)].filter((v) => !this.names.has(v) && !UNIT.test(v));
      require(!unknown.length, "not declared", unknown);
      const vectors = (m) => m.reduce((sum, [a, e]) => sum + (a.endsWith("@") ? e : 0), 0), sort = Number(name.endsWith("@"));
      require([...p.values()].every(([m]) => vectors(m) === sort), "a number is expected, or a vector", name);
      return p;
    }

    // The term, if it is over declared names, also where they cancel, and of the same sort as `name`.
    read(name, data, defined) {
      this.declaring(data);
      return this.term(name, read_poly(data, defined));
    }

    // Refuse terms, as they are written, with names that are not declared.
    declaring(...terms) {
      const unknown = terms.flatMap(leaves).filter((name) => !this.names.has(name));
      require(!unknown.length, "not declared", unknown);
    }

    // Named facts over declared names, also where they cancel.
    stating(data, defined) {
      const facts = read_facts(data, defined);
      this.declaring(...written(data));
      return facts;
    }

    // One term for each name, of its sort; a name without index takes no [i], or it would mean many things.
    table(names, data, defined) {
      const given = fields(data, names), terms = new Map(names.map((n, k) => [n, this.read(n, given[k], defined)]));
      for (const [n, p] of terms) {
        const fits = n.includes("[i]") || this.at_index || !is_indexed(p);
        require(fits, "the term for this name mentions an index", n);
      }
      return terms;
    }

    // With further variables; the inputs of the run keep their names for the steps.
    naming(names) {
      const taken = new Set([...this.names, ...(this.run ? this.run.input : [])]);
      require(new Set(items(names)).size === items(names).length, "a name is declared twice");
      for (const n of items(names)) {
        require(typeof n === "string" && NAME.test(n) && !taken.has(n), "cannot be declared (again)", n);
      }
      return this.with({ names: new Set([...this.names, ...items(names)]) });
    }

    // With further facts.
    knowing(facts) {
      for (const [name, [, p]] of facts) {
        require(typeof name === "string" && !this.facts.has(name), "two facts have one name", name);
        this.term("", p);
      }
      return this.with({ facts: new Map([...this.facts, ...facts]) });
    }

    // With what the definition names.
    defining(d) {
      const moves = d.of.some((p) => this.moves(p));
      const state = moves ? new Set([...this.state, ...d.names]) : this.state;
      return this.naming(d.names).with({ state }).knowing(d.facts);
    }

    // Does the polynomial depend on the state reached?
    moves(p) {
      return [...variables(p)].some((v) => this.state.has(v));
    }

    // Γ⁻: only what does not depend on the state that the run has reached.
    before() {
      const facts = new Map([...this.facts].filter(([, [, p]]) => !this.moves(p)));
      return new Context({ names: new Set([...this.names].filter((n) => !this.state.has(n))), facts });
    }

    // The run, and Γ⁻, s, x: the context of any one step of it.
    stepping() {
      require(this.run && !this.at_index, "this rule needs a statement about runs");
      return [this.run, this.before().naming([...this.run.state, ...this.run.input]).knowing(this.run.when)];
    }
  }

  // A definition from {"name", "kind", "of"}, and for a nearest point also {"to", "balance", "multiplier"}.
  function read_definition(data, context, defined) {
    const [name, kind, of, ...more] = fields(data, ["name", "kind", "of"], ["to", "balance", "multiplier"]);
    const vector = ["nearest", "projection"].includes(kind) ? "@" : "", p = context.read(vector, of, defined);
    const right = typeof name === "string" && !name.includes("@")
      && name.includes("[i]") === (is_indexed(p) && !context.at_index);
    require(right, "a definition is of a number, or of one for each index", name);
    require(Boolean(vector) !== more.every((part) => part === null), "this kind has no more than a name and a term", kind);
    if (!vector) return definition(name, kind, p);
    const c = context.read("@", more[0], defined), y = context.read("", more[1], defined);
    const fits = !is_indexed(c) && typeof more[2] === "string" && NAME.test(more[2]) && !more[2].includes("@");
    require(fits, "not one point, or not a number", name);
    return nearest(name, kind, p, c, y, more[2]);
  }

  // The context in which a run over the parameters so far has reached some state.
  function read_run(data, context, defined) {
    const [names, start, more, when, after] = fields(data, ["state", "start", "input", "when", "next"]);
    const state = items(names), input = items(more), reached = context.naming(state);
    const facts = reached.naming(input).stating(when, defined), step = reached.naming(input).knowing(facts);
    const run = {
      state, start: context.table(state, start, defined), input, when: facts, next: step.table(state, after, defined),
    };
    const terms = [...run.start.values(), ...run.next.values()];
    require(!terms.some((p) => [...variables(p)].some((v) => UNIT.test(v))), "a run leaves the space by an adjoined unit");
    return reached.with({ run, state: new Set(state) });
  }

  // The sides of facts, and the polynomials of others.
  const written = (facts) => [...facts.values()].flatMap((fact) => fact.slice(1));

  // The names in the terms of a definition.
  function names_of(entry, defined) {
    const terms = ["of", "to", "balance"].map((part) => read_poly(entry.get(part) || new Map(), defined));
    return terms.flatMap((p) => [...variables(p)]).filter((name) => !UNIT.test(name));
  }

  // The names of quotients, roots and logarithms in the definitions of a statement.
  function read_table(lets) {
    const table = new Map();
    for (const entry of items(lets)) {
      const [name, kind, of] = fields(entry, ["name", "kind", "of"], [...(entry instanceof Map ? entry.keys() : [])]);
      table.set(key_of(kind, read_poly(of, table)), name);
    }
    return table;
  }

  // A statement { context, assume, show }, to be proved or to be refuted, whose definitions make sense: the side condition
  // of each is proved from those hypotheses that can be written with the names before it. Definitions count as hypotheses.
  function read_statement(data, sides = null, to_prove = true) {
    const keys = [["id", "declare", "assume", "show"], ["run", "let"]];
    let [, declare, assume, show, run, lets] = fields(data, ...keys);
    let context = new Context().naming(declare), defined = new Map();
    require(sides === null || sides instanceof Map, "not an object", sides);
    const proofs = new Map(sides || []), table = read_table(lets);
    const hypotheses = read_facts(assume, table), conclusions = read_facts(show, table, to_prove);
    const within = (p) => [...variables(p)].every((name) => context.names.has(name));
    for (const entry of items(lets)) { // definitions that do not need the state come before the run
      if (run !== null && !names_of(entry, table).every((name) => context.names.has(name))) {
        context = read_run(run, context, table);
        run = null;
      }
      const d = read_definition(entry, context, table), known = new Map([...hypotheses].filter(([, [, p]]) => within(p)));
      new Checker(new Map()).prove(context.knowing(known), new Map([["side", d.side]]), proofs.get(d.names[0]));
      proofs.delete(d.names[0]);
      context = context.defining(d);
      defined = new Map([...defined, ...d.facts]);
    }
    if (run !== null) context = read_run(run, context, table);
    require(conclusions.size && !proofs.size, "nothing is shown, or a side condition belongs to no definition");
    context.declaring(...written(assume), ...written(show));
    context.knowing(conclusions);
    return { context: context.knowing(hypotheses), assume: new Map([...defined, ...hypotheses]), show: conclusions };
  }

  // exp(p) − exp(q)·(1 + x + … + x^d/d!) with x = p − q. For odd d it is not negative: it is exp(q) times
  // e^ξ·x^(d+1)/(d+1)!, for some ξ between 0 and x (Lagrange).
  function remainder(p, q, degree) {
    const odd = typeof degree === "bigint" && degree % 2n === 1n; // below 0 it is -1n
    require(odd && degree <= 19n, "not an odd degree", degree);
    const x = add(p, negative(q));
    let series = constant(ONE);
    for (let k = degree; k > 0n; k--) series = add(constant(ONE), product([constant({ n: 1n, d: k }), x, series]));
    return add(exponential(p), negative(product([exponential(q), series])));
  }

  // exp(p + q) − exp(p)·exp(q), which is 0.
  const power_law = (p, q) => add(exponential(add(p, q)), negative(product([exponential(p), exponential(q)])));

  // ⟨Σu, v⟩ − Σ⟨u, v⟩, which is 0 if v does not mention [i].
  const unfolded = (u, v) => add(gram(sum_over(u), v), negative(sum_over(gram(u, v))));

  // ----------------------------------------------------------------------------------------------------------- rules

  // Checks one proof. `library` holds the statements proved before it, `used` those that it cites.
  class Checker {
    constructor(library) {
      this.library = library;
      this.used = new Set();
    }

    // Γ, i ⊢ A
    // ────────    A mentions [i] and is the only goal; the rule is not `entry`, nor one of OPEN that says
    // Γ ⊢ A       "open": true, to show A for every i at once
    prove(context, goals, proof) {
      require(proof instanceof Map && RULES.includes(proof.get("rule")), "not a proof", proof);
      spend(ZERO, context.names.size + context.facts.size);
      const rule = proof.get("rule"), is_open = proof.has("open") ? proof.get("open") : null;
      require(is_open === null || (is_open === true && OPEN.includes(rule)), "this rule does not leave the index open", rule);
      const each = goals.size === 1 && [...goals.values()].every(([, p]) => is_indexed(p));
      if (each && !(is_open || rule === "entry")) context = context.with({ at_index: true });
      this[rule](context, goals, new Map([...proof].filter(([key]) => key !== "rule" && key !== "open")));
    }

    // The number of the context, which has to be plain.
    here(context, p) {
      require(context.at_index || !is_indexed(p), "an index [i] is used outside a proof for one index");
      return p;
    }

    // The polynomial, which has to be a number of the context, and plain.
    plain(context, data) {
      return this.here(context, context.read("", data));
    }

    // One proof for each goal.
    prove_each(context, goals, proofs) {
      const given = fields(proofs, [...goals.keys()]);
      [...goals].forEach(([name, goal], k) => this.prove(context, new Map([[name, goal]]), given[k]));
    }

    // Γ ⊢ tⱼ ≥ 0    Γ ⊢ sⱼ ≥ 0    Γ ⊢ eⱼ = 0
    // ──────────────────────────────────────    tⱼ and sⱼ by `positive`, eⱼ by `multiple`; p plain;
    // Γ ⊢ p ⋈ 0                                 (Σtⱼ)·p = Σsⱼ + Σeⱼ, where Σtⱼ is 1 if there is no tⱼ;
    //                                           if ⋈ is ≥ or =, every tⱼ is strict; if it is > or ≠, some sⱼ is;
    //                                           if it is =, there is no sⱼ
    poly(context, goals, proof) {
      const [multiplier, terms, ideal] = fields(proof, [], ["times", "sum", "ideal"]);
      const [, [relation, goal]] = single(goals), given = items(multiplier);
      const factors = (given.length ? given : [new Map()]).map((data) => this.positive(context, data));
      const summands = items(terms).map((data) => this.positive(context, data));
      const left = product([add(...factors.map(([p]) => p)), context.term("", this.here(context, goal))]);
      const right = add(...summands.map(([p]) => p), ...items(ideal).map((entry) => this.multiple(context, entry)));
      require(equal(left, right), "the two sides of the certificate differ");
      const strong = relation === ">" || relation === "!=";
      require(strong || factors.every(([, strict]) => strict), "the goal's multiplier is not strictly positive");
      require(!strong || summands.some(([, strict]) => strict), "no summand is strictly positive");
      require(relation !== "=" || !summands.length, "an equation is certified by equations only");
    }

    // A product that cannot be negative; is it strict, so that it cannot be 0 either?
    //
    // aⱼ ⋈ⱼ 0 in Γ
    // ──────────────────────────────────────    c > 0 is rational, 1 if absent; ⋈ⱼ is not =; pⱼ is aⱼ² if ⋈ⱼ is ≠,
    // Γ ⊢ c·Πpⱼ·Πqⱼ²·Π‖vⱼ‖²·Πexp(eⱼ)·Πrⱼ ≥ 0    else aⱼ; rⱼ by `remainder`; vⱼ, a vector, of Γ; every pⱼ, qⱼ, eⱼ, rⱼ
    //                                           and ‖vⱼ‖² plain; strict: there is no qⱼ, vⱼ, rⱼ, and no ⋈ⱼ is ≥
    positive(context, data) {
      const [c, ...given] = fields(data, [], FACTORS), [names, squares, norms, exponents, remainders] = given.map(items);
      const coefficient = read_rational(c === null ? "1" : c), number = (p) => this.plain(context, p);
      require(coefficient.n > 0n, "a coefficient is not positive");
      const factors = [constant(coefficient)];
      let strict = !(squares.length || norms.length || remainders.length);
      for (const name of names) {
        const [relation, p] = lookup(context.facts, name);
        require(relation !== "=", "an equation has no sign");
        factors.push(...(relation === "!=" ? [p, p] : [p]));
        strict = strict && relation !== ">=";
      }
      for (const p of squares.map((square) => context.read("", square))) factors.push(p, p);
      for (const norm of norms) {
        const v = context.read("@", norm);
        factors.push(gram(v, v));
      }
      for (const e of exponents) factors.push(exponential(number(e)));
      for (const remaining of remainders) {
        const [p, q, degree] = fields(remaining, ["of", "at", "degree"]);
        factors.push(remainder(number(p), number(q), degree));
      }
      return [product(factors.map((p) => this.here(context, p))), strict];
    }

    // A multiple of an equation.
    //
    // ───────────    e = 0 is in Γ, or is exp(p + p′) − exp(p)·exp(p′) = 0, or is ⟨Σu, v⟩ − Σ⟨u, v⟩ = 0 for vectors
    // Γ ⊢ eq = 0     u and v of Γ, where v does not mention [i]; e, q, p and p′ plain
    multiple(context, data) {
      const [by, name, law, total] = fields(data, ["by"], ["fact", "law", "sum"]);
      require([name, law, total].filter((part) => part === null).length === 2, "not one equation");
      let equation;
      if (law !== null) {
        equation = power_law(...fields(law, ["of", "and"]).map((part) => this.plain(context, part)));
      } else if (total !== null) {
        const [u, v] = fields(total, ["of", "with"]).map((part) => context.read("@", part));
        require(!is_indexed(v), "the sum would capture an index", total);
        equation = unfolded(u, v);
      } else {
        const [relation, p] = lookup(context.facts, name);
        require(relation === "=", "not an equation", name);
        equation = p;
      }
      return product([this.here(context, equation), this.plain(context, by)]);
    }

    // Case split on the sign of a polynomial.
    //
    // Γ, n: p ⋈₁ 0 ⊢ Δ    …    Γ, n: p ⋈ₖ 0 ⊢ Δ
    // ─────────────────────────────────────────    ⋈₁, …, ⋈ₖ, each <, ≤, =, ≥ or >, together cover <, = and >;
    // Γ ⊢ Δ                                        p plain
    cases(context, goals, proof) {
      const [on, name, arms] = fields(proof, ["on", "name", "arms"]), p = this.plain(context, on);
      require(arms instanceof Map, "not an object", arms);
      const facts = new Map([
        ["<", [">", negative(p)]], ["<=", [">=", negative(p)]], ["=", ["=", p]], [">=", [">=", p]], [">", [">", p]],
      ]);
      const covered = [...arms.keys()].join("");
      require(["<", "=", ">"].every((sign) => covered.includes(sign)), "the cases do not cover every sign");
      for (const [arm, then] of arms) this.prove(context.knowing(new Map([[name, lookup(facts, arm)]])), goals, then);
    }

    // Suppose not.
    //
    // Γ, n: ¬A ⊢ −1 ≥ 0
    // ─────────────────    A is the only goal
    // Γ ⊢ A
    contra(context, goals, proof) {
      const [name, then] = fields(proof, ["name", "then"]), [, [relation, p]] = single(goals);
      const negations = { ">=": [">", negative(p)], ">": [">=", negative(p)], "=": ["!=", p], "!=": ["=", p] };
      const falsity = new Map([["false", [">=", constant(integer(-1))]]]);
      this.prove(context.knowing(new Map([[name, negations[relation]]])), falsity, then);
    }

    // First a fact, then the goals with it (cut).
    //
    // Γ ⊢ A    Γ, n: A ⊢ Δ
    // ────────────────────
    // Γ ⊢ Δ
    have(context, goals, proof) {
      const [name, fact, why, then] = fields(proof, ["name", "fact", "why", "then"]);
      const added = context.stating(new Map([[name, fact]])), known = context.knowing(added);
      this.prove(context, added, why);
      this.prove(known, goals, then);
    }

    // Each conclusion by itself.
    //
    // Γ ⊢ A₁    …    Γ ⊢ Aₖ
    // ─────────────────────
    // Γ ⊢ A₁, …, Aₖ
    split(context, goals, proof) {
      this.prove_each(context, goals, ...fields(proof, ["parts"]));
    }

    // An inverse or a square root gets a name, for it exists.
    //
    // Γ ⊢ C    Γ, r, D ⊢ Δ
    // ────────────────────    inverse: C is p ≠ 0, D is rp = 1; sqrt: C is p ≥ 0, D is r ≥ 0 and r² = p;
    // Γ ⊢ Δ                   ln: C is p > 0, D is exp(r) = p; or `nearest`, without C; p, r of Γ; r is new, no input
    //                         of the run; it is r[i], one number for each index, if p mentions [i] and Γ is not at
    //                         one index, else a number; it depends on the state if p does
    define(context, goals, proof) {
      const [given, why, then] = fields(proof, ["let", "why", "then"]), d = read_definition(given, context);
      this.prove(context, new Map([["side", d.side]]), why);
      this.prove(context.defining(d), goals, then);
    }

    // An earlier theorem A₁, …, Aₖ ⊢ B₁, …, Bₗ of the library, over the same index set.
    //
    // Γ ⊢ σA₁    …    Γ ⊢ σAₖ    Γ, n₁: σB₁, …, nₗ: σBₗ ⊢ Δ
    // ─────────────────────────────────────────────────────    σ puts for each name of the theorem a term of Γ, of
    // Γ ⊢ Δ                                                    the same sort; σBⱼ mentions [i] if Bⱼ does;
    //                                                          if the theorem is about a run, `simulate` holds of σ
    //
    // The definitions of the theorem are among the Aⱼ. At one index, the theorem has no name with [i]. Elsewhere, what
    // is put for a name without [i] mentions none, so that neither a sum nor "for every i" captures it.
    lemma(context, goals, proof) {
      const [of, put, premises, names, then, seen] = fields(proof, ["of", "put", "premises", "as", "then"], ["run"]);
      require(this.library.has(of), "no theorem before this has this id", of);
      const { context: theirs, assume, show } = this.library.get(of), images = context.table([...theirs.names].sort(), put);
      const families = [...images.keys()].some((name) => name.includes("[i]"));
      require(!(context.at_index && families), "a theorem on families is used at one index");
      this.used.add(of);
      require((theirs.run === null) === (seen === null), "a simulation goes with a theorem about runs");
      if (theirs.run) this.simulate(context, theirs, theirs.run, images, seen);
      this.prove_each(context, mapped(assume, (p) => substitute(p, images)), premises);
      const put_in = mapped(show, (p) => substitute(p, images)), kept = fields(names, [...show.keys()]), added = new Map();
      [...put_in].forEach(([name, [relation, q]], k) => {
        require(is_indexed(q) || !is_indexed(show.get(name)[1]), 'a conclusion loses its "for every i"');
        require(!added.has(kept[k]), "two conclusions get one name");
        added.set(kept[k], [relation, q]);
      });
      this.prove(context.knowing(added), goals, then);
    }

    // Our run, seen through σ, is one of theirs, which has s′, x′, start′, when′ and next′.
    //
    // Γ⁻ ⊢ σs′[start/s] = σstart′    Γ⁻, s, x ⊢ τwhen′    Γ⁻, s, x ⊢ σs′[next/s] = τnext′
    // ───────────────────────────────────────────────────────────────────────────────────
    // a state s that our run reaches is, as σs′, one that theirs reaches
    //
    // Γ has a run and is not at one index. What σ puts for a name that does not depend on their state is of Γ⁻, and what
    // it puts for s′ is over the names of Γ⁻ and s. τ puts terms of Γ⁻, s, x for x′, under the conditions of `lemma`, and
    // else what σ does. Two vectors are equal if ‖difference‖² = 0.
    simulate(context, theirs, run, images, data) {
      const [inputs, start, when, after] = fields(data, ["input", "start", "when", "next"]);
      const [ours, step] = context.stepping(), before = context.before(), seen = new Map();
      for (const [n, p] of images) if (!theirs.state.has(n)) seen.set(n, before.term(n, p));
      for (const n of run.state) seen.set(n, step.term(n, images.get(n)));
      const taken = new Map([...seen, ...step.table(run.input, inputs)]);
      this.prove_each(step, mapped(run.when, (p) => substitute(p, taken)), when);
      const sides = [[before, ours.start, run.start, seen, start], [step, ours.next, run.next, taken, after]];
      for (const [where, here, there, through, proofs] of sides) {
        const gap = (n) => add(substitute(images.get(n), here), negative(substitute(there.get(n), through)));
        const square = (n, p) => ["=", n.endsWith("@") ? gram(p, p) : p];
        this.prove_each(where, new Map(run.state.map((n) => [n, square(n, gap(n))])), proofs);
      }
    }

    // Invariants of the run: true at the start, kept by every step, so true of the state reached.
    //
    // Γ⁻ ⊢ J[start/s]    Γ⁻, s, x, J ⊢ J[next/s]    Γ, J ⊢ Δ
    // ──────────────────────────────────────────────────────    J: facts, over the names of Γ⁻ and s, under new names;
    // Γ ⊢ Δ                                                     Γ has a run and is not at one index
    induction(context, goals, proof) {
      const [invariants, base, step, then] = fields(proof, ["invariants", "base", "step", "then"]);
      const [run, arbitrary] = context.stepping(), facts = context.before().naming(run.state).stating(invariants);
      const reached = context.knowing(facts);
      this.prove_each(context.before(), mapped(facts, (p) => substitute(p, run.start)), base);
      this.prove_each(arbitrary.knowing(facts), mapped(facts, (p) => substitute(p, run.next)), step);
      this.prove(reached, goals, then);
    }

    // What holds for every i holds in sum, weakly, as there may be no i; and no term exceeds a sum of such terms.
    //
    // p ⋈ 0 in Γ    Γ, n: Σp ⋈′ 0, m: Σp − p ≥ 0 ⊢ Δ
    // ──────────────────────────────────────────────    ⋈ is not ≠; ⋈′ is = if ⋈ is =, else ≥; Γ is not at one index;
    // Γ ⊢ Δ                                             m may be left out, and is if ⋈ is = or p does not mention [i]
    sum(context, goals, proof) {
      const [fact, name, then, each] = fields(proof, ["fact", "name", "then"], ["each"]);
      const [relation, p] = lookup(context.facts, fact);
      let known = context;
      require(!context.at_index && relation !== "!=", "this fact cannot be summed here");
      if (each !== null) {
        require(relation !== "=" && is_indexed(p), "no sum of terms that are not negative, one for each index");
        known = context.knowing(new Map([[each, [">=", add(sum_over(p), negative(p))]]]));
      }
      const weak = relation === "=" ? "=" : ">=";
      this.prove(known.knowing(new Map([[name, [weak, sum_over(p)]]])), goals, then);
    }

    // What is shown of the entries at one index, under names of their own, holds for every i.
    //
    // Γ, x, n₁: A₁[x/z[i]], …, nₖ: Aₖ[x/z[i]] ⊢ A[x/z[i]]
    // ───────────────────────────────────────────────────    A mentions [i] and is the only goal; Γ is not at one
    // Γ ⊢ A                                                  index; x are new names without [i], of the same sorts as
    //                                                        the families z[i] and of the state if these are; Aⱼ in Γ;
    //                                                        x is put for z[i] outside of sums, where no [i] is left
    entry(context, goals, proof) {
      const [names, facts, then] = fields(proof, ["names", "facts", "then"]), [goal, fact] = single(goals);
      require(is_indexed(fact[1]) && !context.at_index, "nothing is to be shown for every i");
      require(names instanceof Map && facts instanceof Map, "not an object", names, facts);
      const fit = ([z, x]) => context.names.has(z) && z.includes("[i]") && typeof x === "string" && !x.includes("[")
        && z.includes("@") === x.includes("@");
      require([...names].every(fit), "not a family, or not a name for its entry");
      const images = new Map([...names].map(([z, x]) => [z, atom(x)]));
      const moving = [...names].filter(([z]) => context.state.has(z)).map(([, x]) => x);
      const taken = new Map([...facts].map(([name, old]) => [name, lookup(context.facts, old)]));
      const at_entry = (p) => substitute(p, images, (m) => one_term(summed(m), ONE));
      const known = mapped(taken, at_entry), shown = mapped(new Map([[goal, fact]]), at_entry);
      require(![...known.values(), ...shown.values()].some(([, p]) => is_indexed(p)), "an entry has no name");
      const there = context.naming([...names.values()]).with({ state: new Set([...context.state, ...moving]) });
      this.prove(there.knowing(known), shown, then);
    }
  }

  // Facts with other polynomials.
  function mapped(facts, change) {
    return new Map([...facts].map(([name, [relation, p]]) => [name, [relation, change(p)]]));
  }

  // ------------------------------------------------------------------------------------------------------- witnesses

  // Rational bounds of exp(q): the sum of the terms up to degree 99, and the most that the others add, which are then
  // less than half of the one before.
  function enclosure(q) {
    require(-25n * q.d <= q.n && q.n <= 25n * q.d, "the exponent of a number is too large", text_of(q));
    let last = ONE, total = ONE;
    for (let k = 1; k < (q.n ? 100 : 2); k++) {
      last = spend(fraction(last.n * q.n, last.d * q.d * BigInt(k)), k);
      total = plus(total, last);
    }
    const others = { n: absolute(last.n), d: last.d };
    return [plus(total, minus(others)), plus(total, others)];
  }

  // The sign of a number, which is a polynomial in exponentials of rational numbers.
  function sign(p) {
    const powers = new Map();
    for (const [m, c] of p.values()) {
      const power = add(...m.map(([name, e]) => product([shape(name).inner, constant(integer(e))])));
      const known = [...power.keys()].every((key) => key === "") && m.every(([name]) => shape(name).kind === "exp");
      require(known, "a name has no value");
      const q = power.has("") ? power.get("")[1] : ZERO, key = text_of(q);
      powers.set(key, [q, plus(powers.has(key) ? powers.get(key)[1] : ZERO, c)]);
    }
    const bounds = [...powers.values()].filter(([, c]) => c.n).map(([q, c]) => [c, ...enclosure(q)]);
    const [least, most] = [true, false].map((down) =>
      bounds.map(([c, low, high]) => by(c, c.n > 0n === down ? low : high)).reduce(plus, ZERO).n);
    require(least > 0n || most < 0n || !bounds.length, "a sign is not decided");
    return Number(least > 0n) - Number(most < 0n);
  }

  // A term without variables for each name, over units of a space with so many of them; for families, one for each of
  // `size` indices.
  class Witness {
    constructor(dimension, size) {
      [this.dimension, this.size, this.terms] = [dimension, size, new Map()];
    }

    // Take values {"b": "1/2", "q": {"exp(2)": "1"}, "w@": ["1", "0"], "a[i]": ["1", "2", "3"]}.
    read(names, data) {
      const given = fields(data, names);
      names.forEach((name, k) => {
        const values = name.includes("[i]") ? items(given[k]) : [given[k]];
        require(!name.includes("[i]") || values.length === this.size, "not one value for each index", name);
        this.terms.set(name, values.map((v) => (name.endsWith("@") ? this.vector(v) : this.number(v))));
        require(name.endsWith("@") || this.terms.get(name).every((p) => sign(p) < 2), "not numbers", name);
      });
    }

    // A rational number, or a polynomial in exponentials of such numbers.
    number(data) {
      return read_poly(data instanceof Map ? data : new Map([["1", data]]));
    }

    // The vector with these coordinates.
    vector(coordinates) {
      require(items(coordinates).length === this.dimension, "not one coordinate for each dimension", coordinates);
      return add(...coordinates.map((c, k) => product([constant(read_rational(c)), atom(`#${k + 1}@`)])));
    }

    // The value of a term; if it has an index, all its values.
    at(p) {
      const terms = [...variables(p)].map((n) => [n, this.terms.get(n)]);
      spend(ZERO, this.size);
      const indices = Array.from({ length: this.size }, (_, i) => i), totals = new Map();
      const each = indices.map((i) => new Map(terms.map(([n, t]) => [n, t[i % t.length]])));
      const one = new Map(terms.filter(([n]) => !n.includes("[i]")).map(([n, t]) => [n, t[0]]));

      function total(m) {
        if (!totals.has(spelled(m))) {
          totals.set(spelled(m), add(...each.map((images) => substitute(one_term(m, ONE), images, total))));
        }
        return totals.get(spelled(m));
      }

      return (is_indexed(p) ? each : [one]).map((images) => substitute(p, images, total));
    }

    // Is the fact true (for every index)?
    holds([relation, p]) {
      const signs = { ">=": [0, 1], ">": [1], "=": [0], "!=": [-1, 1] };
      return this.at(p).every((value) => signs[relation].includes(sign(value)));
    }
  }

  // The conclusions that fail at a witness {"dimension", "size", "values", "steps"}, where every hypothesis holds and
  // every step of the run is allowed (or Rejected is thrown).
  function false_conclusions(statement, data) {
    const witness = witness_of(statement, data);
    const failing = [...statement.assume].filter(([, fact]) => !witness.holds(fact)).map(([name]) => name);
    require(!failing.length, "a hypothesis does not hold", failing);
    return [...statement.show].filter(([, fact]) => !witness.holds(fact)).map(([name]) => name);
  }

  // The values at the state that the steps of a witness reach.
  function witness_of(statement, data) {
    const [dimension, size, values, steps] = fields(data, ["dimension", "size", "values"], ["steps"]);
    for (const [value, limit] of [[dimension, 10n], [size, 100n]]) {
      require(typeof value === "bigint" && value >= 0n && value < limit, "not a dimension or size", value);
    }
    const { context } = statement, witness = new Witness(Number(dimension), Number(size));
    const run = context.run || { state: [], start: new Map(), input: [], when: new Map(), next: new Map() };
    require(context.run || !items(steps).length, "steps without a run");
    witness.read([...context.names].filter((name) => !run.state.includes(name)), values);
    const move = (terms) => [...terms].map(([name, p]) => [name, witness.at(p)]);
    for (const [name, value] of move(run.start)) witness.terms.set(name, value);
    items(steps).forEach((step, k) => {
      witness.read(run.input, step);
      require([...run.when.values()].every((fact) => witness.holds(fact)), "a step is not allowed after so many others", k);
      for (const [name, value] of move(run.next)) witness.terms.set(name, value);
    });
    return witness;
  }

  // ----------------------------------------------------------------------------------------------------------- books

  // The verdict "proved" or "refuted" on an entry, its statement, and the theorems that it cites.
  function check_entry(entry, library) {
    require_shallow([entry], MAX_DEPTH);
    const [data, sides, proof, witness] = fields(entry, ["statement"], ["sides", "proof", "counterexample"]);
    require((proof === null) !== (witness === null), "an entry has either a proof or a counterexample");
    const statement = read_statement(data, sides, proof !== null), checker = new Checker(library);
    if (proof !== null) {
      checker.prove(statement.context, statement.show, proof);
      return ["proved", statement, checker.used];
    }
    require(false_conclusions(statement, witness).length, "the counterexample makes every conclusion true");
    return ["refuted", statement, new Set()];
  }

  // A book that is checked entry by entry: `check(entry)` gives { id, verdict, reason, used }, and what it proves may be
  // cited by later entries.
  class Book {
    constructor(most = MAX_WORK, left = MAX_BOOK) {
      [this.most, this.left] = [most, left];
      [this.results, this.library] = [new Map(), new Map()];
    }

    check(entry) {
      let id = `entry ${this.results.size + 1}`, verdict = "error", reason = "", used = [];
      const allowed = Math.min(this.left, this.most);
      Work.left = allowed;
      try {
        const given = entry.get("statement").get("id");
        require(typeof given === "string" && IDENTIFIER.test(given) && !this.results.has(given), "not a new id", given);
        id = given;
        const [found, statement, cited] = check_entry(entry, this.library);
        [verdict, used] = [found, [...cited].sort()];
        if (found === "proved") this.library.set(id, statement);
      } catch (problem) {
        if (problem instanceof ReferenceError || problem instanceof SyntaxError) throw problem;
        reason = problem.message;
      } finally {
        this.left -= allowed - Work.left;
        Work.left = Infinity;
      }
      const result = { id, verdict, reason, used };
      this.results.set(id, result);
      return result;
    }
  }

  // The results for each entry in order; proofs cite proved entries before them.
  function check_book(entries, ...limits) {
    const book = new Book(...limits);
    return entries.map((entry) => book.check(entry));
  }

  return {
    Book, Checker, Context, Rejected, Witness, add, atom, caches, check_book, check_entry, constant, false_conclusions,
    fields, fraction, integer, is_indexed, items, negative, pieces, product, read_definition, read_facts, read_json,
    read_poly, read_rational, read_statement, require, text_of, witness_of,
  };
})();
