"""The report in a browser: it says what the JSON report says, and its runs play to their end."""

from __future__ import annotations

import json
import re
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
  .flatMap((data) => {
    const { frames, findings } = JSON.parse(data.textContent);
    const section = data.closest('.contract');
    const text = (at) => [...section.querySelector(`li[data-frame="${at}"]`)
      .querySelectorAll('strong, .said li, .changed li')].map((each) => each.textContent);
    return findings.filter(({ film }) => film).map(({ id, film }) => ({ id,
      nodes: film.map((at) => frames[at].node), words: film.map(text),
      lines: film.map((at) => (frames[at].place || [])[1]) }));
  })"""
"""The runs of a page: where each step is, by the data, and what it says, by the text."""

WALK = """(() => {
  const seen = {};
  for (const player of document.querySelectorAll('.player')) {
    const [back, , next] = [...player.querySelectorAll('.controls button')];
    const steps = [];
    for (;;) {
      const now = player.querySelector('[aria-current=step]');
      const lit = player.querySelector('.node.now title');
      const line = player.querySelector('.sources .now .number');
      steps.push({
        words: [...now.querySelectorAll('strong, .said li, .changed li')]
          .map((each) => each.textContent),
        lit: lit && lit.textContent, line: line && line.textContent,
        heard: player.querySelector('.told').textContent,
      });
      if (!next || next.disabled) break;
      next.click();
    }
    while (back && !back.disabled) back.click();
    seen[player.closest('.finding').id] = steps;
  }
  return seen;
})()"""
"""What each player shows, step by step."""


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


def test_players_show_each_step_of_each_run_in_three_panes(page: Page) -> None:
    films = {each["id"]: each for each in page.ask(FILMS)}
    walked = page.ask(WALK)
    assert films
    assert walked.keys() == films.keys()
    for name, film in films.items():
        steps = walked[name]
        assert [each["words"] for each in steps] == film["words"]
        line = None
        for step, node, at in zip(steps, film["nodes"], film["lines"], strict=True):
            line = str(at) if at is not None else line
            assert step["line"] == line
            if node is not None and step["lit"] is not None:
                assert step["lit"].startswith(step["words"][0])
            assert all(words in step["heard"] for words in step["words"])
    assert page.problems == []


def test_a_step_is_gone_to_by_a_click_and_all_panes_show_it(page: Page) -> None:
    page.ask(
        "(() => { window.player = [...document.querySelectorAll('.player')]"
        ".find((each) => each.querySelectorAll('.moments li').length > 6);"
        " window.player.scrollIntoView(); })()"
    )
    page.ask("window.player.querySelectorAll('.moments > li')[5].click()")
    assert page.ask("window.player.querySelector('.count').textContent").startswith("6 of ")
    inside = (
        "((part, room) => { const [one, other] = [part, room].map((each) =>"
        " window.player.querySelector(each).getBoundingClientRect());"
        " return one.top >= other.top - 1 && one.bottom <= other.bottom + 1; })"
    )
    assert page.ask(f"{inside}('.sources .now', '.sources .lines:not([hidden])')")
    assert page.ask(f"{inside}('.moments > .now', '.timeline')")
    assert page.ask(f"{inside}('.node.now', '.frame')")


def test_what_has_changed_last_is_marked(page: Page) -> None:
    weights = page.ask(
        "[...document.querySelectorAll('.player .changed li')].map((each) =>"
        " [Boolean(each.closest('.now')), getComputedStyle(each).fontWeight])"
    )
    assert {weight for now, weight in weights if now} == {"600"}
    assert {weight for now, weight in weights if not now} == {"400"}


def test_no_state_is_dumped(page: Page) -> None:
    assert page.ask("document.querySelectorAll('.state, .player dl').length") == 0


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


def test_what_films_show_can_be_read_without_scripts(browser: Browser, projects: Linted) -> None:
    """Each step once; a run that begins like another one says where that is."""
    films = browser.open(projects.address).ask(FILMS)
    plain = browser.open(projects.address, Look(scripts=False))
    root = plain.command("DOM.getDocument", depth=-1)["root"]["nodeId"]
    page = plain.command("DOM.getOuterHTML", nodeId=root)["outerHTML"]
    assert len(films) > 20
    for film in films:
        [told] = re.findall(
            rf'<div class="picture" data-finding="{film["id"]}">(.*?)</article>', page
        )
        own = len(re.findall("<li data-frame=", told))
        ranges = re.findall(r"Steps? (\d+)(?: to (\d+))?: as in <a href=\"#(finding-\d+)\"", told)
        shared = sum(int(last or first) - int(first) + 1 for first, last, _ in ranges)
        assert own + shared == len(film["nodes"])
        assert all(f'id="{home}"' in page for _, _, home in ranges)
    for section in page.split('<section class="contract')[1:]:
        cards = [set(re.findall(r'data-frame="(\d+)"', each)) for each in section.split("<article")]
        assert sum(map(len, cards)) == len(set().union(*cards))


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
