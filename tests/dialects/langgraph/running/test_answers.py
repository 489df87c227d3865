"""Answers of scripts, and those that exploration tries (reference §5.17)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from dialects.langgraph.running.graphs import OPTIONS, RUNTIME, contract, nodes
from phaselint.behavior.acting import act_atlas
from phaselint.dialects.protocol import ScriptError
from phaselint.executor.explore import explore

if TYPE_CHECKING:
    from phaselint.dialects.langgraph.model import LanggraphContract
    from phaselint.dialects.langgraph.running.session import State

PLAIN = f"""
def decide(state):
    if odds():
        return Command(goto="b", update={{"x": "left"}})
    if odds():
        return Command(goto=["b", Send("c", state)])
    return {{"log": ["a"]}}

def choose(state):
    if odds():
        return "yes"
    return ["yes", "no"]

g = StateGraph(State)
g.add_node("a", decide)
{nodes("b c")}
g.add_edge(START, "a")
g.add_conditional_edges("a", choose, {{"yes": "b", "no": "c"}})
app = g.compile()
"""


def start(found: LanggraphContract) -> State:
    state: State = RUNTIME.start(found, OPTIONS, {}, {})
    return state


def tried(state: State) -> list[tuple[Any, str]]:
    """The answers that exploration tries, with their grades."""
    return [(RUNTIME.write(each), RUNTIME.grade(state, each)) for each in RUNTIME.choices(state)]


def test_the_returns_of_a_node_are_tried() -> None:
    assert tried(start(contract(PLAIN))) == [
        ({"update": {"x": "left"}, "goto": ["b"]}, "strict"),
        ({"goto": ["b", {"send": "c"}]}, "strict"),
        ({"update": {"log": None}}, "strict"),
    ]


def test_the_returns_of_a_router_are_tried() -> None:
    state = start(contract(PLAIN))
    state, _ = RUNTIME.step(state, RUNTIME.choices(state)[0])
    assert tried(state) == [("yes", "strict"), (["yes", "no"], "strict")]


@pytest.mark.parametrize("text", ["choose = odds", "def choose(state):\n    return odds()"])
def test_of_a_router_that_is_not_known_the_labels_are_tried(text: str) -> None:
    found = contract(f"""
{text}

g = StateGraph(State)
{nodes("a b c")}
g.add_edge(START, "a")
g.add_conditional_edges("a", choose, {{"yes": "b", "no": "c"}})
app = g.compile()
""")
    state = start(found)
    state, _ = RUNTIME.step(state, RUNTIME.choices(state)[0])
    # All at once is possible as well, as long as nothing says that it gives one label.
    assert tried(state) == [("yes", "strict"), ("no", "strict"), (["yes", "no"], "hostile")]


def test_a_router_that_is_not_known_may_go_anywhere() -> None:
    found = contract(f"""
def choose(state):
    return odds()

g = StateGraph(State)
{nodes("a b")}
g.add_edge(START, "a")
g.add_conditional_edges("a", choose)
app = g.compile()
""")
    state = start(found)
    state, _ = RUNTIME.step(state, RUNTIME.choices(state)[0])
    assert tried(state) == [(name, "hostile") for name in ("a", "b", "__end__")]


def test_three_packages_are_three_tasks() -> None:
    found = contract(f"""
def split(state):
    return [Send("work", 1), Send("work", 2), Send("work", 3)]

g = StateGraph(State)
{nodes("a work")}
g.add_edge(START, "a")
g.add_conditional_edges("a", split)
app = g.compile()
""")
    atlas = explore(RUNTIME, RUNTIME.relax(start(found)), 1_000)
    assert atlas.complete
    assert [str(each.ended) for each in atlas.states if each.ended] == ["completed"]


def test_packages_are_none_one_or_two() -> None:
    found = contract(f"""
def split(state):
    return [Send("work", item) for item in state["log"]]

g = StateGraph(State)
{nodes("a work")}
g.add_edge(START, "a")
g.add_conditional_edges("a", split)
app = g.compile()
""")
    state = start(found)
    state, _ = RUNTIME.step(state, RUNTIME.choices(state)[0])
    sent = [answer for answer, _ in tried(state)]
    assert sorted(map(len, sent)) == [0, 1, 2]
    assert explore(RUNTIME, RUNTIME.relax(start(found)), 1_000).complete


@pytest.mark.parametrize(
    "answer",
    [
        {},
        {"update": None},
        {"update": {"x": 1, "log": ["a", {"b": 2}]}},
        {"goto": ["b", {"send": "c"}, {"send": "c", "arg": {"x": None}}], "parent": True},
        {"update": {}, "goto": ["b"]},
        {"goto": [{"enum": "Step.B", "value": "b"}]},
        {"raise": "TimeoutError"},
        {"interrupt": "ok?"},
        {"interrupt": ["one?", "two?"], "update": {"x": 1}},
        {"returns": "a list"},
    ],
)
def test_an_answer_of_a_node_is_written_as_it_was_read(answer: dict[str, Any]) -> None:
    state = start(contract(PLAIN))
    choice = RUNTIME.read(state, answer)
    assert RUNTIME.write(choice) == answer
    assert RUNTIME.read(state, RUNTIME.write(choice)) == choice


@pytest.mark.parametrize(
    "answer", ["yes", None, True, 3, ["yes", "no"], [], {"send": "c"}, {"raise": "Boom"}]
)
def test_an_answer_of_a_router_is_written_as_it_was_read(answer: Any) -> None:
    state = start(contract(PLAIN))
    state, _ = RUNTIME.step(state, RUNTIME.choices(state)[0])
    assert RUNTIME.write(RUNTIME.read(state, answer)) == answer


@pytest.mark.parametrize(
    ("answer", "pointer"),
    [
        ("text", ()),
        ({"gotos": []}, ("gotos",)),
        ({"update": [1]}, ("update",)),
        ({"goto": [{"node": "b"}]}, ("goto", 0)),
        ({"parent": "yes"}, ("parent",)),
        ({"raise": 1}, ("raise",)),
    ],
)
def test_what_is_no_answer(answer: Any, pointer: tuple[str | int, ...]) -> None:
    with pytest.raises(ScriptError) as error:
        RUNTIME.read(start(contract(PLAIN)), answer)
    assert error.value.pointer == pointer


@pytest.mark.parametrize(
    ("given", "world", "pointer"),
    [
        ({"inputs": {}}, {}, ("input", "inputs")),
        ({"when": {"x": 1}}, {}, ("input", "when")),
        ([], {}, ("input",)),
        ({}, {"threads": "1"}, ("world", "threads")),
    ],
)
def test_what_is_no_start(given: Any, world: Any, pointer: tuple[str, ...]) -> None:
    with pytest.raises(ScriptError) as error:
        RUNTIME.start(contract(PLAIN), OPTIONS, given, world)
    assert error.value.pointer == pointer


def test_a_script_by_phase_need_not_say_what_is_sure() -> None:
    found = contract(PLAIN)
    state = start(found)
    assert RUNTIME.unscripted(state) is None  # it has gotos
    state, _ = RUNTIME.step(state, RUNTIME.choices(state)[2])
    assert RUNTIME.unscripted(state) is None  # the router has two answers
    state, _ = RUNTIME.step(state, RUNTIME.choices(state)[0])
    assert RUNTIME.unscripted(state) == {}


def test_elements_are_what_runs_can_use() -> None:
    found = contract(PLAIN)
    ids = [each.id for each in RUNTIME.elements(found)]
    assert ids == [
        "__start__",
        *("a", "b", "c"),
        ("edge", "__start__", "a"),
        *(("label", "a", "choose", label) for label in ("yes", "no")),
    ]
    atlas = explore(RUNTIME, RUNTIME.relax(start(found)), 1_000)
    used = {*RUNTIME.moves(RUNTIME.opening(start(found)))}
    used.update(move for edge in atlas.edges for move in edge.moves)
    assert set(ids) <= used


AROUND = """
def recover(state):
    return Command(goto="b")

inner = StateGraph(State)
inner.add_node("work", does_nothing%s)
inner.add_edge(START, "work")
inner.add_edge("work", END)
g = StateGraph(State)
g.add_node("a", inner.compile()%s)
g.add_node("b", does_nothing)
g.add_edge(START, "a")
app = g.compile()
"""
HANDLED = ", error_handler=recover"


@pytest.mark.parametrize(("own", "around"), [("", HANDLED), (HANDLED, HANDLED), (HANDLED, "")])
def test_a_node_may_raise_where_a_handler_sees_it(own: str, around: str) -> None:
    found = contract(AROUND % (own.replace("recover", "does_nothing"), around), version="1.2")
    state = start(found)
    assert [told for told, _ in tried(state)] == [{"raise": "..."}, {}]
    state, _ = RUNTIME.step(state, RUNTIME.choices(state)[0])
    inside = [{"raise": "..."}] if own and around else []
    assert [told for told, _ in tried(state)] == [*inside, {} if own else {"goto": ["b"]}]


def test_a_node_that_only_a_handler_around_a_graph_goes_to_is_entered() -> None:
    found = contract(AROUND % ("", HANDLED), version="1.2")
    atlas = act_atlas(RUNTIME, found, start(found), 100)
    acts = [*atlas.opening, *(act for edges in atlas.out for edge in edges for act in edge.acts)]
    assert {act.subject for act in acts if act.verb == "enter"} == {"a", "a/work", "b"}


ENDLESS = f"""
def choose(state):
    return "more" if odds() > 0.5 else "stop"

inner = StateGraph(State)
{nodes("left right").replace("g.", "inner.")}
inner.add_edge(START, "left")
inner.add_edge("left", "right")
inner.add_edge("right", "left")

g = StateGraph(State)
g.add_node("again", inner.compile())
{nodes("work late")}
g.add_edge(START, "again")
g.add_edge(START, "work")
g.add_conditional_edges("work", choose, {{"more": "late", "stop": END}})
app = g.compile()
"""


def test_a_graph_that_never_ends_hides_nothing_of_the_nodes_next_to_it() -> None:
    """They run at the same time, so their routers are asked although the step is never done."""
    found = contract(ENDLESS)
    runs = explore(RUNTIME, RUNTIME.relax(start(found)), 1_000)
    assert runs.complete
    used = {move for edge in runs.edges for move in edge.moves}
    labels = [each.id for each in RUNTIME.elements(found) if each.sort == "branch"]
    assert len(labels) == 2
    assert used.issuperset(labels)
    assert "late" not in used
