// Options of reading logs, as the module takes them.

import * as check from "./arguments.js";
import { ScorioError, typeError } from "./errors.js";

const ROLES = ["model", "task", "question", "trial", "outcome"];

const COSTS = ["cost", "prices", "onMissingCost", "keepValues"];

export const READ_OPTIONS = [
  ...ROLES, "constants", "threshold", "categories", "onMissing", "onRepeat", "onBadLine", "order", "separator", ...COSTS,
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

/** Prices by model: what is priced, the models, and a row of prices for each, with NaN for none. */
function pricesOf(prices) {
  const place = "options.prices";
  if (prices === undefined) return { columns: [], models: [], rows: [] };
  if (typeof prices !== "object" || prices === null || Array.isArray(prices)) {
    throw typeError(place, prices, "an object of prices by model");
  }
  const pairs = prices instanceof Map ? [...prices] : check.own(prices, place).map((model) => [model, prices[model]]);
  const named = pairs.map(([model, row]) => {
    const own = `${place}[${JSON.stringify(model)}]`;
    if (typeof row !== "object" || row === null) throw typeError(own, row, "an object of prices");
    return [check.text(model ?? null, `a key of ${place}`), check.options(row, undefined, own), own];
  });
  const columns = [...new Set(named.flatMap(([, row]) => Object.keys(row)))];
  if (columns.length === 0) {
    const problem = `${place} has no price`;
    throw new ScorioError({ code: "argument.empty", problem, place, remedy: "give prices such as {input: 2, output: 8} by model" });
  }
  columns.forEach((column) => check.text(column, `a key of ${place}`));
  const rows = named.map(([, row, own]) => columns.map((column) => {
    if (row[column] === undefined || row[column] === null) return NaN;
    if (typeof row[column] !== "number" || Number.isNaN(row[column])) throw typeError(`${own}.${column}`, row[column], "a number");
    return row[column];
  }));
  return { columns, models: named.map(([model]) => model), rows };
}

/** Adds what a trial costs. */
function addCost(choices, given) {
  const cost = check.text(given.cost, "options.cost");
  const { columns, models, rows } = pricesOf(given.prices);
  const leavesOut = check.choice(given.onMissingCost, "options.onMissingCost", ["error", "drop"], "error") === "drop";
  const keeps = check.flag(given.keepValues, "options.keepValues");
  if (cost !== undefined) {
    choices.cost(cost, columns, models, Float64Array.from(rows.flat()), leavesOut, keeps);
    return;
  }
  const alone = COSTS.find((name) => given[name] !== undefined);
  if (alone === undefined) return;
  const [problem, place] = [`options.${alone} is about costs, and options.cost is missing`, `options.${alone}`];
  throw new ScorioError({ code: "argument.cost", problem, place, remedy: "name the field of the cost: {cost: FIELD}" });
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
    addCost(choices, given);
  } catch (error) {
    choices.free();
    throw error;
  }
  return choices;
}
