"""The graph that the reference's `--validate` checks (reference §3.2, layer flow): every target of
a transition, even if no run can take it, and closure steps by their `c2`.

Used in parity mode only; the edges of `lower` show what holds at run time.
"""

from __future__ import annotations

from phaselint.machine.graph import components, reachable, reverse
from phaselint.vocabulary.cached_property import cached_property

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from phaselint.dialects.climpt.model import Registry

CLOSURE = "closure"
SECTION = "section"


class DocumentedGraph:
    """The flow check of `--validate` on one registry, as far as it is about the graph."""

    def __init__(self, registry: Registry, entries: Sequence[str]) -> None:
        self._steps = registry.steps
        self._names = tuple(registry.steps)
        self._numbers = {name: number for number, name in enumerate(self._names)}
        self.entries = entries

    @cached_property
    def orphans(self) -> tuple[str, ...]:
        """The gated steps that no transition reaches from any entry."""
        reach = self._reach(self.entries)
        return tuple(
            key
            for key, step in self._steps.items()
            if key not in reach and step.c2 != SECTION and step.gate is not None
        )

    @cached_property
    def closed(self) -> frozenset[str]:
        """The steps from which a step whose `c2` is `closure` is reached."""
        goals = [self._numbers[key] for key, step in self._steps.items() if step.c2 == CLOSURE]
        return self._named(reachable(reverse(self._graph), goals))

    @cached_property
    def cycles(self) -> tuple[tuple[str, ...], ...]:
        """The cycles from which no such step is reached; repeating a step doesn't count."""
        return tuple(
            tuple(self._names[number] for number in members)
            for members in components(self._graph)
            if self._names[members[0]] not in self.closed
            and (len(members) > 1 or self._loops(self._names[members[0]]))
        )

    def _loops(self, key: str) -> bool:
        rules = (self._steps[key].transitions or {}).values()
        return any(rule.intent != "repeat" and key in rule.named.values() for rule in rules)

    @cached_property
    def _graph(self) -> list[list[int]]:
        return [
            [
                self._numbers[target]
                for rule in (step.transitions or {}).values()
                for target in rule.named.values()
                if target in self._numbers
            ]
            for step in self._steps.values()
        ]

    def _reach(self, keys: Iterable[str]) -> frozenset[str]:
        return self._named(reachable(self._graph, [self._numbers[key] for key in keys]))

    def _named(self, members: Sequence[bool]) -> frozenset[str]:
        return frozenset(name for name, member in zip(self._names, members, strict=True) if member)
