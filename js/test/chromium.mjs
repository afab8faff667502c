// A tab of headless Chromium, which tests of pages drive through a pipe.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const names = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
/** The address of the browser, if there is one. */
export const browser = process.env.CHROMIUM ?? names.find(existsSync);

/** Chromium with a pipe for its commands, and a tab. */
export class Browser {
  #last = 0;
  #open = new Map();
  #session;
  events = [];

  constructor() {
    this.profile = mkdtempSync(join(tmpdir(), "scorio-"));
    const given = ["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe"];
    this.process = spawn(browser, [...given, `--user-data-dir=${this.profile}`, "about:blank"],
      { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    let left = "";
    this.process.stdio[4].on("data", (data) => {
      const messages = (left + data).split("\0");
      left = messages.pop();
      messages.forEach((message) => this.#take(JSON.parse(message)));
    });
  }

  #take({ id, result, error, method, params }) {
    if (id === undefined) {
      this.events.push({ method, params });
      return;
    }
    const { resolve: settle, reject } = this.#open.get(id);
    this.#open.delete(id);
    if (error) reject(new Error(error.message));
    else settle(result);
  }

  send(method, params = {}) {
    this.#last += 1;
    const id = this.#last;
    const message = JSON.stringify({ id, method, params, sessionId: this.#session });
    return new Promise((settle, reject) => {
      this.#open.set(id, { resolve: settle, reject });
      this.process.stdio[3].write(`${message}\0`);
    });
  }

  async open(file, { width = 1280, scheme = "light", first = "" } = {}) {
    this.#session = undefined;
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    this.#session = sessionId;
    this.events = [];
    await Promise.all(["Runtime", "Log", "Network", "Page"].map((one) => this.send(`${one}.enable`)));
    await this.send("Emulation.setDeviceMetricsOverride",
      { width, height: 900, deviceScaleFactor: 1, mobile: width < 600 });
    await this.send("Emulation.setEmulatedMedia",
      { features: [{ name: "prefers-color-scheme", value: scheme }] });
    await this.send("Page.addScriptToEvaluateOnNewDocument", { source: first });
    await this.send("Page.navigate", { url: pathToFileURL(file).href });
    await this.until("document.querySelector('#version')?.textContent || " +
      "document.querySelector('#page-error')?.textContent");
  }

  /** What an expression of the page gives. */
  async run(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate",
      { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
    return result.value;
  }

  /** Waits until an expression of the page holds. */
  async until(expression) {
    for (let tries = 0; tries < 1200; tries += 1) {
      const found = await this.run(expression).catch(() => false);
      if (found) return found;
      await new Promise((settle) => setTimeout(settle, 50));
    }
    throw new Error(`never came: ${expression}`);
  }

  text(id) {
    return this.run(`document.getElementById(${JSON.stringify(id)}).textContent`);
  }

  /** Chooses files of this machine, as a reader does. */
  async choose(id, ...files) {
    const { root } = await this.send("DOM.getDocument");
    const { nodeId } = await this.send("DOM.querySelector", { nodeId: root.nodeId, selector: `#${id}` });
    await this.send("DOM.setFileInputFiles", { nodeId, files });
  }

  async press(key, code) {
    for (const type of ["keyDown", "keyUp"]) {
      await this.send("Input.dispatchKeyEvent",
        { type, key, code: key, windowsVirtualKeyCode: code, ...(key === "Enter" && { text: "\r" }) });
    }
  }

  /** Errors in the console, and addresses that were asked for. */
  get complaints() {
    const asked = this.events.filter(({ method }) => method === "Network.requestWillBeSent")
      .map(({ params }) => params.request.url).filter((url) => !/^(file|blob|data):/.test(url));
    const errors = this.events.filter(({ method, params }) => method === "Runtime.exceptionThrown" ||
      (method === "Log.entryAdded" && params.entry.level === "error"));
    return [...asked, ...errors.map(({ params }) => JSON.stringify(params))];
  }

  end() {
    const ended = new Promise((settle) => this.process.on("exit", settle));
    this.process.kill();
    return ended.then(() => removeFolder(this.profile));
  }
}

/** Removes the folder of a browser that has ended. Its children may still write there for a moment. */
export async function removeFolder(folder) {
  for (let left = 100; left > 0; left--) {
    try {
      return rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      if (left === 1) throw error;
    }
    await new Promise((settle) => setTimeout(settle, 100));
  }
}
