"""Heaviest walks against all walks of growing length."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from phaselint.machine.heaviest import Arc, Heaviest, heaviest

MOST_NODES, MOST_WEIGHT = 6, 3

GRAPHS = st.integers(1, MOST_NODES).flatmap(
    lambda size: st.lists(
        st.lists(st.builds(Arc, st.integers(0, size - 1), st.integers(0, MOST_WEIGHT)), max_size=3),
        min_size=size,
        max_size=size,
    )
)


def weights(out: list[list[Arc]]) -> list[int]:
    """What walks of each length weigh at most, up to a length at which loops have shown."""
    best, found = {0: 0}, [0]
    for _ in range(len(out) * (2 + len(out) * MOST_WEIGHT)):
        further: dict[int, int] = {}
        for node, weight in best.items():
            for arc in out[node]:
                further[arc.target] = max(further.get(arc.target, 0), weight + arc.weight)
        best = further
        found.append(max(best.values(), default=0))
    return found


def follow(out: list[list[Arc]], found: Heaviest) -> tuple[int, int, int]:
    """The end of a walk and its weight, and what its loop weighs."""
    node = weight = 0
    for source, number in found.walk:
        assert source == node
        node, weight = out[source][number].target, weight + out[source][number].weight
    end, lap = node, 0
    for source, number in found.loop:
        assert source == node
        node, lap = out[source][number].target, lap + out[source][number].weight
    assert not found.loop or node == end
    return node, weight, lap


@given(GRAPHS)
def test_a_heaviest_walk_is_one_or_there_is_a_loop(out: list[list[Arc]]) -> None:
    found, by_length = heaviest(out), weights(out)
    simple = max(by_length[: len(out)])
    _, weight, lap = follow(out, found)
    if found.most is None:
        assert lap > 0
        assert max(by_length) > simple
    else:
        assert found.most == weight == max(by_length)
        assert not found.loop


def test_the_shortest_loop_is_told() -> None:
    out = [[Arc(1, 0), Arc(2, 1)], [Arc(2, 0)], [Arc(0, 0), Arc(2, 1)]]
    assert heaviest(out) == Heaviest(None, ((0, 1),), ((2, 1),))


def test_a_walk_through_a_component_that_weighs_nothing() -> None:
    out = [[Arc(1, 0)], [Arc(2, 0)], [Arc(1, 0), Arc(3, 4)], [], [Arc(3, 9)]]
    assert heaviest(out).most == 4
