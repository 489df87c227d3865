"""Two contracts on the same answers, in every run of one of both."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

from phaselint.dialects.protocol import Runtime, TooManyChoices
from phaselint.vocabulary.time_budget import OF_RUN, take

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from phaselint.dialects.records import Choice

UNDECIDED = "not every run was compared: the bound is too low"


def first_difference(
    runtime: Runtime[Any], one: Any, other: Any, *, bound: int
) -> Sequence[Choice] | str | None:
    """The choices of a shortest run from one state that tells something other than from the other.

    Every choice that stands for others in one of both is taken in both. None where all runs tell
    the same and end alike; a reason where more than `bound` pairs of states are met, or a state
    has too many choices.
    """
    if tuple(runtime.opening(one)) != tuple(runtime.opening(other)):
        return ()
    known: set[Hashable] = {(runtime.key(one), runtime.key(other))}
    waiting: deque[tuple[Any, Any, tuple[Choice, ...]]] = deque([(one, other, ())])
    while waiting:
        left, right, way = waiting.popleft()
        if runtime.outcome(left) != runtime.outcome(right):
            return way
        try:
            choices = (*runtime.choices(left), *runtime.choices(right))
        except TooManyChoices as error:
            return error.reason or UNDECIDED
        for choice in choices:
            take(OF_RUN)
            (after, events), (beside, others) = (
                runtime.step(state, choice) for state in (left, right)
            )
            if events != others:
                return (*way, choice)
            key = (runtime.key(after), runtime.key(beside))
            if key not in known:
                if len(known) >= bound:
                    return UNDECIDED
                known.add(key)
                waiting.append((after, beside, (*way, choice)))
    return None
