"""Cutting films: to where a finding is shown, and to a length that somebody may watch."""

from __future__ import annotations

from phaselint.diagram.frames import Shot
from phaselint.diagram.model import Frame

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_FRAMES = 80
"""Frames of a film. Of a longer one those at its start and its end are shown; that it is a loop has
been seen by then."""


def cut_to(shots: Sequence[Shot], phase: str) -> tuple[Shot, ...] | None:
    """The shots of a run up to where it is in a phase for the last time, and what has happened
    there; all of them where no phase is named, and none where the run does not come there."""
    if not phase:
        return tuple(shots)
    last = max((number for number, each in enumerate(shots) if each.phase == phase), default=None)
    if last is None:
        return None
    kept = tuple(shots[: last + 1])
    if len(kept) == len(shots) or not shots[last + 1].left:
        return kept
    said, place = shots[last + 1].left, shots[last + 1].frame.place
    stays = shots[last].frame._replace(arrow=None, said=said, changed=(), place=place)
    return (*kept, Shot(stays, phase))


def shortened(shots: Sequence[Shot]) -> tuple[Frame, ...]:
    """The frames of shots, at most `MOST_FRAMES`; one of them says how many are left out."""
    over = len(shots) - MOST_FRAMES
    if over > 0:
        half = MOST_FRAMES // 2
        gone = shots[half : half + over + 1]
        gap = gone[-1]._replace(skipped=sum(shot.skipped or 1 for shot in gone))
        shots = (*shots[:half], gap, *shots[half + len(gone) :])
    return tuple(_gap(shot) if shot.skipped else shot.frame for shot in shots)


def _gap(shot: Shot) -> Frame:
    """What is shown in the place of shots that are left out."""
    return Frame(shot.frame.node, said=(f"{shot.skipped} steps of this run are left out",))
