"""Responses that stand for all others in an exploration (reference §4.4)."""

from __future__ import annotations

from phaselint.dialects.protocol import TooManyChoices
from phaselint.dialects.records import Choice
from phaselint.dialects.vesanor.model import Limits
from phaselint.dialects.vesanor.reading.outputs import (
    meets_condition,
    representative_outputs,
)
from phaselint.dialects.vesanor.reading.turns import Call, Turn
from phaselint.dialects.vesanor.running.gatekeeper import elsewhere, rulings
from phaselint.vocabulary.finding import Place
from phaselint.vocabulary.message import quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping, Sequence

    from phaselint.dialects.vesanor.running.session import SessionState

MAX_RESPONSES = 4_096
"""Responses of one state that differ in what they do, at most."""


def representatives(state: SessionState) -> Iterator[Choice]:
    """Responses that together reach every state, or one that has only more steps behind it; none
    when the run has ended.

    Members of a response neither help nor hinder each other, so part of a response can be
    given before the rest, unless it hinders the rest (`_hindered`) or moves the phase, or
    `max_steps` counts. What cannot be taken apart is tried in every combination that does
    something else, with each output that preconditions can tell apart.
    A blocked or failed call and what an operator may do (`narrow`, `kill`) only take away; a
    blocked call matters to the circuit breaker alone and is offered for it.

    Raises TooManyChoices when there are more than `MAX_RESPONSES` of them, or conditions on the
    output of one tool tell too many outputs apart.
    """
    if state.refused or state.killed or state.phase in state.law.terminals:
        return
    law = state.law
    # Varied if equal calls could look like a loop, to prevent that.
    arguments = f'{{"call": {state.total_calls}}}' if law.detects_loops else "{}"
    away = elsewhere(state)
    usable = [
        name
        for name in law.request
        if name not in away
        and not _spent(state, name)
        and not rulings(state, (Call(name, arguments),))
    ]
    if law.last_step_count or law.limits != Limits(per_tool=law.limits.per_tool):
        yield Choice("model", Turn())
    if law.limits.consecutive_blocks is not None:
        shut = next((name for name in law.request if name not in usable), None)
        if shut is not None:
            yield Choice("model", Turn((Call(shut),)))
    calls = {name: returns(state, name, arguments) for name in usable}
    for response in _responses(state, calls):
        yield Choice("tool" if any(call.output for call in response) else "model", Turn(response))
    if law.limits.consecutive_errors is not None:
        yield from (Choice("tool", Turn((Call(name, arguments, ok=False),))) for name in usable)


def _spent(state: SessionState, name: str) -> bool:
    """Whether a second call of a tool that doesn't advance would do nothing that the first hasn't
    done, in the one phase in which the tool is valid: its output isn't read, and calls aren't
    counted."""
    law, tool = state.law, state.law.tools.get(name)
    return (
        name in state.executed
        and tool is not None
        and not tool.advances_to
        and tool.valid_in == (state.phase,)
        and not law.conditions.get(name)
        and not law.last_step_count
        and law.limits == Limits(per_tool=law.limits.per_tool)
        and not law.limits.per_tool.get(name)
    )


def returns(state: SessionState, name: str, arguments: str) -> tuple[Call, ...]:
    """A tool called with every output that conditions can tell apart."""
    conditions = state.law.conditions.get(name, ())
    if not conditions:
        return (Call(name, arguments),)
    try:
        outputs = tuple(representative_outputs(conditions))
    except OverflowError as error:
        raise _too_many_outputs(state, name, str(error)) from None
    return tuple(Call(name, arguments, True, output) for output in outputs)


def _responses(
    state: SessionState, calls: Mapping[str, Sequence[Call]]
) -> Iterator[tuple[Call, ...]]:
    """Sets of calls of usable tools, at most one target among them, up to order, splitting and
    what they do."""
    targets = {name: state.law.target(name) for name in calls}
    staying = [name for name in calls if not targets[name]]
    for name in staying:
        yield from ((call,) for call in calls[name])
    hindered = _hindered(state, calls)
    for knot in _knots(staying, hindered):
        yield from _sets(state, calls, knot, ())
    for goal in sorted(set(targets.values()) - {""}):
        leading = [name for name in calls if targets[name] == goal]
        for name in leading:
            yield from ((call,) for call in calls[name])
        yield from _sets(state, calls, _hindering(staying, leading, hindered), leading)


def _hindered(
    state: SessionState, calls: Mapping[str, Sequence[Call]]
) -> dict[str, frozenset[str]]:
    """For each tool the others that can be called in the same response, and perhaps not after it:
    it forbids them, or they look at its output, which a new call replaces. If `max_steps` counts,
    these are all others: a later call takes a step of its own."""
    names = frozenset(calls)
    if state.law.limits.max_steps is not None:
        return {name: names - {name} for name in calls}
    found = {name: set(state.law.bans(name) & names) - {name} for name in calls}
    for name in calls:
        tool = state.law.tools.get(name)
        for entry in tool.preconditions if tool else ():
            # A tool that has not been called before isn't required by any usable tool.
            if entry.tool != name and entry.tool in found and entry.tool in state.executed:
                outputs = (call.output for call in calls[entry.tool])
                if not all(
                    meets_condition(each, got) for got in outputs for each in entry.conditions
                ):
                    found[entry.tool].add(name)
    return {name: frozenset(others) for name, others in found.items()}


def _knots(names: Sequence[str], hindered: Mapping[str, frozenset[str]]) -> Iterator[Sequence[str]]:
    """The sets of two or more tools that hinder each other, directly or in a circle."""
    onto = {name: [n for n in names if n in hindered[name]] for name in names if hindered[name]}
    back: dict[str, list[str]] = {}
    for name, others in onto.items():
        for other in others:
            back.setdefault(other, []).append(name)
    told: set[str] = set()
    for name in onto:
        if name not in told:
            knot = _closure(name, onto) & _closure(name, back)
            told |= knot
            if len(knot) > 1:
                yield [each for each in names if each in knot]


def _closure(name: str, near: Mapping[str, Sequence[str]]) -> set[str]:
    """What can be reached from a name, itself included."""
    found, waiting = {name}, [name]
    while waiting:
        new = set(near.get(waiting.pop(), ())) - found
        found |= new
        waiting += new
    return found


def _hindering(
    names: Sequence[str], leading: Sequence[str], hindered: Mapping[str, frozenset[str]]
) -> list[str]:
    """Those of some tools that hinder tools that lead on, directly or through each other."""
    found: set[str] = set(leading)
    rest = [name for name in names if hindered[name]]
    while near := [name for name in rest if not hindered[name].isdisjoint(found)]:
        found.update(near)
        rest = [name for name in rest if name not in found]
    return [name for name in names if name in found]


def _sets(
    state: SessionState,
    calls: Mapping[str, Sequence[Call]],
    beside: Sequence[str],
    leading: Sequence[str],
) -> Iterator[tuple[Call, ...]]:
    """Sets of two or more calls of some tools, at least one that leads on where there are such,
    one for each effect that no single call has; smaller ones first.

    Raises TooManyChoices when there are more than `MAX_RESPONSES`.
    """
    if len(beside) + len(leading) < 2:
        return
    found: dict[tuple[bool, frozenset[Hashable]], tuple[Call, ...]] = {(False, frozenset()): ()}
    for name in (*beside, *leading):
        onward = name in leading
        for (moved, done), before in list(found.items()):
            for number, call in enumerate(calls[name]):
                does = _does(state, name, number if len(calls[name]) > 1 else None)
                if state.law.limits.max_tool_calls is not None:
                    does |= {len(before) + 1}
                effect = (moved or onward, done | does)
                other = found.get(effect)
                if other is None or len(other) > len(before) + 1:
                    found[effect] = (*before, call)
        if len(found) > MAX_RESPONSES:
            raise _too_many_responses(state, name)
    wanted = (each for (moved, _), each in found.items() if moved or not leading)
    yield from sorted((each for each in wanted if len(each) > 1), key=len)


def _does(state: SessionState, name: str, output: int | None) -> frozenset[Hashable]:
    """What a call of a tool does that can be told from what another does, apart from its target:
    a result that conditions look at, a call that was not there before and is required, new bans,
    and what a limit of its own counts."""
    law = state.law
    found: set[Hashable] = {("bans", other) for other in law.bans(name) - state.forbidden}
    if output is not None:
        found.add((name, output))
    elif name in law.required and name not in state.executed:
        found.add(name)
    if law.limits.per_tool.get(name):
        found.add(("counts", name))
    return frozenset(found)


def _too_many_outputs(state: SessionState, name: str, many: str) -> TooManyChoices:
    """Preconditions look at the output of a tool in too many ways, or too far into it: at the first
    that does. `many` says how many."""
    place = next(
        Place(tool.file, ("preconditions", entry.number, "with_output"))
        for tool in state.law.tools.values()
        for entry in tool.preconditions
        if entry.tool == name and entry.conditions
    )
    what = f"preconditions distinguish {many} of {quote(name)}"
    return TooManyChoices(what, place)


def _too_many_responses(state: SessionState, name: str) -> TooManyChoices:
    """The tools of a phase can be called together in too many ways: at one of them."""
    what = (
        f"phase {quote(state.phase or '')} allows more than {MAX_RESPONSES:,} different responses"
    )
    return TooManyChoices(what, Place(state.law.tools[name].file, ("tool",)))
