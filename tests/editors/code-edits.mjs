// Takes VS Code through the session that every editor is taken through, and writes down what its
// status bar counts. Given by the environment, besides: the file to open, and a new name.

import { basename, dirname } from "node:path";
import { record } from "./code.mjs";

const { PHASELINT_OPEN, PHASELINT_NAME } = process.env;

await record(async (code, steps) => {
  await code.start(dirname(PHASELINT_OPEN));
  await code.open(basename(PHASELINT_OPEN));
  steps.opened = await code.counted("Errors: 1");

  await code.goTo(12, 1); // the end, once the editor has the keys
  await code.type("surprise: 1\n");
  await code.page.locator(".view-line", { hasText: "surprise" }).first().waitFor();
  steps.edited = await code.counted("Errors: 1, Warnings: 1");

  await code.goTo(11, 35);
  await code.fix("intake");
  steps.fixed = await code.counted("Warnings: 1");

  await code.rename(PHASELINT_NAME);
  await code.page.locator(".view-line", { hasText: PHASELINT_NAME }).first().waitFor();
  steps.renamed = await code.counted("Warnings: 1");

  await code.command("File: Save All Files");
  await code.page.locator(".tab.dirty").first().waitFor({ state: "detached" });
});
