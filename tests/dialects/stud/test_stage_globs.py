"""The option `stage-globs`: markdown files that the configuration makes stages (reference §1.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cli.command import Command
from phaselint.dialects import dialect
from phaselint.dialects.options import as_configured
from phaselint.project.memory import DictReader

if TYPE_CHECKING:
    from pathlib import Path

STUD = dialect("stud")
STAGE = "---\nid: sow\ncompletionTool: submit_bed\nturnCap: 3\n---\nSow.\n"
PROSE = "# Sowing\n"
FILES = {"stages/sow.md": PROSE, "stages/notes/old.md": PROSE, "readme.md": PROSE}


def found(files: dict[str, str], folder: str, *globs: str) -> list[str]:
    asked = as_configured(STUD, {"stud": {"stage-globs": globs}}, {})
    return [target.main for target in asked.detect(DictReader(files), folder)]


def test_without_patterns_none_is() -> None:
    assert found(FILES, "stages") == []


def test_listed_files_are_stages_whatever_they_hold() -> None:
    assert found(FILES, "stages", "**/stages/*.md") == ["stages/sow.md"]
    assert found(FILES, "stages/notes", "stages") == ["stages/notes/old.md"]
    assert found(FILES, "", "**/stages/*.md") == []


def test_in_the_hidden_folder_of_the_tool() -> None:
    files = {".stud/flow/sow.md": PROSE}
    assert found(files, "", ".stud/**/*.md") == [".stud/flow/sow.md"]


def test_other_files_are_none() -> None:
    assert found({"stages/sow.txt": PROSE, "stages/a.yaml": "a: 1\n"}, "stages", "stages") == []


def test_a_listed_stage_of_a_pipeline_is_no_contract_of_its_own() -> None:
    manifest = "studPipeline: 1\nid: garden\nentryStage: sow\nstages: [stages/sow.md]\n"
    files = {"garden.stud.yaml": manifest, "stages/sow.md": PROSE, "stages/reap.md": PROSE}
    assert found(files, "stages", "stages/*.md") == ["stages/reap.md"]


def test_the_command_line_wins_over_the_configuration() -> None:
    asked = as_configured(
        STUD, {"stud": {"stage-globs": ["readme.md"]}}, {"stud": {"stage-globs": ["stages/*.md"]}}
    )
    assert [each.main for each in asked.detect(DictReader(FILES), "")] == []
    assert [each.main for each in asked.detect(DictReader(FILES), "stages")] == ["stages/sow.md"]


def test_a_named_file() -> None:
    asked = as_configured(STUD, {"stud": {"stage-globs": ["stages/*.md"]}}, {})
    reader = DictReader(FILES)
    assert [each.main for each in asked.claim(reader, "stages/sow.md", False)] == ["stages/sow.md"]
    assert list(asked.claim(reader, "readme.md", False)) == []


@pytest.fixture
def phaselint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Command:
    """The command in a project with one stage that looks like none."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "stages").mkdir()
    (tmp_path / "stages" / "sow.md").write_text(PROSE, "utf-8")
    return Command(tmp_path, capsys.readouterr)


def test_from_the_configuration(phaselint: Command) -> None:
    (phaselint.folder / "phaselint.toml").write_text('[stud]\nstage-globs = ["**/stages/*.md"]\n')
    for path in (".", "stages", "stages/sow.md"):
        ended = phaselint("lint", "--format=concise", path)
        assert "stages/sow.md:1:1" in ended.lines[0]
        assert "[frontmatter-missing]" in ended.lines[0]
        assert ended.status == 1


def test_from_the_command_line(phaselint: Command) -> None:
    assert phaselint("lint").status == 0
    ended = phaselint("lint", "--format=concise", "--set", "stud.stage-globs=**/stages/*.md")
    assert "[frontmatter-missing]" in ended.lines[0]
    assert ended.status == 1
