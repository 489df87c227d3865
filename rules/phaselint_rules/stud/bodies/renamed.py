"""Stages that are declared under another id than the one that the rest of the manifest has for
them: one slip, which several rules would speak of (reference §6.10)."""

from __future__ import annotations

from phaselint.dialects.stud.analysis.names import references
from phaselint.vocabulary.finding import Related
from phaselint.vocabulary.message import quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.stud.analysis.facts import StudFacts


def uses(facts: StudFacts, name: str) -> Iterator[Related]:
    """Where a manifest names a stage."""
    if facts.pipeline.entry == name:
        yield Related(facts.place(("entryStage",)), f"the entry is {quote(name)}")
    spec = facts.pipeline.specs.get(name)
    if spec is not None:
        yield Related(facts.place(spec.pointer, "key"), f"what runs after {quote(name)}")
    for used, origin, pointer in references(facts.pipeline):
        if used == name:
            yield Related(facts.place(pointer), f"{quote(origin)} points to {quote(name)} here")


def downstream_of_renamed(facts: StudFacts) -> frozenset[str]:
    """The stages that are declared under another id, and all that would run after them."""
    ids = facts.renamed
    if not ids:
        return frozenset()
    after: dict[str, list[str]] = {}
    for name, origin, _ in references(facts.pipeline):
        after.setdefault(origin, []).append(name)
    found = set(ids.values())
    waiting = list(found)
    while waiting:
        new = set(after.get(waiting.pop(), ())) - found
        found |= new
        waiting += sorted(new)
    return frozenset((*ids, *found))
