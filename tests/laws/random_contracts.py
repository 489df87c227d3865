"""Random contracts of each dialect: cases of rules with further defects, and generated graphs."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import TYPE_CHECKING, Any

import climpt
import stud
import sweny
from cases import listed, texts
from dialects.vesanor.random_contracts import random_files
from differential.langgraph.specs import drawn
from differential.langgraph.texts import files_of
from laws.mutations import mutated
from phaselint_rules import RULES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cases import Case
    from differential.langgraph.specs import GraphSpec

Files = dict[str, str]

NAMES = ("a", "b", "c", "d")
SHARE_OF_CASES = 0.6


def random_contract(dialect: str, seed: str) -> Files:
    """The files of a project with a contract, from a seed."""
    pick = random.Random(f"{dialect}/{seed}")
    others = [texts_of(case) for case in pick.sample(cases_of(dialect), 3)]
    if pick.random() < SHARE_OF_CASES:
        files, defects = others[0], pick.randint(1, 5)
    else:
        files, defects = MAKERS[dialect](pick), pick.randint(0, 3)
    for _ in range(defects):
        files = mutated(pick, files, others)
    return files


@cache
def cases_of(dialect: str) -> list[Case]:
    """The cases that may have a contract of a dialect."""
    names = {rule.name: rule.dialect for rule in RULES.of((dialect,))}
    shared = {name for name in names if sum(rule.name == name for rule in RULES) > 1}
    own = [case for case in listed() if case.rule in names and case.rule not in shared]
    return [*own, *(case for case in listed() if case.rule in shared and dialect in case.variant)]


@cache
def texts_of(case: Case) -> Files:
    return texts(case)


def _some(pick: random.Random, items: Sequence[Any], most: int = 3) -> list[Any]:
    return [pick.choice(items) for _ in range(pick.randint(1, most))]


def _vesanor(pick: random.Random) -> Files:
    return random_files(pick.randrange(2**32), wild=True)


PATHS = ("x", "any:x[*]", "x.y", "input.x", "a.x", "b.x", "a.evals.v.pass", "c.list[*]", "b-c")
OUTPUTS: Sequence[Any] = (
    {"properties": {"x": {"enum": ["yes", "no"]}, "y": {}}},
    {"required": ["x"], "properties": {"x": {"type": "integer", "minimum": 3}}},
    {"properties": {"list": {"type": "array", "items": {"type": "string"}}}},
    {"type": "object", "additionalProperties": False, "properties": {"y": {"const": 1}}},
)
WHENS = ("x is yes", "`x` is `no`", "a.x is yes", "the node failed", "", "otherwise", "y == 1")


def _sweny(pick: random.Random) -> Files:
    edges = []
    for _ in range(pick.randint(1, 6)):
        bound = f" max {pick.randint(1, 3)}" if pick.random() < 0.4 else ""
        when = f" when {pick.choice(WHENS)}" if pick.random() < 0.5 else ""
        edges.append(f"{pick.choice(NAMES)} -> {pick.choice(NAMES)}{bound}{when}")
    nodes = {name: _sweny_node(pick) for name in NAMES if pick.random() < 0.8}
    workflow = sweny.workflow("a", *edges, nodes=nodes)
    if pick.random() < 0.3:
        workflow["inputs"] = {"x": {"type": "string", "enum": ["yes", "no"]}}
    return {".sweny/workflows/w.yml": json.dumps(workflow)}


def _sweny_check(pick: random.Random) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if pick.random() < 0.6:
        found["output_required"] = _some(pick, PATHS, 2)
    if pick.random() < 0.6 or not found:
        found["output_matches"] = [
            {"path": path, **pick.choice(({"equals": "yes"}, {"in": ["no", 3]}, {"matches": "^y"}))}
            for path in _some(pick, PATHS, 2)
        ]
    return found


def _sweny_node(pick: random.Random) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if pick.random() < 0.6:
        found["output"] = pick.choice(OUTPUTS)
    if pick.random() < 0.4:
        found["requires"] = {**_sweny_check(pick), "on_fail": pick.choice(("fail", "skip"))}
    if pick.random() < 0.4:
        rule = {"name": "v", "kind": "value", "rule": _sweny_check(pick)}
        judge = {"name": "j", "kind": "judge", "rubric": "good"}
        called = {"name": "f", "kind": "function", "rule": {"any_tool_called": ["bash"]}}
        found["eval"] = pick.sample([rule, judge, called], pick.randint(1, 2))
    if pick.random() < 0.3:
        found["retry"] = {"max": pick.randint(0, 2)}
    if pick.random() < 0.2:
        found["fail_soft"] = True
    return found


KEYS = ("initial.a", "continuation.a", "verification.b", "closure.a", "section.d")
INTENTS = ("next", "repeat", "jump", "closing", "abort", "escalate", "handoff")


def _climpt(pick: random.Random) -> Files:
    keys = [KEYS[0], *(key for key in KEYS[1:] if pick.random() < 0.75)]
    steps = []
    for key in keys:
        ways = [
            f"{intent}>{pick.choice(keys)}" if pick.random() < 0.8 else intent
            for intent in _some(pick, INTENTS)
        ]
        steps.append(" ".join((key, *ways)))
    change = {key: _climpt_step(pick, keys) for key in keys if pick.random() < 0.6}
    return climpt.contract(*steps, registry_change={"steps": change})


def _climpt_step(pick: random.Random, keys: Sequence[str]) -> dict[str, Any]:
    source = f"{pick.choice(keys)}.{pick.choice(('note', 'next_action', 'summary'))}"
    targets = {word: pick.choice((*keys, None)) for word in ("x", "default")}
    wholes: Sequence[Callable[[], dict[str, Any]]] = (
        lambda: {"inputs": {"i": {"from": source, "required": pick.random() < 0.5}}},
        lambda: {"uvVariables": _some(pick, ("i", "issue", "iteration"))},
        lambda: {"transitions": {"next": {"condition": "note", "targets": targets}}},
        lambda: {"structuredGate": {"handoffFields": _some(pick, ("note", "next_action.action"))}},
        lambda: {"structuredGate": {"failFast": False, "fallbackIntent": pick.choice(INTENTS)}},
        lambda: {"structuredGate": {"targetField": "next_action.target"}},
        lambda: {"stepKind": pick.choice(("work", "verification", "closure"))},
    )
    found: dict[str, Any] = {}
    for part in pick.sample(wholes, pick.randint(1, 3)):
        found = climpt.changed(found, part())
    return found


CONDITIONS: Sequence[Any] = (
    {},
    {"verdict": "ok"},
    {"verdict": ["fail", "retry"]},
    {"verdict": "skip"},
    {"capHit": True},
    {"path": "parsed.n", "equals": 1},
    {"path": "parsed.n", "in": [2, 3]},
    {"path": "parsed.m", "exists": True},
    {"path": "parsed.kind", "equals": "x"},
)
SCHEMAS: Sequence[Any] = (
    stud.schema("summary", n={"enum": [1, 2, 3]}, m={"type": "integer"}),
    {**stud.schema("n"), "properties": {"n": {"enum": [1, 2]}}},
    stud.schema("kind", kind={"enum": ["x", "y"]}),
    {"type": "object"},
    {"type": "array"},
)
BODIES = (
    "Call `submit_{}`. {{{{ctx.upstream[0].parsed.n}}}}",
    "`submit_{}` ${{ctx.x}}",
    "Do {}.",
)


def _stud(pick: random.Random) -> Files:
    stages = {name: _stud_stage(pick, name) for name in NAMES}
    value = stud.pipeline("a", stages=stages)
    value["next"] = {name: _stud_next(pick) for name in NAMES if pick.random() < 0.85}
    return {stud.FILE: json.dumps(value)}


def _stud_stage(pick: random.Random, name: str) -> dict[str, Any]:
    found: dict[str, Any] = {"turnCap": pick.randint(1, 3)}
    if pick.random() < 0.6:
        found["completionSchema"] = pick.choice(SCHEMAS)
    if pick.random() < 0.4:
        found["body"] = pick.choice(BODIES).format(name)
    if pick.random() < 0.3:
        found["inputsSchema"] = pick.choice(({"required": ["parsed"]}, {"type": "object"}, False))
    if pick.random() < 0.3:
        found["allowedTools"] = _some(pick, ("read", "write", "crane", "submit_a"))
    return found


def _stud_way(pick: random.Random) -> dict[str, Any]:
    names = (*NAMES, "gone") if pick.random() < 0.1 else NAMES
    if pick.random() < 0.25:
        targets = _some(pick, names)
        return {"execution": "parallel", "nextStages": targets, "join": pick.choice(names)}
    return {"execution": "sequential", "nextStages": _some(pick, names, 1)}


def _stud_next(pick: random.Random) -> dict[str, Any]:
    if pick.random() < 0.25:
        return {"nextStages": []}
    if pick.random() < 0.5:
        return _stud_way(pick)
    conditions = _some(pick, CONDITIONS)
    found: dict[str, Any] = {"branches": [{"when": each, **_stud_way(pick)} for each in conditions]}
    if pick.random() < 0.4:
        found["default"] = _stud_way(pick)
    return found


def _agents(pick: random.Random) -> Files:
    family = pick.choice((".github/agents/{}.agent.md", ".github/agents/{}.agent.md", CLAUDE))
    claude = family == CLAUDE
    made = {family.format(name): _agent(pick, name, claude=claude) for name in NAMES}
    if pick.random() < 0.3:
        setting = "chat.subagents.allowInvocationsFromSubagents"
        made[".vscode/settings.json"] = json.dumps({setting: True})
    return made


CLAUDE = ".claude/agents/{}.md"
TOOLS = ("agent", "read", "serach", "edit/editFiles", "Read", "Bash", "Agent(a, gone)", "Raed")


def _agent(pick: random.Random, name: str, *, claude: bool) -> str:
    names = (*NAMES, "gone", "Plan")
    header: dict[str, Any] = {"name": name, "description": "Does it"}
    if pick.random() < 0.7:
        header["tools"] = _some(pick, TOOLS)
    if claude and pick.random() < 0.4:
        header["disallowedTools"] = _some(pick, ("Bash", "Read", "Bash(git push)"))
    elif not claude:
        flags = ("user-invocable", "disable-model-invocation", "infer")
        header |= {flag: pick.random() < 0.4 for flag in flags if pick.random() < 0.4}
        if pick.random() < 0.5:
            header["agents"] = _some(pick, names)
        header["handoffs"] = [_handoff(pick, names) for _ in range(pick.randint(0, 2))]
    lines = "\n".join(f"{key}: {json.dumps(value)}" for key, value in header.items())
    return f"---\n{lines}\n---\nUse #tool:edit/editFiles.\n"


def _handoff(pick: random.Random, names: Sequence[str]) -> dict[str, Any]:
    found = {"label": pick.choice(("Go", "Go on", " ")), "agent": pick.choice(names)}
    more = {"prompt": "Go.", "send": pick.random() < 0.7}
    return {**found, **{key: value for key, value in more.items() if pick.random() < 0.8}}


def _langgraph(pick: random.Random) -> Files:
    seed = str(pick.randrange(2**32))
    spec = drawn(seed)
    return files_of(_sharing(pick, spec) if pick.random() < 0.4 else spec, seed)


def _sharing(pick: random.Random, spec: GraphSpec) -> GraphSpec:
    """The same with a router that several nodes share, each with a map of its own."""
    if not spec.branches:
        return spec
    shared = pick.choice(spec.branches)
    sources = [node.name for node in spec.nodes if node.name != shared.source]
    more = []
    for source in pick.sample(sources, min(len(sources), pick.randint(1, 2))):
        labels = list((shared.mapped or {}).items())
        kept = pick.sample(labels, pick.randint(1, len(labels))) if labels else []
        more.append(shared._replace(source=source, mapped=dict(kept) if labels else None))
    return spec._replace(branches=(*spec.branches, *more))


MAKERS: dict[str, Callable[[random.Random], Files]] = {
    "vesanor": _vesanor,
    "sweny": _sweny,
    "climpt": _climpt,
    "stud": _stud,
    "agents": _agents,
    "langgraph": _langgraph,
}
