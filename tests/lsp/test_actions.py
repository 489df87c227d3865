"""What can be done about a finding: fixes, near names, suppressions."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree
from typing import TYPE_CHECKING, Any

import pytest
from lsprotocol import types

import climpt
from lsp.desks import Editor, over
from lsp.writing import GARDEN, LETTERS, SESSION, agent, editor, put
from phaselint.document.changes import apply, changes_of
from phaselint.fixing.choosing import UNSAFE, fixable
from phaselint_lsp.actions import Asked, Client, actions
from phaselint_lsp.diagnosing import diagnostics
from phaselint_lsp.fixes import Documents, differences, fixed_text
from phaselint_lsp.suppressions import REASON, settings_of
from phaselint_lsp.uris import path_of

if TYPE_CHECKING:
    from collections.abc import Mapping


FIXTURES = Path(__file__).parents[2] / "fixtures"
FULL = Client(versioned=True, creates=True)
WEEDY = put(SESSION, "{name: sow}", "{name: sow}\n  - {name: weed}")
MISSPELT = put(LETTERS["review.md"], "turnCap", "turncap")


def offered(
    opened: Editor, name: str, rule: str, client: Client = FULL, only: str | None = None
) -> list[types.CodeAction]:
    """The actions at the findings of a rule."""
    snapshot = opened.snapshot(name)
    project = opened.desk.project_of(snapshot.path)
    found: list[types.CodeAction] = []
    for finding in snapshot.findings:
        if finding.name == rule and finding.place.range is not None:
            assert snapshot.document is not None
            at = snapshot.document.offset(finding.place.range.start)
            asked = Asked(at, at, (only,) if only is not None else None)
            told = diagnostics(opened.desk, snapshot.path)
            settings = settings_of(opened.desk, project)
            shelf = opened.shelf(name)
            found += actions(snapshot, shelf, asked, client, settings, told)
    return found


def named(found: list[types.CodeAction], title: str) -> types.CodeAction:
    [action] = [each for each in found if each.title == title]
    return action


def after(opened: Editor, action: types.CodeAction) -> dict[str, str]:
    """The texts of the documents that an action changes, once it has."""
    assert action.edit is not None
    by_uri: dict[str, list[Any]] = {k: list(v) for k, v in (action.edit.changes or {}).items()}
    for change in action.edit.document_changes or ():
        if isinstance(change, types.TextDocumentEdit):
            by_uri[change.text_document.uri] = list(change.edits)
    return {opened.file_of(uri): edited(opened, uri, edits) for uri, edits in by_uri.items()}


def edited(opened: Editor, uri: str, edits: list[Any]) -> str:
    index, encoding = opened.desk.index_of(path_of(uri)), opened.desk.encoding
    text = index.text
    for each in sorted(edits, key=lambda e: (e.range.start.line, e.range.start.character))[::-1]:
        start = index.offset(each.range.start.line, each.range.start.character, encoding)
        end = index.offset(each.range.end.line, each.range.end.character, encoding)
        new = each.new_text if isinstance(each, types.TextEdit) else each.snippet.value
        text = text[:start] + new + text[end:]
    return text


def opened(root: Path, files: Mapping[str, str], name: str) -> Editor:
    found = editor(root, files)
    found.open(name)
    return found


def test_a_fix_makes_the_same_change_as_the_command(tmp_path: Path) -> None:
    files = {**GARDEN, "plant_seed.yaml": put(GARDEN["plant_seed.yaml"], "sow}", "sew}")}
    at = opened(tmp_path, files, "plant_seed.yaml")
    action = named(
        offered(at, "plant_seed.yaml", "unknown-phase"),
        "Replace `sew` with `sow` (changes behavior)",
    )
    assert after(at, action) == {"plant_seed.yaml": GARDEN["plant_seed.yaml"]}
    assert action.kind == types.CodeActionKind.QuickFix
    assert action.diagnostics is not None
    assert action.diagnostics[0].code == "VE103"


@pytest.mark.parametrize(
    "name", ["dependency-bot", "flag-retirement", "loan-desk", "refund-desk", "release-crew"]
)
def test_every_fix_of_a_project_is_offered(tmp_path: Path, name: str) -> None:
    """The edits give the text that the command would write."""
    folder = tmp_path / name
    copytree(FIXTURES / "projects" / name, folder)
    at, seen = over(folder), 0
    for path in sorted(folder.rglob("*.*")):
        file = path.relative_to(folder).as_posix()
        if not any(fixable(each, UNSAFE) for each in at.desk.findings(str(path))):
            continue
        snapshot = at.open(file)
        for finding in snapshot.findings:
            if fixable(finding, UNSAFE) and finding.fix is not None:
                seen += 1
                wanted = changes_of(finding.fix, Documents(at.shelf(file)))
                assert wanted is not None
                texts = {each: apply(text_of(at, each), some) for each, some in wanted.items()}
                assert texts in [
                    after(at, each)
                    for each in offered(at, file, finding.name)
                    if each.edit is not None
                ]
    assert seen


def text_of(at: Editor, file: str) -> str:
    return at.desk.index_of(str(at.root / file)).text


def test_edits_hold_for_the_version_that_was_looked_at(tmp_path: Path) -> None:
    at = opened(tmp_path, {**LETTERS, "review.md": MISSPELT}, "review.md")
    at.replace("review.md", MISSPELT + "\n")
    action = next(each for each in offered(at, "review.md", "unknown-key-typo") if each.edit)
    assert action.edit is not None
    [change] = action.edit.document_changes or ()
    assert isinstance(change, types.TextDocumentEdit)
    assert change.text_document.version == 2


def test_older_clients_get_plain_changes(tmp_path: Path) -> None:
    at = opened(tmp_path, {**LETTERS, "review.md": MISSPELT}, "review.md")
    found = offered(at, "review.md", "unknown-key-typo", Client())
    assert found[0].edit is not None
    assert found[0].edit.document_changes is None
    assert after(at, found[0]) == {"review.md": LETTERS["review.md"]}


def test_near_names_are_offered_where_a_rule_has_no_fix(tmp_path: Path) -> None:
    files = agent()
    files[climpt.REGISTRY] = put(files[climpt.REGISTRY], '"next",', '"nexd",')
    at = opened(tmp_path, files, climpt.REGISTRY)
    rules = {each.name for each in at.snapshot(climpt.REGISTRY).findings}
    found = [each for rule in sorted(rules) for each in offered(at, climpt.REGISTRY, rule)]
    changed = [after(at, each) for each in found if each.title.startswith("Replace")]
    assert {climpt.REGISTRY: agent()[climpt.REGISTRY]} in changed


def test_a_finding_is_suppressed_with_a_reason(tmp_path: Path) -> None:
    at = opened(tmp_path, {**GARDEN, "session.yaml": WEEDY}, "session.yaml")
    found = offered(at, "session.yaml", "unreachable-phase")
    here = after(at, named(found, "Suppress `unreachable-phase` here"))["session.yaml"]
    assert f"{{name: weed}}  # phaselint: ignore[unreachable-phase] {REASON}\n" in here
    file = after(at, named(found, "Suppress `unreachable-phase` in this file"))["session.yaml"]
    assert file.startswith(f"# phaselint: ignore-file[unreachable-phase] {REASON}\n")
    at.replace("session.yaml", here)
    assert "unreachable-phase" not in {e.name for e in at.snapshot("session.yaml").findings}


def test_a_finding_is_suppressed_in_the_configuration(tmp_path: Path) -> None:
    at = opened(tmp_path, {**GARDEN, "session.yaml": WEEDY}, "session.yaml")
    found = offered(at, "session.yaml", "unreachable-phase")
    action = named(found, "Suppress `unreachable-phase` in phaselint.toml")
    text = after(at, action)["phaselint.toml"]
    assert text.startswith('[[suppress]]\nrule = "unreachable-phase"\npath = "/session.yaml"\n')
    (tmp_path / "phaselint.toml").write_text(text)
    again = over(tmp_path).open("session.yaml")
    assert "unreachable-phase" not in {each.name for each in again.findings}


def test_a_configuration_that_is_not_there_is_created(tmp_path: Path) -> None:
    opened(tmp_path, {**GARDEN, "session.yaml": WEEDY}, "session.yaml")
    (tmp_path / "phaselint.toml").unlink()
    at = over(tmp_path)
    at.open("session.yaml")
    title = "Suppress `unreachable-phase` in phaselint.toml"
    action = named(offered(at, "session.yaml", "unreachable-phase"), title)
    assert action.edit is not None
    create, change = action.edit.document_changes or ()
    assert isinstance(create, types.CreateFile)
    assert isinstance(change, types.TextDocumentEdit)
    cannot = offered(at, "session.yaml", "unreachable-phase", Client(versioned=True))
    assert title not in {each.title for each in cannot}


def test_the_reason_is_a_placeholder_for_clients_that_have_such(tmp_path: Path) -> None:
    at = opened(tmp_path, {**GARDEN, "session.yaml": WEEDY}, "session.yaml")
    found = offered(at, "session.yaml", "unreachable-phase", Client(True, True, True))
    text = after(at, named(found, "Suppress `unreachable-phase` here"))["session.yaml"]
    assert f"ignore[unreachable-phase] ${{1:{REASON}}}\n" in text


def test_json_has_no_comments(tmp_path: Path) -> None:
    files = agent()
    files[climpt.REGISTRY] = put(files[climpt.REGISTRY], '"next",', '"nexd",')
    at = opened(tmp_path, files, climpt.REGISTRY)
    rule = at.snapshot(climpt.REGISTRY).findings[0].name
    titles = {each.title for each in offered(at, climpt.REGISTRY, rule)}
    assert f"Suppress `{rule}` here" not in titles
    assert f"Suppress `{rule}` in phaselint.toml" in titles


def test_other_kinds_of_actions_are_left_to_others(tmp_path: Path) -> None:
    at = opened(tmp_path, {**GARDEN, "session.yaml": WEEDY}, "session.yaml")
    assert offered(at, "session.yaml", "unreachable-phase", only="refactor") == []
    assert offered(at, "session.yaml", "unreachable-phase", only="quickfix") != []


def test_all_safe_fixes_give_what_the_command_writes(tmp_path: Path) -> None:
    """More than one round, with the text of the editor and not that on disk."""
    workflow = """\
id: kiln
name: Kiln
entry: load
nodes:
  load:
    name: Load
    instruction: docs/load.md
    eval:
      - {name: called, kind: value, rule: {any_tool_called: [Bash]}}
edges: []
"""
    path = ".sweny/workflows/kiln.yml"
    at = opened(tmp_path, {path: "id: kiln\n", "docs/load.md": "Load it.\n"}, path)
    snapshot = at.replace(path, workflow)
    project = at.desk.project_of(snapshot.path)
    overlay = {snapshot.path: workflow.encode()}
    request = project.request._replace(paths=(snapshot.path,), overlay=overlay)
    text = fixed_text(request, project.rules, snapshot.path)
    assert text is not None
    assert "instruction: ./docs/load.md" in text
    assert "kind: function" in text
    assert apply(workflow, differences(workflow, text)) == text
    assert (tmp_path / path).read_text() == "id: kiln\n"


def test_differences_of_long_texts_are_one_piece() -> None:
    old = "a\n" * 5_000
    new = old[:4_000] + "b\n" + old[4_002:]
    changes = list(differences(old, new))
    assert len(changes) == 1
    assert apply(old, changes) == new


def test_the_run_of_a_finding_is_played_by_clients_that_can(tmp_path: Path) -> None:
    found = opened(tmp_path, {**GARDEN, "session.yaml": WEEDY}, "session.yaml")
    title = "Play the run of `tool-deadlock`"
    can = offered(found, "session.yaml", "tool-deadlock", FULL._replace(plays=True))
    command = named(can, title).command
    assert command is not None
    assert command.command == "phaselint.showGraph"
    assert (command.arguments or [])[2] == "html"
    assert title not in {each.title for each in offered(found, "session.yaml", "tool-deadlock")}
