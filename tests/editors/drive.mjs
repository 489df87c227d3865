// Takes VS Code, in a browser, through a session as its user would have it, and writes down what
// its status bar counts. Given by the environment: where it is served, the file to open, a new
// name, and where the record goes.

import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";

const { PHASELINT_VSCODE, PHASELINT_URL, PHASELINT_OPEN, PHASELINT_NAME, PHASELINT_RECORD } =
  process.env;
const load = createRequire(join(PHASELINT_VSCODE, "index.js"));
const puppeteer = load("puppeteer-core");
const record = { steps: {} };
const sleep = (milliseconds) => new Promise((wake) => setTimeout(wake, milliseconds));

const browser = await puppeteer.launch({
  executablePath: process.env.PHASELINT_CHROMIUM,
  args: ["--no-sandbox"],
  defaultViewport: { width: 1200, height: 720 },
});
const page = await browser.newPage();

async function press(...keys) {
  for (const key of keys) await page.keyboard.down(key);
  for (const key of keys.reverse()) await page.keyboard.up(key);
  await sleep(1500);
}

async function type(text) {
  await page.keyboard.type(text);
  await sleep(1500);
}

async function counted(name, wanted) {
  let seen = "";
  for (let turn = 0; turn < 75; turn++) {
    const labels = await page.$$eval(".statusbar-item", (items) =>
      items.map((item) => item.getAttribute("aria-label") ?? ""),
    );
    seen = labels.find((label) => /^(Errors|Warnings|No Problems)/.test(label)) ?? "";
    if (seen === wanted) break;
    await sleep(200);
  }
  record.steps[name] = seen;
}

async function session() {
  await page.goto(`${PHASELINT_URL}/?folder=${dirname(PHASELINT_OPEN)}`);
  await page.waitForSelector(".monaco-workbench", { timeout: 60000 });
  await sleep(5000);
  await press("Control", "p");
  await type(basename(PHASELINT_OPEN));
  await press("Enter");
  await counted("opened", "Errors: 1");

  await press("Control", "End");
  await type("surprise: 1\n");
  await counted("edited", "Errors: 1, Warnings: 1");

  await press("Control", "g");
  await type("11:35");
  await press("Enter");
  await press("Control", ".");
  await press("Enter");
  await counted("fixed", "Warnings: 1");

  await press("F2");
  await press("Control", "a");
  await type(PHASELINT_NAME);
  await press("Enter");
  await counted("renamed", "Warnings: 1");

  await press("F1");
  await type("File: Save All Files");
  await press("Enter");
}

const tooLong = sleep(100000).then(() => Promise.reject("the session takes too long"));
try {
  await Promise.race([session(), tooLong]);
} catch (problem) {
  record.problem = String(problem);
}
await browser.close();
writeFileSync(PHASELINT_RECORD, JSON.stringify(record));
process.exit(0);
