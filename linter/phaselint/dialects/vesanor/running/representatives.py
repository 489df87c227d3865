"""Responses that stand for all others in an exploration (reference §4.4)."""

from __future__ import annotations

from itertools import combinations

from phaselint.dialects.protocol import Choice, TooManyChoices
from phaselint.dialects.vesanor.model import Limits
from phaselint.dialects.vesanor.reading.outputs import MAX_COMBINATIONS, representative_outputs
from phaselint.dialects.vesanor.reading.turns import Call, Turn
from phaselint.dialects.vesanor.running.gatekeeper import elsewhere, rulings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.vesanor.running.session import Law, SessionState

MAX_TOGETHER = 12
"""Tools of which every combination is tried in one response, at most."""


def representatives(state: SessionState) -> Iterator[Choice]:
    """Responses that together reach every state, or one that has only more steps behind it; none
    when the run has ended.

    Members of a response neither help nor forbid each other, so tools without target that no
    usable tool bans or is banned by can as well be called one after the other, unless
    `max_steps` counts. Every combination of the others is tried, with each output that
    preconditions can tell apart.
    A blocked or failed call and what an operator may do (`narrow`, `kill`) only take away; a
    blocked call matters to the circuit breaker alone and is offered for it.

    Raises TooManyChoices when more than `MAX_TOGETHER` tools interact.
    """
    if state.refused or state.killed or state.phase in state.law.terminals:
        return
    law = state.law
    # Varied where equal calls could look like a loop, so that none does.
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
    for members in _combinations(law, usable):
        for calls in _with_outputs(law, members, arguments):
            yield Choice("tool" if any(call.output for call in calls) else "model", Turn(calls))
    if law.limits.consecutive_errors is not None:
        yield from (Choice("tool", Turn((Call(name, arguments, ok=False),))) for name in usable)


def _spent(state: SessionState, name: str) -> bool:
    """Whether a second call of a tool that leads nowhere would do nothing that the first has not
    done, in the one phase in which the tool is valid: its output is not looked at, and nothing is
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


def _combinations(law: Law, usable: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Sets of usable tools, at most one target among them, up to order and splitting."""
    targets = {name: law.target(name) for name in usable}
    touched = {
        name for name in usable for other in law.bans(name).intersection(usable) if other != name
    } | {other for name in usable for other in law.bans(name) if other != name}
    if law.limits.max_steps is not None:
        touched.update(usable)
    still = [name for name in usable if not targets[name] and name not in touched]
    yield from ((name,) for name in still)
    mixing = [name for name in usable if not targets[name] and name in touched]
    for goal in ("", *sorted(set(targets.values()) - {""})):
        pool = mixing + [name for name in usable if goal and targets[name] == goal]
        if len(pool) > MAX_TOGETHER:
            raise TooManyChoices
        for size in range(1, len(pool) + 1):
            for members in combinations(pool, size):
                if not goal or any(targets[name] for name in members):
                    yield members


def _with_outputs(law: Law, members: Sequence[str], arguments: str) -> Iterator[tuple[Call, ...]]:
    """The members called with every combination of outputs that conditions can tell apart.

    Raises TooManyChoices when there are more than `MAX_COMBINATIONS` of them.
    """
    found: list[tuple[Call, ...]] = [()]
    for name in members:
        conditions = law.conditions.get(name, ())
        try:
            outputs = list(representative_outputs(conditions)) if conditions else [{}]
        except OverflowError:
            raise TooManyChoices from None
        if len(found) * len(outputs) > MAX_COMBINATIONS:
            raise TooManyChoices
        found = [
            (*calls, Call(name, arguments, True, output)) for calls in found for output in outputs
        ]
    yield from found
