"""Fan-outs, siblings and joins (reference stud §5.9, §6.10, §7 D4)."""

from __future__ import annotations

from typing import Any

import pytest

from stud import names, of, pipeline, places

WAYS = ("a => b c | d", "b", "c", "d")
SIBLING: dict[str, Any] = {"options": {"joinPolicy": "sibling"}}


def proof(name: str, value: dict[str, Any], **given: Any) -> tuple[str, str]:
    """The verdict on the only finding of a rule, and its reason."""
    (found,) = of(name, value, dry_run=True, **given)
    assert found.proof is not None
    return found.proof.status, found.proof.reason


def test_dangling_join_hides_no_unknown_target_and_blames_no_end() -> None:
    value = pipeline("a => b ghost | other", "b")
    assert names(value) == ["dangling-join", "unknown-target"]
    assert places(of("dangling-join", value)) == ["next.a.join"]


def test_join_has_to_be_a_sibling_under_the_policy() -> None:
    assert names(pipeline(*WAYS, **SIBLING)) == ["dangling-join"]
    assert names(pipeline("a => b c d | d", "b", "c", "d", **SIBLING)) == []


def test_configured_policy_wins_over_that_of_the_manifest() -> None:
    assert names(pipeline(*WAYS), join_policy="sibling") == ["dangling-join"]
    assert names(pipeline(*WAYS, **SIBLING), join_policy="separate") == []


def test_unknown_join_under_the_policy_ends_the_run() -> None:
    value = pipeline("a => b c | ghost", "b", "c", **SIBLING)
    assert proof("dangling-join", value)[0] == "proved"


def test_join_among_the_siblings_runs_twice() -> None:
    value = pipeline("a => b c | c", "b", "c")
    assert names(value) == ["join-is-sibling"]
    assert places(of("join-is-sibling", value)) == ["next.a.join"]
    assert proof("join-is-sibling", value)[0] == "proved"


@pytest.mark.parametrize("execution", ["sequential", "terminate"])
def test_join_without_parallel(execution: str) -> None:
    value = pipeline("a -> b", "b")
    value["next"]["b"] = {"execution": execution, "nextStages": [], "join": "a"}
    (found,) = of("join-without-parallel", value)
    assert places([found]) == ["next.b.join"]
    assert names(value) == ["join-without-parallel"]


def test_unknown_join_without_parallel_is_not_dangling() -> None:
    value = pipeline("a")
    value["next"]["a"]["join"] = "ghost"
    assert names(value) == ["join-without-parallel"]


def test_one_sibling_is_too_few() -> None:
    (found,) = of("parallel-too-few-siblings", pipeline("a => b", "b"))
    assert found.fix is not None
    assert found.fix.edits[0].text == "sequential"
    (found,) = of("parallel-too-few-siblings", pipeline("a => b | c", "b", "c"))
    assert found.fix is None


def test_no_sibling_is_too_few_though_no_run_shows_it() -> None:
    value = pipeline("a")
    value["next"]["a"]["execution"] = "parallel"
    assert names(value) == ["parallel-too-few-siblings"]
    assert proof("parallel-too-few-siblings", value)[0] == "unproved"


def test_reference_takes_a_single_sibling() -> None:
    value = pipeline("a => b", "b", options={"profile": "reference"})
    assert proof("parallel-too-few-siblings", value) == (
        "unproved",
        "the scheduler of the reference engine continues here",
    )


def test_sibling_named_twice_is_reported_once_for_each_name() -> None:
    value = pipeline("a => b b b c c | d", "b", "c", "d")
    found = of("parallel-duplicate-sibling", value)
    assert places(found) == ["next.a.nextStages.1", "next.a.nextStages.4"]
    assert "3 times" in found[0].message


def test_two_names_of_one_sibling_are_not_too_few() -> None:
    assert names(pipeline("a => b b", "b")) == ["parallel-duplicate-sibling"]


def test_sibling_in_another_role_may_lead_on() -> None:
    value = pipeline("a => b c | d", "b -> e", "c", "d -> b", "e")
    assert names(value) == []


def test_ignored_successor_is_reported_once_for_each_sibling() -> None:
    value = pipeline(*WAYS)
    value["next"]["b"] = {
        "branches": [{"when": {"verdict": "ok"}, "nextStages": []}],
        "default": {"execution": "parallel", "nextStages": ["c", "d"]},
    }
    assert places(of("sibling-next-ignored", value)) == ["next.b.default.nextStages.0"]


@pytest.mark.parametrize(
    ("ways", "severity", "place"),
    [
        (("a => b c | d", "b -> d", "c", "d"), "info", "next.b.nextStages.0"),
        (("a => b c | d", "b -> d e", "c", "d", "e"), "warning", "next.b.nextStages.1"),
        (("a => b c | d", "b -> d d", "c", "d"), "warning", "next.b.nextStages.0"),
        (("a => b c | d", "b -> e", "c", "d -> e", "e"), "warning", "next.b.nextStages.0"),
        (("a => b c | d", "b => c d", "c", "d"), "warning", "next.b.nextStages.0"),
        (("a => b c", "b -> d", "c", "d"), "warning", "next.b.nextStages.0"),
        (
            ("a => b c | d", "b -> d", "c", "d => b c | e", "e"),
            "warning",
            "next.b.nextStages.0",
        ),
    ],
)
def test_naming_the_join_is_only_a_note(ways: tuple[str, ...], severity: str, place: str) -> None:
    found = of("sibling-next-ignored", pipeline(*ways), dry_run=True)[0]
    assert (found.level, *places([found])) == (severity, place)
    assert found.proof is not None
    assert found.proof.status == "proved"
    assert ("has no effect" in found.message) == (severity == "info")


def test_a_join_is_entered_from_a_sibling_that_is_alone_without_following_it() -> None:
    value = pipeline("a => d b | d", "b -> e", "d -> e", "e", **SIBLING)
    assert proof("sibling-next-ignored", value)[0] == "proved"


def test_of_alternatives_that_name_the_join_one_that_names_more_counts() -> None:
    value = pipeline("a => b c | d", "b", "c", "d", "e")
    ok = {"when": {"verdict": "ok"}, "nextStages": ["d"]}
    value["next"]["b"] = {"branches": [ok], "default": {"nextStages": ["d"]}}
    (found,) = of("sibling-next-ignored", value)
    assert (found.level, *places([found])) == ("info", "next.b.branches.0.nextStages.0")
    value["next"]["b"]["default"] = {"nextStages": ["e"]}
    (found,) = of("sibling-next-ignored", value)
    assert (found.level, *places([found])) == ("warning", "next.b.default.nextStages.0")


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "array"},
        False,
        {
            "type": "object",
            "required": ["x"],
            "properties": {},
            "additionalProperties": False,
        },
    ],
)
def test_sibling_that_is_never_completed(schema: Any) -> None:
    value = pipeline(*WAYS, stages={"c": {"completionSchema": schema}})
    (found,) = of("join-never-ready", value, dry_run=True)
    assert places([found]) == ["next.a.nextStages.1"]
    assert found.proof is not None
    assert found.proof.status == "proved"


def test_dead_sibling_without_join_is_left_alone() -> None:
    value = pipeline("a => b c", "b", "c", stages={"c": {"completionSchema": {"type": "array"}}})
    assert of("join-never-ready", value) == ()


def test_faulty_schema_is_not_dead() -> None:
    value = pipeline(*WAYS, stages={"c": {"completionSchema": {"type": "objekt"}}})
    assert names(value) == ["completion-schema-invalid"]
