"""The graphs of two versions as one."""

from __future__ import annotations

from phaselint.diagram.model import Action, Arrow, Drawing, Node
from phaselint.diagram.united import ADDED, GONE, united

NODES = (Node("a", initial=True), Node("b"), Node("c", terminal=True))


def drawn(*arrows: Arrow) -> Drawing:
    return Drawing("phase", NODES, arrows)


def arrow(source: int, target: int, *names: str, dead: bool = False) -> Arrow:
    return Arrow(source, target, tuple(Action(name, dead) for name in names))


def bounds(old: Drawing, new: Drawing) -> list[tuple[str, ...]]:
    found = united(old, new, {})
    assert found is not None
    return [each.bounds for each in found.drawing.arrows]


def test_an_arrow_of_one_version_says_so() -> None:
    assert bounds(drawn(arrow(0, 1, "go")), drawn(arrow(0, 2, "go"))) == [(ADDED,), (GONE,)]


def test_an_arrow_that_only_one_version_takes_says_so() -> None:
    idle, taken = drawn(arrow(0, 1, "go", dead=True)), drawn(arrow(0, 1, "go"))
    assert bounds(idle, taken) == [("now possible",)]
    assert bounds(taken, idle) == [("no longer possible",)]
    assert bounds(drawn(arrow(0, 1)), taken) == [("now possible",)]


def test_an_arrow_of_both_names_the_actions_of_one() -> None:
    old, new = drawn(arrow(0, 1, "go", "run")), drawn(arrow(0, 1, "go", "fly"))
    assert bounds(old, new) == [("added: fly", "gone: run")]
    assert bounds(old, old) == [()]


def test_arrows_between_the_same_ends_count_together() -> None:
    old = drawn(arrow(0, 1, "go"), arrow(0, 1, "run"))
    new = drawn(arrow(0, 1, "run"), arrow(0, 1, "go"))
    assert bounds(old, new) == [(), ()]
