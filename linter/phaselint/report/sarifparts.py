"""The parts of a SARIF log that know nothing of results: locations and rules."""

from __future__ import annotations

from phaselint.report.wording import extent, page
from phaselint.rulebook import page as ruledoc
from phaselint.vocabulary.finding import SEVERITIES
from phaselint.vocabulary.rule import ANY_DIALECT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.report.jsonformat import Data
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.finding import Confidence, Place, Severity
    from phaselint.vocabulary.rule import Rule

LEVELS: dict[Severity, str] = {"error": "error", "warning": "warning", "info": "note"}
"""SARIF's words for the severities."""

_PROBLEMS: dict[Severity, str] = {
    "error": "error",
    "warning": "warning",
    "info": "recommendation",
}
_PRECISIONS: tuple[Confidence, ...] = ("low", "medium", "high")
_LONGEST = 1_024
"""How many characters of a rule's descriptions code scanning accepts."""


def uri(path: str) -> str:
    """Return a path as a relative URI reference."""
    from urllib.parse import quote

    return quote(path, errors="surrogatepass")


def region(place: Place) -> Data:
    """Return the range of a place."""
    start, end = extent(place)
    return {
        "startLine": start.line,
        "startColumn": start.column,
        "endLine": end.line,
        "endColumn": end.column,
    }


def location(place: Place, message: str = "") -> Data:
    """Return a place as a SARIF location, with what it shows where that is given."""
    physical = {"artifactLocation": {"uri": uri(place.file)}, "region": region(place)}
    data: Data = {"physicalLocation": physical}
    return {**data, "message": plain(message)} if message else data


def plain(text: str) -> Data:
    """Return a string as a SARIF message; a name in it must not become a link."""
    return {"text": text.replace("](", "\\](")}


def rule_data(findings: Sequence[Diagnostic]) -> Data:
    """Return the description of a rule from the findings that it reported, at least one.

    SARIF knows how precise a rule is, not a finding: the least certain one decides.
    """
    rules = _rules(findings)
    docs = [ruledoc.parse(rule) for rule in rules]
    worst = min((rule.severities[0].severity for rule in rules), key=SEVERITIES.index)
    what = dict(docs[0].sections).get("What", docs[0].summary)
    dialects = [rule.dialect for rule in rules if rule.dialect != ANY_DIALECT]
    return {
        "id": rules[0].code,
        "name": rules[0].name,
        "shortDescription": {"text": docs[0].summary[:_LONGEST]},
        "fullDescription": {"text": " ".join(what.split())[:_LONGEST]},
        **({"helpUri": address} if (address := page(rules[0])) else {}),
        "help": {"text": ruledoc.as_text(rules), "markdown": ruledoc.as_markdown(rules)},
        "defaultConfiguration": {"level": LEVELS[worst]},
        "properties": {
            "tags": ["workflow", *dialects],
            "precision": min((f.confidence for f in findings), key=_PRECISIONS.index),
            "problem.severity": _PROBLEMS[worst],
        },
    }


def _rules(findings: Sequence[Diagnostic]) -> list[Rule]:
    """Return the rule of each dialect that the findings come from, sorted by dialect."""
    dialects = {finding.rule.dialect: finding.rule for finding in findings if finding.rule}
    return [dialects[name] for name in sorted(dialects)]
