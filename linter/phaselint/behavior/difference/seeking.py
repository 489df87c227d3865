"""The shortest run of a net that shows something."""

from __future__ import annotations

from collections import deque

from phaselint.behavior.difference.words import wellness

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from phaselint.behavior.acting import ActEdge
    from phaselint.behavior.difference.net import Net
    from phaselint.behavior.difference.words import Word

    Memory = int
    """What a search remembers of a run."""

    Read = Callable[[Memory, str], Memory]
    Here = tuple[int, Memory]


def any_edge(_edge: ActEdge) -> bool:
    """Allows all steps."""
    return True


def shortest(
    net: Net, read: Read, wanted: Memory, allowed: Callable[[ActEdge], bool] = any_edge
) -> Word:
    """A shortest run after which a certain memory is left, one in which things go well; empty where
    there is none.

    Args:
        read: what is remembered after a letter; runs after which that is negative are given up.
        allowed: the steps that count.
    """
    first = [(node, 0) for node in net.starts]
    came: dict[Here, tuple[Here, str] | None] = dict.fromkeys(first)
    waiting = deque(first)
    while waiting:
        here = waiting.popleft()
        for there, letter in _next(net, here, read, allowed):
            if there in came or there[1] < 0:
                continue
            came[there] = (here, letter)
            if there[1] == wanted:
                return _word(came, there)
            waiting.append(there)
    return ()


def _next(
    net: Net, here: Here, read: Read, allowed: Callable[[ActEdge], bool]
) -> Iterator[tuple[Here, str]]:
    node, memory = here
    for arrow in net.silent[node]:
        if arrow.edge is None or allowed(arrow.edge):
            yield (arrow.target, memory), ""
    for letter, arrows in sorted(net.moves[node].items(), key=lambda each: wellness(each[0])):
        for arrow in arrows:
            if arrow.edge is None or allowed(arrow.edge):
                yield (arrow.target, read(memory, letter)), letter


def _word(came: Mapping[Here, tuple[Here, str] | None], last: Here) -> Word:
    letters: list[str] = []
    step = came[last]
    while step is not None:
        here, letter = step
        letters += [letter] if letter else []
        step = came[here]
    return tuple(reversed(letters))
