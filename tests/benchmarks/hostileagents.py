"""Agents of climpt that are hard to judge, of about 100 kB each; see `hostile.py`."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import climpt

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from benchmarks.hostile import Files, Schema

INTENTS = ("next", "repeat", "jump", "closing", "handoff", "escalate")


def _named(count: int) -> list[str]:
    return [f"initial.s{number}" for number in range(count)]


def _agent(*steps: str, **given: Any) -> Files:
    return climpt.contract(*steps, **given)


def step_line(size: int) -> Files:
    """Steps in a line, each with a schema and a prompt of its own."""
    names = _named(size // 1_000)
    steps = [f"{one} next>{other} repeat" for one, other in pairwise(names)]
    return _agent(*steps, f"{names[-1]} next>closure.end repeat", "closure.end closing repeat")


def bare_steps(size: int) -> Files:
    """Thousands of steps that have next to nothing."""
    listed = {f"initial.t{number}": {"c2": "initial"} for number in range(size // 36)}
    return _agent(registry_change={"steps": listed})


def full_steps(size: int) -> Files:
    """Steps that lead on by every intent, to steps all over the registry."""
    names = _named(size // 1_500)
    steps = []
    for number, name in enumerate(names):
        ways = (
            f"{intent}>{names[(number * 7 + turn * turn) % len(names)]}"
            for turn, intent in enumerate(INTENTS)
        )
        steps.append(f"{name} {' '.join(ways)}")
    return _agent(*steps, "closure.end closing repeat")


def full_conditions(size: int) -> Files:
    """Transitions that choose among all steps by a field."""
    count = int((size / 40) ** 0.5)
    names = _named(count)
    targets = {f"v{number}": name for number, name in enumerate(names)}
    rule = {"condition": "next_action.details.kind", "targets": {**targets, "default": names[0]}}
    change = {"steps": {name: {"transitions": {"next": rule}} for name in names}}
    steps = [f"{name} next repeat" for name in names]
    return _agent(*steps, "closure.end closing repeat", registry_change=change)


def unknown_steps(size: int) -> Files:
    """Transitions to steps that are nearly there."""
    names = _named(size // 1_000)
    steps = [f"{name} next>{name}0x repeat" for name in names]
    return _agent(*steps, "closure.end closing repeat")


def many_variables(size: int) -> Files:
    """Variables by the thousand, declared, used and given, and some that are nearly those."""
    names = [f"variable-{number}" for number in range(size // 70)]
    text = " ".join(f"{{uv-{name}}} {{uv-{name}x}}" for name in names)
    return climpt.declaring("initial.issue", *names, prompt=text)


def many_parameters(size: int) -> Files:
    """Parameters by the hundred, of which none is declared."""
    listed: dict[str, Any] = {f"parameter{number}": {} for number in range(size // 90)}
    return _agent(agent_change=climpt.parameters(**listed))


def many_fields(size: int) -> Files:
    """Handoff fields by the thousand, most of which no schema has."""
    fields = [f"analysis.field{number}" for number in range(size // 28)]
    change = {"steps": {"initial.issue": {"structuredGate": {"handoffFields": fields}}}}
    return _agent(registry_change=change)


def unknown_members(size: int) -> Files:
    """Members that nothing reads, thousands of times."""
    members = {f"descripton{number}": number for number in range(size // 28)}
    return _agent(registry_change={"steps": {"initial.issue": members}})


def prompts(size: int) -> Files:
    """A prompt that is one line of variables and headings."""
    piece = "{{uv-x{0}}} {{input_text}} ${{y}} # {0} "
    text = "".join(piece.format(number) for number in range(size // 40))
    return _agent(prompts={"initial/issue": text})


def agent_with(schema: Schema) -> Files:
    """An agent whose first step answers by a schema, and hands on its first properties."""
    names = list(schema["properties"])[:40]
    answer = climpt.schema(("next", "repeat"), **schema["properties"])
    whole = {**schema, **answer, "required": [*schema["required"], "next_action"]}
    change = {"steps": {"initial.issue": {"structuredGate": {"handoffFields": names}}}}
    return _agent(registry_change=change, schemas={"initial.issue": whole})


AGENTS: Mapping[str, Callable[[int], Files]] = {
    "step line": step_line,
    "bare steps": bare_steps,
    "full steps": full_steps,
    "full conditions": full_conditions,
    "unknown steps": unknown_steps,
    "many variables": many_variables,
    "many parameters": many_parameters,
    "many fields": many_fields,
    "unknown members": unknown_members,
    "prompts": prompts,
}
