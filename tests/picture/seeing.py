"""Contracts with what there is to see of them, for the tests of pictures; nothing is filmed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from phaselint.diagram.draw import draw
from phaselint.diagram.highlighting import Marker
from phaselint.dialects import dialect
from phaselint.dialects.options import Given, in_force, merge
from phaselint.linting.check import check
from phaselint.linting.discover import Finder
from phaselint.linting.task import Task
from phaselint.project.memory import DictReader
from phaselint_rules import RULES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.diagram.model import Drawing, Mark, Node, View
    from phaselint.dialects.base import Dialect, Facts, Target
    from phaselint.dialects.reader import Reader
    from phaselint.vocabulary.hit import Hit


class Seen(NamedTuple):
    """A contract: its facts, its graph, what all rules find in it, and what there is to see of
    that."""

    target: Target
    dialect: Dialect
    facts: Facts
    drawing: Drawing
    hits: tuple[Hit, ...]
    views: tuple[View, ...]

    def node(self, name: str) -> Node:
        """The node of a name."""
        [node] = [each for each in self.drawing.nodes if each.name == name]
        return node

    def view(self, rule: str) -> View:
        """What there is to see of the one finding of a rule."""
        [view] = [
            view for hit, view in zip(self.hits, self.views, strict=True) if hit.rule.name == rule
        ]
        return view

    def arrows(self) -> Iterator[str]:
        """The arrows in words: what takes them, what never does and why, and bounds."""
        names = [node.name for node in self.drawing.nodes]
        for arrow in self.drawing.arrows:
            line = "->" if arrow.taken else ".>"
            live = [action.name for action in arrow.actions if not action.dead]
            dead = [f"never {each.name}: {each.why}" for each in arrow.actions if each.dead]
            words = "; ".join((*live, *dead, *arrow.bounds))
            yield f"{names[arrow.source]} {line} {names[arrow.target]} ({words})"

    def marks(self, rule: str) -> list[str]:
        """The marks of the one finding of a rule, in words."""
        return [self._told(mark) for mark in self.view(rule).marks]

    def _told(self, mark: Mark) -> str:
        names = [node.name for node in self.drawing.nodes]
        if mark.node is not None:
            at = names[mark.node]
        else:
            arrow = self.drawing.arrows[mark.arrow or 0]
            at = f"{names[arrow.source]} -> {names[arrow.target]}"
        return f"{mark.sign} {at}" + (f": {mark.words}" if mark.words else "")

    def small(self, rule: str) -> list[str]:
        """The nodes of the small picture of the one finding of a rule."""
        return [self.drawing.nodes[number].name for number in self.view(rule).small]


def seen(target: Target, files: Mapping[str, str], **options: Any) -> Seen:
    """A contract in memory."""
    chosen = dialect(target.dialect)
    return _seen(chosen, DictReader(files), target, merge(chosen, {}, {}, options))


def seen_in(paths: Sequence[str], wanted: str = "") -> Iterator[Seen]:
    """The contracts behind some paths, without any configuration."""
    finder = Finder(RULES, wanted=wanted, config_file="", isolated=True, given=Given(()))
    for found in finder.discover(paths).found:
        given = found.workspace
        options = in_force(found.dialect, given.config.options, given.given)
        yield _seen(found.dialect, given.reader, found.target, options)


def _seen(chosen: Dialect, reader: Reader, target: Target, options: Mapping[str, Any]) -> Seen:
    checked = check(chosen, reader, target, Task(RULES.of((chosen.name,)), options))
    assert checked.facts is not None
    drawing = draw(chosen, checked.facts)
    marker = Marker(drawing)
    views = tuple(marker.view(hit.finding) for hit in checked.hits)
    return Seen(target, chosen, checked.facts, drawing=drawing, hits=checked.hits, views=views)
