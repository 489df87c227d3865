"""Validation steps, their attempts and their retry prompts (reference §4.8, §4.9)."""

from __future__ import annotations

from typing import Any

import pytest

from dialects.climpt.runs import CLOSING, HANDOFF, NEXT, PROMPTS, RUNTIME, Scripted, agent
from phaselint.dialects.climpt.model import Validator
from phaselint.dialects.climpt.reading.extractors import Result, extract
from phaselint.dialects.climpt.running.retryprompts import filled
from phaselint.dialects.climpt.running.validationsteps import failing, passing, succeeds

KEY = "closure.iteration"
RETRY = [f"{PROMPTS}/retry/draft/f_failed.md"]
GOOD, BAD = {"exit": 0}, {"exit": 1}
ON = {"action": "retry", "maxAttempts": 3}


def checked(
    *results: Any,
    on_failure: Any = ON,
    key: str = KEY,
    prompts: Any = None,
    answers: Any = (NEXT, HANDOFF, CLOSING),
    validator: Any = None,
    patterns: Any = None,
    without: Any = (),
    **step: Any,
) -> Scripted:
    """A run of an agent with one validator, which gives back these results."""
    validator = {
        "type": "command",
        "command": "check",
        "successWhen": "exitCode:0",
        "failurePattern": "p",
        "extractParams": {"out": "stdout"},
        **(validator or {}),
    }
    validation = {
        "stepId": key,
        "name": "V",
        "c2": "retry",
        "c3": "draft",
        "validationConditions": [{"validator": "v"}],
        "onFailure": on_failure,
        **step,
    }
    files = agent(
        validators={"v": {name: part for name, part in validator.items() if part is not ...}},
        validationSteps={key: validation},
        failurePatterns=patterns or {"p": {"description": "d", "edition": "failed"}},
        prompts={"retry/draft/f_failed.md": "again: {{out}}", **(prompts or {})},
        without=without,
    )
    world = {"validators": {"v": list(results)}} if results else {}
    return Scripted(files, *answers, world=world)


def test_validators_of_which_the_world_says_nothing_succeed() -> None:
    assert checked().outcome == "completed"
    for word in ("empty", "contains:fine", "matches:^a+$", "exitCode:3"):
        assert checked(validator={"successWhen": word}).outcome == "completed"


def test_a_success_that_is_only_assumed_is_told() -> None:
    files = checked(validator={"type": "file", "command": ...}).events("validator")
    assert [each.data["assumed"] for each in files] == [True, True]
    assert "assumed" in RUNTIME.headline(files[0])
    scripted = checked({"exit": 0}, validator={"type": "file"}).events("validator")
    assert not any("assumed" in each.data for each in scripted)


def test_a_custom_validator_without_a_command_succeeds_whatever_it_wants() -> None:
    nothing = {"type": "custom", "command": ..., "successWhen": "contains:x"}
    assert checked({"exit": 1}, validator=nothing).outcome == "completed"
    assert checked({"exit": 1}, validator={**nothing, "command": "c"}).outcome != "completed"


def test_unless_nothing_counts_as_success() -> None:
    assert checked(validator={"successWhen": "non-empty"}).outcome == "limit(AGENT_MAX_ITERATIONS)"


@pytest.mark.parametrize("action", ["retry", "abort", "skip"])
def test_a_condition_that_is_false_before_is_never_repaired(action: str) -> None:
    run = checked(BAD, on_failure={"action": action, "maxAttempts": 1})
    assert run.outcome == "limit(AGENT_MAX_ITERATIONS)"
    assert run.summary["model_calls"] == len((NEXT, HANDOFF))
    assert [each.get("preflight_failed") for each in run.iterations[2:]] == [True] * 4


def test_a_failure_afterwards_replaces_the_next_prompt() -> None:
    run = checked(GOOD, {"exit": 1, "stdout": "why"}, GOOD)
    assert run.prompts[2:] == ["closure.draft\n", "again: why"]
    assert run.outcome == "completed"
    assert run.iterations[2]["failed_pattern"] == "p"


def test_failures_that_alternate_with_success_never_abort() -> None:
    run = checked(*[GOOD, BAD] * 5)
    assert run.outcome == "limit(AGENT_MAX_ITERATIONS)"


@pytest.mark.parametrize(
    ("on_failure", "result"),
    [
        ({"action": "retry", "maxAttempts": 1}, BAD),
        ({"action": "abort"}, BAD),
        (ON, {"exit": 127}),
        (ON, {"exit": 1, "stderr": "sh: Permission denied"}),
    ],
)
def test_afterwards_some_failures_abort(on_failure: Any, result: Any) -> None:
    run = checked(GOOD, result, on_failure=on_failure)
    assert run.outcome == "failed(AGENT_VALIDATION_ABORT)"


def test_a_validator_that_is_not_recoverable_aborts() -> None:
    run = checked(GOOD, BAD, validator={"recoverableByDefault": False})
    assert run.outcome == "failed(AGENT_VALIDATION_ABORT)"


def test_skip_goes_on_as_if_the_condition_held() -> None:
    assert checked(GOOD, BAD, on_failure={"action": "skip"}).outcome == "completed"


def test_validators_run_whatever_the_closure_step_said() -> None:
    run = checked(GOOD, BAD, GOOD, answers=(NEXT, HANDOFF, {"so": {}}, CLOSING))
    assert [event.data["holds"] for event in run.events("validator")] == [True, False, True, True]


def test_only_the_key_of_the_verdict_type_is_consulted() -> None:
    run = checked(BAD, key="closure.draft")
    assert run.outcome == "completed"
    assert run.events("validator") == []


@pytest.mark.parametrize(
    ("more", "results"),
    [
        ({"validationConditions": [{"validator": "other"}]}, ()),
        ({"validator": {"extractParams": ...}}, (BAD,)),
        ({"validator": {"type": "odd"}}, ()),
    ],
)
def test_what_the_reference_does_not_expect_ends_the_run(more: Any, results: Any) -> None:
    assert checked(*results, **more).outcome == "failed(AGENT_QUERY_ERROR)"


def test_an_inline_schema_wants_a_json_block_in_the_prose() -> None:
    schema = {"type": "object", "required": ["ok"]}
    fits = {**CLOSING, "text": 'so:\n```json\n{"ok": 1}\n```'}
    misses = {**CLOSING, "text": "```json\n{}\n```"}
    run = checked(answers=(NEXT, HANDOFF, CLOSING, misses, fits), outputSchema=schema)
    assert (run.outcome, len(run.iterations)) == ("completed", 5)


# --- retry prompts ----------------------------------------------------------------------------


def retried(prompts: Any, **more: Any) -> str:
    run = checked(GOOD, {"exit": 1, "stdout": "why"}, GOOD, prompts=prompts, **more)
    return run.prompts[3].partition("\n")[0]


PATTERN = {"p": {"description": "d", "edition": "failed", "adaptation": "x"}}


def test_the_retry_prompt_is_that_of_the_pattern_else_of_its_edition() -> None:
    assert retried({"retry/draft/f_failed_x.md": "x"}, patterns=PATTERN) == "x"
    assert retried({}, patterns=PATTERN) == "again: why"


def test_without_a_pattern_it_is_the_general_one() -> None:
    other = {"q": {"description": "d", "edition": "q"}}
    assert retried({}, patterns=other) == "again: why"
    assert retried({}, patterns=other, c3="none") == "## Verdict conditions not met"


def test_an_unknown_pattern_gives_way_to_the_one_whose_keywords_fit() -> None:
    patterns = {
        name: {"description": "d", "edition": name, "semanticMatch": words}
        for name, words in {"a": ["none"], "b": ["WHY", "/^w/"], "c": ["why"]}.items()
    }
    prompts = {f"retry/draft/f_{name}.md": name for name in patterns}
    assert retried(prompts, patterns=patterns) == "b"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{{a}} {{none}} {{list}}", "1  x, y"),
        ("{{deep.name}}", "n"),
        ("{{#each list}}<{{this}}>{{/each}}", "<x><y>"),
        ("{{#each rows}}{{this.id}};{{/each}}{{#each a}}no{{/each}}", "1;2;"),
        ("{{#if a}}yes{{/if}}{{#if none}}no{{else}}else{{/if}}", "yeselse"),
    ],
)
def test_templates_are_filled_from_the_parameters(text: str, told: str) -> None:
    params = {"a": 1, "list": ["x", "y"], "deep": {"name": "n"}, "rows": [{"id": 1}, {"id": 2}]}
    assert filled(text, params) == told


def test_extractors_of_git_read_the_short_status() -> None:
    out = {"exit": 1, "stdout": "M  a.py\n M b.py\n?? c.py\n"}
    words = ("parseChangedFiles", "parseStagedFiles", "parseUnstagedFiles", "parseUntrackedFiles")
    names = {f"n{place}": word for place, word in enumerate((*words, "parseBranchName"))}
    text = "|".join(f"{{{{{name}}}}}" for name in names)
    run = checked(
        GOOD,
        out,
        GOOD,
        validator={"extractParams": names},
        prompts={"retry/draft/f_failed.md": text},
    )
    assert run.prompts[3] == "a.py, b.py|a.py|b.py|c.py|"


# --- success ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "result", "holds"),
    [
        ("empty", Result(1, " \n"), True),
        ("empty", Result(0, "x"), False),
        ("exitCode:2", Result(2), True),
        ("exitCode:2", Result(0), False),
        ("contains:ok", Result(1, "all ok"), True),
        ("contains:ok", Result(0, "", "ok"), False),
        ("matches:^o.$", Result(0, "ok"), True),
        ("matches:(", Result(0, "("), False),
        ("whatever", Result(0), False),
    ],
)
def test_what_counts_as_success(word: str, result: Result, holds: bool) -> None:
    assert succeeds(Validator("v", (), "command", "c", word), result) is holds


@pytest.mark.parametrize("word", ["empty", "exitCode:0", "exitCode:1", "contains:x", "matches:^x$"])
def test_results_can_be_found_that_succeed_and_that_fail(word: str) -> None:
    validator = Validator("v", (), "command", "c", word)
    good, bad = passing(validator), failing(validator)
    assert good is not None
    assert succeeds(validator, good)
    assert bad is not None
    assert not succeeds(validator, bad)


def test_without_a_file_the_retry_prompt_says_what_is_known() -> None:
    out = {"exit": 1, "stdout": " M a.py\n?? b.py\n", "stderr": "dirty"}
    extract = {"files": "parseChangedFiles", "code": "exitCode"}
    run = checked(GOOD, out, GOOD, validator={"extractParams": extract}, key=KEY, without=RETRY)
    text = run.prompts[3]
    assert text.startswith("## Verdict conditions not met\n\nDetected pattern: p\n")
    assert "**Summary:** 1 file modified, 1 file untracked\n**Severity:** error" in text
    assert "### Error details\n```\ndirty\n```\n" in text
    assert "### Details\n**files:**\n- a.py\n\nPlease" in text


def test_no_attempt_at_all_ends_the_run_at_the_first_failure() -> None:
    none = {"action": "retry", "maxAttempts": 0}
    assert checked(GOOD, BAD, GOOD, on_failure=none).outcome == "failed(AGENT_VALIDATION_ABORT)"


def test_tests_that_failed_are_told_with_their_errors() -> None:
    told = extract({"t": "failedTests"}, Result(1, "FAILED | adds\n  wrong\n2 passed | 1 failed"))
    assert told["t"] == [{"name": "adds", "error": "wrong\n2 passed | 1 failed"}]
    assert told["summary"] == "1 test failed out of 3"
    told = extract({"t": "failedTests"}, Result(1, "a.ts ... FAILED\n", "AssertionError: x"))
    assert (told["relatedFiles"], told["rootCause"]) == (["a.ts"], "AssertionError: x")
    told = extract({"t": "failedTests"}, Result(1, "AssertionError: x"))
    assert told["t"] == [{"name": "AssertionError", "error": "x"}]


def test_type_errors_are_summarized() -> None:
    told = extract({"e": "errors"}, Result(1, "", "error: TS1 [ERROR]: no\n  at a.ts:1:2"))
    assert (told["summary"], told["relatedFiles"]) == ("1 type error in 1 file", ["a.ts"])
