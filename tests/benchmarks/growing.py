"""Contracts of any size with one shape, clean or with one thing wrong: for growth.

A contract is a graph first, a line of nodes or one node that leads to all others, and each dialect
writes that down as small as it can. Two that differ in size differ in nothing else.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.hostile import session, tool, workflow
from benchmarks.hostilepipelines import SIMPLE, manifest, stage

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from benchmarks.hostile import Files

END = "end"
JOIN = "join"
ISLAND = "island"
CALLED = "agents, calls"
RING = ("ring0", "ring1")
REASON = "it is led to in the next release"


class Graph(NamedTuple):
    """Node → where it leads; the first one is where runs begin, and those that lead nowhere are
    their ends. What goes wrong in the midst does so at `middle`. The way of `misspelt` is written
    with a letter too many; `commented` has a comment that suppresses what is wrong with it."""

    ways: Mapping[str, tuple[str, ...]]
    middle: str
    misspelt: str = ""
    commented: str = ""
    config: str = ""

    def written(self, node: str) -> tuple[str, ...]:
        """The targets of a node, as the contract has them."""
        ways = self.ways[node]
        return (*ways[:-1], f"{ways[-1]}x") if node == self.misspelt else ways

    def with_ways(self, **ways: tuple[str, ...]) -> Graph:
        """The same graph with other ways out of some nodes, or with further nodes."""
        before = {node: targets for node, targets in self.ways.items() if node != END}
        return self._replace(ways={**before, **ways, END: ()})


# --- shapes and what is wrong --------------------------------------------------------------------


def chain(count: int) -> Graph:
    """So many nodes in a line."""
    names = [f"n{number}" for number in range(count - 1)]
    ways = {name: (other,) for name, other in zip(names, [*names[1:], END], strict=True)}
    return Graph({**ways, END: ()}, names[count // 2])


def wide(count: int) -> Graph:
    """A node that leads to all others, all of which lead to one, and that to the last."""
    names = [f"n{number}" for number in range(1, count - 2)]
    ways = {"n0": tuple(names), **dict.fromkeys(names, (JOIN,)), JOIN: (END,)}
    return Graph({**ways, END: ()}, JOIN)


def clean(graph: Graph) -> Graph:
    """Nothing is wrong."""
    return graph


def misspelt(graph: Graph) -> Graph:
    """One way leads to a node that is nearly there."""
    return graph._replace(misspelt=graph.middle)


def unreachable(graph: Graph) -> Graph:
    """One node is led to by none."""
    return graph.with_ways(**{ISLAND: (END,)})


def endless(graph: Graph) -> Graph:
    """Two nodes lead to each other and nowhere else."""
    one, other = RING
    further = {graph.middle: (one, *graph.ways[graph.middle]), one: (other,), other: (one,)}
    return graph.with_ways(**further)


def commented(graph: Graph) -> Graph:
    """A node that is led to by none, which a comment excuses."""
    return unreachable(graph)._replace(commented=ISLAND)


def excused(graph: Graph) -> Graph:
    """The same, excused by the configuration."""
    entry = f'[[suppress]]\npath = "**"\nrule = "unreachable-phase"\nreason = "{REASON}"\n'
    return unreachable(graph)._replace(config=entry)


SHAPES: Mapping[str, Callable[[int], Graph]] = {"chain": chain, "wide": wide}
KINDS: Mapping[str, Callable[[Graph], Graph]] = {
    "clean": clean,
    "misspelt": misspelt,
    "unreachable": unreachable,
    "endless": endless,
    "commented": commented,
    "excused": excused,
}


# --- dialects ------------------------------------------------------------------------------------


def _comment(graph: Graph, node: str) -> str:
    """The comment at a node, if it has one."""
    text = f"  # phaselint: ignore[unreachable-phase] {REASON}"
    return text if node == graph.commented else ""


def vesanor(graph: Graph) -> Files:
    """A session with one tool for each phase that is led to, valid wherever a way leads there."""
    sources: dict[str, list[str]] = {}
    for node, targets in graph.ways.items():
        for target in targets:
            sources.setdefault(target, []).append(node)
    phases = [
        f"  - name: {node}{_comment(graph, node)}\n"
        + ("    initial: true\n" if node == "n0" else "")
        + ("" if targets else "    terminal: true\n")
        for node, targets in graph.ways.items()
    ]
    ways = "".join(
        f"  {node}: [{', '.join(graph.written(node))}]\n"
        for node, targets in graph.ways.items()
        if targets
    )
    tools = {f"go_{target}": _tool(target, names) for target, names in sources.items()}
    return session(phases, ways, tools)


def _tool(target: str, sources: list[str]) -> str:
    within = f"transitions: {{valid_in_phases: [{', '.join(sources)}], advances_to: {target}}}\n"
    text = tool(f"go_{target}", sources, target).replace("gate: block\n", "")
    lines = (line for line in text.splitlines(keepends=True) if "in_phases" not in line)
    return "".join(line for line in lines if "advances_to" not in line) + within


def sweny(graph: Graph) -> Files:
    """A workflow; where ways part, all but the last have a condition."""
    output = ", output: {type: object, properties: {d: {type: string}}, required: [d]}"
    nodes = [
        f"  {node}: {{name: {node.upper()}, instruction: Do what comes with {node}."
        f"{output if len(targets) > 1 else ''}}}{_comment(graph, node)}\n"
        for node, targets in graph.ways.items()
    ]
    edges = []
    for node in graph.ways:
        *some, last = graph.written(node) or ("",)
        edges += [f"  - {{from: {node}, to: {each}, when: it is for {each}}}\n" for each in some]
        edges += [f"  - {{from: {node}, to: {last}}}\n"] if last else []
    files = workflow(nodes, edges)
    return {f".sweny/workflows/{name}": text for name, text in files.items()}


def stud(graph: Graph) -> Files:
    """A pipeline; the node that leads to all others starts them side by side."""
    fork = graph.ways["n0"] if len(graph.ways["n0"]) > 2 else ()
    ways = {}
    for node in graph.ways:
        targets = graph.written(node)
        if fork and node == "n0":
            ways[node] = f"{{execution: parallel, nextStages: [{', '.join(fork)}], join: {JOIN}}}"
        else:  # siblings end where they are joined
            ways[node] = _branching(() if targets == (JOIN,) else targets)
    files = manifest(ways, {node: stage(node, SIMPLE) for node in graph.ways})
    if graph.commented:
        (main, text), listed = next(iter(files.items())), f"stages/{graph.commented}.md"
        files[main] = text.replace(listed, f"{listed}{_comment(graph, graph.commented)}", 1)
    return files


def _branching(targets: tuple[str, ...]) -> str:
    *some, last = targets or ("",)
    default = f"{{nextStages: [{last}]}}"
    if not some:
        return default
    when = "when: {verdict: ok, path: parsed.d, equals: a}"
    return f"{{branches: [{{{when}, nextStages: [{some[0]}]}}], default: {default}}}"


def _step(graph: Graph, node: str, keys: Mapping[str, str]) -> dict[str, Any]:
    """A step of climpt, without what the releases write in different ways."""
    key = keys[node]
    targets = graph.written(node)
    rules = {"repeat": {"target": key}, **_rules(targets, keys)}
    chooses = "condition" in rules.get("next", {})
    return {
        "stepId": key,
        "name": f"Do {key}",
        "uvVariables": [],
        "usesStdin": False,
        "outputSchemaRef": {"file": "steps.schema.json", "schema": key},
        "structuredGate": {
            "allowedIntents": [*rules],
            "intentSchemaRef": "#/properties/next_action/properties/action",
            "intentField": "next_action.action",
            **({"handoffFields": ["kind"]} if chooses else {}),
        },
        "transitions": rules,
    }


def _rules(targets: tuple[str, ...], keys: Mapping[str, str]) -> dict[str, Any]:
    """The rules of a step by intent: on, to the end, aside, or by a field that says where."""
    if not targets:
        return {"closing": {"target": None}}
    named = [keys.get(each, f"{keys.get(each[:-1], each)}x") for each in targets]
    if len(named) > 2:
        listed = {**{f"v{n}": name for n, name in enumerate(named)}, "default": named[0]}
        return {"next": {"condition": "kind", "targets": listed}}
    onward = "handoff" if targets[-1] == END else "next"
    aside = {"jump": {"target": named[0]}} if len(named) > 1 else {}
    return {onward: {"target": named[-1]}, **aside}


def _answer(step: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of what a step answers."""
    action = {"type": "string", "enum": step["structuredGate"]["allowedIntents"]}
    targets = step["transitions"].get("next", {}).get("targets")
    kind = {"kind": {"enum": [each for each in targets if each != "default"]}} if targets else {}
    return {
        "type": "object",
        "required": ["next_action", *kind],
        "properties": {
            "next_action": {
                "type": "object",
                "required": ["action"],
                "properties": {"action": action},
            },
            **kind,
        },
    }


def _with_address(step: dict[str, Any], release: str) -> dict[str, Any]:
    """A step with its kind and address as a release has them."""
    c2, c3 = step["stepId"].split(".")
    kind = "closure" if c2 == "closure" else "work"
    address = {"c2": c2, "c3": c3, "edition": "default"}
    if release == "1.13":
        return {**step, "stepKind": kind, **address}
    chain_ = ["default", "default"]
    return {**step, "kind": kind, "address": {"c1": "steps", **address}, "adaptationChain": chain_}


def _letters(number: int) -> str:
    """A word for a number: names of steps have no digits."""
    return "step-" + "".join(chr(ord("a") + int(digit)) for digit in str(number))


def climpt(graph: Graph, release: str = "1.13") -> Files:
    """An agent, with a prompt for each step and one file for all schemas."""
    names = [*graph.ways]
    keys = {name: f"continuation.{_letters(number)}" for number, name in enumerate(names)}
    keys.update({names[0]: f"initial.{_letters(1)}", END: f"closure.{_letters(0)}"})
    steps = {keys[node]: _with_address(_step(graph, node, keys), release) for node in graph.ways}
    start = {"initial": keys[names[0]], "continuation": keys[names[1]]}
    registry = {
        "agentId": "demo",
        "version": "1.0.0",
        "c1": "steps",
        "entryStepMapping": {"count:iteration": start if release != "1.13" else keys[names[0]]},
        "steps": steps,
    }
    files = {
        **_AGENT[release],
        "steps_registry.json": json.dumps(registry, indent=1),
        "schemas/steps.schema.json": json.dumps(
            {"definitions": {key: _answer(step) for key, step in steps.items()}}, indent=1
        ),
        **{f"prompts/steps/{key.replace('.', '/')}/f_default.md": f"# Do {key}\n" for key in steps},
    }
    return {**_CONFIG, **{f".agent/demo/{name}": text for name, text in files.items()}}


def climpt114(graph: Graph) -> Files:
    """The same for release 1.14."""
    return climpt(graph, "1.14")


def _agent(**more: Any) -> Files:
    value = {
        "version": "1.0.0",
        "name": "demo",
        "displayName": "Demo",
        "description": "An agent that grows.",
        "runner": {
            "flow": {
                "systemPromptPath": "prompts/system.md",
                "prompts": {"registry": "steps_registry.json"},
            },
            "verdict": {"type": "count:iteration", "config": {"maxIterations": 20_000}},
            "integrations": {"github": {"enabled": False}},
            **more,
        },
    }
    return {"agent.json": json.dumps(value), "prompts/system.md": "You are the demo agent.\n"}


_SETTINGS = json.dumps({"permissions": {"allow": ["Read"]}})
_AGENT = {
    "1.13": _agent(boundaries={"allowedTools": ["Read"], "permissionMode": "acceptEdits"}),
    "1.14": _agent(logging={"directory": "logs", "format": "jsonl"}),
}
_CONFIG = {
    ".agent/climpt/config/claude.settings.climpt.agents.demo.json": _SETTINGS,
    ".agent/climpt/config/demo-steps-app.yml": (
        "working_dir: .agent/demo\n"
        "app_prompt: {base_dir: prompts/steps}\napp_schema: {base_dir: schemas}\n"
    ),
    ".agent/climpt/config/demo-steps-user.yml": (
        'params: {two: {directiveType: {pattern: "^[a-z]+$"}, layerType: {pattern: "^[a-z-]+$"}}}\n'
    ),
}


def agents(graph: Graph) -> Files:
    """A team: ways are handoffs, which go by themselves where there is one alone, and agents that
    nothing leads to are hidden from everybody."""
    led_to = {"n0", *(target for targets in graph.ways.values() for target in targets)}
    members = {
        f".github/agents/{node}.agent.md": _member(graph, node, node in led_to)
        for node in graph.ways
    }
    return {"phaselint.toml": '[agents]\nclosed = true\npermission = "autopilot"\n', **members}


def _member(graph: Graph, node: str, shown: bool) -> str:
    targets = graph.written(node)
    send = "true" if len(targets) == 1 else "false"
    entries = "".join(
        f"  - {{label: To {each}, agent: {each}, prompt: Go on., send: {send}}}\n"
        for each in targets
    )
    hidden = "" if shown else "user-invocable: false\ndisable-model-invocation: true\n"
    handoffs = f"handoffs:\n{entries}" if entries else ""
    named = f"name: {node}{_comment(graph, node)}\ndescription: Does its part.\n"
    return f"---\n{named}{hidden}{handoffs}---\nDo your part.\n"


def subagents(graph: Graph) -> Files:
    """A team: ways are calls, and nobody but the first agent is offered to a person."""
    nested = '{"chat.subagents.allowInvocationsFromSubagents": true}\n'
    members = {f".github/agents/{node}.agent.md": _caller(graph, node) for node in graph.ways}
    return {".vscode/settings.json": nested, **members}


def _caller(graph: Graph, node: str) -> str:
    hidden = "" if node == "n0" else "user-invocable: false\ndisable-model-invocation: true\n"
    named = f"name: {node}{_comment(graph, node)}\ndescription: Does its part.\n"
    listed = f"agents: [{', '.join(graph.written(node))}]\n"
    return f"---\n{named}{hidden}{listed}---\nDo your part.\n"


DIALECTS: Mapping[str, Callable[[Graph], Files]] = {
    "vesanor": vesanor,
    "sweny": sweny,
    "climpt": climpt,
    "climpt-1.14": climpt114,
    "stud": stud,
    "agents": agents,
    CALLED: subagents,
}


def contract(dialect: str, shape: str, kind: str, count: int) -> Files:
    """The files of a contract; its configuration is one of them where it needs one."""
    graph = KINDS[kind](SHAPES[shape](count))
    config = {"phaselint.toml": graph.config} if graph.config else {}
    return {**DIALECTS[dialect](graph), **config}
