"""Which branches take all that another one would (reference §6.2, §6.10)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.model import Spec


def takers_of(facts: StudFacts, stage: str, number: int) -> tuple[int, ...] | None:
    """The earlier branches that take all results which a branch would; none for one that takes
    some, and for a mere fallback behind several. Empty where no result meets its condition."""
    spec = facts.pipeline.specs[stage]
    before = _alike(spec, number)
    if before is not None:
        return (before,)
    found = facts.takings.of(stage)
    if found is None or found.taken(number):
        return None
    takers = found.winners(number)
    fallback = len(takers) > 1 and spec.branches[number].when.path is None
    return None if fallback else takers


def _alike(spec: Spec, number: int) -> int | None:
    """An earlier branch without a condition, or with that of a branch."""
    earlier = spec.branches[:number]
    key = spec.branches[number].when.key
    always = (at for at, each in enumerate(earlier) if each.when.free)
    alike = (at for at, each in enumerate(earlier) if each.when.key == key)
    return next(always, next(alike, None))
