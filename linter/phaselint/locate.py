"""Pointers → ranges, once, for the findings there are (design §4, §8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from phaselint.finding import WHOLE_FILE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from phaselint.document import Document
    from phaselint.finding import Finding, Place


class DocumentsByPath(Protocol):
    """Anything that finds a document by its project path."""

    def get(self, path: str, /) -> Document | None: ...


def locate(finding: Finding, documents: DocumentsByPath, *, steps: bool = True) -> Finding:
    """Give every place of a finding its range; those of the steps of its witness only if wanted."""

    def located(place: Place) -> Place:
        if place.range is not None:
            return place
        document = documents.get(place.file)
        if document is None:
            return place._replace(range=WHOLE_FILE)
        return place._replace(range=document.range(place.pointer, place.part))

    return map_places(finding, located, steps=steps)


def map_places(
    finding: Finding, change: Callable[[Place], Place], *, steps: bool = True
) -> Finding:
    """The finding with every place in it changed: its own, related ones, steps and edits."""
    witness, fix = finding.witness, finding.fix
    if witness is not None and steps:
        changed = tuple(
            step._replace(place=change(step.place)) if step.place else step
            for step in witness.steps
        )
        witness = witness._replace(steps=changed)
    if fix is not None:
        edits = tuple(edit._replace(place=change(edit.place)) for edit in fix.edits)
        fix = fix._replace(edits=edits)
    return finding._replace(
        place=change(finding.place),
        related=tuple(r._replace(place=change(r.place)) for r in finding.related),
        witness=witness,
        fix=fix,
    )


def places(finding: Finding) -> Iterator[Place]:
    """Every place of a finding that a report may show a line of."""
    yield finding.place
    for related in finding.related:
        yield related.place
    for step in finding.witness.steps if finding.witness else ():
        if step.place is not None:
            yield step.place


def sort_key(finding: Finding) -> tuple[object, ...]:
    """The order of findings: file, position, code, message (design §9, style 22)."""
    return (finding.place.file, finding.place.range or WHOLE_FILE, finding.code, finding.message)
