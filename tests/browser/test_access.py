"""Reports for everybody: by keyboard alone, with a screen reader, with little sight, on paper."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from browser.chromium import Look
from browser.reports import linted
from browser.seeing import FOCUS, LINES, TEXTS
from browser.test_pictures import DRAW_ALL

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from browser.chromium import Browser, Page
    from browser.reports import Linted

OPERATED = frozenset(
    {"button", "link", "searchbox", "combobox", "slider", "DisclosureTriangle", "dialog"}
)
"""Roles of what can be operated, as Chromium's accessibility tree has them."""

SHOWN_ON_PAPER = """[...document.querySelectorAll(%s)]
  .filter((each) => each.checkVisibility({ contentVisibilityAuto: true })).length"""


@pytest.fixture
def page(browser: Browser, projects: Linted) -> Iterator[Page]:
    """The report on the projects, with all pictures in it."""
    opened = browser.open(projects.address)
    opened.ask(DRAW_ALL)
    opened.ask("window.dispatchEvent(new Event('afterprint'))")
    opened.ask("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    yield opened
    opened.close()


def tree(page: Page) -> list[dict[str, Any]]:
    """What a screen reader is told: role and name of each part that is not left out."""
    page.command("Accessibility.enable")
    nodes = page.command("Accessibility.getFullAXTree")["nodes"]
    return [node for node in nodes if not node["ignored"]]


def named(node: dict[str, Any]) -> str:
    return str(node.get("name", {}).get("value", "")).strip()


def test_all_that_is_operated_has_a_name(page: Page) -> None:
    nodes = tree(page)
    operated = [node for node in nodes if node["role"]["value"] in OPERATED]
    assert {node["role"]["value"] for node in operated} >= OPERATED - {"dialog"}
    assert [node for node in operated if not named(node)] == []


def test_pictures_are_told_by_a_name(page: Page) -> None:
    count = page.ask("document.querySelectorAll('.drawing').length")
    pictures = [named(node) for node in tree(page) if node["role"]["value"] in {"image", "img"}]
    assert len(pictures) == count > 0
    assert all(pictures)


def test_headings_lead_through_a_page(page: Page) -> None:
    levels = page.ask(
        "[...document.querySelectorAll('h1, h2, h3, h4')].map((each) => +each.tagName[1])"
    )
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_a_step_of_a_run_is_announced(page: Page) -> None:
    live = "document.querySelector('.player [aria-live]')"
    assert page.ask(f"{live}.getAttribute('aria-live')") == "polite"
    page.ask(f"window.region = {live}")
    page.ask("document.querySelector('.player .controls button:nth-child(3)').click()")
    assert page.ask(f"window.region === {live} && window.region.isConnected")
    said = page.ask(f"{live}.textContent")
    assert said.startswith("step 2 of ")
    now = (
        "document.querySelector('.player .moments .now').querySelectorAll('.said li, .changed li')"
    )
    assert page.ask(f"[...{now}].every((each) => {live}.textContent.includes(each.textContent))")


def test_a_moment_alone_is_not_played(page: Page) -> None:
    alone = "[...document.querySelectorAll('.player:not(:has(.controls))')]"
    assert page.ask(f"{alone}.length") > 0
    assert page.ask(f"{alone}.every((each) => each.querySelector('.moments > .now').textContent)")


def test_everything_is_come_to_by_tab_and_seen_there(browser: Browser, tmp_path: Path) -> None:
    page = browser.open(linted(tmp_path, "fixtures/projects/refund-desk", "--dry-run").address)
    page.ask(DRAW_ALL)
    page.ask("window.dispatchEvent(new Event('afterprint'))")
    reachable = page.ask(
        "[...document.querySelectorAll('a[href], button:enabled, select, input, summary,"
        ' [tabindex="0"]\')].filter((each) => each.checkVisibility()).length'
    )
    page.ask("window.been = new Set()")
    for _ in range(reachable + 200):  # long lines of a source are stops as well
        page.press("Tab")
        if page.ask("document.activeElement === document.body"):
            break
        outlined, contrast = page.ask(FOCUS)
        assert outlined, page.ask("document.activeElement.outerHTML.slice(0, 200)")
        assert contrast >= 3, page.ask("document.activeElement.outerHTML.slice(0, 200)")
        page.ask("window.been.add(document.activeElement)")
    assert page.ask("window.been.size") >= reachable


def test_the_whole_graph_is_opened_and_left_by_keys(page: Page) -> None:
    page.ask("document.querySelector('.picture .open').focus()")
    page.press("Enter")
    page.until("document.querySelector('dialog[open] .drawing')")
    [dialog] = [node for node in tree(page) if node["role"]["value"] == "dialog"]
    assert named(dialog)
    assert page.ask("document.querySelector('dialog').contains(document.activeElement)")
    page.press("Escape")
    page.until("!document.querySelector('dialog')")
    assert page.ask("document.activeElement.matches('.open')")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_texts_and_lines_stand_out(dark: bool, browser: Browser, projects: Linted) -> None:
    page = browser.open(projects.address, Look(dark=dark))
    page.ask(DRAW_ALL)
    page.ask("window.dispatchEvent(new Event('afterprint'))")
    page.ask(
        "document.querySelectorAll('.player').forEach((each) => {"
        " const next = each.querySelector('.controls button:nth-child(3)'); next?.click(); })"
    )
    for measured in (TEXTS, LINES):
        found = page.ask(measured)
        assert found["count"] > 100
        assert found["faint"] == {}


def test_nothing_moves_for_who_asks_for_that(browser: Browser, projects: Linted) -> None:
    moving = (
        "[...document.querySelectorAll('*')].filter((each) => {"
        " const { transitionDuration, animationName } = getComputedStyle(each);"
        " return parseFloat(transitionDuration) > 0 || animationName !== 'none'; }).length"
    )
    still = browser.open(projects.address, Look(still=True))
    still.ask(DRAW_ALL)
    assert still.ask(moving) == 0
    usual = browser.open(projects.address)
    usual.ask(DRAW_ALL)
    assert usual.ask(moving) > 0


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_on_paper_are_all_findings_and_pictures_and_no_controls(
    dark: bool, browser: Browser, projects: Linted
) -> None:
    page = browser.open(projects.address, Look(dark=dark))
    page.command("Emulation.setEmulatedMedia", media="print")
    page.ask("window.dispatchEvent(new Event('beforeprint'))")

    def shown(selector: str) -> int:
        found: int = page.ask(SHOWN_ON_PAPER % json.dumps(selector))
        return found

    assert shown("main .finding") == len(projects.findings)
    assert shown(".picture .drawing") == page.ask("document.querySelectorAll('.picture').length")
    assert shown("button, input, select, .zoom, .controls, .filters") == 0
    assert shown("details:not([open])") == 0
    assert page.ask("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.ask(TEXTS)["faint"] == {}
    assert page.pdf().startswith(b"%PDF")


@pytest.mark.parametrize("width", [700, 400, 320])
def test_a_page_is_used_at_twice_its_size_and_on_a_telephone(
    width: int, browser: Browser, projects: Linted
) -> None:
    """At 200 % a window of 1,400 pixels has 700."""
    page = browser.open(projects.address, Look(width=width))
    page.ask(DRAW_ALL)
    assert page.ask("document.documentElement.scrollWidth") <= width
    cut = (
        "[...document.querySelectorAll('button, select, input, h1, h2, h3, .message, .help')]"
        ".filter((each) => each.checkVisibility())"
        ".map((each) => [each.getBoundingClientRect(), each])"
        f".filter(([box]) => box.left < 0 || box.right > {width})"
        ".map(([, each]) => each.outerHTML)"
    )
    assert page.ask(cut) == []
