"""SWEny under the law of act choices: every answer of the client is one.

Workflows of a few nodes whose gates look at two fields and two tools. A model run succeeds with all
data that its output declares, or without what that requires, or fails with any data; it calls at
most `LONGEST` tools, each well or not. A judge says yes, no, or what nobody can read; the router
names any node, or none.
"""

from __future__ import annotations

import random
from itertools import product
from typing import TYPE_CHECKING, Any

from dialects.sweny.runs import OPEN, RUNTIME, load, workflow
from laws.acting import Player
from phaselint.dialects.records import Choice
from phaselint.dialects.sweny.running.results import Late, Ran, Said

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from phaselint.dialects.acts import Act
    from phaselint.dialects.sweny.model import Node
    from phaselint.dialects.sweny.running.results import Answer
    from phaselint.dialects.sweny.running.session import State

LONGEST = 2
FIELDS = ("p", "q")
VALUES = ("yes", "no", "else")
ANY = (*VALUES, None)
ABSENT = object()
TOOLS = ("t", "u", "v")
ALIKE = ("t", "u")
SKILLS = [
    {"id": "s", "name": "S", "category": "general", "tools": [*TOOLS], "mcpAliases": {"t": ["u"]}},
    {"id": "o", "name": "O", "category": "general", "tools": ["w"]},
]
CHECKS: Sequence[Mapping[str, Any]] = (
    {"output_required": ["p"]},
    {"output_matches": [{"path": "p", "equals": "yes"}]},
    {"output_matches": [{"path": "q", "in": ["no", "else"]}]},
    {"output_required": ["q"], "output_matches": [{"path": "p", "matches": "^y"}]},
)
OUTPUTS: Sequence[Any] = (
    None,
    {"type": "object", "properties": {"p": {"enum": ["yes", "no"]}}},
    {"properties": {"p": {"enum": ["yes", "no"]}, "q": {"enum": [*VALUES]}}, "required": ["p"]},
    {"properties": {"q": {"enum": ["no"]}}, "required": ["p", "q"]},
)


def starts(seed: str) -> Iterator[tuple[Any, State]]:
    """A workflow, its run as it is and without limits."""
    pick = random.Random(seed)
    contract = load(small_workflow(pick))
    semantics = pick.choice(("reference", "reference", "documented"))
    options = {**OPEN, "semantics": semantics, "max-steps": pick.choice((4, 200))}
    given = {"dryRun": True} if pick.random() < 0.1 else {}
    state = RUNTIME.start(contract, options, given, {"skills": SKILLS})
    for each in (state, RUNTIME.relax(state)):
        yield contract, each


def small_workflow(pick: random.Random, *, sound: bool = False) -> Any:
    """The value of a workflow of a few nodes, of which each has one way on without a condition at
    most: SWEny refuses others (AMBIGUOUS_EDGES), and lifted bounds do not tell which of several is
    used up. Where it is to be sound, each node can be reached, and no way back is without bound."""
    names = "abcd"[: pick.randint(2, 4)]
    if not sound:
        free = set(names)
        edges = [_edge(pick, names, free) for _ in range(pick.randint(1, 5))]
    else:
        edges = list(_sound_edges(pick, names))
    return workflow(" ".join(edges), **{name: _node(pick, names) for name in names})


def _sound_edges(pick: random.Random, names: str) -> Iterator[str]:
    free = set(names)
    ways = [(pick.choice(names[:at]), name) for at, name in enumerate(names) if at]
    ways += [(pick.choice(names), pick.choice(names)) for _ in range(pick.randint(0, 2))]
    for source, target in dict.fromkeys(ways):
        when = "" if source in free and pick.random() < 0.6 else "?w"
        free -= {source} if not when else set()
        bound = f"*{pick.randint(1, 2)}" if target <= source else ""
        yield f"{source}>{target}{when}{bound}"


def _edge(pick: random.Random, names: str, free: set[str]) -> str:
    source, target = pick.choice(names), pick.choice(names)
    when = "?w" if source not in free or pick.random() < 0.5 else ""
    free -= {source} if not when else set()
    bound = f"*{pick.randint(1, 2)}" if pick.random() < 0.4 else ""
    return f"{source}>{target}{when}{bound}"


def _node(pick: random.Random, names: str) -> dict[str, Any]:
    found: dict[str, Any] = {"skills": pick.sample(["s", "o"], pick.randint(0, 2))}
    output = pick.choice(OUTPUTS)
    found |= {"output": output} if output else {}
    if pick.random() < 0.4:
        found["requires"] = {**_requires(pick, names), "on_fail": pick.choice(("fail", "skip"))}
    if pick.random() < 0.5:
        found["eval"] = pick.sample(list(_evaluators(pick)), pick.randint(1, 2))
    if pick.random() < 0.3:
        instruction = pick.choice(({}, {"instruction": {"auto": True}}))
        found["retry"] = {"max": pick.randint(1, 2), **instruction}
    if pick.random() < 0.2:
        found["fail_soft"] = True
    return found


def _evaluators(pick: random.Random) -> Iterator[dict[str, Any]]:
    yield {"name": "v", "kind": "value", "rule": pick.choice(CHECKS)}
    yield {"name": "j", "kind": "judge", "rubric": "good"}
    yield {"name": "f", "kind": "function", "rule": _calls_rule(pick)}


def _calls_rule(pick: random.Random) -> dict[str, Any]:
    key = pick.choice(("any_tool_called", "all_tools_called", "no_tool_called"))
    return {key: pick.sample(["t", "v", "x"], pick.randint(1, 2))}


def _requires(pick: random.Random, names: str) -> dict[str, Any]:
    root = pick.choice(names)
    read: list[dict[str, Any]] = [
        {"output_required": [f"{root}.p"]},
        {"output_matches": [{"path": f"{root}.q", "equals": "no"}]},
        {"output_matches": [{"path": f"{root}.evals.v.pass", "equals": pick.random() < 0.5}]},
        {"output_required": [f"{root}.p", f"{pick.choice(names)}.q"]},
    ]
    return pick.choice(read)


# --- answers --------------------------------------------------------------------------------------


def legal(state: State) -> Iterator[Choice]:
    """Every answer to the pending question, also where bounded edges are to count as used up."""
    pending = state.pending
    assert pending is not None
    channel: Any = {"run": "model", "route": "route"}.get(pending.kind, "ask")
    for answer in _answers(state, pending.kind):
        yield Choice("model", answer, channel)
        if state.law.unbounded and state.law.bounds:
            yield Choice("model", Late(answer), channel)


def _answers(state: State, kind: str) -> Iterator[Answer]:
    if kind == "run":
        yield from _runs(state)
    elif kind == "route":
        yield from map(Said, (*state.law.workflow.nodes, "nowhere"))
    elif kind == "judge":
        yield from map(Said, ("VERDICT: yes", "VERDICT: no", "hm"))
    else:
        yield from map(Said, ("", "be careful"))


def _runs(state: State) -> Iterator[Ran]:
    node = state.law.workflow.nodes[state.node]
    output = node.output or {}
    made = [each for size in range(LONGEST + 1) for each in product(_calls(state), repeat=size)]
    for data in _data(output.get("properties", {})):
        for calls in made:
            yield Ran("success", data, calls)
            yield Ran("failed", data, calls)
            yield Ran("failed", {**data, "error": "it failed"}, calls)


def _data(properties: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    listed = [[ABSENT, *properties.get(name, {}).get("enum", ANY)] for name in FIELDS]
    for values in product(*listed):
        yield {n: v for n, v in zip(FIELDS, values, strict=True) if v is not ABSENT}


def _calls(state: State) -> list[dict[str, Any]]:
    """Calls of the tools that a node's gates look at and its skills grant or a server may have, and
    one of a tool that no gate looks at, if there is one."""
    node = state.law.workflow.nodes[state.node]
    own = [*(TOOLS if "s" in node.skills else ()), *(["w"] if "o" in node.skills else ())]
    named = _named(node)
    alike = {*named, *(ALIKE if not named.isdisjoint(ALIKE) else ())}
    seen = [tool for tool in own if tool in alike] + sorted(named.difference(TOOLS))
    told = [{"tool": tool, "status": ok} for tool in seen for ok in ("success", "error")]
    return told + [{"tool": tool, "status": "success"} for tool in own if tool not in seen][:1]


def _named(node: Node) -> set[str]:
    rules = [(*each.any_called, *each.all_called, *each.no_called) for each in node.evals]
    return {tool for rule in rules for tool in rule}


def watched(state: State, acts: tuple[Act, ...]) -> tuple[Act, ...]:
    """Acts without those that are offered: these may be there or not."""
    offered = {each.name for each in RUNTIME.offered(state)}
    node = state.law.workflow.nodes[state.node]
    assert offered.isdisjoint(("call", tool, "", node.id, "") for tool in _named(node))
    return tuple(each for each in acts if each.name not in offered)


PLAYER = Player(
    RUNTIME,
    starts,
    legal,
    unfinished=lambda state: state.pending is not None and bool(state.pending.calls),
    longest=LONGEST,
    same=watched,
    apart=lambda act: act.verb == "call",  # a model run calls tools one after the other
)
