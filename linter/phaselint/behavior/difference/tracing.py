"""The check of a claim that only one version has a run: the run is made again on the contract that
has it, with its limits, and all states of the other are stepped along its acts.

Neither looks at how the claim was found. The run is shown by its choices; what it does is read off
the replay. The other contract is stepped by its runtime, and no atlas or automaton is asked; only
what the runtime did in the very same state before isn't done again, up to `act_key`.
"""

from __future__ import annotations

from collections import deque

from phaselint.behavior.acting import acts_of_opening, acts_of_step, telling
from phaselint.behavior.difference.seeking import any_edge
from phaselint.behavior.difference.words import word
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.time_budget import OF_RUN, take

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
    from typing import Any

    from phaselint.behavior.acting import ActEdge, Taken, Way
    from phaselint.behavior.difference.net import Arrow, Net
    from phaselint.behavior.difference.words import Spelling, Word
    from phaselint.dialects.protocol import Runtime
    from phaselint.dialects.records import Choice
    from phaselint.executor.proof import ProofContext, RunInput
    from phaselint.executor.replay import Run

    Here = tuple[int, int]
    """A node, and how many letters of a word were read."""

    Pending = tuple["_Met", Word]
    """A state, and what the step into it still does."""


class Traced(NamedTuple):
    """How an automaton reads a word: in which of its starts, and the steps, each an edge, or a
    letter that the state offers."""

    start: int
    steps: tuple[ActEdge | str, ...]

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What is chosen on the way."""
        return tuple(each.choice for each in self.steps if not isinstance(each, str))


def traced(net: Net, wanted: Word, allowed: Callable[[ActEdge], bool] = any_edge) -> Traced | None:
    """A way by which an automaton reads a word, if there is one: a shortest one."""
    first: list[Here] = [(node, 0) for node in net.starts]
    came: dict[Here, tuple[Here, ActEdge | str | None] | None] = dict.fromkeys(first)
    waiting = deque(first)
    done: Here | None = None
    while waiting and done is None:
        here = waiting.popleft()
        for arrow, read, by in _ways(net, here, wanted):
            there = (arrow.target, here[1] + read)
            if there in came or (arrow.edge is not None and not allowed(arrow.edge)):
                continue
            came[there] = (here, by)
            waiting.append(there)
            # A step that was begun is done to its end.
            if there[1] == len(wanted) and arrow.target not in net.between:
                done = there
                break
    return None if done is None else _unrolled(net, came, done)


def _ways(net: Net, here: Here, wanted: Word) -> Iterator[tuple[Arrow, int, ActEdge | str | None]]:
    """Where a node leads without a letter, and by the next one of a word; beyond the word by any
    until the step ends."""
    node, read = here
    for arrow in net.silent[node]:
        yield arrow, 0, arrow.edge
    if read < len(wanted):
        for arrow in net.moves[node].get(wanted[read], ()):
            loop = arrow.edge is None and arrow.target == node
            yield arrow, 1, wanted[read] if loop else arrow.edge
        return
    for arrows in net.moves[node].values():
        for arrow in arrows:
            if arrow.target != node:
                yield arrow, 0, arrow.edge


def _unrolled(
    net: Net, came: dict[Here, tuple[Here, ActEdge | str | None] | None], done: Here
) -> Traced:
    steps: list[ActEdge | str] = []
    here, step = done, came[done]
    while step is not None:
        here, by = step
        if by is not None:
            steps.append(by)
        step = came[here]
    return Traced(net.starts.index(here[0]), tuple(reversed(steps)))


def replayed(
    lab: ProofContext[Any], setting: RunInput, way: Traced, wanted: Word, spell: Spelling
) -> Run[Any] | None:
    """The run of a way on the unmodified contract, its limits included; none where it does
    something different from the word."""
    run = lab.replay(way.choices, setting)
    runtime = lab.runtime
    tell = telling(runtime, lab.facts.contract)
    read = list(word(acts_of_opening(runtime, tell, run.states[0]), spell))
    taken = 0
    for step in way.steps:
        state = run.states[taken]
        if runtime.outcome(state).kind != "running":
            break
        if isinstance(step, str):
            if step not in {spell(act) for act in runtime.offered(state)}:
                return None
            read.append(step)
            continue
        events = run.events[run.happened[taken] : run.happened[taken + 1]]
        taken += 1
        read += word(acts_of_step(runtime, tell, step.choice, events, run.states[taken]), spell)
    return run if tuple(read[: len(wanted)]) == wanted else None


class Stepper:
    """All states of a contract stepped along acts, from some starts; `taken` has steps that were
    taken before."""

    def __init__(
        self,
        runtime: Runtime[Any],
        contract: Any,
        starts: Sequence[Any],
        spell: Spelling,
        taken: Taken,
    ) -> None:
        self._runtime = runtime
        self._tell = telling(runtime, contract)
        self._spell = spell
        self._starts = starts
        self._taken = taken
        self._known: dict[Hashable, _Met] = {}
        self._met_as: dict[int, _Met] = {}

    def can(self, wanted: Word) -> bool:
        """Whether some run does just what a word says, one act after the other.

        Raises:
            TooManyChoices: as `Runtime.act_choices`.
        """
        here = self._closed(
            (self._met(state), word(acts_of_opening(self._runtime, self._tell, state), self._spell))
            for state in self._starts
        )
        for letter in wanted:
            here = self._closed(self._by(here, letter))
            if not here:
                return False
        return True

    def _by(self, here: Iterable[Pending], letter: str) -> Iterator[Pending]:
        for met, pending in here:
            if pending:
                if pending[0] == letter:
                    yield met, pending[1:]
            elif met.running:
                if letter in self._offered(met):
                    yield met, ()
                for after, does in self._from(met):
                    if does and does[0] == letter:
                        yield after, does[1:]

    def _closed(self, some: Iterable[Pending]) -> set[Pending]:
        """States, with those that are reached without an act."""
        found: set[Pending] = set()
        waiting = list(some)
        while waiting:
            each = waiting.pop()
            if each in found:
                continue
            found.add(each)
            met, pending = each
            if not pending and met.running:
                waiting += (after for after in self._from(met) if not after[1])
        return found

    def _met(self, state: Any) -> _Met:
        """A state with its known steps; two that go on alike are one."""
        known = self._met_as.get(id(state))
        if known is None:
            key = self._runtime.act_key(state)
            known = self._known.get(key)
        if known is None:
            running = self._runtime.outcome(state).kind == "running"
            known = self._known[key] = _Met(state, running=running)
            self._met_as[id(state)] = known  # which keeps the state, and so its identity
        return known

    def _offered(self, met: _Met) -> frozenset[str]:
        """The letters of what a state offers."""
        if met.offered is None:
            met.offered = frozenset(map(self._spell, self._runtime.offered(met.state)))
        return met.offered

    def _from(self, met: _Met) -> tuple[Pending, ...]:
        """The steps from a state, and what they do."""
        if met.steps is None:
            met.steps = tuple(self._stepped(met.state))
        return met.steps

    def _stepped(self, state: Any) -> Iterator[Pending]:
        for after, acts in self._taken.of(state) or self._ways(state):
            take(OF_RUN)
            yield self._met(after), word(acts, self._spell)

    def _ways(self, state: Any) -> Iterator[Way]:
        runtime = self._runtime
        for choice in runtime.act_choices(state):
            after, events = runtime.step(state, choice)
            yield after, acts_of_step(runtime, self._tell, choice, events, after)


class _Met:
    """A state that was met, told apart by being the same object: whether the run goes on, and once
    asked, its offers and its steps."""

    __slots__ = ("offered", "running", "state", "steps")

    def __init__(self, state: Any, *, running: bool) -> None:
        self.state = state
        self.running = running
        self.offered: frozenset[str] | None = None
        self.steps: tuple[Pending, ...] | None = None
