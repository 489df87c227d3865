"""Representative answers and keys: exploration sees all that can happen, in few states."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from dialects.stud.pipelines import DEFAULTS, END, OPEN, RUNTIME, done, load, pipeline, stage, to
from phaselint.dialects.protocol import TooManyChoices
from phaselint.dialects.stud.running.session import Gate, Judged
from phaselint.executor.explore import explore

if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaselint.executor.explore import Atlas

DECIDING: Mapping[str, Any] = {
    "type": "object",
    "required": ["way"],
    "properties": {"way": {"enum": ["in", "out", "off"]}, "note": {"type": "string"}},
}


def atlas(manifest: Any, options: Any = OPEN, **world: Any) -> Atlas[Any]:
    named = {key.rstrip("_"): value for key, value in world.items()}
    state = RUNTIME.start(load(manifest), options, {}, named)
    found: Atlas[Any] = explore(RUNTIME, RUNTIME.relax(state), 2_000)
    return found


def outcomes(found: Atlas[Any]) -> set[str]:
    ends = {str(RUNTIME.outcome(state)) for state in found.states}
    return ends - {"running"}


def visited(found: Atlas[Any]) -> set[str]:
    return {stage for state in found.states for stage in RUNTIME.summary(state)["phases_visited"]}


def branching(*values: str, default: str | None = None) -> dict[str, Any]:
    """A spec that goes to a stage named like the value of `way`."""
    branches = [{"when": {"path": "parsed.way", "equals": value}, **to(value)} for value in values]
    return (
        {"branches": branches}
        if default is None
        else {"branches": branches, "default": to(default)}
    )


def test_every_value_that_a_branch_names_is_tried() -> None:
    first = stage("a", completionSchema=DECIDING)
    found = atlas(
        pipeline(first, "in", "out", "x", next={"a": branching("in", "out", default="x")})
    )
    assert visited(found) == {"a", "in", "out", "x"}
    assert found.complete
    assert outcomes(found) == {"completed", "failed"}


def test_a_value_that_no_branch_names_is_tried() -> None:
    first = stage("a", completionSchema=DECIDING)
    found = atlas(pipeline(first, "in", next={"a": branching("in")}))
    assert "error(ExtensionHost/LifecycleFailure)" in outcomes(found)


def test_a_loop_is_explored_completely() -> None:
    first = stage("a", completionSchema=DECIDING, turnCap=2)
    ways = {"a": branching("in", default="b"), "in": to("a")}
    found = atlas(pipeline(first, "in", "b", next=ways))
    assert found.complete
    assert len(found.states) < 80


def test_a_pipeline_that_never_ends_has_no_outcome() -> None:
    found = atlas(pipeline("a", "b", next={"a": to("b"), "b": to("a")}))
    assert found.complete
    assert outcomes(found) == set()
    limited = RUNTIME.start(load(pipeline("a", next={"a": to("a")})), OPEN, {}, {})
    ends = outcomes(explore(RUNTIME, limited, 2_000))
    assert ends == {"limit(x-Harness/LimitExceeded)"}


def test_where_nothing_looks_at_the_cap_no_turn_is_wasted() -> None:
    found = atlas(pipeline(stage("a", turnCap=1_000)))
    assert found.complete
    assert len(found.states) < 10


def test_a_dead_schema_runs_into_the_cap() -> None:
    dead = stage("a", completionSchema={"type": "array"}, turnCap=5)
    manifest = pipeline(
        dead,
        "b",
        next={
            "a": {
                "branches": [{"when": {"path": "parsed", "exists": True}, **to("b")}],
                "default": END,
            }
        },
    )
    found = atlas(manifest)
    assert found.complete
    assert visited(found) == {"a"}


def test_scripted_hooks_let_a_cap_fail() -> None:
    found = atlas(pipeline("a"), DEFAULTS)
    assert outcomes(found) == {"completed", "failed"}
    found = atlas(pipeline("a"), DEFAULTS, assert_={"a": ["ok"]})
    assert outcomes(found) == {"completed"}


def test_a_payload_is_found_that_suits_the_inputs_schema() -> None:
    inputs = {"properties": {"parsed": {"required": ["note"], "type": "object"}}}
    first = stage("a", completionSchema=DECIDING)
    manifest = pipeline(first, stage("b", inputsSchema=inputs), next={"a": to("b")})
    found = atlas(manifest)
    assert "completed" in outcomes(found)
    assert "error(Validation/StageInitFailed)" in outcomes(found)


def test_what_a_placeholder_reads_is_tried_with_and_without() -> None:
    reader = stage("b", body="[{{ctx.upstream[0].parsed.note}}{{ctx.upstream[0].output.x}}]")
    first = stage(
        "a", completionSchema={**DECIDING, "properties": {"way": True, "note": {"const": "n"}}}
    )
    outputs = {"a": {"type": "object", "properties": {"x": {"const": "o"}}}}
    found = atlas(pipeline(first, reader, next={"a": to("b")}, outputs=outputs))
    bodies = {
        event.data["body"]
        for edge in found.edges
        for event in edge.events
        if event.kind == "StageEntered"
    }
    assert {"[]", "[n]", "[o]", "[no]"} <= bodies


def test_outputs_that_conditions_name_are_tried() -> None:
    spec = {
        "branches": [{"when": {"path": "output.kind", "equals": "x"}, **to("b")}],
        "default": END,
    }
    assert visited(atlas(pipeline("a", "b", next={"a": spec}))) == {"a", "b"}


def test_verdicts_are_tried_that_a_gate_alone_gives() -> None:
    spec = {"branches": [{"when": {"verdict": "skip"}, **to("b")}], "default": END}
    assert visited(atlas(pipeline("a", "b", next={"a": spec}))) == {"a", "b"}


@pytest.mark.parametrize("verdict", ["skip", "retry"])
def test_outputs_are_tried_of_a_stage_that_its_gate_does_not_let_act(verdict: str) -> None:
    branch = {"when": {"verdict": verdict, "path": "output.kind", "equals": 1}, **to("b")}
    found = atlas(pipeline("a", "b", "c", next={"a": {"branches": [branch], "default": to("c")}}))
    assert visited(found) == {"a", "b", "c"}
    scripted = pipeline("a", "b", "c", next={"a": {"branches": [branch], "default": to("c")}})
    told = atlas(scripted, DEFAULTS, gate={"a": [verdict]}, output={"a": [{"kind": 1}]})
    assert visited(told) == {"a", "b"}


@pytest.mark.parametrize("verdict", ["ok", "fail", "skip", "retry"])
def test_reasons_that_conditions_name_are_tried(verdict: str) -> None:
    when = {"verdict": verdict, "path": "reason", "equals": "busy"}
    spec = {"branches": [{"when": when, **to("b")}], "default": to("c")}
    found = atlas(pipeline("a", "b", "c", next={"a": spec}))
    assert visited(found) == {"a", "b", "c"}
    told = [each for each in found.edges if getattr(each.choice.value, "reason", "") == "busy"]
    assert {RUNTIME.grade(found.states[e.source], e.choice) for e in told} == {"hostile"}
    assert {type(each.choice.value) for each in told} == {Gate, Judged}


def test_why_attempts_are_exhausted_nobody_else_says() -> None:
    when = {"verdict": "fail", "path": "reason", "equals": "retry-exhausted"}
    spec = {"branches": [{"when": when, **to("b")}], "default": to("c")}
    state = RUNTIME.start(load(pipeline("a", "b", "c", next={"a": spec})), OPEN, {}, {})
    for answer in ("proceed", done(), {"verdict": "retry", "reason": "busy"}):
        state = RUNTIME.step(state, RUNTIME.read(state, answer))[0]
    assert RUNTIME.summary(state)["results"][0]["reason"] == "retry-exhausted"


def test_a_fan_out_joins_or_fails() -> None:
    manifest = pipeline("a", "b", "c", "d", next={"a": to("b", "c", join="d")})
    found = atlas(manifest)
    assert found.complete
    assert outcomes(found) == {
        "completed",
        "failed",
        "error(ExtensionHost/ParallelSiblingFailure)",
    }


def test_visits_count_where_the_world_tells_them_apart() -> None:
    spec = {"branches": [{"when": {"verdict": "skip"}, **to("b")}], "default": to("a")}
    manifest = pipeline("a", "b", next={"a": spec})
    found = atlas(manifest, DEFAULTS, gate={"a": ["proceed", "proceed", "skip"]})
    assert found.complete
    assert "b" in visited(found)


def test_too_many_combinations_are_not_tried() -> None:
    branches = [{"when": {"path": "parsed.p", "equals": value}, **END} for value in range(300)]
    manifest = pipeline(
        stage("a", completionSchema={"type": "object"}), next={"a": {"branches": branches}}
    )
    state = RUNTIME.start(load(manifest), DEFAULTS, {}, {})
    with pytest.raises(TooManyChoices):
        RUNTIME.choices(state)
    assert not atlas(manifest).complete


def test_too_many_siblings_are_not_explored() -> None:
    names = [f"s{number}" for number in range(300)]
    manifest = pipeline("a", *names, next={"a": to(*names, parallel=True)})
    assert not atlas(manifest).complete


def test_a_key_does_not_remember_visits() -> None:
    found = atlas(pipeline("a", next={"a": to("a")}))
    keys = [RUNTIME.key(state) for state in found.states]
    assert len(keys) == len(set(keys))
    assert len(keys) <= 3


def payloads(manifest: Any, stage_id: str = "a") -> list[Any]:
    """What a stage hands in, in all explored runs."""
    found = atlas(manifest)
    told = (event for edge in found.edges for event in edge.events)
    wanted = (e for e in told if e.kind == "x-CompletionAccepted" and e.data["stage"] == stage_id)
    return list({str(e.data["args"]): e.data["args"] for e in wanted}.values())


def test_a_text_that_nothing_asks_about_is_not_empty() -> None:
    schema = {"type": "object", "required": ["note"], "properties": {"note": {"type": "string"}}}
    assert payloads(pipeline(stage("a", completionSchema=schema))) == [{"note": "x"}]
    asks = {
        "branches": [
            {"when": {"path": "parsed.note", "in": ["x", "z"]}, **END},
            {"when": {"path": "parsed.note", "equals": "other"}, **END},
        ],
        "default": END,
    }
    found = payloads(pipeline(stage("a", completionSchema=schema), next={"a": asks}))
    assert found == [{"note": "y"}, {"note": "other"}, {"note": "x"}]
    empty = {"branches": [{"when": {"path": "parsed.note", "equals": ""}, **END}], "default": END}
    found = payloads(pipeline(stage("a", completionSchema=schema), next={"a": empty}))
    assert found == [{"note": ""}, {"note": "0"}]


def test_a_property_that_is_not_required_is_left_out() -> None:
    schema = {"type": "object", "properties": {"way": {"enum": ["in", "out"]}}}
    spec = {"branches": [{"when": {"path": "parsed.way", "in": ["in", "out"]}, **END}]}
    manifest = pipeline(stage("a", completionSchema=schema), next={"a": spec})
    assert {} in payloads(manifest)
    assert "error(ExtensionHost/LifecycleFailure)" in outcomes(atlas(manifest))


def test_a_payload_is_found_that_the_schema_of_a_reader_refuses() -> None:
    inputs = {"properties": {"parsed": {"properties": {"way": {"const": "in"}}}}}
    first = stage("a", completionSchema=DECIDING)
    found = atlas(pipeline(first, stage("b", inputsSchema=inputs), next={"a": to("b")}))
    assert {"completed", "error(Validation/StageInitFailed)"} <= outcomes(found)


def test_siblings_go_odd_ways_one_at_a_time() -> None:
    names = [f"s{number}" for number in range(8)]
    stages = [stage(name, completionSchema=DECIDING, turnCap=2) for name in names]
    reader = stage("z", body="{{ctx.upstream[0].parsed.way}} {{ctx.upstream[7].parsed.note}}")
    manifest = pipeline("a", *stages, reader, next={"a": to(*names, join="z")})
    found = atlas(manifest)
    assert found.complete
    assert len(found.states) < 600


@pytest.mark.parametrize("refusing", [False, True])
def test_a_join_may_want_siblings_that_hit_their_caps(refusing: bool) -> None:
    """A payload that the join refuses is no reason for it never to run, nor for a sibling to have
    no answer."""
    beside = [stage(name, completionSchema=DECIDING) for name in ("b", "c")]
    refused = {"properties": {"way": {"const": "none"}}}
    join = stage("d", inputsSchema={"properties": {"parsed": refused if refusing else {}}})
    found = atlas(pipeline("a", *beside, join, next={"a": to("b", "c", join="d")}))
    assert "d" in visited(found)
    asked = [state for state in found.states if RUNTIME.demands(state)]
    assert asked
    assert all(
        any(RUNTIME.grade(state, each) == "strict" for each in RUNTIME.choices(state))
        for state in asked
    )


def test_of_siblings_that_are_done_only_what_the_join_takes_counts() -> None:
    """A payload that only a condition of the sibling's own tells from others, and nobody follows,
    leaves the others all their choices: the state has one key whatever the payload is."""
    sibling = stage("b", completionSchema=DECIDING)
    join = stage("d", inputsSchema={"required": ["parsed"]})
    ways = {"a": to("b", "c", join="d"), "b": branching("in", "out", default="d")}
    found = atlas(pipeline("a", sibling, "c", join, "in", "out", next=ways))
    beside = [edge for edge in found.edges if len(found.states[edge.target].running) > 1]
    again = [edge for edge in beside if found.reached_by[edge.target] != edge]
    assert again
    for edge in again:
        state = RUNTIME.step(found.states[edge.source], edge.choice)[0]
        assert RUNTIME.choices(state) == RUNTIME.choices(found.states[edge.target])


def test_properties_that_only_a_pattern_allows_are_tried() -> None:
    payload = {"type": "object", "patternProperties": {"^z": {}}, "additionalProperties": False}
    closed = {"properties": {"parsed": {"properties": {"d": {}}, "additionalProperties": False}}}
    first, reader = stage("a", completionSchema=payload), stage("b", inputsSchema=closed)
    found = atlas(pipeline(first, reader, next={"a": to("b")}))
    assert {"completed", "error(Validation/StageInitFailed)"} <= outcomes(found)


@pytest.mark.parametrize("reason", ["retry-exhausted", "gate-skip"])
def test_reasons_of_core_nobody_else_gives(reason: str) -> None:
    when = {"verdict": "ok", "path": "reason", "equals": reason}
    spec = {"branches": [{"when": when, **to("b")}], "default": to("c")}
    assert visited(atlas(pipeline("a", "b", "c", next={"a": spec}))) == {"a", "c"}
