"""Renaming in all documents of a contract."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from lsprotocol import types

from lsp.desks import Editor, over
from phaselint.dialects.symbols import span_of
from phaselint.document.changes import apply
from phaselint_lsp.document_cache import DocumentCache
from phaselint_lsp.names import names_at
from phaselint_lsp.rename import Client, prepare_at, rename_at
from phaselint_lsp.renaming import Refused, rename

if TYPE_CHECKING:
    from phaselint.dialects.symbols import Occurrence
    from phaselint_lsp.names import Named
    from phaselint_lsp.snapshot import Snapshot

FIXTURES = Path(__file__).parents[2] / "fixtures"
OF_ADDRESSES = ("step-id-address-mismatch", "missing-continuation-pair")
"""What there is to say of a climpt step whose id is no longer made of its address."""

FULL = Client(versioned=True, annotated=True, moves=True)

SESSION = """\
schema_version: "1.0"
agent: gardener
phases: [{name: dig, initial: true}, {name: 'sow'}, {name: "reap", terminal: true}]
transitions: {dig: [sow], "sow": [reap]}  # dig, sow
"""
TOOL = (
    "tool: plant_seed\nside_effect: read\ntransitions: {valid_in_phases: [dig], advances_to: sow}\n"
)
FLOW = """\
id: kiln
name: Kiln
entry: load
nodes:
  load: {name: Load, instruction: Load it., output: {properties: {heat: {type: number}}}}
  fire: {name: Fire, instruction: Fire it., requires: {output_required: [load.heat]}}
edges:
  - {from: load, to: fire, when: the load.heat of load is high}
"""


def editor(root: Path, files: dict[str, str]) -> Editor:
    (root / "phaselint.toml").touch()
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    return over(root)


def renamed(editor: Editor, file: str, mark: str, name: str) -> dict[str, str]:
    """The files as they are after a renaming at the `|` of a mark."""
    snapshot = editor.open(file)
    at = snapshot.text.index(mark.replace("|", "")) + mark.index("|")
    shelf = editor.shelf(file)
    found = rename(shelf, names_at(snapshot, shelf, at)[0], name)
    made = {}
    for path, changes in found.changes.items():
        document = shelf.document(path)
        assert document is not None
        made[path] = apply(document.text, changes)
    return made


@pytest.fixture
def garden(tmp_path: Path) -> Editor:
    return editor(tmp_path, {"session.yaml": SESSION, "plant_seed.yaml": TOOL})


@pytest.fixture
def kiln(tmp_path: Path) -> Editor:
    return editor(tmp_path, {"kiln.yml": FLOW})


# --- texts ---------------------------------------------------------------------------------------


def test_phase_is_renamed_in_all_files_and_in_its_quotes(garden: Editor) -> None:
    assert renamed(garden, "plant_seed.yaml", "to: so|w", "plant") == {
        "plant_seed.yaml": TOOL.replace("sow", "plant"),
        "session.yaml": SESSION.replace("sow", "plant").replace("dig, plant", "dig, sow"),
    }


def test_name_gets_quotes_where_it_needs_them(garden: Editor) -> None:
    made = renamed(garden, "session.yaml", "{d|ig:", "a: b")["session.yaml"]
    assert '{name: "a: b", initial' in made
    assert 'transitions: {"a: b": [sow]' in made


def test_name_between_quotes_is_escaped(garden: Editor) -> None:
    made = renamed(garden, "session.yaml", "'s|ow'", 'it\'s "so"')["session.yaml"]
    assert "{name: 'it''s \"so\"'}" in made
    assert r'"it' in made
    assert r"\"so\"" in made


def test_name_in_a_path_is_renamed_and_one_in_prose_is_not(kiln: Editor) -> None:
    made = renamed(kiln, "kiln.yml", "  lo|ad: {", "stack")["kiln.yml"]
    assert "output_required: [stack.heat]" in made
    assert "when: the load.heat of load is high" in made


def test_anchored_name_is_renamed_once(tmp_path: Path) -> None:
    text = TOOL.replace("[dig]", "[&p dig]").replace("advances_to: sow", "advances_to: *p")
    files = {"session.yaml": SESSION, "plant_seed.yaml": text}
    made = renamed(editor(tmp_path, files), "session.yaml", "{name: d|ig", "till")
    assert "valid_in_phases: [&p till], advances_to: *p" in made["plant_seed.yaml"]


def test_line_ends_and_byte_order_mark_stay(tmp_path: Path) -> None:
    text = "\ufeff" + SESSION.replace("\n", "\r\n")
    made = renamed(editor(tmp_path, {"session.yaml": text}), "session.yaml", "{d|ig:", "till")
    assert made["session.yaml"].count("\r\n") == SESSION.count("\n")
    assert "{till: [sow]" in made["session.yaml"]


def test_json_is_renamed(tmp_path: Path) -> None:
    text = (
        '{"id": "k", "name": "K", "entry": "a", "nodes": {"a": {"name": "A", "instruction": "x"}},'
    )
    text += ' "edges": []}'
    made = renamed(editor(tmp_path, {"k.json": text}), "k.json", '{"|a"', 'b"c')
    assert made["k.json"] == text.replace('"a"', '"b\\"c"')


def test_shared_stage_is_renamed_in_all_its_pipelines(tmp_path: Path) -> None:
    stage = "---\nid: survey\ncompletionTool: done\ncompletionSchema: {}\n---\nGo.\n"
    pipeline = "studPipeline: 1\nid: p\nentryStage: survey\nstages: [s.md]\n"
    files = {"s.md": stage, "a.stud.yaml": pipeline, "b.stud.yaml": pipeline}
    made = renamed(editor(tmp_path, files), "a.stud.yaml", "Stage: sur|vey", "probe")
    assert made == {name: text.replace("survey", "probe") for name, text in files.items()}


# --- refusals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mark", "name", "reason"),
    [
        ("{name: d|ig", "reap", "a phase `reap` already exists"),
        ("{name: d|ig", " dig", "a name must have at least one character"),
        ("{name: d|ig", "", "a name must have at least one character"),
        ("{name: d|ig", "a\nb", "a name must have at least one character"),
    ],
)
def test_bad_name_is_refused(garden: Editor, mark: str, name: str, reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        renamed(garden, "session.yaml", mark, name)


def test_name_that_a_path_cannot_have_is_refused(kiln: Editor) -> None:
    with pytest.raises(Refused, match="would be read as something else"):
        renamed(kiln, "kiln.yml", "  lo|ad: {", "load-it")


def test_undefined_name_is_not_renamed(tmp_path: Path) -> None:
    text = SESSION.replace("[reap]", "[gone]")
    with pytest.raises(Refused, match="`gone` isn't defined"):
        renamed(editor(tmp_path, {"session.yaml": text}), "session.yaml", "[go|ne]", "x")


def test_broken_document_is_not_renamed(garden: Editor) -> None:
    garden.open("session.yaml")
    broken = SESSION.replace("agent: gardener", 'agent: "gar')
    snapshot = garden.replace("session.yaml", broken)
    shelf = garden.shelf("session.yaml")
    for at in range(len(broken)):
        for named in names_at(snapshot, shelf, at):
            with pytest.raises(Refused):
                rename(shelf, named, "x")


def test_place_without_a_name_cannot_be_prepared(garden: Editor) -> None:
    snapshot = garden.open("session.yaml")
    with pytest.raises(Refused):
        prepare_at(snapshot, garden.shelf("session.yaml"), snapshot.text.index("gardener"))


# --- what the client gets ------------------------------------------------------------------------


def test_prepare_gives_the_name_without_quotes(garden: Editor) -> None:
    snapshot = garden.open("session.yaml")
    found = prepare_at(snapshot, garden.shelf("session.yaml"), snapshot.text.index("sow'"))
    assert garden.text_at(types.Location(snapshot.uri, found.range)) == found.placeholder == "sow"


def test_prose_needs_to_be_confirmed(kiln: Editor) -> None:
    snapshot = kiln.open("kiln.yml")
    shelf, at = kiln.shelf("kiln.yml"), snapshot.text.index("load: {")
    edit = rename_at(snapshot, shelf, at, "stack", FULL)
    [changes] = edit.document_changes or ()
    assert isinstance(changes, types.TextDocumentEdit)
    assert changes.text_document.version == 1
    prose = [each for each in changes.edits if isinstance(each, types.AnnotatedTextEdit)]
    assert [each.new_text for each in prose] == ["stack"]
    assert [note.needs_confirmation for note in (edit.change_annotations or {}).values()] == [True]
    plain = rename_at(snapshot, shelf, at, "stack", Client(versioned=True))
    assert plain.change_annotations is None
    [old] = (rename_at(snapshot, shelf, at, "stack", Client()).changes or {}).values()
    assert len(old) == len(changes.edits) - len(prose)


def test_file_of_a_tool_goes_with_its_name(garden: Editor) -> None:
    snapshot = garden.open("plant_seed.yaml")
    shelf, at = garden.shelf("plant_seed.yaml"), snapshot.text.index("plant")
    edit = rename_at(snapshot, shelf, at, "set_bulb", FULL)
    move = (edit.document_changes or ())[-1]
    assert isinstance(move, types.RenameFile)
    assert garden.file_of(move.new_uri) == "set_bulb.yaml"
    unable = rename_at(snapshot, shelf, at, "set_bulb", Client(versioned=True))
    assert len(unable.document_changes or ()) == 1


# --- there and back ------------------------------------------------------------------------------


def definitions(editor: Editor, file: str) -> list[Occurrence]:
    shelf = editor.shelf(file)
    kinds = ("phase", "validator", "variable", "input", "role", "context")
    return [
        each
        for held in shelf.own()[:1]
        for each in held.symbols.occurrences
        if each.role == "definition" and each.place.file == file and each.symbol.kind in kinds
    ]


@pytest.mark.parametrize(
    ("project", "file"),
    [
        ("refund-desk", "refunds/session.yaml"),
        ("dependency-bot", ".sweny/workflows/release-digest.yml"),
        ("flag-retirement", ".agent/auditor/steps_registry.json"),
        ("flag-retirement", ".agent/retirer/agent.json"),
    ],
)
def test_findings_stay_the_same_and_the_way_back_gives_the_same_text(
    tmp_path: Path, project: str, file: str
) -> None:
    shutil.copytree(FIXTURES / "projects" / project, tmp_path, dirs_exist_ok=True)
    desk = over(tmp_path)
    snapshot = desk.open(file)
    before = _findings(desk)
    count = 0
    for each in definitions(desk, file)[-3:]:
        old = each.symbol.name
        new = f"{old}x"
        first = _rename_on_disk(desk, file, each, new)
        if not first:
            continue
        count += 1
        after = _findings(over(tmp_path), new, old)
        assert [each for each in after if each[1] not in OF_ADDRESSES] == before
        for path, text in first.items():
            (tmp_path / path).write_bytes(text.encode())
        desk = over(tmp_path)
        assert desk.open(file).text == snapshot.text
    assert count


def _rename_on_disk(desk: Editor, file: str, each: Occurrence, new: str) -> dict[str, str]:
    """Rename, try the way back, and give the texts as they were; nothing where it is refused."""
    snapshot = desk.snapshot(file)
    shelf = DocumentCache(desk.desk, snapshot)
    [held, *_] = shelf.own()
    start, _ = span_of(held.documents[file], each)
    try:
        made = rename(shelf, _same(snapshot, shelf, start, each), new)
    except Refused:
        return {}
    old = {}
    for path in {**made.changes, **made.prose}:
        changes = (*made.changes.get(path, ()), *made.prose.get(path, ()))
        document = shelf.document(path)
        assert document is not None
        old[path] = document.text
        (desk.root / path).write_bytes(apply(document.text, changes).encode())
    again = over(desk.root)
    other = again.open(file)
    shelf = again.shelf(file)
    at = other.text.index(new)
    named = next(n for n in names_at(other, shelf, at) if n.symbol.kind == each.symbol.kind)
    back = rename(shelf, named, each.symbol.name)
    assert {**back.changes, **back.prose}.keys() == old.keys()
    for path, text in old.items():
        changes = (*back.changes.get(path, ()), *back.prose.get(path, ()))
        document = shelf.document(path)
        assert document is not None
        assert apply(document.text, changes) == text
    return old


def _same(snapshot: Snapshot, shelf: DocumentCache, start: int, each: Occurrence) -> Named:
    return next(n for n in names_at(snapshot, shelf, start) if n.symbol == each.symbol)


def _findings(desk: Editor, new: str = "", old: str = "") -> list[tuple[str, ...]]:
    """What there is to report in a project, with a name changed back."""
    return sorted(
        (path.removeprefix(str(desk.root)), each.name, each.message.replace(new or old, old))
        for path in desk.desk.files()
        for each in desk.desk.findings(path)
    )
