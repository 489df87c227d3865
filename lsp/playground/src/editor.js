/* The editor: CodeMirror with the marks, the hovers and the completions of the language server. */

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { markdown } from "@codemirror/lang-markdown";
import { python } from "@codemirror/lang-python";
import { yaml, yamlFrontmatter } from "@codemirror/lang-yaml";
import { bracketMatching, foldGutter, foldKeymap, HighlightStyle, indentOnInput, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { toml } from "@codemirror/legacy-modes/mode/toml";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Annotation, EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const COLORS = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName), tags.heading], color: "var(--key)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--string)" },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: "var(--value)" },
  { tag: [tags.comment, tags.meta], color: "var(--soft)", fontStyle: "italic" },
  { tag: [tags.keyword, tags.operatorKeyword], color: "var(--keyword)" },
  { tag: tags.strong, fontWeight: "bold" },
  { tag: tags.emphasis, fontStyle: "italic" },
]);

const FROM_OUTSIDE = Annotation.define();

const KINDS = ["", "text", "method", "function", "function", "property", "variable", "class", "interface", "namespace", "property", "constant", "constant", "enum", "keyword"];

/** One view that shows one file at a time; each file keeps its undo history and its cursor.

    `asked` has what the server knows: hover(path, position), complete(path, position). */
export class Editor {
  onEdit = () => {};
  onCursor = () => {};
  #view;
  #states = new Map();
  #findings = new Map();
  #path = "";
  #asked;
  #keys;

  constructor(place, asked, keys) {
    this.#asked = asked;
    this.#keys = keys;
    this.#view = new EditorView({ parent: place });
  }

  get path() {
    return this.#path;
  }

  /** Forget all files. */
  clear() {
    this.#states.clear();
    this.#findings.clear();
    this.#path = "";
  }

  forget(path) {
    this.#states.delete(path);
    this.#findings.delete(path);
    if (path === this.#path) this.#path = "";
  }

  /** Show a file. */
  open(path, text) {
    if (path === this.#path) return;
    if (this.#path) this.#states.set(this.#path, this.#view.state);
    this.#path = path;
    const known = this.#states.get(path);
    this.#view.setState(known?.doc.toString() === text ? known : this.#fresh(path, text));
    this.#mark();
  }

  /** Change the text of a file from outside, so that it can be undone if it is open. */
  change(path, text) {
    const isShown = path === this.#path;
    const state = isShown ? this.#view.state : this.#states.get(path);
    if (!state) return;
    const changes = smallest(state.doc.toString(), text);
    const made = state.update({ changes, annotations: FROM_OUTSIDE.of(true), scrollIntoView: isShown });
    if (isShown) this.#view.dispatch(made);
    else this.#states.set(path, made.state);
  }

  /** Take the findings of a file: { range, severity, message, code }. */
  take(path, findings) {
    this.#findings.set(path, findings);
    if (path === this.#path) this.#mark();
  }

  /** Where a range of the server is in the open file. */
  spanOf({ start, end }) {
    const from = this.#offset(start);
    const to = Math.max(from, this.#offset(end));
    return { from, to: to === from ? Math.min(this.#view.state.doc.lineAt(from).to, from + 1) : to };
  }

  /** Put the cursor to a range, and the focus into the editor. */
  go(range) {
    const { from } = this.spanOf(range);
    this.#view.dispatch({
      selection: { anchor: from },
      effects: EditorView.scrollIntoView(from, { y: "center" }),
    });
    this.#view.focus();
  }

  focus() {
    this.#view.focus();
  }

  /** The cursor, as the server counts. */
  get cursor() {
    return this.#position(this.#view.state.selection.main.head);
  }

  #fresh(path, text) {
    return EditorState.create({
      doc: text,
      extensions: [
        keymap.of(this.#keys),
        lineNumbers(),
        foldGutter(),
        lintGutter(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        highlightSelectionMatches(),
        search({ top: true }),
        syntaxHighlighting(COLORS),
        EditorState.tabSize.of(2),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": `Text of ${path}`, spellcheck: "false" }),
        EditorView.updateListener.of((update) => this.#updated(update)),
        autocompletion({ override: [(context) => this.#complete(path, context)] }),
        hoverTooltip((view, at) => this.#hover(path, at), { hoverTime: 400 }),
        languageOf(path),
        keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...completionKeymap]),
      ],
    });
  }

  #updated({ docChanged, selectionSet, transactions, state }) {
    const own = !transactions.some((each) => each.annotation(FROM_OUTSIDE));
    if (docChanged && own) this.onEdit(this.#path, state.doc.toString());
    if (docChanged || selectionSet) this.onCursor();
  }

  #mark() {
    const found = (this.#findings.get(this.#path) ?? []).map((each) => ({
      ...this.spanOf(each.range),
      severity: each.severity,
      source: each.code,
      message: each.message,
    }));
    this.#view.dispatch(setDiagnostics(this.#view.state, found));
  }

  async #complete(path, context) {
    const asked = context.explicit || context.matchBefore(/[\w"'.{[ -]$/);
    if (!asked) return null;
    const found = await this.#asked.complete(path, this.#position(context.pos));
    const items = found?.items ?? found ?? [];
    if (items.length === 0) return null;
    const word = context.matchBefore(/[\w.-]+$/);
    const ranges = items.map((each) => each.textEdit?.range).filter(Boolean);
    const from = ranges.length ? Math.min(...ranges.map((each) => this.#offset(each.start))) : (word?.from ?? context.pos);
    const options = items.map((item) => ({
      label: item.label,
      type: KINDS[item.kind ?? 0],
      detail: item.detail ?? undefined,
      info: textOf(item.documentation) || undefined,
      apply: item.textEdit?.newText ?? item.insertText ?? item.label,
    }));
    return { from, options, filter: true };
  }

  async #hover(path, at) {
    const found = await this.#asked.hover(path, this.#position(at));
    const text = textOf(found?.contents);
    if (!text) return null;
    const span = found.range ? this.spanOf(found.range) : { from: at, to: at };
    const create = () => {
      const dom = document.createElement("div");
      dom.className = "hover";
      dom.textContent = text;
      return { dom };
    };
    return { pos: span.from, end: span.to, above: true, create };
  }

  #offset({ line, character }) {
    const { doc } = this.#view.state;
    if (line >= doc.lines) return doc.length;
    const there = doc.line(line + 1);
    return Math.min(there.from + character, there.to);
  }

  #position(offset) {
    const line = this.#view.state.doc.lineAt(offset);
    return { line: line.number - 1, character: offset - line.from };
  }
}

function textOf(content) {
  if (!content) return "";
  return typeof content === "string" ? content : (content.value ?? "");
}

function smallest(old, text) {
  const most = Math.min(old.length, text.length);
  let from = 0;
  while (from < most && old[from] === text[from]) from++;
  let end = 0;
  while (end < most - from && old.at(-1 - end) === text.at(-1 - end)) end++;
  return { from, to: old.length - end, insert: text.slice(from, text.length - end) };
}

function languageOf(path) {
  const ending = path.split(".").pop();
  if (ending === "json" || ending === "ipynb") return json();
  if (ending === "py") return python();
  if (ending === "md") return yamlFrontmatter({ content: markdown() });
  if (ending === "toml") return StreamLanguage.define(toml);
  if (ending === "yaml" || ending === "yml") return yaml();
  return [];
}
