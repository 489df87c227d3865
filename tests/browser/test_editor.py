"""The page in the panel of an editor: it shows what is at the cursor, plays what it is told to,
says which place was clicked, and goes on where the page before was left."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import phaselint
from phaselint.report.html import alone
from phaselint.report.html.assets import embedded

if TYPE_CHECKING:
    from pathlib import Path

    from browser.chromium import Browser, Page
    from phaselint.linting.result import Result
    from phaselint.vocabulary.diagnostic import Diagnostic

HOST = """<script>
const kept = sessionStorage.getItem("state");
window.said = [];
window.acquireVsCodeApi = () => ({
  getState: () => (kept ? JSON.parse(kept) : undefined),
  setState: (state) => sessionStorage.setItem("state", JSON.stringify(state)),
  postMessage: (message) => window.said.push(message),
});
</script>"""
"""What an editor puts before everything else in a page."""

TOP = """[...document.querySelectorAll('.whole, article')]
  .map((each) => [each.id, Math.round(each.getBoundingClientRect().top)])
  .find(([, top]) => top >= 0)"""
"""What is seen below the upper edge, and where."""

SEND = "window.postMessage({}, '*'); new Promise((wake) => setTimeout(wake, 100))"


@pytest.fixture(scope="module")
def result() -> Result:
    """A contract with findings, and with runs for them."""
    found = phaselint.lint(["fixtures/projects/refund-desk"], isolated=True, pictures=True)
    key = next((each.dialect, each.contract) for each in found.findings if has_film(each))
    own = tuple(each for each in found.findings if (each.dialect, each.contract) == key)
    return found._replace(findings=own, drawings={key: found.drawings[key]})


def has_film(finding: Diagnostic) -> bool:
    """Whether it has a film of several moments."""
    return bool(finding.view and finding.view.film and len(finding.view.film.frames) > 1)


@pytest.fixture
def page(browser: Browser, result: Result, tmp_path: Path) -> Page:
    path = tmp_path / "panel.html"
    path.write_text(alone(result, embedded()).replace("<head>", f"<head>{HOST}", 1), "utf-8")
    opened = browser.open(path.as_uri())
    opened.until("window.said.length")
    return opened


def filmed(result: Result) -> str:
    """What the page calls the first finding that has a film of several moments."""
    told = (number for number, each in enumerate(result.findings, 1) if has_film(each))
    return f"finding-{next(told)}"


def send(page: Page, message: str) -> None:
    page.ask(SEND.replace("{}", message))


def test_it_is_ready_without_a_complaint(page: Page) -> None:
    assert page.ask("window.said") == [{"kind": "ready"}]
    assert page.problems == []
    assert all(each.startswith(("file:", "data:")) for each in page.requests)


def test_what_is_at_the_cursor_stands_out(page: Page, result: Result) -> None:
    name = filmed(result)
    send(page, f"{{kind: 'at', node: 1, findings: ['{name}']}}")
    assert page.ask("document.querySelectorAll('.graph .node.here').length") == 1
    assert page.ask("[...document.querySelectorAll('article.here')].map((e) => e.id)") == [name]
    send(page, "{kind: 'at', node: null, findings: []}")
    assert page.ask("document.querySelectorAll('.here').length") == 0


def test_a_run_is_played(page: Page, result: Result) -> None:
    name = filmed(result)
    send(page, f"{{kind: 'play', finding: '{name}'}}")
    player = f"document.querySelector('#{name} .player')"
    assert page.ask(f"{player}.querySelector('.count').textContent").startswith("1 of ")
    page.until(f"{player}.querySelector('.count').textContent.startsWith('2 of ')")
    send(page, "{kind: 'constructor'}")
    assert page.problems == []


def test_a_run_that_is_played_is_seen_with_its_picture(page: Page, result: Result) -> None:
    """In a panel that has just the height for it: what is told of the state is further down."""
    name = filmed(result)
    top = f"document.querySelector('#{name} .picture svg').getBoundingClientRect().top"
    buttons = f"document.querySelector('#{name} .controls').getBoundingClientRect().bottom"
    send(page, f"{{kind: 'play', finding: '{name}'}}")
    height = round(page.ask(f"{buttons} - {top}")) + 20
    page.resize(1400, height)
    send(page, f"{{kind: 'play', finding: '{name}'}}")
    assert page.ask(top) >= 0
    assert page.ask(buttons) <= height


def clicked(page: Page, selector: str) -> Any:
    """What the page says once an element of it has been clicked."""
    page.ask(
        f"document.querySelector({selector!r})"
        ".dispatchEvent(new MouseEvent('click', { bubbles: true }))"
    )
    return page.ask("window.said.at(-1)")


def test_a_click_on_a_place_says_where_it_is(page: Page, result: Result) -> None:
    drawing = next(iter(result.drawings.values()))
    place = drawing.nodes[0].place
    assert place is not None
    assert place.range is not None
    expected = {"kind": "open", "file": place.file, "line": place.range.start.line}
    assert clicked(page, ".graph .node .box") == expected
    first = result.findings[0].place
    assert first.range is not None
    expected = {"kind": "open", "file": first.file, "line": first.range.start.line}
    assert clicked(page, "article figcaption") == expected
    assert clicked(page, "article .lines mark.primary") == expected


def test_the_next_page_goes_on_where_this_one_was_left(page: Page, result: Result) -> None:
    name = filmed(result)
    send(page, f"{{kind: 'play', finding: '{name}'}}")
    page.ask(f"document.querySelector('#{name} .controls button:nth-of-type(3)').click()")
    page.ask("window.scrollTo(0, 500); new Promise((wake) => setTimeout(wake, 200))")
    count = page.ask(f"document.querySelector('#{name} .count').textContent")
    top = page.ask(TOP)
    page.go(page.ask("location.href"))
    page.until("window.said.length")
    assert page.ask(f"document.querySelector('#{name} .count').textContent") == count
    assert page.ask(f"new Promise((wake) => setTimeout(wake, 200)).then(() => {TOP})") == top
