"""Which responses an exploration has to look at (vesanor reference 5.3).

Where a machine is joint, a state may allow exponentially many responses. Two families of them
are enough, each for its own questions. Without `joint` both are the single moves.

*Atomic* responses: every legal response has the same effect as a sequence of atomic ones with
no further calls. Enough for the states that can be reached, the moves ever made, the fewest
calls, and the smallest responses that step into a trap.

*Wide* responses: every legal response leads to a state below the one some wide response leads
to. Enough for the fewest responses and for everything that is monotone
(`phaselint.machine.coverability`).
"""

from __future__ import annotations

from phaselint.machine.graph import components
from phaselint.machine.steps import STAYS, usable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.machine.model import Response, State
    from phaselint.machine.steps import Index

MOST_TOOLS = 12
"""How many moves may take part in one enumeration of sets (vesanor reference 5.3, bounds)."""

Responses = list[tuple[int, ...]]


def atomic(index: Index, state: State) -> Responses | None:
    """List the atomic responses of a state; none when too many moves take part.

    These are (a) each usable move alone, (b) the sets of moves without target that are strongly
    connected by bans, (c) for each target the sets of moves that lead there, with moves without
    target that ban, directly or through each other, one of them.

    In (c) a move that adds nothing that matters after the response is left out of every set of
    two or more, unless some move without target bans it: leaving it out of a legal response
    leaves a legal response with the same effect and fewer calls. So it does not take part in
    the enumeration and does not count towards its bound.
    """
    moves = usable(index, state)
    found: Responses = [(move,) for move in moves]
    if not index.machine.joint or len(moves) < 2:
        return found
    banners = _banners(index, moves)
    for knot in _knots(index, banners):
        if len(knot) > MOST_TOOLS:
            return None
        found += _knotted(index, knot)
    for target, movers in _by_target(index, moves).items():
        leading, helping = _participants(index, state, target, movers, banners)
        if len(leading) + len(helping) > MOST_TOOLS:
            return None
        found += _grounded(index, leading, helping)
    return found


def _banners(index: Index, moves: Sequence[int]) -> list[int]:
    """List the moves without target that ban a usable move: nobody else needs company."""
    actions = 0
    for move in moves:
        actions |= index.bit[move]
    return [move for move in moves if index.target[move] == STAYS and index.bans[move] & actions]


def _by_target(index: Index, moves: Sequence[int]) -> dict[int, list[int]]:
    """Sort the moves that have a target by it, in order."""
    movers: dict[int, list[int]] = {}
    for move in moves:
        if index.target[move] != STAYS:
            movers.setdefault(index.target[move], []).append(move)
    return movers


def _knots(index: Index, banners: Sequence[int]) -> list[list[int]]:
    """Find the sets of two or more moves that ban each other, directly or in a circle."""
    if len(banners) < 2:
        return []
    hits = _hits(index, banners)
    adj = [[other for other in range(len(banners)) if hit >> other & 1] for hit in hits]
    return [[banners[k] for k in knot] for knot in components(adj) if len(knot) > 1]


def _hits(index: Index, moves: Sequence[int]) -> list[int]:
    """Give for each move which of the moves it bans, as a bit set over positions."""
    return [
        sum(1 << k for k, other in enumerate(moves) if index.bans[move] & index.bit[other])
        for move in moves
    ]


def _knotted(index: Index, knot: Sequence[int]) -> Iterator[Response]:
    """Enumerate the strongly connected sets of two or more moves of a knot, for (b)."""
    hits = _hits(index, knot)
    hit_by = [sum(1 << k for k, hit in enumerate(hits) if hit >> i & 1) for i in range(len(knot))]
    for chosen in range(1, 1 << len(knot)):
        first = chosen & -chosen
        if chosen == first:
            continue
        if _leads_to(hits, chosen, first) and _leads_to(hit_by, chosen, first):
            yield _pick(knot, chosen)


def _leads_to(hits: Sequence[int], chosen: int, goal: int) -> bool:
    """Tell whether every chosen position reaches the goal positions within the chosen ones."""
    reached, rest = goal, chosen & ~goal
    while rest:
        near = sum(1 << k for k, hit in enumerate(hits) if rest >> k & 1 and hit & reached)
        if not near:
            return False
        reached |= near
        rest &= ~near
    return True


def _pick(moves: Sequence[int], chosen: int) -> Response:
    return tuple(sorted(move for k, move in enumerate(moves) if chosen >> k & 1))


def _participants(
    index: Index, state: State, target: int, movers: Sequence[int], banners: Sequence[int]
) -> tuple[list[int], list[int]]:
    """List the moves to the target and the moves without one that take part in (c)."""
    lacking = _lacking(index, state, target)
    rest = [move for move in banners if _adds(index, move, lacking)]
    reached = 0
    for move in movers:
        reached |= index.bit[move]
    helping: list[int] = []
    while near := [move for move in rest if index.bans[move] & reached]:
        helping += near
        rest = [move for move in rest if not index.bans[move] & reached]
        for move in near:
            reached |= index.bit[move]
    banned = 0
    for move in helping:
        banned |= index.bans[move]
    leading = [move for move in movers if index.bit[move] & banned or _adds(index, move, lacking)]
    return leading, helping


def _lacking(index: Index, state: State, after: int) -> tuple[int, int]:
    """Give the facts and the bans that matter in the phase after a response and are missing."""
    live = index.live
    return live.facts[after] & ~state.facts, live.bans[after] & ~state.bans


def _adds(index: Index, move: int, lacking: tuple[int, int]) -> bool:
    """Tell whether a move adds a fact or a ban of those that are lacking."""
    facts, bans = lacking
    return bool(index.gains[move] & facts or index.bans[move] & bans)


def _grounded(index: Index, leading: Sequence[int], helping: Sequence[int]) -> Iterator[Response]:
    """Enumerate the sets of two or more moves for (c): some lead on, the others ban those."""
    moves = [*leading, *helping]
    hits = _hits(index, moves)
    leads = (1 << len(leading)) - 1
    for chosen in range(1, 1 << len(moves)):
        if not chosen & leads or not chosen & (chosen - 1):
            continue
        if _leads_to(hits, chosen, chosen & leads):
            yield _pick(moves, chosen)


def wide(index: Index, state: State) -> Responses | None:
    """List the wide responses of a state; none when too many moves take part.

    For no target and for each target: all usable moves with that target or none that ban
    nothing new, together with each set of the others. A move that bans and neither gains
    anything new nor leads on is never worth its bans.
    """
    moves = usable(index, state)
    if not index.machine.joint:
        return [(move,) for move in moves]
    found: Responses = []
    for target in [STAYS, *_by_target(index, moves)]:
        after = state.phase if target == STAYS else target
        facts, bans = _lacking(index, state, after)
        free: list[int] = []
        costly: list[int] = []
        for move in moves:
            to = index.target[move]
            if to == target != STAYS or (to == STAYS and index.gains[move] & facts):
                (costly if index.bans[move] & bans else free).append(move)
        if len(costly) > MOST_TOOLS:
            return None
        if costly:
            found += _widened(index, target, free, costly)
        elif any(index.target[move] == target for move in free):  # mostly: a single one to list
            found.append(tuple(free))
    return found


def _widened(
    index: Index, target: int, free: Sequence[int], costly: Sequence[int]
) -> Iterator[Response]:
    """Enumerate all free moves with each set of costly ones, as far as some move leads on."""
    for chosen in range(1 << len(costly)):
        response = tuple(sorted((*free, *_pick(costly, chosen))))
        if any(index.target[move] == target for move in response):
            yield response
