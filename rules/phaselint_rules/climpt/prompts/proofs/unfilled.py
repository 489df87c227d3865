"""How the executor shows that a placeholder reaches the model (reference climpt §4.6)."""

from __future__ import annotations

from phaselint.dialects.climpt.reading.stepprompts import texts
from phaselint.executor.proof import data_of, unproved
from phaselint_rules.climpt.data.declaredvariables import text_place
from phaselint_rules.climpt.data.proofs.uvnames import is_sent, visit, way_of
from phaselint_rules.climpt.proofs.claims import ExpectedFinding, checks_claim
from phaselint_rules.climpt.ways.proofs.transitions import NO_WAY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.filemodel import Text
    from phaselint.executor.planning import PlannedRun
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Place, Proof
    from phaselint_rules.climpt.data.proofs.uvnames import Record
    from phaselint_rules.climpt.proofs.claims import Claim


def _left(claim: Claim) -> ExpectedFinding | None:
    """The placeholder as written at the place of a finding, and the first step that sends the text;
    none for the system prompt."""
    facts, written = claim.facts, claim.name("placeholder")
    system = facts.contract.system_prompt
    if system is not None and system.file == claim.place.file:
        place = _first(facts, system, written)
        return ExpectedFinding(place, {"placeholder": written}) if place else None
    text = facts.contract.prompts.get(claim.place.file)
    users = [s for s in facts.sending_steps if text in texts(facts.contract, s)] if text else []
    place = _first(facts, text, written) if text and users else None
    return ExpectedFinding(place, {"step": users[0].key, "placeholder": written}) if place else None


def _first(facts: ClimptFacts, text: Text, written: str) -> Place | None:
    """The first place of a placeholder below the header of a prompt."""
    whole = facts.contract.documents[text.file].text
    at = whole.find(written, text.body_start) if written else -1
    return text_place(facts, text, at, at + len(written)) if at >= 0 else None


@checks_claim(_left)
def reaches_model(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """A run sends the text with the placeholder."""
    facts, data = lab.facts, data_of(finding)
    written = data["placeholder"]
    if "step" in data:
        way = way_of(finding)

        def prompt_has_braces(_: PlannedRun, record: Record) -> bool:
            return is_sent(record) and written in record["prompt"]

        name = f"send {written} at {data['step']}"
        return visit(lab, name, way, prompt_has_braces)
    start = (facts.active or next(iter(facts.entries), "")) if facts.graph_known else ""
    if not start:
        return unproved(NO_WAY)

    def sends(_: PlannedRun, record: Record) -> bool:
        return written in record.get("system", "")

    return visit(lab, "send the system prompt", (start,), sends)
