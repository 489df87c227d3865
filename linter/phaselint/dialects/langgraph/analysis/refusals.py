"""Why LangGraph refuses to build or compile a graph, with its own words (reference langgraph §4).

Each refusal is checked in every variant of the graph, and holds if it applies in all variants with
the operations involved. Building stops at the first; all are reported, because all must be fixed.
"""

from __future__ import annotations

from phaselint.dialects.langgraph.analysis.callplaces import in_call
from phaselint.dialects.langgraph.analysis.refusal import Refusal
from phaselint.dialects.langgraph.analysis.unknownnames import unknown_names
from phaselint.dialects.langgraph.functionmodel import channel_of, name_of
from phaselint.dialects.langgraph.model import END, START, Join

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from phaselint.dialects.langgraph.analysis.graphfacts import GraphFacts
    from phaselint.dialects.langgraph.analysis.variants import View
    from phaselint.dialects.langgraph.functionmodel import Key, Schema
    from phaselint.dialects.langgraph.model import (
        Branch,
        Compile,
        Edge,
        Graph,
        LanggraphContract,
        Node,
    )
    from phaselint.vocabulary.finding import Place


SEPARATORS = ("|", ":")
"""Characters that names of nodes must not contain."""

RESERVED = frozenset(
    (
        *("__input__", "__interrupt__", "__resume__", "__error__", "__error_source_node__"),
        *("__no_writes__", "__snapshot_bumps__", "__pregel_send", "__pregel_read"),
        *("__pregel_checkpointer", "__pregel_stream", "checkpoint_map", "__pregel_resuming"),
        *("__pregel_replay_state", "__pregel_task_id", "checkpoint_id", "checkpoint_ns"),
        *("__pregel_timed_attempt_observer", "__pregel_resume_map", "__pregel_strict_resume"),
        *("__pregel_stream_messages_v2", "__pregel_push", "__pregel_pull", "configurable"),
    )
)
"""Names that `compile()` reserves in 1.2 (§4.2)."""

STATE_KEYS_UNTIL = (0, 3)
"""Before this release, a node must not have the name of a state key (§4.3)."""

REDUCER_PARAMETERS = 2


def refusals(facts: GraphFacts) -> tuple[Refusal, ...]:
    """What a graph is refused for, in order."""
    found = [dict.fromkeys(_of(facts, view)) for view in facts.views]
    each_once = dict.fromkeys(refusal for those in found for refusal in those)
    kept = [
        refusal
        for refusal in each_once
        if all(
            refusal in those
            for view, those in zip(facts.views, found, strict=True)
            if view.has(refusal.guards)
        )
    ]
    return (*kept, *_of_schemas(facts.graph))


def _of(facts: GraphFacts, view: View) -> Iterator[Refusal]:
    """What one variant of a graph is refused for."""
    graph, contract = view.graph, facts.contract
    old = contract.version < STATE_KEYS_UNTIL and graph.keys_known and not contract.later
    for node in graph.nodes:
        yield from _of_node(graph, node, with_keys=old)
    yield from _ends(contract, graph)
    if not (graph.many_guards or facts.forgets_guards):
        yield from _doubled(graph.nodes)
        yield from _doubled_branches(graph.branches)
        yield from _early_joins(graph)
    if facts.closed:
        yield from unknown_names(facts, graph)
        for each in graph.compiles:
            yield from _interrupts(graph, each)


# --- nodes ----------------------------------------------------------------------------------------


def _doubled(added: tuple[Node, ...]) -> Iterator[Refusal]:
    """Nodes that have the name of one before."""
    first: dict[str, Node] = {}
    for node in added:
        before = first.setdefault(node.name, node)
        if before is node or not (before.certain and node.certain):
            continue
        yield Refusal(
            "duplicate-node",
            node.place,
            f"Node `{node.channel}` already present.",
            subject=node.name,
            guards=(*before.guards, *node.guards),
            related=before.place,
        )


def _of_node(graph: Graph, node: Node, *, with_keys: bool) -> Iterator[Refusal]:
    """What is wrong with a node by itself; `with_keys`, also that it is called like a key."""
    name, guards = node.name, node.guards
    yield from _of_action(node)
    if name in (START, END):
        text = f"Node `{node.channel}` is reserved."
        yield Refusal("reserved-node-name", node.place, text, "end", name, guards=guards)
        return
    separator = next((each for each in SEPARATORS if each in name), "")
    if separator:
        text = f"'{separator}' is a reserved character and is not allowed in the node names."
        yield Refusal(
            *("reserved-node-name", node.place, text, "character", name),
            other=separator,
            guards=guards,
        )
    elif name in RESERVED:
        text = f"Node name '{name}' is reserved"
        yield Refusal("reserved-node-name", node.place, text, "name", name, guards=guards)
    key = _early_keys(graph).get(name) if with_keys else None
    if key is not None:
        text = f"'{name}' is already being used as a state key"
        yield Refusal(
            *("node-named-like-state-key", node.place, text),
            subject=name,
            guards=guards,
            related=key.place,
        )


def _early_keys(graph: Graph) -> Mapping[str, Key]:
    """The keys that a graph has before any node is added."""
    schemas = (graph.output, graph.input, graph.state)
    return {name: key for each in schemas if each is not None for name, key in each.keys.items()}


def _of_action(node: Node) -> Iterator[Refusal]:
    """What is wrong with what a node runs."""
    if node.kind == "missing":
        yield Refusal(
            *("node-without-action", node.place, "", "missing", node.name),
            guards=node.guards,
            raised="RuntimeError",
        )
    elif node.kind in ("uncompiled", "unsupported"):
        rule = "subgraph-not-compiled" if node.kind == "uncompiled" else "node-without-action"
        text = "Expected a Runnable, callable or dict.Instead got an unsupported type: "
        yield Refusal(
            *(rule, node.place, text, node.kind, node.name),
            other=node.action,
            guards=node.guards,
            literal=node.action_place,
            raised="TypeError",
        )


# --- edges ----------------------------------------------------------------------------------------


def _ends(contract: LanggraphContract, graph: Graph) -> Iterator[Refusal]:
    """Edges from END and to START."""
    listed: list[Edge | Join] = [*graph.edges, *graph.joins]
    for each in listed:
        guards, call = each.guards, each.place
        sources = each.members if isinstance(each, Join) else (each.source,)
        for source in sources:
            if source is not None and name_of(source.value) == END:
                text, place = "END cannot be a start node", source.place
                place = place if isinstance(each, Join) else in_call(contract, place, call)
                yield Refusal("reserved-endpoint", place, text, "start", guards=guards)
        target = each.target
        if target is not None and name_of(target.value) == START:
            text, place = "START cannot be an end node", in_call(contract, target.place, call)
            yield Refusal("reserved-endpoint", place, text, "end", guards=guards)


def _early_joins(graph: Graph) -> Iterator[Refusal]:
    """Joins that name nodes which are added further down."""
    for join in graph.joins:
        if not join.certain:
            continue
        targets = () if join.target is None else (join.target,)
        for named in (*join.members, *targets):
            added = [each for each in graph.nodes if each.name == name_of(named.value)]
            if not added or any(
                each.order < join.order or not each.certain for each in added
            ):  # one that may be there already
                continue
            spelt = channel_of(named.value)
            yield Refusal(
                "join-before-node",
                join.place,
                f"Need to add_node `{spelt}` first",
                subject=added[0].name,
                guards=(*join.guards, *added[0].guards),
                related=added[0].place,
            )


def _doubled_branches(branches: Iterable[Branch]) -> Iterator[Refusal]:
    """Conditional edges that start where one with the same router does."""
    first: dict[tuple[object, str], Branch] = {}
    for branch in branches:
        if branch.source is None or not branch.certain:
            continue
        if not branch.name and branch.router is None:
            continue  # its name is not known
        source = name_of(branch.source.value)
        before = first.setdefault((source, branch.name), branch)
        if before is branch:
            continue
        named, spelt = branch.name or "None", channel_of(branch.source.value)
        yield Refusal(
            "duplicate-branch-name",
            branch.place,
            f"Branch with name `{named}` already exists for node `{spelt}`",
            subject=branch.name,
            other=str(source),
            guards=(*before.guards, *branch.guards),
            related=before.place,
        )


def _interrupts(graph: Graph, compiled: Compile) -> Iterator[Refusal]:
    """Names of nodes before or after which a run should stop but that don't exist."""
    before = {name_of(each.value) for each in compiled.interrupt_before}
    after = {name_of(each.value) for each in compiled.interrupt_after}
    nodes = {each.name for each in graph.nodes if not _later(each, compiled)}
    for key, listed in (
        ("interrupt_before", compiled.interrupt_before),
        ("interrupt_after", compiled.interrupt_after),
    ):
        if "*" in (before if key == "interrupt_before" else after):
            continue
        for each in listed:
            if name_of(each.value) in nodes:
                continue
            spelt = channel_of(each.value)
            text = f"Interrupt node `{spelt}` not found"
            yield Refusal(
                "unknown-interrupt-node",
                each.place,
                f"Node {spelt} not in nodes" if "*" in after else text,
                key,
                spelt,
                guards=compiled.guards,
                literal=each.place,
            )


def _later(node: Node, compiled: Compile) -> bool:
    """Whether a node is added below a `compile()`."""
    return 0 < compiled.order < node.order


# --- schemas --------------------------------------------------------------------------------------


def _of_schemas(graph: Graph) -> Iterator[Refusal]:
    """Reducers that take other than two parameters, and keys with two reducers."""
    done: set[Place] = set()
    for schema in _schemas(graph):
        for key in (*schema.keys.values(), *((schema.root,) if schema.root else ())):
            if key.place in done or not key.reducer or key.parameters == REDUCER_PARAMETERS:
                continue
            done.add(key.place)
            text = "Invalid reducer signature. Expected (a, b) -> c. Got "
            yield Refusal(
                *("invalid-reducer", key.place, text, str(key.parameters), key.name),
                other=key.reducer,
            )
    for name, first, second in graph.conflicts:
        text = f"Channel '{name}' already exists with a different type"
        yield Refusal("schema-conflict", second, text, subject=name, related=first)


def _schemas(graph: Graph) -> Iterator[Schema]:
    """All schemas of a graph, in the order in which LangGraph finds them."""
    for given in (graph.state, graph.input, graph.output):
        if given is not None:
            yield given
    for node in graph.nodes:
        own = node.schema or (node.function.schema if node.function else None)
        if own is not None:
            yield own
    for branch in graph.branches:
        if branch.router is not None and branch.router.schema is not None:
            yield branch.router.schema
