// What VS Code's own reader and validator make of teams of agents, for test_vscode.py.
//
//     node vscode.mjs FOLDER < teams.json > answers.json
//
// FOLDER has the packages in its node_modules. Services are stand-ins: agents are those of the team
// and the names it is given, all files that are asked for exist, and every model is known. A byte
// order mark is dropped, as it is from the text of an editor.

import { readFileSync } from 'node:fs';
import { createRequire, register } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const HOOKS = `
export const load = (url, context, next) =>
  /\\.(css|svg|png|ttf|html)$/.test(url)
    ? { format: 'module', source: 'export default ""', shortCircuit: true }
    : next(url, context);
`;
register('data:text/javascript,' + encodeURIComponent(HOOKS));
globalThis.window ??= globalThis;

const folder = process.argv[2];
const { resolve } = createRequire(pathToFileURL(join(folder, 'package.json')));
const CHAT = 'vscode/vs/workbench/contrib/chat/common/promptSyntax';
const load = (name) => import(pathToFileURL(resolve(`@codingame/${name}`)));
const ours = (name) => load(`monaco-vscode-api/${name}`);

const { URI } = await ours('vscode/vs/base/common/uri');
const { PromptFileParser } = await ours(`${CHAT}/promptFileParser`);
const { CustomAgent } = await ours(`${CHAT}/service/promptsServiceImpl`);
const { PromptValidator } = await load(
  `monaco-vscode-chat-service-override/${CHAT}/languageProviders/promptValidator`,
);

const SEVERITY = { 1: 'hint', 2: 'info', 4: 'warning', 8: 'error' };

/** A value with its scalars as texts; of equal keys the first counts at the top, else the last. */
function plain(value) {
  if (value.type === 'scalar') return value.value;
  if (value.type === 'sequence') return value.items.map(plain);
  return Object.fromEntries(value.properties.map((each) => [each.key.value, plain(each.value)]));
}

function header(ast) {
  const found = Object.create(null);
  for (const { key, value } of ast.header.attributes) found[key] ??= plain(value);
  return found;
}

function validator(agents, { people, models }) {
  const mode = (name) => ({ name: { get: () => name }, kind: 'agent' });
  const visible = agents.filter((each) => each.visibility.userInvocable).map((each) => each.name);
  const custom = [...visible, ...people].map(mode);
  const modes = { builtin: ['agent', 'ask', 'edit'].map(mode), custom };
  const names = [...agents.map((each) => each.name), ...models];
  const known = names.map((name) => ({ name, enabled: true }));
  return new PromptValidator(
    { getLanguageModelIds: () => [], lookupLanguageModelByQualifiedName: () => undefined },
    {
      getFullReferenceNames: () => [],
      getDeprecatedFullReferenceNames: () => new Map(),
      toToolAndToolSetEnablementMap: () => new Map(),
      getToolByFullReferenceName: () => undefined,
    },
    { getLocalModes: async () => modes },
    { exists: async () => true, canCreateFile: async () => false },
    { getUriLabel: String },
    { getCustomAgents: async () => known, getAgentFileURIFromModeFile: () => undefined },
    { warn: () => undefined },
    { getValue: () => undefined },
  );
}

async function answer({ files, shipped }) {
  const read = files.map(([path, text]) => {
    const bare = text.replace(/^\ufeff/, '');
    const ast = new PromptFileParser().parse(URI.file(`/team/${path}`), bare);
    const prompt = path.endsWith('.prompt.md');
    const agent = prompt ? undefined : CustomAgent.fromParsedPromptFile(ast, {});
    return { path, ast, type: prompt ? 'prompt' : 'agent', agent };
  });
  const agents = read.flatMap((each) => each.agent ?? []);
  const checks = validator(agents, shipped);
  const said = [];
  for (const { path, ast, type, agent } of read) {
    const markers = [];
    await checks.validate(ast, type, (marker) => markers.push(marker));
    await new Promise(setImmediate); // the agents of handoffs are looked up without being awaited
    said.push({
      path,
      header: ast.header ? header(ast) : null,
      errors: ast.header ? ast.header.errors.map((each) => each.code) : [],
      agent: agent && {
        name: agent.name,
        tools: agent.tools ?? null,
        agents: agent.agents ?? null,
        handoffs: (agent.handOffs ?? []).map((to) => [to.agent, to.label, to.prompt, !!to.send]),
        invocable: agent.visibility.userInvocable,
        blocked: !agent.visibility.agentInvocable,
      },
      asked: type === 'prompt' ? (ast.header?.agent ?? null) : null,
      references: (ast.body?.variableReferences ?? []).map((each) => each.name),
      markers: markers.map((each) => [SEVERITY[each.severity], each.startLineNumber, each.message]),
    });
  }
  return said;
}

const { teams, shipped } = JSON.parse(readFileSync(0, 'utf8'));
const answers = [];
for (const files of teams) answers.push(await answer({ files, shipped }));
process.stdout.write(JSON.stringify(answers));
