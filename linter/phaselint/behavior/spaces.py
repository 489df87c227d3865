"""The states and steps that policies are searched in, with acts as numbers.

What is worked out here is shared by all policies of a contract: each distinct sequence of acts is a
word with a number, and a policy looks at each word once.
"""

from __future__ import annotations

from phaselint.behavior.acting import Numbered, acts_of_opening, edges_from, telling
from phaselint.dialects.protocol import TooManyChoices
from phaselint.dialects.records import MILDEST_FIRST
from phaselint.executor.explore import TOO_MANY
from phaselint.vocabulary.cached_property import cached_property
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.time_budget import OF_RUN, take

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable
    from typing import Any

    from phaselint.behavior.acting import ActAtlas, ActEdge
    from phaselint.behavior.runs import Runs
    from phaselint.dialects.acts import Act
    from phaselint.dialects.protocol import Runtime


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
    """

    steps: tuple[tuple[int, int, int], ...]
    edges: tuple[ActEdge, ...]
    offered: tuple[int, ...]


class Rows(NamedTuple):
    """The steps of a space whose choices are no worse than some grade, by the states that they
    begin in: what the searches for all policies of that grade go through.

    Attributes:
        steps: a word, a state and the edge, for each.
        targets: the states that steps lead to, each once.
        sources: the states in which some step begins, by its word.
    """

    steps: list[tuple[tuple[int, int, ActEdge], ...]]
    targets: list[tuple[int, ...]]
    sources: dict[int, list[int]]


class Space:
    """What runs do from one start, with run-wide limits lifted, as an atlas has it."""

    def __init__(self, words: Words, runtime: Runtime[Any], atlas: ActAtlas, setting: int) -> None:
        self.setting = setting
        self.states = atlas.states
        self.opening = words.word(atlas.opening)
        self.complete = atlas.complete
        self.reason = atlas.reason
        self.size = len(atlas.states)
        self.ended = atlas.ended
        self.offered: list[tuple[int, ...]] = []
        self._runtime = runtime
        self._steps: list[tuple[tuple[int, int, ActEdge], ...]] = []
        self._rows: dict[int, Rows] = {}
        for edges, offered, ended in zip(atlas.out, atlas.offered, atlas.ended, strict=True):
            self._steps.append(
                tuple([(words.word(edge.acts), edge.target, edge) for edge in edges])
            )
            self.offered.append(() if ended else tuple(map(words.act, offered)))

    def rows(self, worst: int) -> Rows:
        """The steps by choices that are no worse."""
        found = self._rows.get(worst)
        if found is None:
            mild = MILDEST_FIRST[: worst + 1]
            found = self._rows[worst] = _rows(
                [tuple(each for each in row if each[2].grade in mild) for row in self._steps]
            )
        return found

    def number(self, state: Any) -> int | None:
        """The number of a state of a run with limits, once these are lifted; none where no run
        without them reaches it."""
        return self._numbers.get(self._runtime.act_key(self._runtime.unlimited(state)))

    @cached_property
    def _numbers(self) -> dict[Hashable, int]:
        return {self._runtime.act_key(state): n for n, state in enumerate(self.states)}


def _rows(steps: list[tuple[tuple[int, int, ActEdge], ...]]) -> Rows:
    sources: dict[int, list[int]] = {}
    for source, row in enumerate(steps):
        for word, _, _ in row:
            sources.setdefault(word, []).append(source)
    targets = [tuple(dict.fromkeys([target for _, target, _ in row])) for row in steps]
    return Rows(steps, targets, sources)


class Limited:
    """What runs do from one start with their limits, worked out where somebody asks."""

    def __init__(self, words: Words, runs: Runs, setting: int) -> None:
        self.setting = setting
        self.complete = True
        self.reason = ""
        self._runtime = runs.runtime
        self._tell = telling(runs.runtime, runs.contract)
        self.words = words
        start = runs.starts[setting]
        self.opening = words.word(acts_of_opening(runs.runtime, self._tell, start))
        self._met = Numbered(runs.runtime, start)
        self._onward: dict[int, Onward | None] = {}

    @property
    def size(self) -> int:
        """How many states are known."""
        return len(self._met.states)

    def state(self, number: int) -> Any:
        """A state by its number."""
        return self._met.states[number]

    def has_ended(self, number: int) -> bool:
        """Whether a run is over in a state."""
        return self._runtime.outcome(self._met.states[number]).kind != "running"

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
        steps = tuple(
            (self.words.word(each.acts), each.target, MILDEST_FIRST.index(each.grade))
            for each in edges
        )
        offered = () if self.has_ended(number) else runtime.offered(state)
        return Onward(steps, edges, tuple(map(self.words.act, offered)))


class Spaces:
    """The spaces of a contract: made once, for all its policies."""

    def __init__(self, runs: Runs) -> None:
        self._runs = runs
        self._limited: dict[int, Limited] = {}
        self._reachable: dict[int, frozenset[int]] = {}
        self.words = Words()
        self.free = tuple(
            Space(self.words, runs.runtime, atlas, number)
            for number, atlas in enumerate(runs.atlases)
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
    rows = space.rows(worst)
    met = {space.opening}
    acts: set[int] = set()
    seen = {0}
    waiting = [0]
    while waiting:
        state = waiting.pop()
        acts.update(space.offered[state])
        for word, target, _ in rows.steps[state]:
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
