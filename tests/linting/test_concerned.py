"""Which contracts a changed file may belong to, in a comparison of two directories."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from phaselint.api import builtin_rules
from phaselint.linting.difference.changes import concerned
from phaselint.linting.difference.sides import on_disk
from phaselint.linting.request import Request

if TYPE_CHECKING:
    from pathlib import Path

WORKFLOWS = ".sweny/workflows"


def workflow(name: str, instruction: str = "Do it.") -> str:
    """A workflow of one node."""
    node = {"name": "A", "instruction": instruction, "skills": []}
    found = {"id": name, "name": name, "description": "d", "entry": "a", "nodes": {"a": node}}
    return json.dumps({**found, "edges": []})


def touched(folder: Path, *changed: str) -> list[str]:
    """The names of the workflows that changed files may belong to."""
    side = on_disk("new", str(folder), [str(folder)], Request(()), builtin_rules())
    assert {each.dialect.name for each in side.found} == {"sweny"}
    return [each.target.main.rpartition("/")[2] for each in concerned(side, {*changed})]


def written(folder: Path, **instructions: str) -> None:
    """Workflows with their instructions, each in a file of its own in one folder."""
    place = folder / WORKFLOWS
    place.mkdir(parents=True)
    for name, instruction in instructions.items():
        (place / f"{name}.yml").write_text(workflow(name, instruction))


def test_a_workflow_is_no_part_of_others_in_its_folder(tmp_path: Path) -> None:
    written(tmp_path, one="Do it.", two="Do it.", three="Do it.")
    assert touched(tmp_path, f"{WORKFLOWS}/one.yml") == ["one.yml"]


def test_it_may_be_one_of_those_that_mention_it(tmp_path: Path) -> None:
    written(tmp_path, one="Do it.", two="Read one.yml first.", three="Do it.")
    assert sorted(touched(tmp_path, f"{WORKFLOWS}/one.yml")) == ["one.yml", "two.yml"]


def test_another_file_of_the_folder_may_belong_to_each(tmp_path: Path) -> None:
    written(tmp_path, one="Do it.", two="Do it.")
    (tmp_path / WORKFLOWS / "skill.md").write_text("# A skill\n")
    assert sorted(touched(tmp_path, f"{WORKFLOWS}/skill.md")) == ["one.yml", "two.yml"]


def test_all_that_share_a_file_that_mentions_it_are_looked_at(tmp_path: Path) -> None:
    written(tmp_path, one="Do it.", two="Do it.")
    (tmp_path / WORKFLOWS / "notes.md").write_text("See one.yml.\n")
    assert sorted(touched(tmp_path, f"{WORKFLOWS}/one.yml")) == ["one.yml", "two.yml"]
