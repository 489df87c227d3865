"""Results do not depend on the hash seed."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

PROGRAM = """
from machine.shapes import tools
from phaselint.machine.analysis import Analysis
from phaselint.machine.certify import stuck
from phaselint.machine.explain import blocked
from machine.prices import by_calls
from phaselint.machine.runs import cheapest

machine = tools(
    "a b c z*",
    ["verify@a", "scan@a", "log@a", "go@a->b", "leap@a->b", "back@b->a", "note@b", "on@b->c",
     "pay@c->z", "close@b->z"],
    needs={"pay": "verify scan", "close": "note", "note": "scan"},
    bans={"log": "scan leap", "scan": "log", "leap": "note close", "back": "back"},
)
analysis = Analysis(machine)
print(analysis.exploration)
print([(trap.phase, sorted(trap.actions), trap.steps) for trap in analysis.traps()])
print(analysis.certificate)
print(cheapest(analysis.exploration, lambda a, r, b: analysis.exploration.states[b].phase == 3,
               by_calls, None))
trap = analysis.traps()[0]
run = cheapest(analysis.exploration, lambda *step: step == trap.steps[0], by_calls, None)
proof = stuck(analysis.index, 0, run.responses)
print(proof, blocked(analysis.index, proof.states, run.responses))
"""


@pytest.fixture(scope="module")
def outputs() -> list[str]:
    return [
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4242")
    ]


def test_every_hash_seed_gives_the_same_results(outputs: list[str]) -> None:
    assert len(outputs[0].splitlines()) == 5
    assert len(set(outputs)) == 1
