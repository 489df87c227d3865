"""What stages and manifests become as data (reference §1 to §3)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from phaselint.dialects.base import Target
from phaselint.dialects.stud.load import load
from phaselint.dialects.stud.model import (
    BUNDLED_TOOLS,
    Body,
    Condition,
    ContextNames,
    ContextSchema,
    Registry,
    Result,
    RetryPolicy,
    Stage,
    StudContract,
)
from phaselint.project.reader import DictReader

HEADER = """id: sow
name: Sow
description: Puts the seeds in
allowedTools: [read]
completionTool: submit_bed
completionSchema: {type: object}
inputsSchema: true
retryPolicy: {maxAttempts: 2, backoff: linear}
turnCap: 4
resolutionPolicy: retry-later
tags: [spring]
"""
STAGE = f"---\n{HEADER}---\nSow {{{{ctx.seed}}}}.\n"
OBJECT = {
    "id": "rake",
    "body": "Rake.",
    "turnCap": 2.0,
    "completionTool": "submit_rake",
    "completionSchema": {},
}
MANIFEST: dict[str, Any] = {
    "studPipeline": 1,
    "id": "garden",
    "entryStage": "sow",
    "stages": ["beds/sow.md"],
}


def contract(files: dict[str, str], main: str) -> StudContract:
    return load(DictReader(files), Target("stud", "", main))


def stage(text: str, name: str = "sow.md") -> Stage:
    found = contract({name: text}, name).stage
    assert found is not None
    return found


def pipeline(files: dict[str, str] | None = None, **changes: Any) -> StudContract:
    value = {key: part for key, part in {**MANIFEST, **changes}.items() if part is not ...}
    return contract(
        {"m.stud.json": json.dumps(value), "beds/sow.md": STAGE, **(files or {})}, "m.stud.json"
    )


def said(found: StudContract | Stage) -> list[tuple[Any, ...]]:
    return [(each.kind, each.pointer, each.found or each.names) for each in found.problems]


class TestStageFiles:
    def test_all_fields(self) -> None:
        found = stage(STAGE)
        assert found.problems == ()
        assert found._replace(value={}, body=Body("")) == Stage(
            0,
            (),
            "sow.md",
            "markdown",
            "documented",
            id="sow",
            name="Sow",
            allowed=("read",),
            completion_tool="submit_bed",
            completion_schema={"type": "object"},
            inputs_schema=True,
            retry=RetryPolicy(2, "linear"),
            turn_cap=4,
            resolution="retry-later",
        )
        assert found.body.text == "Sow {{ctx.seed}}.\n"
        assert STAGE[found.body.start :] == found.body.text

    def test_windows_line_breaks_and_a_byte_order_mark(self) -> None:
        found = stage("\ufeff" + STAGE.replace("\n", "\r\n") + "a\r\nb")
        assert found.body.text == "Sow {{ctx.seed}}.\na\nb"
        assert (found.id, found.problems) == ("sow", ())

    def test_one_line_break_after_the_header_is_not_the_bodys(self) -> None:
        assert stage(STAGE.replace("---\nSow", "--- \n\n Sow")).body.text.startswith("\n Sow")
        assert stage(f"---\n{HEADER}---").body.text == ""

    @pytest.mark.parametrize(
        ("line", "value"), [("id: yes", "yes"), ("id: 2024-05-01", "2024-05-01"), ("id: no", "no")]
    )
    def test_words_and_dates_are_strings(self, line: str, value: str) -> None:
        found = stage(STAGE.replace("id: sow", line))
        assert (found.id, found.problems) == (value, ())

    def test_a_json_stage_is_one_of_the_reference(self) -> None:
        found = stage(json.dumps(OBJECT), "rake.json")
        assert (found.form, found.profile, found.problems) == ("json", "reference", ())
        assert (found.id, found.turn_cap, found.body) == ("rake", 2, Body("Rake.", ("body",)))

    def test_every_required_field(self) -> None:
        found = stage("---\nx-owner: a\n---\n")
        assert [(p.kind, p.pointer, p.names) for p in found.problems] == [
            ("missing-required-field", (), found.required)
        ]
        assert found.required[0] == "id"
        assert len(found.required) == 8

    def test_the_required_fields_of_the_reference(self) -> None:
        assert said(stage("{}", "a.json")) == [
            (
                "missing-required-field",
                (),
                ("id", "body", "turnCap", "completionTool", "completionSchema"),
            )
        ]

    def test_of_a_retry_policy_both(self) -> None:
        found = stage(STAGE.replace("{maxAttempts: 2, backoff: linear}", "{}"))
        assert said(found) == [
            ("missing-required-field", ("retryPolicy",), ("maxAttempts", "backoff"))
        ]
        assert found.retry == RetryPolicy()

    def test_unknown_keys(self) -> None:
        more = "owner: a\nx-owner: b\ncontractVersion: 1\nnext: {}\nbody: c\n"
        retry = "{maxAttempts: 2, backoff: linear, retries: 1, x-y: 1, contractVersion: 1}"
        text = STAGE.replace("{maxAttempts: 2, backoff: linear}", retry)
        found = stage(text.replace("tags:", f"{more}tags:"))
        assert [(kind, pointer) for kind, pointer, _ in said(found)] == [
            ("unknown-field", ("retryPolicy", "retries")),
            ("unknown-field", ("retryPolicy", "contractVersion")),
            ("unknown-field", ("owner",)),
            ("unknown-field", ("next",)),
            ("unknown-field", ("body",)),
        ]

    def test_the_next_of_a_json_stage_is_elsewhere(self) -> None:
        assert stage(json.dumps({**OBJECT, "next": None}), "a.json").problems == ()


class TestFieldTypes:
    @pytest.mark.parametrize(
        ("key", "value"),
        [
            *(("turnCap", value) for value in ('"12"', "2.5", "2.0", "true", "null", "1e3")),
            *((key, "''") for key in ("id", "name", "completionTool")),
            *((key, "7") for key in ("id", "name", "completionTool", "description", "tags")),
            *(("allowedTools", value) for value in ("read", "{}", "null")),
            *((key, "text") for key in ("completionSchema", "inputsSchema", "retryPolicy")),
            *((key, "null") for key in ("completionSchema", "inputsSchema", "retryPolicy")),
            ("resolutionPolicy", "[a]"),
        ],
    )
    def test_of_a_field(self, key: str, value: str) -> None:
        lines = [line for line in HEADER.splitlines() if not line.startswith(f"{key}:")]
        found = stage("\n".join(["---", *lines, f"{key}: {value}", "---", ""]))
        assert [problem.pointer for problem in found.problems] == [(key,)]
        assert found.problems[0].kind in ("invalid-type", "too-short")
        assert not found.has(key)

    @pytest.mark.parametrize("value", ["[read, '']", "[read, 1]", "[null]"])
    def test_of_an_item(self, value: str) -> None:
        found = stage(STAGE.replace("[read]", value))
        [problem] = found.problems
        assert problem.pointer[0] == "allowedTools"
        assert found.allowed is None

    def test_inside_the_retry_policy(self) -> None:
        found = stage(
            STAGE.replace("maxAttempts: 2, backoff: linear", "maxAttempts: 2.0, backoff: 1")
        )
        assert [problem.pointer for problem in found.problems] == [
            ("retryPolicy", "maxAttempts"),
            ("retryPolicy", "backoff"),
        ]
        assert found.retry == RetryPolicy()

    @pytest.mark.parametrize("value", ["0", "-3"])
    def test_numbers_out_of_range_are_no_matter_of_types(self, value: str) -> None:
        found = stage(STAGE.replace("turnCap: 4", f"turnCap: {value}"))
        assert (found.turn_cap, found.problems) == (int(value), ())


class TestFaults:
    @pytest.mark.parametrize(
        "text", ["", "# Sow\n", f"\n{STAGE}", f"---\n{HEADER}", "--- x\n---\n"]
    )
    def test_no_header(self, text: str) -> None:
        found = stage(text)
        assert (found.fault, found.id, found.problems) == ("frontmatter-missing", "", ())

    @pytest.mark.parametrize("header", ["", "# only a comment\n", "- a\n", "text\n", "null\n"])
    def test_no_mapping(self, header: str) -> None:
        assert stage(f"---\n{header}---\n").fault == "no-mapping"

    @pytest.mark.parametrize(
        "header",
        [
            "allowedTools: [read\n",
            "id: a\nid: b\n",
            "retryPolicy: {backoff: a, backoff: b}\n",
            "id: !secret a\n",
            "id: *nothing\n",
        ],
    )
    def test_no_yaml_that_counts(self, header: str) -> None:
        assert stage(f"---\n{header}---\n").fault == "unreadable"

    def test_anchors_are_fine(self) -> None:
        text = STAGE.replace("id: sow", "id: &id sow").replace("name: Sow", "name: *id")
        assert (stage(text).name, stage(text).problems) == ("sow", ())

    @pytest.mark.parametrize(
        ("text", "fault"), [("[]", "no-mapping"), ("{", "unreadable"), ("null", "no-mapping")]
    )
    def test_of_json(self, text: str, fault: str) -> None:
        assert stage(text, "a.json").fault == fault


class TestConfigurations:
    @pytest.mark.parametrize(
        ("name", "text"), [("sm-config.a.json", '{"x": 1}'), ("a.json", '{"entry": ""}')]
    )
    def test_they_have_nothing_to_check(self, name: str, text: str) -> None:
        found = contract({name: text}, name)
        assert (found.configuration, found.stages, found.valid) == (True, (), True)


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


class TestNextSpecs:
    def test_a_single_result(self) -> None:
        found = pipeline(next={"sow": {"execution": "parallel", "nextStages": ["a"], "join": "b"}})
        assert found.pipeline is not None
        spec = found.pipeline.specs["sow"]
        assert spec.only == Result("parallel", ("a",), "b", ("next", "sow"))
        assert (spec.sound, spec.branches, spec.inline) == (True, (), False)

    @pytest.mark.parametrize("key", ["nextStages", "stages", "stageIds"])
    def test_the_spellings_of_the_stages(self, key: str) -> None:
        found = pipeline(next={"sow": {key: ["a", "b"]}})
        assert found.pipeline is not None
        only = found.pipeline.specs["sow"].only
        assert only is not None
        assert (only.stages, only.name_at(1)) == (("a", "b"), ("next", "sow", key, 1))

    def test_branches(self) -> None:
        whens: list[Any] = [
            {},
            {"verdict": "ok", "capHit": False, "path": "parsed.a", "equals": None},
            {"verdict": ["fail", "skip"], "path": "output", "in": [1, "a"]},
            {"path": "parsed", "exists": True},
        ]
        branches = [{"when": when, "nextStages": ["sow"]} for when in whens]
        found = pipeline(next={"sow": {"branches": branches, "default": {}}})
        assert found.problems == ()
        assert found.pipeline is not None
        spec = found.pipeline.specs["sow"]
        at = [("next", "sow", "branches", index, "when") for index in range(4)]
        assert [branch.when for branch in spec.branches] == [
            Condition(at[0]),
            Condition(at[1], ("ok",), False, "parsed.a", (None,), single=True),
            Condition(at[2], ("fail", "skip"), None, "output", (1, "a")),
            Condition(at[3], path="parsed", exists=True),
        ]
        assert spec.default == Result("sequential", (), None, ("next", "sow", "default"))

    def test_the_mapping_wins_over_an_entry(self) -> None:
        entries = [{"file": "beds/sow.md", "next": {"nextStages": ["a"]}}]
        inner = pipeline(stages=entries).pipeline
        outer = pipeline(stages=entries, next={"sow": {}}).pipeline
        assert inner is not None
        assert outer is not None
        assert (inner.specs["sow"].inline, outer.specs["sow"].inline) == (True, False)
        assert inner.specs["sow"].pointer == ("stages", 0, "next")

    def test_those_of_nobody_are_kept(self) -> None:
        found = pipeline(next={"wos": {}}).pipeline
        assert found is not None
        assert list(found.specs) == ["wos"]

    @pytest.mark.parametrize(
        ("spec", "inner"),
        [
            (None, ()),
            ([], ()),
            ({"execution": "serial"}, ("execution",)),
            ({"nextStages": "a"}, ("nextStages",)),
            ({"nextStages": ["a", 1]}, ("nextStages", 1)),
            ({"nextStages": ["a"], "stages": ["b"]}, ()),
            ({"join": ""}, ("join",)),
            ({"branches": {}}, ("branches",)),
            ({"branches": [1]}, ("branches", 0)),
            ({"branches": [{"nextStages": []}]}, ("branches", 0)),
            ({"default": {}}, ()),
            ({"branches": [], "default": None}, ("default",)),
            *(
                ({"branches": [{"when": when}]}, ("branches", 0, "when", *inner))
                for when, inner in [
                    ([], ()),
                    ({"verdict": "okay"}, ("verdict",)),
                    ({"verdict": ["ok", "okay"]}, ("verdict", 1)),
                    ({"verdict": 1}, ("verdict",)),
                    ({"capHit": "yes"}, ("capHit",)),
                    ({"path": ""}, ("path",)),
                    ({"path": "a", "equals": {}}, ("equals",)),
                    ({"path": "a", "in": [[]]}, ("in", 0)),
                    ({"path": "a", "exists": 1}, ("exists",)),
                    ({"path": "a", "exists": True, "equals": 1}, ()),
                    ({"equals": 1}, ()),
                ]
            ),
        ],
    )
    def test_unsound_ones(self, spec: Any, inner: tuple[str | int, ...]) -> None:
        found = pipeline(next={"sow": spec})
        assert found.valid
        assert [problem.pointer for problem in found.problems] == [("next", "sow", *inner)]
        assert found.pipeline is not None
        assert not found.pipeline.specs["sow"].sound

    def test_names_before_a_fault_are_known(self) -> None:
        found = pipeline(next={"sow": {"nextStages": ["a", 1, "b"]}}).pipeline
        assert found is not None
        assert [result.stages for result in found.specs["sow"].alternatives] == [("a",)]

    def test_unknown_keys(self) -> None:
        when = {"verdict": "ok", "x-note": 1, "status": 1}
        spec = {"branches": [{"when": when, "then": 1}], "nextStages": []}
        found = pipeline(next={"sow": spec})
        assert [problem.pointer[2:] for problem in found.problems] == [
            ("branches", 0, "when", "status"),
            ("branches", 0, "then"),
            ("nextStages",),
        ]
        assert found.pipeline is not None
        assert found.pipeline.specs["sow"].sound


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
