"""Interrupts, resumes and subgraphs (reference §5.11, §5.12)."""

from __future__ import annotations

import pytest

from dialects.langgraph.running.graphs import contract, lines, nodes, played, steps

ASKING = """
def asks(state):
    answer = interrupt("ok?")
    return {"x": answer}

g = StateGraph(State)
g.add_node("ask", asks)
g.add_node("beside", does_nothing)
g.add_node("after", does_nothing)
g.add_edge(START, "ask")
g.add_edge(START, "beside")
g.add_edge("ask", "after")
app = g.compile(MORE)
"""
SAVED = ASKING.replace("MORE", "checkpointer=MemorySaver()")
ONE = {"ask": [{"interrupt": "ok?"}, {"interrupt": "ok?", "update": {"x": "yes"}}]}


def test_a_run_stops_and_is_resumed() -> None:
    found = contract(SAVED)
    assert steps(found, model=ONE) == ("ask, beside", "running")
    run = played(found, model=ONE, ask=["yes"]).run
    assert run.summary["steps"] == [["ask", "beside"], ["ask", "beside"], ["after"]]
    assert [choice.channel for choice in run.choices].count("ask") == 1
    # What has finished does not run again.
    asked = [event.phase for event in run.events if event.kind == "write"]
    assert asked == ["ask"]


def test_two_interrupts_of_a_node_are_answered_one_by_one() -> None:
    two = {"ask": [{"interrupt": ["one?", "two?"]}]}
    repeated = {"model": two, "on_exhausted": "repeat-last"}
    assert played(contract(SAVED), **repeated, ask=["1"]).run.summary["interrupted"] == []
    events = lines(contract(SAVED), **repeated, ask=["1"])
    assert events.count("interrupt ask") == 2
    assert events[-1] == "end completed"


def test_several_interrupts_are_answered_by_their_ids() -> None:
    found = contract(SAVED.replace('"beside", does_nothing', '"beside", asks'))
    both = {"ask": [{"interrupt": "ok?"}], "beside": [{"interrupt": "ok?"}]}
    scenario = {"model": both, "on_exhausted": "repeat-last"}
    assert steps(found, **scenario, ask=["yes"])[1] == "error(RuntimeError)"
    assert steps(found, **scenario, ask=[{"each": "yes"}])[1] == "completed"
    assert steps(found, **scenario, ask=[{"leave": True}])[1] == "cancelled(interrupt)"


def test_without_a_checkpointer_nothing_is_resumed() -> None:
    found = contract(ASKING.replace("MORE", ""))
    assert steps(found, model=ONE)[1] == "running"
    assert steps(found, model=ONE, ask=["yes"])[1] == "error(RuntimeError)"
    supplied = {"checkpointer": True}
    assert steps(found, model=ONE, ask=["yes"], world=supplied)[1] == "completed"
    assert steps(found, given={"resume": True})[1] == "error(RuntimeError)"


def test_a_checkpointer_needs_a_thread() -> None:
    assert steps(contract(SAVED), world={"thread": None})[1] == "error(ValueError)"
    assert steps(contract(SAVED), model=ONE, world={"thread": "1"})[1] == "running"


@pytest.mark.parametrize(
    ("more", "stopped", "shown"),
    [
        ('interrupt_before=["after"]', "after", "ask, beside"),
        ('interrupt_after=["beside"]', "beside", "ask, beside"),
    ],
)
def test_a_breakpoint_stops_a_run(more: str, stopped: str, shown: str) -> None:
    found = contract(ASKING.replace("MORE", f"checkpointer=MemorySaver(), {more}"))
    run = played(found, model={"ask": [{}]}).run
    assert run.summary["interrupted"] == [stopped]
    assert steps(found, model={"ask": [{}]})[0] == shown
    assert steps(found, model={"ask": [{}]}, ask=[None]) == (f"{shown}; after", "completed")


NESTED = f"""
def leaves(state):
    return Command(goto="c", graph=Command.PARENT)

sub = StateGraph(SUBSTATE)
sub.add_node("one", does_nothing)
sub.add_node("two", leaves)
sub.add_edge(START, "one")
sub.add_edge("one", "two")
sub_app = sub.compile()

g = StateGraph(State)
g.add_node("inner", sub_app)
{nodes("b c")}
g.add_edge(START, "inner")
g.add_edge("inner", "b")
app = g.compile()
"""
SHARED = NESTED.replace("SUBSTATE", "State")


def test_a_subgraph_runs_inside_of_a_step() -> None:
    found = contract(SHARED)
    assert steps(found, model={"inner/two": [{}]}) == ("inner; b", "completed")
    happened = lines(found, model={"inner/two": [{}]})
    assert "step 2: two [in inner]" in happened
    assert "write inner: log" in happened  # a key with a reducer always has a value


def test_a_command_for_the_parent_is_beside_its_edges() -> None:
    handed = {"inner/two": [{"goto": ["c"], "parent": True}]}
    assert steps(contract(SHARED), model=handed) == ("inner; b, c", "completed")


def test_a_subgraph_fails_with_what_fails_in_it() -> None:
    failing = {"inner/one": [{"raise": "Boom"}]}
    assert steps(contract(SHARED), model=failing) == ("inner", "error(Boom)")


def test_a_subgraph_may_get_and_give_nothing() -> None:
    found = contract(
        "class Other(TypedDict):\n    z: str\n\n" + NESTED.replace("SUBSTATE", "Other")
    )
    happened = lines(found, model={"inner/two": [{}]})
    assert "nothing inner input" in happened
    assert "nothing inner output" in happened
