"""Responses in parts: all that a model may answer (reference §4.2).

A response is a list of calls without a bound: the same tool again and again, in any order, and
calls that would not be legal one response later. No finite set of responses says all of that. So an
exploration of acts takes a response in parts: each call is a step (`Turn.more`), and one more step
closes the response. Between them is a state of its own, which knows what has been called. All
responses are the walks through these states, and nothing is lost or made up: the gatekeeper rules
on each call by the state before the response and the calls before it, as it does when it gets the
response as a whole, and the session takes effect when the response is closed.

Left out is what `representatives` leaves out as well: what an operator does (`narrow`, `widen`,
`kill`), what a response costs, equal calls that look like a loop where others do not, and names
that the request does not offer.
"""

from __future__ import annotations

from phaselint.dialects.records import Choice, Event, OnDemand
from phaselint.dialects.vesanor.model import Limits
from phaselint.dialects.vesanor.reading.turns import Call, Turn
from phaselint.dialects.vesanor.running.events import SAY, turn_event
from phaselint.dialects.vesanor.running.gatekeeper import (
    elsewhere,
    follows,
    narrowed,
    rulings,
)
from phaselint.dialects.vesanor.running.representatives import returns
from phaselint.dialects.vesanor.running.session import Saying
from phaselint.dialects.vesanor.running.steps import commit, intervene, is_exhausted, take

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.vesanor.running.session import SessionState

UNHEARD_OF = "unknown_tool"
"""A call that is blocked where calls of no requested tool are."""


# --- choices --------------------------------------------------------------------------------------


class OpenNames:
    """What `open_names` gives, at hand for the state that was asked about last."""

    __slots__ = ("_last",)

    def __init__(self) -> None:
        self._last: tuple[SessionState, tuple[str, ...]] | None = None

    def __call__(self, state: SessionState) -> tuple[str, ...]:
        """The requested tools whose calls are let through at the beginning of a response."""
        last = self._last
        if last is None or last[0] is not state:
            last = self._last = (state, open_names(state))
        return last[1]


def act_choices(state: SessionState, names_of: OpenNames) -> Iterator[Choice]:
    """The parts with which a response begins or goes on, and the responses without a call that is
    let through; none when the session has ended. The first part is the model's turn, the others
    belong to it.

    Raises TooManyChoices where conditions tell too many outputs of one tool apart.
    """
    if state.ended is not None:
        return
    law, saying = state.law, state.saying
    said: tuple[Call, ...] = ()
    if saying is None:
        yield Choice("model", Turn())
        if law.mode == "enforce":
            if is_exhausted(state):
                return
            if law.last_step_count or law.limits != Limits(per_tool=law.limits.per_tool):
                yield from (Choice("model", Turn(calls)) for calls in _refused(state, ()))
        names, decider = names_of(state), "model"
    else:
        yield Choice("tool", Turn())
        names, said, decider = saying.names, saying.calls, "tool"
        if _counts_blocks(state) and not saying.refused:
            whole = state._replace(saying=None)
            yield from (Choice("tool", Turn(c, more=True)) for c in _refused(whole, said))
    arguments = fresh(state, said)
    for name in names:
        for call in _results(state, name, arguments):
            yield Choice(decider, Turn((call,), more=True))  # type: ignore[arg-type]


def fresh(state: SessionState, said: Sequence[Call]) -> str:
    """Arguments for the next call: others each time where equal calls could look like a loop."""
    count = state.total_calls + len(said)
    return f'{{"call": {count}}}' if state.law.detects_loops else "{}"


def _results(state: SessionState, name: str, arguments: str) -> Iterator[Call]:
    """A tool called with every output that conditions can tell apart, and so that the call fails:
    what a tool returns then counts where it needs no acknowledgement."""
    tool = state.law.tools.get(name)
    for call in returns(state, name, arguments):
        yield call
        if tool is not None and not tool.acknowledged:
            yield call._replace(ok=False)
    if tool is None or tool.acknowledged:
        yield Call(name, arguments, ok=False)


def open_names(state: SessionState) -> tuple[str, ...]:
    """The requested tools whose calls are let through at the beginning of a response."""
    law = state.law
    if law.mode != "enforce":
        return law.request
    away, arguments = elsewhere(state), fresh(state, ())
    return tuple(
        name
        for name in law.request
        if name not in away and not rulings(state, (Call(name, arguments),))
    )


def _counts_blocks(state: SessionState) -> bool:
    """Whether it is known of a response later that one of its calls was blocked, though others were
    released."""
    law = state.law
    counted = law.limits.consecutive_blocks is not None
    return counted and law.mode == "enforce" and law.gate != "reject_all"


def _refused(state: SessionState, said: tuple[Call, ...]) -> Iterator[tuple[Call, ...]]:
    """Calls that are blocked, after others of a response that are let through all the same: of a
    tool that is shut or used up, of one that nobody knows, else of two that lead apart."""
    law, arguments = state.law, fresh(state, said)
    calls = [Call(name, arguments) for name in (*law.request, UNHEARD_OF)]
    for call in calls:
        if call.tool != UNHEARD_OF or law.unmatched == "block":
            blocked = rulings(state, (*said, call))
            if blocked.get(len(said)) not in (None, "ambiguous_phase_transition"):
                yield (call,)
                return
    goals = {law.target(call.tool): call for call in calls if law.target(call.tool)}
    if len(goals) > 1 and not any(law.target(call.tool) for call in said):
        yield tuple(goals.values())[:2]


# --- steps ----------------------------------------------------------------------------------------


def go_on(
    state: SessionState, turn: Turn, names_of: OpenNames
) -> tuple[SessionState, tuple[Event, ...]]:
    """A further call of a response, or its end, with which the session takes it as a whole. What
    the model sees is worked out when somebody looks at it."""
    said = state.saying.calls if state.saying else ()
    before, calls = state._replace(saying=None), (*said, *turn.calls)
    if turn.more:
        names = state.saying.names if state.saying else names_of(state)
        return _say(before, said, turn.calls, names)
    whole = turn._replace(calls=calls)
    before = intervene(before, whole)
    after, record = take(before, whole, _unseen)
    told = len(said) - len(_blocked(before, said))

    def make() -> Mapping[str, Any]:
        visible, removed = narrowed(before)
        seen = record._replace(visible=visible, removed=removed)
        return {**turn_event(before, seen, after).data, "said": told}

    known = {
        "phase_before": before.phase,
        "phase_after": after.phase,
        "released": [call.tool for call in record.released],
        "said": told,
    }
    return after, (Event("turn", OnDemand(make, known), before.phase or ""),)


def _unseen(_: SessionState) -> tuple[tuple[str, ...], dict[str, str]]:
    return (), {}


def _blocked(state: SessionState, calls: Sequence[Call]) -> dict[int, str]:
    return rulings(state, calls) if state.law.mode == "enforce" else {}


def _say(
    before: SessionState, earlier: tuple[Call, ...], calls: tuple[Call, ...], names: tuple[str, ...]
) -> tuple[SessionState, tuple[Event, ...]]:
    """A part of a response that goes on. Of tools that are let through at its beginning, those
    stay so that its calls so far leave open."""
    law, said = before.law, (*earlier, *calls)
    blocked = _blocked(before, said)
    new = range(len(earlier), len(said))
    through = [said[number] for number in new if number not in blocked]
    if law.mode == "enforce":
        accepted = [call for number, call in enumerate(said) if number not in blocked]
        apart = "ambiguous_phase_transition" in blocked.values()
        arguments = fresh(before, said)
        names = tuple(
            name
            for name in names
            if not (apart and law.target(name)) and follows(before, Call(name, arguments), accepted)
        )
    failed = [call.tool for call in through if not call.ok]
    data = {"released": [call.tool for call in through], **({"failed": failed} if failed else {})}
    after = before._replace(saying=Saying(said, names, refused=bool(blocked)))
    return after, (Event(SAY, data, before.phase or ""),)


def joined(choices: Sequence[Choice]) -> Iterator[Choice]:
    """The responses that parts are of; one that is not closed ends with what there is of it."""
    calls: tuple[Call, ...] = ()
    for choice in choices:
        turn: Turn = choice.value
        calls = (*calls, *turn.calls)
        if not turn.more:
            yield Choice("model", turn._replace(calls=calls))
            calls = ()
    if calls:
        yield Choice("model", Turn(calls))


def key_of_part(state: SessionState, key: Callable[[SessionState], Hashable]) -> Hashable:
    """What tells responses apart that go on: what the session is to be when they are closed, by
    which phase that is told from before, which tools may be called next, and, where failed or
    blocked calls in a row count, how many there were. Where calls that would be blocked are let
    through as well, what was called in which state."""
    assert state.saying is not None
    said, names, refused = state.saying
    before, limits = state._replace(saying=None), state.law.limits
    apart: Hashable = frozenset(names)
    if state.law.mode == "enforce":
        blocked = rulings(before, said) if refused else {}
        passed = [call for number, call in enumerate(said) if number not in blocked]
        closed = commit(before, Turn(), passed, frozenset(range(len(passed))))
    else:
        closed = take(before, Turn(said), _unseen)[0]
        apart = (key(before), frozenset((call.tool, call.ok, repr(call.output)) for call in said))
    return (
        SAY,
        key(closed),
        state.phase,
        apart,
        refused,
        None if limits.consecutive_blocks is None else state.blocks_in_row,
        None if limits.consecutive_errors is None else state.errors_in_row,
    )
