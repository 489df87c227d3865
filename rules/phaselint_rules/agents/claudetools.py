"""Tools of Claude Code (reference §7.5)."""

from __future__ import annotations

import re
from functools import cache

from phaselint.dialects.agents.analysis.near import Names
from phaselint.dialects.agents.reading.lists import inside
from phaselint.dialects.agents.tools import CALLS, CLAUDE, NEVER, bare, is_pattern
from phaselint.vocabulary.finding import Finding, Fix, Witness
from phaselint.vocabulary.message import say, tick
from phaselint.vocabulary.rule import ERROR, INFO, WARNING, rule
from phaselint.vocabulary.suggest import distance
from phaselint_rules.agents.listing import removed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.dialects.agents.model import Agent, Word

_SHORT = 5
_TOOL = re.compile(r"[A-Z][A-Za-z]+")


@rule("AG402", ERROR, prove="proofs.tools:unarmed", ends="unused")
def no_usable_tool(facts: AgentsFacts) -> Iterator[Finding]:
    """None of the tools of an agent exists.

    What:
        Every entry of `tools` is nearly a tool of Claude Code, a tool of VS Code, or no name that
        a tool can have.
    Why:
        Claude Code refuses to start the agent.
    Bad:
        tools: readfile, serach
    Good:
        tools: Read, Grep
    Fix:
        Write names of tools as Claude Code spells them.
    Dry run:
        A session is started with the agent, and is refused.
    Source:
        agents §4.2, §7.5, D13
    """
    for agent in facts.claude:
        if _none_exists(facts, agent):
            yield Finding(
                facts.at(agent, "tools"),
                say("Claude Code refuses to start an agent none of whose tools exists"),
                "write the names of tools as Claude Code spells them, such as `Read`",
                witness=Witness({"agent": facts.name(agent)}),
            )


def _none_exists(facts: AgentsFacts, agent: Agent) -> bool:
    tools = [word.text for word in agent.tools or ()]
    return bool(tools) and all(_impossible(facts, tool) for tool in tools)


def _impossible(facts: AgentsFacts, tool: str) -> bool:
    """Whether an entry cannot be a tool of Claude Code."""
    name = bare(tool)
    if _is_known(facts, tool):
        return False
    # None of VS Code's can be: their names begin with small letters.
    return not _TOOL.fullmatch(name) or _tools().near(name) is not None


@cache
def _tools() -> Names:
    return Names(CLAUDE, {})


def _is_known(facts: AgentsFacts, tool: str) -> bool:
    name = bare(tool)
    return is_pattern(tool) or name in CLAUDE or name in facts.options["known-tools"]


def slips(facts: AgentsFacts) -> Iterator[tuple[Agent, Word, str]]:
    """Names of tools that are nearly those of others, each with the other."""
    for agent, word in _unknown(facts):
        near = _slip(bare(word.text))
        if near:
            yield agent, word, near


def strangers(facts: AgentsFacts) -> Iterator[tuple[Agent, Word]]:
    """Names of tools that nobody knows."""
    for agent, word in _unknown(facts):
        if not _slip(bare(word.text)):
            yield agent, word


def _unknown(facts: AgentsFacts) -> Iterator[tuple[Agent, Word]]:
    """Entries of `tools` that are unknown, where not all of them are."""
    for agent in facts.claude:
        if not _none_exists(facts, agent):
            for word in agent.tools or ():
                if not _is_known(facts, word.text):
                    yield agent, word


def _slip(name: str) -> str | None:
    if len(name) < _SHORT:
        return None
    same = next((each for each in CLAUDE if each.lower() == name.lower()), None)
    return same or next((each for each in CLAUDE if distance(name, each, 2) == 1), None)


@rule("AG404", WARNING, prove="proofs.tools:denied", fix="unsafe")
def tool_denied(facts: AgentsFacts) -> Iterator[Finding]:
    """A tool is granted and denied.

    What:
        A tool stands in `tools` and in `disallowedTools`.
    Why:
        What is denied is removed first: the agent does not have it.
    Bad:
        tools: Read, Edit
        disallowedTools: Edit
    Good:
        tools: Read
    Fix:
        Remove it from one of the two. It is offered to remove it from `tools`, which changes
        nothing.
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
                    say("`{}` is granted and denied; it is removed", word.text),
                    "remove it from one of the two",
                    fix=_denied(facts, agent, granted[word.text]),
                    witness=Witness(
                        {"agent": facts.name(agent), "tool": word.text, "claude": True}
                    ),
                )


def _denied(facts: AgentsFacts, agent: Agent, number: int) -> Fix | None:
    """Grant a tool no more; its number is that in `tools`."""
    words = agent.tools or ()
    edit = removed(facts.document(agent), words, number)
    title = f"remove {tick(words[number].text)} from `tools`"
    return Fix("unsafe", title, (edit,)) if edit else None


@rule("AG405", WARNING, prove="proofs.tools:denied")
def denied_with_specifier(facts: AgentsFacts) -> Iterator[Finding]:
    """A part of a tool is denied, which removes all of it.

    What:
        An entry of `disallowedTools` has parentheses, other than `Agent(...)`.
    Why:
        What stands in them is not looked at: the whole tool is removed.
    Bad:
        disallowedTools: Bash(git push *)
    Good:
        disallowedTools: Bash
    Fix:
        Deny the whole tool, or say what is not allowed in the permissions of the project.
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
                    say("`{}` removes the whole of `{}`", word.text, name),
                    f"write `{name}`, or deny the rest in the permissions of the project",
                    witness=Witness({"agent": facts.name(agent), "tool": name, "claude": True}),
                )


@rule("AG408", INFO, prove="proofs.tools:kept_back")
def tool_not_for_subagents(facts: AgentsFacts) -> Iterator[Finding]:
    """A tool is never given to a subagent.

    What:
        An entry of `tools` that Claude Code keeps for the main thread.
    Why:
        The agent goes without it when another calls it.
    Bad:
        tools: AskUserQuestion, Read
    Good:
        tools: Read
    Fix:
        Remove it, unless the agent is started by itself.
    Dry run:
        The agent has the tool when a session is started with it, and is refused it when it is
        called.
    Source:
        agents §4.2, §7.5
    """
    for agent in facts.claude:
        for word in agent.tools or ():
            if bare(word.text) in NEVER:
                yield Finding(
                    facts.word_place(agent, word),
                    say("`{}` is never given to a subagent", bare(word.text)),
                    witness=Witness({"agent": facts.name(agent), "tool": bare(word.text)}),
                )


@rule("AG409", INFO, prove="proofs.calls:unlisted")
def agent_list_ignored(facts: AgentsFacts) -> Iterator[Finding]:
    """A list of agents that may be called counts in the main thread only.

    What:
        `Agent(...)` in `tools` has names between its parentheses.
    Why:
        As a subagent the agent may call any other.
    Bad:
        tools: Agent(test-runner), Read
    Good:
        tools: Agent, Read
    Fix:
        Nothing, if the agent is started with `claude --agent`.
    Dry run:
        The agent calls one that is not listed: it is refused when a session is started with the
        agent, and not when the agent is called.
    Source:
        agents §4.3, §7.5
    """
    for agent in facts.claude:
        for word in agent.tools or ():
            if bare(word.text) in CALLS and any(inside(facts.document(agent), word)):
                yield Finding(
                    facts.word_place(agent, word),
                    say(
                        "the list in `Agent(...)` counts only for `claude --agent {}`; as a "
                        "subagent it may call any agent",
                        facts.name(agent),
                    ),
                    witness=Witness({"agent": facts.name(agent)}),
                )
