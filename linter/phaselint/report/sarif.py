"""The `sarif` format: SARIF 2.1.0, in the shape and within the limits of code scanning.

Paths are relative URIs, fingerprints are unique, and where a limit cuts something off, a
notification says so (lessons 12).
"""

from __future__ import annotations

from phaselint.document.marks import takes_mark_off
from phaselint.report.jsonformat import dump
from phaselint.report.sarifparts import LEVELS, location, plain, region, rule_data, uri
from phaselint.report.wording import fingerprints
from phaselint.vocabulary.finding import SEVERITIES
from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from phaselint.linting.result import Result
    from phaselint.report import Style
    from phaselint.report.jsonformat import Data
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.finding import Edit, Fix, Suppression

MOST_RESULTS = 25_000
MOST_LOCATIONS = 1_000
MOST_STEPS = 10_000

SCHEMA_URI = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)

_SUPPRESSIONS = {
    "comment": "inSource",
    "contract": "inSource",
    "configuration": "external",
    "baseline": "external",
}


def render(result: Result, _style: Style) -> Iterator[str]:
    """Yield the whole result as one SARIF log with one run."""
    everything = result.findings + result.suppressed
    findings = _worst(everything)
    codes = sorted({finding.code for finding in findings})
    indexes = {code: index for index, code in enumerate(codes)}
    run = {
        "tool": {"driver": _driver(findings, codes)},
        "invocations": [_invocation(findings, len(everything) - len(findings))],
        "columnKind": "unicodeCodePoints",
        "results": [
            _result(finding, indexes[finding.code], fingerprint)
            for finding, fingerprint in zip(findings, fingerprints(findings), strict=True)
        ],
    }
    yield dump({"$schema": SCHEMA_URI, "version": "2.1.0", "runs": [run]}) + "\n"


def _worst(findings: Sequence[Diagnostic]) -> Sequence[Diagnostic]:
    """Return the findings that fit, in their order: suppressed and mild ones go first."""
    if len(findings) <= MOST_RESULTS:
        return findings

    def weight(index: int) -> tuple[bool, int]:
        return bool(findings[index].suppression), SEVERITIES.index(findings[index].level)

    kept = sorted(range(len(findings)), key=weight)[:MOST_RESULTS]
    return [findings[index] for index in sorted(kept)]


def _driver(findings: Sequence[Diagnostic], codes: Iterable[str]) -> Data:
    from phaselint import __version__

    reported: dict[str, list[Diagnostic]] = {code: [] for code in codes}
    for finding in findings:
        reported[finding.code].append(finding)
    rules = [rule_data(found) for found in reported.values()]
    return {"name": "phaselint", "version": __version__, "rules": rules}


def _invocation(findings: Iterable[Diagnostic], left: int) -> Data:
    """Return how the run went; it failed where phaselint itself did."""
    failed = any(finding.name == "internal-error" for finding in findings)
    notes = [{"level": "warning", "message": {"text": text}} for text in _cuts(findings, left)]
    return {"executionSuccessful": not failed, "toolExecutionNotifications": notes}


def _cuts(findings: Iterable[Diagnostic], left: int) -> Iterator[str]:
    if left:
        yield f"left out {plural(left, 'finding')}: the limit is {MOST_RESULTS} results per run"
    places = sum(len(finding.related) >= MOST_LOCATIONS for finding in findings)
    if places:
        yield f"left out places of {plural(places, 'result')}: the limit is {MOST_LOCATIONS} each"
    runs = sum(bool(f.witness and len(f.witness.steps) > MOST_STEPS) for f in findings)
    if runs:
        yield f"left out steps of {plural(runs, 'result')}: the limit is {MOST_STEPS} each"


def _result(finding: Diagnostic, rule_index: int, fingerprint: str) -> Data:
    data: Data = {
        "ruleId": finding.code,
        "ruleIndex": rule_index,
        "level": LEVELS[finding.level],
        "message": plain("\n".join(filter(None, (finding.said, finding.help)))),
        "locations": [location(finding.place)],
        "partialFingerprints": {"phaselint/v1": fingerprint},
        "properties": _properties(finding),
    }
    related = finding.related[: MOST_LOCATIONS - 1]
    if related:
        data["relatedLocations"] = [
            {"id": number, **location(place, message)}
            for number, (place, message) in enumerate(related, 1)
        ]
    if finding.witness and finding.witness.steps:
        data["codeFlows"] = [_code_flow(finding)]
    if finding.fix and finding.fix.edits and not takes_mark_off(finding.fix):
        data["fixes"] = [_fix(finding.fix)]
    if finding.suppression:
        data["suppressions"] = [_suppression(finding.suppression)]
    return data


def _properties(finding: Diagnostic) -> Data:
    proof = finding.proof
    return {
        "confidence": finding.confidence,
        "contract": finding.contract,
        "dialect": finding.dialect,
        "pointer": finding.pointer,
        "proof": proof._replace(script=None)._asdict() if proof else None,
        **({"harnesses": list(finding.harnesses)} if finding.harnesses else {}),
    }


def _code_flow(finding: Diagnostic) -> Data:
    steps = finding.witness.steps[:MOST_STEPS] if finding.witness else ()
    places = [{"location": location(step.place or finding.place, step.text)} for step in steps]
    return {"threadFlows": [{"locations": places}]}


def _fix(fix: Fix) -> Data:
    files: dict[str, list[Data]] = {}
    for edit in fix.edits:
        files.setdefault(edit.place.file, []).append(_replacement(edit))
    changes = [
        {"artifactLocation": {"uri": uri(file)}, "replacements": replacements}
        for file, replacements in files.items()
    ]
    return {"description": plain(fix.title), "artifactChanges": changes}


def _replacement(edit: Edit) -> Data:
    return {"deletedRegion": region(edit.place), "insertedContent": {"text": edit.text}}


def _suppression(suppression: Suppression) -> Data:
    return {
        "kind": _SUPPRESSIONS[suppression.kind],
        "status": "accepted",
        "justification": suppression.reason,
    }
