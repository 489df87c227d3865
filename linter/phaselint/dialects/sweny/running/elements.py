"""What a workflow declares for runs to use, and how a run fails by it (reference §5.2, §5.12)."""

from __future__ import annotations

import posixpath

from phaselint.dialects.records import Element, Fault
from phaselint.dialects.sweny.model import END
from phaselint.dialects.sweny.running.inputs import sample
from phaselint.vocabulary.finding import Place
from phaselint.vocabulary.message import quote
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.records import Event
    from phaselint.dialects.sweny.model import SwenyContract, Workflow
    from phaselint.dialects.sweny.running.answerbook import AnswerBook
    from phaselint.dialects.sweny.running.session import State

ANY_TEXT = "x"


class Success(NamedTuple):
    """That a visit of a node ends well."""

    node: str


def elements(workflow: Workflow, book: AnswerBook) -> Iterator[Element]:
    """The nodes but for the entry, the pairs of nodes that edges join, parallel ones as one, and
    the success of nodes. Left out is the success of one whose gates no run decides; of others
    that exploration knows too little of, `doubts` says why."""
    for name, node in workflow.nodes.items():
        place = Place(workflow.file, node.pointer, "key")
        if name != workflow.entry:
            yield Element(name, name, quote(name), use="entered", place=place)
        if node.eval_policy in ("", "all_pass"):
            yield Element(
                id=Success(name),
                phase=name,
                label=quote(name),
                use="passed",
                place=place,
                targets=tuple(each.reader for each in book.read.get(name, ())),
                success=True,
            )
    yield from _edges(workflow)


def sample_inputs(workflow: Workflow, book: AnswerBook) -> tuple[Mapping[str, Any], ...]:
    """Inputs that together let as many gates pass as can be, at least one."""
    return book.inputs or (sample(workflow.inputs),)


def _edges(workflow: Workflow) -> Iterator[Element]:
    # A route to a node of that name is told as the end of the run is (`reserved-node-id`).
    edges = (edge for edge in reversed(workflow.edges) if edge.pair[1] != END)
    pairs = {edge.pair: edge for edge in edges}
    for (source, target), edge in reversed(pairs.items()):
        yield Element(
            id=edge.pair,
            phase=source,
            label=f"the edge from {quote(source)} to {quote(target)}",
            use="followed",
            place=Place(workflow.file, edge.pointer),
            targets=(target,),
        )


def moves(events: Sequence[Event]) -> Iterator[Hashable]:
    """The nodes that were entered or finished, those that ended well, and the edges that were
    followed; an answer of the router without a target isn't an element."""
    for event in events:
        if event.kind == "node:enter":
            yield event.data["node"]
        elif event.kind == "node:exit":
            yield event.data["node"]
            if event.data["result"]["status"] == "success":
                yield Success(event.data["node"])
        elif event.kind == "route" and event.data["to"] != END:
            yield (event.data["from"], event.data["to"])


def fault(state: State) -> Fault | None:
    """The exception that ended a run, by the code that it names, else its class; none for one
    that what is outside the project may keep from being thrown. A node that fails ends no run."""
    if state.ended is None or state.ended.kind != "error" or state.unseen:
        return None
    kind, _, rest = state.error.partition("\n")[0].partition(": ")
    code, found, why = rest.partition(": ")
    if found and code.isupper():
        return Fault(state.node, code, why)
    return Fault(state.node, kind, rest)


def outer_world(contract: SwenyContract) -> Mapping[str, Any]:
    """A world with text for every file outside the project and every URL that a source names."""
    files, urls = {}, {}
    for located in contract.located:
        source = located.source
        if source.kind == "url":
            urls[source.text] = ANY_TEXT
        elif source.kind == "file" and located.outside:
            files[posixpath.normpath(source.text)] = ANY_TEXT
    world = {"files": files, "urls": urls}
    return {key: texts for key, texts in world.items() if texts}
