"""Whether some run does an act, with the limits of the contract: what tests a policy, and what runs
can still do where none does what `some-run` asks for."""

from __future__ import annotations

import operator
from functools import partial

from phaselint.behavior.hunting import beaten
from phaselint.behavior.searching import Way
from phaselint.behavior.spaces import spaces
from phaselint.dialects.acts import Act
from phaselint.policies.automaton import FIRST, FIRST_TRIED, SECOND, SECOND_TRIED, letter
from phaselint.vocabulary.suggest import suggest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping
    from typing import Protocol

    from phaselint.behavior.acting import ActEdge
    from phaselint.behavior.runs import Runs
    from phaselint.behavior.searching import Move
    from phaselint.behavior.spaces import Space
    from phaselint.policies.policy import Policy

    class Replays(Protocol):
        """See `phaselint.behavior.product.replayed`."""

        def __call__(
            self, runs: Runs, setting: int, way: Way, acts: list[Act], /
        ) -> object | None: ...


MOST_ENDED = 2_000
"""How many states of runs with limits are looked at for those that a limit ends."""


class Attained:
    """What runs of a contract do, by choices that are no worse than some grade. `replays` makes a
    run without limits again as it is with them, or says that there isn't one."""

    def __init__(self, runs: Runs, worst: int, replays: Replays) -> None:
        self._runs = runs
        self._worst = worst
        self._replays = replays
        self._spaces = spaces(runs)

    def is_tested(self, policy: Policy) -> bool:
        """Whether any run does what a policy is about; so too where that is not known."""
        if policy.shape in ("never", "every-run", "some-run") and not policy.scope:
            return True
        bits = [FIRST_TRIED]
        if policy.shape == "never-both":
            bits = [FIRST_TRIED, SECOND_TRIED]
        elif policy.scope in ("after", "between") or policy.shape == "every-run":
            bits = [SECOND]
        return all(self._is_done(partial(_fills, policy, bit)) for bit in bits)

    def nearest(self, policy: Policy) -> str:
        """The act that runs can still do and that is nearest to what `some-run` asks for."""
        for act in self._near(policy):
            if self._is_done(partial(operator.eq, act)):
                return act.text
        return ""

    def _near(self, policy: Policy) -> Iterator[Act]:
        """What runs do without limits, the nearest first: the same at another time, the phase that
        it is done in, another act there, one that is called alike."""
        acts = self._spaces.words.acts
        possible = [acts[each] for each in sorted(self._spaces.reachable(self._worst))]
        yield from (each for each in possible if letter(policy, each) & FIRST)
        known = [each.act for each in self._runs.known]
        asked = [act for act in known if any(each.matches(act) for each in policy.first)]
        phases = {each.phase for each in asked} - {""}
        for each in possible:
            if each.verb in ("enter", "reach") and each.subject in phases:
                yield each
        yield from (each for each in possible if each.phase in phases)
        by_text = {each.text: each for each in reversed(possible)}
        for near in filter(None, (suggest(each.text, by_text) for each in asked)):
            yield by_text[near]

    def _is_done(self, wanted: Callable[[Act], object]) -> bool:
        acts = self._spaces.words.acts
        reachable = self._spaces.reachable(self._worst)
        numbers = {each for each in reachable if wanted(acts[each])}
        ends = (Act("end", kind) for kind in self._runs.limit_ends)
        ended = any(map(wanted, (*ends, *self._runs.done_by_limits)))
        if not self._runs.has_limits or not (numbers or ended):
            return bool(numbers)
        for space in self._spaces.free:
            way = self._way(space, numbers)
            if way is not None and self._replays(self._runs, space.setting, way, acts) is not None:
                return True
        return any(self._is_met(space.setting, wanted, ended=ended) for space in self._spaces.free)

    def _way(self, space: Space, numbers: Collection[int]) -> Way | None:
        """A shortest run without limits to one of some acts."""
        words = self._spaces.words
        rows = space.rows(self._worst)
        if any(each in numbers for each in words.words[space.opening]):
            return Way(())
        parents: dict[int, tuple[int, ActEdge] | None] = {0: None}
        for state in (waiting := [0]):
            for act in space.offered[state]:
                if act in numbers:
                    return Way((*_path(parents, state), act))
            for word, target, edge in rows.steps[state]:
                if any(each in numbers for each in words.words[word]):
                    return Way((*_path(parents, state), edge))
                if target not in parents:
                    parents[target] = (state, edge)
                    waiting.append(target)
        return None

    def _is_met(self, setting: int, wanted: Callable[[Act], object], *, ended: bool) -> bool:
        """Whether runs from a start do an act with their limits; so too where that is not known.
        `ended`: whether it may be an end by a limit."""
        key = f"met {setting} {self._worst} {ended}"
        met: _Met = self._runs.kept.get(key) or _Met(self._runs, setting, self._worst, ended=ended)
        self._runs.kept[key] = met
        return met.has(wanted)


class _Met:
    """What runs from one start do with their limits, as far as somebody asks. States that have used
    more of each limit than others are left out, unless runs that limits end are asked for, and
    are `ended`."""

    def __init__(self, runs: Runs, setting: int, worst: int, *, ended: bool) -> None:
        self._space = spaces(runs).limited(setting)
        self._words = self._space.words
        self._worst = worst
        self._most = min(runs.bound, MOST_ENDED) if ended else runs.bound
        passed = beaten(runs.runtime, self._space)
        self._passed = (lambda *_: False) if ended else passed
        self._acts = dict.fromkeys(self._words.words[self._space.opening])
        self._seen = {0}
        self._waiting = [0]
        self._next = 0
        self._expanded = 0
        self._complete = True

    def has(self, wanted: Callable[[Act], object]) -> bool:
        """Whether some run does an act; so too where that is not known."""
        acts = self._words.acts
        if any(wanted(acts[each]) for each in self._acts):
            return True
        while self._next < len(self._waiting) and self._complete:
            fresh = [each for each in self._more() if each not in self._acts]
            self._acts.update(dict.fromkeys(fresh))
            if any(wanted(acts[each]) for each in fresh):
                return True
        return not self._complete

    def _more(self) -> Iterator[int]:
        """What is done in one more state, and by its steps."""
        state = self._waiting[self._next]
        self._next += 1
        if self._passed(state, 0):
            return
        self._expanded += 1
        onward = self._space.onward(state) if self._expanded <= self._most else None
        if onward is None:
            self._complete = False
            return
        yield from onward.offered
        for word, target, grade in onward.steps:
            if grade <= self._worst:
                yield from self._words.words[word]
                if target not in self._seen:
                    self._seen.add(target)
                    self._waiting.append(target)


def _fills(policy: Policy, bit: int, act: Act) -> int:
    """Whether an act fills a place of a policy."""
    return letter(policy, act) & bit


def _path(parents: Mapping[int, tuple[int, ActEdge] | None], state: int) -> tuple[Move, ...]:
    """The steps to a state."""
    moves: list[Move] = []
    parent = parents[state]
    while parent is not None:
        state, edge = parent
        moves.append(edge)
        parent = parents[state]
    return tuple(reversed(moves))
