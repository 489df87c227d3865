"""What a pipeline declares for runs to use, and what of it is there for safety alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from dialects.stud.pipelines import END, RUNTIME, Scripted, done, load, pipeline, stage, to

if TYPE_CHECKING:
    from collections.abc import Sequence

DECIDING = {
    "type": "object",
    "required": ["way"],
    "properties": {"way": {"enum": ["in", "out"]}},
}


def case(value: Any, *names: str, **more: Any) -> dict[str, Any]:
    """A branch for a value of `way`."""
    return {"when": {"verdict": "ok", "path": "parsed.way", "equals": value, **more}, **to(*names)}


def listed(spec: Any, *others: Any, **ways: Any) -> Sequence[str]:
    """The elements of a pipeline whose entry `a` has a NextSpec, in words."""
    entry = stage("a", completionSchema=DECIDING)
    manifest = pipeline(entry, *others, next={"a": spec, **ways})
    return [
        each.label if each.is_phase else f"{each.phase}: {each.label} -> {' '.join(each.targets)}"
        for each in RUNTIME.elements(load(manifest))
    ]


def test_stages_and_their_ways() -> None:
    spec = {"branches": [case("in", "b"), case("out")], "default": to("b")}
    assert listed(spec, "b") == [
        "`a`",
        "a: branch 1 -> b",
        "a: branch 2 -> ",
        "a: the default -> b",
        "`b`",
        "b: the transition -> ",
    ]


def test_a_fan_out_leads_to_its_siblings_and_its_join() -> None:
    found = listed(to("b", "c", join="d"), "b", "c", "d")
    assert found == [
        "`a`",
        "a: the transition -> b c d",
        "`b`",
        "`c`",
        "`d`",
        "d: the transition -> ",
    ]


@pytest.mark.parametrize(
    "fallback",
    [
        {"when": {"verdict": "ok", "capHit": False}, **to("b")},
        {"when": {"verdict": ["ok"], "capHit": False}, **to("b")},
    ],
)
def test_a_fallback_behind_all_values_is_left_out_with_what_it_leads_to(fallback: Any) -> None:
    spec = {"branches": [case("in"), case("out"), fallback], "default": END}
    assert listed(spec, "b") == [
        "`a`",
        "a: branch 1 -> ",
        "a: branch 2 -> ",
        "a: the default -> ",
    ]


def test_what_takes_a_hit_cap_is_no_mere_fallback() -> None:
    spec = {"branches": [case("in"), case("out"), {"when": {"verdict": "ok"}, **END}]}
    assert "a: branch 3 -> " in listed(spec)


def test_a_default_behind_all_results_is_left_out() -> None:
    rest = [{"when": {"verdict": word}, **END} for word in ("fail", "skip", "retry")]
    ok = {"when": {"verdict": "ok"}, **END}
    assert "a: the default -> " not in listed({"branches": [ok, *rest], "default": END})
    assert "a: the default -> " in listed({"branches": rest, "default": END})


def test_what_is_behind_one_branch_that_takes_all_is_declared() -> None:
    every = {"when": {"verdict": ["ok", "fail", "skip", "retry"]}, **END}
    assert "a: the default -> " in listed({"branches": [every], "default": END})
    assert "a: the default -> " in listed({"branches": [case("in"), every], "default": END})
    fallback = {"when": {"verdict": "ok"}, **END}
    assert "a: branch 2 -> " in listed({"branches": [every, fallback]})


def test_a_branch_that_tests_a_path_is_kept_whatever_is_before_it() -> None:
    spec = {"branches": [{"when": {"verdict": "ok"}, **END}, case("in", "b")], "default": END}
    assert "a: branch 2 -> b" in listed(spec, "b")


def test_a_stage_that_nothing_leads_to_is_kept() -> None:
    assert "`b`" in listed(END, "b")


def test_a_stage_alone_declares_nothing() -> None:
    from dialects.stud.pipelines import lone

    assert RUNTIME.elements(lone("---\nid: a\ncompletionTool: b\nturnCap: 1\n---\n")) == ()


def test_runs_tell_the_branches_that_they_take() -> None:
    spec = {"branches": [{"when": {"verdict": "fail"}, **END}], "default": to("b")}
    run = Scripted(pipeline("a", "b", next={"a": spec}))
    moves = [move for event in run.run.events for move in RUNTIME.moves([event])]
    assert moves == [
        "a",
        ("a", "branch", "default"),
        *("b", ("a", "b")),
        ("b", "branch", "always"),
    ]
    ids = {each.id for each in RUNTIME.elements(run.contract)}
    assert ids - {("a", "branch", 0)} == set(moves) - {("a", "b")}


def test_a_join_tells_the_branch_that_it_takes_in_the_turn_of_its_siblings() -> None:
    join = {"branches": [{"when": {"path": "parsed.n", "equals": 1}, **END}]}
    run = Scripted(
        pipeline("a", "b", "c", "d", next={"a": to("b", "c", join="d"), "d": join}),
        {name: [done()] for name in "abcd"},
    )
    moves = {move for event in run.run.events for move in RUNTIME.moves([event])}
    assert {("a", "branch", "always"), ("d", "branch", 0)} < moves
    assert not {(name, "branch", "always") for name in "bcd"} & moves
    assert run.lines[-2:] == ["SessionTurnEnd [b,c]", "WorkflowExit completed"]


def test_the_reference_tells_the_branch_in_the_phase_next() -> None:
    spec = {"branches": [{"when": {"verdict": "ok"}, **to("b")}]}
    manifest = pipeline("a", "b", next={"a": spec}, options={"profile": "reference"})
    run = Scripted(manifest)
    told = [event.data for event in run.run.events if event.data.get("phase") == "Next"]
    assert [data.get("branch") for data in told] == [0, None, "always", None]


def test_no_branch_is_taken_where_none_matches() -> None:
    spec = {"branches": [{"when": {"verdict": "fail"}, **END}]}
    run = Scripted(pipeline("a", next={"a": spec}))
    assert [event.data["branch"] for event in run.run.events if "branch" in event.data] == [None]
    assert [move for event in run.run.events for move in RUNTIME.moves([event])] == ["a"]
