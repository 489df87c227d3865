"""Facts by enumeration: all runs of small act atlases, in every order of what has none."""

from __future__ import annotations

from itertools import permutations, product
from typing import TYPE_CHECKING, NamedTuple

from phaselint.behavior.acting import ActAtlas, ActEdge
from phaselint.dialects.acts import START, TURN, Act
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
COMMON = ("start", "turn", "end")
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
        (Act("call", pick.choice(NAMES), ok="unknown", thread=pick.choice((0, 0, 1))),)
        if pick.random() < 0.3
        else ()
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
        TURN
        if pick.random() < 0.1
        else Act(
            pick.choice(("call", "enter")),
            pick.choice(NAMES),
            ok=pick.choice(("yes", "yes", "yes", "no", "unknown")),
            thread=pick.choice((0, 0, 1, 2)),
        )
        for _ in range(count)
    )


def runs(atlas: ActAtlas, most: int) -> Iterator[Run]:
    """All runs of at most so many steps, and their beginnings; an offered call is a step."""
    waiting = [(0, atlas.opening, True, 0)]
    while waiting:
        state, acts, fair, length = waiting.pop()
        yield acts, fair
        if length < most:
            for edge in atlas.out[state]:
                mild = fair and edge.grade != "hostile"
                waiting.append((edge.target, (*acts, *edge.acts), mild, length + 1))
            for act in () if atlas.ended[state] else atlas.offered[state]:
                waiting.append((state, (*acts, act), fair, length + 1))


def orders(acts: Sequence[Act]) -> Iterator[tuple[Act, ...]]:
    """All orders in which acts may happen, one by one."""
    for order in permutations(range(len(acts))):
        place = {number: at for at, number in enumerate(order)}
        if all(
            place[one] < place[two]
            for one in range(len(acts))
            for two in range(one + 1, len(acts))
            if not side_by_side(acts[one], acts[two])
        ):
            yield tuple(acts[number] for number in order)


def side_by_side(one: Act, two: Act) -> bool:
    """Whether two acts have no order of their own; `turn` puts none into others."""
    if "turn" in (one.verb, two.verb):
        return True
    return bool(one.thread and two.thread and one.thread != two.thread)


def holding(all_runs: Sequence[Run]) -> set[Key]:
    """The facts that hold in some runs, as `Fact.key` has them."""
    texts = sorted({act.text for acts, _ in all_runs for act in acts if act.verb not in COMMON})
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
    """The facts but `every-run` that a run contradicts, in some order of its acts."""
    found: set[Key] = set()
    tried: list[str] = []
    for number, act in enumerate(acts):
        before = {done.text for done in certain(acts, number) if done.ok != "no"}
        found |= {("only-after", act.text, other) for other in texts if other not in before}
        if act.text in tried:
            found.add(("at-most-once", act.text))
        found |= {("never-both", *sorted((act.text, other))) for other in tried}
        tried.append(act.text)
    return found


def certain(acts: Sequence[Act], number: int) -> list[Act]:
    """The acts of a run that are before one of it in every order."""
    before = {number}
    for earlier in range(number - 1, -1, -1):
        if any(not side_by_side(acts[earlier], acts[later]) for later in before):
            before.add(earlier)
    return [acts[each] for each in sorted(before - {number})]


def normal(key: Key) -> Key:
    """A fact with the acts of a pair that has no order in one."""
    return (key[0], *sorted(key[1:])) if key[0] == "never-both" else key


def unrefuted(
    atlases: Sequence[ActAtlas], completions: Iterable[str], *, spanning: bool = True
) -> set[Key]:
    """The facts that no run contradicts: for each act the runs are searched by themselves."""
    ends = {f"end {each}" for each in completions}
    graphs = [ways_of(atlas) for atlas in atlases]
    every = [act for ways in graphs for some in ways.values() for way in some for act in way.acts]
    texts = sorted({act.text for act in every if act.verb not in COMMON})
    found: set[Key] = set()
    for one in texts:
        beside: set[str] = set()
        late: set[str] = set()
        done: list[bool] = []
        again = False
        for ways in graphs:
            found_beside, found_again = met_after(ways, one)
            beside |= found_beside
            again = again or found_again
            late |= seen_without(ways, one, spanning=spanning)
            done += completed_with(ways, one, ends)
        found |= set() if again else {("at-most-once", one)}
        found |= {("every-run", one)} if done and all(done) else set()
        found |= {("only-after", two, one) for two in texts if two not in late}
        found |= {("apart", one, two) for two in texts if two not in beside}
    both = {key[1:] for key in found if key[0] == "apart"}
    found = {key for key in found if key[0] != "apart"}
    return found | {
        ("never-both", *pair) for pair in both if pair[0] < pair[1] and pair[::-1] in both
    }


class Way(NamedTuple):
    """A step of an atlas, by numbers of states; -1 is before the opening."""

    acts: tuple[Act, ...]
    target: int
    fair: bool = True

    def tries(self, text: str) -> int:
        return sum(act.text == text for act in self.acts)


Ways = dict[int, list[Way]]


def ways_of(atlas: ActAtlas) -> Ways:
    ways: Ways = {-1: [Way(atlas.opening, 0)]}
    for number, edges in enumerate(atlas.out):
        ways[number] = [Way(each.acts, each.target, each.grade != "hostile") for each in edges]
        offered = () if atlas.ended[number] else atlas.offered[number]
        ways[number] += [Way((act,), number) for act in offered]
    return ways


def met_after(ways: Ways, one: str) -> tuple[set[str], bool]:
    """What is done in a step with an act or after one, and whether it is itself done again."""
    waiting = [way for some in ways.values() for way in some if way.tries(one)]
    again = any(way.tries(one) > 1 for way in waiting)
    beside = {act.text for way in waiting for act in way.acts}
    reached: set[int] = set()
    while waiting:
        target = waiting.pop().target
        if target not in reached:
            reached.add(target)
            waiting += ways[target]
            again = again or any(way.tries(one) for way in ways[target])
            beside |= {act.text for way in ways[target] for act in way.acts}
    return beside, again


def seen_without(ways: Ways, one: str, *, spanning: bool) -> set[str]:
    """What some run does, in some order, without having done an act before it. Where that has been
    done, the runs go on with the threads that know of it, until it is before all that follows."""
    found: set[str] = set()
    start: tuple[int, frozenset[int]] = (-1, frozenset())
    known, waiting = {start}, [start]
    while waiting:
        state, threads = waiting.pop()
        for way in ways[state]:
            seen, after = walked(way.acts, threads, one)
            found |= seen
            if after and not spanning:
                continue
            if after is not None and (way.target, after) not in known:
                known.add((way.target, after))
                waiting.append((way.target, after))
    return found


def walked(
    acts: Sequence[Act], threads: frozenset[int], one: str
) -> tuple[set[str], frozenset[int] | None]:
    """The acts of a step that an act need not be before, and the threads that know of it then;
    none where all do."""
    seen: set[str] = set()
    for act in acts:
        if act.verb == "turn":
            continue
        does = act.text == one and act.ok != "no"
        if not (act.thread in threads if act.thread else threads):
            seen.add(act.text)
        if not act.thread and (threads or does):
            return seen, None
        threads |= {act.thread} if does else set()
    return seen, threads


def completed_with(ways: Ways, one: str, ends: set[str]) -> list[bool]:
    """For fair runs that complete, whether they have done an act; each of the two once."""
    start = (-1, False)
    known, waiting, found = {start}, [start], set()
    while waiting:
        state, done = waiting.pop()
        for way in ways[state]:
            if not way.fair:
                continue
            now = done or any(act.text == one and act.ok != "no" for act in way.acts)
            if any(way.tries(end) for end in ends):
                found.add(now)
            if (way.target, now) not in known:
                known.add((way.target, now))
                waiting.append((way.target, now))
    return sorted(found)


def graph(states: str, steps: Sequence[tuple[str, Act, str]]) -> ActAtlas:
    """An atlas with a state for each letter; in each step one act is done. That from nowhere is the
    opening. Runs end in the last state."""
    numbers = {name: number for number, name in enumerate(states)}
    out: list[list[ActEdge]] = [[] for _ in states]
    opening: tuple[Act, ...] = (START,)
    for source, act, target in steps:
        acts = (act, DONE) if target == states[-1] else (act,)
        if source:
            edge = ActEdge(numbers[source], CHOICE, numbers[target], (TURN, *acts), "strict")
            out[numbers[source]].append(edge)
        else:
            opening = (START, *acts)
    return ActAtlas(
        tuple(states),
        opening,
        tuple(map(tuple, out)),
        ((),) * len(states),
        tuple(name == states[-1] for name in states),
        complete=True,
    )
