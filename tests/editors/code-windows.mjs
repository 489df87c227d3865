// Opens the same folder in two windows at once, and mends in the second what the first shows. Given by
// the environment, besides: the file to open.

import { basename, dirname } from "node:path";
import { Code, record } from "./code.mjs";

const { PHASELINT_OPEN } = process.env;

await record(async (first, steps) => {
  const second = new Code(await first.page.context().newPage());
  const both = [first, second];
  for (const code of both) {
    await code.page.bringToFront();
    await code.start(dirname(PHASELINT_OPEN));
    await code.open(basename(PHASELINT_OPEN));
  }
  steps.opened = await Promise.all(both.map((code) => code.counted("Errors: 1")));

  await second.goTo(11, 35);
  await second.fix("intake");
  await second.command("File: Save All Files");
  await second.page.locator(".tab.dirty").first().waitFor({ state: "detached" });
  steps.fixed = await Promise.all(both.map((code) => code.counted("No Problems")));

  await second.page.close();
  await first.page.bringToFront();
  await first.goTo(12, 1);
  await first.type("surprise: 1\n");
  steps.edited = await first.counted("Warnings: 1");
});
