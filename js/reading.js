// Options of reading logs, as the module takes them.

import * as check from "./arguments.js";
import { ScorioError, typeError } from "./errors.js";

const ROLES = ["model", "task", "question", "trial", "outcome"];

export const READ_OPTIONS = [
  ...ROLES, "constants", "threshold", "categories", "onMissing", "onRepeat", "onBadLine", "order", "separator",
];

/** The separator of a table as a byte, if it is given. */
export function separatorOf(given, isTable) {
  const separator = check.text(given.separator, "options.separator");
  if (separator === undefined) return undefined;
  if (isTable === false || separator.length !== 1 || separator.charCodeAt(0) > 127 || '"\r\n'.includes(separator)) {
    throw typeError("options.separator", separator, isTable === false ? "an option of JSON Lines" : "one ASCII character");
  }
  return separator.charCodeAt(0);
}

/** The values that belong to a category, as texts. */
function valuesOf(values, place) {
  const listed = Array.isArray(values) ? values : [values];
  return listed.map((value, index) => {
    if (!["string", "number", "boolean"].includes(typeof value)) {
      throw typeError(`${place}[${index}]`, value, "a string, a number, true or false");
    }
    return check.text(String(value), `${place}[${index}]`);
  });
}

/** Names and values in order, from an object or from pairs. */
function pairsOf(categories) {
  const place = "options.categories";
  if (Array.isArray(categories)) {
    categories.forEach((pair, index) => {
      const whole = Array.isArray(pair) && pair.length === 2 && typeof pair[0] === "string";
      if (!whole) throw typeError(`${place}[${index}]`, pair, "a name with its values");
    });
    return categories;
  }
  if (typeof categories !== "object" || categories === null) {
    throw typeError(place, categories, "an object of names and their values");
  }
  // JavaScript sorts keys that are whole numbers before all others.
  const sorted = check.own(categories, place).map((name) => /^(0|[1-9]\d*)$/.test(name));
  if (sorted.includes(true) && sorted.includes(false)) {
    const problem = `${place} has names that are whole numbers, which JavaScript moves to the front`;
    const remedy = "give an array of [name, values] pairs";
    throw new ScorioError({ code: "argument.order", problem, place, remedy });
  }
  return Object.entries(categories);
}

/** Adds the categories of named values. */
function addCategories(choices, categories) {
  const pairs = pairsOf(categories);
  const names = pairs.map(([name]) => check.text(name, "a name of options.categories"));
  const values = pairs.map(([name, some]) => valuesOf(some, `options.categories[${JSON.stringify(name)}]`));
  choices.categories(names, values.flat(), Uint32Array.from(values, (some) => some.length));
}

/** How a log is read. */
export function choicesOf(core, given) {
  const fields = ROLES.map((role) => check.text(given[role], `options.${role}`, role));
  const constants = check.options(given.constants, ["model", "task"], "options.constants");
  const onMissing = check.choice(given.onMissing, "options.onMissing", ["error", "drop", "fail"], "error");
  const onRepeat = check.choice(given.onRepeat, "options.onRepeat", ["error", "first", "last", "keep"], "error");
  const onBadLine = check.choice(given.onBadLine, "options.onBadLine", ["error", "skip"], "error");
  const order = check.flag(given.order, "options.order");
  const threshold = check.number(given.threshold, "options.threshold");
  if (Number.isNaN(threshold)) throw typeError("options.threshold", threshold, "a number");
  if (threshold !== undefined && given.categories !== undefined) {
    const problem = "options.threshold and options.categories both say what an outcome is";
    throw new ScorioError({ code: "argument.several", problem, place: "options.threshold" });
  }
  const model = check.text(constants.model, "options.constants.model");
  const task = check.text(constants.task, "options.constants.task");
  const choices = new core.ReadChoices(fields);
  try {
    choices.constants(model, task);
    choices.policies(onMissing, onRepeat, onBadLine, order);
    if (threshold !== undefined) choices.threshold(threshold);
    if (given.categories !== undefined) addCategories(choices, given.categories);
  } catch (error) {
    choices.free();
    throw error;
  }
  return choices;
}
