"""Fixes of a workflow that take something out of it or put it elsewhere."""

from __future__ import annotations

from phaselint.vocabulary.finding import Fix
from phaselint_rules.edits import (
    append_item,
    insert_value,
    key_text,
    remove_item,
    remove_items,
    replace_value,
)
from phaselint_rules.sweny.form.subjects import value_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.document import Document
    from phaselint.vocabulary.finding import Edit, Pointer, Safety


def removal(facts: SwenyFacts, pointer: Pointer, title: str, safety: Safety = "safe") -> Fix:
    """Remove an entry or item of the workflow."""
    return _fix(safety, title, (remove_item(_document(facts), pointer),))


def removals(
    facts: SwenyFacts, pointer: Pointer, steps: Iterable[int], title: str, safety: Safety = "safe"
) -> Fix:
    """Remove several items of one list."""
    return _fix(safety, title, remove_items(_document(facts), pointer, steps))


def move(
    facts: SwenyFacts, node: Pointer, item: Pointer, target: Pointer, name: str, title: str
) -> Fix:
    """Move an item of a list of a node to another of its lists, which might not exist yet.

    Args:
        node: leads to the node.
        item: leads to the item from the node.
        target: leads to the other list from the node, one or two steps.
        name: what the item is called there.
    """
    document = _document(facts)
    source = _emptied(facts, node, item)
    given = value_at(facts, node)
    if target[0] not in given and len(source) == 1:
        edits: tuple[Edit | None, ...] = (
            replace_value(document, (*node, *source), str(target[0]), _list(target[1:], name)),
        )
    else:
        edits = (
            remove_item(document, (*node, *source)),
            _addition(facts, document, node, target, name),
        )
    return _fix("safe", title, edits)


def _emptied(facts: SwenyFacts, node: Pointer, item: Pointer) -> Pointer:
    """What to remove with an item: the outermost collection that has nothing else in it."""
    while len(item) > 1 and len(value_at(facts, (*node, *item[:-1]))) == 1:
        item = item[:-1]
    return item


def _addition(
    facts: SwenyFacts, document: Document, node: Pointer, target: Pointer, name: str
) -> Edit | None:
    for depth, step in enumerate(target):
        inner = value_at(facts, (*node, *target[:depth]))
        if isinstance(inner, dict) and step not in inner:
            place = (*node, *target[:depth])
            return insert_value(document, place, str(step), _list(target[depth + 1 :], name))
    return append_item(document, (*node, *target), key_text(document, name))


def _list(steps: Pointer, name: str) -> Any:
    """A list with one name in it, inside of mappings with one key each."""
    value: Any = [name]
    for step in reversed(steps):
        value = {str(step): value}
    return value


def _document(facts: SwenyFacts) -> Document:
    return facts.contract.documents[facts.file]


def _fix(safety: Safety, title: str, edits: tuple[Edit | None, ...]) -> Fix:
    """A fix with all of some edits, or one to be made by hand."""
    made = tuple(edit for edit in edits if edit is not None)
    return Fix(safety, title, made) if made and len(made) == len(edits) else Fix("manual", title)
