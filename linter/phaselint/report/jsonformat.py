"""The `json` format, version 1 (design §9); `schema-v1.json` describes it."""

from __future__ import annotations

from phaselint.report.wording import extent, url

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from phaselint.linting.result import Result, Summary
    from phaselint.report import Style
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.finding import (
        Edit,
        Explained,
        Fix,
        Place,
        Proof,
        Range,
        Witness,
        WitnessStep,
    )

    Data = dict[str, Any]

VERSION = 1


def render(result: Result, style: Style) -> Iterator[str]:
    """Yield the whole result as one JSON document; with statistics, what runs cost at most and
    what becomes of what contracts declare are in it."""
    from phaselint import __version__

    suppressed = [
        {**finding_data(finding), "suppression": finding.suppression._asdict()}
        for finding in result.suppressed
        if finding.suppression
    ]
    document = {
        "version": VERSION,
        "tool": {"name": "phaselint", "version": __version__},
        "summary": summary_data(result.summary),
        "findings": [finding_data(finding) for finding in result.findings],
        "suppressed": suppressed,
    }
    if result.counted:
        document["counted"] = _counted(result.counted)
    if result.coverages:
        from phaselint.report.coverage import as_data

        document["coverage"] = as_data(result.coverages)
    if result.policies:
        from phaselint.report.policies import as_data as policies_data

        document["policies"] = policies_data(result.policies)
    if style.statistics and result.bounds:
        from phaselint.report.costs import costs_data

        document["costs"] = costs_data(result.bounds)
    if style.statistics and result.dry_run:
        document["elements"] = [
            {"dialect": dialect, "contract": contract, **tally._asdict()}
            for (dialect, contract), tally in result.tallies.items()
        ]
    yield dump(document, indent=2) + "\n"


def summary_data(summary: Summary) -> Data:
    """The counts of a run; `unexplained` is the better name of `found`."""
    return {**summary._asdict(), "unexplained": summary.found}


def dump(value: object, indent: int | None = None) -> str:
    """Return a value as JSON text that every reader accepts and no terminal is misled by.

    Readable characters stay, invisible ones are escaped. What a contract may hold and strict
    readers refuse is replaced: a lone surrogate by U+FFFD, infinity and NaN by their names.
    """
    import json
    import re

    from phaselint.report.terminal import INVISIBLE

    try:
        text = json.dumps(value, ensure_ascii=False, indent=indent, allow_nan=False, default=dict)
    except ValueError:
        finite = json.loads(json.dumps(value, default=dict), parse_constant=str)
        text = json.dumps(finite, ensure_ascii=False, indent=indent)
    return re.sub(f"[{INVISIBLE}]", lambda match: _harmless(match.group()), text)


def _harmless(character: str) -> str:
    import json

    return "\ufffd" if "\ud800" <= character <= "\udfff" else json.dumps(character)[1:-1]


def finding_data(finding: Diagnostic) -> Data:
    """Return a finding as JSON values, with the keys in the order of the design; `explains` is left
    out where it explains nothing, `harnesses` where one program alone reads the contract."""
    explains = [_explained(each) for each in finding.explains]
    return {
        "code": finding.code,
        "name": finding.name,
        "severity": finding.level,
        "confidence": finding.confidence,
        "dialect": finding.dialect,
        "contract": finding.contract,
        "message": finding.message,
        "help": finding.help,
        "file": finding.place.file,
        "pointer": finding.pointer,
        "fingerprint": finding.fingerprint,
        **({"harnesses": list(finding.harnesses)} if finding.harnesses else {}),
        "tags": list(finding.tags),
        "range": _range(extent(finding.place)),
        "related": [
            {**_located(related.place), "message": related.message} for related in finding.related
        ],
        "witness": _witness(finding.witness) if finding.witness else None,
        "proof": proof_data(finding.proof) if finding.proof else None,
        **({"explains": explains} if explains else {}),
        "fix": _fix(finding.fix) if finding.fix else None,
        "url": url(finding),
    }


def _counted(counted: Sequence[Diagnostic]) -> Data:
    """Return what is only counted: how many things, in how many files, and by rule."""
    names = sorted(each.name for each in counted)
    return {
        "findings": len(counted),
        "files": len({each.file for each in counted}),
        "rules": {name: names.count(name) for name in dict.fromkeys(names)},
    }


def proof_data(proof: Proof) -> Data:
    """Return a proof as JSON values."""
    return proof._asdict()


def _explained(explained: Explained) -> Data:
    where = _located(explained.place)
    said = {"name": explained.rule, "message": explained.message, **where}
    return {**said, "raised": explained.raised}


def _range(piece: Range) -> Data:
    return {"start": piece.start._asdict(), "end": piece.end._asdict()}


def _located(place: Place) -> Data:
    return {"file": place.file, "range": _range(extent(place))}


def _witness(witness: Witness) -> Data:
    return {
        **witness.data,
        "steps": [_step(step) for step in witness.steps],
        "blocked": list(witness.blocked),
    }


def _step(step: WitnessStep) -> Data:
    where = _located(step.place) if step.place else {"file": None, "range": None}
    return {"text": step.text, **where}


def _fix(fix: Fix) -> Data:
    return {
        "safety": fix.safety,
        "title": fix.title,
        "edits": [_edit(edit) for edit in fix.edits],
    }


def _edit(edit: Edit) -> Data:
    return {**_located(edit.place), "text": edit.text}
