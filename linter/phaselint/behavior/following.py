"""Whether a sequence of acts is what a replayed run does, in an order that its threads allow.

Acts of one thread keep their order; those of different threads have none, in some dialects also
where they are of consecutive steps. An act of no thread is before or after all others, but for
`turn`, which says when a model was asked. In between a run may do what the runtime offers there,
any number of times; where a model is asked next, in its turn: after that act.
"""

from __future__ import annotations

from phaselint.dialects.acts import TURN
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Literal

    from phaselint.dialects.acts import Act, Name

    Followed = Literal["not", "a part", "to the end"]
    At = tuple[int, tuple[int, ...]]

MODEL = -1
"""The thread of turns, which are in none."""


class Stretch(NamedTuple):
    """Acts that are unordered but within their threads, and what the runtime offers meanwhile."""

    threads: tuple[tuple[Name, ...], ...]
    offered: frozenset[Name]

    def after(self, at: tuple[int, ...], name: Name) -> Iterator[tuple[int, ...]]:
        """How far threads may be after an act, given how far they were."""
        if name in self.offered:
            yield at
        for number, thread in enumerate(self.threads):
            if at[number] < len(thread) and thread[at[number]] == name:
                yield (*at[:number], at[number] + 1, *at[number + 1 :])

    def over(self, at: tuple[int, ...]) -> bool:
        """Whether all threads are through."""
        return all(here == len(thread) for here, thread in zip(at, self.threads, strict=True))


def follows(
    steps: Sequence[Sequence[Act]],
    offered: Sequence[frozenset[Name]],
    acts: Iterable[Name],
    *,
    spanning: bool = False,
) -> Followed:
    """Whether acts are those of a run, or the beginning of them.

    Args:
        steps: what the run does in its opening and in each step.
        offered: what the runtime offers after each of these.
        spanning: whether threads go on from step to step.
    """
    run = stretches(steps, offered, spanning=spanning)
    here = _closed(run, {_start(run, 0)})
    for name in acts:
        here = _closed(run, set(_after(run, here, name)))
        if not here:
            return "not"
    return "to the end" if (len(run), ()) in here else "a part"


def _start(run: Sequence[Stretch], number: int) -> At:
    return number, (0,) * len(run[number].threads) if number < len(run) else ()


def _closed(run: Sequence[Stretch], here: set[At]) -> set[At]:
    """Places in a run with those that are reached from them without an act."""
    waiting = list(here)
    while waiting:
        number, at = waiting.pop()
        if number < len(run) and run[number].over(at):
            following = _start(run, number + 1)
            if following not in here:
                here.add(following)
                waiting.append(following)
    return here


def _after(run: Sequence[Stretch], here: Iterable[At], name: Name) -> Iterator[At]:
    for number, at in here:
        if number < len(run):
            yield from ((number, each) for each in run[number].after(at, name))


def stretches(
    steps: Sequence[Sequence[Act]], offered: Sequence[frozenset[Name]], *, spanning: bool = False
) -> list[Stretch]:
    """A run as stretches of acts, each before the next."""
    found: list[Stretch] = []
    threads: dict[int, list[Name]] = {}
    meanwhile: frozenset[Name] = frozenset()

    def close() -> None:
        nonlocal threads, meanwhile
        if threads or meanwhile:
            found.append(Stretch(tuple(map(tuple, threads.values())), meanwhile))
        threads, meanwhile = {}, frozenset()

    def do(acts: Iterable[Act]) -> None:
        for act in acts:
            if act.thread == 0 and act.name != TURN.name:
                close()
                found.append(Stretch(((act.name,),), frozenset()))
            else:
                thread = act.thread or MODEL
                threads.setdefault(thread, []).append(act.name)
        if not spanning:
            close()

    free: frozenset[Name] = frozenset()
    for step, offers in zip(steps, offered, strict=False):
        turn = step[:1] if step and step[0].name == TURN.name else ()
        do(turn)
        meanwhile |= free
        do(step[len(turn) :])
        free = offers
    meanwhile |= free
    close()
    return found
