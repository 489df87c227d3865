"""What scripts take of contracts, for people and as JSON values."""

from __future__ import annotations

from phaselint.executor.coverage import KINDS
from phaselint.report.terminal import escape
from phaselint.report.wording import extent, spot
from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.executor.coverage import Coverage, Point

MOST = 12
"""How many things of a kind are named that no script takes; the rest is counted."""

_PLURALS = {"phase": "phases", "move": "moves", "branch": "branches", "gate": "gates"}


def percent(covered: Iterable[Coverage]) -> float | None:
    """How many of a hundred moves that some run can take are taken by scripts, over all contracts;
    none where no run takes any move."""
    moves = [point for each in covered for point in each.of("move")]
    return 100 * sum(point.taken for point in moves) / len(moves) if moves else None


def tally(coverage: Coverage, noun: str = "move") -> str:
    """Say how many of the moves that some run can take scripts take; `noun` is what one is
    called."""
    moves = coverage.of("move")
    taken = sum(point.taken for point in moves)
    share = f" ({100 * taken // len(moves)} %)" if moves else ""
    return f"{taken} of {plural(len(moves), noun)}{share}"


def summed(coverage: Coverage) -> str:
    """Which of the moves scripts take, and how many runs that took."""
    return f"{tally(coverage)} by {plural(coverage.scenarios, 'scenario')}"


def as_text(contract: str, coverage: Coverage) -> Iterator[str]:
    """Yield a line for a contract, and one for each kind of thing that it has, with those that no
    script takes below it. Where there are no scripts, nothing is told apart."""
    yield f"{escape(contract)}: {summed(coverage)}\n"
    if not coverage.scenarios:
        return
    for kind in KINDS:
        points = coverage.of(kind)
        if points:
            missed = (
                f"{point.label}  ({spot(point.place)})" for point in points if not point.taken
            )
            yield from _kind(_PLURALS[kind], len(points), tuple(missed))
    short = (each for each in coverage.bounds if each.used < each.most)
    if coverage.bounds:
        unspent = tuple(f"{each.name}: {each.used:g} of {each.most:g}" for each in short)
        yield from _kind("bounds", len(coverage.bounds), unspent)
    if not coverage.known:
        yield "  reachability isn't fully known, so all declared elements count\n"


def _kind(name: str, count: int, missed: Sequence[str]) -> Iterator[str]:
    """How many there are and are taken, and which are not."""
    yield f"  {name:<8}  {count - len(missed)} of {count}\n"
    for each in missed[:MOST]:
        yield f"    not {escape(each)}\n"
    if len(missed) > MOST:
        yield f"    ... and {len(missed) - MOST} more\n"


def as_data(covered: Mapping[tuple[str, str], Coverage]) -> list[dict[str, Any]]:
    """Return what scripts take of contracts, by dialect and name, as JSON values."""
    return [
        {
            "dialect": dialect,
            "contract": contract,
            "scenarios": each.scenarios,
            "known": each.known,
            "moves": {
                "taken": sum(point.taken for point in each.of("move")),
                "reachable": len(each.of("move")),
            },
            "points": [_point(point) for point in each.points],
            "bounds": [bound._asdict() for bound in each.bounds],
        }
        for (dialect, contract), each in covered.items()
    ]


def _point(point: Point) -> dict[str, Any]:
    return {
        "kind": point.kind,
        "label": point.label,
        "file": point.place.file,
        "line": extent(point.place).start.line,
        "reachable": point.reachable,
        "taken": point.taken,
    }
