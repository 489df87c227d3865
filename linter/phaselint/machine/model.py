"""The machine: a dialect-neutral guarded transition system (design §6, core A.2).

Sets of facts and actions are Python integers used as bit sets. A guard never asks that a fact
is absent or a ban present, so a state with more facts and fewer bans can do at least as much:
everything in this package rests on that order.
"""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.vocabulary.finding import Place


BOUND = 40_000
"""How many states a search expands unless told otherwise (design §6)."""


class Phase(NamedTuple):
    """A location of the machine; runs end in a terminal one."""

    name: str
    terminal: bool = False
    place: Place | None = None


class Move(NamedTuple):
    """A way to go on from a phase.

    `source` and `target` index `Machine.phases`; a target of none stays where it is and may be
    taken together with any other move. `action` indexes `Machine.actions`: what the model
    does. `needs` and `gains` are bit sets over `Machine.facts`, `bans` is one over
    `Machine.actions`: the actions forbidden from then on.
    """

    source: int
    target: int | None
    action: int
    needs: int = 0
    gains: int = 0
    bans: int = 0
    place: Place | None = None


class Fork(NamedTuple):
    """A phase that starts several others side by side; `join` runs when all have succeeded.

    All are indexes into `Machine.phases`; a join of none is not known.
    """

    source: int
    siblings: tuple[int, ...]
    join: int | None
    place: Place | None = None


class Machine(NamedTuple):
    """Phases, moves and where runs start.

    With `joint`, one response may take several moves of the current phase at once, as long as
    they have at most one target between them; conditions look at the state before the
    response. Without it, a response is a single move.

    `forks` say which moves belong together. The moves hold their serial reading, from the source
    to each sibling and from there to the join: what holds of ways holds of it too, since every
    sibling runs.
    """

    phases: tuple[Phase, ...]
    initial: tuple[int, ...]
    moves: tuple[Move, ...]
    actions: tuple[str, ...]
    facts: tuple[str, ...] = ()
    joint: bool = False
    forks: tuple[Fork, ...] = ()


class State(NamedTuple):
    """Where a run stands: a phase, the facts that hold, the actions that are banned."""

    phase: int
    facts: int = 0
    bans: int = 0


Response = tuple[int, ...]
"""What a run does at once: sorted indexes into `Machine.moves`, at least one."""
