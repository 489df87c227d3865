"""Random contracts for property tests: small, and mostly like real ones."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from dialects.vesanor.build import BASE, after

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dialects.vesanor.build import Files

RISKS = ("read", "read", "write", "destructive", "financial")


def random_files(seed: int, *, wild: bool = False) -> Files:
    """A contract from a seed: 2 to 5 phases, 1 to 6 tools.

    Plain ones have what the order of calls depends on. Wild ones have in addition what rests
    on outputs, counts, limits, gates, and names that do not exist.
    """
    pick = random.Random(seed)
    phases = [f"p{number}" for number in range(pick.randint(2, 5))]
    tools = [f"t{number}" for number in range(pick.randint(1, 6))]
    value = _session(pick, phases)
    written = {tool: _tool(pick, tool, tools, phases, value["transitions"]) for tool in tools}
    if wild:
        value |= _settings(pick, tools)
        for tool in tools:
            _make_wild(pick, written[tool], tools)
    found = {f"{tool}.yaml": json.dumps(content) for tool, content in written.items()}
    return {"session.yaml": json.dumps(value), **found}


def _session(pick: random.Random, phases: Sequence[str]) -> dict[str, Any]:
    last = len(phases) - 1
    terminal = {last} | {k for k in range(1, last) if pick.random() < 0.15}
    edges: dict[str, list[str]] = {}
    for number, phase in enumerate(phases):
        likely = [t for k, t in enumerate(phases) if pick.random() < (0.5 if k > number else 0.2)]
        if number < last and pick.random() < 0.9:
            likely = list(dict.fromkeys([*likely, phases[number + 1]]))
        if number not in terminal or pick.random() < 0.1:
            edges[phase] = likely
    entries = [
        {"name": phase, **({"initial": True} if k == 0 else {}), "terminal": k in terminal}
        for k, phase in enumerate(phases)
    ]
    return {"schema_version": "1.0", "agent": "x", "phases": entries, "transitions": edges}


def _tool(
    pick: random.Random,
    tool: str,
    tools: Sequence[str],
    phases: Sequence[str],
    edges: dict[str, list[str]],
) -> dict[str, Any]:
    found: dict[str, Any] = {"tool": tool, **BASE}
    number = tools.index(tool)
    usual = phases[number % (len(phases) - 1)]
    source = usual if pick.random() < 0.8 else pick.choice(phases[:-1])
    placed: dict[str, Any] = {}
    if pick.random() < 0.9:
        also = [phase for phase in phases if phase != source and pick.random() < 0.15]
        placed["valid_in_phases"] = pick.sample([source, *also], len(also) + 1)
    if number < len(phases) - 1 or pick.random() < 0.5:
        legal = edges.get(source) or list(phases)
        placed["advances_to"] = pick.choice(legal if pick.random() < 0.9 else phases)
    if placed:
        found["transitions"] = placed
    others = [t for t in tools if t != tool]
    needs = [t for t in tools[:number] if pick.random() < 0.2]
    if pick.random() < 0.05:
        needs.append(pick.choice(tools))
    if needs:
        found["preconditions"] = after(*dict.fromkeys(needs))
    bans = [t for t in others if pick.random() < 0.12] + [tool] * (pick.random() < 0.05)
    if bans:
        found["forbids_after"] = bans
    return found


def _settings(pick: random.Random, tools: Sequence[str]) -> dict[str, Any]:
    limits: dict[str, Any] = {}
    if pick.random() < 0.4:
        limits["max_steps"] = pick.randint(1, 6)
    if pick.random() < 0.4:
        limits["max_tool_calls"] = pick.randint(1, 6)
    if pick.random() < 0.4:
        names = pick.sample(tools, pick.randint(1, len(tools)))
        limits["max_calls_per_tool"] = {name: pick.randint(0, 2) for name in names}
    if pick.random() < 0.3:
        limits["loop_detection"] = {"window": pick.randint(1, 4), "threshold": pick.randint(1, 3)}
    if pick.random() < 0.3:
        limits["circuit_breaker"] = {
            "consecutive_blocks": pick.randint(1, 3),
            "consecutive_errors": pick.randint(1, 3),
        }
    if pick.random() < 0.1:
        limits["max_cost_per_session"] = 0.5
    found: dict[str, Any] = {"session_limits": limits} if limits else {}
    if pick.random() < 0.3:
        found["risk_defaults"] = {
            risk: pick.choice(("allow", "block")) for risk in ("write", "financial", "destructive")
        }
    return found


def _make_wild(pick: random.Random, tool: dict[str, Any], tools: Sequence[str]) -> None:
    tool["side_effect"] = pick.choice(RISKS)
    if pick.random() < 0.15:
        tool["gate"] = pick.choice(("allow", "block"))
    if pick.random() < 0.1:
        tool["commit_requirement"] = "none"
    entries = tool.setdefault("preconditions", [])
    for entry in entries:
        if pick.random() < 0.5:
            entry["with_output"] = [_condition(pick) for _ in range(pick.randint(1, 2))]
    if pick.random() < 0.15:
        entries.append({"requires_step_count": {"gte": pick.randint(0, 5)}})
    if pick.random() < 0.06:
        entries += after("no_such_tool")
    if pick.random() < 0.06:
        tool.setdefault("forbids_after", []).append("no_such_tool")
    if pick.random() < 0.03:
        tool["transitions"] = {"valid_in_phases": []}
    if pick.random() < 0.05:
        tool["tool"] = pick.choice(tools)  # another file may declare it as well


def _condition(pick: random.Random) -> dict[str, Any]:
    operator = pick.choice(("equals", "exists", "gte", "lte", "unheard_of"))
    value: Any = pick.choice((True, False)) if operator == "exists" else pick.choice((0, 1, 2, "x"))
    return {"path": pick.choice(("$.a", "$.a", "$.a.b", "$", "a")), operator: value}


def contracts(*, wild: bool = False) -> st.SearchStrategy[Files]:
    """Draw seeds: much faster than drawing every part, and a failure names its contract."""
    return st.integers(0, 2**32 - 1).map(lambda seed: random_files(seed, wild=wild))
