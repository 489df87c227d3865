"""What the tables of the dialect `agents` have otherwise than newer ones.

    python tests/agenttables.py FOLDER

The folder has `vscode-tools.json`, `copilot-tools.json`, `claude-tools.json`, `model-names.json`
and `harness.json`; those that are missing are passed over. Each difference is a line; the status
is 1 where there are some.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from phaselint.dialects.agents.tables import claude, copilot, harness, hooks, modelnames, vscode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping


def of_vscode(newer: Mapping[str, Any]) -> Iterator[str]:
    """Tools, sets and servers of VS Code."""
    theirs = {each["qualified"]: _tool(each) for each in newer["tools"]}
    ours = {
        each.name: (each.legacy, each.rights, each.model, bool(each.setting), each.last)
        for each in vscode.TOOLS
    }
    yield from compared("tool", ours, theirs)
    browser = tuple(each.bare for each in vscode.TOOLS if each.name.startswith("browser/"))
    sets = {
        name: tuple(each["members"]) if isinstance(each["members"], list) else browser
        for name, each in newer["sets"].items()
    }
    yield from compared("set", vscode.SETS, sets)
    aliases = {name: tuple(each["aliases"]) for name, each in newer["sets"].items()}
    yield from compared("aliases of", vscode.ALIASES, {k: v for k, v in aliases.items() if v})
    hidden = {name for name, each in newer["sets"].items() if each.get("hidden")}
    yield from compared("hidden", dict.fromkeys(vscode.HIDDEN), dict.fromkeys(hidden))
    yield from compared("gone", dict.fromkeys(vscode.GONE), dict.fromkeys(newer["gone"]))
    servers = {name: tuple(also) for name, also in newer["mcp_aliases"].items()}
    yield from compared("server", vscode.SERVERS, servers)


def _tool(each: Mapping[str, Any]) -> tuple[Any, ...]:
    off = "default false" in (each["when"] or "")
    last = each["in_versions"]["last"] or ""
    return tuple(each["legacy"]), tuple(each["rights"]), each["model_name"], off, last


def of_copilot(newer: Mapping[str, Any]) -> Iterator[str]:
    """Names and tools of the Copilot runtime."""
    named = newer["aliases"]
    also = {name: tuple(each["also"]) for name, each in named.items()}
    runtime = {name: tuple(each["runtime"]) for name, each in named.items()}
    yield from compared("alias", copilot.ALIASES, also)
    yield from compared("tools of", copilot.RUNTIME, runtime)
    tools = dict.fromkeys(newer["runtime_tools"])
    yield from compared("tool of the runtime", dict.fromkeys(copilot.TOOLS), tools)
    agents = dict.fromkeys(newer["builtin_agents"])
    yield from compared("agent of the runtime", dict.fromkeys(copilot.BUILT_IN), agents)


def of_claude(newer: Mapping[str, Any]) -> Iterator[str]:
    """Tools of Claude Code, and those of old."""
    present = dict.fromkeys(newer["present"])
    yield from compared("tool of Claude Code", dict.fromkeys(claude.PRESENT), present)
    yield from compared("since", claude.SINCE, newer["since"])
    former = dict.fromkeys((*newer["renamed"], *newer["removed"]))
    yield from compared("former tool", dict.fromkeys(claude.FORMER), former)
    mapping = {name: tuple(tools) for name, tools in newer["vscode_mapping_1_139"].items()}
    yield from compared("in VS Code", claude.IN_VSCODE, mapping)
    rights = {name: tuple(each) for name, each in newer["rights"].items()}
    yield from compared("rights of", claude.RIGHTS, rights)


def of_models(newer: Mapping[str, Any]) -> Iterator[str]:
    """Names that models see."""
    meant = {name: tool or "" for name, tool in newer["meant"].items()}
    yield from compared("name of models", modelnames.MEANT, meant)


def of_hooks(newer: Mapping[str, Any]) -> Iterator[str]:
    """Events of hooks."""
    for ours, key in ((hooks.CLAUDE, "claude"), (hooks.LOCAL, "local"), (hooks.COPILOT, "copilot")):
        yield from compared("event", dict.fromkeys(ours), dict.fromkeys(newer[key]))
    yield from compared("event of Copilot", hooks.PASCAL, newer["copilot_pascal"])


_ROWS = {
    "file .github/agents/*.md (plain)": "file .github/agents/*.md",
    "file .github/agents/<sub>/*.agent.md": "file .github/agents/*/*.agent.md",
    "file .github/prompts/*.prompt.md": harness.PROMPTS,
    "file .github/skills/*/SKILL.md": "file .github/skills",
    "file .agents/skills/*/SKILL.md": "file .agents/skills",
    "file .claude/skills/*/SKILL.md": "file .claude/skills",
    "file .claude/settings.json hooks": "file .claude/settings.json",
    "key model (list)": "key model list",
    "key target: vscode": "target vscode",
    "key target: github-copilot": "target github-copilot",
}
_CELLS = {
    "n/a": "absent",
    "display name; identity unsettled": "unsettled",
    "display name; identity = file name": "display",
    "first entry": "partly",
    "wins": "read",
    "retired, loses": "ignored",
    "not loaded": "error",
}


def of_harnesses(newer: Mapping[str, Any]) -> Iterator[str]:
    """What each harness reads. Cells may have further words behind the first."""
    names = newer["harnesses"]
    theirs = {
        _ROWS.get(row, row): dict(zip(names, map(_cell, cells), strict=True))
        for row, cells in newer["rows"].items()
    }
    ours = {row: dict(each) for row, each in harness.MATRIX.items() if row in theirs}
    yield from compared("row", ours, theirs)


def _cell(text: str) -> str:
    return _CELLS.get(text) or text.partition(" ")[0].rstrip(",;")


TABLES: Mapping[str, Callable[[Mapping[str, Any]], Iterator[str]]] = {
    "vscode-tools.json": of_vscode,
    "copilot-tools.json": of_copilot,
    "claude-tools.json": of_claude,
    "model-names.json": of_models,
    "hooks.json": of_hooks,
    "harness.json": of_harnesses,
}


def compared(what: str, ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> Iterator[str]:
    """Lines about what is new, gone or otherwise."""
    for name in sorted({*ours, *theirs}):
        if name not in theirs:
            yield f"{what} `{name}`: ours alone"
        elif name not in ours:
            yield f"{what} `{name}`: missing here"
        elif ours[name] != theirs[name]:
            yield f"{what} `{name}`: {ours[name]!r} here, {theirs[name]!r} there"


def differences(folder: Path) -> Iterator[str]:
    """All that the tables in a folder have otherwise."""
    for name, compare in TABLES.items():
        if (folder / name).exists():
            yield from compare(json.loads((folder / name).read_text("utf-8")))


def main() -> int:
    """Print what differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    told = list(differences(parser.parse_args().folder))
    print("\n".join(told or ["no differences"]))
    return bool(told)


if __name__ == "__main__":
    sys.exit(main())
