"""Tools of Claude Code (reference §7.5)."""

from __future__ import annotations

import re
from functools import cache

from phaselint.dialects.agents.analysis.near import Names
from phaselint.dialects.agents.names import CLAUDE as BUILT_IN_OF_CLAUDE
from phaselint.dialects.agents.names import MAIN
from phaselint.dialects.agents.reading.lists import inside
from phaselint.dialects.agents.surroundings import EVERYBODY
from phaselint.dialects.agents.tables.claude import BACKGROUND, FORMER, PRESENT
from phaselint.dialects.agents.tables.vscode import TOOLS
from phaselint.dialects.agents.tools import CALLS, CLAUDE, NEVER, bare, is_pattern
from phaselint.vocabulary.claim import All, Notes, Undecided
from phaselint.vocabulary.finding import Finding, Fix, Former, Related, Retold, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.retelling import NAMES
from phaselint.vocabulary.rule import INFO, WARNING, Grade, rule
from phaselint_rules.agents import slips as near
from phaselint_rules.agents.claiming import confused, refuses_tool, says, session_of, written
from phaselint_rules.agents.grouping import NAMED, grouped, replacing
from phaselint_rules.agents.judging import is_unarmed, kind_of, lists_in_vain, meant_by
from phaselint_rules.agents.listing import removed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.dialects.agents.model import Agent, Word

_TOOL = re.compile(r"[A-Z][A-Za-z]+")


BY_HARNESS = (
    Grade("error", "in Claude Code, which refuses to start the agent"),
    Grade("warning", "in VS Code and Copilot"),
)


@rule(
    "AG402",
    BY_HARNESS,
    claims="notes",
    fix="unsafe",
    ends="unused",
    holds=("key tools",),
)
def no_usable_tool(facts: AgentsFacts) -> Iterator[Finding]:
    """Agent without a single usable tool

    What:
        In Claude Code, every entry of `tools` is a misspelled tool, a tool of VS Code, or a name
        that no tool can have. In VS Code and Copilot, no entry enables a tool in either, and none
        looks like a tool of a server or an extension. Agents with only unknown names are skipped:
        these can be servers of the user.
    Why:
        Claude Code refuses to start the agent. In VS Code and Copilot, the agent has no tools.
    Bad:
        tools: readfile, serach
    Good:
        tools: Read, Grep
    Fix:
        Use the tool names of the harness. For an agent of VS Code, phaselint suggests the intended
        names.
    Dry run:
        A session of Claude Code with this agent is refused; an agent of VS Code works but is denied
        each tool.
    Source:
        agents §4.2, §7.5, D13
    """
    for agent in facts.vscode:
        if is_unarmed(facts, agent):
            yield _without_tools(facts, agent)
    for agent in facts.claude:
        if _none_exists(facts, agent):
            yield Finding(
                facts.at(agent, "tools"),
                message(
                    "`tools` names no existing tool, so Claude Code refuses to start the agent"
                ),
                "use the names of Claude Code's tools, such as `Read`",
                severity="error",
                witness=Witness({"agent": facts.name(agent)}),
                claim=_not_started(agent, facts.name(agent)),
            )


def _not_started(agent: Agent, name: str) -> Notes:
    """That a session with an agent isn't started."""
    return Notes(
        name,
        "start-refused",
        {"agent": name, "reason": "no-usable-tool"},
        options=session_of(agent, name),
        doubt="a tool of this name can exist",
    )


def _refused_all(facts: AgentsFacts, agent: Agent) -> All:
    """That an agent works and is refused every built-in tool of VS Code, one after the other."""
    used, refused = _every_tool()
    place, doubt = facts.at(agent, "tools"), confused(facts, agent)
    first = refuses_tool(facts, agent, used[0]["tool"], place, doubt=doubt)
    claim = first._replace(also=refused[1:], answers=(*first.answers, *used[1:]))
    return All((claim,), tuple(says(agent, word) for word in agent.tools or ()))


@cache
def _every_tool() -> tuple[Sequence[Mapping[str, str]], tuple[Mapping[str, Any], ...]]:
    """The uses of all tools of VS Code, as answers, and that each is refused, as values of an
    event."""
    names = [tool.name for tool in TOOLS if not tool.last]
    refused = tuple({"tool": name, "allowed": False} for name in names)
    return [{"tool": name} for name in names], refused


def _without_tools(facts: AgentsFacts, agent: Agent) -> Finding:
    words = agent.tools or ()
    meant = {word: meant_by(agent, word.text, kind_of(facts, word.text)) for word in words}
    better = {word: name for word, name in meant.items() if name}
    return Finding(
        facts.at(agent, "tools"),
        message("`tools` names no tool of VS Code or Copilot, so the agent has no tools"),
        f"use {', '.join(map(quote, dict.fromkeys(better.values())))}"
        if better
        else "use the names of VS Code's tools, such as `search/codebase`",
        severity="warning",
        related=(Related(facts.at(agent, "agents"), "so it can't call any of these"),)
        if lists_in_vain(agent)
        else (),
        # By its file: that it has no tools doesn't say that no run reaches it.
        witness=Witness({"file": agent.path, "tools": [word.text for word in words]}),
        claim=_refused_all(facts, agent),
        fix=replacing(facts, agent, better, "unsafe"),
        former=Former(NAMED, tuple(facts.word_place(agent, word) for word in words)),
    )


def _none_exists(facts: AgentsFacts, agent: Agent) -> bool:
    tools = [word.text for word in agent.tools or ()]
    if agent.family == "plugin" and any(_differs_by_case(bare(tool)) for tool in tools):
        return False
    return bool(tools) and all(_impossible(facts, tool) for tool in tools)


def _differs_by_case(name: str) -> bool:
    """Whether a name is that of a tool in different case."""
    meant = near.of_claude(name)
    return meant is not None and meant != name and meant.lower() == name.lower()


def _impossible(facts: AgentsFacts, tool: str) -> bool:
    """Whether an entry can't be a tool of Claude Code."""
    name = bare(tool)
    if _is_known(facts, tool):
        return False
    # VS Code's names begin with lowercase letters, so none of them can be
    return not _TOOL.fullmatch(name) or _tools().near(name) is not None


@cache
def _tools() -> Names:
    return Names(CLAUDE, {})


def _is_known(facts: AgentsFacts, tool: str) -> bool:
    name = bare(tool)
    return is_pattern(tool) or name in CLAUDE or name in facts.options["known-tools"]


def slips(facts: AgentsFacts) -> Iterator[tuple[Agent, Word, str]]:
    """Misspelled names of tools, each with the intended one."""
    for agent, words in _unknown(facts):
        for word in words:
            meant = near.of_claude(bare(word.text))
            if meant:
                yield agent, word, meant


def strangers(facts: AgentsFacts) -> Iterator[tuple[Agent, list[Word]]]:
    """The agents with unknown tool names, each with these names."""
    for agent, words in _unknown(facts):
        strange = [word for word in words if not near.of_claude(bare(word.text))]
        if strange:
            yield agent, strange


def former(facts: AgentsFacts) -> Iterator[tuple[Agent, list[Word]]]:
    """The agents with legacy tool names, each with these names."""
    for agent in facts.claude:
        words = [word for word in agent.tools or () if bare(word.text) in FORMER]
        if words:
            yield agent, words


def _unknown(facts: AgentsFacts) -> Iterator[tuple[Agent, list[Word]]]:
    """The agents with some unknown entries in `tools`, each with these entries."""
    for agent in facts.claude:
        words = [word for word in agent.tools or () if not _is_known(facts, word.text)]
        if words and not _none_exists(facts, agent):
            yield agent, words


@rule("AG404", WARNING, claims="notes", fix="unsafe", holds=("claude",))
def tool_denied(facts: AgentsFacts) -> Iterator[Finding]:
    """Tool both allowed and denied

    What:
        A tool is in both `tools` and `disallowedTools`.
    Why:
        Denied tools are removed first, so the agent doesn't have it.
    Bad:
        tools: Read, Edit
        disallowedTools: Edit
    Good:
        tools: Read
    Fix:
        Remove it from one of the two lists. phaselint suggests removing it from `tools`, which
        changes nothing.
    Dry run:
        The agent works and is refused the tool.
    Source:
        agents §4.2, §7.5
    """
    for agent in facts.claude:
        granted = {bare(word.text): number for number, word in enumerate(agent.tools or ())}
        for word in agent.denied or ():
            if "(" not in word.text and word.text in granted:
                yield Finding(
                    facts.word_place(agent, word),
                    message("`{}` is both allowed and denied; the denial wins", word.text),
                    "remove it from `tools` or `disallowedTools`",
                    fix=_denied(facts, agent, granted[word.text]),
                    witness=Witness(
                        {"agent": facts.name(agent), "tool": word.text, "claude": True}
                    ),
                    claim=_denies(facts, agent, word, word.text),
                )


def _denied(facts: AgentsFacts, agent: Agent, number: int) -> Fix | None:
    """Remove a tool from `tools`, given its number there. None if it is listed more than once,
    because the other entry still allows it."""
    words = agent.tools or ()
    if sum(word.text == words[number].text for word in words) > 1:
        return None
    edit = removed(facts.document(agent), words, number)
    title = f"remove {quote(words[number].text)} from `tools`"
    return Fix("unsafe", title, (edit,)) if edit else None


@rule("AG405", WARNING, claims="notes", holds=("claude",))
def denied_with_specifier(facts: AgentsFacts) -> Iterator[Finding]:
    """Denied part of a tool that removes the whole tool

    What:
        An entry of `disallowedTools` has parentheses and isn't `Agent(...)`.
    Why:
        Claude Code ignores the parentheses and removes the whole tool.
    Bad:
        disallowedTools: Bash(git push *)
    Good:
        disallowedTools: Bash
    Fix:
        Deny the whole tool, or deny the part in the project's permissions.
    Dry run:
        The agent works and is refused the tool.
    Source:
        agents §4.2, §7.5
    """
    for agent in facts.claude:
        for word in agent.denied or ():
            name = bare(word.text)
            if "(" in word.text and name not in CALLS:
                yield Finding(
                    facts.word_place(agent, word),
                    message("`{}` removes all of `{}`", word.text, name),
                    f"use `{name}`, or deny the part in the project's permissions",
                    witness=Witness({"agent": facts.name(agent), "tool": name, "claude": True}),
                    claim=_denies(facts, agent, word, f"{name}("),
                )


def _denies(facts: AgentsFacts, agent: Agent, word: Word, text: str) -> All:
    """That an agent works and is refused the tool that an entry denies, with some text."""
    tool, place = bare(word.text), facts.word_place(agent, word)
    claim = refuses_tool(facts, agent, tool, place, doubt=f"another entry grants `{tool}`")
    return All((claim,), (written(agent, word.pointer, text),))


@rule("AG408", INFO, claims="notes", holds=("claude",))
def tool_not_for_subagents(facts: AgentsFacts) -> Iterator[Finding]:
    """Tool that subagents never get

    What:
        An entry of `tools` that Claude Code reserves for the main thread.
    Why:
        The agent doesn't have the tool when another agent calls it.
    Bad:
        tools: AskUserQuestion, Read
    Good:
        tools: Read
    Fix:
        Remove the entry, unless the agent is started on its own.
    Dry run:
        The agent has the tool in a session that starts with it, but is refused the tool when it is
        called.
    Source:
        agents §4.2, §7.5
    """
    for agent in facts.claude:
        for word in agent.tools or ():
            if bare(word.text) in NEVER:
                yield Finding(
                    facts.word_place(agent, word),
                    message("subagents never get `{}`", bare(word.text)),
                    witness=Witness({"agent": facts.name(agent), "tool": bare(word.text)}),
                    claim=_kept_back(facts, agent, word),
                )


def _kept_back(facts: AgentsFacts, agent: Agent, word: Word) -> All:
    """That an agent has a tool in a session that starts with it, but not when it is called."""
    name, tool = facts.name(agent), bare(word.text)
    barred = {EVERYBODY, name} & facts.denied_agents.keys()
    granted = Notes(
        name,
        "tool",
        {"tool": tool, "allowed": True, "in": name},
        options=session_of(agent, name),
        answers=({"tool": tool},),
        decisive=True,
        doubt="the agent is denied this tool as well",
    )
    refused = Notes(
        name,
        "tool",
        {"tool": tool, "allowed": False, "in": name},
        options={"harness": "claude"},
        asked=MAIN,
        answers=({"subagent": name}, {"tool": tool}),
        decisive=True,
        doubt=f"`{name}` isn't called" if confused(facts, agent) or barred else "",
    )
    return All((granted, refused), (says(agent, word),))


@rule("AG409", INFO, claims="notes", holds=("claude",))
def agent_list_ignored(facts: AgentsFacts) -> Iterator[Finding]:
    """Subagent list that limits only the main thread

    What:
        `tools` has `Agent(...)` with names in the parentheses, but no `Agent` without parentheses.
    Why:
        According to the documentation, the list has no effect on a subagent, which can call any
        other agent. The changelog of 2.1.186 says that the list holds for named subagents too.
    Bad:
        tools: Agent(test-runner), Read
    Good:
        tools: Agent, Read
    Fix:
        No change is needed if the agent is started with `claude --agent`.
    Dry run:
        The agent calls an unlisted agent. The call is refused in a session that starts with the
        agent, but not when the agent runs as a subagent.
    Source:
        agents §4.3, §7.5
    """
    denied = facts.denied_agents
    for agent in facts.claude:
        # the list has no effect on an agent that is never called as a subagent
        called = agent.family == "plugin" or not {EVERYBODY, facts.name(agent)} & denied.keys()
        if any(word.text in CALLS for word in agent.tools or ()):
            continue  # the tool without a list can call any agent, in the main thread too
        for word in agent.tools or () if called else ():
            if bare(word.text) in CALLS and any(inside(facts.document(agent), word)):
                yield Finding(
                    facts.word_place(agent, word),
                    message(
                        "the list in `Agent(...)` is documented for `claude --agent {}` "
                        "only, not for a subagent",
                        facts.name(agent),
                    ),
                    witness=Witness({"agent": facts.name(agent)}),
                    claim=_calls_unlisted(facts, agent, word),
                )


def _calls_unlisted(facts: AgentsFacts, agent: Agent, word: Word) -> All | Undecided:
    """That an agent is refused the call of an agent that an entry doesn't list in a session that
    starts with it, but not when it is called."""
    name = facts.name(agent)
    own = facts.claude_scopes[agent.family].names
    listed = {
        each.text for tool in agent.tools or () for each in inside(facts.document(agent), tool)
    }
    # built-in agents of Claude Code first, because they can always be started
    others = (*(each for each in BUILT_IN_OF_CLAUDE if each not in own), *own)
    barred = {*listed, *facts.denied_agents, name}
    other = next((each for each in others if each not in barred), "")
    if not other:
        return Undecided("every agent is listed")
    refused = Notes(
        name,
        "subagent-refused",
        {"agent": other, "reason": "not-listed"},
        options=session_of(agent, name),
        answers=({"subagent": other},),
        decisive=True,
        doubt="another entry doesn't list any agent",
    )
    called = Notes(
        other,
        "subagent-start",
        {"by": name, "agent": other},
        options={"harness": "claude"},
        asked=MAIN,
        answers=({"subagent": name}, {"subagent": other}),
        decisive=True,
        doubt=f"`{name}` isn't called",
    )
    return All((refused, called), (says(agent, word),))


@rule("AG413", INFO, holds=("claude",))
def background_loses_tool(facts: AgentsFacts) -> Iterator[Finding]:
    """Tools not available to a background agent

    What:
        An agent of Claude Code has `background: true`, but some of its `tools` aren't available in
        the background.
    Why:
        The agent runs without them.
    Bad:
        background: true
        tools: Read, CronCreate
    Good:
        background: true
        tools: Read
    Fix:
        Remove them, or remove the key.
    Source:
        agents §4.2, §7.12
    """
    for agent in facts.claude:
        if agent.header.value.get("background") is not True:
            continue
        words = [word for word in agent.tools or () if _is_lost(bare(word.text))]
        if words:
            told = Retold(
                tuple(
                    message("`{}` isn't available in the background", bare(w.text)) for w in words
                ),
                ("{} aren't available in the background", NAMES),
                tuple(bare(word.text) for word in words),
                otherwise="remove the unavailable tools or `background`",
            )
            yield grouped(facts, agent, words, told, code="AG413")


def _is_lost(tool: str) -> bool:
    kept = (*BACKGROUND, "Task")
    return tool in PRESENT and tool not in kept and tool not in NEVER
