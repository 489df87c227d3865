"""The scripted runs of the stud corpus, replayed (reference §5.12, §5.13).

The environment variable PHASELINT_CORPUS names the folder. A case of the documented semantics
becomes a scenario for the runtime; one of the reference is run by the engine that it names.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from conformance.stud_reference.engines import run_case
from phaselint.dialects.base import Target
from phaselint.dialects.stud import DIALECT
from phaselint.executor.scenario import play
from phaselint.executor.script import Scenario
from phaselint.project.disk import DiskReader
from phaselint.project.memory import DictReader

if TYPE_CHECKING:
    from phaselint.executor.scenario import Played

CORPUS = os.environ.get("PHASELINT_CORPUS", "")
pytestmark = pytest.mark.skipif(not CORPUS, reason="PHASELINT_CORPUS names no corpus")

HARNESS = "x-Harness"
TOLD = ("joinReady", "joinCtxKeys", "joinSiblings", "decisions", "act", "acts", "executions")
"""What a case of the reference may expect besides its outcome and its events."""


def folder() -> Path:
    return Path(CORPUS, "stud", "runs")


def names(semantics: str) -> list[str]:
    if not CORPUS:
        return []
    cases = (json.loads(path.read_text("utf-8")) for path in folder().glob("*.json"))
    return sorted(case["case"] for case in cases if case["semantics"] == semantics)


def case(name: str) -> Any:
    return json.loads((folder() / f"{name}.json").read_text("utf-8"))


def run(native: dict[str, Any]) -> Played:
    known = {"case", "semantics", "source", "pipeline", "ctx", "maxStageExecutions", "script"}
    assert native.keys() <= known | {"expected", "expected_by"}, "keys without a counterpart"
    contract = DIALECT.load(DiskReader(str(folder())), Target("stud", "", native["pipeline"]))
    options = {option.name: option.default for option in DIALECT.options}
    if "maxStageExecutions" in native:
        options["max-stage-executions"] = native["maxStageExecutions"]
    script = dict(native["script"])
    scenario = Scenario(
        name=native["case"],
        given={"ctx": native.get("ctx", {})},
        model=script.pop("turns", {}),
        world=script,
    )
    played = play(DIALECT.runtime(), contract, options, scenario)
    assert played.flaws == ()
    return played


def outcome_of(played: Played) -> tuple[str, Any, list[str]]:
    """Outcome, error and events in the words of the cases. A script that has no more turns, and
    the limit of executions, are errors of the harness there."""
    found, summary = played.run.outcome, played.run.summary
    runtime = DIALECT.runtime()
    lines = [runtime.headline(event) for event in played.run.events]
    if found.kind == "running":
        error = {"class": HARNESS, "code": "ScriptExhausted"}
        return "error", error, [*lines, "WorkflowExit failed"]
    return "error" if found.kind == "limit" else found.kind, summary["error"], lines


@pytest.mark.parametrize("name", names("documented"))
def test_a_documented_run_is_that_of_the_corpus(name: str) -> None:
    native = case(name)
    played, expected = run(native), native["expected"]
    outcome, error, lines = outcome_of(played)
    summary = played.run.summary
    assert lines == expected["events"]
    assert (outcome, error) == (expected["outcome"], expected.get("error"))
    assert summary["results"] == expected["results"]
    assert summary["renderedBodies"] == expected["renderedBodies"]


def by_stage(lines: list[str]) -> dict[str, list[str]]:
    """The lines of each stage; the interleaving of several is nobody's promise."""
    found: dict[str, list[str]] = {}
    for line in lines:
        found.setdefault(line.split()[1], []).append(line)
    return found


@pytest.mark.parametrize("name", names("reference"))
def test_a_run_of_the_reference_is_that_of_its_engine(name: str) -> None:
    native = case(name)
    found, expected = run_case(native), native["expected"]
    assert found["outcome"] == expected["outcome"]
    assert by_stage(found.get("events", [])) == by_stage(expected.get("events", []))
    told = [key for key in TOLD if key in expected]
    assert {key: found.get(key) for key in told} == {key: expected[key] for key in told}
    if "error" in expected:
        error = {key: expected["error"][key] for key in ("class", "code")}
        assert {key: found["error"][key] for key in ("class", "code")} == error


def schedules() -> list[str]:
    """The schedules that a model could take part in: their Acts are not scripted."""
    found = {name: case(name) for name in names("reference")}
    return [
        name
        for name, each in found.items()
        if each["engine"] == "schedule" and "act" not in each.get("script", {})
    ]


@pytest.mark.parametrize("name", schedules())
def test_the_runtime_tells_a_schedule_as_the_engine_does(name: str) -> None:
    """With the semantics of the reference, turns are asked for; each stage completes at once."""
    native = case(name)
    manifest = {
        "studPipeline": 1,
        "id": "case",
        "entryStage": native["entry"],
        "stages": native["stages"],
        "options": {"profile": "reference"},
    }
    reader = DictReader({"case.stud.json": json.dumps(manifest)})
    contract = DIALECT.load(reader, Target("stud", "", "case.stud.json"))
    options = {option.name: option.default for option in DIALECT.options}
    turn = {"calls": [{"name": "done", "args": {}}]}
    scenario = Scenario("case", model=[turn], world=native["script"], on_exhausted="repeat-last")
    played = play(DIALECT.runtime(), contract, options, scenario)
    assert played.flaws == ()
    lines = [DIALECT.runtime().headline(event) for event in played.run.events]
    assert by_stage(lines) == by_stage(native["expected"]["events"])
    assert str(played.run.outcome) == native["expected"]["outcome"]
