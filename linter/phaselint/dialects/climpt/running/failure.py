"""Why a run fails (reference §3.3)."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from phaselint.vocabulary.finding import Pointer

    Fault = tuple[str, Pointer]
    """What is wrong, and the place of it."""


class Defect(NamedTuple):
    """What a start refuses: the code, and the place in agent.json or in the registry, below the
    part of a bundle that belongs to the agent. What is missing has the place where it belongs."""

    code: str
    place: Pointer


class Failure(NamedTuple):
    """Why a run ends: the code of reference §3.3, and the reason in words. `codes` are all codes of
    a start that is refused for several reasons at once, including the first. `defects` are what a
    start refuses."""

    code: str
    reason: str
    codes: tuple[str, ...] = ()
    defects: tuple[Defect, ...] = ()


class ShapeError(TypeError):
    """A value of a shape that crashes a start, and its place."""

    def __init__(self, reason: str, place: Pointer) -> None:
        super().__init__(reason)
        self.place = place


def refused_at(code: str, reason: str, *places: Pointer) -> Failure:
    """A start that is refused with a code, because of what is at some places."""
    return Failure(code, reason, defects=tuple(Defect(code, place) for place in places))


def failing(code: str, faults: Iterable[Fault], before: str = "", *at: str) -> Failure:
    """A start that is refused with a code, because of some faults below a place."""
    reasons, places = zip(*faults, strict=True)
    whole = f"{before}{'; '.join(reasons)}"
    return refused_at(code, whole, *((*at, *place) for place in places))


def first_of(found: Iterator[Failure]) -> Failure | None:
    """The first failure of a start, with the defects of all that follow: once the first is
    corrected, they refuse it. Checks that crash because of an earlier defect find none."""
    first = next(found, None)
    if first is None:
        return None
    defects = [*first.defects]
    try:
        for each in found:
            defects += each.defects
    except (TypeError, AttributeError, KeyError):
        pass  # what an earlier failure would have prevented
    return first._replace(defects=tuple(defects))
