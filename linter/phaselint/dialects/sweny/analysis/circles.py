"""Gates of several nodes that exclude each other (reference §5.5, §5.6)."""

from __future__ import annotations

from phaselint.dialects.sweny.reading.gatevalues import agreement, presence
from phaselint.dialects.sweny.reading.pathgrammar import parse
from phaselint.javascript.members import inherits
from phaselint.machine.graph import components, shortest_cycle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping
    from typing import Any

    from phaselint.dialects.sweny.analysis.declarations import Declarations
    from phaselint.dialects.sweny.analysis.pathuses import Use
    from phaselint.dialects.sweny.model import Demand, Edge, Evaluator, Match, Node
    from phaselint.dialects.sweny.reading.gatevalues import Wanted

_LEFT_BY_FAILURE = ("error", "skipped_reason")
"""What the data of a node have whose `requires` failed (reference §5.5)."""

_SOUND = ("", "optional", "optional-element", "undeclared")
"""Faults of paths that say nothing about the node they start at."""

_BY_FIELD = frozenset(
    {"type", "properties", "required", "additionalProperties", "title", "description"}
)
"""Keywords of a schema that speak of each field of an object for itself."""

_MOST_CHECKS = 1_000
"""Of an `eval` with more checks than this, nobody says what it excludes."""

_MOST = 100_000
"""How many nodes a search for the shortest circle may visit."""


def circles(uses: Iterable[Use], reach: Collection[str]) -> Iterator[tuple[Use, ...]]:
    """The paths of `requires` by which nodes wait for each other: one circle, a shortest one, for
    each set of nodes that do. A node can pass once all that it waits for can: the least fixed
    point; the others never pass."""
    waits: dict[str, dict[str, Use]] = {}
    for use in uses:
        if use.node.id in reach and _waits(use):
            waits.setdefault(use.node.id, {}).setdefault(use.root, use)
    stuck = _stuck(waits)
    names = [name for name in waits if name in stuck]
    number = {name: at for at, name in enumerate(names)}
    graph = [[number[root] for root in waits[name] if root in number] for name in names]
    for members in components(graph):
        if len(members) > 1:
            lap = [names[each] for each in shortest_cycle(graph, members, _MOST)][:-1]
            turn = lap.index(min(lap, key=names.index))
            lap = [*lap[turn:], *lap[:turn]]
            yield tuple(waits[a][b] for a, b in zip(lap, [*lap[1:], lap[0]], strict=True))


def _waits(use: Use) -> bool:
    """Whether a path doesn't resolve as long as its node has failed its own `requires`."""
    if use.fault not in _SOUND or not use.root or use.root == use.node.id:
        return False
    if len(use.path.segments) < 2:
        return False
    field = use.path.segments[1].name
    return field not in _LEFT_BY_FAILURE and not inherits(field)


def _stuck(waits: Mapping[str, Mapping[str, Use]]) -> set[str]:
    """The nodes that can never pass."""
    left = {name: sum(root in waits for root in roots) for name, roots in waits.items()}
    readers: dict[str, list[str]] = {}
    for name, roots in waits.items():
        for root in roots:
            readers.setdefault(root, []).append(name)
    free = [name for name, count in left.items() if not count]
    while free:
        for reader in readers.get(free.pop(), ()):
            left[reader] -= 1
            if not left[reader]:
                free.append(reader)
    return {name for name, count in left.items() if count}


def refused_before(known: Declarations, use: Use, node: Node) -> bool:
    """Whether a check of a later node holds for no data that pass the `value` evaluators of the
    node it reads, though each of the two holds for some declared data."""
    from phaselint.schema import conforming

    gated = [each for each in node.evals if each.kind == "value"]
    if use.fault not in _SOUND or not gated or len(use.path.segments) < 2:
        return False
    ground, field = known.output(node), use.path.segments[1].name
    if ground is None or field in (*_LEFT_BY_FAILURE, "evals", "fail_soft", "summary"):
        return False
    if _apart(ground.schema, field, gated):
        return False
    if sum(len(each.required) + len(each.matches) for each in gated) > _MOST_CHECKS:
        return False
    own = [wanted for each in gated for wanted in _of(each)]
    wish = agreement(use.match, 1) if use.match else presence(use.text, 1)
    if not wish.exact or not all(each.exact for each in own):
        return False
    schema = {**ground.schema, "type": "object"}
    gates = [each.schema for each in own]
    return (
        conforming(schema, [*gates, wish.schema]).answer == "no"
        and conforming(schema, gates).answer == "yes"
        and conforming(schema, [wish.schema]).answer == "yes"
    )


def left_by_failure(known: Declarations, use: Use, node: Node, edges: Iterable[Edge]) -> bool:
    """Whether a check of a later node, to which runs come in any case, holds only of the error that
    a failure of the node has left: its declared data have no such field."""
    from phaselint.schema import conforming

    names = [each.name for each in use.path.segments]
    ground = known.output(node) if names[1:] == ["error"] else None
    into = [edge for edge in edges if edge.target == use.node.id]
    if ground is None or not into or any(edge.condition for edge in into):
        return False
    wish = agreement(use.match, 1) if use.match else presence(use.text, 1)
    schema = {**ground.schema, "type": "object"}
    return conforming(schema, [wish.schema]).answer == "no"


def _apart(schema: Any, field: str, gated: Iterable[Evaluator]) -> bool:
    """Whether the schema of a field is independent of the evaluators: they check other fields, and
    the schema describes each field separately."""
    if not _BY_FIELD.issuperset(schema):
        return False
    asked: list[Demand | Match] = []
    for each in gated:
        asked += (*each.required, *each.matches)
    paths = [parse(each.path) for each in asked]
    return all(not path.error and path.segments[0].name != field for path in paths)


def _of(evaluator: Evaluator) -> Iterator[Wanted]:
    for demand in evaluator.required:
        yield presence(demand.path)
    for match in evaluator.matches:
        yield agreement(match)
