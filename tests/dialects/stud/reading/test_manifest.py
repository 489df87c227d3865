"""What manifests become as data (reference §3)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dialects.stud.reading.documents import MANIFEST, OBJECT, STAGE, contract, pipeline, said
from phaselint.dialects.stud.model import BUNDLED_TOOLS, Body, ContextNames, ContextSchema, Registry


class TestManifests:
    def test_a_small_one(self) -> None:
        found = pipeline()
        assert (found.valid, found.problems) == (True, ())
        assert found.pipeline is not None
        assert (found.pipeline.id, found.pipeline.entry) == ("garden", "sow")
        assert [s.id for s in found.stages] == ["sow"]
        assert sorted(found.documents) == ["beds/sow.md", "m.stud.json"]
        assert (found.pipeline.registry, found.pipeline.context) == (None, None)

    @pytest.mark.parametrize(
        ("key", "value"),
        [
            *(("studPipeline", value) for value in (2, "1", True, 1.5, None, ...)),
            *(("entryStage", value) for value in ("", 1, None, ...)),
            *(("stages", value) for value in ("a.md", {"a": "a.md"}, None, ...)),
        ],
    )
    def test_what_is_none(self, key: str, value: Any) -> None:
        changes: dict[str, Any] = {key: value, "tools": 1, "owner": "a"}
        found = pipeline(**changes)
        assert (found.valid, found.pipeline) == (False, None)
        assert len(found.problems) == 1

    @pytest.mark.parametrize(
        "text", ["", "[]", "studPipeline: [", "studPipeline: 1\nstudPipeline: 1\n", "a\0b"]
    )
    def test_what_is_no_yaml_or_no_mapping(self, text: str) -> None:
        found = contract({"m.stud.yaml": text}, "m.stud.yaml")
        assert (found.valid, found.pipeline) == (False, None)

    def test_a_key_twice_in_json(self) -> None:
        text = '{"studPipeline": 1, "entryStage": "a", "stages": [], "stages": []}'
        assert not contract({"m.stud.json": text}, "m.stud.json").valid

    def test_one_without_stages(self) -> None:
        found = pipeline(stages=[])
        assert (found.valid, found.problems, found.stages) == (True, (), ())

    def test_what_else_is_missing_or_unknown(self) -> None:
        changes: dict[str, Any] = {"id": ..., "entry": "sow", "x-owner": 1}
        found = pipeline(**changes)
        assert found.valid
        assert said(found)[0] == ("missing-required-field", (), ("id",))
        assert said(found)[1] == ("unknown-field", ("entry",), "entry")

    @pytest.mark.parametrize(
        ("changes", "pointer"),
        [
            ({"next": []}, ("next",)),
            ({"tools": {"bundled": "all"}}, ("tools", "bundled")),
            ({"tools": {"mcp": {"a": "b"}}}, ("tools", "mcp", "a")),
            ({"ctx": {"required": ["a", ""]}}, ("ctx", "required", 1)),
            ({"ctx": {"byStage": {"sow": []}}}, ("ctx", "byStage", "sow")),
            ({"outputs": {"sow": 1}}, ("outputs", "sow")),
            ({"options": {"profile": "strict"}}, ("options", "profile")),
            ({"name": 1}, ("name",)),
        ],
    )
    def test_parts_of_the_wrong_shape_hide_only_themselves(
        self, changes: dict[str, Any], pointer: tuple[str | int, ...]
    ) -> None:
        found = pipeline(**changes)
        assert found.valid
        assert [problem.pointer for problem in found.problems] == [pointer]
        assert found.pipeline is not None
        whole = found.pipeline
        assert (whole.registry, whole.context, whole.outputs) == (None, None, None)
        assert (whole.specs, whole.profile) == ({}, "documented")

    def test_unknown_keys_at_any_depth_hide_nothing(self) -> None:
        found = pipeline(
            tools={"bundled": [], "extra": 1},
            ctx={"maybe": [], "byStage": {"sow": {"some": []}}},
            options={"colour": "red"},
            next={"sow": {"after": []}},
        )
        assert {problem.kind for problem in found.problems} == {"unknown-field"}
        assert len(found.problems) == 5
        assert found.pipeline is not None
        assert found.pipeline.registry == Registry({})
        assert found.pipeline.specs["sow"].sound


class TestEntries:
    def test_the_three_forms(self) -> None:
        inline = {"id": "weed", "body": "Weed.", "turnCap": 1}
        entries = ["beds/sow.md", {"file": "beds/rake.json", "next": {}}, inline]
        found = pipeline({"beds/rake.json": json.dumps(OBJECT)}, stages=entries)
        sow, rake, weed = found.stages
        assert (sow.number, sow.entry, sow.file, sow.path) == (
            0,
            ("stages", 0),
            "beds/sow.md",
            "beds/sow.md",
        )
        assert (rake.form, rake.profile, rake.base) == ("json", "reference", ())
        assert (weed.form, weed.profile, weed.base) == ("inline", "documented", ("stages", 2))
        assert weed.body == Body("Weed.", ("stages", 2, "body"))
        assert weed.has("turnCap")
        assert found.problems == ()

    def test_paths_start_at_the_manifest(self) -> None:
        text = json.dumps({**MANIFEST, "stages": ["../beds/sow.md"]})
        found = contract({"flows/m.stud.json": text, "beds/sow.md": STAGE}, "flows/m.stud.json")
        assert [(s.id, s.file) for s in found.stages] == [("sow", "beds/sow.md")]

    @pytest.mark.parametrize(
        ("path", "fault", "file"),
        [
            ("beds/wos.md", "absent", "beds/wos.md"),
            ("beds/wos", "absent", "beds/wos"),
            ("a\0b.md", "absent", "a\0b.md"),
            ("../sow.md", "outside", ""),
            ("/beds/sow.md", "outside", ""),
            ("beds", "absent", "beds"),
        ],
    )
    def test_files_that_are_not_there(self, path: str, fault: str, file: str) -> None:
        [found] = pipeline(stages=[path]).stages
        assert (found.fault, found.file, found.path) == (fault, file, path)

    def test_a_file_that_can_be_no_stage(self) -> None:
        found = pipeline({"n.stud.yaml": "a: 1"}, stages=["n.stud.yaml"])
        assert said(found) == [("malformed", ("stages", 0), "n.stud.yaml")]
        assert found.stages[0].fault == "unreadable"
        assert list(found.documents) == ["m.stud.json"]

    @pytest.mark.parametrize(
        ("entry", "pointer"),
        [
            (1, ("stages", 0)),
            (None, ("stages", 0)),
            (["a.md"], ("stages", 0)),
            ("", ("stages", 0)),
            ({"file": 1}, ("stages", 0, "file")),
            ({"file": ""}, ("stages", 0, "file")),
            ({"file": None, "next": {}}, ("stages", 0, "file")),
        ],
    )
    def test_entries_of_the_wrong_shape(self, entry: Any, pointer: tuple[str | int, ...]) -> None:
        found = pipeline(stages=[entry, "beds/sow.md"])
        assert [problem.pointer for problem in found.problems] == [pointer]
        assert [s.fault for s in found.stages] == ["unreadable", ""]

    def test_a_further_key_beside_a_file(self) -> None:
        found = pipeline(stages=[{"file": "beds/sow.md", "id": "a"}])
        assert said(found) == [("unknown-field", ("stages", 0, "id"), "id")]
        assert found.stages[0].id == "sow"

    def test_a_broken_stage_file_leaves_the_others(self) -> None:
        found = pipeline({"a.md": "# A"}, stages=["a.md", "beds/sow.md"])
        assert [s.fault for s in found.stages] == ["frontmatter-missing", ""]
        assert "a.md" in found.documents

    def test_a_file_listed_twice_is_two_stages(self) -> None:
        one, two = pipeline(stages=["beds/sow.md", {"file": "./beds/sow.md"}]).stages
        assert (one.number, one.path) == (0, "beds/sow.md")
        assert (two.number, two.entry, two.path) == (1, ("stages", 1), "./beds/sow.md")

    def test_the_profile_of_a_manifest(self) -> None:
        inline = {"id": "weed", "body": "", "turnCap": 1, "completionTool": "a"}
        found = pipeline(stages=[inline], options={"profile": "reference"})
        [weed] = found.stages
        assert said(weed) == [("missing-required-field", ("stages", 0), ("completionSchema",))]


class TestToolsAndContext:
    def test_the_registry(self) -> None:
        tools = {
            "bundled": "default",
            "discovered": ["read", "till"],
            "mcp": {"shop": ["buy", "till"]},
            "mutating": ["till"],
        }
        found = pipeline(tools=tools).pipeline
        assert found is not None
        assert found.registry is not None
        layers = {**dict.fromkeys(BUNDLED_TOOLS, "bundled"), "till": "discovered"}
        assert found.registry.tools == {**layers, "buy": "MCP server `shop`"}
        assert found.registry.mutating == ("till",)
        assert found.registry.pointers["read"] == ("tools", "bundled")
        assert found.registry.pointers["till"] == ("tools", "discovered", 1)
        assert found.registry.pointers["buy"] == ("tools", "mcp", "shop", 0)

    def test_the_context(self) -> None:
        ctx = {
            "required": ["seed", "bed", "seed"],
            "byStage": {"sow": {"optional": ["depth"]}, "rake": {}},
        }
        found = pipeline(ctx=ctx).pipeline
        assert found is not None
        assert found.context == ContextSchema(
            ContextNames({"seed": ("ctx", "required", 0), "bed": ("ctx", "required", 1)}),
            {
                "sow": ContextNames({}, {"depth": ("ctx", "byStage", "sow", "optional", 0)}),
                "rake": ContextNames(),
            },
        )
        assert [name for name, _ in found.context.names()] == ["seed", "bed", "depth"]

    def test_the_options(self) -> None:
        found = pipeline(options={"profile": "reference", "joinPolicy": "sibling"}).pipeline
        assert found is not None
        assert (found.profile, found.join_policy) == ("reference", "sibling")
        assert found.stages[0].profile == "reference"

    def test_the_outputs(self) -> None:
        found = pipeline(outputs={"sow": {}, "rake": True}).pipeline
        assert found is not None
        assert found.outputs == {"sow": {}, "rake": True}
