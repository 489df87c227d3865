"""What is read of keys that the loader drops (reference sweny §8.1)."""

from __future__ import annotations

from phaselint.executor.claims import notes
from phaselint_rules.sweny.proofs.claims import Unlike, after_reading, key_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.vocabulary.finding import Finding


@after_reading(notes, "static+replay")
def key_dropped(facts: SwenyFacts, finding: Finding) -> str:
    """The workflow has the unknown key."""
    key = key_at(facts, finding)
    if key not in facts.workflow.unknown_keys:
        raise Unlike("the contract has no such unknown key")
    return f"that the workflow has the key `{key}`"
