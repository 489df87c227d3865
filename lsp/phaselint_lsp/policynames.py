"""Completion in the policies of scripts: their keys, the acts of the contract, and other words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.behavior.knowing import known_acts
from phaselint.executor.script import POLICIES
from phaselint.formats.policies import COMMON, KEYS
from phaselint.policies.reading import SHAPES
from phaselint.report.acts import OFFERED, listed
from phaselint.vocabulary.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from phaselint_lsp.cursor import Cursor
    from phaselint_lsp.snapshot import CheckedContract

ACTS = frozenset(
    key for key, about in KEYS.items() if "$ref" in about or "$ref" in about.get("items", {})
)
"""The keys whose values name acts."""


class Offer(NamedTuple):
    """What may stand at a place of a policy: a key or a value, with what it is in a few words."""

    text: str
    detail: str = ""
    is_key: bool = False


def offers(checked: CheckedContract, cursor: Cursor) -> Iterator[Offer]:
    """What may stand where the cursor is in a script of a contract."""
    pointer = cursor.pointer
    if len(pointer) < 3 or pointer[0] != POLICIES:
        return
    policy = _policy(cursor)
    if cursor.part == "key" and len(pointer) == 3:
        for key in _keys(policy):
            yield Offer(key, KEYS[key]["description"], is_key=True)
    elif cursor.part == "value" and pointer[2] in ACTS:
        runtime = checked.dialect.runtime()
        for each in listed(known_acts(runtime, checked.contract)):
            yield Offer(each.text, OFFERED if each.offered else ", ".join(each.phases))
    elif cursor.part == "value" and isinstance(pointer[2], str):
        for word in KEYS.get(pointer[2], {}).get("enum", ()):
            yield Offer(word)


def _policy(cursor: Cursor) -> Mapping[str, Any]:
    """The keys of the policy that the cursor is in, without the one that is being written."""
    found: Any = cursor.document.value
    for step in cursor.pointer[:2]:
        try:
            found = found[step]
        except (KeyError, IndexError, TypeError):
            return {}
    if not isinstance(found, dict):
        return {}
    return {key: value for key, value in found.items() if cursor.mark not in str(key)}


def _keys(policy: Mapping[str, Any]) -> Iterator[str]:
    """The keys that a policy may have besides those that it has."""
    shape = next((key for key in SHAPES if key in policy), None)
    if shape is None:
        wanted: tuple[str, ...] = (*SHAPES, *KEYS)
    else:
        needed, scopes = SHAPES[shape]
        free = scopes if policy.keys().isdisjoint(scopes) else ()
        wanted = (*filter(None, (needed,)), *free, *COMMON)
    yield from (key for key in dict.fromkeys(wanted) if key not in policy)
