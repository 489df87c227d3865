"""Certificates of silence for contracts that the net calls sound (design §8).

A contract is sound where no run of it fails or comes to where it cannot complete, and each element
that no run uses has a finding that says why.
"""

from __future__ import annotations

from phaselint.executor.silence import silence
from phaselint.executor.silencecheck import check
from phaselint.executor.soundness.model import Unused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from phaselint.executor.proof import Lab
    from phaselint.executor.soundness.search import Found
    from phaselint.executor.soundness.telling import Told
    from phaselint.vocabulary.diagnostic import Hit

    Explained = Sequence[tuple[Told, Sequence[Hit]]]


def certificate_doubt(lab: Lab[Any], found: Found, explained: Explained) -> str | None:
    """Make the certificate of a contract and let the independent checker judge it: empty where all
    of it holds, else what is wrong; none where the contract is not called sound, or only for its
    limits, so that there is nothing to certify. `explained` is everything that was found, each
    with what explains it."""
    if not found.decided or found.outlived or not _is_sound(explained):
        return None
    runtime = lab.runtime
    elements = [each.id for each in runtime.elements(lab.facts.contract)]
    names = [hit.rule.name for _, by in explained for hit in by]
    said = dict.fromkeys(elements, names[0]) if names else {}
    said |= dict(_own_reasons(explained))
    starts = [atlas.states[0] for atlas in found.atlases]
    return check(runtime, starts, elements, names, silence(runtime, found.atlases, elements, said))


def _is_sound(explained: Explained) -> bool:
    return all(by and isinstance(told.claim, Unused) for told, by in explained)


def _own_reasons(explained: Explained) -> Iterator[tuple[Any, str]]:
    """For elements that are told of, the rule whose finding explains them; others that no run uses
    follow from these, and have the first."""
    for told, by in explained:
        if isinstance(told.claim, Unused):
            yield told.claim.element.id, by[0].rule.name
