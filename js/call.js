// The one door of declared calls. calls.js has a function for each.

import { handleOf } from "./counts.js";
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

/** The rows of the first table of a call, with its notes. */
export function called(name, counts, given) {
  return call((core, keep) => {
    const options = keep(new core.Options());
    for (const [option, value] of Object.entries(given)) add(options, option, value);
    const { tables, notes } = core.call(name, handleOf(counts), options);
    return Object.assign(tables[0], { notes });
  });
}
