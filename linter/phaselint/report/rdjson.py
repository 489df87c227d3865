"""The `rdjson` format: Reviewdog Diagnostic Format, for comments in code reviews.

Columns count bytes of UTF-8 there. They are known for lines whose text the result has; where
it is not, a position has its line alone. Related places are left out: readers of the first
versions of the format refuse a report with fields that they do not know.
"""

from __future__ import annotations

from phaselint.document.marks import takes_mark_off
from phaselint.report.jsonformat import dump
from phaselint.report.terminal import escape
from phaselint.report.wording import extent, page

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from phaselint.linting.result import Result
    from phaselint.report import Style
    from phaselint.report.jsonformat import Data
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.finding import Fix, Place, Position, Severity

    Lines = Mapping[str, Mapping[int, str]]

LEVELS: dict[Severity, str] = {"error": "ERROR", "warning": "WARNING", "info": "INFO"}


def render(result: Result, _style: Style) -> Iterator[str]:
    """Yield all findings as one diagnostic result."""
    diagnostics = [_diagnostic(finding, result.lines) for finding in result.findings]
    yield dump({"source": {"name": "phaselint"}, "diagnostics": diagnostics}) + "\n"


def _diagnostic(finding: Diagnostic, lines: Lines) -> Data:
    data: Data = {
        "message": "\n".join(escape(text) for text in (finding.said, finding.help) if text),
        "location": _location(finding.place, lines),
        "severity": LEVELS[finding.level],
        "code": _code(finding),
    }
    suggestions = _suggestions(finding.fix, finding.place, lines) if finding.fix else []
    if suggestions:
        data["suggestions"] = suggestions
    return data


def _code(finding: Diagnostic) -> Data:
    """The name of the finding's rule, and its page where that is published."""
    address = page(finding.rule)
    return {"value": finding.name, "url": address} if address else {"value": finding.name}


def _location(place: Place, lines: Lines) -> Data:
    return {"path": place.file, "range": _range(place, lines)}


def _range(place: Place, lines: Lines) -> Data:
    start, end = extent(place)
    known = lines.get(place.file, {})
    data = {"start": _position(start, known)}
    # An end without its column would stand for the whole of its line.
    return {**data, "end": _position(end, known)} if end.line in known else data


def _position(position: Position, known: Mapping[int, str]) -> Data:
    text = known.get(position.line)
    if text is None:
        return {"line": position.line}
    before = text[: position.column - 1].encode("utf-8", "replace")
    return {"line": position.line, "column": len(before) + 1}


def _suggestions(fix: Fix, place: Place, lines: Lines) -> list[Data]:
    """Return the edit of a fix as a suggestion. Each suggestion is offered by itself and for
    the commented file, so only a fix with one edit there can be one."""
    if fix.safety == "manual" or len(fix.edits) != 1 or fix.edits[0].place.file != place.file:
        return []
    edit = fix.edits[0]
    if takes_mark_off(fix):
        return []
    span = _range(edit.place, lines)
    exact = "column" in span["start"] and "end" in span
    return [{"range": span, "text": edit.text}] if exact else []
