"""Runs that a limit ends where they must not: a circle is gone round until it does."""

from __future__ import annotations

from collections import deque
from itertools import islice

from phaselint.behavior.acting import acts_of_step, telling
from phaselint.behavior.orders import TooMany
from phaselint.behavior.searching import Product, Way

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from phaselint.behavior.runs import Runs
    from phaselint.behavior.searching import Move, Node
    from phaselint.behavior.spaces import Space
    from phaselint.behavior.tracking import Tracker

MOST_CIRCLES = 3
"""How many circles are tried."""

MOST_TRIED = 50
"""From how many pairs a circle is looked for."""

MOST_STEPS = 2_000
"""How many steps of a run are made before it is said that no limit ends it."""


def pumped(runs: Runs, space: Space, tracker: Tracker, worst: int) -> Way | None:
    """A run with its limits that one of them ends while something is still demanded of it, as its
    replay does it; none where none was found, which proves nothing."""
    product = Product(space, tracker, worst, runs.bound)
    try:
        product.expand_all()
    except TooMany:
        return None
    for prefix, circle in islice(_circles(product, tracker), MOST_CIRCLES):
        way = _until_the_end(runs, space, tracker, prefix, circle)
        if way is not None:
            return way
    return None


def _circles(product: Product, tracker: Tracker) -> Iterator[tuple[Sequence[Move], Sequence[Move]]]:
    """Ways to pairs, and from there round to the same pair: first such circles on which a run must
    always go on, then others, which a limit may end in the middle of a step. Of pairs that have
    been on a circle no further one is told."""
    numbers = {node: number for number, node in enumerate(product.nodes)}
    inside = [n for n, node in enumerate(product.nodes) if tracker.must_go_on(node[1])]
    for among in (set(inside), set(numbers.values())):
        told: set[int] = set()
        for number in sorted(among)[:MOST_TRIED]:
            circle = None if number in told else _circle(product, among, numbers, number)
            if circle is not None:
                told |= circle[1]
                yield product.way_to(number), circle[0]


def _circle(
    product: Product, among: Collection[int], numbers: dict[Node, int], start: int
) -> tuple[Sequence[Move], set[int]] | None:
    """The steps of a shortest circle through a pair, and the pairs on it."""
    before: dict[int, tuple[int, Move]] = {}
    waiting = deque([start])
    while waiting:
        number = waiting.popleft()
        for node, move in product.following(number):
            target = numbers.get(node)
            if target is None or isinstance(move, int) or target in before or target not in among:
                continue
            before[target] = (number, move)
            if target == start:
                return _back(before, start)
            waiting.append(target)
    return None


def _back(before: dict[int, tuple[int, Move]], start: int) -> tuple[Sequence[Move], set[int]]:
    moves: list[Move] = []
    passed: set[int] = set()
    number = start
    while number not in passed:
        passed.add(number)
        number, move = before[number]
        moves.append(move)
    return moves[::-1], passed


def _until_the_end(
    runs: Runs,
    space: Space,
    tracker: Tracker,
    prefix: Sequence[Move],
    circle: Sequence[Move],
) -> Way | None:
    """The run by a way and a circle with its limits, if one of them ends it where it must not."""
    runtime = runs.runtime
    tell = telling(runtime, runs.contract)
    state = runs.starts[space.setting]
    configurations = tracker.after(tracker.start, space.opening)
    done: list[Move] = []
    for move in _round(prefix, circle):
        if isinstance(move, int):
            if tracker.words.acts[move] not in runtime.offered(state):
                return None
            done.append(move)
            configurations = _all(tracker.offered, configurations, move)
            continue
        choice = runtime.with_limits(move.choice)
        question = runtime.asks(state)
        if question is None or question.channel != choice.channel:
            return None
        after, events = runtime.step(state, choice)
        acts = acts_of_step(runtime, tell, choice, events, after)
        configurations = _all(tracker.after, configurations, tracker.words.word(acts))
        done.append(move._replace(choice=choice, acts=acts))
        state = after
        if runtime.outcome(state).kind != "running":
            must = any(map(tracker.must_go_on, configurations))
            return Way(tuple(done), at_end=True) if must else None
    return None


def _all(
    lead: Callable[[int, int], tuple[int, ...]], configurations: Sequence[int], done: int
) -> tuple[int, ...]:
    """The configurations that some lead to by what is done."""
    found = dict.fromkeys(each for one in configurations for each in lead(one, done) if each >= 0)
    return tuple(found)


def _round(prefix: Sequence[Move], circle: Sequence[Move]) -> Iterator[Move]:
    """The steps of a way, and then of a circle, again and again."""
    yield from prefix
    left = MOST_STEPS
    while circle and left > 0:
        yield from circle
        left -= len(circle)
