// The WebAssembly module: loading it, and calling it with errors of ours.

import init, * as core from "./scorio_wasm.js";
import { ScorioError } from "./errors.js";

let loading = null;
let loaded = false;
let broken = null;

const unsupported = () =>
  new ScorioError({
    code: "load.unsupported",
    problem: "there is no WebAssembly here, which scorio needs",
    remedy: "take a current browser, or Node 18 or later",
  });

/** The module beside this file. Node does not fetch files. */
async function beside() {
  const address = new URL("./scorio_wasm_bg.wasm", import.meta.url);
  if (address.protocol !== "file:") return address;
  const { readFile } = await import(/* @vite-ignore */ /* webpackIgnore: true */ "node:fs/promises");
  return readFile(address);
}

async function initialise(source) {
  if (typeof WebAssembly !== "object" || WebAssembly === null) throw unsupported();
  try {
    await init({ module_or_path: source === undefined ? await beside() : await source });
  } catch (cause) {
    const problem = `the WebAssembly module cannot be loaded: ${cause?.message ?? cause}`;
    const remedy = "give load the address or the bytes of scorio_wasm_bg.wasm";
    throw new ScorioError({ code: "load.failed", problem, remedy }, { cause });
  }
  loaded = true;
}

export function load(source) {
  loading ??= initialise(source).catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}

export function isLoaded() {
  return loaded;
}

function wrapped(error) {
  if (error instanceof ScorioError) return error;
  if (typeof error === "object" && error !== null && typeof error.problem === "string") {
    return new ScorioError(error);
  }
  if (error instanceof WebAssembly.RuntimeError) {
    const problem = "scorio ran out of memory, or has a defect";
    broken = new ScorioError(
      { code: "internal", problem, remedy: "load the page again, and give less data at once" },
      { cause: error },
    );
    return broken;
  }
  if (error instanceof RangeError) {
    const problem = "the result needs more memory than there is";
    return new ScorioError({ code: "numeric.memory", problem, remedy: "ask for less at once" }, { cause: error });
  }
  if (error instanceof TypeError) {
    const problem = `an argument cannot be read: ${error.message}`;
    return new ScorioError({ code: "argument.type", problem }, { cause: error });
  }
  return error;
}

/**
 * Calls the module. `work` gets it, and `keep`, which frees what it is given at the end of the call.
 */
export function call(work) {
  if (!loaded) {
    const problem = "scorio is not loaded";
    throw new ScorioError({ code: "load.missing", problem, remedy: "await load() first" });
  }
  if (broken !== null) throw broken;
  const kept = [];
  const keep = (one) => {
    kept.push(one);
    return one;
  };
  try {
    return work(core, keep);
  } catch (error) {
    throw wrapped(error);
  } finally {
    if (broken === null) for (const one of kept) one.free();
  }
}
