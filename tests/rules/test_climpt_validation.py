"""Rules of the climpt dialect on validation: what each reports, and what it is silent about."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cases import Case, texts
from climpt import NAME, PROMPTS, contract, findings, of

VALIDATOR = {
    "type": "command",
    "command": "git status --porcelain",
    "successWhen": "empty",
    "failurePattern": "dirty",
    "extractParams": {"files": "parseChangedFiles"},
}
PATTERN = {"description": "Dirty", "edition": "failed", "adaptation": "dirty", "params": []}
STEP = {
    "stepId": "closure.iteration",
    "name": "Validate",
    "c2": "retry",
    "c3": "issue",
    "validationConditions": [{"validator": "clean"}],
    "onFailure": {"action": "retry", "maxAttempts": 1},
}
RETRY = f"{PROMPTS}/retry/issue/f_failed_dirty.md"
PREFLIGHT = "preflight-failure-never-reaches-model"


def agent(
    validator: Any = None,
    step: Any = None,
    pattern: Any = None,
    prompt: str = "Commit {{files}}.\n",
    **more: Any,
) -> dict[str, str]:
    """An agent with one validator, one pattern and one validation step, each with changes;
    further ones stand in `more`."""
    change = {
        "validators": {"clean": {**VALIDATOR, **(validator or {})}, **more.get("validators", {})},
        "validationSteps": {
            "closure.iteration": {**STEP, **(step or {})},
            **more.get("steps", {}),
        },
        "failurePatterns": {
            "dirty": {**PATTERN, **(pattern or {})},
            **more.get("patterns", {}),
        },
    }
    return contract(registry_change=change, files={RETRY: prompt})


def reported(files: dict[str, str]) -> list[str]:
    """The rules that report something, but for the one that every condition brings with it."""
    return [f"{f.name} {f.level}" for f in findings(files) if f.name != PREFLIGHT]


def test_a_sound_validation_has_one_finding_for_its_step() -> None:
    found = findings(agent(steps={}))
    assert [finding.name for finding in found] == [PREFLIGHT]


@pytest.mark.parametrize(
    ("word", "known"),
    [
        ("empty", True),
        ("exitCode:0", True),
        ("exitCode:12", True),
        ("contains:", True),
        ("contains:all is well", True),
        ("matches:^ok$", True),
        ("matches:[0-9", False),
        ("exitCode:", False),
        ("exitCode:zero", False),
        ("non-empty", False),
        ("Empty", False),
        ("", False),
    ],
)
def test_conditions_of_success(word: str, known: bool) -> None:
    assert (reported(agent({"successWhen": word})) == []) is known


def test_only_validators_that_run_a_command_need_a_condition_and_parameters() -> None:
    other = {"type": "semantic", "successWhen": "any", "semanticConfig": {"checkType": "x"}}
    assert reported(agent(other)) == ["validator-type-unsupported warning"]


def test_in_parity_mode_a_type_that_validate_refuses_is_an_error() -> None:
    files = agent({"type": "custom"})
    found = of("validator-type-unsupported", files, validate_parity=True)
    assert [finding.level for finding in found] == ["error"]


def test_a_misspelt_name_is_reported_once() -> None:
    assert reported(agent(step={"validationConditions": [{"validator": "claen"}]})) == [
        "validator-unknown error"
    ]
    assert reported(agent({"failurePattern": "dirt"})) == ["failure-pattern-unknown error"]


def test_an_emptied_step_is_the_only_finding() -> None:
    assert reported(agent(step={"validationConditions": []})) == [
        "validation-conditions-empty warning"
    ]


def test_unused_validators_and_patterns() -> None:
    files = agent(
        validators={"other": VALIDATOR},
        patterns={"pushed": PATTERN, "found": {**PATTERN, "semanticMatch": ["conflict"]}},
    )
    assert reported(files) == ["validator-unused warning", "failure-pattern-unused warning"]


def test_a_step_under_another_key_is_an_error_only_without_the_right_one() -> None:
    other = {"closure.issue": {**STEP, "stepId": "closure.issue"}}
    assert reported(agent(steps=other)) == ["validation-step-never-consulted warning"]


def test_what_only_a_step_uses_that_is_never_looked_up_has_one_cause() -> None:
    broken = {**VALIDATOR, "successWhen": "non-empty"}
    del broken["extractParams"]
    named = {"validationConditions": [{"validator": "idle"}]}
    other = {"closure.issue": {**STEP, "stepId": "closure.issue", **named}}
    consulted = {"closure.iteration": {**STEP, **named}}
    files = agent(steps=other, validators={"idle": broken})
    assert reported(files) == ["validation-step-never-consulted warning"]
    found = reported(agent(steps={**other, **consulted}, validators={"idle": broken}))
    assert {"extract-params-missing error", "success-when-unknown error"} <= set(found)


def test_what_is_not_there_is_an_info_where_nothing_looks_it_up() -> None:
    idle = {**VALIDATOR, "extractParams": {"branch": "parseBranchName"}}
    named = {"validationConditions": [{"validator": "idle"}], "c3": "nowhere"}
    other = {"closure.issue": {**STEP, "stepId": "closure.issue", **named}}
    found = reported(agent(steps=other, validators={"idle": idle}))
    assert "extractor-unknown info" in found
    assert "retry-prompt-missing info" in found
    consulted = {"closure.iteration": {**STEP, **named}}
    found = reported(agent(steps={**other, **consulted}, validators={"idle": idle}))
    assert "extractor-unknown warning" in found
    assert "retry-prompt-missing warning" in found


def test_a_step_of_1_14_that_is_never_looked_up_has_one_cause() -> None:
    given = texts(Case("retry-prompt-address-unread", "bad"))
    files = {k.replace("mason", NAME): v.replace("mason", NAME) for k, v in given.items()}
    (path,) = (each for each in files if each.endswith("registry.json"))
    registry = json.loads(files[path])
    steps = registry["validationSteps"]
    assert [f.name for f in findings(files)] == ["retry-prompt-address-unread"]
    step = steps.pop("closure.iteration")
    steps["closure.polling"] = {**step, "stepId": "closure.polling"}
    files[path] = json.dumps(registry)
    assert [f.name for f in findings(files)] == ["validation-step-never-consulted"]
    steps["closure.polling"]["onFailure"] = {"action": "abort"}
    files[path] = json.dumps(registry)
    told = [f for f in findings(files) if f.name == "on-failure-action-unknown"]
    assert [f.message for f in told] == ["`abort` isn't an action: `--validate` refuses it"]


@pytest.mark.parametrize(
    ("prompt", "params", "lacking"),
    [
        ("{{files}}", [], []),
        ("{{#each files}}{{this}}{{/each}}", ["files"], []),
        ("{{jars}}", [], ["jars"]),
        ("{{jars.length}}", [], ["jars"]),
        ("{{#each jars}}{{this.name}}{{/each}}", [], ["jars"]),
        ("{{#if jars}}{{jars}}{{else}}none{{/if}}", [], []),
        ("{{summary}} {{rootCause}} {{severity}}", [], []),
        ("nothing", ["files", "jars"], ["jars"]),
    ],
)
def test_parameters_of_retry_prompts(prompt: str, params: list[str], lacking: list[str]) -> None:
    files = agent(pattern={"params": params}, prompt=prompt)
    found = of("failure-params-not-extracted", files)
    assert [finding.message.split("`")[1] for finding in found] == lacking


@pytest.mark.parametrize(("params", "reported"), [({}, 1), (None, 0)])
def test_attempts_are_counted_where_a_failure_does_not_end_the_run(
    params: dict[str, str] | None, reported: int
) -> None:
    files = agent(step={"onFailure": {"action": "retry", "maxAttempts": 3}})
    if params is None:
        files = {path: text.replace("extractParams", "other") for path, text in files.items()}
    found = of("max-attempts-ineffective", files, dry_run=True)
    assert [each.proof and each.proof.status for each in found] == ["proved"] * reported
