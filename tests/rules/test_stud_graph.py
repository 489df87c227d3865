"""Ways between stages: entries, targets, reachability, ends and cycles (reference stud §6.10)."""

from __future__ import annotations

import pytest

from stud import ABSENT, names, of, pipeline, places, stage

OK_ELSE = {"branches": [{"when": {"verdict": "ok"}, "nextStages": ["b"]}], "default": {}}


def test_sound_pipeline_has_no_findings() -> None:
    assert names(pipeline("a => b c | d", "b", "c", "d")) == []


# --- names --------------------------------------------------------------------------------------


def test_unknown_entry_hides_all_that_depends_on_it() -> None:
    value = pipeline("a -> b", "b -> a", "c", entryStage="aa")
    (found,) = of("unknown-entry", value)
    assert places([found]) == ["entryStage"]
    assert found.fix is None
    assert names(value) == ["unknown-entry"]


def test_near_entry_is_offered() -> None:
    (found,) = of("unknown-entry", pipeline("draft", entryStage="drfat"))
    assert found.fix is not None
    assert [edit.text for edit in found.fix.edits] == ["draft"]


def test_missing_next_is_reported_at_the_entry_of_the_stage() -> None:
    found = of("next-missing", pipeline("a -> b", stages={"b": {}}))
    assert places(found) == ["stages.1.id"]


def test_next_inside_an_entry_counts() -> None:
    value = pipeline("a -> b", stages={"b": {"next": {"nextStages": []}}})
    assert names(value) == []


def test_next_of_the_manifest_wins_over_that_of_the_entry() -> None:
    value = pipeline("a", stages={"a": {"next": {"nextStages": ["ghost"]}}})
    assert names(value) == []


def test_stage_without_next_ends_the_workflow() -> None:
    assert "no-terminal-phase" not in names(pipeline("a -> b", stages={"b": {}}))


def test_unknown_key_of_next() -> None:
    found = of("next-for-unknown-stage", pipeline("a", "ghost", stages={"a": {}}))
    assert found == ()
    value = pipeline("draft")
    value["next"]["ghost"] = {"nextStages": ["nobody"]}
    assert names(value) == ["next-for-unknown-stage"]


def test_unknown_target_once_for_each_name_and_alternative() -> None:
    value = pipeline("a -> ghost ghost other")
    value["next"]["a"] = {
        "branches": [{"when": {"verdict": "ok"}, "nextStages": ["ghost", "ghost", "other"]}],
        "default": {"nextStages": ["ghost"]},
    }
    assert places(of("unknown-target", value)) == [
        "next.a.branches.0.nextStages.0",
        "next.a.branches.0.nextStages.2",
        "next.a.default.nextStages.0",
    ]


@pytest.mark.parametrize("key", ["stages", "stageIds"])
def test_other_spellings_of_next_stages(key: str) -> None:
    value = pipeline("a")
    value["next"]["a"] = {key: ["ghost"]}
    assert places(of("unknown-target", value)) == [f"next.a.{key}.0"]


def test_terminate_has_no_targets() -> None:
    value = pipeline("a")
    value["next"]["a"] = {"execution": "terminate", "nextStages": ["ghost"]}
    assert names(value) == []


def test_nothing_is_said_about_names_that_a_stage_without_id_may_have() -> None:
    value = pipeline("a -> b d", stages={"c": {"id": ABSENT}})
    assert names(value) == ["missing-required-field"]


def test_unknown_target_is_not_blamed_for_missing_ends() -> None:
    assert names(pipeline("a -> b", "b -> a ghost")) == ["unknown-target"]


# --- reach and ends -----------------------------------------------------------------------------


def test_what_only_a_sibling_names_is_out_of_reach() -> None:
    value = pipeline("a => b c | d", "b -> e", "c", "d", "e")
    assert names(value) == ["sibling-next-ignored", "unreachable-phase"]
    (found,) = of("unreachable-phase", value)
    assert places([found]) == ["stages.4.id"]
    assert [each.message for each in found.related] == [
        "`b` points here, but runs only as a sibling, so its successors are ignored"
    ]


def test_siblings_end_nothing() -> None:
    found = of("no-terminal-phase", pipeline("a => b c | d", "b", "c", "d -> a"), dry_run=True)
    assert places(found) == ["next.d.nextStages.0"]
    assert found[0].witness is not None
    assert found[0].witness.data["cycle"] == ["a", "d", "a"]
    assert found[0].proof is not None
    assert found[0].proof.status == "proved"


def test_fan_out_without_join_ends() -> None:
    assert names(pipeline("a => b c", "b", "c")) == []


def test_stages_out_of_reach_end_nothing() -> None:
    assert names(pipeline("a -> b", "b -> a", "c")) == ["no-terminal-phase", "unreachable-phase"]


def test_cycle_without_exit_is_reported_where_it_closes() -> None:
    value = pipeline("a", "b -> c", "c -> d", "d -> b")
    value["next"]["a"] = OK_ELSE
    (found,) = of("deadlocked-phases", value, dry_run=True)
    assert places([found]) == ["next.d.nextStages.0"]
    assert found.witness is not None
    assert found.witness.data["path"] == ["a", "b"]
    assert found.witness.data["cycle"] == ["b", "c", "d", "b"]
    assert found.proof is not None
    assert (found.proof.status, found.proof.method) == ("proved", "explore")
    assert found.proof.script is not None


def test_one_finding_for_stages_that_lead_to_one_another() -> None:
    value = pipeline("a", "b -> c", "c -> b d", "d -> b")
    value["next"]["a"] = OK_ELSE
    assert names(value) == ["deadlocked-phases"]


def test_cycle_out_of_reach_is_not_reported() -> None:
    assert names(pipeline("a", "b -> c", "c -> b")) == ["unreachable-phase"] * 2


def test_cycle_over_a_join_of_the_reference_profile() -> None:
    value = pipeline("a => b c | d", "b", "c", "d -> a", options={"profile": "reference"})
    (found,) = of("no-terminal-phase", value, dry_run=True)
    assert found.proof is not None
    assert found.proof.status == "proved"


def test_unbounded_loop_is_reported_once_and_only_when_asked_for() -> None:
    value = pipeline("a", "b", "c")
    value["next"]["a"] = {**OK_ELSE, "default": {"nextStages": ["a"]}}
    value["next"]["b"] = {
        "branches": [{"when": {"verdict": "ok"}, "nextStages": ["c"]}],
        "default": {"nextStages": ["b"]},
    }
    assert names(value) == []
    (found,) = of("unbounded-loop", value, dry_run=True)
    assert places([found]) == ["next.a.default.nextStages.0"]
    assert found.proof is not None
    assert found.proof.status == "proved"


def test_loop_that_leaves_more_to_do_each_time_is_not_proved() -> None:
    value = pipeline("a", "b")
    again = {"when": {"verdict": "fail"}, "nextStages": ["a", "b"]}
    value["next"]["a"] = {"branches": [again], "default": {"nextStages": []}}
    (found,) = of("unbounded-loop", value, dry_run=True)
    assert found.proof is not None
    assert found.proof.status == "unproved"


def test_duplicate_stage_has_one_way_on() -> None:
    value = pipeline("a -> b", "b")
    value["stages"].append(stage("b"))
    assert names(value) == ["duplicate-stage-id"]


def test_a_stage_that_queues_itself_behind_others_that_end_never_ends() -> None:
    value = pipeline("a -> b", "b -> c d", "c", "d -> b")
    value["next"]["c"] = {
        "branches": [{"when": {"verdict": "ok"}, "nextStages": ["b"]}],
        "default": {"nextStages": []},
    }
    assert names(value) == ["deadlocked-phases"]
    (found,) = of("deadlocked-phases", value, dry_run=True)
    assert found.witness is not None
    assert found.witness.data["cycle"][0] == found.witness.data["cycle"][-1] == "b"
    assert found.proof is not None
    assert found.proof.status in ("proved", "unproved")


def test_an_end_is_not_looked_for_from_where_a_stage_runs_beside_others() -> None:
    value = pipeline("a => b b | d", "b => a c | b", "c", "d")
    value["next"]["a"] = {
        "branches": [{"when": {"verdict": "ok"}, **value["next"]["a"]}],
        "default": {"nextStages": ["b"]},
    }
    (found,) = of("deadlocked-phases", value, dry_run=True)
    assert found.proof is not None
    assert (found.proof.status, found.proof.reason) == (
        "unproved",
        "runs also reach `b` as a sibling",
    )
