"""What several conditions together say about one path into a value, and that as a schema (§3.3)."""

from __future__ import annotations

from phaselint.javascript.equality import equal
from phaselint.schema.model import ELEMENTS
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from phaselint.dialects.stud.model import Condition

_TYPES = ("null", "boolean", "number", "string", "array", "object")


class Slot(NamedTuple):
    """Whether the path may be missing or be there, and with which values: one of those that are
    `allowed` where there are any, but not those that are `excluded`."""

    absent: bool = True
    present: bool = True
    allowed: tuple[Any, ...] | None = None
    excluded: tuple[Any, ...] = ()


def narrowed(
    slots: Mapping[tuple[str, ...], Slot], when: Condition, *, holds: bool
) -> Mapping[tuple[str, ...], Slot] | None:
    """What is known by path once a condition is known to hold or not to; none where nothing is
    left."""
    path = when.segments[1:]
    slot = _narrowed(slots.get(path, Slot()), when, holds=holds)
    if slot.allowed is not None:
        left = tuple(each for each in slot.allowed if not _among(each, slot.excluded))
        slot = slot._replace(allowed=left, excluded=(), present=slot.present and bool(left))
    if not path:
        slot = slot._replace(absent=False)
    return {**slots, path: slot} if slot.absent or slot.present else None


def _narrowed(slot: Slot, when: Condition, *, holds: bool) -> Slot:
    values = when.values
    if when.exists is False:
        if values is not None:  # a value to be equal and not to be there
            return slot._replace(absent=False, present=False) if holds else slot
        return slot._replace(present=False) if holds else slot._replace(absent=False)
    if values is None:
        return slot._replace(absent=False) if holds else slot._replace(present=False)
    if not holds:
        return slot._replace(excluded=(*slot.excluded, *values))
    before = values if slot.allowed is None else slot.allowed
    both = tuple(each for each in before if _among(each, values))
    return slot._replace(absent=False, allowed=both)


def _among(value: Any, values: Sequence[Any]) -> bool:
    return any(equal(value, each) for each in values)


def goal_of(path: tuple[str, ...], slot: Slot) -> Any:
    """The schema of values of which this is so."""
    inner: Any = True
    if slot.allowed is not None:
        inner = {"enum": list(slot.allowed)}
    elif slot.excluded:
        inner = {"not": {"enum": list(slot.excluded)}}
    if slot.absent and slot.present:
        return True if inner is True else {"anyOf": [lacking(path), having(path, inner)]}
    return having(path, inner) if slot.present else lacking(path)


def having(path: Sequence[str], inner: Any) -> Any:
    """The schema of values with a path to what an inner schema says; a number is a name as well as
    the place of an element."""
    for name in reversed(path):
        members = {"type": "object", "required": [name], "properties": {name: inner}}
        place = _place(name)
        if place is None:
            inner = members
        else:
            first = [True] * place
            elements = {"type": "array", "minItems": place + 1, "prefixItems": [*first, inner]}
            inner = {"anyOf": [members, elements]}
    return inner


def lacking(path: Sequence[str]) -> Any:
    """The schema of values in which a path has no target."""
    inner: Any = False
    for name in reversed(path):
        options: list[Any] = [{"type": "object", "properties": {name: inner}}]
        others = [each for each in _TYPES if each != "object"]
        place = _place(name)
        if place is not None:
            first = [True] * place
            options.append({"type": "array", "prefixItems": [*first, inner]})
            others.remove("array")
        inner = {"anyOf": [*options, {"type": others}]}
    return inner


def _place(name: str) -> int | None:
    """The element that a name may stand for; values here don't have far ones."""
    return int(name) if name.isdecimal() and int(name) < ELEMENTS else None
