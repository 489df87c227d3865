"""The keys of the state of a graph, as far as runs ask for them (reference §5.10)."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from phaselint.dialects.langgraph.functionmodel import Return, Schema
    from phaselint.dialects.langgraph.model import Graph, Node
    from phaselint.dialects.langgraph.running.session import Law

ADD = "operator.add"
ROOT = "__root__"
"""LangGraph's name for the key of a single-valued state."""


class StateKeys(NamedTuple):
    """See `Law` for the parts."""

    keys: frozenset[str] | None
    plain: frozenset[str]
    adding: frozenset[str]
    given: frozenset[str] | None
    result: frozenset[str] | None


def keys_of(graph: Graph) -> StateKeys:
    """The keys of a graph."""
    root = graph.state.is_root
    known = graph.keys_known and graph.state.known and not root
    keys = frozenset(name for name, key in graph.all_keys.items() if not key.managed)
    return StateKeys(
        keys if known else None,
        _plain(graph, root=root),
        frozenset(name for name, key in graph.all_keys.items() if key.reducer == ADD),
        given=_keys_of(graph.input or graph.state),
        result=_keys_of(graph.output or graph.state),
    )


def _keys_of(schema: Schema) -> frozenset[str] | None:
    """The keys of a schema that can be written; none where they are not known."""
    if not schema.known or schema.is_root:
        return None
    return frozenset(name for name, key in schema.keys.items() if not key.managed)


def _plain(graph: Graph, *, root: bool) -> frozenset[str]:
    """The keys that take one value in a step. The whole state is the key `ROOT`."""
    if root:
        reducer = graph.state.root is not None and graph.state.root.reducer
        return frozenset() if reducer else frozenset((ROOT,))
    plain = ("", "LastValue", "UntrackedValue")
    return frozenset(
        name
        for name, key in graph.all_keys.items()
        if not key.reducer and not key.managed and key.channel in plain
    )


def sites_of(node: Node) -> Iterator[Return]:
    """The returns of a node and of its error handler."""
    for function in (node.function, node.handler):
        if function is not None:
            yield from function.returns


def returns_whole(site: Return) -> bool:
    """Whether a return gives the whole state back."""
    return site.update.whole or site.form == "state"


def written(
    nodes: Mapping[str, Node], subgraphs: Mapping[str, Law], plain: frozenset[str]
) -> dict[str, frozenset[str]]:
    """The single-valued keys that a node can write, as far as known."""
    found = {}
    for name, node in nodes.items():
        inner = subgraphs.get(name)
        if inner is not None:
            known = plain if inner.result is None else inner.result
        else:
            sites = list(sites_of(node))
            whole = any(map(returns_whole, sites))
            open_ = node.function is None or any(not site.update.complete for site in sites)
            keys = frozenset(key.key for site in sites for key in site.update.keys)
            known = plain if whole or open_ or ROOT in plain else keys
        found[name] = known & plain
    return found
