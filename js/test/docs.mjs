// The examples of the pages: each ```js block runs, and prints what its comments say.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { format } from "node:util";
import { folder } from "./package.mjs";

const root = resolve(new URL("../..", import.meta.url).pathname);
const ADDRESSES = { scorio: `${folder}/index.js`, "scorio/worker": `${folder}/worker.js` };

for (const page of ["docs/javascript.md", "js/README.md"]) {
  const text = readFileSync(join(root, page), "utf8");
  const blocks = [...text.matchAll(/^```js\n(.*?)^```/gms)];
  test(`${page} has examples`, () => assert.ok(blocks.length > 0));
  for (const [index, [, code]] of blocks.entries()) {
    const line = text.slice(0, blocks[index].index).split("\n").length;
    test(`${page}, line ${line}`, async (context) => {
      const known = code.replace(/ from "([\w/]+)"/g, (_, name) => ` from "${pathToFileURL(ADDRESSES[name])}"`);
      // What is printed stands behind the call, or in lines of its own.
      const lines = [...code.matchAll(/^(?: *console\.log\(.*\); \/\/|\/\/>) (.*)$/gm)];
      const expected = lines.map(([, shown]) => shown);
      assert.ok(expected.length >= [...code.matchAll(/console\.log/g)].length, "a console.log without its output");
      const place = mkdtempSync(join(tmpdir(), "scorio-"));
      const printed = [];
      const own = console.log;
      const before = process.cwd();
      try {
        const file = join(place, "example.mjs");
        writeFileSync(file, known);
        process.chdir(root);
        console.log = (...values) => printed.push(format(...values));
        await import(pathToFileURL(file));
      } finally {
        console.log = own;
        process.chdir(before);
        rmSync(place, { recursive: true });
      }
      assert.deepEqual(printed, expected);
      context.diagnostic(`${expected.length} lines`);
    });
  }
}
