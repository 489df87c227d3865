// What VS Code's own service of tools makes of `tools` in headers, for test_enabling.py.
//
//     node enabling.mjs FOLDER < asked.json > answers.json
//
// FOLDER has the packages in its node_modules. The service is the real one with stand-ins for what
// it is given; the tools and sets that it is told of come with the question, in the order in which
// they are registered. A tool that is off has a condition that never holds.

import { readFileSync } from 'node:fs';
import { createRequire, register } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const HOOKS = `
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
const drawn = /^import \\{([^}]*)\\} from '[^']*(\\/browser\\/|\\/accessibility)[^']*';$/gm;
const none = (names) =>
  names.split(',').map((each) => 'const ' + each.trim().split(' as ').pop() + ' = none;').join(' ');
export const load = (url, context, next) => {
  if (/\\.(css|svg|png|ttf|html|mp3)$/.test(url))
    return { format: 'module', source: 'export default ""', shortCircuit: true };
  if (!url.endsWith('/browser/tools/languageModelToolsService.js')) return next(url, context);
  const text = readFileSync(fileURLToPath(url), 'utf8');
  const source = text.replace(drawn, (_, names) => none(names));
  return { format: 'module', source: 'const none = () => none;' + source, shortCircuit: true };
};
`;
register('data:text/javascript,' + encodeURIComponent(HOOKS));
globalThis.window ??= globalThis;

const folder = process.argv[2];
const { resolve } = createRequire(pathToFileURL(join(folder, 'package.json')));
const CHAT = 'vscode/vs/workbench/contrib/chat';
const load = (name) => import(pathToFileURL(resolve(`@codingame/${name}`)));
const ours = (name) => load(`monaco-vscode-api/${name}`);

const { URI } = await ours('vscode/vs/base/common/uri');
const { Event } = await ours('vscode/vs/base/common/event');
const { PromptFileParser } = await ours(`${CHAT}/common/promptSyntax/promptFileParser`);
const { CustomAgent } = await ours(`${CHAT}/common/promptSyntax/service/promptsServiceImpl`);
const { ToolDataSource } = await ours(`${CHAT}/common/tools/languageModelToolsService`);
const { LanguageModelToolsService } = await load(
  `monaco-vscode-chat-service-override/${CHAT}/browser/tools/languageModelToolsService`,
);

const OFF = { keys: () => [] };

function service({ tools, sets, servers }) {
  const key = { set: () => undefined, reset: () => undefined };
  const given = Array(16).fill(undefined);
  given[2] = {
    contextMatchesRules: (when) => when !== OFF,
    onDidChangeContext: Event.None,
    createKey: () => key,
  };
  given[6] = { trace: () => undefined, debug: () => undefined };
  given[7] = { getValue: () => true, onDidChangeConfiguration: Event.None };
  given[10] = { remove: () => undefined };
  const found = new LanguageModelToolsService(...given);
  const known = new Map();
  const add = (name, bare, source, legacy, off) => {
    const data = {
      id: name,
      toolReferenceName: bare,
      displayName: bare,
      modelDescription: bare,
      canBeReferencedInPrompt: true,
      legacyToolReferenceFullNames: legacy,
      source,
      when: off ? OFF : undefined,
    };
    known.set(name, data);
    found.registerToolData(data);
    return data;
  };
  for (const { name, bare, legacy, off } of tools) {
    add(name, bare, ToolDataSource.Internal, legacy, off);
  }
  for (const [name, members] of sets) {
    const own = { vscode: 'vscodeToolSet', execute: 'executeToolSet', read: 'readToolSet' };
    const set =
      name === 'agent'
        ? found.agentToolSet
        : (found[own[name]] ?? found.createToolSet(ToolDataSource.Internal, name, name));
    for (const each of members) set.addTool(known.get(each));
  }
  for (const server of servers) {
    const source = { type: 'mcp', label: server, collectionId: server, definitionId: server };
    const set = found.createToolSet(source, server, server);
    set.addTool(add(`${server}/ask`, 'ask', source, undefined, false));
  }
  found.flushToolUpdates();
  return { found, known };
}

const { world, texts } = JSON.parse(readFileSync(0, 'utf8'));
const { found, known } = service(world);
const names = new Map([...known].map(([name, data]) => [data, name]));

function enabled(asked) {
  const map = found.toToolAndToolSetEnablementMap(asked, undefined);
  return [...map].flatMap(([each, on]) => (on && names.has(each) ? [names.get(each)] : []));
}

/** The tools that a reference in a text stands for. */
function meant(name) {
  const data = found.getToolByFullReferenceName(name);
  if (!data) return [];
  return names.has(data) ? [names.get(data)] : [...data.getTools()].map((each) => names.get(each));
}

const answers = texts.map((text) => {
  const ast = new PromptFileParser().parse(URI.file('/team/.github/agents/a.agent.md'), text);
  const tools = CustomAgent.fromParsedPromptFile(ast, {})?.tools ?? null;
  const used = (ast.body?.variableReferences ?? []).map((each) => each.name);
  return {
    tools,
    enabled: tools && enabled(tools),
    used: Object.fromEntries(used.map((name) => [name, meant(name)])),
  };
});
// Timers of the service would keep it.
process.stdout.write(JSON.stringify(answers), () => process.exit(0));
