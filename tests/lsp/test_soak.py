"""Ten thousand edits, many of which break the document: the text stays that of the client, and
nothing piles up."""

from __future__ import annotations

import gc
import random
from typing import TYPE_CHECKING

import pytest

from cli.contracts import SESSION, TOOL
from lsp.desks import Editor
from phaselint_lsp.textstore import Change, LineIndex
from phaselint_lsp.uris import uri_of

if TYPE_CHECKING:
    from pathlib import Path

    from phaselint_lsp.textstore import Encoding

EDITS = 10_000
PIECES = (
    *("a", "phases:", "  - {name: x}", ": ", "[", "]", '"', "'", "{", "\t", "# ", "&a", "*a"),
    *("\n", "\r\n", "\r", "\n\n", "ä", "😀", "\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\ufeff"),
)


def random_change(chance: random.Random, index: LineIndex, encoding: Encoding) -> Change:
    """Something typed, deleted or replaced, or the first text again."""
    if chance.random() < 0.02:
        return Change(SESSION)
    start = chance.randrange(len(index.text) + 1)
    length = chance.choice((0, 0, 0, 1, 2, 8))
    first, last = (index.position(at, encoding) for at in (start, start + length))
    if chance.random() < 0.05:
        last = (last[0], last[1] + 1000)  # behind the end of the line
    return Change("".join(chance.choices(PIECES, k=chance.choice((0, 1, 1, 2)))), first, last)


def changed(text: str, change: Change, encoding: Encoding) -> str:
    """The text after a change, in units of the encoding, as a client has it in memory."""
    if change.start is None or change.end is None:
        return change.text
    index = LineIndex(text)
    start, end = (index.offset(*place, encoding) for place in (change.start, change.end))
    return text[:start] + change.text + text[end:]


@pytest.mark.fuzz
def test_ten_thousand_edits(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    session = tmp_path / "session.yaml"
    session.write_text(SESSION)
    (tmp_path / "answer.yaml").write_text(TOOL)
    editor, chance, uri = Editor(tmp_path), random.Random(11), uri_of(str(session))
    encoding: Encoding = "utf-16"
    editor.desk.encoding = encoding
    editor.open(session)
    editor.scan()
    text, objects = SESSION, 0
    for number in range(1, EDITS + 1):
        index = editor.desk.open[uri].index
        change = random_change(chance, index, encoding)
        text = changed(text, change, encoding)
        jobs = editor.desk.edited(uri, number + 1, [change])
        assert editor.desk.open[uri].index.text == text
        if number % 50 == 0:
            editor.do(jobs)
            editor.findings(session)
        if number in (EDITS // 4, EDITS):
            editor.do(editor.desk.edited(uri, number + 1, [Change(SESSION)]))
            text = SESSION
            assert editor.names(session) == []
            gc.collect()
            before, objects = objects, len(gc.get_objects())
    assert objects < before * 1.02
