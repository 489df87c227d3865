"""Workflows that run agents: whose contract they are, and what is read of them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from phaselint.dialects.climpt.detect import claim, detect
from phaselint.dialects.climpt.reading.load import load
from phaselint.project.memory import DictReader

if TYPE_CHECKING:
    from phaselint.dialects.climpt.model import ClimptContract

PATH = ".agent/workflow.json"
LATER = {"agentId": "a", "steps": {"s": {"kind": "work", "address": {"c1": "steps"}}}}
FORMER = {"agentId": "a", "steps": {"s": {"stepKind": "work", "c2": "initial"}}}


def project(registry: Any, workflow: Any = None) -> DictReader:
    files = {".agent/a/agent.json": json.dumps({"name": "a", "runner": {}})}
    files[".agent/a/steps_registry.json"] = json.dumps(registry)
    if workflow is not None:
        files[PATH] = workflow if isinstance(workflow, str) else json.dumps(workflow)
    return DictReader(files)


def contracts(reader: DictReader) -> dict[str, ClimptContract]:
    return {target.path: load(reader, target) for target in detect(reader, "")}


@pytest.mark.parametrize("folder", ["", ".agent"])
def test_a_workflow_is_a_contract_beside_its_agents(folder: str) -> None:
    found = detect(project(LATER, {}), folder)
    assert [target.path for target in found] == [".agent/a", PATH]


def test_a_workflow_of_an_earlier_release_is_none() -> None:
    assert [target.path for target in detect(project(FORMER, {}), "")] == [".agent/a"]


def test_a_workflow_may_be_named() -> None:
    assert [target.path for target in claim(project(FORMER, {}), PATH, False)] == [PATH]


def test_a_workflow_lists_all_its_agents_and_an_agent_itself() -> None:
    listed = {"a": {"role": "validator"}, "b": {}, "c": {"directory": "a"}, "d": 5}
    found = contracts(project(LATER, {"agents": listed}))
    whole, own = found[PATH].workflow, found[".agent/a"].workflow
    assert whole is not None
    assert own is not None
    assert [(each.name, each.missing) for each in whole.agents] == [
        ("a", False),
        ("b", True),
        ("c", False),
    ]
    assert [each.name for each in own.agents] == ["a", "c"]


@pytest.mark.parametrize("directory", ["../a", "/a", "a/../../b", "climpt", ""])
def test_no_agent_is_looked_for_outside(directory: str) -> None:
    found = contracts(project(LATER, {"agents": {"b": {"directory": directory}}}))[PATH].workflow
    assert found is not None
    assert [each.missing for each in found.agents] == [True]


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"agents": []}', '{"agents": null}'])
def test_a_workflow_without_agents_is_read_as_one(text: str) -> None:
    found = contracts(project(LATER, text))
    assert found[".agent/a"].workflow is None
    assert PATH in found[PATH].documents
