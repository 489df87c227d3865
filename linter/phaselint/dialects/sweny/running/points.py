"""What scripts can cover of a workflow (reference §5.2, §5.9)."""

from __future__ import annotations

from phaselint.dialects.records import Element
from phaselint.dialects.sweny.running.elements import Success
from phaselint.vocabulary.finding import Place
from phaselint.vocabulary.message import quote
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence

    from phaselint.dialects.records import Event
    from phaselint.dialects.sweny.model import SwenyContract


class Failed(NamedTuple):
    """That a visit of a node fails. `failed` tells it from a `Success`: records are tuples."""

    node: str
    failed: bool = True


def points(elements: Iterable[Element], contract: SwenyContract) -> Iterator[Element]:
    """The nodes but for the entry and the edges among the elements, and for each node that checks
    something that it passes, and that it does not."""
    yield from elements
    workflow = contract.workflow
    if workflow is None:
        return
    for name, node in workflow.nodes.items():
        checks = "evals" if node.evals else "requires"
        if node.evals or node.requires is not None:
            place = Place(workflow.file, (*node.pointer, checks), "key")
            for id_, what in ((Success(name), "passes"), (Failed(name), "fails")):
                label = f"{quote(name)} {what} its `{checks}`"
                yield Element(id_, name, label, "seen", place, sort="gate")


def failed(events: Sequence[Event]) -> Iterator[Hashable]:
    """The nodes of which a visit failed."""
    for event in events:
        if event.kind == "node:exit" and event.data["result"]["status"] == "failed":
            yield Failed(event.data["node"])
