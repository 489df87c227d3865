"""The `checkstyle` format: XML that most CI systems and reviewers read."""

from __future__ import annotations

from itertools import groupby

from phaselint.report.wording import extent
from phaselint.report.xmltext import HEADER, tag

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.linting.result import Result
    from phaselint.report import Style
    from phaselint.vocabulary.diagnostic import Diagnostic

VERSION = "4.3"
"""The version of checkstyle whose format this is."""


def render(result: Result, _style: Style) -> Iterator[str]:
    """Yield an element for each file with findings; severities have the same names there."""
    yield HEADER
    yield tag("checkstyle", {"version": VERSION}) + "\n"
    for file, findings in groupby(result.findings, lambda finding: finding.place.file):
        yield "  " + tag("file", {"name": file}) + "\n"
        yield from (f"    {_error(finding)}\n" for finding in findings)
        yield "  </file>\n"
    yield "</checkstyle>\n"


def _error(finding: Diagnostic) -> str:
    start = extent(finding.place).start
    attributes = {
        "line": start.line,
        "column": start.column,
        "severity": finding.level,
        "message": finding.said,
        "source": f"phaselint.{finding.code}.{finding.name}",
    }
    return tag("error", attributes, empty=True)
