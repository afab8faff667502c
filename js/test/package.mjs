// The built package, loaded. SCORIO_JS names another folder than target/js.
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";

export const folder = resolve(process.env.SCORIO_JS ?? new URL("../../target/js", import.meta.url).pathname);
if (!existsSync(`${folder}/scorio_wasm_bg.wasm`)) throw new Error(`there is no package in ${folder}: run make js`);

const scorio = await import(pathToFileURL(`${folder}/index.js`).href);
await scorio.load();
export default scorio;

/** The error of a call. */
export function thrown(work) {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error("there was no error");
}
