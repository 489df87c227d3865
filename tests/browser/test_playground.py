"""The playground: the ten tasks of its page (docs/how-to/playground.md), each as a reader does it,
and its lines for bad input."""

from __future__ import annotations

import gzip
import shutil
import zipfile
from typing import TYPE_CHECKING

import pytest

from browser.chromium import Look
from browser.playground import Desk, served, site
from handbook import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from browser.chromium import Browser

PROJECTS = ROOT / "fixtures" / "projects"
SHOWN = "!document.querySelector('{}').hidden"
PATHS = "[...document.querySelectorAll('#files [data-path]')].map((each) => each.dataset.path)"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return site(tmp_path_factory.mktemp("site"))


@pytest.fixture(scope="module")
def address(built: Path) -> Iterator[str]:
    with served(built) as given:
        yield given


@pytest.fixture(scope="module")
def running(browser: Browser, address: str) -> Desk:
    """A page in which Python has started, for all tasks."""
    desk = Desk(browser, browser.open(address))
    desk.begin()
    return desk


@pytest.fixture
def desk(running: Desk) -> Iterator[Desk]:
    """The page with a small example as it is at first."""
    running.show("findings")
    running.example("vesanor")
    yield running
    assert running.page.problems == []


def in_frame(desk: Desk, expression: str) -> None:
    """Wait until an expression is true in the frame of the graph."""
    tree = desk.page.command("Page.getFrameTree")["frameTree"]
    frame = tree["childFrames"][0]["frame"]["id"]
    for _ in range(200):
        world = desk.page.command("Page.createIsolatedWorld", frameId=frame)["executionContextId"]
        found = desk.page.command(
            "Runtime.evaluate", expression=expression, contextId=world, returnByValue=True
        )
        if found["result"].get("value"):
            return
        desk.page.ask("new Promise((wake) => setTimeout(wake, 100))")
    raise AssertionError(expression)


def test_1_the_example_of_each_dialect_opens(running: Desk) -> None:
    for dialect in ("langgraph", "sweny", "climpt", "stud", "vesanor", "agents"):
        running.example(dialect)
        assert running.page.ask("document.querySelectorAll('#finding-list li').length") > 2
        assert "error" in running.said
    assert running.page.problems == []


def test_2_an_error_is_found_while_it_is_typed(desk: Desk) -> None:
    desk.open("refunds/session.yaml")
    before = desk.page.ask(desk.listed("refunds/session.yaml:"))
    desk.page.ask("document.querySelector('.cm-content').focus()")
    desk.page.press("Home", control=True)
    desk.page.write("surprise: [\n")
    desk.until(f"{desk.listed('refunds/session.yaml:')} > {before}")
    desk.until("document.querySelector('.cm-lintRange-error')")
    assert int(desk.text("#files [aria-current] .count")) > 0


def test_3_the_keyboard_leads_from_finding_to_finding(desk: Desk) -> None:
    desk.page.ask("document.querySelector('.cm-content').focus()")
    places = set()
    for _ in range(3):
        desk.page.press("F8")
        places.add((desk.path, desk.text(".cm-activeLineGutter")))
    assert len(places) == 3
    assert desk.page.ask("document.activeElement.className").startswith("cm-content")


def test_4_a_fix_is_applied_by_keyboard(running: Desk) -> None:
    running.example("agents")
    running.open(".github/agents/captain.agent.md")
    before = running.page.ask("document.querySelectorAll('#finding-list li').length")
    running.page.ask("document.querySelector('.cm-content').focus()")
    while "notes-writer" not in running.text(".cm-activeLine"):
        running.page.press("F8")
    running.page.press(".", control=True)
    running.until("document.activeElement.closest('.actions')")
    running.page.press("Enter")
    running.until(
        "document.querySelector('.cm-content').textContent.includes('agent: Notes Writer')"
    )
    running.until(f"document.querySelectorAll('#finding-list li').length < {before}")
    running.page.press("z", control=True)
    running.until(f"document.querySelectorAll('#finding-list li').length === {before}")


def test_5_the_graph_is_drawn_and_follows(desk: Desk) -> None:
    desk.open("refunds/session.yaml")
    desk.show("graph")
    desk.until("document.getElementById('graph-frame').srcdoc.includes('refunds')")
    in_frame(desk, "document.querySelectorAll('.graph .node').length > 4")


def test_6_a_film_is_played(desk: Desk) -> None:
    desk.page.ask(
        "[...document.querySelectorAll('#finding-list li')]"
        ".find((each) => each.textContent.includes('VE305')).querySelector('.small').click()"
    )
    desk.until("document.querySelector('.actions button')")
    desk.page.ask(
        "[...document.querySelectorAll('.actions button')]"
        ".find((each) => each.textContent.startsWith('Play the run')).click()"
    )
    desk.until("document.getElementById('graph-frame').srcdoc")
    count = "[...document.querySelectorAll('.player .count')].map((e) => e.textContent)"
    in_frame(desk, f"{count}.some((each) => /^([2-9]|[1-9]\\d+) of /.test(each))")


def test_7_two_versions_are_compared(desk: Desk) -> None:
    desk.show("compare")
    desk.choose("#compare-with", "the fixed example")
    desk.click("#compare-turn")
    desk.click("#compare-run")
    desk.until(SHOWN.format("#compare-frame"))
    text = desk.page.ask("document.getElementById('compare-frame').srcdoc")
    assert "can happen now" in text
    desk.click("#compare-turn")


def test_8_a_policy_is_added_and_violated(desk: Desk) -> None:
    desk.show("policies")
    for box, value in (
        ("#policy-act", "call approve_refund"),
        ("#policy-other", "call issue_refund"),
    ):
        desk.page.ask(f"document.querySelector({box!r}).value = {value!r}")
    desk.click("#policy-form [type=submit]")
    desk.until("document.querySelector('#policy-list .violated')")
    assert "never call approve_refund before call issue_refund" in desk.text("#policy-list")
    desk.until("document.querySelectorAll('#acts option').length > 10")
    desk.open("phaselint.toml")
    assert '[[policies]]\nnever = "call approve_refund"\nbefore = "call issue_refund"' in desk.code


def test_9_a_link_carries_the_files(browser: Browser, desk: Desk) -> None:
    desk.open("gift-cards/session.yaml")
    desk.page.ask("document.querySelector('.cm-content').focus()")
    desk.page.press("Home", control=True)
    desk.page.write("# carried by a link\n")
    desk.click("#share")
    desk.until("location.hash.startsWith('#files=')")
    link = desk.page.ask("location.href")
    other = Desk(browser, browser.open(link))
    other.until("document.querySelectorAll('.cm-line').length")
    assert other.path == "gift-cards/session.yaml"
    assert other.code.startswith("# carried by a link")
    assert not any("carried" in each or "files=" in each for each in other.page.requests[1:])
    other.page.close()
    desk.page.ask("history.replaceState(null, '', location.href.split('#')[0])")


def test_10_a_zip_and_a_folder_are_dropped(desk: Desk, tmp_path: Path) -> None:
    source = PROJECTS / "loan-desk"
    packed = shutil.make_archive(str(tmp_path / "loans"), "zip", source.parent, source.name)
    for given, first in ((packed, "loans.stud.yaml"), (PROJECTS / "seed-library", "seeds/jars.py")):
        desk.page.drop(tmp_path.joinpath(given))
        desk.until(f"document.querySelector(\"#files [data-path='{first}']\")")
        desk.until("document.querySelectorAll('#finding-list li').length > 3")


def test_bad_drops_are_one_line_and_lose_nothing(desk: Desk, tmp_path: Path) -> None:
    files = desk.page.ask(PATHS)
    big, damaged = tmp_path / "big.zip", tmp_path / "damaged.zip"
    with big.open("wb") as opened:
        opened.truncate(200_000_000)
    damaged.write_bytes(b"PK\x03\x04" + b"?" * 900)
    swollen = tmp_path / "swollen.zip"
    with zipfile.ZipFile(swollen, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("zeros.yaml", b"\0" * 30_000_000)
    for path, line in (
        (big, "big.zip has 200 MB; the playground takes up to 20 MB"),
        (damaged, "damaged.zip isn't a zip"),
        (swollen, "swollen.zip has 30 MB; the playground takes up to 20 MB"),
    ):
        desk.page.drop(path)
        desk.until(f"document.getElementById('say').textContent === {line!r}")
        assert desk.page.ask(PATHS) == files


def test_binary_files_are_kept_but_not_shown(desk: Desk, tmp_path: Path) -> None:
    folder = tmp_path / "mixed"
    shutil.copytree(PROJECTS / "refund-desk" / "refunds", folder / "refunds")
    (folder / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
    desk.page.drop(folder)
    desk.until("document.querySelector(\"#files [data-path='picture.png']\")")
    desk.open("picture.png")
    assert "isn't text" in desk.text("#no-text")
    desk.until("document.getElementById('busy').hidden")
    desk.click("#share")
    desk.until("document.getElementById('say').textContent.includes('leaves out picture.png')")
    desk.page.ask("history.replaceState(null, '', location.href.split('#')[0])")


@pytest.mark.parametrize("garbage", ["#files=%%%", "#files=AAAA", "#files=q1bKS8xNVbJSSk5MSgYA"])
def test_garbage_in_the_address_is_one_line(browser: Browser, address: str, garbage: str) -> None:
    desk = Desk(browser, browser.open(address + garbage))
    desk.until("document.getElementById('say').textContent.startsWith('the address has no files')")
    desk.until("document.querySelectorAll('.cm-line').length")
    desk.page.close()


WITHOUT = {
    "delete window.WebAssembly": "this browser has no WebAssembly, which phaselint needs",
    "Object.defineProperty(window, 'localStorage', { get() { throw new Error('off'); } });"
    "Object.defineProperty(window, 'sessionStorage', { get() { throw new Error('off'); } })": (
        "This browser keeps nothing for this page"
    ),
}


@pytest.mark.parametrize("script", WITHOUT)
def test_a_browser_that_lacks_something(browser: Browser, address: str, script: str) -> None:
    page = browser.open("about:blank")
    page.command("Page.addScriptToEvaluateOnNewDocument", source=script)
    page.go(address)
    desk = Desk(browser, page)
    desk.until(f"document.getElementById('say').textContent.includes({WITHOUT[script]!r})")
    assert page.problems == []
    page.close()


def test_two_windows_keep_their_own_files(browser: Browser, address: str) -> None:
    windows = [Desk(browser, browser.open(address)) for _ in range(2)]
    for number, each in enumerate(windows):
        each.until("document.querySelector('.cm-line')?.textContent")
        each.page.ask("document.querySelector('.cm-content').focus()")
        each.page.press("Home", control=True)
        each.page.write(f"# window {number}\n")
    for number, each in enumerate(windows):
        each.page.go(address)
        first = "document.querySelector('.cm-line')?.textContent"
        each.until(f"{first} === '# window {number}'")
        each.page.close()


def test_it_works_from_a_disk(browser: Browser, built: Path) -> None:
    page = browser.open((built / "playground" / "index.html").as_uri(), Look(420, 800, dark=True))
    desk = Desk(browser, page)
    desk.begin()
    desk.until("document.querySelectorAll('#finding-list li').length > 3")
    assert page.ask("document.documentElement.scrollWidth") <= 420
    assert all(each.startswith(("file:", "data:", "blob:", "about:")) for each in page.requests)
    assert page.problems == []
    page.close()


def test_what_is_transferred(built: Path) -> None:
    """Compressed, for one dialect and for all; a host compresses the page itself."""
    folder = built / "playground"
    own = ("index.html", "playground.css", "playground.js")
    page = sum(len(gzip.compress((folder / each).read_bytes())) for each in own)
    sizes = {each.name.removesuffix(".bin"): each.stat().st_size for each in folder.rglob("*.bin")}
    parts = {each for each in sizes if each.endswith(".xz")}
    always = {"core.zip.xz", "server.zip.xz"}
    dialects = parts - always - {"command.zip.xz", "blocks.zip.xz"}
    rest = sum(sizes[each] for each in sizes if each not in parts and "example" not in each)
    one = page + rest + sum(sizes[each] for each in always)
    assert all(
        one + sizes[each] + sizes[f"example-{each.split('.')[0]}.json"] < 7e6 for each in dialects
    )
    assert page + sum(sizes.values()) < 8e6
