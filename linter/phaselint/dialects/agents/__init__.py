"""Teams of coding agents: VS Code, GitHub Copilot, Claude Code (reference: agents)."""

from __future__ import annotations

from phaselint.dialects.agents import detect, filenames
from phaselint.dialects.agents.options import OPTIONS
from phaselint.dialects.base import Dialect
from phaselint.vocabulary.deferred import deferred

_PACKAGE = "phaselint.dialects.agents"

DIALECT = Dialect(
    name=detect.NAME,
    word="agent",
    options=OPTIONS,
    detect=detect.detect,
    claim=detect.claim,
    root=detect.root,
    load=deferred(f"{_PACKAGE}.reading.load", "load"),
    study=deferred(f"{_PACKAGE}.analysis.facts", "AgentsFacts"),
    runtime=deferred(f"{_PACKAGE}.running.runtime", "AgentsRuntime"),
    machine=deferred(f"{_PACKAGE}.analysis.lower", "lower"),
    homes=(filenames.GITHUB, filenames.CLAUDE),
    symbols=deferred(f"{_PACKAGE}.symbols", "symbols"),
    setup=deferred(f"{_PACKAGE}.scaffolding", "setup"),
    insight=deferred(f"{_PACKAGE}.hover", "AgentsInsight"),
    readers=deferred(f"{_PACKAGE}.readers", "readers"),
    held=deferred(f"{_PACKAGE}.analysis.holding", "held"),
    sketch=deferred(f"{_PACKAGE}.analysis.diagram_data", "sketch"),
    workspaces=(
        "**/.github/agents/*.md",
        "**/.github/chatmodes/*.chatmode.md",
        "**/.claude/agents/**/*.md",
        "**/.claude-plugin/plugin.json",
        "**/*.agent.md",
    ),
    languages=("markdown", "chatagent", "prompt"),
)
