// scorio in JavaScript. index.d.ts describes everything here.

export { ScorioError } from "./errors.js";
export { isLoaded, load } from "./wasm.js";
export * from "./eval.js";
export { evaluate, metrics, passCurve, superiority } from "./metrics.js";
export { Counts, CountsReader } from "./counts.js";
export * from "./calls.js";
export { knownSlices } from "./slices.js";
export { rank } from "./rank.js";
export { plan } from "./plan.js";
export { convergence, convergenceStudy } from "./convergence.js";
export { simulate } from "./simulate.js";
export { version } from "./version.js";
