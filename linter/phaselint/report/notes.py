"""What findings mark in a drawing, gathered by nodes and arrows, for formats that write next to
them."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from phaselint.diagram.model import Action, Arrow, Mark, Node, Sign
    from phaselint.vocabulary.diagnostic import Diagnostic

STRONGEST: tuple[Sign, ...] = ("stuck", "subject", "limit", "blocked", "dead", "run")
"""Which sign is drawn where there are several."""

RED, AMBER, BLUE, GREY = "#cf222e", "#bc4c00", "#0969da", "#888"

COLOURS: Mapping[Sign, str] = {
    "subject": RED,
    "stuck": RED,
    "limit": AMBER,
    "blocked": RED,
    "dead": GREY,
    "run": BLUE,
}

MOST_SAID = 4
"""So many findings are named next to a node or an arrow."""


class Note(NamedTuple):
    """A mark, and the finding that makes it by its number among those that are shown."""

    number: int
    finding: Diagnostic
    mark: Mark

    @property
    def text(self) -> str:
        """The finding and what it says there."""
        words = self.mark.words
        return f"{self.finding.name}: {words}" if words else self.finding.name


class Notes:
    """The notes of some findings at the nodes and arrows of the drawing that their views are of."""

    def __init__(self, findings: Iterable[Diagnostic]) -> None:
        self._nodes: dict[int, list[Note]] = {}
        self._arrows: dict[int, list[Note]] = {}
        for number, finding in enumerate(findings):
            for mark in finding.view.marks if finding.view else ():
                note = Note(number, finding, mark)
                if mark.node is not None:
                    self._nodes.setdefault(mark.node, []).append(note)
                if mark.arrow is not None:
                    self._arrows.setdefault(mark.arrow, []).append(note)

    def node(self, number: int) -> Sequence[Note]:
        """The notes at a node."""
        return self._nodes.get(number, ())

    def arrow(self, number: int) -> Sequence[Note]:
        """The notes at an arrow."""
        return self._arrows.get(number, ())


def strongest(notes: Iterable[Note]) -> Sign | None:
    """The sign that is drawn for some notes; none where there are none."""
    return min((note.mark.sign for note in notes), key=STRONGEST.index, default=None)


def said(notes: Iterable[Note]) -> Iterator[str]:
    """What is written for some notes: of runs, which pass, nothing."""
    texts = list(dict.fromkeys(note.text for note in notes if note.mark.sign != "run"))
    yield from texts[:MOST_SAID]
    if texts[MOST_SAID:]:
        yield f"and {len(texts) - MOST_SAID} more"


def node_lines(node: Node, notes: Iterable[Note]) -> tuple[str, ...]:
    """What is written below the name of a node: its bounds, why runs do not come there or to
    nothing there, and the notes."""
    return (*node.bounds, *((node.why,) if node.why else ()), *said(notes))


def _never(action: Action) -> str:
    return f"never {action.name}: {action.why}" if action.why else f"never {action.name}"


def arrow_lines(arrow: Arrow, notes: Iterable[Note]) -> tuple[str, ...]:
    """What is written at an arrow: its kind where that has a line of its own, what takes it, what
    bounds that, what never takes it and why, and the notes."""
    kind = arrow.kind if arrow.line else ""
    names = (action.name for action in arrow.actions if not action.dead)
    live = ", ".join(name for name in names if name != kind)
    bounds = ", ".join(arrow.bounds)
    taken = f"{live} ({bounds})" if live and bounds else live or bounds
    dead = (_never(action) for action in arrow.actions if action.dead)
    head = f"{kind}: {taken}" if kind and taken else kind or taken
    return tuple(line for line in (head, *dead, *said(notes)) if line)
