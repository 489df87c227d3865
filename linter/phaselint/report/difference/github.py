"""The `github` format of a difference: a plain log, then annotations of what was lost or is new.

The runner shows ten annotations of each level: warnings for what was lost, notices for the rest.
"""

from __future__ import annotations

from phaselint.report.difference.points import in_words, points
from phaselint.report.difference.text import render as as_text
from phaselint.report.difference.text import shortened
from phaselint.report.github import MOST, command, log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.linting.difference.model import Comparison
    from phaselint.report.difference.points import Point

_SHOWN = {"bad": "warning", "new": "notice"}


def render(comparison: Comparison, *, verbose: bool = False) -> Iterator[str]:
    """Yield the report as a log, then the annotations."""
    yield from log(as_text(comparison, verbose=verbose))
    counts = dict.fromkeys(_SHOWN.values(), 0)
    for contract in comparison.contracts:
        for each in points(contract):
            level = _SHOWN.get(each.tone, "")
            if not level or each.place is None or each.place.range is None:
                continue
            counts[level] += 1
            if counts[level] <= MOST:
                yield _annotation(level, each)


def _annotation(level: str, point: Point) -> str:
    assert point.place is not None
    assert point.place.range is not None
    line = str(point.place.range.start.line)
    about = {"file": point.place.file, "line": line, "title": f"phaselint diff: {point.head}"}
    run = f"\n{shortened(in_words(point.runs[0]))}" if point.runs else ""
    return command(level, about, f"{point.text}{run}")
