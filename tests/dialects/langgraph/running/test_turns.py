"""Graphs that run in one step: none hides what happens in another, whether it ends or not.

LangGraph 1.2.24 runs the tasks of a step at the same time: a graph that never ends fails by its
recursion limit once those beside it have done what they do."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from dialects.langgraph.running.graphs import OPTIONS, RUNTIME, contract
from fresh import picker

if TYPE_CHECKING:
    import random

    from phaselint.dialects.langgraph.model import LanggraphContract

DRAWN = 80
MOST_DEEP = 1

HEAD = """
class Log(TypedDict):
    log: Annotated[list, operator.add]


def route(state):
    return "out" if odds() > 0.5 else "on"
"""


class Writer:
    """Writes graphs with graphs in them: each is a line of nodes that ends, leads back to one of
    them, or does either by a router."""

    def __init__(self, pick: random.Random) -> None:
        self.pick = pick
        self.lines = [HEAD]

    def line(self, name: str, deep: int = 0) -> tuple[list[str], bool]:
        """Write a line; gives the nodes that its runs come to, each with the way to it, and whether
        some run gets out of it."""
        nodes = [f"n{number}" for number in range(self.pick.randint(1, 2))]
        found: list[str] = []
        actions: list[str] = []
        ends = True
        for node in nodes:
            inside, out = [node], True
            actions.append("does_nothing")
            if deep < MOST_DEEP and self.pick.random() < 0.3:
                more, out = self.step(f"{name}_{node}", deep + 1)
                inside = [f"{node}/{each}" for each in more]
                actions[-1] = f"{name}_{node}.compile()"
            found += inside if ends else []
            ends = ends and out
        self.lines.append(f"{name} = StateGraph(Log)")
        for node, action in zip(nodes, actions, strict=True):
            self.lines.append(f'{name}.add_node("{node}", {action})')
        for one, other in pairwise(("__start__", *nodes)):
            self.lines.append(f'{name}.add_edge("{one}", "{other}")')
        last, back = nodes[-1], self.pick.choice(nodes)
        how = self.pick.choice(("end", "back", "either"))
        if how == "either":
            ways = f'{{"out": END, "on": "{back}"}}'
            self.lines.append(f'{name}.add_conditional_edges("{last}", route, {ways})')
        elif how == "back":
            self.lines.append(f'{name}.add_edge("{last}", "{back}")')
        return found, ends and how != "back"

    def step(self, name: str, deep: int = 0) -> tuple[list[str], bool]:
        """Write a graph with several lines in its one step, and give the same of it."""
        lines = [f"{name}_{number}" for number in range(2 if deep else 3)]
        found = {each: self.line(each, deep) for each in lines}
        self.lines.append(f"{name} = StateGraph(Log)")
        for each in lines:
            self.lines.append(f'{name}.add_node("{each}", {each}.compile())')
            self.lines.append(f'{name}.add_edge(START, "{each}")')
        nodes = [f"{each}/{node}" for each, (inside, _) in found.items() for node in inside]
        return nodes, all(ends for _, ends in found.values())


def asked(found: LanggraphContract) -> set[str]:
    """The nodes that are asked in some run, however many steps it takes."""
    start = RUNTIME.relax(RUNTIME.start(found, OPTIONS, {}, {}))
    seen, waiting, names = {RUNTIME.key(start)}, [start], set()
    while waiting:
        state = waiting.pop()
        question = RUNTIME.asks(state)
        if question is not None and question.channel == "model":
            names.add(question.phase)
        for choice in RUNTIME.choices(state):
            after, _ = RUNTIME.step(state, choice)
            if RUNTIME.key(after) not in seen:
                seen.add(RUNTIME.key(after))
                waiting.append(after)
    return names


def test_no_graph_hides_another() -> None:
    endless = 0
    for number in range(DRAWN):
        writer = Writer(picker("turns", number))
        nodes, ends = writer.step("g")
        endless += not ends
        assert asked(contract("\n".join(writer.lines))) == set(nodes), "\n".join(writer.lines)
    assert endless > DRAWN // 3
