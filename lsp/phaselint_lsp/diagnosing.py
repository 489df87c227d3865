"""Findings as diagnostics of the protocol."""

from __future__ import annotations

import os
from math import isfinite
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from phaselint.linting.paths import parted
from phaselint.project.paths import below
from phaselint.report.wording import page
from phaselint.vocabulary.finding import WHOLE_FILE, pointer_text
from phaselint_lsp.announced import SOURCE
from phaselint_lsp.checking import STALE
from phaselint_lsp.telling import SentDiagnostics
from phaselint_lsp.uris import uri_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.finding import Place, Range, Witness
    from phaselint_lsp.project import Project
    from phaselint_lsp.server_state import ServerState
    from phaselint_lsp.telling import Spot
    from phaselint_lsp.textstore import Encoding, LineIndex

MOST_STEPS = 30
"""Steps of a witness that a diagnostic has with it."""

_SEVERITY = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "info": types.DiagnosticSeverity.Information,
}
_TAGS = {
    "unnecessary": types.DiagnosticTag.Unnecessary,
    "deprecated": types.DiagnosticTag.Deprecated,
}


def diagnostics(desk: ServerState, path: str) -> list[types.Diagnostic]:
    """What the command reports in a file, in its order."""
    return reported(desk, path)[1]


def reported(desk: ServerState, path: str) -> tuple[str, list[types.Diagnostic]]:
    """The same with its result id."""
    project = desk.project_of(path)
    files: dict[str, tuple[str, LineIndex]] = {}

    def spot(place: Place) -> Spot:
        file = place.file
        if file not in files:
            full = os.path.join(project.root, file)
            files[file] = (desk.uri_of(full), desk.index_of(full))
        uri, index = files[file]
        return (uri, *_ends(index, place.range or WHOLE_FILE, desk.encoding))

    def tell(finding: Diagnostic) -> types.Diagnostic:
        return _diagnostic(finding, project, lambda place: _location(spot(place)))

    file = below(project.root, path)
    told = (
        project.told.setdefault(file, SentDiagnostics())
        if desk.is_open(path)
        else SentDiagnostics()
    )
    found = told.again(desk.findings(path), spot, tell)
    return told.result_id, found


def range_in(index: LineIndex, piece: Range, encoding: Encoding) -> types.Range:
    """A range of a document as the client counts it."""
    return _range(*_ends(index, piece, encoding))


def _range(line: int, character: int, last: int, end: int) -> types.Range:
    return types.Range(types.Position(line, character), types.Position(last, end))


def _location(spot: Spot) -> types.Location:
    uri, *ends = spot
    return types.Location(uri, _range(*ends))


def _ends(index: LineIndex, piece: Range, encoding: Encoding) -> tuple[int, int, int, int]:
    """Where a range of a document starts and ends for the client."""
    shift = index.text.startswith("\ufeff")  # part of the client's first line, not of our text
    first, last = [
        _position(index, *each, encoding, shift=shift) for each in (piece.start, piece.end)
    ]
    return (*first, *last)


def _position(
    index: LineIndex, line: int, column: int, encoding: Encoding, *, shift: bool
) -> tuple[int, int]:
    number = min(line, index.line_count) - 1
    start, end = index.bounds(number)
    offset = start + column - 1 + (shift and number == 0)
    return index.position(min(offset, end), encoding)


def _diagnostic(
    finding: Diagnostic, project: Project, place_of: Callable[[Place], types.Location]
) -> types.Diagnostic:
    stale = STALE in finding.tags
    message = f"{finding.said} (stale)" if stale else finding.said
    tags = [_TAGS[tag] for tag in finding.tags if tag in _TAGS]
    related = list(_related(finding, project, place_of))
    address = page(finding.rule)
    return types.Diagnostic(
        range=place_of(finding.place).range,
        message=f"{message}\nhelp: {finding.help}" if finding.help else message,
        severity=_SEVERITY[finding.level],
        code=finding.code,
        code_description=types.CodeDescription(address) if address else None,
        source=SOURCE,
        tags=tags or None,
        related_information=related or None,
        data=_data(finding, place_of, stale),
    )


def _related(
    finding: Diagnostic, project: Project, place_of: Callable[[Place], types.Location]
) -> Iterator[types.DiagnosticRelatedInformation]:
    for related in finding.related:
        yield types.DiagnosticRelatedInformation(place_of(related.place), related.message)
    contract, file = finding.contract, finding.place.file
    # A contract that is a folder needs no mention in the files of that folder.
    if contract and contract != file and not file.startswith(f"{contract}/"):
        start = types.Position(0, 0)
        path, _ = parted(os.path.join(project.root, contract))
        uri = uri_of(path)
        yield types.DiagnosticRelatedInformation(
            types.Location(uri, types.Range(start, start)), f"part of the contract `{contract}`"
        )


def _data(
    finding: Diagnostic, place_of: Callable[[Place], types.Location], stale: bool
) -> dict[str, Any]:
    """What code actions and commands need of a finding, as JSON values."""
    data: dict[str, Any] = {
        "fingerprint": finding.fingerprint,
        "rule": finding.name,
        "dialect": finding.dialect,
        "contract": finding.contract,
        "pointer": pointer_text(finding.place.pointer),
        "part": finding.place.part,
        "confidence": finding.confidence,
        "help": finding.help,
        "provable": finding.rule.prove is not None,
    }
    if finding.harnesses:
        data["harnesses"] = list(finding.harnesses)
    if finding.witness is not None:
        data["witness"] = _witness(finding.witness)
    if finding.proof is not None:
        data["proof"] = finding.proof._asdict()
    if finding.fix is not None:
        data["fix"] = {
            "safety": finding.fix.safety,
            "title": finding.fix.title,
            "edits": [_edit(place_of(edit.place), edit.text) for edit in finding.fix.edits],
        }
    if stale:
        data["stale"] = True
    clean: dict[str, Any] = _plain(data)
    return clean


def _witness(witness: Witness) -> dict[str, Any]:
    """A witness as JSON values; of a long one the first steps alone, since it is sent with every
    edit. A command gives the whole."""
    steps = [step.text for step in witness.steps[:MOST_STEPS]]
    if len(witness.steps) > MOST_STEPS:
        return {"steps": steps, "more": len(witness.steps) - MOST_STEPS}
    return {**witness.data, "steps": steps, "blocked": list(witness.blocked)}


def _edit(where: types.Location, text: str) -> dict[str, Any]:
    ends = (where.range.start, where.range.end)
    start, end = ({"line": each.line, "character": each.character} for each in ends)
    return {"uri": where.uri, "range": {"start": start, "end": end}, "newText": text}


def _plain(value: Any) -> Any:
    """A value as any JSON reader takes it: no infinity, no half characters, keys that are text."""
    if isinstance(value, str):  # first, since most are
        return _text(value)
    if isinstance(value, dict):
        return {_text(str(key)): _plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(inner) for inner in value]
    if isinstance(value, float) and not isfinite(value):
        return str(value)
    if value is None or isinstance(value, bool | int | float):
        return value
    return _plain(dict(value)) if hasattr(value, "keys") else _text(str(value))


def _text(text: str) -> str:
    return text.encode("utf-8", "replace").decode() if not text.isascii() else text
