"""The scripted runs of the SWEny corpus, replayed call by call (reference §10).

The environment variable PHASELINT_CORPUS names the folder. A native scenario becomes a script;
a key without a counterpart fails here or when the script is read.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from phaselint.dialects.base import Target
from phaselint.dialects.sweny import DIALECT
from phaselint.executor.scenario import play
from phaselint.executor.script import read_script
from phaselint.project.disk import DiskReader
from samples import document

if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaselint.dialects.records import Event
    from phaselint.executor.scenario import Played

CORPUS = os.environ.get("PHASELINT_CORPUS", "")
pytestmark = pytest.mark.skipif(not CORPUS, reason="PHASELINT_CORPUS names no corpus")

ENGINE_WORDING = (
    (re.compile(r"(?<=invalid regex )(/.*?/): [^;\n]*"), r"\1"),
    (re.compile(r"(?<=TypeError: ).*", re.DOTALL), ""),
    (re.compile(r"(?<=file not found: )\S*/"), ""),
)
"""What may differ: the wording of the JavaScript engine, and where the files lay."""


def folder() -> Path:
    return Path(CORPUS, "sweny", "exec")


def native(name: str) -> Any:
    return json.loads((folder() / name).read_text("utf-8"))


def names() -> list[str]:
    return list(native("expected.json")) if CORPUS and folder().exists() else []


def script_of(name: str) -> dict[str, Any]:
    """A native scenario as a script. What it leaves out has the native meaning: a run succeeds
    with nothing, a route is the first choice, an answer is empty, no skills, an empty
    environment."""
    rest = native(f"{name}.scenario.json")
    nodes = native(f"{name}.workflow.json")["nodes"]
    runs, routes = rest.pop("runs", {}), rest.pop("routes", {})
    skills = rest.pop("skills", "none")
    world: dict[str, Any] = {"skills": skills}
    if "env" in rest or skills != "builtin":
        world["env"] = rest.pop("env", {})
    if "raw" in rest:
        world["raw"] = rest.pop("raw")
    options: dict[str, Any] = dict(DIALECT.open_options)
    if "max_steps" in rest:
        options["max-steps"] = rest.pop("max_steps")
    scenario = {
        "name": name,
        "input": rest.pop("input", {}),
        "model": {node: runs.get(node) or [{}] for node in nodes},
        "route": {node: routes.get(node) or [{"nth": 1}] for node in nodes},
        "ask": rest.pop("asks", None) or [""],
        "world": world,
        "on_exhausted": "repeat-last",
    }
    assert rest == {}, "native keys without a counterpart"
    contract = f"{name}.workflow.json"
    return {"version": 1, "contract": contract, "options": options, "scenarios": [scenario]}


def run(name: str) -> Played:
    script = read_script(document("case.script.json", json.dumps(script_of(name))))
    assert script.flaws == ()
    (scenario,) = script.scenarios
    target = Target("sweny", "", script.contract)
    contract = DIALECT.load(DiskReader(str(folder())), target)
    defaults = {option.name: option.default for option in DIALECT.options}
    played = play(DIALECT.runtime(), contract, {**defaults, **scenario.options}, scenario)
    assert played.flaws == ()
    return played


def comparable(value: Any) -> Any:
    """A value without what may differ, and as JSON reads it."""
    text = json.dumps(value)
    return json.loads(text, object_hook=_blurred)


def _blurred(found: dict[str, Any]) -> dict[str, Any]:
    return {key: blur(each) if isinstance(each, str) else each for key, each in found.items()}


def blur(text: str) -> str:
    for pattern, replacement in ENGINE_WORDING:
        text = pattern.sub(replacement, text)
    return text


@pytest.mark.parametrize("name", names())
def test_calls_steps_edges_results_and_error_are_those_of_the_reference(name: str) -> None:
    expected, summary = native("expected.json")[name], run(name).run.summary
    keys = ["calls", "error"]
    if expected["error"] is None:  # a run that throws returns nothing
        keys += ["steps", "edges", "results"]
    assert comparable({key: summary[key] for key in keys}) == comparable(
        {key: expected[key] for key in keys}
    )


@pytest.mark.parametrize("name", names())
def test_warnings_and_events_come_in_the_order_of_the_reference(name: str) -> None:
    expected, events = native("expected.json")[name], run(name).run.events
    warnings = [event.data["message"] for event in events if event.kind == "warn"]
    assert list(map(blur, warnings)) == list(map(blur, expected.get("warns", warnings)))
    told = [told_event(event) for event in events if not event.kind.startswith("model:")]
    told = [line for line in told if line != "warn"]
    assert told == expected.get("events", told)


def told_event(event: Event) -> str:
    data = event.data
    if event.kind == "warn":
        return "warn"
    if event.kind == "route":
        return f"route {data['from']}->{data['to']} ({data['reason']})"
    return f"{event.kind} {data['node']}" if "node" in data else event.kind


@pytest.mark.parametrize("name", names())
def test_every_call_is_given_what_the_reference_gives_it(name: str) -> None:
    logged = native("expected.json")[name].get("log", [])
    calls = [event for event in run(name).run.events if event.kind.startswith("model:")]
    assert len(calls) == len(logged)
    for event, call in zip(calls, logged, strict=True):
        found, expected = logged_call(event), dict(call)
        head = expected.pop("instruction_head", "")
        assert event.data.get("prompt", "").startswith(head)
        assert {key: found.get(key) for key in expected} == expected


def logged_call(event: Event) -> Mapping[str, Any]:
    data = event.data
    found = {"call": event.kind.partition(":")[2], **data}
    found["context"] = dict(data["context"])
    found["context_keys"] = list(data["context"])
    if "choices" in data:
        found["choices"] = [f"{each['id']}: {each['description']}" for each in data["choices"]]
    return found
