"""Where branches meet again, and which unreachable nodes belong together (reference §7.2, §8.2)."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from phaselint.dialects.sweny.model import Edge


class Meeting(NamedTuple):
    """A node that two branches come to, and the nodes these branches begin with."""

    node: str
    first: str
    second: str


class Meetings(NamedTuple):
    """For each node with several edges without a condition, where two of them meet, if they do;
    without nodes that the bound kept from being examined."""

    found: Mapping[str, Meeting | None]
    complete: bool


def meetings(
    out: Mapping[str, Sequence[Edge]], forks: Mapping[str, Sequence[Edge]], bound: int
) -> Meetings:
    """Look for the meeting nearest to each fork; the bound counts visited nodes in all."""
    found: dict[str, Meeting | None] = {}
    for name, edges in forks.items():
        starts = dict.fromkeys(e.target for e in edges if e.target in out and e.target != name)
        branch = {start: start for start in starts}
        queue = list(branch)
        meeting = None
        for node in queue:
            bound -= 1
            if bound < 0:
                return Meetings(found, False)
            meeting = _step(out[node], name, branch, branch[node], queue)
            if meeting is not None:
                break
        found[name] = meeting
    return Meetings(found, True)


def _step(
    edges: Sequence[Edge], fork: str, branch: dict[str, str], own: str, queue: list[str]
) -> Meeting | None:
    """Go on from a node of the branch `own`; ways back through the fork join no branches."""
    for edge in edges:
        target = edge.target
        if target == fork:
            continue
        if target not in branch:
            branch[target] = own
            queue.append(target)
        elif branch[target] != own:
            first, second = (x for x in branch if x in (branch[target], own))
            return Meeting(target, first, second)
    return None


def islands(
    out: Mapping[str, Sequence[Edge]], reach: Collection[str]
) -> Mapping[str, tuple[str, ...]]:
    """Each unreachable node with all those that edges join it to, itself included; in order."""
    near: dict[str, list[str]] = {name: [] for name in out if name not in reach}
    for name, others in near.items():
        for edge in out[name]:
            if edge.target in near:
                others.append(edge.target)
                near[edge.target].append(name)
    island: dict[str, tuple[str, ...]] = {}
    order = {name: number for number, name in enumerate(near)}
    for name in near:
        if name in island:
            continue
        seen = {name: None}
        queue = [name]
        for node in queue:
            for other in near[node]:
                if other not in seen:
                    seen[other] = None
                    queue.append(other)
        members = tuple(sorted(seen, key=order.__getitem__))
        island.update(dict.fromkeys(members, members))
    return island
