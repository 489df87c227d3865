"""Contracts that are nothing but a graph of states, to be explored: a toy of a dialect.

A graph is a mapping state → steps; a step is `answer -> state` with marks behind it: `~fair` or
`~hostile` for its grade, `$2` for what it spends of the limit `coins`, `=own` for what of the
answer the decider says. A state `x!` has failed with the code `X`, `x*` has completed, `x?` wants
an answer that obeys a schema. The phase of a state is its name up to the first dot.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from phaselint.dialects.protocol import Runtime
from phaselint.dialects.records import (
    COMPLETED,
    Choice,
    Element,
    Event,
    Fault,
    Limit,
    Outcome,
    Question,
)
from phaselint.executor.explore import explore
from phaselint.vocabulary.finding import Place

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

    from phaselint.dialects.records import Grade
    from phaselint.executor.explore import Atlas

_STEP = re.compile(
    r"(?P<answer>\w+) -> (?P<target>[\w.]+[!*?]?)"
    r"( ~(?P<grade>\w+))?( \$(?P<cost>\d+))?( =(?P<own>\w+))?"
)


class Step(NamedTuple):
    """A way from state to state."""

    answer: str
    target: str
    grade: Grade = "strict"
    cost: int = 0
    own: str = ""


class Toy(NamedTuple):
    """A graph, and what is declared in it besides the phases that have a state."""

    graph: Mapping[str, Sequence[Step]]
    first: str
    unused: tuple[Element, ...] = ()
    coins: int | None = None


class ToyState(NamedTuple):
    """Where a run is."""

    toy: Toy
    name: str
    way: tuple[str, ...]
    opening: tuple[Event, ...] = ()

    @property
    def ended(self) -> Outcome | None:
        """How the run ended, as the mark of its state says."""
        if self.name.endswith("*"):
            return COMPLETED
        return Outcome("error", _plain(self.name).upper()) if self.name.endswith("!") else None


class ToyRuntime(Runtime[ToyState]):
    """The semantics of a graph."""

    def start(
        self, contract: Toy, _options: Mapping[str, Any], _given: Any, _world: Mapping[str, Any]
    ) -> ToyState:
        entered = Event("enter", {"from": ""}, _phase(contract.first))
        return ToyState(contract, contract.first, (_phase(contract.first),), (entered,))

    def asks(self, state: ToyState) -> Question | None:
        return None if state.ended else Question("model", _phase(state.name))

    def choices(self, state: ToyState) -> Sequence[Choice]:
        return [Choice("model", step.answer) for step in self._steps(state)]

    def step(self, state: ToyState, choice: Choice) -> tuple[ToyState, tuple[Event, ...]]:
        for step in self._steps(state):
            if step.answer == choice.value:
                to = _phase(step.target)
                data = {"from": _phase(state.name), "answer": step.answer, "cost": step.cost}
                event = Event("enter", data, to)
                return state._replace(name=step.target, way=(*state.way, to), opening=()), (event,)
        return state, ()

    def key(self, state: ToyState) -> Hashable:
        return state.name

    def summary(self, state: ToyState) -> Mapping[str, Any]:
        return {"phases_visited": list(state.way)}

    def read(self, _state: ToyState, answer: Any) -> Choice:
        return Choice("model", answer)

    def moves(self, events: Sequence[Event]) -> Sequence[Hashable]:
        entered = [event.phase for event in events]
        return [*entered, *((event.data["from"], event.data.get("answer")) for event in events)]

    def elements(self, contract: Toy) -> Sequence[Element]:
        phases = dict.fromkeys(_phase(name) for name in contract.graph)
        found = [Element(name, name, f"`{name}`", "entered", place(name)) for name in phases]
        return (*found, *contract.unused)

    def grade(self, state: ToyState, choice: Choice) -> Grade:
        return self._taken(state, choice).grade

    def fault(self, state: ToyState) -> Fault | None:
        if not state.name.endswith("!"):
            return None
        name = _plain(state.name)
        return Fault(_phase(name), name.upper(), "it is marked")

    def demands(self, state: ToyState) -> str:
        return f"the schema of `{_plain(state.name)}`" if state.name.endswith("?") else ""

    def own(self, choice: Choice) -> Hashable:
        return str(choice.value).partition("_")[0]

    def limits(self, contract: Toy) -> Sequence[Limit]:
        if contract.coins is None:
            return ()
        return (Limit("coins", contract.coins, "coins", Place("toy", ("coins",))),)

    def spent(self, events: Sequence[Event]) -> Mapping[str, int]:
        return {"coins": sum(event.data.get("cost", 0) for event in events)}

    def _steps(self, state: ToyState) -> Sequence[Step]:
        return () if state.ended else state.toy.graph.get(state.name, ())

    def _taken(self, state: ToyState, choice: Choice) -> Step:
        return next(step for step in self._steps(state) if step.answer == choice.value)


RUNTIME = ToyRuntime()


def place(*pointer: str) -> Place:
    """A place in the document of a toy."""
    return Place("toy", pointer)


def toy(text: str, *unused: Element, coins: int | None = None) -> Toy:
    """A graph of lines `state: step, step`; runs begin with the first."""
    graph: dict[str, list[Step]] = {}
    for line in filter(str.strip, text.splitlines()):
        name, _, listed = line.strip().partition(":")
        graph[name] = [_step(each.strip()) for each in listed.split(",") if each.strip()]
    for step in [step for steps in graph.values() for step in steps]:
        graph.setdefault(step.target, [])
    return Toy(graph, next(iter(graph)), unused, coins)


def atlas(contract: Toy, bound: int = 1000) -> Atlas[ToyState]:
    """Everything that runs of a toy can do."""
    return explore(RUNTIME, RUNTIME.start(contract, {}, {}, {}), bound)


def answers(choices: Sequence[Choice]) -> str:
    """A run, as its answers."""
    return " ".join(choice.value for choice in choices)


def _step(text: str) -> Step:
    found = _STEP.fullmatch(text)
    assert found is not None, text
    cost = int(found["cost"] or 0)
    grade: Any = found["grade"] or "strict"
    return Step(found["answer"], found["target"], grade, cost, found["own"] or "")


def _plain(name: str) -> str:
    return name.rstrip("!*?")


def _phase(name: str) -> str:
    return _plain(name).partition(".")[0]
