"""What rules cite, and whether it is there."""

from __future__ import annotations

import pytest

from handbook.sources import chapters, linked, missing

PAGE = """\
# Teams

<a id="s-4"></a>

## 4. Names

### 4.2 Tools

1. first
7. seventh

## Appendix B. Signs

D13 says so.
"""
PAGES = {"dialects/agents.md": PAGE, "reference/design.md": "# Design\n\n## 8. Proof\n"}
PARTS = {path: chapters(text) for path, text in PAGES.items()}


def test_chapters_have_the_anchor_in_front_of_them_or_that_of_their_heading() -> None:
    found = {number: chapter.anchor for number, chapter in chapters(PAGE).items()}
    assert found == {"4": "s-4", "4.2": "42-tools", "B": "appendix-b-signs"}


def test_a_source_leads_to_the_chapters_that_there_are() -> None:
    assert linked("agents §4, §4.2, D13, §9; design §8 (nets)", "../", PARTS) == (
        "[agents §4](../dialects/agents.md#s-4), [§4.2](../dialects/agents.md#42-tools), D13, §9; "
        "[design §8](../reference/design.md#8-proof) (nets)"
    )


@pytest.mark.parametrize(
    "source",
    ["agents §4.2 row 7", "agents §4, D13", "agents §4, appendix B", "agents §4.2 (`x 99`)"],
)
def test_what_is_there(source: str) -> None:
    assert list(missing(source, PAGES)) == []


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("agents §4.3", "dialects/agents.md has no chapter 4.3"),
        ("agents §4.2 row 8", "chapter 4.2 of dialects/agents.md has no `8`"),
        ("agents §4, D14", "dialects/agents.md has no `D14`"),
        ("agents §4; design §9", "reference/design.md has no chapter 9"),
        ("stud §1", "`stud §1` is of no page"),
        ("agents §4, appendix C", "dialects/agents.md has no chapter C"),
    ],
)
def test_what_is_not_there(source: str, complaint: str) -> None:
    assert list(missing(source, PAGES)) == [complaint]
