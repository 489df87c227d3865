"""A random graph in the real package, with scripted functions. It imports langgraph, and nothing of
phaselint, so that it runs with every release."""

from __future__ import annotations

import logging
import operator
import warnings
from collections import Counter
from enum import Enum
from importlib import import_module
from typing import Annotated, Any, NamedTuple, TypedDict

from differential.langgraph.specs import (
    END,
    NAMES,
    Chance,
    Deed,
    GraphSpec,
    NodeSpec,
    Package,
    Spelled,
)

with warnings.catch_warnings():  # by name: type checkers may have the package or not
    warnings.simplefilter("ignore")
    RunnableConfig: Any = import_module("langchain_core.runnables").RunnableConfig
    MemorySaver: Any = import_module("langgraph.checkpoint.memory").MemorySaver
    StateGraph: Any = import_module("langgraph.graph").StateGraph
    _TYPES: Any = import_module("langgraph.types")
    Command, RetryPolicy, Send = _TYPES.Command, _TYPES.RetryPolicy, _TYPES.Send
    interrupt = _TYPES.interrupt

logging.getLogger("langgraph").setLevel(logging.CRITICAL)  # of names that wake nobody

MEMBERS: Any = {name.upper(): name for name in NAMES}
Step: Any = Enum("Step", MEMBERS, type=str)  # type: ignore[misc]


class Boom(Exception):
    """An exception of the program's own."""


ERRORS: dict[str, type[Exception]] = {
    "ValueError": ValueError,
    "TimeoutError": TimeoutError,
    "ConnectionError": ConnectionError,
    "ZeroDivisionError": ZeroDivisionError,
    "Boom": Boom,
}


class Outcome(NamedTuple):
    """What a run came to: the nodes of each step, how it ended, and the state at the end."""

    steps: tuple[tuple[str, ...], ...]
    end: str
    values: Any = None


class Engine:
    """Runs one graph."""

    def __init__(self, spec: GraphSpec, seed: str, version: tuple[int, int]) -> None:
        self.spec = spec
        self.chance = Chance(seed)
        self.version = version
        self.calls: Counter[tuple[str, str]] = Counter()
        self.last: Any = None
        self.interrupted: bool | None = None

    def run(self) -> Outcome:
        """Build the graph, run it, and resume it as often as it says."""
        spec = self.spec
        graph = self.build(spec, "").compile(
            checkpointer=MemorySaver() if spec.saved else None,
            interrupt_before=list(spec.before),
            interrupt_after=list(spec.after),
        )
        config = {"recursion_limit": spec.limit, "configurable": {"thread_id": "1"}}
        steps: list[tuple[str, ...]] = []
        given: Any = {"x": "given"}
        left = spec.resumes
        try:
            while True:
                stopped = self.play(graph, given, config, steps)
                if stopped is None:
                    return Outcome(tuple(steps), "completed", self.values(graph, config))
                if not left or not spec.saved:
                    return Outcome(tuple(steps), "interrupted")
                left -= 1
                given = Command(resume="yes") if stopped else None
        except Exception as error:
            return Outcome(tuple(steps), type(error).__name__)

    def play(self, graph: Any, given: Any, config: Any, steps: list[Any]) -> bool | None:
        """Run a graph until it ends, or is interrupted: then, whether by a node itself."""
        number = None
        self.last, self.interrupted = None, None
        for kind, data in graph.stream(given, config, stream_mode=["debug", "values", "updates"]):
            if kind == "values":
                self.last = data
            elif kind == "updates" and "__interrupt__" in data:
                self.interrupted = bool(data["__interrupt__"])  # empty where it is a breakpoint
            if kind != "debug" or data["type"] != "task":
                continue
            if data["step"] != number:
                number = data["step"]
                steps.append(())
            name = data["payload"]["name"]
            steps[-1] = (*steps[-1], name.value if isinstance(name, Enum) else name)
        return self.interrupted

    def values(self, graph: Any, config: Any) -> Any:
        """The state at the end."""
        return graph.get_state(config).values if self.spec.saved else self.last

    # --- building -------------------------------------------------------------------------------

    def build(self, spec: GraphSpec, path: str) -> Any:
        """The builder of a graph."""
        graph = StateGraph(state_of(spec.keys))
        for node in spec.nodes:
            name = real(Spelled(node.name)) if node.spelled else node.name
            graph.add_node(name, self.action(node, path), **self.arguments(node, path))
        for source, target in spec.edges:
            graph.add_edge(source, real(target))
        for members, target in spec.joins:
            graph.add_edge(list(members), target)
        for branch in spec.branches:
            mapped = None
            if branch.mapped is not None:
                mapped = {label: real(target) for label, target in branch.mapped.items()}
            router = self.router(branch.answers, f"{path}{branch.source}/{branch.name}")
            router.__name__ = branch.name
            graph.add_conditional_edges(branch.source, router, mapped)
        return graph

    def arguments(self, node: NodeSpec, path: str) -> dict[str, Any]:
        """The other arguments of `add_node`."""
        found: dict[str, Any] = {}
        if node.defer:
            found["defer"] = True
        if node.retried:
            policy = RetryPolicy(initial_interval=0.0001, max_interval=0.0001, jitter=False)
            found["retry_policy" if self.version >= (0, 6) else "retry"] = policy
        if node.handler:
            found["error_handler"] = self.function(
                node.handler, f"{path}__error_handler__{node.name}"
            )
        return found

    def action(self, node: NodeSpec, path: str) -> Any:
        if node.inner is not None:
            return self.build(node.inner, f"{path}{node.name}/").compile()
        return self.function(node.deeds, path + node.name)

    def number(self, place: str, config: Any) -> tuple[int, int]:
        """The step, and how often this task has come to a place."""
        about = config["metadata"]
        key = (place, about["langgraph_checkpoint_ns"])
        self.calls[key] += 1
        return about["langgraph_step"], self.calls[key] - 1

    def function(self, deeds: tuple[Deed, ...], place: str) -> Any:
        def run(_state: Any, config: RunnableConfig) -> Any:
            deed = deeds[self.chance.of(place, *self.number(place, config), len(deeds))]
            if deed.raised:
                raise ERRORS[deed.raised](place)
            for number in range(deed.interrupts):
                interrupt(f"{number}?")
            return returned(deed)

        return run

    def router(self, answers: tuple[tuple[Any, ...], ...], place: str) -> Any:
        def route(_state: Any, config: RunnableConfig) -> Any:
            chosen = answers[self.chance.of(place, *self.number(place, config), len(answers))]
            found = [real(each) for each in chosen]
            return found[0] if len(found) == 1 else found

        return route


def returned(deed: Deed) -> Any:
    """What a node returns."""
    if deed.invalid:
        return ["no", "update"]
    if not deed.goto and not deed.parent:
        return deed.update
    more = {"graph": Command.PARENT} if deed.parent else {}
    return Command(update=deed.update, goto=[real(each) for each in deed.goto], **more)


def real(value: Any) -> Any:
    """A name, label or package of a specification as the package has it."""
    if isinstance(value, Package):
        return Send(value.node, {})
    if isinstance(value, Spelled):
        return Step(value.value)
    return value


def state_of(keys: tuple[str, ...]) -> Any:
    """The class of a state with some keys."""
    fields = {key: Annotated[list, operator.add] if key == "log" else str for key in keys}
    return TypedDict("State", fields, total=False)  # type: ignore[operator]


__all__ = ["END", "Engine", "Outcome"]
