"""A reader with other documents in the place of some."""

from __future__ import annotations

from phaselint.document.reader import read_text
from phaselint.project.memory import DictReader
from phaselint.project.substituting import Substituting

READER = DictReader({"a/one.yaml": "old: 1\n", "a/two.md": "two"})


def test_what_is_put_in_is_read_by_any_spelling_of_its_path_even_if_it_is_empty() -> None:
    reader = Substituting(READER, {"a/one.yaml": read_text("a/one.yaml", "")})
    for path in ("a/one.yaml", "./a/one.yaml", "a/../a/one.yaml"):
        assert reader.text(path) == ""
        document = reader.document(path)
        assert document is not None
        assert document.text == ""


def test_all_else_is_what_it_was() -> None:
    reader = Substituting(READER, {"a/one.yaml": read_text("a/one.yaml", "")})
    assert reader.text("a/two.md") == "two"
    assert reader.names("a") == READER.names("a")
    assert reader.document("b.yaml") is None
