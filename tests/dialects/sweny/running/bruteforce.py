"""Random workflows with gates, and everything that small data can make of them, by trying it all.

It shares with what it is compared with only the runtime's steps and its checks of single paths:
data are enumerated, not made up, and states are told apart by every check in the workflow.
"""

from __future__ import annotations

import json
from itertools import product
from typing import TYPE_CHECKING, Any

from dialects.sweny.runs import NO_SKILLS, OPEN, RUNTIME, load, workflow
from phaselint.dialects.records import Choice
from phaselint.dialects.sweny.running.gates import Rules, value_failures
from phaselint.dialects.sweny.running.results import Ran, Said
from phaselint.dialects.sweny.running.session import context
from phaselint.schema import valid

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from phaselint.dialects.records import Event
    from phaselint.dialects.sweny.model import Node, SwenyContract
    from phaselint.dialects.sweny.running.session import State

ABSENT = object()
XS: tuple[Any, ...] = (ABSENT, 1, 2, "a", None, [], [{"k": 1}], [{"k": 2}, {"k": 1}], [{}])
YS = (ABSENT, 1, True)
DATA = [
    {key: value for key, value in (("x", x), ("y", y)) if value is not ABSENT}
    for x, y in product(XS, YS)
]
OUTPUTS: tuple[Any, ...] = (
    None,
    {"properties": {"x": {"type": "integer"}}},
    {"properties": {"x": {"enum": [1, "a"]}, "y": {}}, "required": ["x"]},
    {"properties": {"x": {"type": "array", "items": {"required": ["k"]}}}, "required": ["x"]},
    {"properties": {"y": {"type": "boolean"}}, "required": ["y"], "additionalProperties": False},
    {"properties": {"x": {"type": "string", "minLength": 2, "maxLength": 1}}, "required": ["x"]},
    {"required": ["x"]},
)
FIELDS = ("x", "y", "x", "x[*].k", "any:x[*].k", "x.length", "x[*]", "z")
SPECIAL = ("error", "evals.v.pass", "toString", "skipped_reason", "fail_soft")
VALUES: tuple[Any, ...] = (1, 1, 2, "a", None, [], True, False)
PATTERNS = ("^1$", "a", r"^\[", "^$", "true", "(", "(?!)")
SHAPES = ("a>b?p b>c?q", "a>b?p a>c?q b>c?r", "a>b?p b>a?q*2 b>c?r", "a>b b>c", "a>b b>a*2 b>c?r")
MOST_STATES = 3_000


def gated(random: Random) -> Any:
    """A workflow of three nodes, most of them with gates."""
    nodes: dict[str, Any] = {}
    for name in "abc":
        node: dict[str, Any] = {}
        output = random.choice(OUTPUTS)
        if output is not None:
            node["output"] = output
        if random.random() < 0.5:
            rule = _checks(random, ("",), random.choice((1, 1, 2)))
            node["eval"] = [{"name": "v", "kind": "value", "rule": rule}]
            if random.random() < 0.2:
                node["eval"].append({"name": "j", "kind": "judge", "rubric": "r"})
        if random.random() < (0.1 if name == "a" else 0.8):
            roots = [each for each in ("input.", "a.", "a.", "b.") if each != f"{name}."]
            node["requires"] = _checks(random, roots, random.choice((1, 2, 2, 3)))
            if random.random() < 0.3:
                node["requires"]["on_fail"] = "skip"
        if random.random() < 0.15:
            node["fail_soft"] = True
        if random.random() < 0.15:
            node["retry"] = {"max": 1}
        nodes[name] = node
    return workflow(random.choice(SHAPES), **nodes)


def _checks(random: Random, roots: Any, count: int) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for _ in range(count):
        root = random.choice(roots)
        field = random.choice(SPECIAL if root and random.random() < 0.2 else FIELDS)
        mode, _, plain = field.rpartition(":")
        path = f"{mode}:{root}{plain}" if mode else f"{root}{plain}"
        kind = random.choice(("required", "equals", "equals", "in", "matches"))
        if kind == "required":
            found.setdefault("output_required", []).append(path)
            continue
        value: Any = random.choice(PATTERNS if kind == "matches" else VALUES)
        if kind == "in":
            value = random.choice(([value, 1], [value], []))
        found.setdefault("output_matches", []).append({"path": path, kind: value})
    return found


Seen = set[tuple[str, str]]
"""Nodes, each with an end of a visit of it: the status of a run, or `unmet`."""


def ends(events: Iterator[Event] | tuple[Event, ...]) -> Seen:
    """The ends of visits that events tell of."""
    found: Seen = set()
    asked = ""
    for event in events:
        if event.kind == "node:enter":
            asked = "unmet"
        elif event.kind == "model:run":
            asked = ""
        elif event.kind == "node:exit":
            status = event.data["result"]["status"]
            found.add((event.data["node"], asked or status))
            asked = ""
    return found


def everything(value: Any) -> Seen | None:
    """All ends of visits in runs whose data are small and obey the contract; none where there are
    too many states."""
    contract = load(value)
    tries = {name: list(_tries(contract, name)) for name in contract.workflow.nodes}  # type: ignore[union-attr]  # these have one
    found: Seen = set()
    known: set[Any] = set()
    waiting: list[State] = []
    for given in _apart(DATA, lambda each: _truths(contract, {"input": each})):
        state = RUNTIME.relax(RUNTIME.start(contract, OPEN, given, NO_SKILLS))
        found |= ends(tuple(state.opening))
        waiting.append(state)
    while waiting:
        state = waiting.pop()
        key = (_place(state), _truths(contract, context(state)))
        if key in known:
            continue
        known.add(key)
        if len(known) > MOST_STATES:
            return None
        for choice in _choices(state, tries):
            after, events = RUNTIME.step(state, choice)
            # a step begins within a visit
            found |= ends(events)
            waiting.append(after)
    return found


def _place(state: State) -> Any:
    pending = state.pending
    if pending is None:
        return (state.node, None)
    verdicts = tuple(each.passed for each in pending.verdicts)
    judged = json.dumps(pending.result.data, default=str) if pending.kind == "judge" else ""
    return (state.node, pending.kind, pending.attempt, verdicts, judged)


def _choices(state: State, tries: dict[str, list[Ran]]) -> list[Choice]:
    if state.pending is None:
        return []
    if state.pending.kind == "run":
        return [Choice("model", run) for run in tries[state.node]]
    if state.pending.kind == "judge":
        return [Choice("model", Said(f"VERDICT: {word}"), "ask") for word in ("yes", "no")]
    return list(RUNTIME.choices(state))


def _tries(contract: SwenyContract, name: str) -> Iterator[Ran]:
    """Answers of a node: small data that obey its schema, of a run that failed also without what
    is required; one for each thing that checks can tell apart."""
    assert contract.workflow is not None
    node = contract.workflow.nodes[name]
    schema = {**(node.output or {}), "type": "object"}
    loose = {key: part for key, part in schema.items() if key != "required"}

    def told(data: Any) -> Any:
        return _truths(contract, {name: data}), _own(node, data)

    for data in _apart([each for each in DATA if valid(schema, each) == "yes"], told):
        yield Ran("success", data)
    for data in _apart([each for each in DATA if valid(loose, each) == "yes"], told):
        yield Ran("failed", data)
        yield Ran("failed", {**data, "error": "down"})


def _apart(data: list[dict[str, Any]], told: Any) -> list[dict[str, Any]]:
    found: dict[Any, dict[str, Any]] = {}
    for each in data:
        found.setdefault(told(each), each)
    return list(found.values())


def _truths(contract: SwenyContract, seen: Any) -> tuple[bool, ...]:
    """Which of all single checks of `requires` pass in a context map."""
    assert contract.workflow is not None
    found = []
    for node in contract.workflow.nodes.values():
        if node.requires is not None:
            found += [not value_failures((e,), (), seen, Rules()) for e in node.requires.required]
            found += [not value_failures((), (e,), seen, Rules()) for e in node.requires.matches]
    return tuple(found)


def _own(node: Node, data: Any) -> tuple[bool, ...]:
    """Which of the checks of a node's own evaluators pass on its data."""
    checks = [*((e,) for v in node.evals for e in v.required)]
    return (
        *(not value_failures(each, (), data, Rules()) for each in checks),
        *(not value_failures((), (e,), data, Rules()) for v in node.evals for e in v.matches),
        all(name in data for name in node.required),
    )
