"""The `markdown` format of a difference: for the summary of a job, cut to what GitHub takes."""

from __future__ import annotations

from phaselint.report.difference.points import in_order, in_words, points
from phaselint.report.difference.text import alike_in_words, lines
from phaselint.report.terminal import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.linting.difference.model import Comparison, ContractDifference
    from phaselint.report.difference.points import Point

MOST = 1024 * 1024
"""How many bytes the summary of a step may have."""

CUT = "\n**The rest is cut off.** `phaselint diff --verbose` shows all.\n"

MOST_RUNS = 3
"""How many runs of a point are shown."""


def render(comparison: Comparison, *, verbose: bool = False) -> Iterator[str]:
    """Yield a report, a part of a contract at a time, until there is no more room."""
    left = MOST - len(CUT.encode())
    for piece in _pieces(comparison, verbose=verbose):
        size = len(piece.encode())
        if size > left:
            yield CUT
            return
        left -= size
        yield piece


def _pieces(comparison: Comparison, *, verbose: bool) -> Iterator[str]:
    yield f"## {_plain(lines(comparison)[0])}\n"
    for each in in_order(comparison.contracts):
        if not each.behaves_alike:
            yield from _contract(each, verbose=verbose)
    for line in alike_in_words(each for each in comparison.contracts if each.behaves_alike):
        yield f"\n{_plain(line)}\n"


def _contract(contract: ContractDifference, *, verbose: bool) -> Iterator[str]:
    yield f"\n### {_code(contract.path)} ({contract.dialect})\n\n"
    for each in points(contract):
        yield _point(each, verbose=verbose)


def _point(point: Point, *, verbose: bool) -> str:
    found = f"- **{point.head}**: {_plain(point.text)}\n"
    shown = point.runs if verbose else point.runs[:MOST_RUNS]
    if not shown:
        return found
    left = len(point.runs) - len(shown)
    runs = [f"  1. {_plain(in_words(each))}\n" for each in shown]
    more = f"\n  and {left} more\n" if left else ""
    word = "a run" if len(point.runs) == 1 else "the runs"
    return f"{found}  <details><summary>{word}</summary>\n\n{''.join(runs)}{more}\n  </details>\n"


def _plain(text: str) -> str:
    """Text in which nothing but its code is markdown."""
    parts = escape(text).split("`")
    for number, each in enumerate(parts):
        if number % 2 == 0:
            parts[number] = "".join(f"\\{sign}" if sign in _SIGNS else sign for sign in each)
    return "`".join(parts)


_SIGNS = frozenset("\\*_[]<>#|~&!$")


def _code(text: str) -> str:
    return f"`{escape(text).replace('`', chr(39))}`"
