"""What checks and provers of plugins give: that it is what any part of phaselint relies on."""

from __future__ import annotations

from phaselint.vocabulary.claim import CLAIMS
from phaselint.vocabulary.finding import (
    CONFIDENCES,
    PARTS,
    SAFETIES,
    SEVERITIES,
    STATUSES,
    Edit,
    Finding,
    Fix,
    Place,
    Proof,
    Related,
    Witness,
    WitnessStep,
)
from phaselint.vocabulary.message import Message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any


def check_findings(found: Iterable[Any]) -> None:
    """Make sure that a check yields findings. Raises TypeError for anything else."""
    for finding in found:
        _need(finding, Finding, "a check must yield findings")
        _need(finding.message, Message, "a message must be made by `message`")
        _need(finding.help, str, "a help must be a string")
        _need_word(finding.severity, (None, *SEVERITIES), "severity")
        _need_word(finding.confidence, CONFIDENCES, "confidence")
        _need_all(finding.tags, str, "tags must be strings")
        _need(
            finding.claim, (type(None), *CLAIMS), "a claim must be a record of `vocabulary.claim`"
        )
        for place in _places(finding):
            _check_place(place)


def check_proof(proof: Any) -> None:
    """Make sure of what a prover gives. Raises TypeError for what isn't a proof."""
    _need(proof, Proof, "a prover must return a proof")
    _need_word(proof.status, STATUSES, "status")
    _need(proof.reason, str, "a reason must be a string")
    _need_json(proof.script)


def _places(finding: Finding) -> Iterator[Any]:
    """All places of a finding; what holds them is checked on the way."""
    yield finding.place
    _need_all(finding.related, Related, "`related` must have places with messages")
    yield from (related.place for related in finding.related)
    if finding.witness is not None:
        _need(finding.witness, Witness, "a witness must be a `Witness`")
        _need_json(finding.witness.data)
        _need_all(finding.witness.steps, WitnessStep, "a run must have steps")
        yield from (step.place for step in finding.witness.steps if step.place is not None)
    if finding.fix is not None:
        _need(finding.fix, Fix, "a fix must be a `Fix`")
        _need_word(finding.fix.safety, SAFETIES, "safety")
        _need_all(finding.fix.edits, Edit, "a fix must have edits")
        for edit in finding.fix.edits:
            _need(edit.text, str, "an edit must insert a string")
            yield edit.place


def _check_place(place: Any) -> None:
    _need(place, Place, "a place must be a `Place`")
    _need(place.file, str, "a file must be a path")
    _need_all(place.pointer, (str, int), "a pointer must have keys and indexes")
    _need_word(place.part, PARTS, "part")


def _need(value: Any, kind: type | tuple[type, ...], law: str) -> None:
    if not isinstance(value, kind):
        raise TypeError(f"{law}, not {value!r}")


def _need_all(values: Any, kind: type | tuple[type, ...], law: str) -> None:
    _need(values, tuple, law)
    for value in values:
        _need(value, kind, law)


def _need_word(value: Any, words: tuple[Any, ...], what: str) -> None:
    if value not in words:
        raise TypeError(f"{what} {value!r} doesn't exist")


def _need_json(value: Any) -> None:
    """Reports and scripts are written as JSON. Raises TypeError or ValueError for others."""
    import json

    json.dumps(value)
