"""What findings claim of the values of placeholders (reference stud §2.4, §5.3 R9)."""

from __future__ import annotations

from phaselint.vocabulary.claim import Notes, Undecided
from phaselint_rules.stud.runoptions import judging, unnamed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.analysis.uses import Use

ALONE = "a stage that runs alone gets no results"
GIVEN = "only a payload that contains it reaches the stage"


def renders_nothing(
    facts: StudFacts,
    use: Use,
    *,
    after: Sequence[str] = (),
    entered: Mapping[str, Any] = {},
    certain: bool = False,
) -> Notes | Undecided:
    """That nothing is in the place of a placeholder for a result, in a visit that is given the
    results of some stages, or entered in a certain way, whatever happened before. Unless it is
    `certain`, a payload may have to contain what is looked for."""
    if facts.alone:
        return Undecided(ALONE)
    found = renders(facts, use, "", entered)
    if isinstance(found, Undecided):
        return found
    holds = {"from": tuple(after)} if after else {}
    doubt = "" if certain else GIVEN
    return found._replace(holds=holds, hostile=bool(entered), doubt=doubt)


def renders(
    facts: StudFacts, use: Use, value: str, entered: Mapping[str, Any] = {}
) -> Notes | Undecided:
    """That a value is in the place of a placeholder, in a visit that is entered in a certain
    way."""
    stage, placeholder = use.stage, use.placeholder
    if why := unnamed(facts, stage):
        return Undecided(why)
    text = stage.body.text[placeholder.start : placeholder.end]
    said: dict[Any, Any] = {("filled", text): value, **entered}
    options = judging(facts, stage)
    return Notes(stage.id, "StageEntered", said, options=options)
