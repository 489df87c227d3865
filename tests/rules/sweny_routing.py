"""Conditions in short, and the routing rules that report something about them."""

from __future__ import annotations

from typing import Any

from phaselint_rules import RULES
from sweny import findings, workflow

ROUTING = frozenset(
    rule.name for rule in RULES if rule.dialect == "sweny" and rule.code.startswith("SW2")
)


def output(required: str = "", **properties: Any) -> dict[str, Any]:
    """A node's output: properties by name, a list standing for an `enum`."""
    declared = {
        name: {"enum": value} if isinstance(value, list) else value
        for name, value in properties.items()
    }
    names = required.split() if required else list(declared)
    return {"output": {"type": "object", "properties": declared, "required": names}}


VERDICT = {"assess": output(verdict=["fix", "skip", "escalate"], issue={"type": "string"})}


def reported(*edges: str, nodes: Any = None, opt_in: Any = (), **fields: Any) -> list[str]:
    """The routing rules that report something, sorted."""
    found = findings(workflow(*edges, nodes=nodes, **fields), opt_in=opt_in)
    return sorted(finding.name for finding in found if finding.name in ROUTING)


def when(text: str, nodes: Any = None, **fields: Any) -> list[str]:
    """What is reported for one condition of `assess`, which comes after `gather`, has a default
    edge, and is followed by `fix`."""
    edges = (f"assess -> fix when {text}", "assess -> end", "fix -> later")
    declared = {"gather": output(found={"type": "integer"}), **VERDICT, **(nodes or {})}
    inputs = {"repo": {"type": "string"}}
    return reported("gather -> assess", *edges, nodes=declared, inputs=inputs, **fields)
