"""What the tasks of each step do, as acts: random walks held to plain data."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from dialects.langgraph.running.simulated import Simulated
from dialects.langgraph.running.test_brute import tiny
from differential.langgraph.ours import DEFAULTS
from differential.langgraph.records import contract_of
from differential.langgraph.specs import END, START, Package, Spelled
from fresh import SEED
from laws import acting_langgraph
from phaselint.behavior.acting import acts_of_opening, acts_of_step, telling
from phaselint.dialects.langgraph.running.runtime import LanggraphRuntime

if TYPE_CHECKING:
    from collections.abc import Sequence

    from differential.langgraph.specs import GraphSpec
    from phaselint.dialects.acts import Act

RUNTIME = LanggraphRuntime()


class Recorded:
    """What the tasks of each step do, worked out of the data that a graph is drawn from."""

    def __init__(self, spec: GraphSpec) -> None:
        self.simulated = Simulated(spec)
        self.branches = {node: [] for node in (START, *self.simulated.nodes)}  # type: ignore[var-annotated]
        for each in spec.branches:
            self.branches[each.source].append(each)

    def task(self, name: str, goto: Sequence[Any], answers: Sequence[Any]) -> tuple[str, ...]:
        """The strand of a task that has returned and whose routers have answered."""
        entered = [] if name == START else [f"enter {name}"]
        done = [text for target in goto for text in self.led(name, target)]
        for branch, labels in zip(self.branches[name], answers, strict=False):
            if self.simulated.routed(branch, labels, [], []):
                return (*entered, f"fail {name}")
            for label in labels:
                if isinstance(label, Package):
                    done += self.led(name, label)
                else:
                    done.append(f"take {self.spelled(label)} of {name}")
        return (*entered, *done)

    def spelled(self, label: Any) -> str:
        return f"Step.{label.value.upper()}" if isinstance(label, Spelled) else str(label)

    def led(self, name: str, target: Any) -> list[str]:
        woken: list[str] = []
        sent: list[str] = []
        self.simulated.lead(target, woken, sent)
        ends = [END] if target == END else []
        gone = [f"goto {each} of {name}" for each in (*woken, *ends)]
        return [*gone, *(f"send {each} of {name}" for each in sent)]


def test_a_step_tells_what_each_of_its_tasks_did() -> None:
    told = sum(walked(f"{SEED}-{number}") for number in range(150))
    assert told > 400, SEED


def walked(seed: str) -> int:
    """Walk through a random graph; hold the acts of each step to its data. How many were told."""
    spec, pick = tiny(seed), random.Random(seed)
    found = contract_of(spec)
    state = RUNTIME.relax(RUNTIME.start(found, DEFAULTS, {}, {}))
    tell, recorded = telling(RUNTIME, found), Recorded(spec)
    acts = [*acts_of_opening(RUNTIME, tell, state)][1:]
    steps: list[list[tuple[str, ...]]] = []
    open_: dict[int, tuple[str, list[Any], list[Any]]] = {}
    for _ in range(40):
        if state.ended is not None:
            break
        frame = state.frame
        goto, answers = open_.setdefault(frame.at, (frame.task.node, [], []))[1:]
        if frame.asked >= 0:
            branch = recorded.branches[frame.task.node][frame.asked]
            number = pick.randrange(len(branch.answers))
            answers.append(branch.answers[number])
            labels = tuple(map(acting_langgraph.label_of, branch.answers[number]))
            choice = next(each for each in RUNTIME.choices(state) if each.value.labels == labels)
        else:
            node = recorded.simulated.nodes[frame.task.node]
            deed = pick.choice(node.deeds)
            goto += deed.goto
            named = tuple(map(acting_langgraph.label_of, deed.goto))
            choice = next(each for each in RUNTIME.choices(state) if each.value.goto == named)
        before = (frame.step, len(frame.tasks))
        state, events = RUNTIME.step(state, choice)
        acts += acts_of_step(RUNTIME, tell, choice, events, state)
        if state.ended is not None or state.frame.step != before[0]:
            for number, task in enumerate(frame.tasks):
                open_.setdefault(number, (task.node, [], []))
            strands = [recorded.task(*open_[number]) for number in sorted(open_)]
            steps.append(strands)
            open_ = {}
    return compared(acts, steps, f"PHASELINT_SEED={seed}")


def compared(acts: list[Act], steps: list[list[tuple[str, ...]]], shown: str) -> int:
    """Hold acts to what the tasks of steps did, each task in a thread if there are several."""
    at = 0
    for strands in steps:
        size = sum(map(len, strands))
        block = acts[at : at + size]
        at += size
        threads: dict[int, list[str]] = {}
        for act in block:
            threads.setdefault(act.thread, []).append(act.text)
        told = sorted(map(tuple, threads.values()))
        assert told == sorted(each for each in strands if each), shown
        assert len(strands) == 1 or 0 not in threads, shown
    return at
