"""What a reader answered stands for what another one would answer, and no more than that."""

from __future__ import annotations

import pytest

from phaselint.document.reader import read_text
from phaselint.project.memory import DictReader
from phaselint.project.remembering import Remembering
from phaselint.project.substituting import Substituting
from phaselint_lsp.reader import Tracing

FILES = {"a/one.yaml": "old: 1\n", "a/two.md": "two", "a/b/three.py": "x = 1\n"}


def asked(reader: DictReader) -> Remembering:
    """A reader that was asked one of all questions."""
    remembering = Remembering(reader)
    assert remembering.document("a/one.yaml") is reader.document("a/one.yaml")
    assert remembering.names("a") == reader.names("a")
    assert remembering.folders("a") == reader.folders("a") == ("b",)
    assert remembering.hidden("a") == reader.hidden("a")
    assert remembering.text("a/two.md") == "two"
    assert remembering.text("a/gone.md") is None
    assert remembering.holds("a/b/three.py", b"x =")
    assert remembering.real("a/two.md") == reader.real("a/two.md")
    assert remembering.is_listed("a") == reader.is_listed("a")
    return remembering


def test_another_reader_of_the_same_files_is_asked_all_of_it_and_then_the_rest() -> None:
    base = DictReader(FILES)
    remembering, tracing = asked(base), Tracing(base)
    assert remembering.moves_to(tracing)
    assert tracing.files == {"a/one.yaml", "a/two.md", "a/gone.md", "a/b/three.py"}
    assert tracing.listed == {"a"}
    assert remembering.text("late.md") is None
    assert "late.md" in tracing.files


@pytest.mark.parametrize(
    "files",
    [
        {**FILES, "a/two.md": "owt"},
        {**FILES, "a/gone.md": ""},
        {**FILES, "a/b/three.py": "y = 1\n"},
        {**FILES, "a/c/four.py": ""},
        {**FILES, "a/five.md": ""},
    ],
)
def test_one_that_answers_something_else_is_not_asked_later(files: dict[str, str]) -> None:
    base = DictReader(FILES)
    remembering = asked(base)
    document = base.document("a/one.yaml")
    assert document is not None
    other, same = (
        Substituting(DictReader(each), {"a/one.yaml": document}) for each in (files, FILES)
    )
    assert not remembering.moves_to(other)
    assert remembering.reader is base
    assert remembering.moves_to(same)


def test_a_document_must_be_the_same_object() -> None:
    base = DictReader(FILES)
    remembering = asked(base)
    other = read_text("a/one.yaml", FILES["a/one.yaml"])
    assert not remembering.moves_to(Substituting(base, {"a/one.yaml": other}))
