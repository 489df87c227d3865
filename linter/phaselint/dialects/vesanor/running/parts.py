"""Responses in parts: all that a model may answer (reference §4.2).

A response is a list of calls without a bound: the same tool again and again, in any order, and
calls that would not be legal one response later. No finite set of responses says all of that. So an
exploration of acts takes a response in parts: its beginning is a step, each call is one
(`Turn.more`), and one more closes it. Between them is a state of its own, which knows what has been
called. All
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


def act_choices(state: SessionState) -> Iterator[Choice]:
    """The beginning of a response, which is the turn of the model, or what it goes on with: a call,
    or its end. Of a session that is not in a response also the responses that are blocked as a
    whole or have no call; none when it has ended.

    Raises TooManyChoices where conditions tell too many outputs of one tool apart.
    """
    if state.ended is not None:
        return
    law, saying = state.law, state.saying
    if saying is None:
        if _is_over(state):
            yield Choice("model", Turn())
            return
        yield Choice("model", Turn(more=True))
        if law.last_step_count or law.limits != Limits(per_tool=law.limits.per_tool):
            yield from (Choice("model", Turn(calls)) for calls in _refused(state, ()))
        return
    yield Choice("tool", Turn())
    # Where all that is said is blocked, the response has no effect: it is one of the above.
    if _counts_blocks(state) and saying.calls and not saying.refused:
        whole = state._replace(saying=None)
        refused = _refused(whole, saying.calls)
        yield from (Choice("tool", Turn(calls, more=True)) for calls in refused)
    arguments = fresh(state, saying.calls)
    for name in saying.names:
        for call in _results(state, name, arguments):
            yield Choice("tool", Turn((call,), more=True))


def freed(state: SessionState, free: SessionState) -> SessionState:
    """A session in a response, without its limits: `free` is the same without these. What limits
    block is then as if it had not been said, and tools are open that were used up."""
    assert state.saying is not None
    said, _, refused = state.saying
    free = free._replace(saying=None)
    if refused:
        blocked = rulings(state._replace(saying=None), said)
        said = tuple(call for number, call in enumerate(said) if number not in blocked)
    names = _still_open(free, open_names(free), said, {})
    return free._replace(saying=Saying(said, names))


def _is_over(state: SessionState) -> bool:
    """Whether a limit ends the session with whatever response comes."""
    return state.law.mode == "enforce" and is_exhausted(state)


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
    """Calls that are blocked, after others of a response that are let through anyway: of a tool
    that is shut or used up, of an unknown tool, otherwise of two that advance to different
    phases."""
    law, arguments = state.law, fresh(state, said)
    if law.mode != "enforce":
        return
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


def go_on(state: SessionState, turn: Turn) -> tuple[SessionState, tuple[Event, ...]]:
    """A further call of a response, or its end, with which the session takes it as a whole, as it
    does at once where a limit ends it. What the model sees is worked out when somebody looks at
    it."""
    said = state.saying.calls if state.saying else ()
    before, calls = state._replace(saying=None), (*said, *turn.calls)
    if turn.more and not _is_over(before):
        saying = state.saying or Saying((), open_names(state))
        return _say(before, saying, turn.calls)
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
    before: SessionState, saying: Saying, calls: tuple[Call, ...]
) -> tuple[SessionState, tuple[Event, ...]]:
    """A part of a response that goes on."""
    said = (*saying.calls, *calls)
    # Nothing keeps a single call of an open tool; what it has as arguments is looked at for loops.
    plain = len(calls) == 1 and calls[0].tool in saying.names and not before.law.detects_loops
    free = not said or (plain and not saying.refused)
    blocked = {} if free else _blocked(before, said)
    new = range(len(saying.calls), len(said))
    through = [said[number] for number in new if number not in blocked]
    names = _still_open(before, saying.names, said, blocked)
    failed = [call.tool for call in through if not call.ok]
    data = {
        "released": [call.tool for call in through],
        "blocked": [{"tool": said[n].tool, "reason": blocked[n]} for n in new if n in blocked],
        **({"failed": failed} if failed else {}),
    }
    after = before._replace(saying=Saying(said, names, refused=bool(blocked)))
    return after, (Event(SAY, data, before.phase or ""),)


def _still_open(
    before: SessionState, names: tuple[str, ...], said: Sequence[Call], blocked: Mapping[int, str]
) -> tuple[str, ...]:
    """The tools that the calls of a response leave open, of those that were open before the last
    call: no tool that goes to another phase than a call does, and no tool that is used up."""
    law, limits = before.law, before.law.limits
    if law.mode != "enforce":
        return names
    accepted = [call for number, call in enumerate(said) if number not in blocked]
    goals = {law.target(call.tool) for call in accepted} - {""}
    if goals or "ambiguous_phase_transition" in blocked.values():
        names = tuple(name for name in names if law.target(name) in {"", *goals})
    if any(limits.per_tool.values()) or limits.max_tool_calls is not None or law.detects_loops:
        arguments = fresh(before, said)
        names = tuple(n for n in names if follows(before, Call(n, arguments), accepted))
    return names


def joined(choices: Sequence[Choice]) -> Iterator[Choice]:
    """The responses that parts are of; one that is not closed ends with what there is of it."""
    calls: tuple[Call, ...] = ()
    begun = False
    for choice in choices:
        turn: Turn = choice.value
        calls, begun = (*calls, *turn.calls), turn.more
        if not begun:
            yield Choice("model", turn._replace(calls=calls))
            calls = ()
    if begun:
        yield Choice("model", Turn(calls))


def key_of_part(state: SessionState, key: Callable[[SessionState], Hashable]) -> Hashable:
    """How exploration distinguishes unfinished responses: the phase and state that the session will
    have when they end, which tools can be called next, and, if failed or blocked calls in a row
    count, how many there were. If calls that would be blocked are also let through, what was called
    in which state; if they are let through after others, whether there is another."""
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
        bool(said) and _counts_blocks(before),
        None if limits.consecutive_blocks is None else state.blocks_in_row,
        None if limits.consecutive_errors is None else state.errors_in_row,
    )
