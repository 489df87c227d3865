"""What there is to see of one contract: its graph, and each finding in it with the run that shows
it."""

from __future__ import annotations

from phaselint.diagram.animation import TOO_MUCH, Studio
from phaselint.diagram.budget import OF_FILM, Budget, TooMuch
from phaselint.diagram.draw import draw
from phaselint.diagram.ghosts import CODE, haunted
from phaselint.diagram.highlighting import Marker
from phaselint.diagram.model import View
from phaselint.diagram.parts import readable
from phaselint.diagram.thumbnail import with_film
from phaselint.executor.proof import proof_context
from phaselint.executor.scripts import FAILED
from phaselint.linting.internal_errors import THE_FINDINGS
from phaselint.linting.proofs import MOST_PROOFS, verdict
from phaselint.vocabulary.step_budget import allowing, current
from phaselint.vocabulary.time_budget import waiting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.diagram.model import Drawing, Film
    from phaselint.linting.execution_result import Studied
    from phaselint.vocabulary.finding import Place
    from phaselint.vocabulary.hit import Hit


def pictured(studied: Studied, hits: Sequence[Hit]) -> tuple[Sequence[Hit], Drawing | None]:
    """The findings, with what there is to see of them, and the graph; without both if a
    graph is missing. What fails is noted, and isn't shown."""
    with studied.defects.caught(THE_FINDINGS):
        whole = draw(studied.dialect, studied.facts, studied.task.bound)
        if whole.nodes:
            marked = haunted(whole, tuple(_marked(studied, whole, hits)), _targets(studied, hits))
            drawing, views = readable(marked.drawing, marked.views)
            if not hits:
                return hits, drawing
            with allowing(current().renewed(engine=True)):
                budget = Budget(len(whole.nodes) + len(whole.arrows))
                return tuple(_Gallery(studied, drawing, budget).hung(hits, views)), drawing
    return hits, None


def _marked(studied: Studied, drawing: Drawing, hits: Sequence[Hit]) -> Iterator[View]:
    """What each finding marks in the graph."""
    marker = Marker(drawing)
    for hit in hits:
        view = View()
        with studied.defects.caught(THE_FINDINGS):
            view = marker.view(hit.finding)
        yield view


def _targets(studied: Studied, hits: Sequence[Hit]) -> dict[int, str]:
    """The names to which findings say that a reference points in vain, by their numbers."""
    found = {}
    for number, hit in enumerate(hits):
        place = hit.finding.place
        document = studied.reader.document(place.file) if hit.rule.code == CODE else None
        if document is not None and place.part == "value":
            name = document.text_of(place.pointer).strip("'\" ")
            if name and "\n" not in name:
                found[number] = name
    return found


class _Gallery:
    """Makes pictures of the findings in a contract, with films as far as a budget goes."""

    def __init__(self, studied: Studied, drawing: Drawing, budget: Budget) -> None:
        self._studied = studied
        self._drawing = drawing
        self._lab = proof_context(
            studied.dialect, studied.facts, studied.task.bound, studied.reader
        )
        self._studio = Studio(self._lab, drawing)
        self._budget = budget
        self._tried = 0

    def hung(self, hits: Sequence[Hit], views: Sequence[View]) -> Iterator[Hit]:
        """Each with its view, to which the film is added."""
        for hit, view in zip(hits, views, strict=True):
            yield hit._replace(view=self._filmed(hit, view))

    def _filmed(self, hit: Hit, view: View) -> View:
        with self._studied.defects.caught(THE_FINDINGS):
            return with_film(self._drawing, view._replace(film=self._film(hit)))
        return view

    def _film(self, hit: Hit) -> Film | None:
        try:
            with waiting(self._budget):
                self._budget.take(OF_FILM)
                return self._studio.film(hit.finding, self._script(hit))
        except TooMuch:
            return self._studio.retold(hit.finding, TOO_MUCH)

    def _script(self, hit: Hit) -> Mapping[str, Any] | None:
        """The script that shows a finding: the one that it is in, that of its proof, or of one that
        is made for the film alone, and of which nothing else is told."""
        if hit.rule.name == FAILED:
            return self._own_script(hit.finding.place)
        if hit.proof is not None:
            return hit.proof.script
        if hit.finding.waiver or hit.rule.prove is None or self._tried == MOST_PROOFS:
            return None
        self._tried += 1
        return verdict(self._lab, hit, self._studied.defects).script

    def _own_script(self, place: Place) -> Mapping[str, Any] | None:
        """The scenario around a place in a script next to the contract, which runs under the
        effective options."""
        document = self._studied.reader.document(place.file)
        if document is None:
            return None
        script = document.value
        options = {**self._studied.task.options, **script.get("options", {})}
        return {"options": options, "scenarios": [script["scenarios"][place.pointer[1]]]}
