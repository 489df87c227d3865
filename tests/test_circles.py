"""No files import each other in a circle, counting every import: those for types only, those in a
function, and what is `deferred`. The tables of built-in parts hold names, not imports."""

from __future__ import annotations

from typing import TYPE_CHECKING

import networkx as nx

from sources import imports, modules

if TYPE_CHECKING:
    from collections.abc import Callable

    from sources import Import


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


def test_no_files_import_each_other_in_a_circle() -> None:
    assert circles(graph(lambda _: True)) == []


def test_no_circle_is_closed_while_modules_are_loaded() -> None:
    assert circles(graph(lambda each: not each.typing and not each.lazy)) == []
