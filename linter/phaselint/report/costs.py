"""What runs cost at most, as a line, as a table and as JSON values (sweny reference 5.17)."""

from __future__ import annotations

from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.dialects.base import Cost

VERSION = 1


def in_a_line(cost: Cost) -> str:
    """Say what a run costs; columns that cost nothing are left out."""
    shown = [
        plural(count, name.removesuffix("s")) if name.endswith("s") else f"{count} {name}"
        for name, count in zip(cost.columns, cost.total, strict=True)
        if count
    ]
    return f"a run costs at most {', '.join(shown)}, in {plural(cost.visits, 'visit')}"


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


def as_data(contract: str, cost: Cost) -> dict[str, Any]:
    """Return it as JSON values."""
    return {
        "version": VERSION,
        "contract": contract,
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
