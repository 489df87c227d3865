"""The scripted runs of the climpt corpus: a native trace becomes a script; a key without a
counterpart fails here or when the script is read.

The environment variable PHASELINT_CORPUS names the folder of the corpus.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from phaselint.dialects.climpt import DIALECT
from phaselint.executor.scenario import play
from phaselint.executor.script import read_script
from phaselint.project.memory import DictReader
from samples import document

if TYPE_CHECKING:
    from phaselint.executor.scenario import Played

CORPUS = os.environ.get("PHASELINT_CORPUS", "")

FIRST_LINE = 60
KNOWN = frozenset(
    {
        *("name", "about", "agent", "args", "script", "validator_outcomes", "issue_state"),
        *("files", "expected"),
    }
)
COMPARED = ("intent", "next", "complete", "failed_pattern", "closure_signal", "used_fallback")
FLAGS = ("preflight_failed", "closure_prompt_failed", "boundary_hook", "step_id_corrected")
RESULT = ("success", "iterations", "error_code", "verdict", "model_calls")


class Traces(NamedTuple):
    """The traces of one release.

    Attributes:
        release: the folder of the corpus.
        compared: what a record of an iteration has in common with a trace of it.
        flags: the same, of what a trace says only where it is so.
    """

    release: str
    compared: tuple[str, ...] = COMPARED
    flags: tuple[str, ...] = FLAGS

    @property
    def folder(self) -> Path:
        """Where the contracts of the release are."""
        return Path(CORPUS, self.release)

    def names(self) -> list[str]:
        """The names of all traces; none without a corpus."""
        return sorted(path.stem for path in self.folder.glob("traces/*.json")) if CORPUS else []

    def trace(self, name: str) -> Any:
        """A trace as it is written."""
        return read_json(self.folder / "traces" / f"{name}.json")

    def run(self, name: str) -> Played:
        """The run of a trace's script."""
        native = self.trace(name)
        script = read_script(document("case.script.json", json.dumps(script_of(native))))
        assert script.flaws == ()
        (scenario,) = script.scenarios
        reader = DictReader(native["files"])
        (target,) = DIALECT.claim(reader, script.contract, True)
        defaults = {option.name: option.default for option in DIALECT.options}
        played = play(DIALECT.runtime(), DIALECT.load(reader, target), defaults, scenario)
        assert played.flaws == ()
        return played

    def told(self, record: Any) -> dict[str, Any]:
        """A record of an iteration in the words of the traces."""
        prompt = record["prompt"]
        line = None if prompt is None else prompt.partition("\n")[0][:FIRST_LINE]
        found = {"iteration": record["n"], "step": record["step"], "loop": record["loop"]}
        found |= {"prompt": line, "model_called": record["model_called"]}
        found |= {key: record.get(key) for key in self.compared}
        found["used_fallback"] = found["used_fallback"] or None
        return found | {key: bool(record.get(key)) for key in self.flags}

    def expected(self, step: Any) -> dict[str, Any]:
        """What a trace says of an iteration."""
        found = {key: step[key] for key in ("iteration", "step", "loop", "prompt", "model_called")}
        found |= {key: step.get(key) for key in self.compared}
        return found | {key: bool(step.get(key)) for key in self.flags}


def read_json(path: Path) -> Any:
    """What is in a file; nothing where there is none."""
    return json.loads(path.read_text("utf-8")) if CORPUS and path.exists() else {}


def script_of(native: dict[str, Any]) -> dict[str, Any]:
    """A native trace as a script, with what its subprocess would give back."""
    assert native.keys() <= KNOWN, "native keys without a counterpart"
    world = {"validators": native.get("validator_outcomes", {}), "subprocess": echoes(native)}
    if "issue_state" in native:
        world["issue"] = native["issue_state"].lower()
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
    runners = {key: step.get("runner", {}) for key, step in registry.get("steps", {}).items()}
    given = {key: runner["args"][-1] for key, runner in runners.items() if runner.get("args")}
    return {key: echo(command) for key, command in given.items()}


def echo(command: str) -> dict[str, Any]:
    """What a command of a trace gives back."""
    word, _, rest = command.partition(" ")
    assert word in ("echo", "printf", "exit"), command
    if word == "exit":
        return {"exit": int(rest), "stdout": ""}
    return {"exit": 0, "stdout": rest.strip("'") + "\n" * (word == "echo")}
