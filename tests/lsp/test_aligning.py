"""Places in a text that has changed since."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from phaselint_lsp.aligning import align

TEXTS = st.text("ab\n", max_size=12)
OTHERS = st.text("cd", max_size=6)


@given(TEXTS, TEXTS)
def test_a_piece_that_is_found_again_has_the_same_text(old: str, new: str) -> None:
    alignment = align(old, new)
    for start in range(len(old) + 1):
        for end in range(start, len(old) + 1):
            now = alignment.forward(start, end)
            if now is not None:
                assert new[now[0] : now[1]] == old[start:end]


@given(TEXTS, OTHERS, OTHERS, TEXTS)
def test_what_is_around_a_change_is_found(before: str, old: str, new: str, after: str) -> None:
    alignment = align(before + old + after, before + new + after)
    assert alignment.forward(0, len(before)) == (0, len(before))
    start = len(before + old)
    found = alignment.forward(start, start + len(after))
    assert found is not None
    assert (before + new + after)[found[0] : found[1]] == after


@given(TEXTS, TEXTS)
def test_an_offset_leads_back_into_the_text(old: str, new: str) -> None:
    alignment = align(old, new)
    for offset in range(len(new) + 1):
        back = alignment.back(offset)
        assert back is None or 0 <= back <= len(old)
