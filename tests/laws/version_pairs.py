"""Two versions of a small contract: one that is drawn, and the same with a change that matters.

Most contracts are drawn as those on which brute force is tried elsewhere; what is put in place of
something is a piece of another contract drawn in the same way, so that most changes change runs.
Some are cases of rules.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import climpt
from dialects.agents.running.brute import team_files
from dialects.stud.pipelines import FILE as PIPELINE
from dialects.stud.tiny import tiny
from dialects.vesanor.tiny import tiny_files
from differential.langgraph.specs import END, START, BranchSpec, GraphSpec
from differential.langgraph.texts import files_of
from laws.acting_langgraph import drawn
from laws.acting_stud import TOOLS
from laws.acting_sweny import small_workflow
from laws.mutations import TELLING, mutated
from laws.random_contracts import random_contract
from phaselint.behavior.difference.version import Version
from phaselint.dialects import BUILTIN
from phaselint.dialects.options import as_configured, in_force
from phaselint.executor.proof import proof_context
from phaselint.project.memory import DictReader
from phaselint.project.reader import walk

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Sequence

    from phaselint.dialects.base import Facts

Files = dict[str, str]
Options = dict[str, Any]

BOUND = 40
"""States that a version has at most, without its limits."""

WITHIN_LIMITS = 2_000
"""States that are explored with limits."""

OF_CASES = 0.15
"""The share of contracts that are cases of rules."""


class Drawn:
    """The files of two versions, and options of their dialect."""

    def __init__(self, old: Files, new: Files, options: Options | None = None) -> None:
        self.old = old
        self.new = new
        self.options = options or {}


def drawn_pair(dialect: str, pick: random.Random) -> Drawn:
    """Two versions of a contract."""
    if pick.random() < OF_CASES:

        def make() -> Files:
            return random_contract(dialect, str(pick.randrange(10**9)))

        return Drawn(*_changed(pick, make(), make))
    return MAKERS[dialect](pick)


def _changed(
    pick: random.Random, files: Files, make: Callable[[], Files], changes: int = 2
) -> tuple[Files, Files]:
    """Some files, and the same with a change or two by pieces of others."""
    changed = files
    for _ in range(pick.randint(1, changes)):
        changed = mutated(pick, changed, [make() for _ in range(3)], TELLING)
    return files, changed


def version(dialect: str, files: Files, options: Options) -> Version | None:
    """The runs of the first contract of a dialect among some files; none where there is none,
    errors hide what runs do, the runtime refuses it, or it has too many states."""
    found = next(each for each in BUILTIN if each.name == dialect)
    asked = as_configured(found, {dialect: options}, {})
    reader = DictReader(files)
    targets = (each for folder in walk(reader) for each in asked.detect(reader, folder))
    target = next(iter(targets), None)
    if target is None:
        return None
    given = in_force(found, {dialect: options}, {})
    facts: Facts = asked.study(asked.load(reader, target), given, BOUND)
    if not getattr(facts, "runs_known", False):
        return None
    small = Version(proof_context(asked, facts, BOUND, reader))
    if small.refused or not all(each.complete for each in small.atlases):
        return None
    return Version(proof_context(asked, facts, WITHIN_LIMITS, reader))


# --- dialects -------------------------------------------------------------------------------------


def _spliced(pick: random.Random, value: Any, twin: Any, keys: Sequence[str]) -> Any:
    """A mapping with one of some keys as another one has it, or without it."""
    key = pick.choice([each for each in keys if each in value or each in twin] or [*keys])
    rest = {name: each for name, each in value.items() if name != key}
    return {**rest, key: twin[key]} if key in twin and pick.random() < 0.8 else rest


def _vesanor(pick: random.Random) -> Drawn:
    def make() -> Files:
        return tiny_files(pick.randrange(2**32), limits=pick.random() < 0.3)

    old, twin = make(), make()
    return Drawn(old, _with_another_gate(pick, old, twin))


def _with_another_gate(pick: random.Random, files: Files, twin: Files) -> Files:
    """A contract with another way, limit or tool, or a tool with another place or condition."""
    tools = sorted(path for path in files if path != "session.yaml")
    if pick.random() < 0.4:
        value, other = (json.loads(each["session.yaml"]) for each in (files, twin))
        changed = _spliced(pick, value, other, ("transitions", "transitions", "session_limits"))
        return {**files, "session.yaml": json.dumps(changed)}
    path = pick.choice(tools)
    if pick.random() < 0.15 and len(tools) > 1:
        return {each: text for each, text in files.items() if each != path}
    value, other = json.loads(files[path]), json.loads(twin.get(path, files[path]))
    keys = ("transitions", "transitions", "preconditions", "preconditions", "forbids_after", "gate")
    return {**files, path: json.dumps(_spliced(pick, value, other, keys))}


def _sweny(pick: random.Random) -> Drawn:
    """A workflow, and the same with another edge, condition, limit, or gate of a node."""
    old, twin = (small_workflow(pick, sound=True) for _ in range(2))
    for each in (*old["nodes"].values(), *twin["nodes"].values()):
        each["skills"] = []  # those of the drawn nodes are nowhere
    new = dict(old)
    if pick.random() < 0.4:
        node = pick.choice(sorted(old["nodes"]))
        other = pick.choice(list(twin["nodes"].values()))
        keys = ("requires", "requires", "eval", "output", "retry", "fail_soft")
        new["nodes"] = {**old["nodes"], node: _spliced(pick, old["nodes"][node], other, keys)}
    else:
        edges = [*old["edges"]]
        at = pick.randrange(len(edges))
        if pick.random() < 0.4:
            edges[at] = {key: each for key, each in edges[at].items() if key != "when"}
            edges[at] |= {} if "when" in old["edges"][at] else {"when": "w"}
        elif pick.random() < 0.4:
            edges[at] = {**edges[at], "max_iterations": pick.randint(1, 3)}
        else:
            ends = {key: pick.choice(sorted(old["nodes"])) for key in ("from", "to")}
            edges[at:at] = [{**ends, "when": "w", "max_iterations": pick.randint(1, 2)}]
        new["edges"] = edges
    path = ".sweny/workflows/w.yml"
    return Drawn({path: json.dumps(old)}, {path: json.dumps(new)})


WORK = ("next", "repeat", "jump", "handoff")
INTENTS = {
    "initial": WORK,
    "continuation": WORK,
    "verification": ("next", "repeat", "jump", "escalate"),
    "closure": ("closing", "repeat"),
}


def _climpt(pick: random.Random) -> Drawn:
    """An agent, and the same with other ways on from a step, or another limit."""
    keys = ["initial.a", *pick.sample(("continuation.a", "continuation.b", "verification.b"), 2)]
    keys = [*keys[: pick.randint(1, 3)], "closure.a"]
    steps = [_ways(pick, key, keys) for key in keys]
    changed = [*steps]
    at = pick.randrange(len(keys))
    changed[at] = _ways(pick, keys[at], keys)
    most = pick.choice((3, 5, 40))
    limits = (most, most + pick.choice((0, 0, 0, -1, 1)))
    made = (
        climpt.contract(*each, agent_change=_of_iterations(limit))
        for each, limit in zip((steps, changed), limits, strict=True)
    )
    return Drawn(*made)


def _of_iterations(most: int) -> Any:
    return {"runner": {"verdict": {"config": {"maxIterations": most}}}}


def _ways(pick: random.Random, key: str, keys: Sequence[str]) -> str:
    kind = key.partition(".")[0]
    intents = pick.sample(INTENTS[kind], pick.randint(1, 2))
    if kind == "closure":
        intents = ["closing", *(["repeat"] if pick.random() < 0.5 else [])]
    targets = {"repeat": key, "handoff": keys[-1]}
    ways = (
        each if each == "closing" else f"{each}>{targets.get(each) or pick.choice(keys)}"
        for each in intents
    )
    return " ".join((key, *ways))


def _stud(pick: random.Random) -> Drawn:
    old, twin = (_manifest(pick) for _ in range(2))
    new = dict(old)
    if pick.random() < 0.6:
        stages = sorted(old["next"])
        names = sorted(each["id"] for each in old["stages"])
        known = [each for each in twin["next"].values() if _names_in(each) <= {*names}]
        new["next"] = {
            **old["next"],
            pick.choice(stages): pick.choice(known or [{"nextStages": []}]),
        }
    else:
        at = pick.randrange(len(old["stages"]))
        other = pick.choice(twin["stages"])
        keys = ("allowedTools", "completionSchema", "turnCap", "retryPolicy", "inputsSchema")
        new["stages"] = [*old["stages"]]
        new["stages"][at] = _spliced(pick, old["stages"][at], other, keys)
    return Drawn({PIPELINE: json.dumps(old)}, {PIPELINE: json.dumps(new)})


def _names_in(way: Any) -> set[str]:
    found = {*way.get("nextStages", ()), *([way["join"]] if "join" in way else [])}
    for each in (*way.get("branches", ()), *([way["default"]] if "default" in way else [])):
        found |= _names_in(each)
    return found


def _manifest(pick: random.Random) -> Any:
    manifest = tiny(pick)
    for stage in manifest["stages"]:
        stage["allowedTools"] = pick.sample(TOOLS, pick.choice((0, 0, 1)))
    return manifest


def _agents(pick: random.Random) -> Drawn:
    files, options = team_files(pick)
    return Drawn(*_changed(pick, files, lambda: team_files(pick)[0]), options)


def _langgraph(pick: random.Random) -> Drawn:
    """A graph, and the same with a part of it gone, moved, or taken from another one."""
    spec, _ = drawn(str(pick.randrange(2**32)))
    other, _ = drawn(str(pick.randrange(2**32)))
    seed = str(pick.randrange(2**32))
    changed = pick.choice(GRAPH_CHANGES)(pick, spec, other)
    return Drawn(files_of(spec, seed), files_of(changed, seed))


def _with_other_edge(pick: random.Random, spec: GraphSpec, _: GraphSpec) -> GraphSpec:
    names = [node.name for node in spec.nodes]
    edges = [*spec.edges]
    change = pick.randrange(3)
    if change and edges:
        del edges[pick.randrange(len(edges))]
    if change != 1:
        edges.append((pick.choice([START, *names]), pick.choice([*names, END])))
    return spec._replace(edges=tuple(dict.fromkeys(edges)))


def _with_other_deeds(pick: random.Random, spec: GraphSpec, _: GraphSpec) -> GraphSpec:
    at, nodes = pick.randrange(len(spec.nodes)), list(spec.nodes)
    deeds = [deed for node in nodes for deed in node.deeds]
    if deeds and nodes[at].inner is None:
        some = pick.sample(deeds, min(len(deeds), pick.randint(1, 2)))
        nodes[at] = nodes[at]._replace(deeds=tuple(some))
    return spec._replace(nodes=tuple(nodes))


def _with_other_router(pick: random.Random, spec: GraphSpec, _: GraphSpec) -> GraphSpec:
    names = [node.name for node in spec.nodes]
    branches = [*spec.branches]
    if branches and pick.random() < 0.6:
        at = pick.randrange(len(branches))
        answers = branches[at].answers
        branches[at] = branches[at]._replace(answers=answers[1:] or answers)
        if pick.random() < 0.5:
            del branches[at]
    else:
        to = pick.sample([*names, END], 2)
        name = f"route{len(branches)}"
        branches.append(BranchSpec(pick.choice(names), name, ((to[0],), (to[1],)), None))
    return spec._replace(branches=tuple(branches))


def _with_other_joins(pick: random.Random, spec: GraphSpec, _: GraphSpec) -> GraphSpec:
    names = [node.name for node in spec.nodes]
    joins = spec.joins[1:]
    if names[1:] and (not spec.joins or pick.random() < 0.5):
        joins = (*joins, (tuple(pick.sample(names, 2)), pick.choice(names)))
    return spec._replace(joins=joins)


def _with_other_pause(pick: random.Random, spec: GraphSpec, other: GraphSpec) -> GraphSpec:
    return spec._replace(before=other.before and (pick.choice(spec.nodes).name,))


GRAPH_CHANGES = (
    *(_with_other_edge, _with_other_edge, _with_other_edge, _with_other_router),
    *(_with_other_router, _with_other_deeds, _with_other_deeds, _with_other_joins),
    _with_other_pause,
)

MAKERS: dict[str, Callable[[random.Random], Drawn]] = {
    "vesanor": _vesanor,
    "sweny": _sweny,
    "climpt": _climpt,
    "stud": _stud,
    "agents": _agents,
    "langgraph": _langgraph,
}
