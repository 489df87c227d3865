"""The `text` format: a block for each cause, then the footer."""

from __future__ import annotations

from phaselint.report.footer import footer
from phaselint.report.terminal import painter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.linting.result import Result
    from phaselint.report import Style


def render(result: Result, style: Style) -> Iterator[str]:
    """Yield a block for each finding and those that say the same, each with an empty line after it,
    then the footer. With statistics the blocks are left out. Long lines are broken for a narrow
    terminal."""
    if style.columns:
        from phaselint.report.narrow import broken

        yield from broken(_lines(result, style), style.columns)
    else:
        yield from _lines(result, style)


def _lines(result: Result, style: Style) -> Iterator[str]:
    paint = painter(style.color)
    if result.findings and not style.statistics:
        from phaselint.report.blocks import blocks

        yield from blocks(result, style, paint)
    yield from footer(result, style, paint)
