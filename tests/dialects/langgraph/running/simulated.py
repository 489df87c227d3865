"""A simulation of random graphs that takes whole steps: every answer of every task at once.

It is written from the reference alone and shares nothing with the runtime, which asks one task
after another.
"""

from __future__ import annotations

from collections import deque
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from differential.langgraph.specs import END, START, Deed, GraphSpec, NodeSpec, Package, Spelled

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MOST_STATES = 400
MOST_ROWS = 600
MOST_SENT = 2


class TooMuch(Exception):
    """There is too much to simulate, or packages are more than exploration tells apart."""


class Spot(NamedTuple):
    """Where a run stands before a step: the nodes that run, by their wakes and by packages, the
    members that have arrived at joins, and the deferred nodes that wait."""

    awake: frozenset[str]
    sent: tuple[str, ...]
    seen: tuple[frozenset[str], ...]
    kept: frozenset[str]


class Told(NamedTuple):
    """What all runs together come to: the nodes of steps, and how runs end."""

    steps: frozenset[tuple[str, ...]]
    ends: frozenset[str]


class Row(NamedTuple):
    """What the tasks of a step do together: who is woken, what is sent, who has arrived at which
    join, which keys are written; and how the first one fails, if one does."""

    woken: frozenset[str]
    sent: tuple[str, ...]
    arrived: frozenset[tuple[int, str]]
    fails: str


class Simulated:
    """Simulates one graph."""

    def __init__(self, spec: GraphSpec) -> None:
        self.spec = spec
        self.nodes = {node.name: node for node in spec.nodes}
        self.channels = {
            f"Step.{node.name.upper()}" if node.spelled else node.name: node.name
            for node in spec.nodes
        }
        self.joins = [(frozenset(members), target) for members, target in spec.joins]

    def told(self) -> Told:
        """What all runs come to. Raises TooMuch."""
        steps: set[tuple[str, ...]] = set()
        ends: set[str] = set()
        empty = Spot(frozenset(), (), tuple(frozenset() for _ in self.joins), frozenset())
        found: set[Spot] = set()
        waiting = deque(self.after(empty, (START,), ends))
        while waiting:
            spot = waiting.popleft()
            if spot in found:
                continue
            found.add(spot)
            if len(found) > MOST_STATES:
                raise TooMuch
            tasks = (*sorted(spot.awake, key=self.spelling), *spot.sent)
            if not tasks:
                ends.add("completed")
                continue
            steps.add(tuple(sorted(task for task in tasks if task != START)))
            waiting.extend(self.after(spot, tasks, ends))
        return Told(frozenset(filter(None, steps)), frozenset(ends))

    def spelling(self, name: str) -> str:
        """How a name is spelled in its channel."""
        return f"Step.{name.upper()}" if self.nodes[name].spelled else name

    # --- a step ---------------------------------------------------------------------------------

    def after(self, spot: Spot, tasks: Sequence[str], ends: set[str]) -> Iterator[Spot]:
        """The spots that a step leads to; its failures are ends."""
        for row in self.rows(tasks):
            if row.fails:
                ends.add(row.fails)
            else:
                yield self.next(spot, row)

    def next(self, spot: Spot, row: Row) -> Spot:
        seen = []
        for number, (members, target) in enumerate(self.joins):
            here = spot.seen[number]
            if here == members and target in spot.awake:
                here = frozenset()
            seen.append(here | {who for which, who in row.arrived if which == number})
        full = {self.joins[i][1] for i, here in enumerate(seen) if here == self.joins[i][0]}
        later = {name for name in row.woken if self.nodes[name].defer}
        kept = spot.kept | later
        now = (row.woken - later) | {name for name in full if not self.nodes[name].defer}
        if not now:
            now, kept = kept | {name for name in full if self.nodes[name].defer}, frozenset()
        if any(row.sent.count(name) > MOST_SENT for name in row.sent):
            raise TooMuch
        return Spot(frozenset(now), tuple(sorted(row.sent)), tuple(seen), frozenset(kept))

    def rows(self, tasks: Sequence[str]) -> Iterator[Row]:
        """What tasks may do together."""
        columns = [list(self.deeds(task)) for task in tasks]
        size = 1
        for column in columns:
            size *= len(column)
        if size > MOST_ROWS:
            raise TooMuch
        for choice in product(*columns):
            fails = next((each[3] for each in choice if each[3]), "")
            written = [key for each in choice for key in each[4]]
            if not fails and written.count("x") > 1:
                fails = "InvalidUpdateError"
            yield Row(
                frozenset(name for each in choice for name in each[0]),
                tuple(name for each in choice for name in each[1]),
                frozenset(pair for each in choice for pair in each[2]),
                fails,
            )

    # --- a task ---------------------------------------------------------------------------------

    def deeds(self, task: str) -> Iterator[tuple[Any, ...]]:
        """Each way in which a task may go: whom it wakes, what it sends, its arrivals, how it
        fails, the keys that it writes."""
        if task == START:
            options: Sequence[Deed] = (Deed(),)
        else:
            node: NodeSpec = self.nodes[task]
            options = node.deeds
        branches = [each for each in self.spec.branches if each.source == task]
        for deed in dict.fromkeys(map(_hashed, options)):
            for answers in product(*(each.answers for each in branches)):
                yield self.deed(task, deed, list(zip(branches, answers, strict=True)))

    def deed(self, task: str, deed: tuple[Any, ...], answers: list[Any]) -> tuple[Any, ...]:
        goto, keys = deed
        woken: list[str] = []
        sent: list[str] = []
        for target in goto:
            self.lead(target, woken, sent)
        for source, target in self.spec.edges:
            if source == task:
                self.lead(target, woken, sent)
        arrived = [(i, task) for i, (members, _) in enumerate(self.joins) if task in members]
        fails = ""
        for branch, labels in answers:
            fails = fails or self.routed(branch, labels, woken, sent)
        return woken, sent, arrived, fails, keys

    def routed(self, branch: Any, labels: Any, woken: list[str], sent: list[str]) -> str:
        """How a router fails with some labels; else they lead on."""
        targets = []
        for label in labels:
            if branch.mapped is None or isinstance(label, Package):
                targets.append(label)
            elif label in branch.mapped:
                targets.append(branch.mapped[label])
            else:
                return "KeyError"
        if any(target is None or target == START for target in targets):
            return "ValueError"
        if any(isinstance(target, Package) and target.node == END for target in targets):
            return "InvalidUpdateError"
        for target in targets:
            self.lead(target, woken, sent)
        return ""

    def lead(self, target: Any, woken: list[str], sent: list[str]) -> None:
        """A target wakes a node, or is sent to; or nothing comes of it."""
        if isinstance(target, Package):
            if target.node in self.nodes or target.node == START:
                sent.append(target.node)
            return
        name = f"Step.{target.value.upper()}" if isinstance(target, Spelled) else target
        if name in self.channels:
            woken.append(self.channels[name])


def _hashed(deed: Deed) -> tuple[Any, ...]:
    """What matters of a deed."""
    keys = frozenset(key for key in deed.update or {} if key in ("log", "x"))
    return deed.goto, keys
