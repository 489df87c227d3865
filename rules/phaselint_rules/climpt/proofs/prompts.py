"""How the executor shows which prompt is sent (reference climpt §4.6, §4.7, §7.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.dialects.climpt.reading.promptfiles import INPUT_TEXT
from phaselint.executor.driving import data_of, unscripted
from phaselint.executor.proof import STATIC
from phaselint_rules.climpt.proofs.transitions import NO_WAY
from phaselint_rules.climpt.proofs.variables import is_sent, visit, way_of

if TYPE_CHECKING:
    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.executor.proof import Lab
    from phaselint.vocabulary.finding import Finding, Proof
    from phaselint_rules.climpt.proofs.bench import Driven
    from phaselint_rules.climpt.proofs.variables import Record

VARIABLE = "{uv-"


def sends_other(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """A run comes to the step and sends the prompt of the edition."""
    data, way = data_of(finding), way_of(finding)
    if not data["sent"]:
        return STATIC
    body = lab.facts.contract.prompts[data["sent"]].body.partition(VARIABLE)[0]

    def holds(_: Driven, record: Record) -> bool:
        return is_sent(record) and record["prompt"].startswith(body)

    name = f"send {data['sent']}"
    return visit(lab, name, way, holds) if way else unscripted(NO_WAY)


def sends_nothing(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """A run comes to the step and sends an empty prompt."""
    if finding.witness is None:
        return STATIC
    way = way_of(finding)

    def holds(_: Driven, record: Record) -> bool:
        return is_sent(record) and not record["prompt"].strip()

    name = f"send {data_of(finding)['file']}"
    return visit(lab, name, way, holds) if way else unscripted(NO_WAY)


def leaves_empty(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """A run comes to the step and sends the prompt without the placeholder."""
    data, way = data_of(finding), way_of(finding)

    def holds(_: Driven, record: Record) -> bool:
        return is_sent(record) and INPUT_TEXT not in record["prompt"]

    return visit(lab, f"send {data['file']}", way, holds) if way else unscripted(NO_WAY)


def stays_in_system(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """The model gets a system prompt with the placeholder in it."""
    facts, name = lab.facts, data_of(finding)["variable"]
    start = (facts.active or next(iter(facts.entries), "")) if facts.graph_known else ""
    if not start:
        return unscripted(NO_WAY)

    def holds(_: Driven, record: Record) -> bool:
        return f"{VARIABLE}{name}}}" in record.get("system", "")

    return visit(lab, "send the system prompt", (start,), holds)
