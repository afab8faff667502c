// The one class of errors, and the words of errors that JavaScript itself finds.

// What ends a line, is obeyed by a terminal, or has no width: the same as in the core's messages. A text of
// JavaScript may also have half a character.
const UNSEEN =
  /[\p{Cc}\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\p{Cs}]/gu;
const SHORT = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escaped(sign) {
  const code = sign.codePointAt(0);
  const [letter, digits] = code < 0x100 ? ["x", 2] : code < 0x10000 ? ["u", 4] : ["U", 8];
  return SHORT[sign] ?? `\\${letter}${code.toString(16).padStart(digits, "0")}`;
}

// A whole prompt may stand where a name should.
const MOST = 2000;

/** A text whose middle is left out if it is long. */
const cut = (text) => (text.length > MOST ? `${text.slice(0, MOST / 2)}…${text.slice(1 - MOST / 2)}` : text);

/** A text on one line, whatever names and values it holds. */
const onALine = (text) => (typeof text === "string" ? cut(text).replace(UNSEEN, escaped) : null);

/** An error with a code, a place and a way out. Its message is one line. */
export class ScorioError extends Error {
  constructor({ code, place = null, ...sentence }, options) {
    const [problem, remedy] = [sentence.problem, sentence.remedy].map(onALine);
    super(remedy === null ? problem : `${problem}; ${remedy}`, options);
    this.name = "ScorioError";
    this.code = code;
    this.problem = problem;
    this.place = place === null ? null : cut(place);
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
