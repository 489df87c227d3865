"""Agents in memory as release 1.14 writes them: those of `runs`, step by step."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from dialects.climpt.runs import HOME

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

REGISTRY = f"{HOME}/steps_registry.json"
AGENT = f"{HOME}/agent.json"
SETTINGS = ".agent/climpt/config/claude.settings.climpt.agents.writer.json"
ALLOWED: Mapping[str, Any] = {"permissions": {"allow": ["Read", "Bash(git log:*)"]}}
_ADDRESS = ("c2", "c3", "edition", "adaptation")


def later(
    files: Mapping[str, str],
    /,
    *,
    settings: Any = ALLOWED,
    change: Callable[[Any], None] = lambda _: None,
    **chains: Any,
) -> dict[str, str]:
    """The files of an agent for release 1.14, with settings where there are any. `chains` are
    those of steps, named by what stands before their dot; `change` is made in the registry."""
    agent, registry = json.loads(files[AGENT]), json.loads(files[REGISTRY])
    del agent["runner"]["boundaries"]
    for key, step in registry["steps"].items():
        registry["steps"][key] = _step(step)
        if key.partition(".")[0] in chains:
            registry["steps"][key]["adaptationChain"] = chains[key.partition(".")[0]]
    entries = registry["entryStepMapping"].items()
    pairs = {key: {"initial": step, "continuation": step} for key, step in entries}
    registry["entryStepMapping"] = pairs
    change(registry)
    found = {**files, AGENT: json.dumps(agent), REGISTRY: json.dumps(registry)}
    if settings is not None:
        found[SETTINGS] = settings if isinstance(settings, str) else json.dumps(settings)
    return found


def _step(step: dict[str, Any]) -> dict[str, Any]:
    kept = {key: value for key, value in step.items() if key not in ("stepKind", *_ADDRESS)}
    address = {key: step[key] for key in _ADDRESS if key in step}
    return {**kept, "kind": step["stepKind"], "address": {"c1": "steps", **address}}
