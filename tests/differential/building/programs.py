"""Random programs that build graphs, in many ways of writing the same."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

_WORDS = ("fetch", "parse", "store", "check", "review", "send", "draft", "plan", "sort", "wait")
_HEADER = """\
import operator
from enum import Enum, StrEnum
from functools import partial
from itertools import pairwise
from typing import Annotated, Literal, TypedDict

import langgraph.graph as lg
from langgraph.graph import END, START, StateGraph
from langgraph.graph import StateGraph as Builder
from langgraph.types import Command, Send


class State(TypedDict, total=False):
    x: int
    log: Annotated[list, operator.add]
"""


class Program(NamedTuple):
    """Files of a program; `main.py` binds the graph that is built to `graph`, or what makes it."""

    seed: int
    files: dict[str, str]


class _Name(NamedTuple):
    """A node: its name, how the program writes that, its function, and whether the name may be
    left out where it is added."""

    value: str
    text: str
    function: str
    derived: bool


class Writer:
    """Writes one program."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.seed = seed
        self.files: dict[str, str] = {}
        self.top: list[str] = []
        self.body: list[str] = []
        self.names: list[_Name] = []
        self.graph = "graph"
        self.fresh = 0

    def chance(self, share: float) -> bool:
        """Something that happens now and then."""
        return self.random.random() < share

    def pick(self, *choices: str) -> str:
        """One of some texts."""
        return self.random.choice(choices)

    def new(self, word: str) -> str:
        """A name that nothing has."""
        self.fresh += 1
        return f"{word}{self.fresh}"

    def write(self) -> Program:
        """The whole program."""
        self._nodes()
        style = self.pick("module", "module", "function", "method", "chain", "other", "helper")
        if style == "chain":
            self._chain()
        else:
            self._add_nodes()
            self._add_edges()
        main = getattr(self, f"_in_{style}")()
        self.files["main.py"] = f"{main}app = graph.compile()\n"
        return Program(self.seed, self.files)

    # Names.

    def _nodes(self) -> None:
        words = self.random.sample(_WORDS, self.random.randint(2, 6))
        for word in words:
            self.names.append(self._name(word))
        self._functions()

    def _name(self, word: str) -> _Name:
        way = self.pick(
            "text", "text", "text", "derived", "constant", "value", "text_enum", "formed",
            "attribute", "table", "imported", "conditional",
        )  # fmt: skip
        if way == "derived":
            return _Name(word, repr(word), word, derived=True)
        function = self.new("do_")
        return _Name(word, getattr(self, f"_{way}")(word), function, derived=False)

    def _text(self, word: str) -> str:
        return self.pick(repr(word), f'"{word}"', f'("{word[:2]}" "{word[2:]}")')

    def _constant(self, word: str) -> str:
        name = self.new("NAME_")
        self.top.append(f'{name} = "{word}"')
        return name

    def _value(self, word: str) -> str:
        name = self.new("Step")
        self.top.append(f'class {name}(str, Enum):\n    MAIN = "{word}"\n    OTHER = "other"')
        return f"{name}.MAIN.value"

    def _text_enum(self, word: str) -> str:
        name = self.new("Kind")
        given = self.pick(f'"{word}"', f'"{word.upper()}".lower()')
        self.top.append(f"class {name}(StrEnum):\n    MAIN = {given}")
        return f"{name}.MAIN"

    def _formed(self, word: str) -> str:
        name = self.new("half_")
        self.top.append(f'{name} = "{word[:2]}"')
        return self.pick(
            f'f"{{{name}}}{word[2:]}"',
            f'{name} + "{word[2:]}"',
            f'"%s{word[2:]}" % {name}',
            f'"{{}}{word[2:]}".format({name})',
        )

    def _attribute(self, word: str) -> str:
        name = self.new("Names")
        self.top.append(f'class {name}:\n    first = "{word}"')
        return f"{name}.first"

    def _table(self, word: str) -> str:
        name = self.new("TABLE_")
        self.top.append(f'{name} = {{"k": "{word}", "z": "unused"}}')
        return f'{name}["k"]'

    def _imported(self, word: str) -> str:
        name = self.new("REMOTE_")
        text = self.files.get("names.py", "")
        self.files["names.py"] = f'{text}{name} = "{word}"\n'
        if self.chance(0.5):
            self.top.append(f"from names import {name}")
            return name
        self.top.append("import names")
        return f"names.{name}"

    def _conditional(self, word: str) -> str:
        flag = self.new("FLAG_")
        self.top.append(f"{flag} = {self.chance(0.5)}")
        other = self.pick(*_WORDS)
        value = self.top[-1].endswith("True")
        left, right = (word, other) if value else (other, word)
        return f'("{left}" if {flag} else "{right}")'

    def _functions(self) -> None:
        for name in self.names:
            way = self.pick("def", "def", "lambda", "factory", "partial")
            if way == "def" or name.derived:
                self.top.append(f"def {name.function}(state):\n    return {{'x': 1}}")
            elif way == "lambda":
                self.top.append(f"{name.function} = lambda state: {{'x': 1}}")
            elif way == "factory":
                maker = self.new("make_")
                self.top.append(
                    f"def {maker}(n):\n    def inner(state):\n        return {{'x': n}}\n"
                    f"    return inner"
                )
                self.top.append(f"{name.function} = {maker}(3)")
            else:
                base = self.new("base_")
                self.top.append(f"def {base}(state, n=0):\n    return {{'x': n}}")
                self.top.append(f"{name.function} = partial({base}, n=2)")

    # Nodes.

    def _add_nodes(self) -> None:
        waiting = list(self.names)
        while waiting:
            count = self.random.randint(1, len(waiting))
            some, waiting = waiting[:count], waiting[count:]
            self._add_some(some)
        if self.chance(0.06):
            again = self.random.choice(self.names)
            self.body.append(f"G.add_node({again.text}, {again.function})")
        if self.chance(0.04):
            self.body.append(self.pick('G.add_node("a|b", lambda s: {})', 'G.add_node("alone")'))

    def _add_some(self, some: list[_Name]) -> None:
        way = self.pick("each", "each", "pairs", "zip", "dict", "flag", "built", "sequence", "comp")
        if way == "each" or len(some) < 2:
            for name in some:
                self._add_one(name)
            return
        pairs = ", ".join(f"({name.text}, {name.function})" for name in some)
        if way == "pairs":
            self.body.append(f"for n, f in [{pairs}]:\n    G.add_node(n, f)")
        elif way == "zip":
            names = ", ".join(name.text for name in some)
            functions = ", ".join(name.function for name in some)
            self.body.append(f"for n, f in zip([{names}], ({functions},)):\n    G.add_node(n, f)")
        elif way == "dict":
            items = ", ".join(f"{name.text}: {name.function}" for name in some)
            table = self.new("parts_")
            self.body.append(
                f"{table} = {{{items}}}\nfor n, f in {table}.items():\n"
                f"    if n == 'never':\n        continue\n"
                f"    G.add_node(n, action=f)"
            )
        elif way == "flag":
            self._under_flag([f"G.add_node({name.text}, {name.function})" for name in some])
        elif way == "built":
            parts = self.new("parts_")
            grown = "\n".join(f"{parts}.append(({n.text}, {n.function}))" for n in some)
            self.body.append(f"{parts} = []\n{grown}\nfor n, f in {parts}:\n    G.add_node(n, f)")
        elif way == "sequence":
            self.body.append(f"G.add_sequence([{pairs}])")
        else:
            self.body.append(f"[G.add_node(n, f) for n, f in [{pairs}]]")

    def _add_one(self, name: _Name) -> None:
        if name.derived and self.chance(0.7):
            self.body.append(f"G.add_node({name.function})")
            return
        self.body.append(
            self.pick(
                f"G.add_node({name.text}, {name.function})",
                f"G.add_node(node={name.text}, action={name.function})",
                f"G.add_node({name.text}, {name.function}, metadata={{}})",
            )
        )

    def _under_flag(self, lines: list[str]) -> None:
        flag = self.new("ON_")
        on = self.chance(0.7)
        self.top.append(f"{flag} = {on}")
        test = self.pick(flag, f"not (not {flag})", f"{flag} is True") if on else f"not {flag}"
        block = "\n".join("    " + line for line in lines)
        self.body.append(f"if {test}:\n{block}\nelse:\n    G.add_node('never', lambda s: {{}})")

    # Edges.

    def _end(self, wrong: float = 0.03) -> str:
        if self.chance(wrong):
            return '"nowhere"'
        return self.random.choice(self.names).text

    def _target(self) -> str:
        return self.pick("END", '"__end__"', "lg.END") if self.chance(0.25) else self._end()

    def _add_edges(self) -> None:
        if not self.chance(0.04):
            start = self._end(0.02)
            self.body.append(
                self.pick(
                    f"G.add_edge(START, {start})",
                    f"G.set_entry_point({start})",
                    f'G.add_edge("__start__", {start})',
                    f"G.add_edge(start_key=START, end_key={start})",
                )
            )
        for _ in range(self.random.randint(1, 5)):
            way = self.pick("edge", "edge", "chain", "pairs", "previous", "join", "finish")
            self._edges(way)
        for _ in range(self.random.choice((0, 0, 1, 1, 2))):
            self._branch()

    def _edges(self, way: str) -> None:
        if way == "edge":
            self.body.append(f"G.add_edge({self._end()}, {self._target()})")
        elif way == "finish":
            self.body.append(f"G.set_finish_point({self._end()})")
        elif way == "join":
            members = ", ".join(name.text for name in self.random.sample(self.names, 2))
            self.body.append(f"G.add_edge({self.pick('[', '(')}{members}], {self._target()})")
            self.body[-1] = self.body[-1].replace("add_edge((", "add_edge([")
        elif way == "chain":
            order = self.new("order_")
            listed = ", ".join(name.text for name in self.names)
            walk = self.pick(f"zip({order}, {order}[1:])", f"pairwise({order})")
            self.body.append(f"{order} = [{listed}]\nfor a, b in {walk}:\n    G.add_edge(a, b)")
        elif way == "previous":
            listed = ", ".join(name.text for name in self.names)
            self.body.append(
                f"before = None\nfor n in [{listed}]:\n    if before is not None:\n"
                f"        G.add_edge(before, n)\n    before = n"
            )
        else:
            pairs = ", ".join(f"({self._end()}, {self._target()})" for _ in range(3))
            self.body.append(f"for a, b in ({pairs}):\n    G.add_edge(a, b)")

    def _branch(self) -> None:
        values = [self._target() for _ in range(self.random.randint(1, 3))]
        router = self.new("route_")
        way = self.pick("dict", "list", "none", "literal", "named", "comp", "tuple", "zip")
        labels = [self.new("label_") for _ in values]
        returned = labels if way in {"dict", "named", "zip"} else values
        note = ""
        if way == "literal":
            plain = [name.value for name in self.random.sample(self.names, len(values[:2]))]
            note = f" -> Literal[{', '.join(map(repr, plain))}]"
            returned = [repr(each) for each in plain]
        elif way in {"dict", "named", "zip"}:
            returned = [repr(each) for each in labels]
        lines = "\n".join(
            f"    if state.get('x') == {index}:\n        return {each}"
            for index, each in enumerate(returned[1:])
        )
        self.top.append(f"def {router}(state){note}:\n{lines}\n    return {returned[0]}")
        given = self._map(way, labels, values)
        source = self.pick("START") if self.chance(0.15) else self._end()
        called = self.pick(router, router, f"lambda state: {router}(state)")
        if way == "literal":
            called = router
        if source == "START" and self.chance(0.5):
            self.body.append(f"G.set_conditional_entry_point({called}{given})")
        else:
            self.body.append(f"G.add_conditional_edges({source}, {called}{given})")

    def _map(self, way: str, labels: list[str], values: list[str]) -> str:
        if way in {"none", "literal"}:
            return self.pick("", ", None") if way == "none" else ""
        if way in {"dict", "named"}:
            items = ", ".join(f'"{k}": {v}' for k, v in zip(labels, values, strict=True))
            if way == "dict":
                return self.pick(f", {{{items}}}", f", path_map={{{items}}}")
            name = self.new("MAP_")
            self.top.append(f"{name} = {{{items}}}")
            return f", {name}"
        if way == "zip":
            return f", dict(zip({labels}, [{', '.join(values)}]))"
        listed = ", ".join(values)
        if way == "comp":
            return f", [each for each in ({listed},)]"
        return f", ({listed},)" if way == "tuple" else f", [{listed}]"

    # Where it stands.

    def _chain(self) -> None:
        self.body = [f".add_node({name.text}, {name.function})" for name in self.names]
        self.body.append(f".add_edge(START, {self._end()})")
        for _ in range(self.random.randint(1, 3)):
            self.body.append(f".add_edge({self._end()}, {self._target()})")

    def _made(self) -> str:
        return self.pick(
            "StateGraph(State)",
            "Builder(State)",
            "lg.StateGraph(State)",
            "StateGraph(state_schema=State)",
            "StateGraph[State](State)",
        )

    def _lines(self, name: str, indent: int) -> str:
        text = "\n".join(self.body)
        placed = text.replace("G.", f"{name}.")
        return "\n".join(" " * indent + line if line else line for line in placed.splitlines())

    def _head(self) -> str:
        self.random.shuffle(self.top)
        first = [each for each in self.top if not each.startswith(("from ", "import "))]
        late = [each for each in first if "partial(" in each or "make_" in each.split("\n")[0]]
        defined = [each for each in first if each not in late]
        makers = [each for each in late if each.startswith("def ")]
        rest = [each for each in late if not each.startswith("def ")]
        imports = [each for each in self.top if each.startswith(("from ", "import "))]
        parts = [_HEADER, *imports, *defined, *makers, *rest]
        maps = [each for each in parts if each.startswith("MAP_")]
        return "\n\n".join([*(each for each in parts if each not in maps), *maps]) + "\n\n"

    def _in_module(self) -> str:
        return f"{self._head()}graph = {self._made()}\n{self._lines('graph', 0)}\n"

    def _in_function(self) -> str:
        lines = self._lines("g", 4)
        make = f"def make():\n    g = {self._made()}\n{lines}\n    return g\n\n"
        return f"{self._head()}{make}graph = make()\n"

    def _in_other(self) -> str:
        lines = self._lines("g", 4)
        make = f"def make():\n    g = {self._made()}\n{lines}\n    return g\n\n"
        self.files["building.py"] = self._head() + make
        return "from building import make\n\ngraph = make()\n"

    def _in_helper(self) -> str:
        cut = self.random.randint(0, len(self.body))
        body, self.body = self.body, self.body[:cut]
        first = self._lines("g", 4)
        self.body = body[cut:]
        rest = self._lines("graph", 0)
        self.body = body
        return (
            f"{self._head()}def fill(g):\n    pass\n{first}\n\n"
            f"graph = {self._made()}\nfill(graph)\n{rest}\n"
        )

    def _in_method(self) -> str:
        cut = self.random.randint(0, len(self.body))
        body, self.body = self.body, self.body[:cut]
        first = self._lines("self.graph", 8)
        self.body = body[cut:]
        rest = self._lines("self.graph", 8)
        self.body = body
        return (
            f"{self._head()}class Maker:\n    def __init__(self):\n"
            f"        self.graph = {self._made()}\n{first}\n        self.more()\n\n"
            f"    def more(self):\n        pass\n{rest}\n\n"
            f"    def build(self):\n        return self.graph\n\ngraph = Maker().build()\n"
        )

    def _in_chain(self) -> str:
        calls = "\n".join("    " + line for line in self.body)
        return f"{self._head()}graph = (\n    {self._made()}\n{calls}\n)\n"


def program(seed: int) -> Program:
    """A program that follows from a seed."""
    return Writer(seed).write()


_TESTS = (
    "p0", "p1", "p2", "not p0", "p1 is True", "p2 == True", "p0 != True", "p0 and p1",
    "p1 or p2", "not (p0 and p2)",
)  # fmt: skip


class Variants:
    """Writes a function whose graph depends on three parameters that are true or false."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.seed = seed
        self.nodes = 0

    def operation(self) -> str:
        """Something that is done to the graph."""
        if self.nodes == 0 or self.random.random() < 0.4:
            self.nodes += 1
            return f'g.add_node("n{self.nodes}", do)'
        ends = [f'"n{self.random.randint(1, self.nodes)}"' for _ in range(2)]
        return f"g.add_edge({ends[0]}, {ends[1]})"

    def block(self, depth: int) -> list[str]:
        """Some statements."""
        lines: list[str] = []
        for _ in range(self.random.randint(1, 4 - depth)):
            way = self.random.random()
            if depth < 2 and way < 0.3:
                lines.extend(self.condition(depth))
            elif depth == 0 and way < 0.5:
                lines.extend(("with open(__file__):", f"    {self.operation()}"))
            elif way < 0.56:
                loop = self.nodes + 1
                self.nodes += 2
                lines.append(f"for i in range({loop}, {loop + 2}):")
                test = self.random.choice(_TESTS)
                lines.append(f"    if {test}:\n        continue" if depth == 0 else "    pass")
                lines.append('    g.add_node(f"n{i}", do)')
            else:
                lines.append(self.operation())
        return "\n".join(lines).splitlines()

    def condition(self, depth: int) -> list[str]:
        """An `if`, or a `match`."""
        tests = self.random.sample(_TESTS, self.random.randint(1, 2))
        lines = [f"if {tests[0]}:", *self.inside(depth)]
        if self.random.random() < 0.12:
            lines.append("    return g")
        if len(tests) > 1:
            lines.extend((f"elif {tests[1]}:", *self.inside(depth)))
        if self.random.random() < 0.5:
            lines.extend(("else:", *self.inside(depth)))
        return lines

    def inside(self, depth: int) -> list[str]:
        """An indented block."""
        return ["    " + line for line in self.block(depth + 1)]

    def write(self) -> Program:
        """The program."""
        body = "\n".join("    " + line for line in ["pass", *self.block(0), *self.block(0)])
        text = (
            f"{_HEADER}\n\ndef do(state):\n    return {{}}\n\n\n"
            f"def make(p0, p1, p2):\n    g = StateGraph(State)\n{body}\n    return g\n"
        )
        return Program(self.seed, {"main.py": text})


def variants(seed: int) -> Program:
    """A program whose `make` has three parameters."""
    return Variants(seed).write()
