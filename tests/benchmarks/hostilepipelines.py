"""Pipelines of stud that are hard to judge, of about 100 kB each; see `hostile.py`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from benchmarks.hostile import Files, Schema


def stage(name: str, schema: Any, body: str = "Do it.") -> str:
    """A stage as markdown, with its completion schema as JSON in the header."""
    return (
        f"---\nid: {name}\nname: {name}\ndescription: What is done.\nallowedTools: [read]\n"
        f"completionTool: submit\ncompletionSchema: {json.dumps(schema)}\n"
        "retryPolicy: {maxAttempts: 1, backoff: none}\nturnCap: 9\n"
        "resolutionPolicy: retry-later\n---\n"
        f"{body}\n\nThen call `submit`.\n"
    )


def manifest(ways: Mapping[str, str], stages: Mapping[str, str]) -> Files:
    """A pipeline out of its ways and stages."""
    listed = "".join(f"  - stages/{name}.md\n" for name in stages)
    lines = "".join(f"  {name}: {way}\n" for name, way in ways.items())
    head = f"studPipeline: 1\nid: p\nname: P\nentryStage: {next(iter(stages))}\n"
    files = {"p.stud.yaml": f"{head}stages:\n{listed}next:\n{lines}"}
    return {**files, **{f"stages/{name}.md": text for name, text in stages.items()}}


SIMPLE = {"type": "object", "properties": {"d": {"enum": ["a", "b"]}}, "required": ["d"]}


def stage_with(schema: Schema) -> Files:
    """A stage with a schema, and branches on its first properties."""
    branches = ", ".join(
        f"{{when: {{verdict: ok, path: parsed.{name}, equals: {n % 3}}}, nextStages: [s1]}}"
        for n, name in enumerate(list(schema["properties"])[:40])
    )
    ways = {
        "s0": f"{{branches: [{branches}], default: {{nextStages: [s1]}}}}",
        "s1": "{nextStages: []}",
    }
    body = "".join(
        f"{{{{ctx.upstream[0].parsed.{name}}}}} " for name in list(schema["properties"])[:40]
    )
    return manifest(ways, {"s0": stage("s0", schema), "s1": stage("s1", SIMPLE, body)})


def stage_graph(size: int) -> Files:
    """Every stage branches to every stage."""
    count = int((size / 90) ** 0.5)
    names = [f"s{n}" for n in range(count)]
    branches = ", ".join(
        f"{{when: {{verdict: ok, path: parsed.d, equals: a}}, nextStages: [{name}]}}"
        for name in names
    )
    way = f"{{branches: [{branches}], default: {{nextStages: []}}}}"
    return manifest(dict.fromkeys(names, way), {name: stage(name, SIMPLE) for name in names})


def stage_line(size: int) -> Files:
    """Hundreds of stages in a line."""
    count = size // 370
    ways = {f"s{n}": f"{{nextStages: [s{n + 1}]}}" for n in range(count - 1)}
    ways[f"s{count - 1}"] = "{nextStages: []}"
    return manifest(ways, {name: stage(name, SIMPLE) for name in ways})


def stage_fans(size: int) -> Files:
    """Stages that start hundreds side by side, and join."""
    count = size // 400
    names = [f"s{n}" for n in range(count)]
    fan = ", ".join(names[1:-1])
    ways = dict.fromkeys(names, "{nextStages: []}")
    ways["s0"] = f"{{execution: parallel, nextStages: [{fan}], join: {names[-1]}}}"
    return manifest(ways, {name: stage(name, SIMPLE) for name in names})


def unknown_keys(size: int) -> Files:
    """A manifest with thousands of keys that nothing reads."""
    files = manifest({"s0": "{nextStages: []}"}, {"s0": stage("s0", SIMPLE)})
    files["p.stud.yaml"] += "".join(f"x{n}: {n}\n" for n in range(size // 10))
    return files


def unknown_stages(size: int) -> Files:
    """A stage that starts thousands of others, of which there is none."""
    listed = ", ".join(f"q{n}" for n in range(size // 10))
    return manifest({"s0": f"{{nextStages: [{listed}]}}"}, {"s0": stage("s0", SIMPLE)})


PIPELINES: Mapping[str, Callable[[int], Files]] = {
    "stage graph": stage_graph,
    "stage line": stage_line,
    "stage fans": stage_fans,
    "unknown keys": unknown_keys,
    "unknown stages": unknown_stages,
}
