"""The start of a run: what is refused, what fails at once, what a run is given (R1, R5, R9)."""

from __future__ import annotations

from typing import Any

import pytest

from dialects.stud.pipelines import (
    DEFAULTS,
    FILE,
    OPEN,
    RUNTIME,
    Scripted,
    done,
    load,
    lone,
    pipeline,
    stage,
)
from phaselint.dialects.protocol import ScriptError

MOOR = """---
id: moor
name: Moor
allowedTools: []
completionTool: finish
completionSchema: {type: object}
retryPolicy: {maxAttempts: 1, backoff: none}
turnCap: 2
resolutionPolicy: retry-later
---
Moor {{ctx.ship}} and call `finish`.
"""

REQUIRED = (
    *("name", "allowedTools", "completionTool", "completionSchema", "retryPolicy", "turnCap"),
    "resolutionPolicy",
)


@pytest.mark.parametrize("field", REQUIRED)
def test_a_missing_field_ends_the_run_before_its_first_stage(field: str) -> None:
    run = Scripted(pipeline("sail", stage("moor", **{field: ...})))
    assert run.outcome == "error(Validation/StageDefinitionInvalid)"
    assert run.lines == ["WorkflowExit failed"]
    error = {"class": "Validation", "code": "StageDefinitionInvalid"}
    assert run.summary["error"] == {**error, "stage": "moor", "field": field}


def test_both_keys_of_the_retry_policy_are_required() -> None:
    run = Scripted(pipeline(stage("moor", retryPolicy={"maxAttempts": 1})))
    assert run.summary["error"]["field"] == "retryPolicy.backoff"


def test_every_defect_of_the_stages_is_blamed_with_its_place() -> None:
    one, other = stage("a", turnCap=0), stage("a", retryPolicy={"backoff": "none"})
    del other["name"]
    state = RUNTIME.start(load(pipeline(one, other, entryStage="gone")), DEFAULTS, {}, {})
    invalid = "Validation/StageDefinitionInvalid"
    assert RUNTIME.blamed(state) == (
        ("Validation/StageTurnCapTooLow", (FILE, "stages", 0, "turnCap")),
        (invalid, (FILE, "stages", 1, "name")),
        (invalid, (FILE, "stages", 1, "retryPolicy", "maxAttempts")),
        (invalid, (FILE, "stages", 1, "id")),
        (invalid, (FILE, "entryStage")),
    )


def test_a_pipeline_without_stages_is_blamed_on_the_list() -> None:
    state = RUNTIME.start(load(pipeline()), DEFAULTS, {}, {})
    assert [place for _, place in RUNTIME.blamed(state)] == [(FILE, "stages")]


def test_the_first_missing_field_counts_before_the_cap_and_the_ids() -> None:
    run = Scripted(pipeline(stage("a", turnCap=0), stage("a", name=...)))
    assert run.outcome == "error(Validation/StageTurnCapTooLow)"
    run = Scripted(pipeline("a", "a", entryStage="b"))
    assert run.summary["error"]["stage"] == "a"
    run = Scripted(pipeline("a", entryStage="b"))
    assert run.outcome == "error(Validation/StageDefinitionInvalid)"
    assert Scripted(pipeline()).outcome == "error(Validation/StageDefinitionInvalid)"


@pytest.mark.parametrize(
    ("manifest", "reason"),
    [
        ({"studPipeline": 1, "id": "x"}, "manifest-invalid"),
        (pipeline("a") | {"stages": ["gone.md"]}, "stage-file-missing"),
        (pipeline("a") | {"stages": ["../gone.md"]}, "stage-file-missing"),
    ],
)
def test_what_cannot_be_read_is_refused(manifest: Any, reason: str) -> None:
    assert Scripted(manifest).outcome == f"refused({reason})"


def test_a_stage_without_a_header_is_refused() -> None:
    manifest = pipeline("a") | {"stages": ["a.md"]}
    contract = load(manifest, **{"a.md": "# Moor\n"})
    assert Scripted(contract).outcome == "refused(frontmatter-missing)"


def test_a_run_that_is_not_refused_goes_as_far_as_it_can() -> None:
    bare = stage("moor", turnCap=..., completionSchema=..., retryPolicy=..., name=...)
    run = Scripted(pipeline(bare), options={"refuse-invalid": False})
    assert run.outcome == "completed"
    assert Scripted(
        pipeline("a") | {"stages": ["gone.md"]}, options={"refuse-invalid": False}
    ).summary["error"] == {
        "class": "ExtensionHost",
        "code": "LifecycleFailure",
        "stage": "a",
        "why": "unknown-stage",
    }


def test_a_stage_alone_runs_and_ends() -> None:
    run = Scripted(lone(MOOR), ctx={"ship": "Ada"})
    assert run.outcome == "completed"
    assert run.visited == ["moor"]
    assert run.summary["renderedBodies"] == {"moor": ["Moor Ada and call `finish`.\n"]}


def test_the_context_is_overlaid_by_setup_and_by_what_core_provides() -> None:
    body = "{{ctx.a}}-{{ctx.b}}-{{ctx.stageExecutionId}}-{{ctx.workflowRunId}}-{{stage.name}}"
    ways = {"a": {"nextStages": ["b"]}}
    manifest = pipeline(stage("a", body=body), stage("b", body=body), next=ways)
    run = Scripted(
        manifest, ctx={"a": 1, "workflowRunId": "mine"}, setup={"b": [{"a": True, "b": [2]}]}
    )
    assert run.summary["renderedBodies"] == {
        "a": ["1--a#0-run-1-A"],
        "b": ["true-[2]-b#0-run-1-B"],
    }


def test_setup_is_per_visit_and_the_last_entry_repeats() -> None:
    ways = {"a": {"branches": [], "default": {"nextStages": ["a"]}}}
    manifest = pipeline(stage("a", body="{{ctx.x}}"), next=ways)
    run = Scripted(manifest, setup={"a": [{"x": 1}, {"x": 2}]}, options={"max-stage-executions": 3})
    assert run.summary["renderedBodies"] == {"a": ["1", "2", "2"]}
    assert run.outcome == "limit(x-Harness/LimitExceeded)"
    assert run.summary["error"] == {"class": "x-Harness", "code": "LimitExceeded"}
    assert run.lines[-2:] == ["SessionTurnEnd a", "WorkflowExit failed"]


@pytest.mark.parametrize(
    ("tools", "stage_", "reason"),
    [
        ({"bundled": "default"}, stage("a", completionTool="write"), "CompletionToolCollision"),
        ({"bundled": ["read"]}, stage("a", allowedTools=["read", "x"]), "AllowedToolUnresolved"),
        ({"bundled": ["read"]}, stage("a", allowedTools=["finish"]), "AllowedToolUnresolved"),
    ],
)
def test_names_that_do_not_fit_the_registry_fail_init(tools: Any, stage_: Any, reason: str) -> None:
    run = Scripted(pipeline(stage_, tools=tools))
    assert run.lines == [
        "SessionTurnStart a",
        "StageEntered a",
        f"StageInitFailed a {reason}",
        "WorkflowExit failed",
    ]
    assert run.summary["error"]["stage"] == "a"
    assert not Scripted(pipeline(stage_)).only("StageInitFailed")


def test_configured_tools_are_registered_too() -> None:
    manifest = pipeline(stage("a", allowedTools=["crane"]), tools={"bundled": ["read"]})
    assert Scripted(manifest, options={"registered-tools": ["crane"]}).outcome == "completed"


def test_each_result_has_to_satisfy_the_inputs_schema() -> None:
    inputs = {"required": ["parsed"], "properties": {"parsed": {"required": ["extra"]}}}
    manifest = pipeline("a", stage("b", inputsSchema=inputs), next={"a": {"nextStages": ["b"]}})
    run = Scripted(manifest)
    assert run.only("StageInitFailed") == ["StageInitFailed b InputsSchemaViolation"]
    assert run.outcome == "error(Validation/StageInitFailed)"
    good = Scripted(manifest, {"a": [done(extra=1)], "b": [done()]})
    assert good.outcome == "completed"
    assert Scripted(pipeline(stage("b", inputsSchema=inputs))).outcome == "completed"


@pytest.mark.parametrize(
    ("given", "world", "pointer"),
    [
        ({"x": 1}, {}, ("input", "x")),
        ({"ctx": []}, {}, ("input", "ctx")),
        ({}, {"gates": {}}, ("world", "gates")),
        ({}, {"gate": []}, ("world", "gate")),
        ({}, {"gate": {"a": ["go"]}}, ("world", "gate", "a", 0)),
        ({}, {"assert": {"a": [["ok"], "ok"]}}, ("world", "assert", "a", 1)),
        ({}, {"assert": {"a": [["yes"]]}}, ("world", "assert", "a", 0, 0)),
        ({}, {"setup": {"a": [1]}}, ("world", "setup", "a", 0)),
        ({}, {"grants": {"a": {"t": ["yes"]}}}, ("world", "grants", "a", "t", 0)),
        ({}, {"guards": [{"tool": "t"}]}, ("world", "guards", 0)),
        ({}, {"guards": {}}, ("world", "guards")),
        ({}, {"cancel": "a"}, ("world", "cancel")),
        ({}, {"cancel": 1}, ("world", "cancel")),
    ],
)
def test_what_is_not_well_formed_is_pointed_at(given: Any, world: Any, pointer: Any) -> None:
    with pytest.raises(ScriptError) as caught:
        RUNTIME.start(load(pipeline("a")), DEFAULTS, given, world)
    assert caught.value.pointer == pointer


def test_the_sample_input_has_what_is_declared_or_else_read() -> None:
    reading = stage("a", body="{{ctx.ship}} {{ctx.upstream[0].verdict}} ${ctx.dock}")
    read = RUNTIME.sample_input(load(pipeline(reading)))
    assert read == {"ctx": {"ship": "some ship", "dock": "some dock"}}
    declared = {"required": ["x"], "byStage": {"a": {"required": ["y"]}}}
    found = RUNTIME.sample_input(load(pipeline(reading, ctx=declared)))
    assert list(found["ctx"]) == ["x", "y"]
    assert RUNTIME.sample_input(load(pipeline("a"))) == {}


def test_a_start_that_nothing_hinders_asks_for_the_first_turn() -> None:
    state = RUNTIME.start(load(pipeline("a")), OPEN, {}, {})
    assert RUNTIME.asks(state) == ("ask", "a", 0)
    assert [event.kind for event in RUNTIME.opening(state)] == ["SessionTurnStart", "StageEntered"]
