// The second part of the page: a log becomes a leaderboard. A worker reads it, so the page answers.
import { metrics, simulate } from "scorio";
import { chosen, look, options } from "./choices.js";
import { byId, element, readable, show, table } from "./dom.js";
import { forest, matrix, percent } from "./draw.js";
import { partOf, worded } from "./wording.js";

const SHOWN = 12;
// Prompts make first lines long.
const HEAD = 1 << 23;

let file = null;
let counted = null;
// The options that it was read with.
let read = null;
let cancel = null;
let isScoring = false;
// Whether another metric was chosen while one was scored.
let isStale = false;
let start = null;
let end = null;

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

/** Shows what is detected in the beginning of the log. */
async function seeHead() {
  look(await head());
}

/** What was read and left out. `read` holds the options of the reader. */
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
    found.push("The last record was cut off and is left out.");
  }
  // A pasted table often has no line end.
  if (report.perhapsInterrupted && file) {
    found.push("The last row has no line end: its last cell may be cut off. It counts as it stands.");
  }
  const words = read.categories?.map(([name, values]) => `${name}: ${values.join(", ")}`);
  if (words) {
    found.push(`Outcomes are words. ${words.join("; ")}.`);
  }
  for (const row of rows.unscored ?? []) {
    found.push(`${row.model} has no score: it has no question with ${many(row.trials, "trial")}.`);
  }
  return element("ul", { class: "note" }, found.map((said) => element("li", {}, said)));
}

function heads(several) {
  return [...(several ? ["Task"] : []), "Model", "Score", "95 % interval", "Rank", "Ranks", "Best",
    "Letters", "Questions", "Trials", "Missing"];
}

function cells(row, several) {
  const ranks = row.rankLo === row.rankHi ? String(row.rankLo) : `${row.rankLo}–${row.rankHi}`;
  return [
    ...(several ? [row.task] : []), row.model, digits(row.score),
    `${digits(row.lo)} to ${digits(row.hi)}`, String(row.rank), ranks, percent(row.pBest),
    row.letters, row.questions.toLocaleString("en"), row.trials.toLocaleString("en"),
    row.missing.toLocaleString("en"),
  ];
}

/** Where a spreadsheet would begin a formula, as in the tables of the command line. */
const FORMULA = /(?:^|[;\t])(?=[=+\-@\t\r\n＝＋－＠])/g;

function csv(rows) {
  const quoted = (value) => {
    const text = typeof value === "string" ? value.replace(FORMULA, "$&'") : String(value ?? "");
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
function common(found, rows) {
  const own = new Map(rows.map((row) => [row.model, row.questions]));
  const left = found.filter((row) => [row.model, row.other].some((name) => own.get(name) > row.questions));
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
async function pairs(rows, metric) {
  const order = rows.map((row) => row.model);
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
  const places = new Map(names.map((name, place) => [name, place]));
  const p = names.map(() => names.map(() => NaN));
  for (const row of found) {
    const [one, other] = [places.get(row.model), places.get(row.other)];
    p[one][other] = row.probability;
    p[other][one] = 1 - row.probability;
  }
  const width = Math.min(900, byId("leaderboard").clientWidth || 600);
  const more = order.length > SHOWN
    ? element("p", { class: "note" }, `The ${SHOWN} best of ${order.length} models are shown.`)
    : null;
  return [
    element("h3", {}, "Which is better?"),
    element("p", { class: "note" },
      "The chance, in percent, that the model of a row is better than that of a column."),
    element("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Which is better?" }, matrix(names, p, {
      width, title: "Which is better?",
      described: names.slice(1).map((name, place) =>
        `${names[0]} is better than ${name}: ${percent(p[0][place + 1])}`).join("; "),
    })),
    more,
    common(found, rows),
  ];
}

async function present(metric) {
  const { metric: own, ...more } = metric;
  const rows = await counted.score({ metrics: own, ...more });
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
      name: row.model, value: row.score, low: row.lo, high: row.hi,
      withLeader: row.withLeader, letters: row.letters, said: digits(row.score),
    })), {
      width, title: `Leaderboard by ${name}`, label: "score, with its 95 % interval",
      described: main.map((row) => `${row.model} ${digits(row.score)}`).join("; "),
    })),
    element("p", { class: "note" }, "Shaded models are not separated from the first with 95 % confidence. " +
      "Choose another model to shade those not separated from it."),
    await pairs(main, metric.metric),
    table(`Leaderboard by ${name}`, heads(false), main.map((row) => cells(row, false))),
    byTask.length
      ? element("details", {}, element("summary", {}, "By task"),
        table(`${name} by task`, heads(true), byTask.map((row) => cells(row, true))))
      : null,
    notes(counted, rows),
    saving(rows));
}

/** Says what is wrong, and opens the part of the page that has the way out. */
function say(error) {
  byId("log-error").textContent = readable(typeof error === "string" ? error : worded(error));
  const part = partOf(error);
  if (part) {
    byId(part).open = true;
  }
}

const megabytes = (bytes) => (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0);

/** Shows that work goes on. The keyboard's place moves with the button that can be pressed. */
function busy(on) {
  const [from, to] = on ? ["score", "stop-log"] : ["stop-log", "score"];
  const isHere = document.activeElement === byId(from);
  byId("score").disabled = on;
  for (const id of ["stop-log", "log-progress", "log-done"]) {
    byId(id).hidden = !on;
  }
  if (isHere) {
    byId(to).focus();
  }
}

/** Does long work, which Cancel ends. Later work makes its result void. */
async function run(work, failed) {
  const own = new AbortController();
  cancel?.abort();
  cancel = own;
  if (isScoring) {
    forget();
  }
  byId("log-error").textContent = "";
  byId("log-progress").value = 0;
  byId("log-done").textContent = "";
  busy(true);
  try {
    await work(own.signal);
  } catch (error) {
    if (cancel === own) {
      failed(error);
    }
  } finally {
    if (cancel === own) {
      cancel = null;
      busy(false);
    }
  }
}

/** Shows the leaderboard by the chosen metric, again if another is chosen meanwhile. */
async function showChosen() {
  isScoring = true;
  byId("log-done").textContent = "Scoring …";
  try {
    do {
      isStale = false;
      await present(chosen());
    } while (isStale);
  } finally {
    isScoring = false;
  }
}

/** Ends the worker, and with it releases its memory. */
function forget() {
  counted = null;
  end();
}

async function count(signal) {
  chosen();
  const reading = options(look(await head()));
  const log = given();
  const size = typeof log === "string" ? log.length : log.size;
  const onProgress = (bytes) => {
    byId("log-progress").value = Math.min(1, bytes / size);
    byId("log-done").textContent = `${megabytes(Math.min(bytes, size))} of ${megabytes(size)} MB`;
  };
  const next = await (await start()).count(log, reading, { signal, onProgress });
  counted?.free();
  counted = next;
  read = reading;
}

/** Counts the log and shows its leaderboard. After an error there is none. */
function score(event) {
  event?.preventDefault();
  return run(async (signal) => {
    try {
      await count(signal);
    } catch (error) {
      if (error.code !== "internal" || !counted) {
        throw error;
      }
      // The counts of the last log take memory, too.
      forget();
      await count(signal);
    }
    await showChosen();
  }, (error) => {
    const isCancelled = error.code === "worker.cancelled";
    if (error.code === "internal" || (isCancelled && !counted)) {
      forget();
    }
    if (!isCancelled || !counted) {
      show("leaderboard");
    }
    say(isCancelled ? `Cancelled.${counted ? " Nothing was changed." : ""}` : error);
  });
}

/** Shows the log by a new metric. The log is not read again. */
async function again() {
  const { hasBudget } = metrics().find((one) => one.name === byId("metric").value);
  byId("k").disabled = !hasBudget;
  if (cancel) {
    isStale = true;
  } else if (counted) {
    await run(showChosen, (error) => say(error.code === "worker.cancelled" ? "Cancelled. Score again." : error));
  }
}

/** Ends the reading, or the scoring, which only the end of its worker stops. */
function stop() {
  if (isScoring) {
    forget();
  } else {
    cancel?.abort();
  }
}

function take(chosenFile) {
  file = chosenFile;
  byId("text").disabled = Boolean(file);
  byId("text").value = file ? `${file.name}, ${many(file.size, "byte")}` : "";
  score();
}

/** Makes the second part of the page work. `worker.start` gives the worker, and `worker.end` ends it. */
export function startLog(worker) {
  ({ start, end } = worker);
  const offered = metrics().filter((one) =>
    !one.name.endsWith("_ci") && one.parameters.every((own) => own.default !== null));
  show("metric", offered.map((one) =>
    element("option", { value: one.name, selected: one.name === "avg" }, one.name)));
  byId("metric").addEventListener("change", again);
  byId("k").addEventListener("change", again);
  byId("ragged").addEventListener("change", again);
  byId("k").disabled = true;
  byId("log-form").addEventListener("submit", score);
  byId("stop-log").addEventListener("click", stop);
  byId("text").addEventListener("input", seeHead);
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
    forget();
    show("leaderboard");
    byId("text").focus();
    seeHead();
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
