"""Proofs of what a start refuses about intents, gates and schemas (reference climpt §3.1, §7.3,
§7.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.executor.driving import data_of
from phaselint.executor.proof import STATIC
from phaselint.vocabulary.rule import by
from phaselint_rules.climpt.proofs.bench import refused_with

if TYPE_CHECKING:
    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.executor.proof import Lab
    from phaselint.vocabulary.finding import Finding, Proof

INTENTS = "SR-VALID-001"
REFERENCE = "SR-VALID-002"
SCHEMA = "SR-VALID-003"
INCOMPLETE = "SR-GATE-003"


@by("refusal")
def refused_word(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """The start is refused where it looks at the word: the list and the fallback of a step with a
    kind, and the enum of a schema."""
    data = data_of(finding)
    kind = lab.facts.steps[data["step"]].kind
    if kind and (data["listed"] or data["fallback"]):
        return refused_with(lab, INTENTS)
    if data["enum"] != data["listed"]:
        return refused_with(lab, SCHEMA)
    return STATIC


@by("refusal")
def refused_list(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """The start is refused, where the intent is listed in a step with a kind."""
    return refused_with(lab, INTENTS) if data_of(finding)["listed"] else STATIC


@by("refusal")
def refused_reference(lab: Lab[ClimptFacts], _finding: Finding) -> Proof:
    """The start is refused because of the form of a reference."""
    return refused_with(lab, REFERENCE)


@by("refusal")
def refused_enum(lab: Lab[ClimptFacts], _finding: Finding) -> Proof:
    """The start is refused because the enum is not there or not what is listed."""
    return refused_with(lab, SCHEMA)


@by("refusal")
def refused_schema(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """The start is refused because a schema cannot be resolved; it looks at gated steps only."""
    return refused_with(lab, SCHEMA) if data_of(finding)["gated"] else STATIC


@by("refusal")
def refused_step(lab: Lab[ClimptFacts], _finding: Finding) -> Proof:
    """The start is refused because a step is not complete."""
    return refused_with(lab, INCOMPLETE)
