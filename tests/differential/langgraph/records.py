"""A random graph as the records that phaselint's runtime runs."""

from __future__ import annotations

from typing import Any

from differential.langgraph.specs import (
    BranchSpec,
    Deed,
    GraphSpec,
    NodeSpec,
    Package,
    Spelled,
)
from phaselint.dialects.base import Target
from phaselint.dialects.langgraph.functionmodel import (
    Answer,
    Answers,
    Function,
    Interrupt,
    Key,
    Known,
    Member,
    Return,
    Schema,
    Send,
    Update,
    Values,
    Written,
)
from phaselint.dialects.langgraph.model import (
    Branch,
    Compile,
    Edge,
    Graph,
    Join,
    LanggraphContract,
    MapEntry,
    Node,
    PathMap,
)
from phaselint.vocabulary.finding import Place

FILE = "graph.py"
HERE = Place(FILE, (0, 0))


def contract_of(spec: GraphSpec, version: tuple[int, int] = (1, 2)) -> LanggraphContract:
    """The contract of a graph, with the graphs inside of it."""
    project: dict[str, Graph] = {}
    graph = graph_of(spec, f"{FILE}::graph", project)
    target = Target("langgraph", "", FILE)
    return LanggraphContract(target, {}, graph, project, version=version)


def graph_of(spec: GraphSpec, id_: str, project: dict[str, Graph]) -> Graph:
    """A graph; it and those inside of it are added to the project."""
    nodes = []
    for order, node in enumerate(spec.nodes):
        inner = f"{id_}.{node.name}"
        if node.inner is not None:
            graph_of(node.inner, inner, project)
        nodes.append(_node(node, order, inner))
    schema = _schema(spec)
    graph = Graph(
        id_,
        id_.rpartition("::")[2],
        FILE,
        HERE,
        state=schema,
        all_keys=schema.keys,
        keys_known=True,
        nodes=tuple(nodes),
        edges=tuple(
            Edge(known(source), known(target), HERE, order=20 + number)
            for number, (source, target) in enumerate(spec.edges)
        ),
        joins=tuple(
            Join(tuple(map(known, members)), known(target), HERE, order=60)
            for members, target in spec.joins
        ),
        branches=tuple(_branch(each, 80 + i) for i, each in enumerate(spec.branches)),
        compiles=(
            Compile(
                HERE,
                "yes" if spec.saved else "no",
                tuple(map(known, spec.before)),
                tuple(map(known, spec.after)),
                order=99,
            ),
        ),
        exported="it is returned",
    )
    project[id_] = graph
    return graph


def constant(value: Any) -> Any:
    """A label or target as a constant of the model."""
    if isinstance(value, Package):
        return Send(value.node)
    if isinstance(value, Spelled):
        return Member(value.value, f"Step.{value.value.upper()}")
    return value


def known(value: Any) -> Known:
    """The same, somewhere."""
    return Known(constant(value), HERE)


def _schema(spec: GraphSpec) -> Schema:
    adding = {"log": "operator.add"}
    keys = {name: Key(name, HERE, reducer=adding.get(name, "")) for name in spec.keys}
    return Schema("State", keys, known=True)


def _node(spec: NodeSpec, order: int, inner: str) -> Node:
    member = constant(Spelled(spec.name)).spelling
    return Node(
        spec.name,
        HERE,
        HERE,
        member if spec.spelled else spec.name,
        "subgraph" if spec.inner else "function",
        function=None if spec.inner else _function(spec.name, spec.deeds),
        subgraph=inner if spec.inner else "",
        defer=spec.defer,
        handled=bool(spec.handler),
        handler=_function(f"{spec.name}_handler", spec.handler) if spec.handler else None,
        retried=spec.retried,
        order=order,
    )


def _function(name: str, deeds: tuple[Deed, ...]) -> Function:
    return Function(
        name,
        name,
        HERE,
        returns=tuple(_return(each) for each in deeds if not each.raised),
        returns_complete=True,
        interrupts=(Interrupt(HERE),) * max((each.interrupts for each in deeds), default=0),
        reads_complete=True,
        parameters=1,
    )


def _return(deed: Deed) -> Return:
    update = Update(
        tuple(
            Written(key, HERE, Values((Known(value, HERE),), complete=True))
            if isinstance(value, str)
            else Written(key, HERE)
            for key, value in (deed.update or {}).items()
        )
    )
    if deed.invalid:
        return Return(HERE, "invalid", said="a list")
    if not deed.goto and not deed.parent:
        return Return(HERE, "none" if deed.update is None else "dict", update)
    goto = Answers((Answer(tuple(map(known, deed.goto)), HERE),), complete=True)
    return Return(HERE, "command", update, goto, deed.parent)


def _branch(spec: BranchSpec, order: int) -> Branch:
    answers = Answers(
        tuple(
            Answer(tuple(map(known, each)), HERE, single=len(each) == 1) for each in spec.answers
        ),
        complete=True,
    )
    mapped = None
    if spec.mapped is not None:
        entries = (
            MapEntry(constant(label), known(target), HERE) for label, target in spec.mapped.items()
        )
        mapped = PathMap("dict", tuple(entries))
    router = Function(spec.name, spec.name, HERE, answers=answers)
    start, name = known(spec.source), spec.name
    return Branch(start, name, HERE, router=router, answers=answers, path_map=mapped, order=order)
