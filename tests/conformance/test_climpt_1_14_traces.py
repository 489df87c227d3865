"""The scripted runs of the climpt corpus for 1.14, replayed iteration by iteration (1.14 §11)."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.climpttraces import COMPARED, CORPUS, FLAGS, RESULT, Traces, read_json
from phaselint.dialects.base import Target
from phaselint.dialects.climpt import DIALECT
from phaselint.dialects.climpt.reading.load import load
from phaselint.project.disk import DiskReader

pytestmark = pytest.mark.skipif(not CORPUS, reason="PHASELINT_CORPUS names no corpus")

TRACES = Traces(
    "climpt-1.14",
    (*COMPARED, "adaptation_next", "chain_position"),
    (*FLAGS, "chain_exhausted"),
)


def permitted(record: Any, step: Any) -> Any:
    """What the model may use, where a trace says it."""
    found = {"tools": record["tools"], "permission_mode": record["permissionMode"]}
    return {key: found[key] for key in found if key in step}


@pytest.mark.parametrize("name", TRACES.names())
def test_every_iteration_is_that_of_the_reference(name: str) -> None:
    records = [event.data for event in TRACES.run(name).run.events if event.kind == "iteration"]
    steps = TRACES.trace(name)["expected"]["steps"]
    found = [TRACES.told(record) for record in records]
    assert found == [TRACES.expected(step) for step in steps]
    for record, step in zip(records, steps, strict=True):
        allowed = permitted(record, step)
        assert allowed == {key: step[key] for key in allowed}


@pytest.mark.parametrize("name", TRACES.names())
def test_every_run_ends_as_that_of_the_reference(name: str) -> None:
    result, played = TRACES.trace(name)["expected"]["result"], TRACES.run(name)
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
    found = read_json(TRACES.folder.joinpath(*path, "expected.json"))
    return {
        f"{below}/{name}" if below else name: label
        for name, label in found.items()
        if "startup" in label
    }


LABELS = {**labels(), **labels("mutations")}


@pytest.fixture(scope="module")
def reader() -> DiskReader:
    return DiskReader(str(TRACES.folder))


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
