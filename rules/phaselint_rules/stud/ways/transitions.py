"""What findings claim of the transitions of stages (reference stud §3.3)."""

from __future__ import annotations

from phaselint.vocabulary.claim import Ends
from phaselint_rules.stud.runoptions import laws

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.model import Result, Stage

BRANCH = "branch"
UNKNOWN = "LifecycleFailure"
NO_PLAN = "InvalidParallelPlan"
NO_STAGE = "the run ends before that, since it isn't a stage of this pipeline"


def element_of(facts: StudFacts, stage: Stage, result: Result) -> Hashable:
    """What runs use if they take an alternative of a stage."""
    spec = facts.pipeline.specs[stage.id]
    for number, branch in enumerate(spec.branches):
        if branch.result is result:
            return stage.id, BRANCH, number
    return stage.id, BRANCH, "default" if result is spec.default else "always"


def ends_at(facts: StudFacts, stage: Stage, result: Result, missing: str = "") -> Ends:
    """That a run which takes an alternative of a stage ends at a name that isn't a stage, or
    without one since it can't start the stages in parallel."""
    return Ends(
        stage.id,
        UNKNOWN if missing else NO_PLAN,
        about=((stage.id, missing),),
        options=laws(facts),
        others=(missing,) if missing else (),
        via=element_of(facts, stage, result),
    )
