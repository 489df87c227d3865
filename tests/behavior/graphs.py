"""A runtime of drawn graphs: steps, threads, offers, grades and a limit, with nothing behind them.

A state is a node with how many answers are left; the limit ends a run that has none left. A choice
is the number of an edge.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from phaselint.dialects.acts import Act, KnownAct
from phaselint.dialects.protocol import Runtime
from phaselint.dialects.records import Choice, Event, Outcome, Question

if TYPE_CHECKING:
    import random
    from collections.abc import Hashable, Mapping, Sequence

    from phaselint.dialects.acts import Ok
    from phaselint.dialects.records import Grade, OutcomeKind

FREE = -1
"""What is left where there is no limit."""


class Arrow(NamedTuple):
    """An edge: where it leads, what is done in it, and how bad it is."""

    target: int
    acts: tuple[Act, ...]
    grade: Grade = "strict"


class Drawn(NamedTuple):
    """A graph: for each node its edges and what is offered there; how runs end in some of them."""

    arrows: tuple[tuple[Arrow, ...], ...]
    offers: tuple[tuple[Act, ...], ...]
    ends: tuple[str, ...]


class At(NamedTuple):
    """Where a run is."""

    graph: Drawn
    node: int
    left: int = FREE
    opening: tuple[Event, ...] = ()

    @property
    def ended(self) -> Outcome | None:
        """How the run ended; none while it goes on."""
        end: Any = self.graph.ends[self.node] or ("limit" if self.left == 0 else "")
        return Outcome(end) if end else None


class GraphRuntime(Runtime[At]):
    """Runs drawn graphs."""

    turns = False

    def start(self, contract: Any, *_: Any) -> At:
        return At(contract, 0)

    def asks(self, state: At) -> Question | None:
        return Question("model") if self.choices(state) else None

    def choices(self, state: At) -> Sequence[Choice]:
        if self.outcome(state).kind != "running":
            return ()
        return [Choice("model", each) for each in range(len(state.graph.arrows[state.node]))]

    def step(self, state: At, choice: Choice) -> tuple[At, tuple[Event, ...]]:
        arrow: Arrow = state.graph.arrows[state.node][choice.value]
        left = state.left if state.left == FREE else state.left - 1
        after = At(state.graph, arrow.target, left)
        return after, (Event("step", {"acts": arrow.acts}),)

    def key(self, state: At) -> Hashable:
        return state.node, state.left

    def relax(self, state: At) -> At:
        return state._replace(left=FREE)

    def ended_by_limits(self, acts: Sequence[Act]) -> frozenset[OutcomeKind]:  # noqa: ARG002
        return self.limit_ends

    def grade(self, state: At, choice: Choice) -> Grade:
        arrow: Arrow = state.graph.arrows[state.node][choice.value]
        return arrow.grade

    def acts(self, events: Sequence[Event]) -> Sequence[Act]:
        return [act for event in events for act in event.data["acts"]]

    def known_acts(self, contract: Drawn) -> Sequence[KnownAct]:
        acts = {act.name: act for row in contract.arrows for arrow in row for act in arrow.acts}
        acts |= {act.name: act for row in contract.offers for act in row}
        return [KnownAct(act) for act in acts.values()]

    def offered(self, state: At) -> Sequence[Act]:
        return state.graph.offers[state.node]

    def read(self, state: At, answer: Any) -> Choice:  # noqa: ARG002 - for all
        return Choice("model", answer)

    def summary(self, state: At) -> Mapping[str, Any]:
        return {"phases_visited": [str(state.node)]}


class SpanningRuntime(GraphRuntime):
    """The same, with threads that go on from step to step."""

    threads_span_steps = True


def drawn_graph(pick: random.Random, *, threads: bool, forward: bool) -> Drawn:
    """A graph of a few nodes; `forward` edges lead to later nodes only, so that all runs end."""
    size = pick.randint(2, 6)
    ends = ["" if pick.random() < 0.85 else "failed" for _ in range(size - 1)] + ["completed"]
    ends[0] = ""
    grades: tuple[Grade, ...] = ("strict", "strict", "fair", "hostile")
    arrows = []
    for node in range(size):
        row = []
        for _ in range(0 if ends[node] else pick.randint(1, 3)):
            target = pick.randrange(node + 1 if forward else 0, size)
            row.append(Arrow(target, _acts(pick, threads=threads), pick.choice(grades)))
        arrows.append(tuple(row))
    offers = [_offered(pick) if pick.random() < 0.2 else () for _ in range(size)]
    return Drawn(tuple(arrows), tuple(offers), tuple(ends))


def _acts(pick: random.Random, *, threads: bool) -> tuple[Act, ...]:
    found = []
    oks: tuple[Ok, ...] = ("yes", "yes", "yes", "no")
    for _ in range(pick.choice((0, 1, 1, 2, 3 if threads else 1))):
        thread = pick.randint(0, 2) if threads else 0
        found.append(Act("call", pick.choice("abcd"), ok=pick.choice(oks), thread=thread))
    return tuple(found)


def _offered(pick: random.Random) -> tuple[Act, ...]:
    return (Act("call", pick.choice("abcd"), ok="unknown"),)
