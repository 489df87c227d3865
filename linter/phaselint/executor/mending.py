"""A contract with the edits of a finding, to compare runs with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.document.changes import apply, changes_of
from phaselint.executor.declared import ClaimError
from phaselint.vocabulary.finding import Fix

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from phaselint.document import Document
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Edit, Finding, Pointer


def mended(lab: ProofContext[Any], fix: Fix) -> Any:
    """The contract on the bench as it is read with the edits of a fix. Raises LookupError where
    there are none, or they cannot be made as a whole."""
    documents = lab.facts.contract.documents
    made = changes_of(fix, documents)
    if made is None:
        raise LookupError(f"the edits can't be made: {fix.title}")
    return lab.reread({path: apply(documents[path].text, each) for path, each in made.items()})


def edited(lab: ProofContext[Any], finding: Finding, edits: Sequence[Edit]) -> Any:
    """The contract with some edits, or those of the finding's own fix. Raises ClaimError where
    there are none, and LookupError where they cannot be made, change nothing, or may be those of
    another contract: this one has nothing at the place of the finding."""
    fix = Fix("safe", "edits of the claim", tuple(edits)) if edits else finding.fix
    if fix is None:
        raise ClaimError("the claim is about edits, but has none")
    documents = lab.facts.contract.documents
    if not _is_there(documents.get(finding.place.file), finding.place.pointer):
        raise LookupError("the contract has nothing at the place of the finding")
    copy = mended(lab, fix)
    texts = {edit.place.file: documents[edit.place.file].text for edit in fix.edits}
    if all(path in copy.documents and copy.documents[path].text == texts[path] for path in texts):
        raise LookupError("the edits change nothing")
    return copy


def _is_there(document: Document | None, pointer: Pointer) -> bool:
    """Whether a document has something at a pointer, as far as its values are JSON."""
    value: Any = None if document is None else document.value
    for key in pointer:
        inner = dict(enumerate(value)) if isinstance(value, list) else value
        if not isinstance(inner, dict):
            return document is not None and inner is None
        if key not in inner:
            return False
        value = inner[key]
    return True


def twin_of(
    lab: ProofContext[Any], finding: Finding, correct: Callable[..., Any], *how: Any
) -> Any:
    """The contract without what a finding says to be of no effect: with the finding's own fix
    where that is a safe one, so the fix is shown to change no run; else what `correct` makes
    of the facts on the bench, and of what else is given."""
    fix = finding.fix
    if fix is not None and fix.edits and fix.safety == "safe":
        return mended(lab, fix)
    return correct(lab.facts, *how)
