"""Targets that don't exist, in the pictures of findings about them."""

from __future__ import annotations

from contextlib import chdir
from typing import TYPE_CHECKING

import pytest

from cases import listed, texts
from phaselint.diagram.ghosts import CODE, haunted
from phaselint.diagram.model import Arrow, Drawing, Mark, Node, View
from phaselint.linting.request import Request
from phaselint.linting.run import run
from phaselint_rules import RULES

if TYPE_CHECKING:
    from pathlib import Path

    from cases import Case

SOURCES = {"bad-langgraph-join": 2}
"""How many sources a reference has, if several."""

CASES = listed("unknown-target", "bad*")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.variant)
def test_a_target_that_does_not_exist_is_drawn(case: Case, tmp_path: Path) -> None:
    for path, text in texts(case).items():
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    with chdir(tmp_path):
        result = run(Request(pictures=True, jobs=1), RULES)
    found = [each for each in result.findings if each.code == CODE and each.view is not None]
    assert found
    for each in found:
        assert each.view is not None
        drawing = result.drawings[each.dialect, each.contract]
        marked = {mark.node for mark in each.view.marks if mark.node is not None}
        ghosts = [number for number in marked if drawing.nodes[number].standing == "missing"]
        assert len(ghosts) == 1
        assert ghosts[0] in each.view.small
        leading = [arrow.source for arrow in drawing.arrows if arrow.target == ghosts[0]]
        assert len({*leading}) == len(leading) == SOURCES.get(case.variant, 1)
        assert marked.issuperset(leading)
        assert drawing.nodes[ghosts[0]].name in each.said


LINE = Drawing("step", (Node("a"), Node("b")), (Arrow(0, 1),))
ABOUT_A = View((Mark("subject", node=0),), small=(0, 1))


def test_two_references_to_one_target_have_one_ghost() -> None:
    found = haunted(LINE, (ABOUT_A, ABOUT_A), {0: "c", 1: "c"})
    assert [node.name for node in found.drawing.nodes] == ["a", "b", "c"]
    assert [(each.source, each.target) for each in found.drawing.arrows[1:]] == [(0, 2), (0, 2)]
    assert [view.small for view in found.views] == [(0, 1, 2), (0, 1, 2)]


@pytest.mark.parametrize(("view", "name"), [(View(), "c"), (ABOUT_A, "b")])
def test_without_a_source_or_with_a_known_name_nothing_is_drawn(view: View, name: str) -> None:
    found = haunted(LINE, (view,), {0: name})
    assert (found.drawing, found.views) == (LINE, (view,))


def test_the_source_of_an_arrow_is_enough() -> None:
    found = haunted(LINE, (View((Mark("dead", arrow=0),)),), {0: "c"})
    assert found.drawing.arrows[-1] == Arrow(0, 2)
    assert found.views[0].marks[1:] == (Mark("dead", node=2), Mark("dead", arrow=1))
