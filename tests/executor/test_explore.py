"""Exhaustive exploration: what it finds, in which order, and what it says when it is cut off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dialects.vesanor.build import OPEN, after, files, load
from phaselint.dialects.vesanor.running.runtime import VesanorRuntime
from phaselint.executor.explore import explore
from phaselint.executor.replay import replay

if TYPE_CHECKING:
    from dialects.vesanor.build import Files
    from phaselint.dialects.vesanor.running.session import SessionState
    from phaselint.executor.explore import Atlas

RUNTIME = VesanorRuntime()
DIAMOND = files("a! b c z*", "a:b,c b:z c:z", ["x[a]->b", "y[a]->c", "e[b,c]->z"])


def atlas_of(given: Files, bound: int = 1000) -> Atlas[SessionState]:
    return explore(RUNTIME, RUNTIME.start(load(given), OPEN, {}, {}), bound)


def test_every_state_is_found_once_breadth_first() -> None:
    atlas = atlas_of(DIAMOND)
    assert [state.phase for state in atlas.states] == ["a", "b", "c", "z"]
    assert (atlas.complete, atlas.reason) == (True, "")


def test_terminal_phases_are_not_left() -> None:
    given = files("a! z*", "a:z z:a", ["x[a]->z", "back[z]->a", "more[z]"])
    atlas = atlas_of(given)
    assert [(edge.source, edge.target) for edge in atlas.edges] == [(0, 1)]


def test_a_run_to_a_state_replays_to_it_and_is_shortest() -> None:
    atlas = atlas_of(DIAMOND)
    for index, state in enumerate(atlas.states):
        run = replay(RUNTIME, atlas.states[0], atlas.run_to(index))
        assert RUNTIME.key(run.last) == RUNTIME.key(state)
    assert [len(atlas.run_to(index)) for index in range(4)] == [0, 1, 1, 2]


def test_find_gives_the_nearest_state() -> None:
    atlas = atlas_of(DIAMOND)
    assert atlas.find(lambda state: state.phase != "a") == 1
    assert atlas.find(lambda state: state.phase == "nowhere") is None


def test_states_that_are_not_inside_are_kept_and_not_expanded() -> None:
    start = RUNTIME.start(load(DIAMOND), OPEN, {}, {})
    atlas = explore(RUNTIME, start, 1000, inside=lambda state: state.phase == "a")
    assert [state.phase for state in atlas.states] == ["a", "b", "c"]
    assert atlas.complete


def test_the_bound_counts_expanded_states() -> None:
    assert not atlas_of(DIAMOND, bound=3).complete
    assert atlas_of(DIAMOND, bound=3).reason == "the bound of 3 expanded states"
    assert atlas_of(DIAMOND, bound=4).complete


def test_many_steps_from_a_state_count_as_more_of_them() -> None:
    names = [f"t{number}" for number in range(10)]
    end = {"preconditions": [{"requires_prior_tool": name} for name in names]}
    given = files("a! z*", "a:z", [*names, "e[a]->z"], e=end)
    assert atlas_of(given, bound=100).reason == "the bound of 400 steps"


def test_too_many_choices_in_one_state_end_it() -> None:
    names = [f"t{number}" for number in range(13)]
    bans = {name: {"forbids_after": [names[number - 1]]} for number, name in enumerate(names)}
    end = {"preconditions": [{"requires_prior_tool": name} for name in names]}
    atlas = atlas_of(files("a! z*", "a:z", [*names, "e[a]->z"], e=end, **bans))
    assert not atlas.complete
    assert atlas.stuck is not None
    assert "`a`" in atlas.reason


def test_tools_that_all_ban_each_other_are_not_too_many() -> None:
    names = [f"t{number}" for number in range(13)]
    given = files("a! z*", "a:z", names, **{n: {"forbids_after": names} for n in names})
    assert atlas_of(given).complete


def test_outputs_that_preconditions_tell_apart_are_told_apart() -> None:
    entry = {"requires_prior_tool": "make", "with_output": [{"path": "$.n", "gte": 3}]}
    given = files("a! z*", "a:z", ["make[a]", "use[a]->z"], use={"preconditions": [entry]})
    atlas = atlas_of(given)
    assert {state.phase for state in atlas.states} == {"a", "z"}
    # `z` twice: `make` may be called again beside `use`, with a result that is too small.
    assert len(atlas.states) == 5


def test_bans_and_facts_are_told_apart_only_where_somebody_asks() -> None:
    given = files(
        "a! z*", "a:z", ["free[a]", "asked[a]", "e[a]->z"], e={"preconditions": after("asked")}
    )
    assert len(atlas_of(given).states) == 3
