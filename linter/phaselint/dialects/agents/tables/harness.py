"""Which harness reads what of the files of a team (agents §1.1, §9)."""

from __future__ import annotations

from phaselint.dialects.agents.options import HARNESSES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Literal

    Reading = Literal["read", "identity", "display", "required", "partly", "limited"]
    Cell = Reading | Literal["ignored", "warned", "error", "absent", "unsettled"]
    """How a harness treats something. It reads it: completely, as the name of agents, as a display
    name, as required, in part, or up to a limit. It ignores it, silently or with a warning, or
    refuses it. Or the case doesn't arise, or its makers' pages disagree or don't say."""

SOURCE = (
    "VS Code 1.139.1 as shipped, its pages and GitHub's on custom agents, hooks, plugins and "
    "commands of Copilot CLI, those of Claude Code, and the changelogs of both, autumn 2026"
)
AS_OF = "2026-11-23"

_TITLES = ("Local", "Copilot sessions", "Copilot CLI", "the cloud agent", "Claude Code")
TITLES: Mapping[str, str] = dict(zip(HARNESSES, _TITLES, strict=True))
"""Their display names: VS Code offers Local and Copilot sessions."""

PROMPTS, MODES = "file *.prompt.md", "file *.chatmode.md"

_SIGNS: Mapping[str, Cell] = {
    "R": "read",
    "N": "identity",
    "D": "display",
    "!": "required",
    "P": "partly",
    "L": "limited",
    "-": "ignored",
    "w": "warned",
    "E": "error",
    ".": "absent",
    "?": "unsettled",
}

_ROWS = {
    "file .github/agents/*.agent.md": "RRRR.",
    "file .github/agents/*.md": "RRRR.",
    "file .github/agents/*/*.agent.md": "--??.",
    "file .claude/agents/*.md": "R?R-R",
    "file ~/.claude/agents/*.md": "-?-.R",
    MODES: "R---.",
    PROMPTS: "R---.",
    "file .github/skills": "RRRR-",
    "file .agents/skills": "RRRR-",
    "file .claude/skills": "RRRRR",
    "file .claude/commands/*.md": "-RR?R",
    "file .claude/workflows/*.js": "----R",
    "file .vscode/mcp.json": "RP---",
    "file .mcp.json": "RRR-R",
    "file .github/mcp.json": "??R?-",
    "file .github/hooks/*.json": "RRRR-",
    "file .claude/settings.json": "RRR-R",
    "file *.toolsets.jsonc": "R---.",
    "setting chat.agentFilesLocations": "R---.",
    "setting chat.modeFilesLocations": "R---.",
    "setting chat.instructionsFilesLocations": "R---.",
    "setting chat.promptFilesLocations": "R---.",
    "setting chat.agentSkillsLocations": "R---.",
    "key name": "N?DDN",
    "key description": "R!!!!",
    "key tools": "RRRRR",
    "key agents": "R----",
    "key handoffs": "R----",
    "key hooks": "R---R",
    "key model list": "RP??E",
    "key argument-hint": "R----",
    "key user-invocable": "RRRR-",
    "key disable-model-invocation": "RRRR-",
    "key infer": "RRR--",
    "key mcp-servers": "-RRR-",
    "key metadata": "---R-",
    "key reasoning-effort": "R?---",
    "key skills": "-?R?R",
    "key deferred-tool-loading": "-?R?-",
    "key unknown": "w-w--",
    "target vscode": "R??E-",
    "target github-copilot": "RRRR-",
    "body": "--LL-",
}
"""A row for each thing, a character for each harness. Local reads hooks in a header behind a
setting; Copilot sessions use the first entry of a `model` list; where the body of an agent is
limited, the limit is 30,000 characters."""

MATRIX: Mapping[str, Mapping[str, Cell]] = {
    row: {name: _SIGNS[sign] for name, sign in zip(HARNESSES, signs, strict=True)}
    for row, signs in _ROWS.items()
}
"""Thing → harness → its treatment."""

READS: frozenset[Cell] = frozenset({"read", "identity", "display", "required", "partly", "limited"})
"""Cells of harnesses that read a thing."""
