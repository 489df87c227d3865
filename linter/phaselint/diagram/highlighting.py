"""A finding as marks in the graph of its contract: what it is about, the run that shows it, where
runs get stuck, and what of the paths out is closed.

What a finding is about is read from its place and from its witness: the keys of witnesses are the
same in all dialects, and what they name is looked up in the drawing.
"""

from __future__ import annotations

from phaselint.diagram.legend import Legend
from phaselint.diagram.model import Mark, View
from phaselint.diagram.runs import Run, run_of
from phaselint.diagram.stuck import blocked, members
from phaselint.diagram.thumbnail import small

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.diagram.model import Drawing
    from phaselint.vocabulary.finding import Finding, Place

SUBJECTS = ("phase", "step", "node", "stage", "steps", "stages", "others", "phases")
"""The keys of a witness for the phases that a finding is about."""

ENDS = ("target", "targets", "join", "next", "siblings", "branches", "meet")
"""The keys for the phases to which ways lead that it is about."""

ACTIONS = ("tool", "tools", "cycle")
"""The keys for the actions that it is about."""

EDGES = ("edge", "fork", "cycle_edges")
"""The keys for ways that it is about, as pairs of phases or as numbers in the list of edges."""


def mark(drawing: Drawing, finding: Finding) -> View:
    """What there is to see of one finding; see `Marker`, which is for many."""
    return Marker(drawing).view(finding)


class Marker:
    """Marks findings of the contract that a drawing shows. The files of their places are named as
    in the drawing."""

    def __init__(self, drawing: Drawing) -> None:
        self._drawing = drawing
        self._legend = Legend(drawing)

    def view(self, finding: Finding) -> View:
        """The marks of a finding and the nodes of a small picture of it; neither of a finding of
        which nothing is in the graph."""
        found = _Finding(self._drawing, self._legend, finding)
        marks = tuple(found.marks())
        return View(marks, small=small(self._drawing, self._legend, marks, found.named()))


class _Finding:
    """What one finding says, in the terms of a drawing."""

    def __init__(self, drawing: Drawing, legend: Legend, finding: Finding) -> None:
        self._drawing = drawing
        self._legend = legend
        self._finding = finding
        witness = finding.witness
        self._data: Mapping[str, Any] = witness.data if witness else {}
        self._run: Run = run_of(legend, finding.place.file, witness)
        self._stuck = members(legend, self._data)

    def named(self) -> Iterator[int]:
        """All nodes that its witness names."""
        for value in self._data.values():
            yield from self._legend.nodes(value)

    def marks(self) -> Iterator[Mark]:
        """Each mark once, in the order of what matters most."""
        seen = set()
        for found in self._all():
            key = (found.sign, found.node, found.arrow)
            if key not in seen:
                seen.add(key)
                yield found

    def _all(self) -> Iterator[Mark]:
        yield from self._subject()
        yield from (Mark("stuck", node=number) for number in self._stuck)
        witness = self._finding.witness
        for line in witness.blocked if witness else ():
            yield from blocked(self._drawing, self._legend, line, self._stuck)
        yield from self._limited()
        yield from (Mark("run", node=number) for number in self._run.nodes)
        yield from (Mark("run", arrow=number) for number in self._run.arrows)

    # --- what it is about -------------------------------------------------------------------------

    def _subject(self) -> Iterator[Mark]:
        found = [*self._about(), *self._at(self._finding.place)]
        if not found and not self._stuck:
            numbers = self._legend.nodes(self._data.get("reach"))
            found = [Mark("subject", node=number) for number in numbers]
        yield from found

    def _about(self) -> Iterator[Mark]:
        nodes = list(dict.fromkeys(self._subjects()))
        yield from map(self._node, nodes)
        ends = [number for key in ENDS for number in self._legend.nodes(self._data.get(key))]
        for source in nodes:
            for target in ends:
                yield from map(self._arrow, self._legend.between(source, target))
        yield from (self._node(end) for end in ends if not self._drawing.nodes[end].reachable)
        for key in ACTIONS:
            for name in self._legend.texts(self._data.get(key)):
                yield from self._acting(name, nodes)
        for key in EDGES:
            file = self._finding.place.file
            yield from map(self._arrow, self._legend.edges(file, self._data.get(key)))

    def _subjects(self) -> Iterator[int]:
        for key in dict.fromkeys((self._drawing.word, *SUBJECTS)):
            if key != "phases" or "limit" not in self._data:
                yield from self._legend.nodes(self._data.get(key))

    def _acting(self, name: str, among: Sequence[int]) -> Iterator[Mark]:
        """The arrows that an action takes; those out of some nodes where there are such."""
        arrows = self._legend.acting(name)
        near = [number for number in arrows if self._drawing.arrows[number].source in among]
        for number in near or arrows:
            yield self._arrow(number, name)

    def _at(self, place: Place) -> Iterator[Mark]:
        nodes, taken = self._legend.at(place)
        yield from map(self._node, nodes)
        # What is where a node does is of that node: a way that it has without more words.
        yield from () if nodes else (self._arrow(*each) for each in taken)

    def _node(self, number: int) -> Mark:
        """A node that is meant. Why runs do not reach it the drawing says."""
        return Mark("subject" if self._drawing.nodes[number].reachable else "dead", node=number)

    def _arrow(self, number: int, name: str = "") -> Mark:
        """An arrow that is meant, by an action of it or as a whole."""
        actions = self._drawing.arrows[number].actions
        dead = all(action.dead for action in actions if name in ("", action.name))
        gone = dead or "unnecessary" in self._finding.tags
        return Mark("dead" if gone else "subject", arrow=number)

    # --- what limits it ---------------------------------------------------------------------------

    def _limited(self) -> Iterator[Mark]:
        data = self._data
        if "limit" in data:
            for name, needed in _counted(data.get("phases")):
                for number in self._legend.nodes(name):
                    yield Mark("limit", node=number, words=f"needs {needed}")
            for name, needed in _counted(data.get("tools")):
                for number in self._legend.acting(name):
                    yield Mark("limit", arrow=number, words=f"needs {needed}")
        for number in self._legend.edges(self._finding.place.file, data.get("spent")):
            yield Mark("limit", arrow=number, words="used up")
        end = self._run.nodes[-1:]
        if "needed" in data:
            most = data.get("value", data.get("budget"))
            words = f"needs {data['needed']}, but there are {most}"
            yield from (Mark("limit", node=each, words=words) for each in end)
        elif "max_steps" in data:
            words = f"runs end after {data['max_steps']}"
            yield from (Mark("limit", node=each, words=words) for each in end)


def _counted(value: Any) -> Iterable[tuple[str, Any]]:
    return value.items() if isinstance(value, dict) else ()
