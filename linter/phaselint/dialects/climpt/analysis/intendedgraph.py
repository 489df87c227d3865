"""The graph as its author probably intended it, if another finding reports a broken path (reference
§7.9: one defect, one primary report).

A name that isn't a step means the step it resembles; if the intention can't be told, a path might
go anywhere. Every runtime edge is in here, so an unreachable step here is unreachable.
"""

from __future__ import annotations

from phaselint.dialects.climpt.analysis.lower import ANY, END, permitted
from phaselint.dialects.climpt.model import ALIASES, INTENTS, Registry
from phaselint.machine.graph import bottom_components, reachable, reverse
from phaselint.vocabulary.cached_property import cached_property
from phaselint.vocabulary.pure import pure
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.suggest import suggest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from phaselint.dialects.climpt.analysis.lower import Edge
    from phaselint.dialects.climpt.filemodel import Expanded
    from phaselint.dialects.climpt.model import ClimptContract, Step, Transition

ANYWHERE = ANY
"""The target of a path whose intended target can't be told."""

MOST_COMPARED = 20_000
"""How many pairs of names are compared to find the step that a name resembles."""


class _Walked(NamedTuple):
    """What `IntendedGraph` has under the same names."""

    reach: frozenset[str]
    saved: frozenset[str]
    pits: tuple[tuple[str, ...], ...]


class IntendedGraph:
    """The most that can be reached. Steps are named by their key."""

    def __init__(self, contract: ClimptContract, edges: Sequence[Edge]) -> None:
        registry = contract.registry or Registry("")
        self._registry = registry
        self._schemas = contract.schemas
        self._near: dict[str, str] = {}
        self._edges = edges
        self._names = (*registry.steps, END, ANYWHERE)
        self._numbers = {name: number for number, name in enumerate(self._names)}

    @cached_property
    def entries(self) -> frozenset[str]:
        """The entries, misspelled ones as intended; `ANYWHERE` if one can't be told."""
        registry = self._registry
        named = [*(registry.mapping or {}).values()]
        named += [registry.entry_step] if registry.entry_step else []
        lost = () if registry.entries_known else (ANYWHERE,)
        return frozenset((*map(self._step, named), *lost))

    @property
    def reach(self) -> frozenset[str]:
        """What is reached from some entry at most."""
        return self._walked.reach

    @property
    def saved(self) -> frozenset[str]:
        """The steps from which a closure step or the end might be reached. Keys that the schema
        excludes don't count."""
        return self._walked.saved

    @property
    def pits(self) -> tuple[tuple[str, ...], ...]:
        """The smallest sets of steps that runs from a sound entry reach and never leave; the
        possible targets of broken paths aren't considered."""
        return self._walked.pits

    @cached_property
    def _walked(self) -> _Walked:
        """What walks over the graph find; after an edit that doesn't touch it, that is known."""
        mended = tuple(self._mended())
        ways = (*self._followed(), *mended)
        excluded = any(edge.excluded for edge in self._edges)
        kept = (*self._followed(excluded=False), *mended) if excluded else None
        entries = tuple(sorted(self._numbers[name] for name in self.entries))
        steps = self._registry.steps.values()
        goals = (END, ANYWHERE, *(step.key for step in steps if step.kind == "closure"))
        return _walk(self._names, ways, kept, entries, goals)

    @cached_property
    def islands(self) -> tuple[tuple[str, ...], ...]:
        """The unreachable steps that become reachable together, the first one to reach first, the
        others in order; each step once. A path that might go anywhere joins none."""
        steps = self._registry.steps
        lost = [
            name in steps and name not in self.reach and not steps[name].section
            for name in self._names
        ]
        if not any(lost):
            return ()
        ways = (way for way in (*self._followed(), *self._mended()) if way[1] != ANYWHERE)
        graph = _joined(self._names, ways)
        found: list[tuple[str, ...]] = []
        seen: set[int] = set()
        for first, *_ in bottom_components(reverse(graph), lost):
            members = sorted(number for number in _spread(graph, first, seen) if lost[number])
            members.sort(key=lambda number: number != first)
            found.append(tuple(self._names[number] for number in members))
        return tuple(found)

    def _followed(self, *, excluded: bool = True) -> Iterator[tuple[str, str]]:
        for edge in self._edges:
            if edge.to != "error" and (excluded or not edge.excluded):
                yield edge.source, ANYWHERE if edge.dynamic else edge.target

    def _mended(self) -> Iterator[tuple[str, str]]:
        """The intended paths of a broken step."""
        errors: dict[str, list[Edge]] = {}
        for edge in self._edges:
            if edge.to == "error":
                errors.setdefault(edge.source, []).append(edge)
        steps = self._registry.steps
        columns = (tuple(steps.values()), [self._schemas.get(key) for key in steps])
        every = _forbidden.each(columns, self._registry.gated)
        for step, words in zip(columns[0], every, strict=True):
            if words is None:
                yield step.key, ANYWHERE
            elif words or (step.key in errors and (step.kind != "closure" or step.section)):
                targets = [target for word in words for target in self._behind(step, word)]
                targets += (name for edge in errors.get(step.key, ()) for name in self._of(edge))
                yield from ((step.key, target) for target in dict.fromkeys(targets))

    def _behind(self, step: Step, word: str) -> Iterator[str]:
        """The target of an intent that a step doesn't have, although its list or schema has the
        word."""
        intent, rules = ALIASES.get(word.lower(), word), step.transitions or {}
        if intent in ("closing", "abort"):
            yield END
        if intent != "abort":
            yield from self._by_rule(rules.get(word) or rules.get(intent))

    def _of(self, edge: Edge) -> Iterator[str]:
        """The intended target of an edge to an error."""
        rule = self._registry.steps[edge.source].transitions or {}
        yield from self._by_rule(rule.get(edge.intent))
        if edge.target == "SR-TRANS-010":
            yield ANYWHERE

    def _by_rule(self, rule: Transition | None) -> Iterator[str]:
        if rule is None or not (rule.simple or rule.conditional):
            yield ANYWHERE
            return
        for target in [rule.target] if rule.simple else rule.targets.values():
            yield ANYWHERE if target is None else self._step(target)

    def _step(self, name: str) -> str:
        return name if name in self._registry.steps else self.near(name) or ANYWHERE

    def near(self, name: str) -> str:
        """The step that a name resembles; empty if there is none, or if so many names aren't steps
        that the search would take too long."""
        steps = self._registry.steps
        if name not in self._near:
            enough = len(self._near) * len(steps) < MOST_COMPARED
            self._near[name] = (suggest(name, steps) or "") if enough else ""
        return self._near[name]


@pure
def _walk(
    names: tuple[str, ...],
    ways: tuple[tuple[str, str], ...],
    kept: tuple[tuple[str, str], ...] | None,
    entries: tuple[int, ...],
    goals: tuple[str, ...],
) -> _Walked:
    """What walks over some paths find. `kept` are those that schemas don't exclude, if these are
    fewer."""

    def named(members: Sequence[bool]) -> frozenset[str]:
        return frozenset(name for name, member in zip(names, members, strict=True) if member)

    graph = _joined(names, ways)
    open_ = graph if kept is None else _joined(names, kept)
    numbers = {name: number for number, name in enumerate(names)}
    saved = named(reachable(reverse(open_), [numbers[goal] for goal in goals]))
    sound = [entry for entry in entries if names[entry] in saved]
    reach = reachable([*open_[:-1], []], sound)
    within = [came and name not in saved for came, name in zip(reach, names, strict=True)]
    pits = bottom_components(open_, within) if any(within) else ()
    return _Walked(
        named(reachable(graph, entries)),
        saved,
        tuple(tuple(names[number] for number in members) for members in pits),
    )


def _joined(names: Sequence[str], ways: Iterable[tuple[str, str]]) -> list[list[int]]:
    """The graph of some paths."""
    numbers = {name: number for number, name in enumerate(names)}
    graph: list[list[int]] = [[] for _ in names]
    for source, target in ways:
        graph[numbers[source]].append(numbers[target])
    hub = numbers[ANYWHERE]
    graph[hub] = list(range(hub))
    return graph


@pure
def _forbidden(step: Step, expanded: Expanded | None, gated: bool) -> tuple[str, ...] | None:
    """The intents that a step doesn't have, although its list or schema has the word: forbidden to
    its kind, spelled as an alias, or not listed; none for a closure step. None if its intents can't
    be told."""
    if step.kind == "closure" and not step.section:
        return ()
    if not _readable(step, gated):
        return None
    known = permitted(step)
    words = (*(step.gate.allowed if step.gate else ()), *_offered(step, expanded))
    return tuple(
        word for word in words if word not in known and ALIASES.get(word.lower(), word) != "repeat"
    )


def _readable(step: Step, gated: bool) -> bool:
    """Whether the intents of a step can be told. Without gates it has none."""
    if step.section or not step.sound:
        return False
    if not gated:
        return True
    gate = step.gate
    if gate is None or not gate.allowed_known or step.transitions is None:
        return False
    return bool(gate.allowed) and all(
        word in step.intents or word.lower() in ALIASES for word in gate.allowed
    )


def _offered(step: Step, expanded: Expanded | None) -> Iterator[str]:
    """The intents that the schema of a step lets the model use."""
    node: Any = expanded.schema if expanded else None
    reference = step.gate.schema_ref if step.gate else ""
    for segment in reference.removeprefix("#/").split("/"):
        node = node.get(segment) if isinstance(node, dict) else None
    members = node.get("enum") if isinstance(node, dict) else None
    for word in members if isinstance(members, list) else ():
        if isinstance(word, str) and (word in INTENTS or word.lower() in ALIASES):
            yield word


def _spread(graph: Sequence[Sequence[int]], first: int, seen: set[int]) -> list[int]:
    """The numbers reachable from a node, including it, without those seen before and those after
    them; all of them are then marked as seen."""
    found = [] if first in seen else [first]
    seen.update(found)
    for number in found:
        fresh = [each for each in dict.fromkeys(graph[number]) if each not in seen]
        seen.update(fresh)
        found += fresh
    return found
