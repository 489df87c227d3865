"""What is read of skills whose effect a run shows (reference sweny §5.2, §5.3, §8.6)."""

from __future__ import annotations

from phaselint.executor.claims import notes
from phaselint_rules.sweny.proofs.claims import Unlike, after_reading, key_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.vocabulary.finding import Finding


@after_reading(notes, "replay")
def left_out(facts: SwenyFacts, finding: Finding) -> str:
    """Two skills have the ID."""
    id = key_at(facts, finding, "skills")
    if id not in facts.workflow.skills or id not in facts.contract.registry:
        raise Unlike("the contract doesn't have two skills with that ID")
    return ""
