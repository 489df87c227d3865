"""Runs as JSON for programs (design §8)."""

from __future__ import annotations

from dialects.vesanor.build import OPEN, files, load
from phaselint.dialects.vesanor.running.runtime import VesanorRuntime
from phaselint.executor.scenario import play
from phaselint.executor.script import Scenario
from phaselint.executor.trace import as_data


def test_the_place_of_a_failure_is_a_json_pointer() -> None:
    wrong = Scenario("s", ("scenarios", 0), model={"a/b": [{"kalls": []}]})
    played = play(VesanorRuntime(), load(files("a/b! z*", "a/b:z")), OPEN, wrong)
    (run,) = as_data(".", [played])["runs"]
    (failure,) = run["failures"]
    assert failure["pointer"] == "/scenarios/0/model/a~1b/0/kalls"
