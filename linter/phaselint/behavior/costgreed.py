"""A run that costs as much as a limit allows, looked for where spending is cheapest."""

from __future__ import annotations

from heapq import heappop, heappush

from phaselint.behavior.costatlas import dearest, stepped
from phaselint.dialects.protocol import Runtime, TooManyChoices
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.time_budget import OF_RUN, take

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from phaselint.dialects.records import Choice

MOST = 500
"""How many states are expanded."""


class _Way(NamedTuple):
    """A state that a run gets to: what was spent, and by which last step from where."""

    state: Any
    spent: tuple[int, ...]
    choice: Choice | None = None
    before: _Way | None = None

    def choices(self) -> tuple[Choice, ...]:
        """What was chosen on the way."""
        found: list[Choice] = []
        way: _Way | None = self
        while way is not None and way.choice is not None:
            found.append(way.choice)
            way = way.before
        return tuple(reversed(found))


def spending(
    runtime: Runtime[Any], start: Any, begun: Sequence[int], unit: int, most: int
) -> tuple[Choice, ...] | None:
    """The choices of a run that costs `most` in a unit, given by its number; none where few states
    show none. Those come first where most of that was spent, and least of all else: this is what
    other limits are likely to count. `begun` is what is spent before the first choice."""
    first = _Way(start, tuple(begun))
    known = {runtime.act_key(start)}
    waiting = [(dearest(first.spent, unit), 0, first)]
    for _ in range(MOST):
        if not waiting:
            return None
        here = heappop(waiting)[-1]
        if here.spent[unit] >= most:
            return here.choices()
        try:
            choices = runtime.act_choices(here.state)
        except TooManyChoices:
            continue
        take(OF_RUN * len(choices))
        for choice in choices:
            after, spent = stepped(runtime, here.state, choice, here.spent)
            key = runtime.act_key(after)
            if key not in known:
                known.add(key)
                way = _Way(after, spent, choice, here)
                heappush(waiting, (dearest(spent, unit), -len(known), way))
    return None
