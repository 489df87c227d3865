"""Which files import each other in a circle, counting every import: those for types only, those
in a function, and what is `deferred`. The tables of built-in parts hold names, not imports.

The circles are printed: `pytest -s tests/test_circles.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import networkx as nx

from sources import imports, modules

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from sources import Import

CIRCLES = {
    (
        "stud",
        "facts parts placeholderplaces uses",
    ): "facts keep what was asked of them, and have parts that are facts",
}
"""The circles there may be: the package or dialect, the files, and why they need each other."""


def graph(counts: Callable[[Import], bool]) -> nx.DiGraph[str]:
    """Which module imports which."""
    arrows: nx.DiGraph[str] = nx.DiGraph()
    for module in modules():
        used = {each.module for each in imports(module) if counts(each)} & modules().keys()
        arrows.add_edges_from((module, other) for other in used - {module})
    return arrows


def circles(arrows: nx.DiGraph[str]) -> list[list[str]]:
    """The modules that lead back to themselves, together with those they do so by."""
    found = nx.strongly_connected_components(arrows)
    return sorted(sorted(each) for each in found if len(each) > 1)


def is_known(circle: Collection[str]) -> bool:
    """Whether all its files are in one of the circles there may be."""
    home = min(circle, key=len).split(".")[:-1]
    short = home[2] if home[:2] == ["phaselint", "dialects"] and home[2:] else ".".join(home)
    names = {module.rpartition(".")[2] for module in circle}
    return any(short == where and names <= set(files.split()) for where, files in CIRCLES)


def test_every_circle_is_known() -> None:
    found = circles(graph(lambda _: True))
    for circle in found:
        print(*circle)
    assert [circle for circle in found if not is_known(circle)] == []


def test_no_circle_is_closed_while_modules_are_loaded() -> None:
    assert circles(graph(lambda each: not each.typing and not each.lazy)) == []
