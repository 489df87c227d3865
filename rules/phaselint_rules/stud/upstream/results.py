"""Placeholders that name a predecessor's result, with the stages that give it (reference §2.6,
§6.2, §6.8)."""

from __future__ import annotations

from phaselint.vocabulary.finding import Related
from phaselint.vocabulary.message import quote
from phaselint.vocabulary.record import NamedTuple
from phaselint_rules.stud.upstream.uses import uses_by_stage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.analysis.roles import Predecessor
    from phaselint.dialects.stud.analysis.uses import Use
    from phaselint.dialects.stud.model import Stage

NOTHING = "renders nothing"


class Giver(NamedTuple):
    """A stage whose result a placeholder names, and the way by which it is passed on."""

    stage: Stage
    way: Predecessor


def reachable_uses(facts: StudFacts) -> Iterator[Use]:
    """The placeholders `ctx.upstream[i].…` of the stages that runs reach, each wording once a
    body."""
    for own in uses_by_stage(facts, "upstream"):
        stage = own[0].stage
        if stage.id in facts.roles.roles and facts.stages[stage.id] is stage:
            yield from own


def index_of(use: Use) -> int:
    """The number of the result that is named."""
    return int(use.path[2])


def field_of(use: Use) -> str:
    """The field of the result that is named."""
    return str(use.path[3])


def dotted(path: Sequence[str | int]) -> str:
    """A path as written in a placeholder."""
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return text.removeprefix(".")


def groups(facts: StudFacts, stage: Stage) -> list[Predecessor]:
    """The paths into a stage by which it is given results, each set of results once."""
    found: dict[tuple[str, ...], Predecessor] = {}
    for way in facts.roles.predecessors(stage.id):
        if way.sources:
            found.setdefault(way.sources, way)
    return list(found.values())


def givers(facts: StudFacts, use: Use) -> list[Giver]:
    """The stages that give the result which a placeholder names, each once."""
    number = index_of(use)
    found: dict[str, Giver] = {}
    for way in groups(facts, use.stage):
        if number < len(way.sources) and way.sources[number] in facts.stages:
            stage = facts.stages[way.sources[number]]
            found.setdefault(stage.id, Giver(stage, way))
    return list(found.values())


def leads_here(facts: StudFacts, use: Use, ways: Sequence[Predecessor]) -> list[Related]:
    """Where the NextSpecs name a stage."""
    return [
        Related(facts.place(_named_at(way, use.stage.id)), f"{quote(way.origin)} points here")
        for way in ways[:8]
    ]


def _named_at(way: Predecessor, stage: str) -> tuple[str | int, ...]:
    result = way.result
    if way.kind == "join":
        return result.join_at
    return result.name_at(result.stages.index(stage))


def path_by(facts: StudFacts, use: Use, way: Predecessor | None) -> list[str]:
    """A way of stages from the entry to one of a placeholder, the last step as given; empty where
    no run comes there."""
    stage = use.stage.id
    if way is None:
        return [stage] if facts.alone else list(facts.roles.way(stage))
    before = facts.roles.way(way.origin)
    return [*before, stage] if before else []
