"""Which files are stages, pipelines and configurations (reference §1, §3.1)."""

from __future__ import annotations

import json

import pytest

from phaselint.dialects.stud.detect import claim, detect, is_stage
from phaselint.project.memory import DictReader
from phaselint_lsp.reader import Tracing

STAGE = "---\nid: sow\ncompletionTool: submit_bed\nturnCap: 3\n---\nSow.\n"
OBJECT = json.dumps({"completionTool": "a", "completionSchema": {}, "body": ""})
MANIFEST = "studPipeline: 1\nid: garden\nentryStage: sow\nstages: [stages/sow.md]\n"

PIPELINE = {"garden.stud.yaml": MANIFEST, "stages/sow.md": STAGE}


def detected(files: dict[str, str], folder: str = "") -> list[tuple[str, str]]:
    return [(target.folder, target.main) for target in detect(DictReader(files), folder)]


def claimed(files: dict[str, str], path: str, *, forced: bool = False) -> list[str]:
    reader = DictReader(files, named=[path])
    return [target.main for target in claim(reader, path, forced)]


class TestManifests:
    @pytest.mark.parametrize("name", ["a.stud.yaml", "a.stud.yml", "a.stud.json", "A.STUD.YAML"])
    def test_by_name_whatever_they_hold(self, name: str) -> None:
        assert detected({f"x/{name}": "{"}, "x") == [("x", f"x/{name}")]

    @pytest.mark.parametrize(
        ("name", "text"),
        [
            ("garden.yaml", MANIFEST),
            ("garden.yml", "stages: [\nstudPipeline: 1\n"),
            ("garden.json", '{"studPipeline": 1}'),
        ],
    )
    def test_by_key(self, name: str, text: str) -> None:
        assert detected({name: text}) == [("", name)]

    @pytest.mark.parametrize(
        ("name", "text"),
        [
            ("notes.yaml", "text: studPipeline\n"),
            ("notes.yaml", "a: {studPipeline: 1}\n"),
            ("notes.txt", MANIFEST),
            ("run.script.yaml", MANIFEST),
        ],
    )
    def test_other_files(self, name: str, text: str) -> None:
        assert detected({name: text}) == []

    def test_in_the_hidden_folder_of_the_tool(self) -> None:
        files = {f".stud/flows/{path}": text for path, text in PIPELINE.items()}
        assert detected(files) == [(".stud/flows", ".stud/flows/garden.stud.yaml")]


class TestStages:
    @pytest.mark.parametrize(
        "header",
        [
            "completionTool: a\nturnCap: 2",
            '"completionTool": a\n"turnCap": 2',
            "{completionTool: a, retryPolicy: {}}",
            "allowedTools: [a\nresolutionPolicy: b",
            "completionTool: a\ncompletionTool: b\nturnCap: 2",
        ],
    )
    def test_two_signature_keys_are_enough(self, header: str) -> None:
        assert is_stage(DictReader({"a.md": f"---\n{header}\n---\n"}), "a.md")

    def test_a_header_that_is_never_closed(self) -> None:
        assert is_stage(DictReader({"a.md": "---\ncompletionTool: a\nturnCap: 2\n"}), "a.md")

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "# completionTool and turnCap\n",
            "---\nid: a\nname: b\ndescription: c\ntags: [d]\n---\n",
            "---\nid: a\nturnCap: 2\n---\ncompletionTool: b\n",
            "---\n- completionTool: a\n  turnCap: 2\n---\n",
            "---\ninner: {completionTool: a, turnCap: 2}\n---\n",
            "---\ntext: [completionTool turnCap\n---\n",
        ],
    )
    def test_other_files(self, text: str) -> None:
        assert not is_stage(DictReader({"a.md": text}), "a.md")

    def test_no_file(self) -> None:
        assert not is_stage(DictReader({}), "a.md")

    def test_windows_line_breaks_and_a_byte_order_mark(self) -> None:
        text = "\ufeff" + STAGE.replace("\n", "\r\n")
        assert detected({"a.md": text}) == [("", "a.md")]

    def test_alone(self) -> None:
        assert detected({"a/sow.md": STAGE, "a/sow.json": OBJECT}, "a") == [
            ("a", "a/sow.json"),
            ("a", "a/sow.md"),
        ]

    @pytest.mark.parametrize(
        "text",
        [
            '{"completionTool": "a", "completionSchema": {}}',
            '{"completionTool": "a", "turnCap": 1, "body": ""}',
            '{"a": {"completionTool": "a", "completionSchema": {}, "body": ""}}',
        ],
    )
    def test_other_json(self, text: str) -> None:
        assert detected({"a.json": text}) == []


class TestConfigurations:
    @pytest.mark.parametrize("name", ["sm-config.a.json", "lifecycle-config.b.json"])
    def test_by_name(self, name: str) -> None:
        assert detected({name: "{}"}) == [("", name)]

    def test_by_key_only_when_forced(self) -> None:
        files = {"a.json": '{"entry": "sow", "enabled": true}'}
        assert detected(files) == []
        assert claimed(files, "a.json") == []
        assert claimed(files, "a.json", forced=True) == ["a.json"]


class TestStagesOfPipelines:
    def test_they_are_no_contracts(self) -> None:
        assert detected(PIPELINE) == [("", "garden.stud.yaml")]
        assert detected(PIPELINE, "stages") == []

    @pytest.mark.parametrize(
        ("manifest", "stage", "path"),
        [
            ("a/b/m.stud.yaml", "a/b/s.md", "s.md"),
            ("m.stud.yaml", "a/b/s.md", "./a/x/../b/s.md"),
            ("m.yaml", "a/b/s.md", "a/b/s.md"),
            ("a/c/m.stud.yaml", "a/b/s.md", "../b/s.md"),
            ("flows/m.stud.yaml", "a/b/s.md", "../a/b/s.md"),
            (".stud/m.stud.yaml", "a/b/s.md", "../a/b/s.md"),
            ("a/m.stud.json", "a/b/s.json", "b/s.json"),
        ],
    )
    @pytest.mark.parametrize("forced", [True, False])
    def test_naming_one_yields_the_pipeline(
        self, manifest: str, stage: str, path: str, forced: bool
    ) -> None:
        text = json.dumps({"studPipeline": 1, "stages": ["x.md", {"file": path}]})
        files = {manifest: text, stage: STAGE if stage.endswith(".md") else OBJECT}
        assert claimed(files, stage, forced=forced) == [manifest]
        assert all(main != stage for _, main in detected(files, "a/b"))

    def test_one_that_does_not_look_like_a_stage(self) -> None:
        files = {**PIPELINE, "stages/sow.md": "# Sow\n"}
        assert claimed(files, "stages/sow.md") == ["garden.stud.yaml"]

    def test_those_beside_them_that_none_lists(self) -> None:
        files = {**PIPELINE, "stages/a.md": STAGE, "stages/z.md": STAGE, "stages/README.md": "Hi."}
        assert [main for _, main in detected(files, "stages")] == ["stages/a.md", "stages/z.md"]

    def test_one_tells_that_the_others_need_no_look(self) -> None:
        names = [f"stages/{letter}.md" for letter in "abcdef"]
        manifest = MANIFEST.replace("stages/sow.md", ", ".join(names))
        tracing = Tracing(DictReader({"garden.stud.yaml": manifest, **dict.fromkeys(names, STAGE)}))
        assert not list(detect(tracing, "stages"))
        assert tracing.files == {"garden.stud.yaml", "stages/a.md"}

    def test_one_of_two_pipelines(self) -> None:
        files = {**PIPELINE, "late.stud.yaml": MANIFEST}
        assert claimed(files, "stages/sow.md") == ["garden.stud.yaml", "late.stud.yaml"]

    @pytest.mark.parametrize(
        "stages", ["[other.md]", "[/stages/sow.md]", "[../stages/sow.md]", "stages/sow.md", "[1]"]
    )
    def test_a_pipeline_that_does_not_list_it(self, stages: str) -> None:
        files = {**PIPELINE, "garden.stud.yaml": f"studPipeline: 1\nstages: {stages}\n"}
        assert detected(files, "stages") == [("stages", "stages/sow.md")]

    def test_a_pipeline_that_cannot_be_read(self) -> None:
        files = {**PIPELINE, "garden.stud.yaml": MANIFEST + "]"}
        assert detected(files, "stages") == [("stages", "stages/sow.md")]

    def test_naming_the_folder_with_the_dialect(self) -> None:
        assert claimed(PIPELINE, "stages", forced=True) == ["garden.stud.yaml"]


class TestClaims:
    @pytest.mark.parametrize("name", ["a.md", "a.json", "a.yaml"])
    def test_with_the_dialect_any_file_is_one(self, name: str) -> None:
        assert claimed({name: "x: 1"}, name, forced=True) == [name]
        assert claimed({name: "x: 1"}, name) == []

    @pytest.mark.parametrize("name", ["a.txt", "a.script.yaml", "a.script.json"])
    def test_other_names_are_none(self, name: str) -> None:
        assert claimed({name: MANIFEST}, name, forced=True) == []

    def test_a_folder(self) -> None:
        assert claimed(PIPELINE, "") == ["garden.stud.yaml"]
        assert claimed({}, "nothing", forced=True) == []

    def test_a_folder_with_the_dialect(self) -> None:
        files = {
            "README.md": "# Beds\n",
            "package.json": "{}",
            "dig.md": "---\nid: dig\n---\n",
            "rake.json": '{"turnCap": 1}',
            "compose.yaml": "a: 1\n",
            "sow.md": STAGE,
        }
        assert sorted(claimed(files, "", forced=True)) == ["dig.md", "rake.json", "sow.md"]

    def test_many_stages_of_one_pipeline(self) -> None:
        names = [f"s/{number}.md" for number in range(4_000)]
        text = json.dumps({"studPipeline": 1, "stages": names})
        files = {"m.stud.json": text, **dict.fromkeys(names, STAGE)}
        assert detected(files, "s") == []
        assert claimed(files, "s", forced=True) == ["m.stud.json"]
