// Takes VS Code through what is particular to its extension: the panel with the graph, which follows
// the cursor and plays a run, and scripts with what they take. Given by the environment, besides: the
// folder to open, a project of loans.

import { record, until } from "./code.mjs";

const MAIN = "loans.stud.yaml";
const { PHASELINT_OPEN } = process.env;

await record(async (code, steps) => {
  await code.start(PHASELINT_OPEN);
  steps.opened = await code.counted("Errors: 6, Warnings: 3");

  await code.open(MAIN);
  await code.goTo(23, 4);
  const hover = code.page.locator(".monaco-hover", { hasText: "shortest path" }).first();
  await code.pressFor(["Control+k", "Control+i"], (patience) => hover.waitFor(patience));
  steps.hover = await hover.innerText();
  await code.press("Escape");

  await code.lens("play run").click();
  const panel = await code.panel();
  const player = panel.locator("article", { hasText: "deadlocked-phases" }).locator(".player");
  steps.played = await until(() => player.locator(".count").textContent(), /^[3-9] of \d+$/);
  steps.title = await code.page.locator(".tab", { hasText: "Graph of" }).innerText();

  const here = async () => (await panel.locator(".whole .node.here").allTextContents()).join();
  await code.goTo(20, 4);
  steps.followed = await until(here, /^condition/);
  await code.goTo(23, 6);
  steps.followedOn = await until(here, /^assess/);

  await panel.locator(".graph .node", { hasText: "letter" }).first().click();
  await code.page.locator(".tab.active", { hasText: "letter.md" }).waitFor();
  steps.followedThere = await until(here, /^letter/);

  await code.open("loans.script.yaml");
  await code.lens("run scenario").click();
  await code.page.locator(".tab", { hasText: "run of a script" }).waitFor();
  await code.open(MAIN);
  await code.goTo(1, 1);
  await code.lens("scripts cover").waitFor();
  steps.coverage = await code.lens("scripts cover").textContent();

  await code.command("phaselint: Show Graph of Contract"); // what the script did hides the panel
  // A panel that is drawn anew may be gone while it is counted in.
  const findings = async () => (await code.panel()).locator("article.finding").count().catch(() => 0);
  await until(findings, 8);
  await code.goTo(35, 62);
  await code.fix("approve");
  steps.fixed = await code.counted("Errors: 5, Warnings: 3");
  steps.redrawn = await until(findings, 7);
});
