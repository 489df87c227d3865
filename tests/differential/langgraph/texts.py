"""A random graph as Python text, such as people write."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from differential.langgraph.specs import (
    END,
    NAMES,
    START,
    BranchSpec,
    Deed,
    GraphSpec,
    NodeSpec,
    Package,
    Spelled,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

HEAD = """\
import operator
from enum import Enum
from typing import Annotated, TypedDict

from langgraph.checkpoint.memory import MemorySaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, RetryPolicy, Send, interrupt

from services import odds, opinion

"""


def text_of(spec: GraphSpec, seed: str) -> str:
    """A module that builds a graph, `app`, and gives it to whoever imports it."""
    writer = Writer(random.Random(seed))
    lines = [*HEAD.splitlines(), *writer.enum(), *writer.graph(spec, "graph", "")]
    return "\n".join((*lines, '__all__ = ["app"]', ""))


class Writer:
    """Writes graphs, each part in one of the ways that there are."""

    def __init__(self, pick: random.Random) -> None:
        self.pick = pick

    def enum(self) -> Iterator[str]:
        """The class of spelled names."""
        yield "class Step(str, Enum):"
        yield from (f'    {name.upper()} = "{name}"' for name in NAMES)
        yield ""

    def graph(self, spec: GraphSpec, name: str, path: str) -> Iterator[str]:
        """The statements that build a graph, and those inside of it before."""
        for node in spec.nodes:
            if node.inner is not None:
                yield from self.graph(node.inner, f"{name}_{node.name}", f"{path}{node.name}_")
        yield from self.state(spec, name)
        for node in spec.nodes:
            if node.inner is None:
                yield from self.function(node.deeds, f"{path}{node.name}_node")
            if node.handler:
                yield from self.function(node.handler, f"{path}{node.name}_handler")
        for branch in {each.name: each for each in spec.branches}.values():
            yield from self.router(branch, path)
        yield f"{name} = StateGraph({name.title().replace('_', '')}State)"
        for node in spec.nodes:
            yield f"{name}.add_node({self.node(node, name, path)})"
        yield from (f"{name}.{self.edge(*edge)}" for edge in spec.edges)
        for members, target in spec.joins:
            listed = ", ".join(map(self.name, members))
            yield f"{name}.add_edge([{listed}], {self.name(target)})"
        yield from (f"{name}.{self.branch(each, path)}" for each in spec.branches)
        yield from self.compile(spec, name)

    def compile(self, spec: GraphSpec, name: str) -> Iterator[str]:
        more = ["checkpointer=MemorySaver()"] if spec.saved else []
        for key, names in (("interrupt_before", spec.before), ("interrupt_after", spec.after)):
            if names:
                more.append(f"{key}=[{', '.join(map(self.name, names))}]")
        result = "app" if name == "graph" else f"{name}_app"
        yield f"{result} = {name}.compile({', '.join(more)})"
        yield ""

    def state(self, spec: GraphSpec, name: str) -> Iterator[str]:
        yield f"class {name.title().replace('_', '')}State(TypedDict, total=False):"
        for key in spec.keys:
            kind = "Annotated[list, operator.add]" if key == "log" else "str"
            yield f"    {key}: {kind}"
        yield ""

    # --- operations -----------------------------------------------------------------------------

    def name(self, name: str) -> str:
        """A name as it is written."""
        if name in (START, END) and self.pick.random() < 0.8:
            return "START" if name == START else "END"
        return f'"{name}"'

    def value(self, value: Any) -> str:
        """A target or label as it is written."""
        if isinstance(value, Package):
            return f"Send({self.name(value.node)}, state)"
        if isinstance(value, Spelled):
            return f"Step.{value.value.upper()}"
        return self.name(value) if isinstance(value, str) else repr(value)

    def node(self, node: NodeSpec, graph: str, path: str) -> str:
        name = self.value(Spelled(node.name)) if node.spelled else self.name(node.name)
        action = f"{graph}_{node.name}_app" if node.inner else f"{path}{node.name}_node"
        parts = [name, action]
        if node.defer:
            parts.append("defer=True")
        if node.retried:
            parts.append("retry_policy=RetryPolicy(initial_interval=0.01)")
        if node.handler:
            parts.append(f"error_handler={path}{node.name}_handler")
        return ", ".join(parts)

    def edge(self, source: str, target: Any) -> str:
        if source == START and isinstance(target, str) and self.pick.random() < 0.2:
            return f"set_entry_point({self.name(target)})"
        if target == END and self.pick.random() < 0.2:
            return f"set_finish_point({self.name(source)})"
        return f"add_edge({self.name(source)}, {self.value(target)})"

    def branch(self, branch: BranchSpec, path: str) -> str:
        parts = [self.name(branch.source), f"{path}{branch.name}"]
        if branch.mapped is not None:
            entries = (
                f"{self.value(label)}: {self.value(target)}"
                for label, target in branch.mapped.items()
            )
            parts.append(f"{{{', '.join(entries)}}}")
        return f"add_conditional_edges({', '.join(parts)})"

    # --- functions ------------------------------------------------------------------------------

    def function(self, deeds: tuple[Deed, ...], name: str) -> Iterator[str]:
        yield f"def {name}(state):"
        body = [self.deed(each) for each in deeds]
        yield from self.choosing(body)

    def choosing(self, bodies: list[list[str]]) -> Iterator[str]:
        """One of several bodies, by what nobody knows."""
        for number, body in enumerate(bodies[:-1]):
            yield f"    if odds() < {number + 1}:"
            yield from (f"        {line}" for line in body)
        yield from (f"    {line}" for line in bodies[-1])
        yield ""

    def deed(self, deed: Deed) -> list[str]:
        if deed.raised:
            return [f'raise {deed.raised}("no")']
        asked = [f'answer = interrupt("{number}?")' for number in range(deed.interrupts)]
        return [*asked, f"return {self.returned(deed)}"]

    def returned(self, deed: Deed) -> str:
        if deed.invalid:
            return '["no", "update"]'
        if not deed.goto and not deed.parent:
            return self.update(deed.update)
        goto = [self.value(each) for each in deed.goto]
        one = len(goto) == 1 and self.pick.random() < 0.7
        parts = [f"goto={goto[0] if one else '[' + ', '.join(goto) + ']'}"]
        if deed.update is not None:
            parts.append(f"update={self.update(deed.update)}")
        if deed.parent:
            parts.append("graph=Command.PARENT")
        return f"Command({', '.join(parts)})"

    def update(self, update: dict[str, Any] | None) -> str:
        if update is None:
            return "None"
        pairs = (
            f'"{key}": {value!r}' if self.pick.random() < 0.7 else f'"{key}": opinion(state)'
            for key, value in update.items()
        )
        return f"{{{', '.join(pairs)}}}"

    def router(self, branch: BranchSpec, path: str) -> Iterator[str]:
        yield f"def {path}{branch.name}(state):"
        bodies = []
        for answer in branch.answers:
            values = [self.value(each) for each in answer]
            one = len(values) == 1
            bodies.append([f"return {values[0] if one else '[' + ', '.join(values) + ']'}"])
        yield from self.choosing(bodies)


def files_of(spec: GraphSpec, seed: str) -> dict[str, str]:
    """The files of a project that has a graph."""
    services = "def odds():\n    return 0\n\n\ndef opinion(state):\n    return state\n"
    return {"graph.py": text_of(spec, seed), "services.py": services, "pyproject.toml": ""}
