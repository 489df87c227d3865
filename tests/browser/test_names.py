"""Pages of names that are long, written from right to left, or reorder what is around them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from browser.chromium import Look
from browser.reports import linted

if TYPE_CHECKING:
    from browser.chromium import Browser
    from browser.reports import Linted

LONG = "N" * 300
HEBREW = "\N{HEBREW LETTER SHIN}\N{HEBREW LETTER LAMED}\N{HEBREW LETTER VAV}"
REORDERING = "a\N{RIGHT-TO-LEFT OVERRIDE}b"

OUTSIDE = """[...document.querySelectorAll('body *')].filter((each) =>
  each.checkVisibility() && !each.closest('.lines, svg')
  && (each.getBoundingClientRect().right > innerWidth + 1
    || each.getBoundingClientRect().left < -1)).map((each) => each.outerHTML.slice(0, 80))"""


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Linted:
    """The report on a team with such names."""
    work = tmp_path_factory.mktemp("odd")
    agents = work / "team" / ".github" / "agents"
    agents.mkdir(parents=True)
    for number, (name, other) in enumerate([(LONG, f"{HEBREW}x"), (HEBREW, "M" * 300)]):
        agents.joinpath(f"{number}.agent.md").write_text(
            f"---\nname: {name}\ndescription: Works\nhandoffs:\n"
            f"  - label: {name[::-1]}\n    agent: {other}\n    prompt: Go on\n    send: true\n"
            f'  - label: "{REORDERING}"\n    agent: "{REORDERING}"\n    prompt: Go on\n'
            "---\nWork.\n",
            "utf-8",
        )
    return linted(work, str(work / "team"), "--dry-run")


@pytest.mark.parametrize("width", [1400, 420])
def test_they_stay_within_the_page(width: int, browser: Browser, odd: Linted) -> None:
    assert len(odd.findings) >= 3
    page = browser.open(odd.address, Look(width=width))
    page.until("document.querySelector('.drawing')")
    assert page.ask("document.documentElement.scrollWidth") == width
    assert page.ask(OUTSIDE) == []
    assert page.problems == []
    page.close()


def test_none_reorders_the_text_around_it(browser: Browser, odd: Linted) -> None:
    assert REORDERING[1] not in odd.page.read_text("utf-8")
    page = browser.open(odd.address)
    isolated = "getComputedStyle(document.querySelector('.message code')).unicodeBidi"
    assert page.ask(isolated) == "isolate"
    page.close()
