"""How the executor shows what is wrong with the paths between stages (reference §6.10)."""

from __future__ import annotations

from phaselint.executor.proof import unproved, verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.executor.planning import PlannedRun
    from phaselint.vocabulary.finding import Proof

NO_WAY = unproved("no run reaches the stage")


def tried(driven: PlannedRun, holds: bool, otherwise: str = "the run takes another path") -> Proof:
    """The verdict on a finding that a run is to show if it goes the way that is meant; a way
    among several cannot be told from another by the stages alone."""
    return verdict(holds, driven.script, driven.left or otherwise)
