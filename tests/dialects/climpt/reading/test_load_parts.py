"""Agents of which a part is missing, alone, in one file or of another generation (§1.3, §9)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dialects.climpt.agents import AGENT, HOME, REGISTRY, alone, changed, folder
from phaselint.dialects.base import Target
from phaselint.dialects.climpt.model import Registry
from phaselint.dialects.climpt.reading.generations import generation_of, signs_of
from phaselint.dialects.climpt.reading.load import load
from phaselint.project.memory import DictReader
from phaselint.project.paths import split

CONFIG = f"{split(HOME)[0]}/climpt/config"


class TestMissingParts:
    def test_no_agent(self) -> None:
        found = folder(agent=...)
        assert (found.agent, found.agent_missing) == (None, True)
        assert found.registry is not None
        assert found.prompts

    def test_no_registry(self) -> None:
        found = folder(registry=...)
        assert (found.registry, found.registry_missing) == (None, True)
        assert found.agent is not None
        assert found.system_prompt is not None

    def test_a_part_that_cannot_be_read_is_not_missing(self) -> None:
        broken = {f"{HOME}/agent.json": "{", f"{HOME}/steps_registry.json": "["}
        found = folder(agent=..., registry=..., **broken)
        assert (found.agent, found.registry) == (None, None)
        assert (found.agent_missing, found.registry_missing) == (False, False)
        assert set(found.documents) == {f"{HOME}/agent.json", f"{HOME}/steps_registry.json"}

    def test_the_registry_that_only_agent_json_names(self) -> None:
        found = folder(registry=..., **{f"{HOME}/r.json": json.dumps(REGISTRY)})
        assert found.registry is not None
        assert (found.registry.file, found.registry_missing) == (f"{HOME}/r.json", False)

    def test_the_registry_that_a_run_reads_wins(self) -> None:
        found = folder(**{f"{HOME}/r.json": "{}"})
        assert found.registry is not None
        assert found.registry.file == f"{HOME}/steps_registry.json"

    def test_no_system_prompt(self) -> None:
        assert folder(**{f"{HOME}/prompts/system.md": None}).system_prompt is None

    def test_a_missing_folder_of_schemas_is_missed_in_an_agents_folder(self) -> None:
        found = folder(**{f"{HOME}/schemas/f.json": None})
        assert found.schemas["initial.draft"].fault == "output-schema-file-missing"
        assert found.schemas["initial.draft"].place == (
            f"{HOME}/steps_registry.json",
            ("steps", "initial.draft", "outputSchemaRef", "file"),
        )
        assert found.absent_trees == ()

    def test_a_name_that_is_not_in_the_file(self) -> None:
        found = folder(**{f"{HOME}/schemas/f.json": "{}"})
        place = ("steps", "initial.draft", "outputSchemaRef", "schema")
        assert found.schemas["initial.draft"].place == (f"{HOME}/steps_registry.json", place)

    def test_an_unnamed_verdict_is_the_default(self) -> None:
        agent = folder(agent={"runner": {"verdict": {}}}).agent
        assert agent is not None
        assert (agent.verdict, agent.config, agent.tools) == ("count:iteration", None, None)


class TestFilesAlone:
    def test_a_registry(self) -> None:
        found = alone(REGISTRY)
        assert (found.root, found.agent, found.agent_missing) == (None, None, False)
        assert found.registry is not None
        assert found.absent_trees == ("schemas", "prompts")

    def test_a_registry_with_schemas_beside_it(self) -> None:
        found = alone(REGISTRY, **{"x/schemas/f.json": '{"a": {}}'})
        assert found.schemas["initial.draft"].schema == {}
        assert found.absent_trees == ("prompts",)

    def test_an_agent(self) -> None:
        found = alone(AGENT)
        assert (found.registry, found.registry_missing) == (None, False)
        assert found.agent is not None

    def test_an_agent_with_a_registry_beside_it(self) -> None:
        found = alone(AGENT, **{"x/steps_registry.json": json.dumps(REGISTRY)})
        assert found.registry is not None
        assert found.registry.file == "x/steps_registry.json"

    def test_a_flat_agent_is_told_by_the_name_of_its_file(self) -> None:
        reader = DictReader({"agent.json": '{"name": "a", "behavior": {}}'})
        found = load(reader, Target("climpt", "", "agent.json"))
        assert (found.generation, found.registry) == ("1.11", None)

    def test_any_other_file_is_a_registry(self) -> None:
        assert alone({}).registry == Registry("x/a.json")

    def test_nothing_there(self) -> None:
        found = load(DictReader({}), Target("climpt", "", "x.json"))
        assert (found.documents, found.registry) == ({}, None)


class TestBlueprint:
    def test_the_parts_have_their_places_in_the_one_file(self) -> None:
        found = alone(
            {"agent": AGENT, "registry": REGISTRY, "schemas": {"f.json": {"a": {"type": "object"}}}}
        )
        assert found.agent is not None
        assert found.registry is not None
        assert (found.agent.base, found.registry.base) == (("agent",), ("registry",))
        assert found.registry.steps["initial.draft"].pointer == (
            "registry",
            "steps",
            "initial.draft",
        )
        assert found.agent.parameters["issue"].pointer == ("agent", "parameters", "issue")
        assert found.schemas["initial.draft"].origin[()] == ("x/a.json", ("schemas", "f.json", "a"))
        assert (found.blueprint, found.problems, found.absent_trees) == (True, (), ("prompts",))

    def test_problems_are_told_apart_by_part(self) -> None:
        found = alone({"agent": {}, "registry": changed(REGISTRY, x=1), "schemas": {}})
        assert [(each.rule, each.problem.pointer) for each in found.problems] == [
            ("agent-schema", ("agent",)),
            ("unknown-field", ("registry", "x")),
        ]
        assert found.schemas["initial.draft"].fault == "output-schema-file-missing"


class TestGenerations:
    @pytest.mark.parametrize(
        ("changes", "sign"),
        [
            ({"steps": {"a": {"kind": "work"}}}, ("steps", "a", "kind")),
            ({"steps": {"a": {"address": {}}}}, ("steps", "a", "address")),
            ({"steps": {"a": {"adaptationChain": []}}}, ("steps", "a", "adaptationChain")),
            ({"steps": {"a": {"retry": {}}}}, ("steps", "a", "retry")),
        ],
    )
    def test_the_next_one(self, changes: dict[str, Any], sign: tuple[str, ...]) -> None:
        found = folder(registry=changed(REGISTRY, **changes))
        assert found.generation == "1.14"
        assert found.signs == ((f"{HOME}/steps_registry.json", sign),)

    @pytest.mark.parametrize(
        ("steps", "generation"),
        [
            ([{"kind": "work"}, {"stepKind": "work"}], "1.14"),
            ([{"kind": "work"}, {"c2": "a"}, {"c3": "a"}], "1.13"),
            ([{"kind": "work", "c2": "a"}, {"c3": "a"}], "1.14"),
            ([{"structuredGate": {"allowedIntents": ["abort"]}}, {"address": {}}], "1.14"),
        ],
    )
    def test_most_steps_decide(self, steps: list[Any], generation: str) -> None:
        registry = {"agentId": "a", "steps": {str(n): step for n, step in enumerate(steps)}}
        found = folder(registry=registry)
        assert found.generation == generation
        assert found.signs
        assert found.former

    @pytest.mark.parametrize(
        ("boundaries", "settings", "generation"),
        [
            ({"permissionMode": "plan"}, False, "1.13"),
            ({}, False, "1.13"),
            ({}, True, "1.14"),
            ({"permissionMode": "plan"}, True, "1.14"),
        ],
    )
    def test_without_steps_the_settings_decide(
        self, boundaries: dict[str, str], settings: bool, generation: str
    ) -> None:
        agent = {"name": "writer", "runner": {"boundaries": boundaries}}
        files = {f"{CONFIG}/claude.settings.climpt.agents.json": "{}"} if settings else {}
        found = folder(agent=agent, registry={"agentId": "a", "steps": {}}, **files)
        assert found.generation == generation

    def test_no_settings_are_looked_for_where_a_registry_shows_it(self) -> None:
        def has_settings() -> bool:
            raise AssertionError

        registry = {"steps": {"a": {"c2": "a"}}}
        assert generation_of(registry, signs_of(registry, ()), {}, has_settings) == "1.13"

    def test_an_agent_alone_that_bounds_nothing_is_of_the_next_one(self) -> None:
        agent = {"name": "writer", "runner": {"flow": {}}}
        assert folder(agent=agent, registry=...).generation == "1.14"
        assert folder(agent=AGENT, registry=...).generation == "1.13"

    @pytest.mark.parametrize("key", ["preflightConditions", "postLLMConditions"])
    def test_only_validation_is_of_the_next_one(self, key: str) -> None:
        steps = {"v": {key: [], "stepId": 1}}
        found = folder(registry=changed(REGISTRY, validationSteps=steps, validators={"c": 1}))
        assert (found.generation, found.problems) == ("1.13", ())
        assert found.signs == ((f"{HOME}/steps_registry.json", ("validationSteps", "v", key)),)
        assert found.registry is not None
        assert list(found.registry.steps) == ["initial.draft", "closure.draft"]
        assert (found.registry.validation, found.registry.validators) == ({}, {})

    @pytest.mark.parametrize("key", ["behavior", "prompts", "logging"])
    def test_the_flat_one(self, key: str) -> None:
        found = folder(agent={"name": "writer", key: {}})
        assert found.generation == "1.11"
        assert found.signs == ((f"{HOME}/agent.json", (key,)),)

    def test_a_runner_is_of_this_generation_whatever_stands_beside_it(self) -> None:
        assert folder(agent=changed(AGENT, logging={})).generation == "1.13"

    def test_both(self) -> None:
        found = folder(agent={"behavior": {}}, registry={"steps": {"a": {"kind": "work"}}})
        assert found.generation == "1.14"
        assert [file for file, _ in found.signs] == [
            f"{HOME}/agent.json",
            f"{HOME}/steps_registry.json",
        ]
