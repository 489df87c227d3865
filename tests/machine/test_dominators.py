from __future__ import annotations

from phaselint.machine.dominators import dominates, dominators

DIAMOND = [[1, 2], [3], [3], [4], [], [4]]


def test_what_two_branches_have_in_common_dominates_their_meeting() -> None:
    assert dominators(DIAMOND, 0) == [0, 0, 0, 0, 3, -1]


def test_back_edges_change_nothing() -> None:
    assert dominators([[1], [2, 0], [3, 1], [0]], 0) == [0, 0, 1, 2]


def test_a_node_dominates_itself_and_what_lies_behind_it() -> None:
    idom = dominators(DIAMOND, 0)
    assert [node for node in range(6) if dominates(idom, 3, node)] == [3, 4]
    assert dominates(idom, 0, 4)
    assert not dominates(idom, 1, 3)


def test_nothing_dominates_a_node_that_no_path_leads_to() -> None:
    assert not dominates(dominators(DIAMOND, 0), 5, 5)


def test_long_chains_need_no_recursion() -> None:
    length = 50_000
    idom = dominators([[k + 1] for k in range(length - 1)] + [[0]], 0)
    assert idom == [0, *range(length - 1)]
    assert dominates(idom, 1, length - 1)
