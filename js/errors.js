// The one class of errors, and the words of errors that JavaScript itself finds.

/** An error with a code, a place and a way out. */
export class ScorioError extends Error {
  constructor({ code, problem, place = null, remedy = null }, options) {
    super(remedy === null ? problem : `${problem}; ${remedy}`, options);
    this.name = "ScorioError";
    this.code = code;
    this.problem = problem;
    this.place = place;
    this.remedy = remedy;
  }
}

/** A value as a message shows it. */
export function shown(value) {
  if (typeof value === "string") return value.length > 60 ? `"${value.slice(0, 60)}…"` : `"${value}"`;
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "function") return "a function";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object" && value !== null) return "an object";
  return String(value);
}

/** A number with what it counts. */
export const many = (count, one) => `${count} ${one}${count === 1 ? "" : "s"}`;

/** An argument of another type than expected. */
export function typeError(place, value, wanted) {
  return new ScorioError({
    code: "argument.type",
    problem: `${place} is ${shown(value)}, not ${wanted}`,
    place,
  });
}
