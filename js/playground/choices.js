// What the form of the log says: fields, successes, policies and the metric.
import { metrics } from "scorio";
import { byId, element, show } from "./dom.js";
import { looked } from "./fields.js";
import { wholeOf } from "./trials.js";

const ROLES = ["model", "task", "question", "trial", "outcome"];

/** Shows the fields of a log with this beginning, and which of them are used unless others are written. */
export function look(text) {
  const seen = looked(text);
  show("fields", seen.names.map((name) => element("option", { value: name })));
  const found = {};
  for (const role of ROLES) {
    const field = byId(`field-${role}`);
    const isOptional = role === "task" || role === "trial";
    field.placeholder = seen.found[role] ? `detected: ${seen.found[role]}` : isOptional ? "none" : "not detected";
    found[role] = field.value.trim() || seen.found[role];
  }
  const [success, failure] = ["success", "failure"].map((side) => seen.words?.[side].join(", "));
  byId("success").placeholder = success ? `detected: ${success}` : "true, 1";
  byId("failure").placeholder = failure ? `detected: ${failure}` : "false, 0";
  return { ...seen, found };
}

/** The sentence of a field that nobody named. */
function asked(role, { names, lists }) {
  const seen = names.slice(0, 12).join(", ");
  const said = [`Which field holds the ${role}?`, seen ? `The first record has: ${seen}.` : "The log is empty."];
  if (lists.length) {
    said.push(`If the records are in the list “${lists[0]}”, paste that list alone.`);
  } else if (role === "model" && seen) {
    said.push("If all records are of one model, write its name in “One model for all”.");
  }
  return said.join(" ");
}

/** An error about a control in a part of the page, which is opened. */
const wrong = (said, part) => Object.assign(new RangeError(said), { part });

/** Words that are separated by commas. */
const wordsOf = (id) => byId(id).value.split(",").map((word) => word.trim()).filter(Boolean);

/** What counts as a success: a threshold, words, or true and 1. */
function successes({ words, found }) {
  const lowest = byId("threshold").value.trim();
  const [success, failure] = [wordsOf("success"), wordsOf("failure")];
  if (lowest) {
    const threshold = Number(lowest.replace("%", "")) / (lowest.endsWith("%") ? 100 : 1);
    if (!Number.isFinite(threshold)) {
      throw wrong(`“${lowest}” is not a number: write the lowest score that is a success.`, "outcomes");
    }
    if (success.length || failure.length) {
      throw wrong("Give the lowest score of a success or words, not both.", "outcomes");
    }
    return { threshold };
  }
  if (!success.length && !failure.length) {
    // The words are those of the detected field.
    return words && !byId("field-outcome").value.trim() && found.outcome ? { categories: categories(words) } : {};
  }
  const own = {
    success: success.length ? success : words?.success,
    failure: failure.length ? failure : words?.failure,
  };
  if (!own.success || !own.failure) {
    throw wrong(`Write the words for ${own.success ? "failure" : "success"}, too.`, "outcomes");
  }
  return { categories: categories(own) };
}

const categories = ({ success, failure }) => [["failure", failure], ["success", success]];

/** The options of the reader for what `look` saw, or a sentence about a field that nobody named. */
export function options(seen) {
  const { format, found, isText } = seen;
  const model = byId("constant").value.trim();
  const reading = {
    format,
    ...(model && { constants: { model } }),
    onMissing: byId("on-missing").value,
    onRepeat: byId("on-repeat").value,
    onBadLine: byId("on-bad-line").value,
  };
  // The reader says what it is.
  if (!isText) return reading;
  for (const role of ["model", "question", "outcome"]) {
    if (!found[role] && !(role === "model" && model)) {
      throw wrong(asked(role, seen), role === "model" ? "policies" : undefined);
    }
  }
  for (const role of ROLES) {
    if (found[role]) reading[role] = found[role];
  }
  return { ...reading, ...successes(seen) };
}

/** The chosen metric with its budget. */
export function chosen() {
  const metric = byId("metric").value;
  const { hasBudget } = metrics().find((one) => one.name === metric);
  return hasBudget ? { metric, k: wholeOf(byId("k"), "k"), ragged: byId("ragged").value } : { metric };
}
