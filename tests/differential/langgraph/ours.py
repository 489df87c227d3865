"""A random graph in phaselint's runtime, with the same answers."""

from __future__ import annotations

from collections import Counter
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from differential.langgraph.records import constant
from differential.langgraph.specs import Chance, Deed, GraphSpec, NodeSpec
from phaselint.dialects.langgraph.functionmodel import Send
from phaselint.dialects.langgraph.options import OPTIONS
from phaselint.dialects.langgraph.running.runtime import LanggraphRuntime
from phaselint.dialects.langgraph.running.session import (
    HANDLER,
    Did,
    Package,
    Resumed,
    Routed,
    State,
    steps_of,
)
from phaselint.dialects.records import Choice

if TYPE_CHECKING:
    from phaselint.dialects.langgraph.model import LanggraphContract
    from phaselint.dialects.records import Event

DEFAULTS: dict[str, Any] = {option.name: option.default for option in OPTIONS}
DIVERGED = 10_000


class Ran(NamedTuple):
    """What a run came to: the nodes of each step, how it may have ended (several tasks of one step
    may have failed), and who wrote what in order. `undetermined`: which of several exceptions is
    seen inside of a subgraph, so that what follows is not known."""

    steps: tuple[tuple[str, ...], ...]
    ends: frozenset[str]
    log: tuple[str, ...] = ()
    last: str | None = None
    undetermined: bool = False


class Player:
    """Runs one graph."""

    def __init__(self, spec: GraphSpec, contract: LanggraphContract, seed: str) -> None:
        self.spec = spec
        self.contract = contract
        self.chance = Chance(seed)
        self.runtime = LanggraphRuntime()
        self.calls: Counter[tuple[Any, ...]] = Counter()
        self.events: list[Event] = []
        self.written: list[tuple[tuple[int, int], str, str]] = []
        """The keys that nodes have written, each with its step and the number of its task: writes
        are applied in that order, whichever task is asked first."""
        self.unforeseen: set[str] = set()
        """Answers that the runtime did not know of: what was read is not what is written."""

    def run(self) -> Ran:
        """Run the graph, and resume it as often as it says."""
        options = {**DEFAULTS, "recursion-limit": self.spec.limit}
        state = self.runtime.start(self.contract, options, {"input": {"x": "given"}}, {})
        left = self.spec.resumes if self.spec.saved else 0
        for _ in range(DIVERGED):
            if state.ended is not None or (state.stopped and not left):
                return self.ran(state)
            if state.stopped:
                left -= 1
                choice = Choice("user", Resumed("yes"), "ask")
            else:
                choice = self.answer(state)
                self.unforeseen |= self.surprises(state, choice)
            task = state.frame.step, state.frame.at
            state, events = self.runtime.step(state, choice)
            self.events += events
            self.written += [
                (task, event.data["key"], event.phase)
                for event in events
                if event.kind == "write" and "inside" not in event.data
            ]
        raise AssertionError("a run does not end")

    def ran(self, state: State) -> Ran:
        """What a run has come to."""
        if state.stopped:
            ends = {"interrupted"}
        elif state.failures:
            ends = {each.code for each in state.failures}
        else:
            ends = {str(state.ended)}
        written = sorted(self.written, key=itemgetter(0))
        plain = [who for _, key, who in written if key == "x"]
        return Ran(
            tuple(map(tuple, steps_of(state))),
            frozenset(ends),
            tuple(who for _, key, who in written if key == "log"),
            plain[-1] if plain else "given",
            any(each.kind == "either" and "inside" in each.data for each in self.events),
        )

    def answer(self, state: State) -> Choice:
        """What is answered to the question of a state."""
        frame, spec = state.frame, self.spec
        for part in frame.law.path.split("/")[:-1]:
            spec = next(each.inner for each in spec.nodes if each.name == part)  # type: ignore[assignment]
        node = frame.task.node
        if frame.asked >= 0:
            branch = [each for each in spec.branches if each.source == node][frame.asked]
            place = f"{frame.law.path}{node}/{branch.name}"
            chosen = branch.answers[self.drawn(state, place, len(branch.answers))]
            return Choice("model", Routed(tuple(map(label, chosen)), len(chosen) == 1), "route")
        found = next(each for each in spec.nodes if each.name == node)
        handler = frame.asked == HANDLER
        deeds = found.handler if handler else found.deeds
        prefix = "__error_handler__" if handler else ""
        place = f"{frame.law.path}{prefix}{node}"
        return Choice("model", did(deeds[self.drawn(state, place, len(deeds))]))

    def surprises(self, state: State, choice: Choice) -> set[str]:
        """The answer, if exploration would not try it; what is raised or asks first it need not."""
        if getattr(choice.value, "raised", "") or getattr(choice.value, "interrupts", ()):
            return set()
        known = [shape(each.value) for each in self.runtime.choices(state)]
        wanted = shape(choice.value)
        return set() if wanted in known else {f"{wanted} is none of {known}"}

    def drawn(self, state: State, place: str, among: int) -> int:
        """What is drawn at a place: the n-th time that this task comes to it."""
        task = tuple((frame.step, frame.at) for frame in state.frames)
        self.calls[place, task] += 1
        return self.chance.of(place, state.frame.step, self.calls[place, task] - 1, among)


def did(deed: Deed) -> Did:
    """What a node does, as an answer."""
    update = (
        None
        if deed.update is None
        else tuple(
            (key, value if isinstance(value, str) else str(value))
            for key, value in deed.update.items()
        )
    )
    return Did(
        update,
        tuple(map(label, deed.goto)),
        deed.parent,
        raised=deed.raised,
        interrupts=tuple(f"{number}?" for number in range(deed.interrupts)),
        returned="a list" if deed.invalid else "",
    )


def shape(answer: Any) -> Any:
    """What has to be known of an answer: all but the values of keys, and what comes twice."""
    if isinstance(answer, Did):
        keys = frozenset(key for key, _ in answer.update or ())
        goto = tuple(dict.fromkeys(map(_bare, answer.goto)))
        return keys, goto, answer.parent, bool(answer.returned)
    return tuple(dict.fromkeys(map(_bare, answer.labels)))


def _bare(value: Any) -> Any:
    return Package(value.node) if isinstance(value, Package) else value


def label(value: Any) -> Any:
    """A label or target as an answer has it."""
    found = constant(value)
    return Package(str(found.node), ()) if isinstance(found, Send) else found


__all__ = ["NodeSpec", "Player", "Ran"]
