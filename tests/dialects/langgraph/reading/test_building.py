"""What graphs programs build (reference langgraph §2.3–§2.6, §2.8, §2.12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from phaselint.dialects.base import Target
from phaselint.dialects.langgraph.model import END, START, name_of
from phaselint.dialects.langgraph.options import OPTIONS
from phaselint.dialects.langgraph.reading.load import graphs_of, load
from phaselint.project.memory import DictReader

if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaselint.dialects.langgraph.model import Graph, PathMap
    from phaselint.vocabulary.finding import Place

DEFAULTS: dict[str, Any] = {option.name: option.default for option in OPTIONS}
HEAD = """\
import functools
import operator
from enum import Enum
from functools import partial
from typing import Annotated, Literal, TypedDict
from langchain_core.runnables import RunnableLambda
from langgraph.checkpoint.memory import MemorySaver
from langgraph.graph import END, START, MessageGraph, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode, create_react_agent, tools_condition
from langgraph.types import Command, Send


class State(TypedDict, total=False):
    x: int


def f(state): return {}
def h(state): return {}
def route(state):
    if state["x"]:
        return "a"
    return "b"


"""


def graphs(files: Mapping[str, str], **options: Any) -> dict[str, Graph]:
    """The graphs of a project, by name."""
    reader = DictReader(files)
    found: dict[str, Graph] = {}
    for file in sorted(files):
        for name in graphs_of(reader, file) if file.endswith(".py") else ():
            target = Target("langgraph", file.rpartition("/")[0], file, name)
            contract = load(reader, target, {**DEFAULTS, **options})
            assert contract.graph is not None
            assert contract.project[f"{file}::{name}"] == contract.graph
            found[name] = contract.graph
    return found


def graph(text: str, **files: str) -> Graph:
    """The one graph of a program, or the first."""
    others = {name.replace("__", "/") + ".py": other for name, other in files.items()}
    return next(iter(graphs({"main.py": HEAD + text, **others}).values()))


def text_at(text: str, place: Place) -> str:
    """What stands at a place of the program."""
    start, end = map(int, place.pointer)
    return (HEAD + text)[start:end]


def names(read: Graph) -> list[str]:
    return [node.name for node in read.nodes]


def edges(read: Graph) -> set[tuple[object, object]]:
    return {
        (
            None if edge.source is None else name_of(edge.source.value),
            None if edge.target is None else name_of(edge.target.value),
        )
        for edge in read.edges
    }


def entries(path_map: PathMap | None) -> dict[object, object]:
    assert path_map is not None
    return {
        entry.label: None if entry.target is None else name_of(entry.target.value)
        for entry in path_map.entries
    }


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
    "it is given to `other`": "from x import other\ng = StateGraph(State)\nother(g)\n",
    "it is put into a container": "g = StateGraph(State)\nall = {'g': g}\n",
    "it is stored in another object": "import o\ng = StateGraph(State)\no.g = g\n",
    "it is yielded": "def m():\n    g = StateGraph(State)\n    yield g\n",
    "it is returned with others": "def m():\n    g = StateGraph(State)\n    return g, 1\n",
    "`extend` of it is called": "g = StateGraph(State)\ng.extend(1)\n",
    "the name of a node is not known": "g = StateGraph(State)\ng.add_node(unknown, f)\n",
    "the nodes of a sequence are not known": "g = StateGraph(State)\ng.add_sequence(unknown)\n",
    "it is made several times": "for i in [1, 2]:\n    g = StateGraph(State)\n",
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
}


@pytest.mark.parametrize("text", NAMES)
def test_what_graphs_are_called(text: str) -> None:
    assert list(graphs({"main.py": HEAD + text})) == NAMES[text]


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
    assert read.open == "the name of a node is not known"


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


# --- Nodes, §2.6 ----------------------------------------------------------------------------------

DERIVED = {
    "f": "f",
    "State": "State",
    "partial(f)": "partial",
    "functools.partial(f)": "partial",
    "RunnableLambda(f)": "f",
    "RunnableLambda(lambda s: s)": "RunnableLambda",
    "lambda s: s": "<lambda>",
    "ToolNode([])": "tools",
    "ToolNode([], name='hands')": "hands",
    "create_react_agent(m, [])": "LangGraph",
    "create_react_agent(m, [], name='expert')": "expert",
    "inner": "LangGraph",
    "named": "inside",
    "Worker()": "Worker",
    "wrapped": "wrapped",
    "make(1)": "made",
}


@pytest.mark.parametrize("action", DERIVED)
def test_what_nodes_without_a_name_are_called(action: str) -> None:
    text = (
        "inner = StateGraph(State).add_node(f).compile()\n"
        "named = StateGraph(State).add_node(f).compile(name='inside')\n"
        "class Worker:\n    def __call__(self, state): return {}\n"
        "def keep(g):\n    @functools.wraps(g)\n    def run(s): return g(s)\n    return run\n"
        "@keep\ndef wrapped(state): return {}\n"
        "def make(n):\n    def made(state): return {}\n    return made\n"
        f"outer = StateGraph(State)\nouter.add_node({action})\n"
    )
    (node,) = graphs({"main.py": HEAD + text})["outer"].nodes
    assert (node.name, node.derived) == (DERIVED[action], True)


def test_that_an_unknown_decorator_hides_the_name() -> None:
    read = graph(
        "from x import odd\n@odd\ndef d(state): return {}\ng = StateGraph(State)\ng.add_node(d)\n"
    )
    assert read.open == "the name of a node is not known"


KINDS = {
    "f": ("function", "f"),
    "lambda s: f(s)": ("function", ""),
    "partial(f, x=1)": ("function", "f"),
    "RunnableLambda(f)": ("function", "f"),
    "make(1)": ("function", "made"),
    "Worker()": ("function", "__call__"),
    "Worker().run": ("function", "run"),
    "Worker.fixed": ("function", "fixed"),
    "TABLE['a']": ("function", "f"),
    "inner": ("subgraph", None),
    "inner.with_config(tags=[])": ("subgraph", None),
    "build()": ("subgraph", None),
    "StateGraph(State).add_node(f).compile()": ("subgraph", None),
    "bare": ("uncompiled", None),
    "ToolNode([])": ("tools", None),
    "create_react_agent(m, [])": ("agent", None),
    "create_react_agent(m, []).with_config(tags=[])": ("agent", None),
    "None": ("missing", None),
    "3": ("unsupported", None),
    "prompt | model": ("opaque", None),
    "unknown": ("opaque", None),
    "getattr(f, 'x')": ("opaque", None),
}


@pytest.mark.parametrize("action", KINDS)
def test_what_nodes_run(action: str) -> None:
    text = (
        "bare = StateGraph(State)\ninner = bare.compile()\n"
        "def build():\n    b = StateGraph(State)\n    return b.compile()\n"
        "class Worker:\n    def __call__(self, state): return {}\n"
        "    def run(self, state): return {}\n"
        "    @staticmethod\n    def fixed(state): return {}\n"
        "def make(n):\n    def made(state): return {}\n    return made\n"
        f"TABLE = {{'a': f, 'b': h}}\nouter = StateGraph(State)\nouter.add_node('n', {action})\n"
    )
    (node,) = graphs({"main.py": HEAD + text})["outer"].nodes
    name = None if node.function is None else node.function.name
    assert (node.kind, name) == KINDS[action]
    assert node.action == action
    assert node.action_place is not None
    assert text_at(text, node.action_place) == action


def test_that_a_name_alone_has_no_action() -> None:
    (node,) = graph("g = StateGraph(State)\ng.add_node('a')\n").nodes
    assert node.kind == "missing"


ROUTING = {
    "from x import node": True,
    "from langchain_openai import ChatOpenAI as node": False,
    "node = prompt | f": False,
    "def m(node):\n    return 1\nnode = unknown": True,
}


@pytest.mark.parametrize("text", ROUTING)
def test_whether_what_is_not_known_may_route(text: str) -> None:
    (node,) = graph(f"{text}\ng = StateGraph(State)\ng.add_node('a', node)\n").nodes
    assert (node.kind, node.routes) == ("opaque", ROUTING[text])


def test_what_else_nodes_have() -> None:
    text = (
        "class Own(TypedDict):\n    y: int\ng = StateGraph(State)\n"
        "g.add_node('a', f, defer=True, input_schema=Own, destinations=('b', END),\n"
        "           retry_policy=1, error_handler=h)\n"
        "g.add_node('b', h, destinations={'a': 'label'}, retry=None, error_handler=None)\n"
    )
    first, second = graph(text).nodes
    assert first.defer
    assert first.defer_place is not None
    assert text_at(text, first.defer_place) == "True"
    assert first.schema is not None
    assert list(first.schema.keys) == ["y"]
    assert [each.value for each in first.destinations or ()] == ["b", END]
    assert first.retried
    assert first.handled
    assert first.handler is not None
    assert first.handler.name == "h"
    assert [each.value for each in second.destinations or ()] == ["a"]
    assert not second.handled


def test_that_a_name_of_several_values_is_not_certain() -> None:
    read = graph("g = StateGraph(State)\ng.add_node('a' if unknown else 'b', f)\n")
    assert [(node.name, node.certain) for node in read.nodes] == [("a", False), ("b", False)]
    assert read.open == ""


def test_members_of_enumerations() -> None:
    text = (
        "class Step(str, Enum):\n    A = 'a'\ng = StateGraph(State)\ng.add_node(Step.A, f)\n"
        "g.add_node(Step.A.value, f)\ng.add_edge(START, Step.A)\n"
    )
    read = graph(text)
    assert [(node.name, node.channel) for node in read.nodes] == [("a", "Step.A"), ("a", "a")]


def test_sequences() -> None:
    text = "g = StateGraph(State)\ng.add_sequence([f, ('b', h), RunnableLambda(f)])\n"
    read = graph(text)
    assert names(read) == ["f", "b", "f"]
    assert edges(read) == {("f", "b"), ("b", "f")}
    assert text_at(text, read.nodes[0].place).startswith("g.add_sequence")


# --- Edges, joins and branches, §2.5 and §2.8 -----------------------------------------------------


def test_ends() -> None:
    read = graph(
        "g = StateGraph(State)\ng.set_entry_point('a')\ng.set_finish_point('a')\n"
        "g.add_edge('a', '__end__')\ng.add_edge(unknown, 'a')\ng.add_edge('a', unknown)\n"
        "g.add_edge('a', 'b' if unknown else 'c')\n"
    )
    assert edges(read) == {
        (START, "a"),
        ("a", END),
        (None, "a"),
        ("a", None),
        ("a", "b"),
        ("a", "c"),
    }
    assert [edge.by for edge in read.edges] == [
        "set_entry_point", "set_finish_point", "add_edge", "add_edge", "add_edge", "add_edge"
    ]  # fmt: skip
    assert [edge.certain for edge in read.edges] == [True, True, True, True, False, False]


@pytest.mark.parametrize(
    "start", ["['a', 'b']", "('a', 'b')", "{'a', 'b'}", "[n for n in 'a b'.split()]"]
)
def test_joins(start: str) -> None:
    (join,) = graph(f"g = StateGraph(State)\ng.add_edge({start}, 'c')\n").joins
    assert [each.value for each in join.members] == ["a", "b"]
    assert join.target is not None
    assert (join.target.value, join.complete) == ("c", True)


def test_that_members_may_be_unknown() -> None:
    (join,) = graph("g = StateGraph(State)\ng.add_edge(['a', unknown], 'c')\n").joins
    assert ([each.value for each in join.members], join.complete) == (["a"], False)


MAPS: dict[str, tuple[str, dict[object, object], bool]] = {
    "{'a': 'x', 'b': END}": ("dict", {"a": "x", "b": END}, True),
    "path_map={'a': 'x'}": ("dict", {"a": "x"}, True),
    "{True: 'x', None: 'y'}": ("dict", {True: "x", None: "y"}, True),
    "['a', END]": ("list", {"a": "a", END: END}, True),
    "TABLE": ("dict", {"k": "v"}, True),
    "{**TABLE, 'a': 'x'}": ("dict", {"k": "v", "a": "x"}, True),
    "dict(a='x')": ("dict", {"a": "x"}, True),
    "dict(zip(['a'], ['x']))": ("dict", {"a": "x"}, True),
    "{n: n for n in ['a']}": ("dict", {"a": "a"}, True),
    "list(TABLE)": ("list", {"k": "k"}, True),
    "[*TABLE, END]": ("list", {"k": "k", END: END}, True),
    "{'a': unknown}": ("dict", {"a": None}, True),
    "{**unknown, 'a': 'x'}": ("dict", {"a": "x"}, False),
    "['a', *unknown]": ("list", {"a": "a"}, False),
    "unknown": ("unknown", {}, False),
}


@pytest.mark.parametrize("given", MAPS)
def test_path_maps(given: str) -> None:
    text = (
        "TABLE = {'k': 'v'}\ng = StateGraph(State)\n"
        f"g.add_conditional_edges('a', route, {given})\n"
    )
    (branch,) = graph(text).branches
    path_map = branch.path_map
    assert path_map is not None
    assert (path_map.given, entries(path_map), path_map.complete) == MAPS[given]


IGNORED = {
    "('a', 'b')": "a tuple",
    "{'a', 'b'}": "a set",
    "(n for n in ['a', 'b'])": "a generator",
    "{'a': 1, 'b': 2}.keys()": "a dict view",
    "tuple(['a', 'b'])": "a tuple",
    "{}": "empty",
    "[]": "empty",
}


@pytest.mark.parametrize("given", IGNORED)
def test_maps_that_are_ignored(given: str) -> None:
    text = f"g = StateGraph(State)\ng.add_conditional_edges('a', route, {given})\n"
    (branch,) = graph(text).branches
    path_map = branch.path_map
    assert path_map is not None
    assert (path_map.given, path_map.said) == ("ignored", IGNORED[given])
    assert [each.value for each in path_map.values] == (
        [] if path_map.said == "empty" else ["a", "b"]
    )
    assert path_map.place is not None
    assert text_at(text, path_map.place) == given


@pytest.mark.parametrize("given", ["", ", None", ", path_map=None"])
def test_that_an_annotation_is_a_map(given: str) -> None:
    (branch,) = graph(
        "def chosen(state) -> Literal['a', 'b']:\n    return 'a'\ng = StateGraph(State)\n"
        f"g.add_conditional_edges('a', chosen{given})\n"
    ).branches
    assert branch.path_map is not None
    assert branch.path_map.given == "literal"
    assert entries(branch.path_map) == {"a": "a", "b": "b"}


ROUTERS = {
    "route": ("route", ["a", "b"]),
    "lambda s: 'a'": ("", ["a"]),
    "partial(route)": ("", ["a", "b"]),
    "RunnableLambda(route)": ("route", ["a", "b"]),
    "Chooser()": ("", ["c"]),
    "Chooser().pick": ("pick", ["d"]),
    "tools_condition": ("tools_condition", ["tools", END]),
}


@pytest.mark.parametrize("router", ROUTERS)
def test_routers(router: str) -> None:
    (branch,) = graph(
        "class Chooser:\n    def __call__(self, state): return 'c'\n"
        "    def pick(self, s): return 'd'\n"
        f"g = StateGraph(State)\ng.add_conditional_edges('a', {router})\n"
    ).branches
    assert branch.router is not None
    targets = [each.value for each in branch.answers.targets]
    assert (branch.name, targets) == ROUTERS[router]


def test_that_an_unknown_router_has_no_answers() -> None:
    (branch,) = graph("g = StateGraph(State)\ng.add_conditional_edges('a', unknown)\n").branches
    assert (branch.router, branch.answers.complete, branch.path_map) == (None, False, None)


def test_entries_by_a_router() -> None:
    (branch,) = graph(
        "g = StateGraph(State)\ng.set_conditional_entry_point(route, ['a', 'b'])\n"
    ).branches
    assert branch.source is not None
    assert branch.source.value == START


def test_that_a_shared_router_is_guided_by_what_its_source_sets() -> None:
    read = graph(
        "def one(state): return {'x': 'left'}\ndef two(state): return {'x': 'right'}\n"
        "def by(state):\n    if state['x'] == 'left':\n        return 'l'\n    return 'r'\n"
        "g = StateGraph(State)\ng.add_node(one)\ng.add_node(two)\n"
        "g.add_conditional_edges('one', by)\ng.add_conditional_edges('two', by)\n"
    )
    found = [([each.value for each in b.answers.targets], b.guided) for b in read.branches]
    assert found == [(["l"], True), (["r"], True)]


# --- Compilations, runs and who else has the graph, §2.11 and §2.12 -------------------------------

CHECKPOINTERS = {
    "": "no",
    "checkpointer=None": "no",
    "checkpointer=False": "no",
    "None": "no",
    "checkpointer=True": "yes",
    "checkpointer=MemorySaver()": "yes",
    "checkpointer=memory": "yes",
    "MemorySaver()": "yes",
    "checkpointer=entered": "yes",
    "checkpointer=unknown": "unknown",
    "checkpointer=memory if unknown else None": "unknown",
    "**unknown": "unknown",
}


@pytest.mark.parametrize("given", CHECKPOINTERS)
def test_checkpointers(given: str) -> None:
    (compiled,) = graph(
        "memory = MemorySaver()\nwith MemorySaver.from_x() as entered:\n    pass\n"
        f"g = StateGraph(State)\napp = g.compile({given})\n"
    ).compiles
    assert (compiled.checkpointer, compiled.binding) == (CHECKPOINTERS[given], "app")


def test_interruptions() -> None:
    (compiled,) = graph(
        "g = StateGraph(State)\ng.compile(interrupt_before=['a'], interrupt_after='*', name='n')\n"
    ).compiles
    assert [each.value for each in compiled.interrupt_before] == ["a"]
    assert [each.value for each in compiled.interrupt_after] == ["*"]
    assert (compiled.interrupts_known, compiled.name) == (True, "n")
    (compiled,) = graph("g = StateGraph(State)\ng.compile(interrupt_before=unknown)\n").compiles
    assert not compiled.interrupts_known


def test_late_operations() -> None:
    text = (
        "g = StateGraph(State)\ng.add_node('a', f)\napp = g.compile()\ng.add_edge('a', END)\n"
        "def later():\n    g.add_node('b', f)\n"
    )
    read = graph(text)
    assert [(what, text_at(text, place)) for what, place in read.late] == [
        ("add_edge", "g.add_edge('a', END)")
    ]
    assert graph(text.replace("def later", "other = g.compile()\ndef later")).late == ()


RUNS: dict[str, tuple[str, list[str], bool, int | None, bool, str]] = {
    "app.invoke({'x': 1})": ("input", ["x"], True, None, True, "no"),
    "app.invoke({'x': 1, **more})": ("input", ["x"], False, None, True, "no"),
    "app.invoke(None)": ("none", [], True, None, True, "no"),
    "app.invoke(unknown)": ("unknown", [], False, None, True, "no"),
    "app.invoke(Command(resume=1), CONFIG)": ("resume", [], False, 7, True, "yes"),
    "app.stream({}, {'recursion_limit': 3})": ("input", [], True, 3, True, "no"),
    "app.invoke({}, config={'configurable': {'thread_id': '1'}})": (
        "input", [], True, None, True, "yes"
    ),
    "app.invoke({}, config=unknown)": ("input", [], True, None, False, "unknown"),
    "app.with_config(recursion_limit=4).invoke({})": ("input", [], True, 4, True, "no"),
    "app.with_config({'recursion_limit': 4}).invoke({})": ("input", [], True, 4, True, "no"),
    "app.batch([{}])": ("unknown", [], False, None, True, "no"),
}  # fmt: skip


@pytest.mark.parametrize("call", RUNS)
def test_runs(call: str) -> None:
    text = (
        "CONFIG = {'recursion_limit': 7, 'configurable': {'thread_id': '1'}}\n"
        f"g = StateGraph(State)\napp = g.compile()\ndef main():\n    print({call})\n"
    )
    (run,) = graph(text).invocations
    limit = None if run.limit is None else run.limit[0]
    keys = [str(each.value) for each in run.keys]
    found = (run.kind, keys, run.complete, limit, run.limit_known, run.thread)
    assert found == RUNS[call]
    assert text_at(text, run.place).startswith(("app.", "invoke"))


def test_runs_of_coroutines() -> None:
    (run,) = graph(
        "g = StateGraph(State)\napp = g.compile()\nasync def main():\n    await app.ainvoke({})\n"
    ).invocations
    assert (run.method, run.in_async) == ("ainvoke", True)


EXPORTED = {
    "": "",
    "app.invoke({})\n": "",
    "print(app)\n": "",
    "other(app)\n": "it is given to `other`",
    "apps = [app]\n": "it is put into a container",
    "__all__ = ['app']\n": "`__all__` lists `app`",
    "app.update_state({}, {})\n": "its state is set by `update_state`",
    "server.app = app\n": "it is stored in another object",
}


@pytest.mark.parametrize("text", EXPORTED)
def test_whether_others_may_run_a_graph(text: str) -> None:
    read = graph(f"g = StateGraph(State)\napp = g.compile()\n{text}")
    assert read.exported == EXPORTED[text]


def test_that_what_a_function_returns_is_followed_where_it_is_called() -> None:
    text = "def make():\n    g = StateGraph(State)\n    return g.compile()\n"
    assert graph(text).exported == "`make` returns it"
    assert graph(f"{text}app = make()\napp.invoke({{}})\n").exported == ""


def test_platforms_and_packages() -> None:
    text = f"{HEAD}g = StateGraph(State)\napp = g.compile()\n"
    manifest = {"langgraph.json": '{"graphs": {"a": "./main.py:app"}}'}
    (read,) = graphs({"main.py": text, **manifest}).values()
    assert (read.served, read.exported) == (True, "a platform serves it")
    (read,) = graphs({"main.py": text}, platform=True).values()
    assert read.served
    package = {"pyproject.toml": "[build-system]\n", "pack/__init__.py": "", "pack/main.py": text}
    (read,) = graphs(package).values()
    assert (read.served, read.exported) == (False, "it is a part of a package")


def test_graphs_in_graphs() -> None:
    found = graphs(
        {
            "main.py": HEAD
            + "inner = StateGraph(State)\ninner.add_node(f)\ncompiled = inner.compile()\n"
            + "called = StateGraph(State).add_node(f).compile()\n"
            + "def calls(state): return called.invoke(state)\n"
            + "outer = StateGraph(State)\nouter.add_node('sub', compiled)\nouter.add_node(calls)\n"
        }
    )
    assert found["outer"].nodes[0].subgraph == "main.py::inner"
    assert found["inner"].parents == ("main.py::outer",)
    assert (found["called"].nested, found["inner"].nested) == (True, False)


def test_checkpointers_that_are_set_later() -> None:
    read = graph("g = StateGraph(State)\napp = g.compile()\napp.checkpointer = MemorySaver()\n")
    assert read.checkpointed_later


def test_schemas() -> None:
    read = graph(
        "class In(TypedDict):\n    i: int\nclass Out(TypedDict):\n    o: int\n"
        "class Private(TypedDict):\n    p: int\ndef n(state: Private): return {}\n"
        "g = StateGraph(State, input_schema=In, output_schema=Out)\ng.add_node(n)\n"
    )
    assert list(read.all_keys) == ["x", "i", "o", "p"]
    assert read.keys_known
    assert read.input is not None
    assert read.output is not None
    assert (list(read.input.keys), list(read.output.keys)) == (["i"], ["o"])


def test_message_graphs() -> None:
    read = graph("g = MessageGraph()\ng.add_node('a', f)\n")
    assert read.state.is_root
    assert read.state.root is not None
    assert read.state.root.reducer == "add_messages"


def test_that_unknown_schemas_are_said() -> None:
    read = graph("g = StateGraph(unknown)\n")
    assert not read.keys_known
    assert [said for said, _ in read.unknown_parts] == ["the schema of the state is not known"]


def test_users_of_functions() -> None:
    reader = DictReader(
        {
            "main.py": HEAD
            + "a = StateGraph(State).add_node(f)\nb = StateGraph(State).add_node('n', f)\n"
        }
    )
    contract = load(reader, Target("langgraph", "", "main.py", "a"), DEFAULTS)
    assert contract.graph is not None
    (node,) = contract.graph.nodes
    assert node.function is not None
    assert contract.users[node.function.id] == ("main.py::a", "main.py::b")


def test_that_a_project_is_read_once() -> None:
    reader = DictReader({"main.py": HEAD + "a = StateGraph(State)\nb = StateGraph(State)\n"})
    first = load(reader, Target("langgraph", "", "main.py", "a"), DEFAULTS)
    second = load(reader, Target("langgraph", "", "main.py", "b"), DEFAULTS)
    other = load(reader, Target("langgraph", "", "main.py", "b"), {**DEFAULTS, "platform": True})
    assert first.project is second.project
    assert other.project is not second.project
