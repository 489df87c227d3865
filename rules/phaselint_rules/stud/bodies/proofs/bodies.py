"""How the executor shows what is wrong with a body as a whole (reference §5.3 R9, §5.5)."""

from __future__ import annotations

from phaselint.dialects.stud.analysis.uses import quoted_placeholder as quoted
from phaselint.executor.planning import Plan, shown
from phaselint.executor.proof import data_of, partly, unproved
from phaselint_rules.stud.bodies.tokens import has_word
from phaselint_rules.stud.proofs.answering import bodies_of, lines_of, run_plan, text_turn, way_to
from phaselint_rules.stud.proofs.claims import checks_claim, of_stage, stage_at
from phaselint_rules.stud.proofs.prompts import (
    NO_WAY,
    NOT_RENDERED,
    REFERENCE,
    fits,
    spot_of,
    stage_of,
)
from phaselint_rules.stud.runoptions import options_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.model import Placeholder
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof

MOST_TURNS = 100
ANSWER = "I am done."
LEFT = "the run ends before the stage does"


@checks_claim(of_stage)
def empty(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
    """A run reaches the stage and sends an empty system prompt."""
    facts = lab.facts
    stage = stage_of(facts, finding)
    way = way_to(facts, data_of(finding)["stage"])
    if stage is None or not way:
        return unproved(NO_WAY)
    driven = run_plan(lab, f"begin {stage.id}", Plan(way))
    bodies = bodies_of(driven, stage.id)
    if not bodies:
        return unproved(driven.left or NOT_RENDERED)
    return shown(driven, not bodies[-1].strip())


def _read_tool(facts: StudFacts, finding: Finding) -> Mapping[str, Any] | None:
    stage = stage_at(facts, finding)
    if stage is None or has_word(stage.completion_tool, stage.body.text):
        return None
    return {
        "stage": stage.id,
        "completionTool": stage.completion_tool,
        "turnCap": stage.turn_cap,
    }


@checks_claim(_read_tool, "static+replay")
def unfinished(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
    """A model that only writes text runs into the turn cap."""
    facts = lab.facts
    stage = stage_of(facts, finding)
    cap = data_of(finding)["turnCap"]
    way = way_to(facts, data_of(finding)["stage"])
    if stage is None or not way:
        return unproved(NO_WAY)
    if cap is None or not 0 < cap <= MOST_TURNS:
        return unproved("the turn cap is missing, or too high for a run")
    plan = Plan(
        way,
        answers={stage.id: [text_turn(ANSWER)] * cap},
        asks={stage.id: {"assert": ["fail"]}},
        options=options_of(facts, stage),
    )
    driven = run_plan(lab, f"only text in {stage.id}", plan)
    begun = f"ProviderRequestStarted {stage.id} 1.1" in lines_of(driven)
    if not begun or not any(
        line.startswith(f"StageExited {stage.id} ") for line in lines_of(driven)
    ):
        return unproved(driven.left or LEFT, driven.script)
    proof = shown(driven, f"x-CapHit {stage.id} turns={cap}" in lines_of(driven))
    return partly(proof, f"that the body doesn't name `{stage.completion_tool}`")


def _read_forms(facts: StudFacts, finding: Finding) -> Mapping[str, Any] | None:
    stage = stage_at(facts, finding)
    listed = [each for each in facts.placeholders(stage) if each.closed] if stage else []
    braces = next((each for each in listed if each.style == "braces"), None)
    dollar = next((each for each in listed if each.style == "dollar"), None)
    if stage is None or braces is None or dollar is None:
        return None
    return {"stage": stage.id, "placeholder": quoted(braces), "other": quoted(dollar)}


@checks_claim(_read_forms)
def other_form(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
    """A run of the reference engine reaches the stage, and its prompt contains a `{{…}}`."""
    facts = lab.facts
    spot = spot_of(facts, finding)
    way = way_to(facts, data_of(finding)["stage"])
    if spot is None or not way:
        return unproved(NO_WAY)
    driven = run_plan(lab, f"render {spot.stage.id}", Plan(way, options=REFERENCE))
    bodies = bodies_of(driven, spot.stage.id)
    if not bodies:
        return unproved(driven.left or NOT_RENDERED)
    text = spot.stage.body.text[spot.placeholder.start : spot.placeholder.end]
    return shown(driven, fits(facts, spot, text, bodies[-1], _by_reference))


def _by_reference(placeholder: Placeholder) -> bool:
    """Whether the reference replaces a placeholder."""
    return placeholder.style == "dollar" and placeholder.path is not None
