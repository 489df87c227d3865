"""Rules about what LangGraph refuses to build or to compile (reference langgraph §7.1)."""

from __future__ import annotations

import pytest

from rules.langgraph_programs import graph, told

NODES = "class S(TypedDict):\n    x: str\n" + "".join(
    f"def {name}(state):\n    return {{}}\n" for name in "abcd"
)
COMPILED = "app = g.compile()\n"


def of(rule: str, *lines: str) -> list[str]:
    """What a rule finds in a program of some lines behind four nodes' functions."""
    return told(NODES + "\n".join(lines) + "\n", rule)


CHAIN = graph("START a b")


# --- names ----------------------------------------------------------------------------------------


def test_a_target_that_is_no_node() -> None:
    assert of("unknown-target", CHAIN, 'g.add_edge("b", "cc")', COMPILED) == [
        'E g.add_edge("b", "cc") | edge from `b` points to `cc`, which isn\'t a node'
    ]


def test_a_node_may_be_added_below_the_edge() -> None:
    lines = ('g.add_edge("b", "c")', 'g.add_node("c", c)')
    assert of("unknown-target", CHAIN, *lines, COMPILED) == []


def test_a_node_below_compile_is_too_late() -> None:
    lines = ('g.add_edge("b", "c")', COMPILED, 'g.add_node("c", c)')
    assert len(of("unknown-target", CHAIN, *lines)) == 1


def test_what_stands_below_compile_is_looked_at_by_nobody() -> None:
    assert of("unknown-target", CHAIN, COMPILED, 'g.add_edge("b", "cc")') == []


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (
            ('g.add_conditional_edges("b", lambda s: s["x"], {"y": "zz"})',),
            "`path_map` of router `condition` points to `zz`, which isn't a node",
        ),
        (
            ("def r(s):\n    return s['x']", 'g.add_conditional_edges("b", r, ["zz"])'),
            "`path_map` of router `r` points to `zz`, which isn't a node",
        ),
        (
            (
                "def r(s) -> Literal['zz']:\n    return s['x']",
                'g.add_conditional_edges("b", r)',
            ),
            "return type of router `r` names `zz`, which isn't a node",
        ),
        (
            ('g.add_node("c", c, destinations=("zz",))', 'g.add_edge("b", "c")'),
            "`destinations` of node `c` names `zz`, which isn't a node",
        ),
        (('g.add_edge(["a", "b"], "zz")',), "join points to `zz`, which isn't a node"),
        (('g.add_conditional_edges("b", lambda s: s["x"], {"y": START})',),
            "`path_map` of router `condition` points to `__start__`, which isn't a node"),
    ],
)  # fmt: skip
def test_targets_of_all_kinds(lines: tuple[str, ...], said: str) -> None:
    assert [each.partition(" | ")[2] for each in of("unknown-target", CHAIN, *lines, COMPILED)] == [
        said
    ]


@pytest.mark.parametrize(
    "lines",
    [
        ('g.add_edge("b", END)',),
        ('g.add_conditional_edges("b", lambda s: s["x"], {"y": END, "z": "__end__"})',),
        ('g.add_edge("b", input())',),
        ("g.add_node(input(), c)", 'g.add_edge("b", "zz")'),
        ('if input():\n    g.add_node("c", c)', 'g.add_edge("b", "c")'),
        ("grow(g)", 'g.add_edge("b", "zz")'),
        ('g.add_conditional_edges("b", lambda s: s["x"], ("zz",))',),
    ],
)
def test_targets_that_are_nodes_or_not_known(lines: tuple[str, ...]) -> None:
    assert of("unknown-target", CHAIN, *lines, COMPILED) == []


def test_a_node_that_is_there_only_in_the_other_branch() -> None:
    lines = ("if input():", '    g.add_node("c", c)', "else:", '    g.add_edge("b", "c")')
    assert len(of("unknown-target", CHAIN, *lines, COMPILED)) == 1


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (('g.add_edge("zz", "b")',), "edge starts at `zz`, which isn't a node"),
        (
            ('g.add_conditional_edges("zz", lambda s: "b")',),
            "conditional edge starts at `zz`, which isn't a node",
        ),
        (
            ('g.add_conditional_edges(END, lambda s: "b")',),
            "conditional edge starts at `__end__`, which isn't a node",
        ),
        (('g.add_edge(["a", "zz"], "b")',), "join waits for `zz`, which isn't a node"),
        (('g.add_edge([START, "a"], "b")',), "join waits for `__start__`, which isn't a node"),
        (('g.set_finish_point("zz")',), "edge starts at `zz`, which isn't a node"),
    ],
)
def test_sources_of_all_kinds(lines: tuple[str, ...], said: str) -> None:
    assert [each.partition(" | ")[2] for each in of("unknown-source", CHAIN, *lines, COMPILED)] == [
        said
    ]


# --- entries --------------------------------------------------------------------------------------


def test_an_entry_that_is_no_node() -> None:
    lines = (graph("a b"), 'g.set_entry_point("aa")')
    assert of("unknown-entry", *lines, COMPILED) == [
        'E g.set_entry_point("aa") | entry point `aa` isn\'t a node'
    ]
    assert of("unknown-target", *lines, COMPILED) == []


def test_a_graph_without_an_entry() -> None:
    assert of("unknown-entry", graph("a b"), COMPILED) == [
        "E app = g.compile() | graph has no edge from START, so `compile()` refuses it"
    ]


@pytest.mark.parametrize(
    "lines",
    [
        ('g.set_conditional_entry_point(lambda s: "a")', COMPILED),
        ("for each in input():\n    g.add_edge(each, 'a')", COMPILED),
        ("grow(g)", COMPILED),
        (),
    ],
)
def test_a_graph_that_may_have_an_entry(lines: tuple[str, ...]) -> None:
    assert of("unknown-entry", graph("a b"), *lines) == []


# --- nodes ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "count"),
    [
        (('g.add_node("a", b)',), 1),
        (("g.add_node(a)",), 1),
        (("g.add_node(lambda s: {})", "g.add_node(lambda s: {})"), 1),
        (("for each in ('c', 'd', 'c'):", "    g.add_node(each, a)"), 1),
        (("if input():", '    g.add_node("c", c)', "else:", '    g.add_node("c", d)'), 0),
        (("if input():", '    g.add_node("c", c)', 'g.add_node("c", d)'), 1),
        (("for each in input():", '    g.add_node("c", c)'), 0),
        (("g = StateGraph(S)", 'g.add_node("a", a)', 'g.add_edge(START, "a")'), 0),
        (("g.add_node(input(), a)", "g.add_node(input(), a)"), 0),
        (("g.add_sequence([('c', c), ('c', d)])",), 1),
    ],
)
def test_names_that_are_taken(lines: tuple[str, ...], count: int) -> None:
    assert len(of("duplicate-node", CHAIN, *lines, COMPILED)) == count


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("START", "node name `__start__` is reserved"),
        ("'a|b'", "node name `a|b` contains the reserved character `|`"),
        ("'__resume__'", "node name `__resume__` is reserved"),
        ("'__pregel_tasks'", ""),
        ("'a-b'", ""),
    ],
)
def test_names_that_are_reserved(name: str, said: str) -> None:
    found = of("reserved-node-name", CHAIN, f"g.add_node({name}, c)", COMPILED)
    assert [each.partition(" | ")[2] for each in found] == ([said] if said else [])


@pytest.mark.parametrize(
    ("lines", "rule"),
    [
        (('g.add_node("c")',), "node-without-action"),
        (('g.add_node("c", 3)',), "node-without-action"),
        (('g.add_node("c", StateGraph(S))',), "subgraph-not-compiled"),
        (("sub = StateGraph(S)", 'g.add_node("c", sub)'), "subgraph-not-compiled"),
    ],
)
def test_actions_that_are_none(lines: tuple[str, ...], rule: str) -> None:
    assert len(of(rule, CHAIN, *lines, COMPILED)) == 1


@pytest.mark.parametrize(
    "lines",
    [
        ('g.add_node("c", unknown)',),
        ('g.add_node("c", {"k": c})',),
        ('g.add_node("c", action=c)',),
    ],
)
def test_actions_that_may_be_fine(lines: tuple[str, ...]) -> None:
    assert of("node-without-action", CHAIN, *lines, COMPILED) == []
    assert of("subgraph-not-compiled", CHAIN, *lines, COMPILED) == []


# --- edges ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "count"),
    [
        ('g.add_edge("b", START)', 1),
        ('g.add_edge(END, "a")', 1),
        ('g.add_edge(["a", END], "b")', 1),
        ('g.add_edge(["a"], START)', 1),
        ("g.add_edge(START, END)", 0),
    ],
)
def test_ends_that_no_edge_has(line: str, count: int) -> None:
    assert len(of("reserved-endpoint", CHAIN, line, COMPILED)) == count


@pytest.mark.parametrize(
    ("lines", "names"),
    [
        (('g.add_edge(["a", "b"], "c")', 'g.add_node("c", c)'), ["c"]),
        (('g.add_edge(["a", "c"], "b")', 'g.add_node("c", c)'), ["c"]),
        (('g.add_node("c", c)', 'g.add_edge(["a", "b"], "c")'), []),
        (('g.add_edge(["a", "b"], END)',), []),
        (('g.add_edge("a", "c")', 'g.add_node("c", c)'), []),
    ],
)
def test_joins_above_their_nodes(lines: tuple[str, ...], names: list[str]) -> None:
    found = of("join-before-node", CHAIN, *lines, COMPILED)
    assert [each.partition(" | ")[2] for each in found] == [
        f"join names `{name}` before that node is added" for name in names
    ]


ROUTER = "def r(s):\n    return 'b'"


@pytest.mark.parametrize(
    ("lines", "count"),
    [
        (('g.add_conditional_edges("a", r)', 'g.add_conditional_edges("a", r)'), 1),
        (('g.add_conditional_edges("a", r)', 'g.add_conditional_edges("b", r)'), 0),
        (
            (
                'g.add_conditional_edges("a", lambda s: "b")',
                'g.add_conditional_edges("a", lambda s: "c")',
            ),
            1,
        ),
        (('g.add_conditional_edges("a", r)', 'g.add_conditional_edges("a", lambda s: "b")'), 0),
        (
            (
                "if input():",
                '    g.add_conditional_edges("a", r)',
                "else:",
                '    g.add_conditional_edges("a", r, ["b"])',
            ),
            0,
        ),
        (
            (
                'g.add_conditional_edges("a", known.one)',
                'g.add_conditional_edges("a", known.other)',
            ),
            0,
        ),
    ],
)
def test_routers_of_one_name(lines: tuple[str, ...], count: int) -> None:
    assert len(of("duplicate-branch-name", ROUTER, CHAIN, *lines, COMPILED)) == count


# --- schemas and compiling ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reducer", "count"),
    [
        ("lambda a: a", 1),
        ("lambda a, b, c=1: a", 1),
        ("lambda *a: a", 1),
        ("lambda a, b: a", 0),
        ("lambda a, b, *, c=1: a", 0),
        ("operator.add", 0),
        ("'a note'", 0),
    ],
)
def test_reducers(reducer: str, count: int) -> None:
    lines = (
        f"class T(TypedDict):\n    x: Annotated[list, {reducer}]",
        graph("START a", schema="T"),
    )
    assert len(of("invalid-reducer", *lines, COMPILED)) == count


@pytest.mark.parametrize(
    ("given", "count"),
    [
        ("interrupt_before=['a', 'zz']", 1),
        ("interrupt_after=['zz']", 1),
        ("interrupt_before='*'", 0),
        ("interrupt_before=NAMES", 0),
    ],
)
def test_interrupts(given: str, count: int) -> None:
    assert len(of("unknown-interrupt-node", CHAIN, f"app = g.compile({given})")) == count


@pytest.mark.parametrize(
    ("lines", "count"),
    [
        ((COMPILED, 'g.add_edge("b", END)', "app.invoke({})"), 1),
        ((COMPILED, 'g.add_edge("b", END)', "app = g.compile()", "app.invoke({})"), 0),
        ((COMPILED, "app.invoke({})", 'g.add_edge("b", END)'), 0),
    ],
)
def test_operations_below_compile(lines: tuple[str, ...], count: int) -> None:
    assert len(of("change-after-compile", CHAIN, *lines)) == count


# --- what is only one of several values -----------------------------------------------------------


def test_an_end_that_may_be_another_one_is_no_defect() -> None:
    lines = ("try:\n    LAST = END\nexcept NameError:\n    LAST = 'END'", 'g.add_edge("b", LAST)')
    assert of("unknown-target", CHAIN, *lines, COMPILED) == []
    both = ("LAST = 'c' if input() else 'd'", 'g.add_edge("b", LAST)')
    assert len(of("unknown-target", CHAIN, *both, COMPILED)) == 2


def test_each_name_of_a_loop_counts() -> None:
    lines = ("for each in ('a', 'zz'):", '    g.add_edge("b", each)')
    assert len(of("unknown-target", CHAIN, *lines, COMPILED)) == 1


def test_tools_condition_leads_to_a_node_called_tools() -> None:
    lines = (
        "from langgraph.prebuilt import tools_condition",
        CHAIN,
        "g.add_conditional_edges(",
        '    "b",',
        "    tools_condition,",
        ")",
    )
    (found,) = of("unknown-target", *lines, COMPILED)
    line, _, words = found.partition(" | ")
    assert line == "E g.add_conditional_edges("
    assert words == "return type of router `tools_condition` names `tools`, which isn't a node"
    assert of("unknown-target", *lines, "g.add_node('tools', c)", COMPILED) == []
