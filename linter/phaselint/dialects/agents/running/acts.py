"""What sessions do, as acts (reference §5): which agents work, after which handoff or call, and
which calls they make.

`choices` merges equivalent words, because it asks which states a session can reach. Acts also
differ by caller, so here every agent is picked and called by every agent that can do so, and
sessions are distinguished by all agents that wait for an answer. Built-in agents are
interchangeable unless the team names them, so the first of them represents all.
"""

from __future__ import annotations

from phaselint.dialects.acts import Act, KnownAct
from phaselint.dialects.agents.names import BUILT_IN, CLAUDE, MAIN, SHIPPED_VISIBLE, START
from phaselint.dialects.agents.options import OPTIONS
from phaselint.dialects.agents.places import declared, place
from phaselint.dialects.agents.running.agent_registry import cast_of
from phaselint.dialects.agents.running.held import held, own_name
from phaselint.dialects.agents.running.session import refused
from phaselint.dialects.agents.tools import CALLS, bare
from phaselint.dialects.agents.words import spoken

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator

    from phaselint.dialects.agents.model import Agent, Team
    from phaselint.dialects.agents.running.agent_registry import Cast
    from phaselint.dialects.agents.running.session import Session
    from phaselint.dialects.records import Choice, Event
    from phaselint.vocabulary.finding import Place

AGENT, TOOL, SKILL = "agent", "tool", "skill"
"""The kinds of callees."""


# --- what happened --------------------------------------------------------------------------------


def acts(events: Iterable[Event]) -> Iterator[Act]:
    """The handoffs taken, the calls accepted, and the agents that started to work."""
    for event in events:
        data, kind = event.data, event.kind
        if kind == "active":
            yield _reached(data["agent"])
        elif kind == "handoff":
            yield Act("take", data["label"], phase=data["from"])
            yield _reached(data["to"])
        elif kind == "subagent-start":
            yield Act("call", data["agent"], AGENT, data["by"])
            yield _reached(data["agent"])
        elif kind == "tool" and data["allowed"]:
            yield _call(own_name(data["tool"]), TOOL, data["in"])


def begun(session: Session) -> Iterator[Act]:
    """A session of VS Code starts with the built-in agent, without an event for it."""
    if not session.cast.claude:
        yield _reached(session.active)


def _reached(name: str) -> Act:
    return Act("reach", name, phase=name)


def _call(subject: str, kind: str, caller: str) -> Act:
    """A call with an unknown result."""
    return Act("call", subject, kind, caller, ok="unknown")


def offered(session: Session) -> Iterator[Act]:
    """The tools and skills that the agent at work can call."""
    if session.ended or not session.open:
        return
    name = session.frame
    there = held(session.cast, name, inside=bool(session.stack))
    yield from (_call(each, TOOL, name) for each in there.tools)
    yield from (_call(each, SKILL, name) for each in there.skills)


# --- possible words -------------------------------------------------------------------------------


def act_choices(session: Session) -> Iterator[Choice]:
    """The next words with an effect: all that aren't refused."""
    if session.ended:
        return
    cast = session.cast
    if session.open:
        yield spoken("answer")
        if not cast.claude:
            yield spoken("stop")
        yield from (spoken("subagent", name) for name in _callable(session))
        return
    if cast.claude:  # only its user continues with it, and in another session
        return
    yield spoken("leave")
    yield spoken("send")
    yield from (spoken("pick", name) for name in _pickable(cast))
    shown = cast.buttons(session.active).by_label if session.shown else {}
    targets = {label: each.target or "" for label, each in shown.items()}
    yield from (spoken("press", label) for label in targets if cast.is_pickable(targets[label]))


def act_key(session: Session) -> Hashable:
    """All of a session except its path: whoever has called continues after the answer."""
    shown = bool(session.shown)
    return (session.active, session.stack, session.open, shown, session.left, session.ended)


def _pickable(cast: Cast) -> Iterator[str]:
    """The agents that people can pick: of the built-in ones, the initial agent and those that
    handoffs name."""
    own = named_by_handoffs(cast)
    yield from dict.fromkeys((START, *own, *cast.visible))


def named_by_handoffs(cast: Cast) -> tuple[str, ...]:
    """The built-in agents of VS Code that a handoff of the team points to."""
    agents = (*cast.known.values(), *cast.visible.values())
    named = {handoff.target for agent in agents for handoff in agent.handoffs}
    return tuple(each for each in (*BUILT_IN, *SHIPPED_VISIBLE) if each in named)


def _callable(session: Session) -> Iterator[str]:
    """The agents that the agent at work can call."""
    yield from (name for name in session.cast.known if not refused(session, name))
    more = [name for name in foreign(session.cast) if not refused(session, name)]
    named = named_foreign(session.cast)
    yield from (name for name in more if name in named)
    yield from [name for name in more if name not in named][:1]


def foreign(cast: Cast) -> tuple[str, ...]:
    """Claude Code's built-in agents, unless another agent has the same name."""
    return tuple(name for name in CLAUDE if name not in cast.known) if cast.claude else ()


def named_foreign(cast: Cast) -> frozenset[str]:
    """The agents that an agent lists for calls."""
    listed = (_listed(agent) for agent in cast.known.values())
    return frozenset(name for names in listed for name in names).intersection(foreign(cast))


def _listed(agent: Agent) -> Iterator[str]:
    """The names between the parentheses of the tool that calls agents."""
    for tool in agent.tool_names or ():
        if bare(tool) in CALLS:
            within = tool.partition("(")[2].rstrip(")").split(",")
            yield from filter(None, map(str.strip, within))


# --- what the files of a team let runs do ---------------------------------------------------------


def known_acts(team: Team) -> Iterator[KnownAct]:
    """Everything that its sessions can do, in the harness that it is read for: reachable agents,
    the handoffs that people see, and for each agent its possible calls."""
    options = {option.name: option.default for option in OPTIONS}
    cast = cast_of(team, {**options, "harness": team.harness, "identity": team.identity})
    first = MAIN if cast.claude else START
    own = _of_harness(cast, first)
    for name in dict.fromkeys((*own, *cast.known)):
        agent = cast.first(name)
        at = declared(team, agent) if agent else None
        yield KnownAct(_reached(name), at)
        if agent is not None and not cast.claude:
            yield from _handoffs(team, cast, name, agent)
        yield from _calls(team, cast, name, own)
        yield from _held(team, cast, name)


def _of_harness(cast: Cast, first: str) -> list[str]:
    """The built-in agents, if runs distinguish them."""
    if not cast.claude:
        return [first, *named_by_handoffs(cast)]
    every, named_ = foreign(cast), named_foreign(cast)
    rest = [name for name in every if name not in named_][:1]
    return [first, *(name for name in every if name in named_), *rest]


def _handoffs(team: Team, cast: Cast, name: str, agent: Agent) -> Iterator[KnownAct]:
    if name not in cast.visible:
        return
    told: set[str] = set()
    for each in cast.buttons(name).handoffs:
        label = each.label or ""
        if cast.is_pickable(each.target or "") and label not in told:
            told.add(label)
            act = Act("take", label, phase=name)
            yield KnownAct(act, place(team, agent, *each.pointer))


def _calls(team: Team, cast: Cast, caller: str, own: list[str]) -> Iterator[KnownAct]:
    """The calls that an agent can make, each with the place where it lists the callee, or else
    where that agent is declared."""
    if not cast.may_call(caller):
        return
    agent = cast.first(caller)
    places: dict[str, Place] = {}
    for word in (agent.agents or ()) if agent else ():
        places.setdefault(word.text, place(team, agent, *word.pointer))  # type: ignore[arg-type]
    for name in (*cast.known, *(own[1:] if cast.claude else ())):
        if not cast.exists(name, caller) or cast.is_barred(caller, name):
            continue
        if not cast.claude and not cast.offers(caller, name):
            continue
        if cast.claude and not cast.is_armed(name):
            continue
        other = cast.first(name)
        at = places.get(name) or (declared(team, other) if other else None)
        yield KnownAct(Act("call", name, AGENT, caller), at)


def _held(team: Team, cast: Cast, name: str) -> Iterator[KnownAct]:
    """The tools and skills that an agent can call, with the place where it names its tools, or of
    the skill. A subagent can have fewer, but never different ones."""
    agent, there = cast.first(name), held(cast, name, inside=False)
    at = None
    if agent is not None:
        at = declared(team, agent) if agent.tools is None else place(team, agent, "tools")
    yield from (KnownAct(_call(each, TOOL, name), at, offered=True) for each in there.tools)
    yield from (KnownAct(_call(each, SKILL, name), at, offered=True) for each in there.skills)
