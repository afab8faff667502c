// The one door of declared calls. calls.js has a function for each.

import { call } from "./wasm.js";

/** Gives an option to the module by the kind of its value. What is not given has its default. */
function add(options, name, value) {
  if (value === undefined || value === null) return;
  if (typeof value === "boolean") options.flag(name, value);
  else if (typeof value === "number") options.number(name, value);
  else if (typeof value === "string") options.text(name, value);
  else if (Array.isArray(value)) options.texts(name, value);
  else options.numbers(name, value);
}

/** The tables and the notes of a call. */
function answered(name, handle, given) {
  return call((core, keep) => {
    const options = keep(new core.Options());
    for (const [option, value] of Object.entries(given)) add(options, option, value);
    return core.call(name, handle, options);
  });
}

/** The rows of the first table of a call, with its other tables and its notes. */
export function called(name, others, handle, given) {
  const { tables, notes } = answered(name, handle, given);
  const named = Object.fromEntries(others.map((other, at) => [other, tables[at + 1]]));
  return Object.assign(tables[0], named, { notes });
}
