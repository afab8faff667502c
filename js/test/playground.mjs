// The playground in headless Chromium, opened from a file, as a reader opens it.
import assert from "node:assert/strict";
import {
  appendFileSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import test, { after, before } from "node:test";
import { Browser } from "./chromium.mjs";
import scorio from "./package.mjs";
import { missing, page, pasted, scored } from "./page.mjs";

let chromium;

before(() => {
  if (!missing) chromium = new Browser();
});

after(() => chromium?.end());

test("the page opens from a file, asks for nothing, and has the figures of the package", { skip: missing }, async () => {
  await chromium.open(page);
  assert.equal(await chromium.text("version"), scorio.version);
  const p = scorio.simulate.coins({ means: scorio.simulate.means, questions: 30, seed: 2 });
  const outcomes = scorio.simulate.trials(p, 80, { seed: 3 });
  const first = Object.fromEntries(outcomes.map((rows, place) =>
    ["ABCDEFGHIJK"[place], rows.map((row) => row.slice(0, 8))]));
  const rows = scorio.Counts.fromMatrix(first).score();
  const shown = await chromium.text("scores");
  for (const row of rows) {
    assert.ok(shown.includes(`${row.model}: ${row.score.toFixed(3)} [${row.lo.toFixed(2)}, ${row.hi.toFixed(2)}]`));
  }
  assert.deepEqual(chromium.complaints, []);
  assert.ok(statSync(page).size < 3e6);
});

test("the simulation goes trial by trial, averages sets, and stops", { skip: missing }, async () => {
  await chromium.open(page);
  await chromium.run("document.querySelector('#step').click()");
  assert.match(await chromium.text("settled"), /^After 9 trials of each of 30 questions/);
  await chromium.run("document.querySelector('#play').click()");
  await chromium.until("Number(document.querySelector('#at').value) > 11");
  await chromium.run("document.querySelector('#play').click(); document.querySelector('#average').click()");
  await chromium.until("document.querySelector('#agreement .faint')");
  await chromium.run("document.querySelector('#stop-average').click()");
  assert.equal(await chromium.text("average-note"), "Cancelled.");
  await chromium.run(`for (const [id, value] of [["preset", "Two, close together"], ["trials", 6]]) {
    const field = document.getElementById(id);
    field.value = value;
    field.dispatchEvent(new Event("change"));
  }
  document.querySelector("#average").click()`);
  await chromium.until("document.querySelector('#average-note').textContent === 'Mean of 200 sets.'");
  assert.deepEqual(chromium.complaints, []);
});

test("models that are equal have no order", { skip: missing }, async () => {
  await chromium.open(page);
  await chromium.run(`{ const field = document.querySelector("#means");
    field.value = "0.5, 0.5"; field.dispatchEvent(new Event("change")) }`);
  assert.match(await chromium.text("settled"), /^After 8 trials of each of 30 questions, there is no true order\./);
  assert.equal(await chromium.text("agreement"), "All true means are equal: there is no true order.");
  await chromium.run(`{ const field = document.querySelector("#means");
    field.value = "0, 1"; field.dispatchEvent(new Event("change")) }`);
  assert.match(await chromium.text("settled"), /all pairs are in the true order by Bayes@N\./);
  assert.deepEqual(chromium.complaints, []);
});

test("a wrong field of the simulation is named, and the drawings stay", { skip: missing }, async () => {
  await chromium.open(page);
  const shown = await chromium.text("settled");
  const cases = [
    ["means", "0.3, 1.2", "“1.2” is not a mean between 0 and 1."],
    ["means", "0.3", "Give the means of 2 to 40 models."],
    ["means", "0.3, x", "“x” is not a mean between 0 and 1."],
    ["questions", "0", "Questions must be a whole number, 1 to 500."],
    ["trials", "2.5", "Trials must be a whole number, 2 to 400."],
    ["seed", "-1", "Seed must be a whole number, 0 or more."],
  ];
  for (const [id, value, sentence] of cases) {
    const before_ = await chromium.run(`document.getElementById("${id}").value`);
    await chromium.run(`{ const field = document.getElementById("${id}");
      field.value = "${value}"; field.dispatchEvent(new Event("change")) }`);
    assert.equal(await chromium.text("simulation-error"), sentence);
    assert.equal(await chromium.text("settled"), shown);
    await chromium.run(`{ const field = document.getElementById("${id}");
      field.value = "${before_}"; field.dispatchEvent(new Event("change")) }`);
    assert.equal(await chromium.text("simulation-error"), "");
  }
});

test("a log becomes a leaderboard: the sample, JSON Lines, a table", { skip: missing }, async () => {
  await chromium.open(page);
  await chromium.run("document.querySelector('#sample').click()");
  await scored(chromium);
  assert.match(await chromium.text("leaderboard"), /1,200 trials of 5 models, 1,200 records read\./);
  assert.equal(await chromium.run("document.querySelectorAll('#leaderboard svg').length"), 2);
  const log = "model,item,passed\n" + ["a", "b"].flatMap((model) =>
    [0, 1, 2, 3].map((at) => `${model},q${at},${model === "a" || at > 1 ? 1 : 0}`)).join("\n");
  assert.equal(await pasted(chromium, log), "");
  const rows = scorio.Counts.fromCsv(log, { question: "item", outcome: "passed" }).score();
  const table = await chromium.run("document.querySelector('#leaderboard tbody').textContent");
  assert.ok(table.startsWith(`a${rows[0].score.toFixed(3)}${rows[0].lo.toFixed(3)} to ${rows[0].hi.toFixed(3)}`));
  await chromium.run(`{ const metric = document.querySelector("#metric");
    metric.value = "pass_at_k"; metric.dispatchEvent(new Event("change")) }`);
  await chromium.until("document.querySelector('#leaderboard h3').textContent === 'Leaderboard by pass_at_k, k = 1'");
  await chromium.run(`{ const k = document.querySelector("#k");
    k.value = "2"; k.dispatchEvent(new Event("change")) }`);
  await chromium.until("document.querySelector('#log-error').textContent");
  assert.match(await chromium.text("log-error"), /2/);
  assert.deepEqual(chromium.complaints, []);
});

test("what is wrong with a log is said, and its line is named", { skip: missing }, async () => {
  await chromium.open(page);
  const good = '{"model":"a","question":"q","outcome":1}';
  assert.match(await pasted(chromium, ""), /^Which field holds the model\? The log is empty\.$/);
  assert.match(await pasted(chromium, '{"name":"a"}'), /^Which field holds the model\? The first record has: name\. If all records/);
  assert.match(await pasted(chromium, '{"results":[{"model":"a"}]}'), /If the records are in the list “results”, paste that list alone\.$/);
  assert.match(await pasted(chromium, `${good}\n{"model":"a","question":"r","outcome":2}`), /^Line 2: the outcome 2/);
  assert.match(await pasted(chromium, `${good}\nmodel,question`), /^Line 2: not JSON/);
  assert.match(await pasted(chromium, `${good}\n{"model":"a","question":"r"}`), /^Line 2: there is no field "outcome" for the outcome/);
  await chromium.run(`{ const bytes = new Uint8Array([...new TextEncoder().encode(${JSON.stringify(`${good}\n{"model":"`)}), 255, 254, 10]);
    const moved = new DataTransfer();
    moved.items.add(new File([bytes], "log.jsonl"));
    const file = document.querySelector("#file");
    file.files = moved.files;
    file.dispatchEvent(new Event("change")) }`);
  await scored(chromium);
  assert.match(await chromium.text("log-error"), /^Line 2: .*UTF-8/);
  assert.deepEqual(chromium.complaints, []);
});

test("models with few questions in common are told apart from the leaderboard", { skip: missing }, async () => {
  await chromium.open(page);
  const rows = (model, first, last) => Array.from({ length: last - first }, (_, at) =>
    [0, 1].map((trial) => JSON.stringify({ model, question: `q${first + at}`, trial, outcome: (at + trial) % 2 }))).flat();
  assert.equal(await pasted(chromium, [...rows("a", 0, 8), ...rows("b", 6, 12)].join("\n")), "");
  assert.match(await chromium.text("leaderboard"), /1 pair left questions out; the fewest in common are 2\./);
  assert.equal(await pasted(chromium, [...rows("a", 0, 8), ...rows("b", 8, 12)].join("\n")), "");
  assert.match(await chromium.text("leaderboard"), /The models are not compared in pairs: .*common/);
  await chromium.run("document.querySelector('#clear').click()");
  assert.equal(await chromium.text("leaderboard"), "");
  const prompt = "x".repeat(70_000);
  assert.equal(await pasted(chromium, JSON.stringify({ prompt, model: "a", question: "q", outcome: 1 })), "");
  assert.deepEqual(chromium.complaints, []);
});

test("a large log shows how far it is, and can be cancelled", { skip: missing }, async () => {
  await chromium.open(page);
  await chromium.run("document.querySelector('#sample').click()");
  await scored(chromium);
  const shown = await chromium.text("leaderboard");
  await chromium.run(`{ const lines = Array.from({ length: 20000 }, (_, at) =>
      JSON.stringify({ model: "m" + at % 7, question: "q" + at % 500, outcome: at % 3 === 0 ? 1 : 0 })).join("\\n") + "\\n";
    const moved = new DataTransfer();
    moved.items.add(new File(Array(150).fill(lines), "large.jsonl"));
    const file = document.querySelector("#file");
    file.files = moved.files;
    file.dispatchEvent(new Event("change")) }`);
  await chromium.until("document.querySelector('#log-progress').value > 0");
  await chromium.run("document.querySelector('#stop-log').click()");
  await chromium.until("document.querySelector('#score').disabled === false");
  assert.equal(await chromium.text("log-error"), "Cancelled. Nothing was changed.");
  assert.equal(await chromium.text("leaderboard"), shown);
});

/** Writes into fields of the page, as a reader does. */
async function write(fields) {
  await chromium.run(`for (const [id, value] of ${JSON.stringify(Object.entries(fields))}) {
    const field = document.getElementById(id);
    field.value = value;
    field.dispatchEvent(new Event("change"));
  }`);
  await chromium.until("!document.querySelector('#score').disabled");
}

const leaders = () => chromium.run(
  "[...document.querySelectorAll('#leaderboard tbody')].at(0).textContent");

const rowsOf = (more) => ["a", "b"].flatMap((model, place) => [0, 1, 2].flatMap((question) => [0, 1].map((trial) =>
  more({ model, question: `q${question}`, trial, right: (question + trial + place) % 3 > 0 }))));

test("forms and names of logs are detected as the command line does", { skip: missing }, async () => {
  await chromium.open(page);
  const plain = rowsOf(({ right, ...one }) => ({ ...one, outcome: right }));
  assert.equal(await pasted(chromium, plain.map((one) => JSON.stringify(one)).join("\n")), "");
  const expected = await leaders();
  const tables = (heads, sign) => [heads.join(sign), ...rowsOf((one) =>
    [one.model, one.question, one.trial, one.right ? "True" : "False"].join(sign))].join("\n");
  const logs = [
    JSON.stringify(plain, null, 1),
    tables(["Model", "Question ID", "Attempt", "isCorrect"], ";"),
    tables(["modelName", "Item", "Run", "Passed"], "|"),
    tables(["model_name", "problem", "epoch", '"Resolved"'], "\t"),
    rowsOf((one) => JSON.stringify({ info: { model: one.model }, doc: { id: one.question }, scores: { acc: Number(one.right) } })).join("\n"),
    rowsOf((one) => JSON.stringify({ llm: one.model, uid: one.question, seed: 7, verdict: one.right ? "Pass" : "FAIL" })).join("\n"),
  ];
  for (const log of logs) {
    assert.equal(await pasted(chromium, log), "", log.slice(0, 90));
    assert.equal(await leaders(), expected, log.slice(0, 90));
  }
  assert.match(await chromium.text("leaderboard"), /Outcomes are words\. failure: FAIL; success: Pass\./);
  const numbered = rowsOf(({ right, trial, ...one }) => JSON.stringify({ ...one, epoch: trial, passed: right }));
  assert.match(await pasted(chromium, [...numbered, numbered[3]].join("\n")), /^Line 13: model "a", question "q1", trial 1 was counted before\./);
  assert.deepEqual(chromium.complaints, []);
});

test("each way out is a control of the page", { skip: missing }, async () => {
  await chromium.open(page);
  const log = (more) => rowsOf(more).map((one) => JSON.stringify(one)).join("\n");
  const graded = log(({ right, ...one }) => ({ ...one, score: right ? 0.8 : 0.3 }));
  assert.match(await pasted(chromium, graded), /^Line 1: the outcome 0\.\d .*Write the lowest score that is a success, or the words/);
  assert.ok(await chromium.run("document.querySelector('#outcomes').open"));
  await write({ threshold: "50 %" });
  assert.equal(await pasted(chromium, graded), "");
  const binary = await leaders();
  await write({ threshold: "half" });
  assert.equal(await pasted(chromium, graded), "“half” is not a number: write the lowest score that is a success.");
  await write({ threshold: "", success: "great" });
  const words = log(({ right, ...one }) => ({ ...one, judge: right ? "great" : "poor" }));
  await write({ "field-outcome": "judge" });
  assert.equal(await pasted(chromium, words), "Write the words for failure, too.");
  await write({ failure: "poor, bad" });
  assert.equal(await pasted(chromium, words), "");
  assert.equal(await leaders(), binary);
  await write({ success: "", failure: "", "field-outcome": "" });
  const single = log(({ model, right, ...one }) => ({ ...one, trial: `${model}${one.trial}`, outcome: right }));
  assert.match(await pasted(chromium, single), /write its name in “One model for all”\.$/);
  await write({ constant: "mine" });
  assert.equal(await pasted(chromium, single), "");
  assert.match(await leaders(), /^mine/);
  await write({ constant: "" });
  const uneven = log(({ right, ...one }) => ({ ...one, outcome: right })) + '\n{"model":"b","question":"q3","trial":0,"outcome":1}';
  await write({ metric: "pass_at_k", k: 2 });
  assert.match(await pasted(chromium, uneven), /Choose a smaller k, or leave out “Questions with fewer than k trials”\.$/);
  assert.ok(await chromium.run("document.querySelector('#policies').open"));
  await write({ ragged: "drop" });
  assert.equal(await pasted(chromium, uneven), "");
  assert.match(await pasted(chromium, `${uneven}\n{"model":"b","question":"q3","trial":0,"outcome":1}`), /was counted before\. Choose what “Duplicates” are/);
  assert.match(await pasted(chromium, `${uneven}\n{"model":"b","question":"q4","trial":0,"outcome":null}`), /Choose what “Missing outcomes” are\.$/);
  assert.match(await pasted(chromium, `${uneven}\nnot JSON\n`), /choose “Lines that cannot be read”\.$/);
  await write({ "on-repeat": "first", "on-missing": "fail", "on-bad-line": "skip" });
  assert.equal(await pasted(chromium, `${uneven}\nnot JSON\n${uneven}\n{"model":"b","question":"q4","trial":0,"outcome":null}\n`), "");
  assert.match(await chromium.text("leaderboard"), /duplicates were left out\..*1 line that could not be read was skipped\./);
  assert.deepEqual(chromium.complaints, []);
});

test("a file of another kind is named, and a cut one counts", { skip: missing }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "scorio-"));
  const file = async (name, content) => {
    writeFileSync(join(folder, name), content);
    await chromium.run("document.querySelector('#leaderboard').replaceChildren()");
    await chromium.choose("file", join(folder, name));
    await scored(chromium);
    return chromium.text("log-error");
  };
  try {
    await chromium.open(page);
    const table = "model,question,outcome,note\nm,q1,1,\"a\"\nm,q2,0,\"b";
    assert.equal(await file("wide.csv", Buffer.from(`\ufeff${table}`, "utf16le")),
      "The log cannot be read as text: it is UTF-16. Save it as UTF-8.");
    assert.match(await file("log.jsonl.gz", Buffer.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0)), /packed by gzip\. Unpack it/);
    assert.equal(await file("cut.csv", table), "");
    assert.match(await chromium.text("leaderboard"), /1 trial of 1 model.*The last record was cut off and is left out\./);
    assert.equal(await file("end.csv", "model,question,outcome\nm,q1,1\nm,q2,0"), "");
    assert.match(await chromium.text("leaderboard"), /The last row has no line end: its last cell may be cut off\./);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** The memory of the page's process, in bytes. */
function resident() {
  const own = readdirSync("/proc").filter((one) => /^\d+$/.test(one)).map((one) => {
    try {
      const status = readFileSync(`/proc/${one}/status`, "utf8");
      const command = readFileSync(`/proc/${one}/cmdline`, "utf8");
      const isOwn = command.includes(chromium.profile) && command.includes("--type=renderer");
      return isOwn ? Number(/VmRSS:\s+(\d+)/.exec(status)[1]) * 1024 : 0;
    } catch {
      return 0;
    }
  });
  return Math.max(...own);
}

test("a file of 200 MB is read in bounded memory, with progress, and can be cancelled", { skip: missing }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "scorio-"));
  const log = join(folder, "large.jsonl");
  try {
    const block = (trial) => Array.from({ length: 2000 }, (_, at) => JSON.stringify({
      model: `m${at % 4}`, question: `q${at >> 2}`, trial, correct: (at * 7 + trial * 3) % 5 > at % 4, text: "x".repeat(900),
    })).join("\n");
    for (let trial = 0; trial < 100; trial += 1) appendFileSync(log, `${block(trial)}\n`);
    const { size } = statSync(log);
    assert.ok(size > 190e6);
    await chromium.open(page);
    const before_ = resident();
    let most = 0;
    const seen = new Set();
    const watch = async (until) => {
      while (!await chromium.run(until)) {
        seen.add(await chromium.run("document.querySelector('#log-progress').value"));
        most = Math.max(most, resident());
        await new Promise((settle) => setTimeout(settle, 20));
      }
    };
    await chromium.choose("file", log);
    await watch("document.querySelector('#log-progress').value > 0.4");
    assert.match(await chromium.text("log-done"), /^\d+ of \d+ MB$/);
    await chromium.run("document.querySelector('#stop-log').click()");
    await chromium.until("!document.querySelector('#score').disabled");
    assert.equal(await chromium.text("log-error"), "Cancelled.");
    await chromium.run("document.querySelector('#score').click()");
    await watch("!document.querySelector('#score').disabled");
    assert.match(await chromium.text("leaderboard"), /200,000 trials of 4 models/);
    assert.ok(seen.size > 5);
    if (existsSync("/proc/self/status")) assert.ok(most - before_ < 0.8 * size, `${most - before_} of ${size}`);
    assert.deepEqual(chromium.complaints, []);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("scoring is cancelled, too, and the page goes on", { skip: missing }, async () => {
  await chromium.open(page);
  await chromium.run(`{ const lines = Array.from({ length: 600000 }, (_, at) =>
      JSON.stringify({ model: "m" + at % 3, question: "q" + (at / 3 | 0), outcome: at * 7 % 5 > at % 3 })).join("\\n");
    const moved = new DataTransfer();
    moved.items.add(new File([lines], "many.jsonl"));
    const file = document.querySelector("#file");
    file.files = moved.files;
    file.dispatchEvent(new Event("change")) }`);
  await chromium.until("document.querySelector('#log-done').textContent === 'Scoring …'");
  await chromium.run("document.querySelector('#stop-log').click()");
  await chromium.until("!document.querySelector('#score').disabled");
  assert.equal(await chromium.text("log-error"), "Cancelled.");
  await chromium.run("document.querySelector('#sample').click()");
  await scored(chromium);
  assert.match(await chromium.text("leaderboard"), /1,200 trials of 5 models/);
  assert.deepEqual(chromium.complaints, []);
});

test("names are whole in the drawings of a phone", { skip: missing }, async () => {
  await chromium.open(page, { width: 390 });
  const models = ["WWWWWWWWMMMM", "a-rather-long-name-of-a-model-2026", "深度求索推理模型第二版", "b"];
  assert.equal(await pasted(chromium, models.flatMap((model, place) => [0, 1, 2, 3, 4].map((at) =>
    JSON.stringify({ model, question: `q${at}`, outcome: at > place ? 1 : 0 }))).join("\n")), "");
  const cut = await chromium.run(`[...document.querySelectorAll("svg")].flatMap((svg) => {
    const box = svg.getBoundingClientRect();
    return [...svg.querySelectorAll("text")].filter((text) => {
      const own = text.getBoundingClientRect();
      return own.left < box.left - 1 || own.right > box.right + 1;
    }).map((text) => text.textContent);
  })`);
  assert.deepEqual(cut, []);
  // An axis with one number has no scale.
  const numbers = await chromium.run(`[...document.querySelectorAll("#scores, #agreement, #places")].map((part) =>
    new Set([...part.querySelectorAll("text.dim[text-anchor=middle]")].map((text) => text.textContent)).size)`);
  assert.ok(numbers.every((count) => count > 1), String(numbers));
});

test("the list of models says when the means are the reader's own", { skip: missing }, async () => {
  await chromium.open(page);
  const preset = () => chromium.run("document.querySelector('#preset').value");
  await write({ means: "0.5, 0.61" });
  assert.equal(await preset(), "Your own");
  await write({ means: "0.5; 0.55" });
  assert.equal(await preset(), "Two, close together");
  await write({ preset: "Five, evenly apart" });
  assert.equal(await chromium.run("document.querySelector('#means').value"), "0.3, 0.4, 0.5, 0.6, 0.7");
});

test("nothing is wider than the window, on a phone and on a desk, light and dark", { skip: missing }, async () => {
  for (const [width, scheme] of [[390, "light"], [390, "dark"], [768, "dark"], [1280, "light"]]) {
    await chromium.open(page, { width, scheme });
    await chromium.run("document.querySelector('#sample').click()");
    await scored(chromium);
    assert.ok(await chromium.run("document.documentElement.scrollWidth") <= width);
    const [ink, paper] = await chromium.run(
      "[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]");
    assert.equal(ink === "rgb(230, 237, 243)", scheme === "dark");
    assert.notEqual(ink, paper);
  }
});

test("the keyboard alone reaches and plays the simulation", { skip: missing }, async () => {
  await chromium.open(page);
  for (let tabs = 0; tabs < 30; tabs += 1) {
    await chromium.press("Tab", 9);
    if (await chromium.run("document.activeElement.id") === "step") break;
  }
  await chromium.press("Enter", 13);
  await chromium.until("document.querySelector('#at').value === '9'");
  const unnamed = await chromium.run(`[...document.querySelectorAll("input, select, textarea, button")].filter((field) =>
    !field.labels?.length && !field.textContent.trim()).map((field) => field.id)`);
  assert.deepEqual(unnamed, []);
  const regions = "[...document.querySelectorAll('[role=region]')].map((one) => one.getAttribute('aria-label'))";
  assert.ok((await chromium.run(regions)).every(Boolean));
  await chromium.run("document.querySelector('#sample').click()");
  await scored(chromium);
  await chromium.run("document.querySelector('#score').focus()");
  await chromium.press("Enter", 13);
  await scored(chromium);
  assert.equal(await chromium.run("document.activeElement.id"), "score");
});

test("without WebAssembly the page says so", { skip: missing }, async () => {
  await chromium.open(page, { first: "delete globalThis.WebAssembly" });
  assert.match(await chromium.text("page-error"), /^The page cannot start: there is no WebAssembly here/);
});
