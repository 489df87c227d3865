"""The project root of what is named where nothing marks one: every way of naming a contract gives
the same findings (references sweny §1.4, climpt §1.2a)."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

from phaselint.cli import main
from phaselint.linting.discover import Finder

if TYPE_CHECKING:
    from pathlib import Path

WORKFLOW = """\
id: w
name: W
entry: a
nodes:
  a: {name: A, instruction: ./prompts/%s.md}
edges: []
"""
REGISTRY = {
    "agentId": "courier",
    "version": "1",
    "c1": "steps",
    "entryStep": "initial.a",
    "steps": {},
}


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project without `.git`, beside the working directory."""
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    root = tmp_path / "project"
    workflows = root / ".sweny" / "workflows"
    workflows.mkdir(parents=True)
    (root / "prompts").mkdir()
    (root / "prompts" / "there.md").write_text("Read the issue.\n")
    (workflows / "good.yml").write_text(WORKFLOW % "there")
    (workflows / "bad.yml").write_text(WORKFLOW % "lost")
    (workflows / "broken.yml").write_text("id: [\n")
    agent = root / ".agent" / "courier"
    agent.mkdir(parents=True)
    (agent / "steps_registry.json").write_text(json.dumps(REGISTRY))
    return root


def found(capsys: pytest.CaptureFixture[str], *paths: Path | str) -> set[tuple[str, str]]:
    """Rule and file name of everything that is found behind paths."""
    capsys.readouterr()
    main(["lint", "--format", "json", *map(str, paths)])
    findings = json.loads(capsys.readouterr().out)["findings"]
    return {(each["name"], os.path.basename(each["file"])) for each in findings}


def test_sources_are_looked_for_beside_the_folder_that_marks_the_project(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = found(capsys, project / ".sweny")
    assert ("source-file-missing", "bad.yml") in whole
    assert ("source-file-missing", "good.yml") not in whole


@pytest.mark.parametrize("way", [".", ".sweny", ".sweny/workflows"])
def test_a_workflow_is_the_same_however_it_is_named(
    project: Path, capsys: pytest.CaptureFixture[str], way: str
) -> None:
    files = sorted((project / ".sweny" / "workflows").iterdir())
    each = set().union(*(found(capsys, file) for file in files))
    whole = found(capsys, project / way)
    assert {pair for pair in whole if pair[1].endswith(".yml")} == each
    assert ("syntax-error", "broken.yml") in each


def test_an_agent_is_the_same_however_it_is_named(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    agent = project / ".agent" / "courier"
    expected = {pair for pair in found(capsys, project) if not pair[1].endswith(".yml")}
    assert expected
    for way in (project / ".agent", agent, agent / "steps_registry.json"):
        assert found(capsys, way) == expected


def test_the_working_directory_is_the_project_of_what_is_in_it(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "flows").mkdir()
    (project / "flows" / "good.yml").write_text(WORKFLOW % "there")
    assert ("source-file-missing", "good.yml") in found(capsys, project / "flows" / "good.yml")
    monkeypatch.chdir(project)
    assert found(capsys, "flows/good.yml") == found(capsys, "flows") == set()


def test_what_was_seen_in_projects_inside_another_is_kept_by_those_alone(tmp_path: Path) -> None:
    for name in ("one", "two/deep"):
        (tmp_path / name / ".git").mkdir(parents=True)
        (tmp_path / name / ".gitignore").write_text("left/\n")
        for folder in ("left", "in/left", "in/right"):
            (tmp_path / name / folder).mkdir(parents=True)
    (tmp_path / ".git").mkdir()
    finder = Finder(isolated=True)
    finder.survey((str(tmp_path),))
    [items, *_] = finder.rounds(())
    walked = [(os.path.relpath(item.root, tmp_path), item.path) for item in items]
    inner = [(name, path) for name in ("one", "two/deep") for path in ("", "in", "in/right")]
    assert walked == [(".", ""), *inner[:3], (".", "two"), *inner[3:]]
    listed = set(finder.workspaces[str(tmp_path)].reader.listed)
    assert {"", "two"} <= listed
    assert listed - {"", "two"} <= {"two/deep/in/right"}  # the last that was walked
