"""The session runtime: one turn per step (reference §4).

It reads the contract itself and shares nothing with `lower`, so that a proof by execution is
independent of the analysis it confirms.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

from phaselint.dialects.protocol import (
    COMPLETED,
    RUNNING,
    Choice,
    Event,
    Outcome,
    Question,
    TooManyChoices,
)
from phaselint.dialects.vesanor.admission import config_errors
from phaselint.dialects.vesanor.gatekeeper import narrowed, rulings
from phaselint.dialects.vesanor.model import Limits
from phaselint.dialects.vesanor.outputs import MAX_COMBINATIONS, holds, representative_outputs
from phaselint.dialects.vesanor.script import read_turn, turn_headline, write_turn
from phaselint.dialects.vesanor.session import (
    Call,
    Law,
    SessionState,
    Turn,
    law_of,
)
from phaselint.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping, Sequence

    from phaselint.dialects.vesanor.model import VesanorContract

CONFIG_ERROR = "ReplayConfigError"
KILL_ERROR = "ReplayKillError"
CONTRACT_ERROR = "ReplayContractError"
LIMIT_ERROR = "session_limit_exceeded"
MAX_TOGETHER = 12
"""Tools of which every combination is tried in one response, at most."""


class Record(NamedTuple):
    """What a turn did, as far as it has been decided."""

    visible: tuple[str, ...] = ()
    removed: Mapping[str, str] = {}
    blocked: tuple[tuple[str, str], ...] = ()
    released: tuple[Call, ...] = ()
    error: str = ""
    extra: Mapping[str, Any] = {}


class VesanorRuntime:
    """`Runtime[SessionState]` of the Vesanor dialect."""

    def start(
        self,
        contract: VesanorContract,
        options: Mapping[str, Any],
        given: Any,
        world: Mapping[str, Any],
    ) -> SessionState:
        """A new session. `given` may hold `tools`: the names the request offers, in order;
        `world` may hold `tools`: the results of calls."""
        law = law_of(contract, options, given, world)
        errors = config_errors(contract) if law.refuse_invalid else ()
        return SessionState(law, law.initial, refused=errors, visited=(law.initial,))

    def relax(self, state: SessionState) -> SessionState:
        """The same session without its limits: what cannot happen in it cannot happen with
        them either, for a limit only takes away. A tool that may be called 0 times stays shut:
        that is a gate and does not depend on how far a run has come (reference §5)."""
        limits = state.law.limits
        shut = {tool: 0 for tool, most in limits.per_tool.items() if most == 0}
        return state._replace(law=state.law._replace(limits=Limits(per_tool=shut)))

    def step(self, state: SessionState, choice: Choice) -> tuple[SessionState, tuple[Event, ...]]:
        """One turn (reference §4.2); `choice.value` is a Turn."""
        turn: Turn = choice.value
        before = _intervene(state, turn)
        after, record = _take(before, turn)
        return after, (_event(before, record, after),)

    def outcome(self, state: SessionState) -> Outcome:
        """A terminal phase marks the run completed; it does not stop it (reference A14)."""
        if state.refused:
            return Outcome("refused", ", ".join(state.refused))
        if state.killed:
            return Outcome("cancelled", KILL_ERROR)
        if state.phase in state.law.terminals:
            return COMPLETED
        if state.error == LIMIT_ERROR:
            return Outcome("limit", "session_limits")
        return RUNNING

    def summary(self, state: SessionState) -> Mapping[str, Any]:
        """The result of a run (reference §4.5), and what the executor does not simulate."""
        return {
            "phases_visited": list(state.visited),
            "final_phase": state.phase,
            "completed": state.phase in state.law.terminals and not state.refused,
            "killed": state.killed,
            "total_steps": state.steps,
            "total_tool_calls": state.total_calls,
            "not_simulated": list(state.law.not_simulated),
        }

    def sample_input(self, contract: VesanorContract) -> Mapping[str, Any]:  # noqa: ARG002
        """A session needs none: it offers all tools."""
        return {}

    def opening(self, state: SessionState) -> Sequence[Event]:  # noqa: ARG002 - always the same
        """Nothing happens before the first turn."""
        return ()

    def asks(self, state: SessionState) -> Question:
        """The next response: a session has no end of its own (reference A14)."""
        phase = state.phase or ""
        return Question("model", phase, max(0, state.visited.count(phase) - 1))

    def read(self, state: SessionState, answer: Any) -> Choice:
        """A scripted response as a choice; see `script.read_turn`."""
        turn = read_turn(answer, state.law.world, state.calls)
        return Choice("model", turn)

    def write(self, choice: Choice) -> Any:
        """A choice as a scripted response; see `script.write_turn`."""
        return write_turn(choice.value)

    def moves(
        self, state: SessionState, choice: Choice, events: Sequence[Event]
    ) -> Sequence[Hashable]:
        """The tools a turn released, each with the phase it was called in."""
        if not choice.value.calls:
            return ()
        return tuple((state.phase, name) for name in events[0].data["released"])

    def headline(self, event: Event) -> str:
        """A turn as one line of a readable trace."""
        return turn_headline(event.data)

    def key(self, state: SessionState) -> Hashable:
        """Phase, what preconditions can see, bans, and the counters a limit can see."""
        law = state.law
        seen = tuple(
            (
                tool,
                tuple(holds(c, state.executed[tool]) for c in law.conditions.get(tool, ())),
            )
            for tool in sorted(law.required.intersection(state.executed))
        )
        bans = frozenset(state.forbidden.intersection(law.tools))
        steps = min(state.steps, law.last_step_count)
        return (state.phase, seen, bans, state.filter, state.killed, steps, _counters(state))

    def choices(self, state: SessionState) -> Sequence[Choice]:
        """Responses that together reach every state, or one that has only more steps behind it.

        Members of a response neither help nor forbid each other, so tools without target that
        no usable tool bans or is banned by can as well be called one after the other, unless
        `max_steps` counts. Every combination of the others is tried, with each output that
        preconditions can tell apart.
        A blocked or failed call and what an operator may do (`narrow`, `kill`) only take
        away; a blocked call matters to the circuit breaker alone and is offered for it.

        Raises TooManyChoices when more than `MAX_TOGETHER` tools interact.
        """
        if state.refused or state.killed or state.phase in state.law.terminals:
            return ()
        return tuple(_choices(state))


def _intervene(state: SessionState, turn: Turn) -> SessionState:
    """What the program around the session does before a turn."""
    if turn.kill:
        state = state._replace(killed=True)
    if turn.widen:
        state = state._replace(filter=None)
    if turn.narrow is not None:
        state = state._replace(filter=frozenset(turn.narrow))
    return state


def _take(state: SessionState, turn: Turn) -> tuple[SessionState, Record]:
    law = state.law
    if state.refused:
        extra = {"config_errors": list(state.refused)}
        return state._replace(error=CONFIG_ERROR), Record(error=CONFIG_ERROR, extra=extra)
    if state.killed:
        return state._replace(error=KILL_ERROR), Record(error=KILL_ERROR)
    if law.mode == "log-only":
        return _commit(state, turn, turn.calls, frozenset()), Record(
            law.request, {}, (), turn.calls
        )
    visible, removed = narrowed(state)
    blocked = rulings(state, turn.calls)
    if law.mode == "shadow":
        return _shadow(state, turn, removed, blocked)
    if _exhausted(state):
        return state._replace(error=LIMIT_ERROR), Record(visible, removed, error=LIMIT_ERROR)
    return _enforce(state, turn, Record(visible, removed), blocked)


def _exhausted(state: SessionState) -> bool:
    limits = state.law.limits
    out_of_steps = limits.max_steps is not None and state.steps >= limits.max_steps
    return out_of_steps or (limits.max_cost is not None and state.cost >= limits.max_cost)


def _enforce(
    state: SessionState, turn: Turn, record: Record, blocked: Mapping[int, str]
) -> tuple[SessionState, Record]:
    """Gate and finalize (reference §4.2, 5 and 6)."""
    law = state.law
    named = tuple((turn.calls[index].tool, reason) for index, reason in blocked.items())
    record = record._replace(blocked=named)
    if blocked:
        in_row = state.blocks_in_row + 1
        limit = law.limits.consecutive_blocks
        state = state._replace(blocks_in_row=in_row, killed=limit is not None and in_row >= limit)
        all_blocked = len(blocked) == len(turn.calls)
        if law.gate == "reject_all" or (law.gate == "strip_partial" and all_blocked):
            return state._replace(error=CONTRACT_ERROR), record._replace(error=CONTRACT_ERROR)
    else:
        state = state._replace(blocks_in_row=0)
    released = tuple(call for index, call in enumerate(turn.calls) if index not in blocked)
    return _commit(state, turn, released, frozenset(range(len(released)))), record._replace(
        released=released
    )


def _shadow(
    state: SessionState, turn: Turn, removed: Mapping[str, str], blocked: Mapping[int, str]
) -> tuple[SessionState, Record]:
    """Nothing is removed or blocked; what would have been blocked has no effect (§4.3)."""
    legal = frozenset(range(len(turn.calls))) - blocked.keys()
    extra = {
        "would_have_narrowed": [{"tool": t, "reason": r} for t, r in removed.items()],
        "would_have_blocked": [
            {"tool_name": turn.calls[index].tool, "reason": reason}
            for index, reason in blocked.items()
        ],
        "legal_next_phases": list(state.law.transitions.get(state.phase or "", ())),
    }
    after = _commit(state, turn, turn.calls, legal)
    return after, Record(state.law.request, {}, (), turn.calls, extra=extra)


def _commit(
    state: SessionState, turn: Turn, released: Sequence[Call], effective: frozenset[int]
) -> SessionState:
    """Count a committed step and let the calls at `effective` take effect (§4.2, 6)."""
    law = state.law
    calls, executed = dict(state.calls), dict(state.executed)
    forbidden, phase = set(state.forbidden), state.phase
    for index, call in enumerate(released):
        calls[call.tool] = calls.get(call.tool, 0) + 1
        tool = law.tools.get(call.tool)
        if index not in effective or not (call.ok or (tool and not tool.acknowledged)):
            continue
        executed[call.tool] = call.output
        if tool is None:
            continue
        forbidden.update(tool.forbids_after)
        if tool.advances_to and law.has_phases:
            phase = tool.advances_to
    in_row = state.errors_in_row + 1 if any(not call.ok for call in released) else 0
    limit = law.limits.consecutive_errors
    return state._replace(
        phase=phase,
        steps=state.steps + 1,
        total_calls=state.total_calls + len(released),
        calls=calls,
        executed=executed,
        forbidden=frozenset(forbidden),
        history=(*state.history, tuple((call.tool, call.fingerprint) for call in released)),
        errors_in_row=in_row,
        cost=state.cost + turn.cost,
        killed=state.killed or (limit is not None and in_row >= limit),
        error="",
        visited=state.visited if phase == state.phase else (*state.visited, phase),
    )


def _event(before: SessionState, record: Record, after: SessionState) -> Event:
    failed = [call.tool for call in record.released if not call.ok]
    return Event(
        "turn",
        {
            "phase_before": before.phase,
            "visible": list(record.visible),
            "removed": dict(record.removed),
            "blocked": [{"tool": tool, "reason": reason} for tool, reason in record.blocked],
            "released": [call.tool for call in record.released],
            "phase_after": after.phase,
            "error": record.error or None,
            **({"failed": failed} if failed else {}),
            **record.extra,
        },
        before.phase or "",
    )


def _counters(state: SessionState) -> Hashable:
    """What the session limits can still tell apart, each counter no further than its limit.

    Loop detection is not among it: a model can always vary its arguments, and the choices do.
    """
    limits = state.law.limits
    used = tuple(
        (tool, min(state.calls.get(tool, 0), most))
        for tool, most in sorted(limits.per_tool.items())
    )
    return (
        None if limits.max_steps is None else min(state.steps, limits.max_steps),
        None if limits.max_tool_calls is None else min(state.total_calls, limits.max_tool_calls),
        None if limits.max_cost is None else min(state.cost, limits.max_cost),
        used,
        None if limits.consecutive_blocks is None else state.blocks_in_row,
        None if limits.consecutive_errors is None else state.errors_in_row,
    )


def _choices(state: SessionState) -> Iterator[Choice]:
    law = state.law
    # Varied where equal calls could look like a loop, so that none does.
    arguments = f'{{"call": {state.total_calls}}}' if law.detects_loops else "{}"
    usable = [name for name in law.request if not rulings(state, (Call(name, arguments),))]
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
            (*calls, Call(name, arguments, output=output)) for calls in found for output in outputs
        ]
    yield from found
