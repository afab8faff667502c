// Slices whose differences are known. calls.js has those of counts.

import * as check from "./arguments.js";
import { asked } from "./call.js";
import { call } from "./wasm.js";

export function knownSlices(differences, sigmas, options) {
  const given = check.options(options, ["names", "confidence", "margin", "eachSlice"]);
  const { tables, notes } = call((core, keep) => asked(core, keep, "known_slices", {
    differences: check.numbers(differences, "differences"),
    sigmas: check.numbers(sigmas, "sigmas"),
    names: check.texts(given.names, "options.names"),
    confidence: check.number(given.confidence, "options.confidence"),
    margin: check.number(given.margin, "options.margin"),
    each_slice: check.flag(given.eachSlice, "options.eachSlice", null),
  }));
  return Object.assign(tables[0], { models: tables[1], notes });
}
