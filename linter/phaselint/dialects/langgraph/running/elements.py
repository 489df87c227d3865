"""What a graph declares for runs to use, and what of it a step has used (reference §6)."""

from __future__ import annotations

from phaselint.dialects.langgraph.functionmodel import Send, channel_of, name_of
from phaselint.dialects.langgraph.model import END, START
from phaselint.dialects.langgraph.running.wiring import join_id
from phaselint.dialects.records import Element
from phaselint.vocabulary.message import quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator

    from phaselint.dialects.langgraph.functionmodel import Constant
    from phaselint.dialects.langgraph.model import (
        Branch,
        Graph,
        LanggraphContract,
        MapEntry,
    )
    from phaselint.dialects.records import Event


def edge_id(source: str, target: str) -> Hashable:
    """What a static edge is called."""
    return ("edge", source, target)


def label_id(source: str, router: str, label: object) -> Hashable:
    """What an entry of a `path_map` is called."""
    return ("label", source, router, label)


def elements(contract: LanggraphContract) -> Iterator[Element]:
    """The nodes, and the edges, labels and joins of which it is a finding that no run uses them."""
    graph = contract.graph
    if graph is None:
        return
    yield Element(START, START, quote(START), "entered", graph.place)
    for name, node in graph.named.items():
        yield Element(name, name, quote(name), "entered", node.name_place)
    yield from _edges(graph)
    yield from _labels(graph)
    yield from _joins(graph)


def _edges(graph: Graph) -> Iterator[Element]:
    told: set[Hashable] = set()
    for edge in graph.edges:
        if edge.source is None or edge.target is None or not edge.certain:
            continue
        source, target = str(name_of(edge.source.value)), str(name_of(edge.target.value))
        id_ = edge_id(source, target)
        if id_ not in told:
            told.add(id_)
            label = f"the edge {quote(source)} → {quote(target)}"
            ends = (target,) if target != END else ()
            yield Element(id_, source, label, "taken", place=edge.place, targets=ends)


def _joins(graph: Graph) -> Iterator[Element]:
    for join in graph.joins:
        if join.target is None or not join.complete or name_of(join.target.value) == END:
            continue
        members = tuple(str(name_of(each.value)) for each in join.members)
        target = str(name_of(join.target.value))
        label = f"the join of {', '.join(map(quote, members))}"
        last = max(members)  # of those that run in one step the last to be applied
        id_, place = join_id(members, target), join.place
        yield Element(id_, last, label, "completed", place=place, targets=(target,))


def _labels(graph: Graph) -> Iterator[Element]:
    for branch in graph.branches:
        given = branch.path_map
        if branch.source is None or given is None or given.given not in ("dict", "list"):
            continue
        if any(isinstance(each.value, Send) for each in branch.answers.targets):
            continue  # a list of targets for drawings
        source = str(name_of(branch.source.value))
        for entry in given.entries:
            if not _is_used_elsewhere(graph, branch, entry):
                yield _label(branch, source, entry)


def _label(branch: Branch, source: str, entry: MapEntry) -> Element:
    said = channel_of(entry.label) if not isinstance(entry.label, Send) else ""
    target = "" if entry.target is None else str(name_of(entry.target.value))
    ends = (target,) if target and target != END else ()
    id_ = label_id(source, branch.key, _plain(entry.label))
    label = f"the label {quote(said)}"
    place = entry.place
    return Element(id_, source, label, "returned", place=place, targets=ends, sort="branch")


def _plain(label: Constant) -> object:
    return label if isinstance(label, Send) else name_of(label)


def _is_used_elsewhere(graph: Graph, branch: Branch, entry: MapEntry) -> bool:
    """Whether a label is one that the same router gives, only not at this source."""
    if branch.router is None:
        return False
    others = [
        each
        for each in graph.branches
        if each.router is not None and each.router.id == branch.router.id
    ]
    if len(others) < 2 and not branch.guided:
        return False
    given = {_plain(each.value) for other in others for each in other.answers.targets}
    given |= {_plain(each.value) for each in branch.router.answers.targets}
    own = {_plain(each.value) for each in branch.answers.targets}
    label = _plain(entry.label)
    return label in given and label not in own


def moves(events: Iterable[Event]) -> Iterator[Hashable]:
    """What a step of a run has used of the outermost graph."""
    for event in events:
        data, kind = event.data, event.kind
        if "inside" in data:
            continue
        if kind == "step":
            yield from dict.fromkeys(data["nodes"])
        elif kind == "go" and data["by"] == "edge":
            yield edge_id(event.phase, data["to"])
        elif kind in ("go", "dropped") and "label" in data:
            yield label_id(event.phase, data["router"], data["label"])
        elif kind == "begin":
            yield START
        elif kind == "joined":
            yield join_id(data["members"], event.phase)
