// A document that only writes down what is made in it: figures are drawn on it where there is no browser.
"use strict";

const document = (function () {
  const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  const escaped = (text) => String(text).replace(/[&<>"]/g, (letter) => ESCAPES[letter]);

  class Node {
    constructor(name) { this.name = name; this.attributes = new Map(); this.children = []; }
    setAttribute(key, value) { this.attributes.set(key, value); }
    append(...children) { this.children.push(...children); }
    get lastChild() { return this.children[this.children.length - 1]; }
    set textContent(text) { this.children = [text]; }
    toString() {
      const given = [...this.attributes].map(([key, value]) => ` ${key}="${escaped(value).trim()}"`).join("");
      const inside = this.children.map((child) => child instanceof Node ? child : escaped(child)).join("");
      return `<${this.name}${given}${inside ? `>${inside}</${this.name}>` : "/>"}`;
    }
  }

  return { createElementNS: (space, name) => new Node(name), addEventListener() { /* nothing happens on paper */ } };
})();
