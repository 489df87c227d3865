"""What claims read in the documents of a contract (`phaselint.vocabulary.claim.Written`)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from phaselint.javascript.equality import equal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.claim import Written

_NOTHING = object()


def is_written(lab: ProofContext[Any], said: Written) -> bool:
    """Whether the documents of the contract on the bench say what a claim reads in them."""
    document = lab.facts.contract.documents.get(said.place.file)
    value: Any = _NOTHING
    if document is not None:
        value = document.text if said.place.part == "document" else document.value
    for key in said.place.pointer:
        value = _member(value, key)
    if value is _NOTHING or said.absent:
        return value is _NOTHING and said.absent
    return (
        all(_contains(value, part) for part in said.holds)
        and not any(_contains(value, part) for part in said.lacks)
        and (not said.like or _is_like(value, said.like))
    )


def _member(value: Any, key: str | int) -> Any:
    """What a list or a mapping has at a key."""
    if isinstance(value, list):
        return value[key] if isinstance(key, int) and 0 <= key < len(value) else _NOTHING
    return value.get(key, _NOTHING) if isinstance(value, dict) else _NOTHING


def _contains(whole: Any, part: Any) -> bool:
    """Whether a string contains another, a list a member, or a mapping a pair."""
    if isinstance(whole, str):
        return isinstance(part, str) and part in whole
    members: Sequence[Any] = whole if isinstance(whole, list) else ()
    if isinstance(whole, dict):
        members = [list(pair) for pair in whole.items()]
    return any(equal(each, part) for each in members)


def _is_like(value: Any, pattern: str) -> bool:
    return isinstance(value, str) and re.fullmatch(pattern, value, re.DOTALL) is not None
