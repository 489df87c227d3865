"""Runs that the executor makes at random, and how far acts are those of some run: found by stepping
all states along the acts, without the automaton that logs are followed through."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from behavior.oracle import orders as every_order
from phaselint.behavior.acting import acts_of_opening, acts_of_step, telling
from phaselint.dialects.acts import OWNED

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator, Sequence

    from phaselint.behavior.runs import Runs
    from phaselint.dialects.acts import Act

    Word = tuple[str, str, str]

SILENT = ("turn", "end")
MOST_STEPS = 40


def word(act: Act) -> Word:
    """What an act is recognized by."""
    return (act.verb, act.subject, act.phase if act.verb in OWNED else act.target)


class Made(NamedTuple):
    """A run: what it did, and how it ended; empty for one that goes on."""

    acts: tuple[Act, ...]
    end: str


class Executor:
    """The runs of a contract, as a format with some verbs tells them."""

    def __init__(self, runs: Runs, shows: Callable[[Act], bool]) -> None:
        self.runtime = runs.runtime
        self._starts = runs.relaxed
        self._tell = telling(runs.runtime, runs.contract)
        self._shows = shows
        self._edges: dict[Any, list[tuple[Any, tuple[Act, ...]]]] = {}

    def _told(self, acts: Sequence[Act]) -> tuple[Act, ...]:
        return tuple(each for each in acts if each.verb not in SILENT and self._shows(each))

    def _out(self, state: Any) -> list[tuple[Any, tuple[Act, ...]]]:
        key = self.runtime.act_key(state)
        if key not in self._edges:
            found = {}
            for choice in self.runtime.act_choices(state):
                after, events = self.runtime.step(state, choice)
                acts = self._told(acts_of_step(self.runtime, self._tell, choice, events, after))
                found[self.runtime.act_key(after), acts] = (after, acts)
            self._edges[key] = list(found.values())
        return self._edges[key]

    def make(self, pick: random.Random) -> Made:
        """A run at random."""
        state = pick.choice(self._starts)
        done = list(acts_of_opening(self.runtime, self._tell, state))
        done = list(self._told(done))
        for _ in range(MOST_STEPS):
            if self.runtime.outcome(state).kind != "running":
                break
            offered = self._told(self.runtime.offered(state))
            while offered and pick.random() < 0.3:
                done.append(pick.choice(offered))
            edges = self._out(state)
            if not edges:
                break
            state, acts = pick.choice(edges)
            done += pick.choice(list(orders(acts)))
        outcome = self.runtime.outcome(state).kind
        return Made(tuple(done), "" if outcome == "running" else outcome)

    def leaves(self, acts: Sequence[Word], completed: bool) -> int | None:
        """The number of the first act that no run does after those before it; the count of acts
        where only the end is wrong, none where there is such a run."""
        far, over = 0, False
        waiting: list[tuple[Any, int]] = []
        seen = set()

        def reach(state: Any, at: int) -> None:
            key = (self.runtime.act_key(state), at)
            if key not in seen:
                seen.add(key)
                waiting.append((state, at))

        def along(state: Any, at: int, told: tuple[Act, ...]) -> None:
            nonlocal far
            for order in orders(told):
                count = 0
                while count < len(order) and at + count < len(acts):
                    if word(order[count]) != acts[at + count]:
                        break
                    count += 1
                far = max(far, at + count)
                if count == len(order):
                    reach(state, at + count)

        for start in self._starts:
            along(start, 0, self._told(acts_of_opening(self.runtime, self._tell, start)))
        while waiting:
            state, at = waiting.pop()
            running = self.runtime.outcome(state).kind == "running"
            over |= at == len(acts) and not running
            offers = self._told(self.runtime.offered(state)) if running else ()
            if at < len(acts) and acts[at] in map(word, offers):
                far = max(far, at + 1)
                reach(state, at + 1)
            for after, told in self._out(state):
                along(after, at, told)
        if far < len(acts):
            return far
        return None if over or not completed else len(acts)


def orders(acts: tuple[Act, ...]) -> Iterator[tuple[Act, ...]]:
    """The orders in which the acts of a step may happen: any for those of different threads."""
    if not any(each.thread for each in acts):
        yield acts
        return
    yield from dict.fromkeys(every_order(acts))
