"""Graph → machine (reference §6): the nodes and whom they may wake, in all variants together.

Nothing in `running` imports this module.
"""

from __future__ import annotations

from phaselint.dialects.langgraph.analysis.variants import View
from phaselint.dialects.langgraph.analysis.ways import Ways
from phaselint.dialects.langgraph.model import END, START
from phaselint.machine.model import Machine, Move, Phase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from phaselint.dialects.langgraph.analysis.ways import Source, Way
    from phaselint.dialects.langgraph.model import Graph, LanggraphContract

START_NAME, END_NAME = "START", "END"
"""The names of START and END in a graph without nodes of these names."""

EMPTY = Machine((), (), (), ())
"""The machine of an unreadable file."""

NOTHING = "nothing"
"""Its name if a node can wake no other node, which can end the run there."""

KINDS = {
    "edge": "always",
    "join": "join",
    "goto": "goto",
    "send": "Send",
    "parent": "Command.PARENT",
    "handler": "error handler",
    "then": "then",
}
"""The names of a kind's moves, unless the label of a router is known."""


def machine_of(contract: LanggraphContract) -> Machine:
    """The machine of a graph. START is a phase where a router decides who is first; else those
    whom it wakes are the initial ones."""
    graph = contract.graph
    if graph is None:
        return EMPTY
    return _Lowering(together(graph, contract.project)).machine()


def together(graph: Graph, project: Mapping[str, Graph]) -> Ways:
    """The ways of all variants of a graph together."""
    return Ways(View({}, graph, graph.named), project)


def named(name: str, nodes: Mapping[str, object]) -> str:
    """What a phase is called: START and END as in Python."""
    said = {START: START_NAME, END: END_NAME}.get(name, name)
    return name if said in nodes else said


class _Lowering:
    """Phases and moves as they come up."""

    def __init__(self, ways: Ways) -> None:
        self._ways = ways
        self._phases: list[Phase] = []
        self._numbers: dict[str, int] = {}
        self._actions: dict[str, int] = {}

    def machine(self) -> Machine:
        ways = self._ways
        routed = bool(ways.sources[START].decisions)
        if routed:
            self._phase(START)
        for name in ways.nodes:
            self._phase(name)
        moves = tuple(self._moves(routed))
        initial = tuple(self._initial(routed))
        left = {move.source for move in moves}
        phases = tuple(
            phase if number in left else phase._replace(terminal=True)
            for number, phase in enumerate(self._phases)
        )
        return Machine(phases, initial, moves, tuple(self._actions), joint=False)

    def _initial(self, routed: bool) -> Iterator[int]:
        if routed:
            yield self._numbers[START]
            return
        targets = dict.fromkeys(
            way.target for way in self._ways.ways[START] if way.target in self._ways.nodes
        )
        yield from (self._numbers[name] for name in targets)

    def _phase(self, name: str) -> int:
        number = self._numbers.get(name)
        if number is None:
            number = self._numbers[name] = len(self._phases)
            node = self._ways.nodes.get(name)
            place = node.name_place if node is not None else None
            self._phases.append(Phase(named(name, self._ways.nodes), name == END, place))
        return number

    def _moves(self, routed: bool) -> Iterator[Move]:
        told: set[tuple[str, str, str]] = set()
        for source, listed in self._ways.ways.items():
            if source == START and not routed:
                continue
            for way in listed:
                action = action_of(way)
                there = way.target == END or way.target in self._ways.nodes
                if there and (source, way.target, action) not in told:
                    told.add((source, way.target, action))
                    number = self._actions.setdefault(action, len(self._actions))
                    yield Move(
                        self._phase(source), self._phase(way.target), number, place=way.place
                    )
            if _may_stop(self._ways.sources[source]):
                number = self._actions.setdefault(NOTHING, len(self._actions))
                yield Move(self._phase(source), self._phase(END), number)


def _may_stop(source: Source) -> bool:
    """Whether nothing may follow a node that decides what follows it: no edge does anyway, and
    each decision may give nothing."""
    if source.edges or source.ends or source.joins or not source.decisions:
        return False
    return all(
        any(not each.reached and not each.ends and not each.fails for each in decision.outcomes)
        for decision in source.decisions
    )


def action_of(way: Way) -> str:
    """What a way is called: its label, else its kind."""
    if way.by in ("label", "answer"):
        return str(way.label) if way.label is not None else "router"
    return KINDS[way.by]
