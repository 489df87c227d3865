"""What scripts can cover of a pipeline (reference §3.3, §6.2)."""

from __future__ import annotations

from phaselint.dialects.records import Element
from phaselint.dialects.stud.running.branches import ways
from phaselint.dialects.stud.running.elements import BRANCH
from phaselint.vocabulary.message import quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator

    from phaselint.dialects.stud.model import Result, StudContract


def points(elements: Iterable[Element], contract: StudContract) -> Iterator[Element]:
    """The stages, the branches of their next ways, and the moves from stage to stage; `elements`
    are the stages and their next ways."""
    results = _results(contract)
    moves: dict[Hashable, Element] = {}
    for each in elements:
        if each.is_phase:
            yield each
            continue
        yield each._replace(label=f"{each.label} of {quote(each.phase)}")
        for source, target in _steps(each.phase, results[each.id]):
            label = f"{quote(source)} -> {quote(target)}"
            id_ = (source, target)
            move = Element(id_, source, label, "taken", each.place, targets=(target,))
            moves.setdefault(id_, move)
    yield from moves.values()


def _results(contract: StudContract) -> dict[Hashable, Result]:
    """What the next ways lead to, by what elements call these."""
    specs = contract.pipeline.specs if contract.pipeline else {}
    return {
        (stage, BRANCH, way): result
        for stage, spec in specs.items()
        for way, result in ways(spec).items()
    }


def _steps(stage: str, result: Result) -> Iterator[tuple[str, str]]:
    """The moves that a result makes: a join is entered from those that it waits for."""
    if result.ends:
        return
    for name in result.stages:
        yield stage, name
    if result.fork and result.join is not None:
        yield from ((name, result.join) for name in result.stages if name != result.join)
