"""What runs cost at most, by all legal answers: random small contracts of each dialect.

No run of legal answers, found without `choices` and `act_choices`, costs more than a bound says; a
run that is said to cost just as much does, with all limits; and a loop that is said to make runs
unbounded ends where it began, and costs something. Costs are read off what runs tell at their end,
not off what the bounds add up.
`PHASELINT_SEED` draws the same contracts again.
"""

from __future__ import annotations

import itertools
import os
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from fresh import SEED, until
from laws.test_acts import player_of
from phaselint.behavior.acting import act_atlas, acts_of_opening, acts_of_step, telling
from phaselint.behavior.costatlas import cost_atlas, costs_of, unexplored
from phaselint.behavior.costs import bounds_from
from phaselint.executor.proof import answers

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from laws.acting import Player
    from phaselint.behavior.costatlas import CostAtlas
    from phaselint.behavior.costs import Bound
    from phaselint.dialects.acts import Act
    from phaselint.dialects.records import Choice

COUNT = int(os.environ.get("PHASELINT_COSTS") or 6)
"""Contracts that are drawn for each that is wanted, at most: of small ones no run is replayed."""

BOUND = 800
STEPS = 800
"""Steps that are taken by legal answers from a start."""
LONGEST = 8
"""Answers of a run that is looked at."""

DIALECTS = ("vesanor", "climpt", "stud", "agents", "langgraph")


class Made:
    """A run that was made: its last state, its choices and its acts."""

    def __init__(
        self, state: Any, choices: tuple[Choice, ...] = (), acts: tuple[Act, ...] = ()
    ) -> None:
        self.state, self.choices, self.acts = state, choices, acts

    def done(self, verb: str) -> int:
        """How often something was done."""
        return sum(act.verb == verb for act in self.acts)


def told(player: Player, unit: str, made: Made) -> int:
    """What a run has cost in a unit, by what it tells."""
    if unit in ("tool calls", "agent calls"):
        return made.done("call")
    if unit == "node runs":
        return made.done("enter")
    summary = player.runtime.summary(made.state)
    if unit == "supersteps":
        return len(summary["steps"])
    if unit == "turns":
        # A handoff begins one whether somebody presses its button or it is sent by itself.
        sent = [each for each in made.choices if each.value[0] == "send"]
        return len(sent) + made.done("take")
    if unit == "model calls" and "model_calls" not in summary:
        return len(answers(player.runtime, made.choices)["model"])
    names = {"steps": "total_steps", "iterations": "iterations", "model calls": "model_calls"}
    found: int = summary[names.get(unit, "executions")]
    return found


def stepped(player: Player, contract: Any, made: Made, choice: Choice) -> Made:
    """A run one step further."""
    runtime = player.runtime
    after, events = runtime.step(made.state, choice)
    done = acts_of_step(runtime, telling(runtime, contract), choice, events, after)
    return Made(after, (*made.choices, choice), (*made.acts, *done))


def all_runs(player: Player, contract: Any, start: Any) -> Sequence[Made]:
    """Runs by all legal answers, breadth first, as far as they are looked at."""
    runtime = player.runtime
    found = [Made(start, (), acts_of_opening(runtime, telling(runtime, contract), start))]
    for made in found:
        running = runtime.outcome(made.state).kind == "running"
        if len(made.choices) >= LONGEST or not (running or runtime.asks(made.state)):
            continue
        for choice in player.legal(made.state):
            if len(found) >= STEPS:
                return found
            found.append(stepped(player, contract, made, choice))
    return found


def check(player: Player, contract: Any, start: Any, counts: Counter[str]) -> None:
    """Hold the bounds of one start to the law."""
    bounds = bounds_from(player.runtime, contract, start, BOUND)
    assert [each.unit for each in bounds] == list(player.runtime.units)
    runs = all_runs(player, contract, start)
    for bound in bounds:
        counts[bound.status] += 1
        if bound.most is not None:
            dearest = max(told(player, bound.unit, each) for each in runs)
            assert dearest <= bound.most, bound
        if bound.choices:
            replayed(player, contract, start, bound)
            counts["replayed"] += 1


def replayed(player: Player, contract: Any, start: Any, bound: Bound) -> None:
    """Make the run of a bound again, with its limits."""
    runtime = player.runtime
    made = Made(start, (), acts_of_opening(runtime, telling(runtime, contract), start))
    seen: dict[Any, int] = {}
    for choice in bound.choices:
        seen.setdefault(runtime.act_key(made.state), told(player, bound.unit, made))
        made = stepped(player, contract, made, choice)
    cost = told(player, bound.unit, made)
    if bound.most is not None:
        assert (bound.exact, cost) == (True, bound.most), bound
    else:
        assert cost > seen[runtime.act_key(made.state)], bound


@pytest.mark.parametrize("dialect", DIALECTS)
def test_no_run_costs_more_and_one_costs_as_much(
    dialect: str, record_property: Callable[[str, object], None]
) -> None:
    player = player_of(dialect)
    record_property("drawn", [f"PHASELINT_SEED={SEED} drew {COUNT} contracts of {dialect}"])
    counts: Counter[str] = Counter()
    for number in until(counts, {"replayed": COUNT}, COUNT):
        for contract, start in player.starts(f"{SEED}/{dialect}/costs/{number}"):
            if not player.runtime.refusal(start):
                check(player, contract, player.runtime.cost_start(start), counts)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_runs_explored_for_their_acts_tell_what_they_cost(dialect: str) -> None:
    player = player_of(dialect)
    runtime, compared = player.runtime, 0
    for number in itertools.count():
        for contract, start in player.starts(f"{SEED}/{dialect}/known costs/{number}"):
            if runtime.refusal(start):
                continue
            relaxed = runtime.relax(start)
            told = costs_of(act_atlas(runtime, contract, relaxed, BOUND), BOUND)
            explored = cost_atlas(runtime, relaxed, BOUND)
            assert told is None or told.complete == explored.complete
            if told is not None:
                assert ways(told) == ways(explored)
                compared += 1
        if compared >= COUNT:
            return


def ways(atlas: CostAtlas) -> list[list[tuple[int, tuple[int, ...]]]]:
    """Where the steps of runs lead to and what they cost."""
    return [[(edge.target, edge.costs) for edge in row] for row in atlas.out]


COUNTING = [name for name in DIALECTS if player_of(name).runtime.counts_apart]
"""The dialects whose states with limits are counted without being explored."""


def test_some_dialect_counts_states_with_limits() -> None:
    assert COUNTING


@pytest.mark.parametrize("dialect", COUNTING)
def test_states_with_limits_are_at_least_as_many_as_are_counted(dialect: str) -> None:
    player = player_of(dialect)
    runtime, counts = player.runtime, Counter[bool]()
    for number in itertools.count():
        for _, start in player.starts(f"{SEED}/{dialect}/counted/{number}"):
            free = cost_atlas(runtime, runtime.relax(start), BOUND)
            if runtime.refusal(start) or runtime.relax(start) == start or not free.complete:
                continue
            limits = {
                runtime.units.index(unit): most for unit, most in runtime.cost_limits(start).items()
            }
            for bound in (1, 2, 4, 8, 16, 32):
                counted = free.has_more(bound, tuple(runtime.begun_costs(start)), limits)
                counts[counted] += 1
                if counted:
                    assert cost_atlas(runtime, start, bound)._replace(
                        states=(), out=()
                    ) == unexplored(bound)
        if min(counts[False], counts[True]) >= COUNT:
            return
