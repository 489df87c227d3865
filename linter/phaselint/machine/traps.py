"""Order traps: the smallest responses after which no run can finish (vesanor reference 5.3)."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from phaselint.machine.explore import Exploration
    from phaselint.machine.model import Response
    from phaselint.machine.steps import Index


class Trap(NamedTuple):
    """A set of actions that, given in a phase, can take away every path to a terminal phase.

    `steps` lists each step that does so: the number of the state before, the response and the
    number of the state after. A run to one of these states before and the response is a witness.
    """

    phase: int
    actions: frozenset[int]
    steps: tuple[tuple[int, Response, int], ...]


def traps(
    index: Index,
    exploration: Exploration,
    alive: Sequence[bool],
    leave_out: Collection[int] = (),
) -> tuple[Trap, ...]:
    """List the traps whose actions contain those of no other trap in the same phase.

    `exploration` is complete and `alive` its verdicts. Steps into the phases of `leave_out` are
    passed over; no run can finish from any of those. The result is sorted by phase and actions.
    """
    found: dict[int, dict[frozenset[int], list[tuple[int, Response, int]]]] = {}
    for source, row in enumerate(exploration.edges):
        if not alive[source]:
            continue
        for response, target in row:
            if alive[target] or exploration.states[target].phase in leave_out:
                continue
            actions = frozenset(index.machine.moves[move].action for move in response)
            rows = found.setdefault(exploration.states[source].phase, {})
            rows.setdefault(actions, []).append((source, response, target))
    return tuple(
        Trap(phase, actions, tuple(found[phase][actions]))
        for phase in sorted(found)
        for actions in _smallest(found[phase])
    )


def _smallest(sets: Collection[frozenset[int]]) -> list[frozenset[int]]:
    """Pick the sets without a proper subset among the others, in sorted order."""
    kept: list[frozenset[int]] = []
    for actions in sorted(sets, key=lambda item: (len(item), sorted(item))):
        if not any(other < actions for other in kept):
            kept.append(actions)
    return sorted(kept, key=sorted)
