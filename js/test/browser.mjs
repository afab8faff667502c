// The package in a browser without a bundler: headless Chromium, and a server of this folder alone.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { basename, extname, join } from "node:path";
import test from "node:test";
import { browser, removeFolder } from "./chromium.mjs";
import scorio, { folder } from "./package.mjs";

const TYPES = { ".js": "text/javascript", ".wasm": "application/wasm", ".html": "text/html; charset=utf-8" };

const PAGE = `<!doctype html><title>scorio</title><script type="module">
import * as scorio from "./index.js";
import { startWorker } from "./worker.js";
const R = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]];
const found = {};
try {
  const log = await (await fetch("coins.jsonl")).blob();
  await scorio.load();
  found.interval = scorio.bayesCi(R);
  found.error = (() => { try { scorio.bayes([[0, 2]]) } catch ({ code, place }) { return [code, place] } })();
  const counts = await scorio.Counts.fromStream(log);
  found.board = [...counts.score()];
  const worker = await startWorker();
  const remote = await worker.count(log);
  found.remote = [...await remote.score()];
  const stop = new AbortController();
  const models = scorio.simulate.trials(scorio.simulate.coins({ means: [0.4, 0.6], seed: 1 }), 30, { seed: 1 });
  found.cancelled = await worker.convergence(models, { replicates: 1e8 }, { signal: stop.signal, onProgress: () => stop.abort() })
    .catch(({ code }) => code);
  worker.terminate();
} catch (error) {
  found.failed = String(error?.stack ?? error);
}
await fetch("found", { method: "POST", body: JSON.stringify(found) });
</script>`;

const BARE = `<!doctype html><title>scorio</title><script>delete globalThis.WebAssembly</script><script type="module">
import { load } from "./index.js";
const found = {};
try { await load() } catch ({ code, message }) { Object.assign(found, { code, message }) }
await fetch("found", { method: "POST", body: JSON.stringify(found) });
</script>`;

/** What a page sends back. */
async function opened(page) {
  const profile = mkdtempSync(join(tmpdir(), "scorio-"));
  let send, child;
  const found = new Promise((resolve) => (send = resolve));
  const server = createServer((request, response) => {
    const name = basename(new URL(request.url, "http://localhost").pathname);
    if (request.method === "POST") {
      const chunks = [];
      request.on("data", (chunk) => chunks.push(chunk));
      request.on("end", () => send(JSON.parse(Buffer.concat(chunks).toString())));
      response.end();
    } else if (name === "page.html") {
      response.writeHead(200, { "content-type": TYPES[".html"] }).end(page);
    } else {
      const file = name === "coins.jsonl" ? new URL("../../examples/coins.jsonl", import.meta.url) : join(folder, name);
      if (!existsSync(file)) response.writeHead(404).end();
      else response.writeHead(200, { "content-type": TYPES[extname(name)] ?? "text/plain" }).end(readFileSync(file));
    }
  });
  try {
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"];
    const address = `http://127.0.0.1:${server.address().port}/page.html`;
    child = spawn(browser, [...flags, `--user-data-dir=${profile}`, address], { stdio: "ignore" });
    const late = new Promise((_, reject) => setTimeout(() => reject(new Error("the page did not answer")), 120_000).unref());
    return await Promise.race([found, late]);
  } finally {
    if (child !== undefined) {
      const ended = new Promise((resolve) => child.on("exit", resolve));
      child.kill();
      await ended;
    }
    server.closeAllConnections();
    server.close();
    await removeFolder(profile);
  }
}

const skip = browser === undefined && "there is no Chromium";

test("a page gives the digits of Node, also from a worker", { skip }, async () => {
  const found = await opened(PAGE);
  assert.equal(found.failed, undefined);
  assert.deepEqual(found.interval, scorio.bayesCi([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]]));
  assert.deepEqual(found.error, ["tally.category", "R[0][1]"]);
  const log = readFileSync(new URL("../../examples/coins.jsonl", import.meta.url));
  const board = [...scorio.Counts.fromJsonl(log).score()];
  assert.deepEqual(found.board, board);
  assert.deepEqual(found.remote, board);
  assert.equal(found.cancelled, "worker.cancelled");
});

test("a browser without WebAssembly is told so", { skip }, async () => {
  const found = await opened(BARE);
  assert.equal(found.code, "load.unsupported");
  assert.match(found.message, /current browser/);
});
