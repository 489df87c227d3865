"""The graph of a contract as a page: what it shows, and what of it is at a position."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from lsp.writing import GARDEN, KILN, SESSION, editor, put
from phaselint.vocabulary.errors import UsageError
from phaselint_lsp.covering import coverage_of, line_of, measure, scripts_for
from phaselint_lsp.document_cache import DocumentCache
from phaselint_lsp.graphs import graph_view, page, pictured, there
from phaselint_lsp.lenses import has_run, of_coverage, of_runs
from phaselint_lsp.running import bench
from phaselint_lsp.uris import uri_of

if TYPE_CHECKING:
    from lsp.desks import Editor
    from phaselint.dialects.base import Target
    from phaselint_lsp.project import Project

WEEDY = put(SESSION, "{name: sow}", "{name: sow}\n  - {name: weed}")
SCRIPT = """\
version: 1
options: {refuse_invalid: false}
scenarios:
  - name: nothing
    model: []
    expect: {phases: [dig]}
"""


def contract(opened: Editor, name: str) -> tuple[Project, Target]:
    """The one contract that an open file is in."""
    snapshot = opened.snapshot(name)
    project = opened.desk.project_of(snapshot.path)
    [target] = project.holders(snapshot.file)
    return project, target


def data_of(text: str) -> dict[str, Any]:
    """What the viewer is given."""
    found = re.search(r'<script type="application/json">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


def test_the_page_has_the_findings_with_their_pictures(tmp_path: Path) -> None:
    opened = editor(tmp_path, {**GARDEN, "session.yaml": WEEDY})
    snapshot = opened.open("session.yaml")
    project, target = contract(opened, "session.yaml")
    answer = page(graph_view(project, target))
    assert (answer["contract"], answer["format"]) == (target.path, "html")
    assert answer["root"] == uri_of(str(tmp_path))
    fingerprints = {each.fingerprint for each in snapshot.findings}
    assert fingerprints <= answer["findings"].keys()
    data = data_of(answer["text"])
    assert answer["nodes"] == [node["name"] for node in data["drawing"]["nodes"]]
    assert all(f'id="{name}"' in answer["text"] for name in answer["findings"].values())
    [lost] = [each for each in snapshot.findings if each.name == "unreachable-phase"]
    [seen] = [e for e in data["findings"] if e["id"] == answer["findings"][lost.fingerprint]]
    assert seen["marks"]
    assert "acquireVsCodeApi" in answer["text"]


def test_the_page_is_of_the_text_in_the_editor(tmp_path: Path) -> None:
    opened = editor(tmp_path, GARDEN)
    opened.open("session.yaml")
    opened.replace("session.yaml", WEEDY)
    assert "weed" in page(graph_view(*contract(opened, "session.yaml")))["nodes"]


def test_the_page_goes_on_while_a_document_does_not_parse(tmp_path: Path) -> None:
    opened = editor(tmp_path, GARDEN)
    opened.open("session.yaml")
    opened.replace("session.yaml", f"{SESSION}oops: [\n")
    assert "dig" in page(graph_view(*contract(opened, "session.yaml")))["nodes"]


def test_nothing_is_proved_for_a_picture(tmp_path: Path) -> None:
    opened = editor(tmp_path, {**GARDEN, "session.yaml": WEEDY})
    opened.open("session.yaml")
    result = pictured(graph_view(*contract(opened, "session.yaml")))
    assert result.findings
    assert all(each.proof is None for each in result.findings)
    assert all(each.place.range is not None for each in result.findings)


def test_what_is_suppressed_is_not_in_the_page(tmp_path: Path) -> None:
    quiet = f"# phaselint: ignore-file[unreachable-phase] weeds come later\n{WEEDY}"
    opened = editor(tmp_path, {**GARDEN, "session.yaml": quiet})
    opened.open("session.yaml")
    result = pictured(graph_view(*contract(opened, "session.yaml")))
    assert "unreachable-phase" not in {each.name for each in result.findings}


def test_a_contract_without_a_graph(tmp_path: Path) -> None:
    opened = editor(tmp_path, {**GARDEN, "session.yaml": re.sub(r"(?s)phases:.*", "", SESSION)})
    opened.open("session.yaml")
    with pytest.raises(UsageError, match="no graph to draw"):
        page(graph_view(*contract(opened, "session.yaml")))


def test_which_phase_and_findings_are_at_a_position(tmp_path: Path) -> None:
    opened = editor(tmp_path, {**GARDEN, "session.yaml": WEEDY})
    snapshot = opened.open("session.yaml")
    shelf = DocumentCache(opened.desk, snapshot)
    [lost] = [each for each in snapshot.findings if each.name == "unreachable-phase"]
    found = there(snapshot, shelf, snapshot.text.index("name: weed"))
    assert found.node == "weed"
    assert lost.fingerprint in found.findings
    assert there(snapshot, shelf, 0).node == ""
    assert there(snapshot, shelf, snapshot.text.index("name: weed"), "elsewhere").node == ""


def test_the_phase_of_a_node_of_a_workflow(tmp_path: Path) -> None:
    path = ".sweny/workflows/kiln.yml"
    opened = editor(tmp_path, {path: KILN})
    snapshot = opened.open(path)
    found = there(snapshot, DocumentCache(opened.desk, snapshot), snapshot.text.index("Load it."))
    assert found.node == "load"


def test_the_stage_of_which_an_entry_of_a_manifest_says_something(tmp_path: Path) -> None:
    """Stages are defined in files of their own; what the manifest says of one is in its entries."""
    project = Path("fixtures/projects/loan-desk")
    names = [path.relative_to(project).as_posix() for path in project.glob("stages/*.md")]
    files = {name: (project / name).read_text("utf-8") for name in ("loans.stud.yaml", *names)}
    opened = editor(tmp_path, files)
    snapshot = opened.open("loans.stud.yaml")
    shelf = DocumentCache(opened.desk, snapshot)

    def at(text: str) -> str:
        return there(snapshot, shelf, snapshot.text.index(text)).node

    assert at("condition: {nextStages") == "condition"
    assert at("default: {nextStages: [refusal]}") == "assess"
    assert at("name: Loans") == ""


def test_runs_are_offered_where_one_shows_a_finding(tmp_path: Path) -> None:
    opened = editor(tmp_path, {**GARDEN, "session.yaml": WEEDY})
    snapshot = opened.open("session.yaml")
    told = [each.fingerprint for each in snapshot.findings if has_run(each)]
    assert told
    calls = [each.command for each in of_runs(snapshot) if each.command]
    assert [(call.arguments or [])[-1] for call in calls] == told


def test_what_scripts_take_is_known_until_something_changes(tmp_path: Path) -> None:
    opened = editor(tmp_path, {**GARDEN, "garden.script.yaml": SCRIPT})
    snapshot = opened.open("session.yaml")
    project, target = contract(opened, "session.yaml")
    assert not list(of_coverage(snapshot, project)), "nobody has run them"
    scripts = scripts_for(project.reader, target, ())
    assert [script.path for script in scripts] == ["garden.script.yaml"]
    stage = bench(project.dialect(target.dialect), project.reader, target, project.task(target))
    measured = measure(stage, scripts)
    assert measured is not None
    project.measured[target] = measured
    line = line_of(measured.coverage)
    assert re.fullmatch(r"scripts cover 0 of \d+ reachable moves? \(0 %\)", line)
    [lens] = of_coverage(snapshot, project)
    assert lens.command is not None
    assert lens.command.title == line
    assert "Scripts: 0 of" in page(graph_view(project, target))["text"]

    opened.open("garden.script.yaml")
    opened.replace("garden.script.yaml", f"{SCRIPT}# changed\n")
    assert coverage_of(project, target, snapshot.contracts[0].documents) is None
    opened.replace("garden.script.yaml", SCRIPT)
    assert list(of_coverage(snapshot, project)), "it is as it was"
    assert not list(of_coverage(opened.replace("session.yaml", WEEDY), project))
