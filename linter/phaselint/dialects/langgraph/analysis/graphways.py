"""The ways of a variant of a graph: whom each node may wake, and always wakes (§5.2, §6).

Edges, joins, labels, `goto`, `Send` and commands of subgraphs add up: a node wakes all their
targets. A source with an unknown part is marked: it can go anywhere.
"""

from __future__ import annotations

from phaselint.dialects.langgraph.analysis.decisions import commanded, handed_over, returned, routed
from phaselint.dialects.langgraph.analysis.subgraphs import (
    Runs,
    commands_of_called,
    in_variants,
    parent_commands,
)
from phaselint.dialects.langgraph.analysis.variants import views
from phaselint.dialects.langgraph.functionmodel import channel_of, name_of
from phaselint.dialects.langgraph.model import END, START
from phaselint.vocabulary.cached_property import cached_property
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Literal, Self, TypeVar

    from phaselint.dialects.langgraph.analysis.decisions import Decision, Outcome
    from phaselint.dialects.langgraph.analysis.variants import View
    from phaselint.dialects.langgraph.functionmodel import Constant, Known
    from phaselint.dialects.langgraph.model import Edge, Graph, Join
    from phaselint.vocabulary.finding import Place

    T = TypeVar("T")

    WayKind = Literal[
        "edge", "join", "label", "answer", "goto", "send", "parent", "handler", "then", "anywhere"
    ]


class Way(NamedTuple):
    """A way from a node (or START) to a node (or END): by what, where that is written, and under
    which label of a map. Of a `join` it is that of one of its members."""

    source: str
    target: str
    by: WayKind
    place: Place
    label: Constant = None


class Source(NamedTuple):
    """A node, or START, and all by which it wakes others.

    Attributes:
        edges: its static edges to nodes, each target once.
        ends: whether it has a static edge to END.
        joins: those that it is a member of.
        decisions: of its commands first, then of its branches in order.
        anywhere: whether it may wake any node.
        handler: what its error handler decides; it decides nothing else then.
        unclear: whether one of its operations can be missing, as it is below `compile()`, or names
            a misspelled target, or no run may have one of the outcomes of its decisions.
    """

    name: str
    edges: tuple[Edge, ...] = ()
    ends: bool = False
    joins: tuple[Join, ...] = ()
    decisions: tuple[Decision, ...] = ()
    anywhere: bool = False
    handler: Decision | None = None
    unclear: bool = False


class GraphWays:
    """The ways of one variant."""

    def __init__(self, view: View, project: Mapping[str, Graph]) -> None:
        self.view = view
        self.graph = view.graph
        self.project = project
        self.nodes = view.nodes
        self.channels = {name: node.channel or name for name, node in view.nodes.items()}

    @cached_property
    def sources(self) -> Mapping[str, Source]:
        """START and the nodes in order, each with all by which it wakes others."""
        edges = _by_source((each.source, each) for each in self.graph.edges)
        branches = _by_source((each.source, each) for each in self.graph.branches)
        joins: dict[str, list[Join]] = {}
        for join in self.graph.joins:
            for member in dict.fromkeys(text_of(each) for each in join.members):
                joins.setdefault(member, []).append(join)
        found: dict[str, Source] = {}
        for name in (START, *self.nodes):
            decisions = (
                *self._commands(name),
                *(routed(name, each, self.channels) for each in branches.get(name, ())),
            )
            found[name] = self._source(
                name, edges.get(name, ()), tuple(joins.get(name, ())), decisions
            )
        first = found[START]
        return {name: _beginning_again(each, first) for name, each in found.items()}

    def _commands(self, name: str) -> Iterator[Decision]:
        node = self.nodes.get(name)
        if node is None:
            return
        if node.kind == "subgraph":
            commands, known = parent_commands(node.subgraph, self.project)
            runs = self._runs_inside(node.subgraph) if commands else None
            given = handed_over(name, commands, known, self.nodes, runs)
        else:
            given = commanded(node, self.channels)
        if given is not None:
            yield given

    def _runs_inside(self, graph_id: str) -> Runs:
        """The nodes that runs of a graph have which is a node of this one."""
        return in_variants([each.runs for each in self.inside(graph_id)])

    def inside(self, graph_id: str) -> tuple[Self, ...]:
        """The ways of each variant of a graph that is a node of this one; none where it isn't
        known, such as a graph inside itself."""
        found = self._inside.get(graph_id)
        if found is None:
            graph = self.project.get(graph_id)
            others = {name: each for name, each in self.project.items() if name != graph_id}
            variants = () if graph is None else views(graph)
            found = tuple(type(self)(view, others) for view in variants)
            self._inside[graph_id] = found
        return found

    @cached_property
    def _inside(self) -> dict[str, tuple[Self, ...]]:
        return {}

    @cached_property
    def runs(self) -> Runs:
        """The nodes that runs have, as far as the ways alone tell."""
        return Runs(frozenset(), self.reached)

    def _source(
        self,
        name: str,
        edges: Sequence[Edge],
        joins: tuple[Join, ...],
        decisions: tuple[Decision, ...],
    ) -> Source:
        targets: dict[str, Edge] = {}
        ends, anywhere, unclear = False, False, False
        for edge in edges:
            target = text_of(edge.target)
            anywhere = anywhere or edge.target is None
            ends = ends or target == END
            if target in self.channels:
                targets.setdefault(target, edge)
                unclear = unclear or not edge.certain or self._misspelt(edge.target)
        anywhere = anywhere or any(each.anywhere for each in decisions)
        anywhere = anywhere or any(each.target is None for each in joins)
        unclear = (
            unclear
            or bool(self.graph.late)
            or any(
                not each.certain or not each.complete or self._misspelt(each.target)
                for each in joins
            )
            or any(each.unclear for each in decisions)
        )
        handler, vague = self._handler(name)
        listed = tuple(targets.values())
        return Source(
            name,
            listed,
            ends,
            joins,
            decisions,
            anywhere=anywhere or vague,
            handler=handler,
            unclear=unclear,
        )

    def _misspelt(self, target: Known | None) -> bool:
        """Whether a target is spelled differently from its node's channel (§5.4)."""
        if target is None or text_of(target) not in self.channels:
            return False
        return channel_of(target.value) != self.channels[text_of(target)]

    def is_misspelled(self, edge: Edge) -> bool:
        """Whether an edge wakes nobody because its target is spelled differently from its node's
        channel (§5.4)."""
        return self._misspelt(edge.target)

    def _handler(self, name: str) -> tuple[Decision | None, bool]:
        """What an error handler of a node decides, and whether that may be anything."""
        node = self.nodes.get(name)
        if node is None or not self.graph.handles(node):
            return None, False
        if node.handler is None:
            return None, True
        given = returned(name, node.handler, self.channels)
        return given, given is not None and given.anywhere

    # --- ways ---------------------------------------------------------------------------------

    @cached_property
    def ways(self) -> Mapping[str, tuple[Way, ...]]:
        """The successors of START and each node, including END."""
        return {name: tuple(self._ways(source)) for name, source in self.sources.items()}

    def _ways(self, source: Source) -> Iterator[Way]:
        name = source.name
        for edge in source.edges:
            yield Way(name, text_of(edge.target), "edge", edge.place)
        if source.ends:
            ends = (each for each in self.graph.edges if text_of(each.target) == END)
            yield from (
                Way(name, END, "edge", each.place) for each in ends if text_of(each.source) == name
            )
        for join in source.joins:
            yield Way(name, text_of(join.target), "join", join.place)
        for decision in (*source.decisions, *((source.handler,) if source.handler else ())):
            kind: WayKind = "handler" if decision is source.handler else decision.by
            for outcome in (*decision.outcomes, *decision.never):
                yield from _outcome_ways(name, kind, outcome)
            yield from self._drawn(decision)

    def _drawn(self, decision: Decision) -> Iterator[Way]:
        """The further successors of a decision: entries of a map next to a `Send`, which list its
        targets, and the `then` of 0.2."""
        if any(outcome.sends or outcome_sends(outcome) for outcome in decision.outcomes):
            for entry in decision.dead:
                if (target := text_of(entry.target)) in self.channels:
                    yield Way(decision.source, target, "label", entry.place, name_of(entry.label))
        branch = decision.branch
        if branch is not None and branch.then is not None:
            yield Way(decision.source, text_of(branch.then), "then", branch.place)

    @cached_property
    def from_anywhere(self) -> frozenset[str]:
        """The nodes that may be woken from anywhere: by edges and branches from a source that is
        not known, and by commands for the parent in graphs that some node calls by itself."""
        found = {text_of(each.target) for each in self.graph.edges if each.source is None}
        for branch in self.graph.branches:
            if branch.source is None:
                decision = routed("", branch, self.channels)
                found |= set(self.nodes) if decision.anywhere else set()
                found.update(name for each in decision.outcomes for name in each.reached)
        commands, known = commands_of_called(self.graph, self.project)
        called = handed_over("", commands, known, self.nodes)
        if called is not None:
            found |= set(self.nodes) if called.anywhere else set()
            found.update(name for each in called.outcomes for name in each.reached)
        return frozenset(found & self.channels.keys())

    # --- reach --------------------------------------------------------------------------------

    @cached_property
    def reached(self) -> frozenset[str]:
        """The nodes that runs may come to, by all known ways; a join's target once all its
        members do. Where a reached source may go anywhere, all nodes are."""
        return self._reach(joined=True)

    @cached_property
    def nearly_reached(self) -> frozenset[str]:
        """The nodes that runs could reach if one member of a join were enough."""
        return self._reach(joined=False)

    def _reach(self, joined: bool) -> frozenset[str]:
        seen: set[str] = set()
        waiting = [START, *sorted(self.from_anywhere)]
        while waiting:
            name = waiting.pop()
            if name in seen:
                continue
            seen.add(name)
            source = self.sources[name]
            if source.anywhere:
                return frozenset(self.nodes)
            for way in self.ways[name]:
                if way.target in self.channels and (way.by != "join" or not joined):
                    waiting.append(way.target)
            if joined:
                waiting += [
                    text_of(join.target)
                    for join in source.joins
                    if text_of(join.target) in self.channels and _all_seen(join, seen)
                ]
        return frozenset(seen - {START})

    @cached_property
    def astray(self) -> tuple[str, ...]:
        """START and the nodes that runs may come to, and that may go anywhere."""
        if not any(each.anywhere for each in self.sources.values()):
            return ()
        reached = {START, *self.reached}
        return tuple(
            name for name, each in self.sources.items() if each.anywhere and name in reached
        )

    @cached_property
    def certain(self) -> bool:
        """Whether all is exact of what runs come to: every operation is there, every name spelt
        alike, no source unknown."""
        if self.from_anywhere or self.astray:
            return False
        reached = {START, *self.reached}
        return not any(each.unclear for name, each in self.sources.items() if name in reached)

    def always(self, name: str) -> tuple[str, ...]:
        """The nodes that a node, or START, wakes whenever it runs: by its edges, and by decisions
        all of whose outcomes do."""
        source = self.sources[name]
        if any(outcome.parent for each in source.decisions for outcome in each.outcomes):
            return ()
        found = dict.fromkeys(text_of(each.target) for each in source.edges if each.certain)
        for decision in source.decisions:
            going = [each for each in decision.outcomes if not each.fails]
            if decision.known and going and decision.by != "parent":
                for target in going[0].wakes:
                    if all(target in each.wakes for each in going):
                        found.setdefault(target)
        return tuple(found)


def outcome_sends(outcome: Outcome) -> bool:
    """Whether an outcome sends to a node that doesn't exist."""
    return any(each.send for each in outcome.astray)


def _outcome_ways(name: str, by: WayKind, outcome: Outcome) -> Iterator[Way]:
    if outcome.fails:
        return
    for target in outcome.wakes:
        place = outcome.targets.get(target, outcome.place)
        yield Way(name, target, by, place, outcome.label)
    for target, _ in outcome.sends:
        yield Way(name, target, "send", outcome.place)
    if outcome.ends and not outcome.parent:
        yield Way(name, END, by, outcome.place, outcome.label)


def _beginning_again(source: Source, first: Source) -> Source:
    """A source whose outcomes that send to START may wake what that wakes, in a later step: so no
    more than that is known of them."""
    decided = (*source.decisions, *((source.handler,) if source.handler else ()))
    if not any(outcome.again for each in decided for outcome in each.outcomes):
        return source
    targets = dict.fromkeys(text_of(each.target) for each in first.edges)
    for each in first.decisions:
        targets |= dict.fromkeys(name for outcome in each.outcomes for name in outcome.reached)
    sends = tuple((name, True) for name in targets)
    return source._replace(
        decisions=tuple(_sending(each, sends) for each in source.decisions),
        handler=_sending(source.handler, sends) if source.handler else None,
        anywhere=source.anywhere or first.anywhere or bool(first.joins),
        unclear=True,
    )


def _sending(decision: Decision, sends: tuple[tuple[str, bool], ...]) -> Decision:
    """A decision whose outcomes that send to START send to these nodes, too."""
    outcomes = tuple(
        each._replace(sends=(*each.sends, *sends)) if each.again else each
        for each in decision.outcomes
    )
    return decision._replace(outcomes=outcomes)


def _all_seen(join: Join, seen: set[str]) -> bool:
    return all(text_of(each) in seen for each in join.members)


def text_of(known: Known | None) -> str:
    """The string that a name equals; empty if it isn't known or isn't a string."""
    if known is None:
        return ""
    value = name_of(known.value)
    return value if isinstance(value, str) else ""


def _by_source(given: Iterable[tuple[Known | None, T]]) -> dict[str, list[T]]:
    """What has a known source, by that."""
    found: dict[str, list[T]] = {}
    for source, each in given:
        if source is not None:
            found.setdefault(text_of(source), []).append(each)
    return found


def reached_in(graph: Graph, project: Mapping[str, Graph]) -> frozenset[str]:
    """The nodes that runs of a graph may come to, in any variant, by all known ways."""
    others = {name: each for name, each in project.items() if name != graph.id}
    return frozenset().union(*(GraphWays(view, others).reached for view in views(graph)))
