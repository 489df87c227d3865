"""The records of a picture: a graph, what a finding marks in it, and the run that shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from phaselint.vocabulary.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.dialects.diagram_data import Line
    from phaselint.vocabulary.finding import Place

Standing = Literal["live", "unentered", "unusable", "missing"]
"""Whether runs reach a node: they do; none does; they do and it can never succeed; or there is no
such phase, and something only names it."""

Sign = Literal["subject", "run", "stuck", "blocked", "dead", "limit", "added", "gone"]
"""What a finding says about a node or an arrow: it is about it; its run passes it; runs get stuck
there; it would be a way out and is closed; nothing ever uses it; a limit ends runs there; of two
versions only the new one has it, or only the old one."""


class Node(NamedTuple):
    """A phase.

    Attributes:
        name: as the contract has it.
        initial: runs start there; `terminal`: they end there.
        standing: whether runs come there, as the analysis with all guards has it.
        why: why not, as a clause in words of the dialect; empty where they do.
        bounds: limits that the contract sets for it, in a few words each ("at most 3 visits").
        place: where it is declared, where that is known.
        astray: the places of paths to or from it that have no other end.
    """

    name: str
    initial: bool = False
    terminal: bool = False
    standing: Standing = "live"
    why: str = ""
    bounds: tuple[str, ...] = ()
    place: Place | None = None
    astray: tuple[Place, ...] = ()

    @property
    def reachable(self) -> bool:
        """Whether runs reach it."""
        return self.standing not in ("unentered", "missing")


class Action(NamedTuple):
    """What takes an arrow: a tool, an intent, a condition. `why` tells why it is never taken, as a
    clause; `dead` that it is."""

    name: str
    dead: bool = False
    why: str = ""
    place: Place | None = None


class Arrow(NamedTuple):
    """A way from node to node: indexes of nodes, and the actions that take it. One that is only
    declared and that nothing takes has no actions. `kind` tells apart ways that are drawn
    differently; empty for the common one. `line` is how, where the picture has a legend for it.
    `bounds` are as those of nodes."""

    source: int
    target: int
    actions: tuple[Action, ...] = ()
    kind: str = ""
    bounds: tuple[str, ...] = ()
    line: Line = ""

    @property
    def taken(self) -> bool:
        """Whether any run may take it."""
        return any(not action.dead for action in self.actions)


class Parallel(NamedTuple):
    """Nodes that run side by side once `source` is through; `join` runs when all have succeeded,
    and is none where it is not known. All are indexes of nodes."""

    source: int
    siblings: tuple[int, ...]
    join: int | None = None


class Drawing(NamedTuple):
    """The graph of a contract. `word` is what the dialect calls a node ("step"). `left_out` is a
    sentence that says what is not drawn where a contract is too large; empty where all is.
    `limits` are those that the contract sets for a whole run ("at most 8 calls")."""

    word: str
    nodes: tuple[Node, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    parallels: tuple[Parallel, ...] = ()
    left_out: str = ""
    limits: tuple[str, ...] = ()


class Mark(NamedTuple):
    """What a finding says about a node (`arrow` is none) or an arrow (`node` is none), both
    indexes, with a few words."""

    sign: Sign
    node: int | None = None
    arrow: int | None = None
    words: str = ""


class Frame(NamedTuple):
    """A moment of a run.

    Attributes:
        node: the index of the phase that the run is in now; none where it is in none.
        arrow: the index of the way it has come by; none where it stayed, and at the start.
        said: what has happened since the frame before, a line each.
        changed: what is different in the state since the frame before, a line each; in the first
        one what the state is.
        place: the line of the contract that makes this step possible.
    """

    node: int | None
    arrow: int | None = None
    said: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    place: Place | None = None


class Film(NamedTuple):
    """A run, moment by moment, the first before the first choice. `ending` is how it ended, in
    words. `replayed` tells whether an executor made it; otherwise it is retold from a witness."""

    frames: tuple[Frame, ...]
    ending: str = ""
    replayed: bool = True


class View(NamedTuple):
    """What there is to see of a finding in the graph of its contract: its marks, the run that
    shows it where there is one, and the nodes of a small picture of it."""

    marks: tuple[Mark, ...] = ()
    film: Film | None = None
    small: tuple[int, ...] = ()


def lines_of(drawing: Drawing) -> dict[str, Line]:
    """The legend of the kinds of arrows that a drawing has: each with its line."""
    return {arrow.kind: arrow.line for arrow in drawing.arrows if arrow.line}


def arrows_between(drawing: Drawing, nodes: Sequence[int]) -> tuple[int, ...]:
    """The indexes of the arrows of a drawing with both ends among some nodes."""
    among = frozenset(nodes)
    return tuple(
        number
        for number, arrow in enumerate(drawing.arrows)
        if arrow.source in among and arrow.target in among
    )
