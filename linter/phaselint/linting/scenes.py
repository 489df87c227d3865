"""The graph of a contract, and where the acts of real runs are in it."""

from __future__ import annotations

from phaselint.diagram.draw import draw
from phaselint.diagram.places import map_drawing, near
from phaselint.dialects.acts import OWNED
from phaselint.vocabulary.finding import CellLine
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from phaselint.diagram.model import Drawing
    from phaselint.dialects.acts import KnownAct
    from phaselint.dialects.base import Dialect, Facts
    from phaselint.project.reader import ProjectReader
    from phaselint.transcripts.deeds import Deed, TracedAct
    from phaselint.vocabulary.finding import Place

    Key = tuple[str, str, str]

STAYS = frozenset({"call", "start", "end", "turn", "follow"})
"""Acts that say nothing of the phase they are in where no agent does them."""


class Moment(NamedTuple):
    """An act of an episode.

    Attributes:
        at: where the log tells it.
        actor: the agent that does it; empty where the format has none.
        phase: the node of the graph that it happens in; empty where it isn't known.
        line: where the contract declares it.
    """

    deed: Deed
    at: str
    actor: str = ""
    phase: str = ""
    line: Place | None = None


class Scene(NamedTuple):
    """The graph of a contract, and where the acts of its runs are in it.

    Attributes:
        places: where the contract declares acts, by verb, name, and target, agent or phase.
        name: an agent's name as the contract has it.
        lines: the source lines around these places, by file and number.
    """

    drawing: Drawing
    places: Mapping[Key, Place]
    name: Callable[[str], str]
    lines: Mapping[str, Mapping[int, str]]

    def moment(self, act: TracedAct) -> Moment:
        """An act in the graph."""
        deed, actor = act.deed, self.name(act.actor)
        subject = self.name(deed.subject)
        owner = deed.target if deed.verb in OWNED else actor
        phase = owner or ("" if deed.verb in STAYS else subject)
        keys = ((deed.verb, subject, owner or deed.target), (deed.verb, subject, ""))
        line = next((self.places[each] for each in keys if each in self.places), None)
        return Moment(deed, act.place, act.actor, phase=phase, line=line)


def scene_of(
    dialect: Dialect,
    facts: Facts,
    known: Sequence[KnownAct],
    name: Callable[[str], str],
    reader: ProjectReader,
) -> Scene | None:
    """The scene of a contract, whose acts are `known` with their ranges; none without a graph."""
    drawing = draw(dialect, facts)
    if not drawing.nodes:
        return None
    places = _places(known)
    return Scene(
        map_drawing(drawing, lambda place: _ranged(place, reader)),
        places,
        name,
        _lines(places.values(), reader),
    )


def _ranged(place: Place, reader: ProjectReader) -> Place:
    """A place with its range."""
    document = None if place.range is not None else reader.document(place.file)
    if document is None:
        return place
    return place._replace(range=document.range(place.pointer, place.part))


def _lines(places: Iterable[Place], reader: ProjectReader) -> dict[str, dict[int, str]]:
    """The source lines around some places; those of notebooks are left out."""
    found: dict[str, dict[int, str]] = {}
    for each in places:
        document = reader.document(each.file)
        if document is None or each.range is None or isinstance(each.range.start.line, CellLine):
            continue
        lines = found.setdefault(each.file, {})
        source = document.text.split("\n")
        for number in near(each.range.start.line):
            if number <= len(source):
                lines[number] = source[number - 1].rstrip("\r")
    return found


def _places(known: Sequence[KnownAct]) -> dict[tuple[str, str, str], Place]:
    """Where acts are declared: by their targets or phases, and the first of each name alone."""
    found: dict[tuple[str, str, str], Place] = {}
    for each in known:
        act = each.act
        if each.place is not None:
            found.setdefault((act.verb, act.subject, ""), each.place)
            for more in (act.target, act.phase):
                found.setdefault((act.verb, act.subject, more), each.place)
    return found
