"""Edits that several rules offer."""

from __future__ import annotations

from phaselint.vocabulary.finding import Edit, Fix
from phaselint.vocabulary.message import message, quote
from phaselint_rules.words import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.agents.analysis.near import Near
    from phaselint.dialects.agents.model import Handoff
    from phaselint.vocabulary.finding import Place, Safety
    from phaselint.vocabulary.message import Message


def meant(near: Near | None, otherwise: str) -> str:
    """A help text: the name that is meant where one is near, else something general."""
    return f"did you mean {quote(near.name)}?" if near else otherwise


def called(handoff: Handoff) -> Message:
    """A handoff by its label."""
    return message("handoff `{}`", handoff.label) if handoff.label else message("a handoff")


def respell(word: str, near: Near | None, place: Place) -> Fix | None:
    """Offer the name that is meant; for certain where only case and signs differ."""
    if near is None:
        return None
    if place.range is not None:  # a piece of a text, which needs no quotes
        return Fix(
            _safety(near), f"replace {quote(word)} with {quote(near.name)}", (Edit(place, near.name),)
        )
    return replace(word, near.name, place, _safety(near))


def _safety(near: Near) -> Safety:
    return "safe" if near.same else "unsafe"
