"""What is claimed of toys, as short lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from executor.soundness.toys import RUNTIME, answers, atlas
from phaselint.executor.proof import RunInput
from phaselint.executor.soundness.claims import claims
from phaselint.executor.soundness.folding import folded
from phaselint.executor.soundness.model import (
    Failure,
    LimitExceeded,
    NeverDone,
    NoRun,
    Trap,
    Unanswerable,
)
from phaselint.executor.soundness.reach import exploration

if TYPE_CHECKING:
    from executor.soundness.toys import Toy
    from phaselint.executor.soundness.model import Claim, Claims


def claimed(contract: Toy, bound: int = 1000) -> Claims:
    """Everything that is claimed of a toy."""
    found = exploration(RUNTIME, RunInput(), atlas(contract, bound))
    return claims(RUNTIME, contract, RUNTIME.elements(contract), (found,))


def told(contract: Toy, bound: int = 1000) -> list[str]:
    """What is left of the claims about a toy after folding, one line each."""
    return [line(each) for each in folded(claimed(contract, bound))]


def line(claim: Claim) -> str:
    """A claim in a line."""
    if isinstance(claim, Failure):
        certain = "always" if claim.certain else "sometimes"
        return f"{claim.fault.code} at {claim.phase} {certain}: {answers(claim.way.choices)}"
    if isinstance(claim, Unanswerable):
        return f"no answer at {claim.phase}: {answers(claim.way.choices)}"
    if isinstance(claim, Trap):
        result = "by a result" if claim.twin else "by a choice"
        return f"trap {' '.join(sorted(claim.phases))} {result}: {answers(claim.way.choices)}"
    if isinstance(claim, LimitExceeded):
        return f"{claim.element.label} needs {claim.amount}: {answers(claim.way.choices)}"
    if isinstance(claim, NoRun):
        return f"no run within {' '.join(each.name for each in claim.limits)}"
    if isinstance(claim, NeverDone):
        return "no run whose router obeys"
    return f"{claim.element.label} is never {claim.element.use}"
