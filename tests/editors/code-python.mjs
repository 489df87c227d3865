// Takes VS Code through a project of Python: no server until a file builds a graph, then a correction
// and a rename. Given by the environment, besides: the folder to open, a file that is there once the
// installed server was started, and a new name.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { record, until } from "./code.mjs";

const { PHASELINT_OPEN, PHASELINT_STARTED, PHASELINT_NAME } = process.env;
const LATER = 3000; // milliseconds after which a server that is started for a file has been

await record(async (code, steps) => {
  await code.start(PHASELINT_OPEN);
  await code.open("plain.py");
  await code.page.waitForTimeout(LATER);
  steps.startedForPlain = existsSync(PHASELINT_STARTED);

  await code.open("requests.py");
  steps.opened = await code.counted(/^Errors: 7/);

  await code.goTo(58, 30);
  await code.fix("read_letter");
  steps.fixed = await code.counted(/^Errors: 6/);

  await code.goTo(70, 20);
  await code.rename(PHASELINT_NAME);
  await code.page.locator(".view-line", { hasText: PHASELINT_NAME }).first().waitFor();
  steps.renamed = await code.counted(/^Errors: 6/);

  await code.command("File: Save All Files");
  const file = join(PHASELINT_OPEN, "seeds", "requests.py");
  await until(() => readFileSync(file, "utf8").includes(PHASELINT_NAME), true);
});
