"""Supersteps of fair runs, in names alone (§5.1 to §5.7): who runs together, and who next.

Every decision may have each of its known outcomes, every time. A step in which two tasks write one
value has no next one. Otherwise the state, failures that may happen, interrupts and limits are left
out of account. Nothing here is shared with the executor.
"""

from __future__ import annotations

from itertools import chain, product

from phaselint.dialects.langgraph.analysis.decisions import keys_written
from phaselint.dialects.langgraph.analysis.graphways import text_of
from phaselint.dialects.langgraph.model import START
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from phaselint.dialects.langgraph.analysis.decisions import Outcome
    from phaselint.dialects.langgraph.analysis.graphways import GraphWays, Source
    from phaselint.dialects.langgraph.functionmodel import Function

    Sends = tuple[tuple[str, int], ...]
    """Who is sent to, sorted, with how often: as far as two."""

    Choices = tuple["Choice", ...]

MOST_AT_ONCE = 2
"""The most tasks of one node in a step, started by `Send`, that are counted."""

COMMON_JOINS = 50
"""The number of a graph's joins up to which a step is as fast as without joins."""

MOST_CHOICES = 400
"""The most successors of one step that are searched."""

_NONE: frozenset[str] = frozenset()


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
        """The tasks of the next step, each kind by name: pulled, then pushed."""
        pushed = chain.from_iterable([name] * count for name, count in self.sends)
        return (*sorted(self.awake), *pushed)


class Effect(NamedTuple):
    """The combined effect of a step's tasks: the nodes woken, and the targets of `Send`s. `leaves`:
    a task returned to the parent, so no other node of the graph runs. `writes`: of the keys that
    several tasks may write, those that are written; `clash`, whether two tasks write one."""

    wakes: frozenset[str] = frozenset()
    sends: Sends = ()
    leaves: bool = False
    writes: frozenset[str] = frozenset()
    clash: bool = False


class TooManyError(Exception):
    """A step may go on in more ways than are looked at."""


class Steps:
    """The steps of a graph with some transitions; every task of the nodes in `failing` fails, so
    nothing follows them but what an error handler decides. `risky`: every task of a node with an
    error handler may fail. `passing`: every subgraph returns all keys that it shares with the
    graph, as it does where they have a value."""

    def __init__(
        self,
        ways: GraphWays,
        failing: frozenset[str] = frozenset(),
        *,
        risky: bool = False,
        passing: bool = False,
    ) -> None:
        self._failing = failing
        self._risky = risky
        self.ways = ways
        self._returned = returned_keys(ways) if passing else {}
        self._contended = contended(ways, self._returned)
        self.joins = ways.graph.joins
        self._members = tuple(
            frozenset(text_of(each) for each in join.members) for join in self.joins
        )
        self._targets = tuple(_target(ways, number) for number in range(len(self.joins)))
        self._deferred = frozenset(name for name, node in ways.nodes.items() if node.defer)
        self._effects: dict[str, Mapping[Effect, Choices]] = {}
        self._root = ways.graph.state.is_root

    @property
    def weight(self) -> int:
        """What one step costs to look at: more where there are many joins."""
        return 1 + len(self.joins) // COMMON_JOINS

    def first(self) -> Iterator[tuple[Choices, State]]:
        """The states after START, each with what has been decided."""
        nothing = State(frozenset(), (), tuple(frozenset() for _ in self.joins), frozenset())
        for effect, choices in self.effects(START).items():
            yield choices, self._after(nothing, effect, frozenset())

    def applied(self, state: State) -> tuple[str, ...]:
        """The tasks of the next step in the order of application: those pulled by how their names
        are spelled in channels, then those pushed."""
        pulled = sorted(state.awake, key=self.ways.channels.__getitem__)
        return (*pulled, *state.tasks[len(pulled) :])

    def following(self, state: State) -> Iterator[tuple[Choices, State]]:
        """The states after the next step, each with its decisions; only the first transitions to
        each. There is none after a run that is over, whatever has arrived at joins. Raises
        TooManyError if there are too many."""
        if state.over:
            return
        tasks = state.tasks
        together = self.effects(tasks[0])
        for task in tasks[1:]:
            if len(together) > MOST_CHOICES:
                break
            own = self.effects(task)
            if len(own) == 1:
                ((effect, choices),) = own.items()
                together = {
                    _with(each, effect): before + choices for each, before in together.items()
                }
            else:
                together = _combined(together, own)
        if len(together) > MOST_CHOICES:
            raise TooManyError
        ran = frozenset(tasks) - self._failing
        for effect, choices in together.items():
            if effect.leaves or not effect.clash:
                yield choices, self._after(state, effect, ran)

    def effects(self, name: str) -> Mapping[Effect, Choices]:
        """What a task of a node may do, each with what it decides for that. A decision that always
        fails leaves none, and so does a node that always fails, but for their error handler.
        Raises TooManyError where a task may fail and its handler isn't known."""
        found = self._effects.get(name)
        if found is None:
            handler = self._handled(name)
            found = handler if name in self._failing else self._of_task(name, handler)
            if self._risky and self._is_handled(name):
                found = {**self._all_handled(name, handler), **found}
            self._effects[name] = found
        return found

    def decides(self, name: str) -> bool:
        """Whether a task of a node may do one thing or another."""
        return len({effect[:3] for effect in self.effects(name)}) > 1

    def goes_on(self, name: str) -> bool:
        """Whether a task of a node may do anything but fail, as far as known."""
        source = self.ways.sources[name]
        return bool(self.effects(name)) or any(not each.known for each in source.decisions)

    def _of_task(self, name: str, handler: Mapping[Effect, Choices]) -> Mapping[Effect, Choices]:
        """What a task may do that doesn't fail in the node itself. Where a router fails, the
        `handler` goes on with what was done before; none is asked after a command for the
        parent."""
        source = self.ways.sources[name]
        static = frozenset(
            text_of(each.target) for each in source.edges if not self.ways.is_misspelled(each)
        )
        found: dict[Effect, Choices] = {
            Effect(static, writes=writes): () for writes in self._writes(source)
        }
        failed: dict[Effect, Choices] = {}
        left: dict[Effect, Choices] = {}
        for decision in source.decisions:
            options: dict[Effect, Choice] = {}
            for outcome in decision.outcomes:
                if outcome.fails or (outcome.refused and not self._root):
                    failed |= _combined(found, handler) if decision.branch else handler
                    continue
                completes = decision.by == "parent" and not outcome.reached
                more = self._returned.get(source.name, _NONE) if completes else _NONE
                for effect in self._variants(outcome, more):
                    options.setdefault(effect, Choice(source.name, outcome))
            chosen: dict[Effect, Choices] = {each: (choice,) for each, choice in options.items()}
            found = _combined(found, chosen)
            left |= {effect: by for effect, by in found.items() if effect.leaves}
            found = {effect: by for effect, by in found.items() if not effect.leaves}
        return {**failed, **left, **found}

    def _is_handled(self, name: str) -> bool:
        node = self.ways.nodes.get(name)
        return node is not None and self.ways.graph.handles(node)

    def _all_handled(
        self, name: str, handler: Mapping[Effect, Choices]
    ) -> Mapping[Effect, Choices]:
        """What the error handler of a node may do, if all of it is known."""
        decision = self.ways.sources[name].handler
        if self.ways.nodes[name].handler is None or (decision is not None and not decision.known):
            raise TooManyError
        return handler

    def _handled(self, name: str) -> Mapping[Effect, Choices]:
        """What the error handler of a node may do; nothing where there is none, or none known."""
        source, node = self.ways.sources[name], self.ways.nodes.get(name)
        if node is None or node.handler is None:
            return {}
        if source.handler is None:
            return {Effect(writes=each): () for each in self._sites(node.handler)}
        found: dict[Effect, Choices] = {}
        for outcome in source.handler.outcomes:
            if not outcome.fails and (self._root or not outcome.refused):
                for effect in self._variants(outcome):
                    found.setdefault(effect, ())
        return found

    def _writes(self, source: Source) -> Sequence[frozenset[str]]:
        """What a node may write whose commands don't say so (see `Outcome.writes`)."""
        node = self.ways.nodes.get(source.name)
        commands = any(each.branch is None for each in source.decisions)
        if commands or node is None:
            return (_NONE,)
        if node.function is None:
            return (self._returned.get(source.name, _NONE) & self._contended,)
        return self._sites(node.function) or (_NONE,)

    def _sites(self, function: Function) -> Sequence[frozenset[str]]:
        """What the returns of a function may write."""
        found = {
            keys_written(each) & self._contended
            for each in function.returns
            if self._root or each.form != "invalid"
        }
        if not function.returns_complete or not (function.returns or function.raises):
            found.add(frozenset())
        return sorted(found, key=sorted)

    def _variants(self, outcome: Outcome, more: frozenset[str] = _NONE) -> Sequence[Effect]:
        """What an outcome may do, that also writes some keys: `Send`s in any number are none, one
        or two."""
        writes = (outcome.writes | more) & self._contended
        wakes = frozenset(outcome.wakes)
        if not outcome.sends:
            return (Effect(wakes, (), outcome.parent, writes),)
        once = [(name, 1) for name, many in outcome.sends if not many]
        several = [name for name, many in outcome.sends if many]
        return [
            Effect(wakes, _counted((*once, *((name, count) for name in several))), writes=writes)
            for count in (range(MOST_AT_ONCE + 1) if several else (0,))
        ]

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
    clash = effect.clash or other.clash or not effect.writes.isdisjoint(other.writes)
    return Effect(
        effect.wakes | other.wakes,
        sends,
        effect.leaves or other.leaves,
        effect.writes | other.writes,
        clash,
    )


def _counted(sends: Iterable[tuple[str, int]]) -> Sends:
    counts: dict[str, int] = {}
    for name, count in sends:
        counts[name] = min(counts.get(name, 0) + count, MOST_AT_ONCE)
    return tuple(sorted((name, count) for name, count in counts.items() if count))


def _combined(
    found: Mapping[Effect, Choices], more: Mapping[Effect, Choices]
) -> dict[Effect, Choices]:
    """Each of some effects with each of others."""
    both: dict[Effect, Choices] = {}
    for (effect, before), (other, choices) in product(found.items(), more.items()):
        both.setdefault(_with(effect, other), before + choices)
    return both


def returned_keys(ways: GraphWays) -> Mapping[str, frozenset[str]]:
    """The keys that take one value in a step, by the subgraphs that return them to the graph: also
    those that they don't change (§5.12)."""
    plain = {name for name, key in ways.graph.all_keys.items() if key.takes_one}
    found: dict[str, frozenset[str]] = {}
    for name, node in ways.nodes.items():
        inner = ways.project.get(node.subgraph) if node.kind == "subgraph" else None
        schema = None if inner is None else inner.output or inner.state
        if schema is not None and schema.known and not schema.is_root:
            found[name] = frozenset(plain.intersection(schema.keys))
    return found


def contended(ways: GraphWays, returned: Mapping[str, frozenset[str]] = {}) -> frozenset[str]:
    """The keys that take one value in a step and that several tasks may write: two nodes, or one
    that is sent to. `returned` are those that subgraphs write."""
    plain = {name for name, key in ways.graph.all_keys.items() if key.takes_one}
    sent = {
        name
        for source in ways.sources.values()
        for decision in source.decisions
        for outcome in decision.outcomes
        for name, _ in outcome.sends
    }
    counts: dict[str, int] = {}
    for name, node in ways.nodes.items():
        functions = (each for each in (node.function, node.handler) if each is not None)
        sites = (site for function in functions for site in function.returns)
        keys = frozenset().union(*map(keys_written, sites)) & plain
        for key in keys | returned.get(name, _NONE):
            counts[key] = counts.get(key, 0) + (2 if name in sent else 1)
    return frozenset(key for key, count in counts.items() if count > 1)
