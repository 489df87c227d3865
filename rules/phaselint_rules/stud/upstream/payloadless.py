"""Paths into a stage by results that have no payload (reference §2.6, §6.2)."""

from __future__ import annotations

from phaselint.dialects.stud.analysis.lower import describe
from phaselint.vocabulary.message import Message, message, quote
from phaselint_rules.stud.upstream.results import index_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.analysis.roles import Predecessor
    from phaselint.dialects.stud.analysis.uses import Use


def bare_ways(facts: StudFacts, use: Use) -> list[Predecessor]:
    """The paths into the stage of a placeholder that results take, where none of those results has
    a payload; none where one has, or where that isn't known."""
    if index_of(use) or use.stage.id == facts.pipeline.entry:
        return []
    found = []
    for way in facts.roles.predecessors(use.stage.id):
        accepted = _accepted(facts, way)
        if accepted is None or True in accepted:
            return []
        if accepted:
            found.append(way)
    return found


def _accepted(facts: StudFacts, way: Predecessor) -> set[bool] | None:
    """Whether the results that take a way have payloads; none where nobody knows which do."""
    spec = facts.pipeline.specs.get(way.origin)
    if way.kind != "seq" or spec is None or not spec.branches:
        return None
    taking = facts.takings.of(way.origin)
    if taking is None:
        return None
    numbers = {at for at, each in enumerate(spec.branches) if each.result == way.result}
    pairs = zip(taking.points.points, taking.takers, strict=True)
    return {
        point.base.accepted
        for point, taker in pairs
        if (taker in numbers if numbers else taker is None)
    }


def way_text(facts: StudFacts, way: Predecessor) -> Message:
    """A way with the branch that it is."""
    for number, branch in enumerate(facts.pipeline.specs[way.origin].branches, 1):
        if branch.result == way.result:
            when = describe(branch.when)
            return message("branch {} of {} ({})", number, quote(way.origin), when)
    return message("the default of {}", quote(way.origin))
