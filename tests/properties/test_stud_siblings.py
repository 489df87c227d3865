"""Siblings one at a time: exploration sees all that any number of odd ones would show."""

from __future__ import annotations

import os
import random
from typing import TYPE_CHECKING, Any

from dialects.stud.pipelines import END, OPEN, RUNTIME, load, pipeline, stage
from fresh import SEED
from phaselint.dialects.stud.running import representatives
from phaselint.executor.explore import explore
from properties.atlases import reached

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pytest

    from phaselint.executor.explore import Atlas

NUMBER = int(os.environ.get("PHASELINT_SIBLINGS", "100"))
BOUND = 20_000
KINDS = {"enum": ["x", "y"]}
SCHEMAS: tuple[Any, ...] = (
    {"type": "object", "required": ["n"], "properties": {"n": {"type": "integer"}}},
    {"type": "object", "properties": {"kind": KINDS}},
    {"type": "object", "required": ["kind"], "properties": {"kind": KINDS}},
    {"type": "array"},
)
INPUTS: tuple[Any, ...] = (
    {"properties": {"parsed": {"required": ["kind"]}}, "required": ["parsed"]},
    {"properties": {"parsed": {"properties": {"kind": {"const": "y"}}}}},
    {"properties": {"verdict": {"const": "ok"}}},
    {"required": ["output"]},
    {"properties": {"attemptCount": {"const": 1}}},
    False,
)
WHEN: tuple[Any, ...] = (
    {"verdict": "ok"},
    {"verdict": "fail"},
    {"capHit": True},
    {"path": "parsed.kind", "equals": "x"},
    {"verdict": "skip"},
)


def small(pick: random.Random) -> dict[str, Any]:
    """A pipeline with a fan-out of two or three stages, which may be joined."""
    beside = ["b", "c", "e"][: pick.randint(2, 3)]
    stages = [stage(name, **_fields(pick, name)) for name in ("a", *beside, "d")]
    fan: dict[str, Any] = {"execution": "parallel", "nextStages": beside}
    if pick.random() < 0.8:
        fan["join"] = "d"
    ways: dict[str, Any] = {"a": fan, "d": _next(pick)}
    ways |= {name: _next(pick) for name in beside if pick.random() < 0.3}
    return pipeline(*stages, next=ways)


def _fields(pick: random.Random, name: str) -> dict[str, Any]:
    found: dict[str, Any] = {
        "completionSchema": pick.choice(SCHEMAS),
        "turnCap": pick.randint(1, 2),
        "retryPolicy": {"maxAttempts": pick.randint(1, 2), "backoff": "none"},
    }
    if pick.random() < (0.6 if name == "d" else 0.1):
        found["inputsSchema"] = pick.choice(INPUTS)
    if name == "d" and pick.random() < 0.4:
        found["body"] = "{{ctx.upstream[0].parsed.kind}} {{ctx.upstream[1].output.q}}"
    return found


def _next(pick: random.Random) -> Any:
    if pick.random() < 0.4:
        return END
    branches = [{"when": when, **END} for when in pick.sample(WHEN, pick.randint(1, 3))]
    return {"branches": branches, **({"default": END} if pick.random() < 0.5 else {})}


def seen(manifest: Mapping[str, Any]) -> tuple[Any, ...] | None:
    """The elements that runs use, the faults of fair ones, and how runs end."""
    start = RUNTIME.relax(RUNTIME.start(load(manifest), OPEN, {}, {}))
    atlas = explore(RUNTIME, start, BOUND)
    if not atlas.complete:
        return None
    moves = {*RUNTIME.moves(RUNTIME.opening(start))}
    for edge in atlas.edges:
        moves.update(RUNTIME.moves(edge.events))
    ends = {RUNTIME.outcome(state) for state in atlas.states if state.ended}
    return moves, _faults(atlas, ("strict", "fair")), _faults(atlas, ("strict",)), ends


def _faults(atlas: Atlas[Any], grades: tuple[str, ...]) -> set[Any]:
    """The faults, and the good end, that choices of some grades lead to."""
    fair = reached(
        atlas, lambda edge: RUNTIME.grade(atlas.states[edge.source], edge.choice) in grades
    )
    states = [atlas.states[number] for number in fair]
    return {RUNTIME.fault(each) or RUNTIME.outcome(each) for each in states if each.ended}


def test_one_odd_sibling_at_a_time_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = 0
    for number in range(NUMBER):
        manifest = small(random.Random(f"{SEED}-{number}"))
        few = seen(manifest)
        with monkeypatch.context() as patched:
            patched.setattr(representatives, "other_is_odd", lambda _: False)
            all_of_them = seen(manifest)
        if few is None or all_of_them is None:
            continue
        compared += 1
        assert few == all_of_them, f"PHASELINT_SEED={SEED}, number {number}"
    print(f"PHASELINT_SEED={SEED}: {compared} of {NUMBER} pipelines compared")
    assert compared > 0.8 * NUMBER
