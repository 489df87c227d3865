"""Random workflows whose conditions say something, and all that runs use whose router obeys.

It shares with what it is compared with only the runtime's steps: conditions are made up as data,
and their texts written from these; data are enumerated; the router looks at the context that it is
shown; bounds hold.
"""

from __future__ import annotations

import json
from itertools import product
from typing import TYPE_CHECKING, Any

from dialects.sweny.runs import OPEN, RUNTIME, load, workflow
from phaselint.dialects.records import Choice
from phaselint.dialects.sweny.running.results import Ran, Said
from phaselint.dialects.sweny.running.session import results
from phaselint.dialects.sweny.running.steps import route_question
from phaselint.schema import valid

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator
    from random import Random

    from phaselint.dialects.sweny.running.session import State

ABSENT = object()
KINDS = ("bug", "task", "chore")
OUTPUTS: tuple[Any, ...] = (
    None,
    {"properties": {"kind": {"enum": ["bug", "task"]}}, "required": ["kind"]},
    {"properties": {"kind": {"enum": list(KINDS)}}},
    {"properties": {"kind": {"enum": ["bug", "task"]}, "ok": {"type": "boolean"}}},
    {"properties": {"ok": {"type": "boolean"}}, "required": ["ok"]},
)
DATA = [
    {key: value for key, value in (("kind", kind), ("ok", ok)) if value is not ABSENT}
    for kind, ok in product((ABSENT, *KINDS), (ABSENT, True, False))
]
SHAPES = (
    "a>b?* a>c?* b>d?* b>c?*",
    "a>b?* a>c b>d?* c>d?*",
    "a>b?* b>c?* c>d?*",
    "a>b b>c?* b>a?*2 c>d?*",
    "a>b?* a>d b>c?* b>a*1 c>d?*",
    "a>b?* a>c?* a>d b>d?* c>b?*",
)
MOST_STATES = 2_000


class Drawn:
    """A random workflow: its value, and what its conditions say, by the edge's number: whether all
    clauses have to hold, and the clauses; none of one in words that say nothing certain."""

    def __init__(self, random: Random) -> None:
        nodes: dict[str, Any] = {name: _node(random, name) for name in "abcd"}
        self.said: dict[int, tuple[bool, list[tuple[Any, ...]]] | None] = {}
        words = random.choice(SHAPES).split()
        self.value = workflow(" ".join(word.replace("?*", "") for word in words), **nodes)
        for number, word in enumerate(words):
            if "?" in word:
                text, said = _condition(random, word[0], nodes)
                self.value["edges"][number]["when"] = text
                self.said[number] = said


def _node(random: Random, name: str) -> dict[str, Any]:
    node: dict[str, Any] = {}
    output = random.choice(OUTPUTS if name in "cd" else OUTPUTS[1:])
    if output is not None:
        node["output"] = output
    fields = list((output or {}).get("properties", {}))
    if fields and random.random() < 0.3:
        checks = [_check(random, random.choice(fields), "")]
        node["eval"] = [{"name": "v", "kind": "value", "rule": {"output_matches": checks}}]
        if random.random() < 0.3:
            node["eval"].append({"name": "j", "kind": "judge", "rubric": "r"})
    if name != "a" and random.random() < 0.5:
        check = _check(random, random.choice(("kind", "ok")), random.choice("aab") + ".")
        if random.random() < 0.15:
            check = {"path": random.choice("ab") + ".evals.v.pass", "equals": True}
        node["requires"] = {"output_matches": [check]}
        if random.random() < 0.3:
            node["requires"]["on_fail"] = "skip"
    if random.random() < 0.15:
        node["fail_soft"] = True
    if random.random() < 0.15:
        node["retry"] = {"max": 1}
    return node


def _check(random: Random, field: str, root: str) -> dict[str, Any]:
    value: Any = random.choice(KINDS if field == "kind" else (True, False))
    return {"path": root + field, "equals": value}


def _condition(random: Random, source: str, nodes: dict[str, Any]) -> tuple[str, Any]:
    if random.random() < 0.12:
        return "it looks good", None
    count = random.choice((1, 1, 1, 2))
    pairs = [_clause(random, source, nodes) for _ in range(count)]
    every = random.random() < 0.6
    texts = (" and " if every else " or ").join(text for text, _ in pairs)
    return texts, (every, [clause for _, clause in pairs])


def _clause(random: Random, source: str, nodes: dict[str, Any]) -> tuple[str, tuple[Any, ...]]:
    owners = [name for name in "abcd" if "output" in nodes[name]]
    name = random.choice([each for each in (source, source, "a") if each in owners] or owners)
    if nodes[name].get("eval") and random.random() < 0.3:
        wanted = random.random() < 0.5
        return f"{name}.evals.v.pass is {json.dumps(wanted)}", (name, "v", "evals", wanted)
    field = random.choice(list(nodes[name]["output"]["properties"]))
    if field == "ok":
        wanted = random.random() < 0.5
        return f"{name}.ok is {json.dumps(wanted)}", (name, field, "is", wanted)
    value, other = random.sample(nodes[name]["output"]["properties"]["kind"]["enum"], 2)
    texts = {
        "is": f"{name}.kind is {value}",
        "is not": f'{name}.kind is not "{value}"',
        "in": f"{name}.kind in [{value}, {other}]",
    }
    operator = random.choice(("is", "is", "is", "is not", "in"))
    return texts[operator], (name, field, operator, [value, other] if operator == "in" else value)


# --- all runs -----------------------------------------------------------------------------------


def everything(drawn: Drawn) -> set[Hashable] | None:
    """What runs use whose router obeys; none where there are too many states."""
    contract = load(drawn.value)
    assert contract.workflow is not None
    tries = {name: list(_tries(node.output)) for name, node in contract.workflow.nodes.items()}
    state = RUNTIME.start(contract, OPEN, {}, {"skills": "none"})
    found = set(RUNTIME.moves(state.opening))
    known: set[Any] = set()
    waiting = [state]
    while waiting:
        state = waiting.pop()
        key = _key(state)
        if key in known:
            continue
        known.add(key)
        if len(known) > MOST_STATES:
            return None
        for choice in _choices(drawn, state, tries):
            after, events = RUNTIME.step(state, choice)
            found.update(RUNTIME.moves(events))
            waiting.append(after)
    return found


def _key(state: State) -> Any:
    pending = state.pending
    seen = {
        name: (each.status, each.data, [v.passed for v in each.evals or ()])
        for name, each in results(state.log).items()
    }
    asked = pending and (
        pending.kind,
        pending.attempt,
        pending.again,
        len(pending.verdicts),
        [v.passed for v in pending.verdicts],
        pending.result.data,
    )
    counters = sorted(state.counters.items())
    return json.dumps([state.node, asked, counters, seen], sort_keys=True, default=str)


def _choices(drawn: Drawn, state: State, tries: dict[str, list[Ran]]) -> list[Choice]:
    if state.pending is None:
        return []
    if state.pending.kind == "run":
        return [Choice("model", run) for run in tries[state.node]]
    if state.pending.kind == "judge":
        return [Choice("model", Said(f"VERDICT: {word}"), "ask") for word in ("yes", "no")]
    return [Choice("model", Said(each), "route") for each in _routes(drawn, state)]


def _routes(drawn: Drawn, state: State) -> Iterator[str]:
    """What a router says that obeys: an edge whose condition is true, or may be; else the default,
    or none."""
    context = route_question(state)["context"]
    used_up = {pair for pair, count in state.counters.items() if count >= state.law.bounds[pair]}
    live = [each for each in state.law.out[state.node] if each.pair not in used_up]
    truths = [_truth(drawn.said[each.number], context) for each in live if each.condition]
    for edge, holds in zip([each for each in live if each.condition], truths, strict=True):
        if holds is not False:
            yield edge.target
    if True not in truths:
        defaults = [each.target for each in live if not each.condition]
        yield from defaults[:1] or ("nowhere",)


def _truth(said: tuple[bool, list[tuple[Any, ...]]] | None, context: Any) -> bool | None:
    if said is None:
        return None
    every, clauses = said
    found = [_holds(each, context) for each in clauses]
    if every:
        return all(each is True for each in found) or (None if False not in found else False)
    return any(each is True for each in found) or (None if None in found else False)


def _holds(clause: tuple[Any, ...], context: Any) -> bool | None:
    name, field, operator, value = clause
    seen = context.get(name)
    if operator == "evals":
        verdict = (seen or {}).get("evals", {}).get(field)
        return verdict is not None and verdict["pass"] is value
    given = (seen or {}).get(field)
    if given is None:
        return None if operator == "is not" else False
    if operator == "in":
        return given in value
    return (given == value) is (operator == "is")


def _tries(output: Any) -> Iterator[Ran]:
    """All data that obey a schema, and what a run that failed may leave of them."""
    loose = {key: part for key, part in (output or {}).items() if key != "required"}
    for data in DATA:
        if valid(output or {}, data) == "yes":
            yield Ran("success", data)
        if valid(loose, data) == "yes":
            yield Ran("failed", data)
