"""Random graphs of LangGraph, as plain data from which all else is made: the records that phaselint
reads, Python text, and graphs of the real package.

What nodes and routers do is drawn by where and when they run (`Chance`), the same for everybody.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, NamedTuple

START, END = "__start__", "__end__"
NAMES = ("ask", "book", "check", "draft", "edit", "file", "grade")
ERRORS = ("ValueError", "TimeoutError", "ConnectionError", "ZeroDivisionError", "Boom")
"""Of these the default `RetryPolicy` tries again after the third and the last."""


class Package(NamedTuple):
    """A `Send` to a node."""

    node: str


@dataclass(frozen=True)
class Spelled:
    """A member of a `(str, Enum)` class, by its value; no tuple, which equals a package."""

    value: str


class Deed(NamedTuple):
    """What a run of a node does."""

    update: dict[str, Any] | None = None
    goto: tuple[Any, ...] = ()
    parent: bool = False
    raised: str = ""
    interrupts: int = 0
    invalid: bool = False


class NodeSpec(NamedTuple):
    """A node: what it may do, and how it is added."""

    name: str
    deeds: tuple[Deed, ...]
    defer: bool = False
    handler: tuple[Deed, ...] = ()
    retried: bool = False
    spelled: bool = False
    inner: GraphSpec | None = None


class BranchSpec(NamedTuple):
    """A conditional edge: what its router may give, each a list of labels, and its map."""

    source: str
    name: str
    answers: tuple[tuple[Any, ...], ...]
    mapped: dict[Any, str] | None = None


class GraphSpec(NamedTuple):
    """A graph."""

    nodes: tuple[NodeSpec, ...]
    edges: tuple[tuple[str, Any], ...]
    joins: tuple[tuple[tuple[str, ...], str], ...] = ()
    branches: tuple[BranchSpec, ...] = ()
    limit: int = 9
    keys: tuple[str, ...] = ("log", "x")
    saved: bool = False
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    resumes: int = 0


class Chance:
    """What is drawn at a place, in a step, at the n-th time that a task comes to it."""

    def __init__(self, seed: str) -> None:
        self._seed = seed

    def of(self, place: str, step: int, number: int, among: int) -> int:
        """The number of one of so many possibilities."""
        return random.Random(f"{self._seed}/{place}/{step}/{number}").randrange(among)


def drawn(seed: str, version: tuple[int, int] = (1, 2)) -> GraphSpec:
    """A random graph that a release of LangGraph can build."""
    return Drawing(random.Random(seed), version).graph()


class Drawing:
    """Draws a graph."""

    def __init__(self, pick: random.Random, version: tuple[int, int]) -> None:
        self.pick = pick
        self.version = version
        self.kind = pick.choice(
            ("plain", "plain", "plain", "nested", "asking", "failing", "spelled", "writing")
        )

    def graph(self, depth: int = 0) -> GraphSpec:
        """A graph, or one inside of it."""
        pick = self.pick
        names = pick.sample(NAMES, pick.randint(2, 7 if depth == 0 else 4))
        inner = self.kind == "nested" and depth < 2
        nested = (
            pick.choice(names) if inner and pick.random() < (0.9 if depth == 0 else 0.3) else ""
        )
        spelled = set(pick.sample(names, len(names) // 2)) if self.kind == "spelled" else set()
        nodes = tuple(
            self.node(name, names, depth, spelled=name in spelled, nested=name == nested)
            for name in names
        )
        branches = tuple(self.branches(names))
        edges = tuple(dict.fromkeys(self.edges(names, spelled)))
        asking = self.kind == "asking" and depth == 0
        return GraphSpec(
            nodes=nodes,
            edges=edges,
            joins=tuple(dict.fromkeys(self.joins(names))),
            branches=branches,
            limit=pick.choice((2, 3, 6, 9)),
            keys=self.keys(depth),
            saved=asking and pick.random() < 0.8,
            before=tuple(pick.sample(names, 1)) if asking and pick.random() < 0.3 else (),
            after=tuple(pick.sample(names, 1)) if asking and pick.random() < 0.3 else (),
            resumes=pick.randint(0, 3) if asking else 0,
        )

    def keys(self, depth: int) -> tuple[str, ...]:
        if depth == 0:
            return ("log", "x")
        return self.pick.choice((("log", "x"), ("log", "x"), ("x",), ("log",), ("own",)))

    # --- nodes ----------------------------------------------------------------------------------

    def node(
        self, name: str, names: list[str], depth: int, *, spelled: bool, nested: bool
    ) -> NodeSpec:
        pick = self.pick
        failing = self.kind == "failing"
        latest = self.version >= (1, 2)
        handled = failing and latest and pick.random() < 0.4
        if nested:
            return NodeSpec(name, (), inner=self.graph(depth + 1), defer=self.defers())
        deeds = [self.deed(name, names, depth) for _ in range(pick.choice((1, 1, 2, 3)))]
        return NodeSpec(
            name,
            tuple(deeds),
            defer=self.defers(),
            handler=tuple(self.handling(names) for _ in range(2)) if handled else (),
            retried=failing and pick.random() < 0.4,
            spelled=spelled,
        )

    def defers(self) -> bool:
        return self.version >= (0, 3) and self.pick.random() < 0.15

    def deed(self, name: str, names: list[str], depth: int) -> Deed:
        pick = self.pick
        if self.kind == "failing" and pick.random() < 0.3:
            return Deed(raised=pick.choice(ERRORS))
        if self.kind == "failing" and pick.random() < 0.05:
            return Deed(invalid=True)
        interrupts = pick.choice((0, 1, 1, 2)) if self.kind == "asking" else 0
        parent = depth > 0 and pick.random() < 0.15
        return Deed(
            self.update(name), self.goto(names, parent=parent), parent, interrupts=interrupts
        )

    def handling(self, names: list[str]) -> Deed:
        if self.pick.random() < 0.15:
            return Deed(raised="ValueError")
        return Deed(self.update("handler"), self.goto(names))

    def update(self, name: str) -> dict[str, Any] | None:
        pick = self.pick
        if pick.random() < 0.1:
            return None
        found: dict[str, Any] = {}
        if pick.random() < 0.8:
            found["log"] = [name]
        if pick.random() < (0.6 if self.kind == "writing" else 0.12):
            found["x"] = name
        if pick.random() < 0.1:
            found["lost"] = name
        if pick.random() < 0.3 and self.kind == "nested":
            found["own"] = name
        return found

    def goto(self, names: list[str], *, parent: bool = False) -> tuple[Any, ...]:
        pick = self.pick
        if not parent and pick.random() > 0.25:
            return ()
        among = (*(NAMES if parent else names), *names, END, END, "nobody", START)
        found: list[Any] = []
        for _ in range(pick.choice((1, 1, 1, 2))):
            name = pick.choice(among)
            found.append(Package(name) if pick.random() < 0.2 else self.spelling(name))
        return tuple(found)

    def spelling(self, name: str) -> Any:
        spells = self.kind == "spelled" and name in NAMES and self.pick.random() < 0.4
        return Spelled(name) if spells else name

    # --- edges ----------------------------------------------------------------------------------

    def edges(self, names: list[str], spelled: set[str]) -> list[tuple[str, Any]]:
        pick = self.pick
        found: list[tuple[str, Any]] = [
            (START, name) for name in pick.sample(names, pick.choice((1, 1, 2)))
        ]
        for _ in range(pick.randint(0, len(names) + 2)):
            target = pick.choice((*names, *names, END))
            found.append((pick.choice(names), target))
        if self.kind != "spelled":
            return found
        # Two spellings of one name are one edge, and which it is depends on the order.
        return [
            (source, Spelled(target) if target in spelled and pick.random() < 0.9 else target)
            for source, target in dict.fromkeys(found)
        ]

    def joins(self, names: list[str]) -> list[tuple[tuple[str, ...], str]]:
        pick = self.pick
        return [
            (tuple(pick.sample(names, min(len(names), pick.choice((2, 2, 3))))), pick.choice(names))
            for _ in range(pick.choice((0, 0, 1, 1, 2)))
        ]

    def branches(self, names: list[str]) -> list[BranchSpec]:
        pick = self.pick
        sources = [*names, START] if pick.random() < 0.2 else names
        return [
            self.branch(pick.choice(sources), f"route{number}", names)
            for number in range(pick.choice((0, 1, 1, 2, 3)))
        ]

    def branch(self, source: str, name: str, names: list[str]) -> BranchSpec:
        pick = self.pick
        wild = pick.random() < 0.25
        if pick.random() < 0.5:
            labels = pick.sample(("yes", "no", "more", True, None), pick.randint(1, 4))
            if not wild:
                labels = [each for each in labels if each is not None] or ["yes"]
            mapped = {label: self.spelling(pick.choice((*names, END))) for label in labels}
            given = [*labels, "missing"] if wild else labels
        else:
            mapped = None
            given = [*pick.sample(names, min(3, len(names))), END]
            if wild:
                given += ["nobody", None, START]
        answers = []
        for _ in range(pick.randint(1, 3)):
            count = pick.choice((1, 1, 1, 2, 0))
            answer = [
                Package(pick.choice(names)) if pick.random() < 0.15 else self.answer(given, mapped)
                for _ in range(count)
            ]
            answers.append(tuple(answer))
        return BranchSpec(source, name, tuple(dict.fromkeys(answers)), mapped)

    def answer(self, given: list[Any], mapped: dict[Any, str] | None) -> Any:
        chosen = self.pick.choice(given)
        return self.spelling(chosen) if mapped is None and isinstance(chosen, str) else chosen
