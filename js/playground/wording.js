// Errors in the words of the page: what is wrong, and which of its controls is the way out.

const LINES = "Such lines can be skipped: choose “Lines that cannot be read”.";
const WAYS = {
  "log.no_field": "Write the names of its fields in the boxes.",
  "log.label": "Write the name of another field in its box.",
  "log.uneven": "Write the name of another field in its box.",
  "log.column_twice": "Rename one of them.",
  "log.outcome": "Write the lowest score that is a success, or the words for success and failure.",
  "log.missing": "Choose what “Missing outcomes” are.",
  "log.repeat": "Choose what “Duplicates” are, or write the field that numbers trials.",
  "log.binary": "Unpack it, or save it as CSV or JSON Lines.",
  "log.categories": "Write each word once.",
  "metric.budget_exceeds_trials": "Choose a smaller k, or leave out “Questions with fewer than k trials”.",
  "counts.all_short": "Choose a smaller k.",
  internal: "The log has more questions or trials than a page has memory for. Use the command line of scorio.",
};
const BAD_LINES = ["log.not_utf8", "log.not_json", "log.not_object", "log.key_twice", "log.cells"];
/** Ways out that say the same in any language. */
const PLAIN = ["log.utf_16", "log.returns"];

/** A text as a sentence. */
function sentence(text) {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?!]$/.test(whole) ? whole : `${whole}.`;
}

function wayOf({ code, remedy }) {
  // A cut line cannot be skipped, and has no remedy.
  if (BAD_LINES.includes(code)) return remedy ? LINES : undefined;
  return PLAIN.includes(code) ? sentence(remedy) : WAYS[code];
}

/** What the page says of an error. */
export function worded(error) {
  if (error.problem === undefined) return error.message;
  return [sentence(error.problem), wayOf(error)].filter(Boolean).join(" ");
}

/** The controls that an error is about are in closed parts of the page: the id of the part. */
export function partOf({ code, part }) {
  if (part) return part;
  if (["log.outcome", "log.categories"].includes(code)) return "outcomes";
  const others = ["log.missing", "log.repeat", "log.uneven", "metric.budget_exceeds_trials", ...BAD_LINES];
  return others.includes(code) ? "policies" : undefined;
}
