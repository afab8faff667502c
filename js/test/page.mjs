// The playground in a tab: what tests of the page share.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { browser } from "./chromium.mjs";

export const page = resolve(process.env.SCORIO_PLAYGROUND ?? "target/playground/play.html");
export const missing = existsSync(page) ? !browser && "there is no Chromium" : "the playground is not built";

/** Waits for a leaderboard that is not the last one, or an error. */
export const scored = (chromium) => chromium.until(
  "!document.querySelector('#score').disabled && (document.querySelector('#log-error').textContent || " +
  "document.querySelector('#leaderboard table'))");

/** Scores a pasted log, and gives the error. */
export async function pasted(chromium, log) {
  await chromium.run(`document.querySelector("#leaderboard").replaceChildren();
    document.querySelector("#text").value = ${JSON.stringify(log)};
    document.querySelector("#score").click()`);
  await scored(chromium);
  return chromium.text("log-error");
}
