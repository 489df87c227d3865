"""What a dialect knows of the graph of a contract that its machine does not say: what there is to
write beside phases and ways in a picture of it."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Literal

    from phaselint.machine.model import Machine
    from phaselint.vocabulary.finding import Place

    Line = Literal["", "plain", "heavy", "dotted"]
    """How ways of a kind are drawn, where a picture has a legend for kinds: with such a line, and
    with the word of the kind beside it."""

UNHEEDED = "unheeded"
"""The kind of a way that some part of a contract names, and that the contract as a whole does not
have: it is in pictures alone."""


class Closed(NamedTuple):
    """A way that a contract names and that its machine leaves out since no run takes it: from a
    phase to a phase, what would take it, and why it never does, as a clause. `kind` is as those of
    moves."""

    source: str
    target: str
    action: str
    why: str
    place: Place | None = None
    kind: str = ""


class Sketch(NamedTuple):
    """What a picture of a contract says besides its machine. Phases are named, moves numbered.

    Attributes:
        machine: the graph that the rules ask about, where options make it another one than that of
            the contract alone.
        unentered: phases that runs never enter though the machine has a way to them, each with why.
        unusable: phases that runs enter and that never succeed, each with why.
        dead: moves that no run takes though their guards may let them, each with why.
        closed: ways that are not in the machine.
        bounds: what limits runs within a phase, a few words each.
        move_bounds: what limits a move, in a few words ("at most 3 times").
        kinds: of moves that are drawn in a way of their own.
        lines: how ways of some kinds are drawn.
        astray: places that name a way to or from a phase whose other end no phase has, each with
            that phase: a misspelt name is seen where it stands.
        limits: what limits a whole run.
        known: whether it is known where runs come. While it is not, since a name is misspelt or a
            part cannot be read, nothing is drawn as if none came there.
    """

    machine: Machine | None = None
    unentered: Mapping[str, str] = {}
    unusable: Mapping[str, str] = {}
    dead: Mapping[int, str] = {}
    closed: tuple[Closed, ...] = ()
    bounds: Mapping[str, tuple[str, ...]] = {}
    move_bounds: Mapping[int, str] = {}
    kinds: Mapping[int, str] = {}
    lines: Mapping[str, Line] = {}
    astray: tuple[tuple[str, Place], ...] = ()
    limits: tuple[str, ...] = ()
    known: bool = True
