"""Random teams in an editor: names are where they are said to be, and an agent with another name
is another name in what is found, and nothing else."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from laws.random_contracts import random_contract
from lsp.desks import text_in
from lsp.writing import editor
from phaselint.document.changes import apply
from phaselint_lsp.names import names_of
from phaselint_lsp.navigation import references_at
from phaselint_lsp.renaming import Refused, rename

if TYPE_CHECKING:
    from pathlib import Path

    from lsp.desks import Editor
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint_lsp.textstore import Encoding

SEEDS = range(40)
MOST = 3
"""Agents of a team that are renamed."""

ENCODINGS: tuple[Encoding, ...] = ("utf-8", "utf-16", "utf-32")
FRESH = "Zed & Yolanda # 🙂"
"""A name that is in no team, and needs quotes."""

OF_NAMES = frozenset({"invalid-name", "reserved-name", "overrides-built-in"})
"""Rules that go by what a name is like."""


def files_of(opened: Editor) -> list[str]:
    return sorted(opened.file_of(uri) for uri in map(opened.uri, opened.root.rglob("*.md")))


def found_in(opened: Editor) -> Counter[tuple[str, str, str]]:
    """What is found in all files, with no names in its messages."""
    return Counter(
        (finding.name, file, re.sub("`[^`]*`", "``", str(finding.message)))
        for file in files_of(opened)
        for finding in opened.findings(file)
        if finding.name not in OF_NAMES and not _is_no_text(finding)
    )


def _is_no_text(finding: Diagnostic) -> bool:
    """Whether it says that a name is no text: another one is."""
    return finding.name == "field-type" and finding.place.pointer == ("name",)


def drawn(root: Path, seed: int) -> tuple[Editor, list[str]]:
    files = {
        path: text.replace("\n", "\r\n") if seed % 3 == 0 else text
        for path, text in random_contract("agents", str(seed)).items()
    }
    opened = editor(root, files)
    opened.desk.encoding = ENCODINGS[seed % 3]
    found = files_of(opened)
    for file in found:
        opened.open(file)
    return opened, found


@pytest.mark.parametrize("seed", SEEDS)
def test_every_name_is_where_the_client_has_it(tmp_path: Path, seed: int) -> None:
    opened, files = drawn(tmp_path, seed)
    for file in files:
        snapshot, shelf = opened.snapshot(file), opened.shelf(file)
        for held in shelf.own():
            for named in names_of(snapshot, held):
                text = snapshot.text[named.start : named.end]
                assert text in (named.symbol.name, "") or text[0] in "\"'|>", (file, named.symbol)
                for each in references_at(snapshot, shelf, named.start):
                    index = opened.desk.index_of(str(opened.root / opened.file_of(each.uri)))
                    written = text_in(index, each.range, opened.desk.encoding)
                    names = {other.symbol.name for other in names_of(snapshot, held)} | {""}
                    assert written in names or written[0] in "\"'|>"


@pytest.mark.parametrize("seed", SEEDS)
def test_another_name_changes_nothing_but_the_name(tmp_path: Path, seed: int) -> None:
    opened, files = drawn(tmp_path, seed)
    tried = 0
    for file in files:
        snapshot, shelf = opened.snapshot(file), opened.shelf(file)
        for held in shelf.own():
            own = [
                each
                for each in names_of(snapshot, held)
                if each.symbol.kind == "phase" and each.occurrence.role == "definition"
            ]
            if held.dialect.name == "agents" and tried < MOST and own and own[0].start:
                tried += 1
                _rename_and_look(opened, file, own[0].symbol.name)


def _rename_and_look(opened: Editor, file: str, old: str) -> None:
    snapshot, shelf = opened.snapshot(file), opened.shelf(file)
    [named, *_] = [
        each
        for held in shelf.own()
        for each in names_of(snapshot, held)
        if each.symbol.name == old and each.occurrence.role == "definition"
    ]
    before = found_in(opened)
    texts = {}
    try:
        made = rename(shelf, named, FRESH)
    except Refused:
        # In a part of a text without quotes, such as `Agent(x)`, a `#` would begin a comment.
        every = (each for held in shelf.own() for each in held.symbols.of(named.symbol))
        assert any(each.place.range is not None for each in every)
        return
    for path, changes in made.changes.items():
        document = shelf.document(path)
        assert document is not None
        texts[path] = opened.snapshot(path).text
        opened.replace(path, apply(document.text, changes))
    assert found_in(opened) == before
    for path, text in texts.items():
        opened.replace(path, text)
