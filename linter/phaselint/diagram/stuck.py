"""Where runs get stuck in a drawing, and the paths out that are closed."""

from __future__ import annotations

from phaselint.diagram.model import Mark
from phaselint.diagram.runs import NAME

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.diagram.legend import Legend
    from phaselint.diagram.model import Drawing


def members(legend: Legend, data: Mapping[str, Any]) -> tuple[int, ...]:
    """The nodes that runs do not get out of towards an end: those that a witness says, or those of
    the cycle that it names where the drawing has no path from there to an end."""
    for key in ("stuck", "reached"):
        if key in data:
            return tuple(dict.fromkeys(legend.nodes(data[key])))
    round_ = tuple(dict.fromkeys(legend.nodes(data.get("cycle"))))
    return () if any(map(legend.ends, round_)) else round_


def blocked(drawing: Drawing, legend: Legend, line: str, stuck: Sequence[int]) -> Iterator[Mark]:
    """The marks of a line that says why paths out are closed: it names where they begin, where they
    lead and what takes them, as far as it has words for that, and after a colon why."""
    said, _, why = line.partition(": ")
    sources, targets, acting = _meant(legend, said)
    if not targets and not acting:
        sources, targets, acting = _meant(legend, line)
    inner, found = frozenset(stuck), False
    for number in (each for source in sources or stuck for each in legend.leaving(source)):
        arrow = drawing.arrows[number]
        named = not acting or any(action.name in acting for action in arrow.actions)
        if named and (not targets or arrow.target in targets):
            found = True
            inside = arrow.source in inner and arrow.target in inner
            yield Mark("stuck" if inside else "blocked", arrow=number, words=why or line)
    if not found:
        yield from (Mark("stuck", node=number, words=line) for number in sources)


def _meant(legend: Legend, text: str) -> tuple[list[int], list[int], set[str]]:
    """The node that a string names first, the others, and the actions."""
    names = NAME.findall(text)
    ends = [number for name in names if (number := legend.number(name)) is not None]
    acting = {name for name in names if legend.number(name) is None and legend.acting(name)}
    return ends[:1], ends[1:], acting
