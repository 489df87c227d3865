"""What is made of hostile and huge files (reference §1, §3)."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

import pytest

from phaselint.dialects.base import Target
from phaselint.dialects.stud.detect import claim, detect
from phaselint.dialects.stud.reading.load import load
from phaselint.document.limits import SIZE_LIMIT
from phaselint.project.disk import DiskReader
from phaselint.project.memory import DictReader

if TYPE_CHECKING:
    from pathlib import Path

    from phaselint.dialects.stud.model import StudContract

STAGE = "---\nid: sow\ncompletionTool: submit_bed\nturnCap: 3\n---\nSow.\n"
PATIENCE = 20.0
"""Seconds of processor time; each case takes a small part of them."""


def contract(files: dict[str, str], main: str) -> StudContract:
    before = time.process_time()
    found = load(DictReader(files), Target("stud", "", main))
    assert time.process_time() - before < PATIENCE
    return found


def manifest(stages: list[Any], **more: Any) -> str:
    return json.dumps({"studPipeline": 1, "id": "a", "entryStage": "a", "stages": stages, **more})


class TestSize:
    def test_a_body_as_large_as_files_may_be(self) -> None:
        text = STAGE + "word " * ((SIZE_LIMIT - len(STAGE)) // 5)
        [stage] = contract({"a.md": text}, "a.md").stages
        assert (stage.fault, len(stage.body.text)) == ("", len(text) - text.index("Sow."))

    def test_a_file_over_the_limit(self) -> None:
        [stage] = contract({"a.md": STAGE + " " * SIZE_LIMIT}, "a.md").stages
        assert stage.fault == "unreadable"

    def test_a_header_that_is_never_closed(self) -> None:
        text = "---\n" + "turnCap: 1\ncompletionTool: a\n" * 80_000
        assert [t.main for t in detect(DictReader({"a.md": text}), "")] == ["a.md"]
        [stage] = contract({"a.md": text}, "a.md").stages
        assert stage.fault == "frontmatter-missing"

    def test_many_siblings(self) -> None:
        names = [f"s{number}" for number in range(4_000)]
        stages = [{"id": name, "turnCap": "1", "owner": name} for name in names]
        spec = {"execution": "parallel", "nextStages": names, "join": "s0"}
        next_ = {name: spec if name == "s0" else {} for name in names}
        found = contract({"m.stud.json": manifest(stages, next=next_)}, "m.stud.json")
        assert found.valid
        assert len(found.stages) == 4_000
        assert found.pipeline is not None
        assert found.pipeline.specs["s0"].sound

    def test_aliases_that_multiply(self) -> None:
        lines = ["x-a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]"]
        lines += [f"x-a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 9)]
        text = "\n".join(["---", *lines, "completionSchema: {a: *a8}", "---", ""])
        [stage] = contract({"a.md": text}, "a.md").stages
        assert stage.fault in ("", "unreadable")

    def test_deep_nesting(self) -> None:
        deep: Any = {}
        for _ in range(900):
            deep = {"properties": deep}
        contract({"a.json": json.dumps({"completionSchema": deep})}, "a.json")
        contract({"a.md": "---\ncompletionSchema: " + "{a: " * 5_000 + "\n---\n"}, "a.md")


class TestStrangeReferences:
    def test_manifests_that_list_each_other_and_themselves(self) -> None:
        one = manifest(["one.stud.json", "two.stud.json"])
        two = manifest(["one.stud.json", {"file": "two.stud.json"}])
        files = {"one.stud.json": one, "two.stud.json": two}
        reader = DictReader(files)
        assert [target.main for target in detect(reader, "")] == list(files)
        assert [target.main for target in claim(reader, "one.stud.json", False)] == [
            "one.stud.json"
        ]
        found = contract(files, "one.stud.json")
        assert sorted(found.documents) == list(files)
        assert [stage.fault for stage in found.stages] == ["", ""]

    @pytest.mark.parametrize(
        "path",
        ["../secret.md", "a/../../secret.md", "/etc/hostname", "//x.md", "..", "beds/../../x.json"],
    )
    def test_paths_that_lead_out_are_not_read(self, path: str) -> None:
        found = contract({"m.stud.json": manifest([path])}, "m.stud.json")
        assert [stage.fault for stage in found.stages] == ["outside"]
        assert list(found.documents) == ["m.stud.json"]

    @pytest.mark.parametrize(
        "path", ["\0.md", "x" * 5_000 + ".md", "x/" * 3_000 + "a.md", "\x7f.md", ".", "~/a.md"]
    )
    def test_names_that_no_file_has(self, path: str, tmp_path: Path) -> None:
        (tmp_path / "m.stud.json").write_text(manifest([path]))
        found = load(DiskReader(str(tmp_path)), Target("stud", "", "m.stud.json"))
        assert [stage.fault for stage in found.stages] == ["absent"]

    @pytest.mark.posix
    def test_links_that_lead_out(self, tmp_path: Path) -> None:
        outside = tmp_path / "outside.md"
        outside.write_text(STAGE)
        project = tmp_path / "project"
        project.mkdir()
        (project / "sow.md").symlink_to(outside)
        (project / "beds.md").mkdir()
        (project / "m.stud.json").write_text(manifest(["sow.md", "beds.md"]))
        found = load(DiskReader(str(project)), Target("stud", "", "m.stud.json"))
        assert [stage.fault for stage in found.stages] == ["unreadable", "unreadable"]
        assert [d.readable for d in found.documents.values()] == [True, False, False]


class TestWhatIsNoText:
    @pytest.mark.parametrize("name", ["a.md", "a.json", "m.stud.yaml", "sm-config.json"])
    @pytest.mark.parametrize("data", [b"\0", b"\xff\xfe\0", b"\xc3", b"", b"\xef\xbb\xbf"])
    def test_bytes(self, name: str, data: bytes) -> None:
        reader = DictReader({name: data})
        list(detect(reader, ""))
        for target in claim(reader, name, True):
            load(reader, target)

    def test_a_contract_that_has_vanished(self) -> None:
        found = contract({}, "a.md")
        assert (found.documents, found.stages, found.valid) == ({}, (), False)
