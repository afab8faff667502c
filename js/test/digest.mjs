// The bits of 500 and 5500 calls in WebAssembly are the committed ones. `node js/test/digest.mjs
// MODULE`: the module of rust/scorio-digest, target/scorio_digest.wasm by default.
import { existsSync, readFileSync } from "node:fs";
import test from "node:test";
import assert from "node:assert/strict";

const given = process.env.SCORIO_DIGEST_WASM;
const file = given ?? new URL("../../target/scorio_digest.wasm", import.meta.url);
const source = readFileSync(new URL("../../rust/scorio-digest/src/lib.rs", import.meta.url), "utf8");

// The committed digests: blocks of ten numbers, after the number of calls.
const table = source.slice(source.indexOf("pub const DIGESTS"), source.indexOf("/// The committed digests for"));
const blocks = [...table.matchAll(/\(\s*(\d+),\s*\[([^\]]*0x[^\]]*)\]/g)].map(([, calls, digests]) => [
  Number(calls),
  [...digests.matchAll(/0x[0-9a-f_]+/g)].map(([digest]) => BigInt(digest.replaceAll("_", ""))),
]);

test("the committed digests were found", () => {
  assert.deepEqual(blocks.map(([calls, digests]) => [calls, digests.length]), [[50, 10], [550, 10]]);
});

for (const [calls, digests] of blocks) {
  test(`${10 * calls} calls have the committed bits`, { skip: !existsSync(file) && "run make js" }, async () => {
    const { instance } = await WebAssembly.instantiate(readFileSync(file));
    const found = digests.map((_, kind) => BigInt.asUintN(64, instance.exports.scorio_digest(kind, calls)));
    assert.deepEqual(found, digests);
  });
}
