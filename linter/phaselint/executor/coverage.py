"""What the scripts of a contract take of it: its phases, moves, branches, gates and bounds.

Measured against what exploration shows that any run can take; where it was cut off, against all
that the contract declares.
"""

from __future__ import annotations

from phaselint.executor.soundness.search import explored, refusal_in
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence
    from typing import Any

    from phaselint.dialects.protocol import Runtime
    from phaselint.dialects.records import Element
    from phaselint.executor.explore import Atlas
    from phaselint.executor.proof import ProofContext
    from phaselint.executor.replay import Run
    from phaselint.vocabulary.finding import Place

KINDS = ("phase", "move", "branch", "gate")
"""What is covered, besides bounds, in the order in which it is told."""


class Point(NamedTuple):
    """Something that runs can take: what kind of thing it is, what it is called in words of the
    dialect, and where it is declared; whether some run can take it, as far as that is known; and
    whether a script does. Of a gate that is not asked: to be blocked isn't a choice that
    exploration makes."""

    kind: str
    label: str
    place: Place
    reachable: bool
    taken: bool


class Bound(NamedTuple):
    """A limit of the contract: its name, how much there is, and the most that a run of a script
    used of it."""

    name: str
    most: float
    used: float


class Coverage(NamedTuple):
    """What scripts take of a contract.

    Attributes:
        scenarios: how many runs there were.
        known: whether all that runs can take is known; otherwise what is declared counts as if
            some run could.
    """

    points: tuple[Point, ...]
    bounds: tuple[Bound, ...]
    scenarios: int
    known: bool

    def moved(self, change: Callable[[Place], Place]) -> Coverage:
        """The same with every place in it changed."""
        points = tuple(point._replace(place=change(point.place)) for point in self.points)
        return self._replace(points=points)

    def of(self, kind: str) -> tuple[Point, ...]:
        """The points of a kind that some run can take."""
        return tuple(point for point in self.points if point.kind == kind and point.reachable)


def cover(lab: ProofContext[Any], runs: Sequence[Run[Any]]) -> Coverage | None:
    """What runs take of the contract on a bench. None where there is nothing to take, where it is
    not known what runs do, and where the contract is refused, so there are none."""
    runtime = lab.runtime
    declared = runtime.points(lab.facts.contract)
    if not declared or not getattr(lab.facts, "runs_known", False) or refusal_in(lab):
        return None
    atlases = explored(lab)
    known = all(atlas.complete for atlas in atlases)
    possible = _passed(runtime, atlases)
    taken: set[Hashable] = set()
    for run in runs:
        taken.update(runtime.passed(run.events))
    points = {
        element.id: Point(
            _kind(element),
            element.label,
            element.place,
            not known or element.sort == "gate" or element.id in possible | taken,
            element.id in taken,
        )
        for element in declared
    }
    return Coverage(tuple(points.values()), _bounds(lab, atlases, runs), len(runs), known)


def _kind(element: Element) -> str:
    return "phase" if element.is_phase else element.sort


def _passed(runtime: Runtime[Any], atlases: Iterable[Atlas[Any]]) -> frozenset[Hashable]:
    """What some run passes."""
    found: set[Hashable] = set()
    for atlas in atlases:
        found.update(runtime.passed(runtime.opening(atlas.states[0])))
        for edge in atlas.edges:
            found.update(runtime.passed(edge.events))
    return frozenset(found)


def _bounds(
    lab: ProofContext[Any], atlases: Iterable[Atlas[Any]], runs: Iterable[Run[Any]]
) -> tuple[Bound, ...]:
    """The limits that the states of any run have, and what scripts use of them."""
    limits: dict[str, float] = {}
    used: dict[str, float] = {}
    counters = lab.runtime.counters
    # Exploration lifts the limits of whole runs: those of a start are as they are.
    for counter in counters(lab.supplied, lab.runtime.opening(lab.supplied)):
        limits[counter.name] = counter.most
    for atlas in atlases:
        for edge in atlas.edges:
            for counter in counters(atlas.states[edge.target], edge.events):
                limits.setdefault(counter.name, counter.most)
    for run in runs:
        seen = [counter for state in run.states for counter in counters(state, ())]
        for counter in (*seen, *counters(run.last, run.events)):
            limits[counter.name] = counter.most
            used[counter.name] = max(counter.used, used.get(counter.name, 0))
    return tuple(Bound(name, most, used.get(name, 0)) for name, most in limits.items())
