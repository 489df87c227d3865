"""What runs of graphs do, as acts: whole scripted runs, and random ones against plain data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from acted import acts_of
from dialects.langgraph.running.graphs import OPTIONS, contract, nodes, played
from fresh import SEED
from laws import acting_langgraph
from phaselint.behavior.acting import act_atlas
from phaselint.behavior.knownacts import known_acts
from phaselint.behavior.product import judge
from phaselint.behavior.runs import Runs
from phaselint.dialects.base import Target
from phaselint.dialects.langgraph import DIALECT
from phaselint.dialects.langgraph.running.runtime import LanggraphRuntime
from phaselint.executor.proof import proof_context
from phaselint.policies.reading import read_policies

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.dialects.acts import Act
    from phaselint.dialects.langgraph.model import LanggraphContract

RUNTIME = LanggraphRuntime()
ROUTE = """
def route(state):
    if state["x"] == "a":
        return "yes"
    return "no"
"""
DIAMOND = f"""
g = StateGraph(State)
{ROUTE}
{nodes("plan left right last")}
g.add_edge(START, "plan")
g.add_conditional_edges("plan", route, {{"yes": "left", "no": END}})
g.add_edge("plan", "right")
g.add_edge(["left", "right"], "last")
app = g.compile()
"""
TOOLS = """
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
from langgraph.prebuilt import ToolNode


@tool
def pay(x: int) -> int:
    "Pay."
    return x


@tool
def look(x: int) -> int:
    "Look."
    return x


def agent(state):
    return {"log": [ChatOpenAI().bind_tools([pay, look]).invoke("x")]}


g = StateGraph(State)
g.add_node("agent", agent)
g.add_node("tools", ToolNode([pay]))
g.add_edge(START, "agent")
g.add_edge("agent", "tools")
"""


def acts(found: LanggraphContract, **scenario: Any) -> list[tuple[str, int]]:
    """The acts of a run with their threads, step by step."""
    events = played(found, **scenario).run.events
    return [(each.text, each.thread) for each in RUNTIME.acts(events)]


def texts(acts: Sequence[Act]) -> list[str]:
    return [each.text for each in acts]


# --- scripted runs --------------------------------------------------------------------------------


def test_nodes_of_one_step_are_side_by_side() -> None:
    assert acts(contract(DIAMOND), route={"plan": ["yes"]}) == [
        *(("enter plan", 0), ("take yes of plan", 0)),
        *(("enter left", 1), ("enter right", 2), ("enter last", 0)),
    ]


def test_a_label_that_leads_to_the_end_is_taken_too() -> None:
    assert acts(contract(DIAMOND), route={"plan": ["no"]}) == [
        *(("enter plan", 0), ("take no of plan", 0), ("enter right", 0)),
    ]


def test_commands_and_packages_are_told_at_their_node() -> None:
    graph = f"g = StateGraph(State)\n{nodes('plan work last')}\ng.add_edge(START, 'plan')\n"
    found = contract(graph + "app = g.compile()\n")
    goes = {"goto": ["last", {"send": "work"}, {"send": "work"}, "__end__", "nobody"]}
    assert acts(found, model={"plan": [goes]}) == [
        *(("enter plan", 0), ("goto last of plan", 0)),
        *(("send work of plan", 0), ("send work of plan", 0), ("goto __end__ of plan", 0)),
        *(("enter last", 1), ("enter work", 2), ("enter work", 3)),
    ]


def test_a_node_that_fails_has_led_nowhere() -> None:
    found = contract(DIAMOND)
    assert acts(found, route={"plan": ["maybe"]}) == [("enter plan", 0), ("fail plan", 0)]
    script = {"left": [{"raise": "KeyError"}]}
    assert acts(found, route={"plan": ["yes"]}, model=script)[2:] == [
        *(("enter left", 1), ("fail left", 1), ("enter right", 2)),
    ]


def test_what_is_tried_again_is_told_once() -> None:
    graph = (
        "g = StateGraph(State)\ng.add_node('plan', does_nothing, retry_policy=RetryPolicy())\n"
        "g.add_edge(START, 'plan')\napp = g.compile()\n"
    )
    script = {"plan": [{"raise": "ConnectionError"}, {"goto": ["plan"]}, {}]}
    assert acts(contract(graph), model=script) == [
        *(("enter plan", 0), ("goto plan of plan", 0), ("enter plan", 0)),
    ]


SPLITTING = f"""
def split(state):
    return [Send("work", {{"x": x}}) for x in state["log"]]


g = StateGraph(State)
{nodes("plan work last")}
g.add_edge(START, "plan")
g.add_conditional_edges("plan", split, ["work"])
g.add_edge("work", "last")
app = g.compile()
"""
ASKING = """
def ask(state):
    interrupt("ok?")
    return {{}}


def look(state):
    interrupt("sure?")
    return {{}}


g = StateGraph(State)
g.add_node("ask", ask)
g.add_node("look", {look})
g.add_node("wait", does_nothing)
g.add_edge(START, "ask")
g.add_edge(START, "look")
g.add_edge("ask", "wait")
app = g.compile(checkpointer=MemorySaver(), interrupt_before=["wait"])
"""


def test_interrupts_are_resumed_at_their_nodes() -> None:
    script = {"ask": [{"interrupt": "ok?"}, {"interrupt": "ok?"}]}
    found = acts(contract(ASKING.format(look="does_nothing")), model=script, ask={"ask": ["yes"],
                 "wait": ["go"]})  # fmt: skip
    assert found == [
        *(("enter ask", 1), ("interrupt ask", 1), ("enter look", 2), ("resume ask", 0)),
        *(("interrupt wait", 0), ("resume wait", 0), ("enter wait", 0)),
    ]


def test_nodes_that_wait_together_are_resumed_side_by_side() -> None:
    asking = {"interrupt": "ok?"}
    script = {"ask": [asking, asking], "look": [asking, asking]}
    found = acts(contract(ASKING.format(look="look")), model=script, ask={"ask": [{"each": "y"}],
                 "wait": [{"leave": True}]})  # fmt: skip
    assert found[4:] == [("resume ask", 1), ("resume look", 2), ("interrupt wait", 0)]


NESTED = f"""
inner = StateGraph(State)
{nodes("read sum").replace("g.", "inner.")}
inner.add_edge(START, "read")
inner.add_edge("read", "sum")
part = inner.compile()
g = StateGraph(State)
g.add_node("part", part)
{{more}}
g.add_edge(START, "part")
app = g.compile()
"""


def test_nodes_of_subgraphs_are_called_by_the_way_to_them() -> None:
    assert acts(contract(NESTED.format(more=""))) == [
        *(("enter part", 0), ("enter part/read", 0), ("enter part/sum", 0)),
    ]


def test_a_subgraph_is_in_the_thread_of_its_node() -> None:
    more = f"{nodes('other')}\ng.add_edge(START, 'other')"
    assert acts(contract(NESTED.format(more=more))) == [
        ("enter other", 1),
        *(("enter part", 2), ("enter part/read", 2), ("enter part/sum", 2)),
    ]


def test_a_letter_is_answered_and_looked_over() -> None:
    target = Target("langgraph", "", "seeds/requests.py", "builder", True)
    script = "tests/requests.script.yaml"
    name = "a sort that is there is packed and sent"
    assert acts_of(DIALECT, target, "seed-library", script, name) == [
        *("enter read_letter", "take seeds of read_letter", "enter find_sorts"),
        *("enter count_jars", "take pack of count_jars", "enter pack", "enter look_over"),
        *("interrupt look_over", "resume look_over", "goto send of look_over", "enter send"),
    ]
    name = "a letter that is misread is read again"  # where nobody is called so: it is not
    assert acts_of(DIALECT, target, "seed-library", script, name)[4:] == [
        *("interrupt look_over", "resume look_over"),
    ]


# --- tools ----------------------------------------------------------------------------------------


def atlas_of(text: str) -> Any:
    found = contract(text)
    start = RUNTIME.relax(RUNTIME.start(found, OPTIONS, {}, {}))
    return act_atlas(RUNTIME, found, start, 1000)


def test_tools_are_called_where_they_are_held_or_else_bound() -> None:
    atlas = atlas_of(TOOLS + "app = g.compile()\n")
    told = [
        (texts(acts), [(each.text, each.phase) for each in offered])
        for acts, offered in zip(
            [atlas.opening, *(edges[0].acts for edges in atlas.out if edges)],
            atlas.offered,
            strict=True,
        )
    ]
    assert told == [
        (["start", "enter agent"], [("call tool look", "agent")]),
        (["enter tools"], [("call tool pay", "tools")]),
        (["end completed"], []),
    ]


def test_nodes_beside_one_with_tools_keep_their_threads() -> None:
    atlas = atlas_of(
        TOOLS + f"{nodes('other')}\n{ROUTE}\ng.add_edge('agent', 'other')\n"
        "g.add_conditional_edges('tools', route, {'yes': END, 'no': END})\napp = g.compile()\n"
    )
    state = next(number for number, each in enumerate(atlas.offered) if len(each) and number)
    assert [(each.text, each.thread) for each in atlas.offered[state]] == [("call tool pay", 2)]
    before = next(edge for edges in atlas.out for edge in edges if edge.target == state)
    assert [(each.text, each.thread) for each in before.acts] == [
        *(("enter other", 1), ("enter tools", 2)),
    ]
    told = {(each.text, each.thread) for edges in atlas.out for edge in edges for each in edge.acts}
    assert {("take yes of tools", 2), ("take no of tools", 2)} <= told


# --- the text of a graph --------------------------------------------------------------------------


def test_known_acts_stand_where_they_are_written() -> None:
    found = contract(DIAMOND)
    text = found.documents["graph.py"].text
    places = {each.act.text: each.place for each in RUNTIME.known_acts(found)}

    def written(act: str) -> str:
        place = places[act]
        assert place is not None
        start, end = place.pointer
        return text[int(start) : int(end)]

    assert written("enter plan") == '"plan"'
    assert written("take yes of plan") == '"yes"'
    assert set(places) == {
        *(
            f"{verb} {name}"
            for verb in ("enter", "fail")
            for name in ["plan", "left", "right", "last"]
        ),
        *("take yes of plan", "take no of plan"),
    }


def test_what_a_comprehension_sends_has_no_count() -> None:
    found = contract(SPLITTING)
    assert texts(RUNTIME.countless(found)) == ["send work of plan", "enter work", "fail work"]
    assert RUNTIME.countless(contract(DIAMOND)) == ()


@pytest.mark.parametrize(
    ("policy", "status"),
    [
        ({"at-most": 1, "of": "enter work"}, "violated"),
        ({"at-most": 2, "of": "enter work"}, "undecided"),
        ({"at-most": 2, "of": "enter plan"}, "holds"),
    ],
)
def test_what_has_no_count_is_not_said_to_be_rare(policy: Any, status: str) -> None:
    assert stands(SPLITTING, policy) == status


@pytest.mark.parametrize(
    ("policy", "status"),
    [
        ({"never": "enter right", "before": "enter left"}, "violated"),
        ({"never": "enter left", "before": "enter right"}, "violated"),
        ({"never": "enter last", "before": "take yes of plan"}, "holds"),
        ({"never": "enter right", "before": "enter plan"}, "holds"),
    ],
)
def test_policies_hold_in_every_order_of_a_step(policy: Any, status: str) -> None:
    assert stands(DIAMOND, policy) == status


def stands(text: str, policy: Any) -> str:
    """How a policy stands in all runs of a graph."""
    (read,), flaws = read_policies([policy], ())
    assert not flaws
    lab = proof_context(DIALECT, DIALECT.study(contract(text), OPTIONS, 1000), 1000)
    return judge(Runs(lab), read).status


@pytest.mark.parametrize("number", range(40))
def test_what_runs_do_is_known(number: int) -> None:
    for found, start in acting_langgraph.starts(f"{SEED}/known/{number}"):
        atlas = act_atlas(RUNTIME, found, start, 100)
        known = {each.act.name for each in known_acts(RUNTIME, found)}
        told = [*atlas.opening, *(act for out in atlas.out for edge in out for act in edge.acts)]
        assert [each.text for each in told if each.name not in known] == [], SEED
