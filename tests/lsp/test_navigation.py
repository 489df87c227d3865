"""From names to definitions and uses, in all dialects, on functions without a session."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from lsprotocol import types

from lsp.desks import Editor, over
from phaselint_lsp.links import document_links
from phaselint_lsp.navigation import definition_at, highlights_at, references_at
from phaselint_lsp.outline import flat, outline
from phaselint_lsp.structure import folds, selections_at

if TYPE_CHECKING:
    from pathlib import Path

SESSION = """\
schema_version: "1.0"
agent: gardener
phases:
  - {name: dig, initial: true}
  - {name: 'sow', terminal: false}
  - name: reap
    terminal: true
transitions:
  dig: [sow]
  sow: [reap]
"""
TOOL = """\
tool: plant_seed
side_effect: read
transitions:
  valid_in_phases: [dig]
  advances_to: sow
"""
FLOW = """\
id: kiln
name: Kiln
entry: load
nodes:
  load:
    name: Load
    instruction: {file: notes/load.md}
    output:
      properties: {heat: {type: number}}
      required: [heat]
  fire:
    name: Fire
    instruction: Fire it.
    requires: {output_required: [load.heat]}
edges:
  - from: load
    to: fire
    when: load.heat is high
"""
STAGE = """\
---
id: survey
completionTool: submit_survey
completionSchema: {type: object, properties: {size: {type: number}}, required: [size]}
allowedTools: []
---
# Survey

Measure {{ctx.plot}}, 🌱 then {{ ctx.plot }}; call `submit_survey`.
"""
PIPELINE = """\
studPipeline: 1
id: plots
entryStage: survey
stages: [stages/survey.md]
next:
  survey:
    branches:
      - when: {path: parsed.size, equals: 1}
        nextStages: [survey]
    default: {nextStages: []}
ctx: {required: [plot]}
"""


@pytest.fixture
def editor(tmp_path: Path) -> Editor:
    files = {
        "phaselint.toml": "",
        "garden/session.yaml": SESSION,
        "garden/plant_seed.yaml": TOOL,
        "kiln.yml": FLOW,
        "notes/load.md": "Load it.\n",
        "plots.stud.yaml": PIPELINE,
        "stages/survey.md": STAGE,
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return over(tmp_path)


def offset(text: str, mark: str) -> int:
    """Where the `|` of a mark stands in a text."""
    return text.index(mark.replace("|", "")) + mark.index("|")


def places(editor: Editor, found: list[types.Location]) -> list[tuple[str, int]]:
    return [(editor.file_of(each.uri), each.range.start.line + 1) for each in found]


def defined(editor: Editor, name: str, mark: str) -> list[tuple[str, int, str]]:
    snapshot = editor.open(name)
    found = definition_at(snapshot, editor.shelf(name), offset(snapshot.text, mark))
    return [
        (
            editor.file_of(each.target_uri),
            each.target_selection_range.start.line + 1,
            editor.text_at(types.Location(each.target_uri, each.target_selection_range)),
        )
        for each in found
    ]


def used(editor: Editor, name: str, mark: str) -> list[tuple[str, int]]:
    snapshot = editor.open(name)
    shelf = editor.shelf(name)
    return places(editor, references_at(snapshot, shelf, offset(snapshot.text, mark)))


@pytest.mark.parametrize(
    ("file", "mark", "target"),
    [
        ("garden/plant_seed.yaml", "to: so|w", ("garden/session.yaml", 5, "sow")),
        ("garden/session.yaml", "[re|ap]", ("garden/session.yaml", 6, "reap")),
        ("garden/session.yaml", "  d|ig: [", ("garden/session.yaml", 4, "dig")),
        ("kiln.yml", "to: |fire", ("kiln.yml", 11, "fire")),
        ("kiln.yml", "[lo|ad.heat]", ("kiln.yml", 5, "load")),
        ("kiln.yml", "[load.h|eat]", ("kiln.yml", 9, "heat")),
        ("kiln.yml", "when: load.he|at", ("kiln.yml", 9, "heat")),
        ("plots.stud.yaml", "Stages: [sur|vey]", ("stages/survey.md", 2, "survey")),
        ("plots.stud.yaml", "parsed.s|ize", ("stages/survey.md", 4, "size")),
        ("stages/survey.md", "then {{ ctx.p|lot", ("plots.stud.yaml", 11, "plot")),
        ("stages/survey.md", "`submit|_", ("stages/survey.md", 3, "submit_survey")),
    ],
)
def test_name_leads_to_its_definition(
    editor: Editor, file: str, mark: str, target: tuple[str, int, str]
) -> None:
    assert defined(editor, file, mark) == [target]


def test_path_leads_to_its_file(editor: Editor) -> None:
    assert defined(editor, "plots.stud.yaml", "stages/su|rvey.md")[0][0] == "stages/survey.md"


def test_nothing_is_defined_where_no_name_is(editor: Editor) -> None:
    assert defined(editor, "garden/session.yaml", "age|nt:") == []


def test_phase_is_used_in_all_files_of_its_contract(editor: Editor) -> None:
    assert used(editor, "garden/session.yaml", "name: 's|ow'") == [
        ("garden/plant_seed.yaml", 5),
        ("garden/session.yaml", 5),
        ("garden/session.yaml", 9),
        ("garden/session.yaml", 10),
    ]


def test_stage_is_used_in_its_pipeline(editor: Editor) -> None:
    assert used(editor, "stages/survey.md", "id: su|rvey") == [
        ("plots.stud.yaml", 3),
        ("plots.stud.yaml", 6),
        ("plots.stud.yaml", 9),
        ("stages/survey.md", 2),
    ]


def test_name_is_highlighted_in_its_document(editor: Editor) -> None:
    snapshot = editor.open("garden/session.yaml")
    found = highlights_at(
        snapshot, editor.shelf("garden/session.yaml"), offset(snapshot.text, "'so|w'")
    )
    assert [(each.range.start.line, each.kind) for each in found] == [
        (4, types.DocumentHighlightKind.Write),
        (8, types.DocumentHighlightKind.Read),
        (9, types.DocumentHighlightKind.Read),
    ]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_places_in_texts_are_exact_in_all_encodings(editor: Editor, encoding: str) -> None:
    editor.desk.encoding = encoding  # type: ignore[assignment]
    snapshot = editor.open("stages/survey.md")
    at = offset(snapshot.text, "then {{ ctx.p|lot")
    found = references_at(snapshot, editor.shelf("stages/survey.md"), at)
    assert [editor.text_at(each) for each in found] == ["plot"] * 3


def test_outline_has_levels(editor: Editor) -> None:
    snapshot = editor.open("kiln.yml")
    found = outline(snapshot, editor.shelf("kiln.yml"))
    assert [(each.name, each.detail) for each in found] == [("load", "node"), ("fire", "node")]
    assert [each.name for each in found[0].children or ()] == ["heat"]
    assert [each.name for each in flat(found, snapshot.uri)] == ["load", "heat", "fire"]
    for each in found:
        assert each.range.start <= each.selection_range.start
        assert each.selection_range.end <= each.range.end


def test_links_lead_to_files(editor: Editor) -> None:
    snapshot = editor.open("plots.stud.yaml")
    [link] = document_links(snapshot, editor.shelf("plots.stud.yaml"))
    assert editor.file_of(link.target or "") == "stages/survey.md"
    assert editor.text_at(types.Location(snapshot.uri, link.range)) == "stages/survey.md"


def test_entries_and_sections_fold(editor: Editor) -> None:
    assert (3, 13) in [(each.start_line, each.end_line) for each in folds(editor.open("kiln.yml"))]
    stage = folds(editor.open("stages/survey.md"))
    assert [(each.start_line, each.end_line) for each in stage] == [(0, 5), (6, 8)]


def test_selection_grows_from_the_word_to_the_document(editor: Editor) -> None:
    snapshot = editor.open("garden/session.yaml")
    chain: types.SelectionRange | None = selections_at(snapshot, offset(snapshot.text, "'s|ow'"))
    texts = []
    while chain is not None:
        texts.append(editor.text_at(types.Location(snapshot.uri, chain.range)))
        chain = chain.parent
    assert texts[:4] == ["sow", "'sow'", "name: 'sow'", "{name: 'sow', terminal: false}"]
    assert texts[-1] == SESSION
    assert all(one in other for one, other in pairwise(texts))


# --- while a document does not parse --------------------------------------------------------------


def test_names_are_found_in_a_broken_document(editor: Editor) -> None:
    editor.open("garden/session.yaml")
    broken = SESSION.replace("agent: gardener", 'agent: "gar')
    snapshot = editor.replace("garden/session.yaml", broken)
    shelf = editor.shelf("garden/session.yaml")
    found = references_at(snapshot, shelf, offset(broken, "  s|ow: ["))
    assert ("garden/plant_seed.yaml", 5) in places(editor, found)
    assert {editor.text_at(each) for each in found} == {"sow"}


def test_places_follow_an_edit_that_has_not_been_checked(editor: Editor) -> None:
    snapshot = editor.open("kiln.yml")
    text = "# a new line\n" + snapshot.text
    uri = snapshot.uri
    editor.desk.open[uri] = editor.desk.open[uri]._replace(
        index=type(snapshot.index)(text), version=2
    )
    late = editor.snapshot("kiln.yml")
    found = highlights_at(late, editor.shelf("kiln.yml"), offset(text, "to: f|ire"))
    assert [each.range.start.line for each in found] == [11, 17]
