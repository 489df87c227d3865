"""What dialects know of an open document, in the client's text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.dialects.hover import Insight
from phaselint_lsp.aligning import align

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.hover import Hint, Slot
    from phaselint.document import Document
    from phaselint.vocabulary.finding import Place
    from phaselint_lsp.aligning import Alignment
    from phaselint_lsp.snapshot import CheckedContract, Snapshot

Span = tuple[int, int]


def insight_of(checked: CheckedContract) -> Insight:
    """What the dialect knows of a contract."""
    make = checked.dialect.insight
    return Insight() if make is None else make(checked.facts)


def hints_in(snapshot: Snapshot) -> Iterator[tuple[Hint, Span]]:
    """What applies in the open document without being written, with where that is now."""
    seen = set()
    for checked in snapshot.contracts:
        document = checked.documents[snapshot.file]
        alignment = align(document.text, snapshot.text)
        for hint in insight_of(checked).hints(snapshot.file):
            now = _now(document, alignment, hint.place)
            if now is not None and (now, hint.text) not in seen:
                seen.add((now, hint.text))
                yield hint, now


def slots_at(snapshot: Snapshot, offset: int) -> Iterator[tuple[Slot, Span]]:
    """The placeholder that an offset of the open document is in, as each contract has it."""
    for checked in snapshot.contracts:
        document = checked.documents[snapshot.file]
        alignment = align(document.text, snapshot.text)
        for slot in insight_of(checked).slots(snapshot.file):
            now = _now(document, alignment, slot.place)
            if now is not None and now[0] <= offset <= now[1]:
                yield slot, now


def _now(document: Document, alignment: Alignment, place: Place) -> Span | None:
    if place.range is not None:
        ends = document.offset(place.range.start), document.offset(place.range.end)
    else:
        ends = document.offsets(place.pointer, place.part)
    return alignment.forward(*ends) if ends != (0, 0) else None
