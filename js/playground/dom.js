// Elements of the page and of drawings. Text is always text: a name of a model is never markup.

/** The most signs of a text. A whole prompt may stand where a name should. */
const MOST = 2000;

/** A text as a reader may take it in: of a long one the ends. */
export function readable(text) {
  return text.length > MOST ? `${text.slice(0, MOST / 2)}…${text.slice(1 - MOST / 2)}` : text;
}

const SVG = "http://www.w3.org/2000/svg";

/** @param {Element} made @param {Record<string, unknown>} attributes @param {unknown[]} children */
function filled(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null && value !== false) {
      made.setAttribute(name, value === true ? "" : name.startsWith("aria-") ? readable(value) : String(value));
    }
  }
  const parts = children.flat().filter((child) => child !== null && child !== undefined);
  made.append(...parts.map((part) => (typeof part === "string" ? readable(part) : part)));
  return made;
}

/** An element of the page: `element("p", { class: "note" }, "text")`. */
export function element(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** An element of a drawing. */
export function shape(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

/** The element of an id, which the page has. */
export function byId(id) {
  return document.getElementById(id);
}

/** Replace what a part of the page shows. */
export function show(id, ...children) {
  byId(id).replaceChildren(...children.flat().filter((child) => child !== null));
}

/** How wide the head of a row is at least: a name is not broken after each hyphen. */
const roomFor = (name) => `min-width:min(${Math.min([...readable(name)].length + 1, 24)}ch + 1rem, 38vw)`;

/** A table with a caption. The first cell of a row is its head. Numbers stand at the right. */
export function table(caption, heads, rows) {
  const written = (row, tag) =>
    row.map((cell, place) => {
      if (place === 0) {
        const own = tag === "th" ? { scope: "col" } : { scope: "row", style: roomFor(String(cell)) };
        return element("th", { ...own, class: "text" }, cell);
      }
      const isText = typeof cell === "string" && !/^[−+]?[\d.<>%]/.test(cell);
      const own = tag === "th" ? { scope: "col" } : {};
      return element(tag, isText && tag === "td" ? { ...own, class: "text" } : own, cell);
    });
  return element("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": caption },
    element("table", {},
      element("caption", {}, caption),
      element("thead", {}, element("tr", {}, written(heads, "th"))),
      element("tbody", {}, rows.map((row) => element("tr", {}, written(row, "td"))))));
}
