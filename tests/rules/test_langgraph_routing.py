"""Rules about routers, commands and what nodes declare (reference langgraph §7.2)."""

from __future__ import annotations

import pytest

from rules.langgraph_programs import graph, told

NODES = "class S(TypedDict, total=False):\n    x: str\n" + "".join(
    f"def {name}(state):\n    return {{}}\n" for name in "abcd"
)
COMPILED = "app = g.compile()\n"
CHAIN = graph("START a", "b", "c")


def of(rule: str, *lines: str) -> list[str]:
    """What a rule finds in a program of some lines behind four nodes' functions."""
    return told(NODES + "\n".join(lines) + "\n" + COMPILED, rule)


def said(rule: str, *lines: str) -> list[str]:
    """The severities and messages of a rule alone."""
    return [f"{each[0]} {each.partition(' | ')[2]}" for each in of(rule, *lines)]


def routed(body: str, path_map: str = "", annotation: str = "") -> tuple[str, ...]:
    """A graph whose node `a` has a router with a body, and a map."""
    given = f", {path_map}" if path_map else ""
    return (f"def r(s){annotation}:\n    {body}", CHAIN, f'g.add_conditional_edges("a", r{given})')


EITHER = 'return "b" if s["x"] else "zz"'


# --- labels ---------------------------------------------------------------------------------------


def test_a_label_that_no_entry_has() -> None:
    assert said("label-not-in-map", *routed(EITHER, '{"b": "b", "c": "c"}')) == [
        'E router `r` can return `"zz"`, but `path_map` has `"b"` and `"c"`: `KeyError`'
    ]


@pytest.mark.parametrize(
    ("body", "path_map", "annotation", "count"),
    [
        (EITHER, '["b"]', "", 1),
        (EITHER, "", " -> Literal['b']", 1),
        ('return END if s["x"] else "b"', '{"b": "b"}', "", 1),
        ('return ["b", "zz"]', '{"b": "b"}', "", 1),
        ('return s["x"]', '{"b": "b"}', "", 0),
        ('if s["x"]:\n        return "zz"\n    return s["x"]', '{"b": "b"}', "", 1),
        ('return Send("b", {})', '{"b": "b"}', "", 0),
        ("return True", '{1: "b", 0: "c"}', "", 0),
        ("return bool(s)", '{True: "b", False: "c"}', "", 0),
        ("return None", '{"b": "b"}', "", 0),
        (EITHER, "MAP", "", 0),
        (EITHER, '{"b": "b", **input()}', "", 0),
        (EITHER, '("b",)', "", 0),
        (EITHER, "{}", "", 0),
        ('raise ValueError("zz")', '{"b": "b"}', "", 0),
        (EITHER, '{"b": "b", "zz": END}', "", 0),
    ],
)
def test_labels(body: str, path_map: str, annotation: str, count: int) -> None:
    assert len(of("label-not-in-map", *routed(body, path_map, annotation))) == count


SHARED = (
    "def r(s):\n    " + EITHER,
    graph("START a b", "c"),
    'g.add_conditional_edges("a", r, {"b": "c", "zz": END})',
)


def test_a_router_at_two_nodes() -> None:
    lines = (*SHARED, 'g.add_conditional_edges("b", r, {"b": "c"})')
    assert of("label-not-in-map", *lines) == []
    (found,) = of("shared-router-mismatch", *lines)
    line, _, words = found.partition(" | ")
    assert line == 'W g.add_conditional_edges("b", r, {"b": "c"})'
    assert words == 'router `r` can return `"zz"` at `b`, but `path_map` has `"b"`'


def test_a_router_at_two_nodes_with_the_same_map() -> None:
    lines = (*SHARED, 'g.add_conditional_edges("b", r, {"b": "c", "zz": END})')
    assert of("shared-router-mismatch", *lines) == []


# --- names ----------------------------------------------------------------------------------------


def test_a_name_that_no_node_has() -> None:
    assert said("router-unknown-node", *routed(EITHER)) == [
        'E router `r` can return `"zz"`, which isn\'t a node; LangGraph drops it silently'
    ]


@pytest.mark.parametrize(
    ("lines", "count"),
    [
        (routed("return END"), 0),
        (routed('return "b" if s["x"] else "c"'), 0),
        (routed(EITHER, "", " -> Literal['b']"), 0),
        (routed(EITHER, '["b"]'), 0),
        (routed(EITHER, '("b",)'), 0),
        (routed("return True"), 1),
        ((*routed(EITHER), "g.add_node(input(), a)"), 0),
        ((*routed(EITHER), 'if input():\n    g.add_node("zz", a)'), 0),
        ((*routed(EITHER), "grow(g)"), 0),
    ],
)
def test_names_without_a_map(lines: tuple[str, ...], count: int) -> None:
    assert len(of("router-unknown-node", *lines)) == count


def test_a_router_of_two_graphs_is_held_to_both() -> None:
    other = graph("START zz").replace(", zz)", ", a)").replace("g", "h")
    lines = (*routed(EITHER), other, 'h.add_conditional_edges("zz", r)', "h.compile()")
    assert of("router-unknown-node", *lines) == []


# --- None -----------------------------------------------------------------------------------------

MOOD = 'if s["x"] == "good":\n        return "b"\n    elif s["x"] == "bad":\n        return "c"'


def test_a_router_that_ends_without_a_return() -> None:
    assert of("router-may-return-none", *routed(MOOD)) == [
        "E def r(s): | router `r` can end without a `return`: `ValueError`"
    ]
    assert said("router-may-return-none", *routed(MOOD, '["b", "c"]')) == [
        "E router `r` can end without a `return`: `KeyError: None`"
    ]


MATCH = """match s["x"]:
        case "b":
            return "b"
        case _:
            return "c"
"""


@pytest.mark.parametrize(
    ("body", "path_map", "found"),
    [
        ("return None", "", ["E router `r` can return `None`: `ValueError`"]),
        ("return", "", ["E router `r` can return `None`: `ValueError`"]),
        (
            'if s["x"]:\n        return s["x"]',
            "",
            ["W router `r` can end without a `return`: `ValueError`"],
        ),
        ("return None", "{None: END, 'b': 'b'}", []),
        (MOOD + "\n    raise ValueError", "", []),
        (MOOD + "\n    else:\n        return END", "", []),
        ('while True:\n        if s["x"]:\n            return "b"', "", []),
        (MATCH, "", []),
        ('return s["x"]', "", []),
    ],
)  # fmt: skip
def test_none(body: str, path_map: str, found: list[str]) -> None:
    assert said("router-may-return-none", *routed(body, path_map)) == found


# --- destinations ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (routed("return START"), ["E router `r` can return START: `ValueError`"]),
        (routed("return [Send(END, {})]"),
         ["E router `r` can send to END: `InvalidUpdateError`"]),
        (routed('return {"b": 1}', '["b"]'),
         ["E router `r` can return a value that can't be a label: `TypeError`"]),
        (("def e(s):\n    return Command(goto=START)", CHAIN, 'g.add_node("e", e)',
          'g.add_edge("a", "e")'),
         ["E `goto` of node `e` can be START, which is dropped silently"]),
        (("def e(s):\n    return Command(goto=None)", CHAIN, 'g.add_node("e", e)',
          'g.add_edge("a", "e")'),
         ["E `goto` of node `e` can be `None`: `TypeError`"]),
        (routed("return END"), []),
        (routed('return "b"'), []),
    ],
)  # fmt: skip
def test_what_is_no_destination(lines: tuple[str, ...], found: list[str]) -> None:
    assert said("invalid-destination", *lines) == found


# --- maps -----------------------------------------------------------------------------------------


def test_a_label_that_is_never_returned() -> None:
    assert said("dead-label", *routed('return "b"', '{"b": "b", "no": "c"}')) == [
        'W router `r` never returns `"no"`'
    ]


@pytest.mark.parametrize(
    ("body", "path_map", "annotation", "levels"),
    [
        ('return "b" if s["x"] else "no"', '{"b": "b", "no": "c"}', "", ""),
        ('return s["x"]', '{"b": "b", "no": "c"}', "", ""),
        ('return [Send("b", {})]', '["b", "c"]', "", ""),
        ('return "b"', '["b", "c"]', "", "W"),
        ('return "b"', "", " -> Literal['b', 'c']", "I"),
        ("return True", '{1: "b", 0: "c"}', "", "W"),
        ("return bool(s)", '{1: "b", 0: "c"}', "", ""),
    ],
)
def test_labels_that_may_be_dead(body: str, path_map: str, annotation: str, levels: str) -> None:
    found = said("dead-label", *routed(body, path_map, annotation))
    assert "".join(each[0] for each in found) == levels


@pytest.mark.parametrize(
    ("path_map", "what"),
    [
        ('("b", "zz")', "a tuple"),
        ('{"b", "zz"}', "a set"),
        ("{}", "empty"),
        ("[]", "empty"),
        ('["b", "zz"]', ""),
        ("None", ""),
        ("MAP", ""),
    ],
)
def test_maps_that_are_ignored(path_map: str, what: str) -> None:
    lines = (*routed('return "b"', path_map), 'g.add_node("zz", d)')
    expected = [f"W `path_map` is {what}, so LangGraph ignores it"] if what else []
    assert said("path-map-ignored", *lines) == expected


# --- edges beside ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edge", "body", "path_map", "levels"),
    [
        ('g.add_edge("a", "b")', 'return "b" if s["x"] else "c"', '["b", "c"]', "W"),
        ('g.add_edge("a", "b")', 'return "c" if s["x"] else END', '["c", END]', "W"),
        ('g.add_edge("a", "b")', 'return "c" if s["x"] else "d"', '["c", "d"]', "I"),
        ('g.add_edge("a", END)', 'return "b" if s["x"] else "c"', '["b", "c"]', ""),
        ('g.add_edge("a", "b")', 'return "b"', '["b"]', ""),
        ('g.add_edge("a", "b")', 'return [Send("c", {})]', '["c"]', ""),
        ('g.add_edge("a", "b")', 'return s["x"]', "", ""),
        ('g.add_edge("a", "b")', 'return s["x"]', '{"1": "b", "2": "c"}', "W"),
        ('g.add_edge(input(), "b")', 'return "b" if s["x"] else "c"', "", ""),
        ('if input():\n    g.add_edge("a", "b")\nelse:\n    g.add_edge("a", "c")',
         'return "b" if s["x"] else "d"', "", "WI"),
    ],
)  # fmt: skip
def test_edges_beside_a_router(edge: str, body: str, path_map: str, levels: str) -> None:
    lines = (*routed(body, path_map), 'g.add_node("d", d)', edge)
    found = said("static-edge-beside-conditional", *lines)
    assert "".join(each[0] for each in found) == levels


def commanded(*returns: str, annotation: str = "") -> tuple[str, ...]:
    """A graph in which a node `e` behind `a` has some returns, the first ones under conditions."""
    body = "".join(f'    if s["x"]:\n        return {each}\n' for each in returns[:-1])
    function = f"def e(s){annotation}:\n{body}    return {returns[-1]}"
    return (function, CHAIN, 'g.add_node("e", e)', 'g.add_edge("a", "e")')


@pytest.mark.parametrize(
    ("returns", "levels"),
    [
        (('Command(goto="c")',), "W"),
        (('Command(goto="b")',), ""),
        (("Command(goto=END)",), ""),
        (('Command(goto="c")', "Command(goto=END)"), "W"),
        (('Command(goto="c")', "{}"), "I"),
        (("Command(update={})",), ""),
        (('Command(goto=[Send("c", {})])',), ""),
        (("other(s)",), ""),
    ],
)
def test_edges_beside_a_command(returns: tuple[str, ...], levels: str) -> None:
    lines = (*commanded(*returns), 'g.add_edge("e", "b")')
    found = said("static-edge-beside-command", *lines)
    assert "".join(each[0] for each in found) == levels


# --- commands -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "count"),
    [
        ('Command(goto="bb")', 1),
        ('Command(goto=["b", "bb"])', 1),
        ('Command(goto="b")', 0),
        ("Command(goto=END)", 0),
        ('Command(goto=s["x"])', 0),
        ('Command(goto="bb" if s["x"] else "b")', 1),
        ('[Command(goto="bb")]', 1),
        ('Command(goto="bb", graph=Command.PARENT)', 0),
        ('Command(update={"x": "bb"})', 0),
    ],
)
def test_gotos(given: str, count: int) -> None:
    assert len(of("unknown-goto", *commanded(given))) == count


def test_a_goto_of_a_function_of_two_graphs_is_held_to_both() -> None:
    other = (
        "h = StateGraph(S)",
        'h.add_node("e", e)',
        'h.add_node("bb", a)',
        'h.add_edge(START, "e")',
        "h.compile()",
    )
    assert of("unknown-goto", *commanded('Command(goto="bb")'), *other) == []
    found = of("unknown-goto", *commanded('Command(goto="cc")'), *other)
    assert len(found) == 2
    assert len(set(found)) == 1


@pytest.mark.parametrize(
    ("lines", "count"),
    [
        (routed('return [Send("bb", {})]'), 1),
        (routed('return [Send("bb", {}) for _ in s["x"]]', '["b"]'), 1),
        (routed('return Send("b", {})'), 0),
        (routed('return [Send(s["x"], {})]'), 0),
        (commanded('Command(goto=Send("bb", {}))'), 1),
        (commanded('Command(goto=[Send("b", {})])'), 0),
    ],
)
def test_sends(lines: tuple[str, ...], count: int) -> None:
    assert len(of("unknown-send", *lines)) == count


@pytest.mark.parametrize(
    ("returns", "annotation", "found"),
    [
        (('Command(goto="c")', 'Command(goto="b")'), "Command[Literal['b']]",
         ['W `goto` `c` isn\'t in its return type: `"b"`']),
        (('Command(goto="b")',), "Command[Literal['b', 'c']]", []),
        (("Command(goto=END)",), "Command[Literal['b']]", []),
        (('Command(goto="bb")',), "Command[Literal['b']]", []),
        (('Command(goto="c")',), "Command", []),
        (('Command(goto="c")',), "Command[Literal['b']] | None",
         ['W `goto` `c` isn\'t in its return type: `"b"`']),
    ],
)  # fmt: skip
def test_declared(returns: tuple[str, ...], annotation: str, found: list[str]) -> None:
    lines = commanded(*returns, annotation=f" -> {annotation}")
    assert said("goto-not-annotated", *lines) == found


def test_a_node_that_declares_nothing() -> None:
    other = (
        'def f(s):\n    return Command(goto="e")',
        'g.add_node("f", f)',
        'g.add_edge("b", "f")',
    )
    lines = (*commanded('Command(goto="b")', annotation=" -> Command[Literal['b']]"), *other)
    assert said("undeclared-goto", *lines) == [
        "I node `f` has a `goto`, but doesn't declare destinations"
    ]
    assert said("undeclared-goto", *commanded('Command(goto="b")'), *other) == []


ENUM = "from enum import Enum, StrEnum\nclass E(str, Enum):\n    B = 'b'\n    D = 'd'\n"
STR = "class F(StrEnum):\n    B = 'b'\n"


@pytest.mark.parametrize(
    ("lines", "levels"),
    [
        ((CHAIN, 'g.add_edge("a", E.B)'), "E"),
        ((CHAIN, 'g.add_edge("a", E.B.value)'), ""),
        ((CHAIN, STR, 'g.add_edge("a", F.B)'), ""),
        (routed("return E.B"), "E"),
        (routed("return E.B", '{E.B: "b"}'), ""),
        (routed('return "x"', '{"x": E.B}'), "E"),
        (routed("return [Send(E.B, {})]"), ""),
        (commanded("Command(goto=E.B)"), "E"),
        ((CHAIN, "g.add_edge(['a', 'c'], E.B)"), ""),
        ((CHAIN, "g.add_node(E.D, d)", 'g.add_edge("a", "d")'), "E"),
        ((CHAIN, "g.add_node(E.D, d)", 'g.add_edge("a", E.D)', 'g.add_edge(E.D, "b")'), "I"),
        ((CHAIN, "g.add_node(E.D, d)", 'g.add_edge("a", E.D)', 'g.add_edge("b", "d")'), "E"),
    ],
)
def test_members_of_enums(lines: tuple[str, ...], levels: str) -> None:
    found = said("enum-as-name", ENUM, *lines)
    assert "".join(each[0] for each in found) == levels


@pytest.mark.parametrize(
    ("last", "count"),
    [
        ("g.compile().invoke({})", 1),
        ("", 0),
        ('top = StateGraph(S)\ntop.add_node("g", g.compile())\ntop.add_edge(START, "g")', 0),
        ("def served():\n    return g.compile()", 0),
    ],
)
def test_commands_for_a_parent(last: str, count: int) -> None:
    lines = commanded('Command(goto="b", graph=Command.PARENT)')
    program = NODES + "\n".join((*lines, last)) + "\n"
    assert len(told(program, "parent-at-top-level")) == count


@pytest.mark.parametrize(
    ("handler", "edge", "count"),
    [
        ("lambda s: {}", 'g.add_edge("e", "b")', 1),
        ('lambda s: Command(goto="b")', 'g.add_edge("e", "b")', 0),
        ("lambda s: {}", 'g.add_edge("e", END)', 0),
        ("lambda s: {}", "", 0),
        ("unknown", 'g.add_edge("e", "b")', 0),
    ],
)
def test_handlers(handler: str, edge: str, count: int) -> None:
    lines = (CHAIN, f'g.add_node("e", a, error_handler={handler})', 'g.add_edge("a", "e")', edge)
    assert len(of("handler-ends-path", *lines)) == count


def test_edges_in_both_branches_of_many_conditions() -> None:
    many = [f"if input({number}):\n    g.add_edge('c', 'd')" for number in range(6)]
    apart = (
        "if flag():",
        '    g.add_conditional_edges("a", r, ["b", "c"])',
        "else:",
        '    g.add_edge("a", "b")',
    )
    router = 'def r(s):\n    return "b" if s["x"] else "c"'
    lines = (router, CHAIN, 'g.add_node("d", d)', *many, *apart)
    assert of("static-edge-beside-conditional", *lines) == []


def test_a_label_counts_where_another_graph_has_it() -> None:
    other = (
        "h = StateGraph(S)",
        'h.add_node("a", a)',
        'h.add_edge(START, "a")',
        'h.add_conditional_edges("a", r, {"b": END, "zz": END})',
        "h.compile()",
    )
    assert len(of("label-not-in-map", *routed(EITHER, '{"b": "b"}'), *other)) == 1


KINDS = 'class K(TypedDict):\n    kind: Literal["b", "c"]\n'
COMPARED = 'if s["x"] == "b":\n        return "b"\n    if s["x"] == "c":\n        return "c"'


@pytest.mark.parametrize(
    ("update", "levels"),
    [("{}", "W"), ('{"x": ask()}', "I"), ('{"x": "b"}', "W")],
)
def test_comparisons_with_all_members_of_a_type(update: str, levels: str) -> None:
    node = f"def a(state):\n    return {update}"
    found = said("router-may-return-none", KINDS, node, *routed(COMPARED))
    assert "".join(each[0] for each in found) == levels
