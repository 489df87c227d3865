"""The acts that a policy names, by the names under which a target shows them."""

from __future__ import annotations

from phaselint.guards.hook import folded
from phaselint.guards.tables import Row
from phaselint.guards.targets import CLAUDE, LANGGRAPH, NotShown, tool_names
from phaselint.policies.automaton import (
    FIRST,
    FIRST_TRIED,
    SECOND,
    SECOND_TRIED,
    THIRD,
    machine,
)
from phaselint.policies.policy import ENDINGS
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.acts import Act
    from phaselint.guards.targets import Target
    from phaselint.policies.pattern import Name, Pattern, Reading
    from phaselint.policies.policy import Policy

_TOOL, _AGENT, _SKILL, _NODE = "tool", "agent", "skill", "node"


class View(NamedTuple):
    """What a target shows of a contract.

    Attributes:
        target: the target.
        team: whether the contract is a team of agents.
        known: the acts of the contract.
    """

    target: Target
    team: bool
    known: tuple[Act, ...]


def why_not(policy: Policy) -> str:
    """Why no guard can hold a policy, whatever its target; empty where one can."""
    if policy.shape == "some-run":
        return "it asks for one run that does something, so no act breaks it"
    return "it is about whom an agent calls through others" if policy.origin else ""


def rows_of(policy: Policy, view: View) -> tuple[Row, ...]:
    """The rows of the table of a policy, whose names are resolved.

    Raises:
        NotShown: the target doesn't show one of its acts.
    """
    if policy.shape in ENDINGS and view.target.name == LANGGRAPH:
        raise NotShown("a guard of LangGraph wraps nodes, and doesn't see how runs end")
    mask = machine(policy).mask
    places = (
        (policy.first, FIRST_TRIED | FIRST, FIRST_TRIED),
        (policy.second, SECOND_TRIED | SECOND, SECOND_TRIED),
        (policy.third, THIRD, 0),
    )
    found: dict[Row, None] = {}
    for number, (patterns, done, failed) in enumerate(places):
        blocked = number in _blocked(policy)
        for pattern in patterns:
            for row in _rows(pattern, view, blocked=blocked):
                bits = row._replace(done=done & mask, failed=failed & mask & row.failed)
                if bits.done or bits.failed:
                    found[bits] = None
    return tuple(found)


def _blocked(policy: Policy) -> tuple[int, ...]:
    """The places of a policy whose acts are only ever blocked."""
    if policy.shape == "never-both":
        return (0, 1)
    if policy.shape in ENDINGS:
        return (1,) if policy.scope == "before" else ()
    return (0,)


def _rows(pattern: Pattern, view: View, *, blocked: bool) -> Iterator[Row]:
    """The rows of one act; their bits are set where nothing speaks against them. `blocked`: the
    guard only blocks the act, and no other act depends on it."""
    if pattern.verb == "start":
        return
    for reading in pattern.readings:
        if view.target.name == LANGGRAPH:
            yield from _nodes(pattern, reading)
        elif pattern.verb == "call":
            yield from _calls(reading, view, _agent(pattern, reading, view, blocked=blocked))
        elif pattern.verb == "reach" and view.team and blocked and reading.phase is None:
            yield Row(_AGENT, *_folded(reading.subject), "", -1, 0)
        else:
            raise NotShown(f"{view.target.product} doesn't show `{pattern.text}` to a hook")


def _nodes(pattern: Pattern, reading: Reading) -> Iterator[Row]:
    if pattern.verb != "enter" or reading.phase is not None:
        raise NotShown(f"a guard of LangGraph wraps nodes, and doesn't see `{pattern.text}`")
    how = "like" if reading.subject.glob else "is"
    yield Row(_NODE, how, reading.subject.text, agent="", done=-1, failed=-1)


def _agent(pattern: Pattern, reading: Reading, view: View, *, blocked: bool) -> str:
    """The only agent whose calls are meant; empty for any."""
    if reading.phase is None:
        return ""
    if not view.team or reading.phase.glob or view.target.name != CLAUDE:
        raise NotShown(f"{view.target.product} doesn't show where `{pattern.text}` happens")
    if not blocked:
        named = f"{view.target.product} doesn't always name the main agent"
        raise NotShown(f"{named}, so `{pattern.text}` can be missed")
    return folded(reading.phase.text)


def _calls(reading: Reading, view: View, agent: str) -> Iterator[Row]:
    kinds = (reading.kind,) if reading.kind else (_TOOL, _AGENT, _SKILL) if view.team else (_TOOL,)
    for kind in kinds:
        if kind == _TOOL:
            for how, name in _tools(reading.subject, view):
                yield Row(_TOOL, how, name, agent=agent, done=-1, failed=-1)
        elif kind == _AGENT:
            yield Row(_AGENT, *_folded(reading.subject), agent, -1, -1)
        elif view.target.skill_tools:
            how = "like" if reading.subject.glob else "is"
            yield Row(_SKILL, how, reading.subject.text, agent=agent, done=-1, failed=-1)
        elif reading.kind:
            raise NotShown(f"{view.target.product} has no documented event for calls of skills")


def _tools(name: Name, view: View) -> Iterator[tuple[str, str]]:
    """How a tool is compared, and with what."""
    if not name.glob:
        yield from (("is", each) for each in tool_names(view.target, name.text, team=view.team))
        return
    yield "like", name.text
    for each in _matching(name, view.known):
        for shown in tool_names(view.target, each, team=view.team):
            if shown != each:
                yield "is", shown


def _matching(name: Name, known: Sequence[Act]) -> list[str]:
    """The tools of a contract that a glob matches."""
    tools = {act.subject for act in known if act.verb == "call" and act.kind in ("", _TOOL)}
    return sorted(each for each in tools if name.matches(each))


def _folded(name: Name) -> tuple[str, str]:
    """How an agent is compared, and with what: case and separators don't matter in events."""
    return ("like" if name.glob else "is"), folded(name.text)
