"""Fan-out and join: siblings that run side by side (reference §5.9 R35–R39).

One step of a sibling is its Setup, Init and CheckGate; later a turn with all that follows from
it. A sibling whose gate did not let it act exits in its next step.
"""

from __future__ import annotations

from itertools import chain, islice

from phaselint.dialects.stud.running.events import TURN_END, TURN_START, broken, emit
from phaselint.dialects.stud.running.session import OK, Execution, Failure, Fork
from phaselint.dialects.stud.running.setup import full, limited

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.dialects.acts import Order
    from phaselint.dialects.stud import model
    from phaselint.dialects.stud.running.events import Events
    from phaselint.dialects.stud.running.session import Phase, State

FEWEST = 2
NO_PLAN = Failure("ExtensionHost", "InvalidParallelPlan")


def unknown(state: State, name: str, origin: str | None, events: Events) -> State:
    """The end of a run that reaches a stage that doesn't exist, after one that names it."""
    why = "unknown-stage"
    failure = Failure("ExtensionHost", "LifecycleFailure", name, why=why, origin=origin)
    return broken(state, failure, events)


def fork(state: State, origin: str, result: model.Result, events: Events) -> State:
    """The state with all siblings of a fan-out about to run (R35, R36)."""
    law, names = state.law, result.stages
    if law.policy == "sibling" and not law.reference:
        names = tuple(name for name in names if name != result.join)
    if not names or (len(result.stages) < FEWEST and not law.reference):
        return broken(state, NO_PLAN._replace(origin=origin), events)
    for name in names:
        if name not in law.stages:
            return unknown(state, name, origin, events)
    if full(state):
        return limited(state, events)
    emit(events, law, TURN_START, stages=list(names))
    running = tuple(Execution(law.stages[name], origins=(origin,)) for name in names)
    way = law.specs[origin].alternatives.index(result) if law.orders else 0
    turns = turns_of(names, (origin, way), law.orders)
    state = state.running_now(*running, fork=Fork(origin, names, result.join, turns))
    return state._replace(at=turns[0])


def turns_of(
    names: tuple[str, ...], place: tuple[str, int], orders: Sequence[Order]
) -> tuple[int, ...]:
    """The positions of siblings in the order of their turns: as they are listed, or as the fan-out
    of another pipeline lists them that is the same way of the same stage (`place`), or has most of
    them."""
    shared = frozenset(names)

    def likeness(each: Order) -> tuple[bool | int, ...]:
        common = len(shared & {*each.names})
        same = (each.after == place[0], each.way == place[1], each.names == names)
        return (common >= FEWEST, *same, common)

    order = max(orders, key=likeness).names if orders else ()
    rank = {name: number for number, name in reversed([*enumerate(order)])}
    known = [number for number, name in enumerate(names) if name in rank]
    ranked = iter(sorted(known, key=lambda number: rank[names[number]]))
    return tuple(next(ranked) if name in rank else n for n, name in enumerate(names))


def passed(state: State, fan: Fork, before: Phase, events: Events) -> State:
    """The state after a sibling has left the phase `before`: its own step goes on, or the next
    one's begins, or the fan-out is over (R37–R39)."""
    execution = state.current
    if execution.phase == "done" and execution.verdict != OK and not state.law.reference:
        return _aborted(state.settled(), events)
    if execution.phase not in ("act", "done") and before != "gate":
        return state
    state = state.settled()
    place = fan.turns.index(state.at)
    for index in chain(islice(fan.turns, place + 1, None), fan.turns):
        if state.running[index].phase != "done":
            return state._replace(at=index)
    return _joined(state, fan, events)


def _aborted(state: State, events: Events) -> State:
    """The end of a run by a sibling whose verdict is not `ok` (R38)."""
    law, sibling = state.law, state.current.id
    for execution in state.running:
        if execution.phase != "done":
            emit(events, law, "StageCancelled", execution.id)
    emit(events, law, "x-ParallelSiblingFailure", sibling)
    return broken(
        state, Failure("ExtensionHost", "ParallelSiblingFailure", sibling=sibling), events
    )


def _joined(state: State, fan: Fork, events: Events) -> State:
    """The state with the join about to run, in the turn of the siblings (R39)."""
    if fan.join is None:
        emit(events, state.law, TURN_END, stages=list(fan.siblings))
        return state.running_now()
    stage = state.law.stages.get(fan.join)
    if stage is None:
        return unknown(state, fan.join, fan.origin, events)
    results = tuple(each.result for each in state.running if each.result is not None)
    join = Execution(stage, origins=fan.siblings, upstream=results)
    return state.running_now(join, fork=fan._replace(joining=True))
