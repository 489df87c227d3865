"""What large pages cost: how long 2,000 findings take to open, and what a run weighs."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from browser.chromium import Look
from browser.reports import chain
from phaselint.diagram.animation_trimming import MOST_FRAMES
from phaselint.diagram.model import Film, Frame, Mark, View
from phaselint.linting.result import Result, Summary
from phaselint.report import Style, render
from phaselint.vocabulary.finding import Finding, Place, Position, Range, Witness, WitnessStep
from phaselint.vocabulary.hit import Hit
from phaselint.vocabulary.message import message
from phaselint_rules import RULES
from samples import Known, reported

if TYPE_CHECKING:
    from pathlib import Path

    from browser.chromium import Browser
    from phaselint.diagram.model import Drawing
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.rule import Rule

FINDINGS, CONTRACTS = 2_000, 100
OPENED, TRIES = 1.0, 5
"""Seconds in which a page is open, by the work of its thread: what else the machine does has no
part in it; the least of so many tries."""

HEAVIEST = 500_000
"""Bytes of the page of an agent with 14 steps and a film."""

STEPS = 14
LINE = "      - {from: intake, to: review, when: the request is complete and was checked twice}"


def film(drawing: Drawing, length: int, seed: int) -> Film:
    """A run with steps as runs have them."""
    draw = random.Random(seed)
    frames = []
    for number in range(length):
        node = draw.randrange(len(drawing.nodes))
        name = drawing.nodes[node].name
        said = (f"the model calls `tool_{number}` for the {number}th time", f"next comes `{name}`")
        changed = (f"step {number} of {length}", f"the model can call `tool_{number + 1}`")
        frames.append(Frame(node, None, said, changed, place(number % 40 + 1)))
    return Film(tuple(frames), "the run waits for the next answer")


def place(line: int) -> Place:
    return Place("agent.yaml", (), "value", Range(Position(line, 9), Position(line, 21)))


def made(rule: Rule, number: int, contract: str, drawing: Drawing, frames: int) -> Diagnostic:
    """A finding that is its own cause, with a witness, a picture and a film."""
    steps = tuple(WitnessStep(f"step {at} of finding {number}") for at in range(4))
    told = message(f"what is wrong with part {number} of the agent: {'x' * (number % 30)}")
    said = Finding(place(number % 40 + 1), told, witness=Witness({}, steps=steps))
    marks = (Mark("subject", node=number % STEPS), Mark("dead", arrow=0))
    view = View(marks, film(drawing, frames, number), tuple(range(STEPS)))
    known = Known(f"{rule.code}-{number}")
    return reported(
        Hit(rule, said), dialect="vesanor", contract=contract, identity=known, view=view
    )


def written(path: Path, findings: int, contracts: int, frames: int) -> str:
    """Write a page of so many findings with films of so many frames; gives its address."""
    rules = [rule for rule in RULES if rule.dialect == "vesanor"]
    keys = [("vesanor", f"desk{number:03}") for number in range(contracts)]
    drawings = {key: chain(STEPS, number) for number, key in enumerate(keys)}
    found = (
        made(rules[at % len(rules)], at, key[1], drawings[key], frames)
        for at, key in ((at, keys[at % contracts]) for at in range(findings))
    )
    result = Result(
        findings=tuple(found),
        drawings=drawings,
        lines={"agent.yaml": dict.fromkeys(range(1, 44), LINE)},
        summary=Summary(contracts=contracts, files=contracts, errors=findings),
    )
    path.write_text("".join(render("html", result, Style())), "utf-8")
    return path.as_uri()


def test_two_thousand_findings_are_open_in_a_second(browser: Browser, tmp_path: Path) -> None:
    address = written(tmp_path / "many.html", FINDINGS, CONTRACTS, 3)
    taken = []
    for _ in range(TRIES):
        page = browser.open("about:blank", Look())
        page.command("Performance.enable", timeDomain="threadTicks")
        page.go(address)
        metrics = page.command("Performance.getMetrics")["metrics"]
        taken += [each["value"] for each in metrics if each["name"] == "TaskDuration"]
        shown = page.ask("document.querySelector('.filters output').textContent")
        assert shown == f"{FINDINGS} findings"
        assert page.problems == []
        page.close()
        if taken[-1] <= OPENED:
            break
    assert min(taken) <= OPENED, taken


def test_at_most_thirty_cards_are_open_at_first(browser: Browser, tmp_path: Path) -> None:
    page = browser.open(written(tmp_path / "some.html", 200, 5, 2))
    cards = "[...document.querySelectorAll('article.finding')]"
    assert page.ask(f"{cards}.length") == 200
    assert page.ask(f"{cards}.filter((each) => each.checkVisibility()).length") == 30
    page.close()


def test_a_page_with_a_run_is_light(tmp_path: Path) -> None:
    path = tmp_path / "one.html"
    written(path, 1, 1, MOST_FRAMES)
    assert path.stat().st_size <= HEAVIEST
    written(path, 12, 1, STEPS)
    assert path.stat().st_size <= HEAVIEST
