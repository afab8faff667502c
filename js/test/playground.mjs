// The playground in headless Chromium, opened from a file, as a reader opens it.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import test, { after, before } from "node:test";
import scorio from "./package.mjs";

const page = resolve(process.env.SCORIO_PLAYGROUND ?? "target/playground/play.html");
const names = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const browser = process.env.CHROMIUM ?? names.find(existsSync);
const missing = existsSync(page) ? !browser && "there is no Chromium" : "the playground is not built";

let chromium;

/** Chromium with a pipe for its commands, and a tab. */
class Browser {
  #last = 0;
  #open = new Map();
  #session;
  events = [];

  constructor() {
    this.profile = mkdtempSync(join(tmpdir(), "scorio-"));
    const given = ["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe"];
    this.process = spawn(browser, [...given, `--user-data-dir=${this.profile}`, "about:blank"],
      { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    let left = "";
    this.process.stdio[4].on("data", (data) => {
      const messages = (left + data).split("\0");
      left = messages.pop();
      messages.forEach((message) => this.#take(JSON.parse(message)));
    });
  }

  #take({ id, result, error, method, params }) {
    if (id === undefined) {
      this.events.push({ method, params });
      return;
    }
    const { resolve: settle, reject } = this.#open.get(id);
    this.#open.delete(id);
    if (error) reject(new Error(error.message));
    else settle(result);
  }

  send(method, params = {}) {
    this.#last += 1;
    const id = this.#last;
    const message = JSON.stringify({ id, method, params, sessionId: this.#session });
    return new Promise((settle, reject) => {
      this.#open.set(id, { resolve: settle, reject });
      this.process.stdio[3].write(`${message}\0`);
    });
  }

  async open(file, { width = 1280, scheme = "light", first = "" } = {}) {
    this.#session = undefined;
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    this.#session = sessionId;
    this.events = [];
    await Promise.all(["Runtime", "Log", "Network", "Page"].map((one) => this.send(`${one}.enable`)));
    await this.send("Emulation.setDeviceMetricsOverride",
      { width, height: 900, deviceScaleFactor: 1, mobile: width < 600 });
    await this.send("Emulation.setEmulatedMedia",
      { features: [{ name: "prefers-color-scheme", value: scheme }] });
    await this.send("Page.addScriptToEvaluateOnNewDocument", { source: first });
    await this.send("Page.navigate", { url: pathToFileURL(file).href });
    await this.until("document.querySelector('#version')?.textContent || " +
      "document.querySelector('#page-error')?.textContent");
  }

  /** What an expression of the page gives. */
  async run(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate",
      { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
    return result.value;
  }

  /** Waits until an expression of the page holds. */
  async until(expression) {
    for (let tries = 0; tries < 1200; tries += 1) {
      const found = await this.run(expression).catch(() => false);
      if (found) return found;
      await new Promise((settle) => setTimeout(settle, 50));
    }
    throw new Error(`never came: ${expression}`);
  }

  text(id) {
    return this.run(`document.getElementById(${JSON.stringify(id)}).textContent`);
  }

  async press(key, code) {
    for (const type of ["keyDown", "keyUp"]) {
      await this.send("Input.dispatchKeyEvent",
        { type, key, code: key, windowsVirtualKeyCode: code, ...(key === "Enter" && { text: "\r" }) });
    }
  }

  /** Errors in the console, and addresses that were asked for. */
  get complaints() {
    const asked = this.events.filter(({ method }) => method === "Network.requestWillBeSent")
      .map(({ params }) => params.request.url).filter((url) => !/^(file|blob|data):/.test(url));
    const errors = this.events.filter(({ method, params }) => method === "Runtime.exceptionThrown" ||
      (method === "Log.entryAdded" && params.entry.level === "error"));
    return [...asked, ...errors.map(({ params }) => JSON.stringify(params))];
  }

  end() {
    const ended = new Promise((settle) => this.process.on("exit", settle));
    this.process.kill();
    return ended.then(() => rmSync(this.profile, { recursive: true, force: true, maxRetries: 5 }));
  }
}

before(() => {
  if (!missing) chromium = new Browser();
});

after(() => chromium?.end());

/** Waits for a leaderboard that is not the last one, or an error. */
const scored = () => chromium.until(
  "!document.querySelector('#score').disabled && (document.querySelector('#log-error').textContent || " +
  "document.querySelector('#leaderboard table'))");

/** Scores a pasted log, and gives the error. */
async function pasted(log) {
  await chromium.run(`document.querySelector("#leaderboard").replaceChildren();
    document.querySelector("#text").value = ${JSON.stringify(log)};
    document.querySelector("#score").click()`);
  await scored();
  return chromium.text("log-error");
}

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
  await scored();
  assert.match(await chromium.text("leaderboard"), /1,200 trials of 5 models, 1,200 records read\./);
  assert.equal(await chromium.run("document.querySelectorAll('#leaderboard svg').length"), 2);
  const log = "model,item,passed\n" + ["a", "b"].flatMap((model) =>
    [0, 1, 2, 3].map((at) => `${model},q${at},${model === "a" || at > 1 ? 1 : 0}`)).join("\n");
  assert.equal(await pasted(log), "");
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
  assert.match(await pasted(""), /^Which field holds the model\? The log is empty\.$/);
  assert.match(await pasted('{"name":"a"}'), /^Which field holds the model\? The first record has: name\.$/);
  assert.match(await pasted(`${good}\n{"model":"a","question":"r","outcome":2}`), /line 2/);
  assert.match(await pasted(`${good}\nmodel,question`), /line 2/);
  assert.match(await pasted(`${good}\n{"model":"a","question":"r"}`), /line 2/);
  await chromium.run(`{ const bytes = new Uint8Array([...new TextEncoder().encode(${JSON.stringify(`${good}\n{"model":"`)}), 255, 254, 10]);
    const moved = new DataTransfer();
    moved.items.add(new File([bytes], "log.jsonl"));
    const file = document.querySelector("#file");
    file.files = moved.files;
    file.dispatchEvent(new Event("change")) }`);
  await scored();
  assert.match(await chromium.text("log-error"), /line 2.*UTF-8|UTF-8.*line 2/);
  assert.deepEqual(chromium.complaints, []);
});

test("models with few questions in common are told apart from the leaderboard", { skip: missing }, async () => {
  await chromium.open(page);
  const rows = (model, first, last) => Array.from({ length: last - first }, (_, at) =>
    [0, 1].map((trial) => JSON.stringify({ model, question: `q${first + at}`, trial, outcome: (at + trial) % 2 }))).flat();
  assert.equal(await pasted([...rows("a", 0, 8), ...rows("b", 6, 12)].join("\n")), "");
  assert.match(await chromium.text("leaderboard"), /1 pair left questions out; the fewest in common are 2\./);
  assert.equal(await pasted([...rows("a", 0, 8), ...rows("b", 8, 12)].join("\n")), "");
  assert.match(await chromium.text("leaderboard"), /The models are not compared in pairs: .*common/);
  await chromium.run("document.querySelector('#clear').click()");
  assert.equal(await chromium.text("leaderboard"), "");
  const prompt = "x".repeat(70_000);
  assert.equal(await pasted(JSON.stringify({ prompt, model: "a", question: "q", outcome: 1 })), "");
  assert.deepEqual(chromium.complaints, []);
});

test("a large log shows how far it is, and can be cancelled", { skip: missing }, async () => {
  await chromium.open(page);
  await chromium.run("document.querySelector('#sample').click()");
  await scored();
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

test("nothing is wider than the window, on a phone and on a desk, light and dark", { skip: missing }, async () => {
  for (const [width, scheme] of [[390, "light"], [390, "dark"], [768, "dark"], [1280, "light"]]) {
    await chromium.open(page, { width, scheme });
    await chromium.run("document.querySelector('#sample').click()");
    await scored();
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
});

test("without WebAssembly the page says so", { skip: missing }, async () => {
  await chromium.open(page, { first: "delete globalThis.WebAssembly" });
  assert.match(await chromium.text("page-error"), /^The page cannot start: there is no WebAssembly here/);
});
