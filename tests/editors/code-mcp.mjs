// Starts the MCP server of a workspace as its user does, in the file that names it, and writes down what
// VS Code says of it there. Given by the environment, besides: the file.

import { basename, dirname } from "node:path";
import { record, until } from "./code.mjs";

const { PHASELINT_OPEN } = process.env;

await record(async (code, steps) => {
  await code.start(dirname(dirname(PHASELINT_OPEN)));
  await code.open(basename(PHASELINT_OPEN));
  const first = code.page.locator(".codelens-decoration a").first();
  steps.started = await until(async () => {
    const told = await first.innerText();
    if (told === "Start") await first.click(); // again, as long as the window isn't ready
    return told;
  }, "Running");
});
