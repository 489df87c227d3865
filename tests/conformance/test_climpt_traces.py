"""The scripted runs of the climpt corpus, replayed iteration by iteration (reference §10).

The environment variable PHASELINT_CORPUS names the folder. A native trace becomes a script; a
key without a counterpart fails here or when the script is read.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from phaselint.dialects.base import Target
from phaselint.dialects.climpt import DIALECT
from phaselint.dialects.climpt.reading.load import load
from phaselint.dialects.climpt.running.release113.admission import refusal
from phaselint.dialects.climpt.running.release113.registrychecks import registry_refusals
from phaselint.executor.scenario import play
from phaselint.executor.script import read_script
from phaselint.project.disk import DiskReader
from phaselint.project.reader import DictReader
from samples import document

if TYPE_CHECKING:
    from phaselint.executor.scenario import Played

CORPUS = os.environ.get("PHASELINT_CORPUS", "")
pytestmark = pytest.mark.skipif(not CORPUS, reason="PHASELINT_CORPUS names no corpus")

FIRST_LINE = 60
COMPARED = ("intent", "next", "complete", "failed_pattern", "closure_signal", "used_fallback")
FLAGS = ("preflight_failed", "closure_prompt_failed", "boundary_hook", "step_id_corrected")
RESULT = ("success", "iterations", "error_code", "verdict", "model_calls")


def folder() -> Path:
    return Path(CORPUS, "climpt")


def read_json(path: Path) -> Any:
    return json.loads(path.read_text("utf-8")) if CORPUS and path.exists() else {}


def names() -> list[str]:
    return sorted(path.stem for path in folder().glob("traces/*.json")) if CORPUS else []


def trace(name: str) -> Any:
    return read_json(folder() / "traces" / f"{name}.json")


def script_of(native: dict[str, Any]) -> dict[str, Any]:
    """A native trace as a script, with what its subprocess would give back."""
    known = {"name", "agent", "args", "script", "validator_outcomes", "files", "expected"}
    assert native.keys() <= known, "native keys without a counterpart"
    world = {
        "validators": native.get("validator_outcomes", {}),
        "subprocess": echoes(native),
    }
    scenario = {
        "name": native["name"],
        "input": native["args"],
        "model": native["script"],
        "world": world,
        "on_exhausted": "repeat-last",
    }
    return {"version": 1, "contract": f".agent/{native['agent']}", "scenarios": [scenario]}


def echoes(native: dict[str, Any]) -> dict[str, Any]:
    """What the subprocesses of a trace print: all of them are an `echo` in a shell."""
    registry = json.loads(native["files"].get(registry_of(native), "{}"))
    found = {}
    for key, step in registry.get("steps", {}).items():
        args = step.get("runner", {}).get("args", [])
        if args:
            command = args[-1]
            assert command.startswith("echo "), command
            found[key] = {"exit": 0, "stdout": command[len("echo ") :].strip("'") + "\n"}
    return found


def registry_of(native: dict[str, Any]) -> str:
    return f".agent/{native['agent']}/steps_registry.json"


def run(name: str) -> Played:
    native = trace(name)
    script = read_script(document("case.script.json", json.dumps(script_of(native))))
    assert script.flaws == ()
    (scenario,) = script.scenarios
    reader = DictReader(native["files"])
    (target,) = DIALECT.claim(reader, script.contract, True)
    defaults = {option.name: option.default for option in DIALECT.options}
    played = play(DIALECT.runtime(), DIALECT.load(reader, target), defaults, scenario)
    assert played.flaws == ()
    return played


def told(record: Any) -> dict[str, Any]:
    """A record of an iteration in the words of the traces."""
    prompt = record["prompt"]
    line = None if prompt is None else prompt.partition("\n")[0][:FIRST_LINE]
    found = {"iteration": record["n"], "step": record["step"], "loop": record["loop"]}
    found |= {"prompt": line, "model_called": record["model_called"]}
    found |= {key: record.get(key) for key in COMPARED}
    return found | {key: bool(record.get(key)) for key in FLAGS}


def expected(step: Any) -> dict[str, Any]:
    found = {key: step[key] for key in ("iteration", "step", "loop", "prompt", "model_called")}
    found |= {key: step.get(key) for key in COMPARED}
    return found | {key: bool(step.get(key)) for key in FLAGS}


@pytest.mark.parametrize("name", names())
def test_every_iteration_is_that_of_the_reference(name: str) -> None:
    events = run(name).run.events
    found = [told(event.data) for event in events if event.kind == "iteration"]
    for each in found:
        each["used_fallback"] = each["used_fallback"] or None
    assert found == [expected(step) for step in trace(name)["expected"]["steps"]]


@pytest.mark.parametrize("name", names())
def test_every_run_ends_as_that_of_the_reference(name: str) -> None:
    result, played = trace(name)["expected"]["result"], run(name)
    summary = played.run.summary
    if result.get("thrown"):
        assert str(played.run.outcome) == f"refused({result['error_code']})"
        assert summary["model_calls"] == result["model_calls"]
        return
    assert {key: summary[key] for key in RESULT} == {key: result.get(key) for key in RESULT}


LABELS: dict[str, Any] = read_json(folder() / "expected.json")
STARTED = [path for path, label in LABELS.items() if "startup" in label]
LOADED = [path for path, label in LABELS.items() if "load" in label]


@pytest.fixture(scope="module")
def reader() -> DiskReader:
    return DiskReader(str(folder()))


@pytest.mark.parametrize("path", STARTED)
def test_a_start_is_refused_for_what_the_reference_refuses_it(
    reader: DiskReader, path: str
) -> None:
    label, runtime = LABELS[path], DIALECT.runtime()
    target = Target("climpt", f"{path}/.agent/{label['agent']}")
    contract = load(reader, target)
    if contract.generation == "1.14":
        pytest.skip("the label is that of another release")
    options = {option.name: option.default for option in DIALECT.options}
    state = runtime.start(contract, options, runtime.sample_input(contract), {})
    startup = label["startup"]
    if startup["ok"]:
        assert state.ended is None or state.ended.kind != "refused", state.failure
        assert runtime.opening(state)[0].data["entry"] == startup["entry"]
    else:
        assert str(runtime.outcome(state)) == f"refused({startup['code']})"


@pytest.mark.parametrize("path", LOADED)
def test_a_registry_is_refused_for_what_the_reference_refuses_it(path: str) -> None:
    registry = read_json(folder() / path)
    found = next(registry_refusals(registry, registry.get("agentId")), None)
    load = LABELS[path]["load"]
    assert (found.code if found else None) == load.get("code")


def test_arguments_that_are_missing_are_asked_for(reader: DiskReader) -> None:
    """The label of every folder is that of a start with arguments."""
    for path in STARTED:
        contract = load(reader, Target("climpt", f"{path}/.agent/{LABELS[path]['agent']}"))
        without = refusal(contract, {})
        if without is not None and without.code.startswith("Required"):
            return
    pytest.fail("no agent of the corpus requires an argument")
