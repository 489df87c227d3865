"""Naming many files in a folder that nothing marks as a project (design §9)."""

from __future__ import annotations

import os
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from phaselint.dialects import NAMES
from phaselint.document.reader import read
from phaselint.linting.discover import Finder

if TYPE_CHECKING:
    from pathlib import Path

    from phaselint.document import Document
    from phaselint.linting.discovery import Discovery

COUNT = 30
STAGE = "---\nid: sow\ncompletionTool: submit_bed\nturnCap: 3\n---\nSow.\n"
WORKFLOW = "id: a\nname: a\nentry: x\nnodes: {x: {}}\nedges: []\n"
TOOL = "tool: dig\nside_effect: write\n"
AGENT = "---\ndescription: Sows\n---\nSow.\n"
BLUEPRINT = '{"agent": {}, "registry": {}, "schemas": {}}'


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often a file of a name was parsed."""
    counts: Counter[str] = Counter()

    def counting(path: str, data: bytes) -> Document:
        counts[os.path.basename(path)] += 1
        return read(path, data)

    monkeypatch.setattr("phaselint.project.reader.read", counting)
    return counts


def written(folder: Path, files: dict[str, str]) -> list[str]:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return [str(folder / name) for name in files]


def discovered(paths: list[str], dialect: str) -> Discovery:
    return Finder(wanted=dialect, isolated=True).discover(paths)


GRAPH = "from langgraph.graph import StateGraph\ng = StateGraph(dict)\n"


def many(count: int) -> dict[str, str]:
    """One folder with files of all dialects, and pipelines beside the stages they list."""
    manifest = "studPipeline: 1\nid: garden\nentryStage: sow\nstages: [{}.md]\n"
    return {
        name: text
        for number in range(count)
        for name, text in {
            f"sow-{number}.md": STAGE,
            f"alone-{number}.md": STAGE,
            f"garden-{number}.stud.yaml": manifest.format(f"sow-{number}"),
            f"flow-{number}.yml": WORKFLOW,
            f"dig-{number}.yaml": TOOL,
            f"plan-{number}.json": BLUEPRINT,
            f"sower-{number}.agent.md": AGENT,
            f"broken-{number}.yaml": "tool: [\n",
            f"graph-{number}.py": GRAPH,
        }.items()
    }


@pytest.mark.parametrize("dialect", ["", *NAMES])
def test_no_file_is_parsed_once_for_each_that_is_named(
    tmp_path: Path, parsed: Counter[str], dialect: str
) -> None:
    paths = written(tmp_path / "garden", many(COUNT))
    found = discovered(paths, dialect).found
    assert len(found) >= COUNT or (found and dialect in ("vesanor", "agents"))
    assert parsed or dialect  # one may know its contracts by their names
    assert max(parsed.values(), default=0) <= 2  # by the probe, and in the project it gave


def test_files_in_many_folders(tmp_path: Path, parsed: Counter[str]) -> None:
    manifest = "studPipeline: 1\nid: garden\nentryStage: sow\nstages: [stages/sow-{}.md]\n"
    files = {f"{n}/stages/sow-{n}.md": STAGE for n in range(COUNT)}
    files |= {f"{n}/garden-{n}.stud.yaml": manifest.format(n) for n in range(COUNT)}
    found = discovered(written(tmp_path, files), "stud").found
    assert {each.workspace.root for each in found} == {str(tmp_path / str(n)) for n in range(COUNT)}
    assert len(found) == COUNT
    assert max(parsed.values()) <= 3  # of a manifest: also by the probe that starts above it


def test_a_stage_is_in_the_project_of_the_pipeline_above_its_folder(tmp_path: Path) -> None:
    files = {
        "garden.stud.yaml": "studPipeline: 1\nid: g\nentryStage: sow\nstages: [stages/sow.md]\n",
        "stages/sow.md": STAGE,
    }
    named = written(tmp_path, files)[1:]
    [found] = discovered(named, "stud").found
    assert (found.workspace.root, found.target.main) == (str(tmp_path), "garden.stud.yaml")


def test_a_hidden_file_that_is_named_is_seen_beside_others(tmp_path: Path) -> None:
    named = written(tmp_path / "beds", {".sow.md": STAGE, "reap.md": STAGE})
    mains = [found.target.main for found in discovered(named, "stud").found]
    assert mains == [".sow.md", "reap.md"]
