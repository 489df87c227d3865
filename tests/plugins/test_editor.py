"""The sample dialect in the language server."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from lsprotocol import types

from cli.contracts import UNREACHABLE, contract
from lsp.desks import Editor, over
from lsp.writing import written
from phaselint_lsp.commands import bench_of, graph_text, script_bench
from phaselint_lsp.completion import complete
from phaselint_lsp.hints import hints
from phaselint_lsp.rename import Client, rename_at
from phaselint_lsp.running import prove, run_script
from phaselint_lsp.settings import Settings
from plugins.sites import BOARD, UNREACHED, UNSTAMPED, Site, board

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("lanes")

NAME = "tickets.lanes.yaml"


@pytest.fixture
def opened(tmp_path: Path) -> Editor:
    """An editor over a board on which nothing is wrong."""
    board(tmp_path)
    return over(tmp_path)


def test_findings_come_and_go(opened: Editor) -> None:
    opened.open(NAME)
    assert opened.names(NAME) == []
    assert opened.replace(NAME, UNREACHED).contracts
    assert opened.names(NAME) == ["unreachable-phase"]
    opened.edit(NAME, UNREACHED.replace("{}", "{"))
    assert opened.names(NAME) == ["syntax-error", "unreachable-phase?"]
    opened.replace(NAME, BOARD)
    assert opened.names(NAME) == []
    assert opened.said == []


def test_a_proof(opened: Editor) -> None:
    opened.open(NAME)
    (finding,) = opened.replace(NAME, UNSTAMPED).findings
    bench = bench_of(opened.desk.project_of(str(opened.root / NAME)), finding)
    assert prove(bench, finding).status == "proved"


def test_a_script_and_the_graph(opened: Editor) -> None:
    (opened.root / "a.script.yaml").write_text(
        "version: 1\nscenarios: [{name: a, model: [close], expect: {outcome: completed}}]\n"
    )
    opened.open(NAME)
    outcome = run_script(*script_bench(opened.desk, opened.uri("a.script.yaml")))
    assert outcome.ok
    assert "enter close" in outcome.text
    assert 'n3["close"]' in graph_text(opened.desk, opened.uri(NAME))["text"].replace("([", "[")


def test_names(opened: Editor) -> None:
    snapshot, offset = written(opened, NAME, BOARD.replace("[check]", "[⌶]"))
    reader = opened.desk.project_of(snapshot.path).reader
    offered = [each.label for each in complete(snapshot, reader, offset)]
    assert offered == ["triage", "repair", "check", "close", "done"]
    snapshot = opened.replace(NAME, BOARD)
    client = Client(versioned=True, annotated=False, moves=False)
    edit = rename_at(snapshot, opened.shelf(NAME), BOARD.index("repair:"), "mend", client)
    assert edit is not None
    (change,) = edit.document_changes or ()
    assert isinstance(change, types.TextDocumentEdit)
    assert len(change.edits) == 3


def test_hints(opened: Editor) -> None:
    snapshot = opened.open(NAME)
    (hint,) = hints(snapshot, 0, len(snapshot.text))
    assert hint.label == "put on in repair"


def test_projects_with_and_without_it(tmp_path: Path) -> None:
    board(tmp_path / "one", UNREACHED)
    contract(tmp_path / "two", UNREACHABLE)
    board(tmp_path / "two" / "bare", UNREACHED)
    (tmp_path / "two" / "bare" / "phaselint.toml").write_text("")
    editor = over(tmp_path)
    assert editor.names(f"one/{NAME}") == ["unreachable-phase"]
    assert editor.names("two/session.yaml") == ["unreachable-phase"]
    assert editor.names(f"two/bare/{NAME}") == []


def test_the_configuration_is_read_again(tmp_path: Path) -> None:
    board(tmp_path, UNREACHED)
    editor = over(tmp_path)
    (tmp_path / "phaselint.toml").write_text('plugins = ["lanes"]\nignore = ["PL101"]\n')
    editor.on_disk("phaselint.toml")
    assert editor.names(NAME) == []
    (tmp_path / "phaselint.toml").write_text("")
    editor.on_disk("phaselint.toml")
    assert editor.names(NAME) == []
    assert editor.said == []


class TestSettings:
    """Options that a client gives."""

    def test_of_a_dialect_that_one_project_has(self, tmp_path: Path) -> None:
        board(tmp_path / "one", UNSTAMPED)
        contract(tmp_path / "two")
        editor = Editor(tmp_path, settings=Settings(options={"lanes": {"stamps": "ignored"}}))
        editor.scan()
        assert editor.names(f"one/{NAME}") == []
        assert editor.said == []

    def test_of_a_dialect_that_none_has(self, tmp_path: Path) -> None:
        contract(tmp_path)
        editor = Editor(tmp_path, settings=Settings(options={"lans": {"stamps": "ignored"}}))
        editor.scan()
        (line,) = editor.said
        assert line.startswith("phaselint: unknown dialect `lans`")

    def test_that_the_dialect_does_not_have(self, tmp_path: Path) -> None:
        board(tmp_path, UNSTAMPED)
        editor = Editor(tmp_path, settings=Settings(options={"lanes": {"stamp": "ignored"}}))
        editor.scan()
        assert editor.names(NAME) == ["missing-stamp"]
        said = "phaselint: unknown lanes option `stamp`; a similar name exists: `stamps`"
        assert set(editor.said) == {said}


def test_what_is_wrong_with_a_plugin_is_said_and_the_rest_goes_on(
    tmp_path: Path, lanes: Site
) -> None:
    lanes.put_module("broken", "RULES = 1\n")
    board(tmp_path, UNREACHED, "lanes", "broken")
    editor = over(tmp_path)
    assert editor.names(NAME) == ["unreachable-phase"]
    (line,) = set(editor.said)
    said = "plugin `broken` of phaselint-broken 0.1: its table of rules isn't one but a `int`"
    assert line.endswith(f"phaselint.toml:1: {said}")
