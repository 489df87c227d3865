"""Whether some run does an act, with the limits of the contract: what tests a policy, and what runs
can still do where none does what `some-run` asks for."""

from __future__ import annotations

import operator
from functools import partial

from phaselint.behavior.searching import Way
from phaselint.behavior.spaces import spaces
from phaselint.dialects.acts import Act
from phaselint.dialects.records import OUTCOMES
from phaselint.policies.automaton import FIRST, FIRST_TRIED, SECOND, SECOND_TRIED, letter
from phaselint.vocabulary.cached_property import cached_property
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


class Attained:
    """What runs of a contract do, by choices that are no worse than some grade. `replays` makes a
    run without limits again as it is with them, or says that it is none."""

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
        ended = any(wanted(Act("end", kind)) for kind in OUTCOMES)
        if not self._runs.has_limits or not (numbers or ended):
            return bool(numbers)
        for space in self._spaces.free:
            way = self._way(space, numbers)
            if way is not None and self._replays(self._runs, space.setting, way, acts) is not None:
                return True
        met, complete = self._limited
        return not complete or any(wanted(acts[each]) for each in met)

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

    @cached_property
    def _limited(self) -> tuple[frozenset[int], bool]:
        """All acts that runs do with their limits, and whether these are all."""
        met: set[int] = set()
        complete = True
        for setting in range(len(self._runs.settings)):
            space = self._spaces.limited(setting)
            words = {space.opening}
            seen = {0}
            for state in (waiting := [0]):
                onward = space.onward(state) if len(seen) <= self._runs.bound else None
                if onward is None:
                    complete = False
                    break
                met.update(onward.offered)
                for word, target, grade in onward.steps:
                    if grade <= self._worst:
                        words.add(word)
                        if target not in seen:
                            seen.add(target)
                            waiting.append(target)
            met.update(each for word in words for each in self._spaces.words.words[word])
        return frozenset(met), complete


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
