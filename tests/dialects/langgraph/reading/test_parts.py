"""Nodes, edges, joins and branches of graphs (reference langgraph §2.5, §2.6, §2.8)."""

from __future__ import annotations

import pytest

from dialects.langgraph.reading.built import HEAD, edges, entries, graph, graphs, names, text_at
from phaselint.dialects.langgraph.model import END, START

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
    assert read.open == "the name of a node isn't known"


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
