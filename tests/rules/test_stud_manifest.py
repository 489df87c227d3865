"""Manifests: what makes them one, their keys, and the files they list (stud §3, §6.10)."""

from __future__ import annotations

from typing import Any

import pytest

import stud
from stud import ABSENT, FILE, STAGE, markdown, pipeline, places, stage

INVALID = "manifest-invalid"
UNKNOWN = "manifest-unknown-key"


@pytest.mark.parametrize(
    "change",
    [
        {"studPipeline": 2},
        {"studPipeline": "1"},
        {"studPipeline": True},
        {"studPipeline": ABSENT},
        {"entryStage": ABSENT},
        {"entryStage": 3},
        {"entryStage": ""},
        {"stages": ABSENT},
        {"stages": {}},
        {"stages": None},
    ],
)
def test_what_is_no_manifest_is_one_finding(change: dict[str, Any]) -> None:
    value = {**pipeline("a -> nowhere", options={"profil": 1}), **change}
    assert stud.names({k: v for k, v in value.items() if v is not ABSENT}) == [INVALID]


@pytest.mark.parametrize("text", ["", "- a", "studPipeline: 1\nid: [", "id: a\nid: b\n", "\ta: b"])
def test_text_that_is_no_manifest_is_one_finding(text: str) -> None:
    assert stud.names(text) == [INVALID]


def test_a_json_manifest_with_a_key_twice() -> None:
    text = '{"studPipeline": 1, "id": "a", "id": "b", "entryStage": "a", "stages": []}'
    assert stud.names(text, main="flow.stud.json") == [INVALID]


def test_two_keys_that_are_missing_are_one_finding() -> None:
    (finding,) = stud.findings({"studPipeline": 1, "id": "p"})
    assert finding.message == "the manifest is missing `entryStage` and `stages`"


def test_a_manifest_without_id_is_looked_at_all_the_same() -> None:
    assert stud.names(pipeline("a", id=ABSENT, owner="me")) == [INVALID, UNKNOWN]


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"next": []}, "next"),
        ({"next": {"a": []}}, "next.a"),
        ({"next": {"a": {"nextStages": "b"}}}, "next.a.nextStages"),
        ({"next": {"a": {"execution": "both"}}}, "next.a.execution"),
        ({"next": {"a": {"default": {}}}}, "next.a"),
        ({"next": {"a": {"branches": [{}], "default": {}}}}, "next.a.branches.0"),
        (
            {"next": {"a": {"branches": [{"when": {"verdict": "good"}}], "default": {}}}},
            "next.a.branches.0.when.verdict",
        ),
        ({"next": {"a": {"nextStages": [], "stageIds": []}}}, "next.a"),
        ({"tools": []}, "tools"),
        ({"tools": {"mcp": {"one": "two"}}}, "tools.mcp.one"),
        ({"ctx": {"byStage": {"a": []}}}, "ctx.byStage.a"),
        ({"outputs": {"a": 3}}, "outputs.a"),
        ({"options": {"profile": "docs"}}, "options.profile"),
    ],
)
def test_parts_of_the_wrong_form_are_reported_where_they_are(
    change: dict[str, Any], place: str
) -> None:
    assert places(stud.of(INVALID, {**pipeline("a"), **change})) == [place]


@pytest.mark.parametrize("entry", [3, None, "", {"file": 3}, {"file": ""}])
def test_entries_that_are_no_stage(entry: Any) -> None:
    value = pipeline("a")
    value["stages"].append(entry)
    assert stud.names(value) == [INVALID]


@pytest.mark.parametrize(
    ("change", "place", "fix"),
    [
        ({"entry": "a"}, "entry", None),
        ({"Name": "x"}, "Name", "name"),
        ({"descriptoin": "x"}, "descriptoin", "description"),
        ({"next": {"a": {"nextStage": []}}}, "next.a.nextStage", "nextStages"),
        ({"next": {"a": {"stages": [], "nextStage": []}}}, "next.a.nextStage", None),
        ({"next": {"a": {"branches": [], "defualt": {}}}}, "next.a.defualt", "default"),
        ({"tools": {"bundeld": []}}, "tools.bundeld", "bundled"),
        ({"ctx": {"bystage": {}}}, "ctx.bystage", "byStage"),
        ({"ctx": {"byStage": {"a": {"needed": []}}}}, "ctx.byStage.a.needed", None),
        ({"options": {"join": "sibling"}}, "options.join", None),
    ],
)
def test_unknown_keys(change: dict[str, Any], place: str, fix: str | None) -> None:
    found = stud.of(UNKNOWN, {**pipeline("a"), **change})
    assert places(found) == [place]
    assert [edit.text for each in found if each.fix for edit in each.fix.edits] == [fix or ""][
        : bool(fix)
    ]


def test_unknown_keys_of_conditions_and_entries() -> None:
    branch = {"when": {"verdit": "ok"}, "nextStages": []}
    value = {**pipeline("a"), "next": {"a": {"branches": [branch], "default": {}}}}
    assert places(stud.of(UNKNOWN, value)) == ["next.a.branches.0.when.verdit"]
    value = {**pipeline("a"), "stages": [{"file": STAGE, "title": "x", "x-title": "y"}]}
    files = {STAGE: markdown(stage("a"))}
    assert places(stud.of(UNKNOWN, value, files=files)) == ["stages.0.title"]


def test_keys_of_ones_own_are_left_alone() -> None:
    value = {**pipeline("a"), "x-owner": "me", "contractVersion": "1", "name": "A"}
    assert stud.names(value) == []


def test_without_stages_nothing_else_is_said() -> None:
    value = pipeline("a -> b", stages=None, owner="me", ctx={"required": ["upstream"]})
    assert stud.names({**value, "stages": [], "next": {"q": []}}) == ["stages-empty"]


def test_a_file_that_is_not_there_is_reported_where_it_is_named() -> None:
    value = pipeline("a")
    value["stages"] += ["gone.md", {"file": "gone.md", "next": {}}, "gone.txt"]
    assert places(stud.of("stage-file-missing", value)) == [
        "stages.1",
        "stages.2.file",
        "stages.3",
    ]


@pytest.mark.parametrize("path", ["../gone.md", "/gone.md", "stages/../../gone.md"])
def test_a_path_out_of_the_project(path: str) -> None:
    value = pipeline("a")
    value["stages"].append(path)
    (finding,) = stud.findings(value)
    assert finding.name == "stage-file-missing"
    assert "outside the project" in finding.message


def test_paths_are_relative_to_the_manifest() -> None:
    value = {**pipeline("a"), "stages": ["../stages/a.md"]}
    files = {"stages/a.md": markdown(stage("a"))}
    assert stud.names(value, files=files, main=f"flows/{FILE}") == []


# --- causes without consequences ----------------------------------------------------------------

PARTS = ("a => b c | d", "b", "c", "d", "e")


@pytest.mark.parametrize("value", [[], "a", 3, None, True])
def test_a_next_that_is_no_mapping_is_one_finding(value: Any) -> None:
    assert stud.names(pipeline(*PARTS, next=value)) == [INVALID]
    assert stud.names(pipeline(*PARTS, next=value), dry_run=True) == [INVALID]


@pytest.mark.parametrize(
    "spec",
    [
        {"execution": "paralel", "nextStages": ["b", "c"], "join": "d"},
        {"execution": "paralel", "nextStages": ["b", "ghost", "b"], "join": "ghost"},
        {"execution": "parallel", "nextStages": ["b", 3], "join": "b"},
        {"execution": "parallel", "nextStages": "b", "join": "ghost"},
        {"nextStages": ["ghost"], "join": 3},
        {"branches": [{"when": {"verdict": "okay", "path": "parse.x"}, "nextStages": ["b"]}]},
        {"branches": {}},
        [],
    ],
)
def test_a_next_spec_that_is_not_understood_is_one_finding(spec: Any) -> None:
    value = pipeline(*PARTS)
    value["next"]["a"] = spec
    assert stud.names(value) == [INVALID]


def test_other_next_specs_are_still_looked_at() -> None:
    value = pipeline(*PARTS)
    value["next"]["a"] = {"execution": "paralel", "nextStages": ["b"]}
    value["next"]["b"] = {"nextStages": ["ghost"], "join": "d"}
    assert stud.names(value) == ["join-without-parallel", INVALID, "unknown-target"]


@pytest.mark.parametrize(
    "entry", [None, 3, [], "", {}, {"x-a": 1}, {"draft": {"turnCap": 3}}, {"file": 3}, {"file": ""}]
)
def test_an_entry_that_is_no_stage_is_one_finding(entry: Any) -> None:
    value = pipeline(*PARTS[:-1])
    value["stages"].append(entry)
    assert stud.names(value) == [INVALID]
    (found,) = stud.of(INVALID, value)
    assert places([found])[0].startswith("stages.4")


def test_one_field_makes_an_entry_a_stage() -> None:
    value = pipeline(*PARTS[:-1])
    value["stages"].append({"name": "Extra"})
    assert set(stud.names(value)) == {"missing-required-field", "body-empty"}
