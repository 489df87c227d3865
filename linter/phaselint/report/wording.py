"""Words and numbers that several formats share."""

from __future__ import annotations

from phaselint import version
from phaselint.vocabulary.finding import WHOLE_FILE, CellLine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.finding import Place, Range
    from phaselint.vocabulary.rule import Rule


NOT_CONFIRMED = "not confirmed: phaselint's own run disagrees; please report"
"""What is said about a finding that its own run contradicts."""


def extent(place: Place) -> Range:
    """Return the range of a place; a place that was never located stands for its file."""
    return place.range or WHOLE_FILE


def spot(place: Place) -> str:
    """Return `file:line:column` of a place, as terminals and editors make it a link; in a notebook,
    whose file has other lines, the cell and the line in that."""
    start = extent(place).start
    if isinstance(start.line, CellLine):
        return f"{place.file}: {line_of(place)}"
    return f"{place.file}:{start.line}:{start.column}"


def line_of(place: Place) -> str:
    """Return the line of a place, in words where it is one of a notebook."""
    line = extent(place).start.line
    return f"cell {line.cell}, line {line.inner}" if isinstance(line, CellLine) else str(line)


def number_of(line: int) -> str:
    """Return a line in the margin of its source: in a notebook `CELL:LINE`."""
    return f"{line.cell}:{line.inner}" if isinstance(line, CellLine) else str(line)


def url(finding: Diagnostic) -> str:
    """Return where the finding's rule is documented: its page, or as long as none are published
    its line in the list of rules, relative to the project's sources; nothing for a rule of a
    plugin, whose page only `phaselint rule` shows."""
    return "" if finding.rule.origin else page(finding.rule) or f"rules/RULES.md#{finding.name}"


def page(rule: Rule) -> str:
    """Return the whole address of the page of a rule, which the documentation has for each rule by
    its name; nothing where it is not published, and for a rule of a plugin."""
    if rule.origin or not version.DOCUMENTATION:
        return ""
    return f"{version.DOCUMENTATION}/rules/{rule.name}/"


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
