"""What runs cost at most, as a line, as a table and as JSON values (sweny reference 5.17)."""

from __future__ import annotations

from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.behavior.costs import Bound
    from phaselint.dialects.base import Cost

VERSION = 1


def in_a_line(cost: Cost) -> str:
    """The cost of a run; columns that cost nothing are left out."""
    shown = [
        plural(count, name.removesuffix("s")) if name.endswith("s") else f"{count} {name}"
        for name, count in zip(cost.columns, cost.total, strict=True)
        if count
    ]
    return f"maximum cost of a run: {', '.join(shown)}, in {plural(cost.visits, 'visit')}"


def as_text(cost: Cost, word: str) -> Iterator[str]:
    """Yield a table: a line for each phase with what one visit costs, and one for a whole run.

    `word` is what the dialect calls a phase.
    """
    rows = [
        (word, "visits", *cost.columns),
        *((each.phase, each.visits, *each.counts) for each in cost.phases),
        ("whole run", cost.visits, *cost.total),
    ]
    texts = [tuple(map(str, row)) for row in rows]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    for number, (name, *counts) in enumerate(texts):
        cells = (count.rjust(width) for count, width in zip(counts, widths[1:], strict=True))
        if number == len(texts) - 1:
            yield "\n"
        yield f"{name:<{widths[0]}}  {'  '.join(cells)}\n"
    yield "\n"
    yield f"All numbers are upper bounds; those of a {word} are for one visit.\n"


MOST_SHOWN = 12
"""So many acts of a run are shown, and of a loop so many phases."""


def bound_lines(bounds: Iterable[Bound]) -> Iterator[str]:
    """Yield a line for each unit: the most that a run costs, with such a run, or the loop by which
    there is no such bound."""
    for each in bounds:
        shown = f" (run: {_cut(each.run, ', ')})" if each.run else ""
        yield f"{each.unit}: {most_in_words(each)}{shown}\n"


def most_in_words(bound: Bound) -> str:
    """Say how much a run costs at most in one unit, or by which loop there is no such bound."""
    loop = _cut(bound.loop, " -> ")
    if bound.status == "undecided":
        return f"not decided: {bound.reason}"
    if bound.most is None:
        return f"unbounded, by the loop {loop}"
    if not bound.exact:
        return f"at most {bound.most:,}, possibly less"
    by_limit = f", because a limit stops the loop {loop}" if bound.loop else ""
    return f"at most {bound.most:,}{by_limit}"


def _cut(names: Sequence[str], between: str) -> str:
    more = len(names) - MOST_SHOWN
    shown = between.join(names[:MOST_SHOWN])
    return f"{shown}{between}and {more} more" if more > 0 else shown


def bounds_in_a_line(bounds: Sequence[Bound]) -> str:
    """The cost of a run in all units that a dialect counts."""
    known = [
        plural(each.most, each.unit.removesuffix("s")) for each in bounds if each.most is not None
    ]
    parts = [f"maximum cost of a run: {', '.join(known)}"] if known else []
    endless = [
        f"{each.unit} (loop {_cut(each.loop, ' -> ')})"
        for each in bounds
        if each.status == "unbounded"
    ]
    parts += [f"unbounded: {', '.join(endless)}"] if endless else []
    unknown: dict[str, list[str]] = {}
    for each in bounds:
        if each.status == "undecided":
            unknown.setdefault(each.reason, []).append(each.unit)
    parts += (f"not decided: {', '.join(units)} ({why})" for why, units in unknown.items())
    return "; ".join(parts)


def bounds_data(bounds: Iterable[Bound]) -> list[dict[str, Any]]:
    """Return bounds as JSON values."""
    return [
        {
            "unit": each.unit,
            "status": each.status,
            "most": each.most,
            "exact": each.exact,
            "run": list(each.run),
            "loop": list(each.loop),
            "reason": each.reason,
        }
        for each in bounds
    ]


def costs_data(
    bounds: Mapping[tuple[str, str], Sequence[Bound]],
) -> list[dict[str, Any]]:
    """Return the bounds of contracts as JSON values, by dialect and contract."""
    return [
        {"dialect": dialect, "contract": contract, "bounds": bounds_data(each)}
        for (dialect, contract), each in bounds.items()
    ]


def as_data(contract: str, cost: Cost | None, bounds: Iterable[Bound]) -> dict[str, Any]:
    """Return what `phaselint run --cost` says as JSON values."""
    told = {"version": VERSION, "contract": contract, "bounds": bounds_data(bounds)}
    return told if cost is None else {**told, **_table(cost)}


def _table(cost: Cost) -> dict[str, Any]:
    return {
        "phases": [
            {
                "phase": each.phase,
                "visits": each.visits,
                "per_visit": _named(cost, each.counts),
            }
            for each in cost.phases
        ],
        "run": {"visits": cost.visits, **_named(cost, cost.total)},
    }


def _named(cost: Cost, counts: tuple[int, ...]) -> dict[str, int]:
    names = (name.replace(" ", "_") for name in cost.columns)
    return dict(zip(names, counts, strict=True))
