"""A graph that Python builds, as typed, immutable data (reference langgraph §3).

What expressions, functions and schemas may be is in `functionmodel`.
"""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Literal

    from phaselint.dialects.base import Target
    from phaselint.dialects.langgraph.functionmodel import (
        Answers,
        Constant,
        Function,
        Guard,
        Key,
        Known,
        Schema,
        ToolList,
    )
    from phaselint.document import Document
    from phaselint.vocabulary.finding import Place

    NodeKind = Literal[
        "function", "subgraph", "tools", "agent", "opaque", "missing", "uncompiled", "unsupported"
    ]
    """The action of a node: a readable function, a compiled graph of the project, a `ToolNode`, a
    library agent (such as `create_agent`), an unknown action, no action at all, an uncompiled
    `StateGraph`, or an action that LangGraph refuses."""

    Certainty = Literal["yes", "no", "unknown"]

START = "__start__"
END = "__end__"
UNNAMED_BRANCH = "condition"
"""LangGraph's name for the branch of a router without a name."""


class Node(NamedTuple):
    """A node that a graph has by an `add_node`, or an item of `add_sequence`.

    Attributes:
        name: what it is called; `channel`, how that is spelled in the channel that wakes it.
        place: the `add_node` call; `name_place`, the name in it (the call where it is derived).
        function: of a `function`; also of a `missing` one none.
        subgraph: of a `subgraph`: the id of the graph in the project (`Graph.id`).
        schema: the explicit `input_schema=`; none without one.
        destinations: what it declares by `destinations=` or by its annotation; none without.
        tools: of a `ToolNode` or an agent.
        routes: whether an action that could not be read may `goto` anything (reference §2.11).
        handler: the function of `error_handler=`; `handled`: there is one.
        retried: whether it has a retry policy.
        action: what is given as the action, in words of the source ("`make_node(x)`"), and
            `action_place`, where it stands.
        repeated: added in a loop over what is not known: it may be there several times, or never.
        certain: whether it is known to be added whenever its guards hold.
        derived: whether its name follows from the action.
    """

    name: str
    place: Place
    name_place: Place
    channel: str
    kind: NodeKind
    function: Function | None = None
    subgraph: str = ""
    schema: Schema | None = None
    schema_unknown: bool = False
    defer: bool = False
    defer_place: Place | None = None
    destinations: tuple[Known, ...] | None = None
    tools: ToolList | None = None
    routes: bool = False
    handled: bool = False
    handler: Function | None = None
    retried: bool = False
    action: str = ""
    guards: tuple[Guard, ...] = ()
    certain: bool = True
    derived: bool = False
    order: int = 0
    """Its position among all operations of its graph; also for joins, edges and branches."""
    name_source: Place | None = None
    """The place of the name, if it differs from `name_place`."""
    action_place: Place | None = None
    repeated: bool = False


class Edge(NamedTuple):
    """A static edge, one for each pair of known ends. An end that is not known is None: the edge
    then leads from or to anywhere. `by` is the operation it is made by."""

    source: Known | None
    target: Known | None
    place: Place
    by: str = "add_edge"
    guards: tuple[Guard, ...] = ()
    certain: bool = True
    order: int = 0


class Join(NamedTuple):
    """An edge from a list of nodes. `complete` is false where some members are not known."""

    members: tuple[Known, ...]
    target: Known | None
    place: Place
    complete: bool = True
    guards: tuple[Guard, ...] = ()
    certain: bool = True
    order: int = 0


class MapEntry(NamedTuple):
    """An entry of a `path_map`: label and target. The place is that of the key, or of the member of
    a list; a target that is not known is None."""

    label: Constant
    target: Known | None
    place: Place


class PathMap(NamedTuple):
    """A `path_map`. `given`: as a `dict` or `list`; from the `literal` annotation of the router;
    `ignored`, said in `said` ("a tuple", "empty"); `unknown`. `complete`: no other entries."""

    given: Literal["dict", "list", "literal", "ignored", "unknown"]
    entries: tuple[MapEntry, ...] = ()
    complete: bool = True
    place: Place | None = None
    said: str = ""
    values: tuple[Known, ...] = ()
    """Of an ignored one: its members."""


class Branch(NamedTuple):
    """A conditional edge.

    Attributes:
        source: where it starts; none where that is not known.
        name: of the router, empty where that has none (LangGraph calls it `condition`, and two
            of these at one source clash as `None`).
        answers: what the router gives here: that of its function, fewer where it is `guided` by
            what the source sets (reference §2.7).
        path_map: none where LangGraph uses none: answers are names of nodes.
        then: the `then=` of 0.2; none without one.
    """

    source: Known | None
    name: str
    place: Place
    router: Function | None
    answers: Answers
    path_map: PathMap | None
    guided: bool = False
    certain: bool = True
    guards: tuple[Guard, ...] = ()
    order: int = 0
    then: Known | None = None

    @property
    def key(self) -> str:
        """What LangGraph has it under."""
        return self.name or UNNAMED_BRANCH


class Compile(NamedTuple):
    """A `compile()` of a graph. `interrupt_before` and `interrupt_after` are names; `"*"` is one.
    `binding` is what the compiled graph is called, empty without a name."""

    place: Place
    checkpointer: Certainty = "no"
    interrupt_before: tuple[Known, ...] = ()
    interrupt_after: tuple[Known, ...] = ()
    interrupts_known: bool = True
    binding: str = ""
    guards: tuple[Guard, ...] = ()
    order: int = 0
    name: str = ""
    used: bool = True
    """Whether the compiled graph is used after the operations that follow."""


class Invocation(NamedTuple):
    """A call of `.invoke` or its like on the compiled graph.

    `keys` are those of the input: none for one that is not known, `complete` whether all are known.
    `limit` is the recursion limit with its place, none where it is not given; `limit_known` and
    `thread_known` tell that the configuration could be read. `thread`: whether a thread is named.
    """

    place: Place
    method: str
    kind: Literal["input", "resume", "none", "unknown"] = "unknown"
    keys: tuple[Known, ...] = ()
    complete: bool = False
    limit: tuple[int, Place] | None = None
    limit_known: bool = False
    thread: Certainty = "unknown"
    in_async: bool = False
    file: str = ""


class Graph(NamedTuple):
    """A `StateGraph`, with all that is done to it.

    Attributes:
        id: file and NAME, as in `FILE.py::NAME`; unique in a project.
        name: NAME: the binding, or `function.variable`.
        file, place: where `StateGraph(` stands.
        state: the schema of the state: that class alone. `input`, `output`: theirs, else none.
        all_keys: the keys of all schemas together (reference §2.10); `keys_known` where no schema
            of it is unknown.
        open: why other nodes and edges may exist, in words; empty where all are known.
        many_guards: whether it has so many guards that they were forgotten.
        exported: why not all invocations are known, in words; empty where they are.
        served: whether a platform supplies the checkpointer; `checkpointed_later`, whether one is
            assigned somewhere.
        parents: ids of graphs in which it is a node; `nested` also where it is called otherwise
            inside a node.
        late: operations after the last `compile()` in straight line: what and where.
        conflicts: keys that two schemas declare with different reducers, with the two places.
        defaults_handler: whether `set_node_defaults` gives an error handler.
        unknown_parts: what of it is not known, each a clause for `phaselint contracts` with its
            place.
    """

    id: str
    name: str
    file: str
    place: Place
    state: Schema
    input: Schema | None = None
    output: Schema | None = None
    all_keys: Mapping[str, Key] = {}
    keys_known: bool = False
    nodes: tuple[Node, ...] = ()
    edges: tuple[Edge, ...] = ()
    joins: tuple[Join, ...] = ()
    branches: tuple[Branch, ...] = ()
    compiles: tuple[Compile, ...] = ()
    invocations: tuple[Invocation, ...] = ()
    open: str = ""
    many_guards: bool = False
    exported: str = ""
    served: bool = False
    checkpointed_later: bool = False
    parents: tuple[str, ...] = ()
    nested: bool = False
    late: tuple[tuple[str, Place], ...] = ()
    conflicts: tuple[tuple[str, Place, Place], ...] = ()
    defaults_handler: bool = False
    unknown_parts: tuple[tuple[str, Place], ...] = ()
    tool_names: ToolList | None = None

    def handles(self, node: Node) -> bool:
        """Whether there is an error handler for a node."""
        return node.handled or self.defaults_handler

    @property
    def named(self) -> Mapping[str, Node]:
        """The nodes by name; of two with one name the first."""
        found: dict[str, Node] = {}
        for node in self.nodes:
            found.setdefault(node.name, node)
        return found


class ManifestEntry(NamedTuple):
    """An entry of `graphs` in a `langgraph.json`, that names no file or no attribute of one."""

    place: Place
    name: str
    path: str
    attribute: str
    missing: Literal["file", "attribute"]


class LanggraphContract(NamedTuple):
    """One graph of a project, with all others that it has to do with.

    `graph` is none where its file could not be read. `project` has every graph of the project by
    id, this one included; `users` which of them use a function, by its id. `later` tells that later
    releases than `version` may run the graph: the project names a lower bound alone.
    """

    target: Target
    documents: Mapping[str, Document]
    graph: Graph | None = None
    project: Mapping[str, Graph] = {}
    users: Mapping[str, tuple[str, ...]] = {}
    version: tuple[int, int] = (1, 2)
    manifest: tuple[ManifestEntry, ...] = ()
    later: bool = False
