"""A dialect's facts about a contract's graph that aren't in its machine: additions to phases and
transitions in a diagram."""

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
    """A transition that a contract names but its machine leaves out because no run takes it: from a
    phase to a phase, its trigger, and why it never happens, as a clause. `kind` is as for moves."""

    source: str
    target: str
    action: str
    why: str
    place: Place | None = None
    kind: str = ""


class Sketch(NamedTuple):
    """The additions of a diagram to a contract's machine. Phases are named, moves numbered.

    Attributes:
        machine: the graph for the rules, if options make it differ from that of the contract
        itself.
        unentered: phases that runs never enter although the machine has a path to them, each with
        the reason.
        unusable: phases that runs enter but that never succeed, each with the reason.
        dead: moves that no run takes although their guards allow them, each with the reason.
        closed: transitions outside the machine.
        bounds: the limits of runs within a phase, in a few words each.
        move_bounds: the limits of a move, in a few words ("at most 3 times").
        kinds: of moves that are drawn in a way of their own.
        lines: how ways of some kinds are drawn.
        astray: places with a transition to or from a phase that doesn't exist, each with that
        phase, so misspelled names appear in their place.
        limits: the limits of a whole run.
        known: whether the reachable phases are known. If not, because a name is misspelled or a
        part is unreadable, no phase is drawn as unreachable.
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
