"""Names as semantic tokens."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import climpt
from lsp.desks import over
from lsp.writing import GARDEN, SESSION, agent, editor
from phaselint_lsp.announced import TOKENS
from phaselint_lsp.tokens import WORDS, tokens

if TYPE_CHECKING:
    from phaselint_lsp.snapshot import Snapshot
    from phaselint_lsp.textstore import Encoding

FIXTURES = Path(__file__).parents[2] / "fixtures/projects"


def read(snapshot: Snapshot, data: list[int]) -> list[tuple[str, str, bool]]:
    """The tokens with their text, their kind and whether they are definitions."""
    found, line, character = [], 0, 0
    for at in range(0, len(data), 5):
        down, right, length, kind, modifiers = data[at : at + 5]
        line, character = line + down, right + (0 if down else character)
        encoding: Any = snapshot.encoding
        start = snapshot.index.offset(line, character, encoding)
        end = snapshot.index.offset(line, character + length, encoding)
        assert snapshot.index.position(end, encoding) == (line, character + length)
        found.append((snapshot.index.text[start:end], TOKENS[kind], bool(modifiers)))
    return found


def test_phases_of_a_session(tmp_path: Path) -> None:
    opened = editor(tmp_path, GARDEN)
    snapshot = opened.open("session.yaml")
    assert read(snapshot, tokens(snapshot, opened.shelf("session.yaml"))) == [
        ("dig", "class", True),
        ("sow", "class", True),
        ("reap", "class", True),
        ("dig", "class", False),
        ("sow", "class", False),
        ("sow", "class", False),
        ("reap", "class", False),
    ]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_lengths_count_as_the_client_does(tmp_path: Path, encoding: Encoding) -> None:
    files = {**GARDEN, "session.yaml": SESSION.replace("sow", "sä😀")}
    opened = editor(tmp_path, files, encoding=encoding)
    snapshot = opened.open("session.yaml")
    found = read(snapshot, tokens(snapshot, opened.shelf("session.yaml")))
    assert ("sä😀", "class", True) in found


def test_intents_are_defined_in_the_schema(tmp_path: Path) -> None:
    opened = editor(tmp_path, agent())
    snapshot = opened.open(climpt.SCHEMA)
    found = read(snapshot, tokens(snapshot, opened.shelf(climpt.SCHEMA)))
    assert ("next", "enumMember", True) in found


def test_all_words_of_kinds_are_announced() -> None:
    assert tuple(dict.fromkeys(WORDS.values())) == TOKENS


@pytest.mark.parametrize(
    "name", ["dependency-bot", "flag-retirement", "loan-desk", "refund-desk", "release-crew"]
)
def test_tokens_come_in_order_and_stand_apart(name: str) -> None:
    folder = FIXTURES / name
    opened = over(folder)
    for path in sorted(folder.rglob("*.*"))[::3]:
        if path.suffix in (".yaml", ".yml", ".json", ".md"):
            file = path.relative_to(folder).as_posix()
            snapshot = opened.open(file)
            for text, _, _ in read(snapshot, tokens(snapshot, opened.shelf(file))):
                assert text.strip() == text != ""
