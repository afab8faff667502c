// The one door of declared calls. calls.js has a function for each.

import { call } from "./wasm.js";

/** Gives an option to the module by the kind of its value. What is not given has its default. */
function add(options, name, value) {
  if (value === undefined || value === null) return;
  if (typeof value === "boolean") options.flag(name, value);
  else if (typeof value === "number") options.number(name, value);
  else if (typeof value === "string") options.text(name, value);
  else if (typeof value === "bigint") options.text(name, value.toString());
  else if (Array.isArray(value)) options.texts(name, value);
  else if (value.axes) options.array(name, value.values, Uint32Array.from(value.axes));
  else if (value.states) options.pilot(name, value.states);
  else options.numbers(name, value);
}

/** Options of the module by name. */
function optionsOf(core, keep, given) {
  const options = keep(new core.Options());
  for (const [option, value] of Object.entries(given)) add(options, option, value);
  return options;
}

/** The rows of the first table of a call, with its other tables and its notes. */
export function called(name, others, handle, given) {
  const { tables, notes } = call((core, keep) => core.call(name, handle, optionsOf(core, keep, given)));
  const named = Object.fromEntries(others.map((other, at) => [other, tables[at + 1]]));
  return Object.assign(tables[0], named, { notes });
}

/** The tables and the arrays of a call that is about its options alone. */
export function asked(core, keep, name, given) {
  return core.ask(name, optionsOf(core, keep, given));
}

/** Nested arrays of the numbers of an array, whose last axis runs fastest. */
export function nested({ axes, values }) {
  return axes.slice(1).reverse().reduce((parts, length) => {
    const whole = [];
    for (let at = 0; at < parts.length; at += length) whole.push(Array.from(parts.slice(at, at + length)));
    return whole;
  }, Array.from(values));
}
