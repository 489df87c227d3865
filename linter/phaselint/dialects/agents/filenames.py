"""Names of files and folders of agents (reference §1.1)."""

from __future__ import annotations

GITHUB, CLAUDE, PLUGIN, SETTINGS = ".github", ".claude", ".claude-plugin", ".vscode"
HOMES = (GITHUB, CLAUDE, PLUGIN)
"""Hidden folders whose parent can be the root of a team (§1.1)."""

SETTINGS_FILE = f"{SETTINGS}/settings.json"
AGENT_FOLDERS = "chat.agentFilesLocations"
"""The setting that names folders with agents (F4)."""

AGENT, MODE, PROMPT = ".agent.md", ".chatmode.md", ".prompt.md"
LOOSE = (AGENT, MODE)
"""Names of files that are agents in any place (§1.1)."""

UNCLAIMED = frozenset({"README.md", "AGENTS.md", "CLAUDE.md", "copilot-instructions.md"})
"""Files that aren't agents in any folder (§1.1, F3)."""

COPILOT_HOMES = (".plugin", "", ".github/plugin")
"""Where Copilot searches for a plugin's manifest before it searches where Claude Code does."""

INSTRUCTIONS = ".instructions.md"
MANIFEST, MARKET = "plugin.json", "marketplace.json"


def is_agent_file(name: str) -> bool:
    """Whether a file in a folder for agents can be one (§1.1, F3)."""
    return name.endswith(".md") and name not in UNCLAIMED and not name.endswith(INSTRUCTIONS)
