"""Supersteps of fair runs, in names alone (§5.1 to §5.7): who runs together, and who next.

Every decision may have each of its known outcomes, every time. State, failures, interrupts and
limits are left out of account. Nothing here is shared with the executor.
"""

from __future__ import annotations

from itertools import chain, product

from phaselint.dialects.langgraph.analysis.graphways import text_of
from phaselint.dialects.langgraph.model import START
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from phaselint.dialects.langgraph.analysis.decisions import Outcome
    from phaselint.dialects.langgraph.analysis.graphways import GraphWays, Source

    Sends = tuple[tuple[str, int], ...]
    """Who is sent to, sorted, with how often: as far as two."""

    Choices = tuple["Choice", ...]

MOST_AT_ONCE = 2
"""The most tasks of one node in a step, started by `Send`, that are counted."""

COMMON_JOINS = 50
"""The number of a graph's joins up to which a step is as fast as without joins."""

MOST_CHOICES = 400
"""The most successors of one step that are searched."""


class Choice(NamedTuple):
    """The outcome of a decision of a node."""

    source: str
    outcome: Outcome


class State(NamedTuple):
    """What is pending between two steps.

    Attributes:
        awake: the nodes that are pulled in the next step.
        sends: who is pushed in it.
        arrived: of each join of the graph the members that have arrived.
        kept: the deferred nodes whose wake is kept.
    """

    awake: frozenset[str]
    sends: Sends
    arrived: tuple[frozenset[str], ...]
    kept: frozenset[str]

    @property
    def over(self) -> bool:
        """Whether nothing is left to do: the run has completed."""
        return not self.awake and not self.sends

    @property
    def tasks(self) -> tuple[str, ...]:
        """The tasks of the next step in the order of application: pulled, then pushed."""
        pushed = chain.from_iterable([name] * count for name, count in self.sends)
        return (*sorted(self.awake), *pushed)


class Effect(NamedTuple):
    """The combined effect of a step's tasks: the nodes woken, and the targets of `Send`s. `leaves`:
    a task returned to the parent, so no other node of the graph runs."""

    wakes: frozenset[str] = frozenset()
    sends: Sends = ()
    leaves: bool = False


class TooManyError(Exception):
    """A step may go on in more ways than are looked at."""


class Steps:
    """The steps of a graph with some transitions; no task of the nodes in `hopeless` is ever
    completed, so nothing follows them."""

    def __init__(self, ways: GraphWays, hopeless: frozenset[str] = frozenset()) -> None:
        self._hopeless = hopeless
        self.ways = ways
        self.joins = ways.graph.joins
        self._members = tuple(
            frozenset(text_of(each) for each in join.members) for join in self.joins
        )
        self._targets = tuple(_target(ways, number) for number in range(len(self.joins)))
        self._deferred = frozenset(name for name, node in ways.nodes.items() if node.defer)
        self._effects: dict[str, Mapping[Effect, Choices]] = {}

    @property
    def weight(self) -> int:
        """What one step costs to look at: more where there are many joins."""
        return 1 + len(self.joins) // COMMON_JOINS

    def first(self) -> Iterator[tuple[Choices, State]]:
        """The states after START, each with what has been decided."""
        nothing = State(frozenset(), (), tuple(frozenset() for _ in self.joins), frozenset())
        for effect, choices in self.effects(START).items():
            yield choices, self._after(nothing, effect, frozenset())

    def following(self, state: State) -> Iterator[tuple[Choices, State]]:
        """The states after the next step, each with its decisions; only the first transitions to
        each. Raises TooManyError if there are too many."""
        together: dict[Effect, Choices] = {Effect(): ()}
        for task in state.tasks:
            own = self.effects(task)
            if len(own) == 1:
                ((effect, choices),) = own.items()
                together = {
                    _with(each, effect): before + choices for each, before in together.items()
                }
                continue
            more: dict[Effect, Choices] = {}
            for (each, before), (effect, choices) in product(together.items(), own.items()):
                more.setdefault(_with(each, effect), before + choices)
            if len(more) > MOST_CHOICES:
                raise TooManyError
            together = more
        ran = frozenset(state.tasks)
        for effect, choices in together.items():
            yield choices, self._after(state, effect, ran)

    def effects(self, name: str) -> Mapping[Effect, Choices]:
        """What a task of a node may do, each with what it decides for that. A decision that always
        fails leaves none, and so does a hopeless node."""
        found = self._effects.get(name)
        if found is None:
            source = self.ways.sources[name]
            found = {} if name in self._hopeless else _effects(source)
            self._effects[name] = found
        return found

    def decides(self, name: str) -> bool:
        """Whether a task of a node may do one thing or another."""
        return len(self.effects(name)) > 1

    def _after(self, state: State, effect: Effect, ran: frozenset[str]) -> State:
        """The state after a step in which some nodes ran, with an effect."""
        if effect.leaves:
            return State(frozenset(), (), state.arrived, frozenset())
        arrived = tuple(
            (frozenset() if target in state.awake and seen == members else seen) | (members & ran)
            for seen, members, target in zip(
                state.arrived, self._members, self._targets, strict=True
            )
        )
        joined = frozenset(
            target
            for seen, members, target in zip(arrived, self._members, self._targets, strict=True)
            if target and seen == members
        )
        awake = (effect.wakes | joined) - self._deferred
        kept = (state.kept - state.awake) | (effect.wakes & self._deferred)
        if not awake:
            awake, kept = kept | (joined & self._deferred), frozenset()
        return State(awake, effect.sends, arrived, kept)


def _target(ways: GraphWays, number: int) -> str:
    """The node that a join wakes; empty for END, and for names that aren't nodes."""
    name = text_of(ways.graph.joins[number].target)
    return name if name in ways.nodes else ""


def _with(effect: Effect, other: Effect) -> Effect:
    if not effect.sends or not other.sends:
        sends = effect.sends or other.sends
    else:
        sends = _counted((*effect.sends, *other.sends))
    return Effect(effect.wakes | other.wakes, sends, effect.leaves or other.leaves)


def _counted(sends: Iterable[tuple[str, int]]) -> Sends:
    counts: dict[str, int] = {}
    for name, count in sends:
        counts[name] = min(counts.get(name, 0) + count, MOST_AT_ONCE)
    return tuple(sorted((name, count) for name, count in counts.items() if count))


def _effects(source: Source) -> Mapping[Effect, Choices]:
    """See `Steps.effects`."""
    static = frozenset(text_of(each.target) for each in source.edges)
    found: dict[Effect, Choices] = {Effect(static): ()}
    for decision in source.decisions:
        options: dict[Effect, Choice] = {}
        for outcome in decision.outcomes:
            if not outcome.fails:
                for effect in _variants(outcome):
                    options.setdefault(effect, Choice(source.name, outcome))
        more: dict[Effect, Choices] = {}
        for (effect, before), (option, choice) in product(found.items(), options.items()):
            more.setdefault(_with(effect, option), (*before, choice))
        found = more
    return found


def _variants(outcome: Outcome) -> Sequence[Effect]:
    """What an outcome may do: `Send`s in any number are none, one or two."""
    if not outcome.sends:
        return (Effect(frozenset(outcome.wakes), (), outcome.parent),)
    once = [(name, 1) for name, many in outcome.sends if not many]
    several = [name for name, many in outcome.sends if many]
    return [
        Effect(frozenset(outcome.wakes), _counted((*once, *((name, count) for name in several))))
        for count in (range(MOST_AT_ONCE + 1) if several else (0,))
    ]
