"""Which contracts a changed file may belong to, in a comparison of two directories."""

from __future__ import annotations

import json
import os
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from corpora import FOLDERS
from fresh import picker
from phaselint.api import builtin_rules
from phaselint.linting.difference.affected import Affected
from phaselint.linting.difference.changes import concerned
from phaselint.linting.difference.sides import on_disk
from phaselint.linting.request import Request

if TYPE_CHECKING:
    from collections.abc import Iterable

    from phaselint.linting.difference.sides import Side
    from phaselint.linting.discovery import FoundContract

PROJECTS = Path(__file__).parents[2] / "fixtures" / "projects"
DRAWN = 60
"""Of how many files of a corpus it is asked which contracts they may belong to."""

WORKFLOWS = ".sweny/workflows"


def workflow(name: str, instruction: str = "Do it.") -> str:
    """A workflow of one node."""
    node = {"name": "A", "instruction": instruction, "skills": []}
    found = {"id": name, "name": name, "description": "d", "entry": "a", "nodes": {"a": node}}
    return json.dumps({**found, "edges": []})


STAGE = """---
completionTool: done
completionSchema: {type: object, properties: {ok: {type: boolean}}, required: [ok]}
turnCap: 3
allowedTools: []
---
Decide.
"""
PIPELINE = """schemaVersion: 1
stages:
  - {id: decide, file: stages/decide.md}
"""
GRAPH = """from langgraph.graph import StateGraph
from {package}.nodes import work

builder = StateGraph(dict)
builder.add_node("work", work)
builder.set_entry_point("work")
graph = builder.compile()
"""


def side_of(folder: Path) -> Side:
    """A folder as one side of a comparison."""
    side = on_disk("new", str(folder), [str(folder)], Request((), jobs=1), builtin_rules())
    return side.searched()


def put(folder: Path, files: dict[str, str]) -> None:
    """Files with their texts."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def concerned_by(side: Side, changed: set[str]) -> tuple[FoundContract, ...]:
    """The contracts that changed files may belong to, searched for where they may be."""
    affected = Affected(side, changed)
    return concerned(side.searched(affected.needs), affected)


def missed(side: Side, paths: Iterable[str], parts: dict[str, list[str]]) -> list[str]:
    """The files of contracts that are not said to belong to them."""
    found = []
    for path in paths:
        told = {each.target.path for each in concerned_by(side, {path})}
        found += [f"{path} of {each}" for each in parts[path] if each not in told]
    return found


def parts_of(side: Side) -> dict[str, list[str]]:
    """The files that contracts are made of, each with those contracts."""
    found: dict[str, list[str]] = {}
    for each in side.found:
        for path in each.dialect.load(each.workspace.reader, each.target).documents:
            found.setdefault(side.path(each, path), []).append(each.target.path)
    return found


def touched(folder: Path, *changed: str) -> list[str]:
    """The names of the workflows that changed files may belong to."""
    side = side_of(folder)
    assert {each.dialect.name for each in side.found} == {"sweny"}
    return [each.target.main.rpartition("/")[2] for each in concerned_by(side, {*changed})]


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


@pytest.mark.parametrize("name", sorted(os.listdir(PROJECTS)))
def test_each_file_of_a_contract_may_belong_to_it(name: str) -> None:
    side = side_of(PROJECTS / name)
    parts = parts_of(side)
    assert parts
    assert missed(side, parts, parts) == []


@pytest.mark.skipif(not FOLDERS, reason="PHASELINT_CORPUS is not set")
def test_each_file_of_a_corpus_may_belong_to_its_contracts() -> None:
    pick = picker("concerned")
    inner = chain(*((path, *path.iterdir()) for path in FOLDERS))
    for folder in pick.sample([path for path in inner if path.is_dir()], 12):
        side = side_of(folder)
        parts = parts_of(side)
        paths = pick.sample(sorted(parts), min(DRAWN, len(parts)))
        assert missed(side, paths, parts) == [], folder


class TestCopies:
    def test_a_stage_belongs_to_the_pipeline_beside_it(self, tmp_path: Path) -> None:
        for name in ("one", "two"):
            put(tmp_path / name, {"p.stud.yaml": PIPELINE, "stages/decide.md": STAGE})
        side = side_of(tmp_path)
        (found,) = concerned_by(side, {"two/stages/decide.md"})
        assert found.target.path == "two/p.stud.yaml"

    def test_but_also_to_one_that_says_where_it_is(self, tmp_path: Path) -> None:
        far = PIPELINE.replace("stages/", "../two/stages/")
        put(tmp_path / "one", {"p.stud.yaml": far, "stages/decide.md": STAGE})
        put(tmp_path / "two", {"p.stud.yaml": PIPELINE, "stages/decide.md": STAGE})
        found = concerned_by(side_of(tmp_path), {"two/stages/decide.md"})
        assert {each.target.path for each in found} >= {"one/p.stud.yaml", "two/p.stud.yaml"}

    def test_a_module_belongs_to_graphs_that_draw_on_it_by_way_of_another(
        self, tmp_path: Path
    ) -> None:
        nodes = "from common.tools import look\n\n\ndef work(state):\n    return look(state)\n"
        put(
            tmp_path,
            {
                "desk/graph.py": GRAPH.format(package="shared"),
                "apart/graph.py": GRAPH.format(package="apart"),
                "apart/nodes.py": "def work(state):\n    return state\n",
                "shared/nodes.py": nodes,
                "common/tools.py": "def look(state):\n    return state\n",
            },
        )
        found = concerned_by(side_of(tmp_path), {"common/tools.py"})
        assert [each.target.main for each in found] == ["desk/graph.py"]


def test_files_that_are_too_many_to_be_kept_tell_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    side = on_disk("", str(PROJECTS), [str(PROJECTS)], Request(()), builtin_rules())
    folders = sorted({os.path.join(side.base, os.path.dirname(path)) for path in side.files})

    def told(path: str) -> tuple[frozenset[str], list[bool]]:
        found = Affected(side, {path})
        return (found.touched, [found.needs(each, each) for each in folders])

    drawn = picker("kept").sample(sorted(side.files), 40)
    kept = [told(path) for path in drawn]
    assert any(len(touched) > 1 for touched, _ in kept)
    monkeypatch.setattr("phaselint.linting.difference.affected.MOST_KEPT", 1000)
    assert [told(path) for path in drawn] == kept
