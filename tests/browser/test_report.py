"""The report in a browser: it says what the JSON report says, and its runs play to their end."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from browser.chromium import Look
from browser.test_pictures import DRAW_ALL

if TYPE_CHECKING:
    from pathlib import Path

    from browser.chromium import Browser, Page
    from browser.reports import Linted

SHOWN = """[...document.querySelectorAll('main .finding')]
  .filter((each) => !each.closest('[hidden]'))
  .map((each) => [each.dataset.code, each.dataset.severity, each.dataset.contract,
    each.querySelector(each.matches('article') ? 'figcaption' : '.where').textContent])"""

FILMS = """[...document.querySelectorAll("script[type='application/json']")]
  .map((data) => JSON.parse(data.textContent))
  .flatMap(({ frames, findings }) => findings.filter((finding) => finding.film)
    .map(({ id, film }) => ({ id, film: { ...film, frames: film.frames.map((at) => frames[at]) } }))
  )"""

WALK = """(() => {
  const seen = {};
  for (const player of document.querySelectorAll('.player')) {
    const [back, , next] = player.querySelectorAll('.controls button');
    let turns = 0;
    while (next && !next.disabled) { next.click(); turns += 1; }
    const lit = player.closest('.picture').querySelector('.node.now .name');
    seen[player.closest('.finding').id] = {
      frames: turns + 1,
      phase: player.querySelector('.phase strong').textContent,
      lit: lit && lit.closest('.node').querySelector('title').textContent,
      ending: (player.querySelector('.ending strong') || { textContent: '' }).textContent,
    };
    while (back && !back.disabled) back.click();
  }
  return seen;
})()"""


@pytest.fixture
def page(browser: Browser, projects: Linted) -> Page:
    """The report on the projects, with all pictures in it."""
    opened = browser.open(projects.address)
    opened.ask(DRAW_ALL)
    return opened


def expected(findings: list[dict[str, Any]]) -> list[list[str]]:
    """What a page has to list."""
    return [
        [
            each["code"],
            each["severity"],
            each["contract"],
            f"{each['file']}:{each['range']['start']['line']}:{each['range']['start']['column']}",
        ]
        for each in findings
    ]


def test_the_findings_are_those_of_the_json_report(page: Page, projects: Linted) -> None:
    assert sorted(page.ask(SHOWN)) == sorted(expected(projects.findings))
    assert page.problems == []


def test_nothing_but_the_page_is_asked_for(page: Page, projects: Linted) -> None:
    assert page.requests == [projects.address]


def test_players_come_to_the_end_of_each_run(page: Page) -> None:
    films = {each["id"]: each["film"] for each in page.ask(FILMS)}
    walked = page.ask(WALK)
    assert films
    assert walked.keys() == films.keys()
    for name, film in films.items():
        assert walked[name]["frames"] == len(film["frames"])
        assert walked[name]["ending"] == film["ending"].replace("`", "")
        last = film["frames"][-1]["node"]
        if last is not None and walked[name]["lit"] is not None:
            assert walked[name]["lit"].startswith(walked[name]["phase"])


def test_every_run_of_a_finding_has_a_player(page: Page, projects: Linted) -> None:
    pictured = set(
        page.ask("[...document.querySelectorAll('.picture')].map((each) => each.dataset.finding)")
    )
    played = {each["id"] for each in page.ask(FILMS)}
    assert played <= pictured
    runs = sum(1 for each in projects.findings if each["witness"] and each["witness"]["steps"])
    assert len(played) >= runs * 0.8


def test_a_run_is_played_by_keys(page: Page) -> None:
    page.ask("document.querySelector('.player .controls button:nth-child(3)').focus()")
    count = "document.querySelector('.player .count').textContent"
    assert page.ask(count).startswith("1 of")
    page.press("ArrowRight")
    assert page.ask(count).startswith("2 of")
    page.press("Home")
    assert page.ask(count).startswith("1 of")


def test_play_goes_on_by_itself_and_stops_at_the_end(page: Page) -> None:
    page.ask("document.querySelector('.player .controls button:nth-child(2)').click()")
    page.until("document.querySelector('.player .controls button:nth-child(3)').disabled")
    assert (
        page.ask("document.querySelector('.player .controls button:nth-child(2)').textContent")
        == "Play"
    )


def test_findings_are_filtered_and_searched(page: Page, projects: Linted) -> None:
    def chosen(facet: str, value: str) -> None:
        page.ask(
            f"(() => {{ const list = document.querySelector('[data-facet={facet}]');"
            f" list.value = {json.dumps('=' + value)};"
            " list.dispatchEvent(new Event('change')); })()"
        )

    chosen("severity", "error")
    errors = [each for each in projects.findings if each["severity"] == "error"]
    assert sorted(page.ask(SHOWN)) == sorted(expected(errors))
    one = errors[0]
    chosen("contract", one["contract"])
    own = [each for each in errors if each["contract"] == one["contract"]]
    assert sorted(page.ask(SHOWN)) == sorted(expected(own))
    page.ask("document.querySelector('.filters button').click()")
    assert len(page.ask(SHOWN)) == len(projects.findings)
    page.ask(
        "(() => { const search = document.querySelector('.filters input');"
        " search.value = 'NO TOOL leaves'; search.dispatchEvent(new Event('input')); })()"
    )
    found = [each for each in projects.findings if "no tool leaves" in each["message"]]
    assert sorted(page.ask(SHOWN)) == sorted(expected(found))
    assert page.ask("document.querySelector('.filters output').textContent").startswith(
        f"{len(found)} of"
    )


def test_a_finding_is_seen_in_the_whole_graph(page: Page) -> None:
    page.ask("document.querySelector('.picture .open').click()")
    page.until("document.querySelector('dialog[open] .drawing')")
    page.press("Escape")
    page.until("!document.querySelector('dialog')")
    assert page.problems == []


def test_findings_can_be_read_without_scripts(browser: Browser, projects: Linted) -> None:
    page = browser.open(projects.address, Look(scripts=False))
    text = page.command(
        "DOM.getOuterHTML", nodeId=page.command("DOM.getDocument")["root"]["nodeId"]
    )
    boxes = page.command("DOMSnapshot.captureSnapshot", computedStyles=[])
    strings = " ".join(boxes["strings"])
    for finding in projects.findings:
        first = finding["message"].split("`")[0].strip()
        assert first in strings
    assert "noscript" in text["outerHTML"]
    assert page.requests == [projects.address]


@pytest.mark.parametrize("dark", [False, True])
def test_nothing_is_wider_than_the_window(dark: bool, browser: Browser, projects: Linted) -> None:
    page = browser.open(projects.address, Look(dark=dark))
    page.ask(DRAW_ALL)
    for width in (360, 820, 1400, 2200):
        page.resize(width, 900)
        assert page.ask("document.documentElement.scrollWidth") <= width
    assert page.problems == []


def test_a_folder_asks_for_what_is_in_it(browser: Browser, tmp_path: Path) -> None:
    from browser.reports import linted

    folder = tmp_path / "pages"
    linted(tmp_path, "fixtures/projects/refund-desk", "--output-file", f"html:{folder}/")
    index = browser.open((folder / "index.html").as_uri())
    links = index.ask(
        "[...document.querySelectorAll('.tables a:not(.rule)')].map((each) => each.href)"
    )
    assert len(links) == 3
    for link in links:
        page = browser.open(link)
        page.ask(DRAW_ALL)
        page.until("document.querySelector('.drawing')")
        assert page.problems == []
        assert {each.rpartition("/")[0] for each in page.requests} == {folder.as_uri()}
    assert index.problems == []
