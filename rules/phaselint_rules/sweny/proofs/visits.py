"""Whether explored runs enter a node. A node whose `requires` fails asks nothing, so events
tell of it and no state does."""

from __future__ import annotations

from itertools import dropwhile

from phaselint.executor.proof import never_by, settled
from phaselint.vocabulary.finding import Proof

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from phaselint.dialects.records import Event
    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.executor.explore import Atlas, Edge
    from phaselint.executor.proof import ProofContext


def enters(events: Iterable[Event], node: str) -> bool:
    """Whether a node is entered."""
    return any(each.kind == "node:enter" and each.data["node"] == node for each in events)


def never_enters(lab: ProofContext[SwenyFacts], atlas: Atlas[Any], node: str) -> Proof:
    """The verdict of an exploration on whether a node is never entered."""
    return never_by(
        lab, f"enter {node}", atlas, lambda edge: enters(edge.events, node), "a run enters it"
    )


def never_after(lab: ProofContext[SwenyFacts], first: str, second: str) -> Proof | None:
    """The verdict where some run enters the second node once the first is finished, or where
    exploration cannot tell; none where no run does."""
    atlas = lab.atlas
    onward: dict[int, list[Edge]] = {}
    for edge in atlas.edges:
        onward.setdefault(edge.source, []).append(edge)
    later: list[tuple[int, Sequence[Event]]] = []
    for edge in atlas.edges:
        after = list(dropwhile(lambda each: not _finishes(each, first), edge.events))
        later += [(edge.target, after)] if after else []
    known: set[int] = set()
    for target, events in later:
        if enters(events, second):
            return Proof("refuted", "explore", None, "a run enters it after the other one")
        if target not in known:
            known.add(target)
            later += [(each.target, each.events) for each in onward.get(target, ())]
    return None if atlas.complete else settled(atlas)


def _finishes(event: Event, node: str) -> bool:
    return event.kind == "node:exit" and event.data["node"] == node
