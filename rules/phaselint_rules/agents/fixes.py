"""Edits that several rules suggest."""

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
    """A help text: use the similar name if there is one, else a general remedy."""
    return f"use {quote(near.name)}" if near else otherwise


def called(handoff: Handoff) -> Message:
    """A handoff by its label."""
    return message("handoff `{}`", handoff.label) if handoff.label else message("a handoff")


def respell(word: str, near: Near | None, place: Place) -> Fix | None:
    """Suggest the intended name; a safe fix if only case and punctuation differ."""
    if near is None:
        return None
    if place.range is not None:  # part of a string, which needs no quotes
        return Fix(
            _safety(near),
            f"replace {quote(word)} with {quote(near.name)}",
            (Edit(place, near.name),),
        )
    return replace(word, near.name, place, _safety(near))


def _safety(near: Near) -> Safety:
    return "safe" if near.same else "unsafe"
