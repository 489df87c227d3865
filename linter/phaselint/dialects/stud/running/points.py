"""What scripts can cover of a pipeline (reference §3.3, §6.2)."""

from __future__ import annotations

from phaselint.dialects.protocol import Element
from phaselint.dialects.stud.running.elements import elements_of
from phaselint.vocabulary.message import tick

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from phaselint.dialects.stud.model import StudContract


def points(contract: StudContract) -> Iterator[Element]:
    """The stages, the branches of their ways on, and the moves from stage to stage."""
    moves: dict[Hashable, Element] = {}
    for each in elements_of(contract):
        if each.is_phase:
            yield each
            continue
        yield each._replace(label=f"{each.label} of {tick(each.phase)}")
        for target in each.targets:
            label = f"{tick(each.phase)} -> {tick(target)}"
            id_ = (each.phase, target)
            move = Element(id_, each.phase, label, "taken", each.place, targets=(target,))
            moves.setdefault(id_, move)
    yield from moves.values()
