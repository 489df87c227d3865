"""The `markdown` format: a page for the summary of a CI job, a comment or a wiki, each finding as
on a terminal and below it the small picture of its run, as text for mermaid.

GitHub drops the summary of a step that is larger than 1 MiB, and browsers are slow with many
pictures, so both are bounded; what is left out is counted.
"""

from __future__ import annotations

import re

from phaselint.report.blocks import block
from phaselint.report.drawing import small_mermaid
from phaselint.report.folding import grouped
from phaselint.report.footer import footer
from phaselint.report.terminal import painter
from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from phaselint.diagram.model import Drawing
    from phaselint.linting.result import Result
    from phaselint.report import Style
    from phaselint.report.folding import Fold

LARGEST = 900_000
"""How many bytes the findings of a page have at most."""

PICTURES = 25
"""How many pictures a page has at most."""


def render(result: Result, style: Style) -> Iterator[str]:
    """Yield a heading, what the last line of a text report says, and a part for each finding and
    those that say the same. With statistics there are only counts."""
    yield "# phaselint\n"
    told = "".join(footer(result, style, painter(color=False)))
    if told:
        yield "\n"
        yield from _fenced(told)
    if not style.statistics:
        yield from _findings(result, style)


def _findings(result: Result, style: Style) -> Iterator[str]:
    folds = [
        fold
        for group in grouped(result.findings, style.group, apart=style.apart)
        for fold in group.folds
    ]
    room = LARGEST
    pictures = PICTURES
    for number, fold in enumerate(folds):
        picture = _picture(fold, result.drawings) if pictures else ""
        part = "".join((*_finding_lines(fold, result), picture))
        room -= len(part.encode("utf-8", "backslashreplace"))
        if room < 0:
            left = sum(len(each.findings) for each in folds[number:])
            yield f"\n{plural(left, 'more finding')}: left out, because this page is full.\n"
            return
        pictures -= bool(picture)
        yield part


def _finding_lines(fold: Fold, result: Result) -> Iterator[str]:
    finding = fold.shown
    yield f"\n## {finding.level} {finding.code} {finding.name}\n\n"
    yield from _fenced("".join(block(fold, result.lines, painter(color=False))))


def _picture(fold: Fold, drawings: Mapping[tuple[str, str], Drawing]) -> str:
    """The picture of what is shown of a fold; empty where there is none."""
    finding = fold.shown
    drawing = drawings.get((finding.dialect, finding.contract))
    drawn = small_mermaid(drawing, finding) if drawing else ""
    return f"\n```mermaid\n{drawn}```\n" if drawn else ""


def _fenced(text: str) -> Iterator[str]:
    """A block of plain text; its fence is longer than any that the text could have."""
    longest = max(map(len, re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    yield f"{fence}text\n{text.rstrip()}\n{fence}\n"
