"""Why the paths out of a stuck set are closed (core A.5, `blocked`)."""

from __future__ import annotations

from phaselint.machine.steps import usable
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from phaselint.machine.model import Response, State
    from phaselint.machine.steps import Index

DEPTH = 3
"""How far explanations follow missing facts to the moves that could produce them."""

NOT_IN_RUN = -1
"""The step of a ban that no response of the run has set."""


class Ban(NamedTuple):
    """A banned action, and the step of the run (from 0) and the move in it that banned it."""

    action: int
    step: int
    move: int


class Missing(NamedTuple):
    """A fact that does not hold, and why each move that gains it doesn't help.

    Without producers nothing in the machine gains the fact. Beyond the depth of explanations,
    and where a fact was met before, the producers are not followed further (`more`).
    """

    fact: int
    producers: tuple[Blocked, ...]
    more: bool = False


class Blocked(NamedTuple):
    """A move that cannot be made, and why.

    `away` means that its phase is not among those of the stuck set. With nothing missing, not
    banned and not away, a producer can be executed, but not before the fact is needed.
    """

    move: int
    missing: tuple[Missing, ...] = ()
    ban: Ban | None = None
    away: bool = False


def blocked(
    index: Index,
    stuck: Iterable[State],
    run: Sequence[Response] = (),
    targets: Collection[int] | None = None,
) -> tuple[Blocked, ...]:
    """Explain each move that would leave the phases of a stuck set, in the order of the moves.

    `stuck` are all states of the set or the maximal ones, `run` the responses that led there.
    With `targets` only moves to those phases are explained. Phases that no move leaves add
    nothing.
    """
    rows: dict[int, list[State]] = {}
    for state in stuck:
        rows.setdefault(state.phase, []).append(state)
    leaving = sorted(
        move for phase in rows for move in index.out[phase] if _wanted(index, move, rows)
    )
    return tuple(
        _Why(index, rows, run).explain(move, DEPTH)
        for move in leaving
        if targets is None or index.target[move] in targets
    )


def _wanted(index: Index, move: int, rows: Collection[int]) -> bool:
    target = index.machine.moves[move].target
    return target is not None and target not in rows


class _Why:
    """The stuck set and the run an explanation refers to, and the facts it has met."""

    def __init__(self, index: Index, rows: dict[int, list[State]], run: Sequence[Response]) -> None:
        self.index = index
        self.rows = rows
        self.run = run
        self.met: set[int] = set()

    def explain(self, move: int, depth: int) -> Blocked:
        """Say why a move cannot be made; follows missing facts to the given depth."""
        source = self.index.machine.moves[move].source
        row = self.rows.get(source)
        if row is None:
            return Blocked(move, away=True)
        if any(move in usable(self.index, state) for state in row):
            return Blocked(move)
        facts, banned = self._reasons(move, row)
        missing = tuple(self._missing(fact, depth) for fact in _members(facts))
        return Blocked(move, missing, self._ban(move) if banned else None)

    def _reasons(self, move: int, row: Sequence[State]) -> tuple[int, bool]:
        """Give the needs that no state of a row meets, and whether all ban the move.

        Where the states have nothing in common, any reason of any state counts.
        """
        needs, bit = self.index.needs[move], self.index.bit[move]
        lacking = [needs & ~state.facts for state in row]
        bans = [bool(bit & state.bans) for state in row]
        common = any_of = lacking[0]
        for facts in lacking:
            common &= facts
            any_of |= facts
        if common or all(bans):
            return common, all(bans)
        return any_of, any(bans)

    def _missing(self, fact: int, depth: int) -> Missing:
        moves = self.index.machine.moves
        producers = [move for move, parts in enumerate(moves) if parts.gains >> fact & 1]
        if producers and (depth == 0 or fact in self.met):
            return Missing(fact, (), more=True)
        self.met.add(fact)
        return Missing(fact, tuple(self.explain(move, depth - 1) for move in producers))

    def _ban(self, move: int) -> Ban:
        action = self.index.machine.moves[move].action
        for step, response in enumerate(self.run):
            for other in response:
                if self.index.bans[other] >> action & 1:
                    return Ban(action, step, other)
        return Ban(action, NOT_IN_RUN, NOT_IN_RUN)


def _members(bits: int) -> list[int]:
    return [number for number in range(bits.bit_length()) if bits >> number & 1]
