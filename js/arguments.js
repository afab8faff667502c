// Checks of arguments, in the words of JavaScript.

import { ScorioError, shown, typeError } from "./errors.js";

/** Options of known names, if these are given. Others are refused: nothing would tell of a misspelt one. */
export function options(given, known, place = "options") {
  if (given === undefined || given === null) return {};
  if (typeof given !== "object" || Array.isArray(given)) throw typeError(place, given, "an object");
  for (const name of own(given, place)) {
    if (known !== undefined && !known.includes(name)) {
      throw new ScorioError({
        code: "argument.unknown",
        problem: `${place}.${name} is no option here`,
        place: `${place}.${name}`,
        remedy: `there are ${known.join(", ")}`,
      });
    }
  }
  return given;
}

export function number(value, place, usual) {
  if (value === undefined) return usual;
  if (typeof value !== "number") throw typeError(place, value, "a number");
  return value;
}

/** A share: a number, or a fraction such as "2/3", which the core reads. */
export function share(value, place) {
  return typeof value === "string" ? text(value, place) : number(value, place);
}

/** A whole number from `least`, and up to `most` if there is one, that JavaScript holds exactly. */
export function whole(value, place, usual, least = 0, most = Number.MAX_SAFE_INTEGER) {
  if (value === undefined && usual !== undefined) return usual;
  if (!Number.isSafeInteger(value) || value < least || value > most) {
    const end = most === Number.MAX_SAFE_INTEGER ? "" : ` to ${most}`;
    const problem = `${place} is ${shown(value)}, not a whole number from ${least}${end}`;
    throw new ScorioError({ code: "argument.whole", problem, place });
  }
  return value;
}

/** A whole number from `least`, if it is given. */
export function someWhole(value, place, least = 0) {
  return value === undefined ? undefined : whole(value, place, undefined, least);
}

/** Numbers, if they are given. */
export function someNumbers(value, place) {
  return value === undefined ? undefined : numbers(value, place);
}

/** A budget. The core checks its range. */
export function budget(value, place) {
  if (!Number.isInteger(value)) throw typeError(place, value, "a whole number");
  return value;
}

/** A function that is called back, if there is one. */
export function callback(value, place) {
  if (value !== undefined && typeof value !== "function") throw typeError(place, value, "a function");
  return value;
}

/** What ends a call, if there is something. */
export function signal(value, place) {
  const known = value === undefined || (typeof value?.addEventListener === "function" && "aborted" in value);
  if (!known) throw typeError(place, value, "an AbortSignal");
  return value;
}

export function flag(value, place, usual = false) {
  if (value === undefined) return usual;
  if (typeof value !== "boolean") throw typeError(place, value, "true or false");
  return value;
}

/** The keys of an object. What it inherits would be lost in silence, as behind the key `__proto__` of a literal. */
export function own(object, place) {
  for (const name in object) {
    if (!Object.hasOwn(object, name)) {
      const problem = `${place} inherits ${shown(name)} from another object`;
      const remedy = "give it as its own key; a literal needs brackets for a name such as [\"__proto__\"]";
      throw new ScorioError({ code: "argument.inherited", problem, place, remedy });
    }
  }
  return Object.keys(object);
}

// Half of a character, of which JavaScript's texts may have one without the other.
const HALF = /\p{Cs}/u;

/** A text without half a character: the module would take different halves for the same. */
export function wholeText(value, place) {
  if (value.isWellFormed?.() ?? !HALF.test(value)) return value;
  const problem = `${place} has half a character, ${shown(HALF.exec(value)[0])}, at index ${HALF.exec(value).index}`;
  throw new ScorioError({ code: "argument.text", problem, place, remedy: "give whole characters" });
}

export function text(value, place, usual) {
  if (value === undefined) return usual;
  if (typeof value !== "string") throw typeError(place, value, "a string");
  return wholeText(value, place);
}

/** One of some names. */
export function choice(value, place, known, usual) {
  if (value === undefined) return usual;
  if (!known.includes(value)) {
    throw new ScorioError({
      code: "argument.choice",
      problem: `${place} is ${shown(value)}, not one of ${known.map(shown).join(", ")}`,
      place,
    });
  }
  return value;
}

/** Several names. */
export function texts(value, place, usual) {
  if (value === undefined) return usual;
  if (typeof value === "string") return [wholeText(value, place)];
  if (!Array.isArray(value)) throw typeError(place, value, "a string or an array of strings");
  value.forEach((one, index) => {
    text(one ?? null, `${place}[${index}]`);
  });
  return value;
}

/** Several names, of which none is there twice. */
export function distinct(value, place, usual) {
  const names = texts(value, place, usual);
  const seen = new Set();
  names.forEach((name, index) => {
    if (seen.has(name)) {
      const problem = `${place} has ${shown(name)} twice`;
      throw new ScorioError({ code: "argument.repeated", problem, place: `${place}[${index}]` });
    }
    seen.add(name);
  });
  return names;
}

/** One or more names. */
export function some(value, place, usual) {
  const names = texts(value, place, usual);
  if (names.length === 0) throw empty(place);
  return names;
}

/** The error of a list that has nothing. */
export function empty(place) {
  return new ScorioError({ code: "argument.empty", problem: `${place} is empty: give at least one`, place });
}

/** Models with their names, from an object or a Map. */
export function byName(models, place) {
  const pairs = models instanceof Map ? [...models] : own(models, place).map((name) => [name, models[name]]);
  if (pairs.length === 0) {
    const problem = `${place} has no model`;
    throw new ScorioError({ code: "argument.empty", problem, place, remedy: "give matrices by the names of their models" });
  }
  pairs.forEach(([name]) => {
    if (typeof name !== "string") throw typeError(`a key of ${place}`, name, "the name of a model");
    wholeText(name, `a key of ${place}`);
  });
  return pairs;
}

const isTyped = (value) =>
  ArrayBuffer.isView(value) &&
  !(value instanceof DataView) &&
  !(value instanceof globalThis.BigInt64Array) &&
  !(value instanceof globalThis.BigUint64Array);

export { isTyped };

/** A list of numbers, NaN too: the core says which of them it cannot take. */
export function numbers(value, place, usual) {
  if (value === undefined && usual !== undefined) return usual;
  if (isTyped(value)) return Float64Array.from(value);
  if (!Array.isArray(value)) throw typeError(place, value, "an array of numbers");
  return Float64Array.from(value, (one, index) => {
    if (typeof one !== "number") throw typeError(`${place}[${index}]`, one, "a number");
    return one;
  });
}

/** One or more budgets. */
export function budgets(value, place) {
  if (value === undefined) return [];
  if (typeof value === "number") return [budget(value, place)];
  if (!Array.isArray(value) && !isTyped(value)) throw typeError(place, value, "a whole number, or an array of them");
  if (value.length === 0) throw empty(place);
  return Array.from(numbers(value, place), (one, index) => budget(one, `${place}[${index}]`));
}

/** Budgets that are given, as numbers of the module. */
export function someBudgets(value, place) {
  return value === undefined ? undefined : Float64Array.from(budgets(value, place));
}

const MOST_SEED = 1n << 64n;

/** How a seed is mended. */
function seedRemedy(value) {
  if (value === undefined) return "give one, such as {seed: 1}";
  if (Number.isInteger(value) && value > 0) return "above 2^53 - 1, write it as a bigint";
  return "seeds go from 0 to 2^64 - 1";
}

/** A seed of 64 bits. */
export function seedOf(value, place, usual) {
  if (value === undefined && usual !== undefined) return BigInt(usual);
  const whole = typeof value === "bigint" || Number.isSafeInteger(value);
  if (!whole || value < 0 || BigInt(value) >= MOST_SEED) {
    const problem = value === undefined ? `${place} is missing` : `${place} is ${shown(value)}, not a whole number of 64 bits`;
    throw new ScorioError({ code: "argument.seed", problem, place, remedy: seedRemedy(value) });
  }
  return BigInt(value);
}
