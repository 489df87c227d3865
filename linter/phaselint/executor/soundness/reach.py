"""An atlas with what its choices take for granted: where runs get to, and from where they end."""

from __future__ import annotations

from phaselint.executor.soundness.distance import routes
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.protocol import Runtime
    from phaselint.dialects.records import Element, Fault, Grade
    from phaselint.executor.explore import Atlas, Edge
    from phaselint.executor.proof import RunInput
    from phaselint.executor.soundness.distance import Routes


class Exploration(NamedTuple):
    """What can happen from one start.

    Attributes:
        setting: what runs are started with.
        grades: of the edges of the atlas, in their order.
        strict, fair: shortest runs over strict edges, and over those that are not hostile.
        well: shortest runs over strict edges in which all goes well.
        completed: the states in which a run has completed.
        alive: the states from which a run can complete, over whatever edges.
        orderly: those from which one can over edges that are not hostile, or that the contract
            names.
        faults: how runs failed that are not hostile, by state.
    """

    setting: RunInput
    atlas: Atlas[Any]
    grades: tuple[Grade, ...]
    strict: Routes
    fair: Routes
    well: Routes
    completed: frozenset[int]
    alive: frozenset[int]
    orderly: frozenset[int]
    faults: Mapping[int, Fault]

    def edges(self, *grades: Grade) -> list[Edge]:
        """The edges of some grades, in the order in which they were explored."""
        pairs = zip(self.atlas.edges, self.grades, strict=True)
        return [edge for edge, grade in pairs if grade in grades]

    @property
    def completes(self) -> bool:
        """Whether a run of strict choices completes."""
        return any(map(self.strict.reaches, self.completed))

    @property
    def completes_well(self) -> bool:
        """Whether a run of strict choices in which all goes well completes."""
        return any(map(self.well.reaches, self.completed))


def exploration(runtime: Runtime[Any], setting: RunInput, atlas: Atlas[Any]) -> Exploration:
    """Look at an atlas; `setting` is what its start was made with."""
    grades = tuple(runtime.grade(atlas.states[edge.source], edge.choice) for edge in atlas.edges)
    by_edge = dict(zip(map(id, atlas.edges), grades, strict=True))

    def counted(*taken: Grade) -> Callable[[Edge], int | None]:
        return lambda edge: 1 if by_edge[id(edge)] in taken else None

    completed = frozenset(
        index
        for index, state in enumerate(atlas.states)
        if runtime.outcome(state).kind in runtime.completions
    )
    amiss = {id(edge) for edge in atlas.edges if not runtime.goes_well(edge.choice)}
    strictly = counted("strict")
    strict, fair = routes(atlas, strictly), routes(atlas, counted("strict", "fair"))
    well = routes(atlas, lambda e: None if id(e) in amiss else strictly(e)) if amiss else strict
    # Words for a failure take long to find, and those of hostile runs nobody is told.
    faults = {
        index: runtime.fault(state)
        for index, state in enumerate(atlas.states)
        if fair.reaches(index)
    }
    alive = closure(((edge.target, edge.source) for edge in atlas.edges), completed)
    return Exploration(
        setting,
        atlas,
        grades,
        strict=strict,
        fair=fair,
        well=well,
        completed=completed,
        alive=alive,
        orderly=_orderly(runtime, atlas, grades, completed, alive),
        faults={index: fault for index, fault in faults.items() if fault is not None},
    )


def _orderly(
    runtime: Runtime[Any],
    atlas: Atlas[Any],
    grades: Sequence[Grade],
    completed: frozenset[int],
    alive: frozenset[int],
) -> frozenset[int]:
    """The states from which a run can complete without a hostile choice that nobody foresees."""
    pairs = zip(atlas.edges, grades, strict=True)
    kept = [
        (edge.target, edge.source)
        for edge, grade in pairs
        if grade != "hostile" or runtime.foreseen(atlas.states[edge.source], edge.events)
    ]
    return alive if len(kept) == len(atlas.edges) else closure(kept, completed)


def closure(pairs: Iterable[tuple[int, int]], first: Iterable[int]) -> frozenset[int]:
    """The states that pairs (from, to) lead to from some states, these included."""
    following: dict[int, list[int]] = {}
    for source, target in pairs:
        following.setdefault(source, []).append(target)
    waiting = list(first)
    found = set(waiting)
    while waiting:
        for target in following.get(waiting.pop(), ()):
            if target not in found:
                found.add(target)
                waiting.append(target)
    return frozenset(found)


def returning(
    runtime: Runtime[Any], elements: Iterable[Element]
) -> Iterator[tuple[Hashable, Element]]:
    """The calls among some elements, by their ids, each with its answer as an element."""
    for element in elements:
        answer = runtime.returns(element.id)
        if answer is not None:
            yield element.id, element._replace(id=answer, use="answered")


def used(runtime: Runtime[Any], charts: Sequence[Exploration]) -> frozenset[Hashable]:
    """The ids of the elements that some run uses."""
    found: set[Hashable] = set()
    for each in charts:
        found.update(runtime.moves(runtime.opening(each.atlas.states[0])))
        for edge in each.atlas.edges:
            found.update(edge.moves)
    return frozenset(found)
