"""Facts: exactly those that hold, and of them few that imply the rest."""

from __future__ import annotations

import os
import random
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from behavior.labs import PROJECTS, labs
from behavior.oracle import (
    certain,
    holding,
    normal,
    orders,
    random_atlas,
    runs,
    some_acts,
    unrefuted,
)
from fresh import SEED, until
from phaselint.behavior.facts import Facts, facts_in, facts_of
from phaselint.dialects.acts import TURN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from behavior.oracle import Key
    from phaselint.behavior.acting import ActAtlas, ActEdge
    from phaselint.dialects.acts import Act

COUNT = int(os.environ.get("PHASELINT_FACTS") or 120)
KINDS = {"only-after", "never-both", "at-most-once", "every-run"}
MOST = 6
"""Steps of a run that shows that a fact does not hold of three states: two to an act, itself, and
as many again."""


def test_exactly_the_facts_are_found_that_all_runs_show(
    record_property: Callable[[str, object], None],
) -> None:
    record_property("drawn", [f"PHASELINT_SEED={SEED} drew {COUNT} act atlases"])
    kinds = Counter[str]()
    for number in until(kinds, dict.fromkeys(KINDS, COUNT / 20), COUNT):
        atlas = random_atlas(random.Random(f"{SEED}/{number}"))
        found = facts_of((atlas,), str, ("completed",))
        keys = {normal(each.key) for each in found.every}
        assert len(keys) == len(found.every)
        assert keys == holding([*runs(atlas, MOST)]), (SEED, number)
        kinds.update(each.kind for each in found.every)
    assert kinds.keys() == KINDS
    record_property("tried", {f"facts `{kind}`": count for kind, count in kinds.items()})


def test_where_steps_end_threads_what_was_done_before_is_certain() -> None:
    seen = Counter[str]()
    for number in until(seen, {"more": 1}, COUNT):
        atlas = random_atlas(random.Random(f"{SEED}/{number}"), 4)
        found = facts_of((atlas,), str, ("completed",), spanning=False)
        keys = {normal(each.key) for each in found.every}
        assert keys == unrefuted((atlas,), ("completed",), spanning=False), (SEED, number)
        strict = {normal(each.key) for each in facts_of((atlas,), str, ("completed",)).every}
        assert strict <= keys
        seen["more"] += len(keys) - len(strict)


def test_facts_of_several_starts_hold_from_each() -> None:
    for number in range(COUNT // 4):
        pick = random.Random(f"{SEED}/{number}")
        pair = (random_atlas(pick, 2), random_atlas(pick, 3))
        found = facts_of(pair, str, ("completed",))
        expected = holding([run for each in pair for run in runs(each, MOST)])
        assert {normal(each.key) for each in found.every} == expected, (SEED, number)


def test_what_is_left_out_follows_from_what_is_held() -> None:
    seen = Counter[str]()
    for number in until(seen, {"left": COUNT / 4 + 1}, COUNT):
        atlas = random_atlas(random.Random(f"{SEED}/{number}"), 5)
        found = facts_of((atlas,), lambda state: str(state % 2), ("completed",))
        assert set(found.told) <= set(found.held) <= set(found.every)
        held = {normal(each.key) for each in found.held}
        every = {normal(each.key) for each in found.every}
        assert closed(held) == every, (SEED, number)
        seen["left"] += len(every) - len(held)


def test_a_shape_is_what_holds_where_runs_remember_their_phase_alone() -> None:
    told = Counter[str]()
    for number in until(told, dict.fromkeys(("shape", "other"), COUNT / 20 + 1), COUNT):
        atlas = asking(random_atlas(random.Random(f"{SEED}/{number}"), 4))
        found = facts_of((atlas,), lambda state: str(state % 2), ("completed",))
        coarse = merged(atlas)
        expected = unrefuted((coarse,), ("completed",))
        for each in found.every:
            assert each.shape == (normal(each.key) in expected), (SEED, number, each.text)
            told["shape" if each.shape else "other"] += 1


def test_what_is_certain_is_so_in_every_order() -> None:
    for number in range(COUNT):
        acts = some_acts(random.Random(f"{SEED}/{number}"), 5)
        named = [each._replace(phase=str(at)) for at, each in enumerate(acts)]
        every = [*orders(named)]
        for at, act in enumerate(named):
            before = [each for each in named if all(comes_before(o, each, act) for o in every)]
            assert certain(named, at) == before, (SEED, number)


def comes_before(order: Sequence[Act], one: Act, two: Act) -> bool:
    return order.index(one) < order.index(two)


@pytest.mark.parametrize("project", PROJECTS)
def test_the_facts_of_real_contracts_are_those_that_no_search_refutes(project: str) -> None:
    known = 0
    for lab in labs(project):
        found = facts_in(lab.runs)
        atlases, runtime = lab.runs.atlases, lab.runs.runtime
        assert bool(found.reason) == (not all(each.complete for each in atlases)), lab.name
        if found.reason:
            continue
        keys = {normal(each.key) for each in found.every}
        assert keys == unrefuted(
            atlases, runtime.completions, spanning=runtime.threads_span_steps
        ), lab.name
        known += len(keys)
    assert known


def test_an_exploration_that_stopped_gives_no_facts() -> None:
    atlas = random_atlas(random.Random(1))._replace(complete=False, reason="the bound of 3 states")
    assert facts_of((atlas,), str, ("completed",)) == Facts(reason="the bound of 3 states")


def closed(keys: Iterable[Key]) -> set[Key]:
    """All that follows from some facts, by the three ways in which one does."""
    found: set[Key] = set(keys)
    while True:
        after = {key[1:] for key in found if key[0] == "only-after"}
        new: set[Key] = {("only-after", a, d) for a, b in after for c, d in after if b == c}
        apart = {key[1:] for key in found if key[0] == "never-both"}
        for one, two in [*apart, *((two, one) for one, two in apart)]:
            new |= {normal(("never-both", a, two)) for a, b in after if b == one and a != two}
        due = {key[1] for key in found if key[0] == "every-run"}
        new |= {("every-run", b) for a, b in after if a in due}
        if new <= found:
            return found
        found |= new


def asking(atlas: ActAtlas) -> ActAtlas:
    """An atlas in which the model is asked in each state."""
    out = ([each._replace(acts=(TURN, *each.acts)) for each in edges] for edges in atlas.out)
    return atlas._replace(out=tuple(map(tuple, out)))


def merged(atlas: ActAtlas) -> ActAtlas:
    """An atlas whose states of one parity are one, ended ones apart."""
    names = [(state % 2, ended) for state, ended in zip(atlas.states, atlas.ended, strict=True)]
    numbers = {name: number for number, name in enumerate(dict.fromkeys(names))}
    at = [numbers[name] for name in names]
    out: list[list[ActEdge]] = [[] for _ in numbers]
    offered: list[list[Act]] = [[] for _ in numbers]
    for number, edges in enumerate(atlas.out):
        for edge in edges:
            out[at[number]].append(edge._replace(source=at[number], target=at[edge.target]))
        offered[at[number]] += atlas.offered[number]
    ended = tuple(name[1] for name in numbers)
    return atlas._replace(
        states=tuple(numbers.values()),
        out=tuple(map(tuple, out)),
        offered=tuple(map(tuple, offered)),
        ended=ended,
    )
