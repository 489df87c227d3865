"""A file that does not parse is known by its name and place, however it is named."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from phaselint.linting.discover import Finder

if TYPE_CHECKING:
    from pathlib import Path

YAML, JSON, HEADER = "a: [\n", '{"a": [\n', "---\nid: [\n---\n"
PLACES = {
    "desk/session.yaml": ("vesanor", YAML),
    "desk/session.yml": ("vesanor", YAML),
    "desk/pack.yaml": ("vesanor", YAML),
    ".sweny/workflows/any.yml": ("sweny", YAML),
    ".sweny/e2e/any.yaml": ("sweny", YAML),
    ".sweny/skills/any/SKILL.md": ("sweny", HEADER),
    ".agent/any/agent.json": ("climpt", JSON),
    ".agent/any/steps_registry.json": ("climpt", JSON),
    "pipes/any.stud.yaml": ("stud", YAML),
    ".github/agents/any.agent.md": ("agents", HEADER),
    ".claude/agents/any.md": ("agents", HEADER),
    "shared/any.agent.md": ("agents", HEADER),
    "pipes/sm-config.any.json": ("stud", JSON),
}


def dialects(path: Path) -> list[str]:
    found = Finder(isolated=True).discover([str(path)]).found
    return [each.dialect.name for each in found]


def written(folder: Path, path: str, text: str) -> Path:
    file = folder / path
    file.parent.mkdir(parents=True)
    file.write_text(text)
    return file


@pytest.mark.parametrize("path", PLACES)
def test_a_file_and_its_folder_that_are_named(tmp_path: Path, path: str) -> None:
    dialect, text = PLACES[path]
    file = written(tmp_path, path, text)
    assert dialects(file) == [dialect]
    assert dialects(file.parent) == [dialect]


@pytest.mark.parametrize("path", PLACES)
def test_a_file_that_stands_in_none(tmp_path: Path, path: str) -> None:
    dialect, text = PLACES[path]
    (tmp_path / path).parent.mkdir(parents=True)
    overlay = {str(tmp_path / path): text.encode()}
    found = Finder(isolated=True, overlay=overlay).discover([str(tmp_path / path)]).found
    assert [each.dialect.name for each in found] == [dialect]


@pytest.mark.parametrize("path", ["chart/values.yaml", "chart/workflow.yaml", "docs/SKILL.md"])
def test_other_files_may_be_anything(tmp_path: Path, path: str) -> None:
    assert dialects(written(tmp_path, path, YAML).parent) == []


def test_a_folder_further_up_is_no_hint(tmp_path: Path) -> None:
    written(tmp_path, "chart/templates/session.yaml", "a: {{ b }}: [\n")
    assert dialects(tmp_path) == []
