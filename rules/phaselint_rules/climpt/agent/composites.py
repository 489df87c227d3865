"""Composite verdicts, and the steps that depend on them (reference climpt §4.11, §7.8)."""

from __future__ import annotations

from phaselint.dialects.climpt.model import ALLOWED
from phaselint.dialects.climpt.reading.stepprompts import sent
from phaselint.dialects.climpt.reading.values import path_of
from phaselint.schema import always, values_at
from phaselint_rules.climpt.gates.schemas import SIGNAL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Step
    from phaselint.vocabulary.finding import Pointer

COMPOSITE = "meta:composite"

COUNTED = "count:iteration"

POLLED = "poll:state"

PRIMED = (COUNTED, "detect:keyword", "detect:structured")
"""Types of a first condition whose handler learns from the prompt it builds."""


def _verdict(facts: ClimptFacts) -> Pointer:
    return (*facts.agent.base, "runner", "verdict")


def conditions(facts: ClimptFacts) -> Iterator[tuple[Mapping[str, Any], str, Pointer]]:
    """The conditions of a composite that have a type, with their types and places."""
    agent = facts.agent
    given = (agent.config or {}).get("conditions")
    if agent.verdict != COMPOSITE or not isinstance(given, list):
        return
    for index, each in enumerate(given):
        kind = each.get("type") if isinstance(each, dict) else None
        if isinstance(kind, str):
            yield each, kind, (*_verdict(facts), "config", "conditions", index)


def is_primed(facts: ClimptFacts) -> bool:
    """Whether the first condition of a composite can be met although no answer is passed to it: if
    its handler builds the prompt of a closure step, it learns about the iteration before."""
    first = next((kind for _, kind, _ in conditions(facts)), "")
    if first not in PRIMED:
        return False
    steps = (step for step in facts.steps.values() if step.kind == "closure")
    asked = [step for step in steps if step.runner is None]
    if facts.registry.closure_only:
        return bool(asked)
    there = facts.contract.prompts
    return bool(there) and any(sent(facts.contract, step) is None for step in asked)


def dependent(facts: ClimptFacts) -> Step | None:
    """A step that is reached and whose completion is left to the verdict handler."""
    if not facts.gated:
        return facts.steps.get(facts.active)
    for step in facts.steps.values():
        if step.kind != "closure" or step.runner is not None or step.key not in facts.reach:
            continue
        schema = facts.schema(step)
        if schema is not None and not _always_clear(schema):
            return step
    return None


def _always_clear(schema: Mapping[str, Any]) -> bool:
    """Whether every answer says that the step is finished, or that it isn't."""
    path = path_of(SIGNAL)
    values = values_at(schema, path)
    return (
        always(schema, path).answer == "yes"
        and values is not None
        and all(value in ALLOWED["closure"] for value in values)
    )
