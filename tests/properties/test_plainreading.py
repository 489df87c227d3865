"""What is read without patterns, since to compile them takes long, is what patterns would read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from phaselint.dialects.stud.reading.placeholders import lex
from phaselint.document.markdown import FrontMatter, front_matter

if TYPE_CHECKING:
    from collections.abc import Iterable

FENCE = r"---[ \t]*(?:\r\n|\n|\r|\Z)"
PATH = r"[A-Za-z_][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+|\[[0-9]+\])*"
UNDER_ROOT = r"(?:ctx|stage)(?![A-Za-z0-9_-])(?!\.[A-Za-z_])"


def joined(pieces: Iterable[str]) -> st.SearchStrategy[str]:
    """Texts of some pieces."""
    return st.lists(st.sampled_from(list(pieces)), max_size=9).map("".join)


def by_patterns(text: str) -> FrontMatter | None:
    """The front matter that patterns find."""
    opening = re.match(FENCE, text)
    if opening is None:
        return None
    closing = re.compile(rf"(?<![^\r\n]){FENCE}").search(text, opening.end())
    if closing is None:
        return FrontMatter(opening.end(), len(text), -1)
    return FrontMatter(opening.end(), closing.start(), closing.end())


@given(
    joined(["---", "-", "--", "\n", "\r", "\r\n", "---\n", " ", "\t", "a", "\N{LINE SEPARATOR}"])
)
def test_front_matter(text: str) -> None:
    for each in (text, f"---{text}", f"---\n{text}"):
        assert front_matter(each) == by_patterns(each)


@given(joined(["ctx", "stage", "a", "-", "_", "1", ".", "[", "]", "[0]", "é", "٣", "a b"]))
def test_paths_between_braces(inner: str) -> None:
    (found,) = lex(f"{{{{{inner}}}}}")
    steps = re.findall(r"[A-Za-z0-9_-]+", inner)
    is_path = re.fullmatch(PATH, inner) and not re.match(UNDER_ROOT, inner)
    assert (found.path is not None) == bool(is_path)
    assert found.path is None or list(map(str, found.path)) == steps
