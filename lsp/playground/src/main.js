/* The page: what is where, and what happens when something is pressed. */

import { changesOf, pathOf, uriOf } from "./client.js";
import { Compare } from "./compare.js";
import { text } from "./data.js";
import { Desk } from "./desk.js";
import { chosen, dropped } from "./drop.js";
import { Editor } from "./editor.js";
import { after, byId, element } from "./elements.js";
import { Findings } from "./findings.js";
import { Graph } from "./graph.js";
import * as keep from "./keep.js";
import { filesIn, linkTo } from "./link.js";
import { Policies } from "./policies.js";
import { cleanPath } from "./project.js";
import { tabs } from "./tabs.js";
import { zipped } from "./zip.js";

const FIRST = "agents";

const desk = new Desk();
const { project } = desk;
let dialect = "";
let untouched = true;
let panel = "findings";

const findings = new Findings({ go, actions });
const editor = new Editor(byId("editor"), { hover, complete }, [
  { key: "F8", run: () => step(1) },
  { key: "Shift-F8", run: () => step(-1) },
  { key: "Mod-.", run: () => offerHere() },
  { key: "F12", run: () => goToDefinition() },
]);
const graph = new Graph(desk, here, (file, line) => openAt(file, line));
const compare = new Compare(desk);
const policies = new Policies(desk, (file, line) => openAt(file, line));
const showTab = tabs(byId("tabs"), (id) => {
  panel = id;
  if (id === "graph" && desk.ready) graph.draw();
});
const save = after(300, () => {
  const draft = { files: texts(), open: editor.path, dialect };
  if (!keep.keep(draft)) sayStorage();
});

// A window that is left keeps what was typed last, however slow the clock of a hidden window is.
window.addEventListener("pagehide", () => save.now());
document.addEventListener("visibilitychange", () => document.hidden && save.now());

/* How many findings there are takes the place of a line that `passes`, or once the reader edits. */
let passing = true;

function say(line, isBad = false, passes = false) {
  byId("say").textContent = line;
  byId("say").classList.toggle("bad", isBad);
  byId("restart").hidden = true;
  passing = passes;
}

function sayStorage() {
  say("This browser keeps nothing for this page: use Download or Share before you close it.", true);
}

function here() {
  return { path: editor.path, position: editor.cursor, visible: panel === "graph" };
}

/* The files that are texts. */
function texts() {
  return Object.fromEntries(Object.entries(project.all()).filter(([, data]) => typeof data === "string"));
}

// --- files ---------------------------------------------------------------------------------------

/* Work on other files. `from` is { open, dialect, versions, said }. */
async function load(files, { open = "", dialect: known = "", versions = {}, said = "" } = {}) {
  delete document.documentElement.dataset.ready;
  const checked = desk.check(files, known);
  dialect = known;
  byId("example").value = known;
  untouched = !open;
  editor.clear();
  findings.clear();
  policies.clear();
  compare.offer({ "as opened": files, ...versions });
  listFiles();
  show(project.has(open) ? open : (project.paths.find((path) => project.isText(path)) ?? ""));
  say(said || "Python starts in this tab…", false, !said);
  save();
  try {
    await checked;
  } catch (error) {
    if (error.message !== "stopped") say(`phaselint can't start: ${error.message}`, true);
  }
}

function listFiles() {
  const items = project.paths.map((path) => {
    const found = findings.of(path);
    const worst = ["error", "warning", "info"].find((each) => found.some(({ severity }) => severity === each));
    const count = found.length ? element("span", { class: `count ${worst}`, "aria-label": `${found.length} findings` }, String(found.length)) : null;
    const current = path === editor.path ? "true" : undefined;
    return element("li", {}, element("button", { type: "button", title: path, "aria-current": current, "data-path": path, onclick: () => pick(path) }, element("span", { class: "path" }, nameOf(path), " ", element("small", {}, folderOf(path))), count));
  });
  const list = byId("files");
  const focused = list.contains(document.activeElement) ? document.activeElement.dataset.path : null;
  list.replaceChildren(...items);
  if (focused !== null) [...list.querySelectorAll("button")].find((each) => each.dataset.path === focused)?.focus();
}

function nameOf(path) {
  return path.split("/").pop();
}

function folderOf(path) {
  return path.slice(0, -nameOf(path).length);
}

function pick(path) {
  untouched = false;
  show(path);
  save();
}

function show(path) {
  const isText = project.isText(path);
  byId("editor").hidden = !isText;
  byId("no-text").hidden = isText;
  byId("no-text").textContent = path ? `${path} isn't text, so it isn't shown; phaselint has it all the same.` : "There are no files. Open an example, or drop a folder here.";
  byId("path").textContent = path;
  if (isText) {
    editor.open(path, project.get(path));
    editor.take(path, findings.of(path));
    if (desk.ready) desk.look(path);
  }
  for (const each of byId("files").querySelectorAll("button")) {
    if (each.dataset.path === path) each.setAttribute("aria-current", "true");
    else each.removeAttribute("aria-current");
  }
  graph.redraw();
}

function openAt(file, line) {
  const path = cleanPath(file);
  if (!path || !project.isText(path)) return;
  pick(path);
  const start = { line: Math.max(0, line - 1), character: 0 };
  editor.go({ start, end: start });
}

async function openExample(name) {
  const { files, fixed } = JSON.parse(await text(`example-${name}.json`));
  history.replaceState(null, "", location.href.split("#")[0]);
  await load(files, { dialect: name, versions: { "the fixed example": fixed } });
}

async function openGiven(given) {
  try {
    const files = await given();
    const skipped = Object.values(files).filter((each) => typeof each !== "string").length;
    const said = skipped ? `${skipped} files aren't text; they are checked, but not shown.` : "";
    await load(files, { said });
  } catch (error) {
    say(error.message, true);
  }
}

function add() {
  const given = window.prompt("Path of the new file, such as .github/agents/planner.agent.md");
  const path = given && cleanPath(given.trim());
  if (!path) return;
  if (project.has(path)) say(`${path} exists already.`, true);
  else desk.set(path, "").then(() => pick(path), (error) => say(error.message, true));
}

function remove() {
  const path = editor.path;
  if (!path || !window.confirm(`Delete ${path}?`)) return;
  editor.forget(path);
  desk.remove(path).catch((error) => say(error.message, true));
  listFiles();
  show(project.paths.find((each) => project.isText(each)) ?? "");
}

// --- findings ------------------------------------------------------------------------------------

const showFindings = after(0, () => {
  findings.show();
  listFiles();
  graph.redraw();
});

desk.onFindings = (path, found) => {
  if (path === null) {
    const paths = new Set(found.map((each) => each.path));
    for (const each of paths) findings.take(each, found.filter((one) => one.path === each));
    if (untouched && found.length) show(findings.all[0].path);
  } else {
    findings.take(path, found);
  }
  if (path === null || path === editor.path) editor.take(editor.path, findings.of(editor.path));
  document.documentElement.dataset.found = String(performance.now());
  if (passing) say(findings.count, false, true);
  showFindings();
};

desk.onText = (path, text) => editor.change(path, text);
desk.onMessage = say;
desk.onReady = () => {
  document.documentElement.dataset.ready = "true";
  if (editor.path) desk.look(editor.path);
  if (panel === "graph") graph.draw();
};
project.onChange = (path, kind) => {
  save();
  if (kind !== "changed") listFiles();
};
editor.onEdit = (path, text) => {
  passing = true;
  untouched = false;
  desk.edit(path, text);
};
editor.onCursor = () => graph.follow();

function go(finding) {
  pick(finding.path);
  editor.go(finding.range);
}

function step(by) {
  const next = findings.next(editor.path, editor.cursor, by);
  if (next) go(next);
  return true;
}

function offerHere() {
  const { line } = editor.cursor;
  const found = findings.of(editor.path).find(({ range }) => range.start.line <= line && line <= range.end.line);
  if (!found) say("There is no finding on this line.");
  else {
    showTab("findings");
    findings.offer(found);
  }
  return true;
}

/* What can be done about a finding. */
async function actions({ path, range, diagnostic, code }) {
  const context = { diagnostics: diagnostic ? [diagnostic] : [] };
  const asked = { textDocument: { uri: uriOf(path) }, range, context };
  const found = await desk.ask("textDocument/codeAction", path, asked);
  return (found ?? [])
    .filter(({ kind, diagnostics }) => !kind?.startsWith("source") && (!diagnostics?.length || diagnostics.some((each) => each.code === code)))
    .map(({ title, edit, command }) => ({ title, act: () => obey(title, edit, command) }));
}

async function obey(title, edit, command) {
  if (edit) {
    desk.apply(changesOf(edit));
    say(`Done: ${title}. Undo with ${/Mac/.test(navigator.platform) ? "⌘" : "Ctrl+"}Z in the editor.`);
    editor.focus();
  }
  if (command?.command === "phaselint.showGraph") {
    pick(pathOf(command.arguments[0]));
    showTab("graph");
    await graph.draw(command.arguments[3]);
  } else if (command) {
    await desk.command(command.command, ...command.arguments).catch((error) => say(error.message, true));
  }
}

async function hover(path, position) {
  return desk.ask("textDocument/hover", path, at(path, position)).catch(() => null);
}

async function complete(path, position) {
  return desk.ask("textDocument/completion", path, at(path, position)).catch(() => null);
}

function goToDefinition() {
  desk.ask("textDocument/definition", editor.path, at(editor.path, editor.cursor)).then(
    (found) => {
      const [first] = [found].flat().filter(Boolean);
      if (!first) say("Nothing is defined here.");
      else {
        pick(pathOf(first.uri));
        editor.go(first.range);
      }
    },
    (error) => say(error.message, true),
  );
  return true;
}

function at(path, position) {
  return { textDocument: { uri: uriOf(path) }, position };
}

// --- sharing -------------------------------------------------------------------------------------

async function share() {
  try {
    const { address, left } = await linkTo(project.all(), editor.path);
    history.replaceState(null, "", address);
    const copied = await navigator.clipboard?.writeText(address).then(() => true, () => false);
    const what = copied ? "The link is copied." : "The link is in the address bar: copy it from there.";
    const less = left.length ? ` It leaves out ${left.join(", ")}, which isn't text.` : "";
    say(`${what} It holds the files themselves; no server has them.${less}`);
  } catch (error) {
    say(error.message, true);
  }
}

function download() {
  const address = URL.createObjectURL(zipped(project.all()));
  const link = element("a", { href: address, download: "phaselint-playground.zip" });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

// --- what the page starts with -------------------------------------------------------------------

byId("example").addEventListener("change", ({ target }) => openExample(target.value).catch((error) => say(error.message, true)));
byId("add").addEventListener("click", add);
byId("remove").addEventListener("click", remove);
byId("share").addEventListener("click", share);
byId("download").addEventListener("click", download);
byId("open-zip").addEventListener("click", () => byId("zip-input").click());
byId("open-folder").addEventListener("click", () => byId("folder-input").click());
byId("restart").addEventListener("click", () => {
  say("Python starts again…", false, true);
  desk.restart(dialect).catch((error) => say(error.message, true));
});
for (const id of ["zip-input", "folder-input"]) {
  byId(id).addEventListener("change", ({ target }) => {
    const found = [...target.files].map((file) => [file.webkitRelativePath || file.name, file]);
    if (found.length) openGiven(() => chosen(found));
    target.value = "";
  });
}
window.addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("dropping");
});
for (const kind of ["dragleave", "drop"]) {
  window.addEventListener(kind, (event) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
  });
}
window.addEventListener("drop", (event) => openGiven(() => dropped(event.dataTransfer)));
window.addEventListener("hashchange", () => openLink());

let slow;
desk.engine.onBusy = (isBusy) => {
  clearTimeout(slow);
  byId("busy").hidden = !isBusy;
  if (!isBusy) byId("restart").hidden = true;
  else slow = setTimeout(() => (byId("restart").hidden = false), 20_000);
};

async function openLink() {
  try {
    const linked = await filesIn(location.hash);
    if (linked === null) return false;
    load(linked.files, { open: linked.open });
    return true;
  } catch (error) {
    const known = project.paths.length > 0;
    if (!known) await begin();
    say(`${error.message}.${known ? "" : " An example is shown instead."}`, true);
    return true;
  }
}

/* What was here before this window was loaded again, or else an example. */
async function begin() {
  const draft = keep.before();
  if (draft) {
    load(draft.files, { open: draft.open, dialect: draft.dialect });
    return;
  }
  const other = keep.newest();
  if (other) {
    byId("restore").hidden = false;
    byId("restore").addEventListener("click", () => {
      byId("restore").hidden = true;
      load(other.files, { open: other.open, dialect: other.dialect });
    });
  }
  await openExample(FIRST);
}

openLink().then(async (isLinked) => {
  if (!isLinked) await begin().catch((error) => say(error.message, true));
  if (!keep.keeps()) sayStorage();
});
