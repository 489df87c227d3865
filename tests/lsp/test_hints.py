"""What is in force without being written, and what stands above phases."""

from __future__ import annotations

from typing import TYPE_CHECKING

import climpt
from lsp.writing import GARDEN, KILN, LETTERS, SESSION, TOOL, agent, editor, put
from phaselint_lsp.hints import hints
from phaselint_lsp.lenses import lenses
from phaselint_lsp.refreshing import affected

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

KILN_FILE = ".sweny/workflows/kiln.yml"
SCRIPT = """\
version: 1
scenarios:
  - name: one seed
    model: []
"""


def hinted(root: Path, files: Mapping[str, str], name: str) -> list[str]:
    """Each hint with the text of the line in front of it."""
    snapshot = editor(root, files).open(name)
    found = hints(snapshot, 0, len(snapshot.text))
    lines = snapshot.text.split("\n")
    return [
        f"{lines[each.position.line][: each.position.character].strip()} «{each.label}»"
        for each in found
    ]


def titles(root: Path, files: Mapping[str, str], name: str) -> list[tuple[int, str]]:
    opened = editor(root, files)
    snapshot = opened.open(name)
    reader = opened.desk.project_of(snapshot.path).reader
    found = lenses(snapshot, opened.shelf(name), reader)
    return [(e.range.start.line + 1, e.command.title) for e in found if e.command is not None]


def test_the_gate_of_a_tool_comes_from_the_session(tmp_path: Path) -> None:
    files = {**GARDEN, "session.yaml": SESSION + "risk_defaults: {read: block}\n"}
    assert hinted(tmp_path, files, "plant_seed.yaml") == ["side_effect: read «gate: block»"]


def test_a_gate_that_is_written_needs_no_hint(tmp_path: Path) -> None:
    files = {**GARDEN, "plant_seed.yaml": "gate: allow\n" + TOOL}
    assert hinted(tmp_path, files, "plant_seed.yaml") == []


def test_a_tool_without_phases_is_there_in_all(tmp_path: Path) -> None:
    files = {**GARDEN, "plant_seed.yaml": "tool: plant_seed\nside_effect: read\ngate: allow\n"}
    assert hinted(tmp_path, files, "plant_seed.yaml") == ["tool: plant_seed «in all phases»"]


def test_policies_models_and_default_ways_of_a_workflow(tmp_path: Path) -> None:
    assert hinted(tmp_path, {KILN_FILE: KILN}, KILN_FILE) == [
        "requires: «on_fail: fail»",
        "eval: «all_pass»",
        "- {name: even, kind: judge «claude-haiku-4-5»",
        "- {from: load, to: cool «default»",
    ]


def test_the_kind_of_a_step_is_inferred(tmp_path: Path) -> None:
    files = agent()
    files[climpt.REGISTRY] = put(files[climpt.REGISTRY], '"stepKind": "work",', "")
    found = hinted(tmp_path, files, climpt.REGISTRY)
    assert found[0] == '"c2": "initial" «stepKind: work»'
    assert '"stepKind": "work" «permissionMode: acceptEdits»' in found
    assert '"stepKind": "verification" «permissionMode: plan»' in found


def test_a_stage_without_a_next_ends_the_run(tmp_path: Path) -> None:
    assert hinted(tmp_path, LETTERS, "letters.stud.yaml") == [
        "stages: [draft.md, review.md «ends the run»"
    ]


def test_hints_outside_of_the_range_are_left_out(tmp_path: Path) -> None:
    snapshot = editor(tmp_path, {KILN_FILE: KILN}).open(KILN_FILE)
    assert hints(snapshot, 0, KILN.index("nodes:")) == []


def test_ways_in_and_out_of_each_phase(tmp_path: Path) -> None:
    assert titles(tmp_path, {KILN_FILE: KILN}, KILN_FILE)[:3] == [
        (7, "0 in · 2 out"),
        (16, "1 in · 1 out"),
        (24, "2 in · 0 out"),
    ]


def test_findings_can_be_proved_and_scripts_run(tmp_path: Path) -> None:
    session = put(SESSION, "{name: sow}", "{name: sow}\n  - {name: weed}")
    files = {**GARDEN, "session.yaml": session, "garden.script.yaml": SCRIPT}
    found = titles(tmp_path, files, "session.yaml")
    assert found[0] == (1, "run script garden.script.yaml")
    assert (6, "0 in · 0 out") in found
    assert (6, "confirm unreachable-phase") in found


def test_each_scenario_of_a_script_can_be_run(tmp_path: Path) -> None:
    files = {**GARDEN, "garden.script.yaml": SCRIPT}
    assert titles(tmp_path, files, "garden.script.yaml") == [(3, "run scenario")]


def test_documents_that_change_because_of_another_are_fetched_again() -> None:
    seen, now = {"/a": 1, "/b": 4}, {"/a": 2, "/b": 4, "/c": 1}
    assert affected(["/a", "/b", "/c", "/d"], now, seen) == {"/b"}
