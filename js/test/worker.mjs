import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { pathToFileURL } from "node:url";
import scorio, { folder } from "./package.mjs";

const { startWorker } = await import(pathToFileURL(`${folder}/worker.js`).href);
const coins = readFileSync(new URL("../../examples/coins.jsonl", import.meta.url));

test("a worker gives what the package gives", async () => {
  const worker = await startWorker();
  try {
    const R = [[0, 1, 1], [1, 0, 1]];
    assert.deepEqual(await worker.call("bayesCi", [R]), scorio.bayesCi(R));
    assert.deepEqual(await worker.call("rank.rankScores", [[3, 1]]), scorio.rank.rankScores([3, 1]));
    const seen = [];
    const counts = await worker.count(coins, {}, { onProgress: (bytes) => seen.push(bytes) });
    assert.equal(seen.at(-1), coins.length);
    const own = scorio.Counts.fromJsonl(coins);
    assert.deepEqual([counts.models, counts.trials], [own.models, own.trials]);
    assert.deepEqual(await counts.score(), own.score());
    assert.deepEqual(await counts.compareWith("coin-04"), own.compareWith("coin-04"));
    assert.deepEqual(await counts.ranks(), own.ranks());
    await assert.rejects(counts.compare("coin-04", "none"), { name: "ScorioError", code: "compare.no_model" });
    await assert.rejects(worker.call("load.constructor", ["x"]), { code: "worker.unknown" });
    await assert.rejects(worker.call("nothing"), { code: "worker.unknown" });
    await assert.rejects(worker.call("bayes", [[[0, 2]]]), { code: "tally.category", place: "R[0][1]" });
    await assert.rejects(worker.call("bayes", [() => 1]), { code: "worker.argument" });
    counts.free();
    await assert.rejects(counts.score(), { code: "counts.freed" });
  } finally {
    worker.terminate();
  }
  await assert.rejects(worker.call("metrics"), { code: "worker.cancelled" });
});

test("a study shows its blocks, and ends half-way when it is cancelled", async () => {
  const worker = await startWorker();
  try {
    const p = scorio.simulate.coins({ means: [0.4, 0.5, 0.6], seed: 7 });
    const R = scorio.simulate.trials(p, 40, { seed: 3 });
    const blocks = [];
    const options = { replicates: 640, block: 320 };
    const result = await worker.convergence(R, options, { onResult: (one) => blocks.push(one.replicates) });
    assert.deepEqual(blocks, [320, 640]);
    assert.deepEqual(result, scorio.convergence(R, { replicates: 640 }));
    const stop = new AbortController();
    let done = 0;
    const cancelled = worker.convergence(R, { replicates: 1e8 }, {
      signal: stop.signal,
      onProgress: (replicates) => {
        done = replicates;
        stop.abort();
      },
    });
    await assert.rejects(cancelled, { code: "worker.cancelled" });
    assert.ok(done > 0 && done < 1e8);
    // The worker goes on, and a call that was cancelled before it began never runs.
    assert.equal(await worker.call("passAtK", [[[0, 1]], 1]), 0.5);
    await assert.rejects(worker.call("metrics", [], { signal: AbortSignal.abort() }), { code: "worker.cancelled" });
    const reading = new AbortController();
    const log = new Blob(Array.from({ length: 40 }, () => coins));
    const count = worker.count(log, { onRepeat: "keep" }, { signal: reading.signal, onProgress: () => reading.abort() });
    await assert.rejects(count, { code: "worker.cancelled" });
  } finally {
    worker.terminate();
  }
});

test("what a caller gives or does wrong rejects the call, and the worker goes on", async () => {
  await assert.rejects(startWorker({ wsm: 1 }), { code: "argument.unknown", place: "options.wsm" });
  await assert.rejects(startWorker({ worker: 3 }), { code: "argument.type", place: "options.worker" });
  const worker = await startWorker();
  try {
    const own = new Error("mine");
    const fails = () => { throw own; };
    await assert.rejects(worker.count(coins, {}, { onProgress: fails }), own);
    const R = scorio.simulate.trials(scorio.simulate.coins({ means: [0.4, 0.6], seed: 7 }), 20, { seed: 3 });
    await assert.rejects(worker.convergence(R, { replicates: 1e8 }, { onResult: fails }), own);
    const wrong = [
      [worker.count(3), "argument.type", "log"],
      [worker.count(coins, {}, { onprogress() {} }), "argument.unknown", "watch.onprogress"],
      [worker.count(coins, {}, { onProgress: 3 }), "argument.type", "watch.onProgress"],
      [worker.count(coins, {}, { signal: 3 }), "argument.type", "watch.signal"],
      [worker.call("bayes", 3), "argument.type", "args"],
      [worker.call(3), "argument.type", "name"],
      [worker.call("Counts"), "worker.unknown", "Counts"],
      [worker.call("Counts.fromMatrix", [[[0, 1]]]), "worker.kept", "Counts.fromMatrix"],
    ];
    for (const [call, code, place] of wrong) await assert.rejects(call, { name: "ScorioError", code, place });
    assert.equal(await worker.call("passAtK", [[[0, 1]], 1]), 0.5);
  } finally {
    worker.terminate();
  }
});

test("a worker without its module says so", async () => {
  await assert.rejects(startWorker({ wasm: Uint8Array.of(1, 2, 3) }), { code: "load.failed" });
});
