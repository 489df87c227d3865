"""The schedule of the reference, in the runtime (§5.12)."""

from __future__ import annotations

import json

import pytest

from conformance.stud_reference.written import of, stage_object, whole
from dialects.stud.pipelines import (
    DEFAULTS,
    RUNTIME,
    Scripted,
    done,
    lone,
    pipeline,
    stage,
    text,
    to,
)
from phaselint.dialects.protocol import ScriptError

REFERENCE = {"options": {"profile": "reference"}}


def test_the_runtime_writes_the_lines_of_the_reference() -> None:
    run = Scripted(pipeline("a", "b", next={"a": to("b")}, **REFERENCE))
    assert run.lines == whole("a") + whole("b")
    assert run.outcome == "completed"


def test_stages_start_without_a_context_and_the_dollar_form_is_rendered() -> None:
    body = "${ctx.x}|${ctx.y}|{{ctx.y}}|${ctx.upstream}"
    manifest = pipeline(stage("a", body=body), **REFERENCE)
    run = Scripted(manifest, ctx={"x": 1}, setup={"a": [{"write": {"y": 2}}]})
    assert run.summary["renderedBodies"] == {"a": ["|2|{{ctx.y}}|"]}


def test_no_outcome_stops_anything() -> None:
    manifest = pipeline("a", "b", "c", "d", next={"a": to("b", "c", join="d")}, **REFERENCE)
    run = Scripted(manifest, assert_={"a": ["retry"], "b": ["fail"], "d": ["fail"]})
    assert run.visited == ["a", "b", "c", "d"]
    assert run.outcome == "completed"
    assert all(of(run.lines, name) == whole(name) for name in "abcd")


def test_one_sibling_is_enough_and_a_join_among_them_runs_twice() -> None:
    run = Scripted(pipeline("a", "b", next={"a": to("b", join="b")}, **REFERENCE))
    assert run.visited == ["a", "b", "b"]


def test_a_gate_skips_act_and_assert_but_not_their_lines() -> None:
    run = Scripted(pipeline("a", **REFERENCE), {}, gate={"a": ["skip"]})
    assert run.lines == whole("a")
    assert run.results[0]["verdict"] == "skip"
    with pytest.raises(ScriptError):
        RUNTIME.start(run.contract, {**DEFAULTS, "hooks": "asked"}, {}, {"gate": {"a": ["block"]}})


def test_the_cap_ends_act_and_nothing_retries() -> None:
    manifest = pipeline(stage("a", turnCap=1), **REFERENCE)
    run = Scripted(manifest, {"a": [text()]})
    assert run.results[0] == {
        "stage": "a",
        "verdict": "retry",
        "capHit": True,
        "attemptCount": 1,
    }


def test_the_option_decides_against_the_contract() -> None:
    manifest = pipeline(stage("a", name=...))
    assert Scripted(manifest, options={"semantics": "reference"}).lines == whole("a")
    run = Scripted(manifest | REFERENCE, options={"semantics": "documented"})
    assert run.outcome == "error(Validation/StageDefinitionInvalid)"


def test_a_stage_object_alone_runs_as_the_reference_runs_it() -> None:
    contract = lone(json.dumps(stage_object("a")), "a.json")
    assert Scripted(contract).lines == whole("a")


def test_hooks_can_be_asked_here_too() -> None:
    manifest = pipeline("a", **REFERENCE)
    run = Scripted(manifest, {"a": [done()]}, ask=["proceed", "fail"], options={"hooks": "asked"})
    assert run.outcome == "completed"
    assert run.results[0]["verdict"] == "fail"
