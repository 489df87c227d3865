"""A finding as marks in the graph of its contract: what it is about, the run that shows it, where
runs get stuck, and what of the ways out is closed."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from phaselint.picture.model import Mark, View
from phaselint.picture.small import small

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from phaselint.picture.model import Drawing, Sign
    from phaselint.vocabulary.finding import Finding, Place

RUNS = ("path_phases", "path", "nodes")
"""The keys of a witness under which its run may be, as phases one after another."""

SUBJECTS = ("phase", "step", "node", "stage", "steps", "phases", "stages", "others")
"""The keys of a witness under which the phases may be that a finding is about."""

ACTIONS = ("tool", "tools")
"""The keys of a witness under which the actions may be that a finding is about."""

_NAME = re.compile(r"`([^`]*)`")


def mark(drawing: Drawing, finding: Finding) -> View:
    """What there is to see of a finding of the contract that a drawing shows. The files of its
    places are named as in the drawing; a finding of which nothing is in the graph has no marks."""
    marker = _Marker(drawing, finding)
    marks = tuple(marker.marks())
    return View(marks, small=small(drawing, marks))


class _Marker:
    """The names and places of a drawing, and what a finding says."""

    def __init__(self, drawing: Drawing, finding: Finding) -> None:
        self._drawing = drawing
        self._finding = finding
        witness = finding.witness
        self._data: Mapping[str, Any] = witness.data if witness else {}
        self._number = {node.name: n for n, node in reversed([*enumerate(drawing.nodes)])}
        self._between: dict[tuple[int, int], list[int]] = {}
        for number, arrow in enumerate(drawing.arrows):
            self._between.setdefault((arrow.source, arrow.target), []).append(number)

    def marks(self) -> Iterator[Mark]:
        """Each mark once, in the order of what matters most."""
        seen = set()
        for found in self._all():
            key = found[:3]
            if key not in seen:
                seen.add(key)
                yield found

    def _all(self) -> Iterator[Mark]:
        yield from self._subject()
        yield from self._stuck()
        yield from self._limited()
        yield from self._run()

    # --- what it is about -------------------------------------------------------------------------

    def _subject(self) -> Iterator[Mark]:
        nodes = self._drawing.nodes
        for number in self._about():
            lost = nodes[number].standing == "unentered"
            yield Mark("dead" if lost else "subject", node=number, words=nodes[number].why)
        yield from self._acting()
        yield from self._placed("subject", self._finding.place)

    def _about(self) -> Iterator[int]:
        keys = dict.fromkeys((self._drawing.word, *SUBJECTS))
        for key in keys:
            yield from self._named(self._data.get(key))

    def _acting(self) -> Iterator[Mark]:
        names = {name for key in ACTIONS for name in _texts(self._data.get(key))}
        if not names:
            return
        for number, arrow in enumerate(self._drawing.arrows):
            for action in arrow.actions:
                if action.name in names:
                    sign: Sign = "dead" if action.dead else "subject"
                    yield Mark(sign, arrow=number, words=action.why)

    def _placed(self, sign: Sign, place: Place) -> Iterator[Mark]:
        """Marks what stands at a place, or else what it is a part of."""
        nodes = enumerate(self._drawing.nodes)
        arrows = enumerate(self._drawing.arrows)
        found = [
            *((node.place, Mark(sign, node=number)) for number, node in nodes),
            *(
                (action.place, Mark(sign, arrow=number))
                for number, arrow in arrows
                for action in arrow.actions
            ),
        ]
        around = [(at, each) for at, each in found if at is not None and _within(place, at)]
        longest = max((len(at.pointer) for at, _ in around), default=0)
        yield from (each for at, each in around if len(at.pointer) == longest > 0)

    def _named(self, value: Any) -> Iterator[int]:
        """The nodes that a value names."""
        return (self._number[name] for name in _texts(value) if name in self._number)

    # --- where runs get stuck, and why ------------------------------------------------------------

    def _stuck(self) -> Iterator[Mark]:
        members = list(self._named(self._data.get("stuck")))
        yield from (Mark("stuck", node=number) for number in members)
        witness = self._finding.witness
        for line in witness.blocked if witness else ():
            yield from self._blocked(line, members)

    def _blocked(self, line: str, members: Sequence[int]) -> Iterator[Mark]:
        """The arrows that a line says are closed: it names where they begin, where they lead, and
        what takes them, as far as it has words for that, and then why."""
        said, _, why = line.partition(": ")
        names = _NAME.findall(said)
        ends = [self._number[name] for name in names if name in self._number]
        acting = {name for name in names if name not in self._number}
        sources = ends[:1] or members
        for number, arrow in enumerate(self._drawing.arrows):
            fits = arrow.source in sources and (not ends[1:] or arrow.target in ends[1:])
            named = {action.name for action in arrow.actions}
            if fits and (not acting or acting & named):
                within = arrow.target in members and arrow.source in members
                yield Mark("stuck" if within else "blocked", arrow=number, words=why or line)

    # --- what limits it ---------------------------------------------------------------------------

    def _limited(self) -> Iterator[Mark]:
        far = self._data.get("phases")
        if "limit" in self._data and isinstance(far, dict):
            for name, needed in far.items():
                for number in self._named(name):
                    yield Mark("limit", node=number, words=f"needs {needed}")

    # --- the run ----------------------------------------------------------------------------------

    def _run(self) -> Iterator[Mark]:
        way = next((way for key in RUNS if (way := self._way(key))), ())
        yield from (Mark("run", node=number) for number in way)
        for pair in pairwise(way):
            yield from (Mark("run", arrow=number) for number in self._between.get(pair, ())[:1])
        witness = self._finding.witness
        for step in witness.steps if witness else ():
            if step.place is not None:
                yield from self._placed("run", step.place)

    def _way(self, key: str) -> tuple[int, ...]:
        """The nodes under a key, if they are one way through the drawing."""
        names = self._data.get(key)
        if not isinstance(names, list) or not all(name in self._number for name in names):
            return ()
        way = tuple(self._number[name] for name in names)
        steps = pairwise(way)
        return way if all(pair in self._between for pair in steps) else ()


def _texts(value: Any) -> Iterable[str]:
    """The texts in a value of a witness: one, a list of them, or the keys of a mapping."""
    if isinstance(value, str):
        return (value,)
    if isinstance(value, (list, tuple, dict)):
        return tuple(each for each in value if isinstance(each, str))
    return ()


def _within(place: Place, around: Place) -> bool:
    """Whether a place is another, or a part of it."""
    size = len(around.pointer)
    return place.file == around.file and place.pointer[:size] == around.pointer
