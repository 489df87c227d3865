"""A report on many contracts: the index counts, filters and leads to a page each."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

import pytest

from browser.reports import linted
from browser.test_report import expected
from cli.contracts import BOTH, SESSION, UNKNOWN_FIELD, UNREACHABLE, contract

if TYPE_CHECKING:
    from pathlib import Path

    from browser.chromium import Browser, Page
    from browser.reports import Linted

COUNT = 300
SESSIONS = (UNREACHABLE, SESSION, UNKNOWN_FIELD, BOTH)
"""What the contracts are by turns: with an error, without findings, with a warning, with both."""

SHOWN = """[...document.querySelectorAll('.all li')].filter((each) => each.checkVisibility())
  .map((each) => [each.querySelector('.rule').textContent.split(' ')[0], each.dataset.severity,
    each.dataset.contract, each.querySelector('.where').textContent])"""

LINKS = """[...document.querySelectorAll('.all a, .tables table a:not(.rule)')]
  .map((each) => each.getAttribute('href'))"""

CHOOSE = """(([facet, value]) => {{
  const list = document.querySelector(`[data-facet=${{facet}}]`);
  list.value = `=${{value}}`;
  list.dispatchEvent(new Event('change'));
}})({})"""

SEARCH = """((words) => {{
  const search = document.querySelector('.filters input');
  search.value = words;
  search.dispatchEvent(new Event('input'));
}})({})"""

CLEAR = "document.querySelector('.filters button').click()"
SAID = "document.querySelector('.filters output').textContent"


class Many(NamedTuple):
    """The folder of a report, and what the same run says as JSON."""

    folder: Path
    report: Linted


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Many:
    """A report on many contracts of all sorts."""
    work = tmp_path_factory.mktemp("many")
    for number in range(COUNT):
        contract(work / "desks" / f"desk{number:03}", SESSIONS[number % len(SESSIONS)])
    folder = work / "pages"
    given = (str(work / "desks"), "--output-file", f"html:{folder}/")
    return Many(folder, linted(work, *given))


@pytest.fixture
def index(browser: Browser, many: Many) -> Page:
    """Its index."""
    return browser.open((many.folder / "index.html").as_uri())


def test_the_index_counts_what_the_json_report_has(index: Page, many: Many) -> None:
    assert sorted(index.ask(SHOWN)) == sorted(expected(many.report.findings))
    assert index.ask("document.querySelectorAll('.tables .table:last-child tbody tr').length") == (
        COUNT
    )
    assert index.ask(SAID) == f"{len(many.report.findings)} findings"
    assert index.problems == []


def test_it_is_filtered_and_searched(index: Page, many: Many) -> None:
    index.ask(CHOOSE.format(json.dumps(["severity", "error"])))
    errors = [each for each in many.report.findings if each["severity"] == "error"]
    assert sorted(index.ask(SHOWN)) == sorted(expected(errors))
    assert index.ask(SAID) == f"{len(errors)} of {len(many.report.findings)} findings"
    index.ask(SEARCH.format(json.dumps("DESK003")))
    found = [each for each in errors if "desk003" in each["file"]]
    assert len(found) == 1
    assert sorted(index.ask(SHOWN)) == sorted(expected(found))
    index.ask(CLEAR)
    assert len(index.ask(SHOWN)) == len(many.report.findings)


def test_its_links_lead_to_a_page_for_each_contract(index: Page, many: Many) -> None:
    pages = {each.name for each in many.folder.glob("*.html")} - {"index.html"}
    linked = [link.partition("#") for link in index.ask(LINKS)]
    assert {name for name, _, _ in linked} == pages
    assert len(pages) == COUNT
    for name, _, anchor in linked:
        text = (many.folder / name).read_text("utf-8")
        assert not anchor or f'id="{anchor}"' in text, (name, anchor)


def test_a_finding_of_the_index_is_shown_where_its_link_leads(
    index: Page, browser: Browser, many: Many
) -> None:
    [link] = index.ask("[document.querySelector('.all a').href]")
    page = browser.open(link)
    page.until("document.querySelector('.drawing')")
    assert page.ask("document.querySelector(':target').matches('article.finding')")
    assert {each.rpartition("/")[0] for each in page.requests} == {many.folder.as_uri()}
    assert page.problems == []
