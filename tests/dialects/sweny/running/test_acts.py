"""What runs of workflows do, as acts, and model runs in parts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from acted import acts_of, in_words
from dialects.sweny.runs import OPEN, RUNTIME, Scripted, load, workflow
from phaselint.behavior.acting import act_atlas
from phaselint.dialects.base import Target
from phaselint.dialects.protocol import TooManyChoices
from phaselint.dialects.records import Choice
from phaselint.dialects.sweny import DIALECT
from phaselint.dialects.sweny.running.results import Called, Late, Ran
from phaselint.executor.proof import answers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.dialects.sweny.running.session import State

SKILLS = [{"id": "s", "name": "S", "category": "general", "tools": ["t", "u", "v"]}]
GATED = workflow(
    "a>b",
    a={
        "skills": ["s"],
        "eval": [{"name": "f", "kind": "function", "rule": {"any_tool_called": ["t", "u"]}}],
    },
    b={},
)


def begin(value: Any, **options: Any) -> State:
    return RUNTIME.start(load(value), {**OPEN, **options}, {}, {"skills": SKILLS})


def done(scripted: Scripted) -> list[str]:
    return in_words(RUNTIME.acts(scripted.run.events))


def test_a_run_of_the_dependency_bot() -> None:
    folder = ".sweny/workflows"
    target = Target("sweny", "", f"{folder}/update-dependencies.yml")
    script, name = (
        f"{folder}/tests/update-dependencies.script.yaml",
        "a safe batch becomes a pull request",
    )
    assert acts_of(DIALECT, target, "dependency-bot-fixed", script, name) == [
        "enter scan",
        "pass scan",
        "follow scan -> assess",
        "enter assess",
        "call github_get_file",
        "pass assess",
        "follow assess -> upgrade",
        "enter upgrade",
        "pass upgrade",
        "follow upgrade -> test",
        "enter test",
        "pass test",
        "follow test -> open_pr",
        "enter open_pr",
        "call github_create_pr",
        "pass open_pr",
        "follow open_pr -> report",
        "enter report",
        "pass report",
    ]


def test_a_node_passes_fails_or_is_skipped() -> None:
    gate = {"output_required": ["a.x"], "on_fail": "skip"}
    value = workflow("a>b b>c", a={}, b={"requires": gate}, c={})
    run = Scripted(value, run=[{"status": "failed"}, {}])
    assert done(run) == [
        "enter a",
        "fail a",
        "follow a -> b",
        "enter b",
        "skip b",
        "follow b -> c",
        "enter c",
        "pass c",
    ]


def test_a_call_that_fails_has_failed() -> None:
    calls = [{"tool": "t", "status": "error"}, {"tool": "t", "output": {"error": "no"}}]
    run = Scripted(workflow(a={}), run=[{"toolCalls": [*calls, {"tool": "u"}]}])
    assert done(run) == ["enter a", "call t (no)", "call t (no)", "call u", "pass a"]


def test_an_attempt_that_is_retried_tells_its_calls_alone() -> None:
    value = workflow(a={**GATED["nodes"]["a"], "skills": [], "retry": {"max": 1}})
    run = Scripted(value, run=[{"toolCalls": [{"tool": "x"}]}, {"toolCalls": [{"tool": "t"}]}])
    assert done(run) == ["enter a", "call x", "call t", "pass a"]


def test_tools_that_no_gate_looks_at_are_offered_while_a_node_runs() -> None:
    state = begin(GATED)
    assert [(act.text, act.phase, act.ok) for act in RUNTIME.offered(state)] == [
        ("call v", "a", "unknown")
    ]
    after, _ = RUNTIME.step(state, Choice("model", Ran(calls=({"tool": "t"},))))
    assert after.node == "b"
    assert RUNTIME.offered(after) == ()


def test_a_filter_takes_tools_from_what_is_offered() -> None:
    value = workflow(a={"skills": ["s"], "tools": {"deny": ["u"]}})
    assert [act.text for act in RUNTIME.offered(begin(value))] == ["call t", "call v"]


def test_known_acts_have_their_places() -> None:
    contract = load(workflow("a>b", a={"skills": ["github"], "requires": GATE}, b={}))
    known = {each.act.text: each for each in RUNTIME.known_acts(contract)}
    assert list(known)[:4] == ["enter a", "pass a", "fail a", "skip a"]
    assert known["call github_create_pr"].offered
    assert known["call github_create_pr"].place == (
        "w.json",
        ("nodes", "a", "skills", 0),
        "value",
        None,
    )
    assert known["follow a -> b"].place == ("w.json", ("edges", 0), "value", None)
    assert "skip b" not in known
    gated = {each.act.text: each for each in RUNTIME.known_acts(load(GATED))}
    assert not gated["call t"].offered
    assert gated["call t"].place == ("w.json", ("nodes", "a", "eval", 0, "rule"), "value", None)


GATE = {"output_required": ["b.x"], "on_fail": "skip"}


# --- model runs in parts --------------------------------------------------------------------------


def values(state: State) -> list[Any]:
    return [choice.value for choice in RUNTIME.act_choices(state)]


def test_calls_that_gates_look_at_are_parts_of_a_run() -> None:
    state = begin(GATED)
    assert [each for each in values(state) if isinstance(each, Called)] == [
        Called("t"),
        Called("t", ok=False),
        Called("u"),
        Called("u", ok=False),
    ]
    middle, events = RUNTIME.step(state, Choice("model", Called("u")))
    assert in_words(RUNTIME.acts(events)) == ["call u"]
    assert RUNTIME.headline(events[0]) == "call `u`"
    after, events = RUNTIME.step(middle, Choice("tool", Ran()))
    assert in_words(RUNTIME.acts(events)) == ["pass a", "follow a -> b", "enter b"]
    assert after.failing == frozenset()


def test_a_run_without_the_calls_that_a_gate_wants_fails() -> None:
    state = begin(GATED)
    for calls in ((), (Called("t", ok=False),)):
        middle = state
        for call in calls:
            middle, _ = RUNTIME.step(middle, Choice("model", call))
        for value in values(middle):
            if isinstance(value, Ran):
                after, _ = RUNTIME.step(middle, Choice("model", value))
                assert after.failing == {"a"}


def test_calls_that_a_gate_does_not_tell_apart_lead_to_one_state() -> None:
    state = begin(GATED)
    keys = set()
    for calls in ("t", "u", "tu", "ut", "tt"):
        middle = state
        for call in calls:
            middle, _ = RUNTIME.step(middle, Choice("model", Called(call)))
        keys.add(RUNTIME.act_key(middle))
    assert len(keys) == 1


def test_parts_are_written_as_one_answer() -> None:
    parts: Sequence[Any] = (
        Called("t", ok=False),
        Called("u"),
        Late(Ran(data={"x": 1})),
        Called("t"),
    )
    written = answers(RUNTIME, [Choice("model", part) for part in parts])
    failed, good = {"input": {}, "tool": "t", "status": "error"}, {"input": {}, "status": "success"}
    assert written == {
        "model": [
            {"data": {"x": 1}, "toolCalls": [failed, {**good, "tool": "u"}]},
            {
                "status": "failed",
                "data": {"error": "the agent failed"},
                "toolCalls": [{**good, "tool": "t"}],
            },
        ]
    }


def test_each_set_of_later_gates_is_passed_by_some_answer() -> None:
    one = {"output_matches": [{"path": "a.x", "equals": 1}], "on_fail": "skip"}
    two = {"output_required": ["a.y"], "on_fail": "skip"}
    state = begin(workflow("a>b b>c", a={}, b={"requires": one}, c={"requires": two}))
    found = set()
    for choice in RUNTIME.act_choices(state):
        _, events = RUNTIME.step(state, choice)
        told = in_words(RUNTIME.acts(events))
        found.add(("skip b" in told, "skip c" in told if "skip b" in told else None))
    assert found == {(True, True), (True, False), (False, None)}


def test_which_nodes_failed_is_told_apart_where_they_may_be_visited_again() -> None:
    straight = workflow("a>b b>c c>d", a={}, b={}, c={}, d={})
    atlas = act_atlas(RUNTIME, load(straight), RUNTIME.relax(begin(straight)), 1_000)
    assert atlas.complete
    assert len(atlas.states) == 1 + 2 * 3 + 2
    loop = workflow("a>b b>a?again b>c?on", a={}, b={}, c={})
    atlas = act_atlas(RUNTIME, load(loop), RUNTIME.relax(begin(loop)), 1_000)
    ends = {edge.acts[-1].text for out in atlas.out for edge in out if atlas.ended[edge.target]}
    assert ends == {"end completed", "end failed"}


def test_a_judge_may_pass_fail_or_say_nothing_that_can_be_read() -> None:
    value = workflow(a={"eval": [{"name": "j", "kind": "judge", "rubric": "r"}]})
    state, _ = RUNTIME.step(begin(value), Choice("model", Ran()))
    after = [RUNTIME.step(state, choice)[0] for choice in RUNTIME.act_choices(state)]
    assert [str(each.ended) for each in after] == ["completed", "failed(a)", "None"]


def test_an_act_choice_has_the_grade_of_what_it_takes_for_granted() -> None:
    state = begin(GATED)
    grades = {repr(each.value): RUNTIME.grade(state, each) for each in RUNTIME.act_choices(state)}
    assert grades[repr(Called("t"))] == "strict"
    assert grades[repr(Called("t", ok=False))] == "fair"
    middle, _ = RUNTIME.step(state, Choice("model", Called("t")))
    found = [(each.value, RUNTIME.grade(middle, each)) for each in RUNTIME.act_choices(middle)]
    assert {
        grade for value, grade in found if isinstance(value, Ran) and value.status == "success"
    } == {"strict"}


def test_data_of_which_nobody_knows_what_gates_find_are_not_guessed() -> None:
    gates = {
        f"n{number}": {"requires": {"output_required": [f"any:a.list[*].f{number}"]}}
        for number in range(8)
    }
    state = begin(workflow(" ".join(f"a>{name}?w" for name in gates), a={}, **gates))
    with pytest.raises(TooManyChoices, match="it is not known which data of `a` gates tell apart"):
        RUNTIME.act_choices(state)
