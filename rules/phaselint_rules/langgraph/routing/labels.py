"""Labels that a router returns but its map lacks (reference langgraph §7.2)."""

from __future__ import annotations

from phaselint.dialects.langgraph.analysis.facts import Held
from phaselint.dialects.langgraph.functionmodel import Send, name_of
from phaselint.vocabulary.claim import Ends
from phaselint.vocabulary.finding import Edit, Finding, Related, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.rule import ERROR, Grade, rule
from phaselint_rules.langgraph.edits import checked, is_string, put, span
from phaselint_rules.langgraph.needs import BUILT
from phaselint_rules.langgraph.routing.common import (
    Given,
    called,
    entries,
    given,
    is_node,
    returned,
    routes,
    source_of,
)
from phaselint_rules.langgraph.wording import listed, nearest, spelled, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.dialects.langgraph.analysis.ways import Ways
    from phaselint.dialects.langgraph.functionmodel import Constant, Function
    from phaselint.dialects.langgraph.model import Branch, Graph
    from phaselint.vocabulary.finding import Fix
    from phaselint.vocabulary.message import Message

BY_GUIDE = (
    Grade("warning", "the router is used at several nodes"),
    Grade(
        "info", "it decides by a state key that other nodes set to constants, but this node doesn't"
    ),
)


class Missed(NamedTuple):
    """A branch with the labels missing from its map."""

    branch: Branch
    values: tuple[Given, ...]

    @property
    def labels(self) -> tuple[Constant, ...]:
        """The labels, each once."""
        return tuple(dict.fromkeys(each.known.value for each in self.values))


@rule("LG201", ERROR, needs=BUILT, claims="ends", fix="unsafe", ends="failure")
def label_not_in_map(facts: LanggraphFacts) -> Iterator[Finding]:
    """Router that can return a label its map doesn't have

    What:
        A router returns a value that isn't a key of the `path_map` of its conditional edge or,
        without a `path_map`, isn't in the `Literal` of its return type. `END` counts too, a `Send`
        doesn't. `shared-router-mismatch` reports a router used at several nodes;
        `router-may-return-none` reports `None`.
    Why:
        The run fails with a `KeyError` when the router gives that answer, and only then.
    Bad:
        def choose(state):
            return "escalate" if state["urgent"] else "done"
        builder.add_conditional_edges("answer", choose, {"ask": "ask", "done": END})
    Good:
        def choose(state):
            return "ask" if state["urgent"] else "done"
        builder.add_conditional_edges("answer", choose, {"ask": "ask", "done": END})
    Fix:
        Add the label to the map, or correct what the router returns.
    Dry run:
        A run reaches the node, the router gives the label, and the run ends with `KeyError`.
    Source:
        langgraph §2.7, §2.8, §5.3, §7.2
    """

    def find(ways: Ways) -> Iterator[Held]:
        for _, branches in _by_router(ways.graph):
            for missed in _missed(branches) if _sources(branches) < 2 else ():
                yield Held(missed.branch.place, missed.branch.guards, missed)

    for held in facts.in_all(find):
        missed: Missed = held.value
        branch, source = missed.branch, source_of(missed.branch)
        labels = listed((value(each) for each in missed.labels), "or")
        yield Finding(
            branch.place,
            message("{} can return {}, but {}: `KeyError`", called(branch), labels, _has(branch)),
            "add the label to the map, or correct what the router returns",
            related=returned(missed.values),
            witness=Witness(_data(missed)),
            fix=_mended(facts, missed),
            claim=Ends(source, "KeyError") if routes(facts, source, branch.place) else None,
        )


@rule(
    "LG202",
    BY_GUIDE,
    needs=BUILT,
    prove="routing.proofs.claims:ends_at_each",
    ends="failure",
)
def shared_router_mismatch(facts: LanggraphFacts) -> Iterator[Finding]:
    """Shared router whose labels don't fit all of its maps

    What:
        One router is used at two or more nodes of a graph, and at one of them at least it can
        return a label missing from the map there. If it decides by a state key that a node sets to
        constants, only the answers for these constants count there. One finding per router, at the
        first map that lacks a label.
    Why:
        The run fails with a `KeyError` when the router gives that answer at that node. The possible
        answers at each node aren't written anywhere, so a label added for one node is easily
        forgotten for another.
    Bad:
        def route(state): return "confirm" if state["ready"] else "enrich"
        builder.add_conditional_edges("collect", route, {"enrich": "enrich", "confirm": "confirm"})
        builder.add_conditional_edges("enrich", route, {"enrich": "enrich"})
    Good:
        def route(state): return "confirm" if state["ready"] else "enrich"
        builder.add_conditional_edges("collect", route, {"enrich": "enrich", "confirm": "confirm"})
        builder.add_conditional_edges("enrich", route, {"enrich": "enrich", "confirm": "confirm"})
    Fix:
        Use one map for all of them, or a separate router for each node.
    Dry run:
        For each of the nodes, a run reaches it, the router gives the label, and the run ends with
        `KeyError`.
    Source:
        langgraph §2.7, §5.3, §7.2
    """

    def find(ways: Ways) -> Iterator[Held]:
        for router, branches in _by_router(ways.graph):
            missed = _missed(branches) if _sources(branches) > 1 else ()
            if missed:
                guards = tuple(guard for each in branches for guard in each.guards)
                yield Held(router.id, guards, (missed, branches))

    for held in facts.in_all(find):
        those, branches = held.value
        yield _shared(facts, those, branches)


def _shared(facts: LanggraphFacts, those: Sequence[Missed], branches: Sequence[Branch]) -> Finding:
    first = those[0]
    source = source_of(first.branch)
    vague = all(not each.branch.guided for each in those) and any(b.guided for b in branches)
    return Finding(
        first.branch.place,
        message(
            "{} can return {} at {}, but {}",
            called(first.branch),
            listed((value(each) for each in first.labels), "or"),
            quote(source),
            _has(first.branch),
        ),
        "use one map for all nodes of this router, or a separate router for each",
        severity="info" if vague else "warning",
        related=(
            *(
                Related(each.branch.place, f"{_names(each.labels)} missing here too")
                for each in those[1:]
            ),
            *returned(first.values),
        ),
        witness=Witness(
            {
                **_data(first),
                "sources": {
                    source_of(each.branch): [spelled(label) for label in each.labels]
                    for each in those
                },
            }
        ),
        claim=None
        if vague or not routes(facts, source, first.branch.place)
        else Ends(source, "KeyError"),
    )


def _names(labels: Sequence[Constant]) -> str:
    shown = ", ".join(value(each) for each in labels[:3])
    return f"{shown} {'is' if len(labels) == 1 else 'are'}"


def _data(missed: Missed) -> dict[str, object]:
    labels = [spelled(each) for each in missed.labels]
    return {"source": source_of(missed.branch), "router": missed.branch.name, "labels": labels}


def _has(branch: Branch) -> Message:
    """What a branch has instead of the missing labels."""
    path_map = branch.path_map
    labels = [] if path_map is None else [value(each.label) for each in path_map.entries]
    literal = path_map is not None and path_map.given == "literal"
    what = message("its return type") if literal else quote("path_map")
    return message("{} has {}", what, listed(labels) if labels else "none")


# --- what is missing ------------------------------------------------------------------------------


def _by_router(graph: Graph) -> Iterator[tuple[Function, list[Branch]]]:
    """The branches of each readable router."""
    found: dict[str, list[Branch]] = {}
    for branch in graph.branches:
        if branch.router is not None and branch.source is not None:
            found.setdefault(branch.router.id, []).append(branch)
    for branches in found.values():
        router = branches[0].router
        if router is not None:
            yield router, branches


def _sources(branches: Sequence[Branch]) -> int:
    return len({source_of(each) for each in branches})


def _missed(branches: Sequence[Branch]) -> tuple[Missed, ...]:
    """The branches of a router with a map that lacks a label, in order."""
    found = ((branch, tuple(_values(branch))) for branch in branches)
    return tuple(Missed(branch, values) for branch, values in found if values)


def _values(branch: Branch) -> Iterator[Given]:
    """The values of a router that a map lacks."""
    labels = entries(branch)
    if labels is None:
        return
    for each in given(branch):
        label = each.value
        if label is not None and not isinstance(each.known.value, Send) and label not in labels:
            yield each


# --- fixes ----------------------------------------------------------------------------------------


def _mended(facts: LanggraphFacts, missed: Missed) -> Fix | None:
    """Suggest the intended label, or an entry for the node that the label names."""
    branch = missed.branch
    path_map = branch.path_map
    if path_map is None or len(missed.labels) != 1 or path_map.given not in ("dict", "list"):
        return None
    label = name_of(missed.labels[0])
    if not isinstance(label, str):
        return None
    known = [each.label for each in path_map.entries if isinstance(each.label, str)]
    near = nearest(label, known)
    places = [each.known.place for each in missed.values]
    if near is not None and all(is_string(facts, place) for place in places):
        edits = tuple(Edit(place, spelled(near)) for place in places)
        return checked(facts, "unsafe", f"return {quote(near)}", edits)
    if not is_node(facts.graph, label) or not path_map.entries:
        return None
    first = path_map.entries[0].place
    found = span(first)
    if found is None:
        return None
    entry = spelled(label)
    added = f"{entry}: {entry}, " if path_map.given == "dict" else f"{entry}, "
    title = f"add {quote(label)} to the map"
    return checked(facts, "unsafe", title, (put(first, found[0], added),))
