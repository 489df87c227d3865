"""The checker of what is said about routers that obey the conditions of a contract.

It walks through all runs of such routers once more, with all responses that the runtime calls legal
in addition to those that explorations try, and asks of each whether a router that obeys gives it.
It knows nothing of how the claims were made.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterator, Sequence
    from typing import Any

    from phaselint.dialects.protocol import Runtime
    from phaselint.dialects.records import Choice

MOST_STATES = 20_000
"""Beyond so many nothing is known."""


def check(
    runtime: Runtime[Any], starts: Sequence[Any], unused: Collection[Hashable], *, never_done: bool
) -> str | None:
    """What is wrong with the claim that no run from some starts uses any of some elements, or that
    none completes; empty where it holds, none where that takes too long to find out."""
    seen = {runtime.key(each) for each in starts}
    waiting = list(starts)
    if any(each in unused for start in starts for each in runtime.moves(runtime.opening(start))):
        return "a run begins with an element listed as unused"
    while waiting:
        state = waiting.pop()
        if never_done and runtime.outcome(state).kind in runtime.completions:
            return "a run with a router that obeys the conditions completes"
        for choice in _obedient(runtime, state):
            after, events = runtime.step(state, choice)
            used = next((each for each in runtime.moves(events) if each in unused), None)
            if used is not None:
                return f"a run with a router that obeys the conditions uses {used!r}"
            key = runtime.key(after)
            if key not in seen:
                seen.add(key)
                waiting.append(after)
        if len(seen) > MOST_STATES:
            return None
    return ""


def _obedient(runtime: Runtime[Any], state: Any) -> Iterator[Choice]:
    """The responses of a state to be followed."""
    found = [*runtime.choices(state), *(runtime.legal(state) or ())]
    return (each for each in found if runtime.keeps(state, each))
