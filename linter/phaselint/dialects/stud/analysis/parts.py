"""The stages of a contract by themselves."""

from __future__ import annotations

from phaselint.dialects.base import Target
from phaselint.dialects.stud.detect import NAME
from phaselint.dialects.stud.model import StudContract
from phaselint.vocabulary.pure import pure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, TypeVar

    from phaselint.dialects.stud.model import Stage
    from phaselint.document import Document

    Made = TypeVar("Made")


def parts_of(
    facts: Callable[..., Made], contract: StudContract, options: Mapping[str, Any], bound: int
) -> tuple[Made, ...]:
    """The facts of each usable stage: the same objects after an edit that leaves the stage, its
    document and the options what they were."""
    documents = contract.documents
    return tuple(
        _alone(documents[stage.file], stage, options, facts, bound) for stage in contract.usable
    )


@pure
def _alone(
    document: Document,
    stage: Stage,
    options: Mapping[str, Any],
    facts: Callable[..., Made],
    bound: int,
) -> Made:
    target = Target(NAME, "", stage.file)
    return facts(StudContract(target, {stage.file: document}, stage=stage), options, bound)
