"""Results that the inputs schema of a stage surely refuses (reference §6.9)."""

from __future__ import annotations

from phaselint.vocabulary.finding import pointer_text
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.analysis.handover import Clash
    from phaselint.dialects.stud.analysis.roles import Predecessor
    from phaselint.dialects.stud.model import Stage


class Misfit(NamedTuple):
    """A way into a stage on which a result never satisfies its schema: the stage that gives the
    result, and why."""

    way: Predecessor
    giver: Stage
    clash: Clash


def misfits(facts: StudFacts, stage: Stage) -> list[Misfit]:
    """For each path into a stage a result that its schema surely refuses; none where some way hands
    it none."""
    ways = {
        way.sources: way
        for way in reversed(facts.roles.predecessors(stage.id))
        if way.kind != "sibling"
    }
    known: dict[str, Clash | None] = {}
    schema = stage.inputs_schema
    tried = [_misfit(facts, way, schema, known) for way in reversed(ways.values())]
    found = [misfit for misfit in tried if misfit is not None]
    return found if len(found) == len(tried) else []


def refusals(misfits: Sequence[Misfit]) -> list[dict[str, Any]]:
    """Misfits as the data of a witness."""
    return [
        {
            "origin": misfit.way.origin,
            "from": misfit.giver.id,
            "path": list(misfit.clash.path),
            "keywords": [
                {"side": word.side, "pointer": pointer_text(word.pointer)}
                for word in misfit.clash.keywords
            ],
        }
        for misfit in misfits
    ]


def _misfit(
    facts: StudFacts, way: Predecessor, schema: object, known: dict[str, Clash | None]
) -> Misfit | None:
    """The first result on a way into a stage that its schema surely refuses. `known` are the
    answers found before, by the known facts about the result: many siblings are alike."""
    from phaselint.dialects.stud.analysis.handover import clash

    for name in way.sources:
        giver = facts.stages.get(name)
        if giver is None:
            continue
        told = repr((giver.completion_schema, facts.outputs.get(name)))
        if told not in known:
            known[told] = clash(facts, giver, schema)
        if found := known[told]:
            return Misfit(way, giver, found)
    return None
