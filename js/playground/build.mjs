// Builds the playground into one HTML file, which needs no network:
//   node js/playground/build.mjs PACKAGE OUT
// PACKAGE is the built npm package (`make js`). esbuild of js/tools bundles it with the page's own files.
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const [packaged, out] = process.argv.slice(2).map((one) => path.resolve(one));
if (!out) {
  throw new Error("usage: node js/playground/build.mjs PACKAGE OUT");
}
const { build } = createRequire(path.resolve("target/js-tools/package.json"))("esbuild");
const here = path.dirname(fileURLToPath(import.meta.url));

const own = {
  scorio: path.join(packaged, "index.js"),
  "scorio/worker": path.join(packaged, "worker.js"),
  "scorio/scorio_wasm_bg.wasm": path.join(packaged, "scorio_wasm_bg.wasm"),
};

const common = {
  bundle: true,
  minify: true,
  write: false,
  legalComments: "none",
  target: "es2022",
  external: ["node:*"],
  alias: own,
  loader: { ".wasm": "binary" },
  logLevel: "warning",
};

async function bundled(options) {
  const { outputFiles } = await build({ ...common, ...options });
  return outputFiles[0].text;
}

// A page that is opened from a file may start workers of classic scripts alone. These have no
// address of their own, and do not wait at their top.
const thread = await bundled({
  entryPoints: [path.join(packaged, "thread.js")], format: "esm", define: { "import.meta.url": '""' },
});
const workerScript = `(async()=>{${thread}})()`;

const inlined = {
  name: "inlined",
  setup(bundler) {
    bundler.onResolve({ filter: /^worker-script$/ }, () => ({ path: "worker", namespace: "inlined" }));
    bundler.onLoad({ filter: /.*/, namespace: "inlined" }, () => ({ contents: workerScript, loader: "text" }));
  },
};

const script = await bundled({
  entryPoints: [path.join(here, "main.js")], format: "esm", plugins: [inlined],
});
const style = await bundled({ entryPoints: [path.join(here, "style.css")] });
const page = await readFile(path.join(here, "index.html"), "utf8");
// Functions, because a dollar in the script is no pattern. `</script` ends a script also in a string.
await writeFile(out, page
  .replace("/*style*/", () => style)
  .replace("<script>/*script*/", () => `<script type="module">${script.replaceAll("</script", "<\\/script")}`));
