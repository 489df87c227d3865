"""The stages of a contract by themselves."""

from __future__ import annotations

from phaselint.dialects.base import Target
from phaselint.dialects.stud.analysis.facts import StudFacts
from phaselint.dialects.stud.analysis.payloads import verdict_of
from phaselint.dialects.stud.detect import NAME
from phaselint.dialects.stud.model import StudContract
from phaselint.vocabulary.allowance import derived

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.dialects.stud.model import Stage
    from phaselint.document import Document
    from phaselint.schema import Verdict


class StageFacts(StudFacts):
    """The facts of one stage as if there was nothing else. They outlive a check, so that what takes
    steps is asked whenever somebody wants to know."""

    def completion_verdict(self, stage: Stage) -> Verdict | None:
        """See StudFacts."""
        return verdict_of(stage, self.completion_faults.get(self.key(stage), ()))


def parts_of(facts: StudFacts) -> tuple[StageFacts, ...]:
    """The facts of each usable stage: the same objects after an edit that leaves the stage, its
    document and the options what they were."""
    documents, options = facts.contract.documents, facts.options
    return tuple(
        derived((documents[stage.file], stage, options), _alone, facts.bound)
        for stage in facts.usable
    )


def _alone(document: Document, stage: Stage, options: Mapping[str, Any], bound: int) -> StageFacts:
    target = Target(NAME, "", stage.file)
    return StageFacts(StudContract(target, {stage.file: document}, stage=stage), options, bound)
