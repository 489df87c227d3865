"""The errors of the structural pass, one kind at a time (reference §4.5), on values of the right
shape: what releases have in common."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from typing import Any

SUPPORTED_POLICIES = ("all_pass",)


class Refusal(NamedTuple):
    """An error of the reference: its code, and the node it names, if any."""

    code: str
    node_id: str = ""


def entry_errors(workflow: Mapping[str, Any], nodes: Mapping[str, Any]) -> Iterator[Refusal]:
    """An entry that isn't a node."""
    if workflow["entry"] not in nodes:
        yield Refusal("MISSING_ENTRY")


def edge_errors(nodes: Mapping[str, Any], edges: Sequence[Any]) -> Iterator[Refusal]:
    """Edges whose ends aren't nodes, and those that return at once without a bound."""
    for edge in edges:
        if edge["from"] not in nodes:
            yield Refusal("UNKNOWN_EDGE_SOURCE", edge["from"])
        if edge["to"] not in nodes:
            yield Refusal("UNKNOWN_EDGE_TARGET", edge["to"])
        if edge["from"] == edge["to"] and "max_iterations" not in edge:
            yield Refusal("SELF_LOOP", edge["from"])


def ambiguous(nodes: Mapping[str, Any], edges: Sequence[Any]) -> Iterator[Refusal]:
    """Nodes with several out-edges without a condition, in the order of their first one."""
    counts: dict[str, int] = {}
    for edge in edges:
        if edge["from"] in nodes and not edge.get("when"):
            counts[edge["from"]] = counts.get(edge["from"], 0) + 1
    for id, count in counts.items():
        if count > 1:
            yield Refusal("AMBIGUOUS_EDGES", id)


def unreachable(nodes: Mapping[str, Any], edges: Sequence[Any], entry: str) -> Iterator[Refusal]:
    """Nodes to which no edges lead from the entry."""
    after = _successors(nodes, edges)
    reached, waiting = {entry}, [entry]
    while waiting:
        new = after[waiting.pop()].keys() - reached
        reached |= new
        waiting += new
    for id in nodes:
        if id not in reached:
            yield Refusal("UNREACHABLE_NODE", id)


def _successors(nodes: Mapping[str, Any], edges: Sequence[Any]) -> dict[str, dict[str, None]]:
    """The targets of every node, each once, in file order."""
    after: dict[str, dict[str, None]] = {id: {} for id in nodes}
    for edge in edges:
        after[edge["from"]][edge["to"]] = None
    return after


def unbounded(nodes: Mapping[str, Any], edges: Sequence[Any]) -> Iterator[Refusal]:
    """Cycles of edges without a bound, at most one for each root of the search.

    A search that finds one ends at once and leaves the nodes on its path marked as open, so
    a later search that reaches one of them finds a cycle there, whether or not one exists.
    """
    free = [e for e in edges if "max_iterations" not in e and e["from"] != e["to"]]
    after = _successors(nodes, free)
    opened: set[str] = set()
    closed: set[str] = set()
    for root in nodes:
        if root in opened or root in closed:
            continue
        opened.add(root)
        way = [(root, iter(after[root]))]
        while way:
            id, targets = way[-1]
            target = next((each for each in targets if each not in closed), None)
            if target is None:
                closed.add(id)
                opened.discard(id)
                way.pop()
            elif target in opened:
                yield Refusal("UNBOUNDED_CYCLE", target)
                break
            else:
                opened.add(target)
                way.append((target, iter(after[target])))


def unsupported_policies(nodes: Mapping[str, Any]) -> Iterator[Refusal]:
    """Nodes with a policy that is reserved."""
    for id, node in nodes.items():
        if node.get("eval_policy", SUPPORTED_POLICIES[0]) not in SUPPORTED_POLICIES:
            yield Refusal("UNSUPPORTED_EVAL_POLICY", id)


def unknown_skills(nodes: Mapping[str, Any], known: Collection[str]) -> Iterator[Refusal]:
    """The skills of nodes that don't exist."""
    for id, node in nodes.items():
        for skill in node.get("skills", ()):
            if skill not in known:
                yield Refusal("UNKNOWN_SKILL", id)
