// The declarations say what users write. `tsc` checks this file; it never runs.
import {
  Counts, CountsReader, ScorioError, bayes, bayesCi, convergence, convergenceStudy, cost, costGate, evaluate, gate,
  judgeQuality, load, passAtK, passAtKCi, plan, planCosts, planLabels, rank, simulate, type Comparison, type Interval,
  type Score,
} from "scorio";
import { startWorker } from "scorio/worker";

await load();
await load(new URL("scorio_wasm_bg.wasm", "https://example.org"));
await load(fetch("scorio_wasm_bg.wasm"));

const R = [[0, 1, null], Uint8Array.of(1, 1, 0)];
const one: number = passAtK(R, 2);
const several: number[] = passAtK(R, [1, 2], { missing: "drop" });
const interval: Interval = passAtKCi(R, 2, { prior: "hierarchical", bounds: null });
const mean: number = bayes({ data: new Float64Array(4), rows: 2 }, { weights: [0, 1] }).mu;
bayesCi(R, { target: "like", prior: "hierarchical" });
evaluate("pass_at_k", R, { k: 2 });
// @ts-expect-error a misspelt option
bayes(R, { weight: [0, 1] });
// @ts-expect-error a budget is a number
passAtK(R, "2");
// @ts-expect-error another policy
bayes(R, { missing: "skip" });
// @ts-expect-error counts come from their functions
new Counts();

const counts: Counts = Counts.fromJsonl("", { question: "id", categories: [["wrong", "I"], ["right", ["C", 1]]] });
const rows: Score[] = counts.score({ metrics: ["avg", "pass_at_k"], k: [1, 2] });
const task: string | null = rows[0].task;
const row: Comparison = counts.compare("a", "b", { margin: 0.02 });
const reasons: string[] = counts.compareWith("a").uncompared.map(({ reason }) => reason);
Counts.fromMatrix(new Map([["a", R]]), { questions: ["q", "r"] });
const graded: Counts = Counts.fromLabels(R, { data: new Float64Array(5), rows: 2 }, { labelRange: [1, 5], cluster: ["a", "b"] });
const kappa: number | null = judgeQuality(graded, { sampled: true })[0].kappa;
const add: number = planLabels(graded, { halfWidth: 0.03 })[0].add;
const worth: number | null = graded.score().judged[0].worth;
// @ts-expect-error two ends
Counts.fromLabels(R, R, { labelRange: [1] });
const perhaps: boolean = counts.report.perhapsInterrupted;
// @ts-expect-error counts do not change
counts.trials = 3;
const reader = new CountsReader({ format: "csv" });
reader.push(new Uint8Array(3));
const streamed: Promise<Counts> = Counts.fromStream(new Blob([]), { onProgress: (bytes: number) => bytes });

const needed: number | null = plan.trialsNeeded(R, plan.assumed([0.5]), { power: 0.8 }).half;
const ranks: number[] = rank.rankScores([0.5], { sigmas: [0.1] }).dense;
const models: number[][][] = simulate.trials(simulate.coins({ seed: 1n }), 4, { seed: 1 });
for (const { courses } of convergenceStudy(models, { block: 64 })) courses[0].tau.at(-1);
convergence(counts, { onProgress: (replicates) => replicates });

const verdicts: string[] = gate(counts, 0.5, { perQuestion: true, models: ["a"] }).map((one) => one.verdict);
// @ts-expect-error a level is needed
gate(counts);

const agents: Counts = Counts.fromJsonl("", { cost: "tokens * input", prices: { a: { input: 2 } }, onMissingCost: "drop", keepValues: true });
const dearest: number[] = cost(agents, { tries: 2, caps: [1, 2] }).retries.map((one) => one.cost);
const perSuccess: number | null = cost(agents)[0].perSuccess;
const limits: string[] = costGate(agents, { atMost: 1 }).map((one) => one.verdict);
const further: number | null = planCosts(agents, { money: 9 })[0].more;
const free: string[] = agents.report.freeTrials.map(({ model }) => model);
// @ts-expect-error prices are by model
Counts.fromJsonl("", { cost: "tokens", prices: { input: 2 } });

const worker = await startWorker();
const remote = await worker.count(new Blob([]), {}, { signal: AbortSignal.timeout(5) });
const board: Score[] = await remote.score();
const code = (error: unknown): string | null => (error instanceof ScorioError ? error.code : null);

export {
  board, code, dearest, free, further, interval, limits, mean, needed, one, perhaps, perSuccess, ranks, reasons, row, several,
  streamed, task, verdicts,
};
