"""How graphs are followed through programs (reference langgraph §2.3, §2.4)."""

from __future__ import annotations

import pytest

from dialects.langgraph.reading.built import HEAD, edges, graph, graphs, names
from phaselint.dialects.langgraph.model import START

# --- The graph variable, §2.3 ---------------------------------------------------------------------

BUILT = {
    "a plain variable": "g = StateGraph(State)\ng.add_node('a', f)\ng.add_edge(START, 'a')\n",
    "an alias": "g = StateGraph(State)\no = g\no.add_node('a', f)\ng.add_edge(START, 'a')\n",
    "a chain": "g = StateGraph(State).add_node('a', f).add_edge(START, 'a')\n",
    "a compiled chain": "g = StateGraph(State).add_node('a', f).add_edge(START, 'a').compile()\n",
    "another name of the class": (
        "from langgraph.graph import StateGraph as G\ng = G(State)\ng.add_node('a', f)\n"
        "g.add_edge(START, 'a')\n"
    ),
    "a module": (
        "import langgraph.graph as lg\ng = lg.StateGraph(State)\ng.add_node('a', f)\n"
        "g.add_edge(lg.START, 'a')\n"
    ),
    "a type argument": "g = StateGraph[State](State)\ng.add_node('a', f)\ng.add_edge(START, 'a')\n",
    "a subclass": (
        "class Mine(StateGraph): pass\ng = Mine(State)\n"
        "g.add_node('a', f)\ng.add_edge(START, 'a')\n"
    ),
    "a function": (
        "def make():\n    g = StateGraph(State)\n    g.add_node('a', f)\n"
        "    g.add_edge(START, 'a')\n    return g\n"
    ),
    "a caller that goes on": (
        "def make():\n    g = StateGraph(State)\n    g.add_node('a', f)\n    return g\n"
        "b = make()\nb.add_edge(START, 'a')\n"
    ),
    "a function that gets it": (
        "def fill(g):\n    g.add_node('a', f)\ng = StateGraph(State)\nfill(g)\n"
        "g.add_edge(START, 'a')\n"
    ),
    "a function that uses the module's": (
        "g = StateGraph(State)\ndef fill():\n    g.add_node('a', f)\nfill()\n"
        "g.add_edge(START, 'a')\n"
    ),
    "an attribute": (
        "class M:\n    def __init__(self):\n"
        "        self.g = StateGraph(State)\n        self.fill()\n"
        "    def fill(self):\n        self.g.add_node('a', f)\n"
        "    def build(self):\n        self.g.add_edge(START, 'a')\n"
        "        return self.g.compile()\n"
    ),
    "a with": (
        "g = StateGraph(State)\nwith open('x') as y:\n    g.add_node('a', f)\n"
        "    g.add_edge(START, 'a')\n"
    ),
    "a try": (
        "g = StateGraph(State)\ntry:\n    g.add_node('a', f)\n"
        "finally:\n    g.add_edge(START, 'a')\n"
    ),
    "the main part": (
        "g = StateGraph(State)\nif __name__ == '__main__':\n    g.add_node('a', f)\n"
        "    g.add_edge(START, 'a')\n"
    ),
    "a comprehension": (
        "g = StateGraph(State)\n[g.add_node(n, f) for n in ['a']]\ng.add_edge(START, 'a')\n"
    ),
    "keywords": (
        "g = StateGraph(state_schema=State)\ng.add_node(node='a', action=f)\n"
        "g.add_edge(start_key=START, end_key='a')\n"
    ),
    "what comes after a return": (
        "def make():\n    g = StateGraph(State)\n"
        "    g.add_node('a', f)\n    g.add_edge(START, 'a')\n"
        "    return g\n    g.add_node('never', f)\n"
    ),
    "what is never taken": (
        "from typing import TYPE_CHECKING\ng = StateGraph(State)\ng.add_node('a', f)\n"
        "g.add_edge(START, 'a')\nif TYPE_CHECKING or False:\n    pass\nif False:\n"
        "    g.add_node('never', f)\nif TYPE_CHECKING:\n    g.add_node('never', f)\n"
    ),
}


@pytest.mark.parametrize("way", BUILT)
def test_that_a_graph_is_followed(way: str) -> None:
    read = graph(BUILT[way])
    assert (read.open, read.unknown_parts) == ("", ())
    assert names(read) == ["a"]
    assert edges(read) == {(START, "a")}
    assert all(node.certain and not node.guards for node in read.nodes)
    assert all(edge.certain and not edge.guards for edge in read.edges)


def test_that_callers_in_other_files_go_on() -> None:
    read = graphs(
        {
            "app/building.py": HEAD
            + "def make():\n    g = StateGraph(State)\n    g.add_node(f)\n    return g\n",
            "app/main.py": "from building import make\n"
            "g = make()\ng.add_edge('f', 'f')\napp = g.compile()\n"
            "app.invoke({'x': 1})\n",
            "pyproject.toml": "",
        }
    )["make.g"]
    assert edges(read) == {("f", "f")}
    assert [each.binding for each in read.compiles] == ["app"]
    assert [each.file for each in read.invocations] == ["app/main.py"]
    assert read.exported == ""


OPEN = {
    "it is passed to `other`": "from x import other\ng = StateGraph(State)\nother(g)\n",
    "it is put into a container": "g = StateGraph(State)\nall = {'g': g}\n",
    "it is stored in another object": "import o\ng = StateGraph(State)\no.g = g\n",
    "it is yielded": "def m():\n    g = StateGraph(State)\n    yield g\n",
    "it is returned with others": "def m():\n    g = StateGraph(State)\n    return g, 1\n",
    "its method `extend` is called": "g = StateGraph(State)\ng.extend(1)\n",
    "the name of a node isn't known": "g = StateGraph(State)\ng.add_node(unknown, f)\n",
    "the nodes of a sequence aren't known": "g = StateGraph(State)\ng.add_sequence(unknown)\n",
    "it is created several times": "for i in [1, 2]:\n    g = StateGraph(State)\n",
}


@pytest.mark.parametrize("why", OPEN)
def test_that_a_graph_is_open(why: str) -> None:
    read = graph(OPEN[why])
    assert read.open == why
    assert why in [said for said, _ in read.unknown_parts]


def test_that_an_open_graph_may_be_taken_for_closed() -> None:
    text = HEAD + OPEN["it is yielded"]
    assert graphs({"main.py": text}, closed=True)["m.g"].open == ""


# --- Names, F1 and F8 -----------------------------------------------------------------------------

NAMES = {
    "g = StateGraph(State)\n": ["g"],
    "g = StateGraph(State).compile()\n": ["g"],
    "def m():\n    g = StateGraph(State)\n": ["m.g"],
    "def m():\n    return StateGraph(State).compile()\n": ["m"],
    "class C:\n    def m(self):\n        g = StateGraph(State)\n": ["C.m.g"],
    "class C:\n    def m(self):\n        self.g = StateGraph(State)\n": ["C.g"],
    "g = StateGraph(State)\ng = StateGraph(State)\n": ["g", "g-2"],
    "print(StateGraph(State))\n": ["StateGraph"],
    "g = MessageGraph()\n": ["g"],
    "class StateGraph:\n    def add_node(self): ...\ng = StateGraph()\n": [],
    "def m(StateGraph):\n    g = StateGraph(State)\n": [],
    "from mine import StateGraph\ng = StateGraph(State)\n": [],
    "import mine\ng = mine.StateGraph(State)\n": [],
}


@pytest.mark.parametrize("text", NAMES)
def test_what_graphs_are_called(text: str) -> None:
    assert list(graphs({"main.py": HEAD + text})) == NAMES[text]


@pytest.mark.parametrize(
    ("mine", "found"),
    [
        ("from langgraph.graph import StateGraph\n", ["g"]),
        ("import langgraph.graph as a\nclass StateGraph(a.StateGraph):\n    pass\n", ["g"]),
        ("import langgraph\nclass StateGraph:\n    pass\n", []),
        ("class StateGraph:\n    pass\n", []),
    ],
)
def test_whose_class_makes_a_graph(mine: str, found: list[str]) -> None:
    """That of a module of the project does where it is, or comes from, LangGraph's."""
    text = "import langgraph\nfrom mine import StateGraph\ng = StateGraph(dict)\n"
    assert [name for name in graphs({"main.py": text, "mine.py": mine}) if name == "g"] == found


# --- Statements, §2.4 -----------------------------------------------------------------------------


def test_that_loops_are_unrolled_in_order() -> None:
    read = graph(
        "ORDER = ['a', 'b', 'c']\ng = StateGraph(State)\nfor n in ORDER:\n    g.add_node(n, f)\n"
        "before = None\nfor n in ORDER:\n    if before is not None:\n"
        "        g.add_edge(before, n)\n    before = n\n"
    )
    assert names(read) == ["a", "b", "c"]
    assert edges(read) == {("a", "b"), ("b", "c")}


def test_that_what_is_built_up_is_known() -> None:
    read = graph(
        "g = StateGraph(State)\nparts = []\nparts.append(('a', f))\nparts.extend([('b', h)])\n"
        "table = {}\ntable['c'] = f\nfor n, a in [*parts, *table.items()]:\n    g.add_node(n, a)\n"
    )
    assert [(node.name, node.function and node.function.name) for node in read.nodes] == [
        ("a", "f"), ("b", "h"), ("c", "f")
    ]  # fmt: skip


def test_loops_over_what_is_not_known() -> None:
    read = graph(
        "g = StateGraph(State)\nfor n in unknown:\n    g.add_node('a', f)\n    g.add_node(n, f)\n"
    )
    (node,) = read.nodes
    assert (node.name, node.certain, node.repeated) == ("a", False, True)
    assert read.open == "the name of a node isn't known"


@pytest.mark.parametrize("count", [64, 65])
def test_that_loops_are_unrolled_up_to_a_limit(count: int) -> None:
    read = graph(f"g = StateGraph(State)\nfor i in range({count}):\n    g.add_node(f'n{{i}}', f)\n")
    assert len(read.nodes) == (64 if count == 64 else 0)
    assert bool(read.open) == (count > 64)


def test_that_what_follows_an_unknown_break_is_not_certain() -> None:
    read = graph(
        "g = StateGraph(State)\nfor n in ['a', 'b']:\n    g.add_node(n, f)\n"
        "    if unknown(n):\n        break\n"
    )
    assert [(node.name, node.certain) for node in read.nodes] == [("a", True), ("b", False)]


def test_conditions() -> None:
    read = graph(
        "def m(flag, other):\n    g = StateGraph(State)\n"
        "    if not flag:\n        g.add_node('a', f)\n"
        "    elif other != 1:\n        g.add_node('b', f)\n    else:\n        g.add_node('c', f)\n"
        "    if flag:\n        return g\n    g.add_node('d', f)\n    return g\n"
    )
    assert {node.name: node.guards for node in read.nodes} == {
        "a": (("flag", False),),
        "b": (("flag", True), ("other == 1", False)),
        "c": (("flag", True), ("other == 1", True)),
        "d": (("flag", False),),
    }


def test_that_equal_texts_are_equal_only_while_names_keep_their_values() -> None:
    read = graph(
        "def m(flag):\n    g = StateGraph(State)\n    if flag:\n        g.add_node('a', f)\n"
        "    flag = unknown()\n    if flag:\n        g.add_node('b', f)\n    return g\n"
    )
    first, second = (node.guards for node in read.nodes)
    assert first != second


def test_that_known_conditions_are_no_guards() -> None:
    read = graph(
        "DEBUG = False\ng = StateGraph(State)\nif DEBUG:\n    g.add_node('a', f)\n"
        "else:\n    g.add_node('b', f)\n"
    )
    assert [(node.name, node.guards) for node in read.nodes] == [("b", ())]


def test_that_a_parameter_is_what_every_call_gives() -> None:
    text = (
        "def m(flag):\n    g = StateGraph(State)\n    if flag:\n        g.add_node('a', f)\n"
        "    return g\nm({})\nm({})\n"
    )
    assert graph(text.format(True, True)).nodes[0].guards == ()
    assert graph(text.format(True, False)).nodes[0].guards == (("flag", True),)
    assert graph(text.format(False, False)).nodes == ()


def test_that_many_guards_are_forgotten() -> None:
    lines = "".join(f"    if c{i}:\n        g.add_node('n{i}', f)\n" for i in range(5))
    read = graph(f"def m(c0, c1, c2, c3, c4):\n    g = StateGraph(State)\n{lines}    return g\n")
    assert read.many_guards
    assert all(not node.guards and not node.certain for node in read.nodes)


def test_that_handlers_may_add() -> None:
    read = graph(
        "g = StateGraph(State)\ntry:\n    g.add_node('a', f)\nexcept ImportError:\n"
        "    g.add_node('b', f)\n"
    )
    assert [(node.name, node.certain) for node in read.nodes] == [("a", True), ("b", False)]


def test_cases() -> None:
    read = graph(
        "def m(kind):\n    g = StateGraph(State)\n    match kind:\n        case 'x':\n"
        "            g.add_node('a', f)\n        case _:\n"
        "            g.add_node('b', f)\n    return g\n"
    )
    guards = {node.name: node.guards for node in read.nodes}
    assert guards["a"] == (("kind matches 'x'", True),)
    assert guards["b"] == (("kind matches 'x'", False),)
