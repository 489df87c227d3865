"""The states and steps that policies are searched in, with acts as numbers.

What is worked out here is shared by all policies of a contract: each distinct sequence of acts is a
word with a number, and a policy looks at each word once.
"""

from __future__ import annotations

from phaselint.behavior.acting import MILDEST_FIRST, Numbered, acts_of_opening, edges_from, telling
from phaselint.dialects.protocol import TooManyChoices
from phaselint.executor.explore import TOO_MANY
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.time_budget import OF_RUN, take

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from phaselint.behavior.acting import ActAtlas, ActEdge
    from phaselint.behavior.runs import Runs
    from phaselint.dialects.acts import Act


class Words:
    """Acts, and sequences of acts, by their numbers."""

    def __init__(self) -> None:
        self.acts: list[Act] = []
        self.words: list[tuple[int, ...]] = []
        self._acts: dict[Act, int] = {}
        self._words: dict[tuple[Act, ...], int] = {}

    def act(self, act: Act) -> int:
        """The number of an act; acts that differ in how they ended are two."""
        found = self._acts.setdefault(act, len(self.acts))
        if found == len(self.acts):
            self.acts.append(act)
        return found

    def word(self, acts: tuple[Act, ...]) -> int:
        """The number of a sequence of acts."""
        found = self._words.get(acts)
        if found is None:
            found = self._words[acts] = len(self.words)
            self.words.append(tuple(map(self.act, acts)))
        return found


class Onward(NamedTuple):
    """Where a state leads to.

    Attributes:
        steps: a word, a state, and how bad what is chosen is (0 is strict), for each edge.
        edges: the same edges.
        offered: the acts that may be done in the state at any time.
        ended: whether the run is over.
    """

    steps: tuple[tuple[int, int, int], ...]
    edges: tuple[ActEdge, ...]
    offered: tuple[int, ...]
    ended: bool


class Space:
    """What runs do from one start, with run-wide limits lifted, as an atlas has it."""

    def __init__(self, words: Words, atlas: ActAtlas, setting: int) -> None:
        self.setting = setting
        self.start = atlas.states[0]
        self.opening = words.word(atlas.opening)
        self.complete = atlas.complete
        self.reason = atlas.reason
        self.size = len(atlas.states)
        self._onward = [
            _onward(words, atlas.out[each], atlas.offered[each], ended=atlas.ended[each])
            for each in range(len(atlas.states))
        ]

    def onward(self, state: int) -> Onward | None:
        """Where a state leads to; none where that is not known."""
        return self._onward[state]


class Limited:
    """What runs do from one start with their limits, worked out where somebody asks."""

    def __init__(self, words: Words, runs: Runs, setting: int) -> None:
        self.setting = setting
        self.start = runs.starts[setting]
        self.complete = True
        self.reason = ""
        self._runtime = runs.runtime
        self._tell = telling(runs.runtime, runs.contract)
        self._words = words
        self.opening = words.word(acts_of_opening(runs.runtime, self._tell, self.start))
        self._met = Numbered(runs.runtime, self.start)
        self._onward: dict[int, Onward | None] = {}

    @property
    def size(self) -> int:
        """How many states are known."""
        return len(self._met.states)

    def onward(self, state: int) -> Onward | None:
        """Where a state leads to; none where there are too many choices, as `reason` says then."""
        if state not in self._onward:
            self._onward[state] = self._expanded(self._met.states[state], state)
        return self._onward[state]

    def _expanded(self, state: Any, number: int) -> Onward | None:
        runtime = self._runtime
        try:
            choices = runtime.act_choices(state)
        except TooManyChoices as error:
            self.complete, self.reason = False, str(error) or TOO_MANY
            return None
        take(OF_RUN * len(choices))
        edges = edges_from(runtime, self._tell, number, state, choices, self._met)
        ended = runtime.outcome(state).kind != "running"
        return _onward(self._words, edges, runtime.offered(state), ended=ended)


def _onward(
    words: Words, edges: tuple[ActEdge, ...], offered: Sequence[Act], *, ended: bool
) -> Onward:
    steps = tuple(
        (words.word(each.acts), each.target, MILDEST_FIRST.index(each.grade)) for each in edges
    )
    return Onward(steps, edges, () if ended else tuple(map(words.act, offered)), ended)


class Spaces:
    """The spaces of a contract: made once, for all its policies."""

    def __init__(self, runs: Runs) -> None:
        self._runs = runs
        self._limited: dict[int, Limited] = {}
        self._reachable: dict[int, frozenset[int]] = {}
        self.words = Words()
        self.free = tuple(
            Space(self.words, atlas, number) for number, atlas in enumerate(runs.atlases)
        )

    def limited(self, setting: int) -> Limited:
        """The space of a setting with its limits."""
        if setting not in self._limited:
            self._limited[setting] = Limited(self.words, self._runs, setting)
        return self._limited[setting]

    def reachable(self, worst: int) -> frozenset[int]:
        """All acts that some run does with its limits lifted, where choices are no worse."""
        if worst not in self._reachable:
            found: set[int] = set()
            for space in self.free:
                found |= _reachable(self.words, space, worst)
            self._reachable[worst] = frozenset(found)
        return self._reachable[worst]


def _reachable(words: Words, space: Space, worst: int) -> set[int]:
    met = {space.opening}
    acts: set[int] = set()
    seen = {0}
    waiting = [0]
    while waiting:
        onward = space.onward(waiting.pop())
        if onward is None:
            continue
        acts.update(onward.offered)
        for word, target, grade in onward.steps:
            if grade <= worst:
                met.add(word)
                if target not in seen:
                    seen.add(target)
                    waiting.append(target)
    for word in met:
        acts.update(words.words[word])
    return acts


def spaces(runs: Runs) -> Spaces:
    """The spaces of a contract's runs."""
    found: Spaces = runs.kept.get("spaces") or Spaces(runs)
    runs.kept["spaces"] = found
    return found
