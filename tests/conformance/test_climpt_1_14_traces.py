"""The scripted runs of the climpt corpus for 1.14, replayed iteration by iteration (1.14 §11).

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
COMPARED = (
    *("intent", "next", "complete", "failed_pattern", "closure_signal", "used_fallback"),
    *("adaptation_next", "chain_position"),
)
FLAGS = (
    *("preflight_failed", "closure_prompt_failed", "boundary_hook", "step_id_corrected"),
    "chain_exhausted",
)
RESULT = ("success", "iterations", "error_code", "verdict", "model_calls")


def folder() -> Path:
    return Path(CORPUS, "climpt-1.14")


def read_json(path: Path) -> Any:
    return json.loads(path.read_text("utf-8")) if CORPUS and path.exists() else {}


def names() -> list[str]:
    return sorted(path.stem for path in folder().glob("traces/*.json")) if CORPUS else []


def trace(name: str) -> Any:
    return read_json(folder() / "traces" / f"{name}.json")


def script_of(native: dict[str, Any]) -> dict[str, Any]:
    """A native trace as a script, with what its subprocess would give back."""
    known = {"name", "agent", "args", "script", "validator_outcomes", "files", "expected"}
    known |= {"about", "issue_state"}
    assert native.keys() <= known, "native keys without a counterpart"
    world = {
        "validators": native.get("validator_outcomes", {}),
        "subprocess": echoes(native),
        "issue": native.get("issue_state", "OPEN").lower(),
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
    """What the subprocesses of a trace give back: a shell prints, or ends with a status."""
    path = f".agent/{native['agent']}/steps_registry.json"
    try:
        registry = json.loads(native["files"].get(path, "{}"))
    except ValueError:
        return {}
    runners = {key: step.get("runner", {}) for key, step in registry["steps"].items()}
    given = {key: runner["args"][-1] for key, runner in runners.items() if runner.get("args")}
    return {key: echo(command) for key, command in given.items()}


def echo(command: str) -> dict[str, Any]:
    """What a command of a trace gives back."""
    word, _, rest = command.partition(" ")
    assert word in ("echo", "printf", "exit"), command
    if word == "exit":
        return {"exit": int(rest), "stdout": ""}
    return {"exit": 0, "stdout": rest.strip("'") + "\n" * (word == "echo")}


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


def permitted(record: Any, step: Any) -> Any:
    """What the model may use, where a trace says it."""
    found = {"tools": record["tools"], "permission_mode": record["permissionMode"]}
    return {key: found[key] for key in found if key in step}


@pytest.mark.parametrize("name", names())
def test_every_iteration_is_that_of_the_reference(name: str) -> None:
    records = [event.data for event in run(name).run.events if event.kind == "iteration"]
    steps = trace(name)["expected"]["steps"]
    found = [told(record) for record in records]
    for each in found:
        each["used_fallback"] = each["used_fallback"] or None
    assert found == [expected(step) for step in steps]
    for record, step in zip(records, steps, strict=True):
        allowed = permitted(record, step)
        assert allowed == {key: step[key] for key in allowed}


@pytest.mark.parametrize("name", names())
def test_every_run_ends_as_that_of_the_reference(name: str) -> None:
    result, played = trace(name)["expected"]["result"], run(name)
    summary = played.run.summary
    if not result.get("thrown"):
        assert {key: summary[key] for key in RESULT} == {key: result.get(key) for key in RESULT}
        return
    assert refused(played.run.events[0], result["error_code"]) == result.get("codes", [])
    assert summary["model_calls"] == result["model_calls"]


def refused(event: Any, code: str) -> list[str]:
    """All codes of boot, where a start is refused with a code."""
    assert event.kind == "refused"
    wanted = "Required" if code == "PARAMETER" else code
    assert event.data["code"] == wanted or event.data["code"].startswith(f"{wanted} ")
    return list(event.data.get("codes", []))


def labels(*path: str) -> dict[str, Any]:
    """The labels of a file that say how a start ends, by the folder of the agent."""
    below = "/".join(path)
    found = read_json(folder().joinpath(*path, "expected.json"))
    return {
        f"{below}/{name}" if below else name: label
        for name, label in found.items()
        if "startup" in label
    }


LABELS = {**labels(), **labels("mutations")}


@pytest.fixture(scope="module")
def reader() -> DiskReader:
    return DiskReader(str(folder()))


@pytest.mark.parametrize("path", LABELS)
def test_a_start_is_refused_for_what_the_reference_refuses_it(
    reader: DiskReader, path: str
) -> None:
    label, runtime = LABELS[path], DIALECT.runtime()
    contract = load(reader, Target("climpt", f"{path}/.agent/{label['agent']}"))
    if contract.generation != "1.14":
        pytest.skip("the label is that of another release")
    options = {option.name: option.default for option in DIALECT.options}
    state = runtime.start(contract, options, runtime.sample_input(contract), {})
    startup, first = label["startup"], runtime.opening(state)[0]
    if startup["ok"]:
        assert first.kind == "start", state.failure
        assert first.data["entry"] == startup["entry"]
    else:
        assert refused(first, startup["code"]) == startup.get("codes", [])
