"""Cards of findings: how many are open at first, keys, addresses, and marks that are in sight."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from browser.chromium import Look

if TYPE_CHECKING:
    from browser.chromium import Browser
    from browser.reports import Linted

OPEN = "[...document.querySelectorAll('article.finding')].filter((each) => each.checkVisibility())"
HERE = "document.activeElement.closest('article.finding').id"

MARKED = """(() => {
  document.querySelectorAll('details').forEach((each) => { each.open = true; });
  window.marked = [...document.querySelectorAll('.lines')]
    .filter((each) => each.querySelector('mark'));
  return window.marked.length;
})()"""

HIDDEN = """new Promise((done) => {
  const lines = window.marked[%d];
  lines.scrollIntoView();
  const look = (frames) => requestAnimationFrame(() => {
    const box = lines.getBoundingClientRect();
    const mark = (lines.querySelector('mark.primary') || lines.querySelector('mark'))
      .getBoundingClientRect();
    const hidden = mark.left < box.left || mark.left > box.right - 8;
    if (hidden && frames) look(frames - 1);
    else done(hidden);
  });
  look(30);
})"""
"""Whether a mark is out of sight thirty frames, half a second, after its lines were scrolled to.
Chromium tells what has come into view a frame later; what it laid out only then, two frames."""


def test_thirty_cards_are_open_at_first(browser: Browser, projects: Linted) -> None:
    page = browser.open(projects.address)
    assert page.ask(f"{OPEN}.length") == 30
    levels = page.ask(
        "[...document.querySelectorAll('.contract')].map((each) => "
        "[...each.querySelectorAll('article.finding')].map((one) => one.dataset.severity))"
    )
    order = ["error", "warning", "info"]
    assert all(some == sorted(some, key=order.index) for some in levels)
    worst = [min((order.index(each) for each in some), default=3) for some in levels]
    assert worst == sorted(worst)
    assert page.problems == []


def test_keys_lead_from_card_to_card(browser: Browser, projects: Linted) -> None:
    page = browser.open(projects.address)
    first, second = page.ask(f"{OPEN}.slice(0, 2).map((each) => each.id)")
    page.press("j")
    assert page.ask(HERE) == first
    page.press("j")
    assert page.ask(HERE) == second
    page.press("k")
    assert page.ask(HERE) == first
    page.press("/")
    assert page.ask("document.activeElement.matches('.filters input')")


def test_filters_are_in_the_address(browser: Browser, projects: Linted) -> None:
    page = browser.open(projects.address)
    page.ask(
        "(() => { const list = document.querySelector('[data-facet=severity]');"
        " list.value = '=warning'; list.dispatchEvent(new Event('change')); })()"
    )
    said = page.ask("document.querySelector('.filters output').textContent")
    address = page.ask("location.href")
    assert address.endswith("#?severity=warning")
    again = browser.open(address)
    assert again.ask("document.querySelector('.filters output').textContent") == said
    assert set(again.ask(f"{OPEN}.map((each) => each.dataset.severity)")) == {"warning"}
    again.ask("document.querySelector('.filters button').click()")
    assert "severity" not in again.ask("location.href")


def test_an_address_opens_what_a_finding_is_folded_into(browser: Browser, projects: Linted) -> None:
    page = browser.open(projects.address)
    name = page.ask("[...document.querySelectorAll('.rest .finding')].pop().id")
    again = browser.open(f"{projects.address}#{name}")
    again.until(f"document.getElementById('{name}').checkVisibility()")
    top = again.ask(f"document.getElementById('{name}').getBoundingClientRect().top")
    assert -50 < top < again.ask("window.innerHeight")


@pytest.mark.parametrize("width", [1400, 420])
def test_marks_are_in_sight(width: int, browser: Browser, projects: Linted) -> None:
    page = browser.open(projects.address, Look(width=width))
    count = page.ask(MARKED)
    assert count > 60
    assert [number for number in range(count) if page.ask(HIDDEN % number)] == []
