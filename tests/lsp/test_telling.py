"""What a client was told before an edit is told again only where it is the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import climpt
from lsp.desks import Editor
from phaselint.vocabulary.finding import Witness
from phaselint_lsp.diagnosing import diagnostics
from phaselint_lsp.telling import SentDiagnostics

if TYPE_CHECKING:
    from pathlib import Path

    from lsprotocol import types

STEPS = (
    "initial.a1 next>continuation.b2 repeat",
    "continuation.b2 next>closure.c repeat",
    "closure.c closing repeat",
)


@pytest.fixture
def editor(tmp_path: Path) -> Editor:
    for name, text in climpt.contract(*STEPS).items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    found = Editor(tmp_path)
    found.scan()
    found.open(climpt.REGISTRY)
    return found


def told(editor: Editor) -> list[types.Diagnostic]:
    return diagnostics(editor.desk, str(editor.root / climpt.REGISTRY))


def anew(editor: Editor) -> list[types.Diagnostic]:
    """What is told by whoever has told nothing before."""
    editor.desk.project_of(str(editor.root / climpt.REGISTRY)).told.clear()
    return told(editor)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"name": "Do initial.a1"', '"name": "Do initial.a1 twice"'),
        ('"name": "Do initial.a1"', '"name":\n"Do initial.a1"'),
        ('"name": "Do initial.a1"', '"name": "Do initial.\U0001f600"'),  # the same length for us
        ('"c3": "b2"', '"c3": "b3"'),
        ('"c3": "b2"', '"c3": "b"'),
        ('"continuation.b2": {', '"continuation.b4": {'),
    ],
)
def test_what_is_told_after_an_edit(editor: Editor, old: str, new: str) -> None:
    text = (editor.root / climpt.REGISTRY).read_text()
    assert old in text
    assert told(editor)
    for each in (text.replace(old, new), text, text.replace(old, new)):
        editor.edit(climpt.REGISTRY, each)
        assert repr(told(editor)) == repr(anew(editor))
        editor.edit(climpt.REGISTRY, text)
        assert repr(told(editor)) == repr(anew(editor))


def test_findings_that_stay_are_told_as_they_were(editor: Editor) -> None:
    text = (editor.root / climpt.REGISTRY).read_text()
    before = told(editor)
    editor.edit(climpt.REGISTRY, f"{text}\n")
    assert [id(each) for each in told(editor)] == [id(each) for each in before]


@pytest.mark.parametrize("other", [1.0, True])
def test_equal_values_are_not_the_same(editor: Editor, other: Any) -> None:
    path = str(editor.root / climpt.REGISTRY)
    finding, *_ = editor.desk.findings(path)
    known = SentDiagnostics()

    def again(value: Any) -> int:
        changed = finding.finding._replace(witness=Witness({"value": value}))
        given = finding._replace(finding=changed)
        first, *_ = diagnostics(editor.desk, path)
        made = known.again([given], lambda _: ("", 0, 0, 0, 0), lambda _: copied(first))
        return id(made[0])

    first = again(1)
    assert again(1) == first
    assert again(other) != first


def copied(diagnostic: types.Diagnostic) -> types.Diagnostic:
    return type(diagnostic)(range=diagnostic.range, message=diagnostic.message)
