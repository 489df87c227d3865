"""Graphs as records, written in short for tests of what is read in them."""

from __future__ import annotations

from typing import Any

from phaselint.dialects.base import Target
from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
from phaselint.dialects.langgraph.functionmodel import (
    Answer,
    Answers,
    Function,
    Guard,
    Known,
    Return,
    Schema,
    Send,
    Update,
)
from phaselint.dialects.langgraph.model import (
    END,
    START,
    Branch,
    Compile,
    Edge,
    Graph,
    Invocation,
    Join,
    LanggraphContract,
    MapEntry,
    Node,
    PathMap,
)
from phaselint.vocabulary.finding import Place

FILE = "graph.py"


class Short:
    """Makes the records of one graph; every record has a place of its own."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self.edges: list[Edge] = []
        self.joins: list[Join] = []
        self.branches: list[Branch] = []
        self.invocations: list[Invocation] = []
        self.count = 0

    def place(self) -> Place:
        """The next place."""
        self.count += 1
        return Place(FILE, (10 * self.count, 10 * self.count + 5))

    def order(self) -> int:
        """Where the next operation stands."""
        return self.count

    def known(self, value: Any) -> Known | None:
        """A constant at the next place; "?" is one that is not known."""
        return None if value == "?" else Known(value, self.place())

    def answer(self, value: Any) -> Answer:
        """An answer: one value, or a list of them."""
        single = not isinstance(value, list)
        values = [value] if single else value
        targets = tuple(Known(each, self.place()) for each in values)
        return Answer(targets, self.place(), single)

    def answers(self, *values: Any) -> Answers:
        """Answers; a last "?" stands for others."""
        complete = not values or values[-1] != "?"
        given = values if complete else values[:-1]
        return Answers(tuple(map(self.answer, given)), complete)

    def node(
        self,
        name: str,
        *gotos: Any,
        defer: bool = False,
        guards: tuple[Guard, ...] = (),
        **more: Any,
    ) -> None:
        """A node; each of its gotos is that of a return, and None a return without one."""
        function = Function(f"{FILE}:{name}", name, self.place(), returns_complete=True)
        returns = tuple(self.returned(goto) for goto in gotos or (None,))
        function = function._replace(returns=returns, **more)
        self.nodes.append(
            Node(
                name,
                self.place(),
                self.place(),
                name,
                kind="function",
                function=function,
                defer=defer,
                guards=guards,
                order=self.order(),
            )
        )

    def returned(self, goto: Any) -> Return:
        """A return with a `goto`, or without one."""
        if goto is None:
            return Return(self.place(), "none", Update())
        return Return(self.place(), "command", Update(), self.answers(goto))

    def edge(self, source: str, target: str, *guards: Guard, certain: bool = True) -> None:
        """A static edge, or a join of members with commas."""
        if "," in source:
            members = tuple(Known(each, self.place()) for each in source.split(","))
            self.joins.append(
                Join(
                    members,
                    self.known(target),
                    self.place(),
                    guards=guards,
                    certain=certain,
                    order=self.order(),
                )
            )
        else:
            self.edges.append(
                Edge(
                    self.known(source),
                    self.known(target),
                    self.place(),
                    guards=guards,
                    certain=certain,
                    order=self.order(),
                )
            )

    def router(
        self,
        source: str,
        *answers: Any,
        path_map: dict[Any, str] | None = None,
        guards: tuple[Guard, ...] = (),
    ) -> None:
        """A router with its answers, and the map it goes by."""
        given = self.answers(*answers)
        entries = (
            ()
            if path_map is None
            else tuple(
                MapEntry(label, self.known(target), self.place())
                for label, target in path_map.items()
            )
        )
        name = f"route_{source}_{len(self.branches)}"
        router = Function(f"{FILE}:{name}", name, self.place(), answers=given)
        self.branches.append(
            Branch(
                self.known(source),
                name,
                self.place(),
                router,
                answers=given,
                path_map=None if path_map is None else PathMap("dict", entries),
                guards=guards,
                order=self.order(),
            )
        )

    @property
    def graph(self) -> Graph:
        """The graph."""
        return Graph(
            f"{FILE}::builder",
            "builder",
            FILE,
            Place(FILE, (0, 5)),
            Schema("State", {}, known=True, kind="typed"),
            keys_known=True,
            nodes=tuple(self.nodes),
            edges=tuple(self.edges),
            joins=tuple(self.joins),
            branches=tuple(self.branches),
            compiles=(Compile(Place(FILE, (1, 2)), order=10_000),),
            invocations=tuple(self.invocations),
        )

    @property
    def contract(self) -> LanggraphContract:
        """The contract of the graph alone."""
        graph = self.graph
        return LanggraphContract(
            Target("langgraph", "", graph.id), {}, graph, {graph.id: graph}, version=(1, 2)
        )

    @property
    def facts(self) -> LanggraphFacts:
        """The facts of the graph."""
        return LanggraphFacts(self.contract, {}, 40_000)


__all__ = ["END", "FILE", "START", "Guard", "Send", "Short"]
