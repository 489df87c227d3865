"""What findings claim of stages for which no run is begun (reference stud §5.2 R1)."""

from __future__ import annotations

from phaselint.vocabulary.claim import Refused
from phaselint_rules.stud.runoptions import laws

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.stud.analysis.facts import StudFacts

DEFINITION_INVALID = "Validation/StageDefinitionInvalid"
CAP_TOO_LOW = "Validation/StageTurnCapTooLow"


def is_refused(
    facts: StudFacts, file: str, *pointer: str | int, code: str = DEFINITION_INVALID
) -> Refused:
    """That no run is begun because of something at a place: a file, and a pointer into it."""
    return Refused((code,), ((file, *pointer),), options=laws(facts))
