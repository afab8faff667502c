// Speed beside Python, which runs the same core natively: `node js/bench.mjs`. The least of several
// rounds of each, in milliseconds, on one thread.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import scorio from "./test/package.mjs";

const python = new URL("../.venv/bin/python", import.meta.url).pathname;
const state = { x: 7 };
const random = (end) => {
  state.x ^= state.x << 13;
  state.x ^= state.x >>> 17;
  state.x ^= state.x << 5;
  return (state.x >>> 0) % end;
};
const entries = (size, categories) => Uint8Array.from({ length: size }, () => random(categories));
const least = (rounds, work) => {
  work();
  let best = Infinity;
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    work();
    best = Math.min(best, performance.now() - start);
  }
  return best;
};

const million = { data: entries(16e6, 2), rows: 1e6 };
const graded = { data: entries(16e6, 3), rows: 1e6 };
const long = { data: million.data.subarray(0, 2_560_000), rows: 1e4 };
const models = { data: million.data.subarray(0, 48_000), shape: [20, 30, 80] };
const weights = [0, 0.5, 1];
const study = { replicates: 10_000, seed: 7 };

// What is measured, here and in Python.
const CASES = [
  ["bayes, 1,000,000 × 16", 40, () => scorio.bayes(million), "e.bayes(r)"],
  ["bayes, the same of 3 categories", 20, () => scorio.bayes(graded, { weights }), "e.bayes(g, [0, .5, 1])"],
  ["pass_at_k_ci, 10,000 × 256, k = 64", 40, () => scorio.passAtKCi(long, 64), "e.pass_at_k_ci(l, 64)"],
  ["maj_at_k_ci, the same", 40, () => scorio.majAtKCi(long, 64), "e.maj_at_k_ci(l, 64)"],
  ["convergence, 20 × 30 × 80, 10,000 replicates", 2, () => scorio.convergence(models, study),
    "scorio.convergence(m, replicates=10_000, seed=7, threads=1)"],
];
const PROGRAM = `
import time, numpy as np, scorio
from scorio import eval as e
d = np.random.default_rng(1)
r, g = d.integers(0, 2, (10**6, 16), dtype=np.uint8), d.integers(0, 3, (10**6, 16), dtype=np.uint8)
l, m = r.reshape(-1)[:2_560_000].reshape(10**4, 256), r.reshape(-1)[:48_000].reshape(20, 30, 80)
def least(rounds, work):
    work()
    best = 9e9
    for _ in range(rounds):
        start = time.perf_counter(); work(); best = min(best, time.perf_counter() - start)
    print(1e3 * best)
`;

const found = CASES.map(([, rounds, work]) => least(rounds, work));
const native = existsSync(python)
  ? spawnSync(python, ["-c", PROGRAM + CASES.map(([, rounds, , call]) => `least(${rounds}, lambda: ${call})`).join("\n")], {
      encoding: "utf8",
      env: { ...process.env, OMP_NUM_THREADS: "1", RAYON_NUM_THREADS: "1" },
    }).stdout.trim().split("\n").map(Number)
  : [];
console.log("| ms | JavaScript | Python | ratio |\n|---|--:|--:|--:|");
CASES.forEach(([name], at) => {
  const ratio = native[at] === undefined ? "" : (found[at] / native[at]).toFixed(1);
  console.log(`| ${name} | ${found[at].toFixed(2)} | ${native[at]?.toFixed(2) ?? ""} | ${ratio} |`);
});
