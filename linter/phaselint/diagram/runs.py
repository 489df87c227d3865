"""The run of a witness, as a way through a drawing."""

from __future__ import annotations

import re
from itertools import pairwise

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from phaselint.diagram.legend import Legend
    from phaselint.vocabulary.finding import Witness, WitnessStep

WAYS = ("path_phases", "path", "nodes")
"""The keys of a witness under which its run may be, as phases one after another."""

NAME = re.compile(r"`([^`]*)`")
"""A name in a line for people."""


class Run(NamedTuple):
    """The nodes of a run, one after another, and the arrows that it takes."""

    nodes: tuple[int, ...] = ()
    arrows: tuple[int, ...] = ()


def run_of(legend: Legend, file: str, witness: Witness | None) -> Run:
    """The run of a witness as far as the drawing has it, by the phases that its steps say, or by
    those that its data list."""
    if witness is None:
        return Run()
    told = tuple(_steps_on_diagram(legend, witness.steps))
    nodes = tuple(node for node, _ in told) or _listed(legend, witness.data)
    arrows = [arrow for _, arrow in told if arrow is not None]
    arrows += legend.edges(file, witness.data.get("edges"))
    known = frozenset(arrows)
    for source, target in pairwise(nodes) if not told else ():
        between = legend.between(source, target)
        arrows += () if known.intersection(between) else between[:1]
    return Run(nodes, tuple(dict.fromkeys(arrows)))


def _steps_on_diagram(
    legend: Legend, steps: Sequence[WitnessStep]
) -> Iterator[tuple[int, int | None]]:
    """Each step of a run with the node it is in then, and the arrow by which it has come there."""
    here: int | None = None
    for step in steps:
        there = legend.number(step.phase) if step.phase else here
        if there is None:
            return
        between = () if here is None else legend.between(here, there)
        named = {arrow for name in NAME.findall(step.text) for arrow in legend.acting(name)}
        if step.place is not None:
            named.update(arrow for arrow, _ in legend.at(step.place)[1])
        meant = [arrow for arrow in between if arrow in named]
        moved = bool(step.phase) and here is not None
        yield there, next(iter(meant or (between if moved else ())), None)
        here = there


def _listed(legend: Legend, data: Any) -> tuple[int, ...]:
    """The nodes under the first key that lists one way through the drawing."""
    for key in WAYS:
        names = data.get(key)
        if isinstance(names, list) and names and all(isinstance(name, str) for name in names):
            numbers = [legend.number(name) for name in names]
            way = tuple(number for number in numbers if number is not None)
            joined = all(legend.between(*pair) for pair in pairwise(way))
            if len(way) == len(names) and joined:
                return way
    return ()
