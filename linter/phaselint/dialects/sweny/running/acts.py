"""What runs of workflows do, as acts, and what tells their states apart by them (reference §5.2).

Calls of tools are told where answers have them (`toolCalls`). An exploration has those that gates
look at (`callparts`); all others of the tools that a node grants are offered while the node runs;
whether they were made doesn't matter.
"""

from __future__ import annotations

from phaselint.dialects.acts import Act, KnownAct
from phaselint.dialects.records import OnDemand
from phaselint.dialects.sweny.model import END
from phaselint.dialects.sweny.running.callparts import (
    CALLED,
    aside_of,
    facts_of,
    looked_at,
    tools_in,
)
from phaselint.dialects.sweny.running.gates import by_function, by_value, succeeds
from phaselint.dialects.sweny.running.readings import of_data
from phaselint.dialects.sweny.running.representatives import asked
from phaselint.javascript.texts import json_of
from phaselint.vocabulary.finding import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.acts import Ok
    from phaselint.dialects.records import Event
    from phaselint.dialects.sweny.model import Evaluator, Node, SwenyContract
    from phaselint.dialects.sweny.running.gates import Rules
    from phaselint.dialects.sweny.running.session import Law, State
    from phaselint.dialects.sweny.running.toolbox import Skills, Tooling
    from phaselint.vocabulary.finding import Pointer

VERBS: Mapping[str, str] = {"success": "pass", "failed": "fail", "skipped": "skip"}
"""What a node does by the status of its result."""


def acts(events: Sequence[Event]) -> Iterator[Act]:
    """The calls that a model run made, the nodes that were entered, those that passed, failed or
    were skipped, and the edges that were followed."""
    for event in events:
        data, phase = event.data, event.phase
        if event.kind == CALLED:
            yield _call(data["call"], phase)
        elif event.kind == "model:run":
            yield from (_call(each, phase) for each in _calls(data))
        elif event.kind == "node:enter":
            yield Act("enter", phase, phase=phase)
        elif event.kind == "node:exit":
            yield Act(VERBS[data["result"]["status"]], phase, phase=phase)
        elif event.kind == "route" and data["to"] != END:
            yield Act("follow", phase, phase=phase, target=data["to"])


def _calls(data: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """The calls of a model run that weren't told before. Data that are made when they are looked at
    have them at hand."""
    if isinstance(data, OnDemand):
        answer, said = data.at_hand("answer"), data.at_hand("said") or 0
    else:
        answer, said = data["answer"], data.get("said", 0)
    return answer.get("toolCalls", ())[said:] if answer else ()


def _call(call: Mapping[str, Any], node: str) -> Act:
    ok: Ok = "yes" if succeeds(call) else "no"
    return Act("call", call["tool"], phase=node, ok=ok)


def offered(state: State) -> Iterator[Act]:
    """The calls of tools that a node grants, while it runs, but for those that its gates look
    at."""
    pending, law = state.pending, state.law
    node = law.workflow.nodes.get(state.node)
    if pending is None or pending.kind != "run" or node is None:
        return
    aside = aside_of(law, node)
    for tool in tools_in(node, law.skills):
        if tool not in aside:
            yield Act("call", tool, phase=node.id, ok="unknown")


def known_acts(contract: SwenyContract, skills: Skills, rules: Rules) -> Iterator[KnownAct]:
    """The nodes, what becomes of them, their edges, and the tools that they grant or their gates
    look at."""
    workflow = contract.workflow
    if workflow is None:
        return
    for name, node in workflow.nodes.items():
        place = Place(workflow.file, node.pointer, "key")
        skips = node.requires is not None and node.requires.on_fail == "skip"
        for verb in ("enter", "pass", "fail", *(("skip",) if skips else ())):
            yield KnownAct(Act(verb, name, phase=name), place)
        yield from _known_calls(node, workflow.file, skills.known, rules)
    pairs = {edge.pair: edge for edge in reversed(workflow.edges) if edge.target != END}
    for (source, target), edge in reversed(pairs.items()):
        act = Act("follow", source, phase=source, target=target)
        yield KnownAct(act, Place(workflow.file, edge.pointer))


def _known_calls(
    node: Node, file: str, skills: Mapping[str, Tooling], rules: Rules
) -> Iterator[KnownAct]:
    aside = looked_at(node, skills, rules)
    granted: dict[str, Pointer] = {}
    for number, name in enumerate(node.skills):
        pointer = (*node.pointer, "skills", number) if node.sound else node.pointer
        for tool in skills[name].tools if name in skills else ():
            granted.setdefault(tool, pointer)
    for each in node.evals:
        for tool in (*each.any_called, *each.all_called, *each.no_called):
            granted.setdefault(tool, (*each.pointer, "rule"))
    for tool in dict.fromkeys((*tools_in(node, skills), *aside)):
        act = Act("call", tool, phase=node.id, ok="yes" if tool in aside else "unknown")
        yield KnownAct(act, Place(file, granted.get(tool, node.pointer)), tool not in aside)


# --- states ---------------------------------------------------------------------------------------


def act_key(state: State) -> Hashable:
    """What tells states apart by what runs may still do: what `key` has, and which attempt of a
    visit it is and which calls that gates look at were made in it. Which nodes failed matters where
    they may be visited again; of others, that some did, for it is how the run will end. Of data
    that judges are asked about, what gates will find in them."""
    law, pending = state.law, state.pending
    if state.ended is not None:
        return (state.node, state.ended.kind)
    made: Hashable = None
    if pending is not None and pending.calls:
        node = law.workflow.nodes[state.node]
        made = facts_of(node, pending.calls, law.rules)
    return (
        state.node,
        _asked(state),
        tuple(sorted(state.counters.items())),
        0 if law.max_steps is None else state.steps,
        _failing(state),
        tuple(sorted((name, each.found) for name, each in state.seen.items())),
        tuple(sorted(state.known.items())),
        0 if pending is None else pending.attempt,
        made,
    )


def _asked(state: State) -> Hashable:
    """What tells pending questions apart. Which evaluators were content matters where gates look
    at their verdicts; of others, how many have been asked, and whether all were."""
    pending, law, book = state.pending, state.law, state.law.book
    if pending is None or pending.kind != "judge":
        return asked(state)
    found: Hashable = tuple(each.passed for each in pending.verdicts)
    said = pending.result.data
    if book is None or law.obeyed is not None:
        return (pending.kind, found, pending.again, json_of(said))
    left = law.workflow.nodes[state.node].evals[len(pending.verdicts) :]
    later = tuple(_passes(each, state) for each in left if each.kind != "judge")
    read = book.read.get(state.node, ())
    if not any(each.evaluators() for each in read):
        found = (len(pending.verdicts), all(each.passed for each in pending.verdicts))
    told = tuple(each.holds(said, book.rules) for each in of_data(read))
    return (pending.kind, found, pending.again, told, later)


def _passes(evaluator: Evaluator, state: State) -> bool:
    """Whether an evaluator that comes after a judge will pass."""
    assert state.pending is not None
    result = state.pending.result
    if evaluator.kind == "value":
        return by_value(evaluator, result.data, state.law.rules).passed
    return by_function(evaluator, result.calls, state.law.rules).passed


def _failing(state: State) -> Hashable:
    """Which nodes failed that may be visited again, or that the run will end as failed."""
    if not state.failing:
        return ()
    book, again = state.law.book, frozenset((state.node,))
    if book is not None:
        again = reaches(state.law)[state.node]
    visiting = state.pending is not None and state.pending.kind != "route"
    done = state.failing - {state.node} if visiting else state.failing
    return "failed" if done - again else tuple(sorted(done))


def reaches(law: Law) -> Mapping[str, frozenset[str]]:
    """For each node those that edges lead to from it."""
    assert law.book is not None
    kept = law.book.kept
    if "reaches" not in kept:
        found: dict[str, frozenset[str]] = {}
        for name in law.workflow.nodes:
            seen: set[str] = set()
            waiting = [name]
            while waiting:
                for edge in law.out.get(waiting.pop(), ()):
                    if edge.target not in seen:
                        seen.add(edge.target)
                        waiting.append(edge.target)
            found[name] = frozenset(seen)
        kept["reaches"] = found
    reached: Mapping[str, frozenset[str]] = kept["reaches"]
    return reached
