from __future__ import annotations

from machine.shapes import tools
from phaselint.machine import graph

DIAMOND = [[1, 2], [3], [3], []]
CYCLES = [[1], [2, 0], [3], [4], [3], [5]]


def test_adjacency_has_an_edge_for_each_move_with_a_target() -> None:
    machine = tools("a b z*", ["stay@a", "go@a->b", "also@a->b", "end@b->z", "back@z->a"])
    assert graph.adjacency(machine) == [[1, 1], [2], []]
    assert graph.adjacency(machine, stop_at_terminals=False) == [[1, 1], [2], [0]]


def test_reverse_turns_every_edge_around() -> None:
    assert graph.reverse(DIAMOND) == [[], [0], [0], [1, 2]]


def test_reachable_includes_the_sources() -> None:
    assert graph.reachable(DIAMOND, [1]) == [False, True, False, True]
    assert graph.reachable(DIAMOND, []) == [False] * 4


def test_predecessors_are_bits_and_a_cycle_precedes_itself() -> None:
    assert graph.predecessors(DIAMOND) == [0, 0b1, 0b1, 0b111]
    assert graph.predecessors([[0], []]) == [0b1, 0]


def test_predecessors_agree_with_reachability() -> None:
    for adj in (DIAMOND, CYCLES, [[0], []]):
        for node in range(len(adj)):
            onward = graph.reachable(adj, adj[node])
            before = graph.predecessors(adj)
            assert [bool(bits >> node & 1) for bits in before] == onward


def test_distances_count_edges_and_mark_what_is_out_of_reach() -> None:
    assert graph.distances(DIAMOND, [0]) == [0, 1, 1, 2]
    assert graph.distances(DIAMOND, [1, 2, 1]) == [-1, 0, 0, 1]


def test_shortest_path_prefers_earlier_edges() -> None:
    assert graph.shortest_path(DIAMOND, [0], {3}) == [0, 1, 3]
    assert graph.shortest_path([[2, 1], [3], [3], []], [0], {3}) == [0, 2, 3]


def test_shortest_paths_are_those_of_each_set_of_goals() -> None:
    goals = [[3], [1], [2, 1], []]
    alone = [graph.shortest_path(DIAMOND, [0], each) for each in goals]
    assert graph.shortest_paths(DIAMOND, [0], goals) == alone == [[0, 1, 3], [0, 1], [0, 1], None]


def test_shortest_path_of_a_source_that_is_a_goal_is_that_node() -> None:
    assert graph.shortest_path(DIAMOND, [1, 2], {2}) == [2]


def test_shortest_path_is_none_when_no_goal_is_reached() -> None:
    assert graph.shortest_path(DIAMOND, [1], {0}) is None


def test_components_come_after_those_they_lead_to() -> None:
    assert graph.components(CYCLES) == [[3, 4], [2], [0, 1], [5]]


def test_components_of_a_part_use_no_node_outside_it() -> None:
    assert graph.components([[1], [2], [0]], [True, True, False]) == [[1], [0]]


def test_bottom_components_ignore_edges_out_of_the_part() -> None:
    assert graph.bottom_components(CYCLES, [True] * 6) == [[3, 4], [5]]
    assert graph.bottom_components(CYCLES, [True, True, True, False, False, False]) == [[2]]


def test_lap_is_a_shortest_closed_walk_through_the_first_member() -> None:
    assert graph.find_cycle([[1, 2], [2], [3], [0]], [0, 1, 2, 3]) == [0, 2, 3, 0]


def test_lap_of_a_self_edge_has_one_step() -> None:
    assert graph.find_cycle(CYCLES, [5]) == [5, 5]


def test_lap_of_a_node_without_a_cycle_is_empty() -> None:
    assert graph.find_cycle(CYCLES, [2]) == []


def test_lap_stays_in_the_component() -> None:
    assert graph.find_cycle([[1, 2], [0], [0]], [0, 2]) == [0, 2, 0]


def test_long_chains_need_no_recursion() -> None:
    length = 100_000
    chain = [[k + 1] for k in range(length - 1)] + [[0]]
    assert all(graph.reachable(chain, [0]))
    assert graph.distances(chain, [0])[-1] == length - 1
    assert graph.shortest_path(chain, [0], {length - 1}) == list(range(length))
    assert graph.components(chain) == [list(range(length))]
    assert graph.find_cycle(chain, range(length)) == [*range(length), 0]
