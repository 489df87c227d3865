"""What pictures look like: labels that can be read, of any graph, and nothing a name could do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from browser.reports import chain, drawing_of, page_of, star, tangle
from phaselint.diagram.model import Action, Arrow, Drawing, Node

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from browser.chromium import Browser, Page
    from browser.reports import Linted

READABLE = 8.5
"""How many pixels high a row of a label is at least."""

DRAWN = "document.querySelectorAll('.drawing').length"
DRAW_ALL = "window.dispatchEvent(new Event('beforeprint'))"
FITTED = "document.querySelector('.stage[data-scale]') !== null"

OVERLAPS = """(() => {
  const found = [];
  for (const drawing of document.querySelectorAll('.drawing')) {
    if (drawing.closest('.stage').dataset.nodes > 50) continue;
    const parts = [...drawing.querySelectorAll('.node, .lettering')].map((part) => ({
      name: part.textContent,
      boxes: [...part.querySelectorAll('.box, .label')].map((each) => each.getBoundingClientRect()),
    }));
    const meet = (one, other) =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1.5 &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1.5;
    parts.forEach((one, at) => parts.slice(at + 1).forEach((other) => {
      if (one.boxes.some((box) => other.boxes.some((each) => meet(box, each)))) {
        found.push(`${one.name} / ${other.name}`);
      }
    }));
  }
  return found;
})()"""
"""Parts of pictures of at most fifty nodes whose labels or boxes overlap."""

SMALLEST = """Math.min(...[...document.querySelectorAll('.drawing .label')].map((label) => {
  const { scale } = label.closest('.stage').dataset;
  return parseFloat(getComputedStyle(label).fontSize) * scale;
}))"""

OUTSIDE = """[...document.querySelectorAll('.node')].flatMap((node) => {
  const box = node.querySelector('.box').getBoundingClientRect();
  return [...node.querySelectorAll('.label')]
    .map((label) => label.getBoundingClientRect())
    .filter((label) => label.left < box.left || label.right > box.right)
    .map(() => node.textContent);
})"""
"""Nodes with a label that is wider than they are."""

LEGEND = "[...document.querySelectorAll('.legend li')].map((item) => item.textContent)"
STROKES = """[...document.querySelectorAll('.drawing .arrows .line')].map((line) => {
  const { strokeWidth, strokeDasharray } = getComputedStyle(line);
  return [strokeWidth, strokeDasharray];
})"""
SAMPLES = """[...document.querySelectorAll('.legend i')].map((sample) => {
  const { borderTopWidth, borderTopStyle } = getComputedStyle(sample);
  return [borderTopWidth, borderTopStyle];
})"""


def drawn(browser: Browser, address: str) -> Page:
    """A page on which all that is to be drawn is."""
    page = browser.open(address)
    page.ask(DRAW_ALL)
    page.until(f"{DRAWN} > 0")
    page.ask("window.dispatchEvent(new Event('afterprint'))")
    return page


@pytest.mark.parametrize("count", [3, 12, 29, 30, 50])
@pytest.mark.parametrize("make", [chain, star, tangle])
def test_labels_can_be_read(
    make: Callable[[int], Drawing], count: int, browser: Browser, tmp_path: Path
) -> None:
    page = drawn(browser, page_of(tmp_path, make(count)))
    assert page.ask(OVERLAPS) == []
    assert page.ask(OUTSIDE) == []
    page.until(FITTED)  # the browser tells of sizes with its next frame
    assert page.ask(SMALLEST) >= READABLE
    assert page.problems == []


def test_labels_that_cannot_be_read_are_found(browser: Browser, tmp_path: Path) -> None:
    page = drawn(browser, page_of(tmp_path, chain(12)))
    page.ask(
        "(() => { const [one, other] = [...document.querySelectorAll('.node .box')]"
        ".map((box) => box.y.baseVal.value);"
        " document.querySelector('.node').setAttribute('transform', `translate(0 ${other - one})`);"
        " })()"
    )
    assert page.ask(OVERLAPS) != []


def test_those_of_reports_as_well(browser: Browser, projects: Linted) -> None:
    page = drawn(browser, projects.address)
    assert page.ask(DRAWN) > 20
    assert page.ask(OVERLAPS) == []
    assert page.ask(OUTSIDE) == []


def test_each_node_and_each_way_is_drawn(browser: Browser, tmp_path: Path) -> None:
    drawing = chain(200)
    page = drawn(browser, page_of(tmp_path, drawing))
    assert page.ask("document.querySelectorAll('.node').length") == 200
    ways = page.ask("document.querySelectorAll('.arrows .arrow').length")
    assert ways == len(drawing.arrows)
    assert page.ask("document.querySelectorAll('.node.unentered').length") == sum(
        node.standing == "unentered" for node in drawing.nodes
    )


def test_a_graph_of_one_node_and_one_of_none(browser: Browser, tmp_path: Path) -> None:
    one = Drawing(
        "step", (Node("only", initial=True, terminal=True),), (Arrow(0, 0, (Action("x"),)),)
    )
    page = drawn(browser, page_of(tmp_path, one, "one"))
    assert page.ask("document.querySelectorAll('.node').length") == 1
    none = browser.open(page_of(tmp_path, Drawing("step"), "none"))
    none.ask(DRAW_ALL)
    assert none.ask(DRAWN) == 0
    assert page.problems == none.problems == []


HOSTILE = (
    "</script><script>window.caught = 1</script>",
    "</title></style></svg><img src=x onerror='window.caught = 1'>",
    "<!--<script>",
    "\u202edne\u2066\u200b\x1b[31m",
    "`${window.caught = 1}`",
    "__proto__",
    "x" * 10_000,
    "多" * 400,
    "a\nb\tc\x00",
    "javascript:window.caught=1",
    "&lt;b&gt;&amp;",
    "]]>",
)


def hostile() -> Drawing:
    """A graph in which every name and word is one of those."""
    count = len(HOSTILE)
    nodes = [
        Node(name, initial=at == 0, standing="unentered", why=name, bounds=(name,))
        for at, name in enumerate(HOSTILE)
    ]
    arrows = [
        Arrow(at, (at + 1) % count, (Action(name, at % 2 == 0, name),), name, (name,))
        for at, name in enumerate(HOSTILE)
    ]
    return Drawing(HOSTILE[0], tuple(nodes), tuple(arrows), (), HOSTILE[1])


def test_names_do_nothing(browser: Browser, tmp_path: Path) -> None:
    address = page_of(tmp_path, hostile())
    page = drawn(browser, address)
    assert page.ask("window.caught") is None
    assert page.ask("document.querySelectorAll('img, .drawing a, b').length") == 0
    assert page.ask("document.scripts.length") == 2
    assert page.ask("document.querySelectorAll('.node').length") == len(HOSTILE)
    assert page.ask(OVERLAPS) == []
    assert page.ask(OUTSIDE) == []
    assert (
        page.ask("/[\\u202e\\u2066\\u200b\\x1b]/.test(document.documentElement.innerHTML)") is False
    )
    assert page.ask("document.documentElement.scrollWidth <= innerWidth") is True
    assert page.problems == []
    assert page.requests == [address]


def test_a_picture_is_moved_and_enlarged_by_keys(browser: Browser, tmp_path: Path) -> None:
    page = drawn(browser, page_of(tmp_path, chain(200)))
    window = "document.querySelector('.drawing').getAttribute('viewBox')"
    page.ask("document.querySelector('.frame').focus()")
    seen = [page.ask(window)]
    for key in ("ArrowRight", "ArrowDown", "+", "0"):
        page.press(key)
        seen.append(page.ask(window))
    assert len(set(seen)) == len(seen)


def test_where_runs_start_is_on_top(browser: Browser, tmp_path: Path) -> None:
    import random

    draw = random.Random(3)
    apart = chain(40)
    arrows = [arrow for arrow in apart.arrows if 0 not in (arrow.source, arrow.target)]
    page = drawn(browser, page_of(tmp_path, drawing_of(draw, 40, arrows)))
    tops = page.ask(
        "[...document.querySelectorAll('.node .box')].map((box) => box.getBoundingClientRect().top)"
    )
    assert tops[0] == min(tops)


def test_kinds_of_arrows_look_different_and_stand_in_the_legend(
    browser: Browser, tmp_path: Path
) -> None:
    kinds = (("handoff", "plain"), ("automatic handoff", "heavy"), ("call", "dotted"))
    nodes = tuple(Node(f"agent {number}", initial=not number) for number in range(4))
    arrows = tuple(
        Arrow(0, at + 1, (Action(f"way {at}"),), kind=kind, line=line)  # type: ignore[arg-type]
        for at, (kind, line) in enumerate(kinds)
    )
    page = drawn(browser, page_of(tmp_path, Drawing("agent", nodes, arrows)))
    page.until(FITTED)
    assert page.ask(LEGEND) == [kind for kind, _ in kinds]
    strokes = page.ask(STROKES)
    assert len({tuple(each) for each in strokes}) == len(kinds), strokes
    samples = page.ask(SAMPLES)
    assert len({tuple(each) for each in samples}) == len(kinds), samples
    for kind, _ in kinds:
        assert page.ask(f"document.querySelector('.drawing').textContent.includes('{kind}')")
