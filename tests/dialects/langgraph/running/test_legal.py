"""The answers of the checker of certificates, held to those of explorations (§5.17)."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from cases import texts
from dialects.langgraph.analysis.random_graphs import random_fork, random_graph
from differential.langgraph.records import contract_of
from differential.langgraph.specs import drawn
from fresh import SEED
from laws.bench import benches_of
from laws.drawing import cases_of
from laws.random_contracts import random_contract
from phaselint.dialects.langgraph.options import OPTIONS
from phaselint.dialects.langgraph.running.legal import MOST, legal
from phaselint.dialects.langgraph.running.runtime import LanggraphRuntime

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from phaselint.dialects.langgraph.model import LanggraphContract
    from phaselint.dialects.langgraph.running.session import State

DEFAULTS = {option.name: option.default for option in OPTIONS}
COUNT = 60
MOST_STATES = 120
RUNTIME = LanggraphRuntime()


def states(contract: LanggraphContract) -> list[State]:
    """States that runs of a graph come to, with any answer."""
    found: dict[Any, State] = {}
    for given in RUNTIME.sample_inputs(contract):
        waiting = [RUNTIME.start(contract, DEFAULTS, given, RUNTIME.sample_world(contract))]
        while waiting and len(found) < MOST_STATES:
            state = RUNTIME.relax(waiting.pop())
            if found.setdefault(RUNTIME.key(state), state) is state:
                waiting += [RUNTIME.step(state, each)[0] for each in RUNTIME.choices(state)]
    return list(found.values())


def compared(contract: LanggraphContract) -> int:
    """In how many states there are answers of both kinds: they are the same, and take the same for
    granted."""
    count = 0
    for state in states(contract):
        choices, stepped = RUNTIME.choices(state), RUNTIME.legal(state)
        if stepped is None:
            assert len(choices) > MOST
            continue
        assert set(stepped) == set(choices), state.frame.task
        graded = legal(state)
        assert graded is not None
        assert graded == RUNTIME._of(state) if choices else graded == {}
        count += bool(choices)
    return count


def recorded(seed: str) -> list[LanggraphContract]:
    return [contract_of(drawn(seed))]


def written(seed: str) -> list[LanggraphContract]:
    return read(random_contract("langgraph", seed))


def read(files: Mapping[str, str]) -> list[LanggraphContract]:
    found = [each for each in benches_of(files) if each.target.dialect == "langgraph"]
    return [each.lab.facts.contract for each in found]


def sketched(seed: str) -> list[LanggraphContract]:
    random = Random(seed)
    if random.random() < 0.3:
        return [random_fork(random).contract]
    return [random_graph(random, loops=True, unknown=random.random() < 0.6).contract]


@pytest.mark.parametrize("made", [recorded, written, sketched])
def test_what_the_checker_steps_are_the_answers_of_explorations(
    made: Callable[[str], list[LanggraphContract]], record_property: Callable[[str, object], None]
) -> None:
    record_property("drawn", [f"PHASELINT_SEED={SEED} drew {COUNT} graphs"])
    count = 0
    for number in range(COUNT):
        count += sum(map(compared, made(f"{SEED}/{number}")))
    assert count > COUNT


def test_nor_do_they_differ_in_what_fixtures_have() -> None:
    count = sum(compared(each) for case in cases_of("langgraph") for each in read(texts(case)))
    assert count > 500
