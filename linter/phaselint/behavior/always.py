"""What holds of acts in all runs of a graph: sets of acts, found by two passes over its states."""

from __future__ import annotations

from collections import deque

from phaselint.behavior.deeds import Sure
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from phaselint.behavior.deeds import Deed, Graph


NOTHING = Sure(0, 0)


class Always(NamedTuple):
    """What all runs of a graph have in common; sets of acts are bits.

    Attributes:
        occurring: acts that some run does.
        before: for each act, what has been done in every run when it is done; all for one that
            no run does.
        repeated: acts that some run does more than once.
        together: for each act, what some run does as well, before it or after it.
        completed: what every run has done that completes by fair choices; none where no run does.
    """

    occurring: int
    before: tuple[int, ...]
    repeated: int
    together: tuple[int, ...]
    completed: int | None


def always(graph: Graph, size: int, completions: int) -> Always:
    """What holds in all runs of a graph over so many acts, some of which mean that a run has
    completed."""
    every = (1 << size) - 1
    surely = _surely(graph, fair=False)
    later = _later(graph)
    before = [every] * size
    together = [0] * size
    occurring = repeated = 0
    for deed, known, rest in _deeds(graph, surely, later):
        occurring |= deed.tried
        repeated |= deed.twice | (deed.tried & rest)
        for number, counts, thread in deed.parts:
            before[number] &= known.of(thread)
            known = known.then(number, counts, thread)  # noqa: PLW2901 - act by act
            together[number] |= deed.tried | rest
    for state, (offered, sure) in enumerate(zip(graph.offered, surely, strict=True)):
        if sure is None:
            continue
        for number, thread in offered:
            occurring |= 1 << number
            repeated |= 1 << number
            before[number] &= sure.of(thread)
            together[number] |= later[state]
    return Always(
        occurring,
        tuple(before),
        repeated,
        _symmetric(together),
        _completed(graph, completions),
    )


def beginning(graph: Graph) -> int:
    """What every run begins with: what is done before the first choice and by any first one."""
    first: dict[int, list[int]] = {state: [] for _, state in graph.starts}
    for source, deed, _, _ in graph.steps:
        if source in first:
            first[source].append(deed.done)
    found = -1
    for deed, state in graph.starts:
        for done in first[state] or (0,):
            found &= deed.done | done
    return found


def members(bits: int) -> Iterator[int]:
    """The numbers in a set."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def _deeds(
    graph: Graph, surely: Sequence[Sure | None], later: Sequence[int]
) -> Iterator[tuple[Deed, Sure, int]]:
    """What is done at once somewhere, with what was surely done before and may be done after."""
    for deed, state in graph.starts:
        yield deed, NOTHING, later[state]
    for source, deed, target, _ in graph.steps:
        sure = surely[source]
        if sure is not None:
            yield deed, sure, later[target]


def _surely(graph: Graph, *, fair: bool) -> list[Sure | None]:
    """For each state what was done in every run to it; none for one that no run reaches."""
    out: list[list[tuple[Deed, int]]] = [[] for _ in graph.offered]
    for source, deed, target, is_fair in graph.steps:
        if is_fair or not fair:
            out[source].append((deed, target))
    found: list[Sure | None] = [None] * len(out)
    waiting: deque[int] = deque()
    queued = [False] * len(out)

    def meet(state: int, sure: Sure) -> None:
        old = found[state]
        new = sure if old is None else old.also(sure)
        if new != old:
            found[state] = new
            if not queued[state]:
                queued[state] = True
                waiting.append(state)

    for deed, state in graph.starts:
        meet(state, graph.after(NOTHING, deed))
    while waiting:
        state = waiting.popleft()
        queued[state] = False
        sure = found[state] or NOTHING
        for deed, target in out[state]:
            meet(target, graph.after(sure, deed))
    return found


def _later(graph: Graph) -> list[int]:
    """For each state what some run does from it on."""
    back: list[list[tuple[int, int]]] = [[] for _ in graph.offered]
    for source, deed, target, _ in graph.steps:
        back[target].append((source, deed.tried))
    found = [sum(1 << number for number in dict(each)) for each in graph.offered]
    waiting = deque(reversed(range(len(found))))
    queued = [True] * len(found)
    while waiting:
        state = waiting.popleft()
        queued[state] = False
        for source, tried in back[state]:
            new = found[source] | tried | found[state]
            if new != found[source]:
                found[source] = new
                if not queued[source]:
                    queued[source] = True
                    waiting.append(source)
    return found


def _symmetric(together: Iterable[int]) -> tuple[int, ...]:
    found = list(together)
    for number, others in enumerate(tuple(found)):
        for other in members(others):
            found[other] |= 1 << number
    return tuple(found)


def _completed(graph: Graph, completions: int) -> int | None:
    found: int | None = None
    for deed, sure in _fair(graph):
        if deed.done & completions:
            done = sure.all | deed.done
            found = done if found is None else found & done
    return found


def _fair(graph: Graph) -> Iterator[tuple[Deed, Sure]]:
    """What is done by fair choices, with what was surely done before by such."""
    surely = _surely(graph, fair=True)
    for deed, _ in graph.starts:
        yield deed, NOTHING
    for source, deed, _, fair in graph.steps:
        sure = surely[source]
        if fair and sure is not None:
            yield deed, sure
