"""Results of cap hits that an `inputsSchema` refuses (reference stud §2.6, §6.2).

Such a result has no payload, and takes a way on like any other: the only one of a NextSpec, a
default, or a branch whose condition it meets. Of siblings nothing is said: one that hits its cap
ends the fan-out, unless somebody calls it well anyway.
"""

from __future__ import annotations

from phaselint.dialects.stud.analysis.branch_matching import possible
from phaselint.dialects.stud.analysis.handover import clash
from phaselint.dialects.stud.analysis.points import PARSED
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.analysis.handover import Clash
    from phaselint.dialects.stud.analysis.points import Point
    from phaselint.dialects.stud.analysis.roles import Predecessor
    from phaselint.dialects.stud.model import Stage

AFTER_CAP: Mapping[str, Any] = {"capHit": {"const": True}, PARSED: False}
COMPLETED: Mapping[str, Any] = {"capHit": {"const": False}}


class Capped(NamedTuple):
    """A way into a stage whose schema refuses all results of a cap hit with some verdicts, and not
    all of a completed stage with the same: the stage that gives them, and why they are refused."""

    way: Predecessor
    giver: Stage
    verdicts: tuple[str, ...]
    clash: Clash

    @property
    def told(self) -> dict[str, Any]:
        """The same as the data of a witness."""
        return {
            "from": self.giver.id,
            "verdicts": list(self.verdicts),
            "path": list(self.clash.path),
        }


def refused(facts: StudFacts, stage: Stage) -> list[Capped]:
    """For the paths into a stage what its schema refuses after a cap hit, each giver once."""
    known: dict[str, Clash | None] = {}
    found: dict[str, Capped] = {}
    for way in facts.roles.predecessors(stage.id):
        if way.kind != "seq" or way.origin in found:
            continue
        giver = facts.stages[way.origin]
        verdicts = dict.fromkeys(each.base.verdict for each in handed(facts, way))
        clashes = {word: _clash(facts, giver, stage, word, known) for word in verdicts}
        told = {word: why for word, why in clashes.items() if why is not None}
        if told:
            found[giver.id] = Capped(way, giver, tuple(told), next(iter(told.values())))
    return list(found.values())


def handed(facts: StudFacts, way: Predecessor) -> Sequence[Point]:
    """What a result of a cap hit can look like that takes a way to the stages that are next; none
    where too many results are told apart."""
    spec = facts.pipeline.specs.get(way.origin)
    taking = facts.takings.of(way.origin) if spec is not None else None
    if spec is None or taking is None:
        return ()
    numbers = {at for at, each in enumerate(spec.branches) if each.result == way.result}
    points = [
        point
        for point, taker in zip(taking.points.points, taking.takers, strict=True)
        if point.base.cap_hit and point.sure and (taker in numbers if numbers else taker is None)
    ]
    return possible(facts, facts.stages[way.origin], taking.points, points)


def _clash(
    facts: StudFacts, giver: Stage, stage: Stage, verdict: str, known: dict[str, Clash | None]
) -> Clash | None:
    """Why a schema refuses what a stage gives with a verdict after a cap hit; none where it may
    accept it, or would refuse as well what the stage gives when it is completed. `known` are the
    answers found before, by the known facts about the result: many siblings are alike."""
    told = repr((giver.completion_schema, facts.outputs.get(giver.id), verdict))
    if told not in known:
        word = {"verdict": {"const": verdict}}
        schema = stage.inputs_schema
        found = clash(facts, giver, schema, {**word, **AFTER_CAP})
        if found and clash(facts, giver, schema, {**word, **COMPLETED}, (PARSED,)):
            found = None
        known[told] = found
    return known[told]
