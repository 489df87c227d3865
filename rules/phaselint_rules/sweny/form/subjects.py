"""Places of a workflow in words: the node, edge or evaluator that a pointer leads into."""

from __future__ import annotations

from phaselint.vocabulary.message import joined, message, quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.vocabulary.finding import Pointer
    from phaselint.vocabulary.message import Message

ENTRIES = {"nodes": "node", "skills": "inline skill", "inputs": "input"}
"""Root mappings with named entries, and the names of such entries."""


def value_at(facts: SwenyFacts, pointer: Pointer) -> Any:
    """The value at a pointer as it was written. Raises LookupError where there is none."""
    value = facts.contract.documents[facts.file].value
    for key in pointer:
        value = value[key]
    return value


def subject(facts: SwenyFacts, pointer: Pointer) -> Message:
    """What a pointer leads to, such as "`max` of `retry` of node `fix`"."""
    if not pointer:
        return message("the workflow")
    return joined(" of ", _parts(facts, pointer))


def _parts(facts: SwenyFacts, pointer: Pointer) -> Iterator[Message]:
    """The words for the last step of a pointer, and for the named things it is in."""
    if len(pointer) == 1:
        yield quote(str(pointer[0]))
        return
    *above, last = pointer
    head = str(pointer[0])
    if len(pointer) == 2 and head in ENTRIES:
        yield message("{} {}", ENTRIES[head], quote(str(last)))
        return
    if len(pointer) == 2 and head == "edges":
        yield _edge(facts, int(last))
        return
    if len(pointer) == 4 and head == "nodes" and pointer[2] == "eval":
        yield _evaluator(facts, pointer)
        yield from _parts(facts, pointer[:2])
        return
    if isinstance(last, int):
        yield message("entry {}", last + 1)
    else:
        yield quote(last)
    yield from _parts(facts, tuple(above))


def _edge(facts: SwenyFacts, number: int) -> Message:
    """An edge by its ends, or by its number where they are not known."""
    edge = value_at(facts, ("edges", number))
    ends = (edge.get("from"), edge.get("to")) if isinstance(edge, dict) else (None, None)
    if all(isinstance(end, str) and end for end in ends):
        return message("edge `{} -> {}`", *ends)
    return message("edge {}", number + 1)


def _evaluator(facts: SwenyFacts, pointer: Pointer) -> Message:
    """An evaluator by its name, or by its number where it has none."""
    entry = value_at(facts, pointer)
    name = entry.get("name") if isinstance(entry, dict) else None
    if isinstance(name, str) and name:
        return message("evaluator {}", quote(name))
    return message("evaluator {}", int(pointer[3]) + 1)
