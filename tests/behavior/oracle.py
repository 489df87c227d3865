"""Facts by enumeration: all runs of small act atlases, in every order of what has none."""

from __future__ import annotations

from itertools import permutations, product
from typing import TYPE_CHECKING, NamedTuple

from phaselint.behavior.acting import ActAtlas, ActEdge
from phaselint.dialects.acts import START, Act
from phaselint.dialects.records import Choice

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable, Iterator, Sequence

    from phaselint.dialects.records import Grade

    Key = tuple[str, ...]

    Run = tuple[tuple[Act, ...], bool]
    """What a run does, and whether nothing hostile is chosen in it."""

NAMES = ("a", "b", "c", "d")
DONE = Act("end", "completed")
CHOICE = Choice("model", None)


def random_atlas(pick: random.Random, count: int = 3) -> ActAtlas:
    """An act atlas of a few states, all reached; the last of them has ended."""
    last = count - 1
    pairs = [(pick.randrange(number), number) for number in range(1, count)]
    for _ in range(pick.randint(0, 2)):
        pairs.append((pick.randrange(max(last, 1)), pick.randrange(count)))
    pairs = [(source, target) for source, target in pairs if source != last]
    out: list[list[ActEdge]] = [[] for _ in range(count)]
    for source, target in pairs:
        acts = some_acts(pick, pick.choice((0, 1, 1, 2, 3)))
        if target == last:
            acts = (*acts, DONE)
        grade: Grade = pick.choice(("strict", "fair", "hostile"))
        out[source].append(ActEdge(source, CHOICE, target, acts, grade))
    reached = {0}
    for source, target in sorted(pairs):
        reached |= {target} if source in reached else set()
    offered = tuple(
        (Act("call", pick.choice(NAMES), ok="unknown"),) if pick.random() < 0.3 else ()
        for _ in range(count)
    )
    return ActAtlas(
        tuple(range(count)),
        (START, *some_acts(pick, pick.choice((0, 0, 1)))),
        tuple(map(tuple, out)),
        (*offered[:last], ()),
        tuple(number == last for number in range(count)),
        complete=True,
    )


def some_acts(pick: random.Random, count: int) -> tuple[Act, ...]:
    """Acts of one step; some of them side by side."""
    return tuple(
        Act(
            pick.choice(("call", "enter")),
            pick.choice(NAMES),
            ok=pick.choice(("yes", "yes", "yes", "no", "unknown")),
            thread=pick.choice((0, 0, 1, 2)),
        )
        for _ in range(count)
    )


def orders(acts: Sequence[Act]) -> Iterator[tuple[Act, ...]]:
    """All orders in which the acts of a step may happen."""
    for order in permutations(range(len(acts))):
        place = {number: at for at, number in enumerate(order)}
        if all(
            place[one] < place[two]
            for one in range(len(acts))
            for two in range(one + 1, len(acts))
            if ordered(acts[one], acts[two])
        ):
            yield tuple(acts[number] for number in order)


def ordered(one: Act, two: Act) -> bool:
    return not one.thread or not two.thread or one.thread == two.thread


def runs(atlas: ActAtlas, most: int) -> Iterator[Run]:
    """All runs of at most so many steps, and their beginnings; an offered call is a step."""
    steps: list[list[tuple[int, tuple[Act, ...], bool]]] = []
    for edges, offered, ended in zip(atlas.out, atlas.offered, atlas.ended, strict=True):
        own = [
            (edge.target, order, edge.grade != "hostile")
            for edge in edges
            for order in orders(edge.acts)
        ]
        calls = [] if ended else [(len(steps), (act,), True) for act in offered]
        steps.append([*own, *calls])
    waiting = [(0, order, True, 0) for order in orders(atlas.opening)]
    while waiting:
        state, acts, fair, length = waiting.pop()
        yield acts, fair
        if length < most:
            for target, more, mild in steps[state]:
                waiting.append((target, (*acts, *more), fair and mild, length + 1))


def holding(all_runs: Sequence[Run]) -> set[Key]:
    """The facts that hold in some runs, as `Fact.key` has them."""
    texts = sorted(
        {act.text for acts, _ in all_runs for act in acts if act.verb not in ("start", "end")}
    )
    found: set[Key] = set()
    found |= {("only-after", one, two) for one, two in product(texts, texts) if one != two}
    found |= {("never-both", one, two) for one in texts for two in texts if one < two}
    found |= {("at-most-once", one) for one in texts}
    completed = [acts for acts, fair in all_runs if fair and acts and acts[-1] == DONE]
    if completed:
        found |= {("every-run", one) for one in texts}
    for acts in completed:
        done = {act.text for act in acts if act.ok != "no"}
        found -= {("every-run", one) for one in texts if one not in done}
    for acts, _ in all_runs:
        found -= broken(acts, texts)
    return found


def broken(acts: Sequence[Act], texts: Sequence[str]) -> set[Key]:
    """The facts but `every-run` that a run contradicts."""
    found: set[Key] = set()
    tried: list[str] = []
    done: set[str] = set()
    for act in acts:
        found |= {("only-after", act.text, other) for other in texts if other not in done}
        if act.text in tried:
            found.add(("at-most-once", act.text))
        found |= {("never-both", *sorted((act.text, other))) for other in tried}
        tried.append(act.text)
        done |= {act.text} if act.ok != "no" else set()
    return found


def normal(key: Key) -> Key:
    """A fact with the acts of a pair that has no order in one."""
    return (key[0], *sorted(key[1:])) if key[0] == "never-both" else key


def unrefuted(atlases: Sequence[ActAtlas], completions: Iterable[str]) -> set[Key]:
    """The facts that no run contradicts: for each a run that does is looked for by itself."""
    ends = {f"end {each}" for each in completions}
    graphs = [[*steps_of(atlas)] for atlas in atlases]
    every = [act for steps in graphs for step in steps for act in step.acts]
    texts = sorted({act.text for act in every if act.verb not in ("start", "turn", "end")})
    found: set[Key] = set()
    for one in texts:
        if not any(comes_again(steps, one) for steps in graphs):
            found.add(("at-most-once", one))
        completed = [each for steps in graphs for each in completing(steps, one, ends)]
        if completed and all(completed):
            found.add(("every-run", one))
        for two in texts:
            if one != two and not any(comes_first(steps, one, two) for steps in graphs):
                found.add(("only-after", one, two))
            if one < two and not any(meet(steps, one, two) for steps in graphs):
                found.add(("never-both", one, two))
    return found


class Way(NamedTuple):
    """A step of an atlas, by numbers of states; -1 is before the opening."""

    source: int
    acts: tuple[Act, ...]
    target: int
    fair: bool = True

    def tries(self, text: str) -> int:
        return sum(act.text == text for act in self.acts)

    def does(self, text: str) -> bool:
        return any(act.text == text and act.ok != "no" for act in self.acts)


def steps_of(atlas: ActAtlas) -> Iterator[Way]:
    yield Way(-1, atlas.opening, 0)
    for edges in atlas.out:
        for edge in edges:
            yield Way(edge.source, edge.acts, edge.target, edge.grade != "hostile")
    for number, (offered, ended) in enumerate(zip(atlas.offered, atlas.ended, strict=True)):
        for act in () if ended else offered:
            yield Way(number, (act,), number)


def reached(ways: Sequence[Way], first: int = -1) -> set[int]:
    """The states that some steps lead to from one."""
    found, grown = {first}, True
    while grown:
        size = len(found)
        found |= {each.target for each in ways if each.source in found}
        grown = len(found) > size
    return found


def comes_first(steps: Sequence[Way], one: str, two: str) -> bool:
    """Whether a run does the first without having done the second."""
    known = reached([each for each in steps if not each.does(two)])
    return any(each.source in known and may_be_first(each.acts, one, two) for each in steps)


def comes_again(steps: Sequence[Way], one: str) -> bool:
    return any(each.tries(one) > 1 for each in steps) or follows(steps, one, one)


def meet(steps: Sequence[Way], one: str, two: str) -> bool:
    """Whether a run does both."""
    at_once = any(each.tries(one) and each.tries(two) for each in steps)
    return at_once or follows(steps, one, two) or follows(steps, two, one)


def follows(steps: Sequence[Way], one: str, two: str) -> bool:
    """Whether a run does the second in a step after one with the first."""
    starts = {each.target for each in steps if each.tries(one)}
    sources = {each.source for each in steps if each.tries(two)}
    return any(reached(steps, start) & sources for start in starts)


def completing(steps: Sequence[Way], one: str, ends: set[str]) -> Iterator[bool]:
    """Whether runs that complete by fair choices have done an act: for each last step of one that
    there is, and of one that has not."""
    fair = [each for each in steps if each.fair]
    for known, seen in (
        (reached(fair), True),
        (reached([e for e in fair if not e.does(one)]), False),
    ):
        for each in fair:
            if each.source in known and any(map(each.does, ends)):
                yield seen or each.does(one)


def may_be_first(acts: Sequence[Act], one: str, other: str) -> bool:
    """Whether a step may do one act before it has done another."""
    return any(
        act.text == one
        and not any(
            done.text == other and done.ok != "no" and precedes(acts, earlier, number)
            for earlier, done in enumerate(acts)
        )
        for number, act in enumerate(acts)
    )


def precedes(acts: Sequence[Act], one: int, two: int) -> bool:
    """Whether an act of a step is before another in every order."""
    if one >= two:
        return False
    between = any(not act.thread for act in acts[one + 1 : two])
    return between or ordered(acts[one], acts[two])
