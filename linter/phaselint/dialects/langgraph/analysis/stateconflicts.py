"""Tasks of one step that write one key without a reducer (reference langgraph §5.10)."""

from __future__ import annotations

from phaselint.dialects.langgraph.analysis.facts import Held
from phaselint.dialects.langgraph.analysis.state import (
    hands_over,
    input_of,
    input_schema,
    output_schema,
    updates,
    written_by_node,
)
from phaselint.dialects.langgraph.analysis.statetools import behind
from phaselint.dialects.langgraph.functionmodel import Guard
from phaselint.dialects.langgraph.model import START
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Literal

    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.dialects.langgraph.analysis.walking import Together, Walk
    from phaselint.dialects.langgraph.analysis.ways import Ways
    from phaselint.dialects.langgraph.functionmodel import Function, Return
    from phaselint.dialects.langgraph.model import Graph, Node
    from phaselint.vocabulary.finding import Place

    By = Literal["key", "state", "subgraph"]

ERRORS = ("error", "exception", "failure", "failed", "traceback")
"""Words in the names of keys for errors: written only occasionally, by any node."""


class Writer(NamedTuple):
    """A node that writes a key: where, and whether it does whenever it returns.

    Attributes:
        by: it returns the `key` itself, the whole `state` that it got, or is a `subgraph`, which
            returns all keys that have a value. In the last two cases the key may be absent.
        exceptional: whether it writes the key only where something has gone wrong.
    """

    node: Node
    key: str
    place: Place
    always: bool
    by: By = "key"
    exceptional: bool = False


class Conflict(NamedTuple):
    """Nodes that write one key in one step, in the order in which they were added.

    Attributes:
        step: the number of the step, in a shortest run that has it.
        twice: whether it is one node that was sent to more than once.
        certain: whether two of them write the key whenever they run.
        whole: whether one of them writes it since it returns all that it got.
        exceptional: whether one of them writes it only where something has gone wrong.
        last: the one of them whose update comes last, in the order of application; `or_last` are
            others that may, where the order isn't known.
        state: which state of the walk that step is the next of; `run`, the tasks of all steps up to
            it.
    """

    key: str
    writers: tuple[Writer, ...]
    step: int
    twice: bool
    certain: bool
    whole: bool
    exceptional: bool
    last: str
    or_last: tuple[str, ...] = ()
    state: int = -1
    run: tuple[tuple[str, ...], ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the nodes."""
        return tuple(each.node.name for each in self.writers)


def writers(
    nodes: Mapping[str, Node], graph: Graph, project: Mapping[str, Graph]
) -> Mapping[str, tuple[Writer, ...]]:
    """The keys without a reducer that each node writes whose returns are all known, and that each
    subgraph returns."""
    found: dict[str, tuple[Writer, ...]] = {}
    for name, node in nodes.items():
        if node.function is not None and _known(node, node.function):
            found[name] = tuple(_writers(node, node.function, graph))
        elif node.kind == "subgraph" and node.subgraph in project and node.certain:
            found[name] = tuple(_returned(node, graph, project))
    return found


def _returned(node: Node, graph: Graph, project: Mapping[str, Graph]) -> Iterator[Writer]:
    """The keys that a subgraph gets and returns, whether it changes them or not (§5.12)."""
    inner = project[node.subgraph]
    schemas = (input_schema(inner), output_schema(inner))
    if not all(each.known and not each.is_root for each in schemas) or hands_over(inner, project):
        return
    for key in schemas[0].keys:
        declared = graph.all_keys.get(key)
        if declared is not None and declared.takes_one and key in schemas[1].keys:
            yield Writer(node, key, node.place, always=True, by="subgraph")


class Given(NamedTuple):
    """Which keys have a value when runs begin: those that every invocation gives, and those that
    none gives, where all invocations are known."""

    always: frozenset[str] = frozenset()
    never: frozenset[str] = frozenset()


def given_to_runs(graph: Graph) -> Given:
    """What the invocations of a graph give."""
    inputs = [each for each in graph.invocations if each.kind == "input"]
    if not inputs or len(inputs) != len(graph.invocations) or graph.exported or graph.served:
        return Given()
    keys = [frozenset(str(one.value) for one in each.keys) for each in inputs]
    always = frozenset.intersection(*keys)
    if graph.parents or graph.nested or not all(each.complete for each in inputs):
        return Given(always)
    return Given(always, frozenset(graph.all_keys) - frozenset().union(*keys))


def _absent(facts: LanggraphFacts, ways: Ways, given: Given) -> frozenset[tuple[str, str]]:
    """Nodes and keys such that the key has no value before the node has written it: no invocation
    gives it, no other node writes it, and the node runs but once."""
    graph = ways.graph
    if not given.never or any(each.checkpointer != "no" for each in graph.compiles):
        return frozenset()
    wrote = {node.name: written_by_node(node, facts.contract.project) for node in graph.nodes}
    if not all(each.complete for each in wrote.values()):
        return frozenset()
    found = set()
    for key in given.never:
        names = [name for name, keys in wrote.items() if key in keys.names]
        if len(names) == 1 and names[0] in ways.nodes and names[0] not in behind(ways, names[0]):
            found.add((names[0], key))
    return frozenset(found)


def _known(node: Node, function: Function) -> bool:
    """Whether a node is there, and all that it returns is known."""
    if node.kind != "function" or not node.certain:
        return False
    return function.returns_complete and all(each.form != "unknown" for each in function.returns)


def _writers(node: Node, function: Function, graph: Graph) -> Iterator[Writer]:
    keys = {name for name, key in graph.all_keys.items() if key.takes_one}
    schema = input_of(graph, node)
    rest = () if schema is None else tuple(schema.keys)
    own: dict[str, list[Return]] = {}
    passed: dict[str, list[Return]] = {}
    places: dict[tuple[Return, str], Place] = {}
    for given, update in updates(function):
        explicit = {each.key: each.place for each in update.keys}
        for key, place in explicit.items():
            own.setdefault(key, []).append(given)
            places[given, key] = place
        for key in rest if update.whole else ():
            if key not in explicit:
                passed.setdefault(key, []).append(given)
    for key in dict.fromkeys((*own, *passed)):
        if key in keys:
            sites = (*own.get(key, ()), *passed.get(key, ()))
            always = len(sites) == len(function.returns)
            place = places.get((sites[0], key), sites[0].place)
            odd = all(each.exceptional for each in sites)
            by: By = "key" if key in own else "state"
            yield Writer(node, key, place, always, by, exceptional=odd)


def conflicts(facts: LanggraphFacts) -> Iterator[Conflict]:
    """The conflicts of fair runs, one for each key and group of nodes that run together. One
    variant is enough: whatever wakes nodes adds up, so additional operations in another variant
    don't remove the run."""
    walks = dict(zip(map(id, facts.ways), facts.walks, strict=True))

    def find(ways: Ways) -> Iterator[Held]:
        reached = {START, *ways.reached}
        if not any(each.unclear for name, each in ways.sources.items() if name in reached):
            yield from _held(facts, ways, walks[id(ways)])

    for held in facts.in_all(find):
        found: Conflict = held.value
        yield found


def _held(facts: LanggraphFacts, ways: Ways, walk: Walk) -> Iterator[Held]:
    several = (each for each in walk.together if len(each.nodes) > 1)
    applied = [each for each in several if all(map(walk.applies, each.nodes))]
    if not applied:
        return
    nodes = {name: node for name, node in ways.nodes.items() if name not in ways.failing}
    writing = writers(nodes, ways.graph, facts.contract.project)
    given = given_to_runs(ways.graph)
    absent = _absent(facts, ways, given)
    pairs = _pairs(writing, applied, given.always, absent)
    guards = tuple(Guard(text, holds) for text, holds in ways.view.truth.items())
    for conflict in _once(_grouped(pairs), given.always):
        before = (state.tasks for state, _ in walk.way(conflict.state))
        run = (*(tasks for tasks in before if tasks), walk.states[conflict.state].tasks)
        yield Held((conflict.key, conflict.names), guards, conflict._replace(run=run))


def _once(found: Sequence[Conflict], given: frozenset[str]) -> Iterator[Conflict]:
    """Conflicts without those from returning the whole state: of these, one for each group of nodes
    without any other, preferably about a given key that none of them sets."""
    told = {each.names for each in found if not each.whole}
    for each in sorted(found, key=lambda each: (_set_by_some(each), each.key not in given)):
        if not each.whole:
            yield each
        elif each.names not in told:
            told.add(each.names)
            yield each


def _set_by_some(conflict: Conflict) -> bool:
    return any(each.by == "key" for each in conflict.writers)


def _pairs(
    writing: Mapping[str, Sequence[Writer]],
    together: Sequence[Together],
    given: frozenset[str],
    absent: frozenset[tuple[str, str]],
) -> Iterator[Conflict]:
    """Each pair of tasks of a step that write the same key, earliest steps first. If both return
    the whole state, one key is enough: preferably a given one that neither sets."""
    told: set[tuple[str, ...]] = set()
    for step in together:
        refused = _refused(writing, step)
        by_key: dict[str, list[tuple[int, Writer]]] = {}
        for at, name in enumerate(step.nodes):
            for writer in writing.get(name, ()):
                by_key.setdefault(writer.key, []).append((at, writer))
        for key in sorted(by_key, key=lambda key: (_is_set(by_key[key]), key not in given)):
            tasks = by_key[key]
            for number, (_, one) in enumerate(tasks):
                for at, other in tasks[number + 1 :]:
                    names = (one.node.name, other.node.name)
                    whole = one.by != "key" or other.by != "key"
                    pair = (*names, "" if whole else key)
                    if pair in told or (whole and any((name, key) in absent for name in names)):
                        continue
                    told.add(pair)
                    last, *more = _last(step, min(at, refused))
                    found = _pair(one, other, step.number, key in given)
                    yield found._replace(last=last, or_last=tuple(more), state=step.state)


def _is_set(tasks: Sequence[tuple[int, Writer]]) -> bool:
    """Whether a task sets the key itself."""
    return any(writer.by == "key" for _, writer in tasks)


def _refused(writing: Mapping[str, Sequence[Writer]], step: Together) -> int:
    """The task of a step, in the order of application, whose update is refused at the latest: the
    first that always writes a key which one before it always writes."""
    written: set[str] = set()
    for at, name in enumerate(step.nodes):
        keys = {each.key for each in writing.get(name, ()) if each.always and each.by == "key"}
        if not written.isdisjoint(keys):
            return at
        written |= keys
    return len(step.nodes)


def _last(step: Together, at: int) -> list[str]:
    """The node of the task at a place in a step; if that is a pushed one, then the other nodes that
    are pushed in it, any of which may have that place."""
    pushed = step.nodes[step.pulled :] if at >= step.pulled else ()
    return list(dict.fromkeys((step.nodes[at], *pushed)))


def _pair(one: Writer, other: Writer, step: int, given: bool) -> Conflict:
    """The conflict of two tasks. Where one of them writes the key only if it is there, that is
    certain if it is given; where both return the whole state, there is some key."""
    twice = one.node.name == other.node.name
    group = (one,) if twice else tuple(sorted((one, other), key=lambda each: each.node.order))
    forms = {one.by, other.by}
    present = given or forms in ({"key"}, {"state"})
    return Conflict(
        one.key,
        group,
        step,
        twice=twice,
        certain=one.always and other.always and present,
        whole=forms != {"key"},
        exceptional=one.exceptional or other.exceptional,
        last=other.node.name,
    )


def _grouped(pairs: Iterable[Conflict]) -> Sequence[Conflict]:
    """One conflict for all pairs of a key that have nodes in common; certain ones and others
    apart."""
    found: dict[tuple[str, bool, bool], list[Conflict]] = {}
    for pair in pairs:
        groups = found.setdefault(_alike(pair), [])
        names = frozenset(pair.names)
        for number, group in enumerate(groups):
            if not names.isdisjoint(group.names):
                known = frozenset(group.names)
                more = [each for each in pair.writers if each.node.name not in known]
                both = sorted((*group.writers, *more), key=lambda each: each.node.order)
                groups[number] = group._replace(
                    writers=tuple(both), twice=group.twice and pair.twice
                )
                break
        else:
            groups.append(pair)
    return [each for groups in found.values() for each in groups]


def _alike(conflict: Conflict) -> tuple[str, bool, bool]:
    return conflict.key, conflict.certain, conflict.exceptional


def speaks_of_errors(key: str) -> bool:
    """Whether a key is for what went wrong."""
    return any(word in key.casefold() for word in ERRORS)
