"""What isn't drawn, since it shows nothing, and what belongs next to each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from browser.reports import linted, page_of
from phaselint.diagram.model import Action, Arrow, Drawing, Node

if TYPE_CHECKING:
    from pathlib import Path

    from browser.chromium import Browser

DRAWN = "[...document.querySelectorAll('.graph .node .name')].map((each) => each.textContent)"

AWAY = """(() => {
  const boxes = [...document.querySelectorAll('.node .box')].map((e) => e.getBoundingClientRect());
  return [...document.querySelectorAll('.lettering')].map((label) => {
    const { left, top, height } = label.getBoundingClientRect();
    const middle = top + height / 2;
    const near = boxes.filter((box) => middle > box.top && middle < box.bottom && box.right < left);
    return Math.min(...near.map((box) => left - box.right));
  });
})()"""
"""How far each label is from the nearest box left of it."""


def agents(count: int, *arrows: Arrow) -> Drawing:
    return Drawing("agent", tuple(Node(f"agent{at}", initial=True) for at in range(count)), arrows)


def test_agents_without_a_way_are_listed_and_not_drawn(browser: Browser, tmp_path: Path) -> None:
    drawing = agents(8, Arrow(0, 1, (Action("call"),)))
    page = browser.open(page_of(tmp_path, drawing))
    page.until("document.querySelector('.drawing')")
    assert sorted(page.ask(DRAWN)) == ["agent0", "agent1"]
    said = page.ask("document.querySelector('.unrelated').textContent")
    assert said == "6 agents without a transition to or from another: " + ", ".join(
        f"agent{at}" for at in range(2, 8)
    )


def test_many_with_findings_are_listed_too(browser: Browser, tmp_path: Path) -> None:
    folder = tmp_path / "team" / ".github" / "agents"
    folder.mkdir(parents=True)
    for number in range(20):
        after = "handoffs: [{label: On, agent: agent1, prompt: Go}]\n" if number == 0 else ""
        header = f"---\nname: agent{number}\ndescription: d\ntools: [serach]\n{after}---\n"
        (folder / f"agent{number}.agent.md").write_text(f"{header}Do it.\n")
    report = linted(tmp_path, str(tmp_path / "team"))
    assert len(report.findings) >= 20
    page = browser.open(report.address)
    page.until("document.querySelector('.drawing')")
    assert sorted(page.ask(DRAWN)) == ["agent0", "agent1"]
    folded = "document.querySelector('.unrelated').closest('details')"
    assert page.ask(f"{folded}.open") is False
    said = page.ask(f"{folded}.querySelector('summary').textContent")
    assert said == "18 agents without a transition to or from another"
    assert len(page.ask(f"{folded}.querySelector('p').textContent").split(", ")) == 18


def test_a_few_of_them_are_drawn(browser: Browser, tmp_path: Path) -> None:
    page = browser.open(page_of(tmp_path, agents(5, Arrow(0, 1, (Action("call"),)))))
    page.until("document.querySelector('.drawing')")
    assert len(page.ask(DRAWN)) == 5


def test_a_graph_without_any_way_is_closed_at_first(browser: Browser, tmp_path: Path) -> None:
    page = browser.open(page_of(tmp_path, agents(12)))
    assert page.ask("document.querySelector('.whole').open") is False
    assert page.ask("document.querySelector('.whole > summary').textContent").startswith(
        "Graph: 12 agents, 0 transitions"
    )


def test_the_label_of_a_loop_is_next_to_its_node(browser: Browser, tmp_path: Path) -> None:
    ways = [Arrow(0, at, (Action("go"),)) for at in range(1, 5)]
    loops = [Arrow(at, at, (Action("again"),)) for at in range(5)]
    page = browser.open(page_of(tmp_path, agents(5, *loops)._replace(arrows=(*loops, *ways))))
    page.until("document.querySelector('.drawing')")
    page.ask(
        "document.querySelectorAll('.lettering').forEach((each) => {"
        " if (!each.textContent.includes('again')) each.remove(); })"
    )
    away = page.ask(AWAY)
    assert len(away) == 5
    assert max(away) < 40
    assert page.problems == []
