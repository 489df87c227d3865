"""The `concise` format: a line per finding, for logs and for editors that read them."""

from __future__ import annotations

from phaselint.report.footer import footer
from phaselint.report.terminal import escape, painter, readable
from phaselint.report.wording import spot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.linting.result import Result
    from phaselint.report import Style
    from phaselint.report.terminal import Paint
    from phaselint.vocabulary.diagnostic import Diagnostic


def render(result: Result, style: Style) -> Iterator[str]:
    """Yield `file:line:column: severity[code] message [name]` per finding, then the footer. With
    statistics the findings are left out."""
    paint = painter(style.color)
    for finding in () if style.statistics else result.findings:
        yield _line(finding, paint)
    yield from footer(result, style, paint)


def _line(finding: Diagnostic, paint: Paint) -> str:
    place = paint(escape(spot(finding.place)), "strong")
    level = paint(f"{finding.level}[{finding.code}]", finding.level)
    return f"{place}: {level} {readable(finding.said)} {paint(f'[{finding.name}]', 'faint')}\n"
