"""Names that may have been meant where a finding is about one that is not right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.dialects.expecting import expected
from phaselint.dialects.symbols import follow
from phaselint.document.spans import scalar
from phaselint.vocabulary.suggest import suggest
from phaselint_lsp.document_cache import symbols_of
from phaselint_lsp.insights import insight_of
from phaselint_lsp.spelling import respelled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.document.changes import Change
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint_lsp.snapshot import CheckedContract, Snapshot

MOST = 3
"""Names that are offered in the place of one."""


def meant(snapshot: Snapshot, finding: Diagnostic) -> Iterator[tuple[str, Change]]:
    """Near names that may be where a finding is, each with the change that writes it there;
    none where what is written there is one of those, or no name at all."""
    for checked in snapshot.contracts:
        found = list(_in_contract(snapshot, checked, finding))
        if found:
            yield from found
            return


def _in_contract(
    snapshot: Snapshot, checked: CheckedContract, finding: Diagnostic
) -> Iterator[tuple[str, Change]]:
    place, document = finding.place, checked.documents[snapshot.file]
    if place.part == "document" or document.text != snapshot.text or document.problems:
        return
    part = place.part
    value = place.pointer[-1:] if part == "key" else (follow(document.value, place.pointer),)
    word = value[0] if value else None
    if not isinstance(word, str) or not word:
        return
    start, end = scalar(document, place.pointer, part, word)
    if document.text[start:end] != word:
        return
    for name in _near(word, _allowed(checked, snapshot.file, finding)):
        yield name, respelled(document, start, end, name)


def _allowed(checked: CheckedContract, file: str, finding: Diagnostic) -> tuple[str, ...]:
    """The names and words that may be at a finding."""
    place = finding.place
    if place.part == "document":
        return ()
    symbols = symbols_of(checked.dialect, checked.contract)
    wanted = expected(symbols, file, place.pointer, place.part)
    insight = insight_of(checked)
    names = [
        name
        for kind, name in wanted.names(symbols)
        if insight.fits(kind, name, file, place.pointer)
    ]
    for kind, _ in wanted.kinds:
        names += (offer.text for offer in insight.names(kind, file, place.pointer))
    return tuple(dict.fromkeys((*names, *wanted.words)))


def _near(word: str, names: tuple[str, ...]) -> Iterator[str]:
    """The nearest names to a word that isn't one of them, nearest first."""
    left = [] if word in names else list(names)
    for _ in range(MOST):
        best = suggest(word, left)
        if best is None:
            return
        left.remove(best)
        yield best
