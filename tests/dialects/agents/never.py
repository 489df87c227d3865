"""What must not be reported of teams (reference §8), and what files make a team (§1): for each row
a team that is fine, and a twin, a little different, of which something is to be said."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from teams import CLAUDE, HOME, PROMPTS, agent, to

if TYPE_CHECKING:
    from collections.abc import Mapping

LEAD, SECOND = f"{HOME}lead.agent.md", f"{HOME}second.agent.md"
WORKER, HELPER = f"{CLAUDE}worker.md", f"{CLAUDE}helper.md"
MANIFEST = ".claude-plugin/plugin.json"
SETTINGS = ".vscode/settings.json"
CONFIG = "phaselint.toml"

HIDDEN, BLOCKED = "user-invocable: false", "disable-model-invocation: true"
BROKEN = "---\nname: A\ntools: [read\n---\n"
BARE = "Do it.\n"
PROMPT = "---\ndescription: Asks\nagent: {}\n---\nDo it.\n"
SKILL = "---\nname: {0}\ndescription: Knows it\n---\nDo it.\n"
LISTED = '{{\n  // where they are\n  "chat.agentFilesLocations": {{"{}/": {},}},\n}}\n'


class Row(NamedTuple):
    """A row: the files of a team that is fine, how its twin differs (a path that is gone has no
    text), and the rule that then speaks."""

    files: Mapping[str, str]
    twin: Mapping[str, str | None]
    rule: str


def lead(*lines: str, body: str = BARE) -> dict[str, str]:
    """A team of one."""
    return {LEAD: agent("Lead", *lines, body=body)}


def pair(*lines: str) -> dict[str, str]:
    """A team of two; the lines are those of the first."""
    return {**lead(*lines), SECOND: agent("Second")}


def worker(*lines: str) -> dict[str, str]:
    """An agent of Claude Code, and one that it may call."""
    return {WORKER: agent("worker", *lines), HELPER: agent("helper")}


TRAPS: Mapping[str, Row] = {
    "agents that only the user has": Row(
        {**lead(to("My Notes")), CONFIG: '[agents]\nexternal = ["My Notes"]\n'},
        {CONFIG: None},
        "unknown-target",
    ),
    "subagents that only the user has": Row(
        {**lead("agents: [My Notes]"), CONFIG: '[agents]\nexternal = ["My Notes"]\n'},
        {CONFIG: '[agents]\nexternal = ["my notes"]\n'},
        "unknown-subagent",
    ),
    "agents that prompts of the user's know": Row(
        {
            **lead(),
            f"{PROMPTS}a.prompt.md": PROMPT.format("My Notes"),
            CONFIG: '[agents]\nexternal = ["My Notes"]\n',
        },
        {CONFIG: None},
        "unknown-prompt-agent",
    ),
    "agents of Claude Code that only the user has": Row(
        {**worker("tools: Agent(mine), Read"), CONFIG: '[agents]\nexternal = ["mine"]\n'},
        {CONFIG: None},
        "unknown-subagent",
    ),
    "handoffs to shipped agents": Row(
        {LEAD: agent("L", to("Plan")), SECOND: agent("S", to("Ask")), **lead(to("Edit"))},
        lead(to("Edits")),
        "unknown-target",
    ),
    "handoffs to built-in agents": Row(lead(to("agent")), lead(to("Agent")), "unknown-target"),
    "shipped subagents": Row(
        lead("agents: [Explore, Plan]"), lead("agents: [Explorer, Plan]"), "unknown-subagent"
    ),
    "built-in agents of Claude Code": Row(
        worker("tools: Agent(Explore, general-purpose), Read"),
        worker("tools: Agent(explore, general-purpose), Read"),
        "unknown-subagent",
    ),
    "names of plug-ins": Row(
        worker("tools: Agent(other:writer, other:sub:writer), Read"),
        worker("tools: Agent(other:writer, other-writer), Read"),
        "unknown-subagent",
    ),
    "tools of servers and extensions": Row(
        lead("tools: ['docs/*', mcp__docs__read, ms.azure/query, serach/it]"),
        lead("tools: ['docs/*', mcp__docs__read, ms.azure/query, serach]"),
        "misspelt-tool",
    ),
    "tools of servers in Claude Code": Row(
        worker("tools: mcp__docs, mcp__docs__*, mcp__docs__read"),
        worker("tools: docs, my-docs"),
        "no-usable-tool",
    ),
    "handoffs in a circle, by hand": Row(
        {**pair(to("Second")), SECOND: agent("Second", to("Lead"))},
        {
            **pair(to("Second", ", send: true")),
            SECOND: agent("Second", to("Lead", ", send: true")),
        },
        "auto-send-cycle",
    ),
    "a handoff to oneself, by hand": Row(
        lead(to("Lead", ", send: false")), lead(to("Lead", ", send: true")), "auto-send-cycle"
    ),
    "hidden, not blocked, in no list": Row(
        lead(HIDDEN), lead(HIDDEN, BLOCKED), "unreachable-phase"
    ),
    "blocked, not hidden": Row(lead(BLOCKED), lead(BLOCKED, HIDDEN), "unreachable-phase"),
    "all tools": Row(
        pair("agents: [Second]"),
        pair("agents: [Second]", "tools: [read]"),
        "agents-without-agent-tool",
    ),
    **{
        f"subagents by the tool {tool}": Row(
            pair("agents: [Second]", f"tools: ['{tool}', read]"),
            pair("agents: [Second]", f"tools: ['{tool}s', read]"),
            "agents-without-agent-tool",
        )
        for tool in ("*", "agent", "agent/runSubagent", "runSubagent", "Task", "custom-agent")
    },
    "no subagents, said so": Row(
        lead("agents: []", "tools: [read]"), lead("agents: ''", "tools: [read]"), "field-type"
    ),
    "no tools, said so": Row(lead("tools: []"), lead("tools: {}"), "field-type"),
    "an empty prompt of a handoff": Row(
        pair('handoffs: [{label: Go, agent: Second, prompt: ""}]'),
        pair("handoffs: [{label: Go, agent: Second}]"),
        "incomplete-handoff",
    ),
    "documentation without a header": Row(
        {**worker(), f"{CLAUDE}notes.md": "# Notes\n\nname: x\ntools: y\n"},
        {f"{CLAUDE}notes.md": "\n---\nname: x\n---\n"},
        "header-not-first-line",
    ),
    "documentation with a header of its own": Row(
        {**worker(), f"{CLAUDE}notes.md": "---\ntitle: Notes\nlayout: page\n---\n"},
        {f"{CLAUDE}notes.md": "---\ntitle: Notes\ntools: Read\n---\n"},
        "missing-name",
    ),
    "no header outside of .github": Row(
        {"crew/a.agent.md": BARE},
        {"crew/a.agent.md": None, f"{HOME}a.agent.md": BARE},
        "missing-description",
    ),
    "keys of other tools": Row(
        lead("delegates_to: [x]", "level: 3", "mode: subagent", "hidden: true", "x-tool: y"),
        lead("delegates_to: [x]", "userinvocable: true"),
        "unknown-key",
    ),
    "one team for two harnesses": Row(
        {LEAD: agent("Lead"), f"{CLAUDE}lead.md": agent("Lead")},
        {f"{CLAUDE}other.md": agent("Lead")},
        "duplicate-name",
    ),
    "agents of plug-ins without a name": Row(
        {MANIFEST: "{}", "agents/writer.md": "---\ndescription: Writes\n---\n"},
        {"agents/writer.md": "---\nname: writer\n---\n"},
        "missing-description",
    ),
    "tools in code": Row(
        lead("tools: [read]", body="```\n#tool:edit\n```\nSay `#tool:edit`.\n"),
        lead("tools: [read]", body="```\n#tool:read\n```\nSay #tool:edit now.\n"),
        "tool-not-enabled",
    ),
    "skills that the user has": Row(
        {
            **worker("skills: [plain-english]"),
            ".claude/skills/house-style/SKILL.md": SKILL.format("house-style"),
        },
        worker("skills: [house_style]"),
        "unknown-skill",
    ),
    "ends of lines, marks, comments, blocks": Row(
        {
            LEAD: "\ufeff"
            + agent("Léad 🚀", "# a note", "model: >-", "  one", "  two", to("Zweite Ä"))
            .replace("description: Does it", "description: |\n  Does: it\n  well")
            .replace("\n", "\r\n"),
            SECOND: agent("'Zweite Ä'  # note", to('"Léad 🚀"')),
        },
        {SECOND: agent("'Zweite Ä'  # note", to('"Lead 🚀"'))},
        "unknown-target",
    ),
    "prose that names agents": Row(
        lead(body="Hand off to the Nobody agent, use the Secnod tool, agent: Nobody.\n"),
        lead("agents: [Nobody]"),
        "unknown-subagent",
    ),
    "models": Row(
        {**lead("model: [No Such Model 9, Other]"), **worker("model: no-such-model-9")},
        {WORKER: agent("worker", "models: opus")},
        "unknown-key",
    ),
}
"""The rows of §8 in their order."""

FILES: Mapping[str, Row] = {
    "teams of nested folders": Row(
        {**pair(to("Second")), f"x/{SECOND}": agent("Second"), f"x/{LEAD}": agent("Lead")},
        {f"{HOME}third.agent.md": agent("Second")},
        "duplicate-name",
    ),
    "a nested team knows its own": Row(
        {**pair(), f"x/{LEAD}": agent("Head", to("Deputy")), f"x/{SECOND}": agent("Deputy")},
        {f"x/{LEAD}": agent("Head", to("Second"))},
        "unknown-target",
    ),
    "prompts alone": Row(
        {f"{PROMPTS}a.prompt.md": PROMPT.format("Nobody")}, lead(), "unknown-prompt-agent"
    ),
    "skills alone": Row(
        {".claude/skills/house-style/SKILL.md": SKILL.format("house-style")},
        worker("skills: house-styles"),
        "unknown-skill",
    ),
    "what is called AGENTS.md": Row(
        {
            **{f"{HOME}{name}": BROKEN for name in ("AGENTS.md", "CLAUDE.md", "a.instructions.md")},
            **dict.fromkeys(("AGENTS.md", "CLAUDE.md", "sub/AGENTS.md"), BROKEN),
            ".github/copilot-instructions.md": BROKEN,
            ".github/instructions/a.instructions.md": BROKEN,
            **lead(),
        },
        {f"{HOME}AGENT.md": BROKEN},
        "syntax-error",
    ),
    "agents in documentation": Row(
        {"docs/agents/a.md": BROKEN, "docs/v2/agents/b.md": BROKEN, "agents/c.md": BROKEN},
        {"agents/c.agent.md": BROKEN},
        "syntax-error",
    ),
    "a folder of agents without a manifest": Row(
        {"agents/c.md": BROKEN, ".claude-plugin/marketplace.json": "{}"},
        {MANIFEST: "{}"},
        "syntax-error",
    ),
    "README.md beside agents": Row(
        {
            **lead(),
            **worker(),
            MANIFEST: "{}",
            **{f"{home}README.md": BROKEN for home in (HOME, CLAUDE, "agents/")},
        },
        {f"{CLAUDE}readme.md": BROKEN},
        "syntax-error",
    ),
    "a folder that settings name": Row(
        {**lead(), f"{HOME}a/b.agent.md": agent("B"), SETTINGS: LISTED.format(HOME + "a", "true")},
        {SETTINGS: LISTED.format(HOME + "a", "false")},
        "agent-not-discovered",
    ),
    "plain files in a folder below": Row(
        {**lead(), f"{HOME}a/b.md": BROKEN},
        {f"{HOME}b.md": BROKEN},
        "syntax-error",
    ),
    "agents elsewhere that settings name": Row(
        {
            **lead(to("Loose")),
            "crew/loose.agent.md": agent("Loose", to("Lead")),
            SETTINGS: LISTED.format("crew", "true"),
        },
        {SETTINGS: LISTED.format("crew", '"true"')},
        "unknown-target",
    ),
    "loose files beside a root": Row(
        {**lead(), "a.agent.md": agent("A", to("B")), "b.agent.md": agent("B", to("A"))},
        {"a.agent.md": agent("A", to("Lead"))},
        "unknown-target",
    ),
    "loose files called like those of a root": Row(
        {**lead(), "crew/lead.agent.md": agent("Lead")},
        {"crew/head.agent.md": agent("Lead")},
        "duplicate-name",
    ),
    "agents of Claude Code in VS Code": Row(
        {**lead(to("worker"), "agents: [helper]"), **worker()},
        {WORKER: None, f"{CLAUDE}deep/worker.md": agent("worker")},
        "unknown-target",
    ),
    "agents of Claude Code in the folders around": Row(
        {**worker(), f"x/{WORKER}": agent("worker", "tools: Agent(helper, worker), Read")},
        {HELPER: None, f"y/{HELPER}": agent("helper")},
        "unknown-subagent",
    ),
    "agents of a plugin": Row(
        {
            MANIFEST: "{}",
            "agents/a.md": agent("a", "tools: Agent(b, sub:b, a), Read"),
            "agents/sub/b.md": agent("b"),
            "agents/b.md": agent("b"),
        },
        {"agents/sub/b.md": None, "agents/b.md": None},
        "unknown-subagent",
    ),
    "agents of a plugin by folder": Row(
        {MANIFEST: "{}", "agents/b.md": agent("b"), "agents/sub/b.md": agent("b")},
        {"agents/c.md": agent("b")},
        "duplicate-name",
    ),
    "blanks behind the lines of a header": Row(
        {LEAD: "---  \nname: Lead\ndescription: a\n--- \t\nDo it.\n---\nAnd that.\n"},
        {LEAD: "---  \nname: Lead\ndescription: a\n ---\nDo it.\n----\nAnd that.\n"},
        "header-unclosed",
    ),
    "a mark before a header": Row(
        {LEAD: "\ufeff" + agent("Lead")}, {LEAD: "\n" + agent("Lead")}, "header-not-first-line"
    ),
    "a path in place of a link": Row(
        {**lead(to("second")), SECOND: "../../shared/second.agent.md"},
        {SECOND: agent("Second")},
        "unknown-target",
    ),
}
"""The rules of detection, F1 to F6, and the files of each harness."""
