"""Rules in Claude Code's settings, and the agent that sessions start with (reference §1.3,
§7.12)."""

from __future__ import annotations

import re

from phaselint.dialects.agents.surroundings import LOCAL, SHARED
from phaselint.dialects.agents.tools import CALLS, CLAUDE
from phaselint.vocabulary.finding import Finding, Place
from phaselint.vocabulary.message import message
from phaselint.vocabulary.rule import INFO, WARNING, Grade, rule
from phaselint_rules.agents import slips
from phaselint_rules.agents.fixes import meant
from phaselint_rules.agents.needs import AROUND
from phaselint_rules.words import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.dialects.agents.surroundings import Permission

NEAR_OR_NOT = (
    Grade("warning", "a similar name exists"),
    Grade("info", "otherwise: users can have it from another source"),
)

_PATHS = {"Write": "Edit", "NotebookEdit": "Edit", "MultiEdit": "Edit", "Glob": "Read"}
"""Tool whose path rules are never checked → the tool to use in its place."""

_SERVER = re.compile(r"mcp__[^*]+?__[^*]*\*?")
"""The only form of a name with `*` that works in an allow rule."""

_PARAMETER = re.compile(r"([a-z][a-z_]+):.+", re.DOTALL)
_FREE = ("Bash", "PowerShell", "Skill", "Monitor")
"""Tools with a pattern in parentheses, which can contain a colon."""

_OF_AGENT = ("description", "effort", "isolation", "mode", "model", "prompt", "run_in_background")
"""Parameters of the tool that calls agents; other words before a colon are names of plugins."""


@rule("AG801", NEAR_OR_NOT, needs=AROUND, fix="unsafe", holds=("claude",))
def unknown_denied_agent(facts: AgentsFacts) -> Iterator[Finding]:
    """Permission rule for an unknown agent

    What:
        `Agent(NAME)` in `deny` or `ask` of `.claude/settings.json` or `settings.local.json` names
        neither an agent of the project nor one built into Claude Code. Names of plugins, with a
        colon, aren't checked.
    Why:
        The rule has no effect: the intended agent can still be called.
    Bad:
        "deny": ["Agent(test-runer)"]   # name: test-runner
    Good:
        "deny": ["Agent(test-runner)"]
    Fix:
        Correct the name. If a similar name exists, phaselint suggests it.
    Source:
        agents §1.3, §7.12
    """
    scope = facts.claude_scopes["claude"]
    for each in _rules(facts, "deny", "ask"):
        name = each.argument or ""
        if each.tool not in CALLS or not name or "*" in name or scope.knows(name):
            continue
        if _PARAMETER.fullmatch(name):
            continue
        near = scope.near(name)
        fix = replace(each.text, f"{each.tool}({near.name})", _at(each)) if near else None
        yield Finding(
            _at(each),
            message("no agent is named `{}`, so the rule has no effect", name),
            meant(near, "use the name of an agent of the project, or remove the rule"),
            severity="warning" if near else "info",
            fix=fix,
        )


@rule("AG802", WARNING, needs=AROUND, holds=("claude",))
def unknown_session_agent(facts: AgentsFacts) -> Iterator[Finding]:
    """Sessions start with an unknown agent

    What:
        `agent` in `.claude/settings.json` or `settings.local.json` names neither an agent of the
        project nor one built into Claude Code; or `agent` in a plugin's manifest or its
        `settings.json` doesn't name an agent of the plugin. Names with a colon aren't checked.
    Why:
        Sessions start without the agent.
    Bad:
        "agent": "led"   # name: lead
    Good:
        "agent": "lead"
    Fix:
        Correct the name.
    Source:
        agents §1.3, §7.12
    """
    for name, file, pointer in facts.contract.around.sessions if facts.claude else ():
        own = file.endswith((SHARED, LOCAL))
        scope = facts.claude_scopes["claude" if own else "plugin"]
        if not scope.knows(name):
            near = scope.near(name)
            yield Finding(
                Place(file, pointer),
                message("no agent is named `{}`, so sessions start without it", name),
                meant(near, "use the name of an agent of the project, or remove the key"),
            )


@rule("AG803", WARNING, needs=AROUND, holds=("claude",))
def path_rule_ignored(facts: AgentsFacts) -> Iterator[Finding]:
    """Path rule for a tool whose paths are never checked

    What:
        `Write(PATH)`, `NotebookEdit(PATH)`, `MultiEdit(PATH)` or `Glob(PATH)` in the permissions of
        Claude Code's settings.
    Why:
        Claude Code checks paths only for `Edit` and `Read`, so such a `deny` protects nothing.
    Bad:
        "deny": ["Write(./keys/**)"]
    Good:
        "deny": ["Edit(./keys/**)"]
    Fix:
        Use `Edit(PATH)`, or `Read(PATH)` for `Glob`.
    Source:
        agents §1.3, §7.12
    """
    for each in _rules(facts, "deny", "ask", "allow"):
        instead = _PATHS.get(each.tool, "")
        path = each.argument or ""
        if instead and path not in ("", "*") and not _PARAMETER.fullmatch(path):
            yield Finding(
                _at(each),
                message(
                    "paths of `{}` are never checked, so `{}` has no effect", each.tool, each.text
                ),
                message("use `{}({})`", instead, path),
            )


@rule("AG804", WARNING, needs=AROUND, holds=("claude",))
def allow_glob_ignored(facts: AgentsFacts) -> Iterator[Finding]:
    """Wildcard in an allow rule that Claude Code ignores

    What:
        A tool name in `allow` of Claude Code's settings contains a `*` that isn't directly after
        `mcp__SERVER__`.
    Why:
        Claude Code ignores the rule. In `deny`, a `*` can be anywhere in a name.
    Bad:
        "allow": ["mcp__*"]
    Good:
        "allow": ["mcp__tickets__*"]
    Fix:
        Name the tools, or the server.
    Source:
        agents §1.3, §7.12
    """
    for each in _rules(facts, "allow"):
        if "*" in each.tool and not _SERVER.fullmatch(each.tool):
            yield Finding(
                _at(each),
                message("`{}` allows nothing: `*` works only after `mcp__SERVER__`", each.text),
                "name the tools, or the server",
            )


@rule("AG805", WARNING, needs=AROUND, holds=("claude",))
def mcp_rule_with_parentheses(facts: AgentsFacts) -> Iterator[Finding]:
    """Permission rule for a server's tool with parentheses

    What:
        `mcp__SERVER__TOOL(...)` in the permissions of Claude Code's settings.
    Why:
        Claude Code skips the rule.
    Bad:
        "deny": ["mcp__tickets__close(*)"]
    Good:
        "deny": ["mcp__tickets__close"]
    Fix:
        Remove the parentheses.
    Source:
        agents §1.3, §7.12
    """
    for each in _rules(facts, "deny", "ask", "allow"):
        if each.tool.startswith("mcp__") and each.argument is not None:
            yield Finding(
                _at(each),
                message(
                    "`{}` is skipped because rules for server tools can't have parentheses",
                    each.text,
                ),
                message("use `{}`", each.tool),
            )


@rule("AG806", WARNING, needs=AROUND, holds=("claude",))
def param_rule_in_allow(facts: AgentsFacts) -> Iterator[Finding]:
    """Allow rule with a parameter

    What:
        `TOOL(PARAMETER:VALUE)` in `allow` of Claude Code's settings, for a tool where this isn't a
        pattern: `Bash(npm run:*)`, `WebFetch(domain:...)` and `Skill(...)` are patterns.
    Why:
        Parameters work only in `deny` and `ask`.
    Bad:
        "allow": ["Agent(model:opus)"]
    Good:
        "deny": ["Agent(model:opus)"]
    Fix:
        Allow the whole tool, or deny the unwanted parameters.
    Source:
        agents §1.3, §7.12
    """
    for each in _rules(facts, "allow"):
        if _names_parameter(each):
            yield Finding(
                _at(each),
                message("`{}` allows nothing: parameters work only in `deny` and `ask`", each.text),
                "allow the whole tool, or deny the unwanted parameters",
            )


@rule("AG807", NEAR_OR_NOT, needs=AROUND, holds=("claude",))
def unknown_rule_tool(facts: AgentsFacts) -> Iterator[Finding]:
    """Permission rule for an unknown tool

    What:
        A permission rule of Claude Code's settings names something that is neither a current or
        former tool nor a server's tool. In `deny` and `ask`, this is a warning if a similar name
        exists.
    Why:
        The rule has no effect.
    Bad:
        "deny": ["WebFetcher"]
    Good:
        "deny": ["WebFetch"]
    Fix:
        Correct the name.
    Source:
        agents §1.3, §7.12
    """
    known = {*CLAUDE, *facts.options["known-tools"]}
    for each in _rules(facts, "deny", "ask", "allow"):
        if each.tool in known or "*" in each.tool or each.tool.startswith("mcp__"):
            continue
        near = slips.of_claude(each.tool)
        sure = near is not None and each.effect != "allow"
        yield Finding(
            _at(each),
            message("Claude Code has no tool named `{}`", each.tool),
            message("use `{}`", near) if near else "use the name of a tool, or remove the rule",
            severity="warning" if sure else "info",
        )


@rule("AG808", INFO, needs=AROUND, holds=("claude",))
def settings_not_json(facts: AgentsFacts) -> Iterator[Finding]:
    """Comments or trailing commas in Claude Code's settings

    What:
        `.claude/settings.json` or `settings.local.json` is JSON except for comments and trailing
        commas. The other rules read it without these.
    Why:
        Users report that Claude Code rejects the whole file, so none of its settings apply
        (anthropics/claude-code#83190, SchemaStore#5574). This isn't documented.
    Bad:
        {"permissions": {"deny": ["Agent(lead)"],}}
    Good:
        {"permissions": {"deny": ["Agent(lead)"]}}
    Fix:
        Remove the comments and the trailing commas.
    Source:
        agents §1.3, §7.12
    """
    for file in facts.contract.around.unwritten if facts.claude else ():
        yield Finding(
            Place(file, (), "document"),
            message(
                "comments or trailing commas in the settings; Claude Code is reported to "
                "reject the file"
            ),
            "remove the comments and trailing commas",
        )


def _rules(facts: AgentsFacts, *effects: str) -> Iterator[Permission]:
    """The permission rules with these effects, if there are agents that they apply to."""
    for each in facts.contract.around.permissions if facts.claude else ():
        if each.effect in effects:
            yield each


def _at(each: Permission) -> Place:
    return Place(each.file, each.pointer)


def _names_parameter(each: Permission) -> bool:
    """Whether a rule has the form of a rule for a parameter of its tool."""
    found = _PARAMETER.fullmatch(each.argument or "")
    if found is None or each.tool not in CLAUDE or each.tool in _FREE:
        return False
    if each.tool in CALLS:
        return found[1] in _OF_AGENT
    return (each.tool, found[1]) != ("WebFetch", "domain")
