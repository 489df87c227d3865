"""The runs that exploration shows are runs of the contract: as scripts, on random contracts of
every dialect."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from laws.random_contracts import random_contract
from nets import judged
from phaselint.executor.scenario import play
from phaselint.executor.script import scenarios
from phaselint.executor.soundness.model import Failure, Trap, Unanswerable

DIALECTS = ("agents", "climpt", "stud", "sweny", "vesanor")
BOUND = 2_000


@pytest.mark.parametrize("dialect", DIALECTS)
@settings(max_examples=25, deadline=None)
@given(number=st.integers(0, 10**6))
def test_every_script_replays_to_the_end_that_is_told(dialect: str, number: int) -> None:
    for told, _, lab in judged(random_contract(dialect, f"net-{number}"), bound=BOUND):
        if not isinstance(told.claim, Failure | Trap | Unanswerable):
            continue
        assert told.proof.script is not None
        (scenario,) = scenarios(told.proof.script)
        options = {**lab.options, **scenario.options}
        played = play(lab.runtime, lab.facts.contract, options, scenario)
        assert played.flaws == ()
        fault = lab.runtime.fault(played.run.last)
        if isinstance(told.claim, Failure):
            assert fault == told.claim.fault
        else:
            assert played.run.outcome.kind == "running"
