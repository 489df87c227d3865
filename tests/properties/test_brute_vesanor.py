"""The choices of an exploration, and the responses of the checker, hold to all that a model may do.

Of tiny contracts every response is simulated (`dialects.vesanor.tiny`): all sets of tools, each
with every output that a condition tells apart, failed and blocked calls where a limit counts them.
What is held: each state that is explored is one that some session reaches, and of each that a
session reaches one is explored in the same phase, with the same results and bans, which has no
fewer steps behind it and no more of what limits count (as many steps, where `max_steps` counts).
A way to a terminal phase leads from both or from neither. Calls are once per tool in a response:
a second one only replaces the first and counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from dialects.vesanor import oracle
from dialects.vesanor.tiny import Spot, Tiny, alive, reached, tiny_files
from phaselint.executor.explore import explore

if TYPE_CHECKING:
    from dialects.vesanor.build import Files
    from phaselint.dialects.vesanor.running.session import SessionState

SEEDS = st.integers(0, 2**32 - 1)
FEW = settings(max_examples=80)


def spot_of(tiny: Tiny, state: SessionState) -> Spot:
    """Where a session of the runtime is, in the words of the simulation."""
    breakers = tiny.limits.get("circuit_breaker", {})
    results = {
        name: tiny.verdict(name, output)
        for name, output in state.executed.items()
        if name in tiny.required
    }
    counted = {
        name: used
        for name, used in state.calls.items()
        if tiny.limits.get("max_calls_per_tool", {}).get(name)
    }
    return Spot(
        state.phase or "",
        tuple(sorted(results.items())),
        state.forbidden,
        tiny.steps(state.steps),
        calls=tuple(sorted(counted.items())),
        total=state.total_calls if "max_tool_calls" in tiny.limits else 0,
        blocks=state.blocks_in_row if "consecutive_blocks" in breakers else 0,
        errors=state.errors_in_row if "consecutive_errors" in breakers else 0,
    )


def explored(tiny: Tiny, files: Files, *, limits: bool) -> dict[Spot, list[Spot]]:
    """What an exploration by the runtime's choices reaches."""
    atlas = explore(oracle.RUNTIME, oracle.start(files, limits=limits), oracle.ENOUGH)
    assert atlas.complete
    spots = [None if state.killed else spot_of(tiny, state) for state in atlas.states]
    found: dict[Spot, list[Spot]] = {spot: [] for spot in spots if spot}
    for edge in atlas.edges:
        source, target = spots[edge.source], spots[edge.target]
        if source and target:
            found[source].append(target)
    return found


def no_worse(tiny: Tiny, one: Spot, other: Spot) -> bool:
    """Whether a spot allows what another of the same rest does."""
    exact = "max_steps" in tiny.limits
    calls, others = dict(one.calls), dict(other.calls)
    return (
        (one.steps == other.steps if exact else one.steps >= other.steps)
        and all(used <= others.get(name, 0) for name, used in calls.items())
        and one.total <= other.total
        and one.blocks <= other.blocks
        and one.errors <= other.errors
    )


def differences(files: Files, *, limits: bool = False) -> list[str]:
    """What an exploration leaves out of what sessions do, or adds to it."""
    tiny = Tiny(files)
    real, ran = reached(tiny), explored(tiny, files, limits=limits)
    good, found_good = alive(real, tiny.ends), alive(ran, tiny.ends)
    wrong = [f"no session reaches {spot}" for spot in ran if spot not in real]
    wrong += [
        f"a way to the end from {spot} in one only"
        for spot in ran
        if spot in real and (spot in good) is not (spot in found_good)
    ]
    alike: dict[tuple[object, ...], list[Spot]] = {}
    for spot in ran:
        alike.setdefault(spot[:3], []).append(spot)
    for spot in real:
        for_it = [o for o in alike.get(spot[:3], ()) if no_worse(tiny, o, spot)]
        if not for_it:
            wrong.append(f"not explored: {spot}")
        elif spot in good and not any(other in found_good for other in for_it):
            wrong.append(f"no way to the end from what stands for {spot}")
        elif not limits and spot not in good and any(other in found_good for other in for_it):
            wrong.append(f"a way to the end from what stands for {spot}")
    return wrong


@given(SEEDS)
@FEW
def test_an_exploration_reaches_what_all_responses_reach(seed: int) -> None:
    assert differences(tiny_files(seed)) == []


@given(SEEDS)
@FEW
def test_the_checker_steps_to_the_same_states_without_the_choices(seed: int) -> None:
    begin = oracle.start(tiny_files(seed))
    explored_states = explore(oracle.RUNTIME, begin, oracle.ENOUGH).states
    keys = {oracle.RUNTIME.key(state) for state in explored_states}
    assert {oracle.RUNTIME.key(state) for state in stepped(begin)} == keys


def stepped(begin: SessionState) -> list[SessionState]:
    """The states, one for each key, that the checker comes to."""
    known = {oracle.RUNTIME.key(begin): begin}
    waiting = [begin]
    while waiting:
        state = waiting.pop()
        responses = oracle.RUNTIME.legal(state)
        assert responses is not None
        for choice in responses:
            after, (event,) = oracle.RUNTIME.step(state, choice)
            assert not event.data["blocked"]
            if known.setdefault(oracle.RUNTIME.key(after), after) is after:
                waiting.append(after)
    return list(known.values())


@given(SEEDS)
@FEW
def test_it_does_within_limits(seed: int) -> None:
    assert differences(tiny_files(seed, limits=True), limits=True) == []
