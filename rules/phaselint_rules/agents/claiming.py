"""What findings about agents claim of sessions."""

from __future__ import annotations

from phaselint.dialects.agents.names import BUILT_IN, START
from phaselint.vocabulary.claim import Notes, Written
from phaselint.vocabulary.finding import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.dialects.agents.model import Agent, Handoff, Word
    from phaselint.vocabulary.finding import Pointer

ANOTHER = "another agent has this name"
"""Why a session shows nothing of an agent that is called as another one."""


def session_of(agent: Agent, name: str) -> Mapping[str, Any]:
    """The options of sessions in which an agent works. One of Claude Code is the main agent."""
    return {} if agent.family == "vscode" else {"harness": "claude", "agent": name}


def at_work(facts: AgentsFacts, agent: Agent) -> tuple[str, tuple[Any, ...]]:
    """Where sessions are asked, and the answers after which an agent works: people pick it, if they
    can; otherwise, wherever it works."""
    name = facts.name(agent)
    if agent.family != "vscode" or facts.scope.visible.get(name) is not agent or name in BUILT_IN:
        return "", ()
    return START, ({"pick": name}, "send")


def confused(facts: AgentsFacts, agent: Agent) -> str:
    """That sessions may know another agent by the name of one; empty if they can't."""
    name = facts.name(agent)
    known = [each for claude in (False, True) for each in facts.called.get((name, claude), ())]
    return ANOTHER if len(known) > 1 or name in BUILT_IN else ""


def is_another(facts: AgentsFacts, agent: Agent, handoff: Handoff) -> bool:
    """Whether another button of an agent has the label of a handoff."""
    return facts.labels.get((agent.file, handoff.label or ""), 0) > handoff.survives


def refuses_tool(
    facts: AgentsFacts, agent: Agent, tool: str, place: Place, *, doubt: str = ""
) -> Notes:
    """That an agent works and is refused a tool, for what is at a place."""
    fields = {"tool": tool, "allowed": False, "in": facts.name(agent)}
    return _refused(facts, agent, {"tool": tool}, "tool", fields)._replace(apart=place, doubt=doubt)


def refuses_call(
    facts: AgentsFacts, agent: Agent, other: str, reason: str, place: Place, *, doubt: str = ""
) -> Notes:
    """That an agent works and its call of another is refused for a reason, because of a place."""
    fields = {"agent": other, "reason": reason}
    refused = _refused(facts, agent, {"subagent": other}, "subagent-refused", fields)
    return refused._replace(apart=place, doubt=doubt)


def _refused(
    facts: AgentsFacts, agent: Agent, word: Any, event: str, fields: Mapping[Any, Any]
) -> Notes:
    """That an agent works and that a word of it has an event."""
    name = facts.name(agent)
    asked, words = at_work(facts, agent)
    return Notes(
        name,
        event,
        fields,
        options=session_of(agent, name),
        asked=asked,
        answers=(*words, word),
        decisive=True,
    )


def says(agent: Agent, word: Word) -> Written:
    """That the header of an agent has an entry."""
    return written(agent, word.pointer, word.text)


def written(agent: Agent, pointer: Pointer, text: str) -> Written:
    """That a string at a place in the header of an agent has some text; of a value that isn't a
    string, or a header that isn't YAML, that the file has it."""
    value: Any = agent.header.value
    for key in pointer if agent.header.portable else ():
        value = value[key]
    if isinstance(value, str):
        return Written(Place(agent.file, pointer), holds=(text,))
    return Written(Place(agent.file, (), "document"), holds=(text,))
