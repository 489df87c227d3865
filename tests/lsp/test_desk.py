"""What the server reports is what the command reports, whatever is edited in between."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from cases import FIXTURES, listed
from cli.contracts import SESSION, TOOL, UNKNOWN_FIELD, UNREACHABLE
from corpora import FOLDERS
from fresh import picker
from lsp.desks import Editor
from phaselint.api import builtin_rules
from phaselint.dialects.base import SCRIPT_SUFFIXES
from phaselint.linting.request import Request
from phaselint.linting.run import run
from phaselint_lsp.diagnosing import diagnostics
from phaselint_lsp.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

    from cases import Written
    from phaselint.vocabulary.diagnostic import Diagnostic

PROJECTS = FIXTURES / "projects"
SOME_RULES = sorted({case.rule for case in listed()})[::12]
"""One in twelve of the rules with fixtures: all of them take as long as the rest of the tests."""

Said = tuple[str, str, str, str, object, str]


def said(path: str, finding: Diagnostic) -> Said:
    place = finding.place.range
    return (path, finding.code, finding.level, finding.message, place, finding.fingerprint)


def of_command(folder: Path) -> set[Said]:
    result = run(Request((str(folder),), jobs=1, policing=True), builtin_rules())
    return {said(os.path.abspath(found.place.file), found) for found in result.findings}


def of_server(editor: Editor) -> set[Said]:
    """What the server shows; of a policy that is violated not that it is written in a script, where
    it is shown a second time."""
    paths = editor.desk.files()
    found = {
        said(path, each)
        for path in paths
        for each in editor.desk.findings(path)
        if each.name != "policy-violated" or not path.endswith(SCRIPT_SUFFIXES)
    }
    for path in paths:
        assert len(diagnostics(editor.desk, path)) == len(editor.desk.findings(path))
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A project with one contract without findings."""
    (tmp_path / ".git").mkdir()
    (tmp_path / "desk").mkdir()
    (tmp_path / "desk/session.yaml").write_text(SESSION)
    (tmp_path / "desk/answer.yaml").write_text(TOOL)
    return tmp_path


def test_findings_are_those_of_the_command_over_projects() -> None:
    editor = Editor(PROJECTS)
    editor.scan()
    assert of_server(editor) == of_command(PROJECTS)


@pytest.mark.parametrize("rule", SOME_RULES)
def test_findings_are_those_of_the_command_over_cases(rule: str, written: Written) -> None:
    folder = written.rule(rule)
    editor = Editor(folder)
    editor.scan()
    assert of_server(editor) == of_command(folder)


@pytest.mark.skipif(not FOLDERS, reason="needs the corpus")
def test_findings_are_those_of_the_command_over_the_corpus() -> None:
    """Of two dialects drawn at random: all of them take half a minute."""
    for folder in picker("desk").sample(FOLDERS, 2):
        editor = Editor(folder)
        editor.scan()
        assert of_server(editor) == of_command(folder)


def test_opening_every_file_changes_nothing(tmp_path: Path) -> None:
    folder = PROJECTS / "refund-desk"
    editor = Editor(folder)
    for path in sorted(folder.rglob("*.yaml")):
        editor.open(path)
    editor.scan()
    assert of_server(editor) == of_command(folder)
    for path in sorted(folder.rglob("*.yaml")):
        editor.close(path)
    assert of_server(editor) == of_command(folder)
    assert not tmp_path.joinpath("x").exists()


def test_an_unsaved_session_lints_its_tools_again(folder: Path) -> None:
    session, tool = folder / "desk/session.yaml", folder / "desk/answer.yaml"
    editor = Editor(folder)
    editor.open(session)
    editor.scan()
    assert editor.names(tool) == []
    changed = editor.edit(session, SESSION.replace("intake", "entry"))
    assert editor.names(tool) != []
    assert str(tool) in changed
    editor.edit(session, SESSION)
    assert (editor.names(session), editor.names(tool)) == ([], [])


def test_closing_without_saving_brings_back_the_disk(folder: Path) -> None:
    session = folder / "desk/session.yaml"
    editor = Editor(folder)
    editor.scan()
    editor.open(session, UNREACHABLE)
    assert editor.names(session) == ["unreachable-phase"]
    editor.close(session)
    assert editor.names(session) == []


def test_a_file_that_comes_and_goes(folder: Path) -> None:
    session, other = folder / "desk/session.yaml", folder / "desk/close.yaml"
    editor = Editor(folder)
    editor.open(session)
    editor.scan()
    other.write_text(TOOL.replace("[intake]", "[elsewhere]").replace("answer", "close"))
    editor.on_disk(other, moved=True)
    assert editor.names(other) == ["unknown-phase-valid"] or editor.names(other) != []
    other.unlink()
    editor.on_disk(other, moved=True)
    assert str(other) not in editor.desk.files()
    assert editor.names(session) == []


def test_a_contract_that_comes_and_goes(folder: Path) -> None:
    editor = Editor(folder)
    editor.scan()
    new = folder / "deeper/down/session.yaml"
    new.parent.mkdir(parents=True)
    new.write_text(UNREACHABLE)
    editor.on_disk(new, moved=True)
    assert editor.names(new) == ["unreachable-phase"]
    new.unlink()
    editor.on_disk(new, moved=True)
    assert str(new) not in editor.desk.files()


def test_a_new_buffer_is_part_of_its_folder(folder: Path) -> None:
    tool = folder / "desk/close.yaml"
    editor = Editor(folder)
    editor.scan()
    editor.open(tool, TOOL.replace("[intake]", "[elsewhere]"))
    assert editor.names(tool) != []
    editor.close(tool)
    assert str(tool) not in editor.desk.files()


def test_the_configuration_is_read_again(folder: Path) -> None:
    session, config = folder / "desk/session.yaml", folder / "phaselint.toml"
    session.write_text(UNREACHABLE)
    editor = Editor(folder)
    editor.open(session)
    editor.scan()
    assert editor.names(session) == ["unreachable-phase"]
    config.write_text('ignore = ["PL101"]\n')
    editor.on_disk(config)
    assert editor.names(session) == []
    config.write_text('ignore = ["PL1o1"]\n')
    editor.on_disk(config)
    assert any("there is no" in line or "unknown" in line for line in editor.said), editor.said


def test_settings_select_as_options_do(folder: Path) -> None:
    session = folder / "desk/session.yaml"
    session.write_text(UNKNOWN_FIELD)
    for settings, expected in (
        (Settings(), ["unknown-field"]),
        (Settings(ignore=("unknown-field",)), []),
        (Settings(min_severity="error"), []),
    ):
        editor = Editor(folder, settings=settings)
        editor.scan()
        assert editor.names(session) == expected


def test_suppressions_and_the_baseline_hold(folder: Path) -> None:
    session = folder / "desk/session.yaml"
    editor = Editor(folder)
    editor.open(session, UNREACHABLE)
    editor.scan()
    line = "  - {name: review}"
    comment = f"{line}  # phaselint: ignore[unreachable-phase] kept for later"
    editor.edit(session, UNREACHABLE.replace(line, comment))
    assert editor.names(session) == []
    editor.edit(session, UNREACHABLE.replace(line, f"{comment}\n").replace("review", "done2"))
    session.write_text(UNREACHABLE)
    run(Request((str(folder),), write_baseline=True, jobs=1), builtin_rules())
    editor.edit(session, UNREACHABLE)
    assert editor.names(session) == []
    editor.edit(session, SESSION)
    editor.desk.judge_project()
    assert editor.names(folder / "phaselint-baseline.json") == ["stale-baseline-entry"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[]", "not a baseline; delete it, and write one with `--write-baseline`"),
        ("{", "not valid JSON"),
        ('{"version": 9}', "baseline version 9 isn't supported; this phaselint reads 1"),
    ],
)
def test_a_baseline_that_cannot_be_read_is_told_and_hides_nothing(
    folder: Path, text: str, why: str
) -> None:
    session, baseline = folder / "desk/session.yaml", folder / "phaselint-baseline.json"
    session.write_text(UNREACHABLE)
    baseline.write_text(text)
    editor = Editor(folder)
    editor.open(session)
    editor.scan()
    for unreached in ("review", "remove", "review"):
        editor.edit(session, UNREACHABLE.replace("review", unreached))
        assert editor.names(session) == ["unreachable-phase"]
    editor.desk.judge_project()
    [line] = set(editor.said)
    assert line.startswith("phaselint: ")
    assert f"phaselint-baseline.json: {why}" in line.replace(":1:2:", ":")
    baseline.unlink()
    run(Request((str(folder),), write_baseline=True, jobs=1), builtin_rules())
    editor.on_disk(baseline)
    assert editor.names(session) == []


def test_a_rule_that_is_asked_again_is_news_where_it_finds_nothing(folder: Path) -> None:
    """It says that a suppression of it is unused, in a file in which nothing else is new."""
    session, tool = folder / "desk/session.yaml", folder / "desk/answer.yaml"
    hidden = "  - {name: intake, initial: true}  # phaselint: ignore[dead-phase] set by hand\n"
    session.write_text(SESSION.replace("  - {name: intake, initial: true}\n", hidden))
    editor = Editor(folder)
    editor.open(session)
    editor.open(tool, TOOL.replace("[intake]", "[intak]"))
    editor.scan()
    assert editor.names(session) == []
    editor.edit(tool, TOOL)
    assert editor.names(session) == ["unused-suppression"]


def test_a_file_without_workspace_stands_for_its_contract(folder: Path) -> None:
    session = folder / "desk/session.yaml"
    session.write_text(UNREACHABLE)
    editor = Editor()
    editor.open(session)
    assert editor.names(session) == ["unreachable-phase"]
    assert [contract.target.folder for contract in editor.snapshot(session).contracts] == ["desk"]
    editor.close(session)
    assert editor.desk.files() == []


def test_facts_are_kept_for_open_documents_alone(folder: Path) -> None:
    session = folder / "desk/session.yaml"
    editor = Editor(folder)
    editor.scan()
    states = editor.desk.project_of(str(session)).states
    assert [state.kept for state in states.values()] == [None]
    editor.open(session)
    assert editor.snapshot(session).contracts[0].facts is not None
    editor.close(session)
    assert [state.kept for state in states.values()] == [None]


BROKEN = UNREACHABLE.replace("agent: desk\n", "agent: desk\nfo\n")


def test_while_a_document_is_broken_what_was_known_stays(folder: Path) -> None:
    session, tool = folder / "desk/session.yaml", folder / "desk/answer.yaml"
    editor = Editor(folder)
    editor.open(session, UNREACHABLE + "surprise: 1\n")
    editor.scan()
    assert editor.names(session) == ["unreachable-phase", "unknown-field"]
    editor.edit(session, BROKEN + "surprise: 1\n")
    assert editor.names(session) == ["syntax-error", "unreachable-phase?", "unknown-field"]
    assert editor.names(tool) == []
    stale = editor.findings(session)[1]
    assert stale.place.range is not None
    assert stale.place.range.start.line == 6
    shown = diagnostics(editor.desk, str(session))
    assert [each.message.split("\n")[0].endswith("(stale)") for each in shown] == [
        False,
        True,
        False,
    ]
    editor.edit(session, SESSION)
    assert editor.names(session) == []


def test_a_broken_document_brings_no_flood(folder: Path) -> None:
    session, tool = folder / "desk/session.yaml", folder / "desk/answer.yaml"
    editor = Editor(folder)
    editor.open(session)
    editor.scan()
    # The line that names the phase has to be blanked.
    editor.edit(session, SESSION.replace("- {name: intake, initial: true}", "- {name: intake, ["))
    assert editor.names(session) == ["syntax-error"]
    assert editor.names(tool) == []


def test_a_finding_that_names_what_a_repair_took_away_is_held_back(tmp_path: Path) -> None:
    """The line that says what comes after a stage cannot be read, so that it seems to be missing:
    that is no news about the stage, which stands on a line nobody touched."""
    manifest = tmp_path / "customs.stud.yaml"
    text = (FIXTURES / "rules/next-missing/good/customs.stud.yaml").read_text("utf-8")
    manifest.write_text(text, "utf-8")
    editor = Editor(tmp_path)
    editor.open(manifest)
    editor.scan()
    assert editor.names(manifest) == []
    broken = text.replace("  stamp: {nextStages: []}", "  stamp {nextStages: []}")
    editor.edit(manifest, broken)
    assert editor.names(manifest) == ["manifest-invalid"]
    editor.edit(manifest, broken + "surprise: 1\n")
    assert editor.names(manifest) == ["manifest-invalid", "manifest-unknown-key"]


def test_a_document_that_is_opened_broken_has_what_the_command_says(folder: Path) -> None:
    session = folder / "desk/session.yaml"
    session.write_text(BROKEN)
    editor = Editor(folder)
    editor.open(session)
    editor.scan()
    assert of_server(editor) == of_command(folder)
    snapshot = editor.snapshot(session)
    assert snapshot.document is not None
    assert snapshot.document.readable
    assert snapshot.contracts[0].repaired == {"desk/session.yaml"}


def test_a_setting_that_names_no_rule_is_told_and_the_others_hold(folder: Path) -> None:
    editor = Editor(folder, settings=Settings(ignore=("dead-phas", "unreachable-phase")))
    session = folder / "desk/session.yaml"
    session.write_text(UNKNOWN_FIELD)
    editor.scan()
    told = (
        "phaselint: the setting `ignore`: unknown rule `dead-phas`; "
        "a similar name exists: `dead-phase`"
    )
    assert editor.said == [told]
    assert editor.names(session) == ["unknown-field"]


def test_a_workspace_in_which_a_dialect_keeps_its_contracts_is_in_the_project_around_it(
    tmp_path: Path,
) -> None:
    flows = tmp_path / ".sweny" / "workflows"
    flows.mkdir(parents=True)
    (tmp_path / "task.md").write_text("Read the issue.\n")
    flow = flows / "flow.yml"
    node = "{name: A, instruction: ./task.md}"
    flow.write_text(f"id: w\nname: W\nentry: a\nnodes:\n  a: {node}\nedges: []\n")
    for folder in (tmp_path, tmp_path / ".sweny", flows):
        editor = Editor(folder)
        editor.open(flow)
        assert editor.names(flow) == []
        assert of_command(folder) == set()


def test_older_spellings_of_options_are_told_and_work(tmp_path: Path) -> None:
    (tmp_path / "phaselint.toml").write_text("[vesanor]\nrefuse_invalid = false\n")
    editor = Editor(tmp_path, settings=Settings(options={"sweny": {"max_steps": 3}}))
    editor.scan()
    first, second = editor.said
    assert first == "options of sweny: `max_steps` is now spelled `max-steps`"
    assert second.endswith("phaselint.toml:2: `refuse_invalid` is now spelled `refuse-invalid`")
