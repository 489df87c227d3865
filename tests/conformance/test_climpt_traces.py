"""The scripted runs of the climpt corpus, replayed iteration by iteration (reference §10)."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.climpttraces import CORPUS, RESULT, Traces, read_json
from phaselint.dialects.base import Target
from phaselint.dialects.climpt import DIALECT
from phaselint.dialects.climpt.reading.load import load
from phaselint.dialects.climpt.running.release113.admission import refusal
from phaselint.dialects.climpt.running.release113.registrychecks import registry_refusals
from phaselint.project.disk import DiskReader

pytestmark = pytest.mark.skipif(not CORPUS, reason="PHASELINT_CORPUS names no corpus")

TRACES = Traces("climpt")


@pytest.mark.parametrize("name", TRACES.names())
def test_every_iteration_is_that_of_the_reference(name: str) -> None:
    events = TRACES.run(name).run.events
    found = [TRACES.told(event.data) for event in events if event.kind == "iteration"]
    assert found == [TRACES.expected(step) for step in TRACES.trace(name)["expected"]["steps"]]


@pytest.mark.parametrize("name", TRACES.names())
def test_every_run_ends_as_that_of_the_reference(name: str) -> None:
    result, played = TRACES.trace(name)["expected"]["result"], TRACES.run(name)
    summary = played.run.summary
    if result.get("thrown"):
        assert str(played.run.outcome) == f"refused({result['error_code']})"
        assert summary["model_calls"] == result["model_calls"]
        return
    assert {key: summary[key] for key in RESULT} == {key: result.get(key) for key in RESULT}


LABELS: dict[str, Any] = read_json(TRACES.folder / "expected.json")
STARTED = [path for path, label in LABELS.items() if "startup" in label]
LOADED = [path for path, label in LABELS.items() if "load" in label]


@pytest.fixture(scope="module")
def reader() -> DiskReader:
    return DiskReader(str(TRACES.folder))


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
    registry = read_json(TRACES.folder / path)
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
