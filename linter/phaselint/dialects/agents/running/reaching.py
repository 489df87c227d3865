"""What one agent comes to: the tools that are called in the end where it is at work (policies with
`from` and `over`).

Agents are looked at by who works, and how deep: what one may call does not depend on who has called
it. Each way is told by the words that a session takes to it, so a run confirms it.
"""

from __future__ import annotations

from collections import deque
from fnmatch import fnmatchcase

from phaselint.dialects.acts import Act
from phaselint.dialects.agents.meaning import BITS, LIMITED, has_limited
from phaselint.dialects.agents.names import MAIN, START
from phaselint.dialects.agents.running.acts import AGENT, SKILL, TOOL, foreign
from phaselint.dialects.agents.running.agent_registry import cast_of
from phaselint.dialects.agents.running.held import (
    AGENT_IN_VSCODE,
    held,
    is_of_harness,
    meant,
    own_name,
)
from phaselint.dialects.agents.running.session import Session, refused, say_word
from phaselint.dialects.agents.tools import CALLS
from phaselint.dialects.agents.words import spoken
from phaselint.dialects.reaching import Reach, Way
from phaselint.vocabulary.message import quote
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from typing import Any

    from phaselint.dialects.agents.model import Team
    from phaselint.dialects.agents.running.agent_registry import Cast
    from phaselint.dialects.reaching import Over

    Word = tuple[str, str]

SERVERS = ("/", "__", "*")
"""What names of tools of servers have, and of no others that a harness does not bring."""


def reach(
    team: Team,
    options: Mapping[str, Any],
    agent: str,
    asked: str,
    *,
    over: Over = "calls",
    lists: bool = True,
) -> Reach:
    """Whether an agent reaches a tool, a set, an alias, a skill, or one of `BITS`, by its own
    calls, those of agents that it calls, and with `calls+handoffs` those of agents that take over.
    Without `lists`, as in Copilot sessions, lists of `agents` and handoffs count for nothing."""
    more = {} if lists else {"sessions": "copilot"}
    cast = cast_of(team, {**options, **more, "agent": agent})
    wanted = meant(cast, asked)
    unsure: Way | None = None
    begun = begun_with(cast, agent)
    if begun is None:
        return Reach("missing", why=f"sessions have no agent {quote(agent)}")
    begun = begun._replace(options={**begun.options, **more})
    plain = () if asked in BITS else (asked,)
    seen = {_spot(begun.session): len(begun.session.stack)}
    for way in _ways(begun, over, (*plain, *sorted(wanted)), seen):
        subject = way.act.subject
        if subject in wanted or _calls_others(way.act, asked, wanted):
            return Reach("reached", way, _why(cast, way))
        if plain and covers(subject, asked):
            return Reach("reached", way, _why(cast, way))
        of_server = any(each in subject for each in SERVERS) and not is_of_harness(cast, subject)
        if asked in BITS and unsure is None and way.act.kind == TOOL and of_server:
            unsure = way
    looked = len({name for name, _ in seen})
    if unsure is not None:
        why = f"the effect of {quote(unsure.act.subject)} isn't known"
        return Reach("unknown", unsure, why, looked=looked)
    return Reach("no", looked=looked)


def _calls_others(act: Act, asked: str, wanted: Collection[str]) -> bool:
    """Whether a call of an agent is there for the tool that calls agents, which is asked for."""
    return act.kind == AGENT and not {AGENT_IN_VSCODE, *CALLS}.isdisjoint((asked, *wanted))


def covers(subject: str, asked: str) -> bool:
    """Whether a tool is the one that is asked for, or an entry that stands for it too."""
    if subject == asked or fnmatchcase(asked, subject):
        return True
    return subject.startswith("mcp__") and asked.startswith(f"{subject}__")


def _why(cast: Cast, way: Way) -> str:
    """That a tool is there only as its agent names none."""
    if way.agents[-1] in childless(cast):
        return f"{quote(way.agents[-1])} of Claude Code reads and has a shell"
    agent = cast.first(way.agents[-1])
    everything = agent is None or agent.tool_names is None
    return f"{quote(way.agents[-1])} has all tools" if everything else ""


class Begun(NamedTuple):
    """A session with an agent at work, the words that lead there, and its options."""

    session: Session
    words: tuple[Word, ...]
    options: Mapping[str, Any]


def begun_with(cast: Cast, agent: str) -> Begun | None:
    """A session in which an agent is at work: picked, or called where people do not see it; of
    Claude Code the one that it is started with."""
    if cast.claude:
        if not (cast.exists(agent, agent) or agent == MAIN or agent in foreign(cast)):
            return None
        session = Session(cast, active=agent, open=True, left=None)
        return Begun(session, (), {"agent": agent})
    session = Session(cast, left=None)
    picked: list[Word] = [] if agent == START else [("pick", agent)]
    for words in ([*picked, ("send", "")], [("send", ""), ("subagent", agent)]):
        after = session
        for word in words:
            after, _ = say_word(after, *word)
        if after.open and after.frame == agent and after.ended is None:
            return Begun(after, tuple(words), {})
    return None


def _ways(
    begun: Begun, over: Over, asked: tuple[str, ...], seen: dict[tuple[str, bool], int]
) -> Iterator[Way]:
    """Every call that is come to, the nearest first, each once. `seen` are those who are at work
    already, and how deep, to which all others are added: who is less deep may call more."""
    told: set[tuple[str, str]] = set()
    first = (begun.session, begun.words, (begun.session.frame,))
    waiting: deque[tuple[Session, tuple[Word, ...], tuple[str, ...]]] = deque([first])
    while waiting:
        session, words, agents = waiting.popleft()
        for act, said in _called(session, asked):
            if (act.kind, act.subject) not in told:
                told.add((act.kind, act.subject))
                choices = tuple(spoken(*word) for word in (*words, *said))
                yield Way(act, agents, choices, begun.options)
        for after, more in _onward(session, over):
            spot, depth = _spot(after), len(after.stack)
            if depth < seen.get(spot, depth + 1):
                seen[spot] = depth
                waiting.append((after, (*words, *more), (*agents, after.frame)))


def childless(cast: Cast) -> frozenset[str]:
    """The agents of Claude Code that only read and have a shell, and call nobody."""
    return LIMITED.difference(cast.known) if cast.claude else frozenset()


def _spot(session: Session) -> tuple[str, bool]:
    """Who works, and whether as a subagent, who has fewer tools, and is not held to lists."""
    return session.frame, bool(session.stack)


def _called(session: Session, asked: tuple[str, ...]) -> Iterator[tuple[Act, tuple[Word, ...]]]:
    """What who is at work calls, as far as it is known, and of the requested acts; each with the
    word for it, but for skills, which don't have one."""
    cast, name = session.cast, session.frame
    inside = bool(session.stack)
    there = held(cast, name, inside=inside)
    more = (each for each in asked if cast.has_tool(name, each, inside=inside))
    limited = name in childless(cast)
    for tool in dict.fromkeys((*there.tools, *map(own_name, more))):
        if not limited or has_limited(tool):
            yield Act("call", tool, TOOL, name, ok="unknown"), (("tool", tool),)
    if limited:
        return
    if cast.may_call(name):
        yield from _calling(session)
    for skill in there.skills:
        yield Act("call", skill, SKILL, name, ok="unknown"), ()


def _calling(session: Session) -> Iterator[tuple[Act, tuple[Word, ...]]]:
    """The tool that calls agents, or a call of one where it goes by another name."""
    cast, name = session.cast, session.frame
    inside = bool(session.stack)
    tools = [AGENT_IN_VSCODE] if not cast.claude else CALLS
    for tool in tools:
        if cast.has_tool(name, tool, inside=inside):
            yield Act("call", tool, TOOL, name, ok="unknown"), (("tool", tool),)
            return
    other = next((each for each in cast.known if not refused(session, each)), None)
    if other is not None:
        yield Act("call", other, AGENT, name), (("subagent", other),)


def _onward(session: Session, over: Over) -> Iterator[tuple[Session, tuple[Word, ...]]]:
    """Who may be at work next, with the words that lead there."""
    cast = session.cast
    if session.frame in childless(cast):
        return
    for name in (*cast.known, *foreign(cast)):
        after, events = say_word(session, "subagent", name)
        if events and events[0].kind == "subagent-start":
            yield after, (("subagent", name),)
    if over == "calls" or session.stack or cast.claude:
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
