"""The `gitlab` format: a Code Quality report, which merge requests show next to the changes.

Each finding has the keys that GitLab asks for: description, check_name, fingerprint, severity
and a location with a relative path and a line. Fingerprints are unique in a report.
"""

from __future__ import annotations

from phaselint.report.jsonformat import dump
from phaselint.report.terminal import escape
from phaselint.report.wording import extent, fingerprints

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.linting.result import Result
    from phaselint.report import Style
    from phaselint.report.jsonformat import Data
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.finding import Severity

LEVELS: dict[Severity, str] = {"error": "major", "warning": "minor", "info": "info"}
"""GitLab's words for the severities; it also has `critical` and `blocker`."""


def render(result: Result, _style: Style) -> Iterator[str]:
    """Yield all findings as one JSON list."""
    found = result.findings
    entries = [_entry(*pair) for pair in zip(found, fingerprints(found), strict=True)]
    yield dump(entries, indent=2) + "\n"


def _entry(finding: Diagnostic, fingerprint: str) -> Data:
    start, end = extent(finding.place)
    return {
        "description": escape(finding.said),
        "check_name": finding.name,
        "fingerprint": fingerprint,
        "severity": LEVELS[finding.level],
        "location": {
            "path": finding.place.file,
            "lines": {"begin": start.line, "end": end.line},
        },
    }
