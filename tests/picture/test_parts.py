"""Parts of drawings, and graphs that are too large to be drawn in full."""

from __future__ import annotations

from phaselint.diagram.model import Action, Arrow, Drawing, Mark, Node, Parallel, View
from phaselint.diagram.parts import Part, readable, small_part

TAKEN = (Action("go"),)


def chain(size: int) -> Drawing:
    """A row of nodes, each with an arrow to the next."""
    nodes = tuple(Node(f"n{number}", initial=number == 0) for number in range(size))
    arrows = tuple(Arrow(number, number + 1, TAKEN) for number in range(size - 1))
    return Drawing("phase", nodes, arrows, limits=("at most 9 calls",))


def names(drawing: Drawing) -> list[str]:
    return [node.name for node in drawing.nodes]


def test_a_part_is_numbered_anew() -> None:
    whole = chain(6)._replace(parallels=(Parallel(1, (2, 3), 4), Parallel(0, (5,), None)))
    part = Part(whole, (4, 1, 2)).drawing
    assert names(part) == ["n1", "n2", "n4"]
    assert [arrow[:2] for arrow in part.arrows] == [(0, 1)]
    assert part.parallels == (Parallel(0, (1,), 2),)
    assert part.limits == whole.limits


def test_marks_of_what_is_left_out_are_left_out() -> None:
    marks = (Mark("run", node=1), Mark("run", arrow=1), Mark("run", arrow=4), Mark("run", node=5))
    view = View(marks, small=(1, 2))
    drawing, seen = small_part(chain(6), view)
    assert names(drawing) == ["n1", "n2"]
    assert seen == View((Mark("run", node=0), Mark("run", arrow=0)), small=(0, 1))


def test_what_is_no_larger_is_drawn_in_full() -> None:
    whole, view = chain(5), View((Mark("dead", node=4),), small=(3, 4))
    assert readable(whole, [view], most=5) == (whole, (view,))


def test_a_large_one_is_drawn_around_what_is_found() -> None:
    view = View((Mark("stuck", node=50), Mark("run", node=47)), small=(49, 50))
    drawing, [seen] = readable(chain(100), [view], most=6)
    assert names(drawing) == ["n0", "n47", "n48", "n49", "n50", "n51"]
    assert drawing.left_out == "only 6 of 100 phases are drawn: those around the findings"
    assert {drawing.nodes[mark.node or 0].name for mark in seen.marks} == {"n50", "n47"}


def test_small_pictures_are_drawn_whole_or_not_at_all() -> None:
    first = View((Mark("dead", node=10),), small=(10, 11, 12))
    second = View((Mark("dead", node=30),), small=(30, 31, 32))
    third = View((Mark("dead", node=40),), small=(40,))
    drawing, views = readable(chain(100), [first, second, third], most=4)
    assert names(drawing) == ["n10", "n11", "n12", "n40"]
    assert [len(view.small) for view in views] == [3, 0, 1]


def test_without_findings_it_is_drawn_around_the_start() -> None:
    drawing, views = readable(chain(100), [View(small=(0, 1))], most=3)
    assert names(drawing) == ["n0", "n1", "n2"]
    assert drawing.left_out == "only 3 of 100 phases are drawn: those near the start"
    assert views == (View(small=(0, 1)),)
