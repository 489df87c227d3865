"""What every film of a finding has to be, whatever its contract."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from phaselint.diagram.animation_trimming import MOST_FRAMES
from phaselint.diagram.thumbnail import MOST
from phaselint.linting.request import Request
from phaselint.linting.run import run
from phaselint_rules import RULES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.diagram.model import Drawing, Film, Frame
    from phaselint.linting.result import Result
    from phaselint.vocabulary.diagnostic import Diagnostic


RAW = re.compile(r"\{['\"]|\b(?:True|False|None)\b|\b\w+=\w|\b[a-z]+[A-Z]\w*")
"""What no words of ours have: values and names of code, outside of backticks."""


def seen(*paths: str, dry_run: bool = False, jobs: int = 1) -> Result:
    """What there is to see of the contracts behind some paths."""
    request = Request(paths, dry_run=dry_run, isolated=True, pictures=True, jobs=jobs)
    return run(request, RULES)


def film_of(result: Result, name: str) -> tuple[Diagnostic, Film]:
    """The first finding of a rule, and its film. Raises LookupError where there is none."""
    for finding in result.findings:
        if finding.name == name and finding.view is not None and finding.view.film is not None:
            return finding, finding.view.film
    raise LookupError(name)


def end_of(finding: Diagnostic) -> str:
    """The phase in which the witness run of a finding ends; empty where it has none."""
    steps = finding.witness.steps if finding.witness else ()
    return next((step.phase for step in reversed(steps) if step.phase), "")


def nodes(drawing: Drawing, film: Film) -> list[str]:
    """The phases of a film's frames, by their names."""
    return ["" if each.node is None else drawing.nodes[each.node].name for each in film.frames]


def wrong(result: Result) -> Iterator[str]:
    """A line for each finding that has a graph but no view, or a witness run but no film that ends
    where it does; and for each film that is no walk through the drawing."""
    for finding in (*result.findings, *result.suppressed):
        drawing = result.drawings.get((finding.dialect, finding.contract))
        if finding.name == "internal-error":
            yield f"{finding.contract}: {finding.message}"
        if drawing is not None:
            yield from (
                f"{finding.contract}: {finding.name} {why}" for why in _wrong(finding, drawing)
            )


def _wrong(finding: Diagnostic, drawing: Drawing) -> Iterator[str]:
    if finding.view is None:
        yield "has no view"
        return
    film, end = finding.view.film, end_of(finding)
    if film is None:
        if end:
            yield "has a run and no film"
        return
    names = nodes(drawing, film)
    if end and names[-1] != end:
        yield f"ends in {end}, and its film in {names[-1]}"
    if len(names) > MOST_FRAMES:
        yield "has too long a film"
    passed = {frame.node for frame in film.frames if frame.node is not None}
    if len(finding.view.small) < MOST and not passed.issubset(finding.view.small):
        yield "plays outside of its small picture"
    yield from _wanders(film, drawing)
    yield from _mute(film)


def _wanders(film: Film, drawing: Drawing) -> Iterator[str]:
    """Frames that no way leads to from where the run was before, and places without a line."""
    before: set[int | None] = set()
    for number, frame in enumerate(film.frames):
        if frame.arrow is not None:
            arrow = drawing.arrows[frame.arrow]
            if arrow.target != frame.node or (before and arrow.source not in before):
                yield f"comes to frame {number} by another way"
        if frame.place is not None and frame.place.range is None:
            yield f"has no range for frame {number}"
        before.add(frame.node)


def _mute(film: Film) -> Iterator[str]:
    """Steps of which nothing is said; changes that are none, since the step before has said them;
    and changes that are told by values instead of words."""
    before: tuple[str, ...] = ()
    for number, frame in enumerate(film.frames):
        if not (frame.said or frame.changed):
            yield f"says nothing of frame {number}"
        if set(before) & set(frame.changed):
            yield f"says twice what has changed in frame {number}"
        yield from (f"has a raw value in frame {number}: {line}" for line in _raw(frame))
        before = frame.changed


def _raw(frame: Frame) -> Iterator[str]:
    for line in frame.changed:
        if RAW.search(re.sub(r"`[^`]*`", "", line.partition(" withheld: ")[0])):
            yield line
