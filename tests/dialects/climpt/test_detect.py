"""Which files are agents, registries and blueprints (reference §1.3)."""

from __future__ import annotations

import json

import pytest

from phaselint.dialects.climpt.detect import claim, detect
from phaselint.project.memory import DictReader

AGENT = json.dumps({"name": "writer", "runner": {"flow": {}}})
REGISTRY = json.dumps({"agentId": "writer", "c1": "steps", "steps": {}})
BLUEPRINT = json.dumps({"agent": {}, "registry": {}, "schemas": {}})

HOME = ".agent/writer"
FOLDER = {f"{HOME}/agent.json": AGENT, f"{HOME}/steps_registry.json": REGISTRY}


def detected(files: dict[str, str], folder: str = "") -> list[tuple[str, str]]:
    return [(target.folder, target.main) for target in detect(DictReader(files), folder)]


def claimed(files: dict[str, str], path: str, *, forced: bool = False) -> list[tuple[str, str]]:
    reader = DictReader(files, named=[path])
    return [(target.folder, target.main) for target in claim(reader, path, forced)]


class TestAgents:
    def test_an_agent_is_found_in_the_hidden_folder(self) -> None:
        assert detected(FOLDER) == [(HOME, "")]

    @pytest.mark.parametrize("name", ["agent.json", "steps_registry.json"])
    def test_one_of_the_two_files_is_enough_whatever_it_holds(self, name: str) -> None:
        assert detected({f"{HOME}/{name}": "{"}) == [(HOME, "")]

    def test_what_agents_share_is_none(self) -> None:
        shared = ".agent/climpt"
        assert detected({f"{shared}/agent.json": AGENT, f"{shared}/registry.json": REGISTRY}) == []

    def test_a_folder_without_either_file_is_none(self) -> None:
        assert detected({f"{HOME}/registry.json": REGISTRY}) == []

    def test_agents_below_another_folder(self) -> None:
        assert detected({f"x/{HOME}/agent.json": AGENT}, "x") == [(f"x/{HOME}", "")]

    def test_the_folder_itself(self) -> None:
        assert detected(FOLDER, HOME) == [(HOME, "")]

    def test_both_files_in_any_folder(self) -> None:
        files = {"a/agent.json": AGENT, "a/steps_registry.json": REGISTRY}
        assert detected(files, "a") == [("a", "")]

    def test_a_hundred_agents(self) -> None:
        files = {f".agent/a{number}/agent.json": AGENT for number in range(100)}
        assert len(detected(files)) == 100


class TestFilesAlone:
    @pytest.mark.parametrize("text", [AGENT, REGISTRY, BLUEPRINT])
    def test_recognised(self, text: str) -> None:
        assert detected({"a/x.json": text}, "a") == [("a", "a/x.json")]

    @pytest.mark.parametrize(
        "text",
        [
            "{}",
            "[]",
            '{"agentId": 1, "steps": {}}',
            '{"agentId": "a", "steps": []}',
            '{"name": "a", "runner": "jest"}',
            '{"name": "a", "runner": {"command": "jest"}}',
            '{"agent": "a", "registry": {}, "schemas": {}}',
            '{"tools": [], "version": "1", "description": ""}',
        ],
    )
    def test_other_files(self, text: str) -> None:
        assert detected({"a/x.json": text}, "a") == []

    def test_one_that_does_not_parse_and_looks_like_a_registry(self) -> None:
        assert detected({"x.json": '{\n  "agentId": "a",\n  "steps": {},\n}'}) == [("", "x.json")]

    def test_a_script_is_none(self) -> None:
        assert detected({"x.script.json": REGISTRY}) == []

    def test_files_in_the_folder_of_an_agent_are_part_of_it(self) -> None:
        files = {**FOLDER, f"{HOME}/old/x.json": REGISTRY}
        assert detected(files, f"{HOME}/old") == []


class TestClaims:
    @pytest.mark.parametrize(
        "path",
        [
            HOME,
            f"{HOME}/agent.json",
            f"{HOME}/steps_registry.json",
            f"{HOME}/schemas/a.json",
            f"{HOME}/prompts/steps/initial/a/f_default.md",
            f"{HOME}/prompts",
            ".agent",
            "",
        ],
    )
    @pytest.mark.parametrize("forced", [False, True])
    def test_a_path_stands_for_the_agent_it_is_part_of(self, path: str, *, forced: bool) -> None:
        files = {
            **FOLDER,
            f"{HOME}/schemas/a.json": "{}",
            f"{HOME}/prompts/steps/initial/a/f_default.md": "",
        }
        assert claimed(files, path, forced=forced) == [(HOME, "")]

    def test_a_yml_file_stands_for_the_agents_that_it_configures(self) -> None:
        config = ".agent/climpt/config"
        files = {**FOLDER, f"{config}/writer-steps-app.yml": "", f"{config}/other-app.yml": ""}
        files[".agent/reader/steps_registry.json"] = "{"
        assert claimed(files, f"{config}/writer-steps-app.yml") == [(HOME, "")]
        assert claimed(files, f"{config}/other-app.yml") == []

    def test_any_json_file_when_the_dialect_was_named(self) -> None:
        assert claimed({"a/x.json": "{}"}, "a/x.json") == []
        assert claimed({"a/x.json": "{}"}, "a/x.json", forced=True) == [("a", "a/x.json")]

    @pytest.mark.parametrize("path", ["x.md", "x.script.json"])
    def test_other_files_stand_for_nothing(self, path: str) -> None:
        assert claimed({path: "{}"}, path, forced=True) == []
