"""Rules in the settings of Claude Code, and the agent that these begin a session with (reference
§1.3, §7.12)."""

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
    Grade("warning", "a name is near"),
    Grade("info", "otherwise: users may have it from elsewhere"),
)

_PATHS = {"Write": "Edit", "NotebookEdit": "Edit", "MultiEdit": "Edit", "Glob": "Read"}
"""Tool whose rules with a path are never looked at → the one to write in its place."""

_SERVER = re.compile(r"mcp__[^*]+?__[^*]*\*?")
"""The one form in which a rule that allows may have a `*` in its name."""

_PARAMETER = re.compile(r"([a-z][a-z_]+):.+", re.DOTALL)
_FREE = ("Bash", "PowerShell", "Skill", "Monitor")
"""Tools of which what stands between parentheses is a pattern that may hold a colon."""

_OF_AGENT = ("description", "effort", "isolation", "mode", "model", "prompt", "run_in_background")
"""Parameters of the tool that calls agents; other words before a colon are names of plug-ins."""


@rule("AG801", NEAR_OR_NOT, needs=AROUND, fix="unsafe", holds=("claude",))
def unknown_denied_agent(facts: AgentsFacts) -> Iterator[Finding]:
    """The settings deny an agent that is none.

    What:
        `Agent(NAME)` below `deny` or `ask` in `.claude/settings.json` or `settings.local.json`,
        where no agent of the project is called so, and none that comes with Claude Code. Names of
        plug-ins, with a colon, are not looked at.
    Why:
        The rule does nothing: the agent that is meant can still be called.
    Bad:
        "deny": ["Agent(test-runer)"]   # name: test-runner
    Good:
        "deny": ["Agent(test-runner)"]
    Fix:
        Correct the name. Where one is near, it is offered.
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
            message("no agent is called `{}`; the rule does nothing", name),
            meant(near, "name an agent of the project, or remove the rule"),
            severity="warning" if near else "info",
            fix=fix,
        )


@rule("AG802", WARNING, needs=AROUND, holds=("claude",))
def unknown_session_agent(facts: AgentsFacts) -> Iterator[Finding]:
    """The settings begin sessions with an agent that is none.

    What:
        `agent` in `.claude/settings.json` or `settings.local.json` names no agent of the project,
        and none that comes with Claude Code; or that of the settings of a plug-in, in its manifest
        or its `settings.json`, none of the plug-in. Names with a colon are not looked at.
    Why:
        The session starts without it.
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
                message("no agent is called `{}`; sessions start without it", name),
                meant(near, "name an agent of the project, or remove the key"),
            )


@rule("AG803", WARNING, needs=AROUND, holds=("claude",))
def path_rule_ignored(facts: AgentsFacts) -> Iterator[Finding]:
    """A rule for a path names a tool whose paths are never looked at.

    What:
        `Write(PATH)`, `NotebookEdit(PATH)`, `MultiEdit(PATH)` or `Glob(PATH)` in the permissions of
        Claude Code's settings.
    Why:
        Claude Code looks at paths of `Edit` and `Read` alone: what is denied so is not protected.
    Bad:
        "deny": ["Write(./keys/**)"]
    Good:
        "deny": ["Edit(./keys/**)"]
    Fix:
        Write `Edit(PATH)`, or `Read(PATH)` for `Glob`.
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
                    "paths of `{}` are never looked at; `{}` does nothing", each.tool, each.text
                ),
                message("write `{}({})`", instead, path),
            )


@rule("AG804", WARNING, needs=AROUND, holds=("claude",))
def allow_glob_ignored(facts: AgentsFacts) -> Iterator[Finding]:
    """A rule that allows has a `*` where none counts.

    What:
        A `*` in the name of a tool below `allow` in Claude Code's settings, elsewhere than after
        `mcp__SERVER__`.
    Why:
        Claude Code passes over the rule. Below `deny` a `*` may stand anywhere in a name.
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
                message("`{}` allows nothing: `*` counts after `mcp__SERVER__` alone", each.text),
                "name the tools, or the server",
            )


@rule("AG805", WARNING, needs=AROUND, holds=("claude",))
def mcp_rule_with_parentheses(facts: AgentsFacts) -> Iterator[Finding]:
    """A rule for a tool of a server has parentheses.

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
                message("`{}` is skipped: rules for servers have no parentheses", each.text),
                message("write `{}`", each.tool),
            )


@rule("AG806", WARNING, needs=AROUND, holds=("claude",))
def param_rule_in_allow(facts: AgentsFacts) -> Iterator[Finding]:
    """A rule that allows speaks of a parameter.

    What:
        `TOOL(PARAMETER:VALUE)` below `allow` in Claude Code's settings, for a tool of which that is
        no pattern: `Bash(npm run:*)`, `WebFetch(domain:...)` and `Skill(...)` are patterns.
    Why:
        Parameters count below `deny` and `ask` alone.
    Bad:
        "allow": ["Agent(model:opus)"]
    Good:
        "deny": ["Agent(model:opus)"]
    Fix:
        Allow the tool as a whole, or deny what is not wanted.
    Source:
        agents §1.3, §7.12
    """
    for each in _rules(facts, "allow"):
        if _names_parameter(each):
            yield Finding(
                _at(each),
                message("`{}` allows nothing: parameters count in `deny` and `ask`", each.text),
                "allow the tool as a whole, or deny what is not wanted",
            )


@rule("AG807", NEAR_OR_NOT, needs=AROUND, holds=("claude",))
def unknown_rule_tool(facts: AgentsFacts) -> Iterator[Finding]:
    """A rule of the settings names a tool that is none.

    What:
        The name of a rule in the permissions of Claude Code's settings is that of no tool, now or
        before, nor has the form of a server's. It is a warning below `deny` and `ask`, where a name
        is near.
    Why:
        The rule does nothing.
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
            message("no tool of Claude Code is called `{}`", each.tool),
            message("did you mean `{}`?", near) if near else "name a tool, or remove the rule",
            severity="warning" if sure else "info",
        )


@rule("AG808", INFO, needs=AROUND, holds=("claude",))
def settings_not_json(facts: AgentsFacts) -> Iterator[Finding]:
    """Settings of Claude Code hold comments, or commas that part nothing.

    What:
        `.claude/settings.json` or `settings.local.json` is JSON but for comments and commas before
        closing brackets. The other rules read it without these.
    Why:
        Users have reported that Claude Code refuses such a file as a whole, so that nothing in it
        holds (anthropics/claude-code#83190, SchemaStore#5574). No document says so.
    Bad:
        {"permissions": {"deny": ["Agent(lead)"],}}
    Good:
        {"permissions": {"deny": ["Agent(lead)"]}}
    Fix:
        Remove the comments and the commas.
    Source:
        agents §1.3, §7.12
    """
    for file in facts.contract.around.unwritten if facts.claude else ():
        yield Finding(
            Place(file, (), "document"),
            message(
                "the settings hold comments or idle commas; Claude Code is reported to refuse them"
            ),
            "remove the comments, and commas before closing brackets",
        )


def _rules(facts: AgentsFacts, *effects: str) -> Iterator[Permission]:
    """The rules of the settings with these effects, where there are agents that they are for."""
    for each in facts.contract.around.permissions if facts.claude else ():
        if each.effect in effects:
            yield each


def _at(each: Permission) -> Place:
    return Place(each.file, each.pointer)


def _names_parameter(each: Permission) -> bool:
    """Whether a rule has the form of one for a parameter of its tool."""
    found = _PARAMETER.fullmatch(each.argument or "")
    if found is None or each.tool not in CLAUDE or each.tool in _FREE:
        return False
    if each.tool in CALLS:
        return found[1] in _OF_AGENT
    return (each.tool, found[1]) != ("WebFetch", "domain")
