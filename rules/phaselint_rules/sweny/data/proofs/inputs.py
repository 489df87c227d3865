"""What is read of run inputs whose effect a run shows (reference sweny §5.1, §8.7)."""

from __future__ import annotations

from phaselint.dialects.sweny.analysis.pathfaults import SPECIAL_INPUTS
from phaselint.executor.claims import notes
from phaselint.javascript.equality import identical
from phaselint_rules.sweny.proofs.claims import Unlike, after_reading, pointer_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Input
    from phaselint.vocabulary.finding import Finding


@after_reading(notes, "replay")
def fills_in(facts: SwenyFacts, finding: Finding) -> str:
    """The default isn't one of the values."""
    field = _input(facts, finding, "default")
    if any(identical(field.default, each) for each in field.enum or ()):
        raise Unlike("the default is one of the values")
    return ""


@after_reading(notes, "replay")
def engine_reads(facts: SwenyFacts, finding: Finding) -> str:
    """An input of that name is declared."""
    if _input(facts, finding).name not in SPECIAL_INPUTS:
        raise Unlike("the engine doesn't read an input of that name")
    return ""


def _input(facts: SwenyFacts, finding: Finding, *below: str) -> Input:
    """The declared input at which, or at whose key, a finding stands. Raises Unlike."""
    pointer = pointer_of(facts, finding)
    for field in (facts.workflow.inputs or {}).values():
        if pointer == (*field.pointer, *below):
            return field
    raise Unlike("the contract doesn't declare such an input")
