"""Supersteps, by small graphs (reference §5)."""

from __future__ import annotations

import pytest

from dialects.langgraph.running.graphs import contract, lines, nodes, played, steps

CHAIN = f"""
g = StateGraph(State)
{nodes("a b c")}
g.add_edge(START, "a")
g.add_edge("a", "b")
g.add_edge("b", "c")
g.add_edge("c", END)
app = g.compile()
"""


def test_a_chain_runs_node_after_node() -> None:
    assert lines(contract(CHAIN)) == [
        "begin __start__",
        "go __start__ -> a (edge)",
        "step 1: a",
        "go a -> b (edge)",
        "step 2: b",
        "go b -> c (edge)",
        "step 3: c",
        "go c -> __end__ (edge)",
        "end completed",
    ]


@pytest.mark.parametrize(("limit", "end"), [(3, "limit(recursion)"), (4, "completed")])
def test_a_run_of_three_steps_needs_a_limit_of_four(limit: int, end: str) -> None:
    assert steps(contract(CHAIN), options={"recursion-limit": limit}) == ("a; b; c", end)


def test_nodes_of_one_step_run_by_name_and_see_nothing_of_each_other() -> None:
    found = contract(f"""
g = StateGraph(State)
{nodes("b a join")}
g.add_edge(START, "b")
g.add_edge(START, "a")
g.add_edge("a", "join")
g.add_edge("b", "join")
app = g.compile()
""")
    assert steps(found) == ("a, b; join", "completed")
    both = {"a": [{"update": {"x": 1}}], "b": [{"update": {"x": 2}}]}
    assert steps(found, model=both) == ("a, b", "error(InvalidUpdateError)")
    failures = played(found, model=both).run.summary["failures"]
    assert [each["phase"] for each in failures] == ["b"]
    added = {"a": [{"update": {"log": [1]}}], "b": [{"update": {"log": [2]}}]}
    assert steps(found, model=added) == ("a, b; join", "completed")


def test_a_join_waits_over_laps() -> None:
    found = contract(f"""
def choose(state):
    if odds():
        return "text"
    return "image"

g = StateGraph(State)
{nodes("hub text image merge")}
g.add_edge(START, "hub")
g.add_conditional_edges("hub", choose, ["text", "image"])
g.add_edge("text", "hub")
g.add_edge(["text", "image"], "merge")
app = g.compile()
""")
    assert steps(found, route={"hub": ["text", "image"]})[0] == "hub; text; hub; image; merge"
    happened = lines(found, route={"hub": ["text", "image"]})
    assert "arrive text -> merge (1/2)" in happened
    assert "joined merge" in happened


def test_a_deferred_node_waits_for_others_and_not_for_packages() -> None:
    found = contract("""
def split(state):
    return [Send("work", item) for item in state["log"]]

g = StateGraph(State)
g.add_node("a", does_nothing)
g.add_node("b", does_nothing)
g.add_node("work", does_nothing)
g.add_node("total", does_nothing, defer=True)
g.add_edge(START, "a")
g.add_edge("a", "total")
g.add_edge("work", "total")
g.add_conditional_edges("a", split, ["work", "b"])
app = g.compile()
""")
    two = {"a": [{"all": [{"send": "work"}, {"send": "work"}]}]}
    assert steps(found, route=two)[0] == "a; work, work, total; total"
    other = {"a": [{"all": ["b"]}]}
    assert steps(found, route=other)[0] == "a; b; total"


def test_a_command_is_beside_a_static_edge() -> None:
    found = contract(f"""
def decide(state):
    return Command(goto="b")

g = StateGraph(State)
g.add_node("a", decide)
{nodes("b c")}
g.add_edge(START, "a")
g.add_edge("a", "c")
app = g.compile()
""")
    assert steps(found, model={"a": [{"goto": ["b"]}]}) == ("a; b, c", "completed")
    assert "dropped a -> nobody" in lines(found, model={"a": [{"goto": ["nobody"]}]})
    # A package to START runs its edges again; a name does not.
    again = {"a": [{"goto": [{"send": "__start__"}]}, {"goto": ["__start__"]}]}
    assert steps(found, model=again)[0] == "a; c; a; c"


ROUTED = f"""
def choose(state):
    return "yes"

g = StateGraph(State)
{nodes("a b")}
g.add_edge(START, "a")
g.add_conditional_edges("a", choose, {{"yes": "b", "no": END}})
app = g.compile()
"""


@pytest.mark.parametrize(
    ("answer", "end"),
    [
        ("yes", "completed"),
        ("maybe", "error(KeyError)"),
        (None, "error(KeyError)"),
        ({"send": "__end__"}, "error(InvalidUpdateError)"),
        ({"raise": "Boom"}, "error(Boom)"),
        ({"unhashable": True}, "error(TypeError)"),
        ({"all": []}, "completed"),
    ],
)
def test_what_a_router_may_give(answer: object, end: str) -> None:
    assert steps(contract(ROUTED), route={"a": [answer]})[1] == end


def test_without_a_map_names_are_nodes_and_none_is_refused() -> None:
    found = contract(ROUTED.replace(', {"yes": "b", "no": END}', ""))
    assert steps(found, route={"a": ["b"]}) == ("a; b", "completed")
    assert "dropped a -> maybe" in lines(found, route={"a": ["maybe"]})
    assert steps(found, route={"a": [None]})[1] == "error(ValueError)"
    assert steps(found, route={"a": ["__start__"]})[1] == "error(ValueError)"


def test_a_member_of_an_enum_wakes_only_what_is_spelled_so() -> None:
    text = """
class Step(str, Enum):
    A = "a"
    B = "b"

g = StateGraph(State)
g.add_node(Step.A, does_nothing)
g.add_node("b", does_nothing)
g.add_edge(START, START_EDGE)
g.add_edge("a", "b")
app = g.compile()
"""
    assert steps(contract(text.replace("START_EDGE", '"a"')))[0] == ""
    assert steps(contract(text.replace("START_EDGE", "Step.A")))[0] == "a; b"
    assert "dropped __start__ -> a" in lines(contract(text.replace("START_EDGE", '"a"')))


HANDLED = """
def fails(state):
    raise ValueError("no")

def helps(state):
    return {}

g = StateGraph(State)
g.add_node("a", fails, MORE)
g.add_node("b", does_nothing)
g.add_node("c", does_nothing)
g.add_edge(START, "a")
g.add_edge("a", "b")
app = g.compile()
"""


def test_a_handler_takes_the_place_of_what_follows() -> None:
    found = contract(HANDLED.replace("MORE", "error_handler=helps"))
    failing = {"a": [{"raise": "ValueError"}]}
    assert steps(found, model=failing) == ("a", "completed")
    helping = {**failing, "__error_handler__a": [{"goto": ["c"]}]}
    assert steps(found, model=helping) == ("a; c", "completed")
    assert steps(found, model={"a": [{}]}) == ("a; b", "completed")


INSIDE = """
def fails(state):
    raise ValueError("no")

def hands_over(state):
    return Command(graph=Command.PARENT, goto="b")

inner = StateGraph(State)
inner.add_node("a", fails, error_handler=hands_over)
inner.add_edge(START, "a")
g = StateGraph(State)
g.add_node("sub", inner.compile(), error_handler=does_nothing)
g.add_node("b", does_nothing)
g.add_edge(START, "sub")
app = g.compile()
"""


def test_no_graph_takes_the_command_of_a_handler_for_its_parent() -> None:
    """Compared with LangGraph 1.2.24, which ends the run with `ParentCommand`, whether or not a
    handler is around the subgraph."""
    handed = {
        "sub/a": [{"raise": "ValueError"}],
        "sub/__error_handler__a": [{"goto": ["b"], "parent": True}],
    }
    for text in (INSIDE, INSIDE.replace(", error_handler=does_nothing", "")):
        assert steps(contract(text), model=handed) == ("sub", "error(ParentCommand)")


@pytest.mark.parametrize(
    ("error", "end"), [("ValueError", "error(ValueError)"), ("Boom", "completed")]
)
def test_a_retried_node_is_tried_again_where_that_may_help(error: str, end: str) -> None:
    found = contract(HANDLED.replace("MORE", "retry_policy=RetryPolicy()"))
    assert steps(found, model={"a": [{"raise": error}, {"raise": error}, {}]})[1] == end


def test_a_node_that_returns_no_update_fails() -> None:
    found = contract(CHAIN)
    assert steps(found, model={"b": [{"returns": "a list"}]}) == (
        "a; b",
        "error(InvalidUpdateError)",
    )


def test_keys_are_written_or_lost() -> None:
    found = contract(CHAIN)
    happened = lines(found, model={"a": [{"update": {"x": 1, "y": 2}}]})
    assert "write a: x" in happened
    assert "lost a: y" in happened
    assert "lost __start__: z" in lines(found, given={"input": {"z": 1}})
