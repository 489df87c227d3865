// Opens a file in a workspace that isn't trusted, with a command in it that would be run in a trusted one.
// Given by the environment, besides: the file to open.

import { basename, dirname } from "node:path";
import { record, until } from "./code.mjs";

const { PHASELINT_OPEN } = process.env;

await record(async (code, steps) => {
  await code.start(dirname(PHASELINT_OPEN));
  await code.open(basename(PHASELINT_OPEN));
  const warning = code.page.locator(".notification-list-item", { hasText: "which isn't trusted" });
  steps.warned = await until(async () => (await warning.count()) > 0, true);
  steps.opened = await code.counted("Errors: 1");
});
