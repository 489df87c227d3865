"""What LangGraph refuses while a graph is built, and in `compile()` (reference §4).

It reads the graph by itself and shares nothing with what the rules use. What is not known is never
refused.
"""

from __future__ import annotations

from math import inf

from phaselint.dialects.langgraph.functionmodel import Send, name_of
from phaselint.dialects.langgraph.model import END, START, Branch, Edge, Join, Node
from phaselint.dialects.langgraph.running.law import version_of
from phaselint.dialects.langgraph.running.wiring import applies, until
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.langgraph.functionmodel import Known, Schema
    from phaselint.dialects.langgraph.model import Graph, LanggraphContract

    Operation = Node | Edge | Join | Branch

TARGET, SOURCE = "unknown-target", "unknown-source"
NAME, ENDPOINT = "reserved-node-name", "reserved-endpoint"
SEPARATORS = ("|", ":")
RESERVED = frozenset(
    (
        *("__input__", "__interrupt__", "__resume__", "__error__", "__no_writes__"),
        *("__return__", "__previous__", "__pregel_scratchpad", "__pregel_call"),
    )
)
"""Names that LangGraph reserves for its own channels, in all releases."""


STATE_KEYS_UNTIL = (0, 3)
"""Before this release, a node must not have the name of a state key (reference §4.3)."""


class Refusal(NamedTuple):
    """What is refused: the name of the rule that reports it, the text of the exception, and its
    name."""

    code: str
    text: str
    error: str = "ValueError"


def refusals(
    contract: LanggraphContract,
    graph: Graph,
    options: Mapping[str, Any],
    truth: Mapping[str, bool],
) -> list[Refusal]:
    """What a graph is refused for where some conditions hold, in LangGraph's order: building stops
    at the first."""
    version = version_of(contract, options)
    if contract.later:
        version = max(version, STATE_KEYS_UNTIL)  # whatever runs it may be later
    site = _Site(graph, truth, version)
    found = [*site.schemas(), *site.building()]
    for compiled in sorted(site.compiles, key=lambda each: each.order) or (None,):
        only = () if compiled is None else (compiled,)
        last = inf if compiled is None or not compiled.order else compiled.order
        built = until(graph, last)._replace(compiles=only)
        found += _Site(built, truth, version).compiling()
    return list(dict.fromkeys(found))


class _Site:
    """A graph while it is built under some conditions."""

    def __init__(self, graph: Graph, truth: Mapping[str, bool], version: tuple[int, int]) -> None:
        self.graph = graph
        self.version = version
        self.nodes = [each for each in graph.nodes if applies(each.guards, truth)]
        self.names = {each.name for each in self.nodes}
        self.edges = [each for each in graph.edges if applies(each.guards, truth)]
        self.joins = [each for each in graph.joins if applies(each.guards, truth)]
        self.branches = [each for each in graph.branches if applies(each.guards, truth)]
        self.compiles = [each for each in graph.compiles if applies(each.guards, truth)]
        self.closed = not graph.open

    # --- schemas --------------------------------------------------------------------------------

    def schemas(self) -> Iterator[Refusal]:
        """Reducers and keys of the schemas, and names that are those of keys (0.2)."""
        graph = self.graph
        own = (graph.state, graph.input, graph.output, *(each.schema for each in self.nodes))
        seen: set[str] = set()
        for schema in filter(None, own):
            yield from _reducers(schema, seen)
        for key, *_ in graph.conflicts:
            yield Refusal(
                "schema-conflict", f"Channel '{key}' already exists with a different type"
            )
        if self.version < STATE_KEYS_UNTIL and graph.keys_known:
            for node in self.nodes:
                if node.name in graph.all_keys and node.certain:
                    text = f"'{node.name}' is already being used as a state key"
                    yield Refusal("node-named-like-state-key", text)

    # --- operations -----------------------------------------------------------------------------

    def building(self) -> Iterator[Refusal]:
        """What the operations are refused for, in their order."""
        listed: list[Operation] = [*self.nodes, *self.edges, *self.joins, *self.branches]
        before: dict[str, bool] = {}
        named: dict[str, set[str]] = {}
        for each in sorted(listed, key=lambda one: one.order):
            if not each.certain:
                if isinstance(each, Node):
                    before.setdefault(each.name, False)
            elif isinstance(each, Node):
                yield from _node(each, before)
                before[each.name] = True
            elif isinstance(each, Edge):
                yield from _ends(each.source, each.target)
            elif isinstance(each, Join):
                yield from self._join(each, before)
            else:
                yield from _branch(each, named)

    def _join(self, join: Join, before: Mapping[str, bool]) -> Iterator[Refusal]:
        """Members, then the target: each must be a node by now."""
        for member in join.members:
            name = name_of(member.value)
            if name == END:
                yield Refusal(ENDPOINT, "END cannot be a start node")
            elif name == START:
                yield Refusal(SOURCE, f"Need to add_node `{START}` first")
            else:
                yield from self._added(name, before, SOURCE)
        if join.target is None:
            return
        target = name_of(join.target.value)
        if target == START:
            yield Refusal(ENDPOINT, "START cannot be an end node")
        elif target != END:
            yield from self._added(target, before, TARGET)

    def _added(self, name: object, before: Mapping[str, bool], code: str) -> Iterator[Refusal]:
        if name in before or not self.closed or not isinstance(name, str):
            return
        text = f"Need to add_node `{name}` first"
        yield Refusal("join-before-node" if name in self.names else code, text)

    # --- compile --------------------------------------------------------------------------------

    def compiling(self) -> Iterator[Refusal]:
        """What `compile()` refuses."""
        if self.closed:
            yield from self._sources()
        yield from self._entry()
        if self.closed:
            yield from self._map_targets()
            yield from self._targets()
            yield from self._interrupts()
        for node in self.nodes:
            if node.name in RESERVED and node.certain:
                yield Refusal(NAME, f"Node name '{node.name}' is reserved")
        for key in self.graph.all_keys:
            if key in RESERVED:
                text = f"Channel '{key}' is reserved and cannot be used in the graph."
                yield Refusal(NAME, text)

    def _sources(self) -> Iterator[Refusal]:
        edges = _names([each.source for each in self.edges if each.certain])
        branches = _names([each.source for each in self.branches if each.certain])
        for source in dict.fromkeys((*(each for each in edges if each != END), *branches)):
            if source not in self.names and source != START:
                text = f"Found edge starting at unknown node '{source}'"
                yield Refusal(SOURCE, text)

    def _entry(self) -> Iterator[Refusal]:
        sources = [
            *(each.source for each in self.edges),
            *(each.source for each in self.branches),
        ]
        known = self.closed and None not in sources and self.compiles
        if known and START not in _names(sources):
            text = "Graph must have an entrypoint: add at least one edge from START to another node"
            yield Refusal("unknown-entry", text)

    def _map_targets(self) -> Iterator[Refusal]:
        for branch in self.branches:
            given = branch.path_map
            if (
                not branch.certain
                or given is None
                or given.given not in ("dict", "list", "literal")
            ):
                continue
            source = name_of(branch.source.value) if branch.source else "?"
            for name in _names([entry.target for entry in given.entries]):
                if name not in self.names and name != END:
                    text = (
                        f"At '{source}' node, '{branch.key}' branch found unknown target '{name}'"
                    )
                    yield Refusal(TARGET, text)

    def _targets(self) -> Iterator[Refusal]:
        entries: list[Known | None] = []
        targets: list[Known | None] = []
        for edge in self.edges:
            if edge.certain:
                begins = edge.source is not None and edge.source.value == START
                (entries if begins else targets).append(edge.target)
        declared = [each for node in self.nodes if node.certain for each in node.destinations or ()]
        # An edge to START is refused before.
        for code, listed, fine in (
            ("unknown-entry", entries, (END, START)),
            (TARGET, targets, (END, START)),
            (TARGET, declared, (END,)),
        ):
            for name in _names(listed):
                if name not in self.names and name not in fine:
                    yield Refusal(code, f"Found edge ending at unknown node `{name}`")

    def _interrupts(self) -> Iterator[Refusal]:
        for each in self.compiles:
            for listed, other in (
                (each.interrupt_before, each.interrupt_after),
                (each.interrupt_after, each.interrupt_before),
            ):
                every = any(known.value == "*" for known in other)
                for name in _names(listed):
                    if name not in self.names and name != "*":
                        unknown = f"Interrupt node `{name}` not found"
                        text = f"Node {name} not in nodes" if every else unknown
                        yield Refusal("unknown-interrupt-node", text)


def _names(values: Sequence[Known | None]) -> list[str]:
    """The names among some ends, each once, in order."""
    found = (name_of(each.value) for each in values if each is not None)
    return list(dict.fromkeys(str(each) for each in found if not isinstance(each, Send)))


def _reducers(schema: Schema, seen: set[str]) -> Iterator[Refusal]:
    keys = [*schema.keys.values(), *((schema.root,) if schema.root else ())]
    for key in keys:
        if key.reducer and not key.channel and key.parameters != 2 and key.name not in seen:
            seen.add(key.name)
            letters = ", ".join("abcdefghij"[: max(key.parameters, 0)])
            text = f"Invalid reducer signature. Expected (a, b) -> c. Got ({letters})"
            yield Refusal("invalid-reducer", text)


def _node(node: Node, before: Mapping[str, bool]) -> Iterator[Refusal]:
    if node.kind == "missing":
        yield Refusal("node-without-action", "", "RuntimeError")
        return
    if before.get(node.name):
        yield Refusal("duplicate-node", f"Node `{node.name}` already present.")
    if node.name in (START, END):
        yield Refusal(NAME, f"Node `{node.name}` is reserved.")
    for each in SEPARATORS:
        if each in node.name:
            text = f"'{each}' is a reserved character and is not allowed in the node names."
            yield Refusal(NAME, text)
    if node.kind in ("uncompiled", "unsupported"):
        code = "subgraph-not-compiled" if node.kind == "uncompiled" else "node-without-action"
        text = "Expected a Runnable, callable or dict.Instead got an unsupported type: "
        yield Refusal(code, text, "TypeError")


def _ends(source: Known | None, target: Known | None) -> Iterator[Refusal]:
    if source is not None and name_of(source.value) == END:
        yield Refusal(ENDPOINT, "END cannot be a start node")
    if target is not None and name_of(target.value) == START:
        yield Refusal(ENDPOINT, "START cannot be an end node")


def _branch(branch: Branch, named: dict[str, set[str]]) -> Iterator[Refusal]:
    if branch.source is None:
        return
    source = str(name_of(branch.source.value))
    known = branch.name or branch.router is not None
    if not known:
        return
    said = named.setdefault(source, set())
    if branch.name in said:
        name = branch.name or None
        text = f"Branch with name `{name}` already exists for node `{source}`"
        yield Refusal("duplicate-branch-name", text)
    said.add(branch.name)
