// Takes VS Code for the Web through the session that every editor is taken through, and removes a file
// at its end. Given by the environment, besides: the name of the file to open, and a new name.

import { record } from "./code.mjs";

const { PHASELINT_URL, PHASELINT_OPEN, PHASELINT_NAME } = process.env;

await record(async (code, steps) => {
  await code.page.goto(PHASELINT_URL);
  await code.page.locator(".monaco-workbench").waitFor();
  const row = (name) => code.page.locator(".explorer-folders-view .monaco-list-row", { hasText: name });
  await row(PHASELINT_OPEN).dblclick();
  await code.page.locator(".tab.active", { hasText: PHASELINT_OPEN }).waitFor();
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
  steps.saved = await code.counted("Warnings: 1");

  await row("session.yaml").click();
  await code.press("Delete");
  const sure = code.page.locator(".monaco-dialog-box .monaco-button", { hasText: "Delete" });
  await sure.first().click({ timeout: 3000 }).catch(() => undefined);
  await row("session.yaml").waitFor({ state: "detached" });
  steps.removed = await code.counted("No Problems");
});
