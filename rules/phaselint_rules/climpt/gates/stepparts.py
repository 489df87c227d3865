"""What steps of the flow have, and what their address says about them (reference climpt §2.3)."""

from __future__ import annotations

from phaselint.dialects.climpt.spelling import FLAT
from phaselint_rules.climpt.form.blankkeys import PARTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.climpt.model import Kind, Step


def flow_members(step: Step) -> tuple[str, ...]:
    """What only steps of the flow have: the kind too, if others don't need it."""
    return (*PARTS, step.spelling.kind) if step.spelling.infers else PARTS


def kind_by_phase(step: Step) -> Kind:
    """The kind that the phase word of a step implies; empty if it implies none."""
    return step._replace(kind_given="", spelling=FLAT).kind
