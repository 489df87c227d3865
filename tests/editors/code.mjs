// VS Code in a browser, as its user has it: what is in the window, and how it is worked. Given by
// the environment: where it is served, by which browser it is seen, and where the record goes.

import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const { PHASELINT_VSCODE, PHASELINT_URL, PHASELINT_CHROMIUM, PHASELINT_RECORD } = process.env;
const load = createRequire(join(PHASELINT_VSCODE, "index.js"));
const LONGEST = 280000;
const PATIENCE = 6000; // milliseconds for what a key opens
const TURNS = 10; // of pressing it
const OVER = ".monaco-editor-overlaymessage, .action-widget, .monaco-hover";

const sleep = (milliseconds) => new Promise((wake) => setTimeout(wake, milliseconds));

/** A window of VS Code. */
export class Code {
  constructor(page) {
    this.page = page;
  }

  async start(folder) {
    await this.page.goto(`${PHASELINT_URL}/?folder=${folder}`);
    await this.page.locator(".monaco-workbench").waitFor();
  }

  /** The window's input, which keys open. */
  get input() {
    return this.page.locator(".quick-input-widget .input").first();
  }

  /** Put a text into the window's input, which a key opens. */
  async ask(key, text) {
    await this.pressFor([key], (patience) => this.input.fill(text, patience));
  }

  /** Take what is in the window's input under a text, such as a file or a command. */
  async choose(text, first) {
    await this.ask("F1", text);
    await this.page.locator(".quick-input-list .monaco-list-row", { hasText: first }).first().click();
  }

  async open(name) {
    await this.choose(name, name);
    await this.page.locator(".tab.active", { hasText: name }).waitFor();
  }

  async command(title) {
    await this.choose(`>${title}`, title);
  }

  /** Put the cursor at a position of the open file. */
  async goTo(line, column) {
    const there = this.page.getByText(`Ln ${line}, Col ${column}`).first();
    await this.pressFor(["Control+g"], async (patience) => {
      await this.input.fill(`:${line}:${column}`, patience);
      await this.input.press("Enter", patience); // into the input, never into the file
      await there.waitFor(patience);
    });
  }

  async press(...keys) {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  async type(text) {
    await this.page.keyboard.type(text);
  }

  /** Take a quick fix at the cursor. */
  async fix(title) {
    const row = this.page.locator(".action-widget .monaco-list-row", { hasText: title }).first();
    await this.pressFor(["Control+."], async (patience) => {
      await row.hover({ ...patience, force: true }); // what is over it goes when the pointer moves
      await row.click(patience);
    });
  }

  /** Give the symbol at the cursor a new name. */
  async rename(name) {
    const input = this.page.locator(".rename-input").first();
    await this.pressFor(["F2"], (patience) => input.fill(name, patience));
    await this.press("Enter");
  }

  /** Take what keys show over the editor. They are pressed again until that is done: they are lost
   * while the window moves the focus, and news that move the lines close what they have opened. */
  async pressFor(keys, take) {
    let instead;
    for (let turn = 0; turn < TURNS; turn++) {
      await this.press(...keys);
      if (await take({ timeout: PATIENCE }).then(() => true, () => false)) return;
      instead = await this.page.locator(OVER).allInnerTexts();
      await this.press("Escape");
    }
    throw new Error(`${keys.join(" ")} shows ${JSON.stringify(instead)}`);
  }

  lens(title) {
    return this.page.locator(".codelens-decoration a", { hasText: title }).first();
  }

  /** What the status bar counts, once it is what is waited for. */
  async counted(wanted) {
    const labels = (items) => items.map((item) => item.getAttribute("aria-label") ?? "");
    return until(async () => {
      const seen = await this.page.locator(".statusbar-item").evaluateAll(labels);
      return seen.find((label) => /^(Errors|Warnings|No Problems)/.test(label)) ?? "";
    }, wanted);
  }

  /** The page in the panel, once it shows a graph. */
  async panel() {
    let found;
    await until(async () => {
      for (const frame of this.page.frames()) {
        if (await frame.locator(".graph .node").count().catch(() => 0)) found = frame;
      }
      return Boolean(found);
    }, true);
    return found;
  }
}

/** What is seen last: what is waited for, or what is there in its place after a while. */
export async function until(look, wanted) {
  const holds = wanted instanceof RegExp ? (seen) => wanted.test(seen) : (seen) => seen === wanted;
  let seen;
  for (let turn = 0; turn < 450; turn++) {
    seen = await look();
    if (holds(seen)) break;
    await sleep(200);
  }
  return seen;
}

/** Run a session in a window; the steps that it takes down are written into a file, and what went
 * wrong. */
export async function record(session) {
  const { chromium } = load("playwright-core");
  const browser = await chromium.launch({ executablePath: PHASELINT_CHROMIUM, args: ["--no-sandbox"] });
  const window = await browser.newContext({ viewport: { width: 1400, height: 860 } });
  window.setDefaultTimeout(60000);
  const page = await window.newPage();
  const tooLong = sleep(LONGEST).then(() => Promise.reject("the session takes too long"));
  const made = { steps: {} };
  try {
    await Promise.race([session(new Code(page), made.steps), tooLong]);
  } catch (problem) {
    made.problem = `${problem}\nafter ${JSON.stringify(made.steps)}`;
  }
  writeFileSync(PHASELINT_RECORD, JSON.stringify(made));
  await browser.close();
  process.exit(0);
}
