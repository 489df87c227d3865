"""What findings claim of runs, from their places (`phaselint.vocabulary.claim`)."""

from __future__ import annotations

from phaselint.vocabulary.claim import Same
from phaselint_rules.climpt.edits import remove

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.vocabulary.finding import Place


def first_step(facts: ClimptFacts) -> str:
    """The step in which runs start, or that with the first entry; empty if that isn't known."""
    return (facts.active or next(iter(facts.entries), "")) if facts.graph_known else ""


def same_without(facts: ClimptFacts, place: Place) -> Same | None:
    """That runs are the same without what is at a place; none if it can't be removed."""
    edit = remove(facts.contract.documents, place.file, place.pointer)
    return Same((edit,)) if edit else None
