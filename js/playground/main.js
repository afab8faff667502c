// The playground: the simulation runs in the page, a log in a worker. Both run the same module.
import { load, version } from "scorio";
import { startWorker } from "scorio/worker";
import workerScript from "worker-script";
import wasm from "scorio/scorio_wasm_bg.wasm";
import { byId } from "./dom.js";
import { startLog } from "./log.js";
import { startSimulation } from "./simulation.js";

let worker = null;

/** The worker, which the first log starts. The page is one file, so its script is a blob. */
function start() {
  worker ??= (async () => {
    const url = URL.createObjectURL(new Blob([workerScript], { type: "text/javascript" }));
    try {
      return await startWorker({ wasm: wasm.slice(), worker: new Worker(url) });
    } catch (error) {
      worker = null;
      throw error;
    } finally {
      URL.revokeObjectURL(url);
    }
  })();
  return worker;
}

/** Ends the worker. The next log starts another. */
function end() {
  worker?.then((own) => own.terminate(), () => {});
  worker = null;
}

try {
  await load(wasm.slice());
  byId("version").textContent = version;
  startSimulation();
  startLog({ start, end });
} catch (error) {
  byId("page-error").textContent = `The page cannot start: ${error.message}`;
}
