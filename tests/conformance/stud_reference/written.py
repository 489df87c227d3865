"""What the reference is given and what it writes, for the tests of both who follow it."""

from __future__ import annotations

from typing import Any

PHASES = ("Setup", "Init", "CheckGate", "Act", "Assert", "Exit", "Next")


def whole(name: str, turn_end: bool = True, phases: tuple[str, ...] = PHASES) -> list[str]:
    """The lines of a stage that runs to its end."""
    lines: list[str] = []
    for phase in phases:
        lines.append(f"StagePreFired {name} {phase}")
        if phase == "Exit" and turn_end:
            lines.append(f"SessionTurnEnd {name}")
        lines.append(f"StagePostFired {name} {phase}")
    return lines


def of(lines: list[str], name: str) -> list[str]:
    return [line for line in lines if line.split()[1] == name]


def stage_object(id: str, *ways: str, body: str = "b", **more: Any) -> dict[str, Any]:
    return {
        "id": id,
        "body": body,
        "turnCap": 2,
        "completionTool": "finish",
        "completionSchema": {"type": "object", "required": ["n"]},
        "next": {"execution": "sequential", "nextStages": list(ways), **more},
    }
