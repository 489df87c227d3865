"""The choices of an exploration, and the words of the checker, hold to all that anybody may say.

Sessions of tiny teams are simulated with all of their state (`dialects.agents.running.brute`):
every agent is picked and called by every name that there is, every button pressed. What is held:
exploration comes to the same places, uses the same of what the team declares, and from the same
places the user may leave; the checker comes to the same states without asking for choices.
"""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from dialects.agents.running.brute import (
    RUNTIME,
    Drawn,
    chosen,
    drawn,
    everything,
    explored,
    spot_of,
    stepped,
)

SEEDS = st.integers(0, 2**32 - 1)
FEW = settings(max_examples=80, deadline=None)


def differences(team: Drawn, *, limits: bool = False) -> list[str]:
    """What an exploration leaves out of what sessions do, or adds to it."""
    begin = team.start(limits=limits)
    real, ran = everything(begin), chosen(explored(begin))
    wrong = [f"no session comes to {spot}" for spot in ran.onward if spot not in real.onward]
    wrong += [f"not explored: {spot}" for spot in real.onward if spot not in ran.onward]
    wrong += [f"may be left in one only: {spot}" for spot in real.good() ^ ran.good()]
    declared = {each.id for each in RUNTIME.elements(team.team)}
    declared |= {answer for each in declared if (answer := RUNTIME.returns(each))}
    wrong += [f"used in one only: {each}" for each in declared & (real.used ^ ran.used)]
    return wrong


@given(SEEDS)
@FEW
def test_an_exploration_comes_to_what_all_words_come_to(seed: int) -> None:
    assert differences(drawn(seed)) == []


@given(SEEDS)
@FEW
def test_it_does_with_a_limit_of_turns(seed: int) -> None:
    assert differences(drawn(seed), limits=True) == []


@given(SEEDS)
@FEW
def test_the_checker_comes_to_the_same_states_without_the_choices(seed: int) -> None:
    begin = drawn(seed).start()
    assert stepped(begin) == {RUNTIME.key(state) for state in explored(begin).states}


def test_teams_are_of_many_kinds() -> None:
    """What is drawn has calls in calls, automatic handoffs, and sessions that can't be left."""
    teams = [drawn(seed) for seed in range(300)]
    spots = [spot for team in teams for spot in chosen(explored(team.start())).onward]
    assert {0, 1, 2, 3} <= {spot.depth for spot in spots}
    assert any(spot.shown for spot in spots)
    assert any(spot_of(team.start()).ended for team in teams)
