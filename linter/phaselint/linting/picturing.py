"""What there is to see of one contract: its graph, and each finding in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.linting.defects import THE_FINDINGS
from phaselint.picture.draw import draw
from phaselint.picture.marking import mark

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.linting.executed import Studied
    from phaselint.picture.model import Drawing
    from phaselint.vocabulary.diagnostic import Hit


def pictured(studied: Studied, hits: Sequence[Hit]) -> tuple[Sequence[Hit], Drawing | None]:
    """What was found, with what there is to see of it, and the graph; without both where there is
    no graph. What fails is noted, and is not there to see."""
    drawing: Drawing | None = None
    with studied.defects.caught(THE_FINDINGS):
        drawing = draw(studied.dialect, studied.facts, studied.task.bound)
    if drawing is None or not drawing.nodes:
        return hits, None
    return [_viewed(studied, drawing, hit) for hit in hits], drawing


def _viewed(studied: Studied, drawing: Drawing, hit: Hit) -> Hit:
    with studied.defects.caught(THE_FINDINGS):
        return hit._replace(view=mark(drawing, hit.finding))
    return hit
