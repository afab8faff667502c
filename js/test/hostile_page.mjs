// Names of a hostile log on the page of the playground.
import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { Browser } from "./chromium.mjs";
import scorio from "./package.mjs";
import { missing, page, pasted } from "./page.mjs";

let chromium;

before(() => {
  if (!missing) chromium = new Browser();
});

after(() => chromium?.end());

test("names are text, whatever they hold, and pairs have the figures of the package", { skip: missing }, async () => {
  await chromium.open(page);
  const names = ["__proto__", "constructor", "a", "a\nb", "b\nc", "c", "<img src=x onerror=hacked=1>", "=1+1", "x".repeat(1e6)];
  const records = names.flatMap((model, place) => [0, 1, 2, 3].flatMap((question) => [0, 1, 2].map((trial) =>
    ({ model, question, trial, outcome: Number((place + question * trial) % 4 > 1) }))));
  // "a" has a question more than the others, so its pairs leave one out.
  records.push({ model: "a", question: 4, trial: 0, outcome: 1 });
  const log = records.map((record) => JSON.stringify(record)).join("\n");
  assert.equal(await pasted(chromium, log), "");
  const short = (name) => (name.length > 2000 ? "xx" : name);
  const shown = await chromium.run(`[...document.querySelectorAll("#leaderboard svg title")].map((one) =>
    one.textContent.replace(/x{10,}…x+/g, "xx"))`);
  const pairs = scorio.Counts.fromJsonl(log).pairwise();
  assert.equal(pairs.length, (names.length * (names.length - 1)) / 2);
  for (const { model, other, probability } of pairs) {
    const percent = probability > 0.995 ? ">99 %" : `${Math.round(probability * 100)} %`;
    assert.ok(shown.includes(`${short(model)} is better than ${short(other)}: ${percent}`), `${short(model)}, ${short(other)}`);
  }
  const [size, images] = await chromium.run(
    `[document.querySelector("#leaderboard").outerHTML.length, document.querySelectorAll("#leaderboard img").length]`);
  assert.ok(size < 1e6, String(size));
  assert.equal(images, 0);
  assert.match(await chromium.text("leaderboard"), /8 pairs left questions out; the fewest in common are 4\./);
  await chromium.run(`URL.createObjectURL = (made) => { made.text().then((text) => { globalThis.saved = text; }); return "#"; };
    [...document.querySelectorAll("#leaderboard button")].find((one) => one.textContent.includes("CSV")).click()`);
  await chromium.until("globalThis.saved");
  const saved = await chromium.run("globalThis.saved");
  assert.ok(saved.includes(",'=1+1,"));
  assert.ok(saved.includes("x".repeat(1e6)));
  assert.deepEqual(chromium.complaints, []);
});
