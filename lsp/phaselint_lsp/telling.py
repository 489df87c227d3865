"""What a client was told of a file the last time: most findings of a long file are the same after
an edit, at the same places, so they don't go into the words of the protocol again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.vocabulary.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from lsprotocol import types

    from phaselint.vocabulary.diagnostic import Diagnostic, Identity
    from phaselint.vocabulary.finding import Place

    Spot = tuple[str, int, int, int, int]
    """The URI of a file, and a piece of it as the client counts."""


NOTHING = "0"
"""The result id of a file without diagnostics."""


class _SentDiagnostic(NamedTuple):
    """A finding, what of it may be equal and not the same, where it is, and what was told of it,
    also spelt out."""

    finding: Diagnostic
    data: str
    spots: tuple[Spot, ...]
    told: types.Diagnostic
    words: str


class SentDiagnostics:
    """The diagnostics of a file as they were told last."""

    __slots__ = ("_before", "_words")

    def __init__(self) -> None:
        self._before: dict[Identity, _SentDiagnostic] = {}
        self._words: list[str] = []

    def again(
        self,
        findings: Iterable[Diagnostic],
        spot: Callable[[Place], Spot],
        tell: Callable[[Diagnostic], types.Diagnostic],
    ) -> list[types.Diagnostic]:
        """The diagnostics of findings: those that were told of the same before, or new ones.

        Args:
            spot: where a place is for the client.
            tell: makes a diagnostic, which must not be changed.
        """
        now: list[_SentDiagnostic] = []
        for finding in findings:
            data, spots = _data(finding), tuple(map(spot, _places(finding)))
            known = self._before.get(finding.identity)
            if known is None or known[:3] != (finding, data, spots):
                told = tell(finding)
                known = _SentDiagnostic(finding, data, spots, told, repr(told))
            now.append(known)
        self._before = {each.finding.identity: each for each in now}
        self._words = [each.words for each in now]
        return [each.told for each in now]

    @property
    def result_id(self) -> str:
        """A word that is the same only for the same diagnostics."""
        if not self._words:
            return NOTHING
        from hashlib import blake2b

        words = "\n".join(self._words).encode("utf-8", "backslashreplace")
        return blake2b(words, digest_size=12).hexdigest()


def _data(finding: Diagnostic) -> str:
    """The values in a finding, spelt out: 1, 1.0 and true are equal."""
    witness: Any = finding.witness.data if finding.witness is not None else None
    return repr((witness, finding.proof))


def _places(finding: Diagnostic) -> Iterator[Place]:
    """Every place of a finding that a client is told."""
    yield finding.place
    for related in finding.related:
        yield related.place
    for edit in finding.fix.edits if finding.fix is not None else ():
        yield edit.place
