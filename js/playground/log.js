// The second part of the page: a log becomes a leaderboard. A worker reads it, so the page answers.
import { metrics, simulate } from "scorio";
import { byId, element, show, table } from "./dom.js";
import { forest, matrix, percent } from "./draw.js";
import { wholeOf } from "./trials.js";

const SHOWN = 12;
const FIELDS = {
  model: ["model", "model_name", "model_id", "system"],
  question: ["question", "question_id", "item", "id", "task_id", "problem_id", "sample_id"],
  outcome: ["outcome", "correct", "is_correct", "passed", "pass", "success", "score", "reward"],
};
// Prompts make first lines long.
const HEAD = 1 << 23;

let file = null;
let counted = null;
let cancel = null;
let start = null;

const digits = (value, places = 3) =>
  (Number.isFinite(value) ? value.toFixed(places).replace("-", "−") : "–");

const many = (count, one) => `${count.toLocaleString("en")} ${one}${count === 1 ? "" : "s"}`;

/** A log of five models, drawn like those of the simulation. */
function sample() {
  const p = simulate.coins({ means: [0.35, 0.5, 0.52, 0.6, 0.7], questions: 30, seed: 1 });
  return simulate.trials(p, 8, { seed: 2 }).flatMap((questions, model) =>
    questions.flatMap((trials, question) => trials.map((outcome, trial) => JSON.stringify({
      model: `model-${"abcde"[model]}`, question: `q${question + 1}`, trial, correct: outcome === 1,
    })))).join("\n");
}

/** The log that is to be read: the chosen file, or the pasted text. */
function given() {
  return file ?? byId("text").value;
}

async function head() {
  const log = given();
  return typeof log === "string" ? log.slice(0, HEAD) : log.slice(0, HEAD).text();
}

/** The format and the fields that the first line names. */
function looked(text) {
  const line = text.replace(/^\uFEFF/, "").split(/\r?\n/).find((one) => one.trim()) ?? "";
  if (line.trimStart().startsWith("{")) {
    let record = {};
    try {
      record = JSON.parse(line);
    } catch {
      // The reader says what is wrong with the line.
    }
    return { format: "jsonl", names: Object.keys(record) };
  }
  const separator = line.includes("\t") && !line.includes(",") ? "\t" : ",";
  return { format: "csv", names: line.split(separator).map((name) => name.trim().replace(/^"|"$/g, "")) };
}

/** Shows the fields of the log, and which of them are used unless others are written. */
async function look() {
  const { format, names } = looked(await head());
  show("fields", names.map((name) => element("option", { value: name })));
  const found = {};
  for (const [role, known] of Object.entries(FIELDS)) {
    const detected = known.find((name) => names.includes(name));
    byId(`field-${role}`).placeholder = detected ? `detected: ${detected}` : "not detected";
    found[role] = byId(`field-${role}`).value.trim() || detected;
  }
  return { format, names, found };
}

/** The options of the reader, or a sentence about a field that nobody named. */
function options({ format, names, found }) {
  for (const [role, name] of Object.entries(found)) {
    if (!name) {
      const seen = names.filter(Boolean).slice(0, 12).join(", ");
      throw new RangeError(
        `Which field holds the ${role}? ${seen ? `The first record has: ${seen}.` : "The log is empty."}`);
    }
  }
  return {
    ...found, format,
    onMissing: byId("on-missing").value,
    onRepeat: byId("on-repeat").value,
    onBadLine: byId("on-bad-line").value,
  };
}

/** The chosen metric with its budget. */
function chosen() {
  const metric = byId("metric").value;
  const { hasBudget } = metrics().find((one) => one.name === metric);
  return hasBudget ? { metric, k: wholeOf(byId("k"), "k") } : { metric };
}

function notes(counts, rows) {
  const { report } = counts;
  const found = [
    `${many(counts.trials, "trial")} of ${many(counts.models.length, "model")}, ` +
    `${many(report.records, "record")} read.`,
  ];
  const effects = [
    [report.missingDropped, "without an outcome was left out", "without an outcome were left out"],
    [report.missingFailed, "without an outcome was counted as a failure",
      "without an outcome were counted as failures"],
    [report.repeatsDropped, "duplicate was left out", "duplicates were left out"],
    [report.repeatsKept, "duplicate was counted", "duplicates were counted"],
    [report.skipped, "line that could not be read was skipped",
      "lines that could not be read were skipped"],
  ];
  for (const [count, one, more] of effects) {
    if (count) {
      found.push(`${count.toLocaleString("en")} ${count === 1 ? one : more}.`);
    }
  }
  if (report.interrupted) {
    found.push("The last line was cut off and is left out.");
  }
  for (const row of rows.unscored ?? []) {
    found.push(`${row.model} has no score: it has no question with ${many(row.trials, "trial")}.`);
  }
  return element("ul", { class: "note" }, found.map((said) => element("li", {}, said)));
}

function heads(several) {
  return [...(several ? ["Task"] : []), "Model", "Score", "95 % interval", "Rank", "Ranks", "Best",
    "Tie group", "Questions", "Trials", "Missing"];
}

function cells(row, several) {
  const ranks = row.rankLo === row.rankHi ? String(row.rankLo) : `${row.rankLo}–${row.rankHi}`;
  return [
    ...(several ? [row.task] : []), row.model, digits(row.score),
    `${digits(row.lo)} to ${digits(row.hi)}`, String(row.rank), ranks, percent(row.pBest),
    String(row.tieGroup), row.questions.toLocaleString("en"), row.trials.toLocaleString("en"),
    row.missing.toLocaleString("en"),
  ];
}

function csv(rows) {
  const quoted = (value) => {
    const text = value === null ? "" : String(value);
    return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const names = Object.keys(rows[0]);
  return [names, ...rows.map((row) => names.map((name) => row[name]))]
    .map((row) => row.map(quoted).join(",")).join("\r\n");
}

function saving(rows) {
  const button = element("button", { type: "button" }, "Save the table as CSV");
  button.addEventListener("click", () => {
    const url = URL.createObjectURL(new Blob([csv(rows)], { type: "text/csv" }));
    element("a", { href: url, download: "leaderboard.csv" }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  });
  return button;
}

/** Says that pairs are compared on fewer questions than the leaderboard has. */
function common(found) {
  const left = found.filter((row) => row.unmatched || row.baselineUnmatched);
  if (!left.length) {
    return null;
  }
  const fewest = Math.min(...left.map((row) => row.questions));
  return element("p", { class: "note" },
    "Two models are compared on the questions that both have. " +
    `${many(left.length, "pair")} left questions out; the fewest in common are ${fewest}. ` +
    "So a pair can differ from the order of the leaderboard.");
}

/** The chances of the pairs, for metrics whose pairs are compared. */
async function pairs(order, metric) {
  if (order.length < 2 || !["avg", "bayes"].includes(metric)) {
    return [];
  }
  const names = order.slice(0, SHOWN);
  let found;
  try {
    found = await counted.pairwise({ metric, models: names });
  } catch (error) {
    const said = `The models are not compared in pairs: ${error.problem ?? error.message}.`;
    return [element("p", { class: "note" }, said)];
  }
  const chance = new Map(found.map((row) => [`${row.model}\n${row.baseline}`, row.probability]));
  const p = names.map((a) => names.map((b) =>
    chance.get(`${a}\n${b}`) ?? 1 - (chance.get(`${b}\n${a}`) ?? NaN)));
  const width = Math.min(900, byId("leaderboard").clientWidth || 600);
  const more = order.length > SHOWN
    ? element("p", { class: "note" }, `The ${SHOWN} best of ${order.length} models are shown.`)
    : null;
  return [
    element("h3", {}, "Which is better?"),
    element("p", { class: "note" },
      "The chance, in percent, that the model of a row is better than that of a column."),
    element("div", { class: "scroll" }, matrix(names, p, {
      width, title: "Which is better?",
      described: names.slice(1).map((name, place) =>
        `${names[0]} is better than ${name}: ${percent(p[0][place + 1])}`).join("; "),
    })),
    more,
    common(found),
  ];
}

async function present(metric) {
  const rows = await counted.score(metric);
  if (!rows.length) {
    throw new RangeError(
      `No model has a question with ${metric.k ?? 1} trials. Choose a smaller k.`);
  }
  const overall = rows.filter((row) => row.task === null);
  const main = overall.length ? overall : rows;
  const byTask = overall.length ? rows.filter((row) => row.task !== null) : [];
  const width = Math.min(900, byId("leaderboard").clientWidth || 600);
  const name = metric.k ? `${metric.metric}, k = ${metric.k}` : metric.metric;
  show("leaderboard",
    element("h3", {}, `Leaderboard by ${name}`),
    element("div", { class: "scroll" }, forest(main.map((row) => ({
      name: row.model, value: row.score, low: row.lo, high: row.hi, group: row.tieGroup,
      said: digits(row.score),
    })), {
      width, title: `Leaderboard by ${name}`, label: "score, with its 95 % interval",
      described: main.map((row) => `${row.model} ${digits(row.score)}`).join("; "),
    })),
    element("p", { class: "note" }, "Neighbours of one color are not separated with 95 % confidence."),
    await pairs(main.map((row) => row.model), metric.metric),
    table(`Leaderboard by ${name}`, heads(false), main.map((row) => cells(row, false))),
    byTask.length
      ? element("details", {}, element("summary", {}, "By task"),
        table(`${name} by task`, heads(true), byTask.map((row) => cells(row, true))))
      : null,
    notes(counted, rows),
    saving(rows));
}

function busy(on) {
  byId("score").disabled = on;
  byId("stop-log").hidden = !on;
  byId("log-progress").hidden = !on;
}

/** Counts the log and shows its leaderboard. After an error there is none. */
async function score(event) {
  event?.preventDefault();
  const own = new AbortController();
  cancel?.abort();
  cancel = own;
  byId("log-error").textContent = "";
  byId("log-progress").value = 0;
  busy(true);
  try {
    const metric = chosen();
    const reading = options(await look());
    const log = given();
    const size = typeof log === "string" ? log.length : log.size;
    const worker = await start();
    const next = await worker.count(log, reading, {
      signal: own.signal,
      onProgress: (bytes) => {
        byId("log-progress").value = Math.min(1, bytes / size);
      },
    });
    counted?.free();
    counted = next;
    await present(metric);
  } catch (error) {
    if (cancel === own) {
      const isCancelled = error.code === "worker.cancelled";
      byId("log-error").textContent = isCancelled ? "Cancelled. Nothing was changed." : error.message;
      if (!isCancelled) {
        show("leaderboard");
      }
    }
  } finally {
    if (cancel === own) {
      cancel = null;
      busy(false);
    }
  }
}

/** Shows the log of a new metric. The log is not read again. */
async function again() {
  const { hasBudget } = metrics().find((one) => one.name === byId("metric").value);
  byId("k").disabled = !hasBudget;
  if (counted) {
    byId("log-error").textContent = "";
    try {
      await present(chosen());
    } catch (error) {
      byId("log-error").textContent = error.message;
    }
  }
}

function take(chosenFile) {
  file = chosenFile;
  byId("text").disabled = Boolean(file);
  byId("text").value = file ? `${file.name}, ${many(file.size, "byte")}` : "";
  score();
}

/** Makes the second part of the page work. `startOnce` gives the worker, which it starts once. */
export function startLog(startOnce) {
  start = startOnce;
  const offered = metrics().filter((one) =>
    !one.name.endsWith("_ci") && one.parameters.every((own) => own.default !== null));
  show("metric", offered.map((one) =>
    element("option", { value: one.name, selected: one.name === "avg" }, one.name)));
  byId("metric").addEventListener("change", again);
  byId("k").addEventListener("change", again);
  byId("k").disabled = true;
  byId("log-form").addEventListener("submit", score);
  byId("stop-log").addEventListener("click", () => cancel?.abort());
  byId("text").addEventListener("input", look);
  byId("file").addEventListener("change", (event) => {
    if (event.target.files[0]) {
      take(event.target.files[0]);
    }
  });
  byId("sample").addEventListener("click", () => {
    file = null;
    byId("file").value = "";
    byId("text").disabled = false;
    byId("text").value = sample();
    score();
  });
  byId("clear").addEventListener("click", () => {
    file = null;
    byId("file").value = "";
    byId("text").disabled = false;
    byId("text").value = "";
    byId("log-error").textContent = "";
    counted?.free();
    counted = null;
    show("leaderboard");
    byId("text").focus();
    look();
  });
  const drop = byId("drop");
  drop.addEventListener("dragover", (event) => {
    event.preventDefault();
    drop.classList.add("over");
  });
  drop.addEventListener("dragleave", () => drop.classList.remove("over"));
  drop.addEventListener("drop", (event) => {
    event.preventDefault();
    drop.classList.remove("over");
    const { files } = event.dataTransfer;
    if (files.length > 1) {
      byId("log-error").textContent = `Drop one file: there are ${files.length}.`;
    } else if (files[0]) {
      take(files[0]);
    }
  });
}
