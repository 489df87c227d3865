"""Every act that the text of a graph lets its runs do, with where that is written."""

from __future__ import annotations

from phaselint.dialects.acts import KnownAct
from phaselint.dialects.langgraph.functionmodel import Send, channel_of, name_of
from phaselint.dialects.langgraph.model import END, START
from phaselint.dialects.langgraph.running.acts import act_of, call_of
from phaselint.dialects.langgraph.running.control import mapped
from phaselint.dialects.langgraph.running.doing import (
    ENTER,
    FAIL,
    GOTO,
    INTERRUPT,
    RESUME,
    SEND,
    TAKE,
)
from phaselint.dialects.langgraph.running.law import MOST_NESTED
from phaselint.dialects.langgraph.running.statekeys import sites_of
from phaselint.dialects.langgraph.running.toolsheld import calling
from phaselint.dialects.langgraph.running.wiring import EVERY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from phaselint.dialects.acts import Act
    from phaselint.dialects.langgraph.functionmodel import Answers, Constant, Function, Known
    from phaselint.dialects.langgraph.model import Branch, Graph, LanggraphContract, Node
    from phaselint.vocabulary.finding import Place


def known_acts(contract: LanggraphContract) -> Iterator[KnownAct]:
    """The acts of a graph and of those in its nodes, each once."""
    if contract.graph is None:
        return
    told: set[Act] = set()
    for each in _Text(contract, contract.graph).acts():
        if each.act not in told:
            told.add(each.act)
            yield each


def countless(contract: LanggraphContract) -> Iterator[Act]:
    """What nodes and routers send in a comprehension, any number of packages at once; what the
    nodes do that these go to, and those that they send to in their turn."""
    if contract.graph is None:
        return
    every = [each.act for each in known_acts(contract) if not each.offered]
    found = dict.fromkeys(_Text(contract, contract.graph).many())
    nodes = {act.subject for act in found}
    grown = 0
    while grown < len(nodes):
        grown = len(nodes)
        nodes |= {act.subject for act in every if act.verb == SEND and act.phase in nodes}
    below = tuple(f"{node}/" for node in nodes)
    yield from found
    yield from (act for act in every if act.phase in nodes or act.phase.startswith(below))


def done_by_limits(contract: LanggraphContract) -> Iterator[Act]:
    """That nodes fail that are graphs: the recursion limit is for each of these too."""
    if contract.graph is None:
        return
    paths = set(_Text(contract, contract.graph).paths())
    yield from (
        each.act
        for each in known_acts(contract)
        if each.act.verb == FAIL and each.act.subject in paths
    )


class _Text:
    """A graph, that is inside of others."""

    def __init__(
        self, contract: LanggraphContract, graph: Graph, above: tuple[str, ...] = (), path: str = ""
    ) -> None:
        self.contract, self.graph = contract, graph
        self.above, self.path = (*above, graph.id), path
        self.nodes: Mapping[str, Node] = graph.named

    def acts(self) -> Iterator[KnownAct]:
        """All of it."""
        starts = [each for each in self.graph.branches if _begins(each)]
        if starts or self.contract.version < (0, 3):
            place = starts[0].place if starts else self.graph.place
            yield self._act(FAIL, START, START, place)
        for name, node in self.nodes.items():
            yield self._act(ENTER, name, name, node.name_place)
            yield from self._of_node(name, node)
            yield self._act(FAIL, name, name, node.name_place)
        for branch in self.graph.branches:
            yield from self._of_branch(branch)
        yield from self._stops()
        for name, tools in calling(self.nodes).items():
            for tool, listed in tools:
                at = next((place for each, place, _ in listed.tools if each == tool), listed.place)
                yield KnownAct(call_of(tool, self.path + name), at, offered=True)
        for inner in self._graphs():
            yield from inner.acts()

    def _act(self, verb: str, subject: str, node: str, place: Place) -> KnownAct:
        told = subject if verb == TAKE or subject == END else self.path + subject
        return KnownAct(act_of((verb, told, self.path + node)), place)

    def paths(self) -> Iterator[str]:
        """The nodes that are graphs, with the way to them."""
        for inner in self._graphs():
            yield inner.path.removesuffix("/")
            yield from inner.paths()

    def _graphs(self) -> Iterator[_Text]:
        """The graphs that are nodes."""
        for name, node in self.nodes.items():
            inner = self.contract.project.get(node.subgraph) if node.kind == "subgraph" else None
            fits = len(self.above) <= MOST_NESTED and inner is not None
            if fits and inner is not None and not inner.open and inner.id not in self.above:
                yield _Text(self.contract, inner, self.above, f"{self.path}{name}/")

    def many(self) -> Iterator[Act]:
        """The packages that are sent in comprehensions, here and in graphs that are nodes."""
        graph = self.graph
        answers = [(each.source, each.answers) for each in graph.branches]
        sites = ((name, site) for name, node in self.nodes.items() for site in sites_of(node))
        for source, given in answers:
            if source is not None:
                yield from self._many(str(name_of(source.value)), given)
        for name, site in sites:
            if site.goto is not None:
                yield from self._many(name, site.goto)
        for inner in self._graphs():
            yield from inner.many()

    def _many(self, name: str, answers: Answers) -> Iterator[Act]:
        for each in answers.targets:
            if isinstance(each.value, Send) and each.value.many:
                yield from (known.act for known in self._sends(name, each.value, each.place))

    # --- nodes ----------------------------------------------------------------------------------

    def _of_node(self, name: str, node: Node) -> Iterator[KnownAct]:
        function, handler = node.function, node.handler
        if function is not None:
            for each in function.interrupts:
                if each.swallowed is None:
                    yield self._act(INTERRUPT, name, name, each.place)
                    yield self._act(RESUME, name, name, each.place)
            yield from self._of_function(name, function, node)
        elif node.routes:
            yield from self._anywhere(name, node.name_place)
        if handler is not None:
            yield from self._of_function(name, handler, None)
        elif node.handled or self.graph.defaults_handler:
            yield from self._anywhere(name, node.name_place)
        yield from self._handed(name, node)

    def _of_function(self, name: str, function: Function, node: Node | None) -> Iterator[KnownAct]:
        """The possible targets of a function's commands: all nodes, unless all targets are
        known."""
        for site in function.returns:
            if site.goto is None or site.parent:
                continue
            yield from self._gotos(name, site.goto.targets)
            if not site.goto.complete:
                declared = node.destinations if node and node.destinations else function.declared
                if declared:
                    yield from self._gotos(name, declared)
                else:
                    yield from self._anywhere(name, site.place)
        unknown = not function.returns_complete or any(
            each.form == "unknown" for each in function.returns
        )
        if unknown and function.commands:
            yield from self._anywhere(name, function.place)

    def _handed(self, name: str, node: Node) -> Iterator[KnownAct]:
        """The commands for this graph from subgraphs in the node, or called by its function."""
        inner = self.contract.project.get(node.subgraph)
        graphs = [inner] if inner else [g for g in self.contract.project.values() if g.nested]
        for graph in graphs:
            for each in graph.nodes:
                for function in (each.function, each.handler):
                    for site in function.returns if function else ():
                        if site.parent and site.goto is not None:
                            yield from self._gotos(name, site.goto.targets)
                            if not site.goto.complete:
                                yield from self._anywhere(name, site.place)

    def _gotos(self, name: str, targets: Iterable[Known]) -> Iterator[KnownAct]:
        for each in targets:
            value = each.value
            if isinstance(value, Send):
                yield from self._sends(name, value, each.place)
            elif name_of(value) == END or name_of(value) in self.nodes:
                yield self._act(GOTO, str(name_of(value)), name, each.place)

    def _anywhere(self, name: str, place: Place) -> Iterator[KnownAct]:
        for target in (*self.nodes, END):
            yield self._act(GOTO, target, name, place)

    def _sends(self, name: str, send: Send, place: Place) -> Iterator[KnownAct]:
        names = self.nodes if send.node is None else (str(name_of(send.node)),)
        for target in names:
            if target in self.nodes or target == START:
                yield self._act(SEND, target, name, place)

    # --- routers --------------------------------------------------------------------------------

    def _of_branch(self, branch: Branch) -> Iterator[KnownAct]:
        if branch.source is None:
            return
        source = str(name_of(branch.source.value))
        every = list(branch.answers.options)
        if branch.router is not None:
            every += branch.router.answers.options
        for target in (each for option in every for each in option.targets):
            yield from self._label(source, target.value, target.place)
        given = branch.path_map
        for entry in given.entries if given is not None and mapped(branch) else ():
            yield from self._label(source, entry.label, entry.place)
        if branch.answers.complete or (given is not None and mapped(branch) and given.complete):
            return
        if branch.router is not None and branch.router.declared and given is None:
            for each in branch.router.declared:
                yield from self._label(source, each.value, each.place)
            return
        for name in (*self.nodes, END):
            yield self._act(TAKE, name, source, branch.place)

    def _label(self, source: str, label: Constant, place: Place) -> Iterator[KnownAct]:
        """A label, or whom a package goes to."""
        if isinstance(label, Send):
            yield from self._sends(source, label, place)
        else:
            yield self._act(TAKE, channel_of(label), source, place)

    # --- interrupts -----------------------------------------------------------------------------

    def _stops(self) -> Iterator[KnownAct]:
        """The nodes before or after which the graph is interrupted."""
        for each in self.graph.compiles:
            for stop in (*each.interrupt_before, *each.interrupt_after):
                names = self.nodes if stop.value == EVERY else (str(name_of(stop.value)),)
                for name in names:
                    if name in self.nodes:
                        yield self._act(INTERRUPT, name, name, stop.place)
                        yield self._act(RESUME, name, name, stop.place)


def _begins(branch: Branch) -> bool:
    return branch.source is not None and name_of(branch.source.value) == START
