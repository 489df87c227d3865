"""What the executor adds to the findings of one contract."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.vocabulary.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from phaselint.document import Document
    from phaselint.vocabulary.diagnostic import Hit


class Executed(NamedTuple):
    """What the executor adds to the findings of a contract.

    Attributes:
        hits: everything that is to be said now.
        documents: those of the scripts beside the contract.
        verified: how many certificates were checked.
        netless: there is nothing to ask under the rules, since the dialect says nothing of what
            runs use.
    """

    hits: Sequence[Hit]
    documents: Mapping[str, Document] = {}
    verified: int = 0
    netless: bool = False
