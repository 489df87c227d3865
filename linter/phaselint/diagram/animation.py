"""Runs as films: the script of a proof replayed moment by moment, or a witness retold.

A film shows what its finding says and nothing behind that: it ends in the phase in which the
witness ends, after what has happened there, however long the script goes on.
"""

from __future__ import annotations

from itertools import groupby

from phaselint.diagram.animation_trimming import cut_to, shortened
from phaselint.diagram.frames import Camera
from phaselint.diagram.model import Film
from phaselint.executor.scenario import play
from phaselint.executor.script import scenarios

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.diagram.frames import Shot
    from phaselint.diagram.model import Drawing
    from phaselint.dialects.records import Outcome
    from phaselint.executor.proof import ProofContext
    from phaselint.executor.replay import Run
    from phaselint.vocabulary.finding import Finding, WitnessStep

GOES_ON = "the run continues"
"""How a film ends that shows no more of a run than a finding is about."""

TOO_MUCH = "reconstructed, not run: runs of this contract exceed the limit for animations"
"""How a film ends for which no run is made, or not to its end."""

_ENDINGS = {
    "running": "the run waits for the next answer",
    "completed": "the run is completed",
    "failed": "the run fails",
    "refused": "no run starts",
    "error": "the run ends with an error",
    "cancelled": "the run is cancelled",
    "limit": "the run ends at a limit",
}


class Studio:
    """Makes films of runs of the contract on a bench.

    Args:
        lab: the bench.
        drawing: what nodes and arrows of frames are counted in.
    """

    def __init__(self, lab: ProofContext[Any], drawing: Drawing) -> None:
        self._lab = lab
        self._camera = Camera(lab.runtime, lab.facts.contract, drawing)

    def film(self, finding: Finding, script: Mapping[str, Any] | None) -> Film | None:
        """The film of a finding: of the last scenario of the script that shows it which ends where
        the witness does, else of the last that comes there. Where none does, the last one is shown
        as far as it goes the way of the witness, and the rest of that is retold, or all of it;
        where it has no run, the last scenario is shown to its end. None where there is no run at
        all."""
        steps = finding.witness.steps if finding.witness else ()
        end = _last_phase(steps)
        runs = [] if script is None else list(self._runs(script))
        films = [film for run in reversed(runs) if (film := self._filmed(run, end))]
        if films:
            return min(films, key=lambda film: film.ending == GOES_ON)
        if not steps:
            return self._filmed(runs[-1], "") if runs else None
        begun = self._begun(runs[-1], steps) if runs else None
        return begun or self.retold(finding, "")

    def retold(self, finding: Finding, ending: str) -> Film | None:
        """The film of a finding that has its witness alone; none where it has no run."""
        steps = finding.witness.steps if finding.witness else ()
        if not steps:
            return None
        return Film(shortened(tuple(self._camera.retold(steps))), ending, replayed=False)

    def _runs(self, script: Mapping[str, Any]) -> Iterator[Run[Any]]:
        lab = self._lab
        for scenario in scenarios(script):
            options = {**lab.options, **scenario.options}
            yield play(lab.runtime, lab.facts.contract, options, scenario).run

    def _filmed(self, run: Run[Any], end: str) -> Film | None:
        """A run up to a phase; none where it does not come there, or to no phase at all: a contract
        that is refused has no runs."""
        shots = tuple(self._camera.shots(run))
        kept = cut_to(shots, end)
        if kept is None or not any(shot.phase for shot in shots):
            return None
        return Film(shortened(kept), ending(run.outcome) if kept == shots else GOES_ON)

    def _begun(self, run: Run[Any], steps: Sequence[WitnessStep]) -> Film | None:
        """A run that goes the way of a witness and ends before it does, as at a limit, and then the
        rest of the witness; none where it goes another way, or none."""
        shots = tuple(self._camera.shots(run))
        gone = [phase for phase, _ in groupby(shot.phase for shot in shots)]
        told = _changes(steps)
        if not any(gone) or [steps[number].phase for number in told[: len(gone)]] != gone:
            return None
        rest = self._camera.retold(steps[told[len(gone)] :], gone[-1])
        return Film(shortened((*shots, *map(_not_run, rest))), ending(run.outcome))


def ending(outcome: Outcome) -> str:
    """How a run ended, in words."""
    said = _ENDINGS[outcome.kind]
    return f"{said}: {outcome.detail}" if outcome.detail else said


def _not_run(shot: Shot) -> Shot:
    """A step of a witness behind the end of a run."""
    said = tuple(f"not run: {line}" for line in shot.frame.said)
    return shot._replace(frame=shot.frame._replace(said=said))


def _changes(steps: Sequence[WitnessStep]) -> list[int]:
    """The numbers of the steps that reach another phase than the one before."""
    found: list[int] = []
    for number, step in enumerate(steps):
        if step.phase and (not found or steps[found[-1]].phase != step.phase):
            found.append(number)
    return found


def _last_phase(steps: Sequence[WitnessStep]) -> str:
    """The phase in which a witness ends; empty where it doesn't name phases."""
    return next((step.phase for step in reversed(steps) if step.phase), "")
