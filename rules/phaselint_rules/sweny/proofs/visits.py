"""Whether explored runs enter a node. A node whose `requires` fails asks nothing, so events
tell of it and no state does."""

from __future__ import annotations

from phaselint.executor.proof import never_by

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from phaselint.dialects.records import Event
    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.executor.explore import Atlas
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Proof


def enters(events: Iterable[Event], node: str) -> bool:
    """Whether a node is entered."""
    return any(each.kind == "node:enter" and each.data["node"] == node for each in events)


def never_enters(lab: ProofContext[SwenyFacts], atlas: Atlas[Any], node: str) -> Proof:
    """The verdict of an exploration on whether a node is never entered."""
    return never_by(
        lab, f"enter {node}", atlas, lambda edge: enters(edge.events, node), "a run enters it"
    )
