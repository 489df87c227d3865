"""Fixes keep the author's hand: they change the characters of the words that they replace, and
quotes, spacing, the style of lists, comments, line breaks and the order stay as they were; in
fixtures, and in fixtures that say the same in another style.

`PHASELINT_SEED` draws the styles again.
"""

from __future__ import annotations

import random
import re
import shutil
from contextlib import chdir
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from cases import listed
from fresh import SEED
from phaselint.document.changes import apply, changes_of
from phaselint.document.reader import read
from phaselint.fixing.choosing import UNSAFE, fixable
from phaselint.fixing.texts import Texts
from phaselint.linting.request import Request
from phaselint.linting.run import run
from phaselint_rules import RULES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from cases import Written
    from phaselint.document import Document
    from phaselint.document.changes import Change
    from phaselint.vocabulary.finding import Pointer

NAMES = sorted({rule.name for rule in RULES if rule.fix in UNSAFE})
SUFFIXES = {".yaml", ".yml", ".md"}
SIMPLE = re.compile(r"[A-Za-z][\w/-]*(?: [A-Za-z][\w/-]*)*")
"""Texts that are the same with quotes and without."""

WORDS = frozenset({"true", "false", "null", "yes", "no", "on", "off", "y", "n"})
PAIRS = re.compile(r"(?:replace|rename|,) `([^`]+)` (?:by|to) `([^`]+)`")
QUOTES = ("'", '"')

ON_PURPOSE = {"frontmatter-uv-mismatch": "climpt reads a list in one line, and no other"}
"""Rules whose fixes write a list in another style, and why."""


class Made(NamedTuple):
    """A change that a fix makes: its title, the text around, and what it says of words."""

    title: str
    text: str
    change: Change

    @property
    def old(self) -> str:
        return self.text[max(self.change.start, 0) : self.change.end]

    @property
    def core(self) -> tuple[str, str]:
        """What is replaced, and by what, without what is the same at both ends."""
        old, new = self.old, self.change.text
        start = alike(old, new)
        old, new = old[start:], new[start:]
        end = alike(old[::-1], new[::-1])
        return old[: len(old) - end], new[: len(new) - end]


def alike(one: str, other: str) -> int:
    """How many signs two texts begin with that are the same."""
    pairs = zip(one, other, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def changes(folder: str, name: str) -> Iterator[tuple[str, list[Made]]]:
    """The fixes that a rule offers in a folder, each by its title with its changes."""
    off = tuple({rule.name for rule in RULES if rule.name == name and not rule.default})
    result = run(Request((folder,), extend_select=off), RULES)
    texts = Texts([each.root for each in result.workspaces], {})
    for finding in result.findings:
        if finding.name != name or not fixable(finding, UNSAFE) or finding.fix is None:
            continue
        title = str(finding.fix.title)
        found = changes_of(finding.fix, texts)
        for path, some in (found or {}).items():
            document = texts.get(path)
            assert document is not None
            yield title, [Made(title, document.text, each) for each in some]


# --- laws -----------------------------------------------------------------------------------------


def law(name: str, title: str, made: list[Made]) -> None:
    """What a fix may not do."""
    for each in made:
        old, new = each.core
        if old and new and name not in ON_PURPOSE:
            assert "\n" not in old, f"{title}: takes a line break away: {each.old!r}"
            within = is_quoted(each.old)
            assert within or old.strip() == old, f"{title}: takes blanks away: {each.old!r}"
        if is_quoted(each.old) and is_quoted(each.change.text) and "quotes" not in title:
            assert each.old[0] == each.change.text[0], f"{title}: {each.old!r} gets other quotes"
    pairs = dict(PAIRS.findall(title))
    if pairs and title.startswith(("replace", "rename")):
        before = made[0].text
        after = apply(before, [each.change for each in made])
        words = sorted({*pairs, *pairs.values()}, key=len, reverse=True)
        masked = [masked_out(text, words) for text in (before, after)]
        if masked[0] != masked[1]:  # a word that has to be quoted was not before
            masked = [re.sub(r"(['\"])\0\1", "\0", text) for text in masked]
            assert any(not is_plain(each) for each in pairs.values()), title
        assert masked[0] == masked[1], f"{title}: changes more than words"


def masked_out(text: str, words: list[str]) -> str:
    """A text without certain words."""
    spelt = [*words, *(word.replace("'", "''") for word in words)]
    return re.sub("|".join(map(re.escape, spelt)), "\0", text)


def is_quoted(text: str) -> bool:
    return len(text) > 1 and text[0] in QUOTES and text[-1] == text[0]


def is_plain(word: str) -> bool:
    return SIMPLE.fullmatch(word) is not None and word.lower() not in WORDS


@pytest.mark.parametrize("name", NAMES)
def test_fixes_of_fixtures_keep_the_hand(name: str, written: Written) -> None:
    looked = 0
    with chdir(written.rule(name)):
        for case in listed(name, "bad*"):
            for title, made in changes(case.variant, name):
                law(name, title, made)
                looked += 1
    assert looked, "no fixture shows an edit"


# --- other styles ---------------------------------------------------------------------------------


def leaves(document: Document) -> Iterator[tuple[int, int, bool]]:
    """The simple texts of a document without quotes, by their place, each with whether it is
    between brackets."""
    waiting: list[tuple[Pointer, Any]] = [((), document.value)]
    while waiting:
        pointer, value = waiting.pop()
        if isinstance(value, dict | list):
            members = value.items() if isinstance(value, dict) else enumerate(value)
            waiting += [((*pointer, step), each) for step, each in members]
        elif isinstance(value, str) and is_plain(value):
            start, end = document.offsets(pointer)
            if document.text[start:end] == value:
                yield start, end, document.text[:start].rstrip(" ")[-1:] in "[,{"


def restyled(path: str, data: bytes, pick: random.Random) -> bytes:
    """A file that says the same with other quotes, blanks, comments and line breaks."""
    document = read(path, data)
    if not document.readable or not isinstance(document.value, dict | list):
        return data
    text, done = document.text, 0
    parts: list[str] = []
    for start, end, inside in sorted(leaves(document)):
        mark = pick.choice(("", "", *QUOTES))
        before = after = ""
        if inside:
            before, after = pick.choice(("", "", " ")), pick.choice(("", "", " "))
        elif text[end : end + 1] in ("\n", "") and pick.random() < 0.2:
            after = pick.choice(("  # why", " "))
        parts += text[done:start], before, mark, text[start:end], mark, after
        done = end
    changed = "".join([*parts, text[done:]])
    again = read(path, changed.encode())
    if not again.readable or again.value != document.value:
        return data
    broken = changed.replace("\n", "\r\n") if pick.random() < 0.3 else changed
    return ("\ufeff" if document.bom else "").encode() + broken.encode()


@pytest.mark.parametrize("name", NAMES)
def test_fixes_in_other_styles_keep_the_hand(name: str, written: Written, tmp_path: Path) -> None:
    """Where a style leaves nothing to be found, there is nothing to fix."""
    pick = random.Random(f"{SEED} {name}")
    shutil.copytree(written.rule(name), tmp_path / "styled")
    for path in sorted((tmp_path / "styled").rglob("*")):
        if path.suffix in SUFFIXES and path.is_file():
            path.write_bytes(restyled(path.name, path.read_bytes(), pick))
    with chdir(tmp_path / "styled"):
        for case in listed(name, "bad*"):
            for title, made in changes(case.variant, name):
                law(name, title, made)
                text = apply(made[0].text, [each.change for each in made])
                assert ("\r\n" in text) == ("\r\n" in made[0].text)
                assert not re.search(r"(?<!\r)\n", text) or "\r\n" not in text, title
