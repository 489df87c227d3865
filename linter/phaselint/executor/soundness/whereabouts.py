"""Where what is said about a contract as a whole is shown."""

from __future__ import annotations

from collections import Counter

from phaselint.vocabulary.finding import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaselint.executor.proof import ProofContext


def whole(lab: ProofContext[Any]) -> Place:
    """The place of the contract as a whole: its main file, or that in which most is declared."""
    contract = lab.facts.contract
    if contract.target.main:
        return Place(contract.target.main, (), "document")
    files = Counter(each.place.file for each in lab.elements if each.is_phase)
    file = next((name for name, _ in files.most_common(1)), contract.target.file)
    return Place(file, (), "document")
