"""What is made of malformed and hostile files (reference §1.2, §2)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dialects.climpt.agents import AGENT, CLOSURE, HOME, REGISTRY, STEP, changed, folder, with_step
from phaselint.dialects.climpt.detect import detect
from phaselint.dialects.climpt.model import Gate, Registry
from phaselint.dialects.climpt.reading.load import load
from phaselint.project.memory import DictReader


class TestMalformed:
    @pytest.mark.parametrize("value", [None, 1, "x", [], {}, {"steps": 1}, {"steps": {"a": 1}}])
    def test_a_registry_of_any_shape(self, value: Any) -> None:
        registry = folder(registry=value).registry
        assert registry is not None
        assert (registry.steps, registry.gated) == ({}, False)
        assert not registry.steps_known

    @pytest.mark.parametrize("value", [None, 1, "x", [], {"runner": 1}, {"parameters": {"a": 1}}])
    def test_an_agent_of_any_shape(self, value: Any) -> None:
        agent = folder(agent=value).agent
        assert agent is not None
        assert (agent.parameters, agent.system_prompt) == ({}, "")

    @pytest.mark.parametrize(
        "changes",
        [
            {"c2": 1},
            {"stepKind": "sleep"},
            {"uvVariables": "issue"},
            {"outputSchemaRef": "f.json"},
            {"structuredGate": 1},
            {"structuredGate": {"allowedIntents": [1]}},
            {"transitions": {"next": "b"}},
            {"transitions": {"next": {"target": 1}}},
            {"transitions": {"next": {"condition": 1, "targets": {}}}},
            {"transitions": {"next": {"condition": "a", "targets": {"x": 1}}}},
            {"transitions": []},
            {"inputs": {"a": 1}},
        ],
    )
    def test_a_step_in_which_something_is_left_out(self, changes: dict[str, Any]) -> None:
        assert not with_step(**changes).sound

    @pytest.mark.parametrize(
        "changes", [{"name": ""}, {"unknown": 1}, {"model": "gpt"}, {"permissionMode": 5}]
    )
    def test_a_step_that_is_read_all_the_same(self, changes: dict[str, Any]) -> None:
        assert with_step(**changes).sound

    @pytest.mark.parametrize("value", ["x", 1, [], True])
    def test_a_gate_of_the_wrong_type_is_a_gate(self, value: Any) -> None:
        step = with_step(structuredGate=value)
        assert step.gate == Gate(("steps", "s", "structuredGate"), allowed_known=False)

    @pytest.mark.parametrize("value", [None, 0, False, ""])
    def test_a_falsy_gate_is_none_and_makes_the_registry_gated(self, value: Any) -> None:
        step = with_step(structuredGate=value)
        assert (step.gate, step.gate_key) == (None, True)
        assert Registry("", steps={"s": step}).gated

    def test_rules_of_the_wrong_type_are_left_out(self) -> None:
        rules = {
            "next": "b",
            "jump": {"target": 1},
            "handoff": {"condition": 1, "targets": {}},
            "escalate": {"condition": "a", "targets": []},
            "repeat": {"target": "s"},
        }
        assert list(with_step(transitions=rules).transitions or ()) == ["repeat"]


class TestPathsThatLeadOut:
    @pytest.mark.parametrize("path", ["../../x.md", "/x.md", "../writer2/x.md"])
    def test_the_system_prompt(self, path: str) -> None:
        agent = json.loads(json.dumps(AGENT))
        agent["runner"]["flow"]["systemPromptPath"] = path
        found = folder(agent=agent, **{"x.md": "", ".agent/writer2/x.md": ""})
        place = ("runner", "flow", "systemPromptPath")
        assert found.outside == ((f"{HOME}/agent.json", place, path),)
        assert found.system_prompt is None

    def test_the_registry(self) -> None:
        agent = json.loads(json.dumps(AGENT))
        agent["runner"]["flow"]["prompts"]["registry"] = "../r.json"
        found = folder(agent=agent, registry=..., **{".agent/r.json": json.dumps(REGISTRY)})
        place = ("runner", "flow", "prompts", "registry")
        assert found.outside == ((f"{HOME}/agent.json", place, "../r.json"),)
        assert found.registry_missing

    @pytest.mark.parametrize("path", ["../../f.json", "/f.json", "../../../../f.json"])
    def test_a_schema_file(self, path: str) -> None:
        step = changed(STEP, outputSchemaRef={"file": path, "schema": "a"})
        found = folder(
            registry=changed(REGISTRY, steps={"initial.draft": step}),
            **{".agent/f.json": '{"a": {}}', "f.json": '{"a": {}}'},
        )
        place = ("steps", "initial.draft", "outputSchemaRef", "file")
        assert found.outside == ((f"{HOME}/steps_registry.json", place, path),)
        assert found.schemas["initial.draft"].schema is None

    def test_a_schema_file_elsewhere_in_the_agents_folder(self) -> None:
        step = changed(STEP, outputSchemaRef={"file": "../f.json", "schema": "a"})
        found = folder(
            registry=changed(REGISTRY, steps={"initial.draft": step}),
            **{f"{HOME}/f.json": '{"a": {}}'},
        )
        assert (found.outside, found.schemas["initial.draft"].schema) == ((), {})

    def test_a_prompt(self) -> None:
        step = changed(CLOSURE, c2="../../../..", c3="x")
        found = folder(registry=changed(REGISTRY, steps={"s": step}), **{"x/f_default.md": ""})
        file = f"{HOME}/steps_registry.json"
        assert found.outside == ((file, ("steps", "s"), "../../../../x/f_default.md"),)


class TestBounds:
    def test_many_steps_share_the_schemas_they_name(self) -> None:
        steps = {f"initial.s{number}": STEP for number in range(2_000)}
        found = folder(registry=changed(REGISTRY, steps=steps))
        assert len({id(each) for each in found.schemas.values()}) == 1
        assert len(found.schemas) == 2_000

    def test_agents_are_loaded_one_by_one(self) -> None:
        files = {f".agent/a{number}/agent.json": json.dumps(AGENT) for number in range(100)}
        reader = DictReader(files)
        contracts = [load(reader, target) for target in detect(reader, "")]
        assert {len(contract.documents) for contract in contracts} == {1}
