"""Words and numbers that several formats share."""

from __future__ import annotations

from phaselint import version
from phaselint.vocabulary.finding import WHOLE_FILE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.finding import Place, Range


def extent(place: Place) -> Range:
    """Return the range of a place; a place that was never located stands for its file."""
    return place.range or WHOLE_FILE


def spot(place: Place) -> str:
    """Return `file:line:column` of a place, as terminals and editors make it a link."""
    start = extent(place).start
    return f"{place.file}:{start.line}:{start.column}"


def url(finding: Diagnostic) -> str:
    """Return where the finding's rule is documented, relative to the project's sources; nothing
    for a rule of a plug-in, whose page only `phaselint rule` shows."""
    return "" if finding.rule.origin else f"rules/RULES.md#{finding.name}"


def page(finding: Diagnostic) -> str:
    """Return the whole address of the page of the finding's rule; nothing where pages are not
    published, and for a rule of a plug-in."""
    relative = url(finding)
    return f"{version.DOCUMENTATION}/{relative}" if version.DOCUMENTATION and relative else ""


def fingerprints(findings: Iterable[Diagnostic]) -> Iterator[str]:
    """Yield the fingerprint of each finding, with a counter where one would come twice."""
    used: set[str] = set()
    counters: dict[str, int] = {}
    for finding in findings:
        fingerprint = finding.fingerprint
        while fingerprint in used:
            counters[finding.fingerprint] = counters.get(finding.fingerprint, 1) + 1
            fingerprint = f"{finding.fingerprint}:{counters[finding.fingerprint]}"
        used.add(fingerprint)
        yield fingerprint
