"""Values of stages' fields, and names that stand twice (stud §6.4)."""

from __future__ import annotations

from typing import Any

import pytest

import stud
from stud import STAGE, markdown, pipeline, places, stage

DUPLICATE = "allowed-tools-duplicate"


def names(**change: Any) -> list[str]:
    """What is said of a stage file with some changes, info included."""
    text = markdown(stage("draft", **change))
    return stud.names(text, main=STAGE, opt_in=["retry-backoff-unused", DUPLICATE])


def retry(attempts: int, backoff: str) -> dict[str, Any]:
    return {"maxAttempts": attempts, "backoff": backoff}


@pytest.mark.parametrize("name", ["a", "draft-2", "d2-x9"])
def test_kebab_case(name: str) -> None:
    assert "id-not-kebab-case" not in names(id=name)


@pytest.mark.parametrize("name", ["Draft", "draft_plan", "2-draft", "draft-", "a--b", "é", "a b"])
def test_no_kebab_case(name: str) -> None:
    assert names(id=name) == ["id-not-kebab-case"]


@pytest.mark.parametrize(
    ("name", "better"),
    [("DraftPlan", "draft-plan"), ("draft_plan", "draft-plan"), ("HTTPCall2", "http-call2")],
)
def test_a_better_id_is_named(name: str, better: str) -> None:
    (finding,) = stud.of("id-not-kebab-case", markdown(stage("x", id=name)), main=STAGE)
    assert f"`{better}`" in finding.help


def test_turn_cap() -> None:
    assert names(turnCap=0) == names(turnCap=-3) == ["turn-cap-invalid"]
    assert names(turnCap=0, allowedTools=["read"]) == ["turn-cap-invalid"]
    assert names(turnCap=1) == []


def test_one_turn_is_too_few_with_tools() -> None:
    assert names(turnCap=1, allowedTools=["read"]) == ["turn-cap-too-low"]
    assert names(turnCap=2, allowedTools=["read"]) == []


def test_the_completion_tool_is_no_such_tool() -> None:
    text = markdown(stage("draft", turnCap=1, allowedTools=["submit_draft"]))
    assert not stud.of("turn-cap-too-low", text, main=STAGE)


def test_a_json_stage_without_allowed_tools_has_none() -> None:
    text = '{"id": "a", "body": "t", "turnCap": 1, "completionTool": "t", "completionSchema": {}}'
    assert not stud.of("turn-cap-too-low", text, main="draft.json")


def test_retries() -> None:
    assert names(retryPolicy=retry(0, "linear")) == ["retry-max-attempts-invalid"]
    assert names(retryPolicy=retry(1, "linear")) == ["retry-backoff-unused"]
    assert names(retryPolicy=retry(2, "linear")) == []
    assert names(retryPolicy=retry(1, "liner")) == ["backoff-unknown", "retry-backoff-unused"]


def test_accepted_values_are_options() -> None:
    text = markdown(stage("draft", retryPolicy=retry(2, "slow"), resolutionPolicy="ask"))
    assert len(stud.findings(text, main=STAGE)) == 2
    assert not stud.findings(text, main=STAGE, backoff_values=["slow"], resolution_policies=["ask"])


def test_an_empty_word_is_no_known_value() -> None:
    found = names(retryPolicy=retry(2, ""), resolutionPolicy="")
    assert found == ["backoff-unknown", "resolution-policy-unknown"]


def test_every_repetition_of_a_tool_is_reported_where_it_stands() -> None:
    text = markdown(stage("draft", allowedTools=["a", "b", "a", "a", "b"]))
    found = stud.of(DUPLICATE, text, main=STAGE)
    assert places(found) == ["allowedTools.2", "allowedTools.3", "allowedTools.4"]
    assert all(finding.fix for finding in found)


def test_a_repetition_that_is_referred_to_is_not_removed() -> None:
    listed = "\n  - a\n  - &x a\ntags: [*x]"
    text = markdown(stage("draft")).replace("allowedTools: []\n", f"allowedTools: {listed}\n")
    (finding,) = stud.of(DUPLICATE, text, main=STAGE)
    assert finding.fix is None


# --- ids that stand twice -----------------------------------------------------------------------


def test_the_first_stage_of_an_id_counts() -> None:
    second = {"id": "a", "turnCap": 1, "allowedTools": ["read"]}
    found = stud.findings(pipeline("a", stages={"c": second}), dry_run=True)
    proofs = {finding.name: finding.proof for finding in found}
    assert {name: proof.status for name, proof in proofs.items() if proof} == {
        "duplicate-stage-id": "proved",
        "turn-cap-too-low": "unproved",
    }


def test_every_further_stage_of_an_id_is_reported() -> None:
    value = pipeline("a", stages={"b": {"id": "a"}, "c": {"id": "a"}})
    found = stud.of("duplicate-stage-id", value)
    assert places(found) == ["stages.1.id", "stages.2.id"]


def test_a_file_that_is_listed_twice_is_reported_in_the_manifest() -> None:
    value = {**pipeline("a"), "stages": [STAGE, {"file": f"./{STAGE}"}], "entryStage": "draft"}
    found = stud.of("duplicate-stage-id", value, files={STAGE: markdown(stage("draft"))})
    assert [(f.place.file, places([f])) for f in found] == [(stud.FILE, ["stages.1"])]


def test_stages_without_an_id_are_not_the_same() -> None:
    value = pipeline("a", stages={"b": {"id": stud.ABSENT}, "c": {"id": stud.ABSENT}})
    assert not stud.of("duplicate-stage-id", value)


# --- what cannot be proved ----------------------------------------------------------------------


def test_what_is_refused_later_is_shown_if_the_code_is_the_same() -> None:
    value = pipeline(
        "a -> b", "b", stages={"a": {"retryPolicy": stud.ABSENT}, "b": {"turnCap": stud.ABSENT}}
    )
    found = stud.of("missing-required-field", value, dry_run=True)
    assert [each.proof.status for each in found if each.proof] == ["proved", "proved"]


def test_what_is_refused_later_with_another_code_is_not_shown() -> None:
    value = pipeline("a -> b", "b", stages={"a": {"turnCap": 0}, "b": {"turnCap": stud.ABSENT}})
    (finding,) = stud.of("missing-required-field", value, dry_run=True)
    assert finding.proof
    assert (finding.proof.status, finding.proof.reason) == (
        "unproved",
        "the start ends with Validation/StageTurnCapTooLow before it reaches this",
    )


def test_beside_a_stage_that_cannot_be_read_nothing_is_proved() -> None:
    value = pipeline("a", stages={"a": {"turnCap": 0}})
    value["stages"].append("gone.md")
    (finding,) = stud.of("turn-cap-invalid", value, dry_run=True)
    assert finding.proof
    assert finding.proof.status == "unproved"


def test_a_stage_that_no_run_comes_to_is_not_run() -> None:
    change = {"turnCap": 1, "allowedTools": ["read"], "retryPolicy": retry(1, "fixed")}
    value = pipeline("a", stages={"b": change})
    for name, why in (
        ("turn-cap-too-low", "no run reaches `b`"),
        ("retry-backoff-unused", "no run reaches `b`"),
    ):
        (finding,) = stud.of(name, value, dry_run=True)
        assert finding.proof
        assert (finding.proof.status, finding.proof.reason) == ("unproved", why)


def test_a_sibling_can_be_run() -> None:
    change = {"turnCap": 1, "allowedTools": ["read"], "retryPolicy": retry(1, "fixed")}
    value = pipeline("a => b c | d", "b", "c", "d", stages={"c": change})
    for name in ("turn-cap-too-low", "retry-backoff-unused"):
        (finding,) = stud.of(name, value, dry_run=True)
        assert finding.proof
        assert finding.proof.status == "proved"
