"""The law of size: a string, key or name in a path may be long; it costs time in proportion."""

from __future__ import annotations

import os
import re
import time
from typing import TYPE_CHECKING

import pytest

from laws.drawing import NAMES, SEED, cases_of, files_of, hits_of, picker
from phaselint.config import FILE

if TYPE_CHECKING:
    import random

COUNT = int(os.environ.get("PHASELINT_SIZES", "6"))
"""Places that are blown up, of each dialect."""

LARGE = 100_000
SECONDS = 2
"""Of processor time, at most, above the contract as it was."""

_WORD = re.compile(r"[A-Za-z][\w./-]{2,}")


def blown(pick: random.Random, text: str) -> str:
    """A text in which a word is followed by more of what it, or something else, is made of."""
    words = list(_WORD.finditer(text))
    if not words:
        return text
    word = pick.choice(words)
    unit = pick.choice(("a", "7", "a/", "é", " x", "-", "{{", "# ", "> # phaselint:", word[0]))
    more = unit * (LARGE // len(unit))
    return text[: word.end()] + more + text[word.end() :]


def spent(files: dict[str, str]) -> float:
    """The processor time that checking some files takes."""
    before = time.process_time()
    found = hits_of(files)
    assert "internal-error" not in {each.rule.name for each in found}
    return time.process_time() - before


@pytest.mark.parametrize("dialect", NAMES)
def test_what_is_long_takes_no_more_than_its_length(dialect: str) -> None:
    pick = picker("size", dialect)
    slow = []
    for number in range(COUNT):
        case = pick.choice(cases_of(dialect))
        files = files_of(case)
        path = pick.choice(sorted(files.keys() - {FILE}))
        larger = {**files, path: blown(pick, files[path])}
        if spent(larger) - spent(files) > SECONDS:
            slow.append(f"PHASELINT_SEED={SEED}: {case}, {path}, number {number}")
    assert slow == []
