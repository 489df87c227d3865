"""How the limits of a run may end it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from phaselint.dialects.records import OutcomeKind
    from phaselint.dialects.sweny.model import Edge
    from phaselint.dialects.sweny.running.session import Law


def limited_ends(law: Law) -> frozenset[OutcomeKind]:
    """The ways in which limits may end runs that have no such end without them. A step budget stops
    a run that gets so far; where an edge is used up, the run may end, or have no default."""
    ends: frozenset[OutcomeKind] = frozenset()
    if not _is_tried(law):
        ends |= {"completed", "failed", "error"}
    return ends | {"limit"} if _may_exceed(law) else ends


def _is_tried(law: Law) -> bool:
    """Whether runs without limits do all that those with them do once edges are used up. They have
    answers after which all bounded edges count as used up (`Late`): with one of these alone, there
    is nothing in between, unless a single step may use it up and come by it again."""
    nodes = law.workflow.nodes
    bounded = [edge for edge in law.workflow.edges if edge.most]
    return len(bounded) < 2 and all(
        edge.target in nodes and nodes[edge.target].requires is None for edge in bounded
    )


def _may_exceed(law: Law) -> bool:
    """Whether some run may take more steps than the budget has. Between two bounded edges no node
    is visited twice where the others make no loop."""
    most, workflow = law.max_steps, law.workflow
    if most is None:
        return False
    if _loop(edge for edge in workflow.edges if not edge.most):
        return True
    retries = max((node.retry.max for node in workflow.nodes.values() if node.retry), default=0)
    names = {workflow.entry, *(edge.target for edge in workflow.edges)}
    visits = len(names) * (1 + sum(law.bounds.values()))
    return visits * (1 + retries * law.conduct.retry_steps) > most


def _loop(edges: Iterable[Edge]) -> bool:
    """Whether some edges lead round in a loop."""
    out: dict[str, list[str]] = {}
    into: dict[str, int] = {}
    for edge in edges:
        out.setdefault(edge.source, []).append(edge.target)
        into[edge.target] = into.get(edge.target, 0) + 1
    waiting = [name for name in out if name not in into]
    while waiting:
        for target in out.get(waiting.pop(), ()):
            into[target] -= 1
            if not into[target]:
                waiting.append(target)
    return any(into.values())
