"""Rules about the state of graphs of LangGraph (reference langgraph §7.4)."""

from __future__ import annotations

import pytest

from rules.langgraph_programs import graph, mended, told

STATE = """
class S(TypedDict, total=False):
    text: str
    count: int
    log: Annotated[list, operator.add]
"""
COMPILED = "app = g.compile()\n"


def dropped(program: str) -> list[str]:
    return told(program, "unknown-state-key")


# --- unknown-state-key ----------------------------------------------------------------------------


def test_a_key_that_no_schema_has_is_dropped() -> None:
    node = 'def a(state: S):\n    return {"texts": 1, "count": 2}\n'
    assert dropped(STATE + node + graph("START a END") + COMPILED) == [
        'W return {"texts": 1, "count": 2} | key `texts` is dropped: the state has only `text`'
    ]


def test_a_key_that_is_added_to_a_dict_is_dropped() -> None:
    node = 'def a(state: S):\n    out = {"text": ""}\n    out["zone"] = 1\n    return out\n'
    assert dropped(STATE + node + graph("START a END") + COMPILED) == [
        'W out["zone"] = 1 | key `zone` is dropped: the state has no such key'
    ]


def test_a_key_that_a_function_returns_in_several_places_is_one_finding() -> None:
    node = 'def a(state: S):\n    if state["text"]:\n        return {"zone": 1}\n'
    node += '    return {"zone": 2}\n'
    assert dropped(STATE + node + graph("START a END") + COMPILED) == [
        'W return {"zone": 1} | key `zone` is dropped: the state has no such key'
    ]


def test_a_key_beside_the_whole_state_is_dropped() -> None:
    node = 'def a(state: S):\n    return {**state, "zone": 1, "log": []}\n'
    found = dropped(STATE + node + graph("START a END") + COMPILED)
    assert [each.partition(" | ")[2] for each in found] == [
        "key `zone` is dropped: the state has no such key"
    ]


@pytest.mark.parametrize(
    "node",
    [
        'def a(state: S):\n    return {"text": "x"}\n',
        "def a(state: S):\n    return make()\n",
        'def a(state: S):\n    return Command(graph=Command.PARENT, update={"zone": 1})\n',
    ],
)
def test_what_is_kept_or_not_known_or_of_the_parent_is_not_dropped(node: str) -> None:
    assert dropped(STATE + node + graph("START a END") + COMPILED) == []


def test_a_key_of_another_graph_that_uses_the_function_is_kept() -> None:
    node = 'def a(state):\n    return {"zone": 1}\n'
    other = "class T(TypedDict):\n    zone: int\n"
    second = graph("START a END", schema="T", name="h") + "other = h.compile()\n"
    program = STATE + other + node + graph("START a END") + COMPILED
    assert len(dropped(program)) == 1
    assert dropped(program + second) == []


def test_a_key_that_two_graphs_drop_is_reported_once() -> None:
    node = 'def a(state):\n    return {"zone": 1}\n'
    second = graph("START a END", name="h") + "other = h.compile()\n"
    assert len(dropped(STATE + node + graph("START a END") + COMPILED + second)) == 1


def test_a_plain_dict_keeps_every_key() -> None:
    node = 'def a(state: dict):\n    return {"zone": 1}\n'
    assert dropped(node + graph("START a END", schema="dict") + COMPILED) == []


def test_what_an_unreachable_node_returns_is_not_looked_at() -> None:
    nodes = 'def a(state: S):\n    return {}\ndef b(state: S):\n    return {"zone": 1}\n'
    assert dropped(STATE + nodes + graph("START a END", "b") + COMPILED) == []


def test_a_schema_that_is_not_known_says_nothing() -> None:
    node = 'from other import S\ndef a(state: S):\n    return {"zone": 1}\n'
    assert dropped(node + graph("START a END") + COMPILED) == []


def test_a_graph_that_is_passed_on_says_nothing() -> None:
    node = 'def a(state: S):\n    return {"zone": 1}\n'
    assert dropped(STATE + node + graph("START a END") + "extend(g)\n" + COMPILED) == []


def test_an_unannotated_router_that_reads_the_key_makes_it_a_note() -> None:
    nodes = 'def a(state: S):\n    return {"zone": 1}\ndef b(state: S):\n    return {}\n'
    router = 'def r(state):\n    return "b" if state["zone"] else END\n'
    branch = 'g.add_conditional_edges("a", r, ["b", END])\n'
    program = STATE + nodes + router + graph("START a", "b END") + branch + COMPILED
    assert [each[0] for each in dropped(program)] == ["I"]


# --- unknown-input-key ----------------------------------------------------------------------------

PLAIN = 'def a(state: S):\n    return {"text": "x"}\n'


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ('{"text": "x"}', []),
        ('{"texts": "x"}', ["input key `texts` is dropped: the graph accepts only `text`"]),
        ('{"zone": 1}', ["input key `zone` is dropped: `S` has no such key"]),
        (
            '{"zone": 1, "texts": "", "place": 2}',
            [
                "input key `texts` is dropped: the graph accepts only `text`",
                "input keys `zone` and `place` are dropped: `S` doesn't have them",
            ],
        ),
        ("load()", []),
        ('Command(resume="x")', []),
    ],
)
def test_keys_of_an_input_that_the_graph_does_not_take(given: str, found: list[str]) -> None:
    program = STATE + PLAIN + graph("START a END") + COMPILED + f"app.invoke({given})\n"
    said = told(program, "unknown-input-key")
    assert sorted(each.partition(" | ")[2] for each in said) == sorted(found)


def test_an_input_that_is_given_twice_is_wrong_once() -> None:
    calls = 'given = {"zone": 1}\napp.invoke(given)\napp.invoke(given)\n'
    program = STATE + PLAIN + graph("START a END") + COMPILED + calls
    assert len(told(program, "unknown-input-key")) == 1


# --- state-key-never-written ----------------------------------------------------------------------

READS = 'def a(state: S):\n    return {"text": state["count"]}\n'
CALL = 'app.invoke({"text": "x"})\n'


def missing(program: str) -> list[str]:
    return told(program, "state-key-never-written")


def test_a_key_that_nobody_sets_is_missing() -> None:
    assert missing(STATE + READS + graph("START a END") + COMPILED + CALL) == [
        'W return {"text": state["count"]} | key `count` is never set: KeyError'
    ]


@pytest.mark.parametrize(
    "change",
    [
        ("CALL", ""),
        ("CALL", 'app.invoke({"text": "x", "count": 1})\n'),
        ("CALL", 'app.invoke({"text": "x"})\napp.invoke(load())\n'),
        ("CALL", 'app.invoke({**load(), "text": "x"})\n'),
        ("READS", READS.replace('state["count"]', 'state.get("count", 0)')),
        ("READS", READS.replace('state["count"]', 'state["log"]')),
        ("READS", READS.replace("    return", '    if "count" in state:\n        return')),
        ("READS", READS + "\n__all__ = ['app']\n"),
        ("READS", READS.replace('{"text": ', 'make(**{"text": ').replace("]}", "]})")),
    ],
    ids=str,
)
def test_a_key_that_may_have_a_value_is_not_missing(change: tuple[str, str]) -> None:
    parts = {"READS": READS, "CALL": CALL} | dict([change])
    program = STATE + parts["READS"] + graph("START a END") + COMPILED + parts["CALL"]
    assert missing(program) == []


def test_a_key_of_what_is_sent_is_not_one_of_the_state() -> None:
    router = 'def r(state: S):\n    return [Send("a", {"count": 1})]\n'
    branch = 'g.add_conditional_edges(START, r, ["a"])\n'
    assert missing(STATE + READS + router + graph("a END") + branch + COMPILED + CALL) == []


def test_a_misspelt_update_explains_the_missing_key() -> None:
    write = 'def w(state: S):\n    return {"counts": 1}\n'
    program = STATE + write + READS + graph("START w a END") + COMPILED + CALL
    assert missing(program) == []
    assert len(dropped(program)) == 1


# --- accumulated-twice ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "count"),
    [
        ('return {"log": state["log"] + ["x"]}', 1),
        ('return {"log": state["log"]}', 1),
        ('return {"log": [*state["log"], "x"]}', 1),
        ("return state", 1),
        ('return {**state, "text": "x"}', 1),
        ('return {**state, "log": ["x"]}', 0),
        ('return {"log": ["x"]}', 0),
        ('return {"text": state["text"] + "x"}', 0),
        ('return {"log": [len(state["log"])]}', 0),
    ],
)
def test_what_holds_the_old_value_is_added_to_itself(body: str, count: int) -> None:
    node = f"def a(state: S):\n    {body}\n"
    found = told(STATE + node + graph("START a END") + COMPILED, "accumulated-twice")
    assert len(found) == count


# --- node-returns-non-update, state-changed-not-returned ------------------------------------------


@pytest.mark.parametrize(
    ("value", "count"),
    [
        ("'text'", 1),
        ("7", 1),
        ("True", 1),
        ("[1]", 1),
        ("{1, 2}", 1),
        ("[]", 1),
        ("None", 0),
        ("{}", 0),
        ("[Command(goto=END)]", 0),
        ("make()", 0),
    ],
)
def test_what_is_no_update_ends_the_run(value: str, count: int) -> None:
    node = f"def a(state: S):\n    return {value}\n"
    found = told(STATE + node + graph("START a END") + COMPILED, "node-returns-non-update")
    assert len(found) == count


def test_any_value_is_the_state_of_a_graph_without_keys() -> None:
    node = "def a(state: list):\n    return ['x']\n"
    program = node + graph("START a END", schema="list") + COMPILED
    assert told(program, "node-returns-non-update") == []


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ('state["count"] = 1', ["W"]),
        ('state["count"] = 1\n    state["text"] = ""', ["W", "W"]),
        ('state["count"] = 1\n    return None', ["W"]),
        ('state["log"].append(1)', ["I"]),
        ('state["count"] = 1\n    return {"count": 1}', []),
        ('state["count"] = 1\n    return state', []),
        ('other = {}\n    other["count"] = 1', []),
    ],
)
def test_a_change_that_is_not_returned_is_lost(body: str, found: list[str]) -> None:
    node = f"def a(state: S):\n    {body}\n"
    program = STATE + node + graph("START a END") + COMPILED
    assert [each[0] for each in told(program, "state-changed-not-returned")] == found


# --- subgraphs ------------------------------------------------------------------------------------

INNER = "class T(TypedDict, total=False):\n    other: str\n"
NESTED = 'g.add_node("sub", h.compile())\ng.add_edge(START, "sub")\n'


def mismatch(inner: str, nodes: str = "def a(state):\n    return {}\n") -> list[str]:
    """What is said of a subgraph `h` in a graph without other nodes."""
    return told(
        STATE + INNER + nodes + inner + "g = StateGraph(S)\n" + NESTED + COMPILED,
        "subgraph-key-mismatch",
    )


def test_a_subgraph_without_common_keys_gets_and_returns_nothing() -> None:
    assert mismatch(graph("START a END", schema="T", name="h")) == [
        (
            'W g.add_node("sub", h.compile()) | subgraph `sub` shares no key with the state, so it '
            "gets nothing and returns nothing"
        )
    ]


def test_a_subgraph_with_a_common_key_is_fine() -> None:
    assert mismatch(graph("START a END", schema="S", name="h")) == []


def test_a_subgraph_that_hands_over_needs_no_keys() -> None:
    nodes = 'def a(state):\n    return Command(graph=Command.PARENT, goto="x")\n'
    assert mismatch(graph("START a END", schema="T", name="h"), nodes) == []


def test_a_subgraph_that_is_sent_to_gets_what_is_sent() -> None:
    nodes = 'def a(state):\n    return {}\ndef r(state):\n    return [Send("sub", {"other": ""})]\n'
    inner = graph("START a END", schema="T", name="h")
    outer = 'g = StateGraph(S)\ng.add_node("sub", h.compile())\n'
    branch = 'g.add_conditional_edges(START, r, ["sub"])\n'
    program = STATE + INNER + nodes + inner + outer + branch + COMPILED
    assert [each.partition("sub` ")[2] for each in told(program, "subgraph-key-mismatch")] == [
        "has no key of the state in its output, so it returns nothing"
    ]
    assert told(program.replace('schema="T"', 'schema="S"'), "subgraph-doubles") == []


@pytest.mark.parametrize(
    ("call", "count"),
    [
        ('app.invoke({"text": ""})\n', 0),
        ('app.invoke({"text": "", "log": []})\n', 1),
        ("app.invoke(load())\n", 1),
        ("", 1),
    ],
)
def test_an_empty_list_does_not_double(call: str, count: int) -> None:
    nodes = "def a(state):\n    return {}\n"
    inner = graph("START a END", name="h")
    program = STATE + nodes + inner + "g = StateGraph(S)\n" + NESTED + COMPILED + call
    assert len(told(program, "subgraph-doubles")) == count


def test_a_subgraph_returns_an_accumulating_key_whole() -> None:
    nodes = "def a(state):\n    return {}\n"
    inner = graph("START a END", name="h")
    program = STATE + nodes + inner + "g = StateGraph(S)\n" + NESTED + COMPILED
    assert told(program, "subgraph-doubles") == [
        (
            'W g.add_node("sub", h.compile()) | subgraph `sub` returns all of `log`, and the '
            "parent adds it again"
        )
    ]


def test_parallel_subgraphs_return_what_they_were_given() -> None:
    nodes = "def a(state):\n    return {}\n"
    inner = graph("START a END", name="h")
    more = 'g.add_node("sub2", h.compile())\ng.add_edge(START, "sub2")\n'
    program = STATE + nodes + inner + "g = StateGraph(S)\n" + NESTED + more + COMPILED
    assert [each[0] for each in told(program, "concurrent-write")] == ["W"]
    assert [each[0] for each in told(program + CALL, "concurrent-write")] == ["E"]


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ('app.invoke({"text": ""})\n', []),
        ('app.invoke({"text": "", "count": 1})\n', ["E"]),
        ("", ["W"]),
        ("app.invoke(load())\n", ["W"]),
    ],
)
def test_the_whole_state_has_only_keys_with_a_value(given: str, found: list[str]) -> None:
    nodes = 'def a(state: S):\n    return state\ndef b(state: S):\n    return {"count": 1}\n'
    program = STATE + nodes + graph("START a END", "START b END") + COMPILED + given
    assert [each[0] for each in told(program, "concurrent-write")] == found


# --- subscript-on-object-state --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("schema", "read", "count"),
    [
        ("@dataclass\nclass S:\n    text: str = ''\n", 'state["text"]', 1),
        ("@dataclass\nclass S:\n    text: str = ''\n", "state.text", 0),
        ("class S(TypedDict):\n    text: str\n", "state.text", 1),
        ("class S(TypedDict):\n    text: str\n", 'state["text"]', 0),
        ("class S(TypedDict):\n    text: str\n", "state.copy()", 0),
        (
            (
                "@dataclass\nclass S:\n    text: str = ''\n"
                "    def __getitem__(self, key):\n        return getattr(self, key)\n"
            ),
            'state["text"]',
            0,
        ),
    ],
)
def test_states_are_read_as_their_classes_are(schema: str, read: str, count: int) -> None:
    node = f'def a(state: S):\n    return {{"text": {read}}}\n'
    program = schema + node + graph("START a END") + COMPILED
    assert len(told(program, "subscript-on-object-state")) == count


# --- fixes ----------------------------------------------------------------------------------------


def node(body: str) -> str:
    return f"def a(state: S):\n    {body}\n"


@pytest.mark.parametrize(
    ("rule", "body", "after"),
    [
        ("unknown-state-key", "return {'texts': 1}", 'return {"text": 1}'),
        ("accumulated-twice", 'return {"log": state["log"] + ["x"]}', 'return {"log": ["x"]}'),
        (
            "accumulated-twice",
            'return {"log": state["log"] + [1] + (b or [])}',
            'return {"log": [1] + (b or [])}',
        ),
        ("accumulated-twice", 'return {"log": [*state["log"], 1, 2]}', 'return {"log": [1, 2]}'),
        (
            "state-changed-not-returned",
            'state["count"] = 1',
            'state["count"] = 1\n    return {"count": state["count"]}',
        ),
        (
            "subscript-on-object-state",
            "return {'text': state.text}",
            "return {'text': state[\"text\"]}",
        ),
    ],
)
def test_what_is_offered_takes_the_finding_away(rule: str, body: str, after: str) -> None:
    rest = graph("START a END") + COMPILED
    now = mended(STATE + node(body) + rest, rule)
    assert now == STATE + node(after) + rest
    assert told(now, rule) == []


def test_a_key_that_is_like_no_other_is_added() -> None:
    program = STATE + node('return {"zone": 1}') + graph("START a END") + COMPILED
    now = mended(program, "unknown-state-key")
    assert "    log: Annotated[list, operator.add]\n    zone: object\n" in now
    assert dropped(now) == []


def test_a_list_gets_a_reducer() -> None:
    state = "class S(TypedDict, total=False):\n    items: list[str]\n"
    nodes = 'def a(state: S):\n    return {"items": ["a"]}\n'
    nodes += 'def b(state: S):\n    return {"items": ["b"]}\n'
    program = state + nodes + graph("START a END", "START b END") + COMPILED
    now = mended(program, "concurrent-write")
    assert "    items: Annotated[list[str], operator.add]\n" in now
    assert told(now, "concurrent-write") == []
