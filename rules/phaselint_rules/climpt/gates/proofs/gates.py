"""Proofs of what gates make of answers (reference climpt §4.2, §4.3, §7.3, §7.4)."""

from __future__ import annotations

from phaselint.executor.planning import Plan
from phaselint.executor.proof import Decided, data_of, unproved
from phaselint_rules.climpt.proofs.answering import (
    PROMPT,
    STAND_IN,
    iterations,
    run_plan,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.executor.planning import PlannedRun
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding

UNREAD = "GATE_INTERPRETATION_ERROR"
NO_WAY = "no run reaches the step"
NO_ANSWER = "no answer that the schema accepts shows it"


def to_step(
    lab: ProofContext[ClimptFacts], finding: Finding, name: str, last: Mapping[str, Any] | None
) -> PlannedRun:
    """A run to the step of a finding that gives an answer there. Prompts that can't be built have
    their own findings: they are made up. Raises Decided if there is no such run."""
    way = data_of(finding).get("path")
    if not way:
        raise Decided(unproved(NO_WAY))
    if last is None:
        raise Decided(unproved(NO_ANSWER))
    plan = Plan(tuple(way), last=last)
    driven = run_plan(lab, name, plan)
    if not driven.code.startswith(PROMPT):
        return driven
    return run_plan(lab, name, plan._replace(world=STAND_IN))


def first(driven: PlannedRun, step: str) -> Mapping[str, Any]:
    """The record of the first iteration of a step; empty if there is none."""
    return next(iter(iterations(driven, step)), {})


# --- intents without a rule -----------------------------------------------------------------------


# --- what cannot be read --------------------------------------------------------------------------
