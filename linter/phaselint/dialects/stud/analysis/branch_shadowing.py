"""Which branches take all that another one would (reference §6.2, §6.10)."""

from __future__ import annotations

from phaselint.dialects.stud.analysis.implied import implies

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.model import Spec


def takers_of(facts: StudFacts, stage: str, number: int) -> tuple[int, ...] | None:
    """The earlier branches that take all results which a branch would; none for one that takes
    some, and for a mere fallback behind several that take all of it together. Empty where no
    result meets its condition."""
    spec = facts.pipeline.specs[stage]
    before = facts.takings.alike(stage).get(number)
    if before is not None:
        return (before,)
    found = facts.takings.of(stage)
    if found is not None and found.taken(number):
        return None
    takers = found.winners(number) if found is not None else None
    if takers is not None and len(takers) < 2:
        return takers
    alone = _subsuming(spec, number)
    if alone is not None:
        return (alone,)
    return None if spec.branches[number].when.path is None else takers


def _subsuming(spec: Spec, number: int) -> int | None:
    """The first earlier branch whose condition holds wherever that of a branch does, whatever the
    results of the stage are."""
    when = spec.branches[number].when
    earlier = enumerate(spec.branches[:number])
    return next((at for at, each in earlier if implies(when, each.when)), None)
