"""From a finished node to the next one, or to the end (reference §5.12, §5.13, §5.19)."""

from __future__ import annotations

from phaselint.dialects.records import COMPLETED, Event, Outcome
from phaselint.dialects.sweny.model import END
from phaselint.dialects.sweny.running.conduct import UNDECIDED
from phaselint.dialects.sweny.running.decisions import decide
from phaselint.dialects.sweny.running.events import answer_data, emit, emit_later, thrown, warn
from phaselint.dialects.sweny.running.readings import Seen
from phaselint.dialects.sweny.running.router import (
    ONLY_PATH,
    QUESTION,
    crossing,
    live,
    offer,
    open_edges,
    reason_of,
    router_context,
    unfilled,
    with_unfilled,
)
from phaselint.dialects.sweny.running.session import (
    Attempted,
    Calls,
    Finished,
    Followed,
    Log,
    Pending,
    prior_views,
    results,
    told_results,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.sweny.model import Edge
    from phaselint.dialects.sweny.running.events import Events
    from phaselint.dialects.sweny.running.results import Result
    from phaselint.dialects.sweny.running.session import State

HALTED = "node failed (on_fail: halt)"
"""Why a run ends at a node that failed (reference §11.5)."""


def finish(state: State, result: Result, events: Events, *, gate_failed: bool = False) -> State:
    """End the visit that a question is pending in, and go on."""
    attempt = state.pending.attempt if state.pending else 0
    state = finished(state, result, attempt or None, events)
    return advance(state, events, gate_failed=gate_failed)


def finished(state: State, result: Result, attempt: int | None, events: Events) -> State:
    """The state with the result of a visit, which had so many retries; no question is pending
    then."""
    emit(events, state, "node:exit", node=state.node, result=result.as_json())
    alone = frozenset((state.node,))
    failing = state.failing | alone if result.status == "failed" else state.failing - alone
    log = Log(Finished(state.node, result), state.log)
    return state._replace(
        log=Log(Attempted(state.node, result.status, attempt), log),
        pending=None,
        unfilled=with_unfilled(state, state.node, result),
        failing=failing,
        seen=_with_seen(state, result),
        known=_with_known(state, result),
    )


def _with_seen(state: State, result: Result) -> Mapping[str, Seen]:
    """What gates read of finished nodes, this one included if they do."""
    book, name = state.law.book, state.node
    if book is None or name not in book.read:
        return state.seen
    view = prior_views(state.law)(name, result)
    return {**state.seen, name: Seen(view, book.read[name], book.rules)}


def _with_known(state: State, result: Result) -> Mapping[str, tuple[int, ...]]:
    """What a router that obeys knows of finished nodes, this one included if conditions look at
    it."""
    law = state.law.obeyed
    if law is None or state.node not in law.told:
        return state.known
    from phaselint.dialects.sweny.running.obeying import classes

    return {**state.known, state.node: classes(law.told[state.node], result)}


def advance(state: State, events: Events, *, gate_failed: bool) -> State:
    """Go on from a finished node (§5.12, §5.13, §11.4, §11.5)."""
    law = state.law
    node = law.workflow.nodes.get(state.node)
    if node is not None and node.policy.halts and state.node in state.failing:
        _routed(state, END, HALTED, events)
        return _end(state, events)
    out = law.out.get(state.node, ())
    dry = isinstance(law.given, dict) and law.given.get("dryRun") is True
    if dry and any(edge.when for edge in out):
        _routed(state, END, "dry run", events)
        return _end(state, events)
    halts = gate_failed and law.documented
    edges = live(state)
    if halts:
        edges = tuple(edge for edge in edges if edge.condition)
    if not edges:
        return _end(state, events)
    known = crossing(state, edges)
    if known.by_expressions:
        return _decided(state, edges, events, halts=halts, dry=dry)
    found = known.offer
    if found.choices:
        for name, fields in unfilled(state):
            _warn_unfilled(state, name, fields, events)
        return state._replace(pending=Pending("route", halts=halts))
    target = edges[0].target
    if len(edges) > 1:
        problem = (
            f"  route eval: node '{state.node}' has {len(edges)} unconditional out-edges; "
            f"following '{target}' and ignoring the rest. Add 'when' clauses to make routing "
            "deterministic (see AMBIGUOUS_EDGES)."
        )
        warn(events, state, problem)
    return _follow(state, target, ONLY_PATH, events)


def _decided(
    state: State, edges: Sequence[Edge], events: Events, *, halts: bool, dry: bool
) -> State:
    """Follow the edge that the expressions select, ask the router where some are unknown, or end
    for want of an edge."""
    found = decide(state, edges)
    for edge, why in found.doubts:
        reason = f"the expression to '{edge.target}' is unknown: {why}"
        emit(events, state, "node:warning", node=state.node, reason=reason, fields=[])
    if found.left and dry:
        _routed(state, END, "dry run", events)
        return _end(state, events)
    if found.left:
        return state._replace(pending=Pending("route", halts=halts))
    if found.error:
        return thrown(state, f"{UNDECIDED}: {found.error}")
    return _follow(state, found.target, found.reason, events)


def _warn_unfilled(state: State, name: str, fields: Sequence[str], events: Events) -> None:
    problem = (
        f"  route eval: source node '{name}' declared properties not in emitted data: "
        f"{', '.join(fields)}"
    )
    warn(events, state, problem)
    reason = (
        "declared output properties missing from emitted data; routing view filled them with null"
    )
    emit(events, state, "node:warning", node=name, reason=reason, fields=list(fields))


def route_question(state: State) -> dict[str, Any]:
    """What the router is asked when a route is pending."""
    halts = state.pending is not None and state.pending.halts
    choices = offer(open_edges(state, halts=halts)).choices
    return {
        "node": state.node,
        "question": QUESTION,
        "choices": [{"id": target, "description": told} for target, told in choices],
        "context": router_context(state),
    }


def take_route(state: State, pending: Pending, answer: Any, events: Events) -> State:
    """The router's answer: a live target, else the default, else the run ends; without a
    decision it rejects there (§11.5)."""
    law, asked = state.law, state._replace(late=False) if state.late else state
    edges = open_edges(asked, halts=pending.halts)
    found = crossing(asked, edges).offer
    emit_later(
        events,
        state,
        "model:evaluate",
        lambda: {**route_question(asked), "answer": answer_data(answer)},
    )
    run, evaluate, ask = state.calls
    state = state._replace(calls=Calls(run, evaluate + 1, ask), pending=None)
    client = law.conduct.bundled if law.bundled else law.conduct.scripted
    chosen, error = client(answer, found)
    if error:
        return thrown(state, error)
    targets = dict.fromkeys(edge.target for edge in edges)
    if chosen is not None and chosen in targets:
        return _follow(state, chosen, found.reason(chosen), events)
    default = offer(open_edges(state, halts=pending.halts)).default
    if default is not None:
        return _follow(state, default, found.reason(default), events)
    if chosen is None:
        why = f"no decision at node '{state.node}', and no default"
        return thrown(state, f"{UNDECIDED}: {why}")
    problem = (
        f"  route eval: evaluator returned invalid target '{chosen}' for node '{state.node}' and "
        "there is no default (unconditional) edge; terminating this branch. Valid targets: "
        f"{', '.join(targets)}"
    )
    warn(events, state, problem)
    reason = f"invalid route target '{chosen}' with no default edge"
    _routed(state, END, reason, events)
    return _end(state, events)


def _follow(state: State, target: str, reason: str, events: Events) -> State:
    pair, law = (state.node, target), state.law
    counters = state.counters
    if pair in law.bounds and not law.unbounded:
        counters = {**counters, pair: min(counters.get(pair, 0) + 1, law.bounds[pair])}
    _routed(state, target, reason, events)
    followed = Followed(*pair, reason_of(law.out[state.node], target))
    return state._replace(log=Log(followed, state.log), node=target, counters=counters)


def _routed(state: State, target: str, reason: str, events: Events) -> None:
    events.append(Event("route", {"from": state.node, "to": target, "reason": reason}, state.node))


def _end(state: State, events: Events) -> State:
    """The regular end; a run with a node whose last result is failed counts as failed (§5.19)."""
    events.append(Event("workflow:end", {"results": told_results(state.log)}))
    failing: Iterable[str] = state.failing
    if len(state.failing) > 1:
        failing = (name for name in results(state.log) if name in state.failing)
    return state._replace(
        ended=Outcome("failed", ", ".join(failing)) if state.failing else COMPLETED
    )
