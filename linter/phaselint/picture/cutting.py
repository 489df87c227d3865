"""Cutting films: to where a finding is shown, and to a length that somebody may watch."""

from __future__ import annotations

from phaselint.picture.model import Frame

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.picture.shots import Shot

MOST_FRAMES = 80
"""Frames of a film. Of a longer one those at its start and its end are shown; that it is a loop has
been seen by then."""


def cut_to(shots: Sequence[Shot], phase: str) -> tuple[Frame, ...] | None:
    """The frames of a run up to where it is in a phase for the last time, and what has happened
    there; all of them where no phase is named, and none where the run does not come there."""
    frames = tuple(shot.frame for shot in shots)
    if not phase:
        return frames
    last = max((number for number, each in enumerate(shots) if each.phase == phase), default=None)
    if last is None:
        return None
    kept = frames[: last + 1]
    if kept == frames or not shots[last + 1].left:
        return kept
    said, place = shots[last + 1].left, frames[last + 1].place
    return (*kept, frames[last]._replace(arrow=None, said=said, place=place))


def shortened(frames: Sequence[Frame]) -> tuple[Frame, ...]:
    """At most `MOST_FRAMES` frames; one of them says how many are left out."""
    over = len(frames) - MOST_FRAMES
    if over <= 0:
        return tuple(frames)
    half = MOST_FRAMES // 2
    gone = frames[half : half + over + 1]
    gap = Frame(gone[-1].node, said=(f"{len(gone)} steps of this run are left out",))
    return (*frames[:half], gap, *frames[half + len(gone) :])
