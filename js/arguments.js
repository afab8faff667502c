// Checks of arguments, in the words of JavaScript.

import { ScorioError, shown, typeError } from "./errors.js";

/** Options of known names. Others are refused, because nothing would tell of a misspelt one. */
export function options(given, known, place = "options") {
  if (given === undefined || given === null) return {};
  if (typeof given !== "object" || Array.isArray(given)) throw typeError(place, given, "an object");
  for (const name of Object.keys(given)) {
    if (!known.includes(name)) {
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

/** A whole number from `least` that JavaScript holds exactly. */
export function whole(value, place, usual, least = 0) {
  if (value === undefined && usual !== undefined) return usual;
  if (!Number.isSafeInteger(value) || value < least) {
    const problem = `${place} is ${shown(value)}, not a whole number from ${least}`;
    throw new ScorioError({ code: "argument.whole", problem, place });
  }
  return value;
}

/** A budget. The core checks its range. */
export function budget(value, place) {
  if (!Number.isInteger(value)) throw typeError(place, value, "a whole number");
  return value;
}

export function flag(value, place, usual = false) {
  if (value === undefined) return usual;
  if (typeof value !== "boolean") throw typeError(place, value, "true or false");
  return value;
}

export function text(value, place, usual) {
  if (value === undefined) return usual;
  if (typeof value !== "string") throw typeError(place, value, "a string");
  return value;
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
  if (typeof value === "string") return [value];
  if (!Array.isArray(value)) throw typeError(place, value, "a string or an array of strings");
  value.forEach((one, index) => {
    if (typeof one !== "string") throw typeError(`${place}[${index}]`, one, "a string");
  });
  return value;
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
  return Array.from(numbers(value, place), (one, index) => budget(one, `${place}[${index}]`));
}

const MOST_SEED = 1n << 64n;

/** A seed of 64 bits. */
export function seedOf(value, place, usual) {
  if (value === undefined && usual !== undefined) return BigInt(usual);
  const whole = typeof value === "bigint" || Number.isSafeInteger(value);
  if (!whole || value < 0 || BigInt(value) >= MOST_SEED) {
    const problem = `${place} is ${shown(value)}, not a whole number of 64 bits`;
    throw new ScorioError({
      code: "argument.seed",
      problem,
      place,
      remedy: "above 2^53, write it as a bigint",
    });
  }
  return BigInt(value);
}
