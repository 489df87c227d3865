"""From what is done to a graph to its record (reference langgraph §3)."""

from __future__ import annotations

import ast

from phaselint.dialects.langgraph.functionmodel import Answers, Key, Schema, name_of
from phaselint.dialects.langgraph.model import Edge, Graph, Join
from phaselint.dialects.langgraph.reading.branches import branches_of
from phaselint.dialects.langgraph.reading.drafts import INVOKING
from phaselint.dialects.langgraph.reading.edges import edges_of
from phaselint.dialects.langgraph.reading.invocations import (
    compile_of,
    invocation_of,
    late_operations,
)
from phaselint.dialects.langgraph.reading.making import (
    Making,
    given,
    own_guards,
    place_of_call,
)
from phaselint.dialects.langgraph.reading.nodes import nodes_of, sequence_of
from phaselint.dialects.langgraph.reading.scopes import module_scope

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from phaselint.dialects.langgraph.model import Branch, Compile, Invocation, Node
    from phaselint.dialects.langgraph.reading.drafts import Draft, Operation
    from phaselint.dialects.langgraph.reading.functions import Reader
    from phaselint.dialects.langgraph.reading.project import Project
    from phaselint.dialects.langgraph.reading.resolving import Scope
    from phaselint.vocabulary.finding import Place

MOST_GUARDS = 4
_MOST_OPERATIONS = 5_000


class Parts:
    """The parts of a graph, as its operations give them."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self.edges: list[Edge] = []
        self.joins: list[Join] = []
        self.branches: list[Branch] = []
        self.compiles: list[Compile] = []
        self.invocations: list[Invocation] = []
        self.unknown: dict[tuple[str, Place], None] = {}
        self.open = ""
        self.handler = False

    def missing(self, what: str, place: Place) -> None:
        """Note what is not known."""
        self.unknown[(what, place)] = None


def assemble(
    project: Project, reader: Reader, ids: Sequence[str], draft: Draft, acting: set[int]
) -> Graph:
    """The record of a graph, but for what others do with it."""
    making = Making(
        project, reader, ids=ids, draft=draft, acting=acting, many_guards=_has_many_guards(draft)
    )
    parts = Parts()
    for operation in draft.operations[:_MOST_OPERATIONS]:
        _add(making, parts, operation)
    made = _with_schemas(making, parts)
    for why, where in draft.open.items():
        parts.missing(why, where)
    opened = next(iter(draft.open), "") or parts.open
    if len(draft.operations) > _MOST_OPERATIONS:
        opened = opened or "it has too many nodes and edges"
    return made._replace(
        nodes=tuple(parts.nodes),
        edges=_once(parts.edges),
        joins=tuple(parts.joins),
        branches=tuple(_guided(parts)),
        compiles=tuple(parts.compiles),
        invocations=tuple(parts.invocations),
        open=opened,
        many_guards=making.many_guards,
        checkpointed_later=draft.checkpointed,
        late=tuple(
            (each.method, place_of_call(project, each.call, each.scope))
            for each in late_operations(draft.operations)
        ),
        defaults_handler=parts.handler,
        unknown_parts=tuple(parts.unknown),
    )


def _has_many_guards(draft: Draft) -> bool:
    """Whether a graph has more guards than its variants can be told for."""
    texts = {
        guard.text
        for operation in draft.operations
        if operation.method not in INVOKING
        for guard in own_guards(draft, operation)
    }
    return len(texts) > MOST_GUARDS


def _with_schemas(making: Making, parts: Parts) -> Graph:
    """A graph with its schemas, and nothing else yet."""
    from phaselint.dialects.langgraph.reading.schemas import merged

    draft = making.draft
    place = making.project.place(draft.site.call, _scope(making.project, draft))
    state, given_input, output = _schemas(making)
    schemas, unknown = _all_schemas(parts, (state, given_input, output))
    whole = merged(schemas, unknown)
    if not state.known:
        parts.missing("the state schema isn't known", place)
    return Graph(
        id=making.ids[draft.index],
        name=draft.site.name,
        file=draft.site.file,
        place=place,
        state=state,
        input=given_input,
        output=output,
        all_keys=whole.keys,
        keys_known=whole.known,
        conflicts=whole.conflicts,
    )


def _scope(project: Project, draft: Draft) -> Scope:
    """The scope in which a graph is made: that of its module unless a caller reaches it."""
    if draft.scope is not None:
        return draft.scope
    module = project.modules.at(draft.site.file)
    assert module is not None
    return module_scope(module)


def _add(making: Making, parts: Parts, operation: Operation) -> None:
    """Add the parts that an operation makes."""
    method = operation.method
    if method == "add_node":
        nodes, whole = nodes_of(making, operation)
        parts.nodes.extend(nodes)
        if not whole:
            place = place_of_call(making.project, operation.call, operation.scope)
            parts.missing("the name of a node isn't known", place)
            parts.open = parts.open or "the name of a node isn't known"
        for node in nodes:
            if node.kind == "opaque":
                parts.missing(f"the action of node `{node.name}` isn't known", node.place)
    elif method in {"add_edge", "set_entry_point", "set_finish_point"}:
        _add_edges(making, parts, operation)
    elif method in {"add_conditional_edges", "set_conditional_entry_point"}:
        _add_branches(making, parts, operation)
    elif method == "add_sequence":
        _add_sequence(making, parts, operation)
    elif method == "compile":
        parts.compiles.append(compile_of(making, operation))
    elif method == "set_node_defaults":
        parts.handler |= "error_handler" in given(operation.call)
    elif method in INVOKING:
        parts.invocations.append(invocation_of(making, operation))


def _add_edges(making: Making, parts: Parts, operation: Operation) -> None:
    for each in edges_of(making, operation):
        if isinstance(each, Join):
            parts.joins.append(each)
            if not each.complete:
                parts.missing("a member of a join isn't known", each.place)
        else:
            parts.edges.append(each)
            if each.source is None:
                parts.missing("the source of an edge isn't known", each.place)
        if each.target is None:
            parts.missing("the target of an edge isn't known", each.place)


def _add_branches(making: Making, parts: Parts, operation: Operation) -> None:
    for branch in branches_of(making, operation):
        parts.branches.append(branch)
        if branch.source is None:
            parts.missing("the source of a conditional edge isn't known", branch.place)
        if not branch.answers.complete:
            said = f"`{branch.name}`" if branch.name else "a router"
            parts.missing(f"a return value of {said} isn't known", branch.place)
        path_map = branch.path_map
        if path_map is not None and not path_map.complete and path_map.given != "ignored":
            parts.missing("a path map isn't known", path_map.place or branch.place)


def _add_sequence(making: Making, parts: Parts, operation: Operation) -> None:
    nodes, edges, complete = sequence_of(making, operation)
    parts.nodes.extend(nodes)
    parts.edges.extend(edges)
    if not complete:
        place = place_of_call(making.project, operation.call, operation.scope)
        parts.missing("the nodes of a sequence aren't known", place)
        parts.open = parts.open or "the nodes of a sequence aren't known"


def _once(edges: Iterable[Edge]) -> tuple[Edge, ...]:
    """Edges are a set: of several with the same ends and guards the first counts."""
    found: dict[object, Edge] = {}
    for index, edge in enumerate(edges):
        ends = (edge.source, edge.target)
        known = all(end is not None for end in ends)
        key: object = (
            tuple(end.value for end in ends if end is not None) if known else index,
            edge.guards,
            edge.certain,
        )
        found.setdefault(key, edge)
    return tuple(found.values())


def _guided(parts: Parts) -> Iterable[Branch]:
    """The branches, with the answers that a router which is used at several sources can give at
    each (reference §2.7)."""
    sources: dict[str, set[object]] = {}
    for branch in parts.branches:
        if branch.router is not None and branch.source is not None:
            name = name_of(branch.source.value)
            sources.setdefault(branch.router.id, set()).add(name)
    nodes: dict[str, list[Node]] = {}
    for node in parts.nodes:
        nodes.setdefault(node.name, []).append(node)
    for branch in parts.branches:
        answers = None
        router, source = branch.router, branch.source
        if router is not None and source is not None and len(sources[router.id]) > 1:
            answers = _answers_at(branch, nodes.get(str(name_of(source.value)), ()))
        yield branch if answers is None else branch._replace(answers=answers, guided=True)


def _answers_at(branch: Branch, nodes: Sequence[Node]) -> Answers | None:
    """What a router can give after a node, by what that sets."""
    from phaselint.dialects.langgraph.reading.guides import guided

    if len(nodes) != 1 or nodes[0].function is None or branch.router is None:
        return None
    return guided(branch.router, nodes[0].function)


def _schemas(making: Making) -> tuple[Schema, Schema | None, Schema | None]:
    """The schemas that a graph is made with."""
    draft = making.draft
    scope = draft.scope
    call = draft.site.call
    names = ("schema", "schema") if draft.site.message else ("state_schema", "context_schema")
    arguments = given(call, *names)
    if scope is None:
        return Schema(""), None, None
    if draft.site.message:
        place = making.project.place(call, scope)
        root = Key("__root__", place, "add_messages", "langgraph.graph.message.add_messages")
        return (
            Schema("MessageGraph", {}, known=True, kind="root", root=root, place=place),
            None,
            None,
        )
    state = arguments.get("state_schema") or arguments.get("state")
    whole = Schema("") if state is None else making.reader.schema(state, scope)
    parts: list[Schema | None] = []
    for name in ("input", "output"):
        written = arguments.get(f"{name}_schema") or arguments.get(name)
        none = written is None or (isinstance(written, ast.Constant) and written.value is None)
        parts.append(None if none or written is None else making.reader.schema(written, scope))
    return whole, parts[0], parts[1]


def _all_schemas(parts: Parts, own: Sequence[Schema | None]) -> tuple[Sequence[Schema], bool]:
    """All schemas that give a graph keys, in order; and whether others are not known."""
    found = [each for each in own if each is not None]
    unknown = False
    steps: list[tuple[int, Schema | None, bool]] = []
    for node in parts.nodes:
        if node.schema is not None:
            steps.append((node.order, node.schema, False))
        elif node.function is not None:
            steps.append((node.order, node.function.schema, node.function.schema_unknown))
        elif node.kind == "opaque":
            steps.append((node.order, None, False))
    for branch in parts.branches:
        if branch.router is not None:
            steps.append((branch.order, branch.router.schema, branch.router.schema_unknown))
    for _, schema, missing in sorted(steps, key=lambda step: step[0]):
        unknown |= missing
        if schema is not None:
            found.append(schema)
    return found, unknown


def related(graphs: Mapping[str, Graph]) -> Mapping[str, Graph]:
    """Graphs, each told in which of the others it is a node."""
    parents: dict[str, dict[str, None]] = {}
    for graph in graphs.values():
        for node in graph.nodes:
            if node.subgraph and node.kind == "subgraph":
                parents.setdefault(node.subgraph, {})[graph.id] = None
    return {
        key: graph._replace(parents=tuple(parents.get(key, ()))) for key, graph in graphs.items()
    }
