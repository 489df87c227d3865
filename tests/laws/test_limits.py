"""Where a dialect says that its limits do nothing but end runs, they do: drawn contracts.

`PHASELINT_SEED` draws the same contracts again, `PHASELINT_LIMITS` says how many of each dialect.
"""

from __future__ import annotations

import os
from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING, Any

import pytest

from fresh import SEED, until
from laws.acting import seeds
from laws.test_acts import player_of
from phaselint.behavior.acting import Numbered, act_atlas, edges_from, telling
from phaselint.dialects import NAMES
from phaselint.dialects.records import MILDEST_FIRST
from phaselint.executor.explore import explore

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from laws.acting import Player
    from phaselint.behavior.acting import ActAtlas, ActEdge
    from phaselint.dialects.acts import Act
    from phaselint.dialects.protocol import Runtime

COUNT = int(os.environ.get("PHASELINT_LIMITS") or 8)
BOUND = 300

FEWEST = 20
"""Steps of runs with limits that are compared at least, of however many contracts that takes."""


def is_milder(one: ActEdge, other: ActEdge) -> bool:
    return MILDEST_FIRST.index(one.grade) <= MILDEST_FIRST.index(other.grade)


def counted(acts: Sequence[Act]) -> Counter[Any]:
    return Counter((each.name, each.ok, each.thread) for each in acts)


def unlike(runtime: Runtime[Any], contract: Any, start: Any) -> Iterator[str]:
    """For each step of runs with limits what is wrong where it is neither one of runs without them,
    nor ended by a limit as `ended_by_limits` says; empty where it is. Runs that come to the same
    state with limits are told apart where they don't without."""
    free = act_atlas(runtime, contract, runtime.unlimited(start), BOUND)
    if not free.complete:
        return
    numbers = {runtime.act_key(each): number for number, each in enumerate(free.states)}
    tell = telling(runtime, contract)

    def number_of(state: Any) -> int | None:
        return numbers.get(runtime.act_key(runtime.unlimited(state)))

    waiting = [start]
    known = {(runtime.act_key(start), number_of(start))}
    for state in islice(waiting, BOUND):
        before = number_of(state)
        met = Numbered(runtime, state)
        for edge in edges_from(runtime, tell, 0, state, runtime.act_choices(state), met):
            there, _ = runtime.step(state, edge.choice)
            after = number_of(there)
            if (runtime.act_key(there), after) not in known:
                known.add((runtime.act_key(there), after))
                waiting.append(there)
            if before is None:
                yield f"no run without limits comes to where {[each.text for each in edge.acts]} is"
            elif after in targets(free, before, edge):
                yield ""
            else:
                yield wrong_end(runtime, free, before, edge, runtime.outcome(there).kind)


def targets(free: ActAtlas, before: int, edge: ActEdge) -> set[int]:
    """Where runs without limits get from a state by the acts of a step with them: in no step, where
    it does nothing, in one, or in two."""
    found = set() if edge.acts else {before}
    for one in free.out[before]:
        rest = edge.acts[len(one.acts) :]
        if (*one.acts, *rest) == edge.acts and is_milder(one, edge):
            found |= set() if rest else {one.target}
            found |= {
                two.target
                for two in free.out[one.target]
                if two.acts == rest and is_milder(two, edge)
            }
    return found


def wrong_end(runtime: Runtime[Any], free: ActAtlas, before: int, edge: ActEdge, kind: str) -> str:
    """What is wrong with a step that a limit must have ended; empty where nothing is."""
    told = f"{[each.text for each in edge.acts]}, {kind}"
    if kind not in runtime.limit_ends:
        return f"{told}: no limit ends a run so"
    done = counted(edge.acts[:-1])
    may_end = (
        each
        for each in free.out[before]
        if kind in (runtime.ended_by_limits(each.acts) or ()) and is_milder(each, edge)
    )
    if any(not done - counted(each.acts) for each in may_end):
        return ""
    return f"{told}: no step that a limit may end does that"


@pytest.mark.parametrize(
    "dialect", [each for each in NAMES if player_of(each).runtime.ended_by_limits(()) is not None]
)
def test_limits_do_nothing_but_end_runs(dialect: str) -> None:
    player = player_of(dialect)
    seen = Counter[str]()
    for number in until(seen, {"steps": FEWEST}, COUNT):
        for contract, start in player.starts(f"{SEED}/{dialect}/{number}"):
            if player.runtime.unlimited(start) != start:
                found = list(unlike(player.runtime, contract, start))
                seen["steps"] += len(found)
                assert not any(found), "\n".join([each for each in found if each][:5])


@pytest.mark.parametrize("seed", ["430073/vesanor/13", "897379/vesanor/7"])
def test_nor_do_they_where_they_once_did(seed: str) -> None:
    """Sessions that count blocks in a row, in a response whose calls are all blocked."""
    player = player_of("vesanor")
    found = [
        each
        for contract, start in player.starts(seed)
        if player.runtime.unlimited(start) != start
        for each in unlike(player.runtime, contract, start)
    ]
    assert found
    assert not any(found)


def compare_places(player: Player, seed: str) -> int:
    """Hold the places that runs of a contract come to with limits, if not ended by one, to those
    that they come to once these are lifted; how many were compared."""
    runtime, compared = player.runtime, 0
    for _, start in player.starts(seed):
        free = explore(runtime, runtime.relax(start), BOUND)
        if runtime.relax(start) == start or not free.complete:
            continue
        known = {runtime.key(each) for each in free.states}
        limited = explore(runtime, start, BOUND)
        for number, state in enumerate(limited.states):
            ended = runtime.outcome(state).kind in ("limit", "cancelled")
            if not ended and not player.uncompared(state):
                compared += 1
                told = f"PHASELINT_SEED={SEED}: {seed}: {limited.run_to(number)}"
                assert runtime.key(runtime.relax(state)) in known, told
    return compared


@pytest.mark.parametrize("dialect", NAMES)
def test_limits_only_take_away(dialect: str) -> None:
    player, seen = player_of(dialect), Counter[str]()
    for number in until(seen, {"places": FEWEST}, COUNT):
        seen["places"] += compare_places(player, f"{SEED}/{dialect}/{number}")


@pytest.mark.parametrize(
    ("dialect", "seed"),
    [
        ("climpt", "law/climpt/159"),
        ("langgraph", "605/langgraph/6"),
        ("langgraph", "596217/langgraph/3"),
        ("langgraph", "50001/langgraph/458"),
    ],
)
def test_nor_did_they_add_anything_where_they_once_did(dialect: str, seed: str) -> None:
    """A closure step reads what its own answer left behind, in a run that goes on because its count
    isn't reached yet. A graph in a node reaches the limit, and the node next to it runs then. One
    task of a step is interrupted, and the other is done or was never started. One wakes a node that
    another one wakes too, and fails."""
    assert compare_places(player_of(dialect), seed) > 0


def test_a_count_that_lets_runs_succeed_is_not_lifted() -> None:
    """A lifted one may be reached in the second iteration, where runs with limits go on."""
    player = player_of("climpt")
    (_, start), _ = player.starts("627846/climpt/4")
    assert player.runtime.relax(start) != start
    assert player.runtime.unlimited(start) == start


@pytest.mark.parametrize("dialect", NAMES)
def test_limits_end_runs_as_the_dialect_says(dialect: str) -> None:
    """No other end than `limited_ends` is one that runs come to with limits alone."""
    player = player_of(dialect)
    for seed in seeds(f"{SEED}/{dialect}", COUNT):
        for contract, start in player.starts(seed):
            runtime = player.runtime
            if runtime.unlimited(start) == start:
                continue
            free = act_atlas(runtime, contract, runtime.unlimited(start), BOUND)
            if not free.complete:
                continue
            ends = {runtime.outcome(each).kind for each in free.states}
            ends |= runtime.limited_ends(start)
            assert runtime.limited_ends(start) <= runtime.limit_ends
            limited = act_atlas(runtime, contract, start, BOUND)
            kinds = {runtime.outcome(each).kind for each in limited.states}
            assert kinds <= ends | {"running"}, f"PHASELINT_SEED={SEED}: {seed}"
