"""What one agent comes to: the tools that are called in the end where it is at work (policies with
`from` and `over`).

Agents are looked at by who works, and how deep: what one may call does not depend on who has called
it. Each way is told by the words that a session takes to it, so that a run confirms it.
"""

from __future__ import annotations

from collections import deque
from fnmatch import fnmatchcase

from phaselint.dialects.acts import Act
from phaselint.dialects.agents.running.acts import SKILL, TOOL, foreign
from phaselint.dialects.agents.running.agent_registry import cast_of
from phaselint.dialects.agents.running.held import (
    AGENT_IN_VSCODE,
    held,
    is_of_harness,
    meant,
    own_name,
)
from phaselint.dialects.agents.running.session import START, Session, say_word
from phaselint.dialects.agents.words import spoken
from phaselint.vocabulary.message import quote
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any, Literal

    from phaselint.dialects.agents.model import Team
    from phaselint.dialects.agents.running.agent_registry import Cast
    from phaselint.dialects.records import Choice

    Over = Literal["calls", "calls+handoffs"]
    Word = tuple[str, str]

OVER: tuple[Over, ...] = ("calls", "calls+handoffs")
BITS = ("read", "write", "execute", "network", "secrets", "delegate")
"""What tools may do: names that stand for all tools which may."""

SERVERS = ("/", "__", "*")
"""What names of tools of servers have, and of no others that a harness does not bring."""


class Way(NamedTuple):
    """How an agent comes to a call.

    Attributes:
        act: the call, in the phase of who makes it.
        agents: who is at work on the way, the agent itself first.
        words: what is said from the start of a session on; the call last, where there is a word
            for it: for a skill, and where agents are called by another name, there is none.
        options: the options that differ from those of the question, for the session.
    """

    act: Act
    agents: tuple[str, ...]
    words: tuple[Choice, ...]
    options: Mapping[str, Any]


class Reach(NamedTuple):
    """Whether an agent comes to something: `reached` by a way; `unknown`, as a tool on the way may
    do anything; `no`; `missing`, as sessions have no such agent. `why` tells more of it in words,
    where there is more to tell."""

    status: Literal["reached", "unknown", "no", "missing"]
    way: Way | None = None
    why: str = ""


def reach(
    team: Team,
    options: Mapping[str, Any],
    agent: str,
    asked: str,
    *,
    over: Over = "calls",
    lists: bool = True,
) -> Reach:
    """Whether an agent comes to a tool, a set, an alias, a skill, or one of `BITS`, by its own
    calls, those of agents that it calls, and with `calls+handoffs` those of agents that take over.
    Without `lists`, as in Copilot sessions, lists of `agents` and handoffs count for nothing."""
    cast = cast_of(team, {**options, "agent": agent})
    wanted = meant(cast, asked)
    unsure: Way | None = None
    begun = _begun(cast, agent)
    if begun is None:
        return Reach("missing", why=f"sessions have no agent {quote(agent)}")
    plain = () if asked in BITS else (asked,)
    for way in _ways(begun, over, (*plain, *sorted(wanted)), lists=lists):
        subject = way.act.subject
        if subject in wanted or (plain and _covers(subject, asked)):
            return Reach("reached", way, _why(cast, way))
        of_server = any(each in subject for each in SERVERS) and not is_of_harness(cast, subject)
        if asked in BITS and unsure is None and way.act.kind == TOOL and of_server:
            unsure = way
    if unsure is not None:
        return Reach("unknown", unsure, f"what {quote(unsure.act.subject)} does is not known")
    return Reach("no")


def _covers(subject: str, asked: str) -> bool:
    """Whether a tool is the one that is asked for, or an entry that stands for it too."""
    if subject == asked or fnmatchcase(asked, subject):
        return True
    return subject.startswith("mcp__") and asked.startswith(f"{subject}__")


def _why(cast: Cast, way: Way) -> str:
    """That a tool is there only as its agent names none."""
    agent = cast.first(way.agents[-1])
    everything = agent is None or agent.tool_names is None
    return f"{quote(way.agents[-1])} has all tools" if everything else ""


class _Begun(NamedTuple):
    """A session with an agent at work, the words that lead there, and its options."""

    session: Session
    words: tuple[Word, ...]
    options: Mapping[str, Any]


def _begun(cast: Cast, agent: str) -> _Begun | None:
    """A session in which an agent is at work: picked, or called where people do not see it; of
    Claude Code the one that it is started with."""
    if cast.claude:
        if not cast.exists(agent, agent) and agent not in foreign(cast):
            return None
        session = Session(cast, active=agent, open=True, left=None)
        return _Begun(session, (), {"agent": agent})
    session = Session(cast, left=None)
    picked: list[Word] = [] if agent == START else [("pick", agent)]
    for words in ([*picked, ("send", "")], [("send", ""), ("subagent", agent)]):
        after = session
        for word in words:
            after, _ = say_word(after, *word)
        if after.open and after.frame == agent and after.ended is None:
            return _Begun(after, tuple(words), {})
    return None


def _ways(begun: _Begun, over: Over, asked: tuple[str, ...], *, lists: bool) -> Iterator[Way]:
    """Every call that is come to, the nearest first, each once."""
    told: set[tuple[str, str]] = set()
    first = (begun.session, begun.words, (begun.session.frame,))
    seen = {_spot(begun.session)}
    waiting: deque[tuple[Session, tuple[Word, ...], tuple[str, ...]]] = deque([first])
    while waiting:
        session, words, agents = waiting.popleft()
        for act in _called(session, asked):
            if (act.kind, act.subject) not in told:
                told.add((act.kind, act.subject))
                inside = bool(session.stack)
                said = words
                if session.cast.has_tool(session.frame, act.subject, inside=inside):
                    said = (*words, ("tool", act.subject))
                choices = tuple(spoken(*word) for word in said)
                yield Way(act, agents, choices, begun.options)
        for after, more in _onward(session, over, lists=lists):
            if _spot(after) not in seen:
                seen.add(_spot(after))
                waiting.append((after, (*words, *more), (*agents, after.frame)))


def _spot(session: Session) -> tuple[str, int]:
    return session.frame, len(session.stack)


def _called(session: Session, asked: tuple[str, ...]) -> Iterator[Act]:
    """What who is at work calls, as far as it is known, and of what is asked for."""
    cast, name = session.cast, session.frame
    inside = bool(session.stack)
    there = held(cast, name, inside=inside)
    more = (each for each in asked if cast.has_tool(name, each, inside=inside))
    for tool in dict.fromkeys((*there.tools, *map(own_name, more))):
        yield Act("call", tool, TOOL, name, ok="unknown")
    if cast.may_call(name):
        yield Act("call", "Agent" if cast.claude else AGENT_IN_VSCODE, TOOL, name, ok="unknown")
    yield from (Act("call", skill, SKILL, name, ok="unknown") for skill in there.skills)


def _onward(
    session: Session, over: Over, *, lists: bool
) -> Iterator[tuple[Session, tuple[Word, ...]]]:
    """Who may be at work next, with the words that lead there."""
    cast = session.cast
    for name in (*cast.known, *foreign(cast)):
        after, events = say_word(session, "subagent", name)
        if events and events[0].kind == "subagent-start":
            yield after, (("subagent", name),)
        elif not lists and _is_called_anyway(session, name):
            yield session._replace(stack=(*session.stack, name)), (("subagent", name),)
    if over == "calls" or session.stack or cast.claude or not lists:
        return
    idle, _ = say_word(session, "answer", "")
    for label in idle.shown:
        after, _ = say_word(idle, "press", label)
        said: tuple[Word, ...] = (("answer", ""), ("press", label))
        if not after.open:
            after, _ = say_word(after, "send", "")
            said = (*said, ("send", ""))
        if after.open:
            yield after, said


def _is_called_anyway(session: Session, name: str) -> bool:
    """Whether an agent is called where lists count for nothing."""
    cast = session.cast
    known = cast.known.get(name)
    deep = len(session.stack) >= cast.depth or cast.claude
    return known is not None and not (known.blocked or deep) and cast.may_call(session.frame)
